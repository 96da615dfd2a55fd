// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/tree"
)

// TreePager counts the cycles of module tree_pager with the SDRAM behind it, and knows where each
// block of a tree is. A block is the children of a node; TreeNodes numbers the blocks. The places
// have TreeWays ways: the low bits of a block's number give its set, in which it may have any way.
type TreePager struct {
	Report TreePagerReport

	cfg    TreePagerConfig
	sdram  *SDRAM
	places []treePlace // way by way
	latest []int       // of each set, the way that was used last
	links  map[int]int // by block: the way that the link to it names
	free   int         // first cycle with the last block written
}

// TreeWays is the number of places that a block can have.
const TreeWays = 2

// TreePagerConfig holds the parameters of a tree_pager.
type TreePagerConfig struct {
	Places   int // places for blocks in block RAM; a power of two
	Children int // children of a node, at most
	Head     int // bits of a node, without its children
	Fresh    int // bits of a child that it has without a visit
}

// NewTreePagerConfig returns the parameters of the tree_pager in a tree_walk whose numbers of visits have
// that many bits.
func NewTreePagerConfig(places, children, visitBits int) TreePagerConfig {
	const player = 1
	numbers := 2 * bits.Len(uint(children)) // of children, and of those with visits
	return TreePagerConfig{
		Places: places, Children: children,
		Head: player + numbers + 2*visitBits + tree.ValueBits, Fresh: TreePriorBits + PlacementBits,
	}
}

// Bits of the fields that a child has from its beginning.
const (
	TreePriorBits = 16
	PlacementBits = 17 // a move: pattern, corner and mirrors
)

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
	pagerWordBits = 16
	pagerRow      = 8
	pagerKnown    = 1 // cycles until the pager knows the work of a request, if another block has been read at the place
	pagerJudge    = 3 // the same otherwise
	pagerStill    = 3 // cycles from the end of a change until the memories show it
	pagerWord     = 1 // cycles from the last word read to done_o
	pagerAsk      = 2 // cycles to save a child
	pagerSave     = 6 // besides, until the last one is saved, and done_o
	pagerNone     = 2 // to done_o, with no child to save
	pagerTurn     = 4 // from the judgement until the other way has been read
)

// NewTreePager returns a pager whose memory is the given one.
func NewTreePager(cfg TreePagerConfig, sdram *SDRAM) *TreePager {
	return &TreePager{
		cfg: cfg, sdram: sdram, places: make([]treePlace, cfg.Places),
		latest: make([]int, cfg.Places/TreeWays), links: map[int]int{},
	}
}

// set returns the set of a block.
func (p *TreePager) set(block int) int { return block % len(p.latest) }

// at returns the place of a block with that way.
func (p *TreePager) at(block, way int) *treePlace {
	return &p.places[way*len(p.latest)+p.set(block)]
}

// Way returns the way of a block, if the block is at a place.
func (p *TreePager) Way(block int) (way int, ok bool) {
	for way := range TreeWays {
		if p.at(block, way).block == block {
			return way, true
		}
	}
	return 0, false
}

// Link returns the way that the link to a block names.
func (p *TreePager) Link(block int) int { return p.links[block] }

// Mend makes the link to a block name its way.
func (p *TreePager) Mend(block int) { p.links[block], _ = p.Way(block) }

// Newest returns the way of a block that is made now.
func (p *TreePager) Newest(block int) int {
	if block < p.cfg.Places {
		return block / len(p.latest)
	}
	return 1 - p.latest[p.set(block)]
}

// PagerNeed returns how many children of a block must be there: the visited ones and the next.
func PagerNeed(visited, count int) int { return min(visited+1, count) }

// Here reports whether a block has that way, with as many children as are needed.
func (p *TreePager) Here(block, way, visited, count int) bool {
	at := p.at(block, way)
	return at.block == block && at.held >= PagerNeed(visited, count)
}

// Made notes a new block with its children, which has found room.
func (p *TreePager) Made(block, count int) {
	way := p.Newest(block)
	*p.at(block, way) = treePlace{block, count, 1<<count - 1}
	p.latest[p.set(block)], p.links[block] = way, way
}

// Change notes a change of a child, and so of the head, of a block at its place.
func (p *TreePager) Change(block, slot int) {
	way, _ := p.Way(block)
	p.at(block, way).changed |= 1 << slot
	p.latest[p.set(block)] = way
}

