package agent

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/quoridor"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// TreeConfig holds the parameters of a Tree.
type TreeConfig struct {
	tree.Config
	Leaves int // a move
	// Playouts is the number of playouts of a leaf, besides the static value: 0 for none.
	Playouts int
}

// DefaultTree holds what Tree plays best with.
var DefaultTree = TreeConfig{
	Config: tree.Config{Exploration: 384, ExpandVisits: 2, Nodes: 1 << 20},
	Leaves: 10_000,
}

// Tree is our player: PUCT (package tree) with a prior for moves that looks at what a fence does to
// both distances, and a static value of a leaf, the race and the fences left; playouts, if
// there are any, are of the kind Path. The tree stays from move to move.
type Tree struct {
	cfg  TreeConfig
	rng  quoridor.RNG
	tree *tree.Tree
	root quoridor.Position
	set  bool
	work uint64
}

// NewTree returns a Tree.
func NewTree(cfg TreeConfig, seed uint64) (*Tree, error) {
	a := &Tree{cfg: cfg, rng: quoridor.RNG(seed)}
	var err error
	a.tree, err = tree.New(cfg.Config, []tree.Game{&treeGame{agent: a}})
	return a, err
}

// Work implements Agent: the leaves.
func (a *Tree) Work() uint64 { return a.work }

// Reset implements Agent.
func (a *Tree) Reset(seed uint64) {
	a.rng, a.set, a.work = quoridor.RNG(seed), false, 0
	a.tree.Reset()
}

// Move implements Agent.
func (a *Tree) Move(p *quoridor.Position, stop func() bool) quoridor.Move {
	a.setRoot(p)
	a.work += uint64(a.tree.Search(a.cfg.Leaves, func(int) bool { return asked(stop) }))
	if best, ok := a.tree.Best(); ok {
		return quoridor.Move(best.Move)
	}
	return p.RandomShortest(&a.rng)
}

// Candidates returns the moves at the root after a search, the best first.
func (a *Tree) Candidates() []tree.Candidate { return a.tree.Candidates(nil) }

// setRoot makes a position the root and keeps what the tree knows of it, if one or two moves have
// led there.
func (a *Tree) setRoot(p *quoridor.Position) {
	if a.set && a.follow(p, 2) {
		return
	}
	a.tree.Reset()
	a.root, a.set = *p, true
}

func (a *Tree) follow(p *quoridor.Position, moves int) bool {
	if a.root == *p {
		return true
	}
	if moves == 0 || a.root.Plies() >= p.Plies() {
		return false
	}
	var buf [quoridor.MaxMoves]quoridor.Move
	for _, m := range a.root.Moves(buf[:0]) {
		q := a.root
		q.Play(m)
		if !leadsTo(&q, p, moves-1) {
			continue
		}
		a.root = q
		return a.tree.Advance(func(c tree.Move) bool { return quoridor.Move(c) == m }) && a.follow(p, moves-1)
	}
	return false
}

// leadsTo reports whether so many moves lead from one position to another.
func leadsTo(p, to *quoridor.Position, moves int) bool {
	if *p == *to {
		return true
	}
	if moves == 0 || p.Plies()+moves < to.Plies() || p.Plies() >= to.Plies() {
		return false
	}
	var buf [quoridor.MaxMoves]quoridor.Move
	for _, m := range p.Moves(buf[:0]) {
		q := *p
		q.Play(m)
		if leadsTo(&q, to, moves-1) {
			return true
		}
	}
	return false
}

// treeGame is Quoridor for a tree.
type treeGame struct {
	agent *Tree
	quoridor.Position
}

func (g *treeGame) Reset() { g.Position = g.agent.root }

func (g *treeGame) ToMove() int { return int(g.Position.ToMove()) }

func (g *treeGame) Play(m tree.Move) { g.Position.Play(quoridor.Move(m)) }

func (g *treeGame) Over() (tree.Leaf, bool) {
	if !g.Position.Over() {
		return tree.Leaf{}, false
	}
	value := tree.Value(tree.MaxValue / 2)
	if pl, ok := g.Winner(); ok && pl == quoridor.Player1 {
		value = tree.MaxValue
	} else if ok {
		value = 0
	}
	return leafOf(value, 0), true
}

// leafOf returns a leaf by its value for player 1.
func leafOf(value tree.Value, margin int32) tree.Leaf {
	return tree.Leaf{Values: tree.Values{value, tree.MaxValue - value}, Margin: margin}
}

