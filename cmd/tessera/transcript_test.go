// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"bytes"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/shlex"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files afresh")

// transcriptHead is the head of every transcript. The marks "##" distinguish it from comments.
const transcriptHead = `## $ command line, < standard input, > standard output, ! standard error, = exit code,
## @ file that the command wrote, | its text (of a picture its digest), \ the line above has no end.
## $TMP is the folder of the files, $GTP the program as a GTP engine.
## SECONDS, MILLISECONDS, DATE, VERSION and CPUS stand for what does not repeat; the times of
## single moves and the processor time of GTP engines are left out of records.
`

// TestTranscripts runs the command lines of testdata/transcripts and compares all output. A
// transcript is its own script: a new one needs only the lines "$" and "<".
func TestTranscripts(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/transcripts/*.txt")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			t.Parallel()
			want, err := os.ReadFile(file)
			require.NoError(t, err)
			got := runTranscript(t, string(want))
			if *update {
				require.NoError(t, os.WriteFile(file, []byte(got), 0o666))
				return
			}
			require.Empty(t, cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")),
				"go test ./cmd/tessera -run TestTranscripts -update writes %s afresh", file)
		})
	}
}

// step is a command of a transcript.
type step struct {
	before  string // preceding comments and empty lines
	command string
	stdin   string
}

// parseTranscript returns the steps without their output, and the comments at the end.
func parseTranscript(t *testing.T, text string) (steps []step, after string) {
	t.Helper()
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		mark, rest := line[:min(1, len(line))], strings.TrimPrefix(line[min(1, len(line)):], " ")
		switch {
		case strings.HasPrefix(line, "##"):
		case line == "" || mark == "#":
			after += line + "\n"
		case mark == "$":
			steps = append(steps, step{before: after, command: rest})
			after = ""
		case len(steps) > 0 && mark == "<":
			steps[len(steps)-1].stdin += rest + "\n"
		default:
			require.Contains(t, `>!=@|\`, mark, "line %d: %s", i+1, line)
		}
	}
	return steps, after
}

// runTranscript runs the commands of a transcript, and returns the transcript with the new output.
func runTranscript(t *testing.T, text string) string {
	t.Helper()
	engine, err := engineVersion()
	require.NoError(t, err)
	folder := t.TempDir()
	expand := strings.NewReplacer("$TMP", folder, "$GTP", strings.TrimSpace(gtpCommand("")))
	// If two texts overlap, the longer one comes first.
	shorten := strings.NewReplacer(folder, "$TMP", strings.TrimSpace(gtpCommand("")), "$GTP", os.Args[0], "tessera",
		engine, "VERSION", version(), "VERSION")
	normal := func(text string) string { return normalise(shorten.Replace(text)) }

	var b strings.Builder
	b.WriteString(transcriptHead)
	steps, after := parseTranscript(t, text)
	require.NotEmpty(t, steps)
	before := readFolder(t, folder)
	for _, s := range steps {
		b.WriteString(s.before)
		block(&b, "$", s.command+"\n")
		block(&b, "<", s.stdin)
		words, err := shlex.Split(s.command)
		require.NoError(t, err)
		for i := range words {
			words[i] = expand.Replace(words[i])
		}
		stdin := expand.Replace(s.stdin)
		if n := len(words); n > 2 && words[n-2] == "<" {
			text, err := os.ReadFile(words[n-1])
			require.NoError(t, err)
			words, stdin = words[:n-2], string(text)
		}
		switch words[0] {
		case "tessera":
			code, stdout, stderr := tessera(t, stdin, words[1:]...)
			block(&b, ">", normal(stdout))
			block(&b, "!", normal(stderr))
			block(&b, "=", strconv.Itoa(code)+"\n")
		case "write": // FILE: the text of standard input
			require.Len(t, words, 2)
			require.NoError(t, os.WriteFile(words[1], []byte(stdin), 0o666))
			before = readFolder(t, folder)
		case "keep": // N FILE: the first N lines, as after an interruption
			require.Len(t, words, 3)
			n, err := strconv.Atoi(words[1])
			require.NoError(t, err)
			text, err := os.ReadFile(words[2])
			require.NoError(t, err)
			lines := slices.Collect(bytes.Lines(text))
			require.Less(t, n, len(lines))
			require.NoError(t, os.WriteFile(words[2], bytes.Join(lines[:n], nil), 0o666))
			before = readFolder(t, folder)
		default:
			require.Fail(t, "unknown command", s.command)
		}
		files := readFolder(t, folder)
		for _, f := range files {
			if slices.Contains(before, f) {
				continue
			}
			block(&b, "@", f.name+"\n")
			if filepath.Ext(f.name) == ".svg" {
				block(&b, "|", fmt.Sprintf("sha256 %x\n", sha256.Sum256([]byte(f.text))))
			} else {
				block(&b, "|", normal(f.text))
			}
		}
		before = files
	}
	return b.String() + after
}

// block writes a text with a mark before each line.
func block(b *strings.Builder, mark, text string) {
	for line := range strings.Lines(text) {
		line, whole := strings.CutSuffix(line, "\n")
		if line != "" {
			line = " " + line
		}
		b.WriteString(mark + line + "\n")
		if !whole {
			b.WriteString("\\\n")
		}
	}
}

// textFile is a file that a command wrote.
type textFile struct{ name, text string }

// readFolder returns the files of a folder by name, hidden ones left out.
func readFolder(t *testing.T, folder string) (files []textFile) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	require.NoError(t, err)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		require.NoError(t, err)
		files = append(files, textFile{e.Name(), string(text)})
	}
	return files
}

// unrepeatable lists the patterns of texts that differ from run to run, and their replacements. The
// record of a move omits a time that rounds to 0, so the transcripts omit all times.
var unrepeatable = []struct {
	pattern *regexp.Regexp
	with    string
}{
	{regexp.MustCompile(`[\d.]+[nµm]?s a move, the slowest [\d.]+[nµm]?s`), "SECONDS a move, the slowest SECONDS"},
	{regexp.MustCompile(`"seconds":[\d.e-]+,"slowest":[\d.e-]+`), `"seconds":SECONDS,"slowest":SECONDS`},
	{regexp.MustCompile(`"seconds":\[[^]]*\]`), `"seconds":[SECONDS]`},
	{regexp.MustCompile(`,"seconds":[\d.e-]+`), ""},
	{regexp.MustCompile(`"seconds":[\d.e-]+,?`), ""},
	{regexp.MustCompile(`\ntime [\d.e-]+ s\]`), "]"},
	{regexp.MustCompile(`C\[time [\d.e-]+ s\]`), ""},
	{regexp.MustCompile(`,"cpu":(?:[\d.e-]+|\[[^]]*\])`), ""},
	{regexp.MustCompile(`(?m)^(.*"gtp:.*),"work":(?:\d+|\[[\d,]*\])`), "$1"}, // milliseconds
	{regexp.MustCompile(`"date":"\d{4}-\d\d-\d\d"`), `"date":"DATE"`},
	{regexp.MustCompile(`DT\[\d{4}-\d\d-\d\d\]`), "DT[DATE]"},
	{regexp.MustCompile(`\benv [0-9a-f]{16}\b`), "env DIGEST"}, // of a program's file
	{regexp.MustCompile(`positions in [\d.]+[nµm]?s`), "positions in SECONDS"},
	{regexp.MustCompile(`info time \d+ `), "info time MILLISECONDS "},
	{regexp.MustCompile(`(?m)^=(\d*) \d+\.\d{3}$`), "=$1 SECONDS"}, // cputime: other numbers have more digits, or fewer
	{regexp.MustCompile(`(?m)^(  +--jobs .*\(default )\d+\)$`), "${1}CPUS)"},
}

// normalise replaces the texts that differ from run to run by fixed words.
func normalise(text string) string {
	for _, u := range unrepeatable {
		text = u.pattern.ReplaceAllString(text, u.with)
	}
	return text
}
