// best_moves -- the moves with the greatest prior weights, in order.
//
// Purpose:   Keeps the K best of the moves that come, the best one in place 0; of equal ones
//            the one that came first. Every place compares its move with the new one: the new
//            one goes where it belongs, and those behind it move on by one place. When all
//            have come they move on, too, and leave at the last place.
//
//              place    0   1   2   3              0   1   2   3
//              logit   90  70  70  20   and 70:   90  70  70  70
//
// Interface: clear_i     there are none
//            valid_i, logit_i, move_i  a move; not in a cycle with take_i
//            take_i      all move on by one place
//            best_logit_o  the logit in place 0; without meaning if there is no move
//            last_valid_o, last_logit_o, last_move_o  what is in the last place: after n cycles
//                        with take_i what was in place K-1-n, if there was a move
// Parameter: K           moves to keep, 2 or more
// Latency:   1 cycle; a move every cycle, coming or going.
// Reset:     none: clear_i.
// Model:     golden's bestChoices
`default_nettype none
`include "expansion.vh"
`include "job_bus.vh"

module best_moves #(
    parameter K = 32
) (
    input  wire                       clk_i,
    input  wire                       clear_i,
    input  wire                       valid_i,
    input  wire [    `PRIOR_BITS-1:0] logit_i,
    input  wire [`PLACEMENT_BITS-1:0] move_i,
    input  wire                       take_i,
    output wire [    `PRIOR_BITS-1:0] best_logit_o,
    output wire                       last_valid_o,
    output wire [    `PRIOR_BITS-1:0] last_logit_o,
    output wire [`PLACEMENT_BITS-1:0] last_move_o
);

  localparam ENTRY = `PRIOR_BITS + `PLACEMENT_BITS;

  reg [K-1:0] valid_q;
  // What moves on from one place to the next; into place 0 goes the new move.
  wire [ENTRY*(K+1)-1:0] entries;
  assign entries[0+:ENTRY] = {logit_i, move_i};
  // Place i moves on: the new move belongs there or before it, or all move on.
  wire [K:0] moves;
  assign moves[0] = 1'b0;

  genvar i;
  generate
    for (i = 0; i < K; i = i + 1) begin : gen_place
      reg [ENTRY-1:0] entry_q;
      wire signed [`PRIOR_BITS-1:0] logit = entry_q[`PLACEMENT_BITS+:`PRIOR_BITS];
      wire signed [`PRIOR_BITS-1:0] new_logit = logit_i;
      assign moves[i+1] = take_i | (valid_i & (~valid_q[i] | new_logit > logit));
      always @(posedge clk_i) if (moves[i+1]) entry_q <= moves[i] ? entries[ENTRY*i+:ENTRY] : {logit_i, move_i};
      assign entries[ENTRY*(i+1)+:ENTRY] = entry_q;
    end
  endgenerate

  always @(posedge clk_i) begin
    if (valid_i | take_i) valid_q <= {valid_q[K-2:0], valid_i};
    if (clear_i) valid_q <= {K{1'b0}};
  end

  assign best_logit_o = entries[ENTRY+`PLACEMENT_BITS+:`PRIOR_BITS];
  assign last_valid_o = valid_q[K-1];
  assign {last_logit_o, last_move_o} = entries[ENTRY*K+:ENTRY];

endmodule

`default_nettype wire
