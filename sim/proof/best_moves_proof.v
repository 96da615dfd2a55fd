// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// best_moves_proof -- best_moves against an insertion sort
//
// The list of the proof takes each move at once; the unit's list is the same a cycle later.
`default_nettype none
`include "expansion.vh"
`include "job_bus.vh"

module best_moves_proof #(
    parameter K = 32
) (
    input wire                       clk_i,
    input wire                       clear_i,
    input wire                       valid_i,
    input wire [    `PRIOR_BITS-1:0] logit_i,
    input wire [`PLACEMENT_BITS-1:0] move_i,
    input wire                       take_i
);

  localparam ENTRY = `PRIOR_BITS + `PLACEMENT_BITS;
  wire [`PRIOR_BITS-1:0] best_logit, last_logit;
  wire [`PLACEMENT_BITS-1:0] last_move;
  wire last_valid;
  best_moves #(
      .K(K)
  ) u_dut (
      .clk_i       (clk_i),
      .clear_i     (clear_i),
      .valid_i     (valid_i),
      .logit_i     (logit_i),
      .move_i      (move_i),
      .take_i      (take_i),
      .best_logit_o(best_logit),
      .last_valid_o(last_valid),
      .last_logit_o(last_logit),
      .last_move_o (last_move)
  );

  reg started = 1'b0;
  reg valid_q, leaving_q;
  always @(posedge clk_i) begin
    valid_q   <= valid_i & ~clear_i;
    leaving_q <= (leaving_q | take_i) & ~clear_i;
  end
  always @* if (~started) assume (clear_i);
  always @* if (take_i) assume (~valid_i & ~valid_q);
  always @* if (valid_i) assume (~leaving_q | clear_i);  // moves come, then they leave

  // The list, best first, and what it was a cycle ago.
  reg [K-1:0] there, there_q;
  reg [ENTRY*K-1:0] list, list_q;
  reg [K-1:0] before;  // places whose move stays before the new one
  integer i;
  always @* begin
    for (i = 0; i < K; i = i + 1)
      before[i] = there[i] & $signed(list[ENTRY*i+`PLACEMENT_BITS+:`PRIOR_BITS]) >= $signed(logit_i);
  end
  always @(posedge clk_i) begin
    started <= 1'b1;
    for (i = 0; i < K; i = i + 1) begin
      if (take_i) begin
        there[i] <= i > 0 ? there[i>0?i-1:0] : 1'b0;
        list[ENTRY*i+:ENTRY] <= i > 0 ? list[ENTRY*(i>0?i-1:0)+:ENTRY] : {ENTRY{1'b0}};
      end else if (valid_i & ~before[i]) begin
        there[i] <= i == 0 | before[i>0?i-1:0] | there[i>0?i-1:0];
        list[ENTRY*i+:ENTRY] <= i > 0 && !before[i>0?i-1:0] ? list[ENTRY*(i>0?i-1:0)+:ENTRY] : {logit_i, move_i};
      end
    end
    if (clear_i) there <= {K{1'b0}};
    there_q <= clear_i ? {K{1'b0}} : take_i ? {there[K-2:0], 1'b0} : there;
    list_q <= take_i ? {list[ENTRY*(K-1)-1:0], {ENTRY{1'b0}}} : list;
  end

  (* hierconn *) wire [K-1:0] \u_dut.valid_q ;
  (* hierconn *) wire [ENTRY*(K+1)-1:0] \u_dut.entries ;
  (* hierconn *) wire \u_dut.new_valid_q ;
  (* hierconn *) wire [K-1:0] \u_dut.behind ;
  wire signed [`PRIOR_BITS-1:0] new_logit = \u_dut.entries [`PLACEMENT_BITS+:`PRIOR_BITS];
  reg [ENTRY-1:0] new_q;
  always @(posedge clk_i) new_q <= {logit_i, move_i};
  always @* if (started) begin
    assert (last_valid == there_q[K-1]);
    if (last_valid) assert ({last_logit, last_move} == list_q[ENTRY*(K-1)+:ENTRY]);
    if (there_q[0]) assert (best_logit == list_q[`PLACEMENT_BITS+:`PRIOR_BITS]);
    assert (\u_dut.new_valid_q == valid_q);
    assert (~valid_q | ~leaving_q);
    if (valid_q) assert (\u_dut.entries [ENTRY-1:0] == new_q);
  end

  genvar g;
  generate
    for (g = 0; g < K; g = g + 1) begin : gen_place
      wire [ENTRY-1:0] entry = list[ENTRY*g+:ENTRY];
      wire [ENTRY-1:0] entry_q = list_q[ENTRY*g+:ENTRY];
      wire signed [`PRIOR_BITS-1:0] logit = entry[ENTRY-1:`PLACEMENT_BITS];
      wire signed [`PRIOR_BITS-1:0] logit_q = entry_q[ENTRY-1:`PLACEMENT_BITS];
      wire behind = \u_dut.behind [g];
      always @* if (started) begin
        // The unit has the list, as it was before the last move.
        assert (\u_dut.valid_q [g] == there_q[g]);
        if (there_q[g]) assert (\u_dut.entries [ENTRY*(g+1)+:ENTRY] == entry_q);
        assert (behind == (valid_q & ~(there_q[g] & logit_q >= new_logit)));
        if (~behind) assert (there[g] == there_q[g] & (~there[g] | entry == entry_q));
      end
      if (g == 0) begin : gen_first
        always @* if (started & behind) assert (there[0] & entry == new_q);
      end else begin : gen_next
        wire [ENTRY-1:0] last = list[ENTRY*(g-1)+:ENTRY];
        wire [ENTRY-1:0] last_q = list_q[ENTRY*(g-1)+:ENTRY];
        wire signed [`PRIOR_BITS-1:0] last_logit_q = last_q[ENTRY-1:`PLACEMENT_BITS];
        wire signed [`PRIOR_BITS-1:0] last_logit = last[ENTRY-1:`PLACEMENT_BITS];
        always @* if (started) begin
          // It is in order, and has no gaps until moves leave.
          if (there[g-1] & there[g]) assert (last_logit >= logit);
          if (there[g] & ~leaving_q) assert (there[g-1]);
          if (there_q[g] & ~leaving_q) assert (there_q[g-1]);
          if (there_q[g-1] & there_q[g]) assert (last_logit_q >= logit_q);
          if (behind & \u_dut.behind [g-1])
            assert (there[g] == there_q[g-1] & (~there[g] | entry == last_q));
          if (behind & ~\u_dut.behind [g-1]) assert (there[g] & entry == new_q);
        end
      end
    end
  endgenerate

  always @(posedge clk_i) if (started) begin
    cover (there_q[3] & best_logit == `PRIOR_BITS'd7 & valid_q);
  end

endmodule

`default_nettype wire
