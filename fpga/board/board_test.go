package board

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestPlayer: a board's player is a configuration that plays and fits the board.
func TestPlayer(t *testing.T) {
	for player, want := range map[string]string{
		"montecarlo": "",
		"tree":       "fpga: board hx8k: player: configuration tree does not fit family ice40",
		"lane":       `fpga: board hx8k: player: config: unknown configuration "lane", want one of minimax, montecarlo, tree, processor`,
		"":           `fpga: board hx8k: player: config: unknown configuration "", want one of minimax, montecarlo, tree, processor`,
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
