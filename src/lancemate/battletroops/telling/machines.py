"""How the events of 'Mechs and vehicles are told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lancemate.battletroops.machines import events as e
from lancemate.battletroops.machines.leaving import DiedInside, ThrownAbout
from lancemate.battletroops.telling.log import Names, level, mp, tells
from lancemate.field.lattice import BEARINGS
from lancemate.kernel.explain import Modifier, listed
from lancemate.kernel.story import StoryLine
from lancemate.rulebook.wording import dice, page_of, point, points, the_sum


def _plain(word: str) -> str:
    return word.replace("_", " ")


def _rolled(roll: tuple[int, ...], number: int, parts: Sequence[Modifier]) -> str:
    return f"{dice(roll)} against {number} = {the_sum(parts)}"


@tells(e.ModeDeclared)
def _mode(names: Names, event: e.ModeDeclared) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} declares to {event.mode}{page_of(event.rule)}.", "act")


@tells(e.MachineStepped)
def _step(names: Names, event: e.MachineStepped) -> Iterator[StoryLine]:
    what = ", ".join(part.label for part in event.parts)
    yield StoryLine(f"{names[event.unit]} moves to {point(event.at)}: {mp(event.cost)} ({what}).", "act", 1)


@tells(e.MachineTurned)
def _turned(names: Names, event: e.MachineTurned) -> Iterator[StoryLine]:
    yield StoryLine(
        f"{names[event.unit]} turns to {BEARINGS[event.facing]:.0f} degrees{page_of(event.rule)}.", "act", 1
    )


@tells(e.SectionsPointed)
def _sections(names: Names, event: e.SectionsPointed) -> Iterator[StoryLine]:
    where = [f"{_plain(name)} to {_plain(arc)}" for name, arc in event.sections.items()]
    if event.turret is not None:
        where.append(f"turret towards {point(event.turret)}")
    text = listed(where) or "everything to the front"
    yield StoryLine(f"{names[event.unit]} points its weapons: {text}{page_of(event.rule)}.", "act", 1)


@tells(e.Fell)
def _fell(names: Names, event: e.Fell) -> Iterator[StoryLine]:
    how = "is caught by a building" if event.propped else f"falls in direction {event.direction}"
    yield StoryLine(f"{names[event.unit]} {how}: {event.why}{page_of(event.rule)}.", "loss", 1)


@tells(e.Dropped)
def _dropped(names: Names, event: e.Dropped) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} lies down: {mp(event.cost)}{page_of(event.rule)}.", "act", 1)


@tells(e.MachineTookOff)
def _took_off(names: Names, event: e.MachineTookOff) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} jumps{page_of(event.rule)}.", "act", 1)


@tells(e.MachineLanded)
def _landed(names: Names, event: e.MachineLanded) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} lands {level(event.elevation)}{page_of(event.rule)}.", "act", 1)


@tells(e.MachineStood)
def _stood(names: Names, event: e.MachineStood) -> Iterator[StoryLine]:
    how = "stands up" if event.stands else "does not get up"
    yield StoryLine(f"{names[event.unit]} {how}: {mp(event.cost)}{page_of(event.rule)}.", "act", 1)


@tells(e.Slid)
def _slid(names: Names, event: e.Slid) -> Iterator[StoryLine]:
    where = "off the map" if event.off else f"to {point(event.at)}"
    yield StoryLine(f"{names[event.unit]} slides {where}{page_of(event.rule)}.", "loss", 1)


@tells(e.Exited)
def _exited(names: Names, event: e.Exited) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} leaves the map over the {event.edge} edge.", "act", 1)


@tells(e.Crushed)
def _crushed(names: Names, event: e.Crushed) -> Iterator[StoryLine]:
    what = [f"walls around {point(dot)}" for dot in event.rubble] + list(event.trees)
    yield StoryLine(f"{names[event.unit]} breaks {listed(what) or 'nothing'}{page_of(event.rule)}.", "hit", 1)


@tells(e.PilotingRolled)
def _piloting(names: Names, event: e.PilotingRolled) -> Iterator[StoryLine]:
    how = "it holds" if event.succeeds else "it does not"
    text = f"Piloting roll of {names[event.unit]} ({event.why}): {_rolled(event.roll, event.number, event.modifiers)}"
    yield StoryLine(f"{text}: {how}{page_of(event.rule)}.", "sum", 1)


@tells(e.MachineHit)
def _hit(names: Names, event: e.MachineHit) -> Iterator[StoryLine]:
    by = f" ({dice(event.roll)}, {event.table} table)" if event.roll else ""
    where = f"{_plain(event.location)}{by}"
    left = listed([f"{_plain(name)} {value}" for name, value in (*event.armor.items(), *event.structure.items())])
    text = f"{names[event.unit]} takes {points(event.points, 'point')} from {event.cause} on the {where}: {left} left"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "wound", 2)


@tells(e.Shaken)
def _shaken(names: Names, event: e.Shaken) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} has taken 20 points in this turn{page_of(event.rule)}.", "wound", 2)


@tells(e.CriticalRolled)
def _critical(names: Names, event: e.CriticalRolled) -> Iterator[StoryLine]:
    what = "it is torn off" if event.blown_off else f"{points(event.hits, 'part')} hit" if event.hits else "nothing"
    text = f"Inside the {_plain(event.location)} of {names[event.unit]}: {dice(event.roll)}: {what}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "wound", 2)


@tells(e.PartHit)
def _part(names: Names, event: e.PartHit) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} loses: {_plain(event.part)}{page_of(event.rule)}.", "loss", 2)


@tells(e.MotiveHit)
def _motive(names: Names, event: e.MotiveHit) -> Iterator[StoryLine]:
    by = f" ({dice(event.roll)})" if event.roll else ""
    text = f"{names[event.unit]} has lost {event.speed_lost} MP of BattleTech{by}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "loss", 2)


@tells(e.Slowed)
def _slowed(names: Names, event: e.Slowed) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} has {event.mp} MP in all now{page_of(event.rule)}.", "quiet", 1)


@tells(e.MachineDestroyed)
def _destroyed(names: Names, event: e.MachineDestroyed) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} is destroyed: {event.why}{page_of(event.rule)}.", "loss", 1)


@tells(e.PilotHurt)
def _pilot(names: Names, event: e.PilotHurt) -> Iterator[StoryLine]:
    text = f"the MechWarrior of {names[event.unit]} has taken {points(event.hits, 'hit')} ({event.why})"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "wound", 2)


@tells(e.ConsciousnessRolled)
def _awake(names: Names, event: e.ConsciousnessRolled) -> Iterator[StoryLine]:
    how = "is awake" if event.awake else "is unconscious"
    text = f"the MechWarrior of {names[event.unit]} {how}: {dice(event.roll)} against {event.number}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "wound", 2)


@tells(e.HeatTaken)
def _heat_taken(names: Names, event: e.HeatTaken) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} takes {event.points} heat: {event.why}{page_of(event.rule)}.", "quiet", 1)


@tells(e.InfernoBurns)
def _inferno(names: Names, event: e.InfernoBurns) -> Iterator[StoryLine]:
    text = f"{names[event.unit]} burns for {points(event.end_phases, 'End Phase')}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "wound", 1)


@tells(e.HeatSettled)
def _heat(names: Names, event: e.HeatSettled) -> Iterator[StoryLine]:
    yield StoryLine(f"Heat of {names[event.unit]}: {event.heat} = {the_sum(event.taken)}{page_of(event.rule)}.", "act")


@tells(e.AvoidRolled)
def _avoid(names: Names, event: e.AvoidRolled) -> Iterator[StoryLine]:
    if event.what == "shutdown":
        how = "keeps running" if event.avoided else "shuts down"
    else:
        how = "keeps its ammunition" if event.avoided else "loses its ammunition: it explodes"
    by = f" ({dice(event.roll)} against {event.number})" if event.roll else ""
    yield StoryLine(f"{names[event.unit]} {how}{by}{page_of(event.rule)}.", "act" if event.avoided else "loss", 1)


@tells(e.MachineFired)
def _fired(names: Names, event: e.MachineFired) -> Iterator[StoryLine]:
    cost = f", {mp(event.cost)}" if event.cost else ""
    yield StoryLine(f"{names[event.unit]} has fired its {event.using}: {event.heat} heat{cost}.", "quiet", 1)


@tells(e.ShotAtMachine)
def _at_machine(names: Names, event: e.ShotAtMachine) -> Iterator[StoryLine]:
    far = points(event.distance, "dot")
    yield StoryLine(f"{names[event.unit]} fires: {event.using} at {names[event.target]}, {far} away.", "act", 1)
    how = "a hit" if event.hit else "a miss"
    text = f"{_rolled(event.roll, event.target_number, event.modifiers)}: {how}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "hit" if event.hit else "miss", 2)


@tells(e.SteppedOn)
def _stepped_on(names: Names, event: e.SteppedOn) -> Iterator[StoryLine]:
    how = "is crushed" if event.killed else "gets out of the way"
    text = f"{names[event.target]} {how} under {names[event.unit]}"
    yield StoryLine(f"{text}: {_rolled(event.roll, event.number, event.modifiers)}{page_of(event.rule)}.", "hit", 1)


@tells(e.Planted)
def _planted(names: Names, event: e.Planted) -> Iterator[StoryLine]:
    how = "plants his charge" if event.set else "finds no place for his charge"
    text = f"{names[event.unit]} {how} on the {_plain(event.leg)} of {names[event.target]}"
    yield StoryLine(f"{text}: {dice(event.roll)} against {event.number}{page_of(event.rule)}.", "act", 1)


@tells(e.TurnOfMachines)
def _ready(names: Names, event: e.TurnOfMachines) -> Iterator[StoryLine]:
    return iter(())


@tells(e.Burst)
def _burst(names: Names, event: e.Burst) -> Iterator[StoryLine]:
    how = "catches fire" if event.burns else "does not catch fire"
    text = f"{names[event.unit]} {how}: {dice(event.roll)} against {event.number}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "wound", 1)


@tells(e.Boarded)
def _boarded(names: Names, event: e.Boarded) -> Iterator[StoryLine]:
    where = "onto" if event.outside else "into"
    text = f"{names[event.unit]} climbs {where} {names[event.vehicle]}: {mp(event.cost)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(e.GotOff)
def _got_off(names: Names, event: e.GotOff) -> Iterator[StoryLine]:
    text = f"{names[event.unit]} leaves {names[event.vehicle]} at {point(event.at)}: {mp(event.cost)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(e.RampMoved)
def _ramp(names: Names, event: e.RampMoved) -> Iterator[StoryLine]:
    yield StoryLine(f"the ramp of {names[event.unit]} goes {event.ramp}{page_of(event.rule)}.", "act", 1)


@tells(e.HatchMoved)
def _hatch(names: Names, event: e.HatchMoved) -> Iterator[StoryLine]:
    yield StoryLine(f"the hatch of {names[event.unit]} is {event.hatch}{page_of(event.rule)}.", "act", 1)


@tells(e.PhysicalAttack)
def _physical(names: Names, event: e.PhysicalAttack) -> Iterator[StoryLine]:
    how = "a hit" if event.hit else "a miss"
    text = f"{names[event.unit]}: {event.kind} at {names[event.target]}"
    rolled = _rolled(event.roll, event.target_number, event.modifiers)
    yield StoryLine(f"{text}: {rolled}: {how}{page_of(event.rule)}.", "hit" if event.hit else "miss", 1)


@tells(DiedInside)
def _died(names: Names, event: DiedInside) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} dies in {names[event.vehicle]}{page_of(event.rule)}.", "loss", 2)


@tells(ThrownAbout)
def _thrown_about(names: Names, event: ThrownAbout) -> Iterator[StoryLine]:
    text = f"{names[event.unit]} is thrown about in {names[event.vehicle]}: {dice(event.roll)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "wound", 2)


@tells(e.SalvoHit)
def _salvo(names: Names, event: e.SalvoHit) -> Iterator[StoryLine]:
    text = f"{points(event.hits, 'missile')} of the {event.using} hit {names[event.unit]}: {dice(event.roll)}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "hit", 2)
