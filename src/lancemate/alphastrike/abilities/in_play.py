"""The card as it counts in this battle (pp. 78-82): without abilities that are not in use, with what others confer.

Worked out once per unit, when the battle opens: from then on nobody asks whether an ability is in use.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Final, cast

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import round_up
from lancemate.alphastrike.cards.card import ArcCard, Card, SectionCard, card_from_data, card_to_data
from lancemate.alphastrike.cards.command_names import INTELLIGENCE
from lancemate.alphastrike.cards.specials import Special, Specials
from lancemate.alphastrike.play.options import codes_of
from lancemate.alphastrike.play.setup import StateError
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.setup import Muster

CARDS: Final = "lancemate.alphastrike.cards."
HULL: Final = "hull"  # the section of a mobile structure that has but one

# Abilities that come with another one.
CONFERRED: Final = rules.table("AS-SPC-054", {"WAT": ["ECM", "LPRB"]})

HEADQUARTERS: Final = 5  # tons of headquarters that Intelligence Specialists have

# Room that may be traded for other room, ton for ton, before the game.
TRADED: Final = rules.table("AS-SPC-034", {"CT": "IT", "IT": "CT"})


def card_in_play(battle: Battle, muster: Muster) -> Card:
    """A unit's card in this battle."""
    return cast(Card, battle.remember(("card in play", muster.id), lambda: _card(battle, muster)))


def _card(battle: Battle, muster: Muster) -> Card:
    if battle.changed is None:
        return _as_it_counts(battle, muster, muster.card)
    with rules.under(battle.changed):  # whatever a card derives from its type is derived by the rules of this battle
        again = any(name.startswith(CARDS) for name in battle.changed.modules)
        return _as_it_counts(battle, muster, card_from_data(card_to_data(muster.card)) if again else muster.card)


def _as_it_counts(battle: Battle, muster: Muster, card: Card) -> Card:
    card = _changed(card, standard_only(battle, card.specials), battle)
    if muster.trade:
        card = replace(card, specials=traded(battle, card.specials, muster))
    if "MASH" in card.specials:
        card = replace(card, specials=with_beds(battle, card.specials))
    if "WAT" in card.all_codes:
        card = replace(card, specials=with_conferred(battle, card.specials))
    if any(side.command_abilities for side in battle.setup.sides):
        card = replace(card, specials=with_headquarters(battle, card.specials, muster))
    if card.is_mobile_structure and not card.sections:
        card = replace(card, sections=(_hull(card),))
    for option, change in hooks.card_changes.values():
        if option in battle.setup.options:
            card = change(battle, muster, card)
    return card


def _hull(card: Card) -> SectionCard:
    """A mobile structure whose card names no sections is a single one."""
    return SectionCard(HULL, (0.0, 0.0), card.armor, card.structure, card.damage)


def _changed(card: Card, specials: Specials, battle: Battle) -> Card:
    """The card with other abilities, in its arcs and sections too; the same one where nothing changes."""
    arcs = _arcs(battle, card.arcs)
    sections = tuple(_section(battle, section) for section in card.sections)
    if specials == card.specials and arcs == card.arcs and sections == card.sections:
        return card
    return replace(card, specials=specials, arcs=arcs, sections=sections)


def _arcs(battle: Battle, arcs: Mapping[str, ArcCard]) -> dict[str, ArcCard]:
    return {name: replace(arc, specials=standard_only(battle, arc.specials)) for name, arc in arcs.items()}


def _section(battle: Battle, section: SectionCard) -> SectionCard:
    return replace(section, specials=standard_only(battle, section.specials), arcs=_arcs(battle, section.arcs))


@rules.rule("AS-SPC-004", otherwise=lambda battle, specials: specials)
def standard_only(battle: Battle, specials: Specials) -> Specials:
    """Optional abilities are for players who have agreed on them; standard ones and those they rest on always count."""
    return specials.in_force(optional_abilities=False, also=codes_of(battle.options))


@rules.rule("AS-SPC-054", otherwise=lambda battle, specials: specials)
def with_conferred(battle: Battle, specials: Specials) -> Specials:
    """Watchdog is ECM and a light active probe in one."""
    more = [Special(code) for code in CONFERRED.of(battle)["WAT"] if code not in specials]
    return Specials([*specials, *more])


@rules.rule("AS-SCA-043", otherwise=lambda battle, specials, muster: specials)
def with_headquarters(battle: Battle, specials: Specials, muster: Muster) -> Specials:
    """Intelligence Specialists make one unit of their force a mobile headquarters."""
    for side in battle.setup.sides:
        own = [one for one in side.command_abilities if one.name == INTELLIGENCE and side.name == muster.side]
        if any(one.units is not None and muster.id in one.units[:1] for one in own):
            return Specials([*(one for one in specials if one.code != "MHQ"), Special("MHQ", HEADQUARTERS)])
    return specials


@rules.rule("AS-SPC-115", otherwise=lambda battle, specials: specials)
def with_beds(battle: Battle, specials: Specials) -> Specials:
    """A field hospital has room for infantry: half its surgical bays, rounded up, in tons."""
    beds = round_up(battle, float(specials.value("MASH")) / 2)
    return Specials(_resized(list(specials), "IT", beds))


@rules.rule("AS-SPC-034", otherwise=lambda battle, specials, muster: specials)
def traded(battle: Battle, specials: Specials, muster: Muster) -> Specials:
    """Before the game any part of the room for infantry may become room for cargo, and the other way round."""
    listed = list(specials)
    for gained, tons in muster.trade.items():
        given = TRADED.of(battle).get(gained)
        if given is None:
            raise _wrong(muster, f"IT is traded for CT and CT for IT, not {gained}")
        has = specials.value(given)
        if not 0 < tons <= has:
            raise _wrong(muster, f"it has {given}{has:g} to trade for {gained}; {tons:g} is not possible")
        listed = _resized(_resized(listed, given, -tons), gained, tons)
    return Specials(listed)


def _wrong(muster: Muster, text: str) -> InputError:
    return StateError(muster.id, InputError(f"{muster.id}: {text} (AS-SPC-034)", key="trade"))


def _resized(specials: list[Special], code: str, change: float) -> list[Special]:
    """With so much more or less of the room; the first bay of the kind changes, then the next."""
    result: list[Special] = []
    for special in specials:
        if special.code != code or not change:
            result.append(special)
            continue
        room = max(0.0, float(special.number or 0) + change)
        change += float(special.number or 0) - room
        if room:
            result.append(replace(special, number=int(room) if room == int(room) else room))
    if change > 0:
        result.append(Special(code, int(change) if change == int(change) else change))
    return result
