// Command tables plays the games of docs/blokus.md: those of the tables of W. Davies, I. Marquardt, Blokus
// Artificial Intelligence (see package agent), and our player's against theirs. It writes what came of
// them to docs/blokus.json, from which "tessera docs" makes the tables. It is to be run in the root of the repository. A game
// follows from its row and its number, so that an interrupted run goes on where it was, and all rows grow
// at the same pace.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/google/renameio/v2"

	"github.com/tessera-fpga/tessera/docs"
	"github.com/tessera-fpga/tessera/games/blokus"
	rules "github.com/tessera-fpga/tessera/golden/blokus"
	"github.com/tessera-fpga/tessera/play"
)

// row is a row of a table, and the games that it is to have.
type row struct {
	table   string
	games   int
	players []string
}

// rows are all rows. Of table 1 those that the source's 100 games have not decided have more.
var rows = []row{
	{"ours", 200, []string{"tree:leaves=1", "random"}},
	{"ours", 200, []string{"tree:leaves=1", "greedy"}},
	{"ours", 200, []string{"tree:leaves=1", "depthfirst"}},
	{"ours", 200, []string{"tree:leaves=50", "random"}},
	{"ours", 200, []string{"tree:leaves=50", "greedy"}},
	{"ours", 200, []string{"tree:leaves=50", "depthfirst"}},
	{"ours", 200, []string{"tree:leaves=50", "depthfirst:barasona=true"}},
	{"ours", 200, []string{"tree:leaves=100", "mcts:sims=200"}},
	{"ours", 200, []string{"tree:leaves=100", "pb-mcts:sims=200"}},
	{"ours", 200, []string{"tree:leaves=100", "ph-mcts:sims=200"}},
	{"ours", 200, []string{"tree:leaves=100", "mcts:sims=200,barasona=true"}},
	{"ours", 200, []string{"tree:leaves=50", "minimax:nodes=1000"}},

	{"1", 1000, []string{"random", "greedy"}},
	{"1", 1000, []string{"random", "depthfirst"}},
	{"1", 100, []string{"random", "mcts:sims=400"}},
	{"1", 100, []string{"random", "pb-mcts:sims=400"}},
	{"1", 100, []string{"random", "ph-mcts:sims=400"}},
	{"1", 1000, []string{"greedy", "depthfirst"}},
	{"1", 100, []string{"mcts:sims=400", "greedy"}},
	{"1", 100, []string{"mcts:sims=400", "depthfirst"}},
	{"1", 500, []string{"mcts:sims=400", "pb-mcts:sims=400"}},
	{"1", 500, []string{"mcts:sims=400", "ph-mcts:sims=400"}},
	{"1", 500, []string{"mcts:sims=400", "mcts:sims=400,barasona=true"}},

	{"2", 200, []string{"random", "greedy", "depthfirst", "mcts:sims=400"}},
	{"2", 500, []string{"depthfirst", "mcts:sims=400", "pb-mcts:sims=400", "ph-mcts:sims=400"}},

	{"rewards", 100, []string{"mcts:sims=400,reward=squares", "mcts:sims=400"}},
	{"rewards", 100, []string{"mcts:sims=400,reward=share", "mcts:sims=400"}},
	{"rewards", 100, []string{"pb-mcts:sims=400,reward=squares", "mcts:sims=400,reward=squares"}},
	{"rewards", 100, []string{"ph-mcts:sims=400,reward=squares", "mcts:sims=400,reward=squares"}},
	{"rewards", 100, []string{"ph-mcts:sims=400,reward=share", "mcts:sims=400,reward=share"}},

	{"policies", 100, []string{"mcts:sims=400,policy=paranoid", "mcts:sims=400"}},
	{"policies", 100, []string{"mcts:sims=400,policy=bestreply", "mcts:sims=400"}},
	{"policies", 100, []string{"minimax:nodes=1000,policy=paranoid", "minimax:nodes=1000"}},
	{"policies", 100, []string{"minimax:nodes=1000,policy=bestreply", "minimax:nodes=1000"}},
}

