"""Tests the view round_confidence. For random judgements the view must agree with the
rules in Python (tests/reference), in any order of the rows and for run ids of any type. A
query that names runs must read only these runs, and each run once."""

import os
import random
import sys
from fractions import Fraction

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..",
                                "reference"))
import confidence  # noqa: E402
import histories  # noqa: E402
import reading  # noqa: E402
import research  # noqa: E402
from connect import connect, steps, text  # noqa: E402
from tap import finish, ok  # noqa: E402

SEED = int(os.environ.get("SEED", "1"))
HISTORIES = int(os.environ.get("CASES", "60"))


# --- random judgements ------------------------------------------------------------------

TABLES = """
CREATE TABLE runs(run_id, title, note, domain, as_of);
CREATE TABLE rounds(run_id, round, coverage, source_quality, agreement, verification,
  recency, recent_sources, critical_contradictions);
CREATE TABLE sources(run_id, round, source, domain, published);
CREATE TABLE judgements(run_id, round, dimension, judge, family, score);
CREATE INDEX judgements_of_rounds ON judgements(run_id, round);
"""
RUN_IDS = (7, "018f3c2e-0000-7000-8000-000000000007", b"\x00\xff\x07", 7.5, "ü 7")
RECENT = "2026-06-01"
DIMENSIONS = reading.DIMENSIONS


def history(draw):
    """Returns a list of rounds: (run, round, its numbers in the table rounds, dates of
    its sources or None, judgements)."""
    return [(run, number,
             histories.reported(draw),
             draw.choice((None, None, [RECENT] * 12, [RECENT] * 11 + ["2001-01-01"])),
             histories.judgements(draw) if draw.random() < 0.9 else [])
            for run in RUN_IDS for number in (1, 2, 3)]


def load(db, rounds, draw):
    for run in RUN_IDS:
        db.execute("INSERT INTO runs VALUES (?, 'q', NULL, 'ai_ml', '2026-06-30')",
                   (run,))
    rows = []
    for run, number, reported, dates, judged in rounds:
        db.execute("INSERT INTO rounds VALUES (?,?,?,?,?,?,?,?,?)",
                   (run, number, *reported))
        for at, published in enumerate(dates or ()):
            db.execute("INSERT INTO sources VALUES (?,?,?,NULL,?)",
                       (run, number, at, published))
        rows += [(run, number, *row) for row in judged]
    draw.shuffle(rows)
    db.executemany("INSERT INTO judgements VALUES (?,?,?,?,?,?)", rows)


# --- the rows of the view, computed in Python -------------------------------------------

def key(value):
    return (type(value).__name__, value)


def of_judges(judged, basis, recency):
    """Returns each judge's cluster and five scores. The cluster is the judge's family or,
    without a family, the judge. A score is the mean of the judge's readable values."""
    judges = {}
    for dimension, judge, family, given in judged:
        score = reading.score(given)
        if score is not None:
            judges.setdefault(key(judge), []).append(
                (dimension.lower(), judge, family, Fraction(score)))
    rows = []
    for said in judges.values():
        scores = []
        for name in DIMENSIONS:
            given = [row[3] for row in said if row[0] == name]
            scores.append(float(sum(given) / len(given)) if given else None)
        if basis == "sources":
            scores[4] = None
        if all(score is None for score in scores):
            continue
        if basis == "sources":
            scores[4] = recency
        named = [row[2] for row in said if row[2] is not None]
        cluster = None
        if named:  # as in SQL, a text is greater than a number
            last = max(named, key=lambda family: (isinstance(family, str), str(family)))
            cluster = f"family {last}"
        elif said[0][1] is not None:
            judge = said[0][1]
            cluster = f"judge {judge.decode() if isinstance(judge, bytes) else judge}"
        rows.append((cluster, scores))
    return rows


def expected(reported, dates, of_run, judged):
    """Returns the row that the view should have for a round: the number of judges and of
    clusters, the mean index with error bars, and the share of random draws of judges
    that pass the gate. None if the round has no judge."""
    basis = "sources" if of_run else "reported"
    recent = sum(date > "2026" for date in dates or ())
    recency = recent / len(dates) if dates else None
    counts = [recent if of_run else reported[5], reported[6]]
    rows = of_judges(judged, basis, recency)
    if not rows:
        return None
    values = [research.exact_index(scores) for _, scores in rows]
    bars = confidence.error_bars(values, [cluster for cluster, _ in rows], None)
    share = confidence.gate_confidence([(cluster, *scores, *counts)
                                        for cluster, scores in rows])
    return [len(rows), bars["clusters"], bars["mean"], bars["se"], bars["low"],
            bars["high"], share]


def near(got, want):
    if want is None or got is None:
        return got is want
    if isinstance(want, confidence.Between):
        return want.low <= got <= want.high
    want = getattr(want, "value", want)
    return abs(got - want) <= 4e-16 * max(1, abs(want))


ASK = ("SELECT judges, families, mean, se, low, high, gate_confidence "
       "FROM round_confidence WHERE run_id = ? AND round = ?")


