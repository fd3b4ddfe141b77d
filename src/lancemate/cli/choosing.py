"""Asks a player at a terminal what is left open in a force (pp. 112, 117-123). Decides nothing; whoever skips may."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

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
    """Ask every open question once; an answer that cannot be is explained, and asked for again."""
    for question in [*questions(force)]:
        tell(f"{force.name}, {question.of}: {question.text}")
        force = _asked(force, question, ask, tell)
    return force


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
        tell(f"  {number}  {name}")
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
