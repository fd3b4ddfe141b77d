"""Networks as players write them down: in any order, a ring called C3 like the others."""

import pytest

from lancemate.alphastrike.play.setup import Network
from lancemate.kernel.errors import InputError
from rules.table import attack, battle, unit


def shared(specials, kind="C3", members=("r1", "r2")):
    """The C3 line of a shot from far away that a friend next to the target helps to aim."""
    fight = battle(
        unit("r1", (20, 5), specials=[specials[0]]),
        unit("r2", (22, 38), 180, specials=[specials[1]]),
        unit("b1", (20, 42), 180),
        networks=[Network(kind, members)],
        dice=(3, 4),
    )
    shot = attack(fight, "r1", "b1")
    return [part.value for part in shot.modifiers if part.rule == "AS-SPC-056"]


@pytest.mark.rule("AS-SPC-062", "AS-SPC-064")
@pytest.mark.parametrize("members", [("r1", "r2"), ("r2", "r1")])
def test_the_master_may_be_named_anywhere_in_its_network(members):
    assert shared(("C3S", "C3M"), members=members) == [-4]


@pytest.mark.rule("AS-SPC-065")
@pytest.mark.parametrize("kind", ["C3", "C3i", "C3I"])
def test_units_with_c3i_are_a_ring_whatever_it_is_called(kind):
    assert shared(("C3I", "C3I"), kind) == [-4]


@pytest.mark.rule("AS-SPC-062")
def test_a_network_without_a_master_is_refused_by_name():
    with pytest.raises(InputError, match="none of r1, r2 has a master computer"):
        shared(("C3S", "C3S"))
