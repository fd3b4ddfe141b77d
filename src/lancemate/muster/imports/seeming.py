"""What a file seems to be and where it belongs, told by how it looks: for whoever was given something else.

Knows the files that players have at hand; reads none of them, and promises nothing of what they hold.
"""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple

from lancemate.kernel.strange_files import EMPTY, what_it_is

Kind = Literal["battle", "map", "board", "force", "units", "design", "strange"]

HEAD: Final = 60_000  # bytes at the beginning that are looked at


class Seeming(NamedTuple):
    kind: Kind
    words: str  # after "this is"


_DESIGN: Final = Seeming(
    "design",
    "a design of MegaMek, which has no Alpha Strike values: look the unit up in the Master Unit List, or have MegaMek "
    "show its Alpha Strike values, and import those in the muster",
)
_BOARD: Final = Seeming("board", "a map of MegaMek: choose Hexes on the page Play, and open it there as your map")
_BATTLE: Final = Seeming("battle", "a battle: open it among the files of the page Play")
_MAP: Final = Seeming("map", "a map: open it on the page Maps, and keep it there for battles")
_FORCE: Final = Seeming("force", "a force: open it in the muster, or among the files of the page Play")
_UNITS: Final = Seeming(
    "units", "units or a force of another program, such as a list of the Master Unit List: import it in the muster"
)


def _key(*names: str) -> str:
    """One of these as a key of YAML or JSON."""
    return rf"(?:^|[\s{{,\"'])(?:{'|'.join(names)})[\"']?\s*:"


# All of the patterns have to be found; the first row that fits is told. A long file of nothing but their beginnings is
# still read in a moment: nothing that repeats can be divided in several ways.
_LOOKS: Final[tuple[tuple[Seeming, tuple[str, ...]], ...]] = (
    (_DESIGN, (r"^config:\s*\w", r"^mass:\s*\d")),
    (_DESIGN, (r"^<(?:blockversion|unittype)>",)),
    (_BOARD, (r"\A\s*(?:#.*\n\s*)*size \d+ \d+",)),
    (_FORCE, (_key("lancemate") + r"\s*[\"']?force\b",)),
    (_UNITS, (r"\A\W*\"(?:version|etag)\"", r"\"(?:units|eras|factions)\"\s*:\s*\[")),
    (_UNITS, (r"^MUL ID\t",)),
    (_BATTLE, (_key("sides", "save"),)),
    (_MAP, (_key("map"), _key("terrain"))),
    (_FORCE, (_key("formations"),)),
    (_UNITS, (r"\"(?:Units|BF[A-Z]\w+)\"\s*:",)),
    (_UNITS, (r"\A\s*(?:<\?xml[^>]*>\s*)?<(?:unit|record)\b",)),
    (_UNITS, (r"mekbay\.com/\S{0,200}\?",)),
)
_FOUND: Final = tuple(
    (seems, tuple(re.compile(pattern, re.IGNORECASE | re.MULTILINE) for pattern in patterns))
    for seems, patterns in _LOOKS
)


def seeming(raw: bytes) -> Seeming | None:
    """What a file seems to be; None for one that looks like nothing in particular."""
    text = raw[:HEAD].decode("utf-8", "replace")
    strange = what_it_is(raw)
    if strange == EMPTY:
        return Seeming("strange", "an empty file: was it saved, and is it the right one?")
    looks = (seems for seems, patterns in _FOUND if all(pattern.search(text) for pattern in patterns))
    found = next(looks, None)
    if strange is not None and (found is None or found.kind not in ("units", "design")):  # both come as markup too
        return Seeming("strange", strange)
    return found
