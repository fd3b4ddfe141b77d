"""The formation types in the order of the book (pp. 117-123), how they are called, and when units earn one.

Knows the list; what each type wants and gives is in the modules around it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from lancemate.alphastrike.cards.formation_names import (
    ASSAULT,
    BASIC,
    BATTLE,
    COMMAND,
    DISRUPTING,
    FIRE,
    PURSUIT,
    RECON,
    STRIKER,
    SUPPORT,
    TRANSPORTING,
    VEHICLES_COMMAND,
    varied,
)
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.kernel.values import frozen
from lancemate.muster.force import AIR_LANCE, MECHANIZED, NOVA, OVERLAYS, Force, Formation, Member
from lancemate.muster.formations import (
    aerospace,
    assault,
    battle,
    command,
    fire,
    pursuit,
    recon,
    striker,
    support,
    transport,
)
from lancemate.muster.formations.bonuses import Bonus, large_enough
from lancemate.muster.formations.requirements import Gap, Requirement
from lancemate.muster.organisation import formation_word
from lancemate.muster.roles import role_of

Needs = Callable[[], tuple[Requirement, ...]]
Gives = Callable[[Sequence[Member]], tuple[Bonus, ...]]


@frozen
class FormationType:
    """One type of the book."""

    name: str
    rule: str
    needs: Needs
    gives: Gives
    ideal: str | None = None
    aerospace: bool = False

    @property
    def varies(self) -> str | None:
        return varied(self.name)

    @property
    def bare_name(self) -> str:
        """Without the word for the group."""
        return self.name.removesuffix(" Lance").removesuffix(" Squadron")

    @property
    def family(self) -> str:
        """The mission that it and its variations serve."""
        return BY_NAME[BASIC[self.name]].bare_name.partition("/")[0]

    def called(self, scheme: str) -> str:
        """Its name in the words of an organisation: a Clan has a Battle Star."""
        return f"{self.bare_name} {formation_word(scheme, aerospace=self.aerospace)}"


def _nothing(units: Sequence[Member]) -> tuple[Bonus, ...]:
    return ()


def _in_the_air(name: str, rule: str, needs: Needs, gives: Gives) -> FormationType:
    return FormationType(name, rule, needs, gives, aerospace=True)


TYPES: Final = (
    FormationType(BATTLE, "AS-FOR-045", battle.battle_lance, battle.lucky_pool, "Brawler"),
    FormationType("Light Battle Lance", "AS-FOR-047", battle.light_battle_lance, battle.lucky_pool),
    FormationType("Medium Battle Lance", "AS-FOR-048", battle.medium_battle_lance, battle.lucky_pool),
    FormationType("Heavy Battle Lance", "AS-FOR-049", battle.heavy_battle_lance, battle.lucky_pool),
    FormationType(ASSAULT, "AS-FOR-050", assault.assault_lance, assault.shock, "Juggernaut"),
    FormationType("Fast Assault Lance", "AS-FOR-052", assault.fast_assault_lance, assault.fast_shock),
    FormationType(STRIKER, "AS-FOR-053", striker.striker_lance, striker.speed_demons, "Striker"),
    FormationType("Light Striker/Cavalry Lance", "AS-FOR-055", striker.light_striker_lance, striker.speed_demons),
    FormationType("Heavy Striker/Cavalry Lance", "AS-FOR-056", striker.heavy_striker_lance, striker.speed_demons),
    FormationType(FIRE, "AS-FOR-057", fire.fire_lance, fire.snipers, "Missile Boat"),
    FormationType("Fire Support Lance", "AS-FOR-059", fire.fire_support_lance, fire.oblique_attackers),
    FormationType("Artillery Fire Lance", "AS-FOR-060", fire.artillery_fire_lance, fire.oblique_artillerymen),
    FormationType("Direct Fire Lance", "AS-FOR-061", fire.direct_fire_lance, fire.weapon_specialists),
    FormationType("Anti-Air Lance", "AS-FOR-062", fire.anti_air_lance, fire.anti_aircraft_specialists),
    FormationType(RECON, "AS-FOR-063", recon.recon_lance, recon.keen_eyes, "Scout"),
    FormationType("Light Recon Lance", "AS-FOR-065", recon.light_recon_lance, recon.eyes_of_each),
    FormationType("Heavy Recon Lance", "AS-FOR-066", recon.heavy_recon_lance, recon.eyes_of_half),
    FormationType(PURSUIT, "AS-FOR-067", pursuit.pursuit_lance, pursuit.blood_stalkers, "Skirmisher"),
    FormationType("Probe Lance", "AS-FOR-069", pursuit.probe_lance, pursuit.blood_stalkers),
    FormationType("Sweep Lance", "AS-FOR-070", pursuit.sweep_lance, pursuit.blood_stalkers),
    FormationType(COMMAND, "AS-FOR-071", command.command_lance, command.staff),
    FormationType(VEHICLES_COMMAND, "AS-FOR-074", command.vehicle_command_lance, command.staff),
    FormationType(SUPPORT, "AS-FOR-075", support.support_lance, _nothing),
    _in_the_air("Interceptor Squadron", "AS-FOR-081", aerospace.interceptor_squadron, aerospace.interceptors),
    _in_the_air("Aerospace Superiority Squadron", "AS-FOR-082", aerospace.superiority_squadron, aerospace.superiority),
    _in_the_air("Fire Support Squadron", "AS-FOR-083", aerospace.fire_support_squadron, aerospace.pairs_in_support),
    _in_the_air("Strike Squadron", "AS-FOR-084", aerospace.strike_squadron, aerospace.strikers),
    _in_the_air(DISRUPTING, "AS-FOR-085", aerospace.electronic_warfare_squadron, aerospace.disruption),
    _in_the_air(TRANSPORTING, "AS-FOR-087", aerospace.transport_squadron, aerospace.transports),
)

BY_NAME: Final = {kind.name: kind for kind in TYPES}


# -- names ----------------------------------------------------------------------------------------------------

_GROUP_WORDS: Final = (" lance", " star", " level ii", " squadron")
_JUST_A_GROUP: Final = frozenset(("", "formation", *(word.strip() for word in _GROUP_WORDS)))
_OTHER_NAMES: Final = {
    "light": "Light Battle Lance",
    "medium": "Medium Battle Lance",
    "heavy": "Heavy Battle Lance",
    "striker": "Striker/Cavalry Lance",
    "cavalry": "Striker/Cavalry Lance",
    "light striker": "Light Striker/Cavalry Lance",
    "light cavalry": "Light Striker/Cavalry Lance",
    "heavy striker": "Heavy Striker/Cavalry Lance",
    "heavy cavalry": "Heavy Striker/Cavalry Lance",
}


def find_type(text: str, *, in_the_air: bool = False) -> FormationType | None:
    """The type of this name, in the words of any organisation; whoever flies decides between names that both have."""
    folded = " ".join(text.casefold().split())
    bare, word = folded, ""
    for ending in _GROUP_WORDS:
        if folded.endswith(ending):
            bare, word = folded.removesuffix(ending), ending.strip()
    if bare in _OTHER_NAMES:
        return BY_NAME[_OTHER_NAMES[bare]]
    named = [kind for kind in TYPES if kind.bare_name.casefold() == bare]
    if word in ("lance", "squadron"):
        return next((kind for kind in named if kind.aerospace == (word == "squadron")), None)
    return next((kind for kind in named if kind.aerospace == in_the_air), named[0] if named else None)


def declared(text: str, *, in_the_air: bool = False) -> tuple[FormationType | None, tuple[str, ...]]:
    """The type that a text such as ``Recon Lance + Air Lance`` declares, and what is laid over it."""
    kinds: list[FormationType] = []
    overlays: list[str] = []
    for part in text.split("+"):
        words = " ".join(part.split())
        overlay = next((one for one in OVERLAYS if words.casefold().startswith(one.casefold())), None)
        if overlay is not None:
            overlays.append(overlay)
            words = words[len(overlay) :].strip()
            if words.casefold() in _JUST_A_GROUP:
                continue
        kind = find_type(words, in_the_air=in_the_air)
        if kind is None:
            known = [*(kind.name for kind in TYPES), *OVERLAYS]
            raise InputError(f"there is no formation type {part.strip()!r}; {nearest(part.strip(), known)}")
        kinds.append(kind)
    return only_one(kinds), tuple(dict.fromkeys(overlays))


@rules.formula("AS-FOR-036", otherwise=lambda kinds: kinds[0] if kinds else None)
def only_one(kinds: Sequence[FormationType]) -> FormationType | None:
    """A formation is of one type, however many its units would fulfil."""
    if len(kinds) > 1:
        names = " and ".join(kind.name for kind in kinds)
        raise InputError(f"a formation is declared as one type, not as {names}; only {', '.join(OVERLAYS)} go on top")
    return kinds[0] if kinds else None


def title_of(formation: Formation, scheme: str) -> str:
    """The name somebody gave it, and what it was built as, which must be on record."""
    if formation.type is None:
        return formation.name
    built = " + ".join((BY_NAME[formation.type].called(scheme), *formation.overlays))
    return formation.name if formation.name == built else f"{formation.name} ({built})"


def misleading(formation: Formation) -> FormationType | None:
    """Another type that the formation's name makes one think of."""
    if formation.type is None:
        return None
    own = BY_NAME[formation.type]
    named = find_type(formation.name, in_the_air=own.aerospace)
    return named if named is not None and named.family != own.family else None


