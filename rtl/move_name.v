// move_name -- a move of the lanes in the form of the commands.
//
// Purpose:   Turns a corner, the mirrors of its window and a pattern into the
//            orientation in search order and the square of its reference cell.
//            A mirrored image of a tile has another rotation code: the pattern's
//            code with some bits changed. Codes that draw the same shape become
//            the same orientation; for some the reference cell moves.
// Interface: pattern_i, flip_rows_i, flip_cols_i, row_i, col_i  the move
//            orient_o, row_o, col_o  the same move
// Latency:   4 cycles, for which the inputs must stand still.
// Reset:     none.
// Model:     golden.AnchorMove.Move; the tables are generated: move_name.vh
`default_nettype none
`include "constants.vh"

module move_name (
    input  wire                     clk_i,
    input  wire [`PATTERN_BITS-1:0] pattern_i,
    input  wire                     flip_rows_i,
    input  wire                     flip_cols_i,
    input  wire [              3:0] row_i,
    input  wire [              3:0] col_i,
    output wire [ `ORIENT_BITS-1:0] orient_o,
    output wire [              3:0] row_o,
    output wire [              3:0] col_o
);

  // A row: tile, rotation code, and the reference cell seen from the corner.
  (* ram_style = "block" *)
  reg [15:0] names[0:(1<<`PATTERN_BITS)-1];
  // What each rotation code of each tile is written as: orientation, and the
  // shift of the reference cell.
  reg [`ORIENT_BITS+3:0] coding;
  reg [15:0] name_q, name_q2;
  wire [`TILE_BITS-1:0] tile = name_q2[15:11];
  wire [2:0] rotation = name_q2[10:8] ^ {flip_rows_i, 1'b0, flip_rows_i ^ flip_cols_i};
  initial begin
`include "move_name.vh"
  end
  always @* begin
    case ({tile, rotation})
`include "move_coding.vh"
      default: coding = {(`ORIENT_BITS + 4) {1'b0}};
    endcase
  end
  wire [3:0] down = flip_rows_i ? -name_q2[7:4] : name_q2[7:4];
  wire [3:0] right = flip_cols_i ? -name_q2[3:0] : name_q2[3:0];
  reg [`ORIENT_BITS+3:0] coding_q;
  reg [`ORIENT_BITS-1:0] orient_q;
  reg [3:0] ref_row_q, ref_col_q, row_q, col_q;
  assign orient_o = orient_q;
  assign row_o = row_q;
  assign col_o = col_q;
  always @(posedge clk_i) begin
    name_q <= names[pattern_i];
    name_q2 <= name_q;
    coding_q <= coding;
    ref_row_q <= row_i + down;
    ref_col_q <= col_i + right;
    orient_q <= coding_q[`ORIENT_BITS-1:0];
    row_q <= ref_row_q + {{2{coding_q[`ORIENT_BITS+3]}}, coding_q[`ORIENT_BITS+3:`ORIENT_BITS+2]};
    col_q <= ref_col_q + {{2{coding_q[`ORIENT_BITS+1]}}, coding_q[`ORIENT_BITS+1:`ORIENT_BITS]};
  end

endmodule

`default_nettype wire
