// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_pager_bench -- module tree_pager with memories on both sides.
//
// Purpose:   The pager between block RAM, with places for blocks, and an SDRAM that checks every
//            command. The ports read and write the block RAM, too.
// Interface: block_i, here_o, want_i, known_i, close_i, still_i, new_i, done_o, made_i, made_count_i  see
//                       tree_pager
//            way_i      the way of block_i's place, until the pager turns to the other one
//            place_we_i, place_head_i  write the head at the place of block_i
//            row_we_i, row_slot_i, place_row_i  write the row of a child at that place
//            A child without a visit that comes from the SDRAM has 0 for the bits that do not come.
//            place_changed_i, place_changes_i  with place_we_i: the children at the place that have
//                       changed, and their number
//            head_o, place_row_o  the head and the row at the place, 2 and 4 cycles after block_i and
//                       row_slot_i; only while want_i is 0
//            the others  see sdram_bench
// Latency:   as tree_pager and sdram.
// Reset:     as tree_pager and sdram; the memory has power_i.
// Model:     twin.TreePager
`default_nettype none

module tree_pager_bench #(
    parameter BLOCKS = 64,
    parameter PLACES = 8,
    parameter CHILDREN = 6,
    parameter ROW = 99,
    parameter FRESH = 40,
    parameter HEAD_ROW = 68,
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
    input  wire                          clk_i,
    input  wire                          rst_i,
    input  wire [    $clog2(BLOCKS)-1:0] block_i,
    input  wire                          way_i,
    output wire                          here_o,
    input  wire                          want_i,
    input  wire                          known_i,
    input  wire                          close_i,
    input  wire                          still_i,
    input  wire                          new_i,
    output wire                          done_o,
    input  wire                          made_i,
    input  wire [$clog2(CHILDREN+1)-1:0] made_count_i,
    input  wire                          place_we_i,
    input  wire [          HEAD_ROW-1:0] place_head_i,
    input  wire [          CHILDREN-1:0] place_changed_i,
    input  wire [$clog2(CHILDREN+1)-1:0] place_changes_i,
    output wire [          HEAD_ROW-1:0] head_o,
    input  wire                          row_we_i,
    input  wire [$clog2(CHILDREN+1)-1:0] row_slot_i,
    input  wire [               ROW-1:0] place_row_i,
    output wire [               ROW-1:0] place_row_o,
    output wire                          tested_o,
    output wire [                  15:0] wrong_o,
    input  wire                          power_i,
    input  wire [                  31:0] period_i,
    input  wire [                  31:0] t_power_up_i,
    input  wire [                  31:0] t_rcd_i,
    input  wire [                  31:0] t_rp_i,
    input  wire [                  31:0] t_ras_i,
    input  wire [                  31:0] t_ras_max_i,
    input  wire [                  31:0] t_rc_i,
    input  wire [                  31:0] t_rrd_i,
    input  wire [                  31:0] t_rfc_i,
    input  wire [                  31:0] t_wr_i,
    input  wire [                  31:0] t_mrd_i,
    input  wire [                  31:0] t_ck2_i,
    input  wire [                  31:0] t_ck3_i,
    input  wire [                  63:0] t_ref_i,
    output wire                          broken_o,
    output wire [                  63:0] rule_o,
    output wire [                  31:0] cycle_o,
    output wire [                   1:0] bank_o
);

  localparam PLACE = $clog2(PLACES);
  localparam CHILD = $clog2(PLACES * CHILDREN);
  localparam SLOT = $clog2(CHILDREN + 1);
  localparam [CHILD-1:0] STRIDE = CHILDREN[CHILD-1:0];

  wire head_we, child_we, fresh, req_valid, req_ready, req_write, wnext, rvalid;
  wire turn;
  reg turned_q;
  wire way = way_i ^ turned_q;
  wire [PLACE-1:0] place = {way, block_i[PLACE-2:0]};
  reg latest[0:PLACES/2-1];  // the way that was changed last
  reg old_q;
  always @(posedge clk_i) begin
    turned_q <= ~rst_i & want_i & ~done_o & (turned_q ^ turn);
    old_q <= latest[block_i[PLACE-2:0]] != way;
    if (head_we | place_we_i) latest[block_i[PLACE-2:0]] <= way;
  end
  wire [CHILD-1:0] at = {{(CHILD - PLACE) {1'b0}}, place} * STRIDE + {{(CHILD - SLOT) {1'b0}}, row_slot_i};

  wire [CHILD-1:0] child, read;
  wire [127:0] row;
  wire [23:0] req_addr;
  wire [9:0] req_words;
  wire [9:0] req_more;
  wire [8:0] wcolumn;
  wire [15:0] wdata, rdata;
  wire unused = ^row;

  tree_ram #(
      .WIDTH(HEAD_ROW),
      .WORDS(PLACES)
  ) u_heads (
      .clk_i  (clk_i),
      .we_i   (head_we | place_we_i),
      .waddr_i(place),
      .wdata_i(head_we ? row[HEAD_ROW-1:0] : place_head_i),
      .raddr_i(place),
      .rdata_o(head_o)
  );

  wire [CHILDREN-1:0] changed;
  wire [SLOT-1:0] changes;
  tree_ram #(
      .WIDTH(CHILDREN + SLOT),
      .WORDS(PLACES)
  ) u_changed (
      .clk_i  (clk_i),
      .we_i   (head_we | place_we_i),
      .waddr_i(place),
      .wdata_i(head_we ? {(CHILDREN + SLOT) {1'b0}} : {place_changed_i, place_changes_i}),
      .raddr_i(place),
      .rdata_o({changed, changes})
  );

  reg [CHILD-1:0] child_q;
  always @(posedge clk_i) child_q <= want_i ? read : at;
  tree_banks #(
      .WIDTH(ROW),
      .WORDS(PLACES * CHILDREN),
      .BANK (16)
  ) u_rows (
      .clk_i  (clk_i),
      .we_i   (child_we | row_we_i),
      .waddr_i(child_we ? child : at),
      .wdata_i(child_we ? {fresh ? {(ROW - FRESH) {1'b0}} : row[ROW-1:FRESH], row[FRESH-1:0]} : place_row_i),
      .raddr_i(child_q),
      .rdata_o(place_row_o)
  );

  tree_pager #(
      .BLOCKS  (BLOCKS),
      .PLACES  (PLACES),
      .CHILDREN(CHILDREN),
      .ROW     (ROW),
      .FRESH   (FRESH),
      .HEAD_ROW(HEAD_ROW)
  ) u_pager (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .block_i     (block_i),
      .place_i     (place),
      .old_i       (old_q),
      .here_o      (here_o),
      .want_i      (want_i),
      .known_i     (known_i),
      .close_i     (close_i),
      .still_i     (still_i),
      .new_i       (new_i),
      .turn_o      (turn),
      .done_o      (done_o),
      .made_i      (made_i),
      .made_count_i(made_count_i),
      .head_i      (head_o),
      .changed_i   (changed),
      .changes_i   (changes),
      .row_i       (place_row_o),
      .head_we_o   (head_we),
      .child_we_o  (child_we),
      .fresh_o     (fresh),
      .read_o      (read),
      .child_o     (child),
      .row_o       (row),
      .req_valid_o (req_valid),
      .req_ready_i (req_ready),
      .req_write_o (req_write),
      .req_addr_o  (req_addr),
      .req_words_o (req_words),
      .req_more_o  (req_more),
      .wnext_i     (wnext),
      .wcolumn_o   (wcolumn),
      .wdata_o     (wdata),
      .rvalid_i    (rvalid),
      .rdata_i     (rdata)
  );

  sdram_bench #(
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
  ) u_memory (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .req_valid_i (req_valid),
      .req_ready_o (req_ready),
      .req_write_i (req_write),
      .req_addr_i  (req_addr),
      .req_words_i (req_words),
      .req_more_i  (req_more),
      .wnext_o     (wnext),
      .wcolumn_i   (wcolumn),
      .wdata_i     (wdata),
      .rvalid_o    (rvalid),
      .rdata_o     (rdata),
      .tested_o    (tested_o),
      .wrong_o     (wrong_o),
      .power_i     (power_i),
      .a_low_i     (15'd0),
      .a_high_i    (15'd0),
      .a_join_i    (15'd0),
      .d_low_i     (16'd0),
      .d_high_i    (16'd0),
      .d_join_i    (16'd0),
      .period_i    (period_i),
      .t_power_up_i(t_power_up_i),
      .t_rcd_i     (t_rcd_i),
      .t_rp_i      (t_rp_i),
      .t_ras_i     (t_ras_i),
      .t_ras_max_i (t_ras_max_i),
      .t_rc_i      (t_rc_i),
      .t_rrd_i     (t_rrd_i),
      .t_rfc_i     (t_rfc_i),
      .t_wr_i      (t_wr_i),
      .t_mrd_i     (t_mrd_i),
      .t_ck2_i     (t_ck2_i),
      .t_ck3_i     (t_ck3_i),
      .t_ref_i     (t_ref_i),
      .broken_o    (broken_o),
      .rule_o      (rule_o),
      .cycle_o     (cycle_o),
      .bank_o      (bank_o)
  );

endmodule

`default_nettype wire
