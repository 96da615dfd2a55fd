package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/tessera-fpga/tessera/fpga/wire"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/sim/cosim"
)

// simulatedBoard is what a board in simulation has: the slowest clock that the
// serial line allows, as a simulation cannot keep up with a real one.
var simulatedBoard = twin.ContestConfig{
	UART:    twin.UART{ClockHz: 16 * 115_200, Baud: 115_200},
	Team:    twin.DefaultContest.Team,
	MoveMS:  200,
	HelloMS: twin.DefaultContest.HelloMS,
	ByteMS:  twin.DefaultContest.ByteMS,
	Depth:   twin.DefaultContest.Depth,
	Minimax: twin.DefaultContest.Minimax,
}

// boardNote is said before a model is started, which can take some seconds.
const boardNote = "board: starting the simulated chip (its first use builds it)"

// Of the simulated chip with the Monte Carlo core: as many lanes as the HX8K has, and
// a time for a move that the simulation can keep up with. That is enough for the least
// number of visits only.
const (
	simulatedLanes  = 2
	simulatedVisits = 1
	simulatedSeed   = 1
	monteCarloMS    = 50
)

// boardFlags are the parameters of the simulated chip.
type boardFlags struct {
	flags  *pflag.FlagSet
	cfg    twin.ContestConfig
	team   string
	config string
}

// add adds the flags; of says whose they are, if not the command's own: "of sim: ".
func (f *boardFlags) add(flags *pflag.FlagSet, of string) {
	f.flags, f.cfg = flags, simulatedBoard
	flags.StringVar(&f.config, "config", "minimax", of+"the core of the chip: classic or montecarlo")
	flags.StringVar(&f.team, "team", string(f.cfg.Team[:]), of+"two characters that name the team")
	flags.IntVar(&f.cfg.MoveMS, "move-ms", f.cfg.MoveMS,
		fmt.Sprintf("%sthe chip's time for a move, milliseconds of its own clock of %.1f MHz; %d unless given with montecarlo",
			of, float64(f.cfg.UART.ClockHz)/1e6, monteCarloMS))
	flags.IntVar(&f.cfg.Depth, "depth", f.cfg.Depth, of+"deepest search of the minimax core in plies")
}

// check completes the configuration and checks it.
func (f *boardFlags) check(command string) error {
	if err := checkTeam(command, f.team); err != nil {
		return err
	}
	copy(f.cfg.Team[:], f.team)
	switch f.config {
	case "minimax":
	case "montecarlo":
		if f.flags.Changed("depth") {
			return badInputf("%s: --depth %d, but the core of --config montecarlo has no depth", command, f.cfg.Depth)
		}
		if !f.flags.Changed("move-ms") {
			f.cfg.MoveMS = monteCarloMS
		}
	default:
		return badInputf("%s: --config %q, want classic or montecarlo", command, f.config)
	}
	if f.cfg.Depth < 1 || f.cfg.Depth > search.MaxSearchDepth {
		return badInputf("%s: --depth %d, want 1..%d", command, f.cfg.Depth, search.MaxSearchDepth)
	}
	if most := math.MaxInt32 / (f.cfg.UART.ClockHz / 1000); f.cfg.MoveMS < 0 || f.cfg.MoveMS > most {
		return badInputf("%s: --move-ms %d, want 0..%d", command, f.cfg.MoveMS, most)
	}
	if err := f.cfg.Validate(); err != nil {
		return badInputf("%s: %w", command, err)
	}
	return nil
}

// start starts the chip.
func (f *boardFlags) start(ctx context.Context) (*cosim.ContestBoard, error) {
	m := cosim.ContestModel(f.cfg)
	if f.config == "montecarlo" {
		m = cosim.ContestMonteCarloModel(f.cfg, simulatedLanes, simulatedVisits, simulatedSeed)
	}
	return cosim.StartContest(ctx, m, f.cfg)
}

// checkTeam reports whether a team's name can be sent.
func checkTeam(command, team string) error {
	if len(team) != 2 || strings.ContainsFunc(team, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return badInputf("%s: --team %q, want two printable ASCII characters", command, team)
	}
	return nil
}

func newBoard() *cobra.Command {
	var (
		f       boardFlags
		tcp     string
		pseudot bool
	)
	c := &cobra.Command{
		Use:   "board",
		Short: "be a contest board: the simulated chip behind a serial line",
		Long: `board runs the simulated chip that plays at the host program of the public Blokus Duo
design contest. The host reaches it through a pseudo-terminal, whose path is printed,
in place of a serial port; or over TCP, where the board connects to the listening host.
It plays until the host disconnects (TCP) or it is interrupted. The chip has the
minimax core, which simulates faster, or the Monte Carlo core, which boards get.`,
		Example: `  tessera board --pty
  tessera board --pty --config montecarlo
  tessera board --tcp localhost:10000`,
		Args: noArgs,
	}
	c.Flags().StringVar(&tcp, "tcp", "", "connect to a host that listens at `host:port`")
	c.Flags().BoolVar(&pseudot, "pty", false, "make a pseudo-terminal and print its path")
	f.add(c.Flags(), "")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if (tcp == "") == !pseudot {
			return badInputf("board: want either --pty or --tcp host:port (see %s --help)", c.CommandPath())
		}
		if tcp != "" {
			if _, _, err := net.SplitHostPort(tcp); err != nil {
				return badInputf("board: --tcp %q, want host:port", tcp)
			}
		}
		if err := f.check("board"); err != nil {
			return err
		}
		ctx := c.Context()
		// The model first: the host's clock runs as soon as the line stands.
		fmt.Fprintln(c.ErrOrStderr(), boardNote)
		chip, err := f.start(ctx)
		if err != nil {
			return err
		}
		defer chip.Close()
		if tcp != "" {
			conn, err := new(net.Dialer).DialContext(ctx, "tcp", tcp)
			if err != nil {
				return fmt.Errorf("board: %w", err)
			}
			defer conn.Close()
			fmt.Fprintf(c.OutOrStdout(), "connected to %s\n", tcp)
			return wire.Serve(ctx, chip, conn)
		}
		terminal, err := wire.OpenTerminal()
		if err != nil {
			return err
		}
		defer terminal.Close()
		if _, err := fmt.Fprintln(c.OutOrStdout(), terminal.Path()); err != nil {
			return err
		}
		return wire.Serve(ctx, chip, terminal)
	}
	return c
}

// inProcessBoard is a simulated board at the other end of a pipe.
type inProcessBoard struct {
	net.Conn
	chip   *cosim.ContestBoard
	cancel context.CancelFunc
	served chan error
}

func (f *boardFlags) startInProcess(ctx context.Context) (*inProcessBoard, error) {
	chip, err := f.start(ctx)
	if err != nil {
		return nil, err
	}
	near, far := net.Pipe()
	ctx, cancel := context.WithCancel(ctx)
	b := &inProcessBoard{near, chip, cancel, make(chan error, 1)}
	go func() {
		b.served <- wire.Serve(ctx, chip, far)
		far.Close()
	}()
	return b, nil
}

// Close ends the board.
func (b *inProcessBoard) Close() error {
	b.Conn.Close()
	b.cancel()
	err := <-b.served
	if errors.Is(err, context.Canceled) {
		err = nil
	}
	return errors.Join(err, b.chip.Close())
}
