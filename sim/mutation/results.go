// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package mutation

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Verdict is the verdict on a mutant.
type Verdict string

const (
	Caught Verdict = "caught" // seen by a test
	Proven Verdict = "proven" // equivalent, by Yosys
	Judged Verdict = "judged" // equivalent, by hand: the reason is in judged.tsv
	Missed Verdict = "missed" // a hole in the tests
)

// Row is a mutant in the record.
type Row struct {
	Module, Params, Fault, Place, Text string
	Verdict                            Verdict
	By                                 string // the test and its mismatch, or the reason
}

//go:embed mutants.tsv
var record []byte

//go:embed judged.tsv
var judged []byte

const recordHead = "module\tparameters\tfault\tplace\tline\tverdict\tby\n"

// Key of the mutant.
func (r Row) Key() Key { return Key{r.Module, r.Params, r.Fault, r.Text} }

// Judge returns the row with its verdict from the judgements, if no test saw the mutant and no
// proof settled it.
func (r Row) Judge(all []Judgement) Row {
	if r.Verdict != Missed && r.Verdict != Judged {
		return r
	}
	r.Verdict, r.By = Missed, ""
	if reason := Judge(all, r.Module, r.Fault, r.Text); reason != "" {
		r.Verdict, r.By = Judged, reason
	}
	return r
}

// Results returns the rows of mutants.tsv.
func Results() (rows []Row, err error) { return ParseResults(record) }

// ParseResults reads the text of FormatResults.
func ParseResults(text []byte) (rows []Row, err error) {
	for n, line := range strings.Split(strings.TrimRight(string(text), "\n"), "\n") {
		if n == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 7 {
			return nil, fmt.Errorf("mutation: mutants.tsv:%d has %d fields, want 7", n+1, len(f))
		}
		rows = append(rows, Row{f[0], f[1], f[2], f[3], f[4], Verdict(f[5]), f[6]})
	}
	return rows, nil
}

// FormatResults returns the text of mutants.tsv.
func FormatResults(rows []Row) []byte {
	var b bytes.Buffer
	b.WriteString(recordHead)
	for _, r := range rows {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\t%s\t%s\n", r.Module, r.Params, r.Fault, r.Place, r.Text, r.Verdict, r.By)
	}
	return b.Bytes()
}

// Judgement is the reason why a mutant is harmless that no test sees and no proof settles. It
// covers the fault in that line of that module, with any parameters.
type Judgement struct{ Module, Fault, Text, Reason string }

// Judgements returns the rows of judged.tsv.
func Judgements() (all []Judgement, err error) { return ParseJudgements(judged) }

// ParseJudgements reads the text of a judged.tsv.
func ParseJudgements(text []byte) (all []Judgement, err error) {
	for n, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		if n == 0 {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 4 || f[3] == "" {
			return nil, fmt.Errorf("mutation: judged.tsv:%d: want module, fault, line and reason", n+1)
		}
		all = append(all, Judgement{f[0], f[1], f[2], f[3]})
	}
	return all, nil
}

// Judge returns the recorded reason for a mutant, or "".
func Judge(all []Judgement, module, fault, text string) string {
	i := slices.IndexFunc(all, func(j Judgement) bool { return j.Module == module && j.Fault == fault && j.Text == text })
	if i < 0 {
		return ""
	}
	return all[i].Reason
}

// Tally counts mutants by verdict.
type Tally struct{ All, Caught, Proven, Judged, Missed int }

// Score counts the rows.
func Score(rows []Row) (t Tally) {
	for _, r := range rows {
		t.All++
		switch r.Verdict {
		case Caught:
			t.Caught++
		case Proven:
			t.Proven++
		case Judged:
			t.Judged++
		case Missed:
			t.Missed++
		}
	}
	return t
}

// Percent is the percentage of the nonequivalent mutants that were caught.
func (t Tally) Percent() float64 { return 100 * float64(t.Caught) / float64(max(1, t.Caught+t.Missed)) }

func (t Tally) String() string {
	return fmt.Sprintf("%d mutants: %d caught, %d proven equivalent, %d judged so, %d missed: %s %%",
		t.All, t.Caught, t.Proven, t.Judged, t.Missed, strconv.FormatFloat(t.Percent(), 'f', 1, 64))
}
