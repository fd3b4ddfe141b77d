"""Odd cases brought by rules lawyers: landings, recoil, hull down on the spot, and what is said of them."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.cards.specials import Specials
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.order_data import Preview
from lancemate.alphastrike.scripts.answers import tell_answer
from lancemate.alphastrike.telling.log import story
from lancemate.kernel.errors import InputError
from lancemate.kernel.events import public
from rules.table import attack, battle, move, refusal, unit

VTOL: dict[str, Any] = {"type": "CV", "size": 2, "move": '12"v', "tmm": 2, "armor": 4, "structure": 2}
WIGE: dict[str, Any] = {**VTOL, "move": '12"g'}
SUITS: dict[str, Any] = {"type": "BA", "size": 1, "move": '6"j', "specials": ["MEC", "CAR4"]}
TANK: dict[str, Any] = {"type": "CV", "size": 2, "move": '8"t', "height": 1}


def told(fight: Battle, events: Any) -> str:
    return "\n".join(line.text for line in story(fight, events))


def foretold(fight: Battle, command: commands.Move | commands.Attack) -> str:
    """What a person reads of a preview."""
    found = check_move(fight, command) if isinstance(command, commands.Move) else preview_attack(fight, command)
    answer = public(found)
    assert isinstance(answer, dict)
    return "\n".join(line.text for line in tell_answer(fight, Preview(command), answer))


# -- landings -------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-041", "AS-MOV-025")
def test_a_preview_shows_the_crash_and_the_landing() -> None:
    fight = battle(
        unit("r1", at=(10, 10), state={"elevation": 3}, **VTOL),
        unit("b1", at=(60, 40)),
        terrain=[{"kind": "woods", "rect": [8, 12, 4, 4]}],
        phase="movement",
    )
    crash = commands.Move("r1", ((10, 14),), elevation=0)
    assert "It would end in a crash [AS-MOV-025, p. 34]." in foretold(fight, crash)
    landing = commands.Move("r1", ((14, 10),), elevation=0)
    assert "It would land there [AS-MOV-041, p. 36]." in foretold(fight, landing)
    assert "It lands [AS-MOV-041, p. 36]." in told(fight, fight.do(landing))


@pytest.mark.rule("AS-MOV-046")
@pytest.mark.parametrize(
    ("inches", "elevation", "line"),
    [
        (3, None, 'It lands, for it flew less than 4" [AS-MOV-046, p. 36].'),
        (6, 0, "It lands [AS-MOV-046, p. 36]."),
        (6, None, None),
    ],
)
def test_a_wige_that_comes_down_is_told(inches: float, elevation: float | None, line: str | None) -> None:
    fight = battle(unit("r1", at=(10, 10), state={"elevation": 1}, **WIGE), unit("b1", at=(60, 40)), phase="movement")
    events = fight.do(commands.Move("r1", ((10, 10 + inches),), elevation=elevation))
    assert ("It lands" in told(fight, events)) is (line is not None)
    assert line is None or line in told(fight, events)
    assert fight.units["r1"].airborne is (line is None)


@pytest.mark.rule("AS-MOV-046")
def test_a_wige_that_passes_its_move_comes_down_and_that_is_told() -> None:
    fight = battle(unit("r1", at=(10, 10), state={"elevation": 1}, **WIGE), unit("b1", at=(60, 40)), phase="movement")
    assert 'It lands, for it flew less than 4" [AS-MOV-046' in told(fight, fight.do(commands.Pass("r1")))


# -- what a charge costs its attacker -------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-096", "AS-COM-100")
@pytest.mark.parametrize(("kind", "points"), [("charge", 1), ("dfa", 2)])
def test_the_attacker_itself_suffers_its_recoil_whoever_rides_on_it(kind: str, points: int) -> None:
    fight = battle(
        unit("r1", at=(10.0, 10.0), size=2, move='8"/8"j', specials=["OMNI"]),
        unit("r2", state={"aboard": "r1"}, **SUITS),
        unit("b1", at=(10.0, 11.25), facing=180.0, armor=9),
        dice=(6, 5, 2, 3),
    )
    fight.units["r1"].declared, fight.units["r1"].inches = (kind, "b1"), 6.0
    fight.units["r1"].moved = "jump" if kind == "dfa" else "ground"
    events = fight.do(commands.Attack("r1", "b1", kind))
    assert not [event for event in events if event.type == "rider"]
    assert fight.units["r1"].armor == 6 - points
    assert fight.units["r2"].armor == 6


@pytest.mark.rule("AS-DMG-007")
def test_a_rider_under_a_shell_is_told_to_be_struck() -> None:
    fight = battle(
        unit("r1", at=(10, 10), specials=["ARTLT-1"]),
        unit("b1", at=(10, 30), specials=["OMNI"], armor=9),
        unit("b2", state={"aboard": "b1"}, **SUITS),
        dice=(6, 5),
    )
    events = fight.do(commands.Attack("r1", "b1", "artillery"))
    struck = [(event.target, event.rule) for event in events if event.type == "hit"]  # type: ignore[attr-defined]
    assert ("b2", "AS-DMG-007") in struck


# -- hull down ------------------------------------------------------------------------------------------------


def crouching(**more: Any) -> Battle:
    return battle(unit("r1", at=(10, 10), state={"hull_down": True}, **more), unit("b1", at=(60, 40)), phase="movement")


@pytest.mark.rule("AS-MOV-063")
@pytest.mark.parametrize(
    ("given", "cost", "left"),
    [
        ({}, 0, False),  # it stays as it is
        ({"path": ((10, 10),)}, 0, False),  # where it stands: no move either
        ({"hull_down": False}, 4, True),  # it gets up on the spot
        ({"path": ((10, 10),), "hull_down": False}, 4, True),
        ({"facing": 90.0}, 4, True),
        ({"path": ((10, 12),)}, 6, True),
    ],
)
def test_leaving_hull_down(given: dict[str, Any], cost: float, left: bool) -> None:
    fight = crouching()
    events = fight.do(commands.Move("r1", **given))
    made = next(event for event in events if event.type == "moved")
    assert made.cost == cost  # type: ignore[attr-defined]
    assert fight.units["r1"].hull_down is not left


@pytest.mark.rule("AS-MOV-063")
def test_the_price_of_getting_up_is_named() -> None:
    assert "(4 of them: leave hull down)" in refusal(crouching(), commands.Move("r1", ((10, 16),))).message


# -- other words ----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-MOV-003")
def test_an_immobile_unit_is_told_what_it_may_do() -> None:
    fight = battle(unit("r1", at=(10, 10), state={"shutdown": True}), unit("b1", at=(60, 40)), phase="movement")
    assert "stays where it is, as it is" in refusal(fight, commands.Move("r1", ((10, 11),))).message
    assert move(fight, "r1", mode="standstill").mode == "immobile"


@pytest.mark.rule("AS-SPC-047")
def test_a_switch_that_is_not_there_names_those_that_are() -> None:
    fight = battle(unit("r1", at=(10, 10), specials=["STL", "C3EM"]), unit("r2", at=(20, 10), **TANK))
    assert refusal(fight, commands.Toggle("r1", "ECM", False)).message == (
        "r1 has no ECM to switch; "
        "there are switches for its stealth (STL) and emergency master (C3EM) and running hot (OVERHEAT)"
    )
    assert refusal(fight, commands.Toggle("r2", "STL", False)).message == (
        "r2 has no STL to switch; it has nothing to switch"
    )


LARGE: dict[str, Any] = {
    "type": "SV",
    "size": 4,
    "move": '4"t',
    "damage": None,
    "specials": ["LG"],
    "arcs": {name: {"damage": "2/2/2"} for name in ("front", "left", "right", "aft")},
}


@pytest.mark.rule("AS-COM-031")
def test_the_arc_is_named_in_refusals_and_in_the_story() -> None:
    fight = battle(unit("r1", at=(10, 10), **LARGE), unit("b1", at=(10, 30)), dice=(6, 5))
    refused = refusal(fight, commands.Attack("r1", "b1", arc="left"))
    assert "into which the left weapons of r1 may attack; it may attack with its front weapons" in refused.message
    events = fight.do(commands.Attack("r1", "b1", arc="front"))
    assert "with its front weapons" in told(fight, events)


def test_a_building_has_no_front() -> None:
    fight = battle(
        unit("r1", at=(10, 10)),
        unit("b1", at=(10, 20), facing=180),
        terrain=[{"id": "wall", "kind": "building", "height": 1, "type": "heavy", "rect": [5, 18, 10, 1]}],
        dice=(4, 3),
    )
    words = told(fight, fight.do(commands.Attack("r1", "b1")))
    assert "The building wall is struck for 3 points [AS-COM-088" in words


def test_heat_from_outside_says_what_counts() -> None:
    fight = battle(unit("r1", at=(10, 10), specials=["HT3/3/-"]), unit("b1", at=(10, 14), facing=180), dice=(6, 5))
    words = told(fight, fight.do(commands.Attack("r1", "b1")))
    assert "takes 3 heat, felt in the End Phase, of all such heat 2 at most" in words


def test_minimal_damage_is_previewed_as_what_it_is() -> None:
    fight = battle(unit("r1", at=(10, 10), damage="0*/0*/0"), unit("b1", at=(10, 14), facing=180))
    words = foretold(fight, commands.Attack("r1", "b1"))
    assert "A hit would do 1 point with a die of 4 or more, one less otherwise (0*)" in words


@pytest.mark.parametrize(("card", "words"), [({}, "1 heat in every turn"), (TANK, "half its Move, TMM and damage")])
def test_an_engine_hit_says_what_it_does(card: dict[str, Any], words: str) -> None:
    fight = battle(
        unit("r1", at=(10, 10), damage="4/4/4"),
        unit("b1", at=(10, 14), facing=180, armor=3, structure=5, **card),
        dice=(6, 5, 6, 5 if not card else 6, 3, 3),
    )
    assert words in told(fight, fight.do(commands.Attack("r1", "b1")))


@pytest.mark.rule("AS-SPC-001")
@pytest.mark.parametrize("code", ["XYZ3", "QQ", "@", "W(1)"])
def test_an_unknown_code_always_brings_the_nearest_known_one(code: str) -> None:
    with pytest.raises(InputError, match=r"did you mean [A-Z]"):
        Specials.parse([code])


# -- gaps -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-088")
def test_what_hides_half_a_vehicle_is_no_partial_cover_and_takes_no_near_miss() -> None:
    fight = battle(
        unit("r1", at=(10, 10)),
        unit("b1", at=(10, 20), facing=180, **TANK),
        terrain=[{"id": "wall", "kind": "building", "height": 0.6, "rect": [5, 18, 10, 1]}],
        dice=(3, 3),
    )
    assert fight.sight(fight.units["r1"], fight.units["b1"]).hidden_target > 0.4
    shot = attack(fight, "r1", "b1")
    assert (shot.target_number, shot.hit) == (7, False)
    assert fight.state.terrain_damage == {}


@pytest.mark.rule("AS-MOV-054")
@pytest.mark.parametrize(("height", "over"), [(3.0, True), (3.4, False), (3.5, False)])
def test_half_of_an_odd_jumping_move_is_rounded_down(height: float, over: bool) -> None:
    fight = battle(
        unit("r1", at=(10, 10), move='6"/7"j'),
        unit("b1", at=(60, 40)),
        terrain=[{"kind": "building", "height": height, "rect": [8, 12, 4, 1]}],
        phase="movement",
    )
    jump = commands.Move("r1", ((10, 15),), "jump")
    if over:
        fight.do(jump)
    else:
        assert refusal(fight, jump).rule == "AS-MOV-054"


@pytest.mark.rule("AS-COM-008", "AS-COM-014")
@pytest.mark.parametrize(("hidden", "words"), [(False, "b1 hides 100%"), (True, "something solid hides 100%")])
def test_a_huge_unit_in_the_line_of_sight_is_named_unless_it_is_hidden(hidden: bool, words: str) -> None:
    huge: dict[str, Any] = {"type": "SV", "size": 4, "move": '4"t', "specials": ["VLG"], "height": 4}
    fight = battle(
        unit("r1", at=(10, 5)),
        unit("b1", at=(10, 12), state={"notes": {"hidden": hidden}}, **huge),
        unit("b2", at=(10, 22), facing=180),
    )
    assert words in refusal(fight, commands.Attack("r1", "b2")).message
