"""The force sheet: every unit of a force on a line, with totals for each formation and for all.

Knows forces and what to say of them; must not know PDF or SVG.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.points import skill_name
from lancemate.muster.force import Force, Formation, Member
from lancemate.muster.formations.bonuses import units
from lancemate.muster.formations.book import bonuses, title_of
from lancemate.muster.printing.drawing import BLACK, GREY, LIGHT, Anchor, Box, Mark, Page, Stroke
from lancemate.muster.printing.letters import Words, broken, line, set_line
from lancemate.muster.printing.paper import Paper

MARGIN: Final = 36.0
ROW: Final = 12.5
SIZE: Final = 7.4
SMALL: Final = 6.2


class Column(NamedTuple):
    title: str
    share: float
    anchor: Anchor = "middle"


COLUMNS: Final = (
    Column("Unit", 116, "start"),
    Column("Pilot or crew", 104, "start"),
    Column("Skill", 20),
    Column("Type", 20),
    Column("Size", 18),
    Column("TMM", 19),
    Column("Move", 44),
    Column("Damage", 44),
    Column("OV", 15),
    Column("A / S", 34),
    Column("Role", 54, "start"),
    Column("PV", 24, "end"),
)


def force_pages(force: Force, paper: Paper = Paper.a4) -> list[Page]:
    """As many pages as the force takes; a formation's heading stays with its first unit."""
    return _Sheet(force, paper).pages


