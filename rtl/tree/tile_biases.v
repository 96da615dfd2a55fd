// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tile_biases -- the hidden units' biases of each pattern.
//
// Purpose:   Turns the number of a pattern into what each hidden unit's sum begins with: the bias of
//            the tile, and the weights of code 0 that square_weights leaves out.
// Interface: pattern_i  pattern, 0..126. 127 means no pattern
//            biases_o   `BIAS_BITS for each unit, unit 0 lowest, two's complement
// Latency:   a cycle from pattern_i to biases_o; a pattern every cycle.
// Reset:     none.
// Model:     twin.HiddenWeights; the contents are generated: tile_biases.vh
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module tile_biases (
    input  wire                                clk_i,
    input  wire [           `PATTERN_BITS-1:0] pattern_i,
    output wire [`BIAS_BITS*`HIDDEN_UNITS-1:0] biases_o
);

  (* rom_style = "logic", ram_style = "logic" *)  // few different words, and block RAM is short
  reg [`BIAS_BITS*`HIDDEN_UNITS-1:0] words[0:(1<<`PATTERN_BITS)-1];
  initial begin
`include "tile_biases.vh"
  end

  reg [`BIAS_BITS*`HIDDEN_UNITS-1:0] word_q;
  always @(posedge clk_i) word_q <= words[pattern_i];
  assign biases_o = word_q;

endmodule

`default_nettype wire
