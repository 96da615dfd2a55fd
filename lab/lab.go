// Package lab plays experiments: tables of rows, each a match (package match) of some players.
//
// The games of a row are played in rounds, a match each, with a seed and a file of its own: so an
// interrupted experiment goes on, rows grow side by side, and more games can be added later. Like
// any match they are played on this machine or by workers on others. A row's result goes to the
// experiment's record, a file in docs/figures, from which package pages fills the pages. All
// records have one form, a list of Result.
//
// Three files in docs/figures hold no results of games: training.json has the losses of fits,
// bench.json the cycles of circuits, and dots-values.json the values of solved boards.
//
// File lab.go (here) defines an experiment, run.go plays it, result.go keeps the results. The
// experiments are in folders below: ladder, variants, thesis, pentobi, blokus, dots, quoridor.
// Package journal keeps the files of other long runs, of training and of the opening book.
package lab

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/tessera-fpga/tessera/match"
)

// Experiment is a table of rows and the record of their results.
type Experiment struct {
	Name string
	What string // the question of the experiment, in one line
	// File is the record's, relative to the root of the repository.
	File string
	Rows func() ([]Row, error)
	// Measure returns what the experiment measures in a row's games, for Result.Measures; nil: it
	// needs their scores alone.
	Measure func(p *Played) (Measures, error)
	// Past says that results of rows that are no more stay on the pages.
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
	// FromStart has the games begin at the start of the game.
	FromStart bool
	// Needs is a file without which the row cannot be played, and Hint says how to get it.
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

// PentobiHint says how to get Pentobi.
const PentobiHint = "make pentobi"

// Pentobi returns the specification of a Pentobi level in a game with Pentobi's name for it, such
// as duo.
func Pentobi(game string, level int) string {
	return fmt.Sprintf(`gtp:"%s --game %s --level %d --nobook --threads 1 --quiet"`, PentobiProgram, game, level)
}

// Round rounds a number of a record to so many digits.
func Round(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale)/scale + 0 // never -0
}
