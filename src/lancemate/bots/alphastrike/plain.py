"""The tactical player without one of its tricks, to measure what the trick is worth (docs/bots.md)."""

from __future__ import annotations

from lancemate.bots.alphastrike.tactics.player import Nerve, TacticalPlayer


class Open(TacticalPlayer):
    """Hides nobody."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, ambushes=False)


class Direct(TacticalPlayer):
    """Fires at what each unit sees for itself: no artillery, nothing over hills."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, shells=False)


class Beyond(TacticalPlayer):
    """Leaves its guns beyond the table, points plotted or not, and fires from there."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, stands_off=True)


class Silent(TacticalPlayer):
    """Leaves its guns beyond the table and forgets about them."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, stands_off=True, shells=False)


class Plain(TacticalPlayer):
    """Fires no special munitions, whatever it has loaded."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, munitions=False)


class Mineless(TacticalPlayer):
    """Lays no mines."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, mines=False)


class Hovering(TacticalPlayer):
    """Its VTOLs make no runs."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, runs=False)


class Cool(TacticalPlayer):
    """Never overheats."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, nerve=Nerve(overheats=False))
