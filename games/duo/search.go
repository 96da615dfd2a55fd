// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/games/duo/book"
	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/games/duo/weights"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play"
)

var searchHelp = "solver=true|false (exact play at the end, true unless given, but for a chip and for levels that draw their moves); book=true|false (moves of the opening book, false unless given); chip=" + strings.Join(chipNames(), "|") + " (the limits of a board's tree core), expanded=N (nodes with children at most), proofs=true|false (of the end of the game), keep=true|false (what is known from the move before); engine=serial:PATH|tcp:HOST:PORT (a board that values the leaves, see docs/board.md) or golden (the same by the reference model), patience=DURATION (before it is asked again; more than 250ms for a board in simulation); for experiments also children=, expand=, late=, exploration=, growth=, reduction=, inflight=, playouts=, win=, scale=, weights=FILE or chip (see docs/search.md)"

// forcedLeaves value a move without an alternative, except on a chip, which then skips the search.
const forcedLeaves = 16

// treeSearch is the tree search of package search, with the solver and the opening book.
type treeSearch struct {
	search *search.Tree
	forced int        // leaves of a move without an alternative
	ending *ending    // nil: without the solver
	book   *book.Book // nil: without
	leaves io.Closer  // nil: none to close

	weights string // see Weights
}

// Weights names the built-in weights that the search plays with.
func (s *treeSearch) Weights() string { return s.weights }

// newSearch makes the search of player tree.
func newSearch(_ play.Env, o *play.Options, limits *play.SearchLimits) (play.Search, error) {
	s := &treeSearch{}
	if o.Bool("book", false) {
		s.book = book.Default()
	}
	file := o.Text("weights", "")
	cfg := search.TreeConfig{}
	chip := chipLimits(o, &cfg)
	solver := o.Bool("solver", chip == nil) // a chip has none
	address, patience := serviceOptions(o, &cfg)
	cfg.Threads, cfg.Seed = limits.Threads, uint32(limits.Seed)
	experiment(o, &cfg)
	if address != "" {
		checkService(o, &cfg, file, chip)
	}
	if l := limits.Level; l != nil {
		cfg.Flatten = l.Flatten
	}
	if limits.Unbounded() {
		limits.Leaves = play.DefaultLeaves
		if chip != nil {
			limits.Leaves = chip.Leaves
		}
	}
	if chip == nil {
		s.forced = forcedLeaves
	}
	if limits.Chosen > 0 || cfg.Nodes == 0 {
		cfg.Nodes = limits.Nodes()
	}
	if solver && (limits.Level == nil || !limits.Level.ByChance) { // a level that draws its moves is meant to err
		s.ending = new(ending)
	}
	if err := o.Err(); err != nil {
		return nil, err
	}
	var used *evaluation.Weights
	var err error
	switch {
	case file == chipWeights, file == "" && chip != nil && chip.Weights == &evaluation.Chip:
		used, s.weights = &evaluation.Chip, evaluation.Digest(evaluation.ChipFile)
	case file == "":
		used, s.weights = &evaluation.Default, evaluation.Digest(evaluation.DefaultFile)
	default:
		if used, err = weights.Read(file); err != nil {
			return nil, err
		}
	}
	if address == "" {
		s.search, err = search.NewTree(cfg, func() search.Evaluator { return evaluation.New(used) })
		return s, err
	}
	var leaves search.LeafService
	if leaves, s.leaves, err = openService(address, patience); err != nil {
		return nil, fmt.Errorf("tree: engine %q: %w", address, err)
	}
	s.search, err = search.NewTreeBy(cfg, evaluation.New(used), leaves)
	return s, err
}

// chipWeights, in place of a file, are the weights of the processor's program, without patterns.
const chipWeights = "chip"

// searchOpens returns the resources outside the program that a search's options open.
func searchOpens(o *play.Options) (all []play.Resource) {
	if file := o.Value("weights"); file != "" && file != chipWeights {
		all = append(all, play.Resource{Kind: play.File, Name: file})
	}
	kind, rest, _ := strings.Cut(o.Value("engine"), ":")
	switch kind {
	case "serial":
		all = append(all, play.Resource{Kind: play.Serial, Name: rest})
	case "tcp":
		all = append(all, play.Resource{Kind: play.Host, Name: rest})
	}
	return all
}

