// move_encoder -- a move as the contest's four characters.
//
// Purpose:   Writes column, row, tile and canonical rotation code; a pass is
//            0000.
// Interface: pass_i, orient_i, row_i, col_i  the move
//            chars_o   its characters, the first one in the highest bits
// Latency:   3 cycles (block RAM, and a register behind it, as block RAM outputs
//            are slow); a move every cycle.
// Reset:     none.
// Model:     golden.Move.String; the table is generated: move_encoder.vh
`default_nettype none
`include "constants.vh"

module move_encoder (
    input  wire                    clk_i,
    input  wire                    pass_i,
    input  wire [`ORIENT_BITS-1:0] orient_i,
    input  wire [             3:0] row_i,
    input  wire [             3:0] col_i,
    output wire [            31:0] chars_o
);

  // A row: tile, rotation.
  reg [`TILE_BITS+2:0] names[0:(1<<`ORIENT_BITS)-1];
  initial begin
`include "move_encoder.vh"
  end

  reg [`TILE_BITS+2:0] name_q, name_q2;
  reg [3:0] row_q, col_q, row_q2, col_q2;
  reg pass_q, pass_q2;
  wire [`TILE_BITS-1:0] tile;
  wire [2:0] rotation;
  assign {tile, rotation} = name_q2;

  // 0..8 are written 1..9, and 9..13 a..e.
  wire [7:0] x = {4'd0, col_q2} + ((col_q2 <= 4'd8) ? "1" : "a" - 8'd9);
  wire [7:0] y = {4'd0, row_q2} + ((row_q2 <= 4'd8) ? "1" : "a" - 8'd9);

  reg [31:0] chars_q;
  assign chars_o = chars_q;

  always @(posedge clk_i) begin
    name_q <= names[orient_i];
    row_q <= row_i;
    col_q <= col_i;
    pass_q <= pass_i;

    name_q2 <= name_q;
    row_q2 <= row_q;
    col_q2 <= col_q;
    pass_q2 <= pass_q;

    chars_q <= pass_q2 ? "0000" : {x, y, {3'd0, tile} + "a", {5'd0, rotation} + "0"};
  end

endmodule

`default_nettype wire
