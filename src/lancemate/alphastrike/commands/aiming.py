"""Command abilities that change the target number of an attack (pp. 102-108)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.flak import flies
from lancemate.alphastrike.cards.command_names import (
    ADJUSTING_FIRE,
    ANTI_AIRCRAFT,
    ANTI_MECH,
    BURIAL,
    GROUND_ATTACK,
    HIT_AND_RUN,
    PHYSICAL,
    SPEED_FIRE,
    commanded,
)
from lancemate.alphastrike.cards.pilot_names import piloted
from lancemate.alphastrike.commands.declaring import in_turn
from lancemate.alphastrike.commands.events import proclaim
from lancemate.alphastrike.commands.formations import ability_of_the_turn, bonus_holds, formation_of, is_active
from lancemate.alphastrike.commands.having import command, serves
from lancemate.alphastrike.damage.reckoning import ADDED
from lancemate.alphastrike.movement.context import TOLERANCE
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import battle_memory, unit_memory
from lancemate.alphastrike.play.stats import is_immobile
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import ToHit
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.turn.opening import begins_a_turn
from lancemate.kernel.agenda import Decision

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.combat.attack import Attack
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.field.shapes import Point
    from lancemate.kernel.tally import SoFar

hooks.question_kinds.add("physical", "whether a force strikes rather than shoots")

SHELLS: Final = rules.table("AS-SCA-013", {"each step": -2})
ANTI_AIR: Final = rules.table("AS-SCA-014", {"airborne": -2, "other": 1})
SWARM: Final = rules.table("AS-SCA-015", {"anti-'Mech attack": -1})
STRAFE: Final = rules.table("AS-SCA-036", {"on the ground": -2, "airborne": 1})
FROM_ABOVE: Final = rules.table("AS-SCA-037", {"target number": -1, "damage": 1})
RUN: Final = rules.table("AS-SCA-038", {"after moving": -1})
DASH: Final = rules.table("AS-SCA-053", {"target number": -1, "inches left": 1.0, "inches left on hexes": 2.0})
FISTS: Final = rules.table("AS-SCA-061", {"weapons": 1, "physical attacks": -1})
JUMPED: Final = "AS-COM-041"  # what a jump adds to a target number; what a pilot makes of it is no part of that
AIRBORNE_MODES: Final = ("v", "g")
WINGED: Final = ("BIM", "GLD", "LAM")  # what flies besides walking
AS_USUAL, TO_FISTS = "as usual", "physical"


# -- what flies, and what does not -------------------------------------------------------------------------------


def _against_aircraft(attack: Attack) -> Modifier | None:
    if attack.target is None or attack.attacker.card.is_aerospace:
        return None
    row = "airborne" if flies(attack.target) else "other"
    return Modifier(ANTI_AIRCRAFT, ANTI_AIR.of(attack)[row], "AS-SCA-014")


@hooks.to_hit.rule("AS-SCA-014", part=hooks.ANY_ATTACK, when=commanded(ANTI_AIRCRAFT))
def against_aircraft(attack: Attack) -> Modifier | None:
    """Used to what flies, and not to what does not; aerospace units learn nothing of it."""
    return _against_aircraft(attack) if serves(attack.battle, attack.attacker, ANTI_AIRCRAFT) else None


@hooks.to_hit.rule("AS-SCA-014", part=hooks.ANY_ATTACK, when=piloted(ANTI_AIRCRAFT))
def lance_against_aircraft(attack: Attack) -> Modifier | None:
    """The same of a lance that teaches it to some of its units, for their weapons."""
    if attack.is_physical:
        return None
    unit, battle = attack.attacker, attack.battle
    formation = formation_of(battle, unit)
    if formation is None or serves(battle, unit, ANTI_AIRCRAFT) or not bonus_holds(battle, formation):
        return None
    given = unit.id in formation.given_to(ANTI_AIRCRAFT) or ability_of_the_turn.of(unit) == ANTI_AIRCRAFT
    return _against_aircraft(attack) if given else None


@hooks.to_hit.rule("AS-SCA-036", part=hooks.ANY_ATTACK, when=commanded(GROUND_ATTACK))
def against_the_ground(attack: Attack) -> Modifier | None:
    """The opposite, for whatever can fly by itself."""
    if attack.target is None or not flies_itself(attack.attacker.card):
        return None
    if not serves(attack.battle, attack.attacker, GROUND_ATTACK):
        return None
    row = "airborne" if flies(attack.target) else "on the ground"
    return Modifier(GROUND_ATTACK, STRAFE.of(attack)[row], "AS-SCA-036")


def flies_itself(card: Card) -> bool:
    """VTOL, WiGE or aerospace movement, of whatever type it is: gliders and Land-Air 'Mechs in any form, too."""
    if card.is_aerospace or any(mode in card.move for mode in AIRBORNE_MODES):
        return True
    return not card.all_codes.isdisjoint(WINGED)


