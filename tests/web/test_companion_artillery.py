"""Artillery in the companion is the engine's: numbers, drift, flight, and what a shell does to whoever is there."""

from __future__ import annotations

import random
from dataclasses import replace
from math import cos, hypot, radians, sin
from typing import Any

import pytest

from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.card_data import read_card
from lancemate.alphastrike.combat.artillery import PIECES, TAGS, rings
from lancemate.alphastrike.combat.attack import Attack
from lancemate.alphastrike.combat.ranges import RANGE_NAMES
from lancemate.alphastrike.options.advanced_artillery.events import ShellFired, ShellLanded
from lancemate.alphastrike.options.advanced_artillery.off_board import ADVANCED, REACH, turns_in_flight
from lancemate.alphastrike.options.advanced_artillery.off_board import KIND as OFF_BOARD
from lancemate.alphastrike.options.advanced_artillery.shooting import somebody_sees
from lancemate.alphastrike.options.artillery_flak import KIND as FLAK
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import AttackMade, HitLanded, Scattered
from lancemate.alphastrike.play.flight import OPTION as FLIGHT
from lancemate.alphastrike.play.footprint import section_body
from lancemate.alphastrike.play.setup import Muster, Setup
from lancemate.alphastrike.ruleset import rules
from lancemate.field.compass import bearing
from lancemate.field.table import Table
from lancemate.kernel.dice import SeededDice, TapeThenMore
from lancemate.muster import catalogue
from lancemate.server.alphastrike.cards import show_card
from lancemate.server.alphastrike.companion.artillery import PLACE, as_blasts
from lancemate.server.alphastrike.companion.guns import guns_of
from lancemate.server.alphastrike.companion.numbers import callable_abilities, foe_of, modes_of, moving, way_of, ways_of
from lancemate.server.alphastrike.companion.packet import (
    blasts_of,
    pairs_of,
    places_of,
    sections_of,
    tables_of,
)
from lancemate.server.alphastrike.companion.staging import (
    AT_NO_UNIT,
    CALM,
    DEPTH,
    HOMING,
    LANDED,
    LOBBED,
    PLAIN,
    SHELL,
    SHELLED,
    SHOOTER,
    SIDES,
    TARGET,
    WIDTH,
    Fighter,
    anybody,
    asked,
    attack_of,
    gunner,
    near_enough,
    staged,
)
from lancemate.server.alphastrike.companion.staging import WINGED as PLANE
from lancemate.server.alphastrike.companion.suffering import conditions, suffers
from lancemate.server.alphastrike.companion.wounds import CANCELLING, DOOR
from web.page_tables import Json, shelled_by_the_page
from web.test_companion_tables import PILOTS, heat_of, one_engine, rolled_for, shuffled, unit_of

EVERY = [f"ART-{kind}" for kind in PIECES.of(rules)]
CARDS = [*catalogue.search(text="")]
ARMED = [card for card in CARDS if any(code.startswith("ART-") for code in card.all_codes)]
ON_FOOT = [card for card in CARDS if not card.is_aerospace and not card.sections]
STRUCTURES = [card for card in CARDS if card.sections]
WINGED = [card for card in CARDS if card.is_aerospace and not card.is_multi_arc]
SHIPS = [card for card in CARDS if card.is_multi_arc and card.is_aerospace]
SPOTTING = [card for card in ON_FOOT if {"TAG", "LTAG", "RCN", "PRB", "BH"} & card.all_codes]
AGAIN = 40


def armed(luck: random.Random, seed: int) -> Fighter:
    """Somebody with artillery: of the catalogue, or a 'Mech or vehicle with any pieces at all."""
    form = None
    if seed % 6 == 5:  # an aircraft with Arrows, or a ship with guns in an arc
        card, form = luck.choice(((read_card({**PLANE, "specials": ["ART-AIS2"]}, "card"), None), gun_deck(luck)))
    elif seed % 3 == 0:
        card = luck.choice(ARMED)
    else:
        pieces = [f"{code}{luck.choice((1, 2))}" for code in luck.sample(EVERY, 2)]
        kind = luck.choice(({}, {"type": "CV", "move": '10"t', "tmm": 2}, {"ov": 2, "size": 4}, {"type": "IM"}))
        card = read_card({**PLAIN, **kind, "specials": pieces}, "card")
    abilities = tuple(luck.sample([*PILOTS, "Oblique Artilleryman"], luck.choice((0, 0, 1, 2))))
    fighter = Fighter(card, luck.randint(2, 5), abilities, form=form, hunts=luck.random() < 0.2)
    armed_parts = [part for part in sections_of("r1", fighter).values() if guns_of(part)]
    return luck.choice(armed_parts) if armed_parts else fighter


