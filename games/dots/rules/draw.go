// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"fmt"
	"strings"

	"github.com/fatih/color"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

// The marks of the players' boxes, and the styles of the board on a terminal.
var (
	marks   = [2]string{"A", "B"}
	styles  = [2][]color.Attribute{{color.FgHiWhite, color.BgBlue}, {color.FgBlack, color.BgYellow}}
	latest  = []color.Attribute{color.FgHiGreen, color.Bold}
	numbers = []color.Attribute{color.Faint}
)

// Draw returns the board: dots, drawn edges as lines, the latest one as a double line, the numbers
// of the other edges, and A and B in the players' boxes. A board of 1x2:
//
//	+----+  1 +
//	2    3    4
//	+  5 +====+
//	player 1 A: 0 boxes, player 2 B: 0
//	player 1 to move
func (p *Position) Draw(o play.DrawOptions) string {
	board := p.board
	last := Edge(-1)
	if n := len(p.history); n > 0 {
		last = Edge(p.history[n-1])
	}
	edge := func(e Edge, free, drawn, new string) string {
		switch {
		case e == last:
			return o.Paint(new, latest...)
		case p.drawn&board.Bit(e) != 0:
			return drawn
		}
		return o.Paint(free, numbers...)
	}
	var b strings.Builder
	e := Edge(0)
	for row := range board.H + 1 {
		b.WriteString("+")
		for range board.W {
			b.WriteString(edge(e, fmt.Sprintf(" %2d ", e), "----", "====") + "+")
			e++
		}
		b.WriteString("\n")
		if row == board.H {
			break
		}
		for col := range board.W + 1 {
			number := fmt.Sprint(e)
			b.WriteString(edge(e, number, "|", "‖"))
			if col == board.W {
				e++
				break
			}
			inside := "    "
			if p.drawn&board.Bit(e) == 0 {
				inside = inside[len(number)-1:]
			}
			e++
			if owner, ok := p.Owner(row*board.W + col); ok {
				inside = " " + o.Paint(marks[owner], styles[owner]...) + "  "
			}
			b.WriteString(inside)
		}
		b.WriteString("\n")
	}
	fmt.Fprintf(&b, "player 1 %s: %s, player 2 %s: %d\n",
		o.Paint(marks[0], styles[0]...), plural.Count(p.scores[0], "box", "boxes"), o.Paint(marks[1], styles[1]...), p.scores[1])
	if p.Over() {
		b.WriteString("the game is over\n")
	} else {
		fmt.Fprintf(&b, "%s to move\n", play.Seat(p.mover))
	}
	return b.String()
}
