// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// record_fields -- the fields of a request, one at a time.
//
// Purpose:   Collects the next bits of the oldest record in frame_rx's queue into a word, the
//            first bit highest.
// Interface: ask_i, bits_i  collect the next field, of bits_i bits, 1 to 32
//            seek_i, first_i  with ask_i: the field begins with byte first_i of the record. The
//                      very first field of a record needs this
//            last_i    the record's last byte
//            there_o   word_o has the field in its low bits, until the next ask_i
//            short_o   the record ends within the field
//            drain_i   take the bits up to the end of a byte, while no field is under way
//            set_o     with drain_i: the bit taken now is 1
//            whole_o   the bits of a byte have all been taken
//            end_o     the record has no further bit
//            addr_o, data_i  to and from frame_rx
// Latency:   n cycles from ask_i to there_o for n bits of the current byte; a new byte costs 2
//            cycles more, seek_i another 1. Throughput: 8 bits in 10 cycles.
// Reset:     to no field.
// Model:     golden's bitReader
`default_nettype none

module record_fields (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        ask_i,
    input  wire [ 5:0] bits_i,
    input  wire        seek_i,
    input  wire [ 7:0] first_i,
    input  wire [ 7:0] last_i,
    output wire        there_o,
    output wire        short_o,
    output wire [31:0] word_o,
    input  wire        drain_i,
    output wire        set_o,
    output wire        whole_o,
    output wire        end_o,
    output wire [ 7:0] addr_o,
    input  wire [ 7:0] data_i
);

  reg start_q;  // record_bits begins anew with byte first_q
  reg [7:0] first_q;
  reg [5:0] need_q;  // bits that the field still needs
  reg [31:0] word_q;
  wire bit_valid, bit_in;
  wire collects = need_q != 6'd0;
  wire take = collects & bit_valid & ~start_q;
  wire skip = drain_i & bit_valid & ~start_q;
  assign there_o = ~collects & ~start_q;
  assign short_o = collects & end_o & ~start_q;
  assign word_o = word_q;
  assign set_o = skip & bit_in;

  record_bits u_bits (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .start_i(start_q),
      .first_i(first_q),
      .last_i (last_i),
      .valid_o(bit_valid),
      .bit_o  (bit_in),
      .next_i (take | skip),
      .end_o  (end_o),
      .whole_o(whole_o),
      .addr_o (addr_o),
      .data_i (data_i)
  );

  always @(posedge clk_i) begin
    start_q <= ask_i & seek_i;
    if (take) begin
      word_q <= {word_q[30:0], bit_in};
      need_q <= need_q - 6'd1;
    end
    if (ask_i) need_q <= bits_i;
    if (ask_i & seek_i) first_q <= first_i;
    if (rst_i) begin
      start_q <= 1'b0;
      need_q  <= 6'd0;
    end
  end

endmodule

`default_nettype wire
