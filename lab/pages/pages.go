// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package pages makes the parts of the documentation that carry facts: the pictures, and the tables
// between the marks <!-- figures: name --> and <!-- end --> in README.md and in docs. The data come
// from fpga/measurements.csv, docs/figures, the record of mutants in sim/mutation, and the program
// in golden/firmware. The experiments of package lab, "tessera bench" and "tessera train" write
// docs/figures.
package pages

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/fpga/flow"
	blokusgame "github.com/tessera-fpga/tessera/games/blokus"
	_ "github.com/tessera-fpga/tessera/games/dots" // the game of a ladder
	_ "github.com/tessera-fpga/tessera/games/draw" // the pictures of positions
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/firmware"
	"github.com/tessera-fpga/tessera/golden/processor"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/bench"
	"github.com/tessera-fpga/tessera/lab/blokus"
	"github.com/tessera-fpga/tessera/lab/dots"
	"github.com/tessera-fpga/tessera/lab/ladder"
	"github.com/tessera-fpga/tessera/lab/leafvalue"
	"github.com/tessera-fpga/tessera/lab/pages/hardware"
	"github.com/tessera-fpga/tessera/lab/pentobi"
	"github.com/tessera-fpga/tessera/lab/quoridor"
	"github.com/tessera-fpga/tessera/lab/thesis"
	"github.com/tessera-fpga/tessera/lab/training"
	"github.com/tessera-fpga/tessera/lab/variants"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/sim/mutation"
	"github.com/tessera-fpga/tessera/sim/mutation/gocode"
	"github.com/tessera-fpga/tessera/sim/proof"
	soak "github.com/tessera-fpga/tessera/sim/soak/figures"
)

// Files of this package, relative to the root of the repository.
const (
	PicturesDir = "docs/pictures"
	FiguresDir  = "docs/figures"
	BenchFile   = "docs/figures/bench.json"
	GameFile    = "docs/games/montecarlo-minimax.txt"
	BlokusGame  = "docs/games/blokus.txt"
)

// Files returns the contents of the generated pictures and of the pages with figures, by path
// relative to the root of the repository.
func Files(root string) (map[string]string, error) {
	files := map[string]string{}
	figures, err := readFigures(root)
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	for name, draw := range figures.pictures(root) {
		if files[path.Join(PicturesDir, name)], err = draw(); err != nil {
			return nil, fmt.Errorf("pages: %s: %w", name, err)
		}
	}
	pages, err := Pages(root)
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	for _, page := range pages {
		text, err := os.ReadFile(filepath.Join(root, page))
		if err != nil {
			return nil, fmt.Errorf("pages: %w", err)
		}
		if files[page], err = figures.fill(string(text)); err != nil {
			return nil, fmt.Errorf("pages: %s: %w", page, err)
		}
	}
	return files, nil
}

// Pages returns the paths of README.md and of the pages in docs.
func Pages(root string) ([]string, error) {
	pages := []string{"README.md"}
	for _, folder := range []string{"docs", FiguresDir} {
		found, err := filepath.Glob(filepath.Join(root, folder, "*.md"))
		if err != nil {
			return nil, err
		}
		for _, page := range found {
			pages = append(pages, path.Join(folder, filepath.Base(page)))
		}
	}
	return pages, nil
}

// Game returns the first moves of the recorded game that the pictures show.
func Game(root string, plies int) (duo.Position, error) {
	text, err := os.ReadFile(filepath.Join(root, GameFile))
	if err != nil {
		return duo.Position{}, err
	}
	moves := strings.Fields(string(text))
	if plies > len(moves) {
		return duo.Position{}, fmt.Errorf("%s has %d moves, want %d", GameFile, len(moves), plies)
	}
	if plies >= 0 {
		moves = moves[:plies]
	}
	return duo.ParseGame(duo.Player1, strings.Join(moves, " "))
}

