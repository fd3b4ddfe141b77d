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
from lancemate.alphastrike.combat.attack import Attack, Series, Stopped, automatic_miss, modifiers, resumed, succeeds
from lancemate.alphastrike.combat.resolution import direction_question, has_met, meet, missiles_are_in, natural_twelve
from lancemate.alphastrike.combat.striking import hit_direction, strike
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.options.alternate_munitions.events import SwarmFlew, SwarmStopped
from lancemate.alphastrike.options.alternate_munitions.firing import fires, value_of
from lancemate.alphastrike.options.alternate_munitions.loads import OPTION
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.events import DieRolled, HitLanded
from lancemate.alphastrike.play.explain import total
from lancemate.alphastrike.ruleset import rules

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Underway
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

SWARM, TELLS_FRIENDS = "swarm", "swarm_i"
AROUND: Final = rules.table("AS-OPT-151", {"inches": 2.0})
SECOND_TARGET: Final = "AS-COM-066"
SIDES: Final = 6  # of a die


@hooks.attack_made.rule("AS-OPT-151", when=OPTION)
def fly_on(attack: Attack, made: Made) -> bool | None:
    """A miss goes on among all who stand within 2 inches of the target, friend or foe."""
    target = attack.target
    if not made.missed or target is None or trait.SHOT not in attack.traits:
        return None
    if fires(attack, SWARM) is None and fires(attack, TELLS_FRIENDS) is None:
        return None
    pool = tuple(unit.id for unit in beside(attack, target) if not spares(attack, unit))
    if pool:
        series = attack.series
        count = None if series is None else sum([not roll.hit for roll in made.rolls]) or series.left + 1
        command = replace(attack.command, overheat=0, rear=None)
        attack.battle.then("swarm_on", command=command, pool=pool, count=count)
    return True


def beside(attack: Attack, target: Unit) -> list[Unit]:
    """Those whom a swarm may find, in the order of the script."""
    battle, side = attack.battle, attack.attacker.side
    reach = AROUND.of(attack)["inches"]
    others = [one for one in battle.on_table() if one.id not in (target.id, attack.attacker.id)]
    near = [one for one in others if within(battle, one, target, reach)]
    return [one for one in near if not (one.notes and one.hidden_from(side))]


@rules.rule("AS-OPT-152", otherwise=False)
def spares(attack: Attack, unit: Unit) -> bool:
    """Swarm-I missiles tell friends from enemies."""
    return fires(attack, TELLS_FRIENDS) is not None and unit.side == attack.attacker.side


@rules.task("swarm_on")
def swarm_on(battle: Battle, command: orders.Attack, pool: tuple[str, ...], count: int | None = None) -> None:
    """Draw one of them; they come at it, and then at the rest."""
    drawn = draw(battle, command.unit, tuple(pool))
    swarm_comes(battle, command, drawn, tuple(name for name in pool if name != drawn), count)


@rules.task("swarm_comes")
def swarm_comes(
    battle: Battle, command: orders.Attack, drawn: str, rest: tuple[str, ...], count: int | None = None
) -> None:
    """Roll against whoever was drawn: once, or for each of so many points that have missed."""
    attack = at_another(battle, command, drawn)
    stop = meet(attack, "swarm_met", command=command, drawn=drawn, rest=rest, count=count)
    if isinstance(stop, Stopped):
        battle.emit(SwarmStopped(attack.attacker.id, drawn, stop.reason, stop.rule))
    if stop is not None:
        return
    parts = tuple(part for part in modifiers(attack) if part.rule != SECOND_TARGET)
    number = total(parts)
    value = value_of(attack, "LRM")
    rolls = 0 if automatic_miss(attack, number) or not value.harms else 1 if count is None else min(count, value.points)
    dice = [battle.roll(2) for _ in range(rolls)]
    good = [roll for roll in dice if succeeds(attack, number, dice_sum(attack, roll))]
    told = tuple([die for roll in dice for die in roll])
    battle.emit(SwarmFlew(attack.attacker.id, drawn, number, parts, told, bool(good)))
    if count is not None:
        attack.series = Series(told, 0, len(good))
    left = None if count is None else min(count, value.points) - len(good)
    if rest and (left or not good):
        battle.then("swarm_on", command=command, pool=rest, count=left)
    if good:
        find_side(attack, max(good))
    else:
        missiles_are_in(battle)


@rules.task("swarm_met")
def swarm_met(
    battle: Battle,
    command: orders.Attack,
    drawn: str,
    rest: tuple[str, ...],
    count: int | None,
    attack: Underway,
    kind: str,
    choice: str,
) -> None:
    has_met(battle, attack, kind, choice)
    swarm_comes(battle, command, drawn, tuple(rest), count)


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
        attack.battle.ask(question, "swarm_strikes", attack=attack.underway, roll=roll)
    else:
        swarm_strikes(attack.battle, attack.underway, roll, direction)


@rules.task("swarm_strikes")
def swarm_strikes(battle: Battle, attack: Underway, roll: tuple[int, ...], choice: str) -> None:
    swarm = resumed(battle, attack)
    assert swarm.target is not None
    settled = settle(swarm, choice)
    told = (swarm.attacker.id, swarm.target.id, swarm.kind, choice, settled.damage, settled.parts, settled.roll)
    battle.emit(HitLanded(*told, "AS-OPT-151"))
    strike(swarm, settled, choice, natural_12=natural_twelve(swarm, tuple(roll)))
    missiles_are_in(battle)
