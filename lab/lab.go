// Package lab plays experiments: tables of rows, each a match (package match) of some players.
//
// The games of a row are played in rounds, a match each, with a seed and a file of its own: so an
// interrupted experiment goes on, rows grow side by side, and more games can be added later. Like
// any match they are played on this machine or by workers on others. A row's results go to the
// experiment's record, a file in docs/figures, from which package pages fills the pages.
//
// File lab.go (here) defines an experiment, run.go plays it, played.go reads the results of a row's
// games. The experiments are in folders below: ladder, variants, thesis, pentobi, blokus, dots,
// quoridor.
package lab

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/tessera-fpga/tessera/match"
)

// Experiment is a table of rows and the record of what they have reached.
type Experiment struct {
	Name string
	What string // the question of the experiment, in one line
	// File is the record's, relative to the root of the repository.
	File string
	Rows func() ([]Row, error)
	// Open reads a record; an empty text is the record of an experiment without games.
	Open func(text []byte) (Record, error)
}

// Record is what the rows of an experiment have reached.
type Record interface {
	// Games returns the number of games of a row that are on record.
	Games(r *Row) int
	// Take replaces a row's results on record with new ones.
	Take(p *Played) error
	// Text returns the record's text.
	Text() ([]byte, error)
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

// Title names a row, for --only and for people.
func (r *Row) Title() string {
	name := r.Name
	if name == "" {
		name = strings.Join(r.Players, " - ")
	}
	return r.Table + ": " + name
}

// PentobiProgram is where "make pentobi" puts the program.
const PentobiProgram = ".tools/pentobi/pentobi-gtp"

// PentobiHint says how to get Pentobi.
const PentobiHint = "make pentobi"

// Pentobi returns the specification of a level of Pentobi's in a game of its own name, such as duo.
func Pentobi(game string, level int) string {
	return fmt.Sprintf(`gtp:"%s --game %s --level %d --nobook --threads 1 --quiet"`, PentobiProgram, game, level)
}

// Read reads a record into v; a missing file leaves v unchanged.
func Read(text []byte, v any) error {
	if len(text) == 0 {
		return nil
	}
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// ReadFile reads the record of an experiment into v. root is the folder of the repository.
func (e *Experiment) ReadFile(root string, v any) error {
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(e.File)))
	if err == nil {
		err = Read(text, v)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", e.File, err)
	}
	return nil
}

// Round rounds a number of a record to so many digits.
func Round(x float64, digits int) float64 {
	scale := math.Pow10(digits)
	return math.Round(x*scale)/scale + 0 // never -0
}

// Lines returns a list as JSON, an item a line.
func Lines[T any](list []T) ([]byte, error) {
	lines := make([]string, len(list))
	for i, item := range list {
		line, err := json.Marshal(item)
		if err != nil {
			return nil, err
		}
		lines[i] = "\n" + string(line)
	}
	return []byte("[" + strings.Join(lines, ",") + "\n]"), nil
}
