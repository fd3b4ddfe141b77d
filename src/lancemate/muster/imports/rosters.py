"""Forces of other programs on their way into one of ours: who is in them, and what became of each.

A reader fills a Roster with what its file says; here units are found, names told apart, and damage, abilities and
formations put into our words. Knows no format. Nothing is dropped in silence: every remark goes into the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.eras import era_named
from lancemate.alphastrike.cards.points import REGULAR, WORST_SKILL
from lancemate.alphastrike.turn.unit_state import check_state
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError
from lancemate.kernel.values import frozen
from lancemate.muster.force import COMMANDER, Force, Formation, Member
from lancemate.muster.formations.book import find_type
from lancemate.muster.imports.checking import check
from lancemate.muster.imports.finding import Known, Named, same_stats
from lancemate.muster.imports.mul import ERAS
from lancemate.muster.imports.report import Enlisted, Rejected, Report, Taken
from lancemate.muster.imports.texts import clean, id_for, is_id, short
from lancemate.muster.pilot_abilities import pilot_ability

MOST_UNITS: Final = 500
MOST_FORMATIONS: Final = 100
FACTIONS: Final = {34: "Mercenary"}  # numbers of the Master Unit List
NAMELESS: Final = "Imported force"


@frozen
class Wear:
    """Damage that a unit has suffered: points of armor and structure, heat, critical hits by our names."""

    armor: int = 0
    structure: int = 0
    heat: int = 0
    crits: Mapping[str, int] = field(default_factory=dict)
    destroyed: bool = False


@frozen
class Recruit:
    """A unit with its crew as a file has it. ``card`` gives the keys of a card where the file has them."""

    named: Named
    where: str
    skill: int | None = None
    pilot: str | None = None
    callsign: str | None = None
    leads: bool = False
    abilities: Sequence[str] = ()  # of the pilot's own, in our words as far as they could be told
    given: Sequence[str] = ()  # by the formation
    card: Mapping[str, object] | None = None
    wear: Wear | None = None
    remarks: Sequence[str] = ()
    problem: str | None = None  # why it cannot be taken


@frozen
class Troop:
    """A group of a roster; ``type`` in the words of whoever wrote it."""

    name: str
    recruits: Sequence[Recruit]
    type: str | None = None
    supports: str | None = None


@frozen
class Roster:
    name: str
    troops: Sequence[Troop]
    seems: str
    faction: int | None = None  # numbers of the Master Unit List
    era: int | None = None
    notes: Sequence[str] = ()


def enlist(roster: Roster, source: str, known: Known, *, leave_out_unknown: bool = False) -> Report:
    """The force that a roster describes, and what was taken, mended and refused on the way."""
    clerk = _Clerk(known, leave_out_unknown)
    if sum(len(troop.recruits) for troop in roster.troops) > MOST_UNITS or len(roster.troops) > MOST_FORMATIONS:
        raise InputError(f"a force may bring {MOST_UNITS} units in {MOST_FORMATIONS} groups; this one is larger")
    formations = clerk.formations(roster.troops)
    notes = [*roster.notes, *clerk.notes]
    faction, era = _origin(roster, notes)
    name = short(roster.name) or NAMELESS
    force = Force(name, formations, faction=faction, era=era) if formations else None
    return Report(
        source,
        tuple(clerk.taken.values()),
        tuple(clerk.rejected),
        tuple(notes),
        seems=roster.seems,
        force=force,
        enlisted=tuple(clerk.enlisted),
        missing=tuple(clerk.missing),
    )


def _origin(roster: Roster, notes: list[str]) -> tuple[str | None, str | None]:
    faction = FACTIONS.get(roster.faction) if roster.faction is not None else None
    if roster.faction is not None and faction is None:
        notes.append(f"Its faction is number {roster.faction} of the Master Unit List: choose it by name.")
    era = ERAS.get(roster.era) if roster.era is not None else None
    if roster.era is not None and era is None:
        notes.append(f"Its era is number {roster.era} of the Master Unit List: choose it by name.")
    return faction, era_named(era).name if era is not None else None


class _Clerk:
    """Writes everybody down."""

    def __init__(self, known: Known, leave_out_unknown: bool) -> None:
        self.known, self.leave_out_unknown = known, leave_out_unknown
        self.taken: dict[str, Taken] = {}
        self.rejected: list[Rejected] = []
        self.enlisted: list[Enlisted] = []
        self.missing: list[Named] = []
        self.notes: list[str] = []
        self.commander = False

    def formations(self, troops: Iterable[Troop]) -> tuple[Formation, ...]:
        result: dict[str, Formation] = {}
        for number, troop in enumerate(troops, start=1):
            name = _unused(short(troop.name, 60) or f"Group {number}", result)
            members = tuple(filter(None, (self._member(one, name) for one in troop.recruits)))
            if members:
                result[name] = Formation(name, members, self._type(troop, name, members))
            elif troop.recruits:
                self.notes.append(f"{name} was left out: none of its units could be taken.")
        return tuple(result.values())

    def _type(self, troop: Troop, name: str, members: Sequence[Member]) -> str | None:
        if not troop.type:
            return None
        found = find_type(troop.type, in_the_air=all(one.card.is_aerospace for one in members))
        if found is None:
            self.notes.append(f"{name} is a plain group here: {short(troop.type)} is no formation of this book.")
        return found.name if found is not None else None

    def _member(self, recruit: Recruit, formation: str) -> Member | None:
        name = short(str(recruit.named))
        remarks = list(recruit.remarks)
        try:
            if recruit.problem is not None:
                raise InputError(recruit.problem)
            card = self._card(recruit, remarks)
        except InputError as error:
            self.rejected.append(Rejected(name, recruit.where, short(error.message, 600)))
            return None
        command = None
        if recruit.leads and self.commander:
            remarks.append("It leads its formation; a force has one commander, who was named before it.")
        elif recruit.leads:
            command, self.commander = COMMANDER, True
        member = Member(
            card,
            _skill(recruit.skill, remarks),
            name=_words(recruit.pilot),
            callsign=_words(recruit.callsign),
            command=command,
            granted=_abilities(recruit.given, remarks),
            bought=_abilities(recruit.abilities, remarks),
            state=_state(recruit.wear, card, remarks),
        )
        self.enlisted.append(Enlisted(card.name, recruit.where, formation, tuple(remarks)))
        return member

    def _card(self, recruit: Recruit, remarks: list[str]) -> Card:
        """The card we know if it plays alike, or else the one the file brings."""
        found = self.known.find(recruit.named)
        if recruit.card is None:
            if found is None:
                self.missing.append(recruit.named)
                raise InputError(
                    "No such unit is at hand: take in its card first (the Master Unit List, a table), then this again."
                )
            return found
        try:
            checked = check(recruit.card, leave_out_unknown=self.leave_out_unknown)
        except InputError as error:
            if found is None:
                raise
            remarks.append(f"The file's own values cannot be read ({error.message}); the card at hand was taken.")
            return found
        if found is not None and same_stats(found, checked.card):
            return found
        return self._brought(checked.card, checked.remarks, recruit.where, found, remarks)

    def _brought(self, card: Card, more: Sequence[str], where: str, found: Card | None, remarks: list[str]) -> Card:
        unit_id = card.id if is_id(card.id) else id_for(card.name)
        if found is not None:
            remarks.append(f"Its values differ from those of {found.name} at hand; those of the file were taken.")
            unit_id = unit_id if unit_id != found.id else f"own_{unit_id}"[:80]
        before = self.taken.get(unit_id)
        if before is not None and not same_stats(before.card, card):
            unit_id = _unused(unit_id, self.taken, "_{}")
            before = None
        if before is None:
            self.taken[unit_id] = Taken(replace(card, id=unit_id), where, tuple(more))
        return self.taken[unit_id].card


def _unused(name: str, taken: Iterable[str], pattern: str = " ({})") -> str:
    others, number, found = {*taken}, 2, name
    while found in others:
        found, number = name + pattern.format(number), number + 1
    return found


def _words(text: str | None) -> str | None:
    return short(text, 60) or None if text else None


def _skill(skill: int | None, remarks: list[str]) -> int:
    if skill is None:
        return REGULAR
    if not 0 <= skill <= WORST_SKILL:
        remarks.append(f"Skill {skill} is none of 0 to {WORST_SKILL}; it was set to the nearest.")
    return min(max(skill, 0), WORST_SKILL)


def _abilities(given: Sequence[str], remarks: list[str]) -> tuple[str, ...]:
    found: list[str] = []
    for text in given[:20]:
        try:
            found.append(str(pilot_ability(clean(text))))
        except InputError as error:
            remarks.append(f"Left out: {error.plain}.")
    return tuple(dict.fromkeys(found))


def _state(wear: Wear | None, card: Card, remarks: list[str]) -> Mapping[str, JSON]:
    """What is left of the unit."""
    if wear is None:
        return {}
    if wear.destroyed or (card.structure and wear.structure >= card.structure):
        remarks.append("It was destroyed there; here it is whole again.")
        return {}
    state: dict[str, JSON] = {}
    if wear.armor > 0:
        state["armor"] = max(0, card.armor - wear.armor)
    if wear.structure > 0:
        state["structure"] = card.structure - wear.structure
    if wear.heat > 0 and card.tracks_heat:
        state["heat"] = min(wear.heat, 4)
    crits = {name: count for name, count in wear.crits.items() if count > 0}
    for name in [*crits]:
        try:
            check_state({"crits": {name: crits[name]}}, card)
        except InputError as error:
            del crits[name]
            remarks.append(f"Left out the critical hit {name.replace('_', ' ')}: {error.plain}.")
    if crits:
        state["crits"] = {**crits}
    try:
        check_state(state, card)
    except InputError as error:
        remarks.append(f"Its damage was left out: {error.plain}.")
        return {}
    return state