// Room makes room for a new block after a request in cycle at, and returns the cycle of done_o.
func (p *TreePager) Room(at, block int) (done int) {
	judged := max(at+pagerJudge, p.free)
	done = judged + 1
	if block >= p.cfg.Places {
		place := p.at(block, p.Newest(block))
		done = p.saved(judged, place)
		p.out(done+1, place)
	}
	p.Report.Cycles += done + 1 - at
	return done
}

// TreeWant is a request for a block.
type TreeWant struct {
	Block, Way     int  // the block, and the way that is looked at first
	Visited, Count int  // visited children, and all children
	Known          bool // that place has been read
	Close          bool // the last changes may be of the block's set
	Still          int  // first cycle without a change under way
}

// Bring brings a block after a request in cycle at, and returns the cycle of done_o.
func (p *TreePager) Bring(at int, w TreeWant) (done int) {
	block, way := w.Block, w.Way
	need := PagerNeed(w.Visited, w.Count)
	judge := pagerJudge
	if w.Known && p.at(block, way).block != block {
		judge = pagerKnown
	}
	judged := max(at+judge, p.free)
	save := judged
	if there, ok := p.Way(block); ok && there != way {
		way = there
		judged += pagerTurn
	} else if !ok {
		if w.Close {
			judged = max(judged, w.Still+pagerStill)
		}
		save = judged
		if way == p.latest[p.set(block)] {
			way = 1 - way
			save += pagerTurn
		}
	}
	place := p.at(block, way)
	switch {
	case place.block != block:
		p.Report.Brought++
		done = p.in(judged+1, block, pagerRow-p.cfg.headWords(), p.cfg.headWords()+p.cfg.words(w.Visited, w.Count))
		if place.changes() > 0 {
			done = max(done, p.saved(save, place))
		}
		p.out(done+1, place)
		*place = treePlace{block, need, 0}
		p.latest[p.set(block)] = way
	case place.held < need: // the next child is missing, which has no visit
		p.Report.Grown++
		done = p.in(judged+1, block, pagerRow*need, wordsOf(p.cfg.Fresh))
		place.held = need
	default:
		done = max(judged, w.Still) + 1
	}
	p.Report.Cycles += done + 1 - at
	return done
}

// changes returns the number of children that have changed.
func (t *treePlace) changes() int { return bits.OnesCount64(t.changed & (1<<t.held - 1)) }

// saved returns the cycle of done_o, if only what has changed at a place is saved, from a cycle on.
func (p *TreePager) saved(from int, place *treePlace) int {
	if n := place.changes(); n > 0 {
		return from + pagerAsk*n + pagerSave
	}
	return from + pagerNone
}

// out writes what has been saved of a place, beginning at cycle at or later.
func (p *TreePager) out(at int, place *treePlace) {
	p.Report.Out++
	head := p.address(place.block)
	var columns []int
	write := func(row, skipped int) {
		for i := skipped; i < pagerRow; i++ {
			columns = append(columns, (head+row*pagerRow+i)%SDRAMColumns)
		}
	}
	write(0, pagerRow-p.cfg.headWords())
	for slot := range place.held {
		if place.changed>>slot&1 != 0 {
			write(1+slot, 0)
		}
	}
	p.Report.Words += len(columns)
	b := p.sdram.Scatter(at, head, columns, make([]uint16, len(columns)))
	p.free = b.First + len(columns)
}

// in reads words of a block from one on, and returns the cycle of done_o.
func (p *TreePager) in(at, block, word, words int) int {
	p.Report.Words += words
	b := p.sdram.Request(at, p.address(block)+word, words, nil)
	return b.First + words - 1 + pagerWord
}

// address returns where a block's rows begin.
func (p *TreePager) address(block int) int {
	rows := 1
	for rows < p.cfg.Children+1 {
		rows *= 2
	}
	return block * rows * pagerRow
}

// headWords is the number of words of a head, at the end of its row. With those of a child without a visit
// they are a request that is long enough to become longer.
func (c *TreePagerConfig) headWords() int { return max(wordsOf(c.Head), pagerRow-wordsOf(c.Fresh)) }

func wordsOf(bits int) int { return (bits + pagerWordBits - 1) / pagerWordBits }

// words is the number of words of the children that a node with that many visited children needs. Of the
// one without a visit some words suffice.
func (c *TreePagerConfig) words(visited, count int) int {
	words := pagerRow * visited
	if visited < count {
		words += wordsOf(c.Fresh)
	}
	return words
}
