// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package agent

import (
	"fmt"

	"github.com/tessera-fpga/tessera/games/blokus/multiplayer"
	"github.com/tessera-fpga/tessera/games/blokus/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// Reward is the value of the end of a simulation for a colour.
type Reward int

// The rewards.
const (
	// Win is 1 for the first place, divided among ties, as in Nijssen.
	Win Reward = iota
	// Share is the share of the 89 squares that the colour has placed.
	Share
	// Squares is the number of these squares, as in the source's program: then C = 0.2 explores
	// next to nothing, and the term of progressive history is negative.
	Squares
)

var rewardNames = []string{"win", "share", "squares"}

// RewardNames returns the names of the rewards, in their order.
func RewardNames() []string { return rewardNames }

func (r Reward) String() string { return rewardNames[r] }

// ParseReward reads the name of a reward.
func ParseReward(name string) (Reward, error) {
	for i, n := range rewardNames {
		if n == name {
			return Reward(i), nil
		}
	}
	return 0, fmt.Errorf("reward %q, want one of %v", name, rewardNames)
}

// top is the reward for all squares.
func (r Reward) top() float64 {
	if r == Squares {
		return duo.NumCells
	}
	return 1
}

// game is Blokus for package multiplayer.
type game struct {
	rules.Position
	kept   []rules.Position
	reward Reward
	policy playout.Policy
}

func (g *game) set(p *rules.Position) { g.Position, g.kept = *p, g.kept[:0] }

// Players implements multiplayer.Game.
func (g *game) Players() int { return rules.NumColours }

// Actions implements multiplayer.Game.
func (g *game) Actions() int { return rules.NumMoves }

// ToMove implements multiplayer.Game.
func (g *game) ToMove() int { return int(g.Position.ToMove()) }

// Turn implements multiplayer.Game.
func (g *game) Turn(player int) { g.SetToMove(rules.Colour(player)) }

// Push implements multiplayer.Game.
func (g *game) Push() { g.kept = append(g.kept, g.Position) }

// Pop implements multiplayer.Game.
func (g *game) Pop() {
	g.Position = g.kept[len(g.kept)-1]
	g.kept = g.kept[:len(g.kept)-1]
}

// Play implements multiplayer.Game.
func (g *game) Play(m multiplayer.Move) { g.Position.Play(rules.Move(m)) }

// Moves implements multiplayer.Game: large tiles first.
func (g *game) Moves(dst []multiplayer.Move) []multiplayer.Move {
	var buf [512]rules.Move
	moves := g.Position.Moves(buf[:0])
	for size := playout.MaxTileSize; size > 0; size-- {
		for _, m := range moves {
			if m.Size() == size {
				dst = append(dst, multiplayer.Move(m))
			}
		}
	}
	return dst
}

// Playout implements multiplayer.Simulated.
func (g *game) Playout(seed uint64, moved func(player int, m multiplayer.Move)) {
	rng := playoutRNG(seed)
	var visit func(c rules.Colour, m rules.Move)
	if moved != nil {
		visit = func(c rules.Colour, m rules.Move) { moved(int(c), multiplayer.Move(m)) }
	}
	for c := g.Position.ToMove(); !g.Over() && !g.SetToMove(c); {
		c = c.Next() // Turn can have given the turn to a colour without a move
	}
	g.PlayOut(g.policy, &rng, visit)
}

// Rewards implements multiplayer.Simulated.
func (g *game) Rewards(rewards []float64) {
	if g.reward == Win {
		copy(rewards, rules.Shares(rules.Classic.Points(&g.Position)))
		return
	}
	for c := range rewards {
		rewards[c] = float64(g.SquaresPlaced(rules.Colour(c))) / duo.NumCells * g.reward.top()
	}
}

// weightOfMoves is the weight of a legal move in progressive bias's H, in squares placed.
const weightOfMoves = 0.2

// Bias implements multiplayer.Simulated: H = squares placed + 0.2 x legal moves, both the colour's
// own (section 3.6), on the scale of the rewards, where 89 squares are the maximum. In place of
// legal moves the source's text uses open corners; its program uses the moves of the child's colour
// to move.
func (g *game) Bias(player int) float64 {
	return g.known(rules.Colour(player)) / duo.NumCells * g.reward.top()
}

// known returns H, in squares.
func (g *game) known(c rules.Colour) float64 {
	return float64(g.SquaresPlaced(c)) + weightOfMoves*float64(g.CountMovesOf(c))
}

// Values implements multiplayer.Valued: it returns H, the source's progressive bias, and at the end
// of the game only squares.
func (g *game) Values(values []float64) {
	for c := range values {
		values[c] = g.known(rules.Colour(c))
	}
}

// MCTSConfig holds the parameters of an MCTS.
type MCTSConfig struct {
	multiplayer.MCTSConfig
	Reward  Reward
	Playout playout.Policy // uniform in the source
}

// Constants of the source, which has 1,000 ms for a move.
const (
	Exploration   = 0.2 // C; the source also tried 2 and 4
	HistoryWeight = 5   // W
)

// MCTS is the source's Monte Carlo tree search: MCTS-max^n (section 3.5), PB-MCTS with progressive
// bias (3.6), and PH-MCTS with progressive history (3.7).
type MCTS struct {
	search *multiplayer.MCTS
	game   game
	work   uint64
}

// NewMCTS returns an MCTS.
func NewMCTS(cfg MCTSConfig, seed uint64) *MCTS {
	return &MCTS{search: multiplayer.NewMCTS(cfg.MCTSConfig, seed), game: game{reward: cfg.Reward, policy: cfg.Playout}}
}

// Work implements Agent: it counts the simulations.
func (a *MCTS) Work() uint64 { return a.work }

// Reset implements Agent.
func (a *MCTS) Reset(seed uint64) { a.search.Reset(seed); a.work = 0 }

// Move implements Agent.
func (a *MCTS) Move(p *rules.Position, stop func() bool) rules.Move {
	if m, ok := only(p); ok {
		return m
	}
	a.game.set(p)
	out := a.search.Search(&a.game, stop)
	for _, c := range out {
		a.work += uint64(c.Visits)
	}
	return rules.Move(out[0].Move)
}

// only returns the position's move if there is exactly one.
func only(p *rules.Position) (m rules.Move, ok bool) {
	if p.CountMoves() != 1 {
		return 0, false
	}
	return p.Moves(nil)[0], true
}

// Minimax searches by depth: max^n, paranoid or best reply. The value of a position is H of
// progressive bias for each colour.
type Minimax struct {
	search *multiplayer.Minimax
	game   game
	work   uint64
}

// NewMinimax returns a Minimax.
func NewMinimax(cfg multiplayer.MinimaxConfig, seed uint64) *Minimax {
	return &Minimax{search: multiplayer.NewMinimax(cfg, seed)}
}

// Work implements Agent: it counts the positions.
func (a *Minimax) Work() uint64 { return a.work }

// Reset implements Agent.
func (a *Minimax) Reset(seed uint64) { a.search.Reset(seed); a.work = 0 }

// Move implements Agent.
func (a *Minimax) Move(p *rules.Position, stop func() bool) rules.Move {
	if m, ok := only(p); ok {
		return m
	}
	a.game.set(p)
	m, _ := a.search.Search(&a.game, stop)
	a.work += uint64(a.search.Nodes())
	return rules.Move(m)
}
