"""Special command abilities of whole forces: who goes first, who hunts whom, who comes and goes where."""

from typing import Any

import pytest

from lancemate.alphastrike.asking.offers import offers
from lancemate.alphastrike.asking.preview import preview_attack
from lancemate.alphastrike.play import orders as commands
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.scripts.saves import load, save
from lancemate.bots.alphastrike.random_player import RandomPlayer
from lancemate.bots.alphastrike.tactics.player import TacticalPlayer
from lancemate.bots.player import play
from rules.commanders import answer, asked, commanded, initiative, lances, next_turn, one, parts
from rules.table import attack, end, move, number, refusal


def part(fight: Battle, rule: str, unit: str = "r1", target: str = "b1", **more: Any) -> int | None:
    return number(preview_attack(fight, commands.Attack(unit, target, **more)), rule)


# -- going first -------------------------------------------------------------------------------------------------


DICE = (6, 6, 4, 3, *(3, 4) * 8)


def overrun(*dice: int, red: int = 3, **more: Any) -> Battle:
    own = [one(f"r{n}", (6.0 * n, 20)) for n in range(1, red + 1)]
    enemies = [one(f"b{n}", (6.0 * n, 30), 180, **more) for n in (1, 2)]
    return commanded(*own, *enemies, red=["Overrun Combat"], dice=dice)


@pytest.mark.rule("AS-SCA-047")
def test_one_unit_for_every_two_points() -> None:
    fight = overrun(6, 6, 4, 3, 6, 4, 6, 5)
    assert initiative(fight).winner == "red"
    assert asked(fight) == ("red", "act_first", ("r1", "r2", "r3", "nobody"))
    answer(fight, "r2")
    assert refusal(fight, commands.Move("r1", ((6, 24),))).code == "wrong_phase"
    assert refusal(fight, commands.Pass("r1")).rule == "AS-SCA-047"
    move(fight, "r2", (12, 24))
    assert refusal(fight, commands.Attack("r1", "b1")).rule == "AS-SCA-047"
    told = attack(fight, "r2", "b2")
    assert number(told, "AS-COM-046") == 1, "it has not moved yet"
    assert told.hit
    assert fight.units["b2"].armor == 3
    fight.do(commands.Pass("r2"))
    assert asked(fight) == ("red", "act_first", ("r1", "r3", "nobody"))
    answer(fight, "r3")
    told = attack(fight, "r3", "b2")
    assert number(told, "AS-COM-040") == -1, "who does not move has stood still"
    fight.do(commands.Pass("r3"))
    assert fight.decision is None
    assert (fight.state.phase, fight.state.to_act) == ("movement", "blue")
    assert dict(fight.state.quota) == {"blue": 2, "red": 1}
    assert load(save(fight)).hash() == fight.hash()
    end(fight, 2)
    assert fight.state.phase == "combat"
    end(fight)
    assert refusal(fight, commands.Attack("r2", "b1")).rule


@pytest.mark.rule("AS-SCA-047")
def test_who_goes_first_may_be_done_at_once_even_from_inside_a_building() -> None:
    """Whoever has left the table before its move is over is not waited for: the phase can be ended."""
    fight = overrun(*DICE)
    answer(fight, "r2")
    fight.units["r2"].place = "aboard"
    fight.do(commands.EndPhase())
    assert asked(fight) == ("red", "act_first", ("r1", "r3", "nobody"))


@pytest.mark.rule("AS-SCA-047")
@pytest.mark.parametrize(
    ("dice", "times"), [((6, 6, 6, 5), 0), ((6, 6, 5, 5), 1), ((6, 6, 1, 2), 3), ((1, 1, 6, 6), 0)]
)
def test_how_many_overrun(dice: tuple[int, ...], times: int) -> None:
    fight = overrun(*dice)
    done = 0
    while fight.decision is not None:
        answer(fight, fight.decision.choices[0])
        fight.do(commands.Pass(f"r{done + 1}"))
        done += 1
    assert done == times
    assert fight.state.phase == "movement"


