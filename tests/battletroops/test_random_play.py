"""Battles played at random over what is offered: nothing breaks, nothing offered is refused, nothing is lost."""

from typing import Any

import pytest
from tests.battletroops.field import battle, man

from lancemate.battletroops.asking.knowledge import events_for, known_to, view
from lancemate.battletroops.asking.offers import offers
from lancemate.battletroops.asking.showing import show_state
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.play.orders import command_from_data, command_to_data
from lancemate.battletroops.scripts.positions import setup_from_data, setup_to_data
from lancemate.battletroops.scripts.saves import load, save
from lancemate.battletroops.telling.log import story
from lancemate.battletroops.telling.picture import draw
from lancemate.kernel.dice import Generator

TOWN: list[dict[str, Any]] = [
    {
        "id": "shop",
        "kind": "building",
        "height": 2,
        "rect": [3.75, 5.5, 6, 5],
        "windows": [[5.75, 5.5, 7.25, 5.5], [5.75, 10.5, 7.25, 10.5]],
        "doors": [[8.25, 5.5, 8.75, 5.5]],
        "stairways": [[5, 8]],
    },
    {"id": "desk", "kind": "furniture", "rect": [6.25, 7.5, 1, 0.5]},
    {"id": "bush", "kind": "undergrowth", "rect": [11.25, 6.5, 3, 3]},
    {"id": "oak", "kind": "tree", "at": [2, 12]},
    {"id": "hill", "kind": "contour", "level": 1, "rect": [11.25, 11.5, 4, 4]},
]
EVERYTHING = (
    *("area_effect", "secondary_weapons", "support_weapons", "jump_troops", "hidden_units", "exchange", "experience"),
    "morale_leadership",
)


def skirmish(seed: int, options: tuple[str, ...] = ()) -> Battle:
    rich = "area_effect" in options
    red = [
        man("r1", (4, 2), "Rifle", group="first"),
        man("r2", (6, 2), "SMG", group="first"),
        man("r3", (8, 2), "Blazer"),
    ]
    blue = [man("b1", (5, 14), "Rifle"), man("b2", (7, 14), "SMG"), man("b3", (9, 14), "Laser Rifle", orders="fire")]
    if rich:
        red += [
            man("r4", (10, 2), "SRM", group="first"),
            man("r5", (12, 2), "Rifle", jump_pack=True, secondary="LAW"),
            man("r6", (2, 2), "Rifle", satchel=True),
        ]
        blue += [man("b4", (11, 16), "Light MG"), man("b5", (6, 8), "SMG", hidden=6), man("b6", (3, 16), "Flamer")]
    squads = {"first": {"experience": "Veteran", "leader": "r1"}}
    return battle(red, blue, terrain=TOWN, options=options, dice=seed, size=(16, 18), squads=squads if rich else None)


def check(fought: Battle) -> None:
    """What is true in every position."""
    taken: set[tuple[Any, int]] = set()
    for unit in fought.units.values():
        assert len(unit.track) == 12
        assert 0 <= unit.grenades <= 4
        assert all(count >= 0 for count in unit.ammo.values())
        if unit.on_map and unit.conscious and not unit.airborne and fought.state.acting != unit.id:
            assert fought.map.inside(unit.at)
            assert (unit.at, unit.elevation) not in taken, unit.id
            taken.add((unit.at, unit.elevation))
        if not unit.conscious:
            assert unit.arc is None
    assert fought.state.mp_left >= 0


def play(fought: Battle, seed: int, most: int = 350) -> list[orders.Command]:
    chance, given = Generator(seed), []
    for _ in range(most):
        if fought.outcome is not None:
            break
        asked = fought.state.decision
        side = asked.side if asked is not None else fought.state.to_act
        assert side is not None
        found = list(offers(fought, side))
        assert found
        command = found[chance.below(len(found))].command
        given.append(command)
        fought.do(command)
        check(fought)
    return given


@pytest.mark.parametrize("options", [(), EVERYTHING], ids=["basic", "everything"])
@pytest.mark.parametrize("seed", range(6))
def test_random_battles(seed: int, options: tuple[str, ...]) -> None:
    fought = skirmish(seed, options)
    given = play(fought, seed)
    assert len(given) > 20
    for command in given:
        assert command_from_data(command_to_data(command)) == command
    assert load(save(fought)).hash() == fought.hash()
    told = list(story(fought, fought.journal.events))
    assert told
    assert draw(fought).startswith("<svg")


def test_events_alone_rebuild_the_state() -> None:
    fought = skirmish(3, EVERYTHING)
    fresh = fought.clone().state
    before = len(fought.journal.events)
    play(fought, 3)
    for event in fought.journal.events[before:]:
        event.apply(fresh)
    fresh.agenda = fought.state.agenda
    assert show_state(_with(fought, fresh)) == show_state(fought)


def _with(fought: Battle, state: Any) -> Battle:
    twin = fought.clone()
    twin.state = state
    return twin


def test_views_and_questions_ask_a_copy() -> None:
    fought = skirmish(4, EVERYTHING)
    play(fought, 4, 60)
    before = fought.hash()
    for side in ("red", "blue", None):
        assert view(fought, side)
        assert known_to(fought, side).journal.events == []
        list(events_for(fought, side, fought.journal.events))
    assert fought.hash() == before


def test_setups_are_written_and_read() -> None:
    setup = skirmish(0, EVERYTHING).setup
    assert setup_from_data(setup_to_data(setup)) == setup
