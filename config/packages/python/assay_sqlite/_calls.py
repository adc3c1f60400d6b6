"""Judges rounds, decides when a run stops, and finds the best round.

The extension decides everything.  This module only converts values, and runs the
statements in sql_path("calls").
"""

import json
import math
import numbers
import sqlite3
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import (
    TYPE_CHECKING,
    Any,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Sequence,
    Tuple,
    Union,
)

from ._errors import explained
from ._loading import load_extension, statement

if TYPE_CHECKING:
    from pandas import DataFrame  # type: ignore[import]

Evidence = Union[Mapping[str, Any], str, None]
Rounds = Union[Mapping[Any, Evidence], Sequence[Evidence]]
Source = Union[Mapping[str, Any], str]

_COLUMNS = (
    "coverage",
    "source_quality",
    "agreement",
    "verification",
    "recency",
    "recent_sources",
    "critical_contradictions",
)

# The connection for calls without `db`.  Each thread has its own, because a connection
# belongs to the thread that opened it.
_own = threading.local()


@dataclass(frozen=True)
class Verdict:
    """The verdict of the gate on one round's evidence."""

    passed: bool
    reason: str  # empty if the round passes
    ci: Optional[float]  # the index, which only breaks ties between rounds
    failed_dimensions: Tuple[str, ...]
    missing: Tuple[str, ...]  # names that the gate needs but the evidence lacks
    unknown: Tuple[str, ...]  # names in the evidence that the gate does not read
    report: Dict[str, Any] = field(repr=False)  # the whole answer of rubric_report()


@dataclass(frozen=True)
class Decision:
    """The decision of the stop policy about a run."""

    action: str  # continue, pass, halt_contradiction, patience_stop, max_rounds
    round: Any  # the round that stops the run; None while it continues
    returned_round: Any  # the round to use as the run's answer
    reason: str  # why the last round that was judged fails; empty if it passes
    run_id: Any = None


class Decisions(List[Decision]):
    """A list of decisions, one per run."""

    def to_pandas(self) -> "DataFrame":
        """Returns the decisions as a DataFrame, with the run as its index."""
        import pandas

        names = [name for name in Decision.__dataclass_fields__ if name != "run_id"]
        rows = [[getattr(each, name) for name in names] for each in self]
        index = pandas.Index([each.run_id for each in self], name="run_id")
        return pandas.DataFrame(rows, index=index, columns=names)


def gate(
    evidence: Evidence,
    rubric: str = "research",
    *,
    db: Optional[sqlite3.Connection] = None,
) -> Verdict:
    """Is this round good enough, and if not, why?

    `evidence` has the scores and counts by name, or is the unchanged text of a judge's
    reply.  A value that can't be read is missing, and a missing value never passes.  For
    your own rubrics or limits, pass a connection `db` that has loaded them; without `db`
    the built-in settings decide.
    """
    (text,) = _one(db, "gate", rubric, evidence=_text(evidence))
    report = json.loads(text)
    return Verdict(
        passed=bool(report["gate_passed"]),
        reason=report["reason"],
        ci=report["ci_score"],
        failed_dimensions=tuple(report["failed_dimensions"]),
        missing=tuple(report["missing"]),
        unknown=tuple(report["unknown"]),
        report=report,
    )


def stop(
    rounds: Union[sqlite3.Connection, Rounds],
    run_id: Any = None,
    rubric: str = "research",
    *,
    db: Optional[sqlite3.Connection] = None,
) -> Decision:
    """Does the run need another round?

        stop(db, 7)                             about the stored run 7
        stop([first, second])                   about the evidence of rounds 1 and 2
        stop({1: first, 2: second}, db=db)      the same, under the settings of db

    A run without a round has the action `continue`.  For a stored run under your
    own rubric, stop() reads the evidence that record_round() stored under this rubric.
    """
    if isinstance(rounds, sqlite3.Connection):
        row = _one(rounds, *_stored("stop", rubric), run_id=run_id)
        return _decision(*row) if row else Decision("continue", None, None, "", run_id)
    (text,) = _one(db, "stop", rubric, rounds=_pairs(rounds))
    if text is None:
        return Decision("continue", None, None, "")
    report = json.loads(text)
    names = ("action", "round", "returned_round", "reason")
    return Decision(*(report[name] for name in names))


def best(
    rounds: Union[sqlite3.Connection, Rounds],
    run_id: Any = None,
    rubric: str = "research",
    *,
    db: Optional[sqlite3.Connection] = None,
) -> Any:
    """Returns the best of all the run's rounds, or None.  See stop() for arguments."""
    if isinstance(rounds, sqlite3.Connection):
        row = _one(rounds, *_stored("best", rubric), run_id=run_id)
        return row[0] if row else None
    return _one(db, "best", rubric, rounds=_pairs(rounds))[0]


def decisions(db: sqlite3.Connection, rubric: str = "research") -> Decisions:
    """Returns the decision on every stored run that has a round."""
    rows = _all(db, *_stored("decisions", rubric))
    return Decisions(_decision(*row) for row in rows)


