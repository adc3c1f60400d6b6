"""The history as columns (sql/columns.sql): what it answers is what the views answer, and
it is never stale: after any change, a ROLLBACK, another connection's change, under other
settings, or with a trigger gone. A change makes its own chunk due and no other."""

import os
import random
import re
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from tap import finish, is_eq, ok  # noqa: E402

EXTENSION = os.path.abspath(os.environ.get("ASSAY_EXTENSION", "build/assay.so"))
HERE = os.path.dirname(os.path.abspath(__file__))
SQL = os.path.join(HERE, "..", "..", "sql")
HISTORY = os.path.join(HERE, "..", "bench", "history.sql")
SEED = int(os.environ.get("SEED", "17"))
CHANGES = 150

COLUMNS = """SELECT c.run_id, r.title, c.best_round, c.gate_passed, c.ci, c.rounds,
  c.passing_rounds
FROM round_columns AS h CROSS JOIN packed_runs(h.columns) AS c
  JOIN runs AS r ON r.run_id = c.run_id
ORDER BY 1"""
VIEW = "SELECT * FROM run_best_round ORDER BY 1"
FLOORS = """SELECT f.most_sources, sum(f.runs)
FROM round_columns AS h CROSS JOIN packed_floors(h.columns, 0.7) AS f
GROUP BY 1 ORDER BY 1"""
# The same by the gate.
PASSING = """SELECT most, count(*) FROM (
  SELECT max(recent_sources) AS most FROM round_scores
  WHERE gate_pass(coverage, source_quality, agreement, verification, recency,
                  recent_sources, critical_contradictions, 0.7, 0)
  GROUP BY run_id) GROUP BY most ORDER BY most"""
KEPT = "SELECT count(*) FROM kept_columns"
DUE = "SELECT count(*) FROM columns_due"

def script(db, path):
    with open(path, encoding="utf-8") as file:
        lines = [line for line in file if not line.startswith(".")]
    db.executescript("".join(lines).replace("coalesce(:runs, 50000)", "80"))


def connect(path, yaml=None):
    db = sqlite3.connect(path, isolation_level=None)
    db.enable_load_extension(True)
    db.load_extension(EXTENSION)
    if yaml is not None:
        db.execute("SELECT assay_load_yaml(?)", (yaml,)).fetchall()
    return db


def value(db, sql):
    return db.execute(sql).fetchone()[0]


def text(name):
    with open(os.path.join(SQL, name), encoding="utf-8") as file:
        return file.read()


def build(db):
    """executescript() would commit what is open."""
    db.execute(text("refresh_columns.sql"))


def alike(db):
    """Whether columns and views answer alike, bit for bit."""
    return (db.execute(COLUMNS).fetchall() == db.execute(VIEW).fetchall()
            and db.execute(FLOORS).fetchall() == db.execute(PASSING).fetchall())


# --- one change of each kind ------------------------------------------------------------

# Each must make the chunk due that it is in, or both; the last change nothing of them.
CHANGE = {
    "a round": "INSERT INTO rounds VALUES (7, 90, .9, .9, .9, .9, .9, 20, 0)",
    "a round in place of another": "INSERT OR REPLACE INTO rounds "
                                   "VALUES (7, 1, .9, .9, .9, .9, .9, 20, 0)",
    "an upsert": "INSERT INTO rounds(run_id, round) VALUES (7, 1) "
                 "ON CONFLICT(run_id, round) DO UPDATE SET coverage = .1",
    "a score": "UPDATE rounds SET coverage = 0.321 WHERE run_id = 8",
    "a round less": "DELETE FROM rounds WHERE run_id = 9",
    "a round of the other chunk": "UPDATE rounds SET coverage = 0.4 WHERE run_id = 578",
    "a round that comes from there": "UPDATE OR REPLACE rounds SET run_id = 7 "
                                     "WHERE run_id = 578",
    "all rounds": "DELETE FROM rounds",
    "a source": "INSERT INTO sources VALUES (7, 1, 'new', NULL, '2023-01-01')",
    "a date": "UPDATE sources SET published = 'unknown' WHERE run_id < 20",
    "a source less": "DELETE FROM sources WHERE run_id < 20",
    "a run by its rowid": "UPDATE runs SET rowid = 1007 WHERE rowid = 7",
    "a title": "UPDATE runs SET title = 'other' WHERE run_id = 7",
    "a BLOB less": "DELETE FROM history_columns WHERE chunk = 0",
    "a run": "INSERT INTO runs(run_id, title, as_of) VALUES (999, 'new', '2024-01-01')",
    "a chunk": "INSERT INTO rounds VALUES (9999999999, 1, .9, .9, .9, .9, .9, 20, 0)",
    "a negative run": "INSERT INTO rounds VALUES (-1, 1, .9, .9, .9, .9, .9, 20, 0)",
    "the last run of all": "INSERT INTO rounds "
                           "VALUES (9223372036854775807, 1, .9, .9, .9, .9, .9, 20, 0)",
    "the first run of all": "INSERT INTO rounds "
                            "VALUES (-9223372036854775807 - 1, 1, .9, 1, 1, 1, 1, 20, 0)",
    "a run less": "DELETE FROM runs WHERE run_id = 10",
    "a day": "UPDATE runs SET as_of = '2020-01-01' WHERE run_id < 20",
    "a domain": "UPDATE runs SET domain = 'ai_ml' WHERE run_id < 20",
}
# How many chunks of two are kept after it, and how many are due.
LEFT = {"a round of the other chunk": (1, 1), "a round that comes from there": (0, 2),
        "all rounds": (0, 2), "a run by its rowid": (0, 2), "a chunk": (2, 1),
        "a negative run": (2, 1),
        "the last run of all": (2, 1), "the first run of all": (2, 1)}
