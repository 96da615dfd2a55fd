// board_tb -- a testbench of others.
//
// Purpose:   A root that was never loaded is over: its game must end at once, with margin 0.
`default_nettype none
`include "constants.vh"
`include "tessera_job_bus.vh"

module board_tb;
  reg clk = 1'b0, rst = 1'b1, valid = 1'b0;
  always #5 clk = ~clk;
  reg [`TESSERA_JOB_BITS-1:0] job = 1;
  wire ready, done, idle;
  wire [`TESSERA_RESULT_BITS-1:0] result;
  wire [`MY_BITS-1:0] note;
  wire [`TILE_BITS-1:0] tile;
  board u_board (
      .clk_i         (clk),
      .rst_i         (rst),
      .job_valid_i   (valid),
      .job_ready_o   (ready),
      .job_i         (job),
      .result_valid_o(done),
      .result_o      (result),
      .idle_o        (idle),
      .note_i        (12'h5a3),
      .note_o        (note),
      .tile_o        (tile)
  );

  integer clks;
  initial begin
    repeat (3) @(negedge clk);
    rst = 1'b0;
    job[`TESSERA_JOB_FIRST] = 10'd77;
    valid = 1'b1;
    #1;
    while (ready !== 1'b1) @(negedge clk);
    @(negedge clk);
    valid = 1'b0;
    for (clks = 0; done !== 1'b1 && clks < 1000; clks = clks + 1) @(negedge clk);
    if (result[`TESSERA_RESULT_FIRST] !== 10'd77) $fatal(1, "FAIL: the result is of job %0d", result[`TESSERA_RESULT_FIRST]);
    if (note !== 12'h5a3 || tile !== 3'h3) $fatal(1, "FAIL: row_ram has %h", note);
    $display("PASS: the lanes and the foreign row_ram");
    $finish;
  end
endmodule

`default_nettype wire
