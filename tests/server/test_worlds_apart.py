"""Pairs of worlds that differ in one secret: whoever may not know it gets the same answers in both, byte for byte."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import pytest

import rules.made_up_notes  # noqa: F401
from lancemate.alphastrike.asking.knowledge import carry_out, check_names, known_to
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.decisions import side_of
from lancemate.alphastrike.play.order_data import command_from_data
from lancemate.alphastrike.play.setup import Formation, Muster, Network, Purchase
from lancemate.alphastrike.scripts.positions import setup_from_data, setup_to_data
from lancemate.bots import View
from lancemate.kernel.agenda import Decision, Task
from lancemate.kernel.errors import InputError, Refusal, Refused
from lancemate.kernel.events import public
from lancemate.kernel.memory import Noted
from lancemate.server.alphastrike.questions import answer
from lancemate.server.alphastrike.showing import scene_key, show_scene, show_view
from lancemate.server.messages import Question, read_message
from lancemate.server.telling import heard_by, tell
from rules.scenes import HILL, scene
from rules.table import battle, unit

HIDING: Final = {"notes": {"hidden": True}, "moved": "standstill"}
PLACE: Final = (14.0, 17.0)
TERRAIN: Final = ({"kind": "woods", "rect": [12, 15, 6, 5]}, {"kind": "building", "height": 2, "rect": [20, 20, 2, 2]})


def lurker(at: tuple[float, float] = PLACE, id: str = "b9", **card: Any) -> Muster:
    return unit(id, at, state=HIDING, **card)


def world(*secret: Muster, phase: str = "combat", stealthy: dict[str, Any] | None = None, **more: Any) -> Battle:
    """Red and blue face each other across a wood in which somebody of blue may lie hidden."""
    return battle(
        unit("r1", (10, 10), move='10"/8"j'),
        unit("r2", (20, 10), type="CV", move='10"w', specials=["IF2", "PRB"]),
        unit("b1", (14, 24), 180, specials=["IF2", "TAG", "STL"], state=stealthy or {}),
        unit("b2", (24, 24), 180, move='10"/6"j', specials=["ECM"]),
        *secret,
        terrain=TERRAIN,
        phase=phase,
        **more,
    )


@dataclass(frozen=True)
class Pair:
    name: str
    make: Callable[[str], tuple[Battle, Battle]]


def one_secret(first: tuple[Muster, ...], second: tuple[Muster, ...], **more: Any) -> Callable[[str], Any]:
    return lambda phase: (world(*first, phase=phase, **more), world(*second, phase=phase, **more))


def planned(phase: str) -> tuple[Battle, Battle]:
    return world(phase=phase, stealthy={"planned": {"STL": False}}), world(phase=phase)


def secret_note(phase: str) -> tuple[Battle, Battle]:
    worlds = [world(phase=phase, stealthy={"notes": {"secret_orders": order}}) for order in ("go", "stay")]
    for fight, mines in zip(worlds, (1, 2), strict=True):
        fight.emit(Noted(None, "secret", {"red": {"mines": 3}, "blue": {"mines": mines}}, "AS-INT-067"))
    return worlds[0], worlds[1]


def secret_decision(phase: str) -> tuple[Battle, Battle]:
    worlds = world(phase=phase), world(phase=phase)
    for fight, who in zip(worlds, ("b1", "b2"), strict=True):
        fight.state.decision = Decision("blue", "secret_commander", f"is it {who}?", (who,), "AS-SCN-026", who)
        fight.state.agenda = (Task("commander_named", {"side": "blue", "unit": who}),)
    return worlds


def in_company(phase: str) -> tuple[Battle, Battle]:
    """It belongs to a network and to a formation, which the other one does not know either."""
    linked = {"specials": ["C3M"]}
    fights = [
        battle(
            unit("r1", (10, 10)),
            unit("b1", (14, 24), 180, specials=["C3S"]),
            unit("b2", (24, 24), 180, specials=["C3S"]),
            lurker(at, **linked),
            terrain=TERRAIN,
            phase=phase,
            networks=[Network("C3", ("b9", "b1", "b2"))],
        )
        for at in (PLACE, (30.0, 30.0))
    ]
    lance = Formation("Lance", ("b1", "b9"))
    made = [Battle(replace(one.setup, formations=(lance,)), 7) for one in fights]
    return made[0], made[1]


RAID: Final = {"battlefield_support": {"level": "objective_raid"}}
AGREED: Final = frozenset({"hidden_units"})


def bought(phase: str) -> tuple[Battle, Battle]:
    """Both have mines that everybody sees; what else blue has bought, and hidden, is its own affair."""
    seen = Purchase("light_minefield", (14.0, 20.0))
    lists = (
        (Purchase("strafing"), seen, Purchase("heavy_air_cover"), Purchase("light_minefield", PLACE, hidden=True)),
        (seen, Purchase("light_strike"), Purchase("light_minefield", (30.0, 12.0), hidden=True)),
    )
    setup = replace(world(phase=phase).setup, settings=RAID, options=AGREED)
    red = replace(setup.sides[0], support=(Purchase("sniper"), Purchase("light_strike")))
    made = [Battle(replace(setup, sides=(red, replace(setup.sides[1], support=one))), 7) for one in lists]
    return made[0], made[1]


HIDE: Final = ("hidden_units",)
CONCEAL: Final = ("concealing_unit_data",)


def token(at: tuple[float, float] = PLACE, id: str = "b9", **card: Any) -> Muster:
    """Something of blue's that stands on the table as K."""
    return replace(unit(id, at, state={"moved": "standstill"}, **card), words={"blip": "K"})


