package match

import (
	"errors"
	"fmt"
	"slices"
)

// Seating says how the players take their seats, game by game.
type Seating string

const (
	// ChangePlaces lets two players change their places in the second game of a pair. In a game
	// of more seats each has every second one.
	ChangePlaces Seating = ""
	// KeepPlaces gives the first player of a pairing the first place in every game, and makes
	// each game a pair of its own.
	KeepPlaces Seating = "keep"
	// AllOrders seats as many players as the game has seats, in each of their orders in turn, and
	// makes each game a pair of its own.
	AllOrders Seating = "orders"
)

// checkSeating returns an error if the seating is wrong.
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
			return fmt.Errorf("%d players in %d seats, want as many", len(t.Players), g.Seats())
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

// seats returns the order in which the players of a pairing sit in a game of a number, from 1,
// and an index in its pair, from 0.
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

// permutation returns one of the orders of a list, in lexicographic order and then from the
// beginning again.
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
