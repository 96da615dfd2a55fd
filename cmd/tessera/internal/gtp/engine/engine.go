// Package engine is the side of GTP that plays; see package gtp.
package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
	"syscall"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/show"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// Engine answers commands with the help of a player.
type Engine struct {
	*session

	// Make makes the player of a colour, with a seed of its random choices. The same
	// specification serves both colours.
	Make func(side duo.Player, seed uint64) (player.Player, error)

	players [2]player.Player
	latest  player.Player // who made the latest move
	seed    uint64
	pos     duo.Position // a colour that had to pass has done so in it
}

// New returns an engine on an empty board.
func New(name, version string, seed uint64, newPlayer func(side duo.Player, seed uint64) (player.Player, error)) *Engine {
	e := &Engine{Make: newPlayer, seed: seed, pos: duo.NewPosition(duo.Player1)}
	e.session = newSession(name, version, map[string]command{
		"analyze":         {1, e.analyze},
		"all_legal":       {1, e.allLegal},
		"clear_board":     {0, e.clearBoard},
		"cputime":         {0, e.cpuTime},
		"final_score":     {0, e.finalScore},
		"g":               {0, e.genmoveToMove},
		"genmove":         {1, e.genmove},
		"get_value":       {0, e.getValue},
		"loadsgf":         {2, e.loadSGF},
		"move_values":     {0, e.moveValues},
		"p":               {-1, e.playToMove},
		"param":           {2, e.param},
		"play":            {-1, e.play},
		"reg_genmove":     {1, e.regGenmove},
		"savesgf":         {1, e.saveSGF},
		"set_game":        {-1, e.setGame},
		"set_random_seed": {1, e.setRandomSeed},
		"showboard":       {0, e.showBoard},
		"undo":            {0, e.undo},
	})
	return e
}

// Close frees the players.
func (e *Engine) Close() error {
	var failed error
	for i, p := range e.players {
		if p != nil {
			failed = errors.Join(failed, p.Close())
		}
		e.players[i] = nil
	}
	return failed
}

func colourArg(args []string) (duo.Player, error) {
	text, err := arg(args, 0, "a colour, b or w")
	if err != nil {
		return 0, err
	}
	pl, ok := record.ParseColour(text)
	if !ok {
		return 0, failf("invalid color argument '%s'", text)
	}
	return pl, nil
}

// turnOf returns the position with the turn given to a colour: the other one passes if it is
// not that colour's turn, and a game begins with the colour that moves first.
func (e *Engine) turnOf(pl duo.Player) (duo.Position, error) {
	pos := e.pos
	if pos.Plies() == 0 {
		return duo.NewPosition(pl), nil
	}
	if pos.ToMove() != pl {
		if err := pos.MakeMove(duo.Pass); err != nil {
			return pos, failf("%v", err)
		}
	}
	return pos, nil
}

// settle lets the colour to move pass if it has no move and the other one has: whose turn it
// is.
func (e *Engine) settle() {
	pos := e.pos
	if pos.Over() || pos.HasLegalMove() {
		return
	}
	pos.Play(duo.Pass)
	if pos.HasLegalMove() {
		e.pos = pos
	}
}

func (e *Engine) allLegal(_ context.Context, args []string) (string, error) {
	pl, err := colourArg(args)
	if err != nil {
		return "", err
	}
	pos, err := e.turnOf(pl)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, m := range pos.LegalMoves(nil) {
		b.WriteString(record.Squares(m) + "\n")
	}
	return b.String(), nil
}

func (e *Engine) clearBoard(context.Context, []string) (string, error) {
	e.pos = duo.NewPosition(duo.Player1)
	e.latest = nil
	return "", nil
}

func (e *Engine) cpuTime(context.Context, []string) (string, error) {
	var own, children syscall.Rusage
	if err := errors.Join(syscall.Getrusage(syscall.RUSAGE_SELF, &own), syscall.Getrusage(syscall.RUSAGE_CHILDREN, &children)); err != nil {
		return "", failf("cannot determine cpu time: %v", err)
	}
	seconds := 0.0
	for _, t := range []syscall.Timeval{own.Utime, own.Stime, children.Utime, children.Stime} {
		seconds += float64(t.Sec) + float64(t.Usec)/1e6
	}
	return strconv.FormatFloat(seconds, 'f', 3, 64), nil
}

func (e *Engine) finalScore(context.Context, []string) (string, error) {
	return record.Result(&e.pos), nil
}

// play plays "COLOUR MOVE".
func (e *Engine) play(_ context.Context, args []string) (string, error) {
	colour, move, _ := strings.Cut(args[0], " ")
	pl, err := colourArg([]string{colour})
	if err != nil {
		return "", err
	}
	return "", e.make(pl, move)
}

func (e *Engine) playToMove(_ context.Context, args []string) (string, error) {
	return "", e.make(e.pos.ToMove(), args[0])
}

