// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/progress"
	"github.com/tessera-fpga/tessera/play/prompt"
)

// playFlags are the flags of play.
type playFlags struct {
	playersFlags
	records        recordFlags
	depth, opening int
	corners        bool
	more           [2]string // players 3 and 4; "": see specs
}

func newPlay() *cobra.Command {
	var f playFlags
	kinds, others := kindsHelp()
	c := &cobra.Command{
		Use:   "play",
		Short: "let two players play a game",
		Long: `play lets two players play a game, or more in a game for more. A player is named with options,
such as minimax:depth=3 or random:seed=7,pick=largest. The players:

` + kinds + `
An illegal move loses the game. The winner is decided on score. The same flags give the
same game, a person aside. --record keeps it, with what the players thought of their
moves and how long; replay and legal read the file. Which of two players is the stronger,
match finds out.

--game names another game, which has players of its own:

` + others + `
"tessera play --game NAME --p1 human" begins a game against the tree search.`,
		Example: `  tessera play --p1 human --p2 montecarlo --corners
  tessera play --p1 minimax:depth=1 --p2 random:pick=largest --first 2
  tessera play --p1 montecarlo --p2 minimax --opening 4 --seed 7 --quiet
  tessera play --p1 montecarlo --p2 random --record game.blksgf
  tessera play --game dots:3x3 --p1 human --p2 tree
  tessera play --game blokus --p1 human --p2 random --p3 random --board`,
		Args: noArgs,
	}
	f.add(c, "human", "tree")
	f.records.add(c)
	first := firstFlag(c)
	game := gameFlag(c, "first", "depth", "corners")
	flags := c.Flags()
	intFlag(flags, &f.depth, "depth", 0, search.MaxSearchDepth, 0, "search depth in `plies` of players that search (0: their own choice)")
	intFlag(flags, &f.opening, "opening", 0, math.MaxInt, 0, "random `plies` before the players take over; --seed chooses them")
	flags.StringVar(&f.more[0], "p3", "", "player 3 of a game with so many: `name[:options]` (unless given, as player 1, or as player 2 if that is a person)")
	flags.StringVar(&f.more[1], "p4", "", "player 4 of a game with so many: `name[:options]` (unless given, as player 2, or as player 1 if that is a person)")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "print the result only")
	flags.BoolVar(&f.board, "board", false, "draw the board after each move (on a terminal: always, unless --board=false)")
	flags.BoolVar(&f.corners, "corners", false, "mark, on a person's turn, the corners of which a placement must cover one")
	c.RunE = func(c *cobra.Command, _ []string) error {
		c.SetOut(prompt.Wrap(c.OutOrStdout()))
		if !flags.Changed("board") {
			f.board = progress.IsTerminal(c.OutOrStdout())
		}
		g, err := game()
		if err != nil {
			return err
		}
		for i, spec := range f.more {
			if spec != "" && i+2 >= g.Seats() {
				return badInputf("play: --p%d %s: the game has %d players", i+3, spec, g.Seats())
			}
		}
		if !flags.Changed("p2") {
			f.spec[1] = g.DefaultPlayer
		}
		return f.run(c, g, first())
	}
	return c
}

// specs returns the players of the seats. A seat without a player has the player of the seat two
// before it, but a person has one seat only.
func (f *playFlags) specs(g *play.Game) (specs []string) {
	for seat := range g.Seats() {
		spec := f.spec[seat%2]
		if seat >= 2 {
			if isHuman(spec) {
				spec = f.spec[1-seat%2]
			}
			if isHuman(spec) {
				spec = g.DefaultPlayer
			}
			if f.more[seat-2] != "" {
				spec = f.more[seat-2]
			}
		}
		specs = append(specs, spec)
	}
	return specs
}

func isHuman(spec string) bool {
	name, _, _ := strings.Cut(spec, ":")
	return name == "human"
}