// chipNames returns the names of the boards' tree cores.
func chipNames() (names []string) {
	for _, c := range search.TreeChips {
		names = append(names, c.Name)
	}
	return names
}

// noChip, in place of a chip's name, is a search without a chip's limits.
const noChip = "none"

// chipLimits reads the options that give the search the limits of a chip, which it returns, if
// there is one.
func chipLimits(o *play.Options, cfg *search.TreeConfig) (chip *search.TreeChip) {
	if name := o.Text("chip", noChip); name != noChip {
		if chip = search.FindTreeChip(name); chip == nil {
			o.Wrong("chip", name, strings.Join(append([]string{noChip}, chipNames()...), " or "))
		} else {
			*cfg = chip.Config
		}
	}
	cfg.Expanded = o.Int("expanded", cfg.Expanded, 1, tree.MaxExpanded)
	cfg.NoProofs = !o.Bool("proofs", !cfg.NoProofs)
	cfg.Forget = !o.Bool("keep", !cfg.Forget)
	return chip
}

// experiment reads the options that change the search itself, in the units of search.TreeConfig.
func experiment(o *play.Options, cfg *search.TreeConfig) {
	d := tree.DefaultConfig
	cfg.Children = o.Int("children", cmp.Or(cfg.Children, search.DefaultChildren), 1, tree.MaxChildren)
	cfg.ExpandVisits = o.Int("expand", cmp.Or(cfg.ExpandVisits, search.DefaultExpandVisits), 1, 255)
	cfg.LateChildren = o.Bool("late", cfg.LateChildren)
	cfg.Exploration = o.Int("exploration", cmp.Or(cfg.Exploration, d.Exploration), 1, 1<<12)
	cfg.Growth = o.Int("growth", cfg.Growth, 0, 1<<12)
	cfg.Reduction = o.Int("reduction", cmp.Or(cfg.Reduction, d.Reduction), 1, tree.MaxValue)
	cfg.InFlight = o.Int("inflight", cmp.Or(cfg.InFlight, d.InFlight), 1, tree.MaxInFlight)
	cfg.WinShare = o.Int("win", cmp.Or(cfg.WinShare, search.DefaultWinShare), 1, 256)
	cfg.MarginScale = o.Int("scale", cmp.Or(cfg.MarginScale, search.DefaultMarginScale), 1, 109)
	if cfg.Playouts = o.Int("playouts", cmp.Or(cfg.Playouts, 1), 0, 64); cfg.Playouts == 0 {
		cfg.Playouts = search.NoPlayouts
	}
}

// Defaults of a search with a leaf service: enough leaves under way for a line of 3 Mbaud and its
// USB bridge, the children that a board has (docs/board.md), and few nodes with them: they fill the line.
const (
	serviceInFlight     = 160
	serviceChildren     = service.LeafChildren
	serviceExpandVisits = 8
)

// modelService is the address of the leaf service of the reference model.
const modelService = "golden"

// serviceWant describes an address.
const serviceWant = "serial:PATH, tcp:HOST:PORT or " + modelService

// openService opens the leaf service at an address; the closer is nil for a service without
// resources.
func openService(address string, patience time.Duration) (search.LeafService, io.Closer, error) {
	if address == modelService {
		return search.NewModelService(evaluation.New(&evaluation.Default), service.LeafPlayouts), nil, nil
	}
	return hardware.LeafService(address, patience)
}

