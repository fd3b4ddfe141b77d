"""Every check of the exhaustive runner finds what it is there for: here a sound battle is broken in one way each."""

from collections.abc import Callable, Iterator

import pytest

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.events import AttackMade, HitLanded, InitiativeRolled
from lancemate.alphastrike.play.explain import Modifier
from lancemate.alphastrike.play.state import ABOARD, GONE
from lancemate.kernel.agenda import Decision
from lancemate.lab import invariants
from lancemate.lab import sound as every
from rules.table import battle, unit

Break = Callable[[Battle], None]


def sound() -> Battle:
    tank = {"type": "CV", "move": '8"t', "ov": 0}
    return battle(unit("r1", (10, 10)), unit("b1", (20, 10), 180.0), unit("b2", (30, 10), **tank), seed=3)


def broken(harm: Break) -> list[str]:
    fight = sound()
    assert list(invariants.table_faults(fight)) == []
    harm(fight)
    return list(invariants.table_faults(fight))


def setting(name: str, **values: object) -> Break:
    def harm(fight: Battle) -> None:
        for field, value in values.items():
            setattr(fight.units[name], field, value)

    return harm


@pytest.mark.parametrize(
    ("harm", "told"),
    [
        (setting("r1", armor=7), "r1 has 7 armor of 6"),
        (setting("r1", armor=-1), "r1 has -1 armor of 6"),
        (setting("r1", structure=6), "r1 has 6 structure of 5"),
        (setting("r1", structure=-1, doomed="a hit"), "r1 has -1 structure of 5"),
        (setting("r1", structure=0), "r1 has no structure left and nobody has noticed"),
        (setting("r1", heat=5), "r1 (BM) has heat 5"),
        (setting("r1", heat=-1), "r1 (BM) has heat -1"),
        (setting("b2", heat=1), "b2 (CV) has heat 1"),
        (setting("r1", facing=360.0), "r1 faces 360.0"),
        (setting("r1", x=19.5), "the bases of r1 and b1 overlap by 0.7500 inches"),
        (setting("r1", x=0.2), "r1 hangs over the edge of the table at 0.2, 10"),
        (setting("r1", y=-5.0), "r1 hangs over the edge of the table at 10, -5"),
        (setting("r1", x=float("nan")), "r1 is nowhere: nan, 10 at 0"),
        (setting("r1", elevation=-1.0), "r1 is below the ground: at elevation -1 where that is 0"),
        (setting("r1", destroyed=True), "r1 is table though destroyed is True and exited False"),
        (setting("r1", place=GONE), "r1 is gone though destroyed is False and exited False"),
        (setting("r1", aboard="b2"), "r1 is table with b2 as its carrier"),
        (setting("b1", place=ABOARD, aboard="r1"), "b1 is aboard r1, which carries nobody"),
    ],
)
def test_a_unit_that_cannot_be_so_is_noticed(harm: Break, told: str) -> None:
    assert told in broken(harm)


def test_a_battle_in_which_nobody_can_act_is_noticed() -> None:
    def nobody(fight: Battle) -> None:
        fight.state.to_act = None

    def no_choice(fight: Battle) -> None:
        fight.state.decision = Decision("red", "direction", "which?", (), "AS-DMG-003")

    assert broken(nobody) == ["nobody is to act in the combat phase of turn 1"]
    assert broken(no_choice) == ["red is asked 'which?' and has nothing to choose from"]


def test_the_dead_do_not_act() -> None:
    fight = sound()
    shot = orders.Attack("r1", "b1")
    assert list(invariants.actor_faults(fight, shot)) == []
    fight.units["r1"].doomed = "its ammunition exploded"
    assert list(invariants.actor_faults(fight, shot)) == []  # until the Combat Phase is over
    fight.state.phase = "movement"
    assert list(invariants.actor_faults(fight, orders.Move("r1"))) == [
        "r1 was destroyed in an earlier phase and still acts in the movement phase"
    ]
    fight.units["r1"].place = GONE
    assert list(invariants.actor_faults(fight, shot)) == ["r1 is out of the battle and still acts"]


# -- what is told ---------------------------------------------------------------------------------------------


def shots() -> Iterator[tuple[Battle, AttackMade]]:
    """Attacks of a few battles, hits and misses."""
    for seed in range(8):
        fight = battle(unit("r1", (10, 10)), unit("b1", (10, 16), 180.0), seed=seed)
        events = fight.do(orders.Attack("r1", "b1"))
        yield fight, next(event for event in events if isinstance(event, AttackMade))


