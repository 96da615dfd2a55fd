// montecarlo_core -- chooses moves by Monte Carlo playouts.
//
// Purpose:   Plays out games from the position after each legal move, and
//            shares the playouts out by sequential halving: every candidate
//            left gets the same number of them, then the better half stays and
//            gets twice as many each.
//
//            A move is known by its number in the lanes' move order. A RAM
//            holds, for every candidate, the sum of its values and the next
//            candidate left. The better half is found by a binary search for
//            its least sum, one bit a walk along the candidates.
// Interface: the same commands as minimax_core's, with
//              CMD_SEARCH  cmd_depth_i is without effect
//              rsp_ok_o    CMD_PLAY: the move was legal and is made
//              rsp_*_o     CMD_SEARCH: the move, the sum of the values of its
//                          rsp_visits_o playouts, and the playouts in all
//            stop_i        ends a search after the playouts under way; it
//                          answers with the best candidate
//            visits_i      playouts of each candidate in the first round
//            seed_i        of the search; both are read with CMD_SEARCH
// Latency:   as the games take; a move of the rival is found among the legal
//            ones, at about 100 cycles each.
// Reset:     synchronous, to the opening position; then 40 cycles or so until
//            cmd_ready_o.
// Model:     search.MonteCarloConfig
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module montecarlo_core #(
    parameter LANES   = 2,
    parameter RAM_REG = 0,
    parameter LARGEST = 1
) (
    input  wire                         clk_i,
    input  wire                         rst_i,
    input  wire                         cmd_valid_i,
    output wire                         cmd_ready_o,
    input  wire      [             1:0] cmd_op_i,
    input  wire                         cmd_player_i,
    input  wire                         cmd_pass_i,
    input  wire      [`ORIENT_BITS-1:0] cmd_orient_i,
    input  wire      [             3:0] cmd_row_i,
    input  wire      [             3:0] cmd_col_i,
    input  wire                         stop_i,
    input  wire      [`VISITS_BITS-1:0] visits_i,
    input  wire      [            31:0] seed_i,
    output wire                         rsp_valid_o,
    output wire                         rsp_ok_o,
    output wire                         rsp_pass_o,
    output wire      [`ORIENT_BITS-1:0] rsp_orient_o,
    output wire      [             3:0] rsp_row_o,
    output wire      [             3:0] rsp_col_o,
    output wire      [   `SUM_BITS-1:0] rsp_sum_o,
    output wire      [            31:0] rsp_visits_o,
    output wire      [            31:0] rsp_playouts_o
);

  localparam C = `CANDIDATE_BITS;
  localparam S = `SUM_BITS;
  localparam V = `VALUE_BITS;
  localparam [`MOVE_BITS-1:0] MAX_CANDIDATES = 1 << C;
  localparam [3:0] LAST_ROW = 4'd15;

  localparam [4:0] LOAD = 5'd0,  // writes the opening position
  LOADED = 5'd1, IDLE = 5'd2, TURN = 5'd3,  // says who is to move
  PICK = 5'd4, PICKED = 5'd5,  // asks for a move by its number
  NAME = 5'd6, NAMED = 5'd8,  // turns it into the form of the commands
  APPLY = 5'd9, APPLIED = 5'd10, CLEAR = 5'd11, CLEARED = 5'd29,  // makes a list of all candidates
  ISSUE = 5'd12, READ = 5'd13, WORD = 5'd7, NEXT = 5'd14,  // one playout of each
  DRAIN = 5'd15, COUNT = 5'd16, COUNTING = 5'd26, COMPARE = 5'd17, COUNTED = 5'd18, BIT = 5'd19,  // the better half's least sum
  KEEP = 5'd20, KEEPING = 5'd27, JUDGE = 5'd21, KEPT = 5'd24, WALKED = 5'd25,  // takes the others out of the list
  ROUND = 5'd22, START = 5'd28,  // the next round
  ANSWER = 5'd23;
  reg [4:0] state_q;

  // ---- the command -------------------------------------------------------
  reg player_q, searching_q, ok_q, none_q, stop_q;
  reg [`ORIENT_BITS-1:0] orient_q;
  reg [3:0] row_q, col_q;
  reg answer_q;  // a command waits for its answer
  reg [4:0] placed1_q, placed2_q;  // tiles that each player has placed
  wire over = placed1_q == `NUM_TILES | placed2_q == `NUM_TILES;

  // ---- lanes ---------------------------------------------------------------
  reg [4:0] load_q;  // player, row; also counts the cycles of NAME
  reg load_done_q;
  wire command_ready, job_ready, lanes_idle;
  wire result_valid, result_pick;
  wire [`RESULT_BITS-1:0] result;
  wire [`PICK_BITS-1:0] pick;
  wire [`PLACEMENT_BITS-1:0] placement = pick[`PICK_PLACEMENT];
  wire result_none = pick[`PICK_NONE];
  wire [`MOVE_BITS-1:0] result_moves = pick[`PICK_MOVES];

