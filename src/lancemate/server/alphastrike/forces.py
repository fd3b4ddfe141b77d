"""Forces over HTTP: the sample forces, and forces that people build: read from files, checked, put to use.

Knows how a force is sent and shown; whether it keeps the rules is asked of the muster. Never reads a path.
"""

from __future__ import annotations

from typing import Final, cast

from fastapi import APIRouter, Request

from lancemate.alphastrike.cards.command_names import COMMANDS
from lancemate.alphastrike.cards.pilot_names import PLAYED, bare_name
from lancemate.alphastrike.cards.pilot_words import words_of
from lancemate.alphastrike.cards.points import skill_name
from lancemate.kernel.codec import JSON
from lancemate.kernel.documents import parse_document
from lancemate.kernel.errors import InputError
from lancemate.kernel.strange_files import check_not_strange
from lancemate.muster import catalogue
from lancemate.muster.checking import check_force
from lancemate.muster.choosing import Question, choose, questions
from lancemate.muster.force import Force, Formation, Member, game_size
from lancemate.muster.force_files import force_from_data, force_text, force_to_data, sample_force, sample_forces
from lancemate.muster.formations import title_of
from lancemate.muster.formations.book import bonuses, core_of
from lancemate.muster.larger_groups import mission_of, value_of
from lancemate.muster.mistaken import check_kind
from lancemate.muster.pilot_abilities import allowance
from lancemate.muster.printing.paper import Paper
from lancemate.muster.suggesting import earned
from lancemate.server import models
from lancemate.server.alphastrike.cards import show_card
from lancemate.server.messages import check_plain
from lancemate.server.refusals import NotOk, not_found, troubles
from lancemate.server.rule_names import page

router = APIRouter(prefix="/api/forces", tags=["forces"], responses=troubles(422))

LARGEST_FILE: Final = 300_000
QUICKLY: Final = 80  # units that are looked through without a helper
# What OpenAPI says of a route that takes a file.
TAKES_A_FILE: Final = {
    "requestBody": {
        "required": True,
        "content": {
            "application/json": {"schema": {"type": "object"}},
            "application/yaml": {"schema": {"type": "string"}},
        },
    }
}


@router.get("")
def forces() -> models.ForcesTold:
    """The sample forces."""
    return models.ForcesTold(forces=[show(force) for force in sample_forces()])


@router.get("/{force}", responses=troubles(404))
def one_force(force: str) -> dict[str, object]:
    """One sample force, by id or name."""
    try:
        return cast(dict[str, object], show(sample_force(force[:200])))
    except InputError as error:
        raise not_found(error.message) from None


def checked(given: models.ForceGiven) -> str:
    """Points and faults of a force, as JSON."""
    return examined(put_together(given, "")).model_dump_json()


def is_large(given: models.ForceGiven) -> bool:
    """So many units that looking through them takes a while."""
    formations = (given.force or {}).get("formations")
    units = [one.get("units") for one in formations if isinstance(one, dict)] if isinstance(formations, list) else []
    return len(units) + sum(len(one) for one in units if isinstance(one, list)) > QUICKLY


def printed(given: models.ForceGiven, paper: Paper, most: int) -> bytes:
    """The force sheet and the cards of a force as a PDF. For a helper: it takes its time."""
    from lancemate.muster.printing.pdf import to_pdf
    from lancemate.muster.printing.sheets import force_print

    force = put_together(given, "")
    units = sum(len(formation.members) for formation in force.formations)
    if units > most:
        raise InputError(f"{units} units are too many to print at once: {most} are the most", key="units")
    return to_pdf(force_print(force, paper), title=force.name)


def read_file(text: str) -> str:
    """A force file, JSON or YAML: what is in it, its points and its faults, as JSON."""
    source = parse_document(text)
    check_kind(source, "force")
    data = source.data
    if not isinstance(data, dict):
        raise InputError("this file is no force")
    check_plain(data)
    return examined(force_from_data(data)).model_dump_json()


