"""Proves the rules: switches each home off, alone, and sees whether a test that cites its rule fails.

    python -m lancemate.rulebook.prove [AS-COM ...]

A home is one registration: a function or a table. A rule with three homes is proven when its tests notice each of them;
a home of two rules must be noticed by a test of either.

The suite is collected once. Every proof is a forked child of that process: it starts in no time, with nothing yet run
and no cache filled, switches one home off and runs only the tests that cite its rule until one fails. A child that
crashes or hangs has proved nothing. Must not know any rule, nor what a test does.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import select
import shutil
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeAlias, get_args

import pytest

from lancemate import compiled
from lancemate.kernel import house
from lancemate.kernel.ruleset import WITHOUT, Home
from lancemate.kernel.values import frozen
from lancemate.rulebook.coverage import (
    PLAIN_KINDS,
    PROOFS,
    Proof,
    Status,
    homes,
    load_homes,
    read_proofs,
    rulesets,
    write_proofs,
)
from lancemate.rulebook.ledger import UnknownRule, heading
from lancemate.rulebook.playing import told_missing, unread

Answer: TypeAlias = "str | list[str] | None"

CHECKOUT = Path(__file__).resolve().parents[3]

# What battles import when they need it. Imported before the children are made, it is not imported by each of them.
SLOW_TO_IMPORT = "lancemate.field.compiled"


@frozen
class Job:
    """Something to find out in a child of its own."""

    name: str
    find_out: Callable[[], Answer]


@frozen
class Outcome:
    name: str
    answer: Answer = None
    trouble: str | None = None


@dataclass(slots=True)
class _Child:
    job: Job
    pid: int
    deadline: float
    said: bytearray = field(default_factory=bytearray)


def run_forked(jobs: Sequence[Job], *, at_once: int, seconds: float) -> Iterator[Outcome]:
    """Run each job in a forked child, a few at a time, and yield the outcomes as they come."""
    waiting = list(reversed(jobs))
    children: dict[int, _Child] = {}
    try:
        while waiting or children:
            while waiting and len(children) < at_once:
                pipe, child = _start(waiting.pop(), seconds)
                children[pipe] = child
            patience = max(0.0, min(child.deadline for child in children.values()) - time.monotonic())
            ready, _, _ = select.select(list(children), [], [], patience)
            for pipe in ready:
                if said := os.read(pipe, 65536):
                    children[pipe].said += said
                else:
                    yield _end(pipe, children.pop(pipe))
            for pipe in [pipe for pipe, child in children.items() if time.monotonic() > child.deadline]:
                late = children.pop(pipe)
                _kill(pipe, late)
                yield Outcome(late.job.name, trouble=f"took more than {seconds:g} s")
    finally:
        for pipe, child in children.items():
            _kill(pipe, child)


def _start(job: Job, seconds: float) -> tuple[int, _Child]:
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # threads of the numeric libraries are idle here
        pid = os.fork()
    if pid == 0:
        try:
            os.setpgid(0, 0)  # so that whatever a test starts ends with it
            os.close(reading)
            nowhere = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(nowhere, stream)
            answer = json.dumps({"answer": job.find_out()}).encode()
            while answer:
                answer = answer[os.write(writing, answer) :]
        finally:
            os._exit(0)
    os.close(writing)
    return reading, _Child(job, pid, time.monotonic() + seconds)


def _kill(pipe: int, child: _Child) -> None:
    os.killpg(child.pid, signal.SIGKILL)
    _end(pipe, child)


def _end(pipe: int, child: _Child) -> Outcome:
    os.close(pipe)
    _, status = os.waitpid(child.pid, 0)
    try:
        return Outcome(child.job.name, answer=json.loads(child.said.decode())["answer"])
    except ValueError:
        how = f"signal {os.WTERMSIG(status)}" if os.WIFSIGNALED(status) else "no answer"
        return Outcome(child.job.name, trouble=f"the child died ({how})")


@dataclass(slots=True)
class Findings:
    proofs: dict[str, Proof] = field(default_factory=dict)
    broken: list[str] = field(default_factory=list)  # citing tests that do not pass with every rule on
    troubles: dict[str, str] = field(default_factory=dict)


def base(nodeid: str) -> str:
    """A test's name without its parameters: what a record keeps, so that a new parameter changes nothing."""
    return nodeid.partition("[")[0]


def cited_ids(item: pytest.Item) -> list[str]:
    """The rules a test proves, by its `rule` markers."""
    ids: list[str] = []
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs:
            raise pytest.UsageError(f"{item.nodeid}: write the marker as @pytest.mark.rule('AS-COM-052', ...)")
        for rule_id in mark.args:
            if not _known(str(rule_id)):
                raise pytest.UsageError(f"{item.nodeid} cites {rule_id}, which is not in the ledger")
            ids.append(rule_id)
    return ids


