"""How a server stands just now, for `/metrics`: games, sockets, what waits, who else is there. Changes nothing."""

from __future__ import annotations

from collections.abc import Iterator

from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from lancemate.server.connections import Connections
from lancemate.server.hall import Hall


class Standing(Collector):
    def __init__(self, hall: Hall, connections: Connections) -> None:
        self.hall, self.connections = hall, connections

    def collect(self) -> Iterator[Metric]:
        hall, leases = self.hall, self.hall.leases
        gauges = {
            "games": ("Games in memory", len(hall.live)),
            "games_driven": (
                "Games whose bots and clocks this server drives, of those shared with others",
                len(leases.held),
            ),
            "games_doubted": ("Games that must be read on before they can be played on", hall.doubted),
            "bots_thinking": ("Games in which a bot is at it", hall.driving),
            "clocks": ("Battles with a clock that goes on", len(hall.clocks.glasses)),
            "sockets": ("Sockets of players and spectators", len(self.connections)),
            "writes_waiting": ("Writes that wait for the database", hall.store.waiting),
            "servers": ("Servers on this database, this one included", 1 + len(leases.others)),
        }
        for name, (text, value) in gauges.items():
            yield GaugeMetricFamily(f"lancemate_{name}", text, value)
        counters = {
            "games_taken_over": ("Games taken over from servers that went", leases.taken_over),
            "bulletin_lines": (
                "Lines to the bulletin board; each new one means that news were missed",
                hall.bulletin.gaps,
            ),
        }
        for name, (text, value) in counters.items():
            yield CounterMetricFamily(f"lancemate_{name}", text, value)
