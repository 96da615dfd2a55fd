// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/golden/tree"
)

// Search is a tree search of a game, which keeps its tree from move to move. One goroutine at a
// time uses it.
type Search interface {
	// Reset forgets all positions.
	Reset()
	// SetRoot makes a position, which is not over, the root. The search keeps its knowledge of
	// the position, if the moves that lead there are in the tree.
	SetRoot(p Position)
	// Search grows the tree by up to a number of leaves, until stop returns true; stop gets the
	// number of leaves grown.
	Search(leaves int, stop func(done int) bool) (grown int, err error)
	// Contest returns the visits of the two most visited moves; it can be called while a
	// search goes on.
	Contest() (most, second int)
	// Thoughts returns the moves that the search has looked at, the best first.
	Thoughts() []Thought
	// Pick returns a move by chance, each with a probability in proportion to its visits, for
	// a random share of 2^32. ok is false if there is no move.
	Pick(share uint32) (m Move, ok bool)
	// Close frees the search's resources.
	Close() error
}

// A Forced search looks at a move that has no alternative, too.
type Forced interface {
	// ForcedLeaves is the number of leaves of a turn with a single legal move.
	ForcedLeaves() int
}

// A Learned search has weights that the program learned.
type Learned interface {
	// Weights is their name and digest, or "" if a file of the user's gives them.
	Weights() string
}

// A Booked search has moves that need no search.
type Booked interface {
	Book(p Position) (t Thought, ok bool)
}

// A Solver is a search that can solve positions near the end of a game.
type Solver interface {
	// Solve solves a position in the work of a number of leaves, or within a share of the move's
	// time if leaves is 0. solved reports that the first thought is the best move.
	Solve(p Position, leaves int, budget time.Duration, stop func() bool) (thoughts []Thought, work int, solved bool)
}

// SearchLimits are the limits that the options of player tree set to a search.
type SearchLimits struct {
	Leaves int           // a move; 0: no bound
	Each   time.Duration // a move; 0: no bound
	Clock  time.Duration // the whole game; 0: no bound
	Level  *Level        // nil: none is chosen
	Ponder bool          // the search goes on while the rival thinks
	Chosen int           // nodes of memory; 0: see Nodes

	Threads int
	Seed    uint64
}

// Unbounded reports whether no option bounds a search.
func (l *SearchLimits) Unbounded() bool { return l.Leaves == 0 && l.Each == 0 && l.Clock == 0 }

// Nodes returns the nodes of memory: about five a leaf, and as many for the tree that is kept.
func (l *SearchLimits) Nodes() int {
	const least = 1 << 14
	switch {
	case l.Chosen > 0:
		return l.Chosen
	case l.Leaves == 0 || l.Ponder || l.Leaves > mostNodes/16:
		return mostNodes
	}
	return max(least, 16*l.Leaves)
}

// mostNodes are the nodes of a search without a bound on its leaves.
const mostNodes = 1 << 22

const (
	// DefaultLeaves is the number of leaves of a move, unless an option gives another bound.
	DefaultLeaves = 10_000
	maxThreads    = 256
)

// treePlayer plays the moves of a tree search.
type treePlayer struct {
	env    Env
	search Search
	limits SearchLimits
	rng    *rand.Rand // source of randomness of a level that draws its moves

	used     time.Duration // clock time used in this game
	plies    int           // plies of the latest position
	work     uint64        // in leaves, without pondering
	stop     func()        // ends pondering; nil when not pondering
	thoughts []Thought

	each time.Duration   // see Timed; 0: the limits hold
	halt <-chan struct{} // see Timed; nil: never

	clock  *Clock // see Clocked; nil: the limits hold
	chosen bool   // the limits are not the default: they hold with a clock, too
}

// treeKind returns player tree of the game.
func (g *Game) treeKind() Kind {
	options := []string{fmt.Sprintf("leaves=N (a move, %d unless given)", DefaultLeaves), "time=1s (a move)"}
	if g.Clock != nil {
		options = append(options, "clock=5m (a game)")
	}
	if len(g.Levels) > 0 {
		options = append(options, fmt.Sprintf("level=1..%d (also with a time)", len(g.Levels)))
	}
	help := "tree search with a prior; options " + strings.Join(options, ", or ") +
		fmt.Sprintf("; threads=1..%d; seed=N; nodes=N (memory of the tree); ponder=true|false (think on the rival's time, false unless given)", maxThreads)
	if g.SearchHelp != "" {
		help += "; " + g.SearchHelp
	}
	k := Kind{Name: "tree", Help: help, New: newTree, Varies: g.treeVaries}
	if g.SearchOpens != nil {
		k.Opens = g.SearchOpens
	}
	return k
}

