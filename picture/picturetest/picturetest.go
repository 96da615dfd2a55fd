// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package picturetest looks at pictures for tests.
package picturetest

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image"
	"image/png"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Picture is a picture.Canvas. Package picture is not imported, so that its own tests can use this
// package.
type Picture interface {
	WritePNG(w io.Writer, scale float64) error
	WriteSVG(w io.Writer) error
}

// Pixels returns the PNG of a picture at its own size.
func Pixels(t *testing.T, c Picture) image.Image {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, c.WritePNG(&b, 1))
	m, err := png.Decode(&b)
	require.NoError(t, err)
	return m
}

// SVG returns the SVG of a picture.
func SVG(t *testing.T, c Picture) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, c.WriteSVG(&b))
	return b.String()
}

// Texts returns the texts of the SVG of a picture, which must be well-formed.
func Texts(t *testing.T, c Picture) (out []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(SVG(t, c)))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return out
		}
		require.NoError(t, err, "the SVG is not well-formed")
		if text, ok := token.(xml.CharData); ok && strings.TrimSpace(string(text)) != "" {
			out = append(out, string(text))
		}
	}
}
