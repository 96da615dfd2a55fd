package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/bench"
	"github.com/tessera-fpga/tessera/sim/cosim"
)

const (
	benchPlayouts     = 2000            // of each lane, of each policy
	benchGoldenTime   = 1 * time.Second // of golden's playouts, of each policy
	benchEngineLanes  = 2
	benchEngineVisits = 1
	benchServicePlies = 34 // late positions, so that the line is what limits
	benchServiceLanes = 4
	benchServiceClock = 48_000_000
)

// benchEnginePositions are the benchmark positions, numbered from 1, that the
// engine searches: an opening, a middle game, and a late one.
var benchEnginePositions = []int{1, 16, 30}

// benchServiceBauds are the speeds of the line of the playout service.
var benchServiceBauds = []int{service.Baud, 12_000_000}

// figure is one row of what bench prints and writes.
type figure struct {
	Name  string  `json:"name"` // for programs
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
	What  string  `json:"what"` // in words, as printed

	digits int // after the point
}

// benchReport is what bench prints, and writes with --json.
type benchReport struct {
	groups []benchGroup
}

// benchGroup is a part of the report.
type benchGroup struct {
	title   string
	figures []figure
}

func (r *benchReport) group(title string) { r.groups = append(r.groups, benchGroup{title: title}) }

func (r *benchReport) add(name string, value float64, digits int, unit, what string, args ...any) {
	g := &r.groups[len(r.groups)-1]
	g.figures = append(g.figures, figure{name, value, unit, fmt.Sprintf(what, args...), digits})
}

// meter takes the measurements.
type meter struct {
	benchReport
	ctx      context.Context
	progress func(part string) func(done, of int)

	classic       *bench.MinimaxFigures
	cyclesPerLeaf float64
}

func newBench() *cobra.Command {
	var jsonPath string
	var service bool
	c := &cobra.Command{
		Use:   "bench",
		Short: "measure golden and the simulated chip on the benchmark positions",
		Long: `bench measures golden in seconds of this machine, and the simulated chip in cycles,
which depend on nothing but the design, on the committed benchmark positions unless it
says "opening". All that the chip does is compared with golden meanwhile, and bench fails
at the first difference. What it prints:

  golden     wall time with one thread at work; other programs slow it down, so the
             processors and the load at the start stand beside it
  classic    the core that scans all placements. Its legal-move set begins when the
             position is ready and ends with the last legal placement, evaluations taken
             off, or when it is known that there is none
  lane       cycles per playout with all games on and jobs at hand, as measured on the
             simulated lane, and as twin.Lane predicts them by itself: they must be equal
  move sets  classic scan and lane side by side, on the positions that have a move.
             Latency: from the cycle in which the lane begins to scan the position to
             that in which the placements of its last corner are out, with no other game
             on. Slots: the cycles that a set takes of the lane's pipeline when all games
             are on, one a corner, one to begin and one for the chosen corner; in playouts
             the lane also waits now and then: "pipeline in use" is slots by cycles.
             Ratios are means by means
  lanes      several lanes in a chain that always has a job, by twin.Lanes, which
             cosimulation compares with the module cycle by cycle. Games on: the mean
             share of the games of all lanes that are on. Speed: playouts a second by
             those of as many lanes that never wait for a job or to hand over a result,
             to about 0.5 %
  engine     searches of the Monte Carlo engine, from command to answer
  service    requests of one playout each over the simulated serial line, many in flight;
             to about 1 %
  boards     derived, not measured: the slowest seed's frequency in ` + flow.RecordsFile + `,
             by the cycles above; only configurations with a record

It also writes these figures as JSON, for programs: name, value, unit, and what it is.`,
		Example: `  tessera bench
  tessera bench --service=false --json build/bench.json`,
		Args: noArgs,
	}
	c.Flags().StringVar(&jsonPath, "json", "bench.json", "write the figures to this `file`, in one step; \"\" for none")
	c.Flags().BoolVar(&service, "service", true, "measure the playout service, which takes the longest")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if dir := filepath.Dir(jsonPath); jsonPath != "" {
			if info, err := os.Stat(dir); err != nil || !info.IsDir() {
				return badInputf("bench: --json %s: %s is no folder", jsonPath, dir)
			}
		}
		log := c.ErrOrStderr()
		terminal := isTerminal(log)
		b := meter{ctx: c.Context()}
		b.progress = func(part string) func(done, of int) {
			if !terminal {
				return nil
			}
			fmt.Fprintf(log, "\r\x1b[K%s", part)
			return func(done, of int) { fmt.Fprintf(log, "\r\x1b[K%s: %d of %d", part, done, of) }
		}
		parts := []func() error{b.measureGolden, b.measureClassic, b.measureLane, b.measureLanes, b.measureEngine}
		if service {
			parts = append(parts, b.measureService)
		}
		var failed error
		for _, measure := range append(parts, b.deriveBoards) {
			if failed = b.ctx.Err(); failed == nil {
				failed = measure()
			}
			if failed != nil {
				failed = fmt.Errorf("bench: %w", failed)
				break
			}
		}
		if terminal {
			fmt.Fprint(log, "\r\x1b[K")
		}
		// What has been measured is shown in any case, and written if it is all.
		if err := b.print(c.OutOrStdout()); failed != nil || err != nil || jsonPath == "" {
			return cmp.Or(failed, err)
		}
		return b.write(jsonPath)
	}
	return c
}

