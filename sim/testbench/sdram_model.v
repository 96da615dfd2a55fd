// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// sdram_model -- an SDRAM for simulation, which checks every command.
//
// Purpose:   Stores words, and checks that every command exists, comes in time, and is
//            allowed in the state of the banks. For the first broken rule it prints a
//            line, and its ports say the same:
//
//              power_up  a command before the time after power-up
//              init      use before all banks are precharged, WARM_UPS refreshes, and a mode
//              command   no such command, or a command that the model lacks: burst stop, or
//                        with automatic precharge
//              mode      another mode than bursts of one word, CAS latency 2 or 3
//              tCK       a clock too fast for the CAS latency
//              tMRD tRFC tRP tRCD tRAS tRC tRRD tWR   too early, see twin.SDRAMTimings
//              tRASmax   a row is open for too long
//              row       READ or WRITE without an open row; ACTIVE, REFRESH or MODE with one
//              tREF      a row has not been refreshed for too long
//              tREFI     refreshes are behind by more than LATE of their mean intervals
//              DQ        both drive the data, or nobody at a WRITE
//              DQM       READ or WRITE with a byte masked, which the model lacks
//              CKE       the clock is disabled
//
// Interface: sdram_*    the pins, each read at the clock's rising edge
//            power_i    without it the memory forgets that it was ever made ready
//            drive_o    the model drives sdram_dq_o
//            period_i   of the clock, and all t_*_i: in ps
//            broken_o   a rule is broken: rule_o, its name in ASCII, cycle_o, the number of clock edges
//                       since power-up, and bank_o
// Latency:   the memory's own: CAS cycles from READ to the edge that may read the word.
// Reset:     power_i; the words survive.
// Model:     the data sheets that twin.SDRAMParts names
`default_nettype none

module sdram_model #(
    parameter WARM_UPS = 8,
    parameter LATE = 8
) (
    input  wire        clk_i,
    input  wire        power_i,
    input  wire        sdram_cke_i,
    input  wire        sdram_cs_n_i,
    input  wire        sdram_ras_n_i,
    input  wire        sdram_cas_n_i,
    input  wire        sdram_we_n_i,
    input  wire [ 1:0] sdram_ba_i,
    input  wire [12:0] sdram_a_i,
    input  wire [ 1:0] sdram_dqm_i,
    input  wire [15:0] sdram_dq_i,
    input  wire        sdram_dq_oe_i,
    output wire [15:0] sdram_dq_o,
    output wire        drive_o,
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

  localparam ROWS = 8192;

  reg [15:0] words[0:(1<<24)-1];
  reg [63:0] refreshed[0:ROWS-1];  // when; valid from the first round on

  // Time since power-up and times of the latest events, in ps at their edges. NEVER is long ago.
  reg [63:0] now;
  reg [31:0] cycle;
  reg [63:0] active_at[0:3];
  reg [63:0] precharge_at[0:3];
  reg [63:0] write_at[0:3];
  reg [63:0] last_active, last_refresh, last_mode;
  reg [1:0] last_bank;
  reg [3:0] had_active, had_precharge, had_write;  // by bank: it has happened
  reg had_any_active, had_refresh, had_mode;

  reg [3:0] open;
  reg [12:0] row[0:3];
  reg cleared;  // all banks have been precharged
  reg [31:0] refreshes;
  reg [12:0] refresh_row;
  reg [63:0] first_refresh;
  reg [2:0] latency;

  reg broken;
  reg [63:0] rule;
  reg [31:0] broken_cycle;
  reg [1:0] broken_bank;
  assign broken_o = broken;
  assign rule_o = rule;
  assign cycle_o = broken_cycle;
  assign bank_o = broken_bank;

  // Words read, on their way to the pins.
  reg [15:0] word1, word2, word3;
  reg drive1, drive2, drive3;
  assign drive_o = latency == 3'd3 ? drive3 : drive2;
  assign sdram_dq_o = latency == 3'd3 ? word3 : word2;

  task fail;
    input [63:0] name;
    input [1:0] bank;
    if (!broken) begin
      broken = 1'b1;
      rule = name;
      broken_cycle = cycle;
      broken_bank = bank;
      $display("sdram: cycle %0d, bank %0d: %0s", cycle, bank, name);
    end
  endtask

  // early fails if less than a time has passed since something happened, if it has.
  task early;
    input [63:0] name;
    input [1:0] bank;
    input had;
    input [63:0] at;
    input [63:0] least;
    if (had && now - at < least) fail(name, bank);
  endtask

  // quiet checks what goes before any command.
  task quiet;
    begin
      if (now < {32'd0, t_power_up_i}) fail("power_up", sdram_ba_i);
      early("tMRD", sdram_ba_i, had_mode, last_mode, {32'd0, t_mrd_i});
      early("tRFC", sdram_ba_i, had_refresh, last_refresh, {32'd0, t_rfc_i});
    end
  endtask

  // resting checks that a bank is precharged, and has been for long enough.
  task resting;
    input [1:0] bank;
    begin
      if (open[bank]) fail("row", bank);
      early("tRP", bank, had_precharge[bank], precharge_at[bank], {32'd0, t_rp_i});
      early("tRC", bank, had_active[bank], active_at[bank], {32'd0, t_rc_i});
    end
  endtask

  task precharge;
    input [1:0] bank;
    begin
      if (open[bank]) begin
        early("tRAS", bank, had_active[bank], active_at[bank], {32'd0, t_ras_i});
        early("tWR", bank, had_write[bank], write_at[bank], {32'd0, t_wr_i});
        precharge_at[bank] = now;
        had_precharge[bank] = 1'b1;
      end else if (!had_precharge[bank]) begin
        precharge_at[bank] = now;
        had_precharge[bank] = 1'b1;
      end
      open[bank] = 1'b0;
    end
  endtask

  wire [23:0] address = {row[sdram_ba_i], sdram_ba_i, sdram_a_i[8:0]};

  task column;
    begin
      quiet;
      if (!had_mode) fail("init", sdram_ba_i);
      if (!open[sdram_ba_i]) fail("row", sdram_ba_i);
      if (sdram_a_i[10]) fail("command", sdram_ba_i);
      if (sdram_dqm_i != 2'd0) fail("DQM", sdram_ba_i);
      early("tRCD", sdram_ba_i, had_active[sdram_ba_i], active_at[sdram_ba_i], {32'd0, t_rcd_i});
      if (period_i < (latency == 3'd2 ? t_ck2_i : t_ck3_i)) fail("tCK", sdram_ba_i);
    end
  endtask

  task power_up;
    begin
      now = 64'd0;
      cycle = 32'd0;
      had_active = 4'd0;
      had_precharge = 4'd0;
      had_write = 4'd0;
      had_any_active = 1'b0;
      had_refresh = 1'b0;
      had_mode = 1'b0;
      open = 4'd0;
      cleared = 1'b0;
      refreshes = 32'd0;
      refresh_row = 13'd0;
      latency = 3'd2;
      drive1 = 1'b0;
      drive2 = 1'b0;
      drive3 = 1'b0;
      broken = 1'b0;
    end
  endtask

  integer b;
  reg [63:0] intervals;

  /* verilator lint_off BLKSEQ */
  // Within an edge, one thing follows another: this is a program, not a circuit.
  always @(posedge clk_i) begin
    if (sdram_dq_oe_i && drive_o) fail("DQ", sdram_ba_i);
    word3  = word2;
    drive3 = drive2;
    word2  = word1;
    drive2 = drive1;
    drive1 = 1'b0;

    if (!sdram_cke_i) fail("CKE", 2'd0);
    if (!sdram_cs_n_i) begin
      case ({sdram_ras_n_i, sdram_cas_n_i, sdram_we_n_i})
        3'b111: ;  // NOP
        3'b011: begin  // ACTIVE
          quiet;
          if (!had_mode) fail("init", sdram_ba_i);
          resting(sdram_ba_i);
          if (last_bank != sdram_ba_i) early("tRRD", sdram_ba_i, had_any_active, last_active, {32'd0, t_rrd_i});
          open[sdram_ba_i] = 1'b1;
          row[sdram_ba_i] = sdram_a_i;
          active_at[sdram_ba_i] = now;
          had_active[sdram_ba_i] = 1'b1;
          had_write[sdram_ba_i] = 1'b0;
          last_active = now;
          last_bank = sdram_ba_i;
          had_any_active = 1'b1;
        end
        3'b101: begin  // READ
          column;
          word1  = words[address];
          drive1 = 1'b1;
        end
        3'b100: begin  // WRITE
          column;
          if (!sdram_dq_oe_i) fail("DQ", sdram_ba_i);
          words[address] = sdram_dq_i;
          write_at[sdram_ba_i] = now;
          had_write[sdram_ba_i] = 1'b1;
        end
        3'b010: begin  // PRECHARGE
          quiet;
          for (b = 0; b < 4; b = b + 1) if (sdram_a_i[10] || sdram_ba_i == b[1:0]) precharge(b[1:0]);
          if (sdram_a_i[10]) cleared = 1'b1;
        end
        3'b001: begin  // REFRESH
          quiet;
          if (!cleared) fail("init", sdram_ba_i);
          for (b = 0; b < 4; b = b + 1) resting(b[1:0]);
          if (refreshes == 32'd0) first_refresh = now;
          refreshed[refresh_row] = now;
          refresh_row = refresh_row + 13'd1;
          refreshes = refreshes + 32'd1;
          last_refresh = now;
          had_refresh = 1'b1;
        end
        3'b000: begin  // MODE
          quiet;
          if (!cleared || refreshes < WARM_UPS) fail("init", sdram_ba_i);
          for (b = 0; b < 4; b = b + 1) resting(b[1:0]);
          if (sdram_ba_i != 2'd0 || sdram_a_i[12:7] != 6'd0 || sdram_a_i[3:0] != 4'd0 ||
              sdram_a_i[6:4] != 3'd2 && sdram_a_i[6:4] != 3'd3) fail("mode", sdram_ba_i);
          latency = sdram_a_i[6:4];
          last_mode = now;
          had_mode = 1'b1;
        end
        default: fail("command", sdram_ba_i);  // burst stop, or unknown
      endcase
    end
    for (b = 0; b < 4; b = b + 1)
    if (open[b] && now - active_at[b] > {32'd0, t_ras_max_i}) fail("tRASmax", b[1:0]);
    if (had_mode) begin
      intervals = (now - first_refresh) * ROWS / t_ref_i;
      if (intervals > {32'd0, refreshes} + LATE) fail("tREFI", 2'd0);
      if (refreshes >= ROWS && now - refreshed[refresh_row] > t_ref_i) fail("tREF", 2'd0);
    end

    now   = now + {32'd0, period_i};
    cycle = cycle + 32'd1;
    if (!power_i) power_up;
  end

  initial power_up;
  /* verilator lint_on BLKSEQ */

endmodule

`default_nettype wire
