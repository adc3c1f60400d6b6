"""Tests the extension through Python's sqlite3: the answers are the same as in the shell.

assay registers the functions that a connection without assay lacks. The table
assay_functions must list exactly these functions. Their flags must follow rule R4: each
function is deterministic, and innocuous or direct-only.
"""

import math
import os
import sqlite3
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import EXTENSION, connect, error, load, text, value  # noqa: E402
from tap import finish, ok  # noqa: E402

# A relative path, because the path of the checkout could have a blank or a quote.
LOAD = f".load {os.path.relpath(EXTENSION)}"

DETERMINISTIC, DIRECT_ONLY, INNOCUOUS = 0x800, 0x80000, 0x200000


def is_eq(got, want, name):
    same = type(got) is type(want) and got == want
    ok(same, name, f" got: {got!r}", f"want: {want!r}")


def shell(statements):
    """Returns the lines that the sqlite3 shell prints for statements of one line each."""
    command = ["sqlite3", "-batch", "-bail", ":memory:", "-cmd", LOAD]
    text = "".join(f"{statement};\n" for statement in statements)
    run = subprocess.run(command, input=text, capture_output=True, text=True)
    return run.stdout.splitlines() + run.stderr.splitlines()


def test_examples(db):
    rows = db.execute("SELECT signature, example FROM assay_functions").fetchall()
    statements = [
        "SELECT replace(quote(({})), char(10), '\\n')".format(
            example if example.startswith("SELECT ") else f"SELECT {example}"
        )
        for _, example in rows
    ]
    printed = shell(statements)
    is_eq(len(printed), len(rows), "the shell gives an answer to every example")
    for (signature, _), statement, line in zip(rows, statements, printed):
        is_eq(value(db, statement), line, f"{signature} gives the same in the shell")


def registered(db):
    """Returns the connection's functions, {(name, arguments): flags}, and the names of
    its modules (kinds of virtual tables)."""
    functions = {}
    for name, _, _, _, arguments, flags in db.execute("PRAGMA function_list"):
        functions[name, arguments] = flags
    modules = {name for (name,) in db.execute("PRAGMA module_list")}
    return functions, modules


def test_registered(db):
    bare_functions, bare_modules = registered(sqlite3.connect(":memory:"))
    if not bare_functions:
        print("# this SQLite does not list its functions")
        return
    functions, modules = registered(db)
    ours = {key: flags for key, flags in functions.items() if key not in bare_functions}
    table = db.execute("SELECT name, kind, deterministic FROM assay_functions").fetchall()
    names = {name for name, _ in ours}
    calls = {name for name, kind, _ in table if kind != "table"}
    ok(names == calls, "the table lists exactly the registered functions",
       names ^ calls)
    tables = {name for name, kind, _ in table if kind == "table"}
    new = modules - bare_modules
    ok(new == tables, "the table lists exactly the registered tables", new ^ tables)
    pure = {name for name, kind, deterministic in table
            if kind != "table" and deterministic}
    wrong = [
        name
        for (name, _), flags in ours.items()
        if not flags & DETERMINISTIC
        or bool(flags & INNOCUOUS) != (name in pure)
        or bool(flags & DIRECT_ONLY) == (name in pure)
    ]
    ok(not wrong,
       "each function is deterministic, and innocuous or direct-only (R4)", wrong)
    overloads = len(ours) + len(tables)
    ok(overloads <= len(table), "there is a row for each overload",
       f"{overloads} registered, {len(table)} rows")


