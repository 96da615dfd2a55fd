package literature

import (
	"errors"
	"fmt"
	"math"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// UCTConfig holds the parameters of a tree search. The zero value is UCT with C 0.
type UCTConfig struct {
	Formula   Formula
	C         float64 // of UCB1: the thesis has 0.7 (4.3.1.2) and 1 (5.1.1)
	FirstPlay FirstPlay
	Bias      Bias
	// History is the weight W of progressive history, 0 for none: the mean reward of the
	// same move in all playouts, in [0,1], times W / (nj (1 - X) + 1) with X in [0,1], is added
	// (Nijssen, Winands, Enhancements for Multi-Player Monte-Carlo Tree Search, 2010).
	History float64
	// RAVE is the number of visits with which the mean of a child and that of all playouts
	// in which its move is made later count the same, 0 for none: the latter has the weight
	// sqrt(k / (3 nj + k)) (Gelly, Silver, Combining Online and Offline Knowledge in UCT, 2007).
	RAVE    float64
	Rollout Rollout
	Reward  Reward
	Final   Final
	Order   Order
	// Leaf is the number of playouts of a leaf, 1 if 0; they count as so many playouts, and as
	// one visit with their mean reward.
	Leaf int
	// Parallel says what Threads threads share.
	Parallel Parallel
	Threads  int // 1 if 0
	// Lanes plays the playouts of a leaf; nil: this machine does.
	Lanes Lanes
	// Children bounds the memory: with that many moves in lists, no more nodes get one. The
	// thesis's player stops then. 4,000,000 if 0.
	Children int
}

const defaultChildren = 4_000_000

// Result is what a search answers.
type Result struct {
	Move     duo.Move
	Playouts int
	Nodes    int // that minimax visited
	// Value is the mean reward of the move, in [-1,1], or minimax's value.
	Value float64
}

// child is a move of a node and what playouts have found behind it, as the player sees it who
// makes the move.
type child struct {
	move         Move
	visits       int32
	sum, squares float64 // of rewards and of their squares
	below        *node
}

func (c *child) mean() float64 { return c.sum / float64(c.visits) }

type node struct {
	children   []child
	heuristics []float64 // of the children, if there is a bias
	amaf       []average // of playouts in which a child's move is made later, if there is RAVE
	visits     int       // of all children
	tried      int       // children before are all visited, if they are taken in order
}

// UCT is a tree search from one position.
type UCT struct {
	cfg    UCTConfig
	root   board
	top    node
	seed   uint32
	done   int // playouts
	listed int // moves in lists

	history [2]map[duo.Move]*average
	thread  *thread
	err     error
}

// thread is what a thread of a search has for itself.
type thread struct {
	path  []step
	seen  [2]map[duo.Move]bool // placements of the playout at hand
	moves []Move
	buf   []playout.AnchorMove
}

func newThread() *thread {
	return &thread{seen: [2]map[duo.Move]bool{{}, {}}}
}

type step struct {
	node  *node
	index int
	mover duo.Player
}

type average struct {
	sum    float64
	visits int
}

func (a *average) mean() float64 { return a.sum / float64(a.visits) }

// NewUCT returns a search of a position that is not over.
func NewUCT(cfg UCTConfig, pos *duo.Position, seed uint32) *UCT {
	if pos.Over() {
		panic(fmt.Sprintf("literature: the game is over after %d plies", pos.Plies()))
	}
	if cfg.Leaf == 0 {
		cfg.Leaf = 1
	}
	if cfg.Children == 0 {
		cfg.Children = defaultChildren
	}
	if cfg.Bias.Weight == 0 {
		cfg.Bias.Weight = 1
	}
	if cfg.Threads == 0 {
		cfg.Threads = 1
	}
	u := &UCT{cfg: cfg, root: newBoard(pos), seed: seed, thread: newThread()}
	for pl := range u.history {
		u.history[pl] = map[duo.Move]*average{}
	}
	u.list(u.thread, &u.top, &u.root)
	return u
}

// Validate reports whether the parameters go together.
func (c *UCTConfig) Validate() error {
	if c.Lanes == nil {
		return nil
	}
	if c.RAVE != 0 || c.History != 0 {
		return errors.New("literature: lanes do not tell the moves of a playout, which RAVE and progressive history want")
	}
	return lanesPlay(c.Rollout, c.Reward)
}

// Search plays that many playouts, or fewer if stop says so, and returns the move. A single
// move needs none. stop may be called by several threads at once. An error is the lanes'.
func (u *UCT) Search(playouts int, stop func() bool) (Result, error) {
	if len(u.top.children) > 1 {
		switch {
		case u.cfg.Threads > 1 && u.cfg.Parallel == RootParallel:
			u.searchRoots(playouts, stop)
		case u.cfg.Threads > 1 && u.cfg.Parallel == TreeParallel:
			u.searchShared(playouts, stop)
		default:
			for u.wants(playouts) && (stop == nil || !stop()) {
				u.rollOut(u.thread, u.descend(u.thread))
			}
		}
	}
	i, _ := u.cfg.Final.best(u.top.children)
	c := &u.top.children[i]
	r := Result{Move: c.move.Duo(), Playouts: u.done}
	if c.visits > 0 {
		r.Value = c.mean()
	}
	return r, u.err
}

// wants reports whether the search goes on.
func (u *UCT) wants(playouts int) bool {
	if u.err != nil || u.done >= 2*playouts {
		return false
	}
	if u.done < playouts {
		return true
	}
	_, fulfilled := u.cfg.Final.best(u.top.children)
	return !fulfilled
}

// list gives a node its children.
func (u *UCT) list(t *thread, n *node, b *board) {
	t.moves = b.moves(t.moves[:0], &t.buf)
	u.cfg.Order.sort(t.moves)
	n.children = make([]child, len(t.moves))
	u.listed += len(t.moves)
	for i, m := range t.moves {
		n.children[i].move = m
	}
	if u.cfg.RAVE > 0 {
		n.amaf = make([]average, len(t.moves))
	}
	switch {
	case u.cfg.Bias.Kind == BiasUnits:
		for _, m := range t.moves {
			n.heuristics = append(n.heuristics, float64(m.size()))
		}
	case u.cfg.Bias.Kind == BiasFunction && n == &u.top:
		now := newTurn(b)
		for _, m := range t.moves {
			n.heuristics = append(n.heuristics, now.heuristic(m))
		}
	}
}

// leaf is a position to play out, and the number of the first playout.
type leaf struct {
	board
	number uint32
}

// descend goes down to a child without a visit, or to the end of the game. The visit counts as
// a lost one until backUp has its reward (virtual loss), which only other threads see.
func (u *UCT) descend(t *thread) leaf {
	b := u.root
	t.path = t.path[:0]
	for n := &u.top; !b.state.Over(); {
		if n.children == nil {
			if u.listed >= u.cfg.Children {
				break
			}
			u.list(t, n, &b)
		}
		mover := b.state.ToMove()
		i := u.choose(n, mover)
		c := &n.children[i]
		t.path = append(t.path, step{n, i, mover})
		b.play(c.move)
		n.visits++
		c.visits++
		c.sum--
		c.squares++
		if c.visits == 1 {
			break
		}
		if c.below == nil {
			c.below = new(node)
		}
		n = c.below
	}
	number := uint32(u.done)
	u.done += u.cfg.Leaf
	return leaf{b, number}
}

// rollOut plays a leaf out and adds the rewards.
func (u *UCT) rollOut(t *thread, l leaf) {
	reward, squares, err := u.rewards(t, l)
	if err != nil {
		u.err = err
	}
	u.backUp(t, reward, squares)
}

// rewards returns the means of the rewards of a leaf's playouts, and of their squares.
func (u *UCT) rewards(t *thread, l leaf) (reward, squares [2]float64, err error) {
	if u.cfg.Lanes != nil {
		return l.onLanes(u.cfg.Lanes, u.cfg.Rollout, u.seed, l.number, u.cfg.Leaf)
	}
	var visit func(duo.Player, Move)
	if u.cfg.RAVE > 0 || u.cfg.History > 0 {
		for pl := range t.seen {
			clear(t.seen[pl])
		}
		for _, s := range t.path {
			t.seen[s.mover][s.node.children[s.index].move.Duo()] = true
		}
		visit = func(pl duo.Player, m Move) { t.seen[pl][m.Duo()] = true }
	}
	for _, e := range u.endings(l, visit) {
		for pl, v := range u.cfg.Reward.of(e) {
			reward[pl] += v / float64(u.cfg.Leaf)
			squares[pl] += v * v / float64(u.cfg.Leaf)
		}
	}
	return reward, squares, nil
}

// endings plays the playouts of a leaf.
func (u *UCT) endings(l leaf, visit func(duo.Player, Move)) []Ending {
	out := make([]Ending, u.cfg.Leaf)
	roll := func(i int) {
		end := l.board
		rng := playout.NewRNG(u.seed, l.number+uint32(i))
		out[i] = u.cfg.Rollout.play(&end, &rng, visit)
	}
	if u.cfg.Parallel == LeafParallel && visit == nil {
		inParallel(u.cfg.Threads, u.cfg.Leaf, roll)
		return out
	}
	for i := range out {
		roll(i)
	}
	return out
}

func (u *UCT) backUp(t *thread, reward, squares [2]float64) {
	for _, s := range t.path {
		c := &s.node.children[s.index]
		c.sum += 1 + reward[s.mover]
		c.squares += squares[s.mover] - 1
		if u.cfg.RAVE == 0 {
			continue
		}
		for i := range s.node.children {
			if t.seen[s.mover][s.node.children[i].move.Duo()] {
				s.node.amaf[i].sum += reward[s.mover]
				s.node.amaf[i].visits++
			}
		}
	}
	if u.cfg.History == 0 {
		return
	}
	for pl := range t.seen {
		for m := range t.seen[pl] {
			a := u.history[pl][m]
			if a == nil {
				a = new(average)
				u.history[pl][m] = a
			}
			a.sum += reward[pl]
			a.visits++
		}
	}
}

// choose returns the child to visit.
func (u *UCT) choose(n *node, mover duo.Player) int {
	cfg := &u.cfg
	if cfg.FirstPlay.Kind == Always && n.tried < len(n.children) {
		n.tried++
		return n.tried - 1
	}
	logParent := math.Log(float64(max(1, n.visits)))
	best, most := 0, math.Inf(-1)
	for i := range n.children {
		c := &n.children[i]
		v := 0.0
		var amaf average
		if n.amaf != nil {
			amaf = n.amaf[i]
		}
		switch {
		case c.visits == 0 && amaf.visits > 0:
			v = amaf.mean()
		case c.visits == 0:
			v = cfg.FirstPlay.of(c.move)
		default:
			visits, mean := float64(c.visits), c.mean()
			v = mean
			if amaf.visits > 0 {
				beta := math.Sqrt(cfg.RAVE / (3*visits + cfg.RAVE))
				v += beta * (amaf.mean() - mean)
			}
			v += cfg.Formula.term(cfg.C, logParent, visits, mean, c.squares/visits)
			if cfg.History > 0 {
				a := u.history[mover][c.move.Duo()]
				v += 2 * progressiveHistory(cfg.History, a.mean(), visits, mean)
			}
		}
		if n.heuristics != nil {
			v += cfg.Bias.Weight * n.heuristics[i] / float64(c.visits+1)
		}
		if v > most {
			best, most = i, v
		}
	}
	return best
}

// progressiveHistory returns the term of progressive history for rewards in [0,1], given means
// in [-1,1]; it counts double in a range twice as wide.
func progressiveHistory(weight, history, visits, mean float64) float64 {
	return (history + 1) / 2 * weight / (visits*(1-mean)/2 + 1)
}
