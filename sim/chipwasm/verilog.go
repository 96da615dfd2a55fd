// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package chipwasm

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/rtl"
)

// Verilog says where the visible signals of a chip are driven: the lines of its modules.
type Verilog struct {
	Modules   map[string]Driven `json:"modules"`
	Instances map[string]string `json:"instances"` // the module of each instance with visible signals
	// Constants are the defined numbers that the lines name, without their backquotes.
	Constants map[string]string `json:"constants"`

	texts map[string]*moduleSource // by module
}

// moduleSource is the text of a module with all that drives its signals.
type moduleSource struct {
	file  string // in the folder of the Verilog
	lines []string
	all   allDrivers
}

// Driven has the lines of a module that drive its visible signals.
type Driven struct {
	File    string              `json:"file"`  // path in the repository
	Lines   map[int]string      `json:"lines"` // by number, from 1
	Drivers map[string][]Driver `json:"drivers"`
}

// Driver is a statement, a declaration or a connection that drives a signal.
type Driver struct {
	// Lines are the numbers of its lines, with those of the conditions around it, in order.
	Lines []int `json:"lines"`
	// States are the states in which it counts, if it stands in a choice by state_q.
	States []string `json:"states,omitempty"`
	// From is the output of an instance, u_choice.moves_o, if it connects that output.
	From string `json:"from,omitempty"`

	alias string // the signal that it assigns, if that is all, as x_d in x_q <= x_d
}

// Verilog finds where the visible signals are driven, and the outputs of visible instances that drive
// one of them.
func (c *Chip) Verilog() (*Verilog, error) {
	v := &Verilog{Modules: map[string]Driven{}, Instances: map[string]string{"": c.Top}, Constants: map[string]string{}, texts: map[string]*moduleSource{}}
	for _, p := range c.probes {
		for _, at := range p.at {
			v.Instances[at] = p.module
		}
	}
	outputs, err := outputsOf(c.Top)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(outputs)) {
		if err := v.add("", name); err != nil {
			return nil, err
		}
	}
	for _, p := range c.probes {
		for _, at := range p.at {
			for _, name := range strings.Fields(p.names) {
				if err := v.add(at, name); err != nil {
					return nil, err
				}
			}
		}
	}
	return v, v.addConstants()
}

// add notes the drivers of a signal of an instance.
func (v *Verilog) add(at, name string) error {
	module := v.Instances[at]
	d, ok := v.Modules[module]
	if ok && d.Drivers[name] != nil {
		return nil
	}
	source, err := v.source(module)
	if err != nil {
		return err
	}
	if !ok {
		d = Driven{File: "rtl/" + source.file, Lines: map[int]string{}, Drivers: map[string][]Driver{}}
		v.Modules[module] = d
	}
	found := source.all.of(name)
	if len(found) == 0 {
		return fmt.Errorf("chipwasm: %s drives no %s", source.file, name)
	}
	d.Drivers[name] = found
	for _, one := range found {
		for _, n := range one.Lines {
			d.Lines[n] = source.lines[n-1]
		}
		instance, port, _ := strings.Cut(one.From, ".")
		if inner := strings.TrimPrefix(at+"."+instance, "."); one.From != "" && v.Instances[inner] != "" {
			if err := v.add(inner, port); err != nil {
				return err
			}
		}
	}
	return nil
}

func (v *Verilog) source(module string) (*moduleSource, error) {
	if v.texts[module] != nil {
		return v.texts[module], nil
	}
	text, file, err := moduleText(module)
	if err != nil {
		return nil, err
	}
	all, err := drivers(text)
	if err != nil {
		return nil, fmt.Errorf("chipwasm: %s: %w", file, err)
	}
	v.texts[module] = &moduleSource{file, strings.Split(text, "\n"), all}
	return v.texts[module], nil
}

// addConstants adds the numbers that the lines name.
func (v *Verilog) addConstants() error {
	constants, err := constantsOf(rtl.FS)
	if err != nil {
		return err
	}
	for _, d := range v.Modules {
		for _, line := range d.Lines {
			for _, m := range macroName.FindAllStringSubmatch(line, -1) {
				if value, ok := constants[m[1]]; ok {
					v.Constants[m[1]] = value
				}
			}
		}
	}
	return nil
}

