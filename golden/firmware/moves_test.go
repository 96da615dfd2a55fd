// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/processor"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// choices returns the legal moves of a position in search order, each with its logit.
func choices(p *place, e *evaluation.Evaluator) (out []tree.Choice) {
	moves := p.pos.LegalMoves(nil)
	logits := make([]int32, len(moves))
	e.Prior(&p.pos, moves, logits)
	for i, m := range moves {
		out = append(out, tree.Choice{Move: tree.Move(moveWord(m)), Logit: logits[i]})
	}
	return out
}

// block returns the block of an expanded node.
func block(p *place, children []tree.Child) []uint16 {
	w := make([]uint16, blockFirst+Limits().Children*childWords)
	w[blockVisits] = uint16(p.state.ToMove()) << 15
	for i, c := range children {
		child := w[blockFirst+i*childWords:]
		child[childMove], child[childPrior] = uint16(c.Move), c.Prior
	}
	return w
}

// expansion counts the cycles of an expansion.
type expansion struct {
	all, find, weigh, most int64 // most: the cycles of weigh for one move, at most
	moves                  int64
}

// expand calls the routine. It checks each move found and its logit, or gives the move the wanted
// logit.
func (m *machine) expand(want []tree.Choice, give bool) (x expansion) {
	labels := m.firmware.Labels
	halt, orient, weigh, insert := labels["halt"], labels["orient"], labels["weigh"], labels["insert"]
	at := m.firmware.Symbols["blocks"] + m.firmware.Symbols["BLOCK"]
	m.R = [processor.NumRegisters]uint16{0: uint16(at), processor.Link: uint16(halt)}
	m.PC, m.Cycles = labels["expand"], 0
	var begun, weighed int64
	for m.PC != halt {
		switch m.PC {
		case orient:
			if begun == 0 {
				begun = m.Cycles
			}
		case weigh:
			weighed = m.Cycles
		case insert:
			require.Less(m.t, x.moves, int64(len(want)))
			c := want[x.moves]
			require.EqualValues(m.t, c.Move, m.at("fit_move", 1)[0])
			last := int16(m.Data[m.at("last", 1)[0]+childPrior])
			if give {
				m.R[0] = uint16(c.Logit)
			} else if logit := int16(m.R[0]); logit > last || c.Logit > int32(last) {
				require.EqualValues(m.t, c.Logit, logit, "%#x", c.Move)
			} else { // the move is no child
				require.LessOrEqual(m.t, c.Logit, int32(logit), "%#x", c.Move)
			}
			x.moves++
			x.weigh += m.Cycles - weighed
			x.most = max(x.most, m.Cycles-weighed)
		}
		m.Step()
		if m.Cycles > 1e8 {
			require.Fail(m.t, "expand does not return")
		}
	}
	require.EqualValues(m.t, len(want), x.moves)
	x.all, x.find = m.Cycles, m.Cycles-begun-x.weigh
	return x
}

// checkExpand expands a position, with its moves' own logits or with given ones.
func (m *machine) checkExpand(rng *rand.Rand, p *place, want []tree.Choice, give bool) expansion {
	constant := planeRingsOf(m)
	m.fill(rng)
	copy(m.at("current", posWords), p.words())
	x := m.expand(want, give)
	if len(want) == 0 {
		want = []tree.Choice{{Move: pass}}
	}
	children, _ := tree.BestChildren(want, Limits().Children)
	got := m.Data[m.firmware.Symbols["blocks"]+m.firmware.Symbols["BLOCK"]:][:m.firmware.Symbols["BLOCK"]]
	got[blockScale] = 0                                  // checked with the first choice
	for i := len(children); i < Limits().Children; i++ { // unused children may have any move
		got[blockFirst+i*childWords+childMove] = 0
	}
	require.Empty(m.t, cmp.Diff(block(p, children), got), "after %v", p.pos.History())
	require.EqualValues(m.t, len(children), m.R[0])
	require.Equal(m.t, constant, planeRingsOf(m))
	return x
}

// TestExpand expands positions of random games, and some unreachable positions with more moves.
func TestExpand(t *testing.T) {
	m, rng := newMachine(t), seedtest.Rand(t)
	e := evaluation.New(&evaluation.Chip)
	for pl := range duo.Player(2) {
		for distance := 3; distance <= 6; distance++ {
			p := newPlace(duo.ScatteredPosition(pl, distance))
			m.checkExpand(rng, &p, choices(&p, e), false)
		}
	}
	var total, most expansion
	n := int64(0)
	games(rng, 15, func(p *place, _ *playout.AnchorMove, over bool) {
		if over {
			return
		}
		x := m.checkExpand(rng, p, choices(p, e), false)
		n++
		total.all, most.all = total.all+x.all, max(most.all, x.all)
		total.find, most.find = total.find+x.find, max(most.find, x.find)
		total.weigh, most.weigh = total.weigh+x.weigh, max(most.weigh, x.most)
		total.moves, most.moves = total.moves+x.moves, max(most.moves, x.moves)
	})
	t.Logf("%d positions; in the mean %d moves, %d cycles, %d of them without moves' features, %d a move; at most %d, %d, %d, %d",
		n, total.moves/n, total.all/n, total.find/n, total.weigh/total.moves, most.moves, most.all, most.find, most.weigh)
}

