// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package prompt asks a person at a terminal for moves, in any game of package play. Importing the
// package registers the person as a player of all games, "human".
package prompt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
	"github.com/tessera-fpga/tessera/play/progress"
	"github.com/tessera-fpga/tessera/play/record"
	"github.com/tessera-fpga/tessera/play/suggest"
)

func init() {
	play.RegisterKinds("", play.Kind{Name: "human", Help: "a person at the terminal; no options", Varies: play.Always, New: newHuman})
}

// human asks a person.
type human struct {
	env     play.Env
	squares bool // the latest move was typed as squares, and so are the answers
}

func newHuman(env play.Env, _ *play.Options) (play.Player, error) {
	if env.In == nil || env.Out == nil {
		return nil, errors.New("there is no terminal to ask a person at")
	}
	return &human{env: env}, nil
}

func (a *human) Name() string { return "human" }

func (a *human) Close() error { return nil }

// analyzedMoves is the default number of moves in an analysis.
const analyzedMoves = 5

// command is an input other than a move. An error that it returns ends the turn; without one the
// person is asked again.
type command struct {
	name string
	args [2]int // fewest and most
	want string // the expected argument
	help string // behind the name
	run  func(a *human, ctx context.Context, p play.Position, args []string) error
}

// commands returns the commands; run gets a number of arguments within its bounds.
func commands() []command {
	return []command{
		{"help", [2]int{0, 0}, "", "show this list", (*human).help},
		{"show", [2]int{0, 0}, "", "draw the board", (*human).show},
		{"list", [2]int{0, 0}, "", "list the moves made so far", (*human).history},
		{"moves", [2]int{0, 1}, "TILE", "list the legal moves, of one TILE if its letter is given", (*human).moves},
		{"hint", [2]int{0, 0}, "", "propose a move", (*human).hint},
		{"analyze", [2]int{0, 1}, "N", fmt.Sprintf("show the N best moves, %d unless given, as the tree search sees them: its visits of each, the value for you (100%% is a win), the margin that it expects in your favour, and how the game may go on; = before what is certain", analyzedMoves), (*human).analyze},
		{"level", [2]int{0, 1}, "N", "have a rival that is the tree search play at level N from now on, or show the levels", (*human).level},
		{"undo", [2]int{0, 0}, "", "take back your last move and the moves after it", (*human).undo},
		{"save", [2]int{1, 2}, "FILE", "write the game so far to a file: of Pentobi's form if its name ends in .blksgf, a line of JSON if in .json, the moves as text if in .txt" + overwriteHelp, (*human).save},
		{"load", [2]int{1, 2}, "FILE [N]", "go on from the end of the first game in a file of any of these forms, or the Nth; look at it if it is over", (*human).load},
		{"resign", [2]int{0, 0}, "", "give the game up", func(*human, context.Context, play.Position, []string) error { return play.ErrResign }},
		{"quit", [2]int{0, 0}, "", "end the match", func(*human, context.Context, play.Position, []string) error { return play.ErrQuit }},
	}
}

// overwriteHelp ends the help of save.
const overwriteHelp = `; "` + record.Overwrite + `" behind the name replaces any file, not only an earlier record`

// Commands returns the names of a person's commands.
func Commands() (names []string) {
	for _, c := range commands() {
		names = append(names, c.name)
	}
	return names
}

