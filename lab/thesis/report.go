package thesis

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	golden "github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/elo"
)

// Experiment is the thesis's cells and ours.
var Experiment = &lab.Experiment{
	Name: "thesis",
	What: "the tables of Nikolakaki's thesis on Blokus Duo, cell by cell, and what it leaves open",
	File: "docs/figures/thesis.json",
	Rows: rows,
	Open: open,
}

// Result is the result of a cell's players.
type Result struct {
	Cell
	Specs [2]string `json:"specs"`
	Games int       `json:"games"`
	Wins  [2]int    `json:"wins"` // by player; the others are drawn
	// Low and High are the interval of 95 % of the share that the first player wins, in percent.
	Low    float64 `json:"low"`
	High   float64 `json:"high"`
	Firsts int     `json:"firsts"` // wins of the player who moved first
	// Left and Score are the means of the squares left and of the official scores, by player,
	// and their intervals of 95 %.
	Left          [2]float64 `json:"left_mean"`
	LeftInterval  [2]float64 `json:"left_interval"` // +-
	Score         [2]float64 `json:"score_mean"`
	ScoreInterval [2]float64 `json:"score_interval"`
	Work          [2]float64 `json:"work"` // playouts or nodes a move, mean
	Time          [2]float64 `json:"time"` // a move in seconds, mean, of some machine
	// Agreement is the verdict on a cell of the thesis; see Compare.
	Agreement string `json:"agreement,omitempty"`
	Version   string `json:"version"` // version of the program that played
}

// Report is what has been played.
type Report struct {
	Playouts int      `json:"playouts"` // playouts for each of the thesis's seconds
	Games    int      `json:"games"`    // games of a cell, at least
	Results  []Result `json:"results"`
	Claims   []Claim  `json:"claims,omitempty"`
}

// The numbers of games: of a cell, of a cell in which both players have one of the thesis's
// seconds, and of a round.
const (
	cellGames  = 40
	smallGames = 200
	roundGames = 20
)

// rows returns a row for each cell. Games begin at the empty board.
func rows() (all []lab.Row, err error) {
	cells, err := Cells()
	if err != nil {
		return nil, err
	}
	for _, c := range cells {
		r := lab.Row{
			Table: c.Table, Name: c.pair(), Games: cellGames, Round: roundGames, Seed: 1,
			Seating: match.KeepPlaces, FromStart: true, Of: c,
		}
		switch {
		case c.Games > 0:
			r.Games = c.Games
		case c.Seconds == [2]int{1, 1}:
			r.Games = smallGames
		}
		if c.Alternate {
			r.Seating = match.ChangePlaces
		}
		for i, name := range c.Players {
			spec, err := Spec(name, c.Seconds[i], cmp.Or(c.Playouts, Budget))
			if err != nil {
				return nil, err
			}
			r.Players = append(r.Players, spec)
		}
		all = append(all, r)
	}
	return all, nil
}

// open reads a report.
func open(text []byte) (lab.Record, error) {
	r := &Report{Playouts: Budget, Games: cellGames}
	if err := lab.Read(text, r); err != nil {
		return nil, err
	}
	if r.Playouts != Budget {
		return nil, fmt.Errorf("%d playouts a second, want %d", r.Playouts, Budget)
	}
	return record{r}, nil
}

// record is a report as the laboratory asks for it.
type record struct{ report *Report }

// Text returns the text of the report with its verdicts.
func (r record) Text() ([]byte, error) {
	r.report.Judge()
	text, err := json.MarshalIndent(r.report, "", "  ")
	return append(text, '\n'), err
}

// find returns the place of a cell, -1 if it is not there.
func (r record) find(row *lab.Row) int {
	c := row.Of.(Cell)
	return slices.IndexFunc(r.report.Results, func(o Result) bool { return o.ID() == c.ID() })
}

// Games returns the number of games of a cell.
func (r record) Games(row *lab.Row) int {
	if i := r.find(row); i >= 0 {
		return r.report.Results[i].Games
	}
	return 0
}

// Take puts a cell on record.
func (r record) Take(p *lab.Played) error {
	result := Result{Cell: p.Of.(Cell), Games: p.Games, Version: p.Version}
	copy(result.Specs[:], p.Players)
	if err := result.count(p); err != nil {
		return err
	}
	if i := r.find(p.Row); i >= 0 {
		r.report.Results[i] = result
	} else {
		r.report.Results = append(r.report.Results, result)
	}
	return nil
}

// count counts the games of a cell.
func (r *Result) count(p *lab.Played) error {
	var left, score [2][]float64
	var work, seconds, moves [2]float64
	err := p.Each(func(g *match.Game) error {
		end := rules.At(g.End)
		shares := g.FinalShares(g.End)
		for seat, i := range g.Places {
			if shares[seat] == 1 {
				r.Wins[i]++
				if seat == 0 {
					r.Firsts++
				}
			}
			left[i] = append(left[i], float64(end.SquaresLeft(golden.Player(seat))))
			score[i] = append(score[i], float64(end.Score(golden.Player(seat))))
			work[i], seconds[i], moves[i] = work[i]+float64(g.Work[i]), seconds[i]+g.Seconds[i], moves[i]+float64(g.Made[i])
		}
		return nil
	})
	if err != nil {
		return err
	}
	for i := range 2 {
		r.Left[i], r.LeftInterval[i] = meanOf(left[i])
		r.Score[i], r.ScoreInterval[i] = meanOf(score[i])
		r.Work[i], r.Time[i] = lab.Round(work[i]/moves[i], 1), lab.Round(seconds[i]/moves[i], 6)
	}
	w := elo.Wilson(float64(r.Wins[0]), float64(r.Games))
	r.Low, r.High = lab.Round(100*w.Low, 1), lab.Round(100*w.High, 1)
	return nil
}

// meanOf returns the mean and half its interval of 95 %, by the normal approximation.
func meanOf(v []float64) (mean, half float64) {
	n := float64(len(v))
	for _, x := range v {
		mean += x / n
	}
	sum := 0.0
	for _, x := range v {
		sum += (x - mean) * (x - mean)
	}
	if n > 1 {
		half = elo.Z * math.Sqrt(sum/(n-1)/n)
	}
	return lab.Round(mean, 2), lab.Round(half, 2)
}
