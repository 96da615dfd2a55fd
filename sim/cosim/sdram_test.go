// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/seedtest"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

// sdramParams are the parameters of module sdram.
func sdramParams(c twin.SDRAMCycles, testBits int) map[string]int {
	return map[string]int{
		"POWER_UP": c.PowerUp, "RCD": c.RCD, "RP": c.RP, "RAS": c.RAS, "RFC": c.RFC, "WR": c.WR, "MRD": c.MRD,
		"REFRESH": c.Refresh, "CAS": c.CAS, "TEST_BITS": testBits,
	}
}

// sdramUse holds the requests to a memory, cycle by cycle from reset on, and the expected results.
type sdramUse struct {
	cycles   twin.SDRAMCycles
	commands map[int]twin.SDRAMCommand // by cycle of the pins
	bursts   []sdramBurst
	busy     map[int]bool   // cycles that cannot take a request
	reads    map[int]uint16 // by cycle: rdata_o
	writes   map[int]uint16 // by cycle: wdata_i
	columns  map[int]int    // by cycle: wcolumn_i
	mores    map[int]int    // by cycle: req_more_i
	tested   int            // first cycle after the test
	up       int            // cycle of the pins with the mode
	end      int            // number of cycles
}

// sdramBurst is a request.
type sdramBurst struct {
	twin.SDRAMBurst
	from           int // the request is made from this cycle on
	address, words int
	columns        []int // of the words of a write
	more           int   // words of a read that come on top later
	write          bool
	ofTest         bool
}

// newSDRAMUse draws requests, after the test.
func newSDRAMUse(rng *rand.Rand, c twin.SDRAMCycles, testBits, requests int) *sdramUse {
	u := &sdramUse{
		cycles: c, commands: map[int]twin.SDRAMCommand{}, busy: map[int]bool{},
		reads: map[int]uint16{}, writes: map[int]uint16{}, columns: map[int]int{}, mores: map[int]int{},
	}
	s := twin.NewSDRAM(c)
	words := map[int]uint16{}
	at := 0
	do := func(b sdramBurst, data []uint16) {
		b.from = at
		switch {
		case !b.write:
			b.SDRAMBurst = s.Request(at, b.address, b.words, nil)
		case b.columns == nil:
			b.SDRAMBurst = s.Request(at, b.address, b.words, data)
		default:
			b.SDRAMBurst = s.Scatter(at, b.address, b.columns, data)
		}
		for i := range b.words {
			column := (b.address + i) % twin.SDRAMColumns
			if b.columns != nil {
				column = b.columns[i]
			}
			a := b.address&^(twin.SDRAMColumns-1) | column
			if b.write {
				words[a] = data[i]
				u.writes[b.First+i], u.columns[b.First+i] = data[i], column
			} else {
				u.reads[b.First+i] = words[a]
			}
		}
		if b.more > 0 {
			last := b.Accepted + c.RCD + b.words - b.more - 1 // the last command without more
			if last-1 > b.Accepted {
				u.mores[b.Accepted+1+rng.IntN(last-1-b.Accepted)] = b.more
			} else {
				b.more = 0
			}
		}
		for t := b.Accepted + 1; t < b.Idle; t++ {
			u.busy[t] = true
		}
		u.bursts = append(u.bursts, b)
	}
	for _, a := range twin.SDRAMTest(testBits) {
		do(sdramBurst{address: a.Address, words: len(a.Words), write: a.Write, ofTest: true}, a.Words)
		b := u.bursts[len(u.bursts)-1]
		at = b.First + b.words
	}
	u.tested = at
	var known []int // addresses of the first words of written rows
	for range requests {
		b := sdramBurst{words: 1 + rng.IntN(72), write: len(known) == 0 || rng.IntN(2) == 0}
		switch rng.IntN(8) {
		case 0:
			b.words = twin.SDRAMColumns
		case 1, 2:
			b.words = 1 + rng.IntN(3)
		}
		if b.write {
			b.address = rng.IntN(1 << twin.SDRAMAddrBits)
			if len(known) > 0 && rng.IntN(3) == 0 {
				b.address = known[rng.IntN(len(known))] ^ 1<<rng.IntN(twin.SDRAMAddrBits)
			}
			// The whole row is written first, so that every word read is known.
			row := sdramBurst{address: b.address, words: twin.SDRAMColumns, write: true}
			if _, ok := words[b.address]; !ok {
				do(row, draw(rng, row.words))
				at = u.bursts[len(u.bursts)-1].Accepted + 1
			}
			known = append(known, b.address)
			for range b.words {
				b.columns = append(b.columns, rng.IntN(twin.SDRAMColumns))
			}
		} else {
			b.address = known[rng.IntN(len(known))]&^(twin.SDRAMColumns-1) | rng.IntN(twin.SDRAMColumns)
		}
		if !b.write && b.words > 1 && rng.IntN(2) == 0 { // a read that becomes longer
			b.more = 1 + rng.IntN(b.words-1)
		}
		do(b, draw(rng, b.words))
		at = u.bursts[len(u.bursts)-1].Accepted + 1
		switch rng.IntN(6) {
		case 0:
			at += rng.IntN(40)
		case 1:
			at = u.bursts[len(u.bursts)-1].Idle + rng.IntN(3)
		case 2:
			at += rng.IntN(3 * c.Refresh)
		}
	}
	u.end = u.bursts[len(u.bursts)-1].Idle + 3*c.Refresh
	s.Until(u.end)
	for _, cmd := range s.Commands {
		u.commands[cmd.Cycle] = cmd
		switch cmd.Op {
		case twin.SDRAMMode:
			u.up = cmd.Cycle
		case twin.SDRAMRefresh:
			for t := range c.RFC {
				u.busy[cmd.Cycle-1+t] = true
			}
		}
	}
	return u
}

