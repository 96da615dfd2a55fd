// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// board_update -- makes the moves of a lane's games on their boards.
//
// Purpose:   Takes the chosen moves one after another and names the rows that they change, one a
//            cycle, first the mover's and then the rival's. Ends a game when both players have
//            passed or one has placed all tiles, and begins the next one by copying a root. Three
//            parts do the work:
//
//              move_fetch   the move that waits, and its tile
//              game_table   the player to move in each game
//              row_update   the changes of a row
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
// Interface: move_*_i    the next move, of game move_game_i. none: a pass, or an
//                        idle game. The move may also belong to a root
//            job_*       a game to play, see job_bus.vh
//                        job_wait_i: a job is on its way, an idle game waits for it
//            load_*, turn_we_i, command_i  write a row of a root, or set the player to
//                        move on the root and whether its game is over
//            seed_*_o    a game gets a new stream, a cycle after it got its job. The
//                        game's number comes a cycle earlier
//            result_*    a game's end, or, with result_pick_o, the move picked, in
//                        pick_*_o
//            ready_o .. forced_o  see game_table
//            w*_o        the write port of all copies of the boards
// Parameter: RAM_REG     as in move_fetch
//            ROOT_RAM    1: roots have a separate memory, which takes rows at any time, but no
//                        moves
// Latency:   a move of a tile with h rows takes 2h + 5 cycles (first moves 13 - h
//            more), then 3 until the board is ready; a new game 33.
// Reset:     all games idle, all roots over.
// Model:     playout.State, twin.Lane
`default_nettype none
`include "constants.vh"
`include "job_bus.vh"

module board_update #(
    parameter RAM_REG  = 0,
    parameter ROOT_RAM = 0
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    // the next move
    input  wire                       move_valid_i,
    output wire                       move_ready_o,
    output wire                       move_taken_o,
    input  wire                       move_none_i,
    input  wire [                2:0] move_game_i,
    input  wire                       move_first_i,
    input  wire [`PLACEMENT_BITS-1:0] move_placement_i,
    // jobs and results
    input  wire                       job_wait_i,
    input  wire                       job_valid_i,
    output wire                       job_ready_o,
    input  wire [      `JOB_BITS-1:0] job_i,
    output wire                       result_valid_o,
    input  wire                       result_ready_i,
    output wire                       result_pick_o,
    output wire [   `RESULT_BITS-1:0] result_o,
    output wire                       pick_none_o,
    output wire [               15:0] pick_name_o,
    output wire [`PLACEMENT_BITS-1:0] pick_placement_o,
    // roots
    input  wire                       load_valid_i,
    output wire                       load_ready_o,
    input  wire                       turn_we_i,
    input  wire [  `COMMAND_BITS-1:0] command_i,
    // the games
    output wire                       seed_we_o,
    output wire [                2:0] seed_game_o,
    input  wire                       take_i,
    input  wire [                2:0] take_game_i,
    output wire [    `LANE_GAMES-1:0] ready_o,
    output wire [    `LANE_GAMES-1:0] running_o,
    output wire [    `LANE_GAMES-1:0] player_o,
    output wire [    `LANE_GAMES-1:0] largest_o,
    output wire [    `LANE_GAMES-1:0] pick_o,
    output wire [    `LANE_GAMES-1:0] forced_o,
    output wire                       idle_o,
    // rows to all copies
    output wire                       we_o,
    output wire [                7:0] waddr_o,
    output wire [               15:0] wallowed_o,
    output wire [               15:0] wcorners_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam [4:0] LAST_ROW = SIZE - 1;

  // ---- the move that waits --------------------------------------------------

  wire accept, idle_game, pick_game, move_due, pick_due, idle_due, none, first;
  wire [2:0] game;
  wire [`PLACEMENT_BITS-1:0] placement;
  wire [`TILE_BITS-1:0] tile;
  wire [14:0] shape;
  wire [2:0] height;
  wire [4:0] over_tile, from_col;
  move_fetch #(
      .RAM_REG(RAM_REG)
  ) u_fetch (
      .clk_i           (clk_i),
      .rst_i           (rst_i),
      .move_valid_i    (move_valid_i),
      .move_ready_o    (move_ready_o),
      .move_none_i     (move_none_i),
      .move_game_i     (move_game_i),
      .move_first_i    (move_first_i),
      .move_placement_i(move_placement_i),
      .idle_i          (idle_game),
      .pick_i          (pick_game),
      .accept_i        (accept),
      .move_due_o      (move_due),
      .pick_due_o      (pick_due),
      .idle_due_o      (idle_due),
      .game_o          (game),
      .none_o          (none),
      .first_o         (first),
      .placement_o     (placement),
      .tile_o          (tile),
      .shape_o         (shape),
      .height_o        (height),
      .over_o          (over_tile),
      .col_o           (from_col),
      .name_o          (pick_name_o)
  );
  wire is_root = game >= `LANE_GAMES;
  assign move_taken_o = accept & ~is_root;

  // ---- work under way -----------------------------------------------------

  localparam [3:0] IDLE = 4'd0,  // waits for a move
  OWN = 4'd1, OWN14 = 4'd2, OWN15 = 4'd3,  // the mover's rows
  RIVAL = 4'd4, RIVAL14 = 4'd5,  // the rival's; in the last one the next move may come
  VALUE1 = 4'd6, VALUE2 = 4'd7, VALUES = 4'd8,  // a game's end: the values of both
  RESULT = 4'd9,  // hands over the result, or a move that was picked
  COPY = 4'd10,  // a new game: a row of its root a cycle
  COPIED = 4'd11;  // a game that is over before it begins waits until all rows are written
  reg [3:0] state_q;

  wire mover, over, passed;
  wire alone = passed | over;  // the rival does not move any more

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
  assign accept = (free & (move_due | (idle_due & (job_valid_i | ~job_wait_i))))
                | (report & pick_report_q & result_ready_i);

  assign job_ready_o = (free & idle_due & (job_valid_i | ~job_wait_i)) | (report & result_ready_i);
  wire job_in = job_valid_i & ((free & idle_due) | (report & result_ready_i));
  assign load_ready_o = state_q == IDLE | ROOT_RAM != 0;
  wire load_in = load_valid_i & load_ready_o & ROOT_RAM == 0;

  // The game that a job would go to: with a result the game of the result, else the game
  // of the move that waits.
  wire [2:0] next_job_game = state_q == VALUES | (report & ~result_ready_i) ? board_q : game;
  reg [2:0] job_game_q;
  always @(posedge clk_i) job_game_q <= next_job_game;
  // A job's seed and first move are taken a cycle later: they have many bits, and
  // job_in comes late.
  reg seed_we_q;
  always @(posedge clk_i) seed_we_q <= job_in;
  assign seed_we_o = seed_we_q;
  assign seed_game_o = job_game_q;

  wire [4:0] last_n = {2'b00, tile_height_q};
  wire own_end = opening_q ? y_q == LAST_ROW : n_q == last_n + 5'd1;
  wire over_root, values, rows_busy;

  always @(posedge clk_i) begin
    y_q <= y_q + 5'd1;
    n_q <= n_q + 5'd1;
    case (state_q)
      IDLE, RIVAL14: begin
        state_q <= IDLE;
        board_q <= game;
        mover_q <= mover;
        opening_q <= first;
        mirror_rows_q <= placement[`PLACEMENT_FLIP_ROWS];
        mirror_cols_q <= placement[`PLACEMENT_FLIP_COLS];
        tile_shape_q <= shape;
        tile_height_q <= height;
        tile_q <= tile;
        tile_col_q <= from_col;
        top_q <= over_tile;
        y_q <= first ? 5'd31 : over_tile;
        n_q <= first ? ~over_tile : 5'd0;
        if (move_due) begin
          if (over & is_root) state_q <= IDLE;
          else if (over | (none & passed)) state_q <= VALUE1;
          else if (~none) state_q <= OWN;
        end else if (pick_due) begin
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
      VALUES: if (values) state_q <= RESULT;
      RESULT:
      if (result_ready_i) begin
        pick_report_q <= 1'b0;
        state_q <= IDLE;
      end
      COPY: if (y_q == 5'd31) state_q <= ended_q ? COPIED : IDLE;
      default: if (~rows_busy) state_q <= VALUE1;
    endcase
    if (job_in) begin
      root_q <= job_i[`JOB_ROOT];
      ended_q <= over_root & ~job_i[`JOB_PICK];
      y_q <= 5'd0;
      state_q <= COPY;
    end
    if (rst_i) begin
      state_q <= IDLE;
      pick_report_q <= 1'b0;
    end
  end

  // ---- the games ----------------------------------------------------------------

  // The state of a board changes when a move or a job comes or a game ends (moves and jobs of
  // an idle game do not matter), and when the last row of a move or of a new game is being
  // written.
  wire settle, ends;
  wire [2:0] settle_board;
  // A game is ready at once after a pass, and when it is idle and no job comes.
  wire set_ready = (free & ((move_due & none & ~alone) | (idle_due & ~job_valid_i & ~job_wait_i)))
                 | (report & result_ready_i & ~job_valid_i);
  wire [`LANE_GAMES-1:0] busy;
  assign idle_o = busy == {`LANE_GAMES{1'b0}};
  game_table u_games (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .game_i        (game),
      .mover_o       (mover),
      .over_o        (over),
      .passed_o      (passed),
      .idle_o        (idle_game),
      .pick_o        (pick_game),
      .change_i      (accept | (report & result_ready_i)),
      .change_game_i (job_game_q),
      .alone_i       (alone),
      .none_i        (none),
      .job_in_i      (job_in),
      .job_i         (job_i),
      .over_root_o   (over_root),
      .next_busy_i   (job_in | ~(report | idle_due)),
      .set_ready_i   (set_ready),
      .settle_i      (settle),
      .ends_i        (ends),
      .settle_board_i(settle_board),
      .turn_i        (turn_we_i),
      .command_i     (command_i),
      .take_i        (take_i),
      .take_game_i   (take_game_i),
      .ready_of_o    (ready_o),
      .busy_of_o     (busy),
      .running_of_o  (running_o),
      .player_of_o   (player_o),
      .largest_of_o  (largest_o),
      .pick_of_o     (pick_o),
      .forced_of_o   (forced_o)
  );

  // ---- stage 0: the row, and its change ----------------------------------

  wire own_0 = state_q == OWN;
  wire rival_0 = state_q == RIVAL;
  wire own14_0 = state_q == OWN14;
  wire own15_0 = state_q == OWN15;
  wire rival14_0 = state_q == RIVAL14;
  wire copy_0 = state_q == COPY;
  wire values_0 = state_q == VALUE1 | state_q == VALUE2 | state_q == VALUES | report;
  wire on_board_0 = y_q < SIZE;
  wire [3:0] load_row = command_i[`COMMAND_ROW];
  wire [3:0] row_0 = load_in ? load_row : own14_0 | rival14_0 ? 4'd14 : own15_0 | values_0 ? 4'd15 : y_q[3:0];
  wire player_0 = load_in ? command_i[`COMMAND_PLAYER]
                : copy_0 ? y_q[4]
                : values_0 ? state_q == VALUE2
                : mover_q ^ (rival_0 | rival14_0);
  wire we_0 = load_in | copy_0 | own14_0 | own15_0 | rival14_0 | ((own_0 | rival_0) & on_board_0);

  // A root in a separate memory is not copied from row to row, but loaded to the game's board.
  wire [31:0] root_row;
  wire load_copy = copy_0 & ROOT_RAM != 0;
  wire tag_row = y_q == 5'd15;
  generate
    if (ROOT_RAM != 0) begin : gen_roots
      (* ram_style = "distributed" *)
      reg [31:0] roots[0:63];
      reg [`INDEX_BITS-1:0] first_q;
      always @(posedge clk_i) begin
        if (load_valid_i)
          roots[{command_i[`COMMAND_ROOT], command_i[`COMMAND_PLAYER], load_row}] <=
              {command_i[`COMMAND_CORNERS], command_i[`COMMAND_ALLOWED]};
        if (seed_we_q) first_q <= job_i[`JOB_FIRST];
      end
      wire [31:0] row = roots[{root_q, y_q}];
      assign root_row = {tag_row ? {{(16 - `INDEX_BITS) {1'b0}}, first_q} : row[31:16], row[15:0]};
    end else begin : gen_no_roots
      assign root_row = {command_i[`COMMAND_CORNERS], command_i[`COMMAND_ALLOWED]};
    end
  endgenerate

  // Row of the tile below the current one.
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

  row_update u_update (
      .clk_i         (clk_i),
      .rst_i         (rst_i),
      .read_board_i  (copy_0 ? {2'b11, root_q} : board_q),
      .board_i       (load_in ? {2'b11, command_i[`COMMAND_ROOT]} : board_q),
      .player_i      (player_0),
      .row_i         (row_0),
      .we_i          (we_0),
      .last_i        (rival14_0 | (copy_0 & y_q == 5'd31 & ~ended_q)),
      .own_i         (own_0),
      .rival_i       (rival_0),
      .masked_i      (own_0 | rival_0 | (load_in & load_row < SIZE) | (load_copy & y_q[3:0] < SIZE)),
      .tiles14_i     (own14_0),
      .tiles15_i     (own15_0),
      .map_i         (own14_0 | rival14_0),
      .load_i        (load_in | load_copy),
      .tag_i         (load_in | load_copy | (copy_0 & tag_row)),
      .value_i       (state_q == VALUE1 | state_q == VALUE2),
      .cells_i       (in_tile ? cells_0 : 5'd0),
      .allowed_i     (root_row[15:0]),
      .corners_i     (root_row[31:16]),
      .first_we_i    (seed_we_q),
      .first_i       (job_i[`JOB_FIRST]),
      .opening_i     (opening_q),
      .tile_i        (tile_q),
      .col_i         (tile_col_q),
      .we_o          (we_o),
      .waddr_o       (waddr_o),
      .wallowed_o    (wallowed_o),
      .wcorners_o    (wcorners_o),
      .settle_o      (settle),
      .settle_board_o(settle_board),
      .ends_o        (ends),
      .tag_o         (result_o[`RESULT_FIRST]),
      .values_o      (values),
      .margin_o      (result_o[`RESULT_MARGIN]),
      .busy_o        (rows_busy)
  );

  assign result_valid_o = report;
  assign result_pick_o = pick_report_q;
  assign pick_none_o = none;
  assign pick_placement_o = placement;
  // The seed goes to move_choice. load_valid_i and turn_we_i give the command.
  wire unused_fields = ^{job_i, command_i};

endmodule

`default_nettype wire
