// pattern_list -- the patterns of a set, one after another.
//
// Purpose:   Names the members of a set in order. Of the patterns, 16 at a time are looked
//            at; groups without any are passed over.
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

  // The set, and which of its groups are still to come; of each whether it has several
  // members.
  reg [127:0] set_q;
  reg [7:0] groups_q, several_q;
  // The group in work: the members left, and whether there are several.
  reg [15:0] left_q;
  reg [2:0] group_q;
  reg valid_q, more_q;

  function at_least_two(input [15:0] b);
    reg [3:0] any, two;
    integer n;
    begin
      for (n = 0; n < 4; n = n + 1) begin
        any[n] = |b[4*n+:4];
        two[n] = (b[4*n] | b[4*n+1]) & (b[4*n+2] | b[4*n+3]) | b[4*n] & b[4*n+1] | b[4*n+2] & b[4*n+3];
      end
      at_least_two = |two | (any[0] | any[1]) & (any[2] | any[3]) | any[0] & any[1] | any[2] & any[3];
    end
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
  wire any = |groups_q;
  wire last = ~valid_q | ~more_q;  // the group in work has nothing after this cycle
  wire take = any & last;
  assign ready_o = ~any & last;
  assign busy_o = any | valid_q;

  reg [3:0] member;
  always @* begin
    member = 4'd0;
    for (g = 15; g >= 0; g = g - 1) if (left_q[g]) member = g[3:0];
  end
  wire [15:0] after = left_q & (left_q - 16'd1);
  assign pattern_valid_o = valid_q;
  assign pattern_o = {group_q, member};

  always @(posedge clk_i) begin
    if (last) valid_q <= any;
    if (take) begin
      left_q <= set_q[16*next+:16];
      group_q <= next;
      more_q <= several_q[next];
      groups_q <= groups_q & (groups_q - 8'd1);
    end else begin
      left_q <= after;
      more_q <= at_least_two(after);
    end
    if (valid_i & ready_o) begin
      set_q <= set;
      groups_q <= set_groups;
      several_q <= set_several;
    end
    if (rst_i) begin
      valid_q <= 1'b0;
      groups_q <= 8'd0;
    end
  end

endmodule

`default_nettype wire