def gun_deck(luck: random.Random) -> tuple[Card, str | None]:
    ship = luck.choice([card for card in SHIPS if card.is_dropship])
    arc = luck.choice([*ship.arcs])
    deck = replace(ship.arcs[arc], specials=gunner("ART-LT2", "ART-SC").card.specials)
    return replace(ship, arcs={**ship.arcs, arc: deck}), luck.choice((None, LANDED))


def packet_of(one: str, fighters: dict[str, Fighter]) -> Json:
    units = {name: tables_of(fighter) for name, fighter in fighters.items()}
    pairs = pairs_of(one, fighters) | places_of(one, fighters[one])
    return {"units": units, "pairs": pairs, "blasts": blasts_of(one, fighters), "rules": {}}


# -- what it needs ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(18))
def test_a_shot_at_a_place_needs_what_the_engine_says(seed: int) -> None:
    luck = random.Random(seed)
    one, friend = armed(luck, seed), Fighter(luck.choice(SPOTTING if seed % 2 else ON_FOOT), abilities=eyes_of(luck))
    me = f"r1 {one.form}" if one.form else "r1"
    packet = packet_of(me, {me: one, "r2": friend})
    ways = [way for way in ways_of(one) if way.kind in AT_NO_UNIT]
    needs, expected = [], []
    for _ in range(AGAIN):
        way = luck.choice(ways)
        left = luck.choice([each for each in conditions(one) if not each.state.get("shutdown")])
        hits = tuple(hit for hit in suffers(one) for _ in range(luck.randint(1, 3)) if luck.random() < 0.25)
        lost = ("weapon",) * luck.randint(0, 2) if "weapon" in one.card.critical_tracks else ()
        crits = one_engine(shuffled(luck, left.hits, hits, lost))
        prey = luck.choice(("b1", "b2")) if one.hunts else None
        moved = luck.choice(modes_of(one))
        on_page = one.form or moved
        gun = moving((one.hunting(SHOOTER) if prey else one).hit(*crits).with_state(**left.state), moved)
        situation, said = way, {"kind": way_of(way), "range": way.range, "arc": way.arc, "overheat": 0, "ground": []}
        if luck.random() < 0.3 and way.kind in (SHELL, LOBBED):
            said["ground"] = ["woods"]
            situation = replace(situation, ground=frozenset(said["ground"]))
        if way.kind == LOBBED or (way.kind == OFF_BOARD and luck.random() < 0.7):
            there, mode = luck.choice(conditions(friend)), luck.choice(modes_of(friend))
            within, attacks = luck.choice(("", *near_enough())), luck.random() < 0.5
            served = luck.random() < 0.2
            shells = ["spots"] if served else []
            eyes = unit_of(friend.card, moved=mode, heat=heat_of(there.name), crits=[*there.hits], shells=shells)
            said["spotter"] = {"id": "r2", "unit": eyes, "attacks": attacks, "within": within}
            seen = moving(there.of(friend), mode)
            seen = seen.with_state(notes={"shell_spotted": True}) if served else seen
            situation = replace(situation, spotter=seen, spotter_attacks=attacks, within=within)
        callable_ = callable_abilities(gun, foe_of(one, way), way) if one.abilities else []
        if callable_ and luck.random() < 0.7:
            said["abilities"] = [luck.choice(callable_)]
            situation = replace(situation, abilities=tuple(said["abilities"]))
        by = unit_of(one.card, moved=on_page, heat=heat_of(left.name), crits=[*crits], prey=[prey] if prey else [])
        needs.append({"one": "r1", "at": PLACE, "by": by, "unit": {**by, "moved": ""}, "said": said})
        expected.append(asked(gun, foe_of(one, way), situation))
    found = shelled_by_the_page(packet, needs, [])["needs"]
    assert len(found) == AGAIN
    for need, answer, right in zip(needs, found, expected, strict=True):
        where = f"{one.card.name} {one.abilities}, {friend.card.name} {friend.abilities}: {need}"
        if answer is None or "no" in answer:
            assert not right.legal, where
            assert answer is None or answer["rule"] == right.reason.rule, (where, answer, right.reason)
            continue
        assert right.legal, (where, right.reason)
        rows = {(row["label"], row["value"], row["rule"]) for row in answer["rows"]}
        assert rows == {(row.label, row.value, row.rule) for row in right.modifiers}, where
        assert answer["number"] == right.target_number, where
        assert right.range == RANGE_NAMES[need["said"]["range"]], where


