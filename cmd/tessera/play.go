package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/show"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// playFlags are the flags of play.
type playFlags struct {
	spec           [2]string
	seed           uint64
	depth, games   int
	opening        int
	first          string
	quiet          bool
	board, corners bool
}

func newPlay() *cobra.Command {
	var f playFlags
	var kinds strings.Builder
	for _, k := range player.Kinds() {
		fmt.Fprintf(&kinds, "  %-8s %s\n", k.Name, k.Help)
	}
	c := &cobra.Command{
		Use:   "play",
		Short: "let two players play each other",
		Long: `play lets two players play one or more games. A player is named with options, such
as golden:depth=3 or random:seed=7,pick=largest. The players:

` + kinds.String() + `
The contest's referee judges: an illegal move loses the game. The winner is decided
on score. The same flags give the same games, a person aside.`,
		Example: `  tessera play --p1 human --p2 golden --corners
  tessera play --p1 golden:depth=1 --p2 random:pick=largest --games 10 --first alternate --quiet`,
		Args: noArgs,
	}
	flags := c.Flags()
	flags.StringVar(&f.spec[0], "p1", "human", "player 1, who owns the upper left start square: `name[:options]`")
	flags.StringVar(&f.spec[1], "p2", "golden", "player 2, who owns the lower right start square: `name[:options]`")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the random choices")
	flags.IntVar(&f.depth, "depth", 0, "search depth in plies of players that search (0: their own choice)")
	flags.IntVar(&f.games, "games", 1, "number of games; only random players, persons and --opening make them differ")
	flags.StringVar(&f.first, "first", "1", "who moves first: 1, 2, or alternate from game to game, player 1 first")
	flags.IntVar(&f.opening, "opening", 0, "random plies before the players take over, other ones in each game")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print results only")
	flags.BoolVar(&f.board, "board", false, "draw the board after each move (on a terminal: always, unless --board=false)")
	flags.BoolVar(&f.corners, "corners", false, "mark, on a person's turn, the corners of which a placement must cover one")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if !flags.Changed("board") {
			f.board = isTerminal(c.OutOrStdout())
		}
		return f.run(c)
	}
	return c
}

// firstIn returns who moves first in a game, numbered from 0.
func (f *playFlags) firstIn(game int) (duo.Player, error) {
	switch f.first {
	case "1":
		return duo.Player1, nil
	case "2":
		return duo.Player2, nil
	case "alternate":
		return duo.Player(game % 2), nil
	}
	return 0, badInputf("play: --first %q, want 1, 2 or alternate", f.first)
}

func (f *playFlags) run(c *cobra.Command) (err error) {
	if _, err := f.firstIn(0); err != nil {
		return err
	}
	if f.games < 1 {
		return badInputf("play: --games %d, want 1 or more", f.games)
	}
	if f.depth < 0 {
		return badInputf("play: --depth %d, want 0 or more", f.depth)
	}
	if f.opening < 0 {
		return badInputf("play: --opening %d, want 0 or more", f.opening)
	}
	in := newLines(c.InOrStdin())
	var players [2]player.Player
	for i, spec := range f.spec {
		players[i], err = player.New(spec, player.Env{
			Player: duo.Player(i), Seed: f.seed, Depth: f.depth, In: in,
			Out: c.OutOrStdout(), Log: c.ErrOrStderr(),
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
	err = f.match(c, players)
	if errors.Is(err, player.ErrQuit) {
		return nil
	}
	return err
}

// match plays the games and prints the results.
func (f *playFlags) match(c *cobra.Command, players [2]player.Player) error {
	out := c.OutOrStdout()
	var sum tally
	for game := range f.games {
		first, err := f.firstIn(game)
		if err != nil {
			return err
		}
		seen := func(p *duo.Position) { f.showMove(out, players, p) }
		if f.quiet {
			seen = nil
		}
		start, err := player.Opening(c.Context(), first, f.opening, f.seed+uint64(game))
		if err != nil {
			return err
		}
		r, err := player.Play(c.Context(), start, players, seen)
		if err != nil {
			return err
		}
		sum.add(r)
		scores := [2]int{r.Position.Score(duo.Player1), r.Position.Score(duo.Player2)}
		if _, err := fmt.Fprintf(out, "game %d: player 1 %s %d, player 2 %s %d: %v\n", game+1,
			players[0].Name(), scores[0], players[1].Name(), scores[1], r); err != nil {
			return err
		}
	}
	if f.games > 1 {
		if _, err := fmt.Fprintf(out, "%d games: player 1 %s won %d, player 2 %s won %d, %d drawn; mean scores %.1f and %.1f\n",
			f.games, players[0].Name(), sum.won[0], players[1].Name(), sum.won[1], sum.drawn,
			float64(sum.score[0])/float64(f.games), float64(sum.score[1])/float64(f.games)); err != nil {
			return err
		}
	}
	for _, p := range players {
		if s, ok := p.(player.Summarizer); ok {
			if _, err := fmt.Fprintln(out, s.Summary()); err != nil {
				return err
			}
		}
	}
	return nil
}

// tally adds results up.
type tally struct {
	won, score [2]int
	drawn      int
}

func (t *tally) add(r *player.Result) {
	if w, ok := r.Winner(); ok {
		t.won[w]++
	} else {
		t.drawn++
	}
	for pl := range t.score {
		t.score[pl] += r.Position.Score(duo.Player(pl))
	}
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
