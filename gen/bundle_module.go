package gen

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
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
	portLine  = regexp.MustCompile(`(?m)^\s*(input|output)\s+(?:wire|reg)\s+(signed\s+)?(?:\[\s*([^:\]]+?)\s*:\s*0\s*\]\s*)?(\w+)`)
	parameter = regexp.MustCompile("parameter\\s+(\\w+)\\s*=\\s*(`?\\w+)")
	define    = regexp.MustCompile("(?m)^`define (\\w+) (\\d+)\\b(?:  |$)")
	width     = regexp.MustCompile("^(?:`(\\w+)\\s*-\\s*1|(\\d+))$")
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

// declaration returns the text of a module from its name to the end of its ports.
func (s *sources) declaration(module string) string {
	text := lineComment.ReplaceAllString(s.text[module+".v"], "")
	_, text, _ = strings.Cut(text, "module "+module)
	text, _, _ = strings.Cut(text, ");")
	return text
}

// constants returns the numbers that constants.vh defines.
func (s *sources) constants() map[string]int {
	numbers := map[string]int{}
	for _, m := range define.FindAllStringSubmatch(s.text["constants.vh"], -1) {
		numbers[m[1]], _ = strconv.Atoi(m[2])
	}
	return numbers
}

// defaultOf returns the default of a parameter of a module, as a number.
func (s *sources) defaultOf(module, name string) (string, error) {
	for _, m := range parameter.FindAllStringSubmatch(s.declaration(module), -1) {
		if m[1] != name {
			continue
		}
		macro, isMacro := strings.CutPrefix(m[2], "`")
		if !isMacro {
			return m[2], nil
		}
		if n, ok := s.constants()[macro]; ok {
			return strconv.Itoa(n), nil
		}
	}
	return "", fmt.Errorf("gen: %s has no parameter %s with a number as its default", module, name)
}

// ports returns the ports of a module, in their order.
func (s *sources) ports(module string) ([]port, error) {
	text := s.declaration(module)
	numbers := s.constants()
	var ports []port
	for _, m := range portLine.FindAllStringSubmatch(text, -1) {
		p := port{Name: m[4], Output: m[1] == "output", Signed: m[2] != "", Width: 1}
		if m[3] != "" {
			w := width.FindStringSubmatch(m[3])
			switch {
			case w == nil:
				return nil, fmt.Errorf("gen: %s: port %s ends at bit %q, want a number or `NAME-1", module, p.Name, m[3])
			case w[1] == "":
				n, _ := strconv.Atoi(w[2])
				p.Width = n + 1
			case numbers[w[1]] == 0:
				return nil, fmt.Errorf("gen: %s: the width of port %s, `%s, is no number in constants.vh", module, p.Name, w[1])
			default:
				p.Width = numbers[w[1]]
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
		b.WriteString(strings.TrimPrefix(line, " "))
	}
	return b.String()
}

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