// serviceOptions reads the options of a search with a leaf service; address is "" without one. The
// option is called engine in match files, and keeps that name.
func serviceOptions(o *play.Options, cfg *search.TreeConfig) (address string, patience time.Duration) {
	patience = o.Duration("patience")
	if address = o.Text("engine", ""); address == "" {
		if patience != 0 {
			o.Fail("patience without an engine")
		}
		return "", 0
	}
	kind, rest, _ := strings.Cut(address, ":")
	switch {
	case address == modelService:
	case kind != "serial" && kind != "tcp" || rest == "":
		o.Wrong("engine", address, serviceWant)
	case hardware.LeafService == nil:
		o.Wrong("engine", address, noHardware)
	}
	cfg.InFlight, cfg.Children, cfg.ExpandVisits = serviceInFlight, serviceChildren, serviceExpandVisits
	cfg.Playouts = service.LeafPlayouts
	return address, patience
}

// checkService refuses options that a leaf service does not have.
func checkService(o *play.Options, cfg *search.TreeConfig, file string, chip *search.TreeChip) {
	switch {
	case cfg.Threads != 1:
		o.Fail("engine and threads exclude each other: one thread keeps an engine busy")
	case file != "":
		o.Fail("engine and weights exclude each other: a board has weights of its own")
	case chip != nil:
		o.Fail("engine and chip exclude each other")
	case cfg.Playouts != service.LeafPlayouts:
		o.Fail(fmt.Sprintf("playouts other than %d, which an engine has", service.LeafPlayouts))
	case cfg.Children > service.MaxLeafChildren:
		o.Fail(fmt.Sprintf("%d children with an engine, want %d at most", cfg.Children, service.MaxLeafChildren))
	}
}

func (s *treeSearch) Close() error {
	if s.leaves != nil {
		return s.leaves.Close()
	}
	return nil
}

func (s *treeSearch) Reset() { s.search.Reset() }

func (s *treeSearch) SetRoot(p play.Position) { s.search.SetRoot(rules.At(p)) }

func (s *treeSearch) Search(leaves int, stop func(done int) bool) (int, error) {
	return s.search.Search(leaves, stop)
}

func (s *treeSearch) Contest() (most, second int) { return s.search.Contest() }

// ForcedLeaves is the number of leaves for a move without an alternative.
func (s *treeSearch) ForcedLeaves() int { return s.forced }

// Book returns the move of the opening book.
func (s *treeSearch) Book(p play.Position) (play.Thought, bool) {
	if s.book == nil {
		return play.Thought{}, false
	}
	f, ok := s.book.Lookup(rules.At(p))
	if !ok || rules.At(p).Check(f.Move) != nil {
		return play.Thought{}, false
	}
	m := play.Move(f.Move)
	return play.Thought{Move: m, Value: f.Value, Margin: &f.Margin, Line: []play.Move{m}}, true
}

// Solve solves a position near the end of the game, in the work of a number of leaves, or within a
// share of the budget.
func (s *treeSearch) Solve(p play.Position, leaves int, budget time.Duration, stop func() bool) ([]play.Thought, int, bool) {
	if s.ending == nil {
		return nil, 0, false
	}
	nodes := leaves
	if leaves == 0 {
		share, begun := budget/solverShare, time.Now()
		nodes = int(share / solverNode)
		halted := stop
		stop = func() bool { return halted() || time.Since(begun) > share }
	}
	solved := s.ending.solve(rules.At(p), nodes, stop)
	return s.ending.thoughts, s.ending.nodes, solved
}

func (s *treeSearch) Pick(share uint32) (play.Move, bool) {
	c, ok := s.search.Draw(share)
	return play.Move(c.Move), ok
}

// Thoughts returns the moves with visits, and the best one in any case.
func (s *treeSearch) Thoughts() (all []play.Thought) {
	best, ok := s.search.Best()
	if !ok {
		return nil
	}
	for _, c := range s.search.Candidates() {
		if c.Visits == 0 && c.Move != best.Move {
			continue
		}
		margin := float64(c.Margin) / evaluation.One
		all = append(all, play.Thought{
			Move: play.Move(c.Move), Visits: c.Visits, Value: float64(c.Value) / tree.MaxValue,
			Margin: &margin, Line: play.Widen(s.search.Line(c.Move)), Proven: c.Proven,
		})
	}
	return all
}

var (
	_ play.Solver = (*treeSearch)(nil)
	_ play.Booked = (*treeSearch)(nil)
	_ play.Forced = (*treeSearch)(nil)
)
