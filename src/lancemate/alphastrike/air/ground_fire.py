"""Fire from the ground at what is in the air, and at what has landed (pp. 186-187)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.altitude import AIR, altitude_of, height_of, thrust_of
from lancemate.alphastrike.air.attacks import EXPANDED_RANGES
from lancemate.alphastrike.air.striking import is_out_of_sight
from lancemate.alphastrike.cards.move_value import usual_tmm
from lancemate.alphastrike.combat.multi_arc import place_of
from lancemate.alphastrike.combat.ranges import point_in_the_sky
from lancemate.alphastrike.combat.sight import Ruling, without_a_line
from lancemate.alphastrike.measure.apart import apart, over
from lancemate.alphastrike.measure.places import spot
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.flight import flies
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.multi_arc import Mount
    from lancemate.alphastrike.combat.sight import Look
    from lancemate.alphastrike.play.state import Unit


def is_upwards(attack: Attack) -> bool:
    """From somebody who is not in flight at somebody who is."""
    return attack.target is not None and flies(attack.target) and not flies(attack.platform)


# -- sight ----------------------------------------------------------------------------------------------------


@hooks.always_seen.rule("AS-AER-080", when=AIR)
def looks_up(sight: Look) -> bool:
    """Everybody sees what flies, but for those under water or inside of something; and is seen from there."""
    viewer, target = sight.viewer, sight.target
    if target is None or flies(viewer) == flies(target):
        return False
    below = target if flies(viewer) else viewer
    return not is_out_of_sight(sight.battle, below)


@hooks.blind_sight.rule("AS-AER-080", when=AIR)
def seen_in_the_sky(attack: Attack) -> Ruling | None:
    """Nothing is in the way of a shot into the sky but what one stands in, unless that is water or a building."""
    if not is_upwards(attack) or attack.indirect:
        return None
    if is_out_of_sight(attack.battle, attack.platform):
        return Ruling("blocked", rule="AS-AER-080", reason="it is under water or inside of something, and sees no sky")
    assert attack.target is not None
    return without_a_line(attack.battle, attack.target, attack.own_body)


# -- arc and range --------------------------------------------------------------------------------------------


@hooks.bears.rule("AS-AER-081", "AS-AER-082", "AS-AER-033", when=AIR)
def path_in_arc(attack: Attack, mount: Mount) -> bool | None:
    """A target is in arc where any part of its path is; a grounded craft fires no aft weapons into the sky."""
    if not is_upwards(attack) or trait.ARTILLERY in attack.traits:
        return None
    if no_side_for_the_sky(attack.attacker, mount):
        return False
    return point_in_the_sky(attack, mount) is not None


def no_side_for_the_sky(unit: Unit, mount: Mount) -> bool:
    """Spheroids on the ground have their nose for the sky, aerodynes all that points ahead."""
    if not unit.card.is_dropship or not mount.separate or mount.turret is not None:
        return False
    return mount.name not in (("nose", "front") if unit.card.type == "DS" else ("nose", "front", "left", "right"))


@hooks.may_attack.rule("AS-AER-081", "AS-AER-033", part=hooks.AIM, traits=trait.SHOT, when=AIR)
def path_out_of_arc(attack: Attack) -> Refusal | None:
    """No part of the path lies in the arc."""
    if not is_upwards(attack) or attack.code == "REAR" or path_in_arc(attack, attack.mount):
        return None
    text = f"no part of the flight path of {attack.target_name} lies in the firing arc of {attack.attacker.id}"
    return Refusal("out_of_arc", text, "AS-AER-081")


@hooks.reaches.rule("AS-AER-083", when=AIR)
def range_to_the_sky(attack: Attack) -> float | None:
    """From the rim of the base to the nearest point of the path in arc, and the altitude on top."""
    target = attack.target
    if target is None or not is_upwards(attack):
        return None
    x, y, radius = place_of(attack.battle, attack.platform, attack.mount)
    at = point_in_the_sky(attack, attack.mount) or over(attack.battle, target, (x, y))
    return apart(attack.battle, spot(attack.battle, (x, y), radius), at) + height_of(attack, altitude_of(target))


@hooks.may_attack.rule("AS-AER-083", part=hooks.POWER, traits=trait.SHOT, when=AIR)
def too_high_to_reach(attack: Attack) -> Refusal | None:
    """At Extreme range only with the rules for it."""
    if not is_upwards(attack) or attack.bracket != "E" or EXPANDED_RANGES in attack.battle.options:
        return None
    text = f"{attack.target_name} is {attack.distance:.4g} inches away with its altitude: out of range"
    return Refusal("out_of_range", f"{text} without the option {EXPANDED_RANGES}", "AS-AER-083")


# -- where it strikes -----------------------------------------------------------------------------------------


@hooks.hit_direction.rule("AS-AER-086", part=-1, when=AIR)
def from_below_is_front(attack: Attack) -> str | None:
    """What comes from below strikes the front."""
    return "front" if is_upwards(attack) else None


# -- what has landed ------------------------------------------------------------------------------------------


@hooks.target_moved.rule("AS-AER-085", part=-2, kinds=("ground", "standstill", "immobile", "none", "land"), when=AIR)
def on_the_apron(attack: Attack) -> Modifier | None:
    """A craft on the ground is as easy to hit as what cannot move; one that has taxied has the TMM of its Move."""
    target = attack.target
    if target is None or not target.card.is_aerospace or target.airborne:
        return None
    if target.moved == "ground" and target.inches > 0:
        return Modifier("Target taxied", usual_tmm(attack.battle, thrust_of(attack.battle, target)), "AS-AER-085")
    return Modifier("Grounded aerospace unit", -4, "AS-AER-085")
