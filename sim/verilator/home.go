// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package verilator

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/tessera-fpga/tessera/rtl"
	"github.com/tessera-fpga/tessera/sim/testbench"
)

// home returns the folder of the Verilog, the models and the waves: the root of the clone that the
// working directory is in, or else a folder of the user's caches with the Verilog of this program.
func home() (root string, clone bool, err error) {
	if root, err = rtl.Root(); err == nil {
		return root, true, nil
	}
	if root, err = unpacked(); err != nil {
		err = fmt.Errorf("sim: outside a clone the Verilog goes into the user's caches: %w", err)
	}
	return root, false, err
}

// packed are the folders of Verilog in this program, by their place in a clone.
var packed = []struct {
	name  string
	files fs.FS
}{{"rtl", rtl.FS}, {"sim/testbench", testbench.FS}}

// unpacked returns the folder of the user's caches. Its name has a hash of the Verilog, so programs of
// several versions keep apart.
var unpacked = sync.OnceValues(func() (root string, err error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	for _, folder := range packed {
		err := fs.WalkDir(folder.files, ".", func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			text, err := fs.ReadFile(folder.files, file)
			fmt.Fprintf(hash, "%s/%s %d\n%s", folder.name, file, len(text), text)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	all := filepath.Join(cache, "tessera")
	root = filepath.Join(all, fmt.Sprintf("%x", hash.Sum(nil)[:8]))
	if _, err := os.Stat(root); err == nil {
		return root, nil
	}
	if err := os.MkdirAll(all, 0o777); err != nil {
		return "", err
	}
	tmp, err := os.MkdirTemp(all, "tmp-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	for _, folder := range packed {
		if err := os.CopyFS(filepath.Join(tmp, filepath.FromSlash(folder.name)), folder.files); err != nil {
			return "", err
		}
	}
	// The folder comes into being whole. If another process has been faster, its folder is the same.
	if err := os.Rename(tmp, root); err != nil {
		if _, missing := os.Stat(root); missing != nil {
			return "", err
		}
	}
	return root, nil
})
