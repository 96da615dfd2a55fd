// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"errors"
	"fmt"
	"math/bits"
)

// MaxPlies bounds the length of a game: 42 placements, each followed by at
// most one pass, and the closing pair of passes.
const MaxPlies = 2*2*NumTiles + 2

// Position is a state of the game with the moves that led to it. It is a plain
// value: an assignment copies it. The zero value is not a position; use
// NewPosition.
type Position struct {
	squares [2]Bitboard // squares covered by each player
	left    [2]TileSet  // tiles each player still has
	toMove  Player
	plies   int
	history [MaxPlies]Move
}

// NewPosition returns the empty board with the given player to move.
func NewPosition(first Player) Position {
	return Position{left: [2]TileSet{AllTiles, AllTiles}, toMove: first}
}

// SetupPosition returns a position with the given board, which need not be reachable: the squares
// and the tiles left of both players, and the player to move. It has no history, and so no passes.
// Score treats any tile as possibly the last one placed. The players' squares must not overlap.
func SetupPosition(squares [2]Bitboard, left [2]TileSet, toMove Player) Position {
	return Position{squares: squares, left: left, toMove: toMove}
}

// PlaceTiles returns a position with tiles that were placed without moves, and the player to move.
// Tiles of a player may touch in any way, and need not be reachable. A tile that does not lie free on
// the board, or lies there twice, is a [MoveError].
func PlaceTiles(placed [2][]Move, toMove Player) (Position, error) {
	p := NewPosition(toMove)
	for pl := range Player(2) {
		for _, m := range placed[pl] {
			broken := &MoveError{Player: pl, Move: m}
			switch {
			case m == Pass || m.Orientation() >= NumOrientations:
				return p, fmt.Errorf("duo: %v: move %#04x, want a tile", pl, uint16(m))
			case !p.left[pl].Has(m.Tile()):
				broken.Rule = ErrTileUsed
				return p, broken
			}
			occupied := p.squares[Player1].Or(p.squares[Player2])
			for row, col := range m.Cells {
				broken.Row, broken.Col, broken.Square = row, col, true
				if broken.Rule = ErrOffBoard; !OnBoard(row, col) {
					return p, broken
				}
				if broken.Rule = ErrOccupied; occupied.Has(NewSquare(row, col)) {
					return p, broken
				}
			}
			p.squares[pl] = p.squares[pl].Or(m.Cover())
			p.left[pl] &^= 1 << m.Tile()
		}
	}
	for pl := range Player(2) {
		// No move would be legal, not even a pass.
		if p.left[pl] == AllTiles && p.squares[pl.Rival()].Has(pl.Start()) {
			return p, fmt.Errorf("%v has no tile on the board, and its start square is covered", pl)
		}
	}
	return p, nil
}

// Start returns the position before the first move.
func (p *Position) Start() Position {
	start := *p
	for start.plies > 0 {
		start.Undo()
	}
	return start
}

// IsSetUp reports whether the game began with tiles on the board.
func (p *Position) IsSetUp() bool { return p.Start() != NewPosition(p.FirstToMove()) }

// ToMove returns the player whose turn it is.
func (p *Position) ToMove() Player { return p.toMove }

// SetToMove makes any player the one to move, for a board that plays the moves that it receives,
// from either player. The history then no longer alternates.
func (p *Position) SetToMove(pl Player) { p.toMove = pl }

// FirstToMove returns the player who made or will make the first move.
func (p *Position) FirstToMove() Player {
	if p.plies%2 == 1 {
		return p.toMove.Rival()
	}
	return p.toMove
}

// Plies returns the number of moves, passes included, made so far.
func (p *Position) Plies() int { return p.plies }

// History returns the moves made so far. The caller must not change them.
func (p *Position) History() []Move { return p.history[:p.plies] }

// TilesLeft returns the tiles that the player has not placed.
func (p *Position) TilesLeft(pl Player) TileSet { return p.left[pl] }

// Squares returns the squares that the player has covered.
func (p *Position) Squares(pl Player) Bitboard { return p.squares[pl] }

// Allowed returns the squares that a placement of the player may cover: empty
// and not edge-adjacent to one of the player's squares.
func (p *Position) Allowed(pl Player) Bitboard {
	own := p.squares[pl]
	return boardMask.AndNot(own.Or(p.squares[pl.Rival()]).Or(own.Edges()))
}

// Corners returns the allowed squares that touch one of the player's squares diagonally. It is
// empty before the player's first placement: the start square is not a corner, although the first
// placement must cover it.
func (p *Position) Corners(pl Player) Bitboard {
	return p.Allowed(pl).And(p.squares[pl].Diagonals())
}

