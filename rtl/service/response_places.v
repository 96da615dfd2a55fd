// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// response_places -- puts responses back into the order of their requests.
//
// Purpose:   Requests take places, four at most, in the order of their arrival. Responses go out in
//            this order, each when its results are in:
//
//              oldest -> [ type id status | sums of a RUN ]   <- results, in any order
//                        [           ...                  ]
//              newest -> [           ...                  ]   <- give_i
//
//            A result finds its run by the number of its first move, the run's mark. Of two runs
//            with the same mark, one must therefore wait until the other has its results. The
//            picked move is beside the places, as only one PICK is in them at a time.
// Interface: free_o      place place_o is free
//            give_i      a request with type_i, id_i, status_i, root_i takes the place,
//                        and, if begin_i, its jobs will be issued. run_i: a RUN's,
//                        with the mark mark_i, else a PICK's of move mark_i
//            may_start_o no run with mark_i, or no PICK if not run_i, is in the way
//            root_due_o  results of root_i are due
//            issuing_i   some jobs of issue_place_i are not yet issued. issued_i: a
//                        job is. cut_i: that job is the last one, before its time
//            result_*, pick_*  from playout_lanes, at any time, see job_bus.vh
//            ready_o     the oldest place waits only for its response: type_o ..
//                        pick_*_o, until respond_i, which frees it
// Latency:   a result is in the sums 3 cycles after it came; ready_o is 1 then if it
//            was the last one, and in the cycle behind give_i without jobs.
// Reset:     all places free; the lanes must be reset, too.
// Model:     service.Model
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"
`include "service.vh"

module response_places (
    input  wire                     clk_i,
    input  wire                     rst_i,
    // from request_decoder
    output wire                     free_o,
    output wire [              1:0] place_o,
    input  wire                     give_i,
    input  wire                     begin_i,
    input  wire [              7:0] type_i,
    input  wire [              7:0] id_i,
    input  wire [              2:0] status_i,
    input  wire                     root_i,
    input  wire                     run_i,
    input  wire [  `INDEX_BITS-1:0] mark_i,
    output wire                     may_start_o,
    output wire                     root_due_o,
    // from job_issuer
    input  wire                     issuing_i,
    input  wire [              1:0] issue_place_i,
    input  wire                     issued_i,
    input  wire                     cut_i,
    // from the lanes
    input  wire                     result_valid_i,
    input  wire                     result_pick_i,
    input  wire [ `RESULT_BITS-1:0] result_i,
    input  wire [   `PICK_BITS-1:0] pick_i,
    // to response_writer
    output wire                     ready_o,
    input  wire                     respond_i,
    output wire [              7:0] type_o,
    output wire [              7:0] id_o,
    output wire [              2:0] status_o,
    output wire [             24:0] sum_o,
    output wire [             15:0] playouts_o,
    output wire [             15:0] wins1_o,
    output wire [             15:0] wins2_o,
    output wire                     pick_none_o,
    output wire [   `MOVE_BITS-1:0] pick_moves_o,
    output wire [`PLACEMENT_BITS-1:0] pick_placement_o
);

  localparam PLACES = 4;
  localparam MARK = `INDEX_BITS;
  localparam SIGN = `MARGIN_BITS - 1;

  // ---------------------------------------------------------------- the order
  reg [2:0] head_q, tail_q;  // the next place to give away, and to respond from
  wire [1:0] here = head_q[1:0], oldest = tail_q[1:0];

  reg [8*PLACES-1:0] type_q, id_q;
  reg [3*PLACES-1:0] status_q;
  reg [PLACES-1:0] root_q;  // root of the place's jobs
  reg [PLACES-1:0] run_q;  // the request is a RUN
  reg [MARK*PLACES-1:0] mark_q;
  wire [PLACES-1:0] due;  // jobs wait for issue, or results are missing
  wire [PLACES-1:0] same_mark;
  reg picking_q;  // a PICK waits for its response

  wire [PLACES-1:0] of_root = root_q ^ {PLACES{~root_i}};
  assign free_o = (head_q ^ tail_q) != 3'b100;
  assign place_o = here;
  assign may_start_o = run_i ? (same_mark & due & run_q) == {PLACES{1'b0}} : ~picking_q;
  assign root_due_o = (of_root & due) != {PLACES{1'b0}};
  assign ready_o = head_q != tail_q & ~due[oldest];
  assign type_o = type_q[8*oldest+:8];
  assign id_o = id_q[8*oldest+:8];
  assign status_o = status_q[3*oldest+:3];

  always @(posedge clk_i) begin
    if (give_i) begin
      head_q <= head_q + 3'd1;
      type_q[8*here+:8] <= type_i;
      id_q[8*here+:8] <= id_i;
      status_q[3*here+:3] <= status_i;
      root_q[here] <= root_i;
      run_q[here] <= run_i;
      mark_q[MARK*here+:MARK] <= mark_i;
    end
    if (cut_i) status_q[3*issue_place_i+:3] <= `SERVICE_CANCELLED;
    if (respond_i) tail_q <= tail_q + 3'd1;
    if (rst_i) begin
      head_q <= 3'd0;
      tail_q <= 3'd0;
    end
  end

  // The results on arrival, then with the place of each.
  reg result_q, result_pick_q, result_none_q;
  reg [MARK-1:0] result_first_q;
  reg [`MARGIN_BITS-1:0] margin_q, margin_q2;
  reg [`MOVE_BITS-1:0] moves_q;
  reg [`PLACEMENT_BITS-1:0] placement_q;
  reg [PLACES-1:0] hit_q;
  wire unused_name = ^pick_i[`PICK_NAME];

  // The move picked, and the PICK that it belongs to.
  reg [1:0] pick_place_q;
  reg [MARK-1:0] pick_first_q;
  reg pick_none_q;
  reg [`MOVE_BITS-1:0] pick_moves_q;
  reg [`PLACEMENT_BITS-1:0] pick_placement_q;
  wire [PLACES-1:0] pick_place = 4'd1 << pick_place_q;

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
    for (i = 0; i < PLACES; i = i + 1)
      hit_q[i] <= result_q & (result_pick_q ? pick_place[i]
                : due[i] & run_q[i] & mark_q[MARK*i+:MARK] == result_first_q);
    if (result_q & result_pick_q) begin
      pick_none_q <= result_none_q | {{(`MOVE_BITS - MARK) {1'b0}}, pick_first_q} >= moves_q;
      pick_moves_q <= moves_q;
      pick_placement_q <= placement_q;
    end
    if (respond_i & picking_q & pick_place_q == oldest) picking_q <= 1'b0;
    if (begin_i & ~run_i) begin
      picking_q <= 1'b1;
      pick_place_q <= here;
      pick_first_q <= mark_i;
    end
    if (rst_i) begin
      result_q <= 1'b0;
      hit_q <= {PLACES{1'b0}};
      picking_q <= 1'b0;
    end
  end

  assign pick_none_o = pick_none_q;
  assign pick_moves_o = pick_moves_q;
  assign pick_placement_o = pick_placement_q;

  // ---------------------------------------------------------------- sums
  wire [25*PLACES-1:0] sums;
  wire [16*PLACES-1:0] playouts, wins1, wins2;
  genvar g;
  generate
    for (g = 0; g < PLACES; g = g + 1) begin : gen_place
      reg [9:0] open_q;  // jobs issued whose results have not come
      reg [24:0] sum_q;
      reg [15:0] playouts_q, wins1_q, wins2_q;
      wire issue = issued_i & issue_place_i == g;
      wire positive = ~margin_q2[SIGN] & margin_q2 != {`MARGIN_BITS{1'b0}};
      always @(posedge clk_i) begin
        open_q <= open_q + {9'd0, issue} - {9'd0, hit_q[g]};
        if (hit_q[g]) begin
          sum_q <= sum_q + {{(25 - `MARGIN_BITS) {margin_q2[SIGN]}}, margin_q2};
          playouts_q <= playouts_q + 16'd1;
          if (positive) wins1_q <= wins1_q + 16'd1;
          if (margin_q2[SIGN]) wins2_q <= wins2_q + 16'd1;
        end
        if (give_i & here == g) begin
          sum_q <= 25'd0;
          playouts_q <= 16'd0;
          wins1_q <= 16'd0;
          wins2_q <= 16'd0;
        end
        if (rst_i) open_q <= 10'd0;
      end
      assign due[g] = open_q != 10'd0 | (issuing_i & issue_place_i == g);
      assign same_mark[g] = mark_q[MARK*g+:MARK] == mark_i;
      assign sums[25*g+:25] = sum_q;
      assign playouts[16*g+:16] = playouts_q;
      assign wins1[16*g+:16] = wins1_q;
      assign wins2[16*g+:16] = wins2_q;
    end
  endgenerate

  assign sum_o = sums[25*oldest+:25];
  assign playouts_o = playouts[16*oldest+:16];
  assign wins1_o = wins1[16*oldest+:16];
  assign wins2_o = wins2[16*oldest+:16];

endmodule

`default_nettype wire