func draw(rng *rand.Rand, n int) []uint16 {
	out := make([]uint16, n)
	for i := range out {
		out[i] = uint16(rng.Uint32())
	}
	return out
}

// ask sets the inputs of requests.
func (u *sdramUse) ask(p *verilator.Proc, rng *rand.Rand, b *verilator.Batch) {
	valid, write, address := p.MustPort("req_valid_i"), p.MustPort("req_write_i"), p.MustPort("req_addr_i")
	words, more, data, column := p.MustPort("req_words_i"), p.MustPort("req_more_i"), p.MustPort("wdata_i"), p.MustPort("wcolumn_i")
	for t := range b.Len() {
		valid.Set(b.In(t), 0)
		if t < u.tested {
			valid.Set(b.In(t), rng.Uint64()&1) // the module ignores the inputs
		}
		write.Set(b.In(t), rng.Uint64())
		address.Set(b.In(t), rng.Uint64())
		words.Set(b.In(t), rng.Uint64())
		more.Set(b.In(t), uint64(u.mores[t]))
		data.Set(b.In(t), rng.Uint64())
		column.Set(b.In(t), rng.Uint64())
		if w, ok := u.writes[t]; ok && t >= u.tested {
			data.Set(b.In(t), uint64(w))
			column.Set(b.In(t), uint64(u.columns[t]))
		}
	}
	for _, burst := range u.bursts {
		for t := burst.from; t <= burst.Accepted && t < b.Len() && !burst.ofTest; t++ {
			valid.Set(b.In(t), 1)
			write.Set(b.In(t), flagBit(burst.write))
			address.Set(b.In(t), uint64(burst.address))
			words.Set(b.In(t), uint64(burst.words-burst.more))
		}
	}
}

