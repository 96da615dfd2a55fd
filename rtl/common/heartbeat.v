// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// heartbeat -- a lamp that shows that the clock runs.
//
// Purpose:   Changes every half second.
// Interface: beat_o  the lamp; a register
// Latency:   the first change is CLK_HZ / 2 cycles after reset.
// Reset:     synchronous, to a dark lamp.
// Model:     twin.ContestPlayer.LEDs
`default_nettype none

module heartbeat #(
    parameter CLK_HZ = 12000000
) (
    input  wire clk_i,
    input  wire rst_i,
    output wire beat_o
);

  localparam COUNT_BITS = $clog2(CLK_HZ / 2);
  localparam [31:0] LAST = CLK_HZ / 2 - 1;

  reg [COUNT_BITS-1:0] count_q;
  reg beat_q;
  assign beat_o = beat_q;
  always @(posedge clk_i) begin
    count_q <= count_q + {{(COUNT_BITS - 1) {1'b0}}, 1'b1};
    if (count_q == LAST[COUNT_BITS-1:0]) begin
      count_q <= {COUNT_BITS{1'b0}};
      beat_q <= ~beat_q;
    end
    if (rst_i) begin
      count_q <= {COUNT_BITS{1'b0}};
      beat_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
