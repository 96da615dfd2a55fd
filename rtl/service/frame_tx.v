// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// frame_tx -- puts messages into frames for the line.
//
// Purpose:   Adds the CRC and stuffs the bytes (COBS): each zero becomes the
//            distance to the next, so that the zero behind the frame is the
//            only one. The line needs that distance before it is known. A block
//            RAM therefore takes the frame, back and forth, and the line gets the
//            complete frame, while the block RAM may take the next ones.
// Interface: valid_i, ready_o  data_i, the next byte of a message, is taken
//            last_i            data_i is the message's last byte, MAX_BYTES at most
//            tx_*              to uart_tx
// Latency:   A frame is complete 4 cycles after its last byte. ready_o is low
//            meanwhile, and between messages while there is no room for a frame.
// Reset:     to no message.
// Model:     service.AppendFrame
`default_nettype none
`include "constants.vh"

module frame_tx #(
    parameter BUFFER_BITS = 9,  // the RAM has 2^BUFFER_BITS bytes
    parameter MAX_BYTES = 32
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       valid_i,
    output wire       ready_o,
    input  wire [7:0] data_i,
    input  wire       last_i,
    output wire       tx_valid_o,
    input  wire       tx_ready_i,
    output wire [7:0] tx_data_o
);


  (* ram_style = "block", no_rw_check *)
  reg [7:0] bytes[0:(1<<BUFFER_BITS)-1];
  reg [7:0] rdata_q;

  reg [BUFFER_BITS-1:0] head_q;  // the first byte behind the complete frames
  reg [BUFFER_BITS-1:0] tail_q;  // the next byte to send
  reg [BUFFER_BITS-1:0] code_q;  // address for the next distance
  reg [BUFFER_BITS-1:0] write_q;  // address for the next byte
  reg [7:0] run_q;  // the distance so far
  reg [15:0] crc_q;
  reg have_q, room_q;

  // The next thing to write.
  localparam [2:0] BEGIN = 3'd0;  // nothing: there may be no room
  localparam [2:0] MESSAGE = 3'd1;
  localparam [2:0] HIGH = 3'd2;  // the CRC
  localparam [2:0] LOW = 3'd3;
  localparam [2:0] CODE = 3'd4;  // the last distance
  localparam [2:0] ZERO = 3'd5;  // the end
  reg [2:0] state_q;

  wire put = (state_q == MESSAGE & valid_i) | state_q == HIGH | state_q == LOW;
  wire [7:0] data = state_q == HIGH ? ~crc_q[15:8] : state_q == LOW ? ~crc_q[7:0] : data_i;
  wire code = (put & data == 8'd0) | state_q == CODE;

  reg [15:0] crc;
  integer i;
  always @* begin
    crc = crc_q ^ {data_i, 8'd0};
    for (i = 0; i < 8; i = i + 1) crc = {crc[14:0], 1'b0} ^ (crc[15] ? `CRC_POLYNOMIAL : 16'h0000);
  end

  wire we = put | state_q == CODE | state_q == ZERO;
  wire [BUFFER_BITS-1:0] waddr = code ? code_q : write_q;
  wire [7:0] wdata = code ? run_q : state_q == ZERO ? 8'd0 : data;
  always @(posedge clk_i) begin
    if (we) bytes[waddr] <= wdata;
    rdata_q <= bytes[tail_q];
  end

  wire [BUFFER_BITS-1:0] room = tail_q - head_q - 1'b1;
  wire sent = have_q & tx_ready_i;
  always @(posedge clk_i) begin
    room_q <= room >= MAX_BYTES + 4;
    have_q <= head_q != tail_q & ~sent;
    if (sent) tail_q <= tail_q + 1'b1;
    if (put) begin
      write_q <= write_q + 1'b1;
      run_q <= run_q + 8'd1;
      if (code) begin
        code_q <= write_q;
        run_q <= 8'd1;
      end
    end
    case (state_q)
      BEGIN: begin
        code_q <= head_q;
        write_q <= head_q + 1'b1;
        run_q <= 8'd1;
        crc_q <= 16'hffff;
        if (room_q) state_q <= MESSAGE;
      end
      MESSAGE:
      if (valid_i) begin
        crc_q <= crc;
        if (last_i) state_q <= HIGH;
      end
      HIGH: state_q <= LOW;
      LOW: state_q <= CODE;
      CODE: state_q <= ZERO;
      default: begin
        head_q <= write_q + 1'b1;
        room_q <= 1'b0;  // known again in the cycle after the next
        state_q <= BEGIN;
      end
    endcase
    if (rst_i) begin
      head_q <= {BUFFER_BITS{1'b0}};
      tail_q <= {BUFFER_BITS{1'b0}};
      have_q <= 1'b0;
      room_q <= 1'b0;
      state_q <= BEGIN;
    end
  end

  assign ready_o = state_q == MESSAGE;
  assign tx_valid_o = have_q;
  assign tx_data_o = rdata_q;

endmodule

`default_nettype wire
