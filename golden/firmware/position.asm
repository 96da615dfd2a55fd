; SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
; position.asm -- positions: the empty board, moves

; The squares of an orientation and other sets around the reference cell of a move: 7 rows of 7
; columns, bit 3 of row 3 the reference cell. A column beyond the board is empty, or holds squares
; of the opposite side behind two empty columns that no flood crosses.
.def   W_TILE 0                 ; squares of the tile
.def   W_EDGE 1                 ; squares that share an edge with the tile
.def   W_DIAGONAL 2             ; squares that touch it only at a vertex
.def   W_FREE 3                 ; W_AROUND without W_TILE and W_EDGE
.def   W_AROUND 4               ; squares around the tile: see evaluation.footprint
.def   W_SET 5                  ; start of a flood,
.def   W_WITHIN 6               ; the squares open to it,
.def   W_NEAR 7                 ; and the squares that it does not count
.def   W 8
.var   window 7*W+1             ; and an empty row at the end
.var   position_back

; begin -- makes the root the empty board. r0: the player who moves first.
begin:  st    r0, [first]
        li    r1, root
        li    r2, 0x3fff
        li    r3, 0
        li    r4, 2
.side:  li    r5, 14
.row:   st    r2, [r1+ALLOWED]
        st    r3, [r1+CORNERS]
        add   r1, 1
        add   r5, -1
        bne   .row
        add   r1, TILES-14
        li    r5, 0xffff
        st    r5, [r1]
        li    r5, 0x1f
        st    r5, [r1+1]
        st    r3, [r1+VALUE-TILES]
        st    r3, [r1+OUT-TILES]
        add   r1, SIDE-TILES
        add   r4, -1
        bne   .side
        st    r0, [r1]          ; TURN
        st    r3, [r1+PLACED-TURN]
        add   r1, SIDE+CORNERS+9-TURN
        li    r2, 0x200         ; the start squares
        st    r2, [r1]
        add   r1, -SIDE-5
        li    r2, 0x10
        st    r2, [r1]
        ret

; copy -- copies root to current.
copy:   li    r0, root
        li    r1, current
        li    r2, 11
.six:   ld    r3, [r0]
        st    r3, [r1]
        ld    r3, [r0+1]
        st    r3, [r1+1]
        ld    r3, [r0+2]
        st    r3, [r1+2]
        ld    r3, [r0+3]
        st    r3, [r1+3]
        ld    r3, [r0+4]
        st    r3, [r1+4]
        ld    r3, [r0+5]
        st    r3, [r1+5]
        add   r0, 6
        add   r1, 6
        add   r2, -1
        bne   .six
        ret

; shape -- places orientation r0 in the window. Returns its tile in r1 and its number of squares in
; r2. Preserves r5 to r15.
shape:  shl   r0, 1
        li    r1, shapes
        add   r1, r0
        out   r1, TABLE
        add   r1, 1
        in    r0, TABLE_WORD
        out   r1, TABLE
        pop   r2, r0
        in    r1, TABLE_WORD
        mov   r3, r1
        shl   r3, 5             ; without the tile
        pop   r3, r3
        add   r2, r3
        li    r3, 0
        st    r3, [window]
        st    r3, [window+6*W]
        st    r3, [window+7*W]
        mov   r3, r0
        and   r3, 0x3e
        st    r3, [window+W]
        shr   r0, 5
        mov   r3, r0
        and   r3, 0x3e
        st    r3, [window+2*W]
        shr   r0, 5
        and   r0, 0x3e
        st    r0, [window+3*W]
        mov   r3, r1
        and   r3, 0x3e
        st    r3, [window+4*W]
        shr   r1, 5
        mov   r3, r1
        and   r3, 0x3e
        st    r3, [window+5*W]
        shr   r1, 6
        ret

; play -- makes move r0 for the player to move in the position at address r1.
.reg   rot r0                   ; rotation from the window to the board
.reg   prev r1                  ; the tile's squares in the row above,
.reg   cur r2                   ; in this row,
.reg   next r3                  ; in the row below
.reg   beside r4
.reg   turn r5                  ; address of TURN
.reg   own r6                   ; addresses of the players, then of their rows
.reg   rival r7
.reg   row r8
.reg   at r9                    ; row of the window
.reg   count r10
play:   mov   own, r1
        mov   turn, r1
        add   turn, TURN
        mov   rival, r1
        add   rival, SIDE
        ld    r2, [turn]
        add   r2, 0
        beq   .sides
        mov   own, rival
        mov   rival, r1
