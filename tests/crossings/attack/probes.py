"""What touches the number of an attack, or its dice: what it needs of a scene, and how one sees that it counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from crossings.attack.scenes import SCENES
from crossings.harm.staged import Done
from crossings.staging import Wish
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.setup import Muster

Scene: TypeAlias = "Callable[[Wish], Done]"
Probe: TypeAlias = "Callable[[Scene], bool]"


def made(done: Done) -> list[Any]:
    """The attacks that r1 has made, where they are told; of shells on their way, those that have come down."""
    told = list(done.fight.journal.events)
    shots = [one for one in told if one.type == "attack" and one.attacker == "r1"]
    shells = [one for one in told if one.type == "shell_landed" and one.unit == "r1"]
    assert shots or shells, "nobody attacked"
    return shots or shells


def parts(done: Done) -> list[Modifier]:
    return [part for one in made(done) for part in one.modifiers]


def counts(rule_id: str, *, value: int | None = None, label: str = "", **wish: Any) -> Probe:
    """A line of the target number that cites a rule, with this value and this label where they are said."""

    def probe(scene: Scene) -> bool:
        found = [part for part in parts(scene(Wish(**wish))) if part.rule == rule_id and label in part.label]
        return any(part.value == value if value is not None else part.value != 0 for part in found)

    return probe


def any_row(*rule_ids: str) -> Probe:
    """One of these lines is there, whatever it adds."""
    return lambda scene: any(part.rule in rule_ids for part in parts(scene(Wish())))


def actor(**state: Any) -> Mapping[str, Callable[[Muster], Muster]]:
    """The attacker with something about it."""
    return {"r1": lambda one: replace(one, state={**one.state, **state})}


def gifted(name: str, who: str = "r1", **state: Any) -> Mapping[str, Callable[[Muster], Muster]]:
    return {who: lambda one: replace(one, abilities=(name,), state={**one.state, **state})}


def growing(kind: str, **more: Any) -> Mapping[str, Any]:
    """Ground of a kind around the place that is struck."""
    return {"kind": kind, "rect": [17, 17.3, 6, 6], **more}


def jumped(scene: Scene) -> bool:
    """It has jumped, or comes down from a jump anyway."""
    leaps = scene is SCENES["death_from_above"]
    return any(part.rule == "AS-COM-041" for part in parts(scene(Wish(changes={} if leaps else actor(moved="jump")))))


WOODS: Final = growing("woods")
JUNGLE: Final = growing("jungle")
HEAVY: Final = growing("heavy_woods")
SMOKE: Final = growing("light_smoke")
POND: Final = growing("water", depth=1, rect=[18.5, 19.2, 3, 3])


def several(scene: Scene) -> bool:
    """More than one roll for an attack on one target."""
    done = scene(Wish(options=("multiple_attack_rolls",)))
    return any(len(one.roll) > 2 for one in made(done))


def near_miss(name: str, rule_id: str) -> Probe:
    """A pilot makes something of dice that fall one short."""

    def probe(scene: Scene) -> bool:
        number = made(scene(Wish()))[0].target_number - 1
        two = (max(1, number - 6), min(6, number - 1)) if number > 2 else (1, 1)
        done = scene(Wish(two=two, changes=gifted(name)))
        return any(getattr(one, "rule", None) == rule_id for one in done.fight.journal.events)

    return probe


def weak_spot(scene: Scene) -> bool:
    """A good hit of one who stood still brings a check."""
    still = gifted("Sharpshooter", moved="standstill")["r1"]
    done = scene(Wish(two=(6, 5), changes={"r1": lambda one: replace(still(one), skill=2)}))
    made(done)
    return any(
        one.type in ("critical", "aero_critical") and one.cause == "sharpshooter" for one in done.fight.journal.events
    )


PROBES: Final[dict[str, Probe]] = {
    "heat": counts("AS-COM-056", value=1, changes=actor(heat=1)),
    "fire_control": counts("AS-COM-057", value=2, changes=actor(crits={"fire_control": 1})),
    "jumped": jumped,
    "stood_still": counts("AS-COM-040", changes=actor(moved="standstill")),
    "shield": counts("AS-COM-072", actor={"specials": ["SHLD"]}),
    "spotting": counts("AS-COM-067", changes=actor(spotted="b1")),
    "target_moved": any_row("AS-COM-044", "AS-COM-048"),
    "immobile": counts("AS-COM-047", value=-4, state={"immobile": True}),
    "woods": counts("AS-COM-052", value=1, terrain=(WOODS,)),
    "wading": counts("AS-COM-053", value=1, terrain=(POND,)),
    "jungle": counts("AS-BAT-045", terrain=(JUNGLE,)),
    "densities": counts("AS-OPT-008", options=("advanced_terrain",), terrain=(HEAVY,)),
    "smoke": counts("AS-BAT-113", label="moke", terrain=(SMOKE,)),
    "hull_down": counts("AS-MOV-061", value=1, state={"hull_down": True}),
    "area": counts("AS-COM-065"),
    "range": any_row("AS-COM-060"),
    "darkness": counts("AS-BAT-085", conditions={"light": "night"}),
    "dodge": counts("AS-SPA-025", changes=gifted("Dodge", "b1")),
    "melee_specialist": counts("AS-SPA-045", changes=gifted("Melee Specialist")),
    "golden_goose": counts("AS-SPA-032", changes=gifted("Golden Goose")),
    "several_rolls": several,
    "near_misses": near_miss("Weapon Specialist", "AS-SPA-072"),
    "sharpshooter": weak_spot,
}
