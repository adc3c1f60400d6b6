"""The questions that history.py asks about a history, in the SQL of each engine.

The answers are counts and sums, with few rows, so that almost no time goes into fetching
rows. Some sums multiply each row by a number made from its run_id, because without this
factor wrong rows could have the right sum. Each question names a column only once: SQLite
computes a view's column anew each time that a query names it.
"""

QUESTIONS = {
    "scores": "gate and index of all rounds",
    "best": "best round of each run",
    "chosen": "its gate and index, too",
    "stops": "where each run stops",
    "decisions": "why, and what it returns, too",
    "sweep": "248 gates",
    "flips": "flips under equal weights",
    "floor": "reading what the gate sees",
}
# "floor" measures the least possible time: it only reads the rows that the others read.
QUESTIONS_OF_ALL = [question for question in QUESTIONS if question != "floor"]

# The last step of the query for each question, the same for every engine. The engine's
# own SELECT replaces {}.
ASKED = {
    "scores": "SELECT count(*), sum(gate), sum(recency),"
              " sum((run_id % 101 + round) * ci) FROM ({})",
    "best": "SELECT count(*), sum(best_round), sum(run_id % 101 * best_round) FROM ({})",
    "chosen": "SELECT count(*), sum(best_round), sum(gate), sum(ci),"
              " sum(run_id % 101 * best_round) FROM ({})",
    "stops": "SELECT count(*), count(stop_round), sum(run_id % 101 * stop_round)"
             " FROM ({})",
    "decisions": "SELECT action, count(*), sum(stop_round), sum(returned_round),"
                 " sum(run_id % 101 * returned_round) FROM ({}) GROUP BY action"
                 " ORDER BY action",
    "flips": "SELECT count(*), sum(a <> b), sum(run_id % 101 * b) FROM ({})",
}

HIGHS = [h / 100 for h in range(60, 100, 5)]
COUNTS = list(range(31))
LISTS = ("highs(high) AS (VALUES " + ", ".join(f"({h})" for h in HIGHS) + "), "
         "counts(min_sources) AS (VALUES " + ", ".join(f"({n})" for n in COUNTS) + ")")
# The question "sweep": how many runs have a passing round? The query counts them for each
# floor `high` and each `min_sources`. It first computes `most` for each run and each
# `high`: the largest recent_sources of the rounds whose scores reach `high`. The run
# passes if most >= min_sources, so the query counts the runs for which this is true.
SWEEP = """WITH {lists},
stairs AS (
  SELECT high, run_id, max(recent_sources) AS most FROM {usable} CROSS JOIN highs
  WHERE {reaches} GROUP BY {order}),
counted AS (SELECT high, most, count(*) AS runs FROM stairs GROUP BY high, most)
SELECT h.high, c.min_sources, coalesce(sum(t.runs), 0)
FROM highs AS h CROSS JOIN counts AS c
LEFT JOIN counted AS t ON t.high = h.high AND t.most >= c.min_sources
GROUP BY h.high, c.min_sources ORDER BY h.high, c.min_sources"""


def asked(question, sql):
    return ASKED[question].format(sql)


# --- the views of sql/views.sql ---------------------------------------------------------

SEES = ("coverage, source_quality, agreement, verification, recency, recent_sources,"
        " critical_contradictions")
VIEWS = {
    "scores": asked("scores", "SELECT run_id, round, gate_passed AS gate, ci, recency"
                              " FROM round_scores"),
    "best": asked("best", "SELECT run_id, best_round FROM run_best_round"),
    "chosen": asked("chosen", "SELECT run_id, best_round, gate_passed AS gate, ci"
                              " FROM run_best_round"),
    "stops": asked("stops", "SELECT run_id, stop_round FROM run_decisions"),
    "decisions": asked("decisions", "SELECT run_id, action, stop_round, returned_round"
                                    " FROM run_decisions"),
    "sweep": SWEEP.format(
        lists=LISTS, usable="live_rounds", reaches=f"gate_pass({SEES}, high, 0)",
        order="run_id, high"),
    "flips": asked("flips", """
  SELECT run_id, best_round(round, gate_passed, ci) AS a,
         best_round(round, gate_passed,
                    ci_score(coverage, source_quality, agreement, verification, recency,
                             'equal')) AS b
  FROM round_scores GROUP BY run_id"""),
}

