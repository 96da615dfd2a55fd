// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package book makes the opening book: "tessera lab book". It writes each search's result to a file
// at once, so an interrupted run can resume.
package book

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"github.com/tessera-fpga/tessera/games/duo/book"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/lab/journal"
	"github.com/tessera-fpga/tessera/play/progress"
)

// Options describe the book and the searches that make it.
type Options struct {
	Size    int    // positions
	Leaves  int    // leaves of the search for a move of the book
	Replies int    // leaves of the search for the rival's replies
	Jobs    int    // searches at a time; the result is the same
	File    string // file that keeps the results of the searches, or ""
	Log     io.Writer
}

// Make makes the book and writes it.
func Make(ctx context.Context, o Options, w io.Writer) error {
	run := fmt.Sprintf("%d leaves, %d for replies, weights %s", o.Leaves, o.Replies, evaluation.Default.Hash())
	s := &searcher{ctx: ctx, leaves: o.Leaves, replies: o.Replies, known: map[string]finding{}}
	if o.File != "" {
		var err error
		s.out, err = journal.Open(o.File, run, func(line []byte) error {
			var found finding
			err := json.Unmarshal(line, &found)
			s.known[found.key()] = found
			return err
		})
		if err != nil {
			return err
		}
		defer s.out.Close()
	}
	n := 0
	bar := progress.Start(o.Log, "book")
	defer bar.Done()
	b, err := book.Grow(s, o.Size, o.Jobs, func(book.Entry) {
		n++
		bar.Set(n, o.Size)
	})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `# The opening book: the moves to a position, player 1 first, the move to make in it, its value and
# its margin for who makes it. Made by "make book" of %d positions with searches of
# %s.
`, o.Size, run)
	for _, e := range b.Entries {
		fmt.Fprintln(out, e)
	}
	return out.Flush()
}

// finding is the result of a search of a position, and a line of the file.
type finding struct {
	Position string       `json:"position"` // moves of the position
	Found    *book.Found  `json:"found,omitempty"`
	Replies  []book.Share `json:"replies,omitempty"`
}

// searcher searches with the tree, or returns known findings.
type searcher struct {
	ctx             context.Context
	leaves, replies int
	known           map[string]finding // indexed by the question
	out             *journal.File      // nil: findings are not kept
}

func (f *finding) key() string {
	if f.Found != nil {
		return "best " + f.Position
	}
	return "replies " + f.Position
}

// find returns a known finding, or searches for it.
func (s *searcher) find(f finding, p *duo.Position, leaves int, read func(cs []search.Candidate) finding) (finding, error) {
	for i, m := range p.History() {
		if i > 0 {
			f.Position += " "
		}
		f.Position += m.String()
	}
	if known, ok := s.known[f.key()]; ok {
		return known, nil
	}
	t, err := search.NewTree(search.TreeConfig{Config: tree.Config{Nodes: 16 * max(leaves, 1024)}}, func() search.Evaluator {
		return evaluation.New(&evaluation.Default)
	})
	if err != nil {
		return f, err
	}
	t.SetRoot(p)
	if _, err := t.Search(leaves, func(int) bool { return s.ctx.Err() != nil }); err != nil {
		return f, err
	}
	if err := s.ctx.Err(); err != nil {
		return f, err
	}
	found := read(t.Candidates())
	found.Position = f.Position
	if s.out != nil {
		err = s.out.Add(found)
	}
	return found, err
}

// Best returns the move of a search.
func (s *searcher) Best(p *duo.Position) (book.Found, error) {
	f, err := s.find(finding{Found: &book.Found{}}, p, s.leaves, func(cs []search.Candidate) finding {
		c := cs[0]
		return finding{Found: &book.Found{Move: c.Move, Value: float64(c.Value) / tree.MaxValue, Margin: float64(c.Margin) / evaluation.One}}
	})
	if err != nil {
		return book.Found{}, err
	}
	return *f.Found, nil
}

// Replies returns the shares of the visits of a search.
func (s *searcher) Replies(p *duo.Position) ([]book.Share, error) {
	f, err := s.find(finding{}, p, s.replies, func(cs []search.Candidate) (f finding) {
		all := 0
		for _, c := range cs {
			all += c.Visits
		}
		for _, c := range cs {
			if c.Visits > 0 {
				f.Replies = append(f.Replies, book.Share{Move: c.Move, Part: float64(c.Visits) / float64(all)})
			}
		}
		return f
	})
	return f.Replies, err
}
