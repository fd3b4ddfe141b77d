"""What stands beside the code: links lead somewhere, versions and licences agree, nobody is sent to a registry."""

import re
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from lancemate import __version__

ROOT = Path(__file__).parents[1]
PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "examples/README.md"]
# Where packages of Python and of the page come from is the business of whoever installs them. In parts, or this file
# would name them.
REGISTRIES = [
    ".".join(parts) for parts in (("pypi", "org"), ("pythonhosted", "org"), ("npmjs", "org"), ("npmjs", "com"))
]


def tracked() -> list[Path]:
    words = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    listed = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in listed.split("\0") if name]


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text()
    for link in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
        if not link.startswith("http"):
            assert (ROOT / page).parent.joinpath(link).exists(), link


def test_there_is_one_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert citation["version"] == __version__
    newest = re.search(r"^## (\S+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest is not None
    assert newest[1] == __version__
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" in project["project"]["dynamic"]


def test_everybody_is_named_in_the_notice() -> None:
    notice = (ROOT / "NOTICE").read_text().lower()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *(one for name, words in extras.items() if name != "dev" for one in words)]
    for word in needed:
        name = re.split(r"[\[>=<]", word)[0].lower()
        assert re.search(rf"^  {re.escape(name)}\s", notice, re.MULTILINE), name


def test_hooks_are_commands_of_the_virtual_environment() -> None:
    (repo,) = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text())["repos"]
    assert repo["repo"] == "local"
    assert [hook["id"] for hook in repo["hooks"]] == ["ruff-format", "ruff-check", "mypy", "rooms", "workflows"]
    for hook in repo["hooks"]:
        assert hook["entry"].startswith(".venv/bin/")


def test_the_walk_through_contributing_names_what_there_is() -> None:
    """Every command of the page is a target, a test, a folder or a command that exists."""
    text = (ROOT / "CONTRIBUTING.md").read_text()
    makefile = (ROOT / "Makefile").read_text()
    for target in re.findall(r"^make ([a-z]+)", text, re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    for name in re.findall(r"(?:tests|examples|src|docs)/[\w/.-]*[\w]", text):
        assert (ROOT / name).exists(), name


def test_no_file_names_a_registry() -> None:
    for file in tracked():
        if file.is_file() and file.suffix not in (".png", ".gz", ".ico"):
            text = file.read_text(encoding="utf-8", errors="ignore")
            for host in REGISTRIES:
                assert host not in text, f"{file.relative_to(ROOT)} names {host}"
