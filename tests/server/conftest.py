"""One server for the tests of a module: every test opens games of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from server.tables import Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("games")) as one:
        yield one
