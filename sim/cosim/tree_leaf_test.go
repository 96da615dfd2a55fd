// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// leafBench asks a tree_leaf for leaves and children on random paths.
type leafBench struct {
	*cosim.TreeLeaf
	p     *verilator.Proc
	rng   *rand.Rand
	cfg   twin.TreeLeafConfig
	busy  map[int]bool // flights under way
	pause int          // the most cycles between two requests
}

// cycle does a cycle, and records the values.
func (b *leafBench) cycle(in twin.TreeLeafIn) (twin.TreeLeafOut, error) {
	out, err := b.Cycle(in)
	if v := out.Value; v != nil {
		delete(b.busy, v.Flight)
	}
	return out, err
}

// until does cycles with the same inputs until a condition holds.
func (b *leafBench) until(what string, in twin.TreeLeafIn, so func(*twin.TreeLeafOut) bool) (out twin.TreeLeafOut, err error) {
	for range 1_000_000 {
		if out, err = b.cycle(in); err != nil || so(&out) {
			return out, err
		}
	}
	return out, b.p.Mismatch(what, "not", "in 1,000,000 cycles", "%d leaves under way", len(b.busy))
}

// rest lets some cycles pass.
func (b *leafBench) rest() error {
	if b.pause > 0 {
		for range b.rng.IntN(b.pause) {
			if _, err := b.cycle(twin.TreeLeafIn{}); err != nil {
				return err
			}
		}
	}
	return nil
}

// await waits until no leaf is under way.
func (b *leafBench) await() error {
	_, err := b.until("idle_o", twin.TreeLeafIn{}, func(o *twin.TreeLeafOut) bool { return o.Idle })
	return err
}

// path goes back to the root, makes moves, expands, and requests a leaf if leaf is set.
func (b *leafBench) path(root *duo.Position, plies int, leaf bool) error {
	if _, err := b.cycle(twin.TreeLeafIn{Path: true}); err != nil {
		return err
	}
	place := search.PlaceOf(root)
	for ply := 0; ; ply++ {
		if err := b.rest(); err != nil {
			return err
		}
		var children []tree.Child
		if b.rng.IntN(4) == 0 {
			for {
				out, err := b.cycle(twin.TreeLeafIn{Expand: true})
				if err != nil {
					return err
				}
				if out.Over != place.Over() && (out.Over || out.LeafReady) {
					return b.p.Mismatch("expand_over_o", out.Over, place.Over(), "golden's of\n%v", place.Pos())
				}
				if out.Over {
					break
				}
				if c := out.Child; c != nil && c.Flight < 0 {
					children = append(children, c.Child)
					if c.Last {
						break
					}
				}
			}
			if err := b.rest(); err != nil {
				return err
			}
		}
		if place.Over() || ply == plies {
			break
		}
		m := search.PassMove
		st := place.State()
		if moves := st.Moves(nil); len(moves) > 0 {
			m = search.MoveOf(moves[b.rng.IntN(len(moves))])
			if len(children) > 0 && b.rng.IntN(2) == 0 {
				m = children[b.rng.IntN(len(children))].Move
			}
		}
		if _, err := b.until("move_ready_o", twin.TreeLeafIn{Move: &m}, func(o *twin.TreeLeafOut) bool { return o.MoveReady }); err != nil {
			return err
		}
		place.Play(m)
	}
	if !leaf {
		return nil
	}
	for len(b.busy) == b.cfg.Flights {
		if _, err := b.cycle(twin.TreeLeafIn{}); err != nil {
			return err
		}
	}
	flight := b.rng.IntN(b.cfg.Flights)
	for b.busy[flight] {
		flight = (flight + 1) % b.cfg.Flights
	}
	in := twin.TreeLeafIn{Leaf: &twin.LeafToPlay{Flight: flight, Seed: b.rng.Uint32(), List: b.rng.IntN(3) == 0}}
	_, err := b.until("leaf_ready_o", in, func(o *twin.TreeLeafOut) bool { return o.LeafReady })
	b.busy[flight] = true
	return err
}

