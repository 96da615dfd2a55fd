// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gocode

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/mutation"
)

// source has a place for each kind of fault.
const source = `package p

const most = 3

func Sum(list []int, stop bool) (int, error) {
	sum := 0
	for _, v := range list {
		if v < 0 && stop {
			break
		}
		sum += v
	}
	return sum, check(sum)
}

func check(int) error { return nil }

type T struct{ n [4]int }

func (t *T) Full() bool { return t.n[0] == most }
`

func TestFaults(t *testing.T) {
	t.Parallel()
	all, err := inFile("p", "p.go", []byte(source))
	require.NoError(t, err)
	var got []string
	for _, m := range all {
		got = append(got, m.Params+": "+m.Fault)
		assert.NotEqual(t, source, string(m.apply([]byte(source))), m.Fault)
		assert.Contains(t, strings.Split(source, "\n")[m.Line-1], m.Text)
	}
	assert.ElementsMatch(t, []string{
		": constant 3 to 3 + 1",
		"Sum: constant 0 to 0 + 1",
		"Sum: negation v < 0 && stop",
		"Sum: operand v < 0 && stop to v < 0", "Sum: operand v < 0 && stop to stop",
		"Sum: comparison < to <=", "Sum: comparison < to >=",
		"Sum: constant 0 to 0 + 1",
		"Sum: jump break to continue",
		"Sum: deletion sum += v", "Sum: arithmetic += to -=",
		"Sum: return sum to (sum) + 1", "Sum: return check(sum) to nil",
		"(*T).Full: return t.n[0] == most to !(t.n[0] == most)",
		"(*T).Full: constant 0 to 0 + 1",
		"(*T).Full: comparison == to !=",
	}, got)
}

// TestSample: the order of the sample depends on the seed, and not on the other mutants.
func TestSample(t *testing.T) {
	t.Parallel()
	all, err := inFile("p", "p.go", []byte(source))
	require.NoError(t, err)
	one, other, part := slices.Clone(all), slices.Clone(all), slices.Clone(all[len(all)/2:])
	sample(one, 1)
	sample(other, 2)
	sample(part, 1)
	assert.NotEqual(t, one, other)
	assert.Equal(t, slices.DeleteFunc(one, func(m Mutant) bool { return !slices.ContainsFunc(part, func(p Mutant) bool { return p == m }) }), part)
}

// TestTry tries mutants of a small module: seen, missed, endless, and without sense.
func TestTry(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":       "module example\n\ngo 1.26\n",
		"p/p.go":       "package p\n\nfunc Count(n int) (c int) {\n\tfor i := 0; i < n; i++ {\n\t\tc += 1\n\t}\n\treturn c + Zero\n}\n\nconst Zero = 0\n\nfunc Unseen() int { return 5 }\n",
		"p/p_test.go":  "package p\n\nimport \"testing\"\n\nfunc TestCount(t *testing.T) {\n\tif Count(3) != 3 {\n\t\tt.Error()\n\t}\n}\n",
		"q/q_test.go":  "package q\n\nimport (\n\t\"testing\"\n\n\t\"example/p\"\n)\n\nfunc TestUnseen(t *testing.T) {\n\tif p.Unseen() != 5 {\n\t\tpanic(\"not 5\")\n\t}\n}\n",
		"r/r.go":       "package r\n",
		"r/r_test.go":  "package r\n\nimport \"testing\"\n\nfunc TestRed(t *testing.T) { t.Error() }\n",
		"p/ignored.go": "//go:build ignore\n\npackage p\n\nconst ignored = 1\n",
	} {
		path := filepath.Join(root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o666))
	}
	all, err := Mutants(root, "p")
	require.NoError(t, err)
	trial := &Trial{Root: root}
	try := func(fault string, packages ...string) (string, error) {
		i := slices.IndexFunc(all, func(m Mutant) bool { return m.Fault == fault })
		require.GreaterOrEqual(t, i, 0, fault)
		var tests []Tests
		for _, p := range packages {
			tests = append(tests, Tests{Package: p})
		}
		return trial.Try(t.Context(), &all[i], tests)
	}
	for fault, want := range map[string]string{
		"comparison < to <=":                "TestCount",
		"arithmetic ++ to --":               "the time limit",
		"constant 5 to 5 + 1":               "q: TestUnseen",
		"arithmetic + to -":                 "", // equivalent: it subtracts 0
		"deletion c += 1":                   "TestCount",
		"constant 1 to 1 + 1":               "TestCount",
		"comparison < to >=":                "TestCount",
		"return c + Zero to (c + Zero) + 1": "TestCount",
	} {
		by, err := try(fault, "p", "q")
		require.NoError(t, err, fault)
		assert.Equal(t, want, by, fault)
	}
	by, err := try("constant 5 to 5 + 1", "p")
	require.NoError(t, err)
	assert.Empty(t, by, "the package's own tests do not see it")
	_, err = try("constant 5 to 5 + 1", "r")
	assert.ErrorContains(t, err, "r fails without a mutant: TestRed")
	bad := all[0]
	bad.with = "nonsense nonsense"
	_, err = trial.Try(t.Context(), &bad, []Tests{{Package: "p"}})
	assert.ErrorIs(t, err, ErrInvalid)
}

