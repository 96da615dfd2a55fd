// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package record

import (
	"bytes"
	"encoding/json"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	golden "github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

func pointer(f float64) *float64 { return &f }

// TestGoldenJSON reads and writes a file of a match: a game with all that can be on record,
// one that was given up, and the summary.
func TestGoldenJSON(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/match.json")
	require.NoError(t, err)
	games, err := ReadJSON(bytes.NewReader(text))
	require.NoError(t, err)
	require.Len(t, games, 2)
	g := games[0]
	assert.Equal(t, []play.Note{{}, {Value: pointer(0.5), Margin: pointer(-0.25), Visits: 1600, Seconds: 0.125, Text: "no idea"}}, g.Notes)
	assert.Equal(t, 1, g.Opening)
	assert.Equal(t, []float64{0, 0.125}, g.Seconds)
	assert.Equal(t, map[string]json.RawMessage{"pair": json.RawMessage("7"), "seed": json.RawMessage("18446744073709551615")}, g.Extra)
	assert.Equal(t, 1, games[1].First)
	assert.Equal(t, "resigned", games[1].Reason)
	var out bytes.Buffer
	require.NoError(t, WriteJSON(&out, games...))
	summary := strings.LastIndex(strings.TrimSpace(string(text)), "\n") + 1
	assert.Empty(t, cmp.Diff(string(text[:summary]), out.String()))
}

// TestGoldenGames reads and writes games of all kinds except Blokus Duo: finished, broken off, and
// lost by an illegal move.
func TestGoldenGames(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("testdata/games.json")
	require.NoError(t, err)
	games, err := ReadJSON(bytes.NewReader(text))
	require.NoError(t, err)
	require.Len(t, games, 18)
	var out bytes.Buffer
	require.NoError(t, WriteJSON(&out, games...))
	assert.Empty(t, cmp.Diff(string(text), out.String()))
}

// TestNoMoves reads a game without moves as earlier versions wrote it.
func TestNoMoves(t *testing.T) {
	t.Parallel()
	g, err := ParseJSON([]byte(`{"first":1,"kind":"quoridor","players":["a","b"],"moves":null,"standing":"8 steps to go - 8"}`))
	require.NoError(t, err)
	line, err := g.Line()
	require.NoError(t, err)
	assert.Equal(t, `{"first":1,"kind":"quoridor","players":["a","b"],"moves":[],"standing":"8 steps to go - 8"}`+"\n", string(line))
}

func TestJSONErrors(t *testing.T) {
	t.Parallel()
	const good = `{"first":1,"moves":["55u0","aau0","0000","0000"]`
	for text, want := range map[string]string{
		"hello":                     `line 1, column 1: no JSON: invalid character 'h' looking for beginning of value`,
		"[1]":                       `line 1, column 1: [1], want an object, a game such as {"first":1,"players":["a","b"],"moves":["55u0"]}`,
		"{}":                        `line 1, column 1: no "moves", want a list of moves`,
		"\n{\"fi":                   `line 2, column 5: the end of the line within a game, want an object on one line`,
		good:                        `line 1, column 49: the end of the line within a game, want an object on one line`,
		good + "}\n" + good + "} x": `line 2, column 51: "x" after the game, want the end of the line`,
		good + `,"first":2}`:        `line 1, column 57: "first" stands twice`,
		`{"moves":[]}`:              `line 1, column 1: no "first", want the player who moved first, 1 or 2`,
		`{"moves":[],"first":3}`:    `line 1, column 21: first 3, want 1 or 2`,
		`{"moves":[],"first":"é"}`:  `line 1, column 21: first "é", want 1 or 2`,
		`{"moves":55,"first":1}`:    `line 1, column 10: moves 55, want a list of moves`,
		`{"moves":[55],"first":1}`:  `line 1, column 11: move 1: 55, want a move such as "54u0"`,
		`{"moves": [ "55u0" , "77u0"],"first":1}`:     `line 1, column 22: move 2 (player 2): 77u0: the first placement must cover the start square (10,10)`,
		`{"moves":["55u9"],"first":1}`:                `line 1, column 11: move 1 (player 1): 55u9: rotation "9", want 0..7`,
		good + `,"players":["a"]}`:                    `line 1, column 60: players: 1 name, want two`,
		good + `,"players":[1,2]}`:                    `line 1, column 60: players [1,2], want two names`,
		good + `,"scores":[-84,-85]}`:                 `line 1, column 59: scores [-84,-85], the moves give [-84,-84]`,
		good + `,"scores":[-84]}`:                     `line 1, column 59: scores [-84], the moves give [-84,-84]`,
		good + `,"result":"B+5"}`:                     `line 1, column 59: result B+5, the moves give 0`,
		good + `,"scores":[-84.5,-84]}`:               `line 1, column 59: scores [-84.5,-84], the moves give [-84,-84]`,
		`{"first":1,"moves":[],"result":"0"}`:         `line 1, column 32: result 0 of a game that is not over`,
		good + `,"notes":[{},{},{},{},{}]}`:           `line 1, column 71: 5 notes on 4 moves`,
		good + `,"notes":[{"valeu":1}]}`:              `line 1, column 59: note 1: {"valeu":1}, want an object of value, margin, visits, seconds, text`,
		good + `,"notes":[{"seconds":-1}]}`:           `line 1, column 59: note 1: seconds -1, want 0 or more`,
		good + `,"notes":[{"visits":-1}]}`:            `line 1, column 59: note 1: visits -1, want 0 or more`,
		good + `,"opening":5}`:                        `line 1, column 60: opening 5, want a number of plies, 0..4`,
		good + `,"seconds":[1,-2]}`:                   `line 1, column 60: seconds [1,-2], want two times, 0 or more`,
		good + "}\n" + strings.Repeat(" ", 2*maxJSON): `line 2, column 1: more than 1048576 bytes, want a game on the line`,
	} {
		_, err := ReadJSON(strings.NewReader(text))
		assert.EqualError(t, err, "record: "+want, "%.80q", text)
	}
	_, err := ReadJSON(iotest.ErrReader(io.ErrClosedPipe))
	assert.ErrorIs(t, err, io.ErrClosedPipe)
}

// TestPartOfAGame keeps the moves before the wrong one, and the games before it.
func TestPartOfAGame(t *testing.T) {
	t.Parallel()
	g, err := ParseJSON([]byte(`{"first":1,"moves":["55u0","77u0"]}`))
	require.Error(t, err)
	assert.Len(t, g.Moves, 1)
	games, err := ReadJSON(strings.NewReader("{\"first\":1,\"moves\":[]}\n{\"first\":1,\"mo"))
	require.Error(t, err)
	assert.Len(t, games, 1)
}

// TestNotToBeWritten refuses games that a reader would refuse.
func TestNotToBeWritten(t *testing.T) {
	t.Parallel()
	of := duo(t)
	m, err := of.Parse("55u0")
	require.NoError(t, err)
	two := []float64{0, 0}
	for _, c := range []struct {
		game Game
		want string
	}{
		{Game{}, "record: not known of which game"},
		{Game{Of: of, First: 1, Moves: []play.Move{m}}, "record: move 1: player 2: 55u0: the first placement must cover the start square (10,10)"},
		{Game{Of: of, First: 2}, "record: player 3 moves first, want player 1 in this game"},
		{Game{Of: of, Result: "B+1"}, "record: result B+1 of a game that is not over"},
		{Game{Of: of, Notes: []play.Note{{}}}, "record: 1 note on 0 moves"},
		{Game{Of: of, Moves: []play.Move{m}, Notes: []play.Note{{Value: pointer(math.NaN())}}}, "record: note 1: value NaN, want a number"},
		{Game{Of: of, Opening: 1}, "record: opening of 1 ply, want 0..0"},
		{Game{Of: of, Players: []string{"a"}}, "record: 1 player, want 2"},
		{Game{Of: of, Seconds: []float64{1}}, "record: 1 time, want 2"},
		{Game{Of: of, Extra: map[string]json.RawMessage{"moves": nil}}, `record: extra member "moves" is the game's own`},
		{Game{Of: find(t, "dots:2x2"), Extra: map[string]json.RawMessage{"shares": nil}}, `record: extra member "shares" is the game's own`},
		{Game{Of: find(t, "dots:2x2"), Shares: two}, "record: shares of a game that is not over"},
		{Game{Of: find(t, "dots:2x2"), Shares: two, Reason: "resigned"}, "record: shares [0 0] of a game that was not finished, want 0 for one seat and equal parts for the others"},
		{Game{Of: find(t, "dots:2x2"), Standing: "1 - 0"}, `record: standing "1 - 0", the moves give "0 - 0"`},
		{Game{Of: find(t, "blokus:three"), Result: "B+1"}, `record: result "B+1" of a game of 3, want none`},
		{Game{Of: find(t, "quoridor"), Result: "B+1"}, `record: result B+1 of a game that is not over`},
	} {
		assert.EqualError(t, WriteJSON(io.Discard, &c.game), c.want)
	}
}

// TestResultsOfSquaresLeft takes the margin that decides in the contest: it leaves the bonus out.
func TestResultsOfSquaresLeft(t *testing.T) {
	t.Parallel()
	left := golden.TileSet(1)
	var squares [2]golden.Bitboard
	for s := range golden.Square(golden.NumCells) {
		squares[0].Set(s)
		if s > 3 {
			squares[1].Set(s + 90)
		}
	}
	end := &rules.Position{Position: golden.SetupPosition(squares, [2]golden.TileSet{0, left}, golden.Player1)}
	check := func(result string) error { return (&Game{Of: duo(t), Result: result}).checkResult(end) }
	for result, want := range map[string]string{
		"B+19": "", "B+4": "", "B+": "", "B+R": "", "": "",
		"B+5": "result B+5, the moves give B+19", "W+4": "result W+4, the moves give B+19", "0": "result 0, the moves give B+19",
	} {
		err := check(result)
		if want == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, want)
		}
	}
	for _, result := range []string{"B", "+19", "B+019", "B+0", "B++1", "B+-1", "B+1000", "B+99999", "b+19", "B+19 ", "B+r", "BW+1", "00", "B+1+R"} {
		assert.ErrorContains(t, check(result), "want B+points, W+points, 0", result)
	}
}

