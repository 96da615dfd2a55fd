// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow_test

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/rtl"
)

var update = flag.Bool("update", false, "write the golden files afresh")

// wantFile compares with a file below testdata/golden.
func wantFile(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name)
	if *update {
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		require.NoError(t, os.WriteFile(file, got, 0o666))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Empty(t, cmp.Diff(string(want), string(got)), "go test ./fpga/flow -update writes %s afresh", file)
}

// TestMain lets the test program play the tools: linked under a tool's name, the program acts as
// this tool.
func TestMain(m *testing.M) {
	if name := filepath.Base(os.Args[0]); slices.Contains(fakeNames, name) {
		os.Exit(fakeTool(name, os.Args[1:]))
	}
	os.Exit(m.Run())
}

var fakeNames = []string{"yosys", "nextpnr-ice40", "nextpnr-ecp5", "nextpnr-himbaechel-gowin", "icepack", "ecppack", "gowin_pack", "openFPGALoader"}

// fakeTool rows its arguments in the file $FAKE_CALLS and writes the outputs that the real tool
// would. $FAKE_FAIL names a tool that fails, $FAKE_HANG one that never ends, $FAKE_SAYS the failing
// tool's message.
func fakeTool(name string, args []string) int {
	if slices.Equal(args, []string{"--version"}) {
		if name == "yosys" {
			fmt.Println("Yosys 0.70 (git sha1 28ba3cb92, Release)")
		} else {
			fmt.Fprintf(os.Stderr, "%q -- Next Generation Place and Route (Version nextpnr-0.11.1)\n", name)
		}
		return 0
	}
	calls, err := os.OpenFile(os.Getenv("FAKE_CALLS"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(calls, name, strings.Join(args, " "))
	calls.Close()
	switch name {
	case os.Getenv("FAKE_FAIL"):
		fmt.Println("Info: so far so good\n" + os.Getenv("FAKE_SAYS"))
		return 1
	case os.Getenv("FAKE_HANG"):
		child := exec.Command("sleep", "600")
		if err := child.Start(); err != nil {
			panic(err)
		}
		_ = os.WriteFile(os.Getenv("FAKE_CALLS")+".pids", fmt.Appendln(nil, os.Getpid(), child.Process.Pid), 0o666)
		_ = child.Wait()
		return 0
	}
	data := os.Getenv("FAKE_DATA")
	give := func(file, sample string) {
		text := []byte("made by " + name + "\n")
		if sample != "" {
			if text, err = os.ReadFile(filepath.Join(data, sample)); err != nil {
				panic(err)
			}
		}
		if err := os.WriteFile(file, text, 0o666); err != nil {
			panic(err)
		}
	}
	switch name {
	case "yosys":
		give("synth.json", "")
		give("stat.json", "stat.json")
	case "icepack", "ecppack":
		give(args[len(args)-1], "")
	case "gowin_pack":
		give(args[slices.Index(args, "-o")+1], "")
	default:
		for i, a := range args {
			switch a {
			case "--asc", "--textcfg":
				give(args[i+1], "")
			case "--report":
				give(args[i+1], "nextpnr.json")
			case "--write":
				give(args[i+1], "placed.json")
			}
		}
	}
	return 0
}

// fakes puts the fake tools on PATH and returns a toolchain in an empty tree.
func fakes(t *testing.T, family board.Family) (tools *flow.Toolchain, calls func() string) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	bin, root := t.TempDir(), t.TempDir()
	for _, name := range fakeNames {
		require.NoError(t, os.Symlink(self, filepath.Join(bin, name)))
	}
	data, err := filepath.Abs(filepath.Join("testdata", string(family)))
	require.NoError(t, err)
	chip, err := os.ReadFile("loopback_chip.v")
	require.NoError(t, err)
	require.NoError(t, os.MkdirAll(filepath.Join(root, "fpga/flow"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(root, "fpga/flow/loopback_chip.v"), chip, 0o666))

	log := filepath.Join(t.TempDir(), "calls")
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("FAKE_CALLS", log)
	t.Setenv("FAKE_DATA", data)
	return &flow.Toolchain{Root: root, Native: true}, func() string {
		text, _ := os.ReadFile(log)
		_ = os.Remove(log)
		return string(text)
	}
}

func design(t *testing.T, b *board.Board) flow.Design {
	t.Helper()
	c, err := config.Find("loopback", config.HasChip)
	require.NoError(t, err)
	return flow.Design{Board: b, Config: c}
}

func find(t *testing.T, name string) *board.Board {
	t.Helper()
	b, err := board.FindBoard(name)
	require.NoError(t, err)
	return b
}

func gowin(t *testing.T) *board.Board { t.Helper(); return find(t, "tang_nano_20k") }

// TestFiles compares generated tops and constraints with golden files: of a board of each family, and
// of one with its clock at the PLL's pad and LEDs that 0 lights. TestBoardTopsPlay covers all boards.
func TestFiles(t *testing.T) {
	t.Parallel()
	pad := find(t, "icebreaker")
	for _, b := range []*board.Board{board.HX8K, board.ULX3S, gowin(t), pad} {
		for _, clock := range []int64{0, int64(b.OscillatorHz), 90e6} {
			d := design(t, b)
			d.ClockHz = clock
			files, err := d.Files()
			require.NoError(t, err)
			for name, text := range files {
				wantFile(t, fmt.Sprintf("%s-%d/%s", b.Name, clock/1e6, name), text)
			}
			again, err := d.Files()
			require.NoError(t, err)
			require.Empty(t, cmp.Diff(files, again))
		}
	}
}

// TestFewLEDs builds a top for a board with fewer LEDs than the chip lights. Icarus must take the
// top without a warning.
func TestFewLEDs(t *testing.T) {
	t.Parallel()
	root, err := rtl.Root()
	require.NoError(t, err)
	for leds, want := range map[int][]string{
		0: {".led_o()"},
		1: {"output wire led\n", "assign led = chip_led[0:0];", ".led_o(chip_led)"},
		3: {"output wire [2:0] led", "assign led = chip_led[2:0];", ".led_o(chip_led)"},
	} {
		b := *board.HX8K
		b.Pins = slices.Clone(b.Pins)
		have := 0
		b.Pins = slices.DeleteFunc(b.Pins, func(p board.Pin) bool {
			if p.Role == board.LED {
				have++
			}
			return p.Role == board.LED && have > leds
		})
		d := design(t, &b)
		d.ClockHz = int64(b.OscillatorHz)
		files, err := d.Files()
		require.NoError(t, err)
		top := string(files[d.Top()+".v"])
		for _, text := range want {
			require.Contains(t, top, text)
		}
		file := filepath.Join(t.TempDir(), "top.v")
		require.NoError(t, os.WriteFile(file, []byte(top), 0o666))
		out, err := exec.Command(filepath.Join(root, ".tools/bin/iverilog"), "-g2005", "-Wall", "-tnull", "-s", d.Top(), file, "loopback_chip.v").CombinedOutput()
		require.NoError(t, err, "%s", out)
		require.NotContains(t, string(out), "led")
	}
}

// TestMemoryFiles compares the top of a chip with an SDRAM with golden files, at the
// configuration's clock and at one from the PLL's second output. Impossible clocks must give
// errors.
func TestMemoryFiles(t *testing.T) {
	t.Parallel()
	c, err := config.Find("tree", config.HasChip)
	require.NoError(t, err)
	for _, clock := range []int64{0, 95e6} {
		files, err := flow.Design{Board: board.ULX3S, Config: c, ClockHz: clock}.Files()
		require.NoError(t, err)
		for name, text := range files {
			wantFile(t, fmt.Sprintf("ulx3s-tree-%d/%s", clock/1e6, name), text)
		}
	}
	_, err = flow.Design{Board: board.ULX3S, Config: c, ClockHz: int64(board.ULX3S.OscillatorHz)}.Files()
	require.EqualError(t, err, "fpga: configuration tree needs a board with an SDRAM, and a PLL for its clock (ulx3s-tree)")
	_, err = flow.Design{Board: board.ULX3S, Config: c, ClockHz: 4e6}.Files()
	require.EqualError(t, err, "fpga: twin: an SDRAM at 4000000 Hz: a row may be open for 576 cycles, want at most 7 times the 30 between two refreshes (ulx3s-tree)")
	_, err = flow.Design{Board: board.ULX3S, Config: c, ClockHz: 200e6}.Files()
	require.EqualError(t, err, "fpga: twin: an SDRAM at 200000000 Hz, want 125000000 Hz at most (ulx3s-tree)")
}

func TestDesignErrors(t *testing.T) {
	t.Parallel()
	_, err := board.FindBoard("de10")
	require.ErrorContains(t, err, `fpga: unknown board "de10", want one of `)
	_, err = config.Find("x", config.HasChip)
	require.EqualError(t, err, `config: unknown configuration "x", want one of minimax, montecarlo, alphabeta, alphabeta-margin, tree, processor, service, leaves, lane, loopback`)
	d := design(t, board.HX8K)
	d.ClockHz = 500e6
	_, err = d.Files()
	require.EqualError(t, err, "fpga: PLL output of 500 MHz, want 16 to 275 MHz (hx8k-loopback)")
	d = design(t, board.HX8K)
	d.Config.Params = []config.Param{{Name: "CLK_HZ", Value: config.Int(1)}}
	_, err = d.Files()
	require.ErrorContains(t, err, `parameter "CLK_HZ"`)
}

// TestBuildCalls compares the calls of the tools, and the results made from their answers.
func TestBuildCalls(t *testing.T) {
	for _, b := range []*board.Board{board.HX8K, board.ULX3S, gowin(t)} {
		t.Run(b.Name, func(t *testing.T) {
			tools, calls := fakes(t, b.Family)
			d := design(t, b)
			r, err := flow.Build(t.Context(), tools, d, flow.BuildOptions{Seeds: 2})
			require.NoError(t, err)
			dir := filepath.Join(tools.Root, r.Dir)
			script, err := os.ReadFile(filepath.Join(dir, "synth.ys"))
			require.NoError(t, err)
			wantFile(t, b.Name+"-calls.txt", append([]byte(calls()+"\nsynth.ys:\n"), script...))
			table, err := os.ReadFile(filepath.Join(dir, "report.txt"))
			require.NoError(t, err)
			wantFile(t, b.Name+"-report.txt", table)
			require.FileExists(t, filepath.Join(tools.Root, r.Bitstream))

			// Nothing changed: tools only tell their versions.
			_, err = flow.Build(t.Context(), tools, d, flow.BuildOptions{Seeds: 2})
			require.NoError(t, err)
			require.Empty(t, calls())

			// One more seed: only this seed is placed.
			_, err = flow.Build(t.Context(), tools, d, flow.BuildOptions{Seeds: 3})
			require.NoError(t, err)
			require.Equal(t, 1, strings.Count(calls(), "\n"))

			// The source changed: synthesis runs again. Its output is the same, so no further step
			// does.
			chip := filepath.Join(tools.Root, "fpga/flow/loopback_chip.v")
			require.NoError(t, os.WriteFile(chip, []byte("module other; endmodule\n"), 0o666))
			_, err = flow.Build(t.Context(), tools, d, flow.BuildOptions{Seeds: 3})
			require.NoError(t, err)
			require.Equal(t, "yosys synth.ys\n", calls())
		})
	}
}

func TestBuildFailures(t *testing.T) {
	t.Run("tool fails", func(t *testing.T) {
		tools, _ := fakes(t, board.ICE40)
		t.Setenv("FAKE_FAIL", "nextpnr-ice40")
		t.Setenv("FAKE_SAYS", "ERROR: cell 'u_x' has no place\n1 error")
		_, err := flow.Build(t.Context(), tools, design(t, board.HX8K), flow.BuildOptions{Seeds: 3})
		var failed *flow.ToolError
		require.ErrorAs(t, err, &failed)
		require.Equal(t, []string{"Info: so far so good", "ERROR: cell 'u_x' has no place", "1 error"}, failed.Tail)
		require.Contains(t, err.Error(), "fpga: nextpnr-ice40 failed: ")
		require.Contains(t, err.Error(), "(log: build/hx8k-loopback/seed")
	})
	t.Run("too slow", func(t *testing.T) {
		tools, _ := fakes(t, board.ICE40)
		slow := t.TempDir()
		for _, name := range []string{"stat.json", "nextpnr.json", "placed.json"} {
			text, err := os.ReadFile(filepath.Join("testdata/ice40", name))
			require.NoError(t, err)
			text = bytes.ReplaceAll(text, []byte(`"constraint": 60`), []byte(`"constraint": 100`))
			require.NoError(t, os.WriteFile(filepath.Join(slow, name), text, 0o666))
		}
		t.Setenv("FAKE_DATA", slow)
		r, err := flow.Build(t.Context(), tools, design(t, board.HX8K), flow.BuildOptions{})
		var late *flow.TimingError
		require.ErrorAs(t, err, &late)
		require.ErrorContains(t, err, "fpga: timing not met: clock clk reaches 92.2 MHz of 100.0, 0.85 ns too slow; slowest path u_chip.u_rx.")
		require.Empty(t, r.Bitstream)
		require.FileExists(t, filepath.Join(tools.Root, r.Dir, "report.txt"))
	})
	t.Run("no tool", func(t *testing.T) {
		tools, _ := fakes(t, board.ICE40)
		t.Setenv("PATH", t.TempDir())
		_, err := flow.Build(t.Context(), tools, design(t, board.HX8K), flow.BuildOptions{})
		require.ErrorContains(t, err, "fpga: yosys is not on PATH")
		tools.Native = false
		_, err = flow.Build(t.Context(), tools, design(t, board.HX8K), flow.BuildOptions{})
		require.EqualError(t, err, `fpga: yosys is missing: run "make tools-fpga"`)
	})
}

// TestBuildInterrupted checks that nothing runs on after the context has ended.
func TestBuildInterrupted(t *testing.T) {
	tools, _ := fakes(t, board.ICE40)
	t.Setenv("FAKE_HANG", "yosys")
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		_, err := flow.Build(ctx, tools, design(t, board.HX8K), flow.BuildOptions{})
		ended <- err
	}()
	var pids []string
	require.Eventually(t, func() bool {
		text, err := os.ReadFile(os.Getenv("FAKE_CALLS") + ".pids")
		pids = strings.Fields(string(text))
		return err == nil && len(pids) == 2
	}, time.Minute, 10*time.Millisecond)
	// The folder is locked: a second build waits, and can be interrupted too.
	short, stop := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer stop()
	_, err := flow.Build(short, tools, design(t, board.HX8K), flow.BuildOptions{})
	require.ErrorIs(t, err, context.DeadlineExceeded)

	cancel()
	require.ErrorIs(t, <-ended, context.Canceled)
	for _, pid := range pids {
		n, err := strconv.Atoi(pid)
		require.NoError(t, err)
		require.Eventually(t, func() bool { return gone(n) }, time.Minute, 10*time.Millisecond, "process %d runs on", n)
	}
}

// gone reports whether a process has ended; a process that its parent has not waited for yet counts
// as ended.
func gone(pid int) bool {
	process, err := os.FindProcess(pid)
	if err != nil || errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone) {
		return true
	}
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err != nil || strings.Contains(string(stat), ") Z ")
}

