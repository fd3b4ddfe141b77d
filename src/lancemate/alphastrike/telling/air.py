"""What happens in the air, told in plain English. Part of the log (log.py); knows words only."""

from __future__ import annotations

from collections.abc import Iterator

from lancemate.alphastrike.air.events import (
    AltitudeLost,
    BombDropped,
    Engaged,
    EngagementsEnded,
    Flew,
    FlightControl,
    PathEnded,
)
from lancemate.alphastrike.options.aerospace_on_ground_map.events import Landed, LandingRolled, LiftedOff
from lancemate.alphastrike.options.land_air_mechs.forms import CALLED, Converted
from lancemate.alphastrike.play.names import called
from lancemate.alphastrike.telling.log import Names, tells
from lancemate.alphastrike.telling.wording import dice, inches, page_of, the_sum
from lancemate.kernel.story import StoryLine


@tells(Flew)
def _flew(names: Names, event: Flew) -> Iterator[StoryLine]:
    who, high = names[event.unit], f"at {event.altitude} altitude"
    slid = f" slides {inches(event.slid)} along the edge and" if event.slid else ""
    if event.flight is None:
        told = f"{who} hovers {high} over {names.place(event.at)}"
    elif event.mode == "hover":
        told = f"{who}{slid} flies {high} to {names.place(event.flight[1])}, to hover there"
    else:
        comes = " comes on and" if event.entered else ""
        told = f"{who}{comes}{slid} flies {high} from {names.place(event.at)} to {names.place(event.flight[1])}"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "act")


@tells(LiftedOff)
def _up(names: Names, event: LiftedOff) -> Iterator[StoryLine]:
    does = "rises and hovers" if event.hovering else "takes off"
    yield StoryLine(f"{names[event.unit]} {does}, at {event.altitude} altitude{page_of(event.rule)}.", "act")


@tells(Converted)
def _converted(names: Names, event: Converted) -> Iterator[StoryLine]:
    where = f" over {names.place(event.at)}" if event.airborne else ""
    ends = ", and falls" if event.lost else ""
    told = f"{names[event.unit]} turns into {CALLED[event.form]}{where}{ends}"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "loss" if event.lost else "act")


@tells(LandingRolled)
def _coming_down(names: Names, event: LandingRolled) -> Iterator[StoryLine]:
    where = f" aboard {names[event.carrier]}" if event.carrier is not None else ""
    result = f"comes down safely{where}" if event.success else "crashes"
    needs = f", needs {event.target_number} = {the_sum(event.modifiers)}" if event.modifiers else ""
    told = f"{names[event.unit]} {result}: {dice(event.roll)}{needs}"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "sum" if event.success else "loss", 1)


@tells(Landed)
def _down(names: Names, event: Landed) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} stands on the ground at {names.place(event.at)}{page_of(event.rule)}.", "act")


@tells(FlightControl)
def _control(names: Names, event: FlightControl) -> Iterator[StoryLine]:
    result = "keeps control" if event.success else "loses control"
    needs = f", needs {event.target_number} = {the_sum(event.modifiers)}" if event.modifiers else ""
    told = f"{names[event.unit]} {result}: {dice(event.roll)}{needs}"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "sum" if event.success else "loss", 1)


@tells(Engaged)
def _engaged(names: Names, event: Engaged) -> Iterator[StoryLine]:
    one, other = names[event.attacker], names[event.defender]
    if event.tailing is not None:
        behind, before = (one, other) if event.tailing == event.attacker else (other, one)
        told = f"{one} engages {other}: {behind} is on the tail of {before}"
    elif event.attacker_in_control:
        told = f"{one} engages {other}: neither gets on the other's tail"
    else:
        told = f"{one} engages {other}: both lose control, and neither may attack the other"
    yield StoryLine(f"{told}{page_of(event.rule)}.", "act")


@tells(EngagementsEnded)
def _parted(names: Names, event: EngagementsEnded) -> Iterator[StoryLine]:
    yield StoryLine(f"All engagements in the air end{page_of(event.rule)}.", "quiet")


@tells(AltitudeLost)
def _lower(names: Names, event: AltitudeLost) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} falls to {event.altitude} altitude{page_of(event.rule)}.", "loss")


@tells(PathEnded)
def _arrived(names: Names, event: PathEnded) -> Iterator[StoryLine]:
    does = "hovers over" if event.hovering else "reaches"
    yield StoryLine(f"{names[event.unit]} {does} {names.place(event.at)}{page_of(event.rule)}.", "quiet")


@tells(BombDropped)
def _dropped(names: Names, event: BombDropped) -> Iterator[StoryLine]:
    left = f"{len(event.left)} left" if event.left else "none left"
    yield StoryLine(f"{names[event.unit]} drops its {called(event.bomb)} bomb; {left}{page_of(event.rule)}.", "sum", 1)