NO_CHANGE = {"a judgement": "DELETE FROM judgements"}


def test_each_change(db):
    before = value(db, KEPT)
    for name, sql in CHANGE.items():
        db.execute("BEGIN")
        db.execute(sql)
        left = value(db, KEPT), value(db, DUE)
        same = alike(db)
        db.execute("SAVEPOINT due")
        build(db)
        built = (value(db, DUE) == 0 and value(db, KEPT) >= before and alike(db))
        db.execute("ROLLBACK TO due")
        again = (value(db, KEPT), value(db, DUE)) == left and alike(db)
        db.execute("ROLLBACK")
        ok(left == LEFT.get(name, (1, 1)) and same and built and again,
           f"{name} makes its chunk due", left, same, built, again)
        ok(value(db, KEPT) == before and value(db, DUE) == 0 and alike(db),
           f"{name}: a ROLLBACK brings it back")
    for name, sql in NO_CHANGE.items():
        db.execute(sql)
        ok(value(db, KEPT) == before and alike(db), f"{name} leaves them")


def steps(db, sql):
    """What a statement costs, in hundreds of SQLite's instructions."""
    count = [0]

    def tick():
        count[0] += 1
        return 0
    db.set_progress_handler(tick, 100)
    db.execute(sql).fetchall()
    db.set_progress_handler(None, 0)
    return count[0]


def test_cost(db):
    """A change costs the chunk that it is in, to ask and to pack again."""
    asked = "SELECT chunk, length(columns) FROM round_columns"
    packed = "SELECT chunk, length(columns) FROM due_columns"
    db.execute("BEGIN")
    none, whole = steps(db, asked), steps(db, "SELECT * FROM round_scores")
    db.execute("UPDATE rounds SET coverage = 0.4 WHERE run_id = 578")
    small, packing = steps(db, asked), steps(db, packed)
    db.execute("ROLLBACK")
    ok(none * 20 < whole and small * 2 < whole and packing <= small,
       "a change among 20 runs of 80 costs those to ask and to pack",
       none, small, packing, whole)


def test_rollbacks(db):
    db.execute("UPDATE rounds SET coverage = 0.5 WHERE run_id = 11")
    db.execute("BEGIN")
    db.execute("UPDATE rounds SET coverage = 0.9 WHERE run_id = 11")
    build(db)
    ok(value(db, KEPT) == 2 and alike(db), "built within a transaction")
    db.execute("ROLLBACK")
    ok(value(db, KEPT) == 1 and value(db, DUE) == 1 and alike(db),
       "which a ROLLBACK takes away with its data: the chunk is due as before")
    build(db)
    db.execute("SAVEPOINT s")
    db.execute("DELETE FROM rounds WHERE run_id = 12")
    build(db)
    ok(value(db, KEPT) == 2 and alike(db), "built within a savepoint")
    db.execute("ROLLBACK TO s")
    ok(value(db, KEPT) == 2 and alike(db), "rolled back: those from before")
    db.execute("RELEASE s")


