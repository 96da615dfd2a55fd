// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// TaskKind is the kind of the tasks of matches; see queue.ByKind.
const TaskKind = "match"

// task is a pair to play, as a Pool receives it.
type task struct {
	Kind    string   `json:"kind"` // TaskKind
	Terms   Terms    `json:"match"`
	Pair    int      `json:"pair"`              // from 0
	Opening *opening `json:"opening,omitempty"` // the pair's opening, if the openings come from a file
}

// Pool plays pairs. It keeps players with a costly start from game to game.
type Pool struct {
	version string

	mu      sync.Mutex
	idle    map[string][]play.Player // by Terms.key
	closing sync.WaitGroup
}

// NewPool returns a pool for a version of the program.
func NewPool(version string) *Pool {
	return &Pool{version: version, idle: map[string][]play.Player{}}
}

// closeTime bounds the wait for players to end.
const closeTime = 5 * time.Second

// Close ends the idle players.
func (p *Pool) Close() {
	p.mu.Lock()
	for _, players := range p.idle {
		for _, pl := range players {
			p.closing.Go(func() { pl.Close() })
		}
	}
	p.idle = map[string][]play.Player{}
	p.mu.Unlock()
	closed := make(chan struct{})
	go func() { p.closing.Wait(); close(closed) }()
	select {
	case <-closed:
	case <-time.After(closeTime): // a player does not return from Move
	}
}

// key identifies interchangeable players.
func (t *Terms) key(place int) string {
	if t.TimeControl != (play.TimeControl{}) {
		return t.Game + " clocked " + t.Players[place]
	}
	return t.Game + " " + t.Players[place]
}

// take returns a player of the match, ready to play a game on a side with the seed. place is its
// index in Players, and log receives reports of slow work. A player whose identity differs from the
// terms is an error.
func (p *Pool) take(ctx context.Context, g *play.Game, t *Terms, place, side int, seed uint64, log io.Writer) (play.Player, error) {
	key := t.key(place)
	p.mu.Lock()
	if all := p.idle[key]; len(all) > 0 {
		last := all[len(all)-1]
		p.idle[key] = all[:len(all)-1]
		p.mu.Unlock()
		last.(play.Reseeder).Reseed(seed)
		return last, nil
	}
	p.mu.Unlock()
	before, err := files(g, t.Players[place])
	if err != nil {
		return nil, err
	}
	made, err := g.New(t.Players[place], t.env(side, seed, log))
	if err != nil {
		return nil, err
	}
	if r, ok := made.(play.Reseeder); ok {
		r.Reseed(seed)
	}
	if prepare, ok := made.(play.Preparer); ok {
		if err := prepare.Prepare(ctx); err != nil {
			made.Close()
			return nil, fmt.Errorf("player %q: %w", t.Players[place], err)
		}
	}
	if after, err := files(g, t.Players[place]); err != nil || after != before {
		made.Close()
		if err == nil {
			err = errors.New("its files have changed while it read them")
		}
		return nil, fmt.Errorf("player %q: %w", t.Players[place], err)
	}
	if t.Identities == nil {
		return made, nil
	}
	if t.Identities[place] == elsewhere {
		return made, nil
	}
	if id, err := identity(ctx, before, made); err != nil || id != t.Identities[place] {
		made.Close()
		if err == nil {
			err = fmt.Errorf("it is %s here, want %s", shown(id), shown(t.Identities[place]))
		}
		return nil, fmt.Errorf("player %q: %w", t.Players[place], err)
	}
	return made, nil
}

// put returns a player to the pool after a game.
func (p *Pool) put(t *Terms, place int, s *side) {
	if _, ok := s.Player.(play.Reseeder); ok && !s.broken {
		p.mu.Lock()
		p.idle[t.key(place)] = append(p.idle[t.key(place)], s.Player)
		p.mu.Unlock()
		return
	}
	p.closing.Go(func() {
		if s.idle != nil {
			<-s.idle
		}
		s.Close()
	})
}

