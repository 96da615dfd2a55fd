// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// TestMonteCarloAnswers compares the core's answers with the answers of the search by its rules.
// Cosimulation compares the cycles with the hardware.
func TestMonteCarloAnswers(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, plies := range []int{16, 22, 26, 60} {
		pos := duo.RandomGame(rng, plies)
		policy := playout.Policy(rng.IntN(playout.NumPolicies))
		core := twin.NewMonteCarlo(2, policy)
		began := core.Cycle()
		cycles := core.Reset(pos.FirstToMove())
		for _, m := range pos.History() {
			c, err := core.Play(m)
			require.NoError(t, err)
			cycles += c
		}
		require.Equal(t, pos, core.Position())
		if pos.Over() {
			continue
		}
		cfg := search.MonteCarloConfig{Policy: policy, Visits: 1, Seed: rng.Uint32()}
		got, took := core.Search(cfg.Visits, cfg.Seed)
		want := cfg.Search(&pos, nil)
		require.Equal(t, want, got, "%+v after %v", cfg, pos.History())
		assert.Equal(t, core.Cycle()-began, cycles+took)
		t.Logf("%d plies: %d cycles, and %d for %d playouts", pos.Plies(), cycles, took, got.Playouts)
	}
}
