// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package match plays matches between two or more players of any game of package play, and rates
// the results in Elo. Fill in [Terms], make a [Pool] of players, and [Run] the match with a queue.
//
// A match consists of pairs: two games from one opening, with the seats swapped in the second. A
// pair is one task of the queue and the unit of the statistics (package elo). The terms and the
// number of a pair fully determine it.
//
// The file of games is the only record of a match. An interrupted match resumes from it.
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
	"unicode/utf8"

	"github.com/tessera-fpga/tessera/match/elo"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

// Terms are the terms of a match. The record of every game contains them.
type Terms struct {
	Game    string   `json:"game,omitempty"` // play.Game.Name; "": the default game
	Players []string `json:"players"`        // players' specifications
	// Aliases are the players' names. A player without an alias goes by its specification.
	Aliases []string `json:"names,omitempty"`
	// Identities identify the files and programs of each player: the content of files, the name and
	// version of a program. The list is empty if all players depend on their specifications alone.
	Identities []string `json:"identities,omitempty"`
	Gauntlet   bool     `json:"gauntlet,omitempty"` // the first player against all others; otherwise all against all
	// Seating is the order of the players in the seats, game by game.
	Seating Seating `json:"seating,omitempty"`
	// FromStart lets the games begin at the start of the game, not from an opening list.
	FromStart bool   `json:"from_start,omitempty"`
	Games     int    `json:"games"` // games per pairing
	Seed      uint64 `json:"seed"`
	// MoveTimeout is the time for a move, 0 for no limit. A player that exceeds it by more than
	// Grace loses the game.
	MoveTimeout Duration  `json:"move_timeout,omitempty"`
	Grace       Duration  `json:"grace,omitempty"`
	SPRT        *elo.SPRT `json:"sprt,omitempty"` // ends the match early
	// TimeControl is the clock of each seat; Grace is added to it.
	TimeControl play.TimeControl `json:"tc,omitzero"`
	// Resign decides a game against a player whose value is at most Resign.Value and who trails by
	// at least Resign.Margin points in its own estimate.
	Resign Adjudication `json:"resign,omitzero"`
	// Draw decides a game as a draw when the values of both players are within Draw.Value of 0.5,
	// and their margins are at most Draw.Margin points either way.
	Draw     Adjudication `json:"draw,omitzero"`
	Openings int          `json:"openings,omitempty"` // number of openings of FindOpenings; 0: the game's own openings
	Digest   string       `json:"book"`               // of the opening list, from OpeningsDigest or UseOpenings
	Version  string       `json:"version"`            // version of the program
}

// Duration is a time with a text form in JSON, such as "1.5s".
type Duration time.Duration

func (d Duration) String() string { return time.Duration(d).String() }

// MarshalText returns the time as text.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText parses the text of MarshalText.
func (d *Duration) UnmarshalText(text []byte) error {
	t, err := time.ParseDuration(string(text))
	*d = Duration(t)
	return err
}

// A TermsError is an error in one of the terms. Flag is its flag of tessera match.
type TermsError struct {
	Flag string
	Err  error
}

func (e *TermsError) Error() string { return fmt.Sprintf("--%s: %v", e.Flag, e.Err) }

// Unwrap returns the cause.
func (e *TermsError) Unwrap() error { return e.Err }

