"""Builds a legal force of so many points from the catalogue: formations that earn their types, roles as wanted.

A small optimiser: it starts from several different forces and improves each, unit by unit and type by type, as long
as that brings it nearer to what was asked for. The best of them is shaken, some units and a type changed at once, and
improved again, to get out of a corner that no single change leads out of. The points left over buy better crews. The
same wishes and seed give the same force. Knows costs and types; must not know files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Final, NamedTuple

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.cards.formation_names import BASIC, COMMAND, SUPPORT, TRANSPORTING, VEHICLES_COMMAND
from lancemate.alphastrike.cards.points import REGULAR, point_value
from lancemate.alphastrike.telling.wording import points, with_article
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import InputError, LancemateError
from lancemate.kernel.values import frozen
from lancemate.muster import catalogue
from lancemate.muster.checking import check_force
from lancemate.muster.factions import having, scheme_of, unsettled
from lancemate.muster.force import COMMANDER, LIEUTENANT, Force, Formation, Group, Member
from lancemate.muster.formations.aerospace import unpaired
from lancemate.muster.formations.bonuses import BUILDING, Bonus
from lancemate.muster.formations.book import TYPES, FormationType, bonuses, distance
from lancemate.muster.larger_groups import LINE, faults
from lancemate.muster.organisation import CLAN, COMSTAR, INNER_SPHERE, full_strength, kind_of, mixture
from lancemate.muster.pilot_abilities import COMPANY, no_use
from lancemate.muster.roles import role_named, role_of

STARTS: Final = 8  # for a company; larger forces get fewer
MORE_STARTS: Final = 24  # as long as none of them keeps the rules
SHAKES: Final = 60  # for a company, at most; larger forces get fewer
VAIN: Final = 15  # shakes in a row that bring nothing, after which no more are tried
SHAKEN: Final = 3  # units changed at once
POOL: Final = 240  # cards looked at, at most
ORDINARY: Final = 30  # points of a unit, at most, when nothing else says how many there should be
FILLER: Final = 12  # one part in so many of the points may be left for better crews
MOST_FORMATIONS: Final = 36
PARTS: Final = re.compile(r"\s*([1-9][0-9]{0,2})\s*")  # of a mix of roles
NAMES: Final = (
    *("Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliett", "Kilo", "Lima"),
    *("Mike", "November", "Oscar", "Papa", "Quebec", "Romeo", "Sierra", "Tango", "Uniform", "Victor", "Whiskey"),
)
# What a force may be made of.
KINDS: Final = {"mechs": "BM", "vehicles": "CV", "battle armor": "BA", "infantry": "CI", "fighters": "AF"}


@frozen
class Wishes:
    """What a force should be like."""

    points: int
    roles: Mapping[str, int] = field(default_factory=dict)  # parts of the whole: two Brawlers to one Sniper
    formations: tuple[FormationType, ...] = ()  # none is whatever fits best
    faction: str | None = None
    era: str | None = None
    kind: str = "mechs"
    training: bool = False
    skills: tuple[int, int] = (3, 5)
    seed: int = 0
    name: str = "A new force"
    others: tuple[Card, ...] = ()  # cards at hand besides those of the catalogue
    only_others: bool = False  # none but those
    unsure: bool = False  # units too of which nobody knows who fields them
    count: int | None = None  # formations; None is as many as the points are good for
    counts: Mapping[str, int] | None = None  # miniatures there are of each card, by id; none is as many as one likes


class Shortfall(NamedTuple):
    """How far a force is from what was asked for; the first that differs decides."""

    over: int  # points above the limit
    faults: int  # units that formations lack, and those that do not belong together
    roles: int  # units missing of the roles asked for
    alike: int  # formations of a type that is there already
    left: int  # points that nobody will use
    twins: int  # pairs of units of one model

    @property
    def nothing_amiss(self) -> bool:
        """What was asked for is there."""
        return not (self.over or self.faults or self.roles or self.alike or self.left)


def role_mix(text: str) -> dict[str, int]:
    """Read ``brawler:2,sniper:1``; a role without a number is one part."""
    mix: dict[str, int] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, _, number = part.partition(":")
        parts = PARTS.fullmatch(number or "1")
        if parts is None:
            raise InputError(f"{part!r} is no part of a mix; write a role and how many parts it is, as in brawler:2")
        mix[role_named(name)] = int(parts[1])
    return mix


def build_force(wishes: Wishes) -> Force:
    """The best force found. Raises LancemateError, with a hint, when none keeps the rules."""
    search = _Search(wishes)
    companies = max(1, search.count * search.size // COMPANY)
    drafts = [search.started(start) for start in range(max(2, STARTS // companies))]
    best = search.shaken(min(drafts, key=lambda draft: draft.cost), SHAKES // companies)
    for start in range(len(drafts), MORE_STARTS):
        if not (best.cost.over or best.cost.faults):
            break
        other = search.shaken(search.started(start), SHAKES // companies, start)
        best = min(best, other, key=lambda draft: draft.cost)
    force = search.finished(best)
    if best.missing:
        raise LancemateError(
            f"no force of {points(wishes.points)} was found: {best.missing} more of the miniatures would be needed. "
            "Ask for fewer points, or for other formations."
        )
    wrong = [str(finding) for finding in check_force(force) if finding.wrong]
    if wrong:
        hint = "" if wishes.training else ", or let training units take part"
        more = f"Ask for more points or for other formations{hint}."
        raise LancemateError(f"no force of {points(wishes.points)} was found. {wrong[0]} {more}")
    return force


class _Draft:
    """A force on its way: for each formation a type and the cards in it, by their number, and what it costs."""

    def __init__(self, search: _Search, types: list[int], cards: list[list[int]]) -> None:
        self.search = search
        self.types = types
        self.cards = cards
        flat = [number for lance in cards for number in lance]
        self.points = sum(search.cards[number].pv for number in flat)
        self.roles = Counter(search.roles[number] for number in flat)
        self.models = Counter(flat)
        self.twins = sum(count * (count - 1) // 2 for count in self.models.values())
        self.missing = search.missing(self.models)
        self.faults = [
            search.faults(kind, lance, search.posts[at])
            for at, (kind, lance) in enumerate(zip(types, cards, strict=True))
        ]
        self.cost = self.cost_with(0, types[0])

    def cost_with(self, lance: int, kind: int) -> Shortfall:
        """What it would cost with another type for a formation."""
        types = [*self.types[:lance], kind, *self.types[lance + 1 :]]
        fault = self.search.faults(kind, self.cards[lance], self.search.posts[lance])
        faults = sum(self.faults) - self.faults[lance] + fault + self.missing
        return self.search.cost(self.points, faults, self.roles, len(types) - len(set(types)), self.twins)

    def cost_of(self, lance: int, place: int, number: int) -> Shortfall:
        """What it would cost with another card in a place, and in that of its partner."""
        search = self.search
        units = self.with_card(lance, place, number)
        faults = sum(self.faults) - self.faults[lance] + search.faults(self.types[lance], units, search.posts[lance])
        roles, models, twins, points = self.roles.copy(), self.models, self.twins, self.points
        changed = [(old, new) for old, new in zip(self.cards[lance], units, strict=True) if old != new]
        several = len(changed) > 1 or search.have is not None
        if several:
            models = models.copy()
        for old, new in changed:
            roles[search.roles[old]] -= 1
            roles[search.roles[new]] += 1
            twins += models[new] - (models[old] - 1)
            points += search.cards[new].pv - search.cards[old].pv
            if several:
                models[old] -= 1
                models[new] += 1
        faults += search.missing(models)
        return search.cost(points, faults, roles, self.cost.alike, twins)

    def with_card(self, lance: int, place: int, number: int) -> list[int]:
        """A formation with another card in a place; fighters come in pairs."""
        first = place - place % self.search.step
        units = list(self.cards[lance])
        for at in range(first, min(first + self.search.step, len(units))):
            units[at] = number
        return units


class _Search:
    """What was asked for, the cards there are, and the way from a start to something better."""

    def __init__(self, wishes: Wishes) -> None:
        self.wishes = wishes
        self.scheme = scheme_of(wishes.faction)
        self.cards = _candidates(wishes)
        self.have = None if wishes.counts is None else [wishes.counts[card.id] for card in self.cards]
        self.roles = [role_of(card) or "" for card in self.cards]
        self.members = [Member(card) for card in self.cards]
        self.size = full_strength(self.scheme, kind_of(self.cards[0]))
        flying = self.cards[0].is_aerospace
        self.step = 2 if flying else 1
        self.kinds = list(wishes.formations) or [
            kind for kind in TYPES if kind.aerospace == flying and (flying or kind.family in LINE)
        ]
        ordinary = min(ORDINARY, sum(card.pv for card in self.cards) / len(self.cards))
        usual = round(wishes.points / (ordinary * self.size))
        self.fixed = bool(wishes.formations)
        self.count = len(wishes.formations) or wishes.count or min(MOST_FORMATIONS, max(1, usual))
        self.posts = _posts(wishes.formations, self.count)
        price = wishes.points / (self.count * self.size)
        by_price = sorted(range(len(self.cards)), key=lambda number: abs(self.cards[number].pv - price))
        self.ordinary = by_price[: max(self.size, len(by_price) // 2)]  # where a start takes its cards from
        self.wanted = _apportioned(wishes.roles, self.count * self.size)
        self.known: dict[tuple[int, tuple[int, ...], str | None], int] = {}

    def cost(self, points: int, faults: int, roles: Counter[str], alike: int, twins: int) -> Shortfall:
        limit = self.wishes.points
        missing = sum(max(0, count - roles[role]) for role, count in self.wanted.items())
        return Shortfall(
            max(0, points - limit), faults, missing, alike, max(0, limit - points - limit // FILLER), twins
        )

    def missing(self, models: Mapping[int, int]) -> int:
        """Miniatures that a force would need and nobody has."""
        have = self.have
        return 0 if have is None else sum(max(0, count - have[number]) for number, count in models.items())

    def faults(self, kind: int, cards: Sequence[int], post: str | None) -> int:
        """What a formation lacks of its type, with the first of it in command or not."""
        key = (kind, tuple(cards), post)
        known = self.known.get(key)
        if known is None:
            units = self.units(cards, post)
            known = distance(self.kinds[kind], units) + len(unpaired(units))
            mixed = self.kinds[kind].name in (SUPPORT, TRANSPORTING)
            if mixture(self.scheme, (unit.card for unit in units), specialised=mixed) is not None:
                known += len({unit.card.move.primary for unit in units})
            self.known[key] = known
        return known

    def units(self, cards: Sequence[int], post: str | None) -> list[Member]:
        units = [self.members[number] for number in cards]
        if post is not None:
            units[0] = replace(units[0], command=post)
        return units

    def started(self, start: int) -> _Draft:
        """The best force within reach of a start by chance."""
        luck = Generator((self.wishes.seed << 8) + start)
        types = [lance if self.fixed else luck.below(len(self.kinds)) for lance in range(self.count)]
        cards = [self._in_pairs([luck.choice(self.ordinary) for _ in range(self.size)]) for _ in range(self.count)]
        return self._improved(_Draft(self, types, cards))

    def _in_pairs(self, units: list[int]) -> list[int]:
        return [units[place - place % self.step] for place in range(len(units))]

    def shaken(self, best: _Draft, times: int, by: int = STARTS) -> _Draft:
        """A force to which a few changes at once, improved again, bring nothing any more."""
        luck = Generator((self.wishes.seed << 8) + by)
        vain = 0
        while times and vain < VAIN and not best.cost.nothing_amiss:
            times -= 1
            types, cards = list(best.types), [list(units) for units in best.cards]
            lance = luck.below(self.count)
            if not self.fixed:
                types[lance] = luck.below(len(self.kinds))
            for _ in range(SHAKEN):
                cards[luck.below(self.count)][luck.below(self.size)] = luck.choice(self._scarce(best))
            tried = self._improved(_Draft(self, types, [self._in_pairs(units) for units in cards]))
            vain = 0 if tried.cost < best.cost else vain + 1
            best = min(best, tried, key=lambda draft: draft.cost)
        return best

    def _scarce(self, draft: _Draft) -> list[int]:
        """Cards of the roles that are missing, or any."""
        missing = {role for role, count in self.wanted.items() if draft.roles[role] < count}
        return [number for number, role in enumerate(self.roles) if role in missing] or self.ordinary

    def _improved(self, draft: _Draft) -> _Draft:
        """Place after place the best card for it, until nothing helps."""
        before = None
        while draft.cost != before:
            before = draft.cost
            for lance in range(self.count):
                if not self.fixed:
                    draft = self._best_type(draft, lance)
                for place in range(0, self.size, self.step):
                    draft = self._best_card(draft, lance, place)
        return draft

    def _best_type(self, draft: _Draft, lance: int) -> _Draft:
        cost, kind = min((draft.cost_with(lance, kind), kind) for kind in range(len(self.kinds)))
        if cost >= draft.cost:
            return draft
        return _Draft(self, [*draft.types[:lance], kind, *draft.types[lance + 1 :]], draft.cards)

    def _best_card(self, draft: _Draft, lance: int, place: int) -> _Draft:
        cost, number = min((draft.cost_of(lance, place, number), number) for number in range(len(self.cards)))
        if cost >= draft.cost:
            return draft
        cards = [list(units) for units in draft.cards]
        cards[lance] = draft.with_card(lance, place, number)
        return _Draft(self, draft.types, cards)

    def finished(self, draft: _Draft) -> Force:
        """Crews for the points that are left, abilities that come with the formations, and a group around them."""
        lances = [self.units(units, self.posts[lance]) for lance, units in enumerate(draft.cards)]
        skills = iter(_crews([unit.card for units in lances for unit in units], self.wishes))
        formations = []
        for lance, units in enumerate(lances):
            kind = self.kinds[draft.types[lance]]
            crews = tuple(replace(unit, skill=next(skills)) for unit in units)
            name = NAMES[lance] if lance < len(NAMES) else str(lance + 1)
            formations.append(_endowed(Formation(f"{name} {kind.called(self.scheme)}", crews, kind.name)))
        wishes = self.wishes
        force = Force(
            wishes.name,
            tuple(formations),
            faction=wishes.faction,
            era=wishes.era,
            limit=wishes.points,
            skills=wishes.skills,
        )
        force = replace(force, formations=tuple(_supporting(force)))
        group = _group(force)
        return replace(force, groups=(group,)) if group is not None else force


def _posts(formations: Sequence[FormationType], count: int) -> list[str | None]:
    """Who commands: the first unit of a Command Lance, or else of the first formation; others lead their own."""
    leading = [at for at, kind in enumerate(formations) if BASIC[kind.name] == COMMAND] or [0]
    posts: list[str | None] = [LIEUTENANT if at in leading else None for at in range(count)]
    posts[leading[0]] = COMMANDER
    return posts


def _supporting(force: Force) -> Iterator[Formation]:
    """Each Support Lance stands by another formation, one after the other."""
    others = [one.name for one in force.formations if one.type != SUPPORT]
    helping = 0
    for formation in force.formations:
        if formation.type == SUPPORT and others:
            yield replace(formation, supports=others[helping % len(others)])
            helping += 1
        else:
            yield formation


def _candidates(wishes: Wishes) -> list[Card]:
    _check_types(wishes)
    found = [card for card in _at_hand(wishes) if card.pv > 0 and (wishes.training or not card.training)]
    if not found:
        hint = "" if wishes.training else "; training units are left out"
        raise InputError(f"the catalogue has no {wishes.kind} for {_whom(wishes)}{hint}{_unknown(wishes)}")
    Generator(wishes.seed).shuffle(found)
    return found[:POOL]


def _at_hand(wishes: Wishes) -> Iterator[Card]:
    """Cards of the kind asked for; Transport Squadrons are of whatever flies."""
    wanted = KINDS[wishes.kind]
    flying = any(kind.name == TRANSPORTING for kind in wishes.formations)
    known = () if wishes.only_others else catalogue.search(faction=wishes.faction, era=wishes.era, unsure=wishes.unsure)
    own = having(wishes.others, wishes.faction, wishes.era, unsure=wishes.unsure)
    for card in (*known, *own):
        if wishes.counts is not None and not wishes.counts.get(card.id):
            continue
        if card.type == wanted or (flying and card.is_aerospace):
            yield card


def _whom(wishes: Wishes) -> str:
    return " in ".join(filter(None, (wishes.faction or "anybody", wishes.era)))


def _unknown(wishes: Wishes) -> str:
    """A word about those left out because nobody knows who fields them."""
    if wishes.unsure or (wishes.faction is None and wishes.era is None):
        return ""
    known = () if wishes.only_others else catalogue.search(faction=wishes.faction, era=wishes.era, unsure=True)
    count = sum(
        card.type == KINDS[wishes.kind] and unsettled(card, wishes.faction, wishes.era)
        for card in (*known, *wishes.others)
    )
    return f"; of {count} more nobody knows who fields them: let them take part (--unsure)" if count else ""


def _check_types(wishes: Wishes) -> None:
    """Types that these units can never make are refused before anything is sought."""
    kinds = wishes.formations
    if kinds and all(kind.name == SUPPORT for kind in kinds):
        raise InputError("a Support Lance stands by another formation: ask for one besides")
    flying = wishes.kind == "fighters"
    for kind in kinds:
        if kind.aerospace != flying and kind.name != SUPPORT:
            raise InputError(f"{with_article(kind.name)} is not made of {wishes.kind}")
        if kind.name == VEHICLES_COMMAND and wishes.kind != "vehicles":
            raise InputError(f"{with_article(kind.name)} is made of vehicles, not of {wishes.kind}")


def _apportioned(roles: Mapping[str, int], units: int) -> dict[str, int]:
    """How many units each role gets: shares of the whole, what is left over to the largest remainders."""
    whole = sum(roles.values())
    if not whole:
        return {}
    shares = {role: units * part // whole for role, part in roles.items()}
    rests = sorted(roles, key=lambda role: -(units * roles[role] % whole))
    for role in rests[: units - sum(shares.values())]:
        shares[role] += 1
    return shares


def _crews(cards: Sequence[Card], wishes: Wishes) -> list[int]:
    """Skills that use up the points as far as possible; among equals, those of the first units are the better ones."""
    best, _ = wishes.skills
    usual = min(max(REGULAR, best), wishes.skills[1])
    skills = [usual] * len(cards)
    left = wishes.points - sum(point_value(card.pv, usual) for card in cards)
    if left <= 0:
        return skills
    # reachable[spent] is the choice of Skills that spends so much, found first.
    reachable: dict[int, tuple[int, ...]] = {0: ()}
    for card in cards:
        base = point_value(card.pv, usual)
        steps = [(skill, point_value(card.pv, skill) - base) for skill in range(usual, best - 1, -1)]
        after: dict[int, tuple[int, ...]] = {}
        for spent, chosen in reachable.items():
            for skill, price in reversed(steps):
                if spent + price <= left:
                    after.setdefault(spent + price, (*chosen, skill))
        reachable = after
    return list(reachable[max(reachable)])


def _endowed(formation: Formation) -> Formation:
    """With the abilities that are fixed when a force is built, for those units that they serve best."""
    members = list(formation.members)
    for bonus in bonuses(formation):
        if bonus.when == BUILDING and bonus.users:
            chosen = _recipients(bonus, members)
            for number, place in enumerate(chosen):
                members[place] = _granted(members[place], bonus.abilities[number % bonus.kinds])
            if bonus.rest is not None:
                members = [one if place in chosen else _granted(one, bonus.rest) for place, one in enumerate(members)]
    return replace(formation, members=tuple(members))


def _granted(member: Member, ability: str) -> Member:
    return replace(member, granted=(*member.granted, ability))


def _recipients(bonus: Bonus, members: Sequence[Member]) -> list[int]:
    able = [place for place in range(len(members)) if bonus.may_have(place)]
    useful = [place for place in able if no_use(members[place].card, bonus.abilities[0]) is None]
    return (useful + [place for place in able if place not in useful])[: bonus.users]


def _group(force: Force) -> Group | None:
    """The company, Binary or Level III that the formations make, if they make one."""
    names = tuple(formation.name for formation in force.formations)
    kinds = {INNER_SPHERE: ("Company",), CLAN: ("Binary", "Trinary"), COMSTAR: ("Level III",)}
    for kind in kinds[force.scheme]:
        group = Group(kind, force.name, names)
        if not faults(group, force):
            return group
    return None
