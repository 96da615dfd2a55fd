// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// root_request -- a request for a root: checks the position, then loads it.
//
// Purpose:   The second half of a request SERVICE_ROOT, from the tiles and values of both players
//            on. The unit reads the record twice, so that a bad position changes nothing:
//
//              check: WORD of player 1 -> WORD of player 2 -> ROWS, 14 times
//              load:  for each player: WORD -> ROWS -> ROW -> ROWS -> ROW .. -> LOADED
//
// Interface: begin_i   a request begins: the fields before WORD have been read
//            player_i, first_player_i, tag_i  from the request, steady from begin_i to done_o
//            ask_o, bits_o, seek_o, first_o, there_i, word_i  to and from record_fields
//            done_o, status_o  for one cycle: the request is done, with this status
//            loaded_o  tree_leaf has the root whose tag is tag_i
//            player_o, first_player_o  of that root
//            load_*    to and from tree_leaf, see position_loader
// Latency:   some 1,900 cycles for a root, some 650 for a position that is refused: the check
//            reads 64 bytes, the load 60 bytes for each player, at 10 cycles each.
//            Throughput: one request at a time.
// Reset:     to no root.
// Model:     service.LeafModel
`default_nettype none
`include "constants.vh"
`include "service.vh"

module root_request (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        begin_i,
    input  wire        player_i,
    input  wire        first_player_i,
    input  wire [15:0] tag_i,
    output reg         ask_o,
    output wire [ 5:0] bits_o,
    output reg         seek_o,
    output reg  [ 7:0] first_o,
    input  wire        there_i,
    input  wire [31:0] word_i,
    output reg         done_o,
    output reg  [ 2:0] status_o,
    output wire        loaded_o,
    output wire        player_o,
    output wire        first_player_o,
    output wire        load_valid_o,
    input  wire        load_ready_i,
    output wire        load_player_o,
    output wire [ 3:0] load_row_o,
    output wire [15:0] load_allowed_o,
    output wire [15:0] load_corners_o
);

  // Addresses in the record: the length is byte 0.
  localparam [7:0] AT_WORD1 = 8'd6;
  localparam [7:0] AT_WORD2 = 8'd10;
  localparam [7:0] AT_ROWS = 8'd14;
  localparam [3:0] LAST_ROW = 4'd13;

  localparam [2:0] REST = 3'd0;
  localparam [2:0] WORD = 3'd1;  // collects the tiles and the value of a player
  localparam [2:0] ROWS = 3'd2;  // collects a row of both players
  localparam [2:0] ROW = 3'd3;  // gives the row to position_loader
  localparam [2:0] LOADED = 3'd4;  // waits for position_loader
  reg [2:0] state_q, state_d;

  reg check_q;  // the unit checks the request, and loads nothing
  reg rival_q;  // the player at hand is player 2
  reg [3:0] row_q;
  reg wrong_q;  // some row has a square of both players or off the board
  reg load_start_q;
  reg [`NUM_TILES-1:0] tiles_q;
  reg [7:0] value_q;
  reg set_q;  // tree_leaf has a root
  reg [15:0] tag_q;  // its tag
  reg player_q, first_player_q;
  assign loaded_o = set_q & tag_q == tag_i;
  assign player_o = player_q;
  assign first_player_o = first_player_q;

  wire [`BOARD_SIZE-1:0] squares1 = word_i[29:16];
  wire [`BOARD_SIZE-1:0] squares2 = word_i[13:0];
  wire bad_word = word_i[31:29] != 3'd0 | word_i[7];
  wire bad_row = word_i[31:30] != 2'd0 | word_i[15:14] != 2'd0 | (squares1 & squares2) != 14'd0;

  wire row_ready, loaded;
  position_loader u_loader (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .start_i       (load_start_q),
      .player_i      (rival_q),
      .tiles_i       (tiles_q),
      .value_i       (value_q),
      .row_valid_i   (state_q == ROW),
      .row_ready_o   (row_ready),
      .own_i         (rival_q ? squares2 : squares1),
      .rival_i       (rival_q ? squares1 : squares2),
      .load_valid_o  (load_valid_o),
      .load_ready_i  (load_ready_i),
      .load_row_o    (load_row_o),
      .load_allowed_o(load_allowed_o),
      .load_corners_o(load_corners_o),
      .done_o        (loaded)
  );
  assign load_player_o = rival_q;

  wire word_there = state_q == WORD & there_i;
  wire rows_there = state_q == ROWS & there_i;
  wire checked = rows_there & check_q & row_q == LAST_ROW;
  wire both = state_q == LOADED & loaded & rival_q;  // both players are loaded

  task finish;
    input [2:0] status;
    begin
      state_d  = REST;
      done_o   = 1'b1;
      status_o = status;
    end
  endtask

  assign bits_o = ask_o ? 6'd32 : 6'd0;
  always @* begin
    state_d = state_q;
    ask_o = 1'b0;
    seek_o = 1'b0;
    first_o = 8'd0;
    done_o = 1'b0;
    status_o = `SERVICE_OK;
    case (state_q)
      WORD:
      if (there_i) begin
        if (check_q & bad_word) finish(`SERVICE_BAD_FIELD);
        else begin
          ask_o = 1'b1;
          if (~check_q | rival_q) begin
            state_d = ROWS;
            seek_o  = 1'b1;
            first_o = AT_ROWS;
          end
        end
      end
      ROWS:
      if (there_i) begin
        if (~check_q) state_d = ROW;
        else if (row_q != LAST_ROW) ask_o = 1'b1;
        else if (wrong_q | bad_row) finish(`SERVICE_BAD_POSITION);
        else begin
          state_d = WORD;
          ask_o = 1'b1;
          seek_o = 1'b1;
          first_o = AT_WORD1;
        end
      end
      ROW:
      if (row_ready) begin
        state_d = row_q > LAST_ROW ? LOADED : ROWS;
        ask_o   = row_q <= LAST_ROW;
      end
      LOADED:
      if (loaded) begin
        if (rival_q) finish(`SERVICE_OK);
        else begin
          state_d = WORD;
          ask_o = 1'b1;
          seek_o = 1'b1;
          first_o = AT_WORD2;
        end
      end
      default: begin  // REST
        ask_o = begin_i;
        if (begin_i) state_d = WORD;
      end
    endcase
  end

  always @(posedge clk_i) begin
    state_q <= state_d;
    load_start_q <= word_there & ~check_q;
    if (begin_i) begin
      check_q <= 1'b1;
      rival_q <= 1'b0;
      wrong_q <= 1'b0;
      set_q   <= 1'b0;
    end
    if (word_there) begin
      tiles_q <= word_i[8+:`NUM_TILES];
      value_q <= word_i[7:0];
      row_q   <= 4'd0;
      if (check_q) rival_q <= 1'b1;
    end
    if (rows_there) begin
      wrong_q <= wrong_q | bad_row;
      row_q   <= row_q + 4'd1;
    end
    if (checked) begin
      check_q <= 1'b0;
      rival_q <= 1'b0;
    end
    if (state_q == LOADED & loaded) rival_q <= 1'b1;
    if (both) begin
      set_q <= 1'b1;
      tag_q <= tag_i;
      player_q <= player_i;
      first_player_q <= first_player_i;
    end
    if (rst_i) begin
      state_q <= REST;
      set_q <= 1'b0;
      load_start_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
