// Command tables plays the games of figures 16 to 26 of J. A. Prince's thesis (see package
// dotsboxes) and writes what came of them to a file, from which docs/dots-and-boxes.md has its
// tables. A game follows from its point and its number, so that an interrupted run goes on where it
// was, and all points grow at about the same pace.
package main

import (
	"context"
	"encoding/json"
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
	"sync"
	"syscall"
	"time"

	"github.com/google/renameio/v2"

	"github.com/tessera-fpga/tessera/docs"
	"github.com/tessera-fpga/tessera/golden/dotsboxes"
)

func main() {
	file := flag.String("json", docs.DotsFile, "`file` to add to")
	seconds := flag.Float64("cpu", 1200, "processor `seconds` to spend at most")
	jobs := flag.Int("jobs", runtime.NumCPU(), "games at a time")
	part := flag.Float64("part", 1, "part of the thesis's games to play of each point")
	only := flag.String("only", "", "a regular expression: play only points whose `size figures states simulations` it fits, such as '^2x2 19'")
	large := flag.Bool("large", false, "solve 4x4, too, which takes long")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	fits, err := regexp.Compile(*only)
	if err == nil {
		err = run(ctx, *file, *seconds, *jobs, *part, *large, fits)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "tables:", err)
		os.Exit(1)
	}
}

// thousand is a unit of simulations.
const thousand = 1000

// points returns all points, none of which has been played.
func points() (all []docs.DotsPoint) {
	add := func(figures string, size int, states, rival string, simulations, rivals int) {
		all = append(all, docs.DotsPoint{
			Figures: figures, Size: fmt.Sprintf("%dx%d", size, size), States: states, Rival: rival,
			Simulations: simulations, RivalSimulations: rivals,
		})
	}
	for _, size := range []int{2, 3, 4, 5} {
		for _, n := range []int{0, 1, 5, 10, 20, 30} {
			for _, states := range []string{"scored", "unscored"} {
				add("16-18", size, states, states, n*thousand, 5*thousand)
			}
		}
	}
	for _, size := range []int{2, 3, 4} { // figures 16 and 17 go further than 18
		for _, n := range []int{60, 100, 150} {
			for _, states := range []string{"scored", "unscored"} {
				add("16-18", size, states, states, n*thousand, 5*thousand)
			}
		}
	}
	// What player 1 gets of equal simulations against unscored states; of future, see MCTSConfig.
	for _, c := range []struct {
		size        int
		simulations []int
		states      []string
	}{
		{2, []int{1, 5, 10, 20, 50, 100, 150, 200}, []string{"scored", "unscored", "symmetric", "future"}},
		{3, []int{1, 5, 10, 20, 50}, []string{"scored", "unscored", "symmetric", "future"}},
		{4, []int{1, 5, 10, 20}, []string{"scored", "unscored"}},
	} {
		for _, n := range c.simulations {
			for _, states := range c.states {
				add("19, 24-26", c.size, states, "unscored", n*thousand, n*thousand)
			}
		}
	}
	for _, size := range []int{3, 4} {
		for _, states := range []string{"unscored", "symmetric"} {
			add("20-23", size, states, "unscored", 10*thousand, thousand)
		}
	}
	for _, size := range []int{2, 3} {
		for _, c := range []float64{0.1, 0.25, 0.5, 1.4142, 2, 4} {
			add(docs.DotsConstants, size, "unscored", "unscored", 5*thousand, 5*thousand)
			all[len(all)-1].C = c
		}
	}
	return all
}

// config returns the search that a name stands for: the states of the thesis, or ours.
func config(name string) (dotsboxes.MCTSConfig, error) {
	cfg := dotsboxes.MCTSConfig{Exploration: 1}
	if name == "future" {
		cfg.States, cfg.Future = dotsboxes.Symmetric, true
		return cfg, nil
	}
	for i, s := range dotsboxes.StateNames() {
		if s == name {
			cfg.States = dotsboxes.States(i)
			return cfg, nil
		}
	}
	return cfg, fmt.Errorf("no states are named %q", name)
}

// saveTime is the time after which the file is written again.
const saveTime = 20 * time.Second

