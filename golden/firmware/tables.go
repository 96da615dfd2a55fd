package firmware

// tables returns what stands in the data memory.
func tables() (all []table) {
	all = append(all, moveTables()...)
	all = append(all, valueTables()...)
	return all
}
