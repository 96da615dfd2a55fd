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

// TestGTPTimeout has an engine fall silent in one game and answer in the next.
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
