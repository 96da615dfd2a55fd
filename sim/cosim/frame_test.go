// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// randomPayload returns a payload of at most max bytes, often short, with many zeros or none.
func randomPayload(rng *rand.Rand, max int) []byte {
	p := make([]byte, 1+rng.IntN(max))
	if rng.IntN(2) == 0 {
		p = p[:1+rng.IntN(min(len(p), 8))]
	}
	zeros := rng.Float64() * rng.Float64()
	for i := range p {
		p[i] = byte(1 + rng.IntN(255))
		if rng.Float64() < zeros {
			p[i] = 0
		}
	}
	return p
}

// damagedFrame returns the bytes of a frame with some damage.
func damagedFrame(rng *rand.Rand, frame []byte) []byte {
	i := rng.IntN(len(frame))
	switch rng.IntN(6) {
	case 0:
		frame[i] ^= 1 << rng.IntN(8)
	case 1:
		frame = slices.Delete(frame, i, i+1)
	case 2:
		frame = slices.Insert(frame, i, byte(rng.IntN(256)))
	case 3:
		frame = frame[:max(i, 1)]
	case 4: // noise
		for i := range frame {
			frame[i] = byte(rng.IntN(256))
		}
	case 5: // too long
		frame = append(bytes.Repeat([]byte{2}, 2*(service.MaxPayload-10+rng.IntN(20))), 0)
	}
	return frame
}

// frameQueue is the twin of frame_rx, cycle by cycle.
type frameQueue struct {
	size    int // words of the RAM
	decoder service.Decoder
	records [][]byte
	used    int
	room    int // delayed by a cycle

	begun, bad, lost bool
	count, left      int
}

// step does a cycle. It returns the record that joins the queue, if any.
func (q *frameQueue) step(valid bool, b byte, lineError bool) (record []byte, bad bool) {
	room := q.room
	q.room = q.size - 1 - q.used
	if lineError {
		defer func() {
			q.decoder.Break()
			q.begun = true
		}()
	}
	if !valid {
		return nil, false
	}
	if b != 0 && (q.left > 0 || q.begun) {
		q.bad = q.bad || q.count == 0 && room < 5
		q.lost = q.lost || q.count >= 4 && room < q.count+2+service.QueueReserve
		q.count = min(q.count+1, service.MaxPayload+2)
	}
	before := q.decoder.Bad
	payload := q.decoder.Add(b)
	if b != 0 {
		if q.left > 0 {
			q.left--
		} else {
			q.left, q.begun = int(b)-1, true
		}
		return nil, false
	}
	bad = q.decoder.Bad > before
	if payload != nil {
		switch {
		case q.bad:
			bad = true
		case q.lost:
			record = []byte{0, payload[0], payload[1]}
		default:
			record = append([]byte{byte(len(payload))}, payload...)
		}
	}
	q.records = append(q.records, record)
	if record == nil {
		q.records = q.records[:len(q.records)-1]
	}
	q.used += len(record)
	q.begun, q.bad, q.lost, q.count, q.left = false, false, false, 0, 0
	return record, bad
}

// TestMaxServiceWaiting asks the twin of frame_rx how full the queue may be for a large request to
// find room.
func TestMaxServiceWaiting(t *testing.T) {
	t.Parallel()
	for _, r := range []service.Request{service.Pick{}, service.Run{}, service.Load{}} {
		payload := r.Append(nil, 1)
		most := 0
		for used := range service.QueueBytes - len(payload) {
			q := &frameQueue{size: service.QueueBytes, used: used, room: service.QueueBytes - 1 - used}
			for _, b := range service.AppendFrame(nil, payload) {
				if record, _ := q.step(true, b, false); len(record) == len(payload)+1 {
					most = used + len(record)
				}
			}
		}
		assert.Equal(t, service.MaxWaiting, most, "%T", r)
	}
}

func TestFrameRX(t *testing.T) {
	t.Parallel()
	for _, queueBits := range []int{9, 11} {
		t.Run(fmt.Sprint(queueBits), func(t *testing.T) {
			m := model("frame_rx")
			m.Params = map[string]int{"QUEUE_BITS": queueBits, "RESERVE": service.QueueReserve}
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				return compareFrameRX(p, rng, queueBits)
			})
		})
	}
}

