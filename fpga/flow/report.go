// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/play/plural"
)

// Count is the number of used cells of a kind, and the number that the device has; 0 available
// means unknown.
type Count struct {
	Used      int `json:"used"`
	Available int `json:"available,omitempty"`
}

// Cells is the area of a design.
//
// LUT4, FF and Carry are counted after synthesis. On iCE40 a LUT4 is an SB_LUT4 and a carry an
// SB_CARRY; on ECP5 a CCU2C counts as two LUT4 and two carries, and a distributed memory
// (TRELLIS_DPR16X4) as six LUT4; on Gowin a LUT1 to LUT4 is one and an ALU a LUT4 and a carry. Logic
// counts the cells that nextpnr occupies: ICESTORM_LC (LUT4 with flip-flop and carry), TRELLIS_COMB
// (LUT4), or LUT4 and ALU, which takes the place of one. BRAM, DSP, PLL and IO are nextpnr's counts.
type Cells struct {
	LUT4  Count `json:"lut4"`
	FF    Count `json:"ff"`
	Carry Count `json:"carry"`
	Logic Count `json:"logic"`
	BRAM  Count `json:"bram"`
	DSP   Count `json:"dsp"`
	PLL   Count `json:"pll"`
	IO    Count `json:"io"`
}

// ClockResult is one clock of a placed design.
type ClockResult struct {
	Name      string  `json:"name"`
	MHz       float64 `json:"mhz"`        // highest frequency
	TargetMHz float64 `json:"target_mhz"` // wanted frequency
}

// Path is the slowest path of a clock.
type Path struct {
	Clock   string  `json:"clock"`
	From    string  `json:"from"` // cell and port at the start
	To      string  `json:"to"`   // cell and port at the end
	Logic   float64 `json:"logic_ns"`
	Routing float64 `json:"routing_ns"`
	Levels  int     `json:"levels"` // cells between the two
	// Tiles holds the places of the path's cells, in order.
	Tiles [][2]int `json:"tiles"`
}

// Total is the delay of the path in ns.
func (p Path) Total() float64 { return p.Logic + p.Routing }

func (p Path) String() string {
	return fmt.Sprintf("%s -> %s, %.2f ns: %.2f logic in %s, %.2f routing",
		p.From, p.To, p.Total(), p.Logic, plural.Count(p.Levels, "level", "levels"), p.Routing)
}

// Seed is one placement.
type Seed struct {
	Seed   int           `json:"seed"`
	Clocks []ClockResult `json:"clocks"`
	Path   Path          `json:"path"` // path of the worst clock
}

// WorstClock is the clock that is nearest to its limit, or furthest beyond it.
func (s Seed) WorstClock() ClockResult {
	if len(s.Clocks) == 0 {
		return ClockResult{}
	}
	return slices.MinFunc(s.Clocks, func(a, b ClockResult) int { return cmp.Compare(a.MHz/a.TargetMHz, b.MHz/b.TargetMHz) })
}

// Margin is the quotient of reached and wanted frequency of the worst clock.
func (s Seed) Margin() float64 {
	if c := s.WorstClock(); c.TargetMHz > 0 {
		return c.MHz / c.TargetMHz
	}
	return 0
}

// TimingError reports a placement that is too slow.
type TimingError struct {
	Clock ClockResult
	Path  Path
}

func (e *TimingError) Error() string {
	return fmt.Sprintf("fpga: timing not met: clock %s reaches %.1f MHz of %.1f, %.2f ns too slow; slowest path %v",
		e.Clock.Name, e.Clock.MHz, e.Clock.TargetMHz, 1e3/e.Clock.MHz-1e3/e.Clock.TargetMHz, e.Path)
}

// met returns nil or a *TimingError.
func (s Seed) met() error {
	if len(s.Clocks) == 0 {
		return fmt.Errorf("fpga: nextpnr reports no clock for seed %d", s.Seed)
	}
	if c := s.WorstClock(); c.MHz < c.TargetMHz {
		return &TimingError{Clock: c, Path: s.Path}
	}
	return nil
}

// Result is the result of a build.
type Result struct {
	Board   string `json:"board"`
	Config  string `json:"config"`
	Part    string `json:"part"`
	Design  string `json:"design,omitempty"` // see [Design.Digest]
	Tools   string `json:"tools"`
	ClockHz int64  `json:"clock_hz"` // wanted clock
	Cells   Cells  `json:"cells"`
	Seeds   []Seed `json:"seeds"`
	// Best is the seed of the bitstream, the fastest one.
	Best int `json:"best"`
	// Dir and Bitstream are relative to the root of the repository; Bitstream is
	// empty if timing was not met.
	Dir       string `json:"dir"`
	Bitstream string `json:"bitstream,omitempty"`
}

