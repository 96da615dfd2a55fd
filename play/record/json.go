// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
)

// jsonGame is a game in the form of a line of JSON.
type jsonGame struct {
	First    int         `json:"first"`           // from 1
	Kind     string      `json:"kind,omitempty"`  // the game's name; "": the default game
	Setup    string      `json:"setup,omitempty"` // as FormatSetup writes it; "": none
	Players  []string    `json:"players"`
	Moves    []string    `json:"moves"`            // in the game's notation
	Scores   []int       `json:"scores,omitempty"` // only in games that are ByPoints
	Result   string      `json:"result,omitempty"` // only in games that are ByPoints
	Shares   []float64   `json:"shares,omitempty"` // only in other games
	Forfeit  bool        `json:"forfeit,omitempty"`
	Standing string      `json:"standing,omitempty"`
	Reason   string      `json:"reason,omitempty"`
	Opening  int         `json:"opening,omitempty"`
	Seconds  []float64   `json:"seconds,omitempty"`
	Date     string      `json:"date,omitempty"`
	Notes    []play.Note `json:"notes,omitempty"`
}

// members returns the game's own members of the object.
func (g *Game) members() []string {
	all := []string{"first", "kind", "setup", "players", "moves", "reason", "opening", "seconds", "date", "notes"}
	if g.Of.ByPoints {
		return append(all, "scores", "result")
	}
	return append(all, "shares", "forfeit", "standing")
}

// scores returns the points of the seats.
func scores(of *play.Game, p play.Position) []int {
	all := make([]int, of.Seats())
	for seat := range all {
		all[seat] = p.(play.Scored).Score(seat)
	}
	return all
}

// MarshalJSON returns the game as an object on one line. It fails if Check finds a fault in the
// game.
func (g *Game) MarshalJSON() ([]byte, error) {
	end, err := g.Check()
	if err != nil {
		return nil, err
	}
	j := jsonGame{
		First: g.First + 1, Players: g.Players, Moves: make([]string, len(g.Moves)),
		Reason: g.Reason, Opening: g.Opening, Seconds: g.Seconds, Date: g.Date, Notes: g.Notes,
	}
	if j.Players == nil {
		j.Players = make([]string, g.Of.Seats())
	}
	for i, m := range g.Moves {
		j.Moves[i] = g.Of.Format(m)
	}
	if !g.Of.IsDefault() {
		j.Kind = g.Of.Name
	}
	if g.Setup != nil {
		j.Setup = FormatSetup(g.Of, g.Setup)
	}
	if g.Of.ByPoints {
		j.Scores, j.Result = scores(g.Of, end), g.Result
		if !slices.ContainsFunc(g.Seconds, func(s float64) bool { return s != 0 }) {
			j.Seconds = nil
		}
	} else {
		j.Shares, j.Forfeit, j.Standing = g.Shares, g.Forfeit, g.Standing
	}
	text, err := marshal(j)
	if err != nil || len(g.Extra) == 0 {
		return text, err
	}
	for _, name := range g.members() {
		if _, ok := g.Extra[name]; ok {
			return nil, fmt.Errorf("record: extra member %q is the game's own", name)
		}
	}
	extra, err := marshal(g.Extra)
	if err != nil {
		return nil, err
	}
	return slices.Concat(text[:len(text)-1], []byte(","), extra[1:]), nil
}

// Line returns the game as a line of JSON with its end.
func (g *Game) Line() ([]byte, error) {
	text, err := g.MarshalJSON()
	if err != nil {
		return nil, err
	}
	return append(text, '\n'), nil
}

// marshal is json.Marshal without the escaping of &, < and >, which only browsers need.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// UnmarshalJSON reads and checks the output of MarshalJSON, with moves in any notation. An object
// without a kind is of the default game. Unknown members go to Extra. An error is a *PlaceError,
// and the game then has the moves before the place.
func (g *Game) UnmarshalJSON(text []byte) error {
	*g = Game{}
	bad := g.parse(text)
	if bad == nil {
		return nil
	}
	return &PlaceError{Line: 1, Column: 1 + utf8.RuneCount(text[:min(bad.at, len(text))]), Err: bad.err}
}

// ErrSummary reports that a line of JSON is the summary of a match, not a game.
var ErrSummary = errors.New("the summary of a match, want a game")

// ParseJSON reads a game on a line of JSON; see Game.UnmarshalJSON. The game is not nil.
func ParseJSON(line []byte) (*Game, error) {
	g := &Game{}
	return g, g.UnmarshalJSON(line)
}

// maxJSON is the number of bytes that a line of JSON may have.
const maxJSON = 1 << 20

