// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package engine

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/tessera-fpga/tessera/play"
	"github.com/tessera-fpga/tessera/play/record"
)

// selfPlay implements selfplay GAMES FILE [overwrite]: players with the engine's specification play games from
// the start. The form of the file follows from its extension; the default is SGF. The engine's own
// game does not change.
func (e *Engine) selfPlay(ctx context.Context, args []string) (string, error) {
	games, err := count(args, 0, "a number of games")
	if err != nil {
		return "", err
	}
	name, err := arg(args, 1, "a file")
	if err != nil {
		return "", err
	}
	replace, err := overwrite(args, 2)
	if err != nil {
		return "", err
	}
	form, err := record.FormOf(name)
	if err != nil {
		form = record.SGF
	}
	if err := form.Takes(e.game); err != nil {
		return "", failf("%v", err)
	}
	if !replace { // before the games are played
		if err := record.Replaceable(e.files, name, e.game, games); err != nil {
			return "", e.fileError(name, err)
		}
	}
	if err := record.CanReplace(e.files, name); err != nil {
		return "", e.fileError(name, err)
	}
	var played []*record.Game
	for i := range games {
		g, stopped := e.selfGame(ctx, e.seed+uint64(i))
		if err = stopped; err != nil {
			break // the games before it are kept
		}
		played = append(played, g)
	}
	if len(played) > 0 || err == nil {
		err = errors.Join(err, e.keep(name, replace, form, played))
	}
	return "", err
}

// keep saves games that have been played, elsewhere if their file cannot have them.
func (e *Engine) keep(name string, replace bool, form record.Form, games []*record.Game) error {
	err := record.Save(e.files, name, replace, form, games...)
	if err == nil {
		return nil
	}
	err = e.fileError(name, err)
	if len(games) == 0 {
		return err
	}
	kept, lost := record.Keep(form, games...)
	if lost != nil {
		return failf("%v; the games are lost: %v", err, lost)
	}
	return failf("%v; the games are in %s", err, kept)
}

// selfGame plays a game with the seed.
func (e *Engine) selfGame(ctx context.Context, seed uint64) (*record.Game, error) {
	players := make([]play.Player, e.game.Seats())
	for seat := range players {
		p, err := e.game.New(e.spec, play.Env{Seat: seat, Seed: seed, Out: e.log, Log: e.log})
		if err != nil {
			return nil, err
		}
		defer p.Close()
		players[seat] = p
	}
	r, err := play.Run(ctx, players, play.Rules{Game: e.game, Start: e.game.Start()}, play.Events{})
	if err != nil {
		return nil, err
	}
	return record.FromResult(r, 0), nil
}

// moveInfo returns a move in the game's notation and as a list of squares, and whether the colour
// to move may play it.
func (e *Engine) moveInfo(_ context.Context, args []string) (string, error) {
	text := strings.ToLower(strings.TrimSpace(args[0]))
	if text == "" {
		return "", failf("missing argument, want a move")
	}
	m, err := e.game.Parse(text)
	if err != nil {
		return "", failf("invalid move: %v", err)
	}
	info := "\nMove:   " + e.game.Format(m)
	if e.game.Squares != nil {
		squares := e.game.Squares(m)
		info += "\nPoints: " + strings.ReplaceAll(squares, ",", " ") +
			"\nSize:   " + strconv.Itoa(1+strings.Count(squares, ","))
	}
	switch err := e.pos.Clone().Play(m); {
	case e.pos.Over():
		info += "\nLegal:  no: the game is over"
	case err != nil:
		info += "\nLegal:  no: " + play.Reason(err)
	default:
		info += "\nLegal:  yes"
	}
	return info, nil
}
