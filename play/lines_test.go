// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLines(t *testing.T) {
	t.Parallel()
	const max = 10_000
	long := strings.Repeat("x", max)
	in := "a\r\n\nb\n" + long + "\n" + long + "x\nc\n" + long + long + long + "\nd"
	l := newLines(strings.NewReader(in), max)
	for _, want := range []string{"a", "", "b", long, "long", "c", "long", "d"} {
		text, err := l.Next(t.Context())
		if want == "long" {
			require.ErrorIs(t, err, ErrLongLine)
			continue
		}
		require.NoError(t, err)
		require.True(t, want == text, "%d characters, want %d", len(text), len(want))
	}
	_, err := l.Next(t.Context())
	assert.Equal(t, io.EOF, err)

	l = newLines(strings.NewReader(long+long), max)
	_, err = l.Next(t.Context())
	assert.ErrorIs(t, err, ErrLongLine)
	_, err = l.Next(t.Context())
	assert.Equal(t, io.EOF, err)

	l = NewLines(iotest.ErrReader(errors.New("the pipe is broken")))
	_, err = l.Next(t.Context())
	assert.EqualError(t, err, "read standard input: the pipe is broken")

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r, _ := io.Pipe()
	_, err = NewLines(r).Next(ctx)
	assert.ErrorIs(t, err, context.Canceled)
}
