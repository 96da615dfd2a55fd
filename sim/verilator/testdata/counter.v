// counter -- a tiny clocked circuit on which the harness tests itself.
// Purpose:   counts up by step_i while busy; hit_o marks every multiple of 4, done_o the end.
// Interface: start_i for one cycle loads limit_i and clears the count.
// Latency:   done_o rises once, in the cycle in which count_o equals the limit.
// Reset:     rst_i, synchronous: idle, count 0.
`default_nettype none
module counter #(
    parameter W = 16
) (
    input  wire         clk_i,
    input  wire         rst_i,
    input  wire         start_i,
    input  wire [W-1:0] limit_i,
    input  wire         step_i,
    output wire [W-1:0] count_o,
    output wire         hit_o,
    output wire         done_o
);
  reg [W-1:0] count_q;
  reg [W-1:0] limit_q;
  reg         busy_q;

  assign count_o = count_q;
  assign hit_o   = busy_q && count_q[1:0] == 2'd0;
  assign done_o  = busy_q && count_q == limit_q;

  always @(posedge clk_i) begin
    if (start_i) begin
      count_q <= {W{1'b0}};
      limit_q <= limit_i;
      busy_q  <= 1'b1;
    end else if (done_o) begin
      busy_q <= 1'b0;
    end else if (busy_q && step_i) begin
      count_q <= count_q + {{(W - 1) {1'b0}}, 1'b1};
    end
    if (rst_i) begin
      busy_q  <= 1'b0;
      count_q <= {W{1'b0}};
    end
  end
endmodule
`default_nettype wire
