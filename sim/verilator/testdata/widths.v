// widths -- ports of many widths, with which the harness tests how values travel.
// Purpose:   each output is its input, inverted in every bit where mask_i says so.
// Interface: combinational.
// Latency:   none.
// Reset:     none.
`default_nettype none
module widths (
    input  wire         mask_i,
    input  wire         a1_i,
    input  wire [  7:0] a8_i,
    input  wire [  8:0] a9_i,
    input  wire [ 31:0] a32_i,
    input  wire [ 32:0] a33_i,
    input  wire [ 63:0] a64_i,
    input  wire [ 64:0] a65_i,
    input  wire [ 97:0] a98_i,
    input  wire [224:0] a225_i,
    output wire         y1_o,
    output wire [  7:0] y8_o,
    output wire [  8:0] y9_o,
    output wire [ 31:0] y32_o,
    output wire [ 32:0] y33_o,
    output wire [ 63:0] y64_o,
    output wire [ 64:0] y65_o,
    output wire [ 97:0] y98_o,
    output wire [224:0] y225_o
);
  assign y1_o   = a1_i ^ mask_i;
  assign y8_o   = a8_i ^ {8{mask_i}};
  assign y9_o   = a9_i ^ {9{mask_i}};
  assign y32_o  = a32_i ^ {32{mask_i}};
  assign y33_o  = a33_i ^ {33{mask_i}};
  assign y64_o  = a64_i ^ {64{mask_i}};
  assign y65_o  = a65_i ^ {65{mask_i}};
  assign y98_o  = a98_i ^ {98{mask_i}};
  assign y225_o = a225_i ^ {225{mask_i}};
endmodule
`default_nettype wire
