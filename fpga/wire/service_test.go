// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire_test

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
)

// asked is a request in flight, with its right response.
type asked struct {
	call *wire.Call
	text string
	want service.Response
	// sums are the sums of a RUN by number of playouts; a cancelled RUN has one of them.
	sums []service.Sums
}

// ask asks n questions about a problem, all in flight behind a LOAD.
func ask(ctx context.Context, s *wire.Service, rng *rand.Rand, p *problem, root, n int) []asked {
	all := []asked{{s.Send(ctx, service.NewLoad(root, &p.pos)), "LOAD", service.Response{Request: service.KindLoad}, nil}}
	for range n {
		switch rng.IntN(8) {
		case 0:
			pick := service.Pick{Root: root, Index: rng.IntN(len(p.moves) + 2)}
			want := service.Response{Request: service.KindPick, Picked: service.Picked{Moves: len(p.moves), None: pick.Index >= len(p.moves)}}
			if !want.Picked.None {
				want.Picked.Move = p.moves[pick.Index]
			}
			all = append(all, asked{s.Send(ctx, pick), fmt.Sprintf("%+v", pick), want, nil})
		default:
			i := rng.IntN(len(p.runs))
			run := p.runs[i]
			run.Root, run.Playouts = root, 1+rng.IntN(run.Playouts)
			want := service.Response{Request: service.KindRun, Sums: p.sums[i][run.Playouts]}
			all = append(all, asked{s.Send(ctx, run), fmt.Sprintf("%+v", run), want, p.sums[i]})
		}
	}
	return all
}

// wrong waits for a response and returns its fault, "" if it is right. A cancelled request may have
// the right sums of its first playouts, if it may be cancelled.
func (a *asked) wrong(ctx context.Context, mayCancel bool) string {
	r, err := a.call.Wait(ctx)
	want := a.want
	if r.Status == service.Cancelled && mayCancel && want.Request != service.KindLoad {
		want = service.Response{Request: want.Request, Status: service.Cancelled}
		if a.sums != nil {
			want.Sums = a.sums[min(r.Sums.Playouts, len(a.sums)-1)]
		}
	} else if err != nil {
		return fmt.Sprintf("%s: %v", a.text, err)
	}
	r.ID = 0
	if d := cmp.Diff(want, r); d != "" {
		return fmt.Sprintf("%s: (-want +got)\n%s", a.text, d)
	}
	return ""
}

// TestServiceTakesOver takes over a line with an earlier program's requests and responses under
// way, the same ones that the new program has. All ids are equally likely.
func TestServiceTakesOver(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	problems := newProblems(rng, 4)
	for _, flight := range []int{4, 40, 160} {
		t.Run(fmt.Sprint(flight), func(t *testing.T) {
			const takeOvers = 1000
			wrong := 0
			for range takeOvers {
				synctest.Test(t, func(t *testing.T) {
					b := newSimBoard(rng, 20*time.Microsecond)
					defer b.Close()
					id := byte(rng.Uint32())
					old := problems[rng.IntN(len(problems))]
					load := service.NewLoad(0, &old.pos)
					var line []byte
					if rng.IntN(2) == 0 {
						line = service.AppendFrame(nil, load.Append(nil, id))[rng.IntN(70):] // the beginning was already read
					}
					handshakes := rng.IntN(4) == 0 // the earlier program was taking over, too
					for i := range flight {
						id++
						var request service.Request = old.runs[rng.IntN(len(old.runs))]
						if i == 0 && rng.IntN(2) == 0 {
							request = load
						} else if handshakes {
							request, id = service.InfoQuery{}, byte(rng.Uint32())
						}
						line = service.AppendFrame(line, request.Append(nil, id))
					}
					b.Write(line[:len(line)-rng.IntN(10)]) // only a part of the last one may be there
					time.Sleep(time.Duration(rng.IntN(2000)) * time.Microsecond)

					s := wire.NewService(b, wire.Limits{})
					fresh := problems[rng.IntN(len(problems))]
					for _, a := range ask(t.Context(), s, rng, fresh, 0, 20) {
						if text := a.wrong(t.Context(), false); text != "" {
							if wrong++; wrong < 5 {
								t.Errorf("%s", text)
							}
							break
						}
					}
					assert.Zero(t, s.Resyncs(), "one handshake is enough")
				})
			}
			assert.Zero(t, wrong, "of %d take-overs", takeOvers)
		})
	}
}

