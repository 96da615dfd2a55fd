// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package proof_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/proof"
	"github.com/tessera-fpga/tessera/sim/simtest"
)

// TestProofs proves every property and plants every fault. The long ones wait for the long tests.
func TestProofs(t *testing.T) {
	for _, p := range proof.Proofs {
		t.Run(p.Name, func(t *testing.T) {
			if p.Long && !simtest.All() {
				t.Skip("a long proof: make prove, make test-all")
			}
			require.NoError(t, p.Run(t.Context()))
			for i, fault := range p.Faults {
				t.Run(fmt.Sprintf("fault-%d", i+1), func(t *testing.T) {
					verdict, assertion, err := p.Try(t.Context(), fault)
					require.NoError(t, err)
					require.NotEqual(t, proof.Proven, verdict, "%s, with %q in the place of %q, is proven", fault.File, fault.New, fault.Old)
					t.Logf("%s at %s", verdict, assertion)
				})
			}
		})
	}
}

// TestTable holds the table of proofs against the files.
func TestTable(t *testing.T) {
	t.Parallel()
	root, err := rtl.Root()
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join(root, "sim", "proof", "*_proof.v"))
	require.NoError(t, err)
	var want, got []string
	for _, file := range files {
		want = append(want, filepath.Base(file))
	}
	for _, p := range proof.Proofs {
		got = append(got, p.Name+"_proof.v")
		assert.NotEmpty(t, p.Properties, p.Name)
		assert.NotEmpty(t, p.Faults, p.Name)
		for _, module := range p.Modules {
			files, err := filepath.Glob(filepath.Join(root, "rtl", "*", module+".v"))
			require.NoError(t, err)
			assert.Len(t, files, 1, module)
		}
		text, err := os.ReadFile(filepath.Join(root, "sim", "proof", p.Name+"_proof.v"))
		require.NoError(t, err)
		assert.Contains(t, string(text), "cover (", p.Name)
	}
	assert.ElementsMatch(t, want, got)
	results, err := proof.Results()
	require.NoError(t, err)
	assert.Len(t, results, len(proof.Proofs), "the record is not of these proofs: make prove")
	for _, p := range proof.Proofs {
		require.Len(t, results[p.Name], 1+len(p.Faults), "the record of %s is not of these faults: make prove ONLY=%s", p.Name, p.Name)
		for i, r := range results[p.Name] {
			assert.Equal(t, i, r.Fault, p.Name)
			assert.Equal(t, i == 0, r.Verdict == proof.Proven, p.Name)
		}
	}
}

func TestResultsErrors(t *testing.T) {
	t.Parallel()
	_, err := proof.ParseResults([]byte("proof\n"))
	assert.ErrorContains(t, err, "does not begin with")
	_, err = proof.ParseResults([]byte("proof\tfault\tverdict\tseconds\na\t0\tgood\t1.0\n"))
	assert.EqualError(t, err, `proof: line 2 of the record: "a\t0\tgood\t1.0", want a name, a number, a verdict and seconds`)
}