def test_connections(db, path):
    db.execute("UPDATE columns_contract SET assay = assay || '.9'")
    ok(value(db, KEPT) == 0 and alike(db), "another version of assay: not served")
    build(db)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("UPDATE sources SET published = NULL WHERE run_id = 13")
    other.close()
    ok(value(db, KEPT) == 1 and alike(db),
       "another connection's change counts, without assay")
    build(db)
    windows = "{evaluation: {deep_research: {recency_windows: {ai_ml: 900}}}}"
    other = connect(path, windows)
    ok(value(other, KEPT) == 0 and alike(other), "other windows: not served")
    ok(other.execute(COLUMNS).fetchall() != db.execute(COLUMNS).fetchall(),
       "and other answers")
    build(other)
    ok(value(other, KEPT) == 2 and alike(other), "built under those")
    ok(value(db, KEPT) == 0 and alike(db), "which the first windows are not served")
    db.execute("UPDATE rounds SET coverage = 0.5 WHERE run_id = 13")
    ok(value(other, KEPT) == 1 and alike(other) and alike(db), "nor after a change")
    build(db)
    ok(value(db, KEPT) == 2 and alike(db) and value(other, KEPT) == 0 and alike(other),
       "built again under the first")
    other.close()
    floors = "{evaluation: {deep_research: {tier_thresholds: {default: {high: 0.6}}}}}"
    other = connect(path, floors)
    ok(value(other, KEPT) > 0 and alike(other), "other floors: served, and judged anew")
    other.close()


def test_halves(db, path):
    """A refresh that fails, and a client that goes on, leave what there was."""
    db.execute("UPDATE rounds SET coverage = 0.31 WHERE run_id = 21")
    bare = sqlite3.connect(path, isolation_level=None)
    is_eq(said(bare, text("refresh_columns.sql")),
          "no such function: assay_settings_hash", "a refresh without assay")
    bare.close()
    ok(value(db, KEPT) == 1 and value(db, DUE) == 1 and alike(db), "does nothing")
    db.executescript("WITH n(i) AS (SELECT 2000 UNION ALL SELECT i + 1 FROM n LIMIT 9999)"
                     " INSERT INTO columns_due SELECT i FROM n;"
                     "PRAGMA max_page_count = 1;")
    is_eq(said(db, text("refresh_columns.sql")), "database or disk is full",
          "a refresh that finds no room")
    db.execute("PRAGMA max_page_count = 1000000")
    ok(value(db, KEPT) == 1 and value(db, DUE) == 10000 and alike(db), "nor does that")
    build(db)
    ok(value(db, DUE) == 0 and alike(db), "a third packs what is due")
    db.execute("DELETE FROM history_columns WHERE columns IS NULL")
    build(db)


def test_locked(db, path):
    """Somebody had the file locked when the contract was to be dropped, not after."""
    db.executescript("""PRAGMA legacy_alter_table = ON;
                        CREATE TABLE copied AS SELECT run_id, round, source, domain,
                          '2001-01-01' AS published FROM sources;
                        DROP TABLE sources; ALTER TABLE copied RENAME TO sources;
                        CREATE INDEX cited ON sources(run_id, round);""")
    shell = subprocess.run(["sqlite3", path], text=True, capture_output=True, check=False,
                           input=re.sub("DROP TABLE .*\n", "", text("columns.sql")))
    ok("table columns_contract already exists" in shell.stderr, "a shell that goes on",
       shell.stderr)
    ok(value(db, KEPT) == 0 and alike(db), "a trigger younger than the contract: not so")
    db.executescript(text("columns.sql"))
    build(db)
    ok(value(db, KEPT) == 2 and alike(db), "until all is made anew")


