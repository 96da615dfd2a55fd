// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Package web contains the page to play, watch and analyse games: its files, which any static host
// can serve, and a server for them.
//
// The page's source is in the folder page, in the form that the browser reads. Some generated files
// are not committed: golden.wasm.gz and players.wasm.gz, which are package wasm and its folder
// players compiled, start.json with golden's first answers, Go's wasm_exec.js, and the Verilog and
// floorplans of the chips. "make build" creates them first (with package pack). A
// program built without them reports their absence when the page is requested.
package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"image/png"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/renameio/v2/maybe"

	"github.com/tessera-fpga/tessera/web/pack"
)

//go:embed page
var embedded embed.FS

// ErrNotBuilt means that the program was built without the page's engine.
var ErrNotBuilt = errors.New(`this program was built without the page's engine: build it with "make build"`)

// Files are the files of the page by URL path.
type Files map[string][]byte

// Embedded returns the embedded files. The error is ErrNotBuilt if some are missing.
func Embedded() (Files, error) {
	page, err := fs.Sub(embedded, "page")
	if err != nil {
		return nil, err
	}
	return New(page, nil)
}

// preview is the picture that others show beside a link to the page; see package preview.
//
//go:embed preview.png
var preview []byte

const previewFile = "preview.png"

// ErrAddress means that a text is no address of a page.
var ErrAddress = errors.New("want an address such as https://example.org/tessera/")

// EmbeddedAt returns the embedded files for a page with a known address, with a preview. See
// Embedded for the error.
func EmbeddedAt(address string) (Files, error) {
	page, err := fs.Sub(embedded, "page")
	if err != nil {
		return nil, err
	}
	index, err := fs.ReadFile(page, "index.html")
	if err != nil {
		return nil, err
	}
	others, err := Preview(index, address)
	if err != nil {
		return nil, err
	}
	return New(page, others)
}

// Preview returns the preview, and index.html with a head that names it. That needs an absolute
// address, so a page without one has no preview.
func Preview(index []byte, address string) (map[string][]byte, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("%w, not %q", ErrAddress, address)
	}
	if !strings.HasSuffix(u.Path, "/") {
		u.Path += "/"
	}
	size, err := png.DecodeConfig(bytes.NewReader(preview))
	if err != nil {
		return nil, fmt.Errorf("web: %s: %w", previewFile, err)
	}
	at := html.EscapeString(u.String())
	const before = `<meta property="og:title"`
	index = bytes.Replace(index, []byte(before), fmt.Appendf(nil, `<meta property="og:url" content="%s">
<meta property="og:image" content="%s">
<meta property="og:image:width" content="%d">
<meta property="og:image:height" content="%d">
<meta property="og:image:alt" content="A board of Blokus Duo in the middle of a game">
<meta name="twitter:card" content="summary_large_image">
%s`, at, at+previewFile, size.Width, size.Height, before), 1)
	return map[string][]byte{"index.html": index, previewFile: preview}, nil
}

// serviceWorker is the file that lists the others.
const serviceWorker = "sw.js"

// New returns the files of a page: the files of its folder, replaced or extended by others. It
// fills in the service worker and the modules that the pages preload.
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

// preload writes into each HTML file the modules that its script imports, directly or indirectly.
// The browser then fetches them all at once, instead of one by one as it discovers the imports.
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

// ofChip reports whether a file belongs to a chip. Such files are fetched when the chip is chosen.
func ofChip(name string) bool { return chipFile.MatchString(name) }

var chipFile = regexp.MustCompile(`^chip-.*\.(json|wasm\.gz)$`)

// fillIn writes into the service worker the list of files to keep from the start on, the sums of those
// to keep when they have been wanted, and a version that changes with any file.
func (f Files) fillIn() error {
	hash := sha256.New()
	names := []string{"./"} // index.html
	sums := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(f)) {
		fmt.Fprintf(hash, "%s %d\n", name, len(f[name]))
		hash.Write(f[name])
		switch {
		case ofChip(name):
			var err error
			if sums[name], err = sumsOf(f[name]); err != nil {
				return fmt.Errorf("web: %s: %w", name, err)
			}
		case name != serviceWorker && name != "index.html" && name != previewFile:
			names = append(names, name)
		}
	}
	list, err := json.Marshal(names)
	if err != nil {
		return err
	}
	chips, err := json.Marshal(sums)
	if err != nil {
		return err
	}
	version, err := json.Marshal(hex.EncodeToString(hash.Sum(nil)[:8]))
	if err != nil {
		return err
	}
	text := f[serviceWorker]
	for mark, value := range map[string][]byte{`"VERSION"`: version, `["FILES"]`: list, `{ "LATER": [""] }`: chips} {
		if bytes.Count(text, []byte(mark)) != 1 {
			return fmt.Errorf("web: %s has %s %d times, want once", serviceWorker, mark, bytes.Count(text, []byte(mark)))
		}
		text = bytes.Replace(text, []byte(mark), value, 1)
	}
	f[serviceWorker] = text
	return nil
}

// sumsOf returns the SHA-256 sum of a file, and that of what a compressed file holds: some hosts have the
// browser unpack it.
func sumsOf(text []byte) (sums []string, err error) {
	add := func(text []byte) {
		sum := sha256.Sum256(text)
		sums = append(sums, hex.EncodeToString(sum[:]))
	}
	add(text)
	if !bytes.HasPrefix(text, []byte{0x1f, 0x8b}) {
		return sums, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	unpacked, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	add(unpacked)
	return sums, nil
}

// Write writes the files into a folder, which it creates if necessary, and removes the files of an
// earlier page. It refuses to change a folder whose content is not a page.
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
		if err := maybe.WriteFile(filepath.Join(dir, name), f[name], 0o644); err != nil {
			return fmt.Errorf("web: %w", err)
		}
	}
	return nil
}

// LargestSize bounds the size in bytes of the files that the page needs at its start, so that it
// starts fast.
const LargestSize = 1_500_000

// Size returns the total size in bytes of the files that the page needs at its start, each
// compressed if that pays. The players follow while the visitor looks at the board, and the chips'
// files when a chip is chosen.
func (f Files) Size() (n int) {
	for name, text := range f {
		if name == pack.Players || ofChip(name) {
			continue
		}
		n += len(text)
		if p := packed(text); p != nil {
			n += len(p) - len(text)
		}
	}
	return n
}
