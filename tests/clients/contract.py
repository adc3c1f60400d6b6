"""Tests settings that are stored in a file. sql/contract.sql stores a connection's
settings, and a new connection loads them again. sql/calls/judge.sql stores verdicts, each
with the numbers of its stop policy."""

import os
import re
import sqlite3
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import SQL, connect, error, text, value  # noqa: E402
from tap import finish, is_eq, ok  # noqa: E402


def script(db, name):
    db.executescript(text(name))


def judge(db, digest=None):
    """Runs sql/calls/judge.sql with `digest`, by default the digest of the connection's
    settings."""
    digest = digest or value(db, "SELECT assay_settings_hash()")
    db.execute(text("calls/judge.sql"), {"hash": digest})


def refused(db):
    """Returns the error of sql/calls/judge.sql under the db's settings, or None."""
    return error(judge, db)


def fill(db):
    """Stores two runs. In the second run, the second round has a lower index (weighted
    mean) than the first, and the third round passes."""
    script(db, "schema.sql")
    script(db, "views.sql")
    db.execute("INSERT INTO runs(run_id, title, as_of) VALUES (1, 'a', '2026-06-30'), "
               "(2, 'b', '2026-06-30')")
    for run, number, score in ((1, 1, 0.9), (2, 1, 0.7), (2, 2, 0.6), (2, 3, 0.8)):
        db.execute("INSERT INTO rounds VALUES (?,?,?,?,?,?,?,12,0)",
                   (run, number) + (score,) * 5)
    db.commit()


STORED = ("SELECT run_id, action, stop_round, returned_round, gate_passed, patience, "
          "max_rounds, high, min_sources FROM verdicts ORDER BY patience, high, run_id")


def test_verdicts(path):
    db = connect(path)
    fill(db)
    script(db, "contract.sql")
    judge(db)
    built_in = [(1, "pass", 1, 1, 1, 1, 4, 0.75, 10),
                (2, "patience_stop", 2, 1, 0, 1, 4, 0.75, 10)]
    is_eq(db.execute(STORED).fetchall(), built_in, "verdicts under the settings in force")
    judge(db)
    is_eq(db.execute(STORED).fetchall(), built_in, "judging again replaces the verdicts")
    db.execute("INSERT INTO judge_policies VALUES (2, 4, 0.75, 10), (3, 3, 0.95, 0)")
    judge(db)
    stated = [(1, "pass", 1, 1, 1, 2, 4, 0.75, 10), (2, "pass", 3, 3, 1, 2, 4, 0.75, 10),
              (1, "continue", None, 1, 0, 3, 3, 0.95, 0),
              (2, "max_rounds", 3, 3, 0, 3, 3, 0.95, 0)]
    is_eq(db.execute(STORED).fetchall(), built_in + stated,
          "verdicts under policies of one's own, with their numbers")
    is_eq(value(db, "SELECT count(DISTINCT hash) FROM verdicts"), 1,
          "all verdicts have one digest")
    is_eq(db.execute("SELECT run_id, action FROM verdicts AS v JOIN run_decisions "
                     "USING (run_id, action) WHERE patience = 1").fetchall(),
          [(1, "pass"), (2, "patience_stop")], "the verdicts equal run_decisions")
    db.commit()
    script(db, "contract.sql")
    is_eq(value(db, "SELECT count(*) FROM contract"), 1,
          "running judge.sql again adds nothing")
    before = db.execute("SELECT * FROM verdicts").fetchall()
    for digest in "b8c4", None:
        is_eq(error(db.execute, text("calls/judge.sql"), {"hash": digest}),
              "assay_require: hash must be that of the settings in force, "
              f"{value(db, 'SELECT assay_settings_hash()')}, got "
              f"{repr(digest) if digest else 'NULL'}",
              "judging under another digest is refused")
    is_eq(db.execute("SELECT * FROM verdicts").fetchall(), before,
          "the refused statement stores nothing")
    db.execute("CREATE TEMP TABLE judge_policies"
               "(patience, max_rounds, high, min_sources)")
    db.execute("DELETE FROM verdicts")
    judge(db)
    is_eq(db.execute(STORED).fetchall(), built_in,
          "policies of a TEMP table hide those of the file, also where there are none")
    db.execute("DROP TABLE temp.judge_policies")
    db.execute("DELETE FROM main.judge_policies")
    db.commit()
    is_eq(error(db.execute,
                "INSERT INTO verdicts(run_id, action, gate_passed, reason, missing, "
                "hash, patience, max_rounds, high, min_sources) "
                "VALUES (9, 'pass', 1, '', '', 'other', 1, 4, 0.75, 10)"),
          "assay_require: hash must be that of the settings in force, "
          f"{value(db, 'SELECT assay_settings_hash()')}, got 'other'",
          "a verdict under other settings is refused")
    db.close()


