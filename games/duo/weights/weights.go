// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package weights reads and writes files with weights of the evaluation, for experiments with other
// than the built-in weights.
package weights

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// most bounds the size of a file, in bytes: the largest weights take a tenth of it.
const most = 1 << 20

// Write writes weights with their origin to a file, which is replaced at once.
func Write(path string, w *evaluation.Weights, origin evaluation.Provenance) error {
	text, err := w.Text(origin)
	if err != nil {
		return err
	}
	return maybe.WriteFile(path, text, 0o666)
}

// Read reads weights from a file.
func Read(path string) (*evaluation.Weights, error) {
	fail := func(err error) (*evaluation.Weights, error) {
		return nil, fmt.Errorf("weights: %s: %w", path, err)
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	if !info.Mode().IsRegular() {
		return fail(errors.New("it is not a regular file"))
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("weights: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most))
	if err != nil {
		return fail(err)
	}
	c, err := evaluation.ParseFile(text)
	if err != nil {
		return fail(err)
	}
	if want := evaluation.Fingerprint(); c.Origin.Fingerprint != want {
		return fail(fmt.Errorf("weights for the features %q, this program has %q", c.Origin.Fingerprint, want))
	}
	return c.Weights, nil
}
