// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// search_stack -- the frames of the nodes above the current one.
//
// Purpose:   Remembers for each ply of the line the state that its node needs when the search comes
//            back.
// Interface: push_i, push_ply_i, frame_i  write the frame of a ply
//            top_ply_i   the ply whose frame frame_o gives
// Parameter: FRAME_BITS bits of a frame, FRAMES number of frames, PLY_BITS width of a ply
// Latency:   2 cycles from push_i, 1 from top_ply_i, to frame_o.
// Reset:     none; a frame is written before it is read.
// Model:     search.Minimax (the recursion)
`default_nettype none

module search_stack #(
    parameter FRAME_BITS = 1,
    parameter FRAMES = 4,
    parameter PLY_BITS = 2
) (
    input  wire                  clk_i,
    input  wire                  push_i,
    input  wire [  PLY_BITS-1:0] push_ply_i,
    input  wire [FRAME_BITS-1:0] frame_i,
    input  wire [  PLY_BITS-1:0] top_ply_i,
    output wire [FRAME_BITS-1:0] frame_o
);

  reg [FRAME_BITS-1:0] frames[0:FRAMES-1];
  reg [FRAME_BITS-1:0] frame_q;
  assign frame_o = frame_q;

  always @(posedge clk_i) begin
    if (push_i) frames[push_ply_i] <= frame_i;
    frame_q <= frames[top_ply_i];
  end

endmodule

`default_nettype wire
