// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// move_choice -- chooses a move uniformly among the counted moves.
//
// Purpose:   Adds up the moves of a game's corners during the count, lists the corners, draws a
//            number below the sum, and walks the list to the corner of the move with this number.
//            With policy "largest" only the largest tiles that fit count: whenever a larger one
//            fits, the sum and the list begin anew.
//
//            Masking and rejection make the number exactly uniform. It comes from the game's own
//            stream: xorshift, 32 bits (Marsaglia, Xorshift RNGs, 2003).
// Interface: kind_i, row_i, col_i, size_i, count_i  the token, counted; an
//                         opening token closes the game before it
//            seed_we_i ...  game seed_game_i of the cycle before gets a new stream
//            forced_i     games whose next move has the number in the high bits of the
//                         stream, from FIRST_SHIFT on
//            chosen_*_o   the chosen corner of game chosen_game_o, and the number of
//                         the move among the corner's moves. none: no moves.
//                         In the order of the games, until chosen_ready_i
//            moves_o      the sum for the game chosen
// Latency:   from the closing token to chosen_valid_o: 1 cycle with no moves,
//            else 4 + i, and 1 for each number drawn in vain, with i the place of
//            the corner in the list, from 0.
// Reset:     no games in flight.
// Model:     playout.RNG, twin.Lane
`default_nettype none
`include "constants.vh"

