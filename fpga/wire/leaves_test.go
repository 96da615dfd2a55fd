// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package wire_test

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// leafBoard is a board with the leaf service: golden's model at the other end of two streams.
type leafBoard struct {
	in, out *stream
	workers sync.WaitGroup

	mu    sync.Mutex
	model service.Model
	edit  func(answer []byte) []byte // faults in the answers; nil: none
	kinds map[byte]int               // number of requests by kind
}

func newLeafBoard() *leafBoard {
	b := &leafBoard{in: newStream(), out: newStream(), model: service.Model{Lanes: 8, Leaves: service.NewLeafModel()}, kinds: map[byte]int{}}
	b.workers.Go(func() {
		readFrames(b.in, func(request []byte) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.kinds[request[0]]++
			answer := b.model.Answer(request)
			if b.edit != nil {
				answer = b.edit(answer)
			}
			if answer != nil {
				b.out.Write(service.AppendFrame(nil, answer))
			}
		})
	})
	return b
}

func (b *leafBoard) Write(p []byte) (int, error) { return b.in.Write(p) }
func (b *leafBoard) Read(p []byte) (int, error)  { return b.out.Read(p) }
func (b *leafBoard) Close() error {
	b.in.Close()
	b.out.Close()
	b.workers.Wait()
	return nil
}

// do changes the board.
func (b *leafBoard) do(f func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	f()
}

func newEvaluator() *evaluation.Evaluator { return evaluation.New(&evaluation.Default) }

// leafConfig returns a search whose leaves a board values.
func leafConfig(seed uint32) search.TreeConfig {
	return search.TreeConfig{
		Playouts: service.LeafPlayouts, Seed: seed,
		Config: tree.Config{InFlight: 160, Children: 20, ExpandVisits: 8, Nodes: 1 << 17},
	}
}

// TestLeafService searches with a board whose line loses, doubles and damages bytes, and which
// forgets its root now and then: the tree equals the tree with golden's own evaluation, node for
// node.
func TestLeafService(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	for _, rate := range []float64{0, 0.05, 0.2} {
		synctest.Test(t, func(t *testing.T) {
			b := newLeafBoard()
			for _, s := range []*stream{b.in, b.out} {
				n := &noise{rng: rand.New(rand.NewPCG(rng.Uint64(), 1)), rate: rate}
				s.damage = n.damage
			}
			// Bytes that an earlier program has left on the line.
			b.out.data = service.AppendFrame([]byte{7, 7, 7}, []byte{service.KindLeaves | service.ResponseBit, 1, 0, 2, 3, 4, 5})
			e := wire.NewLeafService(b, wire.Limits{Tries: 100})
			defer e.Close()
			seed := rng.Uint32()
			board, err := search.NewTreeBy(leafConfig(seed), newEvaluator(), e)
			require.NoError(t, err)
			golden, err := search.NewTreeBy(leafConfig(seed), newEvaluator(), search.NewModelService(newEvaluator(), service.LeafPlayouts))
			require.NoError(t, err)
			pos := duo.RandomGame(rng, 14+rng.IntN(8))
			for range simtest.Long(3, 12) {
				if pos.Over() || !pos.HasLegalMove() {
					break
				}
				board.SetRoot(&pos)
				golden.SetRoot(&pos)
				leaves := 100 + rng.IntN(300)
				if rate > 0 {
					forget := time.AfterFunc(time.Duration(rng.IntN(100))*time.Millisecond, func() {
						b.do(func() { b.model.Leaves = service.NewLeafModel() })
					})
					defer forget.Stop()
				}
				n, err := board.Search(leaves, nil)
				require.NoError(t, err)
				m, err := golden.Search(leaves, nil)
				require.NoError(t, err)
				require.Equal(t, m, n)
				require.Equal(t, golden.Digest(), board.Digest())
				best, ok := board.Best()
				require.True(t, ok)
				pos.Play(best.Move)
			}
			if rate == 0 {
				assert.Zero(t, e.Resent())
			}
			t.Logf("%g of the frames damaged: %d sent again", rate, e.Resent())
		})
	}
}

