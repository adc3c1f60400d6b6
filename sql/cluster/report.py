#!/usr/bin/env python3
"""A report of sql/reports over shards: the same text as over one file, byte for byte.
Not attempts, compare and judges, whose measures ask all rows at once.

  report.py [options] NAME FILE [FILE ...]

  python3 sql/cluster/report.py stop_policy shards/*.db

1. A report is a script for the sqlite3 shell that makes TEMP tables and prints them.
   Here its tables of runs are made in each shard, by the statements of the report
   itself, and put together; sums and counts are made in each shard, too, and added.
   REPORTS says which; what is left runs once, over what came together.
2. Titles and rounds are fetched for the runs that a list shows, and for no others.
3. Shards that don't belong together are refused before anything is asked (shards.py),
   and so is a report that has changed since REPORTS was written.

From a program, report(files, name, gather=...) gives the lines. gather(function, calls)
returns the answers of calls in their order: that is where Dask comes in.
"""

import argparse
import concurrent.futures
import os
import re
import sqlite3
import sys
from typing import NamedTuple

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import history  # noqa: E402
import shards  # noqa: E402
from history import Problem, quoted  # noqa: E402

ROOT = os.path.normpath(os.path.join(history.HERE, "..", ".."))

# --- what is made where -----------------------------------------------------------------


class Piece(NamedTuple):
    """A piece of a report's text, from `start` to before `end`, and what stands there
    when shards are merged.  `ask` goes to each shard, if it isn't the piece itself; its
    rows are the table part_N, N the number of the piece."""
    start: str
    end: str
    merged: str
    ask: str = ""


class Report(NamedTuple):
    """`tables` are made in each shard.  Of each: '' to put rows together, else a query
    that merges the rows of `part`.  `asked` says what a shard sends, if not all of it."""
    tables: dict
    pieces: tuple = ()
    asked: dict = {}
    only_merged: tuple = ()