// check compares the outputs at the port for requests.
func (u *sdramUse) check(p *verilator.Proc, b *verilator.Batch) error {
	type output struct {
		name string
		want func(t int) (value uint64, known bool)
	}
	always := func(f func(t int) bool) func(t int) (uint64, bool) {
		return func(t int) (uint64, bool) { return flagBit(f(t)), true }
	}
	outputs := []output{
		{"tested_o", always(func(t int) bool { return t >= u.tested })},
		{"req_ready_o", always(func(t int) bool { return t >= u.tested && !u.busy[t] })},
		{"wnext_o", always(func(t int) bool { _, ok := u.writes[t]; return ok && t >= u.tested })},
		{"rvalid_o", always(func(t int) bool { _, ok := u.reads[t]; return ok && t >= u.tested })},
		{"rdata_o", func(t int) (uint64, bool) { w, ok := u.reads[t]; return uint64(w), ok && t >= u.tested }},
	}
	for t := range b.Len() {
		for _, o := range outputs {
			if want, known := o.want(t); known {
				if got := p.MustPort(o.name).Uint(b.Out(t)); got != want {
					return p.Mismatch(o.name, got, want, "").At(b.Cycle(t))
				}
			}
		}
	}
	return nil
}

// compareSDRAM compares module sdram with its twin in every cycle, with all pins. Words read may be
// wrong during the test, which must report it. The module is also reset during its work.
func compareSDRAM(p *verilator.Proc, rng *rand.Rand, c twin.SDRAMCycles, testBits int) error {
	pins := portsOf(p)
	dq := p.MustPort("sdram_dq_i")
	for round := range 3 {
		p.SetTransaction(round)
		u := newSDRAMUse(rng, c, testBits, simtest.Times(60))
		length := u.end
		if round == 1 {
			length = rng.IntN(length)
		}
		b := p.NewBatch(length)
		u.ask(p, rng, b)
		wrong := map[int]uint64{}
		for t := range b.Len() {
			dq.Set(b.In(t), rng.Uint64())
			if w, ok := u.reads[t+1]; ok {
				bad := uint64(0)
				if t+1 < u.tested && rng.IntN(40) == 0 && round > 0 {
					bad = 1 << rng.IntN(16)
				}
				dq.Set(b.In(t), uint64(w)^bad)
				wrong[t+2] = bad
			}
		}
		if err := p.Step(b); err != nil {
			return err
		}
		if err := u.check(p, b); err != nil {
			return err
		}
		lines := uint64(0)
		for t := range b.Len() {
			lines |= wrong[t]
			if err := u.checkPins(p, pins, b, t, lines); err != nil {
				return err
			}
		}
		if err := p.Reset(); err != nil {
			return err
		}
	}
	return nil
}

