// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// leaf_answer -- the answer to a request for leaves.
//
// Purpose:   Keeps the values of the leaves, which come in any order, and packs their
//            children bit by bit in the format of the answer. Then writes the answer, byte by byte.
// Parameter: CHILDREN  of a leaf, at most 63
//            LANES, QUEUE_BITS  for INFO
// Interface: new_i         another request: forget all values and children
//            child_*, legal_count_i, static_i  a child of leaf_i, from tree_leaf
//            listed_i      the children are complete; with over_i the leaf has none. Not with
//                          packing_o
//            packing_o     packs children: listed_i must wait
//            value_*       a value, from tree_leaf, of leaf value_slot_i
//            send_i        write the answer, until sent_o: type_i, id_i, status_i, tag_i and, of
//                          LEAVES, sums_i, last_i, the last leaf, and wanted_i: for each leaf,
//                          whether to send its children
//            bad_i         a frame was dropped. INFO sends the number of them, 65535 at most
//            rsp_*         to frame_tx
// Latency:   35 cycles for each child to pack, and 6; at least 3 cycles for each byte.
// Reset:     to no answer, and no frames dropped.
// Model:     service.LeavesResponse
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "expansion.vh"
`include "tree.vh"
`include "service.vh"

module leaf_answer #(
    parameter CHILDREN = 20,
    parameter LANES = 8,
    parameter QUEUE_BITS = 11
) (
    input  wire                             clk_i,
    input  wire                             rst_i,
    input  wire                             new_i,
    input  wire [                      4:0] leaf_i,
    input  wire                             child_valid_i,
    input  wire [      `PLACEMENT_BITS-1:0] child_move_i,
    input  wire [     `TREE_PRIOR_BITS-1:0] child_prior_i,
    input  wire [           `MOVE_BITS-1:0] legal_count_i,
    input  wire [`EXPECTED_MARGIN_BITS-1:0] static_i,
    input  wire                             listed_i,
    input  wire                             over_i,
    output wire                             packing_o,
    input  wire                             value_valid_i,
    input  wire [                      4:0] value_slot_i,
    input  wire                             value_over_i,
    input  wire [`EXPECTED_MARGIN_BITS-1:0] value_margin_i,
    input  wire [                     13:0] value_sum_i,
    input  wire                             send_i,
    output wire                             sent_o,
    input  wire [                      7:0] type_i,
    input  wire [                      7:0] id_i,
    input  wire [                      2:0] status_i,
    input  wire [                     15:0] tag_i,
    input  wire                             sums_i,
    input  wire [                      4:0] last_i,
    input  wire [                     31:0] wanted_i,
    input  wire                             bad_i,
    output wire                             rsp_valid_o,
    input  wire                             rsp_ready_i,
    output wire [                      7:0] rsp_data_o,
    output wire                             rsp_last_o
);

  localparam CHILD = `PLACEMENT_BITS + `TREE_PRIOR_BITS;
  localparam [31:0] LANES_SENT = LANES;
  localparam [31:0] GAMES_SENT = `LANE_GAMES;
  localparam [31:0] QUEUE_BYTES = 1 << QUEUE_BITS;
  localparam [31:0] MOST = CHILDREN;

  // ---------------------------------------------------------------- values
  reg [`EXPECTED_MARGIN_BITS-1:0] margins[0:31];
  reg [13:0] sums[0:31];
  always @(posedge clk_i)
    if (value_valid_i) begin
      margins[value_slot_i] <= value_margin_i;
      sums[value_slot_i] <= value_over_i ? 14'd0 : value_sum_i;
    end

  // ---------------------------------------------------------------- children
  reg [CHILD-1:0] children[0:63];
  reg [5:0] count_q;  // children so far
  reg [`EXPECTED_MARGIN_BITS-1:0] static_q;
  reg all_q;  // the leaf's children are complete
  reg [7:0] sizes[0:31];  // bytes of each leaf's children

  localparam [2:0] REST = 3'd0;
  localparam [2:0] HIGH = 3'd1;  // writes the high byte of the margin
  localparam [2:0] LOW = 3'd2;
  localparam [2:0] COUNT = 3'd3;
  localparam [2:0] CHILD_NEXT = 3'd4;  // fetches a child
  localparam [2:0] CHILD_BITS = 3'd5;
  localparam [2:0] FILL = 3'd6;  // zeros to the end of the byte
  reg [2:0] pack_q;
  reg [5:0] packed_q;  // children packed so far
  reg [4:0] leaf_q;
  reg [CHILD-1:0] bits_q;
  reg [5:0] left_q;  // bits of the child that remain
  reg [6:0] byte_q;
  reg [2:0] filled_q;  // bits of the byte so far
  reg [7:0] size_q;  // bytes of the leaf's children so far
  reg [7:0] head_q;  // bytes of all leaves so far
  assign packing_o = pack_q != REST;

  wire bit_put = pack_q == CHILD_BITS | (pack_q == FILL & filled_q != 3'd0);
  wire new_bit = pack_q == CHILD_BITS & bits_q[CHILD-1];
  wire full = bit_put & filled_q == 3'd7;
  reg we;
  reg [7:0] wdata;
  always @* begin
    we = 1'b1;
    case (pack_q)
      HIGH: wdata = static_q[15:8];
      LOW: wdata = static_q[7:0];
      COUNT: wdata = {all_q, 1'b0, count_q};
      default: begin
        wdata = {byte_q, new_bit};
        we = full;
      end
    endcase
  end

  (* ram_style = "block", no_rw_check *)
  reg [7:0] bytes[0:255];
  reg [7:0] rdata_q, raddr_q;
  always @(posedge clk_i) begin
    if (we) bytes[head_q] <= wdata;
    rdata_q <= bytes[raddr_q];
  end

  always @(posedge clk_i) begin
    if (child_valid_i) begin
      children[count_q] <= {child_move_i, child_prior_i};
      count_q <= count_q + 6'd1;
      static_q <= static_i;
      all_q <= {{(32 - `MOVE_BITS) {1'b0}}, legal_count_i} <= MOST;
    end
    if (we) begin
      head_q <= head_q + 8'd1;
      size_q <= size_q + 8'd1;
    end
    if (bit_put) begin
      byte_q   <= {byte_q[5:0], new_bit};
      filled_q <= filled_q + 3'd1;
    end
    case (pack_q)
      REST:
      if (listed_i) begin
        pack_q <= HIGH;
        leaf_q <= leaf_i;
        size_q <= 8'd0;
        packed_q <= 6'd0;
        filled_q <= 3'd0;
        if (over_i) begin
          static_q <= {`EXPECTED_MARGIN_BITS{1'b0}};
          all_q <= 1'b0;
        end
      end
      HIGH: pack_q <= LOW;
      LOW: pack_q <= COUNT;
      COUNT: pack_q <= CHILD_NEXT;
      CHILD_NEXT: begin
        bits_q <= children[packed_q];
        left_q <= CHILD[5:0];
        packed_q <= packed_q + 6'd1;
        pack_q <= packed_q == count_q ? FILL : CHILD_BITS;
      end
      CHILD_BITS: begin
        bits_q <= {bits_q[CHILD-2:0], 1'b0};
        left_q <= left_q - 6'd1;
        if (left_q == 6'd1) pack_q <= CHILD_NEXT;
      end
      default:  // FILL
      if (filled_q == 3'd0) begin
        sizes[leaf_q] <= size_q;
        count_q <= 6'd0;
        pack_q  <= REST;
      end
    endcase
    if (new_i) begin
      head_q  <= 8'd0;
      count_q <= 6'd0;
    end
    if (rst_i) begin
      pack_q  <= REST;
      head_q  <= 8'd0;
      count_q <= 6'd0;
    end
  end

  // ---------------------------------------------------------------- the answer
  localparam [3:0] TYPE = 4'd0;
  localparam [3:0] ID = 4'd1;
  localparam [3:0] STATUS = 4'd2;
  localparam [3:0] TAG_HIGH = 4'd3;
  localparam [3:0] TAG_LOW = 4'd4;
  localparam [3:0] MARGIN_HIGH = 4'd5;
  localparam [3:0] MARGIN_LOW = 4'd6;
  localparam [3:0] SUM_HIGH = 4'd7;
  localparam [3:0] SUM_LOW = 4'd8;
  localparam [3:0] EXTRA = 4'd9;  // children
  localparam [3:0] INFO = 4'd10;
  reg [3:0] part_q;
  reg [4:0] at_q;  // leaf
  reg [7:0] extra_q;  // bytes of it that have been written
  reg [2:0] info_q;  // byte of INFO
  reg [1:0] wait_q;  // cycles until the byte is there
  reg sending_q;
  reg [15:0] bad_q;

  wire ok = status_i == `SERVICE_OK;
  wire leaves = type_i == `SERVICE_LEAVES;
  wire wanted = wanted_i[at_q];
  wire [15:0] margin = margins[at_q];
  wire [13:0] sum_bits = sums[at_q];
  wire [15:0] sum = {{2{sum_bits[13]}}, sum_bits};
  wire last_leaf = at_q == last_i;
  wire extra_ends = extra_q + 8'd1 == sizes[at_q];

  reg [7:0] info;
  always @*
    case (info_q)
      3'd0: info = `SERVICE_LEAF_VERSION;
      3'd1: info = LANES_SENT[7:0];
      3'd2: info = GAMES_SENT[7:0];
      3'd3: info = `SERVICE_RUNS;
      3'd4: info = QUEUE_BYTES[15:8];
      3'd5: info = QUEUE_BYTES[7:0];
      3'd6: info = bad_q[15:8];
      default: info = bad_q[7:0];
    endcase

  reg [3:0] part_d;
  reg last, leaf_ends;
  reg [7:0] data;
  always @* begin
    part_d = part_q + 4'd1;
    last = 1'b0;
    leaf_ends = 1'b0;
    case (part_q)
      TYPE: data = {1'b1, type_i[6:0]};
      ID: data = id_i;
      STATUS: begin
        data = {5'd0, status_i};
        last = ~ok | type_i == `SERVICE_CANCEL;
        if (type_i == `SERVICE_INFO) part_d = INFO;
      end
      TAG_HIGH: data = tag_i[15:8];
      TAG_LOW: begin
        data = tag_i[7:0];
        last = ~leaves;
      end
      MARGIN_HIGH: data = margin[15:8];
      MARGIN_LOW: begin
        data = margin[7:0];
        if (~sums_i) part_d = EXTRA;
        leaf_ends = ~sums_i & ~wanted;
      end
      SUM_HIGH: data = sum[15:8];
      SUM_LOW: begin
        data = sum[7:0];
        leaf_ends = ~wanted;
      end
      EXTRA: begin
        data = rdata_q;
        part_d = EXTRA;
        leaf_ends = extra_ends;
      end
      default: begin  // INFO
        data = info;
        part_d = INFO;
        last = info_q == 3'd7;
      end
    endcase
    if (leaf_ends) begin
      part_d = MARGIN_HIGH;
      last   = last_leaf;
    end
  end

  wire there = sending_q & wait_q == 2'd0;
  wire written = there & rsp_ready_i;
  assign rsp_valid_o = there;
  assign rsp_data_o = data;
  assign rsp_last_o = last;
  assign sent_o = written & last;

  always @(posedge clk_i) begin
    if (wait_q != 2'd0) wait_q <= wait_q - 2'd1;
    if (bad_i & ~&bad_q) bad_q <= bad_q + 16'd1;
    if (written) begin
      wait_q <= 2'd2;
      part_q <= part_d;
      if (part_q == INFO) info_q <= info_q + 3'd1;
      if (part_q == EXTRA) begin
        extra_q <= extra_q + 8'd1;
        raddr_q <= raddr_q + 8'd1;
      end
      if (leaf_ends) begin
        at_q <= at_q + 5'd1;
        extra_q <= 8'd0;
      end
      if (last) sending_q <= 1'b0;
    end
    if (send_i & ~sending_q) begin
      sending_q <= 1'b1;
      wait_q <= 2'd2;
      part_q <= TYPE;
      at_q <= 5'd0;
      extra_q <= 8'd0;
      info_q <= 3'd0;
      raddr_q <= 8'd0;
    end
    if (rst_i) begin
      sending_q <= 1'b0;
      wait_q <= 2'd0;
      bad_q <= 16'd0;
    end
  end

endmodule

`default_nettype wire
