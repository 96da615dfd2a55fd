// Package calls holds the calls that the page makes to golden: rules, searches, and records of games,
// with JSON as arguments and results. In the browser they run in a worker, compiled to WebAssembly
// (package wasm). The page itself knows no rule, no tile and no code.
package calls

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// calls are the calls by name. The page receives the values passed to report while the call goes
// on.
var calls = map[string]func(args []byte, report func(any)) (any, error){
	"tables":   without(func(struct{}) (any, error) { return newTables(), nil }),
	"position": without(position),
	"why":      without(why),
	"read":     without(read),
	"write":    without(write),
	"think":    with(think),
	"chip":     without(chip),
	"patterns": without(patterns),
	"ask":      without(askBoard),
	"answer":   without(boardAnswer),
}

// Call makes the call of that name and returns its result in JSON.
func Call(name string, args []byte, report func(any)) ([]byte, error) {
	call, ok := calls[name]
	if !ok {
		return nil, fmt.Errorf("no call is named %q", name)
	}
	result, err := call(args, report)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return json.Marshal(result)
}

func with[A any](call func(A, func(any)) (any, error)) func([]byte, func(any)) (any, error) {
	return func(text []byte, report func(any)) (any, error) {
		var args A
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&args); err != nil {
			return nil, fmt.Errorf("arguments: %w", err)
		}
		return call(args, report)
	}
}

func without[A any](call func(A) (any, error)) func([]byte, func(any)) (any, error) {
	return with(func(args A, _ func(any)) (any, error) { return call(args) })
}

// Game is a game as the page has it: who moved first, 1 or 2, and the moves.
type Game struct {
	First int      `json:"first"`
	Moves []string `json:"moves"`
}

// Position plays the game. An error names the move by its number, counted from 1.
func (g *Game) Position() (duo.Position, error) {
	if g.First != 1 && g.First != 2 {
		return duo.Position{}, fmt.Errorf("first %d, want 1 or 2", g.First)
	}
	p := duo.NewPosition(duo.Player(g.First - 1))
	for i, text := range g.Moves {
		if len(text) > maxMoveText {
			return p, fmt.Errorf("move %d: %d characters, want a move", i+1, len(text))
		}
		m, err := duo.ParseMove(text)
		if err == nil {
			err = p.MakeMove(m)
		}
		if err != nil {
			return p, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return p, nil
}

// maxMoveText is more than the length of any move in either notation.
const maxMoveText = 40

// Place is a placement, in the page's forms.
type Place struct {
	Code        string `json:"code"` // the contest's
	Orientation int    `json:"o"`
	Square      int    `json:"s"` // square of the reference cell
}

// NewPlace returns the place of a move.
func NewPlace(m duo.Move) Place {
	if m == duo.Pass {
		return Place{m.String(), -1, -1}
	}
	return Place{m.String(), int(m.Orientation()), int(m.Square())}
}

// Made is a move that has been made.
type Made struct {
	Place
	Player  int    `json:"player"`  // 0 or 1
	Tile    int    `json:"tile"`    // -1: a pass
	Squares []int  `json:"squares"` // covered
	Text    string `json:"text"`    // in Pentobi's notation
}

// Position has the page's data of a position. Players are 0 and 1, squares row*14 + column.
type Position struct {
	First       int     `json:"first"`  // 1 or 2
	ToMove      int     `json:"toMove"` // 0 or 1
	Over        bool    `json:"over"`
	MustPass    bool    `json:"mustPass"` // the player to move has no placement
	Moves       []Made  `json:"moves"`
	Legal       []Place `json:"legal"`
	Corners     [2]any  `json:"corners"`   // where the players can go on: []int each
	TilesLeft   [2]any  `json:"tilesLeft"` // []int each
	SquaresLeft [2]int  `json:"squaresLeft"`
	Scores      [2]int  `json:"scores"`
}

func position(g Game) (any, error) {
	p, err := g.Position()
	if err != nil {
		return nil, err
	}
	out := Position{First: g.First, ToMove: int(p.ToMove()), Over: p.Over(), Moves: []Made{}, Legal: []Place{}}
	mover := p.FirstToMove()
	for _, m := range p.History() {
		made := Made{Place: NewPlace(m), Player: int(mover), Tile: -1, Squares: []int{}, Text: m.CellList()}
		if m != duo.Pass {
			made.Tile = int(m.Tile())
		}
		for row, col := range m.Cells {
			made.Squares = append(made.Squares, int(duo.NewSquare(row, col)))
		}
		out.Moves = append(out.Moves, made)
		mover = mover.Rival()
	}
	for _, m := range p.LegalMoves(nil) {
		out.Legal = append(out.Legal, NewPlace(m))
	}
	out.MustPass = !out.Over && len(out.Legal) == 0
	for pl := range duo.Player(2) {
		_, anchors := p.Anchors(pl)
		corners, tiles := []int{}, []int{}
		for s := range duo.Square(duo.NumSquares) {
			if anchors.Has(s) {
				corners = append(corners, int(s))
			}
		}
		for t := range duo.Tile(duo.NumTiles) {
			if p.TilesLeft(pl).Has(t) {
				tiles = append(tiles, int(t))
			}
		}
		out.Corners[pl], out.TilesLeft[pl] = corners, tiles
		out.SquaresLeft[pl], out.Scores[pl] = p.SquaresLeft(pl), p.Score(pl)
	}
	return out, nil
}

// whyArgs name a placement that need not be legal.
type whyArgs struct {
	Game
	Orientation int `json:"o"`
	Square      int `json:"s"`
}

// Verdict says whether a placement is legal, and if not why.
type Verdict struct {
	Legal  bool   `json:"legal"`
	Reason string `json:"reason"` // "" if it is
	Square int    `json:"square"` // square at which the move breaks the rule, -1 if the rule is not about a square
}

func why(a whyArgs) (any, error) {
	p, err := a.Position()
	if err != nil {
		return nil, err
	}
	if a.Orientation < 0 || a.Orientation >= duo.NumOrientations {
		return nil, fmt.Errorf("orientation %d, want 0..%d", a.Orientation, duo.NumOrientations-1)
	}
	if a.Square < 0 || a.Square >= duo.NumSquares {
		return nil, fmt.Errorf("square %d, want 0..%d", a.Square, duo.NumSquares-1)
	}
	v := Verdict{Legal: true, Square: -1}
	var bad *duo.MoveError
	if errors.As(p.Check(duo.NewMove(duo.Orientation(a.Orientation), duo.Square(a.Square))), &bad) {
		v.Legal, v.Reason = false, bad.Rule.Error()
		if bad.Square && duo.OnBoard(bad.Row, bad.Col) {
			v.Square = int(duo.NewSquare(bad.Row, bad.Col))
		}
	}
	return v, nil
}
