// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// row_update -- rows of the boards on their way from memory to memory.
//
// Purpose:   Reads a row of a board every cycle, changes it, and writes it:
//
//              stage 1    the row is read; the tile's row moves to its column
//              stage 2    the row changes
//              stage 3    the row is written, here and into all copies
//
//            A tile changes the mover's rows from the row above it to the row below it.
//            While row y is in stage 2 three rows of the tile are beside it:
//
//              column      3 4 5 6 7 8
//              prev_q2     . . . . . .    row y-1
//              this_q2     . . T . . .    row y
//              next_q2     . . T T . .    row y+1
//
//              lost        . x x x . .    the tile, and squares that share an edge with it:
//                                         this, this moved left and right, prev, next
//              new corner  . . . . c .    diagonal to prev or next, and not lost
//
//            For the rival's rows next_q2 is the tile's row y itself, and the other two rows
//            are empty: only the tile's squares are lost. Copied or loaded rows lose nothing.
//
//            The rows of tiles and value follow behind the rows of a board, see board_update.
//            The map of the rows that hold corners forms while the rows pass: touched_q,
//            any_q.
// Interface: stage 0, the row to read in this cycle:
//            read_board_i, player_i, row_i  the row to read. With we_i it goes to board_i
//            last_i       the last row of a board, whose game may then be scanned
//            own_i, rival_i  the tile changes it as the mover's, as the rival's
//            masked_i     a row of squares: no corner outside the allowed squares
//            tiles14_i, tiles15_i, map_i  row 14, 15 of the mover, which loses the tile. map_i:
//                         row 14, which gets the map
//            load_i       allowed_i and corners_i replace the row
//            tag_i        corners_i replaces the row, or the number first_i, with first_we_i
//            value_i      the row's value is one of two to compare
//            cells_i      the tile's row, see above, not in its column
//            the move in work:
//            opening_i    the move is the mover's first: all corners so far are void
//            tile_i, col_i  tile; column of bit 0 of cells_i, plus 4
//            the row in stage 3:
//            we_o, waddr_o, wallowed_o, wcorners_o  the row is written
//            settle_o     the row is the last one of settle_board_o. ends_o: the mover has
//                         placed all tiles
//            tag_o        the number of the first move in the row
//            values_o     margin_o is the difference of the two values
//            busy_o       a row for a write is in stage 1 or 2
// Latency:   3 cycles from a row's address to we_o, 4 from the second value to margin_o.
// Reset:     no row is written.
// Model:     playout.State
`default_nettype none
`include "constants.vh"

