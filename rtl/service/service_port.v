// service_port -- does the requests of a program with the playout lanes.
//
// Purpose:   Takes requests from the queue of frame_rx one after another: loads
//            positions, issues the games of runs, picks moves. Each gets a place
//            in the order of responses, four at most:
//
//                        +- LOAD -> position_loader ------------+
//              frame_rx -+- RUN, PICK -> jobs -> lanes -> results +-> places -> frame_tx
//                        +- the rest, errors -------------------+
//
//            When all jobs of a run are issued the next request is looked at, while
//            the results come in. A result finds its run by the number of the first
//            move: a run without one marks its jobs with a number of its
//            own, and one with the same number as another waits. A LOAD waits until
//            no result of its root is due; so two roots alternate.
//            CANCEL acts when it arrives: until it has been taken from the
//            queue, runs stop issuing and those in front of it do not begin.
// Interface: frame_*     to and from frame_rx
//            rsp_*       to frame_tx
//            job_*, command_*  to playout_lanes, see job_bus.vh
//            result_*, pick_*  from playout_lanes, at any time
// Latency:   A request is looked at within 14 cycles, when its turn comes; a
//            LOAD takes some 250. A response begins 2 cycles after its last result
//            is added up, 3 cycles after that came.
// Reset:     no roots; what is in the lanes must be reset, too.
// Model:     service.Model
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module service_port #(
    parameter LANES = 1,
    parameter QUEUE_BITS = 11  // of frame_rx
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    // requests
    input  wire                     frame_valid_i,
    output wire [              7:0] frame_addr_o,
    input  wire [              7:0] frame_data_i,
    output wire                     frame_drop_o,
    output wire [              7:0] frame_drop_size_o,
    input  wire                     frame_good_i,
    input  wire [              7:0] frame_good_type_i,
    input  wire [              7:0] frame_good_len_i,
    input  wire                     frame_bad_i,
    // responses
    output wire                     rsp_valid_o,
    input  wire                     rsp_ready_i,
    output wire [              7:0] rsp_data_o,
    output wire                     rsp_last_o,
    // lanes
    output wire                     job_valid_o,
    input  wire                     job_ready_i,
    output wire [    `JOB_BITS-1:0] job_o,
    input  wire                     result_valid_i,
    input  wire                     result_pick_i,
    input  wire [ `RESULT_BITS-1:0] result_i,
    input  wire [   `PICK_BITS-1:0] pick_i,
    output wire                     command_valid_o,
    input  wire                     command_ready_i,
    output wire [`COMMAND_BITS-1:0] command_o
);

  localparam N = `BOARD_SIZE;
  localparam P = 4;  // places
`include "service_port.vh"

  // ---- places in the order of responses ----------------------------------------

  reg [2:0] head_q, tail_q;  // the next place to give away, and to respond from
  wire [1:0] here = head_q[1:0], oldest = tail_q[1:0];
  wire free = (head_q ^ tail_q) != 3'b100;
  wire give;  // a request takes its place
  wire begin_jobs;  // with jobs to issue

  reg [8*P-1:0] type_q, id_q;
  reg [3*P-1:0] status_q;
  reg [P-1:0] root_q;  // of its jobs
  reg [P-1:0] run_q;  // it is a RUN
  reg [10*P-1:0] tag_q;  // number of the first move that its results have
  wire [P-1:0] due;  // jobs are to be issued, or results to come

  // ---- jobs -------------------------------------------------------------------------

  reg issuing_q, stop_q;
  reg [1:0] issue_place_q;
  reg job_root_q, job_largest_q, job_pick_q, job_first_valid_q;
  reg [9:0] first_q;
  reg [15:0] left_q;
  reg [31:0] seed_q;
  wire issued = issuing_q & job_ready_i;

  assign job_valid_o = issuing_q;
  assign job_o[`JOB_ROOT] = job_root_q;
  assign job_o[`JOB_SEED] = seed_q | 32'd1;
  assign job_o[`JOB_LARGEST] = job_largest_q;
  assign job_o[`JOB_PICK] = job_pick_q;
  assign job_o[`JOB_FIRST_VALID] = job_first_valid_q;
  assign job_o[`JOB_FIRST] = first_q;

  // CANCELs that are in the queue.
  reg [QUEUE_BITS-1:0] cancels_q;
  wire cancel = cancels_q != {QUEUE_BITS{1'b0}};
  wire cancel_in = frame_good_i & frame_good_type_i == CANCEL & frame_good_len_i == CANCEL_BYTES;
  wire cancel_out;

  // ---- the request in work -----------------------------------------------------------

  // Its record is read in words of four bytes: {length, type, id, flags} first.
  reg [2:0] fetch_q;  // bytes asked for; 5: the word is complete
  reg [7:0] addr_q;
  reg [31:0] word_q;
  wire ready = fetch_q == 3'd5;

  localparam [3:0] IDLE = 4'd0;  // waits for a request and a place
  localparam [3:0] HEAD = 4'd1;  // waits for the first word
  localparam [3:0] DECODE = 4'd2;
  localparam [3:0] FIRST = 4'd3;  // waits for {first move, playouts}
  localparam [3:0] SEED = 4'd4;  // waits for the seed
  localparam [3:0] START = 4'd5;  // begins to issue jobs
  localparam [3:0] CHECK = 4'd6;  // looks through a position
  localparam [3:0] ROOT = 4'd7;  // waits until the root is not used
  localparam [3:0] TILES = 4'd8;  // waits for a player's tiles and value
  localparam [3:0] ROWS = 4'd9;  // gives rows to position_loader
  localparam [3:0] TURN = 4'd10;  // sets who is to move, when the last row is in the lanes
  localparam [3:0] ANSWER = 4'd11;  // nothing more to do

  reg [3:0] state_q;
  reg [7:0] len_q, rtype_q, rid_q;
  reg [2:0] flags_q;
  reg [2:0] answer_q;
  reg field_q, position_q;  // something is wrong
  reg [3:0] count_q;  // words looked through
  reg player_q;
  reg [28:0] tiles_q;  // and value
  reg [1:0] loaded_q;

  wire root = flags_q[0];
  wire is_run = rtype_q == RUN;
  wire no_first = word_q[31:16] == 16'hffff;
  wire bad_first = word_q[31:26] != 6'd0 | word_q[25:18] == 8'hff;
  wire [P-1:0] of_root = root_q ^ {P{~root}};
  wire [P-1:0] same_tag;
  wire tag_taken = |(same_tag & due & run_q) & is_run;
  reg picking_q;  // a PICK has not been responded to
  wire may_start = is_run ? ~tag_taken : ~picking_q;

  assign begin_jobs = state_q == START & ~field_q & loaded_q[root] & ~cancel & may_start;
  assign give = begin_jobs | state_q == ANSWER;
  assign cancel_out = state_q == ANSWER & rtype_q == CANCEL & answer_q == OK;
  assign frame_drop_o = give;
  assign frame_drop_size_o = len_q == 8'd0 ? 8'd3 : len_q + 8'd1;
  assign frame_addr_o = addr_q;

  wire row_ready, loaded;
  wire start_load = state_q == TILES & ready;
  always @(posedge clk_i) begin
    if (fetch_q != 3'd5) begin
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
        if (frame_valid_i & free) state_q <= HEAD;
      end
      HEAD: begin
        {len_q, rtype_q, rid_q} <= word_q[31:8];
        flags_q <= word_q[2:0];
        if (word_q[31:24] == 8'd1) rid_q <= 8'd0;
        if (ready) state_q <= DECODE;
      end
      DECODE: begin
        state_q <= ANSWER;
        answer_q <= OK;
        if (len_q == 8'd0) answer_q <= QUEUE_FULL;
        else
          case (rtype_q)
            INFO: if (len_q != INFO_BYTES) answer_q <= BAD_LENGTH;
            CANCEL: if (len_q != CANCEL_BYTES) answer_q <= BAD_LENGTH;
            LOAD:
            if (len_q != LOAD_BYTES) answer_q <= BAD_LENGTH;
            else begin
              field_q <= word_q[7:3] != 5'd0;
              fetch_q <= 3'd0;
              state_q <= CHECK;
            end
            RUN, PICK:
            if (len_q != (is_run ? RUN_BYTES : PICK_BYTES)) answer_q <= BAD_LENGTH;
            else if (issuing_q) state_q <= DECODE;  // the registers of jobs are in use
            else begin
              field_q <= word_q[7:2] != 6'd0 | (word_q[1] & ~is_run);
              fetch_q <= 3'd0;
              state_q <= FIRST;
            end
            default: answer_q <= UNKNOWN;
          endcase
      end
      FIRST:
      if (ready) begin
        job_root_q <= root;
        job_largest_q <= flags_q[1];
        job_pick_q <= ~is_run;
        job_first_valid_q <= ~(is_run & no_first);
        first_q <= is_run & no_first ? {8'hff, here} : word_q[25:16];
        left_q <= is_run ? word_q[15:0] : 16'd1;
        if (bad_first & ~(is_run & no_first)) field_q <= 1'b1;
        if (is_run & word_q[15:0] == 16'd0) field_q <= 1'b1;
        fetch_q <= 3'd0;
        state_q <= is_run ? SEED : START;
      end
      SEED:
      if (ready) begin
        seed_q <= word_q;
        state_q <= START;
      end
      START: begin
        if (field_q) answer_q <= BAD_FIELD;
        else if (~loaded_q[root]) answer_q <= NOT_LOADED;
        else answer_q <= CANCELLED;
        if (field_q | ~loaded_q[root] | cancel) state_q <= ANSWER;
        else if (may_start) state_q <= IDLE;
      end
      CHECK:
      if (ready) begin
        if (count_q < 4'd2) begin
          if (word_q[31:29] != 3'd0 | word_q[7]) field_q <= 1'b1;
        end else begin
          if (word_q[31:30] != 2'd0 | word_q[15:14] != 2'd0 | (word_q[29:16] & word_q[13:0]) != {N{1'b0}})
            position_q <= 1'b1;
        end
        count_q <= count_q + 4'd1;
        fetch_q <= 3'd0;
        if (count_q == 4'd15) state_q <= ROOT;
      end
      ROOT: begin
        addr_q <= 8'd4;
        fetch_q <= 3'd0;
        answer_q <= field_q ? BAD_FIELD : BAD_POSITION;
        if (field_q | position_q) state_q <= ANSWER;
        else if ((of_root & due) == {P{1'b0}}) state_q <= TILES;
      end
      TILES:
      if (ready) begin
        tiles_q <= word_q[28:0];
        addr_q <= 8'd12;
        fetch_q <= 3'd0;
        state_q <= ROWS;
      end
      ROWS: begin
        if (ready & row_ready) fetch_q <= 3'd0;
        if (loaded) begin
          addr_q <= 8'd8;
          fetch_q <= 3'd0;
          player_q <= 1'b1;
          state_q <= player_q ? TURN : TILES;
        end
      end
      TURN:
      if (command_ready_i) begin
        loaded_q[root] <= 1'b1;
        answer_q <= OK;
        state_q <= ANSWER;
      end
      default: state_q <= IDLE;  // ANSWER
    endcase

    // Jobs.
    if (issued) begin
      seed_q <= seed_q + `SEED_STEP;
      left_q <= left_q - 16'd1;
      if (left_q == 16'd1 | stop_q) issuing_q <= 1'b0;
    end
    stop_q <= issuing_q & (stop_q | cancel);
    if (begin_jobs) begin
      issuing_q <= 1'b1;
      issue_place_q <= here;
    end
    cancels_q <= cancels_q + {{(QUEUE_BITS - 1) {1'b0}}, cancel_in} - {{(QUEUE_BITS - 1) {1'b0}}, cancel_out};

    // Places.
    if (give) begin
      head_q <= head_q + 3'd1;
      type_q[8*here+:8] <= rtype_q;
      id_q[8*here+:8] <= rid_q;
      status_q[3*here+:3] <= begin_jobs ? OK : answer_q;
      root_q[here] <= root;
      run_q[here] <= is_run;
      tag_q[10*here+:10] <= first_q;
    end
    if (issued & stop_q & left_q != 16'd1) status_q[3*issue_place_q+:3] <= CANCELLED;

    if (rst_i) begin
      state_q <= IDLE;
      loaded_q <= 2'b00;
      issuing_q <= 1'b0;
      stop_q <= 1'b0;
      cancels_q <= {QUEUE_BITS{1'b0}};
      head_q <= 3'd0;
    end
  end

  // ---- positions ---------------------------------------------------------------------

  wire load_valid;
  wire [3:0] load_row;
  wire [15:0] load_allowed, load_corners;
  position_loader u_loader (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .start_i       (start_load),
      .player_i      (player_q),
      .tiles_i       (tiles_q[28:8]),
      .value_i       (tiles_q[7:0]),
      .row_valid_i   (state_q == ROWS & ready),
      .row_ready_o   (row_ready),
      .own_i         (player_q ? word_q[13:0] : word_q[29:16]),
      .rival_i       (player_q ? word_q[29:16] : word_q[13:0]),
      .load_valid_o  (load_valid),
      .load_ready_i  (command_ready_i),
      .load_row_o    (load_row),
      .load_allowed_o(load_allowed),
      .load_corners_o(load_corners),
      .done_o        (loaded)
  );
  wire turn = state_q == TURN;
  assign command_valid_o = load_valid | turn;
  reg [`COMMAND_BITS-1:0] command;
  assign command_o = command;
  always @* begin
    command = {`COMMAND_BITS{1'b0}};
    command[`COMMAND_LOAD] = load_valid;
    command[`COMMAND_TURN] = turn;
    command[`COMMAND_ROOT] = root;
    command[`COMMAND_PLAYER] = turn ? flags_q[1] : player_q;
    command[`COMMAND_OVER] = flags_q[2];
    command[`COMMAND_ROW] = load_row;
    command[`COMMAND_ALLOWED] = load_allowed;
    command[`COMMAND_CORNERS] = load_corners;
  end

  // ---- results -----------------------------------------------------------------------

  reg result_q, result_pick_q, result_none_q;
  reg [9:0] result_first_q;
  reg [8:0] margin_q, margin_q2;
  reg [`MOVE_BITS-1:0] moves_q;
  reg [`PLACEMENT_BITS-1:0] placement_q;
  reg [P-1:0] hit_q;  // whose result it is

  // The move picked, and the PICK that it belongs to.
  reg [1:0] pick_place_q;
  reg [9:0] pick_first_q;
  reg pick_none_q;
  reg [`MOVE_BITS-1:0] pick_moves_q;
  reg [`PLACEMENT_BITS-1:0] pick_placement_q;

  wire unused_name = ^pick_i[`PICK_NAME];

  wire respond;  // the oldest place becomes free
  wire [P-1:0] pick_place = 4'd1 << pick_place_q;
  integer i;
  always @(posedge clk_i) begin
    result_q <= result_valid_i;
    result_pick_q <= result_pick_i;
    result_first_q <= result_i[`RESULT_FIRST];
    margin_q <= result_i[`RESULT_MARGIN];
    result_none_q <= pick_i[`PICK_NONE];
    moves_q <= pick_i[`PICK_NONE] ? {`MOVE_BITS{1'b0}} : pick_i[`PICK_MOVES];
    placement_q <= pick_i[`PICK_PLACEMENT];

    margin_q2 <= margin_q;
    for (i = 0; i < P; i = i + 1)
      hit_q[i] <= result_q & (result_pick_q ? pick_place[i] : due[i] & run_q[i] & tag_q[10*i+:10] == result_first_q);
    if (result_q & result_pick_q) begin
      pick_none_q <= result_none_q | {{(`MOVE_BITS - 10) {1'b0}}, pick_first_q} >= moves_q;
      pick_moves_q <= moves_q;
      pick_placement_q <= placement_q;
    end
    if (respond & picking_q & pick_place_q == oldest) picking_q <= 1'b0;
    if (begin_jobs & ~is_run) begin
      picking_q <= 1'b1;
      pick_place_q <= here;
      pick_first_q <= first_q;
    end
    if (rst_i) begin
      result_q <= 1'b0;
      hit_q <= {P{1'b0}};
      picking_q <= 1'b0;
    end
  end

  wire [25*P-1:0] sums;
  wire [16*P-1:0] games, wins1, wins2;
  genvar g;
  generate
    for (g = 0; g < P; g = g + 1) begin : gen_place
      reg [9:0] open_q;  // jobs issued whose results have not come
      reg [24:0] sum_q;
      reg [15:0] games_q, wins1_q, wins2_q;
      wire issue = issued & issue_place_q == g;
      wire positive = ~margin_q2[8] & margin_q2 != 9'd0;
      always @(posedge clk_i) begin
        open_q <= open_q + {9'd0, issue} - {9'd0, hit_q[g]};
        if (hit_q[g]) begin
          sum_q <= sum_q + {{16{margin_q2[8]}}, margin_q2};
          games_q <= games_q + 16'd1;
          if (positive) wins1_q <= wins1_q + 16'd1;
          if (margin_q2[8]) wins2_q <= wins2_q + 16'd1;
        end
        if (give & here == g) begin
          sum_q <= 25'd0;
          games_q <= 16'd0;
          wins1_q <= 16'd0;
          wins2_q <= 16'd0;
        end
        if (rst_i) open_q <= 10'd0;
      end
      assign due[g] = open_q != 10'd0 | (issuing_q & issue_place_q == g);
      assign same_tag[g] = tag_q[10*g+:10] == first_q;
      assign sums[25*g+:25] = sum_q;
      assign games[16*g+:16] = games_q;
      assign wins1[16*g+:16] = wins1_q;
      assign wins2[16*g+:16] = wins2_q;
    end
  endgenerate

  // ---- responses ---------------------------------------------------------------------

  reg [15:0] bad_q;  // frames dropped
  reg [3:0] byte_q;
  reg send_q;  // the oldest place's response may begin
  reg out_valid_q, out_last_q;
  reg [7:0] out_q;

  wire [7:0] oldest_type = type_q[8*oldest+:8];
  wire [2:0] oldest_status = status_q[3*oldest+:3];
  wire [31:0] sum = {{7{sums[25*oldest+24]}}, sums[25*oldest+:25]};
  wire [15:0] game = games[16*oldest+:16];
  wire [15:0] win1 = wins1[16*oldest+:16];
  wire [15:0] win2 = wins2[16*oldest+:16];
  localparam [31:0] QUEUE_BYTES = 1 << QUEUE_BITS;
  localparam [31:0] LANES_SENT = LANES;
  localparam [31:0] GAMES_SENT = `LANE_GAMES;
  wire [15:0] pick_moves = {{(16 - `MOVE_BITS) {1'b0}}, pick_moves_q};

  reg [7:0] data;
  reg [3:0] last_byte;
  always @* begin
    case (oldest_type)
      INFO:
      case (byte_q)
        4'd3: data = VERSION;
        4'd4: data = LANES_SENT[7:0];
        4'd5: data = GAMES_SENT[7:0];
        4'd6: data = RUNS;
        4'd7: data = QUEUE_BYTES[15:8];
        4'd8: data = QUEUE_BYTES[7:0];
        4'd9: data = bad_q[15:8];
        default: data = bad_q[7:0];
      endcase
      PICK:
      case (byte_q)
        4'd3: data = pick_moves[15:8];
        4'd4: data = pick_moves[7:0];
        4'd5: data = pick_none_q ? 8'hff : {1'b0, pick_placement_q[`PLACEMENT_PATTERN]};
        4'd6: data = pick_none_q ? 8'd0 : {6'd0, pick_placement_q[`PLACEMENT_FLIP_COLS], pick_placement_q[`PLACEMENT_FLIP_ROWS]};
        default: data = pick_none_q ? 8'd0 : {pick_placement_q[`PLACEMENT_ROW], pick_placement_q[`PLACEMENT_COL]};
      endcase
      default:
      case (byte_q)
        4'd3: data = game[15:8];
        4'd4: data = game[7:0];
        4'd5: data = sum[31:24];
        4'd6: data = sum[23:16];
        4'd7: data = sum[15:8];
        4'd8: data = sum[7:0];
        4'd9: data = win1[15:8];
        4'd10: data = win1[7:0];
        4'd11: data = win2[15:8];
        default: data = win2[7:0];
      endcase
    endcase
    case (byte_q)
      4'd0: data = {1'b1, oldest_type[6:0]};
      4'd1: data = id_q[8*oldest+:8];
      4'd2: data = {5'd0, oldest_status};
      default: ;
    endcase
    last_byte = 4'd2;
    if (oldest_status == OK)
      case (oldest_type)
        INFO: last_byte = 4'd10;
        PICK: last_byte = 4'd7;
        RUN: last_byte = 4'd12;
        default: last_byte = 4'd2;
      endcase
    else if (oldest_status == CANCELLED & oldest_type == RUN) last_byte = 4'd12;
  end

  wire advance = send_q & (~out_valid_q | rsp_ready_i);
  assign respond = advance & byte_q == last_byte;
  always @(posedge clk_i) begin
    send_q <= ~respond & (send_q | (head_q != tail_q & ~due[oldest]));
    if (rsp_ready_i) out_valid_q <= 1'b0;
    if (advance) begin
      out_valid_q <= 1'b1;
      out_q <= data;
      out_last_q <= byte_q == last_byte;
      byte_q <= byte_q + 4'd1;
    end
    if (respond) begin
      byte_q <= 4'd0;
      tail_q <= tail_q + 3'd1;
    end
    if (frame_bad_i & bad_q != 16'hffff) bad_q <= bad_q + 16'd1;
    if (rst_i) begin
      send_q <= 1'b0;
      out_valid_q <= 1'b0;
      byte_q <= 4'd0;
      tail_q <= 3'd0;
      bad_q <= 16'd0;
    end
  end
  assign rsp_valid_o = out_valid_q;
  assign rsp_data_o = out_q;
  assign rsp_last_o = out_last_q;

endmodule

`default_nettype wire
