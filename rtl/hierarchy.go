// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rtl

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
)

var (
	instance = regexp.MustCompile(`(?m)^\s*(\w+)\s+(?:#\(|u_\w+)`)
	included = regexp.MustCompile("(?m)^\\s*`include \"([^\"]+)\"")
)

// source is a file of FS.
type source struct {
	path, code string
	needs      []string // the names of the files that it needs
}

// sources are all files of FS by their names.
var sources = sync.OnceValues(func() (map[string]source, error) {
	all, err := fs.Glob(FS, "*/*")
	if err != nil {
		return nil, err
	}
	byName := map[string]source{}
	for _, file := range all {
		text, err := fs.ReadFile(FS, file)
		if err != nil {
			return nil, err
		}
		byName[path.Base(file)] = source{file, Plain(string(text)), needs(string(text))}
	}
	return byName, nil
})

// needs returns the names of the files that a text needs: those of the modules that it has instances of, in
// the order of their first ones, and those that it includes. Some may not be in FS.
func needs(text string) (names []string) {
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, found := range instance.FindAllStringSubmatch(text, -1) {
		add(found[1] + ".v")
	}
	for _, found := range included.FindAllStringSubmatch(text, -1) {
		add(found[1])
	}
	return names
}

// Instances returns the modules of FS that a text has instances of, in the order of their first ones.
func Instances(text string) (modules []string, err error) {
	byName, err := sources()
	if err != nil {
		return nil, fmt.Errorf("rtl: %w", err)
	}
	for _, name := range needs(text) {
		module, isModule := strings.CutSuffix(name, ".v")
		if _, ok := byName[name]; ok && isModule {
			modules = append(modules, module)
		}
	}
	return modules, nil
}

// Code returns the code that a text needs of FS: by path, the modules inside it at any depth, but for the given
// ones and what only they need, and the files that it or they include. It is without comments, and with one
// space for each gap.
func Code(text string, without ...string) (code map[string]string, err error) {
	byName, err := sources()
	if err != nil {
		return nil, fmt.Errorf("rtl: %w", err)
	}
	code = map[string]string{}
	for names := needs(text); len(names) > 0; names = names[1:] {
		file, ok := byName[names[0]]
		_, known := code[file.path]
		if !ok || known || slices.Contains(without, strings.TrimSuffix(names[0], ".v")) {
			continue
		}
		code[file.path] = file.code
		names = append(names, file.needs...)
	}
	return code, nil
}

// Plain returns a text without comments, and with one space for each gap.
func Plain(text string) string {
	return strings.Join(strings.Fields(lineComment.ReplaceAllString(text, "")), " ")
}
