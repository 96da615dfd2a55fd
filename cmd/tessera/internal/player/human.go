package player

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/show"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/suggest"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// humanPlayer asks a person.
type humanPlayer struct{ env Env }

func newHuman(env Env, _ *Options) (Player, error) {
	if env.In == nil || env.Out == nil {
		return nil, errors.New("there is no terminal to ask a person at")
	}
	if env.Show == nil {
		env.Show = func(pos *duo.Position) string {
			return show.Board(pos, show.Options{}) + show.Status(pos, show.Options{})
		}
	}
	return &humanPlayer{env}, nil
}

func (a *humanPlayer) Name() string { return "human" }

func (a *humanPlayer) Close() error { return nil }

const humanHelp = `a move       four characters: column and row of the reference square, 1..9 a..e; tile a..u;
             rotation 0..7. Or the squares that the tile covers, such as e10,e11,f10:
             columns a..n, rows 1..14 from the bottom up. On the board drawn, the labels
             above and on the left are for codes, the others for squares. "moves o"
             lists all codes of tile o; "tessera tiles o" draws its rotations, with
             the reference square
0000, pass   place nothing this turn
show         draw the board
list         list the moves made so far
moves [tile] list the legal moves, of all tiles or of one
hint         propose a move, by the engine of the other player if it has one
analyze [N]  the best N moves (5 unless given) by a tree search: how many leaves it saw below
             each, the value for you (100% is a win), the margin that it expects in your favour,
             and how the game may go on; = before what is certain
undo         take back your last move and what came after it
save FILE    write the game so far to a file: of Pentobi's form if its name ends in .blksgf,
             a line of JSON if in .json, the codes of the moves if in .txt
load FILE [N]  go on from the end of the first game in a file of any of these forms, or the Nth
resign       give the game up
quit         end the match
`

// command is what a person can say besides a move. It returns an error that ends the turn,
// or none to be asked again.
type command struct {
	name string
	args [2]int // fewest and most
	run  func(a *humanPlayer, ctx context.Context, pos *duo.Position, args []string) error
}

// commands returns the commands; run is asked with the number of arguments that it wants.
func commands() []command {
	return []command{
		{"help", [2]int{0, 0}, func(a *humanPlayer, _ context.Context, _ *duo.Position, _ []string) error {
			fmt.Fprint(a.env.Out, humanHelp)
			return nil
		}},
		{"show", [2]int{0, 0}, func(a *humanPlayer, _ context.Context, pos *duo.Position, _ []string) error {
			fmt.Fprint(a.env.Out, a.env.Show(pos))
			return nil
		}},
		{"list", [2]int{0, 0}, (*humanPlayer).history},
		{"moves", [2]int{0, 1}, (*humanPlayer).moves},
		{"hint", [2]int{0, 0}, (*humanPlayer).hint},
		{"analyze", [2]int{0, 1}, (*humanPlayer).analyze},
		{"undo", [2]int{0, 0}, (*humanPlayer).undo},
		{"save", [2]int{1, 1}, (*humanPlayer).save},
		{"load", [2]int{1, 2}, (*humanPlayer).load},
		{"resign", [2]int{0, 0}, func(*humanPlayer, context.Context, *duo.Position, []string) error { return ErrResign }},
		{"quit", [2]int{0, 0}, func(*humanPlayer, context.Context, *duo.Position, []string) error { return ErrQuit }},
	}
}

// commandNames returns the names of the commands.
func commandNames() (names []string) {
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// Move asks until it has a legal move or a command that ends the turn. A turn
// without a legal placement is passed without asking. The end of the input
// leaves the match.
func (a *humanPlayer) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	if !pos.HasLegalMove() {
		fmt.Fprintf(a.env.Out, "%v has no legal placement and passes\n", pos.ToMove())
		return duo.Pass, nil
	}
	for {
		fmt.Fprintf(a.env.Out, "%v, your move (or help): ", pos.ToMove())
		line, err := a.env.In.Next(ctx)
		if err != nil {
			fmt.Fprintln(a.env.Out)
			if errors.Is(err, io.EOF) {
				return 0, ErrQuit
			}
			return 0, err
		}
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		if !looksLikeMove(words[0]) {
			if err := a.obey(ctx, pos, strings.ToLower(words[0]), words[1:]); err != nil {
				return 0, err
			}
			continue
		}
		if len(words) > 1 {
			fmt.Fprintf(a.env.Out, "%q: want one move or command, see help\n", strings.Join(words, " "))
			continue
		}
		m, err := duo.ParseMove(strings.ToLower(words[0]))
		if err == nil {
			err = pos.Check(m)
		}
		if err != nil {
			fmt.Fprintln(a.env.Out, strings.TrimPrefix(err.Error(), "duo: "))
			continue
		}
		return m, nil
	}
}

