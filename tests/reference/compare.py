"""Compares the extension with an independent reference, call by call.

This folder states the rules a second time, in Python. The code is written from the
documents and uses no line and no number of the extension. The test calls each function of
the table assay_functions with hostile values. A query has them as parameters, literals or
columns; some are equal in all rows. The test calls aggregates over groups in several
orders, and over random window frames. Each answer must equal the reference's. Prints TAP,
with one test for each function.

    CASES=100000 SEED=7 /usr/bin/python3 tests/reference/compare.py [FUNCTION...]

CASES is the approximate number of compared answers of each function. The same SEED gives
the same cases.
"""

import os
import random
import sqlite3
import sys

sys.dont_write_bytecode = True  # no cache among the sources

if sys.version_info < (3, 9):
    sys.exit(f"Bail out! {sys.executable} is older than 3.9: name another by PYTHON=")

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from answers import agrees  # noqa: E402
from calls import AGGREGATES, SCALARS, UNKNOWN  # noqa: E402
from database import Database  # noqa: E402
from reading import Mistake  # noqa: E402

CASES = int(os.environ.get("CASES") or 600)
SEED = os.environ.get("SEED") or "1"
ENCODINGS = ("UTF-8", "UTF-8", "UTF-16le", "UTF-16be")
LONGEST_GROUP = 14
ROWS_AT_ONCE = 24


class Tally:
    def __init__(self):
        self.cases, self.wrong, self.first = 0, 0, []

    def check(self, got, want, call, arguments):
        self.cases += 1
        fails = isinstance(got, sqlite3.Error)
        if fails == (want is Mistake) and (fails or agrees(got, want)):
            return
        self.wrong += 1
        self.first = self.first or [
            f"call:      {call}", f"arguments: {arguments!r}",
            f"answer:    {got!r}",
            f"reference: {'an error' if want is Mistake else repr(want)}"]

    def rows(self, db, sql, parameters=()):
        """Returns the rows of a query. If the query fails, its error counts as a wrong
        answer."""
        try:
            return db.rows(sql, parameters)
        except sqlite3.Error as error:
            self.check(error, "rows", sql, parameters)
            return []


def answer_of(rule, *arguments):
    """Returns the reference's answer; the class Mistake if the answer must be an
    error."""
    try:
        return rule(*arguments)
    except Mistake:
        return Mistake


# --- scalars ----------------------------------------------------------------------------

def as_parameters(db, call, rows, tally):
    """Binds the arguments as parameters, and runs one prepared statement again for each
    row."""
    for row in rows:
        sql = f"SELECT {call.name}({', '.join(map(db.place, row))})"
        tally.check(db.value(sql, row), answer_of(call.rule, *row), sql, row)


def as_literals(db, call, rows, tally):
    for row in rows:
        if not all(map(db.reads_back, row)):
            continue
        sql = f"SELECT {call.name}({', '.join(map(db.literal, row))})"
        tally.check(db.value(sql), answer_of(call.rule, *row), sql, row)


def over_table(db, call, rows, tally, constants=None):
    """Calls the function over the columns of a table; `constants` replaces some columns
    by parameters. A row for which the call must be an error would end the whole query:
    the first such row is queried by itself, the others are left out."""
    constants = constants or {}
    rows = [[constants.get(k, value) for k, value in enumerate(row)] for row in rows]
    wanted = [answer_of(call.rule, *row) for row in rows]
    db.fill(rows)
    places = ", ".join(db.place(constants[k], k + 1) if k in constants else f"a{k}"
                       for k in range(call.arity))
    parameters = [constants.get(k) for k in range(max(constants, default=-1) + 1)]
    sql = f"SELECT id, {call.name}({places}) FROM drawn"
    if Mistake in wanted:
        at = wanted.index(Mistake)
        got = db.value(f"{sql} WHERE id = {at}", parameters)
        tally.check(got, Mistake, sql, rows[at])
    right = [at for at, want in enumerate(wanted) if want is not Mistake]
    listed = ", ".join(map(str, right))
    for at, got in tally.rows(db, f"{sql} WHERE id IN ({listed})", parameters):
        tally.check(got, wanted[at], sql, rows[at])


def constant_and_varying(encoding, call, rows, tally, draw):
    """Makes one argument constant, then some arguments, then all arguments but one. A
    function that caches the value of one argument must not use this value for another
    argument. The constants come from a row whose call gives no error, if there is one.
    Each query has a new connection, because on a used connection the function could have
    stopped caching."""
    right = [row for row in rows if answer_of(call.rule, *row) is not Mistake] or rows
    positions = range(call.arity)
    for k in positions:
        some = draw.sample(positions, draw.randint(1, call.arity))
        for constant in ([k], some, [j for j in positions if j != k]):
            row = draw.choice(right)
            over_table(Database(encoding), call, rows, tally,
                       {j: row[j] for j in constant})


