// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package pages_test

import (
	"bytes"
	"encoding/json"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/fpga/flow"
	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/lab/pages"
)

const root = "../.."

// TestFilesAreFresh fails for pictures and figures that are stale, missing or obsolete.
func TestFilesAreFresh(t *testing.T) {
	want, err := pages.Files(root)
	require.NoError(t, err)
	again, err := pages.Files(root)
	require.NoError(t, err)
	require.Equal(t, want, again, "the same files each time")
	for name, text := range want {
		got, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err, `missing: run "make docs"`)
		assert.Empty(t, cmp.Diff(text, string(got)), `%s is stale: run "make docs"`, name)
	}
	pictures, err := filepath.Glob(filepath.Join(root, pages.PicturesDir, "*.svg")) // photographs of the page are PNG
	require.NoError(t, err)
	for _, file := range pictures {
		require.Contains(t, want, path.Join(pages.PicturesDir, filepath.Base(file)), "orphan: nothing makes it any more; remove it")
	}
}

// TestEveryPageHasItsFigures fails if a table has lost its marks, because its figures would then be
// nowhere.
func TestEveryPageHasItsFigures(t *testing.T) {
	var found []string
	for _, text := range texts(t) {
		for _, m := range regexp.MustCompile(`<!-- figures: ([a-z-]+) -->`).FindAllStringSubmatch(text, -1) {
			found = append(found, m[1])
		}
	}
	assert.ElementsMatch(t, pages.Figures(), found)
}

// TestDesignFigures keeps figures of the machine out of the repository, but for those on a page: the
// committed file stays as it is.
func TestDesignFigures(t *testing.T) {
	const report = `{"figures": [{"name": "machine.load", "value": 3, "unit": "", "what": "load"},
		{"name": "golden.nodes", "value": 166003.4, "unit": "nodes/s", "what": "w"},
		{"name": "signature", "value": 35068, "unit": "nodes", "what": "s"}]}`
	text, err := pages.DesignFigures(strings.NewReader(report))
	require.NoError(t, err)
	var got struct{ Figures []map[string]any }
	require.NoError(t, json.Unmarshal(text, &got))
	require.Equal(t, []map[string]any{{"name": "signature", "value": 35068.0, "unit": "nodes", "what": "s"}}, got.Figures)
	_, err = pages.DesignFigures(strings.NewReader(`{"figure": []}`))
	require.Error(t, err)

	committed, err := os.ReadFile(filepath.Join(root, pages.BenchFile))
	require.NoError(t, err)
	text, err = pages.DesignFigures(bytes.NewReader(committed))
	require.NoError(t, err)
	require.Equal(t, string(committed), string(text))
}

// TestMoveLeaves: the models of the chips have the measured number of leaves per move.
func TestMoveLeaves(t *testing.T) {
	for _, chip := range search.TreeChips {
		leaves, err := pages.MoveLeaves(root, chip)
		require.NoError(t, err)
		assert.Equal(t, leaves, chip.Leaves, "search.TreeChips: %s; see docs/figures/bench.json", chip.Name)
	}
}

// TestAllMeasurements: the page lists the last build of each board and configuration.
func TestAllMeasurements(t *testing.T) {
	measurements, err := flow.ReadMeasurements(filepath.Join(root, flow.MeasurementsFile))
	require.NoError(t, err)
	page := texts(t)["docs/performance.md"]
	known := config.Names(config.HasChip)
	for _, r := range measurements {
		if slices.Contains(known, r.Config) {
			assert.Contains(t, page, "| "+r.Board+" | "+r.Config+" |")
		}
	}
}

// ---- the recorded game -----------------------------------------------------------

