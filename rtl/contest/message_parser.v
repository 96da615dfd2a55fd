// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// message_parser -- the messages of the contest's host in the bytes of the line.
//
// Purpose:   Finds messages by position, since they carry no end mark and no check sum:
//
//              0                  who are you; a new game
//              2 side             you begin
//              3 side x y t r     you answer the rival's first move
//              4 x y t r          the rival's move
//              9                  the game is over
//
//            side is 5 (player 1) or A (player 2). CR and LF never count. The four characters of a
//            move may be anything: msg_ok_o and msg_pass_o are low if they are no move. The parser
//            drops
//            - a byte that begins no message,
//            - a 2 or 3 without side; the byte in the side's place then begins a message,
//            - a message that is incomplete BYTE_CYCLES after its latest byte.
// Interface: rx_valid_i, rx_data_i, rx_error_i  from uart_rx
//            msg_*_o   one of hello, first, second, next, over is high for one
//                      cycle, together with the message's side and move:
//                      msg_side_o (1: player 2), msg_pass_o, or msg_ok_o and the rest
//            idle_o    no message has begun
//            quiet_o   for at least HELLO_CYCLES nothing has arrived
//            error_o   for one cycle: the parser drops something
// Latency:   4 cycles from the last byte to the message, HELLO_CYCLES + 1 from a byte to quiet_o.
//            The parser still takes a message whose next byte comes BYTE_CYCLES + 1 cycles after
//            the latest.
// Reset:     to no message, and a line that has just become quiet.
// Model:     twin.ContestPlayer
`default_nettype none
`include "constants.vh"

module message_parser #(
    parameter HELLO_CYCLES = 60000,
    parameter BYTE_CYCLES = 1200000
) (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    rx_valid_i,
    input  wire [             7:0] rx_data_i,
    input  wire                    rx_error_i,
    output wire                    msg_hello_o,
    output wire                    msg_first_o,
    output wire                    msg_second_o,
    output wire                    msg_next_o,
    output wire                    msg_over_o,
    output wire                    msg_side_o,
    output wire                    msg_pass_o,
    output wire                    msg_ok_o,
    output wire [`ORIENT_BITS-1:0] msg_orient_o,
    output wire [             3:0] msg_row_o,
    output wire [             3:0] msg_col_o,
    output wire                    idle_o,
    output wire                    quiet_o,
    output wire                    error_o
);

  localparam [31:0] HELLO_LIMIT = HELLO_CYCLES;
  localparam [31:0] BYTE_LIMIT = BYTE_CYCLES;
  localparam [31:0] QUIET_LIMIT = (HELLO_CYCLES > BYTE_CYCLES) ? HELLO_CYCLES : BYTE_CYCLES;
  localparam QUIET_BITS = $clog2((HELLO_CYCLES > BYTE_CYCLES ? HELLO_CYCLES : BYTE_CYCLES) + 1);

  // The next byte of a message.
  localparam [2:0] TYPE = 3'd0;  // the first byte
  localparam [2:0] SIDE = 3'd1;
  localparam [2:0] MOVE = 3'd4;  // 4..7: the characters of a move

  localparam [4:0] NONE = 5'b00000;  // the kinds of messages
  localparam [4:0] HELLO = 5'b00001;
  localparam [4:0] FIRST = 5'b00010;
  localparam [4:0] SECOND = 5'b00100;
  localparam [4:0] NEXT = 5'b01000;
  localparam [4:0] OVER = 5'b10000;

  reg [2:0] state_q, state_d;
  reg [4:0] kind_q, kind_d;  // kind of the message under way
  reg [4:0] done_q, done_d;  // kind of the message that is complete
  reg [4:0] done_q2, done_q3, msg_q;  // the kind, until the message's move is decoded
  reg side_q, side_d;
  reg error_q, error_d;
  reg [31:0] chars_q;
  reg [QUIET_BITS-1:0] quiet_q;  // cycles since the latest byte

  wire late = (quiet_q == BYTE_LIMIT[QUIET_BITS-1:0]) & (state_q != TYPE);
  wire blank = (rx_data_i == 8'h0d) | (rx_data_i == 8'h0a);
  wire side_byte = (rx_data_i == "5") | (rx_data_i == "A");

  always @* begin
    state_d = state_q;
    kind_d = kind_q;
    done_d = NONE;
    side_d = side_q;
    error_d = rx_error_i;
    if (rx_valid_i & ~blank) begin
      if (state_q[2]) begin
        state_d = state_q + 3'd1;  // back to TYPE in the end
        if (state_q == 3'd7) done_d = kind_q;
      end else if (state_q == SIDE & side_byte) begin
        side_d = (rx_data_i == "A");
        state_d = (kind_q == FIRST) ? TYPE : MOVE;
        if (kind_q == FIRST) done_d = FIRST;
      end else begin
        if (state_q == SIDE) error_d = 1'b1;
        state_d = TYPE;
        case (rx_data_i)
          "0": done_d = HELLO;
          "2": begin
            kind_d = FIRST;
            state_d = SIDE;
          end
          "3": begin
            kind_d = SECOND;
            state_d = SIDE;
          end
          "4": begin
            kind_d = NEXT;
            state_d = MOVE;
          end
          "9": done_d = OVER;
          default: error_d = 1'b1;
        endcase
      end
    end else if (late & ~rx_valid_i) begin
      state_d = TYPE;
      error_d = 1'b1;
    end
  end

  always @(posedge clk_i) begin
    state_q <= state_d;
    kind_q <= kind_d;
    done_q <= done_d;
    done_q2 <= done_q;
    done_q3 <= done_q2;
    msg_q <= done_q3;
    side_q <= side_d;
    error_q <= error_d;
    if (rx_valid_i & ~blank) chars_q <= {chars_q[23:0], rx_data_i};
    if (rx_valid_i) quiet_q <= {QUIET_BITS{1'b0}};
    else if (quiet_q != QUIET_LIMIT[QUIET_BITS-1:0]) quiet_q <= quiet_q + {{(QUIET_BITS - 1) {1'b0}}, 1'b1};
    if (rst_i) begin
      state_q <= TYPE;
      done_q <= NONE;
      done_q2 <= NONE;
      done_q3 <= NONE;
      msg_q <= NONE;
      error_q <= 1'b0;
      quiet_q <= {QUIET_BITS{1'b0}};
    end
  end

  move_decoder u_move_decoder (
      .clk_i(clk_i),
      .chars_i(chars_q),
      .pass_o(msg_pass_o),
      .ok_o(msg_ok_o),
      .orient_o(msg_orient_o),
      .row_o(msg_row_o),
      .col_o(msg_col_o)
  );

  assign {msg_over_o, msg_next_o, msg_second_o, msg_first_o, msg_hello_o} = msg_q;
  assign msg_side_o = side_q;
  assign idle_o = (state_q == TYPE);
  assign quiet_o = (quiet_q >= HELLO_LIMIT[QUIET_BITS-1:0]);
  assign error_o = error_q;

endmodule

`default_nettype wire
