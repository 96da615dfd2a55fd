// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package license keeps the licence's line in every source file, hand-written or generated: a file
// that is copied out of the repository keeps its licence.
package license

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Name is the licence's name in SPDX, the standard for such names.
const Name = "Apache-2.0 WITH SHL-2.1"

// Line is the line, without the comment's signs.
const Line = tag + Name

const tag = "SPDX-License-Identifier: "

// head is the number of lines in which the line must stand.
const head = 6

// comments are the comments that each kind of file has: before and after the text.
var comments = map[string][2]string{
	".go": {"// ", ""}, ".v": {"// ", ""}, ".vh": {"// ", ""}, ".js": {"// ", ""}, ".cjs": {"// ", ""}, ".ts": {"// ", ""},
	".cpp": {"// ", ""}, ".h": {"// ", ""}, ".css": {"/* ", " */"}, ".html": {"<!-- ", " -->"}, ".asm": {"; ", ""},
	".py": {"# ", ""}, ".mk": {"# ", ""}, "Makefile": {"# ", ""}, ".core": {"# ", ""}, ".yaml": {"# ", ""}, ".tcl": {"# ", ""},
}

// comment returns the comment of a file; ok is false for files that are no sources.
func comment(file string) (c [2]string, ok bool) {
	name := strings.TrimSuffix(path.Base(file), ".tmpl")
	if c, ok = comments[name]; ok {
		return c, true
	}
	c, ok = comments[path.Ext(name)]
	return c, ok
}

// Has reports whether a text has the line.
func Has(text string) bool {
	lines := strings.SplitN(text, "\n", head+1)
	return slices.ContainsFunc(lines[:min(head, len(lines))], func(line string) bool {
		// The text after the comment's end, if it has one.
		_, after, found := strings.Cut(line, Line)
		return found && (after == "" || after[0] == ' ')
	})
}

// Add returns a file's text with the line: at the top, but below a line that must be the first.
func Add(file, text string) string {
	c, ok := comment(file)
	if !ok || Has(text) {
		return text
	}
	line := c[0] + Line + c[1] + "\n"
	first, _, _ := strings.Cut(text, "\n")
	for _, fixed := range []string{"#!", "CAPI=", "<!doctype"} {
		if strings.HasPrefix(first, fixed) {
			return first + "\n" + line + text[len(first)+1:]
		}
	}
	if path.Ext(file) == ".go" {
		line += "\n" // the comment below is the package's
	}
	return line + text
}

// Sources returns the source files below root, without those of tests' data, tools and builds, and
// without those of others.
func Sources(root string) (files []string, err error) {
	err = filepath.WalkDir(root, func(at string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(root, at)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		switch name := d.Name(); {
		case d.IsDir() && rel != "." && (strings.HasPrefix(name, ".") || name == "testdata" || rel == "build" || name == "node_modules"):
			return filepath.SkipDir
		case d.Type().IsRegular() && rel != foreign:
			if _, ok := comment(rel); ok {
				files = append(files, rel)
			}
		}
		return nil
	})
	return files, err
}

// foreign is Go's own start of a program in a browser, which a build copies here.
const foreign = "web/page/wasm_exec.js"