# "floor" in SQLite reads the rows without assay's functions, in one pass over sources.
SEEN = """count(d.coverage), count(d.source_quality), count(d.agreement),
  count(d.verification), count(d.critical_contradictions)"""
VIEWS["floor"] = f"""SELECT sum(n), {SEEN}
FROM (SELECT s.run_id, s.round, count(s.published) AS n, count(r.as_of)
      FROM sources AS s JOIN runs AS r ON r.run_id = s.run_id
      GROUP BY s.run_id, s.round) AS q
JOIN rounds AS d ON d.run_id = q.run_id AND d.round = q.round"""

# The same questions over the rows that sql/judged.sql stores.
JUDGED = {
    "scores": asked("scores", f"""
  SELECT run_id, round, gate_pass({SEES}) AS gate, recency,
         ci_score(coverage, source_quality, agreement, verification, recency) AS ci
  FROM judged_rounds"""),
    "best": asked("best", f"""
  SELECT run_id, best_round(round, {SEES}) AS best_round FROM judged_rounds
  WHERE run_id IN (SELECT run_id FROM runs) GROUP BY run_id"""),
    "chosen": asked("chosen", f"""
  SELECT b.run_id, best_round, gate_pass({SEES}) AS gate,
         ci_score(coverage, source_quality, agreement, verification, recency) AS ci
  FROM (SELECT run_id, best_round(round, {SEES}) AS best_round
        FROM judged_rounds GROUP BY run_id) AS b
  CROSS JOIN judged_rounds AS j ON j.run_id = b.run_id AND j.round = b.best_round
  JOIN runs AS r ON r.run_id = b.run_id"""),
    "stops": asked("stops", f"""
  SELECT run_id, stop_round(round, {SEES}) AS stop_round FROM judged_rounds
  WHERE run_id IN (SELECT run_id FROM runs) GROUP BY run_id"""),
    "decisions": asked("decisions", f"""
  SELECT j.run_id, t.action, t.round AS stop_round, t.returned_round
  FROM (SELECT run_id, stop_report(round, {SEES}) AS report
        FROM judged_rounds GROUP BY run_id) AS j
  CROSS JOIN stop_rows(j.report) AS t JOIN runs AS r ON r.run_id = j.run_id"""),
    "sweep": SWEEP.format(
        lists=LISTS, usable="judged_rounds", reaches=f"gate_pass({SEES}, high, 0)",
        order="run_id, high"),
    "flips": asked("flips", f"""
  SELECT run_id, best_round(round, {SEES}) AS a, best_round(round, {SEES}, 'equal') AS b
  FROM judged_rounds GROUP BY run_id"""),
    "floor": """SELECT count(recency), count(recent_sources), count(coverage),
  count(source_quality), count(agreement), count(verification),
  count(critical_contradictions) FROM judged_rounds""",
}

# A run of four rounds with ten sources each, and a statement that removes it.
NEW_RUN = """
INSERT INTO runs(run_id, title, domain, as_of)
SELECT max(run_id) + 1, 'new', 'ai_ml', '2026-06-30' FROM runs;
INSERT INTO rounds
SELECT (SELECT max(run_id) FROM runs), column1, .8, .8, .8, .8, .8, 12, 0
FROM (VALUES (1), (2), (3), (4));
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10)
INSERT INTO sources
SELECT d.run_id, d.round, 's' || i, NULL, date('2026-06-30', -i * 20 || ' days')
FROM rounds AS d CROSS JOIN n WHERE d.run_id = (SELECT max(run_id) FROM runs);
"""
NO_NEW_RUN = """
DELETE FROM sources WHERE run_id = (SELECT max(run_id) FROM runs);
DELETE FROM rounds WHERE run_id = (SELECT max(run_id) FROM runs);
DELETE FROM runs WHERE run_id = (SELECT max(run_id) FROM runs);
"""


