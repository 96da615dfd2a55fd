; value.asm -- terms of a position, exponential and logistic curve, the value of a leaf
;
; Routines here count on each other to leave r11 to r14 alone, where they say so.

; exp: r0 = x of 0 or more: exp(-x/256) with 16 bits behind the point, tree.Exp: r0 the low 16 bits, r1 bit 16.
; Leaves r11 to r14. With x = 128 i + 8 j + k it is A[i] * B[j] * (1 - D[k]); see
; exponentials in value.go.
exp:    li    r1, 0
        mov   r2, r0
        shr   r2, 6
        cmp   r2, 48          ; 2 x 24
        bhs   .zero
        li    r3, exp_d
        and   r2, 0xfe
        add   r2, r3
        add   r2, exp_a-exp_d
        ld    r4, [r2+0]        ; A
        ld    r5, [r2+1]
        mov   r2, r0
        shr   r2, 2
        and   r2, 30
        add   r2, r3
        ld    r6, [r2+exp_b-exp_d] ; B
        ld    r7, [r2+exp_b-exp_d+1]
        and   r0, 7
        ld    r8, [r3+r0]       ; D, of which the high half of B is enough
        mul   r8, r6
        geth  r9
        shr   r8, 5
        mov   r10, r9
        shl   r10, 11
        or    r8, r10
        shr   r9, 5
        sub   r7, r8
        sbc   r6, r9
        mul   r7, r4            ; of the products of a low half their high half
        geth  r7
        mul   r5, r6
        geth  r5
        mul   r4, r6
        geth  r0
        add   r4, r7
        adc   r0, r1
        add   r4, r5
        adc   r0, r1
        add   r4, r4            ; to the nearest
        adc   r0, r1
        adc   r1, r1
        ret
.zero:  li    r0, 0
        ret
