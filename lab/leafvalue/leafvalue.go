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

// playouts is the number of playouts of the methods that take a mean.
const playouts = 16

// A method estimates the margin of a position for player 1, in points.
type method struct {
	name     string
	estimate func(m *meter, pos *duo.Position, seed uint32) float64
}

var methods = []method{
	{"terms alone", func(m *meter, pos *duo.Position, _ uint32) float64 {
		return points(m.evaluator.Margin(pos, 0, 0))
	}},
	{"a leaf: terms and a playout", func(m *meter, pos *duo.Position, seed uint32) float64 {
		return points(m.evaluator.Margin(pos, largest(pos, seed, 1), 1))
	}},
	{fmt.Sprintf("terms and %d playouts", playouts), func(m *meter, pos *duo.Position, seed uint32) float64 {
		return points(m.evaluator.Margin(pos, largest(pos, seed, playouts), playouts))
	}},
	{fmt.Sprintf("mean of %d playouts with the largest tiles", playouts), func(m *meter, pos *duo.Position, seed uint32) float64 {
		return float64(largest(pos, seed, playouts)) / playouts
	}},
	{fmt.Sprintf("mean of %d playouts drawn from the prior", playouts), func(m *meter, pos *duo.Position, seed uint32) float64 {
		sum := 0
		for i := range playouts {
			sum += m.drawn(*pos, playout.NewRNG(seed, uint32(i)))
		}
		return float64(sum) / playouts
	}},
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
	Errors    []Error `json:"errors"`
}

// Error is the difference of an estimate from the deep search's margin, in points.
type Error struct {
	RMS  float64 `json:"rms"`
	Bias float64 `json:"bias"` // mean difference in favour of the player to move
}

// meter has what measurements of positions share.
type meter struct {
	tree      *search.Tree
	evaluator *evaluation.Evaluator
	moves     []duo.Move
	logits    []int32
}

// drawn plays a game to its end with moves drawn by their prior weights, and returns its margin for
// player 1.
func (m *meter) drawn(pos duo.Position, rng playout.RNG) int {
	for !pos.Over() {
		m.moves = pos.LegalMoves(m.moves[:0])
		if len(m.moves) == 0 {
			pos.Play(duo.Pass)
			continue
		}
		for len(m.logits) < len(m.moves) {
			m.logits = append(m.logits, 0)
		}
		logits := m.logits[:len(m.moves)]
		m.evaluator.Prior(&pos, m.moves, logits)
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
		pos.Play(m.moves[chosen])
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
// searches of so many leaves. every takes one game in so many.
func Measure(ctx context.Context, leaves, every int, log io.Writer) (*Report, error) {
	m := &meter{evaluator: evaluation.New(&evaluation.Default)}
	var err error
	if m.tree, err = search.NewTree(search.TreeConfig{Seed: 1}, func() search.Evaluator { return evaluation.New(&evaluation.Default) }); err != nil {
		return nil, err
	}
	r := &Report{Weights: evaluation.Default.Hash(), Leaves: leaves}
	for _, method := range methods {
		r.Methods = append(r.Methods, method.name)
	}
	games := endgame.Games()
	bar := progress.Start(log, "leaf values")
	defer bar.Done()
	for _, plies := range Phases {
		p := Phase{From: plies[0], To: plies[1], Errors: make([]Error, len(methods))}
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
			for i, method := range methods {
				off := method.estimate(m, &pos, number<<8|uint32(n)) - want
				p.Errors[i].RMS += off * off
				p.Errors[i].Bias += sign(pos.ToMove()) * off
			}
		}
		pos.Play(move)
	}
	return nil
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
