package firmware

// valueTables returns the tables of value.s.
func valueTables() []table { return nil }