module move_choice (
    input  wire                      clk_i,
    input  wire                      rst_i,
    input  wire [               1:0] kind_i,
    input  wire [               3:0] row_i,
    input  wire [               3:0] col_i,
    input  wire [               2:0] size_i,
    input  wire [ `PATTERN_BITS-1:0] count_i,
    input  wire                      seed_we_i,
    input  wire [               2:0] seed_game_i,
    input  wire [              31:0] seed_i,
    input  wire [   `LANE_GAMES-1:0] forced_i,
    output wire                      chosen_valid_o,
    input  wire                      chosen_ready_i,
    output wire                      chosen_none_o,
    output wire [               2:0] chosen_game_o,
    output wire [               3:0] chosen_row_o,
    output wire [               3:0] chosen_col_o,
    output wire [ `PATTERN_BITS-1:0] chosen_k_o,
    output wire [    `MOVE_BITS-1:0] moves_o
);

  localparam GAMES = `LANE_GAMES;
  localparam [5:0] LISTED = `MAX_LISTED_CORNERS;

  // ---- the sums and the list -------------------------------------------

  // At most three lists are in use: one is made, one waits, one is walked. Each has a quarter of
  // the block RAM.
  reg open_q;  // a game's tokens are coming
  reg [`MOVE_BITS-1:0] sum_q;
  reg [2:0] size_q;
  reg [5:0] listed_q;
  reg [1:0] list_q;

  // size_i > size_q, without a carry chain: much waits for it.
  wire [2:0] more = size_i & ~size_q;
  wire [2:0] less = size_q & ~size_i;
  wire larger = more[2] | (~less[2] & (more[1] | (~less[1] & more[0])));
  wire equal = {more, less} == 6'd0;
  // A list is full when its length has all bits of LISTED, or when its sum reaches golden's
  // MaxListedMoves: all bits beyond one corner's moves are 1.
  wire full = &(listed_q | ~LISTED) | &sum_q[`MOVE_BITS-1:`PATTERN_BITS];
  wire count_it = kind_i == `TOKEN_CORNER & size_i != 3'd0 & (larger | (equal & ~full));
  wire [`MOVE_BITS-1:0] count = {{(`MOVE_BITS - `PATTERN_BITS) {1'b0}}, count_i};
  wire close = kind_i == `TOKEN_OPEN;

  always @(posedge clk_i) begin
    if (count_it) begin
      sum_q <= larger ? count : sum_q + count;
      size_q <= size_i;
      listed_q <= larger ? 6'd1 : listed_q + 6'd1;
    end
    if (close) begin
      open_q <= 1'b1;
      sum_q <= {`MOVE_BITS{1'b0}};
      size_q <= 3'd0;
      listed_q <= 6'd0;
      if (open_q) list_q <= list_q + 2'd1;
    end
    if (rst_i) begin
      open_q <= 1'b0;
      list_q <= 2'd0;
      size_q <= 3'd0;
    end
  end

  // ---- one game may wait while another is being chosen ---------------------

  reg wait_valid_q, wait_none_q;
  reg [`MOVE_BITS-1:0] wait_sum_q;
  wire take;

  always @(posedge clk_i) begin
    if (take) wait_valid_q <= 1'b0;
    if (close & open_q) begin
      wait_valid_q <= 1'b1;
      wait_none_q <= size_q == 3'd0;
      wait_sum_q <= sum_q;
    end
    if (rst_i) wait_valid_q <= 1'b0;
  end

  // ---- the streams: a ring, the game to choose for at its head --------------

  reg [32*GAMES-1:0] stream_q;
  reg [2:0] game_q;
  reg turn_q;  // the next game

  // Places in the ring, for a game that gets a seed in the next cycle: now and in the next
  // cycle. For a game that gets a seed now: in the next cycle.
  wire [3:0] ahead = {1'b0, seed_game_i} - {1'b0, game_q};  // or, if negative, 6 less than that
  reg [GAMES-1:0] slot, slot_q;
  wire [GAMES-1:0] seeded = turn_q ? {slot_q[0], slot_q[GAMES-1:1]} : slot_q;
  integer i;
  always @* begin
    for (i = 0; i < GAMES; i = i + 1) slot[i] = ahead == i[3:0] | ahead == i[3:0] - GAMES[3:0];
  end

  function automatic [31:0] xorshift(input [31:0] x);
    reg [31:0] x1, x2;
    begin
      x1 = x ^ {x[18:0], 13'd0};
      x2 = x1 ^ {17'd0, x1[31:17]};
      xorshift = x2 ^ {x2[26:0], 5'd0};
    end
  endfunction
  wire [31:0] x0 = stream_q[31:0];
  wire [31:0] once = xorshift(x0);
  wire [31:0] twice = xorshift(once);
  wire draw;

  integer g;
  always @(posedge clk_i) begin
    for (g = 0; g < GAMES; g = g + 1) begin
      if (seed_we_i & seeded[g]) begin
        stream_q[32*g+:32] <= seed_i;
      end else if (turn_q) begin
        stream_q[32*g+:32] <= stream_q[32*((g+1)%GAMES)+:32];
      end else if (g == 0 & draw) begin
        stream_q[31:0] <= once;
      end
    end
    slot_q <= turn_q ? {slot[0], slot[GAMES-1:1]} : slot;
    if (turn_q) game_q <= game_q == GAMES - 1 ? 3'd0 : game_q + 3'd1;
    turn_q <= chosen_valid_o & chosen_ready_i;  // a cycle late: soon enough for the next choice
    if (rst_i) begin
      game_q <= 3'd0;
      turn_q <= 1'b0;
    end
  end

  // ---- draw and walk -----------------------------------------------------

  localparam [2:0] WAIT = 3'd0, DRAW = 3'd1, TEST = 3'd2, WALK = 3'd3, CHOSEN = 3'd4;
  reg [2:0] state_q;
  reg none_q;
  reg again_q;  // the number tested is not the first
  reg [`MOVE_BITS-1:0] not_total_q, mask_q;  // subtrahends are kept inverted
  reg [`MOVE_BITS-1:0] number_q, k_q;  // the number drawn; its rest on the walk
  reg [3:0] row_q, col_q;
  reg [`PATTERN_BITS-1:0] chosen_k_q;
  reg [1:0] walked_q;
  reg [5:0] place_q;

  wire step;
  wire [15:0] read;
  wire unused_read = read[15];
  reg [14:0] entry_q;
  row_ram u_list (
      .clk_i  (clk_i),
      .we_i   (count_it),
      .waddr_i({list_q, larger ? 6'd0 : listed_q}),
      .wdata_i({1'b0, row_i, col_i, count_i}),
      .re_i   (step),
      .raddr_i({walked_q, place_q}),
      .rdata_o(read)
  );

  // The mask has ones up to the highest one of the sum less 1.
  wire [`MOVE_BITS-1:0] most = wait_sum_q - {{(`MOVE_BITS - 1) {1'b0}}, 1'b1};
  reg [`MOVE_BITS-1:0] mask;
  integer b;
  always @* begin
    mask[`MOVE_BITS-1] = most[`MOVE_BITS-1];
    for (b = `MOVE_BITS - 2; b >= 0; b = b - 1) mask[b] = mask[b+1] | most[b];
  end

  wire forced = forced_i[game_q];
  wire [`MOVE_BITS-1:0] first = {{(`MOVE_BITS - `INDEX_BITS) {1'b0}}, x0[31:`FIRST_SHIFT]};
  wire [31:0] next = again_q ? twice : once;
  wire [`MOVE_BITS-1:0] drawn = next[`DRAW_SHIFT+:`MOVE_BITS] & mask_q;
  wire unused_next = ^{next[31:`DRAW_SHIFT+`MOVE_BITS], next[`DRAW_SHIFT-1:0]};
  wire [`MOVE_BITS:0] beyond = {1'b0, number_q} + {1'b1, not_total_q} + {{`MOVE_BITS{1'b0}}, 1'b1};
  wire below = beyond[`MOVE_BITS];
  wire unused_beyond = ^beyond[`MOVE_BITS-1:0];
  wire [`MOVE_BITS:0] rest = {1'b0, k_q} + {{(`MOVE_BITS + 1 - `PATTERN_BITS) {1'b1}}, entry_q[`PATTERN_BITS-1:0]}
                           + {{`MOVE_BITS{1'b0}}, 1'b1};
  wire here = rest[`MOVE_BITS];

  assign take = state_q == WAIT & wait_valid_q;
  // The unit draws the next number during the test of a number, in case the test fails. Only
  // the state waits for the end of the test. From the second number on, the stream reaches
  // the tested number in the cycle of its test, so the next number is two steps away.
  assign draw = (state_q == DRAW & ~forced) | (state_q == TEST & again_q);
  assign chosen_valid_o = state_q == CHOSEN;
  assign chosen_none_o = none_q;
  assign chosen_game_o = game_q;
  assign chosen_row_o = row_q;
  assign chosen_col_o = col_q;
  assign chosen_k_o = chosen_k_q;
  assign moves_o = ~not_total_q;

  // The entry register runs two reads behind the address: the walk begins with entry 0 in the
  // register and entry 1 at the output of the block RAM. It goes a step too far, so that nothing
  // wide waits for the end of the subtraction; the choice is the entry before that step.
  assign step = (take & ~wait_none_q) | state_q == DRAW | state_q == WALK;
  always @(posedge clk_i) begin
    if (step) begin
      entry_q <= {read[14:`PATTERN_BITS], ~read[`PATTERN_BITS-1:0]};
      place_q <= place_q + 6'd1;
    end
    again_q <= state_q == TEST;
    number_q <= state_q == DRAW & forced ? first : drawn;
    k_q <= state_q == WALK ? rest[`MOVE_BITS-1:0] : number_q;
    if (state_q == WALK) begin
      chosen_k_q <= k_q[`PATTERN_BITS-1:0];
      {row_q, col_q} <= entry_q[14:`PATTERN_BITS];
    end
    case (state_q)
      WAIT:
      if (wait_valid_q) begin
        not_total_q <= ~wait_sum_q;
        none_q <= wait_none_q;
        mask_q <= mask;
        state_q <= wait_none_q ? CHOSEN : DRAW;
      end
      DRAW: state_q <= TEST;
      TEST: if (below) state_q <= WALK;
      WALK: if (here) state_q <= CHOSEN;
      default: begin
        place_q <= 6'd0;
        if (chosen_ready_i) begin
          walked_q <= walked_q + 2'd1;
          state_q <= WAIT;
        end
      end
    endcase
    if (rst_i) begin
      state_q <= WAIT;
      walked_q <= 2'd0;
      place_q <= 6'd0;
    end
  end

endmodule

`default_nettype wire