# -- artillery ---------------------------------------------------------------------------------------------------

# By side and target: the units that have shelled it this turn, and the turns in which that helped.
shelled = battle_memory("shelled", dict[str, dict[str, list[str]]], default={}, expires="turn", rule="AS-SCA-013")
ranged_in = battle_memory("ranged_in", dict[str, dict[str, int]], default={}, rule="AS-SCA-013")


def _aimed_at(attack: Attack) -> str:
    if attack.target is not None:
        return attack.target.id
    x, y = attack.point or (0.0, 0.0)
    return f"{x:g}, {y:g}"


@hooks.to_hit.rule(
    "AS-SCA-013", part=hooks.OTHER, traits=trait.ARTILLERY, but=trait.AFAR, when=commanded(ADJUSTING_FIRE)
)
def adjusting_fire(attack: Attack) -> Modifier | None:
    """The second gun on one target aims by the first; what a turn has taught is not forgotten in the next."""
    return by_the_shots_before(attack)


@rules.rule("AS-SCA-013", otherwise=None)
def by_the_shots_before(attack: Attack) -> Modifier | None:
    """The same of guns on the table and beyond it."""
    battle, unit = attack.battle, attack.attacker
    if not serves(battle, unit, ADJUSTING_FIRE):
        return None
    name = _aimed_at(attack)
    steps = ranged_in.of(battle.state).get(unit.side, {}).get(name, 0)
    if not _helped_this_turn(battle, unit.side, name):
        steps += any(other != unit.id for other in _guns(battle, unit.side, name))
    return Modifier(ADJUSTING_FIRE, steps * SHELLS.of(attack)["each step"], "AS-SCA-013") if steps else None


def _guns(battle: Battle, side: str, name: str) -> list[str]:
    return shelled.of(battle.state).get(side, {}).get(name, [])


def _helped_this_turn(battle: Battle, side: str, name: str) -> bool:
    return len(set(_guns(battle, side, name))) > 1


@hooks.attack_made.rule("AS-SCA-013", when=commanded(ADJUSTING_FIRE))
def shots_are_counted(attack: Attack, made: Made) -> None:
    """Per target and force, one step a turn."""
    if trait.ARTILLERY in attack.traits and trait.AFAR not in attack.traits:
        count_the_shot(attack)


def count_the_shot(attack: Attack) -> None:
    battle, unit = attack.battle, attack.attacker
    if not serves(battle, unit, ADJUSTING_FIRE):
        return
    name, side = _aimed_at(attack), unit.side
    before = _guns(battle, side, name)
    by_target = {**shelled.of(battle.state).get(side, {}), name: [*before, unit.id]}
    first_help = len(set(before)) == 1 and unit.id not in before
    proclaim(battle, shelled, side, "", {**shelled.of(battle.state), side: by_target})
    if first_help:
        steps = ranged_in.of(battle.state).get(side, {})
        value = {**ranged_in.of(battle.state), side: {**steps, name: steps.get(name, 0) + 1}}
        proclaim(battle, ranged_in, side, f"the guns of {side} have found their range", value)


# -- blows -------------------------------------------------------------------------------------------------------


@hooks.to_hit.rule("AS-SCA-015", part=hooks.OTHER, traits=trait.ANTI_MECH, when=commanded(ANTI_MECH))
def antimech_training(attack: Attack) -> Modifier | None:
    """Infantry that has learned where to climb."""
    if not attack.attacker.card.is_infantry or not serves(attack.battle, attack.attacker, ANTI_MECH):
        return None
    return Modifier(ANTI_MECH, SWARM.of(attack)["anti-'Mech attack"], "AS-SCA-015")


@hooks.to_hit.rule("AS-SCA-037", part=hooks.OTHER, traits=trait.LEAP, when=commanded(BURIAL))
def burial(attack: Attack) -> Modifier | None:
    """Coming down on an enemy is what they train for."""
    if not serves(attack.battle, attack.attacker, BURIAL):
        return None
    return Modifier(BURIAL, FROM_ABOVE.of(attack)["target number"], "AS-SCA-037")


@hooks.damage.rule("AS-SCA-037", part=ADDED, kinds=hooks.MADE, when=commanded(BURIAL))
def burial_hurts(work: Reckoning) -> Modifier | None:
    """And it hurts more."""
    if trait.LEAP not in work.attack.traits or not serves(work.battle, work.attack.attacker, BURIAL):
        return None
    return Modifier(BURIAL, FROM_ABOVE.of(work)["damage"], "AS-SCA-037")


# Sides that strike rather than shoot this turn.
fighting_hand_to_hand = battle_memory("hand_to_hand", list[str], default=[], expires="turn", rule="AS-SCA-061")


@hooks.combat_begins.rule("AS-SCA-061", when=commanded(PHYSICAL))
def to_fists(battle: Battle) -> None:
    """Before its first attack a force says whether it will strike rather than shoot."""
    for side in reversed(in_turn(battle)):
        if command(battle, side, PHYSICAL) is not None:
            battle.then("ask_physical", side=side)


