// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package calls holds the calls from the page to golden: rules, searches and records of games, with
// JSON arguments and results. In the browser they run in a worker, compiled to WebAssembly (package
// wasm). The page itself contains no rules, tiles or codes.
//
// The calls serve any game of package play that has a [Sketch]: how the page draws it. Blokus Duo's
// is here, the others' are in package others, which a page without those games need not load.
package calls

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// Handler answers a call. args is JSON.
type Handler func(args []byte, report func(any)) (any, error)

// Add adds a call. Its package calls it in init.
func Add(name string, h Handler) { calls[name] = h }

// calls are the calls by name. A call can send values to the page with report while it runs.
var calls = map[string]Handler{
	"tables":   Without(tables),
	"position": Without(position),
	"why":      Without(why),
	"read":     Without(read),
	"write":    Without(write),
	"ask":      Without(askBoard),
	"answer":   Without(boardAnswer),
}

// Call makes the call with that name and returns its result in JSON.
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

// With returns the handler of a call that reports its progress.
func With[A any](call func(A, func(any)) (any, error)) Handler {
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

// Without returns the handler of a call without reports.
func Without[A any](call func(A) (any, error)) Handler {
	return With(func(args A, _ func(any)) (any, error) { return call(args) })
}

// Game is a game in the page's form: its name in the registry ("": the default game), the seat that
// moved first, counted from 1, the set-up position that it began from ("": none), in the form of
// package record, and the moves.
type Game struct {
	Of    string   `json:"of,omitempty"`
	First int      `json:"first"`
	Setup string   `json:"setup,omitempty"`
	Moves []string `json:"moves"`
}

// Find returns the game and its sketch.
func (g *Game) Find() (*play.Game, Sketch, error) {
	of, err := play.Find(g.Of)
	if err != nil {
		return nil, nil, err
	}
	base, _, _ := strings.Cut(of.Name, ":")
	sketch := sketches[base]
	if sketch == nil {
		return nil, nil, fmt.Errorf("game %q has no drawing on the page", of.Name)
	}
	return of, sketch, nil
}

// Replay replays the game. An error states the number of the move, counted from 1.
func (g *Game) Replay() (*play.Game, Sketch, play.Position, error) {
	of, sketch, err := g.Find()
	if err != nil {
		return nil, nil, nil, err
	}
	if g.First < 1 || g.First > of.Seats() {
		return nil, nil, nil, fmt.Errorf("first %d, want 1..%d", g.First, of.Seats())
	}
	p, err := g.begin(of)
	if err != nil {
		return nil, nil, nil, err
	}
	for _, text := range g.Moves {
		if err := of.MakeMove(p, text); err != nil {
			return nil, nil, nil, err
		}
	}
	return of, sketch, p, nil
}

// begin returns the position that the game began from.
func (g *Game) begin(of *play.Game) (play.Position, error) {
	if g.Setup == "" {
		return of.Begin(g.First - 1)
	}
	if len(g.Setup) > maxSetup {
		return nil, fmt.Errorf("a set-up position of %d characters, want at most %d", len(g.Setup), maxSetup)
	}
	s, err := record.ParseSetup(of, g.Setup)
	if err != nil {
		return nil, err
	}
	p, err := of.BeginFrom(s)
	if err == nil && play.First(p) != g.First-1 {
		err = fmt.Errorf("first %d, but the position that is set up has %s to move", g.First, play.Seat(play.First(p)))
	}
	return p, err
}

// maxSetup is longer than any position that is set up.
const maxSetup = 4000

// Duo replays a game of Blokus Duo.
func (g *Game) Duo() (*rules.Position, error) {
	of, _, p, err := g.Replay()
	if err != nil {
		return nil, err
	}
	own, ok := p.(*rules.Position)
	if !ok {
		return nil, fmt.Errorf("a game of %s, want one of %s", of.Title, rules.Name)
	}
	return own, nil
}

// Position replays a game of Blokus Duo to golden's position.
func (g *Game) Position() (duo.Position, error) {
	p, err := g.Duo()
	if err != nil {
		return duo.Position{}, err
	}
	return p.Position, nil
}

// MaxMoveText is longer than any code of Blokus Duo in either notation.
const MaxMoveText = 40

// Place is a placement in the page's forms.
type Place struct {
	Code        string `json:"code"` // in the game's notation
	Orientation int    `json:"o"`    // of the tile; -1 in a game without tiles, and for a pass
	Square      int    `json:"s"`    // square of the reference cell, or the spot; -1: a pass
}

// Made is a move of the game.
type Made struct {
	Place
	Player  int    `json:"player"`  // seat, from 0; -1: a tile that no seat has placed
	Colour  int    `json:"colour"`  // as it is drawn, from 0
	Tile    int    `json:"tile"`    // -1: a pass, or no tile
	Squares []int  `json:"squares"` // covered squares, or the spot
	Text    string `json:"text"`    // in the game's other notation, if it has one
}

// Piece is a thing on the board of a game without tiles.
type Piece struct {
	Kind   string     `json:"kind"` // "pawn", "bar" or "box"
	Colour int        `json:"colour"`
	Box    [4]float64 `json:"box"`
}

// Position is the page's data about a position. Seats and colours count from 0; squares are
// row*size + column.
type Position struct {
	First    int      `json:"first"`  // from 1
	ToMove   int      `json:"toMove"` // colour to move
	Seat     int      `json:"seat"`   // seat to move
	Over     bool     `json:"over"`
	MustPass bool     `json:"mustPass"` // the seat to move has no placement
	Setup    string   `json:"setup"`    // the set-up position that the game began from; "": none
	Placed   []Made   `json:"placed"`   // its tiles
	Moves    []Made   `json:"moves"`
	Legal    []Place  `json:"legal"`
	Points   []int    `json:"points"`   // by seat, as the page counts them; none if the game has no points
	Rest     []string `json:"rest"`     // what each seat has left, in words
	Outcome  string   `json:"outcome"`  // "" during the game
	Winner   int      `json:"winner"`   // seat; -1 during the game, and after a draw
	Standing string   `json:"standing"` // the score in words
	Margin   *int     `json:"margin"`   // seat 1's points less seat 2's; null if the game has no margin

	// Games with tiles.
	Corners   [][]int `json:"corners"`   // squares where each colour can go on
	TilesLeft [][]int `json:"tilesLeft"` // of each colour

	// Games without tiles.
	Pieces []Piece `json:"pieces"`
}

// place returns a move in the page's forms.
func place(of *play.Game, sketch Sketch, m play.Move) Place {
	at := Place{Code: of.Format(m), Orientation: -1, Square: -1}
	if !of.HasPass || m != of.Pass {
		at.Orientation, at.Square = sketch.Place(m)
	}
	return at
}

func position(g Game) (any, error) {
	of, sketch, p, err := g.Replay()
	if err != nil {
		return nil, err
	}
	out := &Position{
		First: g.First, ToMove: of.ToMove(p), Seat: p.ToMove(), Over: p.Over(), MustPass: of.OnlyPass(p),
		Placed: []Made{}, Moves: []Made{}, Legal: []Place{}, Points: []int{}, Rest: []string{}, Winner: -1, Standing: p.Standing(),
		Corners: [][]int{}, TilesLeft: [][]int{}, Pieces: []Piece{},
	}
	at, err := of.StartOf(p)
	if err != nil {
		return nil, err
	}
	made := func(m play.Move, seat, colour int) Made {
		made := Made{Place: place(of, sketch, m), Player: seat, Colour: colour, Tile: -1, Squares: []int{}}
		if made.Square >= 0 {
			made.Tile, made.Squares = sketch.Covers(m)
		}
		if made.Text = made.Code; of.Long != nil {
			made.Text = of.Long(m)
		}
		return made
	}
	if s := play.SetupOf(p); s != nil {
		out.Setup = record.FormatSetup(of, s)
		for colour, moves := range s.Placed {
			for _, m := range moves {
				out.Placed = append(out.Placed, made(m, -1, colour))
			}
		}
	}
	for _, m := range p.History() {
		out.Moves = append(out.Moves, made(m, at.ToMove(), of.ToMove(at)))
		if err := at.Play(m); err != nil {
			return nil, err
		}
	}
	if !out.Over && !out.MustPass {
		for _, m := range p.Moves() {
			out.Legal = append(out.Legal, place(of, sketch, m))
		}
	}
	if out.Over {
		out.Outcome, out.Winner = play.Outcome(p.Shares()), play.Winner(p.Shares())
	}
	if s, ok := p.(play.Scored); ok {
		for seat := range of.Seats() {
			out.Points = append(out.Points, s.Score(seat))
		}
		if of.ByPoints {
			margin := out.Points[0] - out.Points[1]
			out.Margin = &margin
		}
	}
	sketch.Position(p, out)
	return out, nil
}

// whyArgs is a placement, legal or not.
type whyArgs struct {
	Game
	Orientation int `json:"o"`
	Square      int `json:"s"`
}

// Verdict reports whether a placement is legal and, if not, gives the reason.
type Verdict struct {
	Legal  bool   `json:"legal"`
	Reason string `json:"reason"` // "" if it is legal
	Square int    `json:"square"` // square that breaks the rule; -1 if the rule is not about a square
}

func why(a whyArgs) (any, error) {
	_, sketch, p, err := a.Replay()
	if err != nil {
		return nil, err
	}
	m, err := sketch.Move(a.Orientation, a.Square)
	if err != nil {
		return nil, err
	}
	v := Verdict{Legal: true, Square: -1}
	if err := p.Clone().Play(m); err != nil {
		v.Legal = false
		v.Reason, v.Square = sketch.Fault(err)
	}
	return v, nil
}
