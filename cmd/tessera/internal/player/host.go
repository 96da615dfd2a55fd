package player

import (
	"context"

	"github.com/tessera-fpga/tessera/golden/contest"
	"github.com/tessera-fpga/tessera/golden/duo"
)

// hostPlayer plays what the players built into the contest's host play.
type hostPlayer struct{ level int }

func newHost(_ Env, o *Options) (Player, error) {
	return &hostPlayer{o.Int("level", contest.HostLevels, 1, contest.HostLevels)}, nil
}

func (a *hostPlayer) Name() string { return "host" }

func (a *hostPlayer) Close() error { return nil }

func (a *hostPlayer) Move(ctx context.Context, pos *duo.Position) (duo.Move, error) {
	return contest.HostMove(pos, a.level), ctx.Err()
}
