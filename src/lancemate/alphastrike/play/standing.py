"""Standing answers: what a player says once about a kind of question that comes again and again.

They are kept with the battle, each side's for itself alone, and hold as long as the answer is one of the choices. Of
questions that ask for units turn after turn it may be several answers, of which the first that can be given is: units
come and go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import refuse
from lancemate.kernel.reading import nearest

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.kernel.agenda import Decision

ASK: Final = "ask"
AND: Final = ", "
EVERY_TURN: Final = ("act_first", "name_users")  # questions for units that come again and again

# By side and kind of question.
standing_answers = battle_memory(
    "standing_answers", dict[str, dict[str, str]], default={}, secret=True, rule="AS-INT-005"
)


@hooks.questions.entry("standing")
def standing_answer(battle: Battle, question: Decision) -> str | None:
    """What a side has said for good about such a question, if it is among the answers."""
    notes = battle.state.notes
    if not notes or (question.of_units and question.kind not in EVERY_TURN):
        return None
    said = standing_answers.of(battle.state).get(question.side, {}).get(question.kind, "")
    answers = said.split(AND) if question.of_units else (said,)
    return next((answer for answer in answers if answer in question.choices), None)


def stand_by(battle: Battle, side: str, kind: str, choice: str, *, more: bool = False) -> None:
    """Keep an answer, in the place of the last one or after it, or take it back."""
    known = standing_answers.of(battle.state)
    own = {name: said for name, said in known.get(side, {}).items() if name != kind}
    before = known.get(side, {}).get(kind) if more else None
    if choice != ASK:
        own[kind] = AND.join(dict.fromkeys((*(before.split(AND) if before else ()), choice)))
    standing_answers.note(battle, None, {**known, side: own})


@rules.verb(orders.Standing)
def do_standing(battle: Battle, command: orders.Standing) -> None:
    if command.side not in battle.sides:
        known = " and ".join(battle.sides)
        raise refuse("unknown_side", f"there is no side {command.side!r}; there are {known}", "AS-INT-005")
    if command.kind not in hooks.question_kinds:
        known = nearest(command.kind, sorted(hooks.question_kinds))
        raise refuse("unknown_question", f"there is no kind of question {command.kind!r}; {known}", "AS-INT-005")
    stand_by(battle, command.side, command.kind, command.choice)
