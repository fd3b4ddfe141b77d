"""Rules that ask for distance, sight, arc or side: what each needs, and how one sees that it reaches b1."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from crossings.measure.scenes import PLACE, Done, Scene, Wish, point
from crossings.staging import go_on
from lancemate.alphastrike.abilities.electronics import is_jammed
from lancemate.alphastrike.air.striking import strafed
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.environment.light import by_searchlight
from lancemate.alphastrike.measure.apart import apart, flat
from lancemate.alphastrike.measure.contact import in_contact, meets
from lancemate.alphastrike.measure.places import spot
from lancemate.alphastrike.options.minefields.fields import fields_of
from lancemate.alphastrike.options.minefields.going_off import is_struck
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.scenarios.scans import reaches
from lancemate.kernel.errors import Refusal

Probe: TypeAlias = "Callable[[Scene], bool]"
PLAIN: Final = Wish()


def asked(done: Done, by: str = "r1", kind: str = "weapon") -> Any:
    return preview_attack(done.fight, orders.Attack(by, "b1", kind))


def shot(scene: Scene) -> bool:
    return bool(asked(scene(PLAIN)).legal)


def altitude(scene: Scene) -> bool:
    """What an attack measures is more than what lies on the table."""
    done = scene(PLAIN)
    found = Attack(done.fight, orders.Attack("r1", "b1")).distance
    return found > flat(done.fight, "AS-COM-059", done.fight.units["r1"], done.unit) + 1


def side(scene: Scene) -> bool:
    """It looks away from who shoots at it."""
    found = asked(scene(PLAIN))
    assert found.legal, found.reason
    return bool(found.direction == "rear")


def contact(scene: Scene) -> bool:
    done = scene(Wish(beside={}))
    return in_contact(done.fight, done.fight.units["r2"], done.unit)


def blow(scene: Scene) -> bool:
    return bool(asked(scene(Wish(beside={})), "r2", "physical").legal)


def marker(scene: Scene) -> bool:
    done = scene(PLAIN)
    return meets(done.fight, done.unit, spot(done.fight, done.place, 1.0))


def jammed(scene: Scene) -> bool:
    done = scene(Wish(asker={"specials": ["ECM"]}))
    return is_jammed(done.fight, done.unit)


def probe(scene: Scene) -> bool:
    done = scene(Wish(asker={"specials": ["PRB"]}))
    finder = done.fight.units["r1"]
    found = reaches(done.fight, finder, apart(done.fight, finder, done.unit), done.unit)
    return not isinstance(found, Refusal)


def shell(scene: Scene) -> bool:
    done = scene(Wish(gun=True))
    before = done.unit.armor
    done.fight.do(orders.Attack("r3", orders.PointTarget(done.place), "artillery"))
    return done.unit.armor < before


def mines(scene: Scene) -> bool:
    done = scene(Wish(field=True, options=("minefields",)))
    (one,) = fields_of(done.fight)
    return is_struck(done.fight, done.unit, one)


def light(scene: Scene) -> bool:
    done = scene(Wish(beside={}, lit=True, night=True))
    return by_searchlight(Attack(done.fight, orders.Attack("r1", "b1")))


def strike(scene: Scene) -> bool:
    return bool(asked(scene(Wish(flies=True)), "f1", "strike").legal)


def strip(scene: Scene) -> bool:
    """In ten inches of the column, flown along from north to south."""
    done = scene(PLAIN)
    north, south = (point(done.fight, done.map.at(PLACE + step)) for step in (3, -2))
    return done.unit in strafed(done.fight, (north, south))


def explosion(scene: Scene) -> bool:
    """The engine of r2, beside it, in the End Phase of the next turn."""
    done = scene(Wish(beside={"size": 4}, options=("engine_explosions",)))
    fight, before = done.fight, done.unit.armor
    fight.do(orders.Act("r2", "self_destruct"))
    for _ in range(40):
        if fight.units["r2"].destroyed:
            return done.unit.armor < before
        go_on(fight)
    raise AssertionError("nothing exploded")


PROBES: Mapping[str, Probe] = {
    "shot": shot,
    "altitude": altitude,
    "side": side,
    "contact": contact,
    "blow": blow,
    "marker": marker,
    "jammed": jammed,
    "probe": probe,
    "shell": shell,
    "mines": mines,
    "light": light,
    "strike": strike,
    "strip": strip,
    "explosion": explosion,
}
