"""Units for tests of forces: ordinary 'Mechs and whatever else is asked for, with a crew."""

from collections.abc import Sequence
from typing import Any

from lancemate.alphastrike.cards.card import card_from_data
from lancemate.muster import catalogue
from lancemate.muster.findings import Finding
from lancemate.muster.force import Force, Formation, Member
from lancemate.muster.formations import BY_NAME, Bonus, gaps, qualifies
from lancemate.muster.formations.book import bonuses

ORDINARY: dict[str, Any] = {
    "name": "Ordinary",
    "type": "BM",
    "size": 2,
    "move": '8"',
    "damage": "2/2/1",
    "armor": 4,
    "structure": 4,
    "pv": 25,
    "role": "Ambusher",
}
HEAVY: dict[str, Any] = {"size": 3, "armor": 5, "damage": "3/3/1", "role": "Sniper"}
CREW = ("skill", "command", "granted", "bought", "rank", "callsign", "stated")


def unit(name: str = "Ordinary", pilot: str | None = None, **fields: Any) -> Member:
    """A unit of our own making; ``skill``, ``command``, ``granted`` and so on belong to its crew."""
    crew = {key: fields.pop(key) for key in CREW if key in fields}
    return Member(card_from_data({**ORDINARY, "name": name, **fields}), name=pilot, **crew)


def known(name: str, **crew: Any) -> Member:
    """A unit of the catalogue."""
    return Member(catalogue.find(name), **crew)


def units(*counts: tuple[int, dict[str, Any]]) -> tuple[Member, ...]:
    """So many units of each kind, all of different models."""
    made = []
    for count, fields in counts:
        for _ in range(count):
            made.append(unit(f"Model {len(made) + 1}", **fields))
    return tuple(made)


def fits(kind: str, members: tuple[Member, ...]) -> bool:
    """Whether units fulfil a type; both ways of asking must agree."""
    answer = qualifies(BY_NAME[kind], members)
    assert answer is (gaps(BY_NAME[kind], members) == ())
    return answer


def force(*formations: Formation, **fields: Any) -> Force:
    return Force("Test", formations, **fields)


def rules_of(found: tuple[Finding, ...], *severities: str) -> list[str]:
    return [finding.rule for finding in found if not severities or finding.severity in severities]


def given(kind: str, members: Sequence[Member]) -> tuple[Bonus, ...]:
    """What units that were declared as a type get."""
    return bonuses(Formation("Test", tuple(members), kind))


def only(found: tuple[Bonus, ...]) -> Bonus:
    assert len(found) == 1
    return found[0]


def vehicles(*models: tuple[str, int, str]) -> tuple[Member, ...]:
    return tuple(unit(name, type="CV", move='8"t', size=size, role=role) for name, size, role in models)
