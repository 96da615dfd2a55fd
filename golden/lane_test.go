package golden

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// laneCycles plays games from the opening position with all games of a lane on.
func laneCycles(policy Policy, games int) (cyclesPerPlayout float64) {
	pos := NewPosition(Player1)
	from := NewPlayouts(&pos)
	l := NewLane()
	started, done, first, last := 0, 0, 0, 0
	for cycle := 0; done < games; cycle++ {
		job := LaneJob{From: from, Policy: policy, Stream: NewRNG(1, uint32(started)), First: NoFirst}
		out := l.Step(LaneIn{Wait: true, Job: &job, ResultReady: true})
		if out.JobReady {
			started++
		}
		if out.Result != nil {
			if done == 2*LaneGames { // all are under way
				first = cycle
			}
			last = cycle
			done++
		}
	}
	return float64(last-first) / float64(games-2*LaneGames-1)
}

func TestLaneCyclesPerPlayout(t *testing.T) {
	for _, policy := range []Policy{LargestPolicy, UniformPolicy} {
		c := laneCycles(policy, 2000)
		t.Logf("%v: %.1f cycles", policy, c)
		assert.Less(t, c, 450.0)
	}
}