// pictures returns the functions that draw the pictures, by file name.
func (f *figures) pictures(root string) map[string]func() (string, error) {
	position := func(plies int, o picture.PositionOptions) (*picture.Canvas, error) {
		p, err := Game(root, plies)
		if err != nil {
			return nil, err
		}
		g, err := rules.New("")
		if err != nil {
			return nil, err
		}
		return picture.Position(g, &rules.Position{Position: p}, o)
	}
	return map[string]func() (string, error){
		"game.svg": func() (string, error) { return svg(position(-1, picture.PositionOptions{Numbers: true})) },
		"corners.svg": func() (string, error) {
			return svg(position(12, picture.PositionOptions{Numbers: true, Corners: true, Legal: true}))
		},
		"rows.svg": func() (string, error) {
			p, err := Game(root, 5)
			if err != nil {
				return "", err
			}
			return svg(hardware.Rows(&p))
		},
		"blokus.svg": func() (string, error) {
			text, err := os.ReadFile(filepath.Join(root, BlokusGame))
			if err != nil {
				return "", err
			}
			g, err := blokusgame.New("")
			if err != nil {
				return "", err
			}
			p, err := g.ParseMoves(0, string(text))
			if err != nil {
				return "", err
			}
			return svg(picture.Position(g, p, picture.PositionOptions{Numbers: true}))
		},
		"window.svg":    func() (string, error) { return svg(hardware.Window(), nil) },
		"mirror.svg":    func() (string, error) { return svg(hardware.Mirror()) },
		"lane.svg":      func() (string, error) { return svg(hardware.LaneTiming()) },
		"life.svg":      func() (string, error) { return svg(hardware.LaneLife()) },
		"ladder.svg":    func() (string, error) { return svg(ladderPicture(f.ladder)) },
		"alphabeta.svg": func() (string, error) { return f.alphaBetaChart() },
		"training.svg":  func() (string, error) { return trainingChart(f.latest()) },
		"variants.svg":  func() (string, error) { return variantsChart(f.parameters()) },
		"thesis.svg":    func() (string, error) { return f.thesisChart() },
	}
}

// svg returns the text of a picture.
func svg(canvas *picture.Canvas, err error) (string, error) {
	if err != nil {
		return "", err
	}
	var text strings.Builder
	err = canvas.WriteSVG(&text)
	return text.String(), err
}

// benchFigure is a row of the output of "tessera bench".
type benchFigure struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	What  string  `json:"what"`
}

type benchReport struct {
	Figures []benchFigure `json:"figures"`
}

func readBench(r io.Reader) (b benchReport, err error) {
	d := json.NewDecoder(r)
	d.DisallowUnknownFields()
	if err := d.Decode(&b); err != nil {
		return b, err
	}
	return b, nil
}

// DesignFigures reads the output of "tessera bench" and returns the part for BenchFile: what depends on
// the design alone, and the processor times of golden's alpha-beta, with which a page compares the chips.
func DesignFigures(r io.Reader) ([]byte, error) {
	all, err := readBench(r)
	if err != nil {
		return nil, fmt.Errorf("pages: %w", err)
	}
	var design benchReport
	for _, f := range all.Figures {
		if !ofMachine(f.Name) {
			design.Figures = append(design.Figures, f)
		}
	}
	text, err := json.MarshalIndent(design, "", "  ")
	return append(text, '\n'), err
}

// ofMachine reports whether a figure depends on the machine and is on no page.
func ofMachine(name string) bool {
	return strings.HasPrefix(name, "machine.") || strings.HasSuffix(name, ".times") ||
		strings.HasPrefix(name, "golden.") && !strings.HasPrefix(name, bench.AlphaBetaTimings)
}

// figures are the data of the tables.
type figures struct {
	measurements flow.Measurements
	bench        map[string]float64
	training     []training.Report
	labs         map[*lab.Experiment]lab.Record
	ladder       *ladder.Report
	dots         []dots.Point
	solved       []dots.Value
	thesis       *thesis.Report
	leafValues   *leafvalue.Report
	soak         *soak.Soak
	missing      error // the first figure that is requested but missing; see miss
}

