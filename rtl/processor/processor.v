// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// processor -- a small 16-bit processor.
//
// Purpose:   Executes the instructions that golden's package processor defines:
//
//              FETCH ------> READ -----------> DECODE ---------> EXECUTE
//              address       the program's     registers or      result to its register, and
//              of a word     memory answers    immediate         to the next operands
//
//            Registers and operands are flip-flops. EXECUTE takes jumps and drops the words that
//            have been fetched meanwhile. An instruction of several cycles stays in EXECUTE and
//            holds all other stages.
// Interface: fetch_o, fetch_address_o  read a word of the program: fetch_data_i has it a cycle
//                       later, until the next fetch
//            address_o  address of the data: data_i has the word there a cycle later
//            store_o    write word_o there
//            port_o     a port: in_i is its word in this cycle. With out_o it gets word_o
//            trace_*_o  for cosimulation: an instruction begins, and its address; a register gets a
//                       word. The flags, V, C, N, Z, are from the beginning of an instruction
// Latency:   instructions take the cycles of processor.LateCycles and so on; the first one begins
//            ResetCycles after the end of the reset.
// Reset:     synchronous: the program begins anew. Registers keep their words.
// Model:     processor.Machine
`default_nettype none
`include "processor.vh"

module processor (
    input  wire        clk_i,
    input  wire        rst_i,
    output wire        fetch_o,
    output wire [10:0] fetch_address_o,
    input  wire [15:0] fetch_data_i,
    output wire [11:0] address_o,
    output wire        store_o,
    output wire [15:0] word_o,
    input  wire [15:0] data_i,
    output wire [ 3:0] port_o,
    output wire        out_o,
    input  wire [15:0] in_i,
    output wire        trace_begin_o,
    output wire [10:0] trace_pc_o,
    output wire        trace_write_o,
    output wire [ 3:0] trace_register_o,
    output wire [15:0] trace_word_o,
    output wire [ 3:0] trace_flags_o
);

  // ---- registers of the stages -------------------------------------------------------

  reg  hold_q;  // EXECUTE goes on with its instruction in the next cycle
  wire go = ~hold_q;
  wire taken;  // the instruction jumps

  // READ
  reg  [10:0] next_q;  // address of the word, which is behind the instruction in DECODE
  reg         read_q;  // a word is being read

  // DECODE
  reg         valid_q;
  reg  [15:0] code_q;
  reg  [ 3:0] from_q;  // register of the first operand

  // EXECUTE
  reg first_q;  // first cycle of an instruction
  reg begun_q;  // EXECUTE has an instruction
  reg [15:0] x_q, y_q;  // operands; the second one is inverted for a subtraction
  reg [3:0] a_q, b_q, c_q;  // digits: result's register or condition, port, offset
  reg write_q;  // the register gets the result
  reg sum_q, logic_q, shift_q, late_q;  // kind of the result; late_q: it comes late
  reg load_q;  // the result comes out of the data memory
  reg [1:0] kind_q;  // the function, the shift, or the kind of late result
  reg less_q, carry_q;  // a difference; with the flag C
  reg flags_q, result_flags_q;  // flags are set: C and V; N and Z
  reg index_q;  // the offset is the first operand, not a digit
  reg unit_q, set_h_q;
  reg jump_q, branch_q;
  reg store_q, out_q;

  // ---- FETCH ---------------------------------------------------------------------------

  wire [10:0] address = taken ? y_q[10:0] : next_q + 11'd1;
  assign fetch_o = go;
  assign fetch_address_o = address;

  // ---- DECODE ----------------------------------------------------------------------------

  wire [3:0] op = code_q[15:12];
  wire [3:0] a = code_q[11:8];
  wire [3:0] b = code_q[7:4];
  wire [3:0] c = code_q[3:0];
  wire [7:0] imm = code_q[7:0];

  wire alu = op == `OP_ALU;
  wire unit = op == `OP_UNIT;
  wire load = op == `OP_LD | op == `OP_LDX | op == `OP_LDA;
  wire store = op == `OP_ST | op == `OP_STA;
  wire jump = op == `OP_JUMP;
  wire branch = op == `OP_BRANCH;
  wire multiply = unit & c == `UNIT_MUL;
  wire divide = unit & c == `UNIT_DIV;
  wire late_unit = unit & (c == `UNIT_MUL | c == `UNIT_DIV | c == `UNIT_GETH | c == `UNIT_IN);
  wire count = alu & c == `ALU_POP;
  wire late = load | late_unit | count;

  wire compare = alu & c == `ALU_CMP | op == `OP_CMPI;
  wire with_carry = alu & (c == `ALU_ADC | c == `ALU_SBC);
  wire less = alu & (c == `ALU_SUB | c == `ALU_SBC | c == `ALU_CMP | c == `ALU_NEG) | op == `OP_CMPI;
  wire sum = less | alu & (c == `ALU_ADD | c == `ALU_ADC) | op == `OP_ADDI;
  wire inverted = less | alu & c == `ALU_ANDN | divide;
  wire bits = alu & (c == `ALU_AND | c == `ALU_OR | c == `ALU_XOR | c == `ALU_ANDN) | op == `OP_ANDI;
  wire shift = alu & (c == `ALU_SHL | c == `ALU_SHR | c == `ALU_ROR | c == `ALU_SAR) | op == `OP_SHIFT;
  wire move = alu & c == `ALU_MOV | op == `OP_LDI | op == `OP_LUI;

  // Functions of the logic; a move is an OR with 0.
  localparam [1:0] AND = 2'd0;
  localparam [1:0] OR = 2'd1;
  localparam [1:0] XOR = 2'd2;
  localparam [1:0] FIRST = 2'd3;  // operand
  // Kinds of late results.
  localparam [1:0] COUNT = 2'd0;
  localparam [1:0] IN = 2'd1;
  localparam [1:0] HIGH = 2'd2;
  localparam [1:0] STEPS = 2'd3;  // steps of the unit
  reg [1:0] kind;
  always @* begin
    kind = FIRST;
    if (shift) kind = alu ? c[1:0] - 2'd2 : b[1:0];  // the functions in the order of the shifts
    if (move) kind = OR;
    if (op == `OP_ANDI) kind = AND;
    if (alu & (c == `ALU_AND | c == `ALU_ANDN)) kind = AND;
    if (alu & c == `ALU_OR) kind = OR;
    if (alu & c == `ALU_XOR) kind = XOR;
    if (count) kind = COUNT;
    if (unit) kind = c == `UNIT_IN ? IN : c == `UNIT_GETH ? HIGH : STEPS;
  end

  wire register_b = alu | unit | op == `OP_LD | op == `OP_ST | op == `OP_LDX;
  wire signed_imm = op == `OP_ADDI | op == `OP_CMPI;
  reg [15:0] immediate;
  always @* begin
    immediate = {{8{signed_imm & imm[7]}}, imm};
    if (op == `OP_LUI) immediate = {imm, 8'd0};
    if (jump) immediate = {5'd0, code_q[10:0]};
    if (branch) immediate = {5'd0, next_q + {{3{imm[7]}}, imm}};
  end

  // ---- the registers -----------------------------------------------------------------------

  (* ram_style = "registers" *)  // read at once, and block RAM is short
  reg [15:0] registers[0:15];
  wire [15:0] shifted, other;  // one of them is 0, the two are the result of the first cycle
  wire [15:0] result = shifted | other;
  wire [15:0] late_result;
  wire [15:0] word = late_q ? late_result : result;
  wire write = write_q & go;
  // The register itself has it a cycle later: the way to all of them is long.
  reg written_q;
  reg [3:0] written_a_q;
  reg [15:0] written_word_q;
  always @(posedge clk_i) begin
    written_q <= write;
    written_a_q <= a_q;
    written_word_q <= word;
    if (written_q) registers[written_a_q] <= written_word_q;
  end

  // An operand is the result that EXECUTE makes now, which comes last, or an earlier word.
  wire same_x = write_q & a_q == from_q;
  wire same_y = write_q & a_q == b;
  wire [15:0] register_x = written_q & written_a_q == from_q ? written_word_q : registers[from_q];
  wire [15:0] register_y = written_q & written_a_q == b ? written_word_q : registers[b];
  wire [15:0] there_x = same_x & late_q ? late_result : register_x;
  wire [15:0] there_y = same_y & late_q ? late_result : register_y;
  wire zero_low = move & op != `OP_LUI | alu & c == `ALU_NEG;
  wire zero_high = move | alu & c == `ALU_NEG;
  wire just_low = same_x & ~late_q & ~zero_low & ~jump;
  wire just_high = same_x & ~late_q & ~zero_high & ~jump;
  wire just_y = same_y & ~late_q & register_b;
  wire [15:0] just_x = {{8{just_high}}, {8{just_low}}};
  wire [15:0] before_x = jump ? {5'd0, next_q} : there_x & {{8{~zero_high}}, {8{~zero_low}}};
  wire [15:0] before_y = (register_b ? there_y : immediate) ^ {16{inverted}};
  wire [15:0] x = (just_x & result) | (~just_x & before_x);
  wire [15:0] y = just_y ? result ^ {16{inverted}} : before_y;

  // ---- EXECUTE --------------------------------------------------------------------------------

  reg c_flag_q, v_flag_q;
  reg [15:0] last_q;  // the result that set N and Z
  wire z_flag = last_q == 16'd0;
  wire n_flag = last_q[15];

  // The condition of a jump holds.
  reg holds;
  always @* begin
    case (a_q)
      `IF_EQ: holds = z_flag;
      `IF_NE: holds = ~z_flag;
      `IF_LO: holds = c_flag_q;
      `IF_HS: holds = ~c_flag_q;
      `IF_LT: holds = n_flag != v_flag_q;
      `IF_GE: holds = n_flag == v_flag_q;
      `IF_MI: holds = n_flag;
      `IF_PL: holds = ~n_flag;
      `IF_AL: holds = 1'b1;
      `IF_HI: holds = ~c_flag_q & ~z_flag;
      `IF_LS: holds = c_flag_q | z_flag;
      `IF_GT: holds = n_flag == v_flag_q & ~z_flag;
      `IF_LE: holds = n_flag != v_flag_q | z_flag;
      default: holds = 1'b0;
    endcase
  end
  assign taken = jump_q | branch_q & holds;

  // The adder: its lowest place makes the carry that comes in.
  wire carry_in = less_q ^ (carry_q & c_flag_q);
  wire [17:0] added = {1'b0, x_q, 1'b1} + {1'b0, y_q, carry_in};
  wire [15:0] added_word = added[16:1];
  wire unused_place = added[0];

  // Shifts: all of them rotate to the right, and keep some of the bits.
  wire left = kind_q == `SHIFT_SHL;
  wire arithmetic = kind_q == `SHIFT_SAR;
  wire rotates = kind_q == `SHIFT_ROR;
  wire [3:0] by = y_q[3:0] ^ {left & |y_q[2:0], left & |y_q[1:0], left & y_q[0], 1'b0};
  wire [15:0] by1 = by[0] ? {x_q[0], x_q[15:1]} : x_q;
  wire [15:0] by2 = by[1] ? {by1[1:0], by1[15:2]} : by1;
  wire [15:0] by4 = by[2] ? {by2[3:0], by2[15:4]} : by2;
  wire [15:0] by8 = by[3] ? {by4[7:0], by4[15:8]} : by4;
  wire [15:0] kept = rotates ? 16'hffff : left ? 16'hffff << y_q[3:0] : 16'hffff >> y_q[3:0];
  wire [15:0] keep = kept & {16{shift_q}};
  wire [15:0] fill = ~kept & {16{shift_q & arithmetic & x_q[15]}};
  assign shifted = by8 & keep;

  // The other results of the first cycle.
  reg [15:0] logical;
  always @* begin
    case (kind_q)
      AND: logical = x_q & y_q;
      OR: logical = x_q | y_q;
      XOR: logical = x_q ^ y_q;
      default: logical = x_q;
    endcase
  end
  assign other = fill | ({16{sum_q}} & added_word) | ({16{logic_q}} & logical);

  // The late ones.
  wire [15:0] unit_result;
  processor_unit u_unit (
      .clk_i   (clk_i),
      .first_i (first_q),
      .kind_i  (kind_q),
      .steps_i (unit_q & hold_q),
      .divide_i(less_q),
      .set_i   (set_h_q),
      .x_i     (x_q),
      .y_i     (y_q),
      .in_i    (in_i),
      .word_o  (unit_result)
  );
  assign late_result = load_q ? data_i : unit_result;

  // Data.
  assign address_o = y_q[11:0] + (index_q ? x_q[11:0] : {8'd0, c_q});
  assign word_o = x_q;
  assign store_o = store_q;
  assign port_o = b_q;
  assign out_o = out_q;

  // ---- next state ----------------------------------------------------------------------------

  reg  [3:0] step_q;
  wire enters = valid_q & ~taken;
  always @(posedge clk_i) begin
    first_q <= go;
    step_q  <= first_q ? 4'd0 : step_q + 4'd1;
    hold_q  <= go ? enters & late : unit_q & (first_q | step_q != 4'd15);
    if (go) begin
      next_q <= address;
      read_q <= 1'b1;
      valid_q <= read_q & ~taken;
      code_q <= fetch_data_i;
      from_q <= fetch_data_i[15:12] == `OP_LDX ? fetch_data_i[3:0] : fetch_data_i[11:8];

      begun_q <= enters;
      x_q <= x;
      y_q <= y;
      a_q <= jump ? `LINK : a;
      b_q <= b;
      c_q <= op == `OP_LD | op == `OP_ST ? c : 4'd0;
      write_q <= enters & ((sum & ~compare) | bits | shift | move | late | jump & a[3]);
      sum_q <= sum;
      logic_q <= bits | move | jump;
      shift_q <= shift;
      late_q <= late;
      load_q <= load;
      kind_q <= kind;
      less_q <= less | divide;
      carry_q <= with_carry;
      flags_q <= enters & sum;
      result_flags_q <= enters & (sum | bits | shift | count);
      index_q <= op == `OP_LDX;
      unit_q <= enters & (multiply | divide);
      set_h_q <= enters & unit & c == `UNIT_SETH;
      jump_q <= enters & (jump | unit & c == `UNIT_JR);
      branch_q <= enters & branch;
      store_q <= enters & store;
      out_q <= enters & unit & c == `UNIT_OUT;
    end
    if (flags_q) begin
      c_flag_q <= added[17] ^ less_q;
      v_flag_q <= (x_q[15] ^ added_word[15]) & (y_q[15] ^ added_word[15]);
    end
    if (result_flags_q & go) last_q <= word;

    if (rst_i) begin
      hold_q <= 1'b0;
      next_q <= 11'h7ff;  // the word behind it is the first one
      read_q <= 1'b0;
      valid_q <= 1'b0;
      begun_q <= 1'b0;
      write_q <= 1'b0;
      flags_q <= 1'b0;
      result_flags_q <= 1'b0;
      unit_q <= 1'b0;
      set_h_q <= 1'b0;
      jump_q <= 1'b0;
      branch_q <= 1'b0;
      store_q <= 1'b0;
      out_q <= 1'b0;
    end
  end

  // ---- trace ------------------------------------------------------------------------------------

  reg [10:0] pc_q;
  always @(posedge clk_i) if (go) pc_q <= next_q - 11'd1;
  assign trace_begin_o = begun_q & first_q;
  assign trace_pc_o = pc_q;
  assign trace_write_o = write;
  assign trace_register_o = a_q;
  assign trace_word_o = word;
  assign trace_flags_o = {v_flag_q, c_flag_q, n_flag, z_flag};

endmodule

`default_nettype wire
