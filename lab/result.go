// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package lab

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/match"
)

// Result sums up the games of a row: its rounds together look like one match, with the terms of the
// first round. Results of older programs lack some fields, such as the seed, the pairs, or the
// scores if there are Measures instead.
type Result struct {
	Table string `json:"table"`
	Name  string `json:"name"` // name of the row, without the table
	match.Summary
	Weights  string   `json:"weights,omitempty"` // hash of the built-in weights of Blokus Duo's evaluation
	Measures Measures `json:"measures,omitempty"`
	Row      *Row     `json:"-"` // nil: a past row; see Experiment.Past
}

// Measures are an experiment's own measurements of a row's games, by name. Most have a number for
// each player.
type Measures map[string][]float64

// Title returns the title of the row.
func (r *Result) Title() string { return r.Table + ": " + r.Name }

// Games returns the number of games.
func (r *Result) Games() int { return r.Terms.Games }

// PerMove returns the mean work and the mean time in seconds of a player's move.
func (r *Result) PerMove(player int) (work, seconds float64) {
	w := &r.Work[player]
	n := float64(max(1, w.Moves))
	return float64(w.Work) / n, w.Seconds / n
}

// CPUPerMove returns the mean processor time of a player's move in seconds; 0 if it was not counted.
func (r *Result) CPUPerMove(player int) float64 {
	w := &r.Work[player]
	return w.CPU / float64(max(1, w.Moves))
}

// String returns the result in a line.
func (r *Result) String() string {
	return fmt.Sprintf("%s: won %d, drawn %d, lost %d of %d", r.Title(), r.Wins, r.Draws, r.Losses, r.Games())
}

// Played is the result of a row whose games are in files.
type Played struct {
	Result
	files    []string // one file for each round
	recorded int      // number of games recorded before
}

// newPlayed returns the result of a row without games.
func newPlayed(r *Row, recorded int) *Played {
	p := &Played{recorded: recorded}
	p.Table, p.Name, p.Row = r.Table, r.name(), r
	p.Terms = &match.Terms{}
	if r.Game == "" {
		p.Weights = evaluation.Default.Hash()
	}
	return p
}

// add adds a round.
func (p *Played) add(file string, s *match.Summary) {
	if p.files = append(p.files, file); len(p.files) == 1 {
		terms := *s.Terms
		terms.Games = 0
		p.Terms, p.Work, p.Scores = &terms, make([]match.Work, len(s.Work)), make([]match.Score, len(s.Scores))
		terms.Players = portable(terms.Players)
		for i, spec := range terms.Players {
			p.Work[i].Player = spec
		}
	}
	p.Terms.Games += s.Wins + s.Draws + s.Losses
	for i, w := range s.Work {
		sum := &p.Work[i]
		sum.Forfeits += w.Forfeits
		sum.Moves += w.Moves
		sum.Seconds = Round(sum.Seconds+w.Seconds, 6)
		sum.Slowest = max(sum.Slowest, w.Slowest)
		sum.Work += w.Work
		sum.CPU = Round(sum.CPU+w.CPU, 6)
	}
	p.Score = p.Score.Plus(s.Score).Rated()
	for i, score := range s.Scores {
		p.Scores[i] = p.Scores[i].Plus(score).Rated()
	}
}

// Each calls each for every game.
func (p *Played) Each(each func(g *match.Game) error) error {
	for _, file := range p.files {
		if err := match.Games(file, each); err != nil {
			return err
		}
	}
	return nil
}

// folder matches the path to a file of weights, which differs between machines.
var folder = regexp.MustCompile(`weights=[^,]*/([^/,]*/[^/,]*)`)

// portable removes the path to files of weights from specifications.
func portable(specs []string) []string {
	out := make([]string, len(specs))
	for i, spec := range specs {
		out[i] = folder.ReplaceAllString(spec, "weights=$1")
	}
	return out
}

// Record is the list of results of an experiment.
type Record []*Result

// read reads the record in a file. A missing file is an empty record.
func read(path string) (all Record, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		err = d.Decode(&all)
	}
	for _, r := range all {
		if err == nil && (r.Terms == nil || len(r.Work) < 2) {
			err = fmt.Errorf("%s has no terms or too few players", r.Title())
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return all, nil
}

// Record reads the record in a file and links the results to their rows.
func (e *Experiment) Record(path string) (Record, error) {
	all, err := read(path)
	if err != nil {
		return nil, err
	}
	rows, err := e.Rows()
	for i := range rows {
		if r := all.Find(&rows[i]); r != nil {
			r.Row = &rows[i]
		}
	}
	for _, r := range all {
		if r.Row == nil && !e.Past && err == nil {
			err = fmt.Errorf("%s: %s has no row named %q", path, e.Name, r.Title())
		}
	}
	return all, err
}

// Own reads the experiment's own record in the repository with this root.
func (e *Experiment) Own(root string) (Record, error) {
	return e.Record(filepath.Join(root, filepath.FromSlash(e.File)))
}

// Find returns the result of a row, or nil.
func (all Record) Find(row *Row) *Result {
	for _, r := range all {
		if r.Table == row.Table && r.Name == row.name() {
			return r
		}
	}
	return nil
}

// Table returns the results of the named tables.
func (all Record) Table(names ...string) (out Record) {
	for _, r := range all {
		if slices.Contains(names, r.Table) {
			out = append(out, r)
		}
	}
	return out
}

// games returns the number of recorded games of a row. It is 0 if the row's players have changed,
// so the row is played again.
func (all Record) games(row *Row) int {
	if r := all.Find(row); r != nil && slices.Equal(r.Terms.Players, portable(row.Players)) {
		return r.Games()
	}
	return 0
}

// put replaces a result, or adds it after the others of its table.
func (all Record) put(result *Result) Record {
	at := len(all)
	for i, r := range all {
		if r.Table == result.Table {
			if at = i + 1; r.Name == result.Name {
				all[i] = result
				return all
			}
		}
	}
	return slices.Insert(all, at, result)
}

// Text returns the text of a record, with one result per line.
func (all Record) Text() ([]byte, error) {
	lines := make([]string, len(all))
	for i, r := range all {
		line, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		lines[i] = "\n" + string(line)
	}
	return []byte("[" + strings.Join(lines, ",") + "\n]\n"), nil
}

// write writes a record.
func (all Record) write(path string) error {
	text, err := all.Text()
	if err != nil {
		return err
	}
	return maybe.WriteFile(path, text, 0o666)
}
