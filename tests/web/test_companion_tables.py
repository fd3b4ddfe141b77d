"""Whatever is said and rolled at a real table, the companion's numbers are the engine's."""

from __future__ import annotations

import random
from typing import Any

import pytest

from lancemate.alphastrike.cards.card import Card
from lancemate.muster import catalogue
from lancemate.server.alphastrike.companion.numbers import (
    BLOWS,
    SHOTS,
    anybody,
    conditions,
    modes_of,
    suffers,
)
from lancemate.server.alphastrike.companion.packet import pairs_of, tables_of
from lancemate.server.alphastrike.companion.staging import (
    RANGES,
    TARGET,
    Fighter,
    Situation,
    asked,
    attack_of,
    staged,
)
from web.page_tables import Json, read_by_the_page

GROUND = [card for card in catalogue.search(text="") if not card.is_aerospace and not card.is_mobile_structure]
AGAIN = 50  # situations and hits for each pair of units


def packet_of(fighters: dict[str, Fighter]) -> Json:
    units = {name: tables_of(fighter) for name, fighter in fighters.items()}
    return {"units": units, "pairs": pairs_of("r1", fighters), "rules": {}}


def unit_of(card: Card, **more: Json) -> Json:
    """A unit as the page keeps it."""
    fresh: dict[str, Any] = {"armor": card.armor, "structure": card.structure, "heat": 0, "crits": [], "pending": []}
    return {**fresh, "doomed": None, "destroyed": False, "moved": "ground", "fired": False, "overheat": 0, **more}


def listed(crits: Json) -> list[str]:
    return [name for name, count in crits.items() for _ in range(count)]


def say(luck: random.Random, one: Fighter, other: Fighter) -> tuple[Json, Fighter, Fighter, Situation]:
    """A random situation: as the page hears it, and as the engine does."""
    kind = luck.choice(["weapon", "weapon", "weapon", *BLOWS])
    reach = luck.choice(RANGES) if kind == "weapon" else RANGES[0]
    name, state = luck.choice([each for each in conditions(one) if not each[0].endswith(" 4")])
    hits = {hit: luck.randint(1, 3) for hit in suffers(one) if luck.random() < 0.25}
    crits: Json = {**state.get("crits", {}), **hits}  # type: ignore[dict-item]
    overheat = luck.randint(0, one.card.ov) if kind == "weapon" and name.endswith(" 0") else 0
    _, there = luck.choice(list(conditions(other)))
    moved, target_moved = luck.choice(modes_of(one)), luck.choice(modes_of(other))
    ground = [piece for piece in ("woods", "cover", "rear") if luck.random() < 0.3]
    said = {
        "by": unit_of(one.card, moved=moved, heat=state.get("heat", 0), crits=listed(crits)),
        "at": unit_of(other.card, moved=target_moved, heat=there.get("heat", 0), crits=listed(there.get("crits", {}))),
        "said": {"kind": kind, "range": reach, "overheat": overheat, "ground": ground},
    }
    situation = Situation(kind, reach, "rear" in ground, frozenset(ground) - {"rear"}, overheat)
    attacker = one.with_state(**{**state, "moved": moved, "crits": crits})
    return said, attacker, other.with_state(moved=target_moved, **there), situation


def hit(luck: random.Random, fighter: Fighter) -> tuple[Json, Json]:
    """A random hit: as the page hears of it, and how the unit stands afterwards for the engine."""
    card = fighter.card
    armor, structure = luck.randint(0, card.armor), luck.randint(1, max(1, card.structure))
    boxes = [name for name in ("engine", "fire_control", "weapon", "mp") if name in card.critical_tracks]
    crits = {name: luck.randint(1, 1 if name == "engine" else 4) for name in boxes if luck.random() < 0.3}
    faces = luck.choice([[6, 6], [5, 6], [5, 5]]) + [luck.randint(1, 6) for _ in range(14)]
    points = luck.randint(1, 6)
    target = fighter.with_state(armor=armor, structure=structure, crits=crits)
    battle = staged(anybody().with_damage(points), target, SHOTS[0], faces)
    battle.do(attack_of(SHOTS[0]))
    unit = battle.state.units[TARGET]
    told = {
        "unit": unit_of(card, armor=armor, structure=structure, crits=listed(crits)),
        **{"points": points, "dice": faces[0] + faces[1]},
        "rolls": [faces[place] + faces[place + 1] for place in range(2, 16, 2)],
    }
    return told, [unit.armor, unit.structure, sorted(unit.wounds + unit.fresh), unit.doomed]


@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_said_and_rolled_the_page_has_the_engines_answer(seed: int) -> None:
    luck = random.Random(seed)
    one, other = (Fighter(luck.choice(GROUND), luck.randint(2, 6)) for _ in range(2))
    situations = [say(luck, one, other) for _ in range(AGAIN)]
    hits = [hit(luck, other) for _ in range(AGAIN)] if other.card.structure else []
    packet = packet_of({"r1": one, "b1": other})
    read = read_by_the_page(packet, [said for said, *_ in situations], [told for told, _ in hits])
    assert len(read["needs"]) == AGAIN
    for (said, attacker, target, situation), found in zip(situations, read["needs"], strict=True):
        expected = asked(attacker, target, situation)
        where = f"{one.card.name} at {other.card.name}: {said}"
        if found is None or "no" in found:
            assert not expected.legal, where
            continue
        assert expected.legal, (where, expected.reason)
        told = {(row["label"], row["value"], row["rule"]) for row in found["rows"]}
        assert told == {(row.label, row.value, row.rule) for row in expected.modifiers}, where
        assert (found["number"], found["damage"]) == (expected.target_number, expected.damage), where
    for (told, expected_unit), now in zip(hits, read["hits"], strict=True):
        stands = [now["armor"], now["structure"], sorted(now["crits"] + now["pending"]), now["doomed"]]
        assert stands == expected_unit, (other.card.name, told)
