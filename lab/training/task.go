// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package training

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strconv"

	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/match/queue"
)

// TaskKind is the kind of the tasks of self-play; see queue.ByKind.
const TaskKind = "selfplay"

// task is a game of self-play to play, in the form that a Handler takes.
type task struct {
	Kind     string    `json:"kind"` // TaskKind
	SelfPlay *selfPlay `json:"selfplay"`
	Number   int       `json:"number"` // number of the game, from 0
}

// selfPlay holds the settings that all games of a run share.
type selfPlay struct {
	Version string `json:"version"` // version of the program
	Search  string `json:"search"`  // FlatSearch or TreeSearch
	Effort  int    `json:"effort"`
	Quick   int    `json:"quick,omitempty"` // leaves of the other plies; see Config.Every
	Every   int    `json:"every,omitempty"`
	Seed    uint64 `json:"seed"`
	Weights string `json:"weights"` // their hash; "" with FlatSearch
}

func (c *Config) selfPlay() *selfPlay {
	s := &selfPlay{Version: c.Version, Search: c.Search, Effort: c.Effort, Seed: c.Seed}
	if c.Search != FlatSearch {
		s.Weights = evaluation.Default.Hash()
		if c.Every > 1 {
			s.Quick, s.Every = c.Quick, c.Every
		}
	}
	return s
}

// String names the run.
func (s *selfPlay) String() string {
	name := fmt.Sprintf("%s effort=%d", s.Search, s.Effort)
	if s.Every > 1 {
		name += fmt.Sprintf(" every=%d quick=%d", s.Every, s.Quick)
	}
	name += fmt.Sprintf(" seed=%d", s.Seed)
	if s.Weights != "" {
		name += weightsWord + s.Weights
	}
	return name
}

// QueueMatch describes the run to a queue of workers.
func (c *Config) QueueMatch() queue.Match {
	return queue.Match{ID: "self-play " + c.selfPlay().String(), Version: c.Version}
}

// newSearcher returns a searcher of the run.
func (s *selfPlay) newSearcher(seed uint32) (Searcher, error) {
	switch s.Search {
	case FlatSearch:
		return &flat{s.Effort, seed}, nil
	case TreeSearch:
		return newDeep(s.Effort, s.Quick, seed)
	}
	return nil, fmt.Errorf("training: search %q, want %s or %s", s.Search, FlatSearch, TreeSearch)
}

// Handler returns a queue.Handler of a version of the program: it plays the game that a payload
// says, and returns its line of JSON.
func Handler(version string) queue.Handler {
	return func(ctx context.Context, payload []byte) ([]byte, error) {
		var t task
		if err := json.Unmarshal(payload, &t); err != nil {
			return nil, fmt.Errorf("training: task: %w", err)
		}
		s := t.SelfPlay
		switch {
		case s == nil || t.Number < 0 || s.Effort < 1 || s.Every > 1 && s.Quick < 1:
			return nil, errors.New("training: task: it is no game of self-play")
		case s.Version != version:
			return nil, fmt.Errorf("training: the games are played by version %s, this is %s", s.Version, version)
		case s.Search != FlatSearch && s.Weights != evaluation.Default.Hash():
			return nil, fmt.Errorf("training: the games are played with the weights %s, this program has %s", s.Weights, evaluation.Default.Hash())
		}
		g, err := s.play(ctx, t.Number)
		if err != nil {
			return nil, err
		}
		line, err := json.Marshal(g)
		return append(line, '\n'), err
	}
}

// Serve is Handler for tasks from other machines: other workers get the tasks that this program
// cannot play.
func Serve(version string) queue.Handler {
	handler := Handler(version)
	return func(ctx context.Context, payload []byte) ([]byte, error) {
		line, err := handler(ctx, payload)
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("%w: %w", queue.ErrUnfit, err)
		}
		return line, err
	}
}

// tasks returns the tasks of the missing games.
func (s *selfPlay) tasks(have []bool) iter.Seq[queue.Task] {
	return func(yield func(queue.Task) bool) {
		for number, there := range have {
			if there {
				continue
			}
			payload, err := json.Marshal(task{TaskKind, s, number})
			if err != nil {
				panic(err) // no type in it can fail
			}
			check := func(_ context.Context, result []byte) error {
				_, err := gameOf(queue.Result{ID: strconv.Itoa(number), Payload: result})
				return err
			}
			if !yield(queue.Task{ID: strconv.Itoa(number), Payload: payload, Check: check}) {
				return
			}
		}
	}
}

// gameOf returns the game that the result of a task holds, checked.
func gameOf(r queue.Result) (*Game, error) {
	if r.Err != nil {
		return nil, fmt.Errorf("training: game %s: %w", r.ID, r.Err)
	}
	g, err := parseGame(r.Payload)
	if err != nil {
		return nil, fmt.Errorf("training: result of game %s: %w", r.ID, err)
	}
	if strconv.Itoa(g.Number) != r.ID {
		return nil, fmt.Errorf("training: result of game %s: it is game %d", r.ID, g.Number)
	}
	return g, nil
}
