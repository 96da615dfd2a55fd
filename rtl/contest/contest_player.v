// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// contest_player -- plays for one side of the contest, at the bytes of the line.
//
// Purpose:   Answers the host program of the public Blokus Duo design contest
//            (its form of 2014 and later) with a player core:
//
//              0          ->  1 and the two characters of TEAM
//              2, 3, 4    ->  our move: x y tile rotation, or 0000
//              9          ->  nothing; the game is over
//
//            Thinking is iterative: depth 1, 2 .. DEPTH_PLIES, until MOVE_CYCLES have passed since
//            the message; the answer is the best move of the deepest finished search. The search of
//            depth 1 always finishes, even late. With only one legal move there is no
//            second search. A core that always has a best move so far, such as montecarlo_core or
//            tree_core, goes with ANYTIME = 1 and DEPTH_PLIES = 1: its one search stops when the
//            time has passed. With PONDER = 1 the core searches on the rival's time, too: it
//            searches the position after our move, DEPTH_PLIES deep. This search stops when a
//            message begins our turn, or the game is over. Its answer does not matter; PONDER is
//            for a core that keeps its results.
//
//            Rules for the rest:
//            - The answer to 0 waits for HELLO_CYCLES of silence, and a further
//              0 meanwhile starts the wait again: only the newest of several in a
//              row gets an answer. A message 2 or 3 in this time shows that the
//              host has its answer already: then none is sent.
//            - 0 and 9 end thinking at once, and cut an answer short. A 0
//              while TEAM is sent gets a new answer.
//            - 2 and 3 begin a game on an empty board, with or without a 0.
//            - The player leaves out a move that is malformed or not legal, and
//              answers with a legal move of the position that it knows.
//            - 4 outside a game, and 2, 3, 4 while thinking or sending, are
//              dropped.
// Interface: rx_*        from uart_rx;  tx_* to uart_tx
//            cmd_*, stop_o, rsp_*  to and from the core, see minimax_core
//            playing_o   a game is on
//            side_o      we are player 2 in the current or latest game
//            thinking_o  a message waits for its answer
//            over_o      the latest game has ended: 9 came
//            passed_o    our latest answer was a pass
//            error_o     since the latest 0, something was dropped
//            illegal_o   since the latest 0, the rival's move was left out
// Latency:   With the message's last byte in cycle t, from uart_rx, the clock starts in t + 4, and
//            stop_o rises MOVE_CYCLES + 1 cycles later. A core command follows 1 cycle after the
//            message and after each response; the first byte of the answer is offered 1 cycle after
//            the last response. With PONDER a further command comes 1 cycle after the line takes
//            the last byte of a move. stop_o rises 1 cycle after the message that ends its search,
//            and the next command follows 1 cycle after its response. The clock runs meanwhile, so
//            pondering does not delay the answer. The answer to 0 is offered HELLO_CYCLES + 2
//            cycles after the latest byte, if nothing holds it up.
// Reset:     to a game not begun.
// Model:     twin.ContestPlayer
`default_nettype none
`include "constants.vh"