COUNTS = "SELECT count(DISTINCT run_id) AS runs, count(*) AS rounds FROM report_judged"
POLICIES = """SELECT patience, max_rounds, high, min_sources, sum(runs) AS runs,
  sum(pass) AS pass, sum(halt_contradiction) AS halt_contradiction,
  sum(patience_stop) AS patience_stop, sum(max_rounds_stop) AS max_rounds_stop,
  sum("continue") AS "continue", sum(rounds_used) AS rounds_used, sum(rounds) AS rounds
FROM part GROUP BY patience, max_rounds, high, min_sources ORDER BY min(rowid)"""
REPORTS = {
    "stop_policy": Report({"report_stops": ""}),
    "patience": Report({"report_patience": POLICIES, "report_first": "",
                        "report_second": ""}),
    "floor_sweep": Report(
        {"report_sweep": "SELECT high, min_sources, sum(runs) AS runs,"
                         " 100.0 * sum(runs) / sum(of_all) AS percent FROM part"
                         " GROUP BY high, min_sources ORDER BY min(rowid)",
         "report_in_force": "SELECT min_sources, sum(runs) AS runs FROM part"
                            " GROUP BY min_sources ORDER BY min(rowid)"},
        (Piece("count(DISTINCT run_id), count(*))\nFROM report_judged", ";",
               "coalesce(sum(runs), 0), coalesce(sum(rounds), 0)) FROM part_0", COUNTS),),
        asked={"report_sweep": "SELECT *, (SELECT count(DISTINCT run_id)"
                               " FROM report_judged) AS of_all FROM report_sweep"}),
    "masked_failures": Report({"report_masked": ""}),
    "difficulty": Report({"report_sweep": POLICIES, "report_ends": ""}),
    "acceptability": Report({"report_shares": "", "report_choices": ""}),
    "stability": Report({"report_intervals": "", "report_closest": ""}),
    "sensitivity": Report(
        {"report_choices": ""},
        (Piece("SELECT position, kendall_tau(ci * 1e12", ") AS a\nJOIN",
               "SELECT position, kendall_tau(x, y, pairs) AS tau FROM part_0"
               " GROUP BY position",
               "SELECT position, ci * 1e12 + 4503599627370496.0 AS x,"
               " proposed * 1e12 + 4503599627370496.0 AS y, count(*) AS pairs"
               " FROM report_scored GROUP BY 1, 2, 3"),),
        only_merged=("report_agreement",)),
    "recency_window": Report(
        {"report_choices": ""},
        (Piece("count(DISTINCT run_id), count(*))\nFROM report_judged", ";",
               "coalesce(sum(runs), 0), coalesce(sum(rounds), 0)) FROM part_0", COUNTS),
         Piece("SELECT position, mean_of(recency) AS recency", ") AS j ON",
               "SELECT position, mean_of(recency, rounds) AS recency,"
               " mean_of(recent_sources, rounds) AS recent_sources,"
               " sum(rounds * tier_meets(tier_of(recency, 'recency'), 'High')) AS high,"
               " sum(rounds * gate_passed) AS passing FROM part_1 GROUP BY position",
               "SELECT position, recency, recent_sources, gate_passed, count(*) AS rounds"
               " FROM report_what_if GROUP BY 1, 2, 3, 4"))),
    "tier_matrix": Report({}),
    "data_quality": Report(
        {"quality_columns": "SELECT place, name, kind, sum(total) AS total FROM part"
                            " GROUP BY place, name, kind",
         "quality_cells": "SELECT place, why, sum(cells) AS cells,"
                          " max(example) AS example, max(most) AS most,"
                          " sum(readable) AS readable,"
                          " max(readable_example) AS readable_example,"
                          " sum(marks) AS marks, max(marks_example) AS marks_example"
                          " FROM part GROUP BY place, why",
         "quality_sizes": "SELECT place, sum(numbers) AS numbers, sum(zeros) AS zeros,"
                          " sum(fractions) AS fractions, sum(beyond_1) AS beyond_1,"
                          " sum(beyond_5) AS beyond_5, sum(beyond_10) AS beyond_10,"
                          " sum(beyond_100) AS beyond_100, sum(shares) AS shares,"
                          " max(share) AS share FROM part GROUP BY place",
         "quality_dates": "SELECT place, name, form, sum(dates) AS dates,"
                          " max(example) AS example FROM part GROUP BY place, name, form",
         "quality_mixed": "", "quality_ties": "",
         "quality_domains": "SELECT domain, sum(sources) AS sources FROM part"
                            " GROUP BY domain",
         "quality_dimensions": "SELECT dimension, sum(judgements) AS judgements FROM part"
                               " GROUP BY dimension",
         "quality_keys": "SELECT place, what, sum(rows) AS rows, min(example) AS example"
                         " FROM part GROUP BY place"},
        (Piece("(SELECT count(*) FROM runs), (SELECT count(*) FROM rounds)", ");\nSELECT",
               "sum(runs), sum(rounds), sum(sources), sum(judgements)) FROM (SELECT *"
               " FROM part_0",
               "SELECT (SELECT count(*) FROM runs) AS runs,"
               " (SELECT count(*) FROM rounds) AS rounds,"
               " (SELECT count(*) FROM sources) AS sources,"
               " (SELECT count(*) FROM judgements) AS judgements"),
         Piece("count(*))\nFROM source_recency WHERE age_days < 0", ";",
               "sum(sources)) FROM part_1 WHERE sources > 0 GROUP BY 'all'",
               "SELECT count(*) AS sources FROM source_recency WHERE age_days < 0"),
         Piece("count(DISTINCT CASE recency_basis WHEN 'sources'", ";",
               "sum(sources), sum(reported)) FROM part_2",
               "SELECT count(DISTINCT CASE recency_basis WHEN 'sources' THEN run_id END)"
               " AS sources, count(DISTINCT CASE recency_basis WHEN 'reported'"
               " THEN run_id END) AS reported FROM report_judged"),
         Piece("WHERE EXISTS (SELECT 1 FROM rounds WHERE typeof(round)", ";",
               "WHERE EXISTS (SELECT 1 FROM part_3 WHERE texts)",
               "SELECT count(*) > 0 AS texts FROM rounds WHERE typeof(round) = 'text'"))),
    "cutoff_replay": Report(
        {"report_replay": ""},
        (Piece("count(DISTINCT run_id), count(*))\nFROM report_relevance", ";",
               "coalesce(sum(runs), 0), coalesce(sum(sources), 0)) FROM part_0",
               "SELECT count(DISTINCT run_id) AS runs, count(*) AS sources"
               " FROM report_relevance"),
         Piece("coalesce(sum(is_unread), 0), count(*), relevance_of(NULL))", ";",
               "coalesce(sum(unread), 0), coalesce(sum(sources), 0), relevance_of(NULL))"
               " FROM part_1",
               "SELECT sum(is_unread) AS unread, count(*) AS sources"
               " FROM report_relevance"))),
    "penalty_grid": Report(
        {"report_grid_queries": "", "report_grid_scores": ""},
        (Piece("SELECT count(*) FROM candidates WHERE query_id IN", "), sum(golden))",
               "SELECT sum(candidates) FROM part_0",
               "SELECT count(*) AS candidates FROM candidates WHERE query_id IN"
               " (SELECT query_id FROM report_grid_queries)"),),
        only_merged=("report_grid", "report_grid_ranked", "report_grid_held_out")),
    "interview": Report(
        {}, (Piece("SELECT s.session_id, 0 AS turn", "\n)\nORDER BY session_id, turn,",
                   "SELECT * FROM part_0"),)),
}

