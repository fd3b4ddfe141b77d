"""A battle as a learner meets it: actions by number, observations as numbers, rewards. Knows no framework.

Rewards add up to zero between the sides: the share of all points on the table that the enemy has lost since the last
reward, less one's own; at the end 1 for the winner and -1 for the loser on top.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final, TypeAlias

from lancemate.alphastrike.cards.points import counted_value
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster, Setup, Side
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.telling.picture import draw
from lancemate.bots.alphastrike.environment.candidates import candidates
from lancemate.bots.alphastrike.environment.observation import described, masked, observed
from lancemate.bots.alphastrike.places import drawn_up
from lancemate.bots.alphastrike.view import View
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError, Refused
from lancemate.kernel.reading import nearest
from lancemate.muster import catalogue
from lancemate.muster.battlefields import THEMES, generate

if TYPE_CHECKING:
    from lancemate.alphastrike.play import orders
    from lancemate.bots.alphastrike.environment.observation import Mask, Numbers

Setting: TypeAlias = Callable[[int], Setup]  # a battle about to begin, for a seed
RED, BLUE = "red", "blue"
HUMAN, ANSI, SVG = "human", "ansi", "svg"
MODES: Final = (HUMAN, ANSI, SVG)
LANCE: Final = ("MAD-3R Marauder", "WVR-6R Wolverine", "PXH-1K Phoenix Hawk", "LCT-1V Locust")
TURNS: Final = 20
TABLE: Final = 36.0  # inches


def lances(seed: int, *, size: int = 4) -> Setup:
    """The same few 'Mechs on both sides, across a table that follows from the seed."""
    luck = Generator(seed)
    table = generate(luck.choice(THEMES), TABLE, TABLE, luck.below(1 << 32), symmetric=True)
    cards = [catalogue.find(name) for name in LANCE[:size]]
    units = [
        Muster(f"{side}{number}", side, card) for side in (RED, BLUE) for number, card in enumerate(cards, start=1)
    ]
    bare = Setup(table, (Side(RED, "south"), Side(BLUE, "north")), tuple(units))
    scratch = Battle(replace(bare, phase="deployment", first=RED), 0)
    return replace(bare, units=tuple(drawn_up(scratch, muster, 3.0) for muster in bare.units))


def checked_setting(setting: Setting | Setup | None) -> Setting:
    """What gives the battle for a seed: lances of four unless said, or a ``Setup`` that is the same for every seed."""
    if setting is None:
        return lances
    if isinstance(setting, Setup):
        return partial(_always, setting)
    if not callable(setting):
        raise InputError(f"a setting is a function from a seed to a Setup, or a Setup; {_kind(setting)}", key="setting")
    return setting


def checked_mode(mode: str | None) -> str | None:
    """How a battle is to be shown."""
    if mode is not None and mode not in MODES:
        raise InputError(f"there is no render_mode {mode!r}; {nearest(str(mode), MODES)}", key="render_mode")
    return mode


def _always(setup: Setup, seed: int) -> Setup:
    return setup


def _kind(given: object) -> str:
    return f"{str(given)[:40]!r} is of the kind {type(given).__name__}"


class Skirmish:
    """One battle between sides that act by number."""

    def __init__(self, setting: Setting, seed: int, turns: int = TURNS) -> None:
        setup = setting(seed)
        if not isinstance(setup, Setup):
            raise InputError(f"a setting gives a Setup for a seed; {_kind(setup)}", key="setting")
        self.battle = Battle(setup, seed)
        self.turns = turns
        self._told = 0
        self.total = max(1, sum(counted_value(unit.card.pv, unit.skill) for unit in self.battle.units.values()))
        self._lost = dict.fromkeys(self.battle.sides, 0)
        self._look()

    def _look(self) -> None:
        """What whoever is to act now can see and do."""
        state = self.battle.state
        if self.over:
            return
        self.side = state.decision.side if state.decision is not None else str(state.to_act)
        self.view = View(self.battle, self.side)
        self.actions: tuple[orders.Command, ...] = candidates(self.view)

    def shown(self, mode: str | None) -> str | None:
        """The battle as somebody wants to see it: a picture, or what has happened since this was last asked.

        ``human`` prints the latter.
        """
        if mode == SVG:
            return draw(self.battle)
        if mode is None:
            return None
        events = self.battle.journal.events[self._told :]
        self._told += len(events)
        lines = "".join(f"{'  ' * line.depth}{line.text}\n" for line in story(self.battle, events))
        if mode == ANSI:
            return lines
        print(lines, end="", flush=True)
        return None

    @property
    def decided(self) -> bool:
        return self.battle.outcome is not None

    @property
    def out_of_time(self) -> bool:
        return not self.decided and self.battle.state.turn > self.turns

    @property
    def over(self) -> bool:
        return self.decided or self.out_of_time

    def act(self, action: int) -> None:
        """Carry out an action by its number; a number that stands for nothing is the least that can be done."""
        self.do(self.actions[action] if 0 <= action < len(self.actions) else self.actions[0])

    def do(self, command: orders.Command) -> None:
        """Carry out any command for the side to act. What only something unseen forbids becomes the least instead."""
        try:
            self.battle.do(command)
        except Refused:
            self.battle.do(self.view.rest())
        self._look()

    def observation(self, side: str) -> dict[str, Numbers | Mask]:
        """What a side is shown; only who is to act has more than one action."""
        acting = side == self.side and not self.over
        view = self.view if acting else View(self.battle, side)
        actions = self.actions if acting else ()
        return {
            "observation": observed(view),
            "candidates": described(view, actions),
            "action_mask": masked(max(1, len(actions))),
        }

    def rewards(self) -> dict[str, float]:
        """What each side has earned since this was last asked."""
        lost = {
            side: sum(
                counted_value(unit.card.pv, unit.skill)
                for unit in self.battle.units.values()
                if unit.side == side and unit.destroyed
            )
            for side in self.battle.sides
        }
        fresh = {side: (lost[side] - self._lost[side]) / self.total for side in lost}
        self._lost = lost
        one, other = self.battle.sides
        earned = fresh[other] - fresh[one]
        winner = self.battle.outcome.winner if self.battle.outcome is not None else None
        if winner is not None:
            earned += 1.0 if winner == one else -1.0
        return {one: earned, other: -earned}
