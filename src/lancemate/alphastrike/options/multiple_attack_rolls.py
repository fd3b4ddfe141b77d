"""Multiple attack rolls (p. 175): a roll to hit for every point of damage, spread over targets as its player likes.

What takes off damage does so once, from all that the rolls against one target have done. A roll that a pilot could
throw again is one of many here: it stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of
from lancemate.alphastrike.cards.pilot_names import MULTI_TASKER
from lancemate.alphastrike.combat.amount import ROLLED, overheat_long, settle
from lancemate.alphastrike.combat.attack import PASS, Attack, modifiers, succeeds
from lancemate.alphastrike.combat.multi_arc import mount_damage, mounts_of
from lancemate.alphastrike.combat.physical import strike_or_shoot
from lancemate.alphastrike.combat.resolution import direction_question, finish, hand_over, strike_cover, tell
from lancemate.alphastrike.combat.striking import hit_direction
from lancemate.alphastrike.combat.tohit import secondary_target
from lancemate.alphastrike.combat.weapons import one_attack, rear_points
from lancemate.alphastrike.heat.track import overheat_left
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.words import order_word
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.amount import Reckoning
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

OPTION: Final = rules.option(
    "multiple_attack_rolls",
    "AS-OPT-580",
    "weapons roll to hit once for every point of damage, at several targets if need be",
)
order_word("attack", "rolls", OPTION)

GROUND_HUGGER: Final = "Ground-Hugger"
LUCKY: Final = (6, 6)

# By what fires, how many rolls it has made this turn and which ability alone it fired, if any.
rolls_made = unit_memory("rolls_made", dict[str, JSON], default={}, rule="AS-OPT-581", expires="turn")


def rolls_in_all(attack: Attack) -> int:
    """One for every point at that range; overheat adds some, minimal damage is one."""
    value = attack.kind_rules.strength(attack)
    if value.minimal:
        return 1
    spent = attack.overheat + attack.attacker.overheat
    hot = spent if attack.code is None and (attack.bracket in ("S", "M") or overheat_long(attack)) else 0
    return max(0, value.points - rear_points(attack) + hot) if value.harms else 0


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
    if attack.kind != "weapon":
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
    made = made_by(unit, attack.slot) if attack.kind == "weapon" else None
    if made is not None and made[1] != attack.code:
        text = f"{unit.id} has begun with {made[1] or 'all its weapons'} this turn and goes on so"
        return Refusal("already_attacked", text, "AS-OPT-582")
    if refusal is None or not attack.is_physical or not rolls_made.of(unit):
        return refusal
    return Refusal(refusal.code, refusal.message, "AS-OPT-582")


@hooks.attack_choices.rule("AS-OPT-581", kinds="weapon", when=OPTION)
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


@hooks.attack_begins.rule("AS-OPT-580", when=OPTION)
def a_roll_for_every_point(attack: Attack) -> bool:
    """All rolls against one target, then what follows from them."""
    if attack.kind != "weapon":
        return False
    battle, number = attack.battle, total(modifiers(attack))
    rolls = tuple(battle.roll(2) for _ in range(rolls_now(attack)))
    note_rolls(attack, len(rolls))
    target = attack.target
    if target is None or not hits_of(attack, rolls, number):
        land_volley(attack, rolls, None)
        return True
    direction = hit_direction(attack)
    if direction == "corner":
        question = direction_question(attack, target, best(attack, rolls))
        battle.ask(question, "land_volley", command=attack.command, roll=_flat(rolls))
    else:
        land_volley(attack, rolls, direction)
    return True


def note_rolls(attack: Attack, count: int) -> None:
    unit = attack.attacker
    made = made_by(unit, attack.slot)
    before = made[0] if made is not None else 0
    rolls_made.remember(attack.battle, unit, {**rolls_made.of(unit), attack.slot: [before + count, attack.code]})


Rolls = tuple[tuple[int, ...], ...]


def _flat(rolls: Rolls) -> tuple[int, ...]:
    return tuple(die for roll in rolls for die in roll)


def hits_of(attack: Attack, rolls: Rolls, number: int) -> int:
    return sum(succeeds(attack, number, dice_sum(attack, roll)) for roll in rolls)


def best(attack: Attack, rolls: Rolls) -> tuple[int, ...]:
    return max(rolls, key=lambda roll: dice_sum(attack, roll))


@rules.task("land_volley")
def volley_lands(battle: Battle, command: orders.Attack, roll: tuple[int, ...], choice: str) -> None:
    land_volley(Attack(battle, command), tuple(zip(roll[::2], roll[1::2], strict=True)), choice)


def land_volley(attack: Attack, rolls: Rolls, direction: str | None) -> None:
    parts = modifiers(attack)
    number, counts = total(parts), best(attack, rolls)
    attack.hits = hits_of(attack, rolls, number)
    settled = settle(attack, direction or "front") if attack.hits else None
    tell(attack, _flat(rolls), number, parts, bool(attack.hits), direction, settled, counts)
    if settled is not None:
        hand_over(attack, settled, direction, luck_of(attack, rolls))
        if attack.target is not None:
            for hook in attack.battle.hooks[hooks.hit_landed]:
                hook(attack, settled, margin_of(attack, dice_sum(attack, counts), number) or 0)
    else:
        strike_cover(attack, number, counts)
    finish(attack, bool(attack.hits), number, counts)


@rules.rule("AS-OPT-584", otherwise=())
def luck_of(attack: Attack, rolls: Rolls) -> tuple[int, ...]:
    """However many natural 12s there are, they bring one critical check."""
    return LUCKY if LUCKY in rolls else ()


@hooks.damage.rule("AS-OPT-585", part=ROLLED, when=OPTION)
def a_point_for_every_hit(work: Reckoning) -> Modifier | None:
    """Every good roll is a point; what adds to that or takes off it does so once."""
    hits = work.attack.hits
    if hits is None or work.value.minimal or hits == work.points:
        return None
    return Modifier("Rolls that hit", hits - work.points, "AS-OPT-580")


@hooks.to_hit.rule("AS-OPT-583", part=hooks.OTHER, when=OPTION, replaces=secondary_target)
def used_to_many_targets(attack: Attack) -> Modifier | None:
    """A second target is harder, though not for a Multi-Tasker or a Ground-Hugger."""
    if any(has(attack.battle, attack.attacker, name) for name in (MULTI_TASKER, GROUND_HUGGER)):
        return None
    return secondary_target(attack)
