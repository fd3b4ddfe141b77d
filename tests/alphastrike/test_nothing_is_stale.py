"""Measures of space are remembered, rulings are not: rules that look at the turn, at light and at heat count at once.

Rules of our own make every answer depend on all three. Battles are played, and between any two commands light and heat
change; whatever the battle answers must be what a copy of it answers that remembers nothing.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import Suite, hostile_fields
from lancemate.alphastrike.asking.preview import expected
from lancemate.alphastrike.combat.arcs import Arc
from lancemate.alphastrike.combat.multi_arc import mounts_of
from lancemate.alphastrike.combat.sight import Look, Obstacle, in_water, look, look_around, look_at, sees
from lancemate.alphastrike.movement.context import Movement
from lancemate.alphastrike.movement.planner import check_move
from lancemate.alphastrike.movement.reach import going_of, reach, way_for
from lancemate.alphastrike.movement.terrain import Row
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.explain import Cost, Modifier
from lancemate.alphastrike.play.state import Unit, everything
from lancemate.alphastrike.play.stats import stats
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.scenarios.homeward import inches_home, way_home
from lancemate.alphastrike.stages import Allowance, Tmm
from lancemate.bots.alphastrike.playout import step
from lancemate.bots.alphastrike.tactics.fire import FireTable
from lancemate.field.bodies import Body
from lancemate.field.terrain import Feature
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refusal
from rules.table import battle, unit

LIGHTS = ("day", "dusk", "night")
COUNTRY = (
    {"kind": "woods", "circle": [20, 24, 5]},
    {"kind": "rough", "circle": [34, 24, 4]},
    {"kind": "hill", "rect": [44, 20, 6, 8], "height": 2},
    {"kind": "water", "circle": [58, 24, 5], "depth": 1},
)
PLACES = ((21.0, 22.0), (34.0, 26.0), (47.0, 30.0), (57.0, 25.0))


def mood(fight: Battle, unit: Unit | None = None) -> int:
    """A number that changes with the turn, with the light and with a unit's heat."""
    light = LIGHTS.index(str(fight.state.notes.get("light", "day")))
    return fight.state.turn + light + (unit.heat if unit is not None else 0)


@pytest.fixture
def fickle() -> Iterator[None]:
    """Rules of our own that give another answer in every turn, in every light, and at every heat."""
    rules.load()
    with rules.for_now():

        @hooks.line_of_sight.rule("AS-COM-007", part=9)
        def eyes_grow_tired(sight: Look) -> Obstacle | None:
            blocked = mood(sight.battle, sight.viewer) % 3 == 0
            return Obstacle("AS-COM-007", f"mood {mood(sight.battle, sight.viewer)}") if blocked else None

        @hooks.partial_cover.rule("AS-COM-015", part=9)
        def shadows_cover(sight: Look) -> str | None:
            return "AS-COM-015" if mood(sight.battle, sight.target) % 2 else None

        @hooks.to_hit.rule("AS-COM-052", part=hooks.OTHER)
        def glare(attack: Any) -> Modifier | None:
            return Modifier("Glare", mood(attack.battle, attack.target) % 4, "AS-COM-052")

        @hooks.allowance.rule("AS-MOV-011", part=Allowance.SPENT)
        def mud(battle: Battle, unit: Unit, mode: str) -> Cost | None:
            return Cost("mud", -0.5 * (mood(battle, unit) % 5), "AS-MOV-011")

        @hooks.may_end.rule("AS-MOV-007", part=9)
        def afraid_of_the_dark(m: Movement) -> Refusal | None:
            afraid = mood(m.battle, m.unit) % 4 == 0 and m.end[0] > 30.0
            return Refusal("afraid", f"mood {mood(m.battle, m.unit)}", "AS-MOV-007") if afraid else None

        @hooks.may_enter.rule("AS-MOV-027", part=9)
        def keeps_out(battle: Battle, unit: Unit, features: Any, medium: str) -> Refusal | None:
            closed = bool(features) and mood(battle, unit) % 5 == 0
            return Refusal("closed", f"mood {mood(battle, unit)}", "AS-MOV-027") if closed else None

        @hooks.terrain_row.rule("AS-MOV-015", part=9)
        def rough_by_night(battle: Battle, unit: Unit, feature: Feature) -> Row | None:
            if feature.kind != "rough":
                return None
            barred = ("Mechs",) if mood(battle, unit) % 3 == 1 else ()
            return Row("rough", float(mood(battle, unit) % 3), barred, "AS-MOV-015")

        @hooks.eases.rule("AS-MOV-018")
        def paths_by_day(battle: Battle, unit: Unit, terrain: str, depth: float) -> float:
            return 0.5 * (mood(battle, unit) % 2) if terrain == "woods" else 0.0

        @hooks.firing_arc.rule("AS-COM-032", part=9)
        def looks_around(battle: Battle, unit: Unit) -> Arc | None:
            return Arc("all round", 0.0, 360.0, "AS-COM-032") if mood(battle, unit) % 2 else None

        @hooks.ecm.rule("AS-SPC-023", part=9)
        def static(battle: Battle, unit: Unit) -> Suite | None:
            return Suite(1.0 + mood(battle, unit), 1)

        @hooks.tmm.rule("AS-COM-044", part=Tmm.CHANGED)
        def dazzling(battle: Battle, unit: Unit) -> Modifier | None:
            return Modifier("Dazzling", mood(battle, unit) % 2, "AS-COM-044")

        yield