// TestServiceLostFrame loses, damages or doubles one frame: each of the first ones in turn, in
// either direction, including the very first and the last one.
func TestServiceLostFrame(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	problems := newProblems(rng, 2)
	damages := []struct {
		name   string
		damage func(frame []byte, n int) []byte // n is a random number
	}{
		{"lost", func([]byte, int) []byte { return nil }},
		{"bit", func(frame []byte, n int) []byte { frame[n/8%(len(frame)-1)] ^= 1 << (n % 8); return frame }},
		{"twice", func(frame []byte, _ int) []byte { return append(frame, frame...) }},
		{"end", func(frame []byte, _ int) []byte { return frame[:len(frame)-1] }},
	}
	// The zero, CANCEL and 6 INFOs of the handshake, 2 LOADs, 10 more requests.
	const frames = 1 + 7 + 12
	for _, direction := range []string{"request", "response"} {
		for _, d := range damages {
			t.Run(direction+"/"+d.name, func(t *testing.T) {
				resyncs := 0
				for n := range frames {
					synctest.Test(t, func(t *testing.T) {
						b := newSimBoard(rng, 20*time.Microsecond)
						defer b.Close()
						line := map[string]*stream{"request": b.in, "response": b.out}[direction]
						count, number := 0, rng.IntN(1<<20)
						line.damage = func(frame []byte) []byte {
							if count++; count-1 == n && len(frame) > 1 {
								return d.damage(frame, number)
							}
							return frame
						}
						s := wire.NewService(b, wire.Limits{})
						for root, p := range problems {
							for _, a := range ask(t.Context(), s, rng, p, root, 5) {
								assert.Empty(t, a.wrong(t.Context(), false), "frame %d", n)
							}
						}
						resyncs += s.Resyncs()
						// The line stays in order.
						_, err := s.Send(t.Context(), service.InfoQuery{}).Wait(t.Context())
						require.NoError(t, err)
					})
				}
				assert.GreaterOrEqual(t, resyncs, frames/2, "most damages must be noticed")
			})
		}
	}
}

// TestServiceNoise damages frames at random in both directions, while two goroutines have many
// requests in flight, each with a root. In half of the cases a third goroutine cancels them. The
// seed does not repeat the order of the goroutines.
func TestServiceNoise(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	problems := newProblems(rng, 8)
	requests, damaged, cancelled, resyncs := atomic.Int64{}, 0, atomic.Int64{}, 0
	for _, rate := range []float64{0.001, 0.01, 0.03} {
		for n := range 10 {
			synctest.Test(t, func(t *testing.T) {
				b := newSimBoard(rng, 20*time.Microsecond)
				defer b.Close()
				there := &noise{rng: rand.New(rand.NewPCG(rng.Uint64(), 2)), rate: rate}
				back := &noise{rng: rand.New(rand.NewPCG(rng.Uint64(), 3)), rate: rate}
				b.in.damage, b.out.damage = there.damage, back.damage
				s := wire.NewService(b, wire.Limits{Tries: 100})
				cancels := n%2 == 1
				var workers sync.WaitGroup
				for root := range service.NumRoots {
					rng := rand.New(rand.NewPCG(rng.Uint64(), 4))
					workers.Go(func() {
						for range 10 {
							for _, a := range ask(t.Context(), s, rng, problems[rng.IntN(len(problems))], root, 1+rng.IntN(60)) {
								requests.Add(1)
								if text := a.wrong(t.Context(), cancels); text != "" {
									t.Errorf("rate %g: %s", rate, text)
								}
								if r, _ := a.call.Wait(t.Context()); r.Status == service.Cancelled {
									cancelled.Add(1)
								}
							}
						}
					})
				}
				done := make(chan struct{})
				go func() {
					workers.Wait()
					close(done)
				}()
				for running := true; running; {
					select {
					case <-done:
						running = false
					case <-time.After(time.Millisecond):
						if cancels {
							_, err := s.Send(t.Context(), service.Cancel{}).Wait(t.Context())
							assert.NoError(t, err)
						}
					}
				}
				resyncs += s.Resyncs()
				b.in.mu.Lock()
				b.out.mu.Lock()
				damaged += there.count + back.count
				b.in.mu.Unlock()
				b.out.mu.Unlock()
			})
		}
	}
	t.Logf("%d requests, %d cancelled, %d damaged frames, %d new handshakes", requests.Load(), cancelled.Load(), damaged, resyncs)
	assert.Greater(t, damaged, 500)
	assert.Greater(t, resyncs, 200)
	assert.Greater(t, cancelled.Load(), int64(100))
}