def test_hidden(path):
    """A table named assay_settings hides the virtual table assay_settings. judge.sql must
    still store the same verdicts."""
    db = connect(path)
    judge(db)
    before = db.execute(STORED).fetchall()
    db.executescript("""
        CREATE TABLE assay_settings(key, value);
        INSERT INTO assay_settings VALUES ('evaluation.deep_research.patience', 9),
          ('evaluation.deep_research.max_rounds', 9),
          ('evaluation.deep_research.min_recent_sources', 0);
        DELETE FROM verdicts;""")
    judge(db)
    is_eq(db.execute(STORED).fetchall(), before,
          "a table assay_settings of the file changes no number of a verdict")
    db.execute("DROP TABLE main.assay_settings")
    db.commit()
    db.close()


def test_due(path):
    """Verdicts come from judged rounds (sql/judged.sql). While a run is due (changed
    since it was judged), no verdict is stored."""
    db = connect(path)
    fill(db)
    db.execute("INSERT INTO runs(run_id, title, as_of) VALUES (3, 'c', '2026-06-30')")
    db.execute("INSERT INTO rounds VALUES (3, 1, 0.9, 2, 0.9, 'n/a', 0.9, 12, 0)")
    db.commit()
    # The table `runs` lacks this round's run, so the round is never judged.
    db.execute("PRAGMA foreign_keys = OFF")
    db.execute("INSERT INTO rounds VALUES (9, 1, 0.9, 0.9, 0.9, 0.9, 0.9, 12, 0)")
    db.execute("INSERT INTO sources(run_id, round, source) VALUES (9, 1, 'a')")
    db.commit()
    script(db, "contract.sql")
    judge(db)
    columns = "SELECT *, typeof(stop_round) FROM verdicts ORDER BY run_id"
    live = db.execute(columns).fetchall()
    is_eq(len(live), 3, "without judged.sql nothing is due")
    db.execute("DELETE FROM verdicts")
    script(db, "judged.sql")
    digest = value(db, "SELECT assay_settings_hash()")
    ok((refused(db) or "").endswith("got 'nothing judged: read sql/refresh_judged.sql'"),
       "judge.sql says that no round is judged yet")
    script(db, "refresh_judged.sql")
    judge(db)
    is_eq(db.execute(columns).fetchall(), live, "verdicts of judged rounds are the same")
    is_eq(value(db, "SELECT missing FROM verdicts WHERE run_id = 3"),
          value(db, "SELECT missing FROM round_scores WHERE run_id = 3"),
          "missing is the same as in round_scores")
    for changed, where in (1, "run_id = 2"), (3, "1"):
        db.execute(f"UPDATE rounds SET coverage = 0.8 WHERE {where}")
        db.execute("DELETE FROM verdicts")
        db.commit()
        is_eq(refused(db), "assay_require: hash must be that of the settings in force, "
              f"{digest}, got '{changed} runs are due: read sql/refresh_judged.sql'",
              f"{changed} of 3 runs due are refused")
        is_eq(value(db, "SELECT count(*) FROM verdicts"), 0, "... and nothing is stored")
        db.execute("BEGIN")
        db.execute("INSERT INTO judge_policies VALUES (2, 4, 0.75, 10), (3, 3, 0.9, 0)")
        ok(f"got '{changed} runs are due" in (refused(db) or ""),
           "... nor under policies of your own")
        db.rollback()
        script(db, "refresh_judged.sql")
        judge(db)
        is_eq(value(db, "SELECT count(*) FROM verdicts"), 3,
              "after a refresh all verdicts are stored")
        db.commit()
    db.close()


