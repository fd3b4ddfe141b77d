"""The eras of the game's history (p. 110): their names and years. Who fields what when is not known here."""

from __future__ import annotations

from typing import Final, NamedTuple

from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest


class Era(NamedTuple):
    name: str
    begins: int
    ends: int | None


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
    """The era with this name, or the one a year falls into."""
    if text.isascii() and text.isdigit() and len(text) <= LONGEST_YEAR:
        year = int(text)
        for era in reversed(ERAS):
            if year >= era.begins:
                return era
    wanted = " ".join(text.casefold().split())
    for era in ERAS:
        if era.name.casefold() == wanted:
            return era
    raise InputError(f"there is no era {text[:60]!r}; {nearest(text[:60], [era.name for era in ERAS])}, or a year")
