// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package search

import (
	"errors"
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/tree"
)

// LeafService values the leaves of a search: a board, or a LeafModel behind NewModelService. Only
// one goroutine may use it.
type LeafService interface {
	// SetRoot sets the root of the paths, and forgets the unanswered questions.
	SetRoot(pos *duo.Position) error
	// Ask sends a question, and may hold it for a while to send it along with others.
	Ask(q Question) error
	// Answer waits for the answer to the oldest unanswered question.
	Answer() (Finding, error)
}

// Question requests the value of a position. The game must not be over there.
type Question struct {
	Path     []tree.Move // from the root; tree.Tree.SearchBy owns it and reuses it
	Seed     uint32      // number of the leaf's batch of playouts, see playout.NewRNG
	Children int         // most children wanted; 0: none
}

// Finding is the answer to a Question.
type Finding struct {
	Margin int32 // expected at the end, with the playouts; 1/256 point for player 1
	Sum    int32 // sum of the playouts' margins, in points for player 1, if the service reports it

	// Only if the question wants children:
	Static   int32        // expected margin without playouts
	Children []tree.Child // greater priors first
	Complete bool         // Children has all legal moves
}

// LeafModel is the model of a leaf service: it answers a question at once.
type LeafModel struct {
	game duoGame
	root duoRoot
	set  bool
}

// NewLeafModel returns a model with that many playouts for each leaf, 1..64. It has no root yet.
func NewLeafModel(evaluator Evaluator, playouts int) *LeafModel {
	m := &LeafModel{game: duoGame{cfg: &TreeConfig{Playouts: playouts}, evaluator: evaluator}}
	m.game.root = &m.root
	return m
}

// SetRoot sets the root: a position, with its state for playouts.
func (m *LeafModel) SetRoot(pos *duo.Position, state playout.State) {
	m.root, m.set = duoRoot{*pos, state}, true
}

// ErrPath reports a path with an illegal move.
var ErrPath = errors.New("search: a path with a move that is not legal")

// Find answers a question. A path with an illegal move, or with a move after the end of the game,
// returns ErrPath.
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
	// g.pos is not suitable: passes may have ended its game.
	p := duo.SetupPosition([2]duo.Bitboard{g.pos.Squares(0), g.pos.Squares(1)}, [2]duo.TileSet{g.pos.TilesLeft(0), g.pos.TilesLeft(1)}, g.state.ToMove())
	return p.Check(duo.NewMove(o, duo.NewSquare(row, col))) == nil
}

// modelService wraps a LeafModel as a leaf service.
type modelService struct {
	model *LeafModel
	queue []Question
}

// NewModelService returns golden's own leaf service: the evaluation, and that many playouts for
// each leaf.
func NewModelService(evaluator Evaluator, playouts int) LeafService {
	return &modelService{model: NewLeafModel(evaluator, playouts)}
}

func (e *modelService) SetRoot(pos *duo.Position) error {
	e.model.SetRoot(pos, playout.NewState(pos))
	e.queue = e.queue[:0]
	return nil
}

func (e *modelService) Ask(q Question) error {
	q.Path = append([]tree.Move(nil), q.Path...)
	e.queue = append(e.queue, q)
	return nil
}

func (e *modelService) Answer() (Finding, error) {
	q := e.queue[0]
	e.queue = e.queue[1:]
	return e.model.Find(q)
}

// servedGame is a game for tree.Tree.SearchBy: it follows the search's position and passes the
// search's questions to a leaf service.
type servedGame struct {
	duoGame
	service LeafService
	spreads []int32 // spreads of the leaves under way, in order
	first   int     // first of the spreads
}

// NewTreeBy returns a search whose leaves a leaf service values. cfg.Threads must be 1 or 0, and
// cfg.Playouts is the service's number of playouts for each leaf. The search uses only Spread of
// the evaluator.
func NewTreeBy(cfg TreeConfig, evaluator Evaluator, service LeafService) (*Tree, error) {
	if err := cfg.setDefaults(); err != nil {
		return nil, err
	}
	if cfg.Threads != 1 {
		return nil, fmt.Errorf("search: %d threads with a leaf service, want 1", cfg.Threads)
	}
	t := &Tree{cfg: cfg}
	t.service = &servedGame{duoGame: duoGame{cfg: &t.cfg, root: &t.root, evaluator: evaluator}, service: service}
	var err error
	t.tree, err = tree.New(cfg.Config, []tree.Game{t.service})
	return t, err
}

// searchBy grows the tree with the service.
func (t *Tree) searchBy(leaves int, stop func(leaves int) bool) (int, error) {
	if !t.placed {
		if err := t.service.service.SetRoot(&t.root.pos); err != nil {
			return 0, err
		}
		t.placed = true
	}
	t.service.spreads, t.service.first = t.service.spreads[:0], 0
	n, err := t.tree.SearchBy(t.service, leaves, stop)
	if err != nil {
		t.Reset()
	}
	return n, err
}

// Ask forwards a question.
func (g *servedGame) Ask(path []tree.Move, number uint32, children int) error {
	g.spreads = append(g.spreads, g.evaluator.Spread(&g.pos))
	seed := g.cfg.Seed + number*uint32(g.cfg.Playouts)*playout.SeedStep
	return g.service.Ask(Question{path, seed, children})
}

// Answer converts the service's finding to a value.
func (g *servedGame) Answer() (a tree.Answer, err error) {
	f, err := g.service.Answer()
	if err != nil {
		return a, err
	}
	a = tree.Answer{Leaf: g.cfg.expected(f.Margin, g.spreads[g.first]), Children: f.Children, Complete: f.Complete}
	if g.first++; g.first == len(g.spreads) {
		g.spreads, g.first = g.spreads[:0], 0
	}
	return a, nil
}

// Digest returns a number that is equal for equal trees; see tree.Tree.Digest.
func (t *Tree) Digest() uint64 { return t.tree.Digest() }
