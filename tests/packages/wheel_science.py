"""Tests the wheel together with numpy and pandas, on the demo database. wheel.sh runs
it."""

import re
import sqlite3

import numpy
import pandas  # first, or its warnings would count as warnings of report()

import assay_sqlite
from environment import is_eq, throws

db = assay_sqlite.connect("demo.db")


def bound(value):
    return db.execute("SELECT typeof(?1), ?1", (value,)).fetchone()


for name in ("int8 int16 int32 int64 uint8 uint16 uint32 uint64 intc uintc longlong"
             " ulonglong").split():
    is_eq(bound(getattr(numpy, name)(12)), ("integer", 12), f"numpy.{name} is an INTEGER")
is_eq(bound(numpy.bool_(True)), ("integer", 1), "numpy.bool_ is an INTEGER")
for name in "float16 float32 float64 longdouble".split():
    is_eq(bound(getattr(numpy, name)(0.75)), ("real", 0.75), f"numpy.{name} is a REAL")
is_eq(bound(numpy.float32("nan")), ("null", None), "NaN is NULL")
is_eq(bound(numpy.datetime64("2026-02-03")), ("text", "2026-02-03"),
      "a day is text that age_days() reads")
is_eq(db.execute("SELECT age_days(?, '2026-02-04')",
                 (numpy.datetime64("2026-02-03T10:00:00.123456789"),)).fetchone()[0], 1,
      "age_days() reads a moment in nanoseconds")
is_eq(bound(numpy.datetime64("NaT")), ("null", None), "no day is NULL")

styler = assay_sqlite.report(db, run_id=2)
html = styler.to_html()
matrix = styler.data
rows = db.execute("SELECT * FROM round_scores WHERE run_id = 2 ORDER BY round").fetchall()
is_eq(len(matrix), len(rows), "report() has a row per round")
is_eq(list(matrix.columns), ["coverage", "source_quality", "agreement", "verification",
                             "recency", "ci", "gate"], "report() has these columns")
is_eq(matrix["gate"].tolist(), ["fails", "fails", "fails", "passes, kept"], "the gate")
is_eq([round(ci, 3) for ci in matrix["ci"]], [
    round(ci, 3) for ci, in
    db.execute("SELECT ci FROM round_scores WHERE run_id = 2 ORDER BY round")],
    "the index")


# Returns how many cells have the background `colour`. pandas writes each style only
# once, after a list of the cells that have it.
def cells_of(page, colour):
    rules = re.findall(r"([^{}]*)\{\s*background-color: " + colour, page)
    return sum(len(re.findall(r"#T_\w+_row\d+_col\d+", rule)) for rule in rules)


TIERS = {"#08519c": "Elite", "#6baed6": "High", "#fdd49e": "Medium", "#b30000": "Low"}
for colour, tier in TIERS.items():
    want, = db.execute("""
        SELECT sum((coverage_tier = ?1) + (source_quality_tier = ?1)
                   + (agreement_tier = ?1) + (verification_tier = ?1)
                   + (recency_tier = ?1)) FROM round_scores WHERE run_id = 2""",
        (tier,)).fetchone()
    is_eq(cells_of(html, colour), want, f"{tier} has its colour")
is_eq(len(assay_sqlite.report(db).data), 82, "without a run it shows all")
cut = assay_sqlite.report(db, limit=10)
is_eq((len(cut.data), cut.caption), (10, "The first 10 rounds"), "limit cuts the rows")
is_eq(assay_sqlite.report(db, limit=82).caption, None,
      "if nothing is cut there is no caption")



def steps(**choice):
    """Makes a report. Returns how many hundreds of instructions SQLite ran."""
    taken = []
    db.set_progress_handler(lambda: taken.append(1), 100)
    assay_sqlite.report(db, **choice)
    db.set_progress_handler(None, 100)
    return len(taken)


few, many = steps(run_id=2), steps()
is_eq(10 < 8 * few < many, True, f"a run is computed by itself: {few} of {many} steps")

db.execute("BEGIN")
db.execute("UPDATE rounds SET coverage = 9.5, agreement = 'n/a', verification = ' 8e-1 '"
           " WHERE run_id = 2 AND round = 1")
odd = assay_sqlite.report(db, run_id=2)
is_eq([odd.data["coverage"].isna().iloc[0], odd.data["agreement"].isna().iloc[0],
       odd.data["verification"].iloc[0]], [True, True, 0.8], "odd scores are missing")
is_eq(cells_of(odd.to_html(), "#d9d9d9"), 2, "and grey")
db.execute("ROLLBACK")
db.row_factory = sqlite3.Row
is_eq(len(assay_sqlite.report(db, run_id=2).data), 4, "a row factory changes nothing")
is_eq(assay_sqlite.report(db, run_id=-1).data.shape, (0, 7), "a run that is not there")

# Run 2 has judges, so the report says how sure the gate's verdict is. Run 7 has no
# judges.
sure = assay_sqlite.report(db, run_id=2, judges=True)
names = ["ci_low", "ci_high", "gate_confidence"]
want = [tuple(row) for row in db.execute(
    "SELECT low, high, gate_confidence FROM round_confidence WHERE run_id = 2"
    " ORDER BY round")]
is_eq([tuple(row) for row in sure.data[names].to_numpy()], want, "the judges' error bars")
is_eq(re.findall(r">([0-9.]+%)<", sure.to_html()), ["0.0%", "0.0%", "19.1%", "100.0%"],
      "and shares, as they are shown")
nobody = assay_sqlite.report(db, run_id=7, judges=True)
is_eq((nobody.data[names].isna().to_numpy().all(), nobody.to_html().count("nan")),
      (True, 0), "empty where nobody judged")
is_eq(assay_sqlite.report(db, run_id=-1, judges=True).data.shape, (0, 10),
      "a run that is not there has no judges")
throws(lambda: assay_sqlite.report(assay_sqlite.connect(":memory:")).to_html(),
       sqlite3.OperationalError, "report: no such table: round_scores; the views are",
       "without the views the error names them")
