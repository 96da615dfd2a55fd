package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
)

// Board is an engine of a game of package boardgame. A pass is a move like others, if the game has
// one.
type Board struct {
	*session

	game    *boardgame.Game
	spec    string // of the player, one for all seats
	seed    uint64
	log     io.Writer
	players []boardgame.Player // by seat
	latest  boardgame.Player   // who made the latest move
	pos     boardgame.Position
}

// NewBoard returns an engine at the start of a game, whose moves the player of a specification
// chooses.
func NewBoard(name, version string, g *boardgame.Game, spec string, seed uint64, log io.Writer) *Board {
	e := &Board{game: g, spec: spec, seed: seed, log: log, players: make([]boardgame.Player, g.Seats()), pos: g.Start()}
	e.session = newSession(name, version, map[string]command{
		"all_legal":       {1, e.allLegal},
		"clear_board":     {0, e.clearBoard},
		"final_score":     {0, e.finalScore},
		"g":               {0, e.genmoveToMove},
		"genmove":         {1, e.genmove},
		"get_value":       {0, e.getValue},
		"move_values":     {0, e.moveValues},
		"p":               {1, e.playToMove},
		"play":            {2, e.play},
		"reg_genmove":     {1, e.regGenmove},
		"set_game":        {-1, e.setGame},
		"set_random_seed": {1, e.setRandomSeed},
		"showboard":       {0, e.showBoard},
		"undo":            {0, e.undo},
	})
	return e
}