// loadAverage returns the number of programs that ran on the machine in the last
// minute, on average, if the system tells.
func loadAverage() (load float64, ok bool) {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return 0, false
	}
	first, _, _ := strings.Cut(string(text), " ")
	load, err = strconv.ParseFloat(first, 64)
	return load, err == nil
}

func (b *meter) measureGolden() error {
	b.group("golden, this machine")
	b.add("machine.processors", float64(runtime.NumCPU()), 0, "", "processors")
	if load, ok := loadAverage(); ok {
		b.add("machine.load", load, 2, "", "load at the start, of the last minute")
	}
	b.progress("golden")
	start := time.Now()
	p := duo.NewPosition(duo.Player1)
	duo.Perft(&p, 3)
	b.add("golden.perft3", time.Since(start).Seconds(), 2, "s", "perft(3), one thread")
	from := playout.NewRoot(&p)
	for policy := range playout.Policy(playout.NumPolicies) {
		n, start := uint32(0), time.Now()
		var took time.Duration
		for took < benchGoldenTime {
			for range 100 {
				from.Play(policy, playout.NoFirst, playout.NewRNG(twin.RateSeed, n), nil)
				n++
			}
			took = time.Since(start)
		}
		b.add(fmt.Sprintf("golden.playouts.%v", policy), float64(n)/took.Seconds(), 0, "playouts/s",
			"playouts, %v, opening, one thread", policy)
	}
	return nil
}

func (b *meter) measureClassic() (err error) {
	var nodes uint64
	b.progress("golden, signature")
	start := time.Now()
	for _, pos := range duo.BenchPositions() {
		core, err := search.NewMinimax(search.SignatureConfig)
		if err != nil {
			return err
		}
		if err := core.Load(&pos); err != nil {
			return err
		}
		nodes += core.Search(pos.ToMove(), search.SignatureDepth, search.NeverStop, nil).Nodes
	}
	b.add("golden.nodes", float64(nodes)/time.Since(start).Seconds(), 0, "nodes/s", "minimax search, one thread")

	if b.classic, err = bench.Minimax(b.ctx, b.progress("minimax core")); err != nil {
		return err
	}
	r := b.classic
	if r.Signature != nodes {
		return fmt.Errorf("the chip's signature is %d, golden's %d", r.Signature, nodes)
	}
	b.cyclesPerLeaf = r.LeafCyclesMean
	b.group("minimax core")
	b.add("classic.set.mean", r.MoveSetCyclesMean, 0, "cycles", "legal-move set, mean")
	b.add("classic.set.max", float64(r.MoveSetCyclesMax), 0, "cycles", "legal-move set, max")
	b.add("classic.parent", r.ParentCyclesMean, 0, "cycles", "parent, all its moves evaluated, mean")
	b.add("classic.leaf", r.LeafCyclesMean, 1, "cycles", "leaf, at depth 1 (%.0f leaves a parent)", r.MovesMean)
	b.add("classic.node", r.SignatureCyclesNode, 1, "cycles", "node, at depth %d with alpha-beta", search.SignatureDepth)
	b.add("signature", float64(r.Signature), 0, "nodes", "signature, golden = chip")
	return nil
}