# -- what a type asks and gives -------------------------------------------------------------------------------


@rules.formula(
    "AS-FOR-042", otherwise=lambda kind: (*(BY_NAME[kind.varies].needs() if kind.varies else ()), *kind.needs())
)
def requirements(kind: FormationType) -> tuple[Requirement, ...]:
    """A variation's requirements replace those of the type it varies, but for those it takes over by its own words."""
    return kind.needs()


@rules.formula("AS-FOR-043", otherwise=lambda kind: BY_NAME[kind.varies].ideal if kind.varies else kind.ideal)
def ideal_role(kind: FormationType) -> str | None:
    """The role that makes up for everything else; a variation has none."""
    return None if kind.varies else kind.ideal


@rules.formula("AS-FOR-037", otherwise=False)
def all_ideal(kind: FormationType, units: Sequence[Member]) -> bool:
    """If every unit has the ideal role, all other requirements count as met."""
    wanted = ideal_role(kind)
    return wanted is not None and bool(units) and all(role_of(unit.card) == wanted for unit in units)


def core_of(formation: Formation) -> tuple[Member, ...]:
    """The units that count for the type and share its bonus: not riding infantry, not the fighters of an Air Lance."""
    units = formation.members
    if MECHANIZED in formation.overlays or NOVA in formation.overlays:
        units = transport.carriers_and_riders(units)[0]
    if AIR_LANCE in formation.overlays:
        units = aerospace.lance_and_flight(units)[0]
    return units


