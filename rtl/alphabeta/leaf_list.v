// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// leaf_list -- the legal moves of a position with their values, one a cycle.
//
// Purpose:   Visits the corners of the player to move, lists the moves at each, and values every
//            move from the window around its corner, so that no move need be made for its value.
//
//              rows --> leaf_window --> pattern_fit --> pattern_list
//                  ^          |                              | a move a cycle
//              corner_walk    +-------------------------> move_value --> value
//
// Interface: start_i      begin, at rest. Until the end keep: first_i, the player to move
//                         player_i has all tiles; tiles_i, his tiles; and rows_i, the rows
//                         that hold corners, or squares of first_anchors with first_i
//            abort_i      drop all work; at rest in the next cycle
//            cols_i       only the corners in these columns are visited; keep it, too
//            row_o        read these rows
//            allowed_i, corners_i, rival_i  the rows read a cycle ago, see leaf_window
//            move_valid_o, move_o, value_o, box_o  a move, its value, and the rectangle around
//                         its tile, see move_box
//            busy_o       moves may come, or the last one came a cycle ago. From the cycle
//                         after start_i on
// Parameter: OWN_WEIGHT, RIVAL_WEIGHT, SQUARE_WEIGHT  see move_value
//            BANKS        rows read in a cycle, 1 or 2
// Latency:   30 cycles from start_i to the first move, then a move a cycle, but at least 14
//            cycles for a corner, and 2 more for the first of another row. With two banks the first
//            move comes after 24 cycles, a corner takes 9, and 1 more for the first of another row.
// Reset:     at rest.
// Model:     alphabeta.Leaves
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "expansion.vh"
`include "alphabeta.vh"

module leaf_list #(
    parameter OWN_WEIGHT = `OWN_WEIGHT_DEFAULT,
    parameter RIVAL_WEIGHT = `RIVAL_WEIGHT_DEFAULT,
    parameter SQUARE_WEIGHT = `SQUARE_WEIGHT_DEFAULT,
    parameter BANKS = 1
) (
    input  wire                                clk_i,
    input  wire                                rst_i,
    input  wire                                start_i,
    input  wire                                abort_i,
    input  wire                                player_i,
    input  wire                                first_i,
    input  wire        [       `NUM_TILES-1:0] tiles_i,
    input  wire        [      `BOARD_SIZE-1:0] rows_i,
    input  wire        [      `BOARD_SIZE-1:0] cols_i,
    output wire        [          4*BANKS-1:0] row_o,
    input  wire        [BANKS*`BOARD_SIZE-1:0] allowed_i,
    input  wire        [BANKS*`BOARD_SIZE-1:0] corners_i,
    input  wire        [BANKS*`BOARD_SIZE-1:0] rival_i,
    output wire                                move_valid_o,
    output wire        [  `PLACEMENT_BITS-1:0] move_o,
    output wire signed [ `MOVE_VALUE_BITS-1:0] value_o,
    output wire        [        `BOX_BITS-1:0] box_o,
    output wire                                busy_o
);

  wire rst = rst_i | abort_i;

  // ---- the corners ------------------------------------------------------------------

  wire [3:0] corner_row, corner_col;
  wire [BANKS-1:0] on_board, before_corner, anchor;
  wire shift, full, flip_rows, flip_cols, walking;
  wire [BANKS*`OWN_BITS*`BOARD_SIZE-1:0] row_own;
  wire [`ANCHOR_CELLS-1:0] cells;
  wire [`MOVE_WINDOW_CELLS-1:0] fresh, corners, rival;
  wire take;  // the window has been seen: its moves are being listed
  corner_walk #(
      .BANKS(BANKS)
  ) u_walk (
      .clk_i       (clk_i),
      .rst_i       (rst),
      .start_i     (start_i),
      .rows_i      (rows_i),
      .player_i    (player_i),
      .first_i     (first_i),
      .cols_i      (cols_i),
      .row_own_i   (row_own),
      .row_o       (row_o),
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
  leaf_window #(
      .BANKS(BANKS)
  ) u_window (
      .clk_i      (clk_i),
      .on_board_i (on_board),
      .shift_i    (shift),
      .before_i   (before_corner),
      .anchor_i   (anchor),
      .allowed_i  (allowed_i),
      .corners_i  (corners_i),
      .rival_i    (rival_i),
      .col_i      (corner_col),
      .flip_cols_i(flip_cols),
      .row_own_o  (row_own),
      .cells_o    (cells),
      .fresh_o    (fresh),
      .corners_o  (corners),
      .rival_o    (rival)
  );

  // ---- the moves ------------------------------------------------------------------

  // A first placement must cover the start square: the way there from the corner.
`include "playout_lane.vh"
  wire [3:0] down = (player_i ? `START2_ROW : `START1_ROW) - corner_row;
  wire [3:0] right = (player_i ? `START2_COL : `START1_COL) - corner_col;
  reg [`COVER_CELLS-1:0] covers_q;  // the corner is known long before its window is full
  genvar i;
  generate
    for (i = 0; i < `COVER_CELLS; i = i + 1) begin : gen_cover
      always @(posedge clk_i) covers_q[i] <= ~first_i | (down == COVER_ROW[4*i+:4] & right == COVER_COL[4*i+:4]);
    end
  endgenerate
  wire [`NUM_PATTERNS-1:0] fits;
  pattern_fit u_fit (
      .cells_i(cells),
      .tiles_i(tiles_i),
      .first_i(first_i),
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
  wire [`MOVE_BITS-1:0] count = pattern_valid ? count_q + ONE_MOVE : count_q;
  localparam [`MOVE_BITS-1:0] NEARLY = {{(`MOVE_BITS - `PATTERN_BITS) {1'b1}}, `PATTERN_BITS'd0} - ONE_MOVE;
  reg counted_q, nearly_q;  // the count has reached the limit, or reaches it with the next move
  wire enough = listed_q == `MAX_LISTED_CORNERS | counted_q | (pattern_valid & nearly_q);
  assign take = full & list_ready;
  pattern_list u_list (
      .clk_i          (clk_i),
      .rst_i          (rst),
      .valid_i        (full & ~enough),
      .ready_o        (list_ready),
      .fits_i         (fits_q),
      .busy_o         (list_busy),
      .pattern_valid_o(pattern_valid),
      .pattern_o      (pattern)
  );

  localparam STAGES = 8;  // of move_value
  localparam P = `PLACEMENT_BITS;
  reg [3:0] list_row_q, list_col_q;
  reg list_rows_q, list_cols_q;
  wire [P-1:0] placement;
  assign placement[`PLACEMENT_PATTERN] = pattern;
  assign placement[`PLACEMENT_FLIP_ROWS] = list_rows_q;
  assign placement[`PLACEMENT_FLIP_COLS] = list_cols_q;
  assign placement[`PLACEMENT_ROW] = list_row_q;
  assign placement[`PLACEMENT_COL] = list_col_q;
  reg [STAGES:0] valid_q;
  reg [P*STAGES-1:0] placements_q;
  reg [2:0] load_q;  // the window goes to move_value behind the last move of the corner before
  always @(posedge clk_i) begin
    count_q <= count;
    counted_q <= &count[`MOVE_BITS-1:`PATTERN_BITS];
    nearly_q <= count == NEARLY;
    taken_q <= take;
    if (taken_q & list_busy) listed_q <= listed_q + 6'd1;
    if (take) {list_row_q, list_col_q, list_rows_q, list_cols_q} <= {corner_row, corner_col, flip_rows, flip_cols};
    valid_q <= {valid_q[STAGES-1:0], pattern_valid};
    placements_q <= {placements_q[P*(STAGES-1)-1:0], placement};
    load_q <= {load_q[1:0], take};
    if (start_i) begin
      count_q <= {`MOVE_BITS{1'b0}};
      listed_q <= 6'd0;
    end
    if (rst) valid_q <= {(STAGES + 1) {1'b0}};
  end
  assign busy_o = walking | list_busy | |valid_q;
  assign move_valid_o = valid_q[STAGES-1];
  assign move_o = placements_q[P*(STAGES-1)+:P];
  move_value #(
      .OWN_WEIGHT(OWN_WEIGHT),
      .RIVAL_WEIGHT(RIVAL_WEIGHT),
      .SQUARE_WEIGHT(SQUARE_WEIGHT)
  ) u_value (
      .clk_i    (clk_i),
      .load_i   (load_q[2]),
      .fresh_i  (fresh),
      .corners_i(corners),
      .rival_i  (rival),
      .pattern_i(pattern),
      .value_o  (value_o)
  );
  move_box u_box (
      .clk_i      (clk_i),
      .placement_i(placements_q[P*(STAGES-3)+:P]),
      .box_o      (box_o)
  );

endmodule

`default_nettype wire
