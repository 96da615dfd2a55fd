// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// pattern_count -- how many patterns a policy may choose from.
//
// Purpose:   Counts the patterns that fit at a corner: all of them or, for the
//            policy that places the largest tiles, patterns of the largest tiles
//            among them.
// Interface: fits_i     the patterns that fit, from pattern_fit
//            largest_i  only patterns of the largest tiles that fit count
//            size_o     0 if none fits. Otherwise the squares of those tiles if
//                       largest_i, and 1 if not
//            count_o    the number of patterns that count
// Latency:   3 cycles from fits_i and largest_i to size_o and count_o; a new set
//            every cycle.
// Reset:     none; the pipeline holds data only.
// Model:     playout.PatternSet.Count, playout.Policy
`default_nettype none
`include "constants.vh"

module pattern_count (
    input  wire                     clk_i,
    input  wire [`NUM_PATTERNS-1:0] fits_i,
    input  wire                     largest_i,
    output wire [              2:0] size_o,
    output wire [`PATTERN_BITS-1:0] count_o
);

  // The patterns by the squares of their tiles: 92 of 5 come first, then 25 of
  // 4, 7 of 3, 2 of 2, and 1 of 1.
  wire [91:0] of5;
  wire [24:0] of4;
  wire [6:0] of3;
  wire [1:0] of2;
  wire of1;
  assign {of1, of2, of3, of4, of5} = fits_i;

  function automatic [3:0] count15(input [14:0] b);
    integer bit_index;
    begin
      count15 = 4'd0;
      for (bit_index = 0; bit_index < 15; bit_index = bit_index + 1)
        count15 = count15 + {3'd0, b[bit_index]};
    end
  endfunction

  function automatic [2:0] count7(input [6:0] b);
    integer bit_index;
    begin
      count7 = 3'd0;
      for (bit_index = 0; bit_index < 7; bit_index = bit_index + 1)
        count7 = count7 + {2'd0, b[bit_index]};
    end
  endfunction

  // Stage 1: six counts of 15 patterns with 5 squares, and the remaining two patterns. For 4
  // squares, counts of 15 and of 10 patterns. The patterns with 3 squares, and with 2 and 1.
  reg [3:0] s1_five0_q, s1_five1_q, s1_five2_q, s1_five3_q, s1_five4_q, s1_five5_q;
  reg [1:0] s1_five_rest_q;
  reg [3:0] s1_four0_q, s1_four1_q;
  reg [2:0] s1_three_q;
  reg [1:0] s1_rest_q;  // with largest_i, 2 squares hide the pattern of 1
  reg s1_two_q;
  reg s1_largest_q;
  always @(posedge clk_i) begin
    s1_five0_q <= count15(of5[14:0]);
    s1_five1_q <= count15(of5[29:15]);
    s1_five2_q <= count15(of5[44:30]);
    s1_five3_q <= count15(of5[59:45]);
    s1_five4_q <= count15(of5[74:60]);
    s1_five5_q <= count15(of5[89:75]);
    s1_five_rest_q <= of5[91:90];
    s1_four0_q <= count15(of4[14:0]);
    s1_four1_q <= count15({5'd0, of4[24:15]});
    s1_three_q <= count7(of3);
    s1_rest_q <= {1'b0, of2[0]} + {1'b0, of2[1]} + {1'b0, of1 & ~(largest_i & |of2)};
    s1_two_q <= |of2;
    s1_largest_q <= largest_i;
  end

  // Stage 2: counts of 62 and of 30 patterns with 5 squares; for at most 4 squares, the count and
  // the size that hold if no pattern of 5 fits. The carry into an adder goes in one place below it,
  // where it costs only that place.
  function automatic [4:0] add(input [3:0] a, input [3:0] b, input carry);
    reg unused;
    {add, unused} = {1'b0, a, carry} + {1'b0, b, 1'b1};
  endfunction
  wire [4:0] five31_0 = add(s1_five0_q, s1_five1_q, s1_five_rest_q[0]);
  wire [4:0] five31_1 = add(s1_five2_q, s1_five3_q, s1_five_rest_q[1]);
  wire [4:0] five30 = {1'b0, s1_five4_q} + {1'b0, s1_five5_q};

  wire s1_four = |{s1_four0_q, s1_four1_q};
  wire s1_three = |s1_three_q;
  wire [4:0] four = {1'b0, s1_four0_q} + {1'b0, s1_four1_q};
  wire [3:0] under = s1_largest_q & s1_three ? {1'b0, s1_three_q} : {1'b0, s1_three_q} + {2'b00, s1_rest_q};
  reg [5:0] s2_five62_q;
  reg [4:0] s2_five30_q;
  reg [5:0] s2_small_q;
  reg [2:0] s2_size_q;
  reg s2_largest_q;
  always @(posedge clk_i) begin
    s2_five62_q <= {1'b0, five31_0} + {1'b0, five31_1};
    s2_five30_q <= five30;
    s2_small_q <= s1_largest_q & s1_four ? {1'b0, four} : {1'b0, four} + {2'b00, under};
    s2_size_q[2] <= s1_largest_q & s1_four;
    s2_size_q[1] <= s1_largest_q & ~s1_four & (s1_three | s1_two_q);
    s2_size_q[0] <= s1_largest_q ? ~s1_four & (s1_three | (~s1_two_q & |s1_rest_q))
                                 : s1_four | s1_three | |s1_rest_q;
    s2_largest_q <= s1_largest_q;
  end

  // Stage 3: the whole.
  wire s2_five = |{s2_five62_q, s2_five30_q};
  wire [6:0] five = {1'b0, s2_five62_q} + {2'b00, s2_five30_q};
  reg [2:0] size_q;
  reg [6:0] count_q;
  always @(posedge clk_i) begin
    count_q <= s2_largest_q & s2_five ? five : five + {1'b0, s2_small_q};
    size_q[2] <= s2_size_q[2] | (s2_largest_q & s2_five);
    size_q[1] <= s2_size_q[1] & ~s2_five;
    size_q[0] <= s2_size_q[0] | s2_five;
  end
  assign size_o = size_q;
  assign count_o = count_q;

endmodule

`default_nettype wire
