package player

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/level"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/weights"
	"github.com/tessera-fpga/tessera/golden/book"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

const (
	defaultLeaves = 10_000
	maxLeaves     = tree.MaxVisits
	// forcedLeaves value a move to which there is no other, but for a chip, which does not search then.
	forcedLeaves = 16
	// analyzedMoves is the number of moves that an analysis shows, unless told otherwise.
	analyzedMoves = 5
)

// clockShares says how the time of a game is shared out among a player's moves, first move
// first: most of it where the game is decided, little in the opening, in which there is not
// much to see yet, and at the end, which is soon solved. No player makes more moves.
var clockShares = [duo.NumTiles + 1]int{
	6, 8, 10, 12, 12, 12, 11, 10, 9, 8, 6, 5, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1,
}

// clockReserve is what a player keeps back for what is not thinking.
const clockReserve = 50 * time.Millisecond

// treePlayer plays what a tree search finds.
type treePlayer struct {
	search *search.Tree
	leaves int           // a move; 0: no bound
	forced int           // a move to which there is no other, at most
	each   time.Duration // a move; 0: no bound
	clock  time.Duration // the whole game; 0: no bound
	draw   bool
	ponder bool
	ending *ending    // nil: without the solver
	book   *book.Book // nil: without
	rng    *rand.Rand
	engine io.Closer // nil: none to close

	used     time.Duration // of clock, in this game
	plies    int           // of the latest position
	work     uint64        // in leaves, those of pondering aside
	stop     func()        // ends pondering; nil: it is not
	thoughts []Thought
}

func newTree(env Env, o *Options) (Player, error) {
	p := &treePlayer{leaves: o.Int("leaves", 0, 1, maxLeaves), each: o.Duration("time"), clock: o.Duration("clock")}
	chosen := o.Int("level", 0, 1, len(level.Trees))
	threads := o.Int("threads", 1, 1, search.MaxThreads)
	seed := o.Uint64("seed", env.Seed)
	nodes := o.Int("nodes", 0, 2*tree.MaxChildren, tree.MaxNodes)
	p.ponder = o.Bool("ponder", false)
	if o.Bool("book", false) {
		p.book = book.Default()
	}
	file := o.Text("weights", "")
	bounds := 0
	for _, name := range []string{"leaves", "time", "clock", "level"} {
		if _, given := o.values[name]; given {
			bounds++
		}
	}
	if bounds > 1 {
		o.Fail("leaves, time, clock and level exclude each other, want one of them")
	}
	cfg := search.TreeConfig{}
	chip := chipLimits(o, &cfg)
	solver := o.Bool("solver", chip == nil) // a chip has none
	address, patience := engineOptions(o, &cfg)
	cfg.Threads, cfg.Seed = threads, uint32(seed)
	experiment(o, &cfg)
	if address != "" {
		checkEngine(o, &cfg, file, chip)
	}
	used := &evaluation.Default
	switch {
	case chosen > 0:
		l := level.Trees[chosen-1]
		p.leaves, cfg.Flatten, p.draw = l.Leaves, l.Flatten, l.Draw
	case p.leaves == 0 && p.each == 0 && p.clock == 0:
		if p.leaves = defaultLeaves; chip != nil {
			p.leaves = chip.Leaves
		}
	}
	if chip == nil {
		p.forced = forcedLeaves
	}
	switch {
	case nodes > 0:
		cfg.Nodes = nodes
	case cfg.Nodes == 0:
		cfg.Nodes = treeNodes(p.leaves, p.ponder)
	}
	if solver && !p.draw { // who draws his moves is meant to err
		p.ending = new(ending)
	}
	p.rng = rand.New(rand.NewPCG(seed, 1))
	if err := o.Err(); err != nil {
		return nil, err
	}
	var err error
	if file != "" {
		if used, err = weights.Read(file); err != nil {
			return nil, err
		}
	}
	if address != "" {
		var engine search.LeafEngine
		if engine, p.engine, err = openEngine(address, patience); err != nil {
			return nil, err
		}
		p.search, err = search.NewTreeBy(cfg, evaluation.New(used), engine)
		return p, err
	}
	p.search, err = search.NewTree(cfg, func() search.Evaluator { return evaluation.New(used) })
	return p, err
}

