// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/tessera-fpga/tessera/sim/chipwasm"
	"github.com/tessera-fpga/tessera/web"
	"github.com/tessera-fpga/tessera/web/chrome"
	"github.com/tessera-fpga/tessera/web/pack"
)

// built is the page with a newly built engine, because the engine in the folder may be stale.
var built = sync.OnceValues(func() (web.Files, error) {
	made, err := pack.Make(context.Background())
	if err != nil {
		return nil, err
	}
	return web.New(os.DirFS("page"), made)
})

func files(t testing.TB) web.Files {
	t.Helper()
	f, err := built()
	require.NoError(t, err)
	return f
}

// browser is the shared Chromium of all tests.
var browser = sync.OnceValues(func() (*chrome.Browser, error) { return chrome.Start(context.Background()) })

func TestMain(m *testing.M) {
	code := m.Run()
	if b, err := browser(); err == nil {
		b.Close()
	}
	os.Exit(code)
}

func get(t *testing.T, h http.Handler, method, path string, change func(*http.Request)) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, "http://127.0.0.1:8080"+path, nil)
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func TestServer(t *testing.T) {
	t.Parallel()
	f := files(t)
	local, open := f.Handler(true, nil), f.Handler(false, nil)
	for name, text := range f {
		r := get(t, local, "GET", "/"+name, nil)
		require.Equal(t, http.StatusOK, r.StatusCode, name)
		body, err := io.ReadAll(r.Body)
		require.NoError(t, err)
		require.Equal(t, text, body, name)
		assert.NotEmpty(t, r.Header.Get("Content-Type"), name)
		assert.Equal(t, "nosniff", r.Header.Get("X-Content-Type-Options"), name)
		assert.Contains(t, r.Header.Get("Content-Security-Policy"), "default-src 'none'", name)

		again := get(t, local, "GET", "/"+name, func(q *http.Request) { q.Header.Set("If-None-Match", r.Header.Get("ETag")) })
		assert.Equal(t, http.StatusNotModified, again.StatusCode, name)
	}
	packed := get(t, local, "GET", "/", func(q *http.Request) { q.Header.Set("Accept-Encoding", "br, gzip") })
	require.Equal(t, "gzip", packed.Header.Get("Content-Encoding"))
	reader, err := gzip.NewReader(packed.Body)
	require.NoError(t, err)
	text, err := io.ReadAll(reader)
	require.NoError(t, err)
	assert.Equal(t, f["index.html"], text)
	plain := get(t, local, "GET", "/", func(q *http.Request) { q.Header.Set("Accept-Encoding", "gzip;q=0") })
	assert.Empty(t, plain.Header.Get("Content-Encoding"))

	for _, c := range []struct {
		name   string
		h      http.Handler
		method string
		path   string
		change func(*http.Request)
		code   int
	}{
		{"the page", local, "GET", "/", nil, 200},
		{"its head", local, "HEAD", "/", nil, 200},
		{"localhost", local, "GET", "/", func(r *http.Request) { r.Host = "localhost:99" }, 200},
		{"IPv6", local, "GET", "/", func(r *http.Request) { r.Host = "[::1]:99" }, 200},
		{"another name that leads here", local, "GET", "/", func(r *http.Request) { r.Host = "evil.example:8080" }, 421},
		{"a name that begins with localhost", local, "GET", "/", func(r *http.Request) { r.Host = "localhost.evil.example:8080" }, 421},
		{"a name that ends with localhost", local, "GET", "/", func(r *http.Request) { r.Host = "evil-localhost" }, 421},
		{"a name that begins with an address", local, "GET", "/", func(r *http.Request) { r.Host = "127.0.0.1.evil.example" }, 421},
		{"an address of the network", local, "GET", "/", func(r *http.Request) { r.Host = "192.0.2.1:8080" }, 421},
		{"no host", local, "GET", "/", func(r *http.Request) { r.Host = "" }, 421},
		{"a name, served to the network", open, "GET", "/", func(r *http.Request) { r.Host = "host.example" }, 200},
		{"another origin", local, "GET", "/golden.js", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		{"another port", local, "GET", "/golden.js", func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:9") }, 403},
		{"no origin at all", local, "GET", "/golden.js", func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		{"its own origin", local, "GET", "/golden.js", func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:8080") }, 200},
		{"nothing", local, "GET", "/nothing", nil, 404},
		{"out of the folder", local, "GET", "/../web.go", nil, 404},
		{"a post", local, "POST", "/", nil, 405},
	} {
		assert.Equal(t, c.code, get(t, c.h, c.method, c.path, c.change).StatusCode, c.name)
	}
}

// TestPolicies compares the server's policy with the policy in the page, which cannot forbid
// frames.
func TestPolicies(t *testing.T) {
	t.Parallel()
	f := files(t)
	m := regexp.MustCompile(`http-equiv="Content-Security-Policy" content="([^"]*)"`).FindSubmatch(f["index.html"])
	require.NotNil(t, m)
	served := get(t, f.Handler(true, nil), "GET", "/", nil).Header.Get("Content-Security-Policy")
	assert.Equal(t, served, string(m[1])+"; frame-ancestors 'none'")
}

func TestSite(t *testing.T) {
	t.Parallel()
	f := files(t)
	dir := filepath.Join(t.TempDir(), "site")
	require.NoError(t, f.Write(dir))
	// A second Write replaces the files of an earlier page.
	require.NoError(t, os.WriteFile(filepath.Join(dir, "old.js"), nil, 0o666))
	require.NoError(t, f.Write(dir))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, len(f))
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		require.Equal(t, f[e.Name()], text)
	}
	assert.Less(t, f.Size(), web.LargestSize)

	other := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(other, "thesis.tex"), nil, 0o666))
	require.ErrorContains(t, f.Write(other), "is not empty")
	require.ErrorContains(t, f.Write(filepath.Join(other, "thesis.tex")), "thesis.tex")
}

