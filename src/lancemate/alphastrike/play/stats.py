"""A unit's values now: the card, worn down by every lasting wound in the order suffered.

Wounds fold over the card's values (AS-DMG-055): that is what damage has left for good. Heat, passengers and switched-on
gear come on top, through hooks, where current values are asked for. Must not know how wounds are suffered.

Sums: ``tmm`` (battle, unit) of Modifiers, ``move_now`` (battle, unit, mode) of Costs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_down, round_normally
from lancemate.alphastrike.cards.card import Card, Stats
from lancemate.alphastrike.cards.damage_value import Damage, Strength
from lancemate.alphastrike.play.explain import Cost, Modifier, cost, modifier, total
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Switched
from lancemate.kernel.tally import SoFar

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.specials import Special
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.state import Unit

# Lasting wounds. A weapon hit on one arc of several is written "weapon:front".
ENGINE: Final = "engine"
FIRE_CONTROL: Final = "fire_control"
MP: Final = "mp"
WEAPON: Final = "weapon"
MOTIVE_2: Final = "motive_2"
MOTIVE_HALF: Final = "motive_half"
MOTIVE_0: Final = "motive_0"
CRASHED: Final = "crashed"
THRUSTER: Final = "thruster"
CREW: Final = "crew"
ARC_WEAPON: Final = "weapon:"


def stats(battle: Battle, unit: Unit) -> Stats:
    """What damage has left of the card, as far as it is felt yet."""
    if not unit.wounds:
        return unit.card.printed
    as_printed = battle.changed is None and not battle.hooks[hooks.wounds_felt]
    key = ("stats", unit.id, unit.card.move.primary, unit.wounds)
    known: Stats | None = battle.memory.get(key) if as_printed else None
    return stats_with(battle, unit, unit.wounds) if known is None else known


def stats_with(battle: Battle, unit: Unit, wounds: tuple[str, ...]) -> Stats:
    """The same with other wounds, such as those still waiting for the End Phase.

    Remembered only while the book's own rules count: those look at the card and nothing else of the battle.
    """
    for hook in battle.hooks[hooks.wounds_felt]:
        felt = hook(battle, unit, wounds)
        wounds = wounds if felt is None else felt
    if battle.changed is not None:
        return _fold(battle, unit.card, wounds)
    key = ("stats", unit.id, unit.card.move.primary, wounds)
    return cast(Stats, battle.remember(key, lambda: _fold(battle, unit.card, wounds)))


def _fold(battle: Battle, card: Card, wounds: tuple[str, ...]) -> Stats:
    move, tmm = dict(card.printed.move), card.tmm
    for wound in in_order(battle, wounds):
        lose = _SLOWED.get(wound)
        if lose is not None:
            move, tmm = lose(battle, card, move, tmm)
    if "thrust" in move:
        move["thrust"] = _thrust_left(battle, card, move["thrust"], wounds)
    damage = worn(battle, card, card.damage, wounds)
    return Stats(move, tmm, damage, max(move.values(), default=0.0) <= 0)


@rules.rule("AS-DMG-055", otherwise=lambda battle, wounds: tuple(sorted(wounds)))
def in_order(battle: Switched, wounds: tuple[str, ...]) -> tuple[str, ...]:
    """Each wound works on what the ones before it have left."""
    return wounds


# -- Move and TMM ---------------------------------------------------------------------------------------------

Movement = tuple[dict[str, float], int]


def _unchanged(battle: Switched, card: Card, move: dict[str, float], tmm: int) -> Movement:
    return move, tmm


@rules.rule("AS-DMG-048", otherwise=_unchanged)
def mp_hit(battle: Switched, card: Card, move: dict[str, float], tmm: int) -> Movement:
    """Half of every Move and of the TMM is lost, rounded normally, at least 2 inches and 1."""
    slower = {mode: max(0.0, inches - max(2, round_normally(battle, inches / 2))) for mode, inches in move.items()}
    return slower, max(0, tmm - max(1, round_normally(battle, tmm / 2)))


@rules.rule("AS-DMG-046", otherwise=_unchanged)
def vehicle_engine_hit(battle: Switched, card: Card, move: dict[str, float], tmm: int) -> Movement:
    """A vehicle keeps half of its Move and TMM, rounded down."""
    if not card.is_vehicle:
        return move, tmm
    return {mode: float(round_down(battle, inches / 2)) for mode, inches in move.items()}, tmm // 2


@rules.rule("AS-DMG-053", otherwise=_unchanged)
def motive_two_inches(battle: Switched, card: Card, move: dict[str, float], tmm: int) -> Movement:
    return {mode: max(0.0, inches - 2) for mode, inches in move.items()}, max(0, tmm - 1)


@rules.rule("AS-DMG-053", otherwise=_unchanged)
def motive_half(battle: Switched, card: Card, move: dict[str, float], tmm: int) -> Movement:
    """Half is left, rounded down, but at least 2 inches and 1 TMM are lost."""
    slower = {mode: max(0.0, min(round_down(battle, inches / 2), inches - 2)) for mode, inches in move.items()}
    return slower, max(0, min(tmm // 2, tmm - 1))


@rules.rule("AS-DMG-054", otherwise=_unchanged)
def immobilized(battle: Switched, card: Card, move: dict[str, float], tmm: int) -> Movement:
    """Nothing is left of its Move for the rest of the game."""
    return dict.fromkeys(move, 0.0), 0


_SLOWED: Final[Mapping[str, Callable[[Switched, Card, dict[str, float], int], Movement]]] = {
    MP: mp_hit,
    ENGINE: vehicle_engine_hit,
    MOTIVE_2: motive_two_inches,
    MOTIVE_HALF: motive_half,
    MOTIVE_0: immobilized,
    CRASHED: immobilized,
}


def _thrust_left(battle: Switched, card: Card, thrust: float, wounds: tuple[str, ...]) -> float:
    """Engine and thruster hits on what flies by Thrust (pp. 184, 187): fighters lose half, then all of it."""
    if is_hit_as_a_mech(battle, card):
        return thrust
    engine = wounds.count(ENGINE)
    if not engine:
        lost = 0.0
    elif card.is_dropship or card.type == "SC":
        lost = thrust if engine > 2 else max(1, round_normally(battle, thrust * engine / 4))
    else:
        lost = thrust if engine > 1 else max(1, thrust - round_down(battle, thrust / 2))
    return max(0.0, thrust - lost - wounds.count(THRUSTER))


@rules.rule("AS-OPT-628", otherwise=False)
def is_hit_as_a_mech(by: Switched, card: Card) -> bool:
    """What is a 'Mech is damaged like one, though it may fly by Thrust."""
    return card.is_mech


