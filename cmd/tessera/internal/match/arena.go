package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/boardgame/registry"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/game"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/openings"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/record"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// arena is a game as a match sees it: who plays it, how it begins, and what stands on record.
// Everything else of a match is the same whichever game it is.
type arena interface {
	// book names the openings, and says how many there are.
	book() (digest string, openings int)
	// newPlayer makes the player of a specification: 0 or 1 is the side that it plays.
	newPlayer(spec string, side int, seed uint64, log io.Writer) (member, error)
	// play plays a game, and returns its record as a line.
	play(ctx context.Context, sides [2]*side, t *Terms, f fixture) (line []byte, err error)
	// parse reads such a line, and checks it. Its error is record.ErrSummary for a summary.
	parse(line []byte) (*played, error)
}

// member is a player of any game.
type member interface {
	Name() string
	Close() error
}

// played is a game of a match that is over.
type played struct {
	extra   extra
	points  int        // of side 0: 2 for a win, 1 for a draw
	moves   string     // all of them, and how it ended: to tell games that repeat others
	made    [2]int     // moves chosen by each side
	slowest [2]float64 // of them, in seconds
	seconds [2]float64 // thinking time
	forfeit bool       // the loser lost by an illegal move, on time, or by a failure
}

// arena returns the game of the match. Its error is a *TermsError.
func (t *Terms) arena() (arena, error) {
	g, err := registry.Find(t.Game)
	switch {
	case err != nil:
		return nil, &TermsError{"game", err}
	case g == nil:
		return duoArena{}, nil
	case g.Name != t.Game:
		return nil, &TermsError{"game", fmt.Errorf("%q, want %q", t.Game, g.Name)}
	}
	return boardArena{g}, nil
}

// BookDigest names the openings of a game: of "", those of Blokus Duo. For a game that does not
// exist it is "".
func BookDigest(game string) string {
	a, err := (&Terms{Game: game}).arena()
	if err != nil {
		return ""
	}
	digest, _ := a.book()
	return digest
}

func digestOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:6])
}

// duoArena is Blokus Duo.
type duoArena struct{}

func (duoArena) book() (string, int) { return digestOf(openings.Text()), len(openings.Book()) }

func (duoArena) newPlayer(spec string, side int, seed uint64, log io.Writer) (member, error) {
	return player.New(spec, player.Env{Player: duo.Player(side), Seed: seed, NoWayBack: true, Out: io.Discard, Log: log})
}

// duoSide is a side of Blokus Duo.
type duoSide struct{ *side }

func (s duoSide) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	own := *pos // a player that is late may look at it when the game has gone on
	return ask(ctx, s.side, func(ctx context.Context) (duo.Move, error) {
		return s.member.(player.Player).Move(ctx, &own)
	})
}

// Thoughts returns those of the player.
func (s duoSide) Thoughts() []player.Thought {
	if t, ok := s.member.(player.Thinker); ok {
		return t.Thoughts()
	}
	return nil
}

func (duoArena) play(ctx context.Context, sides [2]*side, t *Terms, f fixture) ([]byte, error) {
	opening := openings.Book()[f.Opening-1]
	begun := time.Now()
	players := [2]player.Player{duoSide{sides[0]}, duoSide{sides[1]}}
	r, err := game.Play(ctx, players, game.Rules{Start: opening.Position(), NoWayBack: true}, game.Events{})
	if err != nil {
		return nil, err
	}
	g := r.Record(len(opening.Moves))
	g.Names = [2]string{t.Players[f.Sides[0]], t.Players[f.Sides[1]]}
	g.Date = begun.Format(time.DateOnly)
	if g.Extra, err = members(t.extra(f, sides)); err != nil {
		return nil, err
	}
	line, err := g.MarshalJSON()
	return append(line, '\n'), err
}