// TestExpandLate expands positions of random games where the player to move has only a few tiles
// left and many moves. The weights are then the weights of late positions, and some have the
// opposite sign.
func TestExpandLate(t *testing.T) {
	m, rng := newMachine(t), seedtest.Rand(t)
	e := evaluation.New(&evaluation.Chip)
	games(rng, 10, func(p *place, _ *playout.AnchorMove, over bool) {
		pl := p.pos.ToMove()
		left := [2]duo.TileSet{p.pos.TilesLeft(duo.Player1), p.pos.TilesLeft(duo.Player2)}
		if over || left[pl] == duo.AllTiles || left[pl.Rival()] == 0 {
			return
		}
		left[pl] = 0
		for left[pl].Count() < 3 {
			left[pl] |= 1 << rng.IntN(duo.NumTiles)
		}
		late := newPlace(duo.SetupPosition([2]duo.Bitboard{p.pos.Squares(duo.Player1), p.pos.Squares(duo.Player2)}, left, pl))
		m.checkExpand(rng, &late, choices(&late, e), false)
	})
}

// TestPriors gives moves logits that are far apart, or alike.
func TestPriors(t *testing.T) {
	m, rng := newMachine(t), seedtest.Rand(t)
	games(rng, 6, func(p *place, _ *playout.AnchorMove, over bool) {
		moves := p.pos.LegalMoves(nil)
		if over || len(moves) > 100 {
			return
		}
		span := 1 << rng.IntN(14)
		want := make([]tree.Choice, len(moves))
		for i, move := range moves {
			want[i] = tree.Choice{Move: tree.Move(moveWord(move)), Logit: int32(rng.IntN(span) - rng.IntN(span))}
		}
		m.checkExpand(rng, p, want, true)
	})
}

// Planes: rows, words of a row, and the number of a row's word with the rings. The given number of
// rows lie before the board's rows, and after them.
const (
	planesRows   = planesMargin + duo.BoardSize + planesMargin
	planesWords  = 8
	planesRings  = 7
	planesMargin = 3
)

// planeRingsOf returns the constant words of the planes.
func planeRingsOf(m *machine) (words []uint16) {
	planes := m.at("planes", planesRows*planesWords)
	for row := range planesRows {
		if r := row - planesMargin; r < 0 || r >= duo.BoardSize {
			words = append(words, planes[row*planesWords:][:planesWords]...)
		} else {
			words = append(words, planes[row*planesWords+planesRings])
		}
	}
	return words
}

// featureBounds bounds each feature of a move of a tile of at most five squares. The tile has at
// most 12 squares at its edges, 12 at its vertices, and 49 in the window. The program allows for 8
// squares for each new corner gained.
var featureBounds = [evaluation.NumFeatures]int32{
	evaluation.Size4: 1, evaluation.Size3: 1, evaluation.Size2: 1,
	evaluation.NewCorners: 12, evaluation.FarCorners: 12, evaluation.ContestedOnes: 12,
	evaluation.CornersLost: 12, evaluation.CornersCovered: 5, evaluation.RivalCorners: 5,
	evaluation.RivalAllowed: 5, evaluation.RivalNear: 5, evaluation.Centre: 12 * evaluation.NumRings,
	evaluation.RivalCornerAny: 1, evaluation.FarCornerAny: 1, evaluation.AllowedLost: 12,
	evaluation.RivalReach: 5, evaluation.Border: 5,
	evaluation.ReachGained: 8 * 12, evaluation.RivalReachLost: evaluation.MaxFeature,
}

// TestLogitBits shows that every sum of a logit fits 16 bits for any move, and so does the sum of
// two weights between knots.
func TestLogitBits(t *testing.T) {
	e := evaluation.New(&evaluation.Chip)
	for placed := range duo.NumTiles + 1 {
		least, most := int32(0), int32(0)
		for f, w := range e.PriorWeights(placed) {
			least, most = least+min(0, w*featureBounds[f]), most+max(0, w*featureBounds[f])
		}
		require.Greater(t, least, int32(-1<<15), "%d tiles placed", placed) // -1<<15 marks a missing child
		require.Less(t, most, int32(1<<15), "%d tiles placed", placed)
	}
	for _, knot := range evaluation.Chip.Prior {
		for _, w := range knot {
			require.Less(t, max(w, -w), int16(1<<15/evaluation.PriorKnotStep))
		}
	}
}
