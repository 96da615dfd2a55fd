// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/games/duo/puzzles"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/web/chrome"
)

// tryMove makes a move by the list of legal moves and the button to place it.
func (v *visitor) tryMove(p *duo.Position, m duo.Move) {
	v.Helper()
	require.NoError(v, p.Check(m))
	eval[any](v, `{ document.getElementById("legal").open = true; null }`)
	place := fmt.Sprintf(`#legal [data-place="%v"]`, m)
	v.wait(`document.querySelector("#legal [data-legal-tile]") !== null`)
	if !eval[bool](v, `document.querySelector(%q) !== null`, place) {
		v.press(fmt.Sprintf(`#legal [data-legal-tile="%d"]`, m.Tile()))
	}
	v.press(place)
	v.action("place")
}

// TestPuzzles opens a puzzle by its link, makes a wrong move, tries again, and wins. The page keeps
// that, after a reload, too.
func TestPuzzles(t *testing.T) {
	t.Parallel()
	const number = 2
	p := puzzles.List()[number-1]
	n := p.Game.Plies()
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Desktop, fmt.Sprintf("%s#puzzle=%d", address, number))
	v.moves(n, n)
	v.says(fmt.Sprintf("Puzzle %d: only one move wins.", number))
	require.Equal(t, address, eval[string](v, `location.href`))
	v.accessible("a puzzle")
	var codes []string
	for _, m := range p.Game.History() {
		codes = append(codes, m.String())
	}
	require.Equal(t, codes, v.codes())
	var wrong duo.Move
	for _, m := range p.Game.LegalMoves(nil) {
		if m != p.Move {
			wrong = m
			break
		}
	}
	v.tryMove(&p.Game, wrong)
	v.says("Wrong: ")
	v.says("Try again.")
	assert.Equal(t, wrong.String(), v.codes()[n])
	require.True(t, eval[bool](v, `document.getElementById("puzzled").checkVisibility()`))
	v.accessible("a wrong move")
	v.action("retry")
	v.says("only one move wins")
	v.tryMove(&p.Game, p.Move)
	v.says(fmt.Sprintf("wins by %d point", p.Margin))
	assert.Contains(t, v.message(), "Right: ")
	assert.Equal(t, p.Move.String(), v.codes()[n])
	require.NoError(t, v.Open(address)) // a reload
	v.wait(`document.getElementById("puzzle-note").textContent.includes("Puzzle %d, which you have solved")`, number)
	v.action("another")
	v.says(fmt.Sprintf("Puzzle %d: ", number+1))
	v.press("#puzzle-solution")
	v.says("The solution: ")
	assert.Equal(t, puzzles.List()[number].Move.String(), v.codes()[puzzles.List()[number].Game.Plies()])
	v.wait(`document.getElementById("puzzle-note").textContent.endsWith("You have solved 1.")`)
}

// TestPuzzleOfTheDay opens the day's puzzle, another by its number with the keyboard, and copies its
// link.
func TestPuzzleOfTheDay(t *testing.T) {
	t.Parallel()
	address, _ := serve(t, files(t).Handler(true, nil))
	v := visitAt(t, chrome.Phone, address)
	of := func() string {
		return fmt.Sprintf("Puzzle %d: ", int(time.Now().Unix()/86400)%len(puzzles.List())+1)
	}
	before := of()
	v.press("#puzzle-today")
	v.says("only one move wins")
	assert.Contains(t, []string{before, of()}, v.message()[:len(before)]) // midnight may pass
	eval[any](v, `{ const n = document.getElementById("puzzle-number"); n.value = "3"; n.focus(); navigator.clipboard.writeText = async (text) => { window.copied = text; }; null }`)
	require.NoError(t, v.Keys(kb.Enter))
	v.says("Puzzle 3: ")
	v.press("#puzzle-link")
	v.says("it holds the puzzle")
	assert.Equal(t, address+"#puzzle=3", eval[string](v, `window.copied`))
}

// TestPuzzleLinks opens links with numbers that no puzzle has.
func TestPuzzleLinks(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	for link, want := range map[string]string{
		"#puzzle=0":              fmt.Sprintf("There is no puzzle 0: they have the numbers 1 to %d.", len(puzzles.List())),
		"#puzzle=100000000":      "There is no puzzle 100000000",
		"#puzzle=x":              "“x” is no number of a puzzle.",
		"#puzzle=-3":             "“-3” is no number of a puzzle.",
		"#puzzle=12345678901234": "is no number of a puzzle.",
		"#puzzle=1.":             "Puzzle 1: ", // the full stop is the sentence's
		"#puzzle":                "only one move wins",
	} {
		eval[any](v, `{ document.getElementById("message").textContent = ""; location.hash = %q; null }`, link)
		v.says(want)
	}
}

// TestPuzzlesNotKept solves a puzzle in a browser that stores nothing.
func TestPuzzlesNotKept(t *testing.T) {
	t.Parallel()
	v := visit(t, chrome.Desktop)
	eval[any](v, `{ Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; location.hash = "#puzzle=1"; null }`)
	v.says("only one move wins")
	p := puzzles.List()[0]
	v.tryMove(&p.Game, p.Move)
	v.says("Right: ")
}
