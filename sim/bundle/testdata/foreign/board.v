// board -- a design of others around the playout lanes.
//
// Purpose:   Shows that lanes and a foreign design with equal names stand side by side.
// Latency:   as the lanes. Throughput: as the lanes.
`default_nettype none
`include "constants.vh"
`include "tessera_job_bus.vh"

module board (
    input  wire                             clk_i,
    input  wire                             rst_i,
    input  wire                             job_valid_i,
    output wire                             job_ready_o,
    input  wire [    `TESSERA_JOB_BITS-1:0] job_i,
    output wire                             result_valid_o,
    output wire [ `TESSERA_RESULT_BITS-1:0] result_o,
    output wire                             idle_o,
    input  wire [             `MY_BITS-1:0] note_i,
    output wire [             `MY_BITS-1:0] note_o,
    output wire [           `TILE_BITS-1:0] tile_o
);

  wire [1:0] waits;
  wire pick, command_ready;
  wire [`TESSERA_PICK_BITS-1:0] picked;
  wire unused = ^{waits, pick, command_ready, picked};
  tessera_playout_lanes #(
      .LANES   (1),
      .RAM_REG (0),
      .ROOT_RAM(0)
  ) u_lanes (
      .clk_i          (clk_i),
      .rst_i          (rst_i),
      .job_valid_i    (job_valid_i),
      .job_ready_o    (job_ready_o),
      .job_i          (job_i),
      .result_valid_o (result_valid_o),
      .result_pick_o  (pick),
      .result_o       (result_o),
      .pick_o         (picked),
      .command_valid_i(1'b0),
      .command_ready_o(command_ready),
      .command_i      ({`TESSERA_COMMAND_BITS{1'b0}}),
      .waits_o        (waits),
      .idle_o         (idle_o)
  );

  row_ram u_note (
      .clk_i (clk_i),
      .we_i  (1'b1),
      .data_i(note_i),
      .data_o(note_o)
  );
  assign tile_o = note_o[`TILE_BITS-1:0];

endmodule

`default_nettype wire