@pytest.mark.parametrize("code", EVERY)
def test_whoever_stands_on_the_ground_is_reached_by_every_area_at_every_range(code: str) -> None:
    gun = gunner(code)
    reaches = {way.range for way in ways_of(gun) if way.kind in (SHELL, LOBBED)}
    areas = len(tables_of(gun)["artillery"][code]["areas"])  # type: ignore[index, call-overload, arg-type]
    assert areas == (2 if PIECES.of(rules)[code.removeprefix("ART-")]["outer"] else 1)
    shells = {f"{SHELL} {code}{edge}:{reach}" for reach in reaches for edge in ("", " edge")[:areas]}
    ship = next(card for card in SHIPS if card.is_dropship)
    for other in (anybody(), gun, Fighter(ship, form=LANDED), *sections_of("b1", Fighter(STRUCTURES[0])).values()):
        assert {name for name in as_blasts(gun, other, friends=True) if not name.endswith(" down")} == shells
    assert as_blasts(gun, anybody(flies=True), friends=True) == {}


def eyes_of(luck: random.Random) -> tuple[str, ...]:
    return ("Forward Observer",) if luck.random() < 0.3 else ()


# -- fought out on a real table -----------------------------------------------------------------------------------


class Field:
    """A table with a gun, its friends and enemies wherever luck puts them, where real shells are fired."""

    def __init__(self, luck: random.Random, seed: int) -> None:
        self.luck = luck
        self.gun = replace(armed(luck, 1 + seed % 2 * 2 if seed % 4 else 3), hunts=False, section=None)
        while self.gun.card.sections:
            self.gun = replace(armed(luck, 1), hunts=False)
        self.gun = replace(self.gun, abilities=())
        cards = {"r2": luck.choice(SPOTTING), "r3": luck.choice(ON_FOOT), "b1": luck.choice(ON_FOOT)}
        cards["b2"] = luck.choice((ON_FOOT, STRUCTURES, SHIPS)[seed % 3])
        self.others = {name: Fighter(card, luck.randint(2, 5)) for name, card in cards.items()}
        ship = self.others["b2"]
        if ship.card.is_aerospace:
            self.others["b2"] = replace(ship, form=LANDED)
        self.at = luck.uniform(20, 40), luck.uniform(30, 60)  # where the shells go
        self.state: dict[str, dict[str, Any]] = {}
        for name, fighter in {"r1": self.gun, **self.others}.items():
            armor = luck.randint(0, fighter.card.armor)
            self.state[name] = {"armor": armor, "structure": luck.randint(1, max(1, fighter.card.structure))}
            if fighter.card.sections:
                parts = {part.name: {"armor": luck.randint(0, part.armor)} for part in fighter.card.sections}
                self.state[name] = {"sections": parts}

    @property
    def known(self) -> dict[str, Fighter]:
        """Everybody as tables know them: a structure by its sections."""
        found = {"r1": self.gun, **self.others}
        parts = {name: part for one, each in self.others.items() for name, part in sections_of(one, each).items()}
        whole = {name: each for name, each in found.items() if not each.card.sections}
        return {f"{name} {each.form}" if each.form else name: each for name, each in (whole | parts).items()}

    def battle(self, dice: list[int], **options: Any) -> Battle:
        luck = random.Random(str(self.state))
        placed: list[tuple[float, float]] = []
        units = []
        for name, fighter in {"r1": self.gun, **self.others}.items():
            far = luck.uniform(5, 21) if name == "r1" else luck.choice((luck.uniform(0, 3.5), luck.uniform(4, 14)))
            spots = ((self._around(luck, far + n * 0.5)) for n in range(60))
            at = next(spot for spot in spots if all(hypot(spot[0] - x, spot[1] - y) > 2.5 for x, y in placed))
            placed.append(at)
            facing = round(bearing(at, self.at)) % 360.0
            state = {**self.state[name], "moved": "ground"}
            units.append(Muster(name, name_of_side(name), fighter.card, fighter.skill, at, facing, state=state))
        table = Table(WIDTH, DEPTH)
        flying = frozenset((FLIGHT,)) if any(one.card.is_aerospace for one in self.others.values()) else frozenset()
        setup = Setup(table, SIDES, tuple(units), options=flying, phase="combat", first="red", **options)
        return Battle(setup, TapeThenMore(tuple(dice), SeededDice(7)))

    def _around(self, luck: random.Random, far: float) -> tuple[float, float]:
        angle = luck.uniform(0, 360)
        x, y = self.at[0] + far * sin(radians(angle)), self.at[1] + far * cos(radians(angle))
        return round(min(max(x, 2.0), WIDTH - 2), 2), round(min(max(y, 2.0), DEPTH - 2), 2)


