"""Tests sql/cluster/judge.py: the rows of several files equal the rows of one big file,
bit for bit. If the files are not the parts of one history, the program refuses them, and
leaves an existing judged.db unchanged."""

import hashlib
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import EXTENSION, bytes_of, connect, rows  # noqa: E402
from tap import finish, is_eq, ok  # noqa: E402

# A relative path, because the path of the checkout may have a blank or a quote.
LOAD = f".load {os.path.relpath(EXTENSION)}"
JUDGE = os.path.abspath("sql/cluster/judge.py")
RUNS, ROUNDS = 300, 1181
TABLES = "runs", "rounds", "sources", "judgements", "outcomes"
OTHER_RUNS = "DROP TABLE runs; CREATE TABLE runs(run_id, title, note, domain, as_of);"
ALIKE = "run_ids must be all INTEGER or all TEXT"
WINDOWS = "evaluation: {deep_research: {recency_windows: {ai_ml: 400, default: 20}}}"
COLUMNS = {"runs": "title, note, domain, as_of",
           "rounds": "round, coverage, source_quality, agreement, verification, recency,"
                     " recent_sources, critical_contradictions",
           "sources": "round, source, domain, published",
           "judgements": "round, dimension, judge, family, score",
           "outcomes": "round, good"}


def contents(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def digest(path):
    """Returns a digest of all the content of a database or, if the file is not a
    database, of its bytes."""
    db = sqlite3.connect(path)
    db.text_factory = lambda data: data.decode("utf-8", "surrogateescape")
    try:
        said = "".join(db.iterdump()).encode("utf-8", "surrogateescape")
    except sqlite3.DatabaseError:
        with open(path, "rb") as file:
            said = file.read()
    db.close()
    return hashlib.sha256(said).hexdigest()


def shell(path, *commands, script=""):
    return subprocess.run(["sqlite3", "-batch", path, *commands], input=script, text=True,
                          capture_output=True, check=False)


def started(files, into, *options, folder=None):
    return subprocess.Popen(
        [sys.executable, JUDGE, *files, "--into", into, "--processes", "2", *options],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "ASSAY_EXTENSION": EXTENSION})


def judged(files, into, *options, folder=None):
    """Runs judge.py to its end. Returns its output or, if it failed, its error."""
    process = started(files, into, *options, folder=folder)
    out, error = process.communicate()
    return out if process.returncode == 0 else error


def refuses(name, files, into, why, *options):
    before = digest(into) if os.path.exists(into) else None
    said = judged(files, into, *options)
    errors = [line for line in said.splitlines() if "--dask" not in options
              or line.startswith("judge.py: ")]  # Dask prints more if slow
    is_eq([len(errors) == 1 and errors[0].startswith("judge.py: ") and why in errors[0],
           before == (digest(into) if os.path.exists(into) else None)], [True, True],
          f"{name} is refused, and {os.path.basename(into)} stays: {said.strip()[-120:]}")


def big_history(folder, ids):
    """Makes one history with INTEGER or TEXT ids, and four files, each with a part of its
    runs."""
    path = os.path.join(folder, f"{ids}.db")
    source = os.path.join(folder, "source.db")
    if not os.path.exists(source):
        shell(source, script=contents("sql/schema.sql"))
        shell(source, "-cmd", f".param set :runs {RUNS}",
              script=contents("tests/bench/history.sql")
              + "INSERT INTO outcomes SELECT run_id, round, (run_id + round) % 3 > 0"
                " FROM rounds WHERE run_id % 2 AND run_id IN (SELECT run_id FROM runs);")
    schema = contents("sql/schema.sql")
    run_id = "run_id"
    if ids == "TEXT":
        schema = re.sub("run_id +INTEGER", "run_id TEXT", schema)
        run_id = "'Run ''' || run_id || '\"; DROP TABLE runs; --'"
    files = [path] + [os.path.join(folder, f"{ids} '{n}'?#%20.db") for n in range(4)]
    for number, file in enumerate(files):
        db = sqlite3.connect(file, isolation_level=None)
        db.executescript(schema + "PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF;")
        db.execute("ATTACH ? AS source", (source,))
        db.execute("BEGIN")
        for table in TABLES:
            db.execute(f"INSERT INTO {table}(run_id, {COLUMNS[table]})"
                       f" SELECT {run_id}, {COLUMNS[table]} FROM source.{table}"
                       " WHERE ? = 0 OR run_id % 4 = ? - 1", (number, number))
        # Stores a text that Python's str can't hold, and a BLOB, which SQLite keeps
        # unchanged in a column of any type.
        db.execute("UPDATE runs SET title = CAST(x'ff00fe' AS TEXT), note = x'00ff'"
                   " WHERE title = 'Question 7'")
        db.execute("COMMIT")
        db.close()
    db = sqlite3.connect(path)
    db.executescript(contents("sql/views.sql"))
    db.close()
    return path, files[1:]


