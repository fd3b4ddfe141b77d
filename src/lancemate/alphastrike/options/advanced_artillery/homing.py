"""Homing rounds (pp. 152-153): fired at a point, they strike a unit near it that a friend has painted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.painting import is_painted
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.combat.attack import Attack, harder_still
from lancemate.alphastrike.combat.ranges import RANGES
from lancemate.alphastrike.combat.resolution import missiles_are_in
from lancemate.alphastrike.damage.causes import cause
from lancemate.alphastrike.damage.damage import deal
from lancemate.alphastrike.damage.reckoning import Blow
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.options.advanced_artillery.events import Shell, ShellLanded
from lancemate.alphastrike.options.advanced_artillery.landing import come_down, is_met, shells_of
from lancemate.alphastrike.options.advanced_artillery.off_board import ADVANCED, GUIDED, KIND, turns_in_flight
from lancemate.alphastrike.options.alternate_munitions.homing import ROUNDS
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.traits import ARTILLERY, ATTACK, EXPLOSIVE, WEAPON
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.codec import encode
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point

hooks.question_kinds.add("homing", "at whom a homing shell goes")

HOMING: Final = "homing"
ARROWS: Final = ("ART-AIS", "ART-AC")
NEEDS: Final = rules.table("AS-OPT-179", {"homing round": 4})
ROUND: Final = cause("homing round", "AS-OPT-183", ATTACK, WEAPON, EXPLOSIVE, ARTILLERY, word="artillery")
DAMAGE: Final = rules.table("AS-OPT-183", {"ART-AIS": 2, "ART-AC": 2})


@hooks.fires_unloaded.rule("AS-OPT-176", when=ADVANCED)
def arrows_home_in(attack: Attack) -> bool:
    """Arrow IV has homing rounds without any special load."""
    return attack.kind == KIND and attack.command.ammo == HOMING


@hooks.may_attack.rule("AS-OPT-176", part=hooks.SPECIAL, kinds=KIND, when=ADVANCED)
def has_something_to_home_in_on(attack: Attack) -> Refusal | None:
    """Of Arrow IV; one that lands this turn needs a target painted within 42 inches of its point."""
    ammo = attack.command.ammo
    if ammo not in GUIDED:
        return None
    if ammo == HOMING and attack.code not in ARROWS:
        text = f"{attack.code} fires no homing rounds: Arrow IV does (ART-AIS, ART-AC)"
        return Refusal("no_such_ammo", text, "AS-OPT-176")
    if attack.point is None or turns_in_flight(attack) or painted_near(attack.battle, attack.attacker, attack.point):
        return None
    text = "nobody within 42 inches of the point is painted: a friend paints a target first (TAG or LTAG)"
    return Refusal("nothing_painted", text, "AS-OPT-176")


def painted_near(battle: Battle, unit: Unit, point: Point) -> list[Unit]:
    """Enemies that a round may strike which comes down around a point."""
    reach, enemy = RANGES.of(battle)["L"]["up_to"], battle.opponent(unit.side)
    return [one for one in battle.on_table(enemy) if is_painted(battle, one) and within(battle, one, point, reach)]


@hooks.shell_number.rule("AS-OPT-179", when=ADVANCED)
def needs_a_four(attack: Attack) -> tuple[Modifier, ...] | None:
    """Always the same number, whatever else."""
    if attack.command.ammo not in GUIDED:
        return None
    return (Modifier("Homing round", NEEDS.of(attack)["homing round"], "AS-OPT-179"),)


@hooks.attack_choices.rule("AS-OPT-176", kinds=("artillery", KIND), when=ADVANCED)
def may_home_in(attack: Attack) -> Choice | None:
    """Arrow IV at a point may be a homing round."""
    if attack.point is None or attack.code not in ARROWS or attack.command.ammo is not None:
        return None
    return Choice("ammo", "Homing round", "word", "AS-OPT-176", among=(HOMING,))


# -- coming down ----------------------------------------------------------------------------------------------


@hooks.lands_otherwise.rule("AS-OPT-176", when=ADVANCED)
def homes_in(attack: Attack, shell: Shell) -> bool:
    """A round with nobody painted is lost; with several its owner chooses whom it strikes."""
    if shell.ammo not in GUIDED or shell.point is None:
        return False
    if shell.target is not None:  # it has been chosen
        strike(attack, shell, shell.target)
        return True
    near = [unit.id for unit in painted_near(attack.battle, attack.attacker, shell.point)]
    if not near:
        told(attack, shell, None, (), needed(attack), hit=False)
    elif len(near) == 1 or not is_chosen(attack):
        strike(attack, shell, near[0])
    else:
        question = f"whom does the homing round of {attack.attacker.id} strike?"
        ask = Decision(attack.attacker.side, "homing", question, tuple(near), "AS-OPT-178", of_units=True)
        attack.battle.ask(ask, "home_in", shell=encode(shell))
    return True


@rules.rule("AS-OPT-178", otherwise=False)
def is_chosen(attack: Attack) -> bool:
    """Every round picks its own target among those painted."""
    return True


@rules.task("home_in")
def home_in(battle: Battle, shell: object, choice: str) -> None:
    for one in shells_of(battle, battle.opponent(battle.units[choice].side)):
        if encode(one) == shell:
            come_down(battle, replace(one, target=choice))
            return


def strike(attack: Attack, shell: Shell, name: str) -> None:
    """Two dice against the number; a miss does nothing at all."""
    battle = attack.battle
    aimed = Attack(battle, replace(shell.order, target=name), KIND)
    if is_met(aimed, replace(shell, target=name)):
        return
    number = needed(aimed)
    roll = battle.roll(2)
    hit = dice_sum(attack, roll) >= total(number)
    told(attack, shell, name, roll, number, hit=hit)
    if hit:
        parts = (Modifier("Homing round", damage_of(attack, shell), "AS-OPT-183"),)
        blow = Blow(name, ROUND.by(attack.attacker), parts, natural_12=roll == (6, 6))
        deal(battle, blow, "AS-OPT-183")
    missiles_are_in(battle)


def needed(attack: Attack) -> tuple[Modifier, ...]:
    """The one number there is, and what goes before the rules."""
    return Modifier("Homing round", NEEDS.of(attack)["homing round"], "AS-OPT-179"), *harder_still(attack)


def damage_of(attack: Attack, shell: Shell) -> int:
    table = DAMAGE if shell.ammo == HOMING else ROUNDS
    return table.of(attack).get(shell.weapon, 0)


def told(
    attack: Attack,
    shell: Shell,
    target: str | None,
    roll: tuple[int, ...],
    parts: tuple[Modifier, ...],
    *,
    hit: bool,
) -> None:
    unit, number = attack.attacker, total(parts)
    there = attack.battle.units[target].at if target is not None else shell.point
    where = there if hit else None
    attack.battle.emit(
        ShellLanded(unit.side, unit.id, shell.weapon, target, shell.point, number, parts, roll, hit, where)
    )
    if there is not None:
        for hook in attack.battle.hooks[hooks.shell_came_down]:
            hook(attack.battle, unit, there, shell.flight)


@hooks.worth_painting.rule("AS-OPT-176", when=ADVANCED)
def rounds_that_come_down_now(battle: Battle, painter: Unit, target: Unit) -> float:
    """What the rounds that land this turn would do to a target."""
    due = [one for one in shells_of(battle, painter.side) if one.lands <= battle.state.turn and one.ammo in GUIDED]
    return sum(33 / 36 * DAMAGE.of(battle).get(one.weapon, 1) for one in due)
