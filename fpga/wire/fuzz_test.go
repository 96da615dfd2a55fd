// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire_test

import (
	"io"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
)

// liar is the line to a board that changes its answers as a script says. The bytes of the script
// change one answer each: a byte of it within a good frame, the whole frame, or nothing. The line
// is dead at the script's end.
type liar struct {
	mu      sync.Mutex
	model   service.Model
	decoder service.Decoder
	script  []byte
	answers chan []byte
	dead    bool
	rest    []byte
}

func newLiar(script []byte) *liar {
	return &liar{script: script, answers: make(chan []byte, len(script)+1), model: service.Model{Lanes: 8, Leaves: service.NewLeafModel()}}
}

func (l *liar) Write(frames []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, b := range frames {
		request := l.decoder.Add(b)
		if request == nil || l.dead {
			continue
		}
		answer := l.model.Answer(request)
		if answer == nil {
			continue
		}
		if len(l.script) < 3 {
			l.end()
			continue
		}
		how, at, what := l.script[0], int(l.script[1])%len(answer), l.script[2]
		l.script = l.script[3:]
		switch how % 5 {
		case 0: // the truth
		case 1:
			answer[at] ^= what
		case 2:
			answer = answer[:at]
		case 3:
			answer = append(answer, what)
		case 4:
			l.answers <- []byte{what, byte(at)}
			continue
		}
		if len(answer) > 0 {
			l.answers <- service.AppendFrame(nil, answer)
		}
	}
	return len(frames), nil
}

func (l *liar) end() {
	if !l.dead {
		close(l.answers)
	}
	l.dead = true
}

func (l *liar) Read(into []byte) (int, error) {
	if len(l.rest) == 0 {
		answer, ok := <-l.answers
		if !ok {
			return 0, io.EOF
		}
		l.rest = answer
	}
	n := copy(into, l.rest)
	l.rest = l.rest[n:]
	return n, nil
}

func (l *liar) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.end()
	return nil
}

// fuzzLimits make a service give up soon.
var fuzzLimits = wire.Limits{Answer: 2 * time.Millisecond, Playout: time.Microsecond, Tries: 2}

// FuzzService asks a board that answers anything. Each call ends, with an answer of its own kind or
// an error.
func FuzzService(f *testing.F) {
	f.Fuzz(func(t *testing.T, script []byte) {
		s := wire.NewService(newLiar(script), fuzzLimits)
		defer s.Close()
		pos := duo.NewPosition(duo.Player1)
		calls := []*wire.Call{s.Send(t.Context(), service.NewLoad(0, &pos))}
		for range 3 {
			calls = append(calls, s.Send(t.Context(), service.Run{Policy: playout.Largest, Seed: 1, Playouts: 2}), s.Send(t.Context(), service.Pick{Index: 3}))
		}
		for i, c := range calls {
			if r, err := c.Wait(t.Context()); err == nil {
				want := []byte{service.KindLoad, service.KindRun, service.KindPick}[min(i, 2-i%2)]
				require.Equal(t, want, r.Request)
			}
		}
	})
}

// FuzzLeafService asks a board that answers anything for the values of leaves.
func FuzzLeafService(f *testing.F) {
	f.Fuzz(func(t *testing.T, script []byte) {
		s := wire.NewLeafService(newLiar(script), fuzzLimits)
		defer s.Close()
		pos := duo.NewPosition(duo.Player1)
		if s.SetRoot(&pos) != nil {
			return
		}
		for i := range 40 {
			if s.Ask(search.Question{Seed: uint32(i), Children: 3 * (i % 2)}) != nil {
				return
			}
		}
		for i := range 40 {
			finding, err := s.Answer()
			if err != nil {
				return
			}
			require.LessOrEqual(t, len(finding.Children), 3*(i%2))
		}
	})
}
