// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package record reads and writes records of games, of all games, in three forms: lines of JSON for
// programs; Pentobi's files (.blksgf), for games that have them; and moves in the game's notation,
// one game a line. docs/records.md describes the forms.
//
// [FromPosition] records a position's game, [FromResult] a game that [play.Run] has ended.
// [WriteJSON], Game.WriteSGF and [Append] write records. A [Reader] reads any form, and [Load] one
// game of a file. Game.Check plays a record and reports the first fault.
//
// File record.go (here) has the record, json.go and sgf.go have these two forms, charset.go reads
// letters, form.go and save.go write files, and reader.go reads any form.
package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

// Game is a game on record.
type Game struct {
	Of      *play.Game  // which game it is
	First   int         // the seat that moves first
	Setup   *play.Setup // the position that the game began from; nil: from the usual start
	Players []string    // names, by seat; "" if not known, nil if none is
	Moves   []play.Move // with passes
	Notes   []play.Note // on the moves, by ply; may be shorter than Moves
	// Shares are the seats' shares of the game, 1 in all; nil if it was broken off, and for games
	// that are ByPoints.
	Shares []float64
	// Forfeit reports that a seat lost by an illegal move, on time, or by a failure; see Reason.
	Forfeit  bool
	Standing string // see play.Position; "" for games that are ByPoints
	// Result is the result in SGF's form, such as "B+5"; "" if not known. JSON has it of games
	// that are ByPoints, SGF of all games of two.
	Result string
	// Reason describes the end of an unfinished game, such as "resigned".
	Reason string
	// Opening is the number of plies that were given to the players, not chosen by them.
	Opening int
	Seconds []float64 // thinking times of the whole game, by seat; nil if not known
	Date    string    // as SGF has it, such as "2026-11-22"; "" if not known
	// Extra are further members of the game's JSON object, such as a match's data. Only the JSON
	// form has them.
	Extra map[string]json.RawMessage
	// Dropped counts the parts of the file that the game does not keep.
	Dropped Dropped
}

// Dropped counts the parts of a file that a game on record does not keep.
type Dropped struct {
	Variations int      // beside the main one
	Before     int      // moves before a position that is set up, which are tiles of that position
	Properties []string // properties of the main variation, sorted; with the value of RE if it is no result
	Outside    string   // text around the game trees
	Letters    bool     // letters that the file's character set does not have: U+FFFD stands for them
}

// String describes the dropped parts; "" for none.
func (d Dropped) String() string {
	var parts []string
	if d.Variations > 0 {
		parts = append(parts, plural.Count(d.Variations, "variation", "variations"))
	}
	if d.Before > 0 {
		parts = append(parts, plural.Count(d.Before, "move", "moves")+" before a position that is set up")
	}
	if n := len(d.Properties); n > 0 {
		name := "properties "
		if n == 1 {
			name = "property "
		}
		parts = append(parts, name+strings.Join(d.Properties, ", "))
	}
	if d.Letters {
		parts = append(parts, "letters that the file's character set does not have")
	}
	if d.Outside != "" {
		parts = append(parts, fmt.Sprintf("text around the game, %s", cut(d.Outside)))
	}
	return strings.Join(parts, " and ")
}

// cut returns the beginning of a text for a message, quoted.
func cut(text string) string {
	const most = 40
	if letters := []rune(text[:min(len(text), 4*most+4)]); len(letters) > most {
		return strconv.Quote(string(letters[:most]) + "...")
	}
	return strconv.Quote(text)
}

// byteOrderMark begins a text file of some programs.
const byteOrderMark = "\ufeff"

// PlaceError is an error in a record, with its place.
type PlaceError struct {
	Line   int // line, from 1
	Column int // column in characters, from 1; 0 in a game of moves only, which numbers its moves instead
	Err    error
}

func (e *PlaceError) Error() string { return "record: " + e.Place() + ": " + e.Err.Error() }

// Place returns the line and the column in words.
func (e *PlaceError) Place() string {
	if e.Column == 0 {
		return fmt.Sprintf("line %d", e.Line)
	}
	return fmt.Sprintf("line %d, column %d", e.Line, e.Column)
}

// Unwrap returns the fault at the place.
func (e *PlaceError) Unwrap() error { return e.Err }

// FromPosition returns the record of the game that led to a position, as far as it came.
func FromPosition(of *play.Game, p play.Position, players []string) *Game {
	g := &Game{Of: of, First: play.First(p), Setup: play.SetupOf(p), Players: players, Moves: slices.Clone(p.History())}
	if !of.ByPoints {
		g.Standing = p.Standing()
	} else if p.Over() {
		g.Result = Result(of, p)
	}
	return g
}

// endings are the endings in SGF, behind the winner's B+ or W+: an illegal move forfeits.
var endings = map[play.Ending]string{
	play.Resigned: "R", play.Illegal: "F", play.Malformed: "F", play.Late: "T", play.Failed: "F",
}

