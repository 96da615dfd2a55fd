// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package leafvalue measures the error of the tree search's leaves against deep searches of the
// same positions.
package leafvalue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/tessera-fpga/tessera/games/duo/endgame"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play/progress"
)

// File is the file of the report, from the root of the repository.
const File = "docs/figures/leaf-values.json"

// Phases are the plies whose positions are measured together: the first and the last of each.
var Phases = [][2]int{{8, 13}, {14, 17}, {18, 21}}

// Near bounds the margins, in points, of the positions in which it counts who is said to be ahead.
const Near = 5

// playouts is the number of playouts of the methods that take a mean.
const playouts = 16

// A method estimates the margin of a position for player 1, in points.
type method struct {
	name     string
	estimate func(pos *duo.Position, seed uint32) float64
}

// methods returns the methods of an evaluation with weights.
func methods(e *evaluation.Evaluator, of string) []method {
	return []method{
		{"terms alone" + of, func(pos *duo.Position, _ uint32) float64 {
			return points(e.Margin(pos, 0, 0))
		}},
		{"a leaf: terms and a playout" + of, func(pos *duo.Position, seed uint32) float64 {
			return points(e.Margin(pos, largest(pos, seed, 1), 1))
		}},
		{fmt.Sprintf("terms and %d playouts%s", playouts, of), func(pos *duo.Position, seed uint32) float64 {
			return points(e.Margin(pos, largest(pos, seed, playouts), playouts))
		}},
	}
}

// methodsAlone returns the methods by playouts alone.
func methodsAlone() []method {
	d := &drawer{evaluator: evaluation.New(&evaluation.Default)}
	return []method{
		{fmt.Sprintf("mean of %d playouts with the largest tiles", playouts), func(pos *duo.Position, seed uint32) float64 {
			return float64(largest(pos, seed, playouts)) / playouts
		}},
		{fmt.Sprintf("mean of %d playouts drawn from the prior", playouts), func(pos *duo.Position, seed uint32) float64 {
			sum := 0
			for i := range playouts {
				sum += d.drawn(*pos, playout.NewRNG(seed, uint32(i)))
			}
			return float64(sum) / playouts
		}},
	}
}

// points converts 1/256 point to points.
func points(margin int32) float64 { return float64(margin) / 256 }

// largest returns the sum of the margins of n playouts with the largest tiles that fit.
func largest(pos *duo.Position, seed uint32, n int) (sum int32) {
	for i := range n {
		st := playout.NewState(pos)
		sum += int32(st.PlayOut(playout.Largest, playout.NewRNG(seed, uint32(i))))
	}
	return sum
}

// Report is the result of a measurement.
type Report struct {
	Weights string   `json:"weights"`
	Leaves  int      `json:"leaves"` // leaves of a deep search
	Phases  []Phase  `json:"phases"`
	Methods []string `json:"methods"`
}

// Phase has the errors of all methods on the positions of some plies, in the methods' order.
type Phase struct {
	From      int     `json:"from"` // first ply
	To        int     `json:"to"`   // last ply
	Positions int     `json:"positions"`
	Near      int     `json:"near"` // positions whose margin by the deep search is not 0, but at most [Near]
	Errors    []Error `json:"errors"`
}

// Error is the difference of an estimate from the deep search's margin, in points.
type Error struct {
	RMS  float64 `json:"rms"`
	Bias float64 `json:"bias"` // mean difference in favour of the player to move
	// Right is the share of the near positions in which both have the same player ahead.
	Right float64 `json:"right"`
}

// meter has what measurements of positions share.
type meter struct {
	tree    *search.Tree
	methods []method
}

// drawer draws moves from the prior.
type drawer struct {
	evaluator *evaluation.Evaluator
	moves     []duo.Move
	logits    []int32
}

// drawn plays a game to its end with moves drawn by their prior weights, and returns its margin for
// player 1.
func (d *drawer) drawn(pos duo.Position, rng playout.RNG) int {
	for !pos.Over() {
		d.moves = pos.LegalMoves(d.moves[:0])
		if len(d.moves) == 0 {
			pos.Play(duo.Pass)
			continue
		}
		for len(d.logits) < len(d.moves) {
			d.logits = append(d.logits, 0)
		}
		logits := d.logits[:len(d.moves)]
		d.evaluator.Prior(&pos, d.moves, logits)
		most := logits[0]
		for _, l := range logits {
			most = max(most, l)
		}
		sum := uint64(0)
		for _, l := range logits {
			sum += uint64(tree.Exp(most - l))
		}
		left := uint64(rng.Next()) * sum >> 32
		chosen := 0
		for i, l := range logits {
			w := uint64(tree.Exp(most - l))
			if left < w {
				chosen = i
				break
			}
			left -= w
		}
		pos.Play(d.moves[chosen])
	}
	return pos.Score(duo.Player1) - pos.Score(duo.Player2)
}