@pytest.mark.rule("AS-SCA-047", "AS-SCA-016")
def test_a_win_by_yielding_overruns_nobody() -> None:
    fight = commanded(*lances(), red=["Overrun Combat"], blue=["Banking Initiative"])
    answer(fight, "yield")
    assert initiative(fight).winner == "red"
    assert fight.decision is None
    assert fight.state.phase == "movement"


@pytest.mark.rule("AS-SCA-047")
def test_who_is_lost_by_its_own_move_attacks_nobody_and_the_turn_goes_on() -> None:
    pool = [{"id": "pool", "kind": "hazardous_liquid_pool", "depth": 1, "rect": [0, 22, 30, 4]}]
    weak = one("r1", (6, 20), armor=0, structure=1)
    fight = commanded(weak, one("r2", (40, 20)), one("b1", (6, 40)), red=["Overrun Combat"], terrain=pool, dice=DICE)
    answer(fight, "r1")
    fight.do(commands.Move("r1", ((6, 23),)))
    assert not fight.units["r1"].in_play
    assert asked(fight) == ("red", "act_first", ("r2", "nobody"))


@pytest.mark.rule("AS-SCA-047")
def test_effects_of_an_overrun_wait() -> None:
    fight = overrun(6, 6, 4, 3, 6, 5, 3, 3, armor=0, structure=1)
    answer(fight, "r1")
    attack(fight, "r1", "b1")
    assert fight.units["b1"].on_table
    assert fight.units["b1"].doomed is not None
    assert refusal(fight, commands.Attack("r1", "b2")).rule


@pytest.mark.rule("AS-SPA-022")
def test_combat_intuition() -> None:
    knowing = {"abilities": ["Combat Intuition"]}
    units = [one("r1", (6, 20), **knowing), one("r2", (12, 20)), one("b1", (6, 30), 180, armor=0, structure=1)]
    units += [one("b2", (60, 40), 180)]
    fight = commanded(*units, dice=[4, 4, 4, 3, 6, 5, 3, 3])
    assert asked(fight) == ("red", "act_first", ("r1", "nobody"))
    answer(fight, "r1")
    attack(fight, "r1", "b1")
    assert fight.units["b1"].destroyed
    assert refusal(fight, commands.Attack("r2", "b2")).rule == "AS-SPA-022", "it acts alone"
    fight.do(commands.Pass("r1"))
    assert (fight.decision, fight.state.phase) == (None, "movement")
    assert fight.units["r1"].notes["intuition_used"] == fight.state.turn
    beaten = commanded(*units, dice=[1, 1, 6, 6])
    assert beaten.decision is None
    again = commanded(
        one("r1", (6, 4), **knowing, state={"notes": {"intuition_used": 2}}), *units[1:], dice=[6, 6, 1, 1], turn=4
    )
    assert again.decision is None
    ready = commanded(
        one("r1", (6, 4), **knowing, state={"notes": {"intuition_used": 2}}), *units[1:], dice=[6, 6, 1, 1], turn=5
    )
    assert ready.decision is not None


@pytest.mark.parametrize("kind", [RandomPlayer, TacticalPlayer])
def test_bots_go_first(kind: Any) -> None:
    units = [one(f"r{n}", (6.0 * n, 14), abilities=["Combat Intuition"]) for n in (1, 2, 3)]
    units += [one(f"b{n}", (6.0 * n, 32), 180) for n in (1, 2, 3)]
    every = ["Overrun Combat", "Banking Initiative", "Berserkers", "Tactical Experts (Physical)", "Savages"]
    fight = commanded(*units, red=every, blue=[*every, "Forcing the Initiative"])
    played = play(fight, {"red": kind(1), "blue": kind(2)}, turns=4)
    assert played.faults == []


