// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// move_features -- the features of a move.
//
// Purpose:   Counts the features of a pattern in a window for the prior. A feature is the number of
//            cells that are in both a mask and a plane. The masks are the pattern's cells (@ and
//            x), the cells that share an edge with them (-), and the cells that touch them at a
//            vertex only (+):
//
//              . + - - + .
//              . - @ x - +      beside and diagonal follow from the cells covered,
//              . + - x x -      which are all that pattern_cells knows
//              . . + - - +
//
//            The planes follow from the window, once for all moves of its anchor: the squares
//            allowed and not near, and so on. A further feature is therefore a line or two. Two
//            features are floods, a step in each stage of the pipeline, within the rows and columns
//            around the tile: the player's reach from the new corners, and the rival's reach from
//            the rival's corners, with the tile and without.
// Interface: load_i     take the window: own_i, rival_i, rings_i, two or three bits a cell,
//                       as in expansion.vh, row by row; not again within four cycles
//            pattern_i  the pattern. Its window is the latest one loaded at most two cycles
//                       after it
//            tile_o, beside_o, diagonal_o  the masks
//            features_o  the features, `FEATURE_BITS each, in the order of expansion.vh
// Latency:   3 cycles from pattern_i to tile_o, 10 to features_o; a move every cycle.
// Reset:     none; the pipeline holds data only.
// Model:     twin.MoveWindow.Features, twin.TouchedCells
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module move_features (
    input  wire                                     clk_i,
    input  wire                                     load_i,
    input  wire [ `OWN_BITS*`MOVE_WINDOW_CELLS-1:0] own_i,
    input  wire [`RIVAL_BITS*`MOVE_WINDOW_CELLS-1:0] rival_i,
    input  wire [`RING_BITS*`MOVE_WINDOW_CELLS-1:0] rings_i,
    input  wire [                `PATTERN_BITS-1:0] pattern_i,
    output wire [           `MOVE_WINDOW_CELLS-1:0] tile_o,
    output wire [           `MOVE_WINDOW_CELLS-1:0] beside_o,
    output wire [           `MOVE_WINDOW_CELLS-1:0] diagonal_o,
    output wire [`FEATURE_BITS*`NUM_FEATURES-1:0] features_o
);

  localparam SIDE = `MOVE_WINDOW_SIDE;
  localparam CELLS = `MOVE_WINDOW_CELLS;
  localparam REACH = `ANCHOR_REACH;

  // ---- the planes ------------------------------------------------------------------

  // Planes of the cells covered.
  reg [CELLS-1:0] corner_q, rival_corner_q, rival_near_q, rival_reach_q, rival_allowed_q, border_q;
  // A plane of the cells beside them; corner_q counts for these cells, too.
  reg [CELLS-1:0] allowed_q;
  // Planes of the cells diagonal to them: new corners, new corners that are not near, new
  // corners near the rival's corners, and, weighted by 1 and by 2, the rings that they lie in.
  reg [CELLS-1:0] fresh_q, far_q, contested_q, ring0_q, ring1_q;

  genvar i;
  generate
    for (i = 0; i < CELLS; i = i + 1) begin : gen_plane
      wire [1:0] own = own_i[`OWN_BITS*i+:`OWN_BITS];
      wire [2:0] rival = rival_i[`RIVAL_BITS*i+:`RIVAL_BITS];
      wire [1:0] rings = rings_i[`RING_BITS*i+:`RING_BITS];
      wire fresh = own[1] ^ own[0];  // allowed and no corner
      wire rival_near = rival[2] | (rival[1] & rival[0]);
      always @(posedge clk_i) begin
        if (load_i) begin
          allowed_q[i] <= |own;
          corner_q[i] <= &own;
          rival_corner_q[i] <= rival[2];
          rival_near_q[i] <= rival_near;
          rival_reach_q[i] <= rival[2] | rival[1];
          rival_allowed_q[i] <= |rival;
          border_q[i] <= ~|rings;
          fresh_q[i] <= fresh;
          far_q[i] <= ~own[1] & own[0];
          contested_q[i] <= fresh & rival_near;
          ring0_q[i] <= fresh & rings[0];
          ring1_q[i] <= fresh & rings[1];
        end
      end
    end
  endgenerate

  // ---- the masks -------------------------------------------------------------------

  // Stages 1 and 2: the pattern's cells are fetched.
  wire [`ANCHOR_CELLS-1:0] cells;
  wire [2:0] size;
  wire [1:0] rows_around, cols_around;
  pattern_cells u_cells (
      .clk_i    (clk_i),
      .pattern_i(pattern_i),
      .cells_o  (cells),
      .size_o   (size),
      .rows_o   (rows_around),
      .cols_o   (cols_around)
  );

  // Stage 3: the masks. Around the window goes a border of cells that nothing covers.