// FromResult returns the record of a game that has ended. The first opening plies were played
// before the players took over. The names come from the result.
func FromResult(r *play.Result, opening int) *Game {
	of := r.Rules.Game
	g := FromPosition(of, r.Position, r.Names)
	g.Notes, g.Reason, g.Opening = r.Notes, r.Reason(), min(opening, len(g.Moves))
	for _, took := range r.Took {
		g.Seconds = append(g.Seconds, took.Seconds())
	}
	if !of.ByPoints {
		g.Shares = r.Shares()
		g.Forfeit = r.Ending != play.Finished && r.Ending != play.Resigned && r.Ending != play.Adjudicated
		return g
	}
	switch {
	case r.Ending == play.Adjudicated && r.Loser < 0:
		g.Result = play.FormatMargin(0)
	case r.Ending == play.Adjudicated:
		g.Result = winners[1-r.Loser]
	case r.Ending != play.Finished:
		g.Result = winners[1-r.Loser] + endings[r.Ending]
	case r.Rules.Shares != nil: // the contest, which decides by squares left
		margins := of.Margins(r.Position)
		g.Result = play.FormatMargin(margins[len(margins)-1])
	}
	return g
}

// Begin returns the position that the game began from.
func (g *Game) Begin() (play.Position, error) {
	switch {
	case g.Of == nil:
		return nil, errors.New("record: not known of which game")
	case g.Setup != nil:
		return g.Of.BeginFrom(g.Setup)
	}
	return g.Of.Begin(g.First)
}

// Position plays the game and returns its end. If a move is wrong, it returns the position before
// it and an error that names the move, counted from 1.
func (g *Game) Position() (play.Position, error) {
	p, err := g.Begin()
	if p == nil {
		return nil, err
	}
	if err == nil {
		p, err = g.Of.Replay(p, g.Moves)
	}
	if err != nil {
		return p, fmt.Errorf("record: %w", err)
	}
	return p, nil
}

// Check plays the game and returns its end. It fails if a move is not legal, and if anything else
// does not fit the moves.
func (g *Game) Check() (play.Position, error) {
	p, err := g.Position()
	if err != nil {
		return p, err
	}
	if first := play.First(p); g.Setup != nil && g.First != first {
		return p, fmt.Errorf("record: %s moves first, but the position that is set up has %s to move", play.Seat(g.First), play.Seat(first))
	}
	bad := func(format string, args ...any) (play.Position, error) {
		return p, fmt.Errorf("record: "+format, args...)
	}
	if err := g.checkResult(p); err != nil {
		return bad("%w", err)
	}
	if len(g.Notes) > len(g.Moves) {
		return bad("%s on %s", plural.Count(len(g.Notes), "note", "notes"), plural.Count(len(g.Moves), "move", "moves"))
	}
	for i := range g.Notes {
		if err := checkNote(&g.Notes[i]); err != nil {
			return bad("note %d: %w", i+1, err)
		}
	}
	if g.Opening < 0 || g.Opening > len(g.Moves) {
		return bad("opening of %s, want 0..%d", plural.Count(g.Opening, "ply", "plies"), len(g.Moves))
	}
	seats := g.Of.Seats()
	if g.Players != nil && len(g.Players) != seats {
		return bad("%s, want %d", plural.Count(len(g.Players), "player", "players"), seats)
	}
	if g.Seconds != nil && len(g.Seconds) != seats {
		return bad("%s, want %d", plural.Count(len(g.Seconds), "time", "times"), seats)
	}
	if err := g.checkStanding(p); err != nil {
		return bad("%w", err)
	}
	if err := g.checkShares(p); err != nil {
		return bad("%w", err)
	}
	return p, nil
}

// checkStanding reports whether the recorded standing matches the end position.
func (g *Game) checkStanding(end play.Position) error {
	now := end.Standing()
	then := strings.Replace(now, "1 step ", "1 steps ", 1) // as earlier versions wrote it
	if g.Standing != "" && g.Standing != now && (!strings.HasPrefix(now, "1 step ") || g.Standing != then) {
		return fmt.Errorf("standing %q, the moves give %q", g.Standing, now)
	}
	return nil
}

// checkShares reports whether the shares fit the position at the end and the reason.
func (g *Game) checkShares(end play.Position) error {
	switch {
	case g.Shares == nil:
	case len(g.Shares) != g.Of.Seats():
		return fmt.Errorf("%s, want %d", plural.Count(len(g.Shares), "share", "shares"), g.Of.Seats())
	case g.Reason != "":
		for seat := range g.Shares { // who lost
			if slices.Equal(g.Shares, g.Of.SharesWithout(seat)) {
				return nil
			}
		}
		if g.Adjudicated() && slices.Equal(g.Shares, g.Of.DrawnShares()) {
			return nil
		}
		return fmt.Errorf("shares %v of a game that was not finished, want 0 for one seat and equal parts for the others", g.Shares)
	case !end.Over():
		return errors.New("shares of a game that is not over")
	case !slices.Equal(g.Shares, end.Shares()):
		return fmt.Errorf("shares %v, the moves give %v", g.Shares, end.Shares())
	}
	return nil
}

