; SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
; search.asm -- commands, the way down the tree, leaves in flight, the answer
;
; A flight is a leaf under way: leaf n uses flight n mod 2 and the lane's root n mod 2. The
; processor chooses leaf n after it has backed up leaf n - 2. While the lane plays the games of one
; leaf, the processor chooses the next one.

.array root POSITION            ; the position of the search
.array current POSITION         ; the position reached
.array blocks BLOCKS*BLOCK      ; nodes with children, the root's first
.array paths 2*DEPTH            ; for each flight: its chosen children, from the root down
.var   first                    ; the player who moved first in the game
.var   move
.var   leaves                   ; leaves begun in this search
.var   limit
.var   seed_low                 ; seed of the first playout of the next leaf
.var   seed_high
.var   used                     ; blocks in use
.var   free                     ; address of the next block
.var   slot                     ; the current flight
.var   path                     ; the flight's path: its first step,
.var   tail                     ; and the end of its last step
.var   step
.var   child                    ; the last child of the path
.var   visits                   ; its visits
.var   value
.var   descend_back
.var   backup_back

; Fields of a flight.
.def   F_KNOWN 0                ; 1: F_VALUE is the leaf's value
.def   F_VALUE 1                ; player 1's value; if not known, the terms' margin
.def   F_PLACED 2               ; tiles on the board
.def   F_TAIL 3                 ; end of the last step of its path
.def   FLIGHT 4
.var   flights 2*FLIGHT

        jmp   main
halt:   jmp   halt              ; return address of routines under test

; ---- commands ---------------------------------------------------------------------------

main:   call  prepare
        li    r0, 0
        st    r0, [reach+14]    ; the row below the board
        call  begin
.wait:  in    r0, COMMAND
        add   r0, 0
        bpl   .wait
        in    r1, COMMAND_MOVE
        st    r1, [move]
        out   r0, ACCEPT
        mov   r2, r0
        shr   r2, 12
        and   r2, 1             ; the player
        shl   r0, 1
        bmi   .search           ; bit 14
        shl   r0, 1
        bmi   .play             ; bit 13
        mov   r0, r2
        call  begin
.ok:    li    r0, 1
.answer:out   r0, ANSWER
        jmp   .wait

.play:  li    r3, root+TURN
        st    r2, [r3]
        shl   r0, 2
        bmi   .ok               ; a pass: the next root does not record it
        ld    r0, [move]
        call  legal
        add   r0, 0
        beq   .answer           ; refused
        ld    r0, [move]
        li    r1, root
        call  play
        jmp   .ok

; ---- a search -----------------------------------------------------------------------------

.search:li    r3, root+TURN
        st    r2, [r3]
        li    r3, root+OUT
        ld    r4, [r3]
        add   r4, 0
        bne   .none             ; the last tile has been placed
        call  copy
        li    r0, blocks
        call  expand
        li    r1, 0
        st    r1, [leaves]
        li    r2, blocks+B_FIRST
        ld    r3, [r2+MOVE]
        out   r3, ANSWER_MOVE
        out   r1, ANSWER_LEAVES
        li    r1, PASS
        cmp   r3, r1
        beq   .none
        cmp   r0, 1
        beq   .ok               ; there is no choice
        li    r0, 1
        st    r0, [used]
        li    r0, blocks+BLOCK
        st    r0, [free]
        in    r0, SEED_LOW
        st    r0, [seed_low]
        in    r0, SEED_HIGH
        st    r0, [seed_high]
        in    r0, LIMIT
        li    r1, VISITS_MAX
        cmp   r0, r1
        blo   .limit
        mov   r0, r1
.limit: st    r0, [limit]

.leaf:  ld    r0, [leaves]
        ld    r1, [limit]
        cmp   r0, r1
        bhs   .drain
        in    r1, STOP
        and   r1, 1
        bne   .drain
        mov   r1, r0
        and   r0, 1
        st    r0, [slot]
        cmp   r1, 2
        blo   .down
        call  backup