// TestFloorplan reads a small placement and checks the place of every group, and that both pictures
// are complete.
func TestFloorplan(t *testing.T) {
	t.Parallel()
	for _, b := range board.Boards() {
		t.Run(b.Name, func(t *testing.T) {
			p, err := flow.ReadFloorplan(filepath.Join("testdata", string(b.Family), "placed.json"), b)
			require.NoError(t, err)
			var names []string
			total := 0
			for _, g := range p.Groups {
				names = append(names, g.Name)
				total += g.Cells + g.RAMs
			}
			require.Subset(t, names, []string{"u_chip.u_rx", "u_chip.u_tx", "u_chip.u_fifo", "u_chip.u_rom", "u_pll", "(top)", "(tools)"})
			require.Equal(t, len(p.Cells), total)
			rams := map[string]int{}
			for _, g := range p.Groups {
				rams[g.Label] = g.RAMs
			}
			require.Equal(t, 1, rams["fifo"], "the block RAM of u_fifo")
			require.Equal(t, 1, rams["rom"], "the block RAM of u_rom")
			for _, c := range p.Cells {
				require.Less(t, c.Column, p.Columns)
				require.Less(t, c.Row, p.Rows)
				require.True(t, c.Slot >= -1 && c.Slot < 8)
			}
			p.Title, p.Subtitle = "a <title>", "50 MHz"
			p.Path = [][2]int{{1, 1}, {5, 9}}

			var svg, picture bytes.Buffer
			require.NoError(t, p.WriteSVG(&svg))
			dec := xml.NewDecoder(&svg)
			for {
				if _, err = dec.Token(); err != nil {
					break
				}
			}
			require.ErrorIs(t, err, io.EOF, "the SVG is well-formed")
			require.NoError(t, p.WritePNG(&picture))
			img, err := png.Decode(&picture)
			require.NoError(t, err)
			require.Greater(t, img.Bounds().Dx(), 500)
		})
	}
}

