package player

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
)

// humanPlayer asks a person.
type humanPlayer struct {
	in  LineReader
	out io.Writer
}

func newHuman(env Env, _ *Options) (Player, error) {
	if env.In == nil || env.Out == nil {
		return nil, errors.New("there is no terminal to ask a person at")
	}
	return &humanPlayer{in: env.In, out: env.Out}, nil
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
moves [tile] list the legal moves, of all tiles or of one
hint         propose a move
undo         take back your last move and what came after it
resign       give the game up
quit         end the match
`

// Move asks until it has a legal move or a command that ends the turn. A turn
// without a legal placement is passed without asking. The end of the input
// leaves the match.
func (a *humanPlayer) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	if !pos.HasLegalMove() {
		fmt.Fprintf(a.out, "%v has no legal placement and passes\n", pos.ToMove())
		return duo.Pass, nil
	}
	for {
		fmt.Fprintf(a.out, "%v, your move (or help): ", pos.ToMove())
		line, err := a.in.Next(ctx)
		if err != nil {
			fmt.Fprintln(a.out)
			if errors.Is(err, io.EOF) {
				return 0, ErrQuit
			}
			return 0, err
		}
		words := strings.Fields(strings.ToLower(line))
		if len(words) == 0 {
			continue
		}
		switch command := words[0]; {
		case command == "moves" && len(words) <= 2:
			a.list(pos, words[1:])
			continue
		case len(words) > 1:
			fmt.Fprintf(a.out, "%q: want one move or command, see help\n", strings.Join(words, " "))
			continue
		case command == "help" || command == "?":
			fmt.Fprint(a.out, humanHelp)
			continue
		case command == "hint":
			hint, err := (&minimaxPlayer{search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true}, 1}).Move(ctx, pos)
			if err != nil {
				return 0, err
			}
			fmt.Fprintf(a.out, "try %s = %s\n", hint, hint.CellList())
			continue
		case command == "undo":
			if pos.Plies() < 2 {
				fmt.Fprintln(a.out, "there is no move of yours to take back")
				continue
			}
			return 0, ErrUndo
		case command == "resign":
			return 0, ErrResign
		case command == "quit" || command == "exit":
			return 0, ErrQuit
		}
		m, err := duo.ParseMove(words[0])
		if err == nil {
			err = pos.Check(m)
		}
		if err != nil {
			fmt.Fprintln(a.out, strings.TrimPrefix(err.Error(), "duo: "))
			continue
		}
		return m, nil
	}
}

// list prints the legal moves, of one tile if words has its letter, one tile a
// paragraph, large tiles first.
func (a *humanPlayer) list(pos *duo.Position, words []string) {
	only := -1
	if len(words) > 0 {
		if w := words[0]; len(w) != 1 || w[0] < 'a' || w[0] >= 'a'+duo.NumTiles {
			fmt.Fprintf(a.out, "tile %q, want a..u\n", w)
			return
		}
		only = int(words[0][0] - 'a')
	}
	var codes [duo.NumTiles][]string
	for _, m := range pos.LegalMoves(nil) {
		codes[m.Tile()] = append(codes[m.Tile()], m.String())
	}
	for t := duo.NumTiles - 1; t >= 0; t-- {
		switch {
		case only >= 0 && t != only:
		case len(codes[t]) > 0:
			fmt.Fprintf(a.out, "%v (%d): %s\n", duo.Tile(t), len(codes[t]), strings.Join(codes[t], " "))
		case only >= 0 && !pos.TilesLeft(pos.ToMove()).Has(duo.Tile(t)):
			fmt.Fprintf(a.out, "%v: the tile has been used\n", duo.Tile(t))
		case only >= 0:
			fmt.Fprintf(a.out, "%v: no legal placement\n", duo.Tile(t))
		}
	}
}