// TestServiceFull keeps exactly as many requests in flight as the board takes.
func TestServiceFull(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	problems := newProblems(rng, 2)
	synctest.Test(t, func(t *testing.T) {
		b := newSimBoard(rng, 200*time.Microsecond)
		defer b.Close()
		s := wire.NewService(b, wire.Limits{})
		most := 0
		for range 3 {
			for _, a := range ask(t.Context(), s, rng, problems[rng.IntN(2)], rng.IntN(2), 300) {
				b.mu.Lock()
				most = max(most, len(b.queue))
				b.mu.Unlock()
				assert.Empty(t, a.wrong(t.Context(), false))
			}
		}
		assert.Zero(t, b.fullQueue())
		assert.Zero(t, s.Resyncs())
		assert.Greater(t, most, 140)
	})
}

// TestServiceSilence shows that with a silent board the calls end with an error in a bounded time,
// and that the service works when the board answers again, with the contents of its roots.
func TestServiceSilence(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	problems := newProblems(rng, 2)
	synctest.Test(t, func(t *testing.T) {
		b := newSimBoard(rng, 20*time.Microsecond)
		defer b.Close()
		silent := atomic.Bool{}
		b.out.damage = func(frame []byte) []byte {
			if silent.Load() {
				return nil
			}
			return frame
		}
		s := wire.NewService(b, wire.Limits{Answer: 100 * time.Millisecond, Tries: 5})
		for root, p := range problems {
			for _, a := range ask(t.Context(), s, rng, p, root, 5) {
				require.Empty(t, a.wrong(t.Context(), false))
			}
		}
		silent.Store(true)
		began := time.Now()
		lost := ask(t.Context(), s, rng, problems[1], 0, 5) // root 0 gets another position
		for _, a := range lost {
			_, err := a.call.Wait(t.Context())
			require.ErrorIs(t, err, wire.ErrTimeout)
			require.EqualError(t, err, "wire: given up after 5 tries: no answer in time")
		}
		// The first deadline, then the handshakes, and no unrequested ones.
		assert.Equal(t, 6*100*time.Millisecond, time.Since(began))
		time.Sleep(time.Hour)
		assert.Equal(t, 5, s.Resyncs())
		_, err := s.Send(t.Context(), service.InfoQuery{}).Wait(t.Context())
		require.ErrorIs(t, err, wire.ErrTimeout)

		silent.Store(false)
		// The contents of root 0 are unknown: the board plays neither the old position nor the new
		// one.
		run := problems[0].runs[0]
		_, err = s.Send(t.Context(), run).Wait(t.Context())
		assert.Equal(t, &wire.StatusError{Status: service.NotLoaded}, err)
		run = problems[1].runs[0]
		run.Root = 1
		r, err := s.Send(t.Context(), run).Wait(t.Context())
		require.NoError(t, err)
		assert.Equal(t, problems[1].sums[0][run.Playouts], r.Sums)
		for _, a := range ask(t.Context(), s, rng, problems[0], 0, 5) {
			require.Empty(t, a.wrong(t.Context(), false))
		}
	})
}