OWN = """evaluation:
  deep_research:
    patience: 2
    tier_thresholds: {verification: {high: 0.6}}
"""


def test_travel(path):
    db = connect(path, yaml=OWN)
    is_eq(error(db.execute,
                "INSERT INTO verdicts(run_id, action, gate_passed, reason, missing, "
                "hash, patience, max_rounds, high, min_sources) VALUES "
                "(9, 'pass', 1, '', '', assay_settings_hash(), 1, 4, 0.75, 10)"),
          "verdicts: hash must be one of contract; run sql/contract.sql first",
          "a verdict under settings without a contract is refused")
    script(db, "contract.sql")
    is_eq(value(db, "SELECT count(*) FROM contract"), 2, "other settings add a contract")
    judge(db)
    is_eq(db.execute("SELECT action, patience, high FROM verdicts JOIN contract "
                     "USING (hash) WHERE contract_id = 2 AND run_id = 2").fetchall(),
          [("pass", 2, '{"coverage":0.75,"source_quality":0.75,"agreement":0.75,'
                       '"verification":0.6,"recency":0.75}')],
          "floors that differ are stored by dimension")
    db.commit()
    db.execute("INSERT INTO judge_policies VALUES (9, 4, 0.75, 10), (9, 4, 0.75, 0)")
    judge(db)
    is_eq(db.execute("SELECT min_sources, count(*) FROM verdicts WHERE patience = 9 "
                     "GROUP BY min_sources").fetchall(), [(0, 2), (10, 2)],
          "two policies that differ in one number only")
    db.rollback()
    db.close()

    stored = dict(sqlite3.connect(path).execute("SELECT contract_id, hash FROM contract"))
    db = connect(path)
    script(db, "calls/load_contract.sql")
    is_eq(value(db, "SELECT assay_settings_hash()"), stored[2],
          "load_contract.sql loads the newest contract")
    db.close()
    for contract, digest in stored.items():
        db = connect(path)
        db.execute("SELECT assay_load_yaml((SELECT settings FROM contract WHERE "
                   "contract_id = ?))", (contract,)).fetchall()
        is_eq(value(db, "SELECT assay_settings_hash()"), digest,
              f"contract {contract} gives its settings on a fresh connection")
        is_eq(error(db.execute, "SELECT assay_load_yaml('evaluation: {deep_research: "
                                "{patience: 7}}')"),
              "assay_load_yaml: settings are in use on this connection; open a new one",
              "a load after the first use says what to do")
        other = stored[3 - contract]
        said = error(db.execute, "SELECT * FROM verdicts WHERE assay_require(hash)")
        load = "SELECT assay_load_yaml(settings) FROM contract WHERE hash = it"
        ok(load in said and said.endswith(f"got '{other}'"),
           "reading verdicts under other settings says how to load those", said)
        db.close()
        db = connect(path)
        db.execute(load.removesuffix("it") + "?", (other,)).fetchall()
        is_eq(value(db, "SELECT assay_settings_hash()"), other,
              "... and that statement loads them")
        db.close()


REPORTED = """evaluation:
  deep_research: {patience: 2, paitence: 3, max_rounds: 0, weights: {default: none}}
  rubrics: {own: {scores: {tone: {high: 0.5}}, at_least: {sources: 1}},
            bad: {scores: {x: {}}, at_leest: {y: 1}}}
strategies: [{id: probe, prompt_hint: Ask.}, {id: empty, name: Empty}]
phase_profiles: {focused: {probe: 0.5, prbe: 0.5}}
tier2_scorers: {novelty: {strategy_weights: {probe: 0.2}}}
"""


