"""Tests the mappings of sql/guide/your-tables.md: views over a wide table, a long table,
a JSON column and steps with UUIDs. The mappings take the place of the tables that assay's
views read. The mappings must work for run ids of any type, and must write nothing into
the file."""

import json
import os
import re
import sqlite3
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import bytes_of, connect, text  # noqa: E402
from tap import finish, is_eq, ok  # noqa: E402



def mappings():
    """Returns the blocks of SQL in sql/guide/your-tables.md that begin with `-- mapping:
    NAME`."""
    page = text("guide/your-tables.md")
    blocks = re.findall(r"```sql\n-- mapping: (\w+)\n(.*?)```", page, re.S)
    return dict(blocks)


IDS = {
    "INTEGER": lambda number: number,
    "TEXT": lambda number: f"018f3c2e-0000-7000-8000-{number:012d}",
    "BLOB": lambda number: bytes([0, 255, number]),
}
NAMES = ["coverage", "source_quality", "agreement", "verification", "recency"]

# Rounds: (run, round, five scores in percent, recent sources, contradictions). None means
# missing.
ROUNDS = [
    (1, 1, (75, 100, 75, 50, 75), 12, 0),
    (1, 2, (75, 75, 75, 75, 75), 12, 0),
    (2, 1, (100, 100, 100, 0, 100), 12, 0),
    (2, 2, (75, None, 50, 75, 75), 12, 0),
    (3, 1, (100, 100, 100, 100, 100), 12, 2),
    (3, 2, (75, 75, 75, 75, 75), None, None),
    (3, 3, (None,) * 5, 12, 0),  # no judge scored it: the long table has no marks
]
BEST = [(1, 2, 1), (2, 1, 0), (3, 1, 0)]
DECISIONS = [(1, "pass", 2), (2, "continue", 1), (3, "halt_contradiction", 1)]
MISSING = [(2, 2, "source_quality: null"),
           (3, 2, "recent_sources: null; critical_contradictions: null"),
           (3, 3, "; ".join(f"{name}: null" for name in NAMES))]
# What the views must report as missing in the layout of steps. The mapping of this layout
# computes recency, recent sources and contradictions from claims. A round without claims
# has no recency, but its recent sources and contradictions are 0.
MISSING_STEPS = [(2, 2, "source_quality: null"), (3, 2, "recency: no sources"),
                 (3, 3, "; ".join(f"{name}: null" for name in NAMES[:4]))]


def fill_wide(db, identify):
    db.execute("CREATE TABLE history(job, question, n INT, cov, src, agr, ver, rec, "
               "fresh INT, contra INT, finished)")
    db.execute("CREATE TABLE citations(job, n INT, url, topic, published)")
    for run, number, scores, fresh, contra in ROUNDS:
        shown = [f"{score}%" if score == 75 else score for score in scores]
        db.execute("INSERT INTO history VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                   (identify(run), f"question {run}", number, *shown, fresh, contra,
                    f"2026-06-{number:02d}"))


def fill_long(db, identify):
    db.execute("CREATE TABLE jobs(job, question, finished)")
    db.execute("CREATE TABLE steps(job, n INT, fresh INT, contra INT)")
    db.execute("CREATE TABLE marks(job, n INT, judge, metric, mark)")
    for run in sorted({row[0] for row in ROUNDS}):
        db.execute("INSERT INTO jobs VALUES (?, ?, '2026-06-02')",
                   (identify(run), f"question {run}"))
    for run, number, scores, fresh, contra in ROUNDS:
        db.execute("INSERT INTO steps VALUES (?,?,?,?)",
                   (identify(run), number, fresh, contra))
        for name, score in zip(NAMES, scores):
            if score is None and any(scores):
                db.execute("INSERT INTO marks VALUES (?,?,'north',?,'no answer')",
                           (identify(run), number, name))
            if score is None:
                continue
            for judge, away in (("north", -1), ("east", 0), ("south", 1)):
                mark = 1 + score / 25 + (away if 0 < score < 100 else 0)
                db.execute("INSERT INTO marks VALUES (?,?,?,?,?)",
                           (identify(run), number, judge, name, mark))


def fill_json(db, identify):
    db.execute("CREATE TABLE log(job, n INT, doc TEXT, finished)")
    for run, number, scores, fresh, contra in ROUNDS:
        doc = {name: None if score is None else score / 100
               for name, score in zip(NAMES, scores)}
        doc.update(recent_sources=fresh, critical_contradictions=contra, model="any")
        db.execute("INSERT INTO log VALUES (?,?,?,'2026-06-02')",
                   (identify(run), number, json.dumps(doc)))
    db.execute("INSERT INTO log VALUES (?, 3, '{\"coverage\":', '2026-06-02')",
               (identify(1),))


