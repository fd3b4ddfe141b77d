"""QuadVees: 'Mechs that roll (p. 178)."""

from typing import Any

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.sight import look
from lancemate.alphastrike.hazards.bogging import number_parts
from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.alphastrike.telling.log import story
from lancemate.alphastrike.turn.unit_state import show_unit
from lancemate.kernel.errors import InputError
from rules.duel import TANK
from rules.harm import strike
from rules.table import attack, battle, move, refusal, unit

QUADVEE: dict[str, Any] = {
    "move": '10"qt/6"j',
    "legs": "quad",
    "specials": ["QV", "TUR(3/3/2)"],
    "tmm": 2,
}
ROAD = {"kind": "road", "line": [[20, 0], [20, 48]], "width": 3}
WOODS = {"kind": "woods", "rect": [16, 14, 8, 4]}


def quadvee(form: str | None = None, *more: Any, phase: str = "movement", options: Any = (), **setup: Any) -> Battle:
    card = {**QUADVEE, **setup.pop("card", {})}
    state = {"form": form} if form is not None else {}
    return battle(
        unit("r1", (20, 10), state={**state, **setup.pop("state", {})}, **card),
        unit("b1", (20, 30), 180),
        *more,
        phase=phase,
        options=("quadvees", *options),
        **setup,
    )


@pytest.mark.rule("AS-OPT-640")
@pytest.mark.rule("AS-SPC-128")
def test_it_changes_its_form_at_the_start_of_its_move():
    fight = quadvee()
    assert show_unit(fight, fight.units["r1"])["form"] == "mech"
    assert show_unit(fight, fight.units["b1"])["form"] is None
    turn = next(one for one in offers(fight, "red", "r1") if one.label == "Turn into a vehicle")
    assert turn.command.convert == "vehicle"
    events = fight.do(orders.Move("r1", ((20, 20),), convert="vehicle"))
    assert (fight.units["r1"].at, show_unit(fight, fight.units["r1"])["form"]) == ((20, 20), "vehicle")
    assert any("turns into a vehicle" in line.text for line in story(fight, events))
    assert load(save(fight)).hash() == fight.hash()
    assert load(save(fight)).units["r1"].card == fight.units["r1"].card


@pytest.mark.rule("AS-OPT-640")
def test_rolling_it_minds_terrain_as_vehicles_do_and_keeps_to_roads():
    woods = (orders.Move("r1", ((20, 16),)), [WOODS])
    assert check_move(quadvee(terrain=woods[1]), woods[0]).legal
    wheels = check_move(quadvee("vehicle", terrain=woods[1], card={"move": '10"qw'}), woods[0])
    assert wheels.reason.rule == "AS-MOV-015"
    along = orders.Move("r1", ((20, 22),))
    assert not check_move(quadvee(terrain=[ROAD]), along).legal
    assert check_move(quadvee("vehicle", terrain=[ROAD]), along).allowance == 12
    assert check_move(quadvee(terrain=[ROAD]), orders.Move("r1", ((20, 22),), convert="vehicle")).legal


@pytest.mark.rule("AS-OPT-640")
def test_only_on_legs_it_jumps():
    assert check_move(quadvee(), orders.Move("r1", ((20, 16),), "jump")).legal
    fight = quadvee("vehicle")
    assert refusal(fight, orders.Move("r1", ((20, 16),), "jump")).rule == "AS-OPT-640"
    assert check_move(fight, orders.Move("r1", ((20, 16),), "jump", convert="mech")).legal
    assert fight.units["r1"].height == 1


@pytest.mark.rule("AS-OPT-640")
def test_what_cannot_be_taken_is_refused():
    fight = quadvee()
    assert refusal(fight, orders.Move("r1", convert="airmech")).rule == "AS-OPT-620"
    assert refusal(fight, orders.Move("b1", convert="vehicle")).rule in ("AS-OPT-620", "AS-MOV-009")
    assert refusal(fight, orders.Move("r1", ((20, 27),), convert="vehicle")).rule == "AS-MOV-001"
    assert show_unit(fight, fight.units["r1"])["form"] == "mech"
    with pytest.raises(InputError, match="which is off"):
        battle(
            unit("r1", (20, 10), state={"form": "vehicle"}, **QUADVEE),
            unit("b1", (20, 30)),
            options=("optional_abilities",),
        )


