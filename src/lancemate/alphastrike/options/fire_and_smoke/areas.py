"""Fires and smoke as areas on the table: laying them, and since when they are there.

For whoever sets something on fire or fills a place with smoke (munitions, bombs, mines, explosions)::

    light(battle, (20, 20), "AS-OPT-112", inferno=True)    # a fire of 2 inches -> "fire1", or None where none can burn
    lay_smoke(battle, HEAVY, (20, 20), "AS-OPT-127", height=2.0)    # smoke -> "heavy_smoke1"; also without this module
    put_out(battle, "fire1", "AS-OPT-454")
    fires(battle); fire_at(battle, (20, 20))               # those that burn; the one that burns at a place

Without the module ``light`` does nothing. Smoke needs the switch ``VEILED`` of play/conditions.py to count in attacks:
``implied.add(YOUR_OPTION, VEILED)`` turns it on. What may burn where is known in starting.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.appendix.munitions import CERTAIN_FIRE
from lancemate.alphastrike.environment.notes import agreed, tornadoes_now
from lancemate.alphastrike.environment.tornado import reach
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.play.conditions import TRACE, VACUUM, VEILED
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.options import implied
from lancemate.alphastrike.play.words import terrain_kinds, terrain_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import lay, lift

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.field.terrain import Feature

FIRE: Final = rules.option("fire_and_smoke", "AS-OPT-440", "woods, fields and buildings burn, and smoke drifts")
implied.add(FIRE, VEILED)
BURNS: Final = "fire"  # the kind of area
LIGHT, HEAVY = "light_smoke", "heavy_smoke"
RADIUS: Final = 1.0  # of one marker
STEP: Final = 2.0  # inches from one marker to the next
terrain_kinds.add(BURNS, (FIRE, "optional_abilities"))
terrain_word("inferno", lambda reader, key: reader.flag(key), BURNS, options=(FIRE,))

# Fires that began in play, with the turn they began in and, where that is settled, the turn they end in.
began = battle_memory("fires", dict[str, list[int]], default={}, rule="AS-OPT-441")
# Smoke that came up in play: the turn it did, the fire it comes from, and the turn it ends in.
risen = battle_memory("smokes", dict[str, list[int | str]], default={}, rule="AS-OPT-458")


def light(battle: Battle, at: Point, by: str, *, inferno: bool = False, turns: int = 0) -> str | None:
    """Lay a fire on a place where none burns yet: its name. With ``turns`` it goes out by itself after so many."""
    at = battle.table.snap(at)
    if FIRE not in battle.options or not battle.table.inside(*at) or fire_at(battle, at) is not None:
        return None
    if inferno and not inferno_burns(battle, at):
        return None
    turns = in_a_tornado(battle, at) or turns
    name = lay(battle, BURNS, (*at, RADIUS), by, **({"inferno": True} if inferno else {}))
    now = battle.state.turn
    began.note(battle, None, {**began.of(battle.state), name: [now, now + turns if turns else 0]}, by)
    for hook in battle.hooks[hooks.fire_lit]:
        hook(battle, name)
    return name


@rules.rule("AS-OPT-444", otherwise=False)
def inferno_burns(battle: Battle, at: Point) -> bool:
    """An inferno burns on anything, even water and pavement, but neither without air nor on rapids."""
    if agreed(battle).atmosphere == VACUUM:
        return False
    certain = CERTAIN_FIRE.of(battle)["inferno munitions"]
    return certain and not any("rapids" in feature.properties for feature in battle.table.features_at(*at))


@rules.rule("AS-OPT-443", otherwise=0)
def in_a_tornado(battle: Battle, at: Point) -> int:
    """What burns in a tornado does so for one turn."""
    wide = reach(battle)
    return int(any(within(battle, one.at, at, wide) for one in tornadoes_now(battle)))


def lay_smoke(
    battle: Battle,
    kind: str,
    at: Point,
    by: str,
    *,
    height: float | None = None,
    fire: str = "",
    radius: float = RADIUS,
) -> str | None:
    """Lay one marker of light or heavy smoke on a place: its name. ``fire`` is the one it rises from."""
    tall = {} if height is None else {"height": height}
    hangs = smoke_in_air(battle, kind)
    if hangs is None:
        return None
    name = lay(battle, hangs, (*battle.table.snap(at), radius), by, **tall)
    risen.note(battle, None, {**risen.of(battle.state), name: [battle.state.turn, fire, 0]}, by)
    return name


@rules.rule("AS-BAT-080", "AS-BAT-081", otherwise=lambda battle, kind: kind)
def smoke_in_air(battle: Battle, kind: str) -> str | None:
    """Where there is no air no smoke hangs, and in traces of it none that is heavy."""
    air = agreed(battle).atmosphere
    return None if air == VACUUM else LIGHT if air == TRACE else kind


def put_out(battle: Battle, name: str, by: str) -> None:
    """A fire, or smoke, is gone, if the ground has not taken it already."""
    if name in battle.table.by_id:
        lift(battle, name, by)


def fires(battle: Battle) -> list[Feature]:
    """All that burn now, the oldest first."""
    return [feature for feature in battle.table.features if feature.kind == BURNS]


def smokes(battle: Battle) -> list[Feature]:
    return [feature for feature in battle.table.features if feature.kind in (LIGHT, HEAVY)]


def fire_at(battle: Battle, at: Point) -> Feature | None:
    """The fire that burns at a place."""
    return next((one for one in battle.table.features_at(*at) if one.kind == BURNS), None)


def middle_of(feature: Feature) -> Point:
    return feature.shape.centroid()
