// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"bufio"
	"errors"
	"fmt"
	"os"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// Game is a game of a match, read from the match's file.
type Game struct {
	*record.Game
	End   play.Position
	Terms Terms
	// Places are the players' places in Terms.Players, by seat.
	Places []int
	// Made counts the moves that each player chose, Seconds the time of these moves, and Work the
	// player's own measure of its work; all by place.
	Made    []int
	Seconds []float64
	Work    []uint64
}

// Games calls each with every game of a match's file, in the file's order.
func Games(path string, each func(g *Game) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for number := 1; lines.Scan(); number++ {
		g, err := readGame(lines.Bytes())
		if errors.Is(err, record.ErrSummary) {
			return nil
		}
		if err == nil {
			err = each(g)
		}
		if err != nil {
			return fmt.Errorf("match: %s: line %d: %w", path, number, err)
		}
	}
	return lines.Err()
}

// readGame reads a line of the file.
func readGame(line []byte) (*Game, error) {
	r, err := record.ParseJSON(line)
	if err != nil {
		return nil, err
	}
	e, err := parseExtra(r.Extra)
	if err != nil {
		return nil, err
	}
	p, err := e.Terms.parse(line)
	if err != nil {
		return nil, err
	}
	end, err := r.Position()
	if err != nil {
		return nil, err
	}
	n := len(e.Terms.Players)
	g := &Game{Game: r, End: end, Terms: e.Terms, Made: make([]int, n), Seconds: make([]float64, n), Work: make([]uint64, n)}
	for side, number := range e.Sides {
		if number < 1 || number > n {
			return nil, fmt.Errorf("side %d of %d players", number, n)
		}
		place := number - 1
		g.Made[place], g.Seconds[place], g.Work[place] = p.made[side], p.seconds[side], p.work[side]
	}
	for seat := range r.Of.Seats() {
		g.Places = append(g.Places, e.Sides[seat%len(e.Sides)]-1)
	}
	return g, nil
}
