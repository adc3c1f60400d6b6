"""Functions for the comparisons with other programs. They make a table t(a, b, c), call
an aggregate over this table, compare two answers, and print TAP lines. Without scipy and
statsmodels (Debian: python3-scipy, python3-statsmodels) each comparison is a SKIP.
"""

import json
import math
import os
import random
import sys

try:
    import scipy.stats
    from statsmodels.stats.proportion import proportion_confint
except ImportError as missing:
    print(f"1..0 # SKIP {missing}")
    sys.exit()

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import connect  # noqa: E402

CASES = int(os.environ.get("CASES") or 2000)
SEED = os.environ.get("SEED") or "1"

db = connect()
db.execute("CREATE TABLE t(a, b, c)")


def ask(call, rows):
    """Returns the answer of an aggregate over rows of up to three columns."""
    db.execute("DELETE FROM t")
    db.executemany("INSERT INTO t VALUES (?, ?, ?)",
                   [(*row, *[None] * (3 - len(row))) for row in rows])
    return db.execute(f"SELECT {call} FROM t").fetchone()[0]


def report(call, rows):
    answer = ask(call, rows)
    return None if answer is None else json.loads(answer)


def apart(got, want, unit=1.0):
    """Returns the difference of two answers, divided by `unit`, or infinity if only one
    answer is missing."""
    if got is None or want is None or math.isnan(want):
        return 0.0 if got is None and (want is None or math.isnan(want)) else math.inf
    return abs(got - want) / unit


def share_of(got, want):
    return apart(got, want, abs(want) or 1.0)


def t_quantile(freedom):
    """Returns the .975 quantile of Student's t. scipy's quantile has only ten correct
    digits. A step of Newton's method adds more, because scipy's distribution and density
    are precise.
    """
    t = scipy.stats.t(freedom)
    rough = t.ppf(0.975)
    return rough - (t.cdf(rough) - 0.975) / t.pdf(rough)


def interval(answer, passed, n, freedom=None):
    """Returns how far the answer's interval is from statsmodels' Wilson interval for n
    attempts (n can be a fraction). If `freedom` (degrees of freedom) is given, the
    interval uses the .975 quantile of Student's t, otherwise that of the normal
    distribution.
    """
    level = 0.05 if freedom is None else 2 * scipy.stats.norm.sf(t_quantile(freedom))
    low, high = proportion_confint(passed, n, alpha=level, method="wilson")
    return max(apart(answer["low"], low), apart(answer["high"], high))


def run(checks):
    """Runs the checks. Each check is (name, function, share, the greatest allowed
    difference). The function is called `share` * CASES times, or once if `share` is None.
    """
    print(f"1..{len(checks)}")
    print(f"# SEED={SEED} CASES={CASES}")
    failed = 0
    for number, (what, check, share, most) in enumerate(checks, 1):
        draw = random.Random(f"{SEED} {what}")
        cases = CASES if share is None else max(1, round(CASES * share))
        worst = max(check(draw) for _ in range(1 if share is None else cases))
        failed += not worst <= most
        print("ok" if worst <= most else "not ok", number,
              f"- {what}: {cases} cases, at most {worst:.2g} apart", flush=True)
    sys.exit(failed > 0)
