// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// request_decoder -- takes requests from the queue, checks them, and starts the work.
//
// Purpose:   Reads the record of the oldest request in the queue, in words of four
//            bytes, {length, type, id, flags} first, and checks it: length, fields,
//            position. Then it takes a place in the order of responses, with its
//            status; a RUN or PICK whose jobs begin has the status OK.
//
//              INFO, CANCEL, errors   HEAD -> DECODE ----------------------------+
//              PICK                          -> FIRST ---------------- START ----+-> ANSWER
//              RUN                           -> FIRST -> SEED -> TAG -> START ---+
//              LOAD                          -> CHECK -> ROOT -+                 |
//                                    a player: TILES -> ROWS, twice -> TAG -> TURN
//
//            A LOAD waits until no result of its root is due, a RUN or PICK until the
//            jobs before it are with the lanes. While a CANCEL is in the queue,
//            the runs and picks in front of it do not begin. A LOAD gives its root a tag; a RUN
//            or PICK with another tag means another position, and finds the root not loaded.
// Interface: frame_*     to and from frame_rx
//            free_i      a place is free
//            give_o      for one cycle: the request takes the place; type_o, id_o, status_o,
//                        root_o, run_o go with it
//            begin_o     with give_o: the request's jobs begin
//            cancel_o    a CANCEL is in the queue
//            job_set_o   for one cycle: job_*, root_o and run_o are the fields of a RUN or
//                        PICK. A RUN's seed comes later, with seed_we_o
//            job_busy_i  some jobs of an earlier request are not yet issued
//            may_start_i results of this request cannot be confused with results still due
//            root_due_i  results of root_o are due
//            start_o     start position_loader with load_player_o, who has
//                        tiles_o left and has placed value_o squares. row_valid_o,
//                        own_o, rival_o are the rows for it
//            turn_*      to the lanes, behind the last row
// Latency:   give_o comes 8 cycles after a request is first seen with a free place if the request
//            has no further fields, 14 cycles for a PICK, 26 for a RUN, without waits, and 298 for
//            a LOAD that is taken at once.
// Reset:     to no roots.
// Model:     service.Model
`default_nettype none
`include "constants.vh"
`include "service.vh"

module request_decoder #(
    parameter QUEUE_BITS = 11  // see frame_rx
) (
    input  wire                   clk_i,
    input  wire                   rst_i,
    // from the queue
    input  wire                   frame_valid_i,
    output wire [            7:0] frame_addr_o,
    input  wire [            7:0] frame_data_i,
    output wire                   frame_drop_o,
    output wire [            7:0] frame_drop_size_o,
    input  wire                   frame_good_i,
    input  wire [            7:0] frame_good_type_i,
    input  wire [            7:0] frame_good_len_i,
    // to response_places
    input  wire                   free_i,
    output wire                   give_o,
    output wire                   begin_o,
    output wire [            7:0] type_o,
    output wire [            7:0] id_o,
    output wire [            2:0] status_o,
    output wire                   root_o,
    output wire                   run_o,
    input  wire                   may_start_i,
    input  wire                   root_due_i,
    // to job_issuer
    output wire                   cancel_o,
    input  wire                   job_busy_i,
    output wire                   job_set_o,
    output wire                   job_largest_o,
    output wire                   job_first_valid_o,
    output wire [`INDEX_BITS-1:0] job_first_o,
    output wire [           15:0] job_playouts_o,
    output wire                   seed_we_o,
    output wire [           31:0] seed_o,
    // to position_loader
    output wire                   start_o,
    output wire                   load_player_o,
    output wire [ `NUM_TILES-1:0] tiles_o,
    output wire [            7:0] value_o,
    output wire                   row_valid_o,
    input  wire                   row_ready_i,
    output wire [`BOARD_SIZE-1:0] own_o,
    output wire [`BOARD_SIZE-1:0] rival_o,
    input  wire                   loaded_i,
    // to the lanes
    input  wire                   command_ready_i,
    output wire                   turn_we_o,
    output wire                   turn_player_o,
    output wire                   turn_over_o
);

  // ---------------------------------------------------------------- states
  localparam [3:0] IDLE = 4'd0;  // waits for a request and a place
  localparam [3:0] HEAD = 4'd1;  // waits for the first word
  localparam [3:0] DECODE = 4'd2;  // tells the requests apart
  localparam [3:0] FIRST = 4'd3;  // waits for {first move, playouts}
  localparam [3:0] SEED = 4'd4;  // waits for the seed
  localparam [3:0] START = 4'd5;  // begins to issue jobs, or answers
  localparam [3:0] CHECK = 4'd6;  // looks through a position
  localparam [3:0] ROOT = 4'd7;  // waits until the root is not used
  localparam [3:0] TILES = 4'd8;  // waits for a player's tiles and value
  localparam [3:0] ROWS = 4'd9;  // gives rows to position_loader
  localparam [3:0] TURN = 4'd10;  // sets the player to move, when the last row is in the lanes
  localparam [3:0] ANSWER = 4'd11;  // nothing more to do
  localparam [3:0] TAG = 4'd12;  // waits for the tag of a LOAD or RUN

  reg [3:0] state_q, state_d;

  // ---------------------------------------------------------------- registers
  // The record.
  localparam [2:0] COMPLETE = 3'd5;
  reg [2:0] fetch_q;  // bytes of the requested word; COMPLETE: it is there
  reg [7:0] addr_q;
  reg [31:0] word_q;
  wire ready = fetch_q == COMPLETE;

  // Addresses of words in a LOAD.
  localparam [7:0] TILES1 = 8'd4;
  localparam [7:0] TILES2 = 8'd8;
  localparam [7:0] BOARD = 8'd12;
  localparam [7:0] END = 8'd68;  // the tag

  // The request.
  reg [7:0] len_q, type_q, id_q;
  reg [2:0] flags_q;
  reg [2:0] status_q;
  reg field_q, position_q;  // something is wrong
  reg [3:0] count_q;  // words of the position looked through
  reg player_q;  // the player whose rows are loaded
  reg [28:0] tiles_q;  // tiles and value
  reg [1:0] loaded_q;  // roots that are loaded
  reg [15:0] tag0_q, tag1_q;  // their tags

  wire root = flags_q[0];
  wire is_run = type_q == `SERVICE_RUN;

  // CANCELs that are in the queue.
  reg [QUEUE_BITS-1:0] cancels_q;
  wire cancel = cancels_q != {QUEUE_BITS{1'b0}};
  wire cancel_in = frame_good_i & frame_good_type_i == `SERVICE_CANCEL & frame_good_len_i == `SERVICE_CANCEL_BYTES;
  wire cancel_out = state_q == ANSWER & type_q == `SERVICE_CANCEL & status_q == `SERVICE_OK;

  // ---------------------------------------------------------------- checks
  // The length of each type; an unknown type may have any length.
  reg [7:0] length;
  reg known;
  always @* begin
    known = 1'b1;
    case (type_q)
      `SERVICE_INFO: length = `SERVICE_INFO_BYTES;
      `SERVICE_LOAD: length = `SERVICE_LOAD_BYTES;
      `SERVICE_RUN: length = `SERVICE_RUN_BYTES;
      `SERVICE_PICK: length = `SERVICE_PICK_BYTES;
      `SERVICE_CANCEL: length = `SERVICE_CANCEL_BYTES;
      default: begin
        length = 8'd0;
        known = 1'b0;
      end
    endcase
  end
  wire is_load = type_q == `SERVICE_LOAD;
  wire has_jobs = is_run | type_q == `SERVICE_PICK;
  wire good_length = len_q == length;

  // The word {first move, playouts}. 16 ones say: no first move. Numbers from 1020 on mark runs.
  wire no_first = is_run & word_q[31:16] == 16'hffff;
  wire bad_first = (word_q[31:26] != 6'd0 | word_q[25:18] == 8'hff) & ~no_first;
  wire no_playouts = is_run & word_q[15:0] == 16'd0;

  // The word {tiles, value}, and a row of both players.
  wire bad_tiles = word_q[31:29] != 3'd0 | word_q[7];
  wire bad_row = word_q[31:30] != 2'd0 | word_q[15:14] != 2'd0 | (word_q[29:16] & word_q[13:0]) != {`BOARD_SIZE{1'b0}};
  wire in_tiles = count_q < 4'd2;

  // The tag ends a RUN, and is behind the first move in a PICK.
  wire [15:0] tag = is_run ? word_q[31:16] : word_q[15:0];
  wire here = loaded_q[root] & tag == (root ? tag1_q : tag0_q);  // the root has the position meant

  // ---------------------------------------------------------------- next state
  wire refused = field_q | ~here | cancel;  // in START
  wire starts = ~refused & may_start_i;

  always @* begin
    state_d = state_q;
    case (state_q)
      IDLE: if (frame_valid_i & free_i) state_d = HEAD;
      HEAD: if (ready) state_d = DECODE;
      DECODE:
      if (len_q == 8'd0 | ~good_length | ~(is_load | has_jobs)) state_d = ANSWER;
      else if (is_load) state_d = CHECK;
      else if (~job_busy_i) state_d = FIRST;  // job_issuer can take the fields
      FIRST: if (ready) state_d = is_run ? SEED : START;
      SEED: if (ready) state_d = TAG;
      TAG: if (ready) state_d = is_load ? TURN : START;
      START: state_d = refused ? ANSWER : starts ? IDLE : START;
      CHECK: if (ready & count_q == 4'd15) state_d = ROOT;
      ROOT: state_d = field_q | position_q ? ANSWER : root_due_i ? ROOT : TILES;
      TILES: if (ready) state_d = ROWS;
      ROWS: if (loaded_i) state_d = player_q ? TAG : TILES;
      TURN: if (command_ready_i) state_d = ANSWER;
      default: state_d = IDLE;  // ANSWER
    endcase
  end

  // ---------------------------------------------------------------- outputs
  assign frame_addr_o = addr_q;
  assign frame_drop_o = give_o;
  assign frame_drop_size_o = len_q == 8'd0 ? 8'd3 : len_q + 8'd1;
  assign give_o = begin_o | state_q == ANSWER;
  assign begin_o = state_q == START & starts;
  assign type_o = type_q;
  assign id_o = id_q;
  assign status_o = begin_o ? `SERVICE_OK : status_q;
  assign root_o = root;
  assign run_o = is_run;
  assign cancel_o = cancel;
  assign job_set_o = state_q == FIRST & ready;
  assign job_largest_o = flags_q[1];
  assign job_first_valid_o = ~no_first;
  assign job_first_o = word_q[25:16];
  assign job_playouts_o = word_q[15:0];
  assign seed_we_o = state_q == SEED & ready;
  assign seed_o = word_q;
  assign start_o = state_q == TILES & ready;
  assign load_player_o = player_q;
  assign tiles_o = tiles_q[28:8];
  assign value_o = tiles_q[7:0];
  assign row_valid_o = state_q == ROWS & ready;
  assign own_o = player_q ? word_q[13:0] : word_q[29:16];
  assign rival_o = player_q ? word_q[29:16] : word_q[13:0];
  assign turn_we_o = state_q == TURN;
  assign turn_player_o = flags_q[1];
  assign turn_over_o = flags_q[2];

  // ---------------------------------------------------------------- registers
  always @(posedge clk_i) begin
    state_q <= state_d;

    if (~ready) begin
      fetch_q <= fetch_q + 3'd1;
      if (~fetch_q[2]) addr_q <= addr_q + 8'd1;
      if (fetch_q != 3'd0) word_q <= {word_q[23:0], frame_data_i};
    end

    case (state_q)
      IDLE: begin
        addr_q <= 8'd0;
        fetch_q <= 3'd0;
        field_q <= 1'b0;
        position_q <= 1'b0;
        count_q <= 4'd0;
        player_q <= 1'b0;
      end
      HEAD: begin
        {len_q, type_q, id_q} <= word_q[31:8];
        flags_q <= word_q[2:0];
        if (word_q[31:24] == 8'd1) id_q <= 8'd0;
      end
      DECODE: begin
        status_q <= len_q == 8'd0 ? `SERVICE_QUEUE_FULL
                  : ~known ? `SERVICE_UNKNOWN
                  : ~good_length ? `SERVICE_BAD_LENGTH : `SERVICE_OK;
        if (is_load | ~job_busy_i) fetch_q <= 3'd0;
        field_q <= is_load ? word_q[7:3] != 5'd0 : word_q[7:2] != 6'd0 | (word_q[1] & ~is_run);
      end
      FIRST:
      if (ready) begin
        if (bad_first | no_playouts) field_q <= 1'b1;
        if (is_run) fetch_q <= 3'd0;
      end
      SEED: if (ready) fetch_q <= 3'd0;
      START: status_q <= field_q ? `SERVICE_BAD_FIELD : ~here ? `SERVICE_NOT_LOADED : `SERVICE_CANCELLED;
      CHECK:
      if (ready) begin
        if (in_tiles & bad_tiles) field_q <= 1'b1;
        if (~in_tiles & bad_row) position_q <= 1'b1;
        count_q <= count_q + 4'd1;
        fetch_q <= 3'd0;
      end
      ROOT: begin
        addr_q <= TILES1;
        fetch_q <= 3'd0;
        status_q <= field_q ? `SERVICE_BAD_FIELD : `SERVICE_BAD_POSITION;
      end
      TILES:
      if (ready) begin
        tiles_q <= word_q[28:0];
        addr_q <= BOARD;
        fetch_q <= 3'd0;
      end
      ROWS: begin
        if (ready & row_ready_i) fetch_q <= 3'd0;
        if (loaded_i) begin
          addr_q <= player_q ? END : TILES2;
          fetch_q <= 3'd0;
          player_q <= 1'b1;
        end
      end
      TURN:
      if (command_ready_i) begin
        loaded_q[root] <= 1'b1;
        if (root) tag1_q <= word_q[31:16];
        else tag0_q <= word_q[31:16];
        status_q <= `SERVICE_OK;
      end
      default: ;
    endcase

    cancels_q <= cancels_q + {{(QUEUE_BITS - 1) {1'b0}}, cancel_in} - {{(QUEUE_BITS - 1) {1'b0}}, cancel_out};

    if (rst_i) begin
      state_q <= IDLE;
      loaded_q <= 2'b00;
      cancels_q <= {QUEUE_BITS{1'b0}};
    end
  end

endmodule

`default_nettype wire
