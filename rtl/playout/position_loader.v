// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// position_loader -- the rows of a position in the form of the playout lanes.
//
// Purpose:   Makes the rows of a root for one player from the squares of
//            both, row by row:
//
//              allowed: empty and not edge-adjacent to an own square
//              corners: allowed, and diagonal to an own square or, for a player
//                       who has all tiles, at most ANCHOR_REACH steps from the start
//                       square and not after it in reading order
//
//            and the two rows of tiles and value, see board_update; playout_lanes
//            adds the map of the rows that hold corners. Both players
//            in turn make the root. For the opening all rows are 0.
// Interface: start_i     begin with player_i, who has tiles_i left and has placed
//                        value_i squares. These three inputs stay until done_o
//            row_valid_i, row_ready_o  take own_i and rival_i, the squares of player_i
//                        and of the rival in the next row; 14 rows
//            load_*      to the lanes: a row of player_i
//            done_o      in the cycle that takes the last row
//            A position is 28 rows in and 32 out: start_i for player 1 and the 14 rows, top
//            row first, bit 0 the left column. After done_o the same follows for player 2, with
//            own and rival squares the other way round. Then playout_lanes must get the
//            turn before it gets jobs. start_i in mid-work begins anew
// Latency:   the rows of 16 cycles if nothing waits. A row of the board is there
//            when the next row is, and 0 serves as the row behind the last.
// Reset:     to no player.
// Model:     twin.RowsOf
`default_nettype none
`include "constants.vh"

module position_loader (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   start_i,
    input  wire                   player_i,
    input  wire [ `NUM_TILES-1:0] tiles_i,
    input  wire [            7:0] value_i,
    input  wire                   row_valid_i,
    output wire                   row_ready_o,
    input  wire [`BOARD_SIZE-1:0] own_i,
    input  wire [`BOARD_SIZE-1:0] rival_i,
    output wire                   load_valid_o,
    input  wire                   load_ready_i,
    output wire [            3:0] load_row_o,
    output wire [           15:0] load_allowed_o,
    output wire [           15:0] load_corners_o,
    output wire                   done_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam [3:0] LAST = SIZE - 1;

  reg busy_q;
  reg begun_q;  // a row of the board is in work
  reg [3:0] row_q;
  reg [SIZE-1:0] above_q, own_q, rival_q;

  wire on_board = row_q <= LAST;
  wire ends_board = row_q == LAST;
  wire [SIZE-1:0] below = ends_board ? {SIZE{1'b0}} : own_i;
  wire taken = load_valid_o & load_ready_i;
  assign load_valid_o = busy_q & begun_q & (row_valid_i | row_q >= LAST);
  assign row_ready_o = busy_q & (~begun_q | (load_ready_i & row_q < LAST));
  assign done_o = taken & row_q == 4'd15;

  wire first = &tiles_i;
`include "first_anchors.vh"

  wire [SIZE-1:0] beside = {own_q[SIZE-2:0], 1'b0} | {1'b0, own_q[SIZE-1:1]};
  wire [SIZE-1:0] other = above_q | below;
  wire [SIZE-1:0] diagonal = {other[SIZE-2:0], 1'b0} | {1'b0, other[SIZE-1:1]};
  wire [SIZE-1:0] allowed = ~(own_q | rival_q | beside | other);

  assign load_row_o = row_q;
  assign load_allowed_o = on_board ? {2'b00, allowed}
                        : row_q[0] ? {3'b000, value_i, tiles_i[20:16]} : tiles_i[15:0];
  wire [SIZE-1:0] corners = allowed & (first ? first_anchors(player_i, row_q) : diagonal);
  assign load_corners_o = {2'b00, on_board ? corners : {SIZE{1'b0}}};

  always @(posedge clk_i) begin
    if (row_valid_i & row_ready_o) begin
      above_q <= begun_q ? own_q : {SIZE{1'b0}};
      own_q <= own_i;
      rival_q <= rival_i;
      begun_q <= 1'b1;
    end
    if (taken) row_q <= row_q + 4'd1;
    if (done_o) busy_q <= 1'b0;
    if (start_i) begin
      busy_q <= 1'b1;
      begun_q <= 1'b0;
      row_q <= 4'd0;
    end
    if (rst_i) busy_q <= 1'b0;
  end

endmodule

`default_nettype wire
