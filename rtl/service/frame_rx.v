// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// frame_rx -- finds the frames in a stream of bytes and queues the good ones.
//
// Purpose:   Undoes the byte stuffing (COBS), checks length and CRC, and keeps
//            good frames in a block RAM until the consumer drops them. The bytes
//            of a frame go behind the queue as they come and join it when the frame
//            has proved good, so that a bad frame has no effect.
//
//              a record:           len  payload[0] .. payload[len-1]
//              without room for it:  0  payload[0]  payload[1]
//
//            RESERVE bytes of the queue are for such remains and for frames of at
//            most two bytes.
// Interface: rx_valid_i, rx_data_i  a byte of the line
//            rx_error_i    a byte was lost: the frame under way is bad
//            valid_o       the queue holds a record
//            addr_i        names a byte of the record, from 0
//            data_o        that byte, one cycle later
//            drop_i        the record goes; it has drop_size_i bytes
//            good_o        for one cycle: a frame joins the queue. Its payload
//                          begins with good_type_o and has good_len_o bytes, or
//                          0 if there was no room
//            bad_o         for one cycle: a frame is dropped, because it is
//                          damaged, too long or too short, or finds no room at all
// Latency:   valid_o rises in the cycle after the zero that ends the frame. A byte every cycle.
// Reset:     an empty queue, at the end of a frame.
// Model:     service.Decoder
`default_nettype none
`include "constants.vh"

module frame_rx #(
    parameter QUEUE_BITS = 11,  // the queue has 2^QUEUE_BITS bytes; at least 9
    parameter RESERVE = 32
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       rx_valid_i,
    input  wire [7:0] rx_data_i,
    input  wire       rx_error_i,
    output wire       valid_o,
    input  wire [7:0] addr_i,
    output wire [7:0] data_o,
    input  wire       drop_i,
    input  wire [7:0] drop_size_i,
    output wire       good_o,
    output wire [7:0] good_type_o,
    output wire [7:0] good_len_o,
    output wire       bad_o
);

  localparam [7:0] MAX_DATA = 8'd252;  // payload and CRC
  localparam [7:0] SMALL = 8'd4;  // payload and CRC of the frames that the reserve is for
  localparam [QUEUE_BITS-1:0] LEAST_ROOM = 5;  // room for a small frame and its length
  localparam [31:0] KEEP = RESERVE + 2;  // beyond the count: for the length, and the byte to come

  (* ram_style = "block", no_rw_check *)
  reg [7:0] bytes[0:(1<<QUEUE_BITS)-1];
  reg [7:0] rdata_q;

  reg [QUEUE_BITS-1:0] head_q;  // the first byte behind the queue
  reg [QUEUE_BITS-1:0] tail_q;  // the first byte of the queue
  reg [QUEUE_BITS-1:0] write_q;  // address for the next byte of the frame
  reg [QUEUE_BITS-1:0] room_q;  // bytes behind the queue; one is left, to tell full from empty
  reg [7:0] count_q;  // bytes of payload and CRC so far
  reg [7:0] left_q;  // bytes until the next code
  reg [15:0] crc_q;
  reg [7:0] type_q;
  reg begun_q, bad_q, lost_q;

  wire ends = rx_valid_i & rx_data_i == 8'd0;
  wire code = rx_valid_i & ~ends & left_q == 8'd0;
  wire plain = rx_valid_i & ~ends & left_q != 8'd0;
  wire put = plain | (code & begun_q);  // a code but the first stands for a zero
  wire [7:0] data = plain ? rx_data_i : 8'd0;

  wire long = count_q == MAX_DATA;
  wire [QUEUE_BITS-1:0] need = {{(QUEUE_BITS - 8) {1'b0}}, count_q} + KEEP[QUEUE_BITS-1:0];
  wire none = count_q == 8'd0 & room_q < LEAST_ROOM;
  wire lost = count_q >= SMALL & room_q < need;
  wire store = put & ~long & ~lost & ~lost_q & ~none & ~bad_q;

  wire good = ends & begun_q & ~bad_q & left_q == 8'd0 & count_q > 8'd2 & crc_q == `CRC_GOOD;
  wire [7:0] len = lost_q ? 8'd0 : count_q - 8'd2;
  wire [QUEUE_BITS-1:0] size = lost_q ? 3 : {{(QUEUE_BITS - 8) {1'b0}}, count_q} - 1'b1;

  reg [15:0] crc;
  integer i;
  always @* begin
    crc = crc_q ^ {data, 8'd0};
    for (i = 0; i < 8; i = i + 1) crc = {crc[14:0], 1'b0} ^ (crc[15] ? `CRC_POLYNOMIAL : 16'h0000);
  end

  // The length is written last, in front of the payload.
  wire we = store | good;
  wire [QUEUE_BITS-1:0] waddr = ends ? head_q : write_q;
  wire [7:0] wdata = ends ? len : data;
  wire [QUEUE_BITS-1:0] raddr = tail_q + {{(QUEUE_BITS - 8) {1'b0}}, addr_i};
  always @(posedge clk_i) begin
    if (we) bytes[waddr] <= wdata;
    rdata_q <= bytes[raddr];
  end

  always @(posedge clk_i) begin
    room_q <= tail_q - head_q - 1'b1;
    if (drop_i) tail_q <= tail_q + {{(QUEUE_BITS - 8) {1'b0}}, drop_size_i};
    if (put) begin
      crc_q <= crc;
      if (~long) count_q <= count_q + 8'd1;
      if (long | none) bad_q <= 1'b1;
      if (lost) lost_q <= 1'b1;
      if (count_q == 8'd0) type_q <= data;
      write_q <= write_q + 1'b1;
    end
    if (plain) left_q <= left_q - 8'd1;
    if (code) begin
      left_q <= rx_data_i - 8'd1;
      begun_q <= 1'b1;
      if (rx_data_i == 8'hff) bad_q <= 1'b1;  // covers more than fits
    end
    if (ends) begin
      if (good) head_q <= head_q + size;
      count_q <= 8'd0;
      left_q <= 8'd0;
      crc_q <= 16'hffff;
      begun_q <= 1'b0;
      bad_q <= 1'b0;
      lost_q <= 1'b0;
    end
    if (~begun_q) write_q <= head_q + 1'b1;
    if (rx_error_i) begin
      begun_q <= 1'b1;
      bad_q <= 1'b1;
    end
    if (rst_i) begin
      head_q <= {QUEUE_BITS{1'b0}};
      tail_q <= {QUEUE_BITS{1'b0}};
      room_q <= {QUEUE_BITS{1'b1}};
      count_q <= 8'd0;
      left_q <= 8'd0;
      crc_q <= 16'hffff;
      begun_q <= 1'b0;
      bad_q <= 1'b0;
      lost_q <= 1'b0;
    end
  end

  assign valid_o = head_q != tail_q;
  assign data_o = rdata_q;
  assign good_o = good;
  assign good_type_o = type_q;
  assign good_len_o = len;
  assign bad_o = ends & begun_q & ~good;

endmodule

`default_nettype wire