def sheets(phase: str) -> tuple[Battle, Battle]:
    """The same machine from outside; what is on its sheet, and who sits in it, is another matter."""
    cards: tuple[dict[str, Any], ...] = (
        {"name": "BLR-1G BattleMaster", "armor": 8, "structure": 6},
        {
            "name": "BLR-3S BattleMaster",
            "armor": 9,
            "structure": 7,
            "damage": "5/5/4",
            "move": '10"',
            "specials": ["TAG"],
        },
    )
    made = [
        world(replace(unit("b9", (30, 20), 180, skill=5 - n, **card), state={"heat": n}), phase=phase, options=CONCEAL)
        for n, card in enumerate(cards)
    ]
    return made[0], made[1]


def informed(phase: str) -> tuple[Battle, Battle]:
    """Both ratings are told; who brought them is not."""
    options = (*CONCEAL, "battlefield_intelligence", "optional_abilities")
    scouts = [(["RCN"], []), ([], ["RCN"])]
    made = [
        world(
            *(unit(f"b{n + 8}", (30.0 + 4 * n, 20), 180, specials=codes) for n, codes in enumerate(both)),
            phase=phase,
            options=options,
        )
        for both in scouts
    ]
    return made[0], made[1]


def written(*hidden: dict[str, Any], guns: tuple[dict[str, Any], ...] = ()) -> Callable[[str], Battle]:
    """The same world from a script, with terrain and guns of blue's that nobody else knows of."""

    def made(phase: str) -> Battle:
        data = setup_to_data(world(phase=phase).setup)
        sides, terrain = data["sides"], data["terrain"]
        assert isinstance(sides, list)
        assert isinstance(terrain, list)
        blue = sides[1]
        assert isinstance(blue, dict)
        assert isinstance(blue["units"], list)
        more = {**blue, "units": [*blue["units"], *guns]}
        options = ["minefields", "hidden_units", "advanced_artillery"]
        changed = {**data, "options": options, "terrain": [*terrain, *hidden], "sides": [sides[0], more]}
        return Battle(setup_from_data(changed), 7)

    return made


def mine(x: float, y: float, density: int = 3) -> dict[str, Any]:
    return {"id": "m1", "kind": "minefield", "density": density, "circle": [x, y, 1], "side": "blue", "hidden": True}


GUN: Final = {
    "id": "g1",
    "card": {"name": "Gun", "type": "CV", "size": 2, "move": '6"t', "damage": "1/1/1", "armor": 3, "structure": 2},
    "offboard": {"edge": "north", "distance": 60},
}
LONG_TOM: Final = {**GUN, "card": {**GUN["card"], "specials": ["ART-LT1"]}}  # type: ignore[dict-item]


