// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// child_priors -- the priors of the children of a node.
//
// Purpose:   Takes the children from best_moves and gives each its share of 65,535 by the
//            exponential of its logit. The weights of all children are added up first. Then the
//            divisions follow one behind the other, a bit in each of 16 stages.
// Interface: start_i      begin, if ready_o: best_logit_i is the logit of the best move
//            take_o       to best_moves, which shows child K-1 first, then child K-2, and so on:
//                         child_valid_i, child_move_i, child_logit_i
//            prior_valid_o  a child, child 0 first: its number index_o, its move move_o, and
//                         its prior prior_o
// Parameter: K            children at most, 2..64
// Latency:   take_o in the K cycles after start_i, child n in cycle K + 26 + n after start_i,
//            ready_o again in the cycle after the last child, or in cycle K + 8 without any.
// Reset:     at rest.
// Model:     golden's bestChildren
`default_nettype none
`include "expansion.vh"
`include "job_bus.vh"

module child_priors #(
    parameter K = 32
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire                       start_i,
    output wire                       ready_o,
    input  wire [    `PRIOR_BITS-1:0] best_logit_i,
    output wire                       take_o,
    input  wire                       child_valid_i,
    input  wire [`PLACEMENT_BITS-1:0] child_move_i,
    input  wire [    `PRIOR_BITS-1:0] child_logit_i,
    output wire                       prior_valid_o,
    output wire [                5:0] index_o,
    output wire [`PLACEMENT_BITS-1:0] move_o,
    output wire [    `SHARE_BITS-1:0] prior_o
);

  localparam P = `PLACEMENT_BITS;
  localparam [31:0] LAST = K - 1;
  localparam SUM = 17 + 6;  // bits of the sum of all weights

  localparam [1:0] REST = 2'd0;
  localparam [1:0] TAKE = 2'd1;  // the children come
  localparam [1:0] WAIT = 2'd2;  // the last ones are being weighed
  localparam [1:0] DIVIDE = 2'd3;
  reg [1:0] state_q;
  assign ready_o = state_q == REST;
  assign take_o = state_q == TAKE;

  // ---- the children come -------------------------------------------------------------

  reg [`PRIOR_BITS-1:0] best_q;
  reg [6:0] place_q;  // place of the child that comes
  reg [2:0] wait_q;
  // Stages 1 and 2: the exponential. Stage 3: the sum gets it, and the memory.
  reg [`PRIOR_BITS-1:0] less_q;
  reg valid_q1, valid_q2, valid_q3;
  reg [5:0] place_q1, place_q2, place_q3;
  reg [P-1:0] move_q1, move_q2, move_q3;
  wire [16:0] exp;
  exp_table u_exp (
      .clk_i(clk_i),
      .x_i  (less_q),
      .exp_o(exp)
  );
  reg [SUM-1:0] sum_q;
  reg [6:0] count_q;  // children

  reg [P+16:0] children[0:63];
  always @(posedge clk_i) if (valid_q3) children[place_q3] <= {exp, move_q3};

  // ---- division ----------------------------------------------------------------

  localparam STEPS = 16;
  reg [6:0] next_q;  // child to be read next
  wire reads = state_q == DIVIDE & next_q != count_q;
  reg [STEPS+2:0] valid_q;  // children: bit 0 in read_q, bit 1 in child_q, bit 2 in stage 0
  reg [P+16:0] read_q, child_q;
  always @(posedge clk_i) begin
    read_q <= children[next_q[5:0]];
    child_q <= read_q;
  end
  wire [16:0] weight = child_q[P+:17];
  // weight * 65,535 is (weight - 1) * 65,536 + 65,536 - weight, and weight - 1 is less than the
  // sum, so the division begins with the 16 lower bits. Each stage holds the remainder, the
  // remaining bits followed by the quotient's bits so far, the move, and a flag for weight 0.
  localparam STAGE = SUM + 16 + P + 1;
  wire [STAGE*(STEPS+1)-1:0] stages;
  reg [STAGE-1:0] stage_q;
  always @(posedge clk_i) stage_q <= {weight == 17'd0, child_q[P-1:0], -weight[15:0], 6'd0, weight - 17'd1};
  assign stages[0+:STAGE] = stage_q;
  genvar s;
  generate
    for (s = 0; s < STEPS; s = s + 1) begin : gen_step
      wire [STAGE-1:0] from = stages[STAGE*s+:STAGE];
      wire [SUM:0] doubled = {from[SUM-1:0], from[SUM+15]};
      wire [SUM+1:0] difference = {1'b0, doubled} - {2'd0, sum_q};
      wire below = difference[SUM+1];
      wire unused_difference = ^difference[SUM];
      reg [STAGE-1:0] to_q;
      always @(posedge clk_i)
        to_q <= {from[STAGE-1:SUM+16], from[SUM+:15], ~below, below ? doubled[SUM-1:0] : difference[SUM-1:0]};
      assign stages[STAGE*(s+1)+:STAGE] = to_q;
    end
  endgenerate
  wire zero;
  wire [P-1:0] move;
  wire [15:0] quotient;
  wire [SUM-1:0] remainder;
  assign {zero, move, quotient, remainder} = stages[STAGE*STEPS+:STAGE];
  wire unused_remainder = ^remainder;
  reg [5:0] index_q;

  always @(posedge clk_i) begin
    place_q <= place_q - 7'd1;
    less_q <= best_q - child_logit_i;
    valid_q1 <= take_o & child_valid_i;
    place_q1 <= place_q[5:0];
    move_q1 <= child_move_i;
    {valid_q2, place_q2, move_q2} <= {valid_q1, place_q1, move_q1};
    {valid_q3, place_q3, move_q3} <= {valid_q2, place_q2, move_q2};
    if (valid_q3) begin
      sum_q <= sum_q + {6'd0, exp};
      count_q <= count_q + 7'd1;
    end

    if (wait_q != 3'd0) wait_q <= wait_q - 3'd1;
    case (state_q)
      REST: ;
      TAKE:
      if (place_q == 7'd0) begin
        wait_q <= 3'd5;
        state_q <= WAIT;
      end
      WAIT: if (wait_q == 3'd0) state_q <= DIVIDE;
      default: if (~reads & ~|valid_q[STEPS+1:0]) state_q <= REST;
    endcase

    valid_q <= {valid_q[STEPS+1:0], reads};
    if (reads) next_q <= next_q + 7'd1;
    if (prior_valid_o) index_q <= index_q + 6'd1;

    if (start_i & ready_o) begin
      state_q <= TAKE;
      best_q <= best_logit_i;
      place_q <= LAST[6:0];
      sum_q <= {SUM{1'b0}};
      count_q <= 7'd0;
      next_q <= 7'd0;
      index_q <= 6'd0;
    end
    if (rst_i) begin
      state_q <= REST;
      valid_q1 <= 1'b0;
      valid_q2 <= 1'b0;
      valid_q3 <= 1'b0;
      valid_q <= {(STEPS + 3) {1'b0}};
      wait_q <= 3'd0;
    end
  end

  assign prior_valid_o = valid_q[STEPS+2];
  assign index_o = index_q;
  assign move_o = move;
  // No child is left without a share.
  assign prior_o = zero | quotient == 16'd0 ? 16'd1 : quotient;

endmodule

`default_nettype wire
