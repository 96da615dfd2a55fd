; SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
; moves.asm -- legal moves, their features, the children of a node and their priors

; Planes: 20 rows of 8 words. Three empty rows precede the rows of the board and three follow them.
; A row has
.def   P_ALLOWED 0              ; player to move: allowed squares,
.def   P_CORNERS 1              ; corners,
.def   P_NEAR 2                 ; squares within two steps of corners;
.def   P_RIVAL 3                ; his rival: allowed squares,
.def   P_RIVAL_CORNERS 4
.def   P_RIVAL_NEAR 5
.def   P_RIVAL_REACH 6          ; squares within four steps;
.def   P_RINGS 7                ; first ring; bit 15, 14: the second, third ring crosses this row
.def   P 8
.array planes 20*P
.def   BOARD 3*P+planes         ; the first row of the board

.var   weights FEATURES         ; weights of the features

.var   expand_back
.var   moves_back
.var   weigh_back
.var   flood_back
.var   block
.var   last                     ; the block's last child
.var   tiles 2                  ; tiles that the player to move has left
.var   orientation
.var   size_weight              ; the size's part of the logit
.var   fits 14                  ; by rows: possible places of the reference cell
.var   fit_row                  ; the current row
.var   fit_move                 ; the current move,
.var   fit_turn                 ; its column, from the board to the window
.var   fit_planes               ; the window's first row in the planes
.var   gained_most              ; the most that a new corner can add to the logit,
.var   lost_most                ; and a square of the rival's reach in the window
.var   covered                  ; squares of the rival's reach that the tile covers
.var   logit
.var   before                   ; the rival's reach around the tile
.var   most                     ; the greatest logit
.var   whole 2                  ; sum of the exponentials
.var   left                     ; children left to do
.var   child_at

; prepare -- clears the planes after a reset, except for the first ring.
prepare:li    r1, planes
        li    r2, 20*P
        li    r3, 0
.clear: st    r3, [r1]
        add   r1, 1
        add   r2, -1
        bne   .clear
        li    r1, BOARD+P_RINGS
        li    r2, rings
        li    r4, 14
.ring:  out   r2, TABLE
        add   r2, 1
        in    r3, TABLE_WORD
        st    r3, [r1]
        add   r1, P
        add   r4, -1
        bne   .ring
        ret

; expand -- gives the block at address r0 the best moves of the player to move in current as
; children. Returns their number in r0.
expand: st    r15, [expand_back]
        st    r0, [block]
        li    r1, current+TURN
        ld    r2, [r1]
        mov   r3, r2
        ror   r3, 1
        st    r3, [r0+B_VISITS]
        li    r3, 0
        st    r3, [r0+B_LOW]
        st    r3, [r0+B_HIGH]
        add   r0, B_FIRST
        li    r4, 0x8000        ; below any logit: no child yet
        li    r5, CHILDREN
.clear: st    r3, [r0+MEAN]
        st    r3, [r0+VISITS]
        st    r3, [r0+REST]
        st    r3, [r0+LINK]
        st    r4, [r0+PRIOR]
        st    r0, [last]
        add   r0, CHILD
        add   r5, -1
        bne   .clear

        ; The planes.
        li    r0, current       ; the player to move
        li    r1, current+SIDE  ; his rival
        add   r2, 0
        beq   .sides
        mov   r3, r0
        mov   r0, r1
        mov   r1, r3
.sides: li    r2, BOARD
        li    r3, 14
