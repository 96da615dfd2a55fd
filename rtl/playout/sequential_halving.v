// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// sequential_halving -- shares playouts out among the moves of a position.
//
// Purpose:   Sequential halving: in a round every candidate left gets the same
//            number of playouts, then the better half stays and gets twice as many
//            each, until one is left. Candidates are the legal moves, by their
//            numbers in the lanes' move order, or every second or fourth of
//            them if there are too many.
//
//            A round consists of passes, with a playout of each candidate left. Then a
//            binary search finds the least sum of the better half, one bit a walk
//            along the candidates, and a last walk takes the candidates below that
//            sum out of the chain:
//
//              CLEAR -> START -> passes -> DRAIN -> walks, a bit each -> KEPT -> ROUND
//                         ^                                                        |
//                         +--------------------------------------------------------+
// Interface: begin_i     announces a search and takes its parameters visits_i and seed_i;
//                        all counts and index_o become 0
//            start_i     starts the search among moves_i legal moves, 1 or more
//            stop_i      from begin_i on: ends the search after the playouts under way,
//                        with the best candidate so far
//            done_o      for one cycle: index_o is the number of the move chosen,
//                        sum_o the sum of the values of its visits_o playouts, and
//                        playouts_o the playouts of all candidates, until begin_i
//            beyond_i    in the cycle before, index_o was no legal move's number
//            job_*       a playout with first move index_o, to playout_lanes
//            result_*    a playout with that first move has ended, with that margin
//                        for the player to move. At most every second cycle
//            lanes_idle_i  no playout is under way
// Latency:   done_o comes 2^CANDIDATE_BITS + 2 cycles after start_i if only one
//            candidate exists, otherwise the first job one cycle later. A job takes
//            4 cycles if the lanes take it at once and no result comes in between.
//            From the last result of a round with N candidates to done_o, if one is
//            left, 4 * N * (SUM_BITS + 2) + 2 * SUM_BITS + 6 cycles, one more
//            with RAM_REG; otherwise the next job comes one cycle later.
// Reset:     to no search.
// Model:     search.MonteCarloConfig.Search
`default_nettype none
`include "constants.vh"

