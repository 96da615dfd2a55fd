// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package suggest

import (
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
