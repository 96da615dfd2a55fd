// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import (
	"errors"
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
)

// UCTConfig holds the parameters of a tree search. The zero value is UCT with C 0.
type UCTConfig struct {
	Formula   Formula
	C         float64 // C of UCB1: the thesis has 0.7 (4.3.1.2) and 1 (5.1.1)
	FirstPlay FirstPlay
	Bias      Bias
	// History is the weight W of progressive history, 0 for none. It adds the mean reward of the
	// same move in all playouts, in [0,1], times W / (nj (1 - X) + 1) with X in [0,1]
	// (Nijssen, Winands, Enhancements for Multi-Player Monte-Carlo Tree Search, 2010).
	History float64
	// RAVE is k, the number of visits where two means have equal weight, 0 for none: the mean of a
	// child, and the mean of all playouts that make its move later. The latter has the weight
	// sqrt(k / (3 nj + k)) (Gelly, Silver, Combining Online and Offline Knowledge in UCT, 2007).
	RAVE    float64
	Rollout Rollout
	Reward  Reward
	Final   Final
	Order   Order
	// Leaf is the number of playouts of a leaf, 1 if 0. They count as that many playouts, and as
	// one visit with their mean reward.
	Leaf int
	// Parallel selects what the threads share.
	Parallel Parallel
	Threads  int // 1 if 0
	// Lanes runs the playouts of a leaf; nil: this machine runs them.
	Lanes Lanes
	// Children bounds the memory: with that many moves in lists, no further nodes get a list. The
	// thesis's player stops at its bound. 4,000,000 if 0.
	Children int
}

const defaultChildren = 4_000_000

// Result is the answer of a search.
type Result struct {
	Move     duo.Move
	Playouts int
	Nodes    int // nodes that minimax visited
	// Value is the mean reward of the move, in [-1,1], or minimax's value.
	Value float64
}

// UCT is a tree search from one position.
type UCT struct {
	cfg    UCTConfig
	root   board
	moves  []Move // moves of the root, in order
	stages []stage
	top    node
	seed   uint32
	done   int // playouts
	listed int // moves in lists

	history [2]map[duo.Move]*average
	thread  *thread
	err     error
}

// thread holds the data of one thread of a search.
type thread struct {
	path []step
	seen [2]map[duo.Move]bool // placements of the current playout
	list playout.List
	buf  []playout.AnchorMove
	out  []Ending
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
	u.moves = u.root.moves(nil, &u.thread.buf)
	u.cfg.Order.sort(u.moves)
	u.stages = cfg.stages()
	u.listTop()
	return u
}

// Validate returns an error if the parameters contradict each other.
func (c *UCTConfig) Validate() error {
	if c.Lanes == nil {
		return nil
	}
	if c.RAVE != 0 || c.History != 0 {
		return errors.New("literature: lanes do not tell the moves of a playout, which RAVE and progressive history want")
	}
	return lanesPlay(c.Rollout, c.Reward)
}

// Search plays that many playouts, or fewer if stop returns true, and returns the move. A single
// move needs no playouts. Several threads may call stop at once. Any error comes from the lanes.
func (u *UCT) Search(playouts int, stop func() bool) (Result, error) {
	if len(u.moves) > 1 {
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
	r := Result{Move: u.moves[0].Duo(), Playouts: u.done}
	if i, _ := u.cfg.Final.best(u.top.children); i >= 0 {
		c := &u.top.children[i]
		r.Move, r.Value = c.move.Duo(), c.mean()
	}
	return r, u.err
}

// wants reports whether to continue the search.
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

// leaf is a position to play out, and the number of the first playout.
type leaf struct {
	board
	number uint32
}

// descend goes down to an unvisited child, or to the end of the game. The visit counts as lost
// until backUp has its reward (virtual loss); only other threads see this.
func (u *UCT) descend(t *thread) leaf {
	b := u.root
	t.path = t.path[:0]
	for n := &u.top; !b.state.Over(); {
		if !n.listed {
			if u.listed >= u.cfg.Children {
				break
			}
			u.list(t, n, &b)
		}
		mover := b.state.ToMove()
		i := u.choose(t, n, &b)
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

// rewards returns the means of a leaf's rewards, and of their squares.
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
	if visit == nil && u.cfg.Leaf == 1 && u.cfg.Reward.Kind == WinLoss {
		if policy, drawn := u.cfg.Rollout.policy(); drawn {
			v := float64(l.state.Winner(policy, playout.NewRNG(u.seed, l.number)))
			return [2]float64{v, -v}, [2]float64{v * v, v * v}, nil
		}
	}
	for _, e := range u.endings(t, l, visit) {
		for pl, v := range u.cfg.Reward.of(e) {
			reward[pl] += v / float64(u.cfg.Leaf)
			squares[pl] += v * v / float64(u.cfg.Leaf)
		}
	}
	return reward, squares, nil
}

// endings plays the playouts of a leaf.
func (u *UCT) endings(t *thread, l leaf, visit func(duo.Player, Move)) []Ending {
	t.out = slices.Grow(t.out[:0], u.cfg.Leaf)[:u.cfg.Leaf]
	threads := 1
	if u.cfg.Parallel == LeafParallel && visit == nil {
		threads = u.cfg.Threads
	}
	inParallel(threads, u.cfg.Leaf, func(i int) {
		end := l.board
		rng := playout.NewRNG(u.seed, l.number+uint32(i))
		t.out[i] = u.cfg.Rollout.play(&end, &rng, visit)
	})
	return t.out
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

// progressiveHistory returns the term of progressive history, which is for rewards in [0,1], from
// means in [-1,1]; in a range twice as wide the term counts double.
func progressiveHistory(weight, history, visits, mean float64) float64 {
	return (history + 1) / 2 * weight / (visits*(1-mean)/2 + 1)
}
