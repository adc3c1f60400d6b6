"""Facts (sql/facts.sql): every view answers with them what it answers without, bit for
bit, whatever happens to the tables; plans read what is asked for and no more; and a
refresh looks at new and changed runs only."""

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
SQL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "sql")
SEED = int(os.environ.get("SEED", "1"))
VIEWS = ["source_recency", "round_evidence", "round_recency", "round_scores",
         "run_best_round", "round_actions", "run_decisions", "domain_windows",
         "score_confidence", "round_confidence"]

def text(name):
    with open(os.path.join(SQL, name), encoding="utf-8") as file:
        return file.read()


def connect(path, *files, yaml=None):
    db = sqlite3.connect(path, isolation_level=None)
    db.enable_load_extension(True)
    db.load_extension(EXTENSION)
    db.execute("PRAGMA synchronous = OFF")
    if yaml is not None:
        db.execute("SELECT assay_load_yaml(?)", (yaml,)).fetchall()
    for file in files:
        db.executescript(text(file))
    return db


def refresh(db):
    """executescript() would commit what is open."""
    db.execute(text("refresh_facts.sql"))


def value(db, sql, *arguments):
    return db.execute(sql, arguments).fetchone()[0]


def error(run, *arguments):
    try:
        run(*arguments)
    except sqlite3.Error as raised:
        return str(raised)
    return None


def answers(db, view, condition=""):
    """The rows of a view; repr() has all digits of a double, and tells 1 from 1.0."""
    return sorted(map(repr, db.execute(f"SELECT * FROM {view} {condition}")))


def differing(one, other, condition=""):
    return [view for view in VIEWS
            if answers(one, view, condition if "run" in view else "")
            != answers(other, view, condition if "run" in view else "")]


# --- a history that changes at random ---------------------------------------------------

TEXT_IDS = """
CREATE TABLE runs(run_id TEXT PRIMARY KEY, title, note, domain, as_of);
CREATE TABLE rounds(run_id TEXT, round TEXT, coverage, source_quality, agreement,
  verification, recency, recent_sources, critical_contradictions,
  PRIMARY KEY (run_id, round));
CREATE TABLE sources(run_id TEXT, round TEXT, source, domain, published);
CREATE INDEX sources_of_rounds ON sources(run_id, round);
CREATE TABLE judgements(run_id TEXT, round TEXT, dimension, judge, family, score);
"""
SCORES = [0.9, 0.8, 0.75, 0.6, None, "n/a", 9.5, -0.5, "0.85"]
DOMAINS = [None, None, "ai_ml", "academic_research", "unheard of", "30"]
DATES = ["2026-06-01", "2026-04-01", "2026-03-31", "2020-01-01", "2026-07-04", None,
         "last year", "3/2/2026", "2025-12", "2026-01-01T23:30:00-08:00", 1780000000]


