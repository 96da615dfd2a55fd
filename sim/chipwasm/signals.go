// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chipwasm

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// Table describes a chip's program, in the form of its JSON file.
type Table struct {
	Module  string         `json:"module"`
	Params  map[string]int `json:"params"`
	Search  Search         `json:"search"`
	Board   Board          `json:"board"`
	Fault   Fault          `json:"fault"`
	Inputs  []Input        `json:"inputs"`
	Signals []Signal       `json:"signals"`
	Words   int            `json:"words"` // words of a row
	// Memories are the memories that hold a search's candidates.
	Memories []Memory `json:"memories"`
	// Banks are all memories of the core, by their numbers in the program.
	Banks  []Bank            `json:"banks"`
	Values map[string][]Name `json:"values"`
	// Commands are the values of cmd_op_i.
	Commands map[string]int `json:"commands"`
	Lanes    int            `json:"lanes"`
	LanesAt  string         `json:"lanesAt,omitempty"` // instance with the lanes
	Course   string         `json:"course,omitempty"`  // the register with the state of the search
	Games    int            `json:"games"`             // games of a lane
	// Vague says that the board is undefined until the command reset.
	Vague bool `json:"vague,omitempty"`
	// Placement are the fields of a move in trace_move_o, if the core has that port.
	Placement []MemoryField `json:"placement,omitempty"`
}

// Search describes the command to search, and its answer.
type Search struct {
	Amount string   `json:"amount"` // input with the amount of work
	Unit   string   `json:"unit"`   // what the work is counted in, which also names its number in Answer
	Answer []Number `json:"answer"` // besides the move
	// The opinion of the move is the expected margin, if Margin names its sum over the visits, or the
	// value, if Value names it. Both are in favour of the player to move.
	Margin string `json:"margin,omitempty"`
	Value  string `json:"value,omitempty"`
	Most   int    `json:"most,omitempty"` // the greatest value
	// Point makes a point of such units of a margin, which is then no sum; 0: the margin is a sum.
	Point int `json:"point,omitempty"`
}

// Number is a number in the answer to a search, which is 0 if the player passes.
type Number struct {
	Name   string `json:"name"`
	Text   string `json:"text"`
	Signal string `json:"signal"`
	Signed bool   `json:"signed,omitempty"`
}

// Board is a board whose bitstream has the core with the same cycles.
type Board struct {
	Title string  `json:"title"`
	Hertz float64 `json:"hertz"` // the clock of the bitstream
}

// Fault is a bit that is flipped on request some cycles after a search has begun, where it is certain
// to show.
type Fault struct {
	Signal string `json:"signal"`
	Bit    int    `json:"bit"`
	Cycle  int    `json:"cycle"`
}

// Input is an input of the core; its place is its index in the list.
type Input struct {
	Name  string `json:"name"`
	Width int    `json:"width"` // bits, 32 at most
}

// Signal is an output of the core, or a signal inside it.
type Signal struct {
	Name   string `json:"name"`             // name with its instances: u_lanes.gen_lane[0].u_lane.kind_q1
	Width  int    `json:"width"`            // bits
	At     int    `json:"at"`               // the word of a row that has the lowest 32 bits
	Values string `json:"values,omitempty"` // names of the values, an entry of Table.Values
	// Register says that the signal is a register, whose bits can be flipped.
	Register bool `json:"register,omitempty"`
}

// Bank is a memory inside the core, whose bits can be flipped.
type Bank struct {
	Name  string `json:"name"` // with its instances
	Words int    `json:"words"`
	Width int    `json:"width"` // bits of a word
	Bytes int    `json:"bytes"` // of a word in the program's memory
}

// Memory is a memory of several banks that holds candidates. Its words lie in one or more ways in turn,
// and the words of a way in one bank after the other.
type Memory struct {
	Name   string        `json:"name"`
	First  int           `json:"first"` // number of its first bank
	Ways   int           `json:"ways"`
	Banks  int           `json:"banks"` // of a way
	Words  int           `json:"words"` // of a bank; the last one of a way may have fewer
	Bytes  int           `json:"bytes"` // of a word in the program's memory
	Fields []MemoryField `json:"fields"`
}

