// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/tessera-fpga/tessera/golden/alphabeta"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
)

// step is a step of a testbench: inputs, a request, an answer. Either of the last two may be
// missing. On a serial line and on a bus the request and the answer are bytes.
type step struct {
	About  string           `json:"about"`
	Inputs map[string]int64 `json:"inputs,omitempty"` // by port; the other inputs do not change
	Give   string           `json:"give,omitempty"`   // ports GIVE_valid_i and GIVE_ready_o take the request
	Await  string           `json:"await,omitempty"`  // output that is 1 when the answer is there
	Answer map[string]int64 `json:"answer,omitempty"` // by port; a negative number stands for two's complement
	Cycles uint64           `json:"cycles,omitempty"` // from the request to the answer; 0: not checked
	Send   []int            `json:"send,omitempty"`
	Expect []int            `json:"expect,omitempty"`
	Stream bool             `json:"stream,omitempty"` // on a bus: they go by the streams, not by the registers
}

// trial holds the steps of a bundle's testbenches.
type trial struct {
	steps   []step
	params  map[string]int // parameters that the testbenches set otherwise than the configuration
	exact   bool           // the model knows the cycles
	bus     bool           // the core is on a bus
	timeout int            // cycles until a silent core is taken to hang
}

// trials make the trial of a core in a configuration, by the name of the core.
var trials = map[string]func(params map[string]int) (trial, error){
	"alphabeta_core":  alphaBetaTrial,
	"minimax_core":    minimaxTrial,
	"montecarlo_core": monteCarloTrial,
	"playout_lanes":   lanesTrial,
	"tree_core":       treeTrial,
	"processor_core":  processorTrial,
	"service_chip":    serviceTrial,
	"leaf_chip":       leavesTrial,
	"service_axi":     serviceAXITrial,
	"leaf_axi":        leavesAXITrial,
}

// command adds a command, and the wait for its answer.
func (t *trial) command(about string, inputs, answer map[string]int64, cycles uint64) {
	t.steps = append(t.steps, step{About: about, Inputs: inputs, Give: "cmd", Await: "rsp_valid_o", Answer: answer, Cycles: cycles})
}

// play adds the command to make a move, which the core must take or refuse.
func (t *trial) play(pl duo.Player, m duo.Move, legal bool, cycles uint64) {
	about := fmt.Sprintf("%v plays %v", pl, m)
	if !legal {
		about += ", which is not legal"
	}
	t.command(about, commandInputs(CmdPlay, pl, m), map[string]int64{"rsp_ok_o": flag(legal)}, cycles)
}

// opNames are the commands' names in Verilog.
var opNames = map[int64]string{CmdReset: "`TESSERA_CMD_RESET", CmdPlay: "`TESSERA_CMD_PLAY", CmdSearch: "`TESSERA_CMD_SEARCH"}

// commandInputs are the inputs that all cores take with a command.
func commandInputs(op int, pl duo.Player, m duo.Move) map[string]int64 {
	in := map[string]int64{"cmd_op_i": int64(op), "cmd_player_i": int64(pl)}
	if op == CmdPlay {
		in["cmd_pass_i"] = flag(m == duo.Pass)
		if m != duo.Pass {
			in["cmd_orient_i"] = int64(m.Orientation())
			in["cmd_row_i"] = int64(m.Square().Row())
			in["cmd_col_i"] = int64(m.Square().Col())
		}
	}
	return in
}

