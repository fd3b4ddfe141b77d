"""Forces that are chosen in the lobby come to the table as the formations that they were built as."""

import pytest

from lancemate.alphastrike.scenarios.scoring import lance_count
from lancemate.server.alphastrike.quickstart import Quick, quick_setup, ready_forces


@pytest.mark.parametrize("abilities", [False, True])
def test_the_lobby_hands_over_formations_with_their_type(abilities: bool) -> None:
    ready = next(one for one in ready_forces() if one.formations[0].type is not None)
    name = ready.id or ""
    _, setup = quick_setup(Quick("plain", (name, name), 3, abilities=abilities))
    assert [one.type for one in setup.formations] == [ready.formations[0].type] * 2
    assert setup.formations[0].members == tuple(unit.id for unit in setup.units_of("red"))
    assert lance_count(setup.units_of("red"), setup.formations) == 1
    assert abilities or all(one.is_bare for one in setup.formations)


def test_a_lance_for_newcomers_is_of_no_type() -> None:
    ready = next(one for one in ready_forces() if one.formations[0].type is None)
    _, setup = quick_setup(Quick("plain", (ready.id or "", ready.id or ""), 3))
    assert {(one.type, one.earned, one.base) for one in setup.formations} == {(None, True, ())}
