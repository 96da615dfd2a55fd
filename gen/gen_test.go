// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/golden/duo"
)

// TestFilesAreFresh fails for generated files that are stale, missing, or no
// longer generated.
func TestFilesAreFresh(t *testing.T) {
	want, err := Files()
	require.NoError(t, err)
	root := os.DirFS("..")
	got := map[string]string{}
	require.NoError(t, fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if name := d.Name(); path != "." && (strings.HasPrefix(name, ".") || name == "build") {
				return filepath.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(path); ext != ".v" && ext != ".vh" && ext != ".core" {
			return nil
		}
		text, err := fs.ReadFile(root, path)
		if err == nil && strings.Contains(string(text), strings.TrimPrefix(Header, "// ")) {
			got[path] = string(text)
		}
		return err
	}))
	for path := range want {
		require.Contains(t, got, path, `missing: run "go run ./cmd/tessera gen"`)
	}
	for path := range got {
		require.Contains(t, want, path, "orphan: nothing generates it any more; remove it")
		require.Empty(t, cmp.Diff(want[path], got[path]), `%s is stale: run "go run ./cmd/tessera gen"`, path)
	}
}

func TestFilesAreDeterministic(t *testing.T) {
	a, err := Files()
	require.NoError(t, err)
	for range 5 {
		b, err := Files()
		require.NoError(t, err)
		require.Equal(t, a, b)
	}
}

func TestWriterRefusesWhatDoesNotFit(t *testing.T) {
	w := &writer{}
	w.bits(3, 7)
	require.NoError(t, w.err)
	w.number(3, 8)
	require.EqualError(t, w.err, "value 8 does not fit 3 bits")
}

// TestTileCells checks the meaning of the tile ROM: a square of the tile at every cell of the
// orientation, and the mark "beside" on exactly the other cells that share an edge with one.
func TestTileCells(t *testing.T) {
	for o := range duo.Orientation(duo.NumOrientations) {
		cells := TileCells(o)
		square := map[[2]int]bool{}
		for _, c := range o.Cells() {
			square[[2]int{int(c.Row) + WindowReach, int(c.Col) + WindowReach}] = true
		}
		for row := range WindowSize {
			for col := range WindowSize {
				want := uint8(tileAny)
				switch {
				case square[[2]int{row, col}]:
					want = tileSquare
				case square[[2]int{row - 1, col}], square[[2]int{row + 1, col}],
					square[[2]int{row, col - 1}], square[[2]int{row, col + 1}]:
					want = tileBeside
				}
				require.Equal(t, want, cells[row][col], "orientation %d (%s%d), cell (%d,%d)", o, o.Tile(), o.Rotation(), row, col)
			}
		}
		require.Len(t, TileROMBits(o), WindowBits)
	}
}

// TestOneGoFilePerTable checks package gen's rule: gen/tile_rom.go makes tile_rom.vh.
func TestOneGoFilePerTable(t *testing.T) {
	files, err := Files()
	require.NoError(t, err)
	delete(files, repositoryCore)
	for path := range files {
		require.FileExists(t, strings.TrimSuffix(filepath.Base(path), ".vh")+".go", path)
	}
}
