"""An attack as it is declared (pp. 40-45): who, whom, with what, whether it is allowed, and its target number.

Knows what every kind of attack has in common. What may be attacked and how hard it is to hit are asked of hooks
(``may_attack``, ``to_hit``) and of the kind itself (weapons.py, physical.py, artillery.py); what follows stands in
resolution.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from lancemate.alphastrike import hooks
from lancemate.alphastrike.cards.pilot_names import MULTI_TASKER, PLAYED, piloted
from lancemate.alphastrike.cards.special_codes import ABILITIES
from lancemate.alphastrike.combat.multi_arc import choose_mount
from lancemate.alphastrike.combat.ranges import attack_distance, bracket_of
from lancemate.alphastrike.combat.sight import aiming_point, attack_sight, is_underwater_attack
from lancemate.alphastrike.damage.causes import Source
from lancemate.alphastrike.hooks import attack_kinds as KINDS
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.explain import Modifier, total
from lancemate.alphastrike.play.flight import is_overhead
from lancemate.alphastrike.play.footprint import (
    SECTION_RADIUS,
    section_body,
    section_card,
    section_named,
    section_nearest,
)
from lancemate.alphastrike.play.offer import Choice, choices
from lancemate.alphastrike.play.state import ABOARD, EMPLACED, TABLE, Unit
from lancemate.alphastrike.play.stats import is_immobile
from lancemate.alphastrike.play.traits import DECLARED, DEED, PHYSICAL, WEAPON
from lancemate.alphastrike.ruleset import rules
from lancemate.alphastrike.terrain.ground import nearest_section, piece
from lancemate.field.terrain import Feature
from lancemate.kernel.errors import Refusal, Refused, refuse
from lancemate.kernel.reading import meant
from lancemate.kernel.tally import SoFar
from lancemate.kernel.values import frozen, value

if TYPE_CHECKING:
    from lancemate.alphastrike.cards.damage_value import Strength
    from lancemate.alphastrike.cards.specials import Special
    from lancemate.alphastrike.combat.aims import Aims
    from lancemate.alphastrike.combat.multi_arc import Mount
    from lancemate.alphastrike.combat.sight import Ruling
    from lancemate.alphastrike.damage.reckoning import Settled
    from lancemate.alphastrike.play.battle import Battle
    from lancemate.alphastrike.play.traits import Traits
    from lancemate.field.bodies import Body
    from lancemate.kernel.ruleset import Option

NEVER: Final = 13  # a target number no dice can reach
PASS: Final = "pass"  # stands among a unit's attacks when it has given up the rest of them


class Series(NamedTuple):
    """Several rolls of one attack, each for a point of its damage."""

    thrown: tuple[int, ...] = ()  # one roll after the other
    left: int = 0  # still to be thrown
    hits: int | None = None  # how many of them count, once that is known


@value
class Stopped:
    """An attack that comes to nothing before its dice: who has stopped it, and how."""

    by: str
    reason: str
    rule: str


class Underway(NamedTuple):
    """All that has to be known to go on with an attack that somebody was asked about: plain data, for the agenda."""

    command: orders.Attack
    kind: str
    series: Series | None = None


class Attack:
    """One attack under way: who, whom, with what. Answers are worked out when first asked for."""

    __slots__ = (
        "_aim",
        "_bracket",
        "_distance",
        "_parts",
        "_sight",
        "_source",
        "_target_moved",
        "_underwater",
        "arc",
        "asked_as",
        "attacker",
        "battle",
        "changed",
        "code",
        "command",
        "feature",
        "indirect",
        "is_physical",
        "is_weapon",
        "kind",
        "kind_rules",
        "mount",
        "number",
        "overheat",
        "platform",
        "point",
        "section",
        "series",
        "spotter",
        "spotter_attacks",
        "target",
        "through",
        "traits",
        "using",
    )

    def __init__(self, battle: Battle, command: orders.Attack, kind: str | None = None) -> None:
        self.battle = battle
        self.changed = battle.changed
        self.command = command
        self.attacker: Unit = battle.unit(command.unit)
        self.platform: Unit = self.attacker
        if self.attacker.place in (ABOARD, EMPLACED):
            self.platform = platform_of(battle, self.attacker)
        self.kind = kind or kind_meant(battle, self.attacker, command)
        self.asked_as = self.kind  # by which rules are found that have something to say about it
        self.kind_rules = KINDS[self.kind]
        traits = self.traits = self.kind_rules.traits
        self.is_weapon, self.is_physical = WEAPON in traits, PHYSICAL in traits
        self.overheat: int = command.overheat
        self.arc = command.arc
        self.spotter: Unit | None = battle.unit(command.spotter) if command.spotter else None
        self.spotter_attacks: bool = command.spotter_attacks or (self.spotter is not None and must_attack(self.spotter))
        named = command.target
        self.target: Unit | None = battle.state.units.get(named) if isinstance(named, str) else None
        self.section: str | None = None  # of a mobile structure, where one is aimed at
        self.series: Series | None = None  # where it makes more than one roll
        self.feature: Feature | None = None
        self.point: tuple[float, float] | None = None
        self._distance: float | None = None
        self._bracket: str | None = None
        self._sight: Ruling | None = None  # an attack is judged once, when it is made
        self._source: Source | None = None
        self._parts: tuple[Modifier, ...] | None = None
        self.number = 0  # what they add up to
        self._aim: tuple[tuple[float, float], float] | None = None
        self._underwater: bool | None = None
        self._target_moved: str | None = None
        if self.target is None or (self.target.notes and self._hides_behind_terrain(self.target)):
            self._find_other_target(named)
        elif self.target.place == EMPLACED:
            self._find_other_target(self._what_is_struck(self.target))
        elif self.target.sections:
            self.section = unnamed_section(battle, self.attacker, self.target, self.kind)
        self.through: Attack | None = None
        if self.attacker.place == EMPLACED:
            asked = battle.hooks[hooks.muzzle]
            self.platform = next((place for hook in asked if (place := hook(self)) is not None), self.platform)
        if self.target is not None and battle.hooks[hooks.aims_through]:
            self.through = self._aimed_at_instead()
        self.mount: Mount
        self.using: Special | None
        self.code: str | None  # of the special ability fired
        self._fire(*choose_mount(self, self._fires(command)))
        if self.mount.separate:
            self.arc = self.mount.name

    def _hides_behind_terrain(self, target: Unit) -> bool:
        """An enemy that nobody knows of is called like some terrain: that is what is meant."""
        return target.hidden_from(self.attacker.side) and target.id in self.battle.table.by_id

    def _what_is_struck(self, target: Unit) -> str:
        """What is part of a building is shot at with it: hook ``stands_for``."""
        asked = self.battle.hooks[hooks.stands_for]
        return next((name for hook in asked if (name := hook(self.battle, target)) is not None), target.id)

    def _find_other_target(self, named: orders.Target) -> None:
        """A point or several, a strip, a section of a mobile structure, or a piece of terrain."""
        self.target = None
        if isinstance(named, orders.PointTarget):
            self.point = named.point
        elif isinstance(named, orders.LineTarget):
            self.point = named.line[0]
        elif isinstance(named, orders.PointsTarget):
            self.point = named.points[0] if named.points else self.attacker.at
        elif isinstance(named, orders.RunTarget):
            self.point = self.attacker.at
        elif (found := section_named(self.battle.state.units, named)) is not None:
            self.target, self.section = found
        else:
            self.feature = piece(self.battle.table, named)
            if named in self.battle.table.by_id:
                self.feature = nearest_section(self.feature, self.platform.at)
            if self.feature is None:
                for hook in self.battle.hooks[hooks.no_such_target]:
                    refusal = hook(self.battle, named)
                    if refusal is not None:
                        raise Refused(refusal)
                raise Refused(unknown_target(self.battle, named))

    def _aimed_at_instead(self) -> Attack | None:
        """The same attack on the terrain that has to be shot at to strike the target: hook ``aims_through``."""
        for hook in self.battle.hooks[hooks.aims_through]:
            feature = hook(self)
            if feature is not None:
                at = self.battle.table.nearest_of(feature.id, self.platform.at)
                other = Attack(self.battle, replace(self.command, target=orders.PointTarget(at)))
                other.point, other.feature = None, feature
                return other
        return None

    def _fires(self, command: orders.Attack) -> str | None:
        """The ability named, or the one this kind of attack takes for granted."""
        usual, named, loaded = self.kind_rules.fires, command.using, self.kind_rules.loaded
        if named is None and loaded is not None:
            return loaded(self.attacker, command)
        return usual(self.attacker, command.arc) if usual is not None and named in (None, self.kind) else named

    def _fire(self, mount: Mount, using: Special | None) -> None:
        self.mount, self.using = mount, using
        self.code = using.code if using is not None else None
        lobbed = self.code == "IF" or (self.code == "IATM" and self.command.ammo == "indirect")
        self.indirect = lobbed or self.spotter is not None  # it is aimed by a spotter's eyes

    def redirected(self, target: str) -> Attack:
        """The same shot, at the same range, striking something else than it was aimed at."""
        other = Attack(self.battle, replace(self.command, target=target), self.kind)
        other.series = self.series
        other._fire(self.mount, self.using)
        other._distance, other._bracket, other._sight = self.distance, self.bracket, self.sight
        return other

    @property
    def underway(self) -> Underway:
        """What ``resumed`` makes it anew from."""
        return Underway(self.command, self.kind, self.series)

    @property
    def hits(self) -> int | None:
        """Of several rolls, those that count."""
        return self.series.hits if self.series is not None else None

    @property
    def is_extra(self) -> bool:
        """It comes on top of the unit's one attack a turn."""
        extra = self.kind_rules.extra
        return extra is not None and extra(self)

    @property
    def at_ground(self) -> bool:
        """It is aimed at the ground itself, with weapons that strike no area."""
        return self.point is not None and self.is_weapon and self.kind_rules.resolve is None

    @property
    def has_flat_range(self) -> bool:
        """It is as hard to hit at any range."""
        flat = self.kind_rules.flat_range
        return flat is not None and flat(self)

    @property
    def slot(self) -> str:
        """What it uses up of the attacker's turn."""
        return self.kind_rules.slot(self)

    @property
    def target_name(self) -> str | None:
        """The unit or terrain aimed at; a point has no name."""
        return self.target.id if self.target is not None else self.feature.id if self.feature is not None else None

    @property
    def aim(self) -> tuple[tuple[float, float], float]:
        """The point aimed at and the radius of the base there: terrain is met at its nearest edge."""
        if self.through is not None:
            return self.through.aim
        if self.section is not None:
            return self.target_body.at, SECTION_RADIUS
        if self.target is not None:
            return (self.target.x, self.target.y), self.target.radius
        if self._aim is None:
            self._aim = aiming_point(self), 0.0
        return self._aim

    @property
    def target_body(self) -> Body:
        """What is aimed at of a unit: all of it, or one section."""
        assert self.target is not None
        card = section_card(self.target, self.section) if self.section is not None else None
        return self.target.body if card is None else section_body(self.battle, self.target, card)

    @property
    def own_body(self) -> Body:
        """What an attack is made from: all of the unit it is made from, or one section."""
        card = section_card(self.platform, self.mount.section) if self.mount.section is not None else None
        return self.platform.body if card is None else section_body(self.battle, self.platform, card)

    @property
    def target_moved(self) -> str:
        """The one row of target movement that counts: a point has none, terrain and what cannot move is immobile."""
        if self._target_moved is None:
            self._target_moved = _mode_of(self.through or self)
        return self._target_moved

    @property
    def underwater(self) -> bool:
        """Both ends are under water, or torpedoes run from the surface at a target under it."""
        if self._underwater is None:
            self._underwater = is_underwater_attack(self)
        return self._underwater

    @property
    def distance(self) -> float:
        """Base edge to base edge (AS-COM-059)."""
        if self._distance is None:
            self._distance = distance_of(self.through or self)
        return self._distance

    @property
    def bracket(self) -> str:
        """S, M, L or E: where the target stands."""
        if self._bracket is None:
            self._bracket = _bracket_of(self)
        return self._bracket

    @property
    def source(self) -> Source:
        """Where the harm that it does comes from, and what that is."""
        if self._source is None:
            traits = self.traits
            for hook in self.battle.hooks[hooks.made_of]:
                more = hook(self)
                if more is not None:
                    traits = traits | more
            self._source = Source(self.kind, traits, self.attacker.id, self.attacker.side)
        return self._source

    @property
    def sight(self) -> Ruling:
        """The line of sight that counts: the attacker's own, or the spotter's for indirect fire."""
        if self._sight is None:
            self._sight = attack_sight(self.through or self)
        return self._sight


