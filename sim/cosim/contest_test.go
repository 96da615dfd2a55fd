// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// contestConfig is small: 16 clocks a bit, and little time to think, so that a game takes seconds.
var contestConfig = twin.ContestConfig{
	UART:    twin.UART{ClockHz: 160_000, Baud: 10_000},
	Team:    [2]byte{'Z', 'q'},
	MoveMS:  400,
	HelloMS: 5,
	ByteMS:  20,
	Depth:   search.MaxSearchDepth,
	Minimax: search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true},
}

// cosimContest runs a test on the chip and its twin.
func cosimContest(t *testing.T, cfg twin.ContestConfig, fn func(b *cosim.ContestBench) error) {
	simtest.Cosim(t, cosim.ContestModel(cfg), func(p *verilator.Proc, rng *rand.Rand) error {
		b, err := cosim.NewContestBench(p, cfg, 0, rng)
		if err != nil {
			return err
		}
		return fn(b)
	})
}

// TestContestGames plays whole games from both sides, either side moving first.
func TestContestGames(t *testing.T) {
	t.Parallel()
	cosimContest(t, contestConfig, func(b *cosim.ContestBench) error {
		n := 0
		for _, chip := range []duo.Player{duo.Player1, duo.Player2} {
			for _, first := range []duo.Player{duo.Player1, duo.Player2} {
				b.Proc.SetTransaction(n)
				n++
				if err := b.Game(chip, first, []uint64{0, 700}[n%2], 0); err != nil {
					return err
				}
				if n == simtest.Times(4) {
					return nil
				}
			}
		}
		return nil
	})
}

// TestContestOddClock plays a game with a clock that is no multiple of the line's speed, without
// alpha-beta, and with other weights.
func TestContestOddClock(t *testing.T) {
	t.Parallel()
	if !simtest.All() {
		t.Skip("builds another model of the chip: part of make test-all")
	}
	cfg := contestConfig
	cfg.UART = twin.UART{ClockHz: 250_000, Baud: 11_520}
	cfg.Team = [2]byte{'0', '9'}
	cfg.MoveMS, cfg.HelloMS, cfg.ByteMS, cfg.Depth = 150, 3, 30, 2
	cfg.Minimax = search.MinimaxConfig{Weights: search.Weights{Own: 3, Rival: 2, Square: 5}}
	simtest.Cosim(t, cosim.ContestModel(cfg), func(p *verilator.Proc, rng *rand.Rand) error {
		b, err := cosim.NewContestBench(p, cfg, 0, rng)
		if err != nil {
			return err
		}
		return b.Game(duo.Player2, duo.Player1, 1000, 0)
	})
}

// contestStep is a step of a directed test: the host's text and the chip's answer.
type contestStep struct {
	send   string
	pause  uint64 // longest pause before each byte, cycles
	after  uint64 // cycles from the end of text to the next step
	answer string // bytes heard until then; "*" for a move
	leds   uint8  // lamps in the end, except the ones for side and pass
}

const (
	thinkingLED = 1 << 1
	playingLED  = 1 << 2
	overLED     = 1 << 4
	errorLED    = 1 << 5
	illegalLED  = 1 << 6
)

