"""Record sheets of BattleTroops: squads with a track for every man, 'Mechs, vehicles and their crews; filled or blank.

Knows records and what to write of them; must not know PDF or SVG.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from lancemate.battletroops.arms.weapons import LAUNCHER
from lancemate.battletroops.machines.kinds import CREW
from lancemate.battletroops.machines.record import Record
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.play.setup import Muster, Setup, Squad
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.soldiers.record import Soldier, shots_carried
from lancemate.battletroops.soldiers.track import BLOCKS, LENGTH, TRACK, block_of
from lancemate.muster.printing.drawing import GREY, LIGHT, Box, Disc, Mark, Page
from lancemate.muster.printing.letters import line
from lancemate.muster.printing.paper import Paper
from lancemate.muster.printing.troop_paper import MARGIN, Filling, bubbles, field

A_SQUAD: Final = 7
STRIP: Final = 94.0
HEAT: Final = 30
PILOT_HITS: Final = 6


def sheets_of(setup: Setup, side: str, paper: Paper = Paper.a4) -> list[Page]:
    """Everything a side needs: its squads, its machines, their crews."""
    units = [unit for unit in setup.units if unit.side == side]
    men = sorted((unit for unit in units if isinstance(unit.record, Soldier)), key=lambda unit: unit.group or "")
    pages: list[Page] = []
    for name, squad in groupby(men, key=lambda unit: unit.group):
        pages += squad_pages(list(squad), setup.squad(name), name or side, side, paper)
    for unit in units:
        if isinstance(unit.record, Record):
            pages += machine_pages(unit.record, unit.id, side, paper)
    return pages


def blank_sheets(paper: Paper = Paper.a4) -> list[Page]:
    """A squad sheet to fill in by hand."""
    nobody = Soldier(grenades=4)
    men = [Muster("", "", "soldier", nobody) for _ in range(A_SQUAD)]
    return squad_pages(men, None, "Squad", "", paper, blank=True)


# -- squads ------------------------------------------------------------------------------------------------------------


def squad_pages(
    men: Sequence[Muster], squad: Squad | None, name: str, side: str, paper: Paper, *, blank: bool = False
) -> list[Page]:
    """Seven men to a page, with the squad's experience and leadership over them."""
    sheet = Filling(paper, name, side)
    quarter = sheet.inner / 4
    told = {
        "EXPERIENCE": "" if squad is None else squad.experience,
        "LEADER": "" if squad is None else squad.leader or "",
        "LEADERSHIP": "" if squad is None or squad.leadership is None else str(squad.leadership),
        "LOSSES": "",
    }
    for place, (label, value) in enumerate(told.items()):
        sheet.add(*field(MARGIN + place * quarter, sheet.y + 5, label, value, quarter))
    sheet.y += 20
    for man in men:
        sheet.need(STRIP)
        sheet.add(*_strip(sheet.y, sheet.inner, man, blank=blank))
        sheet.y += STRIP
    return sheet.pages


def _strip(y: float, width: float, man: Muster, *, blank: bool) -> list[Mark]:
    """A man: who he is, what he carries, his Physical Status Track, what he may use up."""
    soldier: Soldier = man.record
    fields = {
        "SOLDIER": (man.id, 0.14),
        "PRIMARY WEAPON": (_primary(soldier), 0.3),
        "SECONDARY": (soldier.secondary or "", 0.2),
        "ARMOR": (soldier.armor.kind if soldier.armor else "", 0.18),
        "ALSO": (_also(soldier), 0.18),
    }
    marks: list[Mark] = [Box(MARGIN, y, width, STRIP - 4, 0.6)]
    x = MARGIN + 4
    for label, (value, share) in fields.items():
        marks += field(x, y + 8, label, value, share * (width - 8))
        x += share * (width - 8)
    marks += track_marks(MARGIN + 4, y + 24, width - 8, _track_of(man), soldier.armor.first if soldier.armor else None)
    marks.append(line(MARGIN + 4, y + 84, f"Hand grenades{'' if soldier.grenades else ': none'}", 6.0))
    marks += bubbles(MARGIN + 50, y + 79, soldier.grenades, 60)[0]
    x = MARGIN + 130
    for weapon, rounds in _rounds(soldier).items():
        marks.append(line(x, y + 84, weapon, 6.0, within=75, least=4.0))
        marks += bubbles(x + 78, y + 79, rounds, 60)[0]
        x += 140
    if blank:
        marks.append(line(x, y + 84, "Ammunition", 6.0, shade=GREY))
    return marks


def track_marks(x: float, y: float, width: float, track: str, armor: int | None) -> list[Mark]:
    """The Physical Status Track: what is covered is circled; under each block its MP and modifier."""
    table = TRACK.of(rules)
    label = 34.0
    one = (width - label) / LENGTH
    marks: list[Mark] = [
        line(x, y + 33, "MP", 5.6, shade=GREY),
        line(x, y + 43, "To hit", 5.6, shade=GREY),
        line(x, y + 16, "Status", 5.6, shade=GREY),
    ]
    for place, name in enumerate(BLOCKS):
        left = x + label + place * one
        dead = place >= len(table["mp"])
        mp, aim = ("", "") if dead else (str(table["mp"][place]), _signed(table["to_hit"][place]))
        marks.append(Box(left, y, one, 26, 0.6, LIGHT if dead else None))
        marks.append(line(left + one / 2, y + 8, name, 6.6, bold=True, anchor="middle"))
        if armor is not None and not dead and place >= block_of(armor):
            marks.append(Disc(left + one / 2, y + 5.6, 5.4, 0.5))
        if track[place] != ".":
            marks.append(line(left + one / 2, y + 23, track[place], 13.0, bold=True, anchor="middle"))
        marks.append(line(left + one / 2, y + 33, mp, 6.0, anchor="middle"))
        marks.append(line(left + one / 2, y + 43, aim, 6.0, anchor="middle"))
    return marks


