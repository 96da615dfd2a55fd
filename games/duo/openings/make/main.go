// Command make makes the book of openings for matches and writes it to standard output:
// "make openings".
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"

	"github.com/tessera-fpga/tessera/games/duo/openings"
	"github.com/tessera-fpga/tessera/play/progress"
)

func main() {
	seed := flag.Uint64("seed", 1, "seed of the random choices")
	size := flag.Int("size", openings.Size, "number of openings")
	jobs := flag.Int("jobs", runtime.NumCPU(), "how many candidates to look at at a time; the result is the same")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	bar := progress.Start(os.Stderr, "openings")
	book, looked, err := openings.Make(ctx, *seed, *size, *jobs, func(found int) { bar.Set(found, *size) })
	bar.Done()
	if err != nil {
		fmt.Fprintln(os.Stderr, "openings:", err)
		os.Exit(1)
	}
	fmt.Printf(`# Openings for matches: player 1 moves first. The number behind the moves is the mean margin
# of playouts, in squares for player 1. Made by "make openings", seed %d, of %d candidates.
`, *seed, looked)
	for _, o := range book {
		fmt.Println(o)
	}
}