func (duoArena) parse(line []byte) (*played, error) {
	g, err := record.ParseJSON(line)
	if err != nil {
		return nil, err
	}
	p := &played{points: 1}
	if p.extra, err = parseExtra(g.Extra); err != nil {
		return nil, err
	}
	switch {
	case g.Result == "":
		return nil, fmt.Errorf("game %d has no result", p.extra.Game)
	case g.Result[0] == 'B':
		p.points = 2
	case g.Result[0] == 'W':
		p.points = 0
	}
	p.moves = fmt.Sprint(g.Moves, g.Result)
	p.forfeit = strings.HasSuffix(g.Result, "F") || strings.HasSuffix(g.Result, "T")
	p.seconds = g.Seconds
	mover := g.First
	for ply, m := range g.Moves {
		if ply >= g.Opening && m != duo.Pass {
			p.made[mover]++
		}
		if ply < len(g.Notes) {
			p.slowest[mover] = max(p.slowest[mover], g.Notes[ply].Seconds)
		}
		mover = mover.Rival()
	}
	return p, nil
}

// boardArena is a game of package boardgame. With more than two seats a side has every second of
// them: of four, those that are opposite each other.
type boardArena struct{ game *boardgame.Game }

func (a boardArena) book() (string, int) {
	return digestOf(fmt.Sprintf("%s: %d moves at random", a.game.Name, a.game.OpeningPlies)), boardgame.Openings
}

func (a boardArena) newPlayer(spec string, side int, seed uint64, log io.Writer) (member, error) {
	return a.game.New(spec, boardgame.Env{Seat: side, Seed: seed, Out: io.Discard, Log: log})
}

// boardSide is a side of a game of package boardgame.
type boardSide struct{ *side }

func (s boardSide) Move(ctx context.Context, pos boardgame.Position) (string, error) {
	own := pos.Clone()
	return ask(ctx, s.side, func(ctx context.Context) (string, error) {
		return s.member.(boardgame.Player).Move(ctx, own)
	})
}

// Thoughts returns those of the player.
func (s boardSide) Thoughts() []boardgame.Thought {
	if t, ok := s.member.(boardgame.Thinker); ok {
		return t.Thoughts()
	}
	return nil
}

func (a boardArena) play(ctx context.Context, sides [2]*side, t *Terms, f fixture) ([]byte, error) {
	opening := a.game.Opening(f.Opening)
	begun := time.Now()
	players, names := make([]boardgame.Player, a.game.Seats()), make([]string, a.game.Seats())
	for seat := range players {
		players[seat], names[seat] = boardSide{sides[seat%2]}, t.Players[f.Sides[seat%2]]
	}
	r, err := boardgame.Play(ctx, players, opening, nil)
	if err != nil {
		return nil, err
	}
	rec := a.game.Record(r, len(opening.History()))
	rec.Players, rec.Date = names, begun.Format(time.DateOnly)
	if rec.Extra, err = members(t.extra(f, sides)); err != nil {
		return nil, err
	}
	return rec.Line()
}

func (a boardArena) parse(line []byte) (*played, error) {
	g, err := a.game.ParseRecord(line)
	if err != nil {
		return nil, err
	}
	p := &played{moves: fmt.Sprint(g.Moves, g.Shares), forfeit: g.Forfeit}
	if p.extra, err = parseExtra(g.Extra); err != nil {
		return nil, err
	}
	if g.Shares == nil {
		return nil, fmt.Errorf("game %d has no result", p.extra.Game)
	}
	var shares [2]float64
	for seat, share := range g.Shares {
		shares[seat%2] += share
	}
	const same = 1e-9
	switch d := shares[0] - shares[1]; {
	case d > same:
		p.points = 2
	case d > -same:
		p.points = 1
	}
	for seat, seconds := range g.Seconds {
		p.seconds[seat%2] += seconds
	}
	pos := a.game.Start()
	for ply, m := range g.Moves {
		side := pos.ToMove() % 2
		if ply >= g.Opening {
			p.made[side]++
		}
		if ply < len(g.Notes) {
			p.slowest[side] = max(p.slowest[side], g.Notes[ply].Seconds)
		}
		if err := pos.Play(m); err != nil {
			return nil, errors.New("the moves have changed") // ParseRecord has played them
		}
	}
	return p, nil
}
