// sdram_tb -- module sdram with a memory, from power-up on: the test, and words written and read back.
//
// Purpose:   Every register begins as X, and so does every word of the memory: a word read that was
//            not written is one, and so is whatever follows from it.
`default_nettype none
`timescale 1ns / 1ns

module sdram_tb #(
    parameter BURSTS = 40,
    parameter PERIOD = 10527,  // ps
    parameter POWER_UP = 1,
    parameter T_POWER_UP = 1,  // ps, and so on
    parameter T_RCD = 1,
    parameter T_RP = 1,
    parameter T_RAS = 1,
    parameter T_RAS_MAX = 1,
    parameter T_RC = 1,
    parameter T_RRD = 1,
    parameter T_RFC = 1,
    parameter T_WR = 1,
    parameter T_MRD = 1,
    parameter T_CK2 = 1,
    parameter T_CK3 = 1,
    parameter T_REF_US = 1  // in microseconds
);

  reg clk, rst, power;
  reg valid, write;
  reg [23:0] addr;
  reg [9:0] count;
  reg [15:0] wdata;
  reg [8:0] wcolumn;
  wire ready, wnext, rvalid, tested, broken;
  wire [15:0] rdata, wrong;
  wire [63:0] t_ref = T_REF_US * 64'd1_000_000;
  sdram_bench #(
      .POWER_UP(POWER_UP)
  ) u_board (
      .clk_i       (clk),
      .rst_i       (rst),
      .req_valid_i (valid),
      .req_ready_o (ready),
      .req_write_i (write),
      .req_addr_i  (addr),
      .req_words_i (count),
      .req_more_i  (10'd0),
      .wnext_o     (wnext),
      .wcolumn_i   (wcolumn),
      .wdata_i     (wdata),
      .rvalid_o    (rvalid),
      .rdata_o     (rdata),
      .tested_o    (tested),
      .wrong_o     (wrong),
      .power_i     (power),
      .a_low_i     (15'd0),
      .a_high_i    (15'd0),
      .a_join_i    (15'd0),
      .d_low_i     (16'd0),
      .d_high_i    (16'd0),
      .d_join_i    (16'd0),
      .period_i    (PERIOD),
      .t_power_up_i(T_POWER_UP),
      .t_rcd_i     (T_RCD),
      .t_rp_i      (T_RP),
      .t_ras_i     (T_RAS),
      .t_ras_max_i (T_RAS_MAX),
      .t_rc_i      (T_RC),
      .t_rrd_i     (T_RRD),
      .t_rfc_i     (T_RFC),
      .t_wr_i      (T_WR),
      .t_mrd_i     (T_MRD),
      .t_ck2_i     (T_CK2),
      .t_ck3_i     (T_CK3),
      .t_ref_i     (t_ref),
      .broken_o    (broken),
      .rule_o      (),
      .cycle_o     (),
      .bank_o      ()
  );

  integer burst, got, differences, n;
  reg [15:0] at;

  // What word n of a burst is.
  function [15:0] word;
    input integer burst;
    input integer n;
    word = burst * 16'd7919 + n * 16'd31;
  endfunction

  task tick;
    begin
      #5 clk = 1'b1;
      #5 clk = 1'b0;
      #1 n = n + 1;
      if (n == 200000) begin
        $display("no end in %0d cycles", n);
        $finish;
      end
    end
  endtask

  // request makes one, and stays until its last word.
  task request;
    input integer number;
    input writes;
    begin
      valid = 1'b1;
      write = writes;
      addr  = number * 24'h015a07;
      count = 1 + number * 13 % 200;
      got   = 0;
      #1;
      while (ready !== 1'b1) tick;
      tick;
      valid = 1'b0;
      addr  = 24'hxxxxxx;
      count = 10'hxxx;
      write = 1'bx;
      while (got < 1 + number * 13 % 200) begin
        wdata   = word(number, got);
        wcolumn = number * 9'h007 + got;
        #1;
        if (wnext === 1'b1 || rvalid === 1'b1) begin
          if (!writes && rdata !== word(number, got)) begin
            differences = differences + 1;
            if (differences <= 5) $display("burst %0d: word %0d is %h, want %h", number, got, rdata, word(number, got));
          end
          got = got + 1;
        end
        tick;
      end
      wdata   = 16'hxxxx;
      wcolumn = 9'hxxx;
    end
  endtask

  initial begin
    n = 0;
    differences = 0;
    clk = 1'b0;
    rst = 1'b1;
    power = 1'b0;
    valid = 1'b0;
    repeat (2) tick;
    rst   = 1'b0;
    power = 1'b1;
    while (tested !== 1'b1) tick;
    for (burst = 0; burst < BURSTS; burst = burst + 1) request(burst, 1'b1);
    for (burst = 0; burst < BURSTS; burst = burst + 1) request(burst, 1'b0);
    if (wrong !== 16'd0) $display("wrong lines: %b", wrong);
    if (broken !== 1'b0) $display("a rule is broken");
    $display("%0d bursts, %0d differences", BURSTS, differences);
    $finish;
  end

endmodule

`default_nettype wire
