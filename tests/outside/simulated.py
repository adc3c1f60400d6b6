"""Simulates how often an interval contains the true value, and how often a sign test
reports a difference although there is none. A seeded generator makes the groups.

    make check-outside [CASES=2000]

Each check simulates 2 * CASES groups, and prints the share of groups for which its
condition holds. A check fails if this share lies more than four standard errors beyond
the check's bounds, too far for chance.
"""

import math
import os
import random
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from connect import connect  # noqa: E402

ROUNDS = 2 * int(os.environ.get("CASES") or 2000)
SEED = os.environ.get("SEED") or "1"

db = connect()
db.execute("CREATE TABLE t(number, a, b, c)")


def share(what, call, groups):
    """A group is a list of rows (a, b, c). Computes the aggregate `call` for each group.
    Returns the mean of the SQL expression `what`, in which j is the aggregate's answer.
    If `what` is a condition, its mean is the share of groups for which it holds.
    """
    db.execute("DELETE FROM t")
    for number, rows in enumerate(groups):
        db.executemany("INSERT INTO t VALUES (?, ?, ?, ?)",
                       [(number, *row, *[None] * (3 - len(row))) for row in rows])
    return db.execute(f"SELECT avg(coalesce({what}, 0))"
                      f" FROM (SELECT {call} AS j FROM t GROUP BY number)").fetchone()[0]


def holds(value):
    return (f"{value} BETWEEN json_extract(j, '$.low') AND json_extract(j, '$.high')"
            " AND json_extract(j, '$.low') < json_extract(j, '$.high')")


# --- means of judges --------------------------------------------------------------------

def families(sizes):
    """Simulates scores of judges in families (sets of related judges). The standard
    deviation is .05 between families and .03 within a family."""
    def group(draw):
        levels = [draw.gauss(0.6, 0.05) for _ in sizes]
        return [(level + draw.gauss(0, 0.03), family)
                for family, (level, judges) in enumerate(zip(levels, sizes))
                for _ in range(judges)]
    return holds(0.6), "tier_confidence(a, NULL, b)", group


# --- rates of attempts ------------------------------------------------------------------

def question_rate(draw, rate, correlation):
    """Returns a random true rate for one question. Two attempts at one question have the
    given correlation."""
    if not correlation:
        return rate
    total = (1 - correlation) / correlation
    return draw.betavariate(rate * total, (1 - rate) * total)


def rates(sizes, rate, correlation):
    """Simulates attempts at questions; `sizes` has the number of attempts for each
    question."""
    def group(draw):
        questions = [question_rate(draw, rate, correlation) for _ in sizes]
        return [(int(draw.random() < true), question)
                for question, (true, attempts) in enumerate(zip(questions, sizes))
                for _ in range(attempts)]
    return holds(rate), "pass_rate(a, b)", group


# --- pairs ------------------------------------------------------------------------------

def no_difference(clusters, units, correlation):
    """Simulates how often the sign test reports a difference where there is none."""
    def group(draw):
        rows = []
        for cluster in range(clusters):
            level = draw.gauss(0, math.sqrt(correlation))
            rows += [(level + draw.gauss(0, math.sqrt(1 - correlation)), 0, cluster)
                     for _ in range(units)]
        return rows
    return "json_extract(j, '$.sign_p') < 0.05", "paired_difference(a, b, c)", group


def flags(pairs, better, worse):
    """Simulates pairs of flags (0 or 1). A share `better` of the pairs is (1, 0), a share
    `worse` is (0, 1), and the other pairs are (0, 0)."""
    def group(draw):
        drawn = [draw.random() for _ in range(pairs)]
        return [(int(each < better), int(better <= each < better + worse))
                for each in drawn]
    return holds(better - worse), "paired_difference(a, b)", group


def needed(difference, power):
    """Simulates how often the interval of the difference lies above 0 if a group has as
    many pairs as pairs_needed returns. Differences have the standard deviation 1.
    """
    pairs = db.execute("SELECT pairs_needed(?, 1, ?)", (difference, power)).fetchone()[0]

    def group(draw):
        return [(draw.gauss(difference, 1), 0) for _ in range(pairs)]
    return "json_extract(j, '$.low') > 0", "paired_difference(a, b)", group


# --- agreement --------------------------------------------------------------------------

