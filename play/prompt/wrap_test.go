// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package prompt

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestWrap(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"short", "one two\n", "one two\n"},
		{"words", "one two three four five six\n", "one two three four\nfive six\n"},
		{"exact", "one two three four55\n", "one two three four55\n"},
		{"no end", "one two three four five", "one two three four\nfive"},
		{"several", "one\none two three four five\n\nsix\n", "one\none two three four\nfive\n\nsix\n"},
		{"blank at the end", "one two three four \n", "one two three four \n"},
		{"blank too many", "one two three fourths \n", "one two three\nfourths\n"},
		{"indent", "  one two three four five\n", "  one two three four\n  five\n"},
		{"table", "hint   propose a move now\n", "hint   propose a\n       move now\n"},
		{"wide table", "load FILE [N]  go on from there\n", "load FILE [N]  go on\nfrom there\n"},
		{"long word", "one abcdefghijklmnopqrstuvwxyz two\n", "one\nabcdefghijklmnopqrstuvwxyz\ntwo\n"},
		{"colour", "\x1b[1mone two three four\x1b[0m\n", "\x1b[1mone two three four\x1b[0m\n"},
		{"not ASCII", "━━━━ ━━━━ ━━━━ ━━━━\n", "━━━━ ━━━━ ━━━━ ━━━━\n"},
	} {
		assert.Equal(t, c.want, Fold(c.text, 20), c.name)
		assert.Equal(t, c.text, Fold(c.text, 0), c.name)
	}
}

// TestWrapStreams breaks lines on a narrow terminal only.
func TestWrapStreams(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("word ", 10) + "\n"
	var file bytes.Buffer
	n, err := Wrap(&file).Write([]byte(text))
	require.NoError(t, err)
	assert.Equal(t, len(text), n)
	assert.Equal(t, text, file.String())

	s := newScreen(t, 24)
	n, err = Wrap(s.slave).Write([]byte(text))
	require.NoError(t, err)
	assert.Equal(t, len(text), n)
	line := "word word word word word\r\n"
	assert.Empty(t, s.until(line+line))
}
