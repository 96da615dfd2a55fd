// processor_unit -- the results of the processor that take more than a cycle.
//
// Purpose:   Multiplies and divides, a bit a cycle, with the register h beside the result:
//              multiply   h:word = x times y: where the lowest bit of word is 1, y is added to h, and both
//                         move to the right
//              divide     of h:word, word being x: both move to the left, and y is taken off h if that leaves
//                         no less than 0: then the bit that moves in is 1
//            The number of bits of y, a word from a port and h take the same way out.
// Interface: first_i    the first cycle of an instruction: what kind_i says is begun; x_i, y_i, kind_i and
//                       divide_i stay as long as it takes. y_i is inverted for a division
//            kind_i     0: count; 1: in_i; 2: h; 3: multiply or divide
//            steps_i    of multiplication and division: in the first cycle and 16 more
//            set_i      h = y_i
//            word_o     the result
// Latency:   1 cycle from first_i to word_o; of multiplication and division 17.
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

  reg [15:0] h_q, word_q;
  assign word_o = word_q;

  // A step.
  wire [16:0] rest = divide_i ? {h_q, word_q[15]} : {1'b0, h_q};
  wire [18:0] added = {1'b0, rest, 1'b1} + {1'b0, divide_i, y_i, divide_i};
  wire takes = divide_i ? added[18] : word_q[0];
  wire [16:0] after = takes ? added[17:1] : rest;
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
      2'd2: begins = h_q;
      default: begins = x_i;
    endcase
  end

  always @(posedge clk_i) begin
    if (first_i) word_q <= begins;
    else if (steps_i) word_q <= divide_i ? {word_q[14:0], takes} : {after[0], word_q[15:1]};
    if (set_i) h_q <= y_i;
    else if (steps_i) begin
      if (first_i & ~divide_i) h_q <= 16'd0;
      if (~first_i) h_q <= divide_i ? after[15:0] : after[16:1];
    end
  end

endmodule

`default_nettype wire