// Move asks until it has a legal move or a command that ends the turn. It makes a forced pass
// without asking. The end of the input leaves the match.
func (a *human) Move(ctx context.Context, p play.Position) (play.Move, error) {
	g := a.env.Game
	if g.OnlyPass(p) {
		fmt.Fprintf(a.env.Out, "%s has no legal move and passes\n", play.Seat(p.ToMove()))
		return g.Pass, nil
	}
	for {
		words, err := a.words(ctx, a.mover(p)+", your move (or help): ")
		if err != nil {
			return 0, err
		}
		if len(words) == 0 {
			continue
		}
		if !looksLikeMove(words[0]) {
			if err := a.obey(ctx, p, strings.ToLower(words[0]), words[1:]); err != nil {
				return 0, err
			}
			continue
		}
		if len(words) > 1 {
			fmt.Fprintf(a.env.Out, "%q: want one move or command, see help\n", strings.Join(words, " "))
			continue
		}
		text := strings.ToLower(words[0])
		m, wrong := g.Parse(text)
		if text == "pass" && !g.HasPass || g.HasPass && wrong == nil && m == g.Pass {
			fmt.Fprintln(a.env.Out, a.noPass(p))
			continue
		}
		a.squares = g.Squares != nil && squares.MatchString(text)
		if err := g.PlayText(p.Clone(), text); err != nil {
			fmt.Fprintln(a.env.Out, err)
			continue
		}
		return m, nil
	}
}

// words asks for a line and returns its words. The end of the input is ErrQuit.
func (a *human) words(ctx context.Context, question string) ([]string, error) {
	line, err := a.ask(ctx, question)
	if err != nil {
		if !errors.Is(err, ErrInterrupt) { // Ctrl-C ends the line itself
			fmt.Fprintln(a.env.Out)
		}
		if errors.Is(err, io.EOF) {
			return nil, play.ErrQuit
		}
		return nil, err
	}
	return strings.Fields(line), nil
}

// over answers what cannot be done in a game that is over.
const over = "the game is over; undo takes back your last move"

// Review asks for commands until one ends the match or goes on from another position.
func (a *human) Review(ctx context.Context, p play.Position) error {
	for {
		words, err := a.words(ctx, "the game is over, look at it (or help, quit): ")
		switch {
		case err != nil:
			return err
		case len(words) == 0:
			continue
		case !looksLikeMove(words[0]):
			err = a.obey(ctx, p, strings.ToLower(words[0]), words[1:])
		}
		if err != nil && !errors.Is(err, play.ErrResign) {
			return err
		}
		if err != nil || looksLikeMove(words[0]) {
			fmt.Fprintln(a.env.Out, over)
		}
	}
}

// squares matches a move as squares, in a game that has another notation, too.
var squares = regexp.MustCompile(`^[a-z][0-9]{1,2}(,|$)`)

// write writes a move in the notation in which the person types.
func (a *human) write(m play.Move) string {
	if a.squares {
		return a.env.Game.Squares(m)
	}
	return a.env.Game.Format(m)
}

// noPass answers a pass: p has a move, and the game passes for a seat without one, or skips it.
func (a *human) noPass(p play.Position) string {
	g := a.env.Game
	text := "there is no pass in " + g.Title
	if g.HasPass {
		text = "a pass is for a player without a legal move"
	}
	if c, ok := p.(play.Coloured); ok {
		var skipped []string
		for colour, name := range g.ColourNames {
			if c.Skipped(colour) {
				skipped = append(skipped, name)
			}
		}
		text += ": the game skips a colour without a move"
		if len(skipped) > 0 {
			text += ", now " + strings.Join(skipped, " and ")
		}
	}
	return fmt.Sprintf("%s; %s has %s", text, a.mover(p), plural.Count(len(p.Moves()), "legal move", "legal moves"))
}

// ask puts a question and returns the answer.
func (a *human) ask(ctx context.Context, question string) (string, error) {
	if in, ok := a.env.In.(asker); ok {
		return in.Ask(ctx, question, completions)
	}
	fmt.Fprint(a.env.Out, question)
	return a.env.In.Next(ctx)
}

