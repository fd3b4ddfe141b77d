"""Mines, fire, and holes in buildings, as far as soldiers meet them (p. 31)."""

from typing import Any

import pytest
from tests.battletroops.field import battle, man, move, parts, refusal, throw, told

from lancemate.battletroops.asking.knowledge import carry_out, events_for, known_to, view
from lancemate.battletroops.asking.measure import measure
from lancemate.battletroops.asking.offers import offers
from lancemate.battletroops.asking.preview import preview_attack
from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.scripts.positions import setup_from_data, setup_to_data
from lancemate.battletroops.scripts.saves import load, save
from lancemate.battletroops.telling.log import story
from lancemate.kernel.dice import TapeDice
from lancemate.kernel.errors import InputError, Refused

FAR = man("b9", (20, 18))
HOUSE = {"id": "house", "kind": "building", "type": "light", "rect": [7.75, 3.5, 4, 3]}


def mined(*mines: dict[str, Any], red: Any = (), dice: Any = (), terrain: Any = (), **more: Any) -> Battle:
    data = setup_to_data(
        battle(red or [man("r1", (4, 4))], [FAR], options=["mines"], terrain=terrain, dice=(), **more).setup
    )
    data["sides"][1]["mines"] = list(mines)  # type: ignore[index, call-overload]
    return Battle(setup_from_data(data), TapeDice(list(dice)))


@pytest.mark.rule("BT-MEC-049")
def test_a_mine_goes_off_under_a_soldier() -> None:
    red = [man("r1", (4, 4)), man("r2", (6, 4)), man("r3", (8, 4))]
    fought = mined({"kind": "anti-personnel", "at": [5, 4]}, red=red, dice=[1, 1, 6, 6])
    events = fought.do(move("r1", (5, 4), (5.5, 5)))
    assert [one["mine"]["at"] for one in told(events, "mine")] == [[5, 4]]
    assert fought.units["r1"].track == "........XXXX"  # ten points from block 2 on
    assert fought.units["r2"].track.count("X") == 5
    assert fought.units["r3"].track == "." * 12
    assert fought.state.mines[0].exploded
    fought.do(move("r3", (7, 4), (6.5, 5), (5.5, 5), (5, 4)))  # once
    assert "sets off a hidden anti-personnel mine" in " ".join(line.text for line in story(fought, events))


@pytest.mark.rule("BT-MEC-049")
def test_who_starts_on_a_mine_does_not_set_it_off() -> None:
    fought = mined({"kind": "anti-personnel", "at": [4, 4]})
    fought.do(move("r1", (5, 4)))
    assert fought.units["r1"].track == "." * 12
    upstairs = {"id": "h", "kind": "building", "height": 3, "rect": [2.75, 2.5, 6, 5], "stairways": [[5, 4]]}
    fought = mined(
        {"kind": "anti-personnel", "at": [5, 4], "elevation": 1},
        terrain=[upstairs],
        red=[man("r1", (4, 4))],
        dice=[6, 6],
    )
    fought.do(move("r1", (5, 4)))
    assert not fought.state.mines[0].exploded
    fought.do(move("r1", "up"))
    assert fought.units["r1"].track.count("X") == 10


@pytest.mark.rule("BT-MEC-050")
def test_mines_against_vehicles() -> None:
    fought = mined({"kind": "anti-vehicular", "at": [5, 4]}, {"kind": "vibrabomb", "at": [6, 4], "weight": 45})
    fought.do(move("r1", (6, 4)))
    assert fought.units["r1"].track == "." * 12
    with pytest.raises(InputError, match="outside of buildings"):
        mined({"kind": "anti-vehicular", "at": [9, 4]}, terrain=[HOUSE])
    with pytest.raises(InputError, match="the key weight is missing"):
        mined({"kind": "vibrabomb", "at": [9, 4]})
    with pytest.raises(InputError, match="only a vibrabomb"):
        mined({"kind": "anti-personnel", "at": [9, 4], "weight": 3})


@pytest.mark.rule("BT-MEC-049")
def test_mines_are_secret_until_they_go_off() -> None:
    fought = mined({"kind": "anti-personnel", "at": [5, 4]}, dice=[6, 6])
    assert view(fought, "red")["mines"] == []
    assert view(fought, None)["mines"] == []
    assert view(fought, "blue")["mines"] == [
        {"kind": "anti-personnel", "at": [5, 4], "elevation": 0, "side": "blue", "exploded": False}
    ]
    without = mined(dice=[6, 6])
    assert known_to(fought, "red").hash() == known_to(without, "red").hash()
    assert known_to(fought, "red").setup == known_to(without, "red").setup
    again = load(save(fought))
    assert again.hash() == fought.hash()
    events = fought.do(move("r1", (5, 4)))
    assert [event.type for event in events_for(fought, "red", events)].count("mine") == 1
    assert view(fought, "red")["mines"] != []


