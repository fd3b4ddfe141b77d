"""Random battles of Alpha Strike in two worlds that differ in a secret of blue's: red and spectators notice nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from tests.rules.table import unit
from tests.server.in_step import InStep, Worlds, dice_fell, tells_of

from lancemate.alphastrike.asking.knowledge import carry_out, events_for
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.movement.arrival import check_standing_place
from lancemate.alphastrike.options.advanced_artillery.events import in_flight
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.decisions import side_of
from lancemate.alphastrike.play.setup import Muster, Setup
from lancemate.bots import View
from lancemate.bots.alphastrike.random_play.proposals import proposals
from lancemate.field.shapes import Circle
from lancemate.field.terrain import Feature
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused
from lancemate.lab.forces import random_setup
from lancemate.server.alphastrike.showing import show_scene, show_view

GUN: Final = unit("x9", type="CV", move='6"t', damage="1/1/1", specials=["ART-LT1"]).card
SECRETS: Final = ("hidden", "blip", "sheet", "mine", "gun", "order")
SECRETIVE: Final = frozenset({"hidden_units", "minefields", "advanced_artillery", "artillery_counter_battery"})
PLAIN: Final = frozenset({"optional_abilities", "ecm_eccm", "coordinate_system"}) | SECRETIVE
ON: Final = {
    **{"hidden": {"hidden_units"}, "blip": {"concealing_unit_data"}, "sheet": {"concealing_unit_data"}},
    **{"mine": {"minefields"}, "gun": {"advanced_artillery"}, "order": {"advanced_artillery"}},
}
FIRED: Final = "shell_fired"
SILENT: Final = ("passed", "remembered", "to_act", FIRED)  # what happens to everybody, or is told to blue alone


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
    if kind == "mine":
        pair = [Battle(replace(setup, hidden_terrain=fields), seed) for fields in ((_mine(place, luck),), ())]
    else:
        first, second = _variants(kind, extra)
        pair = [Battle(replace(setup, units=(*setup.units, *more)), seed) for more in (first, second)]
    return Worlds(pair[0], pair[1], kind, frozenset(("x9", "X")))


def _mine(place: tuple[float, float], luck: Generator) -> Feature:
    kind = luck.choice(("conventional", "active", "emp", "inferno"))
    keys = {"density": 1.0 + luck.below(5), "type": kind, "side": "blue", "hidden": True}
    return Feature("x9", "minefield", Circle(*place, 1.0 + luck.below(3)), properties=keys)


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
    if kind in ("gun", "order"):
        gun = replace(extra, card=GUN, at=None, words={"offboard": {"edge": "north", "distance": 60.0}})
        return (gun,), () if kind == "gun" else (gun,)
    other = replace(extra, card=replace(extra.card, armor=extra.card.armor + 2, model="second"), skill=extra.skill + 1)
    return (extra,), (other,)


# -- in step ----------------------------------------------------------------------------------------------------


class AlphaStrike(InStep):
    commands = 60

    def worlds(self, seed: int) -> Worlds | None:
        return worlds(seed)

    def side_of(self, battle: Battle, command: Any) -> str | None:
        return side_of(battle, command)

    def carry_out(self, battle: Battle, side: str | None, command: Any) -> list[Any]:
        return carry_out(battle, side, command)

    def candidates(self, pair: Worlds, luck: Generator) -> Iterator[orders.Command]:
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

    def step(self, pair: Worlds, luck: Generator) -> tuple[list[Any], list[Any]] | None:
        if pair.kind == "order" and not has_fired(pair) and (told := self.fire_apart(pair, luck)) is not None:
            return told
        return super().step(pair, luck)

    def fire_apart(self, pair: Worlds, luck: Generator) -> tuple[list[Any], list[Any]] | None:
        """The gun beyond the table fires at one point in one world and at another in the other, where it may fire."""
        if pair.here.state.phase != "combat" or pair.here.decision is not None or pair.here.state.to_act != "blue":
            return None
        table, points = pair.here.table, dict[Any, None]()
        while len(points) < len(pair.both):  # on hexes two may come out as one
            at = round(table.width * luck.uniform(), 1), round(table.depth * luck.uniform(), 1)
            points[table.snap(at)] = None
        told = []
        for fight, point in zip(pair.both, points, strict=True):
            order = orders.Attack("x9", orders.PointTarget(point), "artillery")
            told.append(self.attempt(fight, "blue", order))
        if not all(isinstance(one, list) for one in told):
            return None
        assert self.known(pair.here, "blue") != self.known(pair.there, "blue")
        return told[0], told[1]

    def is_out(self, pair: Worlds, *told: list[Any]) -> bool:
        if has_fired(pair) and not all(in_flight.of(fight.state).get("blue") for fight in pair.both):
            return True
        if any(one.type == "mines_tested" for events in told for one in events):
            return True
        if dice_fell(pair) or tells_of(pair, (one for events in told for one in events if one.type not in SILENT)):
            return True
        asked = [fight.decision for fight in pair.both]
        return any(one is not None and not pair.secret.isdisjoint((one.unit, *one.choices)) for one in asked)

    def known(self, battle: Battle, viewer: str | None) -> list[Any]:
        return [show_scene(battle, viewer), show_view(battle, viewer, 1), battle.view(viewer)]

    def events_for(self, battle: Battle, viewer: str | None, events: list[Any]) -> Iterable[Any]:
        return events_for(battle, viewer, events)

    def for_bots(self, battle: Battle) -> list[Any]:
        view = View(battle, "red")
        return [view.battle.state, *(offers(view.battle, "red") if view.battle.outcome is None else ())]


def has_fired(pair: Worlds) -> bool:
    """The gun beyond the table has been given its orders."""
    return pair.kind == "order" and any(event.type == FIRED for event in pair.here.journal.events)


play = AlphaStrike().play


@pytest.mark.parametrize("start", range(0, 30, 10))
def test_nobody_notices(start: int) -> None:
    assert sum(play(seed) for seed in range(start, start + 10)) > 20


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 4000, 100))
def test_nobody_notices_in_thousands_of_battles(start: int) -> None:
    """At least 2,000 of the 3,000 have room for a secret."""
    assert sum(play(seed) > 0 for seed in range(start, start + 100)) > 66
