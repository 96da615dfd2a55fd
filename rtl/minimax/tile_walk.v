// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tile_walk -- which tiles are left, and the walk over their orientations.
//
// Purpose:   Keeps the availability register of both players and gives the
//            addresses of the tile ROM: the tiles that a player still has,
//            large ones first, each with all its orientations.
// Interface: clear_i            both players own every tile again
//            player_i           the player for take_i, give_i and next_i
//            take_i, give_i     remove tile_i from the player's tiles, return it
//            start_i            go to the first orientation of start_player_i
//            next_i             go to the next orientation of player_i,
//                               not when last_o
//            jump_i, jump_to_i  go to an orientation
//            tile_i, tile_last_i  tile and last flag of the ROM row of orient_o
//            orient_o           the walk's orientation
//            none_o             the last start found no tile at all
//            last_o             no orientation follows
//            has_tile_o         player_i still has tile_i
//            has_all_o          player_i has not placed a tile yet
//            has_none_o         player_i has placed every tile
// Latency:   1 cycle from jump_i and next_i to orient_o, 2 cycles from start_i to orient_o and
//            none_o. tile_i and the player's tiles must be steady for a cycle before
//            next_i and last_o. The has_* flags are combinational.
// Reset:     as clear_i.
// Model:     duo.TileSet, duo.Tile.Rows
`default_nettype none
`include "constants.vh"

module tile_walk (
    input  wire                    clk_i,
    input  wire                    rst_i,
    input  wire                    clear_i,
    input  wire                    player_i,
    input  wire                    take_i,
    input  wire                    give_i,
    input  wire                    start_i,
    input  wire                    start_player_i,
    input  wire                    next_i,
    input  wire                    jump_i,
    input  wire [`ORIENT_BITS-1:0] jump_to_i,
    input  wire [  `TILE_BITS-1:0] tile_i,
    input  wire                    tile_last_i,
    output wire [`ORIENT_BITS-1:0] orient_o,
    output wire                    none_o,
    output wire                    last_o,
    output wire                    has_tile_o,
    output wire                    has_all_o,
    output wire                    has_none_o
);

  // TILE_FIRST: the first ROM row of each tile, tile a in the lowest bits.
  `include "tile_walk.vh"

  reg [`NUM_TILES-1:0] left1_q, left2_q;  // bit t: the player still has tile t
  reg [`ORIENT_BITS-1:0] orient_q;
  reg none_q;

  wire [`NUM_TILES-1:0] left = player_i ? left2_q : left1_q;
  wire [`NUM_TILES-1:0] tile_hot = {{(`NUM_TILES - 1) {1'b0}}, 1'b1} << tile_i;

  assign orient_o = orient_q;
  assign none_o = none_q;
  assign has_tile_o = |(left & tile_hot);
  assign has_all_o = &left;
  assign has_none_o = ~|left;

  // The largest tile: of all tiles at a start, otherwise of the tiles below the current one. A
  // register separates the choice of the set from the choice of the tile.
  wire [`NUM_TILES-1:0] smaller = tile_hot - 1'b1;
  reg [`NUM_TILES-1:0] candidates_q;
  reg start_q;
  reg [`ORIENT_BITS-1:0] first_row;
  integer t;
  always @* begin
    first_row = {`ORIENT_BITS{1'b0}};
    for (t = 0; t < `NUM_TILES; t = t + 1)
      if (candidates_q[t]) first_row = TILE_FIRST[`ORIENT_BITS*t+:`ORIENT_BITS];
  end

  assign last_o = tile_last_i & ~|candidates_q;

  always @(posedge clk_i) begin
    candidates_q <= start_i ? (start_player_i ? left2_q : left1_q) : (left & smaller);
    start_q <= start_i;

    if (jump_i) orient_q <= jump_to_i;
    else if (start_q) orient_q <= first_row;
    else if (next_i) orient_q <= tile_last_i ? first_row : orient_q + 1'b1;

    if (start_q) none_q <= ~|candidates_q;

    if (take_i & ~player_i) left1_q <= left1_q & ~tile_hot;
    if (take_i & player_i) left2_q <= left2_q & ~tile_hot;
    if (give_i & ~player_i) left1_q <= left1_q | tile_hot;
    if (give_i & player_i) left2_q <= left2_q | tile_hot;

    if (rst_i | clear_i) begin
      left1_q <= {`NUM_TILES{1'b1}};
      left2_q <= {`NUM_TILES{1'b1}};
    end
  end

endmodule

`default_nettype wire