// looksLikeMove reports whether a word is meant for a move: those have digits, commands have none.
func looksLikeMove(word string) bool {
	return strings.ContainsAny(word, "0123456789,") || strings.EqualFold(word, "pass")
}

// obey carries a command out.
func (a *humanPlayer) obey(ctx context.Context, pos *duo.Position, name string, args []string) error {
	switch name {
	case "?":
		name = "help"
	case "exit":
		name = "quit"
	}
	for _, c := range commands() {
		switch {
		case c.name != name:
		case len(args) < c.args[0] || len(args) > c.args[1]:
			fmt.Fprintf(a.env.Out, "%s: %d words after it, want %s, see help\n", name, len(args),
				map[[2]int]string{{0, 0}: "none", {0, 1}: "none or one, the letter of a tile", {1, 1}: "one, the name of a file", {1, 2}: "the name of a file, and perhaps the number of a game in it"}[c.args])
			return nil
		default:
			return c.run(a, ctx, pos, args)
		}
	}
	fmt.Fprintf(a.env.Out, "%q is neither a move nor a command; the commands are %s%s\n",
		name, strings.Join(commandNames(), ", "), suggest.Phrase(name, commandNames()))
	return nil
}

// history prints the moves made so far.
func (a *humanPlayer) history(_ context.Context, pos *duo.Position, _ []string) error {
	h := pos.History()
	if len(h) == 0 {
		fmt.Fprintln(a.env.Out, "no move has been made yet")
	}
	mover := pos.FirstToMove()
	for i, m := range h {
		fmt.Fprintf(a.env.Out, "%d. %v %s = %s\n", i+1, mover, m, m.CellList())
		mover = mover.Rival()
	}
	return nil
}

// hint proposes a move of the other player's engine, in software; of the tree search, if the
// other player has none.
func (a *humanPlayer) hint(ctx context.Context, pos *duo.Position, _ []string) error {
	engine, _, _ := strings.Cut(a.env.Rival, ":")
	engine = strings.TrimPrefix(engine, "chip-")
	if engine != "montecarlo" && engine != "minimax" {
		engine = "tree"
	}
	m, thoughts, err := a.consult(ctx, pos, engine)
	if err != nil {
		return err
	}
	why := ""
	if len(thoughts) > 0 && thoughts[0].Margin != nil {
		why = fmt.Sprintf(": %.0f%% for you, expected margin %+.1f", 100*thoughts[0].Value, *thoughts[0].Margin)
	}
	fmt.Fprintf(a.env.Out, "try %s = %s, says %s%s\n", m, m.CellList(), engine, why)
	return nil
}

// analyze shows what the tree search thinks of the best moves.
func (a *humanPlayer) analyze(ctx context.Context, pos *duo.Position, args []string) error {
	n := analyzedMoves
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 {
			fmt.Fprintf(a.env.Out, "analyze: %q, want a number of moves, 1 or more\n", args[0])
			return nil
		}
	}
	_, thoughts, err := a.consult(ctx, pos, "tree")
	if err != nil {
		return err
	}
	fmt.Fprint(a.env.Out, FormatThoughts(thoughts, n, duo.Move.String))
	return nil
}

