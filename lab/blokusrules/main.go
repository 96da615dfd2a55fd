// Command pentobi compares the rules of Blokus, in all variants, with those of Pentobi: make blokus-rules.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/tessera-fpga/tessera/games/blokus"
	"github.com/tessera-fpga/tessera/gtp"
	"github.com/tessera-fpga/tessera/gtp/compare"
	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/progress"
)

func main() {
	engine := flag.String("engine", ".tools/pentobi/pentobi-gtp --level 1 --nobook --threads 1 --quiet", "the `command` that starts Pentobi")
	games := flag.Int("games", 100, "games of each variant")
	only := flag.String("only", "", "compare this `game` only, such as blokus:two")
	seed := flag.Uint64("seed", 1, "seed of the random moves")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	same, compared := true, false
	for _, variant := range append([]string{""}, blokus.VariantNames()...) {
		g, err := blokus.New(variant)
		if err != nil {
			panic(err) // it is one of the names
		}
		if *only != "" && g.Name != *only || blokus.ByTitle(g.SetGame).Name != g.Name { // or a count that Pentobi has not
			continue
		}
		compared = true
		r, err := run(ctx, g, *engine, *games, *seed)
		if r != nil {
			fmt.Println(r)
			same = same && len(r.Differences) == 0
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "pentobi:", err)
			os.Exit(1)
		}
	}
	if !compared {
		fmt.Fprintf(os.Stderr, "pentobi: -only %q, want blokus, blokus:two or blokus:three\n", *only)
		os.Exit(2)
	}
	if !same {
		os.Exit(1)
	}
}

// report is a report with the name of the game.
type report struct {
	*compare.Report
	game string
}

func (r report) String() string { return r.game + ": " + r.Report.String() }

func run(ctx context.Context, g *play.Game, engine string, games int, seed uint64) (*report, error) {
	client, err := gtp.StartClient(ctx, engine, 0, g.SetGame)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	bar := progress.Start(os.Stderr, g.Title+", games")
	defer bar.Done()
	r, err := compare.Rules(ctx, g, client, games, seed, func(n int) { bar.Set(n, games) })
	return &report{r, g.Title}, err
}