func (f *playFlags) run(c *cobra.Command, g *play.Game, first int) (err error) {
	if err := f.records.open("play", g); err != nil {
		return err
	}
	defer f.records.close("play", &err)
	in := prompt.Lines(c.InOrStdin(), c.OutOrStdout())
	specs := f.specs(g)
	var players []play.Player
	defer func() {
		for seat, p := range players {
			if e := p.Close(); err == nil && e != nil {
				err = fmt.Errorf("play: close %s: %w", play.Seat(seat), e)
			}
		}
	}()
	env := play.Env{
		Seed: f.seed, Depth: f.depth, In: in, Out: c.OutOrStdout(), Log: c.ErrOrStderr(), Seats: specs,
		Draw: play.DrawOptions{Color: colourful(c.OutOrStdout()), Corners: f.corners},
	}
	env.Replace = func(seat int, spec string) error {
		of := env
		of.Seat = seat
		p, err := g.New(spec, of)
		if err != nil {
			return err
		}
		was := players[seat]
		players[seat], specs[seat] = p, spec
		return was.Close()
	}
	for seat, spec := range specs {
		of := env
		of.Seat = seat
		p, err := g.New(spec, of)
		if errors.As(err, new(*play.SpecError)) {
			return badInputf("play: --p%d: %w", seat+1, err)
		}
		if err != nil {
			return fmt.Errorf("play: --p%d: %w", seat+1, err)
		}
		players = append(players, p)
	}
	err = f.game(c, g, players, specs, first)
	if errors.Is(err, play.ErrQuit) {
		return nil
	}
	return err
}

// game plays the game and prints its result. A person may look at the game that is over, and go on
// from another position.
func (f *playFlags) game(c *cobra.Command, g *play.Game, players []play.Player, specs []string, first int) error {
	out := c.OutOrStdout()
	if err := play.Prepare(c.Context(), players); err != nil {
		return err
	}
	start, err := g.Begin(first)
	if err != nil {
		return badInputf("play: --first: %w", err)
	}
	start = g.RandomStart(start, f.opening, f.seed)
	if !f.quiet && slices.ContainsFunc(specs, isHuman) {
		fmt.Fprintln(out, prompt.Introduction(g))
	}
	on := play.Events{}
	if !f.quiet {
		mover := -1 // player who moved last
		on.Changed = func(p play.Position, text string) {
			if !f.board && text != "" { // after a move
				f.showMove(out, g, players, mover, p)
			}
			if f.board {
				o := play.DrawOptions{Color: colourful(out), Corners: f.corners && players[p.ToMove()].Name() == "human"}
				fmt.Fprintf(out, "\n%s", p.Draw(o))
			}
			mover = p.ToMove()
		}
	}
	for {
		r, err := f.records.play(c.Context(), players, play.Rules{Game: g, Start: start}, on, specs)
		if err != nil {
			return err
		}
		printResult(out, r)
		for _, p := range players {
			if s, ok := p.(play.Summarizer); ok {
				fmt.Fprintln(out, s.Summary())
			}
		}
		person := slices.IndexFunc(specs, isHuman)
		if person < 0 {
			return nil
		}
		var jump *play.Jump
		if err := players[person].(play.Reviewer).Review(c.Context(), r.Position); !errors.As(err, &jump) {
			return err
		}
		start = jump.Position
	}
}

// showMove prints the last move.
func (f *playFlags) showMove(out io.Writer, g *play.Game, players []play.Player, mover int, p play.Position) {
	h := p.History()
	fmt.Fprintf(out, "%d. %s %s %s\n", len(h), play.Seat(mover), players[mover].Name(), g.Both(h[len(h)-1]))
}

// printResult prints a line with the players, the score, and the winner.
func printResult(out io.Writer, r *play.Result) {
	var seats []string
	scored, ok := r.Position.(play.Scored)
	for seat, name := range r.Names {
		text := play.Seat(seat) + " " + name
		if ok {
			text += fmt.Sprintf(" %d", scored.Score(seat))
		}
		seats = append(seats, text)
	}
	if s := r.Position.Standing(); s != "" && !ok {
		seats = append(seats, s)
	}
	fmt.Fprintf(out, "%s: %v\n", strings.Join(seats, ", "), r)
}