// completions returns the words that can follow a text: commands at the beginning, files behind
// the commands for them.
func completions(before string) []string {
	words := strings.Fields(before)
	if last := len(words) - 1; last >= 0 && !strings.HasSuffix(before, " ") {
		words = words[:last]
	}
	switch {
	case len(words) == 0:
		return Commands()
	case len(words) > 1 || words[0] != "save" && words[0] != "load":
		return nil
	}
	files, _ := filepath.Glob(strings.TrimPrefix(before, words[0]+" ") + "*") // an invalid pattern matches no files
	for i, file := range files {
		if info, err := os.Stat(file); err == nil && info.IsDir() {
			files[i] += "/"
		}
	}
	return files
}

// mover names the seat to move, and its colour if the game has names for them.
func (a *human) mover(p play.Position) string {
	g := a.env.Game
	if _, ok := p.(play.Coloured); ok && len(g.ColourNames) > 0 {
		return fmt.Sprintf("%s (%s)", play.Seat(p.ToMove()), g.ColourNames[g.ToMove(p)])
	}
	return play.Seat(p.ToMove())
}

// looksLikeMove reports whether a word is probably a move: moves have digits, commands have none.
func looksLikeMove(word string) bool {
	return strings.ContainsAny(word, "0123456789,") || strings.EqualFold(word, "pass")
}

// obey executes a command.
func (a *human) obey(ctx context.Context, p play.Position, name string, args []string) error {
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
			want := c.want
			if want == "" {
				want = "none"
			}
			fmt.Fprintf(a.env.Out, "%s: %s after it, want %s, see help\n", name, plural.Count(len(args), "word", "words"), want)
			return nil
		default:
			return c.run(a, ctx, p, args)
		}
	}
	fmt.Fprintf(a.env.Out, "%.40q is neither a move nor a command; the commands are %s%s\n",
		name, strings.Join(Commands(), ", "), suggest.Phrase(name, Commands()))
	return nil
}

// help explains the notation of moves, and lists the commands.
func (a *human) help(context.Context, play.Position, []string) error {
	var rows [][2]string
	for line := range strings.Lines(a.env.Game.MoveHelp) {
		name, text, _ := strings.Cut(strings.TrimSpace(line), "  ")
		rows = append(rows, [2]string{name, strings.TrimSpace(text)})
	}
	for _, c := range commands() {
		want, text := c.want, c.help
		switch {
		case c.name == "moves" && a.env.Game.ListMoves == nil:
			want, text = "", "list the legal moves"
		case c.name == "save" && !a.env.Game.SGF:
			text = "write the game so far to a file: as a line of JSON if its name ends in .json, the moves as text if in .txt" + overwriteHelp
		}
		rows = append(rows, [2]string{strings.TrimSpace(c.name + " " + want), text})
	}
	column := 0
	for _, r := range rows {
		column = max(column, len(r[0]))
	}
	columns := textWidth
	if w := progress.Width(a.env.Out); w > 0 {
		columns = min(columns, w)
	}
	for _, r := range rows {
		fmt.Fprint(a.env.Out, Fold(fmt.Sprintf("%-*s  %s\n", column, r[0], r[1]), columns))
	}
	return nil
}

// Introduction describes the game and the notation of a move in one line.
func Introduction(g *play.Game) string {
	return fmt.Sprintf("%s: write a move as %s; help says more", g.Title, g.MoveForm)
}

func (a *human) show(_ context.Context, p play.Position, _ []string) error {
	fmt.Fprint(a.env.Out, p.Draw(a.env.Draw))
	return nil
}

// history prints the moves made so far.
func (a *human) history(_ context.Context, p play.Position, _ []string) error {
	g, h := a.env.Game, p.History()
	if len(h) == 0 {
		fmt.Fprintln(a.env.Out, "no move has been made yet")
	}
	replay, err := g.StartOf(p)
	if err != nil {
		return err
	}
	for i, m := range h {
		fmt.Fprintf(a.env.Out, "%d. %s %s\n", i+1, a.mover(replay), g.Both(m))
		if err := replay.Play(m); err != nil {
			return err
		}
	}
	return nil
}