def unknown_target(battle: Battle, named: str) -> Refusal:
    """What is said of a name that stands for nothing, or for somebody who is hidden."""
    near = meant(named, [*battle.names(), *battle.table.by_id])
    hint = f"did you mean {near}?" if near is not None else "aim at an enemy, a building or other terrain"
    return Refusal("unknown_target", f"there is no unit and no terrain {named!r}; {hint}", "AS-COM-005")


def resumed(battle: Battle, underway: Underway) -> Attack:
    """An attack that somebody was asked about, as it was."""
    attack = Attack(battle, underway.command, underway.kind)
    attack.series = underway.series
    return attack


def distance_of(attack: Attack) -> float:
    """From base to base, or as hook ``reaches`` says."""
    for hook in attack.battle.hooks[hooks.reaches]:
        far = hook(attack)
        if far is not None:
            return far
    return attack_distance(attack)


def _bracket_of(attack: Attack) -> str:
    for hook in attack.battle.hooks[hooks.counts_as]:
        bracket = hook(attack)
        if bracket is not None:
            return bracket
    return bracket_of(attack)


def kind_meant(battle: Battle, unit: Unit, command: orders.Attack) -> str:
    """The kind of attack an order means: the one that is named, or what hook ``kind_meant`` makes of it."""
    if unit.place == ABOARD:
        return kind_aboard(battle, unit, command)
    for hook in battle.hooks[hooks.kind_meant]:
        kind = hook(battle, unit, command)
        if kind is not None:
            return kind
    return command.kind


