// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package puzzles makes the puzzles of games/duo/puzzles: "tessera lab puzzles". It plays games of
// the levels against each other, and looks for puzzles near their ends. It writes what it finds in
// each game to a file at once, so an interrupted run can resume.
package puzzles

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/endgame"
	"github.com/tessera-fpga/tessera/games/duo/openings"
	"github.com/tessera-fpga/tessera/games/duo/puzzles"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	golden "github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/lab/journal"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/progress"
)

// Options describe the list.
type Options struct {
	Size int    // puzzles
	Seed uint32 // of the first game; the next has the next one
	File string // file that keeps what was found, or ""
	Log  io.Writer
}

const (
	// weakest and strongest are the levels that play the games, in turn.
	weakest, strongest = 1, 4
	// near and far are the numbers of placements to come between which the puzzles are looked for,
	// from the far end: the farther, the harder.
	near, far = 4, 10
	// leastMoves is the number of legal moves that a puzzle has at least.
	leastMoves = 8
	// leastWrong is how many of the natural choices lose or draw at least: a largest tile, and the
	// moves of levels 1 to 3.
	leastWrong, naive = 1, 3
	// nodes bounds the solver's work on a move, so that a browser, too, finds the answer soon.
	nodes   = 30_000
	entries = 1 << 18
)

// finding is what a game has: its puzzle, or none.
type finding struct {
	Seed   uint32 `json:"seed"`
	Puzzle string `json:"puzzle"`
}

// Make makes the list and writes it.
func Make(ctx context.Context, o Options, w io.Writer) error {
	run := fmt.Sprintf("games of levels %d to %d, %d nodes a move, weights %s", weakest, strongest, nodes, evaluation.Default.Hash())
	known := map[uint32]string{}
	var out *journal.File
	if o.File != "" {
		var err error
		out, err = journal.Open(o.File, run, func(line []byte) error {
			var f finding
			err := json.Unmarshal(line, &f)
			known[f.Seed] = f.Puzzle
			return err
		})
		if err != nil {
			return err
		}
		defer out.Close()
	}
	of, err := duo.New("")
	if err != nil {
		return err
	}
	bar := progress.Start(o.Log, "puzzles")
	defer bar.Done()
	s := endgame.New(entries)
	var lines []string
	seed := o.Seed
	for ; len(lines) < o.Size; seed++ {
		line, ok := known[seed]
		if !ok {
			if line, err = look(ctx, of, s, seed); err != nil {
				return err
			}
			if out != nil {
				if err := out.Add(finding{seed, line}); err != nil {
					return err
				}
			}
		}
		if line != "" {
			lines = append(lines, line)
		}
		bar.Set(len(lines), o.Size)
	}
	text := bufio.NewWriter(w)
	fmt.Fprintf(text, `# Puzzles of Blokus Duo: the moves to a position, player 1 first, the only move that wins there, and
# by how much. From %d %s. Made by
# "make puzzles" with seed %d.
`, seed-o.Seed, run, o.Seed)
	for _, line := range lines {
		fmt.Fprintln(text, line)
	}
	return text.Flush()
}

// look plays the game of a seed and returns its puzzle that is farthest from the end, "" if it has
// none.
func look(ctx context.Context, of *play.Game, s *endgame.Solver, seed uint32) (string, error) {
	game, err := playGame(ctx, of, seed)
	if err != nil {
		return "", err
	}
	for placements := far; placements >= near; placements-- {
		pos := endgame.Before(game, placements)
		if pos.CountLegalMoves() < leastMoves {
			continue
		}
		p, err := puzzles.Find(s, pos, endgame.Limit{Nodes: nodes, Stop: func() bool { return ctx.Err() != nil }})
		switch {
		case ctx.Err() != nil:
			return "", ctx.Err()
		case errors.Is(err, puzzles.ErrSeveral), errors.Is(err, endgame.ErrFar), errors.Is(err, endgame.ErrLimit):
			continue
		case err != nil:
			return "", err
		}
		wrong, err := tempting(ctx, of, &p)
		if err != nil {
			return "", err
		}
		if wrong >= leastWrong {
			return p.String(), nil
		}
	}
	return "", nil
}

// playGame plays a game of two levels from an opening.
func playGame(ctx context.Context, of *play.Game, seed uint32) (golden.Position, error) {
	list := openings.List()
	p := rules.Start(golden.Player1)
	p.Position = list[int(seed)%len(list)].Position()
	const levels = strongest - weakest + 1
	var players [2]play.Player
	for seat, n := range []uint32{seed % levels, seed / levels % levels} {
		player, err := of.New(level(weakest+int(n)), play.Env{Seed: 2*uint64(seed) + uint64(seat)})
		if err != nil {
			return p.Position, err
		}
		defer player.Close()
		players[seat] = player
	}
	r, err := play.Run(ctx, players[:], play.Rules{Game: of, Start: p}, play.Events{})
	if err != nil {
		return p.Position, err
	}
	if r.Ending != play.Finished {
		return p.Position, fmt.Errorf("puzzles: the game of seed %d: %v", seed, r)
	}
	return r.Position.(*rules.Position).Position, nil
}

// level returns a player of a level, with the children of nodes that it had when the list was made: the
// browser keeps the solved puzzles by their numbers.
func level(n int) string { return fmt.Sprintf("tree:level=%d,expand=8,children=64", n) }

// tempting returns how many of the natural choices in a puzzle are wrong.
func tempting(ctx context.Context, of *play.Game, p *puzzles.Puzzle) (wrong int, err error) {
	for _, m := range p.Game.LegalMoves(nil) {
		if m.Tile().Size() > p.Move.Tile().Size() {
			wrong = 1
		}
	}
	for n := 1; n <= naive; n++ {
		player, err := of.New(level(n), play.Env{Seed: 1})
		if err != nil {
			return 0, err
		}
		pos := &rules.Position{Position: p.Game}
		m, err := player.Move(ctx, pos)
		if err := errors.Join(err, player.Close()); err != nil {
			return 0, err
		}
		if golden.Move(m) != p.Move {
			wrong++
		}
	}
	return wrong, nil
}
