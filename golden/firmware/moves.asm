; moves.asm
