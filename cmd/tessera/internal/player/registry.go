package player

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/level"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/suggest"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
)

// Env is what a player is given to work with.
type Env struct {
	Player duo.Player // the side that the player plays
	Seed   uint64     // of its random choices, unless its options say otherwise
	Depth  int        // of its search in plies, unless its options say otherwise; 0: its own choice
	In     LineReader // the person at the terminal; several players may share it
	Out    io.Writer  // where to talk to that person
	Log    io.Writer  // where to say what takes time
	// Show draws a position for that person; nil: plain.
	Show func(pos *duo.Position) string
	// Rival is the specification of the other player, whose engine gives a person hints.
	Rival string
	// NoWayBack says that no move can be taken back, nor another game loaded.
	NoWayBack bool
}

// Kind is an entry of the registry.
type Kind struct {
	Name string
	Help string // one line: what it is, and its options
	// Varies says that the player does not make the same moves in the same game again.
	Varies bool
	// Raw says that what stands behind the colon is one text, not options: see Options.Raw.
	Raw bool
	// New makes the player. Its error is a failure; wrong options are for o to
	// report, and then what New returns does not matter.
	New func(env Env, o *Options) (Player, error)
}

// kinds returns the players that a specification can name, sorted. A player is added here.
func kinds() []Kind {
	return []Kind{
		{"chip-minimax", "minimax of the simulated hardware, checked against the reference model as it plays; options as minimax's", false, false, newChipMinimax},
		{"chip-montecarlo", fmt.Sprintf("Monte Carlo search of the simulated hardware, %d lanes, checked against the reference model as it plays; options as montecarlo's, but visits=%d unless given", chipLanes, chipVisits), false, false, newChipMonteCarlo},
		{"chip-tree", fmt.Sprintf("tree search of the simulated hardware, %d lanes, checked against the reference model as it plays, every node; options leaves=N (a move, %d unless given), seed=N (as montecarlo's)", chipLanes, chipTreeLeaves), false, false, newChipTree},
		{"gtp", "another program that speaks GTP as Pentobi does: gtp:COMMAND, such as gtp:\"pentobi-gtp --level 5\"; gtp:timeout=10s,COMMAND has it lose when an answer takes longer", true, true, newGTP},
		{"host", "a player built into the contest's host, rebuilt; options level=1|2 (its -a)", false, false, newHost},
		{"human", "a person at the terminal; no options", true, false, newHuman},
		{"mc", fmt.Sprintf("flat Monte Carlo search of the literature; options playouts=N (a move, %d unless given) or time=1s, score=sum|mean, rollout=uniform|units|units-first|function, reward=win|sigmoid|bonus-a|bonus-b|squares, slope= (sigmoid's), lanes=sim|PORT (playouts from the playout service: of a simulated chip, or of a board at a serial port), seed=N", defaultPlayouts), false, false, newMC},
		{"minimax", "minimax of the reference model; options depth=1..4, alphabeta=true|false, own=, rival=, square= (weights, 0..7); or evaluation=thesis|thesis-line|cai|altman|huang1|huang2 of the literature, then depth=1..8, time=1s, deepen=true|false, order=small|large, width=N (moves at the root, half as many with each ply)", false, false, newMinimax},
		{"montecarlo", fmt.Sprintf("Monte Carlo search of the reference model; options visits=1..%d (first-round playouts a move, %d unless given), policy=uniform|largest (of playouts, largest unless given), seed=N (its low 32 bits; the match's unless given)", search.MaxVisits, defaultVisits), false, false, newMonteCarlo},
		{"random", "random legal placements; options seed=N, pick=uniform|largest (among the largest tiles that fit)", true, false, newRandom},
		{"tree", fmt.Sprintf("tree search of the reference model; options leaves=N (a move, %d unless given), or time=1s (a move), or clock=5m (a game), or level=1..%d; threads=1..%d; seed=N (as montecarlo's); nodes=N (memory of the tree); ponder=true|false (think on the rival's time, false unless given); solver=true|false (exact play at the end, true unless given, but for a chip and for levels that draw their moves); book=true|false (moves of the opening book, false unless given); chip=ulx3s|ulx3s-sdram|hx8k (the limits of a board's tree core), expanded=N (nodes with children at most), proofs=true|false (of the end of the game), keep=true|false (what is known from the move before); engine=serial:PATH|tcp:HOST:PORT (a board that values the leaves, see docs/board.md) or golden (the same by the reference model), patience=DURATION (before it is asked again; more than 250ms for a board in simulation); for experiments also children=, expand=, exploration=, reduction=, inflight=, playouts=, win=, scale=, weights=FILE (see docs/search.md)", defaultLeaves, len(level.Trees), search.MaxThreads), false, false, newTree},
		{"uct", fmt.Sprintf("UCT of the literature; options playouts=N (a move, %d unless given) or time=1s, formula=ucb1|tuned|auer, c=, fpu=always|size|NUMBER, bias=none|units|function, bias-weight=, history=, rave=, rollout=, reward=, slope= (as mc's), final=robust|max|robust-max|secure, order=small|large, leaf=N (playouts of a leaf), parallel=leaf|root|tree, threads=N, lanes= (as mc's), seed=N", defaultPlayouts), false, false, newUCT},
		{"uct-enhanced", "uct with formula=tuned, fpu=size, bias=function and rollout=units unless given; options as uct's", false, false, newEnhancedUCT},
	}
}

