// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// parserTwin is message_parser, cycle by cycle, as the module's head describes it.
type parserTwin struct {
	helloCycles, byteCycles int

	text   []byte // bytes of the message under way
	silent int    // cycles since the latest byte
	error  bool   // value of error_o in the next cycle
	due    []*parserMessage
}

// parserMessage is a message, on its way for parserLatency cycles.
type parserMessage struct {
	kind byte // 0, 2, 3, 4, 9
	side bool
	code string
}

const parserLatency = 4

func newParserTwin(helloCycles, byteCycles int) *parserTwin {
	return &parserTwin{helloCycles: helloCycles, byteCycles: byteCycles, due: make([]*parserMessage, parserLatency)}
}

// length is the number of bytes of the message that begins with a byte; 0: no message does.
func (*parserTwin) length(kind byte) int {
	return map[byte]int{'0': 1, '2': 2, '3': 6, '4': 5, '9': 1}[kind]
}

// step does a cycle, with a byte or -1.
func (t *parserTwin) step(b int, lineError, reset bool) {
	t.error = lineError
	var done *parserMessage
	late := t.silent == t.byteCycles && len(t.text) > 0
	t.silent++
	if b >= 0 {
		t.silent = 0
	}
	switch {
	case b < 0 && late:
		t.text, t.error = nil, true
	case b >= 0 && b != '\r' && b != '\n':
		if sideDue := len(t.text) == 1 && t.text[0] != '4'; sideDue && b != '5' && b != 'A' {
			t.text, t.error = nil, true // this byte may begin a new message
		}
		if len(t.text) == 0 && t.length(byte(b)) == 0 {
			t.error = true
			break
		}
		t.text = append(t.text, byte(b))
		if len(t.text) == t.length(t.text[0]) {
			done = &parserMessage{kind: t.text[0]}
			if done.kind == '2' || done.kind == '3' {
				done.side = t.text[1] == 'A'
			}
			if len(t.text) > 4 {
				done.code = string(t.text[len(t.text)-4:])
			}
			t.text = nil
		}
	}
	t.due = append(t.due[1:], done)
	if reset {
		t.text, t.silent, t.error = nil, 0, false
		clear(t.due)
	}
}

// TestMessageParser sends right and wrong messages, with pauses around the parser's time limit,
// line errors, line ends and resets.
func TestMessageParser(t *testing.T) {
	t.Parallel()
	for _, cycles := range [][2]int{{40, 150}, {150, 40}} {
		m := model("message_parser")
		m.Params = map[string]int{"HELLO_CYCLES": cycles[0], "BYTE_CYCLES": cycles[1]}
		t.Run(fmt.Sprint(cycles), func(t *testing.T) {
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error {
				return compareParser(p, rng, newParserTwin(cycles[0], cycles[1]))
			})
		})
	}
}

