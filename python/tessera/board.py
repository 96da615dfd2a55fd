# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
"""The client of a board that plays Blokus Duo, or of a simulated one."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, Protocol

from ._engine import TesseraError, call
from .game import Game


class BoardError(TesseraError):
    """A board that does not answer, or whose answer is wrong."""


class Line(Protocol):
    """A line of bytes, such as pyserial's ``serial.Serial`` with a short time-out."""

    def read(self, size: int = 1, /) -> bytes:
        """Return what has arrived, at most size bytes; nothing after the time-out."""

    def write(self, data: bytes, /) -> Any:
        """Send bytes."""

    def close(self) -> None:
        """End the use of the line."""


class Board:
    """A board at a line, as a player.

    The protocol is the one of the public design contest; docs/board.md describes it. A board keeps
    the game in mind, so it plays a game from its start, and no move can be taken back.
    """

    def __init__(self, line: Line, timeout: float | None = None) -> None:
        """Ask the board at the line for its identity; ``timeout`` is in seconds, the contest's unless given."""
        settings = call("tables", of="duo")["line"]
        self._line = line
        self._hello, self._over = settings["hello"].encode(), settings["over"].encode()
        self.timeout: float = settings["limit"] / 1000 if timeout is None else timeout
        self._known: dict[str, Any] | None = None
        self.team: str = self._identify()

    @classmethod
    def open(cls, port: str, timeout: float | None = None) -> Board:
        """Open a serial port, such as /dev/ttyUSB0, COM3, or the path that ``tessera board --pty`` prints.

        It needs pyserial: ``pip install tessera-duo[serial]``.
        """
        import serial

        line = serial.serial_for_url(port, baudrate=call("tables", of="duo")["line"]["baud"], timeout=0.02)
        try:
            return cls(line, timeout)
        except BaseException:
            line.close()
            raise

    def move(self, game: Game) -> str:
        """Return the board's move in a position."""
        position = game._args()
        try:
            message = call("ask", **position, known=self._known)
        except TesseraError as error:
            raise BoardError(str(error)) from None
        if message["begin"]:
            self._line.write(self._over)
            self._identify()
        self._line.write(message["text"].encode())
        move = str(self._receive(position)["code"])
        self._known = {**position, "moves": [*position["moves"], move]}
        return move

    def close(self) -> None:
        """End the game and the use of the line."""
        self._line.write(self._over)
        self._line.close()

    def _identify(self) -> str:
        self._line.write(self._hello)
        return str(self._receive(None)["team"])

    def _receive(self, game: dict[str, Any] | None) -> dict[str, Any]:
        """Collect bytes until they are an answer: a move in a game, or the identity without one."""
        received = ""
        end = time.monotonic() + self.timeout
        while True:
            try:
                answer: dict[str, Any] = call("answer", game=game, received=received)
            except TesseraError as error:
                raise BoardError(str(error)) from None
            if not answer["missing"]:
                return answer
            if time.monotonic() >= end:
                raise BoardError(
                    f"the board answers {received!r} in {self.timeout} s, want {answer['missing']} more bytes"
                )
            received += self._line.read(answer["missing"]).decode("latin-1")

    def __enter__(self) -> Board:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
