// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package play_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"time"

	_ "github.com/tessera-fpga/tessera/games" // all games; or one of its folders
	"github.com/tessera-fpga/tessera/play"
)

// Two players play a game of each kind.
func Example() {
	for _, name := range []string{"duo", "blokus:two", "quoridor", "dots:3x3"} {
		g, err := play.Find(name)
		if err != nil {
			log.Fatal(err)
		}
		start := g.Start()
		fmt.Printf("%s: %d legal moves\n", g.Title, len(start.Moves()))

		players := make([]play.Player, g.Seats())
		for seat, spec := range []string{"tree:leaves=20", "random"} {
			if players[seat], err = g.New(spec, play.Env{Seat: seat, Seed: 1}); err != nil {
				log.Fatal(err)
			}
			defer players[seat].Close()
		}
		r, err := play.Run(context.Background(), players, play.Rules{Game: g, Start: start}, play.Events{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("  after %d moves %s: %v\n", len(r.Position.History()), r.Position.Standing(), r)
	}
	// Output:
	// Blokus Duo: 414 legal moves
	//   after 41 moves 15 -65: player 1 wins
	// Blokus Two-Player: 58 legal moves
	//   after 66 moves 162 - 113: player 1 wins
	// Quoridor: 131 legal moves
	//   after 15 moves 0 steps to go - 8: player 1 wins
	// dots and boxes, 3x3: 24 legal moves
	//   after 24 moves 9 - 0: player 1 wins
}

// A position lists its legal moves, makes one of them, and refuses others.
func ExamplePosition() {
	g, err := play.Find("dots:1x2")
	if err != nil {
		log.Fatal(err)
	}
	p := g.Start()
	fmt.Println("legal:", g.FormatMoves(p.Moves()))
	if err := p.Play(p.Moves()[1]); err != nil {
		log.Fatal(err)
	}
	fmt.Println("wrong:", g.MakeMove(p, "1"))
	fmt.Print(p.Draw(play.DrawOptions{}))
	// Output:
	// legal: 0 1 2 3 4 5 6
	// wrong: move 2 (player 2): 1: the edge is drawn already
	// +  0 +====+
	// 2    3    4
	// +  5 +  6 +
	// player 1 A: 0 boxes, player 2 B: 0
	// player 2 to move
}

// The tree search at level 5 chooses a move, and reports its evaluation of the best ones.
func ExampleGame_New() {
	g, err := play.Find("duo")
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.ParseMoves(0, "55u0 aau0 87t0")
	if err != nil {
		log.Fatal(err)
	}
	player, err := g.New("tree:level=5", play.Env{Seat: p.ToMove(), Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer player.Close()
	move, err := player.Move(context.Background(), p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("move:", g.Format(move))
	fmt.Print(play.FormatThoughts(player.(play.Thinker).Thoughts(), 3, g.Format))
	// Output:
	// move: b6l5
	//   visits   value margin  line
	//       29   36.3%   -4.4  b6l5 8ar3 85t2
	//       27   37.3%   -4.2  a7l1 94l7 c5o5 8ar3
	//       22   32.8%   -5.3  b7t3 95o6 69o6
}

// A level bounds the leaves of a move, a clock the time of a game, and Limit the time of each
// move. The search with a clock shares its time out among the moves to come.
func ExampleTimed() {
	g, err := play.Find("dots:2x2")
	if err != nil {
		log.Fatal(err)
	}
	level, err := g.New("tree:level=2", play.Env{Seat: 0, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer level.Close()
	clock, err := g.New("tree:clock=5s", play.Env{Seat: 1, Seed: 1})
	if err != nil {
		log.Fatal(err)
	}
	defer clock.Close()
	r, err := play.Run(context.Background(), []play.Player{level, clock}, play.Rules{Game: g, Start: g.Start()}, play.Events{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("the clock was enough:", r.Took[1] < 5*time.Second)

	stop := make(chan struct{}) // close it and the player answers at once
	clock.(play.Timed).Limit(20*time.Millisecond, stop)
	if _, err := clock.Move(context.Background(), g.Start()); err != nil {
		log.Fatal(err)
	}
	fmt.Println("leaves were counted:", clock.(play.Thinker).Thoughts()[0].Visits > 0)
	// Output:
	// the clock was enough: true
	// leaves were counted: true
}

// greedy is a custom player: it makes the move that leaves it farthest ahead in points.
type greedy struct{}

func (greedy) Name() string { return "greedy" }

func (greedy) Close() error { return nil }

func (greedy) Move(ctx context.Context, p play.Position) (best play.Move, err error) {
	seat, most := p.ToMove(), math.MinInt
	for _, m := range p.Moves() {
		next := p.Clone()
		if err := next.Play(m); err != nil {
			return 0, err
		}
		points := next.(play.Scored)
		if ahead := points.Score(seat) - points.Score(1-seat); ahead > most {
			best, most = m, ahead
		}
	}
	return best, ctx.Err()
}

// A custom player is a type with three methods. Once its kind is registered, specifications can
// name it in matches, over GTP, and wherever New makes players.
func ExampleRegisterKinds() {
	play.RegisterKinds("dots", play.Kind{
		Name: "greedy", Help: "takes boxes; no options",
		New: func(play.Env, *play.Options) (play.Player, error) { return greedy{}, nil },
	})
	g, err := play.Find("dots:3x3")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(g.KindNames())
	_, err = g.New("greedy:depth=2", play.Env{})
	fmt.Println(err)

	var players []play.Player
	for seat, spec := range []string{"random", "greedy"} {
		p, err := g.New(spec, play.Env{Seat: seat, Seed: 1})
		if err != nil {
			log.Fatal(err)
		}
		defer p.Close()
		players = append(players, p)
	}
	r, err := play.Run(context.Background(), players, play.Rules{Game: g, Start: g.Start()}, play.Events{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(r.Position.Standing(), r)
	// Output:
	// [greedy mcts perfect random tree]
	// player "greedy:depth=2": unknown option "depth", the player has none
	// 1 - 8 player 2 wins
}
