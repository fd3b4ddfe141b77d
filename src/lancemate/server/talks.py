"""Table talk: two people agree on a battle before it begins. Plain data and what may be done with it; no rows, no HTTP.

Either may change the terms; each brings a force of their own; both say they are ready for what stands there now, and
any change takes that back. What one side may know of the other's force is decided here and nowhere else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from lancemate.kernel.codec import JSON
from lancemate.kernel.errors import Refusal, Refused
from lancemate.server.called import check_called

HOST, GUEST = "host", "guest"
PLACES: Final = (HOST, GUEST)
ALPHA_STRIKE, BATTLETROOPS = "alpha-strike", "battletroops"
MOST_SAID: Final = 100
SIDES: Final = ("red", "blue")


@dataclass(frozen=True, slots=True)
class Talk:
    """``stamp`` counts changes of what is agreed on; who is ready says for which of them."""

    terms: dict[str, Any]
    sides: tuple[str, ...] = SIDES  # of the battle; the host plays `side`
    side: str = SIDES[0]
    stamp: int = 0
    names: dict[str, str] = field(default_factory=dict)
    forces: dict[str, dict[str, Any]] = field(default_factory=dict)  # by place: given, and what is told of it
    ready: tuple[str, ...] = ()
    said: tuple[dict[str, Any], ...] = ()
    changed: str | None = None  # who changed something last
    trouble: str | None = None  # why the battle could not begin
    taken: bool = False  # there is a guest
    game: str | None = None

    def to_text(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"), allow_nan=False)

    @classmethod
    def from_text(cls, text: str) -> Talk:
        data = json.loads(text)
        return cls(**{**data, **{key: tuple(data[key]) for key in ("sides", "ready", "said")}})

    # -- reading ----------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Anybody may sit down."""
        return bool(self.terms["listed"]) and not self.taken and self.game is None

    def side_of(self, place: str) -> str:
        return self.side if place == HOST else next(side for side in self.sides if side != self.side)

    def place_of(self, side: str) -> str:
        return HOST if side == self.side else GUEST

    @property
    def needs_forces(self) -> bool:
        """Each side brings one; in a scenario of BattleTroops the book has both."""
        return self.terms["game"] == ALPHA_STRIKE or not (self.terms["troops"] or {}).get("scenario")

    def lacks(self, place: str) -> str | None:
        """Why whoever sits there cannot be ready."""
        if not self.needs_forces:
            return None
        force = self.forces.get(place)
        if force is None:
            return "bring a force first"
        points, cost = self.terms["points"], force["told"].get("pv")
        if points is not None and cost is not None and cost > points:
            return f"this force costs {cost} points, and {points} are agreed on"
        return None

    # -- changing ---------------------------------------------------------------------------------------------

    def proposed(self, place: str, terms: dict[str, Any], side: str | None, sides: tuple[str, ...]) -> Talk:
        """Other terms. Forces stay, unless they are of another game or were brought in secret and would be seen."""
        self._still()
        another = terms["game"] != self.terms["game"] or (self.terms["secret"] and not terms["secret"])
        host = side if side in sides else self.side if self.side in sides else sides[0]
        changed = replace(self, terms=terms, sides=sides, side=host, forces={} if another else self.forces)
        return changed._restamped(place)

    def brought(self, place: str, given: Any, told: dict[str, Any]) -> Talk:
        self._still()
        return replace(self, forces={**self.forces, place: {"given": given, "told": told}})._restamped(place)

    def said_ready(self, place: str, stamp: int, ready: bool) -> Talk:
        self._still()
        if not ready:
            return replace(self, ready=tuple(one for one in self.ready if one != place))
        if stamp != self.stamp:
            raise Refused(Refusal("stale", "something has changed meanwhile: look again and say it again"))
        lacks = self.lacks(place)
        if lacks is not None:
            raise Refused(Refusal("not_ready", lacks))
        return replace(self, ready=tuple(sorted({*self.ready, place})), trouble=None)

    def remarked(self, place: str, text: str, at: float) -> Talk:
        return replace(self, said=(*self.said, {"place": place, "text": text, "at": at})[-MOST_SAID:])

    def named(self, place: str, name: str) -> Talk:
        check_called(name, self.sides)
        return replace(self, names={**self.names, place: name})

    def stumbled(self, trouble: str) -> Talk:
        """It cannot begin like this."""
        return replace(self, ready=(), trouble=trouble)

    def _restamped(self, place: str) -> Talk:
        return replace(self, stamp=self.stamp + 1, ready=(), changed=place, trouble=None)

    def _still(self) -> None:
        if self.game is not None:
            raise Refused(Refusal("begun", "the battle has begun; what was agreed on stands"))

    # -- showing ----------------------------------------------------------------------------------------------

    def show(self, place: str) -> dict[str, JSON]:
        """What whoever sits there may know: of a force brought in secret only that it fits."""
        return {
            "you": place,
            "terms": self.terms,
            "stamp": self.stamp,
            "seats": [self._seat(one, place) for one in PLACES],
            "said": [*self.said],
            "changed": self.changed,
            "trouble": self.trouble,
            "game": self.game,
        }

    def _seat(self, place: str, viewer: str) -> dict[str, JSON]:
        force = self.forces.get(place)
        hidden = bool(self.terms["secret"]) and place != viewer
        told = None if force is None else {"secret": True} if hidden else {**force["told"], "secret": False}
        return {
            "place": place,
            "side": self.side_of(place),
            "name": self.names.get(place, ""),
            "taken": place == HOST or self.taken,
            "ready": place in self.ready,
            "force": told,
            "lacks": self.lacks(place) if not hidden or force is None else None,
        }


def again(settled: Mapping[str, Any], *, host: str, swap: bool) -> Talk:
    """Talk about a rematch, opened by whoever played ``host``: the same terms and forces; sides may be swapped."""
    past = Talk.from_text(json.dumps(settled))
    places = {HOST: past.place_of(host), GUEST: next(one for one in PLACES if one != past.place_of(host))}
    return replace(
        past,
        side=past.side_of(places[GUEST if swap else HOST]),
        stamp=past.stamp + 1,
        names={place: past.names[was] for place, was in places.items() if was in past.names},
        forces={place: past.forces[was] for place, was in places.items() if was in past.forces},
        terms={**past.terms, "listed": False},
        ready=(),
        said=(),
        changed=None,
        trouble=None,
        taken=False,
        game=None,
    )