def kind_aboard(battle: Battle, unit: Unit, command: orders.Attack) -> str:
    """The kind of attack that somebody aboard makes: hook ``fights_aboard``, or the one that is named."""
    asked = battle.hooks[hooks.fights_aboard]
    return next((kind for hook in asked if (kind := hook(battle, unit, command)) is not None), command.kind)


def unnamed_section(battle: Battle, unit: Unit, target: Unit, kind: str) -> str | None:
    """The section meant where none is named: the only one there is, or the nearest for whoever throws itself at it."""
    if len(target.sections) == 1:
        return target.sections[0].name
    if DECLARED not in KINDS[kind].traits:
        return None
    return section_nearest(battle, target, unit.at)


def _mode_of(attack: Attack) -> str:
    target = attack.target
    if target is None:
        at_terrain = attack.feature is not None or attack.at_ground
        return "immobile" if at_terrain and DEED not in attack.traits else "point"
    if target.airborne and is_overhead(target):
        return "fly" if target.moved == "none" else target.moved
    if target.moved == "dropped" or target.moved == "immobile" or not is_immobile(attack.battle, target):
        return target.moved
    return "immobile"


def platform_of(battle: Battle, unit: Unit) -> Unit:
    """The unit whose place and movement count: its own, or those of what carries it, if it may fire from there."""
    if unit.place not in (ABOARD, EMPLACED):
        return unit
    asked = battle.hooks[hooks.fires_from]
    return next((platform for hook in asked if (platform := hook(battle, unit)) is not None), unit)


