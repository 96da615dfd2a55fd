// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

// ReadSummary returns the summary in the last line of a finished match's file.
func ReadSummary(path string) (*Summary, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var last []byte
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		last = append(last[:0], lines.Bytes()...)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("match: %s: %w", path, err)
	}
	s := new(Summary)
	if err := json.Unmarshal(last, s); err != nil || s.Terms == nil || len(s.Work) == 0 {
		return nil, fmt.Errorf("match: %s: the last line is no summary: the match is not over", path)
	}
	return s, nil
}