async def read_text(request: Request) -> str:
    """The body of a request as text."""
    body = await request.body()
    check_not_strange(body)
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise NotOk(400, "not_text", "this file is not UTF-8 text") from None


def put_together(given: models.ForceGiven, where: str) -> Force:
    """A force as it was sent, with the choices made for it. Keys in complaints begin with ``where``."""
    force = _recruited(given, where)
    for number, text in enumerate(given.choices):
        try:
            force = choose(force, text)
        except InputError as error:
            raise InputError(error.plain, key=f"{where}choices.{number}") from None
    return force


def _recruited(given: models.ForceGiven, where: str) -> Force:
    """A list of units, or a whole file."""
    if (given.units is None) == (given.force is None):
        raise InputError("a force has either units or is a whole force file", key=where.rstrip(".") or None)
    if given.force is not None:
        check_plain(given.force, f"{where}force")
        try:
            return force_from_data(given.force)
        except InputError as error:
            raise InputError(error.plain, key=f"{where}force.{error.key or ''}".rstrip(".")) from None
    members = []
    for number, one in enumerate(given.units or ()):
        try:
            members.append(Member(catalogue.recruit(one.unit), one.skill))
        except InputError as error:
            raise InputError(error.plain, key=f"{where}units.{number}.unit") from None
    return Force(given.name, (Formation(given.name, tuple(members)),))


def examined(force: Force) -> models.ForceChecked:
    """Everything there is to say about a force."""
    findings = check_force(force)
    units = [
        models.CheckedUnit(
            unit=member.card.id,
            name=member.card.name,
            pilot=member.name,
            formation=formation.name,
            skill=member.skill,
            skill_name=skill_name(member.skill),
            pv=member.pv,
            allowance=allowance(member.skill),
            card=show_card(member.card),
        )
        for formation in force.formations
        for member in formation.members
    ]
    return models.ForceChecked(
        name=force.name,
        faction=force.faction,
        pv=force.pv,
        legal=not any(finding.wrong for finding in findings),
        size=game_size(force.pv),
        units=units,
        faults=[
            models.ForceFault(
                severity=one.severity, where=one.where, message=one.text, rule=one.rule, page=page(one.rule)
            )
            for one in findings
        ],
        questions=[_question(one) for one in questions(force)],
        formations=[_formation(one, force) for one in force.formations],
        groups=[
            models.GroupTold(name=one.name, kind=one.kind, pv=value_of(one, force), mission=mission_of(one, force))
            for one in force.groups
        ],
        force=force_to_data(force),
        file=force_text(force),
    )


def _formation(one: Formation, force: Force) -> models.FormationTold:
    return models.FormationTold(
        name=one.name,
        type=one.type,
        title=title_of(one, force.scheme),
        pv=one.pv,
        earned=[kind.name for kind in earned(core_of(one))],
        bonuses=[bonus.text for bonus in bonuses(one, force)],
    )


def _question(one: Question) -> models.ForceQuestion:
    rules = PLAYED | {name: command.rule for name, command in COMMANDS.items()}
    return models.ForceQuestion(
        of=one.of,
        text=one.text,
        rule=one.rule,
        page=page(one.rule),
        abilities=[
            models.ChoiceOfAbility(name=name, words=words_of(name), page=page(rules.get(bare_name(name), one.rule)))
            for name in one.abilities
        ],
        users=one.users,
        units=[models.UnitToChoose(number=number, name=name) for number, name in one.units],
    )


def show(force: Force) -> dict[str, JSON]:
    """A force as its file has it, with points and cards."""
    data = force_to_data(force) | {"pv": force.pv}
    for formation, shown in zip(force.formations, cast(list[dict[str, JSON]], data["formations"]), strict=True):
        shown["pv"] = formation.pv
        for member, unit in zip(formation.members, cast(list[dict[str, JSON]], shown["units"]), strict=True):
            unit |= {"pv": member.pv, "card": show_card(member.card)}
    return data
