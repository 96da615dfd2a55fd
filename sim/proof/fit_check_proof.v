// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// fit_check_proof -- the minimax core judges placements by the four rules, on every board
//
// The rules are written down once more: a tile covers free squares of the board, shares no edge with
// an own square, and touches one at a vertex; the first one covers the start square instead.
// ring_board, corner_finder and fit_check must agree for every board, position and orientation. The
// board is given as the ring holds it, turned to the position. Which of its cells are squares, and
// where they lie, follows from the position.
`default_nettype none
`include "constants.vh"

module fit_check_proof (
    input wire         clk_i,
    input wire [224:0] ring1_i,
    input wire [224:0] ring2_i,
    input wire         player_i,
    input wire [  3:0] row_i,
    input wire [  3:0] col_i,
    input wire [  6:0] orient_i
);

  localparam SIZE = `BOARD_SIZE, RING = `RING_CELLS, STRIDE = `RING_STRIDE;
  localparam ROW_BITS = `WINDOW_BITS + `TILE_BITS + 4;
  reg [ROW_BITS-1:0] rows[0:(1<<`ORIENT_BITS)-1];
  initial begin
`include "tile_rom.vh"
  end
  wire [`WINDOW_BITS-1:0] tile = rows[orient_i][`WINDOW_BITS-1:0];

  always @* begin
    assume (row_i < SIZE & col_i < SIZE);
    assume (orient_i < `NUM_ORIENTATIONS);
  end

  // ---- the ring: cell 1 is the position, and a row has STRIDE cells. Walls belong to both players.
  wire [RING-1:0] wall;
  genvar r, c;
  generate
    for (c = 0; c < RING; c = c + 1) begin : gen_ring
      localparam AHEAD = (c + RING - 1) % RING;  // cells behind the position
      wire [4:0] col = col_i + AHEAD % STRIDE;
      wire over = col >= STRIDE;
      wire [4:0] row = row_i + AHEAD / STRIDE + over;
      assign wall[c] = col == SIZE | row == SIZE | row == SIZE + STRIDE;
    end
  endgenerate
  always @* assume ((ring1_i & ring2_i) == wall);
  wire [RING-1:0] own_squares = (player_i ? ring2_i : ring1_i) & ~wall;
  wire first = own_squares == 0;

  // ---- the rules
  wire [48:0] own_near, free_near;  // 7 x 7 around the position
  generate
    for (r = 0; r < 7; r = r + 1) begin : gen_near
      for (c = 0; c < 7; c = c + 1) begin : gen_square
        localparam CELL = (STRIDE * (r - 3) + c - 3 + 1 + RING) % RING;
        wire on_board = row_i + r >= 3 & row_i + r < SIZE + 3 & col_i + c >= 3 & col_i + c < SIZE + 3;
        assign own_near[7*r+c]  = on_board & own_squares[CELL];
        assign free_near[7*r+c] = on_board & ~ring1_i[CELL] & ~ring2_i[CELL];
      end
    end
  endgenerate
  wire [3:0] start_row = player_i ? `START2_ROW : `START1_ROW;
  wire [3:0] start_col = player_i ? `START2_COL : `START1_COL;
  wire [24:0] square, bad, good, starts;
  generate
    for (r = 1; r < 6; r = r + 1) begin : gen_rule
      for (c = 1; c < 6; c = c + 1) begin : gen_square
        localparam I = 5 * (r - 1) + c - 1;
        localparam HERE = 7 * r + c;
        assign square[I] = tile[2*HERE+:2] == 2'b01;
        assign bad[I] = square[I] & (~free_near[HERE]
                      | own_near[HERE-7] | own_near[HERE-1] | own_near[HERE+1] | own_near[HERE+7]);
        assign good[I] = square[I] & (own_near[HERE-8] | own_near[HERE-6] | own_near[HERE+6] | own_near[HERE+8]);
        assign starts[I] = square[I] & row_i + r == start_row + 3 & col_i + c == start_col + 3;
      end
    end
  endgenerate
  wire legal = bad == 0 & (first ? starts != 0 : good != 0);

  // ---- the units
  wire [RING-1:0] corners, corners_q, own_o, taken_o;
  wire at_first = row_i == 0 & col_i == 0;
  wire [`WINDOW_BITS-1:0] window;
  ring_board u_ring (
      .clk_i    (clk_i),
      .rst_i    (1'b0),
      .clear_i  (1'b0),
      .step_i   (1'b0),
      .skip_i   (1'b0),
      .place_i  (1'b0),
      .erase_i  (1'b0),
      .tile_i   (tile),
      .player_i (player_i),
      .view_i   (player_i),
      .load_i   (1'b0),
      .corners_i(corners),
      .first_i  (first),
      .row_i    (at_first ? 4'd14 : col_i == 0 ? row_i - 4'd1 : row_i),
      .col_i    (col_i == 0 ? 4'd14 : col_i - 4'd1),
      .window_o (window),
      .own_o    (own_o),
      .taken_o  (taken_o),
      .corners_o(corners_q)
  );
  (* hierconn *) wire [RING-1:0] \u_ring.player1_q ;
  (* hierconn *) wire [RING-1:0] \u_ring.player2_q ;
  corner_finder u_finder (
      .own_i    (own_o),
      .taken_i  (taken_o),
      .corners_o(corners)
  );
  always @* assume (\u_ring.player1_q == ring1_i & \u_ring.player2_q == ring2_i & corners_q == corners);

  wire fit;
  fit_check u_check (
      .tile_i  (tile),
      .window_i(window),
      .fit_o   (fit)
  );
  always @* assert (fit == legal);
  generate
    for (r = 1; r < 6; r = r + 1) begin : gen_corner
      for (c = 1; c < 6; c = c + 1) begin : gen_square
        localparam HERE = 7 * r + c;
        localparam CELL = (STRIDE * (r - 3) + c - 3 + 1 + RING) % RING;
        wire on_board = row_i + r >= 3 & row_i + r < SIZE + 3 & col_i + c >= 3 & col_i + c < SIZE + 3;
        always @* if (on_board) assert (corners[CELL] == (free_near[HERE]
            & ~(own_near[HERE-7] | own_near[HERE-1] | own_near[HERE+1] | own_near[HERE+7])
            & (own_near[HERE-8] | own_near[HERE-6] | own_near[HERE+6] | own_near[HERE+8])));
      end
    end
  endgenerate
  always @(posedge clk_i) cover (fit & ~first & row_i == 4'd0 & ring2_i != wall);
  always @(posedge clk_i) cover (fit & first);

endmodule

`default_nettype wire
