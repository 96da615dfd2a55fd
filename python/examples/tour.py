# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
"""A tour of the package. The marks divide it into the cells of a notebook."""

# %% A game, its legal moves and its drawing
from tessera import Game, Player, Record, play

game = Game("duo")
game.play("55u0").play("aau0")
print(game)
print(len(game.legal_moves()), "legal moves")

# %% What the tree search thinks of them
for thought in game.analyze(level=5)[:3]:
    print(f"{thought.move}  {thought.visits:3} visits  {thought.value:.1%}  {thought.margin:+.1f} points")

# %% Two players to the end, and the record of the game
with Player("tree:level=3", game, seat=0) as strong, Player("random", game, seat=1, seed=1) as weak:
    shares = play(game, [strong, weak])
print(game.outcome, game.scores, shares)
print(Record(game, names=[strong.name, weak.name]).dumps("blksgf")[:60])

# %% Another game
print(Game("quoridor").play("e2").play("e8"))