// miss keeps the first error of the figures, if err is one, for fill to return.
func (f *figures) miss(err error) {
	if f.missing == nil {
		f.missing = err
	}
}

func readFigures(root string) (*figures, error) {
	f := &figures{bench: map[string]float64{}}
	reports, err := training.Read(root)
	if err != nil {
		return nil, err
	}
	f.training = training.Generations(reports)
	if f.soak, err = soak.Read(root); err != nil {
		return nil, err
	}
	if f.leafValues, err = leafvalue.Read(root); err != nil {
		return nil, err
	}
	if f.measurements, err = flow.ReadMeasurements(filepath.Join(root, flow.MeasurementsFile)); err != nil {
		return nil, err
	}
	file, err := os.Open(filepath.Join(root, BenchFile))
	if err != nil {
		return nil, err
	}
	defer file.Close()
	report, err := readBench(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", BenchFile, err)
	}
	for _, b := range report.Figures {
		f.bench[b.Name] = b.Value
	}
	f.labs = map[*lab.Experiment]lab.Record{}
	for _, e := range []*lab.Experiment{ladder.Experiment, dots.Experiment, quoridor.Experiment, blokus.Experiment, variants.Experiment, thesis.Experiment, pentobi.Experiment} {
		if f.labs[e], err = e.Own(root); err != nil {
			return nil, err
		}
	}
	if f.ladder, err = ladder.Rate(f.labs[ladder.Experiment].Table(play.DefaultName())); err != nil {
		return nil, err
	}
	if f.dots, err = dots.Points(f.labs[dots.Experiment]); err != nil {
		return nil, err
	}
	if f.solved, err = dots.Values(filepath.Join(root, dots.ValuesFile)); err != nil {
		return nil, err
	}
	f.thesis = thesis.Judged(f.labs[thesis.Experiment])
	return f, nil
}

var blockPattern = regexp.MustCompile(`(?s)<!-- figures: ([a-z-]+) -->\n.*?<!-- end -->`)

// fill returns the page with fresh tables.
func (f *figures) fill(text string) (string, error) {
	var failed error
	out := blockPattern.ReplaceAllStringFunc(text, func(block string) string {
		name := blockPattern.FindStringSubmatch(block)[1]
		make, ok := tables[name]
		if !ok {
			failed = fmt.Errorf("no figures are named %q", name)
			return block
		}
		text := make(f)
		if strings.Contains(text, formerMark) {
			text += formerText
		}
		return "<!-- figures: " + name + " -->\n" + text + "<!-- end -->"
	})
	if failed == nil {
		failed = f.missing
	}
	return out, failed
}

// measurement returns the last measurement of a board and configuration.
func (f *figures) measurement(board, config string) flow.Measurement {
	r, ok := f.measurements.Last(board, config)
	if !ok {
		f.miss(fmt.Errorf("%s has no measurement of %s on %s", flow.MeasurementsFile, config, board))
	}
	return r
}

// extra returns an optional column of a measurement.
func (f *figures) extra(r flow.Measurement, name string) float64 {
	v, err := strconv.ParseFloat(r.Extra[name], 64)
	if err != nil {
		f.miss(fmt.Errorf("%s: the last measurement of %s on %s has no %s", flow.MeasurementsFile, r.Config, r.Board, name))
	}
	return v
}

// value returns a figure of the bench.
func (f *figures) value(name string) float64 {
	v, ok := f.bench[name]
	if !ok {
		f.miss(fmt.Errorf("%s has no figure %q: see make bench", BenchFile, name))
	}
	return v
}

// decimal returns a number with this many digits after the point and commas between thousands.
// Halves are rounded up, as people do, even if the nearest binary number is lower.
func decimal(v float64, digits int) string {
	scale := math.Pow10(digits)
	text := strconv.FormatFloat(math.Floor(v*scale+0.5+1e-6)/scale, 'f', digits, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if fraction != "" {
		return whole + "." + fraction
	}
	return whole
}

// count returns a whole number with commas between thousands.
func count[T int | uint32 | uint64](n T) string { return decimal(float64(n), 0) }

// table returns a Markdown table. Its first row is the head.
func table(rows ...[]string) string {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|---|" + strings.Repeat("---|", len(row)-1) + "\n")
		}
	}
	return b.String()
}