// TestFloorplanLanes puts cells of 15 lanes and of the rest around them on a device. Every lane
// must differ in colour from its neighbours in the chain and from the rest.
func TestFloorplanLanes(t *testing.T) {
	t.Parallel()
	const lanes = 15
	b, err := board.FindBoard("ulx3s")
	require.NoError(t, err)
	type cell struct {
		Type       string            `json:"type"`
		Attributes map[string]string `json:"attributes"`
	}
	cells := map[string]cell{}
	put := func(name, kind, bel string) {
		cells[name] = cell{kind, map[string]string{"NEXTPNR_BEL": bel}}
	}
	const core = "u_chip.gen_mc.u_montecarlo_core"
	for i := range lanes {
		lane := fmt.Sprintf("%s.u_lanes.gen_lane[%d].u_lane", core, i)
		for k := range 20 {
			put(fmt.Sprintf("%s.u_scan.a%d", lane, k), "TRELLIS_COMB", fmt.Sprintf("X%d/Y%d/SLICEA.COMB0", 4+7*i, 10+k))
		}
		put(lane+".u_update.u_rows.words.0.0", "DP16KD", fmt.Sprintf("X%d/Y46/EBR0", 4+7*i))
	}
	for i, part := range []string{core + ".u_name", core, "u_chip.u_pins.u_contest_player.u_message_parser", "u_chip.u_pins.u_uart_rx", "u_chip.u_pins.u_uart_tx", "u_chip.u_pins.u_heartbeat"} {
		put(part+".x_q", "TRELLIS_FF", fmt.Sprintf("X%d/Y2/SLICEA.FF0", i+3))
	}
	text, err := json.Marshal(map[string]any{"modules": map[string]any{"top": map[string]any{"cells": cells}}})
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "placed.json")
	require.NoError(t, os.WriteFile(file, text, 0o666))
	p, err := flow.ReadFloorplan(file, b)
	require.NoError(t, err)
	colours := map[color.Color]string{}
	for i := range lanes {
		require.Equal(t, fmt.Sprintf("lane %d", i), p.Groups[i].Label)
		require.Equal(t, 20, p.Groups[i].Cells)
		require.Equal(t, 1, p.Groups[i].RAMs)
	}
	var labels []string
	for i, g := range p.Groups {
		require.NotContains(t, colours, p.Colour(i), "%s", g.Label)
		colours[p.Colour(i)] = g.Label
		labels = append(labels, g.Label)
	}
	require.Subset(t, labels, []string{"montecarlo_core", "message_parser", "uart_rx", "heartbeat"})

	var picture bytes.Buffer
	require.NoError(t, p.WritePNG(&picture))
	img, err := png.Decode(&picture)
	require.NoError(t, err)
	seen := map[color.Color]bool{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			seen[img.At(x, y)] = true
		}
	}
	for c, name := range colours {
		require.True(t, seen[c], "the colour of %s is not in the picture", name)
	}
}

