// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// leaf_value -- the value of a leaf.
//
// Purpose:   Adds the result of the playouts to the margin expected from the terms of a position,
//            and makes a value of the sum: a part for the chance to win, by the margin in standard
//            deviations, and a part for the margin itself, both by a logistic curve. The value of a
//            finished game is exact.
//
//              sum x weight --> mean + rest --> margin -+-> x slope / spread --> curve -+-> value
//                                                       +-> by the scale ------> curve -+
//
// Parameter: LOG2_PLAYOUTS  0..6: sum_i is the sum of 2^LOG2_PLAYOUTS playouts
// Interface: start_i      begin, if ready_o, with the other inputs of this cycle
//            over_i       the game is over: sum_i is its margin
//            sum_i        the sum of the playouts' margins for player 1, two's complement
//            rest_i, playouts_i, spread_i  see static_margin. They mean nothing with over_i
//            done_o       for one cycle: margin_o and value_o are there, and stay until the next
//                         start_i
//            margin_o     the margin to expect for player 1, in 1/256 point, two's complement
//            value_o      the value for player 1
// Latency:   24 cycles from start_i to done_o. ready_o is 1 again in the cycle of done_o.
// Reset:     at rest.
// Model:     search.Expected, search.FinalLeaf
`default_nettype none
`include "expansion.vh"
`include "tree.vh"

module leaf_value #(
    parameter LOG2_PLAYOUTS = 3
) (
    input  wire                             clk_i,
    input  wire                             rst_i,
    input  wire                             start_i,
    output wire                             ready_o,
    input  wire                             over_i,
    input  wire [                     13:0] sum_i,
    input  wire [           `REST_BITS-1:0] rest_i,
    input  wire [         `WEIGHT_BITS-1:0] playouts_i,
    input  wire [         `WEIGHT_BITS-1:0] spread_i,
    output wire                             done_o,
    output wire [`EXPECTED_MARGIN_BITS-1:0] margin_o,
    output wire [     `TREE_VALUE_BITS-1:0] value_o
);

  localparam M = `EXPECTED_MARGIN_BITS;
  localparam V = `TREE_VALUE_BITS;
  localparam W = `WEIGHT_BITS;
  localparam OPERAND = 14;  // bits of a sum of playouts
  localparam PRODUCT = W + OPERAND;
  localparam SLOPED = M + 9;  // bits of a margin times the slope
  localparam signed [SLOPED-1:0] SLOPE = `TREE_WIN_SLOPE;
  localparam [8:0] SHARE = `TREE_WIN_SHARE;
  localparam I = `LOGISTIC_BITS;
  localparam [I-1:0] LAST = {I{1'b1}};

  // Cycles after start_i, of each step.
  localparam [4:0] MEAN = 5'd2;
  localparam [4:0] CLAMP = 5'd4;  // the cycle after MEAN adds the rest
  localparam [4:0] ABSOLUTE = 5'd5;
  localparam [4:0] SLOPES = 5'd6;
  localparam [4:0] DIVIDE = 5'd7;  // the first step of the division, which has I of them
  // The quotient is there and goes to the table. The margin's part by the scale has long been
  // ready, and begins the value.
  localparam [4:0] LOOK = DIVIDE + I[4:0];
  localparam [4:0] PART = LOOK + 5'd3;  // the table's word for the quotient
  localparam [4:0] SHARED = PART + 5'd1;  // that word times its share
  localparam [4:0] WON = SHARED + 5'd1;  // the product is in the value
  localparam [4:0] VALUE = WON + 5'd1;

  reg [4:0] time_q;  // cycles since start_i; 0: at rest
  reg done_q;
  assign ready_o = time_q == 5'd0;
  assign done_o = done_q;

  // ---- the margin ------------------------------------------------------------------

  reg over_q;
  reg signed [OPERAND-1:0] sum_q;
  reg signed [W-1:0] weight_q;
  reg signed [`REST_BITS-1:0] rest_q;
  reg [W-1:0] spread_q;
  reg signed [PRODUCT-1:0] product_q, total_q;
  // The mean is rounded towards 0, as golden's division is.
  localparam signed [PRODUCT-1:0] ROUND = (1 << LOG2_PLAYOUTS) - 1;
  localparam signed [PRODUCT-1:0] LIMIT = `EXPECTED_MARGIN_LIMIT;
  wire signed [PRODUCT-1:0] towards_0 = product_q[PRODUCT-1] ? product_q + ROUND : product_q;
  wire signed [PRODUCT-1:0] rest = {{(PRODUCT - `REST_BITS) {rest_q[`REST_BITS-1]}}, rest_q};
  reg [M-1:0] margin_q;
  reg [M-2:0] absolute_q;
  wire negative = margin_q[M-1];
  wire [M-2:0] opposite = -margin_q[M-2:0];
  wire signed [SLOPED-1:0] factor = {{(SLOPED - M) {negative}}, margin_q};
  reg signed [SLOPED-1:0] sloped_q;
  wire [SLOPED-1:0] dividend = negative ? -sloped_q : sloped_q;

  // ---- by the standard deviation -----------------------------------------------------

  // The quotient has only the bits that the curve needs; a larger quotient becomes the greatest
  // one.
  localparam REMAINDER = W + I + 1;
  reg [REMAINDER-1:0] rest_divide_q;
  reg [I-1:0] quotient_q;
  reg beyond_q;
  wire [W+1:0] first_difference = {1'b0, rest_divide_q[REMAINDER-1:I]} - {2'b00, spread_q};
  wire [W+1:0] difference = {1'b0, rest_divide_q[REMAINDER-2:I-1]} - {2'b00, spread_q};
  wire fits = ~difference[W+1];
  wire dividing = time_q >= DIVIDE & time_q < LOOK;
  wire unused_difference = ^{first_difference[W:0], difference[W]};

  // ---- the curve -------------------------------------------------------------------

  reg [V-2:0] words[0:(1<<I)-1];
  initial begin
`include "logistic.vh"
  end
  localparam SCALED = M - 1 - `TREE_MARGIN_SHIFT;
  wire [SCALED-1:0] scaled = absolute_q[M-2:`TREE_MARGIN_SHIFT];
  wire scaled_beyond = |scaled[SCALED-1:I];
  reg [I-1:0] index_q;
  reg [V-2:0] shown_q, word_q;  // the block RAM's late word, and a register behind it
  reg shown_middle_q, middle_q;  // the word is the curve's middle: a rounded 0 has no sign
  // The value of a finished game does not come from the curve.
  wire draw = absolute_q == {(M - 1) {1'b0}};
  wire [V-1:0] final_value = {~draw, {(V - 1) {1'b1}}};
  wire of_final = time_q == PART & over_q;
  wire [V-1:0] high = of_final ? final_value : {1'b1, word_q};
  reg [V-1:0] part_q;
  reg [8:0] share_q;
  wire [V+8:0] weighed = part_q * share_q;
  reg [V+7:0] weighed_q;
  wire unused_weighed = weighed[V+8];
  reg [V+7:0] value_q;

  always @(posedge clk_i) begin
    if (time_q != 5'd0) time_q <= time_q + 5'd1;
    if (start_i & ready_o) begin
      time_q <= 5'd1;
      over_q <= over_i;
      sum_q <= sum_i;
      weight_q <= playouts_i;
      rest_q <= rest_i;
      spread_q <= spread_i;
    end

    product_q <= sum_q * weight_q;
    total_q <= time_q == MEAN ? towards_0 >>> LOG2_PLAYOUTS : total_q + rest;
    if (time_q == CLAMP)
      margin_q <= over_q ? {sum_q[M-9:0], 8'd0}
                : total_q > LIMIT ? LIMIT[M-1:0]
                : total_q < -LIMIT ? -LIMIT[M-1:0]
                : total_q[M-1:0];
    if (time_q == ABSOLUTE) absolute_q <= negative ? opposite : margin_q[M-2:0];
    sloped_q <= factor * SLOPE;
    if (time_q == SLOPES) rest_divide_q <= {{(REMAINDER - SLOPED) {1'b0}}, dividend};
    if (time_q == DIVIDE) beyond_q <= ~first_difference[W+1];
    if (dividing) begin
      rest_divide_q <= {fits ? difference[W:0] : rest_divide_q[REMAINDER-2:I-1], rest_divide_q[I-2:0], 1'b0};
      quotient_q <= {quotient_q[I-2:0], fits};
    end

    index_q <= time_q == LOOK ? (beyond_q ? LAST : quotient_q) : scaled_beyond ? LAST : scaled[I-1:0];
    shown_q <= words[index_q];
    shown_middle_q <= index_q == {I{1'b0}};
    word_q <= shown_q;
    middle_q <= shown_middle_q;
    part_q <= negative & (of_final | ~middle_q) ? ~high : high;
    share_q <= time_q == PART ? SHARE : 9'd256 - SHARE;
    weighed_q <= weighed[V+7:0];
    if (time_q == LOOK) value_q <= weighed_q;
    if (time_q == WON) value_q <= value_q + weighed_q;

    done_q <= time_q == VALUE - 5'd1;
    if (time_q == VALUE - 5'd1) time_q <= 5'd0;
    if (rst_i) begin
      time_q <= 5'd0;
      done_q <= 1'b0;
    end
  end
  assign margin_o = margin_q;
  assign value_o = value_q[V+7:8];
  wire unused_value = ^value_q[7:0];

endmodule

`default_nettype wire