class Changes:
    """Statements that change a history, drawn at random."""

    def __init__(self, draw, number):
        self.draw, self.number = draw, number

    def run(self):
        return self.number(self.draw.randint(1, 12))

    def round(self):
        return self.draw.randint(1, 4)

    def of_a_run(self):
        days = ["2026-06-30", "2026-01-31", "2026-06-30T12:00:00"]
        how = self.draw.choice(["", "OR REPLACE", "OR IGNORE", "OR REPLACE"])
        domain, day = self.draw.choice(DOMAINS), self.draw.choice(days)
        return self.draw.choice([
            (f"INSERT {how} INTO runs(run_id, title, domain, as_of) "
             "VALUES (?, 'q', ?, ?)",
             (self.run(), domain, day)),
            ("UPDATE runs SET as_of = ? WHERE run_id = ?", (day, self.run())),
            ("UPDATE runs SET domain = ? WHERE run_id = ?", (domain, self.run())),
            ("UPDATE OR IGNORE runs SET run_id = ? WHERE run_id = ?",
             (self.run(), self.run())),
            ("UPDATE OR IGNORE runs SET rowid = rowid + 1 WHERE run_id = ?",
             (self.run(),)),
            ("DELETE FROM runs WHERE run_id = ?", (self.run(),)),
        ])

    def of_a_round(self):
        scores = [self.draw.choice(SCORES) for _ in range(5)]
        counts = [self.draw.choice([0, 12, 12, None, "many"]),
                  self.draw.choice([0, 0, 1, None])]
        key = (self.run(), self.round())
        how = self.draw.choice(["OR REPLACE", "OR IGNORE", "OR ABORT"])
        return self.draw.choice([
            (f"INSERT {how} INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
             (*key, *scores, *counts)),
            (f"INSERT {how} INTO rounds VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
             (*key, *scores, *counts)),
            ("UPDATE rounds SET recency = ?, coverage = ? WHERE run_id = ? AND round = ?",
             (scores[0], scores[1], *key)),
            ("UPDATE OR IGNORE rounds SET round = ? WHERE run_id = ? AND round = ?",
             (self.round(), *key)),
            ("UPDATE OR REPLACE rounds SET run_id = ? WHERE run_id = ? AND round = ?",
             (self.run(), *key)),
            ("DELETE FROM rounds WHERE run_id = ? AND round = ?", key),
        ])

    def of_a_source(self):
        key, source = (self.run(), self.round()), f"s{self.draw.randint(1, 6)}"
        domain, date = self.draw.choice(DOMAINS), self.draw.choice(DATES)
        how = self.draw.choice(["OR REPLACE", "OR IGNORE", "OR ABORT", "OR FAIL"])
        insert = (f"INSERT {how} INTO sources VALUES (?, ?, ?, ?, ?)",
                  (*key, source, domain, date))
        return self.draw.choice([
            insert, insert, insert,
            ("UPDATE sources SET published = ? WHERE run_id = ? AND round = ?",
             (date, *key)),
            ("UPDATE sources SET domain = ? WHERE run_id = ? AND source = ?",
             (domain, key[0], source)),
            ("UPDATE OR REPLACE sources SET round = ? WHERE run_id = ? AND round = ?",
             (self.round(), *key)),
            ("UPDATE OR IGNORE sources SET run_id = ? WHERE run_id = ? AND round = ?",
             (self.run(), *key)),
            ("DELETE FROM sources WHERE run_id = ? AND round = ?", key),
            ("DELETE FROM sources WHERE run_id = ? AND source = ?", (key[0], source)),
        ])

    def one(self):
        return self.draw.choice([self.of_a_run, self.of_a_round, self.of_a_round,
                                 self.of_a_source, self.of_a_source,
                                 self.of_a_source])()


def change(db, changes, count):
    """Keys that are taken and runs that are not there are refused; that is all right."""
    for _ in range(count):
        try:
            db.execute(*changes.one())
        except sqlite3.IntegrityError:
            pass


def compare_over_changes(kind, schema, number):
    draw = random.Random(f"{SEED} {kind}")
    folder = tempfile.TemporaryDirectory()
    path = os.path.join(folder.name, "history.db")
    db = connect(path)
    db.executescript(schema)
    db.executescript(text("views.sql"))
    db.execute("INSERT INTO judgements VALUES (?, 1, 'coverage', 'ann', NULL, 0.8)",
               (number(1),)) if kind == "TEXT" else None
    db.executescript(text("facts.sql"))
    # The same tables through the views that know of no facts.
    plain = connect(path, "attach.sql")
    changes, wrong, used, unknown = Changes(draw, number), [], 0, []
    for step in range(120):
        if step == 40:  # as an application without foreign keys
            db.execute("PRAGMA foreign_keys = OFF")
        if step % 10 == 3:  # a change that is taken back, and its facts
            db.execute("BEGIN")
            change(db, changes, 3)
            refresh(db)
            db.execute("ROLLBACK")
        change(db, changes, draw.choice([1, 1, 3, 20]))
        wrong += [(step, view) for view in differing(db, plain)]
        if draw.random() < 0.5:
            refresh(db)
            unknown += [step] if value(
                db, "SELECT count(*) FROM facts_due") or value(
                db, "SELECT count(*) FROM round_evidence AS e WHERE NOT EXISTS (SELECT 1 "
                "FROM round_facts AS f WHERE f.run_id = +e.run_id "
                "AND f.round = +e.round)") else []
            wrong += [(step, view, "refreshed") for view in differing(db, plain)]
        used += value(db, "SELECT count(*) FROM round_facts")
    is_eq(wrong, [], f"ids {kind}: all views answer the same with facts and without")
    is_eq(unknown, [], f"ids {kind}: after a refresh every round has its fact")
    ok(used > 500, f"ids {kind}: there were facts", used)
    refresh(db)
    compare_settings(kind, path, db, plain)
    db.close()
    plain.close()
    folder.cleanup()


WINDOWS = "evaluation: {deep_research: {recency_windows: {ai_ml: 400, default: 20}}}"
FLOORS = "evaluation: {deep_research: {patience: 3, min_recent_sources: 1}}"


