"""Street Fighter (p. 99): whoever attacks it from base contact is struck first, with fists and guns in one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import STREET_FIGHTER, piloted
from lancemate.alphastrike.combat.amount import at_short
from lancemate.alphastrike.combat.attack import Attack, why_not
from lancemate.alphastrike.combat.physical import blow_of
from lancemate.alphastrike.combat.resolution import go_on, make_attack
from lancemate.alphastrike.damage.reckoning import ADDED
from lancemate.alphastrike.measure.contact import in_contact
from lancemate.alphastrike.pilots.having import has
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.traits import AT_ONCE, Traits, traits
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.agenda import Decision

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.reckoning import Reckoning
    from lancemate.alphastrike.play.battle import Battle

hooks.question_kinds.add("street_fighter", "whether a unit strikes first")

STRIKING: Final = rules.table("AS-SPA-060", {"to hit": 1})
STRIKE, WAIT = "strike", "wait"
# What its player has said about the attack that is being made on it.
answer = unit_memory("street_fighter", str, default=None, expires="phase", rule="AS-SPA-060", names=True)


def strike_at(attack: Attack) -> orders.Attack:
    """The blow that comes before an attack."""
    assert attack.target is not None
    fighter = attack.target
    kind = blow_of(attack.battle, fighter)
    return orders.Attack(fighter.id, attack.attacker.id, kind, abilities=(STREET_FIGHTER,))


@rules.rule("AS-SPA-060", otherwise=False)
def may_strike_first(attack: Attack) -> bool:
    """It has not attacked yet, is in contact, and is not attacked by one of its own kind."""
    battle, fighter = attack.battle, attack.target
    if fighter is None or not has(battle, fighter, STREET_FIGHTER) or has(battle, attack.attacker, STREET_FIGHTER):
        return False
    if fighter.attacks or not in_contact(battle, fighter, attack.attacker):
        return False
    return why_not(Attack(battle, replace(strike_at(attack), abilities=()))) is None


@hooks.declared_question.rule("AS-SPA-060", when=piloted(STREET_FIGHTER))
def street_fighter(attack: Attack) -> Decision | None:
    fighter = attack.target
    if fighter is None or answer.of(fighter) == attack.attacker.id or not may_strike_first(attack):
        return None
    return Decision(
        side=fighter.side,
        kind="street_fighter",
        question=f"{attack.attacker.id} attacks {fighter.id}: does it strike first, with its one attack of the turn?",
        choices=(STRIKE, WAIT),
        rule="AS-SPA-060",
        unit=fighter.id,
        facts={"attacker": attack.attacker.id, "kind": attack.kind},
    )


@hooks.declared_answered.rule("AS-SPA-060", when=piloted(STREET_FIGHTER))
def strikes_or_waits(attack: Attack, kind: str, choice: str) -> None:
    if kind != "street_fighter":
        return
    assert attack.target is not None
    answer.remember(attack.battle, attack.target, attack.attacker.id)
    if choice == STRIKE:
        attack.battle.then("strike_first", command=attack.command)


@hooks.stops_attack.rule("AS-SPA-060", part=-1, when=piloted(STREET_FIGHTER))
def waits_for_the_strike(attack: Attack) -> bool | None:
    """The attack goes on when the strike is over, if there is anybody left to make it."""
    return any(task.name == "strike_first" for task in attack.battle.state.agenda) or None


@rules.task("strike_first")
def strike_first(battle: Battle, command: orders.Attack) -> None:
    battle.then("strike_is_over", command=command)
    make_attack(Attack(battle, strike_at(Attack(battle, command))))


@rules.task("strike_is_over")
def strike_is_over(battle: Battle, command: orders.Attack) -> None:
    """Whoever was destroyed or disabled attacks no more."""
    attack = Attack(battle, command)
    if attack.attacker.in_play and why_not(attack) is None:
        go_on(attack)


@hooks.to_hit.rule("AS-SPA-060", part=hooks.OTHER, traits=trait.BLOW, when=piloted(STREET_FIGHTER))
def in_a_hurry(attack: Attack) -> Modifier | None:
    if STREET_FIGHTER not in attack.command.abilities:
        return None
    return Modifier(STREET_FIGHTER, STRIKING.of(attack)["to hit"], "AS-SPA-060")


@hooks.damage.rule("AS-SPA-060", part=ADDED, kinds=hooks.MADE, when=piloted(STREET_FIGHTER))
def guns_and_fists(work: Reckoning) -> Modifier | None:
    """What its guns do at Short range comes on top of the blow, in one volley."""
    if STREET_FIGHTER not in work.attack.command.abilities:
        return None
    short = at_short(work.attack)
    return Modifier("Short range damage", short.points, "AS-SPA-060") if short.points else None


@hooks.made_of.rule("AS-SPA-060", when=piloted(STREET_FIGHTER))
def felt_before_the_blow(attack: Attack) -> Traits | None:
    """All that comes of it is there before the opponent's attack."""
    return traits(AT_ONCE) if STREET_FIGHTER in attack.command.abilities else None
