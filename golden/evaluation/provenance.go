package evaluation

import (
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Provenance says where weights come from.
type Provenance struct {
	Command    string // that wrote them, in full
	Run        string // of the games: search, effort, seed, and the weights they were played with
	Generation int    // 0: of games without weights
	Parent     string // hash of those weights, "" in generation 0
	Games      int    // of self-play, those held out included
	HeldOut    int    // of those, that the weights were not fitted to
	Positions  int    // of the games that they were fitted to
	// Fingerprint is that of the features and terms that the weights are for; see Fingerprint.
	Fingerprint string
}

// Hash returns eight hexadecimal digits that tell weights apart.
func (w *Weights) Hash() string { return hash(w) }

// Fingerprint returns eight hexadecimal digits that tell apart what features and terms mean:
// it is computed from all of them in the benchmark positions. Weights are of no use for others
// than those they were fitted to.
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

func hash(v any) string {
	h := fnv.New32a()
	if err := binary.Write(h, binary.LittleEndian, v); err != nil {
		panic(err) // a type of no fixed size: a slip here
	}
	return fmt.Sprintf("%08x", h.Sum32())
}
