// row_ram -- a memory of others, under a name that the repository has, too.
//
// Purpose:   A register with an enable, of `MY_BITS bits.
// Latency:   1 cycle. Throughput: a word a cycle.
`default_nettype none
`include "constants.vh"

module row_ram (
    input  wire                clk_i,
    input  wire                we_i,
    input  wire [`MY_BITS-1:0] data_i,
    output reg  [`MY_BITS-1:0] data_o
);
  always @(posedge clk_i) if (we_i) data_o <= data_i;
endmodule

`default_nettype wire
