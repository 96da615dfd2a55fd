// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/elo"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/progress"
)

// matchFlags are the flags of match.
type matchFlags struct {
	p1, p2      string
	players     []string
	terms       match.Terms
	timeout     time.Duration
	grace       time.Duration
	sprt        string
	alpha, beta float64
	tc          string
	resign      string
	draw        string
	openings    string
	book        *play.Openings // book from --openings; nil: none
	file        string
	record      string
	jobs        int
	audit       float64
	server      queue.Server
	game        func() (*play.Game, error)
}

func newMatch() *cobra.Command {
	var f matchFlags
	c := &cobra.Command{
		Use:   "match",
		Short: "find out which of two players, or more, is the stronger",
		Long: `match lets players play pairs of games: two of one opening, from a book of even ones, with
the places changed. Players are those of play, other than human. It says who has won how often, and
the difference in Elo with its 95 % interval. name=NAME, in front of a player names it in the
results.

An illegal move, a crash, rubbish for an answer or a move that comes too late loses the game,
and the match goes on. Only a player who does not even start ends it.

With --json FILE all games are written to FILE, one object a line, and as the last line the summary.
If the match is interrupted, the same command goes on with it; without --json the match then
only says how it stood. What happens in a game follows from --seed and its number, whatever
--jobs is.

--game names another game, whose openings are moves at random. --openings FILE has games on record
for openings, in any form that replay reads: games begin at the positions after their moves.

--tc gives each player a clock: the time of a game and an increment after each move. Players plan
by it, and lose the game when it has run out. --resign and --draw decide games before their end, by
the players' own values, 0 (loss) to 1 (win), and margins in points.

With --nats URL the games are played by workers on other machines; see tessera worker.`,
		Example: `  tessera match --p1 montecarlo:visits=4 --p2 minimax --games 200 --json games.json
  tessera match --p1 minimax:own=3 --p2 minimax --games 20000 --sprt 0,10 --json games.json
  tessera match --player montecarlo --player minimax --player random --games 20 --gauntlet
  tessera match --game dots:3x3 --p1 tree:leaves=1000 --p2 random --games 50
  tessera match --p1 name=new,tree --p2 name=old,tree:solver=false --tc 1m+1s --resign 0.03,3 --draw 0.02,6
  tessera match --openings openings.blksgf --p1 tree --p2 minimax --record games.blksgf
  tessera match --p1 'gtp:"pentobi-gtp --level 3"' --p2 montecarlo --games 100 --move-timeout 10s`,
		Args: noArgs,
	}
	f.game = gameFlag(c)
	flags := c.Flags()
	flags.StringVar(&f.p1, "p1", "", "player 1: `name[:options]`")
	flags.StringVar(&f.p2, "p2", "", "player 2: `name[:options]`")
	flags.StringArrayVar(&f.players, "player", nil, "in place of --p1 and --p2, once for each of two or more players: `name[:options]`")
	flags.BoolVar(&f.terms.Gauntlet, "gauntlet", false, "the first player against each other one (otherwise all against all)")
	intFlag(flags, &f.terms.Games, "games", 1, math.MaxInt32, 100, "number of `games`, of each pairing")
	flags.Uint64Var(&f.terms.Seed, "seed", 1, "seed of the random choices, and of the order of the openings")
	flags.DurationVar(&f.timeout, "move-timeout", 10*time.Minute, "time for a move (0: no limit)")
	flags.DurationVar(&f.grace, "grace", 100*time.Millisecond, "time that a move may take beyond --move-timeout before the game is lost")
	flags.StringVar(&f.tc, "tc", "", "clock of each player, `time[+increment]` such as 1m+1s: for a game, and after each move (--grace holds)")
	flags.StringVar(&f.resign, "resign", "", "`rule` [MARGIN/]VALUE,COUNT: a player loses after COUNT moves in a row with a value of at most VALUE, and MARGIN points or more behind")
	flags.StringVar(&f.draw, "draw", "", "`rule` [MARGIN/]VALUE,COUNT: a draw after COUNT moves in a row of each player with a value within VALUE of 0.5, and a margin of at most MARGIN points")
	flags.StringVar(&f.openings, "openings", "", "`file` of games on record to begin from; even: those of the game that a search finds even")
	flags.StringVar(&f.sprt, "sprt", "", "end early, when one of two differences in Elo, `elo0,elo1`, is much likelier than the other")
	flags.Float64Var(&f.alpha, "alpha", 0.05, "of --sprt: probability to decide for elo1 if elo0 is true")
	flags.Float64Var(&f.beta, "beta", 0.05, "of --sprt: probability to decide for elo0 if elo1 is true")
	flags.StringVar(&f.file, "json", "", "`file` of the games and the summary; a match goes on from it")
	flags.StringVar(&f.record, "record", "", "write the games to `FILE`, too, as they end: .blksgf (Pentobi's), .json or .jsonl, or .txt (the moves); a %d in the name gives each game a file of its own, by number, as Pentobi needs it")
	intFlag(flags, &f.jobs, "jobs", 1, 1024, runtime.NumCPU(), "how many pairs to play at a time, `N`; the result is the same, unless time is short (with --nats: as many as the workers will)")
	natsFlags(flags, &f.server)
	flags.Float64Var(&f.audit, "audit", match.DefaultAudit, "with --nats: `share` of the workers' pairs, 0..1, to play again here and compare, if the players repeat their moves")
	for _, name := range []string{"p1", "p2", "player"} {
		complete(c, name, defaultGame().KindNames()...)
	}
	c.RunE = func(c *cobra.Command, _ []string) error { return f.run(c) }
	return c
}

