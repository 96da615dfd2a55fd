// contest_chip -- the contest's player, complete from pin to pin.
//
// Purpose:   Serial line, protocol and player core: what a board needs besides
//            a clock to play at the host program of the public Blokus Duo
//            design contest.
// Interface: uart_rx_i, uart_tx_o  the line: 8 data bits, no parity, 1 stop bit
//            led_o     active high:
//                        0  heartbeat: changes every half second
//                        1  thinking: an answer is due
//                        2  a game is on
//                        3  we are player 2 in it, or were in the latest one
//                        4  the game is over
//                        5  error: since the latest 0 something came that is
//                           no message, or came at the wrong time
//                        6  illegal: since the latest 0 a rival's move was
//                           malformed or not legal, and was left out
//                        7  our latest answer was a pass
//            Parameters: the clock; the line's speed; the two characters that
//            name the team; the time for a move, from the last byte of the
//            message to the end of thinking (the host allows a second, its
//            own delays and the line's included); the silence that the answer
//            to 0 waits for; the gap within a message after which it is
//            dropped; the deepest search and the weights of the minimax core;
//            or the number of playout lanes and the playouts of each move in
//            the first round of the Monte Carlo core; or the lanes, the memory
//            and the leaves of a search of the tree core, or the leaves of one
//            that is the program of a processor beside one lane; and whether the
//            core searches on the rival's time, see contest_player.
// Latency:   as contest_player, with the latencies of uart_rx and uart_tx.
// Reset:     synchronous; the line is idle at once.
// Model:     twin.ContestPlayer behind twin.UART
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "tree.vh"

