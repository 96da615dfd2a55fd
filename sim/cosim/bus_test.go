// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// TestPacketRX compares the queue with a twin, cycle by cycle: packets of all lengths and some too long,
// records read and dropped at any time, resets during the work.
func TestPacketRX(t *testing.T) {
	t.Parallel()
	const queueBits = 9
	m := model("packet_rx")
	m.Params = map[string]int{"QUEUE_BITS": queueBits}
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error { return comparePacketRX(p, rng, queueBits) })
}

func comparePacketRX(p *verilator.Proc, rng *rand.Rand, queueBits int) error {
	port := portsOf(p)
	b := p.NewBatch(1)
	out := func(name string) int { return int(port[name].Uint(b.Out(0))) }
	var records [][]byte // in the queue
	var packet, sending []byte
	used := 0 // bytes of the records
	ends, long := false, false
	read := -1
	kinds := map[string]int{}
	for round := 0; round < 24 || kinds["good"] < 100 || kinds["long"] < 10 || kinds["full"] < 100; round++ {
		if round == 300 {
			return fmt.Errorf("too few of some kind: %v", kinds)
		}
		p.SetTransaction(round)
		if round%6 == 5 {
			if err := p.Reset(); err != nil {
				return err
			}
			records, packet, sending, used, ends, long, read = nil, nil, nil, 0, false, false, -1
		}
		gaps, drops := rng.Float64(), rng.Float64()*rng.Float64()*rng.Float64()
		if round%3 == 0 {
			gaps = 0
		}
		if round%4 == 0 {
			drops = 0.002
		}
		for range 1500 {
			in := b.In(0)
			clear(in)
			set := func(name string, v uint64) { port[name].Set(in, v) }
			if len(sending) == 0 {
				sending = randomPayload(rng, service.MaxPayload)
				switch rng.IntN(8) {
				case 0: // the longest, or too long
					sending = slices.Grow(sending, 300)[:service.MaxPayload+rng.IntN(4)]
				case 1:
					sending = sending[:1]
				}
			}
			offer := rng.Float64() >= gaps
			set("byte_valid_i", flagBit(offer))
			set("byte_data_i", uint64(sending[0]))
			set("byte_last_i", flagBit(len(sending) == 1))
			room := 1<<queueBits - 2 - used - len(packet)
			set("drop_size_i", rng.Uint64()&255) // without drop_i it says nothing
			valid := len(records) > 0
			want := read
			read = -1
			dropped := 0
			if valid {
				r := records[0]
				at := rng.IntN(len(r))
				set("addr_i", uint64(at))
				read = int(r[at])
				if rng.Float64() < drops {
					dropped = len(r)
					set("drop_i", 1)
					set("drop_size_i", uint64(dropped))
				}
			} else {
				set("addr_i", rng.Uint64()&255)
			}
			if err := p.Step(b); err != nil {
				return err
			}
			ready := !ends && room > 0
			for _, c := range []struct {
				name      string
				got, want int
			}{
				{"byte_ready_o", out("byte_ready_o"), int(flagBit(ready))}, {"room_o", out("room_o"), room}, {"valid_o", out("valid_o"), int(flagBit(valid))},
				{"good_o", out("good_o"), int(flagBit(ends && !long))}, {"bad_o", out("bad_o"), int(flagBit(ends && long))},
			} {
				if c.got != c.want {
					return p.Mismatch(c.name, c.got, c.want, "")
				}
			}
			if want >= 0 && out("data_o") != want {
				return p.Mismatch("data_o", out("data_o"), want, "")
			}
			if ends && !long && (out("good_type_o") != int(packet[0]) || out("good_len_o") != len(packet)) {
				return p.Mismatch("good_type_o, good_len_o", []int{out("good_type_o"), out("good_len_o")}, []int{int(packet[0]), len(packet)}, "")
			}
			if dropped > 0 {
				records, used = records[1:], used-dropped
			}
			if ends {
				if long {
					kinds["long"]++
				} else {
					kinds["good"]++
					records = append(records, append([]byte{byte(len(packet))}, packet...))
					used += len(packet) + 1
				}
				packet, ends, long = nil, false, false
			}
			if room == 0 && offer {
				kinds["full"]++
			}
			if offer && ready {
				if len(packet) == service.MaxPayload {
					long = true
				} else {
					packet = append(packet, sending[0])
				}
				ends = len(sending) == 1
				sending = sending[1:]
			}
		}
	}
	return nil
}

