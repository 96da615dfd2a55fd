// board_update -- the boards of a lane's games, and who plays them.
//
// Purpose:   Makes the chosen moves. For each it reads the rows that the move
//            changes, one a cycle, of the mover and then of the rival, and
//            writes them back: what is no longer allowed, which corners are new
//            or gone, which rows hold corners, which tiles are left and what
//            they are worth. Ends a game when both players have passed or one
//            has placed all tiles, and begins the next one from a template.
//
//            Boards 0..LANE_GAMES-1 are the games, 6 and 7 templates. A board
//            has 2 x 16 rows, word {board, player, row}, each in two parts:
//
//                           allowed                  corners
//              row 0..13    may be covered           and touch an own corner
//              row 14       tiles left, 15..0        rows that hold corners
//              row 15       value (8), tiles 20..16  number of the game's first move (player 1's)
//
//            value: squares placed and the bonus for placing all tiles.
// Interface: move_*_i    the next move, of game move_game_i; none: a pass, or an
//                        idle game. Or a move on a template
//            job_*_i     a game to play from template job_template_i: policy, stream,
//                        first move by number; pick: report that move instead of
//                        playing
//                        wait: a job is on its way, an idle game waits for it
//            load_*_i    write a row of a template
//            turn_*_i    set who is to move on a template, and whether the game is over
//            result_*_o  a game's end: score of player 1 minus that of player 2; or
//                        the move picked, result_moves_o legal ones
//            w*_o        the write port of all copies of the boards
// Latency:   a move of a tile with h rows takes 2h + 5 cycles (first moves 13 - h
//            more), then 3 until the board is ready; a new game 33.
// Reset:     all games idle, all templates over.
// Model:     golden's playoutState, golden.Lane
`default_nettype none
`include "constants.vh"

