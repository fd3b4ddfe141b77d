"""Battlefield intelligence (pp. 154-155): what scouts and headquarters have found out before the first shot.

The better informed side may hide units and lay fire on points beforehand; headquarters help with Initiative, whoever
is better informed. The book has lost the text of that bonus: its numbers are rulings, and every one is a setting.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Final

from lancemate.alphastrike import hooks
from lancemate.alphastrike.abilities.electronics import is_jammed
from lancemate.alphastrike.appendix.optional import INTELLIGENCE as POINTS
from lancemate.alphastrike.cards.arithmetic import round_down
from lancemate.alphastrike.cards.pilot_names import TACTICAL_GENIUS
from lancemate.alphastrike.combat.indirect import EYES_IN_THE_SKY
from lancemate.alphastrike.heat.track import is_disabled
from lancemate.alphastrike.measure.apart import apart
from lancemate.alphastrike.measure.places import there
from lancemate.alphastrike.options.ecm_eccm import mhq_field
from lancemate.alphastrike.pilots.having import abilities_for_the_battle
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.ids import RuleId, SideId, UnitId
from lancemate.alphastrike.play.knowing import Degree
from lancemate.alphastrike.play.memory import battle_memory
from lancemate.alphastrike.play.settings import blocks
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.stages import Initiative
from lancemate.alphastrike.support.buying import HIDDEN_UNITS
from lancemate.alphastrike.turn.deployment import Area, deployment_areas, home_strip
from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import InputError, Refusal
from lancemate.kernel.events import event
from lancemate.kernel.reading import Reader, nearest

if TYPE_CHECKING:
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.knowing import Knowing
    from lancemate.alphastrike.play.state import State, Unit
    from lancemate.field.shapes import Point

INTELLIGENCE: Final = rules.option(
    "battlefield_intelligence", "AS-OPT-210", "scouts and headquarters bring hidden units, plotted fire and Initiative"
)
CONCEALED: Final = "concealing_unit_data"
ARTILLERY_RULES: Final = "advanced_artillery"
GENIUS: Final = rules.table("AS-SPA-064", {"MHQ": 4})
MHQ, RCN, ART = "MHQ", "RCN", "ART"
ATTACKER: Final = "attacker"

rules.also("AS-OPT-210", POINTS)
# What counts as a headquarters where the card names none: masters first.
LINKS: Final = rules.table("AS-OPT-216", {"C3M": 5, "C3S": 1})
HALF: Final = rules.table("AS-OPT-212", {"of the force at most": 0.5})
GROUND: Final = rules.table("AS-OPT-213", {"of the map": 0.5, "from enemies": 12.0})
BONUS: Final = rules.table("AS-OPT-215", {"headquarters of": 5, "headquarters": 0.25, "scouts": 0.25})
LEAD: Final = rules.table("AS-SCA-021", {"times the enemy's": 2})
THRESHOLDS: Final = {"headquarters_of": "headquarters of", "headquarters": "headquarters", "scouts": "scouts"}

ratings = battle_memory(INTELLIGENCE, dict[str, JSON], default={}, rule="AS-OPT-211")


@event
class IntelligenceRated:
    """A side's rating is read out before the battle, with what comes of it."""

    type: ClassVar[str] = "intelligence"
    side: SideId
    rating: int
    hidden: int
    preplotted: int
    holders: tuple[UnitId, ...]
    parts: tuple[tuple[UnitId, int], ...] | None = None  # None where they stay secret
    rule: RuleId = "AS-OPT-211"

    def apply(self, state: State) -> None:
        noted: dict[str, JSON] = {"rating": self.rating, "hidden": self.hidden, "preplotted": self.preplotted}
        noted |= {"initiative": len(self.holders), "holders": list(self.holders)}
        if self.parts is not None:
            noted["parts"] = dict(self.parts)
        state.notes = {**state.notes, INTELLIGENCE: {**ratings.of(state), self.side: noted}}

    def as_known(self, known: Knowing) -> IntelligenceRated:
        """Numbers are read out, names only of those that are known."""
        named = tuple(name for name in self.holders if known(name) >= Degree.TYPE)
        parts = self.parts if self.parts is None else tuple(one for one in self.parts if known(one[0]) >= Degree.TYPE)
        return replace(self, holders=named, parts=parts)


