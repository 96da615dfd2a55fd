// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package board

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPlayer: a board's player is a configuration that plays and fits the board.
func TestPlayer(t *testing.T) {
	for player, want := range map[string]string{
		"montecarlo": "",
		"tree":       "fpga: board hx8k: player: configuration tree does not fit family ice40",
		"lane":       `fpga: board hx8k: player: config: unknown configuration "lane", want one of minimax, montecarlo, alphabeta, tree, processor`,
		"":           `fpga: board hx8k: player: config: unknown configuration "", want one of minimax, montecarlo, alphabeta, tree, processor`,
	} {
		b := *HX8K
		b.Player = player
		if err := b.Check(); want == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, want)
		}
	}
}

// TestCheck: the boards' descriptions are whole, and a broken one is an error of that board alone.
func TestCheck(t *testing.T) {
	for _, b := range Boards() {
		assert.NoError(t, b.Check(), b.Name)
	}
	b := *HX8K
	b.Name, b.Pins = "nine", append(slices.Clone(b.Pins), Pin{Name: "led", Site: "C9", Role: LED})
	register(&b)
	defer delete(registry, b.Name)
	_, err := FindBoard("nine")
	assert.EqualError(t, err, "fpga: board nine: 9 LED pins, want 0 to 8")
	_, err = FindBoard("hx8k")
	assert.NoError(t, err)
}
