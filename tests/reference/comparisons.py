"""The rules of functions that compare: rates of attempts, differences of pairs, agreement
of judges. They follow sql/guide/is-it-better.md, and the papers named there. Numbers are
exact fractions; only roots are rounded.
"""

import math
import statistics
from collections import Counter
from fractions import Fraction

from answers import Between, Json, Near, OneOf, Unsaid
from confidence import (QUANTILE_ROUNDING, cluster_key, nearest, standard_error,
                        t_quantile, variance_of_mean)
from reading import (Mistake, agreed, flag, known, number, score, sort_key,
                     stated_positive)

LEVELS = ("nominal", "ordinal", "interval", "ratio")


# --- attempts ---------------------------------------------------------------------------

Z = statistics.NormalDist().inv_cdf(0.975)


def wilson(rate, n, z=Z):
    """Returns Wilson's interval (1927) for the rate of n attempts: the least and the
    greatest p with (rate - p)^2 <= z^2 p (1 - p) / n."""
    share = z * z / n
    middle = rate + share / 2
    half = z * math.sqrt(rate * (1 - rate) / n + share / n / 4)
    return (middle - half) / (1 + share), (middle + half) / (1 + share)


def near(value):
    return Near(value, 16, 1e-15)


def effective_n(flags, clusters):
    """Returns how many independent attempts have the same standard error as these
    clustered attempts (Korn and Graubard 1998)."""
    n, rate = len(flags), sum(flags) / len(flags)
    if rate in (0, 1):
        return len(set(clusters))
    error = variance_of_mean(flags, clusters)
    return min(n, float(rate * (1 - rate) / error)) if error else n


def pass_rate(rows):
    """Returns the rate and the interval of wilson(). With clusters, its n is
    effective_n(), and its z is a quantile of Student's t (Dean and Pagano 2015).
    """
    live = [(flag(row[0]), *map(cluster_key, row[1:])) for row in rows
            if flag(row[0]) is not None]
    if not live:
        return None
    n, passed = len(live), sum(row[0] for row in live)
    clusters, low, high = n, None, None
    if len(live[0]) == 1:
        low, high = map(near, wilson(passed / n, n))
    else:
        flags, named = [Fraction(row[0]) for row in live], [row[1] for row in live]
        clusters = len(set(named))
        if clusters > 1:
            low, high = (Between(end - QUANTILE_ROUNDING, end + QUANTILE_ROUNDING)
                         for end in wilson(passed / n, effective_n(flags, named),
                                           t_quantile(clusters - 1)))
    return Json({"n": n, "clusters": clusters, "passed": passed,
                 "rate": nearest(Fraction(passed, n)), "low": low, "high": high})


def ends(values, clusters, least, greatest):
    """Returns the standard error and the interval of a mean; with one cluster, neither
    exists."""
    freedom = len(set(clusters)) - 1
    if freedom < 1:
        return None, None, None
    error = standard_error(values, clusters)
    mean, margin = sum(values) / len(values), Fraction(t_quantile(freedom)) * error
    room = Fraction(QUANTILE_ROUNDING) * (max(map(abs, values)) + margin)

    def held(value):
        return min(max(value, Fraction(least)), Fraction(greatest))
    low, high = (Between(held(end - room), held(end + room))
                 for end in (mean - margin, mean + margin))
    return error and Between(error - room, held(error + room)), low, high


def attempts(rows):
    live = [(flag(passed), k) for passed, k in rows if flag(passed) is not None]
    if not live:
        return None
    return (len(live), sum(passed for passed, _ in live),
            agreed([stated_positive(k) for _, k in live]))


def pass_at_k(rows):
    """Returns 1 - C(n - c, k) / C(n, k) if c of n attempts passed (Chen et al. 2021)."""
    seen = attempts(rows)
    if seen is None or seen[2] > seen[0]:
        return None
    n, passed, k = seen
    return nearest(1 - Fraction(math.comb(n - passed, k), math.comb(n, k)))


def pass_hat_k(rows):
    """Returns C(c, k) / C(n, k) if c of n attempts passed (Yao et al. 2024)."""
    seen = attempts(rows)
    if seen is None or seen[2] > seen[0]:
        return None
    n, passed, k = seen
    return nearest(Fraction(math.comb(passed, k), math.comb(n, k)))


# --- pairs ------------------------------------------------------------------------------

GREATEST = 1.7976931348623157e308


