// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// The bonus for placing all tiles, and the extra bonus if the single square was the last of them.
const (
	BonusAll    = 15
	BonusSingle = 5
)

// Points returns the number of squares that the colour has placed, plus its bonus. This is
// Pentobi's count, 89 more than the official score.
func (p *Position) Points(c Colour) int {
	s := &p.sides[c]
	points := int(s.placed)
	if s.tiles == 0 {
		points += BonusAll
		if s.single {
			points += BonusSingle
		}
	}
	return points
}

// Score returns the official score: minus the squares of the tiles left or, with none left, the
// bonus.
func (p *Position) Score(c Colour) int { return p.Points(c) - duo.NumCells }

// Variant is the way the players share the colours. A seat is a player, numbered from 0 in the
// order of the first moves.
type Variant uint8

// Pentobi's variants.
const (
	// Classic is the game of four players, with a colour each.
	Classic Variant = iota
	// TwoPlayer gives blue and red to the first player, yellow and green to the second; a player's
	// points are the points of both colours.
	TwoPlayer
	// ThreePlayer gives each player a colour. The players take turns to place green, which scores
	// for none of them.
	ThreePlayer
)

// Variants lists all variants.
var Variants = []Variant{Classic, TwoPlayer, ThreePlayer}

// String returns Pentobi's name of the variant, as in Pentobi's command set_game.
func (v Variant) String() string {
	switch v {
	case Classic:
		return "Blokus"
	case TwoPlayer:
		return "Blokus Two-Player"
	case ThreePlayer:
		return "Blokus Three-Player"
	}
	return fmt.Sprintf("variant %d", uint8(v))
}

// Seats returns the number of players.
func (v Variant) Seats() int { return [...]int{4, 2, 3}[v] }

// Seat returns the player to move for a colour in the position. With three players each placement
// of green passes green to the next player.
func (v Variant) Seat(p *Position, c Colour) int {
	switch {
	case v == TwoPlayer:
		return int(c) % 2
	case v == ThreePlayer && c == Green:
		return (duo.NumTiles - p.sides[Green].tiles.Count()) % 3
	}
	return int(c)
}

// Points returns the points of the seats: the sums of Position.Points over their colours.
func (v Variant) Points(p *Position) []int {
	points := make([]int, v.Seats())
	for c := range Colour(NumColours) {
		switch {
		case v == TwoPlayer:
			points[c%2] += p.Points(c)
		case int(c) < len(points):
			points[c] = p.Points(c)
		}
	}
	return points
}

// Shares returns the shares of the first place, 1 in total: equal parts for the players with the
// most points.
func Shares(points []int) []float64 {
	most, number := points[0], 0
	for _, n := range points {
		switch {
		case n > most:
			most, number = n, 1
		case n == most:
			number++
		}
	}
	shares := make([]float64, len(points))
	for i, n := range points {
		if n == most {
			shares[i] = 1 / float64(number)
		}
	}
	return shares
}
