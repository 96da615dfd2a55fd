// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// sdram_test -- tests an SDRAM before it is used.
//
// Purpose:   Writes to address 0 and to each address with a single line at 1, reads the words back,
//            and does the same with the opposite words. The words depend on the address, so that
//            the test finds every line, of data and of addresses, that is stuck or joined with
//            another. Then whole rows follow, all of the first 2^TEST_BITS words.
// Parameter: TEST_BITS  9..24
// Interface: req_*, wnext_i, wcolumn_o, wdata_o, rvalid_i, rdata_i  to sdram_control
//            done_o    the test is over
//            wrong_o   data lines of words that came back wrong; 0: all is well
// Latency:   1 cycle from the last word of a request to the next request.
// Reset:     synchronous; the test begins.
// Model:     twin.SDRAMTest
`default_nettype none

module sdram_test #(
    parameter TEST_BITS = 24
) (
    input  wire        clk_i,
    input  wire        rst_i,
    output wire        req_valid_o,
    input  wire        req_ready_i,
    output wire        req_write_o,
    output wire [23:0] req_addr_o,
    output wire [ 9:0] req_words_o,
    input  wire        wnext_i,
    output wire [ 8:0] wcolumn_o,
    output wire [15:0] wdata_o,
    input  wire        rvalid_i,
    input  wire [15:0] rdata_i,
    output wire        done_o,
    output wire [15:0] wrong_o
);

  localparam [14:0] LAST_LINE = 15'd24;
  localparam [15:0] ROWS = 16'd1 << (TEST_BITS - 9);
  localparam [14:0] LAST_ROW = ROWS[14:0] - 15'd1;

  reg [3:0] pass_q;  // done, whole rows, opposite words, reading
  reg [14:0] index_q;  // index of the line or row
  reg busy_q;  // words are under way
  reg [8:0] left_q;  // words after the next word
  reg [23:0] at_q;  // address of the next word
  reg [15:0] wrong_q;

  wire fill = pass_q[2];
  wire [23:0] line = 24'd1 << (index_q - 15'd1);  // 0 at first: the bit is shifted out
  assign done_o = pass_q[3];
  assign wrong_o = wrong_q;
  assign req_valid_o = ~done_o & ~busy_q;
  assign req_write_o = ~pass_q[0];
  assign req_addr_o = fill ? {index_q, 9'd0} : line;
  assign req_words_o = fill ? 10'd512 : 10'd1;

  wire [15:0] word = {16{pass_q[1]}} ^ at_q[15:0] ^ {at_q[23:16], at_q[23:16]};
  assign wcolumn_o = at_q[8:0];
  assign wdata_o = word;

  wire step = busy_q & (wnext_i | rvalid_i);
  wire last_index = index_q == (fill ? LAST_ROW : LAST_LINE);

  always @(posedge clk_i) begin
    if (req_valid_o & req_ready_i) begin
      busy_q <= 1'b1;
      at_q   <= req_addr_o;
      left_q <= fill ? 9'd511 : 9'd0;
    end
    if (step) begin
      at_q   <= at_q + 24'd1;
      left_q <= left_q - 9'd1;
      if (left_q == 9'd0) begin
        busy_q  <= 1'b0;
        index_q <= last_index ? 15'd0 : index_q + 15'd1;
        if (last_index) pass_q <= pass_q + 4'd1;
      end
      if (rvalid_i) wrong_q <= wrong_q | (rdata_i ^ word);
    end
    if (rst_i) begin
      pass_q  <= 4'd0;
      index_q <= 15'd0;
      busy_q  <= 1'b0;
      wrong_q <= 16'd0;
    end
  end

endmodule

`default_nettype wire
