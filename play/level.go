// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"fmt"
	"slices"
	"strings"
)

// Level is a level of player tree.
type Level struct {
	Name     string // display name
	Leaves   int    // a move
	Flatten  int    // times to halve the logarithms of the prior weights: a weaker first impression
	ByChance bool   // the move is drawn, with a probability in proportion to its visits
}

// DefaultLevel is the level of a newcomer's first game, counted from 1: a newcomer can beat it, but
// not at once.
const DefaultLevel = 3

// Levels are the levels of player tree, from 1, for a beginner, to 9. The first two are weakened by
// a flattened prior: with few leaves alone they would still know all that the prior knows.
var Levels = []Level{
	{Name: "Beginner", Leaves: 100, Flatten: 4, ByChance: true},
	{Name: "Novice", Leaves: 60, Flatten: 2, ByChance: true},
	{Name: "Casual", Leaves: 20},
	{Name: "Club", Leaves: 60},
	{Name: "Advanced", Leaves: 150},
	{Name: "Expert", Leaves: 500},
	{Name: "Master", Leaves: 2_000},
	{Name: "Grandmaster", Leaves: 8_000},
	{Name: "Champion", Leaves: 30_000},
}

// AtLevel returns the specification of player tree at another level; all other options stay, except
// the limits of a search.
func AtLevel(spec string, level int) string {
	name, rest, _ := strings.Cut(spec, ":")
	options := []string{fmt.Sprintf("level=%d", level)}
	for option := range strings.SplitSeq(rest, ",") {
		key, _, _ := strings.Cut(option, "=")
		if key != "" && !slices.Contains([]string{"level", "leaves", "time", "clock"}, key) {
			options = append(options, option)
		}
	}
	return name + ":" + strings.Join(options, ",")
}
