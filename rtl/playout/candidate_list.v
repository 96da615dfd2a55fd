// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// candidate_list -- the candidates of a search, and the sums of their values.
//
// Purpose:   A RAM holds a word for each candidate: the sum of the values of its
//            playouts, and the next remaining candidate, so that the remaining
//            candidates are a chain through the RAM. The list adds the results of
//            playouts to the sums as they come. A value is the result's margin, cut
//            to -CLIP_MARGIN..CLIP_MARGIN.
// Interface: index_i     the candidate to read; next_o and sum_o are its word
//            clear_i     the word of index_i gets the sum 0, and its next candidate
//                        is the one after it in the order of moves
//            link_i      index_i becomes the next candidate in the word of
//                        link_index_i
//            result_valid_i, result_index_i, result_margin_i  a playout of that
//                        candidate has ended, with that margin for the player to
//                        move. Results come at most every second cycle. The list reads
//                        the result's word instead of index_i's. No clear_i or link_i
//                        while busy_o
//            busy_o      a result is on its way into its sum
// Latency:   a word is there 1 cycle after its index, 2 with RAM_REG. A result is
//            in its sum 2 cycles after it came, 3 with RAM_REG.
// Reset:     no results on their way; the words keep their contents.
// Model:     search.MonteCarloConfig
`default_nettype none
`include "constants.vh"

module candidate_list #(
    parameter RAM_REG = 0
) (
    input  wire                       clk_i,
    input  wire                       rst_i,
    input  wire [`CANDIDATE_BITS-1:0] index_i,
    output wire [`CANDIDATE_BITS-1:0] next_o,
    output wire [      `SUM_BITS-1:0] sum_o,
    input  wire                       clear_i,
    input  wire                       link_i,
    input  wire [`CANDIDATE_BITS-1:0] link_index_i,
    input  wire                       result_valid_i,
    input  wire [`CANDIDATE_BITS-1:0] result_index_i,
    input  wire [   `MARGIN_BITS-1:0] result_margin_i,
    output wire                       busy_o
);

  localparam INDEX = `CANDIDATE_BITS;
  localparam SUM = `SUM_BITS;
  localparam VALUE = `VALUE_BITS;
  localparam [INDEX-1:0] ONE = 1;

  // The value of a result: its margin if all bits above the value's bits equal the sign; else the
  // value farthest from 0 on the margin's side.
  wire sign = result_margin_i[`MARGIN_BITS-1];
  wire big = result_margin_i[`MARGIN_BITS-1:VALUE-1] != {(`MARGIN_BITS - VALUE + 1) {sign}};
  wire [VALUE-1:0] cut = big ? {sign, {(VALUE - 1) {~sign}}} : result_margin_i[VALUE-1:0];

  // ---------------------------------------------------------------- the words
  (* ram_style = "block", no_rw_check *)
  reg [INDEX+SUM-1:0] words[0:(1<<INDEX)-1];
  reg [INDEX+SUM-1:0] read_q;

  // The word that was read, and the value of its result.
  reg [INDEX-1:0] read_index_q;
  reg arrived_q;
  reg [VALUE-1:0] clipped_q;

  // The word that is there, and whether it gets a value.
  wire update;
  wire [INDEX-1:0] word_index;
  wire [VALUE-1:0] value;

  wire [INDEX-1:0] read_index = result_valid_i ? result_index_i : index_i;
  wire [INDEX-1:0] write_index = update ? word_index : link_i ? link_index_i : index_i;
  wire [SUM-1:0] write_sum = clear_i ? {SUM{1'b0}} : sum_o + {{(SUM - VALUE) {value[VALUE-1]}}, value};
  wire [INDEX-1:0] write_next = clear_i ? index_i + ONE : index_i;

  always @(posedge clk_i) begin
    read_q <= words[read_index];
    read_index_q <= read_index;
    arrived_q <= result_valid_i & ~rst_i;
    // -CLIP_MARGIN - 1 looks like a big margin below 0: it becomes -CLIP_MARGIN, too.
    clipped_q <= cut | {{(VALUE - 1) {1'b0}}, cut == {1'b1, {(VALUE - 1) {1'b0}}}};
    if (clear_i | update) words[write_index][SUM-1:0] <= write_sum;
    if (clear_i | link_i) words[write_index][SUM+:INDEX] <= write_next;
  end

  // Without the register behind the RAM a sum is written before the next one is
  // read; with it, in the same cycle.
  generate
    if (RAM_REG != 0) begin : gen_ram_reg
      reg missed_q;  // the sum that was read was just being written
      reg [SUM-1:0] last_sum_q;
      reg [INDEX+SUM-1:0] word_q;
      reg [INDEX-1:0] word_index_q;
      reg update_q;
      reg [VALUE-1:0] value_q;
      always @(posedge clk_i) begin
        missed_q <= update & word_index == read_index;
        last_sum_q <= write_sum;
        word_q <= {read_q[SUM+:INDEX], missed_q ? last_sum_q : read_q[SUM-1:0]};
        word_index_q <= read_index_q;
        update_q <= arrived_q & ~rst_i;
        value_q <= clipped_q;
      end
      assign {next_o, sum_o} = word_q;
      assign {update, word_index, value} = {update_q, word_index_q, value_q};
    end else begin : gen_no_ram_reg
      assign {next_o, sum_o} = read_q;
      assign {update, word_index, value} = {arrived_q, read_index_q, clipped_q};
    end
  endgenerate

  assign busy_o = arrived_q | update;

endmodule

`default_nettype wire
