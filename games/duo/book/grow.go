// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package book

import (
	"container/heap"
	"fmt"

	"golang.org/x/sync/errgroup"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// Share is a move with its share of a search's visits, 0..1.
type Share struct {
	Move duo.Move
	Part float64
}

// Searcher judges the positions of a growing book, several at a time. Grow calls it once for each
// position. A Searcher must be deterministic.
type Searcher interface {
	// Best searches deeply for the book's move.
	Best(p *duo.Position) (Found, error)
	// Replies returns the probabilities of the rival's moves.
	Replies(p *duo.Position) ([]Share, error)
}

// minChance is the least probability of a position in a book, seen from the start of the game: less
// likely positions stay out even if the book has room.
const minChance = 1e-4

// batch is the number of positions searched side by side: the likeliest ones at the time, without
// the positions that follow from them.
const batch = 8

// Grow makes a book of the size most likely positions with the player to move. The player always
// makes the book's move, and the rival replies with the probabilities that the searches give.
// Either may move first. Grow takes positions in the order of their probabilities, a batch at a
// time, so that a larger book contains a smaller one. The result does not depend on jobs, the
// number of searches at a time. Grow calls grown with each entry.
func Grow(s Searcher, size, jobs int, grown func(Entry)) (*Book, error) {
	b := &Book{found: map[Key]Found{}}
	start := duo.NewPosition(duo.Player1)
	open := &queue{}
	number := 0
	push := func(p duo.Position, chance float64) {
		if chance >= minChance {
			number++
			heap.Push(open, likely{p, chance, number})
		}
	}
	pushReplies := func(p *duo.Position, chance float64, replies []Share) {
		for _, r := range replies {
			next := *p
			next.Play(r.Move)
			push(next, chance*r.Part)
		}
	}
	push(start, 1)
	replies, err := s.Replies(&start)
	if err != nil {
		return nil, err
	}
	pushReplies(&start, 1, replies)
	seen := map[Key]bool{}
	for open.Len() > 0 && len(b.Entries) < size {
		var at []likely
		for open.Len() > 0 && len(at) < batch {
			// Another order of moves, or an image, may have come first. Probabilities do not add
			// up; only the greatest counts.
			l := heap.Pop(open).(likely)
			if key := KeyOf(&l.position); !seen[key] && l.position.HasLegalMove() {
				seen[key] = true
				at = append(at, l)
			}
		}
		type answer struct {
			best    Found
			replies []Share
		}
		answers := make([]answer, len(at))
		var group errgroup.Group
		group.SetLimit(jobs)
		for i := range at {
			group.Go(func() (err error) {
				p, a := at[i].position, &answers[i]
				if a.best, err = s.Best(&p); err != nil {
					return err
				}
				if err := p.MakeMove(a.best.Move); err != nil {
					return fmt.Errorf("book: the search's move: %w", err)
				}
				if p.HasLegalMove() {
					a.replies, err = s.Replies(&p)
				}
				return err
			})
		}
		if err := group.Wait(); err != nil {
			return nil, err
		}
		for i := range at {
			p := at[i].position
			if len(b.Entries) == size {
				break
			}
			e := Entry{append([]duo.Move{}, p.History()...), answers[i].best}
			b.add(&p, e)
			grown(e)
			p.Play(e.Move)
			pushReplies(&p, at[i].chance, answers[i].replies)
		}
	}
	return b, nil
}

// likely is a position with the player to move.
type likely struct {
	position duo.Position
	chance   float64
	number   int // breaks ties: among equally likely positions, the first found comes first
}

// queue is a heap with the likeliest position at the top.
type queue []likely

func (q queue) Len() int { return len(q) }
func (q queue) Less(i, j int) bool {
	if q[i].chance != q[j].chance {
		return q[i].chance > q[j].chance
	}
	return q[i].number < q[j].number
}
func (q queue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)   { *q = append(*q, x.(likely)) }
func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}
