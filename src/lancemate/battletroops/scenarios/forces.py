"""The scenarios whole: their sheets, their forces and where these stand, as data of scripts."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from lancemate.battletroops.arms.weapons import AREA_EFFECT, SUPPORT
from lancemate.battletroops.scenarios.hiding import Place, gates, hidden_men, places
from lancemate.battletroops.scenarios.mapping import DEPTH, WIDTH, side_by_side
from lancemate.battletroops.scenarios.plan import options_of
from lancemate.field.lattice import Dot
from lancemate.kernel.dice import Generator
from lancemate.kernel.documents import parse_document

LAUNCHER: Final = " with Grenade Launcher"
ARMOR: Final = {"kind": "Flak Vest", "from": 8}
FAR_SHOTS: Final = frozenset((*AREA_EFFECT.book, *SUPPORT.book))  # weapons that want a view
INWARD: Final = {"north": 5, "south": 2, "east": 1, "west": 4}


@cache
def _file(kind: str) -> dict[str, Any]:
    text = files(__package__).joinpath("data").joinpath(f"{kind}.yaml").read_text(encoding="utf-8")
    data: Any = parse_document(text, file=f"{kind}.yaml").data
    found: dict[str, Any] = data
    return found


def whole_scenario(kind: str, seed: int = 0) -> dict[str, Any]:
    """A scenario as a script that says everything: map, terrain, options, sides, start.

    The seed draws where men hide and where a 'Mech comes in.
    """
    data, luck = _file(kind), Generator(seed)
    field, terrain = side_by_side(data["sheets"])
    width = WIDTH * len(data["sheets"])
    sides = [_side(one, width) for one in data["sides"]]
    for one, side in zip(data["sides"], sides, strict=True):
        _hide(data, one, side["units"], places(terrain, (width, DEPTH), data.get("building")), luck)
        for unit in side["units"]:
            row = unit.get("enters", {}).pop("row", None)
            if row is not None:
                unit["enters"]["at"] = [*luck.choice(gates(terrain, (width, DEPTH), row))]
    scenario = {key: data[key] for key in ("kind", "sender", "control", "building", "damaged") if key in data}
    return {
        "game": "battletroops",
        "scenario": scenario,
        "options": sorted(options_of(kind)),
        "map": field,
        "terrain": terrain,
        "sides": sides,
        "start": {"turn": 1, "phase": "initiative"},
    }


def _side(one: dict[str, Any], width: int) -> dict[str, Any]:
    units: list[dict[str, Any]] = []
    squads: dict[str, Any] = {}
    for squad in one["squads"]:
        men = _squad(squad, width)
        units += men
        entry: dict[str, Any] = {"experience": squad.get("experience", "Regular"), "leader": men[0]["id"]}
        if "leadership" in squad:
            entry["leadership"] = squad["leadership"]
        if "choice" in squad:
            entry["choice"] = list(squad["choice"])
        squads[squad["name"]] = entry
    for machine in one.get("mechs", ()):
        units.append({**machine, "enters": dict(machine["enters"])})
    side = {"name": one["name"], "home": one["home"], "squads": squads, "units": units}
    return {**side, "leader": one["leader"]} if "leader" in one else side


def _squad(squad: dict[str, Any], width: int) -> list[dict[str, Any]]:
    names = [weapon for weapon, count in squad["weapons"].items() for _ in range(count)]
    found = []
    for number, weapon in enumerate(names):
        soldier: dict[str, Any] = {"primary": weapon.removesuffix(LAUNCHER)}
        if weapon.endswith(LAUNCHER):
            soldier["launcher"] = True
        if squad.get("armor"):
            soldier["armor"] = dict(ARMOR)
        secondary = squad.get("secondary")
        if secondary:
            soldier["secondary"] = (
                secondary.get(weapon, secondary["others"]) if isinstance(secondary, dict) else secondary
            )
        unit: dict[str, Any] = {"id": f"{squad['prefix']}{number + 1}", "soldier": soldier, "group": squad["name"]}
        if "enters" in squad:
            unit["enters"] = dict(squad["enters"])
            if len(unit["enters"]["edges"]) == 1:
                unit["enters"]["at"] = edge_dot(unit["enters"]["edges"][0], number, width)
        found.append(unit)
    return found


def _hide(
    data: dict[str, Any], one: dict[str, Any], units: list[dict[str, Any]], found: list[Place], luck: Generator
) -> None:
    """Everybody of a squad that hides is somewhere else each time; who sends the message is at the controls."""
    squads = {squad["name"] for squad in one["squads"] if squad.get("hidden")}
    men = {unit["id"]: unit for unit in units if unit.get("group") in squads}
    arms = [(name, unit["soldier"]["primary"] in FAR_SHOTS) for name, unit in men.items()]
    taken: set[tuple[Dot, int]] = set()
    if "control" in data:
        x, y = data["control"]["at"]
        taken.add(((x, y), data["control"]["elevation"]))
    together = any(squad.get("hidden") == "together" for squad in one["squads"])
    for name, place in hidden_men(found, arms, luck, taken, together=together).items():
        men[name]["at"], men[name]["state"] = [*place.at], {"elevation": place.level, "hidden": place.way}
        if name == data.get("sender"):
            men[name]["at"] = [*data["control"]["at"]]
            men[name]["state"]["elevation"] = data["control"]["elevation"]


def edge_dot(edge: str, number: int, width: int) -> list[float]:
    """The dots of an edge from its middle outward, every other one."""
    step = (number + 1) // 2 * (2 if number % 2 else -2)
    if edge in ("north", "south"):
        row = DEPTH - 1 if edge == "north" else 0
        return [width // 2 + step + 0.5 * (row % 2), row]
    row = DEPTH // 2 + step
    shift = 0.5 * (row % 2)
    return [shift if edge == "west" else width - 1 + shift, row]
