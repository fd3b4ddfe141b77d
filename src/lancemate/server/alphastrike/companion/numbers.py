"""What an attack needs and what it does, as tables to look things up in: the engine is asked about every pair of units,
and about everything that can be said of either; what that changes is kept as rows to take away and rows to put there.

Whoever adds the rows up has the engine's number (a test compares them); nothing here knows why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from typing import Final

from lancemate.alphastrike.asking.preview import AttackPreview
from lancemate.alphastrike.cards.card_data import read_card
from lancemate.alphastrike.play.explain import Modifier
from lancemate.kernel.codec import JSON
from lancemate.server.alphastrike.companion.staging import (
    BLOWS,
    COVER,
    MELEE,
    RANGES,
    WEAPON,
    WOODS,
    Fighter,
    Situation,
    asked,
)

SHOTS: Final = tuple(Situation(WEAPON, reach) for reach in RANGES) + tuple(Situation(kind) for kind in BLOWS)
BOXES: Final = 4  # as many hits of a kind as a card has room for
HOTTEST: Final = 4
MODES: Final = ("ground", "standstill", "jump")
MOTIVES: Final = ("motive_2", "motive_half", "motive_0")
PLAIN: Final = {
    **{"name": "Anybody", "type": "BM", "size": 2, "tmm": 1, "move": '8"j', "damage": "3/3/3", "ov": 0},
    **{"armor": 9, "structure": 9},
}


@cache
def anybody(kind: str = WEAPON) -> Fighter:
    """A plain 'Mech, to ask about others with; one with a hand weapon where it is to strike with that."""
    return Fighter(read_card({**PLAIN, "specials": ["MEL"]} if kind == MELEE else PLAIN, "card"))


def key_of(said: Situation) -> str:
    return f"{said.kind}:{said.range}"


def row_key(row: Modifier) -> str:
    return f"{row.rule} {row.label}"


def show_rows(rows: Iterable[Modifier]) -> list[JSON]:
    return [{"key": row_key(row), "label": row.label, "value": row.value, "rule": row.rule} for row in rows]


def told(preview: AttackPreview) -> dict[str, JSON]:
    """The answer to one question: the rows of the number and of the damage, or why it cannot be done."""
    if not preview.legal:
        reason = preview.reason
        assert reason is not None
        return {"no": reason.message, "rule": reason.rule}
    return {"need": show_rows(preview.modifiers), "damage": show_rows(preview.damage_parts)}


def change(before: AttackPreview, after: AttackPreview) -> dict[str, JSON]:
    """What another situation does to the rows."""
    if not before.legal or not after.legal:
        return told(after) if before.legal else {}
    changes: dict[str, JSON] = {}
    for name, old, new in (
        ("need", before.modifiers, after.modifiers),
        ("damage", before.damage_parts, after.damage_parts),
    ):
        was, now = {row_key(row): row for row in old}, {row_key(row): row for row in new}
        put = [row for key, row in now.items() if was.get(key) != row]
        drop = [key for key in was if key not in now]
        if put or drop:
            changes[name] = {"drop": [*drop], "put": show_rows(put)}
    return changes


# -- one unit ---------------------------------------------------------------------------------------------------


def can_jump(fighter: Fighter) -> bool:
    return fighter.card.move.jump > 0


def modes_of(fighter: Fighter) -> list[str]:
    return [mode for mode in MODES if mode != "jump" or can_jump(fighter)]


def suffers(fighter: Fighter) -> list[str]:
    """The hits on its card that change what it shoots with, besides those to its Move."""
    return [name for name in ("fire_control", "weapon") if name in fighter.card.critical_tracks]


def as_attacker(fighter: Fighter) -> dict[str, JSON]:
    """What is to be said of a unit that attacks: how it moved with what is left of its Move, its hits, overheating."""
    found: dict[str, JSON] = {}
    for said in SHOTS:
        base = asked(fighter, anybody(), said)
        if not base.legal:
            continue
        effects: dict[str, JSON] = {}
        for name, other, situation in _attacker_axes(fighter, said):
            effects[name] = change(base, asked(other, anybody(), situation))
        found[key_of(said)] = {name: effect for name, effect in effects.items() if effect}
    return found


