// constants.vh -- constants of a design of others, under a name that the repository has, too.
`ifndef BOARD_CONSTANTS
`define BOARD_CONSTANTS
`define MY_BITS 12
`define TILE_BITS 3
`endif
