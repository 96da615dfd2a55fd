// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// world is the other side of the ports: a source of commands, and a lane that returns the playouts
// of golden's search.
type world struct {
	t   *testing.T
	rng *rand.Rand

	command, move uint16
	limit         uint16
	seed          uint32
	stopAt        int // number of the first leaf after the stop; -1: no stop

	answered           bool
	answer, best, nods uint16

	leaves  []asked // leaves of golden's search, in order
	next    int
	words   [2]uint16
	rows    [2][2][16][2]uint16 // rows of the lane's roots
	turn    [2]duo.Player
	go32    uint32
	sums    [2]int32
	waiting [2]int // unsuccessful reads before a sum is ready
	busy    int    // times that the lane is busy with a command
}

// asked is a leaf that goes to the lane.
type asked struct {
	number uint32
	state  playout.State
}

func (w *world) In(port int) uint16 {
	switch port {
	case 0:
		return w.command
	case 1:
		return w.move
	case 2:
		if w.stopAt >= 0 && w.next >= w.stopAt {
			return 1
		}
	case 3:
		bits := uint16(0)
		if w.busy > 0 {
			w.busy--
			bits = 1
		}
		for slot := range w.waiting {
			if w.waiting[slot]--; w.waiting[slot] < 0 {
				bits |= 4 << slot
			}
		}
		return bits
	case 4, 5:
		return uint16(w.sums[port-4])
	case 6:
		return uint16(w.seed)
	case 7:
		return uint16(w.seed >> 16)
	case 8:
		return w.limit
	}
	return 0
}

func (w *world) Out(port int, word uint16) {
	switch port {
	case 0:
		w.command = 0
	case 1:
		w.best = word
	case 2:
		w.nods = word
	case 4:
		w.answered, w.answer = true, word
	case 5, 6:
		w.words[port-5] = word
	case 7:
		slot := word >> 5 & 1
		if word>>6 != 0 {
			w.turn[slot] = duo.Player(word >> 4 & 1)
		} else {
			w.rows[slot][word>>4&1][word&15] = w.words
		}
		w.busy = w.rng.IntN(3)
	case 8:
		w.go32 = w.go32&^0xffff | uint32(word)
	case 9:
		w.go32 = w.go32&0xffff | uint32(word)<<16
	case 10:
		w.play(int(word & 1))
	}
}

// play compares the root in a slot with the root of golden's games.
func (w *world) play(slot int) {
	require.Less(w.t, w.next, len(w.leaves), "a leaf too many")
	l := w.leaves[w.next]
	w.next++
	require.Equal(w.t, w.seed+l.number*8*playout.SeedStep, w.go32, "seed of leaf %d", l.number)
	require.Equal(w.t, l.state.ToMove(), w.turn[slot], "turn of leaf %d", l.number)
	for pl := range duo.Player(2) {
		for row := range duo.BoardSize {
			allowed, corners := l.state.Row(pl, row)
			require.Equal(w.t, [2]uint16{allowed, corners}, w.rows[slot][pl][row], "leaf %d, %v, row %d", l.number, pl, row)
		}
		tiles := uint32(l.state.Tiles(pl))
		require.Equal(w.t, uint16(tiles), w.rows[slot][pl][14][0])
		require.Equal(w.t, uint16(l.state.Value(pl))<<5|uint16(tiles>>16), w.rows[slot][pl][15][0])
	}
	w.sums[slot] = 0
	for i := range uint32(8) {
		st := l.state
		w.sums[slot] += int32(st.PlayOut(playout.Largest, playout.NewRNG(w.seed, l.number*8+i)))
	}
	w.waiting[slot] = w.rng.IntN(20)
}

// core is the machine with a world.
type core struct {
	*machine
	*world
	golden *search.TreeCore
}

func newCore(t *testing.T) *core {
	c := &core{machine: newMachine(t), world: &world{t: t, rng: seedtest.Rand(t), stopAt: -1}}
	c.Ports.(*tablePorts).others = c.world
	var err error
	c.golden, err = search.NewTreeCore(Limits(), func() search.Evaluator { return evaluation.New(&evaluation.Chip) })
	require.NoError(t, err)
	return c
}

// do gives a command and runs the machine until the answer.
func (c *core) do(op int, pl duo.Player, move uint16) (answer uint16, cycles int64) {
	c.command = 1<<15 | uint16(op)<<13 | uint16(pl)<<12
	if op == 1 && move == pass {
		c.command |= 1 << 11
	}
	c.world.move, c.answered = move, false
	from := c.Cycles
	for !c.answered {
		c.Step()
		if c.Cycles-from > 1e9 {
			require.Fail(c.machine.t, "no answer")
		}
	}
	return c.answer, c.Cycles - from
}

func (c *core) set(pos *duo.Position) {
	c.do(0, pos.FirstToMove(), 0)
	pl := pos.FirstToMove()
	for _, m := range pos.History() {
		answer, _ := c.do(1, pl, Code(m))
		require.Equal(c.machine.t, uint16(1), answer, "%v", m)
		pl = pl.Rival()
	}
}

func (c *core) search(pos *duo.Position, leaves int, seed uint32) (want search.TreeCoreResult, cycles int64) {
	t := c.machine.t
	c.leaves, c.next, c.seed, c.limit = nil, 0, seed, uint16(leaves)
	c.golden.Trace(func(d *tree.Descent) {
		if !d.Over {
			c.leaves = append(c.leaves, asked{d.Number, c.golden.At(d, len(d.Levels))})
		}
	})
	want = c.golden.Search(pos, leaves, seed)
	answer, cycles := c.do(2, pos.ToMove(), 0)
	if want.Move == duo.Pass {
		require.Equal(t, uint16(3), answer)
		return want, cycles
	}
	require.Equal(t, uint16(1), answer)
	require.Equal(t, len(c.leaves), c.next, "leaves")
	if want.Leaves > 0 {
		require.NoError(t, c.firmware.Compare(c.Data[:], c.golden.Tree))
	}
	require.Equal(t, Code(want.Move), c.best, "want %v", want.Move)
	require.Equal(t, want.Leaves, int(c.nods))
	return want, cycles
}

// TestSearch compares whole searches with golden's: the position, the player and the seed of each
// leaf, the answer, and every node of the tree. The lane is slow now and then.
func TestSearch(t *testing.T) {
	c := newCore(t)
	for n := range 40 {
		plies := c.rng.IntN(38)
		if n < 3 {
			plies = n
		}
		pos := duo.RandomGame(c.rng, plies)
		c.set(&pos)
		leaves := 1 + c.rng.IntN(600)
		if n%4 == 0 {
			leaves = 1200
		}
		r, cycles := c.search(&pos, leaves, c.rng.Uint32())
		t.Logf("%d plies: %d leaves, %d cycles, %d visits of %v", plies, r.Leaves, cycles, r.Visits, r.Move)
	}
	assert.Positive(t, c.Cycles)
}