# --- judging several files --------------------------------------------------------------

def test_rows(folder, ids):
    path, files = big_history(folder, ids)
    into = os.path.join(folder, f"judged {ids}.db")
    before = [bytes_of(file) for file in files]
    said = judged(files, into)
    is_eq(said, f"{into}: {ROUNDS} rounds of {RUNS} runs\n", f"{ids} ids: four files")
    is_eq([bytes_of(file) for file in files], before,
          "the judge writes nothing into the files")
    one, four = connect(path), connect(into)
    for name, wanted in (("judged_rounds", "live_rounds"), ("judged", "live_rounds"),
                         ("round_scores", "round_scores"), ("runs", "runs"),
                         ("run_decisions", "run_decisions"),
                         ("judgements", "judgements"), ("outcomes", "outcomes"),
                         ("round_confidence", "round_confidence")):
        want = rows(one, f"SELECT * FROM {wanted}")
        ok(want and rows(four, f"SELECT * FROM {name}") == want,
           f"{name}: {len(want)} rows as over one file")
    one.executescript(contents("sql/judged.sql") + contents("sql/refresh_judged.sql"))
    is_eq(rows(four, "SELECT * FROM pragma_table_info('judged')"),
          rows(one, "SELECT * FROM pragma_table_info('judged')"),
          "the table is that of judged.sql")
    is_eq(rows(four, "SELECT settings = assay_settings_yaml() FROM contract"), ["(1,)"],
          "the contract is copied")
    one.close()
    four.close()
    return path, files, into


def test_reports(path, into):
    for name in sorted(os.listdir("sql/reports")):
        script = contents(f"sql/reports/{name}")
        want = shell(path, "-cmd", LOAD, script=script)
        got = shell(into, "-cmd", LOAD, script=script)
        if name in ("data_quality.sql", "recency_window.sql"):
            ok(got.returncode and "no sources: they stay" in got.stderr,
               f"{name} says that it lacks the sources", got.stdout, got.stderr)
        else:
            ok((got.stdout, got.stderr) == (want.stdout, want.stderr),
               f"{name} is the same text", got.stderr, want.stderr)
    got = shell(into, "-cmd", LOAD, script=contents("sql/refresh_judged.sql"))
    ok("run it again" in got.stderr, "a refresh of the result is refused", got.stderr)


def test_settings(folder, files, into):
    yaml = os.path.join(folder, "settings.yaml")
    with open(yaml, "w", encoding="utf-8") as file:
        file.write(WINDOWS)
    other = os.path.join(folder, "other windows.db")
    judged(files, other, "--settings", yaml)
    db = connect(other, yaml=WINDOWS)
    same = rows(db, "SELECT * FROM judged_rounds")
    db.close()
    db = connect(into)
    ok(len(same) == ROUNDS and same != rows(db, "SELECT * FROM judged_rounds"),
       "--settings judges the rounds under other windows")
    db.close()
    db = connect(other)
    try:
        db.execute("SELECT * FROM judged_rounds")
        ok(False, "reading under other settings is an error")
    except sqlite3.Error as problem:
        ok("assay_require" in str(problem), "reading under other settings is an error")
    db.close()
    bound = os.path.join(folder, "bound.db")
    shutil.copy(files[3], bound)
    db = connect(bound, yaml=WINDOWS)
    db.executescript(contents("sql/contract.sql"))
    db.close()
    refuses("a file of other settings", [*files[:3], bound], into, "its contract is")
    ok("of 300 runs" in judged([*files[:3], bound], other, "--settings", yaml),
       "--settings judges the file under its own contract")
    db = connect(bound)
    db.executescript(contents("sql/contract.sql"))
    is_eq(rows(db, "SELECT count(*), max(contract_id) FROM contract"), ["(2, 2)"],
          "a newer contract of the built-in settings")
    db.close()
    ok("of 300 runs" in judged([*files[:3], bound], other, "--settings", yaml),
       "it is judged under the older one, too")
    db = connect(bound)
    db.execute("UPDATE contract SET hash = '2:' || hash")
    db.close()
    refuses("a file of another epoch", [*files[:3], bound], into, "its contract is",
            "--settings", yaml)
    refuses("a setting that is reported", files, into, "yaml:",
            "--settings", os.path.join(os.path.dirname(JUDGE), "README.md"))