// TestRegions draws a floorplan of lanes, of a core around them and of more, and reads it back: every tile must
// be in the region that has most of its cells.
func TestRegions(t *testing.T) {
	t.Parallel()
	b, err := board.FindBoard("ulx3s")
	require.NoError(t, err)
	rng := seedtest.Rand(t)
	const lanes = 6
	names := []string{lanes: "u_chip.u_tree_core.x_q", lanes + 1: "u_chip.u_sdram.x_q", lanes + 2: "u_chip.u_rx.x_q"}
	for i := range lanes {
		names[i] = fmt.Sprintf("u_chip.u_tree_core.u_lanes.gen_lane[%d].u_lane.x_q", i)
	}
	type attributes = map[string]any
	cells := map[string]any{}
	want := map[[2]int]int{} // by column and row
	columns, rows := 0, 0
	for range 3000 {
		column, row := 2+rng.IntN(120), 2+rng.IntN(90)
		group := min(rng.IntN(16), lanes+rng.IntN(3)) // the core has most
		if rng.IntN(2) == 0 {
			group = lanes
		}
		if _, ok := want[[2]int{column, row}]; ok {
			continue
		}
		want[[2]int{column, row}] = group
		columns, rows = max(columns, column), max(rows, row)
		for slot := range 5 + rng.IntN(4) { // of eight slots, so that the rest around is seen, too
			cells[fmt.Sprintf("%s%d_%d_%d", names[group], column, row, slot)] = attributes{"type": "TRELLIS_FF", "attributes": attributes{
				"NEXTPNR_BEL": fmt.Sprintf("X%d/Y%d/SLICE%c.FF%d", column, row, 'A'+slot/2, slot%2),
			}}
		}
	}
	text, err := json.Marshal(attributes{"modules": attributes{"top": attributes{"cells": cells}}})
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "placed.json")
	require.NoError(t, os.WriteFile(file, text, 0o666))
	p, err := flow.ReadFloorplan(file, b)
	require.NoError(t, err)
	var picture bytes.Buffer
	require.NoError(t, p.WritePNG(&picture))
	r, err := flow.ReadRegions(bytes.NewReader(picture.Bytes()), b, lanes)
	require.NoError(t, err)
	require.Equal(t, []int{127, 96}, []int{r.Columns, r.Rows})
	got := map[[2]int]int{}
	run := regexp.MustCompile(`M(\d+) (\d+)h(\d+)v1H(\d+)z`)
	for g, region := range append(slices.Clone(r.Lanes), r.Core, r.Around) {
		tiles := 0
		require.Empty(t, run.ReplaceAllString(region.Path, ""))
		for _, m := range run.FindAllStringSubmatch(region.Path, -1) {
			from, _ := strconv.Atoi(m[1])
			row, _ := strconv.Atoi(m[2])
			n, _ := strconv.Atoi(m[3])
			for column := from; column < from+n; column++ {
				got[[2]int{column, row}] = g
				tiles++
			}
		}
		require.Equal(t, tiles, region.Tiles)
	}
	borders := ""
	for row := range r.Rows {
		for column := range r.Columns {
			g, ok := got[[2]int{column, row}]
			if left, two := got[[2]int{column - 1, row}]; ok && two && left != g {
				borders += fmt.Sprintf("M%d %dv1", column, row)
			}
			if above, two := got[[2]int{column, row - 1}]; ok && two && above != g {
				borders += fmt.Sprintf("M%d %dh1", column, row)
			}
		}
	}
	require.NotEmpty(t, borders)
	require.Equal(t, borders, r.Borders)
	wrong := 0
	for at, group := range want {
		if g, ok := got[at]; !ok || g != min(group, lanes+1) {
			wrong++
		}
		delete(got, at)
	}
	// The circles with the lanes' numbers hide some tiles.
	require.Less(t, wrong, 60)
	require.Less(t, len(got), 60)

	_, err = flow.ReadRegions(bytes.NewReader(picture.Bytes()), b, lanes+1)
	require.ErrorContains(t, err, "has no tile of the parts 6")
	hx8k, err := board.FindBoard("hx8k")
	require.NoError(t, err)
	_, err = flow.ReadRegions(bytes.NewReader(picture.Bytes()), hx8k, 1)
	require.ErrorContains(t, err, "pixels, want")
}

