// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package rules is the reference model of dots and boxes: rules, symmetry, notation, the Monte
// Carlo tree search of J. A. Prince (Game Specific Approaches to Monte Carlo Tree Search for Dots
// and Boxes, honors thesis, Western Kentucky University, 2017), and a solver.
//
// On a board of h x w boxes two players draw edges in turn. A player who draws the fourth edge of a
// box scores it and must move again, once only even for two boxes. When all edges are drawn, the
// player with more boxes wins.
//
// File grid.go (here) has boards and their symmetries, position.go and draw.go the positions of
// package play, tree.go the interface to package tree, mcts.go the search of the thesis,
// retrograde.go, solver.go and endgame.go the solver.
package rules

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// MaxEdges bounds the number of edges of a board, so that they fit a machine word.
const MaxEdges = 64

// MaxImages is the number of images of a board under its symmetries, if it is square.
const MaxImages = 8

// Edge is the number of an edge, from 0: left to right, top to bottom, with rows of horizontal and
// vertical edges in turn. On 2x2:
//
//   - 0 + 1 +
//     2   3   4
//   - 5 + 6 +
//     7   8   9
//   - 10+ 11+
type Edge int

// Edges is a set of edges of a board: the state of a game without the owners of the boxes. Edge 0
// is the most significant of the board's bits, so that the set equals the thesis's number of the
// state.
type Edges uint64

// Count returns the number of edges in the set.
func (s Edges) Count() int { return bits.OnesCount64(uint64(s)) }

// Grid is the game's board: its size and the tables that follow from it. It does not change.
type Grid struct {
	H, W  int
	Edges int   // number of edges
	All   Edges // the set of all edges

	boxes  []Edges        // the four edges of each box, row by row
	beside [][2]int8      // for each edge: the boxes that it bounds; -1: none
	sets   [MaxEdges]sets // for each edge: see type sets
	images [][8]Edges     // for each edge: its image under each symmetry, as a set
	spread [][256]Images  // for each eight bits of a set: their images
	maps   [][]Edge       // for each symmetry: the image of each edge
}

// sets are the sets looked up for an edge.
type sets struct {
	bit    Edges    // the edge itself
	others [2]Edges // the other three edges of the boxes that it bounds; the edge itself if it does not bound one
}

// captures returns the number of boxes, 0..2, that an undrawn edge completes.
func (s *sets) captures(drawn Edges) int {
	first, second := 0, 0
	if drawn&s.others[0] == s.others[0] {
		first = 1
	}
	if drawn&s.others[1] == s.others[1] {
		second = 1
	}
	return first + second
}

// MakeGrid returns a grid of h rows of w boxes.
func MakeGrid(h, w int) (*Grid, error) {
	if h < 1 || w < 1 {
		return nil, fmt.Errorf("dotsboxes: %dx%d boxes, want 1x1 or more", h, w)
	}
	if h > MaxEdges || w > MaxEdges { // keeps the number of edges from overflowing
		return nil, fmt.Errorf("dotsboxes: %dx%d boxes have more than %d edges, want a board such as 5x5", h, w, MaxEdges)
	}
	n := h*(w+1) + w*(h+1)
	if n > MaxEdges {
		return nil, fmt.Errorf("dotsboxes: %dx%d boxes have %d edges, want at most %d, as 5x5", h, w, n, MaxEdges)
	}
	b := &Grid{H: h, W: w, Edges: n, All: Edges(1)<<n - 1, beside: make([][2]int8, n)}
	for e := range b.beside {
		b.beside[e] = [2]int8{-1, -1}
	}
	for box := range h * w {
		r, c := box/w, box%w
		top := Edge(r*(2*w+1) + c)
		left := top + Edge(w)
		var set Edges
		for _, e := range []Edge{top, left, left + 1, left + 1 + Edge(w)} {
			set |= b.Bit(e)
			side := &b.beside[e]
			if side[0] < 0 {
				side[0] = int8(box)
			} else {
				side[1] = int8(box)
			}
		}
		b.boxes = append(b.boxes, set)
	}
	for e, boxes := range b.beside {
		bit := b.Bit(Edge(e))
		others := [2]Edges{bit, bit}
		for i, box := range boxes {
			if box >= 0 {
				others[i] = b.boxes[box] &^ bit
			}
		}
		b.sets[e] = sets{bit, others}
	}
	b.makeSymmetries()
	return b, nil
}

// ParseSize reads a size such as 3x4, height first.
func ParseSize(text string) (*Grid, error) {
	height, width, _ := strings.Cut(text, "x")
	h, err1 := strconv.Atoi(height)
	w, err2 := strconv.Atoi(width)
	if err1 != nil || err2 != nil {
		return nil, fmt.Errorf("dotsboxes: size %.20q, want height and width in boxes, such as 3x4", text)
	}
	return MakeGrid(h, w)
}

// String returns the size, such as "3x4".
func (b *Grid) String() string { return fmt.Sprintf("%dx%d", b.H, b.W) }

