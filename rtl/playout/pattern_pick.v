// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// pattern_pick -- the k-th pattern of a set.
//
// Purpose:   Finds the chosen move among the moves of its corner: subtracts from k
//            the counts of 16 patterns after 16 until k is smaller, and then finds
//            the nibble of the 16, and the bit of the nibble.
// Interface: start_i     for one cycle: take fits_i and k_i; not before done_o
//            fits_i      the set, as pattern_fit gives it
//            k_i         less than the count that pattern_count gives. If only
//                        the largest tiles count, they are the first of the
//                        set: no pattern before them fits
//            done_o      for one cycle: pattern_o is valid, and stays so until
//                        the next start
//            pattern_o   the k-th pattern that counts
// Latency:   3 + pattern_o / 16 cycles from start_i to done_o.
// Reset:     rst_i ends the search.
// Model:     golden's PatternSet.nth
`default_nettype none
`include "constants.vh"

module pattern_pick (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     start_i,
    input  wire [`NUM_PATTERNS-1:0] fits_i,
    input  wire [`PATTERN_BITS-1:0] k_i,
    output wire                     done_o,
    output wire [`PATTERN_BITS-1:0] pattern_o
);

  localparam PATTERNS = `NUM_PATTERNS;

  // Stage 1: the patterns, 16 fewer each cycle. The bits that move in behind them need no
  // multiplexer, since they do not matter, except the first one: it shares a group with the last
  // patterns and is counted, so it is 0 rather than unknown in simulation.
  reg [PATTERNS-1:0] set_q;
  always @(posedge clk_i)
    set_q <= start_i ? fits_i : {fits_i[PATTERNS-1-:PATTERNS%16], {(16 - PATTERNS % 16) {1'b0}}, set_q[PATTERNS-1:16]};

  // Stage 2: the lowest 16, and the counts of their first 4, 8, 12, and all.
  function [2:0] count4(input [3:0] b);
    count4 = ({2'b00, b[0]} + {2'b00, b[1]}) + ({2'b00, b[2]} + {2'b00, b[3]});
  endfunction
  wire [2:0] nibble0 = count4(set_q[3:0]);
  wire [2:0] nibble1 = count4(set_q[7:4]);
  wire [2:0] nibble2 = count4(set_q[11:8]);
  wire [2:0] nibble3 = count4(set_q[15:12]);
  wire [3:0] count8 = {1'b0, nibble0} + {1'b0, nibble1};
  reg [11:0] group_q;  // without the highest bits of the nibbles, which do not matter
  reg [2:0] count4_q;
  reg [3:0] count8_q, count12_q;
  reg [4:0] count16_q;
  always @(posedge clk_i) begin
    group_q <= {set_q[14:12], set_q[10:8], set_q[6:4], set_q[2:0]};
    count4_q <= nibble0;
    count8_q <= count8;
    count12_q <= count8 + {1'b0, nibble2};
    count16_q <= {1'b0, count8} + ({2'b00, nibble2} + {2'b00, nibble3});
    if (start_i) count16_q <= 5'd0;  // the count here belongs to the set before
  end

  // Stage 3: the nibble of the pattern, if it is among the 16. Only the bits from start to the
  // pattern found are valid.
  reg [6:0] k_q;
  reg started_q, search_q, done_q;
  reg [2:0] group_index_q;  // one more each cycle: number of the 16 patterns in stage 3, minus 1
  reg [1:0] nibble_index_q;
  reg [2:0] nibble_q;
  reg [1:0] rest_q;  // k among the patterns of the nibble
  wire [7:0] below16 = {1'b0, k_q} - {3'd0, count16_q};
  wire [4:0] below12 = {1'b0, k_q[3:0]} - {1'b0, count12_q};
  wire [4:0] below8 = {1'b0, k_q[3:0]} - {1'b0, count8_q};
  wire [4:0] below4 = {1'b0, k_q[3:0]} - {2'b00, count4_q};
  wire unused_below = ^{below12[3:2], below8[3:2], below4[3:2]};
  wire found = below16[7];
  always @(posedge clk_i) begin
    k_q <= start_i ? k_i : below16[6:0];
    if (search_q) begin
      group_index_q <= group_index_q + 3'd1;
      if (below4[4]) begin
        nibble_index_q <= 2'd0;
        nibble_q <= group_q[2:0];
        rest_q <= k_q[1:0];
      end else if (below8[4]) begin
        nibble_index_q <= 2'd1;
        nibble_q <= group_q[5:3];
        rest_q <= below4[1:0];
      end else if (below12[4]) begin
        nibble_index_q <= 2'd2;
        nibble_q <= group_q[8:6];
        rest_q <= below8[1:0];
      end else begin
        nibble_index_q <= 2'd3;
        nibble_q <= group_q[11:9];
        rest_q <= below12[1:0];
      end
    end
    if (start_i) group_index_q <= 3'd7;

    started_q <= start_i;
    search_q <= started_q | (search_q & ~found);
    done_q <= search_q & found;
    if (rst_i) begin
      started_q <= 1'b0;
      search_q <= 1'b0;
      done_q <= 1'b0;
    end
  end

  // The bit of the nibble: the k-th one, knowing that there is one.
  wire [1:0] low = {1'b0, nibble_q[0]} + {1'b0, nibble_q[1]};
  wire high = rest_q >= low;
  wire odd = high ? rest_q != low : rest_q[0] | ~nibble_q[0];
  assign pattern_o = {group_index_q, nibble_index_q, high, odd | (high & ~nibble_q[2])};
  assign done_o = done_q;

endmodule

`default_nettype wire
