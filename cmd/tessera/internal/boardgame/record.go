package boardgame

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/game"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
)

// Record is a game on record: a line of JSON, with the members of a record of Blokus Duo and, in
// addition, the game's name and the seats' shares.
type Record struct {
	First   int      `json:"first"` // 1: the seat that moves first
	Kind    string   `json:"kind"`  // Game.Name
	Players []string `json:"players"`
	Moves   []string `json:"moves"`
	// Shares are the seats' shares of the game, 1 in all; none if it was broken off.
	Shares []float64 `json:"shares,omitempty"`
	// Forfeit says that a seat lost by an illegal move, on time, or by a failure; see Reason.
	Forfeit  bool          `json:"forfeit,omitempty"`
	Standing string        `json:"standing,omitempty"` // see Position
	Reason   string        `json:"reason,omitempty"`   // how a game ended that was not played to its end
	Opening  int           `json:"opening,omitempty"`  // plies that the players did not choose
	Seconds  []float64     `json:"seconds,omitempty"`  // thinking times by seat
	Date     string        `json:"date,omitempty"`
	Notes    []record.Note `json:"notes,omitempty"`
	// Extra are further members of the object, such as those of a match.
	Extra map[string]json.RawMessage `json:"-"`
}

// recordMembers are the members of the object that are a Record's own.
var recordMembers = []string{
	"first", "kind", "players", "moves", "shares", "forfeit", "standing", "reason", "opening", "seconds", "date", "notes",
}

// Unfinished returns the record of a game as far as it came.
func (g *Game) Unfinished(pos Position, names []string) *Record {
	return &Record{First: 1, Kind: g.Name, Players: names, Moves: slices.Clone(pos.History()), Standing: pos.Standing()}
}

// Record returns the game as it goes on record: the first plies are those before the players took
// over.
func (g *Game) Record(r *Result, opening int) *Record {
	rec := g.Unfinished(r.Position, r.Names)
	rec.Shares, rec.Reason, rec.Notes = r.Shares(), r.reason(), r.Notes
	rec.Forfeit = r.Ending != game.Finished && r.Ending != game.Resigned
	rec.Opening = min(opening, len(rec.Moves))
	for _, took := range r.Took {
		rec.Seconds = append(rec.Seconds, took.Seconds())
	}
	return rec
}

// Line returns the record as a line of JSON with its end.
func (r *Record) Line() ([]byte, error) {
	text, err := marshal(r)
	if err != nil {
		return nil, err
	}
	if len(r.Extra) > 0 {
		extra, err := marshal(r.Extra)
		if err != nil {
			return nil, err
		}
		text = slices.Concat(text[:len(text)-1], []byte(","), extra[1:])
	}
	return append(text, '\n'), nil
}

// marshal is json.Marshal, but leaves &, < and > as they are: this is no text for browsers.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// ParseRecord reads a record, plays the game, and checks that all fits. What does not is an error; the record
// is returned then, too, unless it is none at all.
func (g *Game) ParseRecord(line []byte) (*Record, error) {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(line, &all); err != nil {
		return nil, fmt.Errorf("boardgame: no record of a game: %w", err)
	}
	if _, ok := all["wins"]; ok && all["moves"] == nil {
		return nil, record.ErrSummary // whose players are objects
	}
	r := &Record{}
	if err := json.Unmarshal(line, r); err != nil {
		if bad := (*json.UnmarshalTypeError)(nil); errors.As(err, &bad) {
			err = fmt.Errorf("%q cannot be a %s", bad.Field, bad.Value)
		}
		return nil, fmt.Errorf("boardgame: no record of a game: %w", err)
	}
	for _, name := range recordMembers {
		delete(all, name)
	}
	r.Extra = all
	if err := g.check(r); err != nil {
		return r, fmt.Errorf("boardgame: %w", err)
	}
	return r, nil
}

// Replay makes the moves of a record and returns the position after them or, with an error, before the one
// that is wrong.
func (g *Game) Replay(r *Record) (Position, error) {
	p := g.Start()
	for i, m := range r.Moves {
		if p.Over() {
			return p, fmt.Errorf("move %d: the game is over", i+1)
		}
		if err := p.Play(m); err != nil {
			return p, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return p, nil
}

// Outcome says in words how the game ended that led to a position.
func (r *Record) Outcome(p Position) string {
	switch {
	case r.Shares != nil && r.Reason != "":
		return Outcome(r.Shares) + ": " + r.Reason
	case r.Reason != "":
		return r.Reason
	case p.Over():
		return Outcome(p.Shares())
	}
	return "not over"
}

// check plays the game.
func (g *Game) check(r *Record) error {
	seats := g.Seats()
	switch {
	case r.Kind != g.Name:
		return fmt.Errorf("a record of %q, want one of %q", r.Kind, g.Name)
	case r.First != 1:
		return fmt.Errorf("first %d, want 1", r.First)
	case len(r.Players) != seats:
		return fmt.Errorf("%d players, want %d", len(r.Players), seats)
	case r.Shares != nil && len(r.Shares) != seats:
		return fmt.Errorf("%d shares, want %d", len(r.Shares), seats)
	case r.Seconds != nil && len(r.Seconds) != seats:
		return fmt.Errorf("%d times, want %d", len(r.Seconds), seats)
	case len(r.Notes) > len(r.Moves):
		return fmt.Errorf("%d notes on %d moves", len(r.Notes), len(r.Moves))
	case r.Opening < 0 || r.Opening > len(r.Moves):
		return fmt.Errorf("opening of %d plies, want 0..%d", r.Opening, len(r.Moves))
	}
	p, err := g.Replay(r)
	if err != nil {
		return err
	}
	if r.Standing != "" && r.Standing != p.Standing() {
		return fmt.Errorf("standing %q, the moves give %q", r.Standing, p.Standing())
	}
	switch {
	case r.Shares == nil:
	case r.Reason != "":
		if !g.forfeited(r.Shares) {
			return fmt.Errorf("shares %v of a game that was not finished, want 0 for one seat and equal parts for the others", r.Shares)
		}
	case !p.Over():
		return errors.New("shares of a game that is not over")
	case !slices.Equal(r.Shares, p.Shares()):
		return fmt.Errorf("shares %v, the moves give %v", r.Shares, p.Shares())
	}
	return nil
}

// forfeited reports whether shares are those of a game that one seat has lost without an end.
func (g *Game) forfeited(shares []float64) bool {
	for seat := range shares {
		if slices.Equal(shares, sharesWithout(seat, g.Seats())) {
			return true
		}
	}
	return false
}