# --- a report's text --------------------------------------------------------------------


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def expanded(text, root):
    """The text with what it reads in place; the shell's own commands are left out, and
    its table of parameters, whose name is reserved, has another."""
    lines = []
    for line in text.splitlines():
        words = line.split()
        if line.startswith(".read "):
            lines.append(expanded(text_of(os.path.join(root, words[1])), root))
        elif line.startswith(".param init"):
            lines.append("CREATE TEMP TABLE IF NOT EXISTS report_parameters("
                         "key TEXT PRIMARY KEY, value) WITHOUT ROWID;")
        elif not line.startswith((".", "--")):
            lines.append(line.replace("sqlite_parameters", "report_parameters"))
    return "\n".join(lines)


def statements_of(text):
    """One statement after the other."""
    statement = ""
    for line in text.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement.strip()
            statement = ""
    if statement.strip():
        yield statement.strip()


MAKES = re.compile(r"(CREATE TEMP TABLE(?: IF NOT EXISTS)?|INSERT(?: OR IGNORE)? INTO)"
                   r" (?:temp\.)?(\w+)", re.IGNORECASE)


def made_by(statement):
    """The table that a statement fills, or ''; CREATE TABLE t(columns) fills none."""
    found = MAKES.match(statement)
    if not found or (found[1].upper().startswith("CREATE")
                     and not re.match(r"\s+AS\b", statement[found.end():], re.I)):
        return ""
    return found[2]


def cut(text, piece, name):
    """A piece's place in the text, which has to be the only one."""
    start = text.find(piece.start)
    end = text.find(piece.end, start + 1)
    if start < 0 or end < 0 or text.find(piece.start, start + 1) >= 0:
        raise Problem(f"{name}: the report is not the one that REPORTS in report.py was"
                      f" written for: {piece.start.splitlines()[0]!r}")
    return start, end


def script_of(name, root=ROOT):
    """A report for shards and for merging: statements, queries, statements."""
    text = expanded(text_of(os.path.join(root, "sql", "reports", name + ".sql")), root)
    report, merged, queries = REPORTS[name], text, {}
    for number, piece in enumerate(report.pieces):
        start, end = cut(text, piece, name)
        queries[f"part_{number}"] = piece.ask or text[start:end].rstrip().rstrip(";")
        start, end = cut(merged, piece, name)
        merged = merged[:start] + piece.merged + merged[end:]
    for table in report.tables:
        queries[table] = report.asked.get(table, f"SELECT * FROM temp.{table}")
    here = [statement for statement in statements_of(text)
            if not statement.upper().startswith("SELECT")
            and made_by(statement) not in report.only_merged]
    unmade = set(report.tables) - {made_by(statement) for statement in here}
    if unmade:
        raise Problem(f"{name}: the report makes no {', '.join(sorted(unmade))}")
    return here, queries, list(statements_of(merged))


