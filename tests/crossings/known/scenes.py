"""Everything by which red might learn what blue keeps to itself: each scene tells all that red hears and sees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from crossings.aim.scenes import house_at
from crossings.skirmish import DEEP, OPTIONS, Data, Dice, Skirmish, dot, man, mech, tank
from lancemate.battletroops.asking.knowledge import carry_out, events_for, known_to, view
from lancemate.battletroops.asking.measure import measure
from lancemate.battletroops.asking.offers import offers
from lancemate.battletroops.asking.preview import preview_attack, preview_move
from lancemate.battletroops.play import orders
from lancemate.kernel.codec import encode
from lancemate.kernel.errors import Refused
from lancemate.kernel.events import event_data

Heard: TypeAlias = Any
LAIR: Final = 16.0  # where a man may hide, behind a window
MINED: Final = 10.0
RED: Final = "red"


@dataclass(frozen=True)
class Secret:
    """What blue has, or has not."""

    lurker: Data | None = None
    mines: tuple[Data, ...] = ()
    ambush: dict[str, int] = field(default_factory=dict)


def begun(secret: Secret, *red: Data) -> Skirmish:
    """Blue has moved first, and noted what it wants to."""
    hidden = [] if secret.lurker is None else [secret.lurker]
    play = Skirmish(
        [man("r1", dot(6), jump_pack=True, state={"prepared": "Hand Grenade"}), *red],
        [man("b1", dot(20, 5), orders="hold"), *hidden],
        terrain=[house_at(LAIR)],
        mines=secret.mines,
        options=OPTIONS,
        size=(34, DEEP),
        dice=Dice(two=(6, 6)),
    )
    play.end()
    play.do("end_phase", **({"ambush": secret.ambush} if secret.ambush else {}))
    return play


def told(play: Skirmish) -> Heard:
    heard = [event_data(one) for one in events_for(play.fight, RED, play.fight.journal.events)]
    return heard, view(play.fight, RED)


def ordered(play: Skirmish, **body: Any) -> Heard:
    """An order of red's, and all that it hears of it."""
    (name, fields), *_ = body.items()
    try:
        carry_out(play.fight, RED, orders.command_from_data({name: fields}))
    except Refused as refused:
        return refused.refusal.code, refused.refusal.message
    play.hold()
    return told(play)


def looks(secret: Secret) -> Heard:
    return told(begun(secret))


def previews_a_throw(secret: Secret) -> Heard:
    known = known_to(begun(secret, man("r2", dot(LAIR - 6), state={"prepared": "Hand Grenade"})).fight, RED)
    at = orders.PointTarget((LAIR, 6.0), 0)
    return encode(preview_attack(known, orders.Attack("r2", at, "throw")))


def previews_a_move(secret: Secret) -> Heard:
    """Over the mine, and as far as the window."""
    known = known_to(begun(secret).fight, RED)
    path = tuple((6.0 + number, 6.0) for number in range(1, 7))
    far = preview_move(known, orders.Move("r1", path))
    jump = tuple((6.0 + number, 6.0) for number in range(1, 11))
    return encode(far), encode(preview_move(known, orders.Move("r1", jump, mode="jump")))


def measures(secret: Secret) -> Heard:
    known = known_to(begun(secret).fight, RED)
    return encode(measure(known, "r1", orders.PointTarget((LAIR + 3, 6.0))))


def is_offered(secret: Secret) -> Heard:
    known = known_to(begun(secret, mech("r3", dot(6, -4), "SRM 2")).fight, RED)
    return [repr(one) for one in offers(known, RED)]


def names_him(secret: Secret) -> Heard:
    """As a man who is not there."""
    return ordered(begun(secret), attack={"unit": "r1", "kind": "hand-to-hand", "target": "b7"})


def walks(secret: Secret) -> Heard:
    play = begun(secret)
    return ordered(play, move={"unit": "r1", "path": [dot(7), dot(8), dot(9)]})


def ends_its_turn(secret: Secret) -> Heard:
    play = begun(secret)
    play.end()
    return told(play)


def fires_at_his_place(secret: Secret) -> Heard:
    play = begun(secret, man("r2", dot(LAIR - 8), "SRM"))
    heard = ordered(play, attack={"unit": "r2", "kind": "area", "target": {"point": dot(LAIR), "elevation": 0}})
    play.do("end_phase")
    play.hold()
    return heard, told(play)


def drives_by(secret: Secret) -> Heard:
    play = begun(secret, tank("r4", dot(LAIR - 5, -4)))
    return ordered(play, move={"unit": "r4", "path": [dot(LAIR - 4, -4), dot(LAIR - 3, -4)], "mode": "cruise"})


def strides_by(secret: Secret) -> Heard:
    play = begun(secret, mech("r3", dot(LAIR - 5)))
    return ordered(play, move={"unit": "r3", "path": [dot(LAIR - 4), dot(LAIR - 3)]})


def is_asked(secret: Secret) -> Heard:
    """Whoever watches is asked whether he fires: of this red hears that blue has something to decide."""
    play = begun(secret)
    play.end()
    play.do("move", unit="b1", path=[], arc={"size": 6, "towards": dot(6)})
    play.do("end_phase", **({"ambush": secret.ambush} if secret.ambush else {}))
    play.do("move", unit="r1", path=[dot(7)])
    return told(play)


SCENES: Final[dict[str, Callable[[Secret], Heard]]] = {
    "looks": looks,
    "previews_a_throw": previews_a_throw,
    "previews_a_move": previews_a_move,
    "measures": measures,
    "is_offered": is_offered,
    "names_him": names_him,
    "walks": walks,
    "ends_its_turn": ends_its_turn,
    "fires_at_his_place": fires_at_his_place,
    "drives_by": drives_by,
    "strides_by": strides_by,
    "is_asked": is_asked,
}
