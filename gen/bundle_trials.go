// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package gen

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/tessera-fpga/tessera/golden/duo"
	"github.com/tessera-fpga/tessera/golden/evaluation"
	"github.com/tessera-fpga/tessera/golden/firmware"
	"github.com/tessera-fpga/tessera/golden/playout"
	"github.com/tessera-fpga/tessera/golden/search"
	"github.com/tessera-fpga/tessera/golden/service"
	"github.com/tessera-fpga/tessera/golden/tree"
	"github.com/tessera-fpga/tessera/golden/twin"
)

// trialSeed is the seed of the random games in the trials.
const trialSeed = 1

// endgame returns a position of a random game with least to most legal moves for the player to
// move, and no pass before it: searches and playouts from there are short.
func endgame(least, most int) (duo.Position, error) {
	for seed := uint64(trialSeed); seed < trialSeed+1000; seed++ {
		game := duo.RandomGame(rand.New(rand.NewPCG(seed, 0)), 1000)
		pos := duo.NewPosition(game.FirstToMove())
		for _, m := range game.History() {
			if m == duo.Pass {
				break
			}
			if n := len(playout.AnchorMoves(&pos, nil)); n >= least && n <= most {
				return pos, nil
			}
			pos.Play(m)
		}
	}
	return duo.Position{}, fmt.Errorf("gen: no game has a position with %d to %d moves", least, most)
}

// set puts the value of a field into the word of a bus.
func (f Field) set(word *int64, value uint64) { *word |= int64(value) << f.Low }

// lanesTrial loads a position and plays games from it.
func lanesTrial(map[string]int) (trial, error) {
	const games = 6
	pos, err := endgame(6, 20)
	if err != nil {
		return trial{}, err
	}
	from := playout.NewRoot(&pos)
	t := trial{timeout: 20_000}
	for i := range 2 * twin.NumRows {
		pl, row := duo.Player(i/twin.NumRows), i%twin.NumRows
		r := twin.RowsOf(from, pl)[row]
		if row >= duo.BoardSize {
			r.Corners = 0 // the lanes make the map of rows with corners
		}
		var word int64
		CommandLoad.set(&word, 1)
		CommandRow.set(&word, uint64(row))
		CommandPlayer.set(&word, uint64(pl))
		CommandAllowed.set(&word, uint64(r.Allowed))
		CommandCorners.set(&word, uint64(r.Corners))
		t.steps = append(t.steps, step{
			About: fmt.Sprintf("load row %d of %v", row, pl), Inputs: map[string]int64{"command_i": word}, Give: "command",
		})
	}
	var turn int64
	CommandTurn.set(&turn, 1)
	CommandPlayer.set(&turn, uint64(pos.ToMove()))
	t.steps = append(t.steps, step{
		About: fmt.Sprintf("%v is to move", pos.ToMove()), Inputs: map[string]int64{"command_i": turn}, Give: "command",
	})
	moves := len(from.Moves(nil))
	for i := range games {
		policy, first := playout.Policy(i%playout.NumPolicies), playout.NoFirst
		stream := playout.NewRNG(trialSeed, uint32(i))
		var job, result int64
		if i >= games/2 {
			first = i % moves
			JobFirst.set(&job, uint64(first))
			JobFirstValid.set(&job, 1)
			ResultFirst.set(&result, uint64(first))
		}
		JobSeed.set(&job, uint64(stream))
		JobLargest.set(&job, uint64(flag(policy == playout.Largest)))
		margin := from.Play(policy, first, stream, nil)
		ResultMargin.set(&result, uint64(margin)&(1<<ResultMargin.Width-1))
		about := fmt.Sprintf("game %d, policy %v: margin %d", i, policy, margin)
		if first != playout.NoFirst {
			about += fmt.Sprintf(" after move %d", first)
		}
		t.steps = append(t.steps, step{
			About: about, Inputs: map[string]int64{"job_i": job}, Give: "job", Await: "result_valid_o",
			Answer: map[string]int64{"result_pick_o": 0, "result_o": result},
		})
	}
	return t, nil
}

