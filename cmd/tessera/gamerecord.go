package main

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// recordFlags are the flags of commands that put games on record.
type recordFlags struct {
	name string
	file *record.File // nil without --record
}

func (f *recordFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.name, "record", "", "add the games to `FILE`, as .blksgf (Pentobi's), .json or .jsonl (lines of JSON), or .txt (the moves)")
}

// open opens the file for records of a game, of any one if g is nil. The caller closes it.
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

// close closes the file, if there is one.
func (f *recordFlags) close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

// play plays a game and adds it to the file: also one that is broken off, as far as it came.
// names are the players' specifications, for the record; nil for the names that they have in the
// game. Players that are more than their specifications have their identities on record, too.
func (f *recordFlags) play(ctx context.Context, players []play.Player, rules play.Rules, on play.Events, names []string) (*play.Result, error) {
	if f.file == nil {
		return play.Run(ctx, players, rules, on)
	}
	last := rules.Start
	changed := on.Changed
	on.Changed = func(p play.Position, text string) {
		last = p.Clone()
		if changed != nil {
			changed(p, text)
		}
	}
	identities, err := match.Identities(ctx, rules.Game, names, players)
	if err != nil {
		return nil, err
	}
	opening := len(rules.Start.History())
	r, err := play.Run(ctx, players, rules, on)
	var g *record.Game
	switch {
	case err == nil:
		g = record.FromResult(r, opening)
	case len(last.History()) > opening:
		g = record.FromPosition(rules.Game, last, names)
		g.Opening, g.Reason = opening, "broken off"
	default:
		return nil, err
	}
	if names != nil {
		g.Players = names
	}
	g.Date = time.Now().Format(time.DateOnly)
	if identities != nil {
		text, err := json.Marshal(identities)
		if err != nil {
			return nil, err
		}
		g.Extra = map[string]json.RawMessage{"identities": text}
	}
	if e := f.file.Add(g); e != nil && (err == nil || errors.Is(err, play.ErrQuit)) {
		return nil, e
	}
	return r, err
}
