// Command make makes the opening book and writes it to standard output: "make book". Each finding
// of a search goes to a file at once, so that a run that was stopped can continue there.
package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"sync"

	"github.com/tessera-fpga/tessera/golden/book"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/tree"
)

func main() {
	size := flag.Int("size", 300, "number of positions")
	leaves := flag.Int("leaves", 15_000, "leaves of the search for a move of the book")
	replies := flag.Int("replies", 3_000, "leaves of the search for the rival's replies")
	jobs := flag.Int("jobs", runtime.NumCPU(), "how many searches at a time; the result is the same")
	file := flag.String("file", "", "file that keeps what the searches find")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *size, *leaves, *replies, *jobs, *file); err != nil {
		fmt.Fprintln(os.Stderr, "\nbook:", err)
		if *file != "" && errors.Is(err, context.Canceled) {
			fmt.Fprintf(os.Stderr, "book: the same command goes on with %s\n", *file)
		}
		os.Exit(1)
	}
}

func run(ctx context.Context, size, leaves, replies, jobs int, file string) error {
	run := fmt.Sprintf("%d leaves, %d for replies, weights %s", leaves, replies, evaluation.Default.Hash())
	s := &searcher{ctx: ctx, leaves: leaves, replies: replies, known: map[string]finding{}}
	if file != "" {
		f, err := s.open(file, run)
		if err != nil {
			return err
		}
		defer f.Close()
	}
	n := 0
	b, err := book.Grow(s, size, jobs, func(book.Entry) {
		n++
		fmt.Fprintf(os.Stderr, "\rbook: %d of %d positions", n, size)
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr)
	out := bufio.NewWriter(os.Stdout)
	fmt.Fprintf(out, `# The opening book: the moves to a position, player 1 first, the move to make in it, its value and
# its margin for who makes it. Made by "make book" of %d positions with searches of
# %s.
`, size, run)
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