def name_of_side(name: str) -> str:
    return "red" if name[0] == "r" else "blue"


def on_the_page(field: Field, battle: Battle) -> dict[str, Json]:
    """Everybody as the page keeps them."""
    found: dict[str, Json] = {}
    for name, fighter in field.known.items():
        bare = name.removesuffix(f" {LANDED}")
        unit = battle.units[bare.split("/")[0]]
        part = unit.section(bare.split("/")[1]) if "/" in bare else unit
        assert part is not None
        moved = LANDED if fighter.landed else "ground"
        found[bare] = unit_of(fighter.card, armor=part.armor, structure=part.structure, moved=moved, shells=[])
    return found


def stands(battle: Battle, name: str) -> Json:
    unit = battle.state.units[name.split("/")[0]]
    if "/" not in name:
        return [unit.armor, unit.structure, sorted(unit.wounds + unit.fresh), unit.doomed]
    part = unit.section(name.split("/")[1])
    assert part is not None
    gone = "the section is lost" if part.destroyed else None
    return [part.armor, part.structure, sorted(part.wounds + part.fresh), gone]


def measured(battle: Battle, point: tuple[float, float], radii: list[float], name: str) -> int | None:
    """In which area somebody is, as a player measures it: from the point to the nearest edge of the base."""
    unit = battle.units[name.split("/")[0]]
    body = unit.body
    if "/" in name:
        body = section_body(battle, unit, next(one for one in unit.card.sections if one.name == name.split("/")[1]))
    far = max(0.0, hypot(body.at[0] - point[0], body.at[1] - point[1]) - body.radius)
    return next((area for area, reach in enumerate(radii) if far <= reach + 1e-6), None)