def test_folder(folder, files, into):
    before = digest(into)
    said = judged([os.path.basename(file) for file in files], os.path.basename(into),
                  folder=folder)
    ok("of 300 runs" in said and digest(into) == before,
       "from another folder, and again over what was there: the same file", said)


# --- refusals ---------------------------------------------------------------------------

def changed(folder, file, script):
    path = os.path.join(folder, "changed.db")
    shutil.copy(file, path)
    db = sqlite3.connect(path)
    db.executescript(script)
    db.close()
    return path


def test_refusals(folder, files, into):
    path = os.path.join(folder, "changed.db")
    for name, script, why in (
            ("a run in two files", "INSERT INTO runs(run_id, title, as_of)"
             " VALUES (2, 'q', '2026-01-01')", "run 2 is in "),
            ("a run in one file with rounds in another",
             "INSERT INTO rounds(run_id, round) VALUES (2, 9)", "run 2 is in "),
            ("a run in one file with sources in another", "PRAGMA foreign_keys = OFF;"
             "INSERT INTO sources VALUES (2, 1, 's', NULL, NULL)", "run 2 is in "),
            ("a file without the table sources", "DROP TABLE sources", "no such table"),
            ("a file without the table runs", "DROP TABLE runs", "no such table"),
            ("a BLOB among the ids",
             OTHER_RUNS + "INSERT INTO runs(run_id) VALUES (x'01')", ALIKE),
            ("TEXT among INTEGER ids",
             OTHER_RUNS + "INSERT INTO runs(run_id) VALUES ('3')", ALIKE),
            ("an id of 0.5",
             OTHER_RUNS + "INSERT INTO runs(run_id) VALUES (0.5)", ALIKE),
            ("a run that stands twice", OTHER_RUNS + "INSERT INTO runs(run_id, as_of)"
             " VALUES (3, '2026-01-01'), (3, '2026-01-01')",
             "UNIQUE constraint failed: runs.run_id"),
            ("ids without case",
             OTHER_RUNS.replace("run_id", "run_id TEXT COLLATE NOCASE"), "BINARY"),
            ("a view that asks for more", "ALTER TABLE runs RENAME TO r; CREATE VIEW runs"
             " AS SELECT r.* FROM r, pragma_user_version", "unsafe use of")):
        changed(folder, files[3], script)
        refuses(name, [*files[:3], path], into, why)
    changed(folder, files[3], "PRAGMA foreign_keys = OFF;" + OTHER_RUNS
            + "INSERT INTO runs(run_id) VALUES (CAST(x'ff' AS TEXT));"
            "DELETE FROM rounds; DELETE FROM sources;")
    refuses("an id that is no text, in two files", [path, path], into,
            f"run '\ufffd' is in {path} and in {path}")
    changed(folder, files[3], """
      DROP TABLE rounds; CREATE TABLE rounds(run_id, round);
      DROP TABLE sources; CREATE TABLE sources(run_id, round);
      DROP TABLE runs; CREATE TABLE runs(run_id, title, note, domain, as_of);
      INSERT INTO runs(run_id) VALUES (x'01'), (x'02');""")
    refuses("a file of BLOB ids", [path], into, ALIKE)
    refuses("a missing file", [*files, os.path.join(folder, "none.db")], into,
            "none.db: no such file")
    ok(not os.path.exists(os.path.join(folder, "none.db")),
       "the missing file is not made")
    refuses("one file, twice", [files[0], files[0]], into, " is in ")
    text = os.path.join(folder, "TEXT '1'?#%20.db")
    refuses("INTEGER and TEXT ids", [files[0], text], into, ALIKE)
    refuses("a file that is no database", [files[0], JUDGE], into, "not a database")
    refuses("to write over a history", files[:3], files[3], "database of your own")
    refuses("to judge what is judged", [into], os.path.join(folder, "new.db"),
            "they stay in the files")
    ok(not os.path.exists(os.path.join(folder, "new.db")),
       "a refusal leaves no file")


