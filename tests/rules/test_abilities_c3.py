"""C3 networks (pp. 80-82): who may be linked, what it is good for, how it is lost."""

from typing import Any

import pytest

from lancemate.alphastrike.abilities.c3 import linked
from lancemate.alphastrike.cards.specials import Specials
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Network
from lancemate.alphastrike.turn.unit_state import show_state
from lancemate.kernel.errors import InputError
from rules.lances import HIT, MASTER, QUIET, SLAVE, c3, lance, members, opened
from rules.table import attack, battle, number, refusal, unit

# -- who may be linked ----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-055")
def test_networks_are_recorded_for_all_to_see() -> None:
    fight = opened(lance(*members(MASTER, SLAVE, SLAVE)), c3("r1", "r2"))
    assert show_state(fight)["networks"] == [{"kind": "C3", "members": ["r1", "r2"], "linked": ["r1", "r2"]}]
    fight.units["r1"].shutdown = True
    assert show_state(fight)["networks"] == [{"kind": "C3", "members": ["r1", "r2"], "linked": []}]
    assert show_state(battle(unit("r1", (5, 5)), unit("b1", (9, 9))))["networks"] == []


@pytest.mark.rule("AS-SPC-055")
@pytest.mark.parametrize(
    ("network", "complaint"),
    [
        (c3("r1", "r9"), "no unit 'r9'"),
        (c3("r1", "b1"), "units of one side"),
        (c3("r1"), "two or more"),
        (c3("r1", "r2", "r2"), "each of its units once"),
        (c3("r1", "r2", kind="C4"), "no network 'C4'"),
    ],
)
def test_records_that_cannot_be(network: Network, complaint: str) -> None:
    with pytest.raises(InputError, match=f"{complaint}.*AS-SPC-055"):
        opened(lance(*members(MASTER, SLAVE)), network)


@pytest.mark.rule("AS-SPC-055")
def test_only_masters_carry_a_number() -> None:
    assert Specials.parse("C3M2, C3EM, C3BSM3").texts == ["C3M2", "C3EM", "C3BSM3"]
    for code in ("C3S2", "C3I2", "C3BSS2", "C3RS2"):
        with pytest.raises(InputError):
            Specials.parse(code)
    with pytest.raises(InputError, match="AS-SPC-055"):
        opened(lance(*members(MASTER, SLAVE)), c3("r1"))


@pytest.mark.rule("AS-SPC-062")
def test_a_master_links_up_to_three_others() -> None:
    four = lance(*members(MASTER, SLAVE, SLAVE, SLAVE, SLAVE))
    fight = opened(four, c3("r1", "r2", "r3", "r4"))
    assert set(linked(fight, fight.units["r1"])) == {"r1", "r2", "r3", "r4"}
    with pytest.raises(InputError, match=r"up to three other units, not 4.*AS-SPC-062"):
        opened(four, c3("r1", "r2", "r3", "r4", "r5"))


@pytest.mark.rule("AS-SPC-062")
def test_each_group_takes_a_master_computer() -> None:
    units = lance(*members(["C3M2"], SLAVE, SLAVE, SLAVE, SLAVE))
    fight = opened(units, c3("r1", "r2", "r3"), c3("r1", "r4", "r5"))
    assert len(linked(fight, fight.units["r5"])) == 5
    with pytest.raises(InputError, match=r"leads 2 groups but has 1.*AS-SPC-062"):
        opened(lance(*members(MASTER, SLAVE, SLAVE)), c3("r1", "r2"), c3("r1", "r3"))
    with pytest.raises(InputError, match=r"none of r1, r2 has a master computer.*AS-SPC-062"):
        opened(lance(*members(SLAVE, SLAVE)), c3("r1", "r2"))


@pytest.mark.rule("AS-SPC-064")
def test_followers_need_equipment() -> None:
    with pytest.raises(InputError, match=r"r2 has nothing to follow a master with.*AS-SPC-064"):
        opened(lance(*members(MASTER, ["ECM"])), c3("r1", "r2"))
    with pytest.raises(InputError, match="AS-SPC-064"):
        opened(lance(*members(MASTER, ["C3I"])), c3("r1", "r2"))


