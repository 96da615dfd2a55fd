// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_sdram -- the SDRAM of a tree, as the benches of the tree core's modules use it.
//
// Purpose:   The controller, and the model of the slowest part that the controller supports, at the
//            ULX3S's clock. The memory has power from the beginning, and no reset affects it.
// Interface: req_*, w*_o, wdata_i, r*_o  see sdram
//            fault_i   from now on a line of the memory's data is broken, until rst_i
//            usable_o  the test of the memory is over and found the memory sound
//            tested_o, wrong_o  see sdram
//            broken_o, rule_o, cycle_o, bank_o  see sdram_model
// Latency:   as sdram; 1 cycle from tested_o to usable_o.
// Reset:     as sdram.
// Model:     twin.SDRAM
`default_nettype none
`include "sdram_part.vh"

module tree_sdram (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        req_valid_i,
    output wire        req_ready_o,
    input  wire        req_write_i,
    input  wire [23:0] req_addr_i,
    input  wire [ 9:0] req_words_i,
    input  wire [ 9:0] req_more_i,
    output wire        wnext_o,
    input  wire [ 8:0] wcolumn_i,
    input  wire [15:0] wdata_i,
    output wire        rvalid_o,
    output wire [15:0] rdata_o,
    input  wire        fault_i,
    output wire        usable_o,
    output wire        tested_o,
    output wire [15:0] wrong_o,
    output wire        broken_o,
    output wire [63:0] rule_o,
    output wire [31:0] cycle_o,
    output wire [ 1:0] bank_o
);

  reg usable_q;
  always @(posedge clk_i) usable_q <= tested_o & ~|wrong_o;
  assign usable_o = usable_q;

  reg faulty;
  always @(posedge clk_i) faulty <= ~rst_i & (faulty | fault_i);

  sdram_bench #(
      .POWER_UP (`SDRAM_PART_WAIT),
      .TEST_BITS(`SDRAM_PART_TEST_BITS)
  ) u_memory (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .req_valid_i (req_valid_i),
      .req_ready_o (req_ready_o),
      .req_write_i (req_write_i),
      .req_addr_i  (req_addr_i),
      .req_words_i (req_words_i),
      .req_more_i  (req_more_i),
      .wnext_o     (wnext_o),
      .wcolumn_i   (wcolumn_i),
      .wdata_i     (wdata_i),
      .rvalid_o    (rvalid_o),
      .rdata_o     (rdata_o),
      .tested_o    (tested_o),
      .wrong_o     (wrong_o),
      .power_i     (1'b1),
      .a_low_i     (15'd0),
      .a_high_i    (15'd0),
      .a_join_i    (15'd0),
      .d_low_i     ({12'd0, faulty, 3'd0}),
      .d_high_i    (16'd0),
      .d_join_i    (16'd0),
      .period_i    (`SDRAM_PART_PERIOD),
      .t_power_up_i(`SDRAM_PART_POWER_UP),
      .t_rcd_i     (`SDRAM_PART_RCD),
      .t_rp_i      (`SDRAM_PART_RP),
      .t_ras_i     (`SDRAM_PART_RAS),
      .t_ras_max_i (`SDRAM_PART_RAS_MAX),
      .t_rc_i      (`SDRAM_PART_RC),
      .t_rrd_i     (`SDRAM_PART_RRD),
      .t_rfc_i     (`SDRAM_PART_RFC),
      .t_wr_i      (`SDRAM_PART_WR),
      .t_mrd_i     (`SDRAM_PART_MRD),
      .t_ck2_i     (`SDRAM_PART_CK2),
      .t_ck3_i     (`SDRAM_PART_CK3),
      .t_ref_i     (`SDRAM_PART_REF),
      .broken_o    (broken_o),
      .rule_o      (rule_o),
      .cycle_o     (cycle_o),
      .bank_o      (bank_o)
  );

endmodule

`default_nettype wire