// chipLimits reads the options that give the search the limits of a chip, which it returns, if
// there is one.
func chipLimits(o *Options, cfg *search.TreeConfig) (chip *search.TreeChip) {
	boards := []string{"none"}
	for _, c := range search.TreeChips {
		boards = append(boards, c.Name)
	}
	if i := slices.Index(boards, o.Choice("chip", boards[0], boards...)); i > 0 {
		chip = search.TreeChips[i-1]
		*cfg = chip.Config
	}
	cfg.Expanded = o.Int("expanded", cfg.Expanded, 1, tree.MaxExpanded)
	cfg.NoProofs = !o.Bool("proofs", !cfg.NoProofs)
	cfg.Forget = !o.Bool("keep", !cfg.Forget)
	return chip
}

// experiment reads the options that change the search itself, in the units of search.TreeConfig.
func experiment(o *Options, cfg *search.TreeConfig) {
	d := tree.DefaultConfig
	cfg.Children = o.Int("children", cmp.Or(cfg.Children, d.Children), 1, tree.MaxChildren)
	cfg.ExpandVisits = o.Int("expand", cmp.Or(cfg.ExpandVisits, d.ExpandVisits), 1, 255)
	cfg.Exploration = o.Int("exploration", cmp.Or(cfg.Exploration, d.Exploration), 1, 1<<12)
	cfg.Reduction = o.Int("reduction", cmp.Or(cfg.Reduction, d.Reduction), 1, tree.MaxValue)
	cfg.InFlight = o.Int("inflight", cmp.Or(cfg.InFlight, d.InFlight), 1, tree.MaxInFlight)
	cfg.WinShare = o.Int("win", cmp.Or(cfg.WinShare, search.DefaultWinShare), 1, 256)
	cfg.MarginScale = o.Int("scale", cmp.Or(cfg.MarginScale, search.DefaultMarginScale), 1, 109)
	if cfg.Playouts = o.Int("playouts", cmp.Or(cfg.Playouts, 1), 0, 64); cfg.Playouts == 0 {
		cfg.Playouts = search.NoPlayouts
	}
}

// treeVaries reports whether the player that the options mean may make other moves in the same
// game again: the clock, the other threads, and chance see to that.
func treeVaries(options string) bool {
	for _, option := range strings.Split(options, ",") {
		name, value, _ := strings.Cut(option, "=")
		n, _ := strconv.Atoi(value)
		if name == "time" || name == "clock" || name == "ponder" || name == "threads" && value != "1" ||
			name == "level" && n >= 1 && n <= len(level.Trees) && level.Trees[n-1].Draw {
			return true
		}
	}
	return false
}

// treeNodes returns how many nodes a search needs: about five a leaf, and as many for what is
// kept.
func treeNodes(leaves int, ponder bool) int {
	const least, most = 1 << 14, 1 << 22
	if leaves == 0 || ponder || leaves > most/16 {
		return most
	}
	return max(least, 16*leaves)
}

func (a *treePlayer) Name() string { return "tree" }

func (a *treePlayer) Close() error {
	a.stopPondering()
	if a.engine != nil {
		return a.engine.Close()
	}
	return nil
}

// Start begins a game: it forgets the one before.
func (a *treePlayer) Start(context.Context) (string, error) {
	a.stopPondering()
	a.search.Reset()
	a.used, a.plies = 0, 0
	return a.Name(), nil
}

// End ends a game.
func (a *treePlayer) End(context.Context) error {
	a.stopPondering()
	return nil
}

