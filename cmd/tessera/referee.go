package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/show"
	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// refereeFlags are the flags of referee.
type refereeFlags struct {
	spec           [2]string
	first          string
	reverse        bool
	timeout, start time.Duration
	games          int
	seed           uint64
	quiet, board   bool
	sim            boardFlags
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
  tcp:PORT     a board that connects to this port of the machine
  sim          a board in simulation, in this program: --config, --depth, --move-ms, --team
  others       as those of play, such as golden:depth=2, random, human

A board loses the game at once by an answer that is malformed (code -11) or late (-10), by
a tile already used (-1), a square that is occupied or off the board (-2), edge contact with
an own tile (-3), no corner contact (-4), a first tile not on (5,5) (-5, player 1) or (a,a)
(-6, player 2), or a pass as its first move (0). Squares left decide who wins.`,
		Example: `  tessera referee --p1 serial:/dev/ttyUSB0 --p2 golden
  tessera referee --p1 tcp:10000 --p2 random -r --timeout 2s
  tessera referee --p1 sim --p2 golden:depth=1 --games 4 --first alternate --quiet`,
		Args: noArgs,
	}
	flags := c.Flags()
	flags.StringVar(&f.spec[0], "p1", "sim", "player 1, who owns the upper left start square: `player`")
	flags.StringVar(&f.spec[1], "p2", "golden", "player 2, who owns the lower right start square: `player`")
	flags.StringVar(&f.first, "first", "1", "who moves first: 1, 2, or alternate from game to game, player 1 first")
	flags.BoolVarP(&f.reverse, "reverse", "r", false, "player 2 moves first, as --first 2")
	flags.DurationVar(&f.timeout, "timeout", time.Second, "time of a board for a move; also for its start before it is asked again")
	flags.DurationVar(&f.start, "start-timeout", 30*time.Second, "time of a board to say who it is (0: no limit)")
	flags.IntVar(&f.games, "games", 1, "number of games")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the random choices")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the first and the last line of each game only")
	flags.BoolVar(&f.board, "board", false, "draw the board after each move")
	f.sim.add(flags, "of sim: ")
	c.RunE = func(c *cobra.Command, _ []string) error { return f.run(c) }
	return c
}

// firstIn returns who moves first in a game, numbered from 0.
func (f *refereeFlags) firstIn(game int) (duo.Player, error) {
	p := playFlags{first: f.first}
	if f.reverse {
		p.first = "2"
	}
	first, err := p.firstIn(game)
	if err != nil {
		return 0, badInputf("referee: --first %q, want 1, 2 or alternate", f.first)
	}
	return first, nil
}

func (f *refereeFlags) run(c *cobra.Command) (err error) {
	if _, err := f.firstIn(0); err != nil {
		return err
	}
	switch {
	case f.games < 1:
		return badInputf("referee: --games %d, want 1 or more", f.games)
	case f.timeout <= 0:
		return badInputf("referee: --timeout %v, want more than 0s", f.timeout)
	case f.start < 0:
		return badInputf("referee: --start-timeout %v, want 0s or more", f.start)
	}
	if f.reverse && c.Flags().Changed("first") {
		return badInputf("referee: --reverse and --first, want one of them")
	}
	if err := f.sim.check("referee"); err != nil {
		return err
	}
	var players [2]wire.Player
	in := newLines(c.InOrStdin())
	for i := range f.spec {
		p, closer, err := f.open(c, duo.Player(i), in)
		if err != nil {
			return err
		}
		players[i] = p
		defer func() {
			if e := closer.Close(); err == nil && e != nil {
				err = fmt.Errorf("referee: close player %d: %w", i+1, e)
			}
		}()
	}
	for game := range f.games {
		first, err := f.firstIn(game)
		if err != nil {
			return err
		}
		if err := f.game(c, players, first); err != nil {
			return err
		}
	}
	return nil
}

// open makes the player that a specification names.
func (f *refereeFlags) open(c *cobra.Command, pl duo.Player, in player.LineReader) (wire.Player, io.Closer, error) {
	spec := f.spec[pl]
	wrong := func(err error) error { return fmt.Errorf("referee: --p%d: %w", pl+1, err) }
	board := func(line *wire.Line) (wire.Player, io.Closer, error) {
		return &wire.Board{Line: line, Timeout: f.timeout, Start: f.start}, line, nil
	}
	kind, rest, _ := strings.Cut(spec, ":")
	switch kind {
	case "serial":
		line, err := wire.OpenSerial(rest)
		if err != nil {
			return nil, nil, badInput{wrong(err)}
		}
		return board(line)
	case "tcp":
		if n, err := strconv.Atoi(rest); err != nil || n < 0 || n > 65535 {
			return nil, nil, badInputf("referee: --p%d %q: port %q, want 0..65535", pl+1, spec, rest)
		}
		listener, err := net.Listen("tcp", ":"+rest)
		if err != nil {
			return nil, nil, wrong(err)
		}
		fmt.Fprintf(c.OutOrStdout(), "Waiting on TCP port %d...\n", listener.Addr().(*net.TCPAddr).Port)
		line, err := wire.Accept(c.Context(), listener)
		if err != nil {
			return nil, nil, wrong(err)
		}
		return board(line)
	case "sim":
		if spec != "sim" {
			return nil, nil, badInputf("referee: --p%d %q, want sim without options; see --config, --team, --move-ms, --depth", pl+1, spec)
		}
		fmt.Fprintln(c.ErrOrStderr(), boardNote)
		b, err := f.sim.startInProcess(c.Context())
		if err != nil {
			return nil, nil, wrong(err)
		}
		line := wire.NewLine(b)
		return &wire.Board{Line: line, Timeout: f.timeout, Start: f.start}, line, nil
	}
	a, err := player.New(spec, player.Env{
		Player: pl, Seed: f.seed, In: in, Out: c.OutOrStdout(), Log: c.ErrOrStderr(),
	})
	if errors.As(err, new(*player.SpecError)) {
		return nil, nil, badInput{wrong(err)}
	}
	if err != nil {
		return nil, nil, wrong(err)
	}
	return &agentPlayer{a, c.OutOrStdout()}, a, nil
}

// game plays a game and prints its lines.
func (f *refereeFlags) game(c *cobra.Command, players [2]wire.Player, first duo.Player) error {
	out := c.OutOrStdout()
	on := wire.Events{Begun: func(teams [2]string) { fmt.Fprintln(out, wire.StartLine(teams, first)) }}
	if !f.quiet {
		on.Moved = func(pos *duo.Position, answer string) {
			fmt.Fprintf(out, "%d. %v %s\n", pos.Plies(), pos.ToMove().Rival(), answer)
			if f.board {
				o := show.Options{Color: colourful(out)}
				fmt.Fprintf(out, "\n%s%s", show.Board(pos, o), show.Status(pos, o))
			}
		}
	}
	r, err := wire.Play(c.Context(), players, first, on)
	if err != nil {
		return fmt.Errorf("referee: %w", err)
	}
	if r.Violated && r.Answer != "" && !f.quiet {
		fmt.Fprintf(out, "%d. %v %q\n", r.Position.Plies()+1, r.Loser, r.Answer)
	}
	_, err = fmt.Fprintln(out, r)
	return err
}

// agentPlayer is a player of this program, whose time the host does not keep.
type agentPlayer struct {
	player.Player
	out io.Writer
}

// Identify returns the agent's name.
func (p *agentPlayer) Identify(context.Context) (string, error) { return p.Name(), nil }

// Over does nothing.
func (p *agentPlayer) Over(context.Context) error { return nil }

// Move asks the agent until it makes a move.
func (p *agentPlayer) Move(ctx context.Context, t wire.Turn) (string, error) {
	for {
		m, err := p.Player.Move(ctx, t.Position)
		if errors.Is(err, player.ErrUndo) {
			fmt.Fprintln(p.out, "a referee's game has no way back")
			continue
		}
		if err != nil {
			return "", err
		}
		return m.String(), nil
	}
}