`include "first_anchors.vh"
  // The row is in registers: from here it goes far.
  reg load_valid_q;
  reg [15:0] load_allowed_q;
  reg [`BOARD_SIZE-1:0] load_corners_q;
  always @(posedge clk_i) begin
    load_valid_q <= state_q == LOAD & ~load_done_q & ~command_ready;
    load_allowed_q <= load_q[3:0] == LAST_ROW ? 16'h001f : load_q[3:0] < `BOARD_SIZE ? 16'h3fff : 16'hffff;
    load_corners_q <= first_anchors(load_q[4], load_q[3:0]);
  end

  reg [`INDEX_BITS-1:0] index_q;  // of the move looked for
  reg [31:0] seed_q;
  reg [1:0] shift_q;  // from a candidate to its move's number
  reg [C-1:0] current_q;
  wire [`INDEX_BITS-1:0] candidate_index = {{(`INDEX_BITS - C) {1'b0}}, current_q} << shift_q;
  wire [`INDEX_BITS-1:0] asked = searching_q ? candidate_index : index_q;
  wire picking = state_q == PICK;

  wire [`JOB_BITS-1:0] job;
  assign job[`JOB_ROOT] = 1'b0;
  assign job[`JOB_SEED] = {seed_q[31:1], 1'b1};
  assign job[`JOB_LARGEST] = LARGEST != 0;
  assign job[`JOB_PICK] = picking;
  assign job[`JOB_FIRST_VALID] = 1'b1;
  assign job[`JOB_FIRST] = asked;

  // A row of the opening, whose turn it is, or a move.
  wire apply = state_q == APPLY;
  wire turn = state_q == TURN | (state_q == LOAD & load_done_q);
  wire opens = (player_q ? placed2_q : placed1_q) == 5'd0;  // the mover has placed no tile
  reg [`COMMAND_BITS-1:0] command;
  always @* begin
    command[`COMMAND_APPLY] = apply;
    command[`COMMAND_TURN] = turn;
    command[`COMMAND_LOAD] = load_valid_q;
    command[`COMMAND_ROOT] = 1'b0;
    command[`COMMAND_PLACEMENT] = placement;
    if (~apply) command[`COMMAND_ROW] = load_q[3:0];
    command[`COMMAND_PLAYER] = apply ? opens : load_valid_q ? load_q[4] : player_q;
    command[`COMMAND_OVER] = over;
    command[`COMMAND_ALLOWED] = load_allowed_q;
    command[`COMMAND_CORNERS] = {2'b00, load_corners_q};
  end

  playout_lanes #(
      .LANES  (LANES),
      .RAM_REG(RAM_REG)
  ) u_lanes (
      .clk_i             (clk_i),
      .rst_i             (rst_i),
      .job_valid_i       (picking | state_q == ISSUE),
      .job_ready_o       (job_ready),
      .job_i             (job),
      .result_valid_o    (result_valid),
      .result_pick_o     (result_pick),
      .result_o          (result),
      .pick_o            (pick),
      .command_valid_i   (load_valid_q | turn | apply),
      .command_ready_o   (command_ready),
      .command_i         (command),
      .idle_o            (lanes_idle)
  );

  // ---- the move picked, by name ------------------------------------------------
  wire [`ORIENT_BITS-1:0] orient;
  wire [3:0] row, col;
  move_name u_name (
      .clk_i      (clk_i),
      .name_i     (pick[`PICK_NAME]),
      .flip_rows_i(placement[`PLACEMENT_FLIP_ROWS]),
      .flip_cols_i(placement[`PLACEMENT_FLIP_COLS]),
      .row_i      (placement[`PLACEMENT_ROW]),
      .col_i      (placement[`PLACEMENT_COL]),
      .orient_o   (orient),
      .row_o      (row),
      .col_o      (col)
  );
  reg same_q;
  reg beyond_q;  // no move has the number asked for
  reg clear_q;
  always @(posedge clk_i) begin
    beyond_q <= {{(`MOVE_BITS - `INDEX_BITS) {1'b0}}, asked} >= result_moves;
    clear_q <= state_q == CLEAR;
  end
  always @(posedge clk_i) same_q <= orient == orient_q & row == row_q & col == col_q;

  // ---- candidates -----------------------------------------------------------

  // Word of candidate i: the next one left, and the sum of its values.
  (* ram_style = "block", no_rw_check *)
  reg [C+S-1:0] words[0:(1<<C)-1];
  reg [C+S-1:0] read_q;
  reg [C-1:0] read_index_q;
  reg arrived_q;
  reg [V-1:0] clipped_q;  // two's complement, -CLIP_MARGIN..CLIP_MARGIN
  wire [S-1:0] sum;  // of word word_index; with update it gets the value
  wire [C-1:0] next;
  wire update;
  wire [C-1:0] word_index;
  wire [V-1:0] value;

  // A margin for the player to move, cut to CLIP_MARGIN.
  wire [`MARGIN_BITS-1:0] margin = player_q ? -result[`RESULT_MARGIN] : result[`RESULT_MARGIN];
  wire big = margin[`MARGIN_BITS-1:V-1] != {(`MARGIN_BITS - V + 1) {margin[`MARGIN_BITS-1]}};
  wire [V-1:0] cut = big ? {margin[`MARGIN_BITS-1], {(V - 1) {~margin[`MARGIN_BITS-1]}}} : margin[V-1:0];

  wire [`INDEX_BITS-1:0] candidate = result[`RESULT_FIRST] >> shift_q;
  wire unused_candidate = ^candidate[`INDEX_BITS-1:C];
  wire arrives = result_valid & ~result_pick;
  wire [C-1:0] read_index = arrives ? candidate[C-1:0] : current_q;

  reg [C-1:0] link_q;  // the candidate kept before this one
  wire clear = state_q == CLEAR;
  wire link = state_q == KEPT & keep_it & linked_q;
  wire [C-1:0] windex = update ? word_index : link ? link_q : current_q;
  wire [S-1:0] wsum = clear ? {S{1'b0}} : sum + {{(S - V) {value[V-1]}}, value};
  wire [C-1:0] wnext = clear ? current_q + {{(C - 1) {1'b0}}, 1'b1} : current_q;
  always @(posedge clk_i) begin
    read_q <= words[read_index];
    read_index_q <= read_index;
    arrived_q <= arrives & ~rst_i;
    // -CLIP_MARGIN - 1 cannot be told from a big margin below 0: it is made even with it.
    clipped_q <= cut | {{(V - 1) {1'b0}}, cut == {1'b1, {(V - 1) {1'b0}}}};
    if (clear | update) words[windex][S-1:0] <= wsum;
    if (clear | link) words[windex][S+:C] <= wnext;
  end

  // Results come every second cycle at most. Without the register behind the RAM a
  // sum is written before the next one is read; with it, in the same cycle.
  generate
    if (RAM_REG != 0) begin : gen_ram_reg
      reg missed_q;  // the sum that was read was just being written
      reg [S-1:0] last_sum_q;
      reg [C+S-1:0] word_q;
      reg [C-1:0] word_index_q;
      reg update_q;
      reg [V-1:0] value_q;
      always @(posedge clk_i) begin
        missed_q <= update & word_index == read_index;
        last_sum_q <= wsum;
        word_q <= {read_q[S+:C], missed_q ? last_sum_q : read_q[S-1:0]};
        word_index_q <= read_index_q;
        update_q <= arrived_q & ~rst_i;
        value_q <= clipped_q;
      end
      assign {next, sum} = word_q;
      assign {update, word_index, value} = {update_q, word_index_q, value_q};
    end else begin : gen_no_ram_reg
      assign {next, sum} = read_q;
      assign {update, word_index, value} = {arrived_q, read_index_q, clipped_q};
    end
  endgenerate

  // ---- rounds -----------------------------------------------------------------

  reg [C:0] left_q;  // candidates left
  reg [C:0] keep_q;
  reg [C:0] n_q;  // of this walk, or to come in this pass
  reg [C:0] count_q;  // candidates above the limit, or certain to stay
  reg [C-1:0] head_q;
  reg linked_q;  // one has been kept on this walk
  reg [S-1:0] kept_sum_q;  // the sum of the latest one
  localparam P = `VISITS_BITS + C;  // a candidate's visits in all rounds
  localparam [P-1:0] ONE_PASS = {{(P - 1) {1'b0}}, 1'b1};
  reg [P-1:0] passes_q, pass_q, visits_q;  // passes of a round, number of this one, passes of the search
  reg [23:0] playouts_q;
  reg [S-1:0] limit_q;  // the least sum of the better half, as far as known, with the bit in question
  reg [S:0] bit_q;  // twice the bit in question; 1: none, how many are greater?
  wire last_bit = bit_q[0];
  wire [S-1:0] unsigned_sum = {~sum[S-1], sum[S-2:0]};
  reg less_q, equal_q;
  wire greater = ~less_q & ~equal_q;
  wire above = greater | (equal_q & ~last_bit);
  // The limit is the least sum by then, and more candidates with that sum may stay.
  wire keep_it = greater | (equal_q & count_q != keep_q);
  localparam [C:0] ONE = {{C{1'b0}}, 1'b1};

  assign cmd_ready_o = state_q == IDLE;
  assign rsp_valid_o = state_q == ANSWER;
  assign rsp_ok_o = ok_q;
  assign rsp_pass_o = none_q;
  assign rsp_orient_o = orient;
  assign rsp_row_o = row;
  assign rsp_col_o = col;
  assign rsp_sum_o = kept_sum_q;
  assign rsp_visits_o = {{(32 - P) {1'b0}}, visits_q};
  assign rsp_playouts_o = {8'd0, playouts_q};

  always @(posedge clk_i) begin
    if (stop_i) stop_q <= 1'b1;
    if (clear_q & ~beyond_q) left_q <= left_q + ONE;
    less_q <= unsigned_sum < limit_q;
    equal_q <= unsigned_sum == limit_q;
    case (state_q)
      LOAD: begin
        placed1_q <= 5'd0;
        placed2_q <= 5'd0;
        player_q <= 1'b0;
        if (load_valid_q & command_ready) begin
          load_q <= load_q + 5'd1;
          if (load_q == 5'd31) load_done_q <= 1'b1;
        end
        if (load_done_q & command_ready) state_q <= LOADED;
      end
      LOADED: state_q <= answer_q ? ANSWER : IDLE;
      IDLE: begin
        load_q <= 5'd0;
        load_done_q <= 1'b0;
        stop_q <= 1'b0;
        if (cmd_valid_i) begin
          answer_q <= 1'b1;
          searching_q <= cmd_op_i == `CMD_SEARCH;
          ok_q <= 1'b1;
          none_q <= 1'b0;
          player_q <= cmd_player_i;
          orient_q <= cmd_orient_i;
          row_q <= cmd_row_i;
          col_q <= cmd_col_i;
          index_q <= {`INDEX_BITS{1'b0}};
          seed_q <= seed_i;
          passes_q <= {{C{1'b0}}, visits_i};
          visits_q <= {P{1'b0}};
          playouts_q <= 24'd0;
          kept_sum_q <= {S{1'b0}};
          current_q <= {C{1'b0}};
          shift_q <= 2'd0;
          state_q <= cmd_op_i == `CMD_RESET ? LOAD
                   : cmd_op_i == `CMD_PLAY & cmd_pass_i ? ANSWER : TURN;
        end
      end
      TURN: if (command_ready) state_q <= PICK;

      PICK: if (job_ready) state_q <= PICKED;
      PICKED: begin
        load_q <= 5'd0;
        if (result_valid & result_pick) state_q <= NAME;
      end
      NAME: begin
        load_q <= load_q + 5'd1;  // counts up to 3 here
        if (load_q == 5'd3) state_q <= NAMED;
      end
      NAMED:
      if (searching_q) begin
        if (result_none) begin
          none_q <= 1'b1;
          state_q <= ANSWER;
        end else if (left_q == {(C + 1) {1'b0}}) begin
          // The first pick: how many candidates are there?
          head_q <= {C{1'b0}};
          shift_q <= result_moves > 2 * MAX_CANDIDATES ? 2'd2 : result_moves > MAX_CANDIDATES ? 2'd1 : 2'd0;
          state_q <= CLEAR;
        end else state_q <= ANSWER;
      end else if (result_none | beyond_q) begin
        ok_q <= 1'b0;
        state_q <= ANSWER;
      end else if (same_q) state_q <= APPLY;
      else begin
        index_q <= index_q + {{(`INDEX_BITS - 1) {1'b0}}, 1'b1};
        state_q <= PICK;
      end
      APPLY: if (command_ready) begin
        if (player_q) placed2_q <= placed2_q + 5'd1;
        else placed1_q <= placed1_q + 5'd1;
        state_q <= APPLIED;
      end
      APPLIED: if (lanes_idle) state_q <= ANSWER;

      CLEAR: begin
        current_q <= current_q + {{(C - 1) {1'b0}}, 1'b1};
        if (&current_q) state_q <= CLEARED;
      end
      CLEARED: state_q <= START;

      // A playout of each candidate left.
      ISSUE:
      if (job_ready) begin
        seed_q <= seed_q + `SEED_STEP;
        playouts_q <= playouts_q + 24'd1;
        n_q <= n_q - ONE;
        state_q <= READ;
      end
      READ: if (~arrives) state_q <= WORD;
      WORD: state_q <= NEXT;
      NEXT: begin
        current_q <= next;
        state_q <= ISSUE;
        if (n_q == {(C + 1) {1'b0}}) begin
          // The end of a pass.
          current_q <= head_q;
          n_q <= left_q;
          pass_q <= pass_q + ONE_PASS;
          visits_q <= visits_q + ONE_PASS;
          if (pass_q == passes_q | stop_q) state_q <= DRAIN;
        end
      end

      // The better half.
      DRAIN: begin
        keep_q <= stop_q ? ONE : {1'b0, left_q[C:1]} + {{C{1'b0}}, left_q[0]};
        limit_q <= {1'b1, {(S - 1) {1'b0}}};
        bit_q <= {1'b1, {S{1'b0}}};
        count_q <= {(C + 1) {1'b0}};
        if (lanes_idle & ~arrived_q & ~update) state_q <= COUNT;
      end
      COUNT: state_q <= COUNTING;
      COUNTING: state_q <= COMPARE;
      COMPARE: state_q <= COUNTED;
      COUNTED: begin
        if (above) count_q <= count_q + ONE;
        current_q <= next;
        n_q <= n_q - ONE;
        state_q <= n_q == ONE ? WALKED : COUNT;
      end
      WALKED: begin
        current_q <= head_q;
        n_q <= left_q;
        state_q <= BIT;
      end
      BIT: begin
        linked_q <= 1'b0;
        if (last_bit) state_q <= KEEP;
        else begin
          count_q <= {(C + 1) {1'b0}};
          limit_q <= (count_q < keep_q ? limit_q & ~bit_q[S:1] : limit_q) | {1'b0, bit_q[S:2]};
          bit_q <= {1'b0, bit_q[S:1]};
          state_q <= COUNT;
        end
      end
      KEEP: state_q <= KEEPING;
      KEEPING: state_q <= JUDGE;
      JUDGE: state_q <= KEPT;
      KEPT: begin
        if (keep_it) begin
          // The link is written into the candidate kept before.
          linked_q <= 1'b1;
          link_q <= current_q;
          kept_sum_q <= sum;
          if (~linked_q) head_q <= current_q;
          if (~greater) count_q <= count_q + ONE;
        end
        current_q <= next;
        n_q <= n_q - ONE;
        state_q <= n_q == ONE ? ROUND : KEEP;
      end
      ROUND: begin
        left_q <= keep_q;
        current_q <= head_q;
        passes_q <= {passes_q[P-2:0], 1'b0};
        state_q <= START;
      end
      START: begin
        // One left is the answer; its sum is in kept_sum_q.
        n_q <= left_q;
        pass_q <= ONE_PASS;
        state_q <= left_q == ONE ? PICK : ISSUE;
      end
      default: begin
        left_q <= {(C + 1) {1'b0}};
        state_q <= IDLE;
      end
    endcase
    if (rst_i) begin
      state_q <= LOAD;
      load_q <= 5'd0;
      load_done_q <= 1'b0;
      left_q <= {(C + 1) {1'b0}};
      stop_q <= 1'b0;
      answer_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