# -- hunters -----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCA-050")
def test_savages() -> None:
    fight = commanded(*lances(3, 2), red=["Savages"], phase="combat")
    assert asked(fight) == ("red", "stalk", ("b1", "b2"))
    answer(fight, "b2")
    assert fight.decision is None, "who has no choice is not asked"
    prey = [fight.units[name].notes.get("prey") for name in ("r1", "r2", "r3")]
    assert prey == ["b2", "b1", None]
    assert (part(fight, "AS-SPA-020", "r1", "b2"), part(fight, "AS-SPA-020", "r1", "b1")) == (-1, 2)
    assert (part(fight, "AS-SCA-050", "r3", "b1"), part(fight, "AS-SCA-050", "r3", "b2")) == (2, 2)
    assert part(fight, "AS-SCA-050", "r1", "b1") is None
    assert part(fight, "AS-SPA-020", "b1", "r1") is None


@pytest.mark.rule("AS-SCA-050")
def test_a_savage_without_an_enemy_may_find_one() -> None:
    fight = commanded(*lances(2, 1), one("b2"), red=["Savages"], phase="movement")
    answer(fight, "b1")
    assert fight.units["r2"].notes["prey"] == "b2"
    alone = commanded(*lances(2, 1), red=["Savages"], phase="movement")
    assert [alone.units[name].notes.get("prey") for name in ("r1", "r2")] == ["b1", None]
    assert not any(offer.kind == "act" for offer in offers(alone, "red", "r2"))
    alone.units["r1"].notes = {}
    assert commands.Act("r2", "stalk", "b1") in [offer.command for offer in offers(alone, "red", "r2")]
    alone.do(commands.Act("r2", "stalk", "b1"))
    assert alone.units["r2"].notes["prey"] == "b1"


def champions(*dice: int, enemy: dict[str, Any] | None = None, **more: Any) -> Battle:
    weak = {"armor": 1, "structure": 1}
    own = [one("r1", (10, 20), **more.pop("own", weak)), *[one(f"r{n}", (10.0 * n, 4)) for n in (2, 3)]]
    own += [one("b1", (10, 26), 180, **(enemy or weak)), one("b2", (20, 26), 180, **weak), one("b3", (60, 44))]
    alpha = {"name": "Alpha", "members": ["r1", "r2", "r3"][: more.pop("size", 3)], "type": "Battle Lance"}
    formations = [{**alpha, **more.pop("formation", {})}]
    red = [{"ability": "Warrior Code", "units": ["r1", "r2"]}]
    return commanded(*own, red=red, formations=formations, phase="combat", dice=dice or None, **more)


@pytest.mark.rule("AS-SCA-068")
def test_a_champion_chooses_an_equal() -> None:
    fight = champions(enemy={"size": 2})
    assert asked(fight) == ("red", "stalk", ("b2", "b3")), "and there is one champion to a formation"
    answer(fight, "b2")
    assert fight.decision is None
    assert part(fight, "AS-SPA-020", "r1", "b2") == -1
    assert champions(size=2).decision is None
    assert champions(formation={"base": ["r1", "r2"]}).decision is None, "two of three count for its type"
    assert champions(formation={"type": None}).decision is None, "it was built as nothing"
    assert champions(formation={"earned": False}).decision is None, "it is not what it was built as"


@pytest.mark.rule("AS-SCA-068")
def test_a_duel_that_is_won_or_lost() -> None:
    won = champions(6, 5, 4, 3, 2, 2)
    answer(won, "b1")
    attack(won, "r1", "b1")
    end(won, 2)
    assert parts(won) == {"AS-SCA-068": 1}
    lost = champions(6, 5, 4, 3, 2, 1)
    answer(lost, "b1")
    end(lost)
    attack(lost, "b1", "r1")
    end(lost)
    assert parts(lost) == {"AS-SCA-068": -1}