.fill:  ld    r4, [r0+ALLOWED]
        st    r4, [r2+P_ALLOWED]
        ld    r4, [r0+CORNERS]
        st    r4, [r2+P_CORNERS]
        st    r4, [r2+P_NEAR]
        ld    r4, [r1+ALLOWED]
        st    r4, [r2+P_RIVAL]
        ld    r4, [r1+CORNERS]
        st    r4, [r2+P_RIVAL_CORNERS]
        st    r4, [r2+P_RIVAL_NEAR]
        st    r4, [r2+P_RIVAL_REACH]
        add   r0, 1
        add   r1, 1
        add   r2, P
        add   r3, -1
        bne   .fill
        ld    r5, [r0+TILES-14]
        st    r5, [tiles]
        ld    r6, [r0+TILES-13]
        st    r6, [tiles+1]
        li    r0, BOARD+P_NEAR
        li    r1, BOARD+P_ALLOWED
        li    r2, 2
        call  spread
        li    r1, BOARD+P_RIVAL
        add   r0, P_RIVAL_NEAR-P_NEAR
        li    r2, 2
        call  spread
        add   r0, P_RIVAL_REACH-P_RIVAL_NEAR
        li    r2, 4
        call  spread

        ; The weights between two knots: see evaluation.between.
        ld    r5, [tiles]
        pop   r5, r5
        ld    r6, [tiles+1]
        pop   r6, r6
        add   r5, r6
        li    r0, 21
        sub   r0, r5            ; tiles placed
        li    r1, 0
        seth  r1
        li    r2, PRIOR_STEP    ; steps between knots
        div   r0, r2
        geth  r3
        li    r4, FEATURES
        mul   r0, r4
        li    r5, prior
        add   r5, r0            ; the knot before,
        mov   r6, r5
        add   r6, r4            ; the knot after
        mov   r7, r2
        sub   r7, r3            ; steps to the knot after
        li    r8, weights
.weight:out   r5, TABLE
        add   r5, 1
        in    r9, TABLE_WORD
        mul   r9, r7
        out   r6, TABLE
        add   r6, 1
        in    r10, TABLE_WORD
        mul   r10, r3
        add   r9, r10
        mov   r10, r9
        bpl   .plus
        neg   r9, r9
.plus:  add   r9, PRIOR_STEP_HALF
        seth  r1
        div   r9, r2
        add   r10, 0
        bpl   .sign
        neg   r9, r9
.sign:  st    r9, [r8]
        add   r8, 1
        add   r4, -1
        bne   .weight

        ; A new corner has two free squares beside it, so at most 8 squares lie within two steps of
        ; it.
        ld    r0, [weights+X_GAINED]
        shl   r0, 3
        bpl   .gains
        mov   r0, r1
.gains: st    r0, [gained_most]
        ld    r0, [weights+X_RIVAL_LOST]
        add   r0, 0
        bpl   .loses
        mov   r0, r1
.loses: st    r0, [lost_most]

        st    r1, [orientation]
orient: ld    r0, [orientation]
        call  shape
        li    r0, tiles         ; is the tile left?
        mov   r3, r1
        shr   r3, 4
        ld    r0, [r0+r3]
        shr   r0, r1
        and   r0, 1
        beq   .next
        li    r0, 0
        cmp   r2, 5
        beq   .size
        li    r0, 4+X_SIZE_4
        sub   r0, r2
        cmp   r2, 1
        bne   .small
        li    r0, X_SIZE_2
.small: li    r3, weights
        ld    r0, [r0+r3]
.size:  st    r0, [size_weight]

        ; The tile's squares without the reference cell: row offsets from it, times P, in r0 to r3;
        ; columns in r4 to r7. A tile of fewer than five squares repeats the reference cell.
        li    r0, 0
        li    r1, 0
        li    r2, 0
        li    r3, 0
        li    r4, 0
        li    r5, 0
        li    r6, 0
        li    r7, 0
        li    r8, -2*P
        li    r9, window+W
.row:   ld    r10, [r9+W_TILE]
        add   r10, 0
        beq   .empty
.square:mov   r11, r10
        add   r11, -1
        mov   r12, r11
        andn  r12, r10
        pop   r12, r12
        add   r12, -3
        mov   r13, r12
        or    r13, r8
        beq   .known
        mov   r3, r2
        mov   r2, r1
        mov   r1, r0
        mov   r0, r8
        mov   r7, r6
        mov   r6, r5
        mov   r5, r4
        mov   r4, r12
.known: and   r10, r11
        bne   .square
