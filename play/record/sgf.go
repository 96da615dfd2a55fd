// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tessera-fpga/tessera/play"
)

// colourOf returns the colour whose moves a property has, an index into Game.Colours: B and W, or
// 1 to 4 and, in early files of Pentobi, BLUE, YELLOW, RED and GREEN.
func colourOf(of *play.Game, property string) (colour int, ok bool) {
	for c, name := range of.Colours {
		if property == strings.ToUpper(name) {
			return c, true
		}
		if len(of.Colours) > 2 && c < len(of.ColourNames) && property == strings.ToUpper(of.ColourNames[c]) {
			return c, true
		}
	}
	return 0, false
}

// nameOf returns the property of a seat's name: PB and PW of two players, P1, P2 and so on of more.
func nameOf(of *play.Game, seat int) string {
	if of.Seats() == 2 {
		return [2]string{"PB", "PW"}[seat]
	}
	return "P" + strconv.Itoa(seat+1)
}

// sgfResult returns the result as SGF has it. Pentobi's form has none for more than two players.
func (g *Game) sgfResult(end play.Position) string {
	switch {
	case g.Result == play.FormatMargin(0) && !end.Over(): // adjudicated: a reader would look for points
		return ""
	case g.Result != "" || g.Of.ByPoints || g.Of.Seats() != 2:
		return g.Result
	case g.Shares == nil:
		return ""
	case g.Reason == "":
		return Result(g.Of, end)
	}
	winner := slices.Index(g.Shares, 1)
	switch {
	case winner < 0:
		return ""
	case g.Adjudicated():
		return winners[winner]
	}
	by := endings[play.Resigned]
	if g.Forfeit {
		by = endings[play.Failed]
		if strings.HasPrefix(g.Reason, lossOnTime) {
			by = endings[play.Late]
		}
	}
	return winners[winner] + by
}

// lossOnTime begins the reason of a game lost on time.
const lossOnTime = "loss on time"

// application is the property that names the program.
const application = "AP[tessera]"

// WriteSGF writes a game in Pentobi's form of SGF (its document Pentobi-SGF.md): a node a
// placement, squares from the bottom row up and from left to right, and no passes. Notes
// become comments.
func (g *Game) WriteSGF(w io.Writer) error {
	end, err := g.Position()
	if err != nil {
		return err
	}
	if err := SGF.Takes(g.Of); err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.WriteString("(;GM[" + g.Of.SetGame + "]CA[UTF-8]" + application)
	property := func(name, value string) {
		if value != "" {
			fmt.Fprintf(out, "%s[%s]", name, escape(value))
		}
	}
	property("DT", g.Date)
	for seat, name := range g.Players {
		property(nameOf(g.Of, seat), name)
	}
	property("RE", g.sgfResult(end))
	if g.Setup != nil {
		out.WriteString("\n" + FormatSetup(g.Of, g.Setup))
	}
	p, err := g.Begin()
	for ply, m := range g.Moves {
		colour := g.Of.ToMove(p)
		if err = p.Play(m); err != nil {
			break
		}
		if !g.Of.HasPass || m != g.Of.Pass {
			fmt.Fprintf(out, "\n;%s[%s]", strings.ToUpper(g.Of.Colours[colour]), g.Of.External(m))
			property("C", comment(g.note(ply)))
		}
	}
	out.WriteString(")\n")
	if err := errors.Join(err, out.Flush()); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// The lines of a comment. Pentobi has no special form for them and reads them as text.
const (
	valueMark  = "value "
	marginMark = "margin "
	visitsMark = "visits "
	timeMark   = "time "
	timeUnit   = " s"
)

// comment returns a note as the text of a comment.
func comment(n play.Note) string {
	var lines []string
	number := func(mark string, f *float64, unit string) {
		if f != nil {
			lines = append(lines, mark+strconv.FormatFloat(*f, 'f', -1, 64)+unit)
		}
	}
	number(valueMark, n.Value, "")
	number(marginMark, n.Margin, "")
	if n.Visits != 0 {
		lines = append(lines, visitsMark+strconv.Itoa(n.Visits))
	}
	if n.Seconds != 0 {
		number(timeMark, &n.Seconds, timeUnit)
	}
	if n.Text != "" {
		lines = append(lines, n.Text)
	}
	return strings.Join(lines, "\n")
}

// parseComment is the reverse of comment; unknown lines are text.
func parseComment(text string) (n play.Note) {
	var rest []string
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if !parseLine(&n, line) {
			rest = append(rest, line)
		}
	}
	n.Text = strings.Join(rest, "\n")
	return n
}

