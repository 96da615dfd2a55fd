// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// term_sum -- the sum of a board's terms, each by its weight.
//
// Purpose:   Multiplies without a multiplier, which not every device has: two bits of a term a cycle, by
//            Booth's digits from -2 to 2. The terms that are known first come first, so the sum is there
//            soon after the last term.
//
//              cycle   0     3     6    11      16      21  26  31  36
//              loads side first squares corners allowed reach 1, 2, 4, 8
//
// Interface: start_i     begin with the term of the side to move. placed_i, the tiles that both players
//                        have placed, has been steady for 2 cycles, and stays until the last load
//            terms_i     the terms, `TERM_BITS each, in the order of expansion.vh; each must be there
//                        in the cycle that loads it
//            done_o      for one cycle: margin_o is there, and stays until the next start_i
//            margin_o    the sum, two's complement, within +-`EXPECTED_MARGIN_LIMIT
// Latency:   43 cycles from start_i to done_o, and to the next start_i.
// Reset:     at rest.
// Model:     evaluation.Evaluator.StaticMargin
`default_nettype none
`include "expansion.vh"

module term_sum (
    input  wire                              clk_i,
    input  wire                              rst_i,
    input  wire                              start_i,
    input  wire [                       5:0] placed_i,
    input  wire [`TERM_BITS*`NUM_TERMS-1:0] terms_i,
    output wire                              done_o,
    output wire [ `EXPECTED_MARGIN_BITS-1:0] margin_o
);

  localparam T = `TERM_BITS;
  localparam W = `WEIGHT_BITS;
  localparam SUM = W + T + 3;  // bits of the sum of at most 16 products
  localparam DIGITS = (T + 1) / 2;  // of a term
  localparam DIGITS_SIGN = 3;  // of a term that is 1 or -1: its weight takes as long to come
  localparam [3:0] FIRST = `TERM_SIDE_TO_MOVE;  // the term that comes first
  localparam signed [SUM-1:0] LIMIT = `EXPECTED_MARGIN_LIMIT;

  reg adding_q, sign_q, last_q, done_q;
  reg [2:0] digit_q;
  reg [3:0] term_q;  // to load next
  wire ends = adding_q & digit_q == (sign_q ? DIGITS_SIGN[2:0] - 3'd1 : DIGITS[2:0] - 3'd1);
  wire finished = ends & term_q == FIRST;
  wire load = start_i | ends & ~finished;

  reg [T-1:0] term;
  integer i;
  always @* begin
    term = {T{1'b0}};
    for (i = 0; i < `NUM_TERMS; i = i + 1) if (term_q == i[3:0]) term = terms_i[T*i+:T];
  end
  wire [W-1:0] weight;
  static_weights u_weights (
      .clk_i   (clk_i),
      .placed_i(placed_i),
      .term_i  (term_q),
      .weight_o(weight)
  );

  // The digit of the bits at hand and the one below: b2 b1 b0 is b1 + b0 - 2 b2.
  reg [T+1:0] bits_q;
  reg signed [SUM-1:0] weight_q, sum_q;
  wire one = bits_q[1] ^ bits_q[0];
  wire two = bits_q[2] & ~bits_q[1] & ~bits_q[0] | ~bits_q[2] & bits_q[1] & bits_q[0];
  wire minus = bits_q[2];
  wire [SUM-1:0] multiple = {SUM{one}} & weight_q | {SUM{two}} & {weight_q[SUM-2:0], 1'b0};
  wire [SUM-1:0] addend = multiple ^ {SUM{minus}};

  reg [`EXPECTED_MARGIN_BITS-1:0] margin_q;
  always @(posedge clk_i) begin
    digit_q <= digit_q + 3'd1;
    bits_q <= bits_q >> 2;
    weight_q <= weight_q << 2;
    if (adding_q) sum_q <= sum_q + addend + {{(SUM - 1) {1'b0}}, minus};
    if (load) begin
      digit_q <= 3'd0;
      sign_q <= term_q == `TERM_SIDE_TO_MOVE | term_q == `TERM_FIRST_PLAYER;
      bits_q <= {term[T-1], term, 1'b0};
      weight_q <= {{(SUM - W) {weight[W-1]}}, weight};
      term_q <= term_q == `NUM_TERMS - 1 ? 4'd0 : term_q + 4'd1;
    end
    if (start_i) begin
      adding_q <= 1'b1;
      sum_q <= {SUM{1'b0}};
    end else if (finished) adding_q <= 1'b0;
    last_q <= finished & ~start_i;
    done_q <= last_q;
    if (last_q) margin_q <= sum_q > LIMIT ? LIMIT[`EXPECTED_MARGIN_BITS-1:0]
                          : sum_q < -LIMIT ? -LIMIT[`EXPECTED_MARGIN_BITS-1:0]
                          : sum_q[`EXPECTED_MARGIN_BITS-1:0];
    if (rst_i) begin
      adding_q <= 1'b0;
      last_q <= 1'b0;
      done_q <= 1'b0;
      term_q <= FIRST;
    end
  end
  assign done_o = done_q;
  assign margin_o = margin_q;

endmodule

`default_nettype wire
