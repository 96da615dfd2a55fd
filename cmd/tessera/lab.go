// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/lab"
	"github.com/tessera-fpga/tessera/lab/blokus"
	"github.com/tessera-fpga/tessera/lab/dots"
	"github.com/tessera-fpga/tessera/lab/ladder"
	"github.com/tessera-fpga/tessera/lab/pentobi"
	"github.com/tessera-fpga/tessera/lab/quoridor"
	"github.com/tessera-fpga/tessera/lab/thesis"
	"github.com/tessera-fpga/tessera/lab/variants"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
	"github.com/tessera-fpga/tessera/play/progress"
	"github.com/tessera-fpga/tessera/play/suggest"
)

// experiments are all experiments of the laboratory, by name.
var experiments = []*lab.Experiment{
	blokus.Experiment, dots.Experiment, ladder.Experiment, pentobi.Experiment,
	quoridor.Experiment, thesis.Experiment, variants.Experiment,
}

// labFlags are the flags of lab.
type labFlags struct {
	only, omit   string
	games, jobs  int
	seed         uint64
	cpu          float64
	again, list  bool
	file, folder string
	server       queue.Server
}

func newLab() *cobra.Command {
	var f labFlags
	var list strings.Builder
	for _, e := range experiments {
		fmt.Fprintf(&list, "  %-10s %s\n", e.Name, e.What)
	}
	c := &cobra.Command{
		Use:   "lab [experiment]",
		Short: "play the experiments of the documentation",
		Long: `lab plays experiments. An experiment is a table of rows, each a match; see tessera match.

` + list.String() + `
Without an experiment lab lists them all, with the rows that are missing. With one it plays the games
that are missing and puts each row that is over on record, in docs/figures; "tessera docs" fills the
pages from there. --list says how each row stands and plays nothing. It is to be run in the root of the
repository.

The games are in a folder, a file for each round of a row. If the run is interrupted, the same command
goes on. With --nats URL the games are played by workers on other machines; see tessera worker.`,
		Example: `  tessera lab ladder --list
  tessera lab quoridor --only '^ours' --cpu 600
  tessera lab variants --only children --nats nats://server:4222`,
		Args: cobra.MaximumNArgs(1),
	}
	flags := c.Flags()
	flags.StringVar(&f.only, "only", "", "the rows whose title, `table: players`, this regular expression fits")
	flags.StringVar(&f.omit, "omit", "", "without the rows whose title this `expression` fits")
	intFlag(flags, &f.games, "games", 1, math.MaxInt32, 0, "number of `games` of each row, rounded up to rounds (otherwise as many as the row is to have)")
	flags.Uint64Var(&f.seed, "seed", 0, "seed of the first round; the next round has the next one (otherwise the row's)")
	intFlag(flags, &f.jobs, "jobs", 1, 1024, runtime.NumCPU(), "how many pairs of games to play at a time, `N`; more than there are processors disturbs the times")
	flags.Float64Var(&f.cpu, "cpu", 0, "end after so many `seconds` of processor time")
	flags.BoolVar(&f.again, "again", false, "play rows that are on record, too")
	flags.BoolVar(&f.list, "list", false, "say how the rows stand, and play nothing")
	flags.StringVar(&f.file, "json", "", "`file` of the record (otherwise the experiment's in docs/figures)")
	flags.StringVar(&f.folder, "folder", "", "`folder` of the files of games (otherwise build/lab/NAME)")
	natsFlags(flags, &f.server)
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return f.listAll(c)
		}
		return f.run(c, args[0])
	}
	c.AddCommand(labTools()...)
	return c
}

// listAll lists the experiments.
func (f *labFlags) listAll(c *cobra.Command) error {
	if _, err := os.Stat(filepath.FromSlash(path.Dir(experiments[0].File))); err != nil {
		return badInputf("lab: there is no folder %s, want to be run in the root of the repository", path.Dir(experiments[0].File))
	}
	for _, e := range experiments {
		all, err := e.Status(&lab.Options{File: filepath.FromSlash(e.File)})
		if err != nil {
			return fmt.Errorf("lab: %s: %w", e.Name, err)
		}
		missing, parts := 0, 0
		for _, s := range all {
			switch {
			case s.Recorded == 0:
				missing++
			case !s.Over():
				parts++
			}
		}
		fmt.Fprintf(c.OutOrStdout(), "%-10s %3d rows, %3d missing, %3d with a part of their games: %s\n", e.Name, len(all), missing, parts, e.What)
	}
	return nil
}

