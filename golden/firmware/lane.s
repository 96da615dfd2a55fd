; lane.s
