package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/google/renameio/v2"
	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/docs"
	"github.com/tessera-fpga/tessera/lab/ladder"
	"github.com/tessera-fpga/tessera/lab/thesis"
	"github.com/tessera-fpga/tessera/lab/variants"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/rtl"
)

func newDocs() *cobra.Command {
	c := &cobra.Command{
		Use:   "docs",
		Short: "bring the pictures and figures of the documentation up to date",
		Long: `docs draws the pictures in ` + docs.PicturesDir + ` afresh, and fills in the tables of figures of
README.md and the pages in docs. The figures come from the records of the boards and from
` + docs.BenchFile + `; --bench replaces the latter by what "tessera bench" has written, less
what depends on the machine. --ladder replaces ` + docs.LadderFile + ` by what "tessera ladder" has
written; results of programs that took no part this time stay. --variants replaces those studies of
` + docs.VariantsFile + ` that "tessera variants" has played, and --tables ` + docs.TablesFile + ` by
what "tessera tables" has written. --pentobi puts the results into ` + docs.PentobiFile + `,
in place of those of the same players.
A test fails as long as something is out of date.`,
		Example: "  tessera docs\n  tessera docs --bench build/bench.json\n  tessera docs --ladder build/ladder.json\n  tessera docs --variants build/variants.json",
		Args:    noArgs,
	}
	bench := c.Flags().String("bench", "", "take the figures of this `file`, which tessera bench has written")
	variantsFile := c.Flags().String("variants", "", "take the studies of this `file`, which tessera variants has written")
	pentobi := c.Flags().StringSlice("pentobi", nil, "take the results of these `files`, which tessera match has written")
	thesis := c.Flags().String("tables", "", "take the tables of this `file`, which tessera tables has written")
	results := c.Flags().String("ladder", "", "take the ladder of this `file`, which tessera ladder has written")
	c.RunE = func(c *cobra.Command, _ []string) error {
		root, err := rtl.Root()
		if err != nil {
			return err
		}
		if *bench != "" {
			f, err := os.Open(*bench)
			if err != nil {
				return badInputf("docs: --bench: %w", err)
			}
			text, err := docs.DesignFigures(f)
			f.Close()
			if err != nil {
				return badInputf("docs: --bench %s: %w", *bench, err)
			}
			if err := renameio.WriteFile(filepath.Join(root, docs.BenchFile), text, 0o666); err != nil {
				return err
			}
		}
		if len(*pentobi) > 0 {
			if err := takeMatches(*pentobi, filepath.Join(root, docs.PentobiFile)); err != nil {
				return err
			}
		}
		if *thesis != "" {
			if err := takeTables(*thesis, filepath.Join(root, docs.TablesFile)); err != nil {
				return err
			}
		}
		if *results != "" {
			if err := takeLadder(*results, filepath.Join(root, docs.LadderFile)); err != nil {
				return err
			}
		}
		if *variantsFile != "" {
			if err := takeVariants(*variantsFile, filepath.Join(root, docs.VariantsFile)); err != nil {
				return err
			}
		}
		files, err := docs.Files(root)
		if err != nil {
			return err
		}
		for _, path := range slices.Sorted(maps.Keys(files)) {
			full := filepath.Join(root, path)
			if old, err := os.ReadFile(full); err == nil && string(old) == files[path] {
				continue
			}
			if err := renameio.WriteFile(full, []byte(files[path]), 0o666); err != nil {
				return err
			}
			fmt.Fprintln(c.OutOrStdout(), full)
		}
		return nil
	}
	return c
}

// takeLadder replaces the report of the ladder by another one, and keeps what only the former has of
// other programs.
func takeLadder(from, to string) error {
	report, err := readLadder(from)
	if err != nil {
		return badInputf("docs: --ladder: %w", err)
	}
	switch earlier, err := readLadder(to); {
	case err == nil:
		report.Keep(earlier)
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := report.Rate(); err != nil {
		return badInputf("docs: --ladder %s: %w", from, err)
	}
	var text bytes.Buffer
	if err := report.Write(&text); err != nil {
		return err
	}
	return renameio.WriteFile(to, text.Bytes(), 0o666)
}

// takeVariants replaces studies of a report by those of another one.
func takeVariants(from, to string) error {
	read := func(path string) (*variants.Report, error) {
		f, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		r, err := variants.Read(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		return r, nil
	}
	newer, err := read(from)
	if err != nil {
		return badInputf("docs: --variants: %w", err)
	}
	report, err := read(to)
	if errors.Is(err, fs.ErrNotExist) {
		report, err = &variants.Report{}, nil
	}
	if err != nil {
		return err
	}
	report.Take(newer)
	var text bytes.Buffer
	if err := report.Write(&text); err != nil {
		return err
	}
	return renameio.WriteFile(to, text.Bytes(), 0o666)
}

// readLadder reads the report of a ladder.
func readLadder(path string) (*ladder.Report, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	r, err := ladder.Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return r, nil
}

// takeTables copies a report of the thesis's tables, judged afresh.
func takeTables(from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return badInputf("docs: --tables: %w", err)
	}
	defer f.Close()
	r, err := thesis.Read(f)
	if err != nil {
		return badInputf("docs: --tables %s: %w", from, err)
	}
	r.Judge()
	return r.Save(to)
}

// takeMatches writes the summaries of matches to a file, in place of those of the same game and players.
func takeMatches(from []string, to string) error {
	var all []*match.Summary
	switch text, err := os.ReadFile(to); {
	case err == nil:
		if err := json.Unmarshal(text, &all); err != nil {
			return fmt.Errorf("%s: %w", to, err)
		}
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	for _, path := range from {
		s, err := match.ReadSummary(path)
		if err != nil {
			return badInputf("docs: --pentobi: %w", err)
		}
		same := func(o *match.Summary) bool {
			return o.Terms.Game == s.Terms.Game && slices.Equal(o.Terms.Players, s.Terms.Players)
		}
		if i := slices.IndexFunc(all, same); i >= 0 {
			all[i] = s
		} else {
			all = append(all, s)
		}
	}
	text, err := json.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	if err := docs.CheckPentobi(text); err != nil {
		return badInputf("docs: --pentobi: %w", err)
	}
	return renameio.WriteFile(to, append(text, '\n'), 0o666)
}
