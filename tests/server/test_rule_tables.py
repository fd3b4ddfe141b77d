"""The exact numbers of rules as tables: pairs, shared columns, records, and the table a rule belongs to."""

from __future__ import annotations

from lancemate import rulebook
from lancemate.server.rule_tables import RuleTable, tables_of
from server.tables import Server


def test_pairs_and_records() -> None:
    assert tables_of({"low": 6, "high": 30.0, "order": ["low"]}) == [RuleTable("", (), (("low", "6"), ("high", "30")))]
    assert tables_of([{"weapon": "Club", "lethal": 1}, {"weapon": "Whip", "bruise": True}]) == [
        RuleTable("", ("weapon", "lethal", "bruise"), (("Club", "1", ""), ("Whip", "", "yes")))
    ]
    assert tables_of(None) == tables_of(7) == tables_of("words") == []


def test_parts_with_the_same_columns_are_one_table() -> None:
    data = {"light_woods": {"cost": 1, "cover": None}, "heavy_woods": {"cost": 2, "cover": [1, 2]}}
    assert tables_of(data) == [
        RuleTable("", ("", "cost", "cover"), (("light woods", "1", "\u2013"), ("heavy woods", "2", "1, 2")))
    ]
    assert [
        one.title for one in tables_of({"range": {"short": 0}, "terrain": {"woods": 1, "water": 1, "roads": 0}})
    ] == [
        "range",
        "terrain",
    ]


def test_rows_under_named_columns() -> None:
    (table,) = tables_of({"columns": ["mech", "vehicle"], "rows": {2: ["ammo_hit", "none"], 3: ["engine_hit", "none"]}})
    assert table == RuleTable("", ("", "mech", "vehicle"), (("2", "ammo hit", "none"), ("3", "engine hit", "none")))


def test_every_rule_with_numbers_has_rows_of_one_length() -> None:
    for heading in rulebook.headings():
        for table in tables_of(rulebook.rule(heading.id).data):
            assert table.rows
            assert {len(row) for row in table.rows} == {len(table.head) or 2}


def test_a_rule_tells_its_numbers_or_those_of_its_table(server: Server) -> None:
    (own,) = server.http.get("/api/rules/AS-COM-060").json()["tables"]
    assert own["rows"][1] == ["Medium", "6", "24", "2"]
    answers = (server.http.get(f"/api/rules/{one.id}").json() for one in rulebook.headings("AS-COM"))
    borrowed = [one for one in answers if one["kind"] != "table" and any("(p. " in t["title"] for t in one["tables"])]
    assert borrowed