// TestServiceLongRun shows that a RUN has time in proportion to its playouts.
func TestServiceLongRun(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer far.Close()
		go readFrames(far, func(request []byte) {
			r := service.Response{Request: request[0], ID: request[1]}
			switch r.Request {
			case service.KindInfo:
				r.Info.Version = service.Version
			case service.KindRun:
				time.Sleep(50 * time.Second)
				r.Sums.Playouts = service.MaxPlayouts
			}
			far.Write(service.AppendFrame(nil, r.Append(nil)))
		})
		s := wire.NewService(near, wire.Limits{})
		defer s.Close()
		pos := duo.NewPosition(duo.Player1)
		s.Send(t.Context(), service.NewLoad(0, &pos))
		var runs []*wire.Call
		for range 3 {
			runs = append(runs, s.Send(t.Context(), service.Run{First: playout.NoFirst, Playouts: service.MaxPlayouts}))
		}
		for _, c := range runs {
			_, err := c.Wait(t.Context())
			require.NoError(t, err)
		}
		assert.Zero(t, s.Resyncs())
	})
}

// TestServiceReset resets the board while requests are in flight.
func TestServiceReset(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	problems := newProblems(rng, 2)
	synctest.Test(t, func(t *testing.T) {
		b := newSimBoard(rng, 20*time.Microsecond)
		defer b.Close()
		s := wire.NewService(b, wire.Limits{})
		for range 20 {
			root := rng.IntN(2)
			all := ask(t.Context(), s, rng, problems[rng.IntN(2)], root, 50)
			time.Sleep(time.Duration(rng.IntN(500)) * time.Microsecond)
			b.reset()
			for _, a := range all {
				require.Empty(t, a.wrong(t.Context(), false))
			}
		}
		assert.Greater(t, s.Resyncs(), 5)
	})
}

// serveWith is serveGolden with responses edited or dropped.
func serveWith(rw io.ReadWriter, edit func(request []byte, r *service.Response) bool) {
	m := service.Model{Lanes: 5}
	readFrames(rw, func(payload []byte) {
		r := m.Handle(payload)
		if edit(payload, &r) {
			rw.Write(service.AppendFrame(nil, r.Append(nil)))
		}
	})
}

// TestServiceNoSense sends impossible responses in good frames.
func TestServiceNoSense(t *testing.T) {
	t.Parallel()
	pos := duo.NewPosition(duo.Player1)
	for _, c := range []struct {
		name  string
		edit  func(r *service.Response)
		cause string
	}{
		{"playouts", func(r *service.Response) { r.Sums.Playouts++ }, "a response that makes no sense"},
		{"wins", func(r *service.Response) { r.Sums.Wins = [2]int{4, 4} }, "a response that makes no sense"},
		{"cancelled", func(r *service.Response) { r.Status = service.Cancelled }, "wire: the service: cancelled"},
		{"not loaded", func(r *service.Response) { r.Status = service.NotLoaded }, "wire: the service: root not loaded"},
		{"queue full", func(r *service.Response) { r.Status = service.QueueFull }, "wire: the service: queue full"},
		{"another id", func(r *service.Response) { r.ID++ }, "a response that belongs to no request"},
		{"another kind", func(r *service.Response) { *r = service.Response{Request: service.KindLoad, ID: r.ID} }, "a response that belongs to no request"},
	} {
		for _, times := range []int{3, 1000} {
			t.Run(fmt.Sprintf("%s/%d", c.name, times), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					near, far := net.Pipe()
					defer far.Close()
					count := 0
					go serveWith(far, func(request []byte, r *service.Response) bool {
						if request[0] == service.KindRun && count < times {
							count++
							c.edit(r)
						}
						return true
					})
					s := wire.NewService(near, wire.Limits{})
					defer s.Close()
					s.Send(t.Context(), service.NewLoad(0, &pos))
					run := service.Run{First: playout.NoFirst, Seed: 1, Playouts: 5}
					r, err := s.Send(t.Context(), run).Wait(t.Context())
					if times > 8 {
						assert.EqualError(t, err, "wire: given up after 8 tries: "+c.cause)
						return
					}
					require.NoError(t, err)
					assert.Equal(t, service.SumsOf(playout.NewRoot(&pos), run), r.Sums)
				})
			})
		}
	}
}