def test_values(db):
    score = "SELECT ci_score(?, ?, ?, ?, ?)"
    is_eq(value(db, score, 0.8, 0.8, 0.8, 0.8, 0.8), 0.8, "a float comes back")
    is_eq(value(db, score, 1, True, "1", " 1.0 ", 1.0), 1.0,
          "int, bool and str are numbers")
    is_eq(value(db, score, None, math.nan, math.inf, b"1", ""), 0.0,
          "None, NaN, infinity, bytes and an empty text are missing")
    is_eq(value(db, "SELECT gate_pass(?, 1, 1, 1, 1, ?, 0)", 1, 10**18), 1, "a big count")
    is_eq(value(db, "SELECT gate_pass(?, 1, 1, 1, 1, 12, ?)", 1, math.nan), 0,
          "NaN fails")
    is_eq(value(db, "SELECT tier_of(?)", 9.5), None, "a missing tier is None")
    is_eq(value(db, "SELECT tier_of(?)", 0.75), "High", "a text result is a str")
    is_eq(value(db, "SELECT query_word_count(?)", "caf\u00e9\u00a0cr\u00e8me"), 2,
          "an integer result is an int")


def test_aggregate(db):
    db.execute("CREATE TABLE rounds(run, round, gate, ci, report)")
    rows = [(run, round, round == 2, 0.5 + round / 10, bytes([run, round]))
            for run in (1, 2) for round in (1, 2, 3)]
    db.executemany("INSERT INTO rounds VALUES (?, ?, ?, ?, ?)", rows)
    best = "SELECT run, best_round(report, round, gate, ci) FROM rounds GROUP BY run"
    is_eq(db.execute(best).fetchall(), [(1, b"\1\2"), (2, b"\2\2")], "blobs come back")
    window = ("SELECT best_round(round, gate, ci) OVER (PARTITION BY run ORDER BY round) "
              "FROM rounds")
    is_eq([row[0] for row in db.execute(window)], [1, 2, 2] * 2,
          "best_round() as a window")
    cursor = db.execute(window)
    cursor.fetchone()
    cursor.close()
    is_eq(value(db, "SELECT best_round(round, gate, ci) FROM rounds"), 2,
          "settings after a query that was not read to its end")


def test_errors(db):
    is_eq(error(db.execute, "SELECT ci_score(1, 1, 1, 1, 1, ?)", ("[1,2]",)),
          "ci_score: weights must be 5 finite numbers >= 0 with a positive sum, "
          "got '[1,2]'",
          "a mistake raises with its message")
    is_eq(error(db.execute, "SELECT tier_rank(?)", ("Top",)),
          "tier_rank: tier must be one of Low, Medium, High, Elite, got 'Top'",
          "an unknown name lists the known ones")
    is_eq(error(db.execute, "SELECT best_round(1, 1, 1, 1, 1, 1, 12, 0, ?)",
                (b"\0" * 40,)),
          "best_round: weights must be 5 finite numbers >= 0 with a positive sum, "
          "got a BLOB of 40 bytes", "a mistake in an aggregate raises with its message")


def test_without_the_extension():
    """SQLite checks all views before it renames or drops anything in a table. Without the
    extension SQLite can't read assay's views, so it refuses the change. SQLite can
    still add columns, insert rows and VACUUM."""
    db = sqlite3.connect(":memory:")
    for name in ("schema.sql", "views.sql"):
        db.executescript(text(name))
    db.execute("CREATE TABLE notes(run_id, words, other)")  # a table that no view reads
    run = db.execute
    refused = "error in view round_evidence: no such table: main.recency_rows"
    alter = "ALTER TABLE notes "
    is_eq(error(run, alter + "RENAME TO remarks"), refused, "no table can be renamed")
    is_eq(error(run, alter + "RENAME COLUMN words TO text"), refused,
          "no column can be renamed")
    is_eq(error(run, alter + "DROP COLUMN other"), refused, "no column can be dropped")
    for sql in alter + "ADD COLUMN day", "INSERT INTO notes(day) VALUES (1)", "VACUUM":
        db.commit()
        is_eq(error(run, sql), None, f"{sql} works")
    is_eq(error(run, "SELECT * FROM round_recency"), "no such table: main.recency_rows",
          "a view can not be read")
    load(db)
    is_eq(error(run, alter + "RENAME COLUMN words TO text"), None,
          "with the extension loaded the table is renamed")
    db.close()


def main():
    db = connect()
    test_examples(db)
    test_registered(db)
    test_values(db)
    test_aggregate(db)
    test_errors(db)
    db.close()
    test_without_the_extension()
    return finish()


sys.exit(main())
