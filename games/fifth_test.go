// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package games_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/gtp/engine"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"
	_ "github.com/tessera-fpga/tessera/play/prompt"
	"github.com/tessera-fpga/tessera/play/record"
)

// The game Nim of one heap: a move takes 1 to 3 matches, and the player who takes the last one
// wins. These methods suffice for a game to be played, analysed, recorded and matched.

const (
	heap = 9
	most = 3
)

func init() {
	play.Register(play.Entry{Name: "nim", Help: "Nim of one heap", New: newNim})
}

func newNim(variant string) (*play.Game, error) {
	if variant != "" {
		return nil, fmt.Errorf("variant %q, want none", variant)
	}
	return &play.Game{
		Name: "nim", Title: "Nim", SetGame: "Nim", Colours: []string{"b", "w"},
		Start: func() play.Position { return &nim{} },
		Parse: func(text string) (play.Move, error) {
			n, err := strconv.ParseUint(text, 10, 8)
			return play.Move(n), err
		},
		Format:        func(m play.Move) string { return strconv.Itoa(int(m)) },
		MoveHelp:      "a number     take so many matches, 1..3\n",
		DefaultPlayer: "tree", OpeningPlies: 1,
		Search: play.TreeSearch(func() play.Searchable { return &nimSearch{} }, tree.Config{}),
		Levels: play.Levels,
	}, nil
}

// nim is a position: the moves so far.
type nim struct{ moves []play.Move }

func (p *nim) left() int {
	n := heap
	for _, m := range p.moves {
		n -= int(m)
	}
	return n
}

func (p *nim) Clone() play.Position   { return &nim{append([]play.Move(nil), p.moves...)} }
func (p *nim) History() []play.Move   { return p.moves }
func (p *nim) ToMove() int            { return len(p.moves) % 2 }
func (p *nim) Over() bool             { return p.left() == 0 }
func (p *nim) Standing() string       { return fmt.Sprintf("%d left", p.left()) }
func (p *nim) Perft(depth int) uint64 { return perft(p, depth) }

func (p *nim) Moves() (all []play.Move) {
	for m := 1; m <= min(most, p.left()); m++ {
		all = append(all, play.Move(m))
	}
	return all
}

func (p *nim) Play(m play.Move) error {
	if m < 1 || int(m) > min(most, p.left()) {
		return errors.New("the heap does not give so many")
	}
	p.moves = append(p.moves, m)
	return nil
}

func (p *nim) Shares() []float64 {
	shares := []float64{0, 0}
	shares[1-p.ToMove()] = 1 // who took the last
	return shares
}

func (p *nim) Draw(play.DrawOptions) string {
	return fmt.Sprintf("%s\n%s to move\n", strings.Repeat("|", p.left()), play.Seat(p.ToMove()))
}

func perft(p play.Position, depth int) uint64 {
	if depth == 0 {
		return 1
	}
	n := uint64(0)
	for _, m := range p.Moves() {
		q := p.Clone()
		if q.Play(m) == nil {
			n += perft(q, depth-1)
		}
	}
	return n
}

// nimSearch is the game for package tree: its leaves are random games.
type nimSearch struct{ root, at nim }

func (s *nimSearch) SetRoot(p play.Position) { s.root = *p.Clone().(*nim); s.Reset() }
func (s *nimSearch) Reset()                  { s.at = *s.root.Clone().(*nim) }
func (s *nimSearch) ToMove() int             { return s.at.ToMove() }

func (s *nimSearch) Moves(dst []tree.Choice) []tree.Choice {
	for _, m := range s.at.Moves() {
		dst = append(dst, tree.Choice{Move: m})
	}
	return dst
}

func (s *nimSearch) Play(m tree.Move) {
	if err := s.at.Play(m); err != nil {
		panic(err)
	}
}

func (s *nimSearch) value(p *nim) (l tree.Leaf) {
	l.Values[1-p.ToMove()] = tree.MaxValue
	return l
}

func (s *nimSearch) Over() (tree.Leaf, bool) { return s.value(&s.at), s.at.Over() }

