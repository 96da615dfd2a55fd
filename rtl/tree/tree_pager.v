// SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
// tree_pager -- brings blocks of nodes from the SDRAM to block RAM, and takes others back.
//
// Purpose:   A tree has BLOCKS blocks at most, and block RAM has PLACES for them: sets of two ways. The
//            low bits of a block's number give its set. The walk names the place where a block lay
//            last. If it is not there, the walk waits. If it is at the other way, the pager turns there.
//            If it is at neither, the pager writes the block at the way that was not used last to the
//            SDRAM, and reads the wanted one. Only the first children come, up to the first one without
//            a visit: a choice or a value needs no more. Of that one only the fields come that a child
//            has from its beginning. The next one follows when it has got a visit: the walk asks at
//            every visit, so that a block at its place lacks one child at most. The head and the
//            children that have changed are written back in one request: a visit changes one child of
//            each node. They are saved while the wanted block comes, and written when the walk goes on.
//
//            In the SDRAM a block has 2^SLOT rows of 8 words: its head, at the end of its row, and its
//            children, from the beginning of theirs.
//
//              IDLE -> LOOK -> JUDGE -+-> HEAD, wanted block -> CHILDREN -+-> DONE -> IDLE
//                ^              |     +-> SAVE, for a new block ----------+
//                +--------------+ the block is at the other way
//
//            From JUDGE on the old block is saved, row by row; after DONE it is written. Head and
//            children come by one request: the head's first word says how many children there must
//            be, and the request becomes longer. If the old block is at the other way, it is saved after
//            the turn to it, while the request is under way.
//
//            The walk may want a block while changes are under way. They are of other places, and end
//            before any word for the memories comes. A missing child alone would come too soon: the pager
//            therefore takes two cycles more to ask for it. If a change may be of the wanted block's set,
//            the pager waits for its end.
// Parameter: BLOCKS, CHILDREN  see tree_walk
//            PLACES    a power of two
//            ROW       bits of a child
//            FRESH     bits of a child that it has without a visit: the lowest ones of its row
//            HEAD_ROW  bits of a node, without its children
// Interface: block_i    the block for the walk, and place_i, a place in its set; the highest bit is the
//                       way. Three cycles later:
//              here_o     the block is at its place, with as many children as the walk needs. The
//                         head_i of the cycle before here_o belongs to the answer
//            old_i      2 cycles after place_i: the other way was used last
//            want_i     bring the block, or, with new_i, make room for a new block at place_i. Until
//                       done_o it stays 1, and block_i and the memories do not change, nor does
//                       place_i but for turn_o. Changes that are under way then are written at most
//                       `TREE_STEPS + 1 cycles after its first cycle
//            known_i    with want_i: block_i and place_i have been there for three cycles before
//            close_i    with want_i, from its second cycle on: a change under way may be of the set
//            still_i    no change of a node is under way. With want_i it stays 1, and with new_i it
//                       is 1 from the first cycle on
//            turn_o     one cycle: from the next cycle on place_i is the other way's
//            done_o     one cycle: want_i is done
//            made_i     a new block is at its place: block_i, with made_count_i children
//            head_i     the head at the place, 2 cycles after place_i: head_i[0 +: SLOT] children,
//                       head_i[SLOT +: SLOT] visited children
//            changed_i  2 cycles after place_i: the children there that have changed since they
//                       came, or since the block was new, and changes_i, their number. Bits
//                       beyond the children do not matter. The head always counts as changed
//            read_o     the child to read, while want_i is 1 and the old block is being saved: place
//                       x CHILDREN + number
//            row_i      the child's row, 4 cycles after read_o
//            child_o    the child to write
//            head_we_o, child_we_o  write row_o to the place, to the child. fresh_o comes with a child
//                       without a visit: of its row only the lowest FRESH bits are there
//            req_*, wnext_i, wcolumn_o, wdata_o, rvalid_i, rdata_i  see sdram_control
// Latency:   1 cycle to judge the place, 3 without known_i or if the block is there, or until the last
//            block is written; 4 more to find the block at the other way, and 1 for done_o, after
//            still_i. A request follows 1 cycle after the end of the one before; a read ends a cycle after
//            its last word. Saving a block with N changed children takes 2 N + 6 cycles, 2 without any.
//            twin.TreePager counts all cycles.
// Reset:     synchronous, to rest.
// Model:     twin.TreePager
`default_nettype none

module tree_pager #(
    parameter BLOCKS   = 65536,
    parameter PLACES   = 512,
    parameter CHILDREN = 24,
    parameter ROW      = 125,
    parameter FRESH    = 33,
    parameter HEAD_ROW = 67
) (
    input  wire                               clk_i,
    input  wire                               rst_i,
    input  wire [         $clog2(BLOCKS)-1:0] block_i,
    input  wire [         $clog2(PLACES)-1:0] place_i,
    input  wire                               old_i,
    output wire                               here_o,
    input  wire                               want_i,
    input  wire                               known_i,
    input  wire                               close_i,
    input  wire                               still_i,
    input  wire                               new_i,
    output wire                               turn_o,
    output wire                               done_o,
    input  wire                               made_i,
    input  wire [     $clog2(CHILDREN+1)-1:0] made_count_i,
    input  wire [               HEAD_ROW-1:0] head_i,
    input  wire [               CHILDREN-1:0] changed_i,
    input  wire [     $clog2(CHILDREN+1)-1:0] changes_i,
    input  wire [                    ROW-1:0] row_i,
    output wire                               head_we_o,
    output wire                               child_we_o,
    output wire                               fresh_o,
    output wire [$clog2(PLACES*CHILDREN)-1:0] read_o,
    output wire [$clog2(PLACES*CHILDREN)-1:0] child_o,
    output wire [                      127:0] row_o,
    output wire                               req_valid_o,
    input  wire                               req_ready_i,
    output wire                               req_write_o,
    output wire [                       23:0] req_addr_o,
    output wire [                        9:0] req_words_o,
    output wire [                        9:0] req_more_o,
    input  wire                               wnext_i,
    output wire [                        8:0] wcolumn_o,
    output wire [                       15:0] wdata_o,
    input  wire                               rvalid_i,
    input  wire [                       15:0] rdata_i
);

  localparam BLOCK = $clog2(BLOCKS);
  localparam PLACE = $clog2(PLACES);
  localparam CHILD = $clog2(PLACES * CHILDREN);
  localparam SLOT = $clog2(CHILDREN + 1);
  localparam [CHILD-1:0] ONE_CHILD = 1;
  localparam [SLOT-1:0] ONE_SLOT = 1;
  localparam [SLOT:0] ONE_ROW = 1;
  localparam [31:0] FRESH_WORDS = (FRESH + 15) / 16;
  // With the words of a child without a visit at least 8: a shorter request would be over before it becomes
  // longer.
  localparam [31:0] HEAD_WORDS = HEAD_ROW > 128 - 16 * FRESH_WORDS ? (HEAD_ROW + 15) / 16 : 8 - FRESH_WORDS;
  localparam [31:0] SKIPPED = 8 - HEAD_WORDS;  // words before the head
  localparam [31:0] LEFT = 8 - FRESH_WORDS;  // words of a child that has no visit yet
  localparam [31:0] LAST_HEAD = HEAD_WORDS - 1;
  localparam [31:0] LAST_FRESH = FRESH_WORDS - 1;
  localparam [31:0] FIRST_WORDS = HEAD_WORDS + FRESH_WORDS;  // of any block

  initial begin
    if (ROW > 128 || HEAD_ROW > 128 || BLOCK + SLOT > 21 || SLOT > 6) begin
      $display("tree_pager: ROW, HEAD_ROW must be at most 128, CHILDREN 62, BLOCKS 2^%0d (instance %m)", 21 - SLOT);
      $finish;
    end
    if (FRESH < 17 || FRESH > 112 || FRESH > ROW) begin
      $display("tree_pager: FRESH must be 17 to 112, and at most ROW (instance %m)");
      $finish;
    end
    if (PLACES != 1 << PLACE || PLACE < 2 || PLACE > BLOCK) begin
      $display("tree_pager: PLACES must be a power of two, at least 4, at most BLOCKS (instance %m)");
      $finish;
    end
  end

  localparam [2:0] IDLE = 3'd0;
  localparam [2:0] LOOK = 3'd1;  // reads the block at the place
  localparam [2:0] JUDGE = 3'd2;  // the block is known, and so is the work to do
  localparam [2:0] SAVE = 3'd3;  // waits until the block is saved
  localparam [2:0] HEAD = 3'd4;  // reads the wanted block's head
  localparam [2:0] KIDS = 3'd5;  // reads children
  localparam [2:0] DONE = 3'd6;
  reg [2:0] state_q;

  // ---------------------------------------------------------------- the blocks at the places
  // Each way has a memory, so that both are looked at.
  wire way = place_i[PLACE-1];
  wire [2*BLOCK-1:0] tags;
  wire [2*SLOT-1:0] helds;  // children that have come
  wire [1:0] sames;  // the block is there
  reg [1:0] sames_q;
  reg [SLOT-1:0] need_q;
  wire tag_we = made_i | (state_q == DONE & ~new_i);
  genvar w;
  generate
    for (w = 0; w < 2; w = w + 1) begin : gen_way
      tree_ram #(
          .WIDTH(BLOCK + SLOT),
          .WORDS(PLACES / 2)
      ) u_tags (
          .clk_i  (clk_i),
          .we_i   (tag_we & way == w[0]),
          .waddr_i(place_i[PLACE-2:0]),
          .wdata_i({block_i, made_i ? made_count_i : need_q}),
          .raddr_i(place_i[PLACE-2:0]),
          .rdata_o({tags[BLOCK*w+:BLOCK], helds[SLOT*w+:SLOT]})
      );
      assign sames[w] = tags[BLOCK*w+:BLOCK] == block_i;
    end
  endgenerate

  wire [SLOT-1:0] held = way ? helds[SLOT+:SLOT] : helds[0+:SLOT];
  wire [SLOT-1:0] count = head_i[0+:SLOT];
  wire [SLOT-1:0] visited = head_i[SLOT+:SLOT];
  wire enough = held > visited | held == count;
  reg here_q;
  always @(posedge clk_i) begin
    sames_q <= sames;
    here_q  <= sames[way] & enough;
  end
  assign here_o = here_q;

  // ---------------------------------------------------------------- work under way
  reg look_q;  // the second cycle of LOOK
  reg asked_q;  // the memory has the request
  reg [23:0] addr_q;
  reg [SLOT:0] rows_q;  // rows of the request that are to come
  reg [SLOT+3:0] words_q;  // words of the request
  reg [SLOT+2:0] more_q;  // words more, for one cycle
  reg fresh_q;  // the last child has no visit
  reg [2:0] word_q;  // number of a word in its row
  reg whole_q;  // the last word of a row has come
  reg [PLACE-1:0] place_q;
  wire [CHILD-1:0] base;
  first_child #(
      .PLACES  (PLACES),
      .CHILDREN(CHILDREN)
  ) u_base (
      .place_i(place_q),
      .child_o(base)
  );
  reg [CHILD-1:0] base_q, child_q;
  reg [127:0] row_q;

  // The block at the place is saved: first its head, then the children that have changed, one every
  // second cycle. A row comes 5 cycles after its number is known. The wanted block's rows come later.
  reg [127:0] saved[0:(1<<SLOT)-1];
  reg [SLOT-1:0] saved_slots[0:(1<<SLOT)-1];
  reg [CHILDREN-1:0] changed_q;
  reg [SLOT-1:0] changes_q, next_q;
  reg saving_q;  // some are to be saved
  reg pause_q;  // the next number is not known yet
  reg [SLOT-1:0] asks_q;  // numbers to come
  reg [CHILD-1:0] read_q;
  reg [4:0] reading_q;
  reg [5*SLOT-1:0] reading_slots_q;
  reg [SLOT-1:0] saves_q;  // rows saved
  reg [SLOT-1:0] first_changed;
  integer i;
  always @* begin
    first_changed = {SLOT{1'b0}};
    for (i = CHILDREN - 1; i >= 0; i = i - 1) if (changed_q[i]) first_changed = i[SLOT-1:0];
  end

  // The saved block is written.
  reg evicted_q;  // there is one
  reg out_q;
  reg out_asked_q;
  reg [23:0] out_addr_q;
  reg [SLOT:0] out_rows_q;  // rows to come
  reg [SLOT+3:0] out_words_q;
  // The words come from the memory of the saved rows itself: only their number depends on wnext_i,
  // which comes late, from the other side of the device.
  reg [SLOT-1:0] out_next_q;  // number of the row among the saved ones
  reg [2:0] out_word_q;
  wire [127:0] out_row = saved[out_next_q];
  wire [SLOT-1:0] out_slot = saved_slots[out_next_q];

  wire heads = state_q == HEAD & rvalid_i & word_q == 3'd0 & ~whole_q;  // the first word of the head
  wire [SLOT-1:0] head_count = rdata_i[0+:SLOT];
  wire [SLOT-1:0] head_visited = rdata_i[SLOT+:SLOT];
  wire [SLOT-1:0] head_need = head_visited == head_count ? head_count : head_visited + ONE_SLOT;
  wire [SLOT-1:0] need = visited == count ? count : visited + ONE_SLOT;
  wire first = ~|block_i[BLOCK-1:PLACE];  // in its place there has been no other block

  wire moving = state_q == HEAD | state_q == KIDS;
  wire taken = req_valid_o & req_ready_i;
  wire last_row = rows_q == ONE_ROW;
  wire fresh = last_row & fresh_q;
  wire row_end = word_q == (state_q == HEAD ? LAST_HEAD[2:0] : fresh ? LAST_FRESH[2:0] : 3'd7);
  wire [SLOT-1:0] more_rows = head_count - ONE_SLOT;
  wire out_row_end = wnext_i & out_word_q == 3'd7;
  wire out_ends = out_row_end & out_rows_q == ONE_ROW;
  wire stays = new_i ? first : here_q;  // nothing is to be done
  wire absent = ~new_i & sames_q == 2'b00;
  wire other = ~new_i & sames_q[~way] & ~sames_q[way];
  reg [2:0] still_q;  // all of them: the memories show all changes
  wire judged = state_q == JUDGE & ~out_q & (still_i | ~stays) & (&still_q | ~close_i | ~absent);
  wire evicts = judged & (absent | (new_i & ~first));
  wire gone = way ^ (absent & ~old_i);  // the way to give up
  wire turns = judged & (other | (absent & ~old_i));
  reg [3:0] unsaved_q;  // the old block waits until the memories show the other way
  wire begins = (evicts & ~turns) | unsaved_q[3];
  wire asks = asks_q != {SLOT{1'b0}} & ~pause_q;
  wire saves = begins | reading_q[4];

  assign turn_o = turns;
  assign done_o = state_q == DONE;
  assign head_we_o = state_q == HEAD & whole_q;
  assign child_we_o = state_q != HEAD & whole_q;
  assign fresh_o = fresh;
  assign read_o = read_q;
  assign child_o = child_q;
  assign row_o = row_q;
  assign req_valid_o = (moving & ~asked_q) | (out_q & ~out_asked_q);
  assign req_write_o = out_q;
  assign req_addr_o = out_q ? out_addr_q : addr_q;
  assign req_more_o = {{(7 - SLOT) {1'b0}}, more_q};
  assign req_words_o = {{(6 - SLOT) {1'b0}}, out_q ? out_words_q : words_q};
  assign wcolumn_o = out_addr_q[8:0] | {{(6 - SLOT) {1'b0}}, out_slot, out_word_q};
  assign wdata_o = out_row[16*out_word_q+:16];

  always @(posedge clk_i) begin
    look_q <= state_q == LOOK & ~look_q;
    place_q <= place_i;
    base_q <= base;  // valid from LOOK's second cycle on
    whole_q <= rvalid_i & row_end;
    if (rvalid_i) begin
      word_q <= row_end ? 3'd0 : word_q + 3'd1;
      row_q[16*word_q+:16] <= rdata_i;
    end
    if (whole_q) rows_q <= rows_q - ONE_ROW;
    // The first request has the words of a child without a visit. Missing are the visited children, or, if all
    // have visits, all but these words.
    more_q <= ~heads ? {(SLOT + 3) {1'b0}} : head_visited == head_count ? {more_rows, LEFT[2:0]} : {head_visited, 3'd0};
    if (child_we_o) child_q <= child_q + ONE_CHILD;
    if (taken & ~out_q) asked_q <= 1'b1;

    case (state_q)
      IDLE: begin
        asked_q <= 1'b0;
        word_q <= 3'd0;
        if (want_i) state_q <= known_i & ~sames_q[way] ? JUDGE : LOOK;
      end
      LOOK: if (look_q) state_q <= JUDGE;
      JUDGE:
      if (judged) begin
        evicted_q <= evicts;
        if (other) state_q <= IDLE;
        else if (stays) begin
          need_q  <= held;
          state_q <= DONE;
        end else if (evicts) begin
          addr_q  <= {{(21 - BLOCK - SLOT) {1'b0}}, block_i, {SLOT{1'b0}}, SKIPPED[2:0]};
          words_q <= FIRST_WORDS[SLOT+3:0];
          state_q <= new_i ? SAVE : HEAD;
        end else begin
          addr_q <= {{(21 - BLOCK - SLOT) {1'b0}}, block_i, held + ONE_SLOT, 3'd0};
          rows_q <= ONE_ROW;
          fresh_q <= 1'b1;
          words_q <= FRESH_WORDS[SLOT+3:0];
          child_q <= base_q + {{(CHILD - SLOT) {1'b0}}, held};
          state_q <= KIDS;
        end
      end
      SAVE: if (~saving_q) state_q <= DONE;
      HEAD: begin
        if (heads) begin
          need_q  <= head_need;
          fresh_q <= head_visited != head_count;
        end
        if (whole_q) begin
          rows_q  <= {1'b0, need_q};
          child_q <= base_q;
          state_q <= KIDS;
        end
      end
      KIDS: if (rvalid_i & row_end & last_row) state_q <= saving_q ? SAVE : DONE;
      default: state_q <= IDLE;  // DONE
    endcase

    // The old block is saved.
    next_q <= first_changed;
    pause_q <= asks;
    reading_q <= {reading_q[3:0], asks};
    reading_slots_q <= {reading_slots_q[4*SLOT-1:0], next_q + ONE_SLOT};
    still_q <= {still_q[1:0], still_i};
    unsaved_q <= {unsaved_q[2:0], evicts & turns};
    if (state_q == LOOK) need_q <= need;
    if (state_q == IDLE | state_q == LOOK | state_q == JUDGE | unsaved_q != 4'd0) begin
      changed_q <= changed_i;
      changes_q <= changes_i;
    end
    if (asks) begin
      read_q <= base_q + {{(CHILD - SLOT) {1'b0}}, next_q};
      changed_q <= changed_q & ~({{(CHILDREN - 1) {1'b0}}, 1'b1} << next_q);
      asks_q <= asks_q - ONE_SLOT;
    end
    if (saves) begin
      saved[saves_q] <= begins ? {{(128 - HEAD_ROW) {1'b0}}, head_i} << 16 * SKIPPED : {{(128 - ROW) {1'b0}}, row_i};
      saved_slots[saves_q] <= begins ? {SLOT{1'b0}} : reading_slots_q[4*SLOT+:SLOT];
      saves_q <= saves_q + ONE_SLOT;
    end
    if (reading_q[4] & saves_q == changes_q) saving_q <= 1'b0;
    if (state_q == IDLE) saves_q <= {SLOT{1'b0}};
    if (evicts) out_addr_q <= {{(21 - BLOCK - SLOT) {1'b0}}, gone ? tags[BLOCK+:BLOCK] : tags[0+:BLOCK], {SLOT{1'b0}}, 3'd0};
    if (begins) begin
      asks_q <= changes_q;
      saving_q <= changes_q != {SLOT{1'b0}};
    end

    // And written.
    if (out_q & taken) out_asked_q <= 1'b1;
    if (wnext_i) out_word_q <= out_word_q + 3'd1;
    if (out_row_end) begin
      out_next_q <= out_next_q + ONE_SLOT;
      out_rows_q <= out_rows_q - ONE_ROW;
    end
    if (out_ends) out_q <= 1'b0;
    if (judged) out_next_q <= {SLOT{1'b0}};
    if (state_q == DONE & evicted_q) begin
      out_q <= 1'b1;
      out_asked_q <= 1'b0;
      out_rows_q <= {1'b0, changes_q} + ONE_ROW;
      out_words_q <= {1'b0, changes_q, 3'd0} + HEAD_WORDS[SLOT+3:0];
      out_word_q <= SKIPPED[2:0];
    end

    if (rst_i) begin
      state_q <= IDLE;
      asks_q <= {SLOT{1'b0}};
      reading_q <= 5'd0;
      saving_q <= 1'b0;
      unsaved_q <= 4'd0;
      more_q <= {(SLOT + 3) {1'b0}};
      out_q <= 1'b0;
    end
  end

endmodule

`default_nettype wire
