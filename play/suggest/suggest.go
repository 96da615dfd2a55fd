// Package suggest finds the names that a misspelt word may stand for.
package suggest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// distance is the number of letters, put in, left out or changed, that a slip may have, if
// they are less than half of the word.
const distance = 2

// Names returns those of the names that the text may be meant for, the nearest first: they
// differ by a letter or two, or begin with the text.
func Names(text string, names []string) []string {
	type near struct {
		name string
		away int
	}
	var found []near
	for _, name := range names {
		away := levenshtein.ComputeDistance(strings.ToLower(text), name)
		if text != "" && (away <= distance && 2*away < len(name) || strings.HasPrefix(name, strings.ToLower(text))) {
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

// Phrase returns "; did you mean play?" for the end of a message, or "" if there is nothing
// to suggest.
func Phrase(text string, names []string) string {
	near := Names(text, names)
	if len(near) == 0 {
		return ""
	}
	return fmt.Sprintf("; did you mean %s?", strings.Join(near, " or "))
}