def test_reported(path):
    """A load with 'strict' refuses settings that give warnings. This test's settings give
    warnings. sql/contract.sql stores only the settings in force, so a strict load must
    accept them."""
    db = connect(path, yaml=REPORTED)
    reports = value(db, "SELECT count(*) FROM assay_warnings")
    ok(reports >= 6, f"{reports} reports")
    script(db, "contract.sql")
    digest = value(db, "SELECT assay_settings_hash()")
    answers = "SELECT strategy_weight('novelty', 'probe'), phase_multiplier('closing', " \
        "'probe'), phase_multiplier('focused', 'probe'), rubric_pass('own', '{}')"
    before = db.execute(answers).fetchall()
    db.close()
    db = connect(path)
    is_eq(error(db.execute,
                "SELECT assay_load_yaml(settings, 'strict') FROM contract "
                "WHERE hash = ?", (digest,)), None, "a strict load takes the contract")
    is_eq(value(db, "SELECT count(*) FROM assay_warnings"), 0, "... with no report")
    is_eq(value(db, "SELECT assay_settings_hash()"), digest, "... of the same digest")
    is_eq(db.execute(answers).fetchall(), before, "... and the same answers")
    db.close()


def test_every_insert():
    """Each INSERT INTO verdicts in sql/ checks the settings' digest (the reason is in
    sql/cluster/README.md). Only upgrade.sql does not: it copies stored verdicts."""
    found = []
    for folder, _, names in os.walk(SQL):
        for name in names:
            with open(os.path.join(folder, name), encoding="utf-8",
                      errors="replace") as file:  # the folder also holds a picture
                for statement in file.read().split(";"):
                    if re.search(r"^INSERT\b[^(]*\bverdicts\b", statement, re.M | re.I):
                        found.append((name, "WHERE assay_require(:hash)" in statement))
    is_eq(sorted(found), [("judge.sql", True), ("upgrade.sql", False)],
          "every INSERT of verdicts has its guard, but the copy of an upgrade")


def test_other_file(directory):
    """The history's file is only read; the verdicts are stored in a second file."""
    history = os.path.join(directory, "history.db")
    db = sqlite3.connect(history)
    db.execute("CREATE TABLE mine(job, n, score)")
    db.execute("INSERT INTO mine VALUES ('a-1', 1, 0.9), (x'00ff', 1, 0.1)")
    db.commit()
    db.close()
    db = connect(os.path.join(directory, "verdicts.db"))
    db.execute("ATTACH ? AS history", (f"file:{history}?mode=ro",))
    db.executescript("""
        CREATE TEMP VIEW runs AS SELECT DISTINCT job AS run_id, job AS title,
          NULL AS note, NULL AS domain, '2026-06-30' AS as_of FROM history.mine;
        CREATE TEMP VIEW rounds AS SELECT job AS run_id, n AS round, score AS coverage,
          score AS source_quality, score AS agreement, score AS verification,
          score AS recency, 12 AS recent_sources, 0 AS critical_contradictions
        FROM history.mine;""")
    for name in ("no_sources.sql", "attach.sql", "contract.sql"):
        script(db, name)
    judge(db)
    is_eq(db.execute("SELECT run_id, gate_passed FROM verdicts ORDER BY ci").fetchall(),
          [(b"\0\xff", 0), ("a-1", 1)],
          "verdicts in a file of their own, with ids of any type")
    db.close()


def main():
    with tempfile.TemporaryDirectory() as directory:
        path = os.path.join(directory, "research.db")
        test_verdicts(path)
        test_hidden(path)
        test_travel(path)
        test_due(os.path.join(directory, "due.db"))
        test_other_file(directory)
        test_reported(os.path.join(directory, "reported.db"))
        test_every_insert()
    return finish()


sys.exit(main())