// moveAnswer is a core's answer that names a move; for a pass the other outputs have no meaning.
func moveAnswer(m duo.Move) map[string]int64 {
	a := map[string]int64{"rsp_pass_o": flag(m == duo.Pass)}
	if m != duo.Pass {
		a["rsp_orient_o"] = int64(m.Orientation())
		a["rsp_row_o"] = int64(m.Square().Row())
		a["rsp_col_o"] = int64(m.Square().Col())
	}
	return a
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// minimaxTrial plays a game to its end, where few tiles are left to look for, and searches one ply
// and then two. Icarus Verilog, at a millisecond a cycle, can simulate that much in some seconds.
func minimaxTrial(params map[string]int) (trial, error) {
	const (
		plies      = 34
		endgamePly = 20 // before this ply searches take too long to try
		maxClks1   = 3_000
		maxClks2   = 8_000 // found where only the rival has placements left: two plies, one of them a pass
	)
	core, err := search.NewMinimax(search.MinimaxConfig{
		Weights: search.Weights{
			Own: params["OWN_WEIGHT"], Rival: params["RIVAL_WEIGHT"], Square: params["SQUARE_WEIGHT"],
		},
		AlphaBeta: params["ALPHA_BETA"] != 0,
	})
	if err != nil {
		return trial{}, err
	}
	t := trial{exact: true}
	play := func(pl duo.Player, m duo.Move) {
		legal, cycles := core.Play(pl, m)
		t.play(pl, m, legal, cycles)
	}
	find := func(pl duo.Player, depth int, r search.MinimaxResult) {
		in := commandInputs(CmdSearch, pl, duo.Pass)
		in["cmd_depth_i"] = int64(depth)
		a := moveAnswer(r.Move)
		a["rsp_ok_o"], a["rsp_value_o"], a["rsp_nodes_o"] = 1, int64(r.Value), int64(r.Nodes)
		t.command(fmt.Sprintf("search for %v, depth %d: %v", pl, depth, r.Move), in, a, r.Cycles)
		t.timeout = max(t.timeout, int(r.Cycles)+1000)
	}
	t.command("empty board", commandInputs(CmdReset, duo.Player1, duo.Pass), nil, core.Reset())

	game := duo.RandomGame(rand.New(rand.NewPCG(1, 0)), plies)
	mover := game.FirstToMove()
	depth := 1
	for i, m := range game.History() {
		play(mover, m)
		mover = mover.Rival()
		if i < endgamePly {
			continue
		}
		ahead := *core
		r := ahead.Search(mover, depth, search.NeverStop, nil)
		if r.Nodes < 4 || r.Cycles > []uint64{1: maxClks1, 2: maxClks2}[depth] {
			continue
		}
		*core = ahead
		find(mover, depth, r)
		if depth++; depth > 2 {
			play(mover, game.History()[0]) // the squares of this move are taken
			return t, nil
		}
	}
	return trial{}, fmt.Errorf("gen: no search of %d plies in %d moves is short enough", depth, plies)
}

// alphaBetaTrial plays some moves, and on until a search of two plies takes a few thousand cycles.
func alphaBetaTrial(params map[string]int) (trial, error) {
	const (
		plies = 40
		early = 10 // plies
		depth = 2
		least = 40 // nodes
		most  = 8_000
	)
	core := alphabeta.New(alphabeta.Config{
		Weights: search.Weights{
			Own: params["OWN_WEIGHT"], Rival: params["RIVAL_WEIGHT"], Square: params["SQUARE_WEIGHT"],
		},
		Ends:   params["EXACT_ENDS"] != 0,
		Margin: params["MARGIN"] != 0,
		Units:  params["LEAF_LISTS"],
		Banks:  params["ROW_BANKS"],
	})
	t := trial{exact: true}
	game := duo.RandomGame(rand.New(rand.NewPCG(1, 0)), plies)
	pos := duo.NewPosition(game.FirstToMove())
	play := func(m duo.Move) {
		pl, legal, cycles := pos.ToMove(), m == duo.Pass || pos.Check(m) == nil, uint64(alphabeta.PassCycles)
		about := fmt.Sprintf("%v plays %v", pl, m)
		if !legal {
			about += ", which is not legal"
		}
		if m != duo.Pass {
			cycles = core.Config().PlayCycles(&pos, pl, legal)
		}
		t.command(about, commandInputs(CmdPlay, pl, m), map[string]int64{"rsp_ok_o": flag(legal)}, cycles)
		if legal {
			pos.Play(m)
		}
	}
	t.command("empty board", commandInputs(CmdReset, duo.Player1, duo.Pass), nil, alphabeta.ResetCycles)
	for i, m := range game.History() {
		play(m)
		if i < early {
			continue
		}
		r := core.Search(&pos, depth, alphabeta.NeverStop, nil, nil)
		if r.Nodes < least || r.Cycles > most {
			continue
		}
		in := commandInputs(CmdSearch, pos.ToMove(), duo.Pass)
		in["cmd_depth_i"] = depth
		a := moveAnswer(r.Move)
		a["rsp_ok_o"], a["rsp_whole_o"], a["rsp_depth_o"] = 1, 1, depth
		a["rsp_value_o"], a["rsp_nodes_o"] = int64(r.Value), int64(r.Nodes)
		t.command(fmt.Sprintf("search for %v, depth %d: %v", pos.ToMove(), depth, r.Move), in, a, r.Cycles)
		play(game.History()[0]) // the squares of this move are taken
		t.timeout = most + 1000
		return t, nil
	}
	return trial{}, fmt.Errorf("gen: no search of %d plies in %d moves is short enough", depth, plies)
}

// monteCarloTrial plays to a position with few moves and searches it. It plays the first moves in
// the core's order, so that the core finds them soon.
func monteCarloTrial(params map[string]int) (trial, error) {
	const (
		maxMoves = 8
		visits   = 2
		seed     = 1
	)
	cfg := search.MonteCarloConfig{Policy: playout.Policy(params["LARGEST"]), Visits: visits, Seed: seed}
	if err := cfg.Validate(); err != nil {
		return trial{}, err
	}
	// The longest playouts take about 4000 cycles.
	const playoutClks = 4000
	t := trial{timeout: 2 * playoutClks}
	pos := duo.NewPosition(duo.Player1)
	t.command("opening position", commandInputs(CmdReset, duo.Player1, duo.Pass), nil, 0)
	play := func(m duo.Move) {
		legal := m == duo.Pass || pos.Check(m) == nil
		t.play(pos.ToMove(), m, legal, 0)
		if legal {
			pos.Play(m)
		}
	}
	for !pos.Over() {
		moves := playout.AnchorMoves(&pos, nil)
		if len(moves) > 1 && len(moves) <= maxMoves {
			play(pos.History()[0]) // the squares of this move are taken
			r := cfg.Search(&pos, nil)
			in := commandInputs(CmdSearch, pos.ToMove(), duo.Pass)
			in["visits_i"], in["seed_i"] = visits, seed
			a := moveAnswer(r.Move)
			a["rsp_ok_o"], a["rsp_sum_o"], a["rsp_visits_o"], a["rsp_playouts_o"] = 1, int64(r.Sum), int64(r.Visits), int64(r.Playouts)
			t.command(fmt.Sprintf("search for %v among %d moves: %v", pos.ToMove(), len(moves), r.Move), in, a, 0)
			t.timeout = max(t.timeout, playoutClks*(r.Playouts+2))
			return t, nil
		}
		m := duo.Pass
		if len(moves) > 0 {
			m = moves[0].Move()
		}
		play(m)
	}
	return trial{}, fmt.Errorf("gen: the game has no position with 2 to %d moves", maxMoves)
}

// verilog returns the trial as statements of the testbench.
func (t trial) verilog(ports []port) (string, error) {
	w := &writer{}
	w.line(licenseLine)
	w.line(Header)
	w.line("// What the testbench does: commands, and the answers of the golden model.")
	literal := func(p port, value int64) string {
		if value < -(1<<(p.Width-1)) || value >= 1<<p.Width {
			w.fail("value %d does not fit the %d bits of %s", value, p.Width, p.Name)
		}
		if p.Name == "cmd_op_i" {
			return opNames[value]
		}
		if p.Signed && value < 0 {
			return fmt.Sprintf("-%d'sd%d", p.Width, -value)
		}
		return fmt.Sprintf("%d'd%d", p.Width, uint64(value)&(1<<p.Width-1))
	}
	for _, c := range t.steps {
		w.line("")
		w.line("    // %s.", c.About)
		known := 0
		for _, p := range ports {
			if value, ok := c.Inputs[p.Name]; ok && !p.Output {
				w.line("    %s = %s;", p.Name, literal(p, value))
				known++
			}
		}
		if c.Give != "" {
			w.line("    give_%s;", c.Give)
		}
		if c.Await != "" {
			w.line("    await_%s;", c.Await)
		}
		for _, p := range ports {
			if value, ok := c.Answer[p.Name]; ok && p.Output {
				w.line("    `TESSERA_CHECK(%q, %s, %s)", p.Name, p.Name, literal(p, value))
				known++
			}
		}
		if known != len(c.Inputs)+len(c.Answer) {
			w.fail("step %q has a port that the core has not", c.About)
		}
		if t.exact {
			w.line("    `TESSERA_CHECK(%q, clks, %d)", "cycles", c.Cycles)
		}
		if t.bus {
			w.line("    choose(1'b%d);", flag(c.Stream))
		}
		for i, b := range c.Send {
			w.line("    send(%s);", t.byte(b, i == len(c.Send)-1))
		}
		for i, b := range c.Expect {
			w.line("    hear(%d, %s);", i, t.byte(b, i == len(c.Expect)-1))
		}
	}
	return w.text.String(), w.err
}

// byte returns a byte of a talk; on a bus it tells whether it is the last.
func (t trial) byte(b int, last bool) string {
	if t.bus {
		return fmt.Sprintf("1'b%d, 8'h%02x", flag(last), b)
	}
	return fmt.Sprintf("8'h%02x", b)
}

// serial reports whether the trial is a talk over a serial line.
func (t trial) serial() bool {
	return !t.bus && slices.ContainsFunc(t.steps, func(s step) bool { return s.Send != nil })
}

// names returns the sorted names that a function finds in the steps.
func (t trial) names(of func(step) string) []string {
	found := map[string]bool{}
	for _, c := range t.steps {
		if name := of(c); name != "" {
			found[name] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// json returns the trial as a list for programs. Answers are bit patterns, the form in which cocotb
// reads them.
func (t trial) json(ports []port) (string, error) {
	list := slices.Clone(t.steps)
	for i := range list {
		list[i].Answer = maps.Clone(list[i].Answer)
		for _, p := range ports {
			if v, ok := list[i].Answer[p.Name]; ok {
				list[i].Answer[p.Name] = v & (1<<p.Width - 1)
			}
		}
	}
	text, err := json.MarshalIndent(list, "", "  ")
	return string(text) + "\n", err
}
