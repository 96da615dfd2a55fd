// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// data_ram -- the data of the processor.
//
// Purpose:   Keeps the program's variables: positions and the tree. The memory has two parts, as
//            program_rom has.
// Interface: address_i  read a word, word_o; with we_i, write word_i. There are no words beyond the
//                       last one.
//            look_*     a word for cosimulation
// Latency:   1 cycle from address_i to word_o.
// Reset:     none.
// Model:     processor.Machine's Data
`default_nettype none
`include "firmware.vh"

module data_ram (
    input  wire        clk_i,
    input  wire [11:0] address_i,
    input  wire        we_i,
    input  wire [15:0] word_i,
    output wire [15:0] word_o,
    input  wire [11:0] look_address_i,
    output wire [15:0] look_word_o
);

  localparam LOW = $clog2(`DATA_LOW);
  localparam HIGH = $clog2(`DATA_HIGH);

  (* ram_style = "block", no_rw_check *)
  reg [15:0] low[0:`DATA_LOW-1];
  (* ram_style = "block", no_rw_check *)
  reg [15:0] high[0:`DATA_HIGH-1];

  reg [15:0] low_q, high_q;
  reg is_high_q;
  wire in_high = address_i[LOW];
  always @(posedge clk_i) begin
    if (we_i & ~in_high) low[address_i[LOW-1:0]] <= word_i;
    if (we_i & in_high) high[address_i[HIGH-1:0]] <= word_i;
    low_q <= low[address_i[LOW-1:0]];
    high_q <= high[address_i[HIGH-1:0]];
    is_high_q <= in_high;
  end

  reg [15:0] look_low_q, look_high_q;
  reg look_is_high_q;
  always @(posedge clk_i) begin
    look_low_q <= low[look_address_i[LOW-1:0]];
    look_high_q <= high[look_address_i[HIGH-1:0]];
    look_is_high_q <= look_address_i[LOW];
  end
  assign look_word_o = look_is_high_q ? look_high_q : look_low_q;

  assign word_o = is_high_q ? high_q : low_q;

endmodule

`default_nettype wire
