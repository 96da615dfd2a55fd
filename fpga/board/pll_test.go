// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package board

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"
)

// pllTest is an input and a wanted output in MHz, with the PLL's parameters.
type pllTest[P any] struct {
	in, want float64
	pll      P
}

// testSolve compares the parameters that solve finds.
func testSolve[P any](t *testing.T, solve func(in, want int64, lim PLLLimits) (P, error), limits PLLLimits, tests []pllTest[P]) {
	for _, test := range tests {
		t.Run(fmt.Sprintf("%g to %g MHz", test.in, test.want), func(t *testing.T) {
			got, err := solve(int64(test.in*1e6), int64(test.want*1e6), limits)
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(test.pll, got))
		})
	}
}

// TestSolveICE40 compares with icepll's output for the same frequencies.
func TestSolveICE40(t *testing.T) {
	t.Parallel()
	testSolve(t, SolveICE40, ICE40Limits, []pllTest[ICE40PLL]{
		{12, 48, ICE40PLL{DivR: 0, DivF: 63, DivQ: 4, FilterRange: 1, Hz: 48_000_000}},
		{12, 50, ICE40PLL{DivR: 0, DivF: 66, DivQ: 4, FilterRange: 1, Hz: 50_250_000}},
		{12, 60, ICE40PLL{DivR: 0, DivF: 79, DivQ: 4, FilterRange: 1, Hz: 60_000_000}},
		{12, 80, ICE40PLL{DivR: 0, DivF: 52, DivQ: 3, FilterRange: 1, Hz: 79_500_000}},
		{12, 96, ICE40PLL{DivR: 0, DivF: 63, DivQ: 3, FilterRange: 1, Hz: 96_000_000}},
		{12, 100, ICE40PLL{DivR: 0, DivF: 66, DivQ: 3, FilterRange: 1, Hz: 100_500_000}},
		{12, 130, ICE40PLL{DivR: 0, DivF: 86, DivQ: 3, FilterRange: 1, Hz: 130_500_000}},
		{12, 169, ICE40PLL{DivR: 0, DivF: 55, DivQ: 2, FilterRange: 1, Hz: 168_000_000}},
		{100, 75, ICE40PLL{DivR: 0, DivF: 5, DivQ: 3, FilterRange: 5, Hz: 75_000_000}},
	})
}

// TestSolveECP5AsEcppll compares with ecppll's output, within ecppll's limits. CLKOS stands for its
// option --highres.
func TestSolveECP5AsEcppll(t *testing.T) {
	t.Parallel()
	limits := ECP5Limits
	limits.PFD.Min = 3_125_000
	testSolve(t, SolveECP5, limits, []pllTest[ECP5PLL]{
		{25, 50, ECP5PLL{IDiv: 1, FBDiv: 2, OPDiv: 12, VCOHz: 600e6, Hz: 50e6}},
		{25, 60, ECP5PLL{IDiv: 5, FBDiv: 12, OPDiv: 10, VCOHz: 600e6, Hz: 60e6}},
		{25, 75, ECP5PLL{IDiv: 1, FBDiv: 3, OPDiv: 8, VCOHz: 600e6, Hz: 75e6}},
		{25, 80, ECP5PLL{IDiv: 5, FBDiv: 16, OPDiv: 7, VCOHz: 560e6, Hz: 80e6}},
		{25, 100, ECP5PLL{IDiv: 1, FBDiv: 4, OPDiv: 6, VCOHz: 600e6, Hz: 100e6}},
		{25, 120, ECP5PLL{IDiv: 5, FBDiv: 24, OPDiv: 5, VCOHz: 600e6, Hz: 120e6}},
		{25, 130, ECP5PLL{IDiv: 5, FBDiv: 26, OPDiv: 5, VCOHz: 650e6, Hz: 130e6}},
	})
}

