"""Charges and Death From Above: what may be declared, what comes of it, what it costs."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.combat.charge import charge_damage, check_declaration
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import AttackMade, Displaced
from lancemate.field.bodies import Body
from lancemate.kernel.errors import Refusal
from rules.table import attack, battle, end, number, refusal, unit

Strike = commands.Attack


def collision(
    *dice: int, kind: str = "charge", inches: float = 6.0, red: dict[str, Any] | None = None, **blue: Any
) -> Battle:
    """r1 has run or jumped so many inches into contact with b1, head to head, and declared it."""
    fight = battle(
        unit("r1", at=(10.0, 10.0), **{"move": '8"/8"j', **(red or {})}),
        unit("b1", at=(10.0, 11.25), facing=180.0, **blue),
        dice=dice or (6, 5, 2, 3),
    )
    declare(fight, "r1", "b1", kind, inches)
    return fight


def declare(fight: Battle, name: str, target: str, kind: str, inches: float) -> None:
    striker = fight.units[name]
    striker.declared, striker.inches = (kind, target), inches
    striker.moved = "jump" if kind == "dfa" else "ground"


def on_its_way(**more: Any) -> Battle:
    """The Movement Phase: b1 and b2 have moved, b3 has not; r1 and r2 are about to."""
    return battle(
        unit("r1", at=(10, 4), **{"move": '8"/8"j', **more}),
        unit("r2", at=(14, 4), move='8"/8"j'),
        unit("b1", at=(10, 10), state={"moved": "ground"}),
        unit("b2", at=(20, 10), state={"moved": "standstill"}),
        unit("b3", at=(30, 10)),
        phase="movement",
    )


def answer(fight: Battle, target: str, kind: str, *, gap: float = 0.0, **more: Any) -> Refusal | None:
    """Ask whether r1 may declare against a target, ending so far from contact with it."""
    me, it = fight.units["r1"], fight.units[target]
    end_ = Body(it.x, it.y - it.radius - me.radius - gap, me.radius, more.pop("elevation", it.elevation), me.height)
    mode = more.pop("mode", "jump" if kind == "dfa" else "ground")
    return check_declaration(fight, me, it, kind, mode=mode, end=end_, **more)


# -- declaring ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-092")
def test_a_unit_is_the_object_of_one_declaration_a_turn() -> None:
    fight = on_its_way()
    assert answer(fight, "b1", "charge") is None
    declare(fight, "r2", "b1", "dfa", 6.0)
    refused = answer(fight, "b1", "charge")
    assert refused is not None
    assert refused.rule == "AS-COM-092"
    assert answer(fight, "b2", "charge") is None


@pytest.mark.rule("AS-COM-093")
@pytest.mark.parametrize("kind", ["charge", "dfa"])
def test_a_declaration_needs_base_contact_with_a_unit_that_has_moved(kind: str) -> None:
    fight = on_its_way()
    assert answer(fight, "b1", kind) is None
    assert answer(fight, "b2", kind) is None
    unmoved = answer(fight, "b3", kind)
    apart = answer(fight, "b1", kind, gap=0.5)
    above = answer(fight, "b1", kind, elevation=2.0)
    assert unmoved is not None
    assert unmoved.code == "target_not_moved"
    assert apart is not None
    assert apart.code == "not_in_contact"
    assert above is not None
    assert above.code == "not_in_contact"


@pytest.mark.rule("AS-COM-083")
@pytest.mark.parametrize(
    ("card", "allowed"),
    [
        ({"type": "BM", "move": '8"/8"j'}, {"charge", "dfa"}),
        ({"type": "BM", "move": '8"'}, {"charge"}),
        ({"type": "IM", "move": '8"/4"j'}, {"charge", "dfa"}),
        ({"type": "PM", "move": '8"/8"j'}, set()),
        ({"type": "CV", "move": '8"t'}, {"charge"}),
        ({"type": "SV", "move": '8"w'}, {"charge"}),
        ({"type": "BA", "move": '6"j', "specials": "AM"}, set()),
        ({"type": "CI", "move": '6"j'}, set()),
    ],
)
def test_who_may_declare_what(card: dict[str, Any], allowed: set[str]) -> None:
    fight = on_its_way(**card)
    assert {kind for kind in ("charge", "dfa") if answer(fight, "b1", kind) is None} == allowed


@pytest.mark.rule("AS-COM-094")
def test_a_charge_is_run_on_the_ground() -> None:
    fight = on_its_way()
    for wrong in ({"mode": "jump"}, {"mode": "sprint"}, {"mode": "ground", "flown": True}):
        refused = answer(fight, "b1", "charge", **wrong)
        assert refused is not None
        assert (refused.code, refused.rule) == ("wrong_movement", "AS-COM-094")
    fight.units["b1"].airborne = True
    refused = answer(fight, "b1", "charge")
    assert refused is not None
    assert refused.rule == "AS-COM-094"


@pytest.mark.rule("AS-COM-094")
@pytest.mark.parametrize(
    ("card", "elevation", "end", "allowed"),
    [
        ({"move": '16"v'}, 3, 0, False),  # dives at its target
        ({"move": '16"v'}, 3, 3, False),
        ({"move": '16"v'}, 0, 0, False),  # VTOLs always fly
        ({"move": '16"g'}, 1, 0, False),  # lands at its target
        ({"move": '16"g'}, 0, 1, False),  # takes off
        ({"move": '16"g'}, 0, 0, True),  # stays on the ground all the way
        ({"move": '16"h'}, 0, None, True),
    ],
)
def test_a_charge_is_not_flown_at_any_time_of_the_move(
    card: dict[str, Any], elevation: float, end: float | None, allowed: bool
) -> None:
    fight = battle(
        unit("r1", at=(10, 9), type="CV", state={"elevation": elevation}, **card),
        unit("b1", at=(10, 12), state={"moved": "ground"}),
        phase="movement",
    )
    me, it = fight.units["r1"], fight.units["b1"]
    command = commands.Move("r1", ((10, 12 - me.radius - it.radius),), elevation=end, charge="b1")
    if allowed:
        fight.do(command)
        assert me.declared == ("charge", "b1")
    else:
        assert refusal(fight, command).rule == "AS-COM-094"


@pytest.mark.rule("AS-COM-094")
@pytest.mark.parametrize("order", [{"charge": "hall"}, {"dfa": "hall", "mode": "jump"}])
def test_nobody_charges_a_building(order: dict[str, Any]) -> None:
    """It never completes a movement (p. 46): who runs at it goes into it."""
    fight = battle(
        unit("r1", at=(10, 4), move='8"j'),
        unit("b1", at=(40, 30)),
        terrain=[{"id": "hall", "kind": "building", "height": 3, "rect": [8, 10, 4, 4]}],
        phase="movement",
    )
    refused = refusal(fight, commands.Move("r1", ((10, 9),), **order))
    assert (refused.code, refused.rule) == ("not_a_target", "AS-COM-094")
    assert "fists" in refused.message


@pytest.mark.rule("AS-COM-094")
def test_a_submarine_does_not_charge_under_water() -> None:
    fight = battle(
        unit("r1", at=(10, 4), type="CV", move='12"s', state={"elevation": -2}),
        unit("b1", at=(10, 12), type="CV", move='12"s', state={"moved": "ground", "elevation": -2}),
        terrain=[{"kind": "water", "depth": 4, "rect": [0, 0, 40, 40]}],
        phase="movement",
    )
    me, it = fight.units["r1"], fight.units["b1"]
    command = commands.Move("r1", ((10, 12 - me.radius - it.radius),), elevation=-2, charge="b1")
    assert refusal(fight, command).rule == "AS-COM-094"


@pytest.mark.rule("AS-COM-093")
def test_a_target_that_is_too_high_is_named_as_such() -> None:
    refused = answer(on_its_way(), "b1", "charge", elevation=2.0)
    assert refused is not None
    assert "1 inch above or below b1, not 2" in refused.message


@pytest.mark.rule("AS-COM-097")
def test_death_from_above_is_jumped_at_a_unit_that_is_not_airborne() -> None:
    fight = on_its_way()
    walked = answer(fight, "b1", "dfa", mode="ground")
    assert walked is not None
    assert walked.rule == "AS-COM-097"
    fight.units["b1"].airborne = True
    airborne = answer(fight, "b1", "dfa")
    assert airborne is not None
    assert airborne.code == "target_airborne"


def test_only_enemies_on_the_table_are_run_into() -> None:
    fight = on_its_way()
    refused = answer(fight, "r2", "charge")
    assert refused is not None
    assert refused.code == "not_a_target"


# -- resolving ------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-093")
def test_a_declared_attack_cannot_be_changed_and_is_the_only_one() -> None:
    fight = battle(
        unit("r1", at=(10, 10), move='8"/8"j', specials="ART-S"),
        unit("b1", at=(10, 11.25), facing=180),
        unit("b2", at=(10, 20), facing=180),
        dice=[6, 5],
    )
    declare(fight, "r1", "b1", "charge", 6.0)
    for other in (
        Strike("r1", "b2"),
        Strike("r1", "b1", "physical"),
        Strike("r1", "b1", "dfa"),
        Strike("r1", "b2", "charge"),
    ):
        assert refusal(fight, other).rule == "AS-COM-093"
    assert attack(fight, "r1", "b1", kind="charge").hit


@pytest.mark.rule("AS-COM-093", "AS-COM-104")
@pytest.mark.parametrize("guns_first", [True, False])
def test_artillery_comes_on_top_of_a_charge(guns_first: bool) -> None:
    """P. 47: in the turn of a physical attack too, before it or after it; nothing else does."""
    fight = battle(
        unit("r1", at=(10, 10), move='8"/8"j', specials="ART-S"),
        unit("b1", at=(10, 11.25), facing=180),
        dice=[6, 5, 6, 5],
    )
    declare(fight, "r1", "b1", "charge", 6.0)
    shell, ram = Strike("r1", commands.PointTarget((30.0, 30.0)), "artillery"), Strike("r1", "b1", "charge")
    for order in (shell, ram) if guns_first else (ram, shell):
        fight.do(order)
    assert [event.kind for event in fight.journal.events if isinstance(event, AttackMade)] == (
        ["artillery", "charge"] if guns_first else ["charge", "artillery"]
    )
    assert refusal(fight, Strike("r1", "b1")).rule == "AS-COM-093"


@pytest.mark.rule("AS-COM-093")
@pytest.mark.parametrize("kind", ["charge", "dfa"])
def test_nobody_charges_without_having_declared_it(kind: str) -> None:
    fight = battle(unit("r1", at=(10, 10), move='8"/8"j'), unit("b1", at=(10, 11.25)), dice=[6, 5])
    assert refusal(fight, Strike("r1", "b1", kind)).code == "not_declared"


@pytest.mark.rule("AS-COM-093")
def test_what_was_declared_is_resolved_even_if_its_player_says_nothing() -> None:
    fight = collision(6, 5)
    events = end(fight)
    assert [event.type for event in events if event.type in ("attack", "side_done")] == ["attack", "side_done"]
    assert fight.units["b1"].armor == 4


@pytest.mark.rule("AS-COM-093")
def test_passing_does_not_call_a_charge_off() -> None:
    fight = collision(6, 5)
    fight.do(commands.Pass("r1"))
    assert any(event.type == "attack" for event in end(fight))


@pytest.mark.rule("AS-COM-093")
def test_a_decision_in_an_attack_resolved_at_the_end_holds_up_the_phase() -> None:
    """Struck exactly between two sides of its base, the target's player chooses before anyone goes on."""
    fight = battle(
        unit("r1", at=(10, 10), move='8"/8"j'),
        unit("b1", at=(10, 11.25), facing=30),
        dice=[6, 5],
    )
    declare(fight, "r1", "b1", "charge", 6.0)
    end(fight)
    assert fight.decision is not None
    assert fight.state.to_act == "red"
    fight.do(commands.Decide("blue", "rear"))
    assert fight.state.to_act == "blue"
    assert fight.units["b1"].armor == 3


