//go:build fpgatools

// The tests in this file play the contest's game on what the tools made of the chip (make netlist, make
// netlist-short).

package fpga_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga"
	twin "github.com/tessera-fpga/tessera/golden"
	"github.com/tessera-fpga/tessera/sim"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// gameConfig is the chip as it goes onto the iCE40 board without a PLL, with a fast line and little time to
// think, so that a game takes about a million cycles. The search is as deep as ever.
var gameConfig = twin.RefereeConfig{
	UART:    twin.UART{ClockHz: int(fpga.HX8K.OscillatorHz), Baud: int(fpga.HX8K.OscillatorHz) / 16},
	Team:    [2]byte{'Z', 'q'},
	MoveMS:  4,
	HelloMS: 1,
	ByteMS:  1,
	Depth:   twin.MaxSearchDepth,
	Classic: twin.ClassicConfig{Weights: twin.DefaultWeights, AlphaBeta: true},
}

// wakeCycles is how long a board holds its chip in reset (fpga/top.v.tmpl), counted from the end of the
// simulation's own two cycles of reset: two flip-flops, 1024 clocks, one flip-flop.
const wakeCycles = 2 + 1024 + 1 - 2

// gameParams are the chip's parameters for gameConfig, without the clock.
func gameParams() (params []fpga.Param) {
	values := sim.RefereeModel(gameConfig).Params
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if name != "CLK_HZ" {
			params = append(params, fpga.Param{Name: name, Value: fpga.Int(values[name])})
		}
	}
	return params
}

// referee is the configuration that goes onto the boards.
func referee(t *testing.T) fpga.Config {
	t.Helper()
	c, err := fpga.FindConfig("referee")
	require.NoError(t, err)
	return c
}

// refereeNetlist synthesises the chip for a family.
func refereeNetlist(family fpga.Family) func(t *testing.T) *fpga.Netlist {
	return func(t *testing.T) *fpga.Netlist {
		tools, c := realTools(t), referee(t)
		params := append(gameParams(), fpga.Param{Name: "CLK_HZ", Value: fpga.Int(gameConfig.UART.ClockHz)})
		dir := filepath.Join(tools.Root, "build", "test-fpga", "game-"+string(family))
		net, err := fpga.SynthNetlist(t.Context(), tools, family, c.Module, params, c.Sources, dir)
		require.NoError(t, err)
		return net
	}
}

// refereeBitstream builds the iCE40 board's bitstream of the chip and reads it back.
func refereeBitstream(t *testing.T) *fpga.Netlist {
	tools, c := realTools(t), referee(t)
	c.Params = gameParams()
	d := fpga.Design{Board: fpga.HX8K, Config: c, ClockHz: int64(gameConfig.UART.ClockHz)}
	dir := filepath.Join(tools.Root, "build", "test-fpga", "game-bitstream")
	r, err := fpga.Build(t.Context(), tools, d, fpga.BuildOptions{Dir: dir})
	require.NoError(t, err)
	require.Zero(t, r.Cells.PLL.Used, "icebox_vlog knows no PLL")
	return readBack(t, tools, d, filepath.Join(tools.Root, r.Bitstream), filepath.Join(dir, "synth.json"), filepath.Join(dir, "bits"))
}

