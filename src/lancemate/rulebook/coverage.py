"""How far the code has come: which rules have a home, which are proven, which are open.

*implemented*  a function or table is registered under the id.
*proven*       `make prove` switched the id off (a table: disturbed it) and a test that cites it failed.
*tested*       nothing is registered under the id, its kind is one with nothing to switch off (`PLAIN_KINDS`), and a
               test that cites it passes.
*open*         neither proven nor tested.

A rule that has a home but whose absence no test notices is implemented and open. The record of the last `make prove` is
`proofs.json` beside this file. Must not know how a proof is done.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from lancemate.kernel.ruleset import Home, Ruleset
from lancemate.rulebook.ledger import chapters, heading, headings

Status = Literal["proven", "tested", "unnoticed", "unregistered"]
Standing = Literal["proven", "tested", "open"]

PROOFS: Final = Path(__file__).parent / "proofs.json"

# Kinds that can be pure words: nothing to switch off, so a citing test is all the proof there can be.
PLAIN_KINDS: Final = frozenset({"data", "definition", "procedure", "scenario"})

# The games, and the rooms in which their rules live. Named, not imported: they are built on top of this one.
GAMES = ("lancemate.alphastrike", "lancemate.battletroops")
ROOMS = (*GAMES, "lancemate.muster")


@dataclass(frozen=True, slots=True)
class Proof:
    """What the last `make prove` found out about one rule.

    unnoticed     it has a home, but none of its citing tests fails without it
    unregistered  its citing tests pass, but a rule of its kind needs a home
    """

    status: Status
    tests: tuple[str, ...]  # every test that cites the rule
    by: str | None = None  # the test that failed when the rule was switched off


@dataclass(frozen=True, slots=True)
class Count:
    total: int
    implemented: int
    proven: int
    tested: int
    open: int

    def __add__(self, other: Count) -> Count:
        mine, theirs = asdict(self), asdict(other)
        return Count(**{name: mine[name] + theirs[name] for name in mine})


def read_proofs(path: Path = PROOFS) -> dict[str, Proof]:
    if not path.exists():
        return {}
    found = json.loads(path.read_text(encoding="utf-8"))
    return {rule_id: Proof(entry["status"], tuple(entry["tests"]), entry.get("by")) for rule_id, entry in found.items()}


def write_proofs(proofs: Mapping[str, Proof], path: Path = PROOFS) -> None:
    """One line per id, sorted, so that a change reads well."""
    lines = []
    for rule_id, proof in sorted(proofs.items()):
        entry = {name: value for name, value in asdict(proof).items() if value is not None}
        lines.append(f"{json.dumps(rule_id)}: {json.dumps(entry)}")
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


@cache
def load_homes() -> Mapping[str, tuple[Home, ...]]:
    """Import every room in which rules live, and say where each rule is at home."""
    for room in filter(find_spec, ROOMS):
        module = import_module(room)
        for found in pkgutil.walk_packages(module.__path__, f"{module.__name__}."):
            if not found.name.endswith(".__main__"):
                import_module(found.name)
    return homes()


def rulesets() -> tuple[Ruleset, ...]:
    """The rules of every game there is."""
    return tuple(import_module(f"{game}.ruleset").rules for game in filter(find_spec, GAMES))


def homes() -> dict[str, tuple[Home, ...]]:
    """The homes registered so far, by rule."""
    by_id: dict[str, tuple[Home, ...]] = {}
    for ruleset in rulesets():
        for home in ruleset.homes:
            for rule_id in home.ids:
                by_id[rule_id] = (*by_id.get(rule_id, ()), home)
    return by_id


def standing(rule_id: str, proof: Proof | None, at_home: bool) -> Standing:
    """Where a rule stands now. A record only counts as long as the code still is what was recorded."""
    if proof is not None:
        if proof.status == "proven" and at_home:
            return "proven"
        if proof.status == "tested" and not at_home and heading(rule_id).kind in PLAIN_KINDS:
            return "tested"
    return "open"


def count(ids: Iterable[str], proofs: Mapping[str, Proof], at_home: Mapping[str, object]) -> Count:
    standings = {rule_id: standing(rule_id, proofs.get(rule_id), rule_id in at_home) for rule_id in ids}
    tally = list(standings.values())
    return Count(
        total=len(tally),
        implemented=sum(rule_id in at_home for rule_id in standings),
        proven=tally.count("proven"),
        tested=tally.count("tested"),
        open=tally.count("open"),
    )


def coverage() -> dict[str, Count]:
    """The count of every chapter, in the order of the books."""
    proofs, at_home = read_proofs(), load_homes()
    return {name: count((one.id for one in headings(name)), proofs, at_home) for name in chapters()}