func (f *matchFlags) run(c *cobra.Command) error {
	if err := f.read(c); err != nil {
		return err
	}
	log := c.ErrOrStderr()
	pool := match.NewPool(f.terms.Version)
	defer pool.Close()
	var bar atomic.Pointer[progress.Bar]
	var latest atomic.Pointer[match.Progress]
	defer func() { bar.Load().Done() }()
	games, closed, err := matchQueues(c, f.server, f.jobs, pool, func(line string) { bar.Load().Print(log, "match: "+line) })(&f.terms)
	if err != nil {
		return fmt.Errorf("match: %w", err)
	}
	defer closed()
	s, err := match.Run(c.Context(), &f.terms, pool, match.Options{
		File:     f.file,
		Record:   f.record,
		Openings: f.book,
		Queue:    games,
		Remote:   f.server.URL != "",
		Audit:    f.audit,
		Log:      log,
		Progress: func(p match.Progress) {
			if bar.Load() == nil {
				bar.Store(progress.Start(log, "match"))
			}
			latest.Store(&p)
			bar.Load().Say(p.String())
			bar.Load().Set(p.Games, p.Of)
		},
	})
	bar.Swap(nil).Done()
	if s != nil { // whatever may have failed after it
		if _, e := io.WriteString(c.OutOrStdout(), s.String()); err == nil {
			err = e
		}
	}
	var terms *match.TermsError
	var file *match.FileError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &file) && file.Input, errors.As(err, &terms):
		return badInputf("match: %w", err)
	case f.file != "" && s == nil:
		fmt.Fprintf(log, "match: the games so far are in %s; to go on:\n  %s\n", f.file, commandLine(c))
	}
	if c.Context().Err() == nil {
		return fmt.Errorf("match: %w", err)
	}
	if p := latest.Load(); p != nil && p.Games > 0 && f.file == "" {
		fmt.Fprintf(log, "match: %v after %d of %d games; only a match with --json FILE goes on\n", p, p.Games, p.Of)
	}
	return err
}

