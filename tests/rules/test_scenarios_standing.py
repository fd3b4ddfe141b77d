"""Stand-Up Fight and Crush the Head (p. 128)."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.knowledge import events_for
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scenarios.beginning import commander_of
from lancemate.alphastrike.scenarios.goals import goals as objectives
from lancemate.bots.alphastrike.view import View
from lancemate.kernel.errors import InputError
from rules.scenes import FIGHT, scene, score, verdict
from rules.table import attack, end, refusal, unit


def last_two(**more: Any) -> Battle:
    """Two 'Mechs face to face, blue's about to fall."""
    return scene(
        unit("r1", (18, 10), skill=0),
        unit("b1", (18, 14), 180, armor=0, structure=1),
        use=FIGHT,
        **more,
    )


@pytest.mark.rule("AS-SCN-022", "AS-SCN-024")
def test_the_last_force_on_the_field_wins() -> None:
    fight = last_two(seed=1)
    attack(fight, "r1", "b1")
    end(fight, 2)
    assert verdict(fight) == ("red", "AS-SCN-024")
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-024")
def test_where_kills_count_the_last_force_gets_a_thousand() -> None:
    fight = last_two(seed=1, options=["basic_kills"])
    attack(fight, "r1", "b1")
    end(fight, 2)
    assert score(fight) == (1005, 0)


@pytest.mark.rule("AS-SCN-024")
def test_wiped_out_together_nobody_gets_them() -> None:
    fight = scene(
        unit("r1", (18, 10), skill=0, armor=0, structure=1),
        unit("b1", (18, 14), 180, skill=0, armor=0, structure=1),
        use=FIGHT,
        options=["basic_kills"],
        seed=1,
    )
    attack(fight, "r1", "b1")
    end(fight)
    attack(fight, "b1", "r1")
    end(fight)
    assert fight.outcome is not None
    assert fight.outcome.winner is None
    assert score(fight) == (5, 5)


@pytest.mark.rule("AS-SCN-022")
def test_it_goes_on_as_long_as_both_have_units() -> None:
    fight = last_two(seed=1, turn=40)
    end(fight, 2)
    assert fight.outcome is None


# -- where to start -------------------------------------------------------------------------------------------


def to_deploy(**more: Any) -> Battle:
    return scene(unit("r1"), unit("b1"), use=FIGHT, phase="deployment", **more)


@pytest.mark.rule("AS-SCN-023")
def test_units_start_along_their_own_edge() -> None:
    fight = to_deploy()
    why = refusal(fight, commands.Deploy("r1", (18, 12)))
    assert why.code == "outside_zone"
    assert why.message == "r1 must be placed within 10 inches of the south edge"
    fight.do(commands.Deploy("r1", (18, 9)))


@pytest.mark.rule("AS-SCN-023")
def test_nobody_starts_closer_than_two_feet_to_an_enemy() -> None:
    zones = [{"edge": "home", "depth": 14}, {"edge": "left", "depth": 14}]
    fight = to_deploy(deployment={"each": {"zones": zones}}, apart=24)
    fight.do(commands.Deploy("r1", (18, 11)))
    why = refusal(fight, commands.Deploy("b1", (18, 36)))
    assert (why.code, why.rule) == ("too_close", "AS-SCN-023")
    fight.do(commands.Deploy("b1", (18, 37)))


@pytest.mark.rule("AS-SCN-023")
def test_two_sides_take_opposite_edges() -> None:
    with pytest.raises(InputError, match="lie opposite one another"):
        to_deploy(homes=("south", "east"))


# -- commanders -----------------------------------------------------------------------------------------------


def heads(named: bool = True, variation: str = "crush-the-head", **more: Any) -> Battle:
    """Two lances of two; r1 and b1 command."""
    return scene(
        unit("r1", (10, 10), skill=0),
        unit("r2", (20, 10), skill=0),
        unit("b1", (10, 14), 180, armor=0, structure=1, **more.pop("card", {})),
        unit("b2", (20, 14), 180, armor=0, structure=1),
        use=FIGHT,
        variations=[variation],
        **({"commanders_named": {"red": "r1", "blue": "b1"}} if named else {}),
        **{"seed": 1, **more},
    )


@pytest.mark.rule("AS-SCN-025")
def test_the_fall_of_a_commander_ends_it() -> None:
    fight = heads()
    attack(fight, "r1", "b1")
    end(fight, 2)
    assert verdict(fight) == ("red", "AS-SCN-025")
    assert score(fight) == (1000, 0)


@pytest.mark.rule("AS-SCN-025")
def test_the_kill_itself_counts_besides() -> None:
    fight = heads(options=["basic_kills"])
    attack(fight, "r1", "b1")
    end(fight, 2)
    assert score(fight) == (1005, 0)


@pytest.mark.rule("AS-SCN-025")
def test_other_units_do_not_matter() -> None:
    fight = heads()
    attack(fight, "r2", "b2")
    end(fight, 2)
    assert fight.outcome is None
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-025")
def test_a_commander_that_leaves_the_field_stands_no_longer() -> None:
    fight = scene(
        unit("r1", (18, 3)),
        unit("r2", (8, 3)),
        unit("b1", (18, 44), 180),
        use=FIGHT,
        variations=["crush-the-head"],
        commanders_named={"red": "r1", "blue": "b1"},
        phase="movement",
    )
    fight.do(commands.Move("r1", ((18, -1),)))
    fight.do(commands.Pass("r2"))
    fight.do(commands.Pass("b1"))
    end(fight, 2)
    assert verdict(fight) == ("blue", "AS-SCN-025")
    assert score(fight) == (0, 500)  # the last one standing, but no kill


@pytest.mark.rule("AS-SCN-025")
def test_each_side_names_its_commander_before_the_first_turn() -> None:
    fight = heads(named=False)
    asked = []
    while fight.decision is not None:
        asked.append((fight.decision.side, fight.decision.choices))
        fight.do(commands.Decide(fight.decision.side, fight.decision.choices[1]))
    assert asked == [("red", ("r1", "r2")), ("blue", ("b1", "b2"))]
    assert (commander_of(fight, "red"), commander_of(fight, "blue")) == ("r2", "b2")
    assert [goal.target for goal in objectives(fight, "red")] == ["b2"]


# -- in secret ------------------------------------------------------------------------------------------------


SECRET = "secret-commanders"


@pytest.mark.rule("AS-SCN-026")
def test_nobody_knows_the_enemys_commander() -> None:
    fight = heads(named=False, variation=SECRET)
    events = list(fight.journal.events)
    for side in ("red", "blue"):
        events += fight.do(commands.Decide(side, f"{side[0]}2"))
    view = View(fight, "red").battle
    assert commander_of(view, "red") == "r2"
    assert commander_of(view, "blue") is None
    heard = list(events_for(fight, "red", events))
    assert not any("b2" in str(getattr(event, "choice", "")) for event in heard)
    assert "b2" not in str(fight.view("red")["notes"])
    assert "b2" in str(fight.view("blue")["notes"])


@pytest.mark.rule("AS-SCN-026")
def test_named_beforehand_it_is_no_less_secret() -> None:
    view = View(heads(variation=SECRET), "red").battle
    assert commander_of(view, "blue") is None
    assert view.setup.scenario is not None
    assert view.setup.scenario.commanders_named == {"red": "r1"}


def prober(code: str = "PRB", jammer: str | None = None, at: tuple[float, float] = (10, 26)) -> Battle:
    return scene(
        unit("r1", (10, 10), specials=[code]),
        unit("b1", at, 180, specials=[jammer] if jammer else []),
        unit("b2", (30, 14), 180),
        use=FIGHT,
        variations=[SECRET],
        commanders_named={"red": "r1", "blue": "b1"},
        terrain=[{"kind": "hill", "height": 6, "rect": [0, 18, 20, 2]}],
    )


@pytest.mark.rule("AS-SCN-026")
def test_a_probe_in_range_exposes_it_seen_or_not() -> None:
    fight = prober()
    fight.do(commands.Act("r1", "scan", "b1"))
    assert commander_of(View(fight, "red").battle, "blue") == "b1"
    assert refusal(fight, commands.Attack("r1", "b2")).code == "already_acted"


@pytest.mark.rule("AS-SCN-026")
def test_a_scan_of_another_unit_tells_that_it_is_none() -> None:
    fight = prober("BH")
    events = fight.do(commands.Act("r1", "scan", "b2"))
    assert any(getattr(event, "what", "") == "b2 is no commander" for event in events)
    assert commander_of(View(fight, "red").battle, "blue") is None


@pytest.mark.rule("AS-SCN-026", "AS-SCN-065")
def test_out_of_range_without_a_probe_or_jammed_there_is_nothing_to_learn() -> None:
    scan = commands.Act("r1", "scan", "b1")
    assert refusal(prober("AMS"), scan).code == "no_probe"
    assert refusal(prober("LPRB"), scan).code == "out_of_range"
    assert refusal(prober("PRB", "ECM"), scan).code == "jammed"
    prober("BH", "ECM").do(scan)
    assert refusal(prober("BH", "AECM"), scan).code == "jammed"


@pytest.mark.rule("AS-SCN-026")
def test_open_commanders_need_no_scan() -> None:
    fight = scene(
        unit("r1", (10, 10), specials=["PRB"]),
        unit("b1", (10, 20), 180),
        use=FIGHT,
        variations=["crush-the-head"],
        commanders_named={"red": "r1", "blue": "b1"},
    )
    assert refusal(fight, commands.Act("r1", "scan", "b1")).code == "nothing_secret"


def test_a_stranger_cannot_command() -> None:
    with pytest.raises(InputError, match="has no unit 'b1' to command it"):
        heads(named=False, commanders_named={"red": "b1", "blue": "b1"})
