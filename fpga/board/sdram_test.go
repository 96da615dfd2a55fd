// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package board

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSDRAMPins(t *testing.T) {
	t.Parallel()
	require.NoError(t, ULX3S.Check())
	assert.Len(t, ULX3S.SDRAM.Pins(), 6+2+13+2+16)
	edit := func(f func(s *SDRAM)) error {
		b, s := *ULX3S, *ULX3S.SDRAM
		b.SDRAM = &s
		f(&s)
		return b.Check()
	}
	assert.EqualError(t, edit(func(s *SDRAM) { s.Data = s.Data[:15] }), "fpga: board ulx3s: 15 SDRAM data pins, want 16")
	assert.EqualError(t, edit(func(s *SDRAM) { s.Write.Site = "F19" }), "fpga: board ulx3s: pins sdram_clk and sdram_we_n share site F19")
	assert.EqualError(t, edit(func(s *SDRAM) { s.Clock.Site = "G2" }), "fpga: board ulx3s: pins sdram_clk and clk_25mhz share site G2")
	assert.EqualError(t, edit(func(s *SDRAM) { s.Row.Name = "ras#" }), `fpga: board ulx3s: pin name "ras#" is not a Verilog identifier`)
}