@pytest.mark.rule("AS-SPC-064")
def test_a_slave_alone_does_nothing() -> None:
    fight = opened(lance(*members(MASTER, SLAVE, SLAVE)), c3("r1", "r2"))
    assert set(linked(fight, fight.units["r2"])) == {"r1", "r2"}
    assert linked(fight, fight.units["r3"]) == {}


@pytest.mark.rule("AS-SPC-060", "AS-SPC-061", "AS-SPC-062", "AS-SPC-063")
@pytest.mark.parametrize("code", ["C3BSS", "C3EM", "C3M", "C3RS"])
def test_what_else_follows(code: str) -> None:
    fight = opened(lance(*members(MASTER, [code])), c3("r1", "r2"))
    assert set(linked(fight, fight.units["r1"])) == {"r1", "r2"}


@pytest.mark.rule("AS-SPC-058")
def test_masters_over_masters_make_a_company() -> None:
    """A double master leads its own lance and the masters of two others: twelve units work as one."""
    top, master = ["C3M2"], MASTER
    cards = members(top, SLAVE, SLAVE, SLAVE, master, SLAVE, SLAVE, SLAVE, master, SLAVE, SLAVE, SLAVE)
    company = opened(
        lance(*cards),
        c3("r1", "r2", "r3", "r4"),
        c3("r1", "r5", "r9"),
        c3("r5", "r6", "r7", "r8"),
        c3("r9", "r10", "r11", "r12"),
    )
    assert len(linked(company, company.units["r12"])) == 12
    more = lance(*cards, {"specials": ["C3M"]})
    first, _, *lances = company.setup.networks
    too_many = first, c3("r1", "r5", "r9", "r13"), *lances
    with pytest.raises(InputError, match=r"more than 12 units.*AS-SPC-058"):
        opened(more, *too_many)
    large = opened(more, *too_many, options=["large_c3_networks"])
    assert len(linked(large, large.units["r12"])) == 13


@pytest.mark.rule("AS-SPC-058")
def test_a_tree_has_as_many_tiers_as_fit() -> None:
    tall = opened(
        lance(*members(MASTER, MASTER, MASTER, MASTER, SLAVE)),
        c3("r1", "r2"),
        c3("r2", "r3"),
        c3("r3", "r4"),
        c3("r4", "r5"),
    )
    assert len(linked(tall, tall.units["r5"])) == 5


@pytest.mark.rule("AS-SPC-058")
def test_one_uplink_and_no_circles() -> None:
    with pytest.raises(InputError, match=r"r3 follows r1 already.*AS-SPC-058"):
        opened(lance(*members(MASTER, MASTER, SLAVE)), c3("r1", "r3"), c3("r2", "r3"))
    with pytest.raises(InputError, match=r"circle.*AS-SPC-058"):
        opened(lance(*members(MASTER, MASTER)), c3("r1", "r2"), c3("r2", "r1"))


@pytest.mark.rule("AS-SPC-024")
def test_a_cut_link_splits_the_tree() -> None:
    """The field lies between the two masters: each keeps its own slave."""
    units = [
        unit("r1", (10, 10), specials=MASTER),
        unit("r2", (5, 10), specials=SLAVE),
        unit("r3", (60, 10), specials=MASTER),
        unit("r4", (65, 10), specials=SLAVE),
    ]
    networks = c3("r1", "r2", "r3"), c3("r3", "r4")
    whole = battle(*units, unit("b1", (35, 40)), networks=networks)
    assert len(linked(whole, whole.units["r4"])) == 4
    split = battle(*units, unit("b1", (35, 12), specials=["ECM"]), networks=networks)
    assert set(linked(split, split.units["r4"])) == {"r3", "r4"}
    assert set(linked(split, split.units["r2"])) == {"r1", "r2"}


# -- what it is good for --------------------------------------------------------------------------------------


