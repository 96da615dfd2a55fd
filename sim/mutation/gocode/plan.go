// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gocode

import "slices"

// Tests are the tests of a package.
type Tests struct {
	Package string // path from the root
	Run     string // pattern for the flag -run; "": all
}

// Package is a package with mutants.
type Package struct {
	Path      string
	Count     int      // size of the sample, if the package has that many mutants
	Importers []string // packages whose tests try what its own tests have missed
}

// Plan has the packages that play, record, distribute and serve.
var Plan = []Package{
	{"golden/duo", 40, []string{"golden/playout", "golden/evaluation"}},
	{"golden/evaluation", 30, []string{"golden/search", "games/duo"}},
	{"golden/playout", 30, []string{"golden/search", "games/duo"}},
	{"golden/search", 40, []string{"games/duo"}},
	{"golden/tree", 25, []string{"golden/search", "games/dots/rules"}},
	{"games/duo/endgame", 30, []string{"games/duo"}},
	{"golden/contest", 12, []string{"games/duo/rules", "fpga/wire"}},
	{"games/duo/book", 8, []string{"games/duo"}},
	{"games/duo/literature", 25, []string{"games/duo"}},
	{"games/blokus/rules", 25, []string{"games/blokus/agent", "games/blokus"}},
	{"games/blokus/agent", 12, []string{"games/blokus"}},
	{"games/blokus/multiplayer", 8, []string{"games/blokus/agent"}},
	{"games/quoridor/rules", 20, []string{"games/quoridor/agent", "games/quoridor"}},
	{"games/quoridor/agent", 15, []string{"games/quoridor"}},
	{"games/dots/rules", 40, []string{"games/dots"}},
	{"games/duo", 25, []string{"play"}},
	{"games/duo/rules", 8, []string{"games/duo"}},
	{"games/duo/openings", 6, []string{"games/duo"}},
	{"games/tiles", 8, []string{"games/duo/rules", "games/blokus"}},
	{"games/blokus", 12, []string{"play"}},
	{"games/dots", 15, []string{"play"}},
	{"games/quoridor", 10, []string{"play"}},
	{"play", 35, []string{"match"}},
	{"play/plural", 3, nil},
	{"play/progress", 8, nil},
	{"play/prompt", 15, nil},
	{"play/record", 30, []string{"match"}},
	{"play/suggest", 5, []string{"play"}},
	{"play/uci", 10, []string{"games/dots"}},
	{"match", 35, nil},
	{"match/elo", 20, []string{"match"}},
	{"match/queue", 20, []string{"match"}},
	{"gtp", 20, []string{"match"}},
	{"gtp/engine", 20, nil},
	{"gtp/compare", 8, nil},
	{"web", 12, nil},
	{"web/calls", 15, nil},
	{"web/socket", 15, nil},
	{"fpga/wire", 20, []string{"golden/search"}},
}

// runs has the tests of packages whose other tests take minutes, or a browser.
var runs = map[string]string{
	"web": "^(TestServer|TestPolicies|TestSite|TestServe.*)$",
}

// tests returns the tests that try the package's mutants, its own first.
func (p Package) tests() (all []Tests) {
	for _, path := range slices.Concat([]string{p.Path}, p.Importers) {
		all = append(all, Tests{path, runs[path]})
	}
	return all
}
