"""Every rule that hangs on coming to a place: what it needs there, and how one sees that it counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from crossings.arrival.staged import Come, Point, Want
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.setup import Muster
from rules.table import unit

Scene: TypeAlias = "Callable[[Want], Come]"
Probe: TypeAlias = "Callable[[Scene], bool]"
WIDE: Final = 2.5  # inches of ground that a way there leads over


def ground(kind: str, radius: float = WIDE, **keys: Any) -> Callable[[Point], Mapping[str, Any]]:
    return lambda at: {"kind": kind, "circle": [*at, radius], **keys}


def standing(east: float, north: float, state: Any = None, **card: Any) -> Callable[[Point], Muster]:
    """An enemy so far off the place."""
    pilot = card.pop("pilot", ())
    return lambda at: replace(
        unit("b5", (at[0] + east, at[1] + north), 180, state=state, **card), abilities=tuple(pilot)
    )


def told(kind: str, want: Want, **about: Any) -> Probe:
    """Something is told of whoever comes."""
    return lambda scene: bool(scene(want).told(kind, **about))


# -- the ground -----------------------------------------------------------------------------------------------


def corroded(scene: Scene) -> bool:
    return bool(
        scene(Want(around=(ground("hazardous_liquid_pool", depth=1),))).told("damage", cause="hazardous liquid")
    )


def burnt_by_magma(scene: Scene) -> bool:
    """It is lost, or it will be hotter for it."""
    done = scene(Want(around=(ground("magma_liquid"),)))
    lost = any(one.type in ("destroyed", "doomed") and one.rule == "AS-BAT-047" for one in done.told_all())
    return lost or done.fight.units[done.unit].notes.get("scorched") is True


def broken(kind: str) -> Probe:
    """The ground is tested, or gives way untested."""

    def probe(scene: Scene) -> bool:
        done = scene(Want(around=(ground(kind, depth=1),), other=1))
        tested = bool(done.told("ground_tested", terrain=kind))
        return tested or any(one.type in ("terrain_formed", "terrain_opened") for one in done.events)

    return probe


def in_flames(scene: Scene) -> bool:
    done = scene(Want(over=(ground("fire"),), options=("fire_and_smoke",)))
    return any(one.type == "noted" and "in_fire" in str(one) for one in done.told("noted"))


def breaks_a_bridge(scene: Scene) -> bool:
    def span(at: Point) -> Mapping[str, Any]:
        return {"id": "span", "kind": "bridge", "line": [[at[0] - 3, at[1]], [at[0] + 3, at[1]]], "width": 2, "cf": 1}

    done = scene(Want(over=(span,)))
    return "span" not in done.fight.table.by_id


# -- who is there ---------------------------------------------------------------------------------------------


def in_touch(scene: Scene) -> bool:
    """An enemy that lies hidden there, and sleeps, is found."""
    sleeper = standing(1.25, 0.0, state={"hidden": True, "shutdown": True})
    done = scene(Want(near=(sleeper,), options=("hidden_units",)))
    return not done.fight.units["b5"].notes.get("hidden")


def ambushed(scene: Scene) -> bool:
    """One that lies in wait near it is asked."""
    done = scene(Want(near=(standing(2.75, 0.0, state={"hidden": True}),), options=("hidden_units",)))
    fight = done.fight
    for _ in range(6):
        asked = fight.decision
        if asked is None or asked.kind != "secret_surprise":
            return False
        if asked.facts["target"] == done.unit:
            return True
        fight.do(orders.Decide(asked.side, "none"))
    return False


def frightened(scene: Scene) -> bool:
    done = scene(Want(near=(standing(5.5, 3.0, pilot=("Demoralizer",)),)))
    return any(one.purpose.startswith("nerve") for one in done.told("roll"))


PROBES: Mapping[str, Probe] = {
    "support_mines": told("minefield", Want(support=("heavy_minefield",))),
    "mines": told("mines_tested", Want(around=(ground("minefield", 1.0, density=5),), options=("minefields",))),
    "soft_ground": told("bog_check", Want(around=(ground("mud"),))),
    "pool": corroded,
    "magma": burnt_by_magma,
    "ice": broken("ice"),
    "crust": broken("magma_crust"),
    "fire": in_flames,
    "bridge": breaks_a_bridge,
    "contact": in_touch,
    "ambush": ambushed,
    "fear": frightened,
}
