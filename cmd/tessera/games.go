package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame/registry"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gametext"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// gamesHelp is the part of the help that legal and replay share.
const gamesHelp = `Games are read from standard input, one a line: moves in either notation, separated
by spaces, in the order in which they were made. An empty line is the position
at the start of a game. A pass is accepted as the contest's host accepts it:
at any turn but a player's first. Records are taken, too, and told by what they begin
with: a line of JSON, as play --record and match write it, or a file of Pentobi's
(.blksgf), which says itself who moves first. A line of JSON can be of a game other than
Blokus Duo, which it names. Every game is answered, or one of them with --game.`

// gamesFlags are the flags of legal and replay.
type gamesFlags struct {
	first func() (duo.Player, error)
	only  int
}

func (f *gamesFlags) add(c *cobra.Command) {
	f.first = firstFlag(c)
	intFlag(c.Flags(), &f.only, "game", 0, math.MaxInt, 0, "answer only this `game` of the input, counted from 1 (0: all)")
}

// boardRecord is a game other than Blokus Duo on record, and the position that its moves lead to.
type boardRecord struct {
	*boardgame.Record
	game     *boardgame.Game
	position boardgame.Position
}

// readBoard reads the record of a game other than Blokus Duo. If it is wrong, the position is the one before the
// move that is; nil if the game is not known.
func readBoard(other *record.OtherGame) (*boardRecord, error) {
	g, err := registry.Find(other.Kind)
	switch {
	case err != nil:
		return nil, err
	case g == nil:
		return nil, fmt.Errorf("kind %q, want it with other games only", other.Kind)
	}
	r, err := g.ParseRecord(other.Line)
	if r == nil {
		return nil, err
	}
	p, _ := g.Replay(r) // the moves before the wrong one are legal
	return &boardRecord{r, g, p}, err
}

// answers are what a command makes of a game: of Blokus Duo, or of another one. They get the position that its
// moves lead to; if the game is wrong, the position before the move that is, and what is wrong.
type answers struct {
	duo   func(g *record.Game, p *duo.Position, broken error) error
	board func(r *boardRecord, broken error) error
}

// each answers every game of standard input, or the one that was asked for. What is wrong with a game
// is reported before. It goes on to the next game in any
// case, and returns errReported in the end if one was wrong.
func (f *gamesFlags) each(c *cobra.Command, answer answers) error {
	first, err := f.first()
	if err != nil {
		return err
	}
	in := record.NewReader(gametext.NewLines(c.InOrStdin()), first)
	var result error
	for number := 1; f.only == 0 || number <= f.only; number++ {
		g, err := in.Next(c.Context())
		var broken *record.PlaceError
		var board *boardRecord
		if other := (*record.OtherGame)(nil); errors.As(err, &other) && number >= f.only {
			if board, err = readBoard(other); err != nil {
				err = &record.PlaceError{Line: in.Line(), Err: err}
			}
		}
		switch {
		case errors.Is(err, io.EOF) && f.only > 0:
			return badInputf("%s: --game %d, the input has %d", c.Name(), f.only, number-1)
		case errors.Is(err, io.EOF):
			return result
		case err != nil && !errors.As(err, &broken):
			return err
		case number < f.only && g != nil:
			continue
		}
		if broken != nil {
			fmt.Fprintf(c.ErrOrStderr(), "%s: %v\n", broken.Place(), broken.Err)
			result, err = errReported, broken.Err
		}
		if board != nil {
			err = answer.board(board, err)
		} else {
			p := duo.NewPosition(first)
			if g != nil {
				p, _ = g.Position() // the moves before the wrong one are legal
			}
			err = answer.duo(g, &p, err)
		}
		if err != nil {
			return fmt.Errorf("write the answer to line %d: %w", in.Line(), err)
		}
	}
	return result
}
