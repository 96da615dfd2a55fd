// Command tessera is the one program of the project: it counts and lists moves,
// replays games and lets players play each other. Every subcommand has a file
// of its own; "tessera help" lists them.
//
// It exits with 0 when all went well, 1 when something failed, 2 when its input
// was wrong (one line on standard error says what, where, and what was wanted),
// and 130 when it was interrupted.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"

	"github.com/fatih/color"
	"github.com/spf13/cobra"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailure     = 1
	exitBadInput    = 2
	exitInterrupted = 130 // 128 + SIGINT, as shells have it
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// badInput marks an error as the user's.
type badInput struct{ error }

func (e badInput) Unwrap() error { return e.error }

// badInputf returns an error that blames the input.
func badInputf(format string, args ...any) error {
	return badInput{fmt.Errorf(format, args...)}
}

// errReported ends a command whose input was wrong in ways that standard error
// has been told already.
var errReported = badInput{errors.New("errors have been reported")}

// run runs the program and returns its exit code. It returns soon after ctx is
// done, even while stdin has nothing to read.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	running := false // false: the command line is still being read
	root := newRoot()
	root.PersistentPreRun = func(*cobra.Command, []string) { running = true }
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)

	err := root.ExecuteContext(ctx)
	code := exitOK
	switch {
	case err == nil:
		return exitOK
	case ctx.Err() != nil && errors.Is(err, ctx.Err()):
		code, err = exitInterrupted, errors.New("interrupted")
	case !running || errors.As(err, new(badInput)):
		code = exitBadInput
	default:
		code = exitFailure
	}
	if !errors.Is(err, errReported) {
		fmt.Fprintf(stderr, "tessera: %s\n", strings.ReplaceAll(err.Error(), "\n", " "))
	}
	return code
}

// newRoot returns the command tree.
func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "tessera",
		Short: "a Blokus Duo engine: reference model and hardware",
		Long: `tessera plays Blokus Duo, and counts, lists and checks its moves.

Moves are read in either of two notations: the four-character code of the public
design contest (column and row of the reference square, 1..9 a..e; tile a..u;
rotation 0..7), or the list of the squares covered, such as e10,e11,f10 (columns
a..n, rows 1..14 from the bottom up). A pass is 0000 or pass.

Exit codes: 0 all went well, 1 something failed, 2 wrong input, 130 interrupted.`,
		Example: `  tessera perft 3
  echo "55u0 aau0" | tessera legal
  tessera replay -v < games.txt
  tessera play --p1 human --p2 golden`,
		SilenceUsage:       true,
		SilenceErrors:      true,
		DisableSuggestions: true,
		CompletionOptions:  cobra.CompletionOptions{DisableDefaultCmd: true},
	}
	root.SetHelpCommand(newHelp())
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return badInputf("%s: %w (see %s --help)", c.Name(), err, c.CommandPath())
	})
	root.AddCommand(newPlay(), newTiles(), newLegal(), newReplay(), newPerft(), newSim(), newBench(), newGen(), newBitstream(), newFlash(), newRecord(), newReferee(), newBoard())
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
				return badInputf("help: no command is named %q", strings.Join(args, " "))
			}
			return about.Help()
		},
	}
}

// noArgs refuses arguments: it says which one there is and that none is wanted.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return badInputf("%s: unexpected argument %q, want none (see %s --help)", c.Name(), args[0], c.CommandPath())
	}
	return nil
}

// isTerminal reports whether the stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// colourful reports whether to write escape sequences to the stream: it is a
// terminal, and NO_COLOR is not set.
func colourful(stream io.Writer) bool {
	return stream == io.Writer(os.Stdout) && !color.NoColor
}
