"""Sections of mobile structures under fire (p. 66): each is damaged, and suffers critical hits, for itself.

Knows what a section loses and when the whole is lost; must not know where damage comes from or who fires.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.arithmetic import dice_sum
from lancemate.alphastrike.damage.causes import CRITICAL
from lancemate.alphastrike.damage.destruction import Marks, doom
from lancemate.alphastrike.play.events import SectionCritical, SectionDamaged, SectionFelt
from lancemate.alphastrike.play.events import SectionWounded as Wounded
from lancemate.alphastrike.play.footprint import SECTION_RADIUS, section_card
from lancemate.alphastrike.play.stats import WEAPON, section_worn
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Table
from lancemate.kernel.steps import Step

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.card import SectionCard
    from lancemate.alphastrike.cards.specials import Specials
    from lancemate.alphastrike.damage.causes import Source
    from lancemate.alphastrike.damage.damage import Hit
    from lancemate.alphastrike.play.battle import Battle, BattleEvent
    from lancemate.alphastrike.play.state import Section, Unit
    from lancemate.kernel.steps import Steps

STUNNED, KILLED, LOCKED = "gunners_stunned", "gunners_killed", "turret_locked"
CRITS: Final = (WEAPON, STUNNED, KILLED, LOCKED)  # as they stand in a section's state

# Results of 2D6 for a section.
SECTION_CRITICALS: Final[Table[dict[int, str]]] = rules.table(
    "AS-BAT-131",
    {
        2: "none",
        3: "none",
        4: "none",
        5: "none",
        6: "weapon_hit",
        7: "gunners_stunned",
        8: "weapon_hit",
        9: "gunners_killed",
        10: "turret_locked",
        11: "ammo_hit",
        12: "weapon_hit",
    },
)


# -- damage ---------------------------------------------------------------------------------------------------


def on_one_of_them(battle: Battle, hit: Hit) -> Hit:
    """Damage that nobody aimed, such as a storm's, strikes the first section that still stands."""
    sections = battle.units[hit.unit].sections
    if not sections or hit.section is not None:
        return hit
    standing = next((section for section in sections if not section.destroyed), sections[0])
    return replace(hit, section=standing.name)


@rules.rule("AS-BAT-130", otherwise=Marks())
def mark_section(battle: Battle, unit: Unit, name: str, points: int, source: Source, *, wait: bool) -> Marks:
    """Damage is marked off one section, armor first; one without structure is lost, and others are not."""
    section = unit.section(name)
    assert section is not None
    armor = min(section.armor, points)
    marks = Marks(armor, min(section.structure, points - armor))
    if marks.points:
        left = section.armor - marks.armor, section.structure - marks.structure
        battle.emit(SectionDamaged(unit.id, name, marks.armor, marks.structure, *left, source.cause))
    if marks.structure:
        see_whether_it_holds(battle, unit, source, wait)
    return marks


def see_whether_it_holds(battle: Battle, unit: Unit, source: Source, wait: bool) -> None:
    reason = breaks_up(battle, unit)
    if reason is not None:
        doom(battle, unit, reason, "AS-BAT-133", source, wait=wait)


@rules.rule("AS-BAT-133", otherwise=None)
def breaks_up(battle: Battle, unit: Unit) -> str | None:
    """It is lost with more than half of its sections, or as soon as the rest is no longer in one piece."""
    cards = unit.card.sections
    left = [card for card, section in zip(cards, unit.sections, strict=True) if not section.destroyed]
    if 2 * len(left) < len(cards):
        return "more than half of its sections are gone"
    return "it has broken apart" if pieces(left) > pieces(cards) else None


def pieces(cards: Sequence[SectionCard]) -> int:
    """Into how many parts sections fall: two are joined where their circles touch."""
    waiting, count = list(cards), 0
    while waiting:
        part, count = [waiting.pop()], count + 1
        while part:
            one = part.pop()
            joined = [other for other in waiting if _joined(one, other)]
            waiting = [other for other in waiting if other not in joined]
            part += joined
    return count


def _joined(a: SectionCard, b: SectionCard) -> bool:
    right, ahead = a.at[0] - b.at[0], a.at[1] - b.at[1]
    return right * right + ahead * ahead <= (2.0 * SECTION_RADIUS + 1e-6) ** 2


# -- critical hits --------------------------------------------------------------------------------------------


def check(battle: Battle, name: str, section: str, cause: str, wait: bool) -> Steps:
    """One chance of a critical hit on a section."""
    unit = battle.units[name]
    rolls = 1 + sum(hook(battle, unit) or 0 for hook in battle.hooks[hooks.critical_rolls])
    return (Step(roll_critical, (name, section, wait), (cause,)),) * rolls


