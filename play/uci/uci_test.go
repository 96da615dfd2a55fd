// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package uci_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/uci"
)

// serve answers lines of commands, the last of them quit.
func serve(t *testing.T, spec string, lines ...string) string {
	t.Helper()
	g, err := play.Find("quoridor")
	require.NoError(t, err)
	player, err := g.New(spec, play.Env{Seed: 1})
	require.NoError(t, err)
	defer player.Close()
	var out strings.Builder
	u := &uci.UCI{Game: g, Player: player, Name: "x", Authors: "y"}
	commands := strings.Join(append(lines, "quit", ""), "\n")
	require.NoError(t, u.Serve(t.Context(), play.NewLines(strings.NewReader(commands)), &out))
	return out.String()
}

// TestGo: every form of go that programs send is answered by one legal move.
func TestGo(t *testing.T) {
	t.Parallel()
	best := regexp.MustCompile(`(?m)^bestmove (\S+)$`)
	for _, c := range []struct {
		spec, limit, info string
	}{
		{"tree:leaves=50", "", ""},
		{"tree:leaves=50", " movetime 20", ""},
		{"tree:leaves=50", " infinite", ""},
		{"tree:leaves=50", " depth 3", "info string go depth has no effect"},
		{"tree:leaves=50", " nodes 1000", "info string go nodes has no effect"},
		{"tree:leaves=50", " ponder searchmoves e3 d2 mate 3", "info string go searchmoves has no effect"},
		{"tree:leaves=50", " wtime 1000 btime 1000", ""},
		{"tree", " wtime 100 btime 100 winc 10 binc 10 movestogo 3", ""},
		{"tree", " btime 100 wtime -5", ""},
		{"random", " wtime 1000 btime 1000", "info string random takes its own time"},
		{"random", " movetime", "info string error: go movetime \"\", want milliseconds"},
		{"random", " movetime x", "info string error: go movetime \"x\", want milliseconds"},
		{"random", " faster", "info string error: go \"faster\", want nothing"},
		{"tree:leaves=50", " movetime 0", ""},
		{"random", "", ""},
		{"random", " movetime 20", "info string random takes its own time"},
		{"random", " infinite", "info string random takes its own time"},
	} {
		t.Run(c.spec+c.limit, func(t *testing.T) {
			t.Parallel()
			out := serve(t, c.spec, "position startpos moves e2 e8", "go"+c.limit, "stop")
			found := best.FindAllStringSubmatch(out, -1)
			require.Len(t, found, 1, "%s", out)
			g, err := play.Find("quoridor")
			require.NoError(t, err)
			p := g.Start()
			for _, m := range []string{"e2", "e8", found[0][1]} {
				require.NoError(t, g.PlayText(p, m))
			}
			if c.info == "" {
				assert.NotContains(t, out, "info string")
			} else {
				assert.Contains(t, out, c.info)
			}
		})
	}
}

// TestClock sends clocks: the search keeps the clock of its side, for one move.
func TestClock(t *testing.T) {
	t.Parallel()
	g, err := play.Find("quoridor")
	require.NoError(t, err)
	p := &clocked{}
	var out strings.Builder
	u := &uci.UCI{Game: g, Player: p, Name: "x", Authors: "y"}
	require.NoError(t, u.Serve(t.Context(), play.NewLines(strings.NewReader(strings.Join([]string{
		"go wtime 5000 btime 7000 winc 100 binc 200 movestogo 4", "position startpos moves e2", "go binc 200 btime 7000 wtime 5000", "go", "quit", "",
	}, "\n"))), &out))
	assert.Equal(t, []*play.Clock{
		{Left: 5 * time.Second, Increment: 100 * time.Millisecond, Moves: 4},
		{Left: 7 * time.Second, Increment: 200 * time.Millisecond},
		nil,
	}, p.clocks)
	assert.Equal(t, 3, strings.Count(out.String(), "bestmove "))
}

// clocked is a player that keeps the clocks that it gets.
type clocked struct{ clocks []*play.Clock }

func (c *clocked) Name() string               { return "clocked" }
func (c *clocked) Close() error               { return nil }
func (c *clocked) SetClock(clock *play.Clock) { c.clocks = append(c.clocks, clock) }
func (c *clocked) Move(_ context.Context, p play.Position) (play.Move, error) {
	return p.Moves()[0], nil
}

// TestErrors sends wrong lines: each gets an error message and changes nothing.
func TestErrors(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"perft 3":                       "unknown command \"perft\"",
		"position":                      "position",
		"position startpos moves e2 e7": "position: move 2",
	} {
		out := serve(t, "random", "position startpos moves e2", line, "d")
		assert.Contains(t, out, "info string error: "+want, "%s", line)
		assert.NotContains(t, out, "bestmove", "%s", line)
		g, err := play.Find("quoridor")
		require.NoError(t, err)
		p := g.Start()
		require.NoError(t, g.PlayText(p, "e2"))
		assert.Contains(t, out, p.Draw(play.DrawOptions{}), "%s: the position stays", line)
	}
}

// TestGameOver asks for a move after the end of the game.
func TestGameOver(t *testing.T) {
	t.Parallel()
	line := "position startpos moves"
	for row := 2; row <= 9; row++ {
		line += fmt.Sprintf(" e%d", row)
		if row < 9 {
			line += fmt.Sprintf(" %s9", []string{"d", "e"}[row%2])
		}
	}
	out := serve(t, "random", strings.ReplaceAll(line, " e9 d9", " e9"), "go")
	assert.Contains(t, out, "bestmove (none)")
}