def test_sums_that_do_not_add_up_are_noticed() -> None:
    for fight, shot in shots():
        assert list(invariants.event_faults(fight, [shot])) == []
        shot.target_number += 1  # type: ignore[misc]  # events are open at run time
        assert any("its modifiers make another sum" in fault for fault in invariants.event_faults(fight, [shot]))


def test_a_hit_that_the_dice_do_not_give_is_noticed() -> None:
    for fight, shot in shots():
        shot.hit = not shot.hit  # type: ignore[misc]
        said = "hit" if shot.hit else "miss"
        assert any(fault.endswith(f"is said to {said}") for fault in invariants.event_faults(fight, [shot]))


def test_damage_that_is_not_the_sum_of_its_parts_is_noticed() -> None:
    for fight, shot in shots():
        if shot.damage is not None:
            shot.damage += 1  # type: ignore[misc]
            assert any("its parts make another sum" in fault for fault in invariants.event_faults(fight, [shot]))
            return
    raise AssertionError("nobody hit")


def test_a_rule_that_is_not_in_the_ledger_is_noticed() -> None:
    fight, shot = next(shots())
    shot.modifiers = (*shot.modifiers, Modifier("Luck", 0, "AS-COM-999"))  # type: ignore[misc]
    assert list(invariants.event_faults(fight, [shot])) == [
        "attack cites the rule 'AS-COM-999', which is not in the ledger"
    ]


def test_all_dice_are_told_of_in_their_order() -> None:
    fight = sound()
    before = len(fight.journal.dice)
    events = fight.do(orders.Attack("r1", "b1"))
    thrown = fight.journal.dice[before:]
    assert list(invariants.dice_faults(events, thrown)) == []
    for wrong in ([], thrown[::-1] if thrown != thrown[::-1] else [7, 7], [*thrown, 1]):
        assert len(list(invariants.dice_faults(events, wrong))) == 1
    assert len(list(invariants.dice_faults([], thrown))) == 1


def test_ties_for_initiative_and_one_die_for_a_blast_are_no_missing_dice() -> None:
    tie = InitiativeRolled({"red": (1, 2), "blue": (3, 3)}, "blue", "red", 1)
    assert list(invariants.dice_faults([tie], [4, 4, 5, 3, 1, 2, 3, 3])) == []
    assert len(list(invariants.dice_faults([tie], [1, 2, 3, 3]))) == 1
    hits = [HitLanded("r1", name, "artillery", "front", 1, damage_roll=(5,)) for name in ("b1", "b2")]
    assert list(invariants.dice_faults(hits, [5])) == []


# -- copies, saves, replays -----------------------------------------------------------------------------------


def test_a_battle_that_does_not_follow_from_its_journal_is_noticed() -> None:
    fight = sound()
    fight.do(orders.Attack("r1", "b1"))
    assert list(every.replay_faults(fight)) == []
    assert list(invariants.save_faults(fight)) == []
    assert list(every.copy_faults(fight)) == []
    fight.units["b2"].armor -= 1
    assert list(every.replay_faults(fight)) == ["the battle played again from its journal comes out otherwise"]


def test_dice_that_are_not_those_of_the_seed_are_noticed() -> None:
    fight = sound()
    fight.do(orders.Attack("r1", "b1"))
    fight.journal.dice[-1] = 7 - fight.journal.dice[-1]
    assert "the dice in the journal are not those of the seed" in list(every.replay_faults(fight))


def test_another_story_is_noticed() -> None:
    fight = sound()
    fight.do(orders.Attack("r1", "b1"))
    del fight.journal.events[-1]
    assert list(every.replay_faults(fight)) == ["the battle played again tells another story"]


def test_a_genius_rolls_for_initiative_alone() -> None:
    """A tie of his is two dice more."""
    events = [
        InitiativeRolled({"red": (1, 2), "blue": (5, 6)}, "blue", "red", 0),
        InitiativeRolled({"red": (6, 6), "blue": (5, 6)}, "red", "blue", 1, "AS-SPA-064"),
    ]
    assert list(invariants.dice_faults(events, [1, 2, 5, 6, 5, 6, 6, 6])) == []
    assert len(list(invariants.dice_faults(events, [1, 2, 5, 6, 5, 6, 6, 6, 5, 6]))) == 1


def test_two_hits_of_the_same_number_are_two_dice_unless_they_are_one_blast() -> None:
    hits = [
        HitLanded("r1", name, kind, "front", 1, damage_roll=(4,))
        for name, kind in (("b1", "weapon"), ("b2", "near miss"))
    ]
    assert list(invariants.dice_faults(hits, [4, 4])) == []