class _Sheet:
    """Pages being filled from the top down."""

    def __init__(self, force: Force, paper: Paper) -> None:
        self.force = force
        self.width, self.height = paper.size
        self.inner = self.width - 2 * MARGIN
        self.pages: list[Page] = []
        self.y = 0.0
        self._names = iter(force.unit_names)
        self._new_page()
        self._title()
        for formation in force.formations:
            self._formation(formation)
        self._total()
        self._remarks()
        for number, page in enumerate(self.pages, 1):
            text = f"{force.name} - force sheet {number} of {len(self.pages)}"
            page.marks.append(
                line(
                    self.width / 2, self.height - MARGIN / 2, text, 5.6, anchor="middle", shade=GREY, within=self.inner
                )
            )

    def _new_page(self) -> None:
        self.pages.append(Page(self.width, self.height, self.force.name))
        self.y = MARGIN

    def _need(self, height: float) -> None:
        if self.y + height > self.height - MARGIN:
            self._new_page()

    def _add(self, *marks: Mark) -> None:
        self.pages[-1].marks += marks

    # -- parts ------------------------------------------------------------------------------------------------

    def _title(self) -> None:
        force, right = self.force, self.width - MARGIN
        self._add(
            line(MARGIN, self.y + 16, force.name, 18.0, bold=True, within=self.inner - 90, least=10.0),
            line(right, self.y + 16, f"{force.pv} PV", 18.0, bold=True, anchor="end"),
        )
        about = ", ".join(filter(None, (force.faction, force.era, force.setting)))
        limit = f"of {force.limit} agreed" if force.limit is not None else ""
        self._add(
            line(MARGIN, self.y + 27, about, 8.0, within=self.inner - 90, least=6.0),
            line(right, self.y + 27, limit, 8.0, anchor="end"),
            Stroke(MARGIN, self.y + 32, right, self.y + 32, 1.2),
        )
        self.y += 38

    def _formation(self, formation: Formation) -> None:
        self._need(15 + 9 + 2 * ROW)
        called = title_of(formation, self.force.scheme)
        count = f"{units(len(formation.members))}, {formation.pv} PV"
        base = self.y + 10.4
        self._add(
            Box(MARGIN, self.y, self.inner, 14.5, line=0, fill=LIGHT),
            line(MARGIN + 3, base, called, 9.5, bold=True, within=self.inner - 110, least=6.5),
            line(self.width - MARGIN - 3, base, count, 9.0, bold=True, anchor="end"),
        )
        self.y += 15
        self._cells([column.title for column in COLUMNS], 5.6, 8.5, shade=GREY)
        for member in formation.members:
            self._member(member)
        for bonus in bonuses(formation, self.force):
            self._paragraph([Words("Bonus:", bold=True), Words(bonus.text)])
        self.y += 8

    def _member(self, member: Member) -> None:
        card = member.card
        more = _more(member)
        lines = broken(more, SMALL, self.inner - 10) if more else []
        self._need(ROW + len(lines) * SMALL * 1.2)
        self._add(Stroke(MARGIN, self.y, self.width - MARGIN, self.y, 0.3, GREY))
        row = (
            next(self._names),
            " ".join(filter(None, (member.rank, member.name))),
            str(member.skill),
            card.type,
            str(card.size),
            "-" if card.is_aerospace else str(card.tmm),
            str(card.move),
            card.damage_shown,
            str(card.ov) if card.tracks_heat else "-",
            f"{card.armor} / {card.structure}",
            card.role or "-",
            str(member.pv),
        )
        self._cells(row, SIZE, ROW, bold=(0, len(row) - 1))
        for words in lines:
            self._add(*set_line(MARGIN + 8, self.y + SMALL * 0.8, words, SMALL))
            self.y += SMALL * 1.2
        self.y += 1.5 if lines else 0.0

    def _cells(
        self, texts: Sequence[str], size: float, height: float, *, bold: Sequence[int] = (), shade: float = BLACK
    ) -> None:
        whole = sum(column.share for column in COLUMNS)
        x = MARGIN
        base = self.y + height / 2 + size * 0.36
        for number, (column, text) in enumerate(zip(COLUMNS, texts, strict=True)):
            wide = self.inner * column.share / whole
            at = {"start": x + 2, "middle": x + wide / 2, "end": x + wide - 2}[column.anchor]
            self._add(
                line(
                    at,
                    base,
                    text,
                    size,
                    bold=number in bold,
                    anchor=column.anchor,
                    shade=shade,
                    within=wide - 3,
                    least=min(size, 5.4),
                )
            )
            x += wide
        self.y += height

    def _total(self) -> None:
        force = self.force
        self._need(34)
        right = self.width - MARGIN
        self._add(Stroke(MARGIN, self.y, right, self.y, 1.2))
        skill = f"average Skill {force.average_skill} ({skill_name(force.average_skill)})" if force.members else ""
        left = force.limit - force.pv if force.limit is not None else None
        spare = "" if left is None else f", {left} to spare" if left >= 0 else f", {-left} over the limit"
        text = f"{units(len(force.members))}, {force.pv} PV{spare}"
        self._add(
            line(MARGIN, self.y + 13, "Total", 11.0, bold=True),
            line(MARGIN + 60, self.y + 13, skill, 8.0),
            line(right, self.y + 13, text, 11.0, bold=True, anchor="end"),
        )
        self.y += 22

    def _remarks(self) -> None:
        force = self.force
        if force.command_abilities:
            self._paragraph([Words("Command abilities:", bold=True), Words(", ".join(force.command_abilities))])
        for group in force.groups:
            parts = ", ".join((*group.formations, *group.groups, *group.detachments))
            self._paragraph([Words(f"{group.name} ({group.kind}):", bold=True), Words(parts)])
        for note in force.notes:
            self._paragraph([Words("Note:", bold=True), Words(note)])

    def _paragraph(self, words: Sequence[Words]) -> None:
        size = 7.2
        for each in broken(words, size, self.inner - 6):
            self._need(size * 1.25)
            self._add(*set_line(MARGIN + 3, self.y + size, each, size))
            self.y += size * 1.25


def _more(member: Member) -> list[Words]:
    """What does not go into the row: abilities of the unit and of its crew, and what the crew is called."""
    return [words for part in _abilities(member) for words in part]


def _abilities(member: Member) -> Iterator[tuple[Words, ...]]:
    if member.card.specials:
        yield (Words(str(member.card.specials)),)
    if member.callsign:
        yield (Words(f'"{member.callsign}"'),)
    if member.command:
        yield (Words(member.command.capitalize() + ".", bold=True),)
    if member.abilities:
        yield Words("Crew:", bold=True), Words(", ".join(member.abilities))
