; SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
; value.asm -- terms of a position, exponential and logistic function, the value of a leaf

; exp -- returns tree.Exp: exp(-x/256) with 16 fractional bits, for x >= 0 in r0. r0: the low 16
; bits, r1: bit 16. Preserves r11 to r14. With x = 128 i + 8 j + k the result is A[i] * B[j] * (1 -
; D[k]); see exponentials in value.go.
exp:    li    r1, 0
        mov   r2, r0
        shr   r2, 6
        cmp   r2, 48          ; 2 x 24
        bhs   .zero
        li    r3, exp_d
        and   r2, 0xfe
        add   r2, r3
        add   r2, exp_a-exp_d
        out   r2, TABLE
        add   r2, 1
        in    r4, TABLE_WORD    ; A
        out   r2, TABLE
        mov   r2, r0
        in    r5, TABLE_WORD
        shr   r2, 2
        and   r2, 30
        add   r2, r3
        add   r2, exp_b-exp_d
        out   r2, TABLE
        add   r2, 1
        in    r6, TABLE_WORD    ; B
        out   r2, TABLE
        and   r0, 7
        in    r7, TABLE_WORD
        add   r0, r3
        out   r0, TABLE
        nop
        in    r8, TABLE_WORD    ; D; it needs only the high half of B
        mul   r8, r6
        geth  r9
        shr   r8, 5
        mov   r10, r9
        shl   r10, 11
        or    r8, r10
        shr   r9, 5
        sub   r7, r8
        sbc   r6, r9
        mul   r7, r4            ; products with a low half: only their high half counts
        geth  r7
        mul   r5, r6
        geth  r5
        mul   r4, r6
        geth  r0
        add   r4, r7
        adc   r0, r1
        add   r4, r5
        adc   r0, r1
        add   r4, r4            ; round to nearest
        adc   r0, r1
        adc   r1, r1
        ret
.zero:  li    r0, 0
        ret

; logistic -- returns tree.Logistic(x). r0 = |x|, r11 = -1 if x is negative, else 0. Preserves r11,
; r13, r14; r12 holds the return address. The result is (65535 * 65536 + d/2) / d with d = 65536 +
; exp(-|x|/256), rounded down. Dividing half the dividend by half of d, with d/2 rounded down, gives
; this quotient or 1 more.
logistic:
        add   r0, 0
        beq   .half
        li    r1, 2048
        cmp   r0, r1
        bls   .near
        mov   r0, r1
.near:  mov   r12, r15
        call  exp
        li    r1, 0x8000
        mov   r3, r0
        shr   r3, 1
        or    r3, r1            ; d/2
        mov   r2, r3
        shr   r2, 1
        or    r2, r1
        li    r4, 0x7fff
        seth  r4                ; (h, r2): half of the dividend
        div   r2, r3
        and   r0, 1
        beq   .done             ; d/2 is exact
        geth  r4
        and   r3, 1
        add   r4, r4
        blo   .done
        or    r4, r3            ; the whole dividend, less the quotient times d - 1
        cmp   r4, r2
        bhs   .done
        add   r2, -1
.done:  mov   r0, r2
        xor   r0, r11
        jr    r12
.half:  li    r0, 0x8000
        ret

; worth -- returns in r0 the position's value for player 1. r0: the terms' part of the margin, in
; 1/256 point. r1: sum of the playouts' margins, 14 bits. r2: tiles on the board.
worth:  mov   r14, r15
        li    r3, phases
        shl   r2, 1
        add   r3, r2
        out   r3, TABLE
        add   r3, 1
        in    r2, TABLE_WORD    ; margin per point of the playouts' mean
        out   r3, TABLE
        mov   r11, r1
        in    r3, TABLE_WORD    ; spread
        xor   r11, r2
        sar   r11, 15           ; -1 if the playouts lower the margin: then every sign is inverted
        mov   r4, r1
        sar   r4, 15
        xor   r1, r4
        sub   r1, r4
        mov   r4, r2
        sar   r4, 15
        xor   r2, r4
        sub   r2, r4
        mul   r1, r2
        geth  r2
        shr   r1, PLAYOUTS_LOG
        mov   r4, r2
        shl   r4, 16-PLAYOUTS_LOG
        or    r1, r4
        shr   r2, PLAYOUTS_LOG
        beq   .fits
        li    r1, 0xffff        ; beyond the limit with any terms
.fits:  xor   r0, r11
        sub   r0, r11
        li    r4, MARGIN_LIMIT
        li    r2, 0
        mov   r5, r0
        sar   r5, 15
        add   r1, r0
        adc   r5, r2            ; (r5, r1): the margin
        beq   .bound
        bpl   .over
        neg   r1, r1
        neg   r11, r11
        add   r11, -1
.bound: cmp   r1, r4
        bls   .margin
.over:  mov   r1, r4
.margin:
        mov   r13, r1           ; |margin|
        li    r2, WIN_SLOPE
        mul   r1, r2
        div   r1, r3
        mov   r0, r1
        call  logistic
        mov   r1, r13
        mov   r13, r0           ; winning chance
        mov   r0, r1
        shr   r0, MARGIN_LOG
