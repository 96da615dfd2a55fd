// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package seedtest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestSeed: the flag comes before the environment, and the environment before the clock.
func TestSeed(t *testing.T) {
	before := *seedFlag
	defer func() { *seedFlag = before }()
	*seedFlag = 0
	t.Setenv(env, "18446744073709551615")
	assert.Equal(t, uint64(1<<64-1), Seed())
	for _, none := range []string{"", "0"} {
		t.Setenv(env, none)
		assert.NotZero(t, Seed())
		assert.LessOrEqual(t, Seed(), uint64(1_000_000_000))
	}
	for _, bad := range []string{"x", "-1", "18446744073709551616"} {
		t.Setenv(env, bad)
		assert.PanicsWithValue(t, `seedtest: TESSERA_SEED="`+bad+`", want a number from 0 to 2^64 - 1`, func() { Seed() })
		*seedFlag = 7
		assert.Equal(t, uint64(7), Seed())
		*seedFlag = 0
	}
}