func run(ctx context.Context, file string, seconds float64, jobs int, part float64, large bool, fits *regexp.Regexp) error {
	all := points()
	text, err := os.ReadFile(file)
	var old docs.DotsReport
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return err
	default:
		if err := json.Unmarshal(text, &old); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	report := docs.DotsReport{Points: all, Values: old.Values}
	for i := range all {
		for _, p := range old.Points {
			if p.Same(&all[i]) {
				all[i] = p
			}
		}
	}
	var mu sync.Mutex
	busy := make([]bool, len(all))
	spent, played, failed := 0.0, 0, error(nil)
	written := time.Now()
	// next returns the point that has cost the least so far, or -1.
	next := func() int {
		best := -1
		for i := range all {
			p := &all[i]
			if !fits.MatchString(fmt.Sprintf("%s %s %s %d", p.Size, p.Figures, p.States, p.Simulations)) {
				continue
			}
			if !busy[i] && float64(p.Games) < float64(p.Goal())*part && (best < 0 || p.Seconds < all[best].Seconds) {
				best = i
			}
		}
		if spent >= seconds || ctx.Err() != nil || failed != nil {
			return -1
		}
		return best
	}
	var workers sync.WaitGroup
	for range jobs {
		workers.Go(func() {
			runtime.LockOSThread() // so that its processor time can be told
			defer runtime.UnlockOSThread()
			searches := searches{}
			mu.Lock()
			defer mu.Unlock()
			for i := next(); i >= 0; i = next() {
				busy[i] = true
				p := all[i] // a copy: others write the file meanwhile
				mu.Unlock()
				before := threadTime()
				err := searches.play(ctx, &p)
				took := threadTime() - before
				mu.Lock()
				busy[i] = false
				spent += took
				if err == nil {
					p.Seconds = math.Round((p.Seconds+took)*1e3) / 1e3
					all[i] = p
					played++
				} else if ctx.Err() == nil {
					failed = err
				}
				if time.Since(written) > saveTime && failed == nil {
					failed = write(file, &report)
					written = time.Now()
					fmt.Fprintf(os.Stderr, "tables: %d games, %.0f s of processor time\n", played, spent)
				}
			}
		})
	}
	workers.Wait()
	if err := errors.Join(failed, write(file, &report)); err != nil || ctx.Err() != nil {
		return err
	}
	sizes := solved
	if large {
		sizes = append(sizes, "4x4")
	}
	for _, size := range sizes {
		if err := solve(ctx, &report, size, jobs); err != nil {
			return err
		}
		if err := write(file, &report); err != nil {
			return err
		}
	}
	return nil
}

// solved are the boards whose values are found.
var solved = []string{"1x1", "1x2", "1x3", "1x4", "1x5", "1x6", "1x7", "1x8", "2x2", "2x3", "2x4", "2x5", "3x3", "3x4"}

// solverEntries is the size of the solver's table: 512 MB.
const solverEntries = 1 << 26

// solve finds the value of a board by search, unless the report has it: of a small one in one thread, of
// others in so many as there are jobs.
func solve(ctx context.Context, r *docs.DotsReport, size string, threads int) error {
	for _, v := range r.Values {
		if v.Size == size {
			return nil
		}
	}
	b, err := dotsboxes.ParseSize(size)
	if err != nil {
		return err
	}
	entries := solverEntries
	if b.Edges <= dotsboxes.MaxTableEdges {
		entries, threads = dotsboxes.MinSolverEntries, 1
	}
	v, err := dotsboxes.NewSolver(b, entries)
	if err != nil {
		return err
	}
	before := processTime()
	if b.Edges > dotsboxes.MaxTableEdges {
		v.Told = func(low, high int) {
			fmt.Fprintf(os.Stderr, "tables: %s is worth %d..%d, after %d positions and %.0f s\n", size, low, high, v.Nodes(), processTime()-before)
		}
		defer every(saveTime, func() {
			fmt.Fprintf(os.Stderr, "tables: %s: %d positions, %.0f s\n", size, v.Nodes(), processTime()-before)
		})()
	}
	value, err := v.Value(ctx, 0, threads)
	if err != nil {
		return err
	}
	r.Values = append(r.Values, docs.DotsValue{Size: size, Value: value, Nodes: v.Nodes(), Seconds: processTime() - before})
	fmt.Fprintf(os.Stderr, "tables: %s is worth %d\n", size, value)
	return nil
}

