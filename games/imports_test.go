// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package games

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/tessera-fpga/tessera/"

// imports returns the imports of each package of the module in the build of a pattern.
func imports(t *testing.T, patterns ...string) map[string][]string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=ImportPath,Imports"}, patterns...)...)
	cmd.Dir = ".."
	out, err := cmd.Output()
	require.NoError(t, err)
	graph := map[string][]string{}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); {
		var p struct {
			ImportPath string
			Imports    []string
		}
		require.NoError(t, d.Decode(&p))
		if strings.HasPrefix(p.ImportPath, module) {
			graph[p.ImportPath] = p.Imports
		}
	}
	return graph
}

// chain returns the imports that lead from a package to a room of the module, both ends included;
// nil if none do.
func chain(graph map[string][]string, from string, rooms []string, seen map[string]bool) []string {
	if slices.ContainsFunc(rooms, func(room string) bool { return strings.HasPrefix(from+"/", module+room+"/") }) {
		return []string{from}
	}
	if seen[from] {
		return nil
	}
	seen[from] = true
	for _, to := range graph[from] {
		if rest := chain(graph, to, rooms, seen); rest != nil {
			return append([]string{from}, rest...)
		}
	}
	return nil
}

// TestImports keeps the rooms apart: golden imports only golden; a game imports no hardware and no
// other game; the code common to all games imports no game and no hardware.
func TestImports(t *testing.T) {
	t.Parallel()
	hardware := []string{"chips", "sim", "fpga", "gen"}
	type rule struct {
		from   []string
		within []string // rooms that must not be imported
	}
	rules := []rule{
		{[]string{"games", "games/draw"}, hardware},
		{[]string{"play", "play/record", "play/prompt", "play/uci", "gtp", "gtp/engine", "gtp/compare", "match", "picture"}, append([]string{"games"}, hardware...)},
		{[]string{"golden/alphabeta", "golden/firmware", "golden/service", "golden/twin"}, append([]string{"games", "play", "picture"}, hardware...)},
	}
	drawings, err := filepath.Glob("*/draw")
	require.NoError(t, err)
	var all []string
	for _, folder := range drawings {
		all = append(all, "games/"+filepath.Dir(folder))
	}
	require.Subset(t, all, []string{"games/duo", "games/blokus", "games/dots", "games/quoridor"})
	for i, game := range all {
		others := slices.Delete(slices.Clone(all), i, i+1)
		rules = append(rules, rule{[]string{game, game + "/draw"}, slices.Concat(others, hardware)})
	}
	for _, c := range rules {
		for _, from := range c.from {
			graph := imports(t, "./"+from)
			require.Contains(t, graph, module+from)
			found := chain(graph, module+from, c.within, map[string]bool{})
			assert.Empty(t, found, "%s needs %v: %s", from, c.within, strings.Join(found, " imports "))
		}
	}
	// The test finds a chain where there is one.
	graph := imports(t, "./chips")
	assert.NotEmpty(t, chain(graph, module+"chips", []string{"sim"}, map[string]bool{}))
	assert.NotEmpty(t, chain(graph, module+"chips", []string{"games"}, map[string]bool{}))
}