// deep returns the margin for player 1 that a search of so many leaves expects, in points.
func (m *meter) deep(ctx context.Context, pos *duo.Position, leaves int) (float64, error) {
	m.tree.Reset()
	m.tree.SetRoot(pos)
	if _, err := m.tree.Search(leaves, func(int) bool { return ctx.Err() != nil }); err != nil {
		return 0, err
	}
	best, ok := m.tree.Best()
	if !ok {
		return 0, errors.New("leafvalue: a search without a move")
	}
	return sign(pos.ToMove()) * points(int32(best.Margin)), ctx.Err()
}

// sign returns 1 for player 1, and -1 for player 2.
func sign(pl duo.Player) float64 {
	if pl == duo.Player1 {
		return 1
	}
	return -1
}

// Measure measures all methods on the positions of the committed games of package endgame, against
// searches of so many leaves. every takes one game in so many. Weights to try, if they are not nil, are
// measured beside those of the program, which the searches have.
func Measure(ctx context.Context, try *evaluation.Weights, leaves, every int, log io.Writer) (*Report, error) {
	m := &meter{methods: methods(evaluation.New(&evaluation.Default), "")}
	if try != nil {
		m.methods = append(m.methods, methods(evaluation.New(try), ", weights "+try.Hash())...)
	}
	m.methods = append(m.methods, methodsAlone()...)
	var err error
	if m.tree, err = search.NewTree(search.TreeConfig{Seed: 1}, func() search.Evaluator { return evaluation.New(&evaluation.Default) }); err != nil {
		return nil, err
	}
	r := &Report{Weights: evaluation.Default.Hash(), Leaves: leaves}
	for _, method := range m.methods {
		r.Methods = append(r.Methods, method.name)
	}
	games := endgame.Games()
	bar := progress.Start(log, "leaf values")
	defer bar.Done()
	for _, plies := range Phases {
		p := Phase{From: plies[0], To: plies[1], Errors: make([]Error, len(m.methods))}
		for i := 0; i < len(games); i += every {
			bar.Say(fmt.Sprintf("plies %d to %d", p.From, p.To))
			bar.Set(i+1, len(games))
			if err := m.game(ctx, &p, games[i].History(), uint32(i), leaves); err != nil {
				return nil, err
			}
		}
		for i := range p.Errors {
			e, n := &p.Errors[i], float64(max(1, p.Positions))
			e.RMS, e.Bias = round(math.Sqrt(e.RMS/n)), round(e.Bias/n)
			e.Right = round(e.Right / float64(max(1, p.Near)))
		}
		r.Phases = append(r.Phases, p)
	}
	return r, nil
}

func round(x float64) float64 { return math.Round(1000*x) / 1000 }

// game adds the squares of the errors, and the errors, in the positions of a game to a phase.
func (m *meter) game(ctx context.Context, p *Phase, moves []duo.Move, number uint32, leaves int) error {
	pos := duo.NewPosition(duo.Player1)
	for _, move := range moves {
		if n := pos.Plies(); n >= p.From && n <= p.To && pos.HasLegalMove() {
			want, err := m.deep(ctx, &pos, leaves)
			if err != nil {
				return err
			}
			p.Positions++
			near := want != 0 && math.Abs(want) <= Near
			if near {
				p.Near++
			}
			for i, method := range m.methods {
				estimate := method.estimate(&pos, number<<8|uint32(n))
				off := estimate - want
				p.Errors[i].RMS += off * off
				p.Errors[i].Bias += sign(pos.ToMove()) * off
				if near && estimate*want > 0 {
					p.Errors[i].Right++
				}
			}
		}
		pos.Play(move)
	}
	return nil
}

// Print writes a report for people to read.
func (r *Report) Print(w io.Writer) {
	for _, p := range r.Phases {
		fmt.Fprintf(w, "plies %d to %d: error and bias on %d positions, and right player ahead in %d within %d points\n", p.From, p.To, p.Positions, p.Near, Near)
		for i, e := range p.Errors {
			fmt.Fprintf(w, "%8.2f %+6.2f %6.1f %%  %s\n", e.RMS, e.Bias, 100*e.Right, r.Methods[i])
		}
	}
}

// Write writes a report to its file below the root of the repository.
func (r *Report) Write(root string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, filepath.FromSlash(File)), append(text, '\n'), 0o666)
}

// Read reads the report below the root of the repository.
func Read(root string) (*Report, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(File)))
	if err != nil {
		return nil, err
	}
	r := &Report{}
	if err := json.Unmarshal(text, r); err != nil {
		return nil, fmt.Errorf("%s: %w", File, err)
	}
	return r, nil
}
