package sim_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/tessera-fpga/tessera/golden"
	"github.com/tessera-fpga/tessera/sim"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// monteCarloReferee has a fast line, and more time to think than any search takes.
var monteCarloReferee = golden.RefereeConfig{
	UART:    golden.UART{ClockHz: 160_000, Baud: 10_000},
	Team:    [2]byte{'M', 'c'},
	MoveMS:  10_000_000,
	HelloMS: 5,
	ByteMS:  20,
	Depth:   1,
	Classic: golden.ClassicConfig{Weights: golden.DefaultWeights},
}

// monteCarloHost is the contest's host before a chip with the Monte Carlo core. There is no twin to
// predict the cycles of the answers; the answers themselves are those of golden's search.
type monteCarloHost struct {
	p     *sim.Proc
	board *sim.RefereeBoard
	cfg   golden.RefereeConfig
	rng   *rand.Rand
}

// ask sends text and returns the answer of n bytes. No byte follows those in a while.
func (h *monteCarloHost) ask(text string, n int) (string, error) {
	w := &sim.SerialWave{}
	bit := float64(h.cfg.UART.ClockHz) / float64(h.cfg.UART.Baud)
	for i := range len(text) {
		w.Byte(text[i], bit, true)
		w.Level(true, 1+h.rng.Uint64N(300))
	}
	var heard strings.Builder
	for answer := n > 0; ; {
		bytes, err := h.board.Exchange(w, answer, 20_000_000)
		if err != nil {
			return "", err
		}
		for _, b := range bytes {
			heard.WriteByte(b.Byte)
		}
		if !answer {
			break
		}
		w = nil
		if len(bytes) == 0 || heard.Len() >= n {
			w, answer = &sim.SerialWave{}, false
			w.Level(true, 1000)
		}
	}
	if heard.Len() != n {
		return "", h.p.Mismatch("answer to "+text, heard.String(), n, "bytes are wanted")
	}
	return heard.String(), nil
}

// game plays a game until both pass, against moves that are random, and now and then a pass or malformed,
// which the chip leaves out.
func (h *monteCarloHost) game(search golden.MonteCarloConfig, chip, first golden.Player) error {
	team, err := h.ask("0", 3)
	if err != nil {
		return err
	}
	if want := "1" + string(h.cfg.Team[:]); team != want {
		return h.p.Mismatch("answer to 0", team, want, "")
	}
	pos := golden.NewPosition(first)
	var buf [1024]golden.Move
	asked, latest := 0, ""
	for !pos.Over() {
		h.p.SetTransaction(pos.Plies())
		if pos.ToMove() != chip {
			m := golden.Pass
			if moves := pos.LegalMoves(buf[:0]); len(moves) > 0 && (pos.Plies() < 2 || h.rng.IntN(12) > 0) {
				m = moves[h.rng.IntN(len(moves))]
			}
			pos.Play(m)
			latest = m.String()
			if m == golden.Pass && h.rng.IntN(2) == 0 {
				latest = []string{"9999", "77v0", "55a8"}[h.rng.IntN(3)] // as good as a pass
			}
			continue
		}
		prompt := "4" + latest
		if asked == 0 {
			prompt = "2" + map[golden.Player]string{golden.Player1: "5", golden.Player2: "A"}[chip]
			if latest != "" {
				prompt = "3" + prompt[1:] + latest
			}
		}
		asked++
		code, err := h.ask(prompt, 4)
		if err != nil {
			return err
		}
		want := search.Search(&pos, nil)
		if code != want.Move.String() {
			return h.p.Mismatch("answer", code, want.Move, "%+v after %v", want, pos.History())
		}
		pos.Play(want.Move)
	}
	_, err = h.ask("9", 0)
	return err
}

// TestMonteCarloReferee plays whole games at the serial pins of the chip with the Monte Carlo core.
func TestMonteCarloReferee(t *testing.T) {
	search := golden.MonteCarloConfig{Policy: golden.LargestPolicy, Visits: 1, Seed: 0xc0ffee}
	cfg := monteCarloReferee
	m := sim.MonteCarloRefereeModel(cfg, 2, search.Visits, search.Seed)
	simtest.Cosim(t, m, func(p *sim.Proc, rng *rand.Rand) error {
		board, err := sim.NewRefereeBoard(p, cfg)
		if err != nil {
			return err
		}
		h := &monteCarloHost{p, board, cfg, rng}
		if err := h.game(search, golden.Player1, golden.Player1); err != nil {
			return err
		}
		if testing.Short() {
			return nil
		}
		return h.game(search, golden.Player2, golden.Player(rng.IntN(2)))
	})
}