func FuzzReadJSON(f *testing.F) {
	f.Add(`{"first":1,"players":["a","b"],"moves":["55u0","aau0","0000","0000"],"scores":[-84,-84],"result":"0","notes":[{"value":1e-7}],"pair":[1,{"a":"é&"}]}`)
	f.Add("\ufeff{\"first\":2,\"moves\":[ \"j4,i5,j5,k5,j6\" ]}\n\n{\"wins\":3}\n{\"first\":1,\"moves\":[\"pass\"]}")
	f.Add(`{"first":1,"kind":"dots:2x2","players":["a","b"],"moves":["1","2"],"shares":[0,1],"forfeit":true,"standing":"0 - 0","reason":"loss on time","seconds":[0,0],"scores":1}`)
	f.Add(`{"first":2,"setup":"AB[e10]PL[W]","players":["a","b"],"moves":["aaa0"]}`)
	f.Fuzz(func(t *testing.T, text string) {
		games, err := ReadJSON(strings.NewReader(text))
		if err != nil {
			require.Regexp(t, `^record: line [1-9][0-9]*, column [1-9][0-9]*: `, err.Error())
		}
		for _, g := range games {
			var out, sgf bytes.Buffer
			require.NoError(t, WriteJSON(&out, g))
			again, err := ReadJSON(&out)
			require.NoError(t, err)
			require.Len(t, again, 1)
			require.Empty(t, cmp.Diff(withoutEmpty(g), withoutEmpty(again[0]), sameGame, cmp.Transformer("decode", func(m json.RawMessage) (v any) {
				d := json.NewDecoder(bytes.NewReader(m))
				d.UseNumber()
				require.NoError(t, d.Decode(&v))
				return v
			})))
			if g.Of.SGF {
				require.NoError(t, g.WriteSGF(&sgf))
			}
		}
	})
}

func BenchmarkParseJSON(b *testing.B) {
	of := duo(b)
	g := FromPosition(of, of.RandomStart(of.Start(), 1000, 1), []string{"a", "b"})
	for i := range g.Moves {
		g.setNote(i, play.Note{Value: pointer(0.5), Seconds: 0.125, Visits: 255})
	}
	line, err := g.MarshalJSON()
	require.NoError(b, err)
	for b.Loop() {
		if _, err := ParseJSON(line); err != nil {
			b.Fatal(err)
		}
	}
}

// TestJSONOfOthers reads scores and results in the spellings of other programs.
func TestJSONOfOthers(t *testing.T) {
	t.Parallel()
	for end, want := range map[string]string{
		`"scores":[-84.0,-84]`: "", `"result":"black"`: `property result "black"`, `"result":"b+r"`: "",
	} {
		g, err := ParseJSON([]byte(`{"first":1,"players":["a","b"],"moves":["55u0","aau0"],` + end + `}`))
		require.NoError(t, err, end)
		assert.Len(t, g.Moves, 2, end)
		assert.Equal(t, want, g.Dropped.String(), end)
	}
}
