// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package weights reads and writes files with weights of the evaluation, for experiments with other
// than the built-in weights.
package weights

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/golden/evaluation"
)

// file is the content of a file, in JSON.
type file struct {
	Fingerprint string              `json:"fingerprint"` // fingerprint of the features and terms: evaluation.Fingerprint
	Weights     *evaluation.Weights `json:"weights"`
}

// most bounds the size of a file, in bytes: the largest weights take a tenth of it.
const most = 1 << 20

// Write writes weights to a file, which is replaced at once.
func Write(path string, w *evaluation.Weights) error {
	text, err := json.Marshal(file{evaluation.Fingerprint(), w})
	if err != nil {
		return err
	}
	return maybe.WriteFile(path, append(text, '\n'), 0o666)
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
	var c file
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return fail(fmt.Errorf("%w, want what tessera train has written", err))
	}
	if c.Weights == nil {
		return fail(errors.New(`no "weights", want what tessera train has written`))
	}
	if want := evaluation.Fingerprint(); c.Fingerprint != want {
		return fail(fmt.Errorf("weights for the features %q, this program has %q", c.Fingerprint, want))
	}
	return c.Weights, nil
}
