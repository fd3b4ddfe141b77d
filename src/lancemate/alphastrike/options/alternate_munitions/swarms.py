"""Swarm missiles (p. 150): what misses its target goes for others around it, one after the other.

They are drawn by a die from those beside the first target. No arc and no sight is asked for; range, movement and
terrain of whoever is drawn count. That it is another target than the first makes it no harder.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.attack import Attack, automatic_miss, modifiers, succeeds
from lancemate.alphastrike.combat.resolution import direction_question, natural_twelve
from lancemate.alphastrike.combat.striking import hit_direction, strike
from lancemate.alphastrike.options.alternate_munitions.events import SwarmFlew
from lancemate.alphastrike.options.alternate_munitions.firing import fires, value_of
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.events import DieRolled, HitLanded
from lancemate.alphastrike.play.explain import total
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

SWARM, TELLS_FRIENDS = "swarm", "swarm_i"
AROUND: Final = rules.table("AS-OPT-151", {"inches": 2.0})
SECOND_TARGET: Final = "AS-COM-066"
SIDES: Final = 6  # of a die


@hooks.attack_made.rule("AS-OPT-151", when=OPTION)
def fly_on(attack: Attack, hit: bool, number: int, roll: tuple[int, ...]) -> bool | None:
    """A miss goes on among all who stand within 2 inches of the target, friend or foe."""
    target = attack.target
    if hit or target is None or attack.kind != "weapon":
        return None
    if fires(attack, SWARM) is None and fires(attack, TELLS_FRIENDS) is None:
        return None
    pool = tuple(unit.id for unit in beside(attack, target) if not spares(attack, unit))
    if pool:
        attack.battle.then("swarm_on", command=replace(attack.command, overheat=0, rear=None), pool=pool)
    return True


def beside(attack: Attack, target: Unit) -> list[Unit]:
    """Those whom a swarm may find, in the order of the script."""
    battle, side = attack.battle, attack.attacker.side
    reach = AROUND.of(attack)["inches"] + TINY
    others = [one for one in battle.on_table() if one.id not in (target.id, attack.attacker.id)]
    near = [one for one in others if battle.table.apart(one.at, one.radius, target.at, target.radius) <= reach]
    return [one for one in near if not (one.notes and one.hidden_from(side))]


@rules.rule("AS-OPT-152", otherwise=False)
def spares(attack: Attack, unit: Unit) -> bool:
    """Swarm-I missiles tell friends from enemies."""
    return fires(attack, TELLS_FRIENDS) is not None and unit.side == attack.attacker.side


@rules.task("swarm_on")
def swarm_on(battle: Battle, command: orders.Attack, pool: tuple[str, ...]) -> None:
    """Draw one of them, and roll against it."""
    drawn = draw(battle, command.unit, tuple(pool))
    rest = tuple(name for name in pool if name != drawn)
    attack = at_another(battle, command, drawn)
    parts = tuple(part for part in modifiers(attack) if part.rule != SECOND_TARGET)
    number = total(parts)
    roll = () if automatic_miss(attack, number) or not value_of(attack, "LRM").harms else battle.roll(2)
    hit = bool(roll) and succeeds(attack, number, dice_sum(attack, roll))
    battle.emit(SwarmFlew(attack.attacker.id, drawn, number, parts, roll, hit))
    if hit:
        find_side(attack, roll)
    elif rest:
        battle.then("swarm_on", command=command, pool=rest)


def draw(battle: Battle, shooter: str, pool: tuple[str, ...]) -> str:
    """By a die, or two where they are more than six, thrown again where it points to nobody; the last needs none."""
    dice: list[int] = []
    each = 1 if len(pool) <= SIDES else 2
    while len(pool) > 1 and (not dice or pointed_at(dice[-each:]) >= len(pool)):
        dice += battle.roll(each)
    drawn = pool[pointed_at(dice[-each:])] if dice else pool[0]
    if dice:
        battle.emit(DieRolled(shooter, "missiles look for another target", tuple(dice), "one is found", "AS-OPT-151"))
    return drawn


def pointed_at(dice: list[int]) -> int:
    """The place in a row that a die points to; of two dice the first counts sixes."""
    return SIDES * (dice[0] - 1) + dice[1] - 1 if len(dice) == 2 else dice[0] - 1


def at_another(battle: Battle, command: orders.Attack, name: str) -> Attack:
    """The missiles alone, at whoever was drawn."""
    return Attack(battle, replace(command, target=name, using="LRM"))


def find_side(attack: Attack, roll: tuple[int, ...]) -> None:
    direction = hit_direction(attack)
    if direction == "corner":
        assert attack.target is not None
        question = direction_question(attack, attack.target, roll)
        attack.battle.ask(question, "swarm_strikes", command=attack.command, roll=roll)
    else:
        swarm_strikes(attack.battle, attack.command, roll, direction)


@rules.task("swarm_strikes")
def swarm_strikes(battle: Battle, command: orders.Attack, roll: tuple[int, ...], choice: str) -> None:
    attack = Attack(battle, command)
    assert attack.target is not None
    settled = settle(attack, choice)
    told = (attack.attacker.id, attack.target.id, attack.kind, choice, settled.damage, settled.parts, settled.roll)
    battle.emit(HitLanded(*told, "AS-OPT-151"))
    strike(attack, settled, choice, natural_12=natural_twelve(attack, tuple(roll)))
