# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
"""Games in files: lines of JSON, Pentobi's SGF, lines of moves."""

from __future__ import annotations

import os
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ._engine import TesseraError, call
from .game import Game


class RecordError(TesseraError):
    """A text that is no record, or a record that contradicts itself."""


@dataclass(frozen=True)
class Note:
    """A player's report on a move."""

    value: float | None = None
    margin: float | None = None
    visits: int = 0
    seconds: float = 0
    text: str = ""


@dataclass
class Record:
    """A game with what a file says about it."""

    game: Game
    names: list[str] = field(default_factory=list)
    """Names of the players, by seat."""
    date: str = ""
    """The day, such as "2026-11-22"."""
    resigned: int | None = None
    """The seat that resigned."""
    late: int | None = None
    """The seat whose time ran out."""
    notes: list[Note] = field(default_factory=list)
    """The players' reports, by move; there may be fewer than moves."""

    def dumps(self, form: str = "json") -> str:
        """Return the text of a file: "json", "blksgf" (games of Blokus) or "txt"."""
        names = self.names or [""] * self.game.info.seats
        try:
            written = call(
                "write",
                **self.game._args(),
                names=names,
                date=self.date,
                resigned=0 if self.resigned is None else self.resigned + 1,
                late=0 if self.late is None else self.late + 1,
                notes=[{k: v for k, v in asdict(n).items() if v is not None} for n in self.notes],
                file="game." + form,
            )
        except TesseraError as error:
            raise RecordError(str(error)) from None
        return str(written["text"])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a file. Its ending, .json, .blksgf or .txt, chooses the form."""
        path = Path(path)
        path.write_text(self.dumps(path.suffix.removeprefix(".")), encoding="utf-8", newline="\n")

    @classmethod
    def loads(cls, text: str, game: str = "duo") -> Record:
        """Read the first game of a text in any form. ``game`` is its game.

        An error names the line and the column.
        """
        try:
            read: dict[str, Any] = call("read", of=game, text=text)
        except TesseraError as error:
            raise RecordError(str(error)) from None
        return cls(
            Game(game, read["moves"], read["first"] - 1, read.get("setup", "")),
            read["names"],
            read["date"],
            read["resigned"] - 1 if read["resigned"] else None,
            read["late"] - 1 if read["late"] else None,
            [Note(**n) for n in read["notes"] or []],
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str], game: str = "duo") -> Record:
        """Read the first game of a file."""
        text = Path(path).read_text(encoding="utf-8")
        try:
            return cls.loads(text, game)
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from None
