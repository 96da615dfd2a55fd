package duo

import (
	"context"

	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/play"
)

// hostPlayer plays what the players built into the contest's host play.
type hostPlayer struct{ level int }

func newHost(_ play.Env, o *play.Options) (play.Player, error) {
	return &hostPlayer{o.Int("level", contest.HostLevels, 1, contest.HostLevels)}, nil
}

func (a *hostPlayer) Name() string { return "host" }

func (a *hostPlayer) Close() error { return nil }

func (a *hostPlayer) Move(ctx context.Context, p play.Position) (play.Move, error) {
	pos := At(p)
	return play.Move(contest.HostMove(pos, a.level)), ctx.Err()
}
