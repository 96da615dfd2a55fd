// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// hidden_maps -- the weights of all squares of a position, on their way to the banks.
//
// Purpose:   Goes through the squares of the board, one a cycle, row by row, and looks their weights
//            for the hidden units up, in all roles. The three roles of a square leave in three cycles,
//            so each column of banks gets a word in three cycles of seven:
//
//              cycle            5            6            7            8
//              square 0      covered        edge       diagonal
//              square 1                   covered        edge       diagonal
//              square 2                                covered        edge
//
// Interface: own_we_i, rival_we_i, wrow_i  write the levels of a row: own_i, rival_i, two and three
//                       bits a square, as in expansion.vh. Each row must be there when its turn comes
//            start_i    begin with row 0, from the next cycle on. A walk under way ends: its last
//                       writes come in the next cycle
//            row_o      the row in work, `BOARD_SIZE after the last one
//            we_o       a write to bank (r, c): bit `HIDDEN_BANKS * r + c
//            waddr_o, wdata_o  for each column of banks: the entry, and the weights
// Latency:   5 cycles from start_i to the first write, then a square a cycle.
// Reset:     none: start_i.
// Model:     twin.HiddenMaps
`default_nettype none
`include "constants.vh"
`include "expansion.vh"

module hidden_maps (
    input  wire                                                clk_i,
    input  wire                                                own_we_i,
    input  wire                                                rival_we_i,
    input  wire [                                         3:0] wrow_i,
    input  wire [               `OWN_BITS*`BOARD_SIZE-1:0] own_i,
    input  wire [             `RIVAL_BITS*`BOARD_SIZE-1:0] rival_i,
    input  wire                                                start_i,
    output wire [                                         3:0] row_o,
    output wire [            `HIDDEN_BANKS*`HIDDEN_BANKS-1:0] we_o,
    output wire [                         4*`HIDDEN_BANKS-1:0] waddr_o,
    output wire [`SQUARE_BITS*`HIDDEN_UNITS*`HIDDEN_BANKS-1:0] wdata_o
);

  localparam SIZE = `BOARD_SIZE;
  localparam BANKS = `HIDDEN_BANKS;
  localparam OWN = `OWN_BITS;
  localparam RIVAL = `RIVAL_BITS;
  localparam W = `SQUARE_BITS * `HIDDEN_UNITS;

`include "rings.vh"

  (* ram_style = "distributed" *)
  reg [OWN*SIZE-1:0] own_rows[0:15];
  (* ram_style = "distributed" *)
  reg [RIVAL*SIZE-1:0] rival_rows[0:15];
  always @(posedge clk_i) begin
    if (own_we_i) own_rows[wrow_i] <= own_i;
    if (rival_we_i) rival_rows[wrow_i] <= rival_i;
  end

  // The walk. A row and a column lie in a bank, 1 of 7, and in its lower or upper half.
  reg [3:0] row_q, col_q;
  reg [BANKS-1:0] row_bank_q, col_bank_q;
  reg row_half_q, col_half_q;
  wire active = row_q != SIZE;
  wire last = col_q == SIZE - 1;
  wire bank_last = col_bank_q[BANKS-1];
  always @(posedge clk_i) begin
    if (active) begin
      col_q <= last ? 4'd0 : col_q + 4'd1;
      col_bank_q <= {col_bank_q[BANKS-2:0], bank_last};
      col_half_q <= col_half_q ^ bank_last;
      if (last) begin
        row_q <= row_q + 4'd1;
        row_bank_q <= {row_bank_q[BANKS-2:0], row_bank_q[BANKS-1]};
        row_half_q <= row_half_q ^ row_bank_q[BANKS-1];
      end
    end
    if (start_i) begin
      row_q <= 4'd0;
      col_q <= 4'd0;
      row_bank_q <= 1;
      col_bank_q <= 1;
      row_half_q <= 1'b0;
      col_half_q <= 1'b0;
    end
  end
  assign row_o = row_q;

  // Stage 1: the code of the square. The row's squares move down as the walk goes on.
  reg [OWN*(SIZE-1)-1:0] own_q;
  reg [RIVAL*(SIZE-1)-1:0] rival_q;
  wire [OWN*SIZE-1:0] own = col_q == 4'd0 ? own_rows[row_q] : {{OWN{1'b0}}, own_q};
  wire [RIVAL*SIZE-1:0] rival = col_q == 4'd0 ? rival_rows[row_q] : {{RIVAL{1'b0}}, rival_q};
  wire [1:0] row_rings = rings(row_q);
  wire [1:0] col_rings = rings(col_q);
  reg [`CODE_BITS-1:0] code_q;
  always @(posedge clk_i) begin
    own_q <= own[OWN*SIZE-1:OWN];
    rival_q <= rival[RIVAL*SIZE-1:RIVAL];
    code_q <= {row_rings < col_rings ? row_rings : col_rings, rival[RIVAL-1:0], own[OWN-1:0]};
  end

  // Stages 3 to 5: the weights, a role in each.
  wire [W-1:0] covered, beside, diagonal;
  square_weights u_weights (
      .clk_i     (clk_i),
      .code_i    (code_q),
      .covered_o (covered),
      .edge_o    (beside),
      .diagonal_o(diagonal)
  );
  // The square of each stage: whether there is one, and where it goes.
  localparam PLACE = 2 * BANKS + 2;
  reg valid_q1, valid_q2, valid_q3, valid_q4, valid_q5;
  reg [PLACE-1:0] place_q1, place_q2, place_q3, place_q4, place_q5;
  always @(posedge clk_i) begin
    {valid_q1, valid_q2, valid_q3, valid_q4, valid_q5} <= start_i ? 5'd0 : {active, valid_q1, valid_q2, valid_q3, valid_q4};
    place_q1 <= {row_bank_q, col_bank_q, row_half_q, col_half_q};
    place_q2 <= place_q1;
    place_q3 <= place_q2;
    place_q4 <= place_q3;
    place_q5 <= place_q4;
  end

  // The roles meet in different columns of banks.
  reg [BANKS*BANKS-1:0] we_q;
  reg [4*BANKS-1:0] waddr_q;
  reg [W*BANKS-1:0] wdata_q;
  genvar c;
  generate
    for (c = 0; c < BANKS; c = c + 1) begin : gen_column
      wire is_covered = valid_q3 & place_q3[2+c];
      wire is_beside = valid_q4 & place_q4[2+c];
      wire is_diagonal = valid_q5 & place_q5[2+c];
      integer r;
      always @(posedge clk_i) begin
        for (r = 0; r < BANKS; r = r + 1)
          we_q[BANKS*r+c] <= (is_covered & place_q3[2+BANKS+r]) | (is_beside & place_q4[2+BANKS+r])
                           | (is_diagonal & place_q5[2+BANKS+r]);
        waddr_q[4*c+:4] <= is_covered ? {2'd1, place_q3[1:0]} : is_beside ? {2'd2, place_q4[1:0]} : {2'd3, place_q5[1:0]};
        wdata_q[W*c+:W] <= is_covered ? covered : is_beside ? beside : diagonal;
      end
    end
  endgenerate
  assign we_o = we_q;
  assign waddr_o = waddr_q;
  assign wdata_o = wdata_q;

endmodule

`default_nettype wire