// TestRegionsOfBoards reads the committed floorplan of the ULX3S, the board of the page's tree core.
func TestRegionsOfBoards(t *testing.T) {
	t.Parallel()
	b, err := board.FindBoard("ulx3s")
	require.NoError(t, err)
	file, err := os.Open(filepath.Join("../..", flow.FloorplanFile(b.Name)))
	require.NoError(t, err)
	defer file.Close()
	r, err := flow.ReadRegions(file, b, search.ULX3SBRAM.Lanes)
	require.NoError(t, err)
	for i, lane := range r.Lanes {
		require.Greater(t, lane.Tiles, 400, "lane %d, of 4,500 cells with two in a slot", i)
		require.Greater(t, r.Core.Tiles, 3*lane.Tiles)
	}
}

func TestMeasurements(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "measurements.csv")
	r := flow.Measurement{
		Date: "2020-02-03", Board: "hx8k", Config: "loopback", Tools: "yosys 0.70, nextpnr-ice40 0.11.1", Seeds: 3,
		LUT4: 1000, FF: 500, Logic: 1200, BRAM: 10, ClockMHz: 60, FmaxMin: 100, FmaxMed: 102,
		Extra: map[string]string{"leaves_per_s": "1000000"},
	}
	require.NoError(t, flow.CompareLast(file, r, 0), "nothing to compare with")
	require.NoError(t, flow.AppendMeasurement(file, r))

	other := r
	other.Board, other.LUT4 = "ulx3s", 3000
	other.Extra = map[string]string{"games_per_s": "7"}
	require.NoError(t, flow.CompareLast(file, other, 0), "another board")
	require.NoError(t, flow.AppendMeasurement(file, other))

	for _, test := range []struct {
		name   string
		change func(*flow.Measurement)
		want   string
	}{
		{"same", func(*flow.Measurement) {}, ""},
		{"within the limits", func(r *flow.Measurement) { r.LUT4, r.FmaxMin = 1030, 97 }, ""},
		{"better", func(r *flow.Measurement) { r.LUT4, r.BRAM, r.FmaxMin = 500, 1, 200 }, ""},
		{"larger", func(r *flow.Measurement) { r.LUT4 = 1031 }, "LUT4 1031 after 1000 (+3.1 %)"},
		{"slower", func(r *flow.Measurement) { r.FmaxMin = 96.94 }, "Fmax 96.9 after 100 (-3.1 %)"},
		{"one block RAM more", func(r *flow.Measurement) { r.BRAM = 11 }, "block RAM 11 after 10 (+10.0 %)"},
		{"with a reason", func(r *flow.Measurement) { r.LUT4, r.Reason = 2000, "two lanes" }, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := r
			test.change(&now)
			err := flow.CompareLast(file, now, now.FmaxMin)
			if test.want == "" {
				require.NoError(t, err)
				return
			}
			var worse *flow.RegressionError
			require.ErrorAs(t, err, &worse)
			require.Equal(t, []string{test.want}, worse.Worse)
		})
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	wantFile(t, "measurements.csv", text)
	rows, err := flow.ReadMeasurements(file)
	require.NoError(t, err)
	require.Len(t, rows, 2)
	require.Equal(t, "7", rows[1].Extra["games_per_s"])
	last, ok := append(rows, flow.Measurement{Board: "hx8k", Config: "loopback", LUT4: 900}).Last("hx8k", "loopback")
	require.True(t, ok)
	require.Equal(t, 900, last.LUT4)
	_, ok = rows.Last("hx8k", "minimax")
	require.False(t, ok)

	require.NoError(t, os.WriteFile(file, []byte("date,who\n1,2\n"), 0o666))
	require.ErrorContains(t, flow.CompareLast(file, r, r.FmaxMin), "begins with the columns date,who")
}

