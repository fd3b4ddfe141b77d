"""The gate for knowledge: degrees, events that say whom they are about, refusals, names that mean something else."""

from __future__ import annotations

import re
import typing
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import rules.made_up_notes  # noqa: F401
from lancemate import bots
from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.knowledge import (
    carry_out,
    check_names,
    events_for,
    known_to,
    may_keep_secrets,
    unagreed_secret,
)
from lancemate.alphastrike.damage.destruction import doom
from lancemate.alphastrike.play import events as e
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle, BattleEvent
from lancemate.alphastrike.play.events import SwitchPlanned
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.play.knowing import Degree
from lancemate.alphastrike.play.setup import Network
from lancemate.alphastrike.play.state import State, Unit
from lancemate.alphastrike.scenarios.events import ObjectiveChanged, Scored
from lancemate.alphastrike.scripts.positions import read_script
from lancemate.alphastrike.scripts.running import run_script
from lancemate.alphastrike.telling.log import SENTENCES
from lancemate.cli.games import ALPHA_STRIKE, game_of
from lancemate.kernel.agenda import Decision, Task
from lancemate.kernel.codec import canonical
from lancemate.kernel.documents import read_document
from lancemate.kernel.errors import Refused
from lancemate.kernel.memory import Noted
from lancemate.kernel.naming import Names, marks_of, named, perhaps_named, types_of
from lancemate.muster.catalogue import find
from rules.scenes import FIGHT, FLAG, HILL, RECON, scene
from rules.table import battle, unit

HIDING = {"notes": {"hidden": True}}
VALUES: tuple[Any, ...] = (*SENTENCES, *orders.COMMANDS.values(), orders.Unload, Decision)
UNTYPED = {("Noted", "value"), ("Remembered", "value"), ("SecretNoted", "value")}  # plain data under a declared key
UNTYPED |= {("ObjectiveChanged", "changes"), ("Decision", "facts")}


HOUSES = [{"kind": "building", "height": 1, "rect": [x, 23, 2, 2]} for x in (12, 22)]


# -- texts say what they name -------------------------------------------------------------------------------------


def plain_texts(hint: Any) -> Iterator[Any]:
    """Parts of a type that are texts and do not say what they name."""
    if hint is str:
        yield hint
    elif typing.get_origin(hint) is not typing.Annotated:
        for part in typing.get_args(hint):
            yield from plain_texts(part)


@pytest.mark.parametrize("kind", VALUES, ids=lambda kind: kind.__name__)
def test_every_text_of_an_event_or_a_command_says_what_it_names(kind: Any) -> None:
    for name, hint in types_of(kind).items():
        if (kind.__name__, name) not in UNTYPED:
            assert not list(plain_texts(hint)), f"{kind.__name__}.{name} is a text: say whether it names a unit"


@pytest.mark.parametrize("kind", [*SENTENCES, Decision], ids=lambda kind: kind.__name__)
def test_an_event_with_a_text_that_may_name_a_unit_or_something_else_says_which(kind: Any) -> None:
    marks = [marks_of(hint) for hint in types_of(kind).values()]
    if any(Names("unit") in one and len(one) > 1 for one in marks):
        assert hasattr(kind, "names")


def test_whom_an_event_is_about() -> None:
    assert named(e.Moved("r1", "ground", (), (1, 1), 0, 0, 0, 0, 0), "unit") == ("r1",)
    assert named(e.RiderRolled("r1", "r2", (3,), "r2"), "unit") == ("r1", "r2")
    assert named(e.SideDone("blue", "combat"), "unit") == ()
    assert named(e.SideDone("blue", "combat"), "side") == ("blue",)
    assert named(e.TerrainDamaged("hill", 1, 1, "AS-URB-001"), "unit") == ()
    asked = Decision("red", "stalk", "whom?", ("b1", "b2"), "AS-SPA-020", "r1", of_units=True)
    assert set(named(e.DecisionAsked(asked), "unit")) == {"r1", "b1", "b2"}
    aimed = orders.Attack("r1", "hill", spotter="r2")
    assert named(aimed, "unit") == ("r1", "r2")
    assert perhaps_named(aimed, "unit") == ("r1", "hill", "r2")
    landing = orders.Move("r1", unload=(orders.Unload("r2", (1, 1)),), charge="b1")
    assert named(landing, "unit") == ("r1", "b1", "r2")


