// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// hidden_sums -- the hidden units of a move's prior.
//
// Purpose:   Keeps the weights of all squares in 7 x 7 banks, by row and column of the board modulo 7,
//            so that a move, which touches squares of seven rows and columns at most, takes one word
//            from each bank at once. Sums up the words for each unit, and the bias of the pattern.
//            Sums below 0 count 0.
// Interface: we_i, waddr_i, wdata_i  write to the banks: see hidden_maps
//            entries_i  the entries of the banks, from pattern_taps: pattern_i's. Entries 0..3 count 0
//            hidden_o   the units' sums, `HIDDEN_BITS - 1 each, unit 0 lowest
// Latency:   6 cycles to hidden_o; a move every cycle. A write counts from the next cycle on.
// Reset:     none.
// Model:     twin.MoveWindow.HiddenSums
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module hidden_sums (
    input  wire                                                clk_i,
    input  wire [            `HIDDEN_BANKS*`HIDDEN_BANKS-1:0] we_i,
    input  wire [                         4*`HIDDEN_BANKS-1:0] waddr_i,
    input  wire [`SQUARE_BITS*`HIDDEN_UNITS*`HIDDEN_BANKS-1:0] wdata_i,
    input  wire [          4*`HIDDEN_BANKS*`HIDDEN_BANKS-1:0] entries_i,
    input  wire [                           `PATTERN_BITS-1:0] pattern_i,
    output wire [         (`HIDDEN_BITS-1)*`HIDDEN_UNITS-1:0] hidden_o
);

  localparam SIDE = `HIDDEN_BANKS;
  localparam BANKS = SIDE * SIDE;
  localparam UNITS = `HIDDEN_UNITS;
  localparam B = `SQUARE_BITS;
  localparam W = B * UNITS;
  localparam H = `HIDDEN_BITS;
  localparam S = B + 2;  // bits of the sum of three words
  // Words that each stage leaves of the banks': it adds three and three.
  localparam N1 = (BANKS + 2) / 3;
  localparam N2 = (N1 + 2) / 3;
  localparam N3 = (N2 + 2) / 3;

  initial
    if (N3 != 2) begin
      $display("hidden_sums: the last stage adds %0d, want 2", N3);
      $finish;
    end

  // Stage 1: each bank has its own copy of its inputs, since the banks lie far apart.
  // Stage 2: the banks.
  reg [W*SIDE-1:0] wdata_q;
  always @(posedge clk_i) wdata_q <= wdata_i;
  genvar k, u;
  generate
    for (k = 0; k < 3 * N1; k = k + 1) begin : gen_bank
      wire [W-1:0] word;
      if (k < BANKS) begin : gen_is
        (* keep *)
        reg we_q;
        (* keep *)
        reg [3:0] waddr_q, entry_q;
        (* ram_style = "distributed" *)
        reg [W-1:0] squares[0:15];
        reg [W-1:0] word_q;
        always @(posedge clk_i) begin
          we_q <= we_i[k];
          waddr_q <= waddr_i[4*(k%SIDE)+:4];
          entry_q <= entries_i[4*k+:4];
          if (we_q) squares[waddr_q] <= wdata_q[W*(k%SIDE)+:W];
          word_q <= |entry_q[3:2] ? squares[entry_q] : {W{1'b0}};
        end
        assign word = word_q;
      end else begin : gen_none
        assign word = {W{1'b0}};
      end
    end
  endgenerate

  // The bias comes for stage 6.
  reg [`PATTERN_BITS-1:0] pattern_q1, pattern_q2, pattern_q3;
  (* keep *)  // beside the biases, not shared with who asks
  reg [`PATTERN_BITS-1:0] pattern_q4;
  wire [`BIAS_BITS*UNITS-1:0] biases;
  always @(posedge clk_i) begin
    pattern_q1 <= pattern_i;
    pattern_q2 <= pattern_q1;
    pattern_q3 <= pattern_q2;
    pattern_q4 <= pattern_q3;
  end
  tile_biases u_biases (
      .clk_i    (clk_i),
      .pattern_i(pattern_q4),
      .biases_o (biases)
  );

  // Stages 3 to 6: the sums.
  generate
    for (u = 0; u < UNITS; u = u + 1) begin : gen_unit
      // A vector of all the words would have simulators go through it for each that changes.
      for (k = 0; k < 3 * N2; k = k + 1) begin : gen_stage3
        wire [H-1:0] sum;
        if (k < N1) begin : gen_is
          wire [B-1:0] a = gen_bank[3*k].word[B*u+:B];
          wire [B-1:0] b = gen_bank[3*k+1].word[B*u+:B];
          wire [B-1:0] c = gen_bank[3*k+2].word[B*u+:B];
          reg [S-1:0] sum_q;
          always @(posedge clk_i) sum_q <= {{2{a[B-1]}}, a} + {{2{b[B-1]}}, b} + {{2{c[B-1]}}, c};
          assign sum = {{(H - S) {sum_q[S-1]}}, sum_q};
        end else begin : gen_none
          assign sum = {H{1'b0}};
        end
      end
      for (k = 0; k < 3 * N3; k = k + 1) begin : gen_stage4
        wire [H-1:0] sum;
        if (k < N2) begin : gen_is
          reg [H-1:0] sum_q;
          always @(posedge clk_i) sum_q <= gen_stage3[3*k].sum + gen_stage3[3*k+1].sum + gen_stage3[3*k+2].sum;
          assign sum = sum_q;
        end else begin : gen_none
          assign sum = {H{1'b0}};
        end
      end
      for (k = 0; k < N3; k = k + 1) begin : gen_stage5
        reg [H-1:0] sum_q;
        always @(posedge clk_i) sum_q <= gen_stage4[3*k].sum + gen_stage4[3*k+1].sum + gen_stage4[3*k+2].sum;
      end
      reg [H-2:0] hidden_q;
      wire [`BIAS_BITS-1:0] bias = biases[`BIAS_BITS*u+:`BIAS_BITS];
      wire [H-1:0] sum = gen_stage5[0].sum_q + gen_stage5[1].sum_q + {{(H - `BIAS_BITS) {bias[`BIAS_BITS-1]}}, bias};
      always @(posedge clk_i) hidden_q <= sum[H-2:0] & {(H - 1) {~sum[H-1]}};
      assign hidden_o[(H-1)*u+:H-1] = hidden_q;
    end
  endgenerate

endmodule

`default_nettype wire
