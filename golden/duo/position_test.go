// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/seedtest"
)

// TestRecordedGames replays the recorded games: every move is legal, every pass is forced, and the
// game ends exactly with the last move and its scores.
func TestRecordedGames(t *testing.T) {
	t.Parallel()
	games := readGames(t)
	require.Len(t, games, 400)
	for _, g := range games {
		p := NewPosition(Player1)
		for i, code := range g.codes {
			require.False(t, p.Over(), "%s: over before ply %d", g.id, i+1)
			m, err := ParseMove(code)
			require.NoError(t, err, "%s: ply %d", g.id, i+1)
			require.Equal(t, m != Pass, p.HasLegalMove(), "%s: ply %d, %s:\n%s", g.id, i+1, code, draw(&p))
			require.NoError(t, p.MakeMove(m), "%s: ply %d", g.id, i+1)
		}
		assert.True(t, p.Over(), "%s: not over after the last move", g.id)
		assert.Equal(t, g.score, [2]int{p.Score(Player1), p.Score(Player2)}, "%s: scores", g.id)
		assert.Len(t, p.History(), len(g.codes), g.id)
	}
}

// sampled calls f for about n different positions from the recorded games.
func sampled(t *testing.T, n int, f func(name string, p *Position)) {
	r := seedtest.Rand(t)
	if testing.Short() {
		n /= 4
	}
	games := readGames(t)
	for _, i := range r.Perm(len(games)) {
		for _, p := range games[i].positions(t) {
			if f(games[i].id, &p); t.Failed() {
				t.Fatalf("%s, ply %d:\n%s", games[i].id, p.Plies(), draw(&p))
			}
			if n--; n == 0 {
				return
			}
		}
	}
}

// TestLegalMovesAgainstTwin compares LegalMoves, as a list in the documented order, with the slow
// twin's list, for both players.
func TestLegalMovesAgainstTwin(t *testing.T) {
	t.Parallel()
	shapes := readShapes(t)
	sampled(t, 800, func(name string, p *Position) {
		w := newTwin(shapes, p)
		for _, pl := range []Player{p.ToMove(), p.ToMove().Rival()} {
			q := *p
			q.toMove = pl
			got := q.LegalMoves(nil)
			want := w.legal(int(pl) + 1)
			if q.Over() {
				want = []string{}
			}
			if diff := cmp.Diff(want, codesOf(got)); diff != "" {
				t.Errorf("%s, ply %d, %v: -twin +golden\n%s", name, p.Plies(), pl, diff)
			}
			assert.True(t, slices.IsSorted(got), "not in ascending order: %v", got)
			assert.Equal(t, len(want), q.CountLegalMoves())
			assert.Equal(t, len(want) > 0, q.HasLegalMove())
		}
	})
}

// TestCheckAgainstLegalMoves compares Check with membership in LegalMoves for all placements, and
// its broken rule with the slow twin's.
func TestCheckAgainstLegalMoves(t *testing.T) {
	t.Parallel()
	placements := allPlacements()
	shapes := readShapes(t)
	byCode := map[string]*shape{}
	for i := range shapes {
		byCode[string([]byte{shapes[i].tile, '0' + byte(shapes[i].rotation)})] = &shapes[i]
	}
	rules := map[string][]error{
		"":         {nil},
		"used":     {ErrTileUsed},
		"occupied": {ErrOffBoard, ErrOccupied},
		"edge":     {ErrEdge},
		"corner":   {ErrCorner},
		"start":    {ErrStart},
	}
	sampled(t, 60, func(name string, p *Position) {
		if p.Over() {
			return
		}
		legal := p.LegalMoves(nil)
		for _, m := range placements {
			_, member := slices.BinarySearch(legal, m)
			if err := p.Check(m); member != (err == nil) {
				t.Fatalf("%s, ply %d, %v: Check gives %v, LegalMoves has it: %v", name, p.Plies(), m, err, member)
			}
		}
		w := newTwin(shapes, p)
		for o := range Orientation(NumOrientations) { // off the board, too
			for s := range Square(NumSquares) {
				m := NewMove(o, s)
				err := p.Check(m)
				want := w.broken(int(p.ToMove())+1, byCode[m.String()[2:]], s.Col(), s.Row())
				if !slices.ContainsFunc(rules[want], func(rule error) bool { return errors.Is(err, rule) }) {
					t.Fatalf("%s, ply %d, %v: Check gives %v, the twin %q", name, p.Plies(), m, err, want)
				}
			}
		}
	})
}

