// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// response_writer -- writes the response of the oldest place, byte by byte.
//
// Purpose:   Writes type, id and status, and for a completed request the fields of its type: the
//            numbers of this build, the move picked, the sums of a run (for a cancelled run the
//            sums of the playouts that were played).
// Interface: ready_i     a response may begin: type_i .. pick_*_i are steady until
//            respond_o   for one cycle: the response's last byte is written
//            frame_bad_i a frame was dropped. INFO responds the number of them, 65535 at
//                        most
//            rsp_*       to frame_tx
// Latency:   rsp_valid_o rises 2 cycles after ready_i, then a byte a cycle.
// Reset:     to no response, and no frames dropped.
// Model:     service.Response
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "service.vh"

module response_writer #(
    parameter LANES = 1,
    parameter QUEUE_BITS = 11  // see frame_rx
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    input  wire                     ready_i,
    output wire                     respond_o,
    input  wire [              7:0] type_i,
    input  wire [              7:0] id_i,
    input  wire [              2:0] status_i,
    input  wire [             24:0] sum_i,
    input  wire [             15:0] playouts_i,
    input  wire [             15:0] wins1_i,
    input  wire [             15:0] wins2_i,
    input  wire                     pick_none_i,
    input  wire [   `MOVE_BITS-1:0] pick_moves_i,
    input  wire [`PLACEMENT_BITS-1:0] pick_placement_i,
    input  wire                     frame_bad_i,
    output wire                     rsp_valid_o,
    input  wire                     rsp_ready_i,
    output wire [              7:0] rsp_data_o,
    output wire                     rsp_last_o
);

  localparam [31:0] QUEUE_BYTES = 1 << QUEUE_BITS;
  localparam [31:0] LANES_SENT = LANES;
  localparam [31:0] GAMES_SENT = `LANE_GAMES;

  // The last byte of a response: with the status alone, and with all.
  localparam [3:0] LAST_STATUS = 4'd2;
  localparam [3:0] LAST_INFO = 4'd10;
  localparam [3:0] LAST_PICK = 4'd7;
  localparam [3:0] LAST_RUN = 4'd12;

  reg send_q;  // the response may begin, or is under way
  reg [3:0] byte_q;
  reg [15:0] bad_q;  // frames dropped
  reg out_valid_q, out_last_q;
  reg [7:0] out_q;

  // ---------------------------------------------------------------- the byte
  wire [31:0] sum = {{7{sum_i[24]}}, sum_i};
  wire [15:0] moves = {{(16 - `MOVE_BITS) {1'b0}}, pick_moves_i};

  reg [7:0] data;
  reg [3:0] last_byte;
  always @* begin
    case (type_i)
      `SERVICE_INFO:
      case (byte_q)
        4'd3: data = `SERVICE_VERSION;
        4'd4: data = LANES_SENT[7:0];
        4'd5: data = GAMES_SENT[7:0];
        4'd6: data = `SERVICE_RUNS;
        4'd7: data = QUEUE_BYTES[15:8];
        4'd8: data = QUEUE_BYTES[7:0];
        4'd9: data = bad_q[15:8];
        default: data = bad_q[7:0];
      endcase
      `SERVICE_PICK:
      case (byte_q)
        4'd3: data = moves[15:8];
        4'd4: data = moves[7:0];
        4'd5: data = pick_none_i ? 8'hff : {1'b0, pick_placement_i[`PLACEMENT_PATTERN]};
        4'd6: data = pick_none_i ? 8'd0 : {6'd0, pick_placement_i[`PLACEMENT_FLIP_COLS], pick_placement_i[`PLACEMENT_FLIP_ROWS]};
        default: data = pick_none_i ? 8'd0 : {pick_placement_i[`PLACEMENT_ROW], pick_placement_i[`PLACEMENT_COL]};
      endcase
      default:  // RUN
      case (byte_q)
        4'd3: data = playouts_i[15:8];
        4'd4: data = playouts_i[7:0];
        4'd5: data = sum[31:24];
        4'd6: data = sum[23:16];
        4'd7: data = sum[15:8];
        4'd8: data = sum[7:0];
        4'd9: data = wins1_i[15:8];
        4'd10: data = wins1_i[7:0];
        4'd11: data = wins2_i[15:8];
        default: data = wins2_i[7:0];
      endcase
    endcase
    case (byte_q)
      4'd0: data = {1'b1, type_i[6:0]};
      4'd1: data = id_i;
      4'd2: data = {5'd0, status_i};
      default: ;
    endcase
    last_byte = LAST_STATUS;
    if (status_i == `SERVICE_OK)
      case (type_i)
        `SERVICE_INFO: last_byte = LAST_INFO;
        `SERVICE_PICK: last_byte = LAST_PICK;
        `SERVICE_RUN: last_byte = LAST_RUN;
        default: ;
      endcase
    else if (status_i == `SERVICE_CANCELLED & type_i == `SERVICE_RUN) last_byte = LAST_RUN;
  end

  // ---------------------------------------------------------------- the response
  wire advance = send_q & (~out_valid_q | rsp_ready_i);
  wire last = byte_q == last_byte;
  assign respond_o = advance & last;

  always @(posedge clk_i) begin
    send_q <= ~respond_o & (send_q | ready_i);
    if (rsp_ready_i) out_valid_q <= 1'b0;
    if (advance) begin
      out_valid_q <= 1'b1;
      out_q <= data;
      out_last_q <= last;
      byte_q <= last ? 4'd0 : byte_q + 4'd1;
    end
    if (frame_bad_i & bad_q != 16'hffff) bad_q <= bad_q + 16'd1;
    if (rst_i) begin
      send_q <= 1'b0;
      out_valid_q <= 1'b0;
      byte_q <= 4'd0;
      bad_q <= 16'd0;
    end
  end

  assign rsp_valid_o = out_valid_q;
  assign rsp_data_o = out_q;
  assign rsp_last_o = out_last_q;

endmodule

`default_nettype wire
