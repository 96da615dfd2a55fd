// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// leafChildren is the number of children in the test: fewer than a board has.
const leafChildren = 8

var leafLinkModel = verilator.Model{Top: "leaf_link", Params: map[string]int{"LANES": 2, "CHILDREN": leafChildren}}

// leafLinkBench is leaf_link in simulation, with its line and its model.
type leafLinkBench struct {
	p       *verilator.Proc
	rng     *rand.Rand
	model   service.Model
	own     *search.LeafModel // model of the root, for paths
	root    service.Root
	decoder service.Decoder
	counts  map[service.Status]int
}

func newLeafLinkBench(p *verilator.Proc, rng *rand.Rand) *leafLinkBench {
	b := &leafLinkBench{p: p, rng: rng, counts: map[service.Status]int{}, own: search.NewLeafModel(evaluation.New(&evaluation.Default), 1)}
	b.reset()
	return b
}

func (b *leafLinkBench) reset() {
	leaves := service.NewLeafModel()
	leaves.Children = leafChildren
	b.model = service.Model{Lanes: 2, Leaves: leaves}
	b.decoder = service.Decoder{}
}

// cycles does cycles with the given input bytes, and returns the output frames.
func (b *leafLinkBench) cycles(line []byte, n int) (got [][]byte, err error) {
	p := b.p
	batch := p.NewBatch(max(n, 3*len(line)))
	gap := b.rng.IntN(3)
	valid, data, ready := p.MustPort("rx_valid_i"), p.MustPort("rx_data_i"), p.MustPort("tx_ready_i")
	for i := range batch.Len() {
		if gap == 0 || b.rng.IntN(gap+1) == 0 || batch.Len()-i <= len(line) {
			if len(line) > 0 {
				valid.Set(batch.In(i), 1)
				data.Set(batch.In(i), uint64(line[0]))
				line = line[1:]
			}
		}
	}
	readies := make([]uint64, batch.Len())
	for i := range readies {
		readies[i] = flagBit(b.rng.IntN(4) > 0)
		ready.Set(batch.In(i), readies[i])
	}
	if err := p.Step(batch); err != nil {
		return nil, err
	}
	out, byteOut := p.MustPort("tx_valid_o"), p.MustPort("tx_data_o")
	for i := range batch.Len() {
		if out.Bool(batch.Out(i)) && readies[i] == 1 {
			if payload := b.decoder.Add(byte(byteOut.Uint(batch.Out(i)))); payload != nil {
				got = append(got, slices.Clone(payload))
			}
		}
	}
	return got, nil
}

// ask sends requests and compares the answers, in order.
func (b *leafLinkBench) ask(requests ...[]byte) error {
	var line []byte
	var want [][]byte
	for _, r := range requests {
		line = service.AppendFrame(line, r)
		answer := b.model.Answer(r)
		want = append(want, answer)
		b.counts[service.Status(answer[2])]++
	}
	got, err := b.cycles(line, 2000)
	for quiet := 0; err == nil && len(got) < len(want) && quiet < 60; quiet++ {
		var more [][]byte
		more, err = b.cycles(nil, 2000)
		got = append(got, more...)
	}
	if err != nil {
		return err
	}
	if !slices.EqualFunc(got, want, slices.Equal) {
		i := 0
		for i < len(got) && i < len(want) && slices.Equal(got[i], want[i]) {
			i++
		}
		g, w, r := "nothing", "nothing", "nothing"
		if i < len(got) {
			g = fmt.Sprintf("%x", got[i])
		}
		if i < len(want) {
			w, r = fmt.Sprintf("%x", want[i]), fmt.Sprintf("%x", requests[i])
		}
		return b.p.Mismatch("tx_data_o", g, w, "answer %d of %d, to %s", i+1, len(want), r)
	}
	return nil
}

// newRoot sets another root.
func (b *leafLinkBench) newRoot() (request []byte) {
	pos := duo.NewPosition(duo.Player(b.rng.IntN(2)))
	for range b.rng.IntN(38) {
		pos = duo.RandomGame(b.rng, b.rng.IntN(38))
		if !pos.Over() {
			break
		}
	}
	if pos.Over() {
		pos = duo.NewPosition(duo.Player1)
	}
	b.root = service.NewRoot(uint16(b.rng.Uint32()), &pos)
	b.own.SetRoot(&pos, playout.NewState(&pos))
	return b.root.Append(nil, byte(b.rng.Uint32()))
}