// make makes a move of a colour.
func (e *Engine) make(pl duo.Player, text string) error {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return failf("missing argument, want a move, such as e9,d10,e10,f10,e11")
	}
	m, err := duo.ParseMove(text)
	if err != nil {
		return failf("invalid move: %v", errors.Unwrap(err))
	}
	if m == duo.Pass {
		return failf("play pass not supported: a colour may play twice in a row")
	}
	pos, err := e.turnOf(pl)
	if err != nil {
		return err
	}
	if bad := (*duo.MoveError)(nil); errors.As(pos.MakeMove(m), &bad) {
		return failf("illegal move: %s", bad.Reason())
	}
	e.pos = pos
	e.settle()
	return nil
}

func (e *Engine) genmoveToMove(ctx context.Context, _ []string) (string, error) {
	return e.generate(ctx, e.pos.ToMove(), true)
}

func (e *Engine) genmove(ctx context.Context, args []string) (string, error) {
	pl, err := colourArg(args)
	if err != nil {
		return "", err
	}
	return e.generate(ctx, pl, true)
}

func (e *Engine) regGenmove(ctx context.Context, args []string) (string, error) {
	pl, err := colourArg(args)
	if err != nil {
		return "", err
	}
	return e.generate(ctx, pl, false)
}

// generate asks the player of a colour for a move, and makes it if play is true.
func (e *Engine) generate(ctx context.Context, pl duo.Player, play bool) (string, error) {
	pos, err := e.turnOf(pl)
	if err != nil {
		return "", err
	}
	if !pos.HasLegalMove() {
		return "pass", nil
	}
	if e.players[pl] == nil {
		if e.players[pl], err = e.Make(pl, e.seed); err != nil {
			return "", err
		}
	}
	e.latest = e.players[pl]
	m, err := e.latest.Move(ctx, &pos)
	if errors.Is(err, player.ErrResign) {
		return "resign", nil
	}
	if err != nil {
		return "", err
	}
	if err := pos.Check(m); err != nil {
		return "", failf("player generated illegal move: %v", err)
	}
	if m == duo.Pass {
		return "", failf("player passes though it has a move")
	}
	if play {
		pos.Play(m)
		e.pos = pos
		e.settle()
	}
	return record.Squares(m), nil
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
	file, err := os.Open(name)
	if err != nil {
		return "", failf("%v", err)
	}
	defer file.Close()
	games, err := record.ReadSGF(file)
	if err != nil {
		return "", failf("%s: %v", name, err)
	}
	g := games[0]
	pos := duo.NewPosition(g.First)
	placed := 0
	for _, m := range g.Moves {
		if m != duo.Pass {
			if placed++; placed == moves {
				break
			}
		}
		pos.Play(m)
	}
	e.pos = withoutLastPasses(pos)
	e.settle()
	return "", nil
}

// withoutLastPasses takes back the passes at the end.
func withoutLastPasses(pos duo.Position) duo.Position {
	for pos.Plies() > 0 && pos.History()[pos.Plies()-1] == duo.Pass {
		pos.Undo()
	}
	return pos
}

func (e *Engine) saveSGF(_ context.Context, args []string) (string, error) {
	name, err := arg(args, 0, "a file")
	if err != nil {
		return "", err
	}
	var text bytes.Buffer
	if err := record.FromPosition(&e.pos, [2]string{}).WriteSGF(&text); err != nil {
		return "", failf("%v", err)
	}
	if err := record.Replace(name, text.Bytes()); err != nil {
		return "", failf("%v", err)
	}
	return "", nil
}

func (e *Engine) param(_ context.Context, args []string) (string, error) {
	switch len(args) {
	case 0:
		return fmt.Sprintf("seed %d", e.seed), nil
	case 1:
		return "", failf("missing argument, want the value of %q", args[0])
	}
	if args[0] != "seed" {
		return "", failf("unknown parameter '%s'", args[0])
	}
	return e.setRandomSeed(context.Background(), args[1:])
}

func (e *Engine) setGame(_ context.Context, args []string) (string, error) {
	if args[0] != record.GameName {
		return "", failf("invalid argument: game %q, want %q", args[0], record.GameName)
	}
	return e.clearBoard(context.Background(), nil)
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
	return "", e.Close() // the players are made afresh
}

func (e *Engine) showBoard(context.Context, []string) (string, error) {
	return "\n" + show.Board(&e.pos, show.Options{}) + show.Status(&e.pos, show.Options{}), nil
}

func (e *Engine) undo(context.Context, []string) (string, error) {
	pos := withoutLastPasses(e.pos)
	if pos.Plies() == 0 {
		return "", failf("cannot undo")
	}
	pos.Undo()
	e.pos = withoutLastPasses(pos)
	e.settle()
	return "", nil
}

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
		fmt.Fprintf(&b, "%d %.1f %.3f %s\n", t.Visits, float64(t.Visits), t.Value, record.Squares(t.Move))
	}
	return b.String(), nil
}

// analyze answers what move_values does as a table, with the expected margin and line of each
// move; its argument is the number of moves.
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
	return player.FormatThoughts(ts, n, record.Squares), nil
}

// thoughts returns what the player that moved last thought of its moves.
func (e *Engine) thoughts() ([]player.Thought, error) {
	thinker, ok := e.latest.(player.Thinker)
	if !ok {
		return nil, failf("no search, or of a player that keeps no values")
	}
	t := thinker.Thoughts()
	if len(t) == 0 {
		return nil, failf("the latest search has no values: there was nothing to choose")
	}
	return t, nil
}
