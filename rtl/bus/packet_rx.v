// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// packet_rx -- queues the packets of a stream.
//
// Purpose:   Stands in front of a port in place of frame_rx, where requests come over a bus, which
//            loses no bytes: a packet is a request. It joins the queue when it is whole:
//
//              a record:  len  payload[0] .. payload[len-1]
//
//            A packet of more than MAX_BYTES bytes has no effect.
// Interface: byte_*_i, byte_ready_o  the bytes; byte_last_i ends a packet. Without room they wait
//            room_o        bytes for which there is room
//            valid_o, addr_i, data_o, drop_i, drop_size_i, good_o, good_type_o, good_len_o
//                          as in frame_rx
//            bad_o         for one cycle: a packet was too long
// Latency:   valid_o rises 2 cycles after the last byte. A byte every cycle, and one cycle between
//            packets.
// Reset:     an empty queue, between packets.
// Model:     none: bytes come out as they went in. service.MaxPayload is the limit
`default_nettype none
`include "service.vh"

module packet_rx #(
    parameter QUEUE_BITS = 11  // the queue has 2^QUEUE_BITS bytes; at least 9
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    input  wire                  byte_valid_i,
    output wire                  byte_ready_o,
    input  wire [           7:0] byte_data_i,
    input  wire                  byte_last_i,
    output wire [QUEUE_BITS-1:0] room_o,
    output wire                  valid_o,
    input  wire [           7:0] addr_i,
    output wire [           7:0] data_o,
    input  wire                  drop_i,
    input  wire [           7:0] drop_size_i,
    output wire                  good_o,
    output wire [           7:0] good_type_o,
    output wire [           7:0] good_len_o,
    output wire                  bad_o
);

  localparam [12:0] LONGEST = `SERVICE_MAX_PAYLOAD;
  localparam [7:0] MAX_BYTES = LONGEST[7:0];

  (* ram_style = "block", no_rw_check *)
  reg [7:0] bytes[0:(1<<QUEUE_BITS)-1];
  reg [7:0] rdata_q;

  reg [QUEUE_BITS-1:0] head_q;  // the first byte behind the queue: for the packet's length
  reg [QUEUE_BITS-1:0] tail_q;  // the first byte of the queue
  reg [QUEUE_BITS-1:0] write_q;  // for the packet's next byte
  reg [7:0] count_q;  // bytes of the packet so far
  reg [7:0] type_q;
  reg long_q;
  reg ends_q;  // the packet is whole

  // One byte is left free, to tell full from empty.
  wire [QUEUE_BITS-1:0] room = tail_q - write_q - 1'b1;
  wire full = room == {QUEUE_BITS{1'b0}};
  wire ready = ~ends_q & ~full;
  wire take = byte_valid_i & ready;
  wire long = long_q | count_q == MAX_BYTES;
  wire good = ends_q & ~long_q;

  // The length is written last, in front of the payload.
  wire we = (take & ~long) | good;
  wire [QUEUE_BITS-1:0] waddr = ends_q ? head_q : write_q;
  wire [7:0] wdata = ends_q ? count_q : byte_data_i;
  wire [QUEUE_BITS-1:0] raddr = tail_q + {{(QUEUE_BITS - 8) {1'b0}}, addr_i};
  always @(posedge clk_i) begin
    if (we) bytes[waddr] <= wdata;
    rdata_q <= bytes[raddr];
  end

  always @(posedge clk_i) begin
    ends_q <= take & byte_last_i;
    if (drop_i) tail_q <= tail_q + {{(QUEUE_BITS - 8) {1'b0}}, drop_size_i};
    if (take) begin
      if (count_q == 8'd0) type_q <= byte_data_i;
      if (long) long_q <= 1'b1;
      else begin
        count_q <= count_q + 8'd1;
        write_q <= write_q + 1'b1;
      end
    end
    if (ends_q) begin
      count_q <= 8'd0;
      long_q  <= 1'b0;
      write_q <= (good ? write_q : head_q) + 1'b1;
      if (good) head_q <= write_q;
    end
    if (rst_i) begin
      head_q  <= {QUEUE_BITS{1'b0}};
      tail_q  <= {QUEUE_BITS{1'b0}};
      write_q <= {{(QUEUE_BITS - 1) {1'b0}}, 1'b1};
      count_q <= 8'd0;
      long_q  <= 1'b0;
      ends_q  <= 1'b0;
    end
  end

  assign byte_ready_o = ready;
  assign room_o = room;
  assign valid_o = head_q != tail_q;
  assign data_o = rdata_q;
  assign good_o = good;
  assign good_type_o = type_q;
  assign good_len_o = count_q;
  assign bad_o = ends_q & long_q;

endmodule

`default_nettype wire
