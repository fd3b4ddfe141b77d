"""Positions in which the right choice is obvious, one for everything the tactical player is to know."""

import pytest

from lancemate import bots
from lancemate.alphastrike.play import orders
from lancemate.bots.alphastrike.view import View
from rules.table import battle, unit

INFANTRY = {"type": "CI", "size": 1, "tmm": 0, "move": '2"f', "armor": 3, "structure": 1, "specials": ["CAR3"]}
CARRIER = {"type": "CV", "size": 2, "tmm": 2, "move": '12"h', "damage": "1/0/0", "specials": ["IT3"]}


def choice(real, name="tactical", side="red"):
    view = View(real, side)
    command = bots.make(name, seed=1).choose(view, view.decision)
    assert view.allows(command)
    return command


def after_moving(*units, name="tactical", **more):
    """Blue has moved; red moves its only unit. The battle afterwards, and the move."""
    real = battle(*units, phase="movement", first="blue", **more)
    for one in real.units.values():
        if one.side == "blue":
            real.do(orders.Pass(one.id))
    command = choice(real, name)
    real.do(command)
    return real, command


def gap(real, one="r1", other="b1"):
    a, b = real.units[one], real.units[other]
    return ((a.x - b.x) ** 2 + (a.y - b.y) ** 2) ** 0.5 - a.radius - b.radius


@pytest.mark.parametrize("name", ["tactical", "search"])
@pytest.mark.parametrize(
    ("damage", "start", "least", "most"),
    [("0/0/4", 30.0, 24.0, 42.0), ("0/4/0", 30.0, 6.0, 24.0), ("4/0/0", 12.0, 0.0, 6.0)],
)
def test_range_brackets(name, damage, start, least, most):
    real, _ = after_moving(
        unit("r1", (20, 46 - start), damage=damage, move='10"'),
        unit("b1", (20, 46), 180.0, damage="1/1/1"),
        name=name,
    )
    assert least <= gap(real) <= most


@pytest.mark.parametrize("name", ["tactical", "search"])
def test_arcs(name):
    """An enemy that has turned its back is shot at from where it cannot shoot back."""
    real, _ = after_moving(unit("r1", (26, 20), move='14"'), unit("b1", (20, 24), 0.0, damage="6/6/6"), name=name)
    assert View(real, "red").odds(orders.Attack("r1", "b1")).legal
    assert not View(real, "blue").odds(orders.Attack("b1", "r1")).legal


@pytest.mark.parametrize("name", ["tactical", "search"])
def test_cover(name):
    woods = {"kind": "woods", "rect": [22, 8, 4, 4]}
    real, _ = after_moving(
        unit("r1", (20, 10), damage="2/2/2"),
        unit("b1", (20, 40), 180.0, damage="4/4/4"),
        terrain=[woods],
        name=name,
    )
    preview = View(real, "red").odds(orders.Attack("b1", "r1"))
    open_, _ = after_moving(
        unit("r1", (20, 10), damage="2/2/2"), unit("b1", (20, 40), 180.0, damage="4/4/4"), name=name
    )
    plain = View(open_, "red").odds(orders.Attack("b1", "r1"))
    assert not preview.legal or preview.hit_probability < plain.hit_probability


def test_heat_is_let_off_when_the_shot_is_poor():
    hot = battle(unit("r1", (20, 4), state={"heat": 2}), unit("b1", (20, 40), 180.0, tmm=3))
    assert choice(hot) == orders.EndPhase()
    cool = battle(unit("r1", (20, 4)), unit("b1", (20, 40), 180.0, tmm=3))
    assert isinstance(choice(cool), orders.Attack)


def test_a_hot_unit_shoots_when_that_ends_the_battle():
    hot = battle(
        unit("r1", (20, 20), state={"heat": 2}), unit("b1", (20, 30), 180.0, state={"armor": 0, "structure": 1})
    )
    assert isinstance(choice(hot), orders.Attack)


def test_the_dearer_of_two_equals_is_shot_at():
    real = battle(unit("r1", (20, 10)), unit("b1", (16, 30), 180.0, pv=20), unit("b2", (24, 30), 180.0, pv=40))
    assert choice(real).target == "b2"


def test_crippling_counts_where_the_crippled_go_home():
    """Three points cripple b2, which is worth less; they only wear b1 down."""
    units = (
        unit("r1", (20, 10), ov=0),
        unit("b1", (16, 30), 180.0, pv=40, state={"armor": 2, "structure": 5}),
        unit("b2", (24, 30), 180.0, pv=30, state={"armor": 1, "structure": 5}),
    )
    assert choice(battle(*units)).target == "b1"
    assert choice(battle(*units, options=["forced_withdrawal"])).target == "b2"


