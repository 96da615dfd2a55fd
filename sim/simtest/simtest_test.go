// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package simtest

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

func TestRepeat(t *testing.T) {
	t.Parallel()
	assert.Equal(t, "go test ./sim/simtest -run TestX -seed=5", seedtest.Repeat("TestX", 5))
	assert.Equal(t, "go test ./sim/simtest -run '^TestX$/^a_\\[b\\]$' -seed=5", seedtest.Repeat("TestX/a_[b]", 5))
}

func TestFailureText(t *testing.T) {
	t.Parallel()
	m := verilator.Model{Top: "counter", Sources: []string{"sim/verilator/testdata"}}
	err := verify(t, m, 11, func(p *verilator.Proc, _ *rand.Rand) error {
		if err := p.Step(p.NewBatch(3)); err != nil {
			return err
		}
		return p.Mismatch("count_o", 0, 1, "")
	})
	assert.EqualError(t, err, "counter: cycle 2: count_o = 0, want 1 (transaction 0)\n"+
		"wave: build/waves/counter-11.fst\nseed: 11\n"+
		"again: go test ./sim/simtest -run TestFailureText -seed=11")
}