// TestContestRules checks the chip's reactions to everything outside a plain game.
func TestContestRules(t *testing.T) {
	t.Parallel()
	const (
		think = 100_000 // cycles for any answer
		quick = 2500    // cycles for the answer to 0, fewer than for thinking
		late  = 4000    // cycles until the chip drops an incomplete message
	)
	for _, test := range []struct {
		name  string
		steps []contestStep
	}{
		{"several 0 are one", []contestStep{{"0000", 300, quick, "1Zq", 0}, {"0", 0, 100, "", 0}, {"00", 0, quick, "1Zq", 0}}},
		{"0 with line ends", []contestStep{{"\r\n0\r\n", 300, quick, "1Zq", 0}, {"\n2\r\n5\n", 300, think, "*", playingLED}}},
		{"2 while the answer to 0 waits", []contestStep{{"0", 0, 100, "", 0}, {"25", 0, think, "*", playingLED}}},
		{"a slow message holds the answer to 0 up", []contestStep{{"0", 0, 100, "", 0}, {"2", 0, 2000, "", 0}, {"A", 0, think, "*", playingLED}}},
		{"9 while the answer to 0 waits", []contestStep{{"09", 0, quick, "", overLED}}},
		{"0 while the team is sent", []contestStep{{"0", 0, 900, "", 0}, {"0", 0, 3 * quick, "1Zq1Zq", 0}}},
		{"9 while the team is sent", []contestStep{{"0", 0, 900, "", 0}, {"9", 0, quick, "1Z", overLED}}},
		{"9 ends thinking", []contestStep{{"25", 0, 10_000, "", playingLED | thinkingLED}, {"9", 0, quick, "", overLED}}},
		{"0 ends thinking", []contestStep{{"25", 0, 50_000, "", playingLED | thinkingLED}, {"0", 0, quick, "1Zq", 0}, {"2A", 0, think, "*", playingLED}}},
		{"a game without 0", []contestStep{{"2A", 0, think, "*", playingLED}, {"9", 0, 100, "", overLED}, {"3Aa5a0", 0, think, "*", playingLED | illegalLED}}},
		{"garbage", []contestStep{{"hello, world", 99, quick, "", errorLED}, {"0", 0, quick, "1Zq", 0}}},
		{"a 0 with its highest bit set", []contestStep{{"\xb0", 0, quick, "", errorLED}, {"0", 0, quick, "1Zq", 0}}},
		{"no side", []contestStep{{"2525", 0, think, "*", playingLED | errorLED}, {"0", 0, quick, "1Zq", 0}, {"2Z", 0, quick, "", errorLED}, {"20", 0, quick, "1Zq", 0}}},
		{"lower case side", []contestStep{{"2a", 0, think, "", errorLED}}},
		{"truncated", []contestStep{{"3A55", 0, late, "", errorLED}, {"0", 0, quick, "1Zq", 0}, {"25", 0, think, "*", playingLED}, {"400", 0, late, "", playingLED | errorLED}, {"40000", 0, think, "*", playingLED | errorLED}}},
		{"0 is a row and a column", []contestStep{{"3A00a0", 0, think, "*", playingLED | illegalLED}, {"400b0", 0, think, "*", playingLED | illegalLED}, {"40000", 0, think, "*", playingLED | illegalLED}}},
		{"malformed", []contestStep{{"3A55v0", 0, think, "*", playingLED | illegalLED}, {"455a8", 0, think, "*", playingLED | illegalLED}, {"4f5a0", 0, think, "*", playingLED | illegalLED}, {"455A0", 0, think, "*", playingLED | illegalLED}, {"49999", 0, think, "*", playingLED | illegalLED}}},
		{"illegal", []contestStep{{"3A66a0", 0, think, "*", playingLED | illegalLED}, {"455a0", 0, think, "*", playingLED | illegalLED}, {"455a0", 0, think, "*", playingLED | illegalLED}, {"0", 0, quick, "1Zq", 0}}},
		{"4 outside a game", []contestStep{{"455a0", 0, think, "", errorLED}, {"0", 0, 200, "", 0}, {"455a0", 0, quick, "1Zq", errorLED}}},
		{"a message while thinking", []contestStep{{"2A", 0, 10_000, "", playingLED | thinkingLED}, {"25", 0, think, "*", playingLED | errorLED}}},
		{"a pass first", []contestStep{{"350000", 0, think, "*", playingLED}, {"4aaa3", 0, think, "*", playingLED}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			cosimContest(t, contestConfig, func(b *cosim.ContestBench) error {
				for i, step := range test.steps {
					b.Proc.SetTransaction(i)
					b.Heard = ""
					w := &cosim.SerialWave{}
					b.Wave(w, step.send, step.pause)
					w.Level(true, step.after)
					if err := b.Exchange(w, false, w.Cycles); err != nil {
						return err
					}
					if step.answer == "*" && len(b.Heard) == 4 {
						step.answer = b.Heard
					}
					if b.Heard != step.answer {
						return b.Mismatch("answer", b.Heard, step.answer)
					}
					const rest = thinkingLED | playingLED | overLED | errorLED | illegalLED
					if leds := b.Board.LEDs() & rest; leds != step.leds {
						return b.Mismatch("led_o", fmt.Sprintf("%08b", leds), fmt.Sprintf("%08b", step.leds))
					}
					if leds := b.Twin.LEDs() & rest; leds != step.leds {
						return b.Mismatch("the twin's LEDs", fmt.Sprintf("%08b", leds), fmt.Sprintf("%08b", step.leds))
					}
				}
				if err := b.Settle(think); err != nil {
					return err
				}
				// A proper game afterwards: its first moves, or all of it (0).
				return b.Game(duo.Player(b.Rand.IntN(2)), duo.Player(b.Rand.IntN(2)), 0, simtest.Long(2, 0))
			})
		})
	}
}

