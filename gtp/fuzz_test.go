// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gtp

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/play"
)

// noInput discards the commands to an engine.
type noInput struct{ io.Writer }

func (noInput) Close() error { return nil }

// FuzzClient reads any output of an engine that then ends. Each command ends with an answer or with
// an EngineError.
func FuzzClient(f *testing.F) {
	g, err := play.Find("")
	require.NoError(f, err)
	f.Fuzz(func(t *testing.T, output string) {
		lines := strings.Split(output, "\n")
		c := &Client{command: "x", stdin: noInput{io.Discard}, lines: make(chan string, len(lines)), done: make(chan struct{})}
		for _, line := range lines {
			c.lines <- strings.TrimRight(line, "\r")
		}
		close(c.lines)
		close(c.done)
		for range 3 {
			text, err := c.Ask(t.Context(), "name")
			if err != nil {
				var e *EngineError
				require.True(t, errors.As(err, &e), "%v", err)
				require.Empty(t, text)
			} else {
				require.NotContains(t, text, "\n\n")
			}
			if m, resigned, err := c.GenMove(t.Context(), g, 0); err == nil && !resigned {
				_, err := g.Parse(g.Format(m))
				require.NoError(t, err)
			}
		}
	})
}
