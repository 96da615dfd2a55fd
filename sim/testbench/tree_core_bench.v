// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_core_bench -- module tree_core with an SDRAM for its nodes.
//
// Purpose:   The part of tree_chip that searches, for simulation by itself.
// Parameter: see tree_core
// Interface: as tree_core, without the memory's ports;
//            fault_i, tested_o, wrong_o, broken_o, rule_o, cycle_o, bank_o  see tree_sdram
// Latency:   as tree_core.
// Reset:     as tree_core and tree_sdram.
// Model:     search.TreeCore
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "tree.vh"

module tree_core_bench #(
    parameter VISIT_BITS = 20,
    parameter BLOCKS = 65536,
    parameter PLACES = 512,
    parameter CHILDREN = 24,
    parameter FLIGHTS = 16,
    parameter EXPAND_VISITS = `TREE_EXPAND_VISITS,
    parameter LANES = 4,
    parameter LOG2_PLAYOUTS = 2
) (
    input  wire                               clk_i,
    input  wire                               rst_i,
    input  wire                               cmd_valid_i,
    output wire                               cmd_ready_o,
    input  wire [                        1:0] cmd_op_i,
    input  wire                               cmd_player_i,
    input  wire                               cmd_pass_i,
    input  wire [           `ORIENT_BITS-1:0] cmd_orient_i,
    input  wire [                        3:0] cmd_row_i,
    input  wire [                        3:0] cmd_col_i,
    input  wire [                       31:0] leaves_i,
    input  wire [                       31:0] seed_i,
    input  wire                               stop_i,
    output wire                               rsp_valid_o,
    output wire                               rsp_ok_o,
    output wire                               rsp_pass_o,
    output wire [           `ORIENT_BITS-1:0] rsp_orient_o,
    output wire [                        3:0] rsp_row_o,
    output wire [                        3:0] rsp_col_o,
    output wire [             VISIT_BITS-1:0] rsp_visits_o,
    output wire [       `TREE_VALUE_BITS-1:0] rsp_mean_o,
    output wire [                       31:0] rsp_leaves_o,
    input  wire                               look_i,
    input  wire [$clog2(PLACES*CHILDREN)-1:0] look_child_i,
    input  wire [           $clog2(BLOCKS):0] look_block_i,
    output wire [             VISIT_BITS-1:0] look_visits_o,
    output wire [       `TREE_VALUE_BITS-1:0] look_mean_o,
    output wire [             VISIT_BITS-1:0] look_rest_o,
    output wire [        `PLACEMENT_BITS-1:0] look_move_o,
    output wire [       `TREE_PRIOR_BITS-1:0] look_prior_o,
    output wire [           $clog2(BLOCKS):0] look_link_o,
    output wire [     $clog2(CHILDREN+1)-1:0] look_count_o,
    output wire [$clog2(PLACES*CHILDREN)-1:0] look_base_o,
    output wire            [$clog2(BLOCKS):0] look_root_o,
    input  wire                               fault_i,
    output wire                               tested_o,
    output wire [15:0]                        wrong_o,
    output wire                               broken_o,
    output wire [63:0]                        rule_o,
    output wire [31:0]                        cycle_o,
    output wire [1:0]                         bank_o
);

  wire req_valid, req_ready, req_write, wnext, rvalid, usable;
  wire [23:0] req_addr;
  wire [9:0] req_words;
  wire [9:0] req_more;
  wire [8:0] wcolumn;
  wire [15:0] wdata, rdata;

  tree_core #(
      .VISIT_BITS   (VISIT_BITS),
      .BLOCKS       (BLOCKS),
      .PLACES       (PLACES),
      .CHILDREN     (CHILDREN),
      .FLIGHTS      (FLIGHTS),
      .EXPAND_VISITS(EXPAND_VISITS),
      .LANES        (LANES),
      .LOG2_PLAYOUTS(LOG2_PLAYOUTS)
  ) u_core (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .cmd_valid_i  (cmd_valid_i),
      .cmd_ready_o  (cmd_ready_o),
      .cmd_op_i     (cmd_op_i),
      .cmd_player_i (cmd_player_i),
      .cmd_pass_i   (cmd_pass_i),
      .cmd_orient_i (cmd_orient_i),
      .cmd_row_i    (cmd_row_i),
      .cmd_col_i    (cmd_col_i),
      .leaves_i     (leaves_i),
      .seed_i       (seed_i),
      .stop_i       (stop_i),
      .rsp_valid_o  (rsp_valid_o),
      .rsp_ok_o     (rsp_ok_o),
      .rsp_pass_o   (rsp_pass_o),
      .rsp_orient_o (rsp_orient_o),
      .rsp_row_o    (rsp_row_o),
      .rsp_col_o    (rsp_col_o),
      .rsp_visits_o (rsp_visits_o),
      .rsp_mean_o   (rsp_mean_o),
      .rsp_leaves_o (rsp_leaves_o),
      .memory_i     (usable),
      .req_valid_o  (req_valid),
      .req_ready_i  (req_ready),
      .req_write_o  (req_write),
      .req_addr_o   (req_addr),
      .req_words_o  (req_words),
      .req_more_o   (req_more),
      .wnext_i      (wnext),
      .wcolumn_o    (wcolumn),
      .wdata_o      (wdata),
      .rvalid_i     (rvalid),
      .rdata_i      (rdata),
      .look_i       (look_i),
      .look_child_i (look_child_i),
      .look_block_i (look_block_i),
      .look_visits_o(look_visits_o),
      .look_mean_o  (look_mean_o),
      .look_rest_o  (look_rest_o),
      .look_move_o  (look_move_o),
      .look_prior_o (look_prior_o),
      .look_link_o  (look_link_o),
      .look_count_o (look_count_o),
      .look_base_o  (look_base_o),
      .look_root_o  (look_root_o)
  );

  tree_sdram u_memory (
      .clk_i      (clk_i),
      .rst_i      (rst_i),
      .req_valid_i(req_valid),
      .req_ready_o(req_ready),
      .req_write_i(req_write),
      .req_addr_i (req_addr),
      .req_words_i(req_words),
      .req_more_i (req_more),
      .wnext_o    (wnext),
      .wcolumn_i  (wcolumn),
      .wdata_i    (wdata),
      .rvalid_o   (rvalid),
      .rdata_o    (rdata),
      .fault_i    (fault_i),
      .usable_o   (usable),
      .tested_o   (tested_o),
      .wrong_o    (wrong_o),
      .broken_o   (broken_o),
      .rule_o     (rule_o),
      .cycle_o    (cycle_o),
      .bank_o     (bank_o)
  );

endmodule

`default_nettype wire
