"""What a program that plays gets to see, and what its side cannot know."""

import sys
from dataclasses import replace

from lancemate.alphastrike.asking.knowledge import known_to
from lancemate.alphastrike.commands.formations import bonus_holds
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.setup import Formation, Network
from lancemate.bots import View
from rules.scenes import HILL, scene
from rules.table import battle, unit


def two(**more):
    return battle(unit("r1", (10, 10)), unit("b1", (10, 30), 180.0), **more)


def test_a_view_is_a_copy():
    real = two(phase="movement")
    view = View(real, "red")
    view.battle.units["r1"].x = 3.0
    assert real.units["r1"].x == 10.0
    assert [one.id for one in view.units] == ["r1"]
    assert [one.id for one in view.enemies] == ["b1"]


def test_hidden_enemies_are_not_there():
    real = battle(unit("r1", (10, 10)), unit("b1", (10, 30)), unit("b2", (20, 30)))
    real.units["b1"].notes = {"hidden": True}
    assert list(known_to(real, "red").units) == ["r1", "b2"]
    assert "b1" not in [muster.id for muster in known_to(real, "red").setup.units]
    assert "b1" in known_to(real, "blue").units


def test_what_the_enemy_plans_stays_with_the_enemy():
    real = two()
    real.units["b1"].planned = (("STL", False),)
    assert known_to(real, "red").units["b1"].planned == ()
    assert known_to(real, "blue").units["b1"].planned == (("STL", False),)


def test_dice_of_a_view_are_not_the_real_ones():
    real = two(dice=[1] * 40)
    assert known_to(real, "red").dice.roll(40) != real.dice.clone().roll(40)


def test_what_may_be_done():
    real = two(phase="movement")
    view = View(real, "red")
    assert [one.id for one in view.to_move()] == ["r1"]
    moves = list(view.moves(view.to_move()[0]))
    assert {move.mode for move in moves} == {"standstill", "ground", "sprint"}
    assert all(view.allows(move) for move in moves[:10])
    assert view.to_attack() == []
    assert View(real, "blue").to_move() == []


def test_attacks_with_their_odds():
    view = View(two(), "red")
    attack = next(view.attacks())
    assert attack == orders.Attack("r1", "b1")
    assert view.odds(attack).legal
    assert view.allows(attack)
    assert not view.allows(orders.Attack("r1", "r1"))


def test_the_least_that_can_be_done_is_always_allowed():
    for phase in ("movement", "combat"):
        view = View(two(phase=phase), "red")
        assert view.rest() == orders.Pass("r1")
    real = two()
    real.do(orders.Pass("r1"))
    assert View(real, "red").rest() == orders.EndPhase()


def test_deployment_finds_room_in_the_zone():
    real = battle(
        unit("r1"), unit("b1"), phase="deployment", terrain=[{"kind": "water", "depth": 3, "rect": [0, 5, 72, 5]}]
    )
    while real.state.phase == "deployment":
        real.do(View(real, real.state.to_act).rest())
    assert all(one.on_table for one in real.units.values())


def test_who_starts_at_the_far_edge_stands_at_the_front_and_looks_inward():
    """Hold them Off: half of the attackers come from the enemy's home edge."""
    attackers = [unit(f"r{number}") for number in (1, 2, 3, 4)]
    real = scene(*attackers, unit("b1"), use=HILL, variations=["hold-them-off"], phase="deployment")
    while real.state.phase == "deployment":
        real.do(View(real, real.state.to_act).rest())
    placed = sorted((round(one.y), one.facing) for one in real.on_table("red"))
    assert placed == [(9, 0.0), (9, 0.0), (39, 180.0), (39, 180.0)]


def test_nothing_a_view_holds_names_what_is_hidden():
    """Not the units, not the setup, not what was remembered or is still to be done: the name is nowhere."""
    real = battle(
        unit("r1", (10, 10)),
        unit("bXYZ", (10, 30), 180.0, specials=["C3M"]),
        unit("b2", (20, 30), specials=["C3S"]),
        unit("b3", (22, 30), specials=["C3S"]),
        networks=[Network("C3", ("bXYZ", "b2", "b3"))],
        phase="movement",
    )
    list(View(real, "blue").attacks(real.units["bXYZ"]))  # what is worked out for one side is not there for the other
    real.units["bXYZ"].notes = {"hidden": True}
    real.state.notes = {"secret": {"blue": {"commander": "bXYZ"}, "red": {"commander": "r1"}}}
    seen = known_to(real, "red")
    for part in (seen.state, seen.setup, seen.memory, seen.journal.commands, seen.journal.events):
        assert "bXYZ" not in repr(part)
    assert seen.state.notes == {"secret": {"red": {"commander": "r1"}}}
    assert "bXYZ" in repr(known_to(real, "blue").state)


def test_formations_are_known_without_those_who_hide():
    plain = battle(unit("r1", (10, 10)), *(unit(f"b{number}", (10 * number, 30), 180.0) for number in (1, 2, 3, 4)))
    lance = Formation("Lance", ("b1", "b2", "b3"), gives=(("Sniper", ("b1", "b2")),))
    real = Battle(replace(plain.setup, formations=(lance, Formation("Alone", ("b4",)))), 7)
    real.units["b2"].notes = real.units["b4"].notes = {"hidden": True}
    seen = known_to(real, "red")
    assert seen.setup.formations == (Formation("Lance", ("b1", "b3"), gives=(("Sniper", ("b1",)),)),)
    assert not bonus_holds(seen, seen.setup.formations[0])  # as far as red can tell
    assert bonus_holds(real, real.setup.formations[0])


def test_a_view_forgets_how_the_battle_came_about():
    real = two(phase="movement")
    real.do(orders.Pass("r1"))
    seen = known_to(real, "blue")
    assert seen.journal.commands == []
    assert seen.journal.events == []


def test_the_least_is_found_without_looking_at_what_else_could_be_done():
    view = View(battle(unit("r1", (10, 10)), unit("r2", (14, 10)), unit("b1", (10, 30), 180.0)), "red")
    asked = []
    sys.setprofile(lambda frame, event, given: asked.append(frame.f_code.co_name) if event == "call" else None)
    try:
        least = view.rest()
    finally:
        sys.setprofile(None)
    assert least == orders.Pass("r1")
    assert asked.count("may_hold_fire") == 1
    assert "attacks" not in asked


def test_instead_of_an_order_its_own_unit_does_the_least():
    view = View(battle(unit("r1", (10, 10)), unit("r2", (14, 10)), unit("b1", (10, 30), 180.0)), "red")
    assert view.instead_of(orders.Attack("r2", "r1")) == orders.Pass("r2")
    for foreign in (None, orders.EndPhase(), orders.Attack("b1", "r1"), orders.Pass("nobody")):
        assert view.instead_of(foreign) == view.rest() == orders.Pass("r1")
