// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// corner_finder -- the corners of one player on the whole board at once.
//
// Purpose:   A corner is an allowed cell (empty, not edge-adjacent to an own
//            square) that touches an own square diagonally. A placement must
//            cover a corner.
// Interface: own_i     the player's squares
//            taken_i   squares of either player, and the wall
//            corners_o the player's corners
//            All three turn with the ring of ring_board, one bit a cell. The wall
//            parts the rows and the two ends of the board, so neighbours are
//            at fixed distances in every turn of the ring:
//
//                i-16  i-15  i-14
//                i-1    i    i+1       (modulo RING_CELLS)
//                i+14  i+15  i+16
//
// Latency:   combinational.
// Reset:     none.
// Model:     duo.Position.Corners
`default_nettype none
`include "constants.vh"

module corner_finder (
    input  wire [`RING_CELLS-1:0] own_i,
    input  wire [`RING_CELLS-1:0] taken_i,
    output wire [`RING_CELLS-1:0] corners_o
);

  localparam RING = `RING_CELLS;
  localparam ROW = `RING_STRIDE;

  // Bit i of each is the own square at the named side of cell i.
  wire [RING-1:0] right = {own_i[0], own_i[RING-1:1]};
  wire [RING-1:0] left = {own_i[RING-2:0], own_i[RING-1]};
  wire [RING-1:0] below = {own_i[ROW-1:0], own_i[RING-1:ROW]};
  wire [RING-1:0] above = {own_i[RING-ROW-1:0], own_i[RING-1:RING-ROW]};
  wire [RING-1:0] below_right = {own_i[ROW:0], own_i[RING-1:ROW+1]};
  wire [RING-1:0] below_left = {own_i[ROW-2:0], own_i[RING-1:ROW-1]};
  wire [RING-1:0] above_right = {own_i[RING-ROW:0], own_i[RING-1:RING-ROW+1]};
  wire [RING-1:0] above_left = {own_i[RING-ROW-2:0], own_i[RING-1:RING-ROW-1]};

  assign corners_o = ~taken_i & ~(right | left | below | above)
                   & (below_right | below_left | above_right | above_left);

endmodule

`default_nettype wire
