// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/pentobi"
	"github.com/tessera-fpga/tessera/match"
)

// TestPentobiTable draws the table with and without the measure of values.
func TestPentobiTable(t *testing.T) {
	t.Parallel()
	result := func(game string, measures lab.Measures) *lab.Result {
		players := []string{"tree:leaves=10", lab.Pentobi("duo", 6)}
		return &lab.Result{Measures: measures, Summary: match.Summary{
			Terms: &match.Terms{Game: game, Players: players, Games: 2}, Score: match.Score{Wins: 1, Losses: 1}, Work: make([]match.Work, 2),
		}}
	}
	without, with := result("", nil), result("", lab.Measures{pentobi.Named: {17, 20, 0.1}})
	lines := func(all ...*lab.Result) []string {
		return strings.Split(strings.TrimSpace(pentobiTable(all, "")), "\n")
	}
	assert.NotContains(t, lines(without)[0], "names the winner")
	assert.Len(t, lines(without, result("blokus:two", nil)), 3, "the other game has its own table")
	timed := result("", nil)
	timed.Work = []match.Work{{Moves: 4, CPU: 5}, {Moves: 2, CPU: 1.5}}
	times := lines(without, timed)
	assert.True(t, strings.HasSuffix(times[0], "| processor time a move, both |"), times[0])
	assert.True(t, strings.HasSuffix(times[2], "|  |"), times[2])
	assert.True(t, strings.HasSuffix(times[3], "| 1.25 s, 0.75 s |"), times[3])
	even := result("", nil)
	even.Terms.Openings = 500
	assert.Contains(t, lines(without, even)[3], "| `tree:leaves=10`, even openings |")
	got := lines(without, with)
	assert.True(t, strings.HasSuffix(got[0], "| value names the winner |"), got[0])
	assert.True(t, strings.HasSuffix(got[2], "|  |"), got[2])
	assert.True(t, strings.HasSuffix(got[3], "| 85.0 % of 20 |"), got[3])
}