// leafRoot returns a root of any kind, and whether moves may be made from there: squares and tiles
// of an unreachable board need not fit together.
func leafRoot(rng *rand.Rand) (pos duo.Position, moves bool) {
	switch rng.IntN(8) {
	case 0:
		return expansionPosition(rng, rng.IntN(6)), false
	case 1: // the end of a game
		return duo.RandomGame(rng, 30+rng.IntN(20)), true
	case 2, 3: // few tiles left, so that a player may place the last one
		game := duo.RandomGame(rng, 8+rng.IntN(20))
		var left [2]duo.TileSet
		for pl := range left {
			for range 1 + rng.IntN(3) {
				left[pl] |= 1 << rng.IntN(min(duo.NumTiles, 1+rng.IntN(duo.NumTiles)))
			}
		}
		if rng.IntN(6) == 0 {
			left[rng.IntN(2)] = 0
		}
		return duo.SetupPosition([2]duo.Bitboard{game.Squares(duo.Player1), game.Squares(duo.Player2)}, left, game.ToMove()), true
	default: // also where a player has all tiles, and the first move of the game is another one
		return duo.RandomGame(rng, rng.IntN(1+rng.IntN(34))), true
	}
}

// compare requests some leaves from a root.
func (b *leafBench) compare(leaves int) error {
	root, moves := leafRoot(b.rng)
	if b.rng.IntN(4) == 0 {
		root, moves = duo.NewPosition(duo.Player(b.rng.IntN(2))), true
		if err := b.Open(root.ToMove()); err != nil {
			return err
		}
	} else if err := b.Load(&root); err != nil {
		return err
	}
	if moves { // from the loaded root on, move by move
		for range b.rng.IntN(5) {
			all := playout.AnchorMoves(&root, nil)
			if len(all) == 0 {
				break
			}
			m := all[b.rng.IntN(len(all))]
			if err := b.RootMove(m); err != nil {
				return err
			}
			root.Play(m.Move())
		}
	}
	b.pause = []int{0, 0, 8, 60}[b.rng.IntN(4)]
	depth := []int{1, 4, 40}[b.rng.IntN(3)]
	for n := range leaves {
		plies := 0
		if moves {
			plies = b.rng.IntN(depth)
		}
		if err := b.path(&root, plies, b.rng.IntN(8) > 0); err != nil {
			return err
		}
		if b.rng.IntN(60) == 0 {
			return b.resetIn(b.rng.IntN(300))
		}
		if n+1 == leaves || b.rng.IntN(20) == 0 {
			if err := b.await(); err != nil {
				return err
			}
		}
	}
	return nil
}

// resetIn lets cycles pass and resets the unit.
func (b *leafBench) resetIn(cycles int) error {
	for range cycles {
		if _, err := b.cycle(twin.TreeLeafIn{}); err != nil {
			return err
		}
	}
	clear(b.busy)
	return b.Reset()
}

// smallTreeLeaf has few children, and more leaves under way than its lane has games.
var smallTreeLeaf = twin.TreeLeafConfig{Lanes: 1, Children: 5, Flights: 12}

// chipTreeLeaf is the ULX3S's with more lanes: with many a job can wait for a lane when all later ones
// have left.
var chipTreeLeaf = twin.TreeLeafConfig{Lanes: 6, Children: 24, Flights: 16, Log2Playouts: 2}

// TestTreeLeaf compares children, legal moves, values, and the cycles of all of these.
func TestTreeLeaf(t *testing.T) {
	t.Parallel()
	for _, param := range []struct {
		cfg   twin.TreeLeafConfig
		roots int
	}{
		{chipTreeLeaf, simtest.Long(6, 150)},
		{smallTreeLeaf, simtest.Long(60, 600)},
	} {
		cfg := param.cfg
		t.Run(fmt.Sprintf("children=%d", cfg.Children), func(t *testing.T) {
			t.Parallel()
			simtest.Cosim(t, cosim.TreeLeafModel(cfg), func(p *verilator.Proc, rng *rand.Rand) error {
				return withTreeLeaf(p, rng, cfg, simtest.Times(param.roots))
			})
		})
	}
}

func withTreeLeaf(p *verilator.Proc, rng *rand.Rand, cfg twin.TreeLeafConfig, roots int) error {
	u, err := cosim.NewTreeLeaf(p, cfg)
	if err != nil {
		return err
	}
	u.Noise = rng
	b := &leafBench{TreeLeaf: u, p: p, rng: rng, cfg: cfg, busy: map[int]bool{}}
	for n := range roots {
		p.SetTransaction(n)
		if err := b.compare(20); err != nil {
			return err
		}
	}
	return b.Flush()
}

