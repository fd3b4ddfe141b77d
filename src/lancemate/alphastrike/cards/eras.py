"""The eras of the game's history: their names and years. Who fields what when is not known here.

The primer has six; the twelve finer ones, which units and forces are tagged with, are those of the Master Unit List
(masterunitlist.info), to which p. 111 refers its readers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest


class Era(NamedTuple):
    name: str
    begins: int
    ends: int | None


# The six of the primer, by the year each begins; it ends when the next one does.
FIRST_YEARS: Final = rules.table(
    "AS-INT-068",
    {
        "Star League": 2005,
        "Succession Wars": 2781,
        "Clan Invasion": 3050,
        "Civil War": 3062,
        "Jihad": 3068,
        "Dark Age": 3081,
    },
)

LONGEST_YEAR: Final = 4  # digits

ERAS: Final = (
    Era("Age of War", 2005, 2570),
    Era("Star League", 2571, 2780),
    Era("Early Succession War", 2781, 2900),
    Era("Late Succession War - LosTech", 2901, 3019),
    Era("Late Succession War - Renaissance", 3020, 3049),
    Era("Clan Invasion", 3050, 3061),
    Era("Civil War", 3062, 3067),
    Era("Jihad", 3068, 3080),
    Era("Early Republic", 3081, 3100),
    Era("Late Republic", 3101, 3130),
    Era("Dark Age", 3131, 3150),
    Era("ilClan", 3151, None),
)


def era_named(text: str) -> Era:
    """The era with this name, or the one a year falls into; of two with one name the finer."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_YEAR:
        year = int(text)
        for era in reversed(ERAS):
            if year >= era.begins:
                return era
    wanted = " ".join(text.casefold().split())
    known = (*ERAS, *book_eras())
    for era in known:
        if era.name.casefold() == wanted:
            return era
    names = dict.fromkeys(era.name for era in known)
    raise InputError(f"there is no era {text[:60]!r}; {nearest(text[:60], list(names))}, or a year")


def book_eras() -> tuple[Era, ...]:
    years = FIRST_YEARS.of(rules)
    lasts = [*(begins - 1 for begins in list(years.values())[1:]), None]
    return tuple(Era(name, begins, ends) for (name, begins), ends in zip(years.items(), lasts, strict=True))
