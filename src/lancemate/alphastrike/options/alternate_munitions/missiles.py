"""Munitions of missile launchers (pp. 148-150) that are fired at units; LRMs and SRMs, alone or among all weapons.

What is fired at the ground stands in points.py, anti-TSM warheads in anti_tsm.py, swarms in swarms.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.beacons import by_beacons, is_guided
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.cards.damage_value import BRACKETS
from lancemate.alphastrike.combat.amount import takes_heat
from lancemate.alphastrike.combat.ranges import RANGE_NAMES
from lancemate.alphastrike.damage.reckoning import ADDED, MUNITION
from lancemate.alphastrike.options.alternate_munitions.autocannons import penetrates
from lancemate.alphastrike.options.alternate_munitions.firing import (
    LOBBED,
    MISSILES,
    Round,
    fires,
    less,
    more,
    share,
    value_of,
)
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION, agreed_on, row_of, title_of
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.play.traits import INFERNO as BURNS
from lancemate.alphastrike.play.traits import Traits, traits
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.reckoning import Reckoning, Settled
    from lancemate.alphastrike.play.battle import Battle

DEAD_FIRE, HEAT, INFERNO, LISTEN_KILL = "dead_fire", "heat_seeking", "inferno", "listen_kill"
PULSE, CLEARANCE, SMOKE, THUNDER, TANDEM = "magnetic_pulse", "mine_clearance", "smoke", "thunder", "tandem_charge"

LISTENING: Final = rules.table("AS-OPT-144", {"from": 3037, "to": 3039})
SEEKERS: Final = rules.table("AS-OPT-142", {"damage": 1, "alone": -2})
FLAMES: Final = rules.table("AS-OPT-143", {"most heat": 2})
PULSES: Final = rules.table("AS-OPT-145", {"target number": 1})
CLEARING: Final = rules.table("AS-OPT-146", {"lost of the damage": 0.75})
CHARGES: Final = rules.table("AS-OPT-153", {"check on": 10, "infantry": 1})
CLOSER: Final = rules.table("AS-OPT-141", {"damage": 1})
hooks.chancy_checks.add(TANDEM, lambda by: (CHARGES.of(by)["check on"], "AS-OPT-153"))

# The turn in which a magnetic pulse hampers a unit.
pulsed = unit_memory("missile_pulse", int, default=None, rule="AS-OPT-145", told="is hampered by a magnetic pulse")


def salvo(attack: Attack, munition: str) -> Round | None:
    """What missile launchers fire, if it is this."""
    one = fires(attack, munition)
    return one if one is not None and one.launcher in MISSILES else None


# -- over hills -----------------------------------------------------------------------------------------------


@hooks.damage.rule("AS-OPT-138", part=MUNITION - 1, kinds=hooks.MADE, when=OPTION)
def only_missiles_lob(work: Reckoning) -> Modifier | None:
    """Over hills a munition is fired by the LRMs among what is fired there, with no more than their Long value."""
    attack = work.attack
    if attack.command.ammo is None or attack.code != LOBBED or not attack.indirect:
        return None
    lost = work.points - value_of(attack, "LRM").points
    return Modifier("LRMs only", -lost, "AS-OPT-138") if lost > 0 else None


@rules.rule("AS-OPT-147", when=OPTION, replaces=is_guided)
def guides_usual_missiles(attack: Attack) -> bool:
    """A Narc beacon guides missiles of the usual kind, and no others."""
    return by_beacons(attack) and (attack.command.ammo is None or attack.code == "IATM")


# -- dead-fire missiles ---------------------------------------------------------------------------------------


def farthest(attack: Attack, launcher: str) -> str | None:
    """The last bracket at which an ability does damage."""
    special = attack.mount.specials.get(launcher)
    if special is None:
        return None
    values = special_damage(attack.battle, attack.attacker, special, attack.arc)
    reached = [bracket for bracket in BRACKETS if values.at(bracket).harms]
    return reached[-1] if reached else None


@hooks.munition_fits.rule("AS-OPT-141", when=OPTION)
def dead_fire_reaches(attack: Attack) -> Refusal | None:
    """At the range that they do not reach the rest must have something to do."""
    one = salvo(attack, DEAD_FIRE)
    if one is None or attack.bracket != farthest(attack, one.launcher):
        return None
    left = attack.kind_rules.strength(attack).points - value_of(attack, one.launcher).points
    if left > 0 and not one.alone:
        return None
    text = f"{title_of(DEAD_FIRE)} missiles fly a bracket less: {one.launcher} of {attack.attacker.id} does nothing"
    return Refusal("out_of_range", f"{text} at {RANGE_NAMES[attack.bracket]} range; come closer", "AS-OPT-141")


@hooks.damage.rule("AS-OPT-141", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def dead_fire(work: Reckoning) -> Modifier | None:
    """A point more, but nothing at the farthest range."""
    one = salvo(work.attack, DEAD_FIRE)
    if one is None:
        return None
    if work.attack.bracket == farthest(work.attack, one.launcher) and not work.attack.indirect:
        return less(work, one, share(work, one), "AS-OPT-141")
    return more(one, CLOSER.of(work)["damage"], "AS-OPT-141")


# -- heat-seekers and infernos --------------------------------------------------------------------------------


def seeks(attack: Attack) -> Round | None:
    """Heat-seekers fired at somebody who is hot."""
    target = attack.target
    if target is None or not takes_heat(attack) or target.heat < 1:
        return None
    return salvo(attack, HEAT)


@hooks.to_hit.rule("AS-OPT-142", part=hooks.OTHER, when=OPTION)
def heat_seekers_aim(attack: Attack) -> Modifier | None:
    """Alone they home in on heat."""
    one = seeks(attack)
    return (
        Modifier(title_of(HEAT), SEEKERS.of(attack)["alone"], "AS-OPT-142") if one is not None and one.alone else None
    )


@hooks.damage.rule("AS-OPT-142", part=ADDED, kinds=hooks.MADE, when=OPTION)
def heat_seekers_hurt(work: Reckoning) -> Modifier | None:
    """Among all weapons they do a point more."""
    one = seeks(work.attack)
    return more(one, SEEKERS.of(work)["damage"], "AS-OPT-142") if one is not None and not one.alone else None


def is_dropship(attack: Attack) -> bool:
    return attack.target is not None and attack.target.card.is_dropship


@hooks.damage.rule("AS-OPT-143", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def infernos_do_no_damage(work: Reckoning) -> Modifier | None:
    """What they do to a target with a heat scale is no damage; others are hurt as by usual missiles."""
    one = salvo(work.attack, INFERNO)
    if one is None or not (takes_heat(work.attack) or is_dropship(work.attack)):
        return None
    return less(work, one, share(work, one), "AS-OPT-143")


@hooks.heat_brought.rule("AS-OPT-143", part=hooks.ADDS, when=OPTION)
def infernos_burn(attack: Attack, heat: int) -> int | None:
    """Heat in the place of their damage, up to 2; DropShips do not feel it."""
    one = salvo(attack, INFERNO)
    if one is None or not takes_heat(attack) or is_dropship(attack):
        return None
    return heat + min(FLAMES.of(attack)["most heat"], value_of(attack, one.launcher).points)


@hooks.made_of.rule("AS-OPT-143", when=OPTION)
def infernos_are_ordnance(attack: Attack) -> Traits | None:
    """Burning stuff, whether it heats its target or hurts it."""
    return traits(BURNS) if salvo(attack, INFERNO) is not None else None


# -- listen-kill warheads -------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-OPT-144", part=hooks.OTHER, when=OPTION)
def listen_kill(attack: Attack) -> Modifier | None:
    """They hear their target, for as long as nobody has found out how: where the year counts, from 3037 to 3039."""
    one = salvo(attack, LISTEN_KILL)
    year, known = agreed_on(attack.battle, "year"), LISTENING.of(attack)
    if one is None or (year is not None and not known["from"] <= year <= known["to"]):
        return None
    return Modifier(title_of(LISTEN_KILL), int(row_of(attack, one.launcher, LISTEN_KILL).to_hit), "AS-OPT-144")


# -- magnetic pulses ------------------------------------------------------------------------------------------


@hooks.damage.rule("AS-OPT-145", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def pulses_do_no_damage(work: Reckoning) -> Modifier | None:
    one = salvo(work.attack, PULSE)
    return None if one is None else less(work, one, share(work, one), "AS-OPT-145")


@hooks.hit_landed.rule("AS-OPT-145", when=OPTION)
def a_pulse_strikes(attack: Attack, made: Made) -> None:
    """Through the whole of the next turn, once, however many hit; conventional infantry does not feel it."""
    target, turn = attack.target, attack.battle.state.turn
    if target is None or target.card.type == "CI" or salvo(attack, PULSE) is None or pulsed.of(target) == turn + 1:
        return
    pulsed.note(attack.battle, target, turn + 1)


@hooks.to_hit.rule("AS-OPT-145", part=hooks.ANY_ATTACK, when=OPTION)
def pulses_unsettle(attack: Attack) -> Modifier | None:
    if not attack.is_weapon or pulsed.of(attack.attacker) != attack.battle.state.turn:
        return None
    return Modifier("Magnetic pulse", PULSES.of(attack)["target number"], "AS-OPT-145")


@hooks.end_phase.rule("AS-OPT-145", part=hooks.LATE, when=OPTION)
def pulses_fade(battle: Battle) -> bool | None:
    faded = [unit for unit in battle.units.values() if unit.notes and pulsed.of(unit) == battle.state.turn]
    for unit in faded:
        pulsed.end(battle, unit)
    return bool(faded) or None


# -- tandem charges -------------------------------------------------------------------------------------------


def charges(attack: Attack) -> Round | None:
    """Tandem charges at a machine on the ground; to aerospace units and battle armor they are usual SRMs."""
    target = attack.target
    if target is None or target.card.is_infantry or target.card.is_aerospace:
        return None
    return salvo(attack, TANDEM)


@hooks.hit_causes.rule("AS-OPT-153", when=OPTION)
def tandem_charge_check(attack: Attack, settled: Settled) -> str | None:
    """With luck a critical hit, whatever armor is left."""
    return TANDEM if charges(attack) is not None and penetrates(attack) else None


@hooks.damage.rule("AS-OPT-153", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def tandem_charges_miss_men(work: Reckoning) -> Modifier | None:
    """A point less to conventional infantry."""
    one, target = salvo(work.attack, TANDEM), work.attack.target
    if one is None or target is None or target.card.type != "CI":
        return None
    return less(work, one, CHARGES.of(work)["infantry"], "AS-OPT-153")


# -- what is made for the ground, fired at a unit -------------------------------------------------------------


@hooks.damage.rule("AS-OPT-150", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def smoke_does_no_damage(work: Reckoning) -> Modifier | None:
    """Smoke in a standard attack hurts nobody."""
    one = salvo(work.attack, SMOKE)
    return None if one is None else less(work, one, share(work, one), "AS-OPT-150")


@hooks.damage.rule("AS-OPT-154", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def mines_do_no_damage(work: Reckoning) -> Modifier | None:
    one = salvo(work.attack, THUNDER)
    return None if one is None else less(work, one, share(work, one), "AS-OPT-154")


@hooks.damage.rule("AS-OPT-146", part=MUNITION, kinds=hooks.MADE, when=OPTION)
def clearance_does_little(work: Reckoning) -> Modifier | None:
    """Three quarters of what they would do are lost, rounded down."""
    one = salvo(work.attack, CLEARANCE)
    if one is None:
        return None
    lost = round_down(work, share(work, one) * CLEARING.of(work)["lost of the damage"])
    return less(work, one, lost, "AS-OPT-146")
