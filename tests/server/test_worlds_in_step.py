"""Random battles in two worlds that differ in a secret of blue's: played in step, red and spectators notice nothing.

The commands are the same in both; a battle ends when the secret is out, or when something befalls whoever it is about.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

from lancemate.alphastrike.asking.knowledge import carry_out, events_for
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.movement.arrival import check_standing_place
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.decisions import side_of
from lancemate.alphastrike.play.setup import Muster, Setup
from lancemate.bots import View
from lancemate.bots.alphastrike.random_play import proposals
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused
from lancemate.kernel.events import event_data, public
from lancemate.kernel.naming import named
from lancemate.lab.forces import random_setup
from lancemate.server.alphastrike.showing import show_scene, show_view
from lancemate.server.telling import heard_by, tell

COMMANDS: Final = 60
SECRETS: Final = ("hidden", "blip", "sheet")
PLAIN: Final = frozenset({"optional_abilities", "ecm_eccm", "hidden_units"})
ON: Final = {"hidden": {"hidden_units"}, "blip": {"concealing_unit_data"}, "sheet": {"concealing_unit_data"}}
SILENT: Final = ("passed", "remembered", "to_act")  # what happens to everybody, secret or not


@dataclass
class Worlds:
    """Two battles that differ in ``secret`` units."""

    here: Battle
    there: Battle
    secret: frozenset[str]
    kind: str


def worlds(seed: int) -> Worlds | None:
    """A random battle twice, with a secret; None where there is no room for one."""
    luck = Generator(seed)
    kind = SECRETS[seed % len(SECRETS)]
    setup = random_setup(luck)
    if setup.phase == "deployment" or setup.scenario is not None:
        return None
    units = tuple(replace(one, words={}, state=_plain(one)) for one in setup.units)
    options = (setup.options & PLAIN) | ON[kind]
    setup = replace(setup, options=options, units=units, settings={}, formations=(), networks=())
    setup = replace(setup, sides=tuple(replace(s, command_abilities=(), support=(), officers=()) for s in setup.sides))  # type: ignore[arg-type]
    model = next((one for one in setup.units if one.side == "blue" and one.at is not None and _walks(one)), None)
    place = _free_place(setup, model, luck) if model is not None else None
    if model is None or place is None:
        return None
    extra = Muster("x9", "blue", model.card, model.skill, place, 15.0 * luck.below(24), state={})
    first, second = _variants(kind, extra)
    pair = [Battle(replace(setup, units=(*setup.units, *more)), seed) for more in (first, second)]
    return Worlds(pair[0], pair[1], frozenset(("x9", "X")), kind)


def _plain(one: Muster) -> dict[str, Any]:
    kept = ("armor", "structure", "heat", "aboard", "airborne", "elevation", "riding")
    return {key: value for key, value in one.state.items() if key in kept}


def _walks(one: Muster) -> bool:
    card = one.card
    return card.is_ground_unit and not card.is_large and not card.is_naval and not one.state.get("aboard")


def _free_place(setup: Setup, model: Muster, luck: Generator) -> tuple[float, float] | None:
    fight = Battle(setup, 1)
    for _ in range(30):
        x, y = round(fight.table.width * luck.uniform(), 1), round(fight.table.depth * luck.uniform(), 1)
        at = fight.table.snap((x, y))
        try:
            check_standing_place(fight, fight.units[model.id], *at)
        except Refused:
            continue
        if all(fight.table.distance(at, other.at) > 4.0 for other in fight.on_table()):
            return at
    return None


def _variants(kind: str, extra: Muster) -> tuple[tuple[Muster, ...], tuple[Muster, ...]]:
    if kind == "hidden":
        return (replace(extra, state={"hidden": True}),), ()
    if kind == "blip":
        other = replace(extra, card=replace(extra.card, size=1, armor=extra.card.armor + 3), skill=2)
        return (replace(extra, words={"blip": "X"}),), (replace(other, words={"blip": "X"}),)
    other = replace(extra, card=replace(extra.card, armor=extra.card.armor + 2, model="second"), skill=extra.skill + 1)
    return (extra,), (other,)


# -- in step ----------------------------------------------------------------------------------------------------


def play(seed: int) -> int:
    """How many commands went by unnoticed."""
    pair = worlds(seed)
    if pair is None:
        return 0
    luck, done = Generator(seed ^ 0xABCDEF), 0
    if is_out(pair):
        return 0
    compare(pair, pair.here.journal.events, pair.there.journal.events)
    while done < COMMANDS and pair.here.outcome is None and pair.there.outcome is None:
        told = step(pair, luck)
        if told is None or is_out(pair, *told):
            break
        compare(pair, *told)
        done += 1
    return done


def step(pair: Worlds, luck: Generator) -> tuple[list[Any], list[Any]] | None:
    """Carry out the first command that is allowed in both worlds. Red is told the same about all others."""
    for command in candidates(pair, luck):
        side = side_of(pair.there, command)
        twins = pair.here.clone(), pair.there.clone()
        answers = [attempt(twin, side, command) for twin in twins]
        refused = [answer for answer in answers if not isinstance(answer, list)]
        if len(refused) == 2:
            if side == "red":
                assert public(refused[0]) == public(refused[1]), command
            continue
        if refused:
            assert side != "red", (command, refused)
            continue
        pair.here, pair.there = twins
        return answers[0], answers[1]
    return None


def attempt(twin: Battle, side: str | None, command: orders.Command) -> Any:
    try:
        return carry_out(twin, side, command)
    except Refused as refused:
        return refused.refusal


def candidates(pair: Worlds, luck: Generator) -> Iterator[orders.Command]:
    battle = pair.there
    acting = battle.state.to_act if battle.decision is None else battle.decision.side
    if "x9" in battle.units and battle.decision is None and acting == "blue":
        yield orders.Pass("x9")
    for number, command in enumerate(proposals(battle, luck)):
        if not isinstance(command, orders.Resign) and "x9" not in repr(command):
            yield command
        if number > 200:
            break
    yield orders.EndPhase()


def is_out(pair: Worlds, *told: list[Any]) -> bool:
    """The secret is found, something has befallen it, dice fell for it, or the battle is over: worlds may differ."""
    thrown = [len(fight.journal.dice) for fight in (pair.here, pair.there)]
    if pair.here.outcome is not None or pair.there.outcome is not None or thrown[0] != thrown[1]:
        return True
    for events in told:
        for event in events:
            if event.type not in SILENT and not pair.secret.isdisjoint(named(event, "unit")):
                return True
    decisions = [fight.decision for fight in (pair.here, pair.there)]
    return any(one is not None and not pair.secret.isdisjoint((one.unit, *one.choices)) for one in decisions)


def compare(pair: Worlds, here: list[Any], there: list[Any]) -> None:
    for viewer in ("red", None):
        assert seen(pair.here, viewer) == seen(pair.there, viewer)
        stories = [
            heard_by(tell(fight, 1, "blue", told), viewer) for fight, told in ((pair.here, here), (pair.there, there))
        ]
        assert stories[0] == stories[1]
        heard = [
            [event_data(event) for event in events_for(fight, viewer, told)]
            for fight, told in ((pair.here, here), (pair.there, there))
        ]
        assert heard[0] == heard[1]
    views = View(pair.here, "red"), View(pair.there, "red")
    assert repr(views[0].battle.state) == repr(views[1].battle.state)
    if views[0].battle.outcome is None:
        offered = [[repr(one) for one in offers(view.battle, "red")] for view in views]
        assert offered[0] == offered[1]


def seen(fight: Battle, viewer: str | None) -> str:
    return json.dumps([show_scene(fight, viewer), show_view(fight, viewer, 1), fight.view(viewer)])


@pytest.mark.parametrize("start", range(0, 30, 10))
def test_nobody_notices(start: int) -> None:
    assert sum(play(seed) for seed in range(start, start + 10)) > 20


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 4000, 100))
def test_nobody_notices_in_thousands_of_battles(start: int) -> None:
    """At least 2,000 of the 3,000 have room for a secret."""
    assert sum(play(seed) > 0 for seed in range(start, start + 100)) > 66