module sequential_halving #(
    parameter RAM_REG = 0
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    begin_i,
    input  wire [`VISITS_BITS-1:0] visits_i,
    input  wire [            31:0] seed_i,
    input  wire                    start_i,
    input  wire [  `MOVE_BITS-1:0] moves_i,
    input  wire                    stop_i,
    output wire                    done_o,
    output wire [ `INDEX_BITS-1:0] index_o,
    input  wire                    beyond_i,
    output wire [   `SUM_BITS-1:0] sum_o,
    output wire [            31:0] visits_o,
    output wire [            31:0] playouts_o,
    output wire                    job_valid_o,
    input  wire                    job_ready_i,
    output wire [            31:0] job_seed_o,
    input  wire                    result_valid_i,
    input  wire [ `INDEX_BITS-1:0] result_first_i,
    input  wire [`MARGIN_BITS-1:0] result_margin_i,
    input  wire                    lanes_idle_i
);

  localparam INDEX = `CANDIDATE_BITS;
  localparam SUM = `SUM_BITS;
  localparam PASSES = `VISITS_BITS + INDEX;  // bits of a candidate's visits in all rounds
  localparam [`MOVE_BITS-1:0] MAX_CANDIDATES = 1 << INDEX;
  localparam [INDEX:0] ZERO = 0;  // candidates
  localparam [INDEX:0] ONE = 1;
  localparam [PASSES-1:0] ONE_PASS = 1;

  // ---------------------------------------------------------------- states
  localparam [4:0] IDLE = 5'd0;  // waits for a search
  localparam [4:0] CLEAR = 5'd1;  // chains all candidates, and counts the legal moves
  localparam [4:0] CLEARED = 5'd2;  // counts the last one
  localparam [4:0] START = 5'd3;  // begins a round; or one candidate is left
  localparam [4:0] ISSUE = 5'd4;  // offers a playout of the candidate
  localparam [4:0] READ = 5'd5;  // reads its word, when no result comes
  localparam [4:0] WORD = 5'd6;  // waits for the register behind the RAM; without it, reads again
  localparam [4:0] NEXT = 5'd7;  // goes on to the next one, or ends the pass
  localparam [4:0] DRAIN = 5'd8;  // waits for the results of the round
  localparam [4:0] COUNT = 5'd9;  // walk for a bit of the limit: reads a candidate's word
  localparam [4:0] COUNTING = 5'd10;  // waits for the register behind the RAM
  localparam [4:0] COMPARE = 5'd11;  // compares its sum with the limit
  localparam [4:0] COUNTED = 5'd12;  // counts it if it is above; goes on to the next one
  localparam [4:0] WALKED = 5'd13;  // goes back to the first one
  localparam [4:0] BIT = 5'd14;  // decides the bit, goes on to the next bit
  localparam [4:0] KEEP = 5'd15;  // walk that takes the others out: reads a candidate's word
  localparam [4:0] KEEPING = 5'd16;  // waits for the register behind the RAM
  localparam [4:0] JUDGE = 5'd17;  // compares its sum with the limit
  localparam [4:0] KEPT = 5'd18;  // links a candidate that stays to the one kept before
  localparam [4:0] ROUND = 5'd19;  // twice as many playouts in the next round

  reg [4:0] state_q, state_d;

  // ---------------------------------------------------------------- registers
  reg stop_q;
  reg [31:0] seed_q;  // seed of the next playout
  reg [1:0] shift_q;  // from a candidate to its move's number
  reg [23:0] playouts_q;
  reg [PASSES-1:0] passes_q;  // passes of this round
  reg [PASSES-1:0] pass_q;  // number of this pass, from 1
  reg [PASSES-1:0] visits_q;  // passes of the search

  // The chain.
  reg clear_q;
  reg [INDEX:0] left_q;  // candidates in the chain
  reg [INDEX-1:0] head_q;  // the first one
  reg [INDEX-1:0] current_q;
  reg [INDEX:0] rest_q;  // candidates to come in this pass or walk, the current one included

  // The better half.
  reg [INDEX:0] keep_q;  // its size
  reg [INDEX:0] count_q;  // candidates above the limit; in KEEP also equal ones that stay
  reg [SUM-1:0] limit_q;  // its least sum, as far as known, with the bit in question
  reg [SUM:0] bit_q;  // twice the bit in question; 1: none, how many are greater?
  reg less_q, equal_q;  // the candidate's sum, compared with the limit
  reg linked_q;  // one has been kept on this walk
  reg [INDEX-1:0] link_q;  // the latest one
  reg [SUM-1:0] kept_sum_q;  // its sum

  // ---------------------------------------------------------------- candidates
  wire [`INDEX_BITS-1:0] result_candidate = result_first_i >> shift_q;
  wire unused_candidate = ^result_candidate[`INDEX_BITS-1:INDEX];
  wire [INDEX-1:0] next;
  wire [SUM-1:0] sum;
  wire list_busy;

  // Sums are two's complement; with the highest bit turned over they compare as
  // numbers without sign.
  wire [SUM-1:0] rank = {~sum[SUM-1], sum[SUM-2:0]};
  wire last_bit = bit_q[0];
  wire greater = ~less_q & ~equal_q;
  wire above = greater | (equal_q & ~last_bit);
  // The limit is the least sum by then, and more candidates with that sum may stay.
  wire stays = greater | (equal_q & count_q != keep_q);

  candidate_list #(
      .RAM_REG(RAM_REG)
  ) u_list (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .index_i        (current_q),
      .next_o         (next),
      .sum_o          (sum),
      .clear_i        (state_q == CLEAR),
      .link_i         (state_q == KEPT & stays & linked_q),
      .link_index_i   (link_q),
      .result_valid_i (result_valid_i),
      .result_index_i (result_candidate[INDEX-1:0]),
      .result_margin_i(result_margin_i),
      .busy_o         (list_busy)
  );

  // ---------------------------------------------------------------- next state
  wire last_of_walk = rest_q == ONE;
  wire pass_ends = rest_q == ZERO;
  wire round_ends = pass_q == passes_q | stop_q;
  wire one_left = left_q == ONE;
  // Without the register the word of READ is gone if a result comes in WORD.
  wire overwritten = RAM_REG == 0 & result_valid_i;

  always @* begin
    state_d = state_q;
    case (state_q)
      IDLE: if (start_i) state_d = CLEAR;
      CLEAR: if (&current_q) state_d = CLEARED;
      CLEARED: state_d = START;
      START: state_d = one_left ? IDLE : ISSUE;
      ISSUE: if (job_ready_i) state_d = READ;
      READ: if (~result_valid_i) state_d = WORD;
      WORD: state_d = overwritten ? READ : NEXT;
      NEXT: state_d = pass_ends & round_ends ? DRAIN : ISSUE;
      DRAIN: if (lanes_idle_i & ~list_busy) state_d = COUNT;
      COUNT: state_d = COUNTING;
      COUNTING: state_d = COMPARE;
      COMPARE: state_d = COUNTED;
      COUNTED: state_d = last_of_walk ? WALKED : COUNT;
      WALKED: state_d = BIT;
      BIT: state_d = last_bit ? KEEP : COUNT;
      KEEP: state_d = KEEPING;
      KEEPING: state_d = JUDGE;
      JUDGE: state_d = KEPT;
      KEPT: state_d = last_of_walk ? ROUND : KEEP;
      ROUND: state_d = START;
      default: state_d = IDLE;
    endcase
  end

  assign done_o = state_q == START & one_left;
  assign index_o = {{(`INDEX_BITS - INDEX) {1'b0}}, current_q} << shift_q;
  assign sum_o = kept_sum_q;
  assign visits_o = {{(32 - PASSES) {1'b0}}, visits_q};
  assign playouts_o = {8'd0, playouts_q};
  assign job_valid_o = state_q == ISSUE;
  assign job_seed_o = {seed_q[31:1], 1'b1};

  // ---------------------------------------------------------------- registers
  always @(posedge clk_i) begin
    state_q <= state_d;
    clear_q <= state_q == CLEAR;
    if (clear_q & ~beyond_i) left_q <= left_q + ONE;
    less_q <= rank < limit_q;
    equal_q <= rank == limit_q;
    if (stop_i) stop_q <= 1'b1;
    if (start_i) shift_q <= moves_i > 2 * MAX_CANDIDATES ? 2'd2 : moves_i > MAX_CANDIDATES ? 2'd1 : 2'd0;

    case (state_q)
      CLEAR: begin
        head_q <= {INDEX{1'b0}};
        current_q <= current_q + ONE[INDEX-1:0];
      end
      START: begin
        rest_q <= left_q;
        pass_q <= ONE_PASS;
      end
      ISSUE:
      if (job_ready_i) begin
        seed_q <= seed_q + `SEED_STEP;
        playouts_q <= playouts_q + 24'd1;
        rest_q <= rest_q - ONE;
      end
      NEXT:
      if (pass_ends) begin
        current_q <= head_q;
        rest_q <= left_q;
        pass_q <= pass_q + ONE_PASS;
        visits_q <= visits_q + ONE_PASS;
      end else current_q <= next;
      DRAIN: begin
        keep_q <= stop_q ? ONE : {1'b0, left_q[INDEX:1]} + {{INDEX{1'b0}}, left_q[0]};
        limit_q <= {1'b1, {(SUM - 1) {1'b0}}};
        bit_q <= {1'b1, {SUM{1'b0}}};
        count_q <= ZERO;
      end
      COUNTED: begin
        if (above) count_q <= count_q + ONE;
        current_q <= next;
        rest_q <= rest_q - ONE;
      end
      WALKED: begin
        current_q <= head_q;
        rest_q <= left_q;
      end
      BIT: begin
        linked_q <= 1'b0;
        if (~last_bit) begin
          count_q <= ZERO;
          limit_q <= (count_q < keep_q ? limit_q & ~bit_q[SUM:1] : limit_q) | {1'b0, bit_q[SUM:2]};
          bit_q <= {1'b0, bit_q[SUM:1]};
        end
      end
      KEPT: begin
        if (stays) begin
          linked_q <= 1'b1;
          link_q <= current_q;
          kept_sum_q <= sum;
          if (~linked_q) head_q <= current_q;
          if (~greater) count_q <= count_q + ONE;
        end
        current_q <= next;
        rest_q <= rest_q - ONE;
      end
      ROUND: begin
        left_q <= keep_q;
        current_q <= head_q;
        passes_q <= {passes_q[PASSES-2:0], 1'b0};
      end
      default: ;
    endcase

    if (begin_i) begin
      shift_q <= 2'd0;
      stop_q <= 1'b0;
      seed_q <= seed_i;
      passes_q <= {{INDEX{1'b0}}, visits_i};
      visits_q <= {PASSES{1'b0}};
      playouts_q <= 24'd0;
      left_q <= ZERO;
      current_q <= {INDEX{1'b0}};
      kept_sum_q <= {SUM{1'b0}};
    end
    if (rst_i) state_q <= IDLE;
  end

endmodule

`default_nettype wire
