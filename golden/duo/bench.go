// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	_ "embed"
	"fmt"
	"strings"
)

// benchPositions holds one game a line: openings and middle games, cut from
// recorded games, of 0 to 30 plies.
//
//go:embed bench_positions.txt
var benchPositions string

// BenchPositions returns the positions of every committed measurement.
func BenchPositions() []Position {
	lines := strings.Split(strings.TrimSuffix(benchPositions, "\n"), "\n")
	positions := make([]Position, len(lines))
	for i, line := range lines {
		p, err := ParseGame(Player1, line)
		if err != nil {
			panic(fmt.Sprintf("duo: bench_positions.txt:%d: %v", i+1, err))
		}
		positions[i] = p
	}
	return positions
}
