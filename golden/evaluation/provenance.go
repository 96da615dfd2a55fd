// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Provenance is the origin of weights.
type Provenance struct {
	Command    string // the full command that wrote them
	Run        string // origin of the games: search, effort, seed, weights
	Generation int    // 0: the games were played without weights
	Parent     string // hash of the weights used, "" in generation 0
	Games      int    // games of self-play, including those held out
	HeldOut    int    // games held out of the fit
	Positions  int    // positions of the games in the fit
	// Fingerprint identifies the features and terms of the weights; see Fingerprint.
	Fingerprint string
}

// Hash returns eight hexadecimal digits that identify the weights.
func (w *Weights) Hash() string {
	parts := []any{w.Prior, w.Static, w.Rest, w.Playouts, w.Spread, w.StaticSpread}
	if w.Patterns != nil {
		parts = append(parts, w.Patterns)
	}
	return hash(parts...)
}

// Fingerprint returns eight hexadecimal digits that identify the meaning of features and terms. It
// hashes the values of all of them in the benchmark positions. Weights fit only their own features
// and terms.
func Fingerprint() string {
	var all []int32
	for _, p := range duo.BenchPositions() {
		terms := Terms(&p)
		all = append(all, terms[:]...)
		for _, x := range MoveFeatures(&p, p.LegalMoves(nil), nil) {
			all = append(all, x[:]...)
		}
	}
	return hash(all)
}

func hash(parts ...any) string {
	h := fnv.New32a()
	for _, part := range parts {
		if err := binary.Write(h, binary.LittleEndian, part); err != nil {
			panic(err) // impossible unless a type has no fixed size
		}
	}
	return fmt.Sprintf("%08x", h.Sum32())
}