class Parameters(dict):
    """What `.param set` says; the rest is NULL, or what a script puts itself."""

    def __init__(self, given, db):
        super().__init__(given)
        self.db = db

    def __missing__(self, name):
        if not self.db.execute("SELECT 1 FROM sqlite_temp_master"
                               " WHERE name = 'report_parameters'").fetchone():
            return None
        row = self.db.execute("SELECT value FROM temp.report_parameters WHERE key = ?",
                              (":" + name,)).fetchone()
        return row and row[0]


# --- in a shard -------------------------------------------------------------------------


def answers_of(path, statements, queries, given, extension, settings):
    """Columns and rows of each query, after the statements: what one shard knows."""
    beside = history.Beside(path)
    db = history.connect(path, extension, history.Settings(*settings))
    try:
        parameters = Parameters(given, db)
        for statement in statements:
            db.execute(statement, parameters).fetchall()
        answers = {}
        for name, query in queries.items():
            cursor = db.execute(query, parameters)
            names = [column[0] for column in cursor.description]
            answers[name] = names, cursor.fetchall()
        return answers
    except sqlite3.Error as problem:
        raise Problem(f"{path}: {problem}") from None
    finally:
        db.close()
        beside.tidy()


def rows_of_ids(path, relations, ids, extension, settings):
    """Rows of these runs, of each relation."""
    queries, given = {}, {}
    for relation in relations:
        for number, value in enumerate(ids):
            given[f"id{number}"] = value
            queries[relation, number] = (f"SELECT * FROM {quoted(relation)}"
                                         f" WHERE run_id = :id{number}")
    found = answers_of(path, [], queries, given, extension, settings)
    return {relation: [found[key] for key in found if key[0] == relation]
            for relation in relations}


# --- where they come together -----------------------------------------------------------


class Merging:
    """An empty history of the shards' schema, and the rows that come in."""

    def __init__(self, report, answers, given, extension, settings):
        self.report, self.answers = report, answers
        self.db = history.empty(extension, settings)
        self.parameters = Parameters(given, self.db)
        for kind, sql in answers[0]["schema"][1]:
            if kind in ("table", "view"):
                self.db.execute(sql)
        for name in answers[0]:
            if name.startswith("part_"):
                self.put_together(name, name)
        self.put_together("runs", "first_runs")

    def put_together(self, table, name):
        """A TEMP table of the rows that all shards have under a name, if they do."""
        if name in self.answers[0]:
            columns = self.answers[0][name][0]
            self.db.execute(f"CREATE TEMP TABLE {quoted(table)}("
                            + ", ".join(map(quoted, columns)) + ")")
            for answer in self.answers:
                self.insert(table, *answer[name])

    def insert(self, table, columns, rows):
        names = ", ".join(map(quoted, columns))
        self.db.executemany(f"INSERT INTO temp.{quoted(table)}({names})"
                            f" VALUES({', '.join('?' * len(columns))})", rows)

    def fill(self, table, statement):
        """The rows of a table that was made in each shard, instead of a statement."""
        self.put_together("part", table)
        merge = self.report.tables[table] or "SELECT * FROM temp.part"
        if statement.upper().startswith("CREATE"):
            self.db.execute(f"CREATE TEMP TABLE {quoted(table)} AS {merge}")
        else:
            self.db.execute(f"INSERT INTO temp.{quoted(table)} {merge}")
        self.db.execute("DROP TABLE temp.part")

    def columns(self, table):
        return [name for (name,) in self.db.execute(
            "SELECT name FROM pragma_table_info(?, 'temp')", (table,))]

    def lines(self, statement):
        """What the shell prints in list mode."""
        for row in self.db.execute(statement, self.parameters):
            yield "|".join("" if value is None else self.spelled(value) for value in row)

    def spelled(self, value):
        if isinstance(value, (str, int)):
            return str(value)
        return self.db.execute("SELECT CAST(? AS TEXT)", (value,)).fetchone()[0]


