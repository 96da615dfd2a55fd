// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// leaf_playouts -- plays leaves out.
//
// Purpose:   Keeps the rows of the positions, gives the rows of a leaf to the playout lanes, orders
//            2^LOG2_PLAYOUTS playouts with the largest tiles, and adds up their margins by the
//            flight of the leaf, whose number goes along with each playout.
//
//              FETCH -> ROWS -> TURN -> JOBS     two roots in turn: playouts of one leaf are under
//                                       way while the next one is loaded
//
// Parameter: LANES, RAM_REG  see playout_lanes
//            FLIGHTS       leaves under way
//            LOG2_PLAYOUTS 0..6
// Interface: we_i ...      write a row of a position: {slot, player, row} as in board_update
//            leaf_valid_i  play leaf_* out: the position in slot leaf_game_i, where leaf_player_i
//                          is to move, its flight, and the stream of its first playout. These
//                          stay until leaf_done_o
//            leaf_done_o   for one cycle: the slot is no longer needed here
//            weighed_i     the flights whose sums may be shown
//            sum_valid_o   the playouts of the leaf of flight sum_slot_o are done, with sum_o for
//                          the sum of their margins for player 1, until sum_ready_i
// Latency:   the lanes' cycles. From the last result of a leaf, or from its flight's weighed_i,
//            to sum_valid_o 2 cycles, if no other sum is there.
// Reset:     at rest.
// Model:     twin.TreeLeaf
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module leaf_playouts #(
    parameter LANES         = 8,
    parameter RAM_REG       = 0,
    parameter FLIGHTS       = 16,
    parameter LOG2_PLAYOUTS = 3
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire                       we_i,
    input  wire [                7:0] waddr_i,
    input  wire [               15:0] wallowed_i,
    input  wire [               15:0] wcorners_i,
    input  wire                       leaf_valid_i,
    input  wire [                1:0] leaf_game_i,
    input  wire                       leaf_player_i,
    input  wire [$clog2(FLIGHTS)-1:0] leaf_slot_i,
    input  wire [               31:0] leaf_seed_i,
    output wire                       leaf_done_o,
    input  wire [        FLIGHTS-1:0] weighed_i,
    output wire                       sum_valid_o,
    input  wire                       sum_ready_i,
    output wire [$clog2(FLIGHTS)-1:0] sum_slot_o,
    output wire [               13:0] sum_o
);

  localparam F = $clog2(FLIGHTS);
  localparam S = 14;  // bits of a sum
  localparam C = LOG2_PLAYOUTS == 0 ? 1 : LOG2_PLAYOUTS;  // bits of a number of playouts
  localparam [31:0] LAST_JOB = (1 << LOG2_PLAYOUTS) - 1;
  localparam [C-1:0] LAST = LAST_JOB[C-1:0];
  localparam [C-1:0] ONE = 1;

  localparam [2:0] REST = 3'd0;
  localparam [2:0] FETCH = 3'd1;  // fetches the first row
  localparam [2:0] ROWS = 3'd2;  // loads a row
  localparam [2:0] TURN = 3'd3;  // sets the player to move
  localparam [2:0] JOBS = 3'd4;  // orders a playout
  reg [2:0] state_q;
  reg [4:0] row_q;
  reg [4:0] fetch_q;  // row that the block RAM reads
  reg [C-1:0] job_q;
  reg [31:0] seed_q;
  reg root_q;

  // ---- the rows -------------------------------------------------------------------

  wire command_ready, job_ready;
  wire [1:0] waits;
  reg [1:0] waits_q;  // a cycle late: no job is ordered from a root that is about to be loaded
  always @(posedge clk_i) waits_q <= waits;
  wire loaded = state_q == ROWS & command_ready;
  // The lanes get a row out of a register; the block RAM shows the next row. The address comes
  // out of a register, too: a command takes the lanes two cycles at least, so the next row is
  // there in time.
  wire [31:0] ahead;
  reg [31:0] words_q;
  wire [15:0] allowed = words_q[15:0];
  wire [15:0] corners = words_q[31:16];
  always @(posedge clk_i) if (state_q == FETCH | loaded) words_q <= ahead;
  row_ram #(
      .WIDTH(32)
  ) u_rows (
      .clk_i  (clk_i),
      .we_i   (we_i),
      .waddr_i(waddr_i),
      .wdata_i({wcorners_i, wallowed_i}),
      .re_i   (1'b1),
      .raddr_i({1'b0, leaf_game_i, fetch_q}),
      .rdata_o(ahead)
  );

  // ---- the lanes -------------------------------------------------------------------

  reg [`COMMAND_BITS-1:0] command;
  always @* begin
    command = {`COMMAND_BITS{1'b0}};
    command[`COMMAND_LOAD] = state_q == ROWS;
    command[`COMMAND_TURN] = state_q == TURN;
    command[`COMMAND_ROOT] = root_q;
    command[`COMMAND_PLAYER] = state_q == ROWS ? row_q[4] : leaf_player_i;
    command[`COMMAND_ROW] = row_q[3:0];
    command[`COMMAND_ALLOWED] = allowed;
    command[`COMMAND_CORNERS] = corners;
  end
  wire [`JOB_BITS-1:0] job;
  assign job[`JOB_ROOT] = root_q;
  assign job[`JOB_SEED] = seed_q | 32'd1;
  assign job[`JOB_LARGEST] = 1'b1;
  assign job[`JOB_PICK] = 1'b0;
  assign job[`JOB_FIRST_VALID] = 1'b0;
  assign job[`JOB_FIRST] = {{(`INDEX_BITS - F) {1'b0}}, leaf_slot_i};
  wire asks = state_q == JOBS;
  wire asked = asks & job_ready;
  wire last = asked & job_q == LAST;
  assign leaf_done_o = last;

  wire result_valid, result_pick, lanes_idle;
  wire [`RESULT_BITS-1:0] result;
  wire [`INDEX_BITS-1:0] tag = result[`RESULT_FIRST];
  wire [`PICK_BITS-1:0] pick;
  playout_lanes #(
      .LANES   (LANES),
      .RAM_REG (RAM_REG),
      .ROOT_RAM(1)
  ) u_lanes (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .job_valid_i    (asks),
      .job_ready_o    (job_ready),
      .job_i          (job),
      .result_valid_o (result_valid),
      .result_pick_o  (result_pick),
      .result_o       (result),
      .pick_o         (pick),
      .command_valid_i(state_q == ROWS | state_q == TURN),
      .command_ready_o(command_ready),
      .command_i      (command),
      .waits_o        (waits),
      .idle_o         (lanes_idle)
  );
  wire unused = ^{result_pick, result, tag, pick, lanes_idle};

  // ---- the sums -------------------------------------------------------------------

  reg [S-1:0] sums[0:FLIGHTS-1];
  reg [C-1:0] counts[0:FLIGHTS-1];  // results of a flight so far
  reg [FLIGHTS-1:0] fresh_q;  // no result of the flight has come
  reg [FLIGHTS-1:0] done_q;  // all results of the flight have come
  wire [F-1:0] of = tag[F-1:0];
  wire [`MARGIN_BITS-1:0] margin = result[`RESULT_MARGIN];
  wire [S-1:0] sum = (fresh_q[of] ? {S{1'b0}} : sums[of]) + {{(S - `MARGIN_BITS) {margin[`MARGIN_BITS-1]}}, margin};
  wire [C-1:0] count = fresh_q[of] ? {C{1'b0}} : counts[of];

  // The sum at the output.
  reg valid_q;
  reg [F-1:0] slot_q;
  wire [FLIGHTS-1:0] ready = done_q & weighed_i;
  integer i;
  reg [F-1:0] lowest;
  always @* begin
    lowest = {F{1'b0}};
    for (i = FLIGHTS - 1; i >= 0; i = i - 1) if (ready[i]) lowest = i[F-1:0];
  end
  wire shows = ~valid_q & |ready;
  assign sum_valid_o = valid_q;
  assign sum_slot_o = slot_q;
  assign sum_o = sums[slot_q];

  // ---- registers ------------------------------------------------------------------

  always @(posedge clk_i) begin
    case (state_q)
      REST: begin
        row_q <= 5'd0;
        if (leaf_valid_i & ~waits_q[root_q]) state_q <= FETCH;
      end
      FETCH: begin
        fetch_q <= 5'd1;
        state_q <= ROWS;
      end
      ROWS:
      if (loaded) begin
        row_q   <= row_q + 5'd1;
        fetch_q <= fetch_q + 5'd1;
        if (&row_q) state_q <= TURN;
      end
      TURN: begin
        fetch_q <= 5'd0;
        job_q <= {C{1'b0}};
        seed_q <= leaf_seed_i;
        if (command_ready) state_q <= JOBS;
      end
      default: begin
        if (asked) begin
          job_q <= job_q + ONE;
          seed_q <= seed_q + `SEED_STEP;
        end
        if (last) begin
          state_q <= REST;
          root_q <= ~root_q;
        end
      end
    endcase

    if (shows) begin
      valid_q <= 1'b1;
      slot_q <= lowest;
      done_q[lowest] <= 1'b0;
    end
    if (sum_ready_i) valid_q <= 1'b0;
    if (state_q == TURN) fresh_q[leaf_slot_i] <= 1'b1;
    if (result_valid) begin
      sums[of] <= sum;
      counts[of] <= count + ONE;
      fresh_q[of] <= 1'b0;
      if (count == LAST) done_q[of] <= 1'b1;
    end

    if (rst_i) begin
      state_q <= REST;
      fetch_q <= 5'd0;
      root_q <= 1'b0;
      done_q <= {FLIGHTS{1'b0}};
      valid_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
