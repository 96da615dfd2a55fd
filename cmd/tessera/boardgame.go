package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame/registry"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gametext"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gtp/engine"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/progress"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
)

// This file has what the commands do with --game, for games other than Blokus Duo.

// positionOf plays moves, separated by spaces, from the start.
func positionOf(g *boardgame.Game, moves string) (boardgame.Position, error) {
	return g.Replay(&boardgame.Record{Moves: strings.Fields(moves)})
}

// engineOf returns the player that a game has for whoever names none.
func engineOf(g *boardgame.Game) string {
	if g.Search != nil {
		return "tree"
	}
	return "random"
}

// checkSpec makes the player of a specification once, so that wrong options are told at once.
func checkSpec(g *boardgame.Game, spec, where string) error {
	p, err := g.New(spec, boardgame.Env{})
	if errors.As(err, new(*player.SpecError)) {
		return badInputf("%s: %w", where, err)
	}
	if err != nil {
		return err
	}
	return p.Close()
}

// serveGame is gtp for a game.
func serveGame(c *cobra.Command, g *boardgame.Game, spec string, seed uint64) error {
	if err := checkSpec(g, spec, "gtp: --player"); err != nil {
		return err
	}
	e := engine.NewBoard("tessera", version(), g, spec, seed, c.ErrOrStderr())
	defer e.Close()
	return e.Serve(c.Context(), gametext.NewLines(c.InOrStdin()), c.OutOrStdout())
}

// specOf returns who plays a seat: unless named, every second one is played alike.
func (f *playFlags) specOf(seat int) (flag, spec string) {
	if seat >= 2 && f.more[seat-2] != "" {
		return fmt.Sprintf("--p%d", seat+1), f.more[seat-2]
	}
	return fmt.Sprintf("--p%d", seat%2+1), f.spec[seat%2]
}

// playersOf gives the seats their players.
func (f *playFlags) playersOf(c *cobra.Command, g *boardgame.Game) (players []boardgame.Player, err error) {
	in := gametext.NewLines(c.InOrStdin())
	for seat := range g.Seats() {
		flag, spec := f.specOf(seat)
		p, err := g.New(spec, boardgame.Env{
			Seat: seat, Seed: f.seed, In: in, Out: c.OutOrStdout(), Log: c.ErrOrStderr(), Color: colourful(c.OutOrStdout()),
		})
		if errors.As(err, new(*player.SpecError)) {
			err = badInputf("play: %s: %w", flag, err)
		} else if err != nil {
			err = fmt.Errorf("play: %s: %w", flag, err)
		}
		if err != nil {
			for _, p := range players {
				p.Close()
			}
			return nil, err
		}
		players = append(players, p)
	}
	return players, nil
}

// runGame is play for a game.
func (f *playFlags) runGame(c *cobra.Command, g *boardgame.Game) (err error) {
	if err := f.records.openFor("play", g); err != nil {
		return err
	}
	defer func() {
		if e := f.records.close(); err == nil && e != nil {
			err = fmt.Errorf("play: --record: %w", e)
		}
	}()
	players, err := f.playersOf(c, g)
	if err != nil {
		return err
	}
	defer func() {
		for seat, p := range players {
			if e := p.Close(); err == nil && e != nil {
				err = fmt.Errorf("play: close %s: %w", boardgame.Seat(seat), e)
			}
		}
	}()
	if err := boardgame.Prepare(c.Context(), players); err != nil {
		return err
	}
	if r, err := f.playGame(c, g, players); err != nil {
		if errors.Is(err, player.ErrQuit) {
			return nil
		}
		return err
	} else {
		standing := ""
		if s := r.Position.Standing(); s != "" {
			standing = " " + s
		}
		fmt.Fprintf(c.OutOrStdout(), "%s%s: %v\n", strings.Join(r.Names, " against "), standing, r)
	}
	for _, p := range players {
		if s, ok := p.(player.Summarizer); ok {
			fmt.Fprintln(c.OutOrStdout(), s.Summary())
		}
	}
	return nil
}

// playGame plays the game, shows it, and puts it on record.
func (f *playFlags) playGame(c *cobra.Command, g *boardgame.Game, players []boardgame.Player) (*boardgame.Result, error) {
	start := g.RandomStart(f.opening, f.seed)
	out := c.OutOrStdout()
	last := start
	r, err := boardgame.Play(c.Context(), players, start, func(p boardgame.Position) {
		last = p.Clone()
		h := p.History()
		switch {
		case f.quiet:
		case f.board:
			fmt.Fprintf(out, "\n%s", p.Draw(colourful(out)))
		case len(h) > len(start.History()):
			fmt.Fprintf(out, "%d. %s\n", len(h), h[len(h)-1])
		}
	})
	if f.records.file == nil {
		return r, err
	}
	names := make([]string, len(players))
	for seat := range names {
		_, names[seat] = f.specOf(seat)
	}
	opening := len(start.History())
	var rec *boardgame.Record
	switch {
	case err == nil:
		rec = g.Record(r, opening)
		rec.Players = names
	case len(last.History()) > opening:
		rec = g.Unfinished(last, names)
		rec.Opening, rec.Reason = opening, "broken off"
	default:
		return nil, err
	}
	rec.Date = time.Now().Format(time.DateOnly)
	line, e := rec.Line()
	if e == nil {
		e = f.records.file.AddText(string(line))
	}
	if e != nil && (err == nil || errors.Is(err, player.ErrQuit)) {
		return nil, e
	}
	return r, err
}

// openFor opens the file for games other than Blokus Duo, which only lines of JSON can hold.
func (f *recordFlags) openFor(command string, g *boardgame.Game) error {
	if f.name == "" {
		return nil
	}
	if err := f.takes(command, g); err != nil {
		return err
	}
	return f.open(command)
}

// takes reports whether the file's form can hold games other than Blokus Duo.
func (f *recordFlags) takes(command string, g *boardgame.Game) error {
	if form, err := record.FormOf(f.name); err != nil || form != record.JSON {
		return badInputf("%s: --record %s: games of %s are written as lines of JSON, want .json or .jsonl", command, f.name, g.Name)
	}
	return nil
}

// addBoard adds a game to the file.
func (f *recordFlags) addBoard(command string, r *boardRecord) error {
	if err := f.takes(command, r.game); err != nil {
		return err
	}
	line, err := r.Line()
	if err != nil {
		return err
	}
	return f.file.AddText(string(line))
}

// boardFlag settles whether the board is drawn: on a terminal, unless the flag says otherwise.
func (f *playFlags) boardFlag(c *cobra.Command) {
	if !c.Flags().Changed("board") {
		f.board = progress.IsTerminal(c.OutOrStdout())
	}
}

// gameKinds lists the players of games, for the help: those that all have, and then each one's own.
func gameKinds() string {
	var b strings.Builder
	told := map[string]bool{}
	for _, e := range registry.Entries() {
		g, err := e.New("")
		if err != nil {
			continue
		}
		own := map[string]bool{}
		for _, k := range g.Kinds {
			own[k.Name] = true
		}
		for _, k := range g.AllKinds() {
			if !own[k.Name] && !told[k.Name] {
				told[k.Name] = true
				fmt.Fprintf(&b, "  %-16s %s\n", k.Name, k.Help)
			}
		}
		for _, k := range g.Kinds {
			fmt.Fprintf(&b, "  %-16s of %s: %s\n", k.Name, e.Name, k.Help)
		}
	}
	return b.String()
}
