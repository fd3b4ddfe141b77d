"""What every test gets: hypothesis the same on every run, and a `rule` marker that only takes ledger ids."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick",
    derandomize=True,
    deadline=None,
    max_examples=25,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("slow", parent=settings.get_profile("quick"), max_examples=1000)
settings.load_profile("slow" if os.environ.get("LANCEMATE_SLOW") else "quick")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("rule"):
            if not mark.args or mark.kwargs or not all(isinstance(rule_id, str) for rule_id in mark.args):
                raise pytest.UsageError(f"{item.nodeid}: write the marker as @pytest.mark.rule('AS-COM-052', ...)")
