package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// contestMonteCarlo has a fast line, and more time to think than any search takes.
var contestMonteCarlo = twin.ContestConfig{
	UART:    twin.UART{ClockHz: 160_000, Baud: 10_000},
	Team:    [2]byte{'M', 'c'},
	MoveMS:  10_000_000,
	HelloMS: 5,
	ByteMS:  20,
	Depth:   1,
	Minimax: search.MinimaxConfig{Weights: search.DefaultWeights},
}

// TestMonteCarloContest plays whole games at the serial pins of the chip with the Monte Carlo core.
func TestMonteCarloContest(t *testing.T) {
	t.Parallel()
	search := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1, Seed: 0xc0ffee}
	cfg := contestMonteCarlo
	m := cosim.ContestMonteCarloModel(cfg, 2, search.Visits, search.Seed)
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		h, err := cosim.NewContestHost(p, cfg, rng)
		if err != nil {
			return err
		}
		if err := h.Game(cosim.MonteCarloSearch{MonteCarloConfig: search}, duo.Player1, duo.Player1); err != nil {
			return err
		}
		if !simtest.All() {
			return nil
		}
		return h.Game(cosim.MonteCarloSearch{MonteCarloConfig: search}, duo.Player2, duo.Player(rng.IntN(2)))
	})
}

// TestMonteCarloContestStops plays a game in which the searches of the opening have no time to come to
// their end.
func TestMonteCarloContestStops(t *testing.T) {
	t.Parallel()
	if !simtest.All() {
		t.Skip("builds another model of the chip, of which it simulates eight million cycles: part of make test-all")
	}
	search := search.MonteCarloConfig{Policy: playout.Largest, Visits: 4, Seed: 0xc0ffee}
	cfg := contestMonteCarlo
	cfg.MoveMS = 2500 // 400,000 cycles: some 1,800 playouts
	m := cosim.ContestMonteCarloModel(cfg, 2, search.Visits, search.Seed)
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		h, err := cosim.NewContestHost(p, cfg, rng)
		if err != nil {
			return err
		}
		if err := h.Game(cosim.MonteCarloSearch{MonteCarloConfig: search}, duo.Player1, duo.Player1); err != nil {
			return err
		}
		if h.Stopped == 0 {
			return p.Mismatch("answers when the time was up", 0, "some", "")
		}
		t.Logf("the time was up %d times", h.Stopped)
		return nil
	})
}

// TestTreeContest plays whole games at the serial pins of the chip with the tree core. At their begin the
// time is up before a search has all its leaves, later it is not.
func TestTreeContest(t *testing.T) {
	t.Parallel()
	if !simtest.All() {
		t.Skip("builds another model of the chip: part of make test-all")
	}
	const leaves, seed = 60, 0xc0ffee
	cfg := contestMonteCarlo
	cfg.MoveMS = 250 // 40,000 cycles
	m := cosim.ContestTreeModel(cfg, treeCoreLimits, treeCoreLanes, leaves, seed)
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		core, err := search.NewTreeCore(treeCoreLimits, func() search.Evaluator { return evaluation.New(&evaluation.Default) })
		if err != nil {
			return err
		}
		golden := cosim.TreeSearch{Core: core, Leaves: leaves, Seed: seed}
		h, err := cosim.NewContestHost(p, cfg, rng)
		if err != nil {
			return err
		}
		for _, chip := range []duo.Player{duo.Player1, duo.Player2} {
			if err := h.Game(golden, chip, duo.Player(rng.IntN(2))); err != nil {
				return err
			}
		}
		if h.Stopped == 0 || h.Stopped == h.Asked {
			return p.Mismatch("answers when the time was up", h.Stopped, "some, not all", "of %d", h.Asked)
		}
		return nil
	})
}
