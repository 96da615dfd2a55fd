package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/golden"
	"github.com/tessera-fpga/tessera/sim"
)

// benchReport is what bench prints, and writes with --json.
type benchReport struct {
	Perft3Seconds float64           `json:"perft3_seconds"`
	GoldenNodes   uint64            `json:"golden_signature"`
	GoldenRate    float64           `json:"golden_nodes_per_second"`
	Classic       *sim.ClassicBench `json:"classic"`
}

func newBench() *cobra.Command {
	var jsonPath string
	c := &cobra.Command{
		Use:   "bench",
		Short: "measure golden and the simulated chip on the benchmark positions",
		Long: `bench measures, on the committed benchmark positions: perft and search of golden in
seconds of this machine, and the cycles of the simulated chip, which depend on nothing
but the design. It prints the signature, the number of nodes of fixed searches, which
golden and the chip must agree on: if they do not, bench fails.`,
		Example: "  tessera bench --json bench.json",
		Args:    noArgs,
	}
	c.Flags().StringVar(&jsonPath, "json", "", "also write the figures to this `file`")
	c.RunE = func(c *cobra.Command, _ []string) error {
		var r benchReport
		start := time.Now()
		p := golden.NewPosition(golden.Player1)
		golden.Perft(&p, 3)
		r.Perft3Seconds = time.Since(start).Seconds()

		start = time.Now()
		for _, pos := range golden.BenchPositions() {
			core, err := golden.NewClassic(golden.SignatureConfig)
			if err != nil {
				return err
			}
			if err := core.Load(&pos); err != nil {
				return err
			}
			r.GoldenNodes += core.Search(pos.ToMove(), golden.SignatureDepth, golden.NeverStop, nil).Nodes
		}
		r.GoldenRate = float64(r.GoldenNodes) / time.Since(start).Seconds()

		progress := func(done, of int) { fmt.Fprintf(c.ErrOrStderr(), "\rposition %d of %d", done, of) }
		if !isTerminal(c.ErrOrStderr()) {
			progress = nil
		}
		var err error
		if r.Classic, err = sim.BenchClassic(c.Context(), progress); err != nil {
			return err
		}
		if progress != nil {
			fmt.Fprint(c.ErrOrStderr(), "\r\x1b[K")
		}
		if r.Classic.Signature != r.GoldenNodes {
			return fmt.Errorf("bench: the chip's signature is %d, golden's %d", r.Classic.Signature, r.GoldenNodes)
		}
		if jsonPath != "" {
			text, err := json.MarshalIndent(r, "", "  ")
			if err != nil {
				return err
			}
			if err := os.WriteFile(jsonPath, append(text, '\n'), 0o666); err != nil {
				return err
			}
		}
		return r.print(c.OutOrStdout())
	}
	return c
}

func (r *benchReport) print(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	b := r.Classic
	fmt.Fprintf(w, "golden, this machine\tperft(3), one thread\t%.2f s\n", r.Perft3Seconds)
	fmt.Fprintf(w, "\tsearch, one thread\t%.0f nodes/s\n", r.GoldenRate)
	fmt.Fprintf(w, "classic core, cycles\tlegal-move set, mean\t%.0f\n", b.MoveSetCyclesMean)
	fmt.Fprintf(w, "\tlegal-move set, max\t%d\n", b.MoveSetCyclesMax)
	fmt.Fprintf(w, "\tparent, all its moves evaluated, mean\t%.0f\n", b.ParentCyclesMean)
	fmt.Fprintf(w, "\tleaf, at depth 1 (%.0f leaves a parent)\t%.1f\n", b.MovesMean, b.LeafCyclesMean)
	fmt.Fprintf(w, "\tnode, at depth %d with alpha-beta\t%.1f\n", golden.SignatureDepth, b.SignatureCyclesNode)
	fmt.Fprintf(w, "signature\tnodes, golden = chip\t%d\n", b.Signature)
	return w.Flush()
}