def add_runs(merging, ask):
    """The titles and rounds of the runs that a list shows."""
    ids = [value for (value,) in merging.db.execute(
        "SELECT DISTINCT run_id FROM temp.report_shown")]
    judged = merging.columns("report_judged")
    found = ask(("runs", "round_scores") if judged else ("runs",), ids)
    merging.db.execute("CREATE TEMP TABLE IF NOT EXISTS runs(run_id, title)")
    for table in ("runs", "report_judged") if judged else ("runs",):
        merging.db.execute(f"DELETE FROM temp.{table}")  # those of the list before
    for answer in found:
        for relation, table in (("runs", "runs"), ("round_scores", "report_judged")):
            kept = merging.columns(table)
            for columns, rows in answer.get(relation, []):
                places = [columns.index(name) for name in kept]
                merging.insert(table, kept, [[row[place] for place in places]
                                             for row in rows])


def add_round_scores(merging, ask):
    """All of one run, for a report of one run."""
    relations = "round_scores", "round_confidence"
    found = ask(relations, [merging.parameters["run"]])
    for relation in relations:
        columns = found[0][relation][0][0]
        merging.db.execute(f"CREATE TEMP TABLE {relation}("
                           + ", ".join(map(quoted, columns)) + ")")
        for answer in found:
            for names, rows in answer[relation]:
                merging.insert(relation, names, rows)


def merged_lines(merging, statements, ask, one_run):
    for statement in statements:
        table = made_by(statement)
        if table == "report_judged" and one_run:
            add_round_scores(merging, ask)
        if table in merging.report.tables:
            merging.fill(table, statement)
            continue
        yield from merging.lines(statement)
        if table == "report_listed" and not one_run:
            add_runs(merging, ask)


def in_processes(function, calls):
    """Answers in their order, by as many processes as there are processors."""
    with concurrent.futures.ProcessPoolExecutor() as pool:
        return list(pool.map(function, *zip(*calls)))


def report(files, name, *, given=None, extension=None, settings=None,
           gather=in_processes):
    """Yields the lines of a report over shards."""
    if name not in REPORTS:
        raise Problem(f"report must be one of {', '.join(sorted(REPORTS))}, got {name!r}")
    extension = history.find_extension(extension)
    settings = settings or history.settings_for(files[0], extension)
    given = dict(given or {})
    shards.agree(gather(shards.describe, [(file,) for file in files]), settings)
    here, queries, there = script_of(name)
    queries["schema"] = "SELECT type, sql FROM main.sqlite_master WHERE sql IS NOT NULL"
    one_run = name == "tier_matrix"
    if one_run:  # it takes run 2, or the first one, unless it is told
        here, queries["first_runs"] = [], (
            "SELECT * FROM runs"
            " WHERE run_id IN (2, :run, (SELECT min(run_id) FROM runs))")

    def ask(relations, ids):
        return gather(rows_of_ids, [(file, relations, ids, extension, tuple(settings))
                                    for file in files])

    answers = gather(answers_of, [(file, here, queries, given, extension, tuple(settings))
                                  for file in files])
    merging = Merging(REPORTS[name], answers, given, extension, settings)
    yield from merged_lines(merging, there, ask, one_run)


# --- the command ------------------------------------------------------------------------


def parameter(text):
    """NAME=VALUE; a number is one, as for `.param set`."""
    name, _, value = text.partition("=")
    for kind in (int, float):
        try:
            return name.lstrip(":"), kind(value)
        except ValueError:
            pass
    return name.lstrip(":"), value


def run(given):
    extension = history.find_extension(given.extension)
    settings = history.settings_for(given.files[0], extension, given.settings,
                                    given.contract)
    for line in report(given.files, given.name, given=dict(given.param),
                       extension=extension, settings=settings):
        print(line)


def main():
    parser = argparse.ArgumentParser(
        epilog=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", choices=sorted(REPORTS), metavar="NAME",
                        help=", ".join(sorted(REPORTS)))
    parser.add_argument("files", nargs="+")
    parser.add_argument("--param", action="append", default=[], type=parameter,
                        metavar="NAME=VALUE", help="as .param set has it: rows=100")
    parser.add_argument("--settings", help="a YAML file")
    parser.add_argument("--contract", help="a digest in the table contract, or none")
    parser.add_argument("--extension", help="assay.so, where it is not beside sql/")
    given = parser.parse_args()
    return history.exit_status(lambda: run(given))


if __name__ == "__main__":
    sys.exit(main())
