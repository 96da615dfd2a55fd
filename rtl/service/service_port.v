// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// service_port -- carries out the requests of a program on the playout lanes.
//
// Purpose:   Takes requests from the queue of frame_rx one after another: loads
//            positions, issues the jobs of runs, picks moves. Each gets a place
//            in the order of responses, four at most:
//
//              frame_rx -> request_decoder -+- LOAD -> position_loader -> lanes
//                             |             +- RUN, PICK -> job_issuer -> lanes
//                             | place                                       |
//                             v                                             | results
//                          response_places <--------------------------------+
//                             | the oldest
//                             v
//                          response_writer -> frame_tx
//
//            The next request begins when all jobs of a run are issued, while the results
//            come in. A LOAD waits until no result of its root is due, so
//            two roots alternate. CANCEL acts when it arrives: until it leaves
//            the queue, runs stop issuing, and runs in front of it do not begin.
// Interface: frame_*     to and from frame_rx
//            rsp_*       to frame_tx
//            job_*, command_*  to playout_lanes, see job_bus.vh
//            result_*, pick_*  from playout_lanes, at any time
// Latency:   From the first cycle that sees a request with a free place: 15 cycles to the
//            first job of a PICK, 27 to a RUN's, 11 to the response's first byte for a request
//            without further fields, 301 for a LOAD, without waits. From the last result of the
//            oldest request to its response 5 cycles.
// Reset:     no roots; the lanes must be reset, too.
// Model:     service.Model
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module service_port #(
    parameter LANES = 1,
    parameter QUEUE_BITS = 11  // see frame_rx
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

  // ---------------------------------------------------------------- requests
  wire free, give, begin_jobs, run, may_start, root, root_due;
  wire [1:0] place;
  wire [7:0] request_type, request_id;
  wire [2:0] status;
  wire cancel, issuing, issued, cut;
  wire [1:0] issue_place;
  wire job_set, seed_we, largest, first_valid;
  wire [`INDEX_BITS-1:0] first;
  wire [15:0] playouts_asked;
  wire [31:0] seed;
  wire load_start, load_player, row_valid, row_ready, loaded;
  wire turn, turn_player, turn_over;
  wire [`NUM_TILES-1:0] tiles;
  wire [7:0] value;
  wire [`BOARD_SIZE-1:0] own, rival;
  request_decoder #(
      .QUEUE_BITS(QUEUE_BITS)
  ) u_decoder (
      .clk_i            (clk_i),
      .rst_i            (rst_i),
      .frame_valid_i    (frame_valid_i),
      .frame_addr_o     (frame_addr_o),
      .frame_data_i     (frame_data_i),
      .frame_drop_o     (frame_drop_o),
      .frame_drop_size_o(frame_drop_size_o),
      .frame_good_i     (frame_good_i),
      .frame_good_type_i(frame_good_type_i),
      .frame_good_len_i (frame_good_len_i),
      .free_i           (free),
      .give_o           (give),
      .begin_o          (begin_jobs),
      .type_o           (request_type),
      .id_o             (request_id),
      .status_o         (status),
      .root_o           (root),
      .run_o            (run),
      .may_start_i      (may_start),
      .root_due_i       (root_due),
      .cancel_o         (cancel),
      .job_busy_i       (issuing),
      .job_set_o        (job_set),
      .job_largest_o    (largest),
      .job_first_valid_o(first_valid),
      .job_first_o      (first),
      .job_playouts_o   (playouts_asked),
      .seed_we_o        (seed_we),
      .seed_o           (seed),
      .start_o          (load_start),
      .load_player_o    (load_player),
      .tiles_o          (tiles),
      .value_o          (value),
      .row_valid_o      (row_valid),
      .row_ready_i      (row_ready),
      .own_o            (own),
      .rival_o          (rival),
      .loaded_i         (loaded),
      .command_ready_i  (command_ready_i),
      .turn_we_o        (turn),
      .turn_player_o    (turn_player),
      .turn_over_o      (turn_over)
  );

  // ---------------------------------------------------------------- to the lanes
  job_issuer u_issuer (
      .clk_i            (clk_i),
      .rst_i            (rst_i),
      .set_i            (job_set),
      .root_i           (root),
      .largest_i        (largest),
      .pick_i           (~run),
      .first_valid_i    (first_valid),
      .first_i          (first),
      .playouts_i       (playouts_asked),
      .place_i          (place),
      .seed_we_i        (seed_we),
      .seed_i           (seed),
      .begin_i          (begin_jobs),
      .cancel_i         (cancel),
      .busy_o           (issuing),
      .place_o          (issue_place),
      .issued_o         (issued),
      .cut_o            (cut),
      .job_valid_o      (job_valid_o),
      .job_ready_i      (job_ready_i),
      .job_o            (job_o)
  );

  wire load_valid;
  wire [3:0] load_row;
  wire [15:0] load_allowed, load_corners;
  position_loader u_loader (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .start_i       (load_start),
      .player_i      (load_player),
      .tiles_i       (tiles),
      .value_i       (value),
      .row_valid_i   (row_valid),
      .row_ready_o   (row_ready),
      .own_i         (own),
      .rival_i       (rival),
      .load_valid_o  (load_valid),
      .load_ready_i  (command_ready_i),
      .load_row_o    (load_row),
      .load_allowed_o(load_allowed),
      .load_corners_o(load_corners),
      .done_o        (loaded)
  );

  assign command_valid_o = load_valid | turn;
  reg [`COMMAND_BITS-1:0] command;
  assign command_o = command;
  always @* begin
    command = {`COMMAND_BITS{1'b0}};
    command[`COMMAND_LOAD] = load_valid;
    command[`COMMAND_TURN] = turn;
    command[`COMMAND_ROOT] = root;
    command[`COMMAND_PLAYER] = turn ? turn_player : load_player;
    command[`COMMAND_OVER] = turn_over;
    command[`COMMAND_ROW] = load_row;
    command[`COMMAND_ALLOWED] = load_allowed;
    command[`COMMAND_CORNERS] = load_corners;
  end

  // ---------------------------------------------------------------- responses
  wire respond_ready, respond;
  wire [7:0] oldest_type, oldest_id;
  wire [2:0] oldest_status;
  wire [24:0] sum;
  wire [15:0] playouts, wins1, wins2;
  wire pick_none;
  wire [`MOVE_BITS-1:0] pick_moves;
  wire [`PLACEMENT_BITS-1:0] pick_placement;
  response_places u_places (
      .clk_i             (clk_i),
      .rst_i             (rst_i),
      .free_o            (free),
      .place_o           (place),
      .give_i            (give),
      .begin_i           (begin_jobs),
      .type_i            (request_type),
      .id_i              (request_id),
      .status_i          (status),
      .root_i            (root),
      .run_i             (run),
      .mark_i            (job_o[`JOB_FIRST]),
      .may_start_o       (may_start),
      .root_due_o        (root_due),
      .issuing_i         (issuing),
      .issue_place_i     (issue_place),
      .issued_i          (issued),
      .cut_i             (cut),
      .result_valid_i    (result_valid_i),
      .result_pick_i     (result_pick_i),
      .result_i          (result_i),
      .pick_i            (pick_i),
      .ready_o           (respond_ready),
      .respond_i         (respond),
      .type_o            (oldest_type),
      .id_o              (oldest_id),
      .status_o          (oldest_status),
      .sum_o             (sum),
      .playouts_o        (playouts),
      .wins1_o           (wins1),
      .wins2_o           (wins2),
      .pick_none_o       (pick_none),
      .pick_moves_o      (pick_moves),
      .pick_placement_o  (pick_placement)
  );

  response_writer #(
      .LANES     (LANES),
      .QUEUE_BITS(QUEUE_BITS)
  ) u_writer (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .ready_i       (respond_ready),
      .respond_o     (respond),
      .type_i        (oldest_type),
      .id_i          (oldest_id),
      .status_i      (oldest_status),
      .sum_i         (sum),
      .playouts_i    (playouts),
      .wins1_i       (wins1),
      .wins2_i       (wins2),
      .pick_none_i   (pick_none),
      .pick_moves_i  (pick_moves),
      .pick_placement_i(pick_placement),
      .frame_bad_i   (frame_bad_i),
      .rsp_valid_o   (rsp_valid_o),
      .rsp_ready_i   (rsp_ready_i),
      .rsp_data_o    (rsp_data_o),
      .rsp_last_o    (rsp_last_o)
  );

endmodule

`default_nettype wire