.empty: add   r9, W
        add   r8, P
        cmp   r8, 3*P
        bne   .row

        ; All columns of a row at once: the tile fits where all its squares are allowed and one is a
        ; corner.
        li    r8, BOARD
        li    r9, fits
        li    r10, 14
        li    r14, 0            ; does it fit anywhere?
.fit:   ld    r11, [r8]
        ld    r12, [r8+r0]
        ror   r12, r4
        and   r11, r12
        ld    r12, [r8+r1]
        ror   r12, r5
        and   r11, r12
        beq   .note
        ld    r12, [r8+r2]
        ror   r12, r6
        and   r11, r12
        ld    r12, [r8+r3]
        ror   r12, r7
        and   r11, r12
        beq   .note
        add   r8, P_CORNERS
        ld    r13, [r8]
        ld    r12, [r8+r0]
        ror   r12, r4
        or    r13, r12
        ld    r12, [r8+r1]
        ror   r12, r5
        or    r13, r12
        ld    r12, [r8+r2]
        ror   r12, r6
        or    r13, r12
        ld    r12, [r8+r3]
        ror   r12, r7
        or    r13, r12
        add   r8, -P_CORNERS
        and   r11, r13
        or    r14, r11
.note:  st    r11, [r9]
        add   r8, P
        add   r9, 1
        add   r10, -1
        bne   .fit
        add   r14, 0
        beq   .next
        call  outline
        call  moves
.next:  ld    r0, [orientation]
        add   r0, 1
        st    r0, [orientation]
        cmp   r0, ORIENTATIONS
        bne   orient

; The priors: shares of 65,535, as in tree.BestChildren. Before its prior is ready, a child has its
; logit in PRIOR, and its exponential in MEAN and VISITS.
        li    r1, 0
        st    r1, [whole]
        st    r1, [whole+1]
        ld    r2, [block]
        add   r2, B_FIRST
        ld    r3, [r2+PRIOR]
        st    r3, [most]
        li    r4, 0x8000
        cmp   r3, r4
        bne   .some
        st    r1, [r2+PRIOR]    ; no move
        st    r1, [most]
        li    r3, PASS
        st    r3, [r2+MOVE]
.some:  li    r1, CHILDREN
.exp:   st    r1, [left]
        st    r2, [child_at]
        ld    r1, [r2+PRIOR]
        li    r4, 0x8000
        cmp   r1, r4
        beq   .last
        ld    r0, [most]
        sub   r0, r1
        call  exp
        ld    r2, [child_at]
        st    r0, [r2+MEAN]
        st    r1, [r2+VISITS]
        ld    r3, [whole]
        add   r3, r0
        st    r3, [whole]
        ld    r3, [whole+1]
        adc   r3, r1
        st    r3, [whole+1]
        add   r2, CHILD
        ld    r1, [left]
        add   r1, -1
        bne   .exp
.last:  ld    r1, [block]
        add   r1, B_FIRST
        ld    r2, [whole]
        ld    r3, [whole+1]
        li    r0, 0             ; number of children
        li    r4, CHILDREN
        li    r5, 0
.share: ld    r6, [r1+PRIOR]
        li    r7, 0x8000
        cmp   r6, r7
        beq   .none
        add   r0, 1
        ld    r6, [r1+MEAN]     ; the exponential,
        ld    r7, [r1+VISITS]
        st    r5, [r1+MEAN]
        st    r5, [r1+VISITS]
        li    r8, 1
        or    r7, r6
        beq   .prior
        neg   r8, r6            ; times 65,535, low word,
        add   r6, -1            ; high word
        li    r7, 0
        li    r9, 16
.digit: add   r8, r8            ; divided by the sum
        adc   r6, r6
        adc   r7, r7
        mov   r10, r6
        mov   r11, r7
        sub   r10, r2
        sbc   r11, r3
        blo   .zero
        mov   r6, r10
        mov   r7, r11
        add   r8, 1
.zero:  add   r9, -1
        bne   .digit
        add   r8, 0
        bne   .prior
        li    r8, 1
        jmp   .prior
.none:  li    r8, 0
.prior: st    r8, [r1+PRIOR]
        add   r1, CHILD
        add   r4, -1
        bne   .share
        ld    r15, [expand_back]
        ret

