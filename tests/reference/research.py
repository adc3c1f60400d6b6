"""The rules that judge one round of research: recency, tiers, confidence index, gate.
They follow ADR-007, ADR-009 and sql/guide/judge-a-round.md "How the rules read".
"""

import json
import math
import struct
import sys
from fractions import Fraction

from answers import Json, Near
from reading import (DIMENSIONS, EVIDENCE, Mistake, count, evidence, flag, known, lower,
                     name, real, score, stated, unknown)

# The recency windows of ADR-009 4.2 and 4.4, in days.
WINDOWS = {"ai_ml": 90, "ai_software": 120, "cloud_infrastructure": 180,
           "programming_languages": 365, "academic_research": 730, "default": 183}

# ADR-007 4.1: the floors (least scores) of Elite, High and Medium. The dimension
# recency_days has floors in days.
FLOORS = (0.90, 0.75, 0.50)
FLOORS_OF_DAYS = (90, 60, 30)
TIERS = ("Low", "Medium", "High", "Elite")

# ADR-007 section 7, action 5: how much a question's difficulty moves the High floor.
OFFSETS = {"easy": Fraction("0.05"), "normal": Fraction(0), "hard": Fraction("-0.05")}

# ADR-007 4.3. `roc` has the weights that ADR-007 prints. `roc_centroid` is Barron and
# Barrett's rank-order centroid: three dimensions share the ranks 2 to 4, so each has
# the mean of these ranks' weights.
CENTROID = [sum(Fraction(1, k) for k in range(rank, 6)) / 5 for rank in range(1, 6)]
SHARED = float(sum(CENTROID[1:4]) / 3)
WEIGHTS = {"proposed": (0.25, 0.20, 0.20, 0.20, 0.15),
           "equal": (0.20, 0.20, 0.20, 0.20, 0.20),
           "roc": (0.46, 0.21, 0.21, 0.21, 0.11),
           "roc_centroid": (float(CENTROID[0]), SHARED, SHARED, SHARED,
                            float(CENTROID[4]))}

# The gate's least number of recent sources (ADR-007 4.2), and the older gate's least
# confidence index (ADR-007 3.2).
MIN_SOURCES = 10
LEGACY_MIN_INDEX = 0.80


# --- recency ----------------------------------------------------------------------------

def recency_window(domain=None):
    """Returns the window of a domain, in days. Names match exactly; an unknown domain has
    the default."""
    return WINDOWS.get(domain, WINDOWS["default"]) if isinstance(domain, str) \
        else WINDOWS["default"]


def half_life(domain_or_days):
    """Returns the half-life in days: the window of a known domain, the given number of
    days, or the default for any other value."""
    if isinstance(domain_or_days, str) and domain_or_days in WINDOWS:
        return WINDOWS[domain_or_days]
    days = real(domain_or_days)
    return WINDOWS["default"] if days is None else days


def recency_decay(age_days, domain_or_days=None):
    """Returns the decay exp(-ln 2 * age / half-life) of ADR-009 4.2."""
    age, days = real(age_days), half_life(domain_or_days)
    if age is None:
        return None
    if age <= 0:
        return 1.0
    if days <= 0:
        return 0.0
    half_lives = min(age / days, 2000)
    return Near(2.0 ** -half_lives, 4 + half_lives)


def is_recent(age_days, domain_or_days=None):
    """Returns whether a source's age is within the window. An age of 90 days is within a
    window of 90; a missing age is not recent (R3)."""
    age = real(age_days)
    return int(age is not None and age <= half_life(domain_or_days))


def freshness_class(days):
    """Returns the class of a field of research by the half-life of the field's sources,
    in days (ADR-007 5.4)."""
    days = real(days)
    if days is None:
        return None
    for bound, label in ((7, "market_data"), (30, "current_events"), (90, "technology")):
        if days < bound:
            return label
    return "academic" if days <= 730 else "foundational"


# --- tiers ------------------------------------------------------------------------------

def rank_by(value, floors):
    """Returns the tier as a number: 3 for Elite, 2 for High, 1 for Medium, 0 for Low. A
    score equal to a floor reaches the floor's tier (ADR-007 4.1)."""
    return sum(value >= floor for floor in floors)


def floors_of(dimension):
    return FLOORS_OF_DAYS if name(dimension) == "recency_days" else FLOORS


def tier_datum(value, dimension):
    """Reads a score or, for the dimension recency_days, a number of days >= 0 without an
    upper bound."""
    if name(dimension) != "recency_days":
        return score(value)
    days = real(value)
    return None if days is None or days < 0 else days


