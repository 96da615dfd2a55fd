// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// axi_port -- an AXI4-Lite bus and two AXI4 streams in front of a service.
//
// Purpose:   Brings requests to a service, and its answers back, over registers of a bus or over
//            streams:
//
//              s_axil_* -> registers -+-> request -> the service -> response -+-> registers
//              s_axis_* --------------+   CONTROL chooses                      +-> m_axis_*
//
//            service.BusRegisters lists the registers (bus.vh). Bytes of requests come one by one,
//            so no access waits for the service: see service.BusVersion.
// Parameter: VERSION  of the requests
//            LANES  for CAPS
//            QUEUE_BITS  see packet_rx
// Interface: s_axil_*  AXI4-Lite without protection bits. Words of 32 bits; a write that has not
//                      the lowest byte does nothing
//            s_axis_*, m_axis_*  AXI4-Stream, a byte wide: a packet is a request, and an answer
//            irq_o     a byte of an answer waits in RESPONSE
//            rst_o     resets the service: rst_i, or CONTROL
//            request_*, room_i  to packet_rx
//            response_*  from the service
//            busy_i    a request waits or is in work
// Latency:   a read has its data 1 cycle after its address; a write takes 3 cycles. The streams
//            pass through.
// Reset:     to registers, not streams. No access is under way.
// Model:     service.BusRegisters, service.BusCapsOf
`default_nettype none
`include "bus.vh"

