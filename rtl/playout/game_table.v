// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// game_table -- the state of a lane's boards, except their squares.
//
// Purpose:   Keeps the player to move and the end of the game for each board. For each game (boards
//            0..LANE_GAMES-1; 6 and 7 are roots) it also keeps
//
//              ready    the game may be scanned
//              busy     the board has a game
//              passed   the rival has passed
//              largest  policy of its job
//              pick     its job wants the first move reported
//              forced   its job gives the first move
//
// Interface: game_i       the game or root of the move that waits
//            mover_o, over_o, passed_o  of game_i a cycle before
//            idle_o, pick_o  game_i is no game; game_i's move goes to the user
//            change_i     game change_i_game has had its turn: it gets job job_i (job_in_i),
//                         or has ended (next_busy_i 0), or its rival is to move, unless
//                         out (alone_i). none_i: it passed
//            set_ready_i  game change_game_i may be scanned at once
//            settle_i     board settle_board_i may be scanned. ends_i: its game is over
//            turn_i       sets the root of command_i. over_root_o: the job's root is over
//            take_i       the scan of game take_game_i begins
//            *_of_o       a bit for each game
// Latency:   1 cycle; 0 for idle_o, pick_o and over_root_o.
// Reset:     no games, all boards over, all ready.
// Model:     playout.State, twin.Lane
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module game_table (
    input  wire                     clk_i,
    input  wire                     rst_i,
    // the move that waits
    input  wire [              2:0] game_i,
    output wire                     mover_o,
    output wire                     over_o,
    output wire                     passed_o,
    output wire                     idle_o,
    output wire                     pick_o,
    // changes
    input  wire                     change_i,
    input  wire [              2:0] change_game_i,
    input  wire                     alone_i,
    input  wire                     none_i,
    input  wire                     job_in_i,
    input  wire [    `JOB_BITS-1:0] job_i,
    output wire                     over_root_o,
    input  wire                     next_busy_i,
    input  wire                     set_ready_i,
    input  wire                     settle_i,
    input  wire                     ends_i,
    input  wire [              2:0] settle_board_i,
    input  wire                     turn_i,
    input  wire [`COMMAND_BITS-1:0] command_i,
    input  wire                     take_i,
    input  wire [              2:0] take_game_i,
    // the games
    output wire [  `LANE_GAMES-1:0] ready_of_o,
    output wire [  `LANE_GAMES-1:0] busy_of_o,
    output wire [  `LANE_GAMES-1:0] running_of_o,
    output wire [  `LANE_GAMES-1:0] player_of_o,
    output wire [  `LANE_GAMES-1:0] largest_of_o,
    output wire [  `LANE_GAMES-1:0] pick_of_o,
    output wire [  `LANE_GAMES-1:0] forced_of_o
);

  localparam GAMES = `LANE_GAMES;

  reg [7:0] player_q, over_q;
  reg [GAMES-1:0] passed_q, ready_q, busy_q, largest_q, pick_q, forced_q;

  // The game of the move that waits, a cycle late: nothing changes while the move waits.
  reg mover_q, over_game_q, passed_game_q;
  wire [7:0] passed_of = {2'b00, passed_q};
  wire [7:0] busy_of = {2'b11, busy_q};
  wire [7:0] pick_of = {2'b00, pick_q};
  always @(posedge clk_i) begin
    mover_q <= player_q[game_i];
    over_game_q <= over_q[game_i];
    passed_game_q <= passed_of[game_i];
  end
  assign mover_o = mover_q;
  assign over_o = over_game_q;
  assign passed_o = passed_game_q;
  assign idle_o = ~busy_of[game_i];
  assign pick_o = pick_of[game_i];  // valid for busy games only

  wire [2:0] job_root = {2'b11, job_i[`JOB_ROOT]};
  assign over_root_o = over_q[job_root];
  wire [7:0] changes = change_i ? 8'd1 << change_game_i : 8'd0;
  wire [7:0] settles = settle_i ? 8'd1 << settle_board_i : 8'd0;
  wire [7:0] ends = ends_i ? 8'd1 << settle_board_i : 8'd0;
  wire next_player = job_in_i ? player_q[job_root] : mover_q ^ ~alone_i;
  wire next_over = job_in_i ? over_q[job_root] : over_game_q;
  wire next_passed = ~job_in_i & (passed_game_q | none_i);
  wire next_pick = job_in_i & job_i[`JOB_PICK];
  wire next_forced = job_in_i & job_i[`JOB_FIRST_VALID];

  wire [2:0] turn_root = {2'b11, command_i[`COMMAND_ROOT]};
  integer b;
  always @(posedge clk_i) begin
    for (b = 0; b < 8; b = b + 1) begin
      if (changes[b]) begin
        player_q[b] <= next_player;
        over_q[b] <= next_over;
      end
      if (ends[b]) over_q[b] <= 1'b1;
    end
    for (b = 0; b < GAMES; b = b + 1) begin
      if (changes[b]) begin
        passed_q[b] <= next_passed;
        busy_q[b] <= next_busy_i;
        pick_q[b] <= next_pick;
        forced_q[b] <= next_forced;
      end
      if (changes[b] & job_in_i) largest_q[b] <= job_i[`JOB_LARGEST];
      // A game that changes is not ready before.
      ready_q[b] <= settles[b] | (set_ready_i & change_game_i == b[2:0]) | (ready_q[b] & ~(take_i & take_game_i == b[2:0]));
    end
    if (turn_i) begin
      player_q[turn_root] <= command_i[`COMMAND_PLAYER];
      over_q[turn_root] <= command_i[`COMMAND_OVER];
    end
    if (rst_i) begin
      ready_q <= {GAMES{1'b1}};
      busy_q <= {GAMES{1'b0}};
      pick_q <= {GAMES{1'b0}};
      over_q <= 8'hff;
    end
  end

  assign ready_of_o = ready_q;
  assign busy_of_o = busy_q;
  assign running_of_o = busy_q & ~over_q[GAMES-1:0];
  assign player_of_o = player_q[GAMES-1:0];
  assign largest_of_o = largest_q & ~forced_q;
  assign pick_of_o = pick_q;
  assign forced_of_o = forced_q;

  // Other units use the other fields.
  wire unused_fields = ^{job_i[`JOB_SEED], job_i[`JOB_FIRST], command_i};

endmodule

`default_nettype wire
