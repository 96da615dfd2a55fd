// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gocode

import (
	_ "embed"

	"github.com/tessera-fpga/tessera/sim/mutation"
)

// RecordFile is the record's path from the root.
const RecordFile = "sim/mutation/gocode/mutants.tsv"

//go:embed mutants.tsv
var record []byte

//go:embed judged.tsv
var judged []byte

// Results returns the rows of mutants.tsv, with the judgements of judged.tsv.
func Results() (rows []mutation.Row, err error) {
	if rows, err = mutation.ParseResults(record); err != nil {
		return nil, err
	}
	judgements, err := mutation.ParseJudgements(judged)
	for i := range rows {
		rows[i] = rows[i].Judge(judgements)
	}
	return rows, err
}