// playTo gives the commands that lead to a position, and then a move that is not legal there.
func (t *trial) playTo(pos *duo.Position) {
	t.command("empty board", commandInputs(CmdReset, pos.FirstToMove(), duo.Pass), nil, 0)
	pl := pos.FirstToMove()
	for _, m := range pos.History() {
		t.play(pl, m, true, 0)
		pl = pl.Rival()
	}
	t.play(pl, pos.History()[0], false, 0) // the squares of this move are taken
}

// treeTrial plays to a position with few moves and searches it.
func treeTrial(params map[string]int) (trial, error) {
	const leaves, seed = 24, 7
	pos, err := endgame(4, 12)
	if err != nil {
		return trial{}, err
	}
	core, err := search.NewTreeCore(search.ULX3SBRAM.Config, func() search.Evaluator { return evaluation.New(search.ULX3SBRAM.Weights) })
	if err != nil {
		return trial{}, err
	}
	t := trial{timeout: 200_000}
	t.playTo(&pos)
	r := core.Search(&pos, leaves, seed)
	in := commandInputs(CmdSearch, pos.ToMove(), duo.Pass)
	in["leaves_i"], in["seed_i"] = leaves, seed
	a := moveAnswer(r.Move)
	a["rsp_leaves_o"], a["rsp_visits_o"], a["rsp_mean_o"] = int64(r.Leaves), int64(r.Visits), int64(r.Mean)
	t.command(fmt.Sprintf("search for %v, %d leaves: %v", pos.ToMove(), r.Leaves, r.Move), in, a, 0)
	return t, nil
}

// processorTrial plays to a position with few moves and searches it with few leaves.
func processorTrial(params map[string]int) (trial, error) {
	const leaves = 6
	pos, err := endgame(4, 12)
	if err != nil {
		return trial{}, err
	}
	core, err := firmware.NewCore()
	if err != nil {
		return trial{}, err
	}
	core.Seed, core.Limit = uint32(params["SEED"]), leaves
	if err := core.Set(context.Background(), &pos); err != nil {
		return trial{}, err
	}
	_, cycles, err := core.Do(context.Background(), CmdSearch, pos.ToMove(), duo.Pass)
	if err != nil {
		return trial{}, err
	}
	model, err := search.NewTreeCore(firmware.Limits(), func() search.Evaluator { return evaluation.New(&evaluation.Chip) })
	if err != nil {
		return trial{}, err
	}
	// Every command is shorter than twice the search.
	t := trial{timeout: int(2*cycles) + 100_000, params: map[string]int{"LEAVES": leaves}}
	t.playTo(&pos)
	r := model.Search(&pos, leaves, uint32(params["SEED"]))
	a := moveAnswer(r.Move)
	a["rsp_leaves_o"] = int64(r.Leaves)
	t.command(fmt.Sprintf("search for %v, %d leaves: %v", pos.ToMove(), r.Leaves, r.Move), commandInputs(CmdSearch, pos.ToMove(), duo.Pass), a, 0)
	return t, nil
}

// exchange adds a request and its answer: in frames or, on a bus, as they are, by registers and streams
// in turn.
func (t *trial) exchange(model *service.Model, about string, id byte, request interface{ Append([]byte, byte) []byte }) {
	payload := request.Append(nil, id)
	answer := model.Answer(payload)
	if t.bus {
		t.steps = append(t.steps, step{About: about, Send: ints(payload), Expect: ints(answer), Stream: len(t.steps)%2 == 1})
		return
	}
	t.steps = append(t.steps, step{About: about, Send: ints(service.AppendFrame(nil, payload)), Expect: ints(service.AppendFrame(nil, answer))})
}