def example(*, swapped: bool = False) -> Battle:
    """The book's A, B, C and D around a target: D at Short, A at Medium, B and C at Long.

    A hill hides the target from D or, swapped, from A. A strip of woods lies between B and the target.
    """
    hill = [36, 28, 8, 2] if swapped else [35, 35, 2, 10]
    return battle(
        unit("r1", (40, 18), 0, skill=3, specials=["C3M"]),  # A
        unit("r2", (40, 75), 180, skill=3, damage="3/3/2", specials=["C3S"]),  # B
        unit("r3", (75, 40), 270, skill=3, damage="3/3/-", specials=["C3S"]),  # C
        unit("r4", (34, 40), 90, skill=3, specials=["C3S"]),  # D
        unit("b1", (40, 40), 180, armor=20),
        terrain=[
            {"kind": "hill", "height": 4, "rect": hill},
            {"kind": "woods", "height": 2, "rect": [38, 60, 4, 1]},
        ],
        networks=[c3("r1", "r2", "r3", "r4")],
        dice=(*HIT, *HIT, *HIT, *HIT),
        width=90,
        depth=90,
    )


@pytest.mark.rule("AS-SPC-056")
def test_the_worked_example_of_the_book() -> None:
    fight = example()
    near = attack(fight, "r1", "b1")
    assert (near.target_number, number(near, "AS-COM-060"), number(near, "AS-SPC-056")) == (3 + 1 + 2, 2, None)
    far = attack(fight, "r2", "b1")
    assert (number(far, "AS-COM-060"), number(far, "AS-SPC-056")) == (4, -2)
    assert far.target_number == 3 + 1 + 1 + 2  # woods, and the modifier of Medium range
    assert (far.damage_parts[0].value, far.range) == (2, "long")  # damage is that of the real range
    assert next(part.label for part in far.modifiers if part.rule == "AS-SPC-056") == "C3: r1 is at medium range"
    assert refusal(fight, commands.Attack("r3", "b1")).code == "no_damage"
    assert refusal(fight, commands.Attack("r4", "b1")).code == "no_line_of_sight"


@pytest.mark.rule("AS-SPC-056")
def test_the_worked_example_with_eyes_exchanged() -> None:
    fight = example(swapped=True)
    far = attack(fight, "r2", "b1")
    assert (number(far, "AS-COM-060"), number(far, "AS-SPC-056")) == (4, -4)
    assert far.target_number == 3 + 1 + 1 + 0
    assert refusal(fight, commands.Attack("r3", "b1")).code == "no_damage"
    assert refusal(fight, commands.Attack("r1", "b1")).code == "no_line_of_sight"


def pair(
    *, jammer: dict[str, Any] | None = None, red: dict[str, Any] | None = None, kind: str = "C3", **more: Any
) -> Battle:
    """r1 at Short and r2 at Long range from b1; b2 stands out of the way unless told otherwise."""
    first, second = more.pop("codes", (MASTER, SLAVE))
    return battle(
        unit("r1", (40, 14), 0, specials=first, state=more.pop("near", None)),
        unit("r2", (40, 50), 180, **{"specials": second, "skill": 2, "damage": "3/3/3", **(red or {})}),
        unit("b1", (40, 20), 180, armor=20, **more.pop("target", {})),
        unit("b2", **{"at": (70, 5), **(jammer or {})}),
        networks=[c3("r1", "r2", kind=kind)],
        depth=80,
        dice=(6, 5, 3, 3, *QUIET, *QUIET),
        **more,
    )


def shared(fight: Battle) -> int | None:
    """What the network takes off the target number of r2."""
    return number(attack(fight, "r2", "b1"), "AS-SPC-056")


@pytest.mark.rule("AS-SPC-056")
def test_who_gets_nothing_from_it() -> None:
    assert shared(pair()) == -4
    loose = pair()
    fight = battle(*loose.setup.units, depth=80, dice=(6, 5))
    assert shared(fight) is None  # not in a network
    indirect = pair(red={"specials": ["C3S", "IF2"], "skill": 2, "damage": "3/3/3"})
    event = attack(indirect, "r2", "b1", using="IF", spotter="r1")
    assert number(event, "AS-SPC-056") is None


@pytest.mark.rule("AS-SPC-056")
def test_stealth_goes_by_the_bracket_that_is_shared() -> None:
    hidden = {"specials": ["STL"]}
    event = attack(pair(target=hidden), "r2", "b1")
    assert number(event, "AS-COM-080") is None  # Short
    alone = pair(target=hidden)
    plain = battle(*alone.setup.units, depth=80, dice=(6, 5))
    assert number(attack(plain, "r2", "b1"), "AS-COM-080") == 2  # Long


