// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/play"
)

// bounds are the options of player tree that limit a move; setting one replaces the others.
var bounds = []string{"clock", "leaves", "level", "time"}

// parameters are the options of a player that param can set.
var parameters = append(slices.Clone(bounds), "threads")

// param lists the parameters set so far, or sets one. Each is an option of the player, so the
// players are created anew.
func (e *Engine) param(_ context.Context, args []string) (string, error) {
	switch {
	case len(args) == 0:
		lines := []string{fmt.Sprintf("seed %d", e.seed)}
		for _, p := range e.params {
			lines = append(lines, p[0]+" "+p[1])
		}
		return strings.Join(lines, "\n"), nil
	case len(args) == 1:
		return "", failf("missing argument, want the value of %q", args[0])
	case args[0] == "seed":
		return e.setRandomSeed(context.Background(), args[1:])
	case !slices.Contains(parameters, args[0]):
		return "", failf("unknown parameter '%s'", args[0])
	}
	name, value := args[0], args[1]
	if strings.ContainsAny(value, ",=") {
		return "", failf("parameter %s %q, want a value", name, value)
	}
	var others []string
	if slices.Contains(bounds, name) {
		others = bounds
	}
	spec := play.WithOption(e.spec, name, value, others...)
	p, err := e.game.New(spec, play.Env{Seed: e.seed, Out: e.log, Log: e.log})
	if kind, _, _ := strings.Cut(spec, ":"); err != nil && kind != e.game.DefaultPlayer {
		return "", failf("%v; try player %s", err, e.game.DefaultPlayer)
	} else if err != nil {
		return "", failf("%v", err)
	}
	if err := p.Close(); err != nil {
		return "", err
	}
	e.spec = spec
	e.params = slices.DeleteFunc(e.params, func(p [2]string) bool { return p[0] == name || slices.Contains(others, p[0]) })
	e.params = append(e.params, [2]string{name, value})
	return "", e.Close() // the players will be created anew
}

// Thresholds for resignation, as in Pentobi: a value below resignBelow after more than resignVisits
// visits.
const (
	resignBelow  = 0.09
	resignVisits = 500
)

// paramBase reads or sets whether genmove may resign.
func (e *Engine) paramBase(_ context.Context, args []string) (string, error) {
	switch {
	case len(args) == 0 && e.resign:
		return "resign 1", nil
	case len(args) == 0:
		return "resign 0", nil
	case len(args) == 1:
		return "", failf("missing argument, want the value of %q", args[0])
	case args[0] != "resign":
		return "", failf("unknown parameter '%s'", args[0])
	case args[1] != "0" && args[1] != "1":
		return "", failf("parameter resign %q, want 0 or 1", args[1])
	}
	e.resign = args[1] == "1"
	return "", nil
}

// givesUp reports whether the latest player may resign and has no chance.
func (e *Engine) givesUp() bool {
	if !e.resign || e.game.Seats() != 2 {
		return false
	}
	thoughts, err := e.thoughts()
	if err != nil {
		return false
	}
	visits := 0
	for _, t := range thoughts {
		visits += t.Visits
	}
	return thoughts[0].Value < resignBelow && (visits > resignVisits || thoughts[0].Proven)
}
