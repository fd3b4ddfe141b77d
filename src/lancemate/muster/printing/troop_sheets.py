"""Record sheets of BattleTroops: squads with a track for every man, 'Mechs, vehicles and their crews; filled or blank.

Knows records and what to write of them; must not know PDF or SVG.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final

from lancemate.battletroops.arms.armor import ARMOR
from lancemate.battletroops.arms.weapons import HAND, LAUNCHER, Weapon, printed
from lancemate.battletroops.damage.marking import covered
from lancemate.battletroops.machines.kinds import CREW
from lancemate.battletroops.machines.record import Record
from lancemate.battletroops.machines.speed import CRUISE, FACTOR, FLANK, JUMP, RUN, WALK, run_of
from lancemate.battletroops.machines.weapons import FIGURES as WEAPONS_HEAT
from lancemate.battletroops.machines.weapons import MACHINE_WEAPONS
from lancemate.battletroops.play.machine import MECH
from lancemate.battletroops.play.setup import Muster, Setup, Squad
from lancemate.battletroops.ruleset import rules
from lancemate.battletroops.soldiers.record import Soldier, shots_carried
from lancemate.battletroops.soldiers.track import BLOCKS, LENGTH, TRACK
from lancemate.muster.printing.drawing import GREY, LIGHT, Box, Disc, Mark, Page, Stroke
from lancemate.muster.printing.letters import line
from lancemate.muster.printing.paper import Paper
from lancemate.muster.printing.troop_paper import MARGIN, Filling, bubbles, field

A_SQUAD: Final = 7
STRIP: Final = 96.0
FIGURES: Final = ("MP", "DAMAGE", "SHORT", "LONG")
HEAT: Final = 30
PILOT_HITS: Final = 6


def sheets_of(setup: Setup, side: str, paper: Paper = Paper.a4) -> list[Page]:
    """Everything a side needs: its squads, its machines, their crews."""
    units = [unit for unit in setup.units if unit.side == side]
    men = sorted((unit for unit in units if isinstance(unit.record, Soldier)), key=lambda unit: unit.group or "")
    pages: list[Page] = []
    for name, squad in groupby(men, key=lambda unit: unit.group):
        pages += squad_pages(list(squad), setup.squad(name), name or side, side, paper, weapons=setup.weapons)
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
    men: Sequence[Muster],
    squad: Squad | None,
    name: str,
    side: str,
    paper: Paper,
    *,
    weapons: Mapping[str, Weapon] = MappingProxyType({}),
    blank: bool = False,
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
        sheet.add(*_strip(sheet.y, sheet.inner, man, weapons, blank=blank))
        sheet.y += STRIP
    return sheet.pages


def _strip(y: float, width: float, man: Muster, weapons: Mapping[str, Weapon], *, blank: bool) -> list[Mark]:
    """A man: who he is, what he carries, his Physical Status Track, what he may use up."""
    soldier: Soldier = man.record
    fields = {
        "SOLDIER": (man.id, 0.14),
        "PRIMARY WEAPON": (_primary(soldier), 0.3),
        "SECONDARY": (soldier.secondary or "", 0.2),
        "ARMOR": (_armor(soldier), 0.18),
        "ALSO": (_also(soldier), 0.18),
    }
    marks: list[Mark] = [Box(MARGIN, y, width, STRIP - 4, 0.6)]
    x = MARGIN + 4
    for label, (value, share) in fields.items():
        marks += field(x, y + 8, label, value, share * (width - 8))
        x += share * (width - 8)
    marks += track_marks(MARGIN + 4, y + 22, width - 8, _track_of(man), covered(rules, soldier.armor))
    marks.append(line(MARGIN + 4, y + 76, f"Hand grenades{'' if soldier.grenades else ': none'}", 6.0))
    marks += bubbles(MARGIN + 50, y + 71, soldier.grenades, 60)[0]
    x = MARGIN + 130
    for name, rounds in ({"Other": 4, "Ammunition": 4} if blank else _rounds(soldier)).items():
        marks.append(line(x, y + 76, name, 6.0, within=75, least=4.0))
        marks += bubbles(x + 78, y + 71, rounds, 60)[0]
        x += 140
    if blank:
        return marks + _to_fill_in(y + 87, width - 8)
    return [*marks, line(MARGIN + 4, y + 87, _figures_of(soldier, weapons), 6.0, within=width - 8, least=4.0)]


def _to_fill_in(y: float, width: float) -> list[Mark]:
    """Lines for the figures of both weapons."""
    labels = [
        f"{which}: {label}" if label == "MP" else label for which in ("PRIMARY", "SECONDARY") for label in FIGURES
    ]
    one = width / len(labels)
    marks: list[Mark] = []
    for place, label in enumerate(labels):
        marks.append(line(MARGIN + 4 + place * one, y, label, 5.2, shade=GREY))
        marks.append(Stroke(MARGIN + 4 + place * one, y + 1.5, MARGIN + (place + 1) * one, y + 1.5, 0.4, GREY))
    return marks


def _figures_of(soldier: Soldier, weapons: Mapping[str, Weapon]) -> str:
    """What his weapons do: MP to fire, damage, short and long range."""
    names = (soldier.primary, LAUNCHER if soldier.launcher else None, soldier.secondary)
    arms = (weapons.get(name) or printed(rules, name) for name in names if name is not None)
    return " · ".join(_figure(arm) for arm in arms if arm is not None)


def _figure(arm: Weapon) -> str:
    if arm.kind == HAND:
        return f"{arm.name}: {arm.lethal}L, {arm.bruise}B"
    ranges = f"short {arm.short[0]}-{arm.short[1]}, long {arm.long[0]}-{arm.long[1]}"
    cost = f"{arm.mp} MP, " if arm.mp else ""
    return f"{arm.name}: {cost}{'/'.join(map(str, arm.blast or (arm.lethal,)))}L, {ranges}"


def track_marks(x: float, y: float, width: float, track: str, armored: Collection[int] = ()) -> list[Mark]:
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
        if place in armored:
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


def _armor(soldier: Soldier) -> str:
    """The armour and what it weighs."""
    return f"{soldier.armor.kind}, {ARMOR.of(rules)[soldier.armor.kind]['mp']} MP" if soldier.armor else ""


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
    slow, fast = (WALK, RUN) if record.kind == MECH else (CRUISE, FLANK)
    speeds = {slow: record.walk, fast: run_of(record.walk)}
    if record.kind == MECH:
        speeds[JUMP] = record.jump
    shown: dict[str, str | int] = {"TONS": record.tons}
    shown |= {mode.upper(): f"{FACTOR * speed} MP" for mode, speed in speeds.items()}
    shown |= {"PILOTING": record.piloting, "GUNNERY": record.gunnery}
    if record.kind == MECH:
        shown["HEAT SINKS"] = record.heat_sinks
    one = sheet.inner / 7
    for place, (label, value) in enumerate(shown.items()):
        sheet.add(*field(MARGIN + place * one, sheet.y + 5, label, str(value), one))
    if record.motive:
        sheet.add(*field(MARGIN + 6 * one, sheet.y + 5, "MOTIVE", record.motive, one))
    sheet.y += 22


def _weapon(sheet: Filling, weapon: str, where: str, ammo: int | None) -> None:
    sheet.need(12)
    sheet.add(line(MARGIN, sheet.y + 8, weapon, 7.5, bold=True, within=80, least=5.0))
    sheet.add(line(MARGIN + 85, sheet.y + 8, where, 7.5, within=75, least=5.0))
    row = MACHINE_WEAPONS.of(rules)[weapon]
    least = f", {row['min']} dots at least" if row["min"] else ""
    figures = f"{'/'.join(map(str, row['damage']))}L{least}, heat {WEAPONS_HEAT.of(rules)[weapon]['heat']}"
    sheet.add(line(MARGIN + 165, sheet.y + 8, figures, 6.5, within=130, least=4.5))
    high = 12.0
    if ammo is not None:
        marks, high = bubbles(MARGIN + 300, sheet.y + 1, ammo, sheet.inner - 300)
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
        sheet.add(*track_marks(MARGIN, sheet.y + 10, sheet.inner, "." * LENGTH))
        sheet.y += 58


def _words(place: str) -> str:
    return place.replace("_", " ").capitalize()
