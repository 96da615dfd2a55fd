// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"path"
)

// The built-in weights, each a file of folder data that "tessera train" writes.
var (
	// Default are the weights of the program, of the ULX3S's tree core and of its model. "make gen"
	// takes them to the Verilog.
	Default, Origin = builtin(DefaultFile)
	// Chip are the weights of the processor's program, which is the tree search of the HX8K and of
	// other small chips, and of its model. They have no patterns: the processor would need some
	// hundreds of cycles a move for them. "make gen" takes them to its ROM.
	Chip, ChipOrigin = builtin(ChipFile)
)

// The files of the built-in weights, relative to this package.
const (
	DefaultFile = "data/default.json"
	ChipFile    = "data/chip.json"
)

//go:embed data/*.json
var data embed.FS

// builtin returns built-in weights and their origin. A fault in them is a fault of the build.
func builtin(name string) (Weights, Provenance) {
	text, err := data.ReadFile(name)
	if err != nil {
		panic(err)
	}
	f, err := ParseFile(text)
	if err != nil {
		panic(fmt.Sprintf("evaluation: %s: %v", name, err))
	}
	return *f.Weights, f.Origin
}

// Digest names built-in weights, as "chip.json 0123456789abcdef": the file and a digest of its text.
func Digest(file string) string {
	text, err := data.ReadFile(file)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(text)
	return path.Base(file) + " " + hex.EncodeToString(sum[:8])
}