def record_round(
    db: sqlite3.Connection,
    run_id: Any,
    round: int,
    evidence: Evidence,
    sources: Iterable[Source] = (),
    rubric: str = "research",
    *,
    title: Optional[str] = None,
    as_of: Optional[str] = None,
) -> None:
    """Stores a round, the run if it is new, and the round's sources: all or nothing.

    Scores and counts are stored unchanged, or as NULL if the evidence can't be read.
    Under your own rubric the evidence goes into the table evidence.  A source is a name,
    or a mapping with `source`, `domain` and `published`.  `title` and `as_of` are stored
    if the run is new; the defaults are the run's id and today.  If the round is stored
    already, record_round() raises sqlite3.IntegrityError.  If you have opened a
    transaction, record_round() does not commit it.
    """
    with _all_or_nothing(db):
        _all(db, "record_run", run_id=run_id, title=title, as_of=as_of)
        at = {"run_id": run_id, "round": round}
        if _is_research(rubric):
            _all(db, "record_round", **at, **_cells(evidence))
        else:
            _all(db, "record_evidence", rubric, **at, evidence=_text(evidence))
        for source in sources:
            cited = source if isinstance(source, Mapping) else {"source": source}
            names = ("source", "domain", "published")
            cells = {name: _cell(cited.get(name)) for name in names}
            _all(db, "record_source", **at, **cells)


@contextmanager
def _all_or_nothing(db: sqlite3.Connection) -> Iterator[None]:
    db.execute("SAVEPOINT assay_record_round")
    try:
        yield
        db.execute("RELEASE assay_record_round")
    except BaseException:
        if db.in_transaction:  # if the disk is full, SQLite has already rolled back
            db.execute("ROLLBACK TO assay_record_round")
            db.execute("RELEASE assay_record_round")
        raise


def _decision(
    run_id: Any, action: str, round: Any, returned_round: Any, reason: str
) -> Decision:
    return Decision(action, round, returned_round, reason, run_id)


# --- statements -------------------------------------------------------------------------


def _is_research(rubric: str) -> bool:
    return rubric.lower() == "research"


def _stored(name: str, rubric: str) -> Tuple[str, Optional[str]]:
    """Returns the name of a statement over stored runs, and the value of its parameter
    `rubric`, or None if it has no such parameter."""
    if _is_research(rubric):
        return f"{name}_run", None
    return f"{name}_rubric", rubric


def _all(
    db: sqlite3.Connection, name: str, rubric: Optional[str] = None, **values: Any
) -> List[Any]:
    if rubric is not None:
        values["rubric"] = rubric
    cursor = db.cursor()
    cursor.row_factory = None  # the caller's row_factory may return anything
    try:
        with explained():
            return cursor.execute(statement(name), values).fetchall()
    except sqlite3.OperationalError as error:
        if "no such table" not in str(error):
            raise
        raise sqlite3.OperationalError(
            f"{name}: {error}; tables and views are those of sql_path('schema.sql') and"
            " sql_path('views.sql')"
        ) from error


def _one(
    db: Optional[sqlite3.Connection],
    name: str,
    rubric: Optional[str] = None,
    **values: Any,
) -> Any:
    """Returns the first row of a statement, or None.  Without `db` the built-in settings
    decide."""
    if db is None:
        if not hasattr(_own, "connection"):
            _own.connection = sqlite3.connect(":memory:")
            load_extension(_own.connection)
        db = _own.connection
    rows = _all(db, name, rubric, **values)
    return rows[0] if rows else None


# --- values -----------------------------------------------------------------------------


def _text(evidence: Evidence) -> str:
    """Returns evidence as JSON text.  If the evidence is not an object, every score is
    missing."""
    if isinstance(evidence, str):
        return _encodable(evidence)
    return json.dumps(_plain(evidence), default=str)


def _encodable(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _plain(value: Any) -> Any:
    """Turns numpy's numbers into Python's, and NaN and infinity into None."""
    if isinstance(value, Mapping):
        return {str(name): _plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    if isinstance(value, numbers.Integral) and not isinstance(value, int):
        return int(value)
    if isinstance(value, numbers.Real) and not isinstance(value, int):
        value = float(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _pairs(rounds: Rounds) -> str:
    if not isinstance(rounds, Mapping):
        rounds = dict(enumerate(rounds, 1))
    return json.dumps([[number, _text(each)] for number, each in rounds.items()])


def _cells(evidence: Evidence) -> Dict[str, Any]:
    """Returns the values for the columns of the table rounds.  Names in the evidence are
    read in any case, as in the extension."""
    try:
        given = (
            json.loads(evidence, object_pairs_hook=_once, parse_constant=_no_number)
            if isinstance(evidence, str)
            else evidence
        )
    except (ValueError, RecursionError):
        given = None
    cells = _once(given.items()) if isinstance(given, Mapping) else {}
    return {name: _cell(cells.get(name)) for name in _COLUMNS}


def _once(pairs: Iterable[Tuple[Any, Any]]) -> Dict[str, Any]:
    """Returns a dict with the names in lower case.  If two names are then equal, the
    value is None."""
    found: Dict[str, Any] = {}
    for name, value in pairs:
        name = str(name).lower()
        found[name] = None if name in found else value
    return found


def _no_number(word: str) -> None:
    raise ValueError(f"{word} is no JSON")


def _cell(value: Any) -> Any:
    """Returns a value that sqlite3 can bind.  A date becomes ISO text.  Any other value
    that sqlite3 can't bind becomes JSON text, which counts as a missing score."""
    value = _plain(value)
    if value is None or isinstance(value, (float, bytes)):
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        if -(2**63) <= value < 2**63:
            return value
    if hasattr(value, "isoformat"):
        return value.isoformat()
    return _encodable(value if isinstance(value, str) else json.dumps(value, default=str))
