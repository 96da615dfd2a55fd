// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// sdram_control -- commands an SDRAM: words of a row, one a cycle, and refreshes.
//
// Purpose:   Makes the memory ready after reset, opens a row for each request, reads or
//            writes its words, closes it, and refreshes in between:
//
//              CLEAR -> WARM, 8 times -> MODE -> IDLE -+-> COLUMN .. COLUMN -> CLOSE -> IDLE
//                                                 ^    |
//                                                 +----+ refresh
//
//            The bursts of the memory have a length of 1: each word has its own command.
//            A read may therefore begin at any column and have any length, and each word written
//            names its own column.
// Parameter: POWER_UP .. CAS  cycles, see sdram.vh: gen makes them of the memory's timings.
//            At least 2: POWER_UP, WR, MRD. The others are at least 1. Keeping tRAS and tRP
//            also keeps tRC.
// Interface: req_valid_i, req_ready_o  the memory takes a request: req_write_i, and
//              req_addr_i    the first word: row, bank, column. The column matters to reads
//              req_words_i   1..512. A read goes on with the first column after the last
//            req_more_i      so many more words for the read under way, which has at least one
//                            command to come after this cycle; else 0. Not more than 512 in all
//            wnext_o         wdata_i goes to the memory in this cycle, to column wcolumn_i of the
//                            row. The next word and its column must be there in the next cycle
//            rvalid_o        rdata_o is a word of a read request. Nothing can stop it
//            sdram_*         the memory's pins, all from registers. sdram_dq_i goes into a
//                            register. The memory takes a cycle's command at the clock edge that
//                            ends the cycle. sdram_dq_i is read at the same edge: see
//                            docs/tree-core.md
// Latency:   The memory takes the first word of a write RCD cycles after the request. The first
//            word of a read comes RCD + CAS + 2 cycles after the request. The other words follow,
//            one a cycle. With N words the memory takes the next request
//            max(RCD + N, RAS) + RP cycles after a read, max(RCD + N + WR - 1, RAS) + RP after a
//            write. A refresh takes RFC cycles, and goes before requests. twin.SDRAM counts all
//            cycles.
// Reset:     synchronous; the memory is made ready anew, and keeps its words only as
//            long as its rows need no refresh.
// Model:     twin.SDRAM
`default_nettype none
`include "sdram.vh"

