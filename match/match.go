// Package match plays matches of two players or more, of any game of package play, and computes what
// their results are worth. Fill in [Terms], make a [Pool] of players, and [Run] the match with a
// queue that does its tasks.
//
// A match consists of pairs: two games from one opening, in which two players change their places.
// The pair is the unit: it is one task of the queue, it counts or does not count as a whole, and the
// statistics are statistics of pairs (package elo). A pair follows from the terms of the match and its
// number alone, wherever and whenever it is played.
//
// The file of games is the only record of a match. Results are read from it, and a match that was
// interrupted goes on from it.
//
// File match.go (here) has the terms and the order of the games, pair.go plays a pair, played.go reads
// a game from its record, side.go watches a player in a game, identity.go says who a player is,
// file.go keeps the file, summary.go counts, run.go runs the match, and worker.go serves tasks from
// elsewhere.
package match

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/tessera-fpga/tessera/match/elo"
	"github.com/tessera-fpga/tessera/play"
)

// Terms are what a match is about. They stand in the record of every game.
type Terms struct {
	Game    string   `json:"game,omitempty"` // play.Game.Name; "": the default game
	Players []string `json:"players"`        // their specifications
	// Identities say what the players read or run, by player: the content of files, the name and
	// the version of a program. None, if all players are what their specifications say.
	Identities []string `json:"identities,omitempty"`
	Gauntlet   bool     `json:"gauntlet,omitempty"` // the first against all others; else all against all
	Games      int      `json:"games"`              // of each pairing
	Seed       uint64   `json:"seed"`
	// MoveTimeout is the time for a move, 0 for no limit; a player loses the game when
	// Grace is over as well.
	MoveTimeout Duration  `json:"move_timeout,omitempty"`
	Grace       Duration  `json:"grace,omitempty"`
	SPRT        *elo.SPRT `json:"sprt,omitempty"` // ends the match early
	Book        string    `json:"book"`           // BookDigest of the game
	Version     string    `json:"version"`        // of the program
}

// Duration is a time that is text in JSON, such as "1.5s".
type Duration time.Duration

func (d Duration) String() string { return time.Duration(d).String() }

// MarshalText returns the time as text.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText returns.
func (d *Duration) UnmarshalText(text []byte) error {
	t, err := time.ParseDuration(string(text))
	*d = Duration(t)
	return err
}

// A TermsError says which of the terms is wrong. Flag is the one of tessera match.
type TermsError struct {
	Flag string
	Err  error
}

func (e *TermsError) Error() string { return fmt.Sprintf("--%s: %v", e.Flag, e.Err) }

// Unwrap returns what is wrong.
func (e *TermsError) Unwrap() error { return e.Err }

// Validate reports what is wrong with the terms, as a *TermsError.
func (t *Terms) Validate() error {
	if len(t.Players) < 2 {
		return &TermsError{"player", fmt.Errorf("%d players, want two or more", len(t.Players))}
	}
	for _, spec := range t.Players {
		if name, _, _ := strings.Cut(spec, ":"); name == "human" {
			return &TermsError{"player", fmt.Errorf("player %q, want one that needs nobody", spec)}
		}
	}
	if _, err := t.game(); err != nil {
		return err
	}
	if t.Games < 1 {
		return &TermsError{"games", fmt.Errorf("%d, want 1 or more", t.Games)}
	}
	if t.MoveTimeout < 0 || t.Grace < 0 {
		return &TermsError{"move-timeout", fmt.Errorf("%v and %v of grace, want 0s or more", t.MoveTimeout, t.Grace)}
	}
	if t.SPRT != nil {
		if len(t.Players) > 2 {
			return &TermsError{"sprt", fmt.Errorf("%d players, want two", len(t.Players))}
		}
		if err := t.SPRT.Validate(); err != nil {
			return &TermsError{"sprt", err}
		}
	}
	return nil
}

// differs returns a *TermsError about the first of the terms that a file of games was not
// played by, or nil. games are the file's.
func (t *Terms) differs(games *Terms) error {
	text := func(v any) string {
		b, _ := json.Marshal(v) // none of these types can fail
		return string(b)
	}
	for _, f := range []struct {
		flag        string
		want, found any
	}{
		{"game", t.Game, games.Game},
		{"player", t.Players, games.Players},
		{"player", t.Identities, games.Identities},
		{"gauntlet", t.Gauntlet, games.Gauntlet},
		{"games", t.Games, games.Games},
		{"seed", t.Seed, games.Seed},
		{"move-timeout", t.MoveTimeout, games.MoveTimeout},
		{"grace", t.Grace, games.Grace},
		{"sprt", t.SPRT, games.SPRT},
	} {
		if want, found := text(f.want), text(f.found); want != found {
			return &TermsError{f.flag, fmt.Errorf("%s, but the games in the file were played with %s", want, found)}
		}
	}
	if t.Book != games.Book {
		return fmt.Errorf("the games in the file began from the book of openings %s, this program has %s", games.Book, t.Book)
	}
	if t.Version != games.Version {
		return fmt.Errorf("the games in the file were played by version %s, this is %s", games.Version, t.Version)
	}
	return nil
}

