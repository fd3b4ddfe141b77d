"""The games that scripts may be of, and what the command line asks of each. Knows names; decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from lancemate.kernel.documents import Document
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest, shown

ALPHA_STRIKE, BATTLETROOPS = "alpha-strike", "battletroops"


@dataclass(frozen=True, slots=True)
class Game:
    """One game's scripts: read, run, told and drawn."""

    name: str
    read: Callable[[Document], Any]
    run: Callable[[Any], Any]
    story: Callable[[Any, Any], Any]
    tell_answer: Callable[[Any, Any, Any], Any]
    tell_refusal: Callable[[Any, Any], Any]
    broken_seal: Callable[[Any, Any], str | None]
    draw: Callable[[Any], str]


def _alpha_strike() -> Game:
    from lancemate.alphastrike.scripts.answers import tell_answer, tell_refusal
    from lancemate.alphastrike.scripts.positions import read_script
    from lancemate.alphastrike.scripts.running import run_script
    from lancemate.alphastrike.scripts.saves import broken_seal
    from lancemate.alphastrike.telling.log import story
    from lancemate.alphastrike.telling.picture import draw
    from lancemate.muster.catalogue import find

    def read(source: Document) -> Any:
        return read_script(source, find)

    return Game(ALPHA_STRIKE, read, run_script, story, tell_answer, tell_refusal, broken_seal, draw)


def _battletroops() -> Game:
    from lancemate.battletroops.scripts.answers import tell_answer, tell_refusal
    from lancemate.battletroops.scripts.positions import read_script
    from lancemate.battletroops.scripts.running import run_script
    from lancemate.battletroops.scripts.saves import broken_seal
    from lancemate.battletroops.telling.log import story
    from lancemate.battletroops.telling.picture import draw

    return Game(BATTLETROOPS, read_script, run_script, story, tell_answer, tell_refusal, broken_seal, draw)


GAMES: Final[Mapping[str, Callable[[], Game]]] = {ALPHA_STRIKE: _alpha_strike, BATTLETROOPS: _battletroops}


def game_of(source: Document) -> Game:
    """The game that a script is of: Alpha Strike unless it says otherwise."""
    data = source.data
    name = data.get("game") if isinstance(data, dict) else None
    if name is None:
        name = ALPHA_STRIKE
    if name not in GAMES:
        text = f"{shown(name)} cannot be played here; {nearest(str(name), GAMES)}"
        raise source.located(InputError(text, key="game"))
    return GAMES[str(name)]()
