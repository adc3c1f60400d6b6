"""Tests a database of assay in programs that do not load the extension. Python's sqlite3
reads and writes the tables, and nothing is lost when other tools change the file
(sql/guide/upgrade.md)."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import connect, text  # noqa: E402
from tap import finish, is_eq, ok, skip  # noqa: E402

DECISIONS = "SELECT * FROM run_decisions ORDER BY run_id"


def script(db, *names):
    for name in names:
        db.executescript(text(f"{name}.sql"))


def make(path, day="2026-06-30"):
    db = connect(path)
    script(db, "schema", "views", "judged", "contract")
    db.execute("INSERT INTO runs VALUES (1, 'a', NULL, NULL, ?), (2, 'b', NULL, NULL, ?)",
               (day, day))
    db.execute("INSERT INTO rounds SELECT run_id, column1, column2, column2, column2,"
               " column2, column2, 12, 0 FROM runs, (VALUES (1, 0.7), (2, 0.9))")
    db.execute("INSERT INTO sources"
               " SELECT run_id, round, 's' || column1, NULL, '2026-06-01'"
               " FROM rounds, (VALUES (1), (2), (3), (4), (5), (6), (7), (8), (9), (10))")
    db.execute("INSERT INTO judgements SELECT run_id, round, 'coverage', 'j', NULL, .9"
               " FROM rounds")
    script(db, "refresh_judged")
    hash = db.execute("SELECT assay_settings_hash()").fetchone()
    db.execute(text("calls/judge.sql"), hash)
    return db


def tables_of(db):
    return [row[0] for row in db.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]


def content(path):
    db = connect(path)
    return ({table: sorted(map(repr, db.execute(f"SELECT * FROM {table}")))
             for table in tables_of(db)},
            sorted(db.execute("SELECT type, name FROM sqlite_master")),
            db.execute(DECISIONS).fetchall(),
            db.execute("SELECT * FROM judged_rounds").fetchall(),
            db.execute("PRAGMA integrity_check").fetchall())


def test_plain(path):
    """Deletes the rows of each table and stores them again; only the table `verdicts`
    refuses the deletion."""
    before = content(path)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA foreign_keys = ON")
    refused = {}
    for table in tables_of(db):
        rows = db.execute(f"SELECT * FROM {table}").fetchall()
        db.execute("BEGIN")
        db.execute("PRAGMA defer_foreign_keys = ON")
        db.execute(f"DELETE FROM {table}")
        try:
            for row in rows:
                marks = ", ".join("?" * len(row))
                db.execute(f"INSERT INTO {table} VALUES ({marks})", row)
        except sqlite3.OperationalError as problem:
            refused[table] = str(problem)
        db.execute("ROLLBACK")
    is_eq(refused, {"verdicts": "no such function: assay_require"},
          "every table is read and written; only verdicts have a trigger as their guard")
    try:
        said = db.execute(DECISIONS).fetchall()
    except sqlite3.OperationalError as problem:
        said = str(problem)
    ok("no such table: main.recency_rows" in said, "a view needs the extension", said)
    try:
        db.execute("ALTER TABLE runs RENAME TO questions")
        said = "renamed"
    except sqlite3.OperationalError as problem:
        said = str(problem)
    ok("no such function" in said or "no such table" in said,
       "a rename is refused, too", said)
    db.close()
    is_eq(content(path), before, "the refused changes left the file unchanged")


def test_shell(path, folder):
    before = content(path)
    for name in "dump", "recover":
        if name == "recover" and subprocess.run(
                ["sqlite3", ":memory:", "CREATE TABLE t(x)", ".recover"],
                capture_output=True).returncode != 0:
            skip(".recover", "this sqlite3 recovers no file at all")
            continue
        text = subprocess.run(["sqlite3", path, f".{name}"], capture_output=True,
                              text=True, check=True).stdout
        other = os.path.join(folder, f"{name}.db")
        subprocess.run(["sqlite3", other], input=text, text=True, check=True,
                       capture_output=True)
        is_eq(content(other), before, f".{name}: every row, and views that say the same")
    other = os.path.join(folder, "backup.db")
    subprocess.run(["sqlite3", path, f".backup {other}"], check=True)
    is_eq(content(other), before, ".backup")
    subprocess.run(["sqlite3", path, "VACUUM"], check=True)
    is_eq(content(path), before, "VACUUM")


def test_archive(folder):
    """Attaches last month's file to this month's file. TEMP views join the two files into
    one history."""
    now, then = (os.path.join(folder, name) for name in ("now.db", "then.db"))
    make(then, "2026-06-30").close()
    db = make(now, "2026-07-31")
    db.execute("UPDATE runs SET title = 'c' WHERE run_id = 1")
    for table in "judgements", "sources", "rounds", "verdicts", "runs":
        db.execute(f"DELETE FROM {table}")
    db.execute("INSERT INTO runs VALUES (3, 'c', NULL, NULL, '2026-07-31')")
    db.execute("INSERT INTO rounds VALUES (3, 1, .9, .9, .9, .9, .9, 12, 0)")
    db.close()
    db = connect(now)
    db.execute("ATTACH ? AS archive", (then,))
    for table in "runs", "rounds", "sources", "judgements":
        db.execute(f"CREATE TEMP VIEW {table} AS SELECT * FROM main.{table}"
                   f" UNION ALL SELECT * FROM archive.{table}")
    script(db, "attach")
    is_eq(db.execute("SELECT run_id, action FROM run_decisions ORDER BY 1").fetchall(),
          [(1, "pass"), (2, "pass"), (3, "pass")], "an archive of a month, attached")


def test_sqlite_utils(path):
    if shutil.which("sqlite-utils") is None:
        skip("sqlite-utils transforms a table", "no sqlite-utils")
        return
    before = content(path)
    db = sqlite3.connect(path, isolation_level=None)
    script(db, "drop_judged", "detach")
    for table in "sources", "runs":
        done = subprocess.run(
            ["sqlite-utils", "transform", path, table, "--default", "domain", "ai_ml"],
            capture_output=True, text=True)
        is_eq((done.returncode, done.stderr), (0, ""), f"sqlite-utils transforms {table}")
    db.close()
    db = connect(path)
    script(db, "views", "judged", "refresh_judged")
    db.close()
    after = content(path)
    is_eq(after[0], before[0], "... without the views, and loses no row")
    is_eq(after[2], before[2], "... and the views, made again, say the same")


def test_sqlalchemy(path):
    try:
        import sqlalchemy
    except ImportError:
        skip("SQLAlchemy reflects the schema", "no sqlalchemy")
        return
    engine = sqlalchemy.create_engine(f"sqlite:///{path}")
    meta = sqlalchemy.MetaData()
    meta.reflect(bind=engine)
    is_eq(sorted(meta.tables), tables_of(sqlite3.connect(path, isolation_level=None)),
          "SQLAlchemy reflects every table")
    is_eq(sorted(f"{key.parent} -> {key.target_fullname}"
                 for table in ("rounds", "sources", "judgements", "verdicts")
                 for key in meta.tables[table].foreign_keys),
          ["judgements.run_id -> runs.run_id", "rounds.run_id -> runs.run_id",
           "sources.run_id -> runs.run_id", "verdicts.hash -> contract.hash"],
          "... and which key refers to which")
    with engine.connect() as asked:
        rounds = meta.tables["rounds"]
        is_eq(len(asked.execute(sqlalchemy.select(rounds.c.run_id)).fetchall()), 4,
              "... and reads it")


def main():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file.db")
        make(path).close()
        test_plain(path)
        test_shell(path, folder)
        test_archive(folder)
        test_sqlalchemy(path)
        test_sqlite_utils(path)
    return finish()


sys.exit(main())
