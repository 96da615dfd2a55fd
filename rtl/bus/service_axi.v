// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// service_axi -- the playout lanes as a service on an AXI4-Lite bus, with AXI4 streams.
//
// Purpose:   Plays games for a program or a circuit in the same chip. service.Model describes the
//            requests, and service.BusRegisters the registers.
// Parameter: LANES, RAM_REG  see playout_lanes
//            QUEUE_BITS  see packet_rx
// Interface: s_axil_*, s_axis_*, m_axis_*, irq_o  see axi_port
// Latency:   as axi_port, packet_rx and service_port.
// Reset:     as axi_port; no positions.
// Model:     service.Model
`default_nettype none
`include "job_bus.vh"
`include "service.vh"

module service_axi #(
    parameter LANES = 2,
    parameter RAM_REG = 0,
    parameter QUEUE_BITS = 11
) (
    input  wire        clk_i,
    input  wire        rst_i,
    input  wire [ 4:0] s_axil_awaddr,
    input  wire        s_axil_awvalid,
    output wire        s_axil_awready,
    input  wire [31:0] s_axil_wdata,
    input  wire [ 3:0] s_axil_wstrb,
    input  wire        s_axil_wvalid,
    output wire        s_axil_wready,
    output wire [ 1:0] s_axil_bresp,
    output wire        s_axil_bvalid,
    input  wire        s_axil_bready,
    input  wire [ 4:0] s_axil_araddr,
    input  wire        s_axil_arvalid,
    output wire        s_axil_arready,
    output wire [31:0] s_axil_rdata,
    output wire [ 1:0] s_axil_rresp,
    output wire        s_axil_rvalid,
    input  wire        s_axil_rready,
    input  wire [ 7:0] s_axis_tdata,
    input  wire        s_axis_tvalid,
    output wire        s_axis_tready,
    input  wire        s_axis_tlast,
    output wire [ 7:0] m_axis_tdata,
    output wire        m_axis_tvalid,
    input  wire        m_axis_tready,
    output wire        m_axis_tlast,
    output wire        irq_o
);

  wire rst, request_valid, request_ready, request_last, rsp_valid, rsp_ready, rsp_last;
  wire [7:0] request_data, rsp_data;
  wire [QUEUE_BITS-1:0] room;
  wire valid, drop, bad, idle;
  wire [7:0] addr, data, drop_size;
  axi_port #(
      .VERSION   ({24'd0, `SERVICE_VERSION}),
      .LANES     (LANES),
      .QUEUE_BITS(QUEUE_BITS)
  ) u_axi (
      .clk_i           (clk_i),
      .rst_i           (rst_i),
      .s_axil_awaddr   (s_axil_awaddr),
      .s_axil_awvalid  (s_axil_awvalid),
      .s_axil_awready  (s_axil_awready),
      .s_axil_wdata    (s_axil_wdata),
      .s_axil_wstrb    (s_axil_wstrb),
      .s_axil_wvalid   (s_axil_wvalid),
      .s_axil_wready   (s_axil_wready),
      .s_axil_bresp    (s_axil_bresp),
      .s_axil_bvalid   (s_axil_bvalid),
      .s_axil_bready   (s_axil_bready),
      .s_axil_araddr   (s_axil_araddr),
      .s_axil_arvalid  (s_axil_arvalid),
      .s_axil_arready  (s_axil_arready),
      .s_axil_rdata    (s_axil_rdata),
      .s_axil_rresp    (s_axil_rresp),
      .s_axil_rvalid   (s_axil_rvalid),
      .s_axil_rready   (s_axil_rready),
      .s_axis_tdata    (s_axis_tdata),
      .s_axis_tvalid   (s_axis_tvalid),
      .s_axis_tready   (s_axis_tready),
      .s_axis_tlast    (s_axis_tlast),
      .m_axis_tdata    (m_axis_tdata),
      .m_axis_tvalid   (m_axis_tvalid),
      .m_axis_tready   (m_axis_tready),
      .m_axis_tlast    (m_axis_tlast),
      .irq_o           (irq_o),
      .rst_o           (rst),
      .request_valid_o (request_valid),
      .request_ready_i (request_ready),
      .request_data_o  (request_data),
      .request_last_o  (request_last),
      .room_i          (room),
      .response_valid_i(rsp_valid),
      .response_ready_o(rsp_ready),
      .response_data_i (rsp_data),
      .response_last_i (rsp_last),
      .busy_i          (valid | ~idle)
  );

  wire good;
  wire [7:0] good_type, good_len;
  packet_rx #(
      .QUEUE_BITS(QUEUE_BITS)
  ) u_rx (
      .clk_i       (clk_i),
      .rst_i       (rst),
      .byte_valid_i(request_valid),
      .byte_ready_o(request_ready),
      .byte_data_i (request_data),
      .byte_last_i (request_last),
      .room_o      (room),
      .valid_o     (valid),
      .addr_i      (addr),
      .data_o      (data),
      .drop_i      (drop),
      .drop_size_i (drop_size),
      .good_o      (good),
      .good_type_o (good_type),
      .good_len_o  (good_len),
      .bad_o       (bad)
  );

  wire job_valid, job_ready, result_valid, result_pick, command_valid, command_ready;
  wire [`JOB_BITS-1:0] job;
  wire [`RESULT_BITS-1:0] result;
  wire [`PICK_BITS-1:0] pick;
  wire [`COMMAND_BITS-1:0] command;
  service_port #(
      .LANES     (LANES),
      .QUEUE_BITS(QUEUE_BITS)
  ) u_port (
      .clk_i             (clk_i),
      .rst_i             (rst),
      .frame_valid_i     (valid),
      .frame_addr_o      (addr),
      .frame_data_i      (data),
      .frame_drop_o      (drop),
      .frame_drop_size_o (drop_size),
      .frame_good_i      (good),
      .frame_good_type_i (good_type),
      .frame_good_len_i  (good_len),
      .frame_bad_i       (bad),
      .rsp_valid_o       (rsp_valid),
      .rsp_ready_i       (rsp_ready),
      .rsp_data_o        (rsp_data),
      .rsp_last_o        (rsp_last),
      .job_valid_o       (job_valid),
      .job_ready_i       (job_ready),
      .job_o             (job),
      .result_valid_i    (result_valid),
      .result_pick_i     (result_pick),
      .result_i          (result),
      .pick_i            (pick),
      .command_valid_o   (command_valid),
      .command_ready_i   (command_ready),
      .command_o         (command)
  );

  wire [1:0] waits;
  wire unused_waits = ^waits;  // service_port waits for the results
  playout_lanes #(
      .LANES  (LANES),
      .RAM_REG(RAM_REG)
  ) u_lanes (
      .clk_i             (clk_i),
      .rst_i             (rst),
      .job_valid_i       (job_valid),
      .job_ready_o       (job_ready),
      .job_i             (job),
      .result_valid_o    (result_valid),
      .result_pick_o     (result_pick),
      .result_o          (result),
      .pick_o            (pick),
      .command_valid_i   (command_valid),
      .command_ready_o   (command_ready),
      .command_i         (command),
      .waits_o           (waits),
      .idle_o            (idle)
  );

endmodule

`default_nettype wire
