// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// processor_unit -- results of the processor that take more than a cycle.
//
// Purpose:   Multiplies and divides, a bit a cycle, with the register h beside the result:
//              multiply   h:word = x times y. If the lowest bit of word is 1, h grows by y. Then
//                         both move to the right
//              divide     h:word by y, where word is x. Both move to the left. If h is at least y,
//                         h falls by y, and the bit that moves in is 1
//            The number of bits of y, a word from a port and h take the same way out.
//
//            In a division h is shifted one place to the left, with the next bit of word behind it,
//            so that no logic comes before the adder.
// Interface: first_i    the first cycle of an instruction of kind kind_i. x_i, y_i, kind_i and
//                       divide_i stay until its end. y_i is inverted for a division
//            kind_i     0: count. 1: in_i. 2: h. 3: multiply or divide
//            steps_i    a step of a multiplication or division: in the first cycle and 16 more
//            set_i      h = y_i
//            word_o     the result
// Latency:   1 cycle from first_i to word_o, 17 for multiplication and division.
// Reset:     none needed: first_i begins anew.
// Model:     processor.Machine
`default_nettype none

module processor_unit (
    input  wire        clk_i,
    input  wire        first_i,
    input  wire [ 1:0] kind_i,
    input  wire        steps_i,
    input  wire        divide_i,
    input  wire        set_i,
    input  wire [15:0] x_i,
    input  wire [15:0] y_i,
    input  wire [15:0] in_i,
    output wire [15:0] word_o
);

  reg [16:0] h_q;
  reg left_q;  // h shifted one place to the left
  reg [15:0] word_q;
  wire [15:0] h = left_q ? h_q[16:1] : h_q[15:0];
  assign word_o = word_q;

  // A step: everything except whether y fits into h is known before the adder is done.
  wire [18:0] added = {1'b0, h_q, 1'b1} + {1'b0, divide_i, y_i, divide_i};
  wire fits = added[18] & divide_i & ~first_i;
  wire [16:0] sum = added[17:1];
  wire [16:0] product = word_q[0] ? sum : h_q;
  wire unused = added[0];

  reg [4:0] ones;
  integer i;
  always @* begin
    ones = 5'd0;
    for (i = 0; i < 16; i = i + 1) ones = ones + {4'd0, y_i[i]};
  end

  reg [15:0] begins;
  always @* begin
    case (kind_i)
      2'd0: begins = {11'd0, ones};
      2'd1: begins = in_i;
      2'd2: begins = h;
      default: begins = x_i;
    endcase
  end

  reg [16:0] other;  // the next h, if y does not fit into h
  always @* begin
    if (set_i) other = {1'b0, y_i};
    else if (first_i) other = divide_i ? {h, x_i[15]} : 17'd0;
    else other = divide_i ? {h_q[15:0], word_q[14]} : {1'b0, product[16:1]};
  end

  always @(posedge clk_i) begin
    if (first_i) word_q <= begins;
    else if (steps_i) word_q <= divide_i ? {word_q[14:0], fits} : {product[0], word_q[15:1]};
    if (set_i | steps_i) begin
      h_q <= fits ? {sum[15:0], word_q[14]} : other;
      left_q <= divide_i;
    end
  end

endmodule

`default_nettype wire