def sentences(value: Any) -> Iterator[str]:
    """All that an event says in words for people."""
    if isinstance(value, (Modifier, Cost)):
        yield value.label
    elif isinstance(value, tuple):
        for one in value:
            yield from sentences(one)
    elif is_dataclass(value):
        for field in fields(value):
            hint = types_of(type(value))[field.name]  # type: ignore[arg-type]
            told = getattr(value, field.name)
            if isinstance(told, str):
                yield from (told,) if Names("sentence") in marks_of(hint) else ()
            else:
                yield from sentences(told)


def whole_battles() -> Iterator[Battle]:
    for path in sorted((Path(__file__).parents[1] / "battles").glob("*.yaml")):
        source = read_document(path)
        if game_of(source).name == ALPHA_STRIKE:
            yield run_script(read_script(source, find)).battle
    for use in (FLAG, FIGHT, HILL, RECON):
        units = [unit(f"{side}{n}", specials=["PRB"]) for side in "rb" for n in (1, 2, 3)]
        fight = scene(*units, use=use, terrain=HOUSES, phase="deployment", options=["basic_kills"], seed=3)
        players = {side: bots.make("random", seed=5) for side in fight.sides}
        for _ in range(150):
            side = fight.decision.side if fight.decision is not None else fight.state.to_act
            if fight.outcome is not None or side is None:
                break
            seen = bots.View(fight, side)
            fight.do(players[side].choose(seen, seen.decision))
        yield fight


def test_words_for_people_speak_of_no_unit_that_the_event_does_not_name() -> None:
    spoken = 0
    for fight in whole_battles():
        for event in fight.journal.events:
            words = {word for text in sentences(event) for word in re.findall(r"\w+", text)}
            mentioned = words.intersection(fight.units)
            assert mentioned <= set(named(event, "unit")), event
            spoken += len(mentioned)
    assert spoken


# -- names that mean something else -------------------------------------------------------------------------------


def hiding(name: str) -> Battle:
    return battle(
        unit("r1", (20, 12)),
        unit("b1", (20, 22), 180),
        unit(name, (30, 30), state=HIDING),
        terrain=[{"id": "hill", "kind": "hill", "height": 1, "rect": [40, 5, 4, 4]}],
    )


@pytest.mark.parametrize("name", ["blue", "combat", "hill", "weapon", "front"])
def test_a_hidden_unit_that_is_called_like_something_else_swallows_nothing(name: str) -> None:
    fight = hiding(name)
    told: list[BattleEvent] = [
        e.PhaseBegan("combat", "blue"),
        e.SideDone("blue", "combat"),
        e.TerrainDamaged("hill", 1, 1, "AS-URB-001"),
        e.AttackMade("r1", "hill", None, "weapon", None, 4, (), (3, 4), True, 3, "front", at_terrain=True),
        e.HitLanded("r1", "hill", "weapon", "front", 2, at_terrain=True),
        e.Decided("blue", "direction", "front", "AS-DMG-003"),
    ]
    for side in ("red", None):
        assert list(events_for(fight, side, told)) == told
        assert list(events_for(fight, side, [e.Passed(name, "combat")])) == []


def test_terrain_is_shot_at_even_if_somebody_hidden_is_called_like_it() -> None:
    attacks = []
    for name in ("hill", "b9"):
        fight = battle(
            unit("r1", (20, 12)),
            unit(name, (20, 30), state=HIDING),
            terrain=[{"id": "hill", "kind": "building", "height": 1, "rect": [19, 16, 2, 2]}],
        )
        events = fight.do(orders.Attack("r1", "hill"))
        attacks.append(next(event for event in events if isinstance(event, e.AttackMade)))
    assert attacks[0] == attacks[1]
    assert attacks[0].at_terrain


