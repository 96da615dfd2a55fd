// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// move_fetch -- the move that waits for its board, and its tile.
//
// Purpose:   Keeps the chosen move until board_update takes it, and fetches its tile from
//            pattern_rom meanwhile: number, shape, height and place.
// Interface: move_*_i     the next move, taken when move_ready_o. none: no move
//            idle_i, pick_i  game_o is no game; game_o's move goes to the user
//            accept_i     the move goes
//            move_due_o, pick_due_o, idle_due_o  the fetch is done: for a move of a game or
//                         on a root, for a picked move, or for a move of an idle game
//            game_o, none_o, first_o, placement_o  the move
//            tile_o, shape_o, height_o  its tile: number, shape as in pattern_rom, rows
//            over_o       the row above the tile, two's complement
//            col_o        column of bit 0 of a row of the shape, plus 4
//            name_o       pattern_rom's word of the tile, for a picked move
// Parameter: RAM_REG      1: a register behind the ROM of the patterns, for devices with slow
//                         block RAM. 0: a register for the height of the tile. The latency is
//                         the same
// Latency:   2 cycles from a move to *_due_o; the outputs about its tile are for the cycle
//            after that, and the next ones until the move goes.
// Reset:     to no move.
// Model:     twin.Lane
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module move_fetch #(
    parameter RAM_REG = 0
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire                       move_valid_i,
    output wire                       move_ready_o,
    input  wire                       move_none_i,
    input  wire [                2:0] move_game_i,
    input  wire                       move_first_i,
    input  wire [`PLACEMENT_BITS-1:0] move_placement_i,
    input  wire                       idle_i,
    input  wire                       pick_i,
    input  wire                       accept_i,
    output wire                       move_due_o,
    output wire                       pick_due_o,
    output wire                       idle_due_o,
    output wire [                2:0] game_o,
    output wire                       none_o,
    output wire                       first_o,
    output wire [`PLACEMENT_BITS-1:0] placement_o,
    output wire [     `TILE_BITS-1:0] tile_o,
    output wire [               14:0] shape_o,
    output wire [                2:0] height_o,
    output wire [                4:0] over_o,
    output wire [                4:0] col_o,
    output wire [               15:0] name_o
);

  reg waiting_q, none_q, first_q;
  reg [2:0] game_q;
  reg [`PLACEMENT_BITS-1:0] placement_q;
  reg [1:0] fetch_q;  // a move came one cycle ago, two cycles ago
  reg move_due_q, pick_due_q, idle_due_q;
  reg [1:0] left_q, up_q;
  reg [`TILE_BITS-1:0] tile_q;

  assign move_ready_o = ~waiting_q;
  assign move_due_o = move_due_q;
  assign pick_due_o = pick_due_q;
  assign idle_due_o = idle_due_q;
  assign game_o = game_q;
  assign none_o = none_q;
  assign first_o = first_q;
  assign placement_o = placement_q;
  assign tile_o = tile_q;
  wire move_in = move_valid_i & ~waiting_q;

  // One cycle after the move came, two with RAM_REG: the tile and its place;
  // then its shape, if it is made.
  wire [15:0] rom;
  assign name_o = rom;
  pattern_rom #(
      .RAM_REG(RAM_REG)
  ) u_rom (
      .clk_i    (clk_i),
      .pattern_i(waiting_q ? placement_q[`PLACEMENT_PATTERN] : move_placement_i[`PLACEMENT_PATTERN]),
      .word_i   (~waiting_q | pick_i),
      .data_o   (rom)
  );

  always @(posedge clk_i) begin
    if (move_in) begin
      waiting_q <= 1'b1;
      none_q <= move_none_i;
      game_q <= move_game_i;
      first_q <= move_first_i;
      placement_q <= move_placement_i;
    end
    fetch_q <= {fetch_q[0], move_in};
    if (RAM_REG != 0 ? fetch_q[1] : fetch_q[0]) {tile_q, up_q, left_q} <= rom[8:0];
    if (fetch_q[1]) begin
      move_due_q <= ~idle_i & ~pick_i;
      pick_due_q <= pick_i;
      idle_due_q <= idle_i;
    end
    if (accept_i) begin
      waiting_q <= 1'b0;
      move_due_q <= 1'b0;
      pick_due_q <= 1'b0;
      idle_due_q <= 1'b0;
    end
    if (rst_i) begin
      waiting_q <= 1'b0;
      fetch_q <= 2'd0;
      move_due_q <= 1'b0;
      pick_due_q <= 1'b0;
      idle_due_q <= 1'b0;
    end
  end

  wire [14:0] shape = rom[14:0];
  wire [2:0] shape_height = shape[14] ? 3'd5 : |shape[13:12] ? 3'd4 : |shape[11:9] ? 3'd3 : |shape[8:5] ? 3'd2 : 3'd1;
  // Without the register behind the ROM the shape is there a cycle before it is needed.
  reg [2:0] shape_height_q;
  always @(posedge clk_i) shape_height_q <= shape_height;
  wire [2:0] height = RAM_REG != 0 ? shape_height : shape_height_q;
  assign shape_o = shape;
  assign height_o = height;

  // The anchor is a square of the tile, up_q rows below the tile's first one and left_q
  // columns to the right of the shape's bit 0; mirrored, above and to the left.
  wire flip_rows = placement_q[`PLACEMENT_FLIP_ROWS];
  wire flip_cols = placement_q[`PLACEMENT_FLIP_COLS];
  // The height comes late, so its subtraction is last.
  wire [4:0] above_or_below = {1'b0, placement_q[`PLACEMENT_ROW]} + (flip_rows ? {3'd0, up_q} : {3'b111, ~up_q});
  assign over_o = above_or_below - (flip_rows ? {2'd0, height} : 5'd0);
  wire [2:0] right = flip_cols ? {1'b0, left_q} : 3'd4 - {1'b0, left_q};
  assign col_o = {1'b0, placement_q[`PLACEMENT_COL]} + {2'd0, right};

endmodule

`default_nettype wire
