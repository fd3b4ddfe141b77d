"""Players that misbehave, each in its own way; loaded by the lab by where they are."""

from __future__ import annotations

import os
from pathlib import Path
from time import sleep

from lancemate.bots.alphastrike.random_player import RandomPlayer


class Raises:
    def choose(self, view: object, decision: object) -> object:
        raise RuntimeError("I have lost my map")


class Babbles:
    def choose(self, view: object, decision: object) -> object:
        return "forward!"


class Dreams:
    """Thinks for ever, and swallows whatever tries to wake it in the ordinary way."""

    def choose(self, view: object, decision: object) -> object:
        while True:
            try:
                sleep(60)
            except Exception:
                continue


class DiesOnce(RandomPlayer):
    """Takes its worker with it, the first time anybody asks."""

    def choose(self, view, decision):  # type: ignore[no-untyped-def]
        try:
            Path(os.environ["LANCEMATE_DIED"]).touch(exist_ok=False)
        except FileExistsError:
            return super().choose(view, decision)
        os._exit(9)


class Dies:
    """Takes its worker with it whenever anybody asks."""

    def choose(self, view: object, decision: object) -> object:
        os._exit(9)


class Unmakeable:
    def __init__(self) -> None:
        raise ValueError("out of order")