def test_two_worlds_that_differ_only_in_mines_look_the_same() -> None:
    """As long as nobody treads on one: views, events, offers, refusals, and what a bot is given."""
    one = mined({"kind": "anti-personnel", "at": [6, 6]}, {"kind": "anti-vehicular", "at": [9, 8]})
    other = mined({"kind": "vibrabomb", "at": [2, 12], "weight": 40})
    for command in (move("r1", (5, 4)), move("r1", (5, 4), (99, 99)), orders.EndPhase()):
        for side in ("red", None):
            assert view(one, side) == view(other, side)
            assert known_to(one, side).setup == known_to(other, side).setup
        assert list(offers(known_to(one, "red"), "red")) == list(offers(known_to(other, "red"), "red"))
        heard: list[list[Any]] = []
        for fought in (one, other):
            try:
                heard.append([*events_for(fought, "red", carry_out(fought, "red", command))])
            except Refused as refused:
                heard.append([refused.refusal])
        assert heard[0] == heard[1]


def test_mines_need_their_option() -> None:
    data = setup_to_data(battle([man("r1", (4, 4))], [FAR]).setup)
    data["sides"][1]["mines"] = [{"kind": "anti-personnel", "at": [5, 4]}]  # type: ignore[index, call-overload]
    with pytest.raises(InputError, match="need the option mines"):
        setup_from_data(data)


# -- fire -----------------------------------------------------------------------------------------------------------


def burning(*dots: tuple[float, float], dice: Any = (), red: Any = (), terrain: Any = (), **more: Any) -> Battle:
    fire = {"id": "fire", "kind": "fire", "dots": [list(dot) for dot in dots]}
    return battle(red or [man("r1", (4, 4))], [FAR], terrain=[fire, *terrain], options=["fire"], dice=dice, **more)


@pytest.mark.rule("BT-MEC-052")
def test_fire_is_cover() -> None:
    red, bush = [man("r1", (4, 4), arc=(2, (8, 4)))], {"id": "b", "kind": "undergrowth", "rect": [6.6, 3.5, 0.8, 1]}
    fought = burning((7, 4), red=[*red, man("r2", (16, 16))], terrain=[bush])
    fought.units["b9"].x, fought.units["b9"].y = 10, 4
    answer = preview_attack(fought, orders.Attack("r1", "b9"))
    assert sum(value for label, value in parts(answer.modifiers).items() if "cover" in label) == 2
    assert measure(fought, "r1", "b9").line_of_sight == "partial"


@pytest.mark.rule("BT-MEC-052", "BT-COM-024")
@pytest.mark.parametrize(
    ("shooter", "target", "flames", "indoors", "cover"),
    [
        (1, 0, 0, False, 1),  # flames are one level high
        (2, 0, 0, False, 0),
        (1, 1, 0, False, 1),
        (1, 0, 0, True, 1),  # a man in the flames of the ground floor, from the level above
        (0, 1, 0, True, 0),  # the floor is between the flames and the man upstairs
        (1, 1, 0, True, 0),
        (1, 1, 1, True, 1),
    ],
)
def test_flames_are_one_level_high(shooter: int, target: int, flames: int, indoors: bool, cover: int) -> None:
    def tower(name: str, x: float, height: int, **more: Any) -> dict[str, Any]:
        return {"id": name, "kind": "building", "height": height, "rect": [x, 2.5, 1, 3], **more}

    there = {"id": "f", "kind": "fire", "dots": [[12, 4] if indoors else [8, 4]], "elevation": flames}
    stands = tower("post", 3.5, shooter) if shooter else None
    house = tower("house", 11.5, 3, windows=[[11.5, 3, 11.5, 5]]) if indoors else tower("house", 11.5, target or 1)
    terrain = [one for one in (there, stands, house if indoors or target else None) if one is not None]
    red = [man("r1", (4, 4), elevation=shooter, arc=(2, (8, 4)))]
    fought = battle(red, [man("b1", (12, 4), elevation=target)], terrain=terrain, options=["fire"])
    answer = preview_attack(fought, orders.Attack("r1", "b1"))
    assert answer.legal
    assert sum("fire" in label for label in parts(answer.modifiers)) == cover


@pytest.mark.rule("BT-MEC-053")
def test_burns() -> None:
    fought = burning((4, 4), (5, 4), (6, 4), dice=[6, 6] * 3)
    fought.do(move("r1", (7, 4)))
    assert fought.units["r1"].track.count("X") == 3  # one for setting out, one for each dot entered
    assert fought.units["r1"].at == (7, 4)


