// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package training learns the weights of package evaluation from self-play: it plays games, takes
// the features and terms of their positions, fits the prior to the searches' shares of the moves
// and the margin to the games' results, and measures the weights on games held out.
//
// game.go has self-play and the file of games, task.go the games as tasks for workers, and
// searcher.go the searches of self-play. samples.go takes samples of the games, fit.go fits the
// weights, and ablation.go fits them without a part. match.go plays against the built-in weights,
// report.go has the figures and writes the built-in weights.
package training

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play/plural"
	"github.com/tessera-fpga/tessera/play/progress"
)

// Config has the settings of a generation of weights.
type Config struct {
	Command string // command line, for the file of weights
	Games   int    // number of games of self-play
	Seed    uint64
	Search  string // search of self-play: FlatSearch or TreeSearch
	For     string // whose weights they are: ForProgram or ForChip
	Effort  int    // effort of the search: visits or leaves a move
	// Every and Quick are the playout cap randomisation of a tree's self-play. One random ply in
	// Every has Effort leaves and is learned from; the others have Quick leaves. If Every is 1, all
	// plies have Effort leaves.
	Every, Quick int
	KeepMargin   bool   // fit the prior only, and keep the margin of the weights to replace
	KeepPrior    bool   // fit the margin only, and keep the prior of the weights to replace
	Target       string // what the margin is fitted to: TargetGames or TargetSearches
	Playouts     int    // from each position, whose mean the margin is fitted with
	Iterations   int    // at most, of the fit of the prior
	Jobs         int    // goroutines that take samples
	Ablate       bool   // fit without each feature and term and group of them, too; weights for games in Dir
	Pairs        int    // pairs of games against the weights to replace, with MatchLeaves leaves a move
	MatchLeaves  int
	Dir          string // for the games and the weights of the match
	File         string // file of games to fit to instead of playing games, or ""
	Log          io.Writer
	Version      string      // version of the program
	Queue        queue.Queue // plays the games of self-play; see Handler
	Pool         *match.Pool // players of the match
	// MatchQueue returns the queue of the match; closed is called when the match is over.
	MatchQueue func(t *match.Terms) (q queue.Queue, closed func(), err error)
}

// The searches of self-play.
const (
	FlatSearch = "flat" // Monte Carlo, needs no weights
	TreeSearch = "tree" // with the built-in weights
)

// What the margin is fitted to. Its spread is always that of the games' results.
const (
	TargetGames    = "games"    // the games' results, from all positions
	TargetSearches = "searches" // what searches expect, from the positions that are learned from
)

// The built-in weights to replace.
const (
	ForProgram = "program"
	ForChip    = "chip" // of the processor's program, without patterns
)

// replaced returns the weights to replace.
func (c *Config) replaced() *evaluation.Weights {
	if c.For == ForChip {
		return &evaluation.Chip
	}
	return &evaluation.Default
}

// weightsFile returns the file of the weights to replace, relative to the root of the repository.
func weightsFile(of string) string {
	if of == ForChip {
		return Folder + evaluation.ChipFile
	}
	return Folder + evaluation.DefaultFile
}

// Folder has the files of the built-in weights.
const Folder = "golden/evaluation/"

// curvePoints is the number of fits whose losses are reported: to all games, half of them, and
// so on.
const curvePoints = 6

// The last games, one in heldOut but mostHeldOut at most, are held out of the fit.
const (
	heldOut     = 5
	mostHeldOut = 700
)

// weightsWord precedes the hash of the weights in the name of a run.
const weightsWord = " weights="