// Kinds returns the registered players, sorted by name.
func Kinds() []Kind { return kinds() }

// Names returns the names of the registered players, sorted.
func Names() (names []string) {
	for _, k := range kinds() {
		names = append(names, k.Name)
	}
	return names
}

// Varies reports whether the player that a specification names may make other moves in the
// same game again. Of a name that is not registered it is true.
func Varies(spec string) bool {
	name, options, _ := strings.Cut(spec, ":")
	for _, k := range kinds() {
		if k.Name == name {
			return k.Varies || k.Name == "tree" && treeVaries(options) || timed(options)
		}
	}
	return true
}

// timed reports whether the options of a player of the literature let the clock, or the order of
// threads, decide.
func timed(options string) bool {
	for _, option := range strings.Split(options, ",") {
		if name, value, _ := strings.Cut(option, "="); name == "time" || name == "parallel" && value == "tree" {
			return true
		}
	}
	return false
}

// RunsProgram reports whether the player that a specification names runs a program that the
// specification says.
func RunsProgram(spec string) bool {
	name, _, _ := strings.Cut(spec, ":")
	return name == "gtp"
}

// New makes the player that a specification names: a name of Kinds, and after a
// colon its options, such as "minimax:depth=2,alphabeta=false".
func New(spec string, env Env) (Player, error) {
	name, rest, hasOptions := strings.Cut(spec, ":")
	for _, k := range kinds() {
		if k.Name != name {
			continue
		}
		o, err := ParseOptions(rest, hasOptions, k.Raw)
		if err != nil {
			return nil, &SpecError{spec, err}
		}
		a, err := k.New(env, o)
		if bad := o.Err(); bad != nil {
			err = &SpecError{spec, bad}
		}
		if err != nil {
			if a != nil {
				a.Close()
			}
			return nil, err
		}
		return a, nil
	}
	return nil, &SpecError{spec, fmt.Errorf("no player is named %q, want one of %s%s",
		name, strings.Join(Names(), ", "), suggest.Phrase(name, Names()))}
}

// SpecError says that a specification is wrong.
type SpecError struct {
	Spec string
	Err  error
}

func (e *SpecError) Error() string { return fmt.Sprintf("player %q: %v", e.Spec, e.Err) }

func (e *SpecError) Unwrap() error { return e.Err }

// Options are the options of a specification. Its methods note the first error
// and which options were asked for, so that New can refuse the others.
type Options struct {
	values map[string]string
	known  []string
	first  error
}