// TestAllowedAndCorners checks the two sets against their definitions.
func TestAllowedAndCorners(t *testing.T) {
	t.Parallel()
	sampled(t, 400, func(name string, p *Position) {
		w := newTwin(nil, p)
		for _, pl := range []Player{Player1, Player2} {
			n := int(pl) + 1
			allowed, corners := p.Allowed(pl), p.Corners(pl)
			count := 0
			for s := range Square(NumSquares) {
				x, y := s.Col(), s.Row()
				wantAllowed := w.at(x, y) == 0 &&
					w.at(x-1, y) != n && w.at(x+1, y) != n && w.at(x, y-1) != n && w.at(x, y+1) != n
				wantCorner := wantAllowed &&
					(w.at(x-1, y-1) == n || w.at(x+1, y-1) == n || w.at(x-1, y+1) == n || w.at(x+1, y+1) == n)
				assert.Equal(t, wantAllowed, allowed.Has(s), "%v: allowed %v", pl, s)
				assert.Equal(t, wantCorner, corners.Has(s), "%v: corner %v", pl, s)
				if wantAllowed {
					count++
				}
			}
			assert.Equal(t, count, allowed.Count(), "bits beside the board")
		}
	})
}

// TestCheckRules breaks each rule, and several at once to check their order.
func TestCheckRules(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, game, move string
		rule             error
		text             string
	}{
		{"legal first", "", "55u0", nil, ""},
		{"legal second", "55u0", "aau0", nil, ""},
		{"legal third, duplicate code", "55u0 aau0", "77a5", ErrCorner, "player 1: 77a0: no square touches a corner of the player's tiles"},
		{"legal third at a corner", "55u0 aau0", "67a5", nil, ""},
		{"pass", "55u0 aau0", "0000", nil, ""},
		{"pass as a first move", "", "0000", ErrFirstPass, "player 1: 0000: a player's first move must be a placement"},
		{"pass as player 2's first move", "55u0", "pass", ErrFirstPass, "player 2: 0000: a player's first move must be a placement"},
		{"used", "55u0 aau0", "66u0", ErrTileUsed, "player 1: 66u0: the tile has been used"},
		{"used before off the board", "55u0 aau0", "11u0", ErrTileUsed, ""},
		{"used before occupied", "55u0 aau0", "55u0", ErrTileUsed, ""},
		{"off the board, left", "55u0 aau0", "15t0", ErrOffBoard, "player 1: 15t0: a square lies off the board: (0,4)"},
		{"off the board, top", "", "51u0", ErrOffBoard, "player 1: 51u0: a square lies off the board: (5,0)"},
		{"off the board, right", "", "e5e2", ErrOffBoard, ""},
		{"off the board, bottom", "", "5eb0", ErrOffBoard, "player 1: 5eb0: a square lies off the board: (5,15)"},
		{"off the board before edge", "35j2 aau0", "16c2", ErrOffBoard, "player 1: 16c2: a square lies off the board: (0,6)"},
		{"occupied by the rival", "55u0", "55a0", ErrOccupied, "player 2: 55a0: a square is occupied: (5,5)"},
		{"occupied by oneself", "55u0 aau0", "45c0", ErrOccupied, ""},
		{"occupied before edge", "55u0 aau0", "54d3", ErrOccupied, ""},
		{"edge", "55u0 aau0", "75a0", ErrEdge, "player 1: 75a0: a square shares an edge with one of the player's tiles: (7,5)"},
		{"edge though a corner touches", "55u0 aau0", "76b2", ErrEdge, ""},
		{"edge before corner", "55u0 aau0", "85b2", ErrEdge, "player 1: 85b2: a square shares an edge with one of the player's tiles: (7,5)"},
		{"an edge of the rival is no matter", "55u0 aau0 96j2", "b7b0", nil, ""},
		{"corner", "55u0 aau0", "11a0", ErrCorner, "player 1: 11a0: no square touches a corner of the player's tiles"},
		{"corner of the rival only", "55u0 aau0", "88a0", ErrCorner, ""},
		{"start, player 1", "", "aau0", ErrStart, "player 1: aau0: the first placement must cover the start square (5,5)"},
		{"start, player 2", "55u0", "88a0", ErrStart, "player 2: 88a0: the first placement must cover the start square (10,10)"},
		{"over", "55u0 aau0 0000 0000", "67a0", ErrGameOver, "player 1: 67a0: the game is over"},
		{"pass when over", "55u0 aau0 0000 0000", "0000", ErrGameOver, "player 1: 0000: the game is over"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := play(t, c.game)
			before := p
			m, err := ParseMove(c.move)
			require.NoError(t, err)
			err = p.MakeMove(m)
			require.ErrorIs(t, err, c.rule)
			if c.rule == nil {
				require.NoError(t, err)
				assert.Equal(t, m, p.Undo())
			}
			assert.Equal(t, before, p, "a refused move must change nothing")
			if c.text != "" {
				assert.EqualError(t, err, c.text)
			}
		})
	}
}