@pytest.mark.rule("AS-COM-093", "AS-COM-100")
@pytest.mark.parametrize(("kind", "lost"), [("charge", 0), ("dfa", 4)])
def test_an_attack_whose_target_has_been_moved_away_fails(kind: str, lost: int) -> None:
    fight = collision(kind=kind)
    fight.emit(Displaced("b1", (20.0, 20.0), 0.0, "AS-COM-093"))
    events = end(fight)
    assert next(event.type for event in events) == "attack_failed"
    assert not any(event.type == "attack" for event in events)
    assert fight.units["r1"].armor == 6 - lost
    assert fight.units["b1"].armor == 6


@pytest.mark.rule("AS-COM-093")
def test_the_charger_may_face_anywhere() -> None:
    fight = collision(6, 5, red={"facing": 180.0})
    assert attack(fight, "r1", "b1", kind="charge").hit


# -- the charge -----------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-094", "AS-COM-097")
def test_death_from_above_is_two_harder_than_a_charge() -> None:
    """Skill 4, target TMM 1: 6 and 8."""
    charge = attack(collision(), "r1", "b1", kind="charge")
    dfa = attack(collision(kind="dfa"), "r1", "b1", kind="dfa")
    assert (charge.target_number, dfa.target_number) == (6, 8)
    assert number(charge, "AS-COM-094") == 1
    assert (number(dfa, "AS-COM-097"), number(dfa, "AS-COM-041")) == (1, 2)


