// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math/bits"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/rtl"
)

// port is a port of a module.
type port struct {
	Name   string
	Output bool
	Signed bool
	Width  int
	Of     string // how the width follows from parameters; "" if it does not
}

// Type returns the text between "reg" or "wire" and the name in a declaration.
func (p port) Type() string {
	s := ""
	if p.Signed {
		s = "signed "
	}
	if p.Width > 1 {
		s += fmt.Sprintf("[%d:0] ", p.Width-1)
	}
	return s
}

// sources are the Verilog files of a design.
type sources struct {
	text map[string]string // by file name, without folder
}

// readSources returns all files of folder rtl.
func readSources() (*sources, error) {
	s := &sources{text: map[string]string{}}
	return s, fs.WalkDir(rtl.FS, ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if _, twice := s.text[d.Name()]; twice {
			return fmt.Errorf("gen: two files are named %s", d.Name())
		}
		text, err := fs.ReadFile(rtl.FS, file)
		s.text[d.Name()] = string(text)
		return err
	})
}

var (
	lineComment = regexp.MustCompile(`//[^\n]*`)
	include     = regexp.MustCompile("`include \"([^\"]+)\"")
	// An instance begins a statement: the module, then the parameters or the instance's name.
	instance  = regexp.MustCompile(`(?m)^\s*([a-z]\w*)\s*(?:#\s*\(|\s\w+\s*\()`)
	parameter = regexp.MustCompile(`parameter\s+(\w+)\s*=\s*([^,\n]+)`)
	define    = regexp.MustCompile("(?m)^`define (\\w+) (\\d+)\\b(?:  |$)")
)

// closure returns the names of the files of a top module: the files of the modules that it
// instantiates and of the tables that they include, directly or not.
func (s *sources) closure(top string) (map[string]bool, error) {
	found := map[string]bool{}
	var visit func(file string) error
	visit = func(file string) error {
		if found[file] {
			return nil
		}
		text, ok := s.text[file]
		if !ok {
			return fmt.Errorf("gen: no file is named %s", file)
		}
		found[file] = true
		text = lineComment.ReplaceAllString(text, "")
		for _, m := range include.FindAllStringSubmatch(text, -1) {
			if err := visit(m[1]); err != nil {
				return err
			}
		}
		for _, m := range instance.FindAllStringSubmatch(text, -1) {
			if _, module := s.text[m[1]+".v"]; module {
				if err := visit(m[1] + ".v"); err != nil {
					return err
				}
			}
		}
		return nil
	}
	return found, visit(top + ".v")
}

func (s *sources) declaration(module string) string {
	return rtl.Declaration(s.text[module+".v"], module)
}

// constants returns the numbers that the tables define.
func (s *sources) constants() map[string]int {
	numbers := map[string]int{}
	for file, text := range s.text {
		if isTable(file) {
			for _, m := range define.FindAllStringSubmatch(text, -1) {
				numbers["`"+m[1]], _ = strconv.Atoi(m[2])
			}
		}
	}
	return numbers
}

// evaluate returns the value of a constant expression of Verilog: numbers, names, sums, products
// and $clog2.
func evaluate(text string, names map[string]int) (int, error) {
	// Go's parser reads it, if macros and $clog2 look like Go's identifiers.
	const macro, system = "Macro__", "System__"
	e, err := parser.ParseExpr(strings.NewReplacer("`", macro, "$", system).Replace(text))
	if err != nil {
		return 0, fmt.Errorf("gen: expression %q: %w", text, err)
	}
	var value func(e ast.Expr) (int, error)
	value = func(e ast.Expr) (int, error) {
		switch e := e.(type) {
		case *ast.ParenExpr:
			return value(e.X)
		case *ast.BasicLit:
			return strconv.Atoi(strings.ReplaceAll(e.Value, "_", ""))
		case *ast.Ident:
			if n, ok := names[strings.Replace(e.Name, macro, "`", 1)]; ok {
				return n, nil
			}
		case *ast.CallExpr:
			if f, ok := e.Fun.(*ast.Ident); ok && f.Name == system+"clog2" && len(e.Args) == 1 {
				n, err := value(e.Args[0])
				return bits.Len(uint(max(n-1, 0))), err
			}
		case *ast.BinaryExpr:
			x, err := value(e.X)
			if err != nil {
				return 0, err
			}
			y, err := value(e.Y)
			switch e.Op {
			case token.ADD:
				return x + y, err
			case token.SUB:
				return x - y, err
			case token.MUL:
				return x * y, err
			}
		}
		return 0, fmt.Errorf("gen: expression %q is no constant of numbers, macros, parameters, +, -, * and $clog2", text)
	}
	return value(e)
}

