// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// expansion -- the children of a position, and its terms.
//
// Purpose:   Lists the legal moves of the player to move, weighs each by the prior, and keeps the K
//            best. It also finds the expected margin, given the results of playouts.
//
//              rows --> reach_rows --+--> terms --> static_margin --> margin
//                                    |
//                     corner_walk    v
//                          +--> move_window --> pattern_fit --> pattern_list
//                                    |                               | a move a cycle
//                                    +-------------------> move_features --> move_prior
//                                    |                           | masks       ^   | logit
//                                    +--> hidden_maps      pattern_taps        |   |
//                                                |               v             |   v
//                                                +---------> hidden_sums ------+  best_moves
//
// Interface: we_i ...      write a row of a position: {slot, player, row} as in board_update,
//                          rows 14 and 15 with the tiles left and the squares placed. The rows
//                          of the slot in work must not change
//            start_i       begin, if ready_o: slot_i, the player to move player_i, and
//                          first_player_i, who moved first. moves_i: list the moves, too.
//                          playouts_i, sum_i: there are playouts, and the sum of their margins
//                          for player 1: see static_margin. The game must not be over
//            move_valid_o, move_o, logit_o  the legal moves, one by one
//            done_o        for one cycle: all is there, and stays until the next start_i:
//            count_o       the number of legal moves
//            margin_o, spread_o, rest_o, playouts_o  see static_margin
//            best_logit_o  the logit of the best move
//            child_valid_o, child_move_o, child_logit_o  after n cycles with take_i child K-1-n,
//                          if it exists: the last one first. Child 0 is the best move
// Parameter: K             moves to keep
//            LOG2_PLAYOUTS see static_margin
// Latency:   69 cycles from start_i to done_o without moves. With moves, 59 to the first pattern,
//            then a move a cycle, but at least 14 cycles for a corner, and 18 more from the last
//            pattern to done_o. A corner waits until hidden_maps has gone through the rows that its
//            moves touch: until cycle 32 + 14 * (r + 6) for row r, and no longer than cycle 228.
// Reset:     at rest, and ready for work after 32 cycles.
// Model:     twin.Expansion
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "expansion.vh"

