// Package simtest runs comparisons of package verilator as Go tests, with the seed of package
// seedtest, whose flag it adds to the test binary: that is why it stands apart.
package simtest

import (
	"errors"
	"flag"
	"math/rand/v2"
	"os"
	"sync"
	"testing"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/sim/mutation"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

var mutantsFlag = flag.String("mutants", "", "an order of package mutation: try its mutants, not the sound model")

// order is that of the flag -mutants.
var order = sync.OnceValues(func() (*mutation.Order, error) { return mutation.ReadOrder(*mutantsFlag) })

// All reports whether the long tests are wanted, too: "make test-all" sets TESSERA_TESTS=all.
func All() bool { return os.Getenv("TESSERA_TESTS") == "all" }

// Long is how often a test repeats what it does: quick, or long when the long tests are wanted.
func Long(quick, long int) int {
	if All() {
		return long
	}
	return quick
}

// Trying reports whether mutants are tried.
func Trying() bool { return *mutantsFlag != "" }

// Times is n, or, when all mutants are tried, a quarter of it: a mutant that is not seen costs the whole of
// a comparison, and one that goes on and on several times as much. Those that were missed are tried again
// with n.
func Times(n int) int {
	if Trying() {
		if o, err := order(); err == nil && len(o.Keys) == 0 {
			return (n + 3) / 4
		}
	}
	return n
}

// Cosim is [verilator.Verify] as a test: it fails the test with the mismatch, the wave, the seed, and the
// command that repeats it. fn returns errors (see [verilator.Proc.Mismatch]) and must not itself end the
// test, for then there would be no second run with waves. A missing Verilator fails the test too.
//
// With the flag -mutants it tries instead which mutants of the model fn sees; see package mutation.
func Cosim(t testing.TB, m verilator.Model, fn func(p *verilator.Proc, rng *rand.Rand) error) {
	t.Helper()
	if Trying() {
		o, err := order()
		if err == nil {
			err = o.Run(t.Context(), t.Name(), m, fn)
		}
		if err != nil {
			t.Fatal(err)
		}
		return
	}
	if err := verify(t, m, seedtest.Seed(), fn); err != nil {
		t.Fatal(err)
	}
}

func verify(t testing.TB, m verilator.Model, seed uint64, fn func(p *verilator.Proc, rng *rand.Rand) error) error {
	err := verilator.Verify(t.Context(), m, seed, fn)
	var failure *verilator.Failure
	if errors.As(err, &failure) {
		failure.Repeat = seedtest.Repeat(t.Name(), seed)
	}
	return err
}