def has_attacked(unit: Unit) -> bool:
    """It has made an attack of any kind this turn."""
    return any(slot != PASS for slot in unit.attacks)


def must_attack(unit: Unit) -> bool:
    """It attacks this turn, whatever anyone promises: it has, or it has declared a charge or Death From Above."""
    return unit.declared is not None or has_attacked(unit)


class Ring(NamedTuple):
    """A template around the point that is struck, and the damage under it."""

    radius: float
    damage: Strength


@frozen
class Kind:
    """One kind of attack. ``strength`` is its damage value before modifiers, ``slot`` what it uses up of the turn."""

    name: str
    traits: Traits  # what rules ask for, and not its name
    slot: Callable[[Attack], str]
    strength: Callable[[Attack], Strength]
    when: str | None = None  # the optional module without which nobody makes it
    fires: Callable[[Unit, str | None], str | None] | None = None  # the ability used when the command names none
    loaded: Callable[[Unit, orders.Attack], str | None] | None = None  # the same, where its munition tells
    explain: Callable[[Attack], tuple[Modifier, ...]] | None = None  # the strength as named parts
    causes: Callable[[Attack, Settled], tuple[str, ...]] | None = None  # critical checks that a hit brings of its own
    begin: Callable[[Attack], None] | None = None  # replaces the common way into the dice
    in_flight: Callable[[Attack], bool] | None = None  # it is on its way first, and is met when it comes in
    connects: Callable[[Attack], bool] | None = None  # whether it comes to the dice at all
    resolve: Callable[[Attack, tuple[int, ...], int, tuple[Modifier, ...], bool], None] | None = None  # not at one unit
    after: Callable[[Attack, bool], None] | None = None  # what follows for the attacker
    extra: Callable[[Attack], bool] | None = None  # it comes on top of the one attack a turn
    flat_range: Callable[[Attack], bool] | None = None  # it is as hard to hit at any range
    words: str = ""  # what a player calls it; its name, when nothing is said
    aims: Aims | None = None  # attacks of this kind worth asking about
    judge: Callable[[Attack], Refusal | None] | None = None  # replaces the common rules about who may attack whom
    number: Callable[[Attack], tuple[Modifier, ...]] | None = None  # replaces the common parts of the target number
    at_points: Callable[[Unit], tuple[str | None, ...]] | None = None  # what it may aim at a point of the table
    ammo_at_points: Callable[[Unit, str | None], tuple[str, ...]] | None = None  # and fires there, of several things
    rings: Callable[[Attack], tuple[Ring, ...]] | None = None  # the areas it strikes, from the middle outwards
    reach: float = 0.0  # how far a blow reaches, from base to base; others need contact
    meant_for: Callable[[Unit], bool] | None = None  # whom it is worth trying on; anybody, when nothing is said
    recoil: Callable[[Attack, bool], int] | None = None  # what it costs the attacker, by whether it hits
    codes: tuple[str, ...] = ()  # abilities without one of which nobody makes it
    worth: Callable[[Attack], float] | None = None  # what a hit that does no damage is worth, in points of damage
    several: Callable[[Attack], dict[str, Attack]] | None = None  # the attacks it consists of, by the unit attacked
    ready: Callable[[Battle, Unit], Iterable[orders.Attack]] | None = None  # attacks worth asking about, as orders