; spread -- spreads a set by r2 steps within another set. r0, r1: the two sets, as fields of the
; board's first row in the planes. Preserves r0 and r1.
spread: mov   r3, r0
        mov   r4, r1
        li    r5, 14
        li    r6, 0             ; the row above
        ld    r7, [r3]
.row:   ld    r8, [r3+P]
        mov   r9, r7
        shl   r9, 1
        or    r6, r9
        mov   r9, r7
        shr   r9, 1
        or    r6, r9
        or    r6, r8
        ld    r9, [r4]
        and   r6, r9
        or    r6, r7
        st    r6, [r3]
        mov   r6, r7
        mov   r7, r8
        add   r3, P
        add   r4, P
        add   r5, -1
        bne   .row
        add   r2, -1
        bne   spread
        ret

; outline -- fills in the fields around the tile in the window.
outline:mov   r14, r15
        li    r0, window
        li    r1, 0             ; the row above
        li    r2, 0             ; the row
        li    r3, 1             ; its bit
        li    r4, 0             ; rows of the tile
        li    r5, 0             ; columns
        li    r6, 7
.row:   ld    r7, [r0+W]
        or    r1, r7
        mov   r8, r2
        shl   r8, 1
        mov   r9, r2
        shr   r9, 1
        or    r8, r9
        or    r8, r1
        andn  r8, r2
        st    r8, [r0+W_EDGE]
        mov   r9, r1
        shl   r9, 1
        shr   r1, 1
        or    r9, r1
        andn  r9, r2
        andn  r9, r8
        st    r9, [r0+W_DIAGONAL]
        or    r5, r2
        add   r2, 0
        beq   .empty
        or    r4, r3
.empty: shl   r3, 1
        mov   r1, r2
        mov   r2, r7
        add   r0, W
        add   r6, -1
        bne   .row
        call  around
        mov   r4, r5
        mov   r5, r0            ; rows
        call  around
        li    r1, window
        li    r2, 7
.cut:   mov   r3, r5
        and   r3, 1
        neg   r3, r3
        and   r3, r0
        st    r3, [r1+W_AROUND]
        ld    r4, [r1+W_TILE]
        andn  r3, r4
        ld    r4, [r1+W_EDGE]
        andn  r3, r4
        st    r3, [r1+W_FREE]
        shr   r5, 1
        add   r1, W
        add   r2, -1
        bne   .cut
        jr    r14

; around -- returns in r0 the tile's rows or columns with others around them. r4: the tile's rows or
; columns, a bit each, side by side. The set extends equally far on both sides of the tile, as far
; as the window allows.
around: mov   r1, r4
        add   r1, -1
        andn  r1, r4
        pop   r1, r1            ; the first row or column
        shl   r1, 1
        pop   r4, r4
        add   r1, r4
        li    r0, 0x7f
        add   r1, -7            ; first + last, less the whole window's
        bmi   .low
        shl   r0, r1
        and   r0, 0x7f
        ret
.low:   neg   r1, r1
        shr   r0, r1
        ret

; moves -- weighs the orientation's moves one by one.
moves:  st    r15, [moves_back]
        li    r0, 0
.row:   st    r0, [fit_row]
        li    r1, fits
        add   r1, r0
        ld    r2, [r1]
        add   r2, 0
        beq   .next
        mov   r3, r2
        add   r3, -1
        mov   r4, r3
        andn  r4, r2
        pop   r4, r4            ; the column
        and   r3, r2
        st    r3, [r1]
        ld    r5, [orientation]
        shl   r5, 4
        or    r5, r0
        shl   r5, 4
        or    r5, r4
        st    r5, [fit_move]
        add   r4, -3
        st    r4, [fit_turn]
        shl   r0, 3
        li    r1, planes
        add   r1, r0
        st    r1, [fit_planes]
        call  weigh
        call  insert
        ld    r0, [fit_row]
        jmp   .row
.next:  add   r0, 1
        cmp   r0, 14
        bne   .row
        ld    r15, [moves_back]
        ret

