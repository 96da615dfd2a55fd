// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package evaluation

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// File is a file of weights, in JSON. "tessera train" writes all of them: the built-in ones, and
// those of experiments.
type File struct {
	Hash    string // of the weights: a number changed by hand shows
	Origin  Provenance
	Weights *Weights
}

// wanted is what a reader of weights wants.
const wanted = "want what tessera train has written"

// ParseFile returns the content of a file of weights. The weights have the file's hash, but may be
// for other features and terms; see Fingerprint.
func ParseFile(text []byte) (*File, error) {
	f := new(File)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(f); err != nil {
		return nil, fmt.Errorf("%w, %s", err, wanted)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one value, " + wanted)
	}
	if f.Weights == nil {
		return nil, errors.New("no Weights, " + wanted)
	}
	if hash := f.Weights.Hash(); f.Hash != hash {
		return nil, fmt.Errorf("weights with the hash %s, the file says %q: they have changed since tessera train wrote them", hash, f.Hash)
	}
	return f, nil
}

// Text returns the text of the file of weights with an origin: a line for each row of a table.
func (w *Weights) Text(origin Provenance) ([]byte, error) {
	from, err := json.Marshal(origin)
	if err != nil {
		return nil, err
	}
	rows, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	rows = bytes.ReplaceAll(rows, []byte("],"), []byte("],\n"))
	return fmt.Appendf(nil, "{\"Hash\":%q,\n\"Origin\":%s,\n\"Weights\":%s}\n", w.Hash(), from, rows), nil
}
