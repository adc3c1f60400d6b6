"""Tests judged rounds: sql/judged.sql stores the rows of the view live_rounds, and the
view judged_rounds reads the stored rows. After any change of the tables, both views have
the same rows, bit for bit, with two exceptions. Rows of due runs (changed since they were
judged) are missing from judged_rounds. If the stored rows could be wrong, a query of
judged_rounds fails. refresh_judged.sql (a refresh) judges due runs only."""

import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import connect, error, load, rows, steps, text, value  # noqa: E402
from histories import DATES, DOMAINS, reported  # noqa: E402
from tap import finish, is_eq, ok  # noqa: E402

SEED = int(os.environ.get("SEED", "1"))
HISTORIES = int(os.environ.get("HISTORIES", "100"))
WINDOWS = "evaluation: {deep_research: {recency_windows: {ai_ml: 400, default: 20}}}"
FLOORS = "evaluation: {deep_research: {patience: 3, min_recent_sources: 1}}"
GONE = "a trigger is gone: read sql/judged.sql"
TRIGGERS = [f"judged_{table}_{event}" for table in ("runs", "rounds", "sources")
            for event in ("insert", "update", "delete")]


def bare(path):
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA synchronous = OFF")
    return db


def connect(path, *files, **options):
    return load(bare(path), *files, **options)


def refresh(db):
    """Runs the UPDATE of refresh_judged.sql by execute(), because executescript() would
    commit the open transaction."""
    db.execute("UPDATE" + text("refresh_judged.sql").partition("\nUPDATE")[2])


def wrong(db):
    """Returns the rows that are in live_rounds or judged_rounds, but not in both. Leaves
    out the rows of due runs in live_rounds."""
    live = rows(db, "SELECT * FROM live_rounds WHERE run_id IS NOT NULL "
                    "AND NOT EXISTS (SELECT 1 FROM judged_due AS d "
                    "WHERE d.run_id = +live_rounds.run_id)")
    stored = rows(db, "SELECT * FROM judged_rounds")
    return list(set(live) ^ set(stored)) or (
        [] if len(live) == len(stored) else ["twice"])


def wrong_refreshed(db):
    refresh(db)
    due = value(db, "SELECT count(*) FROM judged_due")
    return wrong(db) + ([f"{due} are due"] if due else [])


def reading(db):
    return error(db.execute, "SELECT count(*) FROM judged_rounds")


def is_refused(problem, why):
    return problem is not None and problem.endswith(f"got '{why}'")


# --- a history that changes at random ---------------------------------------------------

TEXT_IDS = """
CREATE TABLE runs(run_id TEXT PRIMARY KEY, title, note, domain, as_of);
CREATE TABLE rounds(run_id TEXT, round, coverage, source_quality, agreement,
  verification, recency, recent_sources, critical_contradictions,
  PRIMARY KEY (run_id, round));
CREATE TABLE sources(run_id TEXT, round, source, domain, published);
CREATE INDEX sources_of_rounds ON sources(run_id, round);
"""
HOW = ["", "OR REPLACE", "OR IGNORE", "OR ABORT", "OR FAIL", "OR ROLLBACK"]