def _signed(number: int | None) -> str:
    return "out" if number is None else f"+{number}" if number else "0"


def _track_of(man: Muster) -> str:
    return str(man.state.get("track") or "").ljust(LENGTH, ".")


def _primary(soldier: Soldier) -> str:
    name = soldier.primary or ""
    return f"{name} with {LAUNCHER}" if soldier.launcher else name


def _also(soldier: Soldier) -> str:
    held = {
        "jump pack": soldier.jump_pack,
        "satchel charge": soldier.satchel,
        "double ammunition": soldier.double_ammo is True,
        f"ammunition for {soldier.double_ammo}": isinstance(soldier.double_ammo, str),
        ", ".join(f"{skill} {level}" for skill, level in (soldier.skills or {}).items()): bool(soldier.skills),
    }
    return ", ".join(name for name, has in held.items() if has)


def _rounds(soldier: Soldier) -> dict[str, int]:
    """Area weapons whose shots are counted."""
    return {name: shots for name, shots in shots_carried(soldier, {}).items() if shots > 0}


# -- machines ----------------------------------------------------------------------------------------------------------


def machine_pages(record: Record, name: str, side: str, paper: Paper) -> list[Page]:
    """A 'Mech or vehicle at this scale: movement, weapons, armor, structure; heat and pilot, or the crew's tracks."""
    sheet = Filling(paper, record.name, f"{name}, {side}" if name else "")
    _figures(sheet, record)
    sheet.heading("Weapons")
    for mount in record.mounts:
        _weapon(sheet, mount.weapon, f"{_words(mount.location)}{', rear' if mount.rear else ''}", mount.ammo)
    sheet.y += 6
    sheet.heading("Armor (first) and structure (second)")
    rows = {place: (points, record.structure.get(place, 0)) for place, points in record.armor.items()}
    for place, points in rows.items():
        _points(sheet, place, points)
    if record.kind == MECH:
        _counted(sheet, "Heat", range(1, HEAT + 1))
        _counted(sheet, "Pilot hits", range(1, PILOT_HITS + 1))
    else:
        _crew(sheet, next(names for most, names in CREW.of(rules).items() if record.tons <= most))
    return sheet.pages


def _figures(sheet: Filling, record: Record) -> None:
    shown = {"TONS": record.tons, "WALK" if record.kind == MECH else "CRUISE": record.walk}
    shown |= {"PILOTING": record.piloting, "GUNNERY": record.gunnery}
    if record.kind == MECH:
        shown |= {"JUMP": record.jump, "HEAT SINKS": record.heat_sinks}
    one = sheet.inner / 6
    for place, (label, value) in enumerate(shown.items()):
        sheet.add(*field(MARGIN + place * one, sheet.y + 5, label, str(value), one))
    if record.motive:
        sheet.add(*field(MARGIN + 5 * one, sheet.y + 5, "MOTIVE", record.motive, one))
    sheet.y += 22


def _weapon(sheet: Filling, weapon: str, where: str, ammo: int | None) -> None:
    sheet.need(12)
    sheet.add(line(MARGIN, sheet.y + 8, weapon, 7.5, bold=True, within=120, least=5.0))
    sheet.add(line(MARGIN + 125, sheet.y + 8, where, 7.5, within=110, least=5.0))
    high = 12.0
    if ammo is not None:
        marks, high = bubbles(MARGIN + 240, sheet.y + 1, ammo, sheet.inner - 240)
        sheet.add(*marks)
    sheet.y += max(12.0, high + 2)


def _points(sheet: Filling, place: str, points: tuple[int, int]) -> None:
    sheet.need(20)
    sheet.add(line(MARGIN, sheet.y + 7, _words(place), 7.0, within=90, least=5.0))
    high = 0.0
    for x, count in zip((95.0, 330.0), points, strict=True):
        marks, tall = bubbles(MARGIN + x, sheet.y, count, 215 if x < 100 else sheet.inner - 330)
        sheet.add(*marks)
        high = max(high, tall)
    sheet.y += max(high, 7.0) + 4


def _counted(sheet: Filling, name: str, numbers: Iterable[int]) -> None:
    """A row of numbered boxes."""
    sheet.need(32)
    sheet.heading(name)
    for place, number in enumerate(numbers):
        sheet.add(Box(MARGIN + place * 17, sheet.y, 15, 13, 0.5))
        sheet.add(line(MARGIN + place * 17 + 7.5, sheet.y + 9, str(number), 6.0, anchor="middle", shade=GREY))
    sheet.y += 20


def _crew(sheet: Filling, men: Iterable[str]) -> None:
    """A track for each of the crew."""
    sheet.heading("Crew")
    for who in men:
        sheet.need(58)
        sheet.add(line(MARGIN, sheet.y + 7, who.capitalize(), 7.0, bold=True))
        sheet.add(*track_marks(MARGIN, sheet.y + 10, sheet.inner, "." * LENGTH, None))
        sheet.y += 58


def _words(place: str) -> str:
    return place.replace("_", " ").capitalize()
