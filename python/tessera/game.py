# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
"""Games, their rules and their drawings."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._engine import TesseraError, call

if TYPE_CHECKING:
    from .player import Thought


class IllegalMoveError(TesseraError):
    """A move that the rules forbid, or a text that is no move."""


@dataclass(frozen=True)
class GameInfo:
    """What is the same in all positions of a game."""

    name: str
    """Name with the variant, such as "dots:3x3"."""
    title: str
    seats: int
    any_first: bool
    """Any seat can make the first move; else seat 0 does."""
    passing: str
    """The move of a seat without another; "" in a game without passes."""
    move_form: str
    """The notation of moves in half a line."""
    default_player: str
    levels: tuple[str, ...]
    """Names of the levels, from level 1."""
    players: dict[str, str]
    """The kinds of players, with a line of help for each."""


def games() -> dict[str, str]:
    """Return the names of the games, with a line about each and its variants."""
    return {g["name"]: g["help"] for g in call("games")}


@dataclass(frozen=True)
class _State:
    to_move: int
    over: bool
    moves: list[str]
    legal: list[str]
    scores: list[int] | None
    shares: list[float] | None
    standing: str
    outcome: str


class Game:
    """A game with the moves made so far.

    ``name`` is a name of :func:`games`, with a variant if the game has any: "duo", "dots:3x3".
    ``first`` is the seat that moves first. Seats count from 0. Moves are texts in the notation of
    the game; any notation that tessera reads will do. ``setup`` is the position that the game begins
    from, of Blokus: properties of Pentobi's files, such as "AB[e10]AW[j5]PL[B]"; "" is the usual start.
    """

    def __init__(
        self, name: str = "duo", moves: Iterable[str] = (), first: int = 0, setup: str = ""
    ) -> None:
        info = call("game", of=name)
        self.info = GameInfo(
            **{
                **info,
                "levels": tuple(info["levels"] or ()),
                "players": {p["name"]: p["help"] for p in info["players"]},
            }
        )
        self.first = first
        self.setup = setup
        self._state = self._read(list(moves))

    def _game(self, moves: list[str]) -> dict[str, Any]:
        """Return the game in the form of the library, whose seats count from 1."""
        game = {"of": self.info.name, "first": self.first + 1, "moves": moves}
        return {**game, "setup": self.setup} if self.setup else game

    def _args(self) -> dict[str, Any]:
        return self._game(self._state.moves)

    def _read(self, moves: list[str]) -> _State:
        try:
            return _State(**call("state", **self._game(moves)))
        except TesseraError as error:
            if str(error).startswith("move "):
                raise IllegalMoveError(str(error)) from None
            raise

    @property
    def moves(self) -> list[str]:
        """The moves made so far."""
        return list(self._state.moves)

    @property
    def to_move(self) -> int:
        """The seat to move."""
        return self._state.to_move

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.over

    @property
    def scores(self) -> list[int] | None:
        """Points by seat if the game ended here; None in a game without points."""
        return None if self._state.scores is None else list(self._state.scores)

    @property
    def shares(self) -> list[float] | None:
        """Shares by seat of a game that is over, 1 in all: 1 for the winner, equal parts after a draw."""
        return None if self._state.shares is None else [float(s) for s in self._state.shares]

    @property
    def standing(self) -> str:
        """The score or the progress in a few words; "" if there is none before the end."""
        return self._state.standing

    @property
    def outcome(self) -> str:
        """The outcome in words, such as "player 1 wins", which is seat 0; "" before the end."""
        return self._state.outcome

    def legal_moves(self) -> list[str]:
        """Return the legal moves: one at least, unless the game is over."""
        return list(self._state.legal)

    def play(self, move: str) -> Game:
        """Make a move, and return the game. A wrong move raises IllegalMoveError and changes nothing."""
        self._state = self._read([*self._state.moves, move])
        return self

    def undo(self, count: int = 1) -> Game:
        """Take back moves, and return the game."""
        made = len(self._state.moves)
        if not 0 <= count <= made:
            raise TesseraError(f"undo {count}, want 0..{made}, the number of moves")
        self._state = self._read(self._state.moves[: made - count])
        return self

    def copy(self) -> Game:
        """Return an independent copy."""
        other = Game.__new__(Game)
        other.info, other.first, other._state = self.info, self.first, self._state
        other.setup = self.setup
        return other

    def perft(self, depth: int) -> int:
        """Count the sequences of so many moves from here."""
        return int(call("perft", **self._args(), depth=depth))

    def draw(self, *, color: bool = False, corners: bool = False) -> str:
        """Return the position as lines of text; with color, for a terminal."""
        return str(call("text", **self._args(), color=color, corners=corners))

    def svg(self, *, corners: bool = False, legal: bool = False, numbers: bool = False) -> str:
        """Return a picture; notebooks show it by themselves."""
        return str(call("picture", **self._args(), corners=corners, legal=legal, numbers=numbers))

    def analyze(self, level: int = 7) -> list[Thought]:
        """Return what the tree search of a level thinks of the moves, the best move first."""
        from .player import Player

        with Player(f"tree:level={level}", self) as player:
            return player.think(self).thoughts

    def hint(self, level: int = 7) -> str:
        """Return the move that the tree search of a level would make."""
        from .player import Player

        with Player(f"tree:level={level}", self) as player:
            return player.move(self)

    def __str__(self) -> str:
        return self.draw()

    def __repr__(self) -> str:
        first = f", first={self.first}" if self.first else ""
        setup = f", setup={self.setup!r}" if self.setup else ""
        return f"Game({self.info.name!r}, {self._state.moves!r}{first}{setup})"

    def _repr_svg_(self) -> str:
        return self.svg(numbers=True)
