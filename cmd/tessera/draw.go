// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	_ "github.com/tessera-fpga/tessera/games/draw" // the pictures of all games
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/plural"
	"github.com/tessera-fpga/tessera/play/record"
)

func newDraw() *cobra.Command {
	var o picture.PositionOptions
	c := &cobra.Command{
		Use:   "draw [move...]",
		Short: "draw a position as a picture, SVG or PNG",
		Long: `draw plays the moves of a game and draws the position that they lead to: the tiles (or pawns and
fences, or edges and boxes), the last move framed, coordinates and scores. The game comes from the
command line, as moves in any notation, or is the first one of a file or of standard input, which
may also be records, as replay reads them. A record names its game; --game names the game of moves.
The same game gives the same picture, byte for byte.`,
		Example: `  tessera draw --corners --legal 55u0 aau0 > position.svg
  tessera draw --file docs/games/montecarlo-minimax.txt --plies 12 --numbers -o middle.png
  tessera draw --game quoridor --numbers e2 e8 e3 e3h > quoridor.svg`,
	}
	first := firstFlag(c)
	flags := c.Flags()
	game := gameFlag(c)
	file := flags.String("file", "", "read the game from this `file`")
	plies := flags.Int("plies", -1, "play only the first `N` moves; -1: all")
	out := flags.StringP("out", "o", "", "write this `file`, .svg or .png; without it, SVG goes to standard output")
	scale := flags.Float64("scale", 2, "pixels of a PNG for each of the SVG")
	flags.BoolVar(&o.Corners, "corners", false, "mark the corners of the player to move, in games of tiles")
	flags.BoolVar(&o.Legal, "legal", false, "mark the legal moves: squares that can be covered or stepped to, fences, edges")
	flags.BoolVar(&o.Numbers, "numbers", false, "number the moves")
	flags.BoolVar(&o.Bare, "bare", false, "the board alone, without coordinates and scores")
	c.RunE = func(c *cobra.Command, args []string) error {
		ext := strings.ToLower(filepath.Ext(*out))
		switch {
		case len(args) > 0 && *file != "":
			return badInputf("draw: moves and --file, want one of them")
		case *plies < -1:
			return badInputf("draw: --plies %d, want 0 or more, or -1 for all", *plies)
		case flags.Changed("out") && ext != ".svg" && ext != ".png":
			return badInputf("draw: --out %q, want a file named .svg or .png", *out)
		case !(*scale >= 0.1 && *scale <= 20):
			return badInputf("draw: --scale %g, want 0.1 to 20", *scale)
		}
		if err := checkFolder("draw", "out", *out); err != nil {
			return err
		}
		of, err := game()
		if err != nil {
			return err
		}
		g, err := readGame(c, of, first(), args, *file)
		if err != nil && (g == nil || *plies < 0 || *plies > len(g.Moves)) { // later moves do not matter
			return err
		}
		if *plies >= 0 {
			if *plies > len(g.Moves) {
				return badInputf("draw: --plies %d, but the game has %s", *plies, plural.Count(len(g.Moves), "move", "moves"))
			}
			g.Moves = g.Moves[:*plies]
		}
		p, err := g.Position()
		if err != nil {
			return badInputf("draw: %w", err)
		}
		canvas, err := picture.Position(g.Of, p, o)
		if err != nil {
			return badInputf("draw: %w", err)
		}
		if *out == "" {
			return canvas.WriteSVG(c.OutOrStdout())
		}
		var text bytes.Buffer
		if ext == ".png" {
			err = canvas.WritePNG(&text, *scale)
		} else {
			err = canvas.WriteSVG(&text)
		}
		if err != nil {
			return err
		}
		return record.Replace(*out, text.Bytes())
	}
	return c
}

// readGame returns the game of the moves, or else the first game in a file; an empty name is
// standard input. If the game is wrong, readGame returns the part before the wrong move.
func readGame(c *cobra.Command, of *play.Game, first int, moves []string, name string) (*record.Game, error) {
	in, where := c.InOrStdin(), ""
	switch {
	case len(moves) > 0:
		in = strings.NewReader(strings.Join(moves, " "))
	case name != "":
		f, err := os.Open(name)
		if err != nil {
			return nil, badInputf("draw: --file: %w", err)
		}
		defer f.Close()
		in, where = f, "--file "+name+": "
	}
	g, err := record.NewReader(play.NewLines(in), of, first).Next(c.Context())
	var place *record.PlaceError
	switch {
	case errors.Is(err, io.EOF):
		return &record.Game{Of: of, First: first}, nil
	case errors.As(err, &place) && len(moves) > 0:
		return g, badInputf("draw: %w", place.Err)
	case errors.As(err, &place):
		return g, badInputf("draw: %s%s: %w", where, place.Place(), place.Err)
	case err != nil:
		return nil, fmt.Errorf("draw: %w", err)
	}
	return g, nil
}
