package firmware

// moveTables returns the tables of position.asm and moves.asm.
func moveTables() []table { return nil }