module board_update (
    input  wire                     clk_i,
    input  wire                     rst_i,
    // the next move
    input  wire                     move_valid_i,
    output wire                     move_ready_o,
    output wire                     move_taken_o,
    input  wire                     move_none_i,
    input  wire [              2:0] move_game_i,
    input  wire                     move_first_i,
    input  wire [`PATTERN_BITS-1:0] move_pattern_i,
    input  wire                     move_flip_rows_i,
    input  wire                     move_flip_cols_i,
    input  wire [              3:0] move_row_i,
    input  wire [              3:0] move_col_i,
    // jobs and results
    input  wire                     job_wait_i,
    input  wire                     job_valid_i,
    output wire                     job_ready_o,
    input  wire                     job_template_i,
    input  wire                     job_largest_i,
    input  wire                     job_pick_i,
    input  wire                     job_first_valid_i,
    input  wire [  `INDEX_BITS-1:0] job_first_i,
    output wire                     result_valid_o,
    input  wire                     result_ready_i,
    output wire                     result_pick_o,
    output wire [  `INDEX_BITS-1:0] result_first_o,
    output wire [              8:0] result_score_o,
    output wire                     result_none_o,
    output wire [`PATTERN_BITS-1:0] result_pattern_o,
    output wire                     result_flip_rows_o,
    output wire                     result_flip_cols_o,
    output wire [              3:0] result_row_o,
    output wire [              3:0] result_col_o,
    // templates
    input  wire                     load_valid_i,
    output wire                     load_ready_o,
    input  wire                     load_template_i,
    input  wire                     load_player_i,
    input  wire [              3:0] load_row_i,
    input  wire [             15:0] load_allowed_i,
    input  wire [             15:0] load_corners_i,
    input  wire                     turn_we_i,
    input  wire                     turn_template_i,
    input  wire                     turn_player_i,
    input  wire                     turn_over_i,
    // the games
    output wire                     seed_we_o,
    output wire [              2:0] seed_game_o,
    input  wire                     take_i,
    input  wire [              2:0] take_game_i,
    output wire [  `LANE_GAMES-1:0] ready_o,
    output wire [  `LANE_GAMES-1:0] running_o,
    output wire [  `LANE_GAMES-1:0] player_o,
    output wire [  `LANE_GAMES-1:0] largest_o,
    output wire [  `LANE_GAMES-1:0] pick_o,
    output wire                     idle_o,
    // rows to all copies
    output wire                     we_o,
    output wire [              7:0] waddr_o,
    output wire [             15:0] wallowed_o,
    output wire [             15:0] wcorners_o
);

  localparam N = `BOARD_SIZE;
  localparam G = `LANE_GAMES;

  // ---- the move that waits, and its tile ---------------------------------

  reg waiting_q, none_q, first_q, flip_rows_q, flip_cols_q;
  reg [2:0] game_q;
  reg [`PATTERN_BITS-1:0] pattern_q;
  reg [3:0] row_q, col_q;
  reg [1:0] fetch_q;  // cycles since the move came, up to 3
  reg [14:0] shape_q;
  wire [15:0] rom;
  wire unused_rom = ^rom[15:9];
  wire accept;

  assign move_ready_o = ~waiting_q;
  assign move_taken_o = accept & ~is_template;
  wire move_in = move_valid_i & ~waiting_q;

  pattern_rom u_rom (
      .clk_i    (clk_i),
      .pattern_i(waiting_q ? pattern_q : move_pattern_i),
      .word_i   (waiting_q),
      .data_o   (rom)
  );

  always @(posedge clk_i) begin
    if (move_in) begin
      waiting_q <= 1'b1;
      none_q <= move_none_i;
      game_q <= move_game_i;
      first_q <= move_first_i;
      pattern_q <= move_pattern_i;
      flip_rows_q <= move_flip_rows_i;
      flip_cols_q <= move_flip_cols_i;
      row_q <= move_row_i;
      col_q <= move_col_i;
      fetch_q <= 2'd1;
    end else if (fetch_q != 2'd3) fetch_q <= fetch_q + 2'd1;
    if (fetch_q == 2'd2) shape_q <= rom[14:0];
    if (accept) waiting_q <= 1'b0;
    if (rst_i) waiting_q <= 1'b0;
  end

  wire [1:0] left = rom[1:0];
  wire [1:0] up = rom[3:2];
  wire [`TILE_BITS-1:0] tile = rom[8:4];
  wire [2:0] height = |shape_q[14:14] ? 3'd5 : |shape_q[13:12] ? 3'd4 : |shape_q[11:9] ? 3'd3
                    : |shape_q[8:5] ? 3'd2 : 3'd1;
  // Rows of the tile above the corner on the board.
  wire [2:0] above = flip_rows_q ? height - 3'd1 - {1'b0, up} : {1'b0, up};
  // Column of bit 0 of a row of the shape, plus 4.
  wire [4:0] from_col = flip_cols_q ? {1'b0, col_q} + {3'd0, left} : {1'b0, col_q} + 5'd4 - {3'd0, left};

  // ---- what is being done -------------------------------------------------

  localparam [3:0] IDLE = 4'd0, OWN = 4'd1, OWN14 = 4'd2, OWN15 = 4'd3, RIVAL = 4'd4, RIVAL14 = 4'd5,
                   VALUE1 = 4'd6, VALUE2 = 4'd7, VALUES = 4'd8, RESULT = 4'd9, COPY = 4'd10, COPIED = 4'd11;
  reg [3:0] state_q;
  reg [7:0] player_q, out1_q, out2_q;  // of each board: who is to move, who has passed
  reg [G-1:0] ready_q, busy_q, largest_q, pick_q, forced_q;

  // The move in work.
  reg [2:0] board_q;
  reg mover_q, opening_q, mirror_rows_q, mirror_cols_q;
  reg [14:0] tile_shape_q;
  reg [2:0] tile_height_q;
  reg [`TILE_BITS-1:0] tile_q;
  reg [4:0] tile_col_q;
  reg [4:0] top_q;  // the row above the tile, two's complement
  reg [4:0] y_q;  // the row in work, two's complement
  reg [4:0] n_q;  // y + 1 - top row of the tile, two's complement
  reg template_q;
  reg [`INDEX_BITS-1:0] tag_q;
  reg over_q;  // the game is over before it begins

  wire both_out = out1_q[game_q] & out2_q[game_q];
  wire rival_out = player_q[game_q] ? out1_q[game_q] : out2_q[game_q];
  wire is_template = game_q >= G;
  wire idle_game = ~is_template & ~busy_q[game_q];
  wire picking = ~is_template & busy_q[game_q] & pick_q[game_q];

  reg pick_report_q;
  wire free = state_q == IDLE | state_q == RIVAL14;  // for the next move
  assign accept = (waiting_q & fetch_q == 2'd3 & free & ~picking
                   & (~idle_game | job_valid_i | ~job_wait_i))
                | (waiting_q & state_q == RESULT & pick_report_q & result_ready_i);

  wire job_in = job_valid_i & job_ready_o;
  assign job_ready_o = (free & accept & idle_game) | (state_q == RESULT & result_ready_i);
  assign load_ready_o = state_q == IDLE & ~accept;
  wire load_in = load_valid_i & load_ready_o;

  assign seed_we_o = job_in;
  assign seed_game_o = state_q == RESULT & ~pick_report_q ? board_q : game_q;
  wire [2:0] job_game = seed_game_o;

  wire [4:0] last_n = {2'b00, tile_height_q};
  wire own_end = opening_q ? y_q == 5'd13 : n_q == last_n + 5'd1;

  always @(posedge clk_i) begin
    if (take_i) ready_q[take_game_i] <= 1'b0;

    case (state_q)
      IDLE, RIVAL14: begin
        state_q <= IDLE;
        if (accept) begin
        board_q <= game_q;
        mover_q <= player_q[game_q];
        opening_q <= first_q;
        mirror_rows_q <= flip_rows_q;
        mirror_cols_q <= flip_cols_q;
        tile_shape_q <= shape_q;
        tile_height_q <= height;
        tile_q <= tile;
        tile_col_q <= from_col;
        top_q <= {1'b0, row_q} - {2'd0, above} - 5'd1;
        y_q <= first_q ? 5'd31 : {1'b0, row_q} - {2'd0, above} - 5'd1;
        n_q <= first_q ? {2'd0, above} - {1'b0, row_q} : 5'd0;
        if (idle_game) begin
          if (~job_valid_i) ready_q[game_q] <= 1'b1;
        end else if (is_template & (none_q | both_out)) begin
          // nothing to do
        end else if (both_out | (none_q & rival_out)) begin
          state_q <= VALUE1;
        end else if (none_q) begin
          if (player_q[game_q]) out2_q[game_q] <= 1'b1;
          else out1_q[game_q] <= 1'b1;
          player_q[game_q] <= ~player_q[game_q];
          ready_q[game_q] <= 1'b1;
        end else begin
          if (~rival_out) player_q[game_q] <= ~player_q[game_q];
          state_q <= OWN;
        end
        if (~is_template) forced_q[game_q] <= 1'b0;
      end else if (waiting_q & fetch_q == 2'd3 & picking) begin
        pick_report_q <= 1'b1;
        state_q <= RESULT;
      end
      end
      OWN: begin
        y_q <= y_q + 5'd1;
        n_q <= n_q + 5'd1;
        if (own_end) state_q <= OWN14;
      end
      OWN14: state_q <= OWN15;
      OWN15: begin
        y_q <= top_q;
        n_q <= 5'd0;
        state_q <= RIVAL;
      end
      RIVAL: begin
        y_q <= y_q + 5'd1;
        n_q <= n_q + 5'd1;
        if (n_q == last_n - 5'd1) state_q <= RIVAL14;
      end
      VALUE1: state_q <= VALUE2;
      VALUE2: state_q <= VALUES;
      VALUES: if (values_q) state_q <= RESULT;
      RESULT:
      if (result_ready_i) begin
        pick_report_q <= 1'b0;
        busy_q[job_game] <= 1'b0;
        ready_q[job_game] <= ~job_valid_i;
        state_q <= IDLE;
      end
      COPY: begin
        y_q <= y_q + 5'd1;
        if (y_q == 5'd31) state_q <= over_q ? COPIED : IDLE;
      end
      default: if (~we_q1 & ~we_q2) state_q <= VALUE1;
    endcase

    if (job_in) begin
      board_q <= job_game;
      template_q <= job_template_i;
      tag_q <= job_first_i;
      busy_q[job_game] <= 1'b1;
      largest_q[job_game] <= job_largest_i;
      pick_q[job_game] <= job_pick_i;
      forced_q[job_game] <= job_first_valid_i;
      player_q[job_game] <= player_q[{2'b11, job_template_i}];
      out1_q[job_game] <= out1_q[{2'b11, job_template_i}];
      out2_q[job_game] <= out2_q[{2'b11, job_template_i}];
      over_q <= out1_q[{2'b11, job_template_i}] & out2_q[{2'b11, job_template_i}] & ~job_pick_i;
      y_q <= 5'd0;
      state_q <= COPY;
    end
    if (turn_we_i) begin
      player_q[{2'b11, turn_template_i}] <= turn_player_i;
      out1_q[{2'b11, turn_template_i}] <= turn_over_i;
      out2_q[{2'b11, turn_template_i}] <= turn_over_i;
    end
    if (last_q3 & board_q3 < G) ready_q[board_q3] <= 1'b1;
    if (emptied) begin
      out1_q[board_q3] <= 1'b1;
      out2_q[board_q3] <= 1'b1;
    end
    if (rst_i) begin
      state_q <= IDLE;
      ready_q <= {G{1'b1}};
      busy_q <= {G{1'b0}};
      pick_q <= {G{1'b0}};
      forced_q <= {G{1'b0}};
      out1_q <= 8'hff;
      out2_q <= 8'hff;
      pick_report_q <= 1'b0;
    end
  end

  assign ready_o = ready_q;
  assign running_o = busy_q & ~(out1_q[G-1:0] & out2_q[G-1:0]);
  assign player_o = player_q[G-1:0];
  assign largest_o = largest_q & ~forced_q;
  assign pick_o = pick_q & busy_q;
  assign idle_o = busy_q == {G{1'b0}};

  // ---- stage 0: which row, and what becomes of it --------------------------

  localparam [2:0] KEEP = 3'd0, OWNS = 3'd1, RIVALS = 3'd2, MAP = 3'd3, TILES14 = 3'd4, TILES15 = 3'd5,
                   TAG = 3'd6, LOAD = 3'd7;
  wire rows_0 = state_q == OWN | state_q == RIVAL;
  wire [4:0] y_0 = state_q == RIVAL ? y_q + 5'd1 : y_q;
  wire copy_0 = state_q == COPY;
  wire [3:0] row_0 = load_in ? load_row_i
                   : state_q == OWN14 | state_q == RIVAL14 ? 4'd14
                   : state_q == OWN15 | state_q == VALUE1 | state_q == VALUE2 ? 4'd15
                   : copy_0 ? y_q[3:0] : y_0[3:0];
  wire player_0 = load_in ? load_player_i
                : copy_0 ? y_q[4]
                : state_q == VALUE1 ? 1'b0 : state_q == VALUE2 ? 1'b1
                : state_q == RIVAL | state_q == RIVAL14 ? ~mover_q : mover_q;
  wire [2:0] read_board_0 = copy_0 ? {2'b11, template_q} : board_q;
  wire [2:0] board_0 = load_in ? {2'b11, load_template_i} : board_q;
  wire we_0 = load_in | copy_0 | state_q == OWN14 | state_q == OWN15 | state_q == RIVAL14
            | (rows_0 & y_0 < N);
  wire last_0 = state_q == RIVAL14 | (copy_0 & y_q == 5'd31 & ~over_q);
  reg [2:0] do_0;
  always @* begin
    case (state_q)
      OWN: do_0 = OWNS;
      OWN14: do_0 = TILES14;
      OWN15: do_0 = TILES15;
      RIVAL: do_0 = RIVALS;
      RIVAL14: do_0 = MAP;
      COPY: do_0 = y_q == 5'd15 ? TAG : KEEP;
      default: do_0 = load_in & load_row_i < N ? LOAD : KEEP;
    endcase
  end

  // The row of the tile below this one.
  wire in_tile = n_q < last_n & rows_0;
  wire [2:0] tile_row = mirror_rows_q ? tile_height_q - 3'd1 - n_q[2:0] : n_q[2:0];
  reg [4:0] cells;
  always @* begin
    case (tile_row)
      3'd0: cells = tile_shape_q[4:0];
      3'd1: cells = {1'b0, tile_shape_q[8:5]};
      3'd2: cells = {2'b00, tile_shape_q[11:9]};
      3'd3: cells = {3'b000, tile_shape_q[13:12]};
      default: cells = {4'b0000, tile_shape_q[14]};
    endcase
  end
  wire [4:0] cells_0 = mirror_cols_q ? {cells[0], cells[1], cells[2], cells[3], cells[4]} : cells;

  // ---- stage 1: the row is being read, the tile's row moved to its column ----

  reg we_q1, last_q1, player_q1, load_q1, value_q1;
  reg [2:0] do_q1, board_q1;
  reg [3:0] row_q1;
  reg [4:0] cells_q1;
  reg [15:0] load_allowed_q1, load_corners_q1;
  wire [15:0] read_allowed, read_corners;
  row_ram u_allowed (
      .clk_i  (clk_i),
      .we_i   (we_o),
      .waddr_i(waddr_o),
      .wdata_i(wallowed_o),
      .re_i   (1'b1),
      .raddr_i({read_board_0, player_0, row_0}),
      .rdata_o(read_allowed)
  );
  row_ram u_corners (
      .clk_i  (clk_i),
      .we_i   (we_o),
      .waddr_i(waddr_o),
      .wdata_i(wcorners_o),
      .re_i   (1'b1),
      .raddr_i({read_board_0, player_0, row_0}),
      .rdata_o(read_corners)
  );
  wire [N+12:0] wide = {{(N + 8) {1'b0}}, cells_q1} << tile_col_q;
  wire unused_wide = ^{wide[N+12:N+4], wide[3:0]};

  // ---- stage 2: what becomes of the row -----------------------------------

  reg we_q2, last_q2, player_q2, value_q2;
  reg [2:0] do_q2, board_q2;
  reg [3:0] row_q2;
  reg [15:0] allowed_q2, corners_q2;
  reg [N-1:0] next_q2, this_q2, prev_q2;  // rows of the tile: below, here, above

  wire [N-1:0] beside = {this_q2[N-2:0], 1'b0} | {1'b0, this_q2[N-1:1]};
  wire [N-1:0] diagonal = {prev_q2[N-2:0] | next_q2[N-2:0], 1'b0} | {1'b0, prev_q2[N-1:1] | next_q2[N-1:1]};
  wire own_2 = do_q2 == OWNS;
  wire [N-1:0] blocked = own_2 ? this_q2 | beside | prev_q2 | next_q2 : next_q2;
  wire [N-1:0] allowed_2 = allowed_q2[N-1:0] & ~blocked;
  wire [N-1:0] corners_2 = (own_2 ? (opening_q2 ? {N{1'b0}} : corners_q2[N-1:0]) | diagonal : corners_q2[N-1:0]) & allowed_2;
  wire [15:0] without_14 = allowed_q2 & ~(tile_q[4] ? 16'd0 : 16'd1 << tile_q[3:0]);
  wire [4:0] without_15 = allowed_q2[4:0] & ~(tile_q[4] ? 5'd1 << tile_q[2:0] : 5'd0);
  wire [2:0] size = tile_q == 5'd0 ? 3'd1 : tile_q == 5'd1 ? 3'd2 : tile_q <= 5'd3 ? 3'd3 : tile_q <= 5'd8 ? 3'd4 : 3'd5;
  reg opening_q2;
  reg values_q;
  reg [7:0] value1_q;
  reg [8:0] score_q;
  reg [`INDEX_BITS-1:0] result_tag_q;

  // ---- stage 3: the row is being written ----------------------------------

  reg we_q3, last_q3, player_q3, track_q3, map_q3, tiles14_q3, tiles15_q3;
  reg [2:0] board_q3;
  reg [3:0] row_q3;
  reg [15:0] allowed_q3, corners_q3;
  reg [N-1:0] touched_q, any_q;
  reg emptied_14_q;
  reg single_q3;  // the tile is the single square
  wire emptied = tiles15_q3 & emptied_14_q & allowed_q3[4:0] == 5'd0;
  wire [7:0] bonus = single_q3 ? 8'd20 : 8'd15;

  assign we_o = we_q3;
  assign waddr_o = {board_q3, player_q3, row_q3};
  assign wallowed_o = {allowed_q3[15:13], allowed_q3[12:5] + (emptied ? bonus : 8'd0), allowed_q3[4:0]};
  assign wcorners_o = map_q3 ? {corners_q3[15:N], (corners_q3[N-1:0] & ~touched_q) | any_q} : corners_q3;

  always @(posedge clk_i) begin
    // stage 1
    we_q1 <= we_0;
    last_q1 <= last_0;
    player_q1 <= player_0;
    board_q1 <= board_0;
    row_q1 <= row_0;
    do_q1 <= do_0;
    load_q1 <= load_in;
    value_q1 <= state_q == VALUE1 | state_q == VALUE2;
    load_allowed_q1 <= load_allowed_i;
    load_corners_q1 <= load_corners_i;
    cells_q1 <= in_tile ? cells_0 : 5'd0;
    // stage 2
    we_q2 <= we_q1;
    last_q2 <= last_q1;
    player_q2 <= player_q1;
    board_q2 <= board_q1;
    row_q2 <= row_q1;
    do_q2 <= do_q1;
    value_q2 <= value_q1;
    opening_q2 <= opening_q;
    allowed_q2 <= load_q1 ? load_allowed_q1 : read_allowed;
    corners_q2 <= load_q1 ? load_corners_q1 : read_corners;
    next_q2 <= wide[N+3:4];
    this_q2 <= do_q2 == RIVALS ? {N{1'b0}} : next_q2;  // the next move may follow at once
    prev_q2 <= this_q2;
    // stage 3
    we_q3 <= we_q2;
    last_q3 <= last_q2;
    player_q3 <= player_q2;
    board_q3 <= board_q2;
    row_q3 <= row_q2;
    track_q3 <= do_q2 == OWNS | do_q2 == RIVALS;
    map_q3 <= do_q2 == MAP | do_q2 == TILES14;
    tiles14_q3 <= do_q2 == TILES14;
    single_q3 <= tile_q == 5'd0;
    tiles15_q3 <= do_q2 == TILES15;
    case (do_q2)
      OWNS, RIVALS, LOAD: begin
        allowed_q3 <= {2'b00, allowed_2};
        corners_q3 <= {2'b00, corners_2};
      end
      TILES14: begin
        allowed_q3 <= without_14;
        corners_q3 <= corners_q2;
      end
      TILES15: begin
        allowed_q3 <= {allowed_q2[15:13], allowed_q2[12:5] + {5'd0, size}, without_15};
        corners_q3 <= corners_q2;
      end
      default: begin
        allowed_q3 <= allowed_q2;
        corners_q3 <= do_q2 == TAG ? {{(16 - `INDEX_BITS) {1'b0}}, tag_q} : corners_q2;
      end
    endcase
    if (map_q3) begin
      touched_q <= {N{1'b0}};
      any_q <= {N{1'b0}};
    end else if (we_q3 & track_q3) begin
      touched_q[row_q3] <= 1'b1;
      any_q[row_q3] <= |corners_q3;
    end
    if (tiles14_q3) emptied_14_q <= allowed_q3 == 16'd0;
    // the values of both players
    values_q <= value_q2 & player_q2;
    if (value_q2 & ~player_q2) begin
      value1_q <= allowed_q2[12:5];
      result_tag_q <= corners_q2[`INDEX_BITS-1:0];
    end
    if (value_q2 & player_q2) score_q <= {1'b0, value1_q} - {1'b0, allowed_q2[12:5]};
    if (rst_i) begin
      we_q1 <= 1'b0;
      we_q2 <= 1'b0;
      we_q3 <= 1'b0;
      last_q1 <= 1'b0;
      last_q2 <= 1'b0;
      last_q3 <= 1'b0;
      value_q1 <= 1'b0;
      value_q2 <= 1'b0;
      values_q <= 1'b0;
      touched_q <= {N{1'b0}};
      any_q <= {N{1'b0}};
      tiles15_q3 <= 1'b0;
    end
  end

  assign result_valid_o = state_q == RESULT;
  assign result_pick_o = pick_report_q;
  assign result_first_o = result_tag_q;
  assign result_score_o = score_q;
  assign result_none_o = none_q;
  assign result_pattern_o = pattern_q;
  assign result_flip_rows_o = flip_rows_q;
  assign result_flip_cols_o = flip_cols_q;
  assign result_row_o = row_q;
  assign result_col_o = col_q;

endmodule

`default_nettype wire