// ReadJSON reads games, one object a line; empty lines and summaries of matches are passed
// over. An error is a *PlaceError, or the reader's. The games before it are returned, too.
func ReadJSON(r io.Reader) ([]*Game, error) {
	var games []*Game
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxJSON+1)
	number := 0
	for lines.Scan() {
		number++
		line := lines.Bytes()
		if number == 1 {
			line = bytes.TrimPrefix(line, []byte(byteOrderMark))
		}
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		g, err := ParseJSON(line)
		switch place := (*PlaceError)(nil); {
		case errors.Is(err, ErrSummary):
			continue
		case errors.As(err, &place):
			place.Line = number
			return games, place
		}
		games = append(games, g)
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return games, &PlaceError{Line: number + 1, Column: 1, Err: fmt.Errorf("more than %d bytes, want a game on the line", maxJSON)}
	case err != nil:
		return games, fmt.Errorf("record: %w", err)
	}
	return games, nil
}

// WriteJSON writes games, one object a line.
func WriteJSON(w io.Writer, games ...*Game) error {
	for _, g := range games {
		line, err := g.Line()
		if err != nil {
			return err
		}
		if _, err := w.Write(line); err != nil {
			return fmt.Errorf("record: %w", err)
		}
	}
	return nil
}

// value is a JSON value and its place in the text.
type value struct {
	text json.RawMessage
	at   int
}

// badValue describes an error at a place of a text.
type badValue struct {
	at  int
	err error
}

func (v value) fail(format string, args ...any) *badValue {
	return &badValue{v.at, fmt.Errorf(format, args...)}
}

// decode reads a value into a Go value; unknown members of objects are errors.
func (v value) decode(into any, name, want string) *badValue {
	d := json.NewDecoder(bytes.NewReader(v.text))
	d.DisallowUnknownFields()
	if d.Decode(into) != nil {
		return v.fail("%s %.60s, want %s", name, v.text, want)
	}
	return nil
}

// open enters the object or array in the text.
func open(text []byte, delim json.Delim, want string) (*json.Decoder, *badValue) {
	d := json.NewDecoder(bytes.NewReader(text))
	t, err := d.Token()
	if err != nil {
		return nil, syntaxError(text, d, err)
	}
	if t != delim {
		return nil, value{}.fail("%.60s, want %s", text, want)
	}
	return d, nil
}

// syntaxError locates a syntax error, in the words of encoding/json.
func syntaxError(text []byte, d *json.Decoder, err error) *badValue {
	if bad := (*json.SyntaxError)(nil); errors.As(err, &bad) && bad.Offset > 0 {
		return &badValue{int(min(bad.Offset, int64(len(text)))) - 1, fmt.Errorf("no JSON: %w", err)}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &badValue{len(text), errors.New("the end of the line within a game, want an object on one line")}
	}
	return &badValue{int(d.InputOffset()), fmt.Errorf("no JSON: %w", err)}
}

// next reads the next value.
func next(text []byte, d *json.Decoder) (v value, bad *badValue) {
	if err := d.Decode(&v.text); err != nil {
		return v, syntaxError(text, d, err)
	}
	v.at = int(d.InputOffset()) - len(v.text)
	return v, nil
}

// members returns the members of the object in the text, which must hold nothing else.
func members(text []byte) (map[string]value, *badValue) {
	d, bad := open(text, '{', "an object, a game such as "+`{"first":1,"players":["a","b"],"moves":["55u0"]}`)
	if bad != nil {
		return nil, bad
	}
	all := map[string]value{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return nil, syntaxError(text, d, err)
		}
		name := t.(string) // a member's name is always a string: Token fails otherwise
		at := int(d.InputOffset())
		v, bad := next(text, d)
		if bad != nil {
			return nil, bad
		}
		if _, twice := all[name]; twice {
			return nil, &badValue{at, fmt.Errorf("%q stands twice", name)}
		}
		all[name] = v
	}
	if _, err := d.Token(); err != nil {
		return nil, syntaxError(text, d, err)
	}
	if rest := bytes.TrimSpace(text[d.InputOffset():]); len(rest) > 0 {
		return nil, &badValue{len(text) - len(rest), fmt.Errorf("%.20q after the game, want the end of the line", rest)}
	}
	return all, nil
}

// elements returns the elements of the array in the value.
func (v value) elements(name, want string) (all []value, bad *badValue) {
	d, bad := open(v.text, '[', want)
	if bad != nil {
		return nil, v.fail("%s %w", name, bad.err)
	}
	for d.More() {
		e, bad := next(v.text, d)
		if bad != nil {
			return nil, bad
		}
		e.at += v.at
		all = append(all, e)
	}
	return all, nil
}