// TestGame replays the game of the pictures: player 1 is the Monte Carlo search of the chip,
// with 1 visit a move and seed 1, player 2 minimax at depth 2, and golden makes the same moves.
func TestGame(t *testing.T) {
	end, err := pages.Game(root, -1)
	require.NoError(t, err)
	require.True(t, end.Over())
	require.Greater(t, end.Score(duo.Player1), end.Score(duo.Player2), "the page says that the chip's game is shown; it won")
	core := newMinimax(t)
	pos := duo.NewPosition(duo.Player1)
	for i, want := range end.History() {
		var got duo.Move
		if pos.ToMove() == duo.Player1 {
			cfg := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1, Seed: 1}
			got = cfg.Search(&pos, func(int) bool { return false }).Move
		} else {
			require.NoError(t, core.Load(&pos))
			got = core.Search(pos.ToMove(), 2, search.NeverStop, nil).Move
		}
		require.Equal(t, want.String(), got.String(), "move %d", i+1)
		require.NoError(t, pos.MakeMove(got))
	}
}

func newMinimax(t *testing.T) *search.Minimax {
	t.Helper()
	core, err := search.NewMinimax(search.MinimaxConfig{Weights: search.DefaultWeights, AlphaBeta: true})
	require.NoError(t, err)
	return core
}

// TestPlayOutput checks README's output of "make play". Scores, moves, nodes and cycles are
// golden's, which predicts the chip's.
func TestPlayOutput(t *testing.T) {
	m := regexp.MustCompile(`player 1 [a-z-]+ (-?\d+), player 2 [a-z-]+ (-?\d+): player 1 wins\n.*: (\d+) of (\d+) moves agree with golden, node by node and cycle by cycle; depth 2, (\d+) nodes, (\d+) cycles`).
		FindStringSubmatch(texts(t)["README.md"])
	require.NotNil(t, m, "README does not show the end of make play")
	pos := duo.NewPosition(duo.Player1)
	core := newMinimax(t)
	moves, nodes, cycles := 0, uint64(0), uint64(0)
	for !pos.Over() {
		require.NoError(t, core.Load(&pos))
		r := core.Search(pos.ToMove(), 2, search.NeverStop, nil)
		if pos.ToMove() == duo.Player1 {
			moves++
			nodes += r.Nodes
			cycles += r.Cycles
		}
		require.NoError(t, pos.MakeMove(r.Move))
	}
	want := []any{pos.Score(duo.Player1), pos.Score(duo.Player2), moves, moves, nodes, cycles}
	for i, v := range want {
		text, err := json.Marshal(v)
		require.NoError(t, err)
		assert.Equal(t, string(text), m[i+1], "number %d of the output", i+1)
	}
}

// ---- links, paths, commands ------------------------------------------------------

// pages returns the pages by path.
func texts(t *testing.T) map[string]string {
	t.Helper()
	names, err := pages.Pages(root)
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(names), 6)
	out := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(filepath.Join(root, name))
		require.NoError(t, err)
		out[name] = string(text)
	}
	return out
}

var (
	fence  = regexp.MustCompile("(?ms)^```([a-z]*)\n(.*?)^```$")
	span   = regexp.MustCompile("`([^`\n]+(?:\n[^`\n]+)?)`")
	link   = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	folder = regexp.MustCompile(`^(golden|gen|rtl|sim|fpga|cmd|docs)/[\w./-]*$`)
)

// TestFileMaps fails for a file that the comment of a package names, and that the package does not
// have.
func TestFileMaps(t *testing.T) {
	t.Parallel()
	name := regexp.MustCompile(`(^|[\s(])([a-z][a-z0-9_]*\.go)\b`)
	named := 0
	require.NoError(t, filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (strings.HasPrefix(d.Name(), ".") && file != root || d.Name() == "build" || d.Name() == "node_modules"):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(file) != ".go":
			return nil
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
		if err != nil || parsed.Doc == nil {
			return err
		}
		for _, m := range name.FindAllStringSubmatch(parsed.Doc.Text(), -1) {
			named++
			assert.FileExists(t, filepath.Join(filepath.Dir(file), m[2]), "named in %s", file)
		}
		return nil
	}))
	assert.Greater(t, named, 50)
}