// list returns a table with a row for each item.
func list[T any](items []T, head []string, row func(T) []string) string {
	rows := [][]string{head}
	for _, item := range items {
		rows = append(rows, row(item))
	}
	return table(rows...)
}

// tables are the blocks of figures by name.
var tables = map[string]func(*figures) string{
	"chips":        chipFigures,
	"boards":       boardFigures,
	"configs":      configFigures,
	"choice":       choiceFigures,
	"moves":        moveFigures,
	"montecarlo":   montecarloFigures,
	"minimax":      minimaxFigures,
	"report":       reportFigures,
	"service":      serviceFigures,
	"expansion":    expansionFigures,
	"tree":         treeFigures,
	"processor":    processorFigures,
	"measurements": measurementFigures,
	"core":         coreFigures,
	"mutants":      mutantFigures,
	"soak":         soakFigures,
	"proofs":       proofFigures,
	"faults":       proofFaultFigures,
	"generations":  generationFigures,
	"weights":      weightFigures,
	"margin":       marginFigures,
	"prior":        priorFigures,
	"leaf-values":  leafValueFigures,
	"ablation":     ablationFigures,
	"pentobi":      pentobiFigures(""),

	"alphabeta":         alphaBetaFigures,
	"alphabeta-banks":   alphaBetaBankFigures,
	"alphabeta-chip":    alphaBetaChipFigures,
	"alphabeta-depths":  alphaBetaDepthFigures,
	"alphabeta-margin":  alphaBetaMarginFigures,
	"alphabeta-speed":   alphaBetaSpeedFigures,
	"alphabeta-units":   alphaBetaUnitsFigures,
	"processor-chip":    builtFigures("processor"),
	"tree-chip":         builtFigures("tree"),
	"paths":             pathFigures,
	"leaves-chip":       builtFigures("leaves"),
	"processor-program": programFigures,
	"processor-data":    dataFigures,

	"blokus-pentobi": pentobiFigures("blokus:two"),
	"ladder":         ladderFigures,
	"links":          linkFigures,
	"steps":          stepFigures,
	"steps-played":   stepGameFigures,
	"levels":         levelFigures,

	"dots-values":       dotsValueFigures,
	"dots-nodes":        dotsFigures("16-18", []string{"2x2", "3x3", "4x4"}, []string{"scored", "unscored"}, dotsNodes),
	"dots-strength":     dotsFigures("16-18", []string{"2x2", "3x3", "4x4"}, []string{"scored", "unscored"}, dotsRate),
	"dots-constants":    dotsConstantFigures,
	"dots-equal":        dotsFigures("19, 24-26", []string{"2x2", "3x3", "4x4"}, []string{"scored", "unscored", "symmetric", "future"}, dotsRate),
	"dots-symmetry":     dotsFigures("19, 24-26", []string{"2x2"}, []string{"unscored", "symmetric"}, dotsNodes),
	"dots-time":         dotsTimeFigures,
	"dots-cost":         dotsCostFigures,
	"quoridor-ours":     quoridorFigures("ours"),
	"quoridor-source":   quoridorFigures("source"),
	"quoridor-doubling": quoridorFigures("doubling"),
	"quoridor-readings": quoridorFigures("readings"),
	"blokus-ours":       blokusPairFigures("ours", false),
	"blokus-pairs":      blokusPairFigures("1", true),
	"blokus-four":       blokusFourFigures,
	"blokus-rewards":    blokusPairFigures("rewards", false),
	"blokus-policies":   blokusPairFigures("policies", false),
	"blokus-cost":       blokusCostFigures,
	"blokus-seats":      blokusSeatFigures,
	"parameters":        parameterFigures,
	"parts":             partFigures,
	"groups":            groupFigures,
	"played":            playedFigures,
	"thesis":            thesisFigures,
	"verdicts":          verdictFigures,
	"claims":            claimFigures,
	"exploration":       questionFigures("C"),
	"calibration":       calibrationFigures,
	"fit":               fitFigures,
	"enhanced":          questionFigures("enhanced"),
	"subsets":           subsetFigures,
	"overtake":          questionFigures("overtake"),
	"readings":          questionFigures("readings"),
	"parallel":          questionFigures("parallel"),
	"others":            questionFigures("others"),
	"today":             questionFigures("today"),
	"hundred":           questionFigures("hundred"),
}

