// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chips

import (
	"context"
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/fpga/wire/wiretest"
	game "github.com/tessera-fpga/tessera/games/duo"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// fakeBoard answers the messages on a line from a script: one entry a turn, and after the last one
// nothing. It returns the messages received.
type fakeBoard struct {
	answers []string
	heard   chan string // every message
}

func (f *fakeBoard) serve(rw io.ReadWriter) {
	defer close(f.heard)
	for {
		var first [1]byte
		if _, err := io.ReadFull(rw, first[:]); err != nil {
			return
		}
		rest := make([]byte, map[byte]int{'2': 1, '3': 5, '4': 4}[first[0]])
		if _, err := io.ReadFull(rw, rest); err != nil {
			return
		}
		f.heard <- string(first[:]) + string(rest)
		switch {
		case first[0] == '0':
			io.WriteString(rw, "1ZZ")
		case first[0] == '9':
			return
		case len(f.answers) > 0:
			io.WriteString(rw, f.answers[0])
			f.answers = f.answers[1:]
		}
	}
}

// writer is a player that answers in text, from a script.
type writer struct{ answers []string }

func (*writer) Name() string { return "script" }
func (*writer) Close() error { return nil }
func (*writer) Move(context.Context, play.Position) (play.Move, error) {
	return 0, errors.New("a writer is asked for text")
}
func (p *writer) MoveText(context.Context, play.Position, string) (string, error) {
	a := p.answers[0]
	p.answers = p.answers[1:]
	return a, nil
}

// contestRules are the rules of the contest's host.
func contestRules(t *testing.T, first duo.Player) play.Rules {
	return play.Rules{Game: blokusDuo(t), Start: rules.Start(first), Shares: rules.BySquaresLeft, NoWayBack: true}
}

// TestHost plays as the contest's host would, against a board that answers from a script.
func TestHost(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		player duo.Player // the board's side
		first  duo.Player
		board  []string
		rival  []string
		heard  string
		result string
	}{
		{"both pass", 0, 0, []string{"55u0", "0000"}, []string{"aau0", "0000"}, "0 25 4aau0 9",
			"** Tiles: 84 / 84, Score: -84 / -84. Draw game."},
		{"second, player 2", 1, 0, []string{"aau3", "0000"}, []string{"55h0", "0000"}, "0 3A55h0 40000 9",
			"** Tiles: 85 / 84, Score: -85 / -84. Player 2 won the game!"},
		{"second, player 1", 0, 1, []string{"55u0"}, []string{"aau7", "0000", "0000"}, "0 35aau7 40000 9", ""},
		{"first, player 2", 1, 1, []string{"aau0", "0000"}, []string{"55t1", "0000"}, "0 2A 455t1 9",
			"** Tiles: 84 / 84, Score: -84 / -84. Draw game."},
		{"line ends", 0, 0, []string{"\r\n5\n5u\r0\r\n", "\n0000\n"}, []string{"aau0", "0000"}, "0 25 4aau0 9",
			"** Tiles: 84 / 84, Score: -84 / -84. Draw game."},
		{"duplicate codes are forwarded", 1, 0, []string{"aau5", "0000"}, []string{"55u6", "0000"}, "0 3A55u6 40000 9",
			"** Tiles: 84 / 84, Score: -84 / -84. Draw game."},
		{"a trailing space", 0, 0, []string{"55u0 ", "67a0"}, []string{"aau0"}, "0 25 4aau0 9",
			"** Player 1 lost the game by violation (code -11). Tiles: 84 / 84, Score: -84 / -84"},
		{"malformed", 0, 0, []string{"55v0"}, nil, "0 25 9",
			"** Player 1 lost the game by violation (code -11). Tiles: 89 / 89, Score: -89 / -89"},
		{"upper case", 0, 0, []string{"55U0"}, nil, "0 25 9",
			"** Player 1 lost the game by violation (code -11). Tiles: 89 / 89, Score: -89 / -89"},
		{"the word pass", 0, 0, []string{"55u0", "pass"}, []string{"aau0"}, "0 25 4aau0 9",
			"** Player 1 lost the game by violation (code -11). Tiles: 84 / 84, Score: -84 / -84"},
		{"no answer", 0, 0, nil, nil, "0 25 9",
			"** Player 1 lost the game by violation (code -10). Tiles: 89 / 89, Score: -89 / -89"},
		{"three bytes", 0, 0, []string{"55u"}, nil, "0 25 9",
			"** Player 1 lost the game by violation (code -10). Tiles: 89 / 89, Score: -89 / -89"},
		{"tile used", 0, 0, []string{"55u0", "77u0"}, []string{"aau0"}, "0 25 4aau0 9",
			"** Player 1 lost the game by violation (code -1). Tiles: 84 / 84, Score: -84 / -84"},
		{"tile used, off the board", 0, 0, []string{"55u0", "00u0"}, []string{"aau0"}, "0 25 4aau0 9",
			"** Player 1 lost the game by violation (code -1). Tiles: 84 / 84, Score: -84 / -84"},
		{"occupied", 0, 0, []string{"55u0", "aaa0"}, []string{"aau0"}, "0 25 4aau0 9",
			"** Player 1 lost the game by violation (code -2). Tiles: 84 / 84, Score: -84 / -84"},
		{"off the board", 0, 0, []string{"55u0", "e0a0"}, []string{"aau0"}, "0 25 4aau0 9",
			"** Player 1 lost the game by violation (code -2). Tiles: 84 / 84, Score: -84 / -84"},
		{"half off the board", 0, 0, []string{"eet0"}, nil, "0 25 9",
			"** Player 1 lost the game by violation (code -2). Tiles: 89 / 89, Score: -89 / -89"},
		{"edge", 0, 0, []string{"55u0", "66a0"}, []string{"aau0"}, "0 25 4aau0 9",
			"** Player 1 lost the game by violation (code -3). Tiles: 84 / 84, Score: -84 / -84"},
		{"no corner", 0, 0, []string{"55u0", "11a0"}, []string{"aau0"}, "0 25 4aau0 9",
			"** Player 1 lost the game by violation (code -4). Tiles: 84 / 84, Score: -84 / -84"},
		{"no start of player 1", 0, 0, []string{"aaa0"}, nil, "0 25 9",
			"** Player 1 lost the game by violation (code -5). Tiles: 89 / 89, Score: -89 / -89"},
		{"no start of player 2", 1, 1, []string{"55a0"}, nil, "0 2A 9",
			"** Player 2 lost the game by violation (code -6). Tiles: 89 / 89, Score: -89 / -89"},
		{"first pass", 0, 0, []string{"0000"}, nil, "0 25 9",
			"** Player 1 lost the game by violation (code 0). Tiles: 89 / 89, Score: -89 / -89"},
	} {
		for _, l := range wiretest.Kinds {
			t.Run(c.name+"/"+l.Name, func(t *testing.T) {
				line, far := l.Make(t)
				defer far.Close()
				defer line.Close()
				fake := &fakeBoard{answers: c.board, heard: make(chan string, 99)}
				go fake.serve(far)
				players := make([]play.Player, 2)
				players[c.player] = NewBoard(&wire.Board{Line: line, Timeout: 250 * time.Millisecond})
				players[c.player.Rival()] = &writer{c.rival}
				r, err := play.Run(t.Context(), players, contestRules(t, c.first), play.Events{})
				require.NoError(t, err)
				if c.result == "" { // the board does not answer the last turn
					c.result = "** Player 1 lost the game by violation (code -10). Tiles: 84 / 84, Score: -84 / -84"
				}
				assert.Equal(t, c.result, game.ContestLine(r))
				var heard []string
				for message := range fake.heard {
					heard = append(heard, message)
				}
				assert.Equal(t, c.heard, strings.Join(heard, " "))
			})
		}
	}
}

