// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"bytes"
	"cmp"
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// Design is a configuration on a board at a clock: everything that decides the bitstream, except
// the tools.
type Design struct {
	Board  *board.Board
	Config config.Config
	// ClockHz is the wanted clock of the chip; 0 means the configuration's clock.
	ClockHz int64
}

// Name is the design's name in folders and titles, such as "ulx3s-minimax".
func (d Design) Name() string { return d.Board.Name + "-" + d.Config.Name }

// Lanes is the number of playout lanes of the chip, 0 if it has none.
func (d Design) Lanes() int { return d.number("LANES") }

// LeafUnits is the number of leaf units of the chip, 0 if it has none.
func (d Design) LeafUnits() int { return d.number("LEAF_LISTS") }

// AlphaBeta is the configuration of the chip's alpha-beta core, in golden; false if it has none.
func (d Design) AlphaBeta() (cfg alphabeta.Config, ok bool) {
	cfg = alphabeta.DefaultConfig
	cfg.Units, cfg.Banks, cfg.Margin = d.LeafUnits(), cmp.Or(d.number("ROW_BANKS"), cfg.Banks), d.number("MARGIN") != 0
	return cfg, cfg.Units > 0
}

// TreeChip is the chip's tree search, in golden; nil if it has none.
func (d Design) TreeChip() *search.TreeChip { return d.Config.ModelOn(d.Board.Name) }

// Model specifies the player that models the chip in matches: in a move it has as much work as the chip
// has in one of the contest. It is "" if the chip has no such model.
func (d Design) Model() string {
	if m := d.TreeChip(); m != nil {
		return "tree:chip=" + m.Name
	}
	cycles, err := d.MoveCycles()
	cfg, ok := d.AlphaBeta()
	if !ok || err != nil {
		return ""
	}
	spec := "alphabeta:"
	if cfg.Margin {
		spec += "evaluation=margin,"
	}
	if cfg.Units > 1 {
		spec += fmt.Sprintf("units=%d,", cfg.Units)
	}
	if cfg.Banks > 1 {
		spec += fmt.Sprintf("banks=%d,", cfg.Banks)
	}
	return spec + fmt.Sprintf("cycles=%d", cycles)
}

// MoveCycles is the time for a move of the contest, in cycles of the chip's clock.
func (d Design) MoveCycles() (int64, error) {
	hz, err := d.Clock()
	return hz * search.MoveMS / 1000, err
}

// Places is the number of nodes that block RAM holds for a chip with an SDRAM; 0 if it has none.
func (d Design) Places() int { return d.number("PLACES") }

// number is the value of a parameter of the chip, 0 if it has none of that name.
func (d Design) number(name string) int {
	for _, p := range d.params() {
		if n, ok := p.Value.(config.Int); ok && p.Name == name {
			return int(n)
		}
	}
	return 0
}

// params are the parameters of the chip, with the board's own values.
func (d Design) params() []config.Param {
	all := slices.Clone(d.Config.ParamsFor(d.Board.Family))
	own := d.Board.Settings[d.Config.Name].Params
	for i, p := range all {
		if n, ok := own[p.Name]; ok {
			all[i].Value = config.Int(n)
		}
	}
	return all
}

// Top is the name of the top module, such as "top_ulx3s".
func (d Design) Top() string { return "top_" + d.Board.Name }

// ConstraintFile is the name of the constraint file among [Design.Files].
func (d Design) ConstraintFile() string { return d.Top() + d.constraintExt() }

// BitstreamFile is the name of the bitstream, such as "top_ulx3s.bit".
func (d Design) BitstreamFile() string { return d.Top() + toolsOf[d.Board.Family].bitstream }

func (d Design) constraintExt() string { return toolsOf[d.Board.Family].constraints }

// resetBits is the number of the counter bit that ends the reset: 1024 clocks,
// 10 us at 100 MHz. Block RAM of iCE40 devices has been seen to read as zero for
// some 3 us after configuration.
const resetBits = 10

