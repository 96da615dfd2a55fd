// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package endgame

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// entry is the solver's knowledge of a position with either player to move.
type entry struct {
	key        uint64
	low, high  int16  // bounds of the position's value
	best       int16  // the placement to try first; -1: none
	generation uint16 // generation of the root
}

// table remembers positions. A newer position replaces an older one in its place.
type table struct {
	entries    []entry
	generation uint16
}

// forget forgets everything.
func (t *table) forget() {
	if t.generation++; t.generation == 0 {
		clear(t.entries)
		t.generation = 1
	}
}

func (t *table) at(key uint64) *entry { return &t.entries[key&uint64(len(t.entries)-1)] }

// find returns the entry of a position.
func (t *table) find(key uint64) entry {
	if e := t.at(key); e.key == key && e.generation == t.generation {
		return *e
	}
	return entry{low: -infinite, high: infinite, best: -1}
}

func (t *table) put(key uint64, low, high, best int) {
	*t.at(key) = entry{key, int16(low), int16(high), int16(best), t.generation}
}

// key names the position of a frame with a player to move, where both players have a placement. It
// hashes the sets rather than the moves that led to them (Zobrist, A New Hashing Method with
// Application for Game Playing, 1970), so that different moves to equal sets share a key. The
// placements left determine the tiles left, except for tiles without placements; those matter only
// to a player who could place all tiles. The caller must run reach first.
func (s *Solver) key(f *frame, pl duo.Player) uint64 {
	h := uint64(pl) + 1
	for side := range duo.Player(2) {
		h = f.mix(h, side)
	}
	return h
}

// packKey names the position of a player when the rival is out.
func (s *Solver) packKey(f *frame, pl duo.Player) uint64 { return f.mix(uint64(pl)+3, pl) }

// keyAt names a position in either case.
func (s *Solver) keyAt(f *frame, pl duo.Player) uint64 {
	if f.open[pl.Rival()].empty() {
		return s.packKey(f, pl)
	}
	return s.key(f, pl)
}

// mix mixes a player's part of a position into a hash.
func (f *frame) mix(h uint64, pl duo.Player) uint64 {
	left, open := f.left[pl], f.open[pl]
	for w := range left {
		high, low := bits.Mul64(left[w]^hashWords[2*w], open[w]^hashWords[2*w+1])
		h = (h ^ high ^ low) * hashStep
		h ^= h >> 29
	}
	if f.fits[pl] {
		h = (h ^ hashWords[0]) * hashStep
	}
	return h
}

const hashStep = 0x9e3779b97f4a7c15

// hashWords are random numbers (SplitMix64: Steele, Lea, Flood, Fast Splittable Pseudorandom
// Number Generators, 2014).
var hashWords = func() (out [2 * MaxPlacements / 64]uint64) {
	x := uint64(0)
	for i := range out {
		x += hashStep
		z := (x ^ x>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		out[i] = z ^ z>>31
	}
	return out
}()
