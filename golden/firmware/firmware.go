// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package firmware is the tree search as a program of the small processor of package processor, for
// a board with one playout lane and no room for the tree core in gates. The .asm files of this
// folder are the source of the ROM of module processor_core, in assembler. The program's knowledge
// of the game and of the evaluation lies in tables, which this package makes from golden.
//
//	search.asm    commands, the way down the tree, leaves in flight, the answer
//	lane.asm      positions to the playout lane
//	position.asm  positions: the empty board, moves
//	moves.asm     legal moves, their features, the children of a node and their priors
//	value.asm     terms of a position, exponential and logistic curve, the value of a leaf
//
// The program's result equals golden's, node for node: see [search.TreeCore] with the limits of the
// board. Every table and every number comes from golden; the tests compare each routine with its
// counterpart there.
package firmware

import (
	"embed"
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"sync"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/processor"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

//go:embed *.asm
var sources embed.FS

// Words of the machine's memories: block RAMs of the HX8K, 256 words each.
const (
	ProgramWords = 2048
	DataWords    = 2304
)

// Words of a position: for each player in turn, his rows and his tiles left.
const (
	posAllowed = 0  // 14 rows: his allowed squares, bit 0 the left column
	posCorners = 14 // 14 rows: his corners, or before his first placement the start square; a placement must cover one
	posTiles   = 28 // tiles left, 15..0; then 20..16
	posValue   = 30 // squares placed, and the bonus for placing all tiles
	posOut     = 31 // 1 if the player is out of the game
	posSide    = 32 // words of a player
	posTurn    = 64 // who is to move
	posPlaced  = 65 // tiles placed by both
	posWords   = 66
)

// Words of a block, which is a node with children. Values count for the player to move.
const (
	blockLow    = 0 // sum of all children's values, 15..0; then 31..16
	blockVisits = 1 // all children's visits; bit 15: the player to move
	blockHigh   = 2
	blockScale  = 3 // the root of the node's visits; see choose
	blockFirst  = 4 // the first child
	childMean   = 0
	childVisits = 1 // bit 15: the child has a block; bit 14: the game is over there
	childRest   = 2
	childPrior  = 3 // 0: the child does not exist
	childMove   = 4
	childLink   = 5 // the child's block; before it has one, from its first visit on, the margin expected from its terms
	childWords  = 6
)

// A move is orientation << 8 | row << 4 | column of the reference cell.
const pass = 0x7fff

// Limits returns the limits of the search in the program.
func Limits() search.TreeConfig { return search.HX8K.Config }

// symbols are golden's numbers for the sources.
func symbols() (map[string]int, error) {
	limits := Limits()
	leafSeed := uint32(limits.Playouts)
	leafSeed *= playout.SeedStep // modulo 2^32
	known := map[string]int{
		"ALLOWED": posAllowed, "CORNERS": posCorners, "TILES": posTiles, "VALUE": posValue, "OUT": posOut,
		"SIDE": posSide, "TURN": posTurn, "PLACED": posPlaced, "POSITION": posWords,
		"B_LOW": blockLow, "B_VISITS": blockVisits, "B_HIGH": blockHigh, "B_SCALE": blockScale, "B_FIRST": blockFirst,
		"MEAN": childMean, "VISITS": childVisits, "REST": childRest, "PRIOR": childPrior, "MOVE": childMove, "LINK": childLink,
		"CHILD": childWords, "CHILDREN": limits.Children, "BLOCK": blockFirst + limits.Children*childWords, "BLOCKS": limits.Expanded,
		"DEPTH": limits.Expanded + 1, "PASS": pass, "EXPAND": limits.ExpandVisits, "REDUCTION": tree.DefaultConfig.Reduction,
		"VISITS_MAX":   1<<limits.VisitBits - 1,
		"ORIENTATIONS": duo.NumOrientations,
		"RING_2":       int(ring(duo.BoardSize/2, 2)), "RING_3": int(ring(duo.BoardSize/2, 3)),
		"LEAF_LOW": int(leafSeed & 0xffff), "LEAF_HIGH": int(leafSeed >> 16),
		"PRIOR_STEP": evaluation.PriorKnotStep, "PRIOR_STEP_HALF": evaluation.PriorKnotStep / 2,
		"MARGIN_STEP": evaluation.MarginKnotStep, "MARGIN_STEP_HALF": evaluation.MarginKnotStep / 2,
		"MARGIN_LIMIT": evaluation.MarginLimit, "WIN_SLOPE": search.WinSlope, "MARGIN_SHARE": 256 - search.DefaultWinShare,
	}
	// Factors and divisors that the program applies as shifts.
	for name, n := range map[string]int{
		"PLAYOUTS_LOG": limits.Playouts, "MARGIN_STEP_LOG": evaluation.MarginKnotStep,
		"MARGIN_LOG": search.DefaultMarginScale * evaluation.One / tree.Nat, // divides margins for the logistic curve
		"POINT_LOG":  tree.Nat / search.DefaultMarginScale,                  // multiplies final points for it
	} {
		if bits.OnesCount(uint(n)) != 1 {
			return nil, fmt.Errorf("%s: %d is no power of two", name, n)
		}
		known[name] = bits.Len(uint(n)) - 1
	}
	maps.Copy(known, termNames)
	maps.Copy(known, featureNames)
	maps.Copy(known, portNames)
	return known, nil
}

// Firmware is the program with its tables.
type Firmware struct {
	*processor.Image
	Tables []uint16 // the words that ports OutTable and InTable read
}

// Load assembles the program.
var Load = sync.OnceValues(func() (*Firmware, error) {
	var texts []processor.Source
	for _, name := range []string{"search.asm", "lane.asm", "position.asm", "moves.asm", "value.asm"} {
		text, err := sources.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("firmware: %w", err)
		}
		texts = append(texts, processor.Source{Name: name, Text: string(text)})
	}
	known, err := symbols()
	if err != nil {
		return nil, fmt.Errorf("firmware: %w", err)
	}
	f := &Firmware{}
	for _, t := range slices.Concat(moveTables(), valueTables()) {
		known[t.name] = len(f.Tables)
		f.Tables = append(f.Tables, t.words...)
	}
	// Arrays begin where the variables end, which the first pass finds out.
	image, err := processor.Assemble(texts, known, processor.PageWords)
	if err == nil {
		f.Image, err = processor.Assemble(texts, known, image.Page)
	}
	if err != nil {
		return nil, fmt.Errorf("firmware: %w", err)
	}
	if n := len(f.Program); n > ProgramWords {
		return nil, fmt.Errorf("firmware: %d words of program, want %d at most", n, ProgramWords)
	}
	if n := f.Data; n > DataWords {
		return nil, fmt.Errorf("firmware: %d words of data, want %d at most", n, DataWords)
	}
	return f, nil
})

// table is a part of the tables.
type table struct {
	name  string
	words []uint16
}
