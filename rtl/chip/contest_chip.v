// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// contest_chip -- the contest's player without an SDRAM, complete from pin to pin.
//
// Purpose:   The complete design, except the clock, of a board that plays with the host program of
//            the public Blokus Duo design contest. PROCESSOR and LANES choose the core.
// Parameter: CLK_HZ to BYTE_MS, PONDER  see contest_pins
//            DEPTH_PLIES to SQUARE_WEIGHT  of the minimax core, see minimax_core
//            LANES      playout lanes; with 0 the chip has the minimax core
//            VISITS     of the Monte Carlo core: playouts of each move in the first round
//            SEED       of the playouts
//            RAM_REG    see playout_lane
//            PROCESSOR  with 1 the core is a processor beside one lane, whose program is a tree
//                       search
//            LEAVES     of that search, at most
//            LEAF_LISTS with 1 or more the core is the alpha-beta core, which lists its leaves, so
//                       many at a time. It takes the weights from OWN_WEIGHT to SQUARE_WEIGHT, and
//                       searches until the time has passed
//            ROW_BANKS  banks of that core's row memory, 1 or 2: see row_stack
//            MARGIN     with 1 that core values lines by the margin to expect
// Interface: uart_rx_i, uart_tx_o, led_o  see contest_pins
// Latency:   as contest_player, with the latencies of uart_rx and uart_tx.
// Reset:     synchronous; the line is idle at once.
// Model:     twin.ContestPlayer behind twin.UART
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "alphabeta.vh"

module contest_chip #(
    parameter CLK_HZ = 12000000,
    parameter BAUD = 115200,
    parameter TEAM = "TS",
    parameter MOVE_MS = 800,
    parameter HELLO_MS = 5,
    parameter BYTE_MS = 100,
    parameter DEPTH_PLIES = `SEARCH_DEPTH_MAX,
    parameter ALPHA_BETA = 1,
    parameter OWN_WEIGHT = `OWN_WEIGHT_DEFAULT,
    parameter RIVAL_WEIGHT = `RIVAL_WEIGHT_DEFAULT,
    parameter SQUARE_WEIGHT = `SQUARE_WEIGHT_DEFAULT,
    parameter LANES = 0,
    parameter VISITS = 64,
    parameter SEED = 1,
    parameter PONDER = 0,
    parameter RAM_REG = 0,
    parameter PROCESSOR = 0,
    parameter LEAVES = 65535,
    parameter LEAF_LISTS = 0,
    parameter ROW_BANKS = 1,
    parameter MARGIN = 0
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       uart_rx_i,
    output wire       uart_tx_o,
    output wire [7:0] led_o
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
  contest_pins #(
      .CLK_HZ     (CLK_HZ),
      .BAUD       (BAUD),
      .TEAM       (TEAM),
      .MOVE_MS    (MOVE_MS),
      .HELLO_MS   (HELLO_MS),
      .BYTE_MS    (BYTE_MS),
      .DEPTH_PLIES(LANES != 0 || LEAF_LISTS != 0 ? 1 : DEPTH_PLIES),
      .ANYTIME    (LANES != 0 || LEAF_LISTS != 0 ? 1 : 0),
      .PONDER     (PONDER)
  ) u_pins (
      .clk_i       (clk_i),
      .rst_i       (rst_i),
      .uart_rx_i   (uart_rx_i),
      .uart_tx_o   (uart_tx_o),
      .led_o       (led_o),
      .cmd_valid_o (cmd_valid),
      .cmd_ready_i (cmd_ready),
      .cmd_op_o    (cmd_op),
      .cmd_player_o(cmd_player),
      .cmd_pass_o  (cmd_pass),
      .cmd_orient_o(cmd_orient),
      .cmd_row_o   (cmd_row),
      .cmd_col_o   (cmd_col),
      .cmd_depth_o (cmd_depth),
      .stop_o      (stop),
      .rsp_valid_i (rsp_valid),
      .rsp_ok_i    (rsp_ok),
      .rsp_pass_i  (rsp_pass),
      .rsp_orient_i(rsp_orient),
      .rsp_row_i   (rsp_row),
      .rsp_col_i   (rsp_col),
      .rsp_nodes_i (rsp_nodes)
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
    end else if (LEAF_LISTS != 0) begin : gen_alphabeta
      wire signed [`LINE_BITS-1:0] value;
      wire whole, trace_valid;
      wire [3:0] depth;
      wire [LEAF_LISTS-1:0] trace_units, trace_leave, trace_pass;
      wire [4*LEAF_LISTS-1:0] trace_ply;
      wire [LEAF_LISTS*`PLACEMENT_BITS-1:0] trace_move;
      wire [LEAF_LISTS*`LINE_BITS-1:0] trace_score;
      localparam [3:0] DEPTH = `LINE_DEPTH_MAX;
      alphabeta_core #(
          .OWN_WEIGHT   (OWN_WEIGHT),
          .RIVAL_WEIGHT (RIVAL_WEIGHT),
          .SQUARE_WEIGHT(SQUARE_WEIGHT),
          .MARGIN       (MARGIN),
          .LEAF_LISTS   (LEAF_LISTS),
          .ROW_BANKS    (ROW_BANKS)
      ) u_alphabeta_core (
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
          .cmd_depth_i  (DEPTH),
          .stop_i       (stop),
          .rsp_valid_o  (rsp_valid),
          .rsp_ok_o     (rsp_ok),
          .rsp_whole_o  (whole),
          .rsp_pass_o   (rsp_pass),
          .rsp_orient_o (rsp_orient),
          .rsp_row_o    (rsp_row),
          .rsp_col_o    (rsp_col),
          .rsp_value_o  (value),
          .rsp_nodes_o  (rsp_nodes),
          .rsp_depth_o  (depth),
          .trace_valid_o(trace_valid),
          .trace_units_o(trace_units),
          .trace_leave_o(trace_leave),
          .trace_ply_o  (trace_ply),
          .trace_pass_o (trace_pass),
          .trace_move_o (trace_move),
          .trace_score_o(trace_score)
      );
      wire unused_core = ^{cmd_depth, value, whole, depth, trace_valid, trace_units, trace_leave, trace_ply, trace_pass,
                           trace_move, trace_score};
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

endmodule

`default_nettype wire
