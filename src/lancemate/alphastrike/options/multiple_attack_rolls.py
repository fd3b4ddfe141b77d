"""Multiple attack rolls (p. 175): a roll to hit for every point of damage, spread over targets as its player likes.

What takes off damage does so once, from all that the rolls against one target have done. How rolls are thrown, and what
hears of each, is known in combat/resolution.py and combat/rolls.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import MULTI_TASKER
from lancemate.alphastrike.combat.amount import overheat_long
from lancemate.alphastrike.combat.attack import PASS, Attack
from lancemate.alphastrike.combat.multi_arc import mount_damage, mounts_of
from lancemate.alphastrike.combat.physical import strike_or_shoot
from lancemate.alphastrike.combat.tohit import secondary_target
from lancemate.alphastrike.combat.weapons import one_attack, rear_points
from lancemate.alphastrike.damage.reckoning import ROLLED
from lancemate.alphastrike.heat.track import overheat_left
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.words import order_word
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

OPTION: Final = rules.option(
    "multiple_attack_rolls",
    "AS-OPT-580",
    "weapons roll to hit once for every point of damage, at several targets if need be",
)
order_word("attack", "rolls", OPTION)

GROUND_HUGGER: Final = "Ground-Hugger"
# What strikes an area, hurts nobody by itself, or is one thing that flies, makes one roll.
ALONE: Final = (trait.AREA, trait.DEVICE, trait.DEED, trait.SINGLE, trait.AFAR)

# By what fires, how many rolls it has made this turn and which ability alone it fired, if any.
rolls_made = unit_memory("rolls_made", dict[str, JSON], default={}, rule="AS-OPT-581", expires="turn")


def rolls_in_all(attack: Attack) -> int:
    """One for every point at that range; overheat adds some, minimal damage is one."""
    value = attack.kind_rules.strength(attack)
    if value.minimal:
        return 1
    spent = attack.overheat + attack.attacker.overheat
    hot = spent if attack.code is None and (attack.bracket in ("S", "M") or overheat_long(attack)) else 0
    behind = rear_points(attack) if trait.SHOT in attack.traits else 0
    return max(0, value.points - behind + hot) if value.harms else 0


def made_by(unit: Unit, slot: str) -> tuple[int, str | None] | None:
    """Rolls made this turn, and with what."""
    found = rolls_made.of(unit).get(slot)
    return None if found is None else cast("tuple[int, str | None]", tuple(cast("list[JSON]", found)))


def rolls_left(attack: Attack) -> int:
    made = made_by(attack.attacker, attack.slot)
    return rolls_in_all(attack) - (made[0] if made is not None else 0)


def most_rolls(attack: Attack) -> int:
    """As many as there could be with all the overheat it has."""
    return max(1, rolls_left(attack) + max(0, overheat_left(attack.attacker) - attack.overheat))


def rolls_now(attack: Attack) -> int:
    """As many as are asked for and left."""
    left = max(1, rolls_left(attack))
    return min(attack.command.rolls, left) if attack.command.rolls else left


# -- may it ---------------------------------------------------------------------------------------------------


@hooks.may_attack.rule("AS-OPT-581", part=hooks.SLOT, when=OPTION, replaces=one_attack)
def some_are_left(attack: Attack) -> Refusal | None:
    """Rolls made at one target are missing at the next, by the value of the range that one is at."""
    unit, refusal = attack.attacker, one_attack(attack)
    if PASS in unit.attacks:
        return refusal
    if trait.SHOT not in attack.traits:
        return refusal
    asked = attack.command.rolls
    if asked and not 0 < asked <= most_rolls(attack):
        text = f"{unit.id} makes from 1 to {most_rolls(attack)} rolls at that range"
        return Refusal("too_many_rolls", text, "AS-OPT-581")
    if made_by(unit, attack.slot) is None:
        return refusal
    if (attack.slot, attack.target_name) in unit.targets:
        text = f"{unit.id} has made its rolls against {attack.target_name}: name another target"
        return Refusal("already_attacked", text, "AS-OPT-581")
    if rolls_left(attack) <= 0:
        text = f"{unit.id} has no roll left at that range"
        return Refusal("no_rolls_left", text, "AS-OPT-581")
    return None


@hooks.may_attack.rule("AS-OPT-582", part=hooks.STRUCK, when=OPTION, replaces=strike_or_shoot)
def keeps_to_its_weapons(attack: Attack) -> Refusal | None:
    """All rolls of a turn are with all weapons, or all with the same ability alone; who shoots does not strike."""
    unit = attack.attacker
    refusal = strike_or_shoot(attack)
    made = made_by(unit, attack.slot) if trait.SHOT in attack.traits else None
    if made is not None and made[1] != attack.code:
        text = f"{unit.id} has begun with {made[1] or 'all its weapons'} this turn and goes on so"
        return Refusal("already_attacked", text, "AS-OPT-582")
    if refusal is None or not attack.is_physical or not rolls_made.of(unit):
        return refusal
    return Refusal(refusal.code, refusal.message, "AS-OPT-582")


@hooks.attack_choices.rule("AS-OPT-581", traits=trait.SHOT, when=OPTION)
def how_many_rolls(attack: Attack) -> Choice | None:
    most, note = most_rolls(attack), "what is left may be for others"
    return Choice("rolls", "Rolls", "number", "AS-OPT-581", least=1, most=most, note=note)


@hooks.attacks_again.rule("AS-OPT-581", when=OPTION)
def some_remain(battle: Battle, unit: Unit) -> bool | None:
    """Whoever has rolls left at some range is not done."""
    if PASS in unit.attacks:
        return None
    for mount in mounts_of(battle, unit):
        made = made_by(unit, f"weapon:{mount.name}" if mount.separate else "weapon")
        if made is not None and max(one.points for one in mount_damage(battle, unit, mount)) > made[0]:
            return True
    return None


# -- the rolls ------------------------------------------------------------------------------------------------


@hooks.rolls_apart.rule("AS-OPT-580", traits=trait.WEAPON, but=ALONE, when=OPTION)
def a_roll_for_every_point(attack: Attack) -> int | None:
    """Any weapons at one target; of shots, which may be spread over several, as many as are asked for and left."""
    if trait.SHOT not in attack.traits:
        return rolls_in_all(attack)
    count = rolls_now(attack)
    note_rolls(attack, count)
    return count


def note_rolls(attack: Attack, count: int) -> None:
    unit = attack.attacker
    made = made_by(unit, attack.slot)
    before = made[0] if made is not None else 0
    rolls_made.remember(attack.battle, unit, {**rolls_made.of(unit), attack.slot: [before + count, attack.code]})


@hooks.damage.rule("AS-OPT-585", part=ROLLED, kinds=hooks.MADE, when=OPTION)
def a_point_for_every_hit(work: Reckoning) -> Modifier | None:
    """Every good roll is a point; what adds to that or takes off it does so once."""
    attack, hits = work.attack, work.attack.hits
    if work.value.minimal or hits == work.points:
        return None
    if hits is not None:
        return Modifier("Rolls that hit", hits - work.points, "AS-OPT-580")
    spared = rolls_in_all(attack) - rolls_now(attack) if rolls_for_each_point(attack) else 0  # before its dice
    return Modifier("Rolls not made at it", -spared, "AS-OPT-581") if spared > 0 else None


def rolls_for_each_point(attack: Attack) -> bool:
    return trait.SHOT in attack.traits and not any(word in attack.traits for word in ALONE)


@hooks.to_hit.rule("AS-OPT-583", part=hooks.OTHER, when=OPTION, replaces=secondary_target, but=trait.STRAFING)
def used_to_many_targets(attack: Attack) -> Modifier | None:
    """A second target is harder, though not for a Multi-Tasker or a Ground-Hugger."""
    if any(has(attack.battle, attack.attacker, name) for name in (MULTI_TASKER, GROUND_HUGGER)):
        return None
    return secondary_target(attack)