// Figures returns the sorted names of the blocks of figures. Each is on one page.
func Figures() []string { return slices.Sorted(maps.Keys(tables)) }

func montecarloFigures(f *figures) string {
	lane := f.measurement("hx8k", "lane")
	c := f.columns("montecarlo")
	return table(
		c.head("the Monte Carlo core, chip of the contest player"),
		c.row("lanes", f.lanes),
		c.row("whole board top, place and route, slowest of 3 seeds", reached),
		c.row("playouts a second from the opening, largest tiles, at that frequency", f.extras("playouts_per_s", 0)),
		c.row("LUT4 / flip-flops / block RAMs", area),
		c.row("clock of the bitstreams", clock),
		single("a lane by itself (`CONFIG=lane`): slowest of 3 seeds", decimal(lane.FmaxMin, 1)+" MHz"),
		single("its logic cells, with the registers around it", count(lane.Logic)),
		single("cycles per playout of a lane by itself, largest tiles / uniform", decimal(f.value("lane.largest.playout"), 1)+" / "+decimal(f.value("lane.uniform.playout"), 1)),
		single("speed of 2 / 5 / 15 lanes in a chain, relative to single lanes", decimal(f.value("lanes.2.speed"), 1)+" / "+decimal(f.value("lanes.5.speed"), 1)+" / "+decimal(f.value("lanes.15.speed"), 1)+" %"),
		single("cycles of the pipeline per legal-move set, mean ("+decimal(f.value("sets.corners.mean"), 1)+" corners)", decimal(f.value("sets.slots.mean"), 1)),
		single("the same for one game alone, until the last placement is out: mean / max", decimal(f.value("sets.latency.mean"), 1)+" / "+decimal(f.value("sets.latency.max"), 0)),
		single("ratio to the scan of all positions, mean: by pipeline / by latency", decimal(f.value("sets.ratio.slots"), 0)+" / "+decimal(f.value("sets.ratio.latency"), 0)),
	)
}

func minimaxFigures(f *figures) string {
	c := f.columns("minimax")
	leaves := decimal(f.value("minimax.parent")/f.value("minimax.leaf"), 0)
	return table(
		c.head("the minimax core, chip of the contest player"),
		c.row("whole board top, place and route, slowest of 3 seeds", reached),
		c.row("leaves evaluated a second at depth 1, at that frequency", f.millions("leaves_per_s", 2)),
		c.row("LUT4 / flip-flops / block RAMs", area),
		c.row("clock of the bitstreams", clock),
		single("cycles per legal-move set, mean / max", decimal(f.value("minimax.set.mean"), 0)+" / "+decimal(f.value("minimax.set.max"), 0)),
		single("cycles per leaf at depth 1 ("+leaves+" leaves a parent)", decimal(f.value("minimax.leaf"), 1)),
		single("cycles per node, depth 2 with alpha-beta", decimal(f.value("minimax.node"), 1)),
		single("signature: nodes of the committed searches, golden = chip", decimal(f.value("signature"), 0)),
	)
}