// TestServiceForeignRoot shows that the roots of an earlier program are not used.
func TestServiceForeignRoot(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	problems := newProblems(rng, 1)
	synctest.Test(t, func(t *testing.T) {
		b := newSimBoard(rng, 0)
		defer b.Close()
		b.Write(service.AppendFrame(nil, service.NewLoad(0, &problems[0].pos).Append(nil, 1)))
		s := wire.NewService(b, wire.Limits{})
		for _, request := range []service.Request{problems[0].runs[0], service.Pick{}} {
			_, err := s.Send(t.Context(), request).Wait(t.Context())
			assert.Equal(t, &wire.StatusError{Status: service.NotLoaded}, err)
		}
		// A LOAD that the board refuses leaves the root unchanged.
		bad := service.Load{Squares: [2]duo.Bitboard{problems[0].pos.Squares(0)}}
		bad.Squares[0].AddRow(3, 1)
		bad.Squares[1].AddRow(3, 1)
		for range 2 {
			load, run := s.Send(t.Context(), bad), s.Send(t.Context(), problems[0].runs[0])
			_, err := load.Wait(t.Context())
			assert.Equal(t, &wire.StatusError{Status: service.BadPosition}, err)
			_, err = run.Wait(t.Context())
			assert.Equal(t, &wire.StatusError{Status: service.NotLoaded}, err)
		}
		_, err := s.Send(t.Context(), service.NewLoad(0, &problems[0].pos)).Wait(t.Context())
		require.NoError(t, err)
		_, err = s.Send(t.Context(), bad).Wait(t.Context())
		assert.Equal(t, &wire.StatusError{Status: service.BadPosition}, err)
		r, err := s.Send(t.Context(), problems[0].runs[0]).Wait(t.Context())
		require.NoError(t, err)
		assert.Equal(t, problems[0].sums[0][3], r.Sums)
		assert.Zero(t, s.Resyncs())
	})
}

// TestServiceVersion refuses a board with another version of the protocol.
func TestServiceVersion(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	defer far.Close()
	go serveWith(far, func(_ []byte, r *service.Response) bool {
		r.Info.Version++
		return true
	})
	s := wire.NewService(near, wire.Limits{})
	defer s.Close()
	for range 2 {
		_, err := s.Send(t.Context(), service.InfoQuery{}).Wait(t.Context())
		assert.EqualError(t, err, fmt.Sprintf("wire: the board has version %d of the service, want %d", service.Version+1, service.Version))
	}
}

// TestServiceGoroutines has two goroutines on a line without faults, each with a root and many
// requests in flight.
func TestServiceGoroutines(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	go serveGolden(far)
	s := wire.NewService(near, wire.Limits{})
	info, err := s.Send(t.Context(), service.InfoQuery{}).Wait(t.Context())
	require.NoError(t, err)
	assert.Equal(t, 5, info.Info.Lanes)
	_, err = s.Send(t.Context(), service.Run{Root: 1, First: playout.NoFirst, Playouts: 1}).Wait(t.Context())
	assert.EqualError(t, err, "wire: the service: root not loaded")

	rng := seedtest.Rand(t)
	problems := newProblems(rng, 4)
	var workers sync.WaitGroup
	for root := range service.NumRoots {
		rng := rand.New(rand.NewPCG(rng.Uint64(), 1))
		workers.Go(func() {
			for _, p := range problems {
				for _, a := range ask(t.Context(), s, rng, p, root, 40) {
					assert.Empty(t, a.wrong(t.Context(), false))
				}
			}
		})
	}
	workers.Wait()
	_, err = s.Send(t.Context(), service.Cancel{}).Wait(t.Context())
	require.NoError(t, err)
	assert.Zero(t, s.Resyncs())

	far.Close()
	_, err = s.Send(t.Context(), service.InfoQuery{}).Wait(t.Context())
	assert.ErrorContains(t, err, "wire: ")
	require.NoError(t, s.Close())
}

