// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package search

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// Evaluator judges moves and positions; package evaluation has one. Each thread of a search needs
// its own evaluator.
type Evaluator interface {
	// Prior writes the logarithms of the prior weights of moves, in 1/256 nat, to logits.
	Prior(pos *duo.Position, moves []duo.Move, logits []int32)
	// Margin returns the expected margin at the end, in 1/256 point, given the sum of the margins
	// of n playouts.
	Margin(pos *duo.Position, playouts int32, n int) int32
	// Spread returns the standard deviation of the final margin from Margin, in 1/256 point.
	// StaticSpread returns its standard deviation from Margin without playouts.
	Spread(pos *duo.Position) int32
	StaticSpread(pos *duo.Position) int32
}

// point is the unit of margins: 1/256 point.
const point = 256

// Defaults of TreeConfig.
const (
	DefaultMarginScale = 8
	DefaultWinShare    = 179 // 0.7
	// DefaultExpandVisits and DefaultChildren replace those of package tree.
	DefaultExpandVisits = 4
	DefaultChildren     = 32
)

// NoPlayouts, for TreeConfig.Playouts, leaves the value of a leaf to the evaluator alone.
const NoPlayouts = -1

// TreeConfig holds the parameters of a tree search.
type TreeConfig struct {
	tree.Config
	Threads int    // 1 if 0
	Seed    uint32 // seed of the playouts
	// Playouts is the number of playouts of a leaf, with the largest tiles that fit: 1..64,
	// or NoPlayouts; 1 if 0.
	Playouts int
	// WinShare is the share of the winning chance in a value, in 1/256: 1..256. The rest of the
	// value depends on the margin. DefaultWinShare if 0.
	WinShare int
	// MarginScale is the margin, in points, that earns a player about three quarters, 1 - 1/(1+e),
	// of the value's part for the margin: 1..109. DefaultMarginScale if 0.
	MarginScale int
	// Flatten halves the logarithms of the prior weights that many times, for a weaker player's
	// first impression. 0..8.
	Flatten int
	// Forget begins each new root with an empty tree and the first stream of the seed, even if the
	// tree knows the position.
	Forget bool
	// SearchOrder lists moves in the order of duo.Position.LegalMoves instead of the playout lanes'
	// order. The order breaks ties between equal priors.
	SearchOrder bool
}

// MaxThreads bounds the threads of a tree search.
const MaxThreads = 256

// maxLeafPlayouts bounds TreeConfig.Playouts.
const maxLeafPlayouts = 64

// Tree is a tree search of Blokus Duo. It keeps its tree from move to move. Only one goroutine at a
// time may call its methods.
type Tree struct {
	cfg  TreeConfig
	tree *tree.Tree
	root duoRoot
	set  bool

	service *servedGame // nil: the search values the leaves itself
	placed  bool        // the service has the root
}

// setDefaults replaces zero values by their defaults, except those that package tree knows.
func (cfg *TreeConfig) setDefaults() error {
	cfg.ExpandVisits = cmp.Or(cfg.ExpandVisits, DefaultExpandVisits)
	cfg.Children = cmp.Or(cfg.Children, DefaultChildren)
	for _, f := range []struct {
		name                 string
		value                *int
		otherwise, low, high int
	}{
		{"threads", &cfg.Threads, 1, 1, MaxThreads},
		{"playouts of a leaf", &cfg.Playouts, 1, NoPlayouts, maxLeafPlayouts},
		{"share of the win", &cfg.WinShare, DefaultWinShare, 1, 256},
		{"margin scale", &cfg.MarginScale, DefaultMarginScale, 1, 109},
		{"flatten", &cfg.Flatten, 0, 0, 8},
	} {
		if *f.value == 0 {
			*f.value = f.otherwise
		}
		if *f.value < f.low || *f.value > f.high {
			return fmt.Errorf("search: %s %d, want %d..%d", f.name, *f.value, f.low, f.high)
		}
	}
	return nil
}