//go:embed top.v.tmpl
var topText string

var topTemplate = template.Must(template.New("top.v.tmpl").Delims("<%", "%>").Funcs(template.FuncMap{
	"mhz": func(hz int64) string { return strconv.FormatFloat(board.MHz(hz), 'f', -1, 64) },
	"inc": func(i int) int { return i + 1 },
	"dec": func(i int) int { return i - 1 },
}).Parse(topText))

// topData is the data of the template.
type topData struct {
	Board                  *board.Board
	Config                 config.Config
	Top, ConstraintExt     string
	OscillatorHz, ClockHz  int64
	PLL                    bool
	ICE40PLL               *board.ICE40PLL
	ECP5PLL                *board.ECP5PLL
	GowinPLL               *board.GowinPLL
	PFDHz, VCOHz           int64
	ResetBits, ResetClks   int
	Ports                  []port
	Params                 []paramText
	ClockPin, RxPin, TxPin board.Pin
	LEDs                   string // targets of the chip's LEDs
	OwnLEDs                string // the board's, if they are fewer than the chip lights, or lit by 0
	ResetPin               *board.Pin
	HighPins               []board.Pin
	Memory                 *memoryPins
}

// memoryPins is the template's data of an SDRAM.
type memoryPins struct {
	*board.SDRAM
	// The memory's clock is three quarters of a period late: CPhase whole and FPhase eighth cycles
	// of the VCO.
	CPhase, FPhase int
}

type port struct {
	Direction, Vector, Name string
	Last                    bool
}

type paramText struct {
	Name, Text string
	Last       bool
}

// Clock returns the frequency that the chip gets, in Hz: the wanted one, or the nearest that the
// PLL can make.
func (d Design) Clock() (int64, error) {
	t, err := d.data()
	if err != nil {
		return 0, err
	}
	return t.ClockHz, nil
}

// Files returns the generated files by name: the top module and the constraints. It is a pure
// function of the design.
func (d Design) Files() (map[string][]byte, error) {
	t, err := d.data()
	if err != nil {
		return nil, err
	}
	var top bytes.Buffer
	if err := topTemplate.Execute(&top, t); err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	return map[string][]byte{
		d.Top() + ".v":     top.Bytes(),
		d.ConstraintFile(): d.constraints(),
	}, nil
}

// data checks the design and computes the template's values.
func (d Design) data() (*topData, error) {
	if d.Board == nil {
		return nil, fmt.Errorf("fpga: a design without a board")
	}
	if err := d.Board.Check(); err != nil {
		return nil, err
	}
	if !d.Config.Builds(d.Board.Family) {
		return nil, fmt.Errorf("fpga: configuration %s is for %v, and board %s has %s", d.Config.Name, d.Config.Families, d.Board.Name, d.Board.Family)
	}
	if !d.Board.Builds(&d.Config) {
		return nil, fmt.Errorf("fpga: configuration %s does not fit board %s, want one of %s",
			d.Config.Name, d.Board.Name, strings.Join(slices.Sorted(maps.Keys(d.Board.Settings)), ", "))
	}
	if err := checkConfig(d.Config); err != nil {
		return nil, err
	}
	t := &topData{
		Board: d.Board, Config: d.Config, Top: d.Top(), ConstraintExt: d.constraintExt(),
		OscillatorHz: int64(d.Board.OscillatorHz),
		ResetBits:    resetBits, ResetClks: 1 << resetBits,
		ClockPin: d.Board.ByRole(board.Clock)[0],
		RxPin:    d.Board.ByRole(board.UARTRx)[0],
		TxPin:    d.Board.ByRole(board.UARTTx)[0],
		HighPins: d.Board.ByRole(board.High),
	}
	if pins := d.Board.ByRole(board.Reset); len(pins) > 0 {
		t.ResetPin = &pins[0]
	}
	leds := d.Board.ByRole(board.LED)
	switch n := len(leds); {
	case n == board.MaxLEDs && !leds[0].ActiveLow:
		t.LEDs = leds[0].Name
	case n > 0:
		t.LEDs = "chip_led"
		lit := ""
		if leds[0].ActiveLow {
			lit = "~"
		}
		t.OwnLEDs = fmt.Sprintf("wire [%d:0] chip_led;\n    assign %s = %schip_led[%d:0];", board.MaxLEDs-1, leds[0].Name, lit, n-1)
	}
	if err := d.setClock(t); err != nil {
		return nil, fmt.Errorf("%w (%s)", err, d.Name())
	}
	memory, err := d.setMemory(t)
	if err != nil {
		return nil, fmt.Errorf("%w (%s)", err, d.Name())
	}
	done := map[string]bool{}
	for _, p := range d.Board.Pins {
		if done[p.Name] {
			continue
		}
		done[p.Name] = true
		q := port{Direction: "input ", Name: p.Name}
		switch p.Role {
		case board.UARTTx, board.High:
			q.Direction = "output"
		case board.LED:
			q.Direction = "output"
			if len(leds) > 1 {
				q.Vector = fmt.Sprintf("[%d:0] ", len(leds)-1)
			}
		}
		t.Ports = append(t.Ports, q)
	}
	if t.Memory != nil {
		t.Ports = append(t.Ports, memoryPorts(t.Memory.SDRAM)...)
	}
	t.Ports[len(t.Ports)-1].Last = true

	t.Params = []paramText{{Name: config.ClockParam, Text: strconv.FormatInt(t.ClockHz, 10)}}
	for _, p := range slices.Concat(d.params(), memory) {
		t.Params = append(t.Params, paramText{Name: p.Name, Text: p.Value.Verilog()})
	}
	t.Params[len(t.Params)-1].Last = true
	return t, nil
}