// busBench is a core on an AXI4-Lite bus, with its streams.
type busBench struct {
	p    *verilator.Proc
	rng  *rand.Rand
	port map[string]verilator.Port
	b    *verilator.Batch
	peer func(before bool) // sets further inputs before a cycle, and reads outputs after it

	held      map[string]uint64 // what a channel showed and nobody took: it must stay
	switching bool              // CONTROL is being written: an answer may go
}

func newBusBench(p *verilator.Proc, rng *rand.Rand) *busBench {
	return &busBench{p: p, rng: rng, port: portsOf(p), b: p.NewBatch(1), peer: func(bool) {}, held: map[string]uint64{}}
}

func (s *busBench) set(name string, v uint64) { s.port[name].Set(s.b.In(0), v) }
func (s *busBench) out(name string) uint64    { return s.port[name].Uint(s.b.Out(0)) }

// cycle does a cycle with these inputs; the others are 0 or any.
func (s *busBench) cycle(inputs map[string]uint64) error {
	clear(s.b.In(0))
	for _, name := range []string{"s_axil_awaddr", "s_axil_wdata", "s_axil_wstrb", "s_axil_araddr", "s_axis_tdata", "s_axis_tlast"} {
		s.set(name, s.rng.Uint64())
	}
	for name, v := range inputs {
		s.set(name, v)
	}
	s.peer(true)
	if err := s.p.Step(s.b); err != nil {
		return err
	}
	for _, c := range []struct{ valid, ready string }{{"s_axil_bvalid", "s_axil_bready"}, {"s_axil_rvalid", "s_axil_rready"}, {"m_axis_tvalid", "m_axis_tready"}} {
		shows := map[string][]string{
			"s_axil_bvalid": {"s_axil_bresp"}, "s_axil_rvalid": {"s_axil_rresp", "s_axil_rdata"}, "m_axis_tvalid": {"m_axis_tdata", "m_axis_tlast"},
		}[c.valid]
		valid := s.out(c.valid) == 1
		for _, name := range append(shows, c.valid) {
			if v, ok := s.held[name]; ok && v != s.out(name) && (!s.switching || name[0] != 'm') {
				return s.p.Mismatch(name, s.out(name), v, "changed before it was taken")
			}
			delete(s.held, name)
			if valid && inputs[c.ready] == 0 {
				s.held[name] = s.out(name)
			}
		}
	}
	s.peer(false)
	return nil
}

