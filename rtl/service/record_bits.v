// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// record_bits -- the record of a request, bit by bit.
//
// Purpose:   Reads bytes of the oldest record in frame_rx's queue, from any byte on, and hands on
//            their bits, the highest bit of a byte first.
// Interface: start_i  begin with byte first_i of the record
//            last_i   the record's last byte
//            valid_o  bit_o is the next bit, until next_i takes it
//            end_o    the record has no further bit
//            whole_o  the bits of a byte have all been taken
//            addr_o, data_i  to and from frame_rx
// Latency:   the first bit of a byte is there 3 cycles after start_i, or after the last
//            bit of the byte before was taken; the others one a cycle.
// Reset:     to no bit, until start_i.
// Model:     golden's bitReader
`default_nettype none

module record_bits (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       start_i,
    input  wire [7:0] first_i,
    input  wire [7:0] last_i,
    output wire       valid_o,
    output wire       bit_o,
    input  wire       next_i,
    output wire       end_o,
    output wire       whole_o,
    output wire [7:0] addr_o,
    input  wire [7:0] data_i
);

  reg begun_q;
  reg [8:0] at_q;  // the byte to come
  reg asked_q;  // the address of that byte is out
  reg [7:0] bits_q;
  reg [3:0] left_q;  // bits of the byte that remain

  wire empty = left_q == 4'd0;
  wire more = at_q <= {1'b0, last_i};
  assign valid_o = ~empty;
  assign bit_o = bits_q[7];
  assign end_o = begun_q & empty & ~asked_q & ~more;
  assign whole_o = empty;
  assign addr_o = at_q[7:0];

  always @(posedge clk_i) begin
    if (empty & begun_q & more) asked_q <= ~asked_q;
    if (empty & asked_q) begin
      bits_q <= data_i;
      left_q <= 4'd8;
      at_q   <= at_q + 9'd1;
    end
    if (next_i) begin
      bits_q <= {bits_q[6:0], 1'b0};
      left_q <= left_q - 4'd1;
    end
    if (start_i) begin
      begun_q <= 1'b1;
      at_q <= {1'b0, first_i};
      asked_q <= 1'b0;
      left_q <= 4'd0;
    end
    if (rst_i) begin
      begun_q <= 1'b0;
      asked_q <= 1'b0;
      left_q  <= 4'd0;
    end
  end

endmodule

`default_nettype wire
