// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net"
	"net/http"
	"net/url"
	"path"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/web/relay"
	"github.com/tessera-fpga/tessera/web/socket"
)

// policy lets the page run its own scripts and WebAssembly, and connect to its own server. The page
// repeats the policy in its head, for hosts that send none.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; " +
	"connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// types are the media types by file extension. The system's own types may be wrong.
var types = map[string]string{
	".html":        "text/html; charset=utf-8",
	".css":         "text/css; charset=utf-8",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".svg":         "image/svg+xml",
	".webmanifest": "application/manifest+json",
	".gz":          "application/gzip",
}

// served is a file with its encodings and headers.
type served struct {
	plain, packed   []byte // packed: nil if compression does not pay
	mediaType, etag string
}

// Services are what a server of the page offers besides the files, by URL path.
type Services map[string]http.Handler

// Handler serves the files and services. local means that the server listens on a loopback address.
// Such a server answers only to loopback names, so that a page of another site cannot reach it under
// another name.
func (f Files) Handler(local bool, services Services) http.Handler {
	files := map[string]*served{}
	for name, text := range f {
		sum := sha256.Sum256(text)
		s := &served{plain: text, mediaType: types[path.Ext(name)], etag: `"` + hex.EncodeToString(sum[:12]) + `"`}
		s.packed = packed(text)
		files["/"+name] = s
	}
	files["/"] = files["/index.html"]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
		if services[relay.Path] != nil {
			h.Set(relay.Header, "here")
		}
		if local && !isLoopback(r.Host) {
			http.Error(w, "this server answers to loopback names only, such as 127.0.0.1 or localhost", http.StatusMisdirectedRequest)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" && !sameHost(origin, r.Host) {
			http.Error(w, "requests of other sites are not answered", http.StatusForbidden)
			return
		}
		if service := services[r.URL.Path]; service != nil {
			service.ServeHTTP(w, r)
			return
		}
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "want GET or HEAD", http.StatusMethodNotAllowed)
			return
		}
		s := files[r.URL.Path]
		if s == nil {
			http.Error(w, "there is no such file", http.StatusNotFound)
			return
		}
		h.Set("Content-Type", s.mediaType)
		h.Set("Cache-Control", "no-cache") // the client revalidates each time by ETag
		h.Set("Vary", "Accept-Encoding")
		text, tag := s.plain, s.etag
		if s.packed != nil && accepts(r, "gzip") {
			h.Set("Content-Encoding", "gzip")
			text, tag = s.packed, strings.TrimSuffix(tag, `"`)+`-gzip"`
		}
		h.Set("ETag", tag)
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	})
}

// packed returns a text compressed by gzip, or nil if that does not pay.
func packed(text []byte) []byte {
	var packed bytes.Buffer
	w, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	w.Write(text) // writes to memory cannot fail
	w.Close()
	if packed.Len() >= len(text)*9/10 {
		return nil
	}
	return packed.Bytes()
}

// accepts reports whether a client takes a content encoding.
func accepts(r *http.Request, encoding string) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		if strings.TrimSpace(name) == encoding {
			return strings.ReplaceAll(weight, " ", "") != "q=0"
		}
	}
	return false
}

// isLoopback reports whether a host, with or without a port, is a name of the loopback interface.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// sameHost reports whether an origin belongs to a host.
func sameHost(origin, host string) bool {
	u, err := url.Parse(origin)
	return err == nil && u.Host == host
}

// Timeouts of a connection.
const (
	headerTime   = 10 * time.Second
	idleTime     = 2 * time.Minute
	shutdownTime = 2 * time.Second
)

// Serve serves the files, the rooms of friends, and the players unless nil, on a listener until ctx is
// done. It then returns ctx.Err().
func (f Files) Serve(ctx context.Context, l net.Listener, players *socket.Server) error {
	rooms := relay.New()
	defer rooms.Wait()
	services := Services{relay.Path: rooms}
	if players != nil {
		services[socket.Path] = players
		defer players.Wait()
	}
	s := &http.Server{
		Handler:           f.Handler(isLoopback(l.Addr().String()), services),
		BaseContext:       func(net.Listener) context.Context { return ctx },
		ReadHeaderTimeout: headerTime,
		IdleTimeout:       idleTime,
		MaxHeaderBytes:    1 << 16,
	}
	stop := context.AfterFunc(ctx, func() {
		end, cancel := context.WithTimeout(context.Background(), shutdownTime)
		defer cancel()
		if s.Shutdown(end) != nil {
			s.Close()
		}
	})
	defer stop()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return ctx.Err()
}