func compareFrameRX(p *verilator.Proc, rng *rand.Rand, queueBits int) error {
	rxValid, rxData, rxError := p.MustPort("rx_valid_i"), p.MustPort("rx_data_i"), p.MustPort("rx_error_i")
	addr, drop, dropSize := p.MustPort("addr_i"), p.MustPort("drop_i"), p.MustPort("drop_size_i")
	valid, data := p.MustPort("valid_o"), p.MustPort("data_o")
	good, goodType, goodLen, bad := p.MustPort("good_o"), p.MustPort("good_type_o"), p.MustPort("good_len_o"), p.MustPort("bad_o")
	q := &frameQueue{size: 1 << queueBits, room: 1<<queueBits - 1}
	type cycle struct {
		valid  bool
		data   int // expected, or -1
		record []byte
		bad    bool
	}
	kinds := map[string]int{}
	var line []byte
	read := -1
	for round := 0; round < 30 || kinds["bad"] < 50 || kinds["good"] < 100 || kinds["lost"] < 20; round++ {
		if round == 300 {
			return fmt.Errorf("too few of some kind of frame: %v", kinds)
		}
		p.SetTransaction(round)
		if round%4 == 3 { // a reset during the work: an empty queue, at the end of a frame
			if err := p.Reset(); err != nil {
				return err
			}
			q = &frameQueue{size: 1 << queueBits, room: 1<<queueBits - 1}
			line, read = nil, -1
		}
		b := p.NewBatch(6000)
		want := make([]cycle, b.Len())
		gaps, breaks := rng.Float64(), 0.0
		if rng.IntN(3) == 0 {
			gaps = 0
		}
		if rng.IntN(3) == 0 {
			breaks = 0.002
		}
		drops := rng.Float64() * rng.Float64() * rng.Float64() * rng.Float64()
		if round%4 == 0 {
			drops = 0.001
		}
		for i := range b.Len() {
			if len(line) == 0 {
				most := service.MaxPayload
				if round%8 == 4 {
					most = 24 // number of frames that just fit, or just do not
				}
				line = service.AppendFrame(nil, randomPayload(rng, most))
				if rng.IntN(4) == 0 {
					line = damagedFrame(rng, line)
				}
				if rng.IntN(4) == 0 {
					line = append(line, 0)
				}
			}
			w := &want[i]
			w.valid, w.data = len(q.records) > 0, read
			read = -1
			dropped := 0
			if w.valid {
				r := q.records[0]
				at := rng.IntN(len(r))
				addr.Set(b.In(i), uint64(at))
				read = int(r[at])
				if rng.Float64() < drops {
					drop.Set(b.In(i), 1)
					dropSize.Set(b.In(i), uint64(len(r)))
					dropped = len(r)
				}
			}
			offer, broken := rng.Float64() >= gaps, rng.Float64() < breaks
			var v byte
			if offer {
				v, line = line[0], line[1:]
				rxValid.Set(b.In(i), 1)
				rxData.Set(b.In(i), uint64(v))
			} else if broken {
				rxError.Set(b.In(i), 1)
			}
			w.record, w.bad = q.step(offer, v, broken && !offer)
			switch {
			case w.bad:
				kinds["bad"]++
			case len(w.record) > 0 && w.record[0] == 0:
				kinds["lost"]++
			case len(w.record) > 0:
				kinds["good"]++
			}
			if dropped > 0 {
				q.records = q.records[1:]
				q.used -= dropped
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		for i, w := range want {
			out := b.Out(i)
			if got := valid.Bool(out); got != w.valid {
				return p.Mismatch("valid_o", got, w.valid, "").At(b.Cycle(i))
			}
			if got := int(data.Uint(out)); w.data >= 0 && got != w.data {
				return p.Mismatch("data_o", got, w.data, "").At(b.Cycle(i))
			}
			if got := bad.Bool(out); got != w.bad {
				return p.Mismatch("bad_o", got, w.bad, "").At(b.Cycle(i))
			}
			if got := good.Bool(out); got != (w.record != nil) {
				return p.Mismatch("good_o", got, w.record != nil, "").At(b.Cycle(i))
			}
			if w.record != nil && (goodType.Uint(out) != uint64(w.record[1]) || goodLen.Uint(out) != uint64(w.record[0])) {
				return p.Mismatch("good_type_o, good_len_o", []uint64{goodType.Uint(out), goodLen.Uint(out)}, w.record[:2], "").At(b.Cycle(i))
			}
		}
	}
	return nil
}

func TestFrameTX(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("frame_tx"), func(p *verilator.Proc, rng *rand.Rand) error {
		valid, data, last, ready := p.MustPort("valid_i"), p.MustPort("data_i"), p.MustPort("last_i"), p.MustPort("ready_o")
		txValid, txReady, txData := p.MustPort("tx_valid_o"), p.MustPort("tx_ready_i"), p.MustPort("tx_data_o")
		var got, want []byte
		b := p.NewBatch(1)
		var message []byte
		at := 0
		for round := range 40 {
			p.SetTransaction(round)
			if round%4 == 3 { // a reset during the work: unsent bytes are lost
				if err := p.Reset(); err != nil {
					return err
				}
				message, at, want = nil, 0, got[:len(got):len(got)]
			}
			gaps, takes := rng.Float64(), rng.Float64()
			if rng.IntN(2) == 0 {
				gaps = 0
			}
			if rng.IntN(2) == 0 {
				takes *= takes * takes
			}
			for range 1500 {
				if at == len(message) {
					message, at = randomPayload(rng, 32), 0
					want = service.AppendFrame(want, message)
				}
				in := b.In(0)
				offer, take := rng.Float64() >= gaps, rng.Float64() < takes
				valid.Set(in, 0)
				txReady.Set(in, 0)
				if offer {
					valid.Set(in, 1)
					data.Set(in, uint64(message[at]))
					last.Set(in, 0)
					if at == len(message)-1 {
						last.Set(in, 1)
					}
				}
				if take {
					txReady.Set(in, 1)
				}
				if err := p.Step(b); err != nil {
					return err
				}
				if offer && ready.Bool(b.Out(0)) {
					at++
				}
				if take && txValid.Bool(b.Out(0)) {
					got = append(got, byte(txData.Uint(b.Out(0))))
					if n := len(got); n > len(want) || got[n-1] != want[n-1] {
						return p.Mismatch("tx_data_o", fmt.Sprintf("%x", got[max(0, n-40):]), fmt.Sprintf("%x", want[max(0, n-40):min(n, len(want))]), "")
					}
				}
			}
		}
		if len(got) < 10_000 {
			return fmt.Errorf("only %d bytes sent", len(got))
		}
		return nil
	})
}

// TestPositionLoader compares the rows of openings, of random games and of unreachable positions.
func TestPositionLoader(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, model("position_loader"), func(p *verilator.Proc, rng *rand.Rand) error {
		in := portsOf(p)
		b := p.NewBatch(1)
		for n := range 400 {
			p.SetTransaction(n)
			pos := randomBoard(rng)
			if n < 4 || rng.IntN(4) == 0 {
				pos = duo.RandomGame(rng, n%4)
			}
			if rng.IntN(8) == 0 { // all tiles left, regardless of the board
				pos = duo.SetupPosition([2]duo.Bitboard{pos.Squares(0), pos.Squares(1)},
					[2]duo.TileSet{duo.AllTiles, duo.AllTiles}, pos.ToMove())
			}
			from := playout.NewRoot(&pos)
			offers, takes := 0.05+rng.Float64(), 0.05+rng.Float64()
			if n%2 == 0 {
				offers, takes = 1, 1
			}
			for _, pl := range []duo.Player{duo.Player1, duo.Player2} {
				want := twin.RowsOf(from, pl)
				want[twin.TilesRow].Corners = 0 // playout_lanes makes the map
				value := int(want[twin.ValueRow].Allowed >> 5)
				row, rows, cycles, done := 0, 0, 0, false
				for !done {
					i := b.In(0)
					clear(i)
					if cycles == 0 {
						in["start_i"].Set(i, 1)
					}
					in["player_i"].Set(i, uint64(pl))
					in["tiles_i"].Set(i, uint64(pos.TilesLeft(pl)))
					in["value_i"].Set(i, uint64(value))
					offer, take := cycles > 0 && row < duo.BoardSize && rng.Float64() < offers, rng.Float64() < takes
					if offer {
						in["row_valid_i"].Set(i, 1)
						in["own_i"].Set(i, boardRow(pos.Squares(pl), row))
						in["rival_i"].Set(i, boardRow(pos.Squares(pl.Rival()), row))
					}
					if take {
						in["load_ready_i"].Set(i, 1)
					}
					if err := p.Step(b); err != nil {
						return err
					}
					cycles++
					if cycles > 100_000 {
						return p.Mismatch("done_o", 0, 1, "")
					}
					out := b.Out(0)
					if offer && in["row_ready_o"].Bool(out) {
						row++
					}
					done = cycles > 1 && in["done_o"].Bool(out)
					if cycles == 1 || !take || !in["load_valid_o"].Bool(out) {
						continue
					}
					if rows == twin.NumRows {
						return p.Mismatch("load_valid_o", 1, 0, "")
					}
					got := twin.Row{Allowed: uint16(in["load_allowed_o"].Uint(out)), Corners: uint16(in["load_corners_o"].Uint(out))}
					if got != want[rows] || int(in["load_row_o"].Uint(out)) != rows {
						return p.Mismatch("load_*_o", fmt.Sprintf("row %d %014b", in["load_row_o"].Uint(out), got),
							fmt.Sprintf("row %d %014b", rows, want[rows]), "%v\n%v", pl, &pos)
					}
					rows++
				}
				if rows != twin.NumRows || row != duo.BoardSize {
					return p.Mismatch("done_o after rows", rows, twin.NumRows, "")
				}
				if offers == 1 && takes == 1 && cycles != 1+1+twin.NumRows {
					return p.Mismatch("cycles", cycles, 2+twin.NumRows, "")
				}
			}
		}
		return nil
	})
}

// boardRow returns a row of the board, bit i for column i.
func boardRow(b duo.Bitboard, row int) (bits uint64) {
	for col := range duo.BoardSize {
		if b.Has(duo.NewSquare(row, col)) {
			bits |= 1 << col
		}
	}
	return bits
}
