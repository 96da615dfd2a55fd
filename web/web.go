// Package web is the page to play, watch and analyse games on: its files, which any static host can
// serve, and a server for them.
//
// The page's source is in the folder page, as the browser reads it. Two files are not committed,
// since they follow from the rest: golden.wasm.gz, which is package wasm compiled, and Go's
// wasm_exec.js, which runs it. "make build" puts them there first (package pack does the work). A
// program that was built without them says so when somebody asks it for the page.
package web

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/google/renameio/v2"

	"github.com/tessera-fpga/tessera/web/pack"
)

//go:embed page
var embedded embed.FS

// ErrNotBuilt says that the program was built without the page's engine.
var ErrNotBuilt = errors.New(`this program was built without the page's engine: build it with "make build"`)

// Files are the files of the page, by the path of their URL.
type Files map[string][]byte

// Embedded returns the files that the program was built with. The error is ErrNotBuilt if
// some are missing.
func Embedded() (Files, error) {
	page, err := fs.Sub(embedded, "page")
	if err != nil {
		return nil, err
	}
	return New(page, nil)
}

// serviceWorker is the file that knows the names of the others.
const serviceWorker = "sw.js"

// New returns the files of a page: the files of its folder, and others that replace them or add to
// them. It fills in the service worker, and the modules that the pages preload.
func New(page fs.FS, others map[string][]byte) (Files, error) {
	files := Files{}
	err := fs.WalkDir(page, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(page, name)
		return err
	})
	if err != nil {
		return nil, err
	}
	maps.Copy(files, others)
	for _, name := range pack.Names {
		if files[name] == nil {
			return nil, ErrNotBuilt
		}
	}
	files.preload()
	return files, files.fillIn()
}

var (
	moduleScript = regexp.MustCompile(`(?m)^<script type="module" src="([^"]+)"></script>$`)
	moduleImport = regexp.MustCompile(`(?m)^(?:import|\}).* from "\./([^"]+)";$`)
)

// preload writes into each HTML file the modules that its script imports, directly or not: the
// browser fetches them all at once then, not one after another as it reads their imports.
func (f Files) preload() {
	for name, text := range f {
		if path.Ext(name) != ".html" {
			continue
		}
		f[name] = moduleScript.ReplaceAllFunc(text, func(tag []byte) []byte {
			var links bytes.Buffer
			modules := []string{string(moduleScript.FindSubmatch(tag)[1])}
			for i := 0; i < len(modules); i++ {
				if i > 0 {
					fmt.Fprintf(&links, "<link rel=\"modulepreload\" href=\"%s\">\n", modules[i])
				}
				for _, m := range moduleImport.FindAllSubmatch(f[modules[i]], -1) {
					if module := string(m[1]); !slices.Contains(modules, module) {
						modules = append(modules, module)
					}
				}
			}
			return append(links.Bytes(), tag...)
		})
	}
}

// fillIn writes into the service worker which files there are, and a version that changes
// with any of them.
func (f Files) fillIn() error {
	hash := sha256.New()
	names := []string{"./"} // index.html
	for _, name := range slices.Sorted(maps.Keys(f)) {
		fmt.Fprintf(hash, "%s %d\n", name, len(f[name]))
		hash.Write(f[name])
		if name != serviceWorker && name != "index.html" {
			names = append(names, name)
		}
	}
	list, err := json.Marshal(names)
	if err != nil {
		return err
	}
	version, err := json.Marshal(hex.EncodeToString(hash.Sum(nil)[:8]))
	if err != nil {
		return err
	}
	text := f[serviceWorker]
	for mark, value := range map[string][]byte{`"VERSION"`: version, `["FILES"]`: list} {
		if bytes.Count(text, []byte(mark)) != 1 {
			return fmt.Errorf("web: %s has %s %d times, want once", serviceWorker, mark, bytes.Count(text, []byte(mark)))
		}
		text = bytes.Replace(text, []byte(mark), value, 1)
	}
	f[serviceWorker] = text
	return nil
}

// Write writes the files into a folder, which it creates if necessary, and removes the files of an
// earlier page. A folder with other content and no page stays unchanged.
func (f Files) Write(dir string) error {
	old, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("web: %w", err)
	}
	if len(old) > 0 && !slices.ContainsFunc(old, func(e fs.DirEntry) bool { return e.Name() == serviceWorker }) {
		return fmt.Errorf("web: %s is not empty and has no page of an earlier time, want a folder for the page alone", dir)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return fmt.Errorf("web: %w", err)
	}
	for _, e := range old {
		if _, ok := f[e.Name()]; !ok && !e.IsDir() {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return fmt.Errorf("web: %w", err)
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if err := renameio.WriteFile(filepath.Join(dir, name), f[name], 0o644); err != nil {
			return fmt.Errorf("web: %w", err)
		}
	}
	return nil
}

// LargestSize bounds the size of all files in bytes, so that the page is quick to load.
const LargestSize = 1_500_000

// Size returns the size of all files in bytes, as they are sent: packed, if that pays.
func (f Files) Size() (n int) {
	for _, text := range f {
		n += len(text)
		if p := packed(text); p != nil {
			n += len(p) - len(text)
		}
	}
	return n
}