// MemoryField is a field of a memory's words: bits Low to Low+Width-1.
type MemoryField struct {
	Name   string `json:"name"`
	Low    int    `json:"low"`
	Width  int    `json:"width"`
	Signed bool   `json:"signed,omitempty"`
}

// Bank returns the number of the bank that has a word, and the word's place in it.
func (m Memory) Bank(word int) (bank, at int) {
	way, n := word%m.Ways, word/m.Ways
	return m.First + way*m.Banks + n/m.Words, n % m.Words
}

// Memory returns the memory of that name.
func (t *Table) Memory(name string) (Memory, error) {
	for _, m := range t.Memories {
		if m.Name == name {
			return m, nil
		}
	}
	return Memory{}, fmt.Errorf("chipwasm: there is no memory %q", name)
}

// Name is the Verilog's name of a register's value.
type Name struct {
	Name  string `json:"name"`
	About string `json:"about,omitempty"` // the comment in the Verilog
}

// Words returns the words of a row that the signal takes.
func (s Signal) Words() int { return (s.Width + 31) / 32 }

// Signal returns the signal of that name.
func (t *Table) Signal(name string) (Signal, error) {
	for _, s := range t.Signals {
		if s.Name == name {
			return s, nil
		}
	}
	return Signal{}, fmt.Errorf("chipwasm: there is no signal %q", name)
}

// probe names the visible signals in the instances of a module.
type probe struct {
	module string
	at     []string // the instances
	names  string   // names of the signals
	states string   // the register among them whose values have names in the Verilog
}

// registerName is the name of a register; a number is that of its stage in a pipeline.
var registerName = regexp.MustCompile(`_q\d*$`)

// memory names a memory of the core, with its fields from bit 0 on, by its ways. A number in brackets,
// %d, stands for each bank of a way.
type memory struct {
	name   string
	ways   []string
	fields []MemoryField
}

// keep returns a file that makes Verilator keep the signals.
func (c *Chip) keep() string {
	var b strings.Builder
	b.WriteString("`verilator_config\n")
	for _, p := range c.probes {
		for _, name := range strings.Fields(p.names) {
			fmt.Fprintf(&b, "public_flat_rd -module %q -var %q\n", p.module, name)
		}
	}
	return b.String()
}

var (
	portLine   = regexp.MustCompile(`VL_(IN|OUT)(?:8|16|64)?\(&(\w+),(\d+),0\);`)
	memoryLine = regexp.MustCompile(`VlUnpacked<(?:([CSIQ])Data|VlWide<(\d+)>)/\*(\d+):0\*/, (\d+)> (\w+);`)
	memberLine = regexp.MustCompile(`(?:CData|SData|IData|QData|VlWide<\d+>)/\*(\d+):0\*/ (\w+);`)
)

