package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/bench"
)

// contestModule is the chip that plays at the contest's host.
const contestModule = "contest_chip"

// designFlags are the flags that choose what to build.
type designFlags struct {
	board, config string
	team          string
	clockMHz      float64
	seeds, jobs   int
}

// addDesignFlags gives a command the flags that choose a design.
func addDesignFlags(c *cobra.Command) *designFlags {
	f := &designFlags{}
	var boards, configs []string
	for _, b := range board.Boards() {
		boards = append(boards, b.Name)
	}
	for _, cfg := range flow.Configs() {
		configs = append(configs, cfg.Name)
	}
	c.Flags().StringVar(&f.board, "board", "", "`board`: "+strings.Join(boards, ", "))
	c.Flags().StringVar(&f.config, "config", flow.DefaultConfig, "`configuration`: "+strings.Join(configs, ", "))
	c.Flags().StringVar(&f.team, "team", "", "two `characters` by which the player names its team")
	return f
}

// addBuildFlags gives a command the flags that say how to build.
func (f *designFlags) addBuildFlags(c *cobra.Command) {
	c.Flags().Float64Var(&f.clockMHz, "clock", 0, "clock in `MHz`; 0 means the configuration's")
	c.Flags().IntVar(&f.seeds, "seeds", 1, "how many placements to try, `N`; the fastest becomes the bitstream")
	c.Flags().IntVar(&f.jobs, "jobs", 1, "how many of them at a time, `N`; each takes a core")
}

// design checks the flags.
func (f *designFlags) design(command string) (flow.Design, error) {
	var d flow.Design
	if f.board == "" {
		return d, badInputf("%s: --board is missing (see tessera %s --help)", command, command)
	}
	board, err := board.FindBoard(f.board)
	if err != nil {
		return d, badInput{err}
	}
	config, err := flow.FindConfig(f.config)
	if err != nil {
		return d, badInput{err}
	}
	if f.team != "" {
		if config.Module != contestModule {
			return d, badInputf("%s: --team: configuration %s names no team", command, config.Name)
		}
		if err := checkTeam(command, f.team); err != nil {
			return d, err
		}
		config.Params = append(slices.Clone(config.Params), flow.Param{Name: "TEAM", Value: flow.Text(f.team)})
	}
	if !(f.clockMHz >= 0) {
		return d, badInputf("%s: --clock %g, want MHz above 0, or 0", command, f.clockMHz)
	}
	d = flow.Design{Board: board, Config: config, ClockHz: int64(f.clockMHz*1e6 + 0.5)}
	if _, err := d.Clock(); err != nil {
		return d, badInput{err}
	}
	return d, nil
}

// build builds a design, shows the report, and on failure what the tool said last.
func (f *designFlags) build(c *cobra.Command, d flow.Design) (*flow.Result, error) {
	if f.seeds < 1 {
		return nil, badInputf("%s: --seeds %d, want 1 or more", c.Name(), f.seeds)
	}
	if f.jobs < 1 {
		return nil, badInputf("%s: --jobs %d, want 1 or more", c.Name(), f.jobs)
	}
	tools, err := flow.FindToolchain()
	if err != nil {
		return nil, err
	}
	tools.Progress = c.ErrOrStderr()
	r, err := flow.Build(c.Context(), tools, d, flow.BuildOptions{Seeds: f.seeds, Jobs: f.jobs})
	if failed := new(flow.ToolError); errors.As(err, &failed) {
		for _, line := range failed.Tail {
			fmt.Fprintln(c.ErrOrStderr(), "  |", line)
		}
	}
	if r != nil {
		if werr := r.WriteTable(c.OutOrStdout()); werr != nil {
			return r, werr
		}
	}
	return r, err
}

func newBitstream() *cobra.Command {
	c := &cobra.Command{
		Use:   "bitstream",
		Short: "build the bitstream of a board",
		Long: `bitstream emits a board's top module, synthesises it, places and routes it once per
seed, and packs the fastest. It ends with a table of cells, frequencies and slowest
paths; the folder build/BOARD-CONFIG has that table (report.txt, report.json), the
bitstream, a picture of the placed design (floorplan.png, .svg) and all logs. Steps
whose inputs have not changed are not repeated. It fails if no seed reaches the clock.

The tools are those of "make tools-fpga"; with TESSERA_TOOLS=native, yosys, nextpnr,
icepack and ecppack on PATH.`,
		Example: `  tessera bitstream --board ulx3s
  tessera bitstream --board hx8k --config loopback --clock 60 --seeds 3`,
		Args: noArgs,
	}
	flags := addDesignFlags(c)
	flags.addBuildFlags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		d, err := flags.design("bitstream")
		if err != nil {
			return err
		}
		r, err := flags.build(c, d)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(c.OutOrStdout(), "bitstream: %s\n", r.Bitstream)
		return err
	}
	return c
}

