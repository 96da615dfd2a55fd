// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// leaves_request -- a request for leaves: checks it, then has tree_leaf value each leaf.
//
// Purpose:   The second half of a request SERVICE_LEAVES, from the number of children on. The
//            unit reads the record twice, so that a bad request gets no leaf:
//
//              check: COUNT -> SEED -> leaf -> leaf .. -> TAIL
//              leaves: leaf -> leaf .. -> WAIT
//              a leaf: HEAD -> MORE -> MOVE -> MORE -> MOVE .. -> MORE, and after the check
//                      -> PATH -> STEP, a move each -> LIST, if children are wanted -> LEAF
//
//            The head of a leaf gives the number of moves that it shares with the leaf before. The
//            leaves of a request are under way together.
// Parameter: CHILDREN  of a leaf. The request must contain this number
// Interface: begin_i   a request begins: the fields before COUNT have been read
//            sums_i, last_i, loaded_i  from the request: the answer has sums, the last leaf,
//                      tree_leaf has the root of the request
//            ask_o, bits_o, seek_o, first_o, there_i, short_i, word_i, drain_o, set_i, whole_i,
//            end_i     to and from record_fields
//            done_o, status_o  for one cycle: the request is done, with this status
//            leaf_o, wanted_o, listed_o, packing_i  to and from leaf_answer; wanted_o by leaf
//            path_o, move_*, expand_*, child_*, leaf_*, value_*  to and from tree_leaf, which
//                      must have 32 flights
// Latency:   the bits of the request take 10 cycles a byte, for the check and for the leaves, and
//            1 cycle more for each field, move and leaf. tree_leaf adds its own cycles.
//            Throughput: one request at a time, its leaves under way together.
// Reset:     to no request; tree_leaf must be reset, too.
// Model:     service.LeafModel
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "expansion.vh"
`include "tree.vh"
`include "service.vh"

