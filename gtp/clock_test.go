// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gtp

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
)

// TestPlayerTellsTime uses a program that records the time commands and refuses them all.
func TestPlayerTellsTime(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "heard")
	command := script(t, `while read line; do case $line in
time_*) echo "$line" >>'`+file+`'; printf '? unknown command\n\n';;
genmove*) printf '= resign\n\n';;
*) printf '= \n\n';;
esac; done`)
	g := blokusDuo(t)
	p, err := g.New("gtp:"+command, play.Env{})
	require.NoError(t, err)
	defer p.Close()
	for _, left := range []time.Duration{90 * time.Second, 75*time.Second + 900*time.Millisecond, 1250 * time.Millisecond} {
		play.SetClock(g, p, g.Start(), &play.Clock{Left: left, Increment: time.Second})
		_, err = p.Move(t.Context(), g.Start())
		require.ErrorIs(t, err, play.ErrResign)
	}
	play.SetClock(g, p, g.Start(), nil)
	_, err = p.Move(t.Context(), g.Start())
	require.ErrorIs(t, err, play.ErrResign)
	heard, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, "time_settings 90 0 0\ntime_left b 90 0\ntime_left b 75 0\ntime_left b 1.2 0\n", string(heard))
}