// access reads or writes a register. It reports the data, and whether the response was OKAY.
func (s *busBench) access(write bool, register service.BusRegister, data, strobes uint64) (got uint32, okay bool, err error) {
	delays := [3]int{s.rng.IntN(3), s.rng.IntN(3), s.rng.IntN(6)}
	if s.rng.IntN(2) == 0 {
		delays = [3]int{}
	}
	var address, sent bool
	for n := 0; n < 100; n++ {
		in := map[string]uint64{}
		if write {
			if !address && n >= delays[0] {
				in["s_axil_awvalid"], in["s_axil_awaddr"] = 1, uint64(register)
			}
			if !sent && n >= delays[1] {
				in["s_axil_wvalid"], in["s_axil_wdata"], in["s_axil_wstrb"] = 1, data, strobes
			}
			// The channel that is ahead waits, also with its next transfer.
			if sent && !address {
				in["s_axil_wvalid"], in["s_axil_wdata"], in["s_axil_wstrb"] = 1, s.rng.Uint64(), 15
			}
			if address && !sent {
				in["s_axil_awvalid"], in["s_axil_awaddr"] = 1, s.rng.Uint64()&31
			}
			in["s_axil_bready"] = flagBit(n >= delays[2])
		} else {
			if !address && n >= delays[0] {
				in["s_axil_arvalid"], in["s_axil_araddr"] = 1, uint64(register)
			}
			in["s_axil_rready"] = flagBit(n >= delays[2])
		}
		if err := s.cycle(in); err != nil {
			return 0, false, err
		}
		if write && (sent && !address && s.out("s_axil_wready") == 1 || address && !sent && s.out("s_axil_awready") == 1) {
			return 0, false, s.p.Mismatch("s_axil_wready, s_axil_awready", 1, 0, "before the other channel has come")
		}
		address = address || in["s_axil_awvalid"] == 1 && s.out("s_axil_awready") == 1 || in["s_axil_arvalid"] == 1 && s.out("s_axil_arready") == 1
		sent = sent || in["s_axil_wvalid"] == 1 && s.out("s_axil_wready") == 1
		if in["s_axil_bready"] == 1 && s.out("s_axil_bvalid") == 1 {
			return 0, s.out("s_axil_bresp") == 0, nil
		}
		if in["s_axil_rready"] == 1 && s.out("s_axil_rvalid") == 1 {
			return uint32(s.out("s_axil_rdata")), s.out("s_axil_rresp") == 0, nil
		}
	}
	return 0, false, s.p.Mismatch("s_axil_bvalid, s_axil_rvalid", 0, 1, "100 cycles after an access of register %#x", int(register))
}

// write writes a register that takes it, and read reads one that has something.
func (s *busBench) write(register service.BusRegister, data uint32) error {
	s.switching = register == service.BusControl
	defer func() { s.switching = false }()
	_, okay, err := s.access(true, register, uint64(data)|s.rng.Uint64()<<32, 1|s.rng.Uint64()&14)
	if err == nil && !okay {
		err = s.p.Mismatch("s_axil_bresp", "SLVERR", "OKAY", "register %#x", int(register))
	}
	return err
}

func (s *busBench) read(register service.BusRegister) (uint32, error) {
	v, okay, err := s.access(false, register, 0, 0)
	if err == nil && !okay {
		err = s.p.Mismatch("s_axil_rresp", "SLVERR", "OKAY", "register %#x", int(register))
	}
	return v, err
}

// expect reads a register and compares some of its bits.
func (s *busBench) expect(register service.BusRegister, mask, want uint32) error {
	got, err := s.read(register)
	if err == nil && got&mask != want {
		err = s.p.Mismatch("s_axil_rdata", fmt.Sprintf("%#x", got), fmt.Sprintf("%#x of %#x", want, mask), "register %#x", int(register))
	}
	return err
}

// put writes a request, byte by byte, and get reads an answer.
func (s *busBench) put(request []byte) error {
	for i, v := range request {
		to := service.BusRequest
		if i == len(request)-1 {
			to = service.BusLast
		}
		if err := s.write(to, uint32(v)|s.rng.Uint32()<<8); err != nil {
			return err
		}
	}
	return nil
}

func (s *busBench) get() (answer []byte, err error) {
	for range 200_000 {
		v, err := s.read(service.BusResponse)
		if err != nil {
			return nil, err
		}
		if v&service.BusValid == 0 {
			if v != 0 {
				return nil, s.p.Mismatch("s_axil_rdata", v, 0, "RESPONSE without a byte")
			}
			continue
		}
		answer = append(answer, byte(v))
		if v&service.BusLastByte != 0 {
			return answer, nil
		}
	}
	return nil, s.p.Mismatch("s_axil_rdata", "no last byte", "an answer", "after %x", answer)
}

