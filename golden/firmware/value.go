package firmware

// valueTables returns the tables of value.asm.
func valueTables() []table { return nil }