// game returns the game of the match. Its error is a *TermsError.
func (t *Terms) game() (*play.Game, error) {
	g, err := play.Find(t.Game)
	switch {
	case err != nil:
		return nil, &TermsError{"game", err}
	case t.Game != "" && g.Name != t.Game:
		return nil, &TermsError{"game", fmt.Errorf("%q, want %q", t.Game, g.Name)}
	}
	return g, nil
}

// BookDigest names the openings of a game. For a game that does not exist it is "".
func BookDigest(game string) string {
	g, err := (&Terms{Game: game}).game()
	if err != nil {
		return ""
	}
	return digest(g.MatchOpenings())
}

// digest names openings.
func digest(o *play.Openings) string {
	sum := sha256.Sum256([]byte(o.Text))
	return hex.EncodeToString(sum[:6])
}

// pairings returns who plays whom, by the players' places in Players.
func (t *Terms) pairings() (all [][2]int) {
	for i := range t.Players {
		for j := i + 1; j < len(t.Players); j++ {
			all = append(all, [2]int{i, j})
		}
		if t.Gauntlet {
			break
		}
	}
	return all
}

// rounds returns the number of pairs of each pairing. With an odd number of games the last
// one has one game.
func (t *Terms) rounds() int { return (t.Games + 1) / 2 }

// pairs returns the number of pairs of the match.
func (t *Terms) pairs() int { return len(t.pairings()) * t.rounds() }

// allGames returns the number of games of the match.
func (t *Terms) allGames() int { return len(t.pairings()) * t.Games }

// fixture is a game of a match before it is played.
type fixture struct {
	Number  int       // of the game, from 1
	Pair    int       // from 1
	Sides   [2]int    // the players' places in Players, of player 1 and player 2 on the board
	Opening int       // its number in the book, from 1
	Seeds   [2]uint64 // of player 1 and player 2 on the board
}

// fixtures returns the games of a pair, numbered from 0. In the first game the player
// who comes first in Players moves first. All pairings of a round have the same opening; the
// book is gone through in an order that follows from the seed, and then from the beginning again.
func (t *Terms) fixtures(pair int) (games []fixture) {
	pairings := t.pairings()
	round, sides := pair/len(pairings), pairings[pair%len(pairings)]
	book := t.bookOrder()
	count := min(2, t.Games-2*round)
	number := round*2*len(pairings) + pair%len(pairings)*count
	for range count {
		number++
		rng := rand.New(rand.NewPCG(t.Seed, uint64(number)))
		games = append(games, fixture{
			Number: number, Pair: pair + 1, Sides: sides, Opening: book[round%len(book)] + 1,
			Seeds: [2]uint64{rng.Uint64() >> 11, rng.Uint64() >> 11}, // exact in a float64, as readers of JSON have it
		})
		sides[0], sides[1] = sides[1], sides[0]
	}
	return games
}

// orders are the latest orders of the openings.
var orders struct {
	sync.Mutex
	seed  uint64
	order []int
}

// bookOrder returns the order in which the openings come.
func (t *Terms) bookOrder() []int {
	n := 1
	if g, err := t.game(); err == nil {
		n = g.MatchOpenings().Count
	}
	orders.Lock()
	defer orders.Unlock()
	if len(orders.order) != n || t.Seed != orders.seed {
		orders.seed, orders.order = t.Seed, rand.New(rand.NewPCG(t.Seed, 0)).Perm(n)
	}
	return orders.order
}

// Names returns what the players are called: their specifications.
func (t *Terms) Names() []string { return slices.Clone(t.Players) }

// checkSpecs makes each player once, so that wrong options are told at once.
func (t *Terms) checkSpecs() error {
	g, err := t.game()
	if err != nil {
		return err
	}
	for i, spec := range t.Players {
		p, err := g.New(spec, env(0, 0, io.Discard))
		if err != nil && !errors.As(err, new(*play.SpecError)) {
			return err
		}
		if err != nil {
			flag := "player"
			if len(t.Players) == 2 {
				flag = fmt.Sprintf("p%d", i+1)
			}
			return &TermsError{flag, err}
		}
		p.Close()
	}
	return nil
}

// env is what a player gets in a match.
func env(side int, seed uint64, log io.Writer) play.Env {
	return play.Env{Seat: side, Seed: seed, NoWayBack: true, Out: io.Discard, Log: log}
}
