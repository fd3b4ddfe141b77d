"""The folder of an experiment: written as battles end, gone on with after anything, the same however it came about."""

from __future__ import annotations

import errno
import gzip
import json
import resource
import weakref
from dataclasses import fields
from pathlib import Path

import pytest

from lancemate.kernel.errors import InputError, LancemateError
from lancemate.lab import ledger
from lancemate.lab.ledger import Collected, Terms, collect
from lancemate.lab.results import BattleResult, GivenUp, text_of


def fought(number: int) -> BattleResult:
    """A battle nobody has to wait for."""
    won, lost = {"red": 10, "blue": 10}, {"red": 0, "blue": number}
    homes = {"red": "south", "blue": "north"}
    return BattleResult(number, ("a", "b"), "red", "points", "3 turns are over", 3, 9, homes, won, lost, (), (), "x")  # type: ignore[arg-type]


class Seen(BattleResult):
    """A battle of which one can know whether anybody still holds it."""


def seen_fought(number: int) -> BattleResult:
    one = fought(number)
    return Seen(*(getattr(one, each.name) for each in fields(one)))


def play(folder: Path, battles: int, plan: str = "this", **more: bool) -> Collected:
    return collect(fought, battles, {"what": plan}, Terms(folder, jobs=0, **more))  # type: ignore[arg-type]


def test_the_file_has_one_line_a_battle_in_order(tmp_path: Path) -> None:
    found = play(tmp_path / "new" / "folder", 3)
    lines = (tmp_path / "new" / "folder" / "battles.jsonl").read_text().splitlines()
    assert [json.loads(line)["battle"] for line in lines] == [0, 1, 2]
    assert [line.battle for line in found.lines] == [0, 1, 2]
    modes = {file.stat().st_mode for file in (tmp_path / "new" / "folder").iterdir()}
    assert len(modes) == 1  # whoever may read one may read all


def test_going_on_plays_only_what_is_missing(tmp_path: Path) -> None:
    play(tmp_path / "at once", 6)
    play(tmp_path / "later", 2)
    asked: list[int] = []

    def watched(number: int) -> BattleResult:
        asked.append(number)
        return fought(number)

    collect(watched, 6, {"what": "this"}, Terms(tmp_path / "later", jobs=0, resume=True))
    assert asked == [2, 3, 4, 5]
    for name in ("battles.jsonl", "plan.json"):
        assert (tmp_path / "later" / name).read_bytes() == (tmp_path / "at once" / name).read_bytes()


def test_fewer_battles_than_there_are_count_only_those(tmp_path: Path) -> None:
    play(tmp_path, 5)
    assert [line.battle for line in play(tmp_path, 2, resume=True).lines] == [0, 1]


def test_a_folder_in_use_is_not_written_over(tmp_path: Path) -> None:
    play(tmp_path, 1)
    with pytest.raises(InputError, match="add --resume to go on, --overwrite to begin anew, or choose another folder"):
        play(tmp_path, 1)


def test_a_run_that_never_began_is_in_nobodys_way(tmp_path: Path) -> None:
    for folder, packed in ((tmp_path / "plain", False), (tmp_path / "packed", True)):
        play(folder, 0, "that", compress=packed)
        assert len(play(folder, 1).lines) == 1


def test_somebody_elses_plan_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text('{"holidays": "Tharkad"}')
    with pytest.raises(InputError, match="not of the lab's making"):
        play(tmp_path, 1)
    (tmp_path / "plan.json").unlink()
    (tmp_path / "battles.jsonl").mkdir()
    with pytest.raises(LancemateError, match="Is a directory"):
        play(tmp_path, 1)


def test_another_contest_is_not_mixed_in(tmp_path: Path) -> None:
    play(tmp_path, 1)
    with pytest.raises(InputError, match=r"holds another contest \(what differs\)"):
        play(tmp_path, 1, "that", resume=True)


@pytest.mark.parametrize("text", ["", "{", "[1]", "\x00"])
def test_nobody_knows_what_was_played_there(tmp_path: Path, text: str) -> None:
    play(tmp_path, 1)
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(InputError, match="cannot be read, so nobody knows what was played there"):
        play(tmp_path, 1, resume=True)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[:-20],  # the last line was not finished
        lambda text: text.replace(b'"winner":"red"', b'"winner":"green"', 1),
        lambda text: text.replace(b'{"battle":1', b'{"battle":"one"'),
        lambda text: text.replace(b'"lost":{"red":0,', b'"lost":{', 1),
        lambda text: b"\xff\xfe\n" + text,
        lambda text: b"[]\nnull\n{}\n" + text,
        lambda text: b"",
    ],
)
def test_damaged_lines_are_played_again(tmp_path: Path, spoil: object) -> None:
    play(tmp_path, 3)
    file = tmp_path / "battles.jsonl"
    whole = file.read_bytes()
    file.write_bytes(spoil(whole))  # type: ignore[operator]
    found = play(tmp_path, 3, resume=True)
    assert len(found.lines) == 3
    assert file.read_bytes() == whole
    assert bool(found.damaged) == bool(spoil(whole))  # type: ignore[operator]


