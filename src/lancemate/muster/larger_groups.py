"""Companies, Binaries and beyond (pp. 113, 123-124): what larger groups are made of, and what they may be called.

They have no bonus of their own. Knows counting and names; must not know what formation types ask.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final, NamedTuple

from lancemate.alphastrike.ruleset import rules
from lancemate.muster.force import NOVA, Force, Formation, Group
from lancemate.muster.formations.book import BY_NAME, core_of
from lancemate.muster.organisation import ORGANISATION, Echelon, echelons, kind_of

LINE: Final = ("Battle", "Assault", "Striker", "Fire", "Recon", "Pursuit")

# From how many to how many of each; below the core what may be attached to it.
COMPANY: Final = rules.table(
    "AS-FOR-089",
    {
        "lances": (2, 4),
        "Command": (0, 1),
        "Support": (0, 2),
        "line": (1, 4),
        "conventional infantry": (0, 6),
        "battle armor": (0, 4),
        "vehicles": (0, 3),
        "aerospace": (0, 1),
    },
)
BATTALION: Final = rules.table(
    "AS-FOR-090",
    {
        "Command": (0, 1),
        "companies": (3, 4),
        "conventional infantry": (0, 6),
        "battle armor": (0, 4),
        "vehicles": (0, 3),
        "aerospace": (0, 3),
    },
)
BINARY: Final = rules.table(
    "AS-FOR-091",
    {
        "Binary": (2, 2),
        "Trinary": (3, 3),
        "Command": (0, 1),
        "Support": (0, 1),
        "line": (1, 3),
        "battle armor": (0, 5),
        "vehicles": (0, 1),
        "aerospace": (0, 1),
    },
)
CLUSTER: Final = rules.table(
    "AS-FOR-092",
    {"Binaries or Trinaries": (3, 5), "battle armor": (0, 2), "vehicles": (0, 3), "aerospace": (0, 3)},
)
LEVEL_III: Final = rules.table(
    "AS-FOR-093", {"Level IIs": (6, 6), "Command": (0, 1), "Support": (0, 1), "line": (4, 6), "aerospace": (0, 3)}
)

LANCES_IN_COMPANIES: Final = {"vehicles", "'Mechs"}
SUPERNOVA: Final = "Supernova "
STARS: Final = ("Binary", "Trinary")
GROUPS: Final = (
    *("Company", "Battalion", "Regiment", "Brigade", "Wing"),
    *("Binary", "Trinary", "Supernova Binary", "Supernova Trinary", "Cluster", "Galaxy"),
    *("Level III", "Level IV", "Level V"),
)
_ORGANISATION_RULES: Final = {"Inner Sphere": "AS-FOR-022", "ComStar": "AS-FOR-023", "Clan": "AS-FOR-024"}


def groups_of(scheme: str) -> tuple[str, ...]:
    """The larger groups of an organisation, the smallest first."""
    known = {row.group for row in echelons(scheme)}
    return tuple(kind for kind in GROUPS if kind in known)


class Fault(NamedTuple):
    text: str
    rule: str


def faults(group: Group, force: Force) -> tuple[Fault, ...]:
    """What is wrong with the make-up of a group."""
    match group.kind:
        case "Company":
            texts, rule = _company(group, force), "AS-FOR-089"
        case "Battalion":
            texts, rule = _battalion(group, force), "AS-FOR-090"
        case "Binary" | "Trinary" | "Supernova Binary" | "Supernova Trinary":
            texts, rule = _binary(group, force), "AS-FOR-091"
        case "Cluster":
            texts, rule = _cluster(group, force), "AS-FOR-092"
        case "Level III":
            texts, rule = _level_iii(group, force), "AS-FOR-093"
        case _:
            texts, rule = _by_organisation(group, force), _ORGANISATION_RULES[_scheme_and_row(group.kind)[0]]
    return tuple(Fault(text, rule) for text in texts)


# -- made of formations ---------------------------------------------------------------------------------------


@rules.formula("AS-FOR-089", otherwise=())
def _company(group: Group, force: Force) -> tuple[str, ...]:
    """Two to four lances, few of them for command or support, and what is attached."""
    core = _formations(group.formations, force)
    families = _families(core)
    supported = sum(families.values()) - families["Support"]
    texts = [
        *_core(group, core, COMPANY.of(rules), "lances", COMPANY.of(rules)["lances"]),
        *_attached(group, force, COMPANY.of(rules), core, by_units=True),
    ]
    if families["Support"] > supported:
        texts.append(f"it has {families['Support']} Support Lances and {supported} to support; each needs its own")
    return tuple(texts)


@rules.formula("AS-FOR-091", otherwise=())
def _binary(group: Group, force: Force) -> tuple[str, ...]:
    """Two Stars, or three; of a Supernova all are Novas."""
    core = _formations(group.formations, force)
    kind = group.kind.removeprefix(SUPERNOVA)
    texts = [
        *_core(group, core, BINARY.of(rules), "Stars", BINARY.of(rules)[kind]),
        *_attached(group, force, BINARY.of(rules), core, by_units=True),
    ]
    plain = [formation.name for formation in core if NOVA not in formation.overlays]
    if group.kind.startswith(SUPERNOVA) and plain:
        texts.append(f"a {group.kind} is made of Novas; {', '.join(plain)} is none")
    return tuple(texts)


@rules.formula("AS-FOR-093", otherwise=())
def _level_iii(group: Group, force: Force) -> tuple[str, ...]:
    core = _formations(group.formations, force)
    texts = _core(group, core, LEVEL_III.of(rules), "Level IIs", LEVEL_III.of(rules)["Level IIs"])
    return (*texts, *_attached(group, force, LEVEL_III.of(rules), core))


def _core(
    group: Group, core: Sequence[Formation], rows: dict[str, tuple[int, int]], word: str, total: tuple[int, int]
) -> Iterator[str]:
    if group.groups:
        yield f"a {group.kind} is made of {word}, not of groups"
    if wrong := _outside(len(core), total):
        yield f"a {group.kind} has {_so_many(wrong, word)}, not {len(core)}"
    families = _families(core)
    for family in ("Command", "Support"):
        if wrong := _outside(families[family], rows[family]):
            yield f"a {group.kind} has {_so_many(wrong, word)} for {family.lower()}, not {families[family]}"
    line = sum(families[family] for family in LINE)
    if wrong := _outside(line, rows["line"]):
        yield f"a {group.kind} has {_so_many(wrong, word)} of the types {', '.join(LINE)}, not {line}"
    flying = [formation.name for formation in core if _branch(formation) == "aerospace"]
    if flying:
        yield f"{flying[0]} is no part of the ground force; it can be attached"


def _families(core: Sequence[Formation]) -> Counter[str]:
    """Formations by mission. One without a type serves in the line."""
    return Counter(BY_NAME[one.type].family if one.type is not None else LINE[0] for one in core)


# -- made of groups -------------------------------------------------------------------------------------------


@rules.formula("AS-FOR-090", otherwise=())
def _battalion(group: Group, force: Force) -> tuple[str, ...]:
    """Three or four companies, and perhaps a Command Lance over them."""
    lances = _formations(group.formations, force)
    texts = list(_subgroups(group, force, "companies", ("Company",), BATTALION.of(rules)["companies"]))
    commanding = _families(lances)["Command"]
    if len(lances) > commanding:
        texts.append("beside its companies a Battalion has a Command Lance only")
    if wrong := _outside(commanding, BATTALION.of(rules)["Command"]):
        texts.append(f"a Battalion has {wrong} Command Lances of its own, not {commanding}")
    return (*texts, *_attached(group, force, BATTALION.of(rules), _below(group, force), by_companies=True))


@rules.formula("AS-FOR-092", otherwise=())
def _cluster(group: Group, force: Force) -> tuple[str, ...]:
    kinds = (*STARS, *(SUPERNOVA + kind for kind in STARS))
    texts = _subgroups(group, force, "Binaries or Trinaries", kinds, CLUSTER.of(rules)["Binaries or Trinaries"])
    return (*texts, *_attached(group, force, CLUSTER.of(rules), _below(group, force)))


def _scheme_and_row(kind: str) -> tuple[str, Echelon]:
    """Whose organisation has such a group, and what it says of it."""
    return next((scheme, row) for scheme in ORGANISATION for row in echelons(scheme) if row.group == kind)


def _by_organisation(group: Group, force: Force) -> tuple[str, ...]:
    """Groups of which only the organisation table speaks: so many of the next smaller ones, and nothing else."""
    row = _scheme_and_row(group.kind)[1]
    bounds = (row.least, row.most)
    if row.branch == "fighters":
        return tuple(_of_squadrons(group, force, row.parts, bounds))
    texts = list(_subgroups(group, force, row.parts, (_one_of(row.parts),), bounds))
    if group.formations:
        texts.append(f"a {group.kind} is made of {row.parts}, not of formations")
    return tuple(texts)


def _one_of(parts: str) -> str:
    """The kind of group that the plural names: ``battalions``, ``Level IIIs``."""
    name = parts.removesuffix("s")
    return name[:1].upper() + name[1:]


def _of_squadrons(group: Group, force: Force, word: str, bounds: tuple[int, int]) -> Iterator[str]:
    core = _formations(group.formations, force)
    if group.groups:
        yield f"a {group.kind} is made of {word}, not of groups"
    if wrong := _outside(len(core), bounds):
        yield f"a {group.kind} has {wrong} {word}, not {len(core)}"
    for formation in core:
        if _branch(formation) != "aerospace":
            yield f"a {group.kind} is made of {word}; {formation.name} is none"


def _subgroups(group: Group, force: Force, word: str, kinds: Sequence[str], total: tuple[int, int]) -> Iterator[str]:
    below = [one for one in force.groups if one.name in group.groups]
    if wrong := _outside(len(below), total):
        yield f"a {group.kind} has {wrong} {word}, not {len(below)}"
    for one in below:
        if one.kind not in kinds:
            yield f"a {group.kind} is made of {word}; {one.name} is a {one.kind}"


def _below(group: Group, force: Force) -> tuple[Formation, ...]:
    """Every formation of the core, at any depth."""
    inside = [_below(one, force) for one in force.groups if one.name in group.groups]
    return (*_formations(group.formations, force), *(formation for below in inside for formation in below))


def value_of(group: Group, force: Force) -> int:
    """The points of all that is in a group or attached to it."""
    attached = [name for one in _inside(group, force) for name in one.detachments]
    return sum(one.pv for one in (*_below(group, force), *_formations(attached, force)))


def _inside(group: Group, force: Force) -> Iterator[Group]:
    """A group and all groups in it."""
    yield group
    for one in force.groups:
        if one.name in group.groups:
            yield from _inside(one, force)


# -- attached -------------------------------------------------------------------------------------------------


def _attached(
    group: Group,
    force: Force,
    rows: dict[str, tuple[int, int]],
    core: Sequence[Formation],
    *,
    by_units: bool = False,
    by_companies: bool = False,
) -> Iterator[str]:
    """Infantry is counted by platoons, squads or Points where the book does so, lances by whole companies.

    Everything else is counted by formations.
    """
    count: Counter[str] = Counter()
    for formation in _formations(group.detachments, force):
        branch = _branch(formation)
        small = branch in ("conventional infantry", "battle armor") and by_units
        count[branch] += len(formation.members) if small else 1
    if by_companies:
        for branch in LANCES_IN_COMPANIES & count.keys():
            count[branch] = ceil(count[branch] / COMPANY.of(rules)["lances"][1])
    other = "'Mechs" if core and all(_branch(formation) == "vehicles" for formation in core) else "vehicles"
    for branch, number in count.items():
        row = "vehicles" if branch == other else branch if branch != "vehicles" else "none"
        if wrong := _outside(number, rows.get(row, (0, 0))):
            yield f"{wrong} units or formations of {branch} may be attached to a {group.kind}, not {number}"


def _branch(formation: Formation) -> str:
    """What most of a formation is."""
    kinds = Counter(kind_of(member.card) for member in core_of(formation) or formation.members)
    kind = kinds.most_common(1)[0][0]
    return "aerospace" if kind in ("fighters", "craft") else kind


def _formations(names: Sequence[str], force: Force) -> tuple[Formation, ...]:
    found = (force.formation(name) for name in names)
    return tuple(formation for formation in found if formation is not None)


def _outside(number: int, bounds: tuple[int, int]) -> str:
    """The words for what would be right, when a number is not."""
    least, most = bounds
    if least <= number <= most:
        return ""
    if least == most:
        return str(most) if most else "no"
    return f"{least} to {most}" if least else f"at most {most}"


def _so_many(number: str, words: str) -> str:
    """``at most 1 lance``, ``2 to 4 lances``."""
    return f"{number} {words.removesuffix('s') if number.endswith(' 1') else words}"


# -- names ----------------------------------------------------------------------------------------------------


@rules.formula("AS-FOR-088", otherwise=None)
def mission_of(group: Group, force: Force) -> str | None:
    """What a group may be called for: the mission, variations included, that more of its formations have than any."""
    families = Counter(
        BY_NAME[formation.type].family for formation in _below(group, force) if formation.type is not None
    )
    leading = families.most_common(2)
    if not leading or (len(leading) > 1 and leading[0][1] == leading[1][1]):
        return None
    family = leading[0][0]
    return f"{'Fire Support' if family == 'Fire' else family} {group.kind}"
