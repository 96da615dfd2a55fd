package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/gametext"
	"github.com/tessera-fpga/tessera/docs/picture"
)

func newDraw() *cobra.Command {
	var o picture.PositionOptions
	c := &cobra.Command{
		Use:   "draw [move...]",
		Short: "draw a position as a picture, SVG or PNG",
		Long: `draw plays the moves of a game and draws the position that they lead to: the tiles, the
last move framed, coordinates and scores. The game comes from the command line, from a
file or from standard input, in either notation, separated by spaces; of a file or of
standard input the first line counts. The same game gives the same picture, byte for byte.`,
		Example: `  tessera draw --corners --legal 55u0 aau0 > position.svg
  tessera draw --game docs/games/montecarlo-minimax.txt --plies 12 --numbers -o middle.png`,
	}
	first := firstFlag(c)
	flags := c.Flags()
	game := flags.String("game", "", "read the game from this `file`")
	plies := flags.Int("plies", -1, "play only the first `N` moves; -1: all")
	out := flags.StringP("out", "o", "", "write this `file`, .svg or .png; without it, SVG goes to standard output")
	scale := flags.Float64("scale", 2, "pixels of a PNG for each of the SVG")
	flags.BoolVar(&o.Corners, "corners", false, "mark the corners of the player to move")
	flags.BoolVar(&o.Legal, "legal", false, "tint the squares that the player to move can cover now")
	flags.BoolVar(&o.Numbers, "numbers", false, "number the tiles in the order of the moves")
	flags.BoolVar(&o.Bare, "bare", false, "the board alone, without coordinates and scores")
	c.RunE = func(c *cobra.Command, args []string) error {
		ext := strings.ToLower(filepath.Ext(*out))
		switch {
		case len(args) > 0 && *game != "":
			return badInputf("draw: moves and --game, want one of them")
		case *plies < -1:
			return badInputf("draw: --plies %d, want 0 or more, or -1 for all", *plies)
		case flags.Changed("out") && ext != ".svg" && ext != ".png":
			return badInputf("draw: --out %q, want a file named .svg or .png", *out)
		case !(*scale >= 0.1 && *scale <= 20):
			return badInputf("draw: --scale %g, want 0.1 to 20", *scale)
		}
		first, err := first()
		if err != nil {
			return err
		}
		moves := strings.Fields(strings.Join(args, " "))
		if len(args) == 0 {
			if moves, err = readGame(c, *game); err != nil {
				return err
			}
		}
		if *plies >= 0 {
			if *plies > len(moves) {
				return badInputf("draw: --plies %d, but the game has %d moves", *plies, len(moves))
			}
			moves = moves[:*plies]
		}
		p, err := gametext.Parse(first, strings.Join(moves, " "))
		if err != nil {
			return badInputf("draw: %w", err)
		}
		canvas := picture.Position(&p, o)
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
		return renameio.WriteFile(*out, text.Bytes(), 0o666)
	}
	return c
}

// readGame returns the moves in the first line of a file, or of standard input if the name
// is empty.
func readGame(c *cobra.Command, name string) ([]string, error) {
	in := c.InOrStdin()
	if name != "" {
		f, err := os.Open(name)
		if err != nil {
			return nil, badInputf("draw: --game: %w", err)
		}
		defer f.Close()
		in = f
	}
	line, err := gametext.NewLines(in).Next(c.Context())
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("draw: %w", err)
	}
	return strings.Fields(line), nil
}