@pytest.mark.rule("AS-COM-055", "AS-COM-097")
def test_terrain_does_not_hinder_who_comes_from_above() -> None:
    woods = {"kind": "woods", "rect": [0, 0, 30, 30]}
    numbers = {}
    for kind in ("charge", "dfa"):
        fight = battle(
            unit("r1", at=(10, 10), move='8"/8"j'),
            unit("b1", at=(10, 11.25), facing=180),
            terrain=[woods],
            dice=[6, 5, 2, 3],
        )
        declare(fight, "r1", "b1", kind, 6.0)
        numbers[kind] = attack(fight, "r1", "b1", kind=kind).target_number
    assert numbers == {"charge": 7, "dfa": 8}


@pytest.mark.rule("AS-COM-095")
@pytest.mark.parametrize(
    ("size", "inches", "damage"), [(3, 6, 2), (2, 7, 2), (4, 3, 2), (1, 3, 0), (3, 7, 3), (1, 12, 2), (4, 14, 7)]
)
def test_charge_damage_is_an_eighth_of_inches_times_size(size: int, inches: float, damage: int) -> None:
    fight = collision(inches=inches, red={"size": size}, size=1, armor=9)
    blow = attack(fight, "r1", "b1", kind="charge")
    assert (blow.hit, blow.damage) == (True, damage)