// lonely returns a service whose peer reads requests, but answers only the handshake.
func lonely(t *testing.T) *wire.Service {
	near, far := net.Pipe()
	go serveWith(far, func(_ []byte, r *service.Response) bool { return r.Request == service.KindInfo })
	s := wire.NewService(near, wire.Limits{})
	t.Cleanup(func() {
		s.Close()
		far.Close()
	})
	return s
}

// loadSize is the number of bytes that a LOAD takes in the board's queue.
var loadSize = len(service.Load{}.Append(nil, 0)) + 1

// TestServiceClose ends calls in flight and one that waits for room.
func TestServiceClose(t *testing.T) {
	t.Parallel()
	s := lonely(t)
	pos := duo.NewPosition(duo.Player1)
	var calls []*wire.Call
	for range service.MaxWaiting / loadSize {
		calls = append(calls, s.Send(t.Context(), service.NewLoad(0, &pos)))
	}
	blocked := make(chan *wire.Call)
	go func() { blocked <- s.Send(t.Context(), service.NewLoad(0, &pos)) }()
	select {
	case <-blocked:
		t.Fatal("there was room")
	case <-time.After(10 * time.Millisecond):
	}
	require.NoError(t, s.Close())
	for _, c := range append(calls, <-blocked, s.Send(t.Context(), service.InfoQuery{})) {
		_, err := c.Wait(t.Context())
		assert.ErrorIs(t, err, wire.ErrClosed)
	}
}

// TestServiceContext shows that a caller waits no longer for a silent board than its context
// allows.
func TestServiceContext(t *testing.T) {
	t.Parallel()
	s := lonely(t)
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	pos := duo.NewPosition(duo.Player1)
	_, err := s.Send(t.Context(), service.NewLoad(0, &pos)).Wait(ctx)
	require.ErrorIs(t, err, context.DeadlineExceeded)

	// A full queue keeps Send waiting.
	ctx, cancel = context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	for err = nil; err == nil; {
		c := s.Send(ctx, service.NewLoad(0, &pos))
		if ctx.Err() != nil {
			_, err = c.Wait(ctx)
		}
	}
	require.ErrorIs(t, err, context.Canceled)
}

// TestServiceInvalid sends no request that the protocol cannot express.
func TestServiceInvalid(t *testing.T) {
	t.Parallel()
	s := lonely(t)
	for want, r := range map[string]service.Request{
		"service: RUN: playouts 70000, want 1..65535":  service.Run{First: playout.NoFirst, Playouts: 70_000},
		"service: RUN: root 2, want 0..1":              service.Run{Root: 2, First: playout.NoFirst, Playouts: 1},
		"service: RUN: policy 2, want 0..1":            service.Run{Policy: playout.NumPolicies, First: playout.NoFirst, Playouts: 1},
		"service: RUN: first move 1020, want -1..1019": service.Run{First: 1020, Playouts: 1},
		"service: PICK: move -1, want 0..1019":         service.Pick{Index: -1},
		"service: LOAD: value 128, want 0..127":        service.Load{Value: [2]int{0, 128}},
	} {
		_, err := s.Send(t.Context(), r).Wait(t.Context())
		assert.EqualError(t, err, want)
	}
}