def fire(field: Field) -> tuple[Json, dict[str, Json], Battle] | None:
    """A real shell: as the page hears of it, and what the engine made of it."""
    luck = field.luck
    gun = luck.choice(guns_of(field.gun))
    way = luck.choice((SHELL, SHELL, LOBBED, SHELLED))
    faces = [*luck.choice(([6, 6], [5, 6], [luck.randint(1, 6), luck.randint(1, 6)]))]
    faces += [luck.randint(1, 6) for _ in range(80)]
    before = field.battle(faces)
    enemies = [name.removesuffix(f" {LANDED}") for name in field.known if name[0] == "b"]
    aimed = luck.choice(enemies) if way == SHELLED else None
    target: Any = aimed if aimed is not None else orders.PointTarget((round(field.at[0], 2), round(field.at[1], 2)))
    order = orders.Attack("r1", target, "artillery", gun.code)
    attacks = luck.random() < 0.5
    if way == LOBBED:
        order = replace(order, spotter="r2", spotter_attacks=attacks)
    preview = preview_attack(before, order, outcomes=False)
    if not preview.legal:
        return None
    battle = field.battle(faces)
    attack = Attack(battle, order)
    point, radii = attack.aim[0], [ring.radius for ring in rings(attack)]
    units, away = on_the_page(field, before), battle.table.gap_to(battle.units["r2"], point)
    battle.do(order)
    while battle.decision is not None:
        ask = battle.decision
        battle.do(orders.Decide(ask.side, next((one for one in CALM if one in ask.choices), ask.choices[-1])))
    made = next(event for event in battle.journal.events if isinstance(event, AttackMade))
    drift = next((event for event in battle.journal.events if isinstance(event, Scattered)), None)
    lands = point if drift is None else drift.lands_at
    near = {name: measured(before, lands, radii, name) for name in units} if not (drift and drift.off_table) else {}
    struck = [event for event in battle.journal.events if isinstance(event, HitLanded)]
    die = next((event.damage_roll for event in struck if event.damage_roll), ())
    rolls = {"": [*die], **{name: rolled_on(battle, name) for name in near}}
    within = next((inches for inches in near_enough() if away <= float(inches)), "")
    said: dict[str, Any] = {"kind": f"{way} {gun.code}", "range": attack.bracket, "overheat": 0, "ground": []}
    if way == LOBBED:
        said["spotter"] = {"id": "r2", "unit": units["r2"], "attacks": attacks, "within": within}
    if preview.line_of_sight == "partial":  # behind a mobile structure
        said["ground"] = ["cover"]
    told = {
        **{"by": "r1", "gun": gun.name, "way": way, "range": attack.bracket, "said": said, "units": units},
        **{"at": aimed or PLACE, "aimed": aimed, "dice": sum(made.roll) if made.roll else None, "rolls": rolls},
        "drift": [*drift.roll] if drift is not None else None,
        "under": [{"id": name, "area": area} for name, area in near.items() if area is not None],
    }
    right = {
        **{"rows": made.modifiers, "hit": made.hit, "aimed": point, "lands": lands, "inches": TAGS.of(battle)},
        "blows": {f"{one.target}/{one.section}" if one.section else one.target: one.damage_parts for one in struck},
    }
    return told, right, battle


def rolled_on(battle: Battle, name: str) -> list[int]:
    """What was rolled for a unit, or for one of its sections."""
    if "/" not in name:
        return rolled_for(battle, name)
    unit, section = name.split("/")
    found: list[int] = []
    for event in battle.journal.events:
        if event.type == "section_critical" and (event.unit, event.section) == (unit, section):
            found += event.roll
    return found


@pytest.mark.parametrize(
    "seed", [*range(20), 1009, 1012]
)  # the last: cover behind a structure, and one that falls apart
def test_real_shells_do_what_the_page_says_to_everybody_there(seed: int) -> None:
    luck = random.Random(seed)
    field = Field(luck, seed)
    fired = [one for one in (fire(field) for _ in range(AGAIN)) if one is not None]
    assert fired
    packet = packet_of("r1", field.known)
    whole = {name: one for name, one in field.others.items() if one.is_whole}
    packet["units"] |= {name: tables_of(one) for name, one in whole.items()}
    packet["sides"] = [{"units": [{"id": name, "card": show_card(one.card)} for name, one in whole.items()]}]
    read = shelled_by_the_page(packet, [], [told for told, *_ in fired])["shots"]
    for (told, right, battle), found in zip(fired, read, strict=True):
        where = f"seed {seed}, {field.gun.card.name}: {told}"
        rows = {(row["label"], row["value"], row["rule"]) for row in found["need"]["rows"]}
        assert rows == {(row.label, row.value, row.rule) for row in right["rows"]}, where
        assert found["hit"] == right["hit"], where
        if found["lands"] is not None:  # as a player lays the template down, to a hair's breadth
            angle, far = radians(found["lands"]["degrees"]), found["lands"]["inches"]
            x, y = right["aimed"][0] + far * sin(angle), right["aimed"][1] + far * cos(angle)
            assert hypot(x - right["lands"][0], y - right["lands"][1]) < 0.001, where
        blows = {blow["unit"]: blow for blow in found["blows"]}
        hurt = {name: blow for name, blow in blows.items() if blow["parts"]}
        assert hurt.keys() == right["blows"].keys(), where
        assert found["over"] == [], where
        for name, blow in blows.items():
            parts = [(row["label"], row["value"], row["rule"]) for row in blow["parts"]]
            assert parts == [(row.label, row.value, row.rule) for row in right["blows"][name]], where
            now = blow["now"]
            suffered = sorted(hit for hit in now["crits"] + now["pending"] if hit not in (*CANCELLING, DOOR))
            assert [now["armor"], now["structure"], suffered, now["doomed"]] == stands(battle, name), (name, where)