def tier_of(value, *others):
    if len(others) == 3:
        floors = [stated(floor, real) for floor in others]
        if not floors[0] >= floors[1] >= floors[2]:
            raise Mistake
        value = score(value)
    else:
        dimension = others[0] if others else None
        floors, value = floors_of(dimension), tier_datum(value, dimension)
    return None if value is None else TIERS[rank_by(value, floors)]


def tier_rank(tier):
    return None if tier is None else TIERS.index(known(tier, TIERS))


def tier_meets(tier, minimum):
    """A missing tier meets no minimum, and no tier meets a missing minimum (R3)."""
    ranks = tier_rank(tier), tier_rank(minimum)
    return int(None not in ranks and ranks[0] >= ranks[1])


def high_floor(difficulty=None, dimension=None):
    """Returns the High floor plus the difficulty's offset, but at least the Medium floor
    and at most the Elite floor. A missing difficulty counts as normal."""
    elite, high, medium = (Fraction(str(floor)) for floor in floors_of(dimension))
    offset = OFFSETS["normal" if difficulty is None else known(difficulty, OFFSETS)]
    return float(min(max(high + offset, medium), elite))


# --- confidence index -------------------------------------------------------------------

def json_weights(written):
    """Reads weights from JSON: an array of five numbers, or an object whose keys are
    dimensions. An absent dimension has weight 0; an unknown dimension is a mistake."""
    def refuse(constant):
        raise ValueError(constant)
    try:
        content = json.loads(written, parse_constant=refuse, object_pairs_hook=tuple)
    except ValueError:
        raise Mistake from None
    if isinstance(content, tuple):
        named = {lower(key): weight for key, weight in content}
        if len(named) < len(content) or not set(named) <= set(DIMENSIONS):
            raise Mistake
        content = [named.get(dimension, 0) for dimension in DIMENSIONS]
    if not isinstance(content, list) or any(type(x) not in (int, float) for x in content):
        raise Mistake
    return content


def read_weights(weights=None):
    """Reads weights: a strategy's name, JSON, or 5 packed doubles; NULL is the default
    strategy. Weights with a sum below the least normal double are a mistake, like a sum
    of 0."""
    if weights is None:
        return WEIGHTS["proposed"]
    if name(weights) in WEIGHTS:
        return WEIGHTS[name(weights)]
    if isinstance(weights, bytes) and len(weights) == 40:
        weights = struct.unpack("<5d", weights)
    elif isinstance(weights, str):
        weights = json_weights(weights)
    else:
        raise Mistake
    try:
        weights = [float(weight) for weight in weights]
    except OverflowError:
        raise Mistake from None
    usable = len(weights) == 5 and all(weight >= 0 for weight in weights)
    if not usable or not sys.float_info.min <= sum(weights) < math.inf:
        raise Mistake
    return weights


def exact_index(scores, weights=WEIGHTS["proposed"]):
    """Returns sum(w * s) / sum(w) without rounding; a missing score counts as 0 (ADR-007
    4.3)."""
    weighted = sum(Fraction(w) * Fraction(score(s) or 0) for w, s in zip(weights, scores))
    return weighted / sum(map(Fraction, weights))


def steps(index):
    """Rounds an index or a strategy's score to 12 decimals, half to even. Comparisons
    use the result. A number of 9007 or more is not rounded (R9).
    """
    index = float(index)
    if abs(index) >= 9007:
        return Fraction(index)
    return Fraction(round(index * 1e12), 10 ** 12)


def ci_rank(ci):
    """Returns an integer that orders indices by R9. Below 9007 it is the index in units
    of 1e-12. At 9007 or more it has the double's bits."""
    index = real(ci)
    if index is None:
        return None
    size = abs(index)
    rank = (round(size * 1e12) if size < 9007
            else int.from_bytes(struct.pack(">d", size), "big"))
    return -rank if index < 0 else rank


def geometric_index(scores, weights):
    """Returns the product of s^w over the scores s with weights w > 0, to the power 1 /
    (sum of w). Returns 0 if one of these scores is 0."""
    pairs = [(weight, score(value) or 0.0) for weight, value in zip(weights, scores)
             if weight > 0]
    if any(value == 0 for _, value in pairs):
        return 0.0
    total = sum(map(Fraction, weights))
    exponent = sum(float(Fraction(w) / total) * math.log(s) for w, s in pairs)
    return Near(math.exp(exponent), 16 + 8 * abs(exponent))


def ci_score(*arguments):
    scores, others = arguments[:5], arguments[5:]
    weights = read_weights(others[0] if others else None)
    method = others[1] if len(others) > 1 else None
    if method is not None and known(method, ("arithmetic", "geometric")) == "geometric":
        return geometric_index(scores, weights)
    return Near(float(exact_index(scores, weights)))


