// Package simtest runs comparisons of package sim as Go tests. It adds the flag -seed to the test
// binary, which is why it stands apart.
package simtest

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/tessera-fpga/tessera/sim"
)

var seedFlag = flag.Uint64("seed", 0, "seed of the cosimulations; 0 takes one from the time")

// Seed is the seed of the flag -seed or, without it, one from the time.
func Seed() uint64 {
	if *seedFlag != 0 {
		return *seedFlag
	}
	// Short enough to type, and never 0.
	return uint64(time.Now().UnixNano())%1_000_000_000 + 1
}

// Cosim is [sim.Verify] as a test: it fails the test with the mismatch, the wave, the seed, and the
// command that repeats it. fn returns errors (see [sim.Proc.Mismatch]) and must not itself end the
// test, for then there would be no second run with waves. A missing Verilator fails the test too.
func Cosim(t testing.TB, m sim.Model, fn func(p *sim.Proc, rng *rand.Rand) error) {
	t.Helper()
	if err := verify(t, m, Seed(), fn); err != nil {
		t.Fatal(err)
	}
}

func verify(t testing.TB, m sim.Model, seed uint64, fn func(p *sim.Proc, rng *rand.Rand) error) error {
	err := sim.Verify(t.Context(), m, seed, fn)
	var failure *sim.Failure
	if errors.As(err, &failure) {
		failure.Repeat = repeat(t.Name(), seed)
	}
	return err
}

// repeat is the command, from the repository root, that runs one test again with the same seed.
func repeat(test string, seed uint64) string {
	folder := "."
	root, err1 := sim.Root()
	wd, err2 := os.Getwd() // go test runs in the folder of the package
	if rel, err := filepath.Rel(root, wd); err1 == nil && err2 == nil && err == nil && rel != "." {
		folder = "./" + filepath.ToSlash(rel)
	}
	parts := strings.Split(test, "/")
	for i, part := range parts {
		parts[i] = "^" + regexp.QuoteMeta(part) + "$"
	}
	pattern := strings.Join(parts, "/")
	if regexp.MustCompile(`^\^\w+\$$`).MatchString(pattern) {
		pattern = strings.Trim(pattern, "^$") // a plain name needs no quotes
	} else {
		pattern = "'" + pattern + "'"
	}
	return fmt.Sprintf("go test %s -run %s -seed=%d", folder, pattern, seed)
}