func (r *row) title() string { return r.table + ": " + strings.Join(r.players, " - ") }

func main() {
	seconds := flag.Float64("cpu", 1200, "processor `seconds` to spend at most")
	jobs := flag.Int("jobs", runtime.NumCPU(), "games at a time, of different rows")
	games := flag.Int("games", 0, "games of each row; 0: as many as the row is to have")
	only := flag.String("only", "", "a regular expression: play only the rows whose `table: players` it fits")
	again := flag.Bool("again", false, "forget what was played of those rows, as after a change of their players")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	switch err := run(ctx, *seconds, *jobs, *games, *only, *again); {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(os.Stderr, "tables: interrupted; the same command goes on")
		os.Exit(130)
	case err != nil:
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}

// saveTime is the time after which the file is written again.
const saveTime = 20 * time.Second

// entry is a row with what has been played of it.
type entry struct {
	docs.BlokusRow
	goal int // games
	busy bool
}

// read returns all rows with what has been played; those that the expression fits have their games for a
// goal, the others what they have. Rows that are none any more are dropped.
func read(games int, only string, again bool) (all []*entry, err error) {
	fits, err := regexp.Compile(only)
	if err != nil {
		return nil, fmt.Errorf("-only: %w", err)
	}
	old, err := docs.ReadBlokus(".")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, r := range rows {
		n := len(r.players)
		e := &entry{BlokusRow: docs.BlokusRow{
			Table: r.table, Players: r.players,
			Shares: make([]float64, n), Official: make([]float64, n), Squares: make([]int, n), Moves: make([]int, n), Work: make([]uint64, n), Seconds: make([]float64, n),
		}}
		fit := fits.MatchString(r.title())
		for _, o := range old {
			if o.Table == r.table && slices.Equal(o.Players, r.players) && !(fit && again) {
				e.BlokusRow = o
			}
		}
		switch {
		case fit && games > 0:
			e.goal = games
		case fit:
			e.goal = r.games
		}
		all = append(all, e)
	}
	return all, nil
}

func write(all []*entry) error {
	var played []docs.BlokusRow
	for _, e := range all {
		if e.Games > 0 {
			played = append(played, e.BlokusRow)
		}
	}
	text, err := docs.BlokusText(played)
	if err != nil {
		return err
	}
	return renameio.WriteFile(docs.BlokusResults, text, 0o666)
}

func run(ctx context.Context, seconds float64, jobs, games int, only string, again bool) error {
	all, err := read(games, only, again)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	spent, played, failed := 0.0, 0, error(nil)
	written := time.Now()
	// next returns the row of which the least part has been played, or nil.
	next := func() (best *entry) {
		if spent >= seconds || ctx.Err() != nil || failed != nil {
			return nil
		}
		part := func(e *entry) float64 { return float64(e.Games) / float64(e.goal) }
		for _, e := range all {
			if !e.busy && e.Games < e.goal && (best == nil || part(e) < part(best)) {
				best = e
			}
		}
		return best
	}
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			runtime.LockOSThread() // so that its processor time can be told
			defer runtime.UnlockOSThread()
			mu.Lock()
			defer mu.Unlock()
			for e := next(); e != nil; e = next() {
				e.busy = true
				before := threadTime()
				mu.Unlock()
				r, err := playNext(ctx, e.BlokusRow)
				mu.Lock()
				e.busy = false
				spent += threadTime() - before
				switch {
				case err == nil:
					e.BlokusRow = r
					played++
				case ctx.Err() == nil:
					failed = fmt.Errorf("%s: %v: %w", r.Table, r.Players, err)
				}
				if time.Since(written) > saveTime && failed == nil {
					failed = write(all)
					written = time.Now()
					fmt.Fprintf(os.Stderr, "tables: %d games, %.0f s of processor time\n", played, spent)
				}
			}
		})
	}
	workers.Wait()
	if err := errors.Join(failed, write(all)); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "tables: %d games, %.0f s of processor time\n", played, spent)
	return ctx.Err()
}