def gaps(kind: FormationType, units: Sequence[Member]) -> tuple[Gap, ...]:
    """In what units fall short of a type; empty when they earn it."""
    if all_ideal(kind, units):
        return ()
    found = (requirement.gap(units) for requirement in requirements(kind))
    return tuple(gap for gap in found if gap is not None)


def qualifies(kind: FormationType, units: Sequence[Member]) -> bool:
    return all_ideal(kind, units) or all(requirement.met(units) for requirement in requirements(kind))


def distance(kind: FormationType, units: Sequence[Member]) -> int:
    """How many units at least would have to be others for a type to be earned, requirement by requirement."""
    if qualifies(kind, units):
        return 0
    return sum(gap.units for gap in gaps(kind, units))


def suits_branch(kind: FormationType, units: Sequence[Member]) -> bool:
    """Aerospace types are for those who fly, all others for those who do not."""
    return all(unit.card.is_aerospace == kind.aerospace for unit in units)


@rules.formula("AS-FOR-007", otherwise=lambda formation: formation.type is not None)
def is_of_its_type(formation: Formation) -> bool:
    """It was built as something, is large enough for a bonus, and fulfils what that asks."""
    if formation.type is None:
        return False
    kind, units = BY_NAME[formation.type], core_of(formation)
    return large_enough(len(units)) and suits_branch(kind, units) and qualifies(kind, units)


@rules.formula("AS-FOR-075", otherwise=None)
def no_support(formation: Formation, force: Force) -> str | None:
    """Why a Support Lance supports nobody, or None: it needs a formation that is of a type, and not itself support."""
    if formation.supports is None:
        return "a formation of support names another one that it supports"
    supported = force.formation(formation.supports)
    if supported is None or supported.type is None:
        return f"{formation.supports} is of no type: there is nothing to support it in"
    if supported.type == SUPPORT:
        return f"{formation.supports} is itself a formation of support"
    return (
        None if is_of_its_type(supported) else f"{formation.supports} does not earn its type: it has no bonus to share"
    )


def overlay_faults(formation: Formation) -> tuple[tuple[str, str], ...]:
    """Why a formation is not Mechanized, no Nova or no Air Lance, though it claims to be; each with its rule."""
    overlays, found = formation.overlays, list[tuple[str, str]]()
    if MECHANIZED in overlays and NOVA in overlays:
        found.append(("it is either Mechanized or a Nova, not both", "AS-FOR-076"))
    if MECHANIZED in overlays or NOVA in overlays:
        no_room = transport.no_room(formation.members)
        found += [(no_room, "AS-FOR-076")] if no_room is not None else []
    if AIR_LANCE in overlays:
        grounded = aerospace.no_air_lance(formation.members)
        found += [(grounded, "AS-FOR-079")] if grounded is not None else []
    return tuple(found)


def bonuses(formation: Formation, force: Force | None = None) -> tuple[Bonus, ...]:
    """What a formation's type gives it: nothing to fewer than three units, or to those who do not fulfil it."""
    if formation.type is None or not is_of_its_type(formation):
        return ()
    kind, units = BY_NAME[formation.type], core_of(formation)
    if kind.name == SUPPORT:
        if force is None or formation.supports is None or no_support(formation, force) is not None:
            return ()
        supported = force.formation(formation.supports)
        assert supported is not None
        return support.supporting(units, supported, bonuses(supported, force))
    if kind.name == DISRUPTING:
        return aerospace.disruption(units, force.command_abilities if force is not None else ())
    return kind.gives(units)