func compareParser(p *verilator.Proc, rng *rand.Rand, twin *parserTwin) error {
	port := portsOf(p)
	type want struct {
		message            *parserMessage
		idle, quiet, error bool
	}
	const digits = "0123456789abcdeABCDE/:@`fF"
	var line []byte
	pauses, pause := 0, 0
	b := p.NewBatch(60_000)
	wants := make([]want, b.Len())
	for i := range wants {
		set := func(name string, v uint64) { port[name].Set(b.In(i), v) }
		wants[i] = want{twin.due[0], len(twin.text) == 0, twin.silent >= twin.helloCycles, twin.error}
		if len(line) == 0 {
			code := []byte{digits[rng.IntN(len(digits))], digits[rng.IntN(len(digits))], byte('`' + rng.IntN(23)), byte('/' + rng.IntN(10))}
			if rng.IntN(4) == 0 {
				code = []byte(duo.PassCode)
			}
			switch kind := "023449\n\rx"[rng.IntN(9)]; kind {
			case '2':
				line = []byte{kind, "5A5AZ"[rng.IntN(5)]}
			case '3':
				line = append([]byte{kind, "5A5Aa"[rng.IntN(5)]}, code...)
			case '4':
				line = append([]byte{kind}, code...)
			case 'x':
				line = []byte{byte(rng.Uint32())}
			default:
				line = []byte{kind}
			}
			if rng.IntN(12) == 0 {
				line = line[:rng.IntN(len(line))+1]
			}
			if rng.IntN(4) == 0 { // a line end within the message, which does not count
				line = slices.Insert(line, rng.IntN(len(line)), "\r\n"[rng.IntN(2)])
			}
			pauses = []int{1, 1, 4, 100}[rng.IntN(4)]
			pause = 5 + rng.IntN(pauses) // the side and the move stand until the message is out
			if rng.IntN(6) == 0 {
				pause = twin.helloCycles - 2 + rng.IntN(5)
			}
		}
		next := -1
		if pause > 0 {
			pause--
		} else {
			next, line = int(line[0]), line[1:]
			pause = rng.IntN(pauses)
			atLimit := 20
			if len(line) > 0 && (line[0] == '\r' || line[0] == '\n') {
				atLimit = 3 // the line end itself does not count, but it follows a byte
			}
			if rng.IntN(atLimit) == 0 {
				pause = twin.byteCycles - 2 + rng.IntN(5)
			}
			set("rx_valid_i", 1)
			set("rx_data_i", uint64(next))
		}
		if next < 0 {
			set("rx_data_i", rng.Uint64()) // meaningless without a valid byte
		}
		lineError, reset := rng.IntN(50) == 0, rng.IntN(300) == 0
		if lineError {
			set("rx_error_i", 1)
		}
		if reset {
			set("rst_i", 1)
		}
		twin.step(next, lineError, reset)
	}
	if err := p.Step(b); err != nil {
		return err
	}
	kinds := map[byte]int{}
	for i, want := range wants {
		p.SetTransaction(i)
		out := b.Out(i)
		get := func(name string) bool { return port[name].Bool(out) }
		kind := byte(' ')
		if want.message != nil {
			kind = want.message.kind
			kinds[kind]++
		}
		for _, f := range []struct {
			name string
			want bool
		}{
			{"msg_hello_o", kind == '0'}, {"msg_first_o", kind == '2'}, {"msg_second_o", kind == '3'},
			{"msg_next_o", kind == '4'}, {"msg_over_o", kind == '9'},
			{"idle_o", want.idle}, {"quiet_o", want.quiet}, {"error_o", want.error},
		} {
			if got := get(f.name); got != f.want {
				return p.Mismatch(f.name, got, f.want, "%+v", want.message).At(b.Cycle(i))
			}
		}
		if kind == '2' || kind == '3' {
			if got := get("msg_side_o"); got != want.message.side {
				return p.Mismatch("msg_side_o", got, want.message.side, "%+v", want.message).At(b.Cycle(i))
			}
		}
		if kind != '3' && kind != '4' {
			continue
		}
		m, err := duo.ParseMove(want.message.code)
		if got, pass := get("msg_pass_o"), err == nil && m == duo.Pass; got != pass {
			return p.Mismatch("msg_pass_o", got, pass, "%+v", want.message).At(b.Cycle(i))
		}
		if got, ok := get("msg_ok_o"), err == nil && m != duo.Pass; got != ok {
			return p.Mismatch("msg_ok_o", got, ok, "%+v", want.message).At(b.Cycle(i))
		} else if !ok {
			continue
		}
		got := duo.NewMove(duo.Orientation(port["msg_orient_o"].Uint(out)),
			duo.NewSquare(int(port["msg_row_o"].Uint(out)), int(port["msg_col_o"].Uint(out))))
		if got != m {
			return p.Mismatch("msg_orient_o, msg_row_o, msg_col_o", got, m, "%+v", want.message).At(b.Cycle(i))
		}
	}
	for _, kind := range []byte("02349") {
		if kinds[kind] < 20 {
			return fmt.Errorf("only %d messages that begin with %c", kinds[kind], kind)
		}
	}
	return nil
}