// Validate returns a *TermsError if the terms are invalid.
func (t *Terms) Validate() error {
	if len(t.Players) < 2 {
		return &TermsError{"player", fmt.Errorf("%s, want two or more", plural.Count(len(t.Players), "player", "players"))}
	}
	for _, spec := range t.Players {
		if name, _, _ := strings.Cut(spec, ":"); name == "human" {
			return &TermsError{"player", fmt.Errorf("player %q, want one that needs nobody", spec)}
		}
	}
	for _, text := range slices.Concat(t.Players, t.Aliases, t.Identities) {
		if !utf8.ValidString(text) { // the file of games could not hold it
			return &TermsError{"player", fmt.Errorf("%q is not UTF-8", text)}
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
	if err := t.validateGames(); err != nil {
		return err
	}
	if err := t.checkSeating(); err != nil {
		return &TermsError{"player", err}
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

// validateGames checks the terms of single games.
func (t *Terms) validateGames() error {
	if t.Aliases != nil {
		if len(t.Aliases) != len(t.Players) {
			return &TermsError{"player", fmt.Errorf("%s of %d players", plural.Count(len(t.Aliases), "name", "names"), len(t.Players))}
		}
		for i, name := range t.Aliases {
			if name != "" && slices.Contains(slices.Delete(t.Names(), i, i+1), name) {
				return &TermsError{"player", fmt.Errorf("two players are named %q", name)}
			}
		}
	}
	if tc := t.TimeControl; tc.Time < 0 || tc.Increment < 0 || tc.Time == 0 && tc.Increment > 0 {
		return &TermsError{"tc", fmt.Errorf("%v and %v a move, want more than 0s, and 0s or more", tc.Time, tc.Increment)}
	}
	if t.Openings < 0 {
		return &TermsError{"openings", fmt.Errorf("%d openings, want 1 or more", t.Openings)}
	}
	g, err := t.game()
	if err != nil {
		return err
	}
	for flag, a := range map[string]Adjudication{"resign": t.Resign, "draw": t.Draw} {
		if err := a.check(); err != nil {
			return &TermsError{flag, err}
		}
		if a != (Adjudication{}) && g.Seats() != 2 {
			return &TermsError{flag, fmt.Errorf("%v in a game of %d seats, want it in one of two", a, g.Seats())}
		}
	}
	return nil
}

// differs compares the terms with the terms of the games in a file. It returns a *TermsError for
// the first difference, or nil.
func (t *Terms) differs(games *Terms) error {
	text := func(v any) string {
		b, _ := json.Marshal(v) // these types always marshal
		return string(b)
	}
	for _, f := range []struct {
		flag        string
		want, found any
	}{
		{"game", t.Game, games.Game},
		{"player", t.Players, games.Players},
		{"player", t.Aliases, games.Aliases},
		{"player", t.Identities, games.Identities},
		{"gauntlet", t.Gauntlet, games.Gauntlet},
		{"seating", t.Seating, games.Seating},
		{"from-start", t.FromStart, games.FromStart},
		{"games", t.Games, games.Games},
		{"seed", t.Seed, games.Seed},
		{"move-timeout", t.MoveTimeout, games.MoveTimeout},
		{"grace", t.Grace, games.Grace},
		{"sprt", t.SPRT, games.SPRT},
		{"tc", t.TimeControl, games.TimeControl},
		{"resign", t.Resign, games.Resign},
		{"draw", t.Draw, games.Draw},
		{"openings", t.Openings, games.Openings},
	} {
		if want, found := text(f.want), text(f.found); want != found {
			return &TermsError{f.flag, fmt.Errorf("%s, but the games in the file were played with %s", want, found)}
		}
	}
	switch {
	case t.Digest == games.Digest:
	case t.Openings > 0:
		return fmt.Errorf("the games in the file began from the openings %s, those given now are %s", games.Digest, t.Digest)
	default:
		return fmt.Errorf("the games in the file began from the opening list %s, this program has %s", games.Digest, t.Digest)
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

// OpeningsDigest returns the digest of a game's openings, or "" for an unknown game.
func OpeningsDigest(game string) string {
	g, err := (&Terms{Game: game}).game()
	if err != nil {
		return ""
	}
	return digest(g.MatchOpenings())
}

// digest returns a digest of openings.
func digest(o *play.Openings) string {
	sum := sha256.Sum256([]byte(o.Text))
	return hex.EncodeToString(sum[:6])
}

// pairings returns the players of each pairing, as indices in Players.
func (t *Terms) pairings() (all [][]int) {
	if t.Seating == AllOrders {
		everybody := make([]int, len(t.Players))
		for place := range everybody {
			everybody[place] = place
		}
		return [][]int{everybody}
	}
	for i := range t.Players {
		for j := i + 1; j < len(t.Players); j++ {
			all = append(all, []int{i, j})
		}
		if t.Gauntlet {
			break
		}
	}
	return all
}

// rounds returns the number of pairs of each pairing. If the number of games is odd, the last pair
// has a single game.
func (t *Terms) rounds() int { return (t.Games + t.pairSize() - 1) / t.pairSize() }

// pairs returns the number of pairs of the match.
func (t *Terms) pairs() int { return len(t.pairings()) * t.rounds() }

// allGames returns the number of games of the match.
func (t *Terms) allGames() int { return len(t.pairings()) * t.Games }

// fixture is a game of a match before its start.
type fixture struct {
	Number  int      // number in the match, from 1
	Pair    int      // from 1
	Sides   []int    // indices in Players of player 1, player 2 and so on in the game
	Opening int      // number in the opening list, from 1; 0: the start of the game
	Seeds   []uint64 // seeds of player 1, player 2 and so on in the game
}

// fixtures returns the games of a pair, numbered from 0. In the first game, the player listed first
// in Players moves first. All pairings of a round share an opening. Rounds cycle through the
// openings in an order that depends on the seed.
func (t *Terms) fixtures(pair int) (games []fixture) {
	pairings := t.pairings()
	round, sides := pair/len(pairings), pairings[pair%len(pairings)]
	opening := 0
	if !t.FromStart {
		list := t.listOrder()
		opening = list[round%len(list)] + 1
	}
	size := t.pairSize()
	count := min(size, t.Games-size*round)
	number := round*size*len(pairings) + pair%len(pairings)*count
	for index := range count {
		number++
		rng := rand.New(rand.NewPCG(t.Seed, uint64(number)))
		f := fixture{Number: number, Pair: pair + 1, Sides: t.seats(sides, number, index), Opening: opening}
		for range f.Sides {
			f.Seeds = append(f.Seeds, rng.Uint64()>>11) // 53 bits, exact in the float64 of JSON readers
		}
		games = append(games, f)
	}
	return games
}

// openingCount returns the number of openings.
func (t *Terms) openingCount() int {
	if t.Openings > 0 {
		return t.Openings
	}
	g, err := t.game()
	if err != nil {
		return 1
	}
	return g.MatchOpenings().Count
}

// orders caches the latest order of the openings.
var orders struct {
	sync.Mutex
	seed  uint64
	order []int
}

// listOrder returns the order of the openings.
func (t *Terms) listOrder() []int {
	n := t.openingCount()
	orders.Lock()
	defer orders.Unlock()
	if len(orders.order) != n || t.Seed != orders.seed {
		orders.seed, orders.order = t.Seed, rand.New(rand.NewPCG(t.Seed, 0)).Perm(n)
	}
	return orders.order
}

// Names returns the players' aliases, or their specifications.
func (t *Terms) Names() []string {
	names := slices.Clone(t.Players)
	for i, alias := range t.Aliases {
		if i < len(names) && alias != "" {
			names[i] = alias
		}
	}
	return names
}

// checkSpecs creates each player once, to report invalid options before the match.
func (t *Terms) checkSpecs(remote bool) error {
	g, err := t.game()
	if err != nil {
		return err
	}
	for i, spec := range t.Players {
		p, err := g.New(spec, t.env(0, 0, io.Discard))
		if err != nil && !errors.As(err, new(*play.SpecError)) {
			if remote && len(g.Opens(spec)) > 0 {
				continue // a worker may have what the player opens
			}
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

// env returns a player's environment in a match.
func (t *Terms) env(side int, seed uint64, log io.Writer) play.Env {
	return play.Env{
		Seat: side, Seed: seed, NoWayBack: true, Out: io.Discard, Log: log,
		Clocked: t.TimeControl != play.TimeControl{},
	}
}
