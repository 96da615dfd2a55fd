# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
"""Players, and a game between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Protocol

from ._engine import TesseraError, call
from .game import Game


@dataclass(frozen=True)
class Thought:
    """A player's evaluation of a move."""

    move: str
    visits: int
    """Visits in units of the player's work, such as leaves."""
    value: float
    """The mover's prospect, from 0 (loss) to 1 (win)."""
    margin: float | None
    """The points expected, the mover's less the rival's; None if not known."""
    line: list[str]
    """The moves expected from here."""
    proven: bool
    """Value and margin are certain."""


@dataclass(frozen=True)
class Answer:
    """A player's move, and what it thought."""

    move: str
    """The move; "" if the player resigns."""
    thoughts: list[Thought]
    work: int
    unit: str
    """The unit of the work, such as "leaves"; "" if it is not counted."""


class Mover(Protocol):
    """Whatever chooses moves: a Player, a Board, or an object of yours."""

    def move(self, game: Game) -> str:
        """Return a move for the seat to move; "" resigns."""


class Player:
    """A player of tessera, which keeps its search from move to move.

    ``spec`` names it as on tessera's command line: "tree:level=5" (levels 1 to 9),
    "tree:leaves=2000", "tree:time=1s", "random", "minimax:depth=2". ``GameInfo.players`` has the
    kinds and their options. ``seed`` is the seed of its random choices.
    """

    def __init__(self, spec: str, game: Game, seat: int = 0, seed: int = 0) -> None:
        if not 0 <= seed < 1 << 64:
            raise TesseraError(f"seed {seed}, want 0..2^64-1")
        made = call("player", of=game.info.name, spec=spec, seat=seat, seed=seed)
        self._number: int = made["number"]
        self.name: str = made["name"]

    def think(self, game: Game) -> Answer:
        """Return the player's answer in a position, which stays as it is."""
        answer = call("move", **game._args(), player=self._number)
        answer["thoughts"] = [Thought(**t) for t in answer["thoughts"]]
        return Answer(**answer)

    def move(self, game: Game) -> str:
        """Return the player's move in a position."""
        return self.think(game).move

    def close(self) -> None:
        """Free the player's memory."""
        call("close", player=self._number)

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def play(game: Game, players: Sequence[Mover]) -> list[float]:
    """Let players, by seat, play a game to its end, and return the seats' shares.

    A seat that resigns gets nothing, and the others equal parts.
    """
    seats = game.info.seats
    if len(players) != seats:
        raise TesseraError(f"{len(players)} players, want {seats} in {game.info.title}")
    while not game.over:
        seat = game.to_move
        move = players[seat].move(game)
        if not move:
            return [0.0 if s == seat else 1 / (seats - 1) for s in range(seats)]
        game.play(move)
    return game.shares or []
