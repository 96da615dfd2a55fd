// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// contest_pins -- the contest's player at the pins of a chip, for any core.
//
// Purpose:   Holds the common part of contest_chip and tree_chip: serial line, protocol, lamps. A
//            core plays.
// Parameter: CLK_HZ, BAUD  the clock; the speed of the line
//            TEAM      the two characters of the team's name
//            MOVE_MS   time for a move, from the last byte of the message to the end of
//                      thinking. The host allows a second, including its own delays and the line's
//            HELLO_MS  silence before the answer to 0
//            BYTE_MS   longest gap within a message; a longer one drops the message
//            DEPTH_PLIES, ANYTIME, PONDER  see contest_player
// Interface: uart_rx_i, uart_tx_o  the line: 8 data bits, no parity, 1 stop bit
//            led_o     active high:
//                        0  heartbeat: changes every half second
//                        1  thinking: an answer is due
//                        2  a game is on
//                        3  the chip is player 2 in the current or latest game
//                        4  the game is over
//                        5  error: since the latest 0, something came that is no message or
//                           came at the wrong time
//                        6  illegal: since the latest 0, the chip left out a rival's move that
//                           was malformed or not legal
//                        7  the chip's latest answer was a pass
//            cmd_*, stop_o, rsp_*  to and from the core, see minimax_core
// Latency:   as contest_player, with the latencies of uart_rx and uart_tx.
// Reset:     synchronous; the line is idle at once.
// Model:     twin.ContestPlayer behind twin.UART
`default_nettype none
`include "constants.vh"

module contest_pins #(
    parameter CLK_HZ = 12000000,
    parameter BAUD = 115200,
    parameter TEAM = "TS",
    parameter MOVE_MS = 800,
    parameter HELLO_MS = 5,
    parameter BYTE_MS = 100,
    parameter DEPTH_PLIES = `SEARCH_DEPTH_MAX,
    parameter ANYTIME = 0,
    parameter PONDER = 0
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    uart_rx_i,
    output wire                    uart_tx_o,
    output wire [             7:0] led_o,
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
    input  wire [            31:0] rsp_nodes_i
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

  contest_player #(
      .TEAM(TEAM),
      .MOVE_CYCLES(MS_CYCLES * MOVE_MS),
      .HELLO_CYCLES(MS_CYCLES * HELLO_MS),
      .BYTE_CYCLES(MS_CYCLES * BYTE_MS),
      .DEPTH_PLIES(DEPTH_PLIES),
      .ANYTIME(ANYTIME),
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
      .cmd_valid_o(cmd_valid_o),
      .cmd_ready_i(cmd_ready_i),
      .cmd_op_o(cmd_op_o),
      .cmd_player_o(cmd_player_o),
      .cmd_pass_o(cmd_pass_o),
      .cmd_orient_o(cmd_orient_o),
      .cmd_row_o(cmd_row_o),
      .cmd_col_o(cmd_col_o),
      .cmd_depth_o(cmd_depth_o),
      .stop_o(stop_o),
      .rsp_valid_i(rsp_valid_i),
      .rsp_ok_i(rsp_ok_i),
      .rsp_pass_i(rsp_pass_i),
      .rsp_orient_i(rsp_orient_i),
      .rsp_row_i(rsp_row_i),
      .rsp_col_i(rsp_col_i),
      .rsp_nodes_i(rsp_nodes_i),
      .playing_o(led_o[2]),
      .side_o(led_o[3]),
      .thinking_o(led_o[1]),
      .over_o(led_o[4]),
      .passed_o(led_o[7]),
      .error_o(led_o[5]),
      .illegal_o(led_o[6])
  );

  heartbeat #(
      .CLK_HZ(CLK_HZ)
  ) u_heartbeat (
      .clk_i (clk_i),
      .rst_i (rst_i),
      .beat_o(led_o[0])
  );

endmodule

`default_nettype wire
