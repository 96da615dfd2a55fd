// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gocode

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/tessera-fpga/tessera/internal/process"
)

// Trial runs tests with mutants.
type Trial struct {
	Root  string // of the module
	Short bool   // tests run with -short
	Seed  uint64 // of the tests, in TESSERA_SEED

	mu    sync.Mutex
	sound map[Tests]time.Duration // time without a mutant
}

// ErrInvalid is the error of a mutant that does not compile.
var ErrInvalid = errors.New("gocode: the mutant does not compile")

// limit is the time limit of tests that take that time without a mutant. The machine may be busy.
func limit(sound time.Duration) time.Duration { return 15*time.Second + 5*sound }

// Try runs the tests of a package with a mutant, until some see it. It returns the test that saw
// the mutant, or "".
func (t *Trial) Try(ctx context.Context, m *Mutant, tests []Tests) (by string, err error) {
	dir, err := os.MkdirTemp("", "gocode-")
	if err != nil {
		return "", fmt.Errorf("gocode: %w", err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(t.Root, filepath.FromSlash(m.File))
	src, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("gocode: %w", err)
	}
	file, overlay := filepath.Join(dir, filepath.Base(path)), filepath.Join(dir, "overlay.json")
	text, err := json.Marshal(map[string]map[string]string{"Replace": {path: file}})
	if err == nil {
		err = errors.Join(os.WriteFile(file, m.apply(src), 0o666), os.WriteFile(overlay, text, 0o666))
	}
	if err != nil {
		return "", fmt.Errorf("gocode: %w", err)
	}
	for _, one := range tests {
		sound, err := t.soundTime(ctx, one)
		if err != nil {
			return "", err
		}
		by, err := t.run(ctx, one, overlay, limit(sound))
		if err != nil {
			return "", err
		}
		if by != "" && one.Package != m.Module {
			by = one.Package + ": " + by
		}
		if by != "" {
			return by, nil
		}
	}
	return "", nil
}

// soundTime returns the time of the tests without a mutant, which they must pass.
func (t *Trial) soundTime(ctx context.Context, tests Tests) (time.Duration, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if took, ok := t.sound[tests]; ok {
		return took, nil
	}
	start := time.Now()
	by, err := t.run(ctx, tests, "", 10*time.Minute)
	if err == nil && by != "" {
		err = fmt.Errorf("gocode: %s fails without a mutant: %s", tests.Package, by)
	}
	if err != nil {
		return 0, err
	}
	if t.sound == nil {
		t.sound = map[Tests]time.Duration{}
	}
	t.sound[tests] = time.Since(start)
	return t.sound[tests], nil
}

// maxMemory is the address space of a test in KiB: a mutant may ask for all there is.
const maxMemory = 8 << 20

var (
	failedTest = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)
	panicked   = regexp.MustCompile(`(?m)^(?:panic|fatal error): (.*)`)
)

// run runs tests with the files of an overlay, and returns the first failure, or "".
func (t *Trial) run(ctx context.Context, tests Tests, overlay string, limit time.Duration) (by string, err error) {
	late, cancel := context.WithTimeout(ctx, limit+time.Minute) // a build, and tests that "go test" cannot end
	defer cancel()
	args := []string{"test", "-vet=off", "-count=1", "-failfast", "-timeout", limit.String(),
		"-exec", fmt.Sprintf(`sh -c 'ulimit -v %d; exec "$0" "$@"'`, maxMemory)}
	if t.Short {
		args = append(args, "-short")
	}
	if overlay != "" {
		args = append(args, "-overlay", overlay)
	}
	if tests.Run != "" {
		args = append(args, "-run", tests.Run)
	}
	cmd := exec.CommandContext(late, "go", append(args, "./"+tests.Package)...)
	cmd.Dir = t.Root
	cmd.Env = append(os.Environ(), fmt.Sprintf("TESSERA_SEED=%d", t.Seed))
	process.Group(cmd)
	cmd.Cancel = func() error { return process.Kill(cmd) }
	cmd.WaitDelay = 10 * time.Second
	out, err := cmd.CombinedOutput()
	switch {
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case late.Err() != nil, bytes.Contains(out, []byte("panic: test timed out")):
		return "the time limit", nil
	case err == nil:
		return "", nil
	case bytes.Contains(out, []byte("[build failed]")):
		return "", fmt.Errorf("%w: %.500s", ErrInvalid, out)
	}
	if found := failedTest.FindSubmatch(out); found != nil {
		return string(found[1]), nil
	}
	if found := panicked.FindSubmatch(out); found != nil {
		return strings.Join(strings.Fields("panic: "+string(found[1])), " "), nil
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) && bytes.Contains(out, []byte("\nFAIL")) {
		return "the test's program", nil
	}
	return "", fmt.Errorf("gocode: go test ./%s: %w\n%.2000s", tests.Package, err, out)
}
