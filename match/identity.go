// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/tessera-fpga/tessera/play"
)

// An Identified player runs another program and states the program's name and version.
type Identified interface {
	Identity(ctx context.Context) (string, error)
}

// files returns the names and digests of the files that a player reads; "" if it reads none.
func files(g *play.Game, spec string) (string, error) {
	var parts []string
	for _, r := range g.Opens(spec) {
		if r.Kind != play.File {
			continue
		}
		text, err := os.ReadFile(r.Name)
		if err != nil {
			return "", err
		}
		sum := sha256.Sum256(text)
		parts = append(parts, filepath.Base(r.Name)+" "+hex.EncodeToString(sum[:8]))
	}
	return strings.Join(parts, ", "), nil
}

// identity adds to a player's specification a digest of each file that the player reads, and the
// name and version of its program. It is "" if the player depends on its specification alone.
func identity(ctx context.Context, files string, p play.Player) (string, error) {
	var parts []string
	if files != "" {
		parts = append(parts, files)
	}
	if p, ok := p.(Identified); ok {
		program, err := p.Identity(ctx)
		if err != nil {
			return "", err
		}
		parts = append(parts, program)
	}
	return strings.Join(parts, ", "), nil
}

// Identities returns the value for Terms.Identities. It returns nil if all players depend on their
// specifications alone. The players must be prepared.
func Identities(ctx context.Context, g *play.Game, specs []string, players []play.Player) ([]string, error) {
	ids, some := make([]string, len(specs)), false
	for i, spec := range specs {
		read, err := files(g, spec)
		if err == nil {
			ids[i], err = identity(ctx, read, players[i])
		}
		if err != nil {
			return nil, fmt.Errorf("player %q: %w", spec, err)
		}
		some = some || ids[i] != ""
	}
	if !some {
		return nil, nil
	}
	return ids, nil
}

// shown formats an identity for a message.
func shown(id string) string {
	if id == "" {
		return "nothing but its specification"
	}
	return fmt.Sprintf("%q", id)
}
