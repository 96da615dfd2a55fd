// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"math/rand/v2"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// portBench is service_port with a queue of one record, and with lanes and a transmitter that take
// everything at once.
type portBench struct {
	p      *verilator.Proc
	b      *verilator.Batch
	record []byte // {length, payload} of the request, nil: none
	addr   int    // address of the cycle before
	result bool   // a result comes
}

func (s *portBench) out(name string) bool { return s.p.MustPort(name).Bool(s.b.Out(0)) }

func (s *portBench) step() error {
	in := s.b.In(0)
	clear(in)
	set := func(name string, v uint64) { s.p.MustPort(name).Set(in, v) }
	set("frame_valid_i", flagBit(s.record != nil))
	if s.addr < len(s.record) {
		set("frame_data_i", uint64(s.record[s.addr]))
	}
	set("job_ready_i", 1)
	set("command_ready_i", 1)
	set("rsp_ready_i", 1)
	if s.result {
		set("result_valid_i", 1)
		// A run without a first move, in the first or second place, has marks from 1020 on.
		set("result_i", s.mark()<<9|5)
	}
	if err := s.p.Step(s.b); err != nil {
		return err
	}
	s.result = false
	s.addr = int(s.p.MustPort("frame_addr_o").Uint(s.b.Out(0)))
	if s.out("frame_drop_o") {
		if size := int(s.p.MustPort("frame_drop_size_o").Uint(s.b.Out(0))); size != len(s.record) {
			return s.p.Mismatch("frame_drop_size_o", size, len(s.record), "")
		}
		s.record = nil
	}
	return nil
}

// mark returns the mark of the issued job.
func (s *portBench) mark() uint64 { return s.p.MustPort("job_o").Uint(s.b.Out(0)) >> 32 & 0x3ff }

// await does cycles until a signal is 1, and checks the number of cycles before.
func (s *portBench) await(signal string, want int, what string) error {
	for n := 0; ; n++ {
		if err := s.step(); err != nil {
			return err
		}
		if s.out(signal) {
			if n != want {
				return s.p.Mismatch("cycles until "+signal, n, want, "%s", what)
			}
			return nil
		}
		if n > want+1000 {
			return s.p.Mismatch("cycles until "+signal, "none", want, "%s", what)
		}
	}
}

// rest lets the response end.
func (s *portBench) rest() error {
	for range 40 {
		if err := s.step(); err != nil {
			return err
		}
	}
	return nil
}

// TestServicePortLatency compares service_port with the latencies in its head.
func TestServicePortLatency(t *testing.T) {
	t.Parallel()
	const (
		toAnswer = 11  // from the last byte read of a request to its response
		toPick   = 15  // from a PICK to its job
		toRun    = 27  // from a RUN to its first job
		toLoad   = 301 // from a LOAD to its response
		toResult = 5   // from the last result to the response
	)
	simtest.Cosim(t, model("service_port"), func(p *verilator.Proc, rng *rand.Rand) error {
		s := &portBench{p: p, b: p.NewBatch(1)}
		give := func(request []byte) { s.record = append([]byte{byte(len(request))}, request...) }
		if err := s.rest(); err != nil {
			return err
		}
		for n := range 20 {
			p.SetTransaction(n)
			pos := duo.RandomGame(rng, rng.IntN(20))
			give(service.InfoQuery{}.Append(nil, 1))
			if err := s.await("rsp_valid_o", toAnswer, "INFO"); err != nil {
				return err
			}
			if err := s.rest(); err != nil {
				return err
			}
			give(service.NewLoad(n%2, &pos).Append(nil, 2))
			if err := s.await("rsp_valid_o", toLoad, "LOAD"); err != nil {
				return err
			}
			if err := s.rest(); err != nil {
				return err
			}
			give(service.Pick{Root: n % 2}.Append(nil, 3))
			if err := s.await("job_valid_o", toPick, "PICK"); err != nil {
				return err
			}
			if err := s.pick(); err != nil {
				return err
			}
			if err := s.await("rsp_valid_o", toResult-1, "the move picked"); err != nil {
				return err
			}
			if err := s.rest(); err != nil {
				return err
			}
			give(service.Run{Root: n % 2, First: playout.NoFirst, Playouts: 1}.Append(nil, 4))
			if err := s.await("job_valid_o", toRun, "RUN"); err != nil {
				return err
			}
			s.result = true
			if err := s.step(); err != nil {
				return err
			}
			if err := s.await("rsp_valid_o", toResult-1, "the result"); err != nil {
				return err
			}
			if err := s.rest(); err != nil {
				return err
			}
		}
		return nil
	})
}

// pick does a cycle with a picked move as its input.
func (s *portBench) pick() error {
	b := s.p.NewBatch(1)
	for _, name := range []string{"result_valid_i", "result_pick_i", "job_ready_i", "command_ready_i", "rsp_ready_i"} {
		s.p.MustPort(name).Set(b.In(0), 1)
	}
	return s.p.Step(b)
}
