// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// corner_scan -- sends the corners of a lane's games to its pipeline.
//
// Purpose:   Visits the games in turn. For each game it sends, one token a cycle, an opening token,
//            which fetches the player's tiles, and the corners of the player to move in reading
//            order. In between it sends the chosen corners again, to have their moves listed once
//            more. A map of the rows with corners lets it skip the empty rows.
// Interface: ready_i[g]     game g may be scanned
//            take_o         the scan of game take_game_o begins
//            running_i[g]   it is a game and not over: it has corners
//            player_i[g]    the player to move
//            select_*_i     a corner to send again, in one cycle with
//                           select_ready_o
//            hold_i         begin no scan
//            we_i ...       write a row of corners; row 14: bits of the rows
//                           that hold corners
//            kind_o ...     the token; row_o and col_o and, left of it, visited_o
// Latency:   2 cycles from take_o or select_ready_o to the token, 4 to the
//            first corner. A token a cycle; a game takes 2 cycles and one for
//            each corner, and 1 more if it has none.
// Reset:     begins with game 0.
// Model:     twin.Lane
`default_nettype none
`include "constants.vh"

module corner_scan (
    input  wire                   clk_i,
    input  wire                   rst_i,
    input  wire                   we_i,
    input  wire [            7:0] waddr_i,
    input  wire [           15:0] wcorners_i,
    input  wire [`LANE_GAMES-1:0] ready_i,
    input  wire [`LANE_GAMES-1:0] running_i,
    input  wire [`LANE_GAMES-1:0] player_i,
    input  wire                   hold_i,
    output wire                   take_o,
    output wire [            2:0] take_game_o,
    input  wire                   select_valid_i,
    output wire                   select_ready_o,
    input  wire [            2:0] select_game_i,
    input  wire [            3:0] select_row_i,
    input  wire [            3:0] select_col_i,
    output wire [            1:0] kind_o,
    output wire [            2:0] game_o,
    output wire                   player_o,
    output wire [            3:0] row_o,
    output wire [            3:0] col_o,
    output wire [`BOARD_SIZE-1:0] visited_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam [3:0] ROW_INDEX_ROW = `BOARD_SIZE;  // the row that holds the map of rows

  // How many bits are set: at least one, two, three.
  function [2:0] sum(input [2:0] a, input [2:0] b);
    sum = {a[2] | b[2] | a[1] & b[0] | a[0] & b[1], a[1] | b[1] | a[0] & b[0], a[0] | b[0]};
  endfunction
  function [2:0] four(input [3:0] b);
    four = sum(sum({2'd0, b[0]}, {2'd0, b[1]}), sum({2'd0, b[2]}, {2'd0, b[3]}));
  endfunction
  function [2:0] tally(input [SIZE-1:0] bits);
    reg [15:0] b;
    begin
      b = {{(16 - SIZE) {1'b0}}, bits};
      tally = sum(sum(four(b[3:0]), four(b[7:4])), sum(four(b[11:8]), four(b[15:12])));
    end
  endfunction

  // Stage 2, at the outputs: the corners of a row that are still to be sent. The flag for more than
  // one corner is a register: the rest of the scan waits for this bit.
  reg [1:0] kind_q2;
  reg player_q2;
  reg [2:0] game_q2;
  reg [3:0] row_q2;
  reg [SIZE-1:0] row_corners_q, left_q;
  wire [SIZE-1:0] after = left_q & (left_q - {{(SIZE - 1) {1'b0}}, 1'b1});
  reg more_q;
  wire next = ~more_q;
  wire [2:0] left = tally(left_q);

  reg [3:0] col;
  integer c;
  always @* begin
    col = 4'd0;
    for (c = SIZE - 1; c >= 0; c = c - 1) if (left_q[c]) col = c[3:0];
  end

  assign kind_o = kind_q2;
  assign game_o = game_q2;
  assign player_o = player_q2;
  assign row_o = row_q2;
  assign col_o = col;
  assign visited_o = row_corners_q & ~left_q;

  // Stage 0: the next token to send, and the address of its row.
  reg [2:0] game_q;
  reg scanning_q;  // the opening token has been sent
  reg fetching_q;  // the map of rows is on its way
  reg player_q;
  reg [SIZE-1:0] rows_q;

  reg [3:0] row;
  always @* begin
    row = 4'd0;
    for (c = SIZE - 1; c >= 0; c = c - 1) if (rows_q[c]) row = c[3:0];
  end
  wire [2:0] rows = tally(rows_q);
  wire [SIZE-1:0] rows_after = rows_q & (rows_q - {{(SIZE - 1) {1'b0}}, 1'b1});

  wire select = select_valid_i;
  wire open = ~select & ~scanning_q & ready_i[game_q] & ~hold_i;
  wire corner = ~select & scanning_q & ~fetching_q & (rows_q != {SIZE{1'b0}});
  assign select_ready_o = next;
  assign take_o = open & next;
  assign take_game_o = game_q;

  wire [2:0] game_0 = select ? select_game_i : game_q;
  wire player_0 = open ? player_i[game_q] : select ? player_i[select_game_i] : player_q;
  wire [3:0] row_0 = open ? ROW_INDEX_ROW : select ? select_row_i : row;

  // Stage 1: the row is being read.
  reg [1:0] kind_q1;
  reg player_q1, running_q1;
  reg [2:0] game_q1;
  reg [3:0] row_q1;
  reg [SIZE-1:0] before_q1;  // corners of the row not to be sent
  // A row is kept with a bit that reports whether it has several corners.
  wire [2:0] written = tally(wcorners_i[SIZE-1:0]);
  wire [15:0] read;
  wire unused_bits = ^{wcorners_i[15:SIZE], written[2], written[0], left[1:0], rows[2], rows[0], read[15]};
  row_ram u_ram (
      .clk_i  (clk_i),
      .we_i   (we_i),
      .waddr_i(waddr_i),
      .wdata_i({1'b0, written[1], wcorners_i[SIZE-1:0]}),
      .re_i   (next),
      .raddr_i({game_0, player_0, row_0}),
      .rdata_o(read)
  );

  integer b;
  always @(posedge clk_i) begin
    if (next) begin
      kind_q1 <= select ? `TOKEN_SELECT : open ? `TOKEN_OPEN : corner ? `TOKEN_CORNER : `TOKEN_NONE;
      game_q1 <= game_0;
      player_q1 <= player_0;
      running_q1 <= running_i[game_q];
      row_q1 <= row_0;
      for (b = 0; b < SIZE; b = b + 1) before_q1[b] <= select & select_col_i > b[3:0];

      kind_q2 <= kind_q1;
      game_q2 <= game_q1;
      player_q2 <= player_q1;
      row_q2 <= row_q1;
      row_corners_q <= read[SIZE-1:0];
      left_q <= read[SIZE-1:0] & ~before_q1;
      more_q <= kind_q1 == `TOKEN_CORNER & read[SIZE];

      if (open) begin
        scanning_q <= 1'b1;
        fetching_q <= 1'b1;
        player_q <= player_i[game_q];
      end
      if (~select) rows_q <= rows_after;  // 0 without rows
      if (kind_q1 == `TOKEN_OPEN) begin
        fetching_q <= 1'b0;
        rows_q <= running_q1 ? read[SIZE-1:0] : {SIZE{1'b0}};
      end
      if (scanning_q & ~fetching_q & ~select & ~rows[1]) begin
        scanning_q <= 1'b0;
        game_q <= game_q == `LANE_GAMES - 1 ? 3'd0 : game_q + 3'd1;
      end
    end else begin
      left_q <= after;
      more_q <= left[2];
    end
    if (rst_i) begin
      kind_q1 <= `TOKEN_NONE;
      kind_q2 <= `TOKEN_NONE;
      more_q <= 1'b0;
      scanning_q <= 1'b0;
      fetching_q <= 1'b0;
      game_q <= 3'd0;
    end
  end

endmodule

`default_nettype wire