func newFlash() *cobra.Command {
	c := &cobra.Command{
		Use:   "flash",
		Short: "load a bitstream into a board",
		Long: `flash loads a bitstream that "tessera bitstream" has built into the board at the USB
port, with openFPGALoader: into the device, which forgets it when the power goes, or
with --permanent into the board's flash memory.`,
		Example: `  tessera flash --board ulx3s
  tessera flash --board hx8k --config loopback --permanent`,
		Args: noArgs,
	}
	flags := addDesignFlags(c)
	permanent := c.Flags().Bool("permanent", false, "write the flash memory, which outlasts power")
	file := c.Flags().String("file", "", "load this `file` instead of the built one")
	c.RunE = func(c *cobra.Command, args []string) error {
		d, err := flags.design("flash")
		if err != nil {
			return err
		}
		if *file == "" {
			root, err := rtl.Root()
			if err != nil {
				return err
			}
			*file = filepath.Join(root, "build", d.Name(), d.BitstreamFile())
		} else if info, err := os.Stat(*file); err != nil || !info.Mode().IsRegular() {
			return badInputf("flash: --file %s is no file", *file)
		}
		return flow.Flash(c.Context(), d.Board, *file, *permanent, c.ErrOrStderr())
	}
	return c
}

func newRecord() *cobra.Command {
	c := &cobra.Command{
		Use:   "record",
		Short: "add a board's area and speed to the record",
		Long: `record builds like "tessera bitstream", but with three seeds unless --seeds says
otherwise, compares area and frequency of the slowest seed with the last row of
` + flow.RecordsFile + ` for the same board and configuration, and adds a row. It refuses a
row with more than 3 % more area or 3 % less frequency, unless --reason says why that
is right. A build that misses its clock is recorded too: the frequency is what counts.`,
		Example: `  tessera record --board hx8k
  tessera record --board ulx3s --reason "two corner finders"`,
		Args: noArgs,
	}
	flags := addDesignFlags(c)
	flags.addBuildFlags(c)
	c.Flags().Lookup("seeds").DefValue = "3"
	flags.seeds = 3
	reason := c.Flags().String("reason", "", "why a change beyond the limits is right, as `text`")
	check := c.Flags().Bool("check", false, "only compare, add nothing")
	c.RunE = func(c *cobra.Command, args []string) error {
		d, err := flags.design("record")
		if err != nil {
			return err
		}
		r, err := flags.build(c, d)
		if late := new(flow.TimingError); err != nil && !errors.As(err, &late) {
			return err
		}
		root, err := rtl.Root()
		if err != nil {
			return err
		}
		table := filepath.Join(root, flow.RecordsFile)
		row := flow.NewRecord(r, time.Now())
		row.Reason = *reason
		if lanes := d.Lanes(); lanes > 0 {
			cycles := playoutCycles(lanes)
			row.Extra["cycles_per_playout"] = strconv.FormatFloat(cycles, 'f', 2, 64)
			row.Extra["playouts_per_s"] = strconv.FormatFloat(row.FmaxMin*1e6*float64(lanes)/cycles, 'f', 0, 64)
		} else if d.Config.Module == contestModule {
			figures, err := bench.Minimax(c.Context(), nil)
			if err != nil {
				return err
			}
			row.Extra["cycles_per_leaf"] = strconv.FormatFloat(figures.LeafCyclesMean, 'f', 2, 64)
			row.Extra["leaves_per_s"] = strconv.FormatFloat(row.FmaxMin*1e6/figures.LeafCyclesMean, 'f', 0, 64)
		}
		if err := flow.CompareLast(table, row); err != nil {
			return err
		}
		if *check {
			_, err := fmt.Fprintf(c.OutOrStdout(), "no worse than the last row of %s\n", flow.RecordsFile)
			return err
		}
		return flow.AppendRecord(table, row)
	}
	return c
}
