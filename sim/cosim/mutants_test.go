package cosim_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/sim/mutation"
)

// TestMutants tries a sample of what "make mutants" tries: a few mutants in every module of a core, all
// in one model of it, against the comparison of the whole core. Nearly all of those that are not proven
// equivalent must be seen; the modules' own tests, which are longer, see more.
func TestMutants(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a model for each core; run without -short")
	}
	for _, bench := range []faultBench{minimaxFault, laneFault, monteCarloFault, portFault} {
		t.Run(bench.model.Top, func(t *testing.T) {
			t.Parallel()
			modules, err := mutation.Inside(bench.model.Top)
			require.NoError(t, err)
			d, err := mutation.New(t.Context(), mutation.Spec{Model: bench.model, Modules: modules, Count: 3})
			require.NoError(t, err)
			judgements, err := mutation.Judgements()
			require.NoError(t, err)
			const seed = 1 // fixed: caught is caught
			by, err := d.Try(t.Context(), 0, seed, 10*time.Minute, bench.compare)
			require.NoError(t, err)
			require.Empty(t, by, "without a mutant")
			caught, missed := 0, 0
			for i := range d.Mutants {
				m := &d.Mutants[i]
				by, err := d.Try(t.Context(), m.Value, seed, 10*time.Minute, bench.compare)
				require.NoError(t, err)
				if by != "" {
					caught++
					continue
				}
				proven, err := d.Prove(t.Context(), m, time.Minute)
				require.NoError(t, err)
				if !proven && mutation.Judge(judgements, m.Module, m.Fault(), m.Text) == "" {
					missed++
					t.Logf("not seen: %s: %s at %s: %s", m.Module, m.Fault(), m.Source, m.Text)
				}
			}
			t.Logf("%d of %d mutants in %d modules caught, %d missed", caught, len(d.Mutants), len(modules), missed)
			assert.GreaterOrEqual(t, caught, len(d.Mutants)*3/4)
			assert.LessOrEqual(t, missed, len(d.Mutants)/10)
		})
	}
}
