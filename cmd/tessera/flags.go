// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tessera-fpga/tessera/gen/config"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/prompt"
)

// wantError returns an error about a flag's value, with the wanted value, in a line that begins
// with the flag.
type wantError struct{ text, want string }

func (e *wantError) Error() string { return fmt.Sprintf("%s, want %s", e.text, e.want) }

// ranged is a flag whose value is a whole number within limits.
type ranged struct {
	value     *int
	low, high int
}

// intFlag adds a flag whose value is a whole number in low..high; math.MaxInt means that
// there is no upper limit.
func intFlag(flags *pflag.FlagSet, value *int, name string, low, high, otherwise int, usage string) {
	*value = otherwise
	flags.Var(&ranged{value, low, high}, name, usage)
}

func (r *ranged) String() string {
	if r.value == nil {
		return "0"
	}
	return strconv.Itoa(*r.value)
}

func (r *ranged) Type() string { return "int" }

func (r *ranged) want() string {
	if r.high == math.MaxInt {
		return fmt.Sprintf("%d or more", r.low)
	}
	return fmt.Sprintf("%d..%d", r.low, r.high)
}

func (r *ranged) Set(text string) error {
	n, err := strconv.Atoi(text)
	switch {
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return &wantError{strconv.Quote(text), "a whole number, " + r.want()}
	case err != nil || n < r.low || n > r.high:
		return &wantError{text, r.want()}
	}
	*r.value = n
	return nil
}

// wants describes the values of a flag, by type.
var wants = map[string]string{
	"uint64":   "a whole number, 0.." + strconv.FormatUint(math.MaxUint64, 10),
	"float64":  "a number",
	"bool":     "true or false",
	"duration": "a time such as 500ms or 2s",
}

// checkFolder reports early whether the folder of an output file exists, because the command only
// writes the file at its end. An empty path needs no folder.
func checkFolder(command, flag, file string) error {
	if file == "" {
		return nil
	}
	if info, err := os.Stat(filepath.Dir(file)); err != nil || !info.IsDir() {
		return badInputf("%s: --%s %s: %s is no folder", command, flag, file, filepath.Dir(file))
	}
	return nil
}

// flagError returns an error about a flag in the program's words: the flag, its text, and the
// wanted value.
func flagError(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		if !c.HasParent() {
			return badInputf("%w (see %s --help)", err, c.CommandPath())
		}
		return badInputf("%s: %w (see %s --help)", c.Name(), err, c.CommandPath())
	}
	var want *wantError
	if !errors.As(err, &want) {
		text, ok := wants[invalid.GetFlag().Value.Type()]
		if !ok {
			return badInputf("%s: %w (see %s --help)", c.Name(), err, c.CommandPath())
		}
		want = &wantError{strconv.Quote(invalid.GetValue()), text}
	}
	return badInputf("%s: --%s %w", c.Name(), invalid.GetFlag().Name, want)
}

// durationFlag checks a flag of time: at least the given one.
func durationFlag(command, name string, value, least time.Duration, want string) error {
	if value < least {
		return badInputf("%s: --%s %v, want %s", command, name, value, want)
	}
	return nil
}

// noArgs refuses arguments: the error names the unwanted one.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return badInputf("%s: unexpected argument %q, want none (see %s --help)", c.Name(), args[0], c.CommandPath())
	}
	return nil
}

// choice is a flag whose value is one of some words.
type choice struct {
	value string
	words []string
}

// choiceFlag adds a flag whose value is one of some words. The first word is the default.
func choiceFlag(c *cobra.Command, name, usage string, words ...string) *string {
	f := &choice{words[0], words}
	c.Flags().Var(f, name, usage)
	complete(c, name, words...)
	return &f.value
}

func (f *choice) String() string { return f.value }

func (f *choice) Type() string { return "string" }

func (f *choice) Set(text string) error {
	if !slices.Contains(f.words, text) {
		last := len(f.words) - 1
		return &wantError{strconv.Quote(text), strings.Join(f.words[:last], ", ") + " or " + f.words[last]}
	}
	f.value = text
	return nil
}

// The values of --first.
const (
	first1    = "1"
	first2    = "2"
	alternate = "alternate" // player 1 in the first game
)

// firstFlag adds the flag --first. The returned function reads the seat.
func firstFlag(c *cobra.Command) func() int {
	first := choiceFlag(c, "first", "the player who moves first, 1 or 2", first1, first2)
	return func() int {
		if *first == first2 {
			return 1
		}
		return 0
	}
}

// playersFlags are the flags of the commands that let two players play.
type playersFlags struct {
	spec  [2]string
	seed  uint64
	quiet bool
	board bool
}

