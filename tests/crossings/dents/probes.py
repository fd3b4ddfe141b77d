"""What a blow at a machine brings with it, in what is told of it and of those aboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from crossings.dents.scenes import Scene, Want

Probe = Callable[[Scene], bool]
PLAIN: Final = Want()
PLATES: Final = ("head", "centre_torso", "left_torso", "right_torso", "left_arm", "right_arm", "left_leg", "right_leg")
REAR_PLATES: Final = ("centre_torso_rear", "left_torso_rear", "right_torso_rear")
HULL: Final = ("front", "left", "right", "rear", "turret")
BARE: Final = Want(hull={"tons": 100, "armor": dict.fromkeys((*PLATES, *REAR_PLATES), 0)})
THIN: Final = Want(hull={"armor": dict.fromkeys(HULL, 0)}, state={"structure": dict.fromkeys(HULL, 1)})


def armor(scene: Scene) -> bool:
    """The first points are marked on it, and none on what is below."""
    found = [one for one in scene(PLAIN).told("machine_damage") if one.points]
    return bool(found) and bool(found[0].armor)


def heat(scene: Scene) -> bool:
    return any(one.why not in ("walk", "run", "jump") for one in scene(PLAIN).told("heat_taken"))


def critical(scene: Scene) -> bool:
    return bool(scene(BARE).told("critical"))


def rear(scene: Scene) -> bool:
    found = scene(Want(behind=True)).told("machine_damage")
    return any(one.location == "rear" or any(plate.endswith("_rear") for plate in one.armor) for one in found)


def pilot(scene: Scene) -> bool:
    found = scene(Want(dice=(6, 6), die=6)).told("pilot_hurt")
    return any(one.why == "the head is hit" for one in found)


def upright(scene: Scene) -> bool:
    return bool(scene(PLAIN).told("piloting"))


def motive(scene: Scene) -> bool:
    return bool(scene(Want(dice=(1, 2))).told("motive"))


def people(scene: Scene) -> bool:
    """It is destroyed, and they are thrown about."""
    done = scene(THIN)
    return bool(done.told("machine_destroyed")) and bool(done.play.told("thrown_about", unit="b1.driver"))


def rider(scene: Scene) -> bool:
    return bool(scene(Want(rider=True)).play.told("damage", unit="b8"))


PROBES: Final[Mapping[str, Probe]] = {
    "armor": armor,
    "heat": heat,
    "critical": critical,
    "rear": rear,
    "pilot": pilot,
    "upright": upright,
    "motive": motive,
    "people": people,
    "rider": rider,
}