class Changes:
    """Draws random statements that change a history."""

    def __init__(self, draw, number):
        self.draw, self.number = draw, number

    def run(self):
        return self.number(self.draw.randint(1, 9))

    def round(self):
        return self.draw.randint(1, 4)

    def how(self):
        return self.draw.choice(HOW)

    def of_a_run(self):
        days = ["2026-06-30", "2026-01-31", "2026-06-30T12:00:00"]
        domain, day = self.draw.choice(DOMAINS), self.draw.choice(days)
        return self.draw.choice([
            (f"INSERT {self.how()} INTO runs(run_id, title, domain, as_of) "
             "VALUES (?, 'q', ?, ?)", (self.run(), domain, day)),
            (f"INSERT {self.how()} INTO runs(run_id, title, domain, as_of) "
             "VALUES (?, 'q', ?, ?)", (self.run(), domain, day)),
            (f"UPDATE {self.how()} runs SET as_of = ? WHERE run_id = ?",
             (day, self.run())),
            ("UPDATE runs SET domain = ? WHERE run_id = ?", (domain, self.run())),
            (f"UPDATE {self.how()} runs SET run_id = ? WHERE run_id = ?",
             (self.run(), self.run())),
            ("UPDATE OR IGNORE runs SET rowid = rowid + 1 WHERE run_id = ?",
             (self.run(),)),
            ("DELETE FROM runs WHERE run_id = ?", (self.run(),)),
        ])

    def of_a_round(self):
        numbers = reported(self.draw)
        key = (self.run(), self.round())
        insert = (f"INSERT {self.how()} INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                  (*key, *numbers))
        return self.draw.choice([
            insert, insert, insert,
            (f"UPDATE {self.how()} rounds SET recency = ?, coverage = ? "
             "WHERE run_id = ? AND round = ?", (*numbers[:2], *key)),
            (f"UPDATE {self.how()} rounds SET round = ? WHERE run_id = ? AND round = ?",
             (self.round(), *key)),
            (f"UPDATE {self.how()} rounds SET run_id = ? WHERE run_id = ? AND round = ?",
             (self.run(), *key)),
            ("DELETE FROM rounds WHERE run_id = ? AND round = ?", key),
        ])

    def of_a_source(self):
        key, source = (self.run(), self.round()), f"s{self.draw.randint(1, 6)}"
        domain, date = self.draw.choice(DOMAINS), self.draw.choice(DATES)
        insert = (f"INSERT {self.how()} INTO sources VALUES (?, ?, ?, ?, ?)",
                  (*key, source, domain, date))
        return self.draw.choice([
            insert, insert, insert, insert,
            ("UPDATE sources SET published = ? WHERE run_id = ? AND round = ?",
             (date, *key)),
            ("UPDATE sources SET domain = ? WHERE run_id = ? AND source = ?",
             (domain, key[0], source)),
            (f"UPDATE {self.how()} sources SET round = ? WHERE run_id = ? AND round = ?",
             (self.round(), *key)),
            (f"UPDATE {self.how()} sources SET run_id = ? WHERE run_id = ? AND round = ?",
             (self.run(), *key)),
            ("DELETE FROM sources WHERE run_id = ? AND round = ?", key),
            ("DELETE FROM sources WHERE run_id = ? AND source = ?", (key[0], source)),
        ])

    def rare(self):
        return self.draw.choice([
            ("DELETE FROM sources", ()), ("DELETE FROM rounds", ()),
            ("UPDATE sources SET published = ?", (self.draw.choice(DATES),)),
            ("INSERT INTO sources(run_id, round, source) VALUES (NULL, 1, 's')", ()),
            ("INSERT INTO rounds(run_id, round) VALUES (NULL, 1)", ()),
            ("UPDATE rounds SET run_id = NULL WHERE run_id = ?", (self.run(),)),
            ("UPDATE sources SET run_id = ? WHERE run_id IS NULL", (self.run(),)),
            ("DELETE FROM rounds WHERE run_id IS NULL", ()),
        ])

    def one(self):
        return self.draw.choice([self.of_a_run, self.of_a_round, self.of_a_source])() \
            if self.draw.random() < 0.97 else self.rare()


def change(db, changes, count):
    """Makes random changes. Ignores errors of constraints, for example if a key already
    exists or a run is missing."""
    for _ in range(count):
        try:
            db.execute(*changes.one())
        except sqlite3.IntegrityError:
            pass


class History:
    def __init__(self, path, number):
        self.draw = random.Random(f"{SEED} {number}")
        self.path, self.wrong, self.stored = path, [], 0
        texts = self.draw.random() < 0.5
        self.changes = Changes(self.draw, (lambda n: f"018f-{n}") if texts
                               else lambda n: n)
        self.yaml = None
        db = bare(path)
        db.executescript(TEXT_IDS if texts else text("schema.sql"))
        db.executescript(text("views.sql"))
        change(db, self.changes, self.draw.choice([0, 40]))
        db.executescript(text("judged.sql"))
        db.close()
        self.open()
        refresh(self.db)

    def open(self):
        self.db = connect(self.path, yaml=self.yaml)
        for name in ("foreign_keys", "recursive_triggers"):
            self.db.execute(f"PRAGMA {name} = {self.draw.choice(['ON', 'OFF'])}")

    def reopen(self):
        self.db.close()
        self.open()

    def note(self, what, found):
        if found:
            self.wrong.append((self.draw.seed, what, found))

    def rolled_back(self):
        self.db.execute("BEGIN")
        change(self.db, self.changes, 3)
        if self.draw.random() < 0.7 and self.db.in_transaction:
            refresh(self.db)
            change(self.db, self.changes, 2)
        if self.db.in_transaction:  # OR ROLLBACK may have ended the transaction
            self.db.execute("ROLLBACK")

    def partly_rolled_back(self):
        self.db.execute("BEGIN")
        change(self.db, self.changes, 2)
        if not self.db.in_transaction:
            return
        self.db.execute("SAVEPOINT part")
        change(self.db, self.changes, 2)
        if not self.db.in_transaction:
            return
        refresh(self.db)
        self.db.execute("ROLLBACK TO part")
        self.note("a savepoint", wrong(self.db))
        self.db.execute("COMMIT")

    def written_without_assay(self):
        other = bare(self.path)
        other.execute(f"PRAGMA recursive_triggers = {self.draw.choice(['ON', 'OFF'])}")
        change(other, self.changes, 5)
        other.close()

    def other_settings(self):
        """Reopens the file with other settings. If the stored rows were judged with other
        recency windows, a query of judged_rounds must fail. If the windows are the same,
        the query must succeed."""
        self.yaml = self.draw.choice([None, WINDOWS, FLOORS])
        before = value(self.db, "SELECT assay_settings_hash("
                                "'evaluation.deep_research.recency_windows')")
        self.reopen()
        same = before == value(self.db, "SELECT assay_settings_hash("
                                        "'evaluation.deep_research.recency_windows')")
        problem = reading(self.db)
        if same:
            self.note("the same windows", problem)
        elif not is_refused(problem, before):
            self.note("other windows", problem or "no error")
        if not same:
            self.note("judged anew", wrong_refreshed(self.db))

    def vacuumed(self):
        self.db.execute("VACUUM")

    def dumped(self):
        self.db.close()
        script = subprocess.run(["sqlite3", self.path, ".dump"], capture_output=True,
                                text=True, check=True).stdout
        os.remove(self.path)
        db = bare(self.path)
        db.executescript(script)
        db.close()
        self.open()

    def without_a_trigger(self):
        """Drops a trigger, and in half of the cases creates it again. In all cases a
        query of judged_rounds must fail."""
        name = self.draw.choice(TRIGGERS)
        made = value(self.db, "SELECT sql FROM sqlite_master WHERE name = ?", name)
        self.db.execute(f"DROP TRIGGER {name}")
        change(self.db, self.changes, 2)
        if not is_refused(reading(self.db), GONE):
            self.note(f"without {name}", reading(self.db) or "no error")
        self.note("refresh", [] if error(refresh, self.db) == GONE else "no error")
        if self.draw.random() < 0.5:
            self.db.execute(made)
            if not is_refused(reading(self.db), GONE):
                self.note(f"{name} again", reading(self.db) or "no error")
        self.db.executescript(text("judged.sql"))
        self.note("made again", wrong_refreshed(self.db))

    def without_a_table(self):
        """Drops the table sources and creates it again with other dates, as a tool that
        changes a table does. SQLite drops a table's triggers with the table, so a query
        of judged_rounds must fail."""
        self.db.execute("PRAGMA foreign_keys = OFF")
        table = value(self.db, "SELECT sql FROM sqlite_master WHERE name = 'sources'")
        self.db.executescript(
            "CREATE TABLE copy AS SELECT * FROM sources; DROP TABLE sources;"
            f"{table}; INSERT INTO sources SELECT run_id, round, source, domain, "
            "'2020-01-01' FROM copy; DROP TABLE copy;")
        if not is_refused(reading(self.db), GONE):
            self.note("a table made anew", reading(self.db) or "no error")
        self.db.executescript(text("judged.sql"))
        self.note("made again", wrong_refreshed(self.db))

    def step(self):
        kinds = [self.rolled_back, self.partly_rolled_back, self.written_without_assay]
        rare = [self.vacuumed, self.dumped, self.other_settings, self.without_a_trigger,
                self.without_a_table, self.reopen]
        chance = self.draw.random()
        if chance < 0.25:
            self.draw.choice(kinds)()
        elif chance < 0.32:
            self.draw.choice(rare)()
        else:
            change(self.db, self.changes, self.draw.choice([1, 1, 3, 12]))
        self.note("before a refresh", wrong(self.db))
        if self.draw.random() < 0.5:
            self.note("after a refresh", wrong_refreshed(self.db))
        self.stored += value(self.db, "SELECT count(*) FROM judged")


def test_histories():
    found, stored = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(HISTORIES):
            history = History(os.path.join(folder, f"{number}.db"), number)
            for _ in range(14):
                history.step()
            history.db.close()
            os.remove(history.path)
            found += [(number, *problem[1:]) for problem in history.wrong]
            stored += history.stored
    is_eq(found[:3], [], f"{HISTORIES} histories: stored is computed, bit for bit")
    ok(stored > 20 * HISTORIES, "the random histories stored rows", stored)


# --- kills ------------------------------------------------------------------------------

def fill(db, runs):
    db.executescript(f"""
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {runs})
      INSERT INTO runs(run_id, title, domain, as_of)
      SELECT i, 'q', 'ai_ml', '2026-06-30' FROM n;
      INSERT INTO rounds
      SELECT run_id, k, .7 + k / 20.0, .8, .8, .8, .8, 12, 0
      FROM runs, (SELECT 1 AS k UNION ALL VALUES (2), (3), (4));
      INSERT INTO sources
      SELECT run_id, round, s, NULL,
             date('2026-06-30', '-' || (s * run_id % 400) || ' days')
      FROM rounds, (SELECT 1 AS s UNION ALL VALUES (2), (3)) WHERE run_id % 5 <> 1;""")


def history(runs, *files, path=":memory:"):
    db = connect(path, "schema.sql", "views.sql")
    fill(db, runs)
    for file in files:
        db.executescript(text(file))
    if files:
        refresh(db)
    return db


def judge_until_killed(path):
    db = connect(path)
    db.execute("PRAGMA synchronous = FULL")
    print("started", flush=True)
    while True:
        db.execute("UPDATE runs SET as_of = date(as_of, '+1 day') WHERE run_id % 3 = 0")
        refresh(db)


def test_kills():
    draw, found, due = random.Random(SEED), [], set()
    with tempfile.TemporaryDirectory() as folder:
        for journal in ("DELETE", "WAL"):
            path = os.path.join(folder, journal)
            db = history(900, "judged.sql", path=path)
            db.execute(f"PRAGMA journal_mode = {journal}")
            db.close()
            for _ in range(12):
                with subprocess.Popen([sys.executable, __file__, path],
                                      stdout=subprocess.PIPE, text=True) as child:
                    child.stdout.readline()
                    time.sleep(draw.uniform(0.005, 0.12))
                    child.send_signal(signal.SIGKILL)
                db = connect(path)
                found += wrong(db)[:2]
                due.add(value(db, "SELECT count(*) FROM judged_due"))
                found += [] if value(db, "PRAGMA quick_check") == "ok" else ["corrupt"]
                found += wrong_refreshed(db)[:2] if draw.random() < 0.3 else []
                db.close()
    is_eq(found, [], "killed in the middle of a refresh: stored is computed")
    is_eq(due - {0, 300}, set(), "a killed refresh has judged all due runs, or none")


# --- errors instead of wrong rows -------------------------------------------------------

def test_triggers():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "history.db")
        db = history(20, "judged.sql", path=path)
        is_eq(value(db, "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' "
                        "AND tbl_name IN ('runs', 'rounds', 'sources')"), 9,
              "nine triggers")
        for name in TRIGGERS + ["judged_change", "judged_refresh"]:
            db.execute("BEGIN")
            db.execute(f"DROP TRIGGER {name}")
            ok(is_refused(reading(db), GONE), f"without {name} reading is an error",
               reading(db))
            db.execute("DELETE FROM judged")
            ok(is_refused(reading(db), GONE), "also of no rows", reading(db))
            db.execute("ROLLBACK")
        for name in ("judged_log", "judged_sources_9", "judged_runs_inserted"):
            db.execute(f"CREATE TRIGGER {name} AFTER DELETE ON sources "
                       "BEGIN SELECT 1; END")
        is_eq([reading(db), wrong(db)], [None, []], "triggers of the user change nothing")
        db.execute("BEGIN")
        db.execute("DROP TRIGGER judged_runs_insert")
        ok(is_refused(reading(db), GONE),
           "triggers of the user do not replace a lost one")
        db.execute("ROLLBACK")
        db.executescript("PRAGMA legacy_alter_table = ON;"
                         "ALTER TABLE sources RENAME TO sources_old;"
                         "CREATE TABLE sources AS SELECT * FROM sources_old LIMIT 20")
        ok(is_refused(reading(db), GONE), "a table in place of a renamed one",
           reading(db))
        db.close()


