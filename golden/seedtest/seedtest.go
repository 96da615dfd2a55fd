// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package seedtest gives random tests their seed: from the flag -seed, which it adds to the
// test binary, from the environment variable TESSERA_SEED, or from the clock.
package seedtest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// env names the variable with the seed of a whole run: "make test" derives one from the commit.
const env = "TESSERA_SEED"

var seedFlag = flag.Uint64("seed", 0, "seed of the random tests; 0 takes that of "+env+" or, without it, one from the clock")

// Seed returns the seed of the flag -seed, else of TESSERA_SEED, else a seed from the clock; 0
// counts as no seed. It panics if TESSERA_SEED is not a number.
func Seed() uint64 {
	if *seedFlag != 0 {
		return *seedFlag
	}
	if text := os.Getenv(env); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			panic(fmt.Sprintf("seedtest: %s=%q, want a number from 0 to 2^64 - 1", env, text))
		}
		if seed != 0 {
			return seed
		}
	}
	// The seed is short enough to type, and never 0.
	return uint64(time.Now().UnixNano())%1_000_000_000 + 1
}

// Rand returns a random source for a test, and logs the command that repeats it.
func Rand(t testing.TB) *rand.Rand {
	t.Helper()
	seed := Seed()
	t.Logf("repeat with: %s", Repeat(t.Name(), seed))
	return rand.New(rand.NewPCG(seed, 0))
}

// Repeat returns the command, from the root of the repository, that reruns a test with the same
// seed. The test must belong to the package in the current folder.
func Repeat(test string, seed uint64) string {
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
	return fmt.Sprintf("go test %s -run %s -seed=%d", folder(), pattern, seed)
}

// folder returns the working directory relative to the root of the module. go test runs in the
// folder of the package.
func folder() string {
	wd, err := os.Getwd()
	if err != nil {
		return "."
	}
	for root := wd; root != filepath.Dir(root); root = filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
			continue
		}
		if rel, err := filepath.Rel(root, wd); err == nil && rel != "." {
			return "./" + filepath.ToSlash(rel)
		}
		break
	}
	return "."
}