// TestSlowStart tests a board that is slow and then answers every 0: the further answers are its
// first move.
func TestSlowStart(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	defer far.Close()
	line := wire.NewLine(near)
	defer line.Close()
	go func() {
		var zeros [3]byte
		io.ReadFull(far, zeros[:])
		assert.Equal(t, "000", string(zeros[:]))
		io.WriteString(far, "1ZZ1ZZ1ZZ")
		io.Copy(io.Discard, far)
	}()
	r, err := play.Run(t.Context(), []play.Player{
		NewBoard(&wire.Board{Line: line, Timeout: 50 * time.Millisecond}), &writer{},
	}, contestRules(t, duo.Player1), play.Events{})
	require.NoError(t, err)
	assert.Equal(t, play.Malformed, r.Ending)
	var v *contest.Violation
	require.ErrorAs(t, r.Rule, &v)
	assert.Equal(t, contest.Malformed, v.Code)
	assert.Equal(t, "1ZZ1", r.Text)
}

// boardConfig is the chip that the simulated board has, with little time to think.
var boardConfig = twin.ContestConfig{
	UART:    twin.UART{ClockHz: 1_843_200, Baud: 115_200},
	Team:    [2]byte{'T', 'S'},
	MoveMS:  25,
	HelloMS: 5,
	ByteMS:  100,
	Depth:   search.MaxSearchDepth,
	Minimax: search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true},
}

// TestBoardInSimulation plays whole games against the simulated chip, over TCP and over a
// pseudo-terminal: with the chip on one side on each line, or on both.
func TestBoardInSimulation(t *testing.T) {
	t.Parallel()
	for i, l := range wiretest.Kinds {
		sides := []duo.Player{duo.Player(i % 2)}
		if simtest.All() {
			sides = []duo.Player{duo.Player1, duo.Player2}
		}
		t.Run(l.Name, func(t *testing.T) {
			line, far := l.Make(t)
			chip, err := cosim.StartContest(t.Context(), cosim.ContestModel(boardConfig), boardConfig)
			require.NoError(t, err)
			defer chip.Close()
			ctx, cancel := context.WithCancel(t.Context())
			served := make(chan error, 1)
			go func() { served <- wire.Serve(ctx, chip, far) }()
			board := NewBoard(&wire.Board{Line: line, Timeout: time.Minute})
			random, err := blokusDuo(t).New("random", play.Env{Seed: 1})
			require.NoError(t, err)
			for _, side := range sides {
				players := []play.Player{board, board}
				players[side.Rival()] = random
				r, err := play.Run(t.Context(), players, contestRules(t, duo.Player2), play.Events{})
				require.NoError(t, err)
				assert.Equal(t, "TS", r.Names[side])
				require.False(t, r.Violated(), "%v, answer %q", r, r.Text)
				assert.EqualValues(t, 1, r.Shares()[side], "the chip beats random play: %v", r)
			}
			cancel()
			err = <-served
			assert.True(t, err == nil || errors.Is(err, context.Canceled), "%v", err)
			line.Close()
			far.Close()
		})
	}
}
