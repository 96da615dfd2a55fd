// memories -- memories of every shape that becomes another mode of a device's block RAM, side by side.
// Purpose:   the cell models' test: the netlist of this must equal this.
// Interface: one write port for all, at wa_i; one read port for all, at ra_i; be_i enables bytes of the widest.
// Latency:   y_rom_o two clocks, y_dist_o none, y_late_o half a clock (falling edge), the others one clock.
// Reset:     none.
`default_nettype none

module memories (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        we_i,
    input  wire        re_i,
    input  wire [3:0]  be_i,
    input  wire [13:0] wa_i,
    input  wire [13:0] ra_i,
    input  wire [35:0] data_i,
    output reg  [7:0]  y_rom_o,
    output reg  [15:0] y16_o,
    output reg  [7:0]  y8_o,
    output reg  [3:0]  y4_o,
    output reg  [1:0]  y2_o,
    output reg         y1_o,
    output reg  [35:0] y36_o,
    output reg  [17:0] y18_o,
    output reg  [8:0]  y9_o,
    output reg  [15:0] y_late_o,
    output wire [3:0]  y_dist_o,
    output reg  [31:0] y_product_o
);
    // What some of them start with; the others start as 0.
    function [35:0] first(input [35:0] address);
        first = (address * 36'h9_E377_9B97) ^ (address << 7);
    endfunction

    (* rom_style = "block" *) reg [7:0] rom [0:511];
    (* ram_style = "block" *) reg [15:0] m16 [0:255];
    (* ram_style = "block" *) reg [7:0] m8 [0:511];
    (* ram_style = "block" *) reg [3:0] m4 [0:1023];
    (* ram_style = "block" *) reg [1:0] m2 [0:2047];
    (* ram_style = "block" *) reg m1 [0:16383];
    (* ram_style = "block" *) reg [35:0] m36 [0:511];
    (* ram_style = "block" *) reg [17:0] m18 [0:1023];
    (* ram_style = "block" *) reg [8:0] m9 [0:2047];
    (* ram_style = "block" *) reg [15:0] mlate [0:255];
    reg [3:0] mdist [0:15];
    integer i, j, k;
    initial for (i = 0; i < 512; i = i + 1) rom[i] = first(i);
    initial for (j = 0; j < 256; j = j + 1) m16[j] = first(j);
    initial for (k = 0; k < 512; k = k + 1) m36[k] = first(k);

    reg [7:0] rom_q;
    always @(posedge clk_i) begin
        rom_q   <= rom[ra_i[8:0]];
        y_rom_o <= rom_q;
    end

    always @(posedge clk_i) begin
        if (we_i) begin
            m16[wa_i[7:0]]   <= data_i[15:0];
            m8[wa_i[8:0]]    <= data_i[7:0];
            m4[wa_i[9:0]]    <= data_i[3:0];
            m2[wa_i[10:0]]   <= data_i[1:0];
            m1[wa_i]         <= data_i[0];
            m9[wa_i[10:0]]   <= data_i[8:0];
            mdist[wa_i[3:0]] <= data_i[3:0];
            mlate[wa_i[7:0]] <= data_i[15:0];
            if (be_i[0]) m36[wa_i[8:0]][8:0] <= data_i[8:0];
            if (be_i[1]) m36[wa_i[8:0]][17:9] <= data_i[17:9];
            if (be_i[2]) m36[wa_i[8:0]][26:18] <= data_i[26:18];
            if (be_i[3]) m36[wa_i[8:0]][35:27] <= data_i[35:27];
        end
        if (re_i) begin
            y16_o <= m16[ra_i[7:0]];
            y8_o  <= m8[ra_i[8:0]];
            y4_o  <= m4[ra_i[9:0]];
            y2_o  <= m2[ra_i[10:0]];
            y1_o  <= m1[ra_i];
            y36_o <= m36[ra_i[8:0]];
            y9_o  <= m9[ra_i[10:0]];
        end
    end

    // One port to read or write, as a stack has it; a reset clears what is read.
    always @(posedge clk_i) begin
        if (re_i) begin
            if (we_i) begin
                if (be_i[0]) m18[wa_i[9:0]][8:0] <= data_i[8:0];
                if (be_i[1]) m18[wa_i[9:0]][17:9] <= data_i[17:9];
            end else y18_o <= m18[wa_i[9:0]];
        end
        if (rst_i) y18_o <= 18'd0;
    end

    always @(negedge clk_i) y_late_o <= mlate[ra_i[7:0]];

    assign y_dist_o = mdist[ra_i[3:0]];

    always @(posedge clk_i) y_product_o <= data_i[15:0] * data_i[31:16];
endmodule

`default_nettype wire
