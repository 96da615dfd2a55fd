// move_encoder -- a move as the contest's four characters.
//
// Purpose:   Writes column, row, tile and canonical rotation code; a pass is
//            0000.
// Interface: pass_i, orient_i, row_i, col_i  the move
//            chars_o   its characters, the first one in the highest bits
// Latency:   1 cycle; a move every cycle.
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

  reg [`TILE_BITS-1:0] tile_q;
  reg [2:0] rotation_q;
  reg [3:0] row_q, col_q;
  reg pass_q;

  always @(posedge clk_i) begin
    {tile_q, rotation_q} <= names[orient_i];
    row_q <= row_i;
    col_q <= col_i;
    pass_q <= pass_i;
  end

  // 0..8 are written 1..9, and 9..13 a..e.
  wire [7:0] x = {4'd0, col_q} + ((col_q <= 4'd8) ? "1" : "a" - 8'd9);
  wire [7:0] y = {4'd0, row_q} + ((row_q <= 4'd8) ? "1" : "a" - 8'd9);

  assign chars_o = pass_q ? "0000" : {x, y, {3'd0, tile_q} + "a", {5'd0, rotation_q} + "0"};

endmodule

`default_nettype wire
