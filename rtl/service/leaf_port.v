// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// leaf_port -- the leaf service of a board for a program: requests in, answers out.
//
// Purpose:   Takes the requests of service.LeafVersion from the queue, one after the other. The
//            port reads the head of a request and answers INFO, CANCEL and errors in it;
//            root_request and leaves_request do the rest:
//
//              LENGTH -> TYPE -> ID -+-> INFO, CANCEL, errors ------------------> SEND -> CLEAN
//                                    +-> TAG -> FLAGS -> WORK, until it is done -> SEND -> CLEAN
//
// Parameter: LANES, QUEUE_BITS  for INFO
//            CHILDREN  of a leaf; each LEAVES must request this number
// Interface: frame_*  to and from frame_rx.  rsp_*  to frame_tx
//            the others  to and from tree_leaf, which must have 32 flights
// Latency:   the head of a request takes 10 cycles a byte and 1 cycle more for each field. An
//            answer begins 1 cycle after the request is done, see root_request, leaves_request
//            and leaf_answer. Throughput: one request at a time.
// Reset:     to no root; tree_leaf must be reset, too.
// Model:     service.LeafModel; service.Model for INFO and CANCEL
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "expansion.vh"
`include "tree.vh"
`include "service.vh"

module leaf_port #(
    parameter LANES = 8,
    parameter QUEUE_BITS = 11,
    parameter CHILDREN = `SERVICE_LEAF_CHILDREN
) (
    input  wire                             clk_i,
    input  wire                             rst_i,
    // requests
    input  wire                             frame_valid_i,
    output wire [                      7:0] frame_addr_o,
    input  wire [                      7:0] frame_data_i,
    output wire                             frame_drop_o,
    output wire [                      7:0] frame_drop_size_o,
    input  wire                             frame_bad_i,
    // answers
    output wire                             rsp_valid_o,
    input  wire                             rsp_ready_i,
    output wire [                      7:0] rsp_data_o,
    output wire                             rsp_last_o,
    // tree_leaf
    input  wire                             idle_i,
    output wire                             player_o,
    output wire                             first_player_o,
    output wire                             load_valid_o,
    input  wire                             load_ready_i,
    output wire                             load_player_o,
    output wire [                      3:0] load_row_o,
    output wire [                     15:0] load_allowed_o,
    output wire [                     15:0] load_corners_o,
    output wire                             path_o,
    output wire                             move_valid_o,
    input  wire                             move_ready_i,
    output wire [      `PLACEMENT_BITS-1:0] move_o,
    output wire                             expand_valid_o,
    input  wire                             expand_over_i,
    input  wire                             child_valid_i,
    input  wire                             child_last_i,
    input  wire [      `PLACEMENT_BITS-1:0] child_move_i,
    input  wire [     `TREE_PRIOR_BITS-1:0] child_prior_i,
    input  wire [           `MOVE_BITS-1:0] legal_count_i,
    input  wire [`EXPECTED_MARGIN_BITS-1:0] static_margin_i,
    output wire                             leaf_valid_o,
    input  wire                             leaf_ready_i,
    output wire [                      4:0] leaf_slot_o,
    output wire [                     31:0] leaf_seed_o,
    input  wire                             value_valid_i,
    input  wire [                      4:0] value_slot_i,
    input  wire                             value_over_i,
    input  wire [`EXPECTED_MARGIN_BITS-1:0] value_margin_i,
    input  wire [                     13:0] value_sum_i
);

  localparam [7:0] SHORTEST = 8'd11;  // bytes of LEAVES with one leaf, the root itself

  localparam [3:0] IDLE = 4'd0;
  localparam [3:0] LENGTH = 4'd1;
  localparam [3:0] TYPE = 4'd2;
  localparam [3:0] ID = 4'd3;
  localparam [3:0] TAG = 4'd4;
  localparam [3:0] FLAGS = 4'd5;
  localparam [3:0] WORK = 4'd6;  // root_request or leaves_request is at work
  localparam [3:0] SEND = 4'd7;
  localparam [3:0] CLEAN = 4'd8;  // waits until tree_leaf is at rest
  reg [3:0] state_q, state_d;

  reg [7:0] len_q, type_q, id_q;
  reg [2:0] status_q, status_d;
  reg [15:0] tag_q;
  reg sums_q, player_q, first_player_q;
  reg [4:0] last_q;  // the last leaf
  wire is_leaves = type_q == `SERVICE_LEAVES;

  // ---------------------------------------------------------------- fields
  // Only one of the three units collects a field at a time; the others' bits are 0.
  reg ask, seek;
  reg [5:0] bits;
  wire root_ask, root_seek, leaves_ask, leaves_seek;
  wire [5:0] root_bits, leaves_bits;
  wire [7:0] root_first, leaves_first;
  wire there, short, drain, set, whole, record_end;
  wire [31:0] word;
  wire in_head = state_q == LENGTH | state_q == TYPE | state_q == ID;  // length still unknown
  record_fields u_fields (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .ask_i  (ask | root_ask | leaves_ask),
      .bits_i (bits | root_bits | leaves_bits),
      .seek_i (seek | root_seek | leaves_seek),
      .first_i(root_first | leaves_first),
      .last_i (in_head ? 8'd2 : len_q),
      .there_o(there),
      .short_o(short),
      .word_o (word),
      .drain_i(drain),
      .set_o  (set),
      .whole_o(whole),
      .end_o  (record_end),
      .addr_o (frame_addr_o),
      .data_i (frame_data_i)
  );

  // ---------------------------------------------------------------- roots
  reg root_begin;
  wire root_done, root_loaded;
  wire [2:0] root_status;
  root_request u_root (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .begin_i       (root_begin),
      .player_i      (player_q),
      .first_player_i(first_player_q),
      .tag_i         (tag_q),
      .ask_o         (root_ask),
      .bits_o        (root_bits),
      .seek_o        (root_seek),
      .first_o       (root_first),
      .there_i       (there),
      .word_i        (word),
      .done_o        (root_done),
      .status_o      (root_status),
      .loaded_o      (root_loaded),
      .player_o      (player_o),
      .first_player_o(first_player_o),
      .load_valid_o  (load_valid_o),
      .load_ready_i  (load_ready_i),
      .load_player_o (load_player_o),
      .load_row_o    (load_row_o),
      .load_allowed_o(load_allowed_o),
      .load_corners_o(load_corners_o)
  );

  // ---------------------------------------------------------------- leaves
  reg leaves_begin;
  wire leaves_done, listed, packing;
  wire [2:0] leaves_status;
  wire [4:0] leaf;
  wire [31:0] wanted;
  leaves_request #(
      .CHILDREN(CHILDREN)
  ) u_leaves (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .begin_i       (leaves_begin),
      .sums_i        (sums_q),
      .last_i        (last_q),
      .loaded_i      (root_loaded),
      .ask_o         (leaves_ask),
      .bits_o        (leaves_bits),
      .seek_o        (leaves_seek),
      .first_o       (leaves_first),
      .there_i       (there),
      .short_i       (short),
      .word_i        (word),
      .drain_o       (drain),
      .set_i         (set),
      .whole_i       (whole),
      .end_i         (record_end),
      .done_o        (leaves_done),
      .status_o      (leaves_status),
      .leaf_o        (leaf),
      .wanted_o      (wanted),
      .listed_o      (listed),
      .packing_i     (packing),
      .path_o        (path_o),
      .move_valid_o  (move_valid_o),
      .move_ready_i  (move_ready_i),
      .move_o        (move_o),
      .expand_valid_o(expand_valid_o),
      .expand_over_i (expand_over_i),
      .child_valid_i (child_valid_i),
      .child_last_i  (child_last_i),
      .leaf_valid_o  (leaf_valid_o),
      .leaf_ready_i  (leaf_ready_i),
      .leaf_seed_o   (leaf_seed_o),
      .value_valid_i (value_valid_i)
  );
  assign leaf_slot_o = leaf;

  // ---------------------------------------------------------------- the answer
  wire sent;
  leaf_answer #(
      .CHILDREN  (CHILDREN),
      .LANES     (LANES),
      .QUEUE_BITS(QUEUE_BITS)
  ) u_answer (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .new_i         (state_q == IDLE),
      .leaf_i        (leaf),
      .child_valid_i (child_valid_i & expand_valid_o),
      .child_move_i  (child_move_i),
      .child_prior_i (child_prior_i),
      .legal_count_i (legal_count_i),
      .static_i      (static_margin_i),
      .listed_i      (listed),
      .over_i        (expand_over_i),
      .packing_o     (packing),
      .value_valid_i (value_valid_i),
      .value_slot_i  (value_slot_i),
      .value_over_i  (value_over_i),
      .value_margin_i(value_margin_i),
      .value_sum_i   (value_sum_i),
      .send_i        (state_q == SEND),
      .sent_o        (sent),
      .type_i        (type_q),
      .id_i          (id_q),
      .status_i      (status_q),
      .tag_i         (tag_q),
      .sums_i        (sums_q),
      .last_i        (last_q),
      .wanted_i      (wanted),
      .bad_i         (frame_bad_i),
      .rsp_valid_o   (rsp_valid_o),
      .rsp_ready_i   (rsp_ready_i),
      .rsp_data_o    (rsp_data_o),
      .rsp_last_o    (rsp_last_o)
  );
  assign frame_drop_o = sent;
  assign frame_drop_size_o = len_q == 8'd0 ? 8'd3 : len_q + 8'd1;

  // ---------------------------------------------------------------- states
  task go;  // to a state that collects bits
    input [3:0] state;
    input [5:0] collected;
    begin
      state_d = state;
      ask = 1'b1;
      bits = collected;
    end
  endtask

  task answer;
    input [2:0] status;
    begin
      state_d  = SEND;
      status_d = status;
    end
  endtask

  always @* begin
    state_d = state_q;
    status_d = status_q;
    ask = 1'b0;
    seek = 1'b0;
    bits = 6'd0;
    root_begin = 1'b0;
    leaves_begin = 1'b0;
    case (state_q)
      IDLE:
      if (frame_valid_i) begin
        go(LENGTH, 6'd8);
        seek = 1'b1;
      end
      LENGTH: if (there) go(TYPE, 6'd8);
      TYPE: if (there) go(ID, 6'd8);
      ID:
      if (there) begin
        if (len_q == 8'd0) answer(`SERVICE_QUEUE_FULL);
        else
          case (type_q)
            `SERVICE_INFO: answer(len_q == `SERVICE_INFO_BYTES ? `SERVICE_OK : `SERVICE_BAD_LENGTH);
            `SERVICE_CANCEL: answer(len_q == `SERVICE_CANCEL_BYTES ? `SERVICE_OK : `SERVICE_BAD_LENGTH);
            `SERVICE_ROOT:
            if (len_q == `SERVICE_ROOT_BYTES) go(TAG, 6'd16);
            else answer(`SERVICE_BAD_LENGTH);
            `SERVICE_LEAVES:
            if (len_q >= SHORTEST) go(TAG, 6'd16);
            else answer(`SERVICE_BAD_LENGTH);
            default: answer(`SERVICE_UNKNOWN);
          endcase
      end
      TAG: if (there) go(FLAGS, 6'd8);
      FLAGS:
      if (there) begin
        if (is_leaves ? word[6:5] != 2'd0 : word[7:3] != 5'd0 | word[0]) answer(`SERVICE_BAD_FIELD);
        else begin
          state_d = WORK;
          root_begin = ~is_leaves;
          leaves_begin = is_leaves;
        end
      end
      WORK: begin
        if (root_done) answer(root_status);
        if (leaves_done) answer(leaves_status);
      end
      SEND: if (sent) state_d = CLEAN;
      default: if (idle_i) state_d = IDLE;  // CLEAN
    endcase
  end

  always @(posedge clk_i) begin
    state_q  <= state_d;
    status_q <= status_d;
    if (state_q == LENGTH & there) len_q <= word[7:0];
    if (state_q == TYPE & there) type_q <= word[7:0];
    if (state_q == ID & there) id_q <= len_q == 8'd1 ? 8'd0 : word[7:0];
    if (state_q == TAG & there) tag_q <= word[15:0];
    if (state_q == FLAGS & there) begin
      sums_q <= word[7];
      last_q <= word[4:0];
      player_q <= word[1];
      first_player_q <= word[2];
    end
    if (rst_i) state_q <= CLEAN;
  end

endmodule

`default_nettype wire