// checkPins compares the pins in a cycle, and the result of the memory test.
func (u *sdramUse) checkPins(p *verilator.Proc, pins map[string]verilator.Port, b *verilator.Batch, t int, wrong uint64) error {
	out := b.Out(t)
	compare := func(name string, want uint64) error {
		if got := pins[name].Uint(out); got != want {
			return p.Mismatch(name, got, want, "").At(b.Cycle(t))
		}
		return nil
	}
	cmd, ok := u.commands[t]
	if !ok {
		cmd.Op = twin.SDRAMNop
		if t < u.up {
			cmd.Op = twin.SDRAMInhibit
		}
	}
	want := map[string]uint64{
		"sdram_cs_n_o": uint64(cmd.Op >> 3 & 1), "sdram_ras_n_o": uint64(cmd.Op >> 2 & 1),
		"sdram_cas_n_o": uint64(cmd.Op >> 1 & 1), "sdram_we_n_o": uint64(cmd.Op & 1),
		"sdram_cke_o": 1, "sdram_dqm_o": 3 * flagBit(t < u.up), "sdram_dq_oe_o": flagBit(cmd.Op == twin.SDRAMWrite),
		"wrong_o": wrong,
	}
	switch cmd.Op {
	case twin.SDRAMWrite:
		want["sdram_dq_o"] = uint64(cmd.Data)
		fallthrough
	case twin.SDRAMActive, twin.SDRAMRead, twin.SDRAMMode:
		want["sdram_a_o"] = uint64(cmd.Address)
		want["sdram_ba_o"] = uint64(cmd.Bank)
	case twin.SDRAMPrecharge:
		want["sdram_a_o"] = uint64(cmd.Address)
		if cmd.Address == 0 {
			want["sdram_ba_o"] = uint64(cmd.Bank)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if err := compare(name, want[name]); err != nil {
			return err
		}
	}
	return nil
}

// TestSDRAM compares the controller with its twin at three clocks: the ULX3S's clock, a clock with
// a memory latency of 3, and a clock slow enough for two overdue refreshes. The time after power-up
// is short here.
func TestSDRAM(t *testing.T) {
	t.Parallel()
	for _, hertz := range []int64{gen.SDRAMHertz, 120_000_000, 50_000_000} {
		t.Run(fmt.Sprint(hertz), func(t *testing.T) {
			t.Parallel()
			c, err := twin.SlowestSDRAM().Cycles(hertz)
			require.NoError(t, err)
			c.PowerUp = 50
			const testBits = 10
			m := verilator.Model{Top: "sdram", Params: sdramParams(c, testBits)}
			simtest.Cosim(t, m, func(p *verilator.Proc, rng *rand.Rand) error { return compareSDRAM(p, rng, c, testBits) })
		})
	}
}

// benchSources have the model of the memory, too.
var benchSources = []string{"rtl", "sim/testbench"}

// sdramChip holds an SDRAM's requirements in a simulation: inputs of sdram_model.
type sdramChip map[string]uint64

const picosecond = 1000 // picoseconds of a nanosecond

// sdramPeriod returns the period of a clock in ps.
func sdramPeriod(hertz int64) uint64 { return uint64((1_000_000_000_000 + hertz - 1) / hertz) }

// newSDRAMChip returns an SDRAM with a clock.
func newSDRAMChip(t twin.SDRAMTimings, hertz int64) sdramChip {
	ps := func(d time.Duration) uint64 { return uint64(d.Nanoseconds()) * picosecond }
	return sdramChip{
		"power_i": 1, "period_i": sdramPeriod(hertz), "t_power_up_i": ps(t.PowerUp), "t_rcd_i": ps(t.RCD), "t_rp_i": ps(t.RP),
		"t_ras_i": ps(t.RAS), "t_ras_max_i": ps(t.RASMax), "t_rc_i": ps(t.RC), "t_rrd_i": ps(t.RRD), "t_rfc_i": ps(t.RFC),
		"t_wr_i": ps(t.WR), "t_mrd_i": ps(t.MRD), "t_ck2_i": ps(t.CK2), "t_ck3_i": ps(t.CK3), "t_ref_i": ps(t.Refresh),
	}
}

// set sets the inputs.
func (c sdramChip) set(p *verilator.Proc, in verilator.Inputs) {
	for name, v := range c {
		p.MustPort(name).Set(in, v)
	}
}

// compareSDRAMBench uses a memory and compares the words read back. It returns the rule that has
// been broken.
func compareSDRAMBench(p *verilator.Proc, rng *rand.Rand, c twin.SDRAMCycles, chip sdramChip, testBits, requests int) (rule string, err error) {
	u := newSDRAMUse(rng, c, testBits, requests)
	b := p.NewBatch(u.end)
	u.ask(p, rng, b)
	for i := range b.Len() {
		chip.set(p, b.In(i))
	}
	if err := p.Step(b); err != nil {
		return "", err
	}
	last := b.Out(b.Len() - 1)
	if rule := cosim.SDRAMRule(p, last); rule != "" {
		return rule, nil
	}
	if got := p.MustPort("wrong_o").Uint(last); got != 0 {
		return "", p.Mismatch("wrong_o", got, 0, "of a sound memory")
	}
	return "", u.check(p, b)
}

// TestSDRAMBench uses memories that check every command: first each of the parts, and then memories
// that are in one respect too slow for the controller, by a picosecond. Each must be noticed, and
// named.
func TestSDRAMBench(t *testing.T) {
	t.Parallel()
	const testBits = 9
	slowest := twin.SlowestSDRAM()
	c, err := slowest.Cycles(gen.SDRAMHertz)
	require.NoError(t, err)
	m := verilator.Model{Top: "sdram_bench", Sources: benchSources, Params: sdramParams(c, testBits)}
	rng := seedtest.Rand(t)
	p, err := verilator.Start(t.Context(), m)
	require.NoError(t, err)
	defer p.Close()
	use := func(chip sdramChip, requests int) string {
		require.NoError(t, p.Reset())
		rule, err := compareSDRAMBench(p, rng, c, chip, testBits, requests)
		require.NoError(t, err)
		return rule
	}
	require.Empty(t, use(newSDRAMChip(slowest, gen.SDRAMHertz), simtest.Long(300, 3000)))
	for name, part := range twin.SDRAMParts {
		require.Empty(t, use(newSDRAMChip(part, gen.SDRAMHertz), 60), name)
	}
	period := sdramPeriod(gen.SDRAMHertz)
	var lines []string
	for _, tt := range []struct {
		input string
		value uint64
		rule  string
	}{
		{"t_power_up_i", uint64(c.PowerUp)*period + 1, "power_up"},
		{"t_rcd_i", uint64(c.RCD)*period + 1, "tRCD"},
		{"t_rp_i", uint64(c.RP)*period + 1, "tRP"},
		{"t_ras_i", uint64(c.RAS)*period + 1, "tRAS"},
		{"t_ras_max_i", twin.SDRAMColumns * period, "tRASmax"},
		{"t_rc_i", uint64(c.RAS+c.RP)*period + 1, "tRC"},
		{"t_rrd_i", uint64(c.RAS+c.RP)*period + 1, "tRRD"},
		{"t_rfc_i", uint64(c.RFC)*period + 1, "tRFC"},
		{"t_wr_i", uint64(c.WR)*period + 1, "tWR"},
		{"t_mrd_i", uint64(c.MRD)*period + 1, "tMRD"},
		{"t_ck2_i", period + 1, "tCK"},
		{"t_ref_i", uint64(slowest.Refresh.Nanoseconds()) * picosecond / 2, "tREFI"},
	} {
		chip := newSDRAMChip(slowest, gen.SDRAMHertz)
		chip[tt.input] = tt.value
		assert.Equal(t, tt.rule, use(chip, 60), "%s: %d", tt.input, tt.value)
		lines = append(lines, `sdram: cycle \d+, bank [0-3]: +`+tt.rule+"\n")
	}
	p.Close()
	assert.Regexp(t, "^"+strings.Join(lines, "")+"$", p.Stderr())
}

// TestSDRAMWires has lines of address and data stuck or joined: the test of the memory must find
// each fault.
func TestSDRAMWires(t *testing.T) {
	t.Parallel()
	const testBits = 9
	slowest := twin.SlowestSDRAM()
	c, err := slowest.Cycles(gen.SDRAMHertz)
	require.NoError(t, err)
	c.PowerUp = 50
	m := verilator.Model{Top: "sdram_bench", Sources: benchSources, Params: sdramParams(c, testBits)}
	rng := seedtest.Rand(t)
	p, err := verilator.Start(t.Context(), m)
	require.NoError(t, err)
	defer p.Close()
	chip := newSDRAMChip(slowest, gen.SDRAMHertz)
	wrong := func(input string, lines uint64) uint64 {
		require.NoError(t, p.Reset())
		in := p.NewInputs()
		chip.set(p, in)
		if input != "" {
			p.MustPort(input).Set(in, lines)
		}
		r, err := p.Run(verilator.Run{First: in, Hold: in, Stop: "tested_o", Max: 100_000})
		require.NoError(t, err)
		return p.MustPort("wrong_o").Uint(r.Out)
	}
	require.Zero(t, wrong("", 0))
	for _, input := range []string{"a_low_i", "a_high_i", "d_low_i", "d_high_i"} {
		for i := range p.MustPort(input).Width {
			got := wrong(input, 1<<i)
			assert.NotZero(t, got, "%s: line %d", input, i)
			if input[0] == 'd' {
				assert.EqualValues(t, 1<<i, got, "%s: line %d", input, i)
			}
		}
	}
	for _, input := range []string{"a_join_i", "d_join_i"} {
		width := p.MustPort(input).Width
		for i := range width {
			j := (i + 1 + rng.IntN(width-1)) % width
			assert.NotZero(t, wrong(input, 1<<i|1<<j), "%s: lines %d and %d", input, i, j)
		}
	}
	require.Zero(t, wrong("", 0))
}

// sdramStep is a command to sdram_model, that many cycles after the one before.
type sdramStep struct {
	after int
	op    twin.SDRAMOp
	bank  int
	a     int
	edit  string // an input with a wrong value
}

// TestSDRAMModel gives the model handwritten commands: each rule is broken in a single place, and
// then kept with one cycle more.
func TestSDRAMModel(t *testing.T) {
	t.Parallel()
	m := verilator.Model{Top: "sdram_model", Sources: benchSources}
	p, err := verilator.Start(t.Context(), m)
	require.NoError(t, err)
	defer p.Close()
	slow := twin.SlowestSDRAM()
	slow.PowerUp = 100 * time.Nanosecond
	chip := newSDRAMChip(slow, 100_000_000)
	const allBanks, mode = 1 << 10, 2 << 4
	type steps []sdramStep
	warm := func(op twin.SDRAMOp, n, a int) (out steps) {
		out = append(out, sdramStep{12, twin.SDRAMPrecharge, 0, allBanks, ""})
		for range n {
			out = append(out, sdramStep{7, twin.SDRAMRefresh, 0, 0, ""})
		}
		return append(out, sdramStep{7, op, 0, a, ""})
	}
	start := warm(twin.SDRAMMode, 8, mode)
	active := func(after, bank int) sdramStep { return sdramStep{after, twin.SDRAMActive, bank, 77, ""} }
	read := func(after, bank int) sdramStep { return sdramStep{after, twin.SDRAMRead, bank, 5, ""} }
	write := func(after, bank int) sdramStep { return sdramStep{after, twin.SDRAMWrite, bank, 5, "sdram_dq_oe_i"} }
	shut := func(after, bank int) sdramStep { return sdramStep{after, twin.SDRAMPrecharge, bank, 0, ""} }
	refresh := func(after int) sdramStep { return sdramStep{after, twin.SDRAMRefresh, 0, 0, ""} }
	and := func(s steps, more ...sdramStep) steps { return append(slices.Clone(s), more...) }
	for _, tt := range []struct {
		name  string
		steps steps
		rule  string
	}{
		{"as it should be", and(start, active(2, 0), active(2, 1), read(2, 0), read(1, 1), shut(1, 0), shut(1, 1), refresh(3), active(7, 1), write(3, 1), shut(2, 1), active(3, 1)), ""},
		{"early", steps{{9, twin.SDRAMPrecharge, 0, allBanks, ""}}, "power_up"},
		{"no precharge", steps{{12, twin.SDRAMRefresh, 0, 0, ""}}, "init"},
		{"7 refreshes", warm(twin.SDRAMMode, 7, mode), "init"},
		{"no mode", warm(twin.SDRAMActive, 8, 0), "init"},
		{"a burst of 2", warm(twin.SDRAMMode, 8, mode|1), "mode"},
		{"a latency of 1", warm(twin.SDRAMMode, 8, 1<<4), "mode"},
		{"burst stop", and(start, sdramStep{9, 0b0110, 0, 0, ""}), "command"},
		{"automatic precharge", and(start, active(9, 0), sdramStep{9, twin.SDRAMRead, 0, allBanks, ""}), "command"},
		{"a clock disabled", and(start, sdramStep{9, twin.SDRAMNop, 0, 0, "sdram_cke_i"}), "CKE"},
		{"a byte masked", and(start, active(9, 0), sdramStep{9, twin.SDRAMRead, 0, 0, "sdram_dqm_i"}), "DQM"},
		{"no data", and(start, active(9, 0), sdramStep{9, twin.SDRAMWrite, 0, 0, ""}), "DQ"},
		{"data of both", and(start, active(9, 0), read(9, 0), sdramStep{2, twin.SDRAMNop, 0, 0, "sdram_dq_oe_i"}), "DQ"},
		{"data of one after the other", and(start, active(9, 0), read(9, 0), write(3, 0)), ""},
		{"no row", and(start, active(9, 0), read(9, 1)), "row"},
		{"two rows", and(start, active(9, 0), active(9, 0)), "row"},
		{"refresh in a row", and(start, active(9, 3), refresh(9)), "row"},
		{"mode in a row", and(start, active(9, 3), sdramStep{9, twin.SDRAMMode, 0, mode, ""}), "row"},
		{"active behind mode", and(start, active(1, 0)), "tMRD"},
		{"active behind refresh", and(start, refresh(9), active(6, 0)), "tRFC"},
		{"refresh behind refresh", and(start, refresh(9), refresh(6)), "tRFC"},
		{"read behind active", and(start, active(9, 0), read(2, 0)), "tRCD"},
		{"write behind active", and(start, active(9, 0), write(2, 0)), "tRCD"},
		{"precharge behind active", and(start, active(9, 0), shut(4, 0)), "tRAS"},
		{"precharge of all", and(start, active(9, 2), sdramStep{4, twin.SDRAMPrecharge, 0, allBanks, ""}), "tRAS"},
		{"active behind precharge", and(start, active(9, 0), shut(9, 0), active(2, 0)), "tRP"},
		{"active behind another's precharge", and(start, active(9, 0), shut(9, 0), active(2, 1)), ""},
		{"refresh behind precharge", and(start, active(9, 0), shut(9, 0), refresh(2)), "tRP"},
		{"active behind active", and(start, active(9, 0), shut(5, 0), active(1, 0)), "tRP"},
		{"precharge behind write", and(start, active(9, 0), write(9, 0), shut(1, 0)), "tWR"},
		{"two banks", and(start, active(9, 0), active(1, 1)), "tRRD"},
		{"a row left open", and(start, active(9, 0), sdramStep{10_010, twin.SDRAMNop, 0, 0, ""}), "tRASmax"},
		{"no refresh", and(start, sdramStep{17 * 781, twin.SDRAMNop, 0, 0, ""}), "tREFI"},
	} {
		length := 1
		for _, s := range tt.steps {
			length += s.after
		}
		b := p.NewBatch(length + 2) // the first cycle is without power
		at := 0
		steps := map[int]sdramStep{}
		for _, s := range tt.steps {
			at += s.after
			steps[at] = s
		}
		for i := range b.Len() {
			if i == 0 {
				continue
			}
			in := b.In(i)
			s, ok := steps[i-1]
			if !ok {
				s.op = twin.SDRAMNop
			}
			chip.set(p, in)
			p.MustPort("sdram_cke_i").Set(in, 1)
			if s.edit != "" {
				p.MustPort(s.edit).Set(in, flagBit(s.edit != "sdram_cke_i"))
			}
			p.MustPort("sdram_cs_n_i").Set(in, uint64(s.op>>3))
			p.MustPort("sdram_ras_n_i").Set(in, uint64(s.op>>2))
			p.MustPort("sdram_cas_n_i").Set(in, uint64(s.op>>1))
			p.MustPort("sdram_we_n_i").Set(in, uint64(s.op))
			p.MustPort("sdram_ba_i").Set(in, uint64(s.bank))
			p.MustPort("sdram_a_i").Set(in, uint64(s.a))
		}
		require.NoError(t, p.Step(b))
		out := b.Out(b.Len() - 1)
		if assert.Equal(t, tt.rule, cosim.SDRAMRule(p, out), tt.name) && tt.rule != "" && tt.rule != "tRASmax" && tt.rule != "tREFI" {
			last := tt.steps[len(tt.steps)-1]
			assert.EqualValues(t, at, p.MustPort("cycle_o").Uint(out), tt.name)
			if tt.name != "precharge of all" && !strings.HasPrefix(tt.name, "refresh") && !strings.HasPrefix(tt.name, "mode") {
				assert.EqualValues(t, last.bank, p.MustPort("bank_o").Uint(out), tt.name)
			}
		}
	}
}