// TestSlowPaths writes the slowest paths of two placements to a row, and reads them again.
func TestSlowPaths(t *testing.T) {
	t.Parallel()
	seed := func(n int, mhz float64, from, to string) flow.Seed {
		return flow.Seed{
			Seed: n, Clocks: []flow.ClockResult{{Name: "clk", MHz: mhz, TargetMHz: 85}},
			Path: flow.Path{From: from, To: to, Logic: 3, Routing: 9, Levels: 7},
		}
	}
	row := flow.NewMeasurement(&flow.Result{Seeds: []flow.Seed{
		seed(1, 90, "u_chip.u_walk.u_select.bests_q_TRELLIS_FF_Q_10.Q", "top.first_q_LUT4_A_Z_PFUMX_BLUT_Z_TRELLIS_FF_DI.M"),
		seed(2, 79.234, "u_chip.gen_lane[1].u_lane.words.0.0.DOB3", "u_chip.u_a.state_q_SB_DFF_Q.D"),
	}}, time.Now())
	paths, err := row.SlowPaths()
	require.NoError(t, err)
	require.Equal(t, []flow.SlowPath{
		{79.23, "u_lane.words", "u_a.state_q", 7, 0.75},
		{90, "u_select.bests_q", "top.first_q", 7, 0.75},
	}, paths)

	row.Extra["slowest_paths"] = "fast"
	_, err = row.SlowPaths()
	require.ErrorContains(t, err, `path "fast", want MHz`)
}