// moves prints the legal moves, of one tile if args has its letter.
func (a *human) moves(_ context.Context, p play.Position, args []string) error {
	g := a.env.Game
	if g.ListMoves != nil {
		fmt.Fprint(a.env.Out, g.ListMoves(p, strings.Join(args, ""), a.write))
		return nil
	}
	if len(args) > 0 {
		fmt.Fprintf(a.env.Out, "moves: %q after it, want nothing in this game\n", args[0])
		return nil
	}
	fmt.Fprintln(a.env.Out, g.FormatMoves(p.Moves()))
	return nil
}

// hint proposes the move of the game's default player.
func (a *human) hint(ctx context.Context, p play.Position, _ []string) error {
	g := a.env.Game
	if p.Over() {
		fmt.Fprintln(a.env.Out, over)
		return nil
	}
	m, thoughts, err := a.consult(ctx, p)
	if err != nil {
		return err
	}
	why := ""
	if len(thoughts) > 0 {
		why = fmt.Sprintf(": %.0f%% for you", 100*thoughts[0].Value)
		if thoughts[0].Margin != nil {
			why += fmt.Sprintf(", expected margin %+.1f", *thoughts[0].Margin)
		}
	}
	text := g.Both(m)
	if a.squares {
		text = a.write(m)
	}
	fmt.Fprintf(a.env.Out, "try %s, says %s%s\n", text, g.DefaultPlayer, why)
	return nil
}

// analyze shows the tree search's evaluation of the best moves.
func (a *human) analyze(ctx context.Context, p play.Position, args []string) error {
	n := analyzedMoves
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 {
			fmt.Fprintf(a.env.Out, "analyze: %q, want a number of moves, 1 or more\n", args[0])
			return nil
		}
	}
	if p.Over() {
		fmt.Fprintln(a.env.Out, over)
		return nil
	}
	_, thoughts, err := a.consult(ctx, p)
	if err != nil {
		return err
	}
	if len(thoughts) == 0 {
		fmt.Fprintln(a.env.Out, "analyze: there is nothing to choose")
		return nil
	}
	if a.squares {
		fmt.Fprint(a.env.Out, play.FormatThoughts(thoughts, n, a.write))
	} else {
		fmt.Fprint(a.env.Out, a.env.Game.FormatThoughts(thoughts, n))
	}
	return nil
}

// consult asks the game's default player for a move, and for its thoughts of the moves if it is a
// play.Thinker.
func (a *human) consult(ctx context.Context, p play.Position) (m play.Move, thoughts []play.Thought, err error) {
	e, err := a.env.Game.New(a.env.Game.DefaultPlayer, play.Env{Seat: p.ToMove(), Seed: a.env.Seed})
	if err != nil {
		return 0, nil, err
	}
	defer e.Close()
	if m, err = e.Move(ctx, p); err != nil {
		return 0, nil, err
	}
	if t, ok := e.(play.Thinker); ok {
		thoughts = t.Thoughts()
	}
	return m, thoughts, nil
}

// level shows the levels of the tree search, or switches the rivals that are the tree search to
// another one.
func (a *human) level(_ context.Context, _ play.Position, args []string) error {
	levels := a.env.Game.Levels
	var rivals []int
	for seat, spec := range a.env.Seats {
		if name, _, _ := strings.Cut(spec, ":"); seat != a.env.Seat && name == "tree" {
			rivals = append(rivals, seat)
		}
	}
	if len(levels) == 0 || len(rivals) == 0 || a.env.Replace == nil {
		fmt.Fprintln(a.env.Out, "level: no rival of yours is the tree search")
		return nil
	}
	if len(args) == 0 {
		for i, l := range levels {
			by := ""
			if l.Flatten > 0 {
				by = ", with a weaker first impression"
			}
			if l.ByChance {
				by += ", drawn by chance"
			}
			fmt.Fprintf(a.env.Out, "%d  %s, %s a move%s\n", i+1, l.Name, plural.Count(l.Leaves, "leaf", "leaves"), by)
		}
		for _, seat := range rivals {
			fmt.Fprintf(a.env.Out, "%s is %s\n", play.Seat(seat), a.env.Seats[seat])
		}
		return nil
	}
	n, err := strconv.Atoi(args[0])
	if err != nil || n < 1 || n > len(levels) {
		fmt.Fprintf(a.env.Out, "level: %q, want 1..%d\n", args[0], len(levels))
		return nil
	}
	for _, seat := range rivals {
		if err := a.env.Replace(seat, play.AtLevel(a.env.Seats[seat], n)); err != nil {
			fmt.Fprintln(a.env.Out, "level:", err)
			return nil
		}
		fmt.Fprintf(a.env.Out, "%s plays at level %d, %s, from now on\n", play.Seat(seat), n, levels[n-1].Name)
	}
	return nil
}

