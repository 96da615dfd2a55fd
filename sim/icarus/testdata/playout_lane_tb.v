// playout_lane_tb -- replays cycles of playout_lane.
//
// Purpose:   Gives the lane the inputs of each cycle and compares its outputs. A line of
//            the file that +vectors names is a cycle, in hexadecimal:
//
//              {mask, outputs, inputs}   mask: the bits of the outputs to compare
//
//            An output that is X under the mask is a difference.
`default_nettype none
`timescale 1ns / 1ns
`include "constants.vh"
`include "job_bus.vh"

module playout_lane_tb #(
    parameter CYCLES  = 1,
    parameter RAM_REG = 0
);

  localparam IN = 5 + `JOB_BITS + `COMMAND_BITS;
  localparam OUT = 4 + `RESULT_BITS + `PICK_BITS;

  reg [IN+2*OUT-1:0] vectors[0:CYCLES-1];
  reg [IN-1:0] in;
  reg [OUT-1:0] want, mask;
  wire [OUT-1:0] out;
  reg clk, rst;

  playout_lane #(
      .RAM_REG(RAM_REG)
  ) u_lane (
      .clk_i         (clk),
      .rst_i         (rst),
      .job_wait_i    (in[0]),
      .job_valid_i   (in[1]),
      .job_ready_o   (out[0]),
      .job_i         (in[5+:`JOB_BITS]),
      .result_valid_o(out[2]),
      .result_ready_i(in[2]),
      .result_pick_o (out[3]),
      .result_o      (out[4+:`RESULT_BITS]),
      .pick_o        (out[4+`RESULT_BITS+:`PICK_BITS]),
      .load_valid_i  (in[3]),
      .load_ready_o  (),
      .turn_we_i     (in[4]),
      .apply_valid_i (1'b0),
      .apply_ready_o (),
      .command_i     (in[5+`JOB_BITS+:`COMMAND_BITS]),
      .idle_o        (out[1]),
      .trace_o       ()
  );

  reg [8*256-1:0] file;
  integer cycle, differences;
  initial begin
    if (!$value$plusargs("vectors=%s", file)) $finish;
    $readmemh(file, vectors);
    differences = 0;
    clk = 1'b0;
    rst = 1'b1;
    in = {IN{1'b0}};
    repeat (2) begin
      #5 clk = 1'b1;
      #5 clk = 1'b0;
    end
    rst = 1'b0;
    for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
      {mask, want, in} = vectors[cycle];
      #4;
      if ((out & mask) !== (want & mask)) begin
        differences = differences + 1;
        if (differences <= 5)
          $display("cycle %0d: outputs %b, want %b, of which count %b", cycle, out, want, mask);
      end
      #1 clk = 1'b1;
      #5 clk = 1'b0;
    end
    $display("%0d cycles, %0d differences", CYCLES, differences);
    $finish;
  end

endmodule

`default_nettype wire
