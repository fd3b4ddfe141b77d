"""Alpha Strike owns its rules: another game's do not reach it, and what one battle leaves out is out everywhere."""

import ast
from pathlib import Path

import pytest
from tests.rules.table import battle, unit

import lancemate.alphastrike
from lancemate.alphastrike import hooks
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.ruleset import rules
from lancemate.field.shapes import Circle
from lancemate.field.terrain import Feature
from lancemate.kernel.ruleset import BadRule, Hook, Ruleset

SHOT = orders.Attack("r1", "b1")
ROOT = Path(lancemate.alphastrike.__file__).parent
# What is worked out before there is a battle: cards, the table, the scenario on it, the script.
BEFORE = (
    *("cards/", "appendix/", "scripts/", "turn/preparation.py", "scenarios/", "pilots/luck.py", "support/buying.py"),
    *("commands/preparing.py", "options/advanced_buildings/arming.py", "options/advanced_terrain/growth.py"),
)


def fight(**how: object) -> Battle:
    return battle(unit("r1", (10, 10)), unit("b1", (10, 20), facing=180), phase="combat", **how)


def number(fought: Battle) -> int | None:
    return preview_attack(fought, SHOT).target_number


def test_a_rule_of_another_game_moves_no_number() -> None:
    before = number(fight())
    other = Ruleset("battletroops", "nowhere")
    to_hit: Hook[[object], Modifier | None] = other.hook("to_hit", "attack")

    @to_hit.rule("BT-COM-001")
    def dazed(attack: object) -> Modifier:
        return Modifier("Dazed", 5, "BT-COM-001")

    assert number(fight()) == before
    assert len(other.in_force()[to_hit]) == 1


def test_a_misspelt_hook_cannot_be_written() -> None:
    with pytest.raises(AttributeError):
        hooks.to_hti  # type: ignore[attr-defined]  # noqa: B018
    with rules.for_now():
        hooks.to_hit.rule("AS-COM-001", part=hooks.OTHER, kinds="wepon")(lambda attack: None)
        with pytest.raises(BadRule, match="knows no kind wepon"):
            rules.check()
        with pytest.raises(BadRule, match="knows no kind wepon"):
            fight()
    fight()


@pytest.mark.parametrize(
    "rule_id",
    [
        "AS-COM-060",  # the range table
        "AS-COM-043",  # target movement, a table
    ],
)
def test_leaving_a_table_out_is_felt_in_that_battle_alone(rule_id: str) -> None:
    plain, without = fight(), fight(without={rule_id})
    for one in (plain, without):
        one.units["b1"].moved = "ground"
    assert number(without) != number(plain)
    assert number(fight()) == number(fight(without={"AS-HEA-001"}))


def test_cards_are_read_by_the_rules_of_the_battle() -> None:
    """AS-INT-034 is the table of those that track heat."""
    assert fight().units["r1"].card.tracks_heat
    assert not fight(without={"AS-INT-034"}).units["r1"].card.tracks_heat
    assert fight().units["r1"].card.tracks_heat


def test_the_boxes_of_a_card_are_those_of_the_battle() -> None:
    """AS-INT-026 is the table of critical-hit tracks; nothing has to be asked again while the battle goes on."""
    assert set(fight().units["r1"].card.critical_tracks) == {"engine", "fire_control", "mp", "weapon"}
    plain, without = fight(), fight(without={"AS-INT-026"})
    assert without.units["r1"].card.critical_tracks != plain.units["r1"].card.critical_tracks


def test_leaving_arithmetic_out_is_felt() -> None:
    """Without AS-INT-003 two dice are their higher one."""
    shots = [fight(dice=[5, 4], without=off).do(SHOT)[0] for off in (set(), {"AS-INT-003"})]
    assert [shot.hit for shot in shots] == [True, False]


def _makes_a_table(node: ast.AST) -> bool:
    """A table that takes the place of another may be written as that one with other rows."""
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "rules.table"


def test_no_room_of_a_battle_reads_the_book_past_its_battle() -> None:
    """Tables are read with ``of(battle)``: anything else would not notice what is off or replaced there."""
    found = []
    for path in sorted(ROOT.rglob("*.py")):
        place = path.relative_to(ROOT).as_posix()
        if place.startswith(BEFORE):
            continue
        tree = ast.parse(path.read_text())
        made_of_others = {id(part) for table in ast.walk(tree) if _makes_a_table(table) for part in ast.walk(table)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and node.attr == "book" and id(node) not in made_of_others:
                found.append(f"{place}:{node.lineno}")
            if isinstance(node, ast.Call) and ast.unparse(node).endswith((".of(rules)", "rules.formula")):
                found.append(f"{place}:{node.lineno}")
    assert found == []


def test_every_hook_is_asked_by_somebody() -> None:
    """Answered they are, or the game does not load."""
    text = "\n".join(path.read_text() for path in ROOT.parent.rglob("*.py") if path.name != "hooks.py")
    ways = ("[hooks.{}]", "[hooks.{},", "(hooks.{},", ", hooks.{}")
    assert [name for name in rules.hooks if not any(way.format(name) in text for way in ways)] == []


def test_hooks_are_asked_by_kinds_that_they_know() -> None:
    """A battle has its answers ready by kind: a way to move that a hook did not know could not be asked about."""
    rules.load()
    for hook in (hooks.may_move, hooks.may_end, hooks.target_moved):
        assert set(hooks.movement_modes) <= set(hook.kinds or ()), hook.name
    for hook in (hooks.terrain_row, hooks.holds_fast):
        assert hooks.terrain_kind(Feature("odd", "crystal", Circle(5.0, 5.0, 2.0))) in (hook.kinds or ()), hook.name
