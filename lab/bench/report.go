// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"text/tabwriter"

	"github.com/google/renameio/v2/maybe"
)

// figure is one row of the table that bench prints and writes.
type figure struct {
	Name  string  `json:"name"` // name, for programs
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	What  string  `json:"what"` // description, as printed

	digits int // digits after the point
}

// Report holds the measurements.
type Report struct {
	groups  []group
	partial bool // not all parts were measured
}

// group is a part of the report.
type group struct {
	title   string
	figures []figure
}

// begin starts a group.
func (r *Report) begin(title string) { r.groups = append(r.groups, group{title: title}) }

// add adds a figure to the latest group.
func (r *Report) add(name string, value float64, digits int, unit, what string, args ...any) {
	g := &r.groups[len(r.groups)-1]
	g.figures = append(g.figures, figure{name, value, unit, fmt.Sprintf(what, args...), digits})
}

// value returns a measured figure.
func (r *Report) value(name string) (float64, bool) {
	for _, g := range r.groups {
		for _, f := range g.figures {
			if f.Name == name {
				return f.Value, true
			}
		}
	}
	return 0, false
}

// Print writes the report as a table.
func (r *Report) Print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, g := range r.groups {
		title := g.title
		for _, f := range g.figures {
			fmt.Fprintf(w, "%s\t%s\t%.*f %s\n", title, f.What, f.digits, f.Value, f.Unit)
			title = ""
		}
	}
	return w.Flush()
}

// Write writes the figures to a JSON file, atomically. If the report has a part of the measurements
// only, the other figures of the file stay.
func (r *Report) Write(path string) error {
	var out struct {
		Figures []figure `json:"figures"`
	}
	if r.partial {
		text, err := os.ReadFile(path)
		if err == nil {
			err = json.Unmarshal(text, &out)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("bench: %s: %w", path, err)
		}
	}
	for _, g := range r.groups {
		for _, f := range g.figures {
			f.What = g.title + ": " + f.What
			if i := slices.IndexFunc(out.Figures, func(old figure) bool { return old.Name == f.Name }); i >= 0 {
				out.Figures[i] = f
			} else {
				out.Figures = append(out.Figures, f)
			}
		}
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	return maybe.WriteFile(path, append(text, '\n'), 0o644)
}