@pytest.mark.rule("AS-SCA-068")
def test_a_duel_that_others_meddle_in_is_none() -> None:
    fight = champions(6, 5, 6, 5, 4, 3, 2, 2, enemy={"armor": 4, "structure": 1})
    answer(fight, "b1")
    attack(fight, "r2", "b1")
    attack(fight, "r1", "b1")
    end(fight, 2)
    assert fight.units["b1"].destroyed
    assert parts(fight) == {}
    other = champions(6, 5, 4, 3, 2, 2)
    answer(other, "b2")
    attack(other, "r1", "b1")
    end(other, 2)
    assert parts(other) == {}, "only the chosen enemy counts"


@pytest.mark.rule("AS-SCA-034")
def test_focus() -> None:
    focus = [
        {"ability": "Focus (Sniper)", "units": ["r1"]},
        {"ability": "Focus (Range Master (Long))", "units": ["r1"]},
    ]
    fight = commanded(one("r1", (10, 4)), one("r2", (20, 4)), one("b1", (10, 40), 180), red=focus[:1], phase="combat")
    assert (part(fight, "AS-SPA-057"), part(fight, "AS-SPA-057", "r2")) == (-2, None)
    lucky = commanded(
        one("r1", (10, 4)),
        one("b1", (10, 40), 180),
        red=[{"ability": "Focus (Lucky)", "units": ["r1"]}],
        phase="combat",
    )
    from lancemate.alphastrike.pilots.having import abilities_for_the_battle, own_level

    assert own_level(lucky, lucky.units["r1"], "Lucky") == 1
    assert abilities_for_the_battle(lucky, lucky.units["r1"]) == ("Lucky",)
    both = commanded(
        *lances(), red=[{"ability": "Focus (Sniper)", "units": ["r1"]}, {"ability": "Focus (Lucky)", "units": ["r1"]}]
    )
    assert abilities_for_the_battle(both, both.units["r1"]) == ("Sniper",), "no unit has two by Focus"
    stalker = commanded(*lances(), red=[{"ability": "Focus (Blood Stalker)", "units": ["r2"]}])
    assert asked(stalker) == ("red", "stalk", ("b1", "b2"))
    leaderless = commanded(
        one("r1", (10, 4)),
        one("r2", (20, 4), state={"destroyed": True}),
        one("b1", (10, 40), 180),
        red=focus[:1],
        phase="combat",
        more={"red": {"officers": ["r2"]}},
    )
    assert part(leaderless, "AS-SPA-057") == -2, "what was given at the start stays"


@pytest.mark.rule("AS-SCA-043")
def test_intelligence_specialists() -> None:
    fight = commanded(*lances(), red=[{"ability": "Intelligence Specialists", "units": ["r2"]}])
    assert fight.units["r2"].card.specials.value("MHQ") == 5
    assert not fight.units["r1"].has("MHQ")


# -- coming and going --------------------------------------------------------------------------------------------


@pytest.mark.rule("AS-SCA-019")
def test_camouflage_of_who_stands_still() -> None:
    for state, value in (("standstill", 2), ("ground", None), ("minimum", None)):
        fight = commanded(
            one("r1", (10, 10), state={"moved": state}), one("b1", (10, 22), 180), red=["Camouflage"], phase="combat"
        )
        assert part(fight, "AS-SCA-019", "b1", "r1") == value
    plain = commanded(one("r1", (10, 10), state={"moved": "standstill"}), one("b1", (10, 22), 180), phase="combat")
    assert part(plain, "AS-SCA-019", "b1", "r1") is None


@pytest.mark.rule("AS-SCA-019")
@pytest.mark.parametrize(("state", "value"), [({"heat": 2}, 1), ({"notes": {"intimidated": ["b1"]}}, 1), ({}, 2)])
def test_camouflage_is_lowered_as_any_tmm(state: dict[str, Any], value: int) -> None:
    fight = commanded(
        one("r1", (10, 10), state={"moved": "standstill", **state}),
        one("b1", (10, 22), 180, abilities=["Demoralizer"]),
        red=["Camouflage"],
        phase="combat",
    )
    assert part(fight, "AS-SCA-019", "b1", "r1") == value