# -- what players may have agreed on ------------------------------------------------------------------------------


def from_beyond(luck: random.Random, code: str, distance: float, before: int) -> tuple[Battle, orders.Attack, float]:
    """A gun so many inches beyond the southern edge, and what it is aimed at; how far that is."""
    at, state = (30.0, float(luck.randint(10, 40))), {"moved": "ground"}
    plots: list[Json] = [{"point": [*at], "shots": before, "locked": False}] if before else []
    gun = Fighter(read_card({**PLAIN, "specials": [code]}, "card")).card
    place = {"offboard": {"edge": "south", "distance": distance}, "plots": plots}
    units = (
        Muster("r1", "red", gun, 3, state=place),
        Muster("r2", "red", luck.choice(ON_FOOT), 4, (28.0, at[1] - 6.0), 0.0, state=state),
        Muster("b1", "blue", luck.choice(ON_FOOT), 4, at, 180.0, state=state),
        Muster("b2", "blue", luck.choice(ON_FOOT), 4, (at[0] + 2.9, at[1]), 180.0, state=state),
    )
    options = frozenset((ADVANCED,))
    setup = Setup(Table(WIDTH, DEPTH), SIDES, units, options=options, phase="combat", first="red")
    spotter = "r2" if luck.random() < 0.5 else None
    order = orders.Attack("r1", orders.PointTarget(at), "artillery", code, spotter=spotter)
    order = replace(order, spotter_attacks=spotter is not None and luck.random() < 0.5)
    return Battle(setup, SeededDice(luck.randint(1, 10**6))), order, distance + at[1]


@pytest.mark.parametrize("seed", range(16))
def test_a_shell_from_beyond_the_table_lands_when_and_as_the_engine_says(seed: int) -> None:
    luck = random.Random(seed)
    code = luck.choice([code for code in EVERY if code not in ("ART-TC", "ART-SC", "ART-LTC")])
    before = luck.choice((0, 0, 1, 3))
    away = luck.choice((5, 12, 25, 26, 60, 130, 240, 320, 700)) + luck.choice((0.0, 0.0, 0.25))
    battle, order, inches = from_beyond(luck, code, away, before)
    if code == "ART-BA" and inches > 68:
        battle, order, inches = from_beyond(luck, code, 5, before)
    fighters = {unit.id: Fighter(unit.card, unit.skill) for unit in battle.setup.units}
    radii = [ring.radius for ring in rings(Attack(battle, replace(order, kind="artillery")))]
    assert preview_attack(battle, order).legal == (inches <= REACH.of(battle)[code])
    packet = packet_of("r1", fighters)
    if inches > REACH.of(battle)[code]:
        assert packet["units"]["r1"]["artillery"][code]["flight"]["reach"] < inches
        return
    units = {name: unit_of(unit.card, shells=[]) for name, unit in battle.units.items()}
    battle.do(order)
    fired = next(event for event in battle.journal.events if isinstance(event, ShellFired))
    flight = fired.lands - 1
    while not any(isinstance(event, ShellLanded) for event in battle.journal.events):
        assert battle.state.turn <= fired.lands
        battle.do(orders.EndPhase())
    events = battle.journal.events
    landed = next(event for event in events if isinstance(event, ShellLanded))
    drift = next((event for event in events if isinstance(event, Scattered)), None)
    gone = drift is not None and drift.off_table
    lands = order.target.point if drift is None else drift.lands_at  # type: ignore[union-attr]
    near = {} if gone else {name: measured(battle, lands, radii, name) for name in ("r2", "b1", "b2")}
    said: dict[str, Any] = {"kind": f"{OFF_BOARD} {code}", "range": "E", "overheat": 0, "ground": []}
    if order.spotter:
        said["spotter"] = {"id": "r2", "unit": units["r2"], "attacks": order.spotter_attacks}
    shot = {
        **{"by": "r1", "gun": code, "way": OFF_BOARD, "range": "E", "at": PLACE, "said": said, "units": units},
        **{"dice": sum(landed.roll), "drift": [*drift.roll] if drift else None, "aimed": None, "inches": inches},
        "rolls": {name: rolled_on(battle, name) for name in near},
        "under": [{"id": name, "area": area} for name, area in near.items() if area is not None],
    }
    (found,) = shelled_by_the_page(packet, [], [shot])["shots"]
    assert found["left"] == [1, None, flight]
    seen = somebody_sees(battle, "red", order.target.point)  # type: ignore[union-attr]
    corrections = packet["units"]["r1"]["artillery"][code]["before"].get(str(before), []) if seen else []
    rows = {(row["label"], row["value"], row["rule"]) for row in (*found["need"]["rows"], *corrections)}
    assert rows == {(row.label, row.value, row.rule) for row in landed.modifiers}
    struck = {event.target: event for event in events if isinstance(event, HitLanded)}
    assert {blow["unit"] for blow in found["blows"]} == struck.keys()
    for blow in found["blows"]:
        parts = [(row["label"], row["value"], row["rule"]) for row in blow["parts"]]
        assert parts == [(row.label, row.value, row.rule) for row in struck[blow["unit"]].damage_parts]
        marks = [event for event in events if event.type == "damage" and event.unit == blow["unit"]]
        unit = fighters[blow["unit"]].card
        lost = sum(event.armor for event in marks), sum(event.structure for event in marks)
        assert (unit.armor - blow["now"]["armor"], unit.structure - blow["now"]["structure"]) == lost


