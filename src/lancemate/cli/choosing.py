"""Asks a player at a terminal what is left open in a force (pp. 112, 117-123). Decides nothing; whoever skips may."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from lancemate.alphastrike.cards.pilot_words import words_of
from lancemate.kernel.errors import InputError
from lancemate.muster.choosing import Question, choose, questions
from lancemate.muster.force import Force

Ask: TypeAlias = Callable[[str], str]

SKIP: Final = "leave it open"


def ask_at_terminal(force: Force) -> Force:
    """A force with the choices its player makes; as it is, where nobody sits at a terminal."""
    if not at_terminal():
        return force
    return ask_for_choices(force, input, lambda text: print(text, file=sys.stderr))


def at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def ask_for_choices(force: Force, ask: Ask, tell: Callable[[str], object]) -> Force:
    """Ask every open question, and go on as long as an answer leaves something to be given."""
    asked: set[tuple[str, str]] = set()
    while (question := _next(force, asked)) is not None:
        tell(f"{force.name}, {question.of}: {question.text}")
        answered = _asked(force, question, ask, tell)
        asked.add((question.of, question.text))
        force = answered
    return force


def _next(force: Force, asked: set[tuple[str, str]]) -> Question | None:
    """What is to be asked now. More of something that was chosen before is asked for only after a choice made here."""
    here = {of for of, _ in asked}
    found = (one for one in questions(force) if not one.more or one.of in here)
    return next((one for one in found if (one.of, one.text) not in asked), None)


def _asked(force: Force, question: Question, ask: Ask, tell: Callable[[str], object]) -> Force:
    while True:
        ability = _which(question.abilities, ask, tell)
        if ability is None:
            return force
        try:
            return choose(force, question.answer(ability, _numbers(question, ask, tell)))
        except InputError as error:
            tell(error.message)


def _which(abilities: Sequence[str], ask: Ask, tell: Callable[[str], object]) -> str | None:
    """The ability with the number that was answered; nothing for none."""
    for number, name in enumerate((SKIP, *abilities)):
        words = words_of(name)
        tell(f"  {number}  {name}: {words}" if words else f"  {number}  {name}")
    said = ask("Which? ").strip()
    if said in ("", "0"):
        return None
    if said.isdecimal() and int(said) <= len(abilities):
        return abilities[int(said) - 1]
    tell(f"write a number from 0 to {len(abilities)}")
    return _which(abilities, ask, tell)


def _numbers(question: Question, ask: Ask, tell: Callable[[str], object]) -> list[int]:
    """Who has it, where it is not for all."""
    if question.users is None:
        return []
    for number, name in question.units:
        tell(f"  {number}  {name}")
    said = ask(f"For whom (up to {question.users}, as in 1, 2)? ")
    return [int(word) for word in said.replace(",", " ").split() if word.isdecimal()]