def compare_settings(kind, path, db, plain):
    spoil = "UPDATE round_facts SET mean_decay = 7, sources = 700 WHERE sources > 0"
    for name, yaml, counts in (("other floors", FLOORS, True),
                               ("other windows", WINDOWS, False)):
        mine, theirs = connect(path, yaml=yaml), connect(path, "attach.sql", yaml=yaml)
        is_eq(differing(mine, theirs), [], f"ids {kind}: the same under {name}")
        mine.execute("BEGIN")
        mine.execute(spoil)
        is_eq(value(mine, "SELECT max(sources) FROM round_recency") == 700, counts,
              f"ids {kind}: under {name} facts {'count' if counts else 'do not count'}")
        mine.execute("ROLLBACK")
        refresh(mine)
        is_eq(differing(mine, theirs), [], f"ids {kind}: the same refreshed under {name}")
        is_eq(differing(db, plain), [], f"ids {kind}: and under the first settings")
        mine.close()
        theirs.close()
    refresh(db)
    db.execute("BEGIN")
    db.execute(spoil)
    ok("round_scores" not in differing(db, plain) and
       "round_recency" in differing(db, plain),
       f"ids {kind}: what stands in a fact is what a view answers")
    db.execute("UPDATE facts_contract SET assay = '0.0.0'")
    is_eq(differing(db, plain), [], f"ids {kind}: facts of another version do not count")
    db.execute("ROLLBACK")


# --- plans ------------------------------------------------------------------------------

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


def history(runs, *files):
    db = connect(":memory:", "schema.sql", "views.sql", *files)
    fill(db, runs)
    return db


def plan(db, sql):
    return [row[3] for row in db.execute("EXPLAIN QUERY PLAN " + sql)]


def steps(db, script):
    """What a script costs, in hundreds of SQLite's instructions."""
    count = [0]

    def tick():
        count[0] += 1
        return 0
    db.set_progress_handler(tick, 100)
    db.executescript(script)
    db.set_progress_handler(None, 0)
    return count[0]


OF_RUNS = ["round_evidence", "round_recency", "round_scores", "run_best_round",
           "round_actions", "run_decisions"]


def test_plans(name, files):
    db = history(200, *files)
    if files:
        refresh(db)
    for view in OF_RUNS:
        whole = plan(db, f"SELECT * FROM {view}")
        is_eq([line for line in whole if "AUTOMATIC" in line or "TEMP B-TREE" in line
               or "MATERIALIZE" in line], [],
              f"{name}, {view}: no automatic index, nothing sorted, nothing put aside")
        one = plan(db, f"SELECT * FROM {view} WHERE run_id = 7")
        is_eq([line for line in one if line.startswith("SCAN")
               and line.split()[1] in ("d", "r", "s", "f")], [],
              f"{name}, {view}: one run is searched for")
    large = history(4000, *files)
    if files:
        refresh(large)
    for view in OF_RUNS:
        if view == "round_actions" and sqlite3.sqlite_version_info < (3, 40):
            continue  # SQLite 3.31 hands no condition down to a window
        ask = f"SELECT * FROM {view} WHERE run_id = 7;"
        # executescript() steps a query once, so it is counted as a table that is made.
        ask = f"CREATE TEMP TABLE answer AS {ask} DROP TABLE temp.answer;"
        few, many = steps(db, ask), steps(large, ask)
        ok(many <= few + 2,
           f"{name}, {view}: one of 4,000 runs costs what one of 200 does",
           f"{few} and {many}")


def calls(db, sql, function):
    """How often a function stands in the program of a query."""
    return sum(row[1].startswith("Function") and row[5].startswith(function + "(")
               for row in db.execute("EXPLAIN " + sql))


def test_calls():
    """What is computed once a source, or once a round."""
    db = history(3)
    for sql in ("SELECT age_days FROM source_recency",
                "SELECT is_recent FROM source_recency",
                "SELECT sum(decay) FROM source_recency",
                "SELECT * FROM domain_windows"):
        is_eq(calls(db, sql, "age_days"), 1, f"one age a source: {sql}")
    is_eq(calls(db, "SELECT * FROM source_recency", "age_days"), 3,
          "all columns take three, as the view says")
    for view in ("round_recency", "round_scores", "run_best_round", "run_decisions"):
        is_eq(calls(db, f"SELECT * FROM {view}", "age_days"), 0,
              f"{view} takes what sources show from recency_report")
    is_eq(calls(db, "SELECT * FROM round_scores", "ci_score"), 1, "one index a round")


