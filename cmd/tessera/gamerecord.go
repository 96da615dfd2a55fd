package main

import (
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/game"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// recordFlags are the flags of commands that put games on record.
type recordFlags struct {
	name string
	file *record.File // nil without --record
}

func (f *recordFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&f.name, "record", "", "add the games to `FILE`, as .blksgf (Pentobi's), .json or .jsonl (lines of JSON), or .txt (codes of the moves)")
}

// open opens the file. The caller closes it.
func (f *recordFlags) open(command string) (err error) {
	if f.name == "" {
		return nil
	}
	if f.file, err = record.Append(f.name); err != nil {
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
// names are the players' on record; "" for those that they go by in the game.
func (f *recordFlags) play(ctx context.Context, players [2]player.Player, rules game.Rules, on game.Events, names [2]string) (*game.Result, error) {
	if f.file == nil {
		return game.Play(ctx, players, rules, on)
	}
	last := rules.Start
	changed := on.Changed
	on.Changed = func(p *duo.Position, text string) {
		last = *p
		if changed != nil {
			changed(p, text)
		}
	}
	r, err := game.Play(ctx, players, rules, on)
	var g *record.Game
	switch {
	case err == nil:
		g = r.Record(rules.Start.Plies())
	case last.Plies() > rules.Start.Plies():
		g = record.FromPosition(&last, names)
		g.Opening, g.Reason = min(rules.Start.Plies(), last.Plies()), "broken off"
	default:
		return nil, err
	}
	for i, name := range names {
		if name != "" {
			g.Names[i] = name
		}
	}
	g.Date = time.Now().Format(time.DateOnly)
	if e := f.file.Add(g); e != nil && (err == nil || errors.Is(err, player.ErrQuit)) {
		return nil, e
	}
	return r, err
}