// Anchors returns the allowed squares, and the anchors among them: the corners or, before the
// player's first placement, the start square. A placement must cover at least one anchor.
func (p *Position) Anchors(pl Player) (allowed, anchors Bitboard) {
	allowed = p.Allowed(pl)
	if p.left[pl] == AllTiles {
		anchors.Set(pl.Start())
		return allowed, anchors.And(allowed)
	}
	return allowed, allowed.And(p.squares[pl].Diagonals())
}

// placements visits, in search order, every orientation that the player can place somewhere. It
// calls yield with the orientation and the set of the upper left squares of its possible bounding
// boxes. It allocates nothing.
//
// The test covers all squares at once: an orientation fits where the sets of allowed squares,
// shifted by each of its cells, intersect.
func (p *Position) placements(pl Player, yield func(Orientation, Bitboard) bool) {
	allowed, anchors := p.Anchors(pl)
	if anchors.Empty() {
		return
	}
	var a, c shifted
	a.fill(allowed)
	c.fill(anchors)
	for t := NumTiles - 1; t >= 0; t-- {
		if !p.left[pl].Has(Tile(t)) {
			continue
		}
		rows := &tileRows[t]
		for o := rows.First; o < rows.First+Orientation(rows.Count); o++ {
			offsets := orientations[o].offsets
			fit, touch := a[offsets[0]], c[offsets[0]]
			for _, i := range offsets[1:] {
				ai, ci := &a[i], &c[i]
				fit = Bitboard{fit[0] & ai[0], fit[1] & ai[1], fit[2] & ai[2], fit[3] & ai[3]}
				touch = Bitboard{touch[0] | ci[0], touch[1] | ci[1], touch[2] | ci[2], touch[3] | ci[3]}
			}
			fit = fit.And(touch)
			if !fit.Empty() && !yield(o, fit) {
				return
			}
		}
	}
}

// LegalMoves appends the legal placements of the player to move to dst, in search order, and
// returns it. It appends none when the player must pass or the game is over. It allocates only if
// dst is too small; in practice at most about 1,000 moves are legal.
func (p *Position) LegalMoves(dst []Move) []Move {
	if p.Over() {
		return dst
	}
	return p.AppendPlacements(dst)
}

// AppendPlacements is LegalMoves, even if the game is over.
func (p *Position) AppendPlacements(dst []Move) []Move {
	p.placements(p.toMove, func(o Orientation, fit Bitboard) bool {
		img := &orientations[o]
		for w, word := range fit {
			for ; word != 0; word &= word - 1 {
				i := w*64 + bits.TrailingZeros64(word)
				s := NewSquare(i/rowStride-int(img.top), i%rowStride-int(img.left))
				dst = append(dst, NewMove(o, s))
			}
		}
		return true
	})
	return dst
}

// CountLegalMoves returns the number of legal placements of the player to move.
func (p *Position) CountLegalMoves() int {
	n := 0
	if p.Over() {
		return n
	}
	p.placements(p.toMove, func(_ Orientation, fit Bitboard) bool {
		n += fit.Count()
		return true
	})
	return n
}

// HasLegalMove reports whether the player to move has a legal placement.
func (p *Position) HasLegalMove() bool {
	found := false
	if p.Over() {
		return found
	}
	p.placements(p.toMove, func(Orientation, Bitboard) bool {
		found = true
		return false
	})
	return found
}

// Cover returns the squares of a placement that lies on the board.
func (m Move) Cover() (b Bitboard) {
	for row, col := range m.Cells {
		b.Set(NewSquare(row, col))
	}
	return b
}

// Play makes a move, which must be legal (see Check) or a pass.
func (p *Position) Play(m Move) {
	if m != Pass {
		p.squares[p.toMove] = p.squares[p.toMove].Or(m.Cover())
		p.left[p.toMove] &^= 1 << m.Tile()
	}
	p.history[p.plies] = m
	p.plies++
	p.toMove = p.toMove.Rival()
}

// Undo takes back the last move and returns it. It panics if no move is left.
func (p *Position) Undo() Move {
	p.plies--
	m := p.history[p.plies]
	p.history[p.plies] = 0 // equal positions must compare equal
	p.toMove = p.toMove.Rival()
	if m != Pass {
		p.squares[p.toMove] = p.squares[p.toMove].AndNot(m.Cover())
		p.left[p.toMove] |= 1 << m.Tile()
	}
	return m
}

// Over reports whether the game has ended: both players passed in succession, or one placed every
// tile.
func (p *Position) Over() bool {
	return p.left[Player1] == 0 || p.left[Player2] == 0 ||
		p.plies >= 2 && p.history[p.plies-1] == Pass && p.history[p.plies-2] == Pass
}