// TestPlayUndo plays and undoes the moves of random games.
func TestPlayUndo(t *testing.T) {
	t.Parallel()
	r := seedtest.Rand(t)
	var buf [1024]Move
	for range 200 {
		p := NewPosition(Player(r.IntN(2)))
		trail := []Position{p}
		for !p.Over() {
			m := Pass
			if moves := p.LegalMoves(buf[:0]); len(moves) > 0 && (r.IntN(30) > 0 || p.TilesLeft(p.ToMove()) == AllTiles) {
				m = moves[r.IntN(len(moves))]
			}
			require.NoError(t, p.MakeMove(m))
			require.NotEqual(t, trail[len(trail)-1], p)
			trail = append(trail, p)
		}
		for i := len(trail) - 2; i >= 0; i-- {
			want := p.History()[i]
			require.Equal(t, want, p.Undo())
			require.True(t, trail[i] == p, "ply %d: Undo does not lead back:\n%s", i, draw(&p))
		}
	}
}

// TestScore sets up positions that no recorded game reaches.
func TestScore(t *testing.T) {
	t.Parallel()
	a0, b0, u0 := mustParse(t, "11a0"), mustParse(t, "11b0"), mustParse(t, "11u0")
	for _, c := range []struct {
		name    string
		left    [2]TileSet
		history []Move
		toMove  Player
		want    [2]int
		over    bool
	}{
		{"nothing placed", [2]TileSet{AllTiles, AllTiles}, nil, Player1, [2]int{-89, -89}, false},
		{"all placed, the cross last", [2]TileSet{0, 1}, []Move{u0}, Player2, [2]int{15, -1}, true},
		{"all placed, the single square last", [2]TileSet{0, 1}, []Move{a0}, Player2, [2]int{20, -1}, true},
		{"player 2, the single square last", [2]TileSet{1 << 20, 0}, []Move{u0, a0}, Player1, [2]int{-5, 20}, true},
		{"the rival's single square does not count", [2]TileSet{2, 0}, []Move{a0, b0}, Player1, [2]int{-2, 15}, true},
		{"the single square not last", [2]TileSet{0, 1}, []Move{a0, u0, b0}, Player2, [2]int{15, -1}, true},
		{"passes after it", [2]TileSet{0, 1}, []Move{a0, Pass, Pass}, Player2, [2]int{20, -1}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := Position{left: c.left, toMove: c.toMove, plies: copy(new(Position).history[:], c.history)}
			copy(p.history[:], c.history)
			for _, pl := range []Player{Player1, Player2} { // any squares will do, of the right number
				n := NumCells
				for tile := range Tile(NumTiles) {
					if c.left[pl].Has(tile) {
						n -= tile.Size()
					}
				}
				for s := range Square(n) {
					p.squares[pl].Set(s + Square(pl)*NumCells)
				}
			}
			assert.Equal(t, c.want, [2]int{p.Score(Player1), p.Score(Player2)})
			assert.Equal(t, c.over, p.Over())
			if c.over {
				assert.Empty(t, p.LegalMoves(nil))
				assert.Zero(t, p.CountLegalMoves())
				assert.False(t, p.HasLegalMove())
				assert.ErrorIs(t, p.Check(u0), ErrGameOver)
			}
		})
	}
}

// TestOver shows that only two passes in succession end a game.
func TestOver(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		moves string
		want  bool
	}{
		{"", false},
		{"55u0 aau0", false},
		{"55u0 aau0 0000", false},
		{"55u0 aau0 0000 cba0", false},
		{"55u0 aau0 0000 cba0 0000", false},
		{"55u0 aau0 67a0 0000 0000", true},
		{"55u0 aau0 0000 0000", true},
	} {
		p := play(t, c.moves)
		assert.Equal(t, c.want, p.Over(), "%q", c.moves)
	}
}

