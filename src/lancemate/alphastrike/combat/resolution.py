"""What follows when an attack is declared (pp. 40-45): the roll, the side that is struck, damage handed over.

Knows the flow shared by every kind of attack; how much a hit hurts is asked of damage_amount.py, what damage does of
damage.py.

Hooks: ``second_chance`` (attack, number, roll) -> Decision | None asks whether a miss is rolled again,
``attack_made`` (attack, hit, number, roll) hears of every attack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.attack import (
    Attack,
    automatic_miss,
    modifiers,
    number_of,
    open_attack,
    rear_command,
    succeeds,
    why_not,
)
from lancemate.alphastrike.combat.indoors import struck_inside, wear_down
from lancemate.alphastrike.combat.ranges import RANGE_NAMES
from lancemate.alphastrike.combat.striking import hit_direction, strike
from lancemate.alphastrike.combat.terrain_targets import hit_cover, near_miss
from lancemate.alphastrike.damage.damage import Hit, take_hit
from lancemate.alphastrike.movement.context import LEVEL
from lancemate.alphastrike.movement.terrain import top_of
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.clock import check_phase, check_side
from lancemate.alphastrike.play.events import AttackMade
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.knowing import unseen_by
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import measured
from lancemate.alphastrike.urban.collapse import damage_feature
from lancemate.field.measure import rounded
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Settled
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.kernel.codec import JSON

hooks.question_kinds.add("direction", "which side is hit")

# -- the roll -------------------------------------------------------------------------------------------------


@rules.verb(orders.Attack)
def do_attack(battle: Battle, command: orders.Attack) -> None:
    attack = open_attack(battle, command)
    check_phase(battle, orders.Attack, "attacks are made")
    check_side(battle, attack.attacker, "AS-INT-060")
    refusal = why_not(attack)
    if refusal is not None:
        raise Refused(refusal)
    rear = rear_command(command)
    if rear is not None:
        refusal = why_not(Attack(battle, rear))
        if refusal is not None:
            raise Refused(refusal)
        battle.then("rear_attack", command=rear)
    if attack.attacker.moved == "none" and battle.now.attacks is not None:
        battle.now.attacks(battle, attack.attacker)
    go_on(attack)


def go_on(attack: Attack) -> None:
    """Ask what others may say about a declared attack; then it is made, unless one of them has stopped it."""
    battle = attack.battle
    for hook in battle.hooks[hooks.declared_question]:
        question = hook(attack)
        if question is not None:
            battle.ask(question, "declared_answered", command=attack.command, kind=question.kind)
            return
    stopping, beginning = battle.hooks[hooks.stops_attack], battle.hooks[hooks.attack_begins]
    if stopping and any(stops(attack) for stops in stopping):
        return
    if not beginning or not any(begins(attack) for begins in beginning):
        (attack.kind_rules.begin or make_attack)(attack)


@rules.task("declared_answered")
def declared_answered(battle: Battle, command: orders.Attack, kind: str, choice: str) -> None:
    attack = Attack(battle, command)
    for hook in battle.hooks[hooks.declared_answered]:
        hook(attack, kind, choice)
    go_on(attack)


@rules.task("rear_attack")
def rear_attack(battle: Battle, command: orders.Attack) -> None:
    make_attack(Attack(battle, command))


def make_attack(attack: Attack) -> None:
    """Roll an attack that is allowed, and see it through."""
    if automatic_miss(attack, number_of(attack)):  # no dice, and so nothing that goes by what they show
        see_through(attack, (), False)
    else:
        judge(attack, attack.battle.roll(2))


def judge(attack: Attack, roll: tuple[int, ...], *, doubted: bool = False, retried: bool = False) -> None:
    """See whether dice are enough, unless they are thrown again: for the target's sake, or the attacker's."""
    battle = attack.battle
    number = number_of(attack)
    hit = succeeds(attack, number, dice_sum(attack, roll))
    if hit and not doubted:
        for doubts in battle.hooks[hooks.hit_doubted]:
            objection = doubts(attack, number, roll)
            if objection is not None:
                battle.ask(objection, "hit_doubted", command=attack.command, roll=roll, retried=retried)
                return
    if not hit and not retried:
        for hook in battle.hooks[hooks.second_chance]:
            question: Decision | None = hook(attack, number, roll)
            if question is not None:
                battle.ask(question, "second_chance", command=attack.command, roll=roll)
                return
    see_through(attack, roll, hit)


def hits(attack: Attack, roll: tuple[int, ...]) -> bool:
    """Whether these dice are enough."""
    return succeeds(attack, number_of(attack), dice_sum(attack, roll))


def see_through(attack: Attack, roll: tuple[int, ...], hit: bool) -> None:
    """What follows from the roll that counts."""
    kind = attack.kind_rules
    if kind.resolve is not None:
        parts = modifiers(attack)
        kind.resolve(attack, roll, attack.number, parts, hit)
    elif hit and attack.target is not None:
        ask_direction(attack, roll)
    else:
        resolve(attack, roll, hit, None)


# -- resolving ------------------------------------------------------------------------------------------------


def ask_direction(attack: Attack, roll: tuple[int, ...]) -> None:
    """Find which side of the target a hit strikes; on a corner its player chooses."""
    battle, target = attack.battle, attack.target
    assert target is not None
    direction = hit_direction(attack)
    if direction != "corner":
        land(attack, roll, direction)
        return
    battle.ask(direction_question(attack, target, roll), "land_attack", command=attack.command, roll=roll)


def direction_question(attack: Attack, target: Unit, roll: tuple[int, ...]) -> Decision:
    return Decision(
        side=target.side,
        kind="direction",
        question=f"the shot strikes {target.id} exactly between two sides: which one is hit?",
        choices=("front", "rear"),
        rule="AS-DMG-003",
        unit=target.id,
        facts=_who_strikes(attack, target) | {"roll": list(roll)},
    )


def _who_strikes(attack: Attack, target: Unit) -> dict[str, JSON]:
    """The attacker, unless the side that is asked could not name it."""
    name = attack.attacker.id
    return {} if name in unseen_by(attack.battle, target.side) else {"attacker": name}


@rules.task("land_attack")
def land_attack(battle: Battle, command: orders.Attack, roll: tuple[int, ...], choice: str) -> None:
    land(Attack(battle, command), tuple(roll), choice)


def land(attack: Attack, roll: tuple[int, ...], direction: str) -> None:
    """Ask what is still to be chosen about a hit, then do its damage."""
    for hook in attack.battle.hooks[hooks.hit_question]:
        question = hook(attack)
        if question is not None:
            told = {"command": attack.command, "roll": roll, "direction": direction, "kind": question.kind}
            attack.battle.ask(question, "hit_answered", **told)
            return
    resolve(attack, roll, True, direction)


@rules.task("hit_answered")
def hit_answered(
    battle: Battle, command: orders.Attack, roll: tuple[int, ...], direction: str, kind: str, choice: str
) -> None:
    attack = Attack(battle, command)
    for hook in battle.hooks[hooks.hit_answered]:
        hook(attack, kind, choice)
    land(attack, tuple(roll), direction)


def resolve(attack: Attack, roll: tuple[int, ...], hit: bool, direction: str | None) -> None:
    """Tell the attack and, if it hit, hand its damage over."""
    parts = modifiers(attack)
    number = attack.number
    settled = settle(attack, direction or "front") if hit else None
    tell(attack, roll, number, parts, hit, direction, settled)
    if settled is not None:
        hand_over(attack, settled, direction, roll)
        if attack.target is not None:
            for hook in attack.battle.hooks[hooks.hit_landed]:
                hook(attack, settled, margin_of(attack, dice_sum(attack, roll), number) or 0)
    else:
        strike_cover(attack, number, roll)
    finish(attack, hit, number, roll)


def finish(attack: Attack, hit: bool, number: int, roll: tuple[int, ...]) -> None:
    """What follows an attack, whatever it was aimed at."""
    for hook in attack.battle.hooks[hooks.attack_made]:
        hook(attack, hit, number, roll)
    if attack.kind_rules.after is not None:
        attack.kind_rules.after(attack, hit)


@rules.rule("AS-COM-082", otherwise=None)
def hand_over(attack: Attack, settled: Settled, direction: str | None, roll: tuple[int, ...]) -> None:
    """Damage of a hit is marked at once, whatever kind of attack did it; its effects wait for the End Phase."""
    if attack.target is not None and direction is not None:
        if not settled.is_stopped:
            strike(attack, settled, direction, natural_12=natural_twelve(attack, roll))
        wear_down(attack.battle, settled, attack.platform.at)
        return
    if attack.feature is not None:
        source = attack.platform.at if comes_from_the_side(attack) else None
        damage_feature(attack.battle, attack.feature, settled.damage, "AS-COM-082", source=source)
        for unit in struck_inside(attack):
            take_hit(attack.battle, Hit(unit.id, settled.damage, cause=attack.kind, attacker=attack.attacker.id))
    for hook in attack.battle.hooks[hooks.ground_hit]:
        hook(attack, settled)


def comes_from_the_side(attack: Attack) -> bool:
    """Whether it strikes a structure in its walls; from as high as the roof it strikes that."""
    feature = attack.feature
    if feature is None or feature.role_name != "solid":
        return True
    return attack.platform.elevation < top_of(attack.battle, feature, 0.0) - LEVEL


@rules.rule("AS-COM-089", otherwise=False)
def natural_twelve(attack: Attack, roll: tuple[int, ...]) -> bool:
    """Two sixes on a successful attack bring a critical check of their own."""
    return roll == (6, 6)


def strike_cover(attack: Attack, number: int, roll: tuple[int, ...]) -> None:
    """A shot that only just missed strikes what its target stands behind."""
    cover = near_miss(attack, number, roll)
    if cover is not None:
        hit_cover(attack.redirected(cover), cover)


def tell(
    attack: Attack,
    roll: tuple[int, ...],
    number: int,
    parts: tuple[Modifier, ...],
    hit: bool,
    direction: str | None = None,
    settled: Settled | None = None,
    counts: tuple[int, ...] | None = None,
) -> None:
    """Write the attack into the journal. ``counts`` is the one of several rolls that its margin is taken from."""
    command = attack.command
    attack.battle.emit(
        AttackMade(
            attacker=attack.attacker.id,
            target=attack.target_name,
            at_terrain=attack.feature is not None,
            point=attack.point,
            kind=attack.kind,
            using=command.using or attack.code,
            target_number=number,
            modifiers=parts,
            roll=roll,
            hit=hit,
            margin=None if not roll else margin_of(attack, dice_sum(attack, counts or roll), number),
            direction=direction,
            damage=settled.damage if settled else None,
            damage_parts=settled.parts if settled else (),
            damage_roll=settled.roll if settled else (),
            range=RANGE_NAMES[attack.bracket],
            distance=rounded(measured(attack.battle, attack.distance), 4),
            overheat=attack.overheat,
            spotter=command.spotter,
            spotter_attacks=attack.spotter_attacks,
            arc=attack.arc,
            slot=attack.slot,
            section=attack.section,
            ammo=command.ammo,
        )
    )