# -- events in part -------------------------------------------------------------------------------------------------


def test_a_hit_is_told_without_whoever_dealt_it_unseen() -> None:
    fight = hiding("b9")
    hit = e.AttackMade("b9", "r1", None, "weapon", None, 4, (), (3, 4), True, 3, "rear", 2)
    miss = e.AttackMade("b9", "r1", None, "weapon", None, 9, (), (3, 4), False, -2)
    area = e.HitLanded("b9", "r1", "artillery", "front", 2, (Modifier("ART-T", 2, "AS-COM-110"),))
    for side in ("red", None):
        assert list(events_for(fight, side, [hit, miss, area])) == [
            e.HitLanded(None, "r1", "weapon", "rear", 2),
            e.HitLanded(None, "r1", "artillery", "front", 2),
        ]
    assert list(events_for(fight, "blue", [hit, miss, area])) == [hit, miss, area]


def test_a_spotter_that_nobody_sees_is_not_told_of() -> None:
    fight = hiding("b9")
    shot = e.AttackMade("b1", "r1", None, "weapon", "IF", 4, (), (3, 4), True, 3, "front", 2, spotter="b9")
    (heard,) = events_for(fight, "red", [shot])
    assert isinstance(heard, e.AttackMade)
    assert heard.spotter is None
    assert list(events_for(fight, "blue", [shot])) == [shot]


def test_points_are_counted_in_the_open_and_objectives_of_the_unseen_are_not() -> None:
    fight = hiding("b9")
    scored = Scored("blue", 2, 2, "b9 has captured the flag", "AS-SCN-033", "b9")
    taken = ObjectiveChanged("flag", {"carrier": "b9"}, "b9 takes the flag", "AS-SCN-030", "b9")
    (heard,) = events_for(fight, "red", [scored, taken])
    assert isinstance(heard, Scored)
    assert (heard.total, heard.unit) == (2, None)
    assert "b9" not in heard.what


def test_who_was_chosen_is_not_told_of_the_unseen() -> None:
    fight = hiding("b9")
    chosen = e.Decided("blue", "commander", "b9", "AS-SCN-025", of_unit=True)
    (heard,) = events_for(fight, "red", [chosen])
    assert isinstance(heard, e.Decided)
    assert heard.choice == "something secret"


def test_what_is_kept_of_objectives_and_sensors_does_not_give_the_unseen_away() -> None:
    fight = battle(
        unit("r1", (20, 12)),
        unit("b1", (20, 22), 180, specials=["C3M"]),
        unit("b2", (30, 22), 180, specials=["C3S"]),
        unit("b8", (30, 26), specials=["C3M"], state=HIDING),
        unit("b9", (30, 30), specials=["C3RS"], state=HIDING),
        networks=[Network("C3", ("b8", "b9")), Network("C3", ("b1", "b2"))],
    )
    fight.state.notes = {
        "objectives": {
            "commander:blue": {"unit": "b9", "side": "blue"},
            "unit:b9": {"kind": "unit", "commander": False},
            "flag": {"kind": "flag", "carrier": "b9", "at": [1, 1]},
            "search:blue": {"home": ["b1", "b9"]},
        },
        "c3_sensors": [["b9", 1.0, 1.0, 0, 3], ["b2", 2.0, 2.0, 1, 3]],
    }
    known = known_to(fight, "red")
    assert known.state.notes["objectives"] == {"flag": {"kind": "flag", "at": [1, 1]}, "search:blue": {"home": ["b1"]}}
    assert known.state.notes["c3_sensors"] == [["b2", 2.0, 2.0, 0, 3]]  # the one network that is left is the first
    assert "b9" not in canonical(fight.view("red"))
    assert known_to(fight, "blue").state.notes == fight.state.notes