.down:  call  descend
        ld    r0, [leaves]
        add   r0, 1
        st    r0, [leaves]
        ld    r0, [seed_low]
        ld    r1, [seed_high]
        li    r2, LEAF_LOW
        li    r3, LEAF_HIGH
        add   r0, r2
        adc   r1, r3
        st    r0, [seed_low]
        st    r1, [seed_high]
        jmp   .leaf

.drain: ld    r0, [leaves]
        cmp   r0, 2
        blo   .last
        and   r0, 1             ; the flight of leaf n - 2
        st    r0, [slot]
        call  backup
.last:  ld    r0, [leaves]
        add   r0, -1
        bmi   .best
        and   r0, 1
        st    r0, [slot]
        call  backup

; The child with the most visits. The greater mean breaks ties, then the order.
.best:  li    r1, blocks+B_FIRST
        mov   r2, r1            ; the best
        li    r3, 0             ; its visits
        li    r4, 0             ; its mean
        li    r5, CHILDREN
.look:  ld    r6, [r1+PRIOR]
        add   r6, 0
        beq   .tell
        ld    r6, [r1+VISITS]
        shl   r6, 2             ; without the two flag bits
        ld    r7, [r1+MEAN]
        cmp   r6, r3
        blo   .next
        bne   .better
        cmp   r7, r4
        bls   .next
.better:mov   r2, r1
        mov   r3, r6
        mov   r4, r7
.next:  add   r1, CHILD
        add   r5, -1
        bne   .look
.tell:  ld    r0, [r2+MOVE]
        out   r0, ANSWER_MOVE
        ld    r0, [leaves]
        out   r0, ANSWER_LEAVES
        jmp   .ok

.none:  li    r0, 0
        out   r0, ANSWER_LEAVES
        li    r0, 3
        jmp   .answer

; ---- the way down -------------------------------------------------------------------------

; descend -- goes from the root to a leaf, counts the visits on the way, and starts the leaf's
; evaluation in flight [slot].
descend:st    r15, [descend_back]
        ld    r0, [slot]
        li    r1, paths
        add   r0, 0
        beq   .begin
        li    r1, paths+DEPTH
.begin: st    r1, [path]
        st    r1, [tail]
        ld    r0, [leaves]
        add   r0, 1             ; the visits of the root
        li    r12, blocks
.down:  call  choose
        call  count
        ld    r0, [r1+VISITS]
        ld    r12, [r1+LINK]
        mov   r2, r0
        shl   r0, 2
        shr   r0, 2
        add   r2, 0
        bmi   .down             ; it has children
        shl   r2, 1
        bmi   .known            ; the game is over there
        st    r0, [visits]

        call  copy              ; the position
        ld    r5, [path]
.way:   st    r5, [step]
        ld    r5, [r5]
        ld    r0, [r5+MOVE]
        li    r1, current
        call  play
        ld    r5, [step]
        add   r5, 1
        ld    r4, [tail]
        cmp   r5, r4
        bne   .way

        ld    r0, [visits]
        cmp   r0, 1
        beq   .new
        cmp   r0, EXPAND
        blo   .ask
        ld    r1, [used]
        cmp   r1, BLOCKS
        beq   .ask
        add   r1, 1             ; the leaf gets children, and the path goes on to the first child
        st    r1, [used]
        ld    r0, [free]
        call  expand
        ld    r12, [free]
        ld    r1, [child]
        st    r12, [r1+LINK]
        ld    r2, [r1+VISITS]
        li    r3, 0x8000
        or    r2, r3
        st    r2, [r1+VISITS]
        li    r4, BLOCK
        add   r4, r12
        st    r4, [free]
        mov   r3, r12
        add   r3, B_FIRST
        call  count
        ld    r0, [r1+MOVE]
        li    r1, current
        call  play

.new:   li    r1, current+OUT
        ld    r2, [r1]
        li    r1, current+SIDE+OUT
        ld    r3, [r1]
        and   r2, r3
        bne   .ends
        call  terms
        ld    r1, [child]
        st    r0, [r1+LINK]
.ask:   ld    r0, [slot]
        call  load
        ld    r0, [slot]
        ld    r1, [seed_low]
        ld    r2, [seed_high]
        call  go
        li    r0, 0
        jmp   .note