// TestCommittedMeasurements reads the committed table, if it exists.
func TestCommittedMeasurements(t *testing.T) {
	t.Parallel()
	_, err := flow.ReadMeasurements("measurements.csv")
	require.NoError(t, err)
}

func TestFlash(t *testing.T) {
	t.Setenv("TESSERA_TOOLS", "native")
	bits := filepath.Join(t.TempDir(), "top_ulx3s.bit")
	require.ErrorContains(t, flow.Flash(t.Context(), board.ULX3S, bits, false, io.Discard), `run "tessera bitstream --board ulx3s" first`)
	require.NoError(t, os.WriteFile(bits, []byte("bits"), 0o666))
	for _, test := range []struct{ says, want string }{
		{"", ""},
		{"unable to open ftdi device: -3 (device not found)\nJTAG init failed with: unable to open ftdi device",
			"fpga: no Radiona ULX3S found: is its USB cable plugged in?"},
		{"unable to open ftdi device: -4 (usb_open() failed)\nJTAG init failed with: unable to open ftdi device",
			"fpga: no permission to open the Radiona ULX3S: install openFPGALoader's udev rules"},
		{"Error: cannot find board 'ulx3s'", `fpga: this openFPGALoader does not know the board "ulx3s": install a newer one`},
		{"empty\nError: something new", "fpga: openFPGALoader failed: Error: something new (exit status 1)"},
	} {
		t.Run(test.says, func(t *testing.T) {
			_, calls := fakes(t, board.ECP5)
			if test.says != "" {
				t.Setenv("FAKE_FAIL", "openFPGALoader")
				t.Setenv("FAKE_SAYS", test.says)
			}
			err := flow.Flash(t.Context(), board.ULX3S, bits, true, io.Discard)
			if test.want == "" {
				require.NoError(t, err)
				require.Equal(t, "openFPGALoader -b ulx3s -f "+bits+"\n", calls())
				return
			}
			require.ErrorContains(t, err, test.want)
		})
	}
	t.Setenv("PATH", t.TempDir())
	require.EqualError(t, flow.Flash(t.Context(), board.ULX3S, bits, false, io.Discard),
		`fpga: there is no openFPGALoader: run "make tools-flash" in a clone, or install it`)
}

