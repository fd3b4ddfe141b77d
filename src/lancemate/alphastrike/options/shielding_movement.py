"""Shielding movement (p. 172): a unit steps in front of another, makes it harder to hit and takes what falls short."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.attack import Attack, resumed
from lancemate.alphastrike.combat.ranges import line_of
from lancemate.alphastrike.combat.rolls import counting
from lancemate.alphastrike.combat.terrain_targets import hit_cover
from lancemate.alphastrike.measure.apart import passes
from lancemate.alphastrike.measure.contact import in_contact, meets
from lancemate.alphastrike.measure.places import there
from lancemate.alphastrike.play import traits as trait
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import Choice
from lancemate.alphastrike.play.words import order_word, text, unit_word
from lancemate.alphastrike.ruleset import rules
from lancemate.field.bodies import TINY
from lancemate.kernel.errors import Refusal
from lancemate.kernel.steps import Step

if TYPE_CHECKING:
    from lancemate.alphastrike.combat.attack import Underway
    from lancemate.alphastrike.combat.rolls import Made
    from lancemate.alphastrike.movement.context import Movement
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit
    from lancemate.kernel.steps import Steps

SHIELDING: Final = rules.option(
    "shielding_movement", "AS-OPT-520", "a unit may step in front of a friend and take what falls short of it"
)
order_word("move", "shield", SHIELDING)

CONTACT: Final = 0.05  # inches between two bases that touch
RUNNING: Final = ("ground", "minimum", "sprint")  # along the ground, and no jump
HARDER: Final = rules.table("AS-OPT-521", {"vehicle": 1, "'Mech": 2})
NEEDED: Final = 1.0  # inches of movement

shielding = unit_memory(
    "shielding", str, default=None, rule="AS-OPT-520", told="shields {}", expires="turn", names=True
)
unit_word(shielding, SHIELDING, text)


def worth(battle: Battle, unit: Unit) -> int:
    """What a shot past it is harder by."""
    card = unit.card
    if card.is_large or card.is_infantry:
        return 0
    row = HARDER.of(battle)
    return row["'Mech"] if card.is_mech or card.is_protomech else row["vehicle"] if card.is_vehicle else 0


# -- stepping in front ----------------------------------------------------------------------------------------


@hooks.declares.rule("AS-OPT-520", when=SHIELDING)
def may_shield(m: Movement) -> Refusal | None:
    """On foot for an inch at least, into contact, and no lower than whom it shields."""
    name = m.command.shield
    if name is None:
        return None
    battle, unit, other = m.battle, m.unit, m.battle.unit(name)
    why = None
    if other.side != unit.side or other is unit or not other.on_table or other.card.is_infantry:
        why = f"{unit.id} shields another unit of its side on the table, and no infantry"
    elif not worth(battle, unit):
        why = f"{unit.id} shields nobody: 'Mechs, ProtoMechs and vehicles do that, and large units need not"
    elif m.mode not in RUNNING or m.inches < NEEDED - TINY or m.exit_edge is not None:
        why = f"{unit.id} has to move an inch on the ground to shield somebody"
    elif not meets(battle, there(battle, unit, m.end, level=m.end_level), other):
        why = f"{unit.id} has to end its move in base contact with {other.id}"
    elif m.end_level + unit.height < other.elevation + other.height - TINY:
        why = f"{unit.id} stands lower than {other.id} there"
    return None if why is None else Refusal("cannot_shield", why, "AS-OPT-520")


@hooks.moved.rule("AS-OPT-520", when=SHIELDING)
def stands_in_front(m: Movement) -> bool | None:
    if m.command.shield is not None and m.unit.on_table and m.unit.at == m.end:
        shielding.note(m.battle, m.unit, m.command.shield)
    return None


@hooks.move_choices.rule("AS-OPT-520", when=SHIELDING)
def whom_to_shield(battle: Battle, unit: Unit) -> Choice | None:
    if not worth(battle, unit):
        return None
    friends = tuple(one.id for one in battle.on_table(unit.side) if one is not unit and not one.card.is_infantry)
    words = Choice("shield", "Shield", "unit", "AS-OPT-520", among=friends, modes=RUNNING, within=2.0, toward="friend")
    return words if friends else None


# -- in the line of fire --------------------------------------------------------------------------------------


def in_the_line(attack: Attack) -> list[Unit]:
    """Those who shield the target from just this shot."""
    target = attack.target
    if target is None or not can_be_shielded(attack):
        return []
    battle, line = attack.battle, line_of(attack)
    shields = [unit for unit in battle.on_table(target.side) if unit.notes and shielding.of(unit) == target.id]
    return [one for one in shields if still_shields(battle, one, target) and passes(battle, line, one, 0.0)]


@rules.rule("AS-OPT-520", otherwise=True)
def still_shields(battle: Battle, unit: Unit, target: Unit) -> bool:
    """Asked at each shot: who has been parted from the other, or is the lower one now, stands in nobody's way."""
    as_high = unit.elevation + unit.height >= target.elevation + target.height - TINY
    return as_high and in_contact(battle, unit, target)


@rules.rule("AS-OPT-523", otherwise=True)
def can_be_shielded(attack: Attack) -> bool:
    """Whatever strikes an area, or comes from the air, takes no notice."""
    return attack.is_weapon and trait.AREA not in attack.traits and not attack.platform.airborne


@hooks.to_hit.rule("AS-OPT-521", part=hooks.OTHER, when=SHIELDING)
def shielded(attack: Attack) -> Modifier | None:
    """Everybody in the line adds to it."""
    between = in_the_line(attack)
    if not between:
        return None
    names = " and ".join(unit.id for unit in between)
    return Modifier(f"Shielded by {names}", sum(worth(attack.battle, unit) for unit in between), "AS-OPT-521")


@hooks.attack_made.rule("AS-OPT-522", when=SHIELDING)
def takes_what_falls_short(attack: Attack, made: Made) -> bool | None:
    """What misses by no more than the shield was worth strikes it; one of several by the die."""
    between = in_the_line(attack) if made.missed and made.rolls else []
    count = made.short_by(sum(worth(attack.battle, unit) for unit in between))
    if not count:
        return None
    names = tuple(unit.id for unit in between)
    if len(names) == 1:
        hit_cover(counting(attack.redirected(names[0]), count), names[0])
        return True
    for _ in range(count if attack.series is not None else 1):
        attack.battle.follow(Step(one_is_drawn, (attack.underway, names)))
    return True


def one_is_drawn(battle: Battle, attack: Underway, names: tuple[str, ...]) -> Steps:
    """One of several by the die, for each roll, thrown again while it points to none."""
    die = battle.roll(1)[0]
    if die > len(names):
        return (Step(one_is_drawn, (attack, names)),)
    struck = names[die - 1]
    hit_cover(counting(resumed(battle, attack).redirected(struck), 1), struck)
    return ()
