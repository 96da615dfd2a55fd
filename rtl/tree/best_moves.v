// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// best_moves -- the moves with the greatest prior weights, in order.
//
// Purpose:   Keeps the K best of the arriving moves, the best one in place 0; among equals the
//            first to arrive. Every place compares its move with the new one. A cycle later the new
//            one enters its place, and the moves behind it move on by one place. After the last
//            arrival all moves move on in the same way, and leave at the last place.
//
//              place    0   1   2   3              0   1   2   3
//              logit   90  70  70  20   and 70:   90  70  70  70
//
// Interface: clear_i     forget all moves
//            valid_i, logit_i, move_i  a move, never in a cycle with take_i or in the one before
//            take_i      all move on by one place
//            best_logit_o  the logit in place 0; without meaning if there is no move
//            last_valid_o, last_logit_o, last_move_o  the contents of the last place: after n
//                        cycles with take_i the move of place K-1-n, if place K-1-n had one
// Parameter: K           moves to keep, 2 or more
//            BITS        bits of a logit, two's complement
// Latency:   2 cycles for a move that comes, 1 for take_i. A move every cycle, coming or going.
// Reset:     none: clear_i.
// Model:     golden's bestChoices
`default_nettype none
`include "expansion.vh"
`include "job_bus.vh"

module best_moves #(
    parameter K = 32,
    parameter BITS = `PRIOR_BITS
) (
    input  wire                       clk_i,
    input  wire                       clear_i,
    input  wire                       valid_i,
    input  wire [           BITS-1:0] logit_i,
    input  wire [`PLACEMENT_BITS-1:0] move_i,
    input  wire                       take_i,
    output wire [           BITS-1:0] best_logit_o,
    output wire                       last_valid_o,
    output wire [           BITS-1:0] last_logit_o,
    output wire [`PLACEMENT_BITS-1:0] last_move_o
);

  localparam ENTRY = BITS + `PLACEMENT_BITS;
  localparam [BITS-1:0] SIGN = {1'b1, {(BITS - 1) {1'b0}}};

  // The move that came a cycle ago, and for each place whether the move belongs there or before it. That there
  // is one comes from afar, late.
  reg new_valid_q;
  reg [ENTRY-1:0] new_q;
  reg [K-1:0] behind_q;
  wire [K-1:0] behind = behind_q & {K{new_valid_q}};
  reg [K-1:0] valid_q;
  // Entries that move on from one place to the next; the new move goes into place 0.
  wire [ENTRY*(K+1)-1:0] entries;
  assign entries[0+:ENTRY] = new_q;
  // Place i moves on: its entry belongs behind the new move, or all move on.
  wire [K:0] moves;
  assign moves = {behind | {K{take_i}}, 1'b0};
  // The move that comes belongs before the entry of place i, or before the new move.
  wire [K-1:0] above;
  // With the sign inverted, logarithms compare without signs, which needs nothing but the end of a carry
  // chain.
  wire [BITS-1:0] logit = logit_i ^ SIGN;
  wire [BITS-1:0] new_logit = new_q[`PLACEMENT_BITS+:BITS] ^ SIGN;
  wire above_new = logit > new_logit;

  genvar i;
  generate
    for (i = 0; i < K; i = i + 1) begin : gen_place
      reg [ENTRY-1:0] entry_q;
      wire [BITS-1:0] entry_logit = entry_q[`PLACEMENT_BITS+:BITS] ^ SIGN;
      assign above[i] = ~valid_q[i] | logit > entry_logit;
      assign entries[ENTRY*(i+1)+:ENTRY] = entry_q;
      always @(posedge clk_i) if (moves[i+1]) entry_q <= moves[i] ? entries[ENTRY*i+:ENTRY] : new_q;
      // The comparison uses the entry that the place will hold when the move enters its own place.
      if (i == 0) begin : gen_first
        always @(posedge clk_i) behind_q[i] <= behind[i] ? above_new : above[i];
      end else begin : gen_next
        always @(posedge clk_i)
          behind_q[i] <= behind[i-1] ? above[i-1] : behind[i] ? above_new : above[i];
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    new_valid_q <= valid_i & ~clear_i;
    new_q <= {logit_i, move_i};
    if (new_valid_q | take_i) valid_q <= {valid_q[K-2:0], new_valid_q};
    if (clear_i) valid_q <= {K{1'b0}};
  end

  assign best_logit_o = entries[ENTRY+`PLACEMENT_BITS+:BITS];
  assign last_valid_o = valid_q[K-1];
  assign {last_logit_o, last_move_o} = entries[ENTRY*K+:ENTRY];

endmodule

`default_nettype wire