// TestSolveGowin compares with settings computed by hand. The output of 27 MHz * FBDiv/IDiv leaves some
// frequencies between.
func TestSolveGowin(t *testing.T) {
	t.Parallel()
	testSolve(t, SolveGowin, GowinLimits, []pllTest[GowinPLL]{
		{27, 54, GowinPLL{IDiv: 1, FBDiv: 2, ODiv: 16, VCOHz: 864e6, Hz: 54e6}},
		{27, 60, GowinPLL{IDiv: 9, FBDiv: 20, ODiv: 16, VCOHz: 960e6, Hz: 60e6}},
		{27, 100, GowinPLL{IDiv: 7, FBDiv: 26, ODiv: 8, VCOHz: 802_285_714, Hz: 100_285_714}},
		{27, 108, GowinPLL{IDiv: 1, FBDiv: 4, ODiv: 8, VCOHz: 864e6, Hz: 108e6}},
		{27, 625, GowinPLL{IDiv: 1, FBDiv: 23, ODiv: 2, VCOHz: 1242e6, Hz: 621e6}},
		{27, 4, GowinPLL{IDiv: 6, FBDiv: 1, ODiv: 128, VCOHz: 576e6, Hz: 4.5e6}},
		{50, 75, GowinPLL{IDiv: 2, FBDiv: 3, ODiv: 16, VCOHz: 1200e6, Hz: 75e6}},
	})
}

// TestPLLsKeepLimits compares the parameters for every whole MHz of the boards with the data
// sheets.
func TestPLLsKeepLimits(t *testing.T) {
	t.Parallel()
	for want := int64(16); want <= 275; want++ {
		p, err := SolveICE40(12e6, want*1e6, ICE40Limits)
		require.NoError(t, err)
		pfd := 12e6 / float64(p.DivR+1)
		vco := pfd * float64(p.DivF+1)
		require.True(t, pfd >= 10e6 && pfd <= 133e6 && vco >= 533e6 && vco <= 1066e6, "%d MHz: PFD %g, VCO %g", want, pfd, vco)
		out := vco / float64(int(1)<<p.DivQ)
		require.InDelta(t, float64(p.Hz), out, 1)
		require.InDelta(t, float64(want)*1e6, out, 6e6, "%d MHz", want)
		require.True(t, out >= 16e6 && out <= 275e6, "%d MHz: output %g", want, out)
	}
	for want := int64(4); want <= 400; want++ {
		p, err := SolveECP5(25e6, want*1e6, ECP5Limits)
		require.NoError(t, err)
		pfd := 25e6 / float64(p.IDiv)
		vco := pfd * float64(p.FBDiv) * float64(p.OPDiv)
		require.True(t, pfd >= 10e6 && vco >= 400e6 && vco <= 800e6, "%d MHz: PFD %g, VCO %g", want, pfd, vco)
		require.InDelta(t, float64(p.Hz), vco/float64(p.OutDiv()), 1)
		require.InEpsilon(t, float64(want)*1e6, vco/float64(p.OutDiv()), 0.13, "%d MHz", want)
	}
	for want := int64(4); want <= 625; want++ {
		p, err := SolveGowin(27e6, want*1e6, GowinLimits)
		require.NoError(t, err)
		require.True(t, p.IDiv >= 1 && p.IDiv <= 64 && p.FBDiv >= 1 && p.FBDiv <= 64, "%d MHz: %+v", want, p)
		require.Contains(t, []int{2, 4, 8, 16, 32, 48, 64, 80, 96, 112, 128}, p.ODiv)
		pfd := 27e6 / float64(p.IDiv)
		out := pfd * float64(p.FBDiv)
		vco := out * float64(p.ODiv)
		require.True(t, pfd >= 3e6 && vco >= 500e6 && vco <= 1250e6, "%d MHz: PFD %g, VCO %g", want, pfd, vco)
		require.True(t, out >= 3_906_250 && out <= 625e6, "%d MHz: output %g", want, out)
		require.InDelta(t, float64(p.Hz), out, 1)
		require.InEpsilon(t, float64(want)*1e6, out, 0.13, "%d MHz", want)
	}
}

func TestPLLErrors(t *testing.T) {
	t.Parallel()
	_, err := SolveICE40(12e6, 300e6, ICE40Limits)
	require.EqualError(t, err, "fpga: PLL output of 300 MHz, want 16 to 275 MHz")
	_, err = SolveICE40(5e6, 100e6, ICE40Limits)
	require.EqualError(t, err, "fpga: PLL input of 5 MHz, want 10 to 133 MHz")
	_, err = SolveECP5(25e6, 500e6, ECP5Limits)
	require.EqualError(t, err, "fpga: PLL output of 500 MHz, want 3.125 to 400 MHz")
	_, err = SolveGowin(27e6, 626e6, GowinLimits)
	require.EqualError(t, err, "fpga: PLL output of 626 MHz, want 3.90625 to 625 MHz")
	_, err = SolveGowin(2e6, 100e6, GowinLimits)
	require.EqualError(t, err, "fpga: PLL input of 2 MHz, want 3 to 500 MHz")
}