// BestSeed is the placement of the bitstream.
func (r *Result) BestSeed() Seed {
	for _, s := range r.Seeds {
		if s.Seed == r.Best {
			return s
		}
	}
	return Seed{}
}

// FmaxMin is the frequency of the worst clock of the slowest seed, in MHz.
func (r *Result) FmaxMin() float64 { return r.fmax()[0] }

// FmaxMedian is the median of the seeds' frequencies, in MHz; of two middle ones the lower.
func (r *Result) FmaxMedian() float64 { f := r.fmax(); return f[(len(f)-1)/2] }

// fmax returns the seeds' frequencies in ascending order.
func (r *Result) fmax() []float64 {
	var f []float64
	for _, s := range r.Seeds {
		f = append(f, s.WorstClock().MHz)
	}
	if len(f) == 0 {
		return []float64{0}
	}
	slices.Sort(f)
	return f
}

// WriteTable writes the result for people.
func (r *Result) WriteTable(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "%s on %s (%s), %s\n\n", r.Config, r.Board, r.Part, r.Tools)
	fmt.Fprintf(tw, "cells\tused\tof\t\n")
	for _, row := range []struct {
		name string
		c    Count
	}{
		{"LUT4", r.Cells.LUT4}, {"flip-flops", r.Cells.FF}, {"carries", r.Cells.Carry}, {"logic cells", r.Cells.Logic},
		{"block RAM", r.Cells.BRAM}, {"DSP", r.Cells.DSP}, {"PLL", r.Cells.PLL}, {"pins", r.Cells.IO},
	} {
		if row.c.Available > 0 {
			fmt.Fprintf(tw, "%s\t%d\t%d\t%.1f %%\n", row.name, row.c.Used, row.c.Available, 100*float64(row.c.Used)/float64(row.c.Available))
		} else {
			fmt.Fprintf(tw, "%s\t%d\t\t\n", row.name, row.c.Used)
		}
	}
	fmt.Fprintf(tw, "\nseed\tclock\treached MHz\twanted MHz\tslack ns\tslowest path\n")
	for _, s := range r.Seeds {
		for _, c := range s.Clocks {
			path := ""
			if c.Name == s.Path.Clock {
				path = s.Path.String()
			}
			mark := ""
			if s.Seed == r.Best {
				mark = " *"
			}
			fmt.Fprintf(tw, "%d%s\t%s\t%.1f\t%.1f\t%+.2f\t%s\n", s.Seed, mark, c.Name, c.MHz, c.TargetMHz, 1e3/c.TargetMHz-1e3/c.MHz, path)
		}
	}
	fmt.Fprintf(tw, "\nslowest seed %.1f MHz, median %.1f MHz, bitstream of seed %d\n", r.FmaxMin(), r.FmaxMedian(), r.Best)
	return tw.Flush()
}

// nextpnrReport is the part of nextpnr's --report that we read.
type nextpnrReport struct {
	Fmax map[string]struct {
		Achieved   float64 `json:"achieved"`
		Constraint float64 `json:"constraint"`
	} `json:"fmax"`
	Utilization   map[string]Count `json:"utilization"`
	CriticalPaths []struct {
		From string `json:"from"`
		To   string `json:"to"`
		Path []struct {
			Delay float64 `json:"delay"`
			Type  string  `json:"type"`
			From  pathEnd `json:"from"`
			To    pathEnd `json:"to"`
		} `json:"path"`
	} `json:"critical_paths"`
}

type pathEnd struct {
	Cell string `json:"cell"`
	Port string `json:"port"`
	Loc  [2]int `json:"loc"`
}

func readNextpnr(file string) (*nextpnrReport, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	var rep nextpnrReport
	if err := json.Unmarshal(text, &rep); err != nil {
		return nil, fmt.Errorf("fpga: %s: %w", file, err)
	}
	return &rep, nil
}

