"""One list of what a side may do now: everything in it is allowed, and nothing that is allowed is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.combat.attack import open_attack
from lancemate.alphastrike.options.forms import form
from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.offer import Choice, Offer, offer
from lancemate.bots.alphastrike.random_play.proposals import proposals
from lancemate.bots.alphastrike.view import accepted
from lancemate.kernel.dice import Generator
from lancemate.lab.forces import random_setup
from lancemate.lab.missions import random_mission

SEEDS = range(30)
COMMANDS = 150


def is_accepted(battle: Battle, command: orders.Command) -> bool:
    return battle.refusal_of(command) is None


def announced(battle: Battle, command: orders.Command) -> orders.Command:
    """The same order in the words of offers: with the weapons that fire named, and nothing said that is so anyway."""
    if isinstance(command, orders.Move):
        unit = battle.units[command.unit]
        stays = unit.on_table and all(point == unit.at for point in command.path)
        return replace(
            command,
            path=() if stays else command.path,
            elevation=None if stays and not command.elevation and not unit.airborne else command.elevation,
            facing=None if command.facing == unit.facing else command.facing,
            hull_down=None if command.hull_down is False and not unit.hull_down else command.hull_down,
            convert=None if command.convert == form.of(unit) else command.convert,
        )
    if not isinstance(command, orders.Attack):
        return command
    attack = open_attack(battle, command)
    says_what_fires = attack.kind_rules.fires is not None or attack.kind_rules.loaded is not None
    using = attack.code if says_what_fires else command.using
    if attack.mount.separate and attack.mount.turret is not None and using == "TUR":
        using = None
    mounted = attack.feature is not None and command.target in battle.units  # who aims at a gun in a wall strikes that
    target = attack.feature.id if attack.feature is not None and mounted else command.target
    return replace(attack.command, target=target, arc=attack.arc, using=using)


def completions(found: Offer) -> list[orders.Command]:
    """The order as it stands, and with every choice made alone that can be made without looking at the table."""
    made: list[orders.Command] = [found.command]
    if found.kind == "attack" and found.complete:
        made += [choice.said(found.command, value) for choice in found.choose for value in choice.trials()]
    return made


def check_legal(battle: Battle, side: str) -> None:
    for found in offers(battle, side):
        if found.complete or found.kind == "attack":
            for command in completions(found):
                refused = battle.refusal_of(command)
                assert refused is None, (found, command, refused)


def play(seed: int, look: int) -> None:
    """A battle at random; before each command it is in the list, and now and then the whole list is tried."""
    luck = Generator(seed)
    setup = random_mission(luck) if seed % 3 == 0 else random_setup(luck)
    battle = Battle(setup, seed)
    for number in range(COMMANDS):
        if battle.outcome is not None:
            return
        asked = battle.decision
        side = asked.side if asked is not None else str(battle.state.to_act)
        if number % look == 0:
            check_legal(battle, side)
        command = next(one for one in proposals(battle, luck) if is_accepted(battle, one))
        named = battle.units[command.unit] if hasattr(command, "unit") else None
        known = list(offers(battle, named.side if named is not None else side, named.id if named is not None else None))
        meant = announced(battle, command)
        assert any(one.covers(command) or one.covers(meant) for one in known), (seed, number, command)
        assert accepted(battle, command)


@pytest.mark.parametrize("seed", SEEDS)
def test_all_that_is_offered_is_allowed_and_all_that_is_allowed_is_offered(seed: int) -> None:
    play(seed, 7)


def test_an_order_is_covered_by_the_offer_it_was_made_of_and_by_no_other() -> None:
    heat = Choice("overheat", "Overheat", "number", "AS-HEA-010", most=2)
    call = Choice("abilities", "Steady", "flag", "AS-SPA-001", among=("Steady",))
    found = offer(orders.Attack("r1", "b1"), "Attack", "AS-COM-001", heat, call)
    assert found.covers(orders.Attack("r1", "b1"))
    assert found.covers(orders.Attack("r1", "b1", overheat=2, abilities=("Steady",)))
    assert not found.covers(orders.Attack("r1", "b1", overheat=3))
    assert not found.covers(orders.Attack("r1", "b1", abilities=("Other",)))
    assert not found.covers(orders.Attack("r1", "b2"))
    assert not found.covers(orders.Pass("r1"))
    assert heat.said(orders.Attack("r1", "b1"), 2.0) == orders.Attack("r1", "b1", overheat=2)
    assert call.said(orders.Attack("r1", "b1"), True).abilities == ("Steady",)
    assert call.said(orders.Attack("r1", "b1"), False).abilities == ()
