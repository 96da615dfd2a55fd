; position.asm
