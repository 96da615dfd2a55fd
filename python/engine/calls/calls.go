// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package calls adds the calls of the Python package to those of the page, in package web/calls:
// positions in the form of a program, players that keep their search from move to move, pictures
// and counts of move sequences. Records and the messages to a board are the page's calls.
package calls

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/play"
	web "github.com/tessera-fpga/tessera/web/calls"
)

func init() {
	web.Add("games", web.Without(games))
	web.Add("game", web.Without(game))
	web.Add("state", web.Without(state))
	web.Add("perft", web.Without(perft))
	web.Add("text", web.Without(text))
	web.Add("picture", web.Without(drawing))
	web.Add("player", web.Without(newPlayer))
	web.Add("move", web.Without(move))
	web.Add("close", web.Without(closePlayer))
}

// Named is a game or a kind of player.
type Named struct {
	Name string `json:"name"`
	Help string `json:"help"`
}

func games(struct{}) (any, error) {
	var out []Named
	for _, e := range play.Entries() {
		out = append(out, Named{e.Name, e.Help})
	}
	return out, nil
}

// Info describes a game.
type Info struct {
	Name     string   `json:"name"`
	Title    string   `json:"title"`
	Seats    int      `json:"seats"`
	AnyFirst bool     `json:"any_first"` // any seat can move first
	Pass     string   `json:"passing"`   // the move of a seat without another; "" without passes
	MoveForm string   `json:"move_form"`
	Default  string   `json:"default_player"`
	Levels   []string `json:"levels"` // names, from level 1
	Players  []Named  `json:"players"`
}

// gameArgs name a game.
type gameArgs struct {
	Of string `json:"of"`
}

func game(a gameArgs) (any, error) {
	g, err := play.Find(a.Of)
	if err != nil {
		return nil, err
	}
	out := Info{
		Name: g.Name, Title: g.Title, Seats: g.Seats(), AnyFirst: g.StartBy != nil, MoveForm: g.MoveForm,
		Default: g.DefaultPlayer,
	}
	if g.HasPass {
		out.Pass = g.Format(g.Pass)
	}
	for _, l := range g.Levels {
		out.Levels = append(out.Levels, l.Name)
	}
	for _, k := range g.AllKinds() {
		out.Players = append(out.Players, Named{k.Name, k.Help})
	}
	return out, nil
}

// State describes a position. Seats count from 0.
type State struct {
	ToMove   int       `json:"to_move"`
	Over     bool      `json:"over"`
	Moves    []string  `json:"moves"` // made so far, in the game's notation
	Legal    []string  `json:"legal"`
	Scores   []int     `json:"scores"` // by seat; null if the game has no points
	Shares   []float64 `json:"shares"` // by seat, of a game that is over; else null
	Standing string    `json:"standing"`
	Outcome  string    `json:"outcome"` // in words, of a game that is over; else ""
}

func state(a web.Game) (any, error) {
	of, _, p, err := a.Replay()
	if err != nil {
		return nil, err
	}
	out := State{ToMove: p.ToMove(), Over: p.Over(), Moves: formatAll(of, p.History()), Standing: p.Standing()}
	if s, ok := p.(play.Scored); ok {
		for seat := range of.Seats() {
			out.Scores = append(out.Scores, s.Score(seat))
		}
	}
	if out.Over {
		out.Legal, out.Shares = []string{}, p.Shares()
		out.Outcome = play.Outcome(out.Shares)
	} else {
		out.Legal = formatAll(of, p.Moves())
	}
	return out, nil
}

func formatAll(of *play.Game, moves []play.Move) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		out[i] = of.Format(m)
	}
	return out
}

// perftArgs are a position and a number of moves.
type perftArgs struct {
	web.Game
	Depth int `json:"depth"`
}

// mostDepth bounds the depth of a count; the counts of greater depths take years.
const mostDepth = 20

func perft(a perftArgs) (any, error) {
	if a.Depth < 0 || a.Depth > mostDepth {
		return nil, fmt.Errorf("depth %d, want 0..%d", a.Depth, mostDepth)
	}
	_, _, p, err := a.Replay()
	if err != nil {
		return nil, err
	}
	return p.Perft(a.Depth), nil
}

// textArgs are a position and how to draw it as text.
type textArgs struct {
	web.Game
	Color   bool `json:"color"`
	Corners bool `json:"corners"`
}

