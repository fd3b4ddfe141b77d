"""What a sensible player does about abilities: answers, by kind of question, and switches and jammers turned on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.coolant import ECS, RHS
from lancemate.alphastrike.abilities.viral_jammers import CODES, why_not_jam
from lancemate.alphastrike.combat.sight import sees
from lancemate.alphastrike.heat.track import SHUTDOWN_LEVEL, made_weapon_attack
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.play import orders
from lancemate.bots.alphastrike.tactics.flights import chance_of
from lancemate.bots.alphastrike.tactics.munitions import loaded

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.agenda import Decision

NEAR: Final = 30.0  # inches: a little less than a jammer reaches, since everybody moves
WORTH_A_ROLL: Final = 1 / 3  # the chance below which luck is kept for attacks
VITAL: Final = ("to land", "to keep control")  # what brings an aircraft down when it fails
MADE_USELESS: Final = {
    "DJ": frozenset({"AECM", "ECM", "LECM", "STL", "WAT"}),
    "HJ": frozenset({"C3M", "C3S", "C3I", "C3BSM", "C3BSS", "NOVA", "TAG", "IATM", "LRM", "SRM"}),
}


def sensible(decision: Decision) -> str | None:
    """The answer to a question of a kind that is known here."""
    match decision.kind:
        case "point_defense":
            return _points(decision)
        case "rams":
            return "protect"
        case "bank":
            return "use" if "use" in decision.choices else "roll"
        case "force":
            return "force" if _number(decision, "modifier") > 0 else "roll"
        case "berserk":
            return "not yet"
        case "physical":
            return "as usual"
        case "false_flag":
            return "enter"
        case "munitions":
            return loaded(decision.choices)
        case "reroll_control":
            return _another_go(decision)
        case "in_the_moment":
            return decision.choices[-1]
        case _:
            return None


def _number(decision: Decision, fact: str) -> int:
    value = decision.facts.get(fact)
    return value if isinstance(value, int) else 0


def _another_go(decision: Decision) -> str:
    """Luck is for rolls that may well succeed, and for those on which the craft itself depends."""
    likely = chance_of(_number(decision, "target_number")) >= WORTH_A_ROLL
    return decision.choices[0 if likely or decision.facts.get("for") in VITAL else -1]


def _points(decision: Decision) -> str:
    """Two points stop an attack; one is enough where it does little."""
    damage = decision.facts.get("damage")
    wanted = 1 if isinstance(damage, int) and damage <= 1 else 2
    return str(min(wanted, len(decision.choices) - 1))


# -- switches and jammers -------------------------------------------------------------------------------------


def coolant(battle: Battle, side: str) -> orders.Toggle | None:
    """Coolant worth flushing in the coming End Phase: sinks while it stays hot, the rest where it would shut down."""
    if not battle.hooks[hooks.flushes]:
        return None
    for unit in battle.on_table(side):
        heat = unit.heat + unit.overheat
        planned = dict(unit.planned)
        for code, least in ((RHS, 1), (ECS, SHUTDOWN_LEVEL)):
            if heat >= least and unit.active(code) and not planned.get(code) and made_weapon_attack(unit):
                return orders.Toggle(unit.id, code, True)
    return None


def jamming(battle: Battle, side: str) -> orders.Act | None:
    """A viral jammer that would catch more enemies than friends, as things stand before the first move."""
    if not battle.hooks[hooks.movement_ends] or any(one.moved != "none" for one in battle.on_table(side)):
        return None
    for unit in battle.on_table(side):
        for code in CODES:
            if unit.has(code) and why_not_jam(battle, unit, code) is None and _catches(battle, unit, code) > 0:
                return orders.Act(unit.id, "jam", code)
    return None


def _catches(battle: Battle, unit: Unit, code: str) -> int:
    useful = MADE_USELESS[code]
    near = [one for one in battle.on_table() if one is not unit and apart(battle, unit, one) <= NEAR]
    hit = [one for one in near if not one.card.all_codes.isdisjoint(useful) and sees(battle, one, unit)]
    return sum(1 if one.side != unit.side else -1 for one in hit)
