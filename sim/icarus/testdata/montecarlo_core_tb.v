// montecarlo_core_tb -- gives montecarlo_core commands and compares its answers.
//
// Purpose:   See commands.vh.
`default_nettype none
`timescale 1ns / 1ns
`include "constants.vh"

module montecarlo_core_tb #(
    parameter COMMANDS = 1,
    parameter LANES    = 2,
    parameter RAM_REG  = 0,
    parameter PATIENCE = 20000  // cycles that an answer may take
);

  localparam CMD = 2 + 1 + 1 + `ORIENT_BITS + 4 + 4 + `VISITS_BITS + 32;
  localparam RSP = 1 + 1 + `ORIENT_BITS + 4 + 4 + `SUM_BITS + 32 + 32;

  reg [CMD+2*RSP-1:0] vectors[0:COMMANDS-1];
  wire [1:0] op;
  wire player, pass;
  wire [`ORIENT_BITS-1:0] orient;
  wire [3:0] row, col;
  wire [`VISITS_BITS-1:0] visits;
  wire [31:0] seed;
  reg [CMD-1:0] command;
  reg [RSP-1:0] want, mask;
  wire [RSP-1:0] answer;
  assign {seed, visits, col, row, orient, pass, player, op} = command;

  reg clk, rst, cmd_valid;
  wire cmd_ready, rsp_valid;
  montecarlo_core #(
      .LANES  (LANES),
      .RAM_REG(RAM_REG)
  ) u_core (
      .clk_i         (clk),
      .rst_i         (rst),
      .cmd_valid_i   (cmd_valid),
      .cmd_ready_o   (cmd_ready),
      .cmd_op_i      (op),
      .cmd_player_i  (player),
      .cmd_pass_i    (pass),
      .cmd_orient_i  (orient),
      .cmd_row_i     (row),
      .cmd_col_i     (col),
      .stop_i        (1'b0),
      .visits_i      (visits),
      .seed_i        (seed),
      .rsp_valid_o   (rsp_valid),
      .rsp_ok_o      (answer[0]),
      .rsp_pass_o    (answer[1]),
      .rsp_orient_o  (answer[2+:`ORIENT_BITS]),
      .rsp_row_o     (answer[2+`ORIENT_BITS+:4]),
      .rsp_col_o     (answer[6+`ORIENT_BITS+:4]),
      .rsp_sum_o     (answer[10+`ORIENT_BITS+:`SUM_BITS]),
      .rsp_visits_o  (answer[10+`ORIENT_BITS+`SUM_BITS+:32]),
      .rsp_playouts_o(answer[42+`ORIENT_BITS+`SUM_BITS+:32])
  );

  `include "commands.vh"

endmodule

`default_nettype wire