# --- SQL without the functions ----------------------------------------------------------

def index(weights):
    """Returns SQL for the index (weighted mean) of usable scores; a missing score counts
    as 0."""
    names = ("coverage", "source_quality", "agreement", "verification", "recency")
    terms = " + ".join(f"{w!r} * coalesce({n}, 0)" for w, n in zip(weights, names))
    return f"({terms}) / {sum(weights)!r}"


def scored(rounds, least, weights):
    """Returns a query that adds three columns to each round: the lowest of its five
    scores, the index and the gate."""
    return f"""SELECT *, {index(weights)} AS ci,
       CASE WHEN least >= 0.75 AND recent_sources >= 10 AND critical_contradictions = 0
            THEN 1 ELSE 0 END AS gate
FROM (SELECT *, {least} AS least FROM {rounds}) AS g"""


def scores_view(recent, least, weights):
    """Returns SQL for a view over rounds and sources. It reads rounds from `usable`,
    which has NULL in place of unusable values."""
    return f"""
CREATE TEMP VIEW scores AS
WITH counted AS (
  SELECT run_id, round, count(*) AS n, sum(CASE WHEN {recent} THEN 1 ELSE 0 END) AS recent
  FROM (SELECT s.run_id, s.round, s.published, r.as_of,
               coalesce(s.domain, r.domain, 'default') AS domain
        FROM sources AS s JOIN runs AS r ON r.run_id = s.run_id) AS s
  LEFT JOIN windows AS w ON w.domain = s.domain
  GROUP BY run_id, round
), gathered AS (
  SELECT d.run_id, d.round, d.coverage, d.source_quality, d.agreement, d.verification,
         1.0 * c.recent / c.n AS recency, c.recent AS recent_sources,
         d.critical_contradictions
  FROM counted AS c JOIN usable AS d ON d.run_id = c.run_id AND d.round = c.round
  UNION ALL
  SELECT d.run_id, d.round, d.coverage, d.source_quality, d.agreement, d.verification,
         CASE WHEN o.run_id IS NULL THEN d.recency END,
         CASE WHEN o.run_id IS NULL THEN d.recent_sources ELSE 0 END,
         d.critical_contradictions
  FROM usable AS d
  LEFT JOIN (SELECT DISTINCT run_id FROM sources) AS o ON o.run_id = d.run_id
  WHERE NOT EXISTS (SELECT 1 FROM sources AS s
                    WHERE s.run_id = d.run_id AND s.round = d.round)
)
{scored("gathered", least, weights)}"""


DIMENSIONS = "coverage, source_quality, agreement, verification, recency"
# DuckDB's least() ignores NULLs; SQLite's min() returns NULL if any argument is NULL.
LEAST_DUCKDB = ("CASE WHEN coverage + source_quality + agreement + verification + recency"
                f" IS NOT NULL THEN least({DIMENSIONS}) END")
LEAST_SQLITE = f"min({DIMENSIONS})"
RECENT_DUCKDB = "as_of - published <= coalesce(w.days, {default})"
# SQL that reads the forms of dates in this history. Like age_days(), the SQL ignores the
# time zone of a date.
RECENT_SQLITE = """julianday(date(as_of)) - CASE
    WHEN published GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]*'
    THEN julianday(substr(published, 1, 10))
    WHEN published GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'
    THEN julianday(published || '-01') END <= coalesce(w.days, {default})"""

