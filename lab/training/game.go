// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package training

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/lab/journal"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play/plural"
)

// Game is a game of self-play: one JSON object a line in the file of games.
type Game struct {
	Number int        `json:"number"` // number from 0: the game's seed combines the run's seed and the number
	First  duo.Player `json:"first"`  // 0 is player 1
	// Random is the number of plies at the start that were made at random.
	Random int        `json:"random"`
	Moves  []duo.Move `json:"moves"` // passes included
	// Shares holds the search's shares of the moves for each ply after the random ones; null for a
	// ply that is not learned from.
	Shares [][]Share `json:"shares"`
	// Expected holds the final margins of player 1 that these searches expect, in 1/256 point; 0 for a
	// ply that is not learned from. Older files lack it.
	Expected []int32 `json:"expected,omitempty"`
	Margin   int     `json:"margin"` // final, of player 1
}

// Share is a move's part of a search. In JSON it is a pair of numbers, which keeps the files of
// games small.
type Share struct {
	Move   duo.Move
	Visits int
}

// MarshalJSON returns the pair.
func (s Share) MarshalJSON() ([]byte, error) { return json.Marshal([2]int{int(s.Move), s.Visits}) }

// UnmarshalJSON takes the pair.
func (s *Share) UnmarshalJSON(text []byte) error {
	var pair []uint32
	if err := json.Unmarshal(text, &pair); err != nil {
		return err
	}
	if len(pair) != 2 || pair[0] > math.MaxUint16 || pair[1] > tree.MaxVisits {
		return fmt.Errorf("share %s, want a pair of move and visits", text)
	}
	*s = Share{duo.Move(pair[0]), int(pair[1])}
	return nil
}

// Searcher chooses moves of both players in a game of self-play.
type Searcher interface {
	// Search returns the moves visited with their visits, the best first, and the final margin that
	// it expects for player 1, in 1/256 point. The position, the next of the game, has a legal
	// placement. A quick search has fewer leaves.
	Search(pos *duo.Position, quick bool) (shares []Share, expected int32, err error)
}

// A game begins with up to MaxRandomPlies random plies. In those up to DrawnPlies, a move is
// drawn by its share of the search; then the best is made.
const (
	MaxRandomPlies = 6
	DrawnPlies     = 8
)

// play plays one game of a run. The number of random plies, 0 to MaxRandomPlies, and which player
// begins change from game to game.
func (of *selfPlay) play(ctx context.Context, number int) (*Game, error) {
	rng := rand.New(rand.NewPCG(of.Seed, uint64(number)))
	s, err := of.newSearcher(rng.Uint32())
	if err != nil {
		return nil, err
	}
	g := &Game{Number: number, First: duo.Player(number % 2), Random: rng.IntN(MaxRandomPlies + 1)}
	pos := duo.NewPosition(g.First)
	var buf [1024]duo.Move
	for ply := 0; !pos.Over(); ply++ {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		moves := pos.LegalMoves(buf[:0])
		m := duo.Pass
		var shares []Share
		var expected int32
		switch {
		case len(moves) > 0 && ply < g.Random:
			m = randomMove(moves, rng)
		case len(moves) > 0:
			quick := of.Every > 1 && rng.IntN(of.Every) > 0
			if shares, expected, err = s.Search(&pos, quick); err != nil {
				return nil, err
			}
			m = shares[0].Move
			if ply < DrawnPlies {
				m = drawn(shares, rng)
			}
			if quick {
				shares, expected = nil, 0
			}
		}
		if ply >= g.Random {
			g.Shares = append(g.Shares, shares)
			g.Expected = append(g.Expected, expected)
		}
		pos.Play(m)
	}
	g.Moves = append(g.Moves, pos.History()...)
	g.Margin = pos.Score(duo.Player1) - pos.Score(duo.Player2)
	return g, nil
}

// randomMove returns one of the moves of the largest tiles, each as likely as any other.
func randomMove(moves []duo.Move, rng *rand.Rand) duo.Move {
	size := moves[0].Tile().Size() // large tiles come first in search order
	n := 1
	for n < len(moves) && moves[n].Tile().Size() == size {
		n++
	}
	return moves[rng.IntN(n)]
}