@pytest.mark.rule("BT-MEC-053")
def test_ending_a_move_in_fire() -> None:
    fought = burning((5, 4), dice=[6, 6, 6, 6])
    fought.do(move("r1", (5, 4)))
    assert fought.units["r1"].track.count("X") == 1
    fought.do(orders.Pass("r1"))
    assert fought.units["r1"].track.count("X") == 9
    stays = burning((4, 4), dice=[6, 6, 6, 6])  # he has begun there, too
    events = stays.do(orders.EndPhase())
    assert [one["lethal"] for one in told(events, "damage")] == [1, 8]


@pytest.mark.rule("BT-MEC-053")
def test_falling_into_fire() -> None:
    blue = man("b1", (8, 4), "SMG", arc=(2, (4, 4)), orders="fire")
    fire = {"id": "fire", "kind": "fire", "dots": [[5, 4]]}
    dice = [6, 6, 6, 6, 4, 4, 6, 6]  # the burn, the shot, what it does, the fall
    fought = battle([man("r1", (4, 4), track="..X")], [blue], terrain=[fire], options=["fire"], dice=[1, 1, *dice])
    fought.do(move("r1", (5, 4), (5.5, 5)))
    harm = [event.lethal for event in fought.journal.events if event.type == "damage"]  # type: ignore[attr-defined]
    assert harm == [1, 3, 8]


@pytest.mark.rule("BT-MEC-056")
def test_fire_lasts() -> None:
    fought = burning((10, 10), red=[man("r1", (4, 4)), man("r2", (9, 10))], dice=[6, 6] * 2)
    for _ in range(8):
        fought.do(orders.EndPhase())
    assert show_state(fought)["fires"] == [{"at": [10, 10], "elevation": 0}]
    fought.do(move("r2", (10, 10), (11, 10)))
    assert fought.units["r2"].track.count("X") == 1


# -- holes in walls ---------------------------------------------------------------------------------------------------


def breacher(weapon: Any = "PPC", *, lethal: int = 40, house: Any = HOUSE, **more: Any) -> Battle:
    arm = {"name": weapon, "class": "semi", "damage": f"{lethal}L", "short": [1, 30], "long": [31, 60]}
    return battle(
        [man("r1", (4, 5), arm, orders="hold")],
        [man("b1", (9, 5)), FAR],
        terrain=[house],
        options=["buildings_damage"],
        **more,
    )


def breach(at: tuple[float, float], level: int | None = None) -> orders.Attack:
    return orders.Attack("r1", orders.PointTarget(at, level), "breach")


@pytest.mark.rule("BT-MEC-060", "BT-MEC-057")
def test_a_breach() -> None:
    fought = breacher(dice=[1, 1])
    assert measure(fought, "r1", "b1").line_of_sight == "blocked"
    answer = preview_attack(fought, breach((9.5, 5)))
    assert (answer.legal, answer.lethal, answer.target_number) == (True, 25, None)
    events = fought.do(breach((9.5, 5)))
    assert fought.units["b1"].dead
    made = told(events, "breach")[0]
    ends = sorted(y for _, y in made["line"])
    assert ends == [pytest.approx(5 - 0.5 / 0.8660254), pytest.approx(5 + 0.5 / 0.8660254)]
    assert refusal(fought, move("r1", (5.5, 5))).rule == "BT-SEQ-004"  # his activation is over
    assert measure(fought, "b9", orders.PointTarget((9.5, 5))).line_of_sight == "blocked"
    assert measure(fought, "r1", orders.PointTarget((9.5, 5))).line_of_sight == "partial"
    assert "shoots a hole" in " ".join(line.text for line in story(fought, events))


@pytest.mark.rule("BT-MEC-060")
def test_what_does_not_breach() -> None:
    assert preview_attack(breacher(lethal=15), breach((9.5, 5))).reason.rule == "BT-MEC-060"  # type: ignore[union-attr]
    medium = {**HOUSE, "type": "medium"}
    assert not preview_attack(breacher(lethal=32, house=medium), breach((9.5, 5))).legal
    assert preview_attack(breacher(lethal=80, house=medium), breach((9.5, 5))).lethal == 40
    assert not preview_attack(breacher(), breach((16.5, 5))).legal
    two = {**HOUSE, "walls": [[[8.75, 3.5], [8.75, 6.5]]]}
    through = preview_attack(breacher(house=two), breach((9.5, 5)))
    assert (through.legal, through.lethal) == (True, 0)
    assert preview_attack(breacher(lethal=80, house={**HOUSE, "cf": 79}), breach((9.5, 5))).lethal == 1


def test_a_breach_is_offered_and_saved() -> None:
    fought = breacher(dice=[1, 1])
    found = [one.command for one in offers(fought, "red") if isinstance(one.command, orders.Attack)]
    assert [one.kind for one in found] == ["breach"]
    fought.do(found[0])
    assert load(save(fought)).hash() == fought.hash()
    assert throw("r1", (9, 5)) is not None
