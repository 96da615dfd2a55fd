// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package figures has the record of the soak test.
package figures

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// File is the path of the record from the root.
const File = "docs/figures/soak.json"

// Soak counts what a run of the soak test did. Nothing in it was wrong: a wrong result ends the run
// without a record.
type Soak struct {
	Seconds float64 `json:"seconds"`
	Seed    uint64  `json:"seed"`

	Requests  int `json:"requests"`   // to the board, each with one right answer
	Playouts  int `json:"playouts"`   // in them
	Damages   int `json:"damages"`    // of bytes on the line
	Resyncs   int `json:"resyncs"`    // handshakes after a damage
	Resets    int `json:"resets"`     // of the board
	TakeOvers int `json:"take_overs"` // of the line

	Matches int `json:"matches"` // played twice: over workers, and without them
	Games   int `json:"games"`   // over workers
	Kills   int `json:"kills"`   // of workers

	HeapEarly float64 `json:"heap_early"` // MB in use in the second quarter of the run
	HeapLate  float64 `json:"heap_late"`  // and in the last
}

// Read returns the record of a repository.
func Read(root string) (*Soak, error) {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(File)))
	s := new(Soak)
	if err == nil {
		err = json.Unmarshal(text, s)
	}
	if err != nil {
		return nil, fmt.Errorf("soak: %w", err)
	}
	return s, nil
}