func (b *meter) measureLane() error {
	r, err := bench.Lane(b.ctx, benchPlayouts, b.progress("lane"))
	if err != nil {
		return err
	}
	b.progress("lane, golden")
	b.group("lane")
	opening := duo.NewPosition(duo.Player1)
	from := playout.NewRoot(&opening)
	for policy := range playout.Policy(playout.NumPolicies) {
		got, want := r.Rates[policy], twin.PredictLane(from, policy, benchPlayouts)
		if got.Cycles != want.Cycles {
			return fmt.Errorf("%d playouts, %v, take the lane %d cycles, golden predicts %d", benchPlayouts, policy, got.Cycles, want.Cycles)
		}
		name := fmt.Sprintf("lane.%v.", policy)
		b.add(name+"playout", got.PerPlayout(1), 1, "cycles", "playout, %v, opening, measured", policy)
		b.add(name+"playout.golden", want.PerPlayout(1), 1, "cycles", "the same, predicted by twin.Lane")
		b.add(name+"set", float64(got.Cycles)/float64(got.Scans), 2, "cycles", "legal-move set in these playouts, waits included")
		b.add(name+"use", 100*float64(got.Slots)/float64(got.Cycles), 1, "%", "pipeline in use")
	}

	// The positions that have a move.
	var sets, classic, corners, latency, extra, slots, maxClassic, maxLatency, maxExtra, maxSlots int
	worst := 0.0
	for i, s := range r.Sets {
		c := b.classic.MoveSets[i]
		if s.Moves != c.Moves {
			return fmt.Errorf("position %d has %d moves for the lane, %d for the minimax core", i+1, s.Moves, c.Moves)
		}
		if s.Moves == 0 {
			continue
		}
		sets++
		classic += int(c.Cycles)
		maxClassic = max(maxClassic, int(c.Cycles))
		corners += s.Corners
		latency += s.Latency
		extra += s.Latency - s.Corners
		slots += s.Slots
		maxLatency, maxExtra, maxSlots = max(maxLatency, s.Latency), max(maxExtra, s.Latency-s.Corners), max(maxSlots, s.Slots)
		if ratio := float64(c.Cycles) / float64(s.Slots); worst == 0 || ratio < worst {
			worst = ratio
		}
	}
	mean := func(sum int) float64 { return float64(sum) / float64(sets) }
	b.group(fmt.Sprintf("legal-move sets of %d positions", sets))
	b.add("sets.classic.mean", mean(classic), 0, "cycles", "classic scan, mean")
	b.add("sets.classic.max", float64(maxClassic), 0, "cycles", "classic scan, max")
	b.add("sets.corners.mean", mean(corners), 1, "corners", "corners, mean")
	b.add("sets.latency.mean", mean(latency), 1, "cycles", "lane, latency, mean")
	b.add("sets.latency.max", float64(maxLatency), 0, "cycles", "lane, latency, max")
	b.add("sets.extra.mean", mean(extra), 1, "cycles", "lane, latency less corners, mean")
	b.add("sets.extra.max", float64(maxExtra), 0, "cycles", "lane, latency less corners, max")
	b.add("sets.slots.mean", mean(slots), 1, "cycles", "lane, slots, mean")
	b.add("sets.slots.max", float64(maxSlots), 0, "cycles", "lane, slots, max")
	b.add("sets.ratio.slots", float64(classic)/float64(slots), 0, "times", "classic scan by slots")
	b.add("sets.ratio.slots.min", worst, 0, "times", "classic scan by slots, least of the positions")
	b.add("sets.ratio.latency", float64(classic)/float64(latency), 0, "times", "classic scan by latency")
	return nil
}

func (b *meter) measureLanes() error {
	b.group("lanes in a chain")
	opening := duo.NewPosition(duo.Player1)
	from := playout.NewRoot(&opening)
	alone := twin.PredictLane(from, playout.Largest, benchPlayouts).PerPlayout(1)
	for _, n := range []int{1, 2, 5, 15} {
		b.progress(fmt.Sprintf("%d lanes", n))
		r := predictLanes(n)
		name := fmt.Sprintf("lanes.%d.", n)
		b.add(name+"on", 100*r.Active, 2, "%", "lanes: %d, games on", n)
		b.add(name+"playout", r.PerPlayout(n), 1, "cycles", "lanes: %d, playout and lane, largest, opening", n)
		b.add(name+"speed", 100*alone/r.PerPlayout(n), 1, "%", "lanes: %d, speed, of lanes each by itself", n)
	}
	return nil
}