module contest_player #(
    parameter TEAM = "TS",  // two characters
    parameter MOVE_CYCLES = 9600000,
    parameter HELLO_CYCLES = 60000,
    parameter BYTE_CYCLES = 1200000,
    parameter DEPTH_PLIES = `SEARCH_DEPTH_MAX,
    parameter ANYTIME = 0,
    parameter PONDER = 0
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    rx_valid_i,
    input  wire [             7:0] rx_data_i,
    input  wire                    rx_error_i,
    output wire                    tx_valid_o,
    input  wire                    tx_ready_i,
    output wire [             7:0] tx_data_o,
    output wire                    cmd_valid_o,
    input  wire                    cmd_ready_i,
    output wire [             1:0] cmd_op_o,
    output wire                    cmd_player_o,
    output wire                    cmd_pass_o,
    output wire [`ORIENT_BITS-1:0] cmd_orient_o,
    output wire [             3:0] cmd_row_o,
    output wire [             3:0] cmd_col_o,
    output wire [             2:0] cmd_depth_o,
    output wire                    stop_o,
    input  wire                    rsp_valid_i,
    input  wire                    rsp_ok_i,
    input  wire                    rsp_pass_i,
    input  wire [`ORIENT_BITS-1:0] rsp_orient_i,
    input  wire [             3:0] rsp_row_i,
    input  wire [             3:0] rsp_col_i,
    input  wire [            31:0] rsp_nodes_i,
    output wire                    playing_o,
    output wire                    side_o,
    output wire                    thinking_o,
    output wire                    over_o,
    output wire                    passed_o,
    output wire                    error_o,
    output wire                    illegal_o
);

  initial begin
    if (DEPTH_PLIES < 1 || DEPTH_PLIES > 7 || HELLO_CYCLES < 4 || BYTE_CYCLES < 4) begin
      $display("contest_player: DEPTH_PLIES must be 1..7, HELLO_CYCLES and BYTE_CYCLES 4 or more (instance %m)");
      $finish;
    end
  end

  localparam LEFT_BITS = $clog2(MOVE_CYCLES + 2);
  localparam [31:0] MOVE_LIMIT = MOVE_CYCLES;
  localparam [2:0] DEPTH = DEPTH_PLIES[2:0];

  // ---------------------------------------------------------------- states
  localparam [2:0] WAIT = 3'd0;  // waits for a message, or for silence after a 0
  localparam [2:0] IDENT = 3'd1;  // sends 1 and TEAM
  localparam [2:0] CLEAR = 3'd2;  // the core empties its board
  localparam [2:0] RIVAL = 3'd3;  // the core makes the rival's move
  localparam [2:0] SEARCH = 3'd4;  // the core looks for our move
  localparam [2:0] PLAY = 3'd5;  // the core makes our move
  localparam [2:0] TELL = 3'd6;  // sends our move
  localparam [2:0] HALT = 3'd7;  // our turn, but the core still searches on the rival's time

  reg [2:0] state_q, state_d;

  // ---------------------------------------------------------------- messages
  wire msg_hello, msg_first, msg_second, msg_next, msg_over;
  wire msg_side, msg_pass, msg_ok;
  wire [`ORIENT_BITS-1:0] msg_orient;
  wire [3:0] msg_row, msg_col;
  wire idle, quiet, dropped;
  message_parser #(
      .HELLO_CYCLES(HELLO_CYCLES),
      .BYTE_CYCLES(BYTE_CYCLES)
  ) u_message_parser (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .rx_valid_i(rx_valid_i),
      .rx_data_i(rx_data_i),
      .rx_error_i(rx_error_i),
      .msg_hello_o(msg_hello),
      .msg_first_o(msg_first),
      .msg_second_o(msg_second),
      .msg_next_o(msg_next),
      .msg_over_o(msg_over),
      .msg_side_o(msg_side),
      .msg_pass_o(msg_pass),
      .msg_ok_o(msg_ok),
      .msg_orient_o(msg_orient),
      .msg_row_o(msg_row),
      .msg_col_o(msg_col),
      .idle_o(idle),
      .quiet_o(quiet),
      .error_o(dropped)
  );

  // ---------------------------------------------------------------- registers
  // The game.
  reg playing_q, side_q, over_q, passed_q, error_q, illegal_q;
  reg second_q;  // the rival moved first
  reg hello_q;  // a 0 waits for its answer

  // The rival's move.
  reg rival_skip_q;  // the core has no move to make: a pass, or no move at all

  // The core.
  reg asked_q;  // the core has a command and has not responded
  reg cancel_q;  // a 0 or 9 came while the core worked
  reg [2:0] depth_q;
  reg [LEFT_BITS-1:0] left_q;  // cycles left to think
  reg late_q;  // left_q is 0: the core may lie far away

  // The rival's move, and then ours, which may be a pass.
  reg pass_q;
  reg [`ORIENT_BITS-1:0] orient_q;
  reg [3:0] row_q, col_q;

  reg [1:0] index_q;  // index of the character to send

  // ---------------------------------------------------------------- next state
  wire msg_turn = msg_first | msg_second | (msg_next & playing_q);
  wire accept = msg_turn & (state_q == WAIT);
  wire stray = (msg_first | msg_second | msg_next) & ~accept;
  wire interrupt = msg_hello | msg_over;
  wire cancel = cancel_q | interrupt;
  wire no_move = msg_first | msg_pass | ~msg_ok;

  wire forced = (rsp_nodes_i == 32'd1);
  wire deeper = DEPTH_PLIES > 1 & rsp_ok_i & ~forced & ~late_q & (depth_q != DEPTH);
  wire sent = tx_valid_o & tx_ready_i;

  always @* begin
    state_d = state_q;
    case (state_q)
      WAIT:
      if (accept) state_d = gen_ponder.ahead ? HALT : ~msg_next ? CLEAR : no_move ? SEARCH : RIVAL;
      else if (hello_q & quiet & idle) state_d = IDENT;
      IDENT: if (msg_over | (sent & index_q == 2'd2)) state_d = WAIT;
      CLEAR: if (rsp_valid_i) state_d = cancel ? WAIT : rival_skip_q ? SEARCH : RIVAL;
      RIVAL: if (rsp_valid_i) state_d = cancel ? WAIT : SEARCH;
      SEARCH:
      if (rsp_valid_i) begin
        if (cancel) state_d = WAIT;
        else if (~deeper) state_d = (rsp_ok_i & rsp_pass_i) ? TELL : PLAY;
      end
      PLAY: if (rsp_valid_i) state_d = cancel ? WAIT : TELL;
      TELL: if (interrupt | (sent & index_q == 2'd3)) state_d = WAIT;
      default: state_d = gen_ponder.ahead ? HALT : gen_ponder.turn;  // HALT
    endcase
  end

  // ---------------------------------------------------------------- the rival's time
  // Outside this block PONDER only adds conditions that are constants without PONDER, so that the
  // logic without PONDER stays the same.
  generate
    if (PONDER != 0) begin : gen_ponder
      reg due_q;  // our move has been sent
      reg ahead_q;  // the core searches
      reg new_q;  // HALT: a game begins
      wire rests = state_q == WAIT & playing_q;
      wire due = due_q & rests;
      wire halts = ahead_q & ~rests;
      wire delays = state_q == HALT;
      wire ahead = (ahead_q | (due & cmd_ready_i)) & ~rsp_valid_i;
      wire [2:0] turn = cancel ? WAIT : new_q ? CLEAR : rival_skip_q ? SEARCH : RIVAL;
      always @(posedge clk_i) begin
        due_q <= (state_q == TELL & ~pass_q) | (due & ~cmd_ready_i);
        ahead_q <= ahead;
        if (accept) new_q <= ~msg_next;
        if (rst_i) ahead_q <= 1'b0;
      end
    end else begin : gen_ponder
      localparam due = 1'b0;
      localparam halts = 1'b0;
      localparam delays = 1'b0;
      localparam ahead = 1'b0;
      localparam [2:0] turn = WAIT;
    end
  endgenerate

  // ---------------------------------------------------------------- the core
  assign thinking_o = gen_ponder.delays ? 1'b1 : (state_q == CLEAR) | (state_q == RIVAL) | (state_q == SEARCH) | (state_q == PLAY);
  assign cmd_valid_o = gen_ponder.due ? 1'b1 : thinking_o & ~asked_q;
  assign cmd_op_o = gen_ponder.due ? `CMD_SEARCH : (state_q == CLEAR) ? `CMD_RESET : (state_q == SEARCH) ? `CMD_SEARCH : `CMD_PLAY;
  // With CMD_RESET, the player who moves first.
  assign cmd_player_o = gen_ponder.due ? ~side_q : side_q ^ (state_q == RIVAL | (state_q == CLEAR & second_q));
  assign cmd_pass_o = 1'b0;
  assign cmd_orient_o = orient_q;
  assign cmd_row_o = row_q;
  assign cmd_col_o = col_q;
  assign cmd_depth_o = gen_ponder.due ? DEPTH : depth_q;
  assign stop_o = gen_ponder.halts ? 1'b1 : (state_q == SEARCH) & (cancel_q | (late_q & (depth_q != 3'd1 | ANYTIME != 0)));

  // ---------------------------------------------------------------- the answer
  wire [7:0] move_char;
  move_encoder u_move_encoder (
      .clk_i(clk_i),
      .orient_i(orient_q),
      .row_i(row_q),
      .col_i(col_q),
      .index_i(index_q),
      .char_o(move_char)
  );

  wire [31:0] name = {"1", TEAM[15:0], 8'd0};
  assign tx_valid_o = (state_q == IDENT) | (state_q == TELL);
  assign tx_data_o = (state_q == IDENT) ? name[{~index_q, 3'b000}+:8] : pass_q ? "0" : move_char;

  // ---------------------------------------------------------------- registers
  always @(posedge clk_i) begin
    state_q <= state_d;

    asked_q <= (asked_q | (cmd_valid_o & cmd_ready_i)) & ~rsp_valid_i;
    cancel_q <= cancel & (state_q != WAIT);
    if (state_q == WAIT) begin
      left_q <= MOVE_LIMIT[LEFT_BITS-1:0];
      late_q <= MOVE_LIMIT == 0;
    end else if (~late_q) begin
      left_q <= left_q - {{(LEFT_BITS - 1) {1'b0}}, 1'b1};
      late_q <= left_q == {{(LEFT_BITS - 1) {1'b0}}, 1'b1};
    end
    if (state_q == WAIT) begin
      index_q <= 2'd0;
      depth_q <= 3'd1;
      rival_skip_q <= no_move;
      orient_q <= msg_orient;
      row_q <= msg_row;
      col_q <= msg_col;
    end else if (sent) index_q <= index_q + 2'd1;

    if (accept & ~msg_next) begin
      playing_q <= 1'b1;
      side_q <= msg_side;
      second_q <= msg_second;
      over_q <= 1'b0;
    end
    if (state_q == WAIT & state_d != WAIT) hello_q <= 1'b0;
    if (stray | dropped) error_q <= 1'b1;
    if (accept & ~msg_first & ~msg_pass & ~msg_ok) illegal_q <= 1'b1;
    if (state_q == RIVAL & rsp_valid_i & ~rsp_ok_i) illegal_q <= 1'b1;
    if (state_q == SEARCH & rsp_valid_i & rsp_ok_i) begin
      pass_q <= rsp_pass_i;
      orient_q <= rsp_orient_i;
      row_q <= rsp_row_i;
      col_q <= rsp_col_i;
      depth_q <= depth_q + 3'd1;
    end
    if (state_q == TELL) passed_q <= pass_q;

    if (interrupt) begin
      playing_q <= 1'b0;
      over_q <= msg_over;
      hello_q <= msg_hello;
    end
    if (msg_hello) begin
      error_q <= 1'b0;
      illegal_q <= 1'b0;
    end

    if (rst_i) begin
      state_q <= WAIT;
      asked_q <= 1'b0;
      playing_q <= 1'b0;
      side_q <= 1'b0;
      over_q <= 1'b0;
      passed_q <= 1'b0;
      error_q <= 1'b0;
      illegal_q <= 1'b0;
      hello_q <= 1'b0;
    end
  end

  assign playing_o = playing_q;
  assign side_o = side_q;
  assign over_o = over_q;
  assign passed_o = passed_q;
  assign error_o = error_q;
  assign illegal_o = illegal_q;

endmodule

`default_nettype wire
