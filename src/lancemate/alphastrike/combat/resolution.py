"""What follows when an attack is declared (pp. 40-45): the roll, the side that is struck, damage handed over.

Knows the flow shared by every kind of attack; how much a hit hurts is asked of damage_amount.py, what damage does of
damage.py. An attack that waits for an answer travels as ``Underway``, so that it goes on as what it was.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum, margin_of
from lancemate.alphastrike.combat.amount import settle
from lancemate.alphastrike.combat.attack import (
    Attack,
    Series,
    Stopped,
    Underway,
    automatic_miss,
    modifiers,
    number_of,
    open_attack,
    rear_command,
    resumed,
    succeeds,
    why_not,
)
from lancemate.alphastrike.combat.indoors import struck_inside, wear_down
from lancemate.alphastrike.combat.ranges import RANGE_NAMES
from lancemate.alphastrike.combat.rolls import DICE, Made, best, counting, made_of, one_of_many, rolls_of
from lancemate.alphastrike.combat.striking import hit_direction, strike
from lancemate.alphastrike.combat.terrain_targets import hit_cover, near_miss
from lancemate.alphastrike.damage import damage as harm
from lancemate.alphastrike.movement.context import LEVEL
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.clock import check_phase, check_side
from lancemate.alphastrike.play.events import AttackFailed, AttackMade
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.knowing import unseen_by
from lancemate.alphastrike.play.state import Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import top_of
from lancemate.alphastrike.terrain.hexes import measured
from lancemate.alphastrike.urban.collapse import damage_feature
from lancemate.field.measure import rounded
from lancemate.kernel.agenda import Decision
from lancemate.kernel.errors import Refused

if TYPE_CHECKING:
    from lancemate.alphastrike.damage.reckoning import Settled
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
    battle, in_flight = attack.battle, attack.kind_rules.in_flight
    if in_flight is None or not in_flight(attack):
        for hook in battle.hooks[hooks.declared_question]:
            question = hook(attack)
            if question is not None:
                battle.ask(question, "declared_answered", attack=attack.underway, kind=question.kind)
                return
        for stops in battle.hooks[hooks.stops_attack]:
            stop = stops(attack)
            if isinstance(stop, Stopped):
                told = (attack.attacker.id, stop.by, attack.kind, stop.reason, attack.slot, stop.rule)
                battle.emit(AttackFailed(*told))
                if attack.kind_rules.after is not None:
                    attack.kind_rules.after(attack, False)
            if stop:
                return
    beginning = battle.hooks[hooks.attack_begins]
    if not beginning or not any(begins(attack) for begins in beginning):
        (attack.kind_rules.begin or make_attack)(attack)


def meet(attack: Attack, task: str, **data: object) -> Stopped | Decision | None:
    """Missiles come in that nobody has declared just now: who is asked what meets them, or has stopped them."""
    battle = attack.battle
    for hook in battle.hooks[hooks.declared_question]:
        question = hook(attack)
        if question is not None:
            battle.ask(question, task, **data, attack=attack.underway, kind=question.kind)
            return question
    for stops in battle.hooks[hooks.stops_attack]:
        stop = stops(attack)
        if isinstance(stop, Stopped):
            return stop
    return None


def has_met(battle: Battle, attack: Underway, kind: str, choice: str) -> None:
    """One of them has said it."""
    for hook in battle.hooks[hooks.declared_answered]:
        hook(resumed(battle, attack), kind, choice)


def missiles_are_in(battle: Battle) -> None:
    for hook in battle.hooks[hooks.missiles_are_in]:
        hook(battle)


@rules.task("declared_answered")
def declared_answered(battle: Battle, attack: Underway, kind: str, choice: str) -> None:
    declared = resumed(battle, attack)
    for hook in battle.hooks[hooks.declared_answered]:
        hook(declared, kind, choice)
    go_on(declared)


@rules.task("rear_attack")
def rear_attack(battle: Battle, command: orders.Attack) -> None:
    make_attack(Attack(battle, command))


def make_attack(attack: Attack) -> None:
    """Roll an attack that is allowed, as often as it rolls (hook ``rolls_apart``), and see it through."""
    for hook in attack.battle.hooks[hooks.rolls_apart, attack.kind]:
        count = hook(attack)
        if count is not None and count > 1:
            attack.series = Series((), count - 1)
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
                battle.ask(objection, "hit_doubted", attack=attack.underway, roll=roll, retried=retried)
                return
    if not hit and not retried:
        for hook in battle.hooks[hooks.second_chance]:
            question: Decision | None = hook(attack, number, roll)
            if question is not None:
                battle.ask(question, "second_chance", attack=attack.underway, roll=roll)
                return
    if attack.series is None:
        see_through(attack, roll, hit)
    else:
        next_roll(attack, attack.series, roll)


def next_roll(attack: Attack, series: Series, roll: tuple[int, ...]) -> None:
    """One of several rolls stands; after the last of them it is seen what has come of all."""
    thrown = series.thrown + roll
    if series.left:
        attack.series = Series(thrown, series.left - 1)
        judge(attack, attack.battle.roll(2))
        return
    good = sum([one.hit for one in rolls_of(attack, thrown)])
    attack.series = Series(thrown, 0, good)
    see_through(attack, thrown, good > 0)


def stands(attack: Attack, roll: tuple[int, ...]) -> None:
    """Dice that nobody throws again."""
    if attack.series is None:
        see_through(attack, roll, hits(attack, roll))
    else:
        next_roll(attack, attack.series, roll)


def hits(attack: Attack, roll: tuple[int, ...]) -> bool:
    """Whether these dice are enough."""
    return succeeds(attack, number_of(attack), dice_sum(attack, roll))


def see_through(attack: Attack, roll: tuple[int, ...], hit: bool) -> None:
    """What follows from the dice that count."""
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
    battle.ask(direction_question(attack, target, roll), "land_attack", attack=attack.underway, roll=roll)


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
def land_attack(battle: Battle, attack: Underway, roll: tuple[int, ...], choice: str) -> None:
    land(resumed(battle, attack), tuple(roll), choice)


def land(attack: Attack, roll: tuple[int, ...], direction: str) -> None:
    """Ask what is still to be chosen about a hit, then do its damage."""
    for hook in attack.battle.hooks[hooks.hit_question]:
        question = hook(attack)
        if question is not None:
            told = {"attack": attack.underway, "roll": roll, "direction": direction, "kind": question.kind}
            attack.battle.ask(question, "hit_answered", **told)
            return
    resolve(attack, roll, True, direction)


@rules.task("hit_answered")
def hit_answered(
    battle: Battle, attack: Underway, roll: tuple[int, ...], direction: str, kind: str, choice: str
) -> None:
    struck = resumed(battle, attack)
    for hook in battle.hooks[hooks.hit_answered]:
        hook(struck, kind, choice)
    land(struck, tuple(roll), direction)


def resolve(attack: Attack, roll: tuple[int, ...], hit: bool, direction: str | None) -> None:
    """Tell the attack and, if it hit, hand its damage over."""
    parts = modifiers(attack)
    number = attack.number
    settled = settle(attack, direction or "front") if hit else None
    tell(attack, roll, number, parts, hit, direction, settled)
    if settled is None:
        strike_cover(attack, number, roll)
    else:
        hand_over(attack, settled, direction, roll)
        if attack.series is not None or attack.battle.hooks[hooks.hit_landed]:
            after_hit(attack, roll, settled)
    finish(attack, roll, hit, settled)


def after_hit(attack: Attack, roll: tuple[int, ...], settled: Settled) -> None:
    """What rules make of a hit on a unit, and of those rolls among several that have missed it."""
    made = made_of(attack, roll, True, settled)
    if attack.target is not None:
        for hook in attack.battle.hooks[hooks.hit_landed]:
            hook(attack, made)
    if attack.series is not None:
        strike_cover(attack, made.number, roll)


def finish(attack: Attack, roll: tuple[int, ...], hit: bool, settled: Settled | None = None) -> None:
    """What follows an attack, whatever it was aimed at."""
    if attack.battle.hooks[hooks.attack_made]:
        tell_rules(attack, made_of(attack, roll, hit, settled))
    if attack.kind_rules.after is not None:
        attack.kind_rules.after(attack, hit)


def tell_rules(attack: Attack, made: Made) -> None:
    """Rules hear of every attack."""
    for hook in attack.battle.hooks[hooks.attack_made]:
        hook(attack, made)


@rules.rule("AS-COM-082", otherwise=None)
def hand_over(attack: Attack, settled: Settled, direction: str | None, roll: tuple[int, ...]) -> None:
    """Damage of a hit is marked at once, whatever kind of attack did it; its effects wait for the End Phase."""
    if attack.target is not None and direction is not None:
        if not settled.is_stopped:
            strike(attack, settled, direction, natural_12=natural_twelve(attack, roll))
        if settled.absorbed:
            wear_down(attack.battle, settled, attack.source, attack.platform.at)
        return
    if attack.feature is not None:
        place = attack.platform.at if comes_from_the_side(attack) else None
        by = attack.source
        damage_feature(attack.battle, attack.feature, settled.damage, "AS-COM-082", by, place=place, aimed=True)
        for unit in struck_inside(attack):
            harm.strike(attack.battle, harm.hit_of(unit.id, settled, by))
    for hook in attack.battle.hooks[hooks.ground_hit]:
        hook(attack, settled)


def comes_from_the_side(attack: Attack) -> bool:
    """Whether it strikes a structure in its walls; from as high as the roof it strikes that."""
    feature = attack.feature
    if feature is None or feature.role_name != "solid":
        return True
    if trait.FROM_ABOVE in attack.traits:
        return False
    return attack.platform.elevation < top_of(attack.battle, feature, 0.0) - LEVEL


@rules.rule("AS-COM-089", otherwise=False)
def natural_twelve(attack: Attack, roll: tuple[int, ...]) -> bool:
    """Two sixes on a successful attack bring a critical check of their own."""
    return (roll if len(roll) <= DICE else one_of_many(attack, roll)) == (6, 6)


def strike_cover(attack: Attack, number: int, roll: tuple[int, ...]) -> None:
    """A shot that only just missed strikes what its target stands behind."""
    cover = near_miss(attack, number, roll) if attack.series is None else near_misses(attack, number, roll)
    if cover is not None:
        hit_cover(attack.redirected(cover), cover)


def near_misses(attack: Attack, number: int, roll: tuple[int, ...]) -> str | None:
    """The same of several rolls: as many points as have only just missed."""
    missed = [one.dice for one in rolls_of(attack, roll) if not one.hit]
    struck = [cover for dice in missed if (cover := near_miss(attack, number, dice)) is not None]
    counting(attack, len(struck))
    return struck[0] if struck else None


def tell(
    attack: Attack,
    roll: tuple[int, ...],
    number: int,
    parts: tuple[Modifier, ...],
    hit: bool,
    direction: str | None = None,
    settled: Settled | None = None,
) -> None:
    """Write the attack into the journal."""
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
            margin=None
            if not roll
            else margin_of(attack, dice_sum(attack, roll if attack.series is None else best(attack, roll)), number),
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