@pytest.mark.rule("AS-SPC-056")
def test_a_building_can_be_aimed_at_together_too() -> None:
    fight = pair(terrain=[{"id": "hall", "kind": "building", "height": 2, "rect": [44, 14, 2, 2]}])
    assert number(attack(fight, "r2", "hall"), "AS-SPC-056") == -4


# -- how it is lost -------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-057")
def test_shut_down_and_destroyed_members_drop_out() -> None:
    assert shared(pair()) == -4
    assert shared(pair(near={"heat": 4, "shutdown": True})) is None
    assert shared(pair(near={"destroyed": True})) is None


@pytest.mark.rule("AS-SPC-057")
def test_a_master_takes_its_network_with_it_a_slave_only_itself() -> None:
    def trio(**down: Any) -> Battle:
        cards = [{"specials": code} for code in (MASTER, SLAVE, SLAVE)]
        fight = opened(lance(*cards), c3("r1", "r2", "r3"))
        for name in down:
            fight.units[name].shutdown = True
        return fight

    fight = trio(r1=True)
    assert set(linked(fight, fight.units["r2"])) == {"r2"}
    fight = trio(r3=True)
    assert set(linked(fight, fight.units["r2"])) == {"r1", "r2"}


@pytest.mark.rule("AS-SPC-057")
def test_links_come_back_when_the_cause_is_gone() -> None:
    fight = opened(lance(*members(MASTER, SLAVE)), c3("r1", "r2"))
    fight.units["r1"].shutdown = True
    assert set(linked(fight, fight.units["r2"])) == {"r2"}
    fight.units["r1"].shutdown = False
    assert set(linked(fight, fight.units["r2"])) == {"r1", "r2"}


ECM: dict[str, Any] = {"specials": ["ECM"]}


@pytest.mark.rule("AS-SPC-024")
def test_a_field_over_either_end_or_across_the_line_cuts_it() -> None:
    assert shared(pair(jammer={**ECM, "at": (70, 30)})) == -4  # too far away
    assert shared(pair(jammer={**ECM, "at": (52, 30)})) is None  # across the line
    assert shared(pair(jammer={**ECM, "at": (48, 8)})) is None  # over the master
    assert shared(pair(jammer={**ECM, "at": (46, 57)})) is None  # over the slave
    assert shared(pair(jammer={**ECM, "at": (52, 30), "state": {"shutdown": True, "heat": 4}})) == -4


@pytest.mark.rule("AS-SPC-024")
def test_a_master_under_ecm_cuts_all_and_a_field_on_a_line_only_that_member() -> None:
    units = [
        unit("r1", (10, 10), specials=MASTER),
        unit("r2", (60, 10), specials=SLAVE),
        unit("r3", (10, 40), specials=SLAVE),
    ]
    networks = [c3("r1", "r2", "r3")]
    across = battle(*units, unit("b1", (35, 15), specials=["ECM"]), networks=networks)
    assert set(linked(across, across.units["r1"])) == {"r1", "r3"}
    over = battle(*units, unit("b1", (15, 15), specials=["ECM"]), networks=networks)
    assert set(linked(over, over.units["r3"])) == {"r3"}
    friendly = battle(*units, unit("r9", (15, 15), specials=["ECM"]), unit("b1", (65, 45)), networks=networks)
    assert len(linked(friendly, friendly.units["r3"])) == 3


