// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package verilator

import "fmt"

// cmdLine is the command of Line; see driver/driver.cpp.
const cmdLine uint32 = 6

// Line is a run that drives a one-bit input with a waveform, such as the bits of a serial line, and
// records the changes of a one-bit output.
type Line struct {
	Drive string   // the input; it idles at 1
	Runs  []uint32 // numbers of cycles at 1, then 0, then 1, and so on; 1 afterwards
	Hold  Inputs   // all other inputs; nil means zeros
	Watch string   // the output; it idles at 1

	// The run ends when the waveform is done, the output has changed at least Edges times, and has
	// not changed in the last Quiet cycles.
	Edges int
	Quiet uint64
	Max   uint64 // the most cycles of the run
}

// LineResult is the result of a Line.
type LineResult struct {
	Cycles uint64
	Out    Outputs  // outputs of the last cycle; zeros if there was none
	Edges  []uint64 // cycles since reset whose output differs from the previous cycle's
}

// Line runs l. It remembers the level of the output from one Line to the next; Reset does not
// change this level, and the first Line begins at 1.
func (p *Proc) Line(l Line) (LineResult, error) {
	if !p.clocked {
		return LineResult{}, p.noClock("Line")
	}
	drive, err := p.Port(l.Drive)
	if err != nil {
		return LineResult{}, err
	}
	if !drive.Input || drive.Width != 1 {
		return LineResult{}, fmt.Errorf("sim: %s.%s is not an input of one bit", p.top, l.Drive)
	}
	watch, err := p.flag(l.Watch)
	if err != nil {
		return LineResult{}, err
	}
	hold := l.Hold
	if hold == nil {
		hold = p.NewInputs()
	}
	if p.left() == 0 {
		return LineResult{}, p.fail(ErrLimit)
	}
	l.Max = min(l.Max, p.left())
	p.begin(cmdLine, uint32(l.Max), uint32(l.Max>>32), uint32(l.Quiet), uint32(l.Quiet>>32),
		uint32(drive.at), watch, uint32(l.Edges), uint32(len(l.Runs)))
	p.put(l.Runs)
	p.put(hold)
	if err := p.send(); err != nil {
		return LineResult{}, err
	}
	body, err := p.done()
	if err != nil {
		return LineResult{}, err
	}
	if len(body) < 2+p.outSize {
		return LineResult{}, p.fail(fmt.Errorf("sim: %s ended a line with %d words, want %d", p.top, len(body), 2+p.outSize))
	}
	r := LineResult{
		Cycles: uint64(body[0]) | uint64(body[1])<<32,
		Out:    append(Outputs(nil), body[2:2+p.outSize]...),
	}
	for rest := body[2+p.outSize:]; len(rest) >= 2; rest = rest[2:] {
		r.Edges = append(r.Edges, p.Cycle()+(uint64(rest[0])|uint64(rest[1])<<32))
	}
	p.tick += r.Cycles
	return r, nil
}
