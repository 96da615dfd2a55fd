package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tessera-fpga/tessera/cmd/tessera/internal/player"
	"github.com/tessera-fpga/tessera/cmd/tessera/internal/queue"
)

// Serve returns Play for tasks that come from elsewhere. A player who runs a program of this
// machine must be allowed: otherwise whoever can give tasks could run what he likes. If that
// is not so, or a player does not start here, the error is a queue.ErrUnfit: the match
// goes on at other workers.
func (p *Pool) Serve(allowed []string) queue.Handler {
	return func(ctx context.Context, payload []byte) ([]byte, error) {
		var t task
		if err := json.Unmarshal(payload, &t); err != nil {
			return nil, fmt.Errorf("%w: match: task: %w", queue.ErrUnfit, err)
		}
		for _, spec := range t.Terms.Players {
			if player.RunsProgram(spec) && !slices.Contains(allowed, spec) {
				return nil, fmt.Errorf("%w: player %q runs a program, which is not allowed here", queue.ErrUnfit, spec)
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