// consult asks an engine for a move, and for what it thought of the moves if it says so.
func (a *humanPlayer) consult(ctx context.Context, pos *duo.Position, engine string) (m duo.Move, thoughts []Thought, err error) {
	p, err := New(engine, Env{Player: pos.ToMove(), Seed: a.env.Seed})
	if err != nil {
		return 0, nil, err
	}
	defer p.Close()
	if m, err = p.Move(ctx, pos); err != nil {
		return 0, nil, err
	}
	if t, ok := p.(Thinker); ok {
		thoughts = t.Thoughts()
	}
	return m, thoughts, nil
}

// undo takes moves back until the last turn of the player to move that was not a forced
// pass, or to the start.
func (a *humanPlayer) undo(_ context.Context, pos *duo.Position, _ []string) error {
	switch {
	case a.env.NoWayBack:
		fmt.Fprintln(a.env.Out, "this game has no way back")
		return nil
	case pos.Plies() < 2:
		fmt.Fprintln(a.env.Out, "there is no move of yours to take back")
		return nil
	}
	p, pl := *pos, pos.ToMove()
	for p.Plies() > 0 {
		p.Undo()
		if p.ToMove() == pl && p.HasLegalMove() {
			break
		}
	}
	return &Jump{p}
}

// save writes the game to a file, in the form that its name asks for.
func (a *humanPlayer) save(_ context.Context, pos *duo.Position, args []string) error {
	form, err := record.FormOf(args[0])
	var text bytes.Buffer
	if err == nil {
		var names [2]string
		names[a.env.Player], names[a.env.Player.Rival()] = a.Name(), a.env.Rival
		err = form.Write(&text, record.FromPosition(pos, names))
	}
	if err == nil {
		err = record.Replace(args[0], text.Bytes())
	}
	if err != nil {
		fmt.Fprintln(a.env.Out, "save:", err)
		return nil
	}
	fmt.Fprintf(a.env.Out, "%d moves written to %s\n", pos.Plies(), args[0])
	return nil
}

// load goes on from a game in a file.
func (a *humanPlayer) load(ctx context.Context, pos *duo.Position, args []string) error {
	if a.env.NoWayBack {
		fmt.Fprintln(a.env.Out, "this game has no way back")
		return nil
	}
	number := 1
	if len(args) > 1 {
		var err error
		if number, err = strconv.Atoi(args[1]); err != nil || number < 1 {
			fmt.Fprintf(a.env.Out, "load: game %q, want a number from 1\n", args[1])
			return nil
		}
	}
	g, err := record.Load(ctx, args[0], number, pos.FirstToMove())
	var p duo.Position
	if err == nil {
		p, err = g.Position()
	}
	if err == nil && p.Over() {
		err = fmt.Errorf("%s: the game is over", args[0])
	}
	if err != nil {
		fmt.Fprintln(a.env.Out, "load:", err)
		return nil
	}
	fmt.Fprintf(a.env.Out, "%d moves read from %s\n", p.Plies(), args[0])
	return &Jump{p}
}

// moves prints the legal moves, of one tile if args has its letter, one tile a
// paragraph, large tiles first.
func (a *humanPlayer) moves(_ context.Context, pos *duo.Position, args []string) error {
	only := -1
	if len(args) > 0 {
		w := strings.ToLower(args[0])
		if len(w) != 1 || w[0] < 'a' || w[0] >= 'a'+duo.NumTiles {
			fmt.Fprintf(a.env.Out, "tile %q, want a..u\n", w)
			return nil
		}
		only = int(w[0] - 'a')
	}
	var codes [duo.NumTiles][]string
	for _, m := range pos.LegalMoves(nil) {
		codes[m.Tile()] = append(codes[m.Tile()], m.String())
	}
	for t := duo.NumTiles - 1; t >= 0; t-- {
		switch {
		case only >= 0 && t != only:
		case len(codes[t]) > 0:
			fmt.Fprintf(a.env.Out, "%v (%d): %s\n", duo.Tile(t), len(codes[t]), strings.Join(codes[t], " "))
		case only >= 0 && !pos.TilesLeft(pos.ToMove()).Has(duo.Tile(t)):
			fmt.Fprintf(a.env.Out, "%v: the tile has been used\n", duo.Tile(t))
		case only >= 0:
			fmt.Fprintf(a.env.Out, "%v: no legal placement\n", duo.Tile(t))
		}
	}
	return nil
}
