// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/sim/mutation"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// TestMutants tries a sample of mutants in every module of a core, all in one model of it, against
// the comparison of the whole core: the comparison must notice a broken core. "make mutants" tries
// many more and keeps the record. It tests each mutant against its own module's tests, which see
// faults that a game on the whole core seldom shows.
func TestMutants(t *testing.T) {
	t.Parallel()
	if !simtest.All() {
		t.Skip("builds a model for each core: part of make test-all; TestResults of package mutation has what make mutants found")
	}
	for _, bench := range []faultBench{minimaxFault, laneFault, monteCarloFault, portFault} {
		t.Run(bench.model.Top, func(t *testing.T) {
			t.Parallel()
			modules, err := mutation.Inside(bench.model.Top)
			require.NoError(t, err)
			d, err := mutation.New(t.Context(), mutation.Spec{Model: bench.model, Modules: modules, Count: 2})
			require.NoError(t, err)
			const seed = 1 // a fixed seed keeps the result the same
			by, err := d.Try(t.Context(), 0, seed, 10*time.Minute, bench.compare)
			require.NoError(t, err)
			require.Empty(t, by, "without a mutant")
			caught := 0
			for i := range d.Mutants {
				m := &d.Mutants[i]
				by, err := d.Try(t.Context(), m.Value, seed, 10*time.Minute, bench.compare)
				require.NoError(t, err)
				if by != "" {
					caught++
				} else {
					t.Logf("not seen: %s: %s at %s: %s", m.Module, m.Fault(), m.Source, m.Text)
				}
			}
			t.Logf("%d of %d mutants in %d modules caught", caught, len(d.Mutants), len(modules))
			assert.Greater(t, 3*caught, 2*len(d.Mutants), "caught, of %d mutants", len(d.Mutants))
		})
	}
}