// TestEitherFirst shows that the order of the players does not change who owns which start square.
func TestEitherFirst(t *testing.T) {
	t.Parallel()
	p := NewPosition(Player2)
	assert.ErrorIs(t, p.Check(mustParse(t, "55u0")), ErrStart)
	require.NoError(t, p.MakeMove(mustParse(t, "aau0")))
	assert.Equal(t, Player1, p.ToMove())
	require.NoError(t, p.MakeMove(mustParse(t, "55u0")))
	assert.Equal(t, -84, p.Score(Player1))
}

func mustParse(t testing.TB, text string) Move {
	t.Helper()
	m, err := ParseMove(text)
	require.NoError(t, err)
	return m
}

// TestAllocations shows that move generation does not use the heap.
func TestAllocations(t *testing.T) {
	p := midGame(t)[0]
	buf := make([]Move, 0, 1024)
	sum := 0
	for name, f := range map[string]func(){
		"LegalMoves":      func() { sum += len(p.LegalMoves(buf)) },
		"CountLegalMoves": func() { sum += p.CountLegalMoves() },
		"HasLegalMove":    func() { p.HasLegalMove() },
		"Play and Undo":   func() { p.Play(Pass); p.Undo() },
		"Perft":           func() { sum += int(Perft(&p, 2)) },
	} {
		assert.Zero(t, testing.AllocsPerRun(10, f), name)
	}
	require.NotZero(t, sum)
}

// midGame returns the positions after ten plies of some recorded games.
func midGame(t testing.TB) []Position {
	var out []Position
	for _, g := range readGames(t)[:16] {
		g.codes = g.codes[:10]
		out = append(out, g.last(t))
	}
	return out
}

// BenchmarkLegalMoves lists the legal moves of positions after ten plies.
func BenchmarkLegalMoves(b *testing.B) {
	positions := midGame(b)
	buf := make([]Move, 0, 1024)
	n, moves := 0, 0
	for b.Loop() {
		moves += len(positions[n%len(positions)].LegalMoves(buf))
		n++
	}
	b.ReportMetric(float64(moves)/float64(n), "moves/position")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}