// Move searches from where it has already searched the position before.
func (a *treePlayer) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	begun := time.Now()
	a.stopPondering()
	a.thoughts = nil
	if pos.Plies() <= a.plies { // another game, or moves have been taken back
		a.used = 0
	}
	a.plies = pos.Plies()
	legal := pos.CountLegalMoves()
	if legal == 0 {
		return duo.Pass, nil
	}
	if a.book != nil {
		if f, ok := a.book.Lookup(pos); ok && pos.Check(f.Move) == nil {
			a.thoughts = []Thought{{Move: f.Move, Value: f.Value, Margin: &f.Margin, Line: []duo.Move{f.Move}}}
			a.used += time.Since(begun)
			return f.Move, nil
		}
	}
	timer := a.timer(pos)
	if a.ending != nil && legal > 1 {
		var solved bool
		if a.leaves > 0 {
			solved = a.ending.solve(pos, a.leaves, func() bool { return ctx.Err() != nil })
		} else {
			share := timer.Budget / solverShare
			solved = a.ending.solve(pos, int(share/solverNode), func() bool { return ctx.Err() != nil || time.Since(begun) > share })
		}
		a.work += uint64(a.ending.nodes)
		if solved {
			a.thoughts = a.ending.thoughts
			a.used += time.Since(begun)
			return a.thoughts[0].Move, nil
		}
	}
	a.search.SetRoot(pos)
	leaves := a.leaves
	if leaves == 0 {
		leaves = maxLeaves
	}
	if legal == 1 {
		leaves = min(leaves, a.forced)
	}
	grown, err := a.search.Search(leaves, func(done int) bool {
		if ctx.Err() != nil {
			return true
		}
		if a.leaves > 0 {
			return false
		}
		most, second := a.search.Contest()
		return timer.Done(time.Since(begun), done, most, second)
	})
	a.work += uint64(grown)
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return 0, err
	}
	best, ok := a.search.Best()
	if a.draw {
		best, ok = a.search.Draw(a.rng.Uint32())
	}
	if !ok {
		return 0, fmt.Errorf("tree: %d legal moves, but the search has none", legal)
	}
	a.remember(best.Move)
	a.used += time.Since(begun)
	if a.ponder {
		a.startPondering(pos, best.Move)
	}
	return best.Move, nil
}

// Work returns the leaves, and the positions that the solver has looked at.
func (a *treePlayer) Work() (uint64, string) { return a.work, "leaves" }

// timer returns the timer of the next move.
func (a *treePlayer) timer(pos *duo.Position) tree.Timer {
	if a.each > 0 {
		return tree.PerMove(a.each)
	}
	placed := duo.NumTiles
	for t := range duo.Tile(duo.NumTiles) {
		if pos.TilesLeft(pos.ToMove()).Has(t) {
			placed--
		}
	}
	return tree.OfGame(max(0, a.clock-a.used-clockReserve), clockShares[placed:])
}

// startPondering searches on while the rival thinks.
func (a *treePlayer) startPondering(pos *duo.Position, m duo.Move) {
	after := *pos
	after.Play(m)
	if after.Over() {
		return
	}
	a.search.SetRoot(&after)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.search.Search(maxLeaves, func(int) bool { return ctx.Err() != nil })
	}()
	a.stop = func() {
		cancel()
		<-done
	}
}

func (a *treePlayer) stopPondering() {
	if a.stop != nil {
		a.stop()
		a.stop = nil
	}
}

// remember keeps what was thought of the moves: the one made first.
func (a *treePlayer) remember(made duo.Move) {
	for _, c := range a.search.Candidates() {
		if c.Visits == 0 && c.Move != made {
			continue
		}
		margin := float64(c.Margin) / evaluation.One
		t := Thought{
			Move: c.Move, Visits: c.Visits, Value: float64(c.Value) / tree.MaxValue,
			Margin: &margin, Line: a.search.Line(c.Move), Proven: c.Proven,
		}
		a.thoughts = append(a.thoughts, t)
		if c.Move == made {
			n := len(a.thoughts) - 1
			copy(a.thoughts[1:], a.thoughts[:n])
			a.thoughts[0] = t
		}
	}
}

// Thoughts returns the moves that have been looked at.
func (a *treePlayer) Thoughts() []Thought { return a.thoughts }

// FormatThoughts writes the best n of the thoughts of a move as a table, with moves as write
// does.
func FormatThoughts(thoughts []Thought, n int, write func(duo.Move) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%8s %7s %6s  line\n", "visits", "value", "margin")
	for _, t := range thoughts[:min(n, len(thoughts))] {
		margin, line := "", []string{write(t.Move)}
		if t.Margin != nil {
			margin = fmt.Sprintf("%+.1f", *t.Margin)
		}
		for i, m := range t.Line {
			if i > 0 {
				line = append(line, write(m))
			}
		}
		value := fmt.Sprintf("%.1f%%", math.Round(1000*t.Value)/10)
		if t.Proven {
			value = "=" + value
		}
		fmt.Fprintf(&b, "%8d %7s %6s  %s\n", t.Visits, value, margin, strings.Join(line, " "))
	}
	return b.String()
}