// Close frees the players.
func (e *Board) Close() error {
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

// colour reads the name of a colour.
func (e *Board) colour(args []string) (int, error) {
	text, err := arg(args, 0, "a colour, one of "+strings.Join(e.game.Colours, ", "))
	if err != nil {
		return 0, err
	}
	for _, names := range [][]string{e.game.Colours, e.game.ColourNames} {
		if c := slices.IndexFunc(names, func(c string) bool { return strings.EqualFold(c, text) }); c >= 0 {
			return c, nil
		}
	}
	switch text := strings.ToLower(text); {
	case text == "black" && e.game.Colours[0] == "b":
		return 0, nil
	case text == "white" && e.game.Colours[1] == "w":
		return 1, nil
	}
	return 0, failf("invalid color argument '%s'", text)
}

// toMove checks that a colour is the one to move: in these games nobody moves twice unless the game
// says so.
func (e *Board) toMove(args []string) error {
	colour, err := e.colour(args)
	if err != nil {
		return err
	}
	if e.pos.Over() {
		return failf("the game is over")
	}
	if next := e.game.ToMove(e.pos); colour != next {
		return failf("it is not the turn of %s but of %s", e.game.Colours[colour], e.game.Colours[next])
	}
	return nil
}

// skipped reports whether a colour has no move left, in a game that skips its turns then.
func (e *Board) skipped(args []string) bool {
	colour, err := e.colour(args)
	p, ok := e.pos.(boardgame.Coloured)
	return err == nil && ok && p.Skipped(colour)
}

func (e *Board) allLegal(_ context.Context, args []string) (string, error) {
	if e.skipped(args) {
		return "", nil
	}
	if err := e.toMove(args); err != nil {
		return "", err
	}
	return strings.Join(e.pos.Moves(), "\n"), nil
}

func (e *Board) clearBoard(context.Context, []string) (string, error) {
	e.pos, e.latest = e.game.Start(), nil
	return "", nil
}

func (e *Board) finalScore(context.Context, []string) (string, error) {
	if p, ok := e.pos.(boardgame.Coloured); ok {
		return p.FinalScore(), nil
	}
	if !e.pos.Over() {
		return "", failf("the game is not over")
	}
	if text := e.pos.Standing(); text != "" {
		return text, nil
	}
	return boardgame.Outcome(e.pos.Shares()), nil
}

// play plays "COLOUR MOVE".
func (e *Board) play(_ context.Context, args []string) (string, error) {
	if err := e.toMove(args); err != nil {
		return "", err
	}
	move, err := arg(args, 1, "a move")
	if err != nil {
		return "", err
	}
	if err := e.pos.Play(strings.ToLower(move)); err != nil {
		return "", failf("illegal move: %v", err)
	}
	return "", nil
}

// playToMove plays "MOVE" for the colour to move.
func (e *Board) playToMove(ctx context.Context, args []string) (string, error) {
	return e.play(ctx, append([]string{e.game.Colours[e.game.ToMove(e.pos)]}, args...))
}

// genmoveToMove is genmove for the colour to move.
func (e *Board) genmoveToMove(ctx context.Context, _ []string) (string, error) {
	return e.generate(ctx, []string{e.game.Colours[e.game.ToMove(e.pos)]}, true)
}

func (e *Board) genmove(ctx context.Context, args []string) (string, error) {
	return e.generate(ctx, args, true)
}

func (e *Board) regGenmove(ctx context.Context, args []string) (string, error) {
	return e.generate(ctx, args, false)
}

// generate asks the player of the seat to move for a move, and makes it if play is true.
func (e *Board) generate(ctx context.Context, args []string, play bool) (string, error) {
	if e.skipped(args) {
		return "pass", nil
	}
	if err := e.toMove(args); err != nil {
		return "", err
	}
	seat := e.pos.ToMove()
	if e.players[seat] == nil {
		p, err := e.game.New(e.spec, boardgame.Env{Seat: seat, Seed: e.seed, Out: e.log, Log: e.log})
		if err != nil {
			return "", err
		}
		e.players[seat] = p
	}
	e.latest = e.players[seat]
	m, err := e.latest.Move(ctx, e.pos.Clone())
	if errors.Is(err, player.ErrResign) {
		return "resign", nil
	}
	if err != nil {
		return "", err
	}
	after := e.pos.Clone()
	if err := after.Play(m); err != nil {
		return "", failf("player generated illegal move: %v", err)
	}
	if play {
		e.pos = after
	}
	return m, nil
}

// setGame begins a game anew, perhaps in another variant.
func (e *Board) setGame(ctx context.Context, args []string) (string, error) {
	switch {
	case e.game.SetGame != "" && strings.EqualFold(args[0], e.game.SetGame):
		return e.clearBoard(ctx, nil)
	case e.game.Variant != nil:
		if g := e.game.Variant(args[0]); g != nil {
			if err := e.Close(); err != nil { // the players are of the game that was
				return "", err
			}
			e.game, e.players = g, make([]boardgame.Player, g.Seats())
			return e.clearBoard(ctx, nil)
		}
	}
	want := strconv.Quote(e.game.SetGame)
	if e.game.Variant != nil {
		want += " or a variant of it"
	}
	return "", failf("invalid argument: game %q, want %s", args[0], want)
}

func (e *Board) setRandomSeed(_ context.Context, args []string) (string, error) {
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

func (e *Board) showBoard(context.Context, []string) (string, error) {
	return "\n" + e.pos.Draw(false), nil
}

func (e *Board) undo(context.Context, []string) (string, error) {
	h := e.pos.History()
	if len(h) == 0 {
		return "", failf("cannot undo")
	}
	p := e.game.Start()
	for _, m := range h[:len(h)-1] {
		if err := p.Play(m); err != nil {
			return "", err
		}
	}
	e.pos = p
	return "", nil
}

func (e *Board) getValue(context.Context, []string) (string, error) {
	t, err := e.thoughts()
	if err != nil {
		return "", err
	}
	return strconv.FormatFloat(t[0].Value, 'f', 4, 64), nil
}

func (e *Board) moveValues(context.Context, []string) (string, error) {
	ts, err := e.thoughts()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, t := range ts {
		fmt.Fprintf(&b, "%d %.1f %.3f %s\n", t.Visits, float64(t.Visits), t.Value, t.Move)
	}
	return b.String(), nil
}

// thoughts returns what the player that moved last thought of its moves.
func (e *Board) thoughts() ([]boardgame.Thought, error) {
	thinker, ok := e.latest.(boardgame.Thinker)
	if !ok {
		return nil, failf("no search, or of a player that keeps no values")
	}
	t := thinker.Thoughts()
	if len(t) == 0 {
		return nil, failf("the latest search has no values: there was nothing to choose")
	}
	return t, nil
}