// treeVaries reports whether the clock, the order of threads, or chance affects a player's moves.
func (g *Game) treeVaries(o *Options) bool {
	threads := o.Value("threads")
	level, _ := strconv.Atoi(o.Value("level"))
	return o.Given("time") || o.Given("clock") || o.Value("ponder") == "true" || threads != "" && threads != "1" ||
		level >= 1 && level <= len(g.Levels) && g.Levels[level-1].ByChance
}

func newTree(env Env, o *Options) (Player, error) {
	g := env.Game
	p := &treePlayer{env: env, limits: SearchLimits{Leaves: o.Int("leaves", 0, 1, tree.MaxVisits), Each: o.Duration("time")}}
	l := &p.limits
	bounds := []string{"leaves", "time"}
	if g.Clock != nil {
		l.Clock = o.Duration("clock")
		bounds = append(bounds, "clock")
	}
	if len(g.Levels) > 0 {
		if chosen := o.Int("level", 0, 1, len(g.Levels)); chosen > 0 {
			l.Level = &g.Levels[chosen-1]
		}
		bounds = append(bounds, "level")
	}
	given := 0
	for _, name := range bounds {
		if o.Given(name) {
			given++
		}
	}
	if given > 1 && !(given == 2 && o.Given("level") && o.Given("time")) {
		last := len(bounds) - 1
		o.Fail(strings.Join(bounds[:last], ", ") + " and " + bounds[last] + " exclude each other, want one of them, or level and time")
	}
	l.Threads = o.Int("threads", 1, 1, maxThreads)
	l.Seed = o.Uint64("seed", env.Seed)
	l.Chosen = o.Int("nodes", 0, 2*tree.MaxChildren, tree.MaxNodes)
	l.Ponder = o.Bool("ponder", false)
	if l.Level != nil {
		l.Leaves = l.Level.Leaves
	}
	p.chosen = !l.Unbounded()
	if env.Clocked && !p.chosen && l.Chosen == 0 {
		l.Chosen = mostNodes
	}
	p.rng = rand.New(rand.NewPCG(l.Seed, 1))
	var err error
	p.search, err = g.Search(env, o, l)
	if bad := o.Err(); bad != nil || err != nil {
		if p.search != nil {
			p.search.Close()
		}
		return nil, err
	}
	if l.Unbounded() {
		l.Leaves = DefaultLeaves
	}
	return p, nil
}

func (a *treePlayer) Name() string { return "tree" }

// Identity names the weights of the search, so that games of other weights are not taken for its own.
func (a *treePlayer) Identity(context.Context) (string, error) {
	if l, ok := a.search.(Learned); ok {
		return l.Weights(), nil
	}
	return "", nil
}

func (a *treePlayer) Close() error {
	a.stopPondering()
	return a.search.Close()
}

// Start begins a game and forgets the previous one.
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

// Limit gives the search a time for each move and a way to end it.
func (a *treePlayer) Limit(each time.Duration, stop <-chan struct{}) { a.each, a.halt = each, stop }

// SetClock has the search divide the time of a clock among the moves to come.
func (a *treePlayer) SetClock(c *Clock) { a.clock = c }

// Work returns the leaves, and the positions that a solver has examined.
func (a *treePlayer) Work() (uint64, string) { return a.work, "leaves" }

// Thoughts returns the examined moves.
func (a *treePlayer) Thoughts() []Thought { return a.thoughts }

