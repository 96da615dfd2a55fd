; value.asm