// every calls a function at intervals until stop is called.
func every(interval time.Duration, f func()) (stop func()) {
	ticker, done := time.NewTicker(interval), make(chan struct{})
	go func() {
		for {
			select {
			case <-ticker.C:
				f()
			case <-done:
				return
			}
		}
	}()
	return func() {
		ticker.Stop()
		close(done)
	}
}

func write(file string, r *docs.DotsReport) error {
	text, err := r.Text()
	if err != nil {
		return err
	}
	return renameio.WriteFile(file, text, 0o666)
}

// threadTime returns the processor time of the thread in seconds.
func threadTime() float64 {
	const thread = 1 // RUSAGE_THREAD
	return usage(thread)
}

// processTime returns the processor time of the process in seconds.
func processTime() float64 { return usage(syscall.RUSAGE_SELF) }

func usage(who int) float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return float64(time.Now().UnixNano()) / 1e9 // cannot be on Linux
	}
	return float64(u.Utime.Sec+u.Stime.Sec) + float64(u.Utime.Usec+u.Stime.Usec)/1e6
}

// seed returns the seed of a game of a point.
func seed(p *docs.DotsPoint, side int) uint64 {
	h := fnv.New64a()
	fmt.Fprint(h, p.Size, p.States, p.Rival, p.Simulations, p.RivalSimulations, p.Games, side)
	if p.C > 0 {
		fmt.Fprint(h, p.C)
	}
	return h.Sum64()
}

// searches are those of a worker, by board, states and side: what they have grown to is used again.
type searches map[string]*dotsboxes.MCTS

// get returns the search of a side in the next game of a point, as new.
func (s searches) get(b *dotsboxes.Board, p *docs.DotsPoint, side int) (*dotsboxes.MCTS, error) {
	states := [2]string{p.States, p.Rival}[side]
	name := fmt.Sprint(p.Size, states, p.C, side)
	if m := s[name]; m != nil {
		m.Reset(seed(p, side))
		return m, nil
	}
	cfg, err := config(states)
	if err != nil {
		return nil, err
	}
	if p.C > 0 {
		cfg.Exploration = p.C
	}
	m, err := dotsboxes.NewMCTS(b, cfg, seed(p, side))
	s[name] = m
	return m, err
}

// play plays the next game of a point and adds it.
func (s searches) play(ctx context.Context, p *docs.DotsPoint) error {
	b, err := dotsboxes.ParseSize(p.Size)
	if err != nil {
		return err
	}
	var players [2]*dotsboxes.MCTS
	for side := range players {
		if players[side], err = s.get(b, p, side); err != nil {
			return err
		}
	}
	simulations := [2]int{p.Simulations, p.RivalSimulations}
	pos := dotsboxes.NewPosition(b)
	var turns []float64 // of player 1, by the number of edges drawn
	for !pos.Over() {
		side := pos.ToMove()
		before := threadTime()
		all, err := players[side].Search(ctx, pos, simulations[side])
		if err != nil {
			return err
		}
		took := 0.0
		if side == 0 {
			took = threadTime() - before
		}
		turns = append(turns, took)
		if err := pos.Play(all[0].Edge); err != nil {
			return err
		}
	}
	p.Games++
	switch winner, ok := pos.Winner(); {
	case !ok:
		p.Draws++
	case winner == 0:
		p.Wins++
	}
	nodes := float64(players[0].Nodes())
	p.Nodes += nodes
	p.NodesSquared += nodes * nodes
	if p.Figures == "20-23" {
		if p.Turns == nil {
			p.Turns, p.TurnGames = make([]float64, b.Edges), make([]int, b.Edges)
		}
		p.Turns, p.TurnGames = slices.Clone(p.Turns), slices.Clone(p.TurnGames)
		for i, t := range turns {
			if t > 0 {
				p.Turns[i] += t
				p.TurnGames[i]++
			}
		}
	}
	return nil
}
