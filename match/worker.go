// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"
)

// Allowed lists the resources that players of tasks from elsewhere may open on this machine.
type Allowed []string

// CheckAllowed returns an error unless a text is valid in Allowed: the specification of a player
// that opens something, such as gtp:COMMAND, or a resource, file:PATH, host:HOST:PORT or
// serial:PATH.
func CheckAllowed(text string) error {
	kind, rest, _ := strings.Cut(text, ":")
	switch play.ResourceKind(kind) {
	case play.File, play.Host, play.Serial:
		if rest != "" {
			return nil
		}
	}
	for _, name := range play.GameNames() {
		if g, err := play.Find(name); err == nil && len(g.Opens(text)) > 0 {
			return nil
		}
	}
	return fmt.Errorf("%q, want a player that opens something, such as gtp:COMMAND, or file:PATH, host:HOST:PORT or serial:PATH; other players need not be allowed", text)
}

// refuse returns an error if a player opens a resource that is not allowed.
func (a Allowed) refuse(g *play.Game, spec string) error {
	if slices.Contains(a, spec) {
		return nil
	}
	for _, r := range g.Opens(spec) {
		switch {
		case r.Kind == play.Program:
			return fmt.Errorf("player %q runs a program, which is not allowed here", spec)
		case !slices.Contains(a, string(r.Kind)+":"+r.Name):
			return fmt.Errorf("player %q opens %v, which is not allowed here", spec, r)
		}
	}
	return nil
}

// Serve returns Play for tasks from elsewhere. Players may open only allowed resources on this
// machine; otherwise anyone who can send tasks could run programs here. If a player needs another
// resource or does not start, the error is a queue.ErrUnfit, and other workers go on with the
// match.
func (p *Pool) Serve(allowed Allowed) queue.Handler {
	return func(ctx context.Context, payload []byte) ([]byte, error) {
		var t task
		if err := json.Unmarshal(payload, &t); err != nil {
			return nil, fmt.Errorf("%w: match: task: %w", queue.ErrUnfit, err)
		}
		g, err := t.Terms.game()
		if err != nil {
			return nil, fmt.Errorf("%w: match: task: %w", queue.ErrUnfit, err)
		}
		for _, spec := range t.Terms.Players {
			if err := allowed.refuse(g, spec); err != nil {
				return nil, fmt.Errorf("%w: %w", queue.ErrUnfit, err)
			}
		}
		lines, err := p.Play(ctx, payload)
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("%w: %w", queue.ErrUnfit, err)
		}
		return lines, err
	}
}

// ID identifies the match: different terms have different IDs.
func (t *Terms) ID() string {
	text, err := json.Marshal(t)
	if err != nil {
		panic(err) // Terms always marshal
	}
	sum := sha256.Sum256(text)
	return strings.Join(t.Players, " - ") + " " + hex.EncodeToString(sum[:4])
}
