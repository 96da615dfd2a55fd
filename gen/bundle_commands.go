package gen

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
)

// command is a command to a core, with the golden model's answer.
type command struct {
	About  string           `json:"about"`
	Inputs map[string]int64 `json:"inputs"` // by port; the other inputs do not change
	Answer map[string]int64 `json:"answer"` // by port; a negative number stands for two's complement
	Cycles uint64           `json:"cycles,omitempty"`
}

// trial holds the commands of a bundle's testbenches.
type trial struct {
	commands []command
	exact    bool // the model knows the cycles
	timeout  int  // cycles until a silent core is taken to hang
}

// trials make the trial of a core in a configuration, by the name of the core.
var trials = map[string]func(params map[string]int) (trial, error){
	"minimax_core":    minimaxTrial,
	"montecarlo_core": monteCarloTrial,
}

// opNames are the commands' names in Verilog.
var opNames = map[int64]string{CmdReset: "`CMD_RESET", CmdPlay: "`CMD_PLAY", CmdSearch: "`CMD_SEARCH"}

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
	add := func(c command) { t.commands = append(t.commands, c) }
	play := func(pl duo.Player, m duo.Move) {
		legal, cycles := core.Play(pl, m)
		about := fmt.Sprintf("%v plays %v", pl, m)
		if !legal {
			about += ", which is not legal"
		}
		add(command{About: about, Inputs: commandInputs(CmdPlay, pl, m), Answer: map[string]int64{"rsp_ok_o": flag(legal)}, Cycles: cycles})
	}
	find := func(pl duo.Player, depth int, r search.MinimaxResult) {
		in := commandInputs(CmdSearch, pl, duo.Pass)
		in["cmd_depth_i"] = int64(depth)
		a := moveAnswer(r.Move)
		a["rsp_ok_o"], a["rsp_value_o"], a["rsp_nodes_o"] = 1, int64(r.Value), int64(r.Nodes)
		add(command{About: fmt.Sprintf("search for %v, depth %d: %v", pl, depth, r.Move), Inputs: in, Answer: a, Cycles: r.Cycles})
		t.timeout = max(t.timeout, int(r.Cycles)+1000)
	}
	add(command{About: "empty board", Inputs: commandInputs(CmdReset, duo.Player1, duo.Pass), Cycles: core.Reset()})

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
	add := func(c command) { t.commands = append(t.commands, c) }
	pos := duo.NewPosition(duo.Player1)
	add(command{About: "opening position", Inputs: commandInputs(CmdReset, duo.Player1, duo.Pass)})
	play := func(m duo.Move) {
		legal := m == duo.Pass || pos.Check(m) == nil
		about := fmt.Sprintf("%v plays %v", pos.ToMove(), m)
		if !legal {
			about += ", which is not legal"
		}
		add(command{About: about, Inputs: commandInputs(CmdPlay, pos.ToMove(), m), Answer: map[string]int64{"rsp_ok_o": flag(legal)}})
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
			add(command{About: fmt.Sprintf("search for %v among %d moves: %v", pos.ToMove(), len(moves), r.Move), Inputs: in, Answer: a})
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
	for _, c := range t.commands {
		w.line("")
		w.line("    // %s.", c.About)
		known := 0
		for _, p := range ports {
			if value, ok := c.Inputs[p.Name]; ok && !p.Output {
				w.line("    %s = %s;", p.Name, literal(p, value))
				known++
			}
		}
		w.line("    command;")
		for _, p := range ports {
			if value, ok := c.Answer[p.Name]; ok && p.Output {
				w.line("    `CHECK(%q, %s, %s)", p.Name, p.Name, literal(p, value))
				known++
			}
		}
		if known != len(c.Inputs)+len(c.Answer) {
			w.fail("command %q has a port that the core has not", c.About)
		}
		if t.exact {
			w.line("    `CHECK(%q, clks, %d)", "cycles", c.Cycles)
		}
	}
	return w.text.String(), w.err
}

// json returns the trial as a list for programs. Answers are bit patterns, the form in which cocotb
// reads them.
func (t trial) json(ports []port) (string, error) {
	list := slices.Clone(t.commands)
	for i := range list {
		list[i].Answer = maps.Clone(list[i].Answer)
		for _, p := range ports {
			if v, ok := list[i].Answer[p.Name]; ok {
				list[i].Answer[p.Name] = v & (1<<p.Width - 1)
			}
		}
		if list[i].Answer == nil {
			list[i].Answer = map[string]int64{}
		}
	}
	text, err := json.MarshalIndent(list, "", "  ")
	return string(text) + "\n", err
}