// badFrame adds a frame with a wrong CRC, which has no answer, and the question for the number of
// such frames.
func (t *trial) badFrame(model *service.Model, id byte) {
	frame := service.AppendFrame(nil, service.InfoQuery{}.Append(nil, id))
	frame[len(frame)-2] ^= 1
	t.steps = append(t.steps, step{About: "a damaged frame, which has no answer", Send: ints(frame)})
	model.BadFrames++
	t.exchange(model, "INFO tells of the damaged frame", id, service.InfoQuery{})
}

// ints returns bytes as numbers.
func ints(data []byte) (list []int) {
	for _, b := range data {
		list = append(list, int(b))
	}
	return list
}

// newSerialTrial returns a trial of a chip at a line of the fastest speed, four cycles a bit. It begins
// with INFO and a damaged frame.
func newSerialTrial(model *service.Model) trial {
	t := trial{timeout: 40_000, params: map[string]int{"CLK_HZ": 4 * service.Baud}}
	t.exchange(model, "INFO", 1, service.InfoQuery{})
	t.badFrame(model, 2)
	return t
}

// newBusTrial returns a trial of a core on a bus. It begins with INFO, by registers and by streams.
func newBusTrial(model *service.Model) trial {
	t := trial{timeout: 40_000, bus: true}
	t.exchange(model, "INFO by registers", 1, service.InfoQuery{})
	t.exchange(model, "INFO by streams", 2, service.InfoQuery{})
	return t
}

func serviceTrial(params map[string]int) (trial, error) {
	model := service.Model{Lanes: params["LANES"]}
	return newSerialTrial(&model).playOut(&model)
}

func serviceAXITrial(params map[string]int) (trial, error) {
	model := service.Model{Lanes: params["LANES"]}
	return newBusTrial(&model).playOut(&model)
}

func leavesTrial(params map[string]int) (trial, error) {
	model := service.Model{Lanes: params["LANES"], Leaves: service.NewLeafModel()}
	return newSerialTrial(&model).value(&model)
}

func leavesAXITrial(params map[string]int) (trial, error) {
	model := service.Model{Lanes: params["LANES"], Leaves: service.NewLeafModel()}
	return newBusTrial(&model).value(&model)
}

// playOut goes on with a position, and has it played out.
func (t trial) playOut(model *service.Model) (trial, error) {
	pos, err := endgame(6, 20)
	if err != nil {
		return trial{}, err
	}
	t.exchange(model, "LOAD a position", 3, service.NewLoad(0, &pos))
	for id, policy := range []playout.Policy{playout.Uniform, playout.Largest} {
		t.exchange(model, fmt.Sprintf("RUN 4 playouts, policy %v", policy), byte(4+id), service.Run{Policy: policy, First: playout.NoFirst, Seed: trialSeed, Playouts: 4})
	}
	t.exchange(model, "PICK the name of a move", 6, service.Pick{Index: 1})
	return t, nil
}

// value goes on with a root, and has leaves valued: the root, with its children, and two leaves below
// it.
func (t trial) value(model *service.Model) (trial, error) {
	const tag = 0x5a5a
	pos, err := endgame(6, 20)
	if err != nil {
		return trial{}, err
	}
	t.exchange(model, "ROOT: the position", 3, service.NewRoot(tag, &pos))
	own := search.NewLeafModel(evaluation.New(&evaluation.Default), 1)
	own.SetRoot(&pos, playout.NewState(&pos))
	f, err := own.Find(search.Question{Children: service.LeafChildren})
	if err != nil {
		return trial{}, err
	}
	t.exchange(model, "LEAVES: the root with its children, and two of them", 4, service.Leaves{
		Tag: tag, Sums: true, Children: service.LeafChildren, Seed: trialSeed,
		Leaves: []service.Leaf{
			{Children: true},
			{Index: 1, Path: []tree.Move{f.Children[0].Move}},
			{Index: 2, Path: []tree.Move{f.Children[1].Move}},
		},
	})
	return t, nil
}