.leaf:  call  logistic          ; r0: the logistic of the margin
        sub   r0, r13           ; MARGIN_SHARE/256 margin, the rest winning chance
        mov   r1, r0
        sar   r1, 15
        li    r2, MARGIN_SHARE*256
        and   r1, r2
        li    r2, MARGIN_SHARE
        mul   r0, r2
        geth  r2
        shr   r0, 8
        shl   r2, 8
        or    r0, r2
        sub   r0, r1
        add   r0, r13
        jr    r14

; final -- returns in r0 player 1's value of a finished game. r0: player 1's final margin, in
; points.
final:  mov   r14, r15
        mov   r11, r0
        sar   r11, 15
        li    r13, 0x7fff
        add   r0, 0
        beq   worth.leaf
        li    r13, 0xffff
        xor   r13, r11
        xor   r0, r11
        sub   r0, r11
        shl   r0, POINT_LOG
        jmp   worth.leaf

.var   counts 2*TERMS           ; player 1's terms, then player 2's
.var   reach 14+1               ; rows; the one below the board stays 0

; terms -- returns in r0 the evaluation.Terms' part of player 1's margin in the position in current,
; in 1/256 point. The game must not be over.
terms:  li    r1, current       ; a player's side,
        li    r2, counts        ; and his counts
        li    r12, reach+14
.player:
        mov   r3, r1
        add   r3, VALUE
        ld    r4, [r3]          ; still without a bonus
        st    r4, [r2+T_SQUARES]
        mov   r3, r1
        li    r4, 0             ; corners
        li    r5, 0             ; allowed squares
        li    r6, reach
.copy:  ld    r7, [r3+CORNERS]
        st    r7, [r6]
        pop   r7, r7
        add   r4, r7
        ld    r7, [r3+ALLOWED]
        pop   r7, r7
        add   r5, r7
        add   r3, 1
        add   r6, 1
        cmp   r6, r12
        bne   .copy
        st    r4, [r2+T_CORNERS]
        st    r5, [r2+T_ALLOWED]
        li    r3, 0             ; steps
.step:  li    r5, reach
        mov   r4, r1
        sub   r4, r5            ; distance from a row of the reach to its allowed squares
        li    r6, 0             ; the row above, before this step,
        ld    r8, [r5]          ; the row,
        li    r7, 0             ; and the number of squares
.row:   ld    r9, [r5+1]        ; the row below
        mov   r10, r8
        shl   r10, 1
        mov   r11, r8
        shr   r11, 1
        or    r10, r11
        or    r10, r6
        or    r10, r9
        ld    r11, [r5+r4]
        and   r10, r11
        or    r10, r8
        st    r10, [r5]
        pop   r10, r10
        add   r7, r10
        mov   r6, r8
        mov   r8, r9
        add   r5, 1
        cmp   r5, r12
        bne   .row
        add   r3, 1
        mov   r4, r3
        add   r4, -1
        and   r4, r3
        bne   .step
        st    r7, [r2+T_REACH]  ; after 1, 2, 4, 8
        add   r2, 1
        cmp   r3, 8
        bne   .step
        add   r2, TERMS-4
        add   r1, SIDE
        li    r3, current+TURN
        cmp   r1, r3
        bne   .player

        li    r6, 1             ; two terms: 1 for a player, 0 for the other one
        ld    r4, [r1]
        st    r4, [counts+TERMS+T_TO_MOVE]
        xor   r4, r6
        st    r4, [counts+T_TO_MOVE]
        ld    r4, [first]
        st    r4, [counts+TERMS+T_FIRST]
        xor   r4, r6
        st    r4, [counts+T_FIRST]

        ld    r5, [r1+PLACED-TURN]
        mov   r6, r5
        shr   r6, MARGIN_STEP_LOG       ; a knot for every MARGIN_STEP tiles
        li    r7, TERMS
        mul   r6, r7
        li    r7, knots
        add   r6, r7
        and   r5, MARGIN_STEP-1
        li    r0, 0
        li    r1, counts
        li    r7, counts+TERMS
.term:  out   r6, TABLE         ; the weight: evaluation.between
        mov   r3, r6
        in    r2, TABLE_WORD
        add   r3, TERMS
        out   r3, TABLE
        nop
        in    r3, TABLE_WORD
        sub   r3, r2
        mul   r3, r5
        shl   r2, MARGIN_STEP_LOG
        add   r2, r3
        mov   r3, r2
        sar   r3, 15
        add   r2, r3            ; round halves away from 0
        add   r2, MARGIN_STEP_HALF
        sar   r2, MARGIN_STEP_LOG
        ld    r3, [r1]
        ld    r4, [r1+TERMS]
        sub   r3, r4
        mul   r2, r3
        add   r0, r2
        add   r6, 1
        add   r1, 1
        cmp   r1, r7
        bne   .term
        ret
