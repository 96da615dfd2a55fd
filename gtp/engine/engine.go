// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package engine answers the commands of the Go Text Protocol with a player of any game of package
// play; package gtp describes the protocol. [New] makes an engine, Serve answers a stream of
// commands, and Do answers one.
//
// File engine.go (here) has the commands of games, protocol.go the general commands and the syntax
// of commands and answers.
package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/internal/cputime"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// Engine answers commands with a player's moves.
type Engine struct {
	*session

	game    *play.Game
	spec    string // specification of the player, the same for all seats
	seed    uint64
	log     io.Writer
	players []play.Player // by seat; nil: not created yet
	latest  play.Player   // player of the latest move
	pos     play.Position // after the pass of a colour without a move

	params   [][2]string // options set by param, with their values
	resign   bool        // genmove may resign
	settings timeSettings
	files    record.Folder // files of commands
	clocks   *clocks       // nil: no limit
}

// New returns an engine at the start of a game. Players with the specification spec choose the
// moves, one per seat. log receives reports of slow work.
func New(name, version string, g *play.Game, spec string, seed uint64, log io.Writer) *Engine {
	e := &Engine{game: g, spec: spec, seed: seed, log: log, players: make([]play.Player, g.Seats()), pos: g.Start(), files: record.Disk}
	e.session = newSession(name, version, map[string]command{
		"all_legal":       {1, e.allLegal},
		"analyze":         {1, e.analyze},
		"clear_board":     {0, e.clearBoard},
		"cputime":         {0, e.cpuTime},
		"final_score":     {0, e.finalScore},
		"g":               {0, e.genmoveToMove},
		"genmove":         {1, e.genmove},
		"get_value":       {0, e.getValue},
		"loadsgf":         {2, e.loadSGF},
		"move_info":       {-1, e.moveInfo},
		"move_values":     {0, e.moveValues},
		"p":               {-1, e.playToMove},
		"param":           {2, e.param},
		"param_base":      {2, e.paramBase},
		"play":            {-1, e.play},
		"reg_genmove":     {1, e.regGenmove},
		"savesgf":         {2, e.saveSGF},
		"selfplay":        {3, e.selfPlay},
		"set_game":        {-1, e.setGame},
		"set_random_seed": {1, e.setRandomSeed},
		"showboard":       {0, e.showBoard},
		"time_left":       {3, e.timeLeft},
		"time_settings":   {3, e.timeSettings},
		"undo":            {0, e.undo},
	})
	return e
}

// Sandbox keeps the files of all commands within a folder.
func (e *Engine) Sandbox(folder *os.Root) { e.files = folder }

// fileError is the failure of a command that opens a file.
func (e *Engine) fileError(name string, err error) error {
	if folder, ok := e.files.(*os.Root); ok && !filepath.IsLocal(name) {
		return failf("%s is outside %s, the folder of this engine's files", name, folder.Name())
	}
	return failf("%v", err)
}

// overwrite reports whether the argument behind a file's name permits it to be replaced.
func overwrite(args []string, i int) (bool, error) {
	if i < len(args) && args[i] != record.Overwrite {
		return false, failf("%q behind the file, want %s or nothing", args[i], record.Overwrite)
	}
	return i < len(args), nil
}

// Close closes the players.
func (e *Engine) Close() error {
	var failed error
	for i, p := range e.players {
		if p != nil {
			failed = errors.Join(failed, p.Close())
		}
		e.players[i] = nil
	}
	e.latest = nil
	return failed
}

// colour parses the name of a colour.
func (e *Engine) colour(args []string) (int, error) {
	text, err := arg(args, 0, "a colour, one of "+strings.Join(e.game.Colours, ", "))
	if err != nil {
		return 0, err
	}
	if c, ok := e.game.ParseColour(text); ok {
		return c, nil
	}
	return 0, failf("invalid color argument '%s', want one of %s", text, strings.Join(e.game.Colours, ", "))
}

