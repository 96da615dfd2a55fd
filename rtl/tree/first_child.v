// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// first_child -- the number of the first child in a place: the place's number times CHILDREN.
//
// Purpose:   Adds shifted numbers. A multiplication sign would become a DSP, which takes half a cycle
//            of the walk's clock; CHILDREN has few ones, so this is one addition or two.
// Parameter: PLACES    blocks in block RAM
//            CHILDREN  children of a node, at most
// Interface: place_i   a place
//            child_o   its first child
// Latency:   combinational.
// Reset:     none.
// Model:     twin.TreeWalk, as a part of tree_walk
`default_nettype none

module first_child #(
    parameter PLACES   = 512,
    parameter CHILDREN = 24
) (
    input  wire [         $clog2(PLACES)-1:0] place_i,
    output reg  [$clog2(PLACES*CHILDREN)-1:0] child_o
);

  localparam CHILD = $clog2(PLACES * CHILDREN);
  localparam [CHILD-1:0] STRIDE = CHILDREN[CHILD-1:0];

  wire [CHILD-1:0] place = {{(CHILD - $clog2(PLACES)) {1'b0}}, place_i};
  integer i;
  always @* begin
    child_o = {CHILD{1'b0}};
    for (i = 0; i < CHILD; i = i + 1) if (STRIDE[i]) child_o = child_o + (place << i);
  end

endmodule

`default_nettype wire
