"""Catanatron, a fast board-game simulator in Python: what a random game and a copy of a game cost there."""

from __future__ import annotations

import random

from catanatron import Color, Game, RandomPlayer
from catanatron.game import TURNS_LIMIT


def random_game(seed: int) -> int:
    """Play one two-player game at random; how many decisions it took."""
    random.seed(seed)
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
    game.play()
    return decisions(game)


def decisions(game: Game) -> int:
    # Called `actions` in 3.2 and `action_records` after it.
    return len(game.state.action_records if hasattr(game.state, "action_records") else game.state.actions)


def choices(seed: int) -> int:
    """Of the decisions of that random game, those that leave something to choose."""
    random.seed(seed)
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
    found = 0
    while game.winning_color() is None and game.state.num_turns < TURNS_LIMIT:
        # Kept by the game since 3.3, by its state before.
        playable = game.playable_actions if hasattr(game, "playable_actions") else game.state.playable_actions
        found += len(playable) > 1
        game.play_tick()
    return found


def game_under_way(seed: int, ticks: int = 100) -> Game:
    """A two-player game after so many decisions."""
    random.seed(seed)
    game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=seed)
    for _ in range(ticks):
        game.play_tick()
    return game
