package thesis

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"os"
	"sync"

	"github.com/google/renameio/v2"

	"github.com/tessera-fpga/tessera/games/duo"
	golden "github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/match/elo"
	"github.com/tessera-fpga/tessera/play"
)

// Result is what the players of a cell have reached.
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
	Version   string `json:"version"` // of the program that played
}

// Report is what has been played.
type Report struct {
	Playouts int      `json:"playouts"` // for each of the thesis's seconds
	Games    int      `json:"games"`    // of a cell, at least
	Results  []Result `json:"results"`
	Claims   []Claim  `json:"claims,omitempty"`
}

// Options say what is played.
type Options struct {
	Cells    []Cell
	Playouts int
	Games    int // of a cell
	Small    int // of a cell in which both players have one of the thesis's seconds, if it is more
	AtMost   int // of a cell in this run, if not 0: a run without plays the rest
	Jobs     int
	File     string // of the report, which a run goes on with
	Version  string
	Progress func(cell string, done, of int) // after each game
	Played   func(Result)                    // after each cell
}

// Read reads a report.
func Read(r io.Reader) (*Report, error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	report := new(Report)
	if err := d.Decode(report); err != nil {
		return nil, fmt.Errorf("tables: %w", err)
	}
	return report, nil
}

// games returns the number of games of a cell.
func (o *Options) games(c *Cell) int {
	n := o.Games
	switch {
	case c.Games > 0:
		n = min(c.Games, o.Games)
	case c.Seconds == [2]int{1, 1}:
		n = max(o.Games, o.Small)
	}
	if o.AtMost > 0 {
		n = min(n, o.AtMost)
	}
	return n
}

// Run plays the cells that the file does not have, or has with fewer games, and writes the file
// after each. A file of other budgets is an error.
func Run(ctx context.Context, o Options) (*Report, error) {
	r := &Report{Playouts: o.Playouts, Games: o.Games}
	if f, err := os.Open(o.File); err == nil {
		r, err = Read(f)
		f.Close()
		if err != nil {
			return nil, &FileError{o.File, "is no report of tables: " + err.Error()}
		}
		if r.Playouts != o.Playouts || r.Games != o.Games {
			return nil, &FileError{o.File, fmt.Sprintf("has %d games a cell and %d playouts a second, want %d and %d", r.Games, r.Playouts, o.Games, o.Playouts)}
		}
	} else if !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("tables: %w", err)
	}
	at := map[string]int{}
	for i := range r.Results {
		at[r.Results[i].ID()] = i
	}
	for _, c := range o.Cells {
		i, played := at[c.ID()]
		if played && r.Results[i].Games >= o.games(&c) {
			continue
		}
		result, err := o.play(ctx, c)
		if err != nil {
			return r, err
		}
		if !played {
			i = len(r.Results)
			r.Results = append(r.Results, Result{})
		}
		r.Results[i] = *result
		r.Judge()
		if err := r.Save(o.File); err != nil {
			return r, err
		}
		if o.Played != nil {
			o.Played(r.Results[i])
		}
	}
	r.Judge()
	return r, r.Save(o.File)
}

// FileError says that a file is not of this run.
type FileError struct{ File, What string }

func (e *FileError) Error() string { return fmt.Sprintf("tables: %s %s", e.File, e.What) }

// Save writes a report.
func (r *Report) Save(file string) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("tables: %w", err)
	}
	return renameio.WriteFile(file, append(text, '\n'), 0o666)
}

// outcome is a game as a cell counts it, by player of the cell.
type outcome struct {
	winner      int // -1: a draw
	firstWon    bool
	left, score [2]float64
	work        [2]float64
	seconds     [2]float64
	moves       [2]float64
}

// play plays a cell.
func (o *Options) play(ctx context.Context, c Cell) (*Result, error) {
	r := &Result{Cell: c, Games: o.games(&c), Version: o.Version}
	for i, name := range c.Players {
		var err error
		if r.Specs[i], err = Spec(name, c.Seconds[i], cmp.Or(c.Playouts, o.Playouts)); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	outcomes := make([]outcome, r.Games)
	next := make(chan int)
	var wait sync.WaitGroup
	var lock sync.Mutex
	played := 0
	for range max(1, o.Jobs) {
		wait.Go(func() {
			for g := range next {
				out, err := playGame(ctx, &c, r.Specs, g)
				if err != nil {
					cancel(err)
					return
				}
				outcomes[g] = out
				lock.Lock()
				played++
				if o.Progress != nil {
					o.Progress(c.ID(), played, r.Games)
				}
				lock.Unlock()
			}
		})
	}
feed:
	for g := range r.Games {
		select {
		case next <- g:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wait.Wait()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	r.count(outcomes)
	return r, nil
}

// seed returns the seed of a player in a game of a cell: it depends on nothing else.
func seed(c *Cell, game, side int) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s game %d player %d", c.ID(), game, side)
	return h.Sum64()
}

// playGame plays a game from the empty board, in which player 1 moves first.
func playGame(ctx context.Context, c *Cell, specs [2]string, number int) (out outcome, err error) {
	side := [2]int{0, 1} // of the board's players: which of the cell's
	if c.Alternate && number%2 == 1 {
		side = [2]int{1, 0}
	}
	g, err := play.Find(duo.Name)
	if err != nil {
		return out, err
	}
	players := make([]play.Player, len(side))
	for pl, i := range side {
		players[pl], err = g.New(specs[i], play.Env{Seat: pl, Seed: seed(c, number, i)})
		if err != nil {
			return out, err
		}
		defer players[pl].Close()
	}
	result, err := play.Run(ctx, players, play.Rules{Game: g, Start: g.Start()}, play.Events{})
	if err != nil {
		return out, err
	}
	if result.Ending != play.Finished {
		return out, fmt.Errorf("tables: %s, game %d: %v", c.ID(), number+1, result)
	}
	out.winner = -1
	end := duo.At(result.Position)
	for seat, share := range result.Shares() {
		if share == 1 {
			out.winner, out.firstWon = side[seat], seat == 0
		}
	}
	for pl, i := range side {
		out.left[i] = float64(end.SquaresLeft(golden.Player(pl)))
		out.score[i] = float64(end.Score(golden.Player(pl)))
		out.seconds[i] = result.Took[pl].Seconds()
		if w, ok := players[pl].(play.WorkCounter); ok {
			n, _ := w.Work()
			out.work[i] = float64(n)
		}
	}
	for ply, m := range end.History() {
		if m != golden.Pass {
			out.moves[side[ply%2]]++
		}
	}
	return out, nil
}

func (r *Result) count(outcomes []outcome) {
	for i := range 2 {
		var left, score []float64
		var work, seconds, moves float64
		for _, o := range outcomes {
			if o.winner == i {
				r.Wins[i]++
			}
			left, score = append(left, o.left[i]), append(score, o.score[i])
			work, seconds, moves = work+o.work[i], seconds+o.seconds[i], moves+o.moves[i]
		}
		r.Left[i], r.LeftInterval[i] = meanOf(left)
		r.Score[i], r.ScoreInterval[i] = meanOf(score)
		r.Work[i], r.Time[i] = round(work/moves, 1), round(seconds/moves, 6)
	}
	w := elo.Wilson(float64(r.Wins[0]), float64(r.Games))
	r.Low, r.High = round(100*w.Low, 1), round(100*w.High, 1)
	for _, o := range outcomes {
		if o.firstWon {
			r.Firsts++
		}
	}
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
	return round(mean, 2), round(half, 2)
}

func round(x float64, digits int) float64 {
	s := math.Pow10(digits)
	return math.Round(x*s) / s
}