// TestLeafServiceGivesUp covers a silent board, one with an older version, one that refuses, and a
// line that ends.
func TestLeafServiceGivesUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newLeafBoard()
		e := wire.NewLeafService(b, wire.Limits{Answer: 10 * time.Millisecond, Tries: 3})
		defer func() { e.Close() }()
		pos := duo.NewPosition(duo.Player1)
		ask := func() (search.Finding, error) {
			require.NoError(t, e.SetRoot(&pos))
			if err := e.Ask(search.Question{Seed: 1, Children: 3}); err != nil {
				return search.Finding{}, err
			}
			return e.Answer()
		}
		_, err := e.Answer()
		require.ErrorIs(t, err, wire.ErrNoQuestion)
		f, err := ask()
		require.NoError(t, err)
		assert.Len(t, f.Children, 3)
		_, err = e.Answer()
		require.ErrorIs(t, err, wire.ErrNoQuestion)

		b.do(func() { b.edit = func([]byte) []byte { return nil } })
		_, err = ask()
		require.EqualError(t, err, "wire: given up after 3 tries: no answer in time")
		_, err = e.Answer()
		require.ErrorIs(t, err, wire.ErrTimeout)
		b.do(func() { b.edit = nil })
		again, err := ask()
		require.NoError(t, err)
		require.Equal(t, f, again)

		// A response with a good CRC and the wrong length counts as none.
		count := 0
		b.do(func() {
			b.edit = func(answer []byte) []byte {
				if count++; answer[0] == service.KindLeaves|service.ResponseBit && count < 4 {
					return append(answer, 0)
				}
				return answer
			}
		})
		again, err = ask()
		require.NoError(t, err)
		require.Equal(t, f, again)

		// The queue is full now and then.
		count = 0
		b.do(func() {
			b.edit = func(answer []byte) []byte {
				if count++; count < 8 && rand.IntN(2) == 0 {
					return []byte{answer[0], answer[1], byte(service.QueueFull)}
				}
				return answer
			}
		})
		again, err = ask()
		require.NoError(t, err)
		require.Equal(t, f, again)

		b.do(func() {
			b.edit = func(answer []byte) []byte { return []byte{answer[0], answer[1], byte(service.BadField)} }
		})
		_, err = ask()
		require.EqualError(t, err, "wire: the service: bad field")
		require.Error(t, e.Ask(search.Question{Path: make([]tree.Move, 64)}))

		require.NoError(t, e.Close())
		require.ErrorIs(t, e.SetRoot(&pos), wire.ErrClosed)

		old := newLeafBoard()
		defer old.Close()
		old.model.Leaves = nil
		e = wire.NewLeafService(old, wire.Limits{})
		defer e.Close()
		_, err = ask()
		require.EqualError(t, err, fmt.Sprintf("wire: the board has version %d of the service, want 2", service.Version))

		dead := newLeafBoard()
		e = wire.NewLeafService(dead, wire.Limits{})
		defer e.Close()
		dead.Close()
		synctest.Wait()
		// Either the reader or the writer reports the end first.
		err = e.SetRoot(&pos)
		require.True(t, errors.Is(err, io.EOF) || errors.Is(err, io.ErrClosedPipe), "%v", err)
	})
}

// paced is a direction of a serial line: a byte takes its time, and arriving bytes are passed on
// after a while, as by a USB bridge.
type paced struct {
	mu     sync.Mutex
	change sync.Cond
	data   []byte
	at     []time.Time // arrival time of each byte
	free   time.Time   // time from which the line is free
	closed bool
	waits  bool // the reader waits for a byte that is on its way
	bytes  int
	delay  time.Duration
}

func newPaced(delay time.Duration) *paced {
	p := &paced{delay: delay}
	p.change.L = &p.mu
	return p
}

// usbPacket is the most bytes that the bridge passes on at a time.
const usbPacket = 62

const byteTime = 10 * time.Second / service.Baud // 8 data bits, a start bit and a stop bit

func (p *paced) Write(data []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return 0, io.ErrClosedPipe
	}
	if now := time.Now(); p.free.Before(now) {
		p.free = now
	}
	for range data {
		p.free = p.free.Add(byteTime)
		p.at = append(p.at, p.free.Add(p.delay))
	}
	p.data = append(p.data, data...)
	p.bytes += len(data)
	p.change.Broadcast()
	return len(data), nil
}

func (p *paced) Read(buf []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		if p.closed {
			return 0, io.EOF
		}
		if len(p.at) == 0 {
			p.change.Wait()
			continue
		}
		// Bytes come as a USB packet, or when no more follow.
		n := min(len(p.at), len(buf), usbPacket)
		if wait := time.Until(p.at[n-1]); wait > 0 {
			p.waits = true
			p.mu.Unlock()
			time.Sleep(wait)
			p.mu.Lock()
			p.waits = false
			p.change.Broadcast()
			continue
		}
		copy(buf, p.data[:n])
		p.data, p.at = p.data[n:], p.at[n:]
		return n, nil
	}
}

func (p *paced) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.change.Broadcast()
	for p.waits { // after a test's end its time stops
		p.change.Wait()
	}
	return nil
}

// pacedBoard answers leaves at a given rate, at the other end of a line with real speed.
type pacedBoard struct {
	in, out *paced
	workers sync.WaitGroup
}

func newPacedBoard(delay, leaf time.Duration) *pacedBoard {
	b := &pacedBoard{in: newPaced(delay), out: newPaced(delay)}
	model := service.Model{Lanes: 8, Leaves: service.NewLeafModel()}
	b.workers.Go(func() {
		readFrames(b.in, func(request []byte) {
			if l, status, _ := service.ParseLeaves(request); status == service.OK {
				time.Sleep(time.Duration(len(l.Leaves)) * leaf)
			}
			b.out.Write(service.AppendFrame(nil, model.Answer(request)))
		})
	})
	return b
}

func (b *pacedBoard) Write(p []byte) (int, error) { return b.in.Write(p) }
func (b *pacedBoard) Read(p []byte) (int, error)  { return b.out.Read(p) }
func (b *pacedBoard) Close() error {
	b.in.Close()
	b.out.Close()
	b.workers.Wait()
	return nil
}

