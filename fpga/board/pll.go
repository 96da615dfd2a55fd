// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package board

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"slices"
)

// Range is an inclusive range of frequencies in Hz.
type Range struct{ Min, Max int64 }

func (r Range) has(hz, div int64) bool { return hz >= r.Min*div && hz <= r.Max*div }

func (r Range) String() string { return fmt.Sprintf("%g to %g MHz", MHz(r.Min), MHz(r.Max)) }

// PLLLimits are the ranges of a PLL's data sheet.
type PLLLimits struct {
	In, PFD, VCO, Out Range
}

// ICE40Limits: iCE40 LP/HX Family Data Sheet (FPGA-DS-02029), section "sysCLOCK
// PLL Timing".
var ICE40Limits = PLLLimits{
	In:  Range{10e6, 133e6},
	PFD: Range{10e6, 133e6},
	VCO: Range{533e6, 1066e6},
	Out: Range{16e6, 275e6},
}

// ECP5Limits: ECP5 and ECP5-5G Family Data Sheet (FPGA-DS-02012), section "sysCLOCK PLL Timing".
// The tool ecppll allows 3.125 MHz at the phase detector; we stay above 10 MHz.
var ECP5Limits = PLLLimits{
	In:  Range{8e6, 400e6},
	PFD: Range{10e6, 400e6},
	VCO: Range{400e6, 800e6},
	Out: Range{3_125_000, 400e6},
}

// gowinGrade ends the ordering codes of the speed grade that GowinLimits are of.
const gowinGrade = "C8/I7"

// GowinLimits: GW2A series and GW2AR series of FPGA Products Data Sheets (DS102, DS226), PLL's
// characteristics at speed grade C8/I7.
var GowinLimits = PLLLimits{
	In:  Range{3e6, 500e6},
	PFD: Range{3e6, 500e6},
	VCO: Range{500e6, 1250e6},
	Out: Range{3_906_250, 625e6},
}

// ICE40PLL are the parameters of an SB_PLL40_CORE with simple feedback:
//
//	PFD = in/(DIVR+1)    VCO = PFD*(DIVF+1)    out = VCO/2^DIVQ
type ICE40PLL struct {
	DivR, DivF, DivQ, FilterRange int
	// Hz is the output frequency, rounded to whole Hz.
	Hz int64
}

// SolveICE40 returns the parameters with the output nearest to want. Among equals it takes the
// smallest DIVR, then DIVF, then DIVQ, as icepll does.
func SolveICE40(in, want int64, lim PLLLimits) (ICE40PLL, error) {
	if err := lim.check(in, want); err != nil {
		return ICE40PLL{}, err
	}
	var best ICE40PLL
	bestErr := ratio{math.MaxInt64, 1}
	for r := int64(0); r <= 15; r++ {
		if !lim.PFD.has(in, r+1) {
			continue
		}
		for f := int64(0); f <= 127; f++ {
			if !lim.VCO.has(in*(f+1), r+1) {
				continue
			}
			for q := int64(1); q <= 6; q++ {
				div := (r + 1) << q
				if !lim.Out.has(in*(f+1), div) {
					continue
				}
				e := ratio{abs(in*(f+1) - want*div), div}
				if !e.less(bestErr) {
					continue
				}
				bestErr = e
				best = ICE40PLL{DivR: int(r), DivF: int(f), DivQ: int(q), Hz: DivRound(in*(f+1), div)}
			}
		}
	}
	if best.Hz == 0 {
		return ICE40PLL{}, fmt.Errorf("fpga: no PLL setting leads from %g MHz to %g MHz", MHz(in), MHz(want))
	}
	// Loop filter by phase detector frequency, with icepll's values.
	pfd := float64(in) / float64(best.DivR+1) / 1e6
	for i, below := range []float64{17, 26, 44, 66, 101, math.Inf(1)} {
		if pfd < below {
			best.FilterRange = i + 1
			break
		}
	}
	return best, nil
}

// ECP5PLL are the parameters of an EHXPLLL whose feedback is CLKOP. The output is
// CLKOP, or CLKOS where OSDiv is not 0:
//
//	PFD = in/IDiv    VCO = PFD*FBDiv*OPDiv    CLKOP = VCO/OPDiv    CLKOS = VCO/OSDiv
//
// CLKOS reaches every divisor of the VCO, CLKOP only multiples of the PFD.
type ECP5PLL struct {
	IDiv, FBDiv, OPDiv, OSDiv int
	// VCOHz is the oscillator's frequency, and Hz the output's, rounded to whole Hz.
	VCOHz, Hz int64
}

// OutDiv is the divisor from the VCO to the output in use.
func (p ECP5PLL) OutDiv() int {
	if p.OSDiv != 0 {
		return p.OSDiv
	}
	return p.OPDiv
}

