// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_chip_bench -- tree_chip with its SDRAM.
//
// Purpose:   The board of tree_chip, for simulation. The model of the SDRAM checks every command;
//            its power is on from the beginning, and no reset affects it.
// Parameter: see tree_chip
// Interface: as tree_chip, without the memory's pins;
//            fault_i, broken_o, rule_o, cycle_o, bank_o  see tree_sdram
//            leaves_o  leaves of the latest search for an answer
//            ahead_o   leaves of the latest search on the rival's time. No pin of the chip shows
//                      the two numbers, and golden needs them to follow the chip.
//            halt_o    the most cycles, since reset, from stop_o to the end of a search on the
//                      rival's time
// Latency:   as tree_chip.
// Reset:     as tree_chip.
// Model:     twin.ContestPlayer behind twin.UART, with search.TreeCore
`default_nettype none
`include "constants.vh"
`include "sdram_part.vh"

module tree_chip_bench #(
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
    parameter PONDER = 0
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        uart_rx_i,
    output wire        uart_tx_o,
    output wire [ 7:0] led_o,
    input  wire        fault_i,
    output wire        broken_o,
    output wire [63:0] rule_o,
    output wire [31:0] cycle_o,
    output wire [ 1:0] bank_o,
    output reg  [31:0] leaves_o,
    output reg  [31:0] ahead_o,
    output reg  [31:0] halt_o
);

  wire cke, cs_n, ras_n, cas_n, we_n, drive, dq_oe;
  wire [1:0] ba, dqm;
  wire [12:0] a;
  wire [15:0] to_memory, from_memory;

  reg faulty;
  always @(posedge clk_i) faulty <= ~rst_i & (faulty | fault_i);
  wire [15:0] dq = (drive ? from_memory : to_memory) & ~{12'd0, faulty, 3'd0};

  tree_chip #(
      .CLK_HZ         (CLK_HZ),
      .BAUD           (BAUD),
      .TEAM           (TEAM),
      .MOVE_MS        (MOVE_MS),
      .HELLO_MS       (HELLO_MS),
      .BYTE_MS        (BYTE_MS),
      .LANES          (LANES),
      .LOG2_PLAYOUTS  (LOG2_PLAYOUTS),
      .BLOCKS         (BLOCKS),
      .PLACES         (PLACES),
      .CHILDREN       (CHILDREN),
      .FLIGHTS        (FLIGHTS),
      .EXPAND_VISITS  (EXPAND_VISITS),
      .VISIT_BITS     (VISIT_BITS),
      .LEAVES         (LEAVES),
      .SEED           (SEED),
      .PONDER         (PONDER),
      .SDRAM_POWER_UP (`SDRAM_PART_WAIT),
      .SDRAM_TEST_BITS(`SDRAM_PART_TEST_BITS)
  ) u_chip (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .uart_rx_i    (uart_rx_i),
      .uart_tx_o    (uart_tx_o),
      .led_o        (led_o),
      .sdram_cke_o  (cke),
      .sdram_cs_n_o (cs_n),
      .sdram_ras_n_o(ras_n),
      .sdram_cas_n_o(cas_n),
      .sdram_we_n_o (we_n),
      .sdram_ba_o   (ba),
      .sdram_a_o    (a),
      .sdram_dqm_o  (dqm),
      .sdram_dq_o   (to_memory),
      .sdram_dq_oe_o(dq_oe),
      .sdram_dq_i   (dq)
  );

  reg search_q;  // the latest command was a search
  reg ahead_q;  // the search is on the rival's time
  reg [31:0] halt_q;  // cycles since stop_o rose, while the core has not answered
  always @(posedge clk_i) begin
    if (u_chip.cmd_valid & u_chip.cmd_ready) begin
      search_q <= u_chip.cmd_op == `CMD_SEARCH;
      ahead_q <= u_chip.cmd_player != led_o[3];
    end
    halt_q <= ~u_chip.stop | u_chip.rsp_valid ? 32'd0 : halt_q + 32'd1;
    if (search_q & ahead_q & u_chip.stop & halt_q > halt_o) halt_o <= halt_q;
    if (search_q & u_chip.rsp_valid & ahead_q) ahead_o <= u_chip.rsp_nodes;
    if (search_q & u_chip.rsp_valid & ~ahead_q) leaves_o <= u_chip.rsp_nodes;
    if (rst_i) halt_o <= 32'd0;
  end

  sdram_model u_model (
      .clk_i        (clk_i),
      .power_i      (1'b1),
      .sdram_cke_i  (cke),
      .sdram_cs_n_i (cs_n),
      .sdram_ras_n_i(ras_n),
      .sdram_cas_n_i(cas_n),
      .sdram_we_n_i (we_n),
      .sdram_ba_i   (ba),
      .sdram_a_i    (a),
      .sdram_dqm_i  (dqm),
      .sdram_dq_i   (dq),
      .sdram_dq_oe_i(dq_oe),
      .sdram_dq_o   (from_memory),
      .drive_o      (drive),
      .period_i     (`SDRAM_PART_PERIOD),
      .t_power_up_i (`SDRAM_PART_POWER_UP),
      .t_rcd_i      (`SDRAM_PART_RCD),
      .t_rp_i       (`SDRAM_PART_RP),
      .t_ras_i      (`SDRAM_PART_RAS),
      .t_ras_max_i  (`SDRAM_PART_RAS_MAX),
      .t_rc_i       (`SDRAM_PART_RC),
      .t_rrd_i      (`SDRAM_PART_RRD),
      .t_rfc_i      (`SDRAM_PART_RFC),
      .t_wr_i       (`SDRAM_PART_WR),
      .t_mrd_i      (`SDRAM_PART_MRD),
      .t_ck2_i      (`SDRAM_PART_CK2),
      .t_ck3_i      (`SDRAM_PART_CK3),
      .t_ref_i      (`SDRAM_PART_REF),
      .broken_o     (broken_o),
      .rule_o       (rule_o),
      .cycle_o      (cycle_o),
      .bank_o       (bank_o)
  );

endmodule

`default_nettype wire
