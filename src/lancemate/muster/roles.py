"""Unit roles (pp. 112-114): what each is for. Knows words only; which formations want which role is in formations/."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from lancemate.alphastrike.cards.card import Card
from lancemate.alphastrike.ruleset import rules
from lancemate.kernel.errors import InputError

# How fast, how tough, at what range it likes to fight, and what it does there.
GROUND_ROLES: Final = rules.table(
    "AS-FOR-020",
    {
        "Ambusher": {
            "speed": "slow",
            "armor": "light",
            "range": "short",
            "does": "hides in cover, often in towns, until the enemy is close; cheap, many infantry",
        },
        "Brawler": {
            "speed": "line speed",
            "armor": "adequate or better",
            "range": "some damage at long range, more as it closes",
            "does": "stays in the battle line and holds it",
        },
        "Juggernaut": {
            "speed": "slow",
            "armor": "very heavy",
            "range": "close",
            "does": "takes or holds ground; poor in running fights",
        },
        "Missile Boat": {
            "speed": "any",
            "armor": "any",
            "range": "long, mostly indirect",
            "does": "stands with others of its kind and fires indirectly",
        },
        "Scout": {
            "speed": "fast",
            "armor": "light or none",
            "range": "little weaponry",
            "does": "spots and supports with electronics, avoids combat",
        },
        "Skirmisher": {
            "speed": "fast",
            "armor": "adequate to heavy",
            "range": "any",
            "does": "keeps moving; threatens flanks, leads Strikers, serves as heavy cavalry",
        },
        "Sniper": {
            "speed": "any, rarely fast",
            "armor": "varies",
            "range": "long",
            "does": "finds a position, stands still and shoots",
        },
        "Striker": {
            "speed": "fast",
            "armor": "light",
            "range": "short to medium",
            "does": "hits flanks and rear by speed and numbers",
        },
    },
)

AEROSPACE_ROLES: Final = rules.table(
    "AS-FOR-021",
    {
        "Attack Fighter": {
            "craft": "medium or heavy fighter, heavy guns, slow, weak at long range",
            "does": "attacks ground targets",
        },
        "Dogfighter": {
            "craft": "medium or heavy fighter, good heat balance",
            "does": "wears down fighters like itself",
        },
        "Fast Dogfighter": {
            "craft": "light or medium fighter",
            "does": "second-line interceptor, supports Interceptors",
        },
        "Fire Support": {
            "craft": "medium or heavy fighter with long-range weapons",
            "does": "fires from afar, supports the ground heavily",
        },
        "Interceptor": {"craft": "light, fast fighter", "does": "meets the enemy as far out as possible"},
        "Transport": {
            "craft": "small craft, DropShip, airship or fixed-wing support vehicle",
            "does": "carries units, troops or cargo",
        },
    },
)

ROLES: Final = (*GROUND_ROLES.of(rules), *AEROSPACE_ROLES.of(rules))


def role_named(text: str) -> str:
    """The role as the book spells it; letter case does not matter."""
    spellings = {role.casefold(): role for role in ROLES}
    wanted = " ".join(text.casefold().replace("_", " ").split())
    if wanted not in spellings:
        near = get_close_matches(wanted, spellings, n=1)
        hint = f"did you mean {spellings[near[0]]}?" if near else f"known are {', '.join(ROLES)}"
        raise InputError(f"there is no role {text!r}; {hint}")
    return spellings[wanted]


_NO_ROLE: Final = frozenset({"", "none", "undetermined", "unknown", "notspecified", "na", "null"})


def role_as_listed(text: str) -> str | None:
    """A role as some list writes it, ``Fire-Support`` or ``MissileBoat``: the book's own in the book's spelling."""
    folded = "".join(letter for letter in text.casefold() if letter.isalnum())
    spellings = {"".join(role.casefold().split()): role for role in ROLES} | {"attack": "Attack Fighter"}
    return None if folded in _NO_ROLE else spellings.get(folded, text.strip())


# What older lists call some of the roles of the air.
_OLD_WORDS: Final = {"Attack": "Attack Fighter", "Fire-Support": "Fire Support"}


@rules.formula("AS-FOR-021", otherwise=lambda card: card.role)
def role_of(card: Card) -> str | None:
    """A unit's role as the book names it, whatever the list it comes from calls that."""
    role = card.role
    return _OLD_WORDS.get(role, role) if role is not None else None


def odd_role(card: Card) -> str | None:
    """What is wrong with a card's role, in one sentence: a unit has one of its own branch, or none is printed."""
    role = role_of(card)
    if role is None:
        return None
    if role not in ROLES:
        return f"{card.name} has the role {role}, which the book does not know"
    own = AEROSPACE_ROLES.of(rules) if card.is_aerospace else GROUND_ROLES.of(rules)
    if role in own:
        return None
    branch = "an aerospace" if card.is_aerospace else "a ground"
    return f"{card.name} is {branch} unit with the role {role}"