; insert -- inserts the current move, with the logit r0, among the children.
insert: ld    r1, [block]
        add   r1, B_FIRST
        ld    r3, [last]
        ld    r4, [r3+PRIOR]
        cmp   r4, r0
        bge   .out
.up:    cmp   r3, r1
        beq   .put
        add   r3, -CHILD
        ld    r4, [r3+PRIOR]
        cmp   r4, r0
        bge   .below
        st    r4, [r3+CHILD+PRIOR]
        ld    r4, [r3+MOVE]
        st    r4, [r3+CHILD+MOVE]
        jmp   .up
.below: add   r3, CHILD
.put:   st    r0, [r3+PRIOR]
        ld    r0, [fit_move]
        st    r0, [r3+MOVE]
.out:   ret

; weigh -- returns in r0 the logit of the current move: its features times their weights. For a move
; that cannot become a child, r0 may be too high, but not high enough for a child.
weigh:  st    r15, [weigh_back]
        li    r0, window+W
        ld    r1, [fit_planes]
        add   r1, P
        ld    r2, [fit_turn]
        li    r3, 5
        li    r4, 0             ; own corners covered
        li    r5, 0             ; squares at the edge of the board
        li    r6, 0             ; squares of the rival that the tile covers: allowed,
        li    r7, 0             ; in reach,
        li    r8, 0             ; near,
        li    r9, 0             ; corners
.cover: ld    r10, [r0+W_TILE]
        add   r10, 0
        beq   .bare
        ld    r11, [r1+P_CORNERS]
        ror   r11, r2
        and   r11, r10
        pop   r11, r11
        add   r4, r11
        ld    r11, [r1+P_RINGS]
        ror   r11, r2
        mov   r12, r10
        andn  r12, r11
        pop   r12, r12
        add   r5, r12
        ld    r11, [r1+P_RIVAL]
        ror   r11, r2
        and   r10, r11
        beq   .bare
        pop   r11, r10
        add   r6, r11
        ld    r11, [r1+P_RIVAL_REACH]
        ror   r11, r2
        and   r10, r11
        beq   .bare
        pop   r11, r10
        add   r7, r11
        ld    r11, [r1+P_RIVAL_NEAR]
        ror   r11, r2
        and   r10, r11
        pop   r11, r10
        add   r8, r11
        ld    r11, [r1+P_RIVAL_CORNERS]
        ror   r11, r2
        and   r10, r11
        pop   r11, r10
        add   r9, r11
.bare:  add   r0, W
        add   r1, P
        add   r3, -1
        bne   .cover
        ld    r0, [size_weight]
        ld    r10, [weights+X_COVERED]
        mul   r4, r10
        add   r0, r4
        add   r5, 0
        beq   .inside
        ld    r10, [weights+X_BORDER]
        mul   r5, r10
        add   r0, r5
.inside:st    r7, [covered]
        add   r6, 0
        beq   .alone
        ld    r10, [weights+X_RIVAL_ALLOWED]
        mul   r6, r10
        add   r0, r6
        ld    r10, [weights+X_RIVAL_REACH]
        mul   r7, r10
        add   r0, r7
        add   r8, 0
        beq   .alone
        ld    r10, [weights+X_RIVAL_NEAR]
        mul   r8, r10
        add   r0, r8
        add   r9, 0
        beq   .alone
        ld    r10, [weights+X_RIVAL_CORNERS]
        mul   r9, r10
        add   r0, r9
        ld    r10, [weights+X_RIVAL_ANY]
        add   r0, r10
.alone: st    r0, [logit]

        li    r0, window
        ld    r1, [fit_planes]
        li    r3, 7
        li    r4, 0             ; new corners
        li    r5, 0             ; new corners far from the old ones
        li    r6, 0             ; contested new corners
        li    r7, 0             ; nearness of the new corners to the centre
        li    r8, 0             ; own allowed squares lost
        li    r9, 0             ; own corners lost
        li    r15, 0            ; squares of the rival's reach in the window
