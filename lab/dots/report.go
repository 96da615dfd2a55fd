package dots

import (
	"slices"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
)

// Report is what has been played and solved.
type Report struct {
	Points []Point
	Values []Value
}

// Point is a point of a figure: games of player 1 against player 2, each with its states and
// its simulations a move.
type Point struct {
	Figures, Size                 string
	States, Rival                 string
	Simulations, RivalSimulations int
	C                             float64 `json:",omitempty"` // the constant of exploration of both; 0: 1

	Games, Wins, Draws  int     // results of player 1
	Nodes, NodesSquared float64 // nodes of player 1's tree at the end, summed over the games
	Seconds             float64 // seconds of thinking
	// Turns are the times of player 1's turns, in seconds, by the number of edges drawn
	// before, summed over TurnGames.
	Turns     []float64 `json:",omitempty"`
	TurnGames []int     `json:",omitempty"`
}

// Value is the value of a solved size.
type Value struct {
	Size    string
	Value   int     // value for the first player
	Nodes   uint64  // positions searched
	Seconds float64 // processor time
}

// same reports whether two points are the same, whatever their games.
func (p *Point) same(q *Point) bool {
	return p.Figures == q.Figures && p.Size == q.Size && p.States == q.States && p.Rival == q.Rival &&
		p.Simulations == q.Simulations && p.RivalSimulations == q.RivalSimulations && p.C == q.C
}

// open reads a report.
func open(text []byte) (lab.Record, error) {
	r := new(Report)
	return r, lab.Read(text, r)
}

// Text returns the report's text, with a line for each point.
func (r *Report) Text() ([]byte, error) {
	points, err := lab.Lines(r.Points)
	if err != nil {
		return nil, err
	}
	values, err := lab.Lines(r.Values)
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte("{\n\"Points\": "), points, []byte(",\n\"Values\": "), values, []byte("\n}\n")), nil
}

// find returns the place of a point, -1 if it is not there.
func (r *Report) find(row *lab.Row) int {
	p := row.Of.(Point)
	return slices.IndexFunc(r.Points, func(o Point) bool { return o.same(&p) })
}

// Games returns the number of games of a point.
func (r *Report) Games(row *lab.Row) int {
	if i := r.find(row); i >= 0 {
		return r.Points[i].Games
	}
	return 0
}

// Take puts a point on record, in the order of the figures.
func (r *Report) Take(played *lab.Played) error {
	p := played.Of.(Point)
	p.Games, p.Wins, p.Draws = played.Games, played.Score.Wins, played.Score.Draws
	for _, w := range played.Work {
		p.Seconds = lab.Round(p.Seconds+w.Seconds, 3)
	}
	err := played.Each(func(g *match.Game) error {
		nodes := float64(g.Work[0])
		p.Nodes += nodes
		p.NodesSquared += nodes * nodes
		if p.Figures == TurnTimes {
			p.addTurns(g)
		}
		return nil
	})
	if i := r.find(played.Row); i >= 0 {
		r.Points[i] = p
		return err
	}
	r.Points = append(r.Points, p)
	all := points()
	place := func(p Point) int { return slices.IndexFunc(all, func(o Point) bool { return o.same(&p) }) }
	slices.SortStableFunc(r.Points, func(a, b Point) int { return place(a) - place(b) })
	return err
}

// addTurns adds the times of player 1's turns in a game.
func (p *Point) addTurns(g *match.Game) {
	if p.Turns == nil {
		p.Turns, p.TurnGames = make([]float64, len(g.Moves)), make([]int, len(g.Moves))
	}
	pos := g.Of.Start()
	for ply, m := range g.Moves {
		if pos.ToMove() == 0 && ply < len(g.Notes) {
			p.Turns[ply] += g.Notes[ply].Seconds
			p.TurnGames[ply]++
		}
		if pos.Play(m) != nil { // the game was read by playing it
			return
		}
	}
}
