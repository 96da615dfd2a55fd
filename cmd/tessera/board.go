// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"fmt"
	"math"
	"net"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tessera-fpga/tessera/chips/simchip"
	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/play/progress"
)

// boardNote announces the start of a model, which can take some seconds.
const boardNote = "board: building and starting the simulated chip (the first time takes a while)"

// chipFlags are the parameters of a simulated chip.
type chipFlags struct {
	flags  *pflag.FlagSet
	use    func(config.Config) bool
	config string
	team   string
	moveMS int
	depth  int
	ponder bool

	chosen  config.Config
	contest twin.ContestConfig
}

// add adds the flags for the configurations of a use. of is a prefix of their help that names
// another owner than the command, such as "of sim: ".
func (f *chipFlags) add(c *cobra.Command, use func(config.Config) bool, of string) {
	f.flags, f.use = c.Flags(), use
	var times []string
	for _, cfg := range config.All() {
		if config.CanCompete(cfg) {
			times = append(times, fmt.Sprintf("%d with %s", cfg.Simulated.MoveMS, cfg.Name))
		}
	}
	f.flags.StringVar(&f.config, "config", "minimax", of+"`configuration` of the chip")
	f.flags.StringVar(&f.team, "team", string(twin.DefaultContest.Team[:]), of+"two characters that name the team")
	intFlag(f.flags, &f.moveMS, "move-ms", 0, math.MaxInt, 0, of+"the chip's time for a move, milliseconds of its own clock (unless given, "+strings.Join(times, ", ")+")")
	intFlag(f.flags, &f.depth, "depth", 1, search.MaxSearchDepth, twin.DefaultContest.Depth, of+"deepest search of the minimax core in plies")
	f.flags.BoolVar(&f.ponder, "ponder", false, of+"think on the rival's time, too: the tree alone can")
	complete(c, "config", config.Names(use)...)
}

// check completes the configuration and checks it.
func (f *chipFlags) check(command string) (err error) {
	if f.chosen, err = config.Find(f.config, f.use); err != nil {
		return badInputf("%s: --config: %w", command, err)
	}
	if f.chosen.Name != "minimax" && f.flags.Changed("depth") {
		return badInputf("%s: --depth %d, but the core of --config %s has no depth", command, f.depth, f.config)
	}
	if f.ponder {
		if err := checkPonder(command, f.chosen); err != nil {
			return err
		}
	}
	if !f.chosen.Plays() {
		for _, flag := range []string{"team", "move-ms"} {
			if f.flags.Changed(flag) {
				return badInputf("%s: --%s, but --config %s plays no games of the contest", command, flag, f.config)
			}
		}
		return nil
	}
	if err := checkTeam(command, f.team); err != nil {
		return err
	}
	f.contest = simchip.Contest(f.chosen)
	copy(f.contest.Team[:], f.team)
	f.contest.Depth, f.contest.Ponder = f.depth, f.ponder
	if f.flags.Changed("move-ms") {
		f.contest.MoveMS = f.moveMS
	}
	if most := math.MaxInt32 / (f.contest.UART.ClockHz / 1000); f.contest.MoveMS > most {
		return badInputf("%s: --move-ms %d, want 0..%d", command, f.contest.MoveMS, most)
	}
	if err := f.contest.Validate(); err != nil {
		return badInputf("%s: %w", command, err)
	}
	return nil
}

// start announces and starts the chip.
func (f *chipFlags) start(c *cobra.Command) (simchip.Chip, error) {
	done := progress.Announce(c.ErrOrStderr(), boardNote)
	defer done()
	return simchip.Start(c.Context(), f.chosen, f.contest)
}

func newBoard() *cobra.Command {
	var (
		f       chipFlags
		tcp     string
		pseudot bool
	)
	c := &cobra.Command{
		Use:   "board",
		Short: "be a board: a simulated chip behind a serial line",
		Long: `board runs the simulated chip of a configuration behind a serial line: a player at the
host program of the public Blokus Duo design contest, or the service that other programs
use: playouts, or leaves of a tree search. They reach it through a pseudo-terminal, whose
path is printed, in place of a serial port; or over TCP, where the board connects to the
listening host. It works until the host disconnects (TCP) or it is interrupted. Its clock is slow; a simulation does not keep up
with a real one. Configurations:

` + config.Help(config.CanBoard),
		Example: `  tessera board --pty
  tessera board --pty --config montecarlo
  tessera board --pty --config service
  tessera board --tcp localhost:10000`,
		Args: noArgs,
	}
	c.Flags().StringVar(&tcp, "tcp", "", "connect to a host that listens at `host:port`")
	c.Flags().BoolVar(&pseudot, "pty", false, "make a pseudo-terminal and print its path")
	f.add(c, config.CanBoard, "")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if (tcp == "") == !pseudot {
			return badInputf("board: want either --pty or --tcp host:port (see %s --help)", c.CommandPath())
		}
		if tcp != "" {
			if err := checkHostPort("board", "tcp", tcp); err != nil {
				return err
			}
		}
		if err := f.check("board"); err != nil {
			return err
		}
		// Start the model first, because the host's clock runs from the connection on.
		chip, err := f.start(c)
		if err != nil {
			return err
		}
		defer chip.Close()
		if tcp != "" {
			conn, err := new(net.Dialer).DialContext(c.Context(), "tcp", tcp)
			if err != nil {
				return fmt.Errorf("board: %w", err)
			}
			defer conn.Close()
			fmt.Fprintf(c.OutOrStdout(), "connected to %s\n", tcp)
			return wire.Serve(c.Context(), chip, conn)
		}
		terminal, err := wire.OpenTerminal()
		if err != nil {
			return err
		}
		defer terminal.Close()
		fmt.Fprintln(c.OutOrStdout(), terminal.Path())
		return wire.Serve(c.Context(), chip, terminal)
	}
	return c
}
