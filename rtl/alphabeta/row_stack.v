// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// row_stack -- the boards of all plies of a line, and the moves from one to the next.
//
// Purpose:   Keeps a board for each ply, as rows of the squares allowed and of the corners of both
//            players. To make a move, it copies the rows of one ply to another, and changes them on
//            the way. To take a move back, look at the ply below again. With two banks of memory, one
//            for even rows and one for odd ones, it copies and reads two rows in a cycle.
//
//              the tile    allowed: - goes   corners: + comes, where allowed
//              . . . .     . - - .           + . . +
//              . x x .     - - - -           . . . .
//              . . x .     . - - -           + . . .
//              . . . .     . . - .           . + . +
//
// Interface: we_i, waddr_i, wallowed_i, wcorners_i  write a row, {ply, row}: those of player 1 in
//                      the lower half. Not while a move is made
//            make_i    make a move, at rest. Until done_o keep: placement_i; or none_i, a
//                      pass; mover_i, the player who moves; from_i, to_i, the plies, which may
//                      be equal; next_i, the player whose rows with corners are wanted;
//                      next_first_i, he has all his tiles
//            done_o    the move is made in the next cycle: then rows_o are the rows of next_i that
//                      hold corners, or squares of first_anchors, until the next make_i
//            weigh_i   in place of make_i: the rows are changed on the way to flow_*, and not kept. Keep
//                      the same, but for to_i
//            flow_start_o, flow_minus_o, flow_allowed_o, flow_corners_o  the rows of next_i, then those
//                      of the other player, in the form that board_margin takes
//            ply_i, row_i, view_i  read BANKS rows, two of them an even and an odd one, when no move is
//                      made: allowed_o, corners_o of player view_i, rival_o, the rival's corners
// Parameter: BANKS     banks of memory, 1 or 2
// Latency:   17 cycles from make_i to done_o, 10 with two banks; from weigh_i 4 to flow_start_o, 41 to done_o.
//            A cycle from row_i to the rows. They can be read in the cycle after done_o, but for the last
//            ones, which take a cycle longer.
// Reset:     at rest.
// Model:     playout.State.Play
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "alphabeta.vh"

