// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// readTable returns the rows of a file of testdata, without its header, split
// at tabs.
func readTable(t testing.TB, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	var rows [][]string
	for _, line := range lines[1:] {
		rows = append(rows, strings.Split(line, "\t"))
	}
	return rows
}

func atoi(t testing.TB, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// record is a recorded game.
type record struct {
	id    string
	codes []string
	score [2]int
}

// readGames returns the recorded games.
func readGames(t testing.TB) []record {
	t.Helper()
	var games []record
	for _, row := range readTable(t, "random_games.tsv") {
		games = append(games, record{
			id:    row[0],
			codes: strings.Fields(row[1]),
			score: [2]int{atoi(t, row[4]), atoi(t, row[5])},
		})
	}
	return games
}

// positions returns the positions of a game, the empty board and the final
// position included.
func (g record) positions(t testing.TB) []Position {
	t.Helper()
	p := NewPosition(Player1)
	out := []Position{p}
	for i, code := range g.codes {
		m, err := ParseMove(code)
		require.NoError(t, err, "%s: ply %d", g.id, i+1)
		require.NoError(t, p.MakeMove(m), "%s: ply %d", g.id, i+1)
		out = append(out, p)
	}
	return out
}

// play returns the position after the given moves, player 1 first.
func play(t testing.TB, moves string) Position {
	t.Helper()
	return record{id: "test", codes: strings.Fields(moves)}.last(t)
}

func (g record) last(t testing.TB) Position {
	t.Helper()
	ps := g.positions(t)
	return ps[len(ps)-1]
}

// allPlacements returns the placements that lie on the board, in search order.
func allPlacements() []Move {
	var out []Move
	for o := range Orientation(NumOrientations) {
		for s := range Square(NumSquares) {
			if m := NewMove(o, s); m.fits() {
				out = append(out, m)
			}
		}
	}
	return out
}

// fits reports whether every square of the placement lies on the board.
func (m Move) fits() bool {
	for row, col := range m.Cells {
		if !OnBoard(row, col) {
			return false
		}
	}
	return true
}

// shape is one row of tiles.tsv, the slow twin's only source of the tiles.
type shape struct {
	tile      byte // 'a'..'u'
	rotation  int
	canonical bool
	same      int    // the canonical rotation
	shift     [2]int // x, y
	cells     [][2]int
}

func readShapes(t testing.TB) []shape {
	t.Helper()
	var out []shape
	for _, row := range readTable(t, "tiles.tsv") {
		s := shape{
			tile:      row[0][0],
			rotation:  atoi(t, row[2]),
			canonical: row[3] == "1",
			same:      atoi(t, row[4]),
			shift:     [2]int{atoi(t, row[5]), atoi(t, row[6])},
		}
		for _, cell := range strings.Fields(row[7]) {
			x, y, ok := strings.Cut(cell, ",")
			require.True(t, ok, "cell %q", cell)
			s.cells = append(s.cells, [2]int{atoi(t, x), atoi(t, y)})
		}
		require.Len(t, s.cells, atoi(t, row[1]), "tile %s rotation %s", row[0], row[2])
		out = append(out, s)
	}
	return out
}

// twin is the slow and obvious counterpart of Position: a square is 0 when empty, else the number
// of the player who covers it.
type twin struct {
	shapes []shape
	square [14][14]int // [y][x], from 0
	used   [3][256]bool
}

// newTwin copies a position through its accessors.
func newTwin(shapes []shape, p *Position) *twin {
	w := &twin{shapes: shapes}
	for _, pl := range []Player{Player1, Player2} {
		squares := p.Squares(pl)
		for s := range Square(NumSquares) {
			if squares.Has(s) {
				w.square[s.Row()][s.Col()] = int(pl) + 1
			}
		}
		for t := range Tile(NumTiles) {
			w.used[int(pl)+1][t.Letter()] = !p.TilesLeft(pl).Has(t)
		}
	}
	return w
}

func (w *twin) at(x, y int) int {
	if x < 0 || x > 13 || y < 0 || y > 13 {
		return -1
	}
	return w.square[y][x]
}

// broken returns the first rule, in the host's order, that a placement of
// the shape with its reference cell on (x, y) breaks, or "".
func (w *twin) broken(player int, s *shape, x, y int) string {
	if w.used[player][s.tile] {
		return "used"
	}
	first := true
	for letter := byte('a'); letter <= 'u'; letter++ {
		first = first && !w.used[player][letter]
	}
	for _, c := range s.cells {
		if w.at(x+c[0], y+c[1]) != 0 {
			return "occupied"
		}
	}
	corner, start := false, false
	for _, c := range s.cells {
		cx, cy := x+c[0], y+c[1]
		if w.at(cx-1, cy) == player || w.at(cx+1, cy) == player ||
			w.at(cx, cy-1) == player || w.at(cx, cy+1) == player {
			return "edge"
		}
		if w.at(cx-1, cy-1) == player || w.at(cx+1, cy-1) == player ||
			w.at(cx-1, cy+1) == player || w.at(cx+1, cy+1) == player {
			corner = true
		}
		if player == 1 && cx == 4 && cy == 4 || player == 2 && cx == 9 && cy == 9 {
			start = true
		}
	}
	switch {
	case first && !start:
		return "start"
	case !first && !corner:
		return "corner"
	}
	return ""
}

// legal returns the canonical codes of the player's legal placements, in the
// documented order: tiles from u to a, canonical rotations upwards, rows, columns.
func (w *twin) legal(player int) []string {
	type named struct {
		tile           byte
		rotation, y, x int
	}
	best := map[string]named{} // indexed by the covered squares
	for i := range w.shapes {
		s := &w.shapes[i]
		for y := range 14 {
			for x := range 14 {
				if w.broken(player, s, x, y) != "" {
					continue
				}
				var squares []int
				for _, c := range s.cells {
					squares = append(squares, (y+c[1])*14+x+c[0])
				}
				slices.Sort(squares)
				key := fmt.Sprint(squares)
				if old, ok := best[key]; !ok || s.rotation < old.rotation {
					best[key] = named{s.tile, s.rotation, y, x}
				}
			}
		}
	}
	var all []named
	for _, n := range best {
		all = append(all, n)
	}
	slices.SortFunc(all, func(a, b named) int {
		if a.tile != b.tile {
			return int(b.tile) - int(a.tile)
		}
		return (a.rotation*196 + a.y*14 + a.x) - (b.rotation*196 + b.y*14 + b.x)
	})
	codes := []string{}
	for _, n := range all {
		codes = append(codes, fmt.Sprintf("%c%c%c%d", "123456789abcde"[n.x], "123456789abcde"[n.y], n.tile, n.rotation))
	}
	return codes
}

// codesOf returns the codes of moves.
func codesOf(moves []Move) []string {
	codes := []string{}
	for _, m := range moves {
		codes = append(codes, m.String())
	}
	return codes
}

// draw returns the board as 14 lines, for the text of a failing test.
func draw(p *Position) string {
	var b strings.Builder
	one, two := p.Squares(Player1), p.Squares(Player2)
	for s := range Square(NumSquares) {
		switch {
		case one.Has(s) && two.Has(s):
			b.WriteByte('?')
		case one.Has(s):
			b.WriteByte('1')
		case two.Has(s):
			b.WriteByte('2')
		default:
			b.WriteByte('.')
		}
		if s.Col() == BoardSize-1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}