def pair(row):
    """Returns (a, b, a - b); a difference beyond the greatest double becomes the greatest
    double, with its sign."""
    a, b = number(row[0]), number(row[1])
    if a is None or b is None:
        return None
    difference = Fraction(a) - Fraction(b)
    return a, b, min(max(difference, -Fraction(GREATEST)), Fraction(GREATEST))


def cluster_signs(values, clusters):
    """Returns how many clusters have a mean above 0, and how many below 0. A mean that
    differs from 0 only by rounding is not counted."""
    signs = Counter()
    for cluster in set(clusters):
        own = [value for value, each in zip(values, clusters) if each == cluster]
        if abs(sum(own)) > sum(map(abs, own)) * Fraction(1, 2 ** 40):
            signs[sum(own) > 0] += 1
    return signs[True], signs[False]


def agresti_min(better, worse, n):
    """Returns the interval of Agresti and Min (2005) for the difference of two shares.
    They add half a pair of each kind, (0, 0), (0, 1), (1, 0) and (1, 1), and use the
    normal quantile Z, not a quantile of Student's t."""
    n += 2
    up, down = (better + 0.5) / n, (worse + 0.5) / n
    half = Z * math.sqrt((up + down - (up - down) ** 2) / n)
    return near(max(up - down - half, -1.0)), near(min(up - down + half, 1.0))


def sign_test(better, worse):
    """Returns the exact two-sided p of the sign test. Each of n pairs can be better or
    worse, so there are 2^n outcomes. p is the share of outcomes in which the two counts
    differ at least as much as `better` and `worse`."""
    n, few = better + worse, min(better, worse)
    tail = sum(math.comb(n, i) for i in range(few + 1))
    return nearest(min(Fraction(1), 2 * Fraction(tail, 2 ** n)))


def paired_difference(rows):
    live = [(pair(row), row[2:]) for row in rows if pair(row) is not None]
    if not live:
        return None
    clusters = [cluster_key(*cluster) if cluster else place
                for place, (_, cluster) in enumerate(live)]
    values = [each[2] for each, _ in live]
    better = sum(a > b for (a, b, _), _ in live)
    worse = sum(a < b for (a, b, _), _ in live)
    error, low, high = ends(values, clusters, -GREATEST, GREATEST)
    signs, clustered = (better, worse), bool(live[0][1])
    if clustered:
        signs = cluster_signs(values, clusters)
    if (not clustered and len(live) > 1
            and all(a in (0, 1) and b in (0, 1) for (a, b, _), _ in live)):
        low, high = agresti_min(better, worse, len(live))
    elif error == 0:
        low = high = None
    mean = sum(values) / len(values)
    room = max(map(abs, values)) * Fraction(1, 2 ** 50)
    return Json({"n": len(live), "clusters": len(set(clusters)),
                 "mean": Between(mean - room, mean + room),
                 "se": error, "low": low, "high": high, "better": better, "worse": worse,
                 "equal": len(live) - better - worse, "sign_p": sign_test(*signs)})


# --- agreement --------------------------------------------------------------------------

def judgement(value, level):
    """Returns the key by which judgements are compared. A judgement is a number or, at
    the nominal level, also a text; any other value gives None.
    """
    if level == "nominal" and isinstance(value, str):
        return sort_key(value)
    read = number(value)
    if level == "ratio" and read is not None and read < 0:
        return None
    return None if read is None else sort_key(read)


def difference(level, marginals):
    """Returns the function that says how far two values differ at a level of measurement:
    delta^2(a, b) of Krippendorff (2011), step D."""
    def nominal(a, b):
        return Fraction(a != b)

    def ordinal(a, b):
        low, high = min(a, b), max(a, b)
        between = sum(n for value, n in marginals.items() if low <= value <= high)
        return (between - Fraction(marginals[a] + marginals[b], 2)) ** 2 if a != b else 0

    def interval(a, b):
        return (Fraction(float(a[1])) - Fraction(float(b[1]))) ** 2

    def ratio(a, b):
        a, b = Fraction(float(a[1])), Fraction(float(b[1]))
        return ((a - b) / (a + b)) ** 2 if a + b else 0
    return {"nominal": nominal, "ordinal": ordinal, "interval": interval,
            "ratio": ratio}[level]


