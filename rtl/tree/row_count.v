// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// row_count -- counts the squares of the rows that pass.
//
// Purpose:   Adds up the squares of the rows of one board and takes off the squares of another.
// Interface: clear_i   begin with 0
//            row_i     a row. minus_i: take its squares off
//            count_o   the difference, two's complement
// Latency:   2 cycles from row_i to count_o. A row every cycle.
// Reset:     none: clear_i, which also clears the work under way.
// Model:     evaluation.Terms
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module row_count (
    input  wire                   clk_i,
    input  wire                   clear_i,
    input  wire                   minus_i,
    input  wire [`BOARD_SIZE-1:0] row_i,
    output wire [ `TERM_BITS-1:0] count_o
);

  reg [3:0] squares;
  integer c;
  always @* begin
    squares = 4'd0;
    for (c = 0; c < `BOARD_SIZE; c = c + 1) squares = squares + {3'd0, row_i[c]};
  end

  reg [3:0] squares_q;
  reg minus_q;
  reg [`TERM_BITS-1:0] count_q;
  wire [`TERM_BITS-1:0] change = {{(`TERM_BITS - 4) {1'b0}}, squares_q};
  always @(posedge clk_i) begin
    squares_q <= squares;
    minus_q <= minus_i;
    count_q <= minus_q ? count_q - change : count_q + change;
    if (clear_i) begin
      squares_q <= 4'd0;
      count_q <= {`TERM_BITS{1'b0}};
    end
  end
  assign count_o = count_q;

endmodule

`default_nettype wire
