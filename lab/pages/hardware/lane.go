// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package hardware

import (
	"fmt"
	"math/bits"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
	"github.com/tessera-fpga/tessera/picture"
	"github.com/tessera-fpga/tessera/play/plural"
)

// lanePly is a turn of a playout as it passes through a lane, in cycles.
type lanePly struct {
	take   int // the scan of the player's corners begins
	chosen int // a move has been chosen, by corner and number
	move   int // its pattern is picked, and it goes to the board
	next   int // the next scan of this game begins, or its result comes
	player duo.Player
	// anchors that the scan visits, and legal moves that the policy chooses from
	anchors, moves int
	code           string
}

// laneLife is a playout in a lane.
type laneLife struct {
	game   int
	stream playout.RNG
	job    int // cycle of the job's entry into the lane
	result int
	plies  []lanePly
}

// laneTrace has playouts in the order of their beginnings; the result of unfinished ones is 0.
type laneTrace []*laneLife

// traceLane runs the twin of a lane from the opening, largest tiles, for a number of cycles, and
// follows the playouts through it. Golden plays each playout as well; the two must agree, so the
// picture is true.
func traceLane(cycles int) (laneTrace, error) {
	opening := duo.NewPosition(duo.Player1)
	from := playout.NewRoot(&opening)
	lane := twin.NewLane()
	var trace laneTrace
	var on [twin.LaneGames]*laneLife // in each game
	var replay [twin.LaneGames][]lanePly
	started, offered := uint32(0), -1 // offered: the game that waits for a job
	for cycle := range cycles {
		job := twin.Job{From: from, Policy: playout.Largest, Stream: playout.NewRNG(twin.RateSeed, started), First: playout.NoFirst}
		out := lane.Step(twin.LaneIn{Wait: true, Job: &job, ResultReady: true})
		freed := -1
		if out.Result != nil {
			for g, life := range on {
				if life != nil && life.stream == out.Result.Job.Stream {
					freed = g
				}
			}
			if freed < 0 || len(on[freed].plies) != len(replay[freed]) {
				return nil, fmt.Errorf("hardware: cycle %d: the result of a game that is not at its end", cycle)
			}
			on[freed].result = cycle
			on[freed].plies[len(on[freed].plies)-1].next = cycle
			on[freed] = nil
		}
		if out.JobReady {
			game := offered
			if freed >= 0 {
				game = freed
			}
			on[game] = &laneLife{game: game, stream: job.Stream, job: cycle}
			replay[game] = replayOf(from, job.Stream)
			trace = append(trace, on[game])
			started++
		}
		if g := out.Take; g >= 0 && on[g] != nil {
			life := on[g]
			if n := len(life.plies); n > 0 {
				life.plies[n-1].next = cycle
			}
			if len(life.plies) < len(replay[g]) {
				ply := replay[g][len(life.plies)]
				ply.take = cycle
				life.plies = append(life.plies, ply)
			}
		}
		if ch := out.Chosen; ch != nil && on[ch.Game] != nil && len(on[ch.Game].plies) > 0 {
			ply := &on[ch.Game].plies[len(on[ch.Game].plies)-1]
			if ch.Moves != ply.moves {
				return nil, fmt.Errorf("hardware: cycle %d: game %d has %d moves, golden %d", cycle, ch.Game, ch.Moves, ply.moves)
			}
			ply.chosen = cycle
		}
		if m := out.Move; m != nil {
			offered = m.Game
			if life := on[m.Game]; life != nil && len(life.plies) > 0 {
				ply := &life.plies[len(life.plies)-1]
				code := duo.PassCode
				if !m.None {
					code = m.Move.Move().String()
				}
				if code != ply.code {
					return nil, fmt.Errorf("hardware: cycle %d: game %d moves %s, golden %s", cycle, m.Game, code, ply.code)
				}
				ply.move = cycle
			}
		}
	}
	return trace, nil
}

// replayOf returns the turns of a playout as golden plays them, without their cycles.
func replayOf(from *playout.Root, stream playout.RNG) (plies []lanePly) {
	st := from.State()
	from.Play(playout.Largest, playout.NoFirst, stream, func(p playout.Ply) {
		ply := lanePly{player: p.Player, moves: p.Moves, code: duo.PassCode}
		for row := range duo.BoardSize {
			_, anchors := st.Row(p.Player, row)
			ply.anchors += bits.OnesCount16(anchors)
		}
		if p.Moves > 0 {
			ply.code = p.Move.Move().String()
			st.Play(p.Move)
		} else {
			st.Pass()
		}
		plies = append(plies, ply)
	})
	return plies
}

