# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
"""The games of tiles as environments of PettingZoo, for reinforcement learning.

It needs PettingZoo: ``pip install tessera-duo[rl]``.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from ._engine import TesseraError, call
from .game import Game


class TileEnv(AECEnv):
    """A game of tiles, "duo" or a variant of "blokus", in which the agents, seats, take turns.

    An observation has the planes ``observation``, of shape (colours + 1, size, size): for each
    colour 1 where its tiles lie, the mover's own colour first, and in the last plane 1 where a
    legal move can lay a square of a tile down. ``action_mask`` is 1 for legal actions. An action is
    the number of an orientation times the number of squares, plus the square of its reference cell;
    the last action is a pass. Rewards come at the end: from -1 for no share of the game to 1 for the
    whole of it.
    """

    metadata = {"name": "tessera_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game: str = "duo", render_mode: str | None = None) -> None:
        super().__init__()
        self._tables = call("tables", of=game)
        if not self._tables["tiles"]:
            raise TesseraError(f"game {game!r}, want a game of tiles: duo or a variant of blokus")
        if render_mode not in (None, "ansi"):
            raise TesseraError(f"render_mode {render_mode!r}, want ansi or None")
        self.render_mode = render_mode
        self._start = Game(game)
        self._size: int = self._tables["size"]
        self._squares = self._size * self._size
        self._colours = len(self._tables["start"])
        self.pass_action: int = len(self._tables["orientations"]) * self._squares
        self.possible_agents = [f"player_{seat}" for seat in range(self._start.info.seats)]
        self.action_spaces = {a: spaces.Discrete(self.pass_action + 1) for a in self.possible_agents}
        self.observation_spaces = {
            a: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, (self._colours + 1, self._size, self._size), np.int8),
                    "action_mask": spaces.Box(0, 1, (self.pass_action + 1,), np.int8),
                }
            )
            for a in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. There is no chance in it, so the seed changes nothing."""
        self.game = self._start.copy()
        self.agents = self.possible_agents[:]
        self.rewards = {a: 0.0 for a in self.agents}
        self._cumulative_rewards = {a: 0.0 for a in self.agents}
        self.terminations = {a: False for a in self.agents}
        self.truncations = {a: False for a in self.agents}
        self.infos: dict[str, dict[str, Any]] = {a: {} for a in self.agents}
        self._look()
        self.agent_selection = self._mover()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees. Only the agent to move has legal actions."""
        planes = np.zeros((self._colours + 1, self._size, self._size), np.int8)
        mask = np.zeros(self.pass_action + 1, np.int8)
        own = self._own_colour(agent)
        for move in self._position["moves"]:
            for square in move["squares"]:
                planes[(move["colour"] - own) % self._colours, square // self._size, square % self._size] = 1
        if self.agents and agent == self._mover() and not self.game.over:
            orientations = self._tables["orientations"]
            for action, (orientation, square) in self._legal.items():
                mask[action] = 1
                if orientation >= 0:
                    for row, column in orientations[orientation]["cells"]:
                        planes[-1, square // self._size + row, square % self._size + column] = 1
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Make the move of an action, which must be legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self._legal:
            raise TesseraError(f"action {action} of {agent}, want one that action_mask allows")
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.game.play(self._codes[int(action)])
        self._look()
        if self.game.shares is not None:
            for seat, a in enumerate(self.possible_agents):
                self.rewards[a] = 2 * self.game.shares[seat] - 1
                self.terminations[a] = True
        self.agent_selection = self._mover()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the position as text if the render mode is ansi."""
        return self.game.draw() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Free nothing."""

    def _mover(self) -> str:
        return self.possible_agents[self.game.to_move]

    def _own_colour(self, agent: str) -> int:
        """Return the first colour of an agent; the mover's is the colour to move."""
        if agent == self._mover():
            return int(self._position["toMove"])
        owners: list[int] = self._tables["owners"]
        return owners.index(self.possible_agents.index(agent))

    def _look(self) -> None:
        """Ask for the position in the form with squares and orientations."""
        self._position = call("position", **self.game._args())
        self._legal: dict[int, tuple[int, int]] = {}
        self._codes: dict[int, str] = {}
        for place in self._position["legal"]:
            action = place["o"] * self._squares + place["s"]
            self._legal[action], self._codes[action] = (place["o"], place["s"]), place["code"]
        if self._position["mustPass"]:
            self._legal[self.pass_action] = (-1, -1)
            self._codes[self.pass_action] = self._start.info.passing
