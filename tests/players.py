"""A player for tests: does anything that is allowed, chosen by a seeded generator."""

from lancemate.alphastrike.play import orders
from lancemate.alphastrike.play.battle import Battle
from lancemate.alphastrike.play.orders import Command
from lancemate.alphastrike.play.state import Unit
from lancemate.kernel.dice import Generator
from lancemate.kernel.errors import Refused

TRIES = 4


def random_command(battle: Battle, chance: Generator) -> Command:
    """Some command that the battle may or may not accept."""
    state = battle.state
    if state.decision is not None:
        return orders.Decide(state.decision.side, chance.choice(state.decision.choices))
    own = [unit for unit in battle.units.values() if unit.side == state.to_act and unit.in_play]
    if state.phase == "movement":
        waiting = [unit for unit in own if unit.moved == "none"]
        if waiting:
            return random_move(battle, chance.choice(waiting), chance)
    if state.phase == "combat" and own and chance.below(4):
        enemies = [unit.id for unit in battle.units.values() if unit.side != state.to_act and unit.in_play]
        if enemies:
            kind = chance.choice(("weapon", "weapon", "weapon", "physical"))
            return orders.Attack(chance.choice(own).id, chance.choice(enemies), kind, overheat=chance.below(2))
    return orders.EndPhase()


def random_move(battle: Battle, unit: Unit, chance: Generator) -> Command:
    if not chance.below(5):
        return orders.Pass(unit.id)
    mode = chance.choice(("ground", "ground", "jump", "sprint"))
    x = unit.x + (chance.uniform() - 0.5) * 12
    y = unit.y + (chance.uniform() - 0.5) * 12
    return orders.Move(unit.id, ((x, y),), mode, facing=float(chance.below(360)))


def play(battle: Battle, chance: Generator, most: int) -> list[Command]:
    """Play on for at most so many accepted commands; what was accepted."""
    accepted: list[Command] = []
    while len(accepted) < most and battle.outcome is None:
        for attempt in range(TRIES + 1):
            command = random_command(battle, chance)
            if attempt == TRIES and battle.decision is None:
                command = orders.EndPhase()
            try:
                battle.do(command)
            except Refused:
                continue
            accepted.append(command)
            break
        else:
            break  # a rule such as forced withdrawal asks for a command this player does not know
    return accepted