class Prover:
    """A pytest plugin that takes the place of the ordinary run."""

    def __init__(self, wanted: Callable[[str], bool], before: Mapping[str, Proof], seconds: float) -> None:
        self.wanted = wanted
        self.before = before
        self.seconds = seconds
        self.findings = Findings()
        self._reports: list[pytest.TestReport] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._reports.append(report)

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "rule(*ids): the ledger ids this test proves")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted(f"{session.testsfailed} errors while collecting the tests")
        load_homes()
        for ruleset in rulesets():
            ruleset.load()
        import_module(SLOW_TO_IMPORT)
        citing: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            for rule_id in cited_ids(item):
                if self.wanted(rule_id):
                    citing.setdefault(rule_id, []).append(item)
        gc.collect()
        gc.freeze()  # the children share these pages as long as the collector leaves them alone
        passing = self._passing({item.nodeid: item for items in citing.values() for item in items})
        sound = {
            rule_id: kept
            for rule_id, items in citing.items()
            if (kept := [item for item in items if item.nodeid in passing])
        }
        noticed = self._noticed(sound)
        at_home = homes()
        for rule_id, items in sorted(sound.items()):
            tests = tuple(sorted({base(item.nodeid) for item in items}))
            found = {home.key: noticed.get((rule_id, home.key)) for home in at_home.get(rule_id, ())}
            self.findings.proofs[rule_id] = judge(rule_id, tests, found)
        return True

    def _passing(self, items: Mapping[str, pytest.Item]) -> set[str]:
        """The citing tests that pass with every rule on, tried file by file."""
        files: dict[str, list[pytest.Item]] = {}
        for nodeid, item in items.items():
            files.setdefault(nodeid.partition("::")[0], []).append(item)

        def try_all(these: list[pytest.Item]) -> Callable[[], Answer]:
            return lambda: [item.nodeid for item, passed in self._run(these) if passed]

        passing: set[str] = set()
        for outcome in self._fork([Job(file, try_all(these)) for file, these in files.items()], 10 * self.seconds):
            if outcome.trouble:
                self.findings.troubles[outcome.name] = outcome.trouble
            passing.update(outcome.answer or ())
        self.findings.broken = sorted(set(items) - passing)
        return passing

    def _noticed(self, citing: Mapping[str, list[pytest.Item]]) -> dict[tuple[str, str], str]:
        """For each rule and each of its homes without which one of its tests fails, that test."""

        def without(home: Home, rule_id: str) -> Callable[[], Answer]:
            # The test that noticed last time will most likely notice again.
            last = self.before[rule_id].homes.get(home.key) if rule_id in self.before else None
            ordered = sorted(citing[rule_id], key=lambda item: base(item.nodeid) != last)

            def find_out() -> Answer:
                os.environ[WITHOUT] = home.key  # for the processes a test starts
                for ruleset in rulesets():
                    ruleset.switch_off({home.key})
                return next((base(item.nodeid) for item, passed in self._run(ordered) if passed is False), None)

            return find_out

        at_home = homes()
        pairs = {f"{rule_id} {home.key}": (rule_id, home) for rule_id in citing for home in at_home.get(rule_id, ())}
        noticed: dict[tuple[str, str], str] = {}
        for outcome in self._fork([Job(name, without(home, rule_id)) for name, (rule_id, home) in pairs.items()]):
            rule_id, home = pairs[outcome.name]
            if outcome.trouble:
                self.findings.troubles[outcome.name] = outcome.trouble
            if isinstance(outcome.answer, str):
                noticed[rule_id, home.key] = outcome.answer
        return noticed

    def _fork(self, jobs: Sequence[Job], seconds: float | None = None) -> Iterator[Outcome]:
        return run_forked(jobs, at_once=os.cpu_count() or 1, seconds=seconds or self.seconds)

    def _run(self, items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, bool | None]]:
        """Run tests here; with each comes True (passed), False (its own body failed) or None (anything else)."""
        for item, following in zip(items, [*items[1:], None], strict=True):
            self._reports.clear()
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if all(report.passed for report in self._reports):
                yield item, True
            else:
                yield item, False if any(one.when == "call" and one.failed for one in self._reports) else None