def test_types(db):
    """Ids that a column of another type takes for an integer; a date from elsewhere."""
    db.executescript("""PRAGMA legacy_alter_table = ON; PRAGMA foreign_keys = OFF;
      CREATE TABLE texts(run_id TEXT, round INTEGER, source TEXT, domain TEXT, published);
      INSERT INTO texts SELECT * FROM sources WHERE run_id BETWEEN 20 AND 29;
      DROP TABLE sources;
      ALTER TABLE texts RENAME TO sources;
      CREATE TABLE finished(run_id REAL PRIMARY KEY, title, domain, finished,
                            as_of AS (substr(finished, 1, 10)));
      INSERT INTO finished SELECT run_id, title, domain, as_of FROM runs;
      DROP TABLE runs; ALTER TABLE finished RENAME TO runs;
      CREATE INDEX cited ON sources(run_id, round);""")
    db.executescript(text("columns.sql"))
    build(db)
    ok(value(db, KEPT) > 0 and alike(db), "text for sources, doubles for runs: packed")
    for sql in ("INSERT INTO sources VALUES ('22', 1, 'x', NULL, '2001-01-01')",
                "UPDATE sources SET published = '2001-01-01' WHERE run_id < '24'",
                "DELETE FROM sources WHERE run_id = '24'",
                "UPDATE runs SET finished = '2029-01-01T00:00' WHERE run_id = 25"):
        db.execute(sql)
        ok(value(db, KEPT) == 0 and alike(db), f"{sql}: all is due")
        build(db)
        ok(value(db, KEPT) > 0 and value(db, DUE) == 0 and alike(db), "and packed")


def test_mapped():
    """Where runs, rounds and sources are views there is nothing to watch."""
    db = connect(":memory:")
    db.executescript("CREATE TABLE a(run_id, round); CREATE VIEW runs AS SELECT * FROM a;"
                     "CREATE VIEW rounds AS SELECT * FROM a;"
                     "CREATE VIEW sources AS SELECT * FROM a; BEGIN")
    try:
        db.executescript(text("columns.sql"))
        ok(False, "columns over views")
    except sqlite3.OperationalError as refused:
        is_eq(str(refused), "cannot create AFTER trigger on view: runs",
              "columns over views are refused")
    db.close()


def test_dropped(db):
    db.executescript(text("drop_columns.sql"))
    is_eq(value(db, "SELECT group_concat(name) FROM sqlite_master WHERE name LIKE "
                    "'%column%'"), None, "drop_columns.sql leaves nothing")


def test_triggers(db):
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' "
                              "AND name LIKE 'columns%'").fetchall():
        db.execute("SAVEPOINT whole")
        db.execute(f"DROP TRIGGER {name}")
        is_eq(value(db, KEPT), 0, f"without {name} nothing is served")
        db.execute("ROLLBACK TO whole")
        db.execute("RELEASE whole")
    ok(value(db, KEPT) == 2, "with all of them all is")
    db.execute("DROP TRIGGER columns_512_6")
    db.execute("UPDATE rounds SET coverage = 0.99 WHERE run_id = 14")
    ok(value(db, KEPT) == 0 and alike(db), "a trigger gone: not served")
    gone = "columns do not count: other windows, or a trigger is gone"
    is_eq(said(db, text("refresh_columns.sql")), gone, "nor packed")
    db.executescript(text("columns.sql"))
    build(db)
    ok(value(db, KEPT) > 0 and alike(db), "made anew")
    db.execute("CREATE TABLE copied AS SELECT * FROM sources WHERE run_id <> 15")
    db.execute("DROP TABLE sources")
    db.execute("CREATE TABLE sources AS SELECT * FROM copied")
    db.execute("CREATE INDEX cited ON sources(run_id, round)")
    ok(value(db, KEPT) == 0 and alike(db), "a table dropped and made anew: not served")
    db.executescript(text("columns.sql"))
    ok(value(db, KEPT) == 0 and alike(db), "nor when the triggers are back")
    build(db)
    ok(value(db, KEPT) > 0 and alike(db), "built again")


def test_size(db):
    """Chunks of another size, as an earlier version may have left them."""
    script = text("columns.sql")
    for size, other in (("512", "256"), ("511", "255"), ("> 9", "> 8"), ("<< 9", "<< 8")):
        script = script.replace(size, other)
    db.executescript(script)
    build(db)
    kept = value(db, KEPT)
    ok(kept > 0 and alike(db), "chunks of another size, by a script of that size")
    db.executescript(text("columns.sql"))
    build(db)
    db.execute("UPDATE rounds SET coverage = 0.98 WHERE run_id = 578")
    ok(value(db, KEPT) == 1 and alike(db), "and packed again by this one")


