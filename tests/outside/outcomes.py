"""Compares roc_auc, reliability, corrected_rate and the binomial bounds with
scikit-learn, scipy, statsmodels and R's pROC. If all of these lack a function, the test
computes the answer with exact fractions.

    make check-outside [CASES=2000]

A seeded generator draws random groups of rows in clusters. In some groups scores are
equal (ties), or only good or only bad rows exist (one class). The test is a SKIP without
scikit-learn, scipy and statsmodels (Debian: python3-sklearn, python3-scipy,
python3-statsmodels); without r-cran-proc it leaves out pROC's lines.
"""

import math
import os
import subprocess
import sys
from fractions import Fraction

from compared import CASES, apart, db, interval, report, run

import numpy
import scipy.stats

try:
    from sklearn.isotonic import IsotonicRegression
    from sklearn.metrics import brier_score_loss, roc_auc_score
except ImportError as missing:
    print(f"1..0 # SKIP {missing}")
    sys.exit()


def labelled(draw):
    """Returns rows (score, good, cluster)."""
    n, digits = draw.randint(2, draw.choice((8, 60))), draw.choice((1, 2, 15))
    share, shift = draw.choice((0, 0.1, 0.5, 0.5, 0.8, 1)), draw.choice((0, 0.2, 0.5))
    rows = []
    for _ in range(n):
        good = int(draw.random() < share)
        rows.append((min(1.0, round(draw.random() * 0.7 + shift * good, digits)), good,
                     draw.randint(1, 6)))
    return rows


def kernel(rows):
    """Returns the good rows, the bad rows, and a number for each pair: 1 if the good row
    has the higher score, 1/2 if the scores are equal, else 0."""
    good = [row for row in rows if row[1]]
    bad = [row for row in rows if not row[1]]
    wins = numpy.array([[(g[0] > b[0]) + (g[0] == b[0]) / 2 for b in bad] for g in good])
    return good, bad, wins


def area(draw):
    rows = labelled(draw)
    got = report("roc_auc(a, b)", rows)
    labels = [row[1] for row in rows]
    if len(set(labels)) < 2:
        return apart(got, None)
    return apart(got["auc"], roc_auc_score(labels, [row[0] for row in rows]))


def clustered_area(draw):
    """For roc_auc over clusters, compares the standard error with Obuchowski's formula in
    numpy, and the interval with statsmodels' Wilson interval with scipy's quantile of
    Student's t. Returns the greater difference."""
    rows = labelled(draw)
    got = report("roc_auc(a, b, c)", rows)
    if got is None:
        return 0.0 if len({row[1] for row in rows}) < 2 else math.inf
    good, bad, wins = kernel(rows)
    m, n, auc = len(good), len(bad), wins.mean()
    names = sorted({row[2] for row in rows})
    sums = [[sum(v - auc for v, row in zip(values, side) if row[2] == name)
             for name in names] for values, side in ((wins.mean(1), good),
                                                     (wins.mean(0), bad))]
    of_good, of_bad = (len({row[2] for row in side}) for side in (good, bad))
    if min(of_good, of_bad) < 2:
        return apart(got["se"], None)
    k = len(names)
    square = (of_good / (of_good - 1) * numpy.dot(sums[0], sums[0]) / m ** 2
              + of_bad / (of_bad - 1) * numpy.dot(sums[1], sums[1]) / n ** 2
              + 2 * k / (k - 1) * numpy.dot(*sums) / m / n)
    error = math.sqrt(max(square, 0)) if square > 1e-14 else 0
    if not error:
        return apart(got["se"], 0)
    most = min(auc * (1 - auc) / error ** 2, 3 * m * n / (m + n))
    return max(apart(got["se"], error), interval(got, auc * most, most, k - 1))


PROC = """
suppressMessages(library(pROC))
cases <- read.csv(commandArgs(TRUE)[1])
for (one in split(cases, cases$number)) {
  r <- roc(one$good, one$score, levels = c(0, 1), direction = "<", quiet = TRUE)
  cat(one$number[1], format(as.numeric(auc(r)), digits = 17),
      format(sqrt(var(r, method = "delong")), digits = 17), "\\n")
}
"""


def by_proc(draw):
    """Returns how far roc_auc's area and standard error are from those of pROC (DeLong's
    method). One run of R computes all cases."""
    path, asked = f"/tmp/assay_proc_{os.getpid()}.csv", {}
    with open(path, "w", encoding="utf-8") as file:
        file.write("number,score,good\n")
        for number in range(CASES):
            rows = labelled(draw)
            labels = [row[1] for row in rows]
            if min(labels.count(0), labels.count(1)) < 2:
                continue
            asked[number] = report("roc_auc(a, b)", rows)
            file.writelines(f"{number},{row[0]!r},{row[1]}\n" for row in rows)
    try:
        printed = subprocess.run(["Rscript", "-", path], input=PROC, text=True,
                                 capture_output=True, check=True).stdout
    finally:
        os.remove(path)
    lines = [line.split() for line in printed.splitlines()]
    assert len(lines) == len(asked)
    return max(max(apart(asked[int(number)]["auc"], float(auc)),
                   apart(asked[int(number)]["se"], float(error)))
               for number, auc, error in lines)


