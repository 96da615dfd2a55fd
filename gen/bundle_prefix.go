// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"regexp"
	"strings"
)

// Verilog has one space for the names of all modules, one for all macros, and one for the include
// files of all folders. A design that takes a bundle has names of its own, so those of a bundle
// begin with a prefix: modules and files with modulePrefix, macros with macroPrefix.
const (
	modulePrefix = "tessera_"
	macroPrefix  = "TESSERA_"
)

var (
	moduleLine  = regexp.MustCompile(`^(\s*(?:module\s+)?)([a-z]\w*)(\s*#\s*\(|\s+\w+\s*\(|\s*\()`)
	macroUse    = regexp.MustCompile("`(\\w+)")
	macroName   = regexp.MustCompile("(`(?:define|undef|ifdef|ifndef)\\s+)(\\w+)")
	includeName = regexp.MustCompile(`\b[a-z]\w*\.vh?\b`)
	namedModule = regexp.MustCompile(`\bsee ([a-z]\w*)|^ ([a-z]\w*) -- `)
	word        = regexp.MustCompile(`\b[a-z]\w*\b`)
)

// prefixed returns the sources with the prefix in all names that other designs see.
func (s *sources) prefixed() *sources {
	macros := map[string]bool{}
	for _, text := range s.text {
		for _, m := range macroName.FindAllStringSubmatch(text, -1) {
			macros[m[2]] = true
		}
	}
	out := &sources{text: map[string]string{}}
	for file, text := range s.text {
		var b strings.Builder
		for line := range strings.Lines(text) {
			b.WriteString(s.prefixLine(line, macros))
		}
		out.text[modulePrefix+file] = b.String()
	}
	return out
}

// prefixLine is prefixed for a line.
func (s *sources) prefixLine(line string, macros map[string]bool) string {
	module := func(name string) string {
		if _, ok := s.text[name+".v"]; ok {
			return modulePrefix + name
		}
		return name
	}
	macro := func(name string) string {
		if macros[name] && !strings.HasPrefix(name, macroPrefix) {
			return macroPrefix + name
		}
		return name
	}
	second := func(re *regexp.Regexp, text string, change func(string) string) string {
		return replaceGroup(re, text, 2, change)
	}
	line = second(macroName, line, macro)
	line = replaceGroup(macroUse, line, 1, macro)
	line = includeName.ReplaceAllStringFunc(line, func(name string) string {
		if _, ok := s.text[name]; ok {
			return modulePrefix + name
		}
		return name
	})
	code, comment, commented := strings.Cut(line, "//")
	code = second(moduleLine, code, module)
	if !commented {
		return code
	}
	// A comment names modules in its text. A name that is also an English word is a module's only
	// where a head begins, and after "see".
	comment = replaceGroup(namedModule, comment, 1, module)
	comment = second(namedModule, comment, module)
	comment = word.ReplaceAllStringFunc(comment, func(name string) string {
		if strings.Contains(name, "_") {
			return module(name)
		}
		return name
	})
	return code + "//" + comment
}

// replaceGroup changes a group of each match.
func replaceGroup(re *regexp.Regexp, text string, group int, change func(string) string) string {
	var b strings.Builder
	at := 0
	for _, m := range re.FindAllStringSubmatchIndex(text, -1) {
		from, to := m[2*group], m[2*group+1]
		if from < 0 {
			continue
		}
		b.WriteString(text[at:from])
		b.WriteString(change(text[from:to]))
		at = to
	}
	return b.String() + text[at:]
}