@pytest.mark.parametrize("seed", range(12))
def test_what_homes_in_and_flak_strike_one_unit_as_in_the_engine(seed: int) -> None:
    luck = random.Random(seed)
    pieces = ("ART-AIS", "ART-AC") if seed % 2 else ("ART-T", "ART-LT", "ART-S", "ART-AIS")
    code = luck.choice(pieces)
    gun = Fighter(read_card({**PLAIN, "specials": [f"{code}2"]}, "card"), luck.randint(2, 5))
    kind = HOMING if seed % 2 else FLAK
    card = luck.choice(WINGED if kind == FLAK else ON_FOOT)
    packet = packet_of("r1", {"r1": gun, "b1": Fighter(card)})
    shots, expected = [], []
    for _ in range(AGAIN):
        state = {"armor": luck.randint(0, card.armor), "structure": luck.randint(1, max(1, card.structure))}
        mode = luck.choice(modes_of(gun))
        way = luck.choice([way for way in ways_of(gun) if way.kind == kind])
        way = replace(way, rear=kind == FLAK and luck.random() < 0.3)
        faces = [*luck.choice(([6, 6], [5, 6], [luck.randint(1, 6), luck.randint(1, 6)]))]
        faces += [luck.randint(1, 6) for _ in range(40)]
        battle = staged(moving(gun, mode), Fighter(card).with_state(**state), way, faces)
        battle.do(attack_of(battle, way))
        while battle.decision is not None:
            ask = battle.decision
            battle.do(orders.Decide(ask.side, next((one for one in CALM if one in ask.choices), ask.choices[-1])))
        made = next(event for event in battle.journal.events if isinstance(event, AttackMade | ShellLanded))
        blow = next((event for event in battle.journal.events if isinstance(event, HitLanded)), made)
        units = {
            "r1": unit_of(gun.card, moved=mode, shells=[]),
            "b1": unit_of(card, moved=modes_of(Fighter(card))[0], **state),
        }
        said = {"kind": way_of(way), "range": way.range, "overheat": 0, "ground": []}
        die = getattr(blow, "damage_roll", ())
        shots.append(
            {
                **{"by": "r1", "gun": code, "way": kind, "range": way.range, "at": PLACE, "said": said},
                **{"units": units, "dice": sum(made.roll), "drift": None, "aimed": "b1"},
                "under": [{"id": "b1", "area": 0, "rear": way.rear}] if made.hit else [],
                "rolls": {"": [*die], "b1": rolled_for(battle, TARGET)},
            }
        )
        expected.append((made, blow, stands(battle, TARGET)))
    read = shelled_by_the_page(packet, [], shots)["shots"]
    assert any(made.hit for made, *_ in expected)
    for shot, (made, blow, left), found in zip(shots, expected, read, strict=True):
        where = f"{code} at {card.name}: {shot}"
        rows = {(row["label"], row["value"], row["rule"]) for row in found["need"]["rows"]}
        assert rows == {(row.label, row.value, row.rule) for row in made.modifiers}, where
        assert (found["hit"], found["over"]) == (made.hit, []), where
        for struck in found["blows"]:
            parts = [(row["label"], row["value"], row["rule"]) for row in struck["parts"]]
            assert parts == [(row.label, row.value, row.rule) for row in blow.damage_parts], where
            now = struck["now"]
            suffered = sorted(hit for hit in now["crits"] + now["pending"] if hit not in (*CANCELLING, DOOR))
            assert [now["armor"], now["structure"], suffered, now["doomed"]] == left, where