# -- secrets ----------------------------------------------------------------------------------------------------


def test_whether_there_may_be_secrets_goes_by_what_everybody_knows() -> None:
    """A battle that may not be saved because of a secret would tell that there is one."""
    plain = battle(unit("r1", (20, 12)), unit("b1", (20, 22)))
    agreed = battle(unit("r1", (20, 12)), unit("b1", (20, 22)), options=["hidden_units"])
    lying = battle(unit("r1", (20, 12)), unit("b1", (20, 22), state={"hidden": True}), options=["hidden_units"])
    for side in ("red", "blue", None):
        assert not may_keep_secrets(plain, side)
        assert may_keep_secrets(agreed, side)
        assert may_keep_secrets(lying, side)


def test_secrets_that_nobody_agreed_on_are_found() -> None:
    notes = battle(unit("r1", (20, 12)), unit("b1", (20, 22), state={"notes": {"secret_orders": "go"}}))
    assert unagreed_secret(hiding("b9")) == "b9"
    assert unagreed_secret(notes) == "b1"
    lying = battle(unit("r1", (20, 12)), unit("b1", (20, 22), state={"hidden": True}), options=["hidden_units"])
    assert unagreed_secret(lying) is None


def test_the_setup_of_a_known_battle_keeps_plans_and_notes() -> None:
    fight = battle(
        unit("r1", (20, 12)),
        unit(
            "b1",
            (20, 22),
            specials=["STL"],
            state={"planned": {"STL": False}, "notes": {"secret_orders": "go", "seen": 2}},
        ),
    )
    known = known_to(fight, "red")
    assert known.setup.units[1].state == {"notes": {"seen": 2}}
    assert known.units["b1"].notes == {"seen": 2}
    assert known_to(fight, "blue").setup == fight.setup


def test_a_refusal_does_not_tell_what_the_other_side_is_asked() -> None:
    fight = battle(unit("r1", (20, 12)), unit("b1", (20, 22)))
    fight.state.decision = Decision("blue", "secret_commander", "who commands?", ("b1",), "AS-SCN-026")
    with pytest.raises(Refused) as refused:
        carry_out(fight.clone(), "red", orders.EndPhase())
    assert refused.value.refusal.code == "decision_pending"
    assert "b1" not in refused.value.message
    with pytest.raises(Refused, match="b1"):
        carry_out(fight.clone(), "blue", orders.EndPhase())


def test_steps_still_to_be_taken_by_the_unseen_tell_nothing() -> None:
    fight = hiding("b9")
    fight.state.decision = Decision("red", "direction", "front or rear?", ("front", "rear"), "AS-DMG-003", "r1")
    attack = orders.Attack("b9", "r1")
    fight.state.agenda = (
        Task("carry_out", {"unit": "b9"}),
        Task("land_attack", {"command": attack, "roll": (6, 5)}),
    )
    known = known_to(fight, "red")
    assert "b9" not in repr(known.state)
    known.do(orders.Decide("red", "front"))
    assert known.decision is None
    assert known_to(fight, "blue").state.agenda == ()


def test_a_name_nobody_knows_is_refused_as_if_it_were_not_there() -> None:
    fight = hiding("b9")
    for make in (
        lambda name: orders.Attack("r1", name),
        lambda name: orders.Attack("r1", "b1", spotter=name),
        lambda name: orders.Attack(name, "r1"),
        lambda name: orders.Pass(name),
    ):
        texts = []
        for name in ("b9", "b7"):
            with pytest.raises(Refused) as refused:
                check_names(known_to(fight, "red"), make(name))
            texts.append(refused.value.message.replace(name, "?"))
        assert texts[0] == texts[1]


# -- degrees ----------------------------------------------------------------------------------------------------


