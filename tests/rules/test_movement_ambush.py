"""Hidden enemies are met, never given away by what is refused."""

from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.movement.reach import reach
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from rules.table import battle, refusal, unit

MEETING = 1.25  # inches between the centres of two bases that touch


def ambush(*more: Any, phase: str = "movement", **card: Any) -> Battle:
    """b1 lies hidden in the woods north of r1."""
    return battle(
        unit("r1", at=(10, 10), **card),
        unit("b1", at=(10, 14), state={"notes": {"hidden": True}}),
        *more,
        terrain=[{"kind": "woods", "rect": [8, 13, 4, 3]}],
        phase=phase,
    )


@pytest.mark.rule("AS-SCN-071")
@pytest.mark.parametrize(
    ("command", "at"),
    [
        (commands.Move("r1", ((10, 14),)), (10, 14 - MEETING)),  # onto it
        (commands.Move("r1", ((10, 15.9),)), (10, 14 - MEETING)),  # through it
        (commands.Move("r1", ((10, 14),), "jump"), (10, 14 - MEETING)),
        (commands.Move("r1", ((10, 17),), "jump"), (10, 17)),  # over it
        (commands.Move("r1", ((14, 10), (14, 12))), (14, 12)),  # past it
    ],
)
def test_whoever_runs_into_a_hidden_enemy_stops_before_it(command: commands.Move, at: tuple[float, float]) -> None:
    fight = ambush(move='12"/8"j')
    assert check_move(fight, command).at == command.path[-1]  # a preview knows nothing of it
    events = fight.do(command)
    met = at == (10, 14 - MEETING)
    assert fight.units["r1"].at == pytest.approx(at, abs=1e-3)
    assert fight.units["b1"].notes.get("hidden") is not met
    revealed = [event.rule for event in events if event.type == "noted"]  # type: ignore[attr-defined]
    assert revealed == (["AS-OPT-474"] if met else [])


@pytest.mark.rule("AS-SPA-059", "AS-SCN-071")
@pytest.mark.parametrize(
    ("inches", "to", "at", "cost"),
    [
        (10, 17.0, 14 - MEETING, 2.75),  # it cannot pay for the enemy that it meets
        (11, 17.0, 17.0, 11.0),
        (12, 14.5, 14 - MEETING, 2.75),  # and may not end there
    ],
)
def test_who_may_slip_through_enemies_slips_through_one_in_hiding(
    inches: int, to: float, at: float, cost: float
) -> None:
    fight = ambush(move=f'{inches}"')
    runner, *others = fight.setup.units
    fight = Battle(replace(fight.setup, units=(replace(runner, abilities=("Stand-Aside",)), *others)), 7)
    order = commands.Move("r1", ((10, to),))
    assert check_move(fight, order).legal
    (told,) = [event for event in fight.do(order) if event.type == "moved"]
    assert fight.units["r1"].at == pytest.approx((10, at), abs=1e-3)
    assert not fight.units["b1"].notes.get("hidden")
    assert told.cost == pytest.approx(cost, abs=1e-3)  # type: ignore[attr-defined]


@pytest.mark.rule("AS-SCN-071")
def test_what_moves_close_by_stays_where_it_is_and_finds_it() -> None:
    fight = battle(
        unit("r1", at=(10, 10)), unit("b1", at=(10, 11.25), state={"notes": {"hidden": True}}), phase="movement"
    )
    fight.do(commands.Move("r1", ((10, 13),)))
    assert fight.units["r1"].at == (10, 10)
    assert not fight.units["b1"].notes.get("hidden")


@pytest.mark.rule("AS-SCN-071")
def test_it_is_met_on_a_hill_as_well() -> None:
    fight = battle(
        unit("r1", at=(10, 10), move='12"'),
        unit("b1", at=(10, 15), state={"notes": {"hidden": True}}),
        terrain=[{"kind": "hill", "height": 1, "rect": [5, 12, 10, 10]}],
        phase="movement",
    )
    fight.do(commands.Move("r1", ((10, 18),)))
    assert fight.units["r1"].at == pytest.approx((10, 15 - MEETING), abs=1e-3)
    assert fight.units["r1"].elevation == 1


