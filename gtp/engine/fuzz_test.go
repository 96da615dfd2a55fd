// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package engine_test

import (
	"context"
	"errors"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/gtp/engine"
	"github.com/tessera-fpga/tessera/play"
)

// answerForm is the form of an answer.
var answerForm = regexp.MustCompile(`^[=?](-?\+?\d+)? ?([^\n]+\n)*\n?\n$`)

// FuzzDo answers lines of any text, in a game of every kind. Each answer has the protocol's form,
// and no line ends the session.
func FuzzDo(f *testing.F) {
	names := []string{"duo", "blokus", "dots:2x2", "quoridor"}
	f.Fuzz(func(t *testing.T, game uint8, text string) {
		g, err := play.Find(names[int(game)%len(names)])
		require.NoError(t, err)
		folder, err := os.OpenRoot(t.TempDir())
		require.NoError(t, err)
		defer folder.Close()
		e := engine.New("tessera", "test", g, "random", 1, io.Discard)
		defer e.Close()
		e.Sandbox(folder)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		for line := range strings.Lines(text) {
			if strings.Contains(line, "selfplay") && len(line) > 30 {
				continue // many games take long
			}
			answer, ok, err := e.Do(ctx, strings.TrimRight(line, "\r\n"))
			if errors.Is(err, context.DeadlineExceeded) {
				return
			}
			require.NoError(t, err, "%q", line)
			if ok {
				require.Regexp(t, answerForm, answer, "%q", line)
			}
		}
	})
}