// checkNote reports whether the numbers of a note can be written and mean something.
func checkNote(n *play.Note) error {
	for name, f := range map[string]*float64{"value": n.Value, "margin": n.Margin, "seconds": &n.Seconds} {
		if f != nil && (math.IsNaN(*f) || math.IsInf(*f, 0)) {
			return fmt.Errorf("%s %v, want a number", name, *f)
		}
	}
	if n.Seconds < 0 {
		return fmt.Errorf("seconds %v, want 0 or more", n.Seconds)
	}
	if n.Visits < 0 {
		return fmt.Errorf("visits %d, want 0 or more", n.Visits)
	}
	return nil
}

// adjudicated begins the reason of an adjudicated game.
const adjudicated = "adjudicated"

// Adjudicated reports whether the game was adjudicated.
func (g *Game) Adjudicated() bool { return strings.HasPrefix(g.Reason, adjudicated) }

// FinalShares returns the seats' shares of the game: from the record, or else from the result or
// the end position; nil if unknown.
func (g *Game) FinalShares(end play.Position) []float64 {
	if g.Shares != nil {
		return g.Shares
	}
	if r, err := parseResult(g.Result); g.Result != "" && err == nil {
		switch {
		case r.winner < 0:
			return []float64{0.5, 0.5}
		default:
			return g.Of.SharesWithout(1 - r.winner)
		}
	}
	if end.Over() && g.Reason == "" {
		return end.Shares()
	}
	return nil
}

// Outcome describes the outcome of the game, which ended in a position.
func (g *Game) Outcome(end play.Position) string {
	switch shares := g.FinalShares(end); {
	case shares != nil && g.Reason != "":
		return play.Outcome(shares) + ": " + g.Reason
	case g.Reason != "":
		return g.Reason
	case shares != nil:
		return play.Outcome(shares)
	}
	return "not over"
}

// winners begin a result, by seat: the first player is B, the second W.
var winners = [2]string{"B+", "W+"}

// result is a result in SGF's form.
type result struct {
	winner int // a seat; -1: a draw
	margin int // in points for the first seat, if by is ""
	by     string
}

// notTold is result.by of a win for a reason that is not told.
const notTold = "+"

// parseResult reads a result: a margin in points for player 1, a draw, or a win by resignation (R),
// on time (T), by forfeit (F, an illegal move), or for an unknown reason.
func parseResult(text string) (r result, err error) {
	if text == "0" {
		return result{winner: -1}, nil
	}
	winner, by, ok := strings.Cut(text, "+")
	if winner == "W" {
		r.winner = 1
	}
	switch {
	case !ok || winner != "B" && winner != "W":
	case by == "":
		r.by = notTold
		return r, nil
	case by == "R" || by == "T" || by == "F":
		r.by = by
		return r, nil
	default:
		if n, e := strconv.ParseUint(by, 10, 16); e == nil && n <= 999 && by[0] != '0' {
			if r.margin = int(n); r.winner == 1 {
				r.margin = -r.margin
			}
			return r, nil
		}
	}
	return r, fmt.Errorf("result %.20q, want B+points, W+points, 0, or B or W with +R, +T or +F", text)
}

// margins returns the margins in points of a finished game's result; none if its result has no
// margins.
func margins(of *play.Game, end play.Position) []int {
	if of.Margins != nil {
		return of.Margins(end)
	}
	if s, ok := end.(play.Scored); ok && of.Seats() == 2 {
		return []int{s.Score(0) - s.Score(1)}
	}
	return nil
}

// checkResult reports whether the result is valid and, if it is in points, belongs to the end
// position. A game may have several margins: the contest decides on squares left, without the bonus
// of the scores.
func (g *Game) checkResult(end play.Position) error {
	if g.Result == "" {
		return nil
	}
	if seats := g.Of.Seats(); seats != 2 {
		return fmt.Errorf("result %.20q of a game of %d, want none", g.Result, seats)
	}
	r, err := parseResult(g.Result)
	if err != nil || r.by != "" {
		return err
	}
	if r.winner < 0 && g.Adjudicated() {
		return nil
	}
	if !end.Over() {
		return fmt.Errorf("result %s of a game that is not over", g.Result)
	}
	all := margins(g.Of, end)
	if len(all) == 0 {
		return fmt.Errorf("result %s of a game without points", g.Result)
	}
	if !slices.Contains(all, r.margin) {
		return fmt.Errorf("result %s, the moves give %s", g.Result, play.FormatMargin(all[0]))
	}
	return nil
}

// note returns the note on a ply, counted from 0.
func (g *Game) note(ply int) play.Note {
	if ply < len(g.Notes) {
		return g.Notes[ply]
	}
	return play.Note{}
}

// setNote sets the note on a ply, counted from 0.
func (g *Game) setNote(ply int, n play.Note) {
	for len(g.Notes) <= ply {
		g.Notes = append(g.Notes, play.Note{})
	}
	g.Notes[ply] = n
}

// Result returns the result of a finished game of two in points, as play.FormatMargin writes it; ""
// for a game without points.
func Result(of *play.Game, end play.Position) string {
	if all := margins(of, end); len(all) > 0 {
		return play.FormatMargin(all[0])
	}
	return ""
}