module expansion #(
    parameter K = 32,
    parameter LOG2_PLAYOUTS = 3
) (
    input  wire                             clk_i,
    input  wire                             rst_i,
    input  wire                             we_i,
    input  wire [                      7:0] waddr_i,
    input  wire [                     15:0] wallowed_i,
    input  wire [                     15:0] wcorners_i,
    input  wire                             start_i,
    output wire                             ready_o,
    input  wire [                      2:0] slot_i,
    input  wire                             player_i,
    input  wire                             first_player_i,
    input  wire                             moves_i,
    input  wire                             playouts_i,
    input  wire [                     13:0] sum_i,
    output wire                             move_valid_o,
    output wire [      `PLACEMENT_BITS-1:0] move_o,
    output wire [          `PRIOR_BITS-1:0] logit_o,
    output wire                             done_o,
    output wire [           `MOVE_BITS-1:0] count_o,
    output wire [`EXPECTED_MARGIN_BITS-1:0] margin_o,
    output wire [        `WEIGHT_BITS-1:0] spread_o,
    output wire [           `REST_BITS-1:0] rest_o,
    output wire [         `WEIGHT_BITS-1:0] playouts_o,
    input  wire                             take_i,
    output wire [          `PRIOR_BITS-1:0] best_logit_o,
    output wire                             child_valid_o,
    output wire [      `PLACEMENT_BITS-1:0] child_move_o,
    output wire [          `PRIOR_BITS-1:0] child_logit_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam T = `TERM_BITS;

  // Cycles from start_i to the beginnings of the steps.
  localparam [6:0] READ = 7'd1;  // the first row is read
  localparam [6:0] ROWS = READ + 7'd2;  // the first row has come
  localparam [6:0] LEVELS = ROWS + 7'd9;  // the first row has gone through reach_rows
  localparam [6:0] MAPS = LEVELS + 7'd18;  // the rival's first row is written: the maps begin
  localparam [6:0] WEIGHTS = 7'd8;  // the first weight of the prior is read
  localparam [6:0] WALK = 7'd37;  // visits the corners: each row comes before a window needs it
  localparam [6:0] TERMS = 7'd52;  // the terms are all there a cycle later

  // ---- a position's turn ---------------------------------------------------------------

  reg busy_q, player_q, first_player_q, moves_q, playouts_q;
  reg [2:0] slot_q;
  reg [13:0] sum_q;
  reg [6:0] time_q;  // cycles since start_i
  reg [5:0] quiet_q;  // cycles since a reset, to 32: no row is under way any more
  reg margin_done_q;
  wire listing;
  wire start = start_i & ready_o;
  wire margin_done;
  assign ready_o = ~busy_q & quiet_q[5];
  assign done_o = busy_q & margin_done_q & ~listing;
  always @(posedge clk_i) begin
    if (~quiet_q[5]) quiet_q <= quiet_q + 6'd1;
    if (~&time_q) time_q <= time_q + 7'd1;
    if (margin_done) margin_done_q <= 1'b1;
    if (done_o) busy_q <= 1'b0;
    if (start) begin
      busy_q <= 1'b1;
      time_q <= 7'd1;
      margin_done_q <= 1'b0;
      slot_q <= slot_i;
      player_q <= player_i;
      first_player_q <= first_player_i;
      moves_q <= moves_i;
      playouts_q <= playouts_i;
      sum_q <= sum_i;
    end
    if (rst_i) begin
      busy_q <= 1'b0;
      quiet_q <= 6'd1;
    end
  end

  // ---- the rows --------------------------------------------------------------------

  // Rows 14 and 15 of each player come before the rows of the board.
  wire [6:0] read_index = time_q - READ;
  wire [3:0] read_row = read_index[3:0] - 4'd2;
  wire unused_index = ^read_index[6:5];
  wire [31:0] read;
  row_ram #(
      .WIDTH(32)
  ) u_rows (
      .clk_i  (clk_i),
      .we_i   (we_i),
      .waddr_i(waddr_i),
      .wdata_i({wcorners_i, wallowed_i}),
      .re_i   (1'b1),
      .raddr_i({slot_q, player_q ^ read_index[4], read_row}),
      .rdata_o(read)
  );
  reg [15:0] allowed_q, corners_q;
  always @(posedge clk_i) {corners_q, allowed_q} <= read;

  wire [6:0] row_index = time_q - ROWS;
  wire rows = busy_q & row_index < 7'd32;
  wire of_board = rows & |row_index[3:1];
  wire rival = row_index[4];
  wire [3:0] row = row_index[3:0] - 4'd2;

  // Rows 14 and 15: tiles, and the squares placed.
  function [4:0] ones(input [20:0] b);
    integer n;
    begin
      ones = 5'd0;
      for (n = 0; n < 21; n = n + 1) ones = ones + {4'd0, b[n]};
    end
  endfunction
  reg [15:0] low_tiles_q;
  wire [`NUM_TILES-1:0] tiles = {allowed_q[`NUM_TILES-17:0], low_tiles_q};
  reg [`NUM_TILES-1:0] tiles_q, own_tiles_q;
  reg [7:0] own_value_q, value_q;
  reg all_q, first_q;  // the player whose rows come, the player to move: has all tiles
  reg [4:0] left_low_q, left_high_q;
  reg [4:0] own_placed_q, placed_q;
  always @(posedge clk_i) begin
    if (rows & row_index[3:0] == 4'd0) low_tiles_q <= allowed_q;
    if (rows & row_index[3:0] == 4'd1) begin
      tiles_q <= tiles;
      all_q <= &tiles;
      value_q <= allowed_q[12:5];
      if (~rival) begin
        first_q <= &tiles;
        own_tiles_q <= tiles;
        own_value_q <= allowed_q[12:5];
      end
    end
    left_low_q <= ones({11'd0, tiles_q[9:0]});
    left_high_q <= ones({10'd0, tiles_q[20:10]});
    placed_q <= 5'd21 - left_low_q - left_high_q;
    if (time_q == WEIGHTS - 7'd1) own_placed_q <= placed_q;
  end

  // Before the first placement a player's corner is the start square.
  wire start_row = row == (player_q ^ rival ? `START2_ROW : `START1_ROW);
  wire [SIZE-1:0] start_squares = player_q ^ rival ? 1 << `START2_COL : 1 << `START1_COL;
  reg minus_q;
  reg [SIZE-1:0] row_allowed_q, row_corners_q, mask_q;
  always @(posedge clk_i) begin
    minus_q <= rival;
    row_allowed_q <= of_board ? allowed_q[SIZE-1:0] : {SIZE{1'b0}};
    row_corners_q <= ~of_board ? {SIZE{1'b0}}
                   : all_q ? allowed_q[SIZE-1:0] & start_squares & {SIZE{start_row}} : corners_q[SIZE-1:0];
    if (of_board & ~rival) mask_q <= {|corners_q[SIZE-1:0], mask_q[SIZE-1:1]};
  end
  wire unused_rows = ^{allowed_q, corners_q[15:SIZE]};

  wire [SIZE-1:0] level_allowed, level_reach4, level_near, level_corners;
  wire [6*T-1:0] counts;
  reach_rows u_reach (
      .clk_i    (clk_i),
      .clear_i  (start),
      .minus_i  (minus_q),
      .allowed_i(row_allowed_q),
      .corners_i(row_corners_q),
      .allowed_o(level_allowed),
      .reach4_o (level_reach4),
      .near_o   (level_near),
      .corners_o(level_corners),
      .counts_o (counts)
  );

  // ---- the margin ------------------------------------------------------------------

  wire [T*`NUM_TERMS-1:0] terms;
  assign terms[T*`TERM_SQUARES+:T] = {1'd0, own_value_q} - {1'd0, value_q};
  assign terms[T*`TERM_CORNERS+:T] = counts[0+:T];
  assign terms[T*`TERM_ALLOWED+:T] = counts[T+:T];
  assign terms[T*`TERM_REACH1+:T] = counts[2*T+:T];
  assign terms[T*`TERM_REACH2+:T] = counts[3*T+:T];
  assign terms[T*`TERM_REACH4+:T] = counts[4*T+:T];
  assign terms[T*`TERM_REACH8+:T] = counts[5*T+:T];
  assign terms[T*`TERM_SIDE_TO_MOVE+:T] = {{(T - 1) {1'b0}}, 1'b1};
  assign terms[T*`TERM_FIRST_PLAYER+:T] = {{(T - 1) {first_player_q ^ player_q}}, 1'b1};
  static_margin #(
      .LOG2_PLAYOUTS(LOG2_PLAYOUTS)
  ) u_margin (
      .clk_i     (clk_i),
      .rst_i     (rst_i),
      .start_i   (busy_q & time_q == TERMS),
      .placed_i  ({1'b0, own_placed_q} + {1'b0, placed_q}),
      .terms_i   (terms),
      .player_i  (player_q),
      .playouts_i(playouts_q),
      .sum_i     (sum_q),
      .done_o    (margin_done),
      .margin_o  (margin_o),
      .spread_o  (spread_o),
      .rest_o    (rest_o),
      .playouts_o(playouts_o)
  );

  // ---- the corners ------------------------------------------------------------------

  wire [6:0] level_index = time_q - LEVELS;
  wire level_we = busy_q & level_index < 7'd32 & |level_index[3:1];
  wire [3:0] window_row, corner_row, corner_col;
  wire on_board, shift, before_corner, anchor, full, flip_rows, flip_cols, walking;
  wire [`OWN_BITS*SIZE-1:0] row_own;
  wire [`ANCHOR_CELLS-1:0] cells;
  wire [`OWN_BITS*`MOVE_WINDOW_CELLS-1:0] own_levels;
  wire [`RIVAL_BITS*`MOVE_WINDOW_CELLS-1:0] rival_levels;
  wire [`RING_BITS*`MOVE_WINDOW_CELLS-1:0] rings;
  wire take;  // the window has been seen: its moves are being listed
  wire [`OWN_BITS*SIZE-1:0] written_own;
  wire [`RIVAL_BITS*SIZE-1:0] written_rival;
  corner_walk u_walk (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .start_i     (busy_q & moves_q & time_q == WALK),
      .rows_i      (mask_q),
      .player_i    (player_q),
      .first_i     (first_q),
      .cols_i      ({`BOARD_SIZE{1'b1}}),
      .row_own_i   (row_own),
      .row_o       (window_row),
      .on_board_o  (on_board),
      .shift_o     (shift),
      .before_o    (before_corner),
      .anchor_o    (anchor),
      .full_o      (full),
      .take_i      (take),
      .corner_row_o(corner_row),
      .corner_col_o(corner_col),
      .flip_rows_o (flip_rows),
      .flip_cols_o (flip_cols),
      .busy_o      (walking)
  );
  move_window u_window (
      .clk_i      (clk_i),
      .own_we_i   (level_we & ~level_index[4]),
      .rival_we_i (level_we & level_index[4]),
      .wrow_i     (level_index[3:0] - 4'd2),
      .allowed_i  (level_allowed),
      .reach4_i   (level_reach4),
      .near_i     (level_near),
      .corners_i  (level_corners),
      .wown_o     (written_own),
      .wrival_o   (written_rival),
      .row_i      (window_row),
      .on_board_i (on_board),
      .shift_i    (shift),
      .before_i   (before_corner),
      .anchor_i   (anchor),
      .col_i      (corner_col),
      .flip_cols_i(flip_cols),
      .row_own_o  (row_own),
      .cells_o    (cells),
      .own_o      (own_levels),
      .rival_o    (rival_levels),
      .rings_o    (rings)
  );

  // The maps of the hidden units: ready for a corner when they have the rows below it that its moves
  // may touch.
  localparam BELOW = `MOVE_WINDOW_SIDE - `ANCHOR_REACH;
  wire [3:0] map_row;
  wire [`HIDDEN_BANKS*`HIDDEN_BANKS-1:0] bank_we;
  wire [4*`HIDDEN_BANKS-1:0] bank_addr;
  wire [`SQUARE_BITS*`HIDDEN_UNITS*`HIDDEN_BANKS-1:0] bank_data;
  hidden_maps u_maps (
      .clk_i     (clk_i),
      .own_we_i  (level_we & ~level_index[4]),
      .rival_we_i(level_we & level_index[4]),
      .wrow_i    (level_index[3:0] - 4'd2),
      .own_i     (written_own),
      .rival_i   (written_rival),
      .start_i   (busy_q & moves_q & time_q == MAPS),
      .row_o     (map_row),
      .we_o      (bank_we),
      .waddr_o   (bank_addr),
      .wdata_o   (bank_data)
  );
  reg mapped_q;
  always @(posedge clk_i) mapped_q <= map_row == SIZE | {1'b0, map_row} >= {1'b0, corner_row} + BELOW[4:0];
  wire seen = full & mapped_q;

  // ---- the moves ------------------------------------------------------------------

  // A first placement must cover the start square: the way there from the corner.
`include "playout_lane.vh"
  wire [3:0] down = (player_q ? `START2_ROW : `START1_ROW) - corner_row;
  wire [3:0] right = (player_q ? `START2_COL : `START1_COL) - corner_col;
  wire [`COVER_CELLS-1:0] covers;
  genvar i;
  generate
    for (i = 0; i < `COVER_CELLS; i = i + 1) begin : gen_cover
      assign covers[i] = ~first_q | (down == COVER_ROW[4*i+:4] & right == COVER_COL[4*i+:4]);
    end
  endgenerate
  reg [`COVER_CELLS-1:0] covers_q;  // the corner is known long before its window is full
  always @(posedge clk_i) covers_q <= covers;
  wire [`NUM_PATTERNS-1:0] fits;
  pattern_fit u_fit (
      .cells_i(cells),
      .tiles_i(own_tiles_q),
      .first_i(first_q),
      .cover_i(covers_q),
      .fits_o (fits)
  );
  // The fits are used a cycle later, as full is.
  reg [`NUM_PATTERNS-1:0] fits_q;
  always @(posedge clk_i) fits_q <= fits;

  // Like playouts, the list ignores corners beyond `MAX_LISTED_CORNERS, and all further corners
  // once the count's upper bits are all 1.
  reg [`MOVE_BITS-1:0] count_q;
  reg [5:0] listed_q;
  reg taken_q;
  wire pattern_valid, list_ready, list_busy;
  wire [`PATTERN_BITS-1:0] pattern;
  localparam [`MOVE_BITS-1:0] ONE_MOVE = 1;
  wire [`MOVE_BITS-1:0] next_count = count_q + ONE_MOVE;
  wire [`MOVE_BITS-1:0] count = pattern_valid ? next_count : count_q;
  // Two registers hold this limit: the count has reached it, or reaches it with the next move.
  localparam [`MOVE_BITS-1:0] NEARLY = {{(`MOVE_BITS - `PATTERN_BITS) {1'b1}}, `PATTERN_BITS'd0} - ONE_MOVE;
  reg counted_q, nearly_q;
  always @(posedge clk_i) begin
    counted_q <= &count[`MOVE_BITS-1:`PATTERN_BITS];
    nearly_q <= count == NEARLY;
  end
  wire enough = listed_q == `MAX_LISTED_CORNERS | counted_q | (pattern_valid & nearly_q);
  assign take = seen & list_ready;
  pattern_list u_list (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .valid_i        (seen & ~enough),
      .ready_o        (list_ready),
      .fits_i         (fits_q),
      .busy_o         (list_busy),
      .pattern_valid_o(pattern_valid),
      .pattern_o      (pattern)
  );

  // The corner of the moves being listed, and the moves on their way to best_moves.
  localparam STAGES = 16;  // pattern_taps, hidden_sums and move_prior
  localparam P = `PLACEMENT_BITS;
  reg [3:0] list_row_q, list_col_q;
  reg list_rows_q, list_cols_q;
  wire [P-1:0] placement;
  assign placement[`PLACEMENT_PATTERN] = pattern;
  assign placement[`PLACEMENT_FLIP_ROWS] = list_rows_q;
  assign placement[`PLACEMENT_FLIP_COLS] = list_cols_q;
  assign placement[`PLACEMENT_ROW] = list_row_q;
  assign placement[`PLACEMENT_COL] = list_col_q;
  reg [STAGES-1:0] valid_q;  // entries with a move
  reg flows_q;  // there is one, or the last one is on its way to its place
  reg [P*STAGES-1:0] placements_q;
  reg [2:0] load_q;  // the window goes to move_features behind the last move of the corner before
  always @(posedge clk_i) begin
    count_q <= count;
    taken_q <= take;
    if (taken_q & list_busy) listed_q <= listed_q + 6'd1;
    if (take) {list_row_q, list_col_q, list_rows_q, list_cols_q} <= {corner_row, corner_col, flip_rows, flip_cols};
    valid_q <= {valid_q[STAGES-2:0], pattern_valid};
    flows_q <= |valid_q | pattern_valid;
    placements_q <= {placements_q[P*(STAGES-1)-1:0], placement};
    load_q <= {load_q[1:0], take};
    if (start) begin
      count_q <= {`MOVE_BITS{1'b0}};
      listed_q <= 6'd0;
    end
    if (rst_i) begin
      valid_q <= {STAGES{1'b0}};
      flows_q <= 1'b0;
    end
  end
  assign listing = walking | list_busy | flows_q;

  wire [`MOVE_WINDOW_CELLS-1:0] tile, beside, diagonal;
  wire [`FEATURE_BITS*`NUM_FEATURES-1:0] features;
  move_features u_features (
      .clk_i     (clk_i),
      .load_i    (load_q[2]),
      .own_i     (own_levels),
      .rival_i   (rival_levels),
      .rings_i   (rings),
      .pattern_i (pattern),
      .tile_o    (tile),
      .beside_o  (beside),
      .diagonal_o(diagonal),
      .features_o(features)
  );
  // The features wait for the hidden units.
  reg [`FEATURE_BITS*`NUM_FEATURES-1:0] features_q, features_q2;
  always @(posedge clk_i) {features_q2, features_q} <= {features_q, features};

  localparam MASKED = 2;  // entry of placements_q: the move whose masks are there
  localparam TAPPED = 5;  // entry of the move whose entries are there
  wire [P-1:0] masked = placements_q[P*MASKED+:P];
  wire [P-1:0] tapped = placements_q[P*TAPPED+:P];
  wire [4*`HIDDEN_BANKS*`HIDDEN_BANKS-1:0] entries;
  wire [(`HIDDEN_BITS-1)*`HIDDEN_UNITS-1:0] hidden;
  pattern_taps u_taps (
      .clk_i      (clk_i),
      .tile_i     (tile),
      .beside_i   (beside),
      .diagonal_i (diagonal),
      .row_i      (masked[`PLACEMENT_ROW]),
      .col_i      (masked[`PLACEMENT_COL]),
      .flip_rows_i(masked[`PLACEMENT_FLIP_ROWS]),
      .flip_cols_i(masked[`PLACEMENT_FLIP_COLS]),
      .entries_o  (entries)
  );
  hidden_sums u_hidden (
      .clk_i    (clk_i),
      .we_i     (bank_we),
      .waddr_i  (bank_addr),
      .wdata_i  (bank_data),
      .entries_i(entries),
      .pattern_i(tapped[`PLACEMENT_PATTERN]),
      .hidden_o (hidden)
  );
  wire unused_placements = ^{masked, tapped};

  // The weights of the phase are there before the first move.
  wire [6:0] weight_index = time_q - WEIGHTS;
  wire [`WEIGHT_BITS-1:0] weight;
  reg [1:0] weight_we_q;
  always @(posedge clk_i) weight_we_q <= {weight_we_q[0], weight_index < `NUM_FEATURES + `HIDDEN_UNITS};
  wire unused_weight_index = ^weight_index[6:5];
  prior_weights u_weights (
      .clk_i    (clk_i),
      .placed_i (own_placed_q),
      .feature_i(weight_index[4:0]),
      .weight_o (weight)
  );
  move_prior u_prior (
      .clk_i     (clk_i),
      .we_i      (weight_we_q[1]),
      .weight_i  (weight),
      .features_i(features_q2),
      .hidden_i  (hidden),
      .logit_o   (logit_o)
  );

  assign move_valid_o = valid_q[STAGES-1];
  assign move_o = placements_q[P*(STAGES-1)+:P];
  reg clear_q;  // best_moves may lie far away
  always @(posedge clk_i) clear_q <= start;
  best_moves #(
      .K(K)
  ) u_best (
      .clk_i       (clk_i),
      .clear_i     (clear_q),
      .valid_i     (move_valid_o),
      .logit_i     (logit_o),
      .move_i      (move_o),
      .take_i      (take_i),
      .best_logit_o(best_logit_o),
      .last_valid_o(child_valid_o),
      .last_logit_o(child_logit_o),
      .last_move_o (child_move_o)
  );
  assign count_o = count_q;

endmodule

`default_nettype wire
