// Package book makes the opening book: "tessera lab book". Each search's result goes to a file at
// once, so that an interrupted run can go on.
package book

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/tessera-fpga/tessera/golden/book"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/play/progress"
)

// Options describe the book and the searches that make it.
type Options struct {
	Size    int    // positions
	Leaves  int    // leaves of the search for a move of the book
	Replies int    // leaves of the search for the rival's replies
	Jobs    int    // searches at a time; the result is the same
	File    string // file that keeps the results of the searches; "": none
	Log     io.Writer
}

// Make makes the book and writes it.
func Make(ctx context.Context, o Options, w io.Writer) error {
	run := fmt.Sprintf("%d leaves, %d for replies, weights %s", o.Leaves, o.Replies, evaluation.Default.Hash())
	s := &searcher{ctx: ctx, leaves: o.Leaves, replies: o.Replies, known: map[string]finding{}}
	if o.File != "" {
		f, err := s.open(o.File, run)
		if err != nil {
			return err
		}
		defer f.Close()
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

// finding is a finding about a position: a line of the file.
type finding struct {
	Position string       `json:"position"` // moves of the position
	Found    *book.Found  `json:"found,omitempty"`
	Replies  []book.Share `json:"replies,omitempty"`
}

// searcher searches by the tree, or returns known findings.
type searcher struct {
	ctx             context.Context
	leaves, replies int
	known           map[string]finding // indexed by the question
	out             io.Writer          // nil: findings are not kept
	mutex           sync.Mutex         // guards out
}

// open reads the findings of a file of the same run, and appends new ones to it. It removes a last
// line that was cut short.
func (s *searcher) open(path, run string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	end := 0
	for n := 0; ; n++ {
		length := bytes.IndexByte(text[end:], '\n') + 1
		if length == 0 {
			break
		}
		line := text[end : end+length]
		end += length
		if n == 0 {
			var of string
			if err := json.Unmarshal(line, &of); err != nil || of != run {
				return nil, errors.Join(fmt.Errorf("%s:1: findings of %q, want %q: remove it or name another file", path, bytes.TrimSpace(line), run), f.Close())
			}
			continue
		}
		var found finding
		if err := json.Unmarshal(line, &found); err != nil {
			return nil, errors.Join(fmt.Errorf("%s:%d: %w", path, n+1, err), f.Close())
		}
		s.known[found.key()] = found
	}
	if err := f.Truncate(int64(end)); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if _, err := f.Seek(int64(end), io.SeekStart); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if s.out = f; end == 0 {
		err = s.write(run)
	}
	return f, err
}

func (s *searcher) write(v any) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	line, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = s.out.Write(append(line, '\n'))
	return err
}

func (f *finding) key() string {
	if f.Found != nil {
		return "best " + f.Position
	}
	return "replies " + f.Position
}

// find returns a known finding, or makes it.
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
		err = s.write(found)
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