def agreement(clusters, units, judges, noise):
    """Simulates judgements of units (items). The units' true values have variance 1; half
    of this variance comes from clusters. Each judge adds noise. The difference of two
    judgements has variance 2 noise^2 for one unit, and 2 (1 + noise^2) for units in
    different clusters."""
    def group(draw):
        rows = []
        for cluster in range(clusters):
            level = draw.gauss(0, math.sqrt(0.5))
            for unit in range(units):
                true = level + draw.gauss(0, math.sqrt(0.5))
                rows += [(f"{cluster} {unit}", true + draw.gauss(0, noise), cluster)
                         for _ in range(judges)]
        return rows
    more = ", 'interval', c" if units > 1 else ""
    return holds(1 / (1 + noise ** 2)), f"alpha_confidence(a, b{more})", group


# --- outcomes ---------------------------------------------------------------------------

NORMAL = statistics.NormalDist()


def told_apart(clusters, rows, area, good):
    """Simulates labelled scores. Scores are normal with variance 1; if clusters have
    several rows, .3 of the variance comes from the cluster. Scores with label 1 have a
    higher mean, so that the area under the ROC curve is `area`.
    """
    apart = NORMAL.inv_cdf(area) * math.sqrt(2)
    own = math.sqrt(1 if rows == 1 else 0.7)

    def group(draw):
        made = []
        for cluster in range(clusters):
            level = 0 if rows == 1 else draw.gauss(0, math.sqrt(0.3))
            for _ in range(rows):
                label = int(draw.random() < good)
                made.append((level + draw.gauss(apart * label, own), label, cluster))
        return made
    return holds(area), f"roc_auc(a, b{', c' if rows > 1 else ''})", group