def test_under():
    db = connect(":memory:", "schema.sql", "views.sql", "judged.sql")
    nothing = "nothing judged: read sql/refresh_judged.sql"
    ok(is_refused(reading(db), nothing), "before the first refresh", reading(db))
    fill(db, 20)
    is_eq(value(db, "SELECT count(*) FROM judged_due"), 20,
          "before the first refresh all runs are due")
    refresh(db)
    is_eq([wrong(db), value(db, "SELECT count(*) FROM judged_rounds")], [[], 80],
          "a refresh judges all runs")
    db.execute("BEGIN")
    db.execute("DELETE FROM judged_under")
    db.execute("INSERT INTO judged_under VALUES (1, 'of another epoch')")
    ok(is_refused(reading(db), "of another epoch"), "rows of another epoch", reading(db))
    is_eq(wrong_refreshed(db), [], "a refresh judges rows of another epoch again")
    db.execute("ROLLBACK")
    db.execute("UPDATE judged SET recent_sources = 700 WHERE run_id = 7")
    is_eq(len(wrong(db)), 8, "readers get the stored row, even if it was changed by hand")
    db.execute("UPDATE runs SET title = 'other' WHERE run_id = 7")
    is_eq(wrong_refreshed(db), [], "a change of the run has the row judged again")
    db.execute("INSERT INTO judged_due VALUES (3)")
    is_eq(wrong_refreshed(db), [], "a run listed by hand is judged again")
    db.execute("PRAGMA foreign_keys = OFF")
    for old, new, due in ((5, 99, 99), (6, 98, 6)):
        db.execute("INSERT INTO judged_due VALUES (?)", (due,))
        db.execute("UPDATE runs SET run_id = ? WHERE run_id = ?", (new, old))
        is_eq(rows(db, "SELECT run_id FROM judged_due"), [f"({old},)", f"({new},)"],
              f"run {old} becomes run {new}: both are due, if {due} was")
        db.execute("UPDATE runs SET run_id = ? WHERE run_id = ?", (old, new))
        is_eq(wrong_refreshed(db), [], "the run has its id again")


