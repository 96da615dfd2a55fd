// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/fpga"
	"github.com/tessera-fpga/tessera/fpga/board"
)

// MeasurementsFile is the table of past results, relative to the root of the repository.
const MeasurementsFile = "fpga/measurements.csv"

// Limits of the change against the last measurement, as fractions.
const (
	MaxAreaGrowth = 0.03
	MaxFmaxLoss   = 0.03
)

// Measurement is one row of the table: the results of a board and configuration at a time. Extra
// holds figures of other programs (cycles, rates); their columns follow the fixed ones.
type Measurement struct {
	Date      string // year-month-day
	Board     string
	Config    string
	Tools     string
	Seeds     int
	LUT4      int
	FF        int
	Logic     int // cells that nextpnr occupies
	BRAM      int
	ClockMHz  float64 // wanted clock
	FmaxMin   float64 // MHz of the slowest seed
	FmaxMed   float64 // MHz, median of the seeds
	Reason    string  // reason for a change beyond the limits; empty otherwise
	Extra     map[string]string
	extraCols []string
}

// fixedColumns are the columns that every row has, in order.
var fixedColumns = []string{
	"date", "board", "config", "tools", "seeds", "lut4", "ff", "logic", "bram",
	"clock_mhz", "fmax_min_mhz", "fmax_median_mhz", "reason",
}

// ExtraColumns are the further columns of a new table.
var ExtraColumns = []string{"cycles_per_leaf", "leaves_per_s", "cycles_per_playout", "playouts_per_s"}

// pathsColumn is the column of the slowest paths.
const pathsColumn = "slowest_paths"

// SlowPath is the slowest path of a placement, as the table has it.
type SlowPath struct {
	MHz      float64
	From, To string  // unit and register by Yosys' names, which may be a neighbour's; or a memory
	Levels   int     // cells between the two
	Wires    float64 // part of the delay that is wires, 0..1
}

func (p SlowPath) String() string {
	return fmt.Sprintf("%.2f %s %s %d %.2f", p.MHz, p.From, p.To, p.Levels, p.Wires)
}

// SlowPaths returns the slowest path of each seed, the slowest first; none of an old row.
func (m Measurement) SlowPaths() (paths []SlowPath, err error) {
	text := m.Extra[pathsColumn]
	if text == "" {
		return nil, nil
	}
	for one := range strings.SplitSeq(text, "; ") {
		var p SlowPath
		if _, err := fmt.Sscan(one, &p.MHz, &p.From, &p.To, &p.Levels, &p.Wires); err != nil {
			return nil, fmt.Errorf("fpga: %s on %s of %s: path %q, want MHz, two ends, levels and wires: %w", m.Config, m.Board, m.Date, one, err)
		}
		paths = append(paths, p)
	}
	return paths, nil
}

// slowPaths writes the slowest paths of placements for the table.
func slowPaths(seeds []Seed) string {
	seeds = slices.SortedFunc(slices.Values(seeds), func(a, b Seed) int { return cmp.Compare(a.Margin(), b.Margin()) })
	var all []string
	for _, s := range seeds {
		p := SlowPath{MHz: s.WorstClock().MHz, From: register(s.Path.From), To: register(s.Path.To), Levels: s.Path.Levels}
		if total := s.Path.Total(); total > 0 {
			p.Wires = s.Path.Routing / total
		}
		all = append(all, p.String())
	}
	return strings.Join(all, "; ")
}

// register returns the last unit and the register of a cell and its port, without the primitives that
// Yosys adds to the name of a net.
func register(cell string) string {
	parts := strings.Split(cell, ".")
	parts = parts[:max(0, len(parts)-1)] // the port
	for i, part := range parts {
		if end := primitive.FindStringIndex(part); end != nil {
			parts = append(parts[:i], part[:end[0]])
			break
		}
	}
	for len(parts) > 0 && strings.Trim(parts[len(parts)-1], "0123456789") == "" { // a block of a memory
		parts = parts[:len(parts)-1]
	}
	return cmp.Or(strings.Join(parts[max(0, len(parts)-2):], "."), "?")
}

var primitive = regexp.MustCompile(`_(TRELLIS|SB|CCU2C|PFUMX|L6MUX21|DFF|LUT[1-4]|MUX2|ALU)(_|\$|$)|\$`)

