package search

import (
	"errors"
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// LeafEngine values the leaves of a search: a board, or a LeafModel behind NewModelEngine.
// It is for one goroutine.
type LeafEngine interface {
	// SetRoot sets the position from which paths begin, and forgets the questions without an answer.
	SetRoot(pos *duo.Position) error
	// Ask asks a question, and may keep it for a while to send it along with others.
	Ask(q Question) error
	// Answer waits for the answer to the oldest question that has had none.
	Answer() (Finding, error)
}

// Question asks for what a position is worth. It must not be over.
type Question struct {
	Path     []tree.Move // from the root; of tree.Tree.SearchBy, which uses it again
	Seed     uint32      // of the batch of the leaf's playouts, see playout.NewRNG
	Children int         // that are wanted, at most; 0: none
}

// Finding is the answer.
type Finding struct {
	Margin int32 // expected at the end, with the playouts; 1/256 point for player 1
	Sum    int32 // of the playouts' margins, in points for player 1, if the engine tells it

	// If children were asked for:
	Static   int32        // the margin without playouts
	Children []tree.Child // greater priors first
	Complete bool         // these are all legal moves
}

// LeafModel is what a leaf engine has to know: it answers a question at once.
type LeafModel struct {
	game duoGame
	root duoRoot
	set  bool
}

// NewLeafModel returns a model with so many playouts for each leaf, 1..64. It has no root.
func NewLeafModel(evaluator Evaluator, playouts int) *LeafModel {
	m := &LeafModel{game: duoGame{cfg: &TreeConfig{Playouts: playouts}, evaluator: evaluator}}
	m.game.root = &m.root
	return m
}

// SetRoot sets the root: a position, and what is known of it for playouts.
func (m *LeafModel) SetRoot(pos *duo.Position, state playout.State) {
	m.root, m.set = duoRoot{*pos, state}, true
}

// ErrPath says that a path has a move that is not legal where it is to be made.
var ErrPath = errors.New("search: a path with a move that is not legal")

// Find answers a question. A path with a move that is not legal, or behind the end of the game, has ErrPath.
func (m *LeafModel) Find(q Question) (f Finding, err error) {
	if !m.set {
		return f, ErrNoRoot
	}
	g := &m.game
	g.Reset()
	for i, move := range q.Path {
		if !g.legal(move) {
			return f, fmt.Errorf("%w: move %d of %d, %05x", ErrPath, i+1, len(q.Path), uint32(move))
		}
		g.Play(move)
	}
	if g.state.Over() {
		f.Margin = int32(g.state.Margin()) * point
		return f, nil
	}
	if q.Children > 0 {
		f.Static = g.evaluator.Margin(&g.pos, 0, 0)
		f.Children, f.Complete = tree.BestChildren(g.Moves(nil), q.Children)
	}
	g.cfg.Seed = q.Seed
	f.Sum = g.playOut(0)
	f.Margin = g.evaluator.Margin(&g.pos, f.Sum, g.cfg.Playouts)
	return f, nil
}

// legal reports whether a move can be made.
func (g *duoGame) legal(m tree.Move) bool {
	if g.state.Over() {
		return false
	}
	if m == passMove {
		return len(g.state.Moves(nil)) == 0
	}
	a := anchorMove(m)
	if m > passMove || a.Anchor >= duo.NumSquares || a.Pattern >= playout.NumPatterns {
		return false
	}
	o, ref := a.Pattern.Flipped(a.Flip)
	row, col := a.Anchor.Row()+int(ref.Row), a.Anchor.Col()+int(ref.Col)
	if !duo.OnBoard(row, col) {
		return false
	}
	// Not by g.pos, for which passes may have ended the game.
	p := duo.SetupPosition([2]duo.Bitboard{g.pos.Squares(0), g.pos.Squares(1)}, [2]duo.TileSet{g.pos.TilesLeft(0), g.pos.TilesLeft(1)}, g.state.ToMove())
	return p.Check(duo.NewMove(o, duo.NewSquare(row, col))) == nil
}

// modelEngine is a LeafModel as an engine.
type modelEngine struct {
	model *LeafModel
	queue []Question
}

// NewModelEngine returns the engine that golden has for itself: the evaluation, and so many playouts
// for each leaf.
func NewModelEngine(evaluator Evaluator, playouts int) LeafEngine {
	return &modelEngine{model: NewLeafModel(evaluator, playouts)}
}

func (e *modelEngine) SetRoot(pos *duo.Position) error {
	e.model.SetRoot(pos, playout.NewState(pos))
	e.queue = e.queue[:0]
	return nil
}

func (e *modelEngine) Ask(q Question) error {
	q.Path = append([]tree.Move(nil), q.Path...)
	e.queue = append(e.queue, q)
	return nil
}

func (e *modelEngine) Answer() (Finding, error) {
	q := e.queue[0]
	e.queue = e.queue[1:]
	return e.model.Find(q)
}

// engineGame is a game for tree.Tree.SearchBy: it stands where the search is, and has an engine for
// what the search wants to know.
type engineGame struct {
	duoGame
	engine  LeafEngine
	spreads []int32 // of the leaves under way, in order
	first   int     // of them
}

// NewTreeBy returns a search whose leaves an engine values. cfg.Threads must be 1 or 0, and
// cfg.Playouts is what the engine has for each leaf. Of the evaluator only Spread is used.
func NewTreeBy(cfg TreeConfig, evaluator Evaluator, engine LeafEngine) (*Tree, error) {
	if err := cfg.setDefaults(); err != nil {
		return nil, err
	}
	if cfg.Threads != 1 {
		return nil, fmt.Errorf("search: %d threads with an engine, want 1", cfg.Threads)
	}
	t := new(Tree)
	t.engine = &engineGame{duoGame: duoGame{cfg: &cfg, root: &t.root, evaluator: evaluator}, engine: engine}
	var err error
	t.tree, err = tree.New(cfg.Config, []tree.Game{t.engine})
	return t, err
}

// searchBy grows the tree by the engine.
func (t *Tree) searchBy(leaves int, stop func(leaves int) bool) (int, error) {
	if !t.placed {
		if err := t.engine.engine.SetRoot(&t.root.pos); err != nil {
			return 0, err
		}
		t.placed = true
	}
	t.engine.spreads, t.engine.first = t.engine.spreads[:0], 0
	n, err := t.tree.SearchBy(t.engine, leaves, stop)
	if err != nil {
		t.Reset()
	}
	return n, err
}

// Ask passes a question on.
func (g *engineGame) Ask(path []tree.Move, number uint32, children int) error {
	g.spreads = append(g.spreads, g.evaluator.Spread(&g.pos))
	seed := g.cfg.Seed + number*uint32(g.cfg.Playouts)*playout.SeedStep
	return g.engine.Ask(Question{path, seed, children})
}

// Answer turns what the engine has found into a value.
func (g *engineGame) Answer() (a tree.Answer, err error) {
	f, err := g.engine.Answer()
	if err != nil {
		return a, err
	}
	a = tree.Answer{Leaf: g.cfg.expected(f.Margin, g.spreads[g.first]), Children: f.Children, Complete: f.Complete}
	if g.first++; g.first == len(g.spreads) {
		g.spreads, g.first = g.spreads[:0], 0
	}
	return a, nil
}

// Digest returns a number that is the same for equal trees; see tree.Tree.Digest.
func (t *Tree) Digest() uint64 { return t.tree.Digest() }
