"""Special command abilities as force building sees them (pp. 102, 112): their names, and how many a force may have.

Knows names and averages; must not know what an ability does in play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from lancemate.alphastrike.cards.arithmetic import round_normally
from lancemate.alphastrike.cards.command_names import COMMANDS, FOCUS, SPECIALIZATIONS, command_named
from lancemate.alphastrike.cards.points import SKILL_NAMES, skill_name
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.ruleset import Table


@rules.formula("AS-SCA-002", otherwise=lambda text: (text, None))
def command_ability(text: str) -> tuple[str, str | None]:
    """The ability and the word that completes it: whatever other books say, one of this name is the one meant here."""
    return command_named(text)


# -- how many -------------------------------------------------------------------------------------------------

rules.also("AS-FOR-009", SKILL_NAMES)  # the names of a pilot's Skill are those of a force's average

# Average Skill up to so much: so many different abilities.
PICKS: Final[Table[dict[int, int]]] = rules.table("AS-FOR-017", {1: 3, 3: 2, 4: 1, 7: 0})
rules.also("AS-SCA-003", PICKS)


@rules.formula("AS-FOR-018", otherwise=lambda skills: min(skills))
def average_skill(skills: Sequence[int]) -> int:
    """The Skill of a whole force: the mean of its units, halves up."""
    return round_normally(rules, sum(skills) / len(skills))


def picks(average: int) -> int:
    """How many command abilities a force of this Skill chooses."""
    return next((number for worst, number in PICKS.of(rules).items() if average <= worst), 0)


@rules.formula("AS-FOR-017", otherwise=None)
def wrong_choice(average: int, chosen: Sequence[str]) -> str | None:
    """What is wrong with the command abilities of a force that is no published command, in one sentence."""
    allowed = picks(average)
    names = [command_ability(text)[0] for text in chosen]
    if allowed == 0 and len(names) == 1 and names[0] in SPECIALIZATIONS:
        return None
    if len(names) > allowed:
        rank = skill_name(average)
        extra = "" if allowed else ", or one environmental, tactical or enemy specialization"
        abilities = "command ability" if allowed == 1 else "command abilities"
        return f"a force that is {rank} on average has {allowed or 'no'} {abilities}{extra}, not {len(names)}"
    for (name, _), times in Counter(command_ability(text) for text in chosen).items():
        most = COMMANDS[name].times
        if times > most:
            return f"{name} is taken {times} times; {most} is the most"
    return None


FOCUS_SHARE: Final = 4  # one unit out of so many is trained in the ability of Focus


@rules.formula("AS-SCA-034", otherwise=9999)
def taught(units: int, times: int) -> int:
    """How many units of a force learn an ability by Focus: one out of four for every time it is taken."""
    return units // FOCUS_SHARE * times


def focused(chosen: Sequence[str], units: int) -> dict[str, int]:
    """The pilot abilities that come by Focus, and to how many units of a force."""
    pairs = (command_ability(text) for text in chosen)
    times = Counter(detail for name, detail in pairs if name == FOCUS and detail is not None)
    return {detail: taught(units, number) for detail, number in times.items()}
