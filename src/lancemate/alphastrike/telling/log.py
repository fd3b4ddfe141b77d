"""The battle told in plain English: every event is a sentence or two, every number a sum with its pages.

Knows words; must not know rules nor how a sentence gets to a screen. ``tone`` tells the screen how a line is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, Final, TypeVar

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.special_codes import ABILITIES
from lancemate.alphastrike.heat.track import MOST_HT_HEAT
from lancemate.alphastrike.movement.air import MINIMUM_FLIGHT
from lancemate.alphastrike.play import events as e
from lancemate.alphastrike.play.explain import Modifier, listed
from lancemate.alphastrike.play.memory import unit_memory
from lancemate.alphastrike.play.offer import SwitchWords
from lancemate.alphastrike.play.phases import CLOCK
from lancemate.alphastrike.scenarios.events import Acted, ObjectiveChanged, Scored, SecretNoted, Withdraws
from lancemate.alphastrike.support.catalogue import words_of
from lancemate.alphastrike.support.events import (
    AirCoverRolled,
    MinefieldEntered,
    MinefieldLaid,
    SupportBought,
    SupportUsed,
)
from lancemate.alphastrike.telling.wording import (
    ATTACKS,
    FALLS,
    HARM,
    MODES,
    cause_name,
    dice,
    effect,
    effect_name,
    heading,
    inches,
    number,
    opened,
    page_of,
    point,
    points,
    sentence,
    the_sum,
    throws,
    with_article,
)
from lancemate.kernel.memory import Forgotten, Noted, Remembered
from lancemate.kernel.story import StoryLine

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle, BattleEvent

E = TypeVar("E")


Teller = Callable[["Names", Any], Iterable[StoryLine]]
SENTENCES: Final[dict[type[Any], Teller]] = {}


def tells(
    kind: type[E],
) -> Callable[[Callable[[Names, E], Iterable[StoryLine]]], Callable[[Names, E], Iterable[StoryLine]]]:
    """Register how an event is told."""

    def register(teller: Callable[[Names, E], Iterable[StoryLine]]) -> Callable[[Names, E], Iterable[StoryLine]]:
        SENTENCES[kind] = teller
        return teller

    return register


class Names:
    """What units are called: their design and, in parentheses, their id."""

    def __init__(self, battle: Battle) -> None:
        self._table = battle.table
        self._units: dict[str, str] = {
            muster.id: f"{muster.card.chassis or muster.card.name} ({muster.id})" for muster in battle.setup.units
        }
        houses = battle.setup.table.by_id
        for unit in battle.units.values():  # those that joined in play; a garrison goes by the name of its building
            if unit.id not in houses:
                self._units.setdefault(unit.id, f"{unit.card.name} ({unit.id})")
        self._mechs = frozenset(muster.id for muster in battle.setup.units if muster.card.is_mech)
        self._terrain = {
            feature.id: feature.id if feature.id.startswith(feature.kind) else f"the {feature.kind} {feature.id}"
            for feature in battle.setup.table.features
        }

    def place(self, at: tuple[float, float]) -> str:
        """A place, as people on this map say it."""
        return f"hex {self._table.name(at)}" if self._table.kind == "hex" else point(at)

    def far(self, distance: float) -> str:
        """A distance as the map counts it."""
        if self._table.kind != "hex":
            return inches(distance)
        return "1 hex" if distance == 1.0 else f"{number(distance)} hexes"

    def part(self, name: str | None, section: str | None) -> str:
        """A unit, or one of its sections."""
        return self[name] if section is None else f"the section {section} of {self[name]}"

    def is_known(self, name: str) -> bool:
        """It is the id of a unit or of a piece of terrain."""
        return name in self._units or name in self._terrain

    def is_unit(self, name: str) -> bool:
        return name in self._units

    def is_mech(self, name: str) -> bool:
        return name in self._mechs

    def __getitem__(self, name: str | None) -> str:
        if name is None:
            return "nobody"
        return self._units.get(name) or self._terrain.get(name) or name


def story(battle: Battle, events: Iterable[BattleEvent]) -> Iterator[StoryLine]:
    """What happened, line by line."""
    names = Names(battle)
    acting: str | None = None
    told, why = tuple(events), ""
    for event, following in zip_longest(told, told[1:]):
        if isinstance(event, e.Doomed) and isinstance(following, e.Destroyed) and following.unit == event.unit:
            why = page_of(event.rule)  # at once, so the next sentence says it all
            continue
        if isinstance(event, (e.PhaseBegan, e.TurnPassed)):
            known, acting = acting, event.to_act
            if isinstance(event, e.TurnPassed) and known == acting and dict(event.quota).get(acting or "", 0) < 2:
                continue
        for line in SENTENCES[type(event)](names, event):
            yield StoryLine(line.text[:1].upper() + line.text[1:] + why, line.tone, line.depth)
        why = ""


# -- the clock ----------------------------------------------------------------------------------------------------


@tells(e.TurnBegan)
def _turn(names: Names, event: e.TurnBegan) -> Iterator[StoryLine]:
    yield StoryLine(f"Turn {event.turn}", "turn")


@tells(e.PhaseBegan)
def _phase(names: Names, event: e.PhaseBegan) -> Iterator[StoryLine]:
    who = f": {event.to_act} acts first" if event.to_act else ""
    yield StoryLine(f"{CLOCK.title(event.phase)}{who}", "phase")


@tells(e.InitiativeRolled)
def _initiative(names: Names, event: e.InitiativeRolled) -> Iterator[StoryLine]:
    again = f" rolled again{page_of(event.rule)}" if event.rule != "AS-INT-058" else ""
    ties = f" after {points(event.rerolled, 'tie')}" if event.rerolled else ""
    rolls = "; ".join(f"{side} rolls {dice(roll)}{_added(event, side)}" for side, roll in event.rolls.items())
    first = f"{opened(event.winner)} wins; {event.loser} moves and shoots first"
    yield StoryLine(f"Initiative{again}{ties}: {rolls}. {first}.", "act")


def _added(event: e.InitiativeRolled, side: str) -> str:
    """What a side adds to its roll, with the reasons."""
    parts = event.parts.get(side, ())
    return f" ({', '.join(f'{part.value:+d} {part.label}{page_of(part.rule)}' for part in parts)})" if parts else ""


@tells(e.TurnPassed)
def _to_act(names: Names, event: e.TurnPassed) -> Iterator[StoryLine]:
    moves = dict(event.quota).get(event.to_act or "", 0)
    if event.to_act is not None and (moves or not event.quota):
        share = f", {moves} units to move" if moves > 1 else ""
        yield StoryLine(f"{event.to_act} is to act{share}.", "quiet")


@tells(e.SideDone)
def _side_done(names: Names, event: e.SideDone) -> Iterator[StoryLine]:
    yield StoryLine(f"{event.side} is done with the {CLOCK.title(event.phase).lower()}.", "quiet")


@tells(e.GroupMoves)
def _group(names: Names, event: e.GroupMoves) -> Iterator[StoryLine]:
    if event.group is not None:
        yield StoryLine(f"{event.group} moves together.", "quiet")


@tells(e.FreshTurn)
def _turn_ended(names: Names, event: e.FreshTurn) -> Iterator[StoryLine]:
    yield StoryLine(f"Turn {event.turn} is over.", "quiet")


@tells(e.BattleOver)
def _over(names: Names, event: e.BattleOver) -> Iterator[StoryLine]:
    result = f"{opened(event.winner)} wins" if event.winner is not None else "A draw"
    yield StoryLine(f"The battle is over. {result}: {sentence(event.reason)}{page_of(event.rule)}", "turn")


# -- movement -----------------------------------------------------------------------------------------------------


@tells(e.Deployed)
def _deployed(names: Names, event: e.Deployed) -> Iterator[StoryLine]:
    yield StoryLine(
        f"{names[event.unit]} takes its place at {names.place(event.at)}, facing {heading(event.facing)}.", "act"
    )


@tells(e.Moved)
def _moved(names: Names, event: e.Moved) -> Iterator[StoryLine]:
    yield from _travel(names, event)
    if event.landing is not None:
        slow = event.landing == "AS-MOV-046" and event.inches < MINIMUM_FLIGHT
        why = f", for it flew less than {inches(MINIMUM_FLIGHT)}" if slow else ""
        yield StoryLine(f"It lands{why}{page_of(event.landing)}.", "sum", 1)


def _travel(names: Names, event: e.Moved) -> Iterator[StoryLine]:
    if event.mode in ("standstill", "immobile"):
        yield StoryLine(f"{names[event.unit]} stands still, facing {heading(event.facing)}.", "act")
        return
    if not event.inches:
        yield StoryLine(f"{names[event.unit]} stays at {names.place(event.at)} and spends {inches(event.cost)}.", "act")
        return
    verb = MODES.get(event.mode, f"moves ({event.mode})")
    high = event.airborne or event.mode == "submersible"
    height = f" at elevation {inches(event.elevation)}" if high else ""
    where = f"to {names.place(event.at)}{height}, facing {heading(event.facing)}"
    yield StoryLine(f"{names[event.unit]} {verb} {inches(event.inches)} {where}.", "act")
    allowed = f" ({the_sum(event.allowed)})" if len(event.allowed) > 1 else ""
    cost = f" = {the_sum(event.parts)}" if len(event.parts) > 1 else ""
    yield StoryLine(f"It costs {inches(event.cost)}{cost} of {inches(event.allowance)}{allowed}.", "sum", 1)


@tells(e.Passed)
def _passed(names: Names, event: e.Passed) -> Iterator[StoryLine]:
    what = "stays where it is" if event.moved is not None else "holds its fire"
    yield StoryLine(f"{names[event.unit]} {what}.", "act")


@tells(e.HullDownTried)
def _hull_down(names: Names, event: e.HullDownTried) -> Iterator[StoryLine]:
    if not event.roll:
        yield StoryLine(f"{names[event.unit]} goes hull down in a position made for it{page_of(event.rule)}.", "act")
        return
    result = "it is hull down" if event.hull_down else "it stays upright"
    yield StoryLine(f"{names[event.unit]} tries to go hull down and rolls {dice(event.roll)}: {result}.", "act")
    yield StoryLine(f"It needed {event.target_number} = {the_sum(event.modifiers)}{page_of(event.rule)}.", "sum", 1)


@tells(e.LeftHullDown)
def _left_hull_down(names: Names, event: e.LeftHullDown) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} rises from hull down for {inches(event.cost)}{page_of(event.rule)}.", "act")


@tells(e.Declared)
def _declared(names: Names, event: e.Declared) -> Iterator[StoryLine]:
    what = {"charge": "a charge", "dfa": "a Death From Above"}.get(event.kind, event.kind)
    yield StoryLine(f"{names[event.unit]} announces {what} against {names[event.target]}{page_of(event.rule)}.", "act")


@tells(e.Mounted)
def _mounted(names: Names, event: e.Mounted) -> Iterator[StoryLine]:
    verb = "clings to" if event.riding else "climbs aboard" if names.is_unit(event.carrier) else "fights inside"
    yield StoryLine(f"{names[event.unit]} {verb} {names[event.carrier]}.", "act")


@tells(e.Dismounted)
def _dismounted(names: Names, event: e.Dismounted) -> Iterator[StoryLine]:
    what = f"leaves {names[event.carrier]}" if names.is_unit(event.carrier) else f"stays in {names[event.carrier]}"
    yield StoryLine(f"{names[event.unit]} {what} at {names.place(event.at)}.", "act")


@tells(e.GuerrillasJoined)
def _joined(names: Names, event: e.GuerrillasJoined) -> Iterator[StoryLine]:
    where = names.place(event.at)
    yield StoryLine(f"{names[event.joined]} join {names[event.unit]} at {where}{page_of(event.rule)}.", "act")


@tells(e.CrewRaised)
def _crew_raised(names: Names, event: e.CrewRaised) -> Iterator[StoryLine]:
    text = f"the crew of {names[event.unit]} takes up arms: {listed(list(event.crew))}{page_of(event.rule)}."
    yield StoryLine(text, "act")


@tells(e.CrewStoodDown)
def _crew_stood_down(names: Names, event: e.CrewStoodDown) -> Iterator[StoryLine]:
    who = listed(list(event.crew))
    yield StoryLine(f"{who} man the posts of {names[event.unit]} again{page_of(event.rule)}.", "act")


@tells(e.CrewMarked)
def _crew_marked(names: Names, event: e.CrewMarked) -> Iterator[StoryLine]:
    what = "is short of hands while its crew fights" if event.on else "has all its hands again"
    yield StoryLine(f"{names[event.unit]} {what}{page_of(event.rule)}.", "wound" if event.on else "quiet", 1)


@tells(e.Captured)
def _captured(names: Names, event: e.Captured) -> Iterator[StoryLine]:
    text = f"{names[event.unit]} is captured: from now on it fights for {event.side}, at Skill {event.skill}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "turn")


@tells(e.Displaced)
def _displaced(names: Names, event: e.Displaced) -> Iterator[StoryLine]:
    what = FALLS.get(event.rule, f"is pushed to {names.place(event.at)}")
    yield StoryLine(f"{names[event.unit]} {what}{page_of(event.rule)}.", "act")


@tells(e.ControlRolled)
def _control(names: Names, event: e.ControlRolled) -> Iterator[StoryLine]:
    what = "keeps control" if event.kept else "loses control and skids"
    needed = f"{event.target_number} needed ({the_sum(event.modifiers)})"
    text = f"{names[event.unit]} {what}: {dice(event.roll)}, {needed}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "sum" if event.kept else "loss")


@tells(e.Skidded)
def _skidded(names: Names, event: e.Skidded) -> Iterator[StoryLine]:
    where = f" into {names[event.into]}" if event.into is not None else ""
    thrown = f" ({dice(event.roll)} for the direction)" if event.roll else ""
    text = f"{names[event.unit]} skids {inches(event.inches)}{where}{thrown}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "act", 1)


@tells(e.SkidStruck)
def _skid_struck(names: Names, event: e.SkidStruck) -> Iterator[StoryLine]:
    what = "strikes" if event.hit else "just misses"
    needed = f"{event.target_number} needed ({the_sum(event.modifiers)})"
    text = f"{names[event.unit]} {what} {names[event.target]}: {dice(event.roll)}, {needed}"
    yield StoryLine(f"{text}{page_of(event.rule)}.", "hit" if event.hit else "sum", 1)


@tells(e.Crashed)
def _crashed(names: Names, event: e.Crashed) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} crashes{page_of(event.rule)}.", "loss")


@tells(e.Exited)
def _exited(names: Names, event: e.Exited) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} leaves the field over the {event.edge} edge{page_of(event.rule)}.", "loss")


# -- battlefield support ------------------------------------------------------------------------------------------


@tells(SupportBought)
def _support_bought(names: Names, event: SupportBought) -> Iterator[StoryLine]:
    bought = [words_of(one.type) for one in event.bought]
    counted = [f"{bought.count(kind)} x {kind}" if bought.count(kind) > 1 else kind for kind in dict.fromkeys(bought)]
    of_all = f" of {number(event.points)}" if event.points is not None else ""
    what = f"{listed(counted)}, for {number(event.cost)}{of_all} points" if bought else "no support"
    yield StoryLine(f"{event.secret_to} has {what}{page_of(event.rule)}.", "quiet")


@tells(MinefieldLaid)
def _minefield_laid(names: Names, event: MinefieldLaid) -> Iterator[StoryLine]:
    what = with_article(words_of(event.using))
    yield StoryLine(f"{event.side} lays {what} around {names.place(event.at)}{page_of(event.rule)}.", "act")


@tells(SupportUsed)
def _support_used(names: Names, event: SupportUsed) -> Iterator[StoryLine]:
    if event.line is not None:
        aim = f"along the strip from {names.place(event.line[0])} to {names.place(event.line[1])}"
    elif event.point is not None:
        aim = f"at {names.place(event.point)}"
    else:
        aim = f"against {names[event.target]}"
    yield StoryLine(f"{event.side} calls in {words_of(event.using)} {aim}{page_of(event.rule)}.", "act")


@tells(AirCoverRolled)
def _air_cover(names: Names, event: AirCoverRolled) -> Iterator[StoryLine]:
    done = "the attack is turned away" if event.stopped else "the attack gets through"
    yield StoryLine(
        f"{event.side} sends {words_of(event.using)}, which needs {event.target_number} against "
        f"{words_of(event.against)} and rolls {dice(event.roll)}: {done}{page_of(event.rule)}.",
        "miss" if event.stopped else "hit",
        1,
    )


@tells(MinefieldEntered)
def _minefield(names: Names, event: MinefieldEntered) -> Iterator[StoryLine]:
    hidden = "hidden " if event.revealed else ""
    field = f"{event.side}'s {hidden}{words_of(event.using)} around {names.place(event.at)}"
    yield StoryLine(f"{names[event.unit]} comes onto {field}{page_of(event.rule)}.", "act")
    rolled = f"It goes off on {event.target_number}; the roll is {dice(event.roll)}"
    if event.hit:
        gone = ", and the field is gone" if event.cleared else ""
        yield StoryLine(f"{rolled}: {points(event.damage)} of damage{gone}.", "hit", 1)
    else:
        yield StoryLine(f"{rolled}: nothing happens, and the mines stay.", "miss", 1)


# -- attacks ------------------------------------------------------------------------------------------------------


@tells(e.AttackMade)
def _attack(names: Names, event: e.AttackMade) -> Iterator[StoryLine]:
    aim = (
        names.part(event.target, event.section)
        if event.target is not None
        else f"the ground at {names.place(event.point or (0.0, 0.0))}"
    )
    verb = ATTACKS.get(event.kind, f"attacks ({event.kind})")
    arc = f"{event.arc} weapons" if event.arc else ""
    weapons = ", ".join(words for words in (arc, _weapon(event.using) if event.using else "") if words)
    using = f" with its {weapons}" if weapons else ""
    fires = f", firing {ammo_words(event.ammo)}" if event.ammo else ""
    spotter = f", spotted by {names[event.spotter]}" if event.spotter else ""
    away = f" from {names.far(event.distance)}, {event.range} range" if event.distance and event.range else ""
    heat = f", overheating by {event.overheat}" if event.overheat else ""
    if event.attacker is not None:
        yield StoryLine(f"{names[event.attacker]} {verb} {aim}{using}{fires}{away}{spotter}{heat}.", "act")
    elif event.target is not None:
        yield StoryLine(f"{words_of(event.using or '')} comes down on {aim}{page_of(event.rule)}.", "act")
    yield StoryLine(f"It needs {event.target_number} = {the_sum(event.modifiers)}.", "sum", 1)
    if not event.hit:
        rolled = f"It rolls {throws(event.roll)}: a miss" if event.roll else f"It cannot hit{page_of('AS-COM-036')}"
        yield StoryLine(f"{rolled}.", "miss", 1)
        return
    side = f" in the {event.direction}" if event.direction else ""
    done = f" for {points(event.damage, 'point')}" if event.damage is not None else ""
    yield StoryLine(f"It rolls {throws(event.roll)}: a hit{side}{done}.", "hit", 1)
    yield from _damage_sum(event.damage, event.damage_parts, event.damage_roll)


def _weapon(code: str) -> str:
    """A special ability that is fired: ``Indirect Fire (IF)``."""
    known = ABILITIES.get(code)
    return f"{known.name.rpartition(': ')[2]} ({code})" if known is not None else code


def ammo_words(ammo: str) -> str:
    """A munition as a player calls it, without the launcher that fires it."""
    return ammo.rpartition(":")[2].replace("_", " ")


def _damage_sum(damage: int | None, parts: Sequence[Modifier], roll: Sequence[int]) -> Iterator[StoryLine]:
    if roll:
        yield StoryLine(f"The damage roll is {dice(roll)}.", "sum", 2)
    if len(parts) > 1:
        yield StoryLine(f"Damage {damage} = {the_sum(parts)}.", "sum", 2)


@tells(e.AttackFailed)
def _attack_failed(names: Names, event: e.AttackFailed) -> Iterator[StoryLine]:
    verb = ATTACKS.get(event.kind, f"attacks ({event.kind})")
    yield StoryLine(
        f"{names[event.attacker]} {verb} {names[event.target]}, which comes to nothing: "
        f"{sentence(event.reason)}{page_of(event.rule)}",
        "miss",
    )


@tells(e.HitLanded)
def _hit(names: Names, event: e.HitLanded) -> Iterator[StoryLine]:
    side = f" in the {event.direction}" if names.is_unit(event.target) else ""
    who = names.part(event.target, event.section)
    yield StoryLine(f"{who} is struck{side} for {points(event.damage)}{page_of(event.rule)}.", "hit", 1)
    yield from _damage_sum(event.damage, event.damage_parts, event.damage_roll)


@tells(e.Scattered)
def _scattered(names: Names, event: e.Scattered) -> Iterator[StoryLine]:
    where = "off the table" if event.off_table else f"to {names.place(event.lands_at)}"
    thrown = zip(("direction", "distance"), event.roll, strict=False)  # what drifts a fixed distance has no second die
    told = ", ".join(f"{what} {die}" for what, die in thrown)
    yield StoryLine(
        f"The shot at {names.place(event.aimed_at)} scatters {where} ({told}){page_of(event.rule)}.",
        "miss",
        1,
    )


@tells(e.RiderRolled)
def _rider(names: Names, event: e.RiderRolled) -> Iterator[StoryLine]:
    yield StoryLine(
        f"{names[event.rider]} rides on {names[event.carrier]}: a {dice(event.roll)} says that "
        f"{names[event.struck]} is hit{page_of(event.rule)}.",
        "sum",
        1,
    )


# -- damage -------------------------------------------------------------------------------------------------------


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


@tells(e.TerrainDamaged)
def _terrain_damage(names: Names, event: e.TerrainDamaged) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.feature]} takes {points(event.damage)}, {event.total} in all.", "wound", 1)


@tells(e.TerrainChanged)
def _terrain_changed(names: Names, event: e.TerrainChanged) -> Iterator[StoryLine]:
    what = f"becomes {event.becomes.replace('_', '-')}" if event.becomes else "is gone"
    what = f"gives way under the weight and {what}" if event.rule == "AS-URB-010" else what
    yield StoryLine(f"{names[event.feature]} {what}{page_of(event.rule)}.", "loss", 1)


@tells(e.TerrainOpened)
def _terrain_opened(names: Names, event: e.TerrainOpened) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.feature]} is gone around {names.place(event.at)}{page_of(event.rule)}.", "loss", 1)


@tells(e.TerrainFormed)
def _terrain_formed(names: Names, event: e.TerrainFormed) -> Iterator[StoryLine]:
    near = f" around {names.place(event.at)}" if event.at is not None else ""
    what = f"The ground{near} becomes {event.kind.replace('_', ' ')}"
    if event.number is not None:
        what = f"{event.kind.replace('_', ' ').capitalize()} lies{near}"
    yield StoryLine(f"{what}{page_of(event.rule)}.", "loss", 1)


@tells(e.BogChecked)
def _bog_check(names: Names, event: e.BogChecked) -> Iterator[StoryLine]:
    who, where = names[event.unit], event.terrain.replace("_", " ") or "the ground"
    if event.escape:
        outcome = f"{who} stays stuck in {where}" if event.stuck else f"{who} gets free of {where}"
    else:
        outcome = f"{who} gets stuck in {where}" if event.stuck else f"{who} does not get stuck in {where}"
    rolled = f": {dice(event.roll)}, and {event.target_number} was needed" if event.roll and event.target_number else ""
    yield StoryLine(f"{outcome}{rolled}{page_of(event.rule)}.", "loss" if event.stuck else "quiet", 1)


@tells(e.Sank)
def _sank(names: Names, event: e.Sank) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} has sunk {inches(event.depth)}{page_of(event.rule)}.", "loss", 1)


@tells(e.GroundTested)
def _ground_tested(names: Names, event: e.GroundTested) -> Iterator[StoryLine]:
    what = event.terrain.replace("_", " ")
    more = f" and {event.modifier}" if event.modifier else ""
    outcome = (
        f"the {what} breaks under {names[event.unit]}" if event.breaks else f"the {what} bears {names[event.unit]}"
    )
    text = f"{outcome}: {dice(event.roll)}{more}{page_of(event.rule)}"
    yield StoryLine(f"{text[0].upper()}{text[1:]}.", "loss" if event.breaks else "quiet", 1)


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


# -- heat and switches --------------------------------------------------------------------------------------------


@tells(e.HeatReceived)
def _heat_received(names: Names, event: e.HeatReceived) -> Iterator[StoryLine]:
    most = f", of all such heat {MOST_HT_HEAT} at most" if event.special else ""
    yield StoryLine(
        f"{names[event.unit]} takes {event.amount} heat, felt in the End Phase{most}{page_of(event.rule)}.", "later", 1
    )


@tells(e.HeatChanged)
def _heat(names: Names, event: e.HeatChanged) -> Iterator[StoryLine]:
    why = f" ({the_sum(event.parts)})" if event.parts else ""
    yield StoryLine(f"{names[event.unit]} goes from heat {event.before} to {event.after}{why}.", "act")


@tells(e.ShutDown)
def _shutdown(names: Names, event: e.ShutDown) -> Iterator[StoryLine]:
    what = "shuts down" if event.shutdown else "starts up again"
    yield StoryLine(f"{names[event.unit]} {what}{page_of(event.rule)}.", "wound")


@tells(e.SwitchPlanned)
def _switch_planned(names: Names, event: e.SwitchPlanned) -> Iterator[StoryLine]:
    said = _switch(event.ability).planned(event.on)
    yield StoryLine(f"{names[event.unit]} {said}{page_of(event.rule)}.", "later")


def _switch(ability: str) -> SwitchWords:
    """What is said of a switch; one of which its rules say nothing goes by its code."""
    return hooks.switch_words.get(ability) or SwitchWords(ability)


@tells(e.Toggled)
def _toggled(names: Names, event: e.Toggled) -> Iterator[StoryLine]:
    yield StoryLine(
        f"{names[event.unit]} switches its {_switch(event.ability).label} {'on' if event.on else 'off'}"
        f"{page_of(event.rule)}.",
        "act",
    )


@tells(e.AbilitySpent)
def _spent(names: Names, event: e.AbilitySpent) -> Iterator[StoryLine]:
    yield StoryLine(f"{names[event.unit]} has used up its {event.ability}{page_of(event.rule)}.", "quiet", 1)


@tells(Noted)
def _noted(names: Names, event: Noted) -> Iterator[StoryLine]:
    key = unit_memory.get(event.key)
    if event.unit is None or key is None:
        return
    words = key.untold if event.value is False or event.value is None else key.told.format(event.value)
    if words:
        yield StoryLine(f"{names[event.unit]} {words}{page_of(event.rule)}.", "quiet", 1)


@tells(Forgotten)
def _forgotten(names: Names, event: Forgotten) -> Iterator[StoryLine]:
    key = unit_memory.get(event.key)
    if key is not None and key.untold:
        yield StoryLine(f"{names[event.unit]} {key.untold}{page_of(event.rule)}.", "quiet", 1)


@tells(e.DieRolled)
def _die(names: Names, event: e.DieRolled) -> Iterator[StoryLine]:
    who = f"{names[event.unit]}, " if event.unit is not None else ""
    yield StoryLine(f"{who}{event.purpose}: {dice(event.roll)}, {event.result}{page_of(event.rule)}.", "sum")


# -- scenarios ----------------------------------------------------------------------------------------------------


@tells(Scored)
def _scored(names: Names, event: Scored) -> Iterator[StoryLine]:
    won = points(event.points, "Victory Point")
    yield StoryLine(f"{event.side} scores {won}: {event.what} ({event.total} in all){page_of(event.rule)}.", "act")


@tells(ObjectiveChanged)
def _objective(names: Names, event: ObjectiveChanged) -> Iterator[StoryLine]:
    if event.what:
        yield StoryLine(f"{event.what}{page_of(event.rule)}.", "act")


@tells(SecretNoted)
def _secret(names: Names, event: SecretNoted) -> Iterator[StoryLine]:
    if isinstance(event.value, list):
        noted = f"where objectives are: {listed([names[str(name)] for name in event.value])}"
    else:
        noted = f"who commands it: {names[str(event.value)]}"
    yield StoryLine(f"{event.secret_to} notes in secret {noted}{page_of(event.rule)}.", "quiet")


@tells(Remembered)
def _remembered(names: Names, event: Remembered) -> Iterator[StoryLine]:
    return iter(())


@tells(Withdraws)
def _withdraws(names: Names, event: Withdraws) -> Iterator[StoryLine]:
    what = "is forced to withdraw" if event.withdrawing else "need not withdraw any more"
    yield StoryLine(f"{names[event.unit]} {what}: {event.reason}{page_of(event.rule)}.", "wound")


@tells(Acted)
def _acted(names: Names, event: Acted) -> Iterator[StoryLine]:
    verb = {"take": "reaches for", "drop": "puts down", "scan": "scans"}.get(event.action, event.action)
    yield StoryLine(f"{names[event.unit]} {verb} {names[event.target]}{page_of(event.rule)}.", "act")