// start starts all players once, so that a match that cannot be played ends before its first game.
// It returns their identities for Terms.
func (p *Pool) start(ctx context.Context, t *Terms, remote bool, log io.Writer) ([]string, error) {
	g, err := t.game()
	if err != nil {
		return nil, err
	}
	unknown := *t
	unknown.Identities = nil
	players := make([]play.Player, len(t.Players))
	defer func() {
		for place, made := range players {
			if made != nil {
				p.put(t, place, &side{Player: made})
			}
		}
	}()
	for place, spec := range t.Players {
		players[place], err = p.take(ctx, g, &unknown, place, 0, t.Seed, log)
		if err != nil && remote && ctx.Err() == nil && len(g.Opens(spec)) > 0 {
			fmt.Fprintf(log, "match: player %q is left to the workers, unchecked: %v\n", spec, err)
			continue
		}
		if err != nil {
			return nil, err
		}
	}
	return Identities(ctx, g, t.Players, players)
}

// Task returns the payload of the task to play a pair, numbered from 0. The match must not use
// openings from a file.
func Task(t *Terms, pair int) ([]byte, error) { return newTask(t, nil, pair) }

// newTask returns the payload of a task; of holds the openings of a file or is nil.
func newTask(t *Terms, of *play.Openings, pair int) ([]byte, error) {
	next := task{Kind: TaskKind, Terms: *t, Pair: pair}
	if of != nil {
		g, err := t.game()
		if err != nil {
			return nil, err
		}
		next.Opening = newOpening(g, of.Position(t.fixtures(pair)[0].Opening))
	}
	return json.Marshal(next)
}

// Play plays the pair in a payload of Task and returns the games, a line of JSON each. It is a
// queue.Handler. A player that fails during a game loses it. Play itself fails if a player does not
// start or ctx is done.
func (p *Pool) Play(ctx context.Context, payload []byte) ([]byte, error) {
	var t task
	if err := json.Unmarshal(payload, &t); err != nil {
		return nil, fmt.Errorf("match: task: %w", err)
	}
	if t.Terms.Version != p.version {
		return nil, fmt.Errorf("match: the match is played by version %s, this is %s", t.Terms.Version, p.version)
	}
	if err := t.Terms.Validate(); err != nil {
		return nil, fmt.Errorf("match: task: %w", err)
	}
	if n := len(t.Terms.Identities); n > 0 && n != len(t.Terms.Players) {
		return nil, fmt.Errorf("match: task: %d identities of %d players", n, len(t.Terms.Players))
	}
	g, err := t.Terms.game()
	if err != nil {
		return nil, fmt.Errorf("match: task: %w", err)
	}
	if own := digest(g.MatchOpenings()); t.Terms.Openings == 0 && !t.Terms.FromStart && t.Terms.Digest != own {
		return nil, fmt.Errorf("match: the match begins from the opening list %s, this program has %s", t.Terms.Digest, own)
	}
	if t.Pair < 0 || t.Pair >= t.Terms.pairs() {
		return nil, fmt.Errorf("match: task: pair %d, want 0..%d", t.Pair, t.Terms.pairs()-1)
	}
	fixtures := t.Terms.fixtures(t.Pair)
	start, err := t.start(g, fixtures[0].Opening)
	if err != nil {
		return nil, fmt.Errorf("match: task: %w", err)
	}
	var lines bytes.Buffer
	for _, f := range fixtures {
		line, err := p.game(ctx, g, &t.Terms, f, start)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", f.Number, err)
		}
		lines.Write(line)
	}
	return lines.Bytes(), nil
}

// start returns the initial position of the games of a task.
func (t *task) start(g *play.Game, number int) (play.Position, error) {
	switch {
	case number == 0:
		return g.Start(), nil
	case t.Terms.Openings == 0:
		return g.MatchOpenings().Position(number), nil
	case t.Opening == nil:
		return nil, errors.New("the opening is missing")
	}
	return t.Opening.position(g)
}

