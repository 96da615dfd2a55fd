// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package match

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/google/shlex"

	"github.com/tessera-fpga/tessera/play"
)

// An Identified player states what its specification does not say: the name and version of the
// program that it runs, or the digest of its built-in weights; "" if there is nothing to say.
type Identified interface {
	Identity(ctx context.Context) (string, error)
}

// files returns the names and digests of the files that a player reads, and of the file of the
// program that it runs; "" if there are none.
func files(g *play.Game, spec string) (string, error) {
	var parts []string
	for _, r := range g.Opens(spec) {
		name := r.Name
		switch r.Kind {
		case play.File:
		case play.Program:
			if name = programFile(r.Name); name == "" {
				continue // the start of the program says why
			}
		default:
			continue
		}
		digest, err := fileDigest(name)
		if err != nil {
			return "", err
		}
		parts = append(parts, filepath.Base(name)+" "+digest)
	}
	return strings.Join(parts, ", "), nil
}

// programFile returns the file of the program that a command in shell syntax runs; "" if there is
// none.
func programFile(command string) string {
	words, err := shlex.Split(command)
	if err != nil || len(words) == 0 {
		return ""
	}
	path, err := exec.LookPath(words[0])
	if err != nil && !errors.Is(err, exec.ErrDot) {
		return ""
	}
	return path
}

// fileDigest returns a digest of the content of a file.
func fileDigest(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// identity adds to a player's specification a digest of each file that the player reads or runs, and
// what the player itself states. It is "" if the player depends on its specification alone.
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
		if program != "" {
			parts = append(parts, strings.ToValidUTF8(program, string(utf8.RuneError)))
		}
	}
	return strings.Join(parts, ", "), nil
}

// Identities returns the value for Terms.Identities. It returns nil if all players depend on their
// specifications alone. The players must be prepared; nil stands for one that only workers have.
func Identities(ctx context.Context, g *play.Game, specs []string, players []play.Player) ([]string, error) {
	ids, some := make([]string, len(specs)), false
	for i, spec := range specs {
		if players[i] == nil {
			ids[i], some = elsewhere, true
			continue
		}
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

// elsewhere is the identity of a player that does not start on the machine of the match, but on
// those of its workers.
const elsewhere = "as the workers have it"

// shown formats an identity for a message.
func shown(id string) string {
	if id == "" {
		return "nothing but its specification"
	}
	return fmt.Sprintf("%q", id)
}