@pytest.mark.rule("AS-OPT-641")
def test_rolling_it_is_half_as_tall():
    hill = [{"kind": "hill", "height": 1, "rect": [10, 10.7, 20, 2]}]
    on_legs, rolling = quadvee(terrain=hill, phase="combat"), quadvee("vehicle", terrain=hill, phase="combat")
    assert (on_legs.units["r1"].height, rolling.units["r1"].height) == (2, 1)
    assert look(on_legs, on_legs.units["b1"], on_legs.units["r1"]).status == "partial"
    assert look(rolling, rolling.units["b1"], rolling.units["r1"]).status == "blocked"


@pytest.mark.rule("AS-OPT-642")
@pytest.mark.parametrize("form", ["mech", "vehicle"])
def test_it_fires_all_round_and_has_a_rear(form):
    card = {"specials": ["QV"]}
    fight = quadvee(form, unit("b2", (20, 2)), phase="combat", first="blue", dice=(6, 5, 3, 3), card=card)
    assert preview_attack(fight, orders.Attack("r1", "b2")).legal
    assert attack(fight, "b2", "r1").direction == "rear"
    plain = battle(unit("r1", (20, 10), **{**QUADVEE, **card}), unit("b1", (20, 2)))
    assert preview_attack(plain, orders.Attack("r1", "b1")).reason is not None


@pytest.mark.rule("AS-OPT-643")
@pytest.mark.parametrize("form", ["mech", "vehicle"])
def test_it_is_hurt_as_a_mech(form):
    fight = quadvee(form, phase="combat", dice=(3, 4))
    strike(fight, "r1", 7, by="b1")
    fight.run()
    kinds = [event.type for event in fight.journal.events]
    assert "critical" in kinds
    assert "motive" not in kinds
    assert "mp" in fight.units["r1"].fresh


@pytest.mark.rule("AS-OPT-644")
def test_four_legs_are_steady_and_wheels_are_not():
    mud = [{"kind": "mud", "rect": [16, 8, 8, 4]}]
    for form, legs in (("mech", True), ("vehicle", False)):
        fight = quadvee(form, terrain=mud)
        labels = [part.label for part in number_parts(fight, fight.units["r1"], "mud")]
        assert ("Quad 'Mech" in labels) is legs
        skid = check_move(
            quadvee(form, terrain=[ROAD], options=("skidding",), card={"move": '12"qt'}),
            orders.Move("r1", ((20, 20),)),
        ).skid
        assert ("Four legs" in [part.label for part in skid.modifiers]) is legs


@pytest.mark.rule("AS-OPT-645")
@pytest.mark.parametrize(
    ("bay", "form", "fits"),
    [
        *(("MT2", "mech", True), ("MT2", "vehicle", False), ("VTM2", "vehicle", False)),
        *(("VTH2", "vehicle", True), ("VTH2", "mech", False)),
    ],
)
def test_it_rides_where_its_form_fits(bay, form, fits):
    carrier = unit("r2", (20, 12.5), **{**TANK, "specials": [bay], "size": 4})
    fight = quadvee(form, carrier)
    if fits:
        move(fight, "r1", (20, 11.25), board="r2")
        assert fight.units["r1"].aboard == "r2"
    else:
        assert refusal(fight, orders.Move("r1", ((20, 11),), board="r2")).rule in ("AS-OPT-645", "AS-MOV-075")


@pytest.mark.rule("AS-OPT-645")
def test_it_leaves_a_bay_as_it_is():
    carrier = unit("r2", (20, 14), **{**TANK, "specials": ["MT2"]})
    fight = battle(
        unit("r1", None, state={"aboard": "r2"}, **QUADVEE),
        carrier,
        unit("b1", (20, 30)),
        phase="movement",
        options=("quadvees",),
    )
    found = check_move(fight, orders.Move("r1", ((20, 12),), convert="vehicle"))
    assert found.reason.rule == "AS-OPT-645"


@pytest.mark.rule("AS-OPT-640")
def test_its_player_reads_which_form_it_has():
    for form, words in ((None, "a 'Mech"), ("vehicle", "a vehicle")):
        fight = quadvee(form)
        said = [hook(fight, fight.units["r1"]) for hook in fight.hooks[hooks.remarks]]
        assert [one for one in said if one is not None] == [f"it is {words} now, and may turn with its move"]
        assert all(hook(fight, fight.units["b1"]) is None for hook in fight.hooks[hooks.remarks])
