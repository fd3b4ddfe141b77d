"""A unit with special ammunition and somebody to fire it at: what tests of munitions begin with."""

from dataclasses import replace
from typing import Any

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Muster, Setup
from lancemate.kernel.codec import JSON
from rules.table import battle, unit

OPTION = "alternate_munitions"
HIT = (5, 5)
MISS = (1, 1)


def loaded(one: Muster, **loads: Any) -> Muster:
    """A unit with munitions by launcher; ART_LT stands for ART-LT."""
    types: dict[str, JSON] = {
        launcher.replace("_", "-"): list(given) if isinstance(given, tuple) else [given]
        for launcher, given in loads.items()
    }
    return replace(one, words={"munitions": types})


def shot(
    loads: dict[str, Any],
    red: dict[str, Any] | None = None,
    blue: dict[str, Any] | None = None,
    *more: Muster,
    gap: float = 5.0,
    dice: Any = (*HIT, 1, 1, 1, 1),
    facing: float = 180,
    options: Any = (),
    state: dict[str, Any] | None = None,
    **how: Any,
) -> Battle:
    """r1 looks north at b1, which looks back; short range unless said otherwise."""
    card: dict[str, Any] = {"damage": "4/4/2", "specials": ["AC2/2/0", "LRM1/2/2", "SRM3/3"], **(red or {})}
    return battle(
        loaded(unit("r1", (20, 10), 0, **card), **loads),
        unit("b1", (20, 11.25 + gap), facing, state=state, **{"armor": 9, **(blue or {})}),
        *more,
        dice=dice,
        options=(OPTION, "optional_abilities", *options),
        **how,
    )


def agreeing(setup: Setup, **settings: JSON) -> Setup:
    """The same with something agreed on about munitions."""
    return replace(setup, settings={OPTION: {"types": 1, **settings}})
