// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build fpgatools

// The tests in this file call the real tools (make test-fpga) and take minutes.

package flow_test

import (
	"fmt"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// realTools returns the tools of "make tools-fpga" or of PATH.
func realTools(t *testing.T) *flow.Toolchain {
	t.Helper()
	tools, err := flow.FindToolchain()
	require.NoError(t, err)
	tools.Progress = testWriter{t}
	return tools
}

type testWriter struct{ t *testing.T }

func (w testWriter) Write(p []byte) (int, error) { w.t.Logf("%s", p); return len(p), nil }

func loopback(t *testing.T) config.Config {
	t.Helper()
	c, err := config.Find("loopback", config.HasChip)
	require.NoError(t, err)
	return c
}

// TestBuildBitstreams makes the complete bitstream of the loopback chip for every board.
func TestBuildBitstreams(t *testing.T) {
	t.Parallel()
	for _, b := range board.Boards() {
		t.Run(b.Name, func(t *testing.T) {
			tools := realTools(t)
			d := flow.Design{Board: b, Config: loopback(t)}
			dir := filepath.Join(tools.Root, "build", "test-fpga", d.Name())
			require.NoError(t, os.RemoveAll(dir))
			r, err := flow.Build(t.Context(), tools, d, flow.BuildOptions{Seeds: 2, Dir: dir})
			require.NoError(t, err)
			require.NoError(t, r.WriteTable(testWriter{t}))

			require.Equal(t, 2, r.Cells.BRAM.Used, "ROM and buffer are a block RAM each")
			require.Equal(t, 1, r.Cells.PLL.Used)
			require.Equal(t, len(b.Pins), r.Cells.IO.Used)
			require.InDelta(t, 120, r.Cells.LUT4.Used, 40)
			require.GreaterOrEqual(t, r.FmaxMin(), float64(r.ClockHz)/1e6)
			require.NotEmpty(t, r.BestSeed().Path.From)
			require.Positive(t, r.BestSeed().Path.Routing)

			bits, err := os.ReadFile(filepath.Join(tools.Root, r.Bitstream))
			require.NoError(t, err)
			require.Greater(t, len(bits), 10_000)
			f, err := os.Open(filepath.Join(dir, "floorplan.png"))
			require.NoError(t, err)
			defer f.Close()
			_, err = png.Decode(f)
			require.NoError(t, err)

			// A second build without changes runs no tool and leaves all files alone.
			start := time.Now()
			again, err := flow.Build(t.Context(), tools, d, flow.BuildOptions{Seeds: 2, Dir: dir})
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(r, again))
			require.Less(t, time.Since(start), time.Minute)
		})
	}
}

// TestTimingIsChecked builds a design with a clock beyond any device.
func TestTimingIsChecked(t *testing.T) {
	t.Parallel()
	tools := realTools(t)
	d := flow.Design{Board: board.HX8K, Config: loopback(t), ClockHz: 270e6}
	dir := filepath.Join(tools.Root, "build", "test-fpga", "too-fast")
	r, err := flow.Build(t.Context(), tools, d, flow.BuildOptions{Dir: dir})
	var late *flow.TimingError
	require.ErrorAs(t, err, &late)
	require.Less(t, late.Clock.MHz, late.Clock.TargetMHz)
	require.Contains(t, err.Error(), "slowest path u_chip.")
	require.Empty(t, r.Bitstream)
	require.NoFileExists(t, filepath.Join(dir, d.BitstreamFile()))
}

// same steps two models with the same random inputs and compares all outputs from cycle `from` on.
func same(t *testing.T, rtl, net verilator.Model, from, batches int, drive func(*verilator.Proc, verilator.Inputs, *rand.Rand)) {
	t.Helper()
	const seed = 1
	var outs [2][]verilator.Outputs
	var ports []verilator.Port
	for i, m := range []verilator.Model{rtl, net} {
		p, err := verilator.Start(t.Context(), m)
		require.NoError(t, err)
		defer p.Close()
		ports = p.Ports()
		rng := rand.New(rand.NewPCG(seed, 0))
		for range batches {
			b := p.NewBatch(1000)
			for j := range b.Len() {
				drive(p, b.In(j), rng)
			}
			require.NoError(t, p.Step(b))
			for j := range b.Len() {
				outs[i] = append(outs[i], append(verilator.Outputs(nil), b.Out(j)...))
			}
		}
	}
	for i := from; i < len(outs[0]); i++ {
		for _, port := range ports {
			if port.Input {
				continue
			}
			require.Equal(t, port.Bits(outs[0][i]).String(), port.Bits(outs[1][i]).String(),
				"seed %d, cycle %d, port %s: RTL, then netlist", seed, i, port.Name)
		}
	}
}

// TestNetlistsEqualRTL simulates synthesised netlists beside their RTL.
func TestNetlistsEqualRTL(t *testing.T) {
	t.Parallel()
	const bitClocks = 8
	params := []config.Param{{Name: "CLK_HZ", Value: config.Int(bitClocks * config.Baud)}}
	for _, family := range []board.Family{board.ICE40, board.ECP5} {
		for _, test := range []struct {
			module string
			params []config.Param
		}{
			{"memories", nil},
			{"loopback_chip", params},
			// The chip's tables; a game (TestGames) reads only a part of them.
			{"tile_rom", nil},
			{"move_decoder", nil},
			{"move_encoder", nil},
		} {
			t.Run(fmt.Sprintf("%s/%s", family, test.module), func(t *testing.T) {
				tools := realTools(t)
				file := "fpga/flow/testdata/" + test.module + ".v"
				if _, err := os.Stat(filepath.Join(tools.Root, file)); err != nil {
					file = "rtl"
				}
				dir := filepath.Join(tools.Root, "build", "test-fpga", "netlist-"+string(family))
				net, err := flow.SynthNetlist(t.Context(), tools, family, config.Config{Module: test.module, Params: test.params, Sources: []string{file}}, dir)
				require.NoError(t, err)
				rtl := verilator.Model{Top: test.module, Sources: []string{file}, Flags: net.Flags, Params: map[string]int{}}
				for _, p := range test.params {
					rtl.Params[p.Name] = int(p.Value.(config.Int))
				}
				gates := verilator.Model{Top: net.Top, Sources: net.Sources, Flags: net.Flags}
				switch test.module {
				case "memories":
					same(t, rtl, gates, 8, 40, driveMemories)
				case "loopback_chip":
					echo(t, rtl, 0, bitClocks)
					echo(t, gates, 0, bitClocks)
				default:
					same(t, rtl, gates, 8, 40, driveTable)
				}
			})
		}
	}
}