def recalibrated(draw):
    """Returns how far reliability is from scikit-learn's isotonic regression and Brier
    score."""
    rows = labelled(draw)
    scores, labels = ([row[place] for row in rows] for place in (0, 1))
    got = report("reliability(a, b)", rows)
    fitted = IsotonicRegression().fit(scores, labels).predict(scores)
    rate = {at: step["rate"] for step in got["steps"] for at in scores
            if step["from"] <= at <= step["to"]}
    brier = brier_score_loss(labels, scores, pos_label=1)
    after = float(numpy.mean((fitted - labels) ** 2))
    spread = numpy.var(labels)
    identity = (got["miscalibration"] - got["discrimination"] + got["uncertainty"]
                - got["brier"])
    return max(apart(got["brier"], brier), apart(got["miscalibration"], brier - after),
               apart(got["discrimination"], spread - after), abs(identity),
               *(apart(rate[at], value) for at, value in zip(scores, fitted)))


def mean(values):
    return sum(values) / len(values) if values else Fraction(0)


def covariance(one, other):
    return (sum((a - mean(one)) * (b - mean(other)) for a, b in zip(one, other))
            / (len(one) - 1))


def corrected(draw):
    """Returns how far corrected_rate is from its formula in exact fractions, and how far
    its interval is from statsmodels' Wilson interval with scipy's quantile of Student's
    t."""
    share = draw.random()
    rows = [(score, good if draw.random() < share else None, cluster)
            for score, good, cluster in labelled(draw)]
    clustered = draw.random() < 0.5
    got = report(f"corrected_rate(a, b{', c' if clustered else ''})", rows)
    known = [row for row in rows if row[1] is not None]
    others = [Fraction(row[0]) for row in rows if row[1] is None]
    if not known:
        return apart(got, None)
    verdicts, labels = ([Fraction(row[place]) for row in known] for place in (0, 1))
    n, rest = len(known), len(others)
    variance = covariance(verdicts + others, verdicts + others) if len(rows) > 1 else 0
    power = Fraction(0)
    if n > 1 and rest > 1 and variance:
        power = covariance(labels, verdicts) / ((1 + Fraction(n, rest)) * variance)
    power = min(max(power, 0), 1)
    left = [label - power * verdict for label, verdict in zip(labels, verdicts)]
    rate = min(max(mean(left) + power * mean(others), 0), 1)
    worst = max(apart(got["lambda"], power), apart(got["rate"], rate))
    with_label = len({row[2] for row in known}) if clustered else n
    if with_label < 2:
        return max(worst, apart(got["se"], None))
    added = iter([(each - mean(left)) / n for each in left])
    add = [next(added) if row[1] is not None
           else power * (Fraction(row[0]) - mean(others)) / rest for row in rows]
    if clustered:
        names = {row[2] for row in rows}
        square = Fraction(len(names), len(names) - 1) * sum(
            sum(a for a, row in zip(add, rows) if row[2] == name) ** 2 for name in names)
    else:
        square = covariance(left, left) / n
        if power:
            square += power ** 2 * covariance(others, others) / rest
    effective = with_label
    if square > Fraction(1, 2 ** 80) and 0 < rate < 1:
        effective = min(max(float(rate * (1 - rate) / square), 1), len(rows))
    return max(worst, apart(got["se"], math.sqrt(square)),
               interval(got, float(rate) * effective, effective, with_label - 1))


def bound(draw):
    n = int(10 ** draw.uniform(0, draw.choice((2, 4))))
    k = draw.choice((draw.randint(0, n), min(n, draw.randint(0, 5))))
    level = draw.choice((0.95, 0.99, draw.random()))
    ends = db.execute("SELECT binomial_upper(?1, ?2, ?3), binomial_lower(?1, ?2, ?3)",
                      (k, n, level)).fetchone()
    return n, k, level, ends


def by_scipy(draw):
    """Returns how far binomial_upper and binomial_lower are from scipy's quantile of the
    beta distribution. The quantile comes from the smaller of the two tails."""
    n, k, level, (upper, lower) = bound(draw)

    def quantile(a, b, below, above):
        beta = scipy.stats.beta(a, b)
        return beta.ppf(below) if below <= above else beta.isf(above)
    high = 1.0 if k == n else quantile(k + 1, n - k, level, 1 - level)
    low = 0.0 if k == 0 else quantile(k, n - k + 1, 1 - level, level)
    return max(apart(upper, high, high), apart(lower, low, low or 1.0))


def by_fractions(draw):
    """Returns the relative error of binomial_upper. Exact fractions give the probability
    that defines the bound."""
    n, k, level, (upper, _) = bound(draw)
    if k == n or n > 400:
        return 0.0
    p = Fraction(upper)
    terms = [math.comb(n, i) * p ** i * (1 - p) ** (n - i) for i in range(k + 1)]
    slope = (n - k) * terms[k] / (1 - p)
    return float(abs(sum(terms) - (1 - Fraction(level))) / slope / p)


CHECKS = [
    ("roc_auc against scikit-learn", area, 1, 1e-15),
    ("roc_auc with clusters against Obuchowski's sums and statsmodels", clustered_area, 1,
     1e-13),
    ("reliability against scikit-learn", recalibrated, 1, 1e-14),
    ("corrected_rate against exact fractions and statsmodels", corrected, 1, 1e-13),
    ("binomial bounds against scipy's beta, relative", by_scipy, 1, 1e-10),
    ("binomial_upper against exact fractions, relative", by_fractions, 0.1, 1e-10),
]
if subprocess.run(["Rscript", "-e", "library(pROC)"], capture_output=True,
                  check=False).returncode == 0:
    CHECKS.append(("roc_auc against pROC's DeLong", by_proc, None, 1e-14))

run(CHECKS)
