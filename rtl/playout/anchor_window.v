// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// anchor_window -- the cells that a player may cover around a corner.
//
// Purpose:   Keeps the rows of all boards and shows the cells around a corner, mirrored so that the
//            cells above it and to its left are not allowed. Such a mirror always exists: a corner
//            touches an own square o at a vertex, and squares that share an edge with o (#) are not
//            allowed. The mirrors bring o to the upper left:
//
//              o # .       . a .  flip_rows      . # o  flip_cols      . a .  both
//              # X a       # X a                 a X #                 a X #
//              . a .       o # .                 . a .                 . # o
//
//            The remaining 127 ways to lay a tile on X are the patterns: they leave out the cell
//            above and the cell to the left. A pattern covers X and some of the cells 0..27;
//            bit i of cells_o is cell i:
//
//                   -4 -3 -2 -1  0  1  2  3  4    row of the board, and cells that count
//              -4    .  .  .  .  .  .  .  .  .    as allowed in it
//              -3    .  .  .  .  .  0  .  .  .    } rows above: allowed, and no
//              -2    .  .  .  .  1  2  3  .  .    } corner: wfree_i
//              -1    .  .  .  .  .  4  5  6  .    }
//               0    .  .  7  .  X  8  9 10 11    the row of X: allowed, not visited_i
//               1    . 12 13 14 15 16 17 18  .    }
//               2    .  . 19 20 21 22 23  .  .    } rows below: allowed, wallowed_i
//               3    .  .  . 24 25 26  .  .  .    }
//               4    .  .  .  . 27  .  .  .  .    }
//
//            Corners before X in reading order do not count, so that every placement is listed
//            once: at the first corner that it covers. A window turned upside down swaps the rows,
//            but the counting cells of each row stay. The unit therefore reads all 9 rows of the
//            board, -4..4.
//
//            Nine block RAMs hold the same rows, one for each row of the window:
//            no multiplexer selects them. Two spare rows of a board, 14 and 15,
//            hold the player's tiles.
// Interface: we_i, waddr_i  write the row {slot, player, row} of all copies:
//            wallowed_i     the squares that the player may cover, bit = column
//            wfree_i        the same squares without corners
//            base_i, row_i, col_i  look at the corner in row, col of the board
//                           {slot, player}, or at row 14
//            visited_i      the corners of the row to the left of col
//            first_i        three cycles after row_i: the player has placed no
//                           tile, so that the window is not mirrored
//            cells_o        bit i: cell i may be covered
//            flip_rows_o, flip_cols_o  the window is mirrored
//            tiles_o        rows 14 and 15 of the board, if row_i was 14
// Parameter: RAM_REG        1: a register directly behind the block RAMs, for
//                           devices with slow block RAM. 0: the first half of
//                           the column selection before the register. The
//                           latency is the same.
// Latency:   4 cycles from row_i and col_i to cells_o; 2 to tiles_o. A corner
//            every cycle.
// Reset:     none.
// Model:     playout.State, playout.WindowCells
`default_nettype none
`include "constants.vh"