// parseLine parses a line of a comment if it has one of the forms above and a valid number.
func parseLine(n *play.Note, line string) bool {
	mark, rest, _ := strings.Cut(line, " ")
	try := *n
	f, err := strconv.ParseFloat(rest, 64)
	switch mark += " "; {
	case mark == valueMark && n.Value == nil:
		try.Value = &f
	case mark == marginMark && n.Margin == nil:
		try.Margin = &f
	case mark == visitsMark && n.Visits == 0:
		try.Visits, err = strconv.Atoi(rest)
	case mark == timeMark && n.Seconds == 0:
		try.Seconds, err = strconv.ParseFloat(strings.TrimSuffix(rest, timeUnit), 64)
	default:
		return false
	}
	if err != nil || checkNote(&try) != nil {
		return false
	}
	*n = try
	return true
}

// escape escapes a text for use between brackets.
func escape(text string) string {
	text = strings.ToValidUTF8(text, string(utf8.RuneError)) // the file says that it is UTF-8
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(text)
}

// ReadSGF reads the main variation of each game tree in a file: Game.Dropped counts the rest. A
// file that names no game holds the default game. One of two colours may move twice in a row, as in
// Pentobi's files: ReadSGF inserts the pass. A game that ends with passes keeps them. A wrong game
// comes with a *PlaceError and its moves before the fault; the next game follows. Other errors are
// the reader's, without a game. At least one game or error comes.
func ReadSGF(r io.Reader) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		text, err := io.ReadAll(r)
		if err != nil {
			yield(nil, fmt.Errorf("record: %w", err))
			return
		}
		for _, g := range readSGF(string(text), nil) {
			if !yield(g.game, g.err) {
				return
			}
		}
	}
}

// gameRead is a game as far as it could be read, with the fault that ended it.
type gameRead struct {
	game *Game // nil: there is none
	err  error
}

// readSGF is ReadSGF with the game of trees that name none; nil: the default one.
func readSGF(text string, of *play.Game) (games []gameRead) {
	if of == nil || !of.SGF {
		of, _ = play.Find("")
	}
	p := &sgfParser{text: strings.TrimPrefix(text, byteOrderMark)}
	outside := ""
	for {
		outside = strings.TrimSpace(outside + " " + p.skipText())
		if p.at == len(p.text) {
			break
		}
		begin := p.at
		g, err := p.game(of)
		if err != nil {
			// The next game may have been read as a part of this one, so the text ends before it.
			next := p.nextGame(begin)
			part := sgfParser{text: p.text[:next], at: begin, cut: next < len(p.text)}
			g, err = part.game(of)
			p.at = next
		}
		g.Dropped.Outside, outside = outside, ""
		games = append(games, gameRead{g, err})
	}
	if n := len(games); n > 0 && outside != "" {
		last := &games[n-1].game.Dropped.Outside
		*last = strings.TrimSpace(*last + " " + outside)
	}
	if len(games) == 0 {
		example := "(;GM[Blokus];1[a20])"
		if of != nil && of.SGF {
			example = fmt.Sprintf("(;GM[%s];B[e10])", of.SetGame)
		}
		return []gameRead{{nil, p.fail(0, "no game, want one in SGF, such as %s", example)}}
	}
	return games
}

// beginning matches the beginning of a game tree within other text.
var beginning = regexp.MustCompile(`\(\s*;`)

// skipText goes to the next game tree and returns the text before it: a mail or another program may
// have put some around the trees.
func (p *sgfParser) skipText() string {
	if p.peek() == '(' {
		return ""
	}
	begin, end := p.at, len(p.text)
	if next := beginning.FindStringIndex(p.text[begin:]); next != nil {
		end = begin + next[0]
	}
	p.at = end
	return strings.TrimSpace(p.text[begin:end])
}

// game reads a game.
func (p *sgfParser) game(of *play.Game) (*Game, error) {
	g := &sgfGame{Game: Game{Of: of}}
	err := p.tree(g, true)
	if err == nil {
		err = g.finish(p)
	}
	slices.Sort(g.Dropped.Properties)
	g.Dropped.Properties = slices.Compact(g.Dropped.Properties)
	return &g.Game, err
}

// nameWithin bounds the bytes of a game before the end of its name, so that the search for the next
// game takes time in proportion to the file.
const nameWithin = 2000