// newTable makes the table from the headers that Verilator has written, of the model and of its
// contents, and from the texts of modules. It also makes the functions by which chip.cpp reads the
// signals.
func (c *Chip) newTable(header, members string) (t *Table, source string, err error) {
	t = &Table{
		Search: c.search, Board: Board{Title: c.board.Title}, Fault: c.fault,
		Values:   map[string][]Name{tokens: tokenNames()},
		Commands: map[string]int{"reset": gen.CmdReset, "play": gen.CmdPlay, "search": gen.CmdSearch},
		Lanes:    c.Lanes, LanesAt: c.lanesAt, Course: c.course, Games: twin.LaneGames,
		Vague: c.vague,
	}
	if c.names {
		t.Placement = layout(placement()...)
	}
	var set, outputs, get, flip, banks strings.Builder
	for _, m := range portLine.FindAllStringSubmatch(header, -1) {
		width := 1 + atoi(m[3])
		if width > 32 {
			return nil, "", fmt.Errorf("chipwasm: port %s has %d bits, want 32 at most", m[2], width)
		}
		switch {
		case m[2] == "clk_i":
		case m[1] == "IN":
			fmt.Fprintf(&set, "    dut->%s = in[%d];\n", m[2], len(t.Inputs))
			t.Inputs = append(t.Inputs, Input{m[2], width})
		default:
			fmt.Fprintf(&outputs, "    row[%d] = dut->%s;\n", t.Words, m[2])
			t.Signals = append(t.Signals, Signal{Name: m[2], Width: width, At: t.Words})
			t.Words++
		}
	}
	widths := map[string]int{}
	for _, m := range memberLine.FindAllStringSubmatch(members, -1) {
		widths[m[2]] = 1 + atoi(m[1])
	}
	for _, p := range c.probes {
		if p.states != "" {
			text, _, err := moduleText(p.module)
			if err != nil {
				return nil, "", err
			}
			if t.Values[p.module], err = valueNames(text); err != nil {
				return nil, "", fmt.Errorf("chipwasm: %s: %w", p.module, err)
			}
		}
		for _, at := range p.at {
			for _, name := range strings.Fields(p.names) {
				s := Signal{Name: strings.TrimPrefix(at+"."+name, "."), At: t.Words, Register: registerName.MatchString(name)}
				member := c.member(s.Name)
				if s.Width = widths[member]; s.Width == 0 {
					return nil, "", fmt.Errorf("chipwasm: Verilator has not kept %s", s.Name)
				}
				switch {
				case name == p.states:
					s.Values = p.module
				case strings.HasPrefix(name, "kind_"):
					s.Values = tokens
				}
				for w := range s.Words() {
					value, change := fmt.Sprintf("%s >> %d", member, 32*w), fmt.Sprintf("%s ^= uint64_t{1} << (%d + bit)", member, 32*w)
					if s.Width > 64 {
						value, change = fmt.Sprintf("%s[%d]", member, w), fmt.Sprintf("%s[%d] ^= 1U << bit", member, w)
					}
					fmt.Fprintf(&get, "    row[%d] = root->%s;\n", s.At+w, value)
					if s.Register {
						fmt.Fprintf(&flip, "    case %d: root->%s; break;\n", s.At+w, change)
					}
				}
				t.Words += s.Words()
				t.Signals = append(t.Signals, s)
			}
		}
	}
	if t.Memories, t.Banks, err = c.findMemories(members); err != nil {
		return nil, "", err
	}
	for number, b := range t.Banks {
		fmt.Fprintf(&banks, "    case %d: return &root->%s[0];\n", number, c.member(b.Name))
	}
	source = fmt.Sprintf(`constexpr uint32_t INPUTS = %d;
constexpr uint32_t WORDS = %d;
static void set(Vdut* dut, const uint32_t* in) {
%s}
static void get_outputs(Vdut* dut, uint32_t* row) {
%s}
static void get_all(Vdut___024root* root, uint32_t* row) {
%s}
static void flip_bit(Vdut___024root* root, uint32_t word, uint32_t bit) {
    switch (word) {
%s    default: __builtin_trap();
    }
}
static void* bank_at(Vdut___024root* root, uint32_t number) {
    switch (number) {
%s    default: __builtin_trap();
    }
}
`, len(t.Inputs), t.Words, &set, &outputs, &get, &flip, &banks)
	return t, source, nil
}

// member returns Verilator's name of a signal or memory.
func (c *Chip) member(name string) string {
	return c.Top + "__DOT__" + strings.NewReplacer("[", "__BRA__", "].", "__KET____DOT__", ".", "__DOT__").Replace(name)
}

// nameOf is the reverse of member. It returns "" for a member that is no signal or memory of the core.
func (c *Chip) nameOf(member string) string {
	name, ok := strings.CutPrefix(member, c.Top+"__DOT__")
	if !ok || strings.Contains(name, "__V") {
		return ""
	}
	return strings.NewReplacer("__BRA__", "[", "__KET____DOT__", "].", "__DOT__", ".").Replace(name)
}