// ParseOptions reads what stands behind the colon of a specification, if there is one: options,
// or one text for Options.Raw.
func ParseOptions(text string, present, raw bool) (*Options, error) {
	o := &Options{values: map[string]string{}}
	switch {
	case raw:
		o.values["raw"] = text
		return o, nil
	case !present:
		return o, nil
	}
	for _, part := range strings.Split(text, ",") {
		key, value, ok := strings.Cut(part, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("option %q, want name=value", part)
		}
		if _, twice := o.values[key]; twice {
			return nil, fmt.Errorf("option %s is given twice", key)
		}
		o.values[key] = value
	}
	return o, nil
}

// Raw returns what stands behind the colon of a kind that takes it as it is.
func (o *Options) Raw() string {
	v, _ := o.value("raw")
	return v
}

// Err returns an error about the first wrong value, or about an option that
// nobody asked for. New calls it; a player that is costly to make calls it, too,
// once it has asked for all its options.
func (o *Options) Err() error {
	if o.first != nil {
		return o.first
	}
	for _, key := range slices.Sorted(maps.Keys(o.values)) {
		if !slices.Contains(o.known, key) {
			if len(o.known) == 0 {
				return fmt.Errorf("unknown option %q, the player has none", key)
			}
			return fmt.Errorf("unknown option %q, want one of %s", key, strings.Join(o.known, ", "))
		}
	}
	return nil
}

func (o *Options) value(key string) (string, bool) {
	o.known = append(o.known, key)
	v, ok := o.values[key]
	return v, ok
}

func (o *Options) wrong(key, value, want string) {
	if o.first == nil {
		o.first = fmt.Errorf("option %s=%q, want %s", key, value, want)
	}
}

// Fail notes what is wrong with the options together.
func (o *Options) Fail(what string) {
	if o.first == nil {
		o.first = errors.New(what)
	}
}

// Int returns the value of an option that lies in low..high.
func (o *Options) Int(key string, otherwise, low, high int) int {
	v, ok := o.value(key)
	if !ok {
		return otherwise
	}
	n, err := strconv.Atoi(v)
	if err != nil || n < low || n > high {
		o.wrong(key, v, fmt.Sprintf("%d..%d", low, high))
		return otherwise
	}
	return n
}

// Float returns the value of an option that lies in low..high.
func (o *Options) Float(key string, otherwise, low, high float64) float64 {
	v, ok := o.value(key)
	if !ok {
		return otherwise
	}
	x, err := strconv.ParseFloat(v, 64)
	if err != nil || !(x >= low && x <= high) {
		o.wrong(key, v, fmt.Sprintf("%g..%g", low, high))
		return otherwise
	}
	return x
}

// Duration returns the value of an option that is a time, more than 0; 0 if it is not given.
func (o *Options) Duration(key string) time.Duration {
	v, ok := o.value(key)
	if !ok {
		return 0
	}
	d, err := time.ParseDuration(v)
	if err != nil || d <= 0 {
		o.wrong(key, v, "a time such as 500ms or 2s")
		return 0
	}
	return d
}

// Uint64 returns the value of an option that is a whole number, 0 or more.
func (o *Options) Uint64(key string, otherwise uint64) uint64 {
	v, ok := o.value(key)
	if !ok {
		return otherwise
	}
	n, err := strconv.ParseUint(v, 10, 64)
	if err != nil {
		o.wrong(key, v, "a whole number, 0 or more")
		return otherwise
	}
	return n
}

// Bool returns the value of an option that is true or false.
func (o *Options) Bool(key string, otherwise bool) bool {
	return o.Choice(key, strconv.FormatBool(otherwise), "true", "false") == "true"
}

// Choice returns the value of an option that is one of the given words.
func (o *Options) Choice(key, otherwise string, words ...string) string {
	v, ok := o.value(key)
	if !ok {
		return otherwise
	}
	if !slices.Contains(words, v) {
		o.wrong(key, v, strings.Join(words, " or "))
		return otherwise
	}
	return v
}

// Text returns the value of an option that can be any text.
func (o *Options) Text(key, otherwise string) string {
	if v, ok := o.value(key); ok {
		return v
	}
	return otherwise
}
