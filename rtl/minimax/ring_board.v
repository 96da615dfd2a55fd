// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// ring_board -- the board, which turns past a fixed window.
//
// Purpose:   Holds the squares of both players and the corners of one. A scan
//            of positions needs the 7x7 cells around each: instead of
//            selecting them (a multiplexer larger than all the rest), the
//            board is one ring of cells that turns by one or five a cycle, and
//            the window is wired to fixed cells. Placing and removing a tile
//            happens in the same place.
//
//            The window looks one cell ahead: it shows the position after the next step of one
//            cell, so that its check can pass a register without a pause in the scan.
//
//            The ring has 15 cells a row and 15 rows; the last cell of each row and the last row
//            are wall. The neighbours of a cell are therefore at fixed distances in every turn of
//            the ring, also across its ends. Cell 0 is the position, cell 1 the middle of the
//            window.
// Interface: clear_i        empty board, turned to the first square
//            step_i, skip_i turn by one cell, by SKIP_CELLS if skip_i
//            place_i, erase_i  set, clear the squares of tile_i for player_i
//            tile_i         the row of tile_rom
//            player_i       the player to move: window_o is in this player's view
//            view_i         own_o is in this player's view
//            load_i         take corners_i, from corner_finder, as the corners
//            first_i        the player has no square yet: the start square
//                           counts as a corner in the window
//            row_i, col_i   the position at cell 0
//            window_o       7x7 cells of 2 bits, coded as in fit_check, around the
//                           next position
//            own_o, taken_o for corner_finder
//            corners_o      the corners loaded
//            Commands in one cycle: load_i with place_i or erase_i is allowed,
//            step_i only alone.
// Latency:   1 cycle from a command to the board; the outputs are
//            combinational.
// Reset:     as clear_i.
// Model:     duo.Position
`default_nettype none
`include "constants.vh"

module ring_board (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    clear_i,
    input  wire                    step_i,
    input  wire                    skip_i,
    input  wire                    place_i,
    input  wire                    erase_i,
    input  wire [`WINDOW_BITS-1:0] tile_i,
    input  wire                    player_i,
    input  wire                    view_i,
    input  wire                    load_i,
    input  wire [ `RING_CELLS-1:0] corners_i,
    input  wire                    first_i,
    input  wire [             3:0] row_i,
    input  wire [             3:0] col_i,
    output wire [`WINDOW_BITS-1:0] window_o,
    output wire [ `RING_CELLS-1:0] own_o,
    output wire [ `RING_CELLS-1:0] taken_o,
    output wire [ `RING_CELLS-1:0] corners_o
);

  localparam RING = `RING_CELLS;
  localparam SKIP = `SKIP_CELLS;

  // Both bits of a wall cell are set; no square belongs to both players.
  localparam [RING-1:0] WALL = {
    {`RING_STRIDE{1'b1}}, {`BOARD_SIZE{1'b1, {`BOARD_SIZE{1'b0}}}}
  };

  reg [RING-1:0] player1_q, player2_q, corners_q;

  assign own_o = view_i ? player2_q & ~player1_q : player1_q & ~player2_q;
  assign taken_o = player1_q | player2_q;
  assign corners_o = corners_q;

  // The start square in the window: its rows and its columns.
  wire [3:0] start_row = player_i ? `START2_ROW : `START1_ROW;
  wire [3:0] start_col = player_i ? `START2_COL : `START1_COL;

  // The squares of a tile lie in the inner 5x5 cells of its 7x7.
  wire [RING-1:0] tile_cells;
  genvar i;
  generate
    for (i = 0; i < RING; i = i + 1) begin : gen_cell
      // The place (R, C) of the cell in the 7x7 around cell 0, if it has one.
      localparam FROM_CORNER = (i + `WINDOW_REACH * `RING_STRIDE + `WINDOW_REACH) % RING;
      localparam ROW = FROM_CORNER / `RING_STRIDE;
      localparam COL = FROM_CORNER % `RING_STRIDE;
      if (ROW > 0 && ROW < `WINDOW_SIZE - 1 && COL > 0 && COL < `WINDOW_SIZE - 1) begin : gen_inner
        assign tile_cells[i] = tile_i[2*(ROW*`WINDOW_SIZE+COL)];
      end else begin : gen_outer
        assign tile_cells[i] = 1'b0;
      end
      if (ROW < `WINDOW_SIZE && COL < `WINDOW_SIZE) begin : gen_window
        localparam CELL = ROW * `WINDOW_SIZE + COL;
        localparam AHEAD = (i + 1) % RING;
        wire own = player_i ? player2_q[AHEAD] & ~player1_q[AHEAD] : player1_q[AHEAD] & ~player2_q[AHEAD];
        wire start;
        wire corner = corners_q[AHEAD] | start;
        assign window_o[2*CELL] = own | corner;
        assign window_o[2*CELL+1] = (taken_o[AHEAD] & ~own) | corner;
        if (ROW > 0 && ROW < `WINDOW_SIZE - 1 && COL > 0 && COL < `WINDOW_SIZE - 1) begin : gen_start
          localparam BELOW = (ROW + 16 - `WINDOW_REACH) % 16;
          localparam RIGHT = (COL + 17 - `WINDOW_REACH) % 16;
          assign start = first_i & ~taken_o[AHEAD]
                       & (row_i + BELOW[3:0] == start_row) & (col_i + RIGHT[3:0] == start_col);
        end else begin : gen_no_start
          assign start = 1'b0;
        end
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (step_i) begin
      player1_q <= skip_i ? {player1_q[SKIP-1:0], player1_q[RING-1:SKIP]} : {player1_q[0], player1_q[RING-1:1]};
      player2_q <= skip_i ? {player2_q[SKIP-1:0], player2_q[RING-1:SKIP]} : {player2_q[0], player2_q[RING-1:1]};
      corners_q <= skip_i ? {corners_q[SKIP-1:0], corners_q[RING-1:SKIP]} : {corners_q[0], corners_q[RING-1:1]};
    end
    if (place_i & ~player_i) player1_q <= player1_q | tile_cells;
    if (place_i & player_i) player2_q <= player2_q | tile_cells;
    if (erase_i & ~player_i) player1_q <= player1_q & ~tile_cells;
    if (erase_i & player_i) player2_q <= player2_q & ~tile_cells;
    if (load_i) corners_q <= corners_i;
    if (rst_i | clear_i) begin
      player1_q <= WALL;
      player2_q <= WALL;
    end
  end

endmodule

`default_nettype wire
