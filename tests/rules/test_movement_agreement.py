"""Every kind of mover over every kind of terrain: what a preview says is what happens, and nothing breaks."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lancemate.alphastrike.movement import check_move
from lancemate.alphastrike.play import orders as commands
from lancemate.kernel.errors import Refused
from rules.table import battle, unit

CODES = {
    "BM": ['8"', '6"j', '10"/4"j'],
    "IM": ['6"'],
    "PM": ['6"j'],
    "CI": ['4"f', '4"j', '6"m'],
    "BA": ['4"', '6"j', '4"/6"s'],
    "CV": ['8"t', '8"w', '12"h', '10"v', '12"g', '6"n', '6"s', '8"w(b)'],
    "SV": ['6"w', '6"t', '8"r', '4"n'],
}
GEAR = ["AMP", "UMU", "SEAL", "ORO"]
COUNTRY: list[dict[str, Any]] = [
    {"kind": "hill", "height": 1, "rect": [4, 4, 10, 10]},
    {"kind": "hill", "height": 2, "circle": [10, 10, 3]},
    {"kind": "woods", "polygon": [[14, 2], [22, 4], [20, 12], [15, 9]]},
    {"kind": "water", "depth": 1, "rect": [0, 16, 30, 4]},
    {"kind": "water", "depth": 3, "rect": [8, 17, 10, 2]},
    {"kind": "bridge", "line": [[24, 15], [24, 21]], "width": 2},
    {"kind": "road", "line": [[2, 14.5], [28, 14.5]], "width": 2},
    {"kind": "rough", "circle": [24, 8, 3]},
    {"kind": "rubble", "rect": [2, 22, 6, 4]},
    {"kind": "building", "height": 3, "rect": [16, 23, 3, 3]},
]

places = st.tuples(st.integers(1, 29), st.integers(1, 29)).map(lambda at: (float(at[0]), float(at[1])))
types = st.sampled_from(sorted(CODES))


@st.composite
def cards(draw: Any) -> dict[str, Any]:
    kind = draw(types)
    gear = draw(st.lists(st.sampled_from(GEAR), unique=True, max_size=2))
    return {"type": kind, "move": draw(st.sampled_from(CODES[kind])), "specials": gear}


@given(
    card=cards(),
    at=places,
    enemy=places,
    path=st.lists(places, max_size=3),
    mode=st.sampled_from(["ground", "ground", "jump", "sprint", "standstill"]),
    elevation=st.sampled_from([None, None, 0, 1, 3, -1, -2]),
    hull_down=st.booleans(),
    facing=st.sampled_from([None, 0, 90, 271.5]),
)
def test_previews_and_moves_agree(
    card: Any, at: Any, enemy: Any, path: Any, mode: str, elevation: float | None, hull_down: bool, facing: float | None
) -> None:
    fight = battle(
        unit("r1", at, **card), unit("b1", enemy), terrain=COUNTRY, phase="movement", width=30, depth=30, seed=11
    )
    command = commands.Move("r1", tuple(path), mode, facing, elevation, hull_down)
    before = fight.hash()
    preview = check_move(fight, command)
    assert fight.hash() == before
    assert check_move(fight, command) == preview
    if not preview.legal:
        with pytest.raises(Refused) as caught:
            fight.do(command)
        assert caught.value.refusal == preview.reason
        assert fight.hash() == before
        return
    events = fight.do(command)
    moved: Any = next(event for event in events if event.type == "moved")
    tries = sum(part.value for part in moved.parts if part.label == "Hull down")
    assert moved.cost == round(preview.cost + tries, 6)
    assert moved.cost <= moved.allowance + 1e-3 or moved.mode == "minimum"
    assert (moved.mode, moved.at, moved.elevation) == (preview.mode, preview.at, preview.elevation)
    mover = fight.units["r1"]
    assert mover.at == moved.at
    ground, surface = fight.table.ground(*mover.at), fight.table.surface(*mover.at)
    assert mover.elevation >= ground - 1e-6
    assert mover.airborne or mover.elevation <= max(surface, 3.0) + 1e-6
