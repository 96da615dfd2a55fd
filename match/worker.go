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

// Allowed says what the players of tasks from elsewhere may open on this machine.
type Allowed []string

// CheckAllowed reports whether a text can be one of Allowed: the specification of a player that
// opens something, such as gtp:COMMAND, or what it may open, file:PATH, host:HOST:PORT or
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

// refuse returns an error about a resource that a player may not open.
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

// Serve returns Play for tasks that come from elsewhere. What players open on this machine must be
// allowed: otherwise everybody who can give tasks could run programs here. If it is not, or a
// player does not start here, the error is a queue.ErrUnfit: the match goes on at other workers.
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

// ID names the match: other terms, another ID.
func (t *Terms) ID() string {
	text, err := json.Marshal(t)
	if err != nil {
		panic(err) // no type in it can fail
	}
	sum := sha256.Sum256(text)
	return strings.Join(t.Players, " - ") + " " + hex.EncodeToString(sum[:4])
}