// reportFigures sets the minimax core beside the one of the hardware report.
func reportFigures(f *figures) string {
	c := f.columns("minimax")
	row := func(what, theirs string, cell func(r column) string) []string {
		return slices.Insert(c.row(what, cell), 1, theirs)
	}
	same := func(value string) func(column) string { return func(column) string { return value } }
	return table(
		slices.Insert(c.head("minimax core"), 1, "report, Virtex-5 LX330T"),
		row("clock", "70 MHz", reached),
		row("look-up tables (of 6 inputs in the report, of 4 here) / flip-flops / block RAMs", "37,613 / 1,624 / 5", area),
		row("cycles of a legal-move set, at most", "15,680 with no move found", same(decimal(f.value("minimax.set.max"), 0))),
		row("cycles of a legal-move set, mean", "not given", same(decimal(f.value("minimax.set.mean"), 0))),
		row("nodes a second, depth 2", "not given", func(r column) string { return decimal(r.FmaxMin/f.value("minimax.node"), 2) + " M" }),
		row("search", "plain minimax, depth 3", same("alpha-beta, any depth")),
		row("a stack entry", "29 bits, with undo", same("77 bits, with undo and alpha-beta")),
	)
}

func serviceFigures(f *figures) string {
	c := f.columns("service")
	return table(
		c.head("the playout service, 3 Mbaud, 60 MHz"),
		c.row("lanes", f.lanes),
		c.row("whole board top, place and route, slowest of 3 seeds", reached),
		c.row("playouts a second in batches, at that frequency", f.extras("playouts_per_s", 0)),
		c.row("LUT4 / flip-flops / block RAMs", area),
		single("requests a second of one playout each, position already loaded (simulated, 4 lanes, 48 MHz)", decimal(f.value("service.3mbaud.run"), 0)),
		single("the same, each with a position of its own", decimal(f.value("service.3mbaud.loadrun"), 0)),
	)
}

// expansionFigures lists the expansion unit's cycles, and their time at the clock of the bitstream
// with the lanes, the unit's future neighbours.
func expansionFigures(f *figures) string {
	clock := f.measurement("ulx3s", "montecarlo").ClockMHz
	rate := func(cycles float64) float64 { return clock * 1e6 / cycles }
	parent := f.value("expansion.parent.mean")
	return table(
		[]string{"the expansion unit", "cycles", "a second at " + strconv.FormatFloat(clock, 'f', -1, 64) + " MHz"},
		[]string{"a position valued, without moves", decimal(f.value("expansion.static"), 0), decimal(rate(f.value("expansion.static")), 0)},
		[]string{"a parent, all its moves listed, weighed and sorted, mean (" + decimal(f.value("expansion.corners"), 1) + " corners, " +
			decimal(f.value("expansion.leaves"), 0) + " moves)", decimal(parent, 1), decimal(rate(parent), 0)},
		[]string{"the same, max", decimal(f.value("expansion.parent.max"), 0), decimal(rate(f.value("expansion.parent.max")), 0)},
		[]string{"a leaf, all parents together", decimal(f.value("expansion.leaf"), 2), decimal(rate(f.value("expansion.leaf"))/1e6, 1) + " M"},
	)
}

// treeFigures lists the cycles per leaf of tree cores, and the resulting leaves per second at the
// clock of their configuration.
func treeFigures(f *figures) string {
	rows := [][]string{{"board, lanes", "plies", "down", "waits for the position", "children", "back", "waits for a value",
		"waits for room in the lanes", "all", "leaves a second", "games on"}}
	for _, core := range twin.CountedCores() {
		for k, pos := range twin.CountedPositions() {
			name := core.Figure(&pos)
			row := []string{"", strconv.Itoa(pos.Plies())}
			switch k {
			case 0:
				row[0] = fmt.Sprintf("%s, %d", strings.ToUpper(core.Chip.Name), core.Lanes)
			case 1:
				row[0] = strconv.FormatFloat(core.Chip.Hertz/1e6, 'f', -1, 64) + " MHz"
			}
			for _, part := range []string{"down", "position", "expansion", "back", "value", "room", "cycles"} {
				row = append(row, decimal(f.value(name+part), 0))
			}
			rate := decimal(math.Floor(core.Chip.Hertz/f.value(name+"cycles")/1000+0.5)*1000, 0)
			rows = append(rows, append(row, rate, decimal(f.value(name+"games"), 0)+" %"))
		}
	}
	return table(rows...)
}