# The stop policy with patience 1 (a run stops at the first fall of its index) and at most
# four rounds. The returned round is one of the rounds up to the stop. A round that halts
# the run by a contradiction is returned only if it is the first round. The policy
# compares each complete round (with all weighted scores) with the complete round before
# it.
STOPS = """
WITH scored AS (
  SELECT * FROM {scores} WHERE run_id IN (SELECT run_id FROM runs)
), falls AS (
  SELECT run_id, round, round(ci, 12) < round(lag(ci) OVER so_far, 12) AS fell
  FROM scored WHERE least IS NOT NULL
  WINDOW so_far AS (PARTITION BY run_id ORDER BY round)
), steps AS (
  SELECT s.run_id, s.round, ci, gate, fell,
         row_number() OVER (PARTITION BY s.run_id ORDER BY s.round) AS n,
         least >= 0.75 AND recent_sources >= 10 AND critical_contradictions > 0 AS halted
  FROM scored AS s LEFT JOIN falls AS f ON f.run_id = s.run_id AND f.round = s.round
), acts AS (
  SELECT *, CASE WHEN gate = 1 THEN 'pass' WHEN halted THEN 'halt_contradiction'
                 WHEN fell THEN 'patience_stop' WHEN n = 4 THEN 'max_rounds'
            END AS action
  FROM steps
)"""
FIRST_STOP = STOPS + """
SELECT run_id, min(CASE WHEN action IS NOT NULL THEN round END) AS stop_round
FROM acts GROUP BY run_id"""
DECISIONS = STOPS + """, stops AS (
  SELECT run_id, min(n) AS last FROM acts WHERE action IS NOT NULL GROUP BY run_id
), seen AS (
  SELECT a.*, last FROM acts AS a LEFT JOIN stops AS t ON t.run_id = a.run_id
  WHERE last IS NULL OR n <= last
)
SELECT b.run_id, coalesce(action, 'continue') AS action,
       CASE WHEN action IS NOT NULL THEN l.round END AS stop_round, returned_round
FROM ({best}) AS b
LEFT JOIN (SELECT run_id, round, action FROM seen WHERE n = last) AS l
  ON l.run_id = b.run_id"""
CANDIDATES = "seen WHERE n = 1 OR action IS NULL OR action <> 'halt_contradiction'"


def sql_questions(scores, least_gate, best):
    """Returns the questions in SQL without assay. `best(order, columns, source)` writes
    SQL that finds each run's row with the greatest `order`. If several rows have the
    greatest `order`, the SQL finds the earliest round."""
    known = f"{scores} WHERE run_id IN (SELECT run_id FROM runs)"
    order = "gate, round(ci, 12)"
    return {
        "scores": asked("scores",
                        f"SELECT run_id, round, gate, ci, recency FROM {scores}"),
        "best": asked("best", best(order, {"best_round": "round"}, known)),
        "chosen": asked("chosen", best(order, {"best_round": "round", "gate": "gate",
                                               "ci": "ci"}, known)),
        "stops": asked("stops", FIRST_STOP.format(scores=scores)),
        "decisions": asked("decisions", DECISIONS.format(
            scores=scores,
            best=best(order, {"returned_round": "round"}, CANDIDATES))),
        "sweep": SWEEP.format(
            lists=LISTS, usable=f"(SELECT run_id, recent_sources, least FROM {scores}"
                                " WHERE critical_contradictions = 0) AS u",
            reaches="least >= high", order="high, run_id"),
        "flips": asked("flips", """
  SELECT x.run_id, a, b FROM ({}) AS x JOIN ({}) AS y ON y.run_id = x.run_id""".format(
            best(order, {"a": "round"}, scores),
            best(f"gate, round({least_gate}, 12)", {"b": "round"}, scores))),
    }


def best_duckdb(order, columns, source):
    row = ", ".join(f"arg_max({column}, ({order}, -round)) AS {name}"
                    for name, column in columns.items())
    return f"SELECT run_id, {row} FROM {source} GROUP BY run_id"


def best_sqlite(order, columns, source):
    descending = ", ".join(f"{term} DESC" for term in split(order))
    row = ", ".join(f"{column} AS {name}" for name, column in columns.items())
    return f"""SELECT run_id, {row} FROM (
  SELECT *, row_number() OVER (PARTITION BY run_id ORDER BY {descending}, round) AS place
  FROM {source}) AS p WHERE place = 1"""


def split(order):
    gate, index_of = order.split(", ", 1)
    return gate, index_of