module row_stack #(
    parameter BANKS = 1
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire                       we_i,
    input  wire [                7:0] waddr_i,
    input  wire [  2*`BOARD_SIZE-1:0] wallowed_i,
    input  wire [  2*`BOARD_SIZE-1:0] wcorners_i,
    input  wire                       make_i,
    input  wire                       none_i,
    input  wire [`PLACEMENT_BITS-1:0] placement_i,
    input  wire                       mover_i,
    input  wire [                3:0] from_i,
    input  wire [                3:0] to_i,
    input  wire                       next_i,
    input  wire                       next_first_i,
    input  wire                       weigh_i,
    output wire                       done_o,
    output wire [    `BOARD_SIZE-1:0] rows_o,
    output wire                       flow_start_o,
    output wire                       flow_minus_o,
    output wire [    `BOARD_SIZE-1:0] flow_allowed_o,
    output wire [    `BOARD_SIZE-1:0] flow_corners_o,
    input  wire [                3:0] ply_i,
    input  wire [        4*BANKS-1:0] row_i,
    input  wire                       view_i,
    output wire [BANKS*`BOARD_SIZE-1:0] allowed_o,
    output wire [BANKS*`BOARD_SIZE-1:0] corners_o,
    output wire [BANKS*`BOARD_SIZE-1:0] rival_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam REACH = `ANCHOR_REACH;

`include "first_anchors.vh"

  // Cycles from make_i or weigh_i: rows are read, they come from the memory, they go on.
  localparam [5:0] READ = 6'd2;
  localparam [5:0] CHANGE = READ + 6'd2;
  localparam [5:0] WRITE = CHANGE + 6'd1;
  localparam [5:0] COPIES = BANKS == 1 ? SIZE : SIZE / 2;  // cycles that copy rows
  localparam [5:0] LAST = WRITE + COPIES - 6'd1;
  // To weigh, 16 rows of each player are read, the last two of them empty. Then board_margin has time.
  localparam [5:0] FLOWS = 6'd32;
  localparam [5:0] WEIGHED = 6'd42;

  reg busy_q, weigh_q;
  reg [5:0] time_q;  // cycles since make_i or weigh_i
  wire [5:0] last = weigh_q ? WEIGHED : LAST;
  assign done_o = busy_q & time_q == last - 6'd1;
  always @(posedge clk_i) begin
    time_q <= time_q + 6'd1;
    if (time_q == last) busy_q <= 1'b0;
    if (make_i | weigh_i) begin
      busy_q <= 1'b1;
      weigh_q <= weigh_i;
      time_q <= 6'd1;
    end
    if (rst_i) begin
      busy_q <= 1'b0;
      weigh_q <= 1'b0;
    end
  end

  // What is kept, near at hand. The rows begin to come two cycles after make_i.
  reg mover_q, next_q, next_first_q;
  reg [3:0] from_q, to_q;
  always @(posedge clk_i) {mover_q, next_q, next_first_q, from_q, to_q} <= {mover_i, next_i, next_first_i, from_i, to_i};

  // ---- the memory ------------------------------------------------------------------

  // A move takes the rows of all banks in a cycle. The rows that flow come one by one.
  wire reading = busy_q & time_q < READ + (weigh_q ? FLOWS : COPIES);  // for a move
  wire [5:0] read_time = time_q - READ;
  wire [5:0] write_time = time_q - WRITE;
  wire [3:0] read_row = weigh_q ? read_time[3:0] : read_time[3:0] * BANKS[3:0];
  wire [3:0] write_row = write_time[3:0] * BANKS[3:0];
  wire writing = busy_q & ~weigh_q & write_time < COPIES;
  wire unused_time = ^{write_time[5:4], read_time[5:4]};
  reg [2*SIZE*BANKS-1:0] allowed_q, corners_q;
  wire [4*SIZE*BANKS-1:0] banks, read;
  reg odd_q;  // the first row read is an odd one
  wire unused_odd = odd_q;
  always @(posedge clk_i) odd_q <= reading ? read_row[0] : row_i[0];
  genvar b;
  generate
    for (b = 0; b < BANKS; b = b + 1) begin : gen_bank
      localparam [3:0] B = b;
      wire [3:0] row = reading ? read_row : row_i[0] == B[0] ? row_i[3:0] : row_i[4*BANKS-1-:4];
      row_ram #(
          .WIDTH(4 * SIZE)
      ) u_rows (
          .clk_i  (clk_i),
          .we_i   (writing | we_i & (BANKS == 1 | waddr_i[0] == B[0])),
          .waddr_i((writing ? {to_q, write_row} : waddr_i) >> (BANKS - 1)),
          .wdata_i(writing ? {corners_q[2*SIZE*b+:2*SIZE], allowed_q[2*SIZE*b+:2*SIZE]} : {wcorners_i, wallowed_i}),
          .re_i   (1'b1),
          .raddr_i({reading ? from_q : ply_i, row} >> (BANKS - 1)),
          .rdata_o(banks[4*SIZE*b+:4*SIZE])
      );
      wire [4*SIZE-1:0] shown = BANKS != 1 & odd_q ? banks[4*SIZE*(BANKS-1-b)+:4*SIZE] : banks[4*SIZE*b+:4*SIZE];
      assign read[4*SIZE*b+:4*SIZE] = shown;
      assign allowed_o[SIZE*b+:SIZE] = view_i ? shown[SIZE+:SIZE] : shown[0+:SIZE];
      assign corners_o[SIZE*b+:SIZE] = view_i ? shown[3*SIZE+:SIZE] : shown[2*SIZE+:SIZE];
      assign rival_o[SIZE*b+:SIZE] = view_i ? shown[2*SIZE+:SIZE] : shown[3*SIZE+:SIZE];
    end
  endgenerate

  // ---- the tile ------------------------------------------------------------------

  // Its cells stand in the mirrored window: row and column of the corner are REACH.
  wire [`ANCHOR_CELLS-1:0] cells;
  wire [6:0] unused_cells;
  pattern_cells u_cells (
      .clk_i    (clk_i),
      .pattern_i(placement_i[`PLACEMENT_PATTERN]),
      .cells_o  (cells),
      .size_o   (unused_cells[2:0]),
      .rows_o   (unused_cells[4:3]),
      .cols_o   (unused_cells[6:5])
  );
  wire unused = ^unused_cells;
`include "anchor_window.vh"
  localparam SIDE = 2 * REACH + 1;
  wire [SIDE*SIDE-1:0] window;
  genvar r, c, k;
  generate
    for (r = 0; r < SIDE; r = r + 1) begin : gen_row
      for (c = 0; c < SIDE; c = c + 1) begin : gen_column
        wire [`ANCHOR_CELLS-1:0] here;
        for (k = 0; k < `ANCHOR_CELLS; k = k + 1) begin : gen_cell
          assign here[k] = r == {28'd0, ANCHOR_ROW[4*k+:4]} & c == {28'd0, ANCHOR_COL[4*k+:4]} & cells[k];
        end
        assign window[SIDE*r+c] = |here | (r == REACH & c == REACH);
      end
    end
  endgenerate

  // The tile's squares in a row of the board: those of the row below come a cycle before they are
  // needed. Rows that flow have those of the first bank.
  wire [5:0] tile_time = time_q - (CHANGE - 6'd3);
  wire [4:0] below_row = weigh_q ? {1'b0, tile_time[3:0]} : tile_time[3:0] * BANKS[4:0] + (5'd1 - BANKS[4:0]);  // of the next cycle
  wire unused_below = ^tile_time[5:4];
  reg [SIZE*BANKS-1:0] below_q;  // in the row below that of each bank
  reg [SIZE-1:0] here_q, above_q;  // in the row of the first bank, and above
  generate
    for (b = 0; b < BANKS; b = b + 1) begin : gen_below
      localparam [4:0] B = b;
      wire [4:0] tile_row = below_row + B;
      wire [4:0] away = tile_row - {1'b0, placement_i[`PLACEMENT_ROW]};
      reg [4:0] window_row_q;
      reg outside_q;
      reg [SIDE-1:0] straight, mirrored;
      integer i;
      always @* begin
        straight = {SIDE{1'b0}};
        for (i = 0; i < SIDE; i = i + 1) if (window_row_q == i[4:0]) straight = window[SIDE*i+:SIDE];
        for (i = 0; i < SIDE; i = i + 1)
          mirrored[i] = placement_i[`PLACEMENT_FLIP_COLS] ? straight[SIDE-1-i] : straight[i];
      end
      wire [SIZE+2*REACH+1:0] placed = {{(SIZE + 1) {1'b0}}, mirrored} << placement_i[`PLACEMENT_COL];
      wire unused_placed = ^{placed[SIZE+2*REACH+1:SIZE+REACH], placed[REACH-1:0]};
      always @(posedge clk_i) begin
        window_row_q <= placement_i[`PLACEMENT_FLIP_ROWS] ? REACH - away : away + REACH;
        outside_q <= make_i | weigh_i | none_i | tile_row >= SIZE;
        below_q[SIZE*b+:SIZE] <= outside_q ? {SIZE{1'b0}} : placed[REACH+:SIZE];
      end
    end
  endgenerate
  // From above the first row to below the last one.
  wire [SIZE*(BANKS+2)-1:0] tile = {below_q, here_q, above_q};
  always @(posedge clk_i) begin
    here_q <= weigh_q ? below_q[0+:SIZE] : below_q[SIZE*(BANKS-1)+:SIZE];
    above_q <= weigh_q ? here_q : tile[SIZE*BANKS+:SIZE];
  end

  // ---- the change of the rows ----------------------------------------------------------

  reg [4*SIZE*BANKS-1:0] read_q;
  wire [5:0] change_time = time_q - CHANGE;
  wire [3:0] change_row = weigh_q ? change_time[3:0] : change_time[3:0] * BANKS[3:0];
  wire other = weigh_q & change_time[4];  // the rows of the other player flow
  wire of_mover = (next_q == mover_q) ^ other;
  wire flows = busy_q & weigh_q & ~change_time[5] & change_row < SIZE;
  wire [SIZE*BANKS-1:0] next_allowed, next_corners;
  wire unused_next = ^{next_allowed, next_corners};
  wire [BANKS-1:0] held;  // the row holds corners of next_i
  generate
    for (b = 0; b < BANKS; b = b + 1) begin : gen_change
      localparam [3:0] B = b;
      wire [4*SIZE-1:0] old = read_q[4*SIZE*b+:4*SIZE];
      wire [SIZE-1:0] allowed = mover_q ? old[SIZE+:SIZE] : old[0+:SIZE];
      wire [SIZE-1:0] corners = mover_q ? old[3*SIZE+:SIZE] : old[2*SIZE+:SIZE];
      wire [SIZE-1:0] rival_allowed = mover_q ? old[0+:SIZE] : old[SIZE+:SIZE];
      wire [SIZE-1:0] rival_corners = mover_q ? old[2*SIZE+:SIZE] : old[3*SIZE+:SIZE];
      wire [SIZE-1:0] here = tile[SIZE*(b+1)+:SIZE];
      wire [SIZE-1:0] beside = tile[SIZE*b+:SIZE] | tile[SIZE*(b+2)+:SIZE];
      wire [SIZE-1:0] left = allowed & ~(here | here << 1 | here >> 1 | beside);
      wire [SIZE-1:0] touch = (corners | beside << 1 | beside >> 1) & left;
      wire [SIZE-1:0] rival_left = rival_allowed & ~here;
      wire [SIZE-1:0] rival_touch = rival_corners & ~here;
      wire [SIZE-1:0] now_allowed = of_mover ? left : rival_left;
      wire [SIZE-1:0] now_corners = of_mover ? touch : rival_touch;
      assign next_allowed[SIZE*b+:SIZE] = now_allowed;
      assign next_corners[SIZE*b+:SIZE] = now_corners;
      assign held[b] = |(next_first_q ? now_allowed & first_anchors(next_q, change_row + B) : now_corners);
      always @(posedge clk_i) begin
        allowed_q[2*SIZE*b+:2*SIZE] <= mover_q ? {left, rival_left} : {rival_left, left};
        corners_q[2*SIZE*b+:2*SIZE] <= mover_q ? {touch, rival_touch} : {rival_touch, touch};
      end
    end
  endgenerate
  reg [SIZE-1:0] rows_q;
  always @(posedge clk_i) begin
    read_q <= read;
    if (busy_q & ~weigh_q & time_q < LAST) rows_q <= {held, rows_q[SIZE-1:BANKS]};
  end
  assign rows_o = rows_q;

  // ---- the rows to weigh -----------------------------------------------------------------

  // Before the first placement a player's corner is the start square. It is not free, if he has just passed.
  wire flow_first = next_first_q & ~other;
  wire start_row = change_row == (next_q ? `START2_ROW : `START1_ROW);
  wire [SIZE-1:0] start_squares = next_q ? 1 << `START2_COL : 1 << `START1_COL;
  wire [SIZE-1:0] flow_corners = ~flow_first ? next_corners[0+:SIZE] : start_row ? next_allowed[0+:SIZE] & start_squares : {SIZE{1'b0}};
  reg flow_minus_q;
  reg [SIZE-1:0] flow_allowed_q, flow_corners_q;
  always @(posedge clk_i) begin
    flow_minus_q <= change_time[4];
    flow_allowed_q <= flows ? next_allowed[0+:SIZE] : {SIZE{1'b0}};
    flow_corners_q <= flows ? flow_corners : {SIZE{1'b0}};
  end
  assign flow_start_o = busy_q & weigh_q & time_q == CHANGE;
  assign flow_minus_o = flow_minus_q;
  assign flow_allowed_o = flow_allowed_q;
  assign flow_corners_o = flow_corners_q;

endmodule

`default_nettype wire
