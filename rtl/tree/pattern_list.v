// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// pattern_list -- the patterns of a set, one after another.
//
// Purpose:   Names the members of a set in order. It looks at 16 patterns at a time, and skips
//            groups without members.
// Interface: ready_o    a set is taken when valid_i: in the cycle of the last pattern of the
//                       one before, or later
//            fits_i     the set, as pattern_fit gives it
//            busy_o     a set is being named
//            pattern_valid_o, pattern_o  a pattern
// Latency:   2 cycles from a set to its first pattern; then a pattern every cycle.
// Reset:     there is no set.
// Model:     playout.PatternSet
`default_nettype none
`include "constants.vh"

module pattern_list (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     valid_i,
    output wire                     ready_o,
    input  wire [`NUM_PATTERNS-1:0] fits_i,
    output wire                     busy_o,
    output wire                     pattern_valid_o,
    output wire [`PATTERN_BITS-1:0] pattern_o
);

  // The set, its groups still to come, and for each group whether it has several members.
  reg [127:0] set_q;
  reg [7:0] groups_q, several_q;
  reg any_q;
  // The group in work: the members left, and whether there are several.
  reg [15:0] left_q;
  reg [2:0] group_q;
  reg valid_q, more_q;

  // Two members of four, or three, are there.
  function two_of(input [3:0] b);
    two_of = (b[0] | b[1]) & (b[2] | b[3]) | b[0] & b[1] | b[2] & b[3];
  endfunction
  function three_of(input [3:0] b);
    three_of = (b[0] | b[1]) & b[2] & b[3] | b[0] & b[1] & (b[2] | b[3]);
  endfunction
  // Two members of 16 are there.
  function at_least_two(input [15:0] b);
    at_least_two = two_of(b[3:0]) | two_of(b[7:4]) | two_of(b[11:8]) | two_of(b[15:12])
                 | two_of({|b[3:0], |b[7:4], |b[11:8], |b[15:12]});
  endfunction
  function at_least_three(input [15:0] b);
    at_least_three = three_of(b[3:0]) | three_of(b[7:4]) | three_of(b[11:8]) | three_of(b[15:12])
                   | (two_of(b[3:0]) | two_of(b[7:4]) | two_of(b[11:8]) | two_of(b[15:12]))
                   & two_of({|b[3:0], |b[7:4], |b[11:8], |b[15:12]})
                   | three_of({|b[3:0], |b[7:4], |b[11:8], |b[15:12]});
  endfunction

  wire [127:0] set = {1'b0, fits_i};
  reg [7:0] set_groups, set_several;
  integer g;
  always @* begin
    for (g = 0; g < 8; g = g + 1) begin
      set_groups[g] = |set[16*g+:16];
      set_several[g] = at_least_two(set[16*g+:16]);
    end
  end

  reg [2:0] next;  // group to come
  always @* begin
    next = 3'd0;
    for (g = 7; g >= 0; g = g - 1) if (groups_q[g]) next = g[2:0];
  end
  wire [7:0] later = groups_q & (groups_q - 8'd1);  // groups behind it
  wire last = ~valid_q | ~more_q;  // the group in work has nothing after this cycle
  wire take = any_q & last;
  assign ready_o = ~any_q & last;
  assign busy_o = any_q | valid_q;

  reg [3:0] member;
  always @* begin
    member = 4'd0;
    for (g = 15; g >= 0; g = g - 1) if (left_q[g]) member = g[3:0];
  end
  assign pattern_valid_o = valid_q;
  assign pattern_o = {group_q, member};

  always @(posedge clk_i) begin
    if (last) valid_q <= any_q;
    if (take) begin
      left_q <= set_q[16*next+:16];
      group_q <= next;
      more_q <= several_q[next];
      groups_q <= later;
      any_q <= |later;
    end else begin
      left_q <= left_q & (left_q - 16'd1);
      more_q <= at_least_three(left_q);
    end
    if (valid_i & ready_o) begin
      set_q <= set;
      groups_q <= set_groups;
      any_q <= |fits_i;
      several_q <= set_several;
    end
    if (rst_i) begin
      valid_q <= 1'b0;
      any_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
