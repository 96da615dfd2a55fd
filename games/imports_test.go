package games

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const module = "github.com/tessera-fpga/tessera/"

// imports returns what each package of the module in the build of a pattern imports.
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

// TestImports keeps the rooms apart: a game needs no hardware, and the code common to all games
// needs neither hardware nor a game.
func TestImports(t *testing.T) {
	t.Parallel()
	hardware := []string{"chips", "sim", "fpga", "gen"}
	for _, c := range []struct {
		from   []string
		within []string // rooms that must not be imported
	}{
		{[]string{"games/duo", "games/blokus", "games/dots", "games/quoridor", "games"}, hardware},
		{[]string{"play", "play/record", "play/prompt", "play/uci", "gtp", "gtp/engine", "gtp/compare", "match"}, append([]string{"games"}, hardware...)},
	} {
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
