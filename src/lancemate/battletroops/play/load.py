"""What a man carries, and how it goes from hand to hand: whatever leaves somebody's hands is an ``Item`` in between.

Every way to come by a thing or to be rid of it writes itself with these functions. They change units; must not know who
may do it, nor what it costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from lancemate.battletroops.arms.weapons import DISPOSABLE, GRENADE, SATCHEL, is_support
from lancemate.battletroops.play.memory import unit_memory
from lancemate.battletroops.play.state import BARE_HANDS, Item, State, Unit
from lancemate.field.lattice import Dot

PACK: Final = "Jump Pack"
PARTS: Final = " parts"  # of a support weapon that is broken down: what one of its crew carries

# The bearing in which a support weapon points since it was set up.
pointed = unit_memory("support_bearing", float, default=None, rule="BT-OPT-026")


def part_of(weapon: str) -> str:
    return f"{weapon}{PARTS}"


def is_part(what: str) -> bool:
    return what.endswith(PARTS) and is_support(what.removesuffix(PARTS))


def holds(unit: Unit, what: str, *, rounds: bool = False) -> int:
    """How many of something a man has in his hands; ``rounds`` of a weapon, not the weapon itself."""
    if rounds:
        return 0 if what == DISPOSABLE else unit.ammo.get(what, 0)
    if what == GRENADE:
        return unit.grenades
    if what == SATCHEL:
        return int(unit.satchel)
    if what == PACK:
        return int(unit.spare_pack)
    if is_part(what):
        return unit.parts.count(what.removesuffix(PARTS))
    return int(what in (unit.primary, unit.secondary))


def things(unit: Unit) -> Iterator[tuple[str, int | None]]:
    """Everything that he could hand on; of ammunition with the number of its rounds."""
    yield from ((name, None) for name in (unit.primary, unit.secondary) if name is not None)
    single = (GRENADE, SATCHEL, PACK, *(part_of(name) for name in dict.fromkeys(unit.parts)))
    yield from ((name, None) for name in single if holds(unit, name))
    yield from ((name, holds(unit, name, rounds=True)) for name in unit.ammo if holds(unit, name, rounds=True))


def lose(unit: Unit, what: str, count: int = 1, *, rounds: bool = False) -> Item:
    """Out of his hands, with whatever belongs to it."""
    item = Item(what, unit.at, unit.elevation, count, rounds=rounds)
    if rounds:
        unit.ammo = {**unit.ammo, what: unit.ammo.get(what, 0) - count}
        return item
    if what == GRENADE:
        unit.grenades -= count
    elif what == SATCHEL:
        unit.satchel = False
    elif what == PACK:
        unit.spare_pack = False
    elif is_part(what):
        left = list(unit.parts)
        if what.removesuffix(PARTS) in left:
            left.remove(what.removesuffix(PARTS))
        unit.parts = tuple(left)
    elif unit.primary == what:
        item = _with_what_is_on_it(unit, item)
        unit.primary, unit.launcher, unit.set_up = None, False, True
        unit.work, unit.doing = (), None
        unit.notes = {key: value for key, value in unit.notes.items() if key != pointed.name}
    else:
        unit.secondary = None
    if what == DISPOSABLE:  # weapon and shot in one
        item = replace(item, loaded=bool(unit.ammo.get(what)))
        unit.ammo = {name: shots for name, shots in unit.ammo.items() if name != what}
    if unit.prepared == what and not holds(unit, what):
        unit.prepared, unit.arc = BARE_HANDS, None
    return item


def _with_what_is_on_it(unit: Unit, item: Item) -> Item:
    """A launcher is fixed under its weapon; a heavy one stands or not, and points somewhere."""
    if not is_support(item.what):
        return replace(item, launcher=unit.launcher)
    return replace(item, stands=unit.set_up, bearing=pointed.of(unit))


def gain(unit: Unit, item: Item, *, second: bool = False) -> None:
    """Into his hands; ``second``: as his secondary weapon."""
    what = item.what
    if item.rounds:
        unit.ammo = {**unit.ammo, what: unit.ammo.get(what, 0) + item.count}
        return
    if what == GRENADE:
        unit.grenades += item.count
    elif what == SATCHEL:
        unit.satchel = True
    elif what == PACK:
        unit.spare_pack = True
    elif is_part(what):
        unit.parts = (*unit.parts, what.removesuffix(PARTS))
    elif second:
        unit.secondary = what
    else:
        unit.primary, unit.launcher = what, item.launcher
        if is_support(what):
            unit.set_up, unit.work, unit.doing = item.stands, (), None
            if item.stands and item.bearing is not None:
                unit.notes = {**unit.notes, **pointed.entry(item.bearing)}
    if what == DISPOSABLE:
        unit.ammo = {**unit.ammo, what: int(item.loaded)}


def use_up(unit: Unit, what: str) -> None:
    """One grenade, charge or round is thrown or fired."""
    if what in (GRENADE, SATCHEL):
        lose(unit, what)
    elif what in unit.ammo:
        lose(unit, what, rounds=True)


# -- the ground -----------------------------------------------------------------------------------------------------


def lay_down(state: State, item: Item) -> None:
    """On the ground, where the same lies already beside it; what was fired and thrown away is of no use to anybody."""
    if item.what == DISPOSABLE and not item.loaded:
        return
    for number, one in enumerate(state.items):
        if (item.rounds or item.what == GRENADE) and replace(one, count=item.count) == item:
            more = replace(one, count=one.count + item.count)
            state.items = (*state.items[:number], more, *state.items[number + 1 :])
            return
    state.items = (*state.items, item)


def lies(one: Item, what: str, *, rounds: bool) -> bool:
    return one.what == what and one.rounds == rounds


def pick_up(state: State, what: str, count: int, at: Dot, elevation: int, *, rounds: bool) -> Item:
    """From the ground."""
    for number, one in enumerate(state.items):
        if lies(one, what, rounds=rounds) and (one.at, one.elevation) == (at, elevation):
            rest = (replace(one, count=one.count - count),) if one.count > count else ()
            state.items = (*state.items[:number], *rest, *state.items[number + 1 :])
            return replace(one, count=count)
    raise AssertionError(f"there is no {what} at {at}")