// moduleText returns the text of a module, and its file in the folder of the Verilog.
func moduleText(name string) (text, file string, err error) {
	found, err := fs.Glob(rtl.FS, "*/"+name+".v")
	if err != nil || len(found) != 1 {
		return "", "", fmt.Errorf("chipwasm: %d files are named %s.v, want one", len(found), name)
	}
	b, err := fs.ReadFile(rtl.FS, found[0])
	return string(b), found[0], err
}

var (
	macroName = regexp.MustCompile("`([A-Z][A-Z0-9_]*)")
	constant  = regexp.MustCompile("(?m)^`define ([A-Z][A-Z0-9_]*) (?:\\d+')?[bdh]?([0-9a-f]+)(?:  //.*)?$")
)

// outputsOf returns the names of a module's outputs.
func outputsOf(module string) (map[string]bool, error) {
	text, _, err := moduleText(module)
	if err != nil {
		return nil, err
	}
	names := map[string]bool{}
	for _, p := range rtl.Ports(rtl.Declaration(text, module)) {
		if p.Output {
			names[p.Name] = true
		}
	}
	return names, nil
}

// constantsOf returns the numbers that the headers define, with their digits as they stand there.
func constantsOf(files fs.FS) (map[string]string, error) {
	all := map[string]string{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || path.Ext(name) != ".vh" {
			return err
		}
		text, err := fs.ReadFile(files, name)
		for _, m := range constant.FindAllStringSubmatch(string(text), -1) {
			all[m[1]] = m[2]
		}
		return err
	})
	return all, err
}

// token is a word, a number or a sign of a module's text.
type token struct {
	text string
	line int // from 1
}

var (
	blank    = regexp.MustCompile(`^(?:\s+|//[^\n]*|\(\*[^@\n]*?\*\))`)
	sign     = regexp.MustCompile("^(?:<=|>=|===?|!==?|\\$?`?[A-Za-z_][\\w$]*|\\d*'s?[bdh][\\w?]+|\\d+|\"[^\"\n]*\"|.)")
	notCode  = map[string]bool{"`include": true, "`default_nettype": true, "`ifdef": true, "`ifndef": true, "`else": true, "`endif": true, "`define": true}
	variable = regexp.MustCompile(`^[a-z_]\w*$`)
)

// lex returns the tokens of a text, without comments, attributes and lines for the preprocessor.
func lex(text string) (all []token) {
	for line, skip := 1, 0; text != ""; {
		m := blank.FindString(text)
		if m == "" {
			m = sign.FindString(text)
			if notCode[m] {
				skip = line
			}
			if line != skip {
				all = append(all, token{m, line})
			}
		}
		line += strings.Count(m, "\n")
		text = text[len(m):]
	}
	return all
}

// allDrivers holds the drivers of each signal of a module, in the order of the text.
type allDrivers map[string][]Driver

// of returns the drivers of a signal, and those of what it only repeats, such as x_d of a register x_q: they
// say what it becomes.
func (all allDrivers) of(name string) (found []Driver) {
	names := []string{name}
	for i := 0; i < len(names); i++ {
		for _, d := range all[names[i]] {
			found = append(found, d)
			if d.alias != "" && !registerName.MatchString(d.alias) && !slices.Contains(names, d.alias) {
				names = append(names, d.alias)
			}
		}
	}
	return found
}

// reader goes through the tokens of a module and finds what drives its signals. It knows the forms of
// Verilog that the folder rtl uses; an unknown one is an error.
type reader struct {
	tokens []token
	at     int
	around []int      // lines of the conditions around
	arms   [][]string // the states of the arms around, the innermost last
	states []string   // the values of state_q
	inside bool       // an always block, not the module's own scope
	found  allDrivers
}

