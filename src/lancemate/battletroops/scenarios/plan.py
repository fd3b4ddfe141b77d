"""Which scenario a battle plays, and with what of its own. Knows the public names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from lancemate.battletroops.machines import options as machines
from lancemate.battletroops.play.setup import SIDE_SHOW, Scenario
from lancemate.battletroops.ruleset import rules
from lancemate.field.lattice_terrain import HIGHEST, LOWEST
from lancemate.kernel.codec import JSON
from lancemate.kernel.reading import Reader, read_text

DRAGON_HUNTING: Final = rules.switch("dragon-hunting")
RACE: Final = rules.switch("race-against-time")
KINDS: Final = (SIDE_SHOW, DRAGON_HUNTING, RACE)
EVERYTHING: Final = frozenset(
    (
        *("secondary_weapons", "area_effect", "support_weapons", "jump_troops", "exchange", "experience"),
        *("morale_leadership", "hidden_units", "mines", "fire", "buildings_damage"),
        *(machines.MECHS, machines.VEHICLES, machines.OPEN_HATCH, machines.ABANDONMENT),
    )
)
SIDES: Final = {SIDE_SHOW: ("davion", "liao"), DRAGON_HUNTING: ("kurita", "dragoons"), RACE: ("dragoons", "kurita")}


class About(NamedTuple):
    """What players are told of a scenario before they choose it."""

    title: str
    rule: str
    text: str


ABOUT: Final = {
    SIDE_SHOW: About(
        "Side Show",
        "BT-SCN-001",
        "Two squads in a town: get men to the far side of the map and home again in 15 turns. A good first scenario.",
    ),
    DRAGON_HUNTING: About(
        "Dragon Hunting",
        "BT-SCN-002",
        "A Phoenix Hawk looks for two squads that hide in the houses. They win by destroying it, it by breaking them.",
    ),
    RACE: About(
        "Race Against Time",
        "BT-SCN-003",
        "Two elite squads hold a compound until a message is sent, then get away; guards come from every side.",
    ),
}


def options_of(kind: str) -> frozenset[str]:
    """What a scenario switches on: the first nothing, the others all."""
    return frozenset() if kind == SIDE_SHOW else EVERYTHING


def read_scenario(reader: Reader) -> Scenario | None:
    """The key ``scenario``: a name, or a mapping with what is special here."""
    given = reader.raw("scenario")
    if given is None:
        return None
    if not isinstance(given, Mapping):
        name = read_text(given, reader.path("scenario"))
        Reader({"scenario": name}, "", known=("scenario",)).one_of("scenario", KINDS)
        return Scenario(name)
    known = ("kind", "sender", "control", "building", "damaged")
    one = Reader(given, reader.path("scenario"), known=known, what="a scenario")
    one.need("kind")
    control: Any = None
    level = 0
    if "control" in one:
        place = Reader(one.raw("control"), one.path("control"), known=("at", "elevation"), what="a control")
        place.need("at")
        control = place.point("at")
        level = place.whole("elevation", least=LOWEST, most=HIGHEST)
    kind, sender, building = one.one_of("kind", KINDS), one.maybe_text("sender"), one.maybe_text("building")
    return Scenario(kind, sender, control, level, building, one.maybe_text("damaged"))


def scenario_to_data(one: Scenario) -> JSON:
    data: dict[str, JSON] = {"kind": one.kind}
    if one.sender is not None:
        data["sender"] = one.sender
    if one.control is not None:
        data["control"] = {"at": list(one.control), "elevation": one.elevation}
    if one.building is not None:
        data["building"] = one.building
    if one.damaged is not None:
        data["damaged"] = one.damaged
    return data