// findMemories finds the memories in the model's contents: the core's memories of candidates, and all
// banks, those of candidates first.
func (c *Chip) findMemories(members string) (all []Memory, banks []Bank, err error) {
	found := map[string]Bank{}
	for _, m := range memoryLine.FindAllStringSubmatch(members, -1) {
		name := c.nameOf(m[5])
		if name == "" {
			continue // of Verilator's own
		}
		bytes := map[string]int{"C": 1, "S": 2, "I": 4, "Q": 8, "": 4 * atoi(m[2])}[m[1]]
		found[name] = Bank{Name: name, Words: atoi(m[4]), Width: 1 + atoi(m[3]), Bytes: bytes}
	}
	all = []Memory{}
	for _, m := range c.memories {
		made := Memory{Name: m.name, First: len(banks), Ways: len(m.ways), Fields: m.fields}
		for _, at := range m.ways {
			made.Banks = 0
			for ; ; made.Banks++ {
				name := strings.Replace(at, "%d", strconv.Itoa(made.Banks), 1)
				one, ok := found[name]
				if !ok || made.Banks > 0 && !strings.Contains(at, "%d") {
					break
				}
				last := m.fields[len(m.fields)-1]
				if one.Width != last.Low+last.Width {
					return nil, nil, fmt.Errorf("chipwasm: memory %s has %d bits, want %d", at, one.Width, last.Low+last.Width)
				}
				made.Words, made.Bytes = max(made.Words, one.Words), one.Bytes
				banks = append(banks, one)
				delete(found, name)
			}
			if made.Banks == 0 {
				return nil, nil, fmt.Errorf("chipwasm: Verilator has no memory %s", at)
			}
		}
		all = append(all, made)
	}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		banks = append(banks, found[name])
	}
	return all, banks, nil
}

// tokens is the entry of Table.Values for the kinds of tokens.
const tokens = "token"

func tokenNames() []Name {
	names := make([]Name, 4)
	names[gen.TokenNone] = Name{"none", ""}
	names[gen.TokenOpen] = Name{"open", "a game's scan begins"}
	names[gen.TokenCorner] = Name{"corner", "one of its corners"}
	names[gen.TokenSelect] = Name{"select", "the chosen corner once more"}
	return names
}

func atoi(digits string) int {
	n, _ := strconv.Atoi(digits) // a regular expression has found the digits
	return n
}

var (
	stateWidth = regexp.MustCompile(`reg \[(\d+):0\] state_q\b`)
	stateName  = regexp.MustCompile(`\b([A-Z][A-Z0-9_]*) = (\d+)'d(\d+)[,;](?:[ \t]*//[ \t]*(.*))?`)
)

// valueNames returns the names of the values of state_q in a module, by value.
func valueNames(text string) (names []Name, err error) {
	m := stateWidth.FindStringSubmatch(text)
	if m == nil {
		return nil, fmt.Errorf("there is no state_q")
	}
	for _, c := range stateName.FindAllStringSubmatch(text, -1) {
		if atoi(c[2]) != atoi(m[1])+1 {
			continue // a line of another kind
		}
		if used := regexp.MustCompile(`\bstate_[dq]\b[^;]*\b` + c[1] + `\b|\b` + c[1] + `(?:, \w+)*:`); !used.MatchString(text) {
			continue // a constant of the same width
		}
		value := atoi(c[3])
		for len(names) <= value {
			names = append(names, Name{})
		}
		if names[value].Name != "" {
			return nil, fmt.Errorf("%s and %s are both %d", names[value].Name, c[1], value)
		}
		names[value] = Name{c[1], strings.TrimSpace(c[4])}
	}
	if len(names) < 2 {
		return nil, fmt.Errorf("no names of the values of state_q")
	}
	return names, nil
}
