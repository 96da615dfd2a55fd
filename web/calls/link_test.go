// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package calls

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzLink reads any game of a link, as the page passes it on: the player who moved first and the
// moves, between points. A game that is accepted has its moves in the codes of links, and the link
// of these is the same game.
func FuzzLink(f *testing.F) {
	read := func(first int, moves []string) (p Position, err error) {
		args, err := json.Marshal(Game{First: first, Moves: moves})
		if err != nil {
			return p, err
		}
		out, err := Call("position", args, func(any) {})
		if err != nil {
			return p, err
		}
		return p, json.Unmarshal(out, &p)
	}
	f.Fuzz(func(t *testing.T, first int, moves string) {
		p, err := read(first, strings.Split(moves, "."))
		if err != nil {
			return
		}
		var codes []string
		for _, m := range p.Moves {
			require.Regexp(t, "^[0-9a-u]{4}$", m.Code)
			codes = append(codes, m.Code)
		}
		again, err := read(first, codes)
		require.NoError(t, err)
		require.Equal(t, p, again)
	})
}
