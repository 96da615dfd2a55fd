// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tessera-fpga/tessera/lab/dots"
)

// TestDotsCost estimates the time of future games. A point with games is estimated from these, a
// point without games from its simulations.
func TestDotsCost(t *testing.T) {
	t.Parallel()
	point := func(figures, size string, simulations, games int, seconds float64) dots.Point {
		return dots.Point{Figures: figures, Size: size, Simulations: simulations, RivalSimulations: 5000, Games: games, Seconds: seconds}
	}
	f := &figures{dots: []dots.Point{
		point("16-18", "2x2", 5000, 200, 60),
		point("16-18", "3x3", 0, 100, 60),    // 400 more games at 0.6 s
		point("16-18", "3x3", 15000, 20, 60), // 480 more games at 3 s
		point("16-18", "3x3", 35000, 0, 0),   // 500 games at twice that
		point("20-23", "3x3", 10000, 40, 20), // 60 of 100 more games at 0.5 s
	}}
	assert.Equal(t, []string{
		"| 2x2 | 16-18 | 1 | 200 to 200 | 200 | 1.0 min | 0.0 min |",
		"| 3x3 | 16-18 | 3 | 0 to 100 | 500 | 2.0 min | 78.0 min |",
		"| 3x3 | 20-23 | 1 | 40 to 40 | 100 | 0.3 min | 0.5 min |",
		"| all |  |  |  |  | 3.3 min | 78.5 min |",
	}, strings.Split(strings.TrimSpace(dotsCostFigures(f)), "\n")[2:])
	assert.Equal(t, "2.5 h", dotsCost(9000))
}