// stream sends requests as packets and returns that many answers.
func (s *busBench) stream(requests [][]byte, answers int) (got [][]byte, err error) {
	gaps, slow := s.rng.Float64(), s.rng.Float64()
	var answer []byte
	for n := 0; len(got) < answers || len(requests) > 0; n++ {
		if n == 400_000 {
			return nil, s.p.Mismatch("m_axis_tlast", fmt.Sprintf("%d answers", len(got)), answers, "")
		}
		in := map[string]uint64{}
		if len(requests) > 0 && s.rng.Float64() >= gaps {
			in["s_axis_tvalid"], in["s_axis_tdata"], in["s_axis_tlast"] = 1, uint64(requests[0][0]), flagBit(len(requests[0]) == 1)
		}
		in["m_axis_tready"] = flagBit(s.rng.Float64() >= slow)
		if err := s.cycle(in); err != nil {
			return nil, err
		}
		if in["s_axis_tvalid"] == 1 && s.out("s_axis_tready") == 1 {
			if requests[0] = requests[0][1:]; len(requests[0]) == 0 {
				requests = requests[1:]
			}
		}
		if in["m_axis_tready"] == 1 && s.out("m_axis_tvalid") == 1 {
			answer = append(answer, byte(s.out("m_axis_tdata")))
			if s.out("m_axis_tlast") == 1 {
				got, answer = append(got, answer), nil
			}
		}
	}
	return got, nil
}

