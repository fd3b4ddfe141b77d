"""Where the machine has no C compiler, the one from PyPI is found, wherever Python stands."""

from __future__ import annotations

import os
import shlex
import shutil
import sys

import pytest

from lancemate.kernel import building


def test_a_python_in_a_folder_with_spaces_is_one_word(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CC", "CXX", "LDSHARED", "LDCXXSHARED"):
        monkeypatch.setenv(name, "")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(building, "find_spec", lambda name: object())
    monkeypatch.setattr(sys, "executable", "/home/my games/bin/python")
    building.find_compiler()
    assert shlex.split(os.environ["CC"]) == ["/home/my games/bin/python", "-m", "ziglang", "cc"]
    assert shlex.split(os.environ["LDCXXSHARED"])[-2:] == ["c++", "-shared"]