// TestLeafValue values random and extreme sums and terms, and games that are over.
func TestLeafValue(t *testing.T) {
	t.Parallel()
	const latency = 24
	for _, log2 := range []int{0, 3, 6} {
		t.Run(fmt.Sprintf("%d playouts", 1<<log2), func(t *testing.T) {
			t.Parallel()
			m := model("leaf_value")
			m.Params = map[string]int{"LOG2_PLAYOUTS": log2}
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				rst, start, over := p.MustPort("rst_i"), p.MustPort("start_i"), p.MustPort("over_i")
				sum, rest, playouts, spread := p.MustPort("sum_i"), p.MustPort("rest_i"), p.MustPort("playouts_i"), p.MustPort("spread_i")
				ready, done, margin, value := p.MustPort("ready_o"), p.MustPort("done_o"), p.MustPort("margin_o"), p.MustPort("value_o")
				e := evaluation.New(&evaluation.Default)
				bits := func(port verilator.Port, v int) uint64 { return uint64(v) & (1<<port.Width - 1) }
				for n := range simtest.Times(1500) {
					p.SetTransaction(n)
					w := e.MarginWeights(rng.IntN(evaluation.MaxPlaced + 1))
					weight, deviation := int(w.Playouts), int(w.Spread)
					if rng.IntN(4) == 0 {
						weight, deviation = rng.IntN(1<<16)-1<<15, 1+rng.IntN(1<<15-1)>>rng.IntN(15)
					}
					most := 109 << log2
					games := rng.IntN(2*most+1) - most
					terms := (rng.IntN(1<<21) - 1<<20) >> rng.IntN(20)
					final := rng.IntN(4) == 0
					if final {
						games = rng.IntN(2*109+1) - 109
						if rng.IntN(8) == 0 {
							games = 0
						}
					}
					var want tree.Leaf
					if final {
						want = search.FinalLeaf(games)
					} else {
						expected := min(max(weight*games/(1<<log2)+terms, -evaluation.MarginLimit), evaluation.MarginLimit)
						want = search.Expected(int32(expected), int32(deviation))
					}
					reset := -1
					if rng.IntN(40) == 0 {
						reset = rng.IntN(latency)
					}
					b := p.NewBatch(latency + 1 + rng.IntN(3))
					for i := range b.Len() {
						in := b.In(i)
						rst.Set(in, flagBit(i == reset))
						if i > 0 { // ignored during the work
							start.Set(in, flagBit(i < latency && reset < 0 && rng.IntN(2) == 0))
							for _, port := range []verilator.Port{over, sum, rest, playouts, spread} {
								port.Set(in, rng.Uint64()&(1<<port.Width-1))
							}
							continue
						}
						start.Set(in, 1)
						over.Set(in, flagBit(final))
						sum.Set(in, bits(sum, games))
						rest.Set(in, bits(rest, terms))
						playouts.Set(in, bits(playouts, weight))
						spread.Set(in, bits(spread, deviation))
					}
					if err := p.Step(b); err != nil {
						return err
					}
					for i := range b.Len() {
						working := i > 0 && i < latency && (reset < 0 || i <= reset)
						if got := ready.Bool(b.Out(i)); got == working {
							return p.Mismatch("ready_o", got, !working, "cycle %d", i).At(b.Cycle(i))
						}
						if got, want := done.Bool(b.Out(i)), i == latency && reset < 0; got != want {
							return p.Mismatch("done_o", got, want, "cycle %d", i).At(b.Cycle(i))
						}
						if i < latency || reset >= 0 {
							continue
						}
						if got := margin.Int(b.Out(i)); got != int64(want.Margin) {
							return p.Mismatch("margin_o", got, want.Margin, "").At(b.Cycle(i))
						}
						if got := value.Uint(b.Out(i)); got != uint64(want.Values[0]) {
							return p.Mismatch("value_o", got, want.Values[0], "margin %d", want.Margin).At(b.Cycle(i))
						}
					}
				}
				return nil
			})
		})
	}
}
