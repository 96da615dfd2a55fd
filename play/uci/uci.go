// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package uci serves a player of any game over UCI, the protocol of chess engines, with the moves
// of the game. Today's Quoridor engines use the same dialect. Fill in a [UCI] and call its Serve.
package uci

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/play"
)

// UCI serves a player over the dialect of UCI, the chess engines' protocol, that the Quoridor
// engines Titanium and Zquoridor speak. A wrong command changes nothing; the answer is a line "info
// string error: ...".
type UCI struct {
	Game    *play.Game
	Player  play.Player
	Name    string // name and version of the program
	Authors string
	out     *bufio.Writer
	pos     play.Position
	search  *uciSearch // under way; nil: none
}

// uciSearch is a search under way.
type uciSearch struct {
	stop    chan struct{}
	stopped bool
	endless bool
	done    chan error // gets the answer's error when bestmove can be written
	move    play.Move
	work    uint64
	took    time.Duration
}

// maxMovetime bounds the time for a move: a week.
const maxMovetime = 7 * 24 * time.Hour

// Serve answers commands until quit, the end of the input, or the end of ctx. A search in progress
// at the end of the input is finished first.
func (u *UCI) Serve(ctx context.Context, in play.LineReader, out io.Writer) error {
	u.out, u.pos = bufio.NewWriter(out), u.Game.Start()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := u.begin(ctx); err != nil {
		return err
	}
	type read struct {
		line string
		err  error
	}
	lines := make(chan read)
	go func() {
		for {
			line, err := in.Next(ctx)
			select {
			case lines <- read{line, err}:
			case <-ctx.Done():
				return
			}
			if err != nil {
				return
			}
		}
	}()
	defer func() {
		if u.search != nil { // no client waits for the answer
			cancel()
			<-u.search.done
		}
	}()
	for {
		var done chan error
		if u.search != nil {
			done = u.search.done
		}
		select {
		case err := <-done:
			if err := u.answer(err); err != nil {
				return err
			}
		case r := <-lines:
			switch {
			case errors.Is(r.err, io.EOF):
				return u.finish()
			case r.err != nil:
				return r.err
			}
			quit, err := u.command(ctx, r.line)
			if err != nil || quit {
				return err
			}
		}
		if err := u.flush(); err != nil {
			return err
		}
	}
}

// finish waits for the search under way, if there is one.
func (u *UCI) finish() error {
	if u.search != nil {
		if u.search.endless {
			u.halt()
		}
		if err := u.answer(<-u.search.done); err != nil {
			return err
		}
	}
	return u.flush()
}

// flush sends the buffered output.
func (u *UCI) flush() error {
	if err := u.out.Flush(); err != nil {
		return fmt.Errorf("uci: %w", err)
	}
	return nil
}

// begin begins a game.
func (u *UCI) begin(ctx context.Context) error {
	if s, ok := u.Player.(play.Starter); ok {
		_, err := s.Start(ctx)
		return err
	}
	return nil
}

// command executes a line.
func (u *UCI) command(ctx context.Context, line string) (quit bool, err error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return false, nil
	}
	if u.search != nil {
		switch words[0] {
		case "isready", "stop", "quit", "uci":
		default:
			if u.search.endless && !u.search.stopped {
				u.wrong("%.40s: a search is under way, want stop first", words[0])
				return false, nil
			}
			if err := u.answer(<-u.search.done); err != nil { // the next command waits for the search's end
				return false, err
			}
		}
	}
	switch words[0] {
	case "uci":
		fmt.Fprintf(u.out, "id name %s\nid author %s\nuciok\n", u.Name, u.Authors)
	case "isready":
		fmt.Fprintln(u.out, "readyok")
	case "ucinewgame":
		u.pos = u.Game.Start()
		return false, u.begin(ctx)
	case "position":
		u.position(words[1:])
	case "go":
		u.think(ctx, words[1:])
	case "stop":
		u.halt()
	case "d":
		fmt.Fprint(u.out, u.pos.Draw(play.DrawOptions{}))
	case "quit":
		if u.search != nil && u.search.stopped { // its answer is owed
			err = errors.Join(u.answer(<-u.search.done), u.flush())
		}
		return true, err
	default:
		u.wrong("unknown command %.40q, want uci, isready, ucinewgame, position, go, stop, d or quit", words[0])
	}
	return false, nil
}

func (u *UCI) wrong(format string, args ...any) {
	fmt.Fprintf(u.out, "info string error: "+format+"\n", args...)
}

// position reads "startpos" or "startpos moves ...".
func (u *UCI) position(words []string) {
	if len(words) == 0 || words[0] != "startpos" || len(words) > 1 && words[1] != "moves" {
		u.wrong("position %.60q, want startpos, or startpos moves and the moves", strings.Join(words, " "))
		return
	}
	pos := u.Game.Start()
	for i, m := range words[min(2, len(words)):] {
		if pos.Over() {
			u.wrong("position: move %d, %.20s: the game is over", i+1, m)
			return
		}
		if err := u.Game.PlayText(pos, m); err != nil {
			u.wrong("position: move %d: %v", i+1, err)
			return
		}
	}
	u.pos = pos
}