// processorFigures lists searches of the program during the time for a move.
func processorFigures(f *figures) string {
	heads := map[firmware.Part]string{
		firmware.PartDown: "choices", firmware.PartExpand: "children", firmware.PartPosition: "the position", firmware.PartLane: "to the lane",
		firmware.PartWait: "waits for the lane", firmware.PartValue: "values", firmware.PartBack: "back",
	}
	head := []string{"plies", "leaves of a move", "a second", "cycles a leaf"}
	for _, part := range firmware.Parts() {
		head = append(head, heads[part])
	}
	rows := [][]string{head}
	hertz := search.HX8K.Hertz
	for _, pos := range twin.CountedPositions() {
		name := twin.MoveFigure(search.HX8K, &pos)
		row := []string{
			strconv.Itoa(pos.Plies()), decimal(f.value(name+"leaves"), 0), decimal(math.Floor(hertz/f.value(name+"cycles")/100+0.5)*100, 0),
			decimal(f.value(name+"cycles"), 0),
		}
		for _, part := range firmware.Parts() {
			row = append(row, decimal(f.value(name+string(part)), 0))
		}
		rows = append(rows, row)
	}
	return table(rows...)
}

// firmware returns the program of the processor.
func (f *figures) firmware() *firmware.Firmware {
	program, err := firmware.Load()
	if err != nil {
		f.miss(err)
		return &firmware.Firmware{Image: &processor.Image{}}
	}
	return program
}

// programFigures counts the words of the processor's program, file by file.
func programFigures(f *figures) string {
	what := map[string]string{
		"search.asm": "commands, the path down and back, the answer", "lane.asm": "positions to the lane, its sums",
		"position.asm": "moves", "moves.asm": "children: legal moves, features, priors",
		"value.asm": "the terms of a position, exponential and logistic curve",
	}
	program := f.firmware()
	rows := [][]string{{"file", "words", "what"}}
	for _, s := range program.Sources {
		rows = append(rows, []string{"[" + s.Name + "](../golden/firmware/" + s.Name + ")", count(s.Words), what[s.Name]})
	}
	return table(append(rows, []string{"all", count(len(program.Program)), "of " + count(firmware.ProgramWords)})...)
}

// dataFigures counts the words of the processor's data and tables.
func dataFigures(f *figures) string {
	program, limits := f.firmware(), firmware.Limits()
	what := map[string]string{
		"root": "the position of the search", "current": "the position reached",
		"blocks": fmt.Sprintf("%d blocks: %d words of the node, and %d for each of %d children: mean, visits, rest, prior, move, link",
			limits.Expanded, program.Symbols["B_FIRST"], program.Symbols["CHILD"], limits.Children),
		"paths": "the paths of the two leaves under way", "planes": "the board's rows, seven sets of squares, while moves are listed",
	}
	row := func(memory string, words int, what string) []string {
		return []string{memory, count(words), what}
	}
	rows := [][]string{{"memory", "words", "what"}, row("data_ram", program.Page, "variables")}
	for _, a := range program.Arrays {
		rows = append(rows, row("", a.Words, what[a.Name]))
	}
	return table(append(rows,
		row("", program.Data, "all, of "+count(firmware.DataWords)),
		row("table_rom", len(program.Tables), "shapes, weights, exponentials"))...)
}

// coreFigures lists searches of the Monte Carlo core.
func coreFigures(f *figures) string {
	head := []string{"search of the Monte Carlo core: 2 lanes, 1 playout of each move in the first round", "playouts", "cycles", "cycles per playout and lane"}
	return list([]string{"1", "16", "30"}, head, func(position string) []string {
		name := "montecarlo." + position + "."
		return []string{"benchmark position " + position, decimal(f.value(name+"playouts"), 0), decimal(f.value(name+"search"), 0), decimal(f.value(name+"playout"), 1)}
	})
}