def judged(labelled, others, rate, right, rows=1):
    """Simulates rows in clusters. The judge is right in a share `right` of all rows."""
    def group(draw):
        made, level = [], rate
        for place in range(labelled + others):
            if place % rows == 0:
                level = question_rate(draw, rate, 0.3 if rows > 1 else 0)
            good = draw.random() < level
            verdict = good if draw.random() < right else not good
            made.append((int(verdict), int(good) if place < labelled else None,
                         place // rows))
        return made
    return holds(rate), f"corrected_rate(a, b{', c' if rows > 1 else ''})", group


def worthless(labelled, others, rate):
    """Simulates a judge who guesses. On average, the standard error of corrected_rate
    must be at most 1.02 times the standard error of the labelled rows alone."""
    _, call, group = judged(labelled, others, rate, 0.5)
    alone = "sqrt(json_extract(j, '$.actual') * (1 - json_extract(j, '$.actual')) / "
    alone += f"({labelled} - 1))"
    return f"json_extract(j, '$.se') / {alone}", call, group


# --- the checks: name, simulation, least and greatest share -----------------------------

def each(questions, attempts):
    return (attempts,) * questions


# The extension's intervals are too narrow in three cases: one cluster outweighs the other
# clusters, nearly all attempts pass, or all differences but 0 have the same sign. In
# these cases the bounds below lie around the observed share, not around .95.
CHECKS = [
    *((f"families of {sizes} judges", families(sizes), least, most)
      for sizes, least, most in (
          ((1, 1), 0.94, 0.96), ((1, 1, 1), 0.94, 0.96), ((1, 1, 1, 1, 1), 0.94, 0.96),
          ((2, 2, 2), 0.94, 0.96), ((2, 1, 1, 1), 0.94, 0.96), ((4, 1, 1), 0.89, 0.92),
          ((8, 1, 1, 1, 1), 0.77, 0.80))),
    *((f"pass_rate: {words}, rate {rate}, correlation {correlation}",
       rates(sizes, rate, correlation), least, 1)
      for words, sizes, rate, correlation, least in (
          ("10 questions x 5", each(10, 5), 0.5, 0.3, 0.95),
          ("10 questions x 5", each(10, 5), 0.9, 0.3, 0.95),
          ("10 questions x 5", each(10, 5), 0.95, 0.3, 0.95),
          ("20 questions x 5", each(20, 5), 0.97, 0.3, 0.95),
          ("20 questions x 1", each(20, 1), 0.9, 0, 0.95),
          ("10 questions x 1", each(10, 1), 0.9, 0, 0.95),
          ("50 questions x 10", each(50, 10), 0.98, 0.5, 0.87),
          ("10 questions x 1 to 10", tuple(range(1, 11)), 0.5, 0.3, 0.94),
          ("10 questions x 1 to 10", tuple(range(1, 11)), 0.9, 0.3, 0.95),
          ("10 questions x 1, 10 x 10", each(10, 1) + each(10, 10), 0.95, 0.3, 0.95),
          ("9 questions x 2, 1 x 20", each(9, 2) + each(1, 20), 0.9, 0.3, 0.89),
          ("15 questions x 1, 1 x 30", each(15, 1) + each(1, 30), 0.8, 0.3, 0.72))),
    *((f"sign_p below .05 of no difference: {clusters} clusters x 10, correlation .5",
       no_difference(clusters, 10, 0.5), 0, 0.05) for clusters in (6, 10, 20, 40)),
    *((f"paired_difference of {pairs} flags: {better} better, {worse} worse",
       flags(pairs, better, worse), least, 1)
      for pairs, better, worse, least in (
          (10, 0.3, 0.1, 0.95), (20, 0.2, 0.1, 0.95), (20, 0.1, 0, 0.86),
          (50, 0.1, 0.02, 0.95), (50, 0.04, 0.04, 0.95), (200, 0.1, 0.05, 0.94))),
    *((f"pairs_needed: {difference} standard deviations, power {power}",
       needed(difference, power), least, most)
      for difference, power, least, most in (
          (0.5, 0.8, 0.78, 0.81), (0.2, 0.8, 0.78, 0.81), (0.3, 0.95, 0.93, 0.96))),
    *((f"alpha_confidence: {clusters} clusters x {units} units, noise {noise}",
       agreement(clusters, units, 3, noise), least, 1)
      for clusters, units, noise, least in (
          (10, 1, 0.5, 0.93), (20, 1, 0.5, 0.93), (50, 1, 0.5, 0.94), (20, 1, 1, 0.93),
          (10, 5, 0.5, 0.94), (20, 5, 1, 0.94), (30, 1, 0.1, 0.93), (30, 1, 3, 0.93),
          (100, 1, 0.1, 0.94), (100, 1, 3, 0.94), (10, 10, 3, 0.93),
          (100, 10, 1, 0.94))),
    *((f"roc_auc of {clusters} x {rows}: area {area}, {good} good",
       told_apart(clusters, rows, area, good), least, 1)
      for clusters, rows, area, good, least in (
          (30, 1, 0.6, 0.5, 0.94), (30, 1, 0.9, 0.8, 0.94), (30, 1, 0.99, 0.5, 0.94),
          (100, 1, 0.6, 0.5, 0.94), (100, 1, 0.9, 0.8, 0.94), (100, 1, 0.99, 0.5, 0.94),
          (1000, 1, 0.6, 0.5, 0.94), (1000, 1, 0.99, 0.5, 0.94),
          (10, 3, 0.8, 0.5, 0.94), (20, 5, 0.8, 0.5, 0.94), (20, 5, 0.99, 0.5, 0.94),
          (100, 10, 0.8, 0.5, 0.94), (100, 10, 0.99, 0.8, 0.94))),
    *((f"corrected_rate: {labelled} of {labelled + others} labelled, rate {rate}, judge "
       f"right in {right}, clusters of {rows}",
       judged(labelled, others, rate, right, rows), least, 1)
      for labelled, others, rate, right, rows, least in (
          (30, 300, 0.5, 0.85, 1, 0.93), (30, 300, 0.9, 0.85, 1, 0.93),
          (30, 300, 0.98, 0.9, 1, 0.93), (30, 300, 0.02, 0.9, 1, 0.93),
          (100, 900, 0.5, 0.85, 1, 0.93), (100, 900, 0.9, 0.5, 1, 0.93),
          (100, 900, 0.98, 0.9, 1, 0.93), (1000, 1000, 0.9, 0.85, 1, 0.94),
          (1000, 1000, 0.99, 0.9, 1, 0.93),
          (30, 300, 0.8, 0.85, 5, 0.93), (100, 900, 0.8, 0.85, 5, 0.93),
          (100, 900, 0.95, 0.9, 5, 0.93))),
    *((f"corrected_rate beside labels alone, {labelled} labelled, a judge who guesses: "
       "mean share of the error", worthless(labelled, 900, 0.7), 0.9, 1.02)
      for labelled in (100, 1000)),
]


def main():
    print(f"1..{len(CHECKS)}")
    print(f"# SEED={SEED} ROUNDS={ROUNDS}")
    failed = 0
    for number, (words, (what, call, group), least, most) in enumerate(CHECKS, 1):
        draw = random.Random(f"{SEED} {words}")
        seen = share(what, call, (group(draw) for _ in range(ROUNDS)))
        low, high = (bound + sign * 4 * math.sqrt(max(bound * (1 - bound), 0) / ROUNDS)
                     for bound, sign in ((least, -1), (most, 1)))
        good = low <= seen <= high
        failed += not good
        print("ok" if good else "not ok", number,
              f"- {words}: {seen:.4f}, {least} to {most}", flush=True)
    sys.exit(failed > 0)


main()