// readSeed reads frequencies and the slowest path of the worst clock.
func readSeed(seed int, file string) (Seed, error) {
	rep, err := readNextpnr(file)
	if err != nil {
		return Seed{}, err
	}
	s := Seed{Seed: seed}
	full := map[string]string{} // by short name
	for _, name := range slices.Sorted(maps.Keys(rep.Fmax)) {
		f := rep.Fmax[name]
		short := clockName(name)
		full[short] = name
		s.Clocks = append(s.Clocks, ClockResult{Name: short, MHz: f.Achieved, TargetMHz: f.Constraint})
	}
	worst := s.WorstClock().Name
	for _, p := range rep.CriticalPaths {
		// Both ends are "posedge NAME" or "negedge NAME"; other paths cross clocks or pins.
		edge := func(end string) string { _, name, _ := strings.Cut(end, " "); return name }
		if edge(p.From) != full[worst] || edge(p.To) != full[worst] || len(p.Path) == 0 {
			continue
		}
		first, last := p.Path[0].From, p.Path[len(p.Path)-1].To
		s.Path = Path{
			Clock: worst,
			From:  first.Cell + "." + first.Port, To: last.Cell + "." + last.Port,
			Tiles: [][2]int{first.Loc},
		}
		for _, seg := range p.Path {
			switch seg.Type {
			case "routing":
				s.Path.Routing += seg.Delay
				s.Path.Tiles = append(s.Path.Tiles, seg.To.Loc)
			case "logic":
				s.Path.Levels++
				s.Path.Logic += seg.Delay
			default: // clk-to-q, setup, source
				s.Path.Logic += seg.Delay
			}
		}
	}
	return s, nil
}

// clockName removes the tools' additions to a clock's name on its way to a global net.
func clockName(name string) string {
	name = strings.TrimPrefix(name, "$glbnet$")
	for _, suffix := range []string{"_$glb_clk", "$SB_IO_IN", "$TRELLIS_IO_IN"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return name
}

// yosysStat is the part of Yosys' "stat -json" that we read.
type yosysStat struct {
	Design struct {
		Cells map[string]int `json:"num_cells_by_type"`
	} `json:"design"`
}

// readCells counts cells from Yosys' statistics and nextpnr's report.
func readCells(stat, report string, family board.Family) (Cells, error) {
	var cells Cells
	text, err := os.ReadFile(stat)
	if err != nil {
		return cells, fmt.Errorf("fpga: %w", err)
	}
	var ys yosysStat
	if err := json.Unmarshal(text, &ys); err != nil {
		return cells, fmt.Errorf("fpga: %s: %w", stat, err)
	}
	rep, err := readNextpnr(report)
	if err != nil {
		return cells, err
	}
	for name, n := range ys.Design.Cells {
		switch {
		case name == "SB_LUT4", name == "LUT1", name == "LUT2", name == "LUT3", name == "LUT4":
			cells.LUT4.Used += n
		case strings.HasPrefix(name, "SB_DFF"), strings.HasPrefix(name, "DFF"), name == "TRELLIS_FF":
			cells.FF.Used += n
		case name == "SB_CARRY":
			cells.Carry.Used += n
		case name == "CCU2C":
			cells.Carry.Used += 2 * n
			cells.LUT4.Used += 2 * n
		case name == "ALU":
			cells.Carry.Used += n
			cells.LUT4.Used += n
		case name == "TRELLIS_DPR16X4":
			cells.LUT4.Used += 6 * n
		}
	}
	use := rep.Utilization
	switch family {
	case board.ICE40:
		cells.Logic, cells.BRAM, cells.DSP = use["ICESTORM_LC"], use["ICESTORM_RAM"], use["ICESTORM_DSP"]
		cells.PLL, cells.IO = use["ICESTORM_PLL"], use["SB_IO"]
		cells.FF.Available = cells.Logic.Available
	case board.ECP5:
		cells.Logic, cells.BRAM, cells.DSP = use["TRELLIS_COMB"], use["DP16KD"], use["MULT18X18D"]
		cells.PLL, cells.IO = use["EHXPLLL"], use["TRELLIS_IO"]
		cells.FF.Available = use["TRELLIS_FF"].Available
	case board.Gowin:
		cells.Logic = Count{Used: use["LUT4"].Used + use["ALU"].Used, Available: use["LUT4"].Available}
		cells.BRAM, cells.DSP = use["BSRAM"], use["MULT18X18"]
		cells.PLL, cells.IO = use["rPLL"], use["IOB"]
		cells.FF.Available = use["DFF"].Available
	}
	cells.LUT4.Available = cells.Logic.Available
	return cells, nil
}
