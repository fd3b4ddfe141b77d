"""How the events of options are told."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.battletroops.options.area_effect import DotsLit
from lancemate.battletroops.options.buildings_damage import Breached
from lancemate.battletroops.options.exchange import Dropped, Taken
from lancemate.battletroops.options.hidden_units import Found, Hid
from lancemate.battletroops.options.jump_troops import Landed, PackChanged, TookOff
from lancemate.battletroops.options.mechwarrior_characters import CharacterHurt
from lancemate.battletroops.options.mines import MineExploded
from lancemate.battletroops.options.morale_leadership import MoraleRolled
from lancemate.battletroops.options.support_weapons import Worked
from lancemate.battletroops.telling.log import Names, level, mp, tells
from lancemate.kernel.story import StoryLine
from lancemate.rulebook.wording import dice, page_of, point, points, the_sum


@tells(Hid)
def _hid(names: Names, event: Hid) -> Iterator[StoryLine]:
    where = f"{point(event.at)} {level(event.elevation)}"
    yield StoryLine(f"{names[event.unit]} hides at {where}{page_of(event.rule)}.", "note", 1)


@tells(Found)
def _found(names: Names, event: Found) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} comes out of hiding at {point(event.at)}{page_of(event.rule)}.", "act", 1)


@tells(MoraleRolled)
def _morale(names: Names, event: MoraleRolled) -> Iterator[StoryLine]:
    what = "it breaks" if event.breaks else "it holds"
    sums = f"{event.number} = {the_sum(event.modifiers)}"
    text = f"Morale of {event.squad}: {dice(event.roll)} against {sums}: {what}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "loss" if event.breaks else "act")


@tells(TookOff)
def _took_off(names: Names, event: TookOff) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} takes off{page_of(event.rule)}.", "act", 1)


@tells(Landed)
def _landed(names: Names, event: Landed) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} lands {level(event.elevation)}{page_of(event.rule)}.", "act", 1)


@tells(PackChanged)
def _pack(names: Names, event: PackChanged) -> Iterator[StoryLine]:
    what = "puts on" if event.on else "takes off"
    whose = "his jump pack" if event.unit == event.of else f"the jump pack of {names[event.of]}"
    yield StoryLine(f"{names[event.unit]} {what} {whose}: {mp(event.cost)}{page_of(event.rule)}.", "act", 1)


@tells(Taken)
def _taken(names: Names, event: Taken) -> Iterator[StoryLine]:
    source = "from the ground" if event.giver is None else f"from {names[event.giver]}"
    many = f"{event.count} of " if event.count > 1 or event.rounds else ""
    text = f"{names[event.unit]} takes {many}{event.what} {source}: {mp(event.cost)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(Dropped)
def _dropped(names: Names, event: Dropped) -> Iterator[StoryLine]:
    many = f"{event.count} of " if event.count > 1 or event.rounds else ""
    yield StoryLine(f"{names[event.unit]} drops {many}{event.what}{page_of(event.rule)}.", "act", 1)


@tells(Worked)
def _worked(names: Names, event: Worked) -> Iterator[StoryLine]:
    verb = "sets up" if event.do == "set_up" else "breaks down"
    end = ": it is done" if event.done else ""
    text = f"{names[event.unit]} {verb} the weapon of {names[event.operator]}, {mp(event.cost)}{end}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(DotsLit)
def _lit(names: Names, event: DotsLit) -> Iterator[StoryLine]:
    text = f"{points(len(event.dots), 'dot')} around {point(event.dots[0])} begin to burn {level(event.elevation)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "wound", 1)


@tells(CharacterHurt)
def _character(names: Names, event: CharacterHurt) -> Iterator[StoryLine]:
    yield StoryLine(
        f"on his own sheet {names[event.unit]} takes {event.dice} before armour{page_of(event.rule)}.", "wound", 2
    )


@tells(MineExploded)
def _mine(names: Names, event: MineExploded) -> Iterator[StoryLine]:
    what = f"{event.mine.kind} mine" if event.mine.kind != "vibrabomb" else "vibrabomb"
    text = f"{names[event.unit]} sets off a hidden {what} at {point(event.mine.at)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "hit", 1)


@tells(Breached)
def _breached(names: Names, event: Breached) -> Iterator[StoryLine]:
    where = f"the wall of {event.building} {level(event.elevation)}"
    rest = f", and {points(event.beyond, 'point')} go on" if event.beyond else ""
    yield StoryLine(f"{names[event.unit]} shoots a hole into {where}: {event.using}{rest}{page_of(event.rule)}.", "hit")
