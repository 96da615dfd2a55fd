// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_chip -- the contest's player with the tree core and an SDRAM for its nodes.
//
// Purpose:   The complete design, except the clock, of a board that plays with the tree core. The
//            SDRAM holds most nodes with children. A test of the SDRAM runs after reset. During the
//            test, and with a broken SDRAM, block RAM limits the number of nodes.
// Parameter: CLK_HZ to BYTE_MS, PONDER  see contest_pins
//            LANES to VISIT_BITS, RAM_REG  of the tree core, see tree_core
//            LEAVES, SEED  leaves of a search at most; the seed of every search
//            SDRAM_*   timings of the memory in cycles, see sdram.vh, and how much of it is
//                      tested, see sdram
// Interface: uart_rx_i, uart_tx_o, led_o  see contest_pins, with one addition:
//            led_o[0]  lit all the time while the SDRAM is not in use
//            sdram_*   the memory's pins, see sdram_control
// Latency:   as contest_player, with the latencies of uart_rx and uart_tx.
// Reset:     synchronous; the line is idle at once, the memory is tested anew.
// Model:     twin.ContestPlayer behind twin.UART, with search.TreeCore
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "sdram.vh"
`include "tree.vh"

module tree_chip #(
    parameter CLK_HZ = 50000000,
    parameter BAUD = 115200,
    parameter TEAM = "TS",
    parameter MOVE_MS = 800,
    parameter HELLO_MS = 5,
    parameter BYTE_MS = 100,
    parameter LANES = 4,
    parameter LOG2_PLAYOUTS = 2,
    parameter BLOCKS = 65536,
    parameter PLACES = 512,
    parameter CHILDREN = 24,
    parameter FLIGHTS = 16,
    parameter EXPAND_VISITS = 4,
    parameter VISIT_BITS = 20,
    parameter LEAVES = (1 << VISIT_BITS) - 1,
    parameter SEED = 1,
    parameter PONDER = 0,
    parameter RAM_REG = 0,
    parameter SDRAM_POWER_UP = `SDRAM_POWER_UP,
    parameter SDRAM_RCD = `SDRAM_RCD,
    parameter SDRAM_RP = `SDRAM_RP,
    parameter SDRAM_RAS = `SDRAM_RAS,
    parameter SDRAM_RFC = `SDRAM_RFC,
    parameter SDRAM_WR = `SDRAM_WR,
    parameter SDRAM_MRD = `SDRAM_MRD,
    parameter SDRAM_REFRESH = `SDRAM_REFRESH,
    parameter SDRAM_CAS = `SDRAM_CAS,
    parameter SDRAM_TEST_BITS = 24
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        uart_rx_i,
    output wire        uart_tx_o,
    output wire [ 7:0] led_o,
    output wire        sdram_cke_o,
    output wire        sdram_cs_n_o,
    output wire        sdram_ras_n_o,
    output wire        sdram_cas_n_o,
    output wire        sdram_we_n_o,
    output wire [ 1:0] sdram_ba_o,
    output wire [12:0] sdram_a_o,
    output wire [ 1:0] sdram_dqm_o,
    output wire [15:0] sdram_dq_o,
    output wire        sdram_dq_oe_o,
    input  wire [15:0] sdram_dq_i
);

  wire cmd_valid, cmd_ready, cmd_player, cmd_pass, stop;
  wire [1:0] cmd_op;
  wire [`ORIENT_BITS-1:0] cmd_orient;
  wire [3:0] cmd_row, cmd_col;
  wire [2:0] cmd_depth;
  wire rsp_valid, rsp_ok, rsp_pass;
  wire [`ORIENT_BITS-1:0] rsp_orient;
  wire [3:0] rsp_row, rsp_col;
  wire [31:0] rsp_nodes;
  wire [7:0] led;
  contest_pins #(
      .CLK_HZ     (CLK_HZ),
      .BAUD       (BAUD),
      .TEAM       (TEAM),
      .MOVE_MS    (MOVE_MS),
      .HELLO_MS   (HELLO_MS),
      .BYTE_MS    (BYTE_MS),
      .DEPTH_PLIES(1),
      .ANYTIME    (1),
      .PONDER     (PONDER)
  ) u_pins (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .uart_rx_i   (uart_rx_i),
      .uart_tx_o   (uart_tx_o),
      .led_o       (led),
      .cmd_valid_o (cmd_valid),
      .cmd_ready_i (cmd_ready),
      .cmd_op_o    (cmd_op),
      .cmd_player_o(cmd_player),
      .cmd_pass_o  (cmd_pass),
      .cmd_orient_o(cmd_orient),
      .cmd_row_o   (cmd_row),
      .cmd_col_o   (cmd_col),
      .cmd_depth_o (cmd_depth),
      .stop_o      (stop),
      .rsp_valid_i (rsp_valid),
      .rsp_ok_i    (rsp_ok),
      .rsp_pass_i  (rsp_pass),
      .rsp_orient_i(rsp_orient),
      .rsp_row_i   (rsp_row),
      .rsp_col_i   (rsp_col),
      .rsp_nodes_i (rsp_nodes)
  );

  // The memory of the tree.
  wire req_valid, req_ready, req_write, wnext, rvalid, tested;
  wire [23:0] req_addr;
  wire [9:0] req_words;
  wire [9:0] req_more;
  wire [8:0] wcolumn;
  wire [15:0] wdata, rdata, wrong;
  reg memory_q;  // the memory can be used
  always @(posedge clk_i) memory_q <= tested & ~|wrong & ~rst_i;
  sdram #(
      .POWER_UP (SDRAM_POWER_UP),
      .RCD      (SDRAM_RCD),
      .RP       (SDRAM_RP),
      .RAS      (SDRAM_RAS),
      .RFC      (SDRAM_RFC),
      .WR       (SDRAM_WR),
      .MRD      (SDRAM_MRD),
      .REFRESH  (SDRAM_REFRESH),
      .CAS      (SDRAM_CAS),
      .TEST_BITS(SDRAM_TEST_BITS)
  ) u_sdram (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .req_valid_i  (req_valid),
      .req_ready_o  (req_ready),
      .req_write_i  (req_write),
      .req_addr_i   (req_addr),
      .req_words_i  (req_words),
      .req_more_i   (req_more),
      .wnext_o      (wnext),
      .wcolumn_i    (wcolumn),
      .wdata_i      (wdata),
      .rvalid_o     (rvalid),
      .rdata_o      (rdata),
      .tested_o     (tested),
      .wrong_o      (wrong),
      .sdram_cke_o  (sdram_cke_o),
      .sdram_cs_n_o (sdram_cs_n_o),
      .sdram_ras_n_o(sdram_ras_n_o),
      .sdram_cas_n_o(sdram_cas_n_o),
      .sdram_we_n_o (sdram_we_n_o),
      .sdram_ba_o   (sdram_ba_o),
      .sdram_a_o    (sdram_a_o),
      .sdram_dqm_o  (sdram_dqm_o),
      .sdram_dq_o   (sdram_dq_o),
      .sdram_dq_oe_o(sdram_dq_oe_o),
      .sdram_dq_i   (sdram_dq_i)
  );

  wire [VISIT_BITS-1:0] visits, look_visits, look_rest;
  wire [`TREE_VALUE_BITS-1:0] mean, look_mean;
  wire [`PLACEMENT_BITS-1:0] look_move;
  wire [`TREE_PRIOR_BITS-1:0] look_prior;
  wire [$clog2(BLOCKS):0] look_link, look_root;
  wire [$clog2(CHILDREN+1)-1:0] look_count;
  wire [$clog2(PLACES*CHILDREN)-1:0] look_base;
  wire unused_core = ^{cmd_depth, visits, mean, look_visits, look_rest, look_mean, look_move, look_prior, look_link, look_count, look_base, look_root};
  localparam [31:0] MOST_LEAVES = LEAVES;
  tree_core #(
      .VISIT_BITS   (VISIT_BITS),
      .BLOCKS       (BLOCKS),
      .PLACES       (PLACES),
      .CHILDREN     (CHILDREN),
      .FLIGHTS      (FLIGHTS),
      .EXPAND_VISITS(EXPAND_VISITS),
      .LANES        (LANES),
      .LOG2_PLAYOUTS(LOG2_PLAYOUTS),
      .RAM_REG      (RAM_REG)
  ) u_tree_core (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .cmd_valid_i  (cmd_valid),
      .cmd_ready_o  (cmd_ready),
      .cmd_op_i     (cmd_op),
      .cmd_player_i (cmd_player),
      .cmd_pass_i   (cmd_pass),
      .cmd_orient_i (cmd_orient),
      .cmd_row_i    (cmd_row),
      .cmd_col_i    (cmd_col),
      .leaves_i     (MOST_LEAVES),
      .seed_i       (SEED),
      .stop_i       (stop),
      .rsp_valid_o  (rsp_valid),
      .rsp_ok_o     (rsp_ok),
      .rsp_pass_o   (rsp_pass),
      .rsp_orient_o (rsp_orient),
      .rsp_row_o    (rsp_row),
      .rsp_col_o    (rsp_col),
      .rsp_visits_o (visits),
      .rsp_mean_o   (mean),
      .rsp_leaves_o (rsp_nodes),
      .memory_i     (memory_q),
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
      .look_i       (1'b0),
      .look_child_i ({$clog2(PLACES * CHILDREN) {1'b0}}),
      .look_block_i ({1'b0, {$clog2(BLOCKS) {1'b0}}}),
      .look_visits_o(look_visits),
      .look_mean_o  (look_mean),
      .look_rest_o  (look_rest),
      .look_move_o  (look_move),
      .look_prior_o (look_prior),
      .look_link_o  (look_link),
      .look_count_o (look_count),
      .look_base_o  (look_base),
      .look_root_o  (look_root)
  );

  // The first lamp stays lit while the memory is under test or broken.
  assign led_o = {led[7:1], led[0] | ~memory_q};

endmodule

`default_nettype wire