// read makes the match's terms from the flags.
func (f *matchFlags) read(c *cobra.Command) error {
	flags := c.Flags()
	g, err := f.game()
	if err != nil {
		return err
	}
	if !g.IsDefault() {
		f.terms.Game = g.Name
	}
	switch {
	case f.players != nil && (f.p1 != "" || f.p2 != ""):
		return badInputf("match: --player and --p1 or --p2, want one or the other")
	case f.players != nil:
		f.terms.Players = f.players
	case f.p1 == "" || f.p2 == "":
		return badInputf("match: want --p1 and --p2, or --player twice or more (see %s --help)", c.CommandPath())
	default:
		f.terms.Players = []string{f.p1, f.p2}
	}
	if err := durationFlag("match", "move-timeout", f.timeout, 0, "0s or more"); err != nil {
		return err
	}
	if err := durationFlag("match", "grace", f.grace, 0, "0s or more"); err != nil {
		return err
	}
	if err := f.readNames(); err != nil {
		return err
	}
	if f.tc != "" {
		if f.terms.TimeControl, err = play.ParseTimeControl(f.tc); err != nil {
			return badInputf("match: --tc %w", err)
		}
	}
	if f.timeout > 0 || f.tc != "" {
		f.terms.MoveTimeout, f.terms.Grace = match.Duration(f.timeout), match.Duration(f.grace)
	}
	for flag, to := range map[string]*match.Adjudication{"resign": &f.terms.Resign, "draw": &f.terms.Draw} {
		if text := flags.Lookup(flag).Value.String(); text != "" {
			if *to, err = match.ParseAdjudication(text); err != nil {
				return badInputf("match: --%s %w", flag, err)
			}
		}
	}
	if f.sprt != "" {
		low, high, _ := strings.Cut(f.sprt, ",")
		s := &elo.SPRT{Alpha: f.alpha, Beta: f.beta}
		var err0, err1 error
		s.Elo0, err0 = strconv.ParseFloat(low, 64)
		s.Elo1, err1 = strconv.ParseFloat(high, 64)
		if err0 != nil || err1 != nil {
			return badInputf("match: --sprt %q, want two numbers such as 0,10", f.sprt)
		}
		f.terms.SPRT = s
	} else if flags.Changed("alpha") || flags.Changed("beta") {
		return badInputf("match: --alpha or --beta without --sprt elo0,elo1")
	}
	if f.file == "" && flags.Changed("json") {
		return badInputf(`match: --json "", want a file`)
	}
	if err := checkNATS("match", &f.server); err != nil {
		return err
	}
	switch {
	case !(f.audit >= 0 && f.audit <= 1):
		return badInputf("match: --audit %v, want 0..1", f.audit)
	case flags.Changed("audit") && f.server.URL == "":
		return badInputf("match: --audit without --nats URL")
	}
	engine, err := engineVersion()
	if err != nil {
		return fmt.Errorf("match: version: %w", err)
	}
	f.terms.Digest, f.terms.Version = match.OpeningsDigest(f.terms.Game), engine
	if err := checkFolder("match", "record", f.record); err != nil {
		return err
	}
	if f.openings != "" {
		if f.book, err = match.FindOpenings(c.Context(), f.openings, g); err != nil {
			return badInputf("match: --openings %s: %w", f.openings, err)
		}
		f.terms.UseOpenings(f.book)
	}
	return nil
}

// nameOption precedes a specification. A comma follows its value.
const nameOption = "name="

// readNames splits the players' names from their specifications.
func (f *matchFlags) readNames() error {
	names, some := make([]string, len(f.terms.Players)), false
	f.terms.Players = slices.Clone(f.terms.Players)
	for i, text := range f.terms.Players {
		rest, ok := strings.CutPrefix(text, nameOption)
		if !ok {
			continue
		}
		name, spec, ok := strings.Cut(rest, ",")
		if name = strings.TrimSpace(name); !ok || name == "" || spec == "" {
			return badInputf("match: player %q, want name=NAME,SPECIFICATION", text)
		}
		names[i], f.terms.Players[i], some = name, spec, true
	}
	if some {
		f.terms.Aliases = names
	}
	return nil
}

// commandLine returns the command line of this run, for a shell, without passwords.
func commandLine(c *cobra.Command) string {
	words := []string{quote(os.Args[0]), c.Name()}
	c.Flags().Visit(func(flag *pflag.Flag) {
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			if flag.Name == natsFlag {
				v = queue.Redacted(v)
			}
			words = append(words, "--"+flag.Name+"="+quote(v))
		}
	})
	return strings.Join(words, " ")
}

// plain is a word that needs no quotes in a shell.
var plain = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// quote returns a word as a shell of this system reads it.
func quote(word string) string { return quoteFor(runtime.GOOS, word) }

func quoteFor(system, word string) string {
	switch {
	case plain.MatchString(word):
		return word
	case system == "windows" && plain.MatchString(strings.ReplaceAll(word, `\`, "/")):
		return word
	case system == "windows":
		return `"` + strings.ReplaceAll(word, `"`, `\"`) + `"`
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
