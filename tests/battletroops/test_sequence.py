"""The turn (p. 8): initiative once, one side after the other, explosions between them."""

import pytest
from tests.battletroops.field import battle, man, move, refusal, throw, told

from lancemate.battletroops import hooks
from lancemate.battletroops.play import orders
from lancemate.kernel.agenda import Decision


@pytest.mark.rule("BT-SEQ-001", "BT-CMP-030")
def test_initiative_is_rolled_once() -> None:
    fought = battle(
        [man("r1", (4, 4))], [man("b1", (4, 18))], dice=[3, 3, 5, 1, 2, 2, 4, 3], phase="initiative", turn=1
    )
    rolled = told(fought.journal.events, "initiative")[0]
    assert (rolled["first"], rolled["ties"]) == ("blue", 1)  # 6 against 6, then 4 against 7
    assert (fought.state.phase, fought.state.to_act) == ("movement", "blue")
    for _ in range(4):
        fought.do(orders.EndPhase())
    assert (fought.state.turn, fought.state.to_act, len(fought.journal.dice)) == (3, "blue", 8)


@pytest.mark.rule("BT-SEQ-002", "BT-CMP-031")
def test_side_a_then_side_b_then_the_next_turn() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (4, 18))])
    fought.do(orders.EndPhase())
    assert fought.state.to_act == "blue"
    happened = fought.do(orders.EndPhase())
    assert [one["phase"] for one in told(happened, "phase")] == ["end", "movement"]
    assert (fought.state.turn, fought.state.to_act) == (3, "red")


@pytest.mark.rule("BT-SEQ-003")
def test_arcs_last_through_the_enemys_movement_and_no_longer() -> None:
    fought = battle([man("r1", (4, 4), orders="hold")], [man("b1", (4, 18))])
    fought.do(move("r1", arc=(4, (4, 18))))
    fought.do(orders.EndPhase())
    assert fought.units["r1"].arc is not None
    fought.do(orders.EndPhase())
    assert fought.units["r1"].arc is None


@pytest.mark.rule("BT-SEQ-004")
def test_one_soldier_at_a_time() -> None:
    fought = battle([man("r1", (4, 4)), man("r2", (8, 4))], [man("b1", (4, 18))])
    assert refusal(fought, move("b1", (5, 18))).rule == "BT-SEQ-004"
    fought.do(move("r1", (5, 4)))
    fought.do(move("r1", (6, 4)))  # still his activation
    fought.do(move("r2", (9, 4)))
    assert refusal(fought, move("r1", (7, 4))).rule == "BT-SEQ-004"


@pytest.mark.rule("BT-SEQ-005", "BT-SEQ-007")
def test_grenades_explode_before_the_other_side_moves() -> None:
    fought = battle(
        [man("r1", (4, 4), prepared="Hand Grenade"), man("r2", (12, 4))],
        [man("b1", (4, 8))],
        dice=[6, 6, 6, 4],
    )
    fought.do(throw("r1", (4, 8)))
    assert [one.at for one in fought.state.explosives] == [(4, 8)]
    fought.do(move("r2", (13, 4)))
    assert fought.units["b1"].track == "." * 12
    happened = fought.do(orders.EndPhase())
    kinds = [event.type for event in happened]
    assert kinds.index("explosion") < kinds.index("damage") < kinds.index("side")
    assert fought.units["b1"].track == "XXXXXX......"
    assert fought.state.explosives == ()


@pytest.mark.rule("BT-SEQ-007")
def test_a_shot_takes_effect_before_the_target_goes_on() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (4, 9), orders="fire", arc=(2, (4, 4)))], dice=[6, 6, 3, 4])
    fought.do(move("r1", (8, 4)))
    assert (fought.units["r1"].at, fought.units["r1"].prone) == ((4, 4), True)


@pytest.mark.rule("BT-SEQ-006")
def test_the_end_phase_has_an_order_of_its_own() -> None:
    """Heat, avoidance, recovery, then one roll of morale for each squad that needs it."""
    assert hooks.HEAT < hooks.AVOIDANCE < hooks.RECOVERY < hooks.MORALE
    out = "." * 9 + "X"
    red = [man(f"r{n}", (2 * n, 4), group="first", **({"track": out} if n > 4 else {})) for n in range(1, 8)]
    blue = [man("b1", (8, 10), orders="fire", arc=(2, (8, 4)))]
    fought = battle(red, blue, options=["morale_leadership"], dice=[6, 6, 1, 2, 6, 6])
    fought.do(orders.EndPhase())
    happened = fought.do(orders.EndPhase())
    kinds = [event.type for event in happened]
    assert kinds.index("phase") < kinds.index("morale") < kinds.index("turn")
    plain = battle(red, blue, dice=[6, 6, 1, 2])
    plain.do(orders.EndPhase())
    assert "morale" not in [event.type for event in plain.do(orders.EndPhase())]


def test_the_battle_waits_for_an_answer() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (4, 9), arc=(2, (4, 4)))], dice=[1, 1])
    fought.do(move("r1", (5, 4)))
    asked = fought.state.decision
    assert isinstance(asked, Decision)
    assert (asked.kind, asked.side, asked.unit, asked.facts["shots"]) == ("fire", "blue", "r1", ["b1"])
    assert refusal(fought, move("r1", (6, 4))).code == "decision_pending"
    assert refusal(fought, orders.Decide("red", "fire")).code == "not_your_decision"
    assert refusal(fought, orders.Decide("blue", "maybe")).code == "no_such_choice"
    assert refusal(fought, orders.Decide("blue", ("b2",))).code == "no_such_choice"
    fought.do(orders.Decide("blue", "fire"))
    assert (fought.units["r1"].at, fought.units["b1"].arc) == ((5, 4), None)


@pytest.mark.rule("BT-CMP-001", "BT-SEQ-008", "BT-CMP-028")
def test_a_side_without_men_has_lost() -> None:
    fought = battle([man("r1", (4, 4))], [man("b1", (4, 18), track="X" * 11 + "X")])
    fought.do(orders.EndPhase())
    fought.do(orders.EndPhase())
    assert fought.outcome is not None
    assert fought.outcome.winner == "red"


def test_clones_saves_and_replays() -> None:
    from lancemate.battletroops.scripts.saves import load, save

    fought = battle([man("r1", (4, 4))], [man("b1", (4, 9), arc=(2, (4, 4)))], dice=5)
    fought.do(move("r1", (5, 4), arc=(2, (4, 9))))
    twin = fought.clone()
    twin.do(orders.Decide("blue", "fire"))
    assert fought.state.decision is not None
    fought.do(orders.Decide("blue", ("b1",)))
    assert twin.hash() == fought.hash()
    assert load(save(fought)).hash() == fought.hash()
