"""What a hit does to a unit, as tables: which rolls follow, and what comes of each. The engine fights them all out.

A table has the engine's own steps (armor, structure, boxes on the card, the end of the unit); whoever reads it marks
them in that order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, cast

from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.orders import EndPhase
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import LancemateError
from lancemate.kernel.events import event_data
from lancemate.server.alphastrike.companion.numbers import BOXES, HOTTEST, SHOTS, anybody
from lancemate.server.alphastrike.companion.staging import SHOOTER, TARGET, Fighter, attack_of, staged

HIT: Final = (5, 6)  # dice that hit and are not twelve
TWELVE: Final = (6, 6)
MORE: Final = (2, 5)  # whatever else is rolled
SUMS: Final = {total: (max(1, total - 6), min(6, total - 1)) for total in range(2, 13)}
STEPS: Final = ("damage", "wounded", "doomed", "destroyed", "stunned", "shutdown")
ROLLS: Final = ("critical", "motive")
BOXED: Final = ("engine", "fire_control", "mp", "weapon")  # what cards have boxes for
LARGE: Final = 99  # points that nothing withstands
SAFE: Final = 20  # points of structure that no critical hit uses up


def struck(target: Fighter, dice: Sequence[int], points: int = 1) -> list[Mapping[str, Any]]:
    """What happens to a unit that is hit for so many points, with these dice."""
    said = SHOTS[0]
    gun = anybody().with_damage(points)
    battle = staged(gun, target, said, dice)
    battle.do(attack_of(said))
    return [event_data(event) for event in battle.journal.events if _about(event)]


def _about(event: Any) -> bool:
    return event.type in (*STEPS, *ROLLS) and getattr(event, "unit", None) == TARGET


def step(event: Mapping[str, Any]) -> dict[str, JSON]:
    """One step of the engine as a table has it."""
    kept = ("armor", "structure", "effect", "at_once", "reason", "result", "rule")
    return {"type": event["type"], **{key: event[key] for key in kept if key in event}}


def checks(fighter: Fighter) -> dict[str, int]:
    """How many rolls follow a hit on armor, a hit on structure, and a roll of twelve."""
    roomy = fighter.roomy(SAFE)
    on_armor = struck(roomy, (*HIT, *MORE * 6))
    on_structure = struck(roomy.with_state(armor=0), (*HIT, *MORE * 6))
    on_twelve = struck(roomy, (*TWELVE, *MORE * 6))
    return {
        "motive": _count(on_armor, "motive"),
        "structure": _count(on_structure, "critical"),
        "twelve": _count(on_twelve, "critical") - _count(on_armor, "critical"),
        "armor": _count(on_armor, "critical"),
    }


def _count(events: Iterable[Mapping[str, Any]], kind: str) -> int:
    return sum(event["type"] == kind for event in events)


def falls(fighter: Fighter) -> list[JSON]:
    """What happens when nothing is left of its structure."""
    return [step(event) for event in struck(fighter, (*HIT, *MORE * 6), LARGE) if event["type"] in STEPS[1:]]


def criticals(fighter: Fighter, engine: int = 0) -> dict[str, list[JSON]]:
    """What comes of every roll for a critical hit, by how often the same has been suffered already.

    With ``engine`` for a unit whose engine has been hit, which leaves less for its weapons to lose.
    """
    before: dict[str, JSON] = {"engine": engine} if engine else {}
    roomy = fighter.roomy(SAFE).with_state(armor=0, crits=before)
    found: dict[str, list[JSON]] = {}
    for total, faces in SUMS.items():
        outcomes = [_after_roll(roomy, faces)]
        effect = next((one["effect"] for one in outcomes[0] if one["type"] == "wounded"), None)
        if effect in BOXED:
            outcomes += [
                _after_roll(roomy.with_state(crits={**before, str(effect): count}), faces)
                for count in range(1, BOXES + 1)
            ]
        while len(outcomes) > 1 and outcomes[-1] == outcomes[-2]:
            outcomes.pop()  # whoever has suffered more looks up the last
        found[str(total)] = cast(list[JSON], outcomes)
    return found


def _after_roll(fighter: Fighter, faces: tuple[int, int]) -> list[dict[str, JSON]]:
    """The steps between the first critical roll and whatever is rolled next."""
    events = struck(fighter, (*HIT, *faces, *MORE * 8))
    seen = 0
    steps: list[dict[str, JSON]] = []
    for event in events:
        if event["type"] in ROLLS:
            seen += 1
            if seen > 1:
                break
            steps.append({"type": "roll", "result": event["result"], "rule": event["rule"]})
        elif seen:
            steps.append(step(event))
    return steps


def motives(fighter: Fighter) -> dict[str, JSON]:
    """What comes of every roll for motive damage."""
    found: dict[str, JSON] = {}
    many = checks(fighter)
    if not many["motive"]:
        return found
    roomy = fighter.roomy(SAFE)
    for total, faces in SUMS.items():
        events = struck(roomy, (*HIT, *MORE * many["armor"], *faces, *MORE * 4))
        at = next((place for place, event in enumerate(events) if event["type"] == "motive"), None)
        if at is not None:
            rolled = events[at]
            first: dict[str, JSON] = {"type": "roll", "result": rolled["result"], "rule": rolled["rule"]}
            found[str(total)] = [first, *(step(event) for event in events[at + 1 :])]
    return found


def cooling(fighter: Fighter) -> dict[str, JSON]:
    """Heat after the End Phase, by the heat before it, overheating, engine hits, and whether it fired."""
    found: dict[str, JSON] = {}
    if not fighter.card.tracks_heat:
        return found
    for heat, overheat, engine, fired in _burdens(fighter):
        state: dict[str, JSON] = {"heat": heat, "overheat": overheat, "attacks": ["weapon"] if fired else []}
        if engine:
            state["crits"] = {"engine": engine}
        if heat == HOTTEST:
            state["shutdown"] = True
        try:
            battle = staged(fighter.with_state(**state), anybody(), SHOTS[0])
        except LancemateError:  # a position that cannot be, such as overheating without a shot
            continue
        parts, after = _after_the_turn(battle)
        found[f"{heat} {overheat} {engine} {int(fired)}"] = {"after": after, "parts": parts}
    return found


def _burdens(fighter: Fighter) -> Iterator[tuple[int, int, int, bool]]:
    for heat in range(HOTTEST + 1):
        for fired in (False, True):
            for overheat in range(fighter.card.ov + 1) if fired else (0,):
                for engine in (0, 1):
                    yield heat, overheat, engine, fired


def _after_the_turn(battle: Battle) -> tuple[list[JSON], int]:
    battle.do(EndPhase())
    battle.do(EndPhase())
    for event in battle.journal.events:
        data = event_data(event)
        if data["type"] == "heat" and data["unit"] == SHOOTER:
            return cast(list[JSON], data["parts"]), cast(int, data["after"])
    return [], battle.state.units[SHOOTER].heat
