// Package training learns the weights of package evaluation from self-play: it plays games,
// takes the features and terms of their positions, fits the prior to what the searches made
// of the moves and the margin to how the games ended, and says how the weights fare on games
// held out.
//
// game.go has self-play and the file of games, samples.go what is taken of them, fit.go the
// fits, report.go the figures, source.go the Go file of weights.
package training

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/progress"
	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// Config says what a generation of weights is made of.
type Config struct {
	Command     string // that asks for it, for the file of weights
	Games       int    // of self-play
	Seed        uint64
	Search      string // of self-play: FlatSearch or TreeSearch
	Effort      int    // of the search: visits or leaves a move
	Playouts    int    // from each position, whose mean the margin is fitted with
	Iterations  int    // at most, of the fit of the prior
	Jobs        int    // goroutines
	Pairs       int    // of games against the built-in weights, with so many MatchLeaves a move
	MatchLeaves int
	Dir         string // for the games
	Log         io.Writer
}

// The searches of self-play.
const (
	FlatSearch = "flat" // Monte Carlo, needs no weights
	TreeSearch = "tree" // with the built-in weights
)

// heldOut is the part of the games that weights are not fitted to: one in so many, the last.
const heldOut = 5

// run names everything that the games of a configuration depend on.
func (c *Config) run() string {
	name := fmt.Sprintf("%s effort=%d seed=%d", c.Search, c.Effort, c.Seed)
	if c.Search != FlatSearch {
		name += " weights=" + evaluation.Default.Hash()
	}
	return name
}

// Run plays the games, fits weights to them, and returns these and the report.
func Run(ctx context.Context, c Config) (*evaluation.Weights, *Report, error) {
	if c.Games < heldOut {
		return nil, nil, fmt.Errorf("training: %d games, want %d or more, to hold some out", c.Games, heldOut)
	}
	newSearcher, err := c.searcher()
	if err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return nil, nil, err
	}
	path := filepath.Join(c.Dir, fmt.Sprintf("games-%s-%d-%d.jsonl", c.Search, c.Effort, c.Seed))
	if c.Search != FlatSearch {
		path = filepath.Join(c.Dir, fmt.Sprintf("games-%s-%d-%d-%s.jsonl", c.Search, c.Effort, c.Seed, evaluation.Default.Hash()))
	}
	bar := progress.Start(c.Log, "self-play")
	games, err := SelfPlay(ctx, path, c.run(), c.Seed, c.Games, c.Jobs, newSearcher, func(done int) { bar.Set(done, c.Games) })
	bar.Done()
	if errors.Is(err, context.Canceled) {
		return nil, nil, fmt.Errorf("training: stopped; the same command goes on with the games in %s: %w", path, err)
	}
	if err != nil {
		return nil, nil, err
	}
	done := progress.Announce(c.Log, "training: taking samples and fitting")
	defer done()
	split := c.Games - c.Games/heldOut
	train, err := samplesOf(ctx, games[:split], c.Playouts, c.Jobs)
	if err != nil {
		return nil, nil, err
	}
	test, err := samplesOf(ctx, games[split:], c.Playouts, c.Jobs)
	if err != nil {
		return nil, nil, err
	}
	w, curve, err := Fit(train, test)
	if err != nil {
		return nil, nil, err
	}
	r := &Report{Weights: w.Hash(), Loss: *curve}
	r.Provenance = evaluation.Provenance{
		Command: c.Command, Games: c.Games, HeldOut: c.Games - split, Positions: len(train.Values),
		Fingerprint: evaluation.Fingerprint(),
	}
	if c.Search != FlatSearch {
		r.Generation, r.Parent = evaluation.Origin.Generation+1, evaluation.Default.Hash()
	}
	r.Margin, r.Prior = Assess(w, test)
	r.round()
	if c.Pairs > 0 {
		bar := progress.Start(c.Log, "games against the built-in weights")
		defer bar.Done()
		r.Against, err = Match(ctx, w, &evaluation.Default, c.MatchLeaves, c.Pairs, c.Seed, c.Jobs, func(done int) { bar.Set(done, c.Pairs) })
	}
	return w, r, err
}

// searcher returns a function that makes searchers.
func (c *Config) searcher() (func(seed uint32) (Searcher, error), error) {
	switch c.Search {
	case FlatSearch:
		return func(seed uint32) (Searcher, error) { return &flat{c.Effort, seed}, nil }, nil
	case TreeSearch:
		return func(seed uint32) (Searcher, error) { return newDeep(&evaluation.Default, c.Effort, seed) }, nil
	}
	return nil, fmt.Errorf("training: search %q, want %s or %s", c.Search, FlatSearch, TreeSearch)
}

// round rounds the figures to what they are worth.
func (r *Report) round() {
	to := func(v *float64, digits int) {
		scale := math.Pow10(digits)
		*v = math.Round(*v*scale) / scale
	}
	for _, curve := range [][]float64{r.Loss.Train, r.Loss.Test} {
		for i := range curve {
			to(&curve[i], 4)
		}
	}
	for i := range r.Margin {
		m := &r.Margin[i]
		to(&m.Playouts, 3)
		to(&m.Static, 3)
		to(&m.Both, 3)
		to(&m.Error, 2)
	}
	for i := range r.Prior {
		p := &r.Prior[i]
		to(&p.Moves, 0)
		for j := range p.Best {
			to(&p.Best[j], 3)
		}
	}
}

// Print writes the figures of a report for people to read.
func (r *Report) Print(w io.Writer) {
	fmt.Fprintf(w, "weights %s, generation %d: %d games, %d held out, fitted to %d positions\n", r.Weights, r.Generation, r.Games, r.HeldOut, r.Positions)
	if n := len(r.Loss.Train); n > 0 {
		fmt.Fprintf(w, "loss of the prior: %.4f nat, held out %.4f, after %d iterations\n", r.Loss.Train[n-1], r.Loss.Test[n-1], n-1)
	}
	fmt.Fprintf(w, "correlation with the final margin, games held out:\n%8s %9s %8s %6s %5s %6s\n", "placed", "positions", "playouts", "static", "both", "error")
	for _, m := range r.Margin {
		fmt.Fprintf(w, "%8s %9d %8.3f %6.3f %.3f %6.2f\n", fmt.Sprintf("%d-%d", m.From, m.To), m.Positions, m.Playouts, m.Static, m.Both, m.Error)
	}
	fmt.Fprintf(w, "the search's choice among the best by the prior, games held out:\n%8s %9s %6s", "placed", "positions", "moves")
	for _, n := range Ranks {
		fmt.Fprintf(w, " %5d", n)
	}
	fmt.Fprintln(w)
	for _, p := range r.Prior {
		fmt.Fprintf(w, "%8s %9d %6.0f", fmt.Sprintf("%d-%d", p.From, p.To), p.Positions, p.Moves)
		for _, v := range p.Best {
			fmt.Fprintf(w, " %5.3f", v)
		}
		fmt.Fprintln(w)
	}
	if a := r.Against; a != nil {
		fmt.Fprintf(w, "against the weights %s, %d leaves a move: won %d, drawn %d, lost %d: %+.0f Elo, 95 %% within %+.0f and %+.0f\n",
			a.Rival, a.Leaves, a.Won, a.Drawn, a.Lost, a.Elo, a.EloLow, a.High)
	}
}
