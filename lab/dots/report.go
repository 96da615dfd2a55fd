// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package dots

import (
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
)

// Point is a point of a figure: the results of player 1 against player 2, each with its kind of
// states and its simulations per move.
type Point struct {
	Figures, Size                 string
	States, Rival                 string
	Simulations, RivalSimulations int
	C                             float64 // exploration constant of both players; 0: 1

	Games, Wins, Draws  int     // results of player 1
	Nodes, NodesSquared float64 // final nodes of player 1's tree, summed over the games
	Seconds             float64 // thinking time of both players in seconds
	// Turns holds the times of player 1's turns in seconds, summed over TurnGames. The index is the
	// number of edges drawn before the turn.
	Turns, TurnGames []float64
}

// A point has these measures.
const (
	nodes     = "nodes"        // the values and their squares
	seconds   = "seconds"      // one value for each player
	turns     = "turn seconds" // one value for each number of edges drawn before
	turnGames = "turn games"
)

// Points returns all points with their recorded results.
func Points(on lab.Record) ([]Point, error) {
	rows, err := rows()
	var all []Point
	for i := range rows {
		p := rows[i].Of.(Point)
		if r := on.Find(&rows[i]); r != nil {
			p.Games, p.Wins, p.Draws = r.Games(), r.Wins, r.Draws
			p.Nodes, p.NodesSquared = r.Measures[nodes][0], r.Measures[nodes][1]
			p.Seconds, p.Turns, p.TurnGames = r.Measures[seconds][0], r.Measures[turns], r.Measures[turnGames]
		}
		all = append(all, p)
	}
	return all, err
}

// measure returns the measures of a point.
func measure(played *lab.Played) (lab.Measures, error) {
	m := lab.Measures{nodes: {0, 0}, seconds: {lab.Round(played.Work[0].Seconds+played.Work[1].Seconds, 3)}}
	err := played.Each(func(g *match.Game) error {
		n := float64(g.Work[0])
		m[nodes][0] += n
		m[nodes][1] += n * n
		if played.Table != TurnTimes {
			return nil
		}
		if m[turns] == nil {
			m[turns], m[turnGames] = make([]float64, len(g.Moves)), make([]float64, len(g.Moves))
		}
		pos := g.Of.Start()
		for ply, move := range g.Moves {
			if pos.ToMove() == 0 && ply < len(g.Notes) {
				m[turns][ply] += g.Notes[ply].Seconds
				m[turnGames][ply]++
			}
			if err := pos.Play(move); err != nil {
				return err
			}
		}
		return nil
	})
	return m, err
}