@pytest.mark.rule("AS-URB-039")
@pytest.mark.parametrize(
    ("size", "inches", "damage"),
    [(1, 3, 0), (1, 12, 1), (1, 13, 2), (2, 6, 1), (2, 7, 2), (3, 7, 2), (3, 8, 3), (4, 3, 1), (4, 14, 6), (1, 60, 6)],
)
def test_the_table_instead_of_the_formula(size: int, inches: float, damage: int) -> None:
    fight = battle(unit("r1", at=(10, 10)), unit("b1", at=(20, 20)), options=["collision_table"])
    assert charge_damage(fight, inches, size) == damage


@pytest.mark.rule("AS-COM-096")
@pytest.mark.parametrize(("size", "hit", "lost"), [(2, True, 0), (3, True, 1), (4, True, 1), (4, False, 0)])
def test_running_into_something_heavy_hurts(size: int, hit: bool, lost: int) -> None:
    fight = collision(*((6, 5) if hit else (1, 1)), size=size)
    attack(fight, "r1", "b1", kind="charge")
    assert fight.units["r1"].armor == 6 - lost


@pytest.mark.rule("AS-COM-096")
def test_the_target_of_a_charge_keeps_its_own_attack() -> None:
    fight = collision(6, 5, 6, 5)
    attack(fight, "r1", "b1", kind="charge")
    end(fight)
    assert attack(fight, "b1", "r1", kind="physical").hit


