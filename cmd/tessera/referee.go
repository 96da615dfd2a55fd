// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/chips"
	"github.com/tessera-fpga/tessera/chips/simchip"
	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/contest"
	golden "github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

// refereeFlags are the flags of referee.
type refereeFlags struct {
	playersFlags
	records        recordFlags
	games          int
	first          *string
	reverse        bool
	listen         string
	timeout, start time.Duration
	sim            chipFlags
}

func newReferee() *cobra.Command {
	var f refereeFlags
	c := &cobra.Command{
		Use:   "referee",
		Short: "be the contest's host: judge boards at serial lines, and other players",
		Long: `referee does what the host program of the public Blokus Duo design contest does: it asks
both players in turn, forwards their moves, judges them, keeps the time of boards, and
prints the same lines at the start and at the end. The players:

  serial:PATH  a board at a serial port or a pseudo-terminal, 115200 baud
  tcp:PORT     a board that connects to this port of the machine, from the machine itself
               unless --listen names another address
  sim          a board in simulation, in this program: --config, --depth, --move-ms, --ponder,
               --team
  others       as those of play, such as minimax:depth=2, random, human

A board loses the game at once by an answer that is malformed (code -11) or late (-10), by
a tile already used (-1), a square that is occupied or off the board (-2), edge contact with
one of the player's tiles (-3), no corner contact (-4), a first tile not on (5,5) (-5, player 1) or (a,a)
(-6, player 2), or a pass as its first move (0). Squares left decide who wins.`,
		Example: `  tessera referee --p1 serial:/dev/ttyUSB0 --p2 minimax
  tessera referee --p1 tcp:10000 --p2 random -r --timeout 2s
  tessera referee --p1 sim --p2 minimax:depth=1 --games 4 --first alternate --quiet`,
		Args: noArgs,
	}
	f.add(c, "sim", "minimax", "sim", "serial:", "tcp:")
	f.records.add(c)
	flags := c.Flags()
	f.first = choiceFlag(c, "first", "who moves first: 1, 2, or alternate from game to game, player 1 first", first1, first2, alternate)
	intFlag(flags, &f.games, "games", 1, math.MaxInt, 1, "number of `games`")
	flags.BoolVarP(&f.reverse, "reverse", "r", false, "player 2 moves first, as --first 2")
	flags.StringVar(&f.listen, "listen", "127.0.0.1", "`address` of this machine at which tcp:PORT listens; 0.0.0.0 or :: for all of them")
	flags.DurationVar(&f.timeout, "timeout", time.Second, "time of a board for a move; also for its start before it is asked again (unless given, 10s of sim with a processor, whose simulation is slow)")
	flags.DurationVar(&f.start, "start-timeout", 30*time.Second, "time of a board to connect, and again to say who it is (0: no limit)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the first and the last line of each game only")
	flags.BoolVar(&f.board, "board", false, "draw the board after each move")
	f.sim.add(c, config.CanCompete, "of sim: ")
	c.RunE = func(c *cobra.Command, _ []string) error { return f.run(c) }
	return c
}

func (f *refereeFlags) run(c *cobra.Command) (err error) {
	if f.reverse {
		if c.Flags().Changed("first") {
			return badInputf("referee: --reverse and --first, want one of them")
		}
		*f.first = first2
	}
	if err := durationFlag("referee", "timeout", f.timeout, 1, "more than 0s"); err != nil {
		return err
	}
	if err := durationFlag("referee", "start-timeout", f.start, 0, "0s or more"); err != nil {
		return err
	}
	if err := f.sim.check("referee"); err != nil {
		return err
	}
	if err := f.records.open("referee", defaultGame()); err != nil {
		return err
	}
	defer f.records.close("referee", &err)
	players := make([]play.Player, len(f.spec))
	in := play.NewLines(c.InOrStdin())
	for i := range players {
		if players[i], err = f.open(c, i, in); err != nil {
			return fmt.Errorf("referee: --p%d: %w", i+1, err)
		}
		defer func() {
			if e := players[i].Close(); err == nil && e != nil {
				err = fmt.Errorf("referee: close player %d: %w", i+1, e)
			}
		}()
	}
	if warning := f.repeats(); warning != "" {
		fmt.Fprintln(c.ErrOrStderr(), "referee:", warning)
	}
	if err := play.Prepare(c.Context(), players); err != nil {
		return fmt.Errorf("referee: %w", err)
	}
	for n := range f.games {
		if err := f.game(c, players, f.firstIn(n)); err != nil {
			return fmt.Errorf("referee: %w", err)
		}
	}
	return nil
}

