// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// gowin -- models of the Gowin cells that a board's top has beside the RTL.
//
// Purpose:   simulation of whole tops; never synthesised. Plain enough for every simulator; function
//            only, no timing.
// Interface: the vendor's cells (Gowin Clock User Guide, UG286).
// Reset:     none.
// Model:     none.
`default_nettype none
// verilator lint_off DECLFILENAME
// verilator lint_off UNUSEDSIGNAL
// verilator lint_off UNUSEDPARAM

// rPLL -- the clock passes unchanged: a simulation counts clocks, not time.
module rPLL (
    input  wire       CLKIN, CLKFB, RESET, RESET_P,
    input  wire [5:0] IDSEL, FBDSEL, ODSEL,
    input  wire [3:0] PSDA, DUTYDA, FDLY,
    output wire       CLKOUT, LOCK
);
    parameter DEVICE = "GW2A-18C";
    parameter FCLKIN = "100.0";
    parameter IDIV_SEL = 0;
    parameter DYN_IDIV_SEL = "false";
    parameter FBDIV_SEL = 0;
    parameter DYN_FBDIV_SEL = "false";
    parameter ODIV_SEL = 8;
    parameter DYN_ODIV_SEL = "false";
    parameter CLKFB_SEL = "internal";
    parameter DYN_DA_EN = "false";
    assign CLKOUT = CLKIN;
    assign LOCK   = ~(RESET | RESET_P);
endmodule

`default_nettype wire