// element returns an element of an array, as the place of an error; the array itself if its
// elements cannot be read.
func (v value) element(i int, name, want string) value {
	all, bad := v.elements(name, want)
	if bad != nil {
		return v
	}
	return all[i]
}

// parse reads the object of a game.
func (g *Game) parse(text []byte) *badValue {
	all, bad := members(text)
	if bad != nil {
		return bad
	}
	take := func(name string) (value, bool) {
		v, ok := all[name]
		delete(all, name)
		return v, ok && string(v.text) != "null"
	}
	moves, hasMoves := all["moves"]
	delete(all, "moves")
	if _, ok := all["wins"]; !hasMoves && ok {
		return &badValue{0, ErrSummary}
	}
	if bad := g.parseKind(take("kind")); bad != nil {
		return bad
	}
	if !hasMoves {
		return &badValue{0, errors.New(`no "moves", want a list of moves`)}
	}
	seats := g.Of.Seats()
	wantFirst := "1"
	if g.Of.StartBy != nil {
		wantFirst = orList(seats)
	}
	firstValue, ok := take("first")
	if !ok {
		return &badValue{0, fmt.Errorf(`no "first", want the player who moved first, %s`, wantFirst)}
	}
	if bad := firstValue.decode(&g.First, "first", wantFirst); bad != nil {
		return bad
	}
	g.First--
	if v, ok := take("setup"); ok {
		if bad := g.parseSetup(v, firstValue); bad != nil {
			return bad
		}
	} else if _, err := g.Of.Begin(g.First); err != nil {
		bad := firstValue.fail("first %d, want %s", g.First+1, wantFirst)
		g.First = 0
		return bad
	}
	g.Players = make([]string, seats)
	if v, ok := take("players"); ok {
		names := []string{}
		if bad := v.decode(&names, "players", number(seats)+" names"); bad != nil {
			return bad
		}
		if len(names) != seats {
			return v.fail("players: %s, want %s", plural.Count(len(names), "name", "names"), number(seats))
		}
		g.Players = names
	}
	for name, text := range map[string]*string{"date": &g.Date, "reason": &g.Reason} {
		if v, ok := take(name); ok {
			if bad := v.decode(text, name, "text"); bad != nil {
				return bad
			}
		}
	}
	end, bad := g.parseMoves(moves)
	if bad != nil {
		return bad
	}
	if v, ok := take("notes"); ok {
		if bad := g.parseNotes(v); bad != nil {
			return bad
		}
	}
	if v, ok := take("opening"); ok {
		if bad := v.decode(&g.Opening, "opening", "a number of plies"); bad != nil {
			return bad
		}
		if g.Opening < 0 || g.Opening > len(g.Moves) {
			return v.fail("opening %d, want a number of plies, 0..%d", g.Opening, len(g.Moves))
		}
	}
	if v, ok := take("seconds"); ok {
		want := number(seats) + " times"
		if bad := v.decode(&g.Seconds, "seconds", want); bad != nil {
			return bad
		}
		if len(g.Seconds) != seats || slices.ContainsFunc(g.Seconds, func(s float64) bool { return s < 0 }) {
			g.Seconds = nil
			return v.fail("seconds %.60s, want %s, 0 or more", v.text, want)
		}
	}
	if bad := g.parseEnd(take, end); bad != nil {
		return bad
	}
	for name, v := range maps.All(all) {
		if g.Extra == nil {
			g.Extra = map[string]json.RawMessage{}
		}
		g.Extra[name] = v.text
	}
	return nil
}

// parseSetup reads the position that the game began from; first is the seat that moves first there.
func (g *Game) parseSetup(v, first value) (bad *badValue) {
	seat, text := g.First, ""
	g.First = 0
	if bad := v.decode(&text, "setup", "text, properties of SGF such as "+addsOf(g.Of, 0)+"[..]PL["+strings.ToUpper(g.Of.Colours[0])+"]"); bad != nil {
		return bad
	}
	s, err := ParseSetup(g.Of, text)
	if err != nil {
		return v.fail("setup: %w", err)
	}
	g.Setup = s
	start, err := g.Begin()
	if err != nil {
		return v.fail("setup: %w", err)
	}
	if g.First = play.First(start); seat != g.First {
		return first.fail("first %d, but the position that is set up has %s to move", seat+1, play.Seat(g.First))
	}
	return nil
}