// noWayBack refuses a command that would change the course of the game.
func (a *human) noWayBack() bool {
	if a.env.NoWayBack {
		fmt.Fprintln(a.env.Out, "this game has no way back")
	}
	return a.env.NoWayBack
}

// undo takes moves back to the person's previous turn with a choice.
func (a *human) undo(_ context.Context, p play.Position, _ []string) error {
	if a.noWayBack() {
		return nil
	}
	g, h := a.env.Game, p.History()
	for n := len(h) - 1; n >= 0; n-- {
		before, err := g.StartOf(p)
		if err == nil {
			before, err = g.Replay(before, h[:n])
		}
		if err != nil {
			return err
		}
		if before.ToMove() == a.env.Seat && !g.OnlyPass(before) && (n == 0 || len(before.Moves()) > 1) {
			return &play.Jump{Position: before}
		}
	}
	fmt.Fprintln(a.env.Out, "there is no move of yours to take back")
	return nil
}

// withHome returns the name of a file with the user's home for a ~ in front, as shells have it.
func withHome(name string) string {
	if rest, ok := strings.CutPrefix(name, "~/"); ok {
		if folder, err := os.UserHomeDir(); err == nil {
			return filepath.Join(folder, rest)
		}
	}
	return name
}

// save writes the game to a file, in the form that the file's extension selects.
func (a *human) save(_ context.Context, p play.Position, args []string) error {
	args = slices.Clone(args)
	args[0] = withHome(args[0])
	form, err := record.FormOf(args[0])
	if err == nil && len(args) > 1 && args[1] != record.Overwrite {
		err = fmt.Errorf("%q behind the file, want %s or nothing", args[1], record.Overwrite)
	}
	if err == nil {
		names := make([]string, a.env.Game.Seats())
		copy(names, a.env.Seats)
		names[a.env.Seat] = a.Name()
		err = record.Save(record.Disk, args[0], len(args) > 1, form, record.FromPosition(a.env.Game, p, names))
	}
	if err != nil {
		fmt.Fprintln(a.env.Out, "save:", err)
		return nil
	}
	fmt.Fprintf(a.env.Out, "%s written to %s\n", plural.Count(len(p.History()), "move", "moves"), args[0])
	return nil
}

// load continues a game from a file.
func (a *human) load(ctx context.Context, p play.Position, args []string) error {
	if a.noWayBack() {
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
	args = slices.Clone(args)
	args[0] = withHome(args[0])
	g, err := record.Load(ctx, args[0], number, a.env.Game, play.First(p))
	var at play.Position
	if err == nil && g.Of.Name != a.env.Game.Name {
		err = fmt.Errorf("%s: a game of %s, want one of %s", args[0], g.Of.Name, a.env.Game.Name)
	}
	if err == nil {
		at, err = g.Position()
	}
	if err != nil {
		fmt.Fprintln(a.env.Out, "load:", err)
		return nil
	}
	fmt.Fprintf(a.env.Out, "%s read from %s\n", plural.Count(len(at.History()), "move", "moves"), args[0])
	return &play.Jump{Position: at}
}