// turn returns the position with the turn given to the colour named by args. skipped means that the
// colour has no move for the rest of the game, so its turns are skipped.
func (e *Engine) turn(args []string) (pos play.Position, skipped bool, err error) {
	colour, err := e.colour(args)
	if err != nil {
		return nil, false, err
	}
	if c, ok := e.pos.(play.Coloured); ok && c.Skipped(colour) {
		return e.pos, true, nil
	}
	if pos, err = e.turnOf(colour); err != nil {
		return nil, false, err
	}
	return pos, e.game.HasPass && (pos.Over() || e.game.OnlyPass(pos)), nil
}

// turnOf returns the position with the turn given to a colour. In a game with passes, the other
// colour passes if necessary, and the colour may begin the game. In other games, moving out of turn
// is an error.
func (e *Engine) turnOf(colour int) (play.Position, error) {
	pos := e.pos.Clone()
	if e.game.HasPass {
		switch {
		case len(pos.History()) == 0 && play.SetupOf(pos) != nil:
			s := play.SetupOf(pos).Clone()
			s.Turn = colour
			return e.game.BeginFrom(s)
		case len(pos.History()) == 0 && e.game.StartBy != nil:
			pos = e.game.StartBy(colour)
		case e.game.ToMove(pos) != colour:
			if err := pos.Play(e.game.Pass); err != nil {
				return nil, failf("%v", err)
			}
		}
		return pos, nil
	}
	if pos.Over() {
		return nil, failf("the game is over")
	}
	if next := e.game.ToMove(pos); colour != next {
		return nil, failf("it is not the turn of %s but of %s", e.game.Colours[colour], e.game.Colours[next])
	}
	return pos, nil
}

// settle passes for the colour to move if it has no move and the other colour has one.
func (e *Engine) settle() {
	if !e.game.OnlyPass(e.pos) {
		return
	}
	pos := e.pos.Clone()
	if pos.Play(e.game.Pass) == nil && !pos.Over() && !e.game.OnlyPass(pos) {
		e.pos = pos
	}
}

// mover returns the name of the colour to move as an argument list.
func (e *Engine) mover() []string { return []string{e.game.Colours[e.game.ToMove(e.pos)]} }

func (e *Engine) allLegal(_ context.Context, args []string) (string, error) {
	pos, skipped, err := e.turn(args)
	if err != nil || skipped {
		return "", err
	}
	var b strings.Builder
	for _, m := range pos.Moves() {
		b.WriteString(e.game.External(m) + "\n")
	}
	return b.String(), nil
}

func (e *Engine) clearBoard(ctx context.Context, _ []string) (string, error) {
	e.pos, e.latest = e.game.Start(), nil
	// The players forget the game: the same position then gets the same answer.
	for _, p := range e.players {
		if s, ok := p.(play.Starter); ok {
			if _, err := s.Start(ctx); err != nil {
				return "", err
			}
		}
	}
	return "", e.resetClocks()
}

func (e *Engine) cpuTime(context.Context, []string) (string, error) {
	used := cputime.Process() + cputime.Children()
	if used == 0 {
		return "", failf("cannot determine cpu time: %v", errors.ErrUnsupported)
	}
	return strconv.FormatFloat(used.Seconds(), 'f', 3, 64), nil
}

func (e *Engine) finalScore(context.Context, []string) (string, error) {
	if p, ok := e.pos.(play.Coloured); ok {
		return p.FinalScore(), nil
	}
	if e.game.ByPoints {
		return play.FormatMargin(e.game.Margins(e.pos)[0]), nil
	}
	if !e.pos.Over() {
		return "", failf("the game is not over")
	}
	if text := e.pos.Standing(); text != "" {
		return text, nil
	}
	return play.Outcome(e.pos.Shares()), nil
}

// play implements play COLOUR MOVE.
func (e *Engine) play(_ context.Context, args []string) (string, error) {
	colour, move, _ := strings.Cut(args[0], " ")
	return "", e.make(colour, move)
}

// playToMove implements p MOVE, for the colour to move.
func (e *Engine) playToMove(_ context.Context, args []string) (string, error) {
	return "", e.make(e.mover()[0], args[0])
}