// SolveECP5 returns the parameters with the output nearest to want. Among equals it takes the VCO
// nearest to 600 MHz, as ecppll does, then the smallest divisors. It uses CLKOS only if CLKOP
// cannot come equally near.
func SolveECP5(in, want int64, lim PLLLimits) (ECP5PLL, error) {
	if err := lim.check(in, want); err != nil {
		return ECP5PLL{}, err
	}
	const maxDiv, maxFB, middle = 128, 80, 600e6
	var best ECP5PLL
	bestErr, bestMiddle := ratio{math.MaxInt64, 1}, ratio{math.MaxInt64, 1}
	try := func(i, fb, op, os int64) {
		vco := in * fb * op // the VCO's frequency times i
		out := op
		if os != 0 {
			out = os
		}
		if !lim.VCO.has(vco, i) || !lim.Out.has(vco, i*op) || !lim.Out.has(vco, i*out) {
			return
		}
		e := ratio{abs(vco - want*i*out), i * out}
		mid := ratio{abs(vco - middle*i), i}
		if e.less(bestErr) || !bestErr.less(e) && mid.less(bestMiddle) && (best.OSDiv == 0) == (os == 0) {
			bestErr, bestMiddle = e, mid
			best = ECP5PLL{
				IDiv: int(i), FBDiv: int(fb), OPDiv: int(op), OSDiv: int(os),
				VCOHz: DivRound(vco, i), Hz: DivRound(vco, i*out),
			}
		}
	}
	for _, second := range []bool{false, true} {
		if second && bestErr.num == 0 {
			break // CLKOP is exact
		}
		for i := int64(1); i <= maxDiv && lim.PFD.has(in, i); i++ {
			for fb := int64(1); fb <= maxFB; fb++ {
				for op := int64(1); op <= maxDiv && in*fb*op <= lim.VCO.Max*i; op++ {
					if !second {
						try(i, fb, op, 0)
						continue
					}
					for os := int64(1); os <= maxDiv; os++ {
						try(i, fb, op, os)
					}
				}
			}
		}
	}
	if best.Hz == 0 {
		return ECP5PLL{}, fmt.Errorf("fpga: no PLL setting leads from %g MHz to %g MHz", MHz(in), MHz(want))
	}
	return best, nil
}

// GowinPLL are the parameters of an rPLL with internal feedback:
//
//	PFD = in/IDiv    out = PFD*FBDiv    VCO = out*ODiv
//
// The rPLL's own parameters IDIV_SEL and FBDIV_SEL are one less than the divisors, ODIV_SEL is the divisor.
type GowinPLL struct {
	IDiv, FBDiv, ODiv int
	// VCOHz is the oscillator's frequency, and Hz the output's, rounded to whole Hz.
	VCOHz, Hz int64
}

// gowinODivs are the divisors of an rPLL's output.
var gowinODivs = []int64{2, 4, 8, 16, 32, 48, 64, 80, 96, 112, 128}

// SolveGowin returns the parameters with the output nearest to want. Among equals it takes the smallest
// IDiv, whose phase detector is the fastest, then the largest ODiv: the VCO's highest frequency has the
// least jitter.
func SolveGowin(in, want int64, lim PLLLimits) (GowinPLL, error) {
	if err := lim.check(in, want); err != nil {
		return GowinPLL{}, err
	}
	const maxDiv = 64
	var best GowinPLL
	bestErr := ratio{math.MaxInt64, 1}
	for i := int64(1); i <= maxDiv && lim.PFD.has(in, i); i++ {
		for fb := int64(1); fb <= maxDiv; fb++ {
			e := ratio{abs(in*fb - want*i), i}
			if !lim.Out.has(in*fb, i) || !e.less(bestErr) {
				continue
			}
			for _, o := range slices.Backward(gowinODivs) {
				if lim.VCO.has(in*fb*o, i) {
					bestErr = e
					best = GowinPLL{IDiv: int(i), FBDiv: int(fb), ODiv: int(o), VCOHz: DivRound(in*fb*o, i), Hz: DivRound(in*fb, i)}
					break
				}
			}
		}
	}
	if best.Hz == 0 {
		return GowinPLL{}, fmt.Errorf("fpga: no PLL setting leads from %g MHz to %g MHz", MHz(in), MHz(want))
	}
	return best, nil
}

// check refuses frequencies that the PLL cannot take or give.
func (l PLLLimits) check(in, want int64) error {
	if !l.In.has(in, 1) {
		return fmt.Errorf("fpga: PLL input of %g MHz, want %v", MHz(in), l.In)
	}
	if !l.Out.has(want, 1) {
		return fmt.Errorf("fpga: PLL output of %g MHz, want %v", MHz(want), l.Out)
	}
	return nil
}

// ratio is num/den, den > 0.
type ratio struct{ num, den int64 }

// less compares exactly: the products of the possible errors and divisors stay below 2^128, so two
// words suffice.
func (a ratio) less(b ratio) bool {
	return cmpProduct(a.num, b.den, b.num, a.den) < 0
}

// cmpProduct compares a*b with c*d for nonnegative values.
func cmpProduct(a, b, c, d int64) int {
	h1, l1 := bits.Mul64(uint64(a), uint64(b))
	h2, l2 := bits.Mul64(uint64(c), uint64(d))
	if h1 != h2 {
		return cmp.Compare(h1, h2)
	}
	return cmp.Compare(l1, l2)
}

// MHz converts a frequency in Hz to MHz.
func MHz(hz int64) float64 { return float64(hz) / 1e6 }

// DivRound returns a / b, rounded to the nearest whole number.
func DivRound(a, b int64) int64 { return (a + b/2) / b }
func abs(a int64) int64         { return max(a, -a) }
