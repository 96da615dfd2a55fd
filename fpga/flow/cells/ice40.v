// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// ice40 -- models of the iCE40 cells that Yosys and icebox_vlog leave in a netlist.
//
// Purpose:   simulation of netlists and of Verilog read back from a bitstream; never synthesised.
//            Plain enough for every simulator; function only, no timing.
// Interface: as the vendor's cells (Lattice iCE Technology Library).
// Reset:     flip-flops and block RAM start with their values after configuration.
// Model:     the RTL before synthesis: a netlist with these cells equals it.
`default_nettype none
// verilator lint_off DECLFILENAME
// verilator lint_off UNUSEDSIGNAL
// verilator lint_off UNUSEDPARAM
// verilator lint_off MULTITOP

module SB_LUT4 (output wire O, input wire I0, I1, I2, I3);
    parameter [15:0] LUT_INIT = 16'h0000;
    assign O = LUT_INIT[{I3, I2, I1, I0}];
endmodule

module SB_CARRY (output wire CO, input wire I0, I1, CI);
    assign CO = (I0 & I1) | ((I0 | I1) & CI);
endmodule

module SB_GB (output wire GLOBAL_BUFFER_OUTPUT, input wire USER_SIGNAL_TO_GLOBAL_BUFFER);
    assign GLOBAL_BUFFER_OUTPUT = USER_SIGNAL_TO_GLOBAL_BUFFER;
endmodule

// SB_PLL40_CORE -- the clock passes unchanged: a simulation counts clocks, not time.
module SB_PLL40_CORE (
    input  wire REFERENCECLK, RESETB, BYPASS,
    output wire PLLOUTCORE, PLLOUTGLOBAL, LOCK
);
    parameter FEEDBACK_PATH = "SIMPLE";
    parameter DIVR = 4'd0;
    parameter DIVF = 7'd0;
    parameter DIVQ = 3'd0;
    parameter FILTER_RANGE = 3'd0;
    assign PLLOUTCORE   = REFERENCECLK;
    assign PLLOUTGLOBAL = REFERENCECLK;
    assign LOCK         = RESETB;
endmodule

// SB_PLL40_PAD -- the same with the clock at the PLL's own pad.
module SB_PLL40_PAD (
    input  wire PACKAGEPIN, RESETB, BYPASS,
    output wire PLLOUTCORE, PLLOUTGLOBAL, LOCK
);
    parameter FEEDBACK_PATH = "SIMPLE";
    parameter DIVR = 4'd0;
    parameter DIVF = 7'd0;
    parameter DIVQ = 3'd0;
    parameter FILTER_RANGE = 3'd0;
    assign PLLOUTCORE   = PACKAGEPIN;
    assign PLLOUTGLOBAL = PACKAGEPIN;
    assign LOCK         = RESETB;
endmodule

// Flip-flops. In the name: N clocked by the falling edge, E with enable, then SR or SS for a
// synchronous reset or set, R or S for an asynchronous one. The synchronous ones act under the
// enable; all start as 0.

module SB_DFF (output reg Q = 1'b0, input wire C, D);
    always @(posedge C) Q <= D;
endmodule

module SB_DFFSR (output reg Q = 1'b0, input wire C, R, D);
    always @(posedge C) Q <= R ? 1'b0 : D;
endmodule

module SB_DFFSS (output reg Q = 1'b0, input wire C, S, D);
    always @(posedge C) Q <= S ? 1'b1 : D;
endmodule

module SB_DFFR (output reg Q = 1'b0, input wire C, R, D);
    always @(posedge C, posedge R) if (R) Q <= 1'b0; else Q <= D;
endmodule

module SB_DFFS (output reg Q = 1'b0, input wire C, S, D);
    always @(posedge C, posedge S) if (S) Q <= 1'b1; else Q <= D;
endmodule

module SB_DFFE (output reg Q = 1'b0, input wire C, E, D);
    always @(posedge C) if (E) Q <= D;
endmodule

module SB_DFFESR (output reg Q = 1'b0, input wire C, E, R, D);
    always @(posedge C) if (E) Q <= R ? 1'b0 : D;
endmodule

module SB_DFFESS (output reg Q = 1'b0, input wire C, E, S, D);
    always @(posedge C) if (E) Q <= S ? 1'b1 : D;
endmodule

module SB_DFFER (output reg Q = 1'b0, input wire C, E, R, D);
    always @(posedge C, posedge R) if (R) Q <= 1'b0; else if (E) Q <= D;
endmodule

module SB_DFFES (output reg Q = 1'b0, input wire C, E, S, D);
    always @(posedge C, posedge S) if (S) Q <= 1'b1; else if (E) Q <= D;
endmodule

module SB_DFFN (output reg Q = 1'b0, input wire C, D);
    always @(negedge C) Q <= D;
endmodule

module SB_DFFNSR (output reg Q = 1'b0, input wire C, R, D);
    always @(negedge C) Q <= R ? 1'b0 : D;
endmodule

module SB_DFFNSS (output reg Q = 1'b0, input wire C, S, D);
    always @(negedge C) Q <= S ? 1'b1 : D;
endmodule

module SB_DFFNR (output reg Q = 1'b0, input wire C, R, D);
    always @(negedge C, posedge R) if (R) Q <= 1'b0; else Q <= D;
endmodule

module SB_DFFNS (output reg Q = 1'b0, input wire C, S, D);
    always @(negedge C, posedge S) if (S) Q <= 1'b1; else Q <= D;
endmodule

module SB_DFFNE (output reg Q = 1'b0, input wire C, E, D);
    always @(negedge C) if (E) Q <= D;
endmodule

module SB_DFFNESR (output reg Q = 1'b0, input wire C, E, R, D);
    always @(negedge C) if (E) Q <= R ? 1'b0 : D;
endmodule

module SB_DFFNESS (output reg Q = 1'b0, input wire C, E, S, D);
    always @(negedge C) if (E) Q <= S ? 1'b1 : D;
endmodule

module SB_DFFNER (output reg Q = 1'b0, input wire C, E, R, D);
    always @(negedge C, posedge R) if (R) Q <= 1'b0; else if (E) Q <= D;
endmodule

module SB_DFFNES (output reg Q = 1'b0, input wire C, E, S, D);
    always @(negedge C, posedge S) if (S) Q <= 1'b1; else if (E) Q <= D;
endmodule

// SB_RAM40_4K -- 4 Kbit, one port to read and one to write, each 16, 8, 4 or 2 bits wide (MODE 0 to
// 3).
//
// A row has 16 bits; ADDR[7:0] selects it. A narrow port sees every 2nd, 4th or 8th bit, selected
// by ADDR[10:8], and spreads its data over the 16 wires:
//
//   mode 0   wires 15..0             mode 2   wires 13, 9, 5, 1   bits 4i + ADDR[9:8]
//   mode 1   wires 14, 12, .. 0      mode 3   wires 11, 3         bits 8i + ADDR[10:8]
//            bits 2i + ADDR[8]
module SB_RAM40_4K (
    output wire [15:0] RDATA,
    input  wire        RCLK, RCLKE, RE,
    input  wire [10:0] RADDR,
    input  wire        WCLK, WCLKE, WE,
    input  wire [10:0] WADDR,
    input  wire [15:0] MASK, WDATA
);
    parameter READ_MODE  = 0;
    parameter WRITE_MODE = 0;

    parameter [255:0] INIT_0 = 256'd0;
    parameter [255:0] INIT_1 = 256'd0;
    parameter [255:0] INIT_2 = 256'd0;
    parameter [255:0] INIT_3 = 256'd0;
    parameter [255:0] INIT_4 = 256'd0;
    parameter [255:0] INIT_5 = 256'd0;
    parameter [255:0] INIT_6 = 256'd0;
    parameter [255:0] INIT_7 = 256'd0;
    parameter [255:0] INIT_8 = 256'd0;
    parameter [255:0] INIT_9 = 256'd0;
    parameter [255:0] INIT_A = 256'd0;
    parameter [255:0] INIT_B = 256'd0;
    parameter [255:0] INIT_C = 256'd0;
    parameter [255:0] INIT_D = 256'd0;
    parameter [255:0] INIT_E = 256'd0;
    parameter [255:0] INIT_F = 256'd0;
    localparam [4095:0] INIT = {
        INIT_F, INIT_E, INIT_D, INIT_C, INIT_B, INIT_A, INIT_9, INIT_8,
        INIT_7, INIT_6, INIT_5, INIT_4, INIT_3, INIT_2, INIT_1, INIT_0
    };

    reg [15:0] memory [0:255];
    integer    row;
    initial for (row = 0; row < 256; row = row + 1) memory[row] = INIT[16 * row +: 16];

    // Write: spread data over the row, and keep the masked and unaddressed bits.
    reg [15:0] spread, keep;
    integer    i;
    always @* begin
        spread = WDATA;
        keep   = MASK;
        for (i = 0; i < 16; i = i + 1) begin
            case (WRITE_MODE)
                1: begin
                    spread[i] = WDATA[i & ~1];
                    keep[i]   = (i & 1) != {31'd0, WADDR[8]};
                end
                2: begin
                    spread[i] = WDATA[(i & ~3) + 1];
                    keep[i]   = (i & 3) != {30'd0, WADDR[9:8]};
                end
                3: begin
                    spread[i] = WDATA[(i & ~7) + 3];
                    keep[i]   = (i & 7) != {29'd0, WADDR[10:8]};
                end
                default: ;
            endcase
        end
    end
    always @(posedge WCLK)
        if (WE && WCLKE) memory[WADDR[7:0]] <= (spread & ~keep) | (memory[WADDR[7:0]] & keep);

    // Read: the row and which of its bits, both at the clock.
    reg [15:0] row_q   = 16'd0;
    reg [2:0]  which_q = 3'd0;
    always @(posedge RCLK)
        if (RE && RCLKE) begin
            row_q   <= memory[RADDR[7:0]];
            which_q <= RADDR[10:8];
        end
    reg [15:0] data;
    integer    j;
    always @* begin
        data = READ_MODE == 0 ? row_q : 16'd0;
        for (j = 0; j < 8; j = j + 1) begin
            if (READ_MODE == 1) data[2 * j] = row_q[2 * j + {31'd0, which_q[0]}];
            if (READ_MODE == 2 && j < 4) data[(4 * j + 1) & 15] = row_q[(4 * j + {30'd0, which_q[1:0]}) & 15];
            if (READ_MODE == 3 && j < 2) data[(8 * j + 3) & 15] = row_q[(8 * j + {29'd0, which_q}) & 15];
        end
    end
    assign RDATA = data;
endmodule

// SB_RAM40_4KNR -- the same, read at the falling edge.
module SB_RAM40_4KNR (
    output wire [15:0] RDATA,
    input  wire        RCLKN, RCLKE, RE,
    input  wire [10:0] RADDR,
    input  wire        WCLK, WCLKE, WE,
    input  wire [10:0] WADDR,
    input  wire [15:0] MASK, WDATA
);
    parameter READ_MODE  = 0;
    parameter WRITE_MODE = 0;
    parameter [255:0] INIT_0 = 256'd0;
    parameter [255:0] INIT_1 = 256'd0;
    parameter [255:0] INIT_2 = 256'd0;
    parameter [255:0] INIT_3 = 256'd0;
    parameter [255:0] INIT_4 = 256'd0;
    parameter [255:0] INIT_5 = 256'd0;
    parameter [255:0] INIT_6 = 256'd0;
    parameter [255:0] INIT_7 = 256'd0;
    parameter [255:0] INIT_8 = 256'd0;
    parameter [255:0] INIT_9 = 256'd0;
    parameter [255:0] INIT_A = 256'd0;
    parameter [255:0] INIT_B = 256'd0;
    parameter [255:0] INIT_C = 256'd0;
    parameter [255:0] INIT_D = 256'd0;
    parameter [255:0] INIT_E = 256'd0;
    parameter [255:0] INIT_F = 256'd0;
    SB_RAM40_4K #(
        .READ_MODE(READ_MODE), .WRITE_MODE(WRITE_MODE),
        .INIT_0(INIT_0), .INIT_1(INIT_1), .INIT_2(INIT_2), .INIT_3(INIT_3),
        .INIT_4(INIT_4), .INIT_5(INIT_5), .INIT_6(INIT_6), .INIT_7(INIT_7),
        .INIT_8(INIT_8), .INIT_9(INIT_9), .INIT_A(INIT_A), .INIT_B(INIT_B),
        .INIT_C(INIT_C), .INIT_D(INIT_D), .INIT_E(INIT_E), .INIT_F(INIT_F)
    ) u_ram (
        .RDATA(RDATA), .RCLK(~RCLKN), .RCLKE(RCLKE), .RE(RE), .RADDR(RADDR),
        .WCLK(WCLK), .WCLKE(WCLKE), .WE(WE), .WADDR(WADDR), .MASK(MASK), .WDATA(WDATA)
    );
endmodule

// SB_RAM40_4KNW -- the same, written at the falling edge.
module SB_RAM40_4KNW (
    output wire [15:0] RDATA,
    input  wire        RCLK, RCLKE, RE,
    input  wire [10:0] RADDR,
    input  wire        WCLKN, WCLKE, WE,
    input  wire [10:0] WADDR,
    input  wire [15:0] MASK, WDATA
);
    parameter READ_MODE  = 0;
    parameter WRITE_MODE = 0;
    parameter [255:0] INIT_0 = 256'd0;
    parameter [255:0] INIT_1 = 256'd0;
    parameter [255:0] INIT_2 = 256'd0;
    parameter [255:0] INIT_3 = 256'd0;
    parameter [255:0] INIT_4 = 256'd0;
    parameter [255:0] INIT_5 = 256'd0;
    parameter [255:0] INIT_6 = 256'd0;
    parameter [255:0] INIT_7 = 256'd0;
    parameter [255:0] INIT_8 = 256'd0;
    parameter [255:0] INIT_9 = 256'd0;
    parameter [255:0] INIT_A = 256'd0;
    parameter [255:0] INIT_B = 256'd0;
    parameter [255:0] INIT_C = 256'd0;
    parameter [255:0] INIT_D = 256'd0;
    parameter [255:0] INIT_E = 256'd0;
    parameter [255:0] INIT_F = 256'd0;
    SB_RAM40_4K #(
        .READ_MODE(READ_MODE), .WRITE_MODE(WRITE_MODE),
        .INIT_0(INIT_0), .INIT_1(INIT_1), .INIT_2(INIT_2), .INIT_3(INIT_3),
        .INIT_4(INIT_4), .INIT_5(INIT_5), .INIT_6(INIT_6), .INIT_7(INIT_7),
        .INIT_8(INIT_8), .INIT_9(INIT_9), .INIT_A(INIT_A), .INIT_B(INIT_B),
        .INIT_C(INIT_C), .INIT_D(INIT_D), .INIT_E(INIT_E), .INIT_F(INIT_F)
    ) u_ram (
        .RDATA(RDATA), .RCLK(RCLK), .RCLKE(RCLKE), .RE(RE), .RADDR(RADDR),
        .WCLK(~WCLKN), .WCLKE(WCLKE), .WE(WE), .WADDR(WADDR), .MASK(MASK), .WDATA(WDATA)
    );
endmodule

// SB_RAM40_4KNRNW -- the same, read and written at the falling edge.
module SB_RAM40_4KNRNW (
    output wire [15:0] RDATA,
    input  wire        RCLKN, RCLKE, RE,
    input  wire [10:0] RADDR,
    input  wire        WCLKN, WCLKE, WE,
    input  wire [10:0] WADDR,
    input  wire [15:0] MASK, WDATA
);
    parameter READ_MODE  = 0;
    parameter WRITE_MODE = 0;
    parameter [255:0] INIT_0 = 256'd0;
    parameter [255:0] INIT_1 = 256'd0;
    parameter [255:0] INIT_2 = 256'd0;
    parameter [255:0] INIT_3 = 256'd0;
    parameter [255:0] INIT_4 = 256'd0;
    parameter [255:0] INIT_5 = 256'd0;
    parameter [255:0] INIT_6 = 256'd0;
    parameter [255:0] INIT_7 = 256'd0;
    parameter [255:0] INIT_8 = 256'd0;
    parameter [255:0] INIT_9 = 256'd0;
    parameter [255:0] INIT_A = 256'd0;
    parameter [255:0] INIT_B = 256'd0;
    parameter [255:0] INIT_C = 256'd0;
    parameter [255:0] INIT_D = 256'd0;
    parameter [255:0] INIT_E = 256'd0;
    parameter [255:0] INIT_F = 256'd0;
    SB_RAM40_4K #(
        .READ_MODE(READ_MODE), .WRITE_MODE(WRITE_MODE),
        .INIT_0(INIT_0), .INIT_1(INIT_1), .INIT_2(INIT_2), .INIT_3(INIT_3),
        .INIT_4(INIT_4), .INIT_5(INIT_5), .INIT_6(INIT_6), .INIT_7(INIT_7),
        .INIT_8(INIT_8), .INIT_9(INIT_9), .INIT_A(INIT_A), .INIT_B(INIT_B),
        .INIT_C(INIT_C), .INIT_D(INIT_D), .INIT_E(INIT_E), .INIT_F(INIT_F)
    ) u_ram (
        .RDATA(RDATA), .RCLK(~RCLKN), .RCLKE(RCLKE), .RE(RE), .RADDR(RADDR),
        .WCLK(~WCLKN), .WCLKE(WCLKE), .WE(WE), .WADDR(WADDR), .MASK(MASK), .WDATA(WDATA)
    );
endmodule

`default_nettype wire