// leaves returns a request for leaves of the root.
func (b *leafLinkBench) leaves(most int) service.Leaves {
	l := service.Leaves{Tag: b.root.Tag, Sums: b.rng.IntN(2) == 0, Children: leafChildren, Seed: b.rng.Uint32()}
	var path []tree.Move
	for range most {
		path = slices.Clone(path[:b.rng.IntN(len(path)+1)])
		for range b.rng.IntN(4) {
			f, err := b.own.Find(search.Question{Path: path, Children: 12})
			if err != nil {
				panic(err)
			}
			if len(f.Children) == 0 {
				break
			}
			path = append(path, f.Children[b.rng.IntN(len(f.Children))].Move)
		}
		next := l
		next.Leaves = append(slices.Clone(l.Leaves), service.Leaf{Index: b.rng.IntN(service.MaxLeaves), Path: path, Children: b.rng.IntN(4) == 0})
		if next.Validate() != nil {
			break
		}
		l = next
	}
	return l
}

// wrong returns a request with something wrong or unusual, but never an illegal path, because the
// answer to such a path is undefined.
func (b *leafLinkBench) wrong() []byte {
	rng := b.rng
	for {
		r := b.leaves(3).Append(nil, byte(rng.Uint32()))
		switch rng.IntN(10) {
		case 0:
			r = b.root.Append(nil, 3)
			r[[]int{4, 5, 8, 9, 12, 13, 14, 15, 16, 40}[rng.IntN(10)]] ^= 1 << rng.IntN(8)
			if service.NewLeafModel().Handle(r)[2] == byte(service.OK) {
				continue // an impossible position
			}
		case 1:
			return service.InfoQuery{}.Append(nil, byte(rng.Uint32()))
		case 2:
			return service.Cancel{}.Append(nil, byte(rng.Uint32()))
		case 3:
			r = make([]byte, 1+rng.IntN(12))
			for i := range r {
				r[i] = byte(rng.Uint32())
			}
			r[0] = byte(rng.IntN(9))
		case 4:
			r = r[:1+rng.IntN(len(r))]
		case 5:
			r = append(r, byte(rng.IntN(2)))
		case 6:
			r[2+rng.IntN(2)] ^= 1 << rng.IntN(8)
		case 7:
			r[4+rng.IntN(2)] ^= 1 << rng.IntN(8)
		case 8:
			r[10+rng.IntN(len(r)-10)] ^= 1 << rng.IntN(8)
		case 9:
			r[len(r)-1] |= 1
		}
		if len(r) > service.MaxPayload {
			continue
		}
		if l, status, _ := service.ParseLeaves(r); r[0] == service.KindLeaves && status == service.OK && b.illegal(l) {
			continue
		}
		return r
	}
}

func (b *leafLinkBench) illegal(l service.Leaves) bool {
	return slices.ContainsFunc(l.Leaves, func(leaf service.Leaf) bool {
		_, err := b.own.Find(search.Question{Path: leaf.Path})
		return err != nil
	})
}

// TestLeafLink requests leaves of roots from games and compares every byte of the answers. In
// between come wrong requests, damaged frames, and resets during the work.
func TestLeafLink(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, leafLinkModel, func(p *verilator.Proc, rng *rand.Rand) error {
		return newLeafLinkBench(p, rng).compare()
	})
}

// compare requests leaves, and sends wrong requests.
func (b *leafLinkBench) compare() error {
	p, rng := b.p, b.rng
	if err := b.ask(service.Leaves{Tag: 1, Children: leafChildren, Leaves: []service.Leaf{{}}}.Append(nil, 1)); err != nil {
		return err
	}
	missing := func() (out []service.Status) {
		for _, s := range []service.Status{service.OK, service.Unknown, service.BadLength, service.BadField, service.NotLoaded} {
			if b.counts[s] == 0 {
				out = append(out, s)
			}
		}
		return out
	}
	times := simtest.Times(simtest.Long(16, 100))
	for n := 0; n < times || !simtest.Trying() && len(missing()) > 0; n++ {
		if n == 10*times {
			return fmt.Errorf("no request had the status %v", missing())
		}
		p.SetTransaction(n)
		if err := b.ask(b.newRoot(), b.leaves(8).Append(nil, 1)); err != nil {
			return err
		}
		for range 2 {
			var requests [][]byte
			for range 1 + rng.IntN(3) {
				l := b.leaves(1 + rng.IntN(12))
				if len(l.Leaves) > 0 {
					requests = append(requests, l.Append(nil, byte(rng.Uint32())))
				}
			}
			if err := b.ask(requests...); err != nil {
				return err
			}
			if err := b.ask(b.wrong(), b.wrong()); err != nil {
				return err
			}
		}
		if rng.IntN(4) == 0 { // half a frame, and noise
			frame := service.AppendFrame(nil, b.leaves(5).Append(nil, 1))
			if _, err := b.cycles(append(frame[:len(frame)/2], 0, 9, 9, 0), 100); err != nil {
				return err
			}
			b.model.BadFrames += 2
		}
		if rng.IntN(5) == 0 {
			if _, err := b.cycles(service.AppendFrame(nil, b.leaves(9).Append(nil, 1)), 200+rng.IntN(6000)); err != nil {
				return err
			}
			if err := p.Reset(); err != nil {
				return err
			}
			b.reset()
		}
	}
	return nil
}
