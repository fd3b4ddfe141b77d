"""The first moment of a battle: units take their places and the clock starts where the setup says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.bombs import bombs
from lancemate.alphastrike.abilities.in_play import card_in_play
from lancemate.alphastrike.cards.bases import FOOTPRINTS, Base, base_of
from lancemate.alphastrike.cards.pilot_names import URBAN_GUERRILLA
from lancemate.alphastrike.combat.hex_heights import hex_height
from lancemate.alphastrike.movement.resting import resting_level
from lancemate.alphastrike.play.clock import begin_phase, begin_turn
from lancemate.alphastrike.play.footprint import reach_of
from lancemate.alphastrike.play.phases import CLOCK
from lancemate.alphastrike.play.state import TABLE, Section, Unit
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.hexes import on_hexes
from lancemate.alphastrike.turn.unit_state import apply_states
from lancemate.kernel.errors import InputError
from lancemate.kernel.ruleset import InForce, Switched

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import Card
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster


WINGED: Final = ("LAM", "BIM")  # they may take a form that flies


@rules.task("open_battle")
def open_battle(battle: Battle) -> None:
    """Read the cards as they count in this battle, compile its rules, put everyone in place."""
    setup = battle.setup
    cards = [card_in_play(battle, muster) for muster in setup.units]
    battle.hooks = compiled(battle, cards)
    for muster in setup.units:
        battle.state.units[muster.id] = recruit(battle, muster)
    apply_states(battle)
    set_the_clock(battle)
    battle.then("start_clock")
    for hook in battle.hooks[hooks.battle_opens]:  # what they have to ask is answered before the clock starts
        hook(battle)
    battle.run()


def compiled(battle: Battle, cards: Iterable[Card], more: frozenset[str] = frozenset()) -> InForce:
    """The rules that have something to say where these cards are played, and where ``more`` is switched on."""
    known = tuple(cards)
    codes = frozenset(code for card in known for code in card.all_codes)
    types = frozenset(word for card in known for word in kinds_of(card))
    pilots = {text for muster in battle.setup.units for text in muster.abilities}
    pilots |= {text for formation in battle.setup.formations for text, _ in formation.gives}
    later = {kind for option, kind in hooks.later_types.items() if option in battle.setup.options}
    later |= {"CI"} if "CRW" in codes or URBAN_GUERRILLA in pilots else set()  # infantry may join
    return rules.in_force(
        battle.changed,
        abilities=codes,
        types=types | later,
        switches=battle.setup.switches | more,
    )


def kinds_of(card: Card) -> Iterator[str]:
    """What a rule may say that somebody on the table must be: a type, or one of these words.

    A form that a unit may take in the course of the battle counts from the beginning.
    """
    yield card.type
    yield card.legs
    if card.is_large:
        yield "large"
    if card.is_aerospace or not card.all_codes.isdisjoint(WINGED):
        yield "aerospace"


def set_the_clock(battle: Battle) -> None:
    """Find the phases this battle needs, and begin in the one its setup says."""
    setup, state = battle.setup, battle.state
    battle.course = CLOCK.opened(battle)
    start = battle.course.entries.get(setup.phase)
    if start is None:
        raise InputError(f"nobody here needs the phase {setup.phase}; there are {', '.join(battle.course.turn)}")
    state.turn, state.first = setup.turn, setup.first
    if start.starts is not None:
        start.starts(battle)


@rules.task("start_clock")
def start_clock(battle: Battle) -> None:
    if begins_a_turn(battle):
        begin_turn(battle, battle.setup.turn)
    else:
        begin_phase(battle, battle.setup.phase)


def begins_a_turn(battle: Battle) -> bool:
    """It opens with the first phase of a turn, and not somewhere in the middle of one or before all."""
    return battle.setup.phase == battle.course.turn[0]


def recruit(battle: Battle, muster: Muster) -> Unit:
    card = card_in_play(battle, muster)
    base = body_of(battle, card)
    unit = Unit(
        id=muster.id,
        side=muster.side,
        card=card,
        skill=skill_in_play(battle, muster, card),
        radius=battle.table.footprint(base.radius),
        height=_height(battle, card, base),
        armor=card.armor,
        structure=card.structure,
        facing=muster.facing % 360.0,
        group=muster.group,
        notes={**(bombs.entry(list(muster.bombs)) if muster.bombs else {}), **muster.words},
        sections=tuple([Section(one.name, one.armor, one.structure) for one in card.sections]),
    )
    if muster.at is not None:
        unit.place = TABLE
        unit.x, unit.y = muster.at
        unit.elevation = resting_level(battle, unit, unit.x, unit.y)
    return unit


def skill_in_play(battle: Battle, muster: Muster, card: Card) -> int:
    """The Skill of a crew as it counts in this battle: hook ``skill_in_play``, never better than 0."""
    asked = battle.hooks[hooks.skill_in_play]
    parts = (hook(battle, muster, card) for hook in asked) if asked else ()
    return max(0, muster.skill + sum(part.value for part in parts if part is not None))


def _height(battle: Battle, card: Card, base: Base) -> float:
    if on_hexes(battle):
        return hex_height(battle, card)
    return base.height if card.height is None else card.height


# Kinds of card whose body goes by another name in bases.py; {size} is the card's Size, 1 to 3.
_BODIES = {
    "superheavy": "superheavy_mech",
    "battle_armor": "infantry",
    "large_vehicle": "large",
    "small_craft": "small_craft_aerodyne",
    "aerodyne_dropship": "dropship_aerodyne_{size}",
    "spheroid_dropship": "dropship_spheroid_{size}",
    "mobile_structure": "super_large",
}


def body_of(by: Switched, card: Card) -> Base:
    """The footprint and height of a card's unit."""
    kind = _BODIES.get(card.base_kind, card.base_kind)
    base = base_of(by, kind.format(size=min(3, max(1, card.size))))
    if card.sections:
        return base._replace(diameter=2.0 * reach_of(card))
    if not card.is_large or card.is_dropship or card.is_mobile_structure:
        return base
    covered = FOOTPRINTS.of(by)
    code = next((code for code in ("SLG", "VLG", "LG") if code in covered and code in card.specials), None)
    return base if code is None else base._replace(diameter=covered[code])
