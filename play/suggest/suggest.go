// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package suggest finds the names that a misspelt word may mean.
package suggest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/agnivade/levenshtein"
)

// distance is the number of slips that a word may have; they must also be fewer than half of its
// letters.
const distance = 2

// slips returns the number of wrong letters: added, omitted, changed, or two neighbours exchanged,
// once.
func slips(text, name string) int {
	away := levenshtein.ComputeDistance(text, name)
	letters := []rune(text)
	for i := 1; i < len(letters); i++ {
		letters[i-1], letters[i] = letters[i], letters[i-1]
		away = min(away, 1+levenshtein.ComputeDistance(string(letters), name))
		letters[i-1], letters[i] = letters[i], letters[i-1]
	}
	return away
}

// Names returns the names that the text may mean, the nearest first: names that differ by a slip or
// two, or begin with the text.
func Names(text string, names []string) []string {
	type near struct {
		name string
		away int
	}
	text = strings.ToLower(text)
	var found []near
	for _, name := range names {
		if utf8.RuneCountInString(text) > utf8.RuneCountInString(name)+distance {
			continue // too long to mean the name: slips takes time in the square of the length
		}
		away := slips(text, name)
		if text != "" && (away <= distance && 2*away < len(name) || strings.HasPrefix(name, text)) {
			found = append(found, near{name, away})
		}
	}
	slices.SortStableFunc(found, func(a, b near) int { return cmp.Compare(a.away, b.away) })
	var out []string
	for _, n := range found {
		out = append(out, n.name)
	}
	return out
}

// Phrase returns "; did you mean play?" for the end of a message, or "" without a suggestion.
func Phrase(text string, names []string) string {
	near := Names(text, names)
	if len(near) == 0 {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", strings.Join(near, " or "))
}