// TestServiceWorker checks that the service worker caches every file, those of the chips when they are
// wanted, and that its version changes with any file.
func TestServiceWorker(t *testing.T) {
	t.Parallel()
	f := files(t)
	list := regexp.MustCompile(`const files = (\[.*\]);`).FindSubmatch(f["sw.js"])
	require.NotNil(t, list)
	var names []string
	require.NoError(t, json.Unmarshal(list[1], &names))
	var later map[string][]string
	m := regexp.MustCompile(`const later = (\{.*\});`).FindSubmatch(f["sw.js"])
	require.NotNil(t, m)
	require.NoError(t, json.Unmarshal(m[1], &later))
	assert.Len(t, names, len(f)-1-len(later)) // all files but itself; index.html is listed as ./
	assert.Equal(t, "./", names[0])
	for _, name := range names[1:] {
		assert.Contains(t, f, name)
		assert.NotContains(t, later, name)
	}
	for _, c := range chipwasm.Chips {
		assert.Len(t, later[c.Program()], 2, c.Name) // compressed, or not
		assert.Len(t, later[c.TableFile()], 1, c.Name)
		assert.Len(t, later[c.InsideFile()], 1, c.Name)
	}
	made := somePack()
	page := fstest.MapFS{"sw.js": {Data: []byte(`"VERSION" ["FILES"] { "LATER": [""] }`)}, "a.js": {Data: []byte("a")}}
	one, err := web.New(page, made)
	require.NoError(t, err)
	page["a.js"] = &fstest.MapFile{Data: []byte("b")}
	two, err := web.New(page, made)
	require.NoError(t, err)
	assert.NotEqual(t, string(one["sw.js"]), string(two["sw.js"]))

	_, err = web.New(page, nil)
	assert.ErrorIs(t, err, web.ErrNotBuilt)
	page["sw.js"] = &fstest.MapFile{Data: []byte("nothing to fill in")}
	_, err = web.New(page, made)
	assert.ErrorContains(t, err, "want once")
}

// somePack returns files in place of package pack's.
func somePack() map[string][]byte {
	made := map[string][]byte{}
	for _, name := range pack.Names {
		made[name] = []byte{1}
	}
	return made
}

