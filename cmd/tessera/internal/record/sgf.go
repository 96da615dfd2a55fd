package record

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gametext"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// GameName is the name of the game in SGF and GTP, as Pentobi has it.
const GameName = "Blokus Duo"

// colours are the names of the players in SGF: B is player 1, W player 2.
var colours = [2]string{"B", "W"}

// ParseColour reads a player's name in SGF or GTP, as Pentobi takes them.
func ParseColour(text string) (duo.Player, bool) {
	switch strings.ToLower(text) {
	case "b", "black", "blue":
		return duo.Player1, true
	case "w", "white", "green":
		return duo.Player2, true
	}
	return 0, false
}

// WriteSGF writes a game in Pentobi's form of SGF (its document Pentobi-SGF.md): a node a
// placement, squares from the bottom row up and from left to right, and no passes. Notes
// become comments.
func (g *Game) WriteSGF(w io.Writer) error {
	out := bufio.NewWriter(w)
	out.WriteString("(;GM[" + GameName + "]CA[UTF-8]AP[tessera]")
	property := func(name, value string) {
		if value != "" {
			fmt.Fprintf(out, "%s[%s]", name, escape(value))
		}
	}
	property("DT", g.Date)
	property("PB", g.Names[duo.Player1])
	property("PW", g.Names[duo.Player2])
	property("RE", g.Result)
	mover := g.First
	for ply, m := range g.Moves {
		if m != duo.Pass {
			fmt.Fprintf(out, "\n;%s[%s]", colours[mover], Squares(m))
			property("C", g.note(ply).comment())
		}
		mover = mover.Rival()
	}
	out.WriteString(")\n")
	if err := out.Flush(); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	return nil
}

// Squares returns a placement as the list of its squares in Pentobi's order: a1, b1, .., a2,
// and so on.
func Squares(m duo.Move) string {
	var rows [][]string // top row first
	last := -1
	for row, col := range m.Cells {
		if row != last {
			rows = append(rows, nil)
			last = row
		}
		i := len(rows) - 1
		rows[i] = append(rows[i], string(rune('a'+col))+strconv.Itoa(duo.BoardSize-row))
	}
	var all []string
	for i := len(rows) - 1; i >= 0; i-- {
		all = append(all, rows[i]...)
	}
	return strings.Join(all, ",")
}

// The lines of a comment. Pentobi has no form of its own for them: to it they are text.
const (
	valueMark  = "value "
	marginMark = "margin "
	visitsMark = "visits "
	timeMark   = "time "
	timeUnit   = " s"
)

// comment returns a note as the text of a comment.
func (n Note) comment() string {
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

// parseComment is the reverse of Note.comment; what it does not know is text.
func parseComment(text string) (n Note) {
	var rest []string
	for line := range strings.SplitSeq(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		if !n.parseLine(line) {
			rest = append(rest, line)
		}
	}
	n.Text = strings.Join(rest, "\n")
	return n
}

// parseLine takes a line of a comment if it is one of those above, with a number that can be.
func (n *Note) parseLine(line string) bool {
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
	if err != nil || try.check() != nil {
		return false
	}
	*n = try
	return true
}

// escape writes a text as it stands between brackets.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`).Replace(text)
}

// ReadSGF reads the game trees of a file, of each its main variation. Colours may move twice
// in a row, as in Pentobi's files: a pass stands between. A game that ends with passes has
// them. An error is a *PlaceError, or the reader's. The games before it are returned, too, and
// of the game that is wrong the moves before the place.
func ReadSGF(r io.Reader) ([]*Game, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	p := &sgfParser{text: strings.TrimPrefix(string(text), byteOrderMark)}
	var games []*Game
	for p.skipBlanks(); p.at < len(p.text); p.skipBlanks() {
		g := &sgfGame{}
		err := p.tree(g, true)
		if err == nil {
			err = g.finish(p)
		}
		games = append(games, &g.Game)
		if err != nil {
			return games, err
		}
	}
	if len(games) == 0 {
		return nil, p.fail(p.at, "no game, want one in SGF, such as (;GM[%s];B[e10])", GameName)
	}
	return games, nil
}

// sgfParser reads the grammar of SGF.
type sgfParser struct {
	text string
	at   int
}