// seatings are the orders of four players.
var seatings = func() (all [][]int) {
	var extend func(order []int)
	extend = func(order []int) {
		if len(order) == rules.NumColours {
			all = append(all, slices.Clone(order))
			return
		}
		for i := range rules.NumColours {
			if !slices.Contains(order, i) {
				extend(append(order, i))
			}
		}
	}
	extend(nil)
	return all
}()

// seating returns whose each colour is in a game: two players have opposite colours, and change them
// from game to game; four go through all orders.
func seating(players, game int) []int {
	if players == 2 {
		first := game % 2
		return []int{first, 1 - first, first, 1 - first}
	}
	return seatings[game%len(seatings)]
}

// seed returns the seed of a colour's player in the next game of a row.
func seed(r *docs.BlokusRow, colour int) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, r.Players, r.Games, colour)
	return h.Sum64()
}

// playNext plays the next game of a row and returns the row with it.
func playNext(ctx context.Context, r docs.BlokusRow) (docs.BlokusRow, error) {
	game, err := blokus.New("")
	if err != nil {
		return r, err
	}
	whose := seating(len(r.Players), r.Games)
	var players []play.Player
	defer func() {
		for _, p := range players {
			p.Close()
		}
	}()
	for colour, i := range whose {
		p, err := game.New(r.Players[i], play.Env{Seat: colour, Seed: seed(&r, colour)})
		if err != nil {
			return r, err
		}
		players = append(players, &clocked{Player: p})
	}
	result, err := play.Run(ctx, players, play.Rules{Game: game, Start: game.Start()}, play.Events{})
	if err != nil {
		return r, err
	}
	end := &result.Position.(*blokus.Position).Position
	if !end.Over() {
		return r, fmt.Errorf("a game was not finished: %v", result)
	}
	// Copies: others read the row meanwhile.
	r.Shares, r.Official, r.Squares = slices.Clone(r.Shares), slices.Clone(r.Official), slices.Clone(r.Squares)
	r.Moves, r.Work, r.Seconds = slices.Clone(r.Moves), slices.Clone(r.Work), slices.Clone(r.Seconds)
	squares := make([]int, rules.NumColours)
	for c := range squares {
		squares[c] = end.SquaresPlaced(rules.Colour(c))
	}
	shares, official := rules.Shares(squares), rules.Shares(rules.Classic.Points(end))
	for c, i := range whose {
		p := players[c].(*clocked)
		r.Shares[i] = rounded(r.Shares[i] + shares[c])
		r.Official[i] = rounded(r.Official[i] + official[c])
		r.Squares[i] += squares[c]
		r.Moves[i] += p.moves
		r.Seconds[i] = rounded(r.Seconds[i] + p.seconds)
		if w, ok := p.Player.(play.WorkCounter); ok {
			work, _ := w.Work()
			r.Work[i] += work
		}
	}
	r.Games++
	return r, nil
}

func rounded(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// clocked is a player whose processor time is told. It must stay on one thread.
type clocked struct {
	play.Player
	moves   int
	seconds float64
}

// Move asks the player.
func (c *clocked) Move(ctx context.Context, pos play.Position) (play.Move, error) {
	before := threadTime()
	m, err := c.Player.Move(ctx, pos)
	c.seconds += threadTime() - before
	c.moves++
	return m, err
}

// threadTime returns the processor time of the thread in seconds.
func threadTime() float64 {
	const thread = 1 // RUSAGE_THREAD
	var u syscall.Rusage
	if err := syscall.Getrusage(thread, &u); err != nil {
		return float64(time.Now().UnixNano()) / 1e9 // cannot be on Linux
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}