def duckdb_setup(weights, default):
    return scores_view(RECENT_DUCKDB.format(default=default), LEAST_DUCKDB, weights)


def duckdb_tables(weights):
    """Returns the SQL that makes two tables. "numbers" stores the seven numbers of each
    round, as judged.sql does; each question computes the index and the gate from them.
    "stored" stores the index and the gate, too."""
    view = scored("seven", LEAST_DUCKDB, weights)
    return {
        "numbers": ["DROP VIEW IF EXISTS numbers",
                    "CREATE OR REPLACE TABLE seven AS"
                    f" SELECT run_id, round, {DIMENSIONS},"
                    " recent_sources, critical_contradictions FROM scores",
                    f"CREATE VIEW numbers AS {view}"],
        "stored": ["CREATE OR REPLACE TABLE stored AS SELECT * FROM scores"],
    }


def duckdb_questions(scores, equal):
    return sql_questions(scores, index(equal), best_duckdb)


def sqlite_setup(weights, default):
    """Returns SQL for two views: `usable` has the usable numbers of each round, and
    `scores` computes the index and the gate from them."""
    def usable(name, test):
        return (f"CASE WHEN typeof({name}) IN ('integer', 'real') AND {test}"
                f" THEN {name} END")
    scores = ", ".join(f"{usable(n, f'{n} BETWEEN 0 AND 1')} AS {n}"
                       for n in DIMENSIONS.split(", "))
    counts = ", ".join(f"{usable(n, f'{n} >= 0 AND {n} = round({n})')} AS {n}"
                       for n in ("recent_sources", "critical_contradictions"))
    return [f"CREATE TEMP VIEW usable AS SELECT run_id, round, {scores}, {counts}"
            " FROM rounds",
            scores_view(RECENT_SQLITE.format(default=default), LEAST_SQLITE, weights)]


def sqlite_questions(equal):
    return sql_questions("scores", index(equal), best_sqlite)


# --- into DuckDB by CSV -----------------------------------------------------------------

EXPORTS = {
    "runs": "SELECT run_id, domain, as_of FROM runs",
    "rounds": f"SELECT run_id, round, {DIMENSIONS}, recent_sources,"
              " critical_contradictions FROM rounds",
    "sources": "SELECT run_id, round, domain, published FROM sources",
}


def duckdb_imports(path):
    """Returns SQL that imports the CSV files into tables with DuckDB's own types: dates
    have the type DATE, and unusable values are NULL."""
    def csv(name):
        return f"read_csv('{path(name)}', all_varchar = true, header = true)"
    scores = ", ".join(f"CASE WHEN try_cast({n} AS DOUBLE) BETWEEN 0 AND 1"
                       f" THEN try_cast({n} AS DOUBLE) END AS {n}"
                       for n in DIMENSIONS.split(", "))
    counts = ", ".join(f"CASE WHEN try_cast({n} AS DOUBLE) >= 0"
                       f" AND try_cast({n} AS DOUBLE) = floor(try_cast({n} AS DOUBLE))"
                       f" THEN try_cast({n} AS DOUBLE)::INTEGER END AS {n}"
                       for n in ("recent_sources", "critical_contradictions"))
    return [
        "CREATE OR REPLACE TABLE runs AS SELECT run_id::INTEGER AS run_id, domain,"
        f" left(as_of, 10)::DATE AS as_of FROM {csv('runs')}",
        "CREATE OR REPLACE TABLE usable AS SELECT run_id::INTEGER AS run_id,"
        f" round::INTEGER AS round, {scores}, {counts} FROM {csv('rounds')}",
        f"""CREATE OR REPLACE TABLE sources AS
SELECT run_id::INTEGER AS run_id, round::INTEGER AS round, domain,
       CASE WHEN regexp_matches(published, '^\\d{{4}}-\\d\\d-\\d\\d')
            THEN try_cast(left(published, 10) AS DATE)
            WHEN regexp_matches(published, '^\\d{{4}}-\\d\\d$')
            THEN try_cast(published || '-01' AS DATE) END AS published
FROM {csv('sources')}""",
    ]
