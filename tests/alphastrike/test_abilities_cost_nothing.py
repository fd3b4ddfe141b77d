"""What nobody on the table has costs nothing: not one call of the rooms in which abilities live."""

import sys
from collections import Counter
from dataclasses import replace
from types import FrameType

from lancemate.alphastrike.cards.specials import Specials
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots.alphastrike.playout import playout
from lancemate.kernel.dice import Generator
from lancemate.lab.battlefields import duel

ROOMS = ("/alphastrike/abilities/", "/alphastrike/commands/", "/alphastrike/pilots/")


def calls(*, abilities: tuple[str, ...] = ()) -> Counter[str]:
    """Calls of these rooms in a battle of lances without special abilities, by the names of the functions."""
    setup = duel()
    bare = [replace(unit, card=replace(unit.card, specials=Specials([])), abilities=abilities) for unit in setup.units]
    battle = Battle(replace(setup, units=tuple(bare)), 5)
    found: Counter[str] = Counter()

    def notice(frame: FrameType, event: str, arg: object) -> None:
        if event == "call" and any(room in frame.f_code.co_filename for room in ROOMS):
            found[frame.f_code.co_name] += 1

    sys.setprofile(notice)
    try:
        playout(battle, Generator(5), turns=6)
    finally:
        sys.setprofile(None)
    return found


def test_abilities_that_nobody_has_are_never_asked() -> None:
    assert calls() == Counter()


def test_one_that_somebody_has_is() -> None:
    assert calls(abilities=("Jumping Jack",))["jumping_jack"] > 0
