package blokus

import (
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Pictures of the board. A row is a word that holds it twice, from left to right and from right to
// left, so that a window mirrored left to right is read by a shift, too. Columns are a to t here,
// and bit 0 stands on the left:
//
//	bits  0 to 31: ....abcdefghijklmnopqrst........
//	bits 32 to 63: ....tsrqponmlkjihgfedcba........
//
// The margin bits before each picture and as many rows at both ends of the board are empty, so that
// a window at the edge needs no check: row 0 of the board is word margin. An index of 5 bits is
// never out of range.
type picture [32]uint64

const (
	margin      = playout.Reach
	rowMask     = 31
	mirrorShift = 32 // from a row to its mirrored image
	allColumns  = 1<<BoardSize - 1
)

// rowBit returns the bits of the square in that column, one in each image.
func rowBit(col int) uint64 {
	return 1<<((col+margin)&63) | 1<<((mirrorShift+margin+BoardSize-1-col)&63)
}

// squareSet is a set of squares, two rows a word: bit margin + column for the even row, 32 more for
// the odd one. Row 0 is in word 1: rows -1 and 20 exist, and are empty.
type squareSet [BoardSize/2 + 2]uint64

func (s *squareSet) place(row int) (word *uint64, shift int) {
	return &s[(row+2)>>1], row & 1 * 32
}

func (s *squareSet) row(row int) uint32 {
	word, shift := s.place(row)
	return uint32(*word >> shift)
}

// side is what a position knows of one colour.
type side struct {
	allowed picture   // squares that a placement may cover
	anchors squareSet // those of them of which a placement covers one: corners, or the start square
	squares squareSet // covered by the colour's tiles
	usable  playout.PatternSet
	tiles   duo.TileSet // left
	placed  uint8       // squares
	single  bool        // the last tile placed was the single square
	out     bool        // has no legal placement, and never gets one
}

// Position is a state of the game. It is a plain value: an assignment copies it, which is also the
// way to take back a move. The zero value is not a position; use New.
type Position struct {
	sides  [NumColours]side
	toMove Colour
	plies  uint8
}

// New returns the empty board with blue to move.
func New() Position { return start }

var start = func() (p Position) {
	for c := range Colour(NumColours) {
		s := &p.sides[c]
		for row := range BoardSize {
			for col := range BoardSize {
				s.allowed[row+margin] |= rowBit(col)
			}
		}
		word, shift := s.anchors.place(c.Start().Row())
		*word |= 1 << (shift + margin + c.Start().Col())
		s.tiles = duo.AllTiles
		for pattern := range playout.Pattern(playout.NumPatterns) {
			s.usable[pattern/64] |= 1 << (pattern % 64)
		}
	}
	return p
}()

// ToMove returns the colour whose turn it is: it has a legal move, unless the game is over or SetToMove
// has given it the turn.
func (p *Position) ToMove() Colour { return p.toMove }

// SetToMove gives the turn to a colour, out of turn, for searches that leave others' moves out. It
// reports whether the colour has a legal move.
func (p *Position) SetToMove(c Colour) bool {
	p.toMove = c
	s := &p.sides[c]
	s.out = s.out || !s.canMove()
	return !s.out
}

// Plies returns the number of moves made.
func (p *Position) Plies() int { return int(p.plies) }

// Over reports whether no colour has a legal move.
func (p *Position) Over() bool {
	return p.sides[Blue].out && p.sides[Yellow].out && p.sides[Red].out && p.sides[Green].out
}

// Out reports whether the colour has been skipped for want of a legal move, and will be until the end.
// A colour whose turn has not come since its last possible placement was lost is not out yet.
func (p *Position) Out(c Colour) bool { return p.sides[c].out }

// TilesLeft returns the tiles that the colour has not placed.
func (p *Position) TilesLeft(c Colour) duo.TileSet { return p.sides[c].tiles }

// SquaresPlaced returns the number of squares that the colour has covered, 0..89.
func (p *Position) SquaresPlaced(c Colour) int { return int(p.sides[c].placed) }

// Has reports whether the square is covered by a tile of the colour.
func (p *Position) Has(c Colour, s Square) bool {
	return p.sides[c].squares.row(s.Row())>>(s.Col()+margin)&1 != 0
}

// At returns the colour that covers a square. ok is false if the square is empty.
func (p *Position) At(s Square) (c Colour, ok bool) {
	for c := range Colour(NumColours) {
		if p.Has(c, s) {
			return c, true
		}
	}
	return 0, false
}

// Allowed returns a row of the squares that a placement of the colour may cover, bit 0 at the left.
func (p *Position) Allowed(c Colour, row int) uint32 {
	return uint32(p.sides[c].allowed[row+margin]) >> margin & allColumns
}

// Anchors returns a row of the allowed squares of which a placement of the colour must cover at
// least one: its corners or, before its first placement, its start square. Corners at which nothing can be
// placed any more may be missing. Bit 0 is at the left.
func (p *Position) Anchors(c Colour, row int) uint32 {
	return p.sides[c].anchors.row(row) >> margin & allColumns
}

// shape is an orientation as rows of the board.
type shape struct {
	top, left     int8 // relative to the reference cell
	height, width uint8
	size          uint8
	tile          duo.Tile
	rows          [playout.MaxTileSize]uint64 // from left to right
	mirrored      [playout.MaxTileSize]uint64 // from right to left
	patterns      playout.PatternSet          // of the tile
}

var shapes = func() (out [duo.NumOrientations]shape) {
	for o := range out {
		s := &out[o]
		bottom, right := int8(0), int8(0)
		cells := duo.Orientation(o).Cells()
		for _, c := range cells {
			s.top, bottom = min(s.top, c.Row), max(bottom, c.Row)
			s.left, right = min(s.left, c.Col), max(right, c.Col)
		}
		s.height, s.width, s.size = uint8(bottom-s.top+1), uint8(right-s.left+1), uint8(len(cells))
		for _, c := range cells {
			s.rows[c.Row-s.top] |= 1 << (c.Col - s.left)
			s.mirrored[c.Row-s.top] |= 1 << (right - c.Col)
		}
		s.tile = duo.Orientation(o).Tile()
		for pattern := range playout.Pattern(playout.NumPatterns) {
			if pattern.Tile() == s.tile {
				s.patterns[pattern/64] |= 1 << (pattern % 64)
			}
		}
	}
	return out
}()

// Play makes a move of the colour to move, which must be legal (see Check), and gives the turn to the next
// colour that has one.
func (p *Position) Play(m Move) {
	p.place(m)
	p.pass()
}

// pass gives the turn to the next colour that has a legal move.
func (p *Position) pass() {
	for range NumColours {
		p.toMove = p.toMove.Next()
		if s := &p.sides[p.toMove]; !s.out {
			if s.canMove() {
				return
			}
			s.out = true
		}
	}
}

// place lays a tile of the colour to move. It goes down the rows of the board, from the one above the
// tile to the one below; cur is the tile's part of the row at hand, prev that of the row before,
// next that of the row behind. Of the mover:
//
//	the tile       allowed: - goes   anchors: + comes
//	. . . . . .    . . - - . .       . + . . + .      next
//	. . x x . .    . - - - - .       . . . . . .      cur, next
//	. . . x . .    . . - - - .       . + . . . .      prev, cur
//	. . . . . .    . . . - . .       . . + . + .      prev
//
// In each row the squares of cur go, those beside them, and those above and below (next, prev).
// What lies diagonally to next and prev becomes an anchor, if it is still allowed; anchors that
// are not go. The others lose the squares of cur.
func (p *Position) place(m Move) {
	sh := &shapes[m.Orientation()]
	at := m.Square()
	top, left := at.Row()+int(sh.top), at.Col()+int(sh.left)
	shift, mirrored := left+margin, mirrorShift+margin+BoardSize-left-int(sh.width)
	own := &p.sides[p.toMove]
	var prev, cur uint64
	for i := -1; i <= int(sh.height); i++ {
		var next uint64
		if i+1 < int(sh.height) {
			next = sh.rows[i+1]<<(shift&63) | sh.mirrored[i+1]<<(mirrored&63)
		}
		row := top + i
		r := (row + margin) & rowMask
		own.allowed[r] &^= cur | cur<<1 | cur>>1 | prev | next
		w, half := (row+2)>>1, row&1*32
		diagonal := uint64(uint32((prev|next)<<1 | (prev|next)>>1))
		allowed := uint64(uint32(own.allowed[r]))
		own.anchors[w] = (own.anchors[w] | diagonal<<half) & (allowed<<half | 0xffffffff<<(32-half))
		if cur != 0 {
			here := uint64(uint32(cur)) << half
			own.squares[w] |= here
			for c := Colour(1); c < NumColours; c++ {
				other := &p.sides[(p.toMove+c)%NumColours]
				other.allowed[r] &^= cur
				other.anchors[w] &^= here
			}
		}
		prev, cur = cur, next
	}
	own.tiles &^= 1 << sh.tile
	own.usable[0] &^= sh.patterns[0]
	own.usable[1] &^= sh.patterns[1]
	own.placed += sh.size
	own.single = sh.size == 1
	p.plies++
}