def known_by(fight: Battle, degrees: dict[str, Degree]) -> Battle:
    """A battle with a rule that lowers what others know of some units."""

    def rule(battle: Battle, side: str | None, one: Unit) -> Degree | None:
        return degrees.get(one.id)

    return with_rule(fight, rule)


def with_rule(fight: Battle, rule: Callable[..., Degree | None]) -> Battle:
    twin = fight.clone()
    twin.hooks = copy(fight.hooks)
    dict.__setitem__(twin.hooks, hooks.knowledge, (*fight.hooks[hooks.knowledge], rule))
    return twin


TOKEN_K = {"notes": {"blip": "K"}}


def in_the_open() -> Battle:
    return battle(
        unit("r1", (20, 12)),
        unit("b1", (20, 22), 180, skill=2, state=TOKEN_K, name="AS7-D Atlas", chassis="Atlas", specials=["IF2", "ECM"]),
        unit("b2", (30, 22), 90, specials=["C3S"], type="CV", move='8"h'),
    )


def test_of_all_answers_the_lowest_counts_and_the_own_side_knows_everything() -> None:
    fight = known_by(known_by(in_the_open(), {"b1": Degree.TYPE}), {"b1": Degree.SOMETHING, "b2": Degree.EVERYTHING})
    assert "b1" not in known_to(fight, "red").units
    assert known_to(fight, "red").units["b2"].card == fight.units["b2"].card
    assert known_to(fight, "blue").units["b1"].card == fight.units["b1"].card


@pytest.mark.parametrize("side", ["red", None])
def test_something_is_there(side: str | None) -> None:
    """A token: where it is, and nothing else. It keeps its name, which is not its own."""
    worlds = []
    for id, card in (("b1", {"type": "BM"}), ("b1", {"type": "CV", "move": '8"h', "size": 1, "specials": ["IF2"]})):
        fight = battle(unit("r1", (20, 12)), unit(id, (20, 22), 90, skill=2, state=TOKEN_K, **card))
        worlds.append(known_by(fight, {id: Degree.SOMETHING}))
    knowns = [known_to(fight, side) for fight in worlds]
    (name,) = set(knowns[0].units) - {"r1"}
    assert name == "K"
    token = knowns[0].units[name]
    assert (token.at, token.side, token.facing) == ((20, 22), "blue", 0.0)
    for part in ("state", "setup"):
        shown = [repr(getattr(known, part)).split("table=")[0] for known in knowns]
        assert shown[0] == shown[1]
        assert "b1" not in repr(getattr(knowns[0], part))
    views = [canonical(fight.view(side)) for fight in worlds]
    assert views[0] == views[1]
    seen: Any = worlds[0].view(side)
    assert set(seen["units"]) == {"r1"}
    assert seen["blips"] == {name: {"side": "blue", "at": [20.0, 22.0]}}
    told: list[BattleEvent] = [e.Passed("b1", "combat"), e.HitLanded(None, "b1", "artillery", "front", 2)]
    assert list(events_for(worlds[0], side, told)) == []
    worlds[0].units["b1"].x = 25.0
    assert known_to(worlds[0], side).units[name].at == (25.0, 22)


@pytest.mark.parametrize("side", ["red", None])
def test_the_type_is_known(side: str | None) -> None:
    """The chassis and what is seen from outside; neither card nor condition."""
    worlds = []
    for wounds in ((), ("weapon", "engine")):
        fight = known_by(in_the_open(), {"b1": Degree.TYPE})
        one = fight.units["b1"]
        one.wounds, one.armor, one.heat, one.skill = wounds, 6 - len(wounds), len(wounds), 2 + len(wounds)
        worlds.append(fight)
    knowns = [known_to(fight, side) for fight in worlds]
    assert repr(knowns[0].state) == repr(knowns[1].state)
    one = knowns[0].units["b1"]
    assert (one.card.name, one.card.type, one.at, one.facing) == ("Atlas", "BM", (20, 22), 180.0)
    assert not one.card.specials.codes
    assert one.skill == 4
    seen: Any = worlds[0].view(side)
    assert set(seen["units"]["b1"]) == {"side", "name", "place", "at", "facing", "elevation", "airborne", "status"}
    assert seen == worlds[1].view(side)
    assert "heat" in seen["units"]["b2"]


