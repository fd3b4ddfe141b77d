"""Surprise attacks (p. 168): a hidden unit strikes whoever comes too near, in the middle of its move.

Its player is asked when the mover first comes near enough; then the move goes on. Whoever does not want to be asked,
and so to be noticed, keeps a standing answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.command_names import OFF_MAP, commanded
from lancemate.alphastrike.combat.attack import Attack, Kind, attack_kind, forbidden
from lancemate.alphastrike.combat.resolution import go_on
from lancemate.alphastrike.combat.tohit import fire_control_hits, skill
from lancemate.alphastrike.combat.weapons import weapon_parts, weapon_slot, weapon_strength
from lancemate.alphastrike.heat.track import overheat_left
from lancemate.alphastrike.measure.apart import within
from lancemate.alphastrike.movement.ambush import uncover
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.on_the_way import AMBUSH, Trial, Trouble
from lancemate.alphastrike.options.hidden_units import FOUND, OPTION
from lancemate.alphastrike.options.hidden_units.finding import contact_along, lying_in_wait
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.state import RESERVE, Unit, hidden
from lancemate.alphastrike.play.stats import is_helpless
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import Refusal

if TYPE_CHECKING:
    from lancemate.alphastrike.movement.entering import Entered
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.kernel.codec import JSON

hooks.question_kinds.add("secret_surprise", "whether a hidden unit strikes")
hooks.question_kinds.add("surprise", "whether a unit strikes who comes back beside it")

KIND: Final = "surprise"
QUESTION: Final = "secret_surprise"
ATTACK, NONE = "attack", "none"
NEAR: Final = rules.table("AS-OPT-477", {"within": 2.0})

# Whom a hidden unit has been asked about in this phase, and that it has attacked out of hiding this turn.
watched = unit_memory("watched", list[str], default=[], rule="AS-OPT-477", secret=True, expires="phase")
has_sprung = unit_memory(
    "has_sprung", bool, default=False, rule="AS-OPT-477", told="has sprung its ambush", expires="turn"
)


# -- the question ---------------------------------------------------------------------------------------------


@hooks.on_the_way.rule("AS-OPT-477", when=FOUND)
def comes_too_near(m: Movement) -> Sequence[Trial]:
    """Where on its way a unit first comes within 2 inches of hidden enemies on the ground."""
    near = [
        (other, along)
        for other in lying_in_wait(m.battle, m.unit.side)
        if (along := brought_near(m, other)) is not None
    ]
    return tuple(Trial(along, AMBUSH, partial(_noticed, other=other)) for other, along in near)


def brought_near(m: Movement, other: Unit) -> float | None:
    """So many inches along its way the mover comes near, unless it was so when it set out."""
    reach = NEAR.of(m)["within"]
    if not may_strike(m.battle, m.unit, other):
        return None
    along = contact_along(m, other, reach)
    if along is None or m.start_place == RESERVE:
        return along if along is None else min(m.inches, max(along, m.unit.radius))  # when all of it is on the table
    return along if along > 0.0 or m.disembarks is not None else None


def may_strike(battle: Battle, mover: Unit, other: Unit) -> bool:
    """A hidden unit on the ground that has not been asked about this one yet."""
    ready = other.card.is_ground_unit and not other.airborne and not other.shutdown
    return ready and mover.id not in watched.of(other)


def _noticed(m: Movement, other: Unit) -> Trouble | None:
    if not hidden.of(other) or m.unit.id in watched.of(other):
        return None
    return Trouble(partial(ask, other=other), stops=False, pauses=True)


@hooks.entered.rule("AS-OPT-477", part=AMBUSH, when=FOUND)
def comes_among_them(battle: Battle, here: Entered) -> None:
    """So does whoever comes there in another way, by its own movement or its transport's; who is pushed has not moved.

    One is asked after the other, before anything else happens.
    """
    unit = here.unit
    if here.way.walks or not here.way.moves:
        return
    for other in reversed(lying_in_wait(battle, unit.side)):
        if may_strike(battle, unit, other) and is_near(battle, unit, other):
            battle.then("ask_of_newcomer", unit=other.id, target=unit.id)


@rules.task("ask_of_newcomer")
def ask_of_newcomer(battle: Battle, unit: str, target: str) -> None:
    waiting, newcomer = battle.units[unit], battle.units[target]
    if newcomer.on_table and newcomer.doomed is None and hidden.of(waiting) and may_strike(battle, newcomer, waiting):
        ask_about(battle, newcomer, waiting)


def is_near(battle: Battle, unit: Unit, other: Unit) -> bool:
    """On about the same level, edge to edge."""
    reach = NEAR.of(battle)["within"]
    low, high = other.elevation - reach - unit.height, other.elevation + other.height + reach
    return low <= unit.elevation <= high and within(battle, unit, other, reach)


def ask(m: Movement, other: Unit) -> None:
    ask_about(m.battle, m.unit, other)


def ask_about(battle: Battle, mover: Unit, other: Unit) -> None:
    """Its player may let a hidden unit attack on the spot."""
    watched.remember(battle, other, [*watched.of(other), mover.id])
    choices = ways_to_strike(battle, other, mover.id, max(0, overheat_left(other)))
    if not choices:
        return
    question = f"an enemy comes within {NEAR.of(battle)['within']:g} inches of {other.id}: a surprise attack?"
    facts: dict[str, JSON] = {"target": mover.id}
    asked = Decision(other.side, QUESTION, question, (*choices, NONE), "AS-OPT-477", unit=other.id, facts=facts)
    battle.ask(asked, "surprise", unit=other.id, target=mover.id)


def ways_to_strike(battle: Battle, unit: Unit, target: str, most: int) -> tuple[str, ...]:
    """Striking with so much overheat, as far as the rules allow that attack as any other of its weapons."""
    strikes = [(points, Attack(battle, surprise_order(unit, target, points))) for points in range(most + 1)]
    return tuple([f"{ATTACK}+{points}" if points else ATTACK for points, one in strikes if forbidden(one) is None])


def surprise_order(unit: Unit, target: str, overheat: int = 0) -> orders.Attack:
    return orders.Attack(unit.id, target, KIND, overheat=overheat)


@rules.task("surprise")
def surprise(battle: Battle, unit: str, target: str, choice: str) -> None:
    if choice != NONE:
        spring(battle, battle.units[unit], target, int(choice.partition("+")[2] or 0))


# -- the attack -----------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-477", otherwise=None)
def spring(battle: Battle, unit: Unit, target: str, overheat: int) -> None:
    """It shows itself and attacks; that was all it does this turn."""
    uncover(battle, unit, "AS-OPT-477")
    has_sprung.note(battle, unit, True)
    go_on(Attack(battle, surprise_order(unit, target, overheat)))


def only_when_asked(attack: Attack) -> Refusal | None:
    text = (
        "a surprise attack is made by a hidden unit when an enemy comes within 2 inches of it: its player is asked then"
    )
    return Refusal("not_asked", text, "AS-OPT-477")


def surprise_number(attack: Attack) -> tuple[Modifier, ...]:
    """Its Skill, and what critical hits have done to its aim; nothing else."""
    parts = (skill(attack), fire_control_hits(attack))
    return tuple(part for part in parts if part is not None)


attack_kind(
    Kind(
        KIND,
        traits=trait.traits(trait.ATTACK, trait.WEAPON, trait.ALL_WEAPONS, trait.SHOT, trait.FROM_HIDING),
        when=OPTION,
        words="surprise attack",
        slot=weapon_slot,
        strength=weapon_strength,
        explain=weapon_parts,
        judge=only_when_asked,
        number=surprise_number,
    )
)


# -- the rest of the turn -------------------------------------------------------------------------------------


@hooks.lies_low.rule("AS-OPT-477", when=FOUND)
def has_no_move_left(battle: Battle, unit: Unit) -> bool:
    return has_sprung.of(unit)


@hooks.may_move.rule("AS-OPT-477", part=-1, when=FOUND)
def does_not_move(m: Movement) -> Refusal | None:
    return _done(m.unit) if has_sprung.of(m.unit) else None


@hooks.may_attack.rule("AS-OPT-477", part=hooks.CARRIED - 1, when=FOUND)
def does_not_attack_again(attack: Attack) -> Refusal | None:
    return _done(attack.attacker) if has_sprung.of(attack.attacker) else None


@hooks.may_spot.rule("AS-OPT-477", part=-1, when=FOUND)
def does_not_spot(battle: Battle, spotter: Unit) -> Refusal | None:
    return _done(spotter) if has_sprung.of(spotter) else None


def _done(unit: Unit) -> Refusal:
    text = f"{unit.id} has made a surprise attack: it does nothing more this turn"
    return Refusal("has_sprung", text, "AS-OPT-477")


# -- at the edge of the map -----------------------------------------------------------------------------------

EDGE: Final = rules.table("AS-SCA-045", {"within": 1.0})
AT_THE_EDGE: Final = "surprise"


@hooks.is_back.rule("AS-SCA-045", when=commanded(OFF_MAP))
def met_at_the_edge(battle: Battle, unit: Unit) -> None:
    """Enemies within an inch of where a unit comes back may attack it as if they had lain in wait."""
    reach = EDGE.of(battle)["within"]
    for enemy in reversed([*battle.on_table(battle.opponent(unit.side))]):
        ready = not (enemy.airborne or enemy.doomed or is_helpless(battle, enemy))
        if ready and within(battle, enemy, unit, reach):
            battle.then("ask_at_the_edge", unit=enemy.id, target=unit.id)


@rules.task("ask_at_the_edge")
def ask_at_the_edge(battle: Battle, unit: str, target: str) -> None:
    waiting, returned = battle.units[unit], battle.units[target]
    if not returned.on_table or returned.doomed or returned.destroyed:
        return
    if not ways_to_strike(battle, waiting, target, 0):
        return
    question = f"{target} comes back within {EDGE.of(battle)['within']:g} inch of {unit}: a surprise attack?"
    kind = QUESTION if hidden.of(waiting) else AT_THE_EDGE
    facts: dict[str, JSON] = {"target": target}
    asked = Decision(waiting.side, kind, question, (ATTACK, NONE), "AS-SCA-045", unit=unit, facts=facts)
    battle.ask(asked, "strike_at_the_edge", unit=unit, target=target)


@rules.task("strike_at_the_edge")
def strike_at_the_edge(battle: Battle, unit: str, target: str, choice: str) -> None:
    if choice == NONE:
        return
    waiting = battle.units[unit]
    if hidden.of(waiting):
        uncover(battle, waiting, "AS-SCA-045")
    go_on(Attack(battle, surprise_order(waiting, target)))
