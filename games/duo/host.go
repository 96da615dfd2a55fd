// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package duo

import (
	"context"
	"errors"

	"github.com/tessera-fpga/tessera/games/duo/rules"
	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/play"
)

// hostPlayer plays like the players built into the contest's host.
type hostPlayer struct{ level int }

func newHost(_ play.Env, o *play.Options) (play.Player, error) {
	return &hostPlayer{o.Int("level", contest.HostLevels, 1, contest.HostLevels)}, nil
}

func (a *hostPlayer) Name() string { return "host" }

func (a *hostPlayer) Close() error { return nil }

func (a *hostPlayer) Move(ctx context.Context, p play.Position) (play.Move, error) {
	pos := rules.At(p)
	return play.Move(contest.HostMove(pos, a.level)), ctx.Err()
}

// ContestLine returns the last line of the contest's host. The host has no line for a resignation,
// and prints the one for time-out.
func ContestLine(r *play.Result) string {
	p, loser := rules.At(r.Position), duo.Player(r.Loser)
	switch r.Ending {
	case play.Resigned, play.Late:
		return contest.ViolationLine(p, loser, contest.TimedOut)
	case play.Illegal, play.Malformed:
		var v *contest.Violation
		if _, err := contest.Judge(p, r.Text); errors.As(err, &v) {
			return contest.ViolationLine(p, loser, v.Code)
		}
	}
	return contest.EndLine(p)
}