# -- damage values --------------------------------------------------------------------------------------------


def worn(battle: Switched, card: Card, damage: Damage, wounds: tuple[str, ...], arc: str | None = None) -> Damage:
    """What wounds have left of a damage value of the card, of one of its arcs or of one of its abilities."""
    if not wounds or not damage.harms:
        return damage
    if card.is_dropship or card.type == "SC":
        return quarter_off(battle, damage, wounds.count(WEAPON))
    for wound in in_order(battle, wounds):
        if wound == WEAPON:
            damage = weapon_hit(battle, damage)
        elif wound == ENGINE and card.is_vehicle:
            damage = engine_hit_on_weapons(battle, damage)
        elif arc is not None and wound == ARC_WEAPON + arc:
            damage = arc_weapon_hit(battle, damage)
    return damage


@rules.rule("AS-BAT-132", otherwise=lambda battle, damage, hits: damage)
def section_worn(battle: Switched, damage: Damage, hits: int) -> Damage:
    """A point less for each weapon hit on the section of a mobile structure."""
    return damage.reduced(hits) if hits else damage


@rules.rule("AS-DMG-050", "AS-AER-055", otherwise=lambda battle, damage: damage)
def weapon_hit(battle: Switched, damage: Damage) -> Damage:
    """One point less at every range; nothing is left of minimal damage."""
    return damage.reduced(1)


@rules.rule("AS-DMG-046", "AS-DMG-011", otherwise=lambda battle, damage: damage)
def engine_hit_on_weapons(battle: Switched, damage: Damage) -> Damage:
    """Half of it, rounded down: minimal damage becomes nothing."""
    return damage.halved()


@rules.rule("AS-DMG-051", otherwise=lambda battle, damage: damage)
def arc_weapon_hit(battle: Switched, damage: Damage) -> Damage:
    """The arc that was hit keeps half of its damage, rounded down."""
    return damage.halved()