// fail says what is wrong at a place of the text.
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

// found says what stands at the place, for messages.
func (p *sgfParser) found() string {
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
			trees++
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

// node reads the properties of a node.
func (p *sgfParser) node(g *sgfGame, main bool) error {
	g.moved = false
	for {
		c := p.peek()
		if c < 'A' || c > 'Z' {
			if c >= '0' && c <= '9' || c >= 'a' && c <= 'z' {
				return p.fail(p.at, "%s, want a property in capital letters", p.found())
			}
			return nil
		}
		start := p.at
		for p.at < len(p.text) && (p.text[p.at] >= 'A' && p.text[p.at] <= 'Z' || p.text[p.at] >= '0' && p.text[p.at] <= '9') {
			p.at++
		}
		name := p.text[start:p.at]
		if p.peek() != '[' {
			return p.fail(p.at, "property %s: %s, want [", name, p.found())
		}
		var values []string
		valuesAt := p.at
		for p.peek() == '[' {
			v, err := p.value(name)
			if err != nil {
				return err
			}
			values = append(values, v)
		}
		if !main {
			continue
		}
		if name == "RE" {
			g.resultAt = valuesAt
		}
		if err := g.property(name, values); err != nil {
			return p.fail(valuesAt, "%w", err)
		}
	}
}

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

// sgfGame is a game as it is read.
type sgfGame struct {
	Game
	pos      *duo.Position
	depth    int
	moved    bool // the node has a move
	resultAt int
}

// property takes a property of the main variation.
func (g *sgfGame) property(name string, values []string) error {
	value := values[0]
	switch name {
	case "GM":
		if value != GameName {
			return fmt.Errorf("game %q, want %q", value, GameName)
		}
	case "PB":
		g.Names[duo.Player1] = value
	case "PW":
		g.Names[duo.Player2] = value
	case "RE":
		g.Result = sgfResult(value)
	case "DT":
		g.Date = value
	case "C":
		if g.moved {
			g.setNote(len(g.Moves)-1, parseComment(value))
		}
	case "AB", "AW", "AE", "PL":
		return fmt.Errorf("property %s: a position that is set up is no game; only moves are read", name)
	case "B", "W":
		player, _ := ParseColour(name)
		return g.move(player, strings.Join(values, ",")) // early Pentobi: a value a square
	}
	return nil
}

// move makes a move, behind a pass if the colour is not to move.
func (g *sgfGame) move(player duo.Player, text string) error {
	if text = strings.ToLower(text); text == "" {
		text = duo.PassCode // as SGF has it
	}
	if g.pos == nil {
		g.First = player
		p := duo.NewPosition(player)
		g.pos = &p
	}
	if g.pos.ToMove() != player && gametext.Play(g.pos, duo.PassCode) != nil {
		return fmt.Errorf("%v moves a second time, before %v's first move", player, player.Rival())
	}
	err := gametext.Play(g.pos, text)
	g.Moves = slices.Clone(g.pos.History())
	g.moved = err == nil
	return err
}

// finish adds the passes at the end of a game of which nobody has a move any more, or of which
// the result says that it is over, and checks the result.
func (g *sgfGame) finish(p *sgfParser) error {
	end := duo.NewPosition(g.First)
	if g.pos != nil {
		end = *g.pos
	}
	passes := 0
	byResult := g.Result != "" && strings.Trim(g.Result, "BW+0123456789") == "" && !strings.HasSuffix(g.Result, "+")
	for !end.Over() && (byResult || !end.HasLegalMove()) && end.MakeMove(duo.Pass) == nil {
		passes++
	}
	if end.Over() {
		for range passes {
			g.Moves = append(g.Moves, duo.Pass)
		}
	}
	if err := checkResult(g.Result, &end); err != nil {
		return p.fail(g.resultAt, "property RE: %w", err)
	}
	return nil
}

// sgfResult returns a value of RE in the short form; "" if it says nothing.
func sgfResult(value string) string {
	if value == "?" || value == "Void" {
		return ""
	}
	return strings.NewReplacer("Draw", "0", "Resign", "R", "Time", "T", "Forfeit", "F").Replace(value)
}