// The parts of a turn, as the pictures name them.
var lanePhases = []struct {
	fill picture.Style
	text string
}{
	{picture.Style{Fill: picture.Mix(picture.Grey, 0.55), Stroke: picture.Paper, Width: 1}, "board copied from the root"},
	{picture.Style{Fill: picture.Mix(picture.Sky, 0.2), Stroke: picture.Paper, Width: 1}, "anchors visited, one a cycle; a move drawn"},
	{picture.Style{Fill: picture.Mix(picture.Yellow, 0.1), Stroke: picture.Paper, Width: 1}, "the anchor of the move once more; its pattern picked"},
	{picture.Style{Fill: picture.Mix(picture.Green, 0.35), Stroke: picture.Paper, Width: 1}, "board updated; the game waits for its turn"},
}

// steadyPlayout is the number of the playout that the pictures follow: by then all games of
// the lane are on, and no two are at the same place.
const steadyPlayout = 2 * twin.LaneGames

// LaneTiming draws the first turns of a playout, cycle by cycle, beside the other games of the
// lane. It shows twin.Lane, which equals the circuit in every cycle.
func LaneTiming() (*picture.Canvas, error) {
	const (
		scale = 5.0 // pixels a cycle
		span  = 200 // cycles
		left  = 112.0
		top   = 112.0
		pitch = 40.0
		bar   = 28.0
	)
	trace, err := traceLane(8000)
	if err != nil {
		return nil, err
	}
	life := trace[steadyPlayout]
	from := life.job - 16
	x := func(cycle int) float64 { return left + scale*float64(cycle-from) }
	clip := func(cycle int) float64 { return min(max(x(cycle), left), x(from+span)) }
	c := picture.New(left+scale*span+24, top+pitch*(twin.LaneGames+3)+64)
	c.Text(left, 24, picture.Font{Bold: true, Size: 15}, "six games in one lane, cycle by cycle")
	c.Text(left, 44, picture.Font{Size: 12, Fill: picture.Grey}, "game %d begins a new playout; cycle 0 is that in which the lane takes the job", life.game)
	bottom := top + pitch*(twin.LaneGames+3) - 8
	for n := 0; n <= span; n += 10 {
		if cycle := life.job + n; cycle <= from+span {
			colour := picture.Shade
			if n%50 == 0 {
				colour = picture.Line
				c.Text(x(cycle), top-30, picture.Font{Size: 11, Anchor: picture.Middle, Fill: picture.Grey}, fmt.Sprint(n))
			}
			c.Line(colour, 1, x(cycle), top-24, x(cycle), bottom)
		}
	}

	// The events of the lane, as pulses with the game's number.
	type event struct {
		name  string
		cycle func(lanePly) int
		text  string
	}
	for i, e := range []event{
		{"scan begins", func(p lanePly) int { return p.take }, ""},
		{"move chosen", func(p lanePly) int { return p.chosen }, ""},
		{"move to board", func(p lanePly) int { return p.move }, ""},
	} {
		y := top + pitch*float64(i) - 14
		c.Text(left-12, y+16, picture.Font{Size: 12, Anchor: picture.End}, e.name)
		low := y + 20
		c.Line(picture.Ink, 1.2, left, low, x(from+span), low)
		for _, l := range trace {
			for _, p := range l.plies {
				if at := e.cycle(p); at >= from && at < from+span {
					c.Polygon(picture.Style{Fill: picture.Mix(picture.Ink, 0.2), Stroke: picture.Ink, Width: 1}, x(at), low, x(at), y+4, x(at)+scale, y+4, x(at)+scale, low)
					c.Text(x(at)+scale/2, y, picture.Font{Size: 10, Anchor: picture.Middle}, fmt.Sprint(l.game))
				}
			}
		}
	}

	// The games.
	for g := range twin.LaneGames {
		y := top + pitch*float64(g+3)
		c.Text(left-12, y+19, picture.Font{Size: 12, Anchor: picture.End, Bold: g == life.game}, "game %d", g)
		c.Line(picture.Line, 1, left, y+bar/2, x(from+span), y+bar/2)
	}
	part := func(l *laneLife, phase, begin, end int, text string) {
		a, b := clip(begin), clip(end)
		if b-a < 1 {
			return
		}
		y := top + pitch*float64(l.game+3)
		c.Rect(a, y, b-a, bar, lanePhases[phase].fill)
		f := picture.Font{Size: 11, Anchor: picture.Middle}
		if text != "" && picture.TextWidth(f, text) < b-a-4 {
			c.Text((a+b)/2, y+bar/2+4, f, text)
		}
	}
	for _, l := range trace {
		end := l.result
		if len(l.plies) > 0 {
			end = l.plies[0].take
		}
		part(l, 0, l.job, end, "new game")
		for _, p := range l.plies {
			if p.move == 0 {
				continue
			}
			next := p.next
			if next == 0 {
				next = from + span
			}
			part(l, 1, p.take, p.chosen, plural.Count(p.anchors, "anchor", "anchors")+", "+plural.Count(p.moves, "move", "moves"))
			part(l, 2, p.chosen, p.move, "")
			part(l, 3, p.move, next, p.code)
		}
		if l.result > from && l.result < from+span {
			y := top + pitch*float64(l.game+3)
			c.Line(picture.Red, 3, x(l.result), y-5, x(l.result), y+bar+5)
			c.Text(x(l.result)+5, y-3, picture.Font{Size: 10, Fill: picture.Red}, "result")
		}
	}
	legend(c, left, bottom+32)
	return c, nil
}