@rules.task("ask_physical")
def ask_physical(battle: Battle, side: str) -> None:
    question = Decision(
        side=side,
        kind="physical",
        question=f"does {side} strike rather than shoot this turn?",
        choices=(TO_FISTS, AS_USUAL),
        rule="AS-SCA-061",
    )
    battle.ask(question, "take_physical", side=side)


@rules.task("take_physical")
def take_physical(battle: Battle, side: str, choice: str) -> None:
    if choice == TO_FISTS:
        value = [*fighting_hand_to_hand.of(battle.state), side]
        words = f"{side} strikes rather than shoots this turn"
        proclaim(battle, fighting_hand_to_hand, side, words, value)


@hooks.to_hit.rule("AS-SCA-061", part=hooks.ANY_ATTACK, when=commanded(PHYSICAL))
def hand_to_hand(attack: Attack) -> Modifier | None:
    """Blows come easier, shots harder."""
    if attack.attacker.side not in fighting_hand_to_hand.of(attack.battle.state):
        return None
    if not serves(attack.battle, attack.attacker, PHYSICAL):
        return None
    return Modifier(PHYSICAL, FISTS.of(attack)["physical attacks" if attack.is_physical else "weapons"], "AS-SCA-061")


# -- on the move -------------------------------------------------------------------------------------------------

# Sides that were outnumbered when the turn began.
outnumbered = battle_memory("outnumbered", list[str], default=[], expires="turn", rule="AS-SCA-038")
# It has spent all its Move on a straight line.
dashed = unit_memory("dashed", bool, default=False, expires="turn", rule="AS-SCA-053")


@rules.task("count_heads")
def count_heads(battle: Battle, side: str) -> None:
    """Whether a force has fewer active units than its enemy as the turn begins."""
    have = {
        one: sum(unit.side == one and is_active(battle, unit) for unit in battle.units.values()) for one in battle.sides
    }
    if have[side] < have[battle.opponent(side)]:
        value = [*outnumbered.of(battle.state), side]
        proclaim(battle, outnumbered, side, f"{side} is outnumbered this turn", value)


@hooks.battle_opens.rule("AS-SCA-038", when=commanded(HIT_AND_RUN))
def heads_at_the_start(battle: Battle) -> None:
    """A battle that opens in the middle of a turn is looked at when it does."""
    if begins_a_turn(battle):
        return
    for side in battle.sides:
        if command(battle, side, HIT_AND_RUN) is not None:
            count_heads(battle, side)


@hooks.to_hit.seeing("AS-SCA-038", part=ToHit.STEADIED, when=commanded(HIT_AND_RUN))
def hit_and_run(attack: Attack, so_far: SoFar) -> Modifier | None:
    """Outnumbered, it shoots as well from a jump, and better on the run than standing about."""
    battle, unit = attack.battle, attack.platform
    if attack.attacker.side not in outnumbered.of(battle.state) or not serves(battle, attack.attacker, HIT_AND_RUN):
        return None
    if unit.moved == "jump":
        back = so_far.take_back(lambda part: part.rule == JUMPED)
        return Modifier(HIT_AND_RUN, int(back), "AS-SCA-038") if back else None
    if unit.moved in ("none", "standstill", "immobile") or is_immobile(battle, unit):
        return None
    return Modifier(HIT_AND_RUN, RUN.of(attack)["after moving"], "AS-SCA-038")


@hooks.moved.rule("AS-SCA-053", when=commanded(SPEED_FIRE))
def dashes(m: Movement) -> None:
    """All its Move on one straight line, or all but what would not carry it another step."""
    if not m.travels or not serves(m.battle, m.unit, SPEED_FIRE) or not is_straight(m.points):
        return
    step = DASH.of(m)["inches left on hexes" if on_hexes(m.battle) else "inches left"]
    if m.allowance - m.cost < step - TOLERANCE:
        dashed.remember(m.battle, m.unit, True)


def is_straight(points: tuple[Point, ...]) -> bool:
    """It never turns, and never turns back."""
    (x, y), (ex, ey) = points[0], points[-1]
    dx, dy = ex - x, ey - y
    before = 0.0
    for px, py in points[1:]:
        along = (px - x) * dx + (py - y) * dy
        if abs((px - x) * dy - (py - y) * dx) > TOLERANCE * max(1.0, abs(dx) + abs(dy)) or along < before:
            return False
        before = along
    return dx != 0.0 or dy != 0.0


@hooks.to_hit.rule("AS-SCA-053", part=hooks.ANY_ATTACK, when=commanded(SPEED_FIRE))
def speed_fire(attack: Attack) -> Modifier | None:
    """Whoever has run straight ahead as far as it could aims along that line."""
    if not dashed.of(attack.attacker):
        return None
    return Modifier(SPEED_FIRE, int(DASH.of(attack)["target number"]), "AS-SCA-053")