.beside:ld    r10, [r1+P_RIVAL_REACH]
        ror   r10, r2
        and   r10, 0x7f
        pop   r10, r10
        add   r15, r10
        ld    r13, [r0+W_EDGE]
        st    r13, [r0+W_SET]
        add   r13, 0
        beq   .fresh
        ld    r10, [r1+P_ALLOWED]
        ror   r10, r2
        ld    r11, [r1+P_CORNERS]
        ror   r11, r2
        ld    r12, [r0+W_DIAGONAL]
        and   r12, r10
        andn  r12, r11
        st    r12, [r0+W_SET]
        and   r10, r13
        pop   r10, r10
        add   r8, r10
        and   r11, r13
        pop   r11, r11
        add   r9, r11
        pop   r13, r12
        beq   .fresh
        add   r4, r13
        ld    r14, [r1+P_NEAR]
        ror   r14, r2
        mov   r13, r12
        andn  r13, r14
        pop   r13, r13
        add   r5, r13
        ld    r13, [r1+P_RIVAL_NEAR]
        ror   r13, r2
        and   r13, r12
        pop   r13, r13
        add   r6, r13
        ld    r14, [r1+P_RINGS]
        mov   r13, r14
        ror   r13, r2
        and   r13, r12
        pop   r13, r13
        add   r7, r13
        add   r14, 0
        bpl   .fresh
        li    r13, RING_2
        ror   r13, r2
        and   r13, r12
        pop   r13, r13
        add   r7, r13
        shl   r14, 1
        bpl   .fresh
        li    r13, RING_3
        ror   r13, r2
        and   r13, r12
        pop   r13, r13
        add   r7, r13
.fresh: add   r0, W
        add   r1, P
        add   r3, -1
        bne   .beside
        ld    r0, [logit]
        ld    r10, [weights+X_ALLOWED_LOST]
        mul   r8, r10
        add   r0, r8
        add   r9, 0
        beq   .kept
        ld    r10, [weights+X_LOST]
        mul   r9, r10
        add   r0, r9
.kept:  add   r4, 0
        beq   .old
        ld    r10, [weights+X_NEW]
        mul   r10, r4
        add   r0, r10
        ld    r10, [weights+X_CENTRE]
        mul   r7, r10
        add   r0, r7
        add   r6, 0
        beq   .calm
        ld    r10, [weights+X_CONTESTED]
        mul   r6, r10
        add   r0, r6
.calm:  add   r5, 0
        beq   .old
        ld    r10, [weights+X_FAR]
        mul   r5, r10
        add   r0, r5
        ld    r10, [weights+X_FAR_ANY]
        add   r0, r10
.old:   st    r0, [logit]

        ; Floods take long. Can they still make the move a child?
        ld    r1, [gained_most]
        mul   r1, r4
        add   r0, r1
        ld    r1, [covered]
        add   r1, 0
        beq   .hope
        ld    r1, [lost_most]
        mul   r1, r15
        add   r0, r1
.hope:  ld    r1, [last]
        ld    r1, [r1+PRIOR]
        cmp   r0, r1
        ble   .out

        ; Reach gained.
        add   r4, 0
        beq   .rival
        li    r0, window
        ld    r1, [fit_planes]
        li    r3, 7
.around:ld    r4, [r1+P_ALLOWED]
        ror   r4, r2
        ld    r5, [r0+W_FREE]
        and   r4, r5
        st    r4, [r0+W_WITHIN]
        ld    r4, [r1+P_NEAR]
        ror   r4, r2
        and   r4, 0x7f
        st    r4, [r0+W_NEAR]
        add   r0, W
        add   r1, P
        add   r3, -1
        bne   .around
        li    r7, 2
        call  flood
        ld    r1, [weights+X_GAINED]
        mul   r0, r1
        ld    r1, [logit]
        add   r0, r1
        st    r0, [logit]

        ; The rival's reach lost.
.rival: ld    r0, [covered]
        add   r0, 0
        beq   .sum
        li    r0, window
        ld    r1, [fit_planes]
        ld    r2, [fit_turn]
        li    r3, 7
        li    r4, 0