def test_halves():
    """A refresh that fails changes nothing, even if the client continues after the
    error."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "halves.db")
        db = history(20, "judged.sql", path=path)
        db.execute("UPDATE sources SET published = '2026-06-29' WHERE run_id < 4")
        plain = bare(path)
        is_eq(error(refresh, plain), "no such function: assay_settings_hash",
              "a refresh without assay")
        plain.close()
        db.execute("CREATE TRIGGER full BEFORE INSERT ON judged WHEN NEW.run_id = 3 "
                   "BEGIN SELECT RAISE(ABORT, 'full'); END")
        is_eq(error(refresh, db), "full", "a refresh that ends in the middle")
        is_eq(shell(path, text("refresh_judged.sql"), load=True).count("full"), 1,
              "the same refresh in a shell that goes on")
        db.execute("DROP TRIGGER full")
        is_eq([value(db, "SELECT count(*) FROM judged_due"), wrong(db)], [2, []],
              "a failed refresh changes nothing")
        is_eq(wrong_refreshed(db), [], "the next refresh judges the due runs")
        other = connect(path, yaml=WINDOWS)
        db.execute("BEGIN IMMEDIATE")
        other.execute("PRAGMA busy_timeout = 0")
        is_eq(error(refresh, other), "database is locked", "a refresh meets a lock")
        db.execute("ROLLBACK")
        is_eq(wrong(db), [], "a refresh that meets a lock changes nothing")


# --- tables that judged.sql refuses -----------------------------------------------------

def shell(path, script, load=False):
    """Runs a script as a shell does, and continues after errors. Returns the errors."""
    db, said, statement = connect(path) if load else bare(path), [], ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            said.append(error(db.execute, statement) or "")
            statement = ""
    db.close()
    return "\n".join(said)


def everything(db):
    return rows(db, "SELECT type, name, tbl_name, sql FROM main.sqlite_master")


OWN = {"a table judged": "CREATE TABLE judged(run_id, verdict)",
       "a table like it": "CREATE TABLE judged(run_id, round, coverage, source_quality, "
       "agreement, verification, recency, recent_sources, critical_contradictions, "
       "recency_basis, sources, dated_sources)",
       "a view judged": "CREATE VIEW judged AS SELECT 1 AS run_id",
       "a table JUDGED_DUE": "CREATE TABLE JUDGED_DUE(run_id, since)",
       "a table judged_under": "CREATE TABLE judged_under(windows)",
       "a view judged_rounds": "DROP VIEW judged_rounds;"
       "CREATE VIEW judged_rounds AS SELECT * FROM live_rounds WHERE run_id < 9"}
NAMES = "judged, judged_due, judged_under or judged_rounds is your own"
ID = "run_id must be INTEGER, or TEXT, in runs, rounds and sources"
KEY = "runs(run_id) and rounds(run_id, round) must be unique keys"
IDS = {  # run_id's type in runs, in rounds and in sources; True if rounds gets a unique
         # key, False if it gets none, or SQL that makes an index; the expected error
    "INTEGER and TEXT": ("INTEGER PRIMARY KEY", "INTEGER", "TEXT", True, ID),
    "no type": ("PRIMARY KEY", "", "", True, ID),
    "REAL": ("REAL PRIMARY KEY", "REAL", "REAL", True, ID),
    "NOCASE in runs": ("TEXT COLLATE NOCASE PRIMARY KEY", "TEXT", "TEXT", True, ID),
    "NOCASE in sources": ("TEXT PRIMARY KEY", "TEXT", "TEXT COLLATE NOCASE", True, ID),
    "RTRIM in rounds": ("TEXT PRIMARY KEY", "TEXT COLLATE RTRIM", "TEXT", True, ID),
    "no key of runs": ("INTEGER", "INTEGER", "INTEGER", True, KEY),
    "no type in sources": ("INTEGER PRIMARY KEY", "INTEGER", "", True, ID),
    "an index of rounds": ("INTEGER PRIMARY KEY", "INTEGER", "INTEGER",
                           "CREATE INDEX i ON rounds(run_id, round);", KEY),
    "a key of some rounds": ("INTEGER PRIMARY KEY", "INTEGER", "INTEGER",
                             "CREATE UNIQUE INDEX i ON rounds(run_id, round) "
                             "WHERE round > 0;", KEY),
    "no key of rounds": ("INTEGER PRIMARY KEY", "INTEGER", "INTEGER", False, KEY),
    "BIGINT": ("BIGINT PRIMARY KEY", "INT", "INTEGER", True, ""),
    "VARCHAR": ("VARCHAR(36) UNIQUE", "TEXT", "CLOB", True, "")}


def own_tables(db, kind):
    runs, rounds, sources, key, _ = IDS[kind]
    db.executescript(f"""
      CREATE TABLE runs(run_id {runs}, title, note, domain, as_of);
      CREATE TABLE rounds(run_id {rounds}, round, coverage, source_quality, agreement,
        verification, recency, recent_sources, critical_contradictions
        {', UNIQUE (round, run_id)' if key is True else ''});
      CREATE TABLE sources(round, source, domain, published, run_id {sources});
      {key if isinstance(key, str) else ''}""" + text("views.sql"))


def refuses(make, script, why, name):
    """Checks that a script refuses the tables that make(db) makes. One client stops at an
    error, and the other, like a shell, continues."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "own.db")
        db = connect(path)
        make(db)
        before = everything(db)
        problem = error(db.executescript, text(script))
        if db.in_transaction:
            db.execute("ROLLBACK")
        ok(why in (problem or ""), f"{script} refuses {name}", problem)
        is_eq(everything(db), before, "nothing is made or dropped")
        said = shell(path, text(script))
        ok(why in said, "a shell that goes on prints the same reason", said)
        is_eq(everything(db), before,
              "the refusal in that shell leaves the file unchanged")
        db.close()


