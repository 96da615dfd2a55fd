// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// sdram_bench -- module sdram with an SDRAM, and wires between them that can be faulty.
//
// Purpose:   The SDRAM of a board with its controller, for simulation.
// Interface: as sdram and as sdram_model, without the pins. The wires have faults:
//            a_low_i, a_high_i, a_join_i  lines of the address that are stuck at 0, stuck at 1, or
//                        joined so that each is 1 while one of them is
//            d_low_i, d_high_i, d_join_i  the same for lines of the data, in both directions
// Latency:   as sdram.
// Reset:     as sdram; the memory has power_i.
// Model:     twin.SDRAM
`default_nettype none

module sdram_bench #(
    parameter POWER_UP = 19000,
    parameter RCD = 2,
    parameter RP = 2,
    parameter RAS = 5,
    parameter RFC = 7,
    parameter WR = 2,
    parameter MRD = 2,
    parameter REFRESH = 741,
    parameter CAS = 2,
    parameter TEST_BITS = 9
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
    input  wire        power_i,
    input  wire [14:0] a_low_i,
    input  wire [14:0] a_high_i,
    input  wire [14:0] a_join_i,
    input  wire [15:0] d_low_i,
    input  wire [15:0] d_high_i,
    input  wire [15:0] d_join_i,
    input  wire [31:0] period_i,
    input  wire [31:0] t_power_up_i,
    input  wire [31:0] t_rcd_i,
    input  wire [31:0] t_rp_i,
    input  wire [31:0] t_ras_i,
    input  wire [31:0] t_ras_max_i,
    input  wire [31:0] t_rc_i,
    input  wire [31:0] t_rrd_i,
    input  wire [31:0] t_rfc_i,
    input  wire [31:0] t_wr_i,
    input  wire [31:0] t_mrd_i,
    input  wire [31:0] t_ck2_i,
    input  wire [31:0] t_ck3_i,
    input  wire [63:0] t_ref_i,
    output wire        broken_o,
    output wire [63:0] rule_o,
    output wire [31:0] cycle_o,
    output wire [ 1:0] bank_o
);

  wire cke, cs_n, ras_n, cas_n, we_n, dq_oe, drive;
  wire [1:0] ba, dqm;
  wire [12:0] a;
  wire [15:0] to_memory, from_memory;

  // The lines of the bank are the highest lines of the address. Only rows and columns go over
  // faulty lines: faults in commands, A10 included, would turn them into other commands.
  wire [14:0] lines = {ba, a};
  wire addressing = ~cs_n & (cas_n ? ~ras_n & we_n : ras_n);
  wire [14:0] joined = |(lines & a_join_i) ? a_join_i : 15'd0;
  wire [14:0] faulty = (lines | joined | a_high_i) & ~a_low_i;
  wire [14:0] at = addressing ? {faulty[14:11], cas_n ? faulty[10] : a[10], faulty[9:0]} : lines;

  wire [15:0] data = drive ? from_memory : to_memory;
  wire [15:0] joined_data = |(data & d_join_i) ? d_join_i : 16'd0;
  wire [15:0] dq = (data | joined_data | d_high_i) & ~d_low_i;

  sdram #(
      .POWER_UP (POWER_UP),
      .RCD      (RCD),
      .RP       (RP),
      .RAS      (RAS),
      .RFC      (RFC),
      .WR       (WR),
      .MRD      (MRD),
      .REFRESH  (REFRESH),
      .CAS      (CAS),
      .TEST_BITS(TEST_BITS)
  ) u_sdram (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .req_valid_i  (req_valid_i),
      .req_ready_o  (req_ready_o),
      .req_write_i  (req_write_i),
      .req_addr_i   (req_addr_i),
      .req_words_i  (req_words_i),
      .req_more_i   (req_more_i),
      .wnext_o      (wnext_o),
      .wcolumn_i    (wcolumn_i),
      .wdata_i      (wdata_i),
      .rvalid_o     (rvalid_o),
      .rdata_o      (rdata_o),
      .tested_o     (tested_o),
      .wrong_o      (wrong_o),
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
      .sdram_dq_i   (drive ? dq : 16'hxxxx)
  );

  sdram_model u_model (
      .clk_i        (clk_i),
      .power_i      (power_i),
      .sdram_cke_i  (cke),
      .sdram_cs_n_i (cs_n),
      .sdram_ras_n_i(ras_n),
      .sdram_cas_n_i(cas_n),
      .sdram_we_n_i (we_n),
      .sdram_ba_i   (at[14:13]),
      .sdram_a_i    (at[12:0]),
      .sdram_dqm_i  (dqm),
      .sdram_dq_i   (dq),
      .sdram_dq_oe_i(dq_oe),
      .sdram_dq_o   (from_memory),
      .drive_o      (drive),
      .period_i     (period_i),
      .t_power_up_i (t_power_up_i),
      .t_rcd_i      (t_rcd_i),
      .t_rp_i       (t_rp_i),
      .t_ras_i      (t_ras_i),
      .t_ras_max_i  (t_ras_max_i),
      .t_rc_i       (t_rc_i),
      .t_rrd_i      (t_rrd_i),
      .t_rfc_i      (t_rfc_i),
      .t_wr_i       (t_wr_i),
      .t_mrd_i      (t_mrd_i),
      .t_ck2_i      (t_ck2_i),
      .t_ck3_i      (t_ck3_i),
      .t_ref_i      (t_ref_i),
      .broken_o     (broken_o),
      .rule_o       (rule_o),
      .cycle_o      (cycle_o),
      .bank_o       (bank_o)
  );

endmodule

`default_nettype wire