// ponderConfig searches on the rival's time. The time suffices for a search of depth 1 and a part
// of the next one.
var ponderConfig = func() twin.ContestConfig {
	cfg := contestConfig
	cfg.Ponder, cfg.MoveMS = true, 200
	return cfg
}()

// TestContestPonder has a chip that searches on the rival's time. Messages of any kind, or a reset,
// end that search in any cycle from its first one on. Near the end of the second whole game some
// searches have already finished.
func TestContestPonder(t *testing.T) {
	t.Parallel()
	cfg := ponderConfig
	const think = 60_000 // cycles for any answer
	cosimContest(t, cfg, func(b *cosim.ContestBench) error {
		rng := b.Rand
		first := []string{"25", "2A", "3Aaaa0", "355500"}
		next := append([]string{"0", "9", "40000", "49999", "4a9a0", "455a0", "455s0"}, first...)
		for n := range simtest.Times(simtest.Long(30, 600)) {
			b.Proc.SetTransaction(n)
			b.Heard = ""
			w := &cosim.SerialWave{}
			b.Wave(w, first[rng.IntN(len(first))], 0)
			for from := b.Now(); len(b.Heard) == 0; {
				if b.Now() > from+think {
					return b.Mismatch("answer", "none", "a move")
				}
				w.Level(true, 50)
				if err := b.Exchange(w, false, w.Cycles); err != nil {
					return err
				}
				w = &cosim.SerialWave{}
			}
			// The fourth byte is taken, and the search begins, some 330 cycles later.
			text := next[rng.IntN(len(next))]
			switch rng.IntN(4) {
			case 0: // a message that ends at that time
				text = []string{"2A", "25", "09", "00", "\n9", "\r0"}[rng.IntN(6)]
				w.Level(true, rng.Uint64N(60))
			case 1:
				w.Level(true, 500+rng.Uint64N(1000))
			default:
				w.Level(true, 500+rng.Uint64N(think))
			}
			if w.Cycles >= 500 && rng.IntN(6) == 0 {
				if err := b.Exchange(w, false, w.Cycles); err != nil {
					return err
				}
				if err := b.Proc.Reset(); err != nil {
					return err
				}
				var err error
				if b, err = cosim.NewContestBench(b.Proc, cfg, 0, rng); err != nil {
					return err
				}
				w = &cosim.SerialWave{}
			}
			b.Wave(w, text, []uint64{0, 0, 300}[rng.IntN(3)])
			if rng.IntN(4) == 0 { // another message, while the chip thinks or still waits for that search
				w.Level(true, rng.Uint64N(600))
				b.Wave(w, next[rng.IntN(len(next))], 0)
			}
			if err := b.Exchange(w, false, w.Cycles); err != nil {
				return err
			}
			if err := b.Settle(think); err != nil {
				return err
			}
		}
		for n, idle := range []uint64{1, 100_000} {
			b.Idle = idle
			if err := b.Game(duo.Player(rng.IntN(2)), duo.Player(rng.IntN(2)), []uint64{0, 700}[n], 0); err != nil {
				return err
			}
		}
		return nil
	})
}

