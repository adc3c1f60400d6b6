"""Compares pass_rate, pass_at_k, pass_hat_k, paired_difference, pairs_needed and
kendall_tau with scipy and statsmodels.

    make check-outside [CASES=2000]

A seeded generator draws random groups. The extension and another program compute the
answer for each group. If scipy and statsmodels lack a function, the test computes the
answer with Python's exact fractions.
"""

import json
import math
from fractions import Fraction

from compared import apart, ask, db, interval, report, run, share_of, t_quantile

import numpy
import scipy.stats
import statsmodels.api


def attempts(draw):
    n = draw.choice((draw.randint(1, 20), draw.randint(1, 400)))
    rate = draw.random() ** 2
    return [(int(draw.random() < rate),) for _ in range(n)]


def wilson(draw):
    rows = attempts(draw)
    passed = sum(row[0] for row in rows)
    return interval(report("pass_rate(a)", rows), passed, len(rows))


def clustered_rate(draw):
    rows = [(row[0], draw.randint(1, 2 + len(rows_) // 4))
            for rows_ in [attempts(draw)] for row in rows_]
    got = report("pass_rate(a, b)", rows)
    error, freedom = cluster_error([row[0] for row in rows], [row[1] for row in rows])
    if freedom < 1:
        return apart(got["low"], None)
    n, rate = len(rows), got["passed"] / len(rows)
    if rate in (0, 1):
        n = freedom + 1
    elif error:
        n = min(n, rate * (1 - rate) / error ** 2)
    return interval(got, rate * n, n, freedom)


def cluster_error(values, clusters):
    """Returns the cluster-robust standard error of a mean, and the degrees of freedom.
    statsmodels computes the error by a regression on a constant, with two corrections for
    small samples. assay has only one correction, G / (G - 1) for G clusters. So this
    function leaves out statsmodels' corrections and applies that of assay."""
    groups = numpy.unique(clusters, return_inverse=True)[1]
    count = len(set(clusters))
    if count < 2:
        return math.nan, 0
    model = statsmodels.api.OLS(values, numpy.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": groups, "use_correction": False})
    return model.bse[0] * math.sqrt(count / (count - 1)), count - 1


def pairs(draw):
    """Draws pairs of scores with few decimals or many; many scores are equal."""
    digits, n = draw.choice((1, 2, 15)), draw.randint(2, draw.choice((6, 60)))
    shift = draw.choice((0, 0, 0.2))
    return [(round(draw.random(), digits), round(draw.random() + shift, digits))
            for _ in range(n)]


def paired(draw):
    """Returns how far paired_difference is from the mean, the standard error and the
    interval that numpy and scipy give."""
    rows = pairs(draw)
    differences = [a - b for a, b in rows]
    got = report("paired_difference(a, b)", rows)
    error = scipy.stats.sem(differences)
    mean = numpy.mean(differences)
    if got["se"] == 0 or all(side in (0, 1) for row in rows for side in row):
        return max(apart(got["mean"], mean, 1), apart(got["se"], error, 1))
    half = t_quantile(len(rows) - 1) * error
    return max(apart(got["mean"], mean, 1), apart(got["se"], error, 1),
               apart(got["low"], mean - half, 1), apart(got["high"], mean + half, 1))


def clustered_pairs(draw):
    rows = [(a, b, draw.randint(1, 9)) for a, b in pairs(draw)]
    got = report("paired_difference(a, b, c)", rows)
    error, _ = cluster_error([a - b for a, b, _ in rows], [row[2] for row in rows])
    return apart(got["se"], error, 1)


def signs(draw):
    """Returns how far sign_p is from the p of scipy's sign test, for up to 100,000 pairs;
    most groups have few pairs."""
    better = int(10 ** draw.uniform(0, draw.choice((2, 3, 4.7))))
    worse = max(0, round(better + draw.gauss(0, 2) * math.sqrt(better)))
    n = better + worse
    db.execute("DELETE FROM t")
    got = db.execute("""
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
        SELECT paired_difference(i <= ?, 0.5) FROM n
    """, (n, better)).fetchone()[0]
    want = scipy.stats.binomtest(min(better, worse), n).pvalue
    return share_of(json.loads(got)["sign_p"], want)


def needed(draw):
    """Returns 0 if pairs_needed equals the formula with scipy's normal quantile, rounded
    up. If not, returns 1e9 times the distance of the formula's value from a whole number,
    or 1 if it is 0. The test allows at most 1: only near a whole number can rounding
    errors change the answer."""
    difference, sd = draw.uniform(0.01, 1), draw.uniform(0, 2)
    power = draw.choice((0.8, draw.random()))
    got = db.execute("SELECT pairs_needed(?, ?, ?)",
                     (difference, sd, power)).fetchone()[0]
    z = max(1.959964 + scipy.stats.norm.ppf(power), 0)
    want = (z * sd / difference) ** 2
    return 0 if got == max(2, math.ceil(want)) else abs(want - round(want)) * 1e9 or 1


def of_k(draw):
    rows = attempts(draw)
    n, passed, k = len(rows), sum(row[0] for row in rows), draw.randint(1, len(rows))
    at = 1 - Fraction(math.comb(n - passed, k), math.comb(n, k))
    hat = Fraction(math.comb(passed, k), math.comb(n, k))
    return max(share_of(ask(f"pass_at_k(a, {k})", rows), float(at)),
               share_of(ask(f"pass_hat_k(a, {k})", rows), float(hat)))


def tau(draw):
    rows = [(draw.randint(1, 5), draw.randint(1, 9))
            for _ in range(draw.randint(2, 60))]
    return apart(ask("kendall_tau(a, b)", rows),
                 scipy.stats.kendalltau(*zip(*rows)).statistic, 1)


run([
    ("pass_rate against statsmodels' Wilson interval", wilson, 1, 1e-15),
    ("pass_rate with clusters against statsmodels and scipy's t", clustered_rate, 1,
     1e-13),
    ("pass_at_k and pass_hat_k against exact fractions, relative", of_k, 1, 2.3e-16),
    ("paired_difference against scipy's t", paired, 1, 1e-13),
    ("paired_difference with clusters against statsmodels", clustered_pairs, 1, 1e-14),
    ("the sign test against scipy's binomtest, relative", signs, 0.5, 1e-12),
    ("pairs_needed against scipy's normal quantile", needed, 1, 1),
    ("kendall_tau against scipy's kendalltau", tau, 1, 1e-14),
])
