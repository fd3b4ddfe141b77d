"""Random battles of BattleTroops in two worlds that differ in a secret of blue's: red and spectators notice nothing.

The secret is a hidden man, what he carries, where he hides or what he waits for, or a mine, its kind or its place. The
commands are the same in both worlds, and as many; what is noted for him comes with one of them. A battle ends when the
secret is out, or when something befalls whoever it is about.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from pydantic import BaseModel
from tests.server.in_step import InStep, Worlds, dice_fell, tells_of

from lancemate.battletroops.asking.knowledge import carry_out, check_names, events_for, known_to, may_keep_secrets
from lancemate.battletroops.asking.offers import offers
from lancemate.battletroops.play import orders
from lancemate.battletroops.play.battle import Battle
from lancemate.battletroops.play.setup import Muster, Setup
from lancemate.battletroops.play.state import Mine
from lancemate.battletroops.play.whose import side_of
from lancemate.battletroops.soldiers.record import Soldier
from lancemate.bots.battletroops.random_play import proposals
from lancemate.bots.battletroops.view import View
from lancemate.field.lattice import Dot
from lancemate.field.lattice_map import Lattice
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError, Refused
from lancemate.kernel.events import public
from lancemate.lab.battletroops.setups import random_setup
from lancemate.server.battletroops.questions import answer
from lancemate.server.battletroops.showing import scene_key, show_scene, show_view
from lancemate.server.messages import Measure, OffersQuestion, Preview, ReachQuestion, Route, SightQuestion

ASKED: Final = 6  # questions after each command
SECRETS: Final = ("man", "arms", "room", "mine", "kind", "spot", "note")
MEN: Final = ("man", "arms", "room", "note")
BARE: Final = Lattice(1, 1)
AGREED: Final = frozenset(("hidden_units", "mines", "vehicles", "mechs"))


def worlds(seed: int) -> Worlds | None:
    """A random battle twice, with a secret; None where there is no room for one."""
    luck = Generator(seed)
    kind = SECRETS[seed % len(SECRETS)]
    setup = random_setup(luck)
    if setup.scenario is not None:
        return None
    setup = replace(setup, options=setup.options | AGREED)
    places = list(_rooms(setup) if kind in MEN else _ground(setup))
    if len(places) < 2:
        return None
    luck.shuffle(places)
    first, second = _variants(kind, setup, places, luck)
    return Worlds(Battle(first, seed), Battle(second, seed), kind)


def _rooms(setup: Setup) -> Iterator[tuple[Dot, int]]:
    """Dots in houses where nobody is."""
    field, taken = setup.map, {one.at for one in setup.units}
    for dot in field.dots:
        house = field.building(dot)
        if house is not None and dot not in taken:
            yield from ((dot, level) for level in range(field.base(house), field.roof(house)))


def _ground(setup: Setup) -> Iterator[tuple[Dot, int]]:
    field, taken = setup.map, {one.at for one in setup.units}
    for dot in field.dots:
        if field.building(dot) is None and dot not in taken:
            yield dot, field.ground(dot)


def _variants(kind: str, setup: Setup, places: list[tuple[Dot, int]], luck: Generator) -> tuple[Setup, Setup]:
    (at, level), (other, floor) = places[:2]
    if kind in MEN:
        way = 1 + luck.below(6)
        man = Muster("x9", "blue", "soldier", Soldier("Rifle"), at, state={"elevation": level, "hidden": way})
        if kind == "man":
            return _with(setup, man), setup
        if kind == "note":
            return _with(setup, replace(man, state={**man.state, "notes": {"ambush": 0}})), _with(setup, man)
        if kind == "arms":
            return _with(setup, man), _with(setup, replace(man, record=Soldier("Blazer", grenades=1)))
        return _with(setup, man), _with(setup, replace(man, at=other, state={"elevation": floor, "hidden": way}))
    mine = Mine("anti-personnel", at, level, "blue")
    if kind == "mine":
        return replace(setup, mines=(*setup.mines, mine)), setup
    changed = replace(mine, kind="anti-vehicular") if kind == "kind" else replace(mine, at=other, elevation=floor)
    return replace(setup, mines=(*setup.mines, mine)), replace(setup, mines=(*setup.mines, changed))


def _notes_of_x9(battle: Battle) -> Any:
    return battle.units["x9"].notes if "x9" in battle.units else {}


def _with(setup: Setup, man: Muster) -> Setup:
    return replace(setup, units=(*setup.units, man))


# -- in step ----------------------------------------------------------------------------------------------------


class BattleTroops(InStep):
    commands = 40

    def worlds(self, seed: int) -> Worlds | None:
        return worlds(seed)

    def side_of(self, battle: Battle, command: Any) -> str | None:
        return side_of(battle, command) or battle.state.to_act

    def carry_out(self, battle: Battle, side: str | None, command: Any) -> list[Any]:
        if isinstance(command, orders.EndPhase) and side == "blue" and "ambush" in _notes_of_x9(battle):
            command = orders.EndPhase({**command.ambush, "x9": 6 if battle.state.turn % 2 else 0})
        check_names(known_to(battle, side), command)
        return carry_out(battle, side, command)

    def candidates(self, pair: Worlds, luck: Generator) -> Iterator[orders.Command]:
        """What might be tried in the world without the secret; now and then red names whom it cannot know."""
        battle = pair.there
        if luck.below(6) == 0 and battle.decision is None and battle.state.to_act == "red":
            red = luck.choice([unit.id for unit in battle.of_side("red")])
            yield orders.Attack(red, "x9", "hand-to-hand")
        for number, command in enumerate(proposals(battle, luck)):
            if "x9" not in repr(command):
                yield command
            if number > 100:
                break

    def is_out(self, pair: Worlds, *told: list[Any]) -> bool:
        if dice_fell(pair) or any(tells_of(pair, events) for events in told):
            return True
        if any(mine.exploded for fight in pair.both for mine in fight.state.mines):
            return True
        return not all(fight.units["x9"].hidden for fight in pair.both if "x9" in fight.units)

    def known(self, battle: Battle, viewer: str | None) -> list[Any]:
        assert may_keep_secrets(battle, viewer) is True
        key = [repr(part) for part in scene_key(battle, viewer)[1:]]
        return [show_scene(battle, viewer), show_view(battle, viewer, 1), battle.view(viewer), key]

    def events_for(self, battle: Battle, viewer: str | None, events: list[Any]) -> Iterable[Any]:
        return events_for(battle, viewer, events)

    def for_bots(self, battle: Battle) -> list[Any]:
        known = View(battle, "red").battle
        state = replace(known.state, map=BARE)
        offered = offers(known, "red") if known.outcome is None else ()
        return [known.state.map.features, state, known.setup, *offered]

    def afterwards(self, pair: Worlds, luck: Generator) -> None:
        for _ in range(ASKED):
            ask(pair, luck)


play = BattleTroops().play


# -- questions --------------------------------------------------------------------------------------------------


def ask(pair: Worlds, luck: Generator) -> None:
    """A random question of red, or of somebody who watches, has the same answer in both worlds."""
    question = random_question(pair.there, luck)
    viewer = luck.choice(("red", "red", None))
    answers = [_answer(fight, viewer, question) for fight in (pair.here, pair.there)]
    assert answers[0] == answers[1], question


def _answer(fight: Battle, viewer: str | None, question: Any) -> str:
    try:
        return json.dumps(answer(fight, viewer, question))
    except Refused as refused:
        return json.dumps(public(refused.refusal))
    except InputError as error:
        return str(error)


def random_question(battle: Battle, luck: Generator) -> BaseModel:
    names = [*battle.units, "x9"]
    one, other = luck.choice(names), luck.choice(names)
    at, level = luck.choice(battle.map.dots), luck.below(3)
    place = {"point": list(at), "elevation": level}
    target: Any = luck.choice((other, place))
    arc = {"size": 4, "towards": list(luck.choice(battle.map.dots))}
    move: dict[str, Any] = {"unit": one, "path": [list(at)], "arc": arc}
    blow = {"unit": one, "target": target, "kind": luck.choice(("throw", "area", "hand-to-hand", "breach", "plant"))}
    found: tuple[BaseModel, ...] = (
        Preview(id="1", type="preview", attack={"unit": one, "target": other}),
        Preview(id="1", type="preview", attack=blow),
        Preview(id="1", type="preview", move=move),
        Measure(id="1", type="measure", **{"from": one, "to": target}),
        ReachQuestion(id="1", type="reach", unit=one),
        Route(id="1", type="route", unit=one, to=at),
        SightQuestion(id="1", type="sight", unit=one, level=level, at=luck.choice((None, at))),
        OffersQuestion(id="1", type="offers", unit=luck.choice((None, one))),
    )
    return luck.choice(found)


@pytest.mark.parametrize("start", range(0, 36, 12))
def test_nobody_notices(start: int) -> None:
    assert sum(play(seed) for seed in range(start, start + 12)) > 60


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 2200, 60))
def test_nobody_notices_in_hundreds_of_battles(start: int) -> None:
    """Most of them have room for a secret; each command is followed by six questions."""
    assert sum(play(seed) for seed in range(start, start + 60)) > 300
