// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package cosim_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tessera-fpga/tessera/gen"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/sim/cosim"
	"github.com/tessera-fpga/tessera/sim/simtest"
	"github.com/tessera-fpga/tessera/sim/verilator"
)

func monteCarloTest(t *testing.T, fn func(p *verilator.Proc, core *cosim.MonteCarlo, rng *rand.Rand) error) {
	simtest.Cosim(t, cosim.MonteCarloModel(2, playout.Largest), func(p *verilator.Proc, rng *rand.Rand) error {
		core, err := cosim.NewMonteCarlo(p)
		if err != nil {
			return err
		}
		return fn(p, core, rng)
	})
}

// TestMonteCarloStopAtAnswer stops a search that needs no playouts, in every one of its cycles and
// in the cycles after its answer.
func TestMonteCarloStopAtAnswer(t *testing.T) {
	t.Parallel()
	monteCarloTest(t, func(p *verilator.Proc, core *cosim.MonteCarlo, rng *rand.Rand) error {
		pos := duo.RandomGame(rng, 60)
		for pos.HasLegalMove() {
			pos = duo.RandomGame(rng, 60)
		}
		if err := core.Load(&pos); err != nil {
			return err
		}
		cfg := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1, Seed: rng.Uint32()}
		_, whole, err := core.Search(cfg, 0)
		if err != nil {
			return err
		}
		for stop := range whole + 5 {
			p.SetTransaction(int(stop))
			if _, _, err := core.Search(cfg, stop+1); err != nil {
				return err
			}
		}
		return nil
	})
}

// turned returns the placement on the same squares of a board that is turned by half a turn.
func turned(m duo.Move) duo.Move {
	squares := func(m duo.Move) (b duo.Bitboard) {
		for row, col := range m.Cells {
			b.Set(duo.NewSquare(row, col))
		}
		return b
	}
	var want duo.Bitboard
	for row, col := range m.Cells {
		want.Set(duo.NewSquare(duo.BoardSize-1-row, duo.BoardSize-1-col))
	}
	for o := range duo.Orientation(duo.NumOrientations) {
		if o.Tile() != m.Tile() {
			continue
		}
		for s := range duo.Square(duo.NumSquares) {
			t := duo.NewMove(o, s)
			inside := true
			for row, col := range t.Cells {
				inside = inside && min(row, col) >= 0 && max(row, col) < duo.BoardSize
			}
			if inside && squares(t) == want {
				return t
			}
		}
	}
	panic("a placement has an image")
}

// TestMonteCarloAllTilesPlaced plays games to the last tile of a player. The game is then over for
// both: no move is legal, and a search answers with a pass. Before the last tile the game is not
// over.
func TestMonteCarloAllTilesPlaced(t *testing.T) {
	t.Parallel()
	monteCarloTest(t, func(p *verilator.Proc, core *cosim.MonteCarlo, rng *rand.Rand) error {
		cfg := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1, Seed: rng.Uint32()}
		last := strings.Fields(soloGame)[len(strings.Fields(soloGame))-1]
		for _, pl := range []duo.Player{duo.Player1, duo.Player2} {
			p.SetTransaction(int(pl))
			game, err := soloEnd(1)
			if err != nil {
				return err
			}
			rival, err := soloEnd(2)
			if err != nil {
				return err
			}
			tile, err := duo.ParseMove(last)
			if err != nil {
				return err
			}
			// This reply would be legal for the rival if the game went on.
			reply := duo.Pass
			for _, m := range rival.LegalMoves(nil) {
				after := game
				after.Play(tile)
				if errors.Is(after.Check(m), duo.ErrGameOver) && !slices.Contains(cells(m), cells(tile)[0]) {
					reply = m
				}
			}
			if reply == duo.Pass {
				return fmt.Errorf("the rival has no move left")
			}
			before := game
			if pl == duo.Player2 {
				before = duo.NewPosition(duo.Player2)
				for _, m := range game.History() {
					if m != duo.Pass {
						m = turned(m)
					}
					before.Play(m)
				}
				tile, reply = turned(tile), turned(reply)
			}
			if err := core.Load(&before); err != nil {
				return err
			}
			if r, _, err := core.Search(cfg, 0); err != nil || r.Move == duo.Pass {
				return fmt.Errorf("before the last tile: %v, %w", r.Move, err)
			}
			if legal, err := core.Play(pl, tile); err != nil || !legal {
				return fmt.Errorf("the last tile: legal %v, %w", legal, err)
			}
			if legal, err := core.Play(pl.Rival(), reply); err != nil || legal {
				return fmt.Errorf("a move after the last tile: legal %v, %w", legal, err)
			}
			if r, cycles, err := core.Search(cfg, 0); err != nil {
				return err
			} else if r.Move != duo.Pass || cycles > 200 {
				return fmt.Errorf("after the last tile: %v in %d cycles, want a pass at once", r.Move, cycles)
			}
		}
		return nil
	})
}

// cells returns the squares of a placement.
func cells(m duo.Move) (list []duo.Square) {
	for row, col := range m.Cells {
		list = append(list, duo.NewSquare(row, col))
	}
	return list
}

// TestMonteCarloResets resets the core during all kinds of work. Afterwards the core must be in the
// opening position, and search like golden.
func TestMonteCarloResets(t *testing.T) {
	t.Parallel()
	monteCarloTest(t, func(p *verilator.Proc, core *cosim.MonteCarlo, rng *rand.Rand) error {
		valid, op := p.MustPort("cmd_valid_i"), p.MustPort("cmd_op_i")
		visits, player := p.MustPort("visits_i"), p.MustPort("cmd_player_i")
		for n := range 16 {
			p.SetTransaction(n)
			if n%4 == 3 { // now and then not in the opening position
				pos := duo.RandomGame(rng, 1+rng.IntN(2))
				if err := core.Load(&pos); err != nil {
					return err
				}
			}
			// The reset cuts off a search, a move that is not found, or the return to the opening
			// position.
			kind := rng.IntN(3)
			cmd := p.NewInputs()
			valid.Set(cmd, 1)
			op.Set(cmd, []uint64{gen.CmdSearch, gen.CmdPlay, gen.CmdReset}[kind])
			player.Set(cmd, rng.Uint64N(2))
			visits.Set(cmd, 1)
			if _, err := p.Run(verilator.Run{Stop: "cmd_ready_o", Max: 1000}); err != nil {
				return err
			}
			most := []uint64{60_000, 10_000, 60}[kind]
			if rng.IntN(2) == 0 {
				most = min(most, 800)
			}
			if _, err := p.Run(verilator.Run{First: cmd, Max: 1 + rng.Uint64N(most)}); err != nil {
				return err
			}
			if err := p.Reset(); err != nil {
				return err
			}
			var err error
			if core, err = cosim.NewMonteCarlo(p); err != nil {
				return err
			}
			cfg := search.MonteCarloConfig{Policy: playout.Largest, Visits: 1 + rng.IntN(2), Seed: rng.Uint32()}
			if _, _, err := core.Search(cfg, 1+rng.Uint64N(6000)); err != nil {
				return err
			}
			pos := duo.RandomGame(rng, 1)
			if err := core.Load(&pos); err != nil {
				return err
			}
			if _, _, err := core.Search(cfg, 1+rng.Uint64N(6000)); err != nil {
				return err
			}
		}
		return nil
	})
}
