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

// files are the paths in FS by the files' names.
var files = sync.OnceValues(func() (map[string]string, error) {
	all, err := fs.Glob(FS, "*/*")
	byName := map[string]string{}
	for _, file := range all {
		byName[path.Base(file)] = file
	}
	return byName, err
})

// Instances returns the modules of FS that a text has instances of, in the order of their first ones.
func Instances(text string) (modules []string, err error) {
	byName, err := files()
	if err != nil {
		return nil, fmt.Errorf("rtl: %w", err)
	}
	for _, found := range instance.FindAllStringSubmatch(text, -1) {
		name := found[1]
		if _, ok := byName[name+".v"]; ok && !slices.Contains(modules, name) {
			modules = append(modules, name)
		}
	}
	return modules, nil
}

// Code returns the code that a text needs of FS: by path, the modules inside it at any depth, but for the given
// ones and what only they need, and the files that it or they include. It is without comments, and with one
// space for each gap.
func Code(text string, without ...string) (code map[string]string, err error) {
	byName, err := files()
	if err != nil {
		return nil, fmt.Errorf("rtl: %w", err)
	}
	code = map[string]string{}
	for texts := []string{text}; len(texts) > 0; texts = texts[1:] {
		modules, err := Instances(texts[0])
		if err != nil {
			return nil, err
		}
		var names []string
		for _, module := range modules {
			if !slices.Contains(without, module) {
				names = append(names, module+".v")
			}
		}
		for _, found := range included.FindAllStringSubmatch(texts[0], -1) {
			names = append(names, found[1])
		}
		for _, name := range names {
			file := byName[name]
			if _, known := code[file]; known || file == "" {
				continue
			}
			of, err := fs.ReadFile(FS, file)
			if err != nil {
				return nil, fmt.Errorf("rtl: %w", err)
			}
			texts = append(texts, string(of))
			code[file] = Plain(string(of))
		}
	}
	return code, nil
}

// Plain returns a text without comments, and with one space for each gap.
func Plain(text string) string {
	return strings.Join(strings.Fields(lineComment.ReplaceAllString(text, "")), " ")
}