// TestAXIPort drives registers and streams in front of a service that sends each request back: every
// register, every access that is refused, and streams with pauses on both sides.
func TestAXIPort(t *testing.T) {
	t.Parallel()
	const version, lanes, queueBits = 0xa5, 0x3c, 11
	m := model("axi_port")
	m.Params = map[string]int{"VERSION": version, "LANES": lanes, "QUEUE_BITS": queueBits}
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		s := newBusBench(p, rng)
		type item struct {
			data byte
			last bool
		}
		var queue []item
		open, prompt := true, true // the service takes bytes, at once
		room, busy, resets := uint64(0), false, 0
		var ready, shown bool
		s.peer = func(before bool) {
			if before {
				ready, shown = open && (prompt || rng.IntN(3) > 0), len(queue) > 0
				s.set("request_ready_i", flagBit(ready))
				s.set("room_i", room)
				s.set("busy_i", flagBit(busy))
				s.set("response_valid_i", flagBit(shown))
				s.set("response_data_i", rng.Uint64())
				if shown {
					s.set("response_data_i", uint64(queue[0].data))
					s.set("response_last_i", flagBit(queue[0].last))
				}
				return
			}
			if shown && s.out("response_ready_o") == 1 {
				queue = queue[1:]
			}
			if ready && s.out("request_valid_o") == 1 {
				queue = append(queue, item{byte(s.out("request_data_o")), s.out("request_last_o") == 1})
			}
			if s.out("rst_o") == 1 {
				queue, resets = nil, resets+1
			}
		}
		refuse := func(write bool, register service.BusRegister) error {
			_, okay, err := s.access(write, register, rng.Uint64(), 15)
			if err == nil && okay {
				err = p.Mismatch("the response", "OKAY", "SLVERR", "register %#x, write %v", int(register), write)
			}
			return err
		}
		for n := range simtest.Times(simtest.Long(30, 300)) {
			p.SetTransaction(n)
			room, busy = rng.Uint64()&(1<<queueBits-1), rng.IntN(2) == 0
			open, prompt = true, true
			for _, c := range []struct {
				register service.BusRegister
				want     uint32
			}{
				{service.BusID, service.BusMagic}, {service.BusCaps, service.BusCapsOf(version, lanes)}, {service.BusStatus, uint32(flagBit(busy))},
				{service.BusControl, 0}, {service.BusRoom, uint32(room)}, {service.BusResponse, 0},
			} {
				if err := s.expect(c.register, ^uint32(0), c.want); err != nil {
					return err
				}
			}
			for _, r := range service.BusRegisters {
				if !r.Read {
					if err := refuse(false, r.Register); err != nil {
						return err
					}
				}
				if !r.Write {
					if err := refuse(true, r.Register); err != nil {
						return err
					}
				}
			}
			// By registers.
			request := randomPayload(rng, 20)
			if err := s.put(request); err != nil {
				return err
			}
			if _, _, err := s.access(true, service.BusLast, 0x77, 14); err != nil { // not the lowest byte: nothing
				return err
			}
			open = false
			if err := refuse(true, service.BusRequest); err != nil {
				return err
			}
			if err := refuse(true, service.BusLast); err != nil {
				return err
			}
			open = true
			if err := s.expect(service.BusStatus, service.BusWaiting, service.BusWaiting); err != nil {
				return err
			}
			if s.out("irq_o") != 1 {
				return p.Mismatch("irq_o", 0, 1, "with an answer")
			}
			answer, err := s.get()
			if err != nil {
				return err
			}
			if !slices.Equal(answer, request) {
				return p.Mismatch("RESPONSE", fmt.Sprintf("%x", answer), fmt.Sprintf("%x", request), "")
			}
			// By streams.
			prompt = rng.IntN(2) == 0
			if err := s.write(service.BusControl, service.BusStream|rng.Uint32()&^3); err != nil {
				return err
			}
			if err := s.expect(service.BusControl, ^uint32(0), service.BusStream); err != nil {
				return err
			}
			var requests [][]byte
			for range 1 + rng.IntN(3) {
				requests = append(requests, randomPayload(rng, 20))
			}
			sent := slices.Clone(requests)
			got, err := s.stream(sent, len(sent))
			if err != nil {
				return err
			}
			if !slices.EqualFunc(got, requests, slices.Equal) {
				return p.Mismatch("m_axis_tdata", fmt.Sprintf("%x", got), fmt.Sprintf("%x", requests), "")
			}
			for _, r := range []service.BusRegister{service.BusRequest, service.BusLast} {
				if err := refuse(true, r); err != nil {
					return err
				}
			}
			queue = append(queue, item{1, true})
			if err := s.expect(service.BusResponse, ^uint32(0), 0); err != nil { // the streams have the answers
				return err
			}
			if err := s.expect(service.BusStatus, service.BusWaiting, 0); err != nil {
				return err
			}
			// A reset, and back to the registers.
			before := resets
			if err := s.write(service.BusControl, service.BusReset); err != nil {
				return err
			}
			if err := s.cycle(nil); err != nil {
				return err
			}
			if resets != before+1 || len(queue) > 0 {
				return p.Mismatch("rst_o", fmt.Sprintf("%d cycles", resets-before), "1 cycle", "after CONTROL")
			}
			if n%4 == 3 { // a reset between the parts of an access
				if err := s.cycle(map[string]uint64{"s_axil_awvalid": 1, "s_axil_arvalid": 1, "rst_i": 1}); err != nil {
					return err
				}
				if err := s.cycle(map[string]uint64{[]string{"s_axil_awvalid", "s_axil_wvalid", "s_axil_arvalid"}[rng.IntN(3)]: 1}); err != nil {
					return err
				}
				clear(s.held)
				if err := s.cycle(map[string]uint64{"rst_i": 1}); err != nil {
					return err
				}
				clear(s.held)
				resets, queue = 0, nil
				for range 3 {
					if err := s.cycle(map[string]uint64{"s_axil_bready": 1, "s_axil_rready": 1}); err != nil {
						return err
					}
					if s.out("s_axil_bvalid") == 1 || s.out("s_axil_rvalid") == 1 {
						return p.Mismatch("s_axil_bvalid, s_axil_rvalid", 1, 0, "after a reset")
					}
				}
			}
		}
		return nil
	})
}

// TestServiceAXI plays games by registers and by streams; every answer is service.Model's.
func TestServiceAXI(t *testing.T) {
	t.Parallel()
	const lanes = 1
	m := model("service_axi")
	m.Params = map[string]int{"LANES": lanes}
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		return compareBus(newBusBench(p, rng), service.Version, lanes, func() *service.Model { return &service.Model{Lanes: lanes} }, func(pos *duo.Position) [][]byte {
			load := service.NewLoad(rng.IntN(service.NumRoots), pos)
			run := service.Run{Root: load.Root, Policy: playout.Policy(rng.IntN(playout.NumPolicies)), First: playout.NoFirst, Seed: rng.Uint32(), Playouts: 1 + rng.IntN(9), Tag: load.Tag}
			return [][]byte{load.Append(nil, 1), run.Append(nil, 2), service.Pick{Root: load.Root, Index: rng.IntN(4), Tag: load.Tag}.Append(nil, 3)}
		})
	})
}