def _attacker_axes(fighter: Fighter, said: Situation) -> Iterator[tuple[str, Fighter, Situation]]:
    if said in (SHOTS[0], *SHOTS[len(RANGES) :]):  # at other ranges its own movement does the same
        for mode, (name, state) in product(modes_of(fighter), conditions(fighter)):
            yield f"{mode} {name}", fighter.with_state(**{"moved": mode, **state}), said
    for name in suffers(fighter):
        for count in range(1, BOXES + 1):
            yield f"{name}:{count}", fighter.with_state(crits={name: count}), said
    for overheat in range(1, (fighter.card.ov if said.kind == WEAPON else 0) + 1):
        hot = Situation(said.kind, said.range, overheat=overheat)
        yield f"overheat:{overheat}", fighter, hot


def as_target(fighter: Fighter) -> dict[str, JSON]:
    """What is to be said of a unit that is attacked: how it moved, what is left of its Move, the ground, its back."""
    base = asked(anybody(), fighter, SHOTS[0])
    moved: dict[str, JSON] = {}
    for mode, condition in product(modes_of(fighter), conditions(fighter)):
        name, state = condition
        after = asked(anybody(), fighter.with_state(**{"moved": mode, **state}), SHOTS[0])
        moved[f"{mode} {name}"] = change(base, after)
    ground: dict[str, JSON] = {}
    for said in SHOTS:
        plain = asked(anybody(said.kind), fighter, said)
        if not plain.legal:
            continue
        effects = {
            name: change(plain, asked(anybody(said.kind), fighter, other))
            for name, other in (
                (WOODS, Situation(said.kind, said.range, ground=frozenset({WOODS}))),
                (COVER, Situation(said.kind, said.range, ground=frozenset({COVER}))),
                ("rear", Situation(said.kind, said.range, rear=True)),
            )
        }
        ground[key_of(said)] = {name: effect for name, effect in effects.items() if effect}
    return {"moved": moved, "ground": ground}


def conditions(fighter: Fighter) -> Iterator[tuple[str, Mapping[str, JSON]]]:
    """Everything that may have befallen its Move: heat and hits, each with a name to look it up by."""
    boxes = BOXES if "mp" in fighter.card.critical_tracks else 0
    hits = [(), *_motive_hits()] if fighter.card.is_vehicle else [("mp",) * count for count in range(boxes + 1)]
    hottest = HOTTEST if fighter.card.tracks_heat else 0
    for suffered, heat in product(hits, range(hottest + 1)):
        crits: dict[str, JSON] = {}
        for hit in suffered:
            crits[hit] = int(str(crits.get(hit, 0))) + 1
        state: dict[str, JSON] = {"crits": crits} if crits else {}
        if heat:
            state |= {"heat": heat, "shutdown": heat == HOTTEST}
        yield f"{'+'.join(suffered) or '-'} {heat}", state


def _motive_hits() -> Iterator[tuple[str, ...]]:
    yield from ((hit,) for hit in MOTIVES)
    yield from product(MOTIVES[:2], repeat=2)


# -- two units --------------------------------------------------------------------------------------------------


def as_pair(one: Fighter, other: Fighter) -> dict[str, JSON]:
    """What the one needs to hit the other, both having moved on the ground, at every range and hand to hand."""
    found: dict[str, JSON] = {}
    for said in SHOTS:
        answer = told(asked(one, other, said))
        if "no" not in answer or said.kind == WEAPON:
            found[key_of(said)] = answer
        if "no" not in answer and said.kind == WEAPON and "weapon" in suffers(one):
            plain = told(asked(one, anybody(), said))
            if plain.get("damage") != answer["damage"]:  # its own defence meets what is left of the weapons
                for count in range(1, BOXES + 1):
                    damaged = one.with_state(crits={"weapon": count})
                    found[f"{key_of(said)} weapon:{count}"] = told(asked(damaged, other, said))
    return found