@pytest.mark.rule("AS-SCA-032")
def test_fast_withdrawal() -> None:
    for abilities, edge, legal in (
        (["Fast Withdrawal"], (-2, 24), True),
        (["Fast Withdrawal"], (3, 50), False),
        ([], (-2, 24), False),
    ):
        fight = commanded(
            one("r1", (3, 44 if edge[1] == 50 else 24)), one("b1", (60, 40)), red=abilities, phase="movement"
        )
        if legal:
            fight.do(commands.Move("r1", (edge,)))
            assert fight.units["r1"].exited
            assert not fight.units["r1"].destroyed
        else:
            assert refusal(fight, commands.Move("r1", (edge,))).rule == "AS-INT-004"


@pytest.mark.rule("AS-SCA-033")
def test_flankers() -> None:
    for abilities, start in ((["Flankers"], (0.0, 20.0)), ([], (0.0, 0.0))):
        fight = commanded(one("r1"), one("r2", (40, 4)), one("b1", (60, 40)), red=abilities, phase="movement")
        told = move(fight, "r1", (0, 20), (6, 20)) if abilities else None
        if told is not None:
            assert fight.units["r1"].at == (6, 20)
        else:
            assert refusal(fight, commands.Move("r1", ((0, 20), (6, 20)))).rule == "AS-MOV-001"
        assert start
    far = commanded(one("r1"), one("b1", (60, 40)), red=["Flankers"], phase="movement")
    assert refusal(far, commands.Move("r1", ((30, 48), (30, 44)))).rule == "AS-MOV-001", "not over the enemy's own edge"
    move(far, "r1", (30, 0), (30, 6))


@pytest.mark.rule("AS-SCA-030")
def test_esprit_de_corps() -> None:
    for abilities, goes in ((["Esprit de Corps"], False), ([], True)):
        units = [one("r1", (10, 20), armor=6, structure=4, state={"armor": 0, "structure": 1}), one("r2", (20, 4))]
        fight = commanded(*units, one("b1", (60, 44)), red=abilities, phase="combat", options=["forced_withdrawal"])
        end(fight, 2)
        assert fight.units["r1"].withdrawing is goes
        next_turn(fight) if not goes else None


def nerve(abilities: list[str], location: str = "Skye") -> int | None:
    from lancemate.alphastrike.options.morale import measure_morale

    hurt = one("r1", (10, 20), armor=6, structure=4, state={"armor": 0, "structure": 1})
    fight = commanded(hurt, one("b1", (60, 44)), red=abilities, phase="combat", options=["morale"], location=location)
    number = measure_morale(fight, "r1")["target_number"]
    return None if number is None else int(number)


@pytest.mark.rule("AS-SCA-030", "AS-SCA-049")
def test_morale_of_the_steadfast_and_at_home() -> None:
    usual = nerve([])
    assert usual is not None
    assert nerve(["Esprit de Corps"]) is None
    assert nerve(["Regional Specialization (Skye)"]) == usual - 1
    assert nerve(["Regional Specialization (Skye)"] * 2) == usual - 2
    assert nerve(["Regional Specialization (Skye)"], "Terra") == usual


@pytest.mark.rule("AS-SCA-058")
def test_dogfighting_experts() -> None:
    from lancemate.alphastrike.air.control import ENGAGEMENT, control_number

    fighter = {"type": "AF", "move": "6a", "size": 1, "tmm": 0}
    units = [one("r1", **fighter), one("b1", **fighter), one("r2", (10, 4)), one("b2", (60, 44))]
    fight = commanded(*units, red=["Tactical Experts (Dogfighting)"])

    def number(unit: str, why: str) -> int:
        return sum(part.value for part in control_number(fight, fight.units[unit], why) if part.rule == "AS-SCA-058")

    assert (number("b1", ENGAGEMENT), number("r1", ENGAGEMENT), number("b1", "damage")) == (2, 0, 0)
