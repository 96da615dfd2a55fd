// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import "math/bits"

// TreePager counts the cycles of module tree_pager with the SDRAM behind it, and knows where each
// block of a tree is. A block is the children of a node; TreeNumbers numbers the blocks.
type TreePager struct {
	Report TreePagerReport

	cfg    TreePagerConfig
	sdram  *SDRAM
	places []treePlace
	free   int // first cycle with the last block written
}

// TreePagerConfig holds the parameters of a tree_pager.
type TreePagerConfig struct {
	Places   int // places for blocks in block RAM; a power of two
	Children int // children of a node, at most
}

// TreePagerReport counts the work of a pager.
type TreePagerReport struct {
	Brought int // blocks read
	Grown   int // reads of a further child of a block that was there
	Out     int // blocks written
	Words   int // 16-bit words read and written
	Cycles  int // cycles that requests waited
}

// treePlace holds the contents of a place.
type treePlace struct {
	block, held int
	changed     uint64 // a bit for each child that has changed since it came, or since the block was new
}

// Words of the SDRAM: a row holds a child, or the other data of a node.
const (
	pagerRow   = 8
	pagerJudge = 3 // cycles until the pager knows the work of a request
	pagerWord  = 2 // cycles from the last word read to the next request
	pagerAsk   = 2 // cycles to save a child
	pagerSave  = 6 // besides, until the last one is saved, and done_o
	pagerNone  = 2 // from the judgement to done_o, with no child to save
)

// NewTreePager returns a pager whose memory is the given one.
func NewTreePager(cfg TreePagerConfig, sdram *SDRAM) *TreePager {
	return &TreePager{cfg: cfg, sdram: sdram, places: make([]treePlace, cfg.Places)}
}

// Place returns the place of a block: its low bits.
func (p *TreePager) Place(block int) int { return block % p.cfg.Places }

// PagerNeed returns how many children of a block must be there: the visited ones and the next.
func PagerNeed(visited, count int) int { return min(visited+1, count) }

// Here reports whether a block is at its place, with as many children as are needed.
func (p *TreePager) Here(block, visited, count int) bool {
	at := &p.places[p.Place(block)]
	return at.block == block && at.held >= PagerNeed(visited, count)
}

// Made notes a new block with its children, which has found room.
func (p *TreePager) Made(block, count int) {
	p.places[p.Place(block)] = treePlace{block, count, 1<<count - 1}
}

// Change notes a change of a child, and so of the head, of a block at its place.
func (p *TreePager) Change(block, slot int) { p.places[p.Place(block)].changed |= 1 << slot }

// Room makes room for a new block after a request in cycle at, and returns the cycle of done_o.
func (p *TreePager) Room(at, block int) (done int) {
	judged := max(at+pagerJudge, p.free)
	done = judged + 1
	if block >= p.cfg.Places {
		place := &p.places[p.Place(block)]
		done = p.saved(judged, place)
		p.out(done+1, place)
	}
	p.Report.Cycles += done + 1 - at
	return done
}

// Bring brings a block with that many visited children, and returns the cycle of done_o.
func (p *TreePager) Bring(at, block, visited, count int) (done int) {
	place := &p.places[p.Place(block)]
	need := PagerNeed(visited, count)
	judged := max(at+pagerJudge, p.free)
	done = judged + 1
	switch {
	case place.block != block:
		p.Report.Brought++
		done = p.in(done, block, 0, 1)
		done = p.in(done, block, 1, need)
		if place.changes() > 0 {
			done = max(done, p.saved(judged, place))
		}
		p.out(done+1, place)
		*place = treePlace{block, need, 0}
	case place.held < need:
		p.Report.Grown++
		done = p.in(done, block, 1+place.held, need-place.held)
		place.held = need
	}
	p.Report.Cycles += done + 1 - at
	return done
}

// changes returns the number of children that have changed.
func (t *treePlace) changes() int { return bits.OnesCount64(t.changed & (1<<t.held - 1)) }

// saved returns the cycle of done_o, if only what has changed at a place is saved, from the judgement on.
func (p *TreePager) saved(judged int, place *treePlace) int {
	if n := place.changes(); n > 0 {
		return judged + pagerAsk*n + pagerSave
	}
	return judged + pagerNone
}

// out writes what has been saved of a place, beginning at cycle at or later.
func (p *TreePager) out(at int, place *treePlace) {
	p.Report.Out++
	head := p.address(place.block, 0)
	var columns []int
	row := func(n int) {
		for i := range pagerRow {
			columns = append(columns, (head+n*pagerRow+i)%SDRAMColumns)
		}
	}
	row(0)
	for slot := range place.held {
		if place.changed>>slot&1 != 0 {
			row(1 + slot)
		}
	}
	p.Report.Words += len(columns)
	b := p.sdram.Scatter(at, head, columns, make([]uint16, len(columns)))
	p.free = b.First + len(columns)
}

// in reads rows of a block, and returns the first cycle for the next request.
func (p *TreePager) in(at, block, row, rows int) int {
	words := pagerRow * rows
	p.Report.Words += words
	b := p.sdram.Request(at, p.address(block, row), words, nil)
	return b.First + words - 1 + pagerWord
}

// address returns where a row of a block is.
func (p *TreePager) address(block, row int) int {
	rows := 1
	for rows < p.cfg.Children+1 {
		rows *= 2
	}
	return (block*rows + row) * pagerRow
}
