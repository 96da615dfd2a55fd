// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package agent

import (
	"github.com/tessera-fpga/tessera/games/blokus/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// barasona are the opening's tiles F, X, W and Y, as blue lays them. They come from the source's
// program; its text omits them.
var barasona = func() (moves []rules.Move) {
	for _, text := range []string{
		"a20,b20,b19,b18,c19",
		"c17,d18,d17,d16,e17",
		"e15,e14,f16,f15,g16",
		"f13,g14,g13,h13,i13",
	} {
		m, err := rules.ParseMove(text)
		if err != nil {
			panic("agent: " + err.Error()) // impossible unless this list has a mistake
		}
		moves = append(moves, m)
	}
	return moves
}()

// Barasona begins with a wall of four tiles that others pass only with the single square (section
// 3.4). As soon as one of its moves is illegal, the other agent takes over for good.
type Barasona struct{ Agent }

// Move implements Agent.
func (a Barasona) Move(p *rules.Position, stop func() bool) rules.Move {
	if m, ok := BarasonaMove(p); ok {
		return m
	}
	return a.Agent.Move(p, stop)
}

// BarasonaMove returns the opening's move in the position. ok is false if the opening is over or
// blocked, or the colour has left it.
func BarasonaMove(p *rules.Position) (m rules.Move, ok bool) {
	c := p.ToMove()
	placed := duo.NumTiles - p.TilesLeft(c).Count()
	if placed >= len(barasona) {
		return 0, false
	}
	for _, m := range barasona[:placed] {
		for row, col := range m.Turn(int(c)).Cells {
			if !p.Has(c, rules.NewSquare(row, col)) {
				return 0, false
			}
		}
	}
	m = barasona[placed].Turn(int(c))
	return m, p.Check(m) == nil
}