// SquaresLeft returns the number of squares of the tiles not yet placed.
func (p *Position) SquaresLeft(pl Player) int { return NumCells - p.squares[pl].Count() }

// Score returns the player's score if the game ended here: minus the squares left; with all tiles
// placed 15, and 5 more if the last was the single square.
func (p *Position) Score(pl Player) int {
	if p.left[pl] != 0 {
		return -p.SquaresLeft(pl)
	}
	score := 15
	for i, mover := p.plies-1, p.toMove.Rival(); i >= 0; i, mover = i-1, mover.Rival() {
		if mover == pl && p.history[i] != Pass {
			if p.history[i].Tile() == 0 {
				score += 5
			}
			break
		}
	}
	return score
}

// Rules that a move can break, in the order that Check and the contest's host test them. An error
// of Check wraps exactly one of them.
var (
	ErrGameOver  = errors.New("the game is over")
	ErrFirstPass = errors.New("a player's first move must be a placement")
	ErrTileUsed  = errors.New("the tile has been used")
	ErrOffBoard  = errors.New("a square lies off the board")
	ErrOccupied  = errors.New("a square is occupied")
	ErrEdge      = errors.New("a square shares an edge with one of the player's tiles")
	ErrCorner    = errors.New("no square touches a corner of the player's tiles")
	ErrStart     = errors.New("the first placement must cover the start square")
)

// MoveError reports an illegal move.
type MoveError struct {
	Player Player // player who made Move
	Move   Move   // the illegal move
	Rule   error  // the broken rule: one of those above
	// Place of the violation, counted from 0; it may be off the board. If Square is false, the rule
	// does not concern a single square.
	Row, Col int
	Square   bool
}

// Error names player, move, rule and square.
func (e *MoveError) Error() string { return fmt.Sprintf("%v: %s: %s", e.Player, e.Move, e.Reason()) }

// Reason returns the rule and the square, without player and move.
func (e *MoveError) Reason() string { return e.ReasonAt(fmt.Sprintf("(%d,%d)", e.Col+1, e.Row+1)) }

// ReasonAt is Reason with another name of the square.
func (e *MoveError) ReasonAt(square string) string {
	switch {
	case !e.Square:
		return e.Rule.Error()
	case e.Rule == ErrStart:
		return fmt.Sprintf("%v %s", e.Rule, square)
	}
	return fmt.Sprintf("%v: %s", e.Rule, square)
}

// Unwrap returns the rule.
func (e *MoveError) Unwrap() error { return e.Rule }

// Check returns nil if the move is legal for the player to move, else a [MoveError] with the first
// broken rule. A pass is legal at any turn except the player's first; the contest's host agrees. A
// number that encodes no move is a separate error.
func (p *Position) Check(m Move) error {
	if m != Pass && m.Orientation() >= NumOrientations {
		return fmt.Errorf("duo: move %#04x has orientation %d, want 0..%d", uint16(m), m.Orientation(), NumOrientations-1)
	}
	pl := p.toMove
	broken := func(rule error) error { return &MoveError{Player: pl, Move: m, Rule: rule} }
	if p.Over() {
		return broken(ErrGameOver)
	}
	if m == Pass {
		if p.left[pl] == AllTiles {
			return broken(ErrFirstPass)
		}
		return nil
	}
	brokenAt := func(rule error, row, col int) error {
		return &MoveError{Player: pl, Move: m, Rule: rule, Row: row, Col: col, Square: true}
	}
	if !p.left[pl].Has(m.Tile()) {
		return broken(ErrTileUsed)
	}
	occupied := p.squares[Player1].Or(p.squares[Player2])
	for row, col := range m.Cells {
		if !OnBoard(row, col) {
			return brokenAt(ErrOffBoard, row, col)
		}
		if occupied.Has(NewSquare(row, col)) {
			return brokenAt(ErrOccupied, row, col)
		}
	}
	edges := p.squares[pl].Edges()
	for row, col := range m.Cells {
		if edges.Has(NewSquare(row, col)) {
			return brokenAt(ErrEdge, row, col)
		}
	}
	_, anchors := p.Anchors(pl)
	if touch := m.Cover().And(anchors); touch.Empty() {
		if p.left[pl] == AllTiles {
			return brokenAt(ErrStart, pl.Start().Row(), pl.Start().Col())
		}
		return broken(ErrCorner)
	}
	return nil
}

// MakeMove checks a move and plays it if it is legal.
func (p *Position) MakeMove(m Move) error {
	if err := p.Check(m); err != nil {
		return err
	}
	p.Play(m)
	return nil
}