def attack_kind(kind: Kind) -> Kind:
    return KINDS.add(kind.name, kind)


# -- declaring ------------------------------------------------------------------------------------------------


def rear_command(command: orders.Attack) -> orders.Attack | None:
    """The attack with rear-facing weapons that was declared together with this one, if any."""
    return orders.Attack(command.unit, command.rear, using="REAR") if command.rear is not None else None


def kind_of(command: orders.Attack) -> str:
    """The kind named; an ability that is an attack of its own kind need not be named twice."""
    code = command.using.upper().removesuffix("-O") if command.using is not None else ""
    return code if command.kind == "weapon" and code in ABILITIES and code in KINDS else command.kind


def open_attack(battle: Battle, command: orders.Attack) -> Attack:
    if command.unit not in battle.state.units:
        unarmed = buildings_hold_fire(battle, command.unit)
        if unarmed is not None:
            raise Refused(unarmed)
    return Attack(battle, as_announced(battle, command))


@rules.rule("AS-URB-017", otherwise=None)
def buildings_hold_fire(battle: Battle, name: str) -> Refusal | None:
    """A building without a card of its own has no weapons."""
    feature = piece(battle.table, name)
    if feature is None or feature.role_name != "solid":
        return None
    return Refusal("unarmed", f"{name} ({feature.kind}) has no weapons: order a unit to attack", "AS-URB-017")


