// board_update -- the boards of a lane's games, and who plays them.
//
// Purpose:   Makes the chosen moves. For each it reads the rows that the move
//            changes, one a cycle, of the mover and then of the rival, and
//            writes them back: what is no longer allowed, which corners are new
//            or gone, which rows hold corners, which tiles are left and what
//            they are worth. Ends a game when both players have passed or one
//            has placed all tiles, and begins the next one from a root.
//
//            Boards 0..LANE_GAMES-1 are the games, 6 and 7 roots. A board
//            has 2 x 16 rows, word {board, player, row}, each in two parts:
//
//                           allowed                  corners
//              row 0..13    may be covered           and touch an own corner
//              row 14       tiles left, 15..0        rows that hold corners
//              row 15       value (8), tiles 20..16  number of the game's first move (player 1's)
//
//            value: squares placed and the bonus for placing all tiles.
// Interface: move_*_i    the next move, of game move_game_i; none: a pass, or an
//                        idle game. Or a move on a root
//            job_*       a game to play, see job_bus.vh
//                        job_wait_i: a job is on its way, an idle game waits for it
//            load_*, turn_we_i, command_i  write a row of a root; set who is to move on
//                        it, and whether its game is over
//            seed_*_o    a game gets a new stream, a cycle after its job was taken:
//                        the game, a cycle ahead
//            result_*    a game's end; or, with result_pick_o, the move picked, in
//                        pick_*_o
//            w*_o        the write port of all copies of the boards
// Parameter: RAM_REG     1: a register behind the ROM of the patterns, for devices whose
//                        block RAM is slow to answer; 0: one for the height of the
//                        tile. The latency is the same
// Latency:   a move of a tile with h rows takes 2h + 5 cycles (first moves 13 - h
//            more), then 3 until the board is ready; a new game 33.
// Reset:     all games idle, all roots over.
// Model:     golden's playoutState, twin.Lane
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module board_update #(
    parameter RAM_REG = 0
) (
    input  wire                     clk_i,
    input  wire                     rst_i,
    // the next move
    input  wire                     move_valid_i,
    output wire                     move_ready_o,
    output wire                     move_taken_o,
    input  wire                     move_none_i,
    input  wire [              2:0] move_game_i,
    input  wire                      move_first_i,
    input  wire [`PLACEMENT_BITS-1:0] move_placement_i,
    // jobs and results
    input  wire                     job_wait_i,
    input  wire                     job_valid_i,
    output wire                     job_ready_o,
    input  wire [     `JOB_BITS-1:0] job_i,
    output wire                     result_valid_o,
    input  wire                     result_ready_i,
    output wire                     result_pick_o,
    output wire [  `RESULT_BITS-1:0] result_o,
    output wire                      pick_none_o,
    output wire [              15:0] pick_name_o,
    output wire [`PLACEMENT_BITS-1:0] pick_placement_o,
    // roots
    input  wire                     load_valid_i,
    output wire                     load_ready_o,
    input  wire                     turn_we_i,
    input  wire [ `COMMAND_BITS-1:0] command_i,
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
    output wire [  `LANE_GAMES-1:0] forced_o,
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

  reg waiting_q, none_q, first_q;
  reg [2:0] game_q;
  reg [`PLACEMENT_BITS-1:0] placement_q;
  wire [3:0] row = placement_q[`PLACEMENT_ROW];
  wire [3:0] col = placement_q[`PLACEMENT_COL];
  wire flip_rows = placement_q[`PLACEMENT_FLIP_ROWS];
  wire flip_cols = placement_q[`PLACEMENT_FLIP_COLS];
  reg [1:0] fetch_q;  // it came one cycle ago, two cycles ago
  // It has been fetched: a move of a game or on a root, one to be reported, or
  // one of an idle game.
  reg move_due_q, pick_due_q, idle_due_q;
  reg [1:0] left_q, up_q;
  reg [`TILE_BITS-1:0] waiting_tile_q;
  // One cycle after it came, two with RAM_REG: what the tile is and where it lies; then
  // its shape, if it is made.
  wire [15:0] rom;
  wire accept, idle_g, pick_g;

  wire is_root = game_q >= G;
  assign move_ready_o = ~waiting_q;
  assign move_taken_o = accept & ~is_root;
  wire move_in = move_valid_i & ~waiting_q;

  pattern_rom #(
      .RAM_REG(RAM_REG)
  ) u_rom (
      .clk_i    (clk_i),
      .pattern_i(waiting_q ? placement_q[`PLACEMENT_PATTERN] : move_placement_i[`PLACEMENT_PATTERN]),
      .word_i   (~waiting_q | pick_g),
      .data_o   (rom)
  );

  always @(posedge clk_i) begin
    if (move_in) begin
      waiting_q <= 1'b1;
      none_q <= move_none_i;
      game_q <= move_game_i;
      first_q <= move_first_i;
      placement_q <= move_placement_i;
    end
    fetch_q <= {fetch_q[0], move_in};
    if (RAM_REG != 0 ? fetch_q[1] : fetch_q[0]) {waiting_tile_q, up_q, left_q} <= rom[8:0];
    if (fetch_q[1]) begin
      move_due_q <= ~idle_g & ~pick_g;
      pick_due_q <= pick_g;
      idle_due_q <= idle_g;
    end
    if (accept) begin
      waiting_q <= 1'b0;
      move_due_q <= 1'b0;
      pick_due_q <= 1'b0;
      idle_due_q <= 1'b0;
    end
    if (rst_i) begin
      waiting_q <= 1'b0;
      fetch_q <= 2'd0;
      move_due_q <= 1'b0;
      pick_due_q <= 1'b0;
      idle_due_q <= 1'b0;
    end
  end

  wire [14:0] shape = rom[14:0];
  wire [2:0] shape_height = shape[14] ? 3'd5 : |shape[13:12] ? 3'd4 : |shape[11:9] ? 3'd3 : |shape[8:5] ? 3'd2 : 3'd1;
  // Without the register behind the ROM the shape is there a cycle before it is needed.
  reg [2:0] shape_height_q;
  always @(posedge clk_i) shape_height_q <= shape_height;
  wire [2:0] height = RAM_REG != 0 ? shape_height : shape_height_q;
  // The row above the tile. The height comes late, so that it is subtracted last.
  wire [4:0] above_or_below = {1'b0, row} + (flip_rows ? {3'd0, up_q} : {3'b111, ~up_q});
  wire [4:0] over_tile = above_or_below - (flip_rows ? {2'd0, height} : 5'd0);
  // Column of bit 0 of a row of the shape, plus 4.
  wire [2:0] right = flip_cols ? {1'b0, left_q} : 3'd4 - {1'b0, left_q};
  wire [4:0] from_col = {1'b0, col} + {2'd0, right};

  // ---- what is being done -------------------------------------------------

  localparam [3:0] IDLE = 4'd0, OWN = 4'd1, OWN14 = 4'd2, OWN15 = 4'd3, RIVAL = 4'd4, RIVAL14 = 4'd5,
                   VALUE1 = 4'd6, VALUE2 = 4'd7, VALUES = 4'd8, RESULT = 4'd9, COPY = 4'd10, COPIED = 4'd11;
  reg [3:0] state_q;

  // Of each board: who is to move, whether the game is over, and (no root)
  // whether the rival has passed. And of each game: whether it may be scanned,
  // whether it is one at all, its policy, and whether its first move is given.
  reg [7:0] player_q, over_q;
  reg [G-1:0] passed_q, ready_q, busy_q, largest_q, pick_q, forced_q;

  // The same of the game of the move that waits, a cycle late. They do not change
  // while it waits.
  reg mover_g_q, over_g_q, passed_g_q;
  wire [7:0] passed_of = {2'b00, passed_q};
  wire [7:0] busy_of = {2'b11, busy_q};
  wire [7:0] pick_of = {2'b00, pick_q};
  always @(posedge clk_i) begin
    mover_g_q <= player_q[game_q];
    over_g_q <= over_q[game_q];
    passed_g_q <= passed_of[game_q];
  end
  assign idle_g = ~busy_of[game_q];
  assign pick_g = pick_of[game_q];  // of busy games only
  wire alone = passed_g_q | over_g_q;  // the rival does not move any more

  // The move in work.
  reg [2:0] board_q;
  reg mover_q, opening_q, mirror_rows_q, mirror_cols_q;
  reg [14:0] tile_shape_q;
  reg [2:0] tile_height_q;
  reg [`TILE_BITS-1:0] tile_q;
  reg [4:0] tile_col_q;
  reg [4:0] top_q;  // the row above the tile, two's complement
  reg [4:0] y_q;  // the row in work, two's complement
  reg [4:0] n_q;  // the row of the tile that is below it (of a rival: on it), two's complement
  reg root_q;
  reg ended_q;  // the game is over before it begins

  wire report = state_q == RESULT;
  reg pick_report_q;
  wire free = state_q == IDLE | state_q == RIVAL14;  // for the next move
  assign accept = (free & (move_due_q | (idle_due_q & (job_valid_i | ~job_wait_i))))
                | (report & pick_report_q & result_ready_i);

  assign job_ready_o = (free & idle_due_q & (job_valid_i | ~job_wait_i)) | (report & result_ready_i);
  wire job_in = job_valid_i & ((free & idle_due_q) | (report & result_ready_i));
  assign load_ready_o = state_q == IDLE;
  wire load_in = load_valid_i & load_ready_o;

  // The game that a job would go to: with a result that of the result, else that
  // of the move that waits.
  wire [2:0] next_job_game = state_q == VALUES | (report & ~result_ready_i) ? board_q : game_q;
  reg [2:0] job_game_q;
  always @(posedge clk_i) job_game_q <= next_job_game;
  // A job's seed and first move are taken a cycle later: they have many bits, and
  // job_in comes late.
  reg seed_we_q;
  always @(posedge clk_i) seed_we_q <= job_in;
  assign seed_we_o = seed_we_q;
  assign seed_game_o = job_game_q;

  wire [4:0] last_n = {2'b00, tile_height_q};
  wire own_end = opening_q ? y_q == 5'd13 : n_q == last_n + 5'd1;

  always @(posedge clk_i) begin
    y_q <= y_q + 5'd1;
    n_q <= n_q + 5'd1;
    case (state_q)
      IDLE, RIVAL14: begin
        state_q <= IDLE;
        board_q <= game_q;
        mover_q <= mover_g_q;
        opening_q <= first_q;
        mirror_rows_q <= flip_rows;
        mirror_cols_q <= flip_cols;
        tile_shape_q <= shape;
        tile_height_q <= height;
        tile_q <= waiting_tile_q;
        tile_col_q <= from_col;
        top_q <= over_tile;
        y_q <= first_q ? 5'd31 : over_tile;
        n_q <= first_q ? ~over_tile : 5'd0;
        if (move_due_q) begin
          if (over_g_q & is_root) state_q <= IDLE;
          else if (over_g_q | (none_q & passed_g_q)) state_q <= VALUE1;
          else if (~none_q) state_q <= OWN;
        end else if (pick_due_q) begin
          pick_report_q <= 1'b1;
          state_q <= RESULT;
        end
      end
      OWN: if (own_end) state_q <= OWN14;
      OWN14: begin
        y_q <= top_q;
        state_q <= OWN15;
      end
      OWN15: begin
        n_q <= 5'd0;
        state_q <= RIVAL;
      end
      RIVAL: if (n_q == last_n - 5'd1) state_q <= RIVAL14;
      VALUE1: state_q <= VALUE2;
      VALUE2: state_q <= VALUES;
      VALUES: if (values_q) state_q <= RESULT;
      RESULT:
      if (result_ready_i) begin
        pick_report_q <= 1'b0;
        state_q <= IDLE;
      end
      COPY: if (y_q == 5'd31) state_q <= ended_q ? COPIED : IDLE;
      default: if (~we_q1 & ~we_q2) state_q <= VALUE1;
    endcase
    if (job_in) begin
      root_q <= job_i[`JOB_ROOT];
      ended_q <= over_q[{2'b11, job_i[`JOB_ROOT]}] & ~job_i[`JOB_PICK];
      y_q <= 5'd0;
      state_q <= COPY;
    end
    if (rst_i) begin
      state_q <= IDLE;
      pick_report_q <= 1'b0;
    end
  end

  // What is known of a board changes when a move or a job comes or a game ends
  // (those of an idle game do not matter), and when the last row of a move or of
  // a new game is being written.
  wire [7:0] changes = accept | (report & result_ready_i) ? 8'd1 << job_game_q : 8'd0;
  wire [7:0] settles = last_q3 ? 8'd1 << board_q3 : 8'd0;
  wire [7:0] ends = last_q3 & emptied_q ? 8'd1 << board_q3 : 8'd0;
  wire next_player = job_in ? player_q[{2'b11, job_i[`JOB_ROOT]}] : mover_g_q ^ ~alone;
  wire next_over = job_in ? over_q[{2'b11, job_i[`JOB_ROOT]}] : over_g_q;
  wire next_passed = ~job_in & (passed_g_q | none_q);
  // A game is ready at once after a pass, and when it is idle and no job comes.
  wire set_ready = (free & ((move_due_q & none_q & ~alone) | (idle_due_q & ~job_valid_i & ~job_wait_i)))
                 | (report & result_ready_i & ~job_valid_i);
  wire next_busy = job_in | ~(report | idle_due_q);
  wire next_pick = job_in & job_i[`JOB_PICK];
  wire next_forced = job_in & job_i[`JOB_FIRST_VALID];

  integer b;
  always @(posedge clk_i) begin
    for (b = 0; b < 8; b = b + 1) begin
      if (changes[b]) begin
        player_q[b] <= next_player;
        over_q[b] <= next_over;
      end
      if (ends[b]) over_q[b] <= 1'b1;
    end
    for (b = 0; b < G; b = b + 1) begin
      if (changes[b]) begin
        passed_q[b] <= next_passed;
        busy_q[b] <= next_busy;
        pick_q[b] <= next_pick;
        forced_q[b] <= next_forced;
      end
      if (changes[b] & job_in) largest_q[b] <= job_i[`JOB_LARGEST];
      // A game that changes is not ready before.
      ready_q[b] <= settles[b] | (set_ready & job_game_q == b[2:0]) | (ready_q[b] & ~(take_i & take_game_i == b[2:0]));
    end
    if (turn_we_i) begin
      player_q[{2'b11, command_i[`COMMAND_ROOT]}] <= command_i[`COMMAND_PLAYER];
      over_q[{2'b11, command_i[`COMMAND_ROOT]}] <= command_i[`COMMAND_OVER];
    end
    if (rst_i) begin
      ready_q <= {G{1'b1}};
      busy_q <= {G{1'b0}};
      pick_q <= {G{1'b0}};
      over_q <= 8'hff;
    end
  end

  assign ready_o = ready_q;
  assign running_o = busy_q & ~over_q[G-1:0];
  assign player_o = player_q[G-1:0];
  assign largest_o = largest_q & ~forced_q;
  assign pick_o = pick_q;
  assign forced_o = forced_q;
  assign idle_o = busy_q == {G{1'b0}};

  // ---- stage 0: which row, and what becomes of it --------------------------

  wire own_0 = state_q == OWN;
  wire rival_0 = state_q == RIVAL;
  wire own14_0 = state_q == OWN14;
  wire own15_0 = state_q == OWN15;
  wire rival14_0 = state_q == RIVAL14;
  wire copy_0 = state_q == COPY;
  wire values_0 = state_q == VALUE1 | state_q == VALUE2 | state_q == VALUES | report;
  wire on_board_0 = y_q < N;
  wire [3:0] row_0 = load_in ? command_i[`COMMAND_ROW] : own14_0 | rival14_0 ? 4'd14 : own15_0 | values_0 ? 4'd15 : y_q[3:0];
  wire player_0 = load_in ? command_i[`COMMAND_PLAYER]
                : copy_0 ? y_q[4]
                : values_0 ? state_q == VALUE2
                : mover_q ^ (rival_0 | rival14_0);
  wire [2:0] read_board_0 = copy_0 ? {2'b11, root_q} : board_q;
  wire [2:0] board_0 = load_in ? {2'b11, command_i[`COMMAND_ROOT]} : board_q;
  wire we_0 = load_in | copy_0 | own14_0 | own15_0 | rival14_0 | ((own_0 | rival_0) & on_board_0);
  wire last_0 = rival14_0 | (copy_0 & y_q == 5'd31 & ~ended_q);

  // The row of the tile below this one.
  wire in_tile = n_q < last_n & (own_0 | rival_0);
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
      .raddr_i({read_board_0, player_0, row_0}),
      .rdata_o({read_corners, read_allowed})
  );
  wire [N+12:0] wide = {{(N + 8) {1'b0}}, cells_q1} << tile_col_q;
  wire unused_wide = ^{wide[N+12:N+4], wide[3:0]};
  // What does not stay of a row read: the tile, which is placed now, in row 14 or
  // 15, and everything where a row is loaded.
  wire place_1 = tile_q[4] ? tiles15_q1 : tiles14_q1;
  wire [3:0] nibble_1 = load_q1 ? 4'hf : place_1 ? 4'd1 << tile_q[3:2] : 4'd0;
  wire [3:0] bit_1 = load_q1 ? 4'hf : 4'd1 << tile_q[1:0];
  wire [15:0] gone_1 = {{4{nibble_1[3]}} & bit_1, {4{nibble_1[2]}} & bit_1, {4{nibble_1[1]}} & bit_1, {4{nibble_1[0]}} & bit_1};

  // ---- stage 2: what becomes of the row -----------------------------------

  reg we_q2, last_q2, player_q2, value_q2;
  reg own_q2, rows_q2, masked_q2, tiles15_q2, map_q2;
  reg [2:0] board_q2;
  reg [3:0] row_q2;
  reg [15:0] allowed_q2, corners_q2;
  // Rows of the tile: below, here, above; and those here and their neighbours. Of
  // the rival's rows next_q2 is here, and the others are empty.
  reg [N-1:0] next_q2, this_q2, prev_q2, beside_q2;
  wire [N-1:0] vertical = prev_q2 | next_q2;
  wire [N-1:0] diagonal = own_q2 ? {vertical[N-2:0], 1'b0} | {1'b0, vertical[N-1:1]} : {N{1'b0}};
  wire [15:0] allowed_2 = allowed_q2 & ~{2'b00, vertical | beside_q2};
  wire [15:0] corners_2 = (corners_q2 | {2'b00, diagonal}) & (masked_q2 ? allowed_2 : 16'hffff);

  // The value of the tile; and the bonus, if row 14, one stage ahead, and row 15
  // are empty.
  wire single = tile_q == 5'd0;
  wire [2:0] size = single ? 3'd1 : tile_q == 5'd1 ? 3'd2 : tile_q <= 5'd3 ? 3'd3 : tile_q <= 5'd8 ? 3'd4 : 3'd5;
  wire emptied = allowed_q3 == 16'd0 & allowed_q2[4:0] == 5'd0;
  wire [4:0] value = ~tiles15_q2 ? 5'd0 : ~emptied ? {2'd0, size} : single ? 5'd21 : {2'd0, size} + 5'd15;
  reg values_q;
  reg [8:0] score_q;  // after the first value: not that value

  // ---- stage 3: the row is being written ----------------------------------

  reg we_q3, last_q3, player_q3, map_q3;
  reg [2:0] board_q3;
  reg [3:0] row_q3;
  reg [15:0] allowed_q3, corners_q3;
  reg [3:0] touch_q3;  // the row, if it is one of the board that has been worked at; or 15
  reg [N-1:0] touched_q, any_q;  // rows worked at, and those that hold corners now
  reg emptied_q;  // the mover has placed all tiles; until the move's last row

  integer y;
  assign we_o = we_q3;
  assign waddr_o = {board_q3, player_q3, row_q3};
  assign wallowed_o = allowed_q3;
  assign wcorners_o = map_q3 ? {corners_q3[15:N], (corners_q3[N-1:0] & ~touched_q) | any_q} : corners_q3;

  always @(posedge clk_i) begin
    // stage 1
    we_q1 <= we_0;
    last_q1 <= last_0;
    player_q1 <= player_0;
    board_q1 <= board_0;
    row_q1 <= row_0;
    own_q1 <= own_0;
    rows_q1 <= own_0 | rival_0;
    masked_q1 <= own_0 | rival_0 | (load_in & command_i[`COMMAND_ROW] < N);
    tiles14_q1 <= own14_0;
    tiles15_q1 <= own15_0;
    map_q1 <= own14_0 | rival14_0;
    load_q1 <= load_in;
    tag_q1 <= load_in | (copy_0 & y_q == 5'd15);
    value_q1 <= state_q == VALUE1 | state_q == VALUE2;
    cells_q1 <= in_tile ? cells_0 : 5'd0;
    new_allowed_q <= load_in ? command_i[`COMMAND_ALLOWED] : 16'd0;
    if (load_in) new_corners_q <= command_i[`COMMAND_CORNERS];
    else if (seed_we_q) new_corners_q <= {{(16 - `INDEX_BITS) {1'b0}}, job_i[`JOB_FIRST]};
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
    corners_q2 <= tag_q1 ? new_corners_q : own_q1 & opening_q ? 16'd0 : read_corners;
    next_q2 <= wide[N+3:4];
    this_q2 <= own_q2 ? next_q2 : {N{1'b0}};
    prev_q2 <= own_q1 ? this_q2 : {N{1'b0}};
    beside_q2 <= own_q2 ? next_q2 | {next_q2[N-2:0], 1'b0} | {1'b0, next_q2[N-1:1]} : {N{1'b0}};
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
      touched_q <= {N{1'b0}};
      any_q <= {N{1'b0}};
    end else begin
      for (y = 0; y < N; y = y + 1) begin
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
    if (value_q2) score_q <= ~(player_q2 ? score_q + {1'b0, allowed_q2[12:5]} : {1'b0, allowed_q2[12:5]});
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
      touched_q <= {N{1'b0}};
      any_q <= {N{1'b0}};
      tiles15_q2 <= 1'b0;
      emptied_q <= 1'b0;
    end
  end

  assign result_valid_o = report;
  assign result_pick_o = pick_report_q;
  assign result_o[`RESULT_FIRST] = corners_q3[`INDEX_BITS-1:0];
  assign result_o[`RESULT_MARGIN] = score_q;
  assign pick_none_o = none_q;
  assign pick_name_o = rom;
  assign pick_placement_o = placement_q;
  wire unused_fields = ^{job_i[`JOB_SEED], command_i[`COMMAND_PLACEMENT], command_i[`COMMAND_LOAD], command_i[`COMMAND_TURN], command_i[`COMMAND_APPLY]};

endmodule

`default_nettype wire
