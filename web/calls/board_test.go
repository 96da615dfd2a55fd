// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package calls

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/web/boardtest"
)

// TestBoardCalls talks to the reference model of a board through the page's calls.
func TestBoardCalls(t *testing.T) {
	t.Parallel()
	board, err := boardtest.New()
	require.NoError(t, err)
	line := ask[Tables](t, "tables", struct{}{}).Line
	assert.Equal(t, 115_200, line.Baud)
	said := board.Tell([]byte(line.Hello))
	assert.Equal(t, Answer{Missing: 1}, ask[Answer](t, "answer", answerArgs{Received: string(said[:2])}))
	assert.Equal(t, Answer{Team: "TS"}, ask[Answer](t, "answer", answerArgs{Received: string(said)}))

	game := Game{First: 1, Moves: []string{"55u0"}}
	m := ask[Message](t, "ask", askArgs{Game: game})
	assert.Equal(t, Message{"3A55u0", true}, m)
	said = board.Tell([]byte(m.Text))
	move := ask[Answer](t, "answer", answerArgs{Game: &game, Received: string(said)})
	require.Zero(t, move.Missing)
	known := Game{First: 1, Moves: []string{"55u0", move.Code}}
	_, err = known.Position()
	require.NoError(t, err)

	for _, c := range []struct {
		call string
		args any
		want string
	}{
		{"answer", answerArgs{Received: "xTS"}, `the board answers "xTS", want 1 and its team`},
		{"answer", answerArgs{Game: &game, Received: "55u0"}, `the board answers "55u0": player 2: 55u0: a square is occupied`},
		{"answer", answerArgs{Game: &game, Received: "????"}, `the board answers "????"`},
		{"ask", askArgs{Game: known}, "takes no move back"},
		{"ask", askArgs{Game: game, Known: &Game{First: 3}}, "known: first 3, want 1..2"},
	} {
		text, err := json.Marshal(c.args)
		require.NoError(t, err)
		_, err = Call(c.call, text, func(any) {})
		assert.ErrorContains(t, err, c.want, "%s %s", c.call, text)
	}
}

// TestNotes writes the evaluations and times of moves, and reads them back.
func TestNotes(t *testing.T) {
	t.Parallel()
	value, margin := 0.5, -2.25
	r := Record{
		Game: Game{First: 1, Moves: []string{"55u0", "aau0"}}, Names: []string{"", ""}, Late: 1, Notes: []play.Note{{Seconds: 1.5}, {Value: &value, Margin: &margin, Visits: 7, Seconds: 2}},
	}
	for _, file := range []string{"a.json", "a.blksgf"} {
		text := ask[File](t, "write", writeArgs{r, file}).Text
		assert.Equal(t, r, ask[Record](t, "read", readArgs{Text: text}), text)
	}
	text, err := json.Marshal(writeArgs{Record{Game: r.Game, Late: 3}, "a.json"})
	require.NoError(t, err)
	_, err = Call("write", text, func(any) {})
	assert.ErrorContains(t, err, "late 3, want 0..2")
}