func text(a textArgs) (any, error) {
	_, _, p, err := a.Replay()
	if err != nil {
		return nil, err
	}
	return p.Draw(play.DrawOptions{Color: a.Color, Corners: a.Corners}), nil
}

// drawingArgs are a position and how to draw it as a picture.
type drawingArgs struct {
	web.Game
	Corners bool `json:"corners"`
	Legal   bool `json:"legal"`
	Numbers bool `json:"numbers"`
}

// drawing returns a picture as SVG.
func drawing(a drawingArgs) (any, error) {
	of, _, p, err := a.Replay()
	if err != nil {
		return nil, err
	}
	canvas, err := picture.Position(of, p, picture.PositionOptions{Corners: a.Corners, Legal: a.Legal, Numbers: a.Numbers})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := canvas.WriteSVG(&out); err != nil {
		return nil, err
	}
	return out.String(), nil
}

// players are the players in use, by number. The calls come one after another.
var players = map[int]*player{}

// latest is the number of the latest player.
var latest int

type player struct {
	play.Player
	of *play.Game
}

// playerArgs specify a player.
type playerArgs struct {
	Of   string `json:"of"`
	Spec string `json:"spec"`
	Seat int    `json:"seat"`
	Seed uint64 `json:"seed"`
}

// NewPlayer is the answer to a player's specification.
type NewPlayer struct {
	Number int    `json:"number"`
	Name   string `json:"name"`
}

func newPlayer(a playerArgs) (any, error) {
	g, err := play.Find(a.Of)
	if err != nil {
		return nil, err
	}
	if a.Seat < 0 || a.Seat >= g.Seats() {
		return nil, fmt.Errorf("seat %d, want 0..%d", a.Seat, g.Seats()-1)
	}
	p, err := g.New(a.Spec, play.Env{Seat: a.Seat, Seed: a.Seed})
	if err != nil {
		return nil, err
	}
	latest++
	players[latest] = &player{p, g}
	return NewPlayer{latest, p.Name()}, nil
}

// moveArgs are a player's number and the position.
type moveArgs struct {
	web.Game
	Player int `json:"player"`
}

// Thought is a player's evaluation of a move.
type Thought struct {
	Move   string   `json:"move"`
	Visits int      `json:"visits"`
	Value  float64  `json:"value"`
	Margin *float64 `json:"margin"`
	Line   []string `json:"line"`
	Proven bool     `json:"proven"`
}

// Answer is a player's answer.
type Answer struct {
	Move     string    `json:"move"`     // "" if the player resigns
	Thoughts []Thought `json:"thoughts"` // the best move first
	Work     uint64    `json:"work"`     // for this move
	Unit     string    `json:"unit"`     // of the work, "" if it is not counted
}

func move(a moveArgs) (any, error) {
	pl, ok := players[a.Player]
	if !ok {
		return nil, fmt.Errorf("no player has the number %d", a.Player)
	}
	of, _, p, err := a.Replay()
	if err != nil {
		return nil, err
	}
	switch {
	case of.Name != pl.of.Name:
		return nil, fmt.Errorf("a game of %s, but the player plays %s", of.Name, pl.of.Name)
	case p.Over():
		return nil, errors.New("the game is over")
	}
	out := Answer{Thoughts: []Thought{}}
	counter, counts := pl.Player.(play.WorkCounter)
	var before uint64
	if counts {
		before, out.Unit = counter.Work()
	}
	m, err := pl.Move(context.Background(), p)
	switch {
	case errors.Is(err, play.ErrResign):
	case err != nil:
		return nil, err
	default:
		out.Move = of.Format(m)
	}
	if counts {
		after, _ := counter.Work()
		out.Work = after - before
	}
	if thinker, ok := pl.Player.(play.Thinker); ok {
		for _, t := range thinker.Thoughts() {
			line := t.Line
			if line == nil {
				line = []play.Move{t.Move}
			}
			out.Thoughts = append(out.Thoughts, Thought{of.Format(t.Move), t.Visits, t.Value, t.Margin, formatAll(of, line), t.Proven})
		}
	}
	return out, nil
}

// closeArgs name a player.
type closeArgs struct {
	Player int `json:"player"`
}

func closePlayer(a closeArgs) (any, error) {
	pl, ok := players[a.Player]
	if !ok {
		return nil, nil
	}
	delete(players, a.Player)
	return nil, pl.Close()
}
