// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestRNG compares the stream with the published one of SplitMix64 for the seed 1234567 (Rosetta
// Code, Pseudo-random numbers/Splitmix64).
func TestRNG(t *testing.T) {
	t.Parallel()
	r := RNG(1234567)
	for _, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		assert.Equal(t, want, r.Next())
	}
}
