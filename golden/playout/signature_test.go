// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package playout

import (
	"encoding/binary"
	"hash/fnv"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// playoutSignatures pins playouts: a hash of every ply and every score of 2,000 playouts of each
// policy, from the positions of BenchPositions in turn, half of them with a given first move. The
// hardware's lanes play the same games, so a change here means a change of the RTL.
var playoutSignatures = [NumPolicies]uint64{
	Uniform: 0x8f820c203b154368,
	Largest: 0x2378f908353cca53,
}

func TestPlayoutSignature(t *testing.T) {
	t.Parallel()
	positions := duo.BenchPositions()
	for policy := range Policy(NumPolicies) {
		t.Run(policy.String(), func(t *testing.T) {
			h := fnv.New64a()
			add := func(numbers ...int) {
				for _, n := range numbers {
					var word [4]byte
					binary.LittleEndian.PutUint32(word[:], uint32(n))
					h.Write(word[:])
				}
			}
			for i := range 2000 {
				first := NoFirst
				if i%2 == 1 {
					first = i % 50
				}
				g := NewRoot(&positions[i%len(positions)])
				add(g.Play(policy, first, NewRNG(uint32(policy), uint32(i)), func(p Ply) {
					add(int(p.Player), p.Anchors, p.Moves, p.Choice, p.Tries,
						int(p.Move.Anchor), int(p.Move.Flip), int(p.Move.Pattern))
				}))
			}
			assert.Equal(t, playoutSignatures[policy], h.Sum64(), "got %#x", h.Sum64())
		})
	}
}

// TestFitTablesKnowTheWindow checks that each cell that patterns cover is in exactly one table.
func TestFitTablesKnowTheWindow(t *testing.T) {
	t.Parallel()
	count := map[[2]int8]int{}
	for _, cells := range fitCells {
		for _, c := range cells {
			count[c]++
		}
	}
	for _, c := range WindowCells {
		assert.Equal(t, 1, count[[2]int8{c.Row, c.Col}], "%v", c)
	}
	assert.Len(t, count, len(WindowCells)+2) // plus the corner and the cell to its left
}