// otherLimits are limits of a search that chess engines know, too, with a value.
var otherLimits = []string{"depth", "nodes", "mate"}

// limits are the limits of a search.
type limits struct {
	each    time.Duration // 0: by the clock, or the player's default amount of work
	endless bool
	clock   *play.Clock // nil: none
}

// limits reads the words behind go. A program that sends them waits for a move, so a wrong limit is
// reported and left out.
func (u *UCI) limits(words []string) (l limits) {
	own := [2][2]string{{"wtime", "winc"}, {"btime", "binc"}}[min(u.pos.ToMove(), 1)]
	var clock play.Clock
	for len(words) > 0 {
		name, value := words[0], ""
		words = words[1:]
		switch name {
		case "infinite":
			l.endless = true
			continue
		case "ponder":
			fmt.Fprintf(u.out, "info string go %s has no effect\n", name)
			continue
		case "searchmoves":
			fmt.Fprintf(u.out, "info string go %s has no effect\n", name)
			for len(words) > 0 && u.isMove(words[0]) {
				words = words[1:]
			}
			continue
		case "movetime", "wtime", "btime", "winc", "binc", "movestogo":
		default:
			if !slices.Contains(otherLimits, name) {
				u.wrong("go %.60q, want nothing, movetime, wtime, btime, winc, binc, movestogo, or infinite", name)
				continue
			}
		}
		if len(words) > 0 {
			value, words = words[0], words[1:]
		}
		n, err := strconv.ParseInt(value, 10, 64)
		most := maxMovetime.Milliseconds()
		switch {
		case slices.Contains(otherLimits, name):
			fmt.Fprintf(u.out, "info string go %s has no effect: want movetime, a clock or infinite, and options of --player\n", name)
		case name == "movestogo":
			if err != nil || n < 0 || n > most {
				u.wrong("go movestogo %.20q, want a number of moves", value)
				continue
			}
			clock.Moves = int(n)
		case err != nil || n > most:
			u.wrong("go %s %.20q, want milliseconds, 0..%d", name, value, most)
		case name == "movetime":
			l.each = max(time.Millisecond, time.Duration(n)*time.Millisecond)
		case name == own[0]: // a GUI may send less than nothing
			l.clock = &clock
			clock.Left = max(0, time.Duration(n)*time.Millisecond)
		case name == own[1]:
			clock.Increment = max(0, time.Duration(n)*time.Millisecond)
		}
	}
	if l.endless {
		l.each, l.clock = math.MaxInt64, nil
	}
	return l
}

// isMove reports whether a word is a move of the game.
func (u *UCI) isMove(word string) bool {
	_, err := u.Game.Parse(word)
	return err == nil
}

// think begins a search: "movetime" and milliseconds, clocks, "infinite", or the player's default
// amount of work.
func (u *UCI) think(ctx context.Context, words []string) {
	l := u.limits(words)
	s := &uciSearch{stop: make(chan struct{}), done: make(chan error, 1), endless: l.endless}
	if u.pos.Over() {
		u.wrong("go: the game is over")
		fmt.Fprintln(u.out, "bestmove (none)")
		return
	}
	timed, ok := u.Player.(play.Timed)
	clocked, keeps := u.Player.(play.Clocked)
	if !ok && l.each > 0 || !ok && !keeps && l.clock != nil {
		fmt.Fprintf(u.out, "info string %s takes its own time\n", u.Player.Name())
	}
	switch {
	case keeps:
		clocked.SetClock(l.clock)
	case l.clock != nil && l.each == 0:
		l.each = l.clock.Share(u.Game, u.pos)
	}
	if ok {
		timed.Limit(l.each, s.stop)
	}
	u.search = s
	pos := u.pos.Clone()
	go func() {
		begun, before := time.Now(), u.work()
		var err error
		s.move, err = u.Player.Move(ctx, pos)
		s.took, s.work = time.Since(begun), u.work()-before
		if s.endless && err == nil {
			select { // the protocol's answer comes after stop only
			case <-s.stop:
			case <-ctx.Done():
				err = ctx.Err()
			}
		}
		s.done <- err
	}()
}

func (u *UCI) work() uint64 {
	if w, ok := u.Player.(play.WorkCounter); ok {
		n, _ := w.Work()
		return n
	}
	return 0
}

// halt ends the search under way.
func (u *UCI) halt() {
	if u.search != nil && !u.search.stopped {
		u.search.stopped = true
		close(u.search.stop)
	}
}

// answer writes the move that the search has found.
func (u *UCI) answer(err error) error {
	s := u.search
	u.search = nil
	if err != nil {
		return err
	}
	fmt.Fprintf(u.out, "info time %d nodes %d\nbestmove %s\n", s.took.Milliseconds(), s.work, u.Game.Format(s.move))
	return nil
}