// TestContestPonderEdges has messages come in each cycle around the beginning of a search on the
// rival's time, and around its end.
func TestContestPonderEdges(t *testing.T) {
	t.Parallel()
	cfg := ponderConfig
	cosimContest(t, cfg, func(b *cosim.ContestBench) error {
		// The first move of a game, from the twin: the search begins when the twin has taken the
		// last byte.
		player, err := twin.NewContestPlayer(cfg)
		if err != nil {
			return err
		}
		const bit, latency = 16, 4
		arrival := cfg.UART.Arrival(0)
		player.Receive(twin.TimedByte{Cycle: arrival, Byte: '2'})
		player.Receive(twin.TimedByte{Cycle: arrival + 10*bit, Byte: '5'})
		var move [4]byte
		var taken uint64
		for i, v := range player.Run(100_000) {
			move[i], taken = v.Byte, v.Cycle
		}
		m, err := duo.ParseMove(string(move[:]))
		if err != nil {
			return err
		}
		core, err := search.NewMinimax(cfg.Minimax)
		if err != nil {
			return err
		}
		core.Reset()
		core.Play(duo.Player1, m)
		began := taken + 1
		end := func(halt uint64) uint64 {
			c := *core
			return began + c.Search(duo.Player2, cfg.Depth, halt-began, nil).Cycles
		}
		// Messages that are complete in a given cycle, 4 after their last byte.
		type message struct {
			text  string
			cycle uint64
		}
		try := func(messages ...message) error {
			if err := b.Proc.Reset(); err != nil {
				return err
			}
			if b, err = cosim.NewContestBench(b.Proc, cfg, 0, b.Rand); err != nil {
				return err
			}
			w := &cosim.SerialWave{}
			b.Wave(w, "25", 0)
			for _, m := range messages {
				w.Level(true, m.cycle-latency-arrival-uint64(len(m.text)-1)*10*bit-w.Cycles)
				b.Wave(w, m.text, 0)
			}
			if err := b.Exchange(w, false, w.Cycles); err != nil {
				return err
			}
			if err := b.Settle(1); err != nil { // the lamps while the search stops
				return err
			}
			return b.Settle(60_000)
		}
		for k := range uint64(8) {
			if err := try(message{[]string{"2A", "09"}[k%2], began - 3 + k}); err != nil {
				return err
			}
			if err := try(message{"2A", began - 3 + k}); err != nil {
				return err
			}
		}
		// A search that takes long to stop ends when the next message is already there.
		found := 0
		for n := uint64(0); n < 100_000 && found < simtest.Long(1, 10); n++ {
			over := began + 2000 + n
			ends := end(over + 1)
			if ends < over+2*10*bit+3 {
				continue
			}
			found++
			if err := try(message{"2A", over}); err != nil { // the lamps show it
				return err
			}
			for k := range uint64(7) {
				if err := try(message{"9", over}, message{"2A", ends - 3 + k}); err != nil {
					return err
				}
			}
		}
		if found == 0 {
			return b.Mismatch("searches that take long to stop", 0, "some")
		}
		return nil
	})
}

// fuzzBytes is the number of bytes that TestContestFuzz sends; the environment variable
// TESSERA_FUZZ_BYTES can raise it.
func fuzzBytes(t *testing.T) int {
	text := os.Getenv("TESSERA_FUZZ_BYTES")
	if text == "" && testing.Short() {
		return 1500
	}
	if text == "" {
		return 2500
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("TESSERA_FUZZ_BYTES is %q, want a number", text)
	}
	return n
}

// TestContestFuzz sends random input: messages of all kinds, right, wrong and cut short, at any
// time, and random bytes. Proper games follow now and then, and at the end.
func TestContestFuzz(t *testing.T) {
	t.Parallel()
	bytes := fuzzBytes(t)
	cosimContest(t, contestConfig, func(b *cosim.ContestBench) error {
		rng := b.Rand
		code := func() string {
			switch rng.IntN(6) {
			case 0:
				return duo.PassCode
			case 1:
				any := make([]byte, 4)
				for i := range any {
					any[i] = byte(rng.IntN(256))
				}
				return string(any)
			case 2: // likely first moves
				return []string{"55", "aa", "56", "a9"}[rng.IntN(4)] + string([]byte{'a' + byte(rng.IntN(21)), '0' + byte(rng.IntN(8))})
			}
			const digits = "0123456789abcde"
			return string([]byte{digits[rng.IntN(15)], digits[rng.IntN(15)], 'a' + byte(rng.IntN(21)), '0' + byte(rng.IntN(8))})
		}
		side := func() string { return []string{"5", "A", "5", "A", "a"}[rng.IntN(5)] }
		total, games := 0, 0
		for total < bytes {
			w := &cosim.SerialWave{}
			// A long run tests the parser: mostly without time to think.
			rush := bytes > 100_000 && rng.IntN(1000) > 0
			for range 40 {
				text := ""
				switch rng.IntN(10) {
				case 0, 1:
					text = "0"
				case 2:
					text = "9"
				case 3:
					text = "2" + side()
				case 4:
					text = "3" + side() + code()
				case 5, 6, 7:
					text = "4" + code()
				case 8:
					text = string([]byte{byte(rng.IntN(256))})
				case 9:
					text = []string{"\r", "\n", "\r\n", "00", " "}[rng.IntN(5)]
				}
				if rng.IntN(8) == 0 {
					text = text[:rng.IntN(len(text)+1)]
				}
				pause := []uint64{0, 0, 50, 1000}[rng.IntN(4)]
				if rush {
					pause /= 20
				}
				b.Wave(w, text, pause)
				total += len(text)
				then := rng.IntN(12)
				if rush {
					then = rng.IntN(12 * 200)
				}
				switch then {
				case 0: // a byte without stop bit, which the game never receives
					w.Byte(byte(rng.IntN(256)), 16, false)
					w.Level(true, 40)
				case 1:
					w.Level(true, rng.Uint64N(6000))
				case 2:
					w.Level(true, 70_000) // the answer is complete
				case 3:
					w.Level(true, rng.Uint64N(70_000))
				}
			}
			if err := b.Exchange(w, false, w.Cycles); err != nil {
				return err
			}
			if rng.IntN(1+bytes/20/100) == 0 && games < 20 {
				games++
				var calm cosim.SerialWave
				calm.Level(true, 100_000)
				if err := b.Exchange(&calm, false, 1_000_000); err != nil {
					return err
				}
				if err := b.Game(duo.Player(rng.IntN(2)), duo.Player(rng.IntN(2)), 0, 0); err != nil {
					return err
				}
			}
		}
		if err := b.Exchange(&cosim.SerialWave{}, false, 1_000_000); err != nil {
			return err
		}
		var calm cosim.SerialWave
		calm.Level(true, 100_000)
		if err := b.Exchange(&calm, false, 1_000_000); err != nil {
			return err
		}
		return b.Game(duo.Player2, duo.Player1, 0, 0)
	})
}

