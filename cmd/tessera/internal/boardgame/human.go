package boardgame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/suggest"
)

// humanPlayer asks a person.
type humanPlayer struct{ env Env }

func newHuman(env Env, _ *player.Options) (Player, error) {
	if env.In == nil || env.Out == nil {
		return nil, errNoTerminal
	}
	return &humanPlayer{env}, nil
}

func (a *humanPlayer) Name() string { return "human" }

func (a *humanPlayer) Close() error { return nil }

const humanCommands = `show         draw the board
list         list the moves made so far
moves        list the legal moves
hint         propose a move
undo         take back your last move and what came after it
resign       give the game up
quit         end the match
`

// commandNames are the commands that a person can give besides moves.
var commandNames = []string{"help", "show", "list", "moves", "hint", "undo", "resign", "quit"}

// Move asks until it has a legal move or a command that ends the turn. The end of the input leaves
// the match. A turn with nothing to choose but a pass is passed without asking.
func (a *humanPlayer) Move(ctx context.Context, pos Position) (string, error) {
	if moves := pos.Moves(); len(moves) == 1 && moves[0] == "pass" {
		fmt.Fprintf(a.env.Out, "%s has no move and passes\n", Seat(pos.ToMove()))
		return moves[0], nil
	}
	for {
		fmt.Fprintf(a.env.Out, "%s, your move (or help): ", a.mover(pos))
		line, err := a.env.In.Next(ctx)
		if err != nil {
			fmt.Fprintln(a.env.Out)
			if errors.Is(err, io.EOF) {
				return "", player.ErrQuit
			}
			return "", err
		}
		word := strings.ToLower(strings.TrimSpace(line))
		switch word {
		case "":
		case "help", "?":
			fmt.Fprint(a.env.Out, a.env.Game.MoveHelp+humanCommands)
		case "show":
			fmt.Fprint(a.env.Out, pos.Draw(a.env.Color))
		case "list":
			for i, m := range pos.History() {
				fmt.Fprintf(a.env.Out, "%d. %s\n", i+1, m)
			}
		case "moves":
			fmt.Fprintln(a.env.Out, strings.Join(pos.Moves(), " "))
		case "hint":
			if err := a.hint(ctx, pos); err != nil {
				return "", err
			}
		case "undo":
			if err := a.undo(pos); err != nil {
				return "", err
			}
		case "resign":
			return "", player.ErrResign
		case "quit", "exit":
			return "", player.ErrQuit
		default:
			after := pos.Clone()
			err := after.Play(word)
			if err == nil {
				return word, nil
			}
			text := err.Error()
			if !strings.ContainsAny(word, "0123456789,") {
				text += suggest.Phrase(word, commandNames)
			}
			fmt.Fprintln(a.env.Out, text)
		}
	}
}

// mover says whose turn it is, and with which colour if the game has names for them.
func (a *humanPlayer) mover(pos Position) string {
	if names := a.env.Game.ColourNames; len(names) > 0 {
		return fmt.Sprintf("%s (%s)", Seat(pos.ToMove()), names[a.env.Game.ToMove(pos)])
	}
	return Seat(pos.ToMove())
}

// hint proposes the move of a player by tree search or, where there is none, a random one.
func (a *humanPlayer) hint(ctx context.Context, pos Position) error {
	engine := "random"
	if a.env.Game.Search != nil {
		engine = "tree"
	}
	p, err := a.env.Game.New(engine, Env{Seat: pos.ToMove(), Seed: a.env.Seed})
	if err != nil {
		return err
	}
	defer p.Close()
	m, err := p.Move(ctx, pos)
	if err == nil {
		fmt.Fprintf(a.env.Out, "try %s, says %s\n", m, engine)
	}
	return err
}

// undo takes moves back up to the last turn of the seat to move that was not the one just before,
// as after an extra move.
func (a *humanPlayer) undo(pos Position) error {
	history := pos.History()
	for n := len(history) - 1; n >= 0; n-- {
		p := a.env.Game.Start()
		for _, m := range history[:n] {
			if err := p.Play(m); err != nil {
				return err
			}
		}
		if p.ToMove() == pos.ToMove() && len(p.Moves()) > 1 {
			return &Jump{p}
		}
	}
	fmt.Fprintln(a.env.Out, "there is no move of yours to take back")
	return nil
}