@rules.rule("AS-AER-055", otherwise=lambda battle, damage, hits: damage)
def quarter_off(battle: Switched, damage: Damage, hits: int) -> Damage:
    """Large craft lose a quarter of every value with each weapon hit."""
    if not hits:
        return damage
    left = max(0, 4 - hits)
    return Damage(*(Strength(strength.points * left // 4) for strength in damage))


def special_damage(battle: Battle, unit: Unit, special: Special, arc: str | None = None) -> Damage:
    """The damage values of a special ability now; a single value holds at Short, Medium and Long range."""
    strength = special.strength
    if strength is None:
        return Damage()
    printed = Damage(strength, strength, strength) if isinstance(strength, Strength) else strength
    if unit.sections:
        return section_worn(battle, printed, weapon_hits_on(unit, arc))
    if not unit.wounds:
        return printed
    return worn(battle, unit.card, printed, unit.wounds, arc)


def weapon_hits_on(unit: Unit, mount: str | None) -> int:
    """Weapon hits on the section that some weapons of a mobile structure stand in."""
    section = next((one for one in unit.sections if is_in(mount, one.name)), None)
    return section.wounds.count(WEAPON) if section is not None else 0


def is_in(mount: str | None, section: str) -> bool:
    """Whether weapons belong to a section: they are called like it, or like it and a word more."""
    return mount is not None and (mount == section or mount.startswith(f"{section} "))


def artillery_pieces(battle: Battle, unit: Unit, special: Special, section: str | None = None) -> int:
    """How many artillery attacks an ability still gives: each weapon hit silences one piece."""
    hits = unit.wounds.count(WEAPON) if section is None else weapon_hits_on(unit, section)
    return max(0, int(special.number or 1) - hits * _pieces_per_hit(battle))


@rules.rule("AS-DMG-050", otherwise=0)
def _pieces_per_hit(battle: Battle) -> int:
    return 1


# -- now ------------------------------------------------------------------------------------------------------


def move_now(battle: Battle, unit: Unit, mode: str = "ground") -> list[Cost]:
    """How far it may go now in one mode, as named parts: what damage has left, then the stages of ``stages.Move``."""
    left = (stats(battle, unit) if unit.wounds else unit.card.printed).move.get(mode, 0.0)
    if left <= 0:
        return [cost("Move", 0.0, "AS-MOV-001")]
    parts = [cost("Move", left, "AS-MOV-001")]
    for hook in battle.hooks[hooks.move_now]:
        part: Cost | None = hook(battle, unit, mode)
        if part is not None:
            parts.append(part)
    later = battle.hooks[hooks.move_now.later]
    if later:
        so_far = SoFar(parts)
        for sees in later:
            part = sees(battle, unit, mode, so_far)
            if part is not None:
                parts.append(part)
    return parts


def current_move(battle: Battle, unit: Unit, mode: str = "ground") -> float:
    """Inches it may go now in one mode, never below nothing."""
    inches = 0.0
    for part in move_now(battle, unit, mode):
        inches += part.value
    return inches if inches > 0.0 else 0.0


@rules.rule("AS-MOV-002", otherwise=False)
def is_immobile(battle: Battle, unit: Unit) -> bool:
    """It cannot move at all: no Move left, shut down, stunned or called immobile by another rule."""
    if (unit.shutdown and shut_down_holds(battle, unit)) or (unit.stunned and stun_holds(battle, unit)):
        return True
    if (stats(battle, unit) if unit.wounds else unit.card.printed).immobilized:
        return True
    for hook in battle.hooks[hooks.immobile]:
        if hook(battle, unit):
            return True
    # Where heat alone slows units, the cool ones need not be looked at.
    slow = bool(unit.heat) or len(battle.hooks[hooks.move_now]) > 1 or bool(battle.hooks[hooks.move_now.later])
    return slow and _held_back(battle, unit)


def is_helpless(battle: Battle, unit: Unit) -> bool:
    """Nothing is done by it: shut down, its crew stunned, or nobody left at the posts (hook ``unmanned``)."""
    return unit.shutdown or unit.stunned or (bool(battle.hooks[hooks.unmanned]) and is_unmanned(battle, unit))


def is_unmanned(battle: Battle, unit: Unit) -> bool:
    """Nobody is left at the posts: hook ``unmanned``."""
    return any(hook(battle, unit) for hook in battle.hooks[hooks.unmanned])


@rules.rule("AS-HEA-008", "AS-COM-086", otherwise=False)
def shut_down_holds(battle: Battle, unit: Unit) -> bool:
    return True


@rules.rule("AS-DMG-044", otherwise=False)
def stun_holds(battle: Battle, unit: Unit) -> bool:
    return True


def _held_back(battle: Battle, unit: Unit) -> bool:
    """Heat, air or a load leave it nothing to walk or to jump with. Who could jump and does not stands still."""
    for mode in stats(battle, unit).move:
        if current_move(battle, unit, mode) > 0:
            return False
    return True


def tmm_now(battle: Battle, unit: Unit, first: Modifier | None = None) -> list[Modifier]:
    """The TMM of its standard movement now, as named parts: what damage has left, or what stands ``first`` in the place
    of that, then the stages of ``stages.Tmm``."""
    parts = [first or modifier("TMM", stats(battle, unit).tmm, "AS-COM-043")]
    for hook in battle.hooks[hooks.tmm]:
        part: Modifier | None = hook(battle, unit)
        if part is not None:
            parts.append(part)
    later = battle.hooks[hooks.tmm.later]
    if later:
        so_far = SoFar(parts)
        for sees in later:
            part = sees(battle, unit, so_far)
            if part is not None:
                parts.append(part)
    return parts


def current_tmm(battle: Battle, unit: Unit) -> int:
    """The TMM of its standard movement now, never below 0."""
    if battle.hooks[hooks.tmm.later]:
        return max(0, total(tmm_now(battle, unit)))
    number = stats(battle, unit).tmm
    for hook in battle.hooks[hooks.tmm]:
        part: Modifier | None = hook(battle, unit)
        if part is not None:
            number += part.value
    return number if number > 0 else 0