// TestLinks fails for a link to a missing file or heading.
func TestLinks(t *testing.T) {
	for page, text := range texts(t) {
		found := 0
		for _, m := range link.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			found++
			file, heading, _ := strings.Cut(m[1], "#")
			target := path.Join(path.Dir(page), file)
			if file == "" {
				target = page
			}
			info, err := os.Stat(filepath.Join(root, target))
			if !assert.NoError(t, err, "%s: link %s", page, m[1]) {
				continue
			}
			if heading != "" && assert.False(t, info.IsDir(), "%s: link %s", page, m[1]) {
				to, err := os.ReadFile(filepath.Join(root, target))
				require.NoError(t, err)
				assert.Contains(t, headings(string(to)), heading, "%s: link %s", page, m[1])
			}
		}
		if page != "docs/glossary.md" && page != "docs/verification.md" {
			assert.Positive(t, found, "%s has no links: has their form changed?", page)
		}
	}
}

// headings returns the anchors that GitHub gives the headings of a page.
func headings(text string) (out []string) {
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(text, -1) {
		name := regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(strings.ToLower(m[1]), "")
		out = append(out, strings.ReplaceAll(name, " ", "-"))
	}
	return out
}

// TestPaths fails for a missing path of the repository, written as code.
func TestPaths(t *testing.T) {
	found := 0
	for page, text := range texts(t) {
		for _, m := range span.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
			if !folder.MatchString(m[1]) || path.Base(m[1]) == "x.v" { // x.v: any module
				continue
			}
			found++
			_, err := os.Stat(filepath.Join(root, m[1]))
			assert.NoError(t, err, "%s: %s", page, m[1])
		}
	}
	assert.Positive(t, found)
}

// command is a command line in a page.
type command struct {
	page string
	text string
	args []string // the program's name first, without its folder
}

// commands returns the commands of a program in all pages.
func commands(t *testing.T, program string) (out []command) {
	t.Helper()
	add := func(page, text string) {
		text, _, _ = strings.Cut(strings.Join(strings.Fields(text), " "), " # ")
		args := strings.Fields(text)
		if len(args) > 1 && path.Base(args[0]) == program {
			args[0] = program
			out = append(out, command{page, text, args})
		}
	}
	for page, text := range texts(t) {
		for _, m := range fence.FindAllStringSubmatch(text, -1) {
			for line := range strings.Lines(m[2]) {
				add(page, line)
			}
		}
		for _, m := range span.FindAllStringSubmatch(fence.ReplaceAllString(text, ""), -1) {
			add(page, m[1])
		}
	}
	require.NotEmpty(t, out, "no page names a command of %s", program)
	return out
}

// TestMakeTargets fails for a target that no makefile has, and for a variable whose value the
// program does not accept.
func TestMakeTargets(t *testing.T) {
	targets := map[string]bool{}
	for _, file := range []string{"Makefile", "sim/tools.mk", "fpga/tools.mk", "web/tools.mk", "python/tools.mk"} {
		text, err := os.ReadFile(filepath.Join(root, file))
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`(?m)^([a-z][a-z-]*):`).FindAllStringSubmatch(string(text), -1) {
			targets[m[1]] = true
		}
	}
	bitstream := help(t, "bitstream")
	for _, c := range commands(t, "make") {
		for _, arg := range c.args[1:] {
			name, value, isVariable := strings.Cut(arg, "=")
			switch {
			case !isVariable:
				assert.True(t, targets[arg], "%s: %s: there is no target %s", c.page, c.text, arg)
			case name == "BOARD", name == "CONFIG":
				assert.Regexp(t, `\b`+value+`\b`, bitstream, "%s: %s", c.page, c.text)
			}
		}
	}
}

// programDir is where build puts the program; it lives as long as the tests.
var programDir string