// begins reports whether a game begins here: its first node names the game, which no node of a
// variation does. A comment can hold such a text only with its brackets escaped.
func (p *sgfParser) begins() bool {
	try := sgfParser{text: p.text[:min(p.at+nameWithin, len(p.text))], at: p.at}
	for _, c := range "(;" {
		if try.peek() != byte(c) {
			return false
		}
		try.at++
	}
	for {
		property, err := try.property()
		if err != nil || property.name == "" {
			return false
		}
		if property.name == "GM" {
			return !strings.ContainsAny(property.values[0], "[]\\\n")
		}
	}
}

// nextGame returns the place of the game behind a wrong one. The wrong game ends with its tree, or
// earlier, where the next game begins, because the rest of it is lost.
func (p *sgfParser) nextGame(wrong int) int {
	begin := sgfParser{text: p.text, at: wrong + 1}
	for begin.at < len(p.text) && !(p.text[begin.at] == '(' && begin.begins()) {
		begin.at++
	}
	next := begin.at
	rest := sgfParser{text: p.text[:next], at: wrong}
	if rest.tree(&sgfGame{}, false) == nil {
		return rest.at
	}
	return next
}

// sgfParser reads the grammar of SGF.
type sgfParser struct {
	text string
	at   int
	cut  bool // the text ends where the next game begins
}

// fail returns an error at a place of the text.
func (p *sgfParser) fail(at int, format string, args ...any) error {
	before := p.text[:at]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return &PlaceError{1 + strings.Count(before, "\n"), 1 + utf8.RuneCountInString(line), fmt.Errorf(format, args...)}
}

func (p *sgfParser) skipBlanks() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r', '\v', '\f':
		default:
			return
		}
		p.at++
	}
}

// peek returns the next byte, 0 at the end.
func (p *sgfParser) peek() byte {
	p.skipBlanks()
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// found describes the text at the place, for messages.
func (p *sgfParser) found() string {
	if p.peek() == 0 && p.cut {
		return "the next game"
	}
	if p.peek() == 0 {
		return "the end of the file"
	}
	return strconv.QuoteRune([]rune(p.text[p.at:])[0])
}

// maxTreeDepth bounds variations within variations.
const maxTreeDepth = 1000

// tree reads a game tree; only the main variation adds to the game.
func (p *sgfParser) tree(g *sgfGame, main bool) error {
	if p.peek() != '(' {
		return p.fail(p.at, "%s, want the ( of a game tree", p.found())
	}
	p.at++
	if g.depth++; g.depth > maxTreeDepth {
		return p.fail(p.at, "more than %d variations within each other", maxTreeDepth)
	}
	defer func() { g.depth-- }()
	nodes, trees := 0, 0
	for {
		switch p.peek() {
		case ';':
			if trees > 0 {
				return p.fail(p.at, "a node behind a variation")
			}
			p.at++
			nodes++
			if err := p.node(g, main); err != nil {
				return err
			}
		case '(':
			if nodes == 0 {
				return p.fail(p.at, "a variation before the first node")
			}
			if trees++; trees > 1 && main {
				g.Dropped.Variations++
			}
			if err := p.tree(g, main && trees == 1); err != nil {
				return err
			}
		case ')':
			if nodes == 0 {
				return p.fail(p.at, "a game tree without a node")
			}
			p.at++
			return nil
		default:
			return p.fail(p.at, "%s, want ; ( or )", p.found())
		}
	}
}

// property is a property of a node.
type property struct {
	name   string
	values []string
	at     int // where the values begin
}

// property reads a property of a node; without a name: there is no further one.
func (p *sgfParser) property() (property, error) {
	c := p.peek()
	if p.digitProperty() {
		c = 'A'
	}
	if c < 'A' || c > 'Z' {
		if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' {
			return property{}, p.fail(p.at, "%s, want a property in capital letters", p.found())
		}
		return property{}, nil
	}
	start := p.at
	for p.at < len(p.text) && (p.text[p.at] >= 'A' && p.text[p.at] <= 'Z' || p.text[p.at] >= '0' && p.text[p.at] <= '9') {
		p.at++
	}
	read := property{name: p.text[start:p.at]}
	if p.peek() != '[' {
		return property{}, p.fail(p.at, "property %s: %s, want [", read.name, p.found())
	}
	read.at = p.at
	for p.peek() == '[' {
		v, err := p.value(read.name)
		if err != nil {
			return property{}, err
		}
		read.values = append(read.values, v)
	}
	return read, nil
}

