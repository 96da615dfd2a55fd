// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/uci"
)

func newUCI() *cobra.Command {
	var spec string
	var seed uint64
	c := &cobra.Command{
		Use:   "uci",
		Short: "play Quoridor as an engine, over the protocol of today's programs",
		Long: `uci answers the commands of the protocol that today's engines of Quoridor speak, which is that of
chess engines, on standard input:

  uci                                 who the engine is
  isready                             readyok
  ucinewgame                          forget the game
  position startpos [moves M1 M2 ...] the position
  go [movetime MS | wtime MS btime MS [winc MS binc MS] [movestogo N] | infinite]
                                      think, and answer "bestmove M", always; by the clock of the
                                      player to move; without a time, as long as the player does by
                                      itself
  stop                                answer at once
  d                                   draw the board
  quit

Moves are e3 (a step), e3h and e3v (a fence). What is wrong with a command is told in a line
"info string error: ...".`,
		Example: `  tessera uci
  tessera uci --player mcts:sims=10000
  printf 'position startpos moves e2 e8\ngo movetime 500\n' | tessera uci`,
		Args: noArgs,
	}
	name := c.Flags().String("game", "quoridor", "another `game` than Quoridor")
	complete(c, "game", play.GameNames()...)
	c.Flags().StringVar(&spec, "player", "tree:nodes=1000000", "who plays: `name[:options]`, those of play --game quoridor")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the random choices")
	c.RunE = func(c *cobra.Command, _ []string) error {
		g, err := play.Find(*name)
		if err != nil {
			return badInputf("uci: --game: %w", err)
		}
		if g.IsDefault() {
			return badInputf("uci: --game %s: want another game, its programs speak GTP (see tessera gtp)", *name)
		}
		if spec == "human" {
			return badInputf("uci: --player human: want a player that needs nobody")
		}
		if err := checkSpec(g, spec, "uci: --player"); err != nil {
			return err
		}
		p, err := g.New(spec, play.Env{Seed: seed, Out: c.ErrOrStderr(), Log: c.ErrOrStderr()})
		if err != nil {
			return err
		}
		defer p.Close()
		if err := play.Prepare(c.Context(), []play.Player{p}); err != nil {
			return err
		}
		u := uci.UCI{Game: g, Player: p, Name: "tessera " + version(), Authors: "the tessera project"}
		return u.Serve(c.Context(), play.NewLines(c.InOrStdin()), c.OutOrStdout())
	}
	return c
}