func (b *meter) measureEngine() error {
	cfg := search.MonteCarloConfig{Policy: playout.Largest, Visits: benchEngineVisits, Seed: 1}
	searches, err := bench.MonteCarlo(b.ctx, benchEngineLanes, cfg, benchEnginePositions, b.progress("engine"))
	if err != nil {
		return err
	}
	b.group(fmt.Sprintf("engine, %d lanes, visits=%d, %v", benchEngineLanes, benchEngineVisits, cfg.Policy))
	for _, s := range searches {
		name := fmt.Sprintf("engine.%d.", s.Position)
		b.add(name+"search", float64(s.Cycles), 0, "cycles", "position %d (%d plies, %d moves), search", s.Position, s.Plies, s.Moves)
		b.add(name+"playouts", float64(s.Playouts), 0, "playouts", "position %d, playouts a search", s.Position)
		if s.Playouts > 0 {
			b.add(name+"playout", float64(s.Cycles)*benchEngineLanes/float64(s.Playouts), 1, "cycles", "position %d, playout and lane", s.Position)
		}
	}
	b.add("engine.agree", float64(len(searches)), 0, "searches", "agree with golden, of %d", len(benchEnginePositions))
	return nil
}

func (b *meter) measureService() error {
	b.group(fmt.Sprintf("service, %d lanes, %d MHz, after %d plies", benchServiceLanes, benchServiceClock/1_000_000, benchServicePlies))
	for _, baud := range benchServiceBauds {
		mbaud := baud / 1_000_000
		b.progress(fmt.Sprintf("service at %d Mbaud", mbaud))
		r, err := bench.Service(b.ctx, cosim.ServiceConfig{
			UART: twin.UART{ClockHz: benchServiceClock, Baud: baud}, Lanes: benchServiceLanes,
		}, benchServicePlies)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("service.%dmbaud.", mbaud)
		b.add(name+"loadrun", r.LoadRun, 0, "requests/s", "%d Mbaud, a position and its playout (the line allows %.0f)", mbaud, r.LoadRunLine)
		b.add(name+"run", r.Run, 0, "requests/s", "%d Mbaud, playouts of one position (the line allows %.0f)", mbaud, r.RunLine)
	}
	return nil
}

// deriveBoards multiplies the recorded frequencies by the cycles: of each board and
// configuration the last record.
func (b *meter) deriveBoards() error {
	root, err := rtl.Root()
	if err != nil {
		return err
	}
	records, err := flow.ReadRecords(filepath.Join(root, flow.RecordsFile))
	if err != nil {
		return err
	}
	last := map[[2]string]flow.Record{}
	var order [][2]string
	for _, r := range records {
		key := [2]string{r.Board, r.Config}
		if _, known := last[key]; !known {
			order = append(order, key)
		}
		last[key] = r
	}
	begun := false
	for _, key := range order {
		r := last[key]
		cfg, err := flow.FindConfig(r.Config)
		if err != nil {
			continue // no longer there
		}
		board, err := board.FindBoard(r.Board)
		if err != nil || cfg.Module != contestModule {
			continue
		}
		if !begun {
			b.group("boards, derived")
			begun = true
		}
		name := fmt.Sprintf("board.%s.%s.", r.Board, r.Config)
		lanes := flow.Design{Board: board, Config: cfg}.Lanes()
		if lanes == 0 {
			b.add(name+"leaves", r.FmaxMin*1e6/b.cyclesPerLeaf, 0, "leaves/s", "%s, %s, %.1f MHz, at depth 1", r.Board, r.Config, r.FmaxMin)
			continue
		}
		b.progress(name)
		b.add(name+"playouts", r.FmaxMin*1e6*float64(lanes)/playoutCycles(lanes), 0, "playouts/s",
			"%s, %s, %.1f MHz, lanes: %d, largest, opening, without the engine's pauses", r.Board, r.Config, r.FmaxMin, lanes)
	}
	return nil
}

// playoutCycles returns the cycles that a lane takes for a playout from the
// opening, by the largest tiles, of that many lanes in a chain.
func playoutCycles(lanes int) float64 { return predictLanes(lanes).PerPlayout(lanes) }

func predictLanes(lanes int) twin.Rate {
	opening := duo.NewPosition(duo.Player1)
	return twin.PredictLanes(lanes, playout.NewRoot(&opening), playout.Largest, benchPlayouts*lanes)
}

// write writes the figures to a file, which is never seen incomplete.
func (r *benchReport) write(path string) (err error) {
	out := struct {
		Figures []figure `json:"figures"`
	}{}
	for _, g := range r.groups {
		for _, f := range g.figures {
			f.What = g.title + ": " + f.What
			out.Figures = append(out.Figures, f)
		}
	}
	text, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // if it has not moved
	_, err = f.Write(append(text, '\n'))
	if e := f.Chmod(0o644); err == nil {
		err = e
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}

func (r *benchReport) print(out io.Writer) error {
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
