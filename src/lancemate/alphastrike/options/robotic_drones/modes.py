"""Aggression (p. 176): what a robot was told before the battle, and how far from its post it goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.air.flying import Plan
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.measure.lines import off_line
from lancemate.alphastrike.measure.places import there
from lancemate.alphastrike.options.robotic_drones.jamming import BERSERK, ecm_effect
from lancemate.alphastrike.options.robotic_drones.robots import ROBOTS, is_robot
from lancemate.alphastrike.play.flight import fight_between, flies
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.options import implied
from lancemate.alphastrike.play.state import TABLE
from lancemate.alphastrike.play.words import one_of, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.events import Withdraws
from lancemate.alphastrike.scenarios.withdrawal import GOING, is_exempt, robot
from lancemate.alphastrike.scenarios.withdrawal import OPTION as FORCED_WITHDRAWAL
from lancemate.alphastrike.turn.crippled import crippled
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.field.shapes import Point
    from lancemate.kernel.codec import JSON
    from lancemate.kernel.reading import Reader

AGGRESSIVE, DEFENSIVE, PASSIVE, SUICIDAL = "aggressive", "defensive", "passive", "suicidal"
MODES: Final = rules.table(
    "AS-OPT-593",
    {AGGRESSIVE: {}, DEFENSIVE: {"leash": 24.0}, PASSIVE: {"leash": 6.0}, SUICIDAL: {}},
)
WORDS: Final = (AGGRESSIVE, DEFENSIVE, PASSIVE, SUICIDAL)
LEASHED: Final = {DEFENSIVE: "AS-OPT-601", PASSIVE: "AS-OPT-602"}
implied.add(ROBOTS, GOING)


def read_point(reader: Reader, name: str, card: Card) -> JSON:
    at = reader.point(name)
    return None if at is None else list(at)


post = unit_memory("post", list[float], default=None, rule="AS-OPT-593")
unit_word(
    robot,
    ROBOTS,
    one_of(*WORDS),
    beside_skill=True,
    shows=lambda battle, unit: mode_of(battle, unit) if is_robot(battle, unit.card) else None,
    examples=lambda card: WORDS,
)
unit_word(
    post,
    ROBOTS,
    read_point,
    beside_skill=True,
    shows=lambda battle, unit: list(post_of(battle, unit)) if is_robot(battle, unit.card) else None,
)


def mode_of(battle: Battle, unit: Unit) -> str:
    """What a robot does: as it was told, unless it has gone berserk."""
    return SUICIDAL if ecm_effect.of(unit) == BERSERK else robot.of(unit) or AGGRESSIVE


def post_of(battle: Battle, unit: Unit) -> Point:
    """What it guards: where it began, unless something else was said."""
    said = post.of(unit)
    if said is not None:
        return said[0], said[1]
    began = next((muster.at for muster in battle.setup.units if muster.id == unit.id), None)
    return unit.at if began is None else began


@hooks.remarks.rule("AS-OPT-593", when=ROBOTS)
def what_it_was_told(battle: Battle, unit: Unit) -> str | None:
    """For its player to keep in mind."""
    if not is_robot(battle, unit.card):
        return None
    mode = mode_of(battle, unit)
    reach = leash(battle, mode)
    near = "" if reach is None else f" and keeps within {reach:g} inches of its post"
    return f"it is {mode}{near}; it moves and attacks in the turn of the robots"


# -- how far --------------------------------------------------------------------------------------------------


@hooks.may_end.rule("AS-OPT-593", when=ROBOTS)
def on_its_leash(m: Movement) -> Refusal | None:
    """A robot that guards something goes no farther from it than it was told, or comes back."""
    if not is_robot(m.battle, m.unit.card) or m.unit.withdrawing or ecm_effect.of(m.unit) is not None:
        return None
    mode = mode_of(m.battle, m.unit)
    reach = leash(m.battle, mode)
    if reach is None or m.unit.place != "table":
        return None
    table, home = m.battle.table, post_of(m.battle, m.unit)
    now, then = table.distance(m.unit.at, home), table.distance(m.end, home)
    if then <= reach + TINY or then < now - TINY:
        return None
    text = f"{m.unit.id} is {mode} and keeps within {reach:g} inches of its post; this would be {then:.1f}"
    return Refusal("on_its_leash", text, LEASHED[mode])


def leash(battle: Battle, mode: str) -> float | None:
    if mode == DEFENSIVE:
        return stays_near(battle)
    return stays_put(battle) if mode == PASSIVE else None


@rules.rule("AS-OPT-601", otherwise=None)
def stays_near(battle: Battle) -> float:
    """A defensive robot never goes farther than this from what it guards."""
    return MODES.of(battle)[DEFENSIVE]["leash"]


@rules.rule("AS-OPT-602", otherwise=None)
def stays_put(battle: Battle) -> float:
    """A passive one hardly moves."""
    return MODES.of(battle)[PASSIVE]["leash"]


@hooks.may_attack.rule("AS-OPT-602", part=hooks.AIM, when=ROBOTS)
def only_at_arms_length(attack: Attack) -> Refusal | None:
    """A passive robot attacks what has come within Short range, and nothing else."""
    unit = attack.attacker
    if not is_robot(attack.battle, unit.card) or mode_of(attack.battle, unit) != PASSIVE or flies(unit):
        return None
    if attack.bracket == "S":
        return None
    return Refusal("passive", f"{unit.id} is passive: it attacks what is within Short range", "AS-OPT-602")


# -- going home -----------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-OPT-600", part=hooks.LATE, when=ROBOTS)
def crippled_robots_go_home(battle: Battle) -> bool | None:
    """Whatever its players have agreed on, a crippled robot returns to its base."""
    done = None
    for unit in battle.units.values():
        if not unit.in_play or unit.withdrawing or not is_robot(battle, unit.card) or is_exempt(battle, unit):
            continue
        why = crippled(battle, unit)
        if why is not None and FORCED_WITHDRAWAL not in battle.options:
            battle.emit(Withdraws(unit.id, True, why.reason, "AS-OPT-600"))
            done = True
    return done


@hooks.never_withdraws.rule("AS-OPT-603", when=ROBOTS)
def fights_to_the_end(battle: Battle, unit: Unit) -> bool:
    """A suicidal robot does not go home, whatever befalls it."""
    return is_robot(battle, unit.card) and mode_of(battle, unit) == SUICIDAL


@hooks.may_end.rule("AS-OPT-603", when=ROBOTS)
def closes_with_the_nearest(m: Movement) -> Refusal | None:
    """It does not run away from the enemy that is nearest when it sets out, nor off the table."""
    battle, unit = m.battle, m.unit
    if not m.travels or m.start_place != TABLE or not is_robot(battle, unit.card):
        return None
    if mode_of(battle, unit) != SUICIDAL or unit.withdrawing or ecm_effect.of(unit) is not None:
        return None
    known = [enemy for enemy in battle.on_table(battle.opponent(unit.side)) if not enemy.hidden_from(unit.side)]
    nearest = min(known, key=lambda enemy: apart(battle, unit, enemy), default=None)
    if nearest is None:
        return None
    now, then = apart(battle, unit, nearest), apart(battle, there(battle, unit, m.end, level=m.end_level), nearest)
    if m.exit_edge is None and then <= now + TINY:
        return None
    text = f"{unit.id} is suicidal and closes with {nearest.id}, the nearest enemy: it does not move away from it"
    return Refusal("suicidal", text, "AS-OPT-603")


# -- in the air -----------------------------------------------------------------------------------------------


@hooks.flight_rules.rule("AS-OPT-594", when=ROBOTS)
def flies_past_its_post(plan: Plan) -> Refusal | None:
    """A defensive robot in the air passes what it guards, wherever else it flies."""
    battle, unit = plan.battle, plan.unit
    if not is_robot(battle, unit.card) or mode_of(battle, unit) != DEFENSIVE or plan.end is None:
        return None
    reach = MODES.of(battle)[DEFENSIVE]["leash"]
    if off_line(battle.table, (plan.start, plan.end), post_of(battle, unit)) <= reach + TINY:
        return None
    text = f"{unit.id} is defensive: its path passes within {reach:g} inches of its post"
    return Refusal("on_its_leash", text, "AS-OPT-594")


@hooks.may_attack.rule("AS-OPT-594", part=hooks.AIM, when=ROBOTS)
def only_returns_fire(attack: Attack) -> Refusal | None:
    """A passive robot in the air begins no fight."""
    battle, unit, target = attack.battle, attack.attacker, attack.target
    if not is_robot(battle, unit.card) or not flies(unit) or mode_of(battle, unit) != PASSIVE:
        return None
    if target is not None and fight_between(battle.state, unit.id, target.id) is not None:
        return None
    return Refusal("passive", f"{unit.id} is passive: in the air it only returns attacks", "AS-OPT-594")
