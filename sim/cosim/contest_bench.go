// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim

import (
	"fmt"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// ContestBench runs the chip and its twin side by side. Every byte that the chip sends must be the
// twin's, and its start bit must begin in the twin's cycle.
//
// The methods return errors, in the form that [Cosim] wants.
type ContestBench struct {
	Proc  *verilator.Proc
	Board *ContestBoard
	Twin  *twin.ContestPlayer
	Rand  *rand.Rand
	Heard string // bytes that the chip has sent since Heard was last emptied
	Bytes int    // number of the chip's bytes that were the twin's, in the twin's cycles
	Moves int    // number of whole moves in Game
	Idle  uint64 // the most cycles from an answer to the next message in Game

	cfg    twin.ContestConfig
	origin uint64           // the process' cycle that is the twin's cycle 0
	want   []twin.TimedByte // bytes that the twin has sent and the chip not yet
	log    []string         // latest bytes sent and heard, for messages
}

// NewContestBench takes a process of the chip that has just been started. The chip comes out of
// reset in the cycle origin: 0 if the process' reset is the chip's, and later if the chip has a
// separate reset in front of it.
func NewContestBench(p *verilator.Proc, cfg twin.ContestConfig, origin uint64, rng *rand.Rand) (*ContestBench, error) {
	board, err := NewContestBoard(p, cfg)
	if err != nil {
		return nil, err
	}
	twin, err := twin.NewContestPlayer(cfg)
	if err != nil {
		return nil, err
	}
	b := &ContestBench{Proc: p, Board: board, Twin: twin, Rand: rng, Idle: 2000, cfg: cfg, origin: origin}
	if origin == 0 {
		return b, nil
	}
	w := &SerialWave{}
	w.Level(true, origin)
	early, err := board.Exchange(w, false, origin)
	if err == nil && len(early) > 0 {
		err = b.Mismatch("a byte of uart_tx_o before the end of reset", early[0], "none")
	}
	return b, err
}

// Now is the twin's cycle.
func (b *ContestBench) Now() uint64 { return b.Proc.Cycle() - b.origin }

func (b *ContestBench) note(format string, args ...any) {
	b.log = append(b.log, fmt.Sprintf("%9d ", b.Now())+fmt.Sprintf(format, args...))
	if len(b.log) > 12 {
		b.log = b.log[1:]
	}
}

// Mismatch is [sim.Proc.Mismatch] with the latest traffic as details.
func (b *ContestBench) Mismatch(signal string, got, want any) error {
	text := ""
	for _, line := range b.log {
		text += line + "\n"
	}
	return b.Proc.Mismatch(signal, got, want, "the latest traffic:\n%s", text)
}

// Wave adds text to a waveform, passes its bytes to the twin, and leaves pauses of up to pause
// cycles between them.
func (b *ContestBench) Wave(w *SerialWave, text string, pause uint64) {
	b.note("host %q", text)
	bit := float64(b.cfg.UART.ClockHz) / float64(b.cfg.UART.Baud)
	for i := range len(text) {
		if pause > 0 {
			w.Level(true, b.Rand.Uint64N(pause))
		}
		start := b.Now() + w.Byte(text[i], bit, true)
		b.Twin.Receive(twin.TimedByte{Cycle: b.cfg.UART.Arrival(start), Byte: text[i]})
	}
}

// Exchange runs the waveform on both and compares the bytes that they have sent by then.
func (b *ContestBench) Exchange(w *SerialWave, answer bool, max uint64) error {
	got, err := b.Board.Exchange(w, answer, max)
	if err != nil {
		return err
	}
	b.want = append(b.want, b.Twin.Run(b.Now())...)
	for _, g := range got {
		g.Cycle -= b.origin
		b.note("chip %q", g.Byte)
		if len(b.want) == 0 {
			return b.Mismatch("a byte of uart_tx_o", g, "none")
		}
		want := twin.TimedByte{Cycle: b.want[0].Cycle + 1, Byte: b.want[0].Byte}
		b.want = b.want[1:]
		if g != want {
			return b.Mismatch("a byte of uart_tx_o", g, want)
		}
		b.Heard += string(g.Byte)
		b.Bytes++
	}
	return nil
}

// Settle lets time pass until nothing is under way, and compares the lamps.
func (b *ContestBench) Settle(cycles uint64) error {
	var w SerialWave
	w.Level(true, cycles)
	if err := b.Exchange(&w, false, cycles+1_000_000); err != nil {
		return err
	}
	if len(b.want) > 0 {
		return b.Mismatch("a byte of uart_tx_o", "none", b.want[0])
	}
	if got, want := b.Board.LEDs()&^1, b.Twin.LEDs(); got != want {
		return b.Mismatch("led_o", fmt.Sprintf("%08b", got), fmt.Sprintf("%08b", want))
	}
	const edge = 4 // cycles around a change of the heartbeat that permit both values
	half := uint64(b.cfg.UART.ClockHz) / 2
	if at := b.Now() % half; at < edge || at >= half-edge {
		return nil
	}
	if got, want := b.Board.LEDs()&1, uint8(b.Now()/half&1); got != want {
		return b.Mismatch("led_o[0]", got, want)
	}
	return nil
}

// Ask sends text and returns the answer of n bytes.
func (b *ContestBench) Ask(text string, n int, pause uint64) (string, error) {
	b.Heard = ""
	w := &SerialWave{}
	b.Wave(w, text, pause)
	for len(b.Heard) < n {
		before := len(b.Heard)
		if err := b.Exchange(w, true, 2_000_000); err != nil {
			return "", err
		}
		if len(b.Heard) == before {
			return "", b.Mismatch("answer", b.Heard, fmt.Sprintf("%d bytes", n))
		}
		w = nil
	}
	if err := b.Settle(1 + b.Rand.Uint64N(b.Idle)); err != nil {
		return "", err
	}
	if len(b.Heard) != n {
		return "", b.Mismatch("answer", b.Heard, fmt.Sprintf("%d bytes", n))
	}
	return b.Heard, nil
}

// anyCode writes a move with a random one of the codes that name its squares.
func anyCode(m duo.Move, rng *rand.Rand) string {
	if m == duo.Pass {
		return duo.PassCode
	}
	for {
		r := duo.Rotation(rng.IntN(duo.NumRotations))
		if o, shift := m.Tile().CanonicalRotation(r); o == m.Orientation() {
			const digits = "0123456789abcde"
			return string([]byte{
				digits[m.Square().Col()-int(shift.Col)+1], digits[m.Square().Row()-int(shift.Row)+1],
				m.Tile().Letter(), '0' + byte(r),
			})
		}
	}
}

// Game plays a game as the contest's host does, the chip against random moves: a whole game, or,
// with answers above 0, until the chip has made that many moves. Pauses of up to pause cycles come
// before each byte.
func (b *ContestBench) Game(chip, first duo.Player, pause uint64, answers int) error {
	team, err := b.Ask("0", 3, pause)
	if err != nil {
		return err
	}
	if want := "1" + string(b.cfg.Team[:]); team != want {
		return b.Mismatch("answer to 0", team, want)
	}
	side := map[duo.Player]string{duo.Player1: "5", duo.Player2: "A"}[chip]
	pos := duo.NewPosition(first)
	var buf [1024]duo.Move
	latest := "" // the rival's move, not yet forwarded
	asked := 0
	for !pos.Over() && (answers == 0 || asked < answers) {
		if pos.ToMove() != chip {
			m := duo.Pass
			moves := pos.LegalMoves(buf[:0])
			if n := len(moves); n > 0 && (pos.Plies() < 2 || b.Rand.IntN(15) > 0) {
				m = moves[min(b.Rand.IntN(n), b.Rand.IntN(n))] // rather large tiles
			}
			if err := pos.MakeMove(m); err != nil {
				return err
			}
			latest = anyCode(m, b.Rand)
			continue
		}
		prompt := "4" + latest
		if asked == 0 {
			prompt = "2" + side
			if latest != "" {
				prompt = "3" + side + latest
			}
		}
		asked++
		code, err := b.Ask(prompt, 4, pause)
		if err != nil {
			return err
		}
		m, err := duo.ParseMove(code)
		if err == nil {
			err = pos.MakeMove(m)
		}
		if err != nil {
			return b.Mismatch("answer", code, err)
		}
		if m == duo.Pass && pos.Plies() > 0 {
			back := pos
			back.Undo()
			if back.HasLegalMove() {
				return b.Mismatch("answer", code, "a placement: there are some")
			}
		}
		b.Moves++
	}
	w := &SerialWave{}
	b.Wave(w, "9", 0)
	if err := b.Exchange(w, false, 10_000); err != nil {
		return err
	}
	return b.Settle(1000)
}