def test_refusals():
    for name, table in OWN.items():
        def make(db, table=table):
            db.executescript(text("schema.sql") + text("views.sql") + table)
        why = "use DROP VIEW" if "VIEW judged " in table else NAMES
        refuses(make, "judged.sql", why, name)
        refuses(make, "drop_judged.sql", why, name)
    for name, (*_, why) in IDS.items():
        if why != "":
            refuses(lambda db, name=name: own_tables(db, name), "judged.sql", why, name)
        else:
            db = connect(":memory:")
            own_tables(db, name)
            is_eq(error(db.executescript, text("judged.sql")), None, f"{name} will do")
    db = connect(":memory:")
    capitals = text("schema.sql").replace("run_id", "RUN_ID")
    for before, after in (("  round  ", "  ROUND  "), (", round)", ", ROUND)")):
        capitals = capitals.replace(before, after)
    db.executescript(capitals + text("views.sql"))
    is_eq(error(db.executescript, text("judged.sql")), None, "names in capitals will do")
    refuses(lambda db: db.executescript(text("schema.sql")), "judged.sql",
            "no view live_rounds: read sql/views.sql first", "a file without views")
    refuses(lambda db: db.executescript(text("schema.sql") + text("views.sql")
                                        + "DROP TABLE sources"), "judged.sql",
            "no such table: main.sources", "a file without sources")

    def views(db):
        db.executescript(TEXT_IDS.replace("CREATE TABLE runs(", "CREATE TABLE jobs(")
                         + "CREATE VIEW runs AS SELECT * FROM jobs;" + text("views.sql"))
    refuses(views, "judged.sql", "cannot create AFTER trigger on view", "a view")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "views.db")
        views(connect(path))
        ok(KEY in shell(path, text("judged.sql")), "a view has no key")