// Boxes returns the number of boxes.
func (b *Grid) Boxes() int { return len(b.boxes) }

// Bit returns the set of one edge.
func (b *Grid) Bit(e Edge) Edges { return 1 << (b.Edges - 1 - int(e)) }

// First returns the edge with the least number in a nonempty set.
func (b *Grid) First(s Edges) Edge { return Edge(bits.LeadingZeros64(uint64(s)) - (64 - b.Edges)) }

// Captures returns the number of boxes, 0..2, that an undrawn edge completes.
func (b *Grid) Captures(drawn Edges, e Edge) int { return b.sets[e].captures(drawn) }

// Taken returns the number of boxes that are complete.
func (b *Grid) Taken(drawn Edges) int {
	n := 0
	for _, box := range b.boxes {
		if drawn&box == box {
			n++
		}
	}
	return n
}

// end is one of the two ends of an edge: the row and the column of a dot.
type end struct{ row, col int }

// ends returns the dots that an edge joins.
func (b *Grid) ends(e Edge) [2]end {
	row, col := int(e)/(2*b.W+1), int(e)%(2*b.W+1)
	if col < b.W {
		return [2]end{{row, col}, {row, col + 1}}
	}
	return [2]end{{row, col - b.W}, {row + 1, col - b.W}}
}

// makeSymmetries finds the image of each edge when the board is mirrored and, if it is square,
// turned, by the images of the edge's ends.
func (b *Grid) makeSymmetries() {
	at := map[[2]end]Edge{}
	for e := range Edge(b.Edges) {
		ends := b.ends(e)
		at[ends], at[[2]end{ends[1], ends[0]}] = e, e
	}
	b.images = make([][8]Edges, b.Edges)
	for s := range b.Images() {
		where := make([]Edge, b.Edges)
		for e := range where {
			ends := b.ends(Edge(e))
			for i, d := range ends {
				if s&1 != 0 {
					d.row = b.H - d.row
				}
				if s&2 != 0 {
					d.col = b.W - d.col
				}
				if s&4 != 0 {
					d.row, d.col = d.col, d.row
				}
				ends[i] = d
			}
			where[e] = at[ends]
			b.images[e][s] = b.Bit(where[e])
		}
		b.maps = append(b.maps, where)
	}
	b.spread = make([][256]Images, (b.Edges+7)/8)
	for e := range Edge(b.Edges) {
		place := b.Edges - 1 - int(e) // place of the edge's bit
		for i := range 256 {
			if i>>(place%8)&1 != 0 {
				b.spread[place/8][i].Draw(b, e)
			}
		}
	}
}

// Images returns the number of the board's symmetries, the identity among them: 8, or 4 if it
// is oblong.
func (b *Grid) Images() int {
	if b.H == b.W {
		return MaxImages
	}
	return MaxImages / 2
}

// Images are the images of a set of edges under the symmetries of its board. The first image is the
// set itself. Images grow edge by edge.
type Images [MaxImages]Edges

// ImagesOf returns the images of a set.
func (b *Grid) ImagesOf(drawn Edges) (m Images) {
	for i := 0; drawn != 0; i++ {
		for j, image := range &b.spread[i][drawn&255] {
			m[j] |= image
		}
		drawn >>= 8
	}
	return m
}

// Draw adds an edge. On an oblong board the impossible images stay empty.
func (m *Images) Draw(b *Grid, e Edge) {
	for i, bit := range &b.images[e] {
		m[i] |= bit
	}
}

// Canonical returns the largest of the images, which is the same for all of them, and the symmetry
// that leads to it.
func (m *Images) Canonical() (largest Edges, symmetry int) {
	for s, image := range m {
		if image > largest {
			largest, symmetry = image, s
		}
	}
	return largest, symmetry
}

// with returns the largest of the images after an edge has been added.
func (m *Images) with(b *Grid, e Edge) (largest Edges) {
	bits := &b.images[e]
	for i, image := range m {
		largest = max(largest, image|bits[i])
	}
	return largest
}

// Canonical returns the largest of the images of a set.
func (b *Grid) Canonical(drawn Edges) Edges {
	m := b.ImagesOf(drawn)
	c, _ := m.Canonical()
	return c
}

// ParseEdges reads a set in the form of Format, or as its number.
func (b *Grid) ParseEdges(text string) (Edges, error) {
	base, want := 10, fmt.Sprintf("%d digits 0 or 1, or their number, 0..%d", b.Edges, uint64(b.All))
	if len(text) == b.Edges && strings.Trim(text, "01") == "" {
		base = 2
	}
	n, err := strconv.ParseUint(text, base, 64)
	if err != nil || n > uint64(b.All) {
		return 0, fmt.Errorf("dotsboxes: edges %.70q of a board of %v, want %s", text, b, want)
	}
	return Edges(n), nil
}

// Format writes a set as a digit for each edge, edge 0 first: 1 if it is drawn.
func (b *Grid) Format(s Edges) string { return fmt.Sprintf("%0*b", b.Edges, uint64(s)) }