module contest_chip #(
    parameter CLK_HZ = 12000000,
    parameter BAUD = 115200,
    parameter TEAM = "TS",  // two characters
    parameter MOVE_MS = 800,
    parameter HELLO_MS = 5,
    parameter BYTE_MS = 100,
    parameter DEPTH_PLIES = `SEARCH_DEPTH_MAX,
    parameter ALPHA_BETA = 1,
    parameter OWN_WEIGHT = `OWN_WEIGHT_DEFAULT,
    parameter RIVAL_WEIGHT = `RIVAL_WEIGHT_DEFAULT,
    parameter SQUARE_WEIGHT = `SQUARE_WEIGHT_DEFAULT,
    parameter LANES = 0,  // playout lanes; 0: the minimax core
    parameter VISITS = 64,
    parameter BLOCKS = 0,  // nodes with children; 0: no tree core
    parameter CHILDREN = 24,
    parameter FLIGHTS = 16,
    parameter VISIT_BITS = 20,
    parameter LEAVES = (1 << VISIT_BITS) - 1,
    parameter SEED = 1,
    parameter PONDER = 0,
    parameter RAM_REG = 0,
    parameter PROCESSOR = 0  // 1: the processor's core
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       uart_rx_i,
    output wire       uart_tx_o,
    output wire [7:0] led_o
);

  localparam MS_CYCLES = CLK_HZ / 1000;

  wire rx_valid, rx_error;
  wire [7:0] rx_data;
  uart_rx #(
      .CLK_HZ(CLK_HZ),
      .BAUD(BAUD)
  ) u_uart_rx (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .rx_i(uart_rx_i),
      .valid_o(rx_valid),
      .data_o(rx_data),
      .error_o(rx_error)
  );

  wire tx_valid, tx_ready;
  wire [7:0] tx_data;
  uart_tx #(
      .CLK_HZ(CLK_HZ),
      .BAUD(BAUD)
  ) u_uart_tx (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .valid_i(tx_valid),
      .ready_o(tx_ready),
      .data_i(tx_data),
      .tx_o(uart_tx_o)
  );

  wire cmd_valid, cmd_ready, cmd_player, cmd_pass, stop;
  wire [1:0] cmd_op;
  wire [`ORIENT_BITS-1:0] cmd_orient;
  wire [3:0] cmd_row, cmd_col;
  wire [2:0] cmd_depth;
  wire rsp_valid, rsp_ok, rsp_pass;
  wire [`ORIENT_BITS-1:0] rsp_orient;
  wire [3:0] rsp_row, rsp_col;
  wire [31:0] rsp_nodes;
  contest_player #(
      .TEAM(TEAM),
      .MOVE_CYCLES(MS_CYCLES * MOVE_MS),
      .HELLO_CYCLES(MS_CYCLES * HELLO_MS),
      .BYTE_CYCLES(MS_CYCLES * BYTE_MS),
      .DEPTH_PLIES(LANES != 0 ? 1 : DEPTH_PLIES),
      .ANYTIME(LANES != 0 ? 1 : 0),
      .PONDER(PONDER)
  ) u_contest_player (
      .clk_i(clk_i),
      .rst_i(rst_i),
      .rx_valid_i(rx_valid),
      .rx_data_i(rx_data),
      .rx_error_i(rx_error),
      .tx_valid_o(tx_valid),
      .tx_ready_i(tx_ready),
      .tx_data_o(tx_data),
      .cmd_valid_o(cmd_valid),
      .cmd_ready_i(cmd_ready),
      .cmd_op_o(cmd_op),
      .cmd_player_o(cmd_player),
      .cmd_pass_o(cmd_pass),
      .cmd_orient_o(cmd_orient),
      .cmd_row_o(cmd_row),
      .cmd_col_o(cmd_col),
      .cmd_depth_o(cmd_depth),
      .stop_o(stop),
      .rsp_valid_i(rsp_valid),
      .rsp_ok_i(rsp_ok),
      .rsp_pass_i(rsp_pass),
      .rsp_orient_i(rsp_orient),
      .rsp_row_i(rsp_row),
      .rsp_col_i(rsp_col),
      .rsp_nodes_i(rsp_nodes),
      .playing_o(led_o[2]),
      .side_o(led_o[3]),
      .thinking_o(led_o[1]),
      .over_o(led_o[4]),
      .passed_o(led_o[7]),
      .error_o(led_o[5]),
      .illegal_o(led_o[6])
  );

  generate
    if (PROCESSOR != 0) begin : gen_processor
      wire [15:0] look_word;
      wire unused_core = ^{cmd_depth, look_word};
      processor_core #(
          .SEED   (SEED),
          .LEAVES (LEAVES),
          .RAM_REG(RAM_REG)
      ) u_processor_core (
          .clk_i         (clk_i),
          .rst_i         (rst_i),
          .cmd_valid_i   (cmd_valid),
          .cmd_ready_o   (cmd_ready),
          .cmd_op_i      (cmd_op),
          .cmd_player_i  (cmd_player),
          .cmd_pass_i    (cmd_pass),
          .cmd_orient_i  (cmd_orient),
          .cmd_row_i     (cmd_row),
          .cmd_col_i     (cmd_col),
          .stop_i        (stop),
          .rsp_valid_o   (rsp_valid),
          .rsp_ok_o      (rsp_ok),
          .rsp_pass_o    (rsp_pass),
          .rsp_orient_o  (rsp_orient),
          .rsp_row_o     (rsp_row),
          .rsp_col_o     (rsp_col),
          .rsp_leaves_o  (rsp_nodes),
          .look_address_i(12'd0),
          .look_word_o   (look_word)
      );
    end else if (BLOCKS != 0) begin : gen_tree
      wire [VISIT_BITS-1:0] visits, look_visits, look_rest;
      wire [`TREE_VALUE_BITS-1:0] mean, look_mean;
      wire [`PLACEMENT_BITS-1:0] look_move;
      wire [`TREE_PRIOR_BITS-1:0] look_prior;
      wire [$clog2(BLOCKS)-1:0] look_link;
      wire [$clog2(CHILDREN+1)-1:0] look_count;
      wire [$clog2(BLOCKS)-1:0] look_root;
      wire req_valid, req_write;
      wire [23:0] req_addr;
      wire [9:0] req_words;
      wire [15:0] wdata;
      wire unused_memory = ^{req_valid, req_write, req_addr, req_words, wdata};
      wire unused_core = ^{cmd_depth, visits, mean, look_visits, look_rest, look_mean, look_move, look_prior, look_link, look_count, look_root};
      localparam [31:0] MOST_LEAVES = LEAVES;
      tree_core #(
          .VISIT_BITS(VISIT_BITS),
          .BLOCKS    (BLOCKS),
          .CHILDREN  (CHILDREN),
          .FLIGHTS   (FLIGHTS),
          .LANES     (LANES),
          .RAM_REG   (RAM_REG)
      ) u_tree_core (
          .clk_i        (clk_i),
          .rst_i        (rst_i),
          .cmd_valid_i  (cmd_valid),
          .cmd_ready_o  (cmd_ready),
          .cmd_op_i     (cmd_op),
          .cmd_player_i (cmd_player),
          .cmd_pass_i   (cmd_pass),
          .cmd_orient_i (cmd_orient),
          .cmd_row_i    (cmd_row),
          .cmd_col_i    (cmd_col),
          .leaves_i     (MOST_LEAVES),
          .seed_i       (SEED),
          .stop_i       (stop),
          .rsp_valid_o  (rsp_valid),
          .rsp_ok_o     (rsp_ok),
          .rsp_pass_o   (rsp_pass),
          .rsp_orient_o (rsp_orient),
          .rsp_row_o    (rsp_row),
          .rsp_col_o    (rsp_col),
          .rsp_visits_o (visits),
          .rsp_mean_o   (mean),
          .rsp_leaves_o (rsp_nodes),
          .memory_i     (1'b0),
          .req_valid_o  (req_valid),
          .req_ready_i  (1'b0),
          .req_write_o  (req_write),
          .req_addr_o   (req_addr),
          .req_words_o  (req_words),
          .wnext_i      (1'b0),
          .wdata_o      (wdata),
          .rvalid_i     (1'b0),
          .rdata_i      (16'd0),
          .look_i       (1'b0),
          .look_child_i ({$clog2(BLOCKS * CHILDREN) {1'b0}}),
          .look_block_i ({$clog2(BLOCKS) {1'b0}}),
          .look_visits_o(look_visits),
          .look_mean_o  (look_mean),
          .look_rest_o  (look_rest),
          .look_move_o  (look_move),
          .look_prior_o (look_prior),
          .look_link_o  (look_link),
          .look_count_o (look_count),
          .look_root_o  (look_root)
      );
    end else if (LANES != 0) begin : gen_mc
      wire [`SUM_BITS-1:0] sum;
      wire [31:0] visits;
      wire unused_core = ^{cmd_depth, sum, visits};
      localparam [`VISITS_BITS-1:0] FIRST_VISITS = VISITS[`VISITS_BITS-1:0];
      montecarlo_core #(
          .LANES  (LANES),
          .RAM_REG(RAM_REG)
      ) u_montecarlo_core (
          .clk_i(clk_i),
          .rst_i(rst_i),
          .cmd_valid_i(cmd_valid),
          .cmd_ready_o(cmd_ready),
          .cmd_op_i(cmd_op),
          .cmd_player_i(cmd_player),
          .cmd_pass_i(cmd_pass),
          .cmd_orient_i(cmd_orient),
          .cmd_row_i(cmd_row),
          .cmd_col_i(cmd_col),
          .stop_i(stop),
          .visits_i(FIRST_VISITS),
          .seed_i(SEED),
          .rsp_valid_o(rsp_valid),
          .rsp_ok_o(rsp_ok),
          .rsp_pass_o(rsp_pass),
          .rsp_orient_o(rsp_orient),
          .rsp_row_o(rsp_row),
          .rsp_col_o(rsp_col),
          .rsp_sum_o(sum),
          .rsp_visits_o(visits),
          .rsp_playouts_o(rsp_nodes)
      );
    end else begin : gen_minimax
      wire signed [`SCORE_BITS-1:0] value, trace_score;
      wire trace_valid, trace_leave, trace_pass;
      wire [2:0] trace_ply;
      wire [`ORIENT_BITS-1:0] trace_orient;
      wire [3:0] trace_row, trace_col;
      minimax_core #(
          .DEPTH_PLIES(DEPTH_PLIES),
          .ALPHA_BETA(ALPHA_BETA),
          .OWN_WEIGHT(OWN_WEIGHT),
          .RIVAL_WEIGHT(RIVAL_WEIGHT),
          .SQUARE_WEIGHT(SQUARE_WEIGHT)
      ) u_minimax_core (
          .clk_i(clk_i),
          .rst_i(rst_i),
          .cmd_valid_i(cmd_valid),
          .cmd_ready_o(cmd_ready),
          .cmd_op_i(cmd_op),
          .cmd_player_i(cmd_player),
          .cmd_pass_i(cmd_pass),
          .cmd_orient_i(cmd_orient),
          .cmd_row_i(cmd_row),
          .cmd_col_i(cmd_col),
          .cmd_depth_i(cmd_depth),
          .stop_i(stop),
          .rsp_valid_o(rsp_valid),
          .rsp_ok_o(rsp_ok),
          .rsp_pass_o(rsp_pass),
          .rsp_orient_o(rsp_orient),
          .rsp_row_o(rsp_row),
          .rsp_col_o(rsp_col),
          .rsp_value_o(value),
          .rsp_nodes_o(rsp_nodes),
          .trace_valid_o(trace_valid),
          .trace_leave_o(trace_leave),
          .trace_ply_o(trace_ply),
          .trace_pass_o(trace_pass),
          .trace_orient_o(trace_orient),
          .trace_row_o(trace_row),
          .trace_col_o(trace_col),
          .trace_score_o(trace_score)
      );
      wire unused_core = ^{value, trace_valid, trace_leave, trace_ply, trace_pass,
                           trace_orient, trace_row, trace_col, trace_score};
    end
  endgenerate

  heartbeat #(
      .CLK_HZ(CLK_HZ)
  ) u_heartbeat (
      .clk_i (clk_i),
      .rst_i (rst_i),
      .beat_o(led_o[0])
  );

endmodule

`default_nettype wire
