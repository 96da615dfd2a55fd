// tree_core_tb -- gives tree_core commands and compares its answers.
//
// Purpose:   See commands.vh. There is no memory beside the core.
`default_nettype none
`timescale 1ns / 1ns
`include "constants.vh"
`include "tree.vh"

module tree_core_tb #(
    parameter COMMANDS      = 1,
    parameter VISIT_BITS    = 12,
    parameter BLOCKS        = 12,
    parameter CHILDREN      = 8,
    parameter FLIGHTS       = 6,
    parameter EXPAND_VISITS = 1,
    parameter LANES         = 1,
    parameter LOG2_PLAYOUTS = 0,
    parameter PATIENCE      = 100000  // cycles that an answer may take
);

  localparam CMD = 2 + 1 + 1 + `ORIENT_BITS + 4 + 4 + 32 + 32;
  localparam RSP = 1 + 1 + `ORIENT_BITS + 4 + 4 + VISIT_BITS + `TREE_VALUE_BITS + 32;
  localparam AFTER = 10 + `ORIENT_BITS;  // bits of an answer before the visits

  reg [CMD+2*RSP-1:0] vectors[0:COMMANDS-1];
  wire [1:0] op;
  wire player, pass;
  wire [`ORIENT_BITS-1:0] orient;
  wire [3:0] row, col;
  wire [31:0] leaves, seed;
  reg [CMD-1:0] command;
  reg [RSP-1:0] want, mask;
  wire [RSP-1:0] answer;
  assign {seed, leaves, col, row, orient, pass, player, op} = command;

  reg clk, rst, cmd_valid;
  wire cmd_ready, rsp_valid;
  tree_core #(
      .VISIT_BITS   (VISIT_BITS),
      .BLOCKS       (BLOCKS),
      .CHILDREN     (CHILDREN),
      .FLIGHTS      (FLIGHTS),
      .EXPAND_VISITS(EXPAND_VISITS),
      .LANES        (LANES),
      .LOG2_PLAYOUTS(LOG2_PLAYOUTS)
  ) u_core (
      .clk_i        (clk),
      .rst_i        (rst),
      .cmd_valid_i  (cmd_valid),
      .cmd_ready_o  (cmd_ready),
      .cmd_op_i     (op),
      .cmd_player_i (player),
      .cmd_pass_i   (pass),
      .cmd_orient_i (orient),
      .cmd_row_i    (row),
      .cmd_col_i    (col),
      .leaves_i     (leaves),
      .seed_i       (seed),
      .stop_i       (1'b0),
      .rsp_valid_o  (rsp_valid),
      .rsp_ok_o     (answer[0]),
      .rsp_pass_o   (answer[1]),
      .rsp_orient_o (answer[2+:`ORIENT_BITS]),
      .rsp_row_o    (answer[2+`ORIENT_BITS+:4]),
      .rsp_col_o    (answer[6+`ORIENT_BITS+:4]),
      .rsp_visits_o (answer[AFTER+:VISIT_BITS]),
      .rsp_mean_o   (answer[AFTER+VISIT_BITS+:`TREE_VALUE_BITS]),
      .rsp_leaves_o (answer[AFTER+VISIT_BITS+`TREE_VALUE_BITS+:32]),
      .memory_i     (1'b0),
      .req_valid_o  (),
      .req_ready_i  (1'b0),
      .req_write_o  (),
      .req_addr_o   (),
      .req_words_o  (),
      .req_more_o   (),
      .wnext_i      (1'b0),
      .wcolumn_o    (),
      .wdata_o      (),
      .rvalid_i     (1'b0),
      .rdata_i      (16'd0),
      .look_i       (1'b0),
      .look_child_i ({$clog2(BLOCKS * CHILDREN) {1'b0}}),
      .look_block_i ({1'b0, {$clog2(BLOCKS) {1'b0}}}),
      .look_visits_o(),
      .look_mean_o  (),
      .look_rest_o  (),
      .look_move_o  (),
      .look_prior_o (),
      .look_link_o  (),
      .look_count_o (),
      .look_base_o  (),
      .look_root_o  ()
  );

  `include "commands.vh"

endmodule

`default_nettype wire