// drivers finds the drivers of all signals in the text of a module.
func drivers(text string) (all allDrivers, err error) {
	r := &reader{tokens: lex(text), found: allDrivers{}}
	if names, err := valueNames(text); err == nil { // else the module has no states
		for _, n := range names {
			r.states = append(r.states, n.Name)
		}
	}
	defer func() {
		if bad, ok := recover().(syntaxError); ok {
			err = bad
		}
	}()
	r.header()
	for r.peek() != "endmodule" {
		r.item()
	}
	return r.found, nil
}

type syntaxError struct{ error }

func (r *reader) fail(format string, args ...any) {
	line := 0
	if r.at < len(r.tokens) {
		line = r.tokens[r.at].line
	}
	panic(syntaxError{fmt.Errorf("line %d: "+format, append([]any{line}, args...)...)})
}

func (r *reader) peek() string {
	if r.at >= len(r.tokens) {
		r.fail("the module has no end")
	}
	return r.tokens[r.at].text
}

// line is the line of the next token, and lastLine that of the one before.
func (r *reader) line() int     { r.peek(); return r.tokens[r.at].line }
func (r *reader) lastLine() int { return r.tokens[r.at-1].line }

func (r *reader) next() string {
	t := r.peek()
	r.at++
	return t
}

func (r *reader) want(text string) {
	if got := r.peek(); got != text {
		r.fail("got %q, want %q", got, text)
	}
	r.at++
}

var closing = map[string]bool{")": true, "]": true, "}": true}

// until passes the tokens before one of the ends, outside all brackets, and returns them.
func (r *reader) until(ends ...string) []token {
	from := r.at
	for depth := 0; depth > 0 || !slices.Contains(ends, r.peek()); r.at++ {
		switch t := r.peek(); {
		case t == "(" || t == "[" || t == "{":
			depth++
		case closing[t]:
			depth--
		}
		if depth < 0 {
			r.fail("%q is not open", r.peek())
		}
	}
	return r.tokens[from:r.at]
}

func (r *reader) brackets() {
	r.want("(")
	r.until(")")
	r.want(")")
}

// within reads what stands under a condition, whose lines are from..r.lastLine().
func (r *reader) within(from int, read func()) {
	n := len(r.around)
	for line := from; line <= r.lastLine(); line++ {
		r.around = append(r.around, line)
	}
	read()
	r.around = r.around[:n]
}

// add notes a driver of the signals, from a line to the last one: d with its lines and states.
func (r *reader) add(from int, d Driver, names []string) {
	d.Lines = append(d.Lines, r.around...)
	for line := from; line <= r.lastLine(); line++ {
		d.Lines = append(d.Lines, line)
	}
	slices.Sort(d.Lines)
	d.Lines = slices.Compact(d.Lines)
	if len(r.arms) > 0 {
		d.States = slices.Clone(r.arms[len(r.arms)-1])
	}
	for _, name := range names {
		r.found[name] = append(r.found[name], d)
	}
}

// targets returns the signals in the text of a target, {a, b[3:0]}, without those of its indices.
func targets(text []token) (names []string) {
	depth := 0
	for _, t := range text {
		switch {
		case t.text == "[":
			depth++
		case t.text == "]":
			depth--
		case depth == 0 && variable.MatchString(t.text):
			names = append(names, t.text)
		}
	}
	return names
}

// header reads up to the end of the ports. What drives an input is outside; its own line stands for that.
func (r *reader) header() {
	r.want("module")
	r.next()
	if r.peek() == "#" {
		r.next()
		r.brackets()
	}
	r.want("(")
	for r.peek() != ")" {
		from, input := r.line(), r.peek() == "input"
		port := r.until(",", ")")
		if input {
			r.add(from, Driver{}, targets(port[1:])[max(0, len(targets(port[1:]))-1):])
		}
		if r.peek() == "," {
			r.next()
		}
	}
	r.want(")")
	r.want(";")
}