def fill_steps(db, identify):
    """Fills the tables of the layout of steps."""
    db.execute("CREATE TABLE jobs(job, question, finished)")
    db.execute("CREATE TABLE steps(step, job, at)")
    db.execute("CREATE TABLE marks(step, judge, metric, mark TEXT)")
    db.execute("CREATE TABLE claims(step, url, topic, published, contradicted)")
    for run in sorted({row[0] for row in ROUNDS}):
        db.execute("INSERT INTO jobs VALUES (?, ?, '2026-06-02')",
                   (identify(run), f"question {run}"))
    for run, number, scores, fresh, contra in ROUNDS:
        step = f"{9 - number:08x}-0000-4000-8000-{run:012d}"
        db.execute("INSERT INTO steps VALUES (?,?,?)",
                   (step, identify(run), f"2026-06-01T{number:02d}:00:00Z"))
        db.executemany("INSERT INTO claims VALUES (?,?,NULL,'2026-06-01',?)",
                       [(step, f"u{i}", i < (contra or 0)) for i in range(fresh or 0)])
        for name, score in zip(NAMES, scores):
            for judge, away in (("north", -1), ("east", 0), ("south", 1)):
                mark = "none" if score is None else str(
                    1 + score * 9 / 100 + (away if 0 < score < 100 else 0))
                db.execute("INSERT INTO marks VALUES (?,?,?,?)",
                           (step, judge, name, mark))


FILLS = {"wide": fill_wide, "long": fill_long, "json": fill_json, "steps": fill_steps}


def attached(path, mapping, *others):
    db = connect(f"file:{path}?mode=ro")
    for script in (mapping, *others, text("attach.sql")):
        db.executescript(script)
    return db


def test_mapping(directory, shape, kind):
    identify = IDS[kind]
    path = os.path.join(directory, f"{shape}-{kind}.db")
    db = sqlite3.connect(path)
    FILLS[shape](db, identify)
    db.commit()
    db.close()
    before = bytes_of(path)
    others = [text("no_sources.sql")] if shape in ("long", "json") else []
    if shape in ("wide", "json"):
        others.append(text("no_judgements.sql"))
    db = attached(path, mappings()[shape], *others)
    of = f"{shape}, {kind} ids: "
    order = [(identify(run), *rest) for run, *rest in BEST]
    is_eq(db.execute("SELECT run_id, best_round, gate_passed FROM run_best_round "
                     "ORDER BY title").fetchall(), order, of + "the best rounds")
    if shape == "json":
        is_eq(db.execute("SELECT job, best_round(n, doc) FROM log GROUP BY job "
                         "ORDER BY job").fetchall(), [row[:2] for row in order],
              of + "and straight from the objects")
    want = [(identify(run), *rest) for run, *rest in DECISIONS]
    is_eq(db.execute("SELECT run_id, action, returned_round FROM run_decisions "
                     "ORDER BY title").fetchall(), want, of + "the decisions")
    want = [(identify(run), *rest) for run, *rest in (
        MISSING_STEPS if shape == "steps" else MISSING)]
    is_eq(db.execute("SELECT run_id, round, missing FROM round_scores "
                     "WHERE missing <> '' AND NOT (run_id = ? AND round = 3) "
                     "ORDER BY run_id, round", (identify(1),)).fetchall(),
          want, of + "what is missing")
    is_eq(db.execute("SELECT count(*) FROM source_recency").fetchone()[0],
          5 * 12 + 12 if shape == "steps" else 0, of + "sources")
    bars = db.execute("SELECT judgements, round(mean, 12) FROM score_confidence "
                      "WHERE run_id = ? AND round = 1 AND dimension = 'verification'",
                      (identify(1),)).fetchone()
    is_eq(bars, (3, 0.5) if shape in ("long", "steps") else None,
          of + "error bars where judged")
    db.close()
    is_eq(bytes_of(path), before, of + "the file is as it was")


def test_lengths():
    blocks = mappings()
    is_eq(sorted(blocks), sorted(FILLS), "the page has the four mappings")
    for name, block in blocks.items():
        lines = len(block.splitlines())
        most = 30 if name == "steps" else 15
        ok(lines <= most, f"{name} is mapped in at most {most} lines", f"{lines} lines")


def views(db, schema):
    return sorted(name for name, in db.execute(
        f"SELECT name FROM {schema} WHERE type = 'view'"))


