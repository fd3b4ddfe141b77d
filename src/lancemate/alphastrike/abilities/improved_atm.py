"""Improved ATMs (p. 86): missiles over hills, infernos and magnetic pulses, one kind with every attack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.weapons import MIXED_IN
from lancemate.alphastrike.damage.reckoning import LESS_REAR
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.names import called
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.stats import special_damage
from lancemate.alphastrike.play.traits import INFERNO as BURNS
from lancemate.alphastrike.play.traits import Traits, traits
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Move
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

CODE: Final = "IATM"
INFERNO, PULSE, INDIRECT = "inferno", "magnetic_pulse", "indirect"
KINDS: Final = (INFERNO, PULSE, INDIRECT)
NAMES: Final = {INFERNO: "Improved inferno missiles", PULSE: "Magnetic pulse missiles"}

MISSILES: Final = rules.table(
    "AS-SPC-101", {"damage": -1, "most heat": 2, "slower": 2, "target number": 1, INFERNO: ["S", "M"], PULSE: ["S"]}
)

# The turn in which a magnetic pulse hampers a unit.
pulsed = unit_memory("magnetic_pulse", int, default=None, rule="AS-SPC-101", told="is hampered by a magnetic pulse")


def loaded(attack: Attack) -> str | None:
    """The kind of missile fired by an improved ATM."""
    return attack.command.ammo if attack.code == CODE else None


def at_work(attack: Attack) -> bool:
    """At ranges where the kind of missile makes a difference."""
    kind = loaded(attack)
    brackets = MISSILES.of(attack).get(kind or "")
    return isinstance(brackets, list) and attack.bracket in brackets


@hooks.may_attack.rule("AS-SPC-101", part=hooks.SPECIAL, traits=trait.SHOT, ability=CODE)
def kinds_of_missiles(attack: Attack) -> Refusal | None:
    """Infernos and pulses fly where the unit sees; what goes over hills is called indirect."""
    kind = loaded(attack)
    if kind is None:
        return None
    if kind not in KINDS:
        text = f"an improved ATM fires {', '.join(KINDS)}, not {kind}"
        return Refusal("no_such_ammo", text, "AS-SPC-101")
    if kind in MIXED_IN and attack.spotter is not None:
        text = f"{called(kind)} missiles are not fired indirectly: name no spotter"
        return Refusal("no_spotter", text, "AS-SPC-101")
    return None


@hooks.fires_unloaded.rule("AS-SPC-101", ability=CODE)
def always_mixed(attack: Attack) -> bool:
    """An improved ATM has all its kinds of missiles at any time."""
    return attack.code == CODE


@hooks.attack_choices.rule("AS-SPC-101", traits=trait.SHOT, ability=CODE)
def which_missiles(attack: Attack) -> Choice | None:
    if attack.code != CODE:
        return None
    among = (INDIRECT,) if attack.spotter is not None else MIXED_IN
    return Choice("ammo", "Missiles", "word", "AS-SPC-101", among=among)


@hooks.damage.rule("AS-SPC-101", part=LESS_REAR, kinds=hooks.MADE, ability=CODE)
def mixed_salvo(work: Reckoning) -> Modifier | None:
    """Where such missiles work, all weapons together do a point less."""
    kind = loaded(work.attack)
    if kind not in NAMES or not at_work(work.attack) or work.points <= 0:
        return None
    return Modifier(NAMES[kind or ""], _number(work.battle, "damage"), "AS-SPC-101")


def _number(battle: Battle, key: str) -> int:
    found = MISSILES.of(battle)[key]
    assert isinstance(found, int)
    return found


@hooks.heat_brought.rule("AS-SPC-101", part=hooks.ADDS, ability=CODE)
def infernos_burn(attack: Attack, heat: int) -> int | None:
    """Heat by the value of the ability, up to 2."""
    if loaded(attack) != INFERNO or not at_work(attack) or attack.using is None:
        return None
    value = special_damage(attack.battle, attack.attacker, attack.using, attack.arc).at(attack.bracket).points
    return heat + min(_number(attack.battle, "most heat"), value)


@hooks.made_of.rule("AS-SPC-101", ability=CODE)
def infernos_are_ordnance(attack: Attack) -> Traits | None:
    """Burning stuff."""
    return traits(BURNS) if loaded(attack) == INFERNO and at_work(attack) else None


@hooks.hit_landed.rule("AS-SPC-101", ability=CODE)
def a_pulse_strikes(attack: Attack, made: Made) -> None:
    """Through the whole of the next turn, once, however many hit."""
    target, turn = attack.target, attack.battle.state.turn
    if target is not None and loaded(attack) == PULSE and at_work(attack) and pulsed.of(target) != turn + 1:
        pulsed.note(attack.battle, target, turn + 1)


@hooks.move_now.rule("AS-SPC-101", part=Move.CHANGED, ability=CODE)
def pulses_slow(battle: Battle, unit: Unit, mode: str) -> Cost | None:
    """Two inches less."""
    if pulsed.of(unit) != battle.state.turn or mode == "thrust":
        return None
    return Cost("Magnetic pulse", -float(_number(battle, "slower")), "AS-SPC-101")


@hooks.to_hit.rule("AS-SPC-101", part=hooks.ANY_ATTACK, ability=CODE)
def pulses_unsettle(attack: Attack) -> Modifier | None:
    """And its weapons aim worse."""
    if not attack.is_weapon or pulsed.of(attack.attacker) != attack.battle.state.turn:
        return None
    return Modifier("Magnetic pulse", _number(attack.battle, "target number"), "AS-SPC-101")


@hooks.end_phase.rule("AS-SPC-101", part=hooks.LATE, ability=CODE)
def pulses_fade(battle: Battle) -> bool | None:
    faded = None
    for unit in battle.units.values():
        if unit.notes and pulsed.of(unit) == battle.state.turn:
            pulsed.remember(battle, unit, None)
            faded = True
    return faded
