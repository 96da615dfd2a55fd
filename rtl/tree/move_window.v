// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// move_window -- the planes around a corner in the view of the player to move.
//
// Purpose:   Keeps the levels of all squares, a row of the board in each word, and shifts the
//            rows around a corner into a window, one a cycle, mirrored as in anchor_window.
//            The window reaches a square farther than the patterns, to show the
//            squares that touch them. It also shows the cells that patterns may cover:
//            allowed squares that are no corner before this corner in reading order.
// Interface: own_we_i, rival_we_i, wrow_i  write the levels of a row: corners_i, near_i,
//                        reach4_i, allowed_i, each within the next level
//            wown_o, wrival_o  the levels of the row being written, two and three bits each
//            row_i, on_board_i  read a row. Cells off the board are empty
//            shift_i     the row is the window's next one, from the top. before_i: the row
//                        lies before the corner. anchor_i: the row is the corner's
//            col_i, flip_cols_i  the corner's column, and the window is mirrored from left
//                        to right: for the row of two cycles ago
//            row_own_o   the levels of the row read for the player to move, two bits each
//            cells_o     bit i: the cell playout.WindowCells[i] may be covered
//            own_o, rival_o, rings_o  the window: two, three and two bits a cell, as in
//                        expansion.vh, row by row
// Latency:   2 cycles from row_i to row_own_o, 3 to the window; a row every cycle. A new row
//            can be read in the cycle after its write.
// Reset:     none.
// Model:     twin.MoveWindowAt
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module move_window (
    input  wire                                      clk_i,
    input  wire                                      own_we_i,
    input  wire                                      rival_we_i,
    input  wire [                               3:0] wrow_i,
    input  wire [                   `BOARD_SIZE-1:0] allowed_i,
    input  wire [                   `BOARD_SIZE-1:0] reach4_i,
    input  wire [                   `BOARD_SIZE-1:0] near_i,
    input  wire [                   `BOARD_SIZE-1:0] corners_i,
    output wire [        `OWN_BITS*`BOARD_SIZE-1:0] wown_o,
    output wire [      `RIVAL_BITS*`BOARD_SIZE-1:0] wrival_o,
    input  wire [                               3:0] row_i,
    input  wire                                      on_board_i,
    input  wire                                      shift_i,
    input  wire                                      before_i,
    input  wire                                      anchor_i,
    input  wire [                               3:0] col_i,
    input  wire                                      flip_cols_i,
    output wire [        `OWN_BITS*`BOARD_SIZE-1:0] row_own_o,
    output wire [                 `ANCHOR_CELLS-1:0] cells_o,
    output wire [  `OWN_BITS*`MOVE_WINDOW_CELLS-1:0] own_o,
    output wire [`RIVAL_BITS*`MOVE_WINDOW_CELLS-1:0] rival_o,
    output wire [ `RING_BITS*`MOVE_WINDOW_CELLS-1:0] rings_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam SIDE = `MOVE_WINDOW_SIDE;
  localparam REACH = `ANCHOR_REACH;

  // ---- the levels ------------------------------------------------------------------

  wire [2*SIZE-1:0] own_levels;
  wire [3*SIZE-1:0] rival_levels;
  genvar c, k;
  generate
    for (c = 0; c < SIZE; c = c + 1) begin : gen_level
      assign own_levels[2*c+:2] = {near_i[c], corners_i[c] | (allowed_i[c] & ~near_i[c])};
      assign rival_levels[3*c+:3] = {
        corners_i[c], reach4_i[c] & ~corners_i[c], (near_i[c] & ~corners_i[c]) | (allowed_i[c] & ~reach4_i[c])
      };
    end
  endgenerate

  assign wown_o = own_levels;
  assign wrival_o = rival_levels;

  wire [31:0] own_read;
  wire [47:0] rival_read;
  row_ram #(
      .WIDTH(32)
  ) u_own (
      .clk_i  (clk_i),
      .we_i   (own_we_i),
      .waddr_i({4'd0, wrow_i}),
      .wdata_i({4'd0, own_levels}),
      .re_i   (1'b1),
      .raddr_i({4'd0, row_i}),
      .rdata_o(own_read)
  );
  row_ram #(
      .WIDTH(48)
  ) u_rival (
      .clk_i  (clk_i),
      .we_i   (rival_we_i),
      .waddr_i({4'd0, wrow_i}),
      .wdata_i({6'd0, rival_levels}),
      .re_i   (1'b1),
      .raddr_i({4'd0, row_i}),
      .rdata_o(rival_read)
  );
  wire unused_read = ^{own_read[31:2*SIZE], rival_read[47:3*SIZE]};

  // Registers directly behind the block RAMs, which may be slow to answer.
  reg [2*SIZE-1:0] own_q;
  reg [3*SIZE-1:0] rival_q;
  reg [3:0] row_q;
  reg on_board_q, shift_q, before_q, anchor_q;
  reg on_board_q2, shift_q2, before_q2, anchor_q2;
  reg [1:0] rings_q;  // the rings that hold some squares of the row
  always @(posedge clk_i) begin
    row_q <= row_i;
    on_board_q <= on_board_i;
    shift_q <= shift_i;
    before_q <= before_i;
    anchor_q <= anchor_i;

    own_q <= on_board_q ? own_read[2*SIZE-1:0] : {(2 * SIZE) {1'b0}};
    rival_q <= on_board_q ? rival_read[3*SIZE-1:0] : {(3 * SIZE) {1'b0}};
    rings_q <= rings(row_q);
    on_board_q2 <= on_board_q;
    shift_q2 <= shift_q;
    before_q2 <= before_q;
    anchor_q2 <= anchor_q;
  end
  assign row_own_o = own_q;

`include "rings.vh"

  // ---- a row on its way into the window ------------------------------------------------

  // Columns -REACH-1..REACH+1 around the corner; mirrored, the last one does not count,
  // else the first one.
  localparam WIDE = SIDE + 1;
  localparam MARGIN = REACH + 1;
  wire [2*WIDE-1:0] own_near, rings_near;
  wire [3*WIDE-1:0] rival_near;
  generate
    for (k = 0; k < 5; k = k + 1) begin : gen_plane
      // The plane of one bit of the levels: two planes for the player to move, three for the rival.
      wire [SIZE-1:0] plane;
      for (c = 0; c < SIZE; c = c + 1) begin : gen_column
        if (k < 2) begin : gen_own
          assign plane[c] = own_q[2*c+k];
        end else begin : gen_rival
          assign plane[c] = rival_q[3*c+k-2];
        end
      end
      wire [SIZE+2*MARGIN+1:0] shifted = {{(MARGIN + 2) {1'b0}}, plane, {MARGIN{1'b0}}} >> col_i;
      wire unused_shifted = ^shifted[SIZE+2*MARGIN+1:WIDE];
      for (c = 0; c < WIDE; c = c + 1) begin : gen_near
        if (k < 2) begin : gen_own
          assign own_near[2*c+k] = shifted[c];
        end else begin : gen_rival
          assign rival_near[3*c+k-2] = shifted[c];
        end
      end
    end
  endgenerate
  generate
    for (c = 0; c < WIDE; c = c + 1) begin : gen_ring
      localparam [31:0] OFFSET = c + 32 - MARGIN;
      wire [4:0] col = {1'b0, col_i} + OFFSET[4:0];
      wire [1:0] col_rings = col < SIZE ? rings(col[3:0]) : 2'd0;
      assign rings_near[2*c+:2] = ~on_board_q2 ? 2'd0 : col_rings < rings_q ? col_rings : rings_q;
    end
  endgenerate

  // The row as the window has it.
  wire [2*SIDE-1:0] own_row, rings_row;
  wire [3*SIDE-1:0] rival_row;
  wire [SIDE-1:0] free_row;
  generate
    for (c = 0; c < SIDE; c = c + 1) begin : gen_column
      localparam STRAIGHT = c + 1;
      localparam MIRRORED = WIDE - 2 - c;
      assign own_row[2*c+:2] = flip_cols_i ? own_near[2*MIRRORED+:2] : own_near[2*STRAIGHT+:2];
      assign rings_row[2*c+:2] = flip_cols_i ? rings_near[2*MIRRORED+:2] : rings_near[2*STRAIGHT+:2];
      assign rival_row[3*c+:3] = flip_cols_i ? rival_near[3*MIRRORED+:3] : rival_near[3*STRAIGHT+:3];
      wire beyond = before_q2 | (anchor_q2 & (flip_cols_i ? c > REACH : c < REACH));
      assign free_row[c] = |own_row[2*c+:2] & ~(&own_row[2*c+:2] & beyond);
    end
  endgenerate

  // ---- the window ------------------------------------------------------------------

  reg [2*SIDE*SIDE-1:0] window_own_q, window_rings_q;
  reg [3*SIDE*SIDE-1:0] window_rival_q;
  reg [SIDE*SIDE-1:0] window_free_q;
  always @(posedge clk_i) begin
    if (shift_q2) begin
      window_own_q <= {own_row, window_own_q[2*SIDE*SIDE-1:2*SIDE]};
      window_rings_q <= {rings_row, window_rings_q[2*SIDE*SIDE-1:2*SIDE]};
      window_rival_q <= {rival_row, window_rival_q[3*SIDE*SIDE-1:3*SIDE]};
      window_free_q <= {free_row, window_free_q[SIDE*SIDE-1:SIDE]};
    end
  end
  assign own_o = window_own_q;
  assign rings_o = window_rings_q;
  assign rival_o = window_rival_q;
  wire unused_free = ^window_free_q;

`include "anchor_window.vh"
  generate
    for (k = 0; k < `ANCHOR_CELLS; k = k + 1) begin : gen_cell
      localparam ROW = ANCHOR_ROW[4*k+:4];
      localparam COL = ANCHOR_COL[4*k+:4];
      assign cells_o[k] = window_free_q[SIDE*ROW+COL];
    end
  endgenerate

endmodule

`default_nettype wire
