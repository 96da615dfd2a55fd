// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/play/plural"
)

// Seating determines the players' seats, game by game.
type Seating string

const (
	// ChangePlaces swaps the two players in the second game of a pair. In a game of more seats each
	// player has every second seat.
	ChangePlaces Seating = ""
	// KeepPlaces gives the first player of a pairing the first place in every game. Each game is a
	// pair by itself.
	KeepPlaces Seating = "keep"
	// AllOrders seats as many players as the game has seats, in each of their orders in turn. Each
	// game is a pair by itself.
	AllOrders Seating = "orders"
)

// checkSeating returns an error if the seating is invalid.
func (t *Terms) checkSeating() error {
	switch t.Seating {
	case ChangePlaces, KeepPlaces:
		return nil
	case AllOrders:
		g, err := t.game()
		switch {
		case err != nil:
			return err
		case len(t.Players) != g.Seats():
			return fmt.Errorf("%s in %d seats, want as many", plural.Count(len(t.Players), "player", "players"), g.Seats())
		case t.Gauntlet:
			return errors.New("a gauntlet of games in which all players sit")
		}
		return nil
	}
	return fmt.Errorf("seating %q, want none, %q or %q", t.Seating, KeepPlaces, AllOrders)
}

// pairSize returns the number of games of a pair.
func (t *Terms) pairSize() int {
	if t.Seating == ChangePlaces {
		return 2
	}
	return 1
}

// seats returns the seat order of the players of a pairing. number is the game's number in the
// match, from 1, and index its index in the pair, from 0.
func (t *Terms) seats(pairing []int, number, index int) []int {
	switch order := slices.Clone(pairing); {
	case t.Seating == AllOrders:
		return permutation(order, number-1)
	case index == 1:
		slices.Reverse(order)
		return order
	default:
		return order
	}
}

// permutation returns permutation number of a list, in lexicographic order; number wraps around.
func permutation(list []int, number int) (out []int) {
	orders := 1
	for n := range len(list) {
		orders *= n + 1
	}
	number %= orders
	for len(list) > 0 {
		orders /= len(list)
		i := number / orders
		number %= orders
		out = append(out, list[i])
		list = slices.Delete(slices.Clone(list), i, i+1)
	}
	return out
}