// NewMeasurement makes a row of a result. Its date is the day in UTC.
func NewMeasurement(r *Result, date time.Time) Measurement {
	return Measurement{
		Date: date.UTC().Format(time.DateOnly), Board: r.Board, Config: r.Config, Tools: r.Tools, Seeds: len(r.Seeds),
		LUT4: r.Cells.LUT4.Used, FF: r.Cells.FF.Used, Logic: r.Cells.Logic.Used, BRAM: r.Cells.BRAM.Used,
		ClockMHz: board.MHz(r.ClockHz), FmaxMin: r.FmaxMin(), FmaxMed: r.FmaxMedian(),
		Extra: map[string]string{pathsColumn: slowPaths(r.Seeds), designColumn: r.Design},
	}
}

// row returns the fixed columns as text.
func (r Measurement) row() []string {
	f := func(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
	return []string{
		r.Date, r.Board, r.Config, r.Tools, strconv.Itoa(r.Seeds), strconv.Itoa(r.LUT4), strconv.Itoa(r.FF),
		strconv.Itoa(r.Logic), strconv.Itoa(r.BRAM), f(r.ClockMHz), f(r.FmaxMin), f(r.FmaxMed), r.Reason,
	}
}

// Reached says which clock the slowest seed has reached, of the one wanted.
func (m Measurement) Reached() string {
	const half = 0.5 + 1e-6 // the table has hundredths, and binary fractions are a little less than some
	return fmt.Sprintf("%.1f of %s MHz", math.Floor(10*m.FmaxMin+half)/10, strconv.FormatFloat(m.ClockMHz, 'f', -1, 64))
}

// Measurements are the rows of a table, the oldest first.
type Measurements []Measurement

// Last returns the last row of a board and configuration. It is the one that counts.
func (m Measurements) Last(board, config string) (Measurement, bool) {
	for _, r := range slices.Backward(m) {
		if r.Board == board && r.Config == config {
			return r, true
		}
	}
	return Measurement{}, false
}

// Recorded returns the table of all builds on record, as it was when the program was built.
func Recorded() (Measurements, error) {
	return parseMeasurements("measurements.csv", bytes.NewReader(fpga.Measurements))
}

// ReadMeasurements reads a table. A missing file is an empty table.
func ReadMeasurements(file string) (Measurements, error) {
	f, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("fpga: %w", err)
	}
	defer f.Close()
	return parseMeasurements(file, f)
}

