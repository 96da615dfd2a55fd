; lane.asm