// extra holds the members that matches add to a game's record.
type extra struct {
	Game    int       `json:"game"`           // number, from 1
	Pair    int       `json:"pair"`           // number, from 1
	Sides   []int     `json:"sides"`          // numbers in the match, from 1, of player 1, player 2 and so on in the game
	Opening int       `json:"book_opening"`   // number in the opening list, from 1; 0: the start of the game
	Seeds   []uint64  `json:"seeds"`          // seeds of player 1, player 2 and so on in the game
	Work    []uint64  `json:"work,omitempty"` // work, in the same order; see play.WorkCounter
	CPU     []float64 `json:"cpu,omitempty"`  // processor seconds, in the same order; see Work.CPU
	Terms   Terms     `json:"match"`
}

// extra returns the members that the match adds to the record of a game.
func (t *Terms) extra(f fixture, sides []*side) extra {
	e := extra{Game: f.Number, Pair: f.Pair, Sides: f.numbers(), Opening: f.Opening, Seeds: f.Seeds, Terms: *t}
	for _, s := range sides {
		var work uint64
		var unit string
		// A late player may still be at its move; its work is not known.
		if w, ok := s.Player.(play.WorkCounter); ok && s.resting() {
			work, unit = w.Work()
		}
		cpu := s.cpu.Seconds()
		if unit == play.ProcessorTime { // the program's processor time
			cpu += float64(work) / 1000
		}
		e.Work, e.CPU = append(e.Work, work), append(e.CPU, math.Round(cpu*1e6)/1e6)
	}
	if slices.Max(e.Work) == 0 {
		e.Work = nil
	}
	if slices.Max(e.CPU) == 0 {
		e.CPU = nil
	}
	return e
}

// numbers returns the players' numbers in Players, from 1, by side.
func (f *fixture) numbers() []int {
	numbers := make([]int, len(f.Sides))
	for side, place := range f.Sides {
		numbers[side] = place + 1
	}
	return numbers
}

// game plays a game from a position and returns its record as a line. In a game with more seats
// than players, each player has several: of four seats, each of two players has two opposite ones.
func (p *Pool) game(ctx context.Context, g *play.Game, t *Terms, f fixture, start play.Position) ([]byte, error) {
	sides := make([]*side, len(f.Sides))
	for i, place := range f.Sides {
		made, err := p.take(ctx, g, t, place, i, f.Seeds[i], io.Discard)
		if err != nil {
			return nil, err
		}
		s := &side{Player: made, game: g, timeout: time.Duration(t.MoveTimeout), grace: time.Duration(t.Grace)}
		defer p.put(t, place, s)
		sides[i] = s
	}
	players, names := make([]play.Player, g.Seats()), make([]string, g.Seats())
	for seat := range players {
		players[seat], names[seat] = sides[seat%len(sides)], t.Names()[f.Sides[seat%len(sides)]]
	}
	begun := time.Now()
	rules := play.Rules{Game: g, Start: start, NoWayBack: true, Time: t.TimeControl, Grace: time.Duration(t.Grace)}
	if j := t.newJudge(); j != nil {
		rules.Adjudicate = j.decide
	}
	r, err := play.Run(ctx, players, rules, play.Events{})
	if err != nil {
		return nil, err
	}
	rec := record.FromResult(r, len(start.History()))
	rec.Players, rec.Date = names, begun.Format(time.DateOnly)
	if rec.Extra, err = members(t.extra(f, sides)); err != nil {
		return nil, err
	}
	return rec.Line()
}

// members returns the members of the JSON object for v.
func members(v any) (m map[string]json.RawMessage, err error) {
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	return m, err
}

// parseExtra is the inverse of members.
func parseExtra(m map[string]json.RawMessage) (e extra, err error) {
	text, err := json.Marshal(m)
	if err == nil {
		err = json.Unmarshal(text, &e)
	}
	if err == nil && e.Pair == 0 {
		err = errors.New(`no "pair", want a game of a match`)
	}
	return e, err
}
