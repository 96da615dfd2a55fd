// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

// The thesis gives no budgets for its named players: minimax needs a depth, the others playouts a
// move.

// PlainUCT returns the thesis's UCT (4.3), with C = 1, the best value of chapter 5.
func PlainUCT() UCTConfig { return UCTConfig{C: 1, Final: Robust} }

// EnhancedUCT returns the thesis's enhanced player (5.3.3): UCB1-Tuned, first-play urgency by tile
// size, progressive bias by function, playouts by units; no score bonus.
func EnhancedUCT() UCTConfig {
	return PlainUCT().Enhance(AllEnhancements)
}

// Enhancements is a set of enhancements of the enhanced player.
type Enhancements uint8

// The enhancements.
const (
	EnhanceFormula   Enhancements = 1 << iota // UCB1-Tuned
	EnhanceFirstPlay                          // 0.1 for each square of the tile
	EnhanceBias                               // progressive bias by function
	EnhanceRollout                            // playouts by units

	AllEnhancements Enhancements = 1<<iota - 1
)

// String names the enhancements, such as "tuned+units", or "none".
func (e Enhancements) String() string {
	text := ""
	for i, name := range []string{"tuned", "fpu", "bias", "units"} {
		if e>>i&1 != 0 {
			if text != "" {
				text += "+"
			}
			text += name
		}
	}
	if text == "" {
		return "none"
	}
	return text
}

// FirstPlayUnit is the first-play urgency of a square (5.2.1).
const FirstPlayUnit = 0.1

// Enhance returns the configuration with the given enhancements.
func (c UCTConfig) Enhance(e Enhancements) UCTConfig {
	if e&EnhanceFormula != 0 {
		c.Formula = TunedThesis
	}
	if e&EnhanceFirstPlay != 0 {
		c.FirstPlay = FirstPlay{BySize, FirstPlayUnit}
	}
	if e&EnhanceBias != 0 {
		c.Bias = Bias{Kind: BiasFunction}
	}
	if e&EnhanceRollout != 0 {
		c.Rollout = Units
	}
	return c
}

// ThesisMinimax returns the thesis's minimax: eq. 13, large tiles first.
func ThesisMinimax() MinimaxConfig {
	return MinimaxConfig{Evaluation: Evaluations()[0], Order: LargeFirst}
}