// Run plays the games, fits weights to them, and returns these and the report.
func Run(ctx context.Context, c Config) (*evaluation.Weights, *Report, error) {
	games, run, err := c.Play(ctx)
	if err != nil {
		return nil, nil, err
	}
	done := progress.Announce(c.Log, "training: taking samples and fitting")
	defer done()
	if len(games) < heldOut {
		return nil, nil, fmt.Errorf("training: %s, want %d or more, to hold some out", plural.Count(len(games), "game", "games"), heldOut)
	}
	split := len(games) - min(len(games)/heldOut, mostHeldOut)
	each, err := c.samplesOf(ctx, games)
	if err != nil {
		return nil, nil, err
	}
	train, test := merge(each[:split]), merge(each[split:])
	w := new(evaluation.Weights)
	r := &Report{For: c.For}
	start := &evaluation.Chip // without patterns
	for part := curvePoints; part > 0; part-- {
		games := split >> (part - 1)
		if games == 0 {
			continue
		}
		some := merge(each[:games])
		if w, err = c.fit(ctx, some, start); err != nil {
			return nil, nil, err
		}
		r.Curve = append(r.Curve, lossOf(w, games, some, test))
	}
	r.Weights = w.Hash()
	r.Provenance = evaluation.Provenance{
		Command: c.Command, Run: run, Games: len(games), HeldOut: len(games) - split, Positions: len(train.Values),
		Fingerprint: evaluation.Fingerprint(),
	}
	if _, parent, ok := strings.Cut(run, weightsWord); ok {
		r.Generation, r.Parent = evaluation.Origin.Generation+1, parent
	}
	if c.Ablate {
		bar := progress.Start(c.Log, "fits without a feature or a term")
		err := c.ablate(ctx, w, r, train, test, bar.Set)
		bar.Done()
		if err != nil {
			return nil, nil, err
		}
	}
	r.Margin, r.Prior = Assess(w, test)
	r.round()
	if c.Pairs > 0 {
		file, err := c.writeWeights(w, r.Provenance)
		if err != nil {
			return nil, nil, err
		}
		if r.Against, err = c.match(ctx, file); err != nil {
			return nil, nil, err
		}
	}
	return w, r, nil
}

// Play plays the games, or reads them, and returns them with the name of their run.
func (c *Config) Play(ctx context.Context) ([]*Game, string, error) {
	if c.File != "" {
		return ReadGames(c.File, c.Games)
	}
	of := c.selfPlay()
	if _, err := of.newSearcher(0); err != nil {
		return nil, "", err
	}
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return nil, "", err
	}
	run := of.String()
	path := filepath.Join(c.Dir, "games-"+strings.NewReplacer(" ", "-", "=", "").Replace(run)+".jsonl")
	bar := progress.Start(c.Log, "self-play")
	defer bar.Done()
	games, err := SelfPlay(ctx, path, of, c.Games, c.Queue, func(done int) { bar.Set(done, c.Games) })
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("training: stopped; the same command goes on with the games in %s: %w", path, err)
	}
	return games, run, err
}

// round rounds the figures to their accuracy.
func (r *Report) round() {
	to := func(v *float64, digits int) {
		scale := math.Pow10(digits)
		*v = math.Round(*v*scale) / scale
	}
	for i := range r.Curve {
		l := &r.Curve[i]
		for _, v := range []*float64{&l.PriorTrain, &l.PriorTest, &l.MarginTrain, &l.MarginTest} {
			to(v, 3)
		}
	}
	for _, list := range [][]Ablation{r.Features, r.Terms, r.FeatureGroups, r.TermGroups} {
		for i := range list {
			to(&list[i].Loss, 4)
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
	fmt.Fprintf(w, "loss of the prior in nats and error of the margin in points, by the games fitted to:\n%8s %7s %8s %7s %8s\n", "games", "prior", "held out", "margin", "held out")
	for _, l := range r.Curve {
		fmt.Fprintf(w, "%8d %7.3f %8.3f %7.3f %8.3f\n", l.Games, l.PriorTrain, l.PriorTest, l.MarginTrain, l.MarginTest)
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
	for _, list := range [][]Ablation{r.Features, r.Terms, r.FeatureGroups, r.TermGroups} {
		if len(list) > 0 {
			fmt.Fprintln(w, "lost on games held out, without:")
		}
		for _, a := range list {
			fmt.Fprintf(w, "%8.4f %s\n", a.Loss, a.Without)
		}
	}
	if a := r.Against; a != nil {
		fmt.Fprintf(w, "against the weights %s, %d leaves a move: won %d, drawn %d, lost %d: %+.0f Elo, 95 %% within %+.0f and %+.0f\n",
			a.Rival, a.Leaves, a.Won, a.Drawn, a.Lost, a.Elo, a.EloLow, a.High)
	}
}
