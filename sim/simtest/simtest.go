// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package simtest runs comparisons of package verilator as Go tests, with the seed of package
// seedtest. It is a separate package because seedtest adds its flag to the test binary.
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

// order is the order of the flag -mutants.
var order = sync.OnceValues(func() (*mutation.Order, error) { return mutation.ReadOrder(*mutantsFlag) })

// All reports whether the long tests should run: "make test-all" sets TESSERA_TESTS=all.
func All() bool { return os.Getenv("TESSERA_TESTS") == "all" }

// Long is the number of repetitions in a test: quick, or long in the long tests.
func Long(quick, long int) int {
	if All() {
		return long
	}
	return quick
}

// Trying reports whether mutants are being tried.
func Trying() bool { return *mutantsFlag != "" }

// Times is n, or a quarter of it when all mutants are tried: an unseen mutant costs a whole
// comparison, and one that never ends several times as much. Missed mutants are tried again with n.
func Times(n int) int {
	if Trying() {
		if o, err := order(); err == nil && len(o.Keys) == 0 {
			return (n + 3) / 4
		}
	}
	return n
}

// Cosim is [verilator.Verify] as a test: it fails the test with the mismatch, the wave, the seed,
// and the command that repeats it. fn returns errors (see [verilator.Proc.Mismatch]) and must not
// itself end the test, which would prevent the second run with waves. A missing Verilator fails the
// test too.
//
// With the flag -mutants Cosim instead finds out which mutants of the model fn sees; see package
// mutation.
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
