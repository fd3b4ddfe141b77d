"""Damage, critical hits and losses, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.play import events as e
from lancemate.alphastrike.play.explain import listed
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import (
    HARM,
    cause_name,
    dice,
    effect,
    effect_name,
    page_of,
    sentence,
    the_sum,
)
from lancemate.kernel.story import StoryLine


@tells(e.DamageMarked)
def _damage(names: Names, event: e.DamageMarked) -> Iterator[StoryLine]:
    lost = [f"{count} {what}" for count, what in ((event.armor, "armor"), (event.structure, "structure")) if count]
    yield StoryLine(
        f"{names[event.unit]} loses {listed(lost)}{HARM.get(event.cause, '')}; "
        f"{event.armor_left} armor and {event.structure_left} structure are left.",
        "wound",
        1,
    )


@tells(e.SectionDamaged)
def _section_damage(names: Names, event: e.SectionDamaged) -> Iterator[StoryLine]:
    lost = [f"{count} {what}" for count, what in ((event.armor, "armor"), (event.structure, "structure")) if count]
    left = f"{event.armor_left} armor and {event.structure_left} structure are left"
    if not event.structure_left:
        left = "it is lost"
    who = names.part(event.unit, event.section)
    yield StoryLine(f"{who} loses {listed(lost)}{HARM.get(event.cause, '')}; {left}.", "wound", 1)


@tells(e.SectionCritical)
def _section_critical(names: Names, event: e.SectionCritical) -> Iterator[StoryLine]:
    who, cause = names.part(event.unit, event.section), cause_name(event.cause)
    result = f"{dice(event.roll)}, {effect_name(event.result)}"
    yield StoryLine(f"Critical check on {who} ({cause}): {result}{page_of(event.rule)}.", "wound", 1)


@tells(e.SectionWounded)
def _section_wounded(names: Names, event: e.SectionWounded) -> Iterator[StoryLine]:
    when = "At once" if event.at_once else "From the End Phase on"
    tone = "wound" if event.at_once else "later"
    who = names.part(event.unit, event.section)
    yield StoryLine(f"{when} {who} suffers {effect(event.effect)}{page_of(event.rule)}.", tone, 1)


@tells(e.SectionFelt)
def _section_felt(names: Names, event: e.SectionFelt) -> Iterator[StoryLine]:
    who = names.part(event.unit, event.section)
    if event.effects:
        yield StoryLine(f"{who} now suffers {listed([effect(name) for name in event.effects])}.", "wound")
    if event.over:
        yield StoryLine(f"the gunners in {who} are back at their posts.", "quiet")
    if event.lost:
        yield StoryLine(f"{who} is lost.", "wound")


@tells(e.CriticalRolled)
def _critical(names: Names, event: e.CriticalRolled) -> Iterator[StoryLine]:
    cause = cause_name(event.cause)
    thrown = dice(event.roll) + (f", with {the_sum(event.modifiers)}" if event.modifiers else "")
    result = f"{thrown}, {effect_name(event.result)}"
    yield StoryLine(f"Critical check on {names[event.unit]} ({cause}): {result}{page_of(event.rule)}.", "wound", 1)


@tells(e.CriticalCancelled)
def _critical_cancelled(names: Names, event: e.CriticalCancelled) -> Iterator[StoryLine]:
    yield StoryLine(
        f"{names[event.unit]} shrugs the critical check off ({cause_name(event.cause)}){page_of(event.rule)}.",
        "quiet",
        1,
    )


@tells(e.MotiveRolled)
def _motive(names: Names, event: e.MotiveRolled) -> Iterator[StoryLine]:
    thrown = dice(event.roll)
    if event.modifiers:
        thrown += f", {event.total} with {the_sum(event.modifiers)}"
    result = "nothing breaks" if event.result == "none" else effect(event.result)
    yield StoryLine(f"Motive check on {names[event.unit]}: {thrown}, {result}{page_of(event.rule)}.", "wound", 1)


@tells(e.Wounded)
def _wounded(names: Names, event: e.Wounded) -> Iterator[StoryLine]:
    when = "At once" if event.at_once else "From the End Phase on"
    tone = "wound" if event.at_once else "later"
    what = effect(event.effect, mech=names.is_mech(event.unit))
    yield StoryLine(f"{when} {names[event.unit]} suffers {what}{page_of(event.rule)}.", tone, 1)


@tells(e.EffectsFelt)
def _effects(names: Names, event: e.EffectsFelt) -> Iterator[StoryLine]:
    if event.effects:
        suffered = [effect(name, mech=names.is_mech(event.unit)) for name in event.effects]
        yield StoryLine(f"{names[event.unit]} now suffers {listed(suffered)}.", "wound")


@tells(e.Stunned)
def _stunned(names: Names, event: e.Stunned) -> Iterator[StoryLine]:
    what = "cannot move or attack: its crew is stunned" if event.stunned else "has its wits back"
    yield StoryLine(f"{names[event.unit]} {what}{page_of(event.rule)}.", "wound")


@tells(e.Doomed)
def _doomed(names: Names, event: e.Doomed) -> Iterator[StoryLine]:
    yield StoryLine(
        f"{names[event.unit]} is lost ({event.reason}); it leaves the table in the End Phase{page_of(event.rule)}.",
        "later",
        1,
    )


@tells(e.Destroyed)
def _destroyed(names: Names, event: e.Destroyed) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} is destroyed: {sentence(event.reason)}", "loss")