func parseMeasurements(file string, text io.Reader) (Measurements, error) {
	rows, err := csv.NewReader(text).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("fpga: %s: %w", file, err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	head := rows[0]
	if len(head) < len(fixedColumns) || !slices.Equal(head[:len(fixedColumns)], fixedColumns) {
		return nil, fmt.Errorf("fpga: %s begins with the columns %s, want %s", file, strings.Join(head, ","), strings.Join(fixedColumns, ","))
	}
	var out Measurements
	for i, row := range rows[1:] {
		r, err := parseRow(head, row)
		if err != nil {
			return nil, fmt.Errorf("fpga: %s: row %d: %w", file, i+2, err)
		}
		out = append(out, r)
	}
	return out, nil
}

func parseRow(head, row []string) (Measurement, error) {
	var failed error
	number := func(i int) float64 {
		v, err := strconv.ParseFloat(row[i], 64)
		if err != nil && failed == nil {
			failed = fmt.Errorf("column %s is %q, want a number", head[i], row[i])
		}
		return v
	}
	r := Measurement{
		Date: row[0], Board: row[1], Config: row[2], Tools: row[3], Seeds: int(number(4)),
		LUT4: int(number(5)), FF: int(number(6)), Logic: int(number(7)), BRAM: int(number(8)),
		ClockMHz: number(9), FmaxMin: number(10), FmaxMed: number(11), Reason: row[12],
		Extra: map[string]string{}, extraCols: head[len(fixedColumns):],
	}
	for i, name := range r.extraCols {
		if v := row[len(fixedColumns)+i]; v != "" {
			r.Extra[name] = v
		}
	}
	return r, failed
}

// AppendMeasurement adds a row to a table, and a column for every new name in Extra.
func AppendMeasurement(file string, r Measurement) error {
	rows, err := ReadMeasurements(file)
	if err != nil {
		return err
	}
	extra := slices.Clone(ExtraColumns)
	if len(rows) > 0 {
		extra = slices.Clone(rows[0].extraCols)
	}
	for _, name := range slices.Sorted(maps.Keys(r.Extra)) {
		if !slices.Contains(extra, name) {
			extra = append(extra, name)
		}
	}
	var text bytes.Buffer
	out := csv.NewWriter(&text)
	_ = out.Write(append(slices.Clone(fixedColumns), extra...)) // Flush reports the error
	for _, rec := range append(rows, r) {
		row := rec.row()
		for _, name := range extra {
			row = append(row, rec.Extra[name])
		}
		_ = out.Write(row)
	}
	out.Flush()
	if err := out.Error(); err != nil {
		return fmt.Errorf("fpga: %s: %w", file, err)
	}
	if err := maybe.WriteFile(file, text.Bytes(), 0o666); err != nil {
		return fmt.Errorf("fpga: %w", err)
	}
	return nil
}

// RegressionError lists the figures in which a result is worse than the last measurement of the
// same board and configuration.
type RegressionError struct {
	Last   Measurement
	Worse  []string // such as "LUT4 1100 after 1000 (+10.0 %)"
	Limits string
}

func (e *RegressionError) Error() string {
	return fmt.Sprintf("fpga: %s on %s is worse than the measurement of %s: %s (limits %s; a reason lifts them)",
		e.Last.Config, e.Last.Board, e.Last.Date, strings.Join(e.Worse, ", "), e.Limits)
}

// tenths rounds a figure for people.
func tenths(v float64) float64 { return math.Round(10*v) / 10 }

// CompareLast compares a row with the last one of the same board and configuration. It returns a
// *RegressionError if an area has grown or Fmax has fallen beyond the limits, unless the row gives
// a reason. Fmax has fallen if fmax, in MHz, is below the slowest seed of the last row. For a new
// row fmax is its slowest seed. The median of a netlist's seeds shows better whether the netlist
// has become slower, since its seeds differ by a tenth.
func CompareLast(file string, r Measurement, fmax float64) error {
	rows, err := ReadMeasurements(file)
	if err != nil {
		return err
	}
	if last, ok := rows.Last(r.Board, r.Config); ok {
		return compare(last, r, fmax)
	}
	return nil
}

func compare(last, r Measurement, fmax float64) error {
	if r.Reason != "" {
		return nil
	}
	type column struct {
		name      string
		old, now  float64
		growthBad bool
	}
	columns := []column{
		{"LUT4", float64(last.LUT4), float64(r.LUT4), true},
		{"FF", float64(last.FF), float64(r.FF), true},
		{"logic cells", float64(last.Logic), float64(r.Logic), true},
		{"block RAM", float64(last.BRAM), float64(r.BRAM), true},
		{"Fmax", last.FmaxMin, fmax, false},
	}
	for _, name := range slices.Sorted(maps.Keys(r.Extra)) {
		old, err1 := strconv.ParseFloat(last.Extra[name], 64)
		now, err2 := strconv.ParseFloat(r.Extra[name], 64)
		if strings.HasPrefix(name, "cycles_") && err1 == nil && err2 == nil {
			columns = append(columns, column{name, old, now, true})
		}
	}
	var worse []string
	for _, c := range columns {
		bad := c.now > c.old*(1+MaxAreaGrowth)
		if !c.growthBad {
			bad = c.now < c.old*(1-MaxFmaxLoss)
		}
		if !bad {
			continue
		}
		change := "new"
		if c.old != 0 {
			change = fmt.Sprintf("%+.1f %%", 100*(c.now/c.old-1))
		}
		worse = append(worse, fmt.Sprintf("%s %g after %g (%s)", c.name, tenths(c.now), tenths(c.old), change))
	}
	if len(worse) == 0 {
		return nil
	}
	return &RegressionError{Last: last, Worse: worse,
		Limits: fmt.Sprintf("area and cycles +%g %%, Fmax -%g %%", 100*MaxAreaGrowth, 100*MaxFmaxLoss)}
}
