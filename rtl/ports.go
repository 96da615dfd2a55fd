// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package rtl

import (
	"regexp"
	"strings"
)

// Port is a port as its declaration gives it.
type Port struct {
	Name   string
	Output bool
	Signed bool
	Last   string // the highest bit, an expression; "" of a single bit
}

var (
	lineComment = regexp.MustCompile(`//[^\n]*`)
	portLine    = regexp.MustCompile(`(?m)^\s*(input|output)\s+(?:wire|reg)\s+(signed\s+)?(?:\[\s*([^:\]]+?)\s*:\s*0\s*\]\s*)?(\w+)`)
)

// Declaration returns the text of a module from its name to the end of its ports, without comments;
// "" if the file has no such module.
func Declaration(file, module string) string {
	_, text, _ := strings.Cut(lineComment.ReplaceAllString(file, ""), "module "+module)
	text, _, _ = strings.Cut(text, ");")
	return text
}

// Ports returns the ports of a declaration, in their order.
func Ports(declaration string) (ports []Port) {
	for _, m := range portLine.FindAllStringSubmatch(declaration, -1) {
		ports = append(ports, Port{Name: m[4], Output: m[1] == "output", Signed: m[2] != "", Last: m[3]})
	}
	return ports
}
