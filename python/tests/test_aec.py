# SPDX-License-Identifier: Apache-2.0 WITH SHL-2.1
"""Tests of the environments for reinforcement learning, by PettingZoo's own checkers."""

from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from tessera import TesseraError
from tessera.aec import TileEnv


# The checker knows no mask beside the observation, though PettingZoo's own games have it.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning")
@pytest.mark.parametrize("name", ["duo", "blokus:two", "blokus"])
def test_api(name: str) -> None:
    api_test(TileEnv(name), num_cycles=10)


def test_seed() -> None:
    seed_test(TileEnv, num_cycles=3)


def test_game() -> None:
    env = TileEnv(render_mode="ansi")
    env.reset()
    rng = np.random.default_rng(7)
    while not all(env.terminations.values()):
        seen = env.observe(env.agent_selection)
        mask = seen["action_mask"]
        assert mask.sum() == len(env.game.legal_moves())
        assert env.observe(env.possible_agents[1 - env.game.to_move])["action_mask"].sum() == 0
        env.step(int(rng.choice(np.flatnonzero(mask))))
    assert env.game.over and env.render() == env.game.draw()
    shares = env.game.shares
    assert shares is not None
    assert env.rewards == {"player_0": 2 * shares[0] - 1, "player_1": 2 * shares[1] - 1}
    planes = env.observe("player_0")["observation"]
    scores = env.game.scores
    assert scores is not None
    assert planes[0].sum() <= 89 and planes[0].sum() >= 89 + scores[0] - 20


def test_wrong_input() -> None:
    with pytest.raises(TesseraError, match="game 'dots', want a game of tiles"):
        TileEnv("dots")
    with pytest.raises(TesseraError, match="render_mode 'human', want ansi or None"):
        TileEnv(render_mode="human")
    env = TileEnv()
    env.reset()
    with pytest.raises(TesseraError, match="action 0 of player_0, want one that action_mask allows"):
        env.step(0)