// readBack reads a bitstream back. Its block RAMs must begin with what synthesis has put into them: a game does
// not ask for every bit.
func readBack(t *testing.T, tools *fpga.Toolchain, d fpga.Design, bitstream, synth, dir string) *fpga.Netlist {
	t.Helper()
	net, err := fpga.ReadBack(t.Context(), tools, d, bitstream, dir)
	require.NoError(t, err)
	text, err := os.ReadFile(synth)
	require.NoError(t, err)
	var design struct {
		Modules map[string]struct {
			Cells map[string]struct {
				Type       string
				Parameters map[string]string
			}
		}
	}
	require.NoError(t, json.Unmarshal(text, &design))
	var want []string
	for _, c := range design.Modules[d.Top()].Cells {
		if !strings.HasPrefix(c.Type, "SB_RAM40_4K") {
			continue
		}
		var words strings.Builder
		for i := range 16 {
			bits, ok := new(big.Int).SetString(strings.ReplaceAll(c.Parameters[fmt.Sprintf("INIT_%X", i)], "x", "0"), 2)
			require.True(t, ok)
			fmt.Fprintf(&words, "%064x\n", bits)
		}
		want = append(want, words.String())
	}
	text, err = os.ReadFile(net.Sources[0])
	require.NoError(t, err)
	var got []string
	for _, ram := range strings.Split(string(text), "SB_RAM40_4K")[1:] {
		var words strings.Builder
		for _, m := range initPattern.FindAllStringSubmatch(ram, -1) {
			fmt.Fprintf(&words, "%s\n", m[1])
		}
		got = append(got, words.String())
	}
	slices.Sort(want)
	slices.Sort(got)
	require.NotEmpty(t, want)
	require.Empty(t, cmp.Diff(want, got), "the contents of the block RAMs: synthesis, then bitstream")
	t.Logf("%s: the %d block RAMs begin with the contents of synthesis", filepath.Base(bitstream), len(got))
	return net
}

var initPattern = regexp.MustCompile(`\.INIT_[0-9A-F]\(256'h([0-9a-f]{64})\)`)

// TestGames plays the contest's game, as its host does, on netlists and on a bitstream: every byte that the
// chip sends must be that of golden.Referee, and its start bit must begin in the same clock cycle. The RTL is
// held to the same in package sim. With -short it is one move each, and not on all.
func TestGames(t *testing.T) {
	for _, test := range []struct {
		name   string
		make   func(t *testing.T) *fpga.Netlist
		origin uint64 // cycle in which the chip comes out of reset
		short  bool   // part of the short form
	}{
		{"ice40 netlist", refereeNetlist(fpga.ICE40), 0, false},
		{"ecp5 netlist", refereeNetlist(fpga.ECP5), 0, true},
		{"ice40 bitstream", refereeBitstream, wakeCycles, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if testing.Short() && !test.short {
				t.Skip("not in the short form")
			}
			start := time.Now()
			net := test.make(t)
			t.Logf("%s: made in %.0f s, compiling", test.name, time.Since(start).Seconds())
			play(t, test.name, sim.Model{Top: net.Top, Sources: net.Sources, Flags: net.Flags}, test.origin)
		})
	}
}

// play plays a game from each side, or one move.
func play(t *testing.T, name string, m sim.Model, origin uint64) {
	start := time.Now()
	p, err := sim.Start(t.Context(), m)
	require.NoError(t, err)
	defer p.Close()
	t.Logf("%s: compiled in %.0f s", name, time.Since(start).Seconds())
	const seed = 1
	b, err := simtest.NewRefereeBench(p, gameConfig, origin, rand.New(rand.NewPCG(seed, 0)))
	require.NoError(t, err)
	for i, chip := range []twin.Player{twin.Player1, twin.Player2} {
		answers, form := 0, "whole game"
		if testing.Short() {
			answers, form = 1, "one move"
		}
		p.SetTransaction(i)
		b.Moves, b.Bytes = 0, 0
		start, from := time.Now(), p.Cycle()
		err := b.Game(chip, twin.Player1, []uint64{0, 700}[i], answers)
		what := fmt.Sprintf("%s: %s as %v", name, form, chip)
		cycles := p.Cycle() - from
		speed := float64(cycles) / time.Since(start).Seconds()
		if err != nil {
			t.Fatalf("%s: NOT the chip after %d equal moves, %d bytes, %d cycles: %v", what, b.Moves, b.Bytes, cycles, err)
		}
		t.Logf("%s: %d of %d moves equal, %d bytes in the same cycles, %d cycles, %.0f cycles/s",
			what, b.Moves, b.Moves, b.Bytes, cycles, speed)
		if testing.Short() {
			return
		}
	}
}
