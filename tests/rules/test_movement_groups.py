"""Units that move in one activation (pp. 33, 35)."""

from typing import Any

import pytest

from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.kernel.errors import InputError
from rules.table import battle, refusal, unit


def lances(*sizes: int, side: str, group: str = "Lance") -> list[Any]:
    y = 4.0 if side == "r" else 40.0
    units = []
    for lance, size in enumerate(sizes, start=1):
        units += [
            unit(f"{side}{lance}{n}", (3.0 * len(units) + 3 * n, y), group=f"{group} {lance}")
            for n in range(1, size + 1)
        ]
    return units


def activations(fight: Battle) -> list[str]:
    """Pass with everybody; the side of each activation in turn."""
    turns: list[str] = []
    group = None
    while fight.state.phase == "movement":
        state = fight.state
        ready = [u for u in fight.units.values() if u.side == state.to_act and u.moved == "none"]
        if state.moving_group is None:
            turns.append(str(state.to_act))
            group = ready[0].group
        mover = next(u for u in ready if state.moving_group is None or u.group == group)
        fight.do(commands.Pass(mover.id))
    return turns


@pytest.mark.rule("AS-MOV-013")
def test_three_lances_against_three_stars_take_three_turns_each() -> None:
    units = lances(4, 4, 4, side="r") + lances(5, 5, 5, side="b")
    fight = battle(*units, phase="movement", options=["lance_movement"], width=96)
    assert activations(fight) == ["red", "blue"] * 3
    assert fight.state.phase == "combat"


@pytest.mark.rule("AS-MOV-013")
def test_once_a_lance_has_begun_the_others_wait() -> None:
    units = lances(4, 4, side="r") + lances(4, side="b")
    fight = battle(*units, phase="movement", options=["lance_movement"])
    fight.do(commands.Pass("r11"))
    assert fight.state.to_act == "red"
    assert refusal(fight, commands.Pass("r21")).rule == "AS-MOV-013"
    for name in ("r12", "r13", "r14"):
        fight.do(commands.Pass(name))
    # Two groups against one: red moves both of its lances, and the survivors of a group are still one item.
    assert fight.state.to_act == "red"
    fight.do(commands.Pass("r21"))


@pytest.mark.rule("AS-MOV-013")
def test_the_robot_of_a_lance_moves_among_the_robots() -> None:
    """It acts apart from its lance, which does not wait for it."""
    red = [unit("r11", (4, 4), group="One"), unit("r12", (8, 4), group="One", specials=["SDCS"])]
    blue = [unit("b11", (4, 44), group="One")]
    fight = battle(*red, *blue, phase="movement", options=["lance_movement", "robotic_drones", "optional_abilities"])
    told = []
    while fight.state.phase == "movement":
        party = fight.state.party
        told.append(str(party))
        name = {"red": "r11", "red/robots": "r12", "blue": "b11"}[str(party)]
        fight.do(commands.Pass(name))
    assert sorted(told) == ["blue", "red", "red/robots"]


@pytest.mark.rule("AS-MOV-013")
def test_without_the_option_everybody_moves_alone() -> None:
    fight = battle(*lances(4, side="r"), *lances(4, side="b"), phase="movement")
    fight.do(commands.Pass("r11"))
    assert fight.state.to_act == "blue"


@pytest.mark.rule("AS-MOV-014")
def test_leftover_units_form_one_group() -> None:
    units = [*lances(4, side="r"), unit("r8", (60, 4)), unit("r9", (64, 4)), *lances(4, side="b")]
    fight = battle(*units, phase="movement", options=["lance_movement"])
    fight.do(commands.Pass("r8"))
    assert fight.state.to_act == "red"
    assert refusal(fight, commands.Pass("r11")).rule == "AS-MOV-013"
    fight.do(commands.Pass("r9"))


@pytest.mark.rule("AS-MOV-014")
@pytest.mark.parametrize(
    ("sizes", "allowed"),
    [
        ((4, 4, 3), True),
        ((5, 5), True),
        ((6, 6, 1), True),
        ((4, 5), True),
        ((4, 3, 3), False),
        ((2, 2), False),
        ((7,), False),
    ],
)
def test_groups_are_formed_before_play(sizes: Any, allowed: bool) -> None:
    units = lances(*sizes, side="r") + lances(4, side="b")
    if allowed:
        battle(*units, phase="initiative", options=["lance_movement"])
    else:
        with pytest.raises(InputError, match="red moves by groups of 4, 5, 6"):
            battle(*units, phase="initiative", options=["lance_movement"])


@pytest.mark.rule("AS-MOV-037")
def test_the_protomechs_of_a_point_move_together() -> None:
    point = [unit(f"r{n}", (4.0 * n, 4), type="PM", group="Point Alpha") for n in range(1, 6)]
    mech = unit("r6", (30, 4), group="Point Alpha")
    fight = battle(*point, mech, unit("b1", (4, 40)), unit("b2", (8, 40)), phase="movement")
    fight.do(commands.Pass("r1"))
    assert refusal(fight, commands.Pass("r6")).code == "group_moves"
    for n in range(2, 6):
        assert fight.state.to_act == "red"
        fight.do(commands.Pass(f"r{n}"))
    assert fight.state.to_act == "blue"


@pytest.mark.rule("AS-MOV-037")
def test_a_switch_lets_every_protomech_go_alone() -> None:
    point = [unit(f"r{n}", (4.0 * n, 4), type="PM", group="Point Alpha") for n in range(1, 3)]
    enemies = [unit(f"b{n}", (4.0 * n, 40)) for n in range(1, 3)]
    fight = battle(*point, *enemies, phase="movement", options=["independent_protomechs"])
    fight.do(commands.Pass("r1"))
    assert fight.state.to_act == "blue"
