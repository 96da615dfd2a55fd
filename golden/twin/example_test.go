// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package twin_test

import (
	"fmt"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// ExampleLane shows the first two turns of a playout in a lane whose other games are idle. Idle
// games go round the same loop without a move, and the first scan waits for its turn among them.
//
// Between two lines of the output a scan sends the visited squares, one in each cycle; 8 stages
// later they are counted, and the move is drawn. Then
//
//	102-108  the chosen square goes once more through cornerScan (2) and 5 stages of the pipeline
//	109-116  its pattern is picked: 3 cycles and 87/16
//	117      the move is handed to boardUpdate
//	118-120  the tile is fetched, the move accepted
//	121-135  rows of the mover; all of them and one more, since this is his first placement
//	136-137  his rows 14 and 15: tiles, value
//	138-141  the 4 rows of the tile on the rival's board
//	142      his row 14
//	143-145  the stages of the last row; with the end of 145 the game is ready
//	146      its next scan begins
func ExampleLane() {
	pos := duo.NewPosition(duo.Player1)
	job := &twin.Job{
		From:   playout.NewRoot(&pos),
		Policy: playout.Largest,
		Stream: playout.NewRNG(1, 0),
		First:  playout.NoFirst,
	}
	const game = 0 // the first game in turn gets the job
	lane := twin.NewLane()
	for cycle, moves := 0, 0; moves < 2; cycle++ {
		out := lane.Step(twin.LaneIn{Wait: job != nil, Job: job})
		if job != nil {
			if out.JobReady {
				fmt.Printf("%3d: the job is taken, the root is copied\n", cycle)
				job = nil
			}
			continue // games go round without a job
		}
		if out.Take == game {
			fmt.Printf("%3d: the scan begins\n", cycle)
		}
		if c := out.Chosen; c != nil && c.Game == game {
			fmt.Printf("%3d: one of %d moves is chosen\n", cycle, c.Moves)
		}
		if m := out.Move; m != nil && m.Game == game {
			moves++
			fmt.Printf("%3d: it is %v, pattern %d, %d rows high\n", cycle, m.Move.Move(), m.Move.Pattern, m.Move.Height())
		}
	}
	// Output:
	//  26: the job is taken, the root is copied
	//  62: the scan begins
	// 102: one of 315 moves is chosen
	// 117: it is 53k5, pattern 87, 4 rows high
	// 146: the scan begins
	// 187: one of 315 moves is chosen
	// 199: it is a9o5, pattern 47, 4 rows high
}