@pytest.mark.parametrize("name", ["tactical", "search"])
def test_jumps_when_only_hiding_matters_and_stands_when_only_aiming_does(name):
    _, command = after_moving(
        unit("r1", (20, 20), damage="0/0/0", move='6"/6"j'), unit("b1", (20, 30), 180.0, damage="6/6/6"), name=name
    )
    assert command.mode == "jump"
    _, command = after_moving(
        unit("r1", (20, 20), move='6"/6"j'), unit("b1", (20, 30), 180.0, damage="0/0/0", move='0"'), name=name
    )
    assert command.mode in ("standstill", "ground")


@pytest.mark.parametrize("name", ["tactical", "search"])
def test_infantry_gets_on_rides_and_steps_off_where_it_can_shoot(name):
    real = battle(
        unit("r1", (20, 10), damage="2/0/0", **INFANTRY),
        unit("r2", (21.25, 10), **CARRIER),
        unit("b1", (20, 30), 180.0, damage="1/1/1", move='0"'),
        phase="movement",
        first="blue",
    )
    for _ in range(6):
        while real.state.phase == "movement":
            real.do(choice(real, name, real.state.to_act))
        if real.units["r1"].on_table and gap(real) <= 6.0:
            break
        real.do(orders.EndPhase())
        real.do(orders.EndPhase())
    commands = real.journal.commands
    assert any(isinstance(one, orders.Move) and one.board == "r2" for one in commands)
    assert any(isinstance(one, orders.Move) and one.unload for one in commands)
    assert View(real, "red").odds(orders.Attack("r1", "b1")).legal
    assert real.state.turn <= 3


def test_spots_for_a_friend_behind_the_hill():
    hill = {"kind": "hill", "height": 6, "rect": [0, 14, 30, 4]}
    real = battle(
        unit("r1", (10, 10), specials=["IF2"]),
        unit("r2", (50, 20), damage="0/0/0"),
        unit("b1", (10, 30), 180.0),
        terrain=[hill],
    )
    command = choice(real)
    assert (command.unit, command.using, command.spotter, command.spotter_attacks) == ("r1", "IF", "r2", False)


def test_physical_attacks_in_contact():
    real = battle(unit("r1", (20, 20), size=4, damage="1/1/1"), unit("b1", (20, 21.9), 180.0))
    command = choice(real)
    assert command.kind in ("physical", "melee")
    swarm = battle(
        unit("r1", (20, 20), type="BA", size=1, move='6"j', damage="3/0/0", specials=["AM"]),
        unit("b1", (20, 21.25), 180.0, size=1, move='0"'),
    )
    assert choice(swarm).kind == "antimech"


@pytest.mark.parametrize("name", ["tactical", "search"])
def test_charges_what_cannot_be_hurt_otherwise(name):
    real, command = after_moving(
        unit("r1", (20, 20), size=4, damage="0/0/0", move='12"', armor=12),
        unit("b1", (20, 31), 180.0, size=2, damage="0/0/0", state={"armor": 0, "structure": 3}, move='0"'),
        name=name,
    )
    assert command.charge == "b1"
    assert real.units["r1"].declared == ("charge", "b1")


def test_artillery_falls_where_it_strikes_most():
    """Behind a hill, one spotter: the shell goes between the two that stand together, not to the one alone."""
    hill = {"kind": "hill", "height": 6, "rect": [0, 14, 30, 4]}
    gun = {"type": "CV", "damage": "0/0/0", "specials": ["ART-T1"], "move": '6"t'}
    real = battle(
        unit("r1", (10, 6), **gun),
        unit("r2", (50, 24), damage="0/0/0", specials=["TAG"]),
        unit("b1", (10, 30), 180.0),
        unit("b2", (12.5, 30), 180.0),
        unit("b3", (24, 40), 180.0),
        terrain=[hill],
    )
    command = choice(real)
    assert (command.unit, command.kind, command.spotter) == ("r1", "artillery", "r2")
    assert command.target.point[1] == 30.0


def test_no_shell_among_friends():
    gun = {"type": "CV", "damage": "0/0/0", "specials": ["ART-T1"], "move": '6"t'}
    real = battle(
        unit("r1", (10, 6), **gun),
        unit("r2", (10, 28.2), **{**gun, "specials": []}, state={"armor": 0, "structure": 1}),
        unit("r3", (12, 30), **{**gun, "specials": []}, state={"armor": 0, "structure": 1}),
        unit("b1", (10, 30), 180.0, armor=12),
    )
    assert choice(real) == orders.EndPhase()