# -- Death From Above -----------------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-095", "AS-COM-096", "AS-COM-098", "AS-COM-100")
def test_the_vindicator_weighs_charge_against_death_from_above() -> None:
    """Size 2, 7 inches, at a Caesar of Size 3: charge 2 for 1, Death From Above 3 for 2, or 3 for nothing."""
    vindicator = {"size": 2, "armor": 9}
    charge = collision(6, 5, inches=7, red=vindicator)
    assert attack(charge, "r1", "b1", kind="charge").damage == 2
    assert charge.units["r1"].armor == 8
    hit = collision(6, 5, 2, 3, kind="dfa", inches=7, red=vindicator)
    assert attack(hit, "r1", "b1", kind="dfa").damage == 3
    assert hit.units["r1"].armor == 7
    miss = collision(1, 2, kind="dfa", inches=7, red=vindicator)
    assert not attack(miss, "r1", "b1", kind="dfa").hit
    assert miss.units["r1"].armor == 6


@pytest.mark.rule("AS-COM-099", "AS-DMG-035")
def test_death_from_above_brings_a_critical_check_through_armor() -> None:
    fight = collision(6, 5, 2, 3, kind="dfa")
    events = fight.do(Strike("r1", "b1", "dfa"))
    assert [event.cause for event in events if event.type == "critical"] == ["dfa"]
    assert fight.units["b1"].armor == 3


@pytest.mark.rule("AS-COM-099", "AS-DMG-035")
def test_death_from_above_that_reaches_the_structure_brings_two() -> None:
    fight = collision(6, 5, 2, 3, 2, 3, kind="dfa", armor=1)
    events = fight.do(Strike("r1", "b1", "dfa"))
    assert [event.cause for event in events if event.type == "critical"] == ["dfa", "structure"]


@pytest.mark.rule("AS-COM-100")
def test_what_the_attacker_does_to_itself_can_be_the_end_of_it() -> None:
    fight = collision(1, 2, kind="dfa", red={"armor": 2, "structure": 2})
    fight.do(Strike("r1", "b1", "dfa"))
    assert fight.units["r1"].doomed is not None


def test_a_preview_shows_what_a_charge_may_cost_the_charger() -> None:
    answer_ = preview_attack(collision(kind="dfa", red={"armor": 0, "structure": 4}), Strike("r1", "b1", "dfa"))
    assert answer_.outcomes is not None
    own = next(one for one in answer_.outcomes.units if one.unit == "r1")
    assert own.struck == pytest.approx(1.0)
    assert own.destroyed > answer_.outcomes.miss


# -- from the move to the blow --------------------------------------------------------------------------------


@pytest.mark.rule("AS-COM-093", "AS-COM-095")
@pytest.mark.parametrize(("kind", "mode", "damage"), [("charge", "ground", 3), ("dfa", "jump", 4)])
def test_a_run_or_a_jump_and_what_comes_of_it(kind: str, mode: str, damage: int) -> None:
    """7.75 inches at Size 3: 2.9, rounded to 3; from above 1 more."""
    fight = battle(
        unit("r1", at=(10, 1), move='8"/8"j'),
        unit("b1", at=(10, 10), facing=180, state={"moved": "standstill"}),
        phase="movement",
        dice=[6, 5, 2, 3],
    )
    events = fight.do(commands.Move("r1", ((10.0, 8.75),), mode, **{kind: "b1"}))  # type: ignore[arg-type]
    assert [event.type for event in events if event.type in ("moved", "declared")] == ["moved", "declared"]
    assert fight.state.phase == "combat"
    assert attack(fight, "r1", "b1", kind=kind).damage == damage


@pytest.mark.rule("AS-COM-093")
def test_a_move_that_ends_short_of_its_target_cannot_be_a_charge() -> None:
    fight = battle(unit("r1", at=(10, 1)), unit("b1", at=(10, 10), state={"moved": "ground"}), phase="movement")
    assert refusal(fight, commands.Move("r1", ((10.0, 8.0),), charge="b1")).code == "not_in_contact"
