// leaf_port -- a board as the leaf engine of a program: requests in, answers out.
//
// Purpose:   Takes the requests of service.LeafVersion from the queue: it sets roots, and has
//            tree_leaf go the way to each leaf, list its children and value it. A request is
//            looked through to its end before anything is done:
//
//              LENGTH -> TYPE -> ID -+-> INFO, CANCEL, errors -------------------------> SEND
//                                    +-> TAG -> FLAGS -+-> WORD -> ROWS, for each player, twice -> SEND
//                                                      +-> COUNT -> SEED -> HEAD -+-> MORE -> MOVE -> MORE ..
//                                                                                 |     +-> REST, once -> HEAD
//                                                        PATH -> STEP .. -> LIST -> LEAF -> HEAD or WAIT -> SEND
//
//            It answers each request before it looks at the next one; the leaves of one are
//            under way together.
// Parameter: LANES, QUEUE_BITS  for INFO
//            CHILDREN  of a leaf: LEAVES must ask for as many
// Interface: frame_*  to and from frame_rx;  rsp_*  to frame_tx
//            the others  to and from tree_leaf, which must have 32 flights
// Latency:   not stated: a bit of a request takes a cycle or two, twice.
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

  localparam MOVE_WIDTH = `PLACEMENT_BITS;
  localparam [31:0] MOST = CHILDREN;
  localparam [31:0] CHILD_BYTES = (CHILDREN * (`PLACEMENT_BITS + `TREE_PRIOR_BITS) + 7) / 8;
  localparam [12:0] LIST_BYTES = 13'd3 + CHILD_BYTES[12:0];
  localparam [12:0] MOST_BYTES = `SERVICE_MAX_PAYLOAD;
  localparam [12:0] HEAD_BYTES = 13'd5;

  // Addresses in the record: the length is byte 0.
  localparam [7:0] AT_WORD = 8'd6;  // of player 1
  localparam [7:0] AT_ROWS = 8'd14;
  localparam [7:0] AT_LEAVES = 8'd11;
  localparam [7:0] SHORTEST = 8'd11;  // LEAVES with one leaf, of a root

  // ---------------------------------------------------------------- states
  localparam [4:0] IDLE = 5'd0;
  localparam [4:0] LENGTH = 5'd1;
  localparam [4:0] TYPE = 5'd2;
  localparam [4:0] ID = 5'd3;
  localparam [4:0] TAG = 5'd4;
  localparam [4:0] FLAGS = 5'd5;
  localparam [4:0] WORD = 5'd6;  // tiles and value
  localparam [4:0] ROWS = 5'd7;
  localparam [4:0] ROW = 5'd8;  // gives a row to position_loader
  localparam [4:0] LOADED = 5'd9;  // waits for it
  localparam [4:0] COUNT = 5'd10;  // children
  localparam [4:0] SEED = 5'd11;
  localparam [4:0] HEAD = 5'd12;  // of a leaf
  localparam [4:0] MORE = 5'd13;
  localparam [4:0] MOVE = 5'd14;
  localparam [4:0] REST = 5'd15;  // the bits behind the last leaf
  localparam [4:0] PATH = 5'd16;
  localparam [4:0] STEP = 5'd17;
  localparam [4:0] LIST = 5'd18;
  localparam [4:0] LEAF = 5'd19;
  localparam [4:0] WAIT = 5'd20;
  localparam [4:0] SEND = 5'd21;
  localparam [4:0] CLEAN = 5'd22;  // waits until tree_leaf is at rest
  reg [4:0] state_q;

  // ---------------------------------------------------------------- bits
  reg start_q;
  reg [7:0] first_q;
  reg [5:0] need_q;  // bits to come, of what the state collects
  reg [31:0] word_q;
  reg [7:0] len_q;
  wire bit_valid, bit_in, bit_end, whole;
  wire collects = need_q != 6'd0;
  wire take = collects & bit_valid & ~start_q;
  wire short = collects & bit_end & ~start_q;  // the record ends before that
  wire there = ~collects & ~start_q;
  wire skip = state_q == REST & bit_valid & ~start_q;
  wire sized = state_q != LENGTH & state_q != TYPE & state_q != ID;
  record_bits u_bits (
      .clk_i  (clk_i),
      .rst_i  (rst_i),
      .start_i(start_q),
      .first_i(first_q),
      .last_i (sized ? len_q : 8'd2),
      .valid_o(bit_valid),
      .bit_o  (bit_in),
      .next_i (take | skip),
      .end_o  (bit_end),
      .whole_o(whole),
      .addr_o (frame_addr_o),
      .data_i (frame_data_i)
  );

  // ---------------------------------------------------------------- the request
  reg [7:0] type_q, id_q;
  reg [2:0] status_q;
  reg [15:0] tag_q;
  reg sums_q;
  reg [4:0] last_q;  // leaf
  reg [31:0] seed_q;
  reg check_q;  // it is looked through
  reg dirty_q;  // bits are set behind the last leaf
  reg [12:0] size_q;  // bytes of the answer

  // The root.
  reg set_q;
  reg [15:0] root_tag_q;
  reg player_q, first_player_q;
  reg turn_q, opener_q;  // those of the request
  reg rival_q;  // whose rows: player 2's
  reg [3:0] row_q;
  reg wrong_q;  // a row has a square of both, or off the board
  reg load_start_q;
  reg [`NUM_TILES-1:0] tiles_q;
  reg [7:0] value_q;

  // The leaf.
  reg [4:0] leaf_q;
  reg wanted_q;  // its children
  reg [31:0] all_wanted_q;
  reg [4:0] index_q;
  reg [5:0] length_q, step_q;
  reg [MOVE_WIDTH-1:0] path[0:63];
  reg [5:0] pending_q;  // leaves without a value
  wire packing;
  wire lists = state_q == LIST & ~packing;
  wire listed = lists & (expand_over_i | (child_valid_i & child_last_i));
  wire leaf_taken = leaf_valid_o & leaf_ready_i;

  wire is_leaves = type_q == `SERVICE_LEAVES;
  wire [5:0] kept = word_q[5:0];
  wire [MOVE_WIDTH-1:0] code = word_q[MOVE_WIDTH-1:0];
  wire is_pass = &code;
  wire bad_code = ~is_pass & (code[16:13] >= `BOARD_SIZE | code[12:9] >= `BOARD_SIZE | &code[6:0]);
  wire bad_word = word_q[31:29] != 3'd0 | word_q[7];
  wire bad_row = word_q[31:30] != 2'd0 | word_q[15:14] != 2'd0 | (word_q[29:16] & word_q[13:0]) != 14'd0;

  // ---------------------------------------------------------------- to tree_leaf
  wire row_ready, loaded;
  wire [`BOARD_SIZE-1:0] squares1 = word_q[29:16];
  wire [`BOARD_SIZE-1:0] squares2 = word_q[13:0];
  position_loader u_loader (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .start_i       (load_start_q),
      .player_i      (rival_q),
      .tiles_i       (tiles_q),
      .value_i       (value_q),
      .row_valid_i   (state_q == ROW),
      .row_ready_o   (row_ready),
      .own_i         (rival_q ? squares2 : squares1),
      .rival_i       (rival_q ? squares1 : squares2),
      .load_valid_o  (load_valid_o),
      .load_ready_i  (load_ready_i),
      .load_row_o    (load_row_o),
      .load_allowed_o(load_allowed_o),
      .load_corners_o(load_corners_o),
      .done_o        (loaded)
  );
  assign load_player_o = rival_q;
  assign player_o = player_q;
  assign first_player_o = first_player_q;
  assign path_o = state_q == PATH;
  assign move_valid_o = state_q == STEP & step_q != length_q;
  assign move_o = path[step_q];
  assign expand_valid_o = lists;
  assign leaf_valid_o = state_q == LEAF;
  assign leaf_slot_o = leaf_q;
  assign leaf_seed_o = seed_q + {24'd0, index_q, 3'd0} * `SEED_STEP;

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
      .leaf_i        (leaf_q),
      .child_valid_i (child_valid_i & lists),
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
      .wanted_i      (all_wanted_q),
      .bad_i         (frame_bad_i),
      .rsp_valid_o   (rsp_valid_o),
      .rsp_ready_i   (rsp_ready_i),
      .rsp_data_o    (rsp_data_o),
      .rsp_last_o    (rsp_last_o)
  );
  assign frame_drop_o = sent;
  assign frame_drop_size_o = len_q == 8'd0 ? 8'd3 : len_q + 8'd1;

  // ---------------------------------------------------------------- what is done
  task go;  // to a state that collects bits
    input [4:0] state;
    input [5:0] bits;
    begin
      state_q <= state;
      need_q  <= bits;
    end
  endtask

  task seek;  // and begins with another byte
    input [4:0] state;
    input [5:0] bits;
    input [7:0] first;
    begin
      state_q <= state;
      need_q  <= bits;
      start_q <= 1'b1;
      first_q <= first;
    end
  endtask

  task answer;
    input [2:0] status;
    begin
      state_q  <= SEND;
      status_q <= status;
    end
  endtask

  always @(posedge clk_i) begin
    start_q <= 1'b0;
    load_start_q <= 1'b0;
    if (take) begin
      word_q <= {word_q[30:0], bit_in};
      need_q <= need_q - 6'd1;
    end
    pending_q <= pending_q + {5'd0, leaf_taken} - {5'd0, value_valid_i};

    case (state_q)
      IDLE: begin
        check_q <= 1'b1;
        dirty_q <= 1'b0;
        rival_q <= 1'b0;
        wrong_q <= 1'b0;
        row_q <= 4'd0;
        leaf_q <= 5'd0;
        length_q <= 6'd0;
        size_q <= HEAD_BYTES;
        if (frame_valid_i) seek(LENGTH, 6'd8, 8'd0);
      end
      LENGTH:
      if (there) begin
        len_q <= word_q[7:0];
        go(TYPE, 6'd8);
      end
      TYPE:
      if (there) begin
        type_q <= word_q[7:0];
        go(ID, 6'd8);
      end
      ID:
      if (there) begin
        id_q <= len_q == 8'd1 ? 8'd0 : word_q[7:0];
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
      TAG:
      if (there) begin
        tag_q <= word_q[15:0];
        go(FLAGS, 6'd8);
      end
      FLAGS:
      if (there) begin
        sums_q   <= word_q[7];
        last_q   <= word_q[4:0];
        turn_q   <= word_q[1];
        opener_q <= word_q[2];
        if (is_leaves) go(COUNT, 6'd8);
        else if (word_q[7:3] != 5'd0 | word_q[0]) answer(`SERVICE_BAD_FIELD);
        else begin
          set_q <= 1'b0;
          go(WORD, 6'd32);
        end
        if (is_leaves & word_q[6:5] != 2'd0) answer(`SERVICE_BAD_FIELD);
      end

      // ---- a root: all of it is looked through, and then given to position_loader
      WORD:
      if (there) begin
        tiles_q <= word_q[8+:`NUM_TILES];
        value_q <= word_q[7:0];
        row_q   <= 4'd0;
        if (check_q & bad_word) answer(`SERVICE_BAD_FIELD);
        else if (check_q & ~rival_q) begin
          rival_q <= 1'b1;
          go(WORD, 6'd32);
        end else begin
          load_start_q <= ~check_q;
          seek(ROWS, 6'd32, AT_ROWS);
        end
      end
      ROWS:
      if (there) begin
        wrong_q <= wrong_q | bad_row;
        row_q   <= row_q + 4'd1;
        if (~check_q) state_q <= ROW;
        else if (row_q != 4'd13) go(ROWS, 6'd32);
        else if (wrong_q | bad_row) answer(`SERVICE_BAD_POSITION);
        else begin
          check_q <= 1'b0;
          rival_q <= 1'b0;
          seek(WORD, 6'd32, AT_WORD);
        end
      end
      ROW:
      if (row_ready) begin
        if (row_q == 4'd14) state_q <= LOADED;
        else go(ROWS, 6'd32);
      end
      LOADED:
      if (loaded) begin
        rival_q <= 1'b1;
        if (rival_q) begin
          set_q <= 1'b1;
          root_tag_q <= tag_q;
          player_q <= turn_q;
          first_player_q <= opener_q;
          answer(`SERVICE_OK);
        end else seek(WORD, 6'd32, AT_WORD + 8'd4);
      end

      // ---- leaves
      COUNT:
      if (there) begin
        if (word_q[7:0] != MOST[7:0]) answer(`SERVICE_BAD_FIELD);
        else go(SEED, 6'd32);
      end
      SEED:
      if (there) begin
        seed_q <= word_q;
        go(HEAD, 6'd12);
      end
      HEAD:
      if (short) answer(`SERVICE_BAD_LENGTH);
      else if (there) begin
        wanted_q <= word_q[11];
        all_wanted_q[leaf_q] <= word_q[11];
        index_q <= word_q[10:6];
        length_q <= kept;
        size_q <= size_q + 13'd2 + (sums_q ? 13'd2 : 13'd0) + (word_q[11] ? LIST_BYTES : 13'd0);
        if (kept > length_q) answer(`SERVICE_BAD_FIELD);
        else go(MORE, 6'd1);
      end
      MORE:
      if (short) answer(`SERVICE_BAD_LENGTH);
      else if (there) begin
        if (word_q[0]) go(MOVE, 6'd17);
        else if (~check_q) state_q <= PATH;
        else if (leaf_q == last_q) state_q <= REST;
        else begin
          leaf_q <= leaf_q + 5'd1;
          go(HEAD, 6'd12);
        end
      end
      MOVE:
      if (short) answer(`SERVICE_BAD_LENGTH);
      else if (there) begin
        path[length_q] <= code;
        length_q <= length_q + 6'd1;
        if (bad_code | &length_q) answer(`SERVICE_BAD_FIELD);
        else go(MORE, 6'd1);
      end
      REST: begin
        if (skip & bit_in) dirty_q <= 1'b1;
        if (whole) begin
          check_q  <= 1'b0;
          leaf_q   <= 5'd0;
          length_q <= 6'd0;
          if (~bit_end) answer(`SERVICE_BAD_LENGTH);
          else if (dirty_q) answer(`SERVICE_BAD_FIELD);
          else if (size_q > MOST_BYTES) answer(`SERVICE_BAD_LENGTH);
          else if (~set_q | root_tag_q != tag_q) answer(`SERVICE_NOT_LOADED);
          else seek(HEAD, 6'd12, AT_LEAVES);
        end
      end
      PATH: begin
        step_q  <= 6'd0;
        state_q <= STEP;
      end
      STEP: begin
        if (move_valid_o & move_ready_i) step_q <= step_q + 6'd1;
        if (step_q == length_q) state_q <= wanted_q ? LIST : LEAF;
      end
      LIST: if (listed) state_q <= LEAF;
      LEAF:
      if (leaf_ready_i) begin
        leaf_q <= leaf_q + 5'd1;
        if (leaf_q == last_q) state_q <= WAIT;
        else go(HEAD, 6'd12);
      end
      WAIT: if (pending_q == 6'd0 & ~packing) answer(`SERVICE_OK);
      SEND: if (sent) state_q <= CLEAN;
      default: if (idle_i) state_q <= IDLE;  // CLEAN
    endcase

    if (rst_i) begin
      state_q <= CLEAN;
      start_q <= 1'b0;
      need_q <= 6'd0;
      set_q <= 1'b0;
      pending_q <= 6'd0;
      load_start_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
