"""Forces of MekBay: its share links and what it stores. Knows its keys; finds no unit itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final
from urllib.parse import parse_qs, urlsplit

from lancemate.kernel.errors import InputError
from lancemate.muster.imports.finding import Named
from lancemate.muster.imports.pilots import ability_called, skill_of
from lancemate.muster.imports.rosters import Recruit, Roster, Troop, Wear
from lancemate.muster.imports.values import items, mapping, switch, text, whole

PROGRAM: Final = "MekBay"
LONGEST_LINK: Final = 100_000
KEYS: Final = ("units", "mul_ids", "instance")
FAR: Final = 4  # a formation id says what it is in so many words, or is none
UNTOLD: Final = "A link says nothing of pilots' names, abilities, who commands, or damage."
STORED: Final = "a force stored by MekBay"
CRITS: Final = {
    "engine": "engine",
    "fire-control": "fire_control",
    "mp": "mp",
    "weapons": "weapon",
    "crew": "crew",
    "thruster": "thruster",
    "kf-boom": "kf_boom",
    "dock-collar": "dock_collar",
    "motive1": "motive_2",
    "motive2": "motive_half",
    "motive3": "motive_0",
}
_LINK: Final = re.compile(r"\s*(?:https?://\S*?\?|\?)?(?P<query>[A-Za-z_]+=\S*)\s*")


def formation_words(formation: str | None) -> str | None:
    """``light-striker-lance`` in words."""
    return formation.replace("-", " ") if formation else None


# -- share links ----------------------------------------------------------------------------------------------


def link_query(text: str) -> Mapping[str, list[str]] | None:
    """What a share link asks for, if the text is one and nothing else."""
    found = _LINK.fullmatch(text[:LONGEST_LINK]) if len(text) <= LONGEST_LINK else None
    if found is None:
        return None
    query = parse_qs(urlsplit(f"?{found['query']}").query, keep_blank_values=False, max_num_fields=40)
    return query if any(key in query for key in KEYS) else None


def roster_of_link(query: Mapping[str, list[str]]) -> Roster:
    """The force that a link describes."""
    classic = query.get("gs", ["cbt"])[0] != "as"
    by_name = "units" in query
    units = (query.get("units") or query.get("mul_ids") or [""])[0]
    if not units:
        raise InputError(
            "this link only names a force saved on MekBay's own server, which alone knows what is in it: share the "
            "force anew without saving it, or export it as CSV"
        )
    notes = [UNTOLD]
    if classic:
        notes.append("It is a force of Classic BattleTech: Skill is the average of Gunnery and Piloting, rounded down.")
    if "instance" in query:
        notes.append("Forces saved on MekBay's server are named in it too; only that server knows what is in them.")
    return Roster(
        query.get("name", [""])[0],
        [*_troops(units, by_name, classic)],
        "a share link of MekBay",
        faction=_number(query.get("factionId", [""])[0]),
        era=_number(query.get("eraId", [""])[0]),
        notes=notes,
    )


def _troops(text: str, by_name: bool, classic: bool) -> Iterator[Troop]:
    for number, part in enumerate(filter(None, text.split("|")), start=1):
        prefix, tilde, units = part.rpartition("~")
        name, _, formation = prefix.partition(";")
        recruits = [
            _linked(unit, f"group {number}, unit {place}", by_name, classic)
            for place, unit in enumerate(filter(None, units.split(",")), start=1)
        ]
        yield Troop(name, recruits, formation_words(formation) if tilde else None)


def _linked(text: str, where: str, by_name: bool, classic: bool) -> Recruit:
    key, *skills = text.split(":")
    numbers = [_number(skill) for skill in skills]
    named = Named(key=key) if by_name else Named(mul=_number(key))
    if not classic:
        return Recruit(named, where, skill=numbers[0] if numbers else None)
    gunnery, piloting = [*numbers, None, None][:2]
    return Recruit(named, where, skill=skill_of(gunnery, piloting))


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


# -- what it stores -------------------------------------------------------------------------------------------


def is_stored(data: object) -> bool:
    """A force as its cloud and its browser storage hold it."""
    if not isinstance(data, Mapping) or data.get("type") not in ("as", "cbt"):
        return False
    groups = data.get("groups")
    return isinstance(groups, list) and all(isinstance(group, Mapping) for group in groups)


def roster_of_stored(data: Mapping[str, object]) -> Roster:
    classic = data.get("type") == "cbt"
    notes = []
    if classic:
        notes.append("It is a force of Classic BattleTech: its damage is left out.")
    if items(data, "c3Networks"):
        notes.append("Its C3 networks are left out: units are linked before the battle here.")
    names = {text(group, "id"): text(group, "name") for _, group in _each(data, "groups")}
    troops = [
        Troop(
            text(group, "name"),
            [_stored(unit, where, classic) for where, unit in _each(group, "units", f"groups.{number}.")],
            formation_words(text(group, "formationId") or None),
            names.get(text(group, "formationTargetGroupId")) or None,
        )
        for number, (_, group) in enumerate(_each(data, "groups"))
    ]
    return Roster(text(data, "name"), troops, STORED, whole(data, "factionId"), whole(data, "eraId"), notes=notes)


def _each(data: Mapping[str, object], key: str, where: str = "") -> Iterator[tuple[str, Mapping[str, object]]]:
    for number, one in enumerate(items(data, key)):
        yield f"{where}{key}.{number}", one if isinstance(one, Mapping) else {}


def _stored(unit: Mapping[str, object], where: str, classic: bool) -> Recruit:
    remarks: list[str] = []
    skill = whole(unit, "skill")
    if skill is None and classic:
        skill = skill_of(whole(unit, "gunnery"), whole(unit, "piloting"))
    return Recruit(
        Named(key=text(unit, "unit")),
        where,
        skill=skill,
        pilot=text(unit, "alias"),
        leads=switch(unit, "commander"),
        abilities=_told(items(unit, "abilities"), remarks),
        given=_told(items(unit, "formationAbilities"), remarks),
        wear=None if classic else _wear(mapping(unit, "state"), remarks),
        remarks=remarks,
        problem=None if text(unit, "unit") else "It names no unit.",
    )


def _told(given: Sequence[object], remarks: list[str]) -> list[str]:
    names = []
    for one in given[:20]:
        if isinstance(one, str) and (name := ability_called(one)) is not None:
            names.append(name)
        elif isinstance(one, Mapping):
            remarks.append(f"Left out {text(one, 'name') or 'an ability'}: it is the player's own.")
        else:
            remarks.append(f"Left out {str(one)[:40]}: no pilot ability of this book is called that.")
    return names


def _wear(state: Mapping[str, object], remarks: list[str]) -> Wear | None:
    crits: dict[str, int] = {}
    for one in items(state, "crits"):
        key = text(one, "key") if isinstance(one, Mapping) else ""
        if key in CRITS:
            crits[CRITS[key]] = crits.get(CRITS[key], 0) + 1
        else:
            remarks.append(f"Left out a critical hit {key[:40]!r}.")
    if items(state, "pCrits"):
        remarks.append("Critical hits still pending there are left out.")
    return Wear(_now(state, "armor"), _now(state, "internal"), _now(state, "heat"), crits, switch(state, "destroyed"))


def _now(state: Mapping[str, object], key: str) -> int:
    """The first of a pair: what is there now, without the change to come."""
    value = state.get(key)
    first = value[0] if isinstance(value, list) and value else value
    return first if isinstance(first, int) and not isinstance(first, bool) else 0
