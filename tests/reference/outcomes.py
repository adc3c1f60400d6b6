"""The rules for outcomes (1: the answer was good, 0: bad): the area under the ROC curve,
reliability of scores, a rate of good answers corrected for a judge's errors, and exact
bounds of a rate. They follow sql/guide/which-numbers.md and its papers. The functions
compute with exact fractions; only roots are rounded.
"""

import math
from fractions import Fraction

from answers import Between, Json, Near, Unsaid
from comparisons import Z, wilson
from confidence import QUANTILE_ROUNDING, cluster_key, t_quantile
from reading import Mistake, count, flag, number, score


def labelled(rows, read):
    """Returns (value, good, cluster) of the usable rows. Without clusters, each row is a
    cluster of its own.
    """
    return [(Fraction(float(read(value))), int(flag(good)),
             cluster_key(*cluster) if cluster else place)
            for place, (value, good, *cluster) in enumerate(rows)
            if read(value) is not None and flag(good) is not None]


def by_cluster(members, values):
    sums = {}
    for cluster, value in zip(members, values):
        sums[cluster] = sums.get(cluster, 0) + value
    return sums


def interval(rate, effective, quantile):
    low, high = (min(max(end, 0.0), 1.0)
                 for end in wilson(float(rate), float(effective), quantile))
    if rate in (0, 1):
        low, high = (0.0, high) if rate == 0 else (low, 1.0)
    return (Between(end - QUANTILE_ROUNDING, end + QUANTILE_ROUNDING)
            for end in (low, high))


# --- the area under the ROC curve -------------------------------------------------------

def wins(good, bad):
    """Returns 1 if the score of the good row is higher than that of the bad row, 1/2 if
    the scores are equal, else 0."""
    return Fraction((good > bad) - (good < bad) + 1, 2)


def harmonic(one, other):
    return Fraction(3 * one * other, one + other)


def roc_auc(rows):
    live = labelled(rows, number)
    good, bad = ([row for row in live if row[1] == label] for label in (1, 0))
    if not good or not bad:
        return None
    m, n, clustered = len(good), len(bad), len(rows[0]) > 2
    above = [sum(wins(row[0], other[0]) for other in bad) / n for row in good]
    below = [sum(wins(other[0], row[0]) for other in good) / m for row in bad]
    area = sum(above) / m
    clusters = len({row[2] for row in live})
    report = {"n": m + n, "good": m, "bad": n, "clusters": clusters,
              "auc": Near(float(area), 4), "se": None, "low": None, "high": None}
    of_good = by_cluster([row[2] for row in good], [each - area for each in above])
    of_bad = by_cluster([row[2] for row in bad], [each - area for each in below])
    k10, k01 = len(of_good), len(of_bad)
    if min(k10, k01) < 2:
        return Json(report)
    both = sum(of_good[each] * of_bad.get(each, 0) for each in of_good)
    terms = [Fraction(k10, k10 - 1) * sum(d * d for d in of_good.values()) / m ** 2,
             Fraction(k01, k01 - 1) * sum(d * d for d in of_bad.values()) / n ** 2,
             Fraction(2 * clusters, clusters - 1) * both / (m * n)]
    square = max(sum(terms), 0)
    if 0 < square < sum(map(abs, terms)) * Fraction(1, 2 ** 36):
        return Json(dict(report, se=Unsaid(), low=Unsaid(), high=Unsaid()))
    effective = harmonic(k10, k01)
    if square:
        effective = min(area * (1 - area) / square, harmonic(m, n))
    report["se"] = Near(math.sqrt(square), 2 ** 12) if square else 0
    report["low"], report["high"] = interval(
        area, effective, t_quantile(clusters - 1) if clustered else Z)
    return Json(report)


# --- reliability ------------------------------------------------------------------------

def isotonic(live):
    """Returns the isotonic regression: (score, rate) for each score. share() is the share
    of good rows in the range of scores `first` to `last`. A score's rate uses the ranges
    that contain this score: it takes the least share for each `first`. The rate is the
    greatest of these least shares."""
    scores = sorted({row[0] for row in live})

    def share(first, last):
        labels = [good for each, good, _ in live if first <= each <= last]
        return Fraction(sum(labels), len(labels))
    return [(at, max(min(share(first, last) for last in scores if last >= at)
                     for first in scores if first <= at)) for at in scores]


def reliability(rows):
    live = labelled(rows, score)
    if not live:
        return None
    n, steps = len(live), []
    rates = isotonic(live)
    for rate in sorted({rate for _, rate in rates}):
        within = [at for at, each in rates if each == rate]
        labels = [good for each, good, _ in live if within[0] <= each <= within[-1]]
        steps.append({"from": float(within[0]), "to": float(within[-1]),
                      "n": len(labels), "good": sum(labels),
                      "rate": Near(float(rate), 1)})
    brier = sum((each - good) ** 2 for each, good, _ in live) / n
    after = sum((dict(rates)[each] - good) ** 2 for each, good, _ in live) / n
    mean = Fraction(sum(good for _, good, _ in live), n)
    spread = mean * (1 - mean)

    def near(value):
        return Near(float(value), 8, 1e-15)
    return Json({"n": n, "brier": near(brier), "miscalibration": near(brier - after),
                 "discrimination": near(spread - after), "uncertainty": near(spread),
                 "steps": steps})