module leaves_request #(
    parameter CHILDREN = `SERVICE_LEAF_CHILDREN
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire                       begin_i,
    input  wire                       sums_i,
    input  wire [                4:0] last_i,
    input  wire                       loaded_i,
    output reg                        ask_o,
    output reg  [                5:0] bits_o,
    output reg                        seek_o,
    output wire [                7:0] first_o,
    input  wire                       there_i,
    input  wire                       short_i,
    input  wire [               31:0] word_i,
    output wire                       drain_o,
    input  wire                       set_i,
    input  wire                       whole_i,
    input  wire                       end_i,
    output reg                        done_o,
    output reg  [                2:0] status_o,
    // leaf_answer
    output wire [                4:0] leaf_o,
    output wire [               31:0] wanted_o,
    output wire                       listed_o,
    input  wire                       packing_i,
    // tree_leaf
    output wire                       path_o,
    output wire                       move_valid_o,
    input  wire                       move_ready_i,
    output wire [`PLACEMENT_BITS-1:0] move_o,
    output wire                       expand_valid_o,
    input  wire                       expand_over_i,
    input  wire                       child_valid_i,
    input  wire                       child_last_i,
    output wire                       leaf_valid_o,
    input  wire                       leaf_ready_i,
    output wire [               31:0] leaf_seed_o,
    input  wire                       value_valid_i
);

  localparam MOVE_WIDTH = `PLACEMENT_BITS;
  localparam [31:0] MOST = CHILDREN;
  localparam [31:0] CHILD_BYTES = (CHILDREN * (`PLACEMENT_BITS + `TREE_PRIOR_BITS) + 7) / 8;
  localparam [12:0] LIST_BYTES = 13'd3 + CHILD_BYTES[12:0];
  localparam [12:0] MOST_BYTES = `SERVICE_MAX_PAYLOAD;
  localparam [12:0] HEAD_BYTES = 13'd5;
  localparam [7:0] AT_LEAVES = 8'd11;  // address in the record: the length is byte 0

  localparam [3:0] REST = 4'd0;
  localparam [3:0] COUNT = 4'd1;  // collects the number of children
  localparam [3:0] SEED = 4'd2;
  localparam [3:0] HEAD = 4'd3;  // collects the head of a leaf
  localparam [3:0] MORE = 4'd4;  // collects the flag for a further move
  localparam [3:0] MOVE = 4'd5;  // collects the move
  localparam [3:0] TAIL = 4'd6;  // takes the bits behind the last leaf
  localparam [3:0] PATH = 4'd7;  // tree_leaf goes back to the root
  localparam [3:0] STEP = 4'd8;  // tree_leaf gets a move of the path
  localparam [3:0] LIST = 4'd9;  // tree_leaf lists children
  localparam [3:0] LEAF = 4'd10;  // tree_leaf takes the leaf
  localparam [3:0] WAIT = 4'd11;  // waits for the values
  reg [3:0] state_q, state_d;

  reg check_q;  // the unit checks the request, without tree_leaf
  reg dirty_q;  // some bit behind the last leaf is set
  reg [12:0] size_q;  // bytes of the answer
  reg [31:0] seed_q;
  reg [4:0] leaf_q;
  reg wanted_q;  // the request wants the children of the leaf
  reg [31:0] all_wanted_q;
  reg [4:0] index_q;  // index of the leaf's seed
  reg [5:0] length_q, step_q;  // moves of the path; moves already in tree_leaf
  reg [MOVE_WIDTH-1:0] path[0:63];
  reg [5:0] pending_q;  // leaves without a value

  wire [5:0] kept = word_i[5:0];
  wire [MOVE_WIDTH-1:0] code = word_i[MOVE_WIDTH-1:0];
  wire is_pass = &code;
  wire bad_code = ~is_pass & (code[16:13] >= `BOARD_SIZE | code[12:9] >= `BOARD_SIZE | &code[6:0]);
  wire last = leaf_q == last_i;

  assign leaf_o = leaf_q;
  assign wanted_o = all_wanted_q;
  assign drain_o = state_q == TAIL;
  assign path_o = state_q == PATH;
  assign move_valid_o = state_q == STEP & step_q != length_q;
  assign move_o = path[step_q];
  assign expand_valid_o = state_q == LIST & ~packing_i;
  assign listed_o = expand_valid_o & (expand_over_i | (child_valid_i & child_last_i));
  assign leaf_valid_o = state_q == LEAF;
  assign leaf_seed_o = seed_q + {24'd0, index_q, 3'd0} * `SEED_STEP;
  assign first_o = seek_o ? AT_LEAVES : 8'd0;

  task go;  // to a state that collects bits
    input [3:0] state;
    input [5:0] bits;
    begin
      state_d = state;
      ask_o   = 1'b1;
      bits_o  = bits;
    end
  endtask

  task finish;
    input [2:0] status;
    begin
      state_d  = REST;
      done_o   = 1'b1;
      status_o = status;
    end
  endtask

  always @* begin
    state_d = state_q;
    ask_o = 1'b0;
    bits_o = 6'd0;
    seek_o = 1'b0;
    done_o = 1'b0;
    status_o = `SERVICE_OK;
    case (state_q)
      COUNT:
      if (there_i) begin
        if (word_i[7:0] != MOST[7:0]) finish(`SERVICE_BAD_FIELD);
        else go(SEED, 6'd32);
      end
      SEED: if (there_i) go(HEAD, 6'd12);
      HEAD:
      if (short_i) finish(`SERVICE_BAD_LENGTH);
      else if (there_i) begin
        if (kept > length_q) finish(`SERVICE_BAD_FIELD);
        else go(MORE, 6'd1);
      end
      MORE:
      if (short_i) finish(`SERVICE_BAD_LENGTH);
      else if (there_i) begin
        if (word_i[0]) go(MOVE, 6'd17);
        else if (~check_q) state_d = PATH;
        else if (last) state_d = TAIL;
        else go(HEAD, 6'd12);
      end
      MOVE:
      if (short_i) finish(`SERVICE_BAD_LENGTH);
      else if (there_i) begin
        if (bad_code | &length_q) finish(`SERVICE_BAD_FIELD);
        else go(MORE, 6'd1);
      end
      TAIL:
      if (whole_i) begin
        if (~end_i) finish(`SERVICE_BAD_LENGTH);
        else if (dirty_q) finish(`SERVICE_BAD_FIELD);
        else if (size_q > MOST_BYTES) finish(`SERVICE_BAD_LENGTH);
        else if (~loaded_i) finish(`SERVICE_NOT_LOADED);
        else begin
          go(HEAD, 6'd12);
          seek_o = 1'b1;
        end
      end
      PATH: state_d = STEP;
      STEP: if (step_q == length_q) state_d = wanted_q ? LIST : LEAF;
      LIST: if (listed_o) state_d = LEAF;
      LEAF:
      if (leaf_ready_i) begin
        if (last) state_d = WAIT;
        else go(HEAD, 6'd12);
      end
      WAIT: if (pending_q == 6'd0 & ~packing_i) finish(`SERVICE_OK);
      default: if (begin_i) go(COUNT, 6'd8);  // REST
    endcase
  end

  always @(posedge clk_i) begin
    state_q   <= state_d;
    pending_q <= pending_q + {5'd0, leaf_valid_o & leaf_ready_i} - {5'd0, value_valid_i};
    if (begin_i) begin
      check_q <= 1'b1;
      dirty_q <= 1'b0;
      leaf_q <= 5'd0;
      length_q <= 6'd0;
      size_q <= HEAD_BYTES;
    end
    if (state_q == SEED & there_i) seed_q <= word_i;
    if (state_q == HEAD & there_i) begin
      wanted_q <= word_i[11];
      all_wanted_q[leaf_q] <= word_i[11];
      index_q <= word_i[10:6];
      length_q <= kept;
      size_q <= size_q + 13'd2 + (sums_i ? 13'd2 : 13'd0) + (word_i[11] ? LIST_BYTES : 13'd0);
    end
    if (state_q == MORE & there_i & check_q & ~word_i[0] & ~last) leaf_q <= leaf_q + 5'd1;
    if (state_q == MOVE & there_i) begin
      path[length_q] <= code;
      length_q <= length_q + 6'd1;
    end
    if (set_i) dirty_q <= 1'b1;
    if (state_q == TAIL & whole_i) begin
      check_q  <= 1'b0;
      leaf_q   <= 5'd0;
      length_q <= 6'd0;
    end
    if (state_q == PATH) step_q <= 6'd0;
    if (move_valid_o & move_ready_i) step_q <= step_q + 6'd1;
    if (leaf_valid_o & leaf_ready_i) leaf_q <= leaf_q + 5'd1;
    if (rst_i) begin
      state_q   <= REST;
      pending_q <= 6'd0;
    end
  end

endmodule

`default_nettype wire