def both(one: Callable[[str], Battle], other: Callable[[str], Battle]) -> Callable[[str], tuple[Battle, Battle]]:
    return lambda phase: (one(phase), other(phase))


PAIRS: Final = (
    Pair("hidden mines", both(written(mine(12, 14)), written(mine(30, 20, 5)))),
    Pair("mines or none", both(written(mine(12, 14)), written())),
    Pair("a gun beyond the table", both(written(guns=(LONG_TOM,)), written())),
    Pair("hidden by the module", one_secret((lurker(),), (), options=HIDE)),
    Pair("hidden elsewhere by the module", one_secret((lurker(),), (lurker((40, 40)),), options=HIDE)),
    Pair("what a blip is", one_secret((token(),), (token(type="CV", move='8"h', specials=["AECM"]),), options=CONCEAL)),
    Pair("who a blip is", one_secret((token(),), (token(id="b8", size=1),), options=CONCEAL)),
    Pair("record sheet", sheets),
    Pair("where a rating comes from", informed),
    Pair("position", one_secret((lurker(),), (lurker((40, 40)),))),
    Pair("existence", one_secret((lurker(specials=["IF2", "TAG"]),), ())),
    Pair("kind", one_secret((lurker(),), (lurker(type="CI", move='4"f', specials=["CAR3"]),))),
    Pair("strength", one_secret((lurker(specials=["AECM", "TAG"]),), (lurker(size=1, damage="1/1/0"),))),
    Pair("number", one_secret((lurker(), lurker((16, 17), "b8")), (lurker((13, 19), "b8"),))),
    Pair("a name of something else", one_secret((lurker(id="woods1"),), (lurker(id="blue"),))),
    Pair("company", in_company),
    Pair("planned switch", planned),
    Pair("secret note", secret_note),
    Pair("secret decision", secret_decision),
    Pair("support", bought),
)
NAMES: Final = ("K", "r1", "r2", "b1", "b2", "b9", "b8", "nobody", "woods1", "building2", "blue")


