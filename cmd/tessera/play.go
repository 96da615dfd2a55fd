package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/game"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gametext"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/show"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
)

// playFlags are the flags of play.
type playFlags struct {
	playersFlags
	records        recordFlags
	depth, opening int
	corners        bool
	more           [2]string // players 3 and 4; "": they are as players 1 and 2
}

func newPlay() *cobra.Command {
	var f playFlags
	var kinds strings.Builder
	for _, k := range player.Kinds() {
		fmt.Fprintf(&kinds, "  %-16s %s\n", k.Name, k.Help)
	}
	c := &cobra.Command{
		Use:   "play",
		Short: "let two players play a game",
		Long: `play lets two players play a game. A player is named with options, such
as minimax:depth=3 or random:seed=7,pick=largest. The players:

` + kinds.String() + `
An illegal move loses the game. The winner is decided on score. The same flags give the
same game, a person aside. --record keeps it, with what the players thought of their
moves and how long; replay and legal read the file. Which of two players is the stronger,
match finds out.

--game names another game, which has players of its own:

` + gameKinds() + `
"tessera play --game NAME --p1 human" begins a game against the tree search.`,
		Example: `  tessera play --p1 human --p2 montecarlo --corners
  tessera play --p1 minimax:depth=1 --p2 random:pick=largest --first 2
  tessera play --p1 montecarlo --p2 minimax --opening 4 --seed 7 --quiet
  tessera play --p1 montecarlo --p2 random --record game.blksgf
  tessera play --game dots:3x3 --p1 human --p2 tree
  tessera play --game blokus --p1 human --p2 random --p3 random --board`,
		Args: noArgs,
	}
	f.add(c, "human", "minimax")
	f.records.add(c)
	first := firstFlag(c)
	otherGame := gameFlag(c, "first", "depth", "corners")
	flags := c.Flags()
	intFlag(flags, &f.depth, "depth", 0, search.MaxSearchDepth, 0, "search depth in `plies` of players that search (0: their own choice)")
	intFlag(flags, &f.opening, "opening", 0, math.MaxInt, 0, "random `plies` before the players take over; --seed chooses them")
	flags.StringVar(&f.more[0], "p3", "", "player 3 of a game with so many: `name[:options]` (unless given, as player 1)")
	flags.StringVar(&f.more[1], "p4", "", "player 4, likewise: `name[:options]` (unless given, as player 2)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the result only")
	flags.BoolVar(&f.board, "board", false, "draw the board after each move (on a terminal: always, unless --board=false)")
	flags.BoolVar(&f.corners, "corners", false, "mark, on a person's turn, the corners of which a placement must cover one")
	c.RunE = func(c *cobra.Command, _ []string) error {
		f.boardFlag(c)
		first, err := first()
		if err != nil {
			return err
		}
		g, err := otherGame()
		if err != nil {
			return err
		}
		seats := 2
		if g != nil {
			seats = g.Seats()
		}
		for i, spec := range f.more {
			if spec != "" && i+2 >= seats {
				return badInputf("play: --p%d %s: the game has %d players", i+3, spec, seats)
			}
		}
		if g != nil {
			if !flags.Changed("p2") {
				f.spec[1] = engineOf(g)
			}
			return f.runGame(c, g)
		}
		return f.run(c, first)
	}
	return c
}

func (f *playFlags) run(c *cobra.Command, first duo.Player) (err error) {
	if err := f.records.open("play"); err != nil {
		return err
	}
	defer func() {
		if e := f.records.close(); err == nil && e != nil {
			err = fmt.Errorf("play: --record: %w", e)
		}
	}()
	in := gametext.NewLines(c.InOrStdin())
	var players [2]player.Player
	for i, spec := range f.spec {
		players[i], err = player.New(spec, player.Env{
			Player: duo.Player(i), Seed: f.seed, Depth: f.depth, In: in,
			Out: c.OutOrStdout(), Log: c.ErrOrStderr(), Rival: f.spec[1-i],
			Show: func(p *duo.Position) string {
				o := show.Options{Color: colourful(c.OutOrStdout()), Corners: f.corners}
				return show.Board(p, o) + show.Status(p, o)
			},
		})
		if errors.As(err, new(*player.SpecError)) {
			return badInputf("play: --p%d: %w", i+1, err)
		}
		if err != nil {
			return fmt.Errorf("play: --p%d: %w", i+1, err)
		}
		defer func() {
			if e := players[i].Close(); err == nil && e != nil {
				err = fmt.Errorf("play: close player %d: %w", i+1, e)
			}
		}()
	}
	err = f.game(c, players, first)
	if errors.Is(err, player.ErrQuit) {
		return nil
	}
	return err
}

// game plays the game and prints its result.
func (f *playFlags) game(c *cobra.Command, players [2]player.Player, first duo.Player) error {
	out := c.OutOrStdout()
	if err := game.Prepare(c.Context(), players); err != nil {
		return err
	}
	on := game.Events{Changed: func(p *duo.Position, _ string) { f.showMove(out, players, p) }}
	if f.quiet {
		on = game.Events{}
	}
	start, err := game.Opening(c.Context(), first, f.opening, f.seed)
	if err != nil {
		return err
	}
	r, err := f.records.play(c.Context(), players, game.Rules{Start: start}, on, f.spec)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "player 1 %s %d, player 2 %s %d: %v\n",
		players[0].Name(), r.Position.Score(duo.Player1), players[1].Name(), r.Position.Score(duo.Player2), r)
	for _, p := range players {
		if s, ok := p.(player.Summarizer); ok {
			fmt.Fprintln(out, s.Summary())
		}
	}
	return nil
}

// showMove prints the last move, or draws the whole position.
func (f *playFlags) showMove(out io.Writer, players [2]player.Player, p *duo.Position) {
	if f.board {
		o := show.Options{Color: colourful(out), Corners: f.corners && players[p.ToMove()].Name() == "human"}
		fmt.Fprintf(out, "\n%s%s", show.Board(p, o), show.Status(p, o))
		return
	}
	h := p.History()
	if len(h) == 0 {
		return
	}
	mover := p.ToMove().Rival()
	m := h[len(h)-1]
	fmt.Fprintf(out, "%d. %v %s %s = %s\n", len(h), mover, players[mover].Name(), m, m.CellList())
}
