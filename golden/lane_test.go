package golden

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLaneCyclesPerPlayout keeps the speed of a lane from the opening position.
func TestLaneCyclesPerPlayout(t *testing.T) {
	pos := NewPosition(Player1)
	from := NewRoot(&pos)
	for policy, most := range map[Policy]float64{LargestPolicy: 450, UniformPolicy: 435} {
		cycles := PredictLane(from, policy, 2000).PerPlayout(1)
		t.Logf("%v: %.1f cycles", policy, cycles)
		assert.LessOrEqual(t, cycles, most)
	}
}