class Curiosity:
    """Questions of every kind, most of them about the place where somebody may hide."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)

    def name(self) -> str:
        return self.dice.choice(NAMES)

    def visible(self) -> str:
        return self.dice.choice(("r1", "r2", "b1", "b2"))

    def point(self) -> list[float]:
        x, y = PLACE
        if self.dice.random() < 0.3:
            return [x, y]
        return [round(x + self.dice.uniform(-6, 6), 2), round(y + self.dice.uniform(-9, 9), 2)]

    def move(self) -> dict[str, Any]:
        path = [self.point() for _ in range(self.dice.choice((1, 1, 2)))]
        body: dict[str, Any] = {"unit": self.visible(), "path": path}
        body["mode"] = self.dice.choice(("ground", "ground", "jump", "sprint"))
        if self.dice.random() < 0.15:
            body[self.dice.choice(("charge", "dfa", "board"))] = self.name()
        return body

    def support(self) -> dict[str, Any]:
        using = self.dice.choice(("sniper", "light_strike", "strafing", "heavy_air_cover", "light_minefield"))
        x, y = self.point()
        target = self.dice.choice((self.name(), {"point": [x, y]}, {"line": [[x, y], [x, y + 10]]}))
        return {"side": self.dice.choice(("red", "blue")), "kind": "support", "using": using, "target": target}

    def attack(self) -> dict[str, Any]:
        if self.dice.random() < 0.15:
            return self.support()
        target: Any = self.name() if self.dice.random() < 0.8 else {"point": self.point()}
        body: dict[str, Any] = {"unit": self.name(), "target": target}
        if self.dice.random() < 0.4:
            body.update(using="IF", spotter=self.name())
        return body

    def question(self) -> Question:
        roll = self.dice.random()
        body: dict[str, Any]
        if roll < 0.36:
            body = {"type": "preview", "move": self.move()}
        elif roll < 0.62:
            body = {"type": "preview", "attack": self.attack()}
        elif roll < 0.66:
            body = {"type": "preview", "decide": {"side": "blue", "choice": self.name()}}
        elif roll < 0.86:
            to: Any = self.name() if self.dice.random() < 0.6 else {"point": self.point()}
            body = {"type": "measure", "from": self.name(), "to": to}
        elif roll < 0.96:
            body = {"type": "targets", "unit": self.name()}
        elif roll < 0.985:
            body = {"type": "route", "unit": self.visible(), "to": self.point()}
        else:
            body = {"type": "reach", "unit": self.visible()}
        asked = read_message(json.dumps({"id": "1", **body}))
        assert isinstance(asked, Question)
        return asked

    def command(self) -> dict[str, Any]:
        return self.dice.choice(
            (
                {"move": self.move()},
                {"attack": self.attack()},
                {"pass": {"unit": self.name()}},
                {"toggle": {"unit": self.name(), "ability": "STL", "on": False}},
                {"act": {"unit": self.name(), "do": "scan", "what": self.name()}},
                {"decide": {"side": "red", "choice": self.name()}},
                {"deploy": {"unit": self.name(), "at": self.point()}},
            )
        )


def told(fight: Battle, viewer: str | None, question: Question) -> str:
    try:
        return json.dumps(answer(fight, viewer, question))
    except (Refused, InputError) as error:
        return f"refused: {error}"


def refused(fight: Battle, viewer: str | None, given: dict[str, Any]) -> Refusal | None:
    """What a player is told whose command is not carried out, as the server does it."""
    command = command_from_data(given)
    try:
        check_names(known_to(fight, viewer), command)
        if side_of(fight, command) != viewer:
            return Refusal("not_your_seat", f"not {side_of(fight, command)}")
        carry_out(fight.clone(), viewer, command)
    except Refused as trouble:
        return trouble.refusal
    return None


def shown(fight: Battle, viewer: str | None) -> str:
    return json.dumps([show_scene(fight, viewer), show_view(fight, viewer, 1), fight.view(viewer)])


BOTH_PHASES: Final = [
    pytest.param(pair, phase, id=f"{pair.name}, {phase}") for pair in PAIRS for phase in ("movement", "combat")
]


@pytest.mark.parametrize(("pair", "phase"), BOTH_PHASES)
@pytest.mark.parametrize("viewer", ["red", None])
def test_questions_have_the_same_answers(pair: Pair, phase: str, viewer: str | None) -> None:
    here, there = pair.make(phase)
    assert shown(here, viewer) == shown(there, viewer)
    assert scene_key(here, viewer)[1:] == scene_key(there, viewer)[1:]
    curiosity = Curiosity(len(pair.name) * 2 + (viewer is None))
    for _ in range(50):
        question = curiosity.question()
        assert told(here, viewer, question) == told(there, viewer, question), question
        given = curiosity.command()
        if viewer is not None:
            ours, theirs = refused(here, viewer, given), refused(there, viewer, given)
            assert public(ours) == public(theirs), given


@pytest.mark.parametrize(("pair", "phase"), BOTH_PHASES)
def test_a_bot_sees_the_same(pair: Pair, phase: str) -> None:
    here, there = (View(fight, "red") for fight in pair.make(phase))
    assert repr(here.battle.state) == repr(there.battle.state)
    assert repr(replace(here.battle.setup, table=there.battle.setup.table)) == repr(there.battle.setup)
    assert here.battle.journal.events == there.battle.journal.events == []
    assert here.battle.dice.roll(20) == there.battle.dice.roll(20)
    assert here.battle.hooks == there.battle.hooks
    assert list(here.attacks()) == list(there.attacks())
    assert here.decision == there.decision
    assert here.rest() == there.rest()
    name = "r1"
    places = [list(one.moves(one.battle.units[name], spacing=6.0)) for one in (here, there)]
    assert places[0] == places[1]


@pytest.mark.parametrize(("pair", "phase"), BOTH_PHASES)
@pytest.mark.parametrize("viewer", ["red", None])
def test_the_same_is_told_of_a_turn(pair: Pair, phase: str, viewer: str | None) -> None:
    """Both sides do what everybody sees: everybody hears the same of it."""
    stories = []
    for fight in pair.make(phase):
        batches = [tell(fight, 0, None, fight.journal.events)]
        if fight.decision is None:
            acts = (
                ({"pass": {"unit": "r1"}}, {"pass": {"unit": "b1"}})
                if phase == "movement"
                else (
                    {"attack": {"unit": "r1", "target": "b1"}},
                    {"attack": {"unit": "r1", "target": "building2"}},
                    {"end_phase": {}},
                    {"attack": {"unit": "b1", "target": "r1"}},
                )
            )
            for n, act in enumerate(acts, start=1):
                twin = fight.clone()
                try:
                    events = twin.do(command_from_data(act))
                except Refused:
                    continue
                batches.append(tell(twin, n, "red", events))
                fight = twin
        stories.append([heard_by(batch, viewer) for batch in batches])
    assert stories[0] == stories[1]


# -- what was found out once ------------------------------------------------------------------------------------


def asked(fight: Battle, viewer: str | None, **body: Any) -> Any:
    question = read_message(json.dumps({"id": "1", **body}))
    assert isinstance(question, Question)
    return answer(fight, viewer, question)


@pytest.mark.parametrize("viewer", ["red", None])
def test_a_move_of_a_visible_enemy_does_not_find_the_hidden(viewer: str | None) -> None:
    """Its own side would be told that somebody stands there; nobody else is."""
    fight = world(lurker((18, 24)), phase="movement", first="blue")
    over = {"unit": "b1", "path": [[18, 24]]}
    assert "b9" in asked(fight, "blue", type="preview", move=over)["reason"]["message"]
    assert asked(fight, viewer, type="preview", move=over)["legal"]


@pytest.mark.parametrize("viewer", ["red", None])
def test_the_reach_of_a_visible_enemy_leaves_nothing_out(viewer: str | None) -> None:
    hidden, empty = world(lurker(), phase="movement"), world(phase="movement")
    places = [asked(fight, viewer, type="reach", unit="b1")["places"] for fight in (hidden, empty)]
    assert places[0] == places[1]
    assert len(asked(hidden, "blue", type="reach", unit="b1")["places"]) < len(places[0])


@pytest.mark.parametrize("viewer", ["red", None])
def test_nobody_hidden_is_listed_as_a_spotter(viewer: str | None) -> None:
    fight = world(lurker())

    def spotters(who: str | None) -> set[str]:
        return {one["spotter"] for one in asked(fight, who, type="targets", unit="b1")["attacks"] if one["spotter"]}

    assert spotters("blue") == {"b2", "b9"}
    assert spotters(viewer) == {"b2"}


def test_a_sum_does_not_name_who_lends_its_range_unseen() -> None:
    networks = [Network("C3", ("b9", "b1"))]
    linked = unit("b1", (14, 24), 180, specials=["C3S"])
    fight = battle(unit("r1", (10, 10)), linked, lurker((10, 14), specials=["C3M"]), networks=networks, first="blue")
    events = fight.do(command_from_data({"attack": {"unit": "b1", "target": "r1"}}))
    assert "C3: somebody is at short range" in heard_by(tell(fight, 1, "blue", events), "red")
    for viewer in ("red", None):
        assert "b9" not in heard_by(tell(fight, 1, "blue", events), viewer)


def test_who_is_hit_on_a_corner_is_not_told_by_whom() -> None:
    fight = battle(unit("r1", (10, 10), 30), lurker((10, 2)), unit("b1", (30, 30), 180), first="blue", dice=[6, 6])
    events = fight.do(command_from_data({"attack": {"unit": "b9", "target": "r1"}}))
    assert fight.decision is not None
    assert "b9" not in heard_by(tell(fight, 1, "blue", events), "red") + shown(fight, "red")
    assert "b9" not in repr(View(fight, "red").decision)


@pytest.mark.parametrize("viewer", ["red", None])
def test_nobody_hidden_is_noted_at_a_marker(viewer: str | None) -> None:
    def hill(at: tuple[float, float]) -> Battle:
        return scene(unit("r1", (4, 4)), unit("b1", (30, 44), 180), lurker(at), use=HILL, seed=1)

    assert shown(hill((18, 25.625)), viewer) == shown(hill((30, 40)), viewer)