// TestMoveDecoder sends every well-formed code, and random characters, through module move_decoder.
func TestMoveDecoder(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, verilator.Model{Top: "move_decoder"}, func(p *verilator.Proc, rng *rand.Rand) error {
		var codes []string
		const digits = "0123456789abcde"
		for _, x := range digits {
			for _, y := range digits {
				for tile := 'a'; tile <= 'u'; tile++ {
					for r := '0'; r <= '7'; r++ {
						codes = append(codes, string([]rune{x, y, tile, r}))
					}
				}
			}
		}
		near := "/0123456789:@AEFUV`abcdefuvw~\x00\xff"
		for range 20_000 {
			any := []byte("0000")
			for i := range any {
				if rng.IntN(3) > 0 {
					any[i] = near[rng.IntN(len(near))]
				}
			}
			codes = append(codes, string(any))
		}
		var tries []try
		for _, code := range codes {
			m, err := duo.ParseMove(code)
			c := try{
				in:    []signal{word("chars_i", uint64(code[0])<<24|uint64(code[1])<<16|uint64(code[2])<<8|uint64(code[3]))},
				out:   []signal{word("pass_o", flagBit(m == duo.Pass && err == nil)), word("ok_o", flagBit(m != duo.Pass && err == nil))},
				about: strconv.Quote(code),
			}
			if m != duo.Pass && err == nil {
				c.out = append(c.out, word("orient_o", m.Orientation()), word("row_o", m.Square().Row()), word("col_o", m.Square().Col()))
			}
			tries = append(tries, c)
		}
		return compareTries(p, 3, tries)
	})
}

// TestMoveEncoder sends every move whose reference cell is on the board through module
// move_encoder.
func TestMoveEncoder(t *testing.T) {
	t.Parallel()
	simtest.Cosim(t, verilator.Model{Top: "move_encoder"}, func(p *verilator.Proc, _ *rand.Rand) error {
		const chars, latency = 4, 2
		orient, row, col := p.MustPort("orient_i"), p.MustPort("row_i"), p.MustPort("col_i")
		index, char := p.MustPort("index_i"), p.MustPort("char_o")
		for o := range duo.Orientation(duo.NumOrientations) {
			b := p.NewBatch(latency + duo.NumSquares*chars)
			for i := range b.Len() {
				orient.Set(b.In(i), uint64(o))
			}
			for s := range duo.Square(duo.NumSquares) {
				for k := range chars {
					in := b.In(latency + int(s)*chars + k)
					row.Set(in, uint64(s.Row()))
					col.Set(in, uint64(s.Col()))
					index.Set(in, uint64(k))
				}
			}
			if err := p.Step(b); err != nil {
				return err
			}
			for s := range duo.Square(duo.NumSquares) {
				m := duo.NewMove(o, s).String()
				for k := range chars {
					at := latency + int(s)*chars + k
					if got := string([]byte{byte(char.Uint(b.Out(at)))}); got != m[k:k+1] {
						return p.Mismatch("char_o", got, m[k:k+1], "move %s", m).At(b.Cycle(at))
					}
				}
			}
		}
		return nil
	})
}
