// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package duo is Blokus Duo for package play. Importing it registers the game, "duo", and its
// software players: tree search, minimax, Monte Carlo, and the players of the literature. The rules
// are in golden/duo. Package chips adds simulated chips as players.
//
// File duo.go (here) has the game, whose rules and drawing are in package rules, search.go the tree
// search with its options, ending.go the solver of endings, and hardware.go the boards that players
// may use. Each other file has a player or a family of players.
package duo

import (
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/games/duo/openings"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

// Name is the name of the game in the registry.
const Name = rules.Name

func init() {
	play.Register(play.Entry{Name: Name, Help: "Blokus Duo", New: New, Default: true})
}

// New returns the game; it has no variants.
func New(variant string) (*play.Game, error) {
	g, err := rules.New(variant)
	if err != nil {
		return nil, err
	}
	g.Openings = listed(openings.Text(), openings.List())
	g.EvenOpenings = listed(openings.EvenText(), openings.Even())
	g.RandomOpening = func(p play.Position, rng *rand.Rand) play.Move { return play.Move(RandomMove(rules.At(p), rng, true)) }
	g.Kinds = kinds()
	g.DefaultPlayer = "tree"
	g.Search, g.SearchHelp, g.SearchOpens = newSearch, searchHelp, searchOpens
	g.Clock = clock
	return g, nil
}

// listed returns a list of openings for matches.
func listed(text string, list []openings.Opening) *play.Openings {
	return &play.Openings{Text: text, Count: len(list), Position: func(number int) play.Position {
		return &rules.Position{Position: list[number-1].Position()}
	}}
}

// clockShares shares the time of a game out among a player's moves, first move first: most time in
// the deciding middle game, little in the opening, where a search sees little, and at the end,
// which is soon solved. No player makes more moves.
var clockShares = [duo.NumTiles + 1]int{
	6, 8, 10, 12, 12, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1,
}

func clock(p play.Position) []int {
	pos := rules.At(p)
	return clockShares[duo.NumTiles-pos.TilesLeft(pos.ToMove()).Count():]
}

// kinds are the game's software players, except the tree search.
func kinds() []play.Kind {
	return append(literatureKinds(), []play.Kind{
		{Name: "alphabeta", Help: alphaBetaHelp, Varies: timed, New: newAlphaBeta},
		{Name: "host", Help: "a player built into the contest's host, rebuilt; options level=1|2 (its -a)", New: newHost},
		{Name: "minimax", Help: minimaxHelp, Varies: timed, New: newMinimax},
		{Name: "montecarlo", Help: monteCarloHelp, New: newMonteCarlo},
		{Name: "random", Help: "random legal placements; options seed=N, pick=uniform|largest (among the largest tiles that fit)", Varies: play.Always, New: newRandom},
	}...)
}

// timed reports whether the clock, or the order of threads, affects a player's moves.
func timed(o *play.Options) bool { return o.Given("time") || o.Value("parallel") == "tree" }

func newRandom(env play.Env, o *play.Options) (play.Player, error) {
	seed := o.Uint64("seed", env.Seed)
	largest := o.Choice("pick", "uniform", "uniform", "largest") == "largest"
	return play.NewRandom(env, seed, func(p play.Position, rng *rand.Rand) play.Move {
		return play.Move(RandomMove(rules.At(p), rng, largest))
	}), nil
}

// RandomMove returns a random placement, each equally likely, or a pass if no placement is legal;
// with largest, only a placement of the largest tiles that fit.
func RandomMove(pos *duo.Position, rng *rand.Rand, largest bool) duo.Move {
	return openings.RandomMove(pos, rng, largest)
}
