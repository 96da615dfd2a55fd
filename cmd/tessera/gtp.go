// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package main

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/tessera-fpga/tessera/gtp/engine"
	"github.com/tessera-fpga/tessera/play"
)

func newGTP() *cobra.Command {
	var spec, sandbox string
	var seed uint64
	c := &cobra.Command{
		Use:   "gtp",
		Short: "play for another program, in the Go Text Protocol",
		Long: `gtp answers commands of the Go Text Protocol on standard input, in the dialect of Pentobi:
colours are b and w, moves are lists of squares such as e9,d10,e10,f10,e11, and no pass is
sent, for a colour may play twice in a row. list_commands lists the commands. Players are
those of play, other than human. With --game it plays another game, move by move as that game
has them.

savesgf FILE and selfplay GAMES FILE replace an earlier record, but no other file unless the word
"overwrite" follows. --sandbox FOLDER keeps the files of all commands within FOLDER, for an
engine that others use.`,
		Example: `  tessera gtp --player montecarlo:visits=4
  tessera gtp --game dots:3x3 --player tree
  tessera play --p1 'gtp:"tessera gtp --player minimax"' --p2 montecarlo`,
		Args: noArgs,
	}
	game := gameFlag(c)
	c.Flags().StringVar(&spec, "player", "tree", "who plays: `name[:options]`")
	c.Flags().Uint64Var(&seed, "seed", 1, "seed of the random choices")
	c.Flags().StringVar(&sandbox, "sandbox", "", "keep the files of loadsgf, savesgf and selfplay within `FOLDER`; names are relative to it")
	c.RunE = func(c *cobra.Command, _ []string) error {
		g, err := game()
		if err != nil {
			return err
		}
		if name, _, _ := strings.Cut(spec, ":"); name == "human" || name == "gtp" {
			return badInputf("gtp: --player %s: want a player that needs nobody", spec)
		}
		if !c.Flags().Changed("player") {
			spec = g.DefaultPlayer
		}
		if err := checkSpec(g, spec, "gtp: --player"); err != nil { // report wrong options at once
			return err
		}
		build, err := engineVersion()
		if err != nil {
			return err
		}
		e := engine.New("tessera", build, g, spec, seed, c.ErrOrStderr())
		defer e.Close()
		if c.Flags().Changed("sandbox") {
			folder, err := os.OpenRoot(sandbox)
			if err != nil {
				return badInputf("gtp: --sandbox: %w", err)
			}
			defer folder.Close()
			e.Sandbox(folder)
		}
		return e.Serve(c.Context(), play.NewLines(c.InOrStdin()), c.OutOrStdout())
	}
	return c
}