// NewTree returns a search. evaluator makes the evaluator of a thread.
func NewTree(cfg TreeConfig, evaluator func() Evaluator) (*Tree, error) {
	if err := cfg.setDefaults(); err != nil {
		return nil, err
	}
	t := &Tree{cfg: cfg}
	games := make([]tree.Game, cfg.Threads)
	for i := range games {
		games[i] = &duoGame{cfg: &t.cfg, root: &t.root, evaluator: evaluator()}
	}
	var err error
	t.tree, err = tree.New(cfg.Config, games)
	return t, err
}

// Reset forgets all positions.
func (t *Tree) Reset() {
	t.tree.Reset()
	t.set = false
}

// SetRoot makes a position the root. If moves of the tree lead from the root to the position, the
// tree keeps its knowledge of the position, unless Forget is set.
func (t *Tree) SetRoot(pos *duo.Position) {
	before := t.root.pos.Plies()
	if t.cfg.Forget || !t.set || !t.follow(pos) || t.bare() && (t.root.state.Out(duo.Player1) || t.root.state.Out(duo.Player2)) {
		t.tree.Reset()
		t.root = duoRoot{*pos, playout.NewState(pos)}
		t.set, t.placed = true, false
	}
	t.placed = t.placed && pos.Plies() == before
}

// bare reports whether the root is a bare position: a leaf service or a chip does not report the
// players who are out of the game.
func (t *Tree) bare() bool { return t.service != nil || t.cfg.InPlace }

// follow tries to go from the root to a position.
func (t *Tree) follow(pos *duo.Position) bool {
	played := t.root.pos.Plies()
	if played > pos.Plies() {
		return false
	}
	r := &t.root
	for _, m := range pos.History()[played:] {
		if mover := r.pos.ToMove(); m == duo.Pass && r.state.Out(mover) {
			r.pos.Play(m)
			continue
		} else if mover != r.state.ToMove() {
			return false
		}
		var move tree.Move
		if !t.tree.Advance(func(c tree.Move) bool {
			move = c
			return duoMove(c) == m
		}) {
			return false
		}
		r.play(move)
	}
	return r.pos == *pos && r.pos.ToMove() == r.state.ToMove()
}

// Root returns the position at the root.
func (t *Tree) Root() *duo.Position { return &t.root.pos }

// ErrNoRoot reports a search without a position.
var ErrNoRoot = errors.New("search: no position has been set")

// Search grows the tree; see tree.Tree.Search, and tree.Tree.SearchBy for a search with a leaf
// service. An error of the service ends the search, which then forgets all positions.
func (t *Tree) Search(leaves int, stop func(leaves int) bool) (int, error) {
	if !t.set {
		return 0, ErrNoRoot
	}
	if t.service != nil {
		return t.searchBy(leaves, stop)
	}
	return t.tree.Search(leaves, stop), nil
}

// Candidate is a move at the root with its results from the search.
type Candidate struct {
	Move   duo.Move
	Prior  int        // in 1/65,535
	Visits int        // leaves below it
	Value  tree.Value // value for the player to move
	Margin int        // expected final margin in favour of the player to move, in 1/256 point
	Proven bool       // Value and Margin result from best play to the end
}

func (t *Tree) candidate(c tree.Candidate) Candidate {
	margin := int(c.Margin)
	if t.root.state.ToMove() == duo.Player2 {
		margin = -margin
	}
	return Candidate{duoMove(c.Move), int(c.Prior), c.Visits, c.Value, margin, c.Proven}
}

// Candidates returns the moves at the root, the best first.
func (t *Tree) Candidates() []Candidate {
	var out []Candidate
	for _, c := range t.tree.Candidates(nil) {
		out = append(out, t.candidate(c))
	}
	return out
}

// Best returns the final move; see tree.Tree.Best. ok is false before any search.
func (t *Tree) Best() (c Candidate, ok bool) {
	best, ok := t.tree.Best()
	return t.candidate(best), ok
}

