// best_moves -- the moves with the greatest prior weights, in order.
//
// Purpose:   Keeps the K best of the moves that come, the best one first; of equal ones the
//            one that came first. Every place compares its move with the new one: the new one
//            goes where it belongs, and those behind it move on by one place. Then they are
//            taken one by one.
//
//              place    0   1   2   3              0   1   2   3
//              logit   90  70  70  20   and 70:   90  70  70  70
//
// Interface: clear_i     there are none
//            valid_i, logit_i, move_i  a move; not in a cycle with take_i
//            take_i      the first one goes, and the others move up
//            best_valid_o, best_logit_o, best_move_o  the first one
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
    output wire                       best_valid_o,
    output wire [    `PRIOR_BITS-1:0] best_logit_o,
    output wire [`PLACEMENT_BITS-1:0] best_move_o
);

  localparam ENTRY = `PRIOR_BITS + `PLACEMENT_BITS;

  reg [K-1:0] valid_q;
  reg [ENTRY*K-1:0] entries_q;
  // The new move goes before place i: to it, or to one before it.
  wire [K-1:0] ahead;

  genvar i;
  generate
    for (i = 0; i < K; i = i + 1) begin : gen_place
      wire signed [`PRIOR_BITS-1:0] logit = entries_q[ENTRY*i+`PLACEMENT_BITS+:`PRIOR_BITS];
      wire signed [`PRIOR_BITS-1:0] new_logit = logit_i;
      assign ahead[i] = ~valid_q[i] | new_logit > logit;
      if (i == 0) begin : gen_first
        always @(posedge clk_i) begin
          if (take_i) entries_q[0+:ENTRY] <= entries_q[ENTRY+:ENTRY];
          else if (valid_i & ahead[0]) entries_q[0+:ENTRY] <= {logit_i, move_i};
        end
      end else if (i < K - 1) begin : gen_middle
        always @(posedge clk_i) begin
          if (take_i) entries_q[ENTRY*i+:ENTRY] <= entries_q[ENTRY*(i+1)+:ENTRY];
          else if (valid_i & ahead[i])
            entries_q[ENTRY*i+:ENTRY] <= ahead[i-1] ? entries_q[ENTRY*(i-1)+:ENTRY] : {logit_i, move_i};
        end
      end else begin : gen_last
        always @(posedge clk_i)
          if (valid_i & ahead[i])
            entries_q[ENTRY*i+:ENTRY] <= ahead[i-1] ? entries_q[ENTRY*(i-1)+:ENTRY] : {logit_i, move_i};
      end
    end
  endgenerate

  always @(posedge clk_i) begin
    if (valid_i) valid_q <= {valid_q[K-2:0], 1'b1};
    if (take_i) valid_q <= {1'b0, valid_q[K-1:1]};
    if (clear_i) valid_q <= {K{1'b0}};
  end

  assign best_valid_o = valid_q[0];
  assign {best_logit_o, best_move_o} = entries_q[0+:ENTRY];

endmodule

`default_nettype wire
