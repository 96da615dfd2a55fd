// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package proof

import (
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed results.tsv
var record []byte

const recordHead = "proof\tfault\tverdict\tseconds\n"

// Result is a line of the record: a proof without a fault, or with one.
type Result struct {
	Proof   string
	Fault   int // from 1; 0: none
	Verdict Verdict
	Time    time.Duration // processor time
}

// Results returns the record of the last "make prove" by the names of the proofs.
func Results() (map[string][]Result, error) { return ParseResults(record) }

// ParseResults reads the text of FormatResults.
func ParseResults(text []byte) (map[string][]Result, error) {
	results := map[string][]Result{}
	body, ok := strings.CutPrefix(string(text), recordHead)
	if !ok {
		return nil, fmt.Errorf("proof: the record does not begin with %q", recordHead)
	}
	for n, line := range strings.Split(strings.TrimSuffix(body, "\n"), "\n") {
		if line == "" {
			continue
		}
		fields := strings.Split(line, "\t")
		bad := fmt.Errorf("proof: line %d of the record: %q, want a name, a number, a verdict and seconds", n+2, line)
		if len(fields) != 4 {
			return nil, bad
		}
		fault, err1 := strconv.Atoi(fields[1])
		verdict := slices.Index(verdicts[:], fields[2])
		seconds, err2 := strconv.ParseFloat(fields[3], 64)
		if err1 != nil || err2 != nil || verdict < 0 {
			return nil, bad
		}
		results[fields[0]] = append(results[fields[0]], Result{fields[0], fault, Verdict(verdict), time.Duration(seconds * float64(time.Second))})
	}
	return results, nil
}

// FormatResults is the text of the record.
func FormatResults(results []Result) []byte {
	var b strings.Builder
	b.WriteString(recordHead)
	for _, r := range results {
		fmt.Fprintf(&b, "%s\t%d\t%s\t%.1f\n", r.Proof, r.Fault, r.Verdict, r.Time.Seconds())
	}
	return []byte(b.String())
}