def read_judgements(rows):
    """Returns the rows with a unit and a usable value, as (unit, value, *cluster), and
    the level of measurement that they all state."""
    live, levels = [], []
    for unit, value, *others in rows:
        if unit is None or value is None or isinstance(value, bytes):
            continue
        level, cluster = others[:1], others[1:]
        stated = "interval" if level in ([], [None]) else known(level[0], LEVELS)
        read = judgement(value, stated)
        if read is not None:
            live.append((sort_key(unit), read, *map(cluster_key, cluster)))
            levels.append(stated)
    return live, agreed(levels) if live else None


def units_of(live):
    """Returns the judgements of each unit that has at least two judgements."""
    units = {}
    for unit, *judged in live:
        units.setdefault(unit, []).append(judged)
    return {unit: judged for unit, judged in units.items() if len(judged) > 1}


def alpha_of(live, level):
    """Returns 1 - observed disagreement / expected disagreement. Only units with m > 1
    values count. Each ordered pair of values in such a unit has the weight 1 / (m - 1).
    Returns None if all values in these units are equal.
    """
    units = [[judged[0] for judged in unit] for unit in units_of(live).values()]
    marginals = Counter(value for values in units for value in values)
    delta, n = difference(level, marginals), sum(marginals.values())
    observed = sum(Fraction(delta(a, b)) / (len(values) - 1) for values in units
                   for a in values for b in values)
    expected = sum(Fraction(delta(a, b)) * marginals[a] * marginals[b]
                   for a in marginals for b in marginals)
    return 1 - (n - 1) * observed / expected if expected else None


def near_alpha(alpha):
    return Near(float(alpha), 0, 1e-12 * float(1 + abs(alpha)))


def krippendorff_alpha(rows):
    live, level = read_judgements(rows)
    alpha = alpha_of(live, level) if live else None
    return None if alpha is None else near_alpha(alpha)


def alpha_confidence(rows):
    """Returns alpha, and its error and interval by the jackknife (Tukey 1958). The
    jackknife leaves out each cluster once or, if there are no clusters, each unit. Only
    judgements of units with at least two judgements count.
    """
    live, level = read_judgements(rows)
    if not live:
        return None
    units = units_of(live)
    members = [(unit, *judged) for unit, of_unit in units.items() for judged in of_unit]
    alpha = alpha_of(members, level)
    report = {"units": len(units), "values": len(members),
              "alpha": None if alpha is None else near_alpha(alpha),
              "se": None, "low": None, "high": None}
    replicates = [alpha_of([each for each in members if cluster_of(each) != cluster],
                           level) for cluster in set(map(cluster_of, members))]
    groups = len(replicates)
    if alpha is None or groups < 2 or None in replicates:
        return Json(report)
    spread = max(replicates) - min(replicates)
    size = max(1, *map(abs, replicates))
    if spread <= size * Fraction(1, 2 ** 41):
        return Json(report)
    if spread <= size * Fraction(1, 2 ** 39):
        return Json(dict(report, se=Unsaid(), low=Unsaid(), high=Unsaid()))
    mean = sum(replicates) / groups
    error = math.sqrt(Fraction(groups - 1, groups)
                      * sum((each - mean) ** 2 for each in replicates))
    half = t_quantile(groups - 1) * error
    room = 1e-9 * float(size + half)
    report["se"] = Between(error - room, error + room)
    report["low"] = Between(float(alpha) - half - room, float(alpha) - half + room)
    report["high"] = Between(min(float(alpha) + half - room, 1.0),
                             min(float(alpha) + half + room, 1.0))
    return Json(report)


def cluster_of(member):
    return member[2] if len(member) > 2 else member[0]


# --- the number of pairs needed ---------------------------------------------------------

def pairs_needed(difference, sd, power=0.8):
    """Returns ((1.959964 + z) * sd / difference)^2, rounded up, at least 2. z is the
    normal distribution's quantile at `power`."""
    power = score(power)
    if power is None:
        raise Mistake
    difference, sd = number(difference), number(sd)
    if difference is None or sd is None or sd < 0 or difference == 0:
        return None
    if sd == 0 or power == 1:
        return None if sd else 2
    z = statistics.NormalDist().inv_cdf(power) if power else -math.inf
    ratio = max(1.959964 + z, 0) * float(sd) / abs(float(difference))
    pairs = ratio * ratio
    if not pairs <= GREATEST:
        return None
    low, high = (max(math.ceil(pairs * (1 + sign * 1e-12)), 2) for sign in (-1, 1))
    return OneOf(range(low, high + 1)) if high < 2 ** 53 else Between(low, high)