`include "anchor_window.vh"
  localparam WIDE = SIDE + 2;
  wire [WIDE*WIDE-1:0] covered;
  genvar k;
  generate
    for (i = 0; i < WIDE * WIDE; i = i + 1) begin : gen_covered
      // The place of the cell, both coordinates plus REACH.
      localparam ROW = i / WIDE - 1;
      localparam COL = i % WIDE - 1;
      wire [`ANCHOR_CELLS-1:0] here;
      for (k = 0; k < `ANCHOR_CELLS; k = k + 1) begin : gen_cell
        assign here[k] = ROW == {28'd0, ANCHOR_ROW[4*k+:4]} & COL == {28'd0, ANCHOR_COL[4*k+:4]} & cells[k];
      end
      assign covered[i] = |here | (ROW == REACH & COL == REACH);
    end
  endgenerate

  reg [CELLS-1:0] tile_q3, beside_q3, diagonal_q3;
  reg [2:0] size_q3, size_q4, size_q5, size_q6;
  generate
    for (i = 0; i < CELLS; i = i + 1) begin : gen_mask
      localparam AT = WIDE * (i / SIDE + 1) + i % SIDE + 1;
      wire beside = covered[AT-WIDE] | covered[AT+WIDE] | covered[AT-1] | covered[AT+1];
      wire diagonal = covered[AT-WIDE-1] | covered[AT-WIDE+1] | covered[AT+WIDE-1] | covered[AT+WIDE+1];
      always @(posedge clk_i) begin
        tile_q3[i] <= covered[AT];
        beside_q3[i] <= beside & ~covered[AT];
        diagonal_q3[i] <= diagonal & ~beside & ~covered[AT];
      end
    end
  endgenerate
  assign tile_o = tile_q3;
  assign beside_o = beside_q3;
  assign diagonal_o = diagonal_q3;
  always @(posedge clk_i) begin
    size_q3 <= size;
    size_q4 <= size_q3;
    size_q5 <= size_q4;
    size_q6 <= size_q5;
  end

  // Rows and columns of the floods: the rows and columns of the tile, and as many around on either
  // side.
  reg [SIDE-1:0] tile_rows, tile_cols, rows_q3, cols_q3;
  integer r, c;
  always @* begin
    tile_rows = {SIDE{1'b0}};
    tile_cols = {SIDE{1'b0}};
    for (r = 0; r < SIDE; r = r + 1)
      for (c = 0; c < SIDE; c = c + 1)
        if (covered[WIDE*(r+1)+c+1]) begin
          tile_rows[r] = 1'b1;
          tile_cols[c] = 1'b1;
        end
  end
  function [SIDE-1:0] spread(input [SIDE-1:0] lines, input [1:0] by);
    reg [SIDE-1:0] one, two, three;
    begin
      one = lines | lines << 1 | lines >> 1;
      two = one | lines << 2 | lines >> 2;
      three = two | lines << 3 | lines >> 3;
      spread = by[1] ? (by[0] ? three : two) : by[0] ? one : lines;
    end
  endfunction
  always @(posedge clk_i) begin
    rows_q3 <= spread(tile_rows, rows_around);
    cols_q3 <= spread(tile_cols, cols_around);
  end

  // ---- stages 4 to 7: floods ----------------------------------------------------------

  reg [CELLS-1:0] gain_q4, free_q4, before_q4, allowed_q4, after_q4, left_q4;
  wire [CELLS-1:0] around;
  generate
    for (i = 0; i < CELLS; i = i + 1) begin : gen_around
      assign around[i] = rows_q3[i/SIDE] & cols_q3[i%SIDE];
    end
  endgenerate
  always @(posedge clk_i) begin
    gain_q4 <= diagonal_q3 & fresh_q;
    free_q4 <= allowed_q & around & ~tile_q3 & ~beside_q3;
    before_q4 <= rival_corner_q & around;
    allowed_q4 <= rival_allowed_q & around;
    after_q4 <= rival_corner_q & around & ~tile_q3;
    left_q4 <= rival_allowed_q & around & ~tile_q3;
  end
  wire [CELLS-1:0] gain_5, free_5, gain_6, unused_free_6;
  window_step u_gain_1 (.clk_i(clk_i), .set_i(gain_q4), .within_i(free_q4), .set_o(gain_5), .within_o(free_5));
  window_step u_gain_2 (.clk_i(clk_i), .set_i(gain_5), .within_i(free_5), .set_o(gain_6), .within_o(unused_free_6));
  wire [CELLS-1:0] before_5, allowed_5, before_6, allowed_6, before_7, unused_allowed_7;
  window_step u_before_1 (.clk_i(clk_i), .set_i(before_q4), .within_i(allowed_q4), .set_o(before_5), .within_o(allowed_5));
  window_step u_before_2 (.clk_i(clk_i), .set_i(before_5), .within_i(allowed_5), .set_o(before_6), .within_o(allowed_6));
  window_step u_before_3 (.clk_i(clk_i), .set_i(before_6), .within_i(allowed_6), .set_o(before_7), .within_o(unused_allowed_7));
  wire [CELLS-1:0] after_5, left_5, after_6, left_6, after_7, unused_left_7;
  window_step u_after_1 (.clk_i(clk_i), .set_i(after_q4), .within_i(left_q4), .set_o(after_5), .within_o(left_5));
  window_step u_after_2 (.clk_i(clk_i), .set_i(after_5), .within_i(left_5), .set_o(after_6), .within_o(left_6));
  window_step u_after_3 (.clk_i(clk_i), .set_i(after_6), .within_i(left_6), .set_o(after_7), .within_o(unused_left_7));

  // The plane of near cells of the moves before, three cycles later than the other planes, for
  // their stage 7.
  reg [CELLS-1:0] near_q, near_late_q;
  reg [2:0] load_q;
  generate
    for (i = 0; i < CELLS; i = i + 1) begin : gen_near
      always @(posedge clk_i) if (load_i) near_q[i] <= own_i[`OWN_BITS*i+1];
    end
  endgenerate
  reg [CELLS-1:0] gained_q7;
  always @(posedge clk_i) begin
    load_q <= {load_q[1:0], load_i};
    if (load_q[2]) near_late_q <= near_q;
    gained_q7 <= gain_6 & ~near_late_q;
  end

  // ---- counts: stages 4 to 6, of floods 8 to 10 ----------------------------------------

  wire [3:0] corners_covered, rival_corners, rival_near, rival_reach, rival_allowed, border;
  wire [3:0] corners_lost, allowed_lost;
  wire [3:0] new_corners, far_corners, contested_ones, rings0, rings1;
  masked_count u_corners_covered (.clk_i(clk_i), .mask_i(tile_q3), .plane_i(corner_q), .count_o(corners_covered));
  masked_count u_rival_corners (.clk_i(clk_i), .mask_i(tile_q3), .plane_i(rival_corner_q), .count_o(rival_corners));
  masked_count u_rival_near (.clk_i(clk_i), .mask_i(tile_q3), .plane_i(rival_near_q), .count_o(rival_near));
  masked_count u_rival_reach (.clk_i(clk_i), .mask_i(tile_q3), .plane_i(rival_reach_q), .count_o(rival_reach));
  masked_count u_rival_allowed (.clk_i(clk_i), .mask_i(tile_q3), .plane_i(rival_allowed_q), .count_o(rival_allowed));
  masked_count u_border (.clk_i(clk_i), .mask_i(tile_q3), .plane_i(border_q), .count_o(border));
  masked_count u_corners_lost (.clk_i(clk_i), .mask_i(beside_q3), .plane_i(corner_q), .count_o(corners_lost));
  masked_count u_allowed_lost (.clk_i(clk_i), .mask_i(beside_q3), .plane_i(allowed_q), .count_o(allowed_lost));
  masked_count u_new_corners (.clk_i(clk_i), .mask_i(diagonal_q3), .plane_i(fresh_q), .count_o(new_corners));
  masked_count u_far_corners (.clk_i(clk_i), .mask_i(diagonal_q3), .plane_i(far_q), .count_o(far_corners));
  masked_count u_contested_ones (.clk_i(clk_i), .mask_i(diagonal_q3), .plane_i(contested_q), .count_o(contested_ones));
  masked_count u_rings0 (.clk_i(clk_i), .mask_i(diagonal_q3), .plane_i(ring0_q), .count_o(rings0));
  masked_count u_rings1 (.clk_i(clk_i), .mask_i(diagonal_q3), .plane_i(ring1_q), .count_o(rings1));

  localparam B = `FEATURE_BITS;
  wire [B-1:0] reach_gained, rival_reach_lost;
  masked_count #(.BITS(B)) u_reach_gained (.clk_i(clk_i), .mask_i(gained_q7), .plane_i({CELLS{1'b1}}), .count_o(reach_gained));
  masked_count #(.BITS(B)) u_rival_reach_lost (.clk_i(clk_i), .mask_i(before_7), .plane_i(~after_7), .count_o(rival_reach_lost));

  function [B-1:0] wide(input [3:0] count);
    wide = {{(B - 4) {1'b0}}, count};
  endfunction
  function [B-1:0] flag(input is);
    flag = {{(B - 1) {1'b0}}, is};
  endfunction
  // Early counts wait for the floods.
  localparam WAIT = 4;
  wire [B*`NUM_FEATURES-1:0] early;
  reg [B*`NUM_FEATURES*WAIT-1:0] early_q;
  always @(posedge clk_i) early_q <= {early_q[B*`NUM_FEATURES*(WAIT-1)-1:0], early};
  assign early[B*`FEATURE_SIZE4+:B] = flag(size_q6[2]);
  assign early[B*`FEATURE_SIZE3+:B] = flag(size_q6[1]);
  assign early[B*`FEATURE_SIZE2+:B] = flag(size_q6[0]);
  assign early[B*`FEATURE_NEW_CORNERS+:B] = wide(new_corners);
  assign early[B*`FEATURE_FAR_CORNERS+:B] = wide(far_corners);
  assign early[B*`FEATURE_CONTESTED_ONES+:B] = wide(contested_ones);
  assign early[B*`FEATURE_CORNERS_LOST+:B] = wide(corners_lost);
  assign early[B*`FEATURE_CORNERS_COVERED+:B] = wide(corners_covered);
  assign early[B*`FEATURE_RIVAL_CORNERS+:B] = wide(rival_corners);
  assign early[B*`FEATURE_RIVAL_ALLOWED+:B] = wide(rival_allowed);
  assign early[B*`FEATURE_RIVAL_NEAR+:B] = wide(rival_near);
  assign early[B*`FEATURE_CENTRE+:B] = wide(rings0) + {wide(rings1) << 1};
  assign early[B*`FEATURE_RIVAL_CORNER_ANY+:B] = flag(|rival_corners);
  assign early[B*`FEATURE_FAR_CORNER_ANY+:B] = flag(|far_corners);
  assign early[B*`FEATURE_ALLOWED_LOST+:B] = wide(allowed_lost);
  assign early[B*`FEATURE_RIVAL_REACH+:B] = wide(rival_reach);
  assign early[B*`FEATURE_BORDER+:B] = wide(border);
  assign early[B*`FEATURE_REACH_GAINED+:B] = {B{1'b0}};
  assign early[B*`FEATURE_RIVAL_REACH_LOST+:B] = {B{1'b0}};
  generate
    for (i = 0; i < `NUM_FEATURES; i = i + 1) begin : gen_feature
      assign features_o[B*i+:B] = i == `FEATURE_REACH_GAINED ? reach_gained
                                : i == `FEATURE_RIVAL_REACH_LOST ? rival_reach_lost
                                : early_q[B*(`NUM_FEATURES*(WAIT-1)+i)+:B];
    end
  endgenerate

endmodule

`default_nettype wire