// legend explains the colours.
func legend(c *picture.Canvas, x, y float64) {
	for i, p := range lanePhases {
		x, y := x+360*float64(i%2), y+20*float64(i/2)
		c.Rect(x, y-11, 13, 13, p.fill)
		c.Text(x+20, y, picture.Font{Size: 12}, p.text)
	}
}

// LaneLife draws a whole playout among the others of its lane, turn by turn.
func LaneLife() (*picture.Canvas, error) {
	const (
		scale = 0.33 // pixels a cycle
		left  = 80.0
		top   = 84.0
		pitch = 32.0
		bar   = 24.0
	)
	trace, err := traceLane(12000)
	if err != nil {
		return nil, err
	}
	life := trace[steadyPlayout]
	if life.result == 0 {
		return nil, fmt.Errorf("hardware: the playout does not end")
	}
	from, to := life.job-100, life.result+200
	x := func(cycle int) float64 { return left + scale*float64(min(max(cycle, from), to)-from) }
	c := picture.New(x(to)+24, top+pitch*twin.LaneGames+60)
	c.Text(left, 24, picture.Font{Bold: true, Size: 15}, "the life of a playout: %d turns in %d cycles", len(life.plies), life.result-life.job)
	c.Text(left, 44, picture.Font{Size: 12, Fill: picture.Grey}, "game %d, from the job to the result, among the five others of the lane; the numbers count its turns", life.game)
	bottom := top + pitch*twin.LaneGames
	for n := 0; life.job+n <= to; n += 500 {
		c.Line(picture.Line, 1, x(life.job+n), top-12, x(life.job+n), bottom)
		c.Text(x(life.job+n), top-18, picture.Font{Size: 11, Anchor: picture.Middle, Fill: picture.Grey}, fmt.Sprint(n))
	}
	for g := range twin.LaneGames {
		c.Text(left-12, top+pitch*float64(g)+17, picture.Font{Size: 12, Anchor: picture.End, Bold: g == life.game}, "game %d", g)
	}
	for _, l := range trace {
		y := top + pitch*float64(l.game)
		paper := 0.55
		if l == life {
			paper = 0
		}
		if len(l.plies) == 0 || l.job > to {
			continue
		}
		if x(l.plies[0].take) > x(l.job) {
			c.Rect(x(l.job), y, x(l.plies[0].take)-x(l.job), bar, picture.Style{Fill: picture.Mix(picture.Grey, paper), Stroke: picture.Paper, Width: 1})
		}
		for i, p := range l.plies {
			next := p.next
			if next == 0 {
				next = to
			}
			a, b := x(p.take), x(next)
			if b-a < 0.5 {
				continue
			}
			c.Rect(a, y, b-a, bar, picture.Style{Fill: picture.Mix(picture.PlayerColours[p.player].Tile, paper), Stroke: picture.Paper, Width: 1})
			if l == life && b-a > 14 {
				c.Text((a+b)/2, y+bar/2+4, picture.Font{Size: 10, Anchor: picture.Middle, Fill: picture.PlayerColours[p.player].Ink}, fmt.Sprint(i+1))
			}
		}
		if l.result > from && l.result < to {
			c.Line(picture.Red, 3, x(l.result), y-3, x(l.result), y+bar+3)
		}
	}
	y := bottom + 32
	at := left // the factor leaves room for fonts wider than ours
	for _, e := range []struct {
		style picture.Style
		text  string
	}{
		{picture.Filled(picture.Grey), "new game"}, {picture.Filled(picture.Blue), "turn of player 1"}, {picture.Filled(picture.Orange), "turn of player 2"}, {picture.Filled(picture.Red), "result"},
	} {
		c.Rect(at, y-11, 13, 13, e.style)
		c.Text(at+20, y, picture.Font{Size: 12}, e.text)
		at += 36 + 1.12*picture.TextWidth(picture.Font{Size: 12}, e.text)
	}
	return c, nil
}