def compare_scalar(encoding, call, draw, tally):
    db = Database(encoding)
    rows = [[make(draw) for make in call.makers] for _ in range(ROWS_AT_ONCE)]
    rows = [row for row in rows if all(map(db.can_hold, row))]
    as_parameters(db, call, rows, tally)
    as_literals(db, call, rows[:ROWS_AT_ONCE // 4], tally)
    if call.arity:
        over_table(db, call, rows, tally)
        constant_and_varying(encoding, call, rows, tally, draw)


# --- aggregates -------------------------------------------------------------------------

def random_frame(draw):
    """Returns a random window frame of any kind; some frames have no rows."""
    unit = draw.choice(("ROWS", "ROWS", "GROUPS", "RANGE"))
    starts = ["UNBOUNDED PRECEDING", f"{draw.randint(0, 4)} PRECEDING", "CURRENT ROW",
              f"{draw.randint(0, 4)} FOLLOWING"]
    start = draw.randrange(4)
    ends = [f"{draw.randint(0, 4)} PRECEDING", "CURRENT ROW",
            f"{draw.randint(0, 4)} FOLLOWING", "UNBOUNDED FOLLOWING"]
    end = draw.choice(ends[max(start - 1, 0):])
    exclude = draw.choice(("", "", "EXCLUDE CURRENT ROW", "EXCLUDE GROUP",
                           "EXCLUDE TIES"))
    return f"{unit} BETWEEN {starts[start]} AND {end} {exclude}"


def over_group(db, call, rows, tally):
    """Checks that a group's answer equals the reference's, and has the same bits in any
    order of the rows (R5)."""
    want, answers = answer_of(call.rule, rows), set()
    for order in ("id", "id DESC", "shuffled"):
        sql = f"SELECT {db.call_of(call)} FROM (SELECT * FROM drawn ORDER BY {order})"
        got = db.value(sql)
        tally.check(got, want, sql, rows)
        answers.add(repr(got) if want is not Mistake else None)
    tally.check(len(answers), 1, f"{call.name} in several orders: {answers}", rows)
    sql = f"SELECT {db.call_of(call)} FROM drawn WHERE id < 0"
    tally.check(db.value(sql), answer_of(call.rule, []), sql, [])


def over_frames(db, call, rows, shared, tally, draw):
    """Compares the aggregate, as a window function, with the reference. SQLite says which
    rows are in a frame, and the reference computes the answer for these rows. If the call
    must be an error for one frame, the whole query must fail."""
    frame = random_frame(draw)
    kept = draw.choice(("", "FILTER (WHERE kept)"))
    given = draw.choice((None, shared))
    if given:
        rows = [row[:call.columns] + shared for row in rows]
    window = f"FROM drawn WINDOW w AS (PARTITION BY part ORDER BY place {frame})"
    frames = [[rows[int(at)] for at in members.split(",")] if members else []
              for (members,) in db.rows(
                  f"SELECT group_concat(id) {kept} OVER w {window}")]
    wanted = [answer_of(call.rule, inside) for inside in frames]
    sql = f"SELECT {db.call_of(call, given)} {kept} OVER w {window}"
    if Mistake in wanted:
        tally.check(db.value(sql), Mistake, sql, frames[wanted.index(Mistake)])
        return
    for (got,), want, inside in zip(tally.rows(db, sql), wanted, frames):
        tally.check(got, want, sql, inside)


def share(call, rows, shared, draw):
    """Appends `shared`, the arguments that a whole group shares, to each row. In some
    groups a few rows get other arguments instead; such a call may have to fail."""
    differing = draw.choice((0, 0, 0.1, 0.3)) if shared else 0
    return [row + (shared if draw.random() >= differing else
                   [make(draw) for make in call.shared]) for row in rows]


def compare_aggregate(encoding, call, draw, tally):
    db = Database(encoding)
    shared = [make(draw) for make in call.shared]
    rows = call.rows(draw, draw.randint(1, LONGEST_GROUP))
    rows = share(call, rows, shared, draw)
    rows = [row for row in rows if all(map(db.can_hold, row))]
    if not all(map(db.can_hold, shared)):
        return
    db.fill(rows, draw)
    over_group(db, call, rows, tally)
    if rows:
        for _ in range(3):
            over_frames(db, call, rows, shared, tally, draw)


# --- all functions ----------------------------------------------------------------------

def compare(name, calls):
    """Tries random cases of `calls`, the overloads of a function, in all text encodings,
    until at least CASES answers are compared."""
    draw, tally = random.Random(f"{SEED} {name}"), Tally()
    while tally.cases < CASES:
        for call in calls:
            step = compare_scalar if call in SCALARS else compare_aggregate
            step(draw.choice(ENCODINGS), call, draw, tally)
    return tally


def overloads():
    """Returns the functions of the extension: {name: possible numbers of arguments}."""
    functions = {}
    for name, signature in Database().rows("SELECT name, signature FROM assay_functions"):
        inside = signature[signature.find("(") + 1:-1] if "(" in signature else ""
        arity = len(inside.split(",")) if inside else 0
        functions.setdefault(name, set()).add(arity)
    return functions


def report(number, passed, name, comments=()):
    print("ok" if passed else "not ok", number, "-", name)
    for comment in comments:
        line = "\\n".join(comment.splitlines())
        print("#", line.encode("utf-8", "backslashreplace").decode())
    sys.stdout.flush()
    return passed


def test(number, name, arities):
    """The reference must have all overloads of the function, or say why it has none."""
    if name in UNKNOWN:
        return report(number, True, f"{name} # SKIP {UNKNOWN[name]}")
    calls = [call for call in SCALARS + AGGREGATES if call.name == name]
    unknown = arities - {call.arity for call in calls}
    if unknown:
        return report(number, False, name, [f"no reference with {unknown} arguments"])
    tally = compare(name, calls)
    return report(number, not tally.wrong, f"{name}: {tally.cases} cases",
                  tally.wrong and [f"{tally.wrong} answers differ, the first:",
                                   *tally.first] or ())


def main():
    functions = overloads()
    wanted = {name: functions[name] for name in sys.argv[1:] or functions}
    print(f"1..{len(wanted) + 1}")
    print(f"# SEED={SEED} CASES={CASES}")
    passed = [test(number, *each) for number, each in enumerate(wanted.items(), 1)]
    gone = ({call.name for call in SCALARS + AGGREGATES} | set(UNKNOWN)) - set(functions)
    passed.append(report(len(passed) + 1, not gone, "the reference knows nothing else",
                         sorted(gone)))
    return all(passed)


sys.exit(not main())
