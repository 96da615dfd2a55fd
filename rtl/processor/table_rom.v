// table_rom -- the tables of the processor's program.
//
// Purpose:   The words that the program reads and never writes: shapes of the tiles, weights,
//            exponentials. They are in logic cells, since the device has some left, and no block RAM.
// Interface: we_i, address_i  the word that word_o has next. There are no words beyond the last one.
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