// params returns the parameters of a module, in their order. Those that are not set have their
// defaults.
func (s *sources) params(module string, set map[string]int) (params []param, err error) {
	names, known := s.constants(), maps.Clone(set)
	for _, m := range parameter.FindAllStringSubmatch(s.declaration(module), -1) {
		name, text := m[1], strings.TrimSpace(m[2])
		p := param{Name: name, Default: text}
		n, err := evaluate(text, names)
		if err != nil {
			return nil, err
		}
		if _, err := evaluate(text, nil); err != nil && strings.HasPrefix(text, "`") {
			p.Default = strconv.Itoa(n)
		} else if err == nil {
			p.Default = strconv.Itoa(n)
		}
		p.Value = n
		if v, ok := set[name]; ok {
			p.Value = v
		}
		names[name] = p.Value
		delete(known, name)
		params = append(params, p)
	}
	for name := range known {
		return nil, fmt.Errorf("gen: %s has no parameter %s", module, name)
	}
	return params, nil
}

// ports returns the ports of a module with these parameters, in their order.
func (s *sources) ports(module string, params []param) ([]port, error) {
	macros := s.constants()
	names := maps.Clone(macros)
	for _, p := range params {
		names[p.Name] = p.Value
	}
	var ports []port
	for _, declared := range rtl.Ports(s.declaration(module)) {
		p := port{Name: declared.Name, Output: declared.Output, Signed: declared.Signed, Width: 1}
		if declared.Last != "" {
			last, err := evaluate(declared.Last, names)
			if err != nil {
				return nil, fmt.Errorf("gen: %s: port %s: %w", module, p.Name, err)
			}
			p.Width = last + 1
			if _, err := evaluate(declared.Last, macros); err != nil {
				p.Of = strings.TrimSuffix(strings.ReplaceAll(declared.Last, " ", ""), "-1")
			}
		}
		ports = append(ports, p)
	}
	if len(ports) == 0 {
		return nil, fmt.Errorf("gen: module %s has no ports", module)
	}
	return ports, nil
}

// head returns the opening comment of a module's file as plain text.
func (s *sources) head(module string) string {
	var b strings.Builder
	for line := range strings.Lines(s.text[module+".v"]) {
		line, ok := strings.CutPrefix(line, "//")
		if !ok {
			break
		}
		if line == strings.TrimPrefix(licenseLine, "//")+"\n" {
			continue
		}
		b.WriteString(strings.TrimPrefix(line, " "))
	}
	return b.String()
}

// heads returns the head of a module, and those of the modules that describe its parameters and
// ports, directly or not.
func (s *sources) heads(module string) (heads []head) {
	for todo := []string{module}; len(todo) > 0; todo = todo[1:] {
		module := todo[0]
		if slices.ContainsFunc(heads, func(h head) bool { return h.Module == module }) {
			continue
		}
		text := s.head(module)
		heads = append(heads, head{module, text})
		for _, section := range []string{"Parameter", "Interface"} {
			_, text, _ := strings.Cut(text, "\n"+section+":")
			text, _, _ = strings.Cut(text+"\n", "\nLatency:")
			for _, name := range describedBy.FindAllStringSubmatch(text, -1) {
				for _, name := range word.FindAllString(name[1], -1) {
					if _, ok := s.text[name+".v"]; ok {
						todo = append(todo, name)
					}
				}
			}
		}
	}
	return heads
}

// describedBy finds the modules that a head refers to for its ports.
var describedBy = regexp.MustCompile(`\b(?:see|as in|as)\s+(\w+(?:,?\s+and\s+\w+)?)`)

// model returns the model in Go that the head of a module names.
func (s *sources) model(module string) (string, error) {
	_, model, ok := strings.Cut(s.head(module), "\nModel:")
	if !ok {
		return "", fmt.Errorf("gen: the head of %s names no model", module)
	}
	return strings.Join(strings.Fields(model), " "), nil
}

// isTable reports whether a file is included by others.
func isTable(file string) bool { return path.Ext(file) == ".vh" }
