; position.s
