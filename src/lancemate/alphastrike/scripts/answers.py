"""Answers told in plain English: why a command was refused, what a preview or a measure found.

Knows the public form of the answers; must not know how they were worked out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from lancemate.alphastrike.play.explain import Cost, listed
from lancemate.alphastrike.play.order_data import Measure, Preview, Question, ScriptEntry, Viewing
from lancemate.alphastrike.play.orders import (
    Act,
    Attack,
    LineTarget,
    Move,
    PointsTarget,
    RunTarget,
    SupportAttack,
    Target,
)
from lancemate.alphastrike.support.catalogue import words_of
from lancemate.alphastrike.telling.log import Names
from lancemate.alphastrike.telling.wording import inches, opened, page_of, point, points, sentence, the_sum
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal
from lancemate.kernel.story import StoryLine

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle

MINIMAL: Final = "AS-DMG-009"  # the rule of the part of a damage value that is 0*


def tell_refusal(entry: ScriptEntry, refusal: Refusal) -> StoryLine:
    """Why a command was not allowed, and what would be."""
    who = getattr(entry, "unit", None) or getattr(entry, "side", None)
    verb = entry.name.replace("_", " ")
    what = f"{verb} {who}" if who else verb
    return StoryLine(f"Not allowed ({what}): {sentence(refusal.message)}{page_of(refusal.rule)}", "refused")


def tell_answer(battle: Battle, entry: ScriptEntry, answer: Mapping[str, JSON]) -> Iterator[StoryLine]:
    """What a preview or a measure found."""
    names = Names(battle)
    if isinstance(entry, Measure):
        yield StoryLine(
            f"From {names[entry.start]} to {_aim(names, entry.end)}: {listed(_tape(names, answer))}.", "act"
        )
    elif isinstance(entry, Viewing):
        units, blips = (len(found) for key in ("units", "blips") if isinstance(found := answer.get(key, {}), dict))
        more = f" and {blips} blips" if blips else ""
        yield StoryLine(f"{entry.side} knows of {units} units{more}.", "act")
    elif isinstance(entry, Question):
        told = ", ".join(f"{key} {value}" for key, value in answer.items() if not isinstance(value, (list, dict)))
        yield StoryLine(f"{entry.about.capitalize()} of {entry.what}: {told}.", "act")
    elif isinstance(entry, Preview) and not answer.get("legal"):
        reason = answer.get("reason")
        facts = reason if isinstance(reason, dict) else {"message": reason}
        rule = facts.get("rule")
        page = page_of(rule) if isinstance(rule, str) else ""
        told = sentence(str(facts.get("message")))
        yield StoryLine(f"{_actor(names, entry.command)} may not {_verb(entry.command)}: {told}{page}", "refused")
    elif isinstance(entry, Preview) and isinstance(entry.command, SupportAttack):
        yield from _support_preview(names, entry.command, answer)
    elif isinstance(entry, Preview) and isinstance(entry.command, Attack):
        yield from _attack_preview(names, entry.command, answer)
    elif isinstance(entry, Preview) and isinstance(entry.command, Act):
        told = ", ".join(f"{key} {value}" for key, value in answer.items() if isinstance(value, (int, str)))
        what = f" {names[entry.command.what]}" if entry.command.what is not None else ""
        yield StoryLine(f"{_actor(names, entry.command)} may {entry.command.do}{what}: {told}.", "act")
    elif isinstance(entry, Preview):
        cost, allowance = (inches(value) if isinstance(value, (int, float)) else "nothing" for value in _price(answer))
        parts, allowed = _parts(answer, "parts"), _parts(answer, "allowed")
        why = f" = {the_sum(parts)}" if len(parts) > 1 else ""
        of_what = f" ({the_sum(allowed)})" if len(allowed) > 1 else ""
        told = f"it costs {cost}{why} of {allowance}{of_what}"
        yield StoryLine(f"{_actor(names, entry.command)} may make this move: {told}.", "act")
        crash, landing = answer.get("crash_rule"), answer.get("landing_rule")
        if isinstance(crash, str):
            yield StoryLine(f"It would end in a crash{page_of(crash)}.", "loss", 1)
        elif isinstance(landing, str):
            yield StoryLine(f"It would land there{page_of(landing)}.", "sum", 1)
        falling = answer.get("brings_down")
        for name in falling if isinstance(falling, list) else ():
            yield StoryLine(f"{opened(names[str(name)])} would not bear it and fall{page_of('AS-URB-010')}.", "loss", 1)


def _parts(answer: Mapping[str, JSON], key: str) -> list[Cost]:
    """The named parts of a sum, as the answer lists them."""
    parts = answer.get(key)
    return [Cost(**part) for part in parts if isinstance(part, dict)] if isinstance(parts, list) else []  # type: ignore[arg-type]


def _price(answer: Mapping[str, JSON]) -> tuple[JSON, JSON]:
    return answer.get("cost"), answer.get("allowance")


def _actor(names: Names, command: Attack | SupportAttack | Move | Act) -> str:
    return command.side if isinstance(command, SupportAttack) else names[command.unit]


def _verb(command: Attack | SupportAttack | Move | Act) -> str:
    return command.do.replace("_", " ") if isinstance(command, Act) else command.name


def _aim(names: Names, target: Target) -> str:
    if isinstance(target, PointsTarget):
        return f"the points {listed([point(at) for at in target.points])}"
    if isinstance(target, RunTarget):
        return "what it has flown over"
    if isinstance(target, LineTarget):
        return f"the strip from {point(target.line[0])} to {point(target.line[1])}"
    return names[target] if isinstance(target, str) else names.place(target.point)


def _tape(names: Names, answer: Mapping[str, JSON]) -> list[str]:
    """What a measuring tape tells, in words."""
    words = []
    distance, woods = answer.get("distance"), answer.get("woods")
    if isinstance(distance, (int, float)):
        words.append(f"{names.far(distance)}, {answer.get('range')} range")
    covered = ", partial cover" if answer.get("line_of_sight") == "partial" else ""
    words.append(f"line of sight {answer.get('sight_state')}{covered}")
    if isinstance(woods, (int, float)) and woods:
        words.append(f"{names.far(woods)} of woods between")
    if "in_arc" in answer:
        words.append("in its arc" if answer["in_arc"] else "out of its arc")
    if answer.get("direction"):
        words.append(f"on the other's {answer['direction']}")
    return words


def _attack_preview(names: Names, command: Attack, answer: Mapping[str, JSON]) -> Iterator[StoryLine]:
    yield StoryLine(
        f"{names[command.unit]} may attack {_aim(names, command.target)}: {listed(_tape(names, answer))}.", "act"
    )
    yield from _chances(answer)


def _support_preview(names: Names, command: SupportAttack, answer: Mapping[str, JSON]) -> Iterator[StoryLine]:
    where = _aim(names, command.target)
    yield StoryLine(f"{command.side} may use its {words_of(command.using)} against {where}.", "act")
    struck = answer.get("struck")
    there = [names[str(name)] for name in struck] if isinstance(struck, list) else []
    if not isinstance(command.target, str):
        yield StoryLine(f"There {'is' if len(there) == 1 else 'are'} {listed(there) or 'nobody'}.", "sum", 1)
    yield from _chances(answer)


def _chances(answer: Mapping[str, JSON]) -> Iterator[StoryLine]:
    total = _parts(answer, "modifiers")
    chance = answer.get("hit_probability")
    odds = f", {chance:.1%} likely" if isinstance(chance, float) else ""
    yield StoryLine(f"It would need {answer.get('target_number')} = {the_sum(total)}{odds}.", "sum", 1)
    mean = answer.get("expected_damage")
    average = f", {mean:.2f} on average" if isinstance(mean, float) else ""
    yield StoryLine(f"A hit would do {_harm(answer)}{average}.", "sum", 1)


def _harm(answer: Mapping[str, JSON]) -> str:
    """What a hit does; minimal damage depends on a die."""
    damage, parts = answer.get("damage"), answer.get("damage_parts")
    if not isinstance(damage, int):
        return "no damage"
    listed_parts = parts if isinstance(parts, list) else []
    if any(isinstance(part, dict) and part.get("rule") == MINIMAL for part in listed_parts):
        return f"{points(damage)} with a die of 4 or more, one less otherwise (0*)"
    return points(damage)