func (s *nimSearch) Leaf(seed uint32) tree.Leaf {
	p, rng := s.at.Clone(), rand.New(rand.NewPCG(uint64(seed), 0))
	for !p.Over() {
		if err := p.Play(play.RandomMove(p, rng)); err != nil {
			panic(err)
		}
	}
	return s.value(p.(*nim))
}

// TestFifthGame shows that a game which registers itself gets all the common features.
func TestFifthGame(t *testing.T) {
	t.Parallel()
	g, err := play.Find("nim")
	require.NoError(t, err)
	assert.Contains(t, play.GameNames(), "nim")
	assert.Equal(t, []string{"human", "random", "tree"}, without(g.KindNames(), "gtp"))

	// The tree search finds the winning move, which leaves a multiple of 4, and wins.
	players := make([]play.Player, 2)
	for seat, spec := range []string{"tree:leaves=3000", "random"} {
		players[seat], err = g.New(spec, play.Env{Seat: seat, Seed: 1})
		require.NoError(t, err)
		defer players[seat].Close()
	}
	r, err := play.Run(t.Context(), players, play.Rules{Game: g, Start: g.Start()}, play.Events{})
	require.NoError(t, err)
	assert.Equal(t, "player 1 wins", r.String())
	assert.EqualValues(t, 1, r.Position.History()[0])
	_, err = g.ParseMoves(0, "1 4")
	assert.EqualError(t, err, "move 2 (player 2): 4: the heap does not give so many")

	// A record goes through JSON and text.
	line, err := record.FromResult(r, 0).Line()
	require.NoError(t, err)
	again, err := record.ParseJSON(line)
	require.NoError(t, err)
	assert.Equal(t, r.Position.History(), again.Moves)
	assert.Equal(t, "nim", again.Of.Name)

	// A person analyses, saves, loads and takes back.
	file := filepath.Join(t.TempDir(), "nim.json")
	var said strings.Builder
	person, err := g.New("human", play.Env{In: play.NewLines(strings.NewReader("show\nmoves\nhint\nanalyze\nsave " + file + "\nload " + file + "\n")), Out: &said})
	require.NoError(t, err)
	p, err := g.ParseMoves(0, "3 3 1")
	require.NoError(t, err)
	_, err = person.Move(t.Context(), p)
	var jump *play.Jump
	require.ErrorAs(t, err, &jump)
	assert.Equal(t, p, jump.Position)
	for _, want := range []string{"||\nplayer 2 to move\n", "1 2\n", "try 2, says tree", "visits   value margin  line\n", "3 moves written to " + file, "3 moves read from " + file} {
		assert.Contains(t, said.String(), want)
	}
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, json.Valid(text))

	// GTP.
	e := engine.New("test", "1", g, "tree:leaves=3000", 1, io.Discard)
	defer e.Close()
	for _, step := range []struct{ command, want string }{
		{"set_game Nim", "= "}, {"play b 4", "? illegal move: the heap does not give so many"}, {"play b 3", "= "},
		{"play b 3", "? it is not the turn of b but of w"}, {"genmove w", "= 2"}, {"all_legal b", "= 1\n2\n3"}, {"undo", "= "},
	} {
		answer, _, err := e.Do(t.Context(), step.command)
		require.NoError(t, err)
		assert.Equal(t, strings.TrimSpace(step.want), strings.TrimSpace(answer), step.command)
	}

	// A match.
	pool := match.NewPool("test")
	defer pool.Close()
	terms := &match.Terms{Game: "nim", Players: []string{"random", "random:seed=5"}, Games: 10, Seed: 7, Digest: match.OpeningsDigest("nim"), Version: "test"}
	s, err := match.Run(t.Context(), terms, pool, match.Options{File: filepath.Join(t.TempDir(), "games.json"), Queue: queue.Local(2, pool.Play), Log: io.Discard})
	require.NoError(t, err)
	assert.Equal(t, 10, s.Wins+s.Losses)
	assert.Zero(t, s.Draws)
}

// without returns the words but one, which another test's imports may add.
func without(words []string, one string) (out []string) {
	for _, w := range words {
		if w != one {
			out = append(out, w)
		}
	}
	return out
}
