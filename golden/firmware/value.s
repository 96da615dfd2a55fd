; value.s