func TestMain(m *testing.M) {
	var err error
	if programDir, err = os.MkdirTemp("", "tessera-docs-*"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(programDir)
	os.Exit(code)
}

// build builds the program once for all tests.
var build = sync.OnceValues(func() (string, error) {
	program := filepath.Join(programDir, "tessera")
	out, err := exec.Command("go", "build", "-o", program, "../../cmd/tessera").CombinedOutput()
	if err != nil {
		os.Stderr.Write(out)
	}
	return program, err
})

// help returns the program's help on a command.
func help(t *testing.T, name ...string) string {
	t.Helper()
	program, err := build()
	require.NoError(t, err)
	out, err := exec.Command(program, append([]string{"help"}, name...)...).Output()
	require.NoError(t, err, "tessera help %v", name)
	return string(out)
}

// TestCommands fails for a command, flag, player, board or configuration that the program's help
// does not mention.
func TestCommands(t *testing.T) {
	for _, c := range commands(t, "tessera") {
		t.Run(c.text, func(t *testing.T) {
			if c.args[1] == "help" {
				return
			}
			text := help(t, c.args[1])
			if len(c.args) > 2 && regexp.MustCompile(`(?m)^  `+regexp.QuoteMeta(c.args[2])+` +`+`[a-z]`).MatchString(text[max(0, strings.Index(text, "Available Commands:")):]) {
				text = help(t, c.args[1], c.args[2])
			}
			for i, arg := range c.args[2:] {
				if !strings.HasPrefix(arg, "-") {
					continue
				}
				name, value, _ := strings.Cut(arg, "=")
				assert.Regexp(t, `(?m)^ +(-\w, )?`+regexp.QuoteMeta(name)+`\b|^ +`+regexp.QuoteMeta(name)+`, --`, text, "%s: flag %s", c.page, name)
				switch name {
				case "--p1", "--p2", "--board", "--config":
					if rest := c.args[2+i+1:]; value == "" && len(rest) > 0 {
						value = rest[0]
					}
					value, _, _ = strings.Cut(value, ":")
					assert.Regexp(t, `(^|[^\w-])`+regexp.QuoteMeta(value)+`([^\w-]|$)`, text, "%s: %s %s", c.page, name, value)
				}
			}
		})
	}
}

// TestGoTests fails for a go test command of a missing package or test.
func TestGoTests(t *testing.T) {
	for _, c := range commands(t, "go") {
		if len(c.args) < 3 || c.args[1] != "test" {
			continue
		}
		dir := filepath.Join(root, c.args[2])
		files, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files, "%s: %s: no tests in %s", c.page, c.text, c.args[2])
		run := slices.Index(c.args, "-run")
		if run < 0 {
			continue
		}
		name, _, _ := strings.Cut(strings.Trim(c.args[run+1], "'^$"), "$")
		var all bytes.Buffer
		for _, file := range files {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			all.Write(text)
		}
		assert.True(t, regexp.MustCompile(`(?m)^func `+name).MatchString(all.String()), "%s: %s: no test's name begins so", c.page, c.text)
	}
}

// TestWords fails for words in the pages that the glossary has replaced.
func TestWords(t *testing.T) {
	for word, instead := range map[string]string{
		`\bclassic\b`: "minimax", `\bmc_core\b`: "montecarlo_core", `\btemplate\b`: "root", `\blead\b`: "margin",
		`tells whether`: "reports whether", `parted by`: "separated by", `\ban own\b`: "one's own",
	} {
		for page, text := range texts(t) {
			assert.NotRegexp(t, word, text, "%s: say %q", page, instead)
		}
	}
}

// TestGlossary fails if the glossary has a term twice.
func TestGlossary(t *testing.T) {
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\| (\*.*?) \|`).FindAllStringSubmatch(texts(t)["docs/glossary.md"], -1) {
		for _, term := range regexp.MustCompile(`\*([^*]+)\*`).FindAllStringSubmatch(m[1], -1) {
			assert.False(t, seen[term[1]], "%s stands twice", term[1])
			seen[term[1]] = true
		}
	}
	for _, term := range []string{
		"playout", "ply", "parent", "leaf", "perft", "lane", "chain", "station", "root", "anchor", "corner", "window", "pattern", "flip", "list",
		"pick", "first move number", "visits", "sequential halving", "signature", "twin", "cosimulation", "margin", "job", "host", "contest player",
	} {
		assert.True(t, seen[term], "the glossary has no %q: %v", term, slices.Sorted(maps.Keys(seen)))
	}
}

// TestPentobiCommit compares the commit on the ladder's page with the makefile's.
func TestPentobiCommit(t *testing.T) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	require.NoError(t, err)
	m := regexp.MustCompile(`(?m)^PENTOBI_COMMIT := ([0-9a-f]{40})$`).FindSubmatch(makefile)
	require.NotNil(t, m)
	require.Contains(t, texts(t)["docs/ladder.md"], string(m[1]))
}
