// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

//go:build !unix

package match

// replace writes the file anew, with the pairs at new places, because this system does not replace
// an open file.
func (j *file) replace(text []byte, places map[int]place) error {
	if err := j.f.Truncate(0); err != nil {
		return err
	}
	if _, err := j.f.WriteAt(text, 0); err != nil {
		return err
	}
	j.places, j.size = places, int64(len(text))
	return j.f.Sync()
}
