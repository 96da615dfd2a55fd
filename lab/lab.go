// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package lab plays experiments. An experiment is a table of rows, and each row is a match (package
// match) between some players.
//
// A row's games are played in rounds. Each round has its own seed and file, so an interrupted
// experiment resumes, and later runs can add games. The results are a list of Result in
// docs/figures. Package pages fills the documentation from it.
//
// The experiments are the packages ladder, variants, thesis, pentobi, blokus, dots and quoridor.
package lab

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/tessera-fpga/tessera/match"
)

// Experiment is a table of rows with the record of their results.
type Experiment struct {
	Name string
	What string // the question of the experiment, in one line
	// File is the path of the record, relative to the root of the repository.
	File string
	Rows func() ([]Row, error)
	// Measure returns an experiment's own measurements of a row's games, for Result.Measures. An
	// experiment with a nil Measure needs only the scores.
	Measure func(p *Played) (Measures, error)
	// Past keeps the results of deleted rows on the pages.
	Past bool
}

// Row is a row of an experiment.
type Row struct {
	Table   string // table of the experiment
	Name    string // "": the players
	Game    string // play.Game.Name; "": the default game
	Players []string
	Games   int
	Round   int    // games of a round; 0: all
	Seed    uint64 // seed of the first round; each round has the next one
	Seating match.Seating
	// FromStart begins the games at the start of the game, without an opening.
	FromStart bool
	// Openings is a name of match.FindOpenings; "" are the game's own openings.
	Openings string
	// Needs is a file that the row requires, and Hint is the command that makes it.
	Needs, Hint string
	// Of is the experiment's own description of the row.
	Of any
}

// name returns the row's name, without the table.
func (r *Row) name() string { return cmp.Or(r.Name, strings.Join(r.Players, " - ")) }

// Title names a row, for --only and for people.
func (r *Row) Title() string { return r.Table + ": " + r.name() }

// PentobiProgram is where "make pentobi" puts the program.
const PentobiProgram = ".tools/pentobi/pentobi-gtp"

// PentobiHint is the command that installs Pentobi.
const PentobiHint = "make pentobi"

// Pentobi returns the specification of a Pentobi level. The game is Pentobi's own name for it, such
// as duo.
func Pentobi(game string, level int) string {
	return fmt.Sprintf(`gtp:"%s --game %s --level %d --nobook --threads 1 --quiet"`, PentobiProgram, game, level)
}

// Round rounds a number of a record to this many digits.
func Round(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale)/scale + 0 // never -0
}