// firstIn returns the seat that moves first in a game, numbered from 0.
func (f *refereeFlags) firstIn(n int) int {
	if *f.first == first2 || *f.first == alternate && n%2 == 1 {
		return 1
	}
	return 0
}

// repeats returns a warning that all games are equal, or "".
func (f *refereeFlags) repeats() string {
	different, what := 1, "one game"
	if *f.first == alternate {
		different, what = 2, "two games"
	}
	if f.games <= different || varies(f.spec[0]) || varies(f.spec[1]) {
		return ""
	}
	return fmt.Sprintf("warning: neither player plays at random, so these are %s, repeated: match has openings, which make them differ", what)
}

// varies reports whether a player may make other moves when the same game is repeated. A board may.
func varies(spec string) bool { return defaultGame().Varies(spec) }

// open makes the player of a specification.
func (f *refereeFlags) open(c *cobra.Command, seat int, in play.LineReader) (play.Player, error) {
	spec, timeout := f.spec[seat], f.timeout
	board := func(line *wire.Line, err error) (play.Player, error) {
		if err != nil {
			return nil, err
		}
		return chips.NewBoard(&wire.Board{Line: line, Timeout: timeout, Start: f.start}), nil
	}
	kind, rest, _ := strings.Cut(spec, ":")
	switch kind {
	case "serial":
		line, err := wire.OpenSerial(rest)
		if err != nil {
			return nil, badInput{err}
		}
		return board(line, nil)
	case "tcp":
		return board(f.accept(c, rest))
	case "sim":
		if spec != "sim" {
			return nil, badInputf("player %q, want sim without options; see --config, --team, --move-ms, --depth, --ponder", spec)
		}
		if f.sim.chosen.Simulated.Program && !c.Flags().Changed("timeout") {
			timeout = 10 * time.Second
		}
		chip, err := f.sim.start(c)
		if err != nil {
			return nil, err
		}
		return board(wire.NewLine(simchip.Serve(c.Context(), chip)), nil)
	}
	p, err := defaultGame().New(spec, play.Env{
		Seat: seat, Seed: f.seed, In: in, Out: c.OutOrStdout(), Log: c.ErrOrStderr(),
		Seats: f.spec[:], NoWayBack: true,
	})
	if errors.As(err, new(*play.SpecError)) {
		return nil, badInput{err}
	}
	return p, err
}

// accept waits for a board to connect to a port of this machine.
func (f *refereeFlags) accept(c *cobra.Command, port string) (*wire.Line, error) {
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return nil, badInputf("port %q, want 0..65535", port)
	}
	ctx := c.Context()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort(f.listen, port))
	if err != nil {
		return nil, badInputf("--listen %q: %w", f.listen, err)
	}
	fmt.Fprintf(c.OutOrStdout(), "Waiting on TCP port %d...\n", listener.Addr().(*net.TCPAddr).Port)
	if f.start > 0 {
		limited, cancel := context.WithTimeoutCause(ctx, f.start, fmt.Errorf("no board has connected within %v", f.start))
		defer cancel()
		ctx = limited
	}
	line, err := wire.Accept(ctx, listener)
	if err != nil && c.Context().Err() == nil && ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return line, err
}

// game plays a game and prints its lines.
func (f *refereeFlags) game(c *cobra.Command, players []play.Player, first int) error {
	out := c.OutOrStdout()
	g := defaultGame()
	start, err := g.Begin(first)
	if err != nil {
		return err
	}
	on := play.Events{Begun: func(teams []string) {
		fmt.Fprintln(out, contest.StartLine([2]string(teams), golden.Player(first)))
	}}
	if !f.quiet {
		on.Changed = func(p play.Position, text string) {
			plies := len(p.History())
			if plies == 0 {
				return
			}
			fmt.Fprintf(out, "%d. %s %s\n", plies, play.Seat(1-p.ToMove()), text)
			if f.board {
				fmt.Fprintf(out, "\n%s", p.Draw(play.DrawOptions{Color: colourful(out)}))
			}
		}
	}
	r, err := f.records.play(c.Context(), players, play.Rules{Game: g, Start: start, Shares: rules.BySquaresLeft, NoWayBack: true}, on, nil)
	if err != nil {
		return err
	}
	if r.Violated() && r.Text != "" && !f.quiet {
		fmt.Fprintf(out, "%d. %s %q\n", len(r.Position.History())+1, play.Seat(r.Loser), r.Text)
	}
	fmt.Fprintln(out, duo.ContestLine(r))
	return nil
}