# --- judged rounds in TEMP tables -------------------------------------------------------

def test_attached():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "own.db")
        made = connect(path)
        made.executescript("""
          CREATE TABLE jobs(job, finished);
          CREATE TABLE marks(job, n, mark);
          CREATE TABLE cited(job, n, url, published);
          INSERT INTO jobs VALUES ('A', '2026-06-30'), ('a', '2026-06-30'),
                                  (7, '2026-06-30'), ('7', '2026-01-01');
          INSERT INTO marks VALUES ('A', 1, .9), ('a', 1, .8), (7, 2, .7), ('7', 2, .6),
                                   (7, 1, .5), (7, 2, .4), (NULL, 1, .3), (7, NULL, .2);
          INSERT INTO cited VALUES ('a', 1, 'u', '2026-06-01'),
                                   (7, 2, 'u', '2026-06-01');""")
        before = everything(made)
        made.close()
        os.chmod(path, 0o444)
        db = connect(f"file:{path}?mode=ro")
        db.executescript("""
          CREATE TEMP VIEW runs AS SELECT job AS run_id, NULL AS title, NULL AS note,
            'ai_ml' AS domain, finished AS as_of FROM jobs;
          CREATE TEMP VIEW rounds AS SELECT job AS run_id, n AS round, mark AS coverage,
            mark AS source_quality, mark AS agreement, mark AS verification,
            mark AS recency, 12 AS recent_sources, 0 AS critical_contradictions
            FROM marks;
          CREATE TEMP VIEW sources AS SELECT job AS run_id, n AS round, url AS source,
            NULL AS domain, published FROM cited;
          CREATE TEMP TABLE judgements(run_id, round, dimension, judge, family, score);
          """ + text("attach.sql"))
        live = rows(db, "SELECT * FROM live_rounds WHERE run_id IS NOT NULL")
        is_eq(len(live), 6, "rows without a run or a number are no rounds")
        is_eq(rows(db, "SELECT * FROM judged_rounds WHERE run_id IS NOT NULL"), live,
              "without a table judged_rounds are computed")
        db.executescript(text("attach_judged.sql"))
        is_eq(rows(db, "SELECT * FROM judged_rounds"), live,
              "attach_judged.sql stores for a connection: any ids, a repeated round")
        is_eq(rows(db, "SELECT name FROM main.sqlite_master WHERE name LIKE '%judged%'"),
              [], "attach_judged.sql writes nothing into the file")
        is_eq(everything(db), before, "the read-only file is unchanged")
        plan = [row[3] for row in db.execute(
            "EXPLAIN QUERY PLAN "
            "SELECT run_id, best_round(round, coverage, source_quality, "
            "agreement, verification, recency, recent_sources, critical_contradictions) "
            "FROM judged_rounds GROUP BY run_id")]
        ok(not any("B-TREE" in line for line in plan),
           "rows are read in the order of runs", plan)
        db.close()


