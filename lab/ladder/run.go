package ladder

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// Options say how a ladder is played.
type Options struct {
	Players []Player    // the weakest first
	Folder  string      // of the files of games; it is made if it is not there
	Terms   match.Terms // of each link, its players aside
	Pool    *match.Pool
	Queue   queue.Queue
	Log     io.Writer // is told what takes time
	// Progress is told how the link under way stands after each pair.
	Progress func(link string, p match.Progress)
	// Played is told of each link that is over.
	Played func(l Link)
}

// Run plays a ladder, or what is left of it. Its errors are those of match.Run; the games played
// so far are in their files then.
func Run(ctx context.Context, o Options) (*Report, error) {
	if err := match.MakeFolder(o.Folder); err != nil {
		return nil, err
	}
	r := &Report{Players: nil}
	for _, p := range o.Players {
		r.Players = append(r.Players, Rated{Player: p.portable()})
	}
	for _, sides := range Links(len(o.Players)) {
		low, high := o.Players[sides[0]], o.Players[sides[1]]
		name := low.Name + " - " + high.Name
		t := o.Terms
		t.Players = []string{low.Spec, high.Spec}
		file := filepath.Join(o.Folder, fileName(low)+"-"+fileName(high)+".json")
		s, err := match.Run(ctx, &t, o.Pool, match.Options{
			File:  file,
			Queue: o.Queue,
			Log:   o.Log,
			Progress: func(p match.Progress) {
				if o.Progress != nil {
					o.Progress(name, p)
				}
			},
		})
		if err != nil {
			return nil, err
		}
		l := Link{
			Players: [2]string{low.Name, high.Name}, Version: t.Version, Weights: evaluation.Default.Hash(),
			Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Pairs: s.Pairs, Identities: t.Identities,
		}
		for i, w := range s.Work {
			l.Moves[i], l.Work[i], l.Forfeits[i] = w.Moves, w.Work, w.Forfeits
		}
		if l.Seconds, err = medians(ctx, file, t.Players); err != nil {
			return nil, fmt.Errorf("ladder: %s: %w", file, err)
		}
		r.Links = append(r.Links, l)
		if o.Played != nil {
			o.Played(l)
		}
	}
	return r, nil
}

// medians returns the median of each player's times for a move in a file of games, in seconds. A
// machine that has other things to do now and then disturbs it little, unlike the mean.
func medians(ctx context.Context, file string, specs []string) (out [2]float64, err error) {
	f, err := os.Open(file)
	if err != nil {
		return out, err
	}
	defer f.Close()
	var times [2][]float64
	r := record.NewReader(play.NewLines(f), nil, 0)
	for {
		g, err := r.Next(ctx)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return out, err
		}
		p, err := g.Of.Begin(g.First)
		if err != nil {
			return out, err
		}
		for ply, m := range g.Moves {
			if ply >= g.Opening && ply < len(g.Notes) && !(g.Of.HasPass && m == g.Of.Pass) {
				side := slices.Index(specs, g.Players[p.ToMove()])
				times[side] = append(times[side], g.Notes[ply].Seconds)
			}
			if err := p.Play(m); err != nil {
				return out, err
			}
		}
	}
	for i := range times {
		out[i] = median(times[i])
	}
	return out, nil
}

// median returns the median, 0 of nothing.
func median(of []float64) float64 {
	if len(of) == 0 {
		return 0
	}
	slices.Sort(of)
	return (of[(len(of)-1)/2] + of[len(of)/2]) / 2
}

// fileName returns the name of a player as part of a file's.
func fileName(p Player) string { return strings.ToLower(strings.ReplaceAll(p.Name, " ", "")) }

// portable returns the player with the specification that other machines have, too.
func (p Player) portable() Player {
	for _, other := range Players(PentobiProgram) {
		if other.Name == p.Name {
			return other
		}
	}
	return p
}