// Weights of the prior, in 1/tree.Nat.
var (
	stepLogit  int32 = 1024 // of each step nearer to the goal
	fenceLogit int32 = -768 // of a fence
	gainLogit  int32 = 320  // of each step that a fence costs the rival
	lossLogit  int32 = 320  // and the mover
	pawnLogit  int32 = 256  // of a fence at the rival's pawn
	joinLogit  int32 = 192  // of a fence that touches another one
	maxGain    int32 = 6    // steps that count
)

// Moves implements tree.Game.
func (g *treeGame) Moves(dst []tree.Choice) []tree.Choice {
	pl := g.Position.ToMove()
	own, rival := g.Way(pl), g.Way(pl.Rival())
	var buf [quoridor.MaxSteps]quoridor.Move
	for _, m := range g.Steps(buf[:0]) {
		nearer := own.Distance - g.DistanceFrom(pl, m.To())
		dst = append(dst, tree.Choice{Move: tree.Move(m), Logit: int32(nearer) * stepLogit})
	}
	h, v := g.LegalFences()
	pawn := g.Pawn(pl.Rival())
	nearH, nearV := near(pawn)
	joinH, joinV := g.Touching()
	for i, free := range [2]uint64{h, v} {
		cutOwn, cutRival, at, join := own.CutH, rival.CutH, nearH, joinH
		if i == 1 {
			cutOwn, cutRival, at, join = own.CutV, rival.CutV, nearV, joinV
		}
		for ; free != 0; free &= free - 1 {
			s := quoridor.Slot(bits.TrailingZeros64(free))
			m := quoridor.Horizontal(s)
			if i == 1 {
				m = quoridor.Vertical(s)
			}
			logit := int32(fenceLogit)
			if cutRival>>s&1 != 0 {
				logit += gainLogit * min(maxGain, int32(g.DistanceBehind(pl.Rival(), m)-rival.Distance))
			}
			if cutOwn>>s&1 != 0 {
				logit -= lossLogit * min(maxGain, int32(g.DistanceBehind(pl, m)-own.Distance))
			}
			if at>>s&1 != 0 {
				logit += pawnLogit
			}
			if join>>s&1 != 0 {
				logit += joinLogit
			}
			dst = append(dst, tree.Choice{Move: tree.Move(m), Logit: logit})
		}
	}
	return dst
}

// near returns the slots of fences at a square's edges.
func near(s quoridor.Square) (h, v uint64) {
	for dy := -1; dy <= 0; dy++ {
		for dx := -1; dx <= 0; dx++ {
			x, y := s.Column()+dx, s.Row()+dy
			if x >= 0 && x < quoridor.SlotSize && y >= 0 && y < quoridor.SlotSize {
				h |= 1 << (y*quoridor.SlotSize + x)
			}
		}
	}
	return h, h
}

// worth is what a step in the race and a fence more than the rival count in the static value, in
// 1/tree.Nat, by the number of fences that both have left. It was fitted to the results of games between
// this player and Negamax (logistic regression).
type worth struct {
	upTo        int // fences left
	step, fence int32
}

var worths = []worth{{0, 1220, 0}, {4, 138, 140}, {8, 138, 250}, {14, 76, 115}, {20, 76, 40}}

// Leaf implements tree.Game.
func (g *treeGame) Leaf(number uint32) tree.Leaf {
	pl := g.Position.ToMove()
	rival := pl.Rival()
	left, rivalLeft := g.FencesLeft(pl), g.FencesLeft(rival)
	// In half steps: the mover is half a step ahead of the middle between the turns.
	race := int32(2*(g.Distance(rival)-g.Distance(pl)) + 1)
	w := worths[0]
	for i := 0; w.upTo < left+rivalLeft; {
		i++
		w = worths[i]
	}
	value := tree.Logistic(race*w.step/2 + w.fence*int32(left-rivalLeft))
	if n := g.agent.cfg.Playouts; n > 0 {
		r := quoridor.RNG(uint64(g.agent.rng) + uint64(number)<<32)
		sum := 0
		for range n {
			p := g.Position
			sum += Path.Play(&p, &r)
		}
		if pl == quoridor.Player2 {
			sum = 2*n - sum
		}
		value = tree.Value((uint32(value) + uint32(sum*tree.MaxValue/(2*n))) / 2)
	}
	if pl == quoridor.Player2 {
		value, race = tree.MaxValue-value, -race
	}
	return leafOf(value, race*128)
}
