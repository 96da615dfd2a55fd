package boardgame

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/suggest"
)

// Player is a player. It plays all games of one side of a match, one after another. The
// optional interfaces of package player, and its errors, are the same here: Preparer,
// Summarizer, Starter, Reseeder, WorkCounter; ErrResign, ErrQuit, ErrLate.
type Player interface {
	// Name returns a short name for results, such as "mcts".
	Name() string
	// Move chooses a move for the seat to move in pos, which is not over. The player must leave
	// pos as it is and not keep it; it may be in another game than at the last call.
	Move(ctx context.Context, pos Position) (string, error)
	// Close frees what the player holds. It is called once.
	Close() error
}

// A Jump asks to go on from another position.
type Jump struct{ Position Position }

func (*Jump) Error() string { return "the player goes on from another position" }

// Thought is what a player thinks of a move.
type Thought struct {
	Move   string
	Visits int
	Value  float64  // the mover's prospect, 0 (loss) to 1 (win)
	Margin *float64 // what is expected in the mover's favour, in the game's points; nil: not known
	Line   []string // what is expected, this move first; nil: not known
	Proven bool     // Value and Margin are known for certain
}

// A Thinker is a player that can say what it thought of the moves at its latest turn.
type Thinker interface {
	// Thoughts returns the best move first; none if there was nothing to choose.
	Thoughts() []Thought
}

// A Timed player can be told how long to think, and to answer at once.
type Timed interface {
	// Limit has the player take so long for each of its next moves, but no longer than until stop is
	// closed: then it answers with the best that it has found. With 0, it does its usual amount of work.
	Limit(each time.Duration, stop <-chan struct{})
}

// Env is what a player is given to work with.
type Env struct {
	Game *Game
	Seat int               // that the player plays
	Seed uint64            // of its random choices, unless its options say otherwise
	In   player.LineReader // the person at the terminal
	Out  io.Writer         // where to talk to that person
	Log  io.Writer         // where to say what takes time
	// Color says that Out takes escape sequences.
	Color bool
}

// Kind is an entry of the players of a game.
type Kind struct {
	Name string
	Help string // one line: what it is, and its options
	// Raw says that what stands behind the colon is one text, not options.
	Raw bool
	// New makes the player. Wrong options are for o to report, and then what New returns does
	// not matter.
	New func(env Env, o *player.Options) (Player, error)
}

// AllKinds returns the players of the game, sorted by name.
func (g *Game) AllKinds() []Kind {
	kinds := []Kind{
		{"gtp", "another program that speaks GTP: gtp:COMMAND; gtp:timeout=10s,COMMAND has it lose when an answer takes longer", true, newGTP},
		{"human", "a person at the terminal; no options", false, newHuman},
		{"random", "random legal moves; option seed=N", false, newRandom},
	}
	if g.Search != nil {
		kinds = append(kinds, Kind{"tree", searchHelp, false, newSearcher})
	}
	kinds = append(kinds, g.Kinds...)
	slices.SortFunc(kinds, func(a, b Kind) int { return strings.Compare(a.Name, b.Name) })
	return kinds
}

// Names returns the names of the game's players, sorted.
func (g *Game) Names() (names []string) {
	for _, k := range g.AllKinds() {
		names = append(names, k.Name)
	}
	return names
}

// New makes the player that a specification names; see player.New. What is wrong with the
// specification is a *player.SpecError.
func (g *Game) New(spec string, env Env) (Player, error) {
	env.Game = g
	name, rest, _ := strings.Cut(spec, ":")
	for _, k := range g.AllKinds() {
		if k.Name != name {
			continue
		}
		o, err := player.ParseOptions(rest, strings.Contains(spec, ":"), k.Raw)
		if err != nil {
			return nil, &player.SpecError{Spec: spec, Err: err}
		}
		p, err := k.New(env, o)
		if bad := o.Err(); bad != nil {
			err = &player.SpecError{Spec: spec, Err: bad}
		}
		if err != nil {
			if p != nil {
				p.Close()
			}
			return nil, err
		}
		return p, nil
	}
	return nil, &player.SpecError{Spec: spec, Err: fmt.Errorf("no player of %s is named %q, want one of %s%s",
		g.Name, name, strings.Join(g.Names(), ", "), suggest.Phrase(name, g.Names()))}
}

// randomPlayer plays legal moves, each as likely as any other.
type randomPlayer struct {
	rng  *rand.Rand
	seat int
}

func newRandom(env Env, o *player.Options) (Player, error) {
	return &randomPlayer{rand.New(rand.NewPCG(o.Uint64("seed", env.Seed), uint64(env.Seat))), env.Seat}, nil
}

func (a *randomPlayer) Name() string { return "random" }

func (a *randomPlayer) Close() error { return nil }

func (a *randomPlayer) Move(ctx context.Context, pos Position) (string, error) {
	moves := pos.Moves()
	return moves[a.rng.IntN(len(moves))], ctx.Err()
}

var errNoTerminal = errors.New("there is no terminal to ask a person at")
