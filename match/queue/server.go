// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package queue

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Server holds the address and the credentials of a NATS server.
type Server struct {
	URL   string // such as nats://host:4222 or tls://user:password@host; several are separated by commas
	Creds string // file with credentials (JWT and key), or ""
	CA    string // file of certificate authorities for the server's certificate; "": the system's
	Cert  string // file with the client's certificate, or ""
	Key   string // file with the key of that certificate
	// Log receives the events of the connection, a line at a time; nil: no log.
	Log func(line string)

	// For tests: further options, and a limit in place of startTimeout.
	more  []nats.Option
	start time.Duration
}

// Timeouts that bound how long a lost server, or the loss of its data, goes unnoticed.
const (
	requestTimeout = 5 * time.Second
	pingInterval   = 10 * time.Second
	retryWait      = 200 * time.Millisecond
)

// startTimeout bounds the first requests to a server. They are not tried again, and a server whose
// disk is busy may take long to make a match's streams.
const startTimeout = 30 * time.Second

// starting bounds the first requests.
func (s *Server) starting(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, cmp.Or(s.start, startTimeout))
}

func (s *Server) log(format string, args ...any) {
	if s.Log != nil {
		s.Log(fmt.Sprintf(format, args...))
	}
}

// connect connects to the server. It reconnects for ever when it loses the connection, and then
// calls changed.
func (s *Server) connect(name string, changed func()) (*nats.Conn, jetstream.JetStream, error) {
	if s.URL == "" {
		return nil, nil, errors.New("NATS: no URL, want one such as nats://localhost:4222")
	}
	options := []nats.Option{
		nats.Name(name),
		nats.Timeout(requestTimeout),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(retryWait),
		nats.PingInterval(pingInterval),
		nats.MaxPingsOutstanding(2),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				s.log("lost the server (%v), trying to reach it again", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			s.log("the server is back")
			changed()
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { s.log("NATS: %v", err) }),
	}
	if s.Creds != "" {
		options = append(options, nats.UserCredentials(s.Creds))
	}
	if s.CA != "" {
		options = append(options, nats.RootCAs(s.CA))
	}
	switch {
	case s.Cert != "" && s.Key != "":
		options = append(options, nats.ClientCert(s.Cert, s.Key))
	case s.Cert != "" || s.Key != "":
		return nil, nil, errors.New("NATS: a certificate needs its key and a key its certificate, want both files")
	}
	nc, err := nats.Connect(s.URL, append(options, s.more...)...)
	if err != nil {
		return nil, nil, fmt.Errorf("NATS server %s: %w", Redacted(s.URL), err)
	}
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(requestTimeout))
	if err != nil {
		nc.Close()
		return nil, nil, fmt.Errorf("NATS server %s: %w", Redacted(s.URL), err)
	}
	return nc, js, nil
}

// explain turns the error of a first request to JetStream into advice.
func (s *Server) explain(err error) error {
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount),
		errors.Is(err, nats.ErrNoResponders):
		return fmt.Errorf("NATS server %s: JetStream is not enabled, want a server that was started with -js", Redacted(s.URL))
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, nats.ErrTimeout):
		return fmt.Errorf("NATS server %s: JetStream does not answer: may this user publish to $JS.API.> and tessera.>? (%w)", Redacted(s.URL), err)
	}
	return fmt.Errorf("NATS server %s: %w", Redacted(s.URL), err)
}

// Redacted returns URLs without passwords and tokens.
func Redacted(urls string) string {
	parts := strings.Split(urls, ",")
	for i, part := range parts {
		if u, err := url.Parse(strings.TrimSpace(part)); err == nil && u.User != nil {
			if _, hasPassword := u.User.Password(); hasPassword {
				parts[i] = u.Redacted()
			} else {
				u.User = url.User("xxxxx") // a token
				parts[i] = u.String()
			}
		}
	}
	return strings.Join(parts, ",")
}

// A match has two streams: a work queue with its tasks, which drops each message once it is
// acknowledged, and a stream with the results. All names contain hashes of the match and of the
// engine's version, so versions never mix.
//
//	tessera.VERSION.MATCH.task.TASK      a task
//	tessera.VERSION.MATCH.result.TASK    its result, one message at most
//	tessera.VERSION.MATCH.failure.TASK   a failure of its handler, and
//	tessera.VERSION.MATCH.unfit.TASK     a worker that cannot do it, in words
type names struct{ tasks, results, prefix string }

const (
	// allTasks are the subjects of the tasks of all matches.
	allTasks = "tessera.*.*.task.*"
	// workers is the name of the consumer that delivers a match's tasks to its workers.
	workers = "workers"
	// The streams' metadata.
	metaVersion = "tessera_version"
	metaMatch   = "tessera_match"
	metaResults = "tessera_results" // name of the stream of results
	metaPrefix  = "tessera_prefix"  // prefix of the subjects
	// headerTask holds the quoted ID of a task.
	headerTask = "Tessera-Task"
	// headerWorker names the worker that stored a result.
	headerWorker = "Tessera-Worker"
	// headerWithout has a line for each worker that must not do a task.
	headerWithout = "Tessera-Without"
	// headerFailed marks a result whose payload is the reason for the failure of the task.
	headerFailed = "Tessera-Failed"
)

func namesOf(match, version string) names {
	v, m := hash(version), hash(match)
	return names{"TESSERA_TASKS_" + v + "_" + m, "TESSERA_RESULTS_" + v + "_" + m, "tessera." + v + "." + m + "."}
}

// hash turns any text into a word that NATS allows in names.
func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:12])
}

// isStored reports whether publishing failed because the subject already has a message.
func isStored(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) && api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence
}

// refusal keeps in mind what a server refuses to store. Each answer is told once, and the time
// counts.
type refusal struct {
	server *Server
	what   string // what the server does not store

	mu    sync.Mutex // guards the rest
	since time.Time  // of the first answer; zero: the server stores it
	told  string     // the latest answer that was told
}

// lasts takes an answer of the server, and returns for how long the server has refused. A refusal
// of a moment, such as after a start of the server, is not told.
func (r *refusal) lasts(err error) time.Duration {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.since.IsZero() {
		r.since = time.Now()
	}
	lasts := time.Since(r.since)
	if text := err.Error(); lasts > 5*retryWait && text != r.told {
		r.told = text
		r.server.log("the server does not store %s: %s; trying again", r.what, text)
	}
	return lasts
}

// over notes that the server has stored something.
func (r *refusal) over() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.since, r.told = time.Time{}, ""
}

// sleep waits for d or until ctx is done.
func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