@event
class IntelligenceCounted:
    """Where a side's rating comes from, for itself alone."""

    type: ClassVar[str] = "intelligence_parts"
    secret_to: SideId
    parts: tuple[tuple[UnitId, int], ...]
    rule: RuleId = "AS-OPT-211"

    def apply(self, state: State) -> None:
        own = ratings.of(state)[self.secret_to]
        assert isinstance(own, dict)
        parts: dict[str, JSON] = {**dict(self.parts)}
        known: dict[str, JSON] = {**own, "parts": parts}
        state.notes = {**state.notes, INTELLIGENCE: {**ratings.of(state), self.secret_to: known}}


# -- what players agree on ------------------------------------------------------------------------------------


@blocks.entry(INTELLIGENCE)
def agreed_on(data: object, where: str) -> JSON:
    """Who holds the bonuses, and from which numbers on there are any."""
    reader = Reader(data, where, known=("holders", *THRESHOLDS), what="battlefield intelligence")
    agreed: dict[str, JSON] = {key: reader.number(key, least=0.0, most=100.0) for key in THRESHOLDS if key in reader}
    if "holders" in reader:
        given = reader.raw("holders")
        names = tuple(given) if isinstance(given, Mapping) else ("SIDE",)
        sides = Reader(given, reader.path("holders"), known=names, what="holders of bonuses")
        agreed["holders"] = {name: list(sides.texts(name)) for name in names}
    return agreed


def _agreed(battle: Battle) -> Mapping[str, Any]:
    found = battle.setup.settings.get(INTELLIGENCE)
    return found if isinstance(found, Mapping) else {}


def threshold(battle: Battle, key: str) -> float:
    return float(_agreed(battle).get(key, BONUS.of(battle)[THRESHOLDS[key]]))


# -- the rating -----------------------------------------------------------------------------------------------


@rules.rule("AS-SPC-117", otherwise=0)
def mobile_headquarters(battle: Battle, unit: Unit) -> int:
    """Its MHQ value: so many points for the rating, and a host of bonuses where it is large."""
    return int(unit.card.specials.value(MHQ))


@rules.rule("AS-OPT-216", otherwise=lambda battle, unit: mobile_headquarters(battle, unit))
def headquarters_on(battle: Battle, unit: Unit) -> int:
    """The MHQ value of a unit; where it has none, what its C3 equipment counts as."""
    own = mobile_headquarters(battle, unit)
    links = LINKS.of(battle)
    return own or next((links[code] for code in links if unit.has(code)), 0)


def headquarters_of(battle: Battle, unit: Unit) -> int:
    """The same with its crew, where nothing keeps it from being a headquarters at all."""
    if is_disabled(battle, unit, MHQ):
        return 0
    return max(headquarters_on(battle, unit), headquarters_of_a_genius(battle, unit))


@rules.rule("AS-SPA-064", otherwise=0)
def headquarters_of_a_genius(battle: Battle, unit: Unit) -> int:
    """A Tactical Genius is as good as a headquarters."""
    return GENIUS.of(battle)["MHQ"] if TACTICAL_GENIUS in abilities_for_the_battle(battle, unit) else 0


def scouts(battle: Battle, unit: Unit) -> bool:
    """It has Recon, by its card, its probe or its crew's eyes."""
    if not unit.card.all_codes.isdisjoint(EYES_IN_THE_SKY):
        return True
    return any(hook(battle, unit) for hook in battle.hooks[hooks.reconnoitres])


@rules.rule("AS-OPT-210", otherwise=0)
def points_of(battle: Battle, unit: Unit) -> int:
    """What a unit adds to its side's rating."""
    row, card = POINTS.of(battle), unit.card
    points = headquarters_of(battle, unit) * row["each point of MHQ"]
    if card.is_dropship:
        return points + row["DropShip on the planet"]
    recon = scouts(battle, unit)
    if card.is_aerospace:
        return points + row["aerospace unit with RCN" if recon else "aerospace unit"]
    return points + (row["ground unit with RCN"] if recon else 0)


def force_of(battle: Battle, side: str) -> list[Unit]:
    """The whole force, those who wait off the table too."""
    return [battle.units[muster.id] for muster in battle.setup.units_of(side)]


def parts_of(battle: Battle, side: str) -> dict[str, int]:
    counted = {unit.id: points_of(battle, unit) for unit in force_of(battle, side)}
    return {name: points for name, points in counted.items() if points}