// add adds the flags. others are further players, beyond the default game's.
func (f *playersFlags) add(c *cobra.Command, p1, p2 string, others ...string) {
	flags := c.Flags()
	flags.StringVar(&f.spec[0], "p1", p1, "player 1, who owns the upper left start square: `name[:options]`")
	flags.StringVar(&f.spec[1], "p2", p2, "player 2, who owns the lower right start square: `name[:options]`")
	flags.Uint64Var(&f.seed, "seed", 1, "seed of the random choices")
	names := append(defaultGame().KindNames(), others...)
	complete(c, "p1", names...)
	complete(c, "p2", names...)
}

// defaultGame returns the game of commands without --game.
func defaultGame() *play.Game {
	g, err := play.Find("")
	if err != nil {
		panic(err) // package games registers it
	}
	return g
}

// gameFlag adds the flag --game. The returned function reads it, and refuses the flags named others
// for games other than the default one.
func gameFlag(c *cobra.Command, others ...string) func() (*play.Game, error) {
	name := c.Flags().String("game", play.DefaultName(), "the `game`: "+gameNames())
	complete(c, "game", play.GameNames()...)
	return func() (*play.Game, error) {
		g, err := play.Find(*name)
		if err != nil {
			return nil, badInputf("%s: --game: %w", c.Name(), err)
		}
		for _, flag := range others {
			if !g.IsDefault() && c.Flags().Changed(flag) {
				return nil, badInputf("%s: --%s with --game %s, want it with %s only", c.Name(), flag, *name, play.DefaultName())
			}
		}
		return g, nil
	}
}

// gameNames returns the names that --game takes.
func gameNames() string {
	var texts []string
	for _, e := range play.Entries() {
		text := e.Name + " (" + e.Help + ")"
		if e.Default {
			texts = slices.Insert(texts, 0, text)
		} else {
			texts = append(texts, text)
		}
	}
	return strings.Join(texts, "; ")
}

// kindsHelp lists the players of games for the help: all players of the default game, then the
// common players of the other games once, then each game's own.
func kindsHelp() (ofDefault, ofOthers string) {
	var b, others strings.Builder
	told := map[string]bool{}
	for _, k := range defaultGame().AllKinds() {
		b.WriteString(kindHelp(k.Name, k.Help))
	}
	for _, e := range play.Entries() {
		g, err := e.New("")
		if err != nil || e.Default {
			continue
		}
		for _, k := range g.CommonKinds() {
			if !told[k.Name] {
				told[k.Name] = true
				others.WriteString(kindHelp(k.Name, k.Help))
			}
		}
		for _, k := range g.OwnKinds() {
			others.WriteString(kindHelp(k.Name, "of "+e.Name+": "+k.Help))
		}
	}
	return b.String(), others.String()
}

// kindHelp sets the help of a kind of player in lines of the width of the other help: what it is, then
// its options. A semicolon outside parentheses ends a line.
func kindHelp(name, help string) string {
	const columns, indent = 92, 19
	var b strings.Builder
	depth, from := 0, 0
	line := func(text string) {
		b.WriteString(prompt.Fold(fmt.Sprintf("  %-*s%s\n", indent-2, name, strings.TrimSpace(text)), columns))
		name = ""
	}
	for i, r := range help {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ';' && depth == 0:
			line(help[from:i])
			from = i + 1
		}
	}
	line(help[from:])
	return b.String()
}

// checkSpec makes the player of a specification once, to report wrong options at once.
func checkSpec(g *play.Game, spec, where string) error {
	p, err := g.New(spec, play.Env{})
	if errors.As(err, new(*play.SpecError)) {
		return badInputf("%s: %w", where, err)
	}
	if err != nil {
		return err
	}
	return p.Close()
}

// complete lets the shell complete the value of a flag.
func complete(c *cobra.Command, flag string, values ...string) {
	if err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag does not exist: a slip in this program
	}
}

// checkPonder reports whether the player of a configuration can think on the rival's time.
func checkPonder(command string, cfg config.Config) error {
	if !cfg.Ponders() {
		return badInputf("%s: --ponder, but --config %s does not think on the rival's time", command, cfg.Name)
	}
	return nil
}

// checkTeam reports whether a team's name can be sent.
func checkTeam(command, team string) error {
	if len(team) != 2 || strings.ContainsFunc(team, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return badInputf("%s: --team %q, want two printable ASCII characters", command, team)
	}
	return nil
}

// checkHostPort reports whether the value of a flag is a host and a port.
func checkHostPort(command, flag, text string) error {
	if _, _, err := net.SplitHostPort(text); err != nil {
		return badInputf("%s: --%s %q, want host:port", command, flag, text)
	}
	return nil
}
