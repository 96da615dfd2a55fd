// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fatih/color"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

// labels are the coordinates of the contest's move code, on both axes.
const labels = "123456789abcde"

// glyphs are the marks of the two players. Colour adds to them and is never the only difference.
var glyphs = [2]byte{'X', 'O'}

var (
	styles = [2][]color.Attribute{
		{color.FgHiWhite, color.BgBlue},
		{color.FgBlack, color.BgYellow},
	}
	startStyle  = []color.Attribute{color.FgHiGreen, color.Bold}
	cornerStyle = []color.Attribute{color.FgHiGreen}
	emptyStyle  = []color.Attribute{color.Faint}
	labelStyle  = []color.Attribute{color.FgCyan}
)

// Draw returns the board and its status.
func (p *Position) Draw(o play.DrawOptions) string {
	return Board(&p.Position, o) + Status(&p.Position, o)
}

// Board returns the board as 16 lines: the columns' labels, then the rows, each with its label. The
// labels above and on the left are the contest's codes, the labels on the right and below belong to
// lists of squares. X and O are squares of player 1 and player 2, with a star before the squares of
// the last move. 1 and 2 are the start squares while empty, + marks the corners of the player to
// move (optional), and a dot is any other square.
//
//	  1 2 3 4 5 6 ..
//	1 . . . . . . .. 14
//	2 . .*X*X . + .. 13
//	..
//	  a b c d e f ..
func Board(p *duo.Position, o play.DrawOptions) string {
	last := map[duo.Square]bool{}
	if h := p.History(); len(h) > 0 {
		for row, col := range h[len(h)-1].Cells {
			last[duo.NewSquare(row, col)] = true
		}
	}
	var corners duo.Bitboard
	if o.Corners && !p.Over() {
		corners = p.Corners(p.ToMove())
	}
	squares := [2]duo.Bitboard{p.Squares(duo.Player1), p.Squares(duo.Player2)}

	var b strings.Builder
	header, footer := " ", " "
	for i, c := range labels {
		header += " " + string(c)
		footer += " " + string(rune('a'+i))
	}
	b.WriteString(o.Paint(header, labelStyle...) + "\n")
	for row := range duo.BoardSize {
		b.WriteString(o.Paint(labels[row:row+1], labelStyle...))
		for col := range duo.BoardSize {
			s := duo.NewSquare(row, col)
			text, st := " .", emptyStyle
			switch {
			case corners.Has(s):
				text, st = " +", cornerStyle
			case s == duo.Player1.Start():
				text, st = " 1", startStyle
			case s == duo.Player2.Start():
				text, st = " 2", startStyle
			}
			for pl := range squares {
				if !squares[pl].Has(s) {
					continue
				}
				text, st = " "+string(glyphs[pl]), styles[pl]
				if last[s] {
					text, st = "*"+string(glyphs[pl]), append(slices.Clone(st), color.Bold)
				}
			}
			b.WriteString(o.Paint(text, st...))
		}
		b.WriteString(o.Paint(fmt.Sprintf(" %d", duo.BoardSize-row), labelStyle...) + "\n")
	}
	b.WriteString(o.Paint(footer, labelStyle...) + "\n")
	return b.String()
}

// Status returns the rest of a position in three lines: each player's score and tiles left, then
// the last move in both notations and the player to move.
func Status(p *duo.Position, o play.DrawOptions) string {
	var b strings.Builder
	for _, pl := range []duo.Player{duo.Player1, duo.Player2} {
		name := o.Paint(fmt.Sprintf("%v %c", pl, glyphs[pl]), styles[pl]...)
		fmt.Fprintf(&b, "%s  score %3d  tiles left %s\n", name, p.Score(pl), p.TilesLeft(pl))
	}
	if h := p.History(); len(h) > 0 {
		m := h[len(h)-1]
		fmt.Fprintf(&b, "last move %v  %s = %s; ", p.ToMove().Rival(), m, m.CellList())
	}
	if p.Over() {
		b.WriteString("the game is over\n")
	} else {
		fmt.Fprintf(&b, "%v to move\n", p.ToMove())
	}
	return b.String()
}