// soakFigures has the record of the latest soak test.
func soakFigures(f *figures) string {
	s := f.soak
	rows := [][]string{{"in " + decimal(s.Seconds/60, 0) + " minutes", ""}}
	for _, row := range []struct {
		name  string
		count int
	}{
		{"requests to the simulated board, each with one right answer", s.Requests}, {"playouts in them", s.Playouts},
		{"damages of bytes on its line", s.Damages}, {"handshakes after them", s.Resyncs}, {"resets of the board", s.Resets},
		{"take-overs of the line", s.TakeOvers}, {"matches over workers, with the games of those without", s.Matches},
		{"their games", s.Games}, {"workers killed", s.Kills},
	} {
		rows = append(rows, []string{row.name, count(row.count)})
	}
	rows = append(rows, []string{"heap in the second quarter of the time, and in the last", decimal(s.HeapEarly, 1) + " MB, " + decimal(s.HeapLate, 1) + " MB"})
	return table(rows...)
}

// proofFigures lists what is proven.
func proofFigures(f *figures) string {
	results, err := proof.Results()
	f.miss(err)
	rows := [][]string{{"proof", "modules", "properties", "holds", "processor time"}}
	for _, p := range proof.Proofs {
		modules := make([]string, len(p.Modules))
		for i, module := range p.Modules {
			modules[i] = "`" + module + "`"
		}
		holds := "for ever, by induction over " + cycles(p.Depth)
		if p.Bounded {
			holds = "in the first " + cycles(p.Depth) + " from reset"
		}
		if len(results[p.Name]) == 0 {
			f.miss(fmt.Errorf("no proof %s in the record: make prove", p.Name))
			continue
		}
		rows = append(rows, []string{"`" + p.Name + "`", strings.Join(modules, ", "), strings.Join(p.Properties, " "), holds,
			decimal(results[p.Name][0].Time.Seconds(), 1) + " s"})
	}
	return table(rows...)
}

func cycles(n int) string {
	if n == 1 {
		return "1 cycle"
	}
	return count(n) + " cycles"
}

// proofFaultFigures lists the faults that the proofs have found.
func proofFaultFigures(f *figures) string {
	results, err := proof.Results()
	f.miss(err)
	code := func(text string) string {
		return "`` " + strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", "\\|") + " ``"
	}
	rows := [][]string{{"proof", "module", "sound", "fault", "found by"}}
	for _, p := range proof.Proofs {
		for i, fault := range p.Faults {
			how := "inputs from reset that break a property"
			if len(results[p.Name]) > i+1 && results[p.Name][i+1].Verdict == proof.NotProven {
				how = "the induction, which fails"
			}
			module := strings.TrimSuffix(path.Base(fault.File), ".v")
			rows = append(rows, []string{"`" + p.Name + "`", "`" + module + "`", code(fault.Old), code(fault.New), how})
		}
	}
	return table(rows...)
}

// mutantFigures counts the outcomes of the mutants in each folder of modules, and in each room of
// the Go code.
func mutantFigures(f *figures) string {
	rows := [][]string{{"code", "mutants", "caught", "proven equivalent", "judged equivalent", "missed", "caught, of those not equivalent"}}
	add := func(name string, of []mutation.Row) {
		t := mutation.Score(of)
		row := []string{name}
		for _, n := range []int{t.All, t.Caught, t.Proven, t.Judged, t.Missed} {
			row = append(row, count(n))
		}
		rows = append(rows, append(row, decimal(t.Percent(), 1)+" %"))
	}
	part := func(name string, results func() ([]mutation.Row, error), folder func(path string) string) {
		record, err := results()
		f.miss(err)
		byFolder := map[string][]mutation.Row{}
		for _, row := range record {
			of := folder(row.Place)
			byFolder[of] = append(byFolder[of], row)
		}
		for _, of := range slices.Sorted(maps.Keys(byFolder)) {
			add("`"+of+"`", byFolder[of])
		}
		add(name, record)
	}
	part("all Verilog", mutation.Results, path.Dir) // rtl/minimax of rtl/minimax/fit_check.v:43
	part("all Go", gocode.Results, func(file string) string {
		room, _, _ := strings.Cut(file, "/") // golden of golden/duo/move.go:12
		return room
	})
	return table(rows...)
}
