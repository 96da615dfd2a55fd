// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// move_value -- the value of a move from its window.
//
// Purpose:   Weighs what a move changes: the corners that its player gains (+ in the drawing, where
//            allowed and no corner yet) and loses (corners at @, x and -), the corners that the
//            rival loses (at @ and x), and the squares placed (@ and x).
//
//              . + - - + .
//              . - @ x - +
//              . + - x x -
//              . . + - - +
//
// Interface: load_i     take the window: fresh_i, corners_i, rival_i, as leaf_window has it
//            pattern_i  the pattern. Its window is the latest one loaded at most two cycles
//                       after it
//            value_o    the value, two's complement
// Parameter: OWN_WEIGHT, RIVAL_WEIGHT, SQUARE_WEIGHT  the weights, 0..`WEIGHT_MAX
// Latency:   8 cycles from pattern_i to value_o; a move every cycle.
// Reset:     none; the pipeline holds data only.
// Model:     alphabeta.Leaves
`default_nettype none
`include "constants.vh"
`include "expansion.vh"
`include "alphabeta.vh"

module move_value #(
    parameter OWN_WEIGHT = `OWN_WEIGHT_DEFAULT,
    parameter RIVAL_WEIGHT = `RIVAL_WEIGHT_DEFAULT,
    parameter SQUARE_WEIGHT = `SQUARE_WEIGHT_DEFAULT
) (
    input  wire                                clk_i,
    input  wire                                load_i,
    input  wire        [`MOVE_WINDOW_CELLS-1:0] fresh_i,
    input  wire        [`MOVE_WINDOW_CELLS-1:0] corners_i,
    input  wire        [`MOVE_WINDOW_CELLS-1:0] rival_i,
    input  wire        [    `PATTERN_BITS-1:0] pattern_i,
    output wire signed [  `MOVE_VALUE_BITS-1:0] value_o
);

  localparam SIDE = `MOVE_WINDOW_SIDE;
  localparam CELLS = `MOVE_WINDOW_CELLS;
  localparam REACH = `ANCHOR_REACH;
  localparam V = `MOVE_VALUE_BITS;

  reg [CELLS-1:0] fresh_q, corners_q, rival_q;
  always @(posedge clk_i) if (load_i) {fresh_q, corners_q, rival_q} <= {fresh_i, corners_i, rival_i};

  // Stages 1 and 2: the pattern's cells are fetched. All but one of them: the corner is covered
  // always.
  wire [`ANCHOR_CELLS-1:0] cells;
  wire [6:0] unused_cells;
  pattern_cells u_cells (
      .clk_i    (clk_i),
      .pattern_i(pattern_i),
      .cells_o  (cells),
      .size_o   (unused_cells[2:0]),
      .rows_o   (unused_cells[4:3]),
      .cols_o   (unused_cells[6:5])
  );

  // Stage 3: the masks. Around the window goes a border of cells that nothing covers.
`include "anchor_window.vh"
  localparam WIDE = SIDE + 2;
  wire [WIDE*WIDE-1:0] covered;
  genvar i, k;
  generate
    for (i = 0; i < WIDE * WIDE; i = i + 1) begin : gen_covered
      // The place of the cell, both coordinates plus REACH.
      localparam ROW = i / WIDE - 1;
      localparam COL = i % WIDE - 1;
      wire [`ANCHOR_CELLS-1:0] here;
      for (k = 0; k < `ANCHOR_CELLS; k = k + 1) begin : gen_cell
        assign here[k] = ROW == {28'd0, ANCHOR_ROW[4*k+:4]} & COL == {28'd0, ANCHOR_COL[4*k+:4]} & cells[k];
      end
      assign covered[i] = |here | (ROW == REACH & COL == REACH);
    end
  endgenerate
  reg [CELLS-1:0] tile_q3, near_q3, diagonal_q3;
  generate
    for (i = 0; i < CELLS; i = i + 1) begin : gen_mask
      localparam AT = WIDE * (i / SIDE + 1) + i % SIDE + 1;
      wire near = covered[AT] | covered[AT-WIDE] | covered[AT+WIDE] | covered[AT-1] | covered[AT+1];
      wire diagonal = covered[AT-WIDE-1] | covered[AT-WIDE+1] | covered[AT+WIDE-1] | covered[AT+WIDE+1];
      always @(posedge clk_i) begin
        tile_q3[i] <= covered[AT];
        near_q3[i] <= near;
        diagonal_q3[i] <= diagonal & ~near;
      end
    end
  endgenerate

  // Stages 4 to 6: counts.
  wire [4:0] gained, lost;
  wire [3:0] taken;
  masked_count #(.BITS(5)) u_gained (.clk_i(clk_i), .mask_i(diagonal_q3), .plane_i(fresh_q), .count_o(gained));
  masked_count #(.BITS(5)) u_lost (.clk_i(clk_i), .mask_i(near_q3), .plane_i(corners_q), .count_o(lost));
  masked_count u_taken (.clk_i(clk_i), .mask_i(tile_q3), .plane_i(rival_q), .count_o(taken));
  reg [2:0] size, size_q3, size_q4, size_q5, size_q6;
  integer n;
  always @* begin
    size = 3'd1;
    for (n = 0; n < `ANCHOR_CELLS; n = n + 1) size = size + {2'd0, cells[n]};
  end

  // Stages 7 and 8: weigh, add.
  localparam signed [V-1:0] OWN = OWN_WEIGHT[V-1:0];
  localparam signed [V-1:0] RIVAL = RIVAL_WEIGHT[V-1:0];
  localparam signed [V-1:0] SQUARE = SQUARE_WEIGHT[V-1:0];
  wire signed [5:0] change = {1'b0, gained} - {1'b0, lost};
  wire signed [4:0] rival = {1'b0, taken};
  wire signed [3:0] squares = {1'b0, size_q6};
  reg signed [V-1:0] own_q7, rival_q7, square_q7, value_q8;
  always @(posedge clk_i) begin
    size_q3 <= size;
    size_q4 <= size_q3;
    size_q5 <= size_q4;
    size_q6 <= size_q5;
    own_q7 <= OWN * change;
    rival_q7 <= RIVAL * rival;
    square_q7 <= SQUARE * squares;
    value_q8 <= own_q7 + rival_q7 + square_q7;
  end
  assign value_o = value_q8;
  wire unused = ^unused_cells;

endmodule

`default_nettype wire
