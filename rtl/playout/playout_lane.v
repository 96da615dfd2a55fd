// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// playout_lane -- plays many games at once by a random policy.
//
// Purpose:   LANE_GAMES independent games share one pipeline that lists legal
//            moves, one corner a cycle: while the move of one game is chosen
//            and made, the corners of the others are visited.
//
//              corner_scan -> anchor_window -> pattern_fit -> pattern_count -> move_choice
//                   ^                               |                            |
//                   |  the chosen corner once more  v                            |
//                   +-----------------------  pattern_pick -> board_update       |
//                   +------------------------------------------------------------+
//
//            Every game is at one place of this loop, and the games keep their
//            order, so that nothing can overtake and no queue is needed.
// Parameter: RAM_REG, ROOT_RAM  see move_fetch and board_update
// Interface: job_*, result_*, pick_*, command_*  see job_bus.vh, and board_update. A job
//                         begins a stream of random numbers with its seed, whose high
//                         bits hold the number of a given first move (FIRST_SHIFT).
//                         job_i must stay for one more cycle after the lane took a job
//            load_*, turn_we_i, apply_*  a command of that kind. The kind in command_i does
//                         not count
//            idle_o       no game is on
//            trace_o      for cosimulation: the sets of moves listed, the numbers
//                         drawn, and the moves made
// Latency:   the last set of legal placements is out 9 cycles and one for each
//            corner after the begin of the game's scan. A scan takes as many places in
//            the pipeline as the player has corners, and 2 more. twin.Lane
//            predicts every cycle.
// Use:       1. load a root: rows 0..15 of both players, in any order, each in a
//               cycle with load_ready_o, which comes while games are on, too; games
//               that have begun keep the root that they began with. board_update has
//               drawings of rows and words; row 14 holds the map of the rows with
//               corners. playout_lanes makes the map; the user of a lane by itself must
//            2. set the root's turn: one cycle of turn_we_i, always taken. Roots are over after
//               reset, and a move made on one (apply) does not change the turn: set it
//               again
//            3. give jobs: job_wait_i means that a job is on its way, and must be 1 some
//               cycles before and until the lane takes the job. A lane without games is at
//               rest and has no job_ready_o; job_wait_i wakes it. While
//               job_wait_i is 1, an empty game whose turn comes waits for its job, and all
//               games behind wait, too. Therefore job_wait_i must be 0 when no more jobs
//               come, or the last games never end. The lane may take a job in the cycle that
//               hands over a result
//            4. take results in the order of the games' ends: until result_ready_i the
//               boards do not change. The lane is at rest when idle_o is 1
// Reset:     no games; roots are kept, but count as over.
// Model:     twin.Lane, playout.Root
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module playout_lane #(
    parameter RAM_REG  = 0,
    parameter ROOT_RAM = 0
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     job_wait_i,
    input  wire                     job_valid_i,
    output wire                     job_ready_o,
    input  wire [    `JOB_BITS-1:0] job_i,
    output wire                     result_valid_o,
    input  wire                     result_ready_i,
    output wire                     result_pick_o,
    output wire [ `RESULT_BITS-1:0] result_o,
    output wire [   `PICK_BITS-1:0] pick_o,
    input  wire                     load_valid_i,
    output wire                     load_ready_o,
    input  wire                     turn_we_i,
    input  wire                     apply_valid_i,
    output wire                     apply_ready_o,
    input  wire [`COMMAND_BITS-1:0] command_i,
    output wire                     idle_o,
    output wire [  `TRACE_BITS-1:0] trace_o
);

  localparam GAMES = `LANE_GAMES;
  localparam [2:0] LAST_GAME = GAMES - 1;
  localparam [3:0] GAP = `SELECT_GAP - 3;  // when the token is at the window

  wire we;
  wire [7:0] waddr;
  wire [15:0] wallowed, wcorners;
  wire [GAMES-1:0] ready, running, player, largest, pick, forced;

  // ---- tokens --------------------------------------------------------------

  wire chosen_valid, chosen_none, select, select_ready;
  wire [2:0] chosen_game;
  wire [3:0] chosen_row, chosen_col;
  wire [`PATTERN_BITS-1:0] chosen_k;
  wire [`MOVE_BITS-1:0] chosen_moves;
  wire take;
  wire [2:0] take_game;
  wire selected = select & select_ready;
  wire taken;  // a move went to its board
  wire idle;  // no game is on
  reg idle_q;  // no game was on in the last cycle, either: no scan begins until a job comes

  // Games scanned whose corner has not been chosen: the newest, which is being
  // scanned, one whose corners are being counted, and one being chosen for.
  reg [1:0] scans_q;
  // Moves chosen and not yet on their way to the board; one may be picked from
  // its corner's set while another waits.
  reg [1:0] moves_q;
  // Cycles until the pick from the next set may begin. They count from the stage behind which
  // nothing holds a token up.
  reg selecting_q;  // a chosen corner is on its way there
  reg [2:0] gap_q;
  // All three let a corner come. The bit is a register, since the scan waits for it.
  reg free_q;
  assign select = chosen_valid & free_q;

  reg sel_none_q;
  reg [`PATTERN_BITS-1:0] sel_k_q;
  wire [1:0] kind_0;
  reg [`MOVE_BITS-1:0] moves_picked_q;
  always @(posedge clk_i) begin
    scans_q <= scans_q + {1'b0, take} - {1'b0, selected};
    moves_q <= moves_q + {1'b0, selected} - {1'b0, taken};
    selecting_q <= selected | (selecting_q & kind_0 != `TOKEN_SELECT);
    if (kind_0 == `TOKEN_SELECT) begin
      gap_q <= GAP[2:0];
    end else if (gap_q != 3'd0) gap_q <= gap_q - 3'd1;
    free_q <= ~selected & (~moves_q[1] | taken) & ~selecting_q & gap_q[2:1] == 2'd0;
    if (select) begin  // for the corner that is selected next: the corner before has arrived
      sel_none_q <= chosen_none;
      sel_k_q <= chosen_k;
      if (pick[chosen_game]) moves_picked_q <= chosen_moves;
    end
    if (rst_i) begin
      scans_q <= 2'd0;
      moves_q <= 2'd0;
      gap_q <= 3'd0;
      selecting_q <= 1'b0;
      free_q <= 1'b1;
    end
  end

  wire player_0;
  wire [2:0] game_0;
  wire [3:0] row_0, col_0;
  wire [`BOARD_SIZE-1:0] visited_0;
  corner_scan u_scan (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .we_i          (we),
      .waddr_i       (waddr),
      .wcorners_i    (wcorners),
      .ready_i       (ready),
      .running_i     (running),
      .player_i      (player),
      .hold_i        (scans_q == 2'd3 | (idle_q & ~job_wait_i)),
      .take_o        (take),
      .take_game_o   (take_game),
      .select_valid_i(select),
      .select_ready_o(select_ready),
      .select_game_i (chosen_game),
      .select_row_i  (chosen_row),
      .select_col_i  (chosen_col),
      .kind_o        (kind_0),
      .game_o        (game_0),
      .player_o      (player_0),
      .row_o         (row_0),
      .col_o         (col_0),
      .visited_o     (visited_0)
  );

  // ---- the window: stages 1 to 4 ---------------------------------------------

  wire first_3;
  wire [`ANCHOR_CELLS-1:0] cells_4;
  wire flip_rows_4, flip_cols_4;
  wire [20:0] tiles_2;
  anchor_window #(
      .RAM_REG(RAM_REG)
  ) u_window (
      .clk_i      (clk_i),
      .we_i       (we),
      .waddr_i    (waddr),
      .wallowed_i (wallowed),
      .wfree_i    (wallowed & ~wcorners),
      .base_i     ({game_0, player_0}),
      .row_i      (row_0),
      .col_i      (col_0),
      .visited_i  (visited_0),
      .first_i    (first_3),
      .cells_o    (cells_4),
      .flip_rows_o(flip_rows_4),
      .flip_cols_o(flip_cols_4),
      .tiles_o    (tiles_2)
  );

  reg [1:0] kind_q1, kind_q2, kind_q3, kind_q4, kind_q5, kind_q6, kind_q7, kind_q8;
  reg player_q1;
  reg largest_q1, largest_q2, largest_q3, largest_q4, largest_q5;
  reg [2:0] game_q1, game_q2, game_q3, game_q4, game_q5;  // for the trace
  reg [3:0] row_q1, row_q2, row_q3, row_q4, row_q5, row_q6, row_q7, row_q8;
  reg [3:0] col_q1, col_q2, col_q3, col_q4, col_q5, col_q6, col_q7, col_q8;
  reg first_q3, first_q4, first_q5;
  assign first_3 = first_q3;

  // Tiles left to the movers of scanned games whose corner has not been sent again. There are up to
  // three games: the newest, the oldest before it, and the game between them. A flag for each: the
  // mover has placed no tile.
  reg [1:0] movers_q;
  reg [`NUM_TILES-1:0] tiles_q, tiles_oldest_q, tiles_between_q, tiles_q4;
  reg no_tile_q, no_tile_oldest_q, no_tile_between_q;
  wire opened = kind_q2 == `TOKEN_OPEN;
  wire resent = kind_q3 == `TOKEN_SELECT;

  // First moves must cover the start square: where it lies, seen from the corner.
  wire [3:0] start_row = player_q1 ? `START2_ROW : `START1_ROW;
  wire [3:0] start_col = player_q1 ? `START2_COL : `START1_COL;
  reg [3:0] down_q2, right_q2;
  reg [15:0] down_q3, right_q3;  // one bit a distance
  reg [`COVER_CELLS-1:0] cover_q4;
`include "playout_lane.vh"
  wire [`COVER_CELLS-1:0] cover_3;
  genvar i;
  generate
    for (i = 0; i < `COVER_CELLS; i = i + 1) begin : gen_cover
      assign cover_3[i] = down_q3[COVER_ROW[4*i+:4]] & right_q3[COVER_COL[4*i+:4]];
    end
  endgenerate
  wire unused_distance = ^{down_q3, right_q3};

  // ---- the sets and their sizes: stages 5 to 8 ---------------------------------

  reg [`NUM_PATTERNS-1:0] fits_q5;
  reg flip_rows_q5, flip_cols_q5;
  wire [`NUM_PATTERNS-1:0] fits_4;
  pattern_fit u_fit (
      .cells_i(cells_4),
      .tiles_i(tiles_q4),
      .first_i(first_q4),
      .cover_i(cover_q4),
      .fits_o (fits_4)
  );

  wire [2:0] size_8;
  wire [`PATTERN_BITS-1:0] count_8;
  pattern_count u_count (
      .clk_i    (clk_i),
      .fits_i   (fits_q5),
      .largest_i(largest_q5),
      .size_o   (size_8),
      .count_o  (count_8)
  );

  always @(posedge clk_i) begin
    {kind_q1, game_q1, row_q1, col_q1} <= {kind_0, game_0, row_0, col_0};
    {kind_q2, game_q2, row_q2, col_q2} <= {kind_q1, game_q1, row_q1, col_q1};
    {kind_q3, game_q3, row_q3, col_q3} <= {kind_q2, game_q2, row_q2, col_q2};
    {kind_q4, game_q4, row_q4, col_q4} <= {kind_q3, game_q3, row_q3, col_q3};
    {kind_q5, game_q5, row_q5, col_q5} <= {kind_q4, game_q4, row_q4, col_q4};
    {kind_q6, row_q6, col_q6} <= {kind_q5, row_q5, col_q5};
    {kind_q7, row_q7, col_q7} <= {kind_q6, row_q6, col_q6};
    {kind_q8, row_q8, col_q8} <= {kind_q7, row_q7, col_q7};
    player_q1 <= player_0;
    largest_q1 <= largest[game_0];
    {largest_q5, largest_q4, largest_q3, largest_q2} <= {largest_q4, largest_q3, largest_q2, largest_q1};

    movers_q <= movers_q + {1'b0, opened} - {1'b0, resent};
    if (opened) begin
      {no_tile_q, tiles_q} <= {&tiles_2, tiles_2};
      {no_tile_between_q, tiles_between_q} <= {no_tile_q, tiles_q};
    end
    if (resent | (opened & ~movers_q[1])) begin
      {no_tile_oldest_q, tiles_oldest_q} <= &movers_q ? {no_tile_between_q, tiles_between_q} : {no_tile_q, tiles_q};
    end
    first_q3 <= kind_q2 == `TOKEN_SELECT ? no_tile_oldest_q : no_tile_q;
    tiles_q4 <= resent ? tiles_oldest_q : tiles_q;
    down_q2 <= start_row - row_q1;
    right_q2 <= start_col - col_q1;
    down_q3 <= 16'd1 << down_q2;
    right_q3 <= 16'd1 << right_q2;
    cover_q4 <= cover_3 | {`COVER_CELLS{~first_q3}};
    {first_q5, first_q4} <= {first_q4, first_q3};

    fits_q5 <= fits_4;
    {flip_rows_q5, flip_cols_q5} <= {flip_rows_4, flip_cols_4};
    if (rst_i) begin
      movers_q <= 2'd0;
      {kind_q1, kind_q2, kind_q3, kind_q4} <= {4{`TOKEN_NONE}};
      {kind_q5, kind_q6, kind_q7, kind_q8} <= {4{`TOKEN_NONE}};
    end
  end

  // ---- the choice ------------------------------------------------------------

  wire seed_we;
  wire [2:0] seed_game;
  move_choice u_choice (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .kind_i        (kind_q8),
      .row_i         (row_q8),
      .col_i         (col_q8),
      .size_i        (size_8),
      .count_i       (count_8),
      .seed_we_i     (seed_we),
      .seed_game_i   (seed_game),
      .seed_i        (job_i[`JOB_SEED]),
      .forced_i      (forced),
      .chosen_valid_o(chosen_valid),
      .chosen_ready_i(selected),
      .chosen_none_o (chosen_none),
      .chosen_game_o (chosen_game),
      .chosen_row_o  (chosen_row),
      .chosen_col_o  (chosen_col),
      .chosen_k_o    (chosen_k),
      .moves_o       (chosen_moves)
  );

  // ---- the chosen move ---------------------------------------------------------

  wire arrives = kind_q5 == `TOKEN_SELECT;
  wire pick_done;
  wire [`PATTERN_BITS-1:0] picked_pattern;
  pattern_pick u_pick (
      .clk_i    (clk_i),
      .rst_i    (rst_i),
      .start_i  (arrives & ~sel_none_q),
      .fits_i   (fits_q5),
      .k_i      (sel_k_q),
      .done_o   (pick_done),
      .pattern_o(picked_pattern)
  );

  reg picked_q;  // pick_done has come; it may have found no pattern
  reg none_q, first_q, flip_rows_q, flip_cols_q;
  reg [2:0] game_q;
  reg [3:0] row_q, col_q;
  wire move_ready;
  wire picked = picked_q | pick_done;
  always @(posedge clk_i) begin
    if (picked & move_ready) picked_q <= 1'b0;
    else if (pick_done) picked_q <= 1'b1;
    if (arrives) begin
      picked_q <= sel_none_q;
      none_q <= sel_none_q;
      first_q <= first_q5;
      game_q <= game_q == LAST_GAME ? 3'd0 : game_q + 3'd1;  // games come in turn
      row_q <= row_q5;
      col_q <= col_q5;
      flip_rows_q <= flip_rows_q5;
      flip_cols_q <= flip_cols_q5;
    end
    if (rst_i) begin
      picked_q <= 1'b0;
      game_q <= LAST_GAME;
    end
  end

  reg apply_ready_q;
  always @(posedge clk_i) begin
    idle_q <= idle | rst_i;
    apply_ready_q <= move_ready & idle & moves_q == 2'd0 & ~apply_valid_i;
  end
  assign apply_ready_o = apply_ready_q;
  assign idle_o = idle;
  assign pick_o[`PICK_MOVES] = moves_picked_q;
  wire [`PLACEMENT_BITS-1:0] placement;
  assign placement[`PLACEMENT_PATTERN] = picked_pattern;
  assign placement[`PLACEMENT_FLIP_ROWS] = flip_rows_q;
  assign placement[`PLACEMENT_FLIP_COLS] = flip_cols_q;
  assign placement[`PLACEMENT_ROW] = row_q;
  assign placement[`PLACEMENT_COL] = col_q;
  board_update #(
      .RAM_REG (RAM_REG),
      .ROOT_RAM(ROOT_RAM)
  ) u_update (
      .clk_i             (clk_i),
      .rst_i             (rst_i),
      .move_valid_i      (picked | apply_valid_i),
      .move_ready_o      (move_ready),
      .move_taken_o      (taken),
      .move_none_i       (picked & none_q),
      .move_game_i       (picked ? game_q : {2'b11, command_i[`COMMAND_ROOT]}),
      .move_first_i      (picked ? first_q : command_i[`COMMAND_FIRST]),
      .move_placement_i  (picked ? placement : command_i[`COMMAND_PLACEMENT]),
      .job_wait_i        (job_wait_i),
      .job_valid_i       (job_valid_i),
      .job_ready_o       (job_ready_o),
      .job_i             (job_i),
      .result_valid_o    (result_valid_o),
      .result_ready_i    (result_ready_i),
      .result_pick_o     (result_pick_o),
      .result_o          (result_o),
      .pick_none_o       (pick_o[`PICK_NONE]),
      .pick_name_o       (pick_o[`PICK_NAME]),
      .pick_placement_o  (pick_o[`PICK_PLACEMENT]),
      .load_valid_i      (load_valid_i),
      .load_ready_o      (load_ready_o),
      .turn_we_i         (turn_we_i),
      .command_i         (command_i),
      .seed_we_o         (seed_we),
      .seed_game_o       (seed_game),
      .take_i            (take),
      .take_game_i       (take_game),
      .ready_o           (ready),
      .running_o         (running),
      .player_o          (player),
      .largest_o         (largest),
      .pick_o            (pick),
      .forced_o          (forced),
      .idle_o            (idle),
      .we_o              (we),
      .waddr_o           (waddr),
      .wallowed_o        (wallowed),
      .wcorners_o        (wcorners)
  );

  assign trace_o[`TRACE_TAKE] = take;
  assign trace_o[`TRACE_TAKE_GAME] = take_game;
  assign trace_o[`TRACE_FITS_VALID] = kind_q5 == `TOKEN_CORNER;
  assign trace_o[`TRACE_FITS_GAME] = game_q5;
  assign trace_o[`TRACE_FITS_ROW] = row_q5;
  assign trace_o[`TRACE_FITS_COL] = col_q5;
  assign trace_o[`TRACE_FITS_FLIP] = {flip_cols_q5, flip_rows_q5};
  assign trace_o[`TRACE_FITS] = fits_q5;
  assign trace_o[`TRACE_CHOSEN] = selected;
  assign trace_o[`TRACE_CHOSEN_GAME] = chosen_game;
  assign trace_o[`TRACE_CHOSEN_NONE] = chosen_none;
  assign trace_o[`TRACE_CHOSEN_MOVES] = chosen_moves;
  assign trace_o[`TRACE_CHOSEN_K] = chosen_k;
  assign trace_o[`TRACE_MOVE] = picked & move_ready;
  assign trace_o[`TRACE_MOVE_NONE] = none_q;
  assign trace_o[`TRACE_MOVE_GAME] = game_q;
  assign trace_o[`TRACE_MOVE_PLACEMENT] = placement;

endmodule

`default_nettype wire