def roll_critical(battle: Battle, name: str, section: str, wait: bool, cause: str) -> None:
    unit = battle.units[name]
    hurt = unit.section(section)
    if unit.doomed is not None or hurt is None or hurt.destroyed:
        return
    for hook in battle.hooks[hooks.critical_cancelled]:
        events: tuple[BattleEvent, ...] | None = hook(battle, unit, cause)
        if events is not None:
            for event in events:
                battle.emit(event)
            return
    read = partial(_result, battle)
    roll = battle.roll(2, read)
    result = read(roll)
    battle.emit(SectionCritical(name, section, cause, roll, result))
    happens = EFFECTS.get(result)
    if happens is not None:
        happens(battle, unit, hurt, wait)


def _result(battle: Battle, roll: tuple[int, ...]) -> str:
    return SECTION_CRITICALS.of(battle).get(dice_sum(battle, roll), "none")


def _marked(section: Section) -> tuple[str, ...]:
    return section.wounds + section.fresh


def _suffer(battle: Battle, unit: Unit, section: Section, effect: str, wait: bool) -> None:
    battle.emit(Wounded(unit.id, section.name, effect, not wait, "AS-BAT-132"))


def _cannot_apply(battle: Battle, unit: Unit, section: Section, wait: bool) -> None:
    """A result that changes nothing costs the section a point instead (AS-DMG-031)."""
    mark_section(battle, unit, section.name, 1, CRITICAL.itself, wait=wait)


@rules.rule("AS-BAT-132")
def weapon_hit(battle: Battle, unit: Unit, section: Section, wait: bool) -> None:
    """Every damage value of the section is a point lower from now on."""
    if any(values_left(battle, unit, section)):
        _suffer(battle, unit, section, WEAPON, wait)
    else:
        _cannot_apply(battle, unit, section, wait)


@rules.rule("AS-BAT-132")
def gunners_stunned(battle: Battle, unit: Unit, section: Section, wait: bool) -> None:
    """They are silent for the whole turn after this one."""
    if KILLED in _marked(section):
        _cannot_apply(battle, unit, section, wait)
    else:
        _suffer(battle, unit, section, STUNNED, True)


@rules.rule("AS-BAT-132")
def gunners_killed(battle: Battle, unit: Unit, section: Section, wait: bool) -> None:
    """Its weapons are out for good."""
    if KILLED in _marked(section):
        _cannot_apply(battle, unit, section, wait)
    else:
        _suffer(battle, unit, section, KILLED, wait)


@rules.rule("AS-BAT-132")
def turret_locked(battle: Battle, unit: Unit, section: Section, wait: bool) -> None:
    """Its turret fires ahead only."""
    card = section_card(unit, section.name)
    if card is None or not card.specials.turrets or LOCKED in _marked(section):
        _cannot_apply(battle, unit, section, wait)
    else:
        _suffer(battle, unit, section, LOCKED, wait)


@rules.rule("AS-BAT-132")
def ammo_hit(battle: Battle, unit: Unit, section: Section, wait: bool) -> None:
    """It sets a section with ammunition on fire where fire and smoke are in play; without them it does nothing."""
    card = section_card(unit, section.name)
    if card is not None and "ENE" not in card.specials.codes:
        for hook in battle.hooks[hooks.section_burns]:
            hook(battle, unit, section.name)


EFFECTS: Final[Mapping[str, Callable[[Battle, Unit, Section, bool], None]]] = {
    "weapon_hit": weapon_hit,
    "gunners_stunned": gunners_stunned,
    "gunners_killed": gunners_killed,
    "turret_locked": turret_locked,
    "ammo_hit": ammo_hit,
}


def values_left(battle: Battle, unit: Unit, section: Section) -> Iterator[bool]:
    """For every damage value of a section, whether anything is left of it."""
    card = section_card(unit, section.name)
    assert card is not None
    hits = _marked(section).count(WEAPON)
    lists: list[Specials] = [card.specials, *(arc.specials for arc in card.arcs.values())]
    for damage in (card.damage, *(arc.damage for arc in card.arcs.values())):
        yield section_worn(battle, damage, hits).harms
    for specials in lists:
        for special in specials:
            for one in (special, *(special.nested or ())):
                if one.code.startswith("ART-"):
                    yield int(one.number or 1) > hits
                elif one.values is not None:
                    yield section_worn(battle, one.values, hits).harms


# -- the End Phase --------------------------------------------------------------------------------------------


@hooks.end_phase.rule("AS-BAT-132", part=hooks.EFFECTS, types="MS")
def sections_feel(battle: Battle) -> bool | None:
    """What sections suffered this turn is felt from now on; who was stunned for this turn is so no longer."""
    felt = None
    for unit in battle.units.values():
        for section in unit.sections:
            over = tuple(wound for wound in section.wounds if wound == STUNNED)
            if section.fresh or over or section.destroyed != section.lost:
                battle.emit(SectionFelt(unit.id, section.name, section.fresh, over, section.destroyed))
                felt = True
    return felt