// Move continues the search from the previous moves' tree.
func (a *treePlayer) Move(ctx context.Context, p Position) (Move, error) {
	begun := time.Now()
	a.stopPondering()
	a.thoughts = nil
	if p.Over() {
		return 0, errors.New("tree: the game is over, want a position with a move")
	}
	if plies := len(p.History()); plies <= a.plies { // another game, or moves have been taken back
		a.used = 0
	}
	a.plies = len(p.History())
	moves := p.Moves()
	forced, looks := a.search.(Forced)
	switch {
	case len(moves) > 1:
	case !looks || a.env.Game.HasPass && moves[0] == a.env.Game.Pass:
		return moves[0], ctx.Err()
	}
	if b, ok := a.search.(Booked); ok {
		if t, ok := b.Book(p); ok {
			return a.answer(p, begun, []Thought{t}, t.Move), nil
		}
	}
	halted := func() bool {
		select {
		case <-a.halt:
			return true
		default:
		}
		return ctx.Err() != nil
	}
	leaves, timer := a.limits.Leaves, a.timer(p)
	if a.each > 0 || a.clock != nil && !a.chosen {
		leaves = 0
	}
	if s, ok := a.search.(Solver); ok && len(moves) > 1 {
		thoughts, work, solved := s.Solve(p, leaves, timer.Budget, halted)
		a.work += uint64(work)
		if solved {
			return a.answer(p, begun, thoughts, thoughts[0].Move), nil
		}
	}
	a.search.SetRoot(p)
	limited := leaves > 0
	if !limited {
		leaves = tree.MaxVisits
	}
	if len(moves) == 1 {
		leaves = min(leaves, forced.ForcedLeaves())
	}
	grown, err := a.search.Search(leaves, func(done int) bool {
		if a.env.Progress != nil {
			a.env.Progress(done)
		}
		if halted() {
			return true
		}
		if limited {
			return (a.clock != nil || a.limits.Each > 0) && time.Since(begun) >= timer.Limit
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
	thoughts := a.search.Thoughts()
	if len(thoughts) == 0 {
		return 0, fmt.Errorf("tree: %d legal moves, but the search has none", len(moves))
	}
	made := thoughts[0].Move
	if l := a.limits.Level; l != nil && l.ByChance {
		if m, ok := a.search.Pick(a.rng.Uint32()); ok {
			made = m
		}
	}
	for i, t := range thoughts { // the move made comes first
		if t.Move == made {
			copy(thoughts[1:], thoughts[:i])
			thoughts[0] = t
			break
		}
	}
	return a.answer(p, begun, thoughts, made), nil
}

// answer ends a turn with a move.
func (a *treePlayer) answer(p Position, begun time.Time, thoughts []Thought, m Move) Move {
	a.thoughts = thoughts
	a.used += time.Since(begun)
	if a.limits.Ponder {
		a.startPondering(p, m)
	}
	return m
}

// timer returns the timer of the next move.
func (a *treePlayer) timer(p Position) tree.Timer {
	switch {
	case a.each > 0:
		return tree.PerMove(a.each)
	case a.clock != nil:
		t := a.clock.timer(a.env.Game, p)
		if a.limits.Each > 0 {
			t.Limit = min(t.Limit, a.limits.Each)
			t.Budget = min(t.Budget, t.Limit)
		}
		return t
	case a.limits.Clock > 0:
		return tree.OfGame(max(0, a.limits.Clock-a.used-clockReserve), a.env.Game.Clock(p))
	}
	return tree.PerMove(a.limits.Each)
}

// startPondering searches on while the rival thinks.
func (a *treePlayer) startPondering(p Position, m Move) {
	after := p.Clone()
	if after.Play(m) != nil || after.Over() {
		return
	}
	a.search.SetRoot(after)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		a.search.Search(tree.MaxVisits, func(int) bool { return ctx.Err() != nil })
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

// FormatThoughts returns a table of the best n thoughts: visits, value, margin and expected line.
// write writes a move, such as Game.Format.
func FormatThoughts(thoughts []Thought, n int, write func(Move) string) string {
	return formatThoughts(thoughts[:min(n, len(thoughts))], write, nil)
}

// FormatThoughts returns a table of the best n thoughts in the game's notation, with a column of the
// moves in the other form, if there is one.
func (g *Game) FormatThoughts(thoughts []Thought, n int) string {
	return formatThoughts(thoughts[:min(n, len(thoughts))], g.Format, g.Long)
}

func formatThoughts(thoughts []Thought, write, long func(Move) string) string {
	column := func(Thought) string { return "" }
	head := ""
	if long != nil {
		width := len("move")
		for _, t := range thoughts {
			width = max(width, len(long(t.Move)))
		}
		column = func(t Thought) string { return fmt.Sprintf("  %-*s", width, long(t.Move)) }
		head = fmt.Sprintf("  %-*s", width, "move")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%8s %7s %6s%s  line\n", "visits", "value", "margin", head)
	for _, t := range thoughts {
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
		fmt.Fprintf(&b, "%8d %7s %6s%s  %s\n", t.Visits, value, margin, column(t), strings.Join(line, " "))
	}
	return b.String()
}
