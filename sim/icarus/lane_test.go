// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package icarus_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/icarus"
)

// vector is a line of a file for $readmemh.
type vector struct{ bits big.Int }

// set sets bits low to low+width-1, 64 at most, which must be 0 before.
func (v *vector) set(low, width int, value int) {
	word := new(big.Int).SetUint64(uint64(value) & (1<<width - 1))
	v.bits.Or(&v.bits, word.Lsh(word, uint(low)))
}

func (v *vector) String() string { return fmt.Sprintf("%x", &v.bits) }

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// Places of playout_lane_tb's inputs and outputs of a cycle.
const (
	jobWait, jobValid, resultReady, loadValid, turnWE = 0, 1, 2, 3, 4

	jobReady, idle, resultValid, resultPick = 0, 1, 2, 3
)

var (
	job      = turnWE + 1
	command  = job + gen.JobBus.Bits
	outputs  = command + gen.CommandBus.Bits
	result   = resultPick + 1
	pick     = result + gen.ResultBus.Bits
	mask     = pick + gen.PickBus.Bits // mask of the outputs
	laneJobs = 24
)

// laneCycle is a cycle of a lane.
type laneCycle struct{ vector }

func (c *laneCycle) field(bus int, f gen.Field, value int) { c.set(bus+f.Low, f.Width, value) }

// want sets expected bits of the outputs.
func (c *laneCycle) want(low, width, value int) {
	c.set(outputs+low, width, value)
	c.set(outputs+mask+low, width, -1)
}

// load returns the cycles that write a root.
func load(root int, from *playout.Root) (cycles []*laneCycle) {
	add := func(kind int) *laneCycle {
		c := &laneCycle{}
		c.set(kind, 1, 1)
		c.field(command, gen.CommandRoot, root)
		cycles = append(cycles, c)
		return c
	}
	for _, pl := range []duo.Player{duo.Player1, duo.Player2} {
		for row, r := range twin.RowsOf(from, pl) {
			c := add(loadValid)
			c.field(command, gen.CommandPlayer, int(pl))
			c.field(command, gen.CommandRow, row)
			c.field(command, gen.CommandAllowed, int(r.Allowed))
			c.field(command, gen.CommandCorners, int(r.Corners))
		}
	}
	pl, over := from.ToMove()
	c := add(turnWE)
	c.field(command, gen.CommandPlayer, int(pl))
	c.field(command, gen.CommandOver, bit(over))
	return cycles
}

// play returns the cycles that the twin of a lane takes for that many jobs.
func play(rng *rand.Rand, lane *twin.Lane, roots [2]*playout.Root, jobs int) (cycles []*laneCycle, results int) {
	var offered, took *twin.Job
	root := 0
	for rest := 0; rest < 100; { // cycles without a job
		c := &laneCycle{}
		if offered == nil && jobs > 0 {
			jobs--
			root = rng.IntN(2)
			offered = &twin.Job{From: roots[root], Policy: playout.Policy(rng.IntN(2)), Stream: playout.NewRNG(rng.Uint32(), 0), First: playout.NoFirst}
			if jobs%3 == 0 {
				offered.First = rng.IntN(200)
				offered.Stream = offered.Stream.WithFirst(offered.First)
				offered.Pick = jobs%2 == 0
			}
		}
		in := twin.LaneIn{Wait: offered != nil, Job: offered, ResultReady: rng.IntN(3) > 0}
		out := lane.Step(in)
		c.set(jobWait, 1, bit(in.Wait))
		c.set(jobValid, 1, bit(offered != nil))
		c.set(resultReady, 1, bit(in.ResultReady))
		if j := offered; j != nil {
			c.field(job, gen.JobRoot, root)
			c.field(job, gen.JobLargest, bit(j.Policy == playout.Largest))
			c.field(job, gen.JobPick, bit(j.Pick))
			c.field(job, gen.JobFirstValid, bit(j.First >= 0))
		}
		stream := took // the job stays for one more cycle
		if stream == nil {
			stream = offered
		}
		if stream != nil {
			c.field(job, gen.JobSeed, int(stream.Stream))
			c.field(job, gen.JobFirst, max(stream.First, 0))
		}
		c.want(jobReady, 1, bit(out.JobReady))
		c.want(idle, 1, bit(out.Idle))
		c.want(resultValid, 1, bit(out.Result != nil))
		if r := out.Result; r != nil {
			c.result(r)
			results += bit(in.ResultReady)
		}
		if took = nil; out.JobReady && offered != nil {
			took, offered = offered, nil
		}
		if rest++; offered != nil || !out.Idle {
			rest = 0
		}
		cycles = append(cycles, c)
	}
	return cycles, results
}

// result sets the expected result.
func (c *laneCycle) result(r *twin.Result) {
	tell := func(bus int, f gen.Field, value int) { c.want(bus+f.Low, f.Width, value) }
	c.want(resultPick, 1, bit(r.Job.Pick))
	if !r.Job.Pick {
		tell(result, gen.ResultMargin, r.Margin)
		tell(result, gen.ResultFirst, max(r.Job.First, 0))
		return
	}
	tell(pick, gen.PickMoves, r.Moves)
	tell(pick, gen.PickNone, bit(r.None))
	if !r.None {
		tell(pick, gen.PickPattern, int(r.Move.Pattern))
		tell(pick, gen.PickFlipRows, bit(r.Move.Flip&playout.FlipRows != 0))
		tell(pick, gen.PickFlipCols, bit(r.Move.Flip&playout.FlipCols != 0))
		tell(pick, gen.PickRow, r.Move.Anchor.Row())
		tell(pick, gen.PickCol, r.Move.Anchor.Col())
	}
}

// write writes vectors to a file of the test.
func write[V fmt.Stringer](t *testing.T, vectors []V) string {
	var text strings.Builder
	for _, v := range vectors {
		fmt.Fprintln(&text, v)
	}
	path := filepath.Join(t.TempDir(), "vectors.hex")
	require.NoError(t, os.WriteFile(path, []byte(text.String()), 0o666))
	return path
}

// TestPlayoutLane has a lane play games and pick moves from power-up on, where nothing has been
// written yet. All outputs must equal the twin's, and none may be X.
func TestPlayoutLane(t *testing.T) {
	for ramReg := range 2 {
		t.Run(fmt.Sprintf("RAM_REG=%d", ramReg), func(t *testing.T) {
			t.Parallel()
			rng := seedtest.Rand(t)
			opening, later := duo.NewPosition(duo.Player1), duo.RandomGame(rng, 1+rng.IntN(16))
			roots := [2]*playout.Root{playout.NewRoot(&opening), playout.NewRoot(&later)}
			cycles := append(load(0, roots[0]), load(1, roots[1])...)
			lane := twin.NewLane()
			for range cycles {
				lane.Step(twin.LaneIn{})
			}
			played, results := play(rng, lane, roots, laneJobs)
			require.Equal(t, laneJobs, results)
			cycles = append(cycles, played...)
			out, err := icarus.Bench{
				File:   "testdata/playout_lane_tb.v",
				Params: map[string]int{"CYCLES": len(cycles), "RAM_REG": ramReg},
				Args:   map[string]string{"vectors": write(t, cycles)},
			}.Run(t.Context(), t.TempDir())
			require.NoError(t, err)
			require.Equal(t, fmt.Sprintf("%d cycles, 0 differences\n", len(cycles)), out)
		})
	}
}
