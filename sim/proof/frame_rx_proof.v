// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// frame_rx_proof -- the queue holds the good frames of the line, byte for byte, and nothing else
//
// The proof decodes the line once more. It looks at an arbitrary byte of the block RAM, which
// stands for all of them.
`default_nettype none
`include "constants.vh"

module frame_rx_proof #(
    parameter QUEUE_BITS = 9,
    parameter RESERVE = 32
) (
    input wire       clk_i,
    input wire       rst_i,
    input wire       rx_valid_i,
    input wire [7:0] rx_data_i,
    input wire       rx_error_i,
    input wire [7:0] addr_i,
    input wire       drop_i,
    input wire [7:0] drop_size_i
);

  localparam Q = QUEUE_BITS;
  wire valid, good, bad;
  wire [7:0] data, good_type, good_len;
  frame_rx #(
      .QUEUE_BITS(QUEUE_BITS),
      .RESERVE   (RESERVE)
  ) u_dut (
      .clk_i      (clk_i),
      .rst_i      (rst_i),
      .rx_valid_i (rx_valid_i),
      .rx_data_i  (rx_data_i),
      .rx_error_i (rx_error_i),
      .valid_o    (valid),
      .addr_i     (addr_i),
      .data_o     (data),
      .drop_i     (drop_i),
      .drop_size_i(drop_size_i),
      .good_o     (good),
      .good_type_o(good_type),
      .good_len_o (good_len),
      .bad_o      (bad)
  );
  (* hierconn *) wire [Q-1:0] \u_dut.head_q ;
  (* hierconn *) wire [Q-1:0] \u_dut.tail_q ;
  (* hierconn *) wire [Q-1:0] \u_dut.write_q ;
  (* hierconn *) wire [Q-1:0] \u_dut.room_q ;
  (* hierconn *) wire [Q-1:0] \u_dut.waddr ;
  (* hierconn *) wire [Q-1:0] \u_dut.raddr ;
  (* hierconn *) wire [7:0] \u_dut.wdata ;
  (* hierconn *) wire \u_dut.we ;
  (* hierconn *) wire [7:0] \u_dut.count_q ;
  (* hierconn *) wire [7:0] \u_dut.left_q ;
  (* hierconn *) wire [15:0] \u_dut.crc_q ;
  (* hierconn *) wire \u_dut.begun_q ;
  (* hierconn *) wire \u_dut.bad_q ;
  (* hierconn *) wire \u_dut.lost_q ;
  wire [Q-1:0] head = \u_dut.head_q ;
  wire [Q-1:0] tail = \u_dut.tail_q ;
  wire [Q-1:0] used = head - tail;
  wire [Q-1:0] free = tail - head - 1'b1;
  wire lost = \u_dut.lost_q ;

  reg started = 1'b0;
  always @(posedge clk_i) started <= 1'b1;
  always @* begin
    if (~started) assume (rst_i);
    if (drop_i) assume (drop_size_i <= used);  // what goes was in the queue
  end

  // The line, decoded: a code says how many bytes follow until the next zero.
  reg begun, wrong;
  reg [7:0] left, kept;
  reg [8:0] count;
  reg [15:0] crc;
  wire ends = rx_valid_i & rx_data_i == 8'd0;
  wire code = rx_valid_i & ~ends & left == 8'd0;
  wire byte_comes = rx_valid_i & ~ends & (~code | begun);
  wire [7:0] decoded = code ? 8'd0 : rx_data_i;
  function [15:0] crc_of(input [15:0] sum, input [7:0] data);
    integer i;
    begin
      crc_of = sum;
      for (i = 7; i >= 0; i = i - 1)
        crc_of = {crc_of[14:0], 1'b0} ^ (crc_of[15] ^ data[i] ? `CRC_POLYNOMIAL : 16'h0000);
    end
  endfunction
  (* anyconst *) reg [Q-1:0] where;  // the byte of the block RAM
  wire [Q-1:0] number = where - head - 1'b1;  // its number in the frame under way
  reg [7:0] there;  // what is there
  reg inside_q;
  reg [Q-1:0] head_q, tail_q;  // both ends of the queue
  reg [7:0] there_q;
  wire inside = where - tail < used;
  always @(posedge clk_i) begin
    if (byte_comes) begin
      if (count == number) kept <= decoded;
      crc <= crc_of(crc, decoded);
      if (~count[8]) count <= count + 9'd1;
    end
    if (rx_valid_i & ~ends) begin
      begun <= 1'b1;
      left  <= code ? rx_data_i - 8'd1 : left - 8'd1;
      if (code & rx_data_i == 8'hff) wrong <= 1'b1;
    end
    if (rst_i | ends) begin
      begun <= 1'b0;
      wrong <= 1'b0;
      left  <= 8'd0;
      count <= 9'd0;
      crc   <= 16'hffff;
    end
    if (rx_error_i & ~rst_i) begin
      begun <= 1'b1;
      wrong <= 1'b1;
    end
    if (\u_dut.we & \u_dut.waddr == where) there <= \u_dut.wdata ;
    there_q  <= there;
    head_q   <= rst_i ? 0 : good ? head_q + (lost ? 9'd3 : count - 9'd1) : head_q;
    tail_q   <= rst_i ? 0 : drop_i ? tail_q + drop_size_i : tail_q;
    inside_q <= inside & ~rst_i;
  end
  wire right = begun & ~wrong & left == 8'd0 & count > 9'd2 & count <= 9'd252 & crc == `CRC_GOOD;

  always @* if (started) begin
    // A frame counts if, and only if, it is right, or there is not even room for a remainder.
    assert ((good | bad) == (ends & begun));
    assert (~good | ~bad);
    if (good) assert (ends & right);
    if (bad & right) assert (\u_dut.bad_q );
    if (good & ~lost) assert (good_len == count - 9'd2);
    if (good & lost) assert (good_len == 8'd0);
    // It joins the queue as it came, and the queue does not overflow.
    if (good) assert ((lost ? 9'd3 : count - 9'd1) <= free);
    if (good & number < (lost ? 9'd2 : count - 9'd2)) assert (there == kept);
    if (good) assert (\u_dut.we & \u_dut.waddr == head & \u_dut.wdata == good_len);
    // What is in the queue stays as it is.
    if (\u_dut.we ) assert (\u_dut.waddr - tail >= used);
    if (inside & inside_q) assert (there == there_q);
    assert (head == head_q & tail == tail_q);
    assert (valid == (used != 0));
    assert (\u_dut.raddr == tail + addr_i);
    // Invariants.
    assert (begun == \u_dut.begun_q );
    assert (left == \u_dut.left_q );
    if (~begun) assert (left == 8'd0 & count == 9'd0 & ~wrong & ~lost & ~\u_dut.bad_q );
    if (wrong) assert (\u_dut.bad_q );
    if (~\u_dut.bad_q ) begin
      assert (count == \u_dut.count_q & count <= 9'd252);
      assert (crc == \u_dut.crc_q );
      if (count != 0) assert (free >= 5);
      if (begun) assert (\u_dut.room_q <= free);
      if (begun & ~lost & count > 4) assert (count + 33 <= free);
      if (begun) assert (\u_dut.write_q == head + 1'b1 + count);
      if (lost) assert (count > 4);
      if (number < count & (~lost | number < 4)) assert (there == kept);
    end
  end

  always @(posedge clk_i) if (started) begin
    cover (good);
    cover (valid & inside & ~good);
  end

endmodule

`default_nettype wire