// parseKind reads the game's name.
func (g *Game) parseKind(v value, ok bool) (bad *badValue) {
	name, err := "", error(nil)
	if ok {
		if bad := v.decode(&name, "kind", "the name of a game"); bad != nil {
			return bad
		}
		if name == "" {
			return v.fail(`kind "", want the name of a game`)
		}
	}
	switch g.Of, err = play.Find(name); {
	case err != nil && !ok:
		return v.fail(`no "kind", want the name of the game`)
	case err != nil:
		return v.fail("%w", err)
	}
	return nil
}

// parseEnd reads the end of the game; pos is the position after its moves.
func (g *Game) parseEnd(take func(string) (value, bool), end play.Position) *badValue {
	if g.Of.ByPoints {
		if v, ok := take("scores"); ok {
			all, got := []float64{}, scores(g.Of, end) // other programs write -27.0
			if bad := v.decode(&all, "scores", number(len(got))+" whole numbers"); bad != nil {
				return bad
			}
			if !slices.EqualFunc(all, got, func(a float64, b int) bool { return a == float64(b) }) {
				return v.fail("scores %.60s, the moves give %s", v.text, strings.ReplaceAll(fmt.Sprint(got), " ", ","))
			}
		}
		if v, ok := take("result"); ok {
			text := ""
			if bad := v.decode(&text, "result", "text such as B+5"); bad != nil {
				return bad
			}
			if g.Result = shortResult(text); !isResult(g.Result) {
				g.Result, g.Dropped.Properties = "", []string{fmt.Sprintf("result %.20q", text)}
			}
			if err := g.checkResult(end); err != nil {
				return v.fail("%w", err)
			}
		}
		return nil
	}
	if v, ok := take("standing"); ok {
		if bad := v.decode(&g.Standing, "standing", "text"); bad != nil {
			return bad
		}
		if err := g.checkStanding(end); err != nil {
			return v.fail("%w", err)
		}
	}
	if v, ok := take("forfeit"); ok {
		if bad := v.decode(&g.Forfeit, "forfeit", "true or false"); bad != nil {
			return bad
		}
	}
	if v, ok := take("shares"); ok {
		if bad := v.decode(&g.Shares, "shares", number(g.Of.Seats())+" numbers"); bad != nil {
			return bad
		}
		if err := g.checkShares(end); err != nil {
			return v.fail("%w", err)
		}
	}
	return nil
}

// number returns a number of seats in words.
func number(n int) string {
	if words := []string{2: "two", 3: "three", 4: "four"}; n >= 2 && n < len(words) {
		return words[n]
	}
	return strconv.Itoa(n)
}

// orList returns the numbers up to n, such as "1 or 2".
func orList(n int) string {
	var b strings.Builder
	for i := range n {
		switch i {
		case 0:
		case n - 1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(i + 1))
	}
	return b.String()
}

// parseMoves reads and plays the moves, and returns the end.
func (g *Game) parseMoves(v value) (end play.Position, bad *badValue) {
	const want = "a list of moves"
	end, err := g.Begin()
	if err != nil {
		return end, v.fail("%w", err)
	}
	var moves []string
	if json.Unmarshal(v.text, &moves) != nil {
		all, bad := v.elements("moves", want)
		for i, v := range all {
			if bad := v.decode(new(string), fmt.Sprintf("move %d:", i+1), "a move such as "+strconv.Quote(g.Of.Format(end.Moves()[0]))); bad != nil {
				return end, bad
			}
		}
		if bad == nil {
			bad = v.fail("moves %.60s, want %s", v.text, want)
		}
		return end, bad
	}
	for i, text := range moves {
		if err := g.Of.MakeMove(end, text); err != nil {
			g.Moves = slices.Clone(end.History())
			return end, v.element(i, "moves", want).fail("%w", err)
		}
	}
	g.Moves = slices.Clone(end.History())
	return end, nil
}

func (g *Game) parseNotes(v value) *badValue {
	const want = "a list of objects, one a move"
	what := func(i int) string { return fmt.Sprintf("note %d:", i+1) }
	var notes []play.Note
	if v.decode(&notes, "", "") != nil {
		all, bad := v.elements("notes", want)
		for i, v := range all {
			if bad := v.decode(new(play.Note), what(i), "an object of value, margin, visits, seconds, text"); bad != nil {
				return bad
			}
		}
		if bad == nil {
			bad = v.fail("notes %.60s, want %s", v.text, want)
		}
		return bad
	}
	if len(notes) > len(g.Moves) {
		return v.element(len(g.Moves), "notes", want).fail("%s on %s", plural.Count(len(notes), "note", "notes"), plural.Count(len(g.Moves), "move", "moves"))
	}
	for i, n := range notes {
		if err := checkNote(&n); err != nil {
			return v.element(i, "notes", want).fail("%s %w", what(i), err)
		}
	}
	g.Notes = notes
	return nil
}
