// Command study plays the matches of docs/quoridor.md and writes their results to docs/quoridor.json, from
// which "tessera docs" makes the tables. It is to be run in the root of the repository. Games go to
// build/quoridor: an interrupted study goes on. Games of another version of the program are refused; remove them
// then.
package main

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"time"

	"github.com/google/renameio/v2"

	"github.com/tessera-fpga/tessera/docs"
	"github.com/tessera-fpga/tessera/match"
	"github.com/tessera-fpga/tessera/match/queue"
)

const folder = "build/quoridor"

// entry is a match of the study.
type entry struct {
	table, p1, p2 string
	games         int
	start         bool // without openings, as in the source: then a player must play by chance
}

// Entries of the table "ours" give our player about the time for a move that the other one takes, or
// less: on the machine on which the program was written, 1,000 simulations take 1.7 ms of the processor, 10,000
// nodes 2.3 ms and 500 leaves 1.6 ms.
var entries = []entry{
	{"ours", "tree:leaves=100", "brain1", 200, false},
	{"ours", "tree:leaves=100", "brain2", 200, false},
	{"ours", "tree:leaves=600", "mcts:sims=2000", 200, false},
	{"ours", "tree:leaves=600", "mcts:sims=2000,score=1", 200, false},
	{"ours", "tree:leaves=150", "negamax:nodes=2000,chromosome=2", 200, false},
	{"ours", "tree:leaves=150", "negamax:nodes=2000,chromosome=5", 200, false},
	{"ours", "tree:leaves=800", "negamax:nodes=10000", 200, false},

	{"source", "mcts:sims=12000", "brain1", 10, true},
	{"source", "mcts:sims=12000", "brain2", 10, true},
	{"source", "mcts:sims=12000", "negamax:nodes=50000,chromosome=2", 10, true},
	{"source", "mcts:sims=12000", "negamax:nodes=50000,chromosome=5", 10, true},

	{"doubling", "mcts:sims=1000", "mcts:sims=500", 100, true},
	{"doubling", "mcts:sims=2000", "mcts:sims=1000", 100, true},
	{"doubling", "mcts:sims=4000", "mcts:sims=500", 60, true},
	{"readings", "mcts:sims=1000,score=1", "mcts:sims=1000", 60, true},
	{"doubling", "mcts:sims=2000,score=1", "mcts:sims=500,score=1", 60, true},
	{"doubling", "mcts:sims=4000", "mcts:sims=2000", 60, true},

	{"readings", "mcts:sims=250,playout=path", "mcts:sims=1000", 60, true},
	{"readings", "mcts:sims=200,playout=uniform", "mcts:sims=1000", 60, true},

	{"source", "mcts:sims=12000", "negamax:nodes=50000,chromosome=2,raw=true", 10, true},
	{"source", "mcts:sims=12000", "negamax:nodes=50000,chromosome=5,raw=true", 10, true},
	{"source", "mcts:sims=12000", "mcts:sims=6000", 60, true},
	{"source", "mcts:sims=120000", "brain1", 10, true},
	{"source", "mcts:sims=120000", "brain2", 10, true},
	{"source", "mcts:sims=120000", "negamax:nodes=1000000,chromosome=2", 10, true},
	{"source", "mcts:sims=120000", "negamax:nodes=1000000,chromosome=5", 10, true},
	{"source", "mcts:sims=120000", "mcts:sims=60000", 20, true},
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	switch err := run(ctx); {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "study: interrupted; the same command goes on")
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, "study:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	only := flag.String("only", "", "a regular expression: play only the matches whose `table: players` it fits")
	jobs := flag.Int("jobs", runtime.NumCPU(), "pairs at a time")
	flag.Parse()
	version, err := version()
	if err != nil {
		return err
	}
	fits, err := regexp.Compile(*only)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	results, err := docs.ReadQuoridor(".")
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	pool := match.NewPool(version)
	defer pool.Close()
	for i, e := range entries {
		title := fmt.Sprintf("%s: %s - %s", e.table, e.p1, e.p2)
		if !fits.MatchString(title) {
			continue
		}
		t := match.Terms{Game: "quoridor", Players: []string{e.p1, e.p2}, Games: e.games, Seed: 1, Version: version}
		if e.start {
			t.Game += ":start"
		}
		t.Book = match.BookDigest(t.Game)
		file := filepath.Join(folder, regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(fmt.Sprintf("%s-%s-%s", e.table, e.p1, e.p2), "-")+".json")
		told := time.Now()
		s, err := match.Run(ctx, &t, pool, match.Options{
			File: file, Queue: queue.Local(*jobs, pool.Play), Log: os.Stderr,
			Progress: func(p match.Progress) {
				if time.Since(told) > 30*time.Second {
					told = time.Now()
					fmt.Fprintf(os.Stderr, "%d of %d, %s: %v\n", i+1, len(entries), title, p)
				}
			},
		})
		if err != nil {
			return fmt.Errorf("%s: %w", title, err)
		}
		r := docs.QuoridorResult{
			Table: e.table, Players: [2]string{e.p1, e.p2}, Openings: !e.start,
			Wins: s.Wins, Draws: s.Draws, Losses: s.Losses,
		}
		for side, w := range s.Work {
			r.Moves[side], r.Work[side], r.Seconds[side] = w.Moves, w.Work, w.Seconds
		}
		if r.First, r.Plies, err = firsts(file); err != nil {
			return err
		}
		results = slices.DeleteFunc(results, func(old docs.QuoridorResult) bool {
			return old.Table == r.Table && old.Players == r.Players
		})
		results = append(results, r)
		slices.SortStableFunc(results, func(a, b docs.QuoridorResult) int { return place(a) - place(b) })
		text, err := json.MarshalIndent(results, "", "\t")
		if err != nil {
			return err
		}
		if err := renameio.WriteFile(docs.QuoridorFile, append(text, '\n'), 0o666); err != nil {
			return err
		}
		fmt.Printf("%s: %d won, %d drawn, %d lost; player 1 won %d\n", title, r.Wins, r.Draws, r.Losses, r.First)
	}
	return nil
}

// version returns the hash of this program.
func version() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return "study " + hex.EncodeToString(sum.Sum(nil)[:6]), nil
}

// place returns where a result stands in the list.
func place(r docs.QuoridorResult) int {
	return slices.IndexFunc(entries, func(e entry) bool { return e.table == r.Table && e.p1 == r.Players[0] && e.p2 == r.Players[1] })
}

// firsts counts the games that player 1 on the board has won, and all plies.
func firsts(file string) (won, plies int, err error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var g struct {
			Moves  []string  `json:"moves"`
			Shares []float64 `json:"shares"`
		}
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil {
			return 0, 0, fmt.Errorf("%s: %w", file, err)
		}
		if len(g.Shares) > 0 && g.Shares[0] == 1 {
			won++
		}
		plies += len(g.Moves)
	}
	return won, plies, lines.Err()
}