@pytest.mark.rule("AS-SPC-024", "AS-SPC-065")
def test_a_c3i_unit_is_lost_alone() -> None:
    ring = [unit(f"r{n}", at, specials=["C3I"]) for n, at in enumerate(((10, 10), (60, 10), (10, 40)), start=1)]
    networks = [c3("r1", "r2", "r3", kind="C3i")]
    inside = battle(*ring, unit("b1", (15, 5), specials=["ECM"]), networks=networks)
    assert set(linked(inside, inside.units["r2"])) == {"r2", "r3"}
    assert set(linked(inside, inside.units["r1"])) == {"r1"}
    # between r1 and r2 only: both still reach r3
    across = battle(
        *ring, unit("b1", (35, 4), specials=["LECM"]), unit("b2", (35, 9), specials=["LECM"]), networks=networks
    )
    assert len(linked(across, across.units["r1"])) == 3
    # across both lines of r2
    walls = [unit("b1", (35, 10), specials=["LECM"]), unit("b2", (35, 25), specials=["LECM"])]
    alone = battle(*ring, *walls, networks=networks)
    assert set(linked(alone, alone.units["r2"])) == {"r2"}
    assert set(linked(alone, alone.units["r1"])) == {"r1", "r3"}


@pytest.mark.rule("AS-SPC-046", "AS-SPC-057")
def test_a_master_in_stealth_disables_its_network() -> None:
    assert shared(pair(codes=(["C3M", "STL"], SLAVE))) is None
    assert shared(pair(codes=(["C3M", "STL"], SLAVE), near={"off": ["STL"]})) == -4
    gone = pair(near={"destroyed": True})
    assert shared(gone) is None


# -- C3i ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SPC-065")
def test_c3i_links_up_to_six_and_nothing_else() -> None:
    ring = lance(*members(*[["C3I"]] * 7))
    names = [f"r{n}" for n in range(1, 8)]
    fight = opened(ring, c3(*names[:6], kind="C3I"))
    assert len(linked(fight, fight.units["r6"])) == 6
    with pytest.raises(InputError, match=r"up to 6 units.*AS-SPC-065"):
        opened(ring, c3(*names, kind="C3I"))
    with pytest.raises(InputError, match=r"r2 has no C3I.*AS-SPC-065"):
        opened(lance(*members(["C3I"], MASTER)), c3("r1", "r2", kind="C3I"))
    both = lance(*members(["C3I", "C3M"], ["C3I"], SLAVE))
    with pytest.raises(InputError, match=r"joins no other network.*AS-SPC-065"):
        opened(both, c3("r1", "r2", kind="C3I"), c3("r1", "r3"))


@pytest.mark.rule("AS-SPC-065")
def test_the_loss_of_one_leaves_the_rest() -> None:
    fight = opened(lance(*members(["C3I"], ["C3I"], ["C3I"])), c3("r1", "r2", "r3", kind="C3I"))
    fight.units["r1"].shutdown = True
    assert set(linked(fight, fight.units["r2"])) == {"r2", "r3"}
    assert shared(pair(codes=(["C3I"], ["C3I"]), kind="C3I")) == -4
    with pytest.raises(InputError, match="AS-SPC-065"):
        pair(codes=(["C3I"], SLAVE), kind="C3I")


# -- boosted --------------------------------------------------------------------------------------------------

BOOSTED = (["C3BSM"], ["C3BSS"])


@pytest.mark.rule("AS-SPC-059", "AS-SPC-060")
def test_boosted_systems_feel_nothing_but_angel_ecm() -> None:
    field = {**ECM, "at": (52, 30)}
    assert shared(pair(codes=BOOSTED, jammer=field)) == -4
    assert shared(pair(codes=BOOSTED, jammer={**field, "specials": ["AECM"]})) is None
    assert shared(pair(jammer=field)) is None


@pytest.mark.rule("AS-SPC-059")
def test_a_boosted_master_leads_three_and_standard_slaves_too() -> None:
    mixed = pair(codes=(["C3BSM"], SLAVE))
    assert shared(mixed) == -4
    assert shared(pair(codes=(["C3BSM"], SLAVE), jammer={**ECM, "at": (52, 30)})) is None
    twins = opened(lance(*members(["C3BSM2"], ["C3BSS"], SLAVE)), c3("r1", "r2"), c3("r1", "r3"))
    assert len(linked(twins, twins.units["r1"])) == 3


@pytest.mark.rule("AS-SPC-060")
def test_a_boosted_slave_under_a_standard_master_is_cut_like_any_other() -> None:
    mixed = (MASTER, ["C3BSS"])
    assert shared(pair(codes=mixed)) == -4
    assert shared(pair(codes=mixed, jammer={**ECM, "at": (52, 30)})) is None
