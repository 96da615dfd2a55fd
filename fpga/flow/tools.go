// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package flow

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/tessera-fpga/tessera/fpga/board"
	"github.com/tessera-fpga/tessera/internal/process"
	"github.com/tessera-fpga/tessera/rtl"
)

// familyTools are the tools of a family after Yosys, and the ends of their files' names.
type familyTools struct {
	nextpnr, pack string
	constraints   string
	placed        string // what nextpnr writes for pack
	bitstream     string
}

var toolsOf = map[board.Family]familyTools{
	board.ICE40: {"nextpnr-ice40", "icepack", ".pcf", "top.asc", ".bin"},
	board.ECP5:  {"nextpnr-ecp5", "ecppack", ".lpf", "top.config", ".bit"},
	board.Gowin: {"nextpnr-himbaechel-gowin", "gowin_pack", ".cst", "placed.json", ".fs"},
}

// Toolchain finds and calls the tools.
type Toolchain struct {
	// Root is the root folder of the repository.
	Root string
	// Native says to take the tools from PATH instead of .tools/py.
	Native bool
	// Progress gets one line per step; nil for silence.
	Progress io.Writer
}

// FindToolchain returns the tools that the environment selects: the tools of "make tools-fpga", or
// with TESSERA_TOOLS=native the tools on PATH.
func FindToolchain() (*Toolchain, error) {
	root, err := rtl.Root()
	if err != nil {
		return nil, err
	}
	switch mode := os.Getenv("TESSERA_TOOLS"); mode {
	case "", "yowasp":
		return &Toolchain{Root: root}, nil
	case "native":
		return &Toolchain{Root: root, Native: true}, nil
	default:
		return nil, fmt.Errorf("fpga: TESSERA_TOOLS=%s, want native or yowasp", mode)
	}
}

// path returns the program of a tool. Its error names the command that installs the tool.
func (t *Toolchain) path(tool string) (string, error) {
	if t.Native {
		path, err := exec.LookPath(tool)
		if err != nil {
			return "", fmt.Errorf("fpga: %s is not on PATH (TESSERA_TOOLS=native; without it the tools of \"make tools-fpga\" are used)", tool)
		}
		return path, nil
	}
	for _, path := range []string{"py/bin/yowasp-" + tool, "py/bin/" + tool, "bin/" + tool} {
		path = filepath.Join(t.Root, ".tools", filepath.FromSlash(path))
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("fpga: %s is missing: run \"make tools-fpga\"", tool)
}

// ToolError is the failure of a tool.
type ToolError struct {
	Tool string
	Err  error    // exit error
	Tail []string // the last lines of its output
	Log  string   // file with all of its output
}

// Error returns one line: the tool, its own words and the file to read.
func (e *ToolError) Error() string {
	why := e.Err.Error()
	for i := len(e.Tail) - 1; i >= 0; i-- {
		if strings.Contains(strings.ToLower(e.Tail[i]), "error") {
			why = e.Tail[i]
			break
		}
	}
	return fmt.Sprintf("fpga: %s failed: %s (log: %s)", e.Tool, why, e.Log)
}

func (e *ToolError) Unwrap() error { return e.Err }

// tailLines is the number of lines of a failed tool's log in the error.
const tailLines = 12

// run calls a tool in the folder dir and writes its output to the file log.
//
// The packaged tools see the file system through mounts: every folder of / except /tmp, and
// relative paths, even up to the root. Relative paths therefore always work, and keep the machine's
// paths out of the logs.
func (t *Toolchain) run(ctx context.Context, dir, log, tool string, args ...string) error {
	path, err := t.path(tool)
	if err != nil {
		return err
	}
	file, err := os.Create(log)
	if err != nil {
		return fmt.Errorf("fpga: %w", err)
	}
	defer file.Close()
	notice := &noticeWriter{file: file, tool: tool, say: t.say}

	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	cmd.Stdout, cmd.Stderr = notice, notice
	// A separate process group lets the tool's children end with it. Ctrl-C reaches this program
	// only.
	process.Group(cmd)
	cmd.Cancel = func() error { return process.Terminate(cmd) }
	cmd.WaitDelay = 3 * time.Second
	err = cmd.Run()
	if ctx.Err() != nil {
		if cmd.Process != nil {
			_ = process.Kill(cmd) // ends processes that outlived the polite request
		}
		return ctx.Err()
	}
	if err != nil {
		return &ToolError{Tool: tool, Err: err, Tail: tail(log), Log: t.rel(log)}
	}
	return nil
}

// output calls a tool and returns its output; some tools write their version to standard output,
// some to standard error.
func (t *Toolchain) output(ctx context.Context, tool string, args ...string) (string, error) {
	path, err := t.path(tool)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = t.Root
	cmd.Stdout = &noticeWriter{file: &out, tool: tool, say: t.say}
	cmd.Stderr = cmd.Stdout
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("fpga: %s %s: %w: %s", tool, strings.Join(args, " "), err, strings.TrimSpace(out.String()))
	}
	return out.String(), nil
}

// say writes a line of progress.
func (t *Toolchain) say(format string, args ...any) {
	if t.Progress != nil {
		fmt.Fprintf(t.Progress, format+"\n", args...)
	}
}

// rel shortens a path below the root.
func (t *Toolchain) rel(path string) string {
	if r, err := filepath.Rel(t.Root, path); err == nil && !strings.HasPrefix(r, "..") {
		return r
	}
	return path
}

var versionPattern = regexp.MustCompile(`(?:Yosys |nextpnr-)([0-9][0-9A-Za-z.+-]*)`)

// version returns a tool's name and version, such as "yosys 0.70".
func (t *Toolchain) version(ctx context.Context, tool string) (string, error) {
	out, err := t.output(ctx, tool, "--version")
	if err != nil {
		return "", err
	}
	// nextpnr's own name is in the first word too; its version is the last match.
	found := versionPattern.FindAllStringSubmatch(out, -1)
	if len(found) == 0 {
		return "", fmt.Errorf("fpga: %s --version says %q, want a version", tool, strings.TrimSpace(out))
	}
	return tool + " " + found[len(found)-1][1], nil
}

// noticeWriter passes everything on, and gives notice when a packaged tool compiles itself, which
// takes a minute or two at its very first call.
type noticeWriter struct {
	file io.Writer
	tool string
	say  func(string, ...any)
	said bool
}

func (w *noticeWriter) Write(p []byte) (int, error) {
	if !w.said && bytes.Contains(p, []byte("Preparing to run")) {
		w.said = true
		w.say("%s: first call, it compiles itself (once; a minute or two)", w.tool)
	}
	return w.file.Write(p)
}

// tail returns the last lines of a log, without empty ones.
func tail(log string) []string {
	text, err := os.ReadFile(log)
	if err != nil {
		return nil
	}
	var lines []string
	for _, line := range strings.Split(string(text), "\n") {
		if line = strings.TrimRight(line, " \r\t"); line != "" {
			lines = append(lines, line)
		}
	}
	return lines[max(0, len(lines)-tailLines):]
}

// isCanceled reports whether err comes from the end of the context.
func isCanceled(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}