// TestServiceCancelDoesNotWait cancels while another goroutine waits for room in the queue.
func TestServiceCancelDoesNotWait(t *testing.T) {
	t.Parallel()
	near, far := net.Pipe()
	defer far.Close()
	heard := make(chan byte, 1000)
	go serveWith(far, func(request []byte, r *service.Response) bool {
		if request[0] != service.KindInfo {
			heard <- request[0]
		}
		return request[0] == service.KindInfo
	})
	s := wire.NewService(near, wire.Limits{Answer: time.Minute})
	defer s.Close()
	assert.Equal(t, byte(service.KindCancel), <-heard) // CANCEL of the handshake
	pos := duo.NewPosition(duo.Player1)
	fit := service.MaxWaiting / loadSize
	for range fit {
		s.Send(t.Context(), service.NewLoad(0, &pos))
	}
	go s.Send(t.Context(), service.NewLoad(0, &pos)) // waits for ever
	s.Send(t.Context(), service.Cancel{})
	for range fit {
		assert.Equal(t, byte(service.KindLoad), <-heard)
	}
	assert.Equal(t, byte(service.KindCancel), <-heard)
}

// TestServiceCancelUnsent cancels before the handshake is done: no playout begins.
func TestServiceCancelUnsent(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	problems := newProblems(rng, 1)
	synctest.Test(t, func(t *testing.T) {
		b := newSimBoard(rng, 0)
		defer b.Close()
		silent := true
		b.out.damage = func(frame []byte) []byte {
			if silent {
				return nil
			}
			return frame
		}
		s := wire.NewService(b, wire.Limits{})
		load, run := s.Send(t.Context(), service.NewLoad(0, &problems[0].pos)), s.Send(t.Context(), problems[0].runs[0])
		cancel := s.Send(t.Context(), service.Cancel{})
		r, err := run.Wait(t.Context())
		assert.Equal(t, &wire.StatusError{Status: service.Cancelled}, err)
		assert.Zero(t, r.Sums)
		b.out.mu.Lock()
		silent = false
		b.out.mu.Unlock()
		for _, c := range []*wire.Call{load, cancel} {
			_, err = c.Wait(t.Context())
			require.NoError(t, err)
		}
		r, err = s.Send(t.Context(), problems[0].runs[0]).Wait(t.Context())
		require.NoError(t, err)
		assert.Equal(t, problems[0].sums[0][3], r.Sums)
	})
}

var serviceChip = cosim.ServiceConfig{UART: twin.UART{ClockHz: 48_000_000, Baud: 3_000_000}, Lanes: 4}

// serviceBoard is the simulated chip as a Chip for Serve.
type serviceBoard struct {
	*cosim.ServiceBoard
	thinking bool
}

func (b *serviceBoard) Pass(arriving []byte) (sent []byte, elapsed time.Duration, calm bool, err error) {
	before := b.Cycle()
	sent, err = b.Send(arriving, 5000)
	b.thinking = b.LEDs()&(1<<1|1<<2) != 0 // a game is on, or a request waits
	elapsed = time.Duration(b.Cycle()-before) * time.Second / time.Duration(serviceChip.UART.ClockHz)
	return sent, elapsed, len(sent) == 0 && !b.thinking, err
}

func (b *serviceBoard) Thinking() bool { return b.thinking }