def test_undo(directory):
    path = os.path.join(directory, "wide-TEXT.db")
    others = [text("no_judgements.sql")]
    db = attached(path, mappings()["wide"], *others)
    made = views(db, "sqlite_temp_master")
    db.executescript(text("attach.sql"))
    is_eq(views(db, "sqlite_temp_master"), made, "attaching twice changes nothing")
    db.executescript(text("detach.sql"))
    is_eq(views(db, "sqlite_temp_master"), ["rounds", "runs", "sources"],
          "detach.sql leaves only the mapping")
    db.close()

    db = sqlite3.connect(os.path.join(directory, "undo.db"))
    db.executescript(text("schema.sql") + text("views.sql"))
    is_eq(views(db, "sqlite_master"), sorted(set(made) - {"rounds", "runs", "sources"}),
          "attach.sql makes the views of views.sql")
    db.executescript(text("detach.sql"))
    is_eq(views(db, "sqlite_master"), [], "detach.sql removes them from a file, too")
    db.close()


def test_hidden_table(directory):
    """A table of the user has the same name as a view of the mapping."""
    path = os.path.join(directory, "hidden.db")
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE rounds(job, n, all_five)")
    db.execute("INSERT INTO rounds VALUES ('a', 1, 60), ('a', 2, 80)")
    db.commit()
    db.close()
    mapping = """
        CREATE TEMP VIEW runs AS SELECT 'a' AS run_id, 'a' AS title, NULL AS note,
          NULL AS domain, '2026-06-30' AS as_of;
        CREATE TEMP VIEW rounds AS SELECT job AS run_id, n AS round,
          all_five / 100.0 AS coverage, all_five / 100.0 AS source_quality,
          all_five / 100.0 AS agreement, all_five / 100.0 AS verification,
          all_five / 100.0 AS recency, 12 AS recent_sources,
          0 AS critical_contradictions FROM main.rounds;"""
    db = attached(path, mapping, text("no_sources.sql"))
    is_eq(db.execute("SELECT best_round FROM run_best_round").fetchall(), [(2,)],
          "main.rounds is the user's table, rounds the mapping")
    db.close()


# Values for the column `round`, instead of 1, 2, 3: (kind of value, the values of the
# first, second and third round).
ORDERED = [
    ("times", ["2026-02-03T10:00:00Z", "2026-02-03T10:07:00Z", "2026-02-03T11:00:00Z"]),
    ("Unix seconds", [1770112800, 1770113220, 1770116400]),
    ("fractions of a second",
     [1770112800.123457, 1770113220.1000001, 1770116400.9999998]),
    ("UUIDs of version 7",
     [f"018f3c2e-{n:04x}-7000-8000-000000000000" for n in (1, 9, 10)]),
]


def test_rounds(directory):
    path = os.path.join(directory, "rounds.db")
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE mine(job, n, score)")
    for job, (_, keys) in enumerate(ORDERED):
        for key, score in zip(keys, (0.6, 0.7, 0.65)):
            db.execute("INSERT INTO mine VALUES (?, ?, ?)", (job, key, score))
    for key, score in zip(("R2", "R9", "R10"), (0.6, 0.7, 0.65)):
        db.execute("INSERT INTO mine VALUES ('text', ?, ?)", (key, score))
    db.commit()
    db.close()
    runs = """CREATE TEMP VIEW runs AS SELECT DISTINCT job AS run_id, job AS title,
        NULL AS note, NULL AS domain, '2026-06-30' AS as_of FROM mine;"""
    rounds = """CREATE TEMP VIEW rounds AS SELECT job AS run_id, {} AS round,
        score AS coverage, score AS source_quality, score AS agreement,
        score AS verification, score AS recency, 12 AS recent_sources,
        0 AS critical_contradictions FROM mine;"""
    decision = ("SELECT action, stop_round, returned_round FROM run_decisions "
                "WHERE run_id = ?")
    db = attached(path, runs + rounds.format("n"), text("no_sources.sql"))
    for job, (name, keys) in enumerate(ORDERED):
        is_eq(db.execute(decision, (job,)).fetchall(),
              [("patience_stop", keys[2], keys[1])], f"rounds may be {name}")
    is_eq(db.execute(decision, ("text",)).fetchall(), [("patience_stop", "R2", "R10")],
          "'R10' comes before 'R2'")
    db.close()
    numbered = "row_number() OVER (PARTITION BY job ORDER BY CAST(substr(n, 2) AS INT))"
    db = attached(path, runs + rounds.format(numbered), text("no_sources.sql"))
    is_eq(db.execute(decision, ("text",)).fetchall(), [("patience_stop", 3, 2)],
          "rounds numbered in the mapping are in order")
    db.close()


def main():
    test_lengths()
    with tempfile.TemporaryDirectory() as directory:
        for shape in FILLS:
            for kind in IDS:
                test_mapping(directory, shape, kind)
        test_undo(directory)
        test_hidden_table(directory)
        test_rounds(directory)
    return finish()


sys.exit(main())
