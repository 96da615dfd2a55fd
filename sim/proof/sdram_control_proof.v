// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// sdram_control_proof -- the rules of an SDRAM's data sheet, for what sdram_control does at the pins
//
// The rules are counted from the commands at the pins alone. Wires with the names of the unit's
// registers serve only the invariants, which induction needs.
`default_nettype none
`include "sdram.vh"

module sdram_control_proof #(
    parameter POWER_UP = `SDRAM_POWER_UP,
    parameter RFC = `SDRAM_RFC
) (
    input wire        clk_i,
    input wire        rst_i,
    input wire        req_valid_i,
    input wire        req_write_i,
    input wire [23:0] req_addr_i,
    input wire [ 9:0] req_words_i,
    input wire [ 9:0] req_more_i,
    input wire [ 8:0] wcolumn_i,
    input wire [15:0] wdata_i,
    input wire [15:0] sdram_dq_i
);

  localparam RCD = `SDRAM_RCD, RP = `SDRAM_RP, RAS = `SDRAM_RAS, WR = `SDRAM_WR;
  localparam MRD = `SDRAM_MRD, REFRESH = `SDRAM_REFRESH, CAS = `SDRAM_CAS;
  // The most cycles between a row's ACTIVE, or a refresh, and the rest that follows.
  localparam LONGEST = RCD + 512 + WR + RAS + RP + RFC;

  wire ready, wnext, rvalid, oe;
  wire [15:0] rdata, dq;
  wire [3:0] command;
  wire [ 1:0] ba;
  wire [12:0] a;
  sdram_control #(
      .POWER_UP(POWER_UP),
      .RFC     (RFC)
  ) u_dut (
      .clk_i        (clk_i),
      .rst_i        (rst_i),
      .req_valid_i  (req_valid_i),
      .req_ready_o  (ready),
      .req_write_i  (req_write_i),
      .req_addr_i   (req_addr_i),
      .req_words_i  (req_words_i),
      .req_more_i   (req_more_i),
      .wnext_o      (wnext),
      .wcolumn_i    (wcolumn_i),
      .wdata_i      (wdata_i),
      .rvalid_o     (rvalid),
      .rdata_o      (rdata),
      .sdram_cke_o  (),
      .sdram_cs_n_o (command[3]),
      .sdram_ras_n_o(command[2]),
      .sdram_cas_n_o(command[1]),
      .sdram_we_n_o (command[0]),
      .sdram_ba_o   (ba),
      .sdram_a_o    (a),
      .sdram_dqm_o  (),
      .sdram_dq_o   (dq),
      .sdram_dq_oe_o(oe),
      .sdram_dq_i   (sdram_dq_i)
  );

  wire mode = command == 4'b0000;
  wire refresh = command == 4'b0001;
  wire precharge = command == 4'b0010;
  wire active = command == 4'b0011;
  wire write = command == 4'b0100;
  wire read = command == 4'b0101;
  wire none = command == 4'b0111 | command[3];

  reg started = 1'b0;
  always @* if (~started) assume (rst_i);
  always @* if (req_valid_i) assume (req_words_i >= 1 && req_words_i <= 512);

  // Cycles since the last command of each kind.
  reg [4:0] since_mode, since_refresh, since_precharge, since_write, since_read;
  reg [9:0] since_active;
  reg [15:0] since_reset;
  reg open, cleared, set;
  reg [1:0] bank;
  reg [3:0] warm;
  // The request that the memory has taken last.
  reg [23:0] addr;
  reg [9:0] words, done;
  reg writes;
  always @(posedge clk_i) begin
    since_mode      <= mode ? 5'd1 : since_mode + (since_mode != 5'd31);
    since_refresh   <= refresh ? 5'd1 : since_refresh + (since_refresh != 5'd31);
    since_precharge <= precharge ? 5'd1 : since_precharge + (since_precharge != 5'd31);
    since_write     <= write ? 5'd1 : since_write + (since_write != 5'd31);
    since_read      <= read ? 5'd1 : since_read + (since_read != 5'd31);
    since_active    <= active ? 10'd1 : since_active + (since_active != 10'd1023);
    since_reset     <= since_reset + (since_reset != 16'hffff);
    if (active) begin
      open <= 1'b1;
      bank <= ba;
    end
    if (precharge) begin
      open <= 1'b0;
      cleared <= 1'b1;
    end
    if (refresh & ~warm[3]) warm <= warm + 4'd1;
    if (mode) set <= 1'b1;
    if (ready & req_valid_i) begin
      addr <= req_addr_i;
      words <= req_words_i;
      writes <= req_write_i;
    end else words <= words + req_more_i;
    done <= active ? 10'd0 : done + (read | write);
    if (rst_i) begin
      since_mode <= 5'd31;
      since_refresh <= 5'd31;
      since_precharge <= 5'd31;
      since_write <= 5'd31;
      since_read <= 5'd31;
      since_active <= 10'd1023;
      since_reset <= 16'd0;
      open <= 1'b0;
      cleared <= 1'b0;
      set <= 1'b0;
      warm <= 4'd0;
    end
  end

  always @(posedge clk_i) started <= 1'b1;

  // The rules.
  always @* if (started) begin
    assert (none | mode | refresh | precharge | active | write | read);
    if (since_reset < POWER_UP) assert (none);
    if (since_mode < MRD) assert (none);
    if (since_refresh < RFC) assert (none);
    if (active | refresh | mode) assert (since_precharge >= RP);
    if (active) assert (set & ~open & since_active >= RAS + RP);
    if (read | write) assert (open & ba == bank & ~a[10] & since_active >= RCD);
    if (precharge & open) assert (since_active >= RAS & since_write >= WR & (a[10] | ba == bank));
    if (precharge & ~cleared) assert (a[10]);
    if (refresh | mode) assert (~open & cleared);
    if (mode) assert (warm == 4'd8 & ba == 2'd0 & a == {6'd0, CAS[2:0], 4'd0});
    assert (oe == write);
    if (oe) assert (since_read > CAS + 1);
    if (open) assert (since_active <= LONGEST);

    // Each request is done, word by word.
    if (active) assert ({a, ba} == addr[23:9]);
    if (read) assert (a[8:0] == addr[8:0] + done[8:0]);
    if (read | write) assert (done < words & write == writes);
    if (precharge & set) assert (done == words);
  end

  // Data goes through unchanged.
  reg [15:0] wdata_q, in_q;
  reg [ 8:0] wcolumn_q;
  reg [CAS:0] reads;
  always @(posedge clk_i) begin
    reads   <= rst_i ? 0 : {reads[CAS-1:0], read};
    wdata_q <= wdata_i;
    wcolumn_q <= wcolumn_i;
    in_q <= sdram_dq_i;
  end
  always @* if (started) begin
    if (write) assert (dq == wdata_q & a[8:0] == wcolumn_q);
    assert (rvalid == reads[CAS]);
    if (rvalid) assert (rdata == in_q);
  end

  // A refresh is due every REFRESH cycles, and comes at most LONGEST late: none is ever left out.
  reg [9:0] due_in;  // cycles to the next refresh that is due
  reg [2:0] debt;  // refreshes that are due
  wire [9:0] late = REFRESH - 1 - due_in;
  always @(posedge clk_i) begin
    due_in <= ~set & ~mode | due_in == 0 ? REFRESH - 1 : due_in - 10'd1;
    debt   <= debt + (due_in == 0 & set) - (refresh & set);
    if (rst_i) begin
      due_in <= REFRESH - 1;
      debt   <= 3'd0;
    end
  end
  always @* if (started) assert (debt == 3'd0 | debt == 3'd1 & set & late <= LONGEST);
  always @* if (started & ~set) assert (late == 0);

  // Invariants: how the registers of the unit belong to what has been at the pins.
  (* hierconn *) wire [2:0] \u_dut.state_q ;
  (* hierconn *) wire [$clog2(POWER_UP)-1:0] \u_dut.wait_q ;
  (* hierconn *) wire [3:0] \u_dut.open_q ;
  (* hierconn *) wire [2:0] \u_dut.warm_q ;
  (* hierconn *) wire [2:0] \u_dut.owed_q ;
  (* hierconn *) wire [9:0] \u_dut.timer_q ;
  (* hierconn *) wire [9:0] \u_dut.left_q ;
  (* hierconn *) wire [8:0] \u_dut.column_q ;
  (* hierconn *) wire [1:0] \u_dut.bank_q ;
  (* hierconn *) wire \u_dut.write_q ;
  (* hierconn *) wire \u_dut.up_q ;
  localparam [2:0] CLEAR = 3'd0, WARM = 3'd1, MODE = 3'd2, IDLE = 3'd3, COLUMN = 3'd4, SHUT = 3'd5;
  wire [2:0] state = \u_dut.state_q ;
  wire [9:0] left = \u_dut.left_q ;
  wire [3:0] opens = \u_dut.open_q ;
  wire [15:0] waits = \u_dut.wait_q ;
  wire row = state == COLUMN | state == SHUT;
  // A read becomes longer only with a command to come after this cycle.
  always @* if (req_more_i != 0) assume (state == COLUMN & ~writes & (left > 1 | waits != 0) & req_more_i <= 10'd512 - words);
  // The same with the command of this cycle.
  wire [15:0] from_active = active ? 16'd0 : since_active;
  wire [15:0] from_precharge = precharge ? 16'd0 : since_precharge;
  wire [15:0] from_refresh = refresh ? 16'd0 : since_refresh;
  wire [15:0] from_mode = mode ? 16'd0 : since_mode;
  wire [15:0] from_write = write ? 16'd0 : since_write;
  wire [9:0] with_done = active ? 10'd0 : done + (read | write);
  wire [3:0] with_warm = warm + (refresh & ~set);
  always @* if (started) begin
    assert (state <= SHUT);
    assert (((open | active) & ~precharge) == row);
    assert ((cleared | precharge) == (state != CLEAR));
    assert ((set | mode) == (state >= IDLE));
    assert (\u_dut.up_q == (set | mode));
    assert (due_in == \u_dut.timer_q );
    assert (\u_dut.owed_q == debt - (refresh & set));
    if (state == CLEAR) assert (since_reset + waits == POWER_UP - 1);
    else assert (since_reset >= POWER_UP);
    if (state == CLEAR) assert (with_warm == 0 & \u_dut.warm_q == 3'd7);
    if (state == WARM) assert (with_warm + \u_dut.warm_q == 4'd7);
    if (state >= MODE) assert (warm + (refresh & ~set & ~warm[3]) == 4'd8);
    assert (from_precharge + waits >= RP - 1);
    assert (from_refresh + waits >= RFC - 1);
    assert (from_mode + waits >= MRD - 1);
    if (state != COLUMN) assert (from_write + waits >= WR - 1);
    if (~row) assert (from_active + waits >= RAS + RP - 1);
    if (row) begin
      assert (opens == 0 ? from_active >= RAS - 1 : from_active + opens == RAS - 1);
      assert (writes == \u_dut.write_q & addr[10:9] == \u_dut.bank_q );
      if (open) assert (bank == addr[10:9]);
    end
    if (state == COLUMN) begin
      assert (from_active + waits == RCD - 1 + with_done & (waits == 0 | with_done == 0));
      assert (with_done + left == words & left >= 1 & words <= 512);
      assert (\u_dut.column_q == addr[8:0] + with_done[8:0]);
      assert (from_active + waits + left <= RCD + 511);
    end
    if (state == SHUT) begin
      assert (with_done == words & waits < WR);
      assert (from_active + (waits > opens ? waits : opens) <= RCD + WR + RAS + 511);
    end
    if (state == IDLE) assert (waits < RP | waits < RFC | waits < MRD);
    if (\u_dut.owed_q == 3'd1) begin
      if (state == IDLE) assert (late + waits <= LONGEST - 1);
      if (row) assert (late <= from_active);
      if (state == COLUMN) assert (late + waits + left + WR + RAS + RP <= LONGEST - 2);
      if (state == SHUT) assert (late + waits + opens + RP <= LONGEST - 2);
    end
  end

  always @(posedge clk_i) if (started) begin
    cover (read & done == 2);
    cover (write & done == 1);
    cover (precharge & set & writes);
  end

endmodule

`default_nettype wire
