"""Most attacks are plain shots. Rules that say they have nothing to say about those have indeed nothing to say."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lancemate.alphastrike import hooks
from lancemate.alphastrike.combat.attack import Attack, is_plain, open_attack, why_not
from lancemate.alphastrike.combat.sight import might_see, sees, sight_range
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.bots.alphastrike.playout import playout, step
from lancemate.bots.alphastrike.random_play.proposals import proposals
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused
from lancemate.kernel.tally import SoFar
from lancemate.lab.battlefields import duel, within_options
from lancemate.lab.exhaust import anything


def silent_ones(battle: Battle) -> list[object]:
    """The rules that a plain shot is not judged or aimed by."""
    asked, later = battle.hooks, hooks.to_hit.later
    silent: list[object] = [
        rule
        for hook in (hooks.may_attack, hooks.to_hit)
        for rule in asked[hook, "weapon"]
        if rule not in asked[hook, hooks.SHOT] and rule not in asked[later, hooks.SHOT]
    ]
    seeing = [rule for rule in asked[later, "weapon"] if rule not in asked[later, hooks.SHOT]]
    return silent + [lambda attack, rule=rule: rule(attack, SoFar([])) for rule in seeing]


@pytest.mark.parametrize("seed", range(40, 52))
def test_rules_that_are_not_asked_about_a_plain_shot_would_not_answer(seed: int) -> None:
    luck = Generator(seed)
    drawn = anything(luck)
    battle = Battle(replace(drawn, table=within_options(drawn.table, drawn.options)), seed)
    silent = silent_ones(battle)
    assert len(silent) > 15
    for _ in range(60):
        if battle.outcome is not None:
            break
        for command in proposals(battle, luck):
            if isinstance(command, orders.Attack):
                _look_at(battle, command, silent)
            try:
                battle.do(command)
            except Refused:
                continue
            break


def test_in_a_duel_nearly_every_attack_is_plain() -> None:
    battle, luck = Battle(duel(), 5), Generator(5)
    silent, plain, all_of_them = silent_ones(battle), 0, 0
    while battle.outcome is None and battle.state.turn < 14:
        before = battle.clone()
        command = step(battle, luck)
        if isinstance(command, orders.Attack):
            all_of_them += 1
            plain += _look_at(before, command, silent)
    assert plain > 0.8 * all_of_them > 8


def _look_at(battle: Battle, command: orders.Attack, silent: list[object]) -> bool:
    try:
        attack = open_attack(battle, command)
    except Refused:
        return False
    if not is_plain(attack):
        return False
    for rule in silent:
        assert rule(attack) is None, (rule, command)  # type: ignore[operator]
    return True


def test_whoever_has_done_something_else_makes_no_plain_shot() -> None:
    battle = Battle(duel(), 5)
    playout(battle, Generator(5), turns=1)
    one, other = next(battle.on_table("red")), next(battle.on_table("blue"))
    order = orders.Attack(one.id, other.id)
    assert is_plain(Attack(battle, order))
    one.hull_down = True
    assert not is_plain(Attack(battle, order))
    one.hull_down, one.spotted = False, other.id
    attack = Attack(battle, order)
    assert not is_plain(attack)
    why_not(attack)
    assert attack.asked_as == "weapon"


@pytest.mark.parametrize("seed", range(60, 66))
def test_a_glance_never_overlooks_anybody(seed: int) -> None:
    """It says no only where the rules do; of those in range it seldom says yes where they do not."""
    luck = Generator(seed)
    setup = anything(luck) if seed % 2 else duel()
    battle = Battle(replace(setup, table=within_options(setup.table, setup.options)), seed)
    wrong = looks = 0
    for _ in range(12):
        for one in battle.on_table():
            for other in battle.on_table():
                if one is not other:
                    looks += 1
                    seen, might = sees(battle, one, other), might_see(battle, one, other)
                    assert might or not seen
                    wrong += might and not seen and battle.sight(one, other).distance <= sight_range(battle)
        if battle.outcome is None:
            for _ in range(6):
                for command in proposals(battle, luck):
                    try:
                        battle.do(command)
                    except Refused:
                        continue
                    break
                if battle.outcome is not None:
                    break
    assert looks
    assert seed % 2 or wrong < looks / 20
