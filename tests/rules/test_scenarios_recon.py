"""Reconnaissance (pp. 133-134)."""

from typing import Any

import pytest

from lancemate.alphastrike.abilities.electronics import hostile_fields
from lancemate.alphastrike.asking.knowledge import events_for
from lancemate.alphastrike.asking.offers import all_deeds
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.movement.activation import counts_for_movement
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scenarios.beginning import noted_by
from lancemate.alphastrike.scenarios.buildings import central_buildings, wrong_buildings
from lancemate.alphastrike.scenarios.goals import goals as objectives
from lancemate.alphastrike.scenarios.notes import objective_notes
from lancemate.alphastrike.scenarios.recon import found_by, has_scanned
from lancemate.bots.alphastrike.view import View
from lancemate.field.data import feature_from_data
from lancemate.field.table import Table
from lancemate.kernel.errors import InputError
from rules.flights import fighter
from rules.scenes import RECON, plan, scene, score, verdict
from rules.table import attack, end, number, refusal, unit


def house(name: str, x: float, y: float, cf: int = 3, size: float = 2.0) -> dict[str, Any]:
    return {"id": name, "kind": "building", "height": 3, "type": "medium", "cf": cf, "rect": [x, y, size, size]}


TOWN = [house("h1", 10, 20), house("h2", 17, 20), house("h3", 24, 20), house("h4", 17, 28)]


def recon(*units: Any, **more: Any) -> Battle:
    """Red searches four houses; there is something in h1 and h4, which only blue knows."""
    settings: dict[str, Any] = {"terrain": TOWN, "secrets": {"blue": ["h1", "h4"]}, "seed": 1}
    return scene(*units, use=RECON, **{**settings, **more})


def scout(at: tuple[float, float] = (11, 19.375), **more: Any) -> Battle:
    """A red 'Mech touching h1 from the south, another one, and an enemy in the north."""
    card = more.pop("card", {})
    return recon(unit("r1", at, **card), unit("r2", (2, 2)), unit("b1", more.pop("enemy", (30, 46)), 180), **more)


SCAN = commands.Act("r1", "scan", "h1")


# -- buildings ------------------------------------------------------------------------------------------------


def town(*houses: dict[str, Any]) -> Table:
    return Table(36, 48, [feature_from_data(one) for one in houses])


@pytest.mark.rule("AS-SCN-059")
def test_it_takes_an_attacker_and_a_defender() -> None:
    assert plan(RECON).roles == ("attacker", "defender")
    assert plan(RECON).most_sides == 2