module axi_port #(
    parameter VERSION = 3,
    parameter LANES = 2,
    parameter QUEUE_BITS = 11
) (
    input  wire                  clk_i,
    input  wire                  rst_i,
    // the bus
    input  wire [           4:0] s_axil_awaddr,
    input  wire                  s_axil_awvalid,
    output wire                  s_axil_awready,
    input  wire [          31:0] s_axil_wdata,
    input  wire [           3:0] s_axil_wstrb,
    input  wire                  s_axil_wvalid,
    output wire                  s_axil_wready,
    output wire [           1:0] s_axil_bresp,
    output wire                  s_axil_bvalid,
    input  wire                  s_axil_bready,
    input  wire [           4:0] s_axil_araddr,
    input  wire                  s_axil_arvalid,
    output wire                  s_axil_arready,
    output wire [          31:0] s_axil_rdata,
    output wire [           1:0] s_axil_rresp,
    output wire                  s_axil_rvalid,
    input  wire                  s_axil_rready,
    // the streams
    input  wire [           7:0] s_axis_tdata,
    input  wire                  s_axis_tvalid,
    output wire                  s_axis_tready,
    input  wire                  s_axis_tlast,
    output wire [           7:0] m_axis_tdata,
    output wire                  m_axis_tvalid,
    input  wire                  m_axis_tready,
    output wire                  m_axis_tlast,
    output wire                  irq_o,
    // the service
    output wire                  rst_o,
    output wire                  request_valid_o,
    input  wire                  request_ready_i,
    output wire [           7:0] request_data_o,
    output wire                  request_last_o,
    input  wire [QUEUE_BITS-1:0] room_i,
    input  wire                  response_valid_i,
    output wire                  response_ready_o,
    input  wire [           7:0] response_data_i,
    input  wire                  response_last_i,
    input  wire                  busy_i
);

  localparam [1:0] OKAY = 2'b00;
  localparam [1:0] SLVERR = 2'b10;
  localparam [31:0] VERSION_WORD = VERSION;
  localparam [31:0] LANES_WORD = LANES;

  reg stream_q, reset_q;
  assign rst_o = rst_i | reset_q;

  // ---------------------------------------------------------------- writes
  // Address and data come in any order; the write is done when both are there.
  reg aw_q, w_q, b_q;
  reg [2:0] wword_q;  // the register
  reg [7:0] wdata_q;
  reg wlow_q;  // the write has the lowest byte
  reg [1:0] bresp_q;
  wire unused_write = ^{s_axil_wdata[31:8], s_axil_wstrb[3:1]};
  wire write = aw_q & w_q & ~b_q;
  wire wbyte = wword_q == `BUS_REQUEST | wword_q == `BUS_LAST;
  wire wknown = wbyte | wword_q == `BUS_CONTROL;
  wire push = write & wlow_q & wbyte & ~stream_q;
  // A write takes longer than the cycle between two packets, in which packet_rx is not ready.
  wire refused = wlow_q & wbyte & (stream_q | ~request_ready_i);
  wire control = write & wlow_q & wword_q == `BUS_CONTROL;
  assign s_axil_awready = ~aw_q;
  assign s_axil_wready = ~w_q;
  assign s_axil_bvalid = b_q;
  assign s_axil_bresp = bresp_q;

  always @(posedge clk_i) begin
    reset_q <= control & wdata_q[1];
    if (control) stream_q <= wdata_q[0];
    if (s_axil_awvalid & ~aw_q) begin
      aw_q <= 1'b1;
      wword_q <= s_axil_awaddr[4:2];
    end
    if (s_axil_wvalid & ~w_q) begin
      w_q <= 1'b1;
      wdata_q <= s_axil_wdata[7:0];
      wlow_q <= s_axil_wstrb[0];
    end
    if (b_q & s_axil_bready) b_q <= 1'b0;
    if (write) begin
      aw_q <= 1'b0;
      w_q <= 1'b0;
      b_q <= 1'b1;
      bresp_q <= wknown & ~refused ? OKAY : SLVERR;
    end
    if (rst_i) begin
      stream_q <= 1'b0;
      reset_q <= 1'b0;
      aw_q <= 1'b0;
      w_q <= 1'b0;
      b_q <= 1'b0;
    end
  end

  // ---------------------------------------------------------------- reads
  reg r_q;
  reg [31:0] rdata_q, rdata;
  reg [1:0] rresp_q, rresp;
  wire unused_read = ^{s_axil_araddr[1:0], s_axil_awaddr[1:0]};
  wire read = s_axil_arvalid & ~r_q;
  wire [2:0] rword = s_axil_araddr[4:2];
  wire waiting = response_valid_i & ~stream_q;
  wire pop = read & rword == `BUS_RESPONSE & waiting;
  assign s_axil_arready = ~r_q;
  assign s_axil_rvalid = r_q;
  assign s_axil_rdata = rdata_q;
  assign s_axil_rresp = rresp_q;

  always @* begin
    rdata = 32'd0;
    rresp = OKAY;
    case (rword)
      `BUS_ID: rdata = `BUS_MAGIC;
      `BUS_CAPS: rdata = {8'd0, LANES_WORD[7:0], VERSION_WORD[7:0], `BUS_VERSION};
      `BUS_STATUS: rdata[1:0] = {waiting, busy_i};
      `BUS_CONTROL: rdata[0] = stream_q;
      `BUS_ROOM: rdata[QUEUE_BITS-1:0] = room_i;
      `BUS_RESPONSE: if (waiting) rdata = {1'b1, 22'd0, response_last_i, response_data_i};
      default: rresp = SLVERR;
    endcase
  end

  always @(posedge clk_i) begin
    if (s_axil_rready) r_q <= 1'b0;
    if (read) begin
      r_q <= 1'b1;
      rdata_q <= rdata;
      rresp_q <= rresp;
    end
    if (rst_i) r_q <= 1'b0;
  end

  // ---------------------------------------------------------------- the service
  assign request_valid_o = stream_q ? s_axis_tvalid : push;
  assign request_data_o = stream_q ? s_axis_tdata : wdata_q;
  assign request_last_o = stream_q ? s_axis_tlast : wword_q == `BUS_LAST;
  assign s_axis_tready = stream_q & request_ready_i;
  assign response_ready_o = stream_q ? m_axis_tready : pop;
  assign m_axis_tvalid = stream_q & response_valid_i;
  assign m_axis_tdata = response_data_i;
  assign m_axis_tlast = response_last_i;
  assign irq_o = waiting;

endmodule

`default_nettype wire
