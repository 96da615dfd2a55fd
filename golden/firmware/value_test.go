package firmware

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/tree"
)

// times collects the cycles of a routine.
type times struct {
	name             string
	calls, sum, most int64
}

func (c *times) add(cycles int64) {
	c.sum, c.calls, c.most = c.sum+cycles, c.calls+1, max(c.most, cycles)
}

func (c *times) log(t *testing.T) {
	t.Logf("%s: %d cycles on average, %d at most", c.name, c.sum/c.calls, c.most)
}

func TestExp(t *testing.T) {
	m := newMachine(t)
	c := times{name: "exp"}
	for x := range 1 << 16 {
		if x > 4096 && x%61 != 0 {
			continue
		}
		c.add(m.call("exp", uint16(x)))
		require.Equal(t, tree.Exp(int32(x)), uint32(m.R[1])<<16|uint32(m.R[0]), "exp of %d", x)
	}
	c.log(t)
}
