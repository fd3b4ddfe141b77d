"""Ready parts for a quick start of BattleTroops: squads, platoons, ground, scenarios, and the setup they make."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from lancemate.battletroops.play.setup import HIDING
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.scenarios.forces import whole_scenario
from lancemate.battletroops.scenarios.plan import ABOUT
from lancemate.battletroops.scenarios.plan import SIDES as OF_SCENARIO
from lancemate.battletroops.soldiers.platoons import platoon
from lancemate.kernel.codec import JSON
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.lab.battletroops.grounds import ground, house
from lancemate.muster.platoons import platoon_battle, platoon_meant, platoon_names
from lancemate.server.games import BATTLETROOPS
from lancemate.server.opponents import levels_of
from lancemate.server.rule_names import page

WIDTH, DEPTH = 22, 30
GROUNDS: Final = {
    "town": ("A town block", "Houses of several floors on both sides of a street; much to hide behind."),
    "country": ("Open country", "Woods, hills, walls and a farm here and there; another one every time."),
}
# Squads: a name, what it is, and what each man carries; in flak, all of them wear a vest.
SQUADS: Final[dict[str, tuple[str, str, tuple[str, ...]]]] = {
    "rifles": (
        "Rifle squad",
        "Five rifles and a submachine gun. A good first squad.",
        ("SMG", "Rifle", "Rifle", "Rifle", "Rifle", "Rifle"),
    ),
    "assault": (
        "Assault squad",
        "Six with automatic weapons: deadly close by, short of breath at long range.",
        ("SMG", "SMG", "SMG", "Blazer", "Blazer", "Auto Pistol"),
    ),
    "lasers": (
        "Laser squad",
        "Five laser rifles and a blazer: they reach across any map.",
        ("Blazer", "Laser Rifle", "Laser Rifle", "Laser Rifle", "Laser Rifle", "Laser Rifle"),
    ),
    "guards": (
        "Guards in flak",
        "Five riflemen in flak vests: slower, and harder to put down.",
        ("SMG", "Rifle", "Rifle", "Rifle", "Rifle"),
    ),
}
IN_FLAK: Final = ("guards",)
PLATOON: Final = "/"  # in the name of every platoon
SHEETS: Final = {"town": "town", "country": "rural"}  # the theme of the mapsheets that platoons fight on
MANY: Final = 100_000  # seeds of mapsheets
SIDES: Final = (("red", "south"), ("blue", "north"))
HIDDEN: Final = "hidden_units"
NEWCOMERS: Final = (
    *("area_effect", "exchange", "experience", "jump_troops", "mechwarrior_characters"),
    *("morale_leadership", "secondary_weapons", "support_weapons"),
)


@dataclass(frozen=True, slots=True)
class TroopQuick:
    """What a quick start asks for."""

    theme: str
    squads: tuple[str, ...]
    map_seed: int
    options: tuple[str, ...] = ()
    scenario: str | None = None


def troop_setup(quick: TroopQuick, seed: int) -> tuple[str, dict[str, JSON]]:
    """A title and the setup as a script would write it. What there is not is an InputError."""
    if quick.scenario is not None:
        return _scenario(quick.scenario, seed)
    if any(PLATOON in squad for squad in quick.squads):
        return _platoons(quick)
    return _squads(quick)


def _scenario(name: str, seed: int) -> tuple[str, dict[str, JSON]]:
    if name not in ABOUT:
        raise InputError(f"there is no scenario {name!r}; {nearest(name, ABOUT)}", key="troops.scenario")
    data = whole_scenario(name, seed)
    if HIDDEN in data["options"]:
        data["start"]["phase"] = HIDING
    return ABOUT[name].title, data


def _platoons(quick: TroopQuick) -> tuple[str, dict[str, JSON]]:
    """Two platoons on two mapsheets; to the options that are asked for come those that they need."""
    _known_ground(quick.theme)
    _known_options(quick.options)
    names: dict[str, str | None] = {side: squad for (side, _), squad in zip(SIDES, quick.squads, strict=True)}
    keys = {side: f"troops.squads.{number}" for number, (side, _) in enumerate(SIDES)}
    theme = SHEETS[quick.theme]
    data = platoon_battle(names, theme, quick.map_seed % MANY, keys=keys, theme_key="troops.theme")
    data["options"] = sorted({*data["options"], *quick.options})
    return f"{quick.squads[0]} against {quick.squads[1]}", data


def _known_ground(theme: str) -> None:
    if theme not in GROUNDS:
        raise InputError(f"there is no ground {theme!r}; {nearest(theme, GROUNDS)}", key="troops.theme")


def _known_options(options: tuple[str, ...]) -> None:
    rules.load()
    for place, option in enumerate(options):
        if option not in rules.options:
            text = f"there is no option {option!r}; {nearest(option, rules.options)}"
            raise InputError(text, key=f"troops.options.{place}")
        if option == HIDDEN:
            text = "who hides is said by a scenario or a battle script: choose Dragon Hunting, or open a script"
            raise InputError(text, key=f"troops.options.{place}")


def _squads(quick: TroopQuick) -> tuple[str, dict[str, JSON]]:
    _known_ground(quick.theme)
    luck = Generator(quick.map_seed)
    sides: list[JSON] = []
    for number, ((name, home), squad) in enumerate(zip(SIDES, quick.squads, strict=True)):
        if squad not in SQUADS:
            text = f"there is no squad {squad!r}; {nearest(squad, SQUADS)}"
            raise InputError(text, key=f"troops.squads.{number}")
        sides.append({"name": name, "home": home, "units": _drawn_up(name, home, squad)})
    _known_options(quick.options)
    terrain = town(luck) if quick.theme == "town" else ground(luck, WIDTH, DEPTH)
    first, second = (SQUADS[squad][0] for squad in quick.squads)
    return f"{first} against {second.lower()}", {
        "game": BATTLETROOPS,
        "options": [*sorted(set(quick.options))],
        "map": {"kind": "lattice", "width": WIDTH, "depth": DEPTH},
        "terrain": [*terrain],
        "sides": sides,
    }


def _drawn_up(side: str, home: str, squad: str) -> list[JSON]:
    found: list[JSON] = []
    for place, arm in enumerate(SQUADS[squad][2]):
        record: dict[str, JSON] = {"primary": arm}
        if squad in IN_FLAK:
            record["armor"] = {"kind": "Flak Vest"}
        row = 0 if home == "south" else DEPTH - 1
        at: list[JSON] = [2.0 + 3 * place + 0.5 * (row % 2), row]
        found.append({"id": f"{side[0]}{place + 1}", "soldier": record, "at": at, "group": f"{side} squad"})
    return found


def town(luck: Generator) -> list[dict[str, JSON]]:
    """Two rows of houses along a street, with yards and trees between them."""
    found: list[dict[str, JSON]] = []
    for place, (left, top) in enumerate(((1, 4), (12, 3), (2, 18), (13, 17))):
        wide, deep = 5 + luck.below(3), 5 + luck.below(3)
        found.append(house(f"house {place + 1}", left, top, wide, deep, 1 + luck.below(3)))
        if luck.below(2):
            found.append({"id": f"desk {place + 1}", "kind": "furniture", "rect": [left + 3.25, top + 2.25, 1, 0.5]})
    found.append({"id": "yard wall", "kind": "wall", "line": [8.25, 13.5, 12.75, 13.5]})
    for number, (x, y) in enumerate(((10.5, 8.5), (3.5, 14.5), (18.5, 14.5), (10.5, 21.5))):
        if luck.below(4):
            found.append({"id": f"tree {number + 1}", "kind": "tree", "at": [x, y]})
    found.append({"id": "hedge", "kind": "undergrowth", "rect": [14.25, 13.5, 4, 2]})
    return found


def show_troops() -> dict[str, JSON]:
    """Everything there is to choose from."""
    rules.load()
    return {
        "bots": [{"level": one.level, "name": one.name, "text": one.text} for one in levels_of(BATTLETROOPS)],
        "grounds": [{"id": name, "name": words[0], "text": words[1]} for name, words in GROUNDS.items()],
        "squads": [
            {"id": name, "name": title, "text": text, "men": [*men]} for name, (title, text, men) in SQUADS.items()
        ],
        "platoons": [_platoon_told(name) for name in platoon_names()],
        "scenarios": [
            {"id": name, "name": one.title, "text": one.text, "page": page(one.rule), "sides": [*OF_SCENARIO[name]]}
            for name, one in ABOUT.items()
        ],
        "options": [
            {
                "name": name,
                "title": name.replace("_", " ").capitalize(),
                "text": rules.options[name].text,
                "rule": rules.options[name].rule,
                "page": page(rules.options[name].rule),
            }
            for name in NEWCOMERS
            if name in rules.options
        ],
    }


def known_force(name: str) -> tuple[str, tuple[str, ...]]:
    """What a squad or platoon is called, and what each of its men carries. What there is not is an InputError."""
    if PLATOON in name:
        told = _platoon_told(name)
        return str(told["name"]), tuple(told["men"])
    if name not in SQUADS:
        raise InputError(f"there is no squad {name!r}; {nearest(name, SQUADS)}", key="force")
    title, _, men = SQUADS[name]
    return title, men


def _platoon_told(name: str) -> dict[str, Any]:
    """A platoon by its weapons: how many men carry each."""
    kind, transport = platoon_meant(name, "force")
    men = [unit["soldier"]["primary"] for unit in platoon(kind, transport)["units"] if "soldier" in unit]
    text = ", ".join(f"{count} {weapon}" for weapon, count in Counter(men).most_common())
    return {"id": name, "name": f"{kind} platoon, {transport}", "text": f"{len(men)} men: {text}.", "men": [*men]}
