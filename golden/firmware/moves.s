; moves.s
