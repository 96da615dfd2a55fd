// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package plural

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCount(t *testing.T) {
	t.Parallel()
	for n, want := range map[int]string{-1: "-1 boxes", 0: "0 boxes", 1: "1 box", 2: "2 boxes", 21: "21 boxes"} {
		assert.Equal(t, want, Count(n, "box", "boxes"))
	}
}
