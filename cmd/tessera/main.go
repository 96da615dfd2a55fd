// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

// Command tessera is the one program of the project: it counts and lists moves, replays games and
// lets players play each other. Every subcommand has its own file; "tessera help" lists them.
//
// Exit codes are 0 for success, 1 for a failure, 2 for wrong input, and 130 for an interrupt. One
// line on standard error names the wrong input, its place, and the expected input.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/fatih/color"
	"github.com/spf13/cobra"

	_ "github.com/tessera-fpga/tessera/chips"
	_ "github.com/tessera-fpga/tessera/games"
	"github.com/tessera-fpga/tessera/gen"
	_ "github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/play/progress"
	"github.com/tessera-fpga/tessera/play/prompt"
	"github.com/tessera-fpga/tessera/play/suggest"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailure     = 1
	exitBadInput    = 2
	exitInterrupted = 130 // 128 + SIGINT, as shells have it
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// badInput marks an error as the user's.
type badInput struct{ error }

func (e badInput) Unwrap() error { return e.error }

// badInputf returns an error that blames the input.
func badInputf(format string, args ...any) error {
	return badInput{fmt.Errorf(format, args...)}
}

// errReported ends a command after its errors about the input have gone to standard error.
var errReported = badInput{errors.New("errors have been reported")}

// output is standard output. It keeps the first write error, so that commands need not check for it
// and a full disk is not taken for success.
type output struct {
	io.Writer
	err    error
	cancel func() // ends the command, whose work is lost
}

func (o *output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil && o.err == nil {
		o.err = err
		o.cancel()
	}
	return n, err
}

// Unwrap returns the stream itself.
func (o *output) Unwrap() io.Writer { return o.Writer }

// run runs the program and returns its exit code. It returns soon after ctx is
// done, even while stdin has nothing to read.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	running := false // false: the command line is still being read
	commandCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	out := &output{Writer: stdout, cancel: cancel}
	root := newRoot()
	root.PersistentPreRun = func(*cobra.Command, []string) { running = true }
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(out)
	root.SetErr(stderr)

	ran, err := root.ExecuteContextC(commandCtx)
	if out.err != nil && ctx.Err() == nil && (err == nil || errors.Is(err, context.Canceled) || errors.Is(err, out.err)) {
		running, err = true, fmt.Errorf("write standard output: %w", out.err)
	}
	code := exitOK
	switch {
	case err == nil:
		return exitOK
	case ctx.Err() != nil && errors.Is(err, ctx.Err()), errors.Is(err, prompt.ErrInterrupt):
		code, err = exitInterrupted, errors.New("interrupted")
	case !running || errors.As(err, new(badInput)):
		code = exitBadInput
	default:
		code = exitFailure
	}
	if !errors.Is(err, errReported) {
		text := strings.ReplaceAll(err.Error(), "\n", " ")
		if !running && ran == root {
			text += cmp.Or(suggestCommand(root, args), seeHelp(err, root))
		}
		fmt.Fprintf(stderr, "tessera: %s\n", text)
	}
	return code
}

// seeHelp points to the list of commands, for errors that do not mention it.
func seeHelp(err error, root *cobra.Command) string {
	if errors.As(err, new(badInput)) {
		return ""
	}
	return " (see " + root.CommandPath() + " --help)"
}

// suggestCommand returns the suggestion for a message about an unknown command.
func suggestCommand(root *cobra.Command, args []string) string {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return ""
	}
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return suggest.Phrase(args[0], names)
}

// version returns the version of the program, with the commit if the program was built in a clone.
func version() string {
	text := gen.Version
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return text
	}
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			text += ", commit " + s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			text += ", modified"
		}
	}
	return text + ", " + info.GoVersion
}

// newRoot returns the command tree.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "tessera",
		Short: "a Blokus Duo engine: reference model and hardware",
		Long: `tessera plays Blokus Duo, and counts, lists and checks its moves; with --game also
four-player Blokus, Quoridor, and dots and boxes.

Moves are read in either of two notations: the four-character code of the public
design contest (column and row of the reference square, 1..9 a..e; tile a..u;
rotation 0..7), or the list of the squares covered, such as e10,e11,f10 (columns
a..n, rows 1..14 from the bottom up). A pass is 0000 or pass.

Exit codes: 0 all went well, 1 something failed, 2 wrong input, 130 interrupted.`,
		Example: `  tessera perft 3
  echo "55u0 aau0" | tessera legal
  tessera replay -v < games.txt
  tessera play --p1 human --p2 montecarlo`,
		Version:            version(),
		SilenceUsage:       true,
		SilenceErrors:      true,
		DisableSuggestions: true, // run makes its own one-line suggestions
	}
	root.SetHelpCommand(newHelp())
	root.SetFlagErrorFunc(flagError)
	const ofProgram = "The program"
	for _, g := range []struct {
		title    string
		commands []*cobra.Command
	}{
		{"Play", []*cobra.Command{newPlay(), newWeb(), newGTP(), newUCI(), newReferee()}},
		{"Look at games", []*cobra.Command{newReplay(), newLegal(), newPerft(), newSolve(), newDraw(), newTiles()}},
		{"Compare and train players", []*cobra.Command{newMatch(), newTrain(), newWorker(), newLab()}},
		{"The chip and its boards", []*cobra.Command{newSim(), newBench(), newBoard(), newBoards(), newBitstream(), newFlash(), newMeasure(), newGen()}},
		{ofProgram, []*cobra.Command{newDocs()}},
	} {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title + ":"})
		for _, c := range g.commands {
			c.GroupID = g.title
		}
		root.AddCommand(g.commands...)
	}
	root.SetHelpCommandGroupID(ofProgram)
	root.SetCompletionCommandGroupID(ofProgram)
	return root
}

// newHelp returns the help command, which unlike cobra's refuses unknown names.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [command]",
		Short:   "help about a command",
		Example: "  tessera help perft",
		RunE: func(c *cobra.Command, args []string) error {
			about, rest, err := c.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return badInputf("help: no command is named %q%s", strings.Join(args, " "), suggestCommand(c.Root(), args))
			}
			return about.Help()
		},
	}
}

// colourful reports whether to write escape sequences to the stream. The stream must be a terminal,
// and NO_COLOR unset.
func colourful(stream io.Writer) bool {
	return progress.IsTerminal(stream) && !color.NoColor
}