module anchor_window #(
    parameter RAM_REG = 0
) (
    input  wire                     clk_i,
    input  wire                     we_i,
    input  wire [              7:0] waddr_i,
    input  wire [             15:0] wallowed_i,
    input  wire [             15:0] wfree_i,
    input  wire [              3:0] base_i,
    input  wire [              3:0] row_i,
    input  wire [              3:0] col_i,
    input  wire [  `BOARD_SIZE-1:0] visited_i,
    input  wire                     first_i,
    output wire [`ANCHOR_CELLS-1:0] cells_o,
    output wire                     flip_rows_o,
    output wire                     flip_cols_o,
    output wire [   `NUM_TILES-1:0] tiles_o
);

  localparam REACH = `ANCHOR_REACH;  // 4
  localparam ROWS = 2 * REACH + 1;

  // Cell (r, c) of the window, -REACH..REACH each, is bit ROWS*(r+REACH)+c+REACH
  // of seen; cells farther than REACH steps are never set.
  wire [ROWS*ROWS-1:0] seen;

  reg [3:0] col_q;
  reg [`BOARD_SIZE-1:0] visited_q;
  always @(posedge clk_i) begin
    col_q <= col_i;
    visited_q <= visited_i;
  end

  wire [16*ROWS-1:0] words;

  genvar r;
  generate
    for (r = 0; r < ROWS; r = r + 1) begin : gen_row
      localparam [31:0] ROW_OFFSET = r + 16 - REACH;
      localparam STEPS = r < REACH ? REACH - r : r - REACH;
      localparam WIDE = REACH - STEPS;  // columns -WIDE..WIDE are in reach
      localparam CELLS = 2 * WIDE + 1;
      // A table is smaller than an adder: each bit of the sum is a function of 4.
      reg [3:0] row;
      reg on_board;
      integer from;
      always @* begin
        row = 4'd0;
        on_board = 1'b0;
        for (from = 0; from < 16; from = from + 1) begin
          if (row_i == from[3:0]) begin
            row = from[3:0] + ROW_OFFSET[3:0];
            on_board = from + r >= REACH & from + r < REACH + `BOARD_SIZE;
          end
        end
      end

      row_ram u_ram (
          .clk_i  (clk_i),
          .we_i   (we_i),
          .waddr_i(waddr_i),
          .wdata_i(r < REACH ? wfree_i : wallowed_i),
          .re_i   (1'b1),
          .raddr_i({base_i, row}),
          .rdata_o(words[16*r+:16])
      );

      reg on_board_q;
      always @(posedge clk_i) on_board_q <= on_board;

      // Column c of the board is bit c + REACH of a wider row; the window
      // begins at its bit col.
      wire [`BOARD_SIZE-1:0] allowed =
          r == REACH ? words[16*r+:`BOARD_SIZE] & ~visited_q : words[16*r+:`BOARD_SIZE];
      wire [3:0] shift;
      wire [CELLS+14:0] wide;  // from column -WIDE
      reg [CELLS-1:0] select_q;
      if (RAM_REG != 0) begin : gen_ram_reg
        reg [`BOARD_SIZE-1:0] allowed_q;
        reg [3:0] shift_q;
        always @(posedge clk_i) begin
          allowed_q <= on_board_q ? allowed : {`BOARD_SIZE{1'b0}};
          shift_q <= col_q;
        end
        wire [CELLS+14:0] from_row;
        if (WIDE > 0) begin : gen_margin
          assign from_row = {{(CELLS + 15 - `BOARD_SIZE - WIDE) {1'b0}}, allowed_q, {WIDE{1'b0}}};
        end else begin : gen_no_margin
          assign from_row = {{(CELLS + 15 - `BOARD_SIZE) {1'b0}}, allowed_q};
        end
        assign wide = from_row;
        assign shift = shift_q;
        wire [CELLS+14:0] shifted = wide >> shift;
        wire unused_shifted = ^shifted[CELLS+14:CELLS];
        always @(posedge clk_i) select_q <= shifted[CELLS-1:0];
      end else begin : gen_split
        reg [CELLS+2:0] near_q;
        reg [1:0] shift_q;
        if (WIDE > 0) begin : gen_margin
          assign wide = {{(CELLS + 15 - `BOARD_SIZE - WIDE) {1'b0}}, allowed, {WIDE{1'b0}}};
        end else begin : gen_no_margin
          assign wide = {{(CELLS + 15 - `BOARD_SIZE) {1'b0}}, allowed};
        end
        assign shift = {col_q[3:2], 2'b00};
        wire [CELLS+14:0] shifted = wide >> shift;
        wire [CELLS+2:0] near = near_q >> shift_q;
        wire unused_shifted = ^{shifted[CELLS+14:CELLS+3], near[CELLS+2:CELLS]};
        always @(posedge clk_i) begin
          if (on_board_q) near_q <= shifted[CELLS+2:0];
          else near_q <= {(CELLS + 3) {1'b0}};
          shift_q <= col_q[1:0];
          select_q <= near[CELLS-1:0];
        end
      end
      assign seen[ROWS*r+REACH-WIDE+:CELLS] = select_q;
      if (STEPS > 0) begin : gen_far
        assign seen[ROWS*r+:STEPS] = {STEPS{1'b0}};
        assign seen[ROWS*r+REACH+WIDE+1+:STEPS] = {STEPS{1'b0}};
      end
    end
  endgenerate

  // Mirrors: the neighbours above and to the left that are allowed.
  wire flip_rows = seen[ROWS*(REACH-1)+REACH] & ~first_i;
  wire flip_cols = seen[ROWS*REACH+REACH-1] & ~first_i;

  reg [`ANCHOR_CELLS-1:0] cells_q;
  reg flip_rows_q, flip_cols_q;
  assign cells_o = cells_q;
  assign flip_rows_o = flip_rows_q;
  assign flip_cols_o = flip_cols_q;

`include "anchor_window.vh"
  wire [`ANCHOR_CELLS-1:0] mirrored;
  genvar i;
  generate
    for (i = 0; i < `ANCHOR_CELLS; i = i + 1) begin : gen_cell
      // The place of the cell, both coordinates plus REACH.
      localparam ROW = ANCHOR_ROW[4*i+:4];
      localparam COL = ANCHOR_COL[4*i+:4];
      wire straight = flip_cols ? seen[ROWS*ROW+2*REACH-COL] : seen[ROWS*ROW+COL];
      wire upside = flip_cols ? seen[ROWS*(2*REACH-ROW)+2*REACH-COL] : seen[ROWS*(2*REACH-ROW)+COL];
      assign mirrored[i] = flip_rows ? upside : straight;
    end
  endgenerate
  always @(posedge clk_i) begin
    cells_q <= mirrored;
    flip_rows_q <= flip_rows;
    flip_cols_q <= flip_cols;
  end

  // Rows 14 and 15: the row itself, and the next one.
  reg [`NUM_TILES-1:0] tiles_q;
  assign tiles_o = tiles_q;
  always @(posedge clk_i) tiles_q <= {words[16*(REACH+1)+:`NUM_TILES-16], words[16*REACH+:16]};
  wire unused_words = ^words;

endmodule

`default_nettype wire