@pytest.mark.parametrize("code", [code for code in EVERY if code in REACH.of(rules)])
def test_a_shell_is_on_its_way_as_long_as_the_engine_says_to_a_quarter_of_an_inch(code: str) -> None:
    packet = packet_of("r1", {"r1": gunner(code), "b1": anybody()})
    edges = [row.get("from", row.get("beyond")) for row in packet["units"]["r1"]["artillery"][code]["flight"]["turns"]]
    around = {edge + more for edge in edges for more in (-0.25, 0.0, 0.25)}
    inches = sorted(far for far in around if 0 <= far <= REACH.of(rules)[code])
    attack = Attack(*beyond_with(code))
    expected = []
    for far in inches:
        attack._distance = far
        expected.append(turns_in_flight(attack))
    assert len(set(expected)) == len(edges)
    by = unit_of(gunner(code).card, shells=[])
    said = {"kind": f"{OFF_BOARD} {code}", "range": "E", "overheat": 0, "ground": []}
    shot = {
        **{"by": "r1", "gun": code, "way": OFF_BOARD, "range": "E", "at": PLACE, "said": said, "units": {"r1": by}},
        **{"dice": None, "drift": None, "aimed": None, "under": [], "rolls": {}},
    }
    found = shelled_by_the_page(packet, [], [{**shot, "inches": far} for far in inches])["shots"]
    assert [one["left"][2] for one in found] == expected


def beyond_with(code: str) -> tuple[Battle, orders.Attack]:
    return from_beyond(random.Random(1), code, 5, 0)[:2]


# -- how often ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hits", range(3))
@pytest.mark.parametrize("fired", range(3))
def test_each_piece_fires_once_a_turn_and_weapon_hits_silence_them(fired: int, hits: int) -> None:
    gun = gunner("ART-S2")
    packet = packet_of("r1", {"r1": gun, "b1": anybody()})
    shells = ["artillery:S"] * fired
    by = unit_of(gun.card, crits=["weapon"] * hits, shells=shells)
    said = {"kind": f"{SHELL} ART-S", "range": "M", "overheat": 0, "ground": []}
    shot = {
        **{"by": "r1", "gun": "ART-S", "way": SHELL, "range": "M", "at": PLACE, "said": said, "units": {"r1": by}},
        **{"dice": None, "drift": None, "aimed": None, "under": [], "rolls": {}},
    }
    need = {"one": "r1", "at": PLACE, "by": by, "unit": by, "said": said}
    found = shelled_by_the_page(packet, [need], [{**shot, "said": said}])
    left, spent, _ = found["shots"][0]["left"]
    assert left == max(0, 2 - hits - fired)
    hurt = gun.hit(*("weapon",) * hits).with_state(attacks=[*shells])
    right = asked(hurt, anybody(), next(way for way in ways_of(gun) if way.kind == SHELL))
    assert (spent is None) == right.legal
    if spent is not None:
        assert right.reason is not None
        assert spent["rule"] == right.reason.rule == "AS-COM-105"
        assert "attacker" not in spent["no"]


def test_whoever_has_fired_artillery_does_not_cool_down() -> None:
    """The page marks such a unit as one that has fired."""
    gun = gunner("ART-S")
    battle = staged(gun.with_state(heat=2, attacks=["artillery:S"]), anybody(), ways_of(gun)[0])
    for _ in range(2):
        battle.do(orders.EndPhase())
    cooling: Json = tables_of(gun)["cooling"]
    assert (cooling["2 0 0 1 0"]["after"], cooling["2 0 0 0 0"]["after"]) == (battle.units[SHOOTER].heat, 0)
    assert battle.units[SHOOTER].heat == 2