// node reads the properties of a node.
func (p *sgfParser) node(g *sgfGame, main bool) error {
	g.moved = false
	var all []property
	for {
		property, err := p.property()
		if err != nil {
			return err
		}
		if property.name == "" {
			break
		}
		all = append(all, property)
	}
	if !main {
		return nil
	}
	// The meaning of the properties depends on the game's name, and a comment's on the move, in any
	// order within the node.
	rank := func(name string) int {
		if _, ok := colourOf(g.Of, name); ok {
			return 1
		}
		return 2
	}
	for _, property := range all {
		if property.name == "CA" {
			g.charset = property.values[0]
		}
	}
	for _, property := range all {
		for i, v := range property.values {
			var ok bool
			if property.values[i], ok = decodeText(g.charset, v); !ok {
				g.Dropped.Letters = true
			}
		}
	}
	for _, property := range all {
		if property.name == "GM" {
			if err := g.game(property.values[0]); err != nil {
				return p.fail(property.at, "%w", err)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b property) int { return rank(a.name) - rank(b.name) })
	if err := g.setUp(p, all); err != nil {
		return err
	}
	for _, property := range all {
		if isSetup(property.name) {
			continue
		}
		if property.name == "RE" {
			g.resultAt = property.at
		}
		if err := g.property(property.name, property.values); err != nil {
			return p.fail(property.at, "%w", err)
		}
	}
	return nil
}

// digitProperty reports whether a property begins with a digit here, such as 1, the moves of the
// first of four colours.
func (p *sgfParser) digitProperty() bool { return p.peek() >= '1' && p.peek() <= '4' }

// value reads a value in brackets.
func (p *sgfParser) value(property string) (string, error) {
	begin := p.at
	p.at++
	var v strings.Builder
	for ; p.at < len(p.text); p.at++ {
		c := p.text[p.at]
		switch c {
		case ']':
			p.at++
			return v.String(), nil
		case '\\':
			if p.at++; p.at == len(p.text) {
				continue
			}
			if c = p.text[p.at]; c == '\n' { // a soft line break
				continue
			}
		}
		v.WriteByte(c)
	}
	return "", p.fail(begin, "property %s: its ] is missing", property)
}

// sgfGame is a game while it is read.
type sgfGame struct {
	Game
	pos      play.Position // nil before the first move
	setup    *setup        // where the game begins; nil: as usual
	depth    int
	charset  string // from CA; "": none is named
	moved    bool   // the node has a move
	noted    bool   // there has been a comment on the latest move
	resultAt int
	alien    string // the first unknown property whose value is a move; "": none
}

// game reads the name of the game.
func (g *sgfGame) game(name string) error {
	of := play.BySetGame(name)
	switch {
	case of == nil || !of.SGF || name != of.SetGame:
		if slices.Contains(othersOfPentobi, name) {
			return fmt.Errorf("game %q, a variant that tessera does not play; want %s", name, strings.Join(sgfNames(), ", "))
		}
		return fmt.Errorf("game %q, want %s", name, strings.Join(sgfNames(), ", "))
	case g.pos != nil && of.Name != g.Of.Name:
		return fmt.Errorf("game %q behind moves of %q", name, g.Of.SetGame)
	case (g.setup != nil || g.First != 0 || g.Players != nil) && of.Name != g.Of.Name:
		return fmt.Errorf("game %q behind tiles or players of %q", name, g.Of.SetGame)
	}
	g.Of = of
	return nil
}

// othersOfPentobi are the names of Pentobi's other games in SGF.
var othersOfPentobi = []string{
	"Blokus Junior", "Blokus Trigon", "Blokus Trigon Two-Player", "Blokus Trigon Three-Player",
	"Nexos", "Nexos Two-Player", "GembloQ", "GembloQ Two-Player", "GembloQ Two-Player Four-Color", "GembloQ Three-Player",
	"Callisto", "Callisto Two-Player", "Callisto Two-Player Four-Color", "Callisto Three-Player",
}

// sgfNames returns the names, quoted, of the games with a form of SGF.
func sgfNames() (names []string) {
	for _, of := range play.AllVariants() {
		if of.SGF {
			names = append(names, strconv.Quote(of.SetGame))
		}
	}
	return names
}

// property reads a property of the main variation.
func (g *sgfGame) property(name string, values []string) error {
	if g.Of == nil {
		return errors.New("no property GM before, want the name of the game")
	}
	if colour, ok := colourOf(g.Of, name); ok {
		return g.move(colour, strings.Join(values, ",")) // early Pentobi: a value a square
	}
	value := values[0]
	for seat := range g.Of.Seats() {
		if name == nameOf(g.Of, seat) {
			if g.Players == nil {
				g.Players = make([]string, g.Of.Seats())
			}
			g.Players[seat] = value
			return nil
		}
	}
	switch {
	case slices.Contains([]string{"GM", "FF", "CA", "AP"}, name): // properties of the file
	case name == "RE" && g.Of.Seats() == 2:
		if short := shortResult(value); isResult(short) {
			g.Result = short
		} else {
			g.Dropped.Properties = append(g.Dropped.Properties, fmt.Sprintf("RE[%.20s]", value))
		}
	case name == "DT":
		g.Date = value
	case name == "C" && g.moved && !g.noted:
		g.setNote(len(g.Moves)-1, parseComment(value))
		g.noted = true
	default:
		g.Dropped.Properties = append(g.Dropped.Properties, name)
		squares := strings.Join(values, ",")
		if _, err := g.Of.Parse(squares); err == nil && strings.Contains(squares, ",") && g.alien == "" {
			g.alien = name
		}
	}
	return nil
}

// setUp carries out the properties of a node that set up a position. Moves before it become tiles of
// the position, as in Pentobi.
func (g *sgfGame) setUp(p *sgfParser, all []property) error {
	var own []property
	for _, property := range inOrder(all) {
		if isSetup(property.name) {
			own = append(own, property)
		}
	}
	if len(own) == 0 {
		return nil
	}
	if g.Of == nil {
		return p.fail(own[0].at, "no property GM before, want the name of the game")
	}
	s, moves, err := g.fixed()
	if err != nil {
		return p.fail(own[0].at, "%w", err)
	}
	before := s.Turn
	for _, property := range own {
		if err := s.property(property); err != nil {
			return p.fail(property.at, "%w", err)
		}
	}
	if len(own) == 1 && own[0].name == "PL" && g.pos != nil { // no new position: the moves name their colours
		if s.Turn != before {
			g.Dropped.Properties = append(g.Dropped.Properties, "PL")
		}
		return nil
	}
	g.Dropped.Before += moves
	g.pos, g.Moves, g.Notes = nil, nil, nil
	if s.empty() && (s.Turn == 0 || g.Of.StartBy != nil) { // the usual start
		g.setup, g.Setup, g.First = nil, nil, s.Turn
		return nil
	}
	g.setup = s
	start, err := g.Of.BeginFrom(&s.Setup)
	if err != nil {
		return p.fail(own[0].at, "property %s: %w", own[0].name, err)
	}
	g.First, g.Setup = play.First(start), play.SetupOf(start)
	return nil
}

// fixed returns the position so far as one that is set up, and the number of placements that have
// been moves until now.
func (g *sgfGame) fixed() (s *setup, moves int, err error) {
	s = newSetup(g.Of)
	if g.setup != nil {
		s.Setup, s.turn = *g.setup.Clone(), g.setup.turn
	}
	if g.pos == nil {
		return s, 0, nil
	}
	at, err := g.Game.Begin()
	for _, m := range g.Moves {
		if err != nil {
			break
		}
		if colour := g.Of.ToMove(at); !g.Of.HasPass || m != g.Of.Pass {
			s.Placed[colour] = append(s.Placed[colour], m)
			moves++
		}
		err = at.Play(m)
	}
	s.Turn, s.turn = g.Of.ToMove(g.pos), true
	return s, moves, err
}

// begin begins the game with a colour's move. If nothing says who moves first, the colour does.
func (g *sgfGame) begin(colour int) error {
	if g.setup == nil {
		first := 0
		if g.Of.StartBy != nil {
			first = colour
		}
		p, err := g.Of.Begin(first)
		if err != nil {
			return err
		}
		g.First, g.pos = first, p
		return nil
	}
	if !g.setup.turn {
		g.setup.Turn = colour
	}
	p, err := g.Of.BeginFrom(&g.setup.Setup)
	if err != nil {
		return err
	}
	g.pos, g.First, g.Setup = p, play.First(p), play.SetupOf(p)
	return nil
}

// move makes a move, after a pass if it is another colour's turn and the game has passes.
func (g *sgfGame) move(colour int, text string) error {
	if g.pos == nil {
		if err := g.begin(colour); err != nil {
			return err
		}
	}
	if c, ok := g.pos.(play.Coloured); ok && text == "" { // a pass, which some programs write
		if !c.Skipped(colour) {
			return fmt.Errorf("colour %s passes, but has moves", g.Of.Colours[colour])
		}
		return nil
	}
	if g.Of.ToMove(g.pos) != colour {
		if err := g.skip(colour); err != nil {
			return err
		}
	}
	if text = strings.ToLower(text); text == "" && g.Of.HasPass { // as SGF has a pass
		text = g.Of.Format(g.Of.Pass)
	}
	err := g.Of.MakeMove(g.pos, text)
	g.Moves = slices.Clone(g.pos.History())
	g.moved, g.noted = err == nil, false
	return err
}

// skip makes the colour to move pass, so that the next colour is to move.
func (g *sgfGame) skip(colour int) error {
	if c, ok := g.pos.(play.Coloured); ok { // which skips colours without a move itself
		names := g.Of.Colours
		switch {
		case g.pos.Over():
			return fmt.Errorf("colour %s moves, but the game is over", names[colour])
		case c.Skipped(colour):
			return fmt.Errorf("colour %s moves, but has no move left", names[colour])
		}
		return fmt.Errorf("colour %s moves, but colour %s is to move", names[colour], names[c.Colour()])
	}
	if !g.Of.HasPass || g.pos.Play(g.Of.Pass) != nil || g.Of.ToMove(g.pos) != colour {
		return fmt.Errorf("%s moves a second time, before %s's first move", play.Seat(colour), play.Seat(g.pos.ToMove()))
	}
	g.Moves = slices.Clone(g.pos.History())
	return nil
}

// finish adds the passes at the end of a game without further moves, or with a result of a finished
// game, and checks the result.
func (g *sgfGame) finish(p *sgfParser) error {
	if g.Of == nil {
		return p.fail(p.at, "no property GM, want the name of the game")
	}
	if g.pos == nil && g.alien != "" {
		return p.fail(p.at, "property %s has moves, want them in %s", g.alien, strings.ToUpper(strings.Join(g.Of.Colours, ", ")))
	}
	end := g.pos
	if end == nil {
		var err error
		if end, err = g.Game.Begin(); err != nil {
			return p.fail(p.at, "%w", err)
		}
	}
	wrong := func(err error) error { return p.fail(g.resultAt, "property RE: %w", err) }
	r, err := parseResult(g.Result)
	if g.Result != "" && err != nil {
		return wrong(err)
	}
	inPoints := g.Result != "" && r.by == ""
	last := end.Clone()
	for g.Of.HasPass && !last.Over() && (inPoints || g.Of.OnlyPass(last)) && last.Play(g.Of.Pass) == nil {
	}
	if last.Over() {
		end = last
		g.Moves = slices.Clone(end.History())
	}
	if err := g.checkResult(end); err != nil {
		return wrong(err)
	}
	if !g.Of.ByPoints {
		g.Standing = end.Standing()
		g.setShares(end, r.by)
	}
	return nil
}

// reasons are the reasons in results without a margin.
var reasons = map[string]string{
	endings[play.Resigned]: "resigned",
	endings[play.Late]:     lossOnTime,
	endings[play.Failed]:   "forfeit",
	notTold:                "for a reason not told",
}

// setShares sets the shares of a game that is not ByPoints: by is the result's.
func (g *sgfGame) setShares(end play.Position, by string) {
	switch {
	case end.Over() && (by == "" || by == notTold):
		g.Shares = end.Shares()
	case by != "":
		g.Shares, g.Reason = g.FinalShares(end), reasons[by]
		g.Forfeit = by == endings[play.Late] || by == endings[play.Failed]
	}
}

// shortResult returns a result in the short form, from spellings of other programs, such as
// B+Resign, b+r and B+5.0; "" for an empty one.
func shortResult(value string) string {
	value = strings.ToUpper(strings.TrimSpace(value))
	switch value {
	case "?", "VOID":
		return ""
	case "DRAW":
		return "0"
	}
	winner, by, ok := strings.Cut(value, "+")
	if !ok {
		return value
	}
	if long, ok := map[string]string{"RESIGN": "R", "TIME": "T", "FORFEIT": "F"}[by]; ok {
		by = long
	} else if whole, rest, ok := strings.Cut(by, "."); ok && strings.Trim(rest, "0") == "" {
		by = whole
	}
	return winner + "+" + by
}

// isResult reports whether a text is a result, or "".
func isResult(text string) bool {
	_, err := parseResult(text)
	return text == "" || err == nil
}
