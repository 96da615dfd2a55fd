// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package calls

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzLink reads any game of a link, as the page passes it on: the player who moved first and the
// moves, between points, perhaps from a set-up position. A game that is accepted has its moves in the
// codes of links, and the link of these is the same game.
func FuzzLink(f *testing.F) {
	read := func(first int, setup string, moves []string) (p Position, err error) {
		args, err := json.Marshal(Game{First: first, Setup: setup, Moves: moves})
		if err != nil {
			return p, err
		}
		out, err := Call("position", args, func(any) {})
		if err != nil {
			return p, err
		}
		return p, json.Unmarshal(out, &p)
	}
	f.Add(2, "AB[e10]PL[W]", "aaa0")
	f.Fuzz(func(t *testing.T, first int, setup, moves string) {
		p, err := read(first, setup, strings.Split(moves, "."))
		if err != nil {
			return
		}
		var codes []string
		for _, m := range p.Moves {
			require.Regexp(t, "^[0-9a-u]{4}$", m.Code)
			codes = append(codes, m.Code)
		}
		again, err := read(first, p.Setup, codes)
		require.NoError(t, err)
		require.Equal(t, p, again)
	})
}
