// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// leaf_unit -- the boards of a line of play, and the moves of the last one with their values.
//
// Purpose:   Joins row_stack and leaf_list: makes a move from one ply to another, and lists all
//            moves of a ply's position with their values.
// Interface: we_i ...    write a row of a ply: see row_stack
//            make_i ...  make a move: see row_stack
//            start_i     begin to list the moves of ply ply_i, at rest. Until the end keep ply_i;
//                        player_i, to move; first_i, he has all his tiles; tiles_i, his tiles.
//                        The latest move made was to this ply with next_i = player_i, or rows_i
//                        is what rows_o was after it
//            cols_i      only corners in these columns are visited; keep it, too
//            abort_i     end the list
//            rows_o      the rows with corners after the latest move: see row_stack
//            move_valid_o, move_o, value_o, box_o, busy_o  see leaf_list
//            weigh_i ...  have the board behind a move weighed, 44 cycles after the one before or later:
//                        see row_stack; and opened_i (first_i), placed_i, lead_i of board_margin, whose
//                        start_i comes 4 cycles later
//            abandon_i   end that of the latest one, 5 to 25 cycles after its weigh_i
//            weighed_o, margin_o  done_o, margin_o of board_margin
// Parameter: OWN_WEIGHT, RIVAL_WEIGHT, SQUARE_WEIGHT  see move_value
//            BANKS       banks of the row memory, 1 or 2: rows read in a cycle
//            MARGIN      1: there is a board_margin; 0: weigh_i is 0
// Latency:   of row_stack, leaf_list and board_margin. start_i can come in the cycle after done_o.
// Reset:     at rest.
// Model:     alphabeta.Leaves
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "expansion.vh"
`include "alphabeta.vh"

module leaf_unit #(
    parameter OWN_WEIGHT = `OWN_WEIGHT_DEFAULT,
    parameter RIVAL_WEIGHT = `RIVAL_WEIGHT_DEFAULT,
    parameter SQUARE_WEIGHT = `SQUARE_WEIGHT_DEFAULT,
    parameter BANKS = 1,
    parameter MARGIN = 0
) (
    input  wire                               clk_i,
    input  wire                               rst_i,
    input  wire                               we_i,
    input  wire        [                 7:0] waddr_i,
    input  wire        [   2*`BOARD_SIZE-1:0] wallowed_i,
    input  wire        [   2*`BOARD_SIZE-1:0] wcorners_i,
    input  wire                               make_i,
    input  wire                               none_i,
    input  wire        [ `PLACEMENT_BITS-1:0] placement_i,
    input  wire                               mover_i,
    input  wire        [                 3:0] from_i,
    input  wire        [                 3:0] to_i,
    input  wire                               next_i,
    input  wire                               next_first_i,
    output wire                               done_o,
    output wire        [     `BOARD_SIZE-1:0] rows_o,
    input  wire                               start_i,
    input  wire                               abort_i,
    input  wire        [                 3:0] ply_i,
    input  wire                               player_i,
    input  wire                               first_i,
    input  wire        [      `NUM_TILES-1:0] tiles_i,
    input  wire        [     `BOARD_SIZE-1:0] rows_i,
    input  wire        [     `BOARD_SIZE-1:0] cols_i,
    output wire                               move_valid_o,
    output wire        [ `PLACEMENT_BITS-1:0] move_o,
    output wire signed [`MOVE_VALUE_BITS-1:0] value_o,
    output wire        [       `BOX_BITS-1:0] box_o,
    output wire                               busy_o,
    input  wire                               weigh_i,
    input  wire                               abandon_i,
    input  wire                               opened_i,
    input  wire        [                 5:0] placed_i,
    input  wire        [      `TERM_BITS-1:0] lead_i,
    output wire                               weighed_o,
    output wire signed [`EXPECTED_MARGIN_BITS-1:0] margin_o
);

  wire [4*BANKS-1:0] list_row;
  wire [BANKS*`BOARD_SIZE-1:0] allowed, corners, rival;
  wire flow_start, flow_minus;
  wire [`BOARD_SIZE-1:0] flow_allowed, flow_corners;
  row_stack #(
      .BANKS(BANKS)
  ) u_stack (
      .clk_i       (clk_i),
      .rst_i       (rst_i | abandon_i),
      .we_i        (we_i),
      .waddr_i     (waddr_i),
      .wallowed_i  (wallowed_i),
      .wcorners_i  (wcorners_i),
      .make_i      (make_i),
      .none_i      (none_i),
      .placement_i (placement_i),
      .mover_i     (mover_i),
      .from_i      (from_i),
      .to_i        (to_i),
      .next_i      (next_i),
      .next_first_i(next_first_i),
      .weigh_i     (weigh_i),
      .done_o      (done_o),
      .rows_o      (rows_o),
      .flow_start_o(flow_start),
      .flow_minus_o(flow_minus),
      .flow_allowed_o(flow_allowed),
      .flow_corners_o(flow_corners),
      .ply_i       (ply_i),
      .row_i       (list_row),
      .view_i      (player_i),
      .allowed_o   (allowed),
      .corners_o   (corners),
      .rival_o     (rival)
  );
  leaf_list #(
      .OWN_WEIGHT   (OWN_WEIGHT),
      .RIVAL_WEIGHT (RIVAL_WEIGHT),
      .SQUARE_WEIGHT(SQUARE_WEIGHT),
      .BANKS        (BANKS)
  ) u_list (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .start_i     (start_i),
      .abort_i     (abort_i),
      .player_i    (player_i),
      .first_i     (first_i),
      .tiles_i     (tiles_i),
      .rows_i      (rows_i),
      .cols_i      (cols_i),
      .row_o       (list_row),
      .allowed_i   (allowed),
      .corners_i   (corners),
      .rival_i     (rival),
      .move_valid_o(move_valid_o),
      .move_o      (move_o),
      .value_o     (value_o),
      .box_o       (box_o),
      .busy_o      (busy_o)
  );

  generate
    if (MARGIN != 0) begin : gen_margin
      board_margin u_margin (
          .clk_i    (clk_i),
          .rst_i    (rst_i),
          .start_i  (flow_start),
          .minus_i  (flow_minus),
          .allowed_i(flow_allowed),
          .corners_i(flow_corners),
          .abort_i  (abandon_i),
          .first_i  (opened_i),
          .placed_i (placed_i),
          .lead_i   (lead_i),
          .done_o   (weighed_o),
          .margin_o (margin_o)
      );
    end else begin : gen_none
      wire unused = ^{flow_start, flow_minus, flow_allowed, flow_corners, opened_i, placed_i, lead_i};
      assign weighed_o = 1'b0;
      assign margin_o = {`EXPECTED_MARGIN_BITS{1'b0}};
    end
  endgenerate

endmodule

`default_nettype wire