def prove(root: Path, only: Sequence[str], record: Path, seconds: float, more: Sequence[str] = ()) -> int:
    """Prove the rules whose ids begin with one of `only` (all, when empty) and keep what is recorded of the others."""
    before = read_proofs(record)
    prefixes = tuple(only)

    def wanted(rule_id: str) -> bool:
        return not prefixes or rule_id.startswith(prefixes)

    prover = Prover(wanted, before, seconds)
    started = time.monotonic()
    temporary = tempfile.mkdtemp(prefix="lancemate-prove-")
    os.environ.update(PYTEST_DEBUG_TEMPROOT=temporary, LANCEMATE_PROVING="1")
    os.chdir(root)
    try:
        options = ["-qq", "-s", "--no-header", "--tb=line", "-p", "no:cacheprovider", "-p", "no:xdist"]
        stopped = pytest.main([*options, *more], plugins=[prover])
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    if stopped not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        return int(stopped)
    findings = prover.findings
    kept = {rule_id: proof for rule_id, proof in before.items() if not wanted(rule_id) and _known(rule_id)}
    write_proofs({**kept, **findings.proofs}, record)
    _print(findings, {rule_id for rule_id in homes() if wanted(rule_id)}, time.monotonic() - started)
    return 1 if findings.broken else 0


def judge(rule_id: str, tests: tuple[str, ...], found: Mapping[str, str | None]) -> Proof:
    """What was found out about one rule, given the test that noticed the absence of each of its homes."""
    if not found:
        return Proof("tested" if heading(rule_id).kind in PLAIN_KINDS else "unregistered", tests)
    idle = [key for key in found if key in _unread()]
    missing = (*_missing().get(rule_id, ()), *(f"table {key.rpartition('.')[2]}" for key in idle))
    if not all(found.values()):
        return Proof("unnoticed", tests, found, missing)
    if len(idle) == len(found):
        return Proof("data only", tests, found)
    return Proof("partly played" if missing else "proven", tests, found, missing)


@cache
def _unread() -> frozenset[str]:
    return unread(home for ruleset in rulesets() for home in ruleset.homes)


@cache
def _missing() -> Mapping[str, tuple[str, ...]]:
    return told_missing(rulesets())


def _known(rule_id: str) -> bool:
    try:
        heading(rule_id)
    except UnknownRule:
        return False
    return True


def _print(findings: Findings, at_home: set[str], seconds: float) -> None:
    of: dict[str, list[str]] = {status: [] for status in get_args(Status)}
    for rule_id, proof in findings.proofs.items():
        of[proof.status].append(rule_id)
    uncited = sorted(at_home - set(findings.proofs))
    for rule_id in of["unnoticed"]:
        for key in (key for key, by in findings.proofs[rule_id].homes.items() if by is None):
            print(
                f"  {rule_id:<11} {findings.troubles.pop(f'{rule_id} {key}', 'no test notices when it is off')}: {key}"
            )
    for ids, remark in (
        (uncited, "no passing test cites it"),
        (of["unregistered"], "tested, but nothing is registered under it"),
    ):
        for rule_id in ids:
            title = heading(rule_id).title if _known(rule_id) else "not in the ledger"
            print(f"  {rule_id:<11} {remark}: {title}")
    for name, trouble in findings.troubles.items():
        print(f"  {name}: {trouble}")
    for nodeid in findings.broken:
        print(f"  fails with every rule on: {nodeid}")
    print(
        f"{len(of['proven'])} proven, {len(of['partly played'])} partly played, {len(of['data only'])} data only, "
        f"{len(of['tested'])} tested, "
        f"{len(of['unnoticed']) + len(uncited)} implemented but not proven, "
        f"{len(of['unregistered'])} tested but not registered; {seconds:.0f} s"
    )


def main() -> int:
    if not hasattr(os, "fork"):
        raise SystemExit(
            "Every rule is proven in a forked process, which this system does not have: use Linux or macOS."
        )
    if compiled.is_in_use():  # which tables a rule reads is seen in its code
        os.environ[compiled.CHOICE] = compiled.PYTHON
        os.execv(sys.executable, [sys.executable, "-m", "lancemate.rulebook.prove", *sys.argv[1:]])
    parser = argparse.ArgumentParser(
        prog="make prove", description="Switch each rule off and see whether a test fails."
    )
    parser.add_argument("only", nargs="*", metavar="ID", help="prove only the ids that begin so")
    parser.add_argument("--root", type=Path, default=CHECKOUT, help="the checkout whose tests are run")
    parser.add_argument("--record", type=Path, default=PROOFS, help="where the result is kept")
    parser.add_argument("--seconds", type=float, default=60.0, help="how long the proof of one rule may take")
    parser.add_argument("--house-rules", type=Path, metavar="FOLDER", help="prove these house rules by their own tests")
    given = parser.parse_args()
    if given.house_rules is not None:
        pack = house.of_path(given.house_rules)
        house.use(given.house_rules)
        given.root, given.record = pack.folder, pack.folder / PROOFS.name
        given.only = [f"{file.stem.upper()}-" for file in pack.files("*.yaml")]
        apart = ["--rootdir", str(pack.folder), "-c", os.devnull, "--import-mode=importlib", str(pack.folder)]
        return prove(given.root, given.only, given.record, given.seconds, apart)
    return prove(given.root, given.only, given.record.resolve(), given.seconds)


if __name__ == "__main__":
    sys.exit(main())
