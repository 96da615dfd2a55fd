// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package uci_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/uci"
)

// outputForm is the form of the lines of an engine.
var outputForm = regexp.MustCompile(`^(id|uciok|readyok|option|info|bestmove)( |$)`)

// drawing is the command to draw the board, whose answer has no form.
var drawing = regexp.MustCompile(`(?m)^\s*d(\s|$)`)

// FuzzServe answers lines of any text with lines of the protocol.
func FuzzServe(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		g, err := play.Find("quoridor")
		require.NoError(t, err)
		player, err := g.New("random", play.Env{Seed: 1})
		require.NoError(t, err)
		defer player.Close()
		var out strings.Builder
		u := &uci.UCI{Game: g, Player: player, Name: "x", Authors: "y"}
		require.NoError(t, u.Serve(t.Context(), play.NewLines(strings.NewReader(text)), &out))
		if drawing.MatchString(text) {
			return
		}
		for line := range strings.Lines(out.String()) {
			require.Regexp(t, outputForm, strings.TrimSuffix(line, "\n"), "%q", text)
		}
	})
}
