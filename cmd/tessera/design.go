// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
)

// designFlags are the flags that choose what to build.
type designFlags struct {
	board, config string
	team          string
	ponder        bool
	clockMHz      float64
	seeds, jobs   int
}

// addDesignFlags gives a command the flags that choose a design.
func addDesignFlags(c *cobra.Command) *designFlags {
	f := &designFlags{}
	boards := board.Names()
	var players []string
	for _, b := range board.Boards() {
		players = append(players, b.Player+" for "+b.Name)
	}
	configs := config.Names(config.HasChip)
	c.Flags().StringVar(&f.board, "board", "", "`board`: "+strings.Join(boards, ", ")+"; or a file, such as my_board"+board.Extension)
	c.Flags().StringVar(&f.config, "config", "", "`configuration`: "+strings.Join(configs, ", ")+"; unless given the board's strongest player, "+strings.Join(players, ", "))
	c.Flags().StringVar(&f.team, "team", "", "two `characters` by which the player names its team")
	c.Flags().BoolVar(&f.ponder, "ponder", false, "the player thinks on the rival's time, too: the tree alone can")
	complete(c, "board", boards...)
	complete(c, "config", configs...)
	return f
}

// fitting returns the names of the boards that the configuration fits. For an unknown configuration
// it returns all boards, and design then reports the error.
func (f *designFlags) fitting() (names []string) {
	for _, b := range board.Boards() {
		cfg, err := config.Find(cmp.Or(f.config, b.Player), config.HasChip)
		if err != nil || b.Builds(&cfg) {
			names = append(names, b.Name)
		}
	}
	return names
}

// addBuildFlags adds the flags that control the build.
func (f *designFlags) addBuildFlags(c *cobra.Command) {
	c.Flags().Float64Var(&f.clockMHz, "clock", 0, "clock in `MHz`; 0 means the configuration's")
	intFlag(c.Flags(), &f.seeds, "seeds", 1, math.MaxInt, 1, "how many placements to try, `N`; the fastest becomes the bitstream")
	intFlag(c.Flags(), &f.jobs, "jobs", 1, math.MaxInt, 1, "how many of them at a time, `N`; each takes a core")
}

// design checks the flags.
func (f *designFlags) design(command string) (flow.Design, error) {
	var d flow.Design
	if f.board == "" {
		return d, badInputf("%s: --board is missing, want one of %s (see tessera %s --help)", command, strings.Join(board.Names(), ", "), command)
	}
	board, err := board.FindBoard(f.board)
	if err != nil {
		return d, badInput{err}
	}
	cfg, err := config.Find(cmp.Or(f.config, board.Player), config.HasChip)
	if err != nil {
		return d, badInput{err}
	}
	if f.team != "" {
		if !cfg.Plays() {
			return d, badInputf("%s: --team: configuration %s names no team", command, cfg.Name)
		}
		if err := checkTeam(command, f.team); err != nil {
			return d, err
		}
		cfg.Params = append(cfg.Params, config.Param{Name: "TEAM", Value: config.Text(f.team)})
	}
	if f.ponder {
		if err := checkPonder(command, cfg); err != nil {
			return d, err
		}
		cfg.Params = append(cfg.Params, config.Param{Name: "PONDER", Value: config.Int(1)})
	}
	if !(f.clockMHz >= 0) {
		return d, badInputf("%s: --clock %g, want MHz above 0, or 0", command, f.clockMHz)
	}
	d = flow.Design{Board: board, Config: cfg, ClockHz: int64(f.clockMHz*1e6 + 0.5)}
	if _, err := d.Clock(); err != nil {
		return d, badInput{err}
	}
	return d, nil
}

// build builds a design and shows the report, or after a failure the tool's last output.
func (f *designFlags) build(c *cobra.Command, d flow.Design) (*flow.Result, error) {
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
