"""Rules over many judgements: how sure a tier is, how fresh a field is, how two rankings
agree, how far weights can move before another round ranks first. They follow sql/guide:
judge-a-round.md ("How sure", "How fresh") and which-weights.md.
"""

import math
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement

from answers import Between, Json, Near, Unsaid
from own import age_days
from reading import (DIMENSIONS, agreed, count, flag, name, number, real,
                     score, sort_key, stated, stated_positive)
from research import (Gate, TIERS, floors_of, is_recent, rank_by, read_weights,
                      recency_decay, steps, tier_datum)
from rounds import in_json, spread

# How much the end of an interval may differ between this module and the extension.
QUANTILE_ROUNDING = 1e-10


# --- freshness --------------------------------------------------------------------------

def freshness_window(rows):
    """Returns the median age in days, limited to 1..730. The answer is NULL with fewer
    than five dated sources (ADR-007 5.4)."""
    ages = sorted(age for age, in ((real(row[0]),) for row in rows)
                  if age is not None and age >= 0)
    if len(ages) < 5:
        return None
    middle = Fraction(ages[(len(ages) - 1) // 2]) + Fraction(ages[len(ages) // 2])
    return float(min(max(middle / 2, 1), 730))


def recency_report(rows):
    """Returns a report whose `recency` is the Recency dimension: the share of recent
    sources among all sources (ADR-007 4.1)."""
    if not rows:
        return None
    ages = [age_days(published, as_of) for published, as_of, _ in rows]
    domains = [domain for _, _, domain in rows]
    recent = sum(map(is_recent, ages, domains))
    decays = [decay for decay in map(recency_decay, ages, domains) if decay is not None]
    total = sum(Fraction(getattr(decay, "value", decay)) for decay in decays)
    return Json({"sources": len(rows), "dated_sources": len(decays),
                 "recent_sources": recent, "recency": recent / len(rows),
                 "mean_decay": Near(float(total / len(rows)), 2010)})


# --- error bars -------------------------------------------------------------------------

def simpson(function, end, steps=400):
    """Returns the integral of `function` from 0 to `end`; for a smooth function some
    twelve digits are right."""
    width = end / steps
    inner = sum((4 if k % 2 else 2) * function(k * width) for k in range(1, steps))
    return (function(0) + inner + function(end)) * width / 3


def within_t(t, freedom):
    """Returns P(|T| <= t) for Student's T with v = `freedom` degrees of freedom. Let T be
    sqrt(v) tan(angle). Then the angle's density is proportional to cos(angle)^(v - 1)."""
    def density(angle):
        return math.cos(angle) ** (freedom - 1)
    whole = simpson(density, math.pi / 2)
    return simpson(density, math.atan(t / math.sqrt(freedom))) / whole


@lru_cache(maxsize=None)
def t_quantile(freedom):
    """Finds by bisection the t for which P(|T| <= t) is 95 %."""
    low, high = 0.0, 20.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if within_t(middle, freedom) < 0.95 else (low, middle)
    return low


def variance_of_mean(values, clusters):
    """Returns the square of the cluster-robust standard error of the mean of n values.
    The deviations from the mean are summed in each of the G clusters. The squares of
    these G sums are added, multiplied by G / (G - 1) and divided by n^2."""
    mean = sum(values) / len(values)
    sums = {}
    for value, cluster in zip(values, clusters):
        sums[cluster] = sums.get(cluster, 0) + value - mean
    spread = sum(each * each for each in sums.values())
    return Fraction(len(sums), len(sums) - 1) * spread / len(values) ** 2


def standard_error(values, clusters):
    """Returns the square root of variance_of_mean(). The values are divided by a power of
    two near the greatest magnitude, so that no fraction overflows. If the root is at most
    2^-40, the values differ only by rounding, so the result is 0."""
    greatest = float(max(map(abs, values)))
    unit = Fraction(2) ** (math.frexp(greatest)[1] - 1)
    root = math.sqrt(variance_of_mean([value / unit for value in values], clusters))
    return Fraction(root) * unit if root > 2.0 ** -40 else Fraction(0)


def tier_near(value, floors, rounding):
    """Returns the tier of a computed value. If rounding decides whether the value reaches
    a floor, the tiers above and below this floor are both right."""
    ranks = {rank_by(value + shift, floors) for shift in (-rounding, 0, rounding)}
    return TIERS[ranks.pop()] if len(ranks) == 1 else Unsaid()


def cluster_key(cluster):
    return None if cluster is None else sort_key(cluster)


def tier_confidence(rows):
    """All rows with a score must name the same dimension, or all must name none;
    otherwise the call must fail. A value that is not a text names no dimension. NULL is a
    cluster like any other (sql/guide/judge-a-round.md)."""
    live = [row for row in rows if tier_datum(*row[:2]) is not None]
    if not live:
        return None
    dimension = agreed(name(row[1]) for row in live)
    values = [Fraction(tier_datum(*row[:2])) for row in live]
    clusters = [cluster_key(*cluster) if cluster else place
                for place, (_, _, *cluster) in enumerate(live)]
    return Json(error_bars(values, clusters, dimension))


def error_bars(values, clusters, dimension):
    floors, freedom = floors_of(dimension), len(set(clusters)) - 1
    mean = float(sum(values) / len(values))
    report = {"n": len(values), "clusters": freedom + 1, "mean": Near(mean),
              "se": None, "low": None, "high": None,
              "tier": tier_near(mean, floors, abs(mean) * 1e-15),
              "tier_low": None, "tier_high": None, "certain": False}
    if freedom < 1:
        return report
    exact = standard_error(values, clusters)
    error = float(exact)
    margin = t_quantile(freedom) * error
    low = max(mean - margin, 0.0)
    high = mean + margin if floors[0] > 1 else min(mean + margin, 1.0)
    room = QUANTILE_ROUNDING * (1 + mean + margin)
    tiers = [tier_near(end, floors, room) for end in (low, high)]
    certain = (False if not exact
               else Unsaid() if not error or Unsaid in map(type, tiers)
               else tiers[0] == tiers[1])
    report.update(se=Between(error - room, error + room),
                  low=Between(low - room, low + room),
                  high=Between(high - room, high + room),
                  tier_low=tiers[0], tier_high=tiers[1], certain=certain)
    return report


def draws(clusters):
    """Draws len(clusters) clusters with replacement. Yields each possible result as a
    multiset, and the number of orders in which it can be drawn."""
    for drawn in combinations_with_replacement(clusters, len(clusters)):
        orders = math.factorial(len(clusters))
        for times in Counter(drawn).values():
            orders //= math.factorial(times)
        yield drawn, orders


def drawn_gate(judgements, floors):
    """Returns a Gate that treats the drawn judges as one judge. Each score is the mean
    over the judges who gave this score. The count of sources is the judges' lowest count.
    The count of contradictions is their highest. If a judge lacks a count, the gate lacks
    it too, and fails."""
    scores = []
    for column in list(zip(*judgements))[:5]:
        given = [Fraction(value) for value in column if value is not None]
        scores.append(float(sum(given) / len(given)) if given else None)
    sources, contradictions = ([row[k] for row in judgements] for k in (5, 6))
    return Gate(scores, None if None in sources else min(sources),
                None if None in contradictions else max(contradictions), *floors)


def gate_confidence(rows):
    """gate_confidence(cluster, five scores, two counts [, high, min_sources]) returns in
    which share of the draws drawn_gate() passes, by share_of_draws(). Judges without a
    score are skipped."""
    live = [row for row in rows if any(score(each) is not None for each in row[1:6])]
    if not live:
        return None
    floors = agreed([stated(given, reader) for given, reader
                     in zip(row[8:], (score, count))] for row in live)
    return share_of_draws(
        [(cluster, [*map(score, data[:5]), *map(count, data[5:7])])
         for cluster, *data in live],
        lambda judgements: drawn_gate(judgements, floors).passes())


def share_of_draws(live, passes):
    """Makes all possible draws() of the rows' clusters. Returns the share of draws whose
    rows make passes() true. Draws in different orders count as different. With one
    cluster the answer is NULL."""
    clusters = {}
    for cluster, judged in live:
        clusters.setdefault(cluster_key(cluster), []).append(judged)
    if len(clusters) < 2:
        return None
    passing = sum(orders for drawn, orders in draws(list(clusters))
                  if passes([row for key in drawn for row in clusters[key]]))
    return passing / len(clusters) ** len(clusters)


# --- means ------------------------------------------------------------------------------

def nearest(fraction):
    """Returns the double nearest to a fraction, ties to even; -0.0 becomes 0.0."""
    return fraction.numerator / fraction.denominator + 0.0


def mean_of(rows):
    """Returns sum(weight * value) / sum(weight) over exact numbers, rounded once
    (R10)."""
    pairs = [(number(value), number(*weight) if weight else 1) for value, *weight in rows]
    pairs = [(Fraction(value), Fraction(weight)) for value, weight in pairs
             if value is not None and weight is not None and weight >= 0]
    weights = sum(weight for _, weight in pairs)
    if not weights:
        return None
    return nearest(sum(value * weight for value, weight in pairs) / weights)


# --- rank correlation -------------------------------------------------------------------

def order(one, other):
    """Returns -1, 0 or 1 if `one` is less than, equal to or greater than `other`. Python
    compares an int and a float exactly; their difference would be rounded, perhaps to 0.
    """
    return (one > other) - (one < other)


def kendall_tau(rows):
    """Returns tau-b, counted over all pairs of rows: (concordant - discordant) /
    sqrt(pairs untied in x * pairs untied in y)."""
    points = [(number(x), number(y)) for x, y in rows]
    points = [point for point in points if None not in point]
    score_of_pairs = untied_x = untied_y = 0
    for i, (x, y) in enumerate(points):
        for other_x, other_y in points[:i]:
            score_of_pairs += order(x, other_x) * order(y, other_y)
            untied_x += x != other_x
            untied_y += y != other_y
    if not untied_x or not untied_y:
        return None
    return Near(score_of_pairs / math.sqrt(untied_x * untied_y))


# --- answers under other weights --------------------------------------------------------

SAMPLES = 10000
SEED = 42

MASK = 2 ** 64 - 1


def rotate(word, bits):
    return (word << bits | word >> 64 - bits) & MASK


def random_words(seed):
    """Yields the numbers of the generator xoshiro256**, seeded by SplitMix64 (Blackman
    and Vigna)."""
    state = []
    for k in range(1, 5):
        z = (seed + k * 0x9E3779B97F4A7C15) & MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        state.append(z ^ z >> 31)
    while True:
        a, b, c, d = state
        yield rotate(b * 5 & MASK, 7) * 9 & MASK
        state = [a ^ b ^ d, a ^ b ^ c, c ^ a ^ (b << 17 & MASK), rotate(d ^ b, 45)]


@lru_cache(maxsize=64)
def uniform_weights(samples, seed, width):
    """Returns `samples` weightings. For each weighting, random numbers of 53 bits divide
    0..1 into parts; the parts' lengths are the weights (sql/guide/which-weights.md)."""
    words = random_words(seed)
    drawn = []
    for _ in range(samples):
        inner = sorted((next(words) >> 11) * 2.0 ** -53 for _ in range(width - 1))
        ends = [0.0, *inner, 1.0]
        drawn.append([high - low for low, high in zip(ends, ends[1:])])
    return drawn


def competitors(rows, width=5):
    """Returns the rounds that compete for the best round, as (round, scores): the rounds
    that pass the gate, or all rounds if none passes."""
    live = [row for row in rows if row[0] is not None]
    passed = max((flag(row[1]) == 1 for row in live), default=False)
    rivals = [(row[0], tuple(score(value) or 0.0 for value in row[2:2 + width]))
              for row in live if (flag(row[1]) == 1) == passed]
    return tuple(sorted(rivals, key=lambda rival: sort_key(rival[0])))


def judged(rows):
    """Takes rows whose evidence is one object. Returns rows (round, the gate's verdict,
    scores, other arguments)."""
    return [[number, int(Gate(scores, *counts).passes()), *scores, *others]
            for number, scores, counts, others in
            ((row[0], row[1:6], row[6:8], row[8:]) for row in spread(rows))]


def of_objects(rule):
    """Turns `rule`, which takes the rows of judged(), into a rule that takes rows whose
    evidence is one object."""
    return lambda rows: rule(judged(rows))


def dot(weights, scores):
    return sum(weight * value for weight, value in zip(weights, scores))


def round_acceptability(rows, width=5):
    """Returns for each round the share of drawn weightings under which it ranks first."""
    live = [row for row in rows if row[0] is not None]
    if not live:
        return None
    samples, seed = agreed(sampling(*row[2 + width:]) for row in live)
    won = wins(competitors(rows, width), samples, seed)
    return Json({key_of(number): won[number] / samples
                 for number in sorted((row[0] for row in live), key=sort_key)})


def sampling(samples=None, seed=None):
    return (SAMPLES if samples is None else stated_positive(samples),
            SEED if seed is None else seed)


def key_of(number):
    """Returns a round as the key of a JSON object: 3.0 and 3 give the same key."""
    whole = isinstance(number, float) and number.is_integer()
    return str(int(number) if whole else number)


@lru_cache(maxsize=256)
def wins(rivals, samples, seed):
    """Returns for each round under how many drawn weightings it wins. The round with the
    highest index by R9 wins; if several rounds have it, the earliest of them wins."""
    return Counter(
        max(rivals, key=lambda rival: steps(dot(weights, rival[1])))[0]
        for weights in uniform_weights(samples, seed, len(rivals[0][1])))


def others_share(weights, position):
    """Returns each dimension's share of 1 - weights[position]: 0 for the dimension at
    `position`; for the others in proportion to their weights, or equal shares if these
    weights are all 0."""
    rest = 1 - weights[position]
    others = len(weights) - 1
    return [0 if k == position else weight / rest if rest else Fraction(1, others)
            for k, weight in enumerate(weights)]


def lead(difference):
    """Returns the difference of two indices, or 0 if it rounds to 0 by R9."""
    return difference if steps(difference) else Fraction(0)


def stable_interval(position, weights, winner, rivals):
    """Let t be the weight at `position`, from 0 to 1. Returns the range of t in which the
    winner's index is at least each rival's index. The difference of two indices is linear
    in t."""
    low, high, shares = Fraction(0), Fraction(1), others_share(weights, position)
    for rival in rivals:
        gaps = [Fraction(w) - Fraction(r) for w, r in zip(winner, rival)]
        at_zero, at_one = lead(dot(shares, gaps)), lead(gaps[position])
        if at_zero < 0 <= at_one:
            low = max(low, -at_zero / (at_one - at_zero))
        elif at_one < 0 <= at_zero:
            high = min(high, at_zero / (at_zero - at_one))
    stands = weights[position]
    return [Near(float(end), absolute=1e-11)
            for end in (min(low, stands), max(high, stands))]


def weight_stability(rows):
    """Returns for each weight the interval in which the winning round still ranks first.
    All rows of a group must state the same weights."""
    rivals = competitors(rows)
    if not rivals:
        return None
    return stability_of(rivals, agreed(
        [Fraction(weight) for weight in read_weights(*row[7:])]
        for row in rows if row[0] is not None), DIMENSIONS)


def stability_of(rivals, weights, names):
    """Returns the weight stability intervals (Mareschal 1988), computed in exact
    fractions."""
    weights = [weight / sum(weights) for weight in weights]
    ranked = [(dot(weights, map(Fraction, scores)), number, scores)
              for number, scores in rivals]
    ranked.sort(key=lambda entry: -steps(entry[0]))  # ties: the earlier first
    (index, number, winner), others = ranked[0], ranked[1:]
    return Json({
        "winner": in_json(number),
        "runner_up": in_json(others[0][1]) if others else None,
        "margin": Near(float(index - others[0][0]), absolute=1e-14) if others else None,
        "intervals": {dimension: stable_interval(k, weights, winner,
                                                 [other[2] for other in others])
                      for k, dimension in enumerate(names)}})
