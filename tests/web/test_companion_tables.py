"""Whatever is said and rolled at a real table, the companion's numbers are the engine's."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from lancemate.alphastrike.air.attacks import STRAFE, STRIKE
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.card_data import read_card
from lancemate.alphastrike.cards.pilot_names import DETAILS, PLAYED
from lancemate.alphastrike.damage.sections import CRITS, LOCKED
from lancemate.alphastrike.options.capital_weapons import AT_THE_GROUND
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import HitLanded
from lancemate.field.data import feature_from_data
from lancemate.muster import catalogue
from lancemate.server.alphastrike.cards import show_card
from lancemate.server.alphastrike.companion.numbers import (
    BY_ARC,
    LENDERS,
    SHOTS,
    callable_abilities,
    foe_of,
    modes_of,
    moving,
    reach_of,
    way_of,
    ways_of,
)
from lancemate.server.alphastrike.companion.packet import CHOSEN_IN_PLAY, forms_of, pairs_of, sections_of, tables_of
from lancemate.server.alphastrike.companion.staging import (
    AT_NO_UNIT,
    CHARGE,
    DECLARED,
    INDIRECT,
    LEAP,
    MISSILE,
    NOSE,
    PHYSICAL,
    PLAIN,
    RANGES,
    SHOOTER,
    TARGET,
    WEAPON,
    Fighter,
    Situation,
    anybody,
    arcs_of,
    asked,
    fought,
    staged,
)
from lancemate.server.alphastrike.companion.suffering import conditions, suffers, worn
from lancemate.server.alphastrike.companion.wounds import CANCELLING, DOOR, OF_SECTIONS, ROLLS
from rules.harm import strike
from web.page_tables import Json, marked_by_the_page, read_by_the_page

UNITS = [card for card in catalogue.search(text="") if not card.sections]
STRUCTURES = [card for card in catalogue.search(text="") if card.sections]
BY_ARCS = [card for card in UNITS if card.is_multi_arc or "TUR" in card.specials.codes]
SHIPS = [card for card in UNITS if card.is_multi_arc]
ON_FOOT = [card for card in UNITS if not card.is_aerospace]
NETWORKED = [card for card in ON_FOOT if set(LENDERS) & card.specials.codes]
INDIRECTLY = [card for card in ON_FOOT if "IF" in card.specials.codes]
WINGED = [card for card in UNITS if card.is_aerospace]
ROLLS_AGAIN = "Float Like a Butterfly"  # what comes of a roll waits for its player, at a real table as well
PILOTS = [*(name for name in PLAYED if name not in (*DETAILS, *CHOSEN_IN_PLAY, ROLLS_AGAIN)), "Range Master (Long)"]
PLAIN_CARD = anybody().card
TURRET = "turret"
GONE = "the section is lost"
AGAIN = 40  # situations and hits for each pair of units


def packet_of(fighters: dict[str, Fighter]) -> Json:
    known = {f"{name} {fighter.form}" if fighter.form else name: fighter for name, fighter in fighters.items()}
    units = {name: tables_of(fighter) for name, fighter in known.items()}
    return {"units": units, "pairs": pairs_of(next(iter(known)), known), "rules": {}}


def unit_of(card: Card, **more: Json) -> Json:
    """A unit as the page keeps it."""
    fresh: dict[str, Any] = {"armor": card.armor, "structure": card.structure, "heat": 0, "crits": [], "pending": []}
    return {**fresh, "doomed": None, "destroyed": False, "moved": "ground", "fired": False, "overheat": 0, **more}


def heat_of(condition: str) -> int:
    """The heat that a condition is called by: a pilot who stands more than others has more of it."""
    return int(condition.rsplit(" ", 1)[1])


def shuffled(luck: random.Random, *hits: tuple[str, ...]) -> tuple[str, ...]:
    """Hits of several kinds among each other, those of a kind in their order."""
    waiting = [list(row) for row in hits if row]
    found = []
    while waiting:
        row = luck.choice(waiting)
        found.append(row.pop(0))
        waiting = [row for row in waiting if row]
    return tuple(found)


def say(luck: random.Random, one: Fighter, other: Fighter, friend: Fighter) -> tuple[Json, Fighter, Fighter, Situation]:
    """A random situation: as the page hears it, and as the engine does."""
    way = luck.choice([way for way in ways_of(one) if way.kind not in AT_NO_UNIT])
    left = luck.choice([each for each in conditions(one) if not each.state.get("shutdown")])
    lost = luck.choice([*worn(one, way.arc)]) if luck.random() < 0.5 and way.kind in BY_ARC else ()
    if "engine" in left.hits and "engine" in lost:  # the second is the end of a vehicle
        lost = tuple(hit for hit in lost if hit != "engine")
    hits = tuple(hit for hit in suffers(one) for _ in range(luck.randint(1, 3)) if luck.random() < 0.25)
    if other.flies:  # whether what passes overhead is ahead is to be seen on the table
        hits = tuple(hit for hit in hits if hit != LOCKED)
    crits = shuffled(luck, left.hits, lost, hits)
    overheats = way.kind in (WEAPON, STRIKE, STRAFE) and left.name.endswith(" 0")
    overheat = luck.randint(0, one.card.ov) if overheats else 0
    there, beside = luck.choice(conditions(other)), luck.choice(conditions(friend))
    moved, target_moved, friend_moved = (luck.choice(modes_of(each)) for each in (one, other, friend))
    tall = other.card.is_large or one.card.is_large  # what hides it or is looked over is to be seen on the table
    pieces = ("woods", "rear") if tall else ("woods", "cover", "rear")
    ground = [piece for piece in pieces if luck.random() < 0.3]
    aside = TURRET in (way.arc or "") and one.section is not None and luck.random() < 0.5
    inches = luck.randint(1, max(1, reach_of(one, way.kind)))
    spots = moving(beside.of(friend), friend_moved)
    spotter_attacks = luck.random() < 0.5
    said: dict[str, Any] = {
        "kind": way_of(way),
        "range": way.range,
        "arc": way.arc,
        "overheat": overheat,
        "ground": ground,
        "aside": aside,
        "inches": inches,
    }
    situation = replace(
        way,
        rear="rear" in ground,
        ground=frozenset(ground) - {"rear"},
        aside=aside,
        overheat=overheat,
        inches=inches if way.inches else 0,
        spotter=None,
    )
    if way.kind == INDIRECT:
        eyes = unit_of(friend.card, moved=friend_moved, heat=heat_of(beside.name), crits=[*beside.hits])
        said["spotter"] = {"id": "r2", "unit": eyes, "attacks": spotter_attacks}
        situation = replace(situation, spotter=spots, spotter_attacks=spotter_attacks)
    code = next((code for code in LENDERS if code in one.card.specials.codes), None)
    nearer = RANGES[: RANGES.index(way.range)] if way.kind == WEAPON else ()
    if code is not None and nearer and not other.flies and not one.flies:
        network, equipment = LENDERS[code]
        said["lent"] = luck.choice(nearer)
        lender = Fighter(read_card({**PLAIN, "specials": [equipment]}, "card"))
        situation = replace(situation, lender=lender, lent=said["lent"], network=network)
    prey = luck.choice(("b1", "b2")) if one.hunts else None
    hunter = one.hunting(TARGET if prey == "b1" else SHOOTER) if prey else one
    attacker = moving(hunter.hit(*crits).with_state(**left.state), DECLARED.get(way.kind, moved))
    callable_ = callable_abilities(attacker, foe_of(one, way), way) if one.abilities else []
    if callable_ and luck.random() < 0.7:
        said["abilities"] = [luck.choice(callable_)]
        situation = replace(situation, abilities=tuple(said["abilities"]))
    told = {
        "by": unit_of(one.card, moved=moved, heat=heat_of(left.name), crits=[*crits], prey=[prey] if prey else []),
        "at": unit_of(other.card, moved=target_moved, heat=heat_of(there.name), crits=[*there.hits]),
        "said": said,
    }
    return told, attacker, moving(there.of(other), target_moved), situation


ONCE = ("crew",)


def one_engine(hits: tuple[str, ...]) -> tuple[str, ...]:
    """A second hit there would have been the end."""
    return tuple(hit for place, hit in enumerate(hits) if hit != "engine" or "engine" not in hits[:place])


def hit(luck: random.Random, fighter: Fighter) -> tuple[Json, Json]:
    """A random hit: as the page hears of it, and how the unit stands afterwards for the engine."""
    card = fighter.card
    armor, structure = luck.randint(0, fighter.part.armor), luck.randint(1, max(1, fighter.part.structure))
    tracks = CRITS if fighter.section is not None else card.critical_tracks
    boxes = [name for name in (*suffers(fighter), "mp", "thruster") if name in tracks]
    rows = [(name,) * luck.randint(1, 1 if name in ONCE else 4) for name in boxes if luck.random() < 0.3]
    lost = [luck.choice([*worn(fighter, arc)]) for arc in arcs_of(fighter) if luck.random() < 0.3]
    crits = one_engine(shuffled(luck, *rows, *lost))
    faces = luck.choice([[6, 6], [5, 6], [5, 5]]) + [luck.randint(1, 6) for _ in range(14)]
    points = luck.randint(1, 6)
    target = fighter.with_state(armor=armor, structure=structure).hit(*crits)
    shells = Situation(AT_THE_GROUND, "low", NOSE, MISSILE)
    said = luck.choice([SHOTS[0], SHOTS[0], shells, *(Situation(kind, inches=8) for kind in (PHYSICAL, CHARGE, LEAP))])
    said = SHOTS[0] if fighter.flies or fighter.landed else said
    battle = staged(anybody(said.kind).with_damage(points), target, said, faces)
    found = asked(anybody(said.kind), target, said)
    if not found.legal or (found.target_number or 0) > faces[0] + faces[1]:
        said = SHOTS[0]
        battle = staged(anybody().with_damage(points), target, said, faces)
    fought(battle, said)
    first = next(event for event in battle.journal.events if event.type == "attack")
    landed = [event for event in battle.journal.events if isinstance(event, HitLanded) and event.target == TARGET]
    fell = [event.damage for event in landed if event.section in (None, fighter.section)]
    told = {
        **{"of": "b1", "cause": said.kind},
        "unit": unit_of(card, armor=armor, structure=structure, crits=[*crits], moved=modes_of(fighter)[0]),
        **{
            "points": sum(fell) if fell else first.damage,
            "dice": faces[0] + faces[1],
            "rolls": rolled_for(battle, TARGET, fighter.section),
        },
    }
    return told, stands(battle, fighter.section)


def rolled_for(battle: Battle, unit: str, section: str | None = None) -> list[int]:
    """What was rolled for a unit that was hit, or for a section; at which bay doors jam is thrown for beside the
    companion."""
    return [
        face
        for event in battle.journal.events
        if event.type in (*ROLLS, *OF_SECTIONS, "roll") and getattr(event, "unit", None) == unit
        if getattr(event, "section", None) in (None, section)
        for face in getattr(event, "roll", ())
        if getattr(event, "purpose", "") != "doors hit"
    ]


def stands(battle: Battle, section: str | None) -> Json:
    """What is left of the target, or of the section of it that is meant."""
    unit = battle.state.units[TARGET]
    if not unit.sections:
        return [unit.armor, unit.structure, sorted(unit.wounds + unit.fresh), unit.doomed]
    part = next(one for one in unit.sections if one.name == section)
    return [part.armor, part.structure, sorted(part.wounds + part.fresh), GONE if part.destroyed else None]


def ran_into(luck: random.Random, one: Fighter, other: Fighter) -> tuple[Json, Json] | None:
    """What a charge or a Death from Above does to who makes it."""
    ways = [said for said in ways_of(one) if said.kind in DECLARED]
    if not ways or other.card.is_aerospace or not one.card.structure:
        return None
    said = luck.choice(ways)
    armor = luck.randint(0, one.card.armor)
    faces = luck.choice([[6, 5], [1, 1]]) + [luck.randint(1, 6) for _ in range(14)]
    battle = staged(one.with_state(armor=armor), other.roomy(20), said, faces)
    if not asked(one.with_state(armor=armor), other, said).legal:
        return None
    fought(battle, said)
    first = next(event for event in battle.journal.events if event.type == "attack")
    unit = battle.state.units[SHOOTER]
    told = {
        **{"of": "r1", "cause": "recoil", "said": said.kind, "hit": "hit" if first.hit else "miss"},
        **{"unit": unit_of(one.card, armor=armor), "points": 0, "dice": 7, "rolls": rolled_for(battle, SHOOTER)},
    }
    return told, [unit.armor, unit.structure, sorted(unit.wounds + unit.fresh), unit.doomed]


def drawn(luck: random.Random, cards: list[Card]) -> Fighter:
    """A unit with a pilot: now and then one of some renown."""
    abilities = tuple(luck.sample(PILOTS, luck.choice((0, 0, 1, 2))))
    fighter = Fighter(luck.choice(cards), luck.randint(2, 6), abilities, hunts=luck.random() < 0.3)
    if fighter.card.sections:
        return replace(fighter, section=luck.choice(fighter.card.sections).name)
    return replace(fighter, form=luck.choice([None, *forms_of(fighter)]))


@pytest.mark.parametrize("seed", range(36))
def test_whatever_is_said_and_rolled_the_page_has_the_engines_answer(seed: int) -> None:
    luck = random.Random(seed)
    mine = (UNITS, ON_FOOT, NETWORKED, INDIRECTLY, WINGED, BY_ARCS, SHIPS, STRUCTURES)[seed % 8]
    theirs = (UNITS, ON_FOOT, SHIPS, STRUCTURES, STRUCTURES)[seed % 5]
    one, other, friend = drawn(luck, mine), drawn(luck, theirs), drawn(luck, ON_FOOT)
    situations = [say(luck, one, other, friend) for _ in range(AGAIN)]
    packet = packet_of({"r1": one, "r2": friend, "b1": other})
    hits = [hit(luck, other) for _ in range(AGAIN)] if other.part.structure else []
    for told, left in filter(None, (ran_into(luck, one, other) for _ in range(10))):
        pair = packet["pairs"][" ".join(filter(None, ("r1>b1", other.form)))]
        told["points"] = pair[f"{told['said']}:S"]["recoil"][told["hit"]]
        hits.append((told, left))
    read = read_by_the_page(packet, [said for said, *_ in situations], [told for told, _ in hits])
    assert len(read["needs"]) == AGAIN
    for (said, attacker, target, situation), found in zip(situations, read["needs"], strict=True):
        expected = asked(attacker, target, situation)
        where = f"{one.card.name}, {one.abilities} at {other.card.name}, {other.abilities}: {said}"
        if found is None or "no" in found:
            assert not expected.legal, where
            continue
        assert expected.legal, (where, expected.reason)
        told = {(row["label"], row["value"], row["rule"]) for row in found["rows"]}
        assert told == {(row.label, row.value, row.rule) for row in expected.modifiers}, where
        assert (found["number"], found["damage"]) == (expected.target_number, expected.damage), where
    for (told, expected_unit), now in zip(hits, read["hits"], strict=True):
        suffered = sorted(hit for hit in now["crits"] + now["pending"] if hit not in (*CANCELLING, DOOR))
        found = [now["armor"], now["structure"], suffered, now["doomed"]]
        assert [*found, now["left"]] == [*expected_unit, []], (one.card.name, other, told)


@pytest.mark.parametrize("weapons", range(4))
@pytest.mark.parametrize("reach", RANGES)
def test_heat_that_weapons_bring_is_the_engines(reach: str, weapons: int) -> None:
    burner = Fighter(read_card({**PLAIN, "specials": ["HT2/1/-"]}, "card"))
    packet = packet_of({"r1": burner, "b1": anybody()})
    said = {"kind": WEAPON, "range": reach, "overheat": 0, "ground": []}
    crits = ["weapon"] * weapons
    need = {"by": unit_of(burner.card, crits=crits), "at": unit_of(PLAIN_CARD), "said": said}
    (found,) = read_by_the_page(packet, [need], [])["needs"]
    hurt = burner.hit(*crits)
    situation = Situation(WEAPON, reach)
    if not asked(hurt, anybody(), situation).legal:
        assert "no" in found
        return
    battle = staged(hurt, anybody().roomy(20), situation, (6, 6, *(2, 5) * 6))
    fought(battle, situation)
    expected = sum(event.amount for event in battle.journal.events if event.type == "heat_received")
    assert (found["heat"] or {"heat": 0})["heat"] == expected == max(0, {"S": 2, "M": 1, "L": 0}[reach] - weapons)


def test_what_may_be_thrown_again_is_what_the_engine_asks_about() -> None:
    card = anybody().card
    assert tables_of(Fighter(card, abilities=("Lucky (2)",)))["again"] == {"miss": {"left": 2, "rule": "AS-SPA-041"}}
    floats = tables_of(Fighter(card, abilities=(f"{ROLLS_AGAIN} (3)",)))["again"]
    assert floats == {"hit": {"left": 3, "rule": "AS-SPA-030"}}
    assert tables_of(Fighter(card))["again"] == {}


def test_heat_of_others_is_felt_after_all_cooling() -> None:
    cooling = tables_of(replace(anybody(), heated=True))["cooling"]
    assert [cooling[f"0 0 0 0 {given}"]["after"] for given in range(3)] == [0, 1, 2]
    assert [cooling[f"2 0 0 0 {given}"]["after"] for given in range(3)] == [0, 1, 2]
    assert "0 0 0 0 3" not in cooling  # more than two a turn is not given


# -- mobile structures --------------------------------------------------------------------------------------------


def seen_from_somewhere(whole: Fighter, section: str) -> Battle | None:
    """A battle in which this section of a structure as it is printed can be seen from 4 inches, if there is one."""
    part = next(part for part in whole.card.sections if part.name == section)
    for facing in range(0, 360, 15):
        battle = staged(anybody(), whole, Situation())
        unit, enemy = battle.state.units[TARGET], battle.state.units[SHOOTER]
        unit.facing = float(facing)
        if whole.card.is_naval:
            lake = {"id": "lake", "kind": "water", "depth": 6, "circle": [unit.x, unit.y, 0.5]}
            battle.state.table = battle.state.table.with_feature(feature_from_data(lake))
        x, y = battle.table.beside(unit.at, unit.facing, *part.at)
        enemy.x, enemy.y = x, y - 1.0 - enemy.radius - 4.0
        if preview_attack(battle, orders.Attack(SHOOTER, f"{TARGET}/{section}")).legal:
            return battle
    return None


@pytest.mark.parametrize("card", STRUCTURES, ids=lambda card: str(card.name).rsplit(" ", 2)[-2:][0])
def test_a_section_is_hit_and_fires_as_where_it_really_stands(card: Card) -> None:
    """The tables put the other sections out of the way; on a real table the rows are the same."""
    whole = Fighter(card)
    seen = 0
    for part in card.sections:
        battle = seen_from_somewhere(whole, part.name)
        if battle is None:  # from the air alone
            continue
        seen += 1
        section = replace(whole, section=part.name)
        at = preview_attack(battle, orders.Attack(SHOOTER, f"{TARGET}/{part.name}"))
        assert at.modifiers == asked(anybody(), section, SHOTS[0]).modifiers
        battle.state.units[TARGET].side, battle.state.units[SHOOTER].side = "red", "blue"
        back = preview_attack(battle, orders.Attack(TARGET, SHOOTER, arc=part.name))
        said = next(way for way in ways_of(section) if way.arc == part.name)
        fires = asked(section, anybody(), said)
        assert (back.modifiers, back.damage) == (fires.modifiers, fires.damage)
    assert seen >= len(card.sections) - 1


def fight(luck: random.Random, whole: Fighter) -> tuple[list[Json], list[Json]]:
    """A few turns of hits on all sections: as the page hears of them, and how everything stands after each turn."""
    battle = staged(anybody(), whole, Situation())
    unit = battle.state.units[TARGET]
    turns: list[Json] = []
    after: list[Json] = []
    while not unit.destroyed and len(turns) < 12:
        hits: list[Json] = []
        for _ in range(luck.randint(1, 4)):
            name = luck.choice([part.name for part in unit.sections if not part.destroyed] or [""])
            if not name:
                break
            twelve, points, known = luck.random() < 0.2, luck.randint(1, 9), len(battle.journal.events)
            strike(battle, TARGET, points, section=name, natural_12=twelve)
            battle.run()
            rolled = [event for event in battle.journal.events[known:] if event.type == "section_critical"]
            rolls = [sum(event.roll) for event in rolled]
            hits.append({"of": f"b1/{name}", "points": points, "dice": 12 if twelve else 7, "rolls": rolls})
        turn = battle.state.turn
        while battle.outcome is None and not (battle.state.turn > turn and battle.state.phase == "combat"):
            battle.do(orders.EndPhase())
        turns.append(hits)
        after.append(
            {
                "b1": unit.destroyed,
                **{
                    f"b1/{part.name}": [
                        part.armor,
                        part.structure,
                        part.destroyed,
                        sorted(part.wounds) * (not part.destroyed),
                    ]
                    for part in unit.sections
                },
            }
        )
    return turns, after


@pytest.mark.parametrize("seed", range(20))
def test_sections_fall_and_the_whole_with_them_as_in_the_engine(seed: int) -> None:
    luck = random.Random(seed)
    whole = Fighter(STRUCTURES[seed % len(STRUCTURES)])
    tables = {name: tables_of(one) for name, one in {"b1": whole, **sections_of("b1", whole)}.items()}
    phases = [{"name": name} for name in ("initiative", "movement", "combat", "end")]
    sides = [{"units": [{"id": "b1", "card": show_card(whole.card)}]}]
    turns, after = fight(luck, whole)
    for number, (found, expected) in enumerate(
        zip(marked_by_the_page({"sides": sides, "phases": phases, "units": tables}, turns), after, strict=True)
    ):
        assert found["b1"]["destroyed"] == expected["b1"], (whole.card.name, number, turns)
        if expected["b1"]:
            break  # what becomes of the sections of a wreck is nobody's affair
        for name, left in expected.items():
            if name != "b1":
                now = found[name]
                felt = sorted(now["crits"]) * (not now["destroyed"])  # who is lost is neither stunned nor awake
                assert [now["armor"], now["structure"], now["destroyed"], felt] == left, (name, number)
