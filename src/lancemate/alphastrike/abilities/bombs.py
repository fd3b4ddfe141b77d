"""Carrying bombs (p. 77): how many fit, and how much they slow their carrier down. Dropping them is not done here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play.explain import Cost
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.setup import StateError
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move
from lancemate.kernel.errors import InputError
from lancemate.kernel.ruleset import Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.tally import SoFar

# Those a unit still carries.
bombs = unit_memory("bombs", list[str], default=[], rule="AS-SPC-019")

# Kinds of bomb, and whether the first one takes the room of two: Arrow IV missiles do, the light kind does not.
KINDS: Final = rules.table(
    "AS-SPC-019",
    {
        "HE": {"double": False},
        "cluster": {"double": False},
        "inferno": {"double": False},
        "inferno_advanced": {"double": False},  # the same, as the table of munitions calls it
        "arrow_iv": {"double": True},
        "arrow_iv_homing": {"double": True},
        "arrow_iv_air_to_air": {"double": True},
        "air_to_air_arrow_iv": {"double": True},  # the same, as the table of munitions calls it
        "light_air_to_air_arrow": {"double": False},
        "laser_guided": {"double": False},
        "remote_sensor": {"double": False},
        "rocket_launcher": {"double": False},
        "tag": {"double": False},
        "thunder": {"double": False},
        "torpedo": {"double": False},
    },
)
SENSOR: Final = "remote_sensor"  # what others drop from a dispenser
rules.also("AS-SPC-135", KINDS)
# Move lost for every bomb: inches by VTOLs, Thrust by whatever flies by Thrust.
WEIGHT: Final = rules.table("AS-SPC-019", {"VTOL": 2, "thrust": 1})
LEAST_THRUST: Final = 1.0


def carried(unit: Unit) -> tuple[str, ...]:
    """The bombs a unit has left."""
    return tuple(bombs.of(unit))


def slots(by: Switched, load: Sequence[str]) -> int:
    """How many bombs a load counts as."""
    return len(load) + any(KINDS.of(by)[bomb]["double"] for bomb in load)


@hooks.battle_opens.rule("AS-SPC-019")
def loads_fit(battle: Battle) -> None:
    """Bombs are chosen and recorded before play, up to the BOMB value; battle armor carries cluster bombs only."""
    for unit in battle.units.values():
        load = carried(unit)
        if not load:
            continue
        room = int(unit.card.specials.value("BOMB"))
        unknown = [bomb for bomb in load if bomb not in KINDS.of(battle)]
        if unknown:
            raise _wrong(unit, f"there is no bomb {unknown[0]!r}; there are {', '.join(KINDS.of(battle))}")
        if slots(battle, load) > room:
            raise _wrong(unit, f"its bombs count as {slots(battle, load)}, and it carries {room}")
        if SENSOR in load and "optional_abilities" not in battle.options:
            raise _wrong(unit, "remote sensors are for players who use optional_abilities")
        if unit.card.is_battle_armor and set(load) - {"cluster"}:
            raise _wrong(unit, "battle armor carries cluster bombs only")


def _wrong(unit: Unit, text: str) -> InputError:
    return StateError(unit.id, InputError(f"{unit.id}: {text} (AS-SPC-019)", key=bombs.name))


@hooks.move_now.seeing("AS-SPC-019", "AS-AER-011", part=Move.LOADED, ability="BOMB")
def bombs_weigh(battle: Battle, unit: Unit, mode: str, so_far: SoFar) -> Cost | None:
    """Two inches for every bomb under a VTOL; a point of Thrust under a flyer, which keeps one."""
    load = carried(unit)
    if not load:
        return None
    if mode == "thrust":
        less = so_far.less(float(slots(battle, load) * WEIGHT.of(battle)["thrust"]), LEAST_THRUST)
    elif unit.card.is_vehicle and unit.card.move.primary == "v":
        less = -float(slots(battle, load) * WEIGHT.of(battle)["VTOL"])
    else:
        return None
    return Cost(f"{len(load)} bombs", less, "AS-SPC-019")
