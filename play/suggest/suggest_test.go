// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package suggest

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPhrase(t *testing.T) {
	t.Parallel()
	names := []string{"chip-minimax", "human", "minimax", "montecarlo", "mc", "play"}
	for text, want := range map[string]string{
		"minmax":   "; did you mean minimax?",
		"MiniMax":  "; did you mean minimax?",
		"chip":     "; did you mean chip-minimax?",
		"m":        "; did you mean mc or minimax or montecarlo?",
		"humna":    "; did you mean human?",
		"plya":     "; did you mean play?",
		"paly":     "; did you mean play?",
		"xy":       "",
		"":         "",
		"pentobi":  "",
		"mnotecar": "",
		"CHIP-MI":  "; did you mean chip-minimax?", // by its beginning alone
		"plxx":     "",                             // half of the letters
	} {
		assert.Equal(t, want, Phrase(text, names), text)
	}
}

// TestLongWord looks for the meaning of a word that is much longer than any name. In the square of
// the length it would take hours.
func TestLongWord(t *testing.T) {
	t.Parallel()
	assert.Empty(t, Names(strings.Repeat("a", 1_000_000), []string{"help", "analyze"}))
	assert.Equal(t, []string{"analyze"}, Names("analyzexx", []string{"help", "analyze"}), "the longest that still means the name")
}