module row_update (
    input  wire                    clk_i,
    input  wire                    rst_i,
    // the row to be read
    input  wire [             2:0] read_board_i,
    input  wire [             2:0] board_i,
    input  wire                    player_i,
    input  wire [             3:0] row_i,
    input  wire                    we_i,
    input  wire                    last_i,
    input  wire                    own_i,
    input  wire                    rival_i,
    input  wire                    masked_i,
    input  wire                    tiles14_i,
    input  wire                    tiles15_i,
    input  wire                    map_i,
    input  wire                    load_i,
    input  wire                    tag_i,
    input  wire                    value_i,
    input  wire [             4:0] cells_i,
    input  wire [            15:0] allowed_i,
    input  wire [            15:0] corners_i,
    input  wire                    first_we_i,
    input  wire [ `INDEX_BITS-1:0] first_i,
    // the move in work
    input  wire                    opening_i,
    input  wire [  `TILE_BITS-1:0] tile_i,
    input  wire [             4:0] col_i,
    // the row being written
    output wire                    we_o,
    output wire [             7:0] waddr_o,
    output wire [            15:0] wallowed_o,
    output wire [            15:0] wcorners_o,
    output wire                    settle_o,
    output wire [             2:0] settle_board_o,
    output wire                    ends_o,
    output wire [ `INDEX_BITS-1:0] tag_o,
    output wire                    values_o,
    output wire [`MARGIN_BITS-1:0] margin_o,
    output wire                    busy_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam [SIZE-1:0] EMPTY = {SIZE{1'b0}};

  // ---- stage 1: the row is being read, the tile's row moved to its column ----

  reg we_q1, last_q1, player_q1, load_q1, tag_q1, value_q1;
  reg own_q1, rows_q1, masked_q1, tiles14_q1, tiles15_q1, map_q1;
  reg [2:0] board_q1;
  reg [3:0] row_q1;
  reg [4:0] cells_q1;
  reg [15:0] new_allowed_q, new_corners_q;  // a row loaded; or the number of the first move
  wire [15:0] read_allowed, read_corners;
  row_ram #(
      .WIDTH(32)
  ) u_rows (
      .clk_i  (clk_i),
      .we_i   (we_o),
      .waddr_i(waddr_o),
      .wdata_i({wcorners_o, wallowed_o}),
      .re_i   (1'b1),
      .raddr_i({read_board_i, player_i, row_i}),
      .rdata_o({read_corners, read_allowed})
  );
  wire [SIZE+12:0] wide = {{(SIZE + 8) {1'b0}}, cells_q1} << col_i;
  wire unused_wide = ^{wide[SIZE+12:SIZE+4], wide[3:0]};
  // Bits that do not stay of a row read: the bit of the tile that is placed now, in row 14 or
  // 15; and all bits of a row that is loaded.
  wire place_1 = tile_i[4] ? tiles15_q1 : tiles14_q1;
  wire [3:0] nibble_1 = load_q1 ? 4'hf : place_1 ? 4'd1 << tile_i[3:2] : 4'd0;
  wire [3:0] bit_1 = load_q1 ? 4'hf : 4'd1 << tile_i[1:0];
  wire [15:0] gone_1 = {{4{nibble_1[3]}} & bit_1, {4{nibble_1[2]}} & bit_1, {4{nibble_1[1]}} & bit_1, {4{nibble_1[0]}} & bit_1};

  // ---- stage 2: the changed row ----------------------------------------------

  reg we_q2, last_q2, player_q2, value_q2;
  reg own_q2, rows_q2, masked_q2, tiles15_q2, map_q2;
  reg [2:0] board_q2;
  reg [3:0] row_q2;
  reg [15:0] allowed_q2, corners_q2;
  // Rows of the tile, see above; and the row with its neighbours.
  reg [SIZE-1:0] next_q2, this_q2, prev_q2, beside_q2;
  wire [SIZE-1:0] vertical = prev_q2 | next_q2;
  wire [SIZE-1:0] diagonal = own_q2 ? {vertical[SIZE-2:0], 1'b0} | {1'b0, vertical[SIZE-1:1]} : EMPTY;
  wire [15:0] allowed_2 = allowed_q2 & ~{2'b00, vertical | beside_q2};
  wire [15:0] corners_2 = (corners_q2 | {2'b00, diagonal}) & (masked_q2 ? allowed_2 : 16'hffff);

  // The value of the tile; and the bonus, if row 14, one stage ahead, and row 15
  // are empty.
  wire single = tile_i == 5'd0;
  wire [2:0] squares = single ? 3'd1 : tile_i == 5'd1 ? 3'd2 : tile_i <= 5'd3 ? 3'd3 : tile_i <= 5'd8 ? 3'd4 : 3'd5;
  reg [15:0] allowed_q3;
  wire emptied = allowed_q3 == 16'd0 & allowed_q2[4:0] == 5'd0;
  wire [4:0] value = ~tiles15_q2 ? 5'd0 : ~emptied ? {2'd0, squares} : single ? 5'd21 : {2'd0, squares} + 5'd15;
  reg values_q;
  reg [`MARGIN_BITS-1:0] margin_q;  // after the first value: its complement

  // ---- stage 3: the row is being written --------------------------------------

  reg we_q3, last_q3, player_q3, map_q3;
  reg [2:0] board_q3;
  reg [3:0] row_q3;
  reg [15:0] corners_q3;
  reg [3:0] touch_q3;  // the row, if it is a changed row of the board; or 15
  reg [SIZE-1:0] touched_q, any_q;  // changed rows, and rows that hold corners now
  reg emptied_q;  // the mover has placed all tiles; until the move's last row

  integer y;
  assign we_o = we_q3;
  assign waddr_o = {board_q3, player_q3, row_q3};
  assign wallowed_o = allowed_q3;
  assign wcorners_o = map_q3 ? {corners_q3[15:SIZE], (corners_q3[SIZE-1:0] & ~touched_q) | any_q} : corners_q3;
  assign settle_o = last_q3;
  assign settle_board_o = board_q3;
  assign ends_o = last_q3 & emptied_q;
  assign tag_o = corners_q3[`INDEX_BITS-1:0];
  assign values_o = values_q;
  assign margin_o = margin_q;
  assign busy_o = we_q1 | we_q2;

  always @(posedge clk_i) begin
    // stage 1
    we_q1 <= we_i;
    last_q1 <= last_i;
    player_q1 <= player_i;
    board_q1 <= board_i;
    row_q1 <= row_i;
    own_q1 <= own_i;
    rows_q1 <= own_i | rival_i;
    masked_q1 <= masked_i;
    tiles14_q1 <= tiles14_i;
    tiles15_q1 <= tiles15_i;
    map_q1 <= map_i;
    load_q1 <= load_i;
    tag_q1 <= tag_i;
    value_q1 <= value_i;
    cells_q1 <= cells_i;
    new_allowed_q <= load_i ? allowed_i : 16'd0;
    if (load_i) new_corners_q <= corners_i;
    else if (first_we_i) new_corners_q <= {{(16 - `INDEX_BITS) {1'b0}}, first_i};
    // stage 2
    we_q2 <= we_q1;
    last_q2 <= last_q1;
    player_q2 <= player_q1;
    board_q2 <= board_q1;
    row_q2 <= row_q1;
    own_q2 <= own_q1;
    rows_q2 <= rows_q1;
    masked_q2 <= masked_q1;
    tiles15_q2 <= tiles15_q1;
    map_q2 <= map_q1;
    value_q2 <= value_q1;
    allowed_q2 <= new_allowed_q | (read_allowed & ~gone_1);
    corners_q2 <= tag_q1 ? new_corners_q : own_q1 & opening_i ? 16'd0 : read_corners;
    // Without a tile there is no column either: it may be unknown.
    next_q2 <= rows_q1 ? wide[SIZE+3:4] : EMPTY;
    this_q2 <= own_q2 ? next_q2 : EMPTY;
    prev_q2 <= own_q1 ? this_q2 : EMPTY;
    beside_q2 <= own_q2 ? next_q2 | {next_q2[SIZE-2:0], 1'b0} | {1'b0, next_q2[SIZE-1:1]} : EMPTY;
    // stage 3
    we_q3 <= we_q2;
    last_q3 <= last_q2;
    player_q3 <= player_q2;
    board_q3 <= board_q2;
    row_q3 <= row_q2;
    touch_q3 <= row_q2 | {4{~rows_q2 | ~we_q2}};
    map_q3 <= map_q2;
    allowed_q3 <= {allowed_2[15:13], allowed_2[12:5] + {3'd0, value}, allowed_2[4:0]};
    corners_q3 <= corners_2;
    if (map_q3) begin
      touched_q <= EMPTY;
      any_q <= EMPTY;
    end else begin
      for (y = 0; y < SIZE; y = y + 1) begin
        if (touch_q3 == y[3:0]) begin
          touched_q[y] <= 1'b1;
          any_q[y] <= |corners_q3;
        end
      end
    end
    if (last_q3) emptied_q <= 1'b0;
    if (tiles15_q2 & emptied) emptied_q <= 1'b1;
    // the values of both players
    values_q <= value_q2 & player_q2;
    if (value_q2) margin_q <= ~(player_q2 ? margin_q + {1'b0, allowed_q2[12:5]} : {1'b0, allowed_q2[12:5]});
    if (rst_i) begin
      we_q1 <= 1'b0;
      we_q2 <= 1'b0;
      we_q3 <= 1'b0;
      touch_q3 <= 4'd15;
      last_q1 <= 1'b0;
      last_q2 <= 1'b0;
      last_q3 <= 1'b0;
      value_q1 <= 1'b0;
      value_q2 <= 1'b0;
      values_q <= 1'b0;
      touched_q <= EMPTY;
      any_q <= EMPTY;
      tiles15_q1 <= 1'b0;
      tiles15_q2 <= 1'b0;
      emptied_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
