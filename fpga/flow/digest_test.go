// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
)

// TestDigest: each design has a digest of its own, and a measurement with another one is of a former design.
func TestDigest(t *testing.T) {
	t.Parallel()
	designs := map[string]string{}
	for _, b := range board.Boards() {
		for _, name := range config.Names(config.HasChip) {
			c, err := config.Find(name, config.HasChip)
			require.NoError(t, err)
			if !b.Builds(&c) {
				continue
			}
			d := flow.Design{Board: b, Config: c}
			digest, err := d.Digest()
			require.NoError(t, err)
			if name == "loopback" { // its chip is not in package rtl
				require.Empty(t, digest)
				continue
			}
			require.Len(t, digest, 12)
			require.Empty(t, designs[digest], "%s has the digest of %s", d.Name(), designs[digest])
			designs[digest] = d.Name()

			for was, want := range map[string]bool{digest: false, "0123456789ab": true, "": false} {
				former, err := flow.Measurement{Extra: map[string]string{"design": was}}.Former(d)
				require.NoError(t, err)
				require.Equal(t, want, former)
			}
		}
	}
	require.NotEmpty(t, designs)
}