def _any_attack(battle: Battle, command: orders.Attack) -> orders.Attack:
    return orders.Attack(command.unit, command.target)


@rules.rule("AS-COM-003", otherwise=_any_attack)
def as_announced(battle: Battle, command: orders.Attack) -> orders.Attack:
    """Whoever attacks names its target, the nature of the attack and its overheat, and makes just that attack."""
    kind = None
    for hook in battle.hooks[hooks.announced_as]:
        kind = hook(battle, command)
        if kind is not None:
            break
    if kind is None:
        kind = kind_of(command) if command.using is not None else command.kind
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise refuse("unknown_kind", f"there is no attack of kind {kind!r}; there are {known}", "AS-COM-003")
    return command if kind == command.kind else replace(command, kind=kind)


def why_not(attack: Attack) -> Refusal | None:
    """The first rule that forbids this attack, if any."""
    module = attack.kind_rules.when
    if module is not None and not _is_played(attack.battle, module):
        return _not_agreed_on(attack, rules.options[module])
    if attack.kind_rules.judge is not None:
        return attack.kind_rules.judge(attack)
    return forbidden(attack)


def forbidden(attack: Attack) -> Refusal | None:
    """The first rule that forbids an attack of this sort, whoever may order it."""
    if attack.command.split and not _is_played(attack.battle, piloted(MULTI_TASKER)):
        return no_two_of_one(attack.attacker)
    if is_plain(attack):
        attack.asked_as = hooks.SHOT
    for hook in attack.battle.hooks[hooks.may_attack, attack.asked_as]:
        refusal: Refusal | None = hook(attack)
        if refusal is not None:
            return refusal
    return _why_not_called_upon(attack) if attack.command.abilities else None


def is_plain(attack: Attack) -> bool:
    """A unit on the table, that has done nothing out of the ordinary, fires all it has at another one there.

    What such a shot is not, rules that ``plain=False`` is said of need not ask.
    """
    command, unit, target = attack.command, attack.attacker, attack.target
    if attack.kind != hooks.PLAIN_KIND or target is None or attack.using is not None or attack.indirect:
        return False
    if command.rear is not None or command.ammo is not None or command.split or attack.through is not None:
        return False
    if unit.place != TABLE or target.place != TABLE or unit.hull_down or target.hull_down or unit.moved == "sprint":
        return False
    if unit.shutdown or unit.stunned or unit.declared is not None or unit.spotted is not None or unit.spotter_promise:
        return False
    return not unit.attacks and not unit.targets


def no_two_of_one(unit: Unit) -> Refusal:
    """Who is no Multi-Tasker does not split its fire; where there is none nothing else has to look for it."""
    text = f"{unit.id} is no {MULTI_TASKER} and makes one attack of its weapons: leave split out"
    return Refusal("no_such_ability", text, "AS-SPA-046")


def _is_played(battle: Battle, module: str) -> bool:
    on: frozenset[str] = battle.remember("switches", lambda: battle.setup.switches)
    return module in on


def _not_agreed_on(attack: Attack, module: Option) -> Refusal:
    named = attack.kind_rules.words or attack.kind_rules.name
    text = f"{named} is an attack of the optional rules {module.title} ({module.name}), which are not played here"
    return Refusal("not_played", text, module.rule)


