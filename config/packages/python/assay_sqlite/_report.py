"""report(): the tiers of a history's rounds as a coloured table for notebooks."""

import sqlite3
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pandas.io.formats.style import Styler  # type: ignore[import]

_DIMENSIONS = ("coverage", "source_quality", "agreement", "verification", "recency")

# For each tier, the colours of cell and text, as in sql/reports/tier_matrix.sql.  The
# colours also differ in lightness, for people who do not see colours.
_COLOURS = {
    "Elite": ("#08519c", "#ffffff"),
    "High": ("#6baed6", "#000000"),
    "Medium": ("#fdd49e", "#000000"),
    "Low": ("#b30000", "#ffffff"),
    "missing": ("#d9d9d9", "#000000"),
}

# With this query the views compute only the rounds that the report shows.  A join over
# all runs would make the views compute every round.
_ROUNDS = """
SELECT s.run_id, s.round, {scores}, s.ci, s.gate_passed,
       s.round = (SELECT best_round(b.round, b.gate_passed, b.ci)
                  FROM round_scores AS b WHERE b.run_id = s.run_id) AS kept, {tiers}
FROM round_scores AS s
WHERE (?1 IS NULL OR s.run_id = ?1) AND s.run_id IN (SELECT run_id FROM runs)
ORDER BY s.run_id, s.round LIMIT ?2
""".format(
    scores=", ".join(
        f"CASE WHEN s.{name}_tier IS NOT NULL THEN s.{name} END" for name in _DIMENSIONS
    ),
    tiers=", ".join(f"coalesce(s.{name}_tier, 'missing')" for name in _DIMENSIONS),
)

_JUDGES = """
SELECT low, high, gate_confidence FROM round_confidence WHERE run_id = ? AND round = ?
"""


def report(
    connection: sqlite3.Connection,
    run_id: Any = None,
    limit: int = 200,
    judges: bool = False,
) -> "Styler":
    """Returns a pandas Styler with a row per round: five tiers, the index, the gate.

    The database must have the views of sql_path("views.sql").  `run_id` selects one run;
    without it the first `limit` rounds are shown.  With `judges` the table also shows the
    95 % interval of the judges' mean index, and the share of random draws of judges in
    which the gate passes.  Interval and share are empty if fewer than two judges, or
    fewer than two families of judges, scored the round.
    """
    try:
        import jinja2  # noqa: F401  a Styler needs it for drawing
        import pandas  # type: ignore[import]
    except ImportError as missing:
        raise ImportError(
            "report: needs pandas and jinja2: pip install 'assay-sqlite[notebook]'"
        ) from missing
    rows = _ask(connection, _ROUNDS, run_id, limit + 1)
    cut = len(rows) > limit
    rows = rows[:limit]
    index = pandas.MultiIndex.from_tuples(
        [row[:2] for row in rows], names=["run_id", "round"]
    )
    columns = [*_DIMENSIONS, "ci", "gate"]
    table = pandas.DataFrame(map(_cells, rows), index=index, columns=columns)
    styles = pandas.DataFrame(map(_styles, rows), index=index, columns=columns)
    if judges:
        bars = [_bars(connection, row) for row in rows]
        names = ["ci_low", "ci_high", "gate_confidence"]
        table[names] = pandas.DataFrame(bars, index, names, dtype=float)
        styles[names] = ""
    styler = table.style.apply(lambda _: styles, axis=None)
    styler = styler.format("{:.2f}", subset=[*_DIMENSIONS, "ci"], na_rep="missing")
    if judges:
        styler = styler.format("{:.2f}", subset=["ci_low", "ci_high"], na_rep="")
        styler = styler.format("{:.1%}", subset=["gate_confidence"], na_rep="")
    if cut:
        styler = styler.set_caption(f"The first {limit} rounds")
    return styler


def _ask(connection: sqlite3.Connection, sql: str, *values: Any) -> Any:
    cursor = connection.cursor()
    cursor.row_factory = None  # the caller's row_factory may return anything
    try:
        return cursor.execute(sql, values).fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        raise sqlite3.OperationalError(
            f"report: {error}; the views are those of sql_path('views.sql')"
        ) from error


def _bars(connection: sqlite3.Connection, row: Any) -> Any:
    found = _ask(connection, _JUDGES, row[0], row[1])
    return found[0] if found else (None, None, None)


def _cells(row: Any) -> Any:
    gate = "passes" if row[8] else "fails"
    scores = [float("nan") if score is None else float(score) for score in row[2:8]]
    return [*scores, gate + ", kept" if row[9] else gate]


def _styles(row: Any) -> Any:
    tiers = ["background-color: {}; color: {}".format(*_COLOURS[t]) for t in row[10:15]]
    return [*tiers, "", "font-weight: bold" if row[9] else ""]
