// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// baud_tick -- ticks at a rate that need not divide the clock.
//
// Purpose:   An accumulator spreads the ticks evenly: each comes in the first cycle at or after its
//            time.
// Interface: restart_i  the ticks are counted from the next cycle
//            tick_o     for one cycle each; tick k, from 1, is in cycle
//                       ceil(k * CLK_HZ / RATE), where the cycle behind restart_i
//                       is cycle 1
//            RATE must not be greater than CLK_HZ.
// Latency:   see tick_o.
// Reset:     by restart_i.
// Model:     twin.UART.Edge
`default_nettype none

module baud_tick #(
    parameter CLK_HZ = 12000000,
    parameter RATE   = 115200
) (
    input  wire clk_i,
    input  wire restart_i,
    output wire tick_o
);

  // The ratio of the two rates, in lowest terms to keep the sum narrow.
  function integer gcd(input integer a, input integer b);
    integer x, y, rest;
    begin
      x = a;
      y = b;
      while (y != 0) begin
        rest = x % y;
        x = y;
        y = rest;
      end
      gcd = x;
    end
  endfunction
  localparam UNIT = gcd(CLK_HZ, RATE);
  localparam ACC_BITS = $clog2(CLK_HZ / UNIT) + 1;
  localparam [31:0] STEP = RATE / UNIT;
  localparam [31:0] PERIOD = CLK_HZ / UNIT;
  localparam [31:0] AFTER = STEP - PERIOD;

  // Two's complement; a tick is due when it is not negative.
  reg [ACC_BITS-1:0] acc_q;
  assign tick_o = ~acc_q[ACC_BITS-1];
  always @(posedge clk_i) acc_q <= restart_i ? AFTER[ACC_BITS-1:0] : acc_q + (tick_o ? AFTER[ACC_BITS-1:0] : STEP[ACC_BITS-1:0]);

endmodule

`default_nettype wire