@hooks.battle_opens.rule("AS-OPT-211", when=INTELLIGENCE)
def read_out(battle: Battle) -> None:
    """Both ratings are read out, with what they are made of unless unit data is concealed."""
    _check_holders(battle)
    secret = CONCEALED in battle.options
    parts = {side: parts_of(battle, side) for side in battle.sides}
    for side in battle.sides:
        lead = sum(parts[side].values()) - sum(parts[battle.opponent(side)].values())
        hidden, preplotted = area_knowledge(battle, side, lead), plotted_points(battle, side, lead)
        _check_plots(battle, side, preplotted)
        listed, holders = tuple(parts[side].items()), holders_of(battle, side)
        rating = sum(parts[side].values())
        battle.emit(IntelligenceRated(side, rating, hidden, preplotted, holders, None if secret else listed))
        if secret:
            battle.emit(IntelligenceCounted(side, listed))


def _check_plots(battle: Battle, side: str, most: int) -> None:
    number, one = next((number, one) for number, one in enumerate(battle.setup.sides) if one.name == side)
    if len(one.preplotted) > most:
        text = f"{side} may have {most} points plotted beforehand by its intelligence, not {len(one.preplotted)}"
        raise InputError(text, key=f"sides.{number}.preplotted")


@hooks.kept_back.rule("AS-OPT-211", when=INTELLIGENCE)
def breakdown_is_secret(battle: Battle, side: str | None, notes: Mapping[str, JSON]) -> Mapping[str, JSON]:
    """With concealed unit data nobody sees what the other side's rating is made of before the end."""
    if INTELLIGENCE not in notes:
        return notes
    shown = {name: own if name == side else _names_known(battle, own) for name, own in ratings.read(notes).items()}
    return {**notes, INTELLIGENCE: shown}


def _names_known(battle: Battle, noted: JSON) -> JSON:
    assert isinstance(noted, dict)
    holders, parts = noted.get("holders"), noted.get("parts")
    known = dict(noted)
    if isinstance(holders, list):
        known["holders"] = [name for name in holders if name in battle.units]
    if isinstance(parts, dict):
        known["parts"] = {name: points for name, points in parts.items() if name in battle.units}
    if CONCEALED in battle.options and battle.outcome is None:
        known.pop("parts", None)
    return known


# -- area knowledge -------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-212", otherwise=0)
def area_knowledge(battle: Battle, side: str, lead: int) -> int:
    """The better informed side hides as many units as it has scouts, and no more than half of its force."""
    if lead <= 0 or HIDDEN_UNITS not in battle.options:
        return 0
    force = force_of(battle, side)
    most = round_down(battle, len(force) * HALF.of(battle)["of the force at most"])
    return min(sum(scouts(battle, unit) for unit in force), most)


def noted_of(battle: Battle, side: str, what: str) -> int:
    own = ratings.of(battle.state).get(side)
    number = own.get(what) if isinstance(own, Mapping) else None
    return number if isinstance(number, int) else 0


@hooks.most_hidden.rule("AS-OPT-212", when=INTELLIGENCE)
def as_many_as_it_knows_places_for(battle: Battle, side: str) -> tuple[int, str] | None:
    return noted_of(battle, side, "hidden"), "AS-OPT-212"


@hooks.hides_elsewhere.rule("AS-OPT-213", when=INTELLIGENCE)
def knows_the_ground(battle: Battle, unit: Unit, at: Point) -> bool | Refusal | None:
    """Attackers hide on their own half, away from enemies; others anywhere but where the enemy deploys."""
    if not noted_of(battle, unit.side, "hidden"):
        return None
    why = too_far_ahead(battle, unit, at) if is_attacker(battle, unit.side) else in_enemy_zone(battle, unit, at)
    return True if why is None else Refusal("outside_zone", why, "AS-OPT-213")


def is_attacker(battle: Battle, side: str) -> bool:
    scenario = battle.setup.scenario
    given = scenario.role_of(side) if scenario is not None else None
    return (given or next(one.role for one in battle.setup.sides if one.name == side)) == ATTACKER


def too_far_ahead(battle: Battle, unit: Unit, at: Point) -> str | None:
    row = GROUND.of(battle)
    home = next(one.home for one in battle.setup.sides if one.name == unit.side)
    if home is not None and not own_half(battle, home).holds(battle, *at, 0.0):
        return f"{unit.id} attacks: it hides no farther than half way across the map from its own edge"
    for enemy in battle.on_table(battle.opponent(unit.side)):
        if not enemy.hidden_from(unit.side) and apart(battle, there(battle, unit, at), enemy) < row["from enemies"]:
            return f"{unit.id} attacks: it hides at least {row['from enemies']:g} inches from {enemy.id}"
    return None


def own_half(battle: Battle, home: str) -> Area:
    deep = battle.table.depth if home in ("north", "south") else battle.table.width
    return home_strip(battle, home, deep * GROUND.of(battle)["of the map"])