// TestLeafRate counts the leaves a second of a board over a line of 3 Mbaud, in the line's own
// time: bytes take their time, the USB bridge takes a millisecond each way, the board 12.5 us for a
// leaf (80,000 a second; see TestLeafChipRate), and the program none. go test ./fpga/wire -run
// TestLeafRate -v shows the figures; with TESSERA_TESTS=all they are the documents' figures.
func TestLeafRate(t *testing.T) {
	t.Parallel()
	leaves := simtest.Long(2_000, 20_000)
	for _, pos := range duo.BenchPositions() {
		if pos.Plies() > 16 || pos.Plies()%8 != 0 || !simtest.All() && pos.Plies() != 8 {
			continue
		}
		synctest.Test(t, func(t *testing.T) {
			b := newPacedBoard(time.Millisecond, 12_500*time.Nanosecond)
			e := wire.NewLeafService(b, wire.Limits{})
			defer e.Close()
			s, err := search.NewTreeBy(leafConfig(1), newEvaluator(), e)
			require.NoError(t, err)
			s.SetRoot(&pos)
			begun := time.Now()
			n, err := s.Search(leaves, nil)
			require.NoError(t, err)
			require.Equal(t, leaves, n)
			rate := float64(n) / time.Since(begun).Seconds()
			t.Logf("%2d plies: %.0f leaves a second; %.1f bytes a leaf to the board, %.1f back", pos.Plies(), rate,
				float64(b.in.bytes)/float64(n), float64(b.out.bytes)/float64(n))
			require.Zero(t, e.Resent())
			require.Greater(t, rate, 25_000.0)
		})
	}
}

// TestLeafServiceSlow searches with a board that takes longer to answer than the time limit: late
// answers count, nothing is sent again, and the tree is golden's.
func TestLeafServiceSlow(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	pos := duo.RandomGame(rng, 10)
	config := leafConfig(rng.Uint32())
	config.Children = service.LeafChildren
	synctest.Test(t, func(t *testing.T) {
		b := newPacedBoard(time.Millisecond, 30*time.Millisecond) // a frame has 16 leaves, and waits for other frames
		e := wire.NewLeafService(b, wire.Limits{Answer: 200 * time.Millisecond, Tries: 8})
		defer e.Close()
		board, err := search.NewTreeBy(config, newEvaluator(), e)
		require.NoError(t, err)
		golden, err := search.NewTreeBy(config, newEvaluator(), search.NewModelService(newEvaluator(), service.LeafPlayouts))
		require.NoError(t, err)
		for _, s := range []*search.Tree{board, golden} {
			s.SetRoot(&pos)
			_, err := s.Search(500, nil)
			require.NoError(t, err)
		}
		require.Equal(t, golden.Digest(), board.Digest())
		require.Zero(t, e.Resent())
	})
}

// TestLeafServiceInSimulation searches with the simulated chip over a line that loses and damages
// frames. The tree must be golden's, node for node.
func TestLeafServiceInSimulation(t *testing.T) {
	t.Parallel()
	rng := seedtest.Rand(t)
	cfg := cosim.ServiceConfig{UART: twin.UART{ClockHz: 12_000_000, Baud: 3_000_000}, Lanes: 1, Leaves: true}
	chip, err := cosim.StartService(t.Context(), cfg)
	require.NoError(t, err)
	defer chip.Close()
	near := &simBoard{in: newStream(), out: newStream()}
	for _, s := range []*stream{near.in, near.out} {
		n := &noise{rng: rand.New(rand.NewPCG(rng.Uint64(), 1)), rate: 0.05}
		s.damage = n.damage
	}
	far := struct {
		io.Reader
		io.Writer
	}{near.in, near.out}
	served := make(chan error, 1)
	go func() { served <- wire.Serve(t.Context(), &serviceBoard{ServiceBoard: chip}, far) }()

	// The chip's time passes about a thousand times slower; the factor depends on the machine.
	e := wire.NewLeafService(near, wire.Limits{Answer: time.Second, Tries: 300})
	config := leafConfig(rng.Uint32())
	config.Children, config.InFlight = service.LeafChildren, 50
	board, err := search.NewTreeBy(config, newEvaluator(), e)
	require.NoError(t, err)
	golden, err := search.NewTreeBy(config, newEvaluator(), search.NewModelService(newEvaluator(), service.LeafPlayouts))
	require.NoError(t, err)
	pos := duo.RandomGame(rng, 12)
	for range simtest.Long(2, 6) {
		if pos.Over() || !pos.HasLegalMove() {
			break
		}
		for _, s := range []*search.Tree{board, golden} {
			s.SetRoot(&pos)
			_, err := s.Search(150, nil)
			require.NoError(t, err)
		}
		require.Equal(t, golden.Digest(), board.Digest())
		best, ok := board.Best()
		require.True(t, ok)
		pos.Play(best.Move)
	}
	require.NoError(t, e.Close())
	require.NoError(t, <-served)
	t.Logf("%d frames sent again, %d cycles", e.Resent(), chip.Cycle())
}