def test_random_changes(db, draw):
    """Statements at random, with a building now and then."""
    def change():
        run = draw.randrange(1, 60) if draw.randrange(4) else draw.randrange(573, 593)
        round_ = draw.randrange(1, 9)
        score = draw.choice((".9", ".75", "NULL", "'n/a'", "9.5", "'0.8'"))
        return draw.choice((
            f"INSERT OR REPLACE INTO rounds VALUES ({run}, {round_}, .9, {score}, .9, .8,"
            f" .9, {draw.randrange(30)}, {draw.choice((0, 0, 1, 'NULL'))})",
            f"UPDATE OR IGNORE rounds SET round = {round_} WHERE run_id = {run}",
            f"UPDATE rounds SET agreement = {score} WHERE run_id = {run}",
            f"DELETE FROM rounds WHERE run_id = {run} AND round = {round_}",
            f"DELETE FROM sources WHERE run_id = {run} AND round = {round_}",
            f"INSERT INTO sources VALUES ({run}, {round_}, 'x', 'ai_ml', '2023-06-01')",
            f"UPDATE runs SET as_of = '2023-0{round_}-01' WHERE run_id = {run}",
            f"UPDATE OR REPLACE rounds SET run_id = {2 * run % 700} "
            f"WHERE run_id = {run}",
            "BEGIN", "COMMIT", "ROLLBACK", "build", "DELETE FROM history_columns"))
    wrong = []
    served = 0
    for _ in range(CHANGES):
        sql = change()
        if sql == "BEGIN" and db.in_transaction:
            continue
        if sql in ("COMMIT", "ROLLBACK") and not db.in_transaction:
            continue
        if sql == "build":
            build(db)
        else:
            db.execute(sql)
        served += value(db, KEPT) > 0
        if not alike(db):
            wrong.append(sql)
    ok(not wrong and served, f"{CHANGES} changes, {served} served from columns",
       *wrong[:3])


NO_INTEGER = ("packed_runs: columns must be a BLOB of pack_rounds(), got "
              "'a run or round that is no integer'")


def said(db, sql=COLUMNS):
    try:
        db.execute(sql).fetchall()
    except sqlite3.Error as raised:
        return str(raised)
    return None


def test_texts(db):
    db.execute("DROP TABLE rounds")
    db.execute("CREATE TABLE rounds(run_id, round, coverage, source_quality, agreement, "
               "verification, recency, recent_sources, critical_contradictions)")
    db.executescript(text("columns.sql"))
    db.execute("INSERT INTO rounds VALUES (7, 1, 1, 1, 1, 1, 1, 1, 1)")
    for run in ("'a'", "7.5", "1e300", "x'00'"):
        db.execute(f"INSERT INTO rounds VALUES ({run}, 1, 1, 1, 1, 1, 1, 1, 1)")
        is_eq(said(db), NO_INTEGER, f"a run {run}: said")
        build(db)
        is_eq(said(db), NO_INTEGER, f"a run {run}: said once packed")
        db.execute(f"DELETE FROM rounds WHERE run_id = {run}")
        ok(alike(db), f"a run {run} less")
        build(db)
        db.execute(f"INSERT INTO rounds VALUES ({run}, 1, 1, 1, 1, 1, 1, 1, 1)")
        is_eq(said(db), NO_INTEGER, f"a run {run} comes to what is packed: said")
        db.execute(f"DELETE FROM rounds WHERE run_id = {run}")
        ok(alike(db), "and goes")
        build(db)
        db.execute("INSERT INTO rounds VALUES (NULL, 1, 1, 1, 1, 1, 1, 1, 1)")
        ok(alike(db), "a round without a run")


def main():
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "history.db")
        db = connect(path)
        script(db, os.path.join(SQL, "schema.sql"))
        script(db, HISTORY)
        for table in ("runs", "rounds", "sources"):  # two chunks
            db.execute(f"UPDATE {table} SET run_id = run_id + 512 WHERE run_id > 60")
        script(db, os.path.join(SQL, "views.sql"))
        db.executescript(text("columns.sql"))
        build(db)
        ok(value(db, KEPT) == 2 and alike(db), "columns answer what the views answer")
        db.execute("PRAGMA foreign_keys = OFF")  # rounds of no run, too
        test_each_change(db)
        test_cost(db)
        test_rollbacks(db)
        test_connections(db, path)
        test_halves(db, path)
        test_locked(db, path)
        test_triggers(db)
        test_size(db)
        test_random_changes(db, random.Random(SEED))
        if db.in_transaction:
            db.execute("ROLLBACK")
        test_types(db)
        test_texts(db)
        test_dropped(db)
    test_mapped()
    print(f"# seed {SEED}")
    return finish()


if __name__ == "__main__":
    sys.exit(main())