.sides: mov   r11, r0
        shr   r0, 8
        li    row, 0
        cmp   r0, 127
        beq   .pass
        st    r15, [position_back]
        call  shape
        ld    r15, [position_back]
        mov   at, own
        add   at, TILES
        mov   r3, r1            ; remove the tile from his set
        shr   r3, 4
        add   r3, at
        li    r0, 1
        shl   r0, r1
        ld    r4, [r3]
        andn  r4, r0
        st    r4, [r3]
        ld    r0, [at+VALUE-TILES]
        add   r0, r2
        ld    r2, [at]
        ld    r3, [at+1]
        or    r2, r3
        bne   .more
        add   r0, 15            ; his last tile
        add   r1, 0
        bne   .bonus
        add   r0, 5
.bonus: li    r2, 1
        st    r2, [at+OUT-TILES]
        mov   r3, rival
        add   r3, TILES
        st    r2, [r3+OUT-TILES]
.more:  st    r0, [at+VALUE-TILES]
        ld    r0, [turn+PLACED-TURN]
        add   r0, 1
        st    r0, [turn+PLACED-TURN]

        li    rot, 3
        mov   r2, r11
        and   r2, 15
        sub   rot, r2
        mov   row, r11
        shr   row, 4
        and   row, 15
        add   row, -3
        add   own, row
        add   rival, row
        li    at, window
        li    count, 7
        li    prev, 0
        li    cur, 0
.row:   ld    next, [at+W]
        ror   next, rot
        mov   beside, prev
        or    beside, next
        mov   r11, beside
        or    r11, cur
        beq   .skip
        cmp   row, 14
        bhs   .skip
        mov   r12, cur
        shl   r12, 1
        or    r11, r12
        mov   r12, cur
        shr   r12, 1
        or    r11, r12
        ld    r12, [own+ALLOWED]
        andn  r12, r11
        st    r12, [own+ALLOWED]
        mov   r11, beside
        shl   r11, 1
        shr   beside, 1
        or    beside, r11
        ld    r11, [own+CORNERS]
        or    r11, beside
        and   r11, r12
        st    r11, [own+CORNERS]
        ld    r11, [rival+ALLOWED]
        andn  r11, cur
        st    r11, [rival+ALLOWED]
        ld    r11, [rival+CORNERS]
        andn  r11, cur
        st    r11, [rival+CORNERS]
.skip:  mov   prev, cur
        mov   cur, next
        add   own, 1
        add   rival, 1
        add   row, 1
        add   at, W
        add   count, -1
        bne   .row

        sub   rival, row
.turn:  add   rival, TILES
        ld    r0, [rival+OUT-TILES]
        add   r0, 0
        bne   .stays
        ld    r0, [turn]
        li    r1, 1
        xor   r0, r1
        st    r0, [turn]
.stays: ret

.pass:  li    r0, 1
        add   own, TILES
        st    r0, [own+OUT-TILES]
        jmp   .turn

; legal -- tests move r0 for the player to move at the root. Returns 1 in r0 for a legal placement,
; else 0.
legal:  st    r15, [position_back]
        mov   r5, r0
        shr   r0, 8
        cmp   r0, ORIENTATIONS
        bhs   .no
        call  shape
        li    r6, root+TURN
        ld    r0, [r6]
        li    r6, root
        shl   r0, 5
        add   r6, r0
        mov   r7, r6
        add   r7, TILES
        ld    r0, [r7+OUT-TILES]
        add   r0, 0
        bne   .no
        mov   r0, r1            ; does the player have the tile?
        shr   r0, 4
        ld    r0, [r7+r0]
        shr   r0, r1
        and   r0, 1
        beq   .no
        li    r0, 3
        mov   r1, r5
        and   r1, 15
        sub   r0, r1
        shr   r5, 4
        and   r5, 15
        add   r5, -2
        add   r6, r5
        li    r7, window+W
        li    r8, 0             ; corners that the tile covers
        li    r9, 5
.row:   ld    r1, [r7]
        ror   r1, r0
        beq   .next
        cmp   r5, 14
        bhs   .no
        ld    r2, [r6+CORNERS]
        and   r2, r1
        or    r8, r2
        ld    r2, [r6+ALLOWED]  ; ALLOWED is 0 beyond the last column: no tile leaves the board
        andn  r1, r2
        bne   .no
.next:  add   r5, 1
        add   r6, 1
        add   r7, W
        add   r9, -1
        bne   .row
        li    r0, 1
        add   r8, 0
        bne   .yes
.no:    li    r0, 0
.yes:   ld    r15, [position_back]
        ret
