"""Catanatron, a fast board-game simulator in Python: what a random game and a copy of a game cost there."""

from __future__ import annotations

import random

from catanatron import Color, Game, RandomPlayer


def random_game(seed: int) -> int:
    """Play one two-player game at random; how many decisions it took."""
    random.seed(seed)
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
    game.play()
    return decisions(game)


def decisions(game: Game) -> int:
    # Called `actions` in 3.2 and `action_records` after it.
    return len(game.state.action_records if hasattr(game.state, "action_records") else game.state.actions)


def game_under_way(seed: int, ticks: int = 100) -> Game:
    """A two-player game after so many decisions."""
    random.seed(seed)
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
    for _ in range(ticks):
        game.play_tick()
    return game