def test_packed_files_hold_the_same_lines(tmp_path: Path) -> None:
    play(tmp_path / "plain", 40)
    play(tmp_path / "packed", 10, compress=True)
    file = tmp_path / "packed" / "battles.jsonl.gz"
    file.write_bytes(file.read_bytes()[:-9])  # cut off by something
    found = play(tmp_path / "packed", 40, compress=True, resume=True)
    plain = (tmp_path / "plain" / "battles.jsonl").read_bytes()
    assert len(found.lines) == 40
    assert gzip.decompress(file.read_bytes()) == plain
    assert file.stat().st_size < len(plain) / 5


def test_a_folder_may_change_to_packed(tmp_path: Path) -> None:
    play(tmp_path, 2)
    assert len(play(tmp_path, 3, compress=True, resume=True).lines) == 3
    assert sorted(file.name for file in tmp_path.iterdir()) == ["battles.jsonl.gz", "plan.json"]


def test_a_battle_given_up_is_tried_again(tmp_path: Path) -> None:
    def broken(number: int) -> BattleResult:
        raise InputError("no room")

    found = collect(broken, 2, {"what": "this"}, Terms(tmp_path, jobs=0))
    assert [(one.battle, one.gone) for one in found.given_up] == [(0, "no room"), (1, "no room")]
    assert '{"battle":0,"gone":"no room"}' in (tmp_path / "battles.jsonl").read_text()
    assert len(play(tmp_path, 2, resume=True).lines) == 2


def test_an_interruption_keeps_what_is_done(tmp_path: Path) -> None:
    def interrupted(number: int) -> BattleResult:
        if number == 2:
            raise KeyboardInterrupt
        return fought(number)

    found = collect(interrupted, 5, {"what": "this"}, Terms(tmp_path, jobs=0))
    assert found.interrupted
    assert len(found.lines) == 2
    assert len(play(tmp_path, 5, resume=True).lines) == 5


def test_lines_are_kept_on_the_disk_and_not_in_memory(tmp_path: Path) -> None:
    """Of many battles no more are in memory at a time than of few, whether played, put in order or counted."""
    alive: list[weakref.ref[BattleResult]] = []
    most = 0

    def watched(line: BattleResult | GivenUp) -> None:
        nonlocal most
        assert isinstance(line, BattleResult)
        alive.append(weakref.ref(line))
        most = max(most, sum(one() is not None for one in alive))

    for folder in (None, tmp_path / "plain"):
        alive.clear()
        found = collect(seen_fought, 200, {"what": "this"}, Terms(folder, jobs=0), watched)
        assert sum(line.lost["blue"] for line in found.lines) == sum(range(200))
        assert len(alive) == 200
    assert most <= 3


# -- disks ----------------------------------------------------------------------------------------------------


def test_a_full_disk_is_told_and_keeps_what_is_done(tmp_path: Path) -> None:
    """The system takes the first half of the third line and no more."""
    size = len(text_of(fought(0)))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2 * size + size // 2, before[1]))
    try:
        with pytest.raises(LancemateError, match=r"battles.jsonl: File too large; battles so far \(2\) are kept"):
            play(tmp_path, 5)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    found = play(tmp_path, 5, resume=True)
    assert len(found.lines) == 5
    assert found.damaged == 1


def test_a_folder_that_cannot_be_made_or_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(LancemateError, match="file"):
        play(tmp_path / "file", 1)
    with pytest.raises(LancemateError, match="Not a directory"):
        play(tmp_path / "file" / "below", 1)


def test_a_folder_nobody_may_write_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(file: Path, content: bytes) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(file))

    monkeypatch.setattr(ledger, "write_whole", forbidden)
    with pytest.raises(LancemateError, match=r"battles.jsonl: Permission denied"):
        play(tmp_path, 1)


def test_a_line_that_ctrl_c_cut_short_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    pile = ledger.Pile()
    pile.add(fought(0))

    def pressed(line: object) -> bytes:
        raise KeyboardInterrupt

    with monkeypatch.context() as there:
        there.setattr(ledger, "text_of", pressed)
        with pytest.raises(KeyboardInterrupt):
            pile.add(fought(1))
    assert 1 not in pile
    pile.add(fought(2))
    assert [line.battle for line in pile.before(9)] == [0, 2]