def attack_choices(attack: Attack) -> tuple[Choice, ...]:
    """What may be said with an attack, before the rules are asked about each word."""
    return choices(hook(attack) for hook in attack.battle.hooks[hooks.attack_choices, attack.kind])


def _why_not_called_upon(attack: Attack) -> Refusal | None:
    """Abilities named in an attack are there to be called upon, each once."""
    plain = Attack(attack.battle, replace(attack.command, abilities=()))
    known = [choice.word for choice in attack_choices(plain) if choice.word is not None]
    named = attack.command.abilities
    if len(set(named)) == len(named) and set(named).issubset(known):
        return None
    may = f"it may call upon {', '.join(known)}, once each" if known else "there is nothing for it to call upon"
    by = next((PLAYED[name] for name in named if name in PLAYED and name not in known), "AS-COM-003")
    return Refusal("no_such_ability", f"{attack.attacker.id} cannot call upon {', '.join(named)}: {may}", by)


def harder_still(attack: Attack) -> tuple[Modifier, ...]:
    """What is added to a number that is not made up of the usual parts: hook ``fixed_number``."""
    found = (hook(attack) for hook in attack.battle.hooks[hooks.fixed_number])
    return tuple(part for part in found if part is not None)


def modifiers(attack: Attack) -> tuple[Modifier, ...]:
    """The target number as a sum."""
    if attack._parts is None and attack.kind_rules.number is not None:
        attack._parts = (*attack.kind_rules.number(attack), *harder_still(attack))
        attack.number = total(attack._parts)
    if attack._parts is None:
        parts: list[Modifier] = []
        aimed = attack.through or attack
        for hook in in_sator_order(attack):
            part = hook(aimed)
            if part is not None:
                parts.append(part)
        later = attack.battle.hooks[hooks.to_hit.later, attack.asked_as]
        if later:
            so_far = SoFar(parts)
            for sees in later:
                part = sees(aimed, so_far)
                if part is not None:
                    parts.append(part)
        attack._parts = tuple(parts)
        attack.number = total(parts)
    return attack._parts


def of_any_attack(attack: Attack) -> Iterator[Modifier]:
    """What counts on every attack: for kinds that make a target number of their own."""
    for hook in attack.battle.hooks[hooks.to_hit.alone, attack.asked_as]:
        part = hook(attack)
        if part is not None:
            yield part


def number_of(attack: Attack) -> int:
    """The target number."""
    if attack._parts is None:
        modifiers(attack)
    return attack.number


def _range_first(attack: Attack) -> tuple[Callable[[Attack], Modifier | None], ...]:
    return attack.battle.hooks[hooks.to_hit, attack.asked_as][::-1]


@rules.rule("AS-COM-038", otherwise=_range_first)
def in_sator_order(attack: Attack) -> tuple[Callable[[Attack], Modifier | None], ...]:
    """What a target number is made of: Skill, Attacker's movement, Target's movement, Other, Range."""
    return attack.battle.hooks[hooks.to_hit, attack.asked_as]


def succeeds(attack: Attack, number: int, roll: int) -> bool:
    if automatic_miss(attack, number):
        return False
    return automatic_hit(attack, number) or enough(attack, number, roll)


@rules.rule("AS-COM-036", otherwise=False)
def automatic_miss(attack: Attack, number: int) -> bool:
    """Above 12 nothing hits, not even a natural 12."""
    return number > 12


@rules.rule("AS-COM-037", otherwise=False)
def automatic_hit(attack: Attack, number: int) -> bool:
    """At 2 or less everything hits; the dice still fall, a natural 12 counts."""
    return number <= 2


@rules.rule("AS-COM-035", "AS-INT-019", "AS-AER-071", otherwise=False)
def enough(attack: Attack, number: int, roll: int) -> bool:
    """A roll succeeds when it reaches the target number, as far as dice can."""
    return roll >= (number if number < NEVER else NEVER - 1)
