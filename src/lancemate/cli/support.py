"""Battlefield support on the command line: points or a level, and a list for each side. Writes; plays nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.settings import settings_from_data
from lancemate.alphastrike.play.setup import BATTLEFIELD_SUPPORT, Purchase, Setup
from lancemate.alphastrike.support.buying import check_support, points_agreed, purchases_from_data
from lancemate.alphastrike.turn.buying import in_their_zone
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.muster.force import Force
from lancemate.muster.support import advised, planned

LATER: Final = "later"
PLACED: Final = re.compile(r"(hidden )?(\w+) at (-?[\d.]+)[ ,]+(-?[\d.]+)")


def with_support(
    setup: Setup, given: str | None, lists: Sequence[str], seed: int, forces: Mapping[str, Force]
) -> Setup:
    """The battle with what was agreed on and bought: as said, as mustered, or else drawn up by the seed."""
    if given is None:
        if lists:
            raise InputError("nothing can be bought without --support", key="--buy")
        return setup
    wanted = _lists(setup, lists)
    agreed: dict[str, JSON] = _agreed(given)
    if LATER in wanted.values():
        agreed["buying"] = True
    try:
        settings = settings_from_data({**setup.settings, BATTLEFIELD_SUPPORT: agreed}, "")
    except InputError as error:
        raise InputError(error.plain, key="--support") from None
    setup = replace(setup, settings=settings)
    for number, side in enumerate(setup.sides):
        text = wanted.get(side.name)
        if text == LATER:
            continue
        bought = _bought(text) if text is not None else _mustered(setup, forces[side.name])
        bought = bought or (_advised(setup, number, seed) if text is None else ())
        own = replace(side, support=bought)
        setup = replace(setup, sides=(own, setup.sides[1]) if number == 0 else (setup.sides[0], own))
    try:
        check_support(setup, "sides")
    except InputError as error:
        raise InputError(error.plain, key="--buy") from None
    return setup


def _mustered(setup: Setup, force: Force) -> tuple[Purchase, ...]:
    try:
        return planned(force, points_agreed(setup.settings) or 0.0)
    except InputError as error:
        raise InputError(error.plain, key="--support") from None


def _agreed(given: str) -> dict[str, JSON]:
    try:
        return {"points": float(given)}
    except ValueError:
        return {"level": given}


def _lists(setup: Setup, lists: Sequence[str]) -> dict[str, str]:
    wanted: dict[str, str] = {}
    for text in lists:
        side, _, bought = (part.strip() for part in text.partition(":"))
        if side not in (one.name for one in setup.sides):
            names = " and ".join(one.name for one in setup.sides)
            raise InputError(f"{text[:80]!r} begins with no side; there are {names}", key="--buy")
        wanted[side] = bought
    return wanted


def _bought(text: str) -> tuple[Purchase, ...]:
    """A list as people write it: types with commas between them, minefields with their place."""
    data: list[JSON] = []
    for part in filter(None, (one.strip() for one in re.split(r",(?![ ]*-?[\d.])", text))):
        placed = PLACED.fullmatch(part)
        if placed is None:
            data.append(part)
        else:
            hidden, kind, x, y = placed.groups()
            data.append({"type": kind, "at": [float(x), float(y)], "hidden": hidden is not None})
    try:
        return purchases_from_data(data, "")
    except InputError as error:
        raise InputError(error.plain, key="--buy") from None


def _advised(setup: Setup, number: int, seed: int) -> tuple[Purchase, ...]:
    side, other = setup.sides[number], setup.sides[1 - number]
    battle = Battle(replace(setup, settings={}), seed)  # only to be asked where the sides take the field
    laid = [one.at for one in other.support if one.at is not None]

    def fits(one: Purchase) -> bool:
        assert one.at is not None
        clear = not any(setup.table.closer(one.at, at, 6.0) for at in laid)
        return clear and in_their_zone(battle, side.name, one) is None

    return advised(points_agreed(setup.settings) or 0.0, setup.table, side.home, seed + number, fits)
