// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1

package proof

// Proofs are all proofs.
var Proofs = []*Proof{
	{
		Name: "sdram_control",
		Properties: []string{
			"The SDRAM gets every command in its order and at its time: tRCD, tRP, tRAS, tRC, tRFC, tWR, tMRD, the wait after power-up, eight refreshes before the first use.",
			"Each request opens its row, reads or writes exactly its words in order, and closes the row; read words come back unchanged.",
			"A refresh is due every `SDRAM_REFRESH` cycles and comes at most one burst late; none is left out.",
			"No other driver meets a written word on the data pins.",
		},
		Modules: []string{"sdram_control"},
		Depth:   8, Cover: 45, CoverWith: "POWER_UP=8 RFC=2",
		Faults: []Fault{
			{File: "rtl/memory/sdram_control.v", Old: "WAIT_RFC = RFC[WAIT-1:0] - 1'b1", New: "WAIT_RFC = RFC[WAIT-1:0] - 2'd2"},
			{File: "rtl/memory/sdram_control.v", Old: "WAIT_RAS = RAS[3:0] - 1'b1", New: "WAIT_RAS = RAS[3:0] - 4'd2"},
			{File: "rtl/memory/sdram_control.v", Old: "if (write_q) wait_q <= WAIT_WR;", New: "if (~write_q) wait_q <= WAIT_WR;"},
			{File: "rtl/memory/sdram_control.v", Old: "wire active = idle & ~owed & req_valid_i;", New: "wire active = idle & req_valid_i;", Deep: true},
			{File: "rtl/memory/sdram_control.v", Old: "if (tick & ~refresh) owed_q", New: "if (tick & ~idle) owed_q", Deep: true},
			{File: "rtl/memory/sdram_control.v", Old: "wire last = left_q == 10'd1;", New: "wire last = left_q <= 10'd2;"},
		},
	},
	{
		Name: "best_moves",
		Properties: []string{
			"The list is that of an insertion sort: the best moves in order, equal ones as they came, and a move is dropped only behind K others that are at least as good (K = 4).",
		},
		Modules: []string{"best_moves"},
		Params:  "K=4", Depth: 1, Cover: 8,
		Faults: []Fault{
			{File: "rtl/tree/best_moves.v", Old: "wire above_new = logit > new_logit;", New: "wire above_new = logit >= new_logit;"},
			{File: "rtl/tree/best_moves.v", Old: "assign above[i] = ~valid_q[i] | logit > entry_logit;", New: "assign above[i] = ~valid_q[i] | logit >= entry_logit;"},
			{File: "rtl/tree/best_moves.v", Old: "behind[i-1] ? above[i-1] : behind[i]", New: "behind[i-1] ? above[i] : behind[i]"},
		},
	},
	{
		Name: "tree_divide",
		Properties: []string{
			"The quotient's product with the divisor, and the rest, make the dividend; the rest is less than the divisor; both are there `STEPS` + 1 cycles after the start.",
		},
		Modules: []string{"tree_divide"},
		Depth:   1, Cover: 22,
		Faults: []Fault{
			{File: "rtl/tree/tree_divide.v", Old: "lesses[W*(k-ONE)+:W] -", New: "lesses[0+:W] -"},
			{File: "rtl/tree/tree_divide.v", Old: "if (~lesses[W*i+W-1]) begin", New: "if (~lesses[W*i+W-1] & |lesses[W*i+:W]) begin"},
		},
	},
	{
		Name: "frame_rx",
		Properties: []string{
			"Whatever the line does, a frame joins the queue if and only if its stuffing, its length and its CRC are right and there is room at least for its remainder.",
			"It joins byte for byte, in order; nothing in the queue changes, and the queue never overflows.",
		},
		Modules: []string{"frame_rx"},
		Params:  "QUEUE_BITS=9", Depth: 2, Cover: 9,
		Faults: []Fault{
			{File: "rtl/service/frame_rx.v", Old: "      begun_q <= 1'b1;\n      bad_q <= 1'b1;", New: "      begun_q <= 1'b1;"},
			{File: "rtl/service/frame_rx.v", Old: "& left_q == 8'd0 & count_q > 8'd2", New: "& count_q > 8'd2"},
			{File: "rtl/service/frame_rx.v", Old: "if (good) head_q <= head_q + size;", New: "if (ends & begun_q) head_q <= head_q + size;"},
			{File: "rtl/service/frame_rx.v", Old: "count_q >= SMALL & room_q < need;", New: "count_q >= SMALL & room_q < LEAST_ROOM;", Deep: true},
			{File: "rtl/service/frame_rx.v", Old: "{(QUEUE_BITS - 8) {1'b0}}, count_q} - 1'b1;", New: "{(QUEUE_BITS - 8) {1'b0}}, count_q} - 2'd2;"},
		},
	},
	{
		Name: "fit_check",
		Properties: []string{
			"On every board, at every position and for every orientation, also at a first placement, the minimax core finds a placement legal if and only if the four rules do: free squares of the board, no edge shared with one's own squares, one of them touched at a vertex, the start square covered by the first tile.",
			"A corner is a free square that touches one's own squares at a vertex and shares an edge with none of them.",
		},
		Modules: []string{"fit_check", "ring_board", "corner_finder"},
		Depth:   1, Cover: 2,
		Faults: []Fault{
			{File: "rtl/minimax/fit_check.v", Old: "beside & (board == `CELL_OWN)", New: "beside & (board == `CELL_CORNER)"},
			{File: "rtl/minimax/corner_finder.v", Old: "~(right | left | below | above)", New: "~(right | left | below)"},
			{File: "rtl/minimax/ring_board.v", Old: "& (row_i + BELOW[3:0] == start_row) &", New: "&"},
			{File: "rtl/minimax/ring_board.v", Old: "(i + `WINDOW_REACH * `RING_STRIDE + `WINDOW_REACH) % RING", New: "(i + `WINDOW_REACH * `RING_STRIDE + `WINDOW_REACH + 1) % RING"},
		},
	},
}
