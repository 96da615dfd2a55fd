package evaluation

// Origin says where Default comes from.
var Origin = Provenance{Generation: 2}

// Default are the weights learned last.
var Default = Chip
