// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// lane_chip -- a playout lane by itself, between registers, to measure its area and speed.
//
// Purpose:   Bits of the serial pin go through a shift register into all inputs of the lane, and
//            all outputs of the lane go through registers to the other pin. The chip does nothing
//            useful, but synthesis cannot remove any part of the lane.
// Interface: a chip module's ports, and its parameter CLK_HZ, which has no use here. RAM_REG: see
//            playout_lane.
// Latency:   irrelevant.
// Reset:     as the lane.
// Model:     none; twin.Lane is the model of the lane
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module lane_chip #(
    // Every chip has this parameter; the lane does not use it.
    // verilator lint_off UNUSEDPARAM
    parameter CLK_HZ  = 12_000_000,
    // verilator lint_on UNUSEDPARAM
    parameter RAM_REG = 0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       uart_rx_i,
    output wire       uart_tx_o,
    output wire [7:0] led_o
);

  // A bit may go to several inputs if the lane does not use them together.
  localparam IN = `COMMAND_BITS + 6;
  reg [IN-1:0] in_q;
  wire [5:0] flag = in_q[IN-1-:6];

  localparam OUT = 5 + `RESULT_BITS + `PICK_BITS;
  wire [OUT-1:0] out;
  reg [OUT-1:0] out_q;
  reg tx_q;
  assign uart_tx_o = tx_q;
  assign led_o = {7'd0, tx_q};
  always @(posedge clk_i) begin
    in_q <= {in_q[IN-2:0], uart_rx_i};
    out_q <= out;
    tx_q <= ^out_q;
  end

  // The traces are for simulation: no part of a chip uses them.
  // verilator lint_off PINCONNECTEMPTY
  playout_lane #(
      .RAM_REG(RAM_REG)
  ) u_lane (
      .clk_i           (clk_i),
      .rst_i           (rst_i),
      .job_wait_i      (flag[0]),
      .job_valid_i     (flag[1]),
      .job_ready_o     (out[0]),
      .job_i           (in_q[`JOB_BITS-1:0]),
      .result_valid_o  (out[1]),
      .result_ready_i  (flag[2]),
      .result_pick_o   (out[2]),
      .result_o        (out[5+:`RESULT_BITS]),
      .pick_o          (out[5+`RESULT_BITS+:`PICK_BITS]),
      .load_valid_i    (flag[3]),
      .load_ready_o    (out[3]),
      .turn_we_i       (flag[4]),
      .apply_valid_i   (flag[5]),
      .apply_ready_o   (out[4]),
      .command_i       (in_q[`COMMAND_BITS-1:0]),
      .idle_o          (),
      .trace_o         ()
  );
  // verilator lint_on PINCONNECTEMPTY

endmodule

`default_nettype wire