// make makes a move of a colour.
func (e *Engine) make(name, text string) error {
	colour, err := e.colour([]string{name})
	if err != nil {
		return err
	}
	if text = strings.ToLower(strings.TrimSpace(text)); text == "" {
		return failf("missing argument, want a move")
	}
	m, err := e.game.Parse(text)
	switch {
	case err != nil:
		return failf("invalid move: %v", err)
	case e.game.HasPass && m == e.game.Pass:
		return failf("play pass not supported: a colour may play twice in a row")
	}
	pos, err := e.turnOf(colour)
	if err != nil {
		return err
	}
	if err := pos.Play(m); err != nil {
		return failf("illegal move: %s", play.Reason(err))
	}
	e.pos = pos
	e.settle()
	return nil
}

// genmoveToMove is genmove for the colour to move.
func (e *Engine) genmoveToMove(ctx context.Context, _ []string) (string, error) {
	return e.generate(ctx, e.mover(), true)
}

func (e *Engine) genmove(ctx context.Context, args []string) (string, error) {
	return e.generate(ctx, args, true)
}

func (e *Engine) regGenmove(ctx context.Context, args []string) (string, error) {
	return e.generate(ctx, args, false)
}

// generate asks the player of the seat to move for a move and, if do is true, makes the move.
func (e *Engine) generate(ctx context.Context, args []string, do bool) (string, error) {
	pos, skipped, err := e.turn(args)
	switch {
	case err != nil:
		return "", err
	case skipped:
		return "pass", nil
	}
	seat := pos.ToMove()
	if e.players[seat] == nil {
		p, err := e.game.New(e.spec, play.Env{Seat: seat, Seed: e.seed, Clocked: e.clocks != nil, Out: e.log, Log: e.log})
		if err != nil {
			return "", err
		}
		e.players[seat] = p
	}
	e.latest = e.players[seat]
	if e.clocks != nil {
		play.SetClock(e.game, e.latest, pos, e.clocks.clock(seat))
	}
	begun := time.Now()
	m, err := e.latest.Move(ctx, pos.Clone())
	if e.clocks != nil && do {
		e.clocks.press(seat, time.Since(begun))
	}
	if errors.Is(err, play.ErrResign) {
		return "resign", nil
	}
	if err != nil {
		return "", err
	}
	if e.game.HasPass && m == e.game.Pass {
		return "", failf("player passes though it has a move")
	}
	if err := pos.Play(m); err != nil {
		return "", failf("player generated illegal move: %v", err)
	}
	if do && e.givesUp() {
		return "resign", nil
	}
	if do {
		e.pos = pos
		e.settle()
	}
	return e.game.External(m), nil
}

func (e *Engine) loadSGF(_ context.Context, args []string) (string, error) {
	name, err := arg(args, 0, "a file")
	if err != nil {
		return "", err
	}
	moves := -1
	if len(args) > 1 {
		if moves, err = strconv.Atoi(args[1]); err != nil || moves < 1 {
			return "", failf("move number %q, want 1 or more", args[1])
		}
	}
	file, err := e.files.Open(name)
	if err != nil {
		return "", e.fileError(name, err)
	}
	defer file.Close()
	next, stop := iter.Pull2(record.ReadSGF(file))
	defer stop()
	g, err, _ := next()
	if err != nil {
		return "", failf("%s: %v", name, err)
	}
	if left := g.Dropped; left.Variations > 0 || left.Before > 0 || left.Outside != "" {
		left.Properties = nil // a loaded position needs none of them
		fmt.Fprintf(e.log, "# %s: the main variation is loaded; left out: %s\n", name, left)
	}
	if g.Of.Name != e.game.Name {
		if err := e.change(g.Of.SetGame); err != nil {
			return "", failf("%s: %v", name, err)
		}
	}
	g.Of = e.game
	pos, err := g.Begin()
	if err != nil {
		return "", failf("%s: %v", name, err)
	}
	placed := 0
	for _, m := range g.Moves {
		if !(e.game.HasPass && m == e.game.Pass) {
			if placed++; placed == moves {
				break
			}
		}
		if err := pos.Play(m); err != nil {
			return "", failf("%s: %v", name, err)
		}
	}
	return "", e.back(pos, 0)
}

