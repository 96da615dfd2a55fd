// Gives a core commands and compares its answers, for a testbench with COMMANDS, PATIENCE, CMD, RSP, the
// signals vectors, command, answer, want, mask, clk, rst, cmd_valid, cmd_ready and rsp_valid.
//
// A line of the file that +vectors names is a command and its answer, in hexadecimal:
//
//   {mask, answer, command}   mask: the bits of the answer that are told
//
// A bit that is X where one is told is a difference, and so is an answer that does not come.

  integer cycle;
  task tick;
    begin
      #5 clk = 1'b1;
      #5 clk = 1'b0;
      #1 cycle = cycle + 1;
      if (cycle == PATIENCE) begin
        $display("command %0d: no answer in %0d cycles", n, cycle);
        $finish;
      end
    end
  endtask

  reg [8*256-1:0] file;
  integer n, differences;
  initial begin
    if (!$value$plusargs("vectors=%s", file)) $finish;
    $readmemh(file, vectors);
    differences = 0;
    n = 0;
    cycle = 0;
    clk = 1'b0;
    rst = 1'b1;
    cmd_valid = 1'b0;
    command = {CMD{1'b0}};
    repeat (2) tick;
    rst = 1'b0;
    for (n = 0; n < COMMANDS; n = n + 1) begin
      {mask, want, command} = vectors[n];
      #1 cycle = 0;
      while (cmd_ready !== 1'b1) tick;
      cmd_valid = 1'b1;
      tick;
      cmd_valid = 1'b0;
      while (rsp_valid !== 1'b1) tick;
      if ((answer & mask) !== (want & mask)) begin
        differences = differences + 1;
        $display("command %0d: answer %b, want %b, of which count %b", n, answer, want, mask);
      end
    end
    $display("%0d commands, %0d differences", COMMANDS, differences);
    $finish;
  end