// setClock chooses between the oscillator and a PLL.
func (d Design) setClock(t *topData) error {
	want := cmp.Or(d.ClockHz, d.Board.Settings[d.Config.Name].ClockHz, d.Config.ClockHz[d.Board.Family])
	if want == 0 || want == t.OscillatorHz {
		t.ClockHz = t.OscillatorHz
		return nil
	}
	t.PLL = true
	switch d.Board.Family {
	case board.ICE40:
		p, err := board.SolveICE40(t.OscillatorHz, want, board.ICE40Limits)
		if err != nil {
			return err
		}
		t.ICE40PLL, t.ClockHz = &p, p.Hz
		t.PFDHz = board.DivRound(t.OscillatorHz, int64(p.DivR)+1)
		t.VCOHz = board.DivRound(t.OscillatorHz*(int64(p.DivF)+1), int64(p.DivR)+1)
	case board.ECP5:
		p, err := board.SolveECP5(t.OscillatorHz, want, board.ECP5Limits)
		if err != nil {
			return err
		}
		t.ECP5PLL, t.ClockHz = &p, p.Hz
		t.PFDHz, t.VCOHz = board.DivRound(t.OscillatorHz, int64(p.IDiv)), p.VCOHz
	case board.Gowin:
		p, err := board.SolveGowin(t.OscillatorHz, want, board.GowinLimits)
		if err != nil {
			return err
		}
		t.GowinPLL, t.ClockHz = &p, p.Hz
		t.PFDHz, t.VCOHz = board.DivRound(t.OscillatorHz, int64(p.IDiv)), p.VCOHz
	}
	return nil
}

// setMemory sets the template's data of the SDRAM, if the chip has one, and returns its parameters.
func (d Design) setMemory(t *topData) ([]config.Param, error) {
	switch {
	case !d.Config.Memory:
		return nil, nil
	case d.Board.SDRAM == nil || t.ECP5PLL == nil:
		return nil, fmt.Errorf("fpga: configuration %s needs a board with an SDRAM, and a PLL for its clock", d.Config.Name)
	}
	c, err := twin.SlowestSDRAM().Cycles(t.ClockHz)
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	div := t.ECP5PLL.OutDiv()
	eighths := 8 * div * 3 / 4
	t.Memory = &memoryPins{SDRAM: d.Board.SDRAM, CPhase: div - 1 + eighths/8, FPhase: eighths % 8}
	var list []config.Param
	for _, p := range []struct {
		name  string
		value int
	}{
		{"POWER_UP", c.PowerUp}, {"RCD", c.RCD}, {"RP", c.RP}, {"RAS", c.RAS}, {"RFC", c.RFC}, {"WR", c.WR},
		{"MRD", c.MRD}, {"REFRESH", c.Refresh}, {"CAS", c.CAS},
	} {
		list = append(list, config.Param{Name: "SDRAM_" + p.name, Value: config.Int(p.value)})
	}
	return list, nil
}

