"""Attacks whose target number is not the common sum: what counts on all attacks counts on them too."""

from typing import Any

import pytest

from lancemate.alphastrike.scripts.running import run_script, script_from_data

GUN = {
    "name": "Gun",
    "type": "BM",
    "size": 3,
    "tmm": 1,
    "move": '8"',
    "damage": "1/1/1",
    "ov": 0,
    "armor": 6,
    "structure": 5,
    "specials": ["ART-LT1"],
}
PLANE = {
    "name": "Corsair",
    "type": "AF",
    "size": 2,
    "move": "6a",
    "damage": "4/4/2/1",
    "ov": 2,
    "armor": 6,
    "structure": 3,
}
SHOT = {"attack": {"unit": "r1", "target": "f1", "kind": "artillery", "ammo": "cluster"}}


def flak(
    commands: tuple[str, ...] = (),
    answers: tuple[dict[str, str], ...] = (),
    gun: dict[str, Any] | None = None,
    plane: dict[str, Any] | None = None,
) -> dict[str, int]:
    """The parts of the number of a gun that fires at what flies over."""
    state = {"airborne": True, "altitude": "low"}
    script = {
        "options": ["aerospace", "alternate_munitions", "artillery_flak"],
        "map": {"kind": "table", "width": 48, "depth": 48},
        "sides": [
            {
                "name": "red",
                "command_abilities": list(commands),
                "units": [{"id": "r1", "card": GUN, "at": [20, 10], "munitions": {"ART-LT": "cluster"}, **(gun or {})}],
            },
            {"name": "blue", "units": [{"id": "f1", "card": PLANE, "at": [24, 30], "state": state, **(plane or {})}]},
        ],
        "start": {"phase": "combat", "first": "red"},
        "commands": [*({"decide": one} for one in answers), {"preview": SHOT}],
    }
    found: Any = run_script(script_from_data(script)).to_data()["outcomes"][-1]["preview"]
    return {part["rule"]: part["value"] for part in found["modifiers"]}


PLAIN = {"AS-COM-034": 4, "AS-OPT-201": 3}


@pytest.mark.rule("AS-OPT-201")
def test_flak_has_skill_and_three() -> None:
    assert flak() == PLAIN


@pytest.mark.rule("AS-SPA-054", "AS-OPT-201")
def test_flak_at_a_shaky_stick() -> None:
    assert flak(plane={"abilities": ["Shaky Stick"]}) == {**PLAIN, "AS-SPA-054": 1}


@pytest.mark.rule("AS-SCA-014", "AS-OPT-201")
def test_flak_of_anti_aircraft_specialists() -> None:
    assert flak(("Anti-Aircraft Specialists",)) == {**PLAIN, "AS-SCA-014": -2}


@pytest.mark.rule("AS-SPA-020", "AS-OPT-201")
def test_flak_at_the_prey_of_a_blood_stalker() -> None:
    chosen = ({"side": "red", "choice": "f1"},)
    assert flak((), chosen, {"abilities": ["Blood Stalker"]}) == {**PLAIN, "AS-SPA-020": -1}


@pytest.mark.rule("AS-OPT-201")
def test_flak_of_a_gun_that_is_hit_and_hot() -> None:
    worn = {"state": {"heat": 1, "crits": {"fire_control": 1}}}
    assert flak(gun=worn) == {**PLAIN, "AS-COM-057": 2, "AS-COM-056": 1}


@pytest.mark.rule("AS-COM-069", "AS-OPT-201")
def test_flak_of_an_industrial_mech() -> None:
    assert flak(gun={"card": {**GUN, "type": "IM"}}) == {**PLAIN, "AS-COM-069": 1}
