# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
"""Tests of the package against golden, whose answers the Go test has written to a file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tessera import (
    Board,
    BoardError,
    Game,
    IllegalMoveError,
    Note,
    Player,
    Record,
    RecordError,
    TesseraError,
    games,
    play,
)

GOLDEN: dict[str, dict[str, Any]] = json.loads(Path(os.environ["TESSERA_GOLDEN"]).read_text())


@pytest.mark.parametrize("name", GOLDEN)
def test_perft(name: str) -> None:
    assert [Game(name).perft(depth) for depth in range(3)] == GOLDEN[name]["perft"]


@pytest.mark.parametrize("name", GOLDEN)
def test_game_of_a_level(name: str) -> None:
    want = GOLDEN[name]
    game = Game(name)
    spec = f"tree:level={want['level']}"
    players = [Player(spec, game, seat, seed=seat + 1) for seat in range(game.info.seats)]
    shares = play(game, players)
    for player in players:
        player.close()
    assert game.moves == want["moves"]
    assert shares == want["shares"]
    assert str(game) == want["text"]
    assert game.over and game.outcome and game.legal_moves() == []


def test_games() -> None:
    assert set(games()) == {"blokus", "dots", "duo", "quoridor"}
    info = Game("duo").info
    assert (info.title, info.seats, info.any_first, info.passing) == ("Blokus Duo", 2, True, "0000")
    assert len(info.levels) == 9
    assert {"tree", "random", "minimax"} <= info.players.keys()
    assert Game("dots:3x3").info.name == "dots:3x3"


def test_rules() -> None:
    game = Game()
    assert (game.to_move, len(game.legal_moves()), game.scores, game.shares) == (0, 414, [-89, -89], None)
    copy = game.copy()
    assert game.play("55u0").play("aau0").moves == ["55u0", "aau0"]
    assert (copy.moves, copy.to_move, game.to_move) == ([], 0, 0)
    assert "87t0" in game.legal_moves()
    assert game.undo().moves == ["55u0"] and game.to_move == 1
    assert Game(first=1).to_move == 1
    assert repr(Game("duo", ["aau0"], first=1)) == "Game('duo', ['aau0'], first=1)"
    assert Game("duo", ["55u0"]).svg(legal=True, numbers=True).startswith("<svg")


def test_wrong_moves() -> None:
    game = Game("duo", ["55u0", "aau0"])
    for move, want in {
        "55u0": "move 3 (player 1): 55u0: the tile has been used",
        "87t9": 'move 3 (player 1): 87t9: rotation "9", want 0..7',
        "11a0": "move 3 (player 1): 11a0: ",
    }.items():
        with pytest.raises(IllegalMoveError) as caught:
            game.play(move)
        assert str(caught.value).startswith(want)
        assert game.moves == ["55u0", "aau0"]
    with pytest.raises(TesseraError, match='no game is named "dou", want one of duo, .*did you mean duo'):
        Game("dou")
    with pytest.raises(TesseraError, match="undo 3, want 0..2"):
        game.undo(3)
    with pytest.raises(TesseraError, match="depth -1, want 0..20"):
        game.perft(-1)
    with pytest.raises(TesseraError, match='"tree:level=10": option level="10", want 1..9'):
        game.hint(10)
    with pytest.raises(TesseraError, match="first 3, want 1..2"):
        Game("duo", first=2)
    with pytest.raises(TesseraError, match="seat 2, want 0..1"):
        Player("random", game, seat=2)
    with Player("tree:level=1", Game("quoridor")) as player:
        with pytest.raises(TesseraError, match="a game of duo, but the player plays quoridor"):
            player.move(game)
    with pytest.raises(TesseraError, match="no player has the number"):
        player.move(Game("quoridor"))
    with pytest.raises(TesseraError, match="1 players, want 2 in Blokus Duo"):
        play(game, [player])


def test_analysis() -> None:
    game = Game("duo", ["55u0", "aau0", "87t0"])
    thoughts = game.analyze(level=5)
    assert thoughts[0].move == game.hint(level=5)
    assert all(t.move in game.legal_moves() and t.line[0] == t.move and 0 <= t.value <= 1 for t in thoughts)
    assert thoughts[0].margin is not None and sum(t.visits for t in thoughts) > 100
    with Player("tree:leaves=50", game) as player:
        answer = player.think(game)
        assert (answer.unit, answer.work >= 50) == ("leaves", True)


def test_resigned_game() -> None:
    class Quitter:
        def move(self, game: Game) -> str:
            return ""

    game = Game("blokus")
    assert play(game, [Quitter()] * 4) == [0, 1 / 3, 1 / 3, 1 / 3]


def test_records(tmp_path: Path) -> None:
    game = Game("duo", ["aau0", "55u0"], first=1)
    record = Record(game, ["Ada", "tree"], "2026-11-22", resigned=1, notes=[Note(value=0.5, margin=1.5, visits=7)])
    for form in ("json", "blksgf"):
        path = tmp_path / f"game.{form}"
        record.save(path)
        back = Record.load(path)
        assert (back.game.moves, back.game.first) == (game.moves, 1)
        assert (back.names, back.date, back.resigned, back.late) == (["Ada", "tree"], "2026-11-22", 1, None)
        assert back.notes[0] == record.notes[0]
    assert Record(game).dumps("txt") == "aau0 55u0\n"
    assert Record.loads("aau0 55u0").game.first == 1
    for name, want in GOLDEN.items():
        played = Record(Game(name, want["moves"]))
        assert Record.loads(played.dumps(), name).game.moves == want["moves"]


def test_setup(tmp_path: Path) -> None:
    setup = "AB[e10][c9,d9]AW[j5]PL[W]"
    record = Record.loads(f"(;GM[Blokus Duo]{setup};W[h4,i4])")
    game = record.game
    assert (game.setup, game.first, game.moves, game.to_move) == (setup, 1, ["9bb2"], 0)
    assert repr(game) == f"Game('duo', ['9bb2'], first=1, setup={setup!r})"
    game.copy().play(game.hint(1)).undo(2)
    for form in ("json", "blksgf"):
        path = tmp_path / f"game.{form}"
        record.save(path)
        back = Record.load(path).game
        assert (back.setup, back.first, back.moves) == (setup, 1, game.moves)
    with pytest.raises(RecordError, match="lines of moves hold no position that is set up"):
        record.dumps("txt")
    with pytest.raises(TesseraError, match="player 2: e10: a square is occupied: e10"):
        Game("duo", setup="AB[e10]AW[e10]")
    four = Game("blokus", ["b2,b3"], setup="A1[a20]A4[a1]PL[4]", first=3)
    assert four.to_move == 0


def test_wrong_records(tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"first":1,"moves":["55u0","zzzz"]}')
    with pytest.raises(RecordError) as caught:
        Record.load(path)
    assert str(caught.value).startswith(f"{path}: record: line 1, column 28: move 2 (player 2): zzzz: ")
    with pytest.raises(RecordError, match="the text is empty, want a game"):
        Record.loads("")
    with pytest.raises(RecordError, match='extension ".png", want .blksgf'):
        Record(Game()).dumps("png")
    with pytest.raises(RecordError, match="a game of Quoridor, want one of Blokus Duo"):
        Record.loads(Record(Game("quoridor", ["e2"])).dumps())


def test_board() -> None:
    game = Game()
    with Board.open(os.environ["TESSERA_BOARD"], timeout=20) as board, Player("random", game, 1, seed=5) as rival:
        assert board.team == "TS"
        play(game, [board, rival])
        assert game.over and len(game.moves) > 20
        again = Game(first=1)
        again.play("aau0")
        assert board.move(again) in again.legal_moves()
        with pytest.raises(BoardError, match="a board plays a game from its start on and takes no move back"):
            board.move(Game("duo", game.moves[:6]))


class Silent:
    """A line with nothing, or noise, at its other end."""

    def __init__(self, noise: bytes = b"") -> None:
        self.noise = noise

    def read(self, size: int = 1, /) -> bytes:
        noise, self.noise = self.noise[:size], self.noise[size:]
        return noise

    def write(self, data: bytes, /) -> None:
        pass

    def close(self) -> None:
        pass


def test_wrong_boards() -> None:
    with pytest.raises(BoardError, match="the board answers '1T' in 0.05 s, want 1 more bytes"):
        Board(Silent(b"1T"), timeout=0.05)
    with pytest.raises(BoardError, match='the board answers "xTS", want 1 and its team'):
        Board(Silent(b"xTS"))
    board = Board(Silent(b"1TS" + b"1TS" + b"11u0"), timeout=0.05)
    with pytest.raises(BoardError, match='the board answers "11u0": '):
        board.move(Game())
