// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// table_rom -- the tables of the processor's program.
//
// Purpose:   Keeps the program's constants: shapes of the tiles, weights, exponentials. They are in
//            logic cells, because the device has spare logic cells but no spare block RAM.
// Interface: we_i, address_i  the next word of word_o. There are no words beyond the last one.
// Latency:   2 cycles from address_i to word_o.
// Reset:     none.
// Model:     firmware.Load; the contents are generated: table_rom.vh
`default_nettype none
`include "firmware.vh"

module table_rom (
    input  wire                            clk_i,
    input  wire                            we_i,
    input  wire [$clog2(`TABLE_WORDS)-1:0] address_i,
    output wire [                    15:0] word_o
);

  (* rom_style = "logic", ram_style = "logic" *)
  reg [15:0] words[0:`TABLE_WORDS-1];
  initial begin
`include "table_rom.vh"
  end

  reg [$clog2(`TABLE_WORDS)-1:0] address_q;
  reg [15:0] word_q;
  always @(posedge clk_i) begin
    if (we_i) address_q <= address_i;
    word_q <= words[address_q];
  end
  assign word_o = word_q;

endmodule

`default_nettype wire