def test_of_a_unit_known_by_its_type_all_is_told_that_happens_on_the_table() -> None:
    fight = known_by(in_the_open(), {"b1": Degree.TYPE})
    moved = e.Moved("b1", "ground", (), (1, 1), 0, 0, 4, 10, 4, False, (Cost("x", 4, "AS-MOV-001"),))
    shot = e.AttackMade("b1", "r1", None, "weapon", None, 4, (Modifier("Skill", 2, "AS-COM-038"),), (3, 4), True, 3)
    told: list[BattleEvent] = [
        moved,
        shot,
        e.DamageMarked("b1", 2, 0, 4, 5, "attack"),
        e.HeatChanged("b1", 0, 2, ()),
        e.Wounded("b1", "weapon", False, "AS-DMG-040"),
        e.ShutDown("b1", True, "AS-HEA-010"),
    ]
    heard = list(events_for(fight, "red", told))
    assert [event.type for event in heard] == ["moved", "attack", "shutdown"]
    assert "Skill" not in repr(heard)
    assert all(getattr(event, "allowance", 4) == 4 for event in heard)
    assert list(events_for(fight, "blue", told)) == told


def test_who_rides_inside_is_known_no_better_than_what_it_rides_in() -> None:
    fight = battle(
        unit("r1", (20, 12)),
        unit("b1", (20, 22), type="CV", move='8"h', specials=["IT3"]),
        unit("b3", type="CI", move='4"f', specials=["CAR3"], state={"aboard": "b1"}),
    )
    assert set(known_to(fight, "red").units) == {"r1", "b1", "b3"}
    assert set(known_to(known_by(fight, {"b1": Degree.TYPE}), "red").units) == {"r1", "b1"}


def test_a_rule_that_lowers_nothing_changes_nothing() -> None:
    fight = in_the_open()
    same = with_rule(fight, lambda battle, side, one: None)
    for side in ("red", "blue", None):
        assert known_to(same, side).state == known_to(fight, side).state
        assert same.view(side) == fight.view(side)


@pytest.mark.rule("AS-SCN-071")
def test_nobody_hears_of_what_goes_down_with_a_hidden_unit() -> None:
    fight = battle(
        unit("r1", (20, 12)),
        unit("b1", (40, 40)),
        unit("b8", (20, 22), type="CV", move='8"h', specials=["IT3"], state=HIDING),
        unit("b9", type="CI", move='4"f', specials=["CAR3"], state={"aboard": "b8"}),
    )
    doom(fight, fight.units["b8"], "its structure is gone", "AS-DMG-027", wait=False)
    assert fight.units["b9"].destroyed
    for side in ("red", None):
        assert list(events_for(fight, side, fight.journal.events)) == list(
            events_for(fight, side, [one for one in fight.journal.events if not named(one, "unit")])
        )
        assert set(known_to(fight, side).units) == {"r1", "b1"}


@pytest.mark.rule("AS-SCN-071")
def test_of_a_hidden_unit_nothing_is_known() -> None:
    fight = hiding("b9")
    assert "b9" not in known_to(fight, "red").units
    assert "b9" not in known_to(fight, None).units
    assert "b9" in known_to(fight, "blue").units


def test_a_known_battle_is_a_copy() -> None:
    fight = hiding("b9")
    before = fight.hash()
    known = known_to(fight, "red")
    known.units["r1"].x = 3.0
    known.emit(Noted(None, "score", 2, "AS-INT-067"))
    known.emit(SwitchPlanned("r1", "STL", True, "AS-SPC-047"))
    assert fight.hash() == before
    assert isinstance(known.state, State)
