// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gtp

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
)

// TestGTPTimeout uses an engine that falls silent in one game and answers in the next.
func TestGTPTimeout(t *testing.T) {
	t.Parallel()
	g := blokusDuo(t)
	dir := t.TempDir()
	script := filepath.Join(dir, "engine.sh")
	require.NoError(t, os.WriteFile(script, []byte(`read a; printf '= \n\n'
test -e `+dir+`/again || { touch `+dir+`/again; read b; sleep 60; }
while read c; do printf '= e10\n\n'; done`), 0o666))
	a, err := g.New(`gtp:timeout=2s,"sh `+script+`"`, play.Env{})
	require.NoError(t, err)
	defer a.Close()
	p := g.Start()
	_, err = a.Move(t.Context(), p)
	require.ErrorIs(t, err, play.ErrLate)
	require.ErrorIs(t, err, ErrTimeout)
	assert.EqualError(t, err, `no answer in time: gtp: engine "sh `+script+`" does not answer in time: nothing in 2s to "genmove b"`)
	m, err := a.Move(t.Context(), p)
	require.NoError(t, err)
	assert.Equal(t, "55a0", g.Format(m))
}

// TestWork plays against a program that uses a quarter of a second for a move, and as much to
// resign.
func TestWork(t *testing.T) {
	t.Parallel()
	g := blokusDuo(t)
	a, err := g.New("gtp:"+script(t, `t=10
while read c x; do case $c in
cputime) printf "= 5.$t\n\n";;
genmove) t=$((t + 25)); case $t in 85) echo '= resign';; *) echo '= e10,e11,f11,f12,g12';; esac; echo;;
*) printf '=\n\n';;
esac; done`), play.Env{})
	require.NoError(t, err)
	defer a.Close()
	w := a.(play.WorkCounter)
	work := func(seed uint64, want error) uint64 {
		a.(play.Reseeder).Reseed(seed)
		_, err := a.Move(t.Context(), g.Start())
		require.Equal(t, want, err)
		done, unit := w.Work()
		assert.Equal(t, play.ProcessorTime, unit)
		return done
	}
	assert.Equal(t, uint64(250), work(1, nil))
	assert.Equal(t, uint64(250), work(2, nil), "the work of another game")
	assert.Equal(t, uint64(250), work(3, play.ErrResign), "the work of a turn without a move")
}

func TestGTPSpecs(t *testing.T) {
	t.Parallel()
	g := blokusDuo(t)
	for spec, want := range map[string]player{
		"gtp:a b":                         {command: "a b"},
		`gtp:"a b"`:                       {command: "a b"},
		`gtp:sh -c "a b"`:                 {command: `sh -c "a b"`},
		`gtp:"a a" "b"`:                   {command: `"a a" "b"`},
		`gtp:timeout=1m30s,"a timeout=1"`: {command: "a timeout=1", timeout: 90 * time.Second},
	} {
		p, err := g.New(spec, play.Env{})
		require.NoError(t, err, spec)
		require.Same(t, g, p.(*player).game)
		assert.Equal(t, want.command, p.(*player).command)
		assert.Equal(t, want.timeout, p.(*player).timeout)
	}
	for spec, want := range map[string]string{
		"gtp":               "the command of the program is missing, want gtp:COMMAND",
		`gtp:""`:            "the command of the program is missing, want gtp:COMMAND",
		"gtp:timeout=3s":    "the command of the program is missing, want gtp:COMMAND",
		"gtp:timeout=3,a":   `option timeout="3", want a time such as 500ms or 10s`,
		"gtp:timeout=-1s,a": `option timeout="-1s", want a time such as 500ms or 10s`,
	} {
		_, err := g.New(spec, play.Env{})
		assert.EqualError(t, err, fmt.Sprintf("player %q: %s", spec, want))
	}
}
