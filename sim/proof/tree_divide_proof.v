// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_divide_proof -- quotient times divisor, and the rest, make the dividend
//
// The product is the schoolbook's: the bits of the quotient that a cycle finds, the highest ones first.
`default_nettype none

module tree_divide_proof #(
    parameter NUM   = 21,
    parameter DEN   = 20,
    parameter BITS  = 2,
    parameter STEPS = 10
) (
    input wire           clk_i,
    input wire           start_i,
    input wire [NUM-1:0] num_i,
    input wire [DEN-1:0] den_i
);

  localparam Q = BITS * STEPS;
  wire [Q-1:0] quotient;
  wire [DEN-1:0] rest;
  tree_divide #(
      .NUM  (NUM),
      .DEN  (DEN),
      .BITS (BITS),
      .STEPS(STEPS)
  ) u_dut (
      .clk_i     (clk_i),
      .start_i   (start_i),
      .num_i     (num_i),
      .den_i     (den_i),
      .quotient_o(quotient),
      .rest_o    (rest)
  );

  reg started = 1'b0;
  always @* begin
    if (~started) assume (start_i);
    if (start_i) assume (num_i >> Q < den_i);
  end

  reg [NUM-1:0] num;
  reg [DEN-1:0] den;
  reg [5:0] steps;  // steps done, at most STEPS
  wire [5:0] known = BITS * steps;  // bits of the quotient
  reg [NUM:0] product_q, product;
  integer i;
  always @* begin
    product = steps == 6'd0 ? {(NUM + 1) {1'b0}} : product_q;
    if (steps != 6'd0)
      for (i = BITS - 1; i >= 0; i = i - 1) product = {product[NUM-1:0], 1'b0} + (quotient[i] ? den : 0);
  end
  always @(posedge clk_i) begin
    started <= 1'b1;
    product_q <= product;
    if (steps <= STEPS) steps <= steps + 6'd1;
    if (start_i) begin
      num   <= num_i;
      den   <= den_i;
      steps <= 6'd0;
    end
  end

  (* hierconn *) wire [DEN-1:0] \u_dut.den_q ;
  wire [Q-1:0] to_come = num[Q-1:0] << known;
  always @* if (started & steps <= STEPS) begin
    assert (product + rest == num >> (Q - known));
    assert (rest < den);
    // Invariants.
    assert (\u_dut.den_q == den);
    assert (quotient >> known == to_come >> known);
  end
  always @(posedge clk_i) if (started) cover (steps == STEPS & quotient > 2 & rest == 1);

endmodule

`default_nettype wire