// item reads an item of a module or a statement.
func (r *reader) item() {
	from := r.line()
	switch t := r.peek(); t {
	case ";", "generate", "endgenerate":
		r.next()
	case "begin":
		r.next()
		if r.peek() == ":" {
			r.next()
			r.next()
		}
		for r.peek() != "end" {
			r.item()
		}
		r.next()
	case "if":
		r.choice()
	case "case", "casez":
		r.cases()
	case "for":
		r.next()
		r.brackets()
		r.within(from, r.item)
	case "always", "initial":
		r.next()
		if r.peek() == "@" {
			r.next()
			if r.peek() == "*" {
				r.next()
			} else {
				r.brackets()
			}
		}
		r.inside = true
		r.within(from, r.item)
		r.inside = false
	case "function", "task":
		for r.next() != "end"+t {
		}
	case "localparam", "parameter", "genvar", "integer":
		r.until(";")
		r.next()
	case "wire", "reg":
		r.declaration(from)
	case "assign":
		r.next()
		r.assignment(from)
	default:
		switch {
		case strings.HasPrefix(t, "$"):
			r.until(";")
			r.next()
		case r.inside || t == "{":
			r.assignment(from)
		case variable.MatchString(t):
			r.instance(from)
		default:
			r.fail("unknown %q", t)
		}
	}
}

func (r *reader) choice() {
	from := r.line()
	r.want("if")
	r.brackets()
	r.within(from, func() {
		r.item()
		if r.peek() == "else" {
			from := r.line()
			r.next()
			r.within(from, r.item)
		}
	})
}

func (r *reader) cases() {
	from := r.line()
	r.next()
	r.want("(")
	of := r.until(")")
	r.want(")")
	rest := slices.Clone(r.states)
	byState := len(of) == 1 && of[0].text == "state_q"
	r.within(from, func() {
		for r.peek() != "endcase" {
			from := r.line()
			var arm []string
			if r.peek() == "default" { // the last arm
				r.next()
				arm = rest
			} else {
				for _, t := range r.until(":") {
					if t.text != "," {
						arm = append(arm, t.text)
						rest = slices.DeleteFunc(rest, func(s string) bool { return s == t.text })
					}
				}
			}
			if r.peek() == ":" {
				r.next()
			}
			if byState {
				r.arms = append(r.arms, arm)
			}
			r.within(from, r.item)
			if byState {
				r.arms = r.arms[:len(r.arms)-1]
			}
		}
		r.next()
	})
}

// declaration reads wires with their values: wire a, b = c;
func (r *reader) declaration(from int) {
	r.next()
	for {
		names := targets(r.until("=", ",", ";"))
		given := r.peek() == "="
		var value []token
		if given {
			r.next()
			value = r.until(",", ";")
		}
		end := r.next()
		if given {
			r.add(from, Driver{alias: alias(value)}, names[len(names)-1:])
		}
		if end == ";" {
			return
		}
		from = r.line()
	}
}

func (r *reader) assignment(from int) {
	target := r.until("=", "<=")
	r.next()
	value := r.until(";")
	r.next()
	d := Driver{}
	if len(target) == 1 {
		d.alias = alias(value)
	}
	r.add(from, d, targets(target))
}

// alias returns the signal that a value is, if it is no more.
func alias(value []token) string {
	if len(value) == 1 && variable.MatchString(value[0].text) {
		return value[0].text
	}
	return ""
}

// instance reads an instance of a module, whose outputs drive what they are connected to.
func (r *reader) instance(from int) {
	outputs, err := outputsOf(r.next())
	if err != nil {
		r.fail("%w", err)
	}
	around := len(r.around)
	r.around = append(r.around, from)
	if r.peek() == "#" {
		r.next()
		r.brackets()
	}
	r.around = append(r.around, r.line())
	name := r.next()
	r.want("(")
	for r.peek() != ")" {
		from := r.line()
		r.want(".")
		port := r.next()
		r.want("(")
		to := r.until(")")
		r.want(")")
		if outputs[port] {
			r.add(from, Driver{From: name + "." + port}, targets(to))
		}
		if r.peek() == "," {
			r.next()
		}
	}
	r.next()
	r.want(";")
	r.around = r.around[:around]
}