def differing(db, rounds):
    """Returns the rounds on which the view and Python disagree."""
    cited = {key(run) for run, _, _, dates, _ in rounds if dates}
    problems = []
    for run, number, reported, dates, judged in rounds:
        want = expected(reported, dates, key(run) in cited, judged)
        got = db.execute(ASK, (run, number)).fetchall()
        if want is None or not got:
            if want is not None or got:
                problems.append((run, number, got, want))
        elif len(got) > 1 or not all(map(near, got[0], want)):
            problems.append((run, number, got, want))
    return problems


def test_random():
    draw = random.Random(SEED)
    problems, orders, compared, shares = [], 0, 0, set()
    for _ in range(HISTORIES):
        rounds = history(draw)
        answers = []
        for _ in range(2):
            db = connect()
            db.executescript(TABLES + text("views.sql"))
            load(db, rounds, draw)
            whole = db.execute("SELECT * FROM round_confidence").fetchall()
            answers.append(sorted(map(repr, whole)))
        problems += differing(db, rounds)
        orders += answers[0] != answers[1]
        compared += len(answers[0])
        shares |= {row[8] for row in whole}
    ok(not problems, f"seed {SEED}: {compared} rounds as the rules have it a second time",
       *problems[:3])
    ok(compared > 8 * HISTORIES and len(shares) > HISTORIES / 4,
       f"of which {len(shares)} shares differ")
    ok(orders == 0, "no order of the rows makes a difference")


def test_many_judges():
    """With up to eight clusters, assay tries all draws of clusters. With more it makes
    10,000 draws from a fixed seed."""
    draw = random.Random(SEED)
    rows = [(name, judge, None, min(1, draw.gauss(0.78, 0.1)))
            for judge in range(30) for name in DIMENSIONS]
    shares = set()
    for _ in range(5):
        db = connect()
        db.executescript(TABLES + text("views.sql"))
        load(db, [(7, 1, [None] * 5 + [12, 0], None, rows)], draw)
        shares |= {share for share, in db.execute(
            "SELECT gate_confidence FROM round_confidence")}
        draw.shuffle(rows)
    share = shares.pop()
    ok(not shares and 0 < share < 1, f"thirty judges, in any order: {share}")


# --- the rows that the view reads -------------------------------------------------------

def judged_history(runs):
    db = connect(":memory:", "schema.sql", "views.sql")
    db.executescript(f"""
        WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {runs})
        INSERT INTO runs(run_id, title, as_of) SELECT i, 'q', '2026-06-30' FROM n;
        INSERT INTO rounds SELECT run_id, r, .8, .8, .8, .8, .8, 12, 0
        FROM runs, (SELECT 1 AS r UNION ALL VALUES (2), (3), (4));
        INSERT INTO sources SELECT run_id, round, 's', NULL, '2026-06-01' FROM rounds
        WHERE run_id % 2;
        INSERT INTO judgements
        SELECT run_id, round, d, j, NULL, .8 FROM rounds,
          (SELECT 'coverage' AS d UNION ALL VALUES ('source_quality'), ('agreement'),
           ('verification'), ('recency')), (SELECT 'a' AS j UNION ALL VALUES ('b'));
        """)
    return db


def test_plans():
    small, large = judged_history(100), judged_history(3000)
    whole = "SELECT * FROM round_confidence"
    plan = [row[3] for row in large.execute("EXPLAIN QUERY PLAN " + whole)]
    ok(not any("AUTOMATIC" in line for line in plan), "no automatic index", plan)
    ok(sum("SEARCH j " in line for line in plan) == 1
       and sum("TEMP B-TREE" in line for line in plan) == 1,
       "the judgements of a round are read once, and sorted by judge", plan)
    for condition, rows in (("run_id = 7", 4), ("run_id = 7 AND round = 2", 1)):
        ask = f"{whole} WHERE {condition}"
        few, many = steps(small, ask), steps(large, ask)
        counted = [len(db.execute(ask).fetchall()) for db in (small, large)]
        ok(counted == [rows, rows] and many <= few + 2,
           f"{condition} of 3,000 runs costs what it does of 100",
           f"{few} and {many}")
    few, many = steps(small, whole), steps(large, whole)
    ok(25 * few < many < 35 * few, "thirty times the runs, "
       f"thirty times the steps: {few} and {many}")


def test_without_judgements():
    db = connect(":memory:", "schema.sql")
    db.executescript("DROP TABLE judgements;" + text("no_judgements.sql")
                     + text("attach.sql"))
    db.execute("INSERT INTO runs(run_id, title, as_of) VALUES (1, 'q', '2026-06-30')")
    db.execute("INSERT INTO rounds VALUES (1, 1, .8, .8, .8, .8, .8, 12, 0)")
    ok(db.execute("SELECT * FROM round_confidence").fetchall() == [],
       "without judgements there are no rows")


def main():
    test_random()
    test_many_judges()
    test_plans()
    test_without_judgements()
    return finish()


sys.exit(main())