// TestLeafAXI values leaves by registers and by streams; every answer is service.LeafModel's. The parts
// are compared above and in TestLeafLink, and the bundle's testbench has the whole in the quick tests.
func TestLeafAXI(t *testing.T) {
	if !simtest.All() {
		t.Skip("only in the long tests")
	}
	t.Parallel()
	const lanes = 2
	m := model("leaf_axi")
	m.Params = map[string]int{"LANES": lanes}
	simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
		newModel := func() *service.Model { return &service.Model{Lanes: lanes, Leaves: service.NewLeafModel()} }
		return compareBus(newBusBench(p, rng), service.LeafVersion, lanes, newModel, func(pos *duo.Position) [][]byte {
			root := service.NewRoot(uint16(rng.Uint32()), pos)
			leaves := service.Leaves{Tag: root.Tag, Sums: rng.IntN(2) == 0, Children: service.LeafChildren, Seed: rng.Uint32(), Leaves: []service.Leaf{{Children: true}, {Index: 7}}}
			return [][]byte{root.Append(nil, 1), leaves.Append(nil, 2)}
		})
	})
}

// compareBus sends requests about random positions over both ways, and compares the answers.
func compareBus(s *busBench, version, lanes int, newModel func() *service.Model, requests func(pos *duo.Position) [][]byte) error {
	p, rng := s.p, s.rng
	const empty = 1<<11 - 2
	model := newModel()
	for n := range simtest.Times(simtest.Long(8, 60)) {
		p.SetTransaction(n)
		pos := duo.RandomGame(rng, 14+rng.IntN(16))
		if pos.Over() {
			continue
		}
		if err := s.expect(service.BusCaps, ^uint32(0), service.BusCapsOf(version, lanes)); err != nil {
			return err
		}
		if err := s.expect(service.BusRoom, ^uint32(0), empty); err != nil {
			return err
		}
		asked := append(requests(&pos), service.InfoQuery{}.Append(nil, byte(rng.Uint32())), randomPayload(rng, 9))
		streams := n%2 == 1
		if err := s.write(service.BusControl, uint32(flagBit(streams))); err != nil {
			return err
		}
		if streams && n%4 == 3 { // too long: no answer
			asked = slices.Insert(asked, 1, make([]byte, service.MaxPayload+1))
		}
		var want, got [][]byte
		for _, r := range asked {
			if len(r) > service.MaxPayload {
				model.BadFrames++
				continue
			}
			want = append(want, model.Answer(r))
		}
		var err error
		if streams {
			got, err = s.stream(asked, len(want))
		} else {
			for _, r := range asked {
				if err := s.put(r); err != nil {
					return err
				}
			}
			for range want {
				var answer []byte
				if answer, err = s.get(); err != nil {
					break
				}
				got = append(got, answer)
			}
		}
		if err != nil {
			return err
		}
		if !slices.EqualFunc(got, want, slices.Equal) {
			return p.Mismatch("the answers", fmt.Sprintf("%x", got), fmt.Sprintf("%x", want), "streams: %v", streams)
		}
		if n%3 == 2 { // a reset during the work: no position is known any more
			if err := s.write(service.BusControl, 0); err != nil {
				return err
			}
			for _, r := range requests(&pos) {
				if err := s.put(r); err != nil {
					return err
				}
			}
			if err := s.expect(service.BusStatus, service.BusBusy, service.BusBusy); err != nil {
				return err
			}
			if err := s.write(service.BusControl, service.BusReset); err != nil {
				return err
			}
			model = newModel()
		}
		if err := s.rest(); err != nil {
			return err
		}
	}
	return nil
}

// rest waits until nothing is under way.
func (s *busBench) rest() error {
	for range 1000 {
		if v, err := s.read(service.BusStatus); err != nil || v == 0 {
			return err
		}
	}
	return s.p.Mismatch("s_axil_rdata", "busy", "rest", "STATUS")
}
