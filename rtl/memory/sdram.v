// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// sdram -- an SDRAM of 32 MB, tested, with a port for words of a row.
//
// Purpose:   Joins sdram_control, which commands the memory, with sdram_test, which has
//            its port to itself until the test is over.
// Parameter: TEST_BITS  2^TEST_BITS words are tested, 9..24: the whole memory takes 0.8 s at 95 MHz
//            the others  see sdram_control
// Interface: req_*, wnext_o, wcolumn_i, wdata_i, rvalid_o, rdata_o  as sdram_control
//            tested_o  the test is over; no request is taken before
//            wrong_o   data lines that the test found wrong: 0 if the memory can be used
//            sdram_*   the memory's pins
// Latency:   as sdram_control, once tested_o is 1.
// Reset:     synchronous; the memory is made ready and tested.
// Model:     twin.SDRAM, which twin.SDRAMTest uses first
`default_nettype none
`include "sdram.vh"

module sdram #(
    parameter POWER_UP = `SDRAM_POWER_UP,
    parameter RCD = `SDRAM_RCD,
    parameter RP = `SDRAM_RP,
    parameter RAS = `SDRAM_RAS,
    parameter RFC = `SDRAM_RFC,
    parameter WR = `SDRAM_WR,
    parameter MRD = `SDRAM_MRD,
    parameter REFRESH = `SDRAM_REFRESH,
    parameter CAS = `SDRAM_CAS,
    parameter TEST_BITS = 24
) (
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
    output wire        tested_o,
    output wire [15:0] wrong_o,
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

  wire ready, wnext, rvalid;

  wire test_valid, test_write;
  wire [23:0] test_addr;
  wire [ 9:0] test_words;
  wire [ 8:0] test_column;
  wire [15:0] test_data;
  sdram_test #(
      .TEST_BITS(TEST_BITS)
  ) u_test (
      .clk_i      (clk_i),
      .rst_i      (rst_i),
      .req_valid_o(test_valid),
      .req_ready_i(ready),
      .req_write_o(test_write),
      .req_addr_o (test_addr),
      .req_words_o(test_words),
      .wnext_i    (wnext),
      .wcolumn_o  (test_column),
      .wdata_o    (test_data),
      .rvalid_i   (rvalid),
      .rdata_i    (rdata_o),
      .done_o     (tested_o),
      .wrong_o    (wrong_o)
  );

  assign req_ready_o = ready & tested_o;
  assign wnext_o = wnext & tested_o;
  assign rvalid_o = rvalid & tested_o;

  sdram_control #(
      .POWER_UP(POWER_UP),
      .RCD     (RCD),
      .RP      (RP),
      .RAS     (RAS),
      .RFC     (RFC),
      .WR      (WR),
      .MRD     (MRD),
      .REFRESH (REFRESH),
      .CAS     (CAS)
  ) u_control (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .req_valid_i  (tested_o ? req_valid_i : test_valid),
      .req_ready_o  (ready),
      .req_write_i  (tested_o ? req_write_i : test_write),
      .req_addr_i   (tested_o ? req_addr_i : test_addr),
      .req_words_i  (tested_o ? req_words_i : test_words),
      .req_more_i   (req_more_i),
      .wnext_o      (wnext),
      .wcolumn_i    (tested_o ? wcolumn_i : test_column),
      .wdata_i      (tested_o ? wdata_i : test_data),
      .rvalid_o     (rvalid),
      .rdata_o      (rdata_o),
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

endmodule

`default_nettype wire