// BenchmarkCountLegalMoves counts the legal moves of positions after ten plies.
func BenchmarkCountLegalMoves(b *testing.B) {
	positions := midGame(b)
	n := 0
	for b.Loop() {
		if positions[n%len(positions)].CountLegalMoves() == 0 {
			b.Fatal("no legal move")
		}
		n++
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Mpositions/s")
}

// FuzzPlayGame lets bytes choose the moves of a game and checks the invariants in every position.
func FuzzPlayGame(f *testing.F) {
	f.Add(false, []byte{})
	f.Add(true, []byte("any bytes choose a game, two for each move"))
	f.Add(false, []byte{0, 0, 0, 1, 255, 255, 255, 255})
	f.Fuzz(func(t *testing.T, second bool, data []byte) {
		first := Player1
		if second {
			first = Player2
		}
		p := NewPosition(first)
		for !p.Over() {
			moves := p.LegalMoves(nil)
			m := Pass
			switch {
			case len(moves) == 0:
			case len(data) < 2:
				m = moves[0]
			case data[0] == 255 && p.Check(Pass) == nil: // a voluntary pass
				data = data[2:]
			default:
				m = moves[(int(data[0])<<8|int(data[1]))%len(moves)]
				data = data[2:]
			}
			before := p
			require.NoError(t, p.MakeMove(m))
			q := p
			require.Equal(t, m, q.Undo())
			require.True(t, before == q, "Undo of %v does not lead back", m)
			checkInvariants(t, &p)
		}
		require.Empty(t, p.LegalMoves(nil))
	})
}

// checkInvariants checks the invariants of every position.
func checkInvariants(t *testing.T, p *Position) {
	t.Helper()
	one, two := p.Squares(Player1), p.Squares(Player2)
	require.Equal(t, Bitboard{}, one.And(two), "a square is covered twice:\n%s", draw(p))
	require.Equal(t, Bitboard{}, one.Or(two).AndNot(boardMask), "a square lies off the board")
	for _, pl := range []Player{Player1, Player2} {
		left := 0
		for tile := range Tile(NumTiles) {
			if p.TilesLeft(pl).Has(tile) {
				left += tile.Size()
			}
		}
		require.Equal(t, left, p.SquaresLeft(pl), "%v:\n%s", pl, draw(p))
		if own := p.Squares(pl); left < NumCells {
			require.True(t, own.Has(pl.Start()), "%v does not cover its start square", pl)
		}
	}
	moves := p.LegalMoves(nil)
	require.Equal(t, len(moves), p.CountLegalMoves())
	require.Equal(t, len(moves) > 0, p.HasLegalMove())
	for i, m := range moves {
		require.True(t, i == 0 || moves[i-1] < m, "%v and %v are out of order", moves[max(i, 1)-1], m)
	}
}

// TestAllTilesPlaced plays a game to its end. Player 1 places every tile, the single square last.
func TestAllTilesPlaced(t *testing.T) {
	t.Parallel()
	p := NewPosition(Player1)
	for _, code := range strings.Fields("54t3 aaa0 36l1 0000 68m6 0000 98p4 0000 23r1 0000 c9s0 0000 8bo7 0000 " +
		"adu0 0000 18n1 0000 93k6 0000 6ej2 0000 d2q3 0000 eci2 0000 4ag2 0000 e7f5 0000 91e2 0000 1bh0 0000 " +
		"b5d2 0000 85c2 0000 51b2 0000 3da0") {
		require.False(t, p.Over())
		m, err := ParseMove(code)
		require.NoError(t, err)
		require.NoError(t, p.MakeMove(m))
	}
	require.True(t, p.Over(), "the game ends at once")
	require.Equal(t, 20, p.Score(Player1))
	require.Equal(t, -88, p.Score(Player2))
	require.Empty(t, p.LegalMoves(nil))
	require.ErrorIs(t, p.Check(Pass), ErrGameOver)
}

// TestPlaceTiles lays the tiles of random games without moves, and wrong tiles.
func TestPlaceTiles(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for range 100 {
		game := RandomGame(rng, 1+rng.IntN(MaxPlies))
		at := game.Start()
		assert.Equal(t, NewPosition(game.FirstToMove()), at)
		assert.False(t, game.IsSetUp())
		var placed [2][]Move
		for _, m := range game.History() {
			if m != Pass {
				placed[at.ToMove()] = append(placed[at.ToMove()], m)
			}
			at.Play(m)
		}
		p, err := PlaceTiles(placed, game.ToMove())
		require.NoError(t, err)
		assert.Equal(t, SetupPosition([2]Bitboard{game.Squares(0), game.Squares(1)}, [2]TileSet{game.TilesLeft(0), game.TilesLeft(1)}, game.ToMove()), p)
		assert.True(t, p.IsSetUp())
		start := p
		for range 3 {
			if moves := p.LegalMoves(nil); len(moves) > 0 {
				p.Play(moves[0])
			}
		}
		assert.Equal(t, start, p.Start())
		assert.True(t, p.IsSetUp())
	}
	parse := func(text string) (all []Move) {
		for _, code := range strings.Fields(text) {
			m, err := ParseMove(code)
			require.NoError(t, err)
			all = append(all, m)
		}
		return all
	}
	for _, c := range []struct {
		one, two []Move
		want     string
	}{
		{parse("55u0"), parse("56u0"), "player 2: 56u0: a square is occupied: (5,5)"},
		{parse("55u0 56t0"), nil, "player 1: 56t0: a square is occupied: (4,5)"},
		{parse("55u0 99u0"), nil, "player 1: 99u0: the tile has been used"},
		{parse("11u0"), nil, "player 1: 11u0: a square lies off the board: (1,0)"},
		{nil, []Move{Pass}, "duo: player 2: move 0xffff, want a tile"},
		{parse("aaa0"), nil, "player 2 has no tile on the board, and its start square is covered"},
		{nil, parse("55a0"), "player 1 has no tile on the board, and its start square is covered"},
		{parse("55a0 56b0"), parse("11a0"), ""}, // the edges of a player's tiles may touch, anywhere
	} {
		_, err := PlaceTiles([2][]Move{c.one, c.two}, Player1)
		if c.want == "" {
			assert.NoError(t, err)
			continue
		}
		assert.EqualError(t, err, c.want)
	}
}