.ends:  li    r1, current+VALUE ; the margin
        ld    r0, [r1]
        li    r1, current+SIDE+VALUE
        ld    r2, [r1]
        sub   r0, r2
        call  final
        ld    r1, [child]
        st    r0, [r1+LINK]
        ld    r2, [r1+VISITS]
        li    r3, 0x4000
        or    r2, r3
        st    r2, [r1+VISITS]
.known: li    r0, 1

.note:  li    r3, flights       ; r0: is the value known?
        ld    r2, [slot]
        add   r2, 0
        beq   .here
        add   r3, FLIGHT
.here:  st    r0, [r3+F_KNOWN]
        ld    r1, [child]
        ld    r0, [r1+LINK]
        st    r0, [r3+F_VALUE]
        li    r1, current+PLACED
        ld    r0, [r1]
        st    r0, [r3+F_PLACED]
        ld    r0, [tail]
        st    r0, [r3+F_TAIL]
        ld    r15, [descend_back]
        ret

; choose -- chooses a child of the block at r12. r0: visits of the node. r3: the child with the
; greatest
;
;     mean + root(visits) x (16 x prior / (1 + its visits)) / 4096
;
; or the first of equal children. An unvisited child counts with the mean of all children, less
; REDUCTION; the unvisited children after the first one are no better. Preserves r12.
;
; The square root covers only the 7 or 8 highest bits of the visits. The block keeps it until they
; change.
choose: mov   r6, r0
        li    r1, 0             ; half the number of dropped bits
        li    r4, 256
.wide:  cmp   r0, r4
        blo   .narrow
        shr   r0, 2
        add   r1, 1
        jmp   .wide
.narrow:add   r1, 0
        beq   .root
        li    r7, 16
        sub   r7, r1
        sub   r7, r1
        shl   r6, r7            ; the dropped bits: 0 when the highest bits have just changed
        beq   .root
        ld    r2, [r12+B_SCALE]
        jmp   .scaled
.root:  shl   r0, 8             ; two bits from the left for each digit
        li    r2, 0             ; the square root
        li    r4, 0             ; the remainder
        li    r5, 12
.digit: mov   r6, r0
        shr   r6, 14
        shl   r0, 2
        shl   r4, 2
        or    r4, r6
        mov   r6, r2
        shl   r6, 2
        add   r6, 1
        shl   r2, 1
        cmp   r4, r6
        blo   .zero
        sub   r4, r6
        add   r2, 1
.zero:  add   r5, -1
        bne   .digit
        shl   r2, r1
        st    r2, [r12+B_SCALE]

.scaled:li    r0, 0
        mov   r1, r12
        add   r1, B_FIRST
        mov   r3, r1            ; the best
        li    r4, 0             ; its score
        li    r5, 0
        li    r11, CHILDREN
.child: ld    r6, [r1+PRIOR]
        add   r6, 0
        beq   .done
        ld    r7, [r1+VISITS]
        shl   r7, 2
        beq   .fresh
        shr   r7, 2
        add   r7, 1
        mov   r8, r6
        shr   r8, 12
        shl   r6, 4             ; (r8, r6): 16 x prior
        cmp   r8, r7
        bhs   .long
        seth  r8
        div   r6, r7            ; the share
        mul   r6, r2
        geth  r8
        shr   r6, 12
        mov   r10, r8
        shl   r8, 4
        or    r6, r8
        shr   r10, 12
.mean:  ld    r8, [r1+MEAN]
        add   r6, r8
        adc   r10, r0
        cmp   r4, r6
        mov   r8, r5
        sbc   r8, r10
        bhs   .next
        mov   r3, r1
        mov   r4, r6
        mov   r5, r10
.next:  add   r1, CHILD
        add   r11, -1
        bne   .child
.done:  ret

.long:  seth  r0                ; the share has more than 16 bits
        div   r8, r7
        mov   r9, r8
        div   r6, r7            ; (r9, r6): the share
        mul   r6, r2
        geth  r8
        shr   r6, 12
        mov   r10, r8
        shl   r8, 4
        or    r6, r8
        shr   r10, 12
        mul   r9, r2
        geth  r8
        mov   r7, r9
        shr   r7, 12
        shl   r8, 4
        or    r8, r7
        shl   r9, 4
        add   r6, r9
        adc   r10, r8
        jmp   .mean

