// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package literature

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
)

// Parallel is the form of parallel search: the data that threads share (2.7.6).
type Parallel uint8

// Forms. All except TreeParallel are reproducible.
const (
	// LeafParallel plays the playouts of one leaf side by side, and waits for the last one.
	LeafParallel Parallel = iota
	// RootParallel grows a tree in each thread and adds up the statistics of the roots. The
	// playouts are shared out among the threads.
	RootParallel
	// TreeParallel grows one tree with a lock, open only during playouts, and with a virtual loss
	// of one visit.
	TreeParallel
)

// inParallel calls do for 0..n-1, on that many threads.
func inParallel(threads, n int, do func(int)) {
	if min(threads, n) == 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(threads, n) {
		wait.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	wait.Wait()
}

// searchRoots grows a tree for each thread, with seeds that differ by 2 (see playout.NewRNG), and
// adds up their roots.
func (u *UCT) searchRoots(playouts int, stop func() bool) {
	cfg := u.cfg
	cfg.Threads = 1
	trees := make([]*UCT, u.cfg.Threads)
	inParallel(len(trees), len(trees), func(i int) {
		t := &UCT{cfg: cfg, root: u.root, moves: u.moves, stages: u.stages, seed: u.seed + 2*uint32(i), thread: newThread(),
			history: [2]map[duo.Move]*average{{}, {}}}
		t.listTop()
		share := playouts / len(trees)
		if i < playouts%len(trees) {
			share++
		}
		for t.wants(share) && (stop == nil || !stop()) {
			t.rollOut(t.thread, t.descend(t.thread))
		}
		trees[i] = t
	})
	at := map[Move]int{}
	u.top = node{}
	for _, t := range trees {
		u.done += t.done
		if t.err != nil {
			u.err = t.err
		}
		for _, from := range t.top.children {
			i, known := at[from.move]
			if !known {
				i = len(u.top.children)
				at[from.move] = i
				u.top.children = append(u.top.children, child{move: from.move, place: from.place})
			}
			to := &u.top.children[i]
			to.visits += from.visits
			to.sum += from.sum
			to.squares += from.squares
		}
	}
}

// searchShared grows one tree with all threads.
func (u *UCT) searchShared(playouts int, stop func() bool) {
	var lock sync.Mutex
	var wait sync.WaitGroup
	for range u.cfg.Threads {
		wait.Go(func() {
			t := newThread()
			for stop == nil || !stop() {
				lock.Lock()
				if !u.wants(playouts) {
					lock.Unlock()
					return
				}
				l := u.descend(t)
				lock.Unlock()
				reward, squares, err := u.rewards(t, l)
				lock.Lock()
				if err != nil {
					u.err = err
				}
				u.backUp(t, reward, squares)
				lock.Unlock()
			}
		})
	}
	wait.Wait()
}

// Lanes runs playouts elsewhere, on the service's chip, simulated or on a board. Several threads
// may call it at once.
type Lanes interface {
	// PlayOut runs playouts of a position with the first streams of the seed's batch (see
	// playout.NewRNG), and returns their sums.
	PlayOut(load service.Load, policy playout.Policy, seed uint32, playouts int) (service.Sums, error)
}

// lanesPlay returns an error if lanes cannot run these playouts.
func lanesPlay(rollout Rollout, reward Reward) error {
	if _, known := rollout.policy(); !known {
		return fmt.Errorf("literature: lanes have no playouts of rule %d, want uniform or units", rollout)
	}
	if reward.Kind != WinLoss {
		return errors.New("literature: lanes count games won, want them for the reward")
	}
	return nil
}

// onLanes has lanes play out a board, starting at a number of playouts, and returns the means of
// the rewards and of their squares. Draws count 0, so the won games determine both.
func (b *board) onLanes(lanes Lanes, rollout Rollout, seed, number uint32, playouts int) (reward, squares [2]float64, err error) {
	st := &b.state
	load := service.Load{Squares: b.squares, ToMove: st.ToMove(), Over: st.Over()}
	for pl := range duo.Player(2) {
		load.Left[pl], load.Value[pl] = st.Tiles(pl), st.Value(pl)
	}
	policy, _ := rollout.policy()
	// Stream i of a batch is the stream of seed + i steps: this batch begins at its own number.
	sums, err := lanes.PlayOut(load, policy, seed+number*playout.SeedStep, playouts)
	if err != nil {
		return reward, squares, err
	}
	for pl := range reward {
		reward[pl] = float64(sums.Wins[pl]-sums.Wins[1-pl]) / float64(sums.Playouts)
		squares[pl] = float64(sums.Wins[0]+sums.Wins[1]) / float64(sums.Playouts)
	}
	return reward, squares, nil
}