// TestRun appends to the record, and goes on behind its rows.
func TestRun(t *testing.T) {
	t.Parallel()
	o := &Order{Root: t.TempDir(), Only: []string{"no/such"}, Log: io.Discard}
	path := filepath.Join(o.Root, filepath.FromSlash(RecordFile))
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	require.NoError(t, os.WriteFile(path, mutation.FormatResults(nil), 0o666))
	assert.ErrorContains(t, o.Run(t.Context()), `no package of the plan is named ["no/such"]`)

	for name, text := range map[string]string{
		"go.mod":                     "module example\n\ngo 1.26\n",
		"play/plural/plural.go":      "package plural\n\nfunc One() int { return 1 }\n\nfunc Unseen() int { return 5 }\n",
		"play/plural/plural_test.go": "package plural\n\nimport \"testing\"\n\nfunc TestOne(t *testing.T) {\n\tif One() != 1 {\n\t\tt.Error()\n\t}\n}\n",
	} {
		file := filepath.Join(o.Root, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o777))
		require.NoError(t, os.WriteFile(file, []byte(text), 0o666))
	}
	o.Only, o.N = []string{"play/plural"}, 1
	for n := 1; n <= 3; n++ {
		require.NoError(t, o.Run(t.Context()))
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, 1+min(n, 2), bytes.Count(text, []byte("\n")), "%s", text)
	}
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	rows, err := mutation.ParseResults(text)
	require.NoError(t, err)
	assert.Equal(t, mutation.Tally{All: 2, Caught: 1, Missed: 1}, mutation.Score(rows))
}

// leastPercent is the minimum of the record's figure: it must not fall. The aim is 95 percent of 600
// mutants.
const (
	leastMutants = 520
	leastPercent = 84.0
)

// TestResults compares the committed results with these minima. Mutants in lines that the code no
// longer has do not count.
func TestResults(t *testing.T) {
	t.Parallel()
	rows, err := Results()
	require.NoError(t, err)
	judgements, err := mutation.ParseJudgements(judged)
	require.NoError(t, err)
	root, err := rtl.Root()
	require.NoError(t, err)
	now := map[mutation.Key]bool{}
	for _, p := range Plan {
		all, err := Mutants(root, p.Path)
		require.NoError(t, err)
		assert.NotEmpty(t, all, p.Path)
		for _, m := range all {
			now[m.Key] = true
		}
	}
	var current []mutation.Row
	seen := map[mutation.Key]bool{}
	for _, r := range rows {
		assert.False(t, seen[r.Key()], "twice: %+v", r)
		seen[r.Key()] = true
		if !now[r.Key()] {
			t.Logf("the code has changed: %s %s", r.Place, r.Text)
			continue
		}
		current = append(current, r)
		if r.Verdict == mutation.Missed {
			t.Logf("missed: %s at %s: %s", r.Fault, r.Place, r.Text)
		} else {
			assert.NotEmpty(t, r.By, "%+v", r)
		}
	}
	for _, j := range judgements {
		assert.True(t, slices.ContainsFunc(rows, func(r mutation.Row) bool {
			return r.Verdict == mutation.Judged && r.Module == j.Module && r.Fault == j.Fault && r.Text == j.Text
		}), "judged, but no survivor: %+v", j)
	}
	tally := mutation.Score(current)
	t.Log(tally)
	assert.GreaterOrEqual(t, tally.All, leastMutants)
	assert.GreaterOrEqual(t, tally.Percent(), leastPercent)
}