def ci_score_of_object(written, *others):
    return ci_score(*evidence(written)[:5], *others)


# --- gate -------------------------------------------------------------------------------

class Gate:
    """The gate of ADR-007 4.2: all conditions must hold. A missing number fails its
    condition (R3)."""

    def __init__(self, scores, sources, contradictions, *others):
        self.regression, self.high, self.min_sources = 0, None, MIN_SOURCES
        if len(others) == 1:
            self.regression = flag(others[0])
        elif others:
            self.high = stated(others[0], score)
            self.min_sources = stated(others[1], count)
        self.scores = [score(value) for value in scores]
        self.sources, self.contradictions = count(sources), count(contradictions)

    def floors(self):
        """Returns the floors of Elite, High and Medium. If the call states a High floor,
        Elite is at least this floor, and Medium is at most this floor."""
        if self.high is None:
            return FLOORS
        return max(FLOORS[0], self.high), self.high, min(FLOORS[2], self.high)

    def rank(self, position):
        value = self.scores[position]
        return None if value is None else rank_by(value, self.floors())

    def failed_dimensions(self):
        return [dimension for position, dimension in enumerate(DIMENSIONS)
                if self.rank(position) not in (2, 3)]

    def enough_sources(self):
        return self.sources is not None and self.sources >= self.min_sources

    def passes(self):
        return (not self.failed_dimensions() and self.enough_sources() and
                self.contradictions == 0 and self.regression == 0)

    def missing(self):
        data = dict(zip(DIMENSIONS, self.scores), recent_sources=self.sources,
                    critical_contradictions=self.contradictions,
                    regression=self.regression)
        return [label for label, datum in data.items() if datum is None]

    def reasons(self):
        """Returns the failed conditions. A missing number is listed once, as missing, and
        not as too low or too high."""
        missing = self.missing()
        low = [each for each in self.failed_dimensions() if each not in missing]
        few = self.sources is not None and not self.enough_sources()
        found = [(missing, "missing: " + ", ".join(missing)),
                 (low, "low dimensions: " + ", ".join(low)),
                 (few, "insufficient recent sources"),
                 (self.contradictions, "critical contradiction detected"),
                 (self.regression, "confidence regression detected")]
        return [reason for holds, reason in found if holds]

    def dimension(self, position):
        rank = self.rank(position)
        return {"score": self.scores[position],
                "tier": None if rank is None else TIERS[rank],
                "tier_rank": rank, "gate_passed": rank in (2, 3)}


def gate_of(arguments):
    return Gate(arguments[:5], *arguments[5:])


def gate_of_object(written, *stated_rule):
    """Returns the gate over one object of evidence. Only a call with such an object can
    state a regression together with a High floor and a least number of sources."""
    *data, regression = evidence(written)
    gate = Gate(data[:5], *data[5:], *stated_rule)
    gate.regression = flag(regression)
    return gate


def gate_pass(*arguments):
    return int(gate_of(arguments).passes())


def gate_pass_of_object(*arguments):
    return int(gate_of_object(*arguments).passes())


def gate_report(*arguments):
    return report_of(gate_of(arguments))


def gate_report_of_object(*arguments):
    gate = gate_of_object(*arguments)
    return report_of(gate, unknown(arguments[0], EVIDENCE, gate.missing()))


def report_of(gate, unknown_keys=()):
    return Json({
        "gate_passed": gate.passes(),
        "all_dimensions_high": not gate.failed_dimensions(),
        "sources_floor_passed": gate.enough_sources(),
        "no_critical_contradictions": gate.contradictions == 0,
        "no_regression": gate.regression == 0,
        "failed_dimensions": gate.failed_dimensions(),
        "missing": gate.missing(),
        "unknown": list(unknown_keys),
        "reason": "; ".join(gate.reasons()),
        "dimensions": {dimension: gate.dimension(position)
                       for position, dimension in enumerate(DIMENSIONS)},
        "recent_sources_count": gate.sources,
        "min_recent_sources": gate.min_sources,
        "critical_contradictions": gate.contradictions,
        "ci_score": Near(float(exact_index(gate.scores))),
        "ci_role": "tiebreaker_only",
        "scoring_engine": "multidimensional"})


def gate_pass_legacy(index, sources, contradictions, min_index=LEGACY_MIN_INDEX):
    """Applies the older gate (ADR-007 3.2), which the gate of 4.2 replaced."""
    floor = stated(min_index, score)
    index, sources = score(index), count(sources)
    return int(index is not None and index >= floor and sources is not None and
               sources >= MIN_SOURCES and count(contradictions) == 0)