@pytest.mark.rule("AS-SCN-060")
def test_one_building_for_every_lance() -> None:
    six = [house(f"h{n}", 8 + 7 * (n % 3), 18 + 7 * (n // 3)) for n in range(6)]
    names = tuple(str(one["id"]) for one in six)
    assert wrong_buildings(town(*six), names, 6) is None
    problem = wrong_buildings(town(*six[:5]), names[:5], 6)
    assert problem is not None
    assert problem.startswith("6 buildings are needed")


@pytest.mark.rule("AS-SCN-060")
def test_they_stand_near_the_centre_and_apart_and_are_not_too_hard() -> None:
    def wrong(*houses: dict[str, Any]) -> str | None:
        return wrong_buildings(town(*houses), tuple(str(one["id"]) for one in houses), 1)

    assert wrong(house("a", 17, 35.9)) is None
    assert wrong(house("a", 17, 36.1)) == "a stands 12.1 inches from the centre of the table; 12 is the most"
    assert wrong(house("a", 17, 20), house("b", 20.9, 20)) == "a and b stand 1.9 inches apart; 2 are the least"
    assert wrong(house("a", 17, 20), house("b", 21, 20)) is None
    assert wrong(house("a", 17, 20, cf=12)) is None
    assert wrong(house("a", 17, 20, cf=13)) == "a has a Construction Factor of 13; 1 to 12 are allowed"


@pytest.mark.rule("AS-SCN-060")
def test_only_buildings_near_the_centre_are_searched() -> None:
    assert central_buildings(town(house("a", 17, 20), house("b", 2, 2))) == ("a",)


@pytest.mark.rule("AS-SCN-060")
def test_a_table_without_enough_buildings_is_refused() -> None:
    with pytest.raises(InputError, match="2 buildings are needed"):
        recon(unit("r1"), unit("b1"), terrain=TOWN[:1], secrets={"blue": ["h1"]})


# -- secrets --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-061")
def test_the_defender_notes_up_to_six_buildings_in_secret() -> None:
    fight = recon(unit("r1", (2, 2)), unit("b1", (30, 46), 180), secrets={})
    events = list(fight.journal.events)
    assert fight.decision is not None
    assert (fight.decision.side, fight.decision.choices) == ("blue", ("h1", "h2", "h3", "h4"))
    events += fight.do(commands.Decide("blue", "h2"))
    assert fight.decision is not None
    assert fight.decision.choices == ("h1", "h3", "h4", "done")
    events += fight.do(commands.Decide("blue", "done"))
    assert fight.state.phase == "combat"
    assert noted_by(fight, "blue") == ["h2"]
    assert noted_by(View(fight, "red").battle, "blue") == []
    assert not any("h2" in str(event) for event in events_for(fight, "red", events) if event.type != "decision")
    assert "h2" not in str(fight.view("red")["notes"])


@pytest.mark.rule("AS-SCN-061")
def test_not_none_and_not_more_than_there_are() -> None:
    with pytest.raises(InputError, match="notes 1 to 4 different buildings, not 0"):
        recon(unit("r1", (2, 2)), unit("b1", (30, 46)), secrets={"blue": []})
    with pytest.raises(InputError, match="none of the buildings"):
        recon(unit("r1", (2, 2)), unit("b1", (30, 46)), secrets={"blue": ["h9"]})
    many = [house(f"h{n}", 8 + 6 * (n % 4), 17 + 6 * (n // 4)) for n in range(8)]
    fight = recon(unit("r1", (2, 2)), unit("b1", (30, 46)), terrain=many, secrets={})
    for _ in range(6):
        assert fight.decision is not None
        fight.do(commands.Decide("blue", fight.decision.choices[0]))
    assert fight.decision is None
    assert len(noted_by(fight, "blue")) == 6


# -- starting -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-062")
def test_where_the_sides_start() -> None:
    fight = recon(unit("r1"), unit("b1"), phase="deployment", terrain=[*TOWN, house("h5", 17, 12)])
    assert refusal(fight, commands.Deploy("r1", (18, 20))).code == "outside_zone"
    why = refusal(fight, commands.Deploy("r1", (18, 4)))
    assert (why.code, why.rule) == ("too_close", "AS-SCN-062")
    fight.do(commands.Deploy("r1", (3, 3)))
    assert refusal(fight, commands.Deploy("b1", (18, 40))).code == "outside_zone"
    assert refusal(fight, commands.Deploy("b1", (18, 18.5))).code == "outside_zone"  # the attacker's half
    fight.do(commands.Deploy("b1", (18, 32.5)))


@pytest.mark.rule("AS-SCN-062")
def test_a_foot_between_enemies() -> None:
    fight = recon(unit("r1"), unit("b1"), phase="deployment", deployment={"attacker": {"off_buildings": 0.0}}, apart=20)
    fight.do(commands.Deploy("r1", (18, 9)))
    assert refusal(fight, commands.Deploy("b1", (18, 27.3))).code == "too_close"
    fight.do(commands.Deploy("b1", (18, 32.5)))


@pytest.mark.rule("AS-SCN-060")
def test_who_finds_no_place_comes_on_over_the_edge() -> None:
    fight = recon(unit("r1"), unit("b1", (18, 32.5)), phase="deployment")
    fight.do(commands.Pass("r1"))
    assert fight.state.turn == 1
    assert fight.units["r1"].place == "reserve"
    plain = scene(unit("r1"), unit("b1", (18, 40)), use="stand-up-fight", phase="deployment")
    assert refusal(plain, commands.Pass("r1")).code == "must_deploy"


@pytest.mark.rule("AS-SCN-062")
def test_a_building_must_stand_where_the_defender_starts() -> None:
    with pytest.raises(InputError, match="no building stands on the north half"):
        recon(unit("r1"), unit("b1"), terrain=TOWN[:3], secrets={"blue": ["h1"]})


# -- scans ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCN-063", "AS-SCN-064", "AS-SCN-069")
def test_a_scan_by_touch_cannot_fail() -> None:
    fight = scout()
    assert SCAN in [one.command for one in all_deeds(fight, fight.units["r1"])]
    fight.do(SCAN)
    assert found_by(fight, "red") == ["h1"]
    assert score(fight) == (100, 0)


@pytest.mark.rule("AS-SCN-063")
def test_an_empty_building_is_declared_empty() -> None:
    fight = scout(at=(18, 19.375))
    events = fight.do(commands.Act("r1", "scan", "h2"))
    assert any(getattr(event, "what", "") == "h2 is empty" for event in events)
    assert has_scanned(fight, "red", "h2")
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-064")
def test_it_takes_contact_and_the_whole_combat_phase() -> None:
    assert refusal(scout(at=(11, 18)), SCAN).code == "not_in_contact"
    fight = scout(enemy=(11, 10))
    fight.do(SCAN)
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-SCN-064"
    assert refusal(fight, commands.Attack("r1", "b1", "physical")).rule == "AS-SCN-064"
    fight = scout(enemy=(11, 28), card={"facing": 0})
    attack(fight, "r1", "h1")
    assert refusal(fight, SCAN).code == "already_attacked"


@pytest.mark.rule("AS-SCN-064")
def test_one_that_falls_in_the_same_turn_has_scanned_all_the_same() -> None:
    fight = scout(card={"armor": 0, "structure": 1}, enemy=(11, 15))
    fight.units["b1"].skill, fight.units["b1"].facing = 0, 0.0
    fight.do(SCAN)
    end(fight)
    attack(fight, "b1", "r1")
    end(fight)
    assert fight.units["r1"].destroyed
    assert score(fight) == (100, 0)


@pytest.mark.rule("AS-SCN-063")
def test_only_the_searchers_search() -> None:
    fight = scout(enemy=(18, 30.625), first="blue")
    assert refusal(fight, commands.Act("b1", "scan", "h4")).code == "not_a_searcher"
    assert refusal(scout(), commands.Act("r1", "scan", "h9")).code == "not_searched"


def prober(code: str = "PRB", at: tuple[float, float] = (11, 10), jammer: str | None = None, **more: Any) -> Battle:
    """A red 'Mech with a probe ten inches south of h1."""
    return recon(
        unit("r1", at, specials=[code], **more.pop("card", {})),
        unit("b1", more.pop("enemy", (11, 26)), 180, specials=[jammer] if jammer else []),
        **more,
    )


PROBE = commands.Attack("r1", "h1", "scan")


@pytest.mark.rule("AS-SCN-065")
def test_a_scanning_attack_with_a_probe() -> None:
    fight = prober(at=(11, 9.375), dice=[3, 3])
    event = attack(fight, "r1", "h1", kind="scan")
    # Skill 4, medium range +2, moved on the ground; the building is no easy target for that.
    assert event.target_number == 6
    assert event.hit
    assert number(event, "AS-COM-047") is None
    assert found_by(fight, "red") == ["h1"]
    assert score(fight) == (100, 0)


@pytest.mark.rule("AS-SCN-065", "AS-AER-006")
def test_a_probe_looks_down_from_a_flight_path() -> None:
    """How far it is: from the nearest point of the path, with the altitude (p. 182), past whatever stands between."""

    def scouting(altitude: str, x: float) -> Any:
        plane = fighter("r1", (x, 0), altitude=altitude, specials=["PRB"])
        hill = {"kind": "hill", "height": 9, "rect": [0, 6, 36, 6]}
        fight = recon(plane, unit("b1", (34, 46), 180), options=["aerospace"], terrain=[hill, *TOWN])
        return preview_attack(fight, commands.Attack("r1", "h1", "scan"))

    low, middle, high = (scouting(altitude, 11) for altitude in ("low", "middle", "high"))
    assert (low.legal, low.distance, low.target_number) == (True, 6.0, 4)
    assert (middle.legal, middle.distance, middle.target_number) == (True, 12.0, 6)
    assert high.reason.code == "out_of_range"
    assert (scouting("low", 16).distance, scouting("low", 16).line_of_sight) == (10.0, "clear")


@pytest.mark.rule("AS-SCN-065")
def test_it_may_fail_and_takes_the_place_of_an_attack() -> None:
    fight = prober(dice=[2, 3])
    assert not attack(fight, "r1", "h1", kind="scan").hit
    assert found_by(fight, "red") == []
    assert refusal(fight, commands.Attack("r1", "b1")).code == "already_acted"
    assert refusal(fight, PROBE).code in ("already_acted", "already_attacked")


@pytest.mark.rule("AS-SCN-065")
def test_what_a_scanning_attack_is_aimed_at() -> None:
    assert refusal(prober(), commands.Attack("r1", "b1", "scan")).code == "not_a_target"
    assert refusal(prober(), commands.Attack("r1", "h1", "scan", overheat=1)).code == "no_overheat"
    fight = prober(enemy=(20, 14))
    attack(fight, "r1", "b1")
    assert refusal(fight, PROBE).code == "already_attacked"


@pytest.mark.rule("AS-SCN-065", "AS-SPC-066", "AS-SPC-077", "AS-SPC-105")
def test_its_range_and_what_jams_it() -> None:
    assert refusal(prober("AMS"), PROBE).code == "no_probe"
    assert refusal(prober("LPRB", at=(11, 6)), PROBE).code == "out_of_range"
    assert preview_attack(prober("PRB", at=(11, 6)), PROBE).legal
    assert refusal(prober("PRB", at=(11, 1)), PROBE).code == "out_of_range"
    assert preview_attack(prober("BH", at=(11, 1)), PROBE).legal
    for jammer in ("ECM", "AECM", "WAT"):
        assert refusal(prober("PRB", jammer=jammer), PROBE).code == "jammed"
    assert preview_attack(prober("PRB", jammer="LECM"), PROBE).legal
    assert refusal(prober("PRB", jammer="LECM", enemy=(11, 17)), PROBE).code == "jammed"
    assert preview_attack(prober("BH", jammer="ECM"), PROBE).legal
    assert refusal(prober("BH", jammer="AECM"), PROBE).code == "jammed"


@pytest.mark.rule("AS-SCN-065")
def test_its_chances_are_those_of_an_attack() -> None:
    preview = preview_attack(prober(), PROBE)
    assert (preview.target_number, preview.damage) == (6, 0)
    assert preview.hit_probability == pytest.approx(26 / 36)
    assert PROBE in [one.command for one in all_deeds(prober(), prober().units["r1"])]


# -- destruction ----------------------------------------------------------------------------------------------


def shelled(by: str, **more: Any) -> Battle:
    """One side brings h1 down on purpose."""
    fight = recon(
        unit("r1", (11, 10), skill=0),
        unit("b1", (11, 30), 180, skill=0),
        first="red" if by == "r1" else "blue",
        **more,
    )
    attack(fight, by, "h1")
    end(fight, 2)
    assert fight.table.by_id["h1"].kind == "rubble"
    return fight


@pytest.mark.rule("AS-SCN-067", "AS-SCN-066", "AS-SCN-070")
def test_an_objective_shelled_by_the_attacker_is_lost() -> None:
    fight = shelled("r1")
    assert objective_notes(fight, "h1")["lost"] == ["red"]
    assert score(fight) == (0, 100)


@pytest.mark.rule("AS-SCN-066", "AS-SCN-069")
def test_one_destroyed_by_the_defender_is_as_good_as_found() -> None:
    fight = shelled("b1")
    assert found_by(fight, "red") == ["h1"]
    assert score(fight) == (100, 0)


@pytest.mark.rule("AS-SCN-066")
def test_what_was_found_before_is_not_counted_again() -> None:
    fight = shelled("r1", secrets={"blue": ["h4"]})
    assert score(fight) == (0, 0)


def missed(by: str) -> Battle:
    """The target stands behind h1; the shot just misses it and strikes the building."""
    other = "b1" if by == "r1" else "r1"
    fight = recon(
        unit(by, (9.6, 10), damage="5/5/5"),
        unit(other, (10, 24), 180, tmm=0),
        first="red" if by == "r1" else "blue",
        dice=[2, 3, 6, 1, 1, 2],
    )
    assert not attack(fight, by, other).hit
    end(fight, 2)
    assert fight.table.by_id["h1"].kind == "rubble"
    return fight


@pytest.mark.rule("AS-SCN-066")
def test_by_an_accident_of_the_defender_nobody_scores() -> None:
    fight = missed("b1")
    assert objective_notes(fight, "h1")["bared"] == ["red"]
    assert score(fight) == (0, 0)


@pytest.mark.rule("AS-SCN-066", "AS-SCN-070")
def test_the_attacker_is_not_asked_whether_it_meant_to() -> None:
    fight = missed("r1")
    assert objective_notes(fight, "h1")["lost"] == ["red"]
    assert score(fight) == (0, 100)


@pytest.mark.rule("AS-SCN-067")
def test_a_ruin_can_no_longer_be_scanned() -> None:
    fight = shelled("b1")
    while fight.state.phase != "combat" or fight.state.to_act != "red":
        end(fight)
    fight.units["r1"].y = 19.375
    assert refusal(fight, SCAN).code == "destroyed"


# -- the end --------------------------------------------------------------------------------------------------


def found_all(home: int, **more: Any) -> Battle:
    """Red has found everything; so many of its four units stand at their home edge, to move."""
    units = [unit(f"r{n}", (5 + 6 * n, 3 if n < home else 12)) for n in range(4)]
    fight = recon(*units, unit("b1", (30, 46), 180), phase="movement", secrets={"blue": ["h1"]}, **more)
    from lancemate.alphastrike.scenarios.recon import declare

    declare(fight, "h1", "red")
    return fight


def go_home(fight: Battle, count: int) -> None:
    for n in range(count):
        while fight.state.to_act == "blue":
            fight.do(commands.Pass("b1"))
        fight.do(commands.Move(f"r{n}", ((fight.units[f"r{n}"].x, -1),)))


def finish(fight: Battle) -> None:
    last = fight.state.turn
    while fight.outcome is None and fight.state.turn == last:
        end(fight)


@pytest.mark.rule("AS-SCN-069")
def test_a_lance_that_gets_home_completes_it() -> None:
    fight = found_all(4)
    go_home(fight, 4)
    assert score(fight) == (100 + 500, 0)
    finish(fight)
    assert verdict(fight) == ("red", "AS-SCN-070")
    assert score(fight) == (600, 0)


@pytest.mark.rule("AS-SCN-069", "AS-SCN-070")
def test_fewer_do_not() -> None:
    fight = found_all(3)
    go_home(fight, 3)
    finish(fight)
    assert fight.outcome is None
    assert score(fight) == (100, 0)


@pytest.mark.rule("AS-SCN-069")
def test_leaving_before_everything_is_found_is_only_leaving() -> None:
    units = [unit(f"r{n}", (5 + 6 * n, 3)) for n in range(4)]
    fight = recon(*units, unit("b1", (30, 46), 180), phase="movement")
    go_home(fight, 4)
    finish(fight)
    assert score(fight) == (0, 1000)
    assert verdict(fight) == ("blue", "AS-SCN-070")


@pytest.mark.rule("AS-SCN-070")
def test_the_defender_scores_when_no_attacker_is_left() -> None:
    fight = recon(unit("r1", state={"destroyed": True}), unit("b1", (30, 46), 180))
    end(fight, 2)
    assert score(fight) == (0, 1000)
    assert verdict(fight) == ("blue", "AS-SCN-070")


@pytest.mark.rule("AS-SCN-070")
def test_a_turn_limit_may_be_agreed_on() -> None:
    fight = recon(unit("r1", (2, 2)), unit("b1", (30, 46), 180), turn=12)
    end(fight, 2)
    assert fight.outcome is None
    fight = recon(unit("r1", (2, 2)), unit("b1", (30, 46), 180), turn=12, variations=["turn-limit"])
    end(fight, 2)
    assert verdict(fight) == ("blue", "AS-SCN-070")


# -- interference ---------------------------------------------------------------------------------------------


EMI = ["interference"]


@pytest.mark.rule("AS-SCN-068")
def test_weapons_fire_near_buildings_is_harder() -> None:
    def added(at: tuple[float, float], enemy: tuple[float, float], **card: Any) -> int | None:
        fight = recon(unit("r1", at, **card), unit("b1", enemy, 180), variations=EMI)
        return number(preview_attack(fight, commands.Attack("r1", "b1")), "AS-SCN-068")

    assert added((11, 10), (11, 17.5)) is None
    assert added((11, 10), (11, 18.1)) == 2
    assert added((8.5, 14), (8.5, 28)) == 2  # past a building
    assert added((4, 14), (4, 28)) is None
    assert added((11, 14), (11, 18.1), type="CI", move='2"f', damage="1/1/0") is None


@pytest.mark.rule("AS-SCN-068")
def test_probes_see_nothing_there() -> None:
    assert refusal(prober(variations=EMI), PROBE).rule == "AS-SCN-068"
    fight = scout(variations=EMI)
    fight.do(SCAN)
    assert score(fight) == (100, 0)


@pytest.mark.rule("AS-SCN-068")
def test_jammers_in_it_reach_twice_as_far() -> None:
    def reach(at: tuple[float, float]) -> float:
        fight = recon(unit("r1", (2, 2)), unit("b1", at, 180, specials=["ECM"]), variations=EMI)
        return hostile_fields(fight, "red")[0].reach

    assert reach((11, 18)) == 24.0
    assert reach((4, 44)) == 12.0


# -- hidden units ---------------------------------------------------------------------------------------------


def ambush(**more: Any) -> Battle:
    """Three defenders, one of whom lies hidden at h1."""
    settings: dict[str, Any] = {"variations": ["hide-and-seek"], "hidden": {"blue": ["b1"]}}
    return recon(
        unit("r1", more.pop("at", (11, 10))),
        unit("b1", (11, 22.625), 180),
        unit("b2", (30, 46), 180),
        unit("b3", (4, 46), 180),
        **{**settings, **more},
    )


@pytest.mark.rule("AS-SCN-071")
def test_a_third_of_the_defenders_rounded_down_may_hide() -> None:
    fight = ambush()
    assert "b1" not in View(fight, "red").battle.units
    assert "b1" in View(fight, "blue").battle.units
    with pytest.raises(InputError, match="blue may hide 1 units, not 2"):
        ambush(hidden={"blue": ["b1", "b2"]})


@pytest.mark.rule("AS-SCN-071")
def test_its_player_chooses_who() -> None:
    fight = ambush(hidden={})
    assert fight.decision is not None
    assert fight.decision.choices == ("b1", "b2", "b3", "done")
    fight.do(commands.Decide("blue", "b2"))
    assert fight.decision is None
    assert fight.units["b2"].notes["hidden"]


@pytest.mark.rule("AS-SCN-071")
def test_nobody_aims_at_what_lies_hidden() -> None:
    assert refusal(ambush(at=(14, 14)), commands.Attack("r1", "b1")).code == "unknown_target"


@pytest.mark.rule("AS-SCN-071")
def test_nobody_waits_for_the_move_of_what_lies_hidden() -> None:
    fight = ambush(phase="movement", first="blue")
    waiting = [name for name, one in fight.units.items() if counts_for_movement(fight, one)]
    assert waiting == ["r1", "b2", "b3"]
    fight.do(commands.Move("b2", (), "standstill"))
    fight.do(commands.Move("b3", (), "standstill"))
    fight.do(commands.Move("r1", (), "standstill"))
    assert fight.state.phase == "combat"


def hidden(fight: Battle) -> bool:
    return bool(fight.units["b1"].notes.get("hidden"))


@pytest.mark.rule("AS-SCN-071")
def test_attacking_moving_scans_and_touch_give_it_away() -> None:
    fight = ambush(first="blue", at=(14, 30))
    fight.units["b1"].facing = 0.0
    attack(fight, "b1", "r1")
    assert not hidden(fight)
    fight = ambush(phase="movement", first="blue")
    fight.do(commands.Move("b1", (), "standstill"))
    assert hidden(fight)
    fight = ambush(phase="movement", first="blue")
    fight.do(commands.Move("b1", ((11, 25),)))
    assert not hidden(fight)
    fight = ambush(at=(11, 19.375))
    fight.do(SCAN)
    assert not hidden(fight)
    fight = ambush(at=(6, 22.6), phase="movement")
    fight.do(commands.Move("r1", ((9.75, 22.625),)))
    assert fight.decision is not None  # it may strike first, by the rules of p. 168
    fight.do(commands.Decide("blue", "none"))
    assert not hidden(fight)


# -- Easter Egg Hunt ------------------------------------------------------------------------------------------


EGGS = ["easter-egg-hunt"]


def hunt(*units: Any, **more: Any) -> Battle:
    """Both sides search two houses."""
    settings: dict[str, Any] = {
        "terrain": [TOWN[1], TOWN[3]],
        "secrets": {"red": ["h2", "h4"], "blue": ["h2", "h4"]},
    }
    return recon(*units, variations=EGGS, **{**settings, **more})


@pytest.mark.rule("AS-SCN-072")
def test_both_start_along_their_edges_and_note_as_many_as_they_can() -> None:
    fight = hunt(unit("r1"), unit("b1"), phase="deployment")
    assert refusal(fight, commands.Deploy("r1", (18, 20))).code == "outside_zone"
    fight.do(commands.Deploy("r1", (18, 6)))
    assert refusal(fight, commands.Deploy("b1", (18, 40))).code == "too_close"
    with pytest.raises(InputError, match="notes 2 to 2 different buildings"):
        hunt(unit("r1"), unit("b1"), secrets={"red": ["h2"], "blue": ["h2", "h4"]})


@pytest.mark.rule("AS-SCN-072")
def test_the_first_to_find_everything_wins() -> None:
    fight = hunt(unit("r1", (18, 19.375)), unit("r2", (18, 30.625)), unit("b1", (4, 46), 180))
    fight.do(commands.Act("r1", "scan", "h2"))
    fight.do(commands.Act("r2", "scan", "h4"))
    end(fight, 2)
    assert score(fight) == (200 + 500, 0)
    assert verdict(fight) == ("red", "AS-SCN-072")


@pytest.mark.rule("AS-SCN-072")
def test_two_at_once_compare_their_totals() -> None:
    fight = hunt(
        unit("r1", (17.2, 19.375)),
        unit("r2", (17.2, 30.625)),
        unit("b1", (18.8, 19.375), 180),
        unit("b2", (18.8, 30.625), 180),
    )
    for side in ("r", "b"):
        fight.do(commands.Act(f"{side}1", "scan", "h2"))
        fight.do(commands.Act(f"{side}2", "scan", "h4"))
        end(fight)
    assert score(fight) == (200, 200)
    assert verdict(fight) == (None, "AS-SCN-072")


@pytest.mark.rule("AS-SCN-072")
def test_it_is_not_combined_with_hidden_units() -> None:
    with pytest.raises(InputError, match="exclude one another"):
        plan(RECON, "easter-egg-hunt", "hide-and-seek")


# -- programs -------------------------------------------------------------------------------------------------


def test_objectives_in_words() -> None:
    fight = scout()
    assert [(goal.what, goal.target) for goal in objectives(fight, "red")] == [
        ("scan", "h1"),
        ("scan", "h2"),
        ("scan", "h3"),
        ("scan", "h4"),
    ]
    assert {goal.what for goal in objectives(fight, "blue")} == {"guard"}
    fight.do(SCAN)
    assert "h1" not in [goal.target for goal in objectives(fight, "red")]
    assert {goal.what for goal in objectives(found_all(0), "red")} == {"exit"}
