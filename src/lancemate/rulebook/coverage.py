"""How far the code has come: which rules have a home, which are proven, which are open.

*implemented*    a function or table is registered under the id.
*proven*         `make prove` switched each home of the id off, alone, and every time a test that cites the id failed.
*partly played*  the same, but part of what the rule says nobody plays yet, such as an ability that a formation gives.
*data only*      the same, but nobody plays it: its tables are there, and only tests or printed pages read them.
*tested*         nothing is registered under the id, its kind is one with nothing to switch off (`PLAIN_KINDS`), and a
                 test that cites it passes.
*open*           none of these.

A rule one of whose homes no test misses is implemented and open. The record of the last `make prove` is `proofs.json`
beside this file. Must not know how a proof is done.
"""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import asdict, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal

from lancemate.kernel import house
from lancemate.kernel.ruleset import Home, Ruleset, made
from lancemate.kernel.values import frozen
from lancemate.rulebook.ledger import chapters, heading, headings

Status = Literal["proven", "partly played", "data only", "tested", "unnoticed", "unregistered"]
Standing = Literal["proven", "partly played", "data only", "tested", "open"]

PROOFS: Final = Path(__file__).parent / "proofs.json"

# Kinds that can be pure words: nothing to switch off, so a citing test is all the proof there can be.
PLAIN_KINDS: Final = frozenset({"data", "definition", "procedure", "scenario"})

# The games, and the rooms in which their rules live. Named, not imported: they are built on top of this one.
GAMES = ("lancemate.alphastrike", "lancemate.battletroops")
ROOMS = (*GAMES, "lancemate.muster")


@frozen
class Proof:
    """What the last `make prove` found out about one rule.

    unnoticed     it has a home without which none of its citing tests fails
    unregistered  its citing tests pass, but a rule of its kind needs a home
    """

    status: Status
    tests: tuple[str, ...]  # every test that cites the rule
    # For each of its homes the test that failed when that home alone was switched off; None: no test did.
    homes: Mapping[str, str | None] = field(default_factory=dict)
    missing: tuple[str, ...] = ()  # what nobody plays of it

    @property
    def by(self) -> set[str]:
        """The tests that noticed."""
        return {test for test in self.homes.values() if test is not None}


@frozen
class Count:
    total: int
    implemented: int
    proven: int
    partly_played: int
    data_only: int
    tested: int
    open: int

    def __add__(self, other: Count) -> Count:
        mine, theirs = asdict(self), asdict(other)
        return Count(**{name: mine[name] + theirs[name] for name in mine})


def read_proofs(path: Path = PROOFS) -> dict[str, Proof]:
    """What was proven; in the record that comes with the game stand those of house rules, too."""
    files = [path, *(file for pack in house.packs() for file in pack.files(PROOFS.name))] if path == PROOFS else [path]
    found = {
        rule_id: entry
        for file in files
        if file.exists()
        for rule_id, entry in json.loads(file.read_text(encoding="utf-8")).items()
    }
    return {
        rule_id: Proof(entry["status"], tuple(entry["tests"]), entry.get("homes", {}), tuple(entry.get("missing", ())))
        for rule_id, entry in found.items()
    }


def write_proofs(proofs: Mapping[str, Proof], path: Path = PROOFS) -> None:
    """One line per id, sorted, so that a change reads well."""
    lines = []
    for rule_id, proof in sorted(proofs.items()):
        entry = {name: value for name, value in asdict(proof).items() if value}
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
    house.load()
    return homes()


house.forget_when_changed(load_homes.cache_clear)


def rulesets() -> tuple[Ruleset, ...]:
    """The rules of every game there is."""
    ours = tuple(import_module(f"{game}.ruleset").rules for game in filter(find_spec, GAMES))
    house.load()
    below = tuple(f"{pack.package}." for pack in house.packs())
    return (*ours, *(one for one in made if below and one.package.startswith(below)))


def homes() -> dict[str, tuple[Home, ...]]:
    """The homes registered so far, by rule."""
    by_id: dict[str, tuple[Home, ...]] = {}
    for ruleset in rulesets():
        for home in ruleset.homes:
            for rule_id in home.ids:
                by_id[rule_id] = (*by_id.get(rule_id, ()), home)
    return by_id


def standing(rule_id: str, proof: Proof | None, at_home: Iterable[Home]) -> Standing:
    """Where a rule stands now. A record only counts as long as the code still is what was recorded."""
    keys = {home.key for home in at_home}
    if proof is None or keys != set(proof.homes):
        return "open"
    match proof.status:
        case "proven" | "partly played" | "data only" if keys:
            return proof.status
        case "tested" if not keys and heading(rule_id).kind in PLAIN_KINDS:
            return proof.status
        case _:
            return "open"


def count(ids: Iterable[str], proofs: Mapping[str, Proof], at_home: Mapping[str, Iterable[Home]]) -> Count:
    standings = {rule_id: standing(rule_id, proofs.get(rule_id), at_home.get(rule_id, ())) for rule_id in ids}
    tally = list(standings.values())
    return Count(
        total=len(tally),
        implemented=sum(rule_id in at_home for rule_id in standings),
        proven=tally.count("proven"),
        partly_played=tally.count("partly played"),
        data_only=tally.count("data only"),
        tested=tally.count("tested"),
        open=tally.count("open"),
    )


def coverage() -> dict[str, Count]:
    """The count of every chapter, in the order of the books."""
    proofs, at_home = read_proofs(), load_homes()
    return {name: count((one.id for one in headings(name)), proofs, at_home) for name in chapters()}
