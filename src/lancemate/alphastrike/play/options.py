"""The options players may agree on, as the files that play them declare them (options/ and some scenarios)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError
from lancemate.kernel.reading import nearest
from lancemate.kernel.ruleset import Option


def options() -> Mapping[str, Option]:
    """Every option there is, by name."""
    rules.load()
    return dict(sorted(rules.options.items()))


def check_options(names: Iterable[str]) -> frozenset[str]:
    """The options as a set; an unknown one is an error that names the nearest known one."""
    chosen = frozenset(names)
    known = options()
    for name in sorted(chosen - known.keys()):
        raise InputError(f"unknown option {name!r}; {nearest(name, known)}", key="options")
    return chosen