// TestLoaderKnowsBoards asks the pinned openFPGALoader for the boards that it knows.
func TestLoaderKnowsBoards(t *testing.T) {
	t.Parallel()
	out, err := exec.CommandContext(t.Context(), "../../.tools/bin/openFPGALoader", "--list-boards").Output()
	require.NoError(t, err, `run "make tools-flash"`)
	for _, b := range board.Boards() {
		require.Regexp(t, `(?m)^`+regexp.QuoteMeta(b.LoaderBoard)+` `, string(out), b.Name)
	}
}

func TestDesignLanes(t *testing.T) {
	t.Parallel()
	lanes := config.Param{Name: "LANES", Value: config.Int(3)}
	for _, b := range board.Boards() {
		require.Zero(t, flow.Design{Board: b}.Lanes())
		require.Equal(t, 3, flow.Design{Board: b, Config: config.Config{Params: []config.Param{lanes}}}.Lanes())
		require.Equal(t, 3, flow.Design{Board: b, Config: config.Config{Family: map[board.Family][]config.Param{b.Family: {lanes}}}}.Lanes())
	}
}

// TestModels: the model of a board's own tree search has the clock, the lanes and the places of its chip.
func TestModels(t *testing.T) {
	t.Parallel()
	models := 0
	for _, b := range board.Boards() {
		for _, name := range config.Names(config.Config.Plays) {
			c, err := config.Find(name, config.Config.Plays)
			require.NoError(t, err)
			d := flow.Design{Board: b, Config: c}
			m := d.TreeChip()
			if m == nil || m.Name != b.Name {
				continue
			}
			models++
			clock, err := d.Clock()
			require.NoError(t, err)
			require.Equal(t, int64(m.Hertz), clock, d.Name())
			require.Equal(t, m.Lanes, d.Lanes(), d.Name())
			if c.Memory {
				require.Equal(t, m.Places, d.Places(), d.Name())
			}
		}
	}
	require.Equal(t, 3, models)
}

// TestParamTwice gives a parameter of all boards a second time for a family.
func TestParamTwice(t *testing.T) {
	t.Parallel()
	c, err := config.Find("montecarlo", config.HasChip)
	require.NoError(t, err)
	b := board.Boards()[0]
	c.Family = map[board.Family][]config.Param{b.Family: {{Name: "BAUD", Value: config.Int(9600)}}}
	_, err = flow.Design{Board: b, Config: c}.Files()
	require.ErrorContains(t, err, `parameter "BAUD" is no name, set twice`)
}
