// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// loopback_chip -- sends every received byte back, changed by a table and through a buffer.
// Purpose:   the smallest design with a chip module's ports that has everything a flow must handle:
//            logic, carry chains, a block RAM as ROM, a block RAM as memory. For tests of the board
//            flow.
// Interface: uart_rx_i, uart_tx_o at BAUD, 8N1; led_o counts the bytes received.
// Latency:   answer's start bit at most 10 bit times + 12 clocks after the request's start bit,
//            while the buffer is empty.
// Reset:     rst_i, synchronous.
// Model:     byte b -> (7*b + 3) mod 256 (loopbackByte in fpga's tests).
`default_nettype none

module loopback_chip #(
    parameter CLK_HZ = 12_000_000,
    parameter BAUD   = 115_200
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       uart_rx_i,
    output wire       uart_tx_o,
    output wire [7:0] led_o
);
    localparam BIT_CLKS = (CLK_HZ + BAUD / 2) / BAUD;

    wire       rx_valid;
    wire [7:0] rx_byte;
    wire       tx_valid;
    wire       tx_ready;
    wire [7:0] tx_byte;

    // The table takes two clocks, so the valid bit does too.
    reg  [1:0] valid_q;
    wire [7:0] table_byte;
    always @(posedge clk_i) begin
        valid_q <= {valid_q[0], rx_valid};
        if (rst_i) valid_q <= 2'b00;
    end

    reg [7:0] count_q;
    always @(posedge clk_i) begin
        if (rx_valid) count_q <= count_q + 8'd1;
        if (rst_i) count_q <= 8'd0;
    end
    assign led_o = count_q;

    loopback_rx #(.BIT_CLKS(BIT_CLKS)) u_rx (
        .clk_i(clk_i), .rst_i(rst_i), .rx_i(uart_rx_i), .valid_o(rx_valid), .byte_o(rx_byte)
    );
    loopback_rom u_rom (.clk_i(clk_i), .addr_i(rx_byte), .data_o(table_byte));
    loopback_fifo u_fifo (
        .clk_i(clk_i), .rst_i(rst_i), .push_i(valid_q[1]), .data_i(table_byte),
        .valid_o(tx_valid), .ready_i(tx_ready), .data_o(tx_byte)
    );
    loopback_tx #(.BIT_CLKS(BIT_CLKS)) u_tx (
        .clk_i(clk_i), .rst_i(rst_i), .valid_i(tx_valid), .ready_o(tx_ready), .byte_i(tx_byte), .tx_o(uart_tx_o)
    );
endmodule

// loopback_rom -- data_o is (7*addr_i + 3) mod 256, two clocks later: block RAM, then a register.
module loopback_rom (
    input  wire       clk_i,
    input  wire [7:0] addr_i,
    output reg  [7:0] data_o
);
    (* ram_style = "block", rom_style = "block" *) reg [7:0] rom [0:255];
    integer i;
    initial for (i = 0; i < 256; i = i + 1) rom[i] = 7 * i + 3;

    reg [7:0] row_q;
    always @(posedge clk_i) begin
        row_q  <= rom[addr_i];
        data_o <= row_q;
    end
endmodule

// loopback_fifo -- 256 bytes in a block RAM, written and read on any clock; drops bytes when full.
module loopback_fifo (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       push_i,
    input  wire [7:0] data_i,
    output reg        valid_o,
    input  wire       ready_i,
    output reg  [7:0] data_o
);
    (* ram_style = "block" *) reg [7:0] memory [0:255];
    reg [7:0] head_q, tail_q;
    wire      pop = !valid_o && (head_q != tail_q);

    always @(posedge clk_i) begin
        if (push_i) memory[head_q] <= data_i;
        if (pop) data_o <= memory[tail_q];
    end
    always @(posedge clk_i) begin
        if (push_i) head_q <= head_q + 8'd1;
        if (pop) begin
            tail_q  <= tail_q + 8'd1;
            valid_o <= 1'b1;
        end else if (ready_i) valid_o <= 1'b0;
        if (rst_i) begin
            head_q  <= 8'd0;
            tail_q  <= 8'd0;
            valid_o <= 1'b0;
        end
    end
endmodule

// loopback_rx -- one byte of 8N1, sampled in the middle of each bit.
module loopback_rx #(
    parameter BIT_CLKS = 104
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       rx_i,
    output reg        valid_o,
    output reg  [7:0] byte_o
);
    reg [2:0]  rx_q;
    reg [15:0] wait_q;
    reg [3:0]  bit_q; // 0 idle, 1 start bit, 2..9 data, 10 stop bit

    always @(posedge clk_i) begin
        rx_q    <= {rx_q[1:0], rx_i};
        valid_o <= 1'b0;
        wait_q  <= wait_q - 16'd1;
        if (bit_q == 4'd0) begin
            wait_q <= BIT_CLKS / 2 - 1;
            if (!rx_q[2]) bit_q <= 4'd1;
        end else if (wait_q == 16'd0) begin
            wait_q <= BIT_CLKS - 1;
            bit_q  <= bit_q + 4'd1;
            if (bit_q == 4'd1 && rx_q[2]) bit_q <= 4'd0;
            if (bit_q >= 4'd2 && bit_q <= 4'd9) byte_o <= {rx_q[2], byte_o[7:1]};
            if (bit_q == 4'd10) begin
                bit_q   <= 4'd0;
                valid_o <= rx_q[2];
            end
        end
        if (rst_i) begin
            rx_q    <= 3'b111;
            bit_q   <= 4'd0;
            valid_o <= 1'b0;
        end
    end
endmodule

// loopback_tx -- one byte as 8N1; ready_o for one clock when the byte was taken.
module loopback_tx #(
    parameter BIT_CLKS = 104
) (
    input  wire       clk_i,
    input  wire       rst_i,
    input  wire       valid_i,
    output wire       ready_o,
    input  wire [7:0] byte_i,
    output wire       tx_o
);
    reg [15:0] wait_q;
    reg [3:0]  left_q;
    reg [8:0]  shift_q;

    wire idle = left_q == 4'd0;
    assign ready_o = idle && valid_i;
    assign tx_o    = shift_q[0];

    always @(posedge clk_i) begin
        wait_q <= wait_q - 16'd1;
        if (ready_o) begin
            shift_q <= {byte_i, 1'b0};
            left_q  <= 4'd10;
            wait_q  <= BIT_CLKS - 1;
        end else if (!idle && wait_q == 16'd0) begin
            shift_q <= {1'b1, shift_q[8:1]};
            left_q  <= left_q - 4'd1;
            wait_q  <= BIT_CLKS - 1;
        end
        if (rst_i) begin
            left_q  <= 4'd0;
            shift_q <= 9'h1ff;
        end
    end
endmodule

`default_nettype wire