def test_refresh():
    costs = {}
    for runs in (200, 8000):
        db = history(runs, "facts.sql")
        refresh(db)
        new = """INSERT INTO runs(run_id, title, as_of)
                    VALUES (90000, 'q', '2026-06-30');
                  INSERT INTO rounds SELECT 90000, round, coverage, source_quality,
                    agreement, verification, recency, recent_sources,
                    critical_contradictions FROM rounds WHERE run_id = 7;
                  INSERT INTO sources SELECT 90000, round, source, domain, published
                  FROM sources WHERE run_id = 7;"""
        costs[runs] = [steps(db, new), steps(db, text("refresh_facts.sql")),
                       steps(db, "UPDATE runs SET as_of = '2026-01-01' "
                                 "WHERE run_id = 9;"),
                       steps(db, text("refresh_facts.sql")),
                       steps(db, text("refresh_facts.sql"))]
        is_eq(value(db, "SELECT count(*) FROM round_facts"), 4 * runs + 4,
              f"{runs} runs and a new one have their facts")
    ok(all(many <= few + 3 for few, many in zip(costs[200], costs[8000])),
       "writing a run, changing one and refreshing costs the same in a long history",
       costs)


def test_lost_triggers():
    """A table made anew has no triggers: facts count again when all are made anew."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "history.db")
        db = connect(path, "schema.sql", "views.sql", "facts.sql")
        fill(db, 20)
        refresh(db)
        table = value(db, "SELECT sql FROM sqlite_master WHERE name = 'sources'")
        db.executescript("CREATE TABLE copy AS SELECT * FROM sources;"
                         f"DROP TABLE sources; {table};"
                         "INSERT INTO sources SELECT run_id, round, source, domain, "
                         "'2020-01-01' FROM copy; DROP TABLE copy;")
        plain = connect(path, "attach.sql")
        is_eq(differing(db, plain), [], "without triggers facts don't count")
        is_eq(error(refresh, db), "facts do not count: other windows, or a trigger is "
              "gone", "nor are any computed")
        db.execute("UPDATE sources SET published = '2026-06-29'")
        db.executescript(text("facts.sql"))
        is_eq(differing(db, plain), [], "nor old ones when the triggers are back")
        refresh(db)
        db.execute("UPDATE sources SET published = '2026-01-01' WHERE run_id < 9")
        is_eq(differing(db, plain), [], "a refresh makes all of them anew")
        ok(value(db, "SELECT count(*) FROM round_facts") >= 40, "and they are kept")
        plain.close()
        db.close()


def test_halves(path):
    """A refresh that fails, and a client that goes on, leave what there was."""
    db = connect(path, "schema.sql", "views.sql", "facts.sql")
    fill(db, 20)
    refresh(db)
    plain = connect(path, "attach.sql")
    db.execute("UPDATE sources SET published = '2026-06-29' WHERE run_id < 4")
    bare = sqlite3.connect(path, isolation_level=None)
    is_eq(error(refresh, bare), "no such function: assay_settings_hash",
          "a refresh without assay")
    bare.close()
    db.execute("CREATE TRIGGER full BEFORE INSERT ON round_facts WHEN NEW.run_id = 3 "
               "BEGIN SELECT RAISE(ABORT, 'full'); END")
    is_eq(error(refresh, db), "full", "a refresh that ends in the middle")
    db.execute("DROP TRIGGER full")
    is_eq([value(db, "SELECT count(*) FROM facts_due"),
           value(db, "SELECT count(*) FROM round_facts WHERE run_id < 4"),
           differing(db, plain)], [2, 4, []], "do nothing")
    refresh(db)
    is_eq([value(db, "SELECT count(*) FROM facts_due"), differing(db, plain)], [0, []],
          "a third does it")
    other = connect(path, yaml="evaluation: {deep_research: {recency_windows: "
                               "{default: 2}}}")
    db.execute("BEGIN IMMEDIATE")
    other.execute("PRAGMA busy_timeout = 0")
    is_eq(error(refresh, other), "database is locked", "one that finds a lock")
    db.execute("ROLLBACK")
    is_eq(value(other, "SELECT count(*) FROM facts_in_force"), 0, "puts nothing in force")
    return db, plain


def test_locked(path, db, plain):
    """Somebody had the file locked when the contract was to be dropped, not after."""
    in_force = "SELECT count(*) FROM facts_in_force"
    for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"
                              ).fetchall():
        db.execute("SAVEPOINT whole")
        db.execute(f"DROP TRIGGER {name}")
        is_eq(value(db, in_force), 0, f"without {name} no fact counts")
        db.execute("ROLLBACK TO whole")
        db.execute("RELEASE whole")
    is_eq(value(db, in_force), 1, "with all of them they do")
    table = value(db, "SELECT sql FROM sqlite_master WHERE name = 'sources'")
    db.executescript("CREATE TABLE copy AS SELECT * FROM sources;"
                     f"DROP TABLE sources; {table};"
                     "INSERT INTO sources SELECT run_id, round, source, domain, "
                     "'2020-01-01' FROM copy; DROP TABLE copy;")
    for name in ("facts_log", "facts_enters", "facts_source_logged", "facts_source_9"):
        db.execute(f"CREATE TRIGGER {name} AFTER DELETE ON sources BEGIN SELECT 1; END")
    is_eq(differing(db, plain), [], "triggers of one's own are not taken for lost ones")
    shell = subprocess.run(["sqlite3", path], text=True, capture_output=True, check=False,
                           input=re.sub("DROP TABLE .*\n", "", text("facts.sql")))
    ok("table facts_contract already exists" in shell.stderr, "a shell that goes on",
       shell.stderr)
    is_eq(differing(db, plain), [], "a trigger younger than the contract: none counts")
    db.executescript(text("facts.sql"))
    refresh(db)
    db.executescript("PRAGMA legacy_alter_table = ON;"
                     "ALTER TABLE sources RENAME TO sources_old;"
                     "CREATE TABLE sources AS SELECT * FROM sources_old LIMIT 20")
    is_eq(differing(db, plain), [], "a table in place of a renamed one: none counts")
    db.executescript(text("facts.sql"))
    refresh(db)
    is_eq([differing(db, plain), value(db, "SELECT counts FROM facts_in_force")], [[], 1],
          "until all is made anew")


IDS = {  # which two ids the views take for one, and how the tables come to it
    "7, '7'": ("run_id INTEGER", "run_id INTEGER", "run_id TEXT", 7, "'7'"),
    "7, '07'": ("run_id INTEGER", "run_id INTEGER", "run_id TEXT", 7, "'07'"),
    "'07', 7": ("run_id TEXT", "run_id TEXT", "run_id INTEGER", "'07'", 7),
    "'a', 'A'": ("run_id", "run_id", "run_id COLLATE NOCASE", "'a'", "'A'"),
    "a run 'A'": ("run_id COLLATE NOCASE", "run_id", "run_id COLLATE NOCASE",
                  "'a'", "'A'"),
    "'a' and 'A'": ("run_id COLLATE NOCASE", "run_id COLLATE NOCASE",
                    "run_id COLLATE NOCASE", "'a'", "'A'"),
    "'7' and '07'": ("run_id TEXT", "run_id INTEGER", "run_id TEXT", "'07'", "'7'"),
    "a run '7'": ("run_id", "run_id INTEGER", "run_id INTEGER", "'7'", "'7'"),
    "x, x": ("run_id", "run_id", "run_id", "x'00'", "x'00'"),
    "7, 7.0": ("run_id REAL", "run_id", "run_id REAL", 7, 7)}


def test_ids(path, name):
    runs, rounds, sources, known, other = IDS[name]
    db = connect(path)
    db.executescript(f"""
      CREATE TABLE runs({runs}, title, started, domain, as_of);
      CREATE TABLE rounds({rounds}, round, coverage, source_quality, agreement,
        verification, recency, recent_sources, critical_contradictions);
      CREATE TABLE sources({sources}, round, source, domain, published);
      CREATE TABLE judgements(run_id, round, dimension, judge, family, score);""")
    db.executescript(text("views.sql") + text("facts.sql"))
    plain = connect(path, "attach.sql")
    changes = (
        f"INSERT INTO runs VALUES ({known}, 'q', NULL, 'ai_ml', '2026-06-30')",
        f"INSERT INTO rounds VALUES ({known}, 1, .9, .9, .9, .9, .9, 12, 0)",
        f"INSERT INTO sources VALUES ({other}, 1, 's', NULL, '2026-06-01')",
        f"INSERT INTO rounds VALUES ({other}, 2, .9, .9, .9, .9, .9, 12, 0)",
        f"INSERT INTO sources VALUES ({known}, 2, 's', NULL, '2026-06-01')",
        f"""DELETE FROM rounds; UPDATE sources SET published = '2001-01-01';
            INSERT INTO rounds VALUES ({known}, 1, .9, .9, .9, .9, .9, 12, 0),
                                      ({other}, 2, .9, .9, .9, .9, .9, 12, 0);""",
        "UPDATE sources SET published = '2021-06-01'",
        f"INSERT INTO sources VALUES ({other}, 1, 't', NULL, '2026-06-01')",
        f"UPDATE runs SET run_id = {other}, as_of = '2021-07-01'",
        "UPDATE runs SET as_of = '2029-01-01'",
        "UPDATE sources SET run_id = 'elsewhere' WHERE source = 's'",
        "DELETE FROM sources",
        f"INSERT INTO sources VALUES ({known}, 1, 's', NULL, '2026-06-01')",
        f"INSERT INTO runs VALUES ({other}, 'again', NULL, 'ai_ml', '2021-07-01')",
        "DELETE FROM runs WHERE title = 'again'",
        "DELETE FROM runs")
    wrong = []
    for change in changes:
        db.executescript(change)
        wrong += [(change, view) for view in differing(db, plain)]
        refresh(db)
        wrong += [(change, view, "refreshed") for view in differing(db, plain)]
    is_eq(wrong, [], f"{name}: what the views take for one run is one")
    plain.close()
    db.close()


# --- where triggers can't be ------------------------------------------------------------

def test_views_of_ones_own():
    db = connect(":memory:")
    db.executescript(TEXT_IDS.replace("CREATE TABLE runs(", "CREATE TABLE jobs("))
    db.executescript("CREATE VIEW runs AS SELECT * FROM jobs;" + text("views.sql"))
    problem = error(db.executescript, text("facts.sql"))
    ok(problem.startswith("cannot create AFTER trigger on view"),
       "no trigger watches a view: an error says so", problem)
    db = connect(":memory:")
    db.executescript(TEXT_IDS.replace("CREATE TABLE runs(", "CREATE TABLE jobs("))
    db.executescript("CREATE TEMP VIEW runs AS SELECT * FROM jobs;" + text("attach.sql"))
    db.execute("INSERT INTO jobs VALUES ('a', 'q', NULL, 'ai_ml', '2026-06-30')")
    db.execute("INSERT INTO rounds VALUES ('a', 'R1', .9, .9, .9, .9, .9, 12, 0)")
    db.execute("INSERT INTO sources VALUES ('a', 'R1', 's', NULL, '2026-06-01')")
    before = [answers(db, view) for view in VIEWS]
    db.executescript(text("attach_facts.sql") + text("refresh_facts.sql"))
    is_eq([answers(db, view) for view in VIEWS], before, "facts of a connection")
    is_eq(value(db, "SELECT count(*) FROM temp.round_facts"), 1, "which are TEMP")
    is_eq(value(db, "SELECT count(*) FROM main.sqlite_master "
                "WHERE name LIKE '%facts%'"), 0, "write nothing into the file")
    db.execute("INSERT INTO sources VALUES ('a', 'R1', 't', NULL, '2020-01-01')")
    is_eq(value(db, "SELECT sources FROM round_recency"), 1, "they notice no change")
    db.executescript(text("attach_facts.sql") + text("refresh_facts.sql"))
    is_eq(value(db, "SELECT sources FROM round_recency"), 2, "until they are made again")
    db.execute("INSERT INTO sources VALUES ('a', 'R1', 'u', NULL, '2020-01-01')")
    db.execute("INSERT INTO facts_due VALUES ('a')")
    refresh(db)
    is_eq(value(db, "SELECT sources FROM round_recency"), 3, "or those of the run are")


def test_coming_back(path, key, names, move):
    """A round that leaves its key by another name for it, and comes back."""
    db = connect(path)
    db.executescript(text("schema.sql"))
    db.executescript(f"""DROP TABLE rounds;
      CREATE TABLE rounds({key}, coverage, source_quality, agreement, verification,
                          recency, recent_sources, critical_contradictions);
      INSERT INTO runs(run_id, title, as_of) VALUES (1, 'q', '2026-06-30');
      INSERT INTO rounds({names}, coverage) VALUES (1, 1, .9);
      INSERT INTO sources VALUES (1, 1, 's', NULL, '2026-06-01');""")
    db.executescript(text("views.sql") + text("facts.sql"))
    refresh(db)
    plain = connect(path, "attach.sql")
    db.execute(move.format(2))
    db.execute("UPDATE sources SET published = '2001-01-01'")
    db.execute(move.format(1))
    is_eq(differing(db, plain), [], f"{move}: its fact does not")
    is_eq(value(db, "SELECT computed_recent_sources FROM round_recency"), 0,
          "it is judged by what its sources have become")


def test_renamed():
    """A column of runs can be renamed with facts where it can be without."""
    db = history(5, "facts.sql")
    db.executescript("DROP VIEW round_confidence; DROP VIEW score_confidence;"
                     "ALTER TABLE runs RENAME COLUMN run_id TO job")
    is_eq(answers(db, "round_scores"), answers(history(5), "round_scores"),
          "the run's id is renamed in the triggers, too")


def test_growth():
    """What a source costs does not hang on how many runs have changed before it."""
    costs = []
    db = history(4000, "facts.sql")
    refresh(db)
    for first in (1, 3001):
        costs.append(steps(db, "UPDATE sources SET published = '2001-01-01' "
                               f"WHERE run_id BETWEEN {first} AND {first + 199};"))
        db.execute("UPDATE sources SET published = '2001-01-01' WHERE run_id < 3000")
    ok(costs[1] < 1.2 * costs[0], "3,000 runs that are due make no source dearer", costs)


def test_earlier(path):
    """What an earlier facts.sql made has no triggers that fill it."""
    db = connect(path, "schema.sql", "views.sql")
    fill(db, 20)
    plain = connect(path, "attach.sql")
    db.executescript("CREATE TABLE facts_contract(one PRIMARY KEY, windows, version);"
                     "CREATE TABLE facts_due(run_id NOT NULL PRIMARY KEY) WITHOUT ROWID")
    is_eq(error(refresh, db), "table facts_contract has no column named assay",
          "tables of an earlier facts.sql are not called fresh")
    db.executescript(text("facts.sql"))
    refresh(db)
    is_eq([differing(db, plain), value(db, "SELECT count(*) FROM round_facts")], [[], 80],
          "and made anew by this one")


def test_mapped_over_facts(path):
    """TEMP views over a file with facts: a refresh is of the file."""
    db = connect(path, "schema.sql", "views.sql", "facts.sql")
    fill(db, 20)
    before = [answers(db, view) for view in VIEWS]
    other = connect(path)
    other.executescript("CREATE TEMP VIEW sources AS SELECT run_id, round, source, "
                        "domain, '2001-01-01' AS published FROM main.sources;"
                        + text("attach.sql") + text("refresh_facts.sql"))
    is_eq([answers(db, view) for view in VIEWS], before,
          "a refresh behind a mapping puts nothing of it into the file")
    is_eq(value(db, "SELECT count(*) FROM round_facts"), 80, "but the facts of the file")


def test_changes_one_by_one():
    """Changes that the random ones seldom hit, or whose refusal they would overlook."""
    db = connect(":memory:")
    db.executescript(TEXT_IDS + text("views.sql") + text("facts.sql"))
    for run in "ab":
        db.execute("INSERT INTO runs VALUES (?, 'q', NULL, 'ai_ml', '2026-06-30')", run)
        db.execute("INSERT INTO rounds VALUES (?, 1, .9, .9, .9, .9, .9, 12, 0)", run)
        db.execute("INSERT OR ABORT INTO sources "
                   "VALUES (?, 1, 's', NULL, '2026-06-01')", run)
        is_eq(error(db.execute, "INSERT OR ABORT INTO sources "
                    "VALUES (?, 1, 't', NULL, '2026-06-01')", run), None,
              "a second source of one run is not refused, whatever a conflict is to do")
    recent = ("SELECT run_id, computed_recent_sources FROM round_recency "
              "ORDER BY run_id")
    refresh(db)
    db.execute("REPLACE INTO runs VALUES ('a', 'q', NULL, 'ai_ml', '2029-06-30')")
    is_eq(db.execute(recent).fetchall(), [("a", 0), ("b", 2)],
          "a run that is replaced has no facts")
    refresh(db)
    db.execute("UPDATE OR REPLACE runs SET run_id = 'b' WHERE run_id = 'a'")
    is_eq(db.execute(recent).fetchall(), [("b", 0)],
          "nor has one that takes another's place")
    db.execute("INSERT INTO runs VALUES ('a', 'q', NULL, 'ai_ml', '2026-06-30')")
    refresh(db)
    db.execute("DELETE FROM rounds WHERE run_id = 'a'")
    is_eq(value(db, "SELECT group_concat(run_id) FROM round_facts"), "b",
          "a round that goes takes its fact along")
    for statement in ("INSERT INTO runs VALUES (NULL, 'q', NULL, NULL, '2026-06-30')",
                      "INSERT INTO rounds(run_id, round) VALUES (NULL, NULL)",
                      "INSERT INTO sources(run_id, round) VALUES (NULL, 1)",
                      "UPDATE sources SET round = 2 WHERE run_id IS NULL",
                      "UPDATE rounds SET round = NULL WHERE run_id = 'b'",
                      "DELETE FROM sources WHERE run_id IS NULL",
                      "DELETE FROM runs WHERE run_id IS NULL"):
        is_eq(error(db.execute, statement), None, "a row without an id: " + statement)
    refresh(db)
    is_eq(value(db, "SELECT count(*) FROM round_evidence WHERE round IS NULL"), 2,
          "rounds without a number are no facts")


def test_replaced_by_another_key():
    db = connect(":memory:")
    db.executescript(TEXT_IDS.replace("sources(run_id TEXT,",
                                      "sources(id INTEGER PRIMARY KEY, run_id TEXT,"))
    db.executescript(text("views.sql") + text("facts.sql"))
    for run in "ab":
        db.execute("INSERT INTO runs VALUES (?, 'q', NULL, 'ai_ml', '2026-06-30')", run)
        db.execute("INSERT INTO rounds VALUES (?, 1, .9, .9, .9, .9, .9, 12, 0)", run)
    db.execute("INSERT INTO sources VALUES (1, 'a', 1, 's', NULL, '2026-06-01')")
    refresh(db)
    db.execute("PRAGMA recursive_triggers = ON")
    db.execute("REPLACE INTO sources VALUES (1, 'b', 1, 's', NULL, '2026-06-01')")
    is_eq(db.execute("SELECT run_id, sources FROM round_recency ORDER BY 1").fetchall(),
          [("a", 0), ("b", 1)],
          "a row that another key replaces is missed with recursive_triggers")


def test_the_rest():
    db = history(50)
    before = [answers(db, view) for view in VIEWS]
    db.executescript(text("facts.sql") + text("refresh_facts.sql") + text("facts.sql"))
    is_eq([answers(db, view) for view in VIEWS], before, "made twice")
    is_eq(value(db, "SELECT count(*) FROM facts_in_force"), 0, "all is to be refreshed")
    refresh(db)
    db.execute("PRAGMA trusted_schema = OFF")
    is_eq([answers(db, view) for view in VIEWS[:-2]], before[:-2],
          "in a schema that is not trusted")
    db.execute("PRAGMA trusted_schema = ON")
    plain = sqlite3.connect(":memory:", isolation_level=None)
    plain.executescript(text("schema.sql") + text("views.sql") + text("facts.sql"))
    fill(plain, 3)
    is_eq(value(plain, "SELECT count(*) FROM facts_due"), 3,
          "a program without assay writes all the same")
    db.executescript(text("drop_facts.sql") + text("detach.sql") + text("views.sql"))
    is_eq([answers(db, view) for view in VIEWS], before, "and taken back")
    is_eq(value(db, "SELECT count(*) FROM sqlite_master WHERE name LIKE '%facts%' "
                "OR sql LIKE '%facts%' AND type <> 'table'"), 0, "nothing is left")


print("# SEED=" + str(SEED))
compare_over_changes("INTEGER", text("schema.sql"), lambda number: number)
compare_over_changes("TEXT", TEXT_IDS, lambda number: f"018f-{number}")
test_plans("from sources", [])
test_plans("from facts", ["facts.sql"])
test_calls()
test_refresh()
test_growth()
test_renamed()
test_lost_triggers()
test_views_of_ones_own()
with tempfile.TemporaryDirectory() as directory:
    halves = os.path.join(directory, "halves.db")
    test_locked(halves, *test_halves(halves))
    test_coming_back(os.path.join(directory, "generated.db"),
                     "job, nr, run_id AS (job), round AS (nr)", "job, nr",
                     "UPDATE rounds SET job = {}")
    test_coming_back(os.path.join(directory, "rowid.db"),
                     "run_id INTEGER PRIMARY KEY, round", "run_id, round",
                     "UPDATE rounds SET rowid = {}")
    test_earlier(os.path.join(directory, "earlier.db"))
    test_mapped_over_facts(os.path.join(directory, "mapped.db"))
    for number, kind in enumerate(IDS):
        test_ids(os.path.join(directory, f"{number}.db"), kind)
test_changes_one_by_one()
test_replaced_by_another_key()
test_the_rest()
sys.exit(finish())
