// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/search"
)

func testContestPlayer(t *testing.T, ponder bool) *ContestPlayer {
	cfg := DefaultContest
	cfg.Ponder = ponder
	cfg.UART = UART{ClockHz: 160_000, Baud: 10_000}
	cfg.MoveMS = 400
	r, err := NewContestPlayer(cfg)
	require.NoError(t, err)
	return r
}

// tell sends text at full speed and returns the answer of the cycles that follow.
func tell(r *ContestPlayer, text string, cycles uint64) (answer string, last uint64) {
	for i := range len(text) {
		r.Receive(TimedByte{r.now + uint64(160*i+155), text[i]})
	}
	for _, b := range r.Run(r.now + uint64(160*len(text)) + cycles) {
		answer += string(b.Byte)
		last = b.Cycle
	}
	return answer, last
}

func TestContestPlayerConfig(t *testing.T) {
	t.Parallel()
	assert.NoError(t, DefaultContest.Validate())
	for _, c := range []struct {
		change func(*ContestConfig)
		want   string
	}{
		{func(c *ContestConfig) { c.UART.ClockHz = 1_800_000 }, "twin: clock of 1800000 Hz, want 16 times the 115200 baud or more"},
		{func(c *ContestConfig) { c.UART.Baud = 0 }, "twin: clock of 12000000 Hz, want 16 times the 0 baud or more"},
		{func(c *ContestConfig) { c.HelloMS = 0 }, "twin: hello time of 0 ms is 0 cycles, want 4..2147483647"},
		{func(c *ContestConfig) { c.MoveMS = 1_000_000 }, "twin: move time of 1000000 ms is 12000000000 cycles, want 0..2147483647"},
		{func(c *ContestConfig) { c.Depth = 5 }, "twin: search depth 5, want 1..4"},
		{func(c *ContestConfig) { c.Minimax.Weights.Own = 8 }, "search: weight 8, want 0..7"},
	} {
		cfg := DefaultContest
		c.change(&cfg)
		_, err := NewContestPlayer(cfg)
		assert.EqualError(t, err, c.want)
	}
}

// TestContestPlayerTimes checks the times that the documentation of module contest_player promises.
func TestContestPlayerTimes(t *testing.T) {
	t.Parallel()
	r := testContestPlayer(t, false)
	r.Receive(TimedByte{1000, '0'})
	got := r.Run(10_000)
	require.Len(t, got, 3)
	hello := r.cfg.cycles(r.cfg.HelloMS)
	for i, want := range "1TS" {
		assert.Equal(t, TimedByte{1000 + hello + 2 + uint64(i)*161, byte(want)}, got[i])
	}

	// With many moves depth 1 ends within 22,000 cycles and depth 2 never ends.
	answer, last := tell(r, "25", 100_000)
	assert.Len(t, answer, 4)
	deadline := uint64(10_000 + 160 + 155 + 2 + 1 + 64_000)
	assert.Greater(t, last, deadline)
	assert.Less(t, last, deadline+2_000)
}

// TestContestPlayerPonders: a search on the rival's time changes no answer and no answer's time.
// The search after it begins later by the cycles of a stop, and ends at the same time.
func TestContestPlayerPonders(t *testing.T) {
	t.Parallel()
	silent, ponders := testContestPlayer(t, false), testContestPlayer(t, true)
	for _, text := range []string{"25", "49999", "40000"} {
		want, last := tell(silent, text, 120_000)
		require.Len(t, want, 4)
		got, at := tell(ponders, text, 120_000)
		assert.Equal(t, want, got)
		assert.InDelta(t, last, at, 2*search.StopCycles)
		assert.True(t, ponders.ahead)
	}
	assert.NotZero(t, ponders.ends)
	tell(ponders, "9", 1000)
	assert.False(t, ponders.ahead)
	assert.InDelta(t, ponders.now-1000, ponders.ends, search.StopCycles+160)
}

// TestContestPlayerSplit checks that the portions of passing time do not matter.
func TestContestPlayerSplit(t *testing.T) {
	t.Parallel()
	whole, parts := testContestPlayer(t, true), testContestPlayer(t, true)
	rng := rand.New(rand.NewPCG(3, 0))
	at := uint64(0)
	for range 4000 {
		at += 160
		if rng.IntN(20) == 0 {
			at += rng.Uint64N(80_000)
		}
		b := TimedByte{at, "0022334444459a5A5u0\r"[rng.IntN(20)]}
		whole.Receive(b)
		parts.Receive(b)
	}
	var got []TimedByte
	for c := uint64(0); c < at; c += 1 + rng.Uint64N(5000) {
		got = append(got, parts.Run(c)...)
		_ = parts.LEDs()
	}
	want := whole.Run(at)
	got = append(got, parts.Run(at)...)
	assert.NotEmpty(t, want)
	assert.Equal(t, want, got)
	assert.Panics(t, func() { parts.Receive(TimedByte{at - 1, '0'}) })
}

// TestContestPlayerPlays plays a game between two chips and replays it by the rules.
func TestContestPlayerPlays(t *testing.T) {
	t.Parallel()
	chips := [2]*ContestPlayer{testContestPlayer(t, false), testContestPlayer(t, true)}
	pos := duo.NewPosition(duo.Player1)
	latest := ""
	for !pos.Over() {
		prompt := "4" + latest
		switch pos.Plies() {
		case 0:
			prompt = "25"
		case 1:
			prompt = "3A" + latest
		}
		chip := chips[pos.ToMove()]
		latest, _ = tell(chip, prompt, 200_000)
		require.Len(t, latest, 4, "%v", pos.History())
		m, err := duo.ParseMove(latest)
		require.NoError(t, err)
		require.NoError(t, pos.MakeMove(m))
		assert.Equal(t, pos.ToMove() == duo.Player1, chip.LEDs()>>3&1 == 1, "lamp of the side")
	}
	assert.Greater(t, pos.Plies(), 20)
	answer, _ := tell(chips[0], "9", 1000)
	assert.Empty(t, answer)
	assert.EqualValues(t, 1<<4, chips[0].LEDs()&(1<<4|1<<2))
}

// TestUARTTimes checks the closed forms against counting.
func TestUARTTimes(t *testing.T) {
	t.Parallel()
	for _, u := range []UART{{160_000, 10_000}, {173_000, 10_000}, {12_000_000, 115_200}, {99_999_937, 115_200}} {
		var sampled []uint64
		acc := 0
		for c := uint64(0); len(sampled) < 400; c++ {
			if acc += 16 * u.Baud; acc >= u.ClockHz {
				acc -= u.ClockHz
				sampled = append(sampled, c)
			}
		}
		for fall := uint64(0); fall < sampled[200]; fall += 1 + fall/7 {
			n := 0
			for sampled[n] < fall+2 {
				n++
			}
			assert.Equal(t, sampled[n+152]+1, u.Arrival(fall), "%+v, %d", u, fall)
		}
		acc, k := 0, 1
		for c := uint64(1); k <= 10; c++ {
			if acc += u.Baud; acc >= u.ClockHz {
				acc -= u.ClockHz
				assert.Equal(t, c, u.Edge(k))
				k++
			}
		}
	}
}
