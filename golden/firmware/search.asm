; search.asm -- commands, the way down the tree, leaves in flight, the answer.

        jmp   main
halt:   jmp   halt              ; a routine that a test calls comes back here
main:   jmp   main

.array root POSITION            ; the position of the search
.array current POSITION         ; the position reached
.var   first                    ; who moved first in the game
.array blocks BLOCKS*BLOCK
