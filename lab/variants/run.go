package variants

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/elo"
	"github.com/tessera-fpga/tessera/match/queue"
)

// RoundGames is the number of games of a round.
const RoundGames = 100

// Options say how variants are played.
type Options struct {
	Studies []Study
	Games   int         // of each variant; rounded up to whole rounds
	Round   int         // games of a round
	Leaves  int         // a move, of the base
	Folder  string      // of the files of games; it is made if it is not there
	Terms   match.Terms // of each round, its players, games and seed aside
	Weights string      // hash of the built-in weights, for the report
	Pool    *match.Pool
	Queue   queue.Queue
	Log     io.Writer
	// Progress is told how the variant under way stands after each pair.
	Progress func(name string, done, of int, score string)
	// Played is told of each variant that is over. Its error ends the run.
	Played func(r Result) error
}

// Run plays the variants, or what is left of them. Its errors are those of match.Run and of
// Played; the games played so far are in their files then.
func Run(ctx context.Context, o Options) error {
	if err := match.MakeFolder(o.Folder); err != nil {
		return err
	}
	for i := range o.Studies {
		s := &o.Studies[i]
		for j := range s.each {
			r, err := o.play(ctx, s, &s.each[j])
			if err != nil {
				return err
			}
			if err := o.Played(*r); err != nil {
				return err
			}
		}
	}
	return nil
}

// noWord is what a file's name does without.
var noWord = regexp.MustCompile(`[^a-z0-9.]+`)

// play plays all rounds of a variant.
func (o *Options) play(ctx context.Context, s *Study, v *variant) (*Result, error) {
	changed, base := s.players(v, o.Leaves)
	rounds := (o.Games + o.Round - 1) / o.Round
	r := &Result{Study: s.Name, What: s.What, Base: s.Base, Variant: v.name, Leaves: o.Leaves, Version: o.Terms.Version, Weights: o.Weights}
	for i, of := range []string{changed, base} {
		r.Players[i] = portable(of)
	}
	var work [2]match.Work
	for round := range rounds {
		t := o.Terms
		t.Players, t.Games, t.Seed = []string{changed, base}, o.Round, uint64(round+1)
		name := fmt.Sprintf("%s-%s-%d-%d.json", s.Name, noWord.ReplaceAllString(v.name, "-"), o.Leaves, round+1)
		summary, err := match.Run(ctx, &t, o.Pool, match.Options{
			File:  filepath.Join(o.Folder, name),
			Queue: o.Queue,
			Log:   o.Log,
			Progress: func(p match.Progress) {
				if o.Progress != nil {
					o.Progress(s.Name+" "+v.name, round*o.Round+p.Games, rounds*o.Round, p.String())
				}
			},
		})
		if err != nil {
			return nil, err
		}
		r.Wins += summary.Wins
		r.Draws += summary.Draws
		r.Losses += summary.Losses
		for k, n := range summary.Pairs {
			r.Pairs[k] += n
		}
		for k, w := range summary.Work {
			work[k].Seconds += w.Seconds
			work[k].Work += w.Work
		}
	}
	perLeaf := func(w match.Work) float64 { return w.Seconds / float64(max(1, w.Work)) }
	if b := perLeaf(work[1]); b > 0 {
		r.Cost = round(perLeaf(work[0])/b, 2)
	}
	r.rate()
	return r, nil
}

// folder is the way to a file of weights, which differs from machine to machine.
var folder = regexp.MustCompile(`weights=[^,]*/([^/,]*/[^/,]*)`)

// portable returns a specification without it.
func portable(spec string) string { return folder.ReplaceAllString(spec, "weights=$1") }

// Only returns the studies of the given names, all if there are none. It fails if there is no
// such study.
func Only(all []Study, names []string) ([]Study, error) {
	if len(names) == 0 {
		return all, nil
	}
	var some []Study
	var known []string
	for _, s := range all {
		known = append(known, s.Name)
		if slices.Contains(names, s.Name) {
			some = append(some, s)
		}
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("%q, want some of %v", name, known)
		}
	}
	return some, nil
}

// rate computes what follows from the pairs.
func (r *Result) rate() {
	e := elo.Pairs(r.Pairs).Estimate()
	r.Elo, r.Low, r.High = round(e.Elo, 1), round(e.Low, 1), round(e.High, 1)
}
