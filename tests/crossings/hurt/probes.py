"""What being hurt brings with it: each rule is looked for in what is told of the man, or in how he is afterwards."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from crossings.aim.scenes import FAR_OFF, Want
from crossings.hurt.scenes import Blow, Hurt, gentle
from crossings.skirmish import Data, dot, man

Probe = Callable[[Blow], bool]
PLAIN: Final = Want()


def score(track: str) -> int:
    """How much is marked on a track."""
    return 2 * track.count("X") + track.count("/")


def hits(done: Hurt) -> list[Any]:
    return done.told("damage")


def hurt(scene: Blow, want: Want = PLAIN) -> Hurt:
    """He must have been hurt, or killed."""
    done = scene(want)
    assert score(done.man.track), "nothing has happened to him"
    return done


def armor(scene: Blow) -> bool:
    worn = Want(victim={"armor": {"kind": "Combat Armor", "from": 10}})
    return score(scene(worn).man.track) < score(hurt(scene).man.track)


def location(scene: Blow) -> bool:
    """Two dice have said where it begins."""
    found = hits(hurt(scene))
    return bool(found) and all(one.block == str(min(10, sum(one.roll))) for one in found)


def down(scene: Blow) -> bool:
    return bool(gentle(scene, PLAIN).told("knocked_down"))


def stun(scene: Blow) -> bool:
    """When his side moves next, he loses his activation."""
    done = gentle(scene, PLAIN)
    assert hits(done), "nothing has happened to him"
    play, turn = done.play, done.play.fight.state.turn
    if play.fight.state.to_act == "blue" and (done.man.acted or done.man.moved != "none" or play.asked is not None):
        turn += 1
    play.hold()
    while play.fight.state.to_act != "blue" or play.fight.state.turn < turn:
        play.end()
    assert done.man.conscious, done.man.track
    return bool(play.refusal("pass", unit=done.who))


def arc_lost(scene: Blow) -> bool:
    """He watches when it happens: since his last move, or by an order in this."""
    done = gentle(scene, Want(watching=True))
    assert hits(done), "nothing has happened to him"
    return done.man.arc is None


def burnt(scene: Blow) -> bool:
    """It knocks him down where it burns, and he takes the points of one who lies in the flames."""
    done = gentle(scene, Want(pieces=(_flames(scene),)))
    events = done.told("damage", "knocked_down")
    falls = [number for number, one in enumerate(events) if one.type == "knocked_down"]
    later = events[falls[0] + 1 :] if falls else []
    return any(one.type == "damage" and one.cause == "fire" and one.lethal == 8 for one in later[:1])


def _flames(scene: Blow) -> Callable[[float, float], Data]:
    return lambda here, there: {"kind": "fire", "dots": [dot(there + scene.gently.beside)], "elevation": 0}


def falls_off(scene: Blow) -> bool:
    return bool(gentle(scene, Want(target="rides")).told("got_off"))


def lands(scene: Blow) -> bool:
    done = gentle(scene, Want(target="flies"))
    assert done.told("took_off")
    return bool(done.told("landed")) and done.man.prone


def crashes(scene: Blow) -> bool:
    (first, *_) = hits(scene(PLAIN))
    done = scene(Want(target="flies", victim={"state": {"track": "X" * (10 - first.lethal)}}))
    assert not done.told("out")[0].dead
    return [one.lethal for one in done.told("damage") if one.cause == "fall"] == [5]


GROUP: Final = {"group": "weak", "state": {"track": "XXXXXXXXX"}}


def loss(scene: Blow) -> bool:
    """Once, however often he is hurt."""
    done = scene(Want(victim=GROUP, blue_squads={"weak": {}}))
    assert not done.man.conscious
    done.play.hold()
    return bool(done.play.fight.state.losses.get("weak") == 1)


def _fallen(number: int) -> Callable[[float, float], Data]:
    out = {"track": "XXXXXXXXXXXX"}
    return lambda here, there: man(f"b{number}", dot(FAR_OFF + number - 22, 5), state=out, group="weak")


def morale(scene: Blow) -> bool:
    """He is the leader, and the fourth to fall: his squad rolls without him."""
    squads = {"weak": {"leader": _leader(scene), "leadership": 3}}
    others = (*map(_fallen, (21, 22, 23)), lambda here, there: man("b24", dot(FAR_OFF, -5), group="weak"))
    done = scene(Want(victim=GROUP, blue=others, blue_squads=squads))
    assert not done.man.conscious
    done.play.hold()
    while done.play.fight.state.turn < 3:
        done.play.end()
    rolls = done.play.told("morale", squad="weak")
    return len(rolls) == 1 and all(part.label != "Leadership" for part in rolls[0].modifiers)


def _leader(scene: Blow) -> str:
    return scene(PLAIN).who


def character(scene: Blow) -> bool:
    """A die of the other game for each lethal point."""
    done = hurt(scene, Want(victim={"character": {"skills": {"Rifle": 2}}}))
    dice = [one.dice for one in done.play.told("character_hurt", unit=done.who)]
    marked = [one.lethal for one in done.play.told("damage", unit=done.who)]
    return bool(dice) and sorted(dice) == sorted(f"{lethal}D6" for lethal in marked if lethal)


def between(kind: str, **keys: Any) -> Callable[[float, float], Data]:
    """A piece behind the place where it explodes, before the man."""
    if kind == "wall":
        return lambda here, there: {"kind": "wall", "line": [[there + 0.5, 2], [there + 0.5, 10]], "height": 4}
    return lambda here, there: {"kind": kind, "rect": [there + 0.3, 4.5, 0.4, 3]}


def shielded(kind: str) -> Probe:
    def probe(scene: Blow) -> bool:
        hurt(scene, Want(beside=1))
        return not hits(scene(Want(beside=1, pieces=(between(kind),))))

    return probe


def undergrowth(scene: Blow) -> bool:
    """It does not help."""
    plain = hurt(scene, Want(beside=1))
    return hurt(scene, Want(beside=1, pieces=(between("undergrowth"),))).man.track == plain.man.track


def everybody(scene: Blow) -> bool:
    """Also a man of the other side, a dot away from the place."""
    done = hurt(scene, Want(red=(lambda here, there: man("r7", dot(there, 1)),)))
    return bool(done.play.told("damage", unit="r7"))


def stairs(scene: Blow) -> bool:
    done = scene(Want(target="upstairs"))
    return bool(hits(done))


def spared_inside(scene: Blow) -> bool:
    done = scene(Want(target="aboard"))
    return not hits(done)


def spared_commander(scene: Blow) -> bool:
    """His hatch is open; it comes down a dot before him."""
    done = scene(Want(target="commander", beside=1))
    return not hits(done)


def unseen(scene: Blow) -> bool:
    """One who hides is hurt, and goes on hiding."""
    done = hurt(scene, Want(target="hides", far=4))
    return not done.play.told("found", unit="b1")


PROBES: Final[Mapping[str, Probe]] = {
    "armor": armor,
    "location": location,
    "down": down,
    "stun": stun,
    "arc_lost": arc_lost,
    "burnt": burnt,
    "falls_off": falls_off,
    "lands": lands,
    "crashes": crashes,
    "loss": loss,
    "morale": morale,
    "character": character,
    "wall": shielded("wall"),
    "furniture": shielded("furniture"),
    "undergrowth": undergrowth,
    "everybody": everybody,
    "stairs": stairs,
    "spared_inside": spared_inside,
    "spared_commander": spared_commander,
    "unseen": unseen,
}