// Draw returns a random move; see tree.Tree.Draw.
func (t *Tree) Draw(share uint32) (c Candidate, ok bool) {
	drawn, ok := t.tree.Draw(share)
	return t.candidate(drawn), ok
}

// Line returns the moves that the search expects, from a move at the root on, that move included.
// It omits the passes of a player who is out of the game.
func (t *Tree) Line(from duo.Move) (line []duo.Move) {
	for _, c := range t.tree.Candidates(nil) {
		if duoMove(c.Move) != from {
			continue
		}
		for _, m := range t.tree.Line(nil, c.Move) {
			line = append(line, duoMove(m))
		}
	}
	return line
}

// Nodes returns the tree itself, for reading between searches.
func (t *Tree) Nodes() *tree.Tree { return t.tree }

// Trace calls f for each leaf; see tree.Tree.Trace.
func (t *Tree) Trace(f func(*tree.Descent)) { t.tree.Trace(f) }

// At returns the state at a node of a leaf's path. The root is node 0; the leaf itself is the node
// after the last choice.
func (t *Tree) At(d *tree.Descent, level int) playout.State {
	r := t.root
	for _, l := range d.Levels[:level] {
		r.play(l.Move)
	}
	return r.state
}

// State returns the state of the search.
func (t *Tree) State() tree.State { return t.tree.State() }

// Contest returns the visits of the two most visited moves. It may be called during a search.
func (t *Tree) Contest() (most, second int) { return t.tree.Contest() }

// A tree's move is an anchor move of 17 bits, or passMove:
//
//	 16     9 8      7 6       0
//	+--------+--------+---------+
//	| anchor |  flip  | pattern |
//	+--------+--------+---------+
const passMove tree.Move = 1<<17 - 1

func treeMove(m playout.AnchorMove) tree.Move {
	return tree.Move(m.Anchor)<<9 | tree.Move(m.Flip)<<7 | tree.Move(m.Pattern)
}

func anchorMove(m tree.Move) playout.AnchorMove {
	return playout.AnchorMove{Anchor: duo.Square(m >> 9), Flip: playout.Flip(m >> 7 & 3), Pattern: playout.Pattern(m & 127)}
}

func duoMove(m tree.Move) duo.Move {
	if m == passMove {
		return duo.Pass
	}
	return anchorMove(m).Move()
}

// duoRoot is a position in both forms. A player who has passed in state is out of the game; in pos
// that player passes automatically.
type duoRoot struct {
	pos   duo.Position
	state playout.State
}

// play makes a move of the player to move in state.
func (r *duoRoot) play(m tree.Move) {
	if m == passMove {
		r.state.Pass()
		r.pos.Play(duo.Pass)
	} else {
		a := anchorMove(m)
		r.state.Play(a)
		r.pos.Play(a.Move())
	}
	if !r.state.Over() && r.state.ToMove() != r.pos.ToMove() {
		r.pos.Play(duo.Pass)
	}
}

// duoGame is Blokus Duo for a tree. Player 0 is player 1.
type duoGame struct {
	cfg       *TreeConfig // configuration, shared by the threads, which only read it
	root      *duoRoot    // root; shared and read-only like cfg
	evaluator Evaluator
	duoRoot
	moves  []playout.AnchorMove
	placed []duo.Move
	logits []int32
}

func (g *duoGame) Reset() { g.duoRoot = *g.root }

func (g *duoGame) ToMove() int { return int(g.state.ToMove()) }

func (g *duoGame) Play(m tree.Move) { g.play(m) }

func (g *duoGame) Over() (tree.Leaf, bool) {
	if !g.state.Over() {
		return tree.Leaf{}, false
	}
	return g.cfg.final(g.state.Margin()), true
}

// final returns the value of a finished game with that margin for player 1.
func (c *TreeConfig) final(margin int) tree.Leaf {
	won := tree.Value(tree.MaxValue / 2)
	switch {
	case margin > 0:
		won = tree.MaxValue
	case margin < 0:
		won = 0
	}
	return c.leaf(won, int32(margin)*point)
}