def test_crafted(folder, files, into):
    """A file's own tables and views, and rows without a run, do not change the judged
    rows."""
    want = digest(into)
    path = changed(folder, files[3], """
      CREATE TABLE shard_place(split, number, shards, method, key, low, high);
      INSERT INTO shard_place VALUES ('x', '1 OR 1', 1, 'hash', 'run_id', NULL, NULL);
      CREATE TABLE live_rounds(run_id, round);
      INSERT INTO live_rounds VALUES (1, 1);
      CREATE TABLE ids(run_id); INSERT INTO ids VALUES (2);
      CREATE TABLE judged(run_id); INSERT INTO judged VALUES (2);
      CREATE TABLE judged_under(one, windows);
      CREATE TABLE "part.judged"(run_id);
      CREATE VIEW contract AS SELECT NULL AS hash WHERE 0;
      ALTER TABLE sources RENAME TO s; CREATE VIEW sources AS
      SELECT * FROM s UNION ALL SELECT NULL, 1, 's', NULL, NULL;
      CREATE TRIGGER t AFTER INSERT ON runs BEGIN DELETE FROM runs; END;""")
    judged([*files[:3], path], into)
    is_eq(digest(into), want, "a crafted file gives its rounds, and nothing else")


def test_reported(folder, files):
    """If the table sources is empty, rounds are judged by the numbers in the table
    rounds."""
    path = changed(folder, files[0], """
      DELETE FROM sources; DROP TABLE judgements;
      WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
      INSERT INTO runs(run_id, title, as_of)
      SELECT i, 'without rounds', '2026-01-01' FROM n;""")
    into = os.path.join(folder, "reported.db")
    judged([path], into)
    db = connect(into)
    is_eq(db.execute("SELECT count(*) > 200, count(*) = sum(recency_basis = 'reported'),"
                     " (SELECT count(*) FROM judgements) FROM judged_rounds").fetchall(),
          [(1, 1, 0)], "a file without sources and judgements")
    is_eq(db.execute("PRAGMA freelist_count").fetchall(), [(0,)],
          "no names of the files are left in the result")
    db.close()


def test_log(folder, files, into):
    """Rows in a file's write-ahead log are judged, and stay in the log."""
    want = digest(into)
    logged, copy = os.path.join(folder, "logged.db"), os.path.join(folder, "copy.db")
    shutil.copy(files[3], logged)
    db = sqlite3.connect(logged, isolation_level=None)
    run = db.execute("SELECT max(run_id) FROM runs").fetchone()[0]
    db.execute("UPDATE runs SET title = 'before' WHERE run_id = ?", (run,))
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("UPDATE runs SET title = 'Question ' || run_id WHERE run_id = ?", (run,))
    for end in ("", "-wal"):
        shutil.copy(logged + end, copy + end)
    db.close()
    before = [bytes_of(copy + end) for end in ("", "-wal")]
    judged([*files[:3], copy], into)
    is_eq([digest(into) == want, [bytes_of(copy + end) for end in ("", "-wal")]],
          [True, before], "a file in WAL mode is judged with its log, which stays")


# --- kills ------------------------------------------------------------------------------

def children(parent):
    listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True,
                            text=True, check=True).stdout
    return [int(pid) for pid, of in map(str.split, listed.splitlines())
            if int(of) == parent]


def test_kills(folder, files, into):
    """While the judging processes wait for a locked file, kills one of them. In a second
    run, kills judge.py and all its processes."""
    before = digest(into)
    writer = sqlite3.connect(files[2], isolation_level=None)
    for name, whole in (("a process that judges", False), ("the whole program", True)):
        writer.execute("BEGIN EXCLUSIVE")
        process = started(files, into)
        for _ in range(200):
            if len(children(process.pid)) >= 2:
                break
            time.sleep(0.02)
        time.sleep(0.3)
        left = children(process.pid)
        for pid in [process.pid, *left] if whole else left[:1]:
            os.kill(pid, signal.SIGKILL)
        error = process.communicate()[1]
        writer.execute("ROLLBACK")
        ok(left and process.returncode != 0 and digest(into) == before
           and (whole or "a process was killed; nothing is written" in error),
           f"{name} is killed: an error, and what was there stays", error)
    writer.close()
    ok("of 300 runs" in judged(files, into) and digest(into) == before,
       "a second start judges all")


def main():
    folder = tempfile.mkdtemp()
    try:
        test_rows(folder, "TEXT")
        path, files, into = test_rows(folder, "INTEGER")
        test_reports(path, into)
        test_settings(folder, files, into)
        test_folder(folder, files, into)
        test_refusals(folder, files, into)
        test_crafted(folder, files, into)
        test_reported(folder, files)
        test_log(folder, files, into)
        test_kills(folder, files, into)
    finally:
        shutil.rmtree(folder)
    return finish()


if __name__ == "__main__":
    sys.exit(main())