# --- the corrected rate -----------------------------------------------------------------

def mean(values):
    return sum(values) / len(values) if values else Fraction(0)


def covariance(one, other):
    return (sum((a - mean(one)) * (b - mean(other)) for a, b in zip(one, other))
            / (len(one) - 1))


def judge_power(known, verdicts, others):
    """Returns lambda of PPI++: the weight of the judge's verdicts in the corrected
    rate."""
    if len(known) < 2 or len(others) < 2:
        return Fraction(0)
    variance = covariance(verdicts + others, verdicts + others)
    if not variance:
        return Fraction(0)
    weight = 1 + Fraction(len(known), len(others))
    return min(max(covariance(known, verdicts) / (weight * variance), 0), 1)


def corrected_rate(rows):
    live = [(Fraction(float(score(row[0]))), flag(row[1]),
             cluster_key(*row[2:]) if row[2:] else place)
            for place, row in enumerate(rows) if score(row[0]) is not None]
    known = [Fraction(int(row[1])) for row in live if row[1] is not None]
    if not known:
        return None
    verdicts = [row[0] for row in live if row[1] is not None]
    others = [row[0] for row in live if row[1] is None]
    power = judge_power(known, verdicts, others)
    rest = [good - power * verdict for good, verdict in zip(known, verdicts)]
    rate = min(max(mean(rest) + power * mean(others), 0), 1)
    if rate < Fraction(1, 2 ** 41) or 1 - rate < Fraction(1, 2 ** 41):
        rate = Fraction(round(rate))
    clusters = [row[2] for row in live]
    with_label = {row[2] for row in live if row[1] is not None}
    report = {"n": len(live), "clusters": len(set(clusters)), "labelled": len(known),
              "judged": Near(float(mean(verdicts + others)), 2),
              "actual": Near(float(mean(known)), 1),
              "lambda": Near(float(power), 2 ** 12, 1e-14),
              "rate": Near(float(rate), 2 ** 12, 1e-14),
              "se": None, "low": None, "high": None}
    if len(with_label) < 2:
        return Json(report)
    square = covariance(rest, rest) / len(known)
    if power:
        square += power ** 2 * covariance(others, others) / len(others)
    if len(rows[0]) > 2:
        square = clustered_square(live, power, rest, others)
    error = math.sqrt(square)
    if 2.0 ** -41 < error < 2.0 ** -39:
        return Json(dict(report, se=Unsaid(), low=Unsaid(), high=Unsaid()))
    effective = len(with_label)
    if error > 2.0 ** -40 and 0 < rate < 1:
        effective = min(max(rate * (1 - rate) / square, 1), len(live))
    report["se"] = Near(error, 2 ** 12) if error > 2.0 ** -40 else 0
    report["low"], report["high"] = interval(rate, effective,
                                             t_quantile(len(with_label) - 1))
    return Json(report)


def clustered_square(live, power, rest, others):
    """Returns the square of the standard error of the corrected rate. `added` has a
    number for each row. These numbers are summed in each of the G clusters. The squares
    of the G sums are added and multiplied by G / (G - 1)."""
    n, left = len(rest), iter(rest)
    added = [(next(left) - mean(rest)) / n if good is not None
             else power * (verdict - mean(others)) / len(others)
             for verdict, good, _ in live]
    sums = by_cluster([row[2] for row in live], added)
    return Fraction(len(sums), len(sums) - 1) * sum(each ** 2 for each in sums.values())


# --- exact bounds -----------------------------------------------------------------------

# The greatest number of attempts that this module computes: with more attempts, sums over
# all results take too long. tests/unit/binomial.c tests greater numbers.
MOST = 300


def at_most(k, n, p):
    """Returns P(X <= k) and P(X > k) for the number X of passes in n attempts, if each
    attempt passes with probability p."""
    terms = [math.exp(math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1)
                      + i * math.log(p) + (n - i) * math.log1p(-p)) for i in range(n + 1)]
    return math.fsum(terms[:k + 1]), math.fsum(terms[k + 1:])


def bisected(k, n, below):
    """Finds by bisection the p for which P(X > k) equals `below`."""
    low, high = 0.0, 1.0
    for _ in range(100):
        p = (low + high) / 2
        if p in (low, high):
            break
        most, more = at_most(k, n, p)
        if (more < below) if below < 0.5 else (most > 1 - below):
            low = p
        else:
            high = p
    return low


def bound(k, n, confidence, upper):
    confidence = score(confidence)
    if confidence is None:
        raise Mistake
    k, n = count(k), count(n)
    if k is None or n is None or k > n:
        return None
    if k == (n if upper else 0):
        return float(upper)
    if confidence in (0, 1):
        return float(confidence if upper else 1 - confidence)
    if n > MOST:
        return Between(0, 1)
    k, n, below = int(k), int(n), float(confidence)
    p = bisected(k, n, below) if upper else bisected(k - 1, n, 1 - below)
    return Near(p, 2 ** 16)


def binomial_upper(k, n, confidence=0.95):
    return bound(k, n, confidence, True)


def binomial_lower(k, n, confidence=0.95):
    return bound(k, n, confidence, False)