def test_attached_over_judged():
    """Two connections share a file with judged rounds. One connection reads other sources
    through a TEMP view, and has its own judged rounds."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mapped.db")
        db = history(20, "judged.sql", path=path)
        before = rows(db, "SELECT * FROM judged_rounds")
        other = connect(path)
        other.executescript("CREATE TEMP VIEW sources AS SELECT run_id, round, source, "
                            "domain, '2001-01-01' AS published FROM main.sources;"
                            + text("attach.sql") + text("attach_judged.sql"))
        is_eq(value(other, "SELECT count(*) FROM judged_rounds WHERE recent_sources = 0"),
              64, "attach_judged.sql judges the mapped rows")
        other.execute("UPDATE main.runs SET as_of = '2029-01-01' "
                      "WHERE run_id < 3")
        refresh(other)
        is_eq([wrong(db), rows(db, "SELECT run_id FROM judged_due")], [[], []],
              "a refresh under a mapping judges the runs of the file")
        ok(rows(db, "SELECT * FROM judged_rounds") != before, "and of its own sources")
        is_eq(value(other, "SELECT count(*) FROM judged_rounds WHERE recent_sources = 0"),
              64, "judged rounds of a connection notice no change")
        other.executescript(text("judged.sql"))
        is_eq(value(other, "SELECT count(*) FROM temp.judged"), 80,
              "judged.sql stores the rows of the file, too")
        refresh(other)
        is_eq(wrong(db), [], "a refresh under a mapping is right after judged.sql, too")
        other.executescript(text("drop_judged.sql"))
        db.executescript(text("views.sql"))
        is_eq([rows(db, "SELECT * FROM judged_rounds"), rows(
            db, "SELECT name FROM sqlite_master WHERE name LIKE '%judged%' "
                "OR sql LIKE '%judged%' AND name <> 'round_confidence'")],
              [rows(db, "SELECT * FROM live_rounds"), [repr(("judged_rounds",))]],
              "taken back, rounds are computed again and nothing else is left")
        main = connect(":memory:")
        main.execute("ATTACH ? AS h", (path,))
        main.executescript(text("attach.sql") + text("attach_judged.sql"))
        is_eq(value(main, "SELECT count(*) FROM judged_rounds"), 80,
              "an attached history")
        main.execute("DROP TABLE temp.judged")
        is_eq(reading(main), "no such table: temp.judged",
              "a connection without temp.judged does not read that of the file")


# --- rare changes -----------------------------------------------------------------------

def test_changes_one_by_one():
    """Makes changes that the random test seldom makes. Also makes changes that must
    succeed, because the random test does not notice if a change fails."""
    db = connect(":memory:")
    db.executescript(TEXT_IDS + text("views.sql") + text("judged.sql"))
    for run in "ab":
        db.execute("INSERT INTO runs VALUES (?, 'q', NULL, 'ai_ml', '2026-06-30')", run)
        db.execute("INSERT INTO rounds VALUES (?, 1, .9, .9, .9, .9, .9, 12, 0)", run)
        for source in "st":
            is_eq(error(db.execute, "INSERT OR ABORT INTO sources VALUES "
                        "(?, 1, ?, NULL, '2026-06-01')", (run, source)), None,
                  "a due run refuses no source, whatever the conflict clause")
    refresh(db)
    ids = "SELECT group_concat(run_id) FROM (SELECT run_id FROM judged_rounds ORDER BY 1)"
    db.execute("REPLACE INTO runs VALUES ('a', 'q', NULL, 'ai_ml', '2029-06-30')")
    is_eq([value(db, ids), wrong_refreshed(db)], ["b", []], "a run that is replaced")
    db.execute("UPDATE OR REPLACE runs SET run_id = 'b' WHERE run_id = 'a'")
    is_eq([value(db, ids), wrong_refreshed(db)], [None, []],
          "a run that takes the id of another run")
    db.execute("INSERT INTO runs VALUES ('a', 'q', NULL, 'ai_ml', '2026-06-30')")
    for move in ("sources SET run_id = 'b' WHERE run_id = 'a'",
                 "rounds SET run_id = 'b', round = 9 WHERE run_id = 'a'",
                 "rounds SET run_id = 'a' WHERE round = 9",
                 "runs SET run_id = 'c' WHERE run_id = 'a'",
                 "runs SET run_id = 'a' WHERE run_id = 'c'"):
        refresh(db)
        is_eq(db.execute("UPDATE " + move).rowcount > 0, True, move)
        is_eq(wrong(db), [], "after the move no stored row is wrong")
    refresh(db)
    db.execute("DELETE FROM rounds WHERE run_id = 'a'")
    is_eq(value(db, ids), "b", "a deleted round takes its stored row along")
    for statement in ("INSERT INTO runs VALUES (NULL, 'q', NULL, NULL, '2026-06-30')",
                      "INSERT INTO rounds(run_id, round) VALUES (NULL, NULL)",
                      "INSERT INTO sources(run_id, round) VALUES (NULL, 1)",
                      "UPDATE sources SET round = 2 WHERE run_id IS NULL",
                      "UPDATE rounds SET round = NULL WHERE run_id = 'b'",
                      "DELETE FROM sources WHERE run_id IS NULL",
                      "DELETE FROM runs WHERE run_id IS NULL"):
        is_eq(error(db.execute, statement), None, "a row without an id: " + statement)
        is_eq(wrong_refreshed(db), [], "judged")


def test_replaced_by_another_key():
    db = connect(":memory:")
    db.executescript(TEXT_IDS.replace("sources(run_id TEXT,",
                                      "sources(id INTEGER PRIMARY KEY, run_id TEXT,"))
    db.executescript(text("views.sql") + text("judged.sql"))
    for run in "ab":
        db.execute("INSERT INTO runs VALUES (?, 'q', NULL, 'ai_ml', '2026-06-30')", run)
        db.execute("INSERT INTO rounds VALUES (?, 1, .9, .9, .9, .9, .9, 12, 0)", run)
    db.execute("INSERT INTO sources VALUES (1, 'a', 1, 's', NULL, '2026-06-01')")
    refresh(db)
    db.execute("PRAGMA recursive_triggers = ON")
    db.execute("REPLACE INTO sources VALUES (1, 'b', 1, 's', NULL, '2026-06-01')")
    is_eq(rows(db, "SELECT run_id FROM judged_due"), ["('a',)", "('b',)"],
          "a row that another key replaces is noticed with recursive_triggers")


def test_coming_back():
    """An UPDATE changes a round's key through another column: rowid, or a column from
    which the key is generated. A second UPDATE restores the key."""
    for key, names, move in (
            ("job INTEGER, nr, run_id INTEGER AS (job), round AS (nr), "
             "UNIQUE (run_id, round)", "job, nr", "UPDATE rounds SET job = {}"),
            ("run_id INTEGER PRIMARY KEY, round", "run_id, round",
             "UPDATE rounds SET rowid = {}")):
        db = connect(":memory:", "schema.sql")
        columns, unique = (key.rsplit(", UNIQUE", 1) + [""])[:2]
        unique = f", UNIQUE{unique}" if unique else ""
        db.executescript(f"""DROP TABLE rounds;
          CREATE TABLE rounds({columns}, coverage, source_quality, agreement,
            verification, recency, recent_sources, critical_contradictions {unique});
          INSERT INTO runs(run_id, title, as_of) VALUES (1, 'q', '2026-06-30');
          INSERT INTO rounds({names}, coverage) VALUES (1, 1, .9);
          INSERT INTO sources VALUES (1, 1, 's', NULL, '2026-06-01');"""
                         + text("views.sql") + text("judged.sql"))
        refresh(db)
        db.execute(move.format(2))
        db.execute("UPDATE sources SET published = '2001-01-01'")
        db.execute(move.format(1))
        is_eq([wrong(db), wrong_refreshed(db)], [[], []], f"{move}: its row does not")
        is_eq(value(db, "SELECT recent_sources FROM judged_rounds"), 0,
              "the round that came back is judged")


def test_the_rest():
    db = history(50, "judged.sql")
    before = rows(db, "SELECT * FROM judged_rounds")
    db.execute("PRAGMA trusted_schema = OFF")
    is_eq(rows(db, "SELECT * FROM judged_rounds"), before, "a schema that is not trusted")
    db.execute("DELETE FROM sources WHERE run_id = 3")
    is_eq(wrong_refreshed(db), [], "a refresh of an untrusted schema")
    db.execute("PRAGMA trusted_schema = ON")
    db.executescript(text("views.sql"))
    is_eq([wrong(db), value(db, "SELECT sql LIKE '%judged_under%' FROM sqlite_master "
                                "WHERE name = 'judged_rounds'")], [[], 1],
          "reading views.sql again leaves judged_rounds unchanged")
    db.executescript("DROP VIEW round_confidence; DROP VIEW score_confidence;"
                     "ALTER TABLE runs RENAME COLUMN run_id TO job")
    db.execute("UPDATE runs SET as_of = '2026-01-01' WHERE job = 4")
    is_eq([rows(db, "SELECT run_id FROM judged_due"), wrong_refreshed(db)],
          [["(4,)"], []], "a run's id that is renamed is renamed in the triggers")
    plain = bare(":memory:")
    plain.executescript(text("schema.sql") + text("views.sql") + text("judged.sql"))
    fill(plain, 3)
    is_eq(value(plain, "SELECT count(*) FROM judged_due"), 3,
          "a program without assay can make and write the tables")


# --- query plans and work ---------------------------------------------------------------

def test_refresh_costs():
    costs = {}
    for runs in (200, 8000):
        db = history(runs, "judged.sql")
        new = """INSERT INTO runs(run_id, title, as_of)
                    VALUES (90000, 'q', '2026-06-30');
                  INSERT INTO rounds SELECT 90000, round, coverage, source_quality,
                    agreement, verification, recency, recent_sources,
                    critical_contradictions FROM rounds WHERE run_id = 7;
                  INSERT INTO sources SELECT 90000, round, source, domain, published
                  FROM sources WHERE run_id = 7;"""
        costs[runs] = [steps(db, new), steps(db, text("refresh_judged.sql")),
                       steps(db, "UPDATE runs SET as_of = '2026-01-01' "
                                 "WHERE run_id = 9;"),
                       steps(db, text("refresh_judged.sql")),
                       steps(db, text("refresh_judged.sql"))]
        is_eq(value(db, "SELECT count(*) FROM judged_rounds"), 4 * runs + 4,
              f"{runs} runs and a new one are judged")
    ok(all(many <= few + 3 for few, many in zip(costs[200], costs[8000])),
       "writing, changing and refreshing a run takes the same in a long history",
       costs)


def test_growth():
    """A change of sources must take about the same work with 3,000 due runs as with
    none."""
    costs = []
    db = history(4000, "judged.sql")
    for first in (1, 3001):
        costs.append(steps(db, "UPDATE sources SET published = '2001-01-01' "
                               f"WHERE run_id BETWEEN {first} AND {first + 199};"))
        db.execute("UPDATE sources SET published = '2001-01-01' WHERE run_id < 3000")
    ok(costs[1] < 1.2 * costs[0],
       "3,000 due runs do not slow the storing of a source", costs)


def plan(db, sql):
    return [row[3] for row in db.execute("EXPLAIN QUERY PLAN " + sql)]


def test_plans():
    db = history(200, "judged.sql")
    for sql in ("SELECT run_id, count(round) FROM judged_rounds GROUP BY run_id",
                "SELECT run_id, count(*) OVER (PARTITION BY run_id ORDER BY round) "
                "FROM judged_rounds", "SELECT * FROM judged_rounds"):
        is_eq([line for line in plan(db, sql) if "AUTOMATIC" in line or "B-TREE" in line
               or line.startswith("MATERIALIZE")], [],
              f"no sort and no temporary copy: {sql}")
    for sql in ("SELECT * FROM judged_rounds WHERE run_id = 7",
                "SELECT * FROM runs AS r JOIN judged_rounds AS j "
                "ON j.run_id = +r.run_id WHERE r.run_id = 7",
                "SELECT (SELECT count(*) FROM judged_rounds AS j "
                "WHERE j.run_id = +r.run_id) FROM runs AS r"):
        ok(any("SEARCH" in line and "PRIMARY KEY (run_id=?)" in line
               for line in plan(db, sql)), f"a run is searched for: {sql}", plan(db, sql))
    joined = plan(db, "SELECT * FROM judged_rounds AS j JOIN runs USING (run_id)")
    ok(any("SEARCH" in line and "runs" in line for line in joined),
       "the run of a round is searched for, too", joined)


if len(sys.argv) > 1:
    judge_until_killed(sys.argv[1])
print("# SEED=" + str(SEED))
test_histories()
test_kills()
test_triggers()
test_under()
test_halves()
test_refusals()
test_attached()
test_attached_over_judged()
test_changes_one_by_one()
test_replaced_by_another_key()
test_coming_back()
test_the_rest()
test_refresh_costs()
test_growth()
test_plans()
sys.exit(finish())
