// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// ecp5 -- models of the ECP5 cells that Yosys leaves in a netlist.
//
// Purpose:   simulation of netlists; never synthesised. Plain enough for every simulator; function
//            only, no timing.
// Interface: the vendor's cells (Lattice FPGA Libraries Reference Guide) and Project Trellis'
//            (TRELLIS_*).
// Reset:     flip-flops and block RAM start with their values after configuration.
// Model:     the RTL before synthesis: a netlist with these cells equals it.
`default_nettype none
// verilator lint_off DECLFILENAME
// verilator lint_off UNUSEDSIGNAL
// verilator lint_off UNUSEDPARAM
// verilator lint_off MULTITOP
// verilator lint_off MULTIDRIVEN

module LUT4 (input wire A, B, C, D, output wire Z);
    parameter [15:0] INIT = 16'h0000;
    assign Z = INIT[{D, C, B, A}];
endmodule

module PFUMX (input wire ALUT, BLUT, C0, output wire Z);
    assign Z = C0 ? ALUT : BLUT;
endmodule

module L6MUX21 (input wire D0, D1, SD, output wire Z);
    assign Z = SD ? D1 : D0;
endmodule

module INV (input wire A, output wire Z);
    assign Z = ~A;
endmodule

// CCU2C -- two bits of a carry chain. A bit whose LUT gives 1 passes the carry; else its carry is
// the output of the LUT's lowest quarter. INJECT1 cuts a bit off the chain.
module CCU2C (
    input  wire CIN, A0, B0, C0, D0, A1, B1, C1, D1,
    output wire S0, S1, COUT
);
    parameter [15:0] INIT0 = 16'h0000;
    parameter [15:0] INIT1 = 16'h0000;
    parameter INJECT1_0 = "YES";
    parameter INJECT1_1 = "YES";
    wire pass0 = INIT0[{D0, C0, B0, A0}];
    wire pass1 = INIT1[{D1, C1, B1, A1}];
    wire make0 = INJECT1_0 == "YES" ? 1'b0 : INIT0[{2'b00, B0, A0}];
    wire make1 = INJECT1_1 == "YES" ? 1'b0 : INIT1[{2'b00, B1, A1}];
    wire carry = pass0 ? CIN : make0;
    assign S0   = pass0 ^ (INJECT1_0 == "YES" ? 1'b0 : CIN);
    assign S1   = pass1 ^ (INJECT1_1 == "YES" ? 1'b0 : carry);
    assign COUT = pass1 ? carry : make1;
endmodule

// TRELLIS_FF -- LSR resets or sets by REGSET, with or without the clock; the enable does not gate
// it.
module TRELLIS_FF (input wire CLK, LSR, CE, DI, M, output wire Q);
    parameter GSR     = "ENABLED";
    parameter CEMUX   = "1";
    parameter CLKMUX  = "CLK";
    parameter LSRMUX  = "LSR";
    parameter SRMODE  = "LSR_OVER_CE";
    parameter REGSET  = "RESET";
    parameter LSRMODE = "LSR";
    localparam VALUE = REGSET == "SET" ? 1'b1 : 1'b0;
    wire clk = CLKMUX == "INV" ? ~CLK : CLK;
    wire lsr = LSRMUX == "INV" ? ~LSR : LSR;
    wire ce  = CEMUX == "1" ? 1'b1 : CEMUX == "0" ? 1'b0 : CEMUX == "INV" ? ~CE : CE;
    reg  q   = VALUE;
    generate
        if (SRMODE == "ASYNC") begin : gen_async
            always @(posedge clk, posedge lsr)
                if (lsr) q <= VALUE;
                else if (ce) q <= DI;
        end else begin : gen_sync
            always @(posedge clk)
                if (lsr) q <= VALUE;
                else if (ce) q <= DI;
        end
    endgenerate
    assign Q = q;
endmodule

// TRELLIS_DPR16X4 -- 16 words of 4 bits, written at the clock, read at once.
module TRELLIS_DPR16X4 (
    input  wire [3:0] DI, WAD, RAD,
    input  wire       WRE, WCK,
    output wire [3:0] DO
);
    parameter WCKMUX = "WCK";
    parameter WREMUX = "WRE";
    parameter [63:0] INITVAL = 64'd0;
    wire clk   = WCKMUX == "INV" ? ~WCK : WCK;
    wire write = WREMUX == "1" ? 1'b1 : WREMUX == "0" ? 1'b0 : WREMUX == "INV" ? ~WRE : WRE;
    reg [3:0] memory [0:15];
    integer   i;
    initial for (i = 0; i < 16; i = i + 1) memory[i] = INITVAL[4 * i +: 4];
    always @(posedge clk) if (write) memory[WAD] <= DI;
    assign DO = memory[RAD];
endmodule

// EHXPLLL -- the clock passes unchanged: a simulation counts clocks, not time.
module EHXPLLL (
    input  wire CLKI, CLKFB, RST, STDBY, PHASESEL0, PHASESEL1, PHASEDIR, PHASESTEP, PHASELOADREG, PLLWAKESYNC, ENCLKOP,
    output wire CLKOP, CLKOS, LOCK
);
    parameter PLLRST_ENA = "DISABLED";
    parameter INTFB_WAKE = "DISABLED";
    parameter STDBY_ENABLE = "DISABLED";
    parameter DPHASE_SOURCE = "DISABLED";
    parameter OUTDIVIDER_MUXA = "DIVA";
    parameter OUTDIVIDER_MUXB = "DIVB";
    parameter OUTDIVIDER_MUXC = "DIVC";
    parameter OUTDIVIDER_MUXD = "DIVD";
    parameter CLKI_DIV = 1;
    parameter CLKFB_DIV = 1;
    parameter FEEDBK_PATH = "CLKOP";
    parameter CLKOP_ENABLE = "ENABLED";
    parameter CLKOP_DIV = 1;
    parameter CLKOP_CPHASE = 0;
    parameter CLKOP_FPHASE = 0;
    parameter CLKOS_ENABLE = "DISABLED";
    parameter CLKOS_DIV = 1;
    parameter CLKOS_CPHASE = 0;
    parameter CLKOS_FPHASE = 0;
    assign CLKOP = CLKI;
    assign CLKOS = CLKI;
    assign LOCK  = ~RST;
endmodule

// MULT18X18D -- product of two 18-bit numbers at once: without its registers, as Yosys infers it.
module MULT18X18D (
    input wire
        A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0, B17, B16, B15, B14, B13,
        B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0, C17, C16, C15, C14, C13, C12, C11, C10, C9, C8, C7,
        C6, C5, C4, C3, C2, C1, C0, SIGNEDA, SIGNEDB, SOURCEA, SOURCEB,
    output wire
        P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15,
        P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
);
    wire [17:0] a = {
        A17, A16, A15, A14, A13, A12, A11, A10, A9, A8, A7, A6, A5, A4, A3, A2, A1, A0
    };
    wire [17:0] b = {
        B17, B16, B15, B14, B13, B12, B11, B10, B9, B8, B7, B6, B5, B4, B3, B2, B1, B0
    };
    wire signed [18:0] a_signed = {SIGNEDA & a[17], a};
    wire signed [18:0] b_signed = {SIGNEDB & b[17], b};
    wire signed [37:0] product = a_signed * b_signed;
    assign {
        P35, P34, P33, P32, P31, P30, P29, P28, P27, P26, P25, P24, P23, P22, P21, P20, P19, P18, P17, P16, P15,
        P14, P13, P12, P11, P10, P9, P8, P7, P6, P5, P4, P3, P2, P1, P0
    } = product[35:0];
endmodule

// DP16KD -- 1024 rows of 18 bits, two ports to read and write, each 1, 2, 4, 9, 18 or 36 bits wide.
//
// A row is two bytes of 9 bits; widths up to 4 use the lower 8. The address counts single bits, so
// its top is the row. Where a width leaves low bits unused, they carry the bytes' write enables:
//
//   width    1            2           4           9         18            36
//   word   AD[13:0]     AD[13:1]    AD[13:2]    AD[13:3]  AD[13:4]      AD[13:5]
//   bytes    -            -           -           -       AD[1:0]       AD[3:0]
//
// Port A writes a 36-bit word with the data of A (low row) and B (high row); port B reads it on DOA
// (low) and DOB (high). INITVAL_xx holds 16 rows, each in 20 bits. WRITEMODE selects the output of
// a writing port: NORMAL keeps it, WRITETHROUGH shows the new data, READBEFOREWRITE the old.
// REGMODE OUTREG adds a register, enabled by OCE. A synchronous reset clears the output. The chip
// selects are taken as met.
module DP16KD (
    input wire
        DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2,
        DIA1, DIA0, ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0, CEA,
        OCEA, CLKA, WEA, RSTA, CSA2, CSA1, CSA0,
    output wire
        DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2,
        DOA1, DOA0,
    input wire
        DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2,
        DIB1, DIB0, ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0, CEB,
        OCEB, CLKB, WEB, RSTB, CSB2, CSB1, CSB0,
    output wire
        DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2,
        DOB1, DOB0
);
    parameter DATA_WIDTH_A = 18;
    parameter DATA_WIDTH_B = 18;
    parameter REGMODE_A = "NOREG";
    parameter REGMODE_B = "NOREG";
    parameter RESETMODE = "SYNC";
    parameter ASYNC_RESET_RELEASE = "SYNC";
    parameter CSDECODE_A = "0b000";
    parameter CSDECODE_B = "0b000";
    parameter WRITEMODE_A = "NORMAL";
    parameter WRITEMODE_B = "NORMAL";
    parameter CLKAMUX = "CLKA";
    parameter CLKBMUX = "CLKB";
    parameter GSR = "ENABLED";

    parameter [319:0] INITVAL_00 = 320'd0;
    parameter [319:0] INITVAL_01 = 320'd0;
    parameter [319:0] INITVAL_02 = 320'd0;
    parameter [319:0] INITVAL_03 = 320'd0;
    parameter [319:0] INITVAL_04 = 320'd0;
    parameter [319:0] INITVAL_05 = 320'd0;
    parameter [319:0] INITVAL_06 = 320'd0;
    parameter [319:0] INITVAL_07 = 320'd0;
    parameter [319:0] INITVAL_08 = 320'd0;
    parameter [319:0] INITVAL_09 = 320'd0;
    parameter [319:0] INITVAL_0A = 320'd0;
    parameter [319:0] INITVAL_0B = 320'd0;
    parameter [319:0] INITVAL_0C = 320'd0;
    parameter [319:0] INITVAL_0D = 320'd0;
    parameter [319:0] INITVAL_0E = 320'd0;
    parameter [319:0] INITVAL_0F = 320'd0;
    parameter [319:0] INITVAL_10 = 320'd0;
    parameter [319:0] INITVAL_11 = 320'd0;
    parameter [319:0] INITVAL_12 = 320'd0;
    parameter [319:0] INITVAL_13 = 320'd0;
    parameter [319:0] INITVAL_14 = 320'd0;
    parameter [319:0] INITVAL_15 = 320'd0;
    parameter [319:0] INITVAL_16 = 320'd0;
    parameter [319:0] INITVAL_17 = 320'd0;
    parameter [319:0] INITVAL_18 = 320'd0;
    parameter [319:0] INITVAL_19 = 320'd0;
    parameter [319:0] INITVAL_1A = 320'd0;
    parameter [319:0] INITVAL_1B = 320'd0;
    parameter [319:0] INITVAL_1C = 320'd0;
    parameter [319:0] INITVAL_1D = 320'd0;
    parameter [319:0] INITVAL_1E = 320'd0;
    parameter [319:0] INITVAL_1F = 320'd0;
    parameter [319:0] INITVAL_20 = 320'd0;
    parameter [319:0] INITVAL_21 = 320'd0;
    parameter [319:0] INITVAL_22 = 320'd0;
    parameter [319:0] INITVAL_23 = 320'd0;
    parameter [319:0] INITVAL_24 = 320'd0;
    parameter [319:0] INITVAL_25 = 320'd0;
    parameter [319:0] INITVAL_26 = 320'd0;
    parameter [319:0] INITVAL_27 = 320'd0;
    parameter [319:0] INITVAL_28 = 320'd0;
    parameter [319:0] INITVAL_29 = 320'd0;
    parameter [319:0] INITVAL_2A = 320'd0;
    parameter [319:0] INITVAL_2B = 320'd0;
    parameter [319:0] INITVAL_2C = 320'd0;
    parameter [319:0] INITVAL_2D = 320'd0;
    parameter [319:0] INITVAL_2E = 320'd0;
    parameter [319:0] INITVAL_2F = 320'd0;
    parameter [319:0] INITVAL_30 = 320'd0;
    parameter [319:0] INITVAL_31 = 320'd0;
    parameter [319:0] INITVAL_32 = 320'd0;
    parameter [319:0] INITVAL_33 = 320'd0;
    parameter [319:0] INITVAL_34 = 320'd0;
    parameter [319:0] INITVAL_35 = 320'd0;
    parameter [319:0] INITVAL_36 = 320'd0;
    parameter [319:0] INITVAL_37 = 320'd0;
    parameter [319:0] INITVAL_38 = 320'd0;
    parameter [319:0] INITVAL_39 = 320'd0;
    parameter [319:0] INITVAL_3A = 320'd0;
    parameter [319:0] INITVAL_3B = 320'd0;
    parameter [319:0] INITVAL_3C = 320'd0;
    parameter [319:0] INITVAL_3D = 320'd0;
    parameter [319:0] INITVAL_3E = 320'd0;
    parameter [319:0] INITVAL_3F = 320'd0;
    localparam [20479:0] INIT = {
        INITVAL_3F, INITVAL_3E, INITVAL_3D, INITVAL_3C, INITVAL_3B, INITVAL_3A, INITVAL_39, INITVAL_38, INITVAL_37,
        INITVAL_36, INITVAL_35, INITVAL_34, INITVAL_33, INITVAL_32, INITVAL_31, INITVAL_30, INITVAL_2F, INITVAL_2E,
        INITVAL_2D, INITVAL_2C, INITVAL_2B, INITVAL_2A, INITVAL_29, INITVAL_28, INITVAL_27, INITVAL_26, INITVAL_25,
        INITVAL_24, INITVAL_23, INITVAL_22, INITVAL_21, INITVAL_20, INITVAL_1F, INITVAL_1E, INITVAL_1D, INITVAL_1C,
        INITVAL_1B, INITVAL_1A, INITVAL_19, INITVAL_18, INITVAL_17, INITVAL_16, INITVAL_15, INITVAL_14, INITVAL_13,
        INITVAL_12, INITVAL_11, INITVAL_10, INITVAL_0F, INITVAL_0E, INITVAL_0D, INITVAL_0C, INITVAL_0B, INITVAL_0A,
        INITVAL_09, INITVAL_08, INITVAL_07, INITVAL_06, INITVAL_05, INITVAL_04, INITVAL_03, INITVAL_02, INITVAL_01,
        INITVAL_00
    };

    wire [17:0] data_a = {
        DIA17, DIA16, DIA15, DIA14, DIA13, DIA12, DIA11, DIA10, DIA9, DIA8, DIA7, DIA6, DIA5, DIA4, DIA3, DIA2,
        DIA1, DIA0
    };
    wire [17:0] data_b = {
        DIB17, DIB16, DIB15, DIB14, DIB13, DIB12, DIB11, DIB10, DIB9, DIB8, DIB7, DIB6, DIB5, DIB4, DIB3, DIB2,
        DIB1, DIB0
    };
    wire [13:0] addr_a = {
        ADA13, ADA12, ADA11, ADA10, ADA9, ADA8, ADA7, ADA6, ADA5, ADA4, ADA3, ADA2, ADA1, ADA0
    };
    wire [13:0] addr_b = {
        ADB13, ADB12, ADB11, ADB10, ADB9, ADB8, ADB7, ADB6, ADB5, ADB4, ADB3, ADB2, ADB1, ADB0
    };
    wire clk_a = CLKAMUX == "INV" ? ~CLKA : CLKA;
    wire clk_b = CLKBMUX == "INV" ? ~CLKB : CLKB;

    reg [17:0] memory [0:1023];
    integer    row;
    initial for (row = 0; row < 1024; row = row + 1) memory[row] = INIT[20 * row +: 18];

    // A narrow word within its row: shift and mask. Widths up to 4 skip every ninth bit.
    function [4:0] place(input integer width, input [13:0] addr);
        case (width)
            1: place = {1'b0, addr[3:0]} + {4'd0, addr[3]};
            2: place = {1'b0, addr[3:1], 1'b0} + {4'd0, addr[3]};
            4: place = {1'b0, addr[3:2], 2'b00} + {4'd0, addr[3]};
            9: place = addr[3] ? 5'd9 : 5'd0;
            default: place = 5'd0;
        endcase
    endfunction
    function [17:0] ones(input integer width);
        ones = width >= 18 ? 18'h3ffff : (18'd1 << width) - 18'd1;
    endfunction
    // The bits of a row that a write changes.
    function [17:0] written(input integer width, input [13:0] addr);
        if (width >= 18) written = {{9{addr[1]}}, {9{addr[0]}}};
        else written = ones(width) << place(width, addr);
    endfunction

    wire [9:0] row_a = DATA_WIDTH_A == 36 ? {addr_a[13:5], 1'b0} : addr_a[13:4];
    wire [9:0] row_b = DATA_WIDTH_B == 36 ? {addr_b[13:5], 1'b0} : addr_b[13:4];
    wire [17:0] mask_a  = written(DATA_WIDTH_A, addr_a);
    wire [17:0] mask_b  = written(DATA_WIDTH_B, addr_b);
    wire [17:0] mask_hi = {{9{addr_a[3]}}, {9{addr_a[2]}}};
    wire [17:0] next_a  = (memory[row_a] & ~mask_a) | ((data_a << place(DATA_WIDTH_A, addr_a)) & mask_a);
    wire [17:0] next_b  = (memory[row_b] & ~mask_b) | ((data_b << place(DATA_WIDTH_B, addr_b)) & mask_b);

    // Data read, before the optional register; port B's 36-bit read fills the low half too.
    reg [17:0] read_a = 18'd0;
    reg [17:0] read_b = 18'd0;
    reg [17:0] read_low = 18'd0;

    always @(posedge clk_a) begin
        if (CEA && WEA) begin
            memory[row_a] <= next_a;
            if (DATA_WIDTH_A == 36)
                memory[row_a | 10'd1] <= (memory[row_a | 10'd1] & ~mask_hi) | (data_b & mask_hi);
        end
        if (CEA && (!WEA || WRITEMODE_A != "NORMAL"))
            read_a <= ((WEA && WRITEMODE_A == "WRITETHROUGH" ? next_a : memory[row_a])
                >> place(DATA_WIDTH_A, addr_a)) & ones(DATA_WIDTH_A);
        if (RSTA && RESETMODE == "SYNC") read_a <= 18'd0;
    end

    always @(posedge clk_b) begin
        if (CEB && WEB && DATA_WIDTH_B != 36) memory[row_b] <= next_b;
        if (CEB && (!WEB || WRITEMODE_B != "NORMAL")) begin
            if (DATA_WIDTH_B == 36) begin
                read_low <= memory[row_b];
                read_b   <= memory[row_b | 10'd1];
            end else
                read_b <= ((WEB && WRITEMODE_B == "WRITETHROUGH" ? next_b : memory[row_b])
                    >> place(DATA_WIDTH_B, addr_b)) & ones(DATA_WIDTH_B);
        end
        if (RSTB && RESETMODE == "SYNC") begin
            read_low <= 18'd0;
            read_b   <= 18'd0;
        end
    end

    // The optional registers. In a 36-bit read both halves follow port B.
    reg [17:0] out_a = 18'd0;
    reg [17:0] out_b = 18'd0;
    reg [17:0] out_low = 18'd0;
    always @(posedge clk_a) begin
        if (OCEA) out_a <= read_a;
        if (RSTA && RESETMODE == "SYNC") out_a <= 18'd0;
    end
    always @(posedge clk_b) begin
        if (OCEB) begin
            out_b   <= read_b;
            out_low <= read_low;
        end
        if (RSTB && RESETMODE == "SYNC") begin
            out_b   <= 18'd0;
            out_low <= 18'd0;
        end
    end
    wire [17:0] port_a = REGMODE_A == "OUTREG" ? out_a : read_a;
    wire [17:0] port_b = REGMODE_B == "OUTREG" ? out_b : read_b;
    wire [17:0] low    = REGMODE_B == "OUTREG" ? out_low : read_low;
    assign {
        DOA17, DOA16, DOA15, DOA14, DOA13, DOA12, DOA11, DOA10, DOA9, DOA8, DOA7, DOA6, DOA5, DOA4, DOA3, DOA2,
        DOA1, DOA0
    } = DATA_WIDTH_B == 36 ? low : port_a;
    assign {
        DOB17, DOB16, DOB15, DOB14, DOB13, DOB12, DOB11, DOB10, DOB9, DOB8, DOB7, DOB6, DOB5, DOB4, DOB3, DOB2,
        DOB1, DOB0
    } = port_b;
endmodule

`default_nettype wire
