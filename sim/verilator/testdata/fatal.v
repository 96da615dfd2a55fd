// fatal -- ends itself in the cycle after trip_i, so that the harness can test how a crash is told.
// Purpose:   $fatal once trip_i has been 1; until then seen_o is the trip_i of the cycle before.
// Interface: trip_i.
// Latency:   one cycle.
// Reset:     rst_i, synchronous.
`default_nettype none
module fatal (
    input  wire clk_i,
    input  wire rst_i,
    input  wire trip_i,
    output reg  seen_o
);
  always @(posedge clk_i) begin
    if (trip_i) $fatal(1, "tripped on purpose");
    seen_o <= trip_i;
    if (rst_i) seen_o <= 1'b0;
  end
endmodule
`default_nettype wire