// TestServiceInSimulation takes over the line of the simulated chip with runs in flight, and
// damages frames in both directions.
func TestServiceInSimulation(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	problems := newProblems(rng, 4)
	chip, err := cosim.StartService(t.Context(), serviceChip)
	require.NoError(t, err)
	defer chip.Close()
	near := &simBoard{in: newStream(), out: newStream()}
	far := struct {
		io.Reader
		io.Writer
	}{near.in, near.out}
	served := make(chan error, 1)
	go func() { served <- wire.Serve(t.Context(), &serviceBoard{ServiceBoard: chip}, far) }()

	var line []byte
	for root, p := range problems[:2] {
		line = service.AppendFrame(line, service.NewLoad(root, &p.pos).Append(nil, byte(root)))
	}
	for id := range 100 {
		run := problems[id%2].runs[id%6]
		run.Root, run.Playouts = id%2, 1000
		line = service.AppendFrame(line, run.Append(nil, byte(id)))
	}
	near.Write(line[:len(line)-5])
	// The chip's time passes about a thousand times slower; the factor depends on the machine.
	s := wire.NewService(near, wire.Limits{Answer: 5 * time.Second, Playout: time.Second, Tries: 50})
	for n := range 8 {
		if n == 2 {
			there := &noise{rng: rand.New(rand.NewPCG(rng.Uint64(), 2)), rate: 0.01}
			back := &noise{rng: rand.New(rand.NewPCG(rng.Uint64(), 3)), rate: 0.01}
			for s, n := range map[*stream]*noise{near.in: there, near.out: back} {
				s.mu.Lock()
				s.damage = n.damage
				s.mu.Unlock()
			}
		}
		for _, a := range ask(t.Context(), s, rng, problems[rng.IntN(4)], rng.IntN(2), 20) {
			require.Empty(t, a.wrong(t.Context(), false))
		}
	}
	require.NoError(t, s.Close())
	require.NoError(t, <-served)
	t.Logf("%d new handshakes, %d cycles", s.Resyncs(), chip.Cycle())
}

// TestServiceAnotherProgram lets another program have the line between the requests of this one:
// its position never answers for this one's.
func TestServiceAnotherProgram(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	problems := newProblems(rng, 2)
	model := &service.Model{Lanes: 1}
	var mu sync.Mutex
	tags := map[string]bool{} // in LOADs
	near, far := net.Pipe()
	defer far.Close()
	go serveWith(far, func(request []byte, r *service.Response) bool {
		mu.Lock()
		defer mu.Unlock()
		if request[0] == service.KindLoad {
			tags[string(request[len(request)-2:])] = true
		}
		*r = model.Handle(request)
		if request[0] == service.KindInfo {
			r.Info.Version = service.Version
		}
		return true
	})
	s := wire.NewService(near, wire.Limits{})
	defer s.Close()
	for n := range 20 {
		for _, a := range ask(t.Context(), s, rng, problems[0], 0, 5) {
			require.Empty(t, a.wrong(t.Context(), false))
		}
		assert.Equal(t, n, s.Resyncs())
		mu.Lock()
		other := service.NewLoad(0, &problems[1].pos)
		other.Tag = uint16(rng.Uint32())
		require.Equal(t, service.OK, model.Handle(other.Append(nil, 0)).Status)
		mu.Unlock()
		var call *wire.Call
		run, want := problems[0].runs[0], problems[0].sums[0]
		if call = s.Send(t.Context(), run); n%2 == 1 {
			call = s.Send(t.Context(), run)
		}
		r, err := call.Wait(t.Context())
		require.NoError(t, err)
		assert.Equal(t, want[run.Playouts], r.Sums)
		assert.Equal(t, n+1, s.Resyncs())
	}
	assert.Greater(t, len(tags), 10, "the tags are drawn")
}

// TestServiceRefusedLoad: after a LOAD that the board refuses, requests mean the position before.
func TestServiceRefusedLoad(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	p := newProblems(rng, 1)[0]
	synctest.Test(t, func(t *testing.T) {
		b := newSimBoard(rng, 20*time.Microsecond)
		defer b.Close()
		s := wire.NewService(b, wire.Limits{})
		good, bad := service.NewLoad(0, &p.pos), service.NewLoad(0, &p.pos)
		bad.Squares[0].AddRow(0, 1)
		bad.Squares[1].AddRow(0, 1)
		calls := []*wire.Call{s.Send(t.Context(), good), s.Send(t.Context(), bad), s.Send(t.Context(), p.runs[0])}
		_, err := calls[0].Wait(t.Context())
		require.NoError(t, err)
		_, err = calls[1].Wait(t.Context())
		assert.EqualError(t, err, "wire: the service: bad position")
		for _, c := range append(calls[2:], s.Send(t.Context(), p.runs[0])) {
			r, err := c.Wait(t.Context())
			require.NoError(t, err)
			assert.Equal(t, p.sums[0][p.runs[0].Playouts], r.Sums)
		}
	})
}
