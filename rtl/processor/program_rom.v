// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// program_rom -- the program of the processor.
//
// Purpose:   Keeps the words of the program. One multiplexer takes a word from the lower or the
//            higher part.
// Interface: re_i, address_i  read a word; without re_i word_o stays. There are no words beyond the
//                       last one.
// Latency:   1 cycle from address_i to word_o.
// Reset:     none.
// Model:     firmware.Load; the contents are generated: program_rom.vh
`default_nettype none
`include "firmware.vh"

module program_rom (
    input  wire        clk_i,
    input  wire        re_i,
    input  wire [10:0] address_i,
    output wire [15:0] word_o
);

  localparam LOW = $clog2(`PROGRAM_LOW);
  localparam HIGH = $clog2(`PROGRAM_HIGH);

  (* ram_style = "block", no_rw_check *)
  reg [15:0] low[0:`PROGRAM_LOW-1];
  (* ram_style = "block", no_rw_check *)
  reg [15:0] high[0:`PROGRAM_HIGH-1];
  initial begin
`include "program_rom.vh"
  end

  reg [15:0] low_q, high_q;
  reg is_high_q;
  always @(posedge clk_i)
    if (re_i) begin
      low_q <= low[address_i[LOW-1:0]];
      high_q <= high[address_i[HIGH-1:0]];
      is_high_q <= address_i[LOW];
    end
  assign word_o = is_high_q ? high_q : low_q;

endmodule

`default_nettype wire