@pytest.mark.rule("AS-SCN-071")
def test_who_comes_onto_the_table_beside_it_finds_it() -> None:
    fight = battle(unit("r1"), unit("b1", at=(10, 1), state={"notes": {"hidden": True}}), phase="movement")
    fight.do(commands.Move("r1", ((10, 0), (10, 5))))
    assert not fight.units["b1"].notes.get("hidden")


@pytest.mark.rule("AS-SCN-071")
def test_nobody_can_name_it_as_the_target_of_a_charge() -> None:
    fight = ambush()
    command = commands.Move("r1", ((10, 14 - MEETING),), charge="b1")
    assert refusal(fight, command).code == "not_a_target"


@pytest.mark.rule("AS-SCN-071")
def test_what_is_in_reach_does_not_give_it_away() -> None:
    empty = battle(
        unit("r1", at=(10, 10)),
        unit("b1", at=(60, 40)),
        terrain=[{"kind": "woods", "rect": [8, 13, 4, 3]}],
        phase="movement",
    )
    spots = [len(reach(fight, fight.units["r1"])) for fight in (ambush(), empty)]
    assert spots[0] == spots[1]


@pytest.mark.rule("AS-SCN-071", "AS-OPT-474")
def test_passengers_put_down_on_it_step_beside_it() -> None:
    fight = battle(
        unit("r1", at=(10, 10), type="CV", move='8"t', specials=["IT4"]),
        unit("r2", type="CI", move='2"f', size=1, specials=["CAR4"], state={"aboard": "r1"}),
        unit("b1", at=(10, 14.8), state={"notes": {"hidden": True}}),
        phase="movement",
    )
    carrier, troops = fight.units["r1"], fight.units["r2"]
    place = (10.0, 12.5 + carrier.radius + troops.radius)
    fight.do(commands.Move("r1", ((10, 12.5),), unload=(commands.Unload("r2", place),)))
    if fight.decision is not None:
        fight.do(commands.Decide("red", fight.decision.choices[0]))
    assert not fight.units["b1"].notes.get("hidden")
    dx, dy = troops.x - 10, troops.y - 14.8
    assert (dx * dx + dy * dy) ** 0.5 >= troops.radius + fight.units["b1"].radius - 1e-3


@pytest.mark.rule("AS-MOV-008")
def test_who_comes_on_right_where_it_lies_chooses_on_which_side_of_it_to_stand() -> None:
    fight = battle(unit("r1"), unit("b1", at=(10, 0.7), state={"notes": {"hidden": True}}), phase="movement")
    fight.do(commands.Move("r1", ((10, 0), (10, 0.7))))
    assert fight.decision is not None
    assert fight.decision.kind == "placement"
    fight.do(commands.Decide("red", fight.decision.choices[1]))
    assert fight.table.distance(fight.units["r1"].at, fight.units["b1"].at) >= MEETING - 1e-3
    assert fight.state.to_act == "blue"
    assert fight.state.phase == "movement"


@pytest.mark.rule("AS-MOV-008")
def test_two_put_down_on_hidden_enemies_are_asked_one_after_the_other() -> None:
    fight = battle(
        unit("r1", at=(10, 2), type="CV", move='8"t', specials=["IT6"]),
        *(unit(name, type="CI", move='2"f', specials=["CAR3"], state={"aboard": "r1"}) for name in ("r2", "r3")),
        unit("b1", at=(8.2, 0.7), state={"notes": {"hidden": True}}),
        unit("b2", at=(11.8, 0.7), state={"notes": {"hidden": True}}),
        phase="movement",
    )
    down = (commands.Unload("r2", (8.75, 0.7)), commands.Unload("r3", (11.25, 0.7)))
    fight.do(commands.Move("r1", ((10, 0.7),), unload=down))
    asked = 0
    while fight.decision is not None:
        asked += 1
        fight.do(commands.Decide("red", fight.decision.choices[0]))
    standing = [one.at for one in fight.on_table()]
    pairs = [(a, b) for number, a in enumerate(standing) for b in standing[number + 1 :]]
    assert len(standing) == 5
    assert all(fight.table.distance(a, b) >= MEETING - 2e-3 for a, b in pairs)
    assert fight.state.to_act == "blue"