// drawn returns one of the moves by its share.
func drawn(shares []Share, rng *rand.Rand) duo.Move {
	total := 0
	for _, s := range shares {
		total += s.Visits
	}
	k := rng.IntN(max(1, total))
	for _, s := range shares {
		if k -= s.Visits; k < 0 {
			return s.Move
		}
	}
	return shares[0].Move
}

// SelfPlay plays the games 0 to games-1 that the file lacks, and returns all of them in the order
// of their numbers. Each game goes to the file when it is over, so that an interrupted run can go
// on. A file with games of another run is an error.
func SelfPlay(ctx context.Context, path string, of *selfPlay, games int, q queue.Queue, progress func(done int)) (_ []*Game, err error) {
	all := make([]*Game, games)
	have := make([]bool, games) // not all itself: the queue reads it in another goroutine
	done := 0
	f, err := journal.Open(path, of.String(), func(line []byte) error {
		g, err := parseGame(line)
		if err == nil && g.Number < games && all[g.Number] == nil {
			all[g.Number], have[g.Number] = g, true
			done++
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("training: %w", err)
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	progress(done)
	for {
		err = q.Run(ctx, of.tasks(have), func(r queue.Result) error {
			g, err := gameOf(r)
			if err != nil {
				return err
			}
			if err := f.Add(json.RawMessage(r.Payload)); err != nil {
				return err
			}
			all[g.Number] = g
			done++
			progress(done)
			return nil
		})
		// The earlier games of the worker are games, too; only their moves are unproven.
		if !errors.As(err, new(*queue.DistrustError)) {
			return all, err
		}
		for number, g := range all {
			have[number] = g != nil
		}
	}
}

// ReadGames returns the first n games of a file of any run, and the name of the run.
func ReadGames(path string, games int) (all []*Game, run string, err error) {
	run, err = journal.Read(path, func(line []byte) error {
		g, err := parseGame(line)
		all = append(all, g)
		return err
	})
	if err != nil {
		return nil, "", fmt.Errorf("training: %w", err)
	}
	slices.SortFunc(all, func(a, b *Game) int { return cmp.Compare(a.Number, b.Number) })
	if games > len(all) {
		return nil, "", fmt.Errorf("training: %s has %s, want %d", path, plural.Count(len(all), "game", "games"), games)
	}
	return all[:games], run, nil
}

// parseGame reads a game, and checks it.
func parseGame(line []byte) (*Game, error) {
	g := new(Game)
	if err := json.Unmarshal(line, g); err != nil {
		return nil, fmt.Errorf("%w, want a game", err)
	}
	return g, g.check()
}

// check plays the game again and returns an error if the record is wrong.
func (g *Game) check() error {
	if g.First > 1 || g.Number < 0 || g.Random < 0 || len(g.Shares) != max(0, len(g.Moves)-g.Random) {
		return fmt.Errorf("game %d: first %d, random %d, %d moves, %d shares do not belong together",
			g.Number, g.First, g.Random, len(g.Moves), len(g.Shares))
	}
	if n := len(g.Expected); n > 0 && n != len(g.Shares) {
		return fmt.Errorf("game %d: %d expected margins, want one for each of %d shares", g.Number, n, len(g.Shares))
	}
	pos := duo.NewPosition(g.First)
	for i, m := range g.Moves {
		if i >= g.Random {
			for _, s := range g.Shares[i-g.Random] {
				if err := pos.Check(s.Move); err != nil {
					return fmt.Errorf("game %d, ply %d, share: %w", g.Number, i+1, err)
				}
			}
		}
		if err := pos.MakeMove(m); err != nil {
			return fmt.Errorf("game %d, ply %d: %w", g.Number, i+1, err)
		}
	}
	if margin := pos.Score(duo.Player1) - pos.Score(duo.Player2); !pos.Over() || margin != g.Margin {
		return fmt.Errorf("game %d: it ends at %d (over: %v), want %d", g.Number, margin, pos.Over(), g.Margin)
	}
	return nil
}
