# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
"""Blokus Duo, Blokus of four colours, Quoridor, and dots and boxes.

    >>> from tessera import Game
    >>> game = Game("duo")
    >>> game.play("55u0").play("aau0").to_move
    0
    >>> len(game.legal_moves())
    800
    >>> best = game.analyze(level=5)[0]

Rules, searches and records are tessera's own in Go, compiled to WebAssembly. A :class:`Game` is a
game with the moves made so far, a :class:`Player` chooses moves, a :class:`Record` is a game in a
file, and a :class:`Board` is a player at a serial port. Module :mod:`tessera.aec` has the games as
environments for reinforcement learning.
"""

from ._engine import TesseraError
from .board import Board, BoardError, Line
from .game import Game, GameInfo, IllegalMoveError, games
from .player import Answer, Player, Thought, play
from .record import Note, Record, RecordError

__all__ = [
    "Answer",
    "Board",
    "BoardError",
    "Game",
    "GameInfo",
    "IllegalMoveError",
    "Line",
    "Note",
    "Player",
    "Record",
    "RecordError",
    "TesseraError",
    "Thought",
    "games",
    "play",
]