// TestPreload checks that a page preloads exactly the modules that its script imports.
func TestPreload(t *testing.T) {
	t.Parallel()
	page := fstest.MapFS{
		"sw.js":     {Data: []byte(`"VERSION" ["FILES"] { "LATER": [""] }`)},
		"a.html":    {Data: []byte("<head>\n<script type=\"module\" src=\"main.js\"></script>\n</head>\n")},
		"main.js":   {Data: []byte("import { one } from \"./one.js\";\nimport {\n  two,\n} from \"./two.js\";\n/** @import { three } from \"./three.js\" */\n")},
		"one.js":    {Data: []byte("import * as two from \"./two.js\";\nnew Worker(\"worker.js\");\n")},
		"two.js":    {Data: []byte("import { one } from \"./one.js\";\nimport { four } from \"./four.js\";\n")},
		"three.js":  {},
		"four.js":   {},
		"worker.js": {},
	}
	f, err := web.New(page, somePack())
	require.NoError(t, err)
	assert.Equal(t, "<head>\n"+
		"<link rel=\"modulepreload\" href=\"one.js\">\n<link rel=\"modulepreload\" href=\"two.js\">\n<link rel=\"modulepreload\" href=\"four.js\">\n"+
		"<script type=\"module\" src=\"main.js\"></script>\n</head>\n", string(f["a.html"]))
}

// TestPageIsWhole checks that every file named by the page's modules exists, and that every file in
// the folder is used.
func TestPageIsWhole(t *testing.T) {
	t.Parallel()
	f := files(t)
	used := map[string]bool{"index.html": true}
	for name, text := range f {
		if !strings.HasSuffix(name, ".js") && !strings.HasSuffix(name, ".html") {
			continue
		}
		if name == "sw.js" || name == "wasm_exec.js" {
			continue
		}
		for _, m := range regexp.MustCompile(`(?:from |import |file = |href=|src=|URL\(|register\()"(?:\./)?([\w.]+\.\w+)"`).FindAllSubmatch(text, -1) {
			assert.Contains(t, f, string(m[1]), name)
			used[string(m[1])] = true
		}
		for _, m := range regexp.MustCompile(`chip: "(\w+)"`).FindAllSubmatch(text, -1) { // a player that is a chip
			for _, file := range []string{"chip-" + string(m[1]) + ".json", "chip-" + string(m[1]) + ".wasm.gz"} {
				assert.Contains(t, f, file, name)
				used[file] = true
			}
		}
	}
	for _, c := range chipwasm.Chips {
		used[c.InsideFile()] = true // by the page of the inside, whose tests read it
	}
	for name := range f {
		assert.True(t, used[name], fmt.Sprintf("%s is used by nothing", name))
	}
}

// TestPreview checks what a page's head says about a link to it, and bad addresses.
func TestPreview(t *testing.T) {
	t.Parallel()
	index := files(t)["index.html"]
	for _, bad := range []string{"", "example.org", "ftp://example.org/", "https://", "https://example.org/?a=b", "https://example.org/#x", "https://me@example.org/", "https://%"} {
		_, err := web.Preview(index, bad)
		require.ErrorIs(t, err, web.ErrAddress, bad)
	}
	assert.NotContains(t, string(index), "og:image", "no picture without an absolute address")
	made, err := web.Preview(index, "https://example.org/a&b")
	require.NoError(t, err)
	assert.Contains(t, string(made["index.html"]), `<meta property="og:image" content="https://example.org/a&amp;b/preview.png">`)
	assert.Contains(t, string(made["index.html"]), `<meta property="og:image:width" content="1200">`)
	assert.Contains(t, string(made["index.html"]), `<meta property="og:image:height" content="630">`)
	maps.Copy(made, somePack())
	f, err := web.New(fstest.MapFS{"sw.js": {Data: []byte(`"VERSION" ["FILES"] { "LATER": [""] }`)}}, made)
	require.NoError(t, err)
	assert.Contains(t, f, "preview.png")
	assert.NotContains(t, string(f["sw.js"]), "preview.png", "the page itself does not need it")
}
