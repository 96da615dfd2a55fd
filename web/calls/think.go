// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package calls

import (
	"fmt"
	"strings"

	"github.com/tessera-fpga/tessera/play"
)

// Level is an engine that a person can play against.
type Level struct {
	// ID is the specification of the player for "tessera play", without a seed.
	ID    string `json:"id"`
	Name  string `json:"name"`
	About string `json:"about"`
}

// levels are the levels of the game's tree search, weakest first.
func levels(of *play.Game) (out []Level) {
	for i, l := range of.Levels {
		out = append(out, Level{
			ID: fmt.Sprintf("tree:level=%d", i+1), Name: fmt.Sprintf("Level %d, %s", i+1, strings.ToLower(l.Name)),
			About: fmt.Sprintf("tree search, %d leaves a move", l.Leaves),
		})
	}
	return out
}

// Thought is an engine's answer.
type Thought struct {
	Place
	// Margin is the expected margin in points of the player to move over the rival, and Value that
	// player's expected result, from 0 (loss) to 1 (win). Some searches provide neither.
	Margin     *float64    `json:"margin,omitempty"`
	Value      *float64    `json:"value,omitempty"`
	Visits     int         `json:"visits,omitempty"`   // visits of the move, in units
	Work       int         `json:"work"`               // in units
	Unit       string      `json:"unit"`               // "leaves", "playouts" or "nodes"; "" if the work is not known
	Resigned   bool        `json:"resigned,omitempty"` // set instead of a move
	Candidates []Candidate `json:"candidates"`
	Line       []Place     `json:"line"` // the expected moves from this one on; none if they are not known
}

// Candidate is a move that the engine considered.
type Candidate struct {
	Place
	Visits int      `json:"visits"`
	Margin *float64 `json:"margin,omitempty"`
	Value  *float64 `json:"value,omitempty"`
}

// NewThought returns the latest thought of a player that has made a move, in the page's form. The
// work before the move does not count.
func NewThought(of *play.Game, p play.Player, made play.Move, before uint64) *Thought {
	base, _, _ := strings.Cut(of.Name, ":")
	sketch := sketches[base]
	t := &Thought{Place: place(of, sketch, made), Candidates: []Candidate{}, Line: []Place{}}
	if counter, ok := p.(play.WorkCounter); ok {
		work, unit := counter.Work()
		t.Work, t.Unit = int(work-before), unit
	}
	thinker, ok := p.(play.Thinker)
	if !ok {
		return t
	}
	for _, c := range thinker.Thoughts() {
		value := c.Value
		if c.Move == made {
			t.Margin, t.Value, t.Visits = c.Margin, &value, c.Visits
			for _, m := range c.Line {
				t.Line = append(t.Line, place(of, sketch, m))
			}
		}
		if of.HasPass && c.Move == of.Pass {
			continue
		}
		t.Candidates = append(t.Candidates, Candidate{place(of, sketch, c.Move), c.Visits, c.Margin, &value})
	}
	return t
}