// memoryPorts returns the ports of an SDRAM.
func memoryPorts(s *board.SDRAM) (ports []port) {
	for _, pins := range [][]board.Pin{
		{s.Clock}, {s.Enable}, {s.Select}, {s.Row}, {s.Column}, {s.Write}, s.Bank, s.Address, s.Mask, s.Data,
	} {
		p := port{Direction: "output", Name: pins[0].Name}
		if len(pins) > 1 {
			p.Vector = fmt.Sprintf("[%d:0] ", len(pins)-1)
		}
		ports = append(ports, p)
	}
	ports[len(ports)-1].Direction = "inout "
	return ports
}

// constraints returns the family's constraint file: a site for every port, and the oscillator's
// frequency. Nextpnr derives the PLL's outputs from it. Gowin's file has only sites: there nextpnr derives
// nothing, and is told the chip's clock ([builder.placeOne]), the only one beside the oscillator's.
func (d Design) constraints() []byte {
	var b bytes.Buffer
	mark := "#"
	if d.Board.Family == board.Gowin {
		mark = "//"
	}
	fmt.Fprintf(&b, "%s Code generated by \"tessera bitstream\". DO NOT EDIT.\n", mark)
	fmt.Fprintf(&b, "%s Source: board %s (%s, %s)\n", mark, d.Board.Name, d.Board.Title, d.Board.Part)
	clock := d.Board.ByRole(board.Clock)[0].Name
	pins := d.Board.Pins
	if d.Config.Memory && d.Board.SDRAM != nil {
		pins = slices.Concat(pins, d.Board.SDRAM.Pins())
	}
	lines, index := map[string]int{}, map[string]int{} // pins with one name are a vector
	for _, p := range pins {
		lines[p.Name]++
	}
	for _, p := range pins {
		name := p.Name
		if lines[p.Name] > 1 {
			name = fmt.Sprintf("%s[%d]", p.Name, index[p.Name])
			index[p.Name]++
		}
		switch d.Board.Family {
		case board.ICE40:
			io := ""
			if len(p.IO) > 0 {
				io = strings.Join(p.IO, " ") + " "
			}
			fmt.Fprintf(&b, "set_io %s%s %s\n", io, name, p.Site)
		case board.ECP5:
			fmt.Fprintf(&b, "LOCATE COMP %q SITE %q;\n", name, p.Site)
			if len(p.IO) > 0 {
				fmt.Fprintf(&b, "IOBUF PORT %q %s;\n", name, strings.Join(p.IO, " "))
			}
		case board.Gowin:
			fmt.Fprintf(&b, "IO_LOC %q %s;\n", name, p.Site)
			if len(p.IO) > 0 {
				fmt.Fprintf(&b, "IO_PORT %q %s;\n", name, strings.Join(p.IO, " "))
			}
		}
	}
	freq := strconv.FormatFloat(board.MHz(int64(d.Board.OscillatorHz)), 'f', -1, 64)
	switch d.Board.Family {
	case board.ICE40:
		fmt.Fprintf(&b, "set_frequency %s %s\n", clock, freq)
	case board.ECP5:
		fmt.Fprintf(&b, "FREQUENCY PORT %q %s MHZ;\n", clock, freq)
	}
	for _, line := range d.Board.Preferences {
		b.WriteString(line + "\n")
	}
	return b.Bytes()
}
