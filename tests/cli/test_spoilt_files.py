"""Files that were spoilt on the way: played, or refused in a sentence; never a traceback, whatever the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lancemate import open_battle, save
from lancemate.cli.main import main
from lancemate.kernel.dice import Generator
from lancemate.muster.force_files import force_text, sample_forces

BATTLES = Path(__file__).parents[1] / "battles"
ODD = (
    *("", "~", "-1", "1e999", "9" * 400, ".nan", "-.inf", "0x1f", "true", "[]", "{}", "[[]]", "*a", "&a", "<<:"),
    *("'", '"', "\\", "\x00", "\x1b[2J", "\u202e", "é", "😀", "%s%n", "../../x", "!!python/name:os", "null"),
    *("red", "b1", "woods", "7.5.3", "2026-01-01"),
)
UNITS = (
    'name,type,size,move,armor,structure,s,m,l,specials\nOx,BM,3,8,6,4,3,3,1,"CASE, IF1"\nHare,CV,1,12h,2,1,1,1,0,\n'
)
BOARD = 'size 4 4\nhex 0101 0 "" ""\nhex 0202 1 "woods:1;foliage_elev:2" ""\nhex 0303 -1 "water:1" ""\nend\n'
ON_BOARD = """
map: {kind: hex, board: land.board}
sides:
  - {name: red, units: [{id: r1, unit: MAD-3R Marauder, at: "0101"}]}
  - {name: blue, units: [{id: b1, unit: MAD-3R Marauder, at: "0404"}]}
"""


def kinds() -> list[tuple[str, str, tuple[str, ...]]]:
    """The name a file has, what is in it, and the words of the command line that read it."""
    scripts = [
        ("battle.yaml", path.read_text(), ("run", "battle.yaml", "--json")) for path in sorted(BATTLES.glob("*.yaml"))
    ]
    saved = json.dumps(save(open_battle(BATTLES / "lance_duel.yaml")))
    forces = [("force.yaml", force_text(force), ("force", "check", "./force.yaml")) for force in sample_forces()]
    return [
        *scripts,
        ("saved.json", saved, ("run", "saved.json", "--json")),
        *forces,
        ("units.csv", UNITS, ("units", "import", "units.csv", "--dry-run")),
        ("land.board", BOARD, ("run", "board.yaml", "--json")),
    ]


def spoilt(text: str, luck: Generator) -> bytes:
    """One to four things go wrong with it."""
    for _ in range(1 + luck.below(4)):
        lines = text.split("\n")
        line = luck.below(len(lines))
        at = luck.below(max(1, len(text)))
        match luck.below(9):
            case 0:
                del lines[line]
                text = "\n".join(lines)
            case 1:
                lines.insert(luck.below(len(lines)), lines[line])
                text = "\n".join(lines)
            case 2:
                text = text[:at]
            case 3:
                text = text[:at] + luck.choice(ODD) + text[at:]
            case 4:
                text = text[:at] + text[at + 1 + luck.below(9) :]
            case 5:
                key, colon, _ = lines[line].partition(":")
                lines[line] = f"{key}{colon} {luck.choice(ODD)}"
                text = "\n".join(lines)
            case 6:
                words = text.split(" ")
                words[luck.below(len(words))] = luck.choice(ODD)
                text = " ".join(words)
            case 7:
                numbers = [place for place, letter in enumerate(text) if letter.isdigit()]
                if numbers:
                    place = luck.choice(numbers)
                    text = text[:place] + luck.choice(("-", "99", "1e9", ".", "0")) + text[place + 1 :]
            case _:
                lines[line] = " " * luck.below(6) + lines[line].strip()
                text = "\n".join(lines)
    raw = bytearray(text.encode("utf-8", "surrogatepass"))
    if raw and not luck.below(8):
        raw[luck.below(len(raw))] = luck.below(256)
    return bytes(raw)


def read_spoilt(files: int, capsys: pytest.CaptureFixture[str]) -> list[int]:
    """How often each status was the answer; anything but an answer is raised."""
    luck, statuses = Generator(files), [0, 0, 0]
    known = kinds()
    for number in range(files):
        name, text, words = known[number % len(known)]
        Path("board.yaml").write_text(ON_BOARD)
        raw = spoilt(text, luck)
        Path(name).write_bytes(raw)
        with pytest.raises(SystemExit) as left:
            main(list(words))
        told = capsys.readouterr()
        assert left.value.code in (0, 1, 2), (name, raw, told.err)
        if left.value.code == 2:
            assert told.err.startswith("lancemate: "), (name, raw, told.err)
            assert "Traceback" not in told.err
        statuses[left.value.code] += 1
    return statuses


def test_a_spoilt_file_is_played_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    played, forbidden, wrong = read_spoilt(len(kinds()) * 4, capsys)
    assert wrong > 0
    assert played + forbidden > 0


@pytest.mark.slow
def test_twenty_thousand_spoilt_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    played, forbidden, wrong = read_spoilt(20_000, capsys)
    print(f"{played} played, {forbidden} played with something forbidden, {wrong} refused, no traceback")
    assert min(played, forbidden, wrong) > 100