module sdram_control #(
    parameter POWER_UP = `SDRAM_POWER_UP,
    parameter RCD = `SDRAM_RCD,
    parameter RP = `SDRAM_RP,
    parameter RAS = `SDRAM_RAS,
    parameter RFC = `SDRAM_RFC,
    parameter WR = `SDRAM_WR,
    parameter MRD = `SDRAM_MRD,
    parameter REFRESH = `SDRAM_REFRESH,
    parameter CAS = `SDRAM_CAS
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

  localparam WAIT = $clog2(POWER_UP);
  localparam TIMER = $clog2(REFRESH);

  // Each state is a command, which comes when nothing is left to wait for.
  localparam [2:0] CLEAR = 3'd0;  // precharges all banks
  localparam [2:0] WARM = 3'd1;  // refreshes that the memory wants before its first use
  localparam [2:0] MODE = 3'd2;
  localparam [2:0] IDLE = 3'd3;  // opens a row, or refreshes
  localparam [2:0] COLUMN = 3'd4;  // reads or writes a word
  localparam [2:0] SHUT = 3'd5;  // closes the row
  reg [2:0] state_q;

  // CS#, RAS#, CAS#, WE#.
  localparam [3:0] INHIBIT = 4'b1111;
  localparam [3:0] NOP = 4'b0111;
  localparam [3:0] DO_ACTIVE = 4'b0011;
  localparam [3:0] DO_READ = 4'b0101;
  localparam [3:0] DO_WRITE = 4'b0100;
  localparam [3:0] DO_PRECHARGE = 4'b0010;
  localparam [3:0] DO_REFRESH = 4'b0001;
  localparam [3:0] DO_MODE = 4'b0000;

  localparam [2:0] LATENCY = CAS[2:0];
  localparam [WAIT-1:0] WAIT_POWER_UP = POWER_UP[WAIT-1:0] - 1'b1;
  localparam [WAIT-1:0] WAIT_RCD = RCD[WAIT-1:0] - 1'b1;
  localparam [WAIT-1:0] WAIT_RP = RP[WAIT-1:0] - 1'b1;
  localparam [WAIT-1:0] WAIT_RFC = RFC[WAIT-1:0] - 1'b1;
  localparam [WAIT-1:0] WAIT_WR = WR[WAIT-1:0] - 1'b1;
  localparam [WAIT-1:0] WAIT_MRD = MRD[WAIT-1:0] - 1'b1;
  localparam [3:0] WAIT_RAS = RAS[3:0] - 1'b1;
  localparam [TIMER-1:0] WAIT_REFRESH = REFRESH[TIMER-1:0] - 1'b1;

  reg [WAIT-1:0] wait_q;  // cycles without a command
  reg [3:0] open_q;  // cycles until the row may be closed
  reg [2:0] warm_q;  // refreshes to come after the next one
  reg up_q;  // the memory is ready
  reg [TIMER-1:0] timer_q;
  reg [2:0] owed_q;  // refreshes that are due
  reg write_q;
  reg [1:0] bank_q;
  reg [8:0] column_q;
  reg [9:0] left_q;  // words to come

  wire now = wait_q == {WAIT{1'b0}};
  wire tick = timer_q == {TIMER{1'b0}};
  wire owed = owed_q != 3'd0;
  wire idle = state_q == IDLE & now;
  wire refresh = idle & owed;
  wire active = idle & ~owed & req_valid_i;
  wire column = state_q == COLUMN & now;
  wire last = left_q == 10'd1;

  assign req_ready_o = idle & ~owed;
  assign wnext_o = column & write_q;

  // The pins.
  reg [3:0] command_q;
  reg [1:0] ba_q;
  reg [12:0] a_q;
  reg [15:0] dq_q;
  reg oe_q;
  initial command_q = INHIBIT;  // already before the first reset
  assign sdram_cke_o = 1'b1;
  assign {sdram_cs_n_o, sdram_ras_n_o, sdram_cas_n_o, sdram_we_n_o} = command_q;
  assign sdram_ba_o = ba_q;
  assign sdram_a_o = a_q;
  assign sdram_dqm_o = {2{~up_q}};
  assign sdram_dq_o = dq_q;
  assign sdram_dq_oe_o = oe_q;

  // A word comes back CAS cycles after the pins have had its command.
  reg [CAS+1:0] reads_q;
  reg [15:0] in_q;
  assign rvalid_o = reads_q[CAS+1];
  assign rdata_o  = in_q;

  always @(posedge clk_i) begin
    if (~now) wait_q <= wait_q - 1'b1;
    if (open_q != 4'd0) open_q <= open_q - 4'd1;
    timer_q <= ~up_q | tick ? WAIT_REFRESH : timer_q - 1'b1;
    if (tick & ~refresh) owed_q <= owed_q + 3'd1;
    if (refresh & ~tick) owed_q <= owed_q - 3'd1;

    command_q <= up_q ? NOP : INHIBIT;
    ba_q <= bank_q;
    a_q <= {4'd0, write_q ? wcolumn_i : column_q};
    dq_q <= wdata_i;
    oe_q <= wnext_o;
    reads_q <= {reads_q[CAS:0], column & ~write_q};
    in_q <= sdram_dq_i;

    case (state_q)
      CLEAR:
      if (now) begin
        command_q <= DO_PRECHARGE;
        a_q <= 13'h400;
        wait_q <= WAIT_RP;
        state_q <= WARM;
      end
      WARM:
      if (now) begin
        command_q <= DO_REFRESH;
        wait_q <= WAIT_RFC;
        warm_q <= warm_q - 3'd1;
        if (warm_q == 3'd0) state_q <= MODE;
      end
      MODE:
      if (now) begin
        command_q <= DO_MODE;
        ba_q <= 2'd0;
        a_q <= {6'd0, LATENCY, 4'd0};  // bursts of one word
        wait_q <= WAIT_MRD;
        up_q <= 1'b1;
        state_q <= IDLE;
      end
      IDLE: begin
        write_q  <= req_write_i;
        bank_q   <= req_addr_i[10:9];
        column_q <= req_addr_i[8:0];
        left_q   <= req_words_i;
        if (refresh) begin
          command_q <= DO_REFRESH;
          wait_q <= WAIT_RFC;
        end
        if (active) begin
          command_q <= DO_ACTIVE;
          ba_q <= req_addr_i[10:9];
          a_q <= req_addr_i[23:11];
          wait_q <= WAIT_RCD;
          open_q <= WAIT_RAS;
          state_q <= COLUMN;
        end
      end
      COLUMN:
      if (~now) left_q <= left_q + req_more_i;
      else begin
        command_q <= write_q ? DO_WRITE : DO_READ;
        column_q <= column_q + 9'd1;
        left_q <= left_q + req_more_i - 10'd1;
        if (last) begin
          if (write_q) wait_q <= WAIT_WR;
          state_q <= SHUT;
        end
      end
      default:  // SHUT
      if (now & open_q == 4'd0) begin
        command_q <= DO_PRECHARGE;
        a_q <= 13'd0;
        wait_q <= WAIT_RP;
        state_q <= IDLE;
      end
    endcase

    if (rst_i) begin
      state_q <= CLEAR;
      wait_q <= WAIT_POWER_UP;
      warm_q <= 3'd7;
      up_q <= 1'b0;
      owed_q <= 3'd0;
      timer_q <= WAIT_REFRESH;
      reads_q <= {(CAS + 2) {1'b0}};
      command_q <= INHIBIT;
      oe_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
