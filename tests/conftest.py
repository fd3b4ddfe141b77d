"""What every test gets: hypothesis the same on every run, and who cites which rule."""

import os
from collections import defaultdict
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, Phase, settings

from lancemate import compiled
from lancemate.rulebook.prove import base, cited_ids

CITED = pytest.StashKey[dict[str, set[str]]]()

settings.register_profile(
    "quick",
    derandomize=True,
    deadline=None,
    max_examples=25,
    print_blob=False,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("slow", parent=settings.get_profile("quick"), max_examples=1000)
# A proof only asks whether a test fails, not for the smallest case.
settings.register_profile("proving", parent=settings.get_profile("quick"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(
    "slow" if os.environ.get("LANCEMATE_SLOW") else "proving" if os.environ.get("LANCEMATE_PROVING") else "quick"
)


@pytest.fixture(scope="session", autouse=True)
def nobodys_home(tmp_path_factory: pytest.TempPathFactory) -> None:
    """No test sees or touches what the user of this machine has imported."""
    os.environ["LANCEMATE_HOME"] = str(tmp_path_factory.mktemp("home"))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if compiled.is_in_use():
        apart = [item for item in items if item.get_closest_marker("as_written")]
        config.hook.pytest_deselected(items=apart)  # `make test` runs them by themselves
        items[:] = [item for item in items if item not in apart]
    cited: dict[str, set[str]] = defaultdict(set)
    for item in items:
        for rule_id in cited_ids(item):
            cited[rule_id].add(base(item.nodeid))
    config.stash[CITED] = dict(cited)


@pytest.fixture
def collected_files(request: pytest.FixtureRequest) -> set[str]:
    return {item.nodeid.partition("::")[0] for item in request.session.items}


@pytest.fixture
def cited(request: pytest.FixtureRequest) -> Mapping[str, set[str]]:
    """Which of the collected tests cite a rule, before any is deselected."""
    return request.config.stash[CITED]
