"""Pods that Narc launchers fire in the place of beacons (p. 148): explosive, jamming and haywire ones, and missiles
that stick and are set off later.

An attack with them is one of the launcher's, which comes on top of all others (abilities/beacons.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import JammingField
from lancemate.alphastrike.combat.sight import sees
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import deal
from lancemate.alphastrike.damage.reckoning import Blow
from lancemate.alphastrike.measure.places import here
from lancemate.alphastrike.options.alternate_munitions.firing import fired, fires
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION, title_of
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

ECM, EXPLOSIVE, HAYWIRE, SITTING = "ecm", "explosive", "haywire", "shoot_and_sit"
ON_CONTACT, DETONATE = "on contact", "detonate"
LAUNCHER: Final = "SNARC"
CHARGES: Final = rules.table("AS-OPT-135", {"pods for a point": 2})
rules.also("AS-OPT-137", CHARGES)
POD: Final = cause("pod", "AS-OPT-135", trait.ATTACK, trait.WEAPON, trait.DEVICE)
STATIC: Final = rules.table("AS-OPT-136", {"target number": 1})

# Explosive pods with which a unit has hit each target this turn, and missiles of its own that stick to each.
exploded = unit_memory("pods_exploded", dict[str, int], default={}, rule="AS-OPT-135", expires="turn", names=True)
stuck = unit_memory("missiles_stuck", dict[str, int], default={}, rule="AS-OPT-137", names=True)
# The turn in which a pod jams a unit, or sends its weapons astray.
jammed = unit_memory("ecm_pod", int, default=None, rule="AS-OPT-134", told="is jammed by an ECM pod")
astray = unit_memory("haywire_pod", int, default=None, rule="AS-OPT-136", told="is sent astray by a haywire pod")


@hooks.pod_strikes.rule("AS-OPT-133", part=-1, when=OPTION)
def is_no_beacon(attack: Attack) -> bool:
    """What is fired in the place of a beacon guides nobody."""
    return fired(attack) is not None


# -- jamming and haywire --------------------------------------------------------------------------------------


@hooks.attack_made.rule("AS-OPT-134", when=OPTION)
def an_ecm_pod_sticks(attack: Attack, made: Made) -> bool | None:
    """Through the whole of the next turn its target is in a hostile field."""
    if not made.hit or attack.target is None or fires(attack, ECM) is None:
        return None
    jammed.note(attack.battle, attack.target, attack.battle.state.turn + 1)
    return True


@hooks.clinging_fields.rule("AS-OPT-134", when=OPTION)
def pods_jam(battle: Battle, side: str) -> tuple[JammingField, ...]:
    """A field of no size on every unit that such a pod clings to."""
    turn = battle.state.turn
    held = [unit for unit in battle.on_table(side) if unit.notes and jammed.of(unit) == turn]
    return tuple(JammingField(unit.id, here(battle, unit), 0.0, angel=False, clings=True) for unit in held)


@hooks.attack_made.rule("AS-OPT-136", when=OPTION)
def a_haywire_pod_sticks(attack: Attack, made: Made) -> bool | None:
    """Through the whole of the next turn, once, however many hit."""
    if not made.hit or attack.target is None or fires(attack, HAYWIRE) is None:
        return None
    astray.note(attack.battle, attack.target, attack.battle.state.turn + 1)
    return True


def goes_haywire(battle: Battle, unit: Unit) -> bool:
    return bool(unit.notes) and astray.of(unit) == battle.state.turn


@hooks.to_hit.rule("AS-OPT-136", part=hooks.ANY_ATTACK, when=OPTION)
def weapons_go_haywire(attack: Attack) -> Modifier | None:
    """All its weapons aim worse."""
    if not attack.is_weapon or not goes_haywire(attack.battle, attack.attacker):
        return None
    return Modifier("Haywire pod", STATIC.of(attack)["target number"], "AS-OPT-136")


@hooks.may_spot.rule("AS-OPT-136", when=OPTION)
def eyes_go_haywire(battle: Battle, spotter: Unit) -> Refusal | None:
    """And it spots for nobody."""
    if not goes_haywire(battle, spotter):
        return None
    text = f"a haywire pod keeps {spotter.id} from spotting this turn; let another unit spot"
    return Refusal("no_spotter", text, "AS-OPT-136")


@hooks.end_phase.rule("AS-OPT-134", "AS-OPT-136", part=hooks.LATE, when=OPTION)
def pods_fall_off(battle: Battle) -> bool | None:
    """What began with the turn ends with it."""
    done = None
    for unit in battle.units.values():
        for pod in (jammed, astray):
            if unit.notes and pod.of(unit) == battle.state.turn:
                pod.end(battle, unit)
                done = True
    return done


# -- explosive pods -------------------------------------------------------------------------------------------


@hooks.attack_made.rule("AS-OPT-135", when=OPTION)
def pods_explode(attack: Attack, made: Made) -> bool | None:
    """A point for every second pod of a unit that hits the same target in a turn."""
    if not made.hit or attack.target is None or not explodes_at_once(attack):
        return None
    unit, target = attack.attacker, attack.target
    count = exploded.of(unit).get(target.id, 0) + 1
    exploded.remember(attack.battle, unit, {**exploded.of(unit), target.id: count})
    if count % CHARGES.of(attack)["pods for a point"] == 0:
        blow_up(attack, 1, EXPLOSIVE, "AS-OPT-135")
    return True


def explodes_at_once(attack: Attack) -> bool:
    """An explosive pod, or a missile that is not to wait."""
    if fires(attack, EXPLOSIVE) is not None:
        return True
    return fires(attack, SITTING) is not None and ON_CONTACT in attack.command.abilities


def blow_up(attack: Attack, points: int, what: str, by: str) -> None:
    """What clings to a target goes off there."""
    battle, target = attack.battle, attack.target
    assert target is not None
    deal(battle, Blow(target.id, POD.by(attack.attacker), (Modifier(title_of(what), points, by),)), by)


# -- missiles that sit ----------------------------------------------------------------------------------------


@hooks.attack_choices.rule("AS-OPT-137", kinds=LAUNCHER, when=OPTION)
def at_once_or_later(attack: Attack) -> Choice | None:
    """Whoever fires them says whether they wait."""
    if fires(attack, SITTING) is None:
        return None
    return Choice("abilities", "They go off on contact", "flag", "AS-OPT-137", among=(ON_CONTACT,))


@hooks.attack_made.rule("AS-OPT-137", when=OPTION)
def missiles_stick(attack: Attack, made: Made) -> bool | None:
    """Those that wait are counted, by who fired them and whom they hit."""
    if not made.hit or attack.target is None or explodes_at_once(attack) or fires(attack, SITTING) is None:
        return None
    seeded = stuck.of(attack.attacker)
    count = seeded.get(attack.target.id, 0) + 1
    stuck.note(attack.battle, attack.attacker, {**seeded, attack.target.id: count})
    return True


@hooks.attack_choices.rule("AS-OPT-137", part=1, traits=trait.SHOT, when=OPTION)
def set_them_off(attack: Attack) -> Choice | None:
    """With a weapon attack on somebody it sees, all its missiles there at once."""
    count = sitting_on(attack)
    if not count or attack.target is None or not sees(attack.battle, attack.platform, attack.target):
        return None
    words = f"Set off the {count} missiles that stick to it"
    return Choice("abilities", words, "flag", "AS-OPT-137", among=(DETONATE,))


def sitting_on(attack: Attack) -> int:
    """How many missiles of the attacker stick to its target."""
    return stuck.of(attack.attacker).get(attack.target.id, 0) if attack.target is not None else 0


@hooks.attack_made.rule("AS-OPT-137", part=1, when=OPTION)
def missiles_go_off(attack: Attack, made: Made) -> bool | None:
    """A point for every two, whether the attack itself hits or not."""
    count = sitting_on(attack)
    if DETONATE not in attack.command.abilities or not count or attack.target is None:
        return None
    left = {name: many for name, many in stuck.of(attack.attacker).items() if name != attack.target.id}
    stuck.note(attack.battle, attack.attacker, left)
    points = count // CHARGES.of(attack)["pods for a point"]
    if points:
        blow_up(attack, points, SITTING, "AS-OPT-137")
    return True