.fresh: mul   r6, r2
        geth  r10
        shr   r6, 8
        mov   r8, r10
        shl   r8, 8
        or    r6, r8
        shr   r10, 8
        ld    r7, [r12+B_VISITS]
        shl   r7, 1
        beq   .first
        shr   r7, 1
        ld    r8, [r12+B_HIGH]
        seth  r8
        ld    r8, [r12+B_LOW]
        div   r8, r7
        add   r6, r8
        adc   r10, r0
        li    r8, REDUCTION
        sub   r6, r8
        sbc   r10, r0
        blo   .done             ; below 0
.first: cmp   r4, r6
        mov   r8, r5
        sbc   r8, r10
        bhs   .done
        mov   r3, r1
        ret

; count -- appends the child at r3 of block r12 to the path, and adds a visit to both. The visit has
; no value yet: the sums stay unchanged, and the child's mean falls. Returns the child in r1.
count:  st    r3, [child]
        ld    r4, [tail]
        st    r3, [r4]
        add   r4, 1
        st    r4, [tail]
        ld    r2, [r12+B_VISITS]
        add   r2, 1
        st    r2, [r12+B_VISITS]
        mov   r1, r3
        ld    r2, [r1+VISITS]
        add   r2, 1
        st    r2, [r1+VISITS]
        shl   r2, 2
        shr   r2, 2
        ld    r4, [r1+MEAN]
        ld    r5, [r1+REST]
        mov   r6, r4
        sub   r6, r5            ; the sum is this much short of visits times the mean
        bls   .keep
        add   r6, -1
        li    r7, 0
        seth  r7
        div   r6, r2
        geth  r7
        sub   r4, r6
        add   r4, -1
        st    r4, [r1+MEAN]
        add   r2, -1
        sub   r2, r7
        st    r2, [r1+REST]
        ret
.keep:  neg   r6, r6
        st    r6, [r1+REST]
        ret

; ---- the way back -------------------------------------------------------------------------

; backup -- waits for the value of flight [slot] and adds it to every node of its path.
backup: st    r15, [backup_back]
        li    r3, flights
        li    r4, paths
        ld    r0, [slot]
        add   r0, 0
        beq   .here
        add   r3, FLIGHT
        li    r4, paths+DEPTH
.here:  st    r4, [path]
        ld    r5, [r3+F_TAIL]
        st    r5, [tail]
        ld    r1, [r3+F_VALUE]
        ld    r2, [r3+F_PLACED]
        ld    r4, [r3+F_KNOWN]
        add   r4, 0
        bne   .known
        st    r1, [value]
        st    r2, [step]
        call  sum
        mov   r1, r0
        ld    r0, [value]
        ld    r2, [step]
        call  worth
        mov   r1, r0
.known: st    r1, [value]
        li    r12, blocks
        ld    r13, [path]
        ld    r14, [tail]
.step:  ld    r0, [value]
        ld    r2, [r12+B_VISITS]
        add   r2, 0
        bpl   .one
        neg   r0, r0            ; player 2 gets the complement
        add   r0, -1
.one:   ld    r2, [r12+B_LOW]
        ld    r4, [r12+B_HIGH]
        li    r5, 0
        add   r2, r0
        adc   r4, r5
        st    r2, [r12+B_LOW]
        st    r4, [r12+B_HIGH]
        ld    r1, [r13]
        ld    r2, [r1+VISITS]
        shl   r2, 2
        shr   r2, 2
        ld    r4, [r1+REST]
        add   r4, r0
        adc   r5, r5
        seth  r5
        div   r4, r2
        geth  r5
        st    r5, [r1+REST]
        ld    r5, [r1+MEAN]
        add   r5, r4
        st    r5, [r1+MEAN]
        ld    r12, [r1+LINK]
        add   r13, 1
        cmp   r13, r14
        bne   .step
        ld    r15, [backup_back]
        ret