def in_enemy_zone(battle: Battle, unit: Unit, at: Point) -> str | None:
    enemy = battle.opponent(unit.side)
    home = next(one.home for one in battle.setup.sides if one.name == enemy)
    areas = deployment_areas(battle, enemy) if home is not None or battle.hooks[hooks.deployment_areas] else ()
    if not any(area.holds(battle, *at, -unit.radius) for area in areas):
        return None
    return f"{unit.id} may hide anywhere but in the zone where {enemy} deploys"


# -- plotted fire ---------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-214", otherwise=0)
def plotted_points(battle: Battle, side: str, lead: int) -> int:
    """One for each point of the lead, and no more than it has units with artillery."""
    if ARTILLERY_RULES not in battle.options:
        return 0
    guns = sum(any(code.startswith(ART) for code in unit.card.all_codes) for unit in force_of(battle, side))
    return max(0, min(lead, guns))


# -- Initiative -----------------------------------------------------------------------------------------------


@rules.rule("AS-OPT-215", otherwise=0)
def bonuses_earned(battle: Battle, side: str) -> int:
    """One for a large headquarters, one for enough headquarters, one for enough scouts."""
    force = force_of(battle, side)
    sizes = [headquarters_of(battle, unit) for unit in force]
    enough = (
        max(sizes, default=0) >= threshold(battle, "headquarters_of"),
        sum(size > 0 for size in sizes) >= len(force) * threshold(battle, "headquarters"),
        sum(scouts(battle, unit) for unit in force) >= len(force) * threshold(battle, "scouts"),
    )
    return sum(enough)


def holders_of(battle: Battle, side: str) -> tuple[str, ...]:
    """Each bonus is held by another large headquarters: those named, or the largest first."""
    able = may_hold(battle, side)
    named = _agreed(battle).get("holders", {}).get(side)
    if named is not None:
        return tuple(named)[: bonuses_earned(battle, side)]
    return tuple(able)[: bonuses_earned(battle, side)]


def may_hold(battle: Battle, side: str) -> list[str]:
    sizes = {unit.id: headquarters_of(battle, unit) for unit in force_of(battle, side)}
    able = [name for name, size in sizes.items() if size and size >= threshold(battle, "headquarters_of")]
    return sorted(able, key=lambda name: -sizes[name])


def _check_holders(battle: Battle) -> None:
    for side, names in _agreed(battle).get("holders", {}).items():
        key = f"settings.{INTELLIGENCE}.holders.{side}"
        if side not in battle.sides:
            raise InputError(f"there is no side {side!r}; {nearest(side, battle.sides)}", key=key)
        able = may_hold(battle, side)
        strange = next((name for name in names if name not in able), None)
        if strange is not None or len(set(names)) < len(names):
            who = "the same unit" if strange is None else strange
            ready = ", ".join(able) or "nobody"
            raise InputError(
                f"{who} cannot hold a bonus: each is held by another large headquarters ({ready})", key=key
            )


@hooks.initiative.rule("AS-OPT-215", part=Initiative.ADDED, when=INTELLIGENCE)
def headquarters_at_work(battle: Battle, side: str) -> Modifier | None:
    """Every holder that is in the fight, awake and not jammed adds 1."""
    own = ratings.of(battle.state).get(side)
    names = own.get("holders") if isinstance(own, Mapping) else None
    working = [name for name in names if is_at_work(battle, battle.units[str(name)])] if isinstance(names, list) else []
    if not working:
        return None
    return Modifier(f"Battlefield intelligence ({', '.join(map(str, working))})", len(working), "AS-OPT-215")


@hooks.too_ill_informed.rule("AS-SCA-021", when=INTELLIGENCE)
def has_no_lead(battle: Battle, side: str) -> bool:
    """Nobody confuses the orders of an enemy without a rating at least twice his."""
    own, other = noted_of(battle, side, "rating"), noted_of(battle, battle.opponent(side), "rating")
    return own <= 0 or own < LEAD.of(battle)["times the enemy's"] * other


@rules.rule("AS-OPT-363", otherwise=False)
def is_busy_jamming(battle: Battle, unit: Unit) -> bool:
    """A headquarters that makes a field of its own is nothing else meanwhile."""
    return mhq_field.of(unit)


def is_at_work(battle: Battle, unit: Unit) -> bool:
    if not unit.on_table or unit.shutdown or is_busy_jamming(battle, unit):
        return False
    return not is_jammed(battle, unit)