.before:ld    r5, [r0+W_AROUND]
        ld    r6, [r1+P_RIVAL]
        ror   r6, r2
        and   r6, r5
        st    r6, [r0+W_WITHIN]
        ld    r6, [r1+P_RIVAL_CORNERS]
        ror   r6, r2
        and   r6, r5
        st    r6, [r0+W_SET]
        st    r4, [r0+W_NEAR]
        add   r0, W
        add   r1, P
        add   r3, -1
        bne   .before
        li    r7, 3
        call  flood
        st    r0, [before]
        li    r0, window+W
        li    r3, 5
.after: ld    r1, [r0+W_TILE]
        ld    r2, [r0+W_WITHIN]
        andn  r2, r1
        st    r2, [r0+W_WITHIN]
        ld    r2, [r0+W_SET]
        andn  r2, r1
        st    r2, [r0+W_SET]
        add   r0, W
        add   r3, -1
        bne   .after
        li    r7, 3
        call  flood
        ld    r1, [before]
        sub   r1, r0
        ld    r0, [weights+X_RIVAL_LOST]
        mul   r0, r1
.sum:   ld    r1, [logit]
        add   r0, r1
.out:   ld    r15, [weigh_back]
        ret

; flood -- spreads the window's set by r7 steps within its allowed squares, and returns in r0 the
; number of squares in it that count. A word holds two rows, with an empty column between them.
flood:  st    r15, [flood_back]
        li    r12, window+W_SET
        call  pack
        mov   r0, r8
        mov   r1, r9
        mov   r2, r10
        mov   r3, r11
        add   r12, W_WITHIN-W_SET-3*2*W
        call  pack
.step:  mov   r5, r0
        shl   r5, 1
        mov   r6, r0
        shr   r6, 1
        or    r5, r6
        mov   r6, r0
        ror   r6, 8
        or    r5, r6
        mov   r6, r1
        shl   r6, 8
        or    r5, r6
        mov   r4, r0
        and   r5, r8
        or    r0, r5
        mov   r5, r1
        shl   r5, 1
        mov   r6, r1
        shr   r6, 1
        or    r5, r6
        mov   r6, r1
        ror   r6, 8
        or    r5, r6
        mov   r6, r2
        shl   r6, 8
        or    r5, r6
        shr   r4, 8
        or    r5, r4
        mov   r4, r1
        and   r5, r9
        or    r1, r5
        mov   r5, r2
        shl   r5, 1
        mov   r6, r2
        shr   r6, 1
        or    r5, r6
        mov   r6, r2
        ror   r6, 8
        or    r5, r6
        mov   r6, r3
        shl   r6, 8
        or    r5, r6
        shr   r4, 8
        or    r5, r4
        mov   r4, r2
        and   r5, r10
        or    r2, r5
        mov   r5, r3
        shl   r5, 1
        mov   r6, r3
        shr   r6, 1
        or    r5, r6
        shr   r4, 8
        or    r5, r4
        and   r5, r11
        or    r3, r5
        add   r7, -1
        bne   .step
        add   r12, W_NEAR-W_WITHIN-3*2*W
        call  pack
        andn  r0, r8
        pop   r0, r0
        andn  r1, r9
        pop   r1, r1
        add   r0, r1
        andn  r2, r10
        pop   r2, r2
        add   r0, r2
        andn  r3, r11
        pop   r3, r3
        add   r0, r3
        ld    r15, [flood_back]
        ret

; pack -- packs the window's rows of a field into r8 to r11. r12: the field of the first row; pack
; moves r12 on by 6 rows.
pack:   ld    r8, [r12]
        ld    r13, [r12+W]
        shl   r13, 8
        or    r8, r13
        add   r12, 2*W
        ld    r9, [r12]
        ld    r13, [r12+W]
        shl   r13, 8
        or    r9, r13
        add   r12, 2*W
        ld    r10, [r12]
        ld    r13, [r12+W]
        shl   r13, 8
        or    r10, r13
        add   r12, 2*W
        ld    r11, [r12]
        ret