// Final returns a player's value of a finished game that he won by margin points: the value of a
// proven move with the default parameters.
func Final(margin int) tree.Value { return FinalLeaf(margin).Values[0] }

// FinalLeaf returns the leaf of a finished game with that margin for player 1 in points, with the
// default parameters.
func FinalLeaf(margin int) tree.Leaf { return defaultLeaves.final(margin) }

// defaultLeaves values leaves with the default parameters.
var defaultLeaves = TreeConfig{WinShare: DefaultWinShare, MarginScale: DefaultMarginScale}

// leaf returns the value of a position from player 1's winning probability, won, and expected
// margin: WinShare/256 for the win and the rest for the margin.
func (c *TreeConfig) leaf(won tree.Value, margin int32) tree.Leaf {
	ahead := tree.Logistic(margin * tree.Nat / (int32(c.MarginScale) * point))
	share := uint32(c.WinShare)
	v := tree.Value((share*uint32(won) + (256-share)*uint32(ahead)) >> 8)
	return tree.Leaf{Values: tree.Values{v, tree.MaxValue - v}, Margin: margin}
}

func (g *duoGame) Moves(dst []tree.Choice) []tree.Choice {
	g.moves = g.state.Moves(g.moves[:0])
	if len(g.moves) == 0 {
		return append(dst, tree.Choice{Move: passMove})
	}
	if g.cfg.SearchOrder {
		slices.SortFunc(g.moves, func(a, b playout.AnchorMove) int { return cmp.Compare(a.Move(), b.Move()) })
	}
	g.placed = g.placed[:0]
	for _, m := range g.moves {
		g.placed = append(g.placed, m.Move())
	}
	for len(g.logits) < len(g.placed) {
		g.logits = append(g.logits, 0)
	}
	logits := g.logits[:len(g.placed)]
	g.evaluator.Prior(&g.pos, g.placed, logits)
	for i, m := range g.moves {
		dst = append(dst, tree.Choice{Move: treeMove(m), Logit: logits[i] >> g.cfg.Flatten})
	}
	return dst
}

// WinSlope is the factor from a margin's quotient with its standard deviation to the argument of a
// logistic curve near the normal distribution: 1.7, in 1/256.
const WinSlope = 435

// expected returns the value of a position with an expected margin for player 1 and its standard
// deviation, both in 1/256 point.
func (c *TreeConfig) expected(margin, spread int32) tree.Leaf {
	return c.leaf(tree.Logistic(margin*WinSlope/max(1, spread)), margin)
}

// Expected returns the value of a position with an expected margin for player 1 and its standard
// deviation, both in 1/256 point, with the default parameters.
func Expected(margin, spread int32) tree.Leaf { return defaultLeaves.expected(margin, spread) }

// Leaf plays out games and has the evaluator judge the position with their margins.
func (g *duoGame) Leaf(number uint32) tree.Leaf {
	n := max(0, g.cfg.Playouts)
	return g.worth(g.playOut(number), n)
}

// playOut returns the sum of the margins of a leaf's playouts. It overwrites the state.
func (g *duoGame) playOut(number uint32) (sum int32) {
	n := max(0, g.cfg.Playouts)
	for i := range n {
		rng := playout.NewRNG(g.cfg.Seed, number*uint32(n)+uint32(i))
		st := &g.state
		if i+1 < n {
			again := g.state
			st = &again
		}
		sum += int32(st.PlayOut(playout.Largest, rng))
	}
	return sum
}

// worth returns the value of a position with that sum of n playouts.
func (g *duoGame) worth(sum int32, n int) tree.Leaf {
	spread := g.evaluator.Spread
	if n == 0 {
		spread = g.evaluator.StaticSpread
	}
	return g.cfg.expected(g.evaluator.Margin(&g.pos, sum, n), spread(&g.pos))
}