def answers(fight: Battle) -> dict[object, object]:
    """What a battle says about every pair, every unit and some moves."""
    units = list(fight.on_table())
    found: dict[object, object] = {}
    for one in units:
        way = way_for(fight, one, "ground")
        found["mounts", one.id] = mounts_of(fight, one)
        found["stats", one.id] = stats(fight, one)
        found["water", one.id] = in_water(fight, one)
        found["going", one.id] = going_of(fight, one, way)
        found["home", one.id] = inches_home(fight, one, one.at, ("south",))
        found["point", one.id] = look_at(fight, one, Body(36.0, 24.0, 0.0, 0.0, 0.0))
        for other in units:
            if other is not one:
                found["look", one.id, other.id] = look(fight, one, other)
                found["sees", one.id, other.id] = sees(fight, one, other)
                found["odds", one.id, other.id] = expected(fight, orders.Attack(one.id, other.id))
        for place in PLACES:
            preview = check_move(fight, orders.Move(one.id, (place,)))
            found["move", one.id, place] = preview.legal, preview.reason, preview.cost, preview.parts
    for one in units[:1]:
        found["reach"] = reach(fight, one).costs.tolist()
        found["way home"] = way_home(fight, one, ("south",))
    found["ecm"] = [hostile_fields(fight, side) for side in fight.sides]
    return found


def compare(fight: Battle) -> None:
    fresh = fight.clone()
    fresh.forget()
    told, wanted = answers(fight), answers(fresh)
    assert {key: told[key] for key in wanted if told[key] != wanted[key]} == {}


def lances() -> Battle:
    return battle(
        unit("r1", (18, 12), 0.0, specials=["ECM"]),
        unit("r2", (34, 14), 0.0, move='10"/6"j'),
        unit("r3", (57, 12), 0.0, specials=["IF2"]),
        unit("b1", (20, 36), 180.0, specials=["AECM"]),
        unit("b2", (47, 24), 180.0, type="CV", move='8"t', tmm=1),
        unit("b3", (58, 36), 180.0, move='8"/8"j'),
        terrain=COUNTRY,
        phase="initiative",
        options=("forced_withdrawal",),
    )


@pytest.mark.parametrize("seed", range(3))
def test_no_answer_is_stale(fickle: None, seed: int) -> None:
    fight, luck = lances(), Generator(seed)
    for number in range(45):
        if fight.outcome is not None:
            break
        if number % 5 == 0:
            look_around(fight, list(fight.on_table("red")), list(fight.on_table("blue")))
            fight.state.notes = {**fight.state.notes, "light": luck.choice(LIGHTS)}
            luck.choice(list(fight.units.values())).heat = luck.below(3)
            compare(fight)
        step(fight, luck)
    assert fight.state.turn > 2


def test_clones_do_not_mix_up_what_they_know(fickle: None) -> None:
    """They share what is remembered of space; what is ruled depends on each one's own state."""
    fight = lances()
    answers(fight)
    for light in LIGHTS:
        twin = fight.clone()
        twin.state.notes = {"light": light}
        compare(twin)
    compare(fight)


def test_a_line_of_sight_rule_may_look_at_the_turn(fickle: None) -> None:
    fight = battle(unit("r1", (20, 20)), unit("b1", (20, 30)), phase="combat")
    viewer, target = fight.units["r1"], fight.units["b1"]
    seen = []
    for turn in range(1, 7):
        fight.state.turn = turn
        seen.append(look(fight, viewer, target).status != "blocked")
    assert seen == [True, True, False, True, True, False]


def test_guesses_of_the_tactical_player_follow_the_turn(fickle: None) -> None:
    fight, fires = battle(unit("r1", (20, 20)), unit("b1", (20, 30))), FireTable()
    red, blue = fight.units["r1"], fight.units["b1"]
    for turn in range(1, 5):
        fight.state.turn = turn
        assert fires.between(fight, red, blue) == FireTable().between(fight, red, blue)


def test_everything_is_in_the_key_of_a_dear_ruling() -> None:
    """Whatever of the state changes, the key does."""
    fight = lances()
    seen = {everything(fight.state)}
    changes: list[tuple[object, str, object]] = [
        (fight.state, "turn", 9),
        (fight.state, "phase", "combat"),
        (fight.state, "notes", {"light": "night"}),
        (fight.state, "terrain_damage", {"woods1": 3}),
        (fight.state, "table", fight.table.without_feature("rough2")),
        *((fight.units["b1"], name, value) for name, value in (("x", 3.5), ("heat", 3), ("notes", {"a": 1}))),
        *((fight.units["r2"], name, value) for name, value in (("wounds", ("mp",)), ("withdrawing", True))),
    ]
    for number, (thing, name, value) in enumerate(changes, start=2):
        setattr(thing, name, value)
        seen.add(everything(fight.state))
        assert len(seen) == number, name
