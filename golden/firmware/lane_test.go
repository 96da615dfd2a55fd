// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package firmware

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// lanePorts are the ports of a lane that takes its time. A write before the lane has taken the last
// one is an error.
type lanePorts struct {
	t     *testing.T
	rng   *rand.Rand // nil: it takes everything at once
	busy  int        // times that the processor asks before the lane has taken the command
	jobs  int        // times that the processor asks before the lane has taken the jobs
	plays int        // times that the processor asks before the lane has played the games

	row   twin.Row // ports 5 and 6
	rows  [2][2][twin.NumRows]twin.Row
	turn  [2]duo.Player
	turns int
	seed  uint32
	slot  int       // root slot of the last jobs
	sums  [2]uint16 // sums of the slots
}

func (l *lanePorts) wait() int {
	if l.rng == nil {
		return 0
	}
	return max(0, l.rng.IntN(8)-3)
}

func (l *lanePorts) In(port int) (w uint16) {
	switch port {
	case 3:
		for bit, left := range []*int{&l.busy, &l.jobs} {
			if *left > 0 {
				*left--
				w |= 1 << bit
			}
		}
		w |= 4 << (1 - l.slot) // the other slot's games are over
		if l.plays > 0 {
			l.plays--
		} else {
			w |= 4 << l.slot
		}
	case 4, 5:
		require.Zero(l.t, l.plays, "a sum that is not there yet")
		w = l.sums[port-4]
	default:
		require.Fail(l.t, "read", "port %d", port)
	}
	return w
}

func (l *lanePorts) Out(port int, w uint16) {
	switch port {
	case 5, 6, 7:
		require.Zero(l.t, l.busy, "port %d written before the command is taken", port)
	case 8, 9, 10:
		require.Zero(l.t, l.jobs, "port %d written before the jobs are taken", port)
	}
	switch port {
	case 5:
		l.row.Allowed = w
	case 6:
		l.row.Corners = w
	case 7:
		root, player := w>>5&1, w>>4&1
		if w>>6 == 0 {
			l.rows[root][player][w&15] = l.row
		} else {
			require.Equal(l.t, uint16(1), w>>6)
			l.turn[root] = duo.Player(player)
			l.turns++
		}
		l.busy = l.wait()
	case 8:
		l.seed = l.seed&^0xffff | uint32(w)
	case 9:
		l.seed = l.seed&0xffff | uint32(w)<<16
	case 10:
		l.slot, l.jobs, l.plays = int(w), l.wait(), l.wait()
	default:
		require.Fail(l.t, "written", "port %d", port)
	}
}

func TestLoad(t *testing.T) {
	rng := seedtest.Rand(t)
	m := newMachine(t)
	c := times{name: "load, of a lane that takes everything at once"}
	positions(rng, 40, func(pos *duo.Position) {
		slot := rng.IntN(2)
		l := &lanePorts{t: t}
		if rng.IntN(2) == 0 {
			l.rng = rng
		}
		m.Ports.(*tablePorts).others = l
		m.lay(pos)
		cycles := m.call("load", uint16(slot))
		if l.rng == nil {
			c.add(cycles)
		}
		for pl := range duo.Player(2) {
			want := twin.RowsOf(playout.NewRoot(pos), pl)
			want[twin.TilesRow].Corners = 0 // the lane's own work
			require.Empty(t, cmp.Diff(want, l.rows[slot][pl]), "%v after %v", pl, pos.History())
		}
		require.Equal(t, pos.ToMove(), l.turn[slot])
		require.Equal(t, 1, l.turns)
		require.Empty(t, l.rows[1-slot], "the other root")
	})
	c.log(t)
}

func TestGoAndSum(t *testing.T) {
	rng := seedtest.Rand(t)
	m := newMachine(t)
	for range 100 {
		l := &lanePorts{t: t, rng: rng, jobs: rng.IntN(4), sums: [2]uint16{uint16(rng.Uint32()), uint16(rng.Uint32())}}
		m.Ports.(*tablePorts).others = l
		slot, seed := rng.IntN(2), rng.Uint32()
		m.call("go", uint16(slot), uint16(seed), uint16(seed>>16))
		require.Equal(t, seed, l.seed)
		require.Equal(t, slot, l.slot)
		m.call("sum", uint16(slot))
		require.Equal(t, l.sums[slot], m.R[0], "slot %d", slot)
	}
	m.Ports.(*tablePorts).others = &lanePorts{t: t}
	t.Logf("go: %d cycles, sum: %d cycles, if nothing waits", m.call("go", 1), m.call("sum", 1))
}
