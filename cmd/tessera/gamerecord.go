// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// recordFlags are the flags of commands that record games.
type recordFlags struct {
	name string
	file *record.File // nil without --record
}

func (f *recordFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.name, "record", "", "add the games to `FILE`, as .blksgf (Pentobi's), .json or .jsonl (lines of JSON), or .txt (the moves); a %d in the name gives each game a file of its own, by number, as Pentobi needs it")
}

// open opens the file for the records of a game; a nil g allows any game. The caller closes the
// file.
func (f *recordFlags) open(command string, g *play.Game) error {
	if f.name == "" {
		return nil
	}
	form, err := record.FormOf(f.name)
	if err == nil && g != nil {
		err = form.Takes(g)
	}
	if err == nil {
		f.file, err = record.Append(f.name)
	}
	if err != nil {
		return badInputf("%s: --record: %w", command, err)
	}
	return nil
}

// close closes the file, if there is one, and reports a failure in err unless that has an error.
func (f *recordFlags) close(command string, err *error) {
	if f.file == nil {
		return
	}
	if e := f.file.Close(); e != nil && *err == nil {
		*err = fmt.Errorf("%s: --record: %w", command, e)
	}
}

// play plays a game and adds it to the file, even if the game is broken off. The file has the game
// under way after each move, so that it survives the program. names are the players' specifications
// for the record; without them the players have their names in the game. A player may be exchanged in
// names as the game goes on: the first move of the new one says so. The record also identifies players
// that their specifications do not fully determine.
func (f *recordFlags) play(ctx context.Context, players []play.Player, rules play.Rules, on play.Events, names []string) (*play.Result, error) {
	if f.file == nil {
		return play.Run(ctx, players, rules, on)
	}
	identities, err := match.Identities(ctx, rules.Game, names, players)
	if err != nil {
		return nil, err
	}
	extra := map[string]json.RawMessage(nil)
	if identities != nil {
		text, err := json.Marshal(identities)
		if err != nil {
			return nil, err
		}
		extra = map[string]json.RawMessage{"identities": text}
	}
	opening := len(rules.Start.History())
	asked, made := slices.Clone(names), exchanges{}
	complete := func(g *record.Game) *record.Game {
		if names != nil {
			g.Players = asked
			made.note(g)
		}
		g.Date, g.Extra = time.Now().Format(time.DateOnly), extra
		return g
	}
	var draft *record.Game // the game so far; nil before the first move
	begun, changed := on.Begun, on.Changed
	in := names
	on.Begun = func(names []string) {
		if in == nil {
			in = names
		}
		if begun != nil {
			begun(names)
		}
	}
	mover := 0
	on.Changed = func(p play.Position, text string) {
		made = made.until(p.History())
		if last := len(p.History()) - 1; names != nil && text != "" {
			made[last] = madeBy{p.History()[last], mover, names[mover]}
		}
		mover = p.ToMove()
		draft = nil
		if len(p.History()) > opening {
			draft = complete(record.FromPosition(rules.Game, p, in))
			draft.Opening, draft.Reason = opening, "broken off"
		}
		f.file.Draft(draft) // if this fails, the end of the game tries again and reports it
		if changed != nil {
			changed(p, text)
		}
	}
	r, err := play.Run(ctx, players, rules, on)
	g := draft
	if err == nil {
		g = complete(record.FromResult(r, opening))
	}
	if g == nil {
		return nil, err
	}
	if e := f.file.Add(g); e != nil && (err == nil || errors.Is(err, play.ErrQuit)) {
		return nil, e
	}
	return r, err
}

// exchanges tell which player made a move, by ply.
type exchanges map[int]madeBy

type madeBy struct {
	move play.Move
	seat int
	spec string
}

// until returns what holds of a game with these moves. After a jump it is another game, or shorter.
func (e exchanges) until(moves []play.Move) exchanges {
	maps.DeleteFunc(e, func(ply int, by madeBy) bool { return ply >= len(moves) || moves[ply] != by.move })
	return e
}

// note adds to a game's notes who takes over from its players.
func (e exchanges) note(g *record.Game) {
	now := slices.Clone(g.Players)
	for ply := range g.Moves {
		by, ok := e[ply]
		if !ok || by.spec == now[by.seat] {
			continue
		}
		now[by.seat] = by.spec
		for len(g.Notes) <= ply {
			g.Notes = append(g.Notes, play.Note{})
		}
		g.Notes[ply].Text = strings.TrimSpace(g.Notes[ply].Text + " " + by.spec + " from here on")
	}
}
