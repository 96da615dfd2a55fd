// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"github.com/tessera-fpga/tessera/play"
)

// A browser's build leaves out the players of the literature: they are as large as a game.

// Lanes are playout lanes outside the program; in a browser there are none.
type Lanes interface{ Close() error }

func literatureKinds() []play.Kind { return nil }

func evaluations() []string { return nil }

// newLiteratureMinimax is never called: evaluations names none.
func newLiteratureMinimax(string, play.Env, *play.Options) (play.Player, error) { return nil, nil }