// options reads the flags.
func (f *labFlags) options(name string) (e *lab.Experiment, o lab.Options, err error) {
	i := slices.IndexFunc(experiments, func(e *lab.Experiment) bool { return e.Name == name })
	if i < 0 {
		var names []string
		for _, e := range experiments {
			names = append(names, e.Name)
		}
		return nil, o, badInputf("lab: no experiment is named %.40q, want one of %s%s", name, strings.Join(names, ", "), suggest.Phrase(name, names))
	}
	e = experiments[i]
	o = lab.Options{Games: f.games, Seed: f.seed, Again: f.again, File: f.file, Folder: f.folder, CPU: time.Duration(f.cpu * float64(time.Second))}
	if f.cpu < 0 {
		return nil, o, badInputf("lab: --cpu %v, want 0 or more", f.cpu)
	}
	if o.File == "" {
		o.File = filepath.FromSlash(e.File)
	}
	if o.Folder == "" {
		o.Folder = filepath.Join("build", "lab", e.Name)
	}
	for _, flag := range []struct {
		name, text string
		to         **regexp.Regexp
	}{{"only", f.only, &o.Only}, {"omit", f.omit, &o.Omit}} {
		if flag.text == "" {
			continue
		}
		if *flag.to, err = regexp.Compile(flag.text); err != nil {
			return nil, o, badInputf("lab: --%s: %w", flag.name, err)
		}
	}
	return e, o, checkFolder("lab", "json", o.File)
}

func (f *labFlags) run(c *cobra.Command, name string) error {
	e, o, err := f.options(name)
	if err != nil {
		return err
	}
	if err := checkNATS("lab", &f.server); err != nil {
		return err
	}
	all, err := e.Status(&o)
	if err != nil {
		return fmt.Errorf("lab: %w", err)
	}
	if len(all) == 0 {
		return badInputf("lab: no row of %s is left by --only %q and --omit %q; --list shows all", name, f.only, f.omit)
	}
	log, missing, parts := c.ErrOrStderr(), 0, 0
	for _, s := range all {
		if f.list {
			fmt.Fprintln(c.OutOrStdout(), s.String())
		}
		if o.Again && !f.list && s.Recorded > s.Row.Games {
			return badInputf("lab: --again: %s has %d games on record, and %d would replace them: want --games %d or more, or another file by --json", s.Row.Title(), s.Recorded, s.Row.Games, s.Recorded)
		}
		if s.Over() && !o.Again {
			continue
		}
		what := "missing"
		if s.Recorded == 0 {
			missing++
		} else {
			what = "to be played"
			parts++
		}
		if !f.list && s.Missing == "" { // Run reports rows that it cannot play
			fmt.Fprintln(log, "lab: "+what+": "+s.String())
		}
	}
	fmt.Fprintf(log, "lab: %s: %d of %d rows are missing", name, missing, len(all))
	if parts > 0 {
		fmt.Fprintf(log, ", %d with games on record to be played", parts)
	}
	fmt.Fprintln(log)
	if f.list || missing+parts == 0 {
		return nil
	}
	if o.Version, err = engineVersion(); err != nil {
		return fmt.Errorf("lab: version: %w", err)
	}
	o.Pool = match.NewPool(o.Version)
	defer o.Pool.Close()
	bar := progress.Start(log, "lab")
	defer func() { bar.Done() }()
	var title atomic.Pointer[string]
	o.Log = log
	o.Queue = matchQueues(c, f.server, f.jobs, o.Pool, func(line string) { bar.Print(log, "lab: "+line) })
	o.Progress = func(row string, p match.Progress) {
		title.Store(&row)
		bar.Say(row + ": " + p.String())
		bar.Set(p.Games, p.Of)
	}
	played := 0
	o.Played = func(p *lab.Played) { played++; bar.Print(log, "lab: "+p.String()) }
	err = e.Run(c.Context(), o)
	bar.Done()
	var terms *match.TermsError
	var file *match.FileError
	switch {
	case err == nil && played == 0:
		return fmt.Errorf("lab: no row could be played, and %s is as before", o.File)
	case err == nil:
		_, err := fmt.Fprintf(c.OutOrStdout(), "%s is written; \"tessera docs\" fills the pages\n", o.File)
		return err
	case errors.As(err, &file) && file.Input:
		return badInputf("lab: %w: name another folder by --folder, or remove %s to begin afresh", err, o.Folder)
	case errors.As(err, &terms):
		row := ""
		if at := title.Load(); at != nil {
			row = *at + ": "
		}
		return badInputf("lab: %s%w", row, err)
	}
	fmt.Fprintf(log, "lab: the games so far are in %s; to go on:\n  %s\n", o.Folder, labCommandLine(c, name))
	if errors.Is(err, lab.ErrTime) {
		return nil
	}
	if c.Context().Err() != nil {
		return err
	}
	return fmt.Errorf("lab: %w", err)
}

// labCommandLine returns the command that resumes an experiment.
func labCommandLine(c *cobra.Command, name string) string {
	return strings.Replace(commandLine(c), " lab", " lab "+name, 1)
}

// matchQueues returns the queues of matches: in this program, or with workers if a server is set.
func matchQueues(c *cobra.Command, server queue.Server, jobs int, pool *match.Pool, say func(line string)) func(t *match.Terms) (queue.Queue, func(), error) {
	return func(t *match.Terms) (queue.Queue, func(), error) {
		if server.URL == "" {
			return queue.Local(jobs, pool.Play), func() {}, nil
		}
		server.Log = say
		m := queue.Match{ID: t.ID(), Version: t.Version}
		if c.Flags().Changed("jobs") {
			m.Jobs = jobs
		}
		remote, err := queue.Dial(c.Context(), server, m)
		if err != nil {
			return nil, nil, err
		}
		return remote, func() { remote.Close() }, nil
	}
}
