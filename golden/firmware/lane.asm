; SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
; lane.asm -- loads positions into the playout lane, starts its playouts and reads their sums

; load -- loads the position in current as root r0 (slot) of the lane. If a player has not placed a
; tile, his corners become the squares that the lane visits for his first placement.
load:   shl   r0, 5             ; the command
        li    r1, current       ; a player's side
.player:
        mov   r2, r1
        add   r2, TILES
        ld    r3, [r2+VALUE-TILES]
        add   r3, 0
        beq   .first
.board: mov   r3, r1
        add   r3, 14
.row:   in    r4, LANE_STATE          ; two rows at a time
        and   r4, 1
        bne   .row
        ld    r4, [r1+ALLOWED]
        out   r4, ROW_ALLOWED
        ld    r4, [r1+CORNERS]
        out   r4, ROW_CORNERS
        out   r0, LANE
        add   r0, 1
.next:  in    r4, LANE_STATE
        and   r4, 1
        bne   .next
        ld    r4, [r1+ALLOWED+1]
        out   r4, ROW_ALLOWED
        ld    r4, [r1+CORNERS+1]
        out   r4, ROW_CORNERS
        out   r0, LANE
        add   r0, 1
        add   r1, 2
        cmp   r1, r3
        bne   .row
.tiles: in    r4, LANE_STATE          ; row 14: the lane itself makes the map of rows with corners
        and   r4, 1
        bne   .tiles
        out   r4, ROW_CORNERS   ; 0
        ld    r3, [r2]
        out   r3, ROW_ALLOWED
        out   r0, LANE
        add   r0, 1
        ld    r3, [r2+VALUE-TILES]
        shl   r3, 5
        ld    r4, [r2+1]
        or    r3, r4
.value: in    r4, LANE_STATE
        and   r4, 1
        bne   .value
        out   r3, ROW_ALLOWED
        out   r0, LANE
        add   r0, 1
        mov   r1, r2
        add   r1, SIDE-TILES
        mov   r3, r0
        and   r3, 16
        bne   .player           ; row 0 of player 2 follows row 15 of player 1
        ld    r3, [r1+TURN-2*SIDE]
        shl   r3, 4
        or    r0, r3
        add   r0, 64-32
.turn:  in    r4, LANE_STATE
        and   r4, 1
        bne   .turn
        out   r0, LANE
        ret

.first: mov   r3, r0            ; player 2 starts 5 rows below player 1, and 5 columns to the right
        and   r3, 16
        beq   .start
        li    r3, 5
.start: mov   r4, r1
        add   r4, r3
        li    r5, first_anchors
        li    r6, 5
.visit: out   r5, TABLE
        add   r5, 1
        in    r7, TABLE_WORD
        shl   r7, r3
        ld    r8, [r4+ALLOWED]
        and   r7, r8
        st    r7, [r4+CORNERS]
        add   r4, 1
        add   r6, -1
        bne   .visit
        jmp   .board

; go -- starts a leaf's playouts from root r0 (slot). r1, r2: seed of the first playout, low and
; high half.
go:     in    r3, LANE_STATE
        and   r3, 2
        bne   go
        out   r1, LANE_SEED_LOW
        out   r2, LANE_SEED_HIGH
        out   r0, LANE_GO
        ret

; sum -- waits for the playouts of root r0 (slot) and returns the sum of their margins in r0.
sum:    li    r1, 4
        shl   r1, r0
.wait:  in    r2, LANE_STATE
        and   r2, r1
        beq   .wait
        add   r0, 0
        in    r0, SUM_0
        beq   .slot0
        in    r0, SUM_1
.slot0: ret
