// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// processor_bench -- module processor with its memories.
//
// Purpose:   Has memories for program and data, as large as an instruction can name, and ports to
//            write them.
// Interface: program_we_i, data_we_i  write write_word_i at write_address_i of the program or of the data,
//                       while rst_i holds the processor
//            the others  see processor
// Latency:   1 cycle from an address to its word.
// Reset:     as processor.
// Model:     processor.Machine
`default_nettype none

module processor_bench (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire        program_we_i,
    input  wire        data_we_i,
    input  wire [11:0] write_address_i,
    input  wire [15:0] write_word_i,
    input  wire [15:0] in_i,
    output wire [11:0] address_o,
    output wire        store_o,
    output wire [15:0] word_o,
    output wire [ 3:0] port_o,
    output wire        out_o,
    output wire        trace_begin_o,
    output wire [10:0] trace_pc_o,
    output wire        trace_write_o,
    output wire [ 3:0] trace_register_o,
    output wire [15:0] trace_word_o,
    output wire [ 3:0] trace_flags_o
);

  reg [15:0] codes[0:2047];
  reg [15:0] data[0:4095];
  reg [15:0] code_q, data_q;
  wire fetch;
  wire [10:0] fetch_address;
  wire store = data_we_i | store_o;
  wire [11:0] store_address = data_we_i ? write_address_i : address_o;
  wire [15:0] store_word = data_we_i ? write_word_i : word_o;

  always @(posedge clk_i) begin
    if (program_we_i) codes[write_address_i[10:0]] <= write_word_i;
    if (store) data[store_address] <= store_word;
    if (fetch) code_q <= codes[fetch_address];
    data_q <= data[address_o];
  end

  processor u_processor (
      .clk_i           (clk_i),
      .rst_i           (rst_i),
      .fetch_o         (fetch),
      .fetch_address_o (fetch_address),
      .fetch_data_i    (code_q),
      .address_o       (address_o),
      .store_o         (store_o),
      .word_o          (word_o),
      .data_i          (data_q),
      .port_o          (port_o),
      .out_o           (out_o),
      .in_i            (in_i),
      .trace_begin_o   (trace_begin_o),
      .trace_pc_o      (trace_pc_o),
      .trace_write_o   (trace_write_o),
      .trace_register_o(trace_register_o),
      .trace_word_o    (trace_word_o),
      .trace_flags_o   (trace_flags_o)
  );

endmodule

`default_nettype wire