// back sets the engine's position to pos without its last moves. Passes at the end are also taken
// back, but do not count as moves.
func (e *Engine) back(pos play.Position, moves int) error {
	h := pos.History()
	passes := func() {
		for e.game.HasPass && len(h) > 0 && h[len(h)-1] == e.game.Pass {
			h = h[:len(h)-1]
		}
	}
	passes()
	if len(h) < moves {
		return failf("cannot undo")
	}
	h = h[:len(h)-moves]
	passes()
	p, err := e.game.StartOf(pos)
	if err == nil {
		p, err = e.game.Replay(p, h)
	}
	if err != nil {
		return err
	}
	e.pos = p
	e.settle()
	return nil
}

func (e *Engine) saveSGF(_ context.Context, args []string) (string, error) {
	name, err := arg(args, 0, "a file")
	if err != nil {
		return "", err
	}
	replace, err := overwrite(args, 1)
	if err != nil {
		return "", err
	}
	g := record.FromPosition(e.game, e.pos, make([]string, e.game.Seats()))
	if err := record.Save(e.files, name, replace, record.SGF, g); err != nil {
		return "", e.fileError(name, err)
	}
	return "", nil
}

// setGame starts a new game, perhaps in another variant.
func (e *Engine) setGame(ctx context.Context, args []string) (string, error) {
	return "", e.change(args[0])
}

// change starts a game of the variant with that set_game name.
func (e *Engine) change(name string) error {
	g := e.game
	if g.SetGame == "" || !strings.EqualFold(name, g.SetGame) {
		if g.Variant != nil {
			g = g.Variant(name)
		} else {
			g = nil
		}
	}
	if g == nil {
		want := []string{strconv.Quote(e.game.SetGame)}
		if len(e.game.Variants) > 0 {
			want = want[:0]
		}
		for _, title := range e.game.Variants {
			want = append(want, strconv.Quote(title))
		}
		return failf("invalid argument: game %q, want %s", name, strings.Join(want, ", "))
	}
	if g != e.game {
		if err := e.Close(); err != nil { // the players belong to the previous game
			return err
		}
		e.game, e.players = g, make([]play.Player, g.Seats())
	}
	e.pos, e.latest = e.game.Start(), nil
	return e.resetClocks()
}

func (e *Engine) setRandomSeed(_ context.Context, args []string) (string, error) {
	text, err := arg(args, 0, "a seed")
	if err != nil {
		return "", err
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return "", failf("seed %q, want a whole number, 0 or more", text)
	}
	e.seed = seed
	return "", e.Close() // the players will be created anew
}

func (e *Engine) showBoard(context.Context, []string) (string, error) {
	return "\n" + e.pos.Draw(play.DrawOptions{}), nil
}

func (e *Engine) undo(context.Context, []string) (string, error) { return "", e.back(e.pos, 1) }

func (e *Engine) getValue(context.Context, []string) (string, error) {
	t, err := e.thoughts()
	if err != nil {
		return "", err
	}
	return strconv.FormatFloat(t[0].Value, 'f', 4, 64), nil
}

func (e *Engine) moveValues(context.Context, []string) (string, error) {
	ts, err := e.thoughts()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, t := range ts {
		fmt.Fprintf(&b, "%d %.1f %.3f %s\n", t.Visits, float64(t.Visits), t.Value, e.game.External(t.Move))
	}
	return b.String(), nil
}

// analyze returns a table of the latest search: the value, expected margin and line of each move.
// Its argument is the number of moves.
func (e *Engine) analyze(_ context.Context, args []string) (string, error) {
	n := math.MaxInt
	if len(args) > 0 {
		var err error
		if n, err = strconv.Atoi(args[0]); err != nil || n < 1 {
			return "", failf("number of moves %q, want 1 or more", args[0])
		}
	}
	ts, err := e.thoughts()
	if err != nil {
		return "", err
	}
	return play.FormatThoughts(ts, n, e.game.External), nil
}

// thoughts returns the latest player's evaluations of its moves.
func (e *Engine) thoughts() ([]play.Thought, error) {
	thinker, ok := e.latest.(play.Thinker)
	if !ok {
		return nil, failf("no search, or of a player that keeps no values")
	}
	t := thinker.Thoughts()
	if len(t) == 0 {
		return nil, failf("the latest search has no values: there was nothing to choose")
	}
	return t, nil
}