// driveMemories writes and reads at random, mostly at near addresses, so that reads find written
// words.
func driveMemories(p *verilator.Proc, in verilator.Inputs, rng *rand.Rand) {
	address := rng.Uint64()
	if rng.IntN(4) > 0 {
		address &= 0x301f // few rows, at both ends
	}
	other := address
	if rng.IntN(3) > 0 {
		other = rng.Uint64() & 0x301f
	}
	p.MustPort("wa_i").Set(in, address&0x3fff)
	p.MustPort("ra_i").Set(in, other&0x3fff)
	p.MustPort("data_i").Set(in, rng.Uint64())
	p.MustPort("be_i").Set(in, rng.Uint64()&15)
	p.MustPort("we_i").Set(in, rng.Uint64()&1)
	p.MustPort("re_i").Set(in, uint64(min(rng.IntN(4), 1)))
	p.MustPort("rst_i").Set(in, uint64(max(rng.IntN(16)-14, 0)))
}

// driveTable gives random values to all inputs, and mostly proper characters to character inputs.
func driveTable(p *verilator.Proc, in verilator.Inputs, rng *rand.Rand) {
	for _, port := range p.Ports() {
		if !port.Input {
			continue
		}
		v := rng.Uint64() & (1<<port.Width - 1)
		if port.Name == "chars_i" && rng.IntN(8) > 0 {
			const digits = "0123456789abcde"
			v = uint64(digits[rng.IntN(15)])<<24 | uint64(digits[rng.IntN(15)])<<16 |
				uint64('a'+rng.IntN(21))<<8 | uint64('0'+rng.IntN(8))
		}
		port.Set(in, v)
	}
}

// loopbackByte is the loopback chip's answer to a byte.
func loopbackByte(b byte) byte { return 7*b + 3 }

// echo sends all bytes to a chip's serial port, after some clocks, and checks the answers.
func echo(t *testing.T, m verilator.Model, wait, bitClocks int) {
	t.Helper()
	p, err := verilator.Start(t.Context(), m)
	require.NoError(t, err)
	defer p.Close()
	rx, tx, led := p.MustPort("uart_rx_i"), p.MustPort("uart_tx_o"), p.MustPort("led_o")

	var line []bool
	idle := func(n int) {
		for range n {
			line = append(line, true)
		}
	}
	idle(wait + 4*bitClocks)
	for b := range 256 {
		for _, bit := range frame(byte(b)) {
			for range bitClocks {
				line = append(line, bit)
			}
		}
		idle(bitClocks) // the chip answers byte for byte, so it may take a little longer
	}
	idle(40 * bitClocks)

	b := p.NewBatch(len(line))
	for i, bit := range line {
		if bit {
			rx.Set(b.In(i), 1)
		}
	}
	require.NoError(t, p.Step(b))
	var got []byte
	for i := wait; i < b.Len(); i++ {
		if tx.Bool(b.Out(i)) {
			continue
		}
		var v byte
		for k := range 8 {
			if at := i + (2*k+3)*bitClocks/2; at < b.Len() && tx.Bool(b.Out(at)) {
				v |= 1 << k
			}
		}
		got = append(got, v)
		i += 19 * bitClocks / 2
	}
	var want []byte
	for v := range 256 {
		want = append(want, loopbackByte(byte(v)))
	}
	require.Empty(t, cmp.Diff(want, got))
	require.Zero(t, led.Uint(b.Out(b.Len()-1)), "the LEDs count 256 bytes, modulo 256")
}

// frame is a byte as 8N1, start bit first.
func frame(b byte) []bool {
	bits := []bool{false}
	for k := range 8 {
		bits = append(bits, b>>k&1 == 1)
	}
	return append(bits, true)
}

// TestBitstreamReadBack builds a bitstream, reads it back, and talks to it.
func TestBitstreamReadBack(t *testing.T) {
	t.Parallel()
	const bitClocks = 8
	tools := realTools(t)
	c := loopback(t)
	c.Params = []config.Param{{Name: "BAUD", Value: config.Int(board.HX8K.OscillatorHz / bitClocks)}}
	d := flow.Design{Board: board.HX8K, Config: c, ClockHz: int64(board.HX8K.OscillatorHz)}
	dir := filepath.Join(tools.Root, "build", "test-fpga", "readback")
	r, err := flow.Build(t.Context(), tools, d, flow.BuildOptions{Dir: dir})
	require.NoError(t, err)
	net, err := flow.ReadBack(t.Context(), tools, d, filepath.Join(tools.Root, r.Bitstream), filepath.Join(dir, "bits"))
	require.NoError(t, err)
	echo(t, verilator.Model{Top: net.Top, Sources: net.Sources, Flags: net.Flags}, 1100, bitClocks)
}
